// The briefing of a battle, which comes as text, taken apart so that it can be set as a page.
import { marked } from "../text";

/** A unit of a force, as the briefing tells it. */
export interface Troop {
  name: string;
  /** Strength and experience: `8/5/3 Vet`. */
  rating: string;
  /** Weapon, formation, when and where it comes on. */
  more: string;
}

export interface Command {
  /** The leader. */
  name: string;
  /** Rank, rating, superior. */
  more: string;
  troops: Troop[];
}

export interface Force {
  name: string;
  /** Stands, heavy casualties, where broken troops run to. */
  facts: string[];
  commands: Command[];
}

/** A key position: what it is worth to each army, and who holds it at the beginning. */
export interface Position {
  name: string;
  worth: Record<string, number>;
  holder: string | null;
  more: string;
}

export interface Briefing {
  title: string;
  facts: string[];
  forces: Force[];
  positions: Position[];
  /** Everything else under its heading: reinforcements, light, rules of this battle, notes. */
  sections: { title: string; items: string[] }[];
}

const KEYS = "Key positions";

/** Inches with their own mark, and no word of the order language. */
function plain(said: string): string {
  return marked(said).replace(/ \(`[a-z]+`\)/g, "");
}

/** A sentence of parts that are set one below the other. */
function parts(said: string): string[] {
  return plain(said).split(/; /).map((part) => part.trim().replace(/\.$/, "")).filter(Boolean);
}

/** Lines with what is indented deeper joined to the line it goes on. */
function items(lines: string[], indent: number): string[] {
  const found: string[] = [];
  for (const line of lines) {
    const deep = line.length - line.trimStart().length;
    if (deep > indent && found.length) found[found.length - 1] += ` ${line.trim()}`;
    else found.push(line.trim());
  }
  return found.map((one) => plain(one.replace(/^- /, "")));
}

function force(lines: string[]): Force {
  const [head = "", ...rest] = lines;
  const comma = head.search(/, \d+ stands?/);
  const commands: Command[] = [];
  for (const line of rest) {
    const deep = line.length - line.trimStart().length;
    const said = plain(line.trim());
    const command = commands.at(-1);
    if (deep <= 2) {
      const [name = "", ...more] = said.split(/, (?=(?:army|division|brigade) leader)/);
      commands.push({ name, more: more.join(", "), troops: [] });
    } else if (deep <= 4 && command) {
      const found = /^(.+?) (\d+\/\S+ \S+?|\d+ stands? \S+?)(?:, (.*))?$/.exec(said);
      command.troops.push(found ? { name: found[1] ?? said, rating: found[2] ?? "", more: found[3] ?? "" } : { name: said, rating: "", more: "" });
    } else {
      const troop = command?.troops.at(-1);
      if (troop) troop.more += ` ${said}`;
    }
  }
  return { name: head.slice(0, comma), facts: parts(head.slice(comma + 2)), commands };
}

function position(said: string, armies: string[]): Position | null {
  const found = /^(.+?) at [\d.,]+ \(.+? round\): (.+?), held by (.+?)(?:; (.*))?$/.exec(said);
  if (!found) return null;
  const [, name = "", points = "", holder = "", more = ""] = found;
  const worth: Record<string, number> = {};
  const all = /^(\d+) points?$/.exec(points);
  for (const army of armies) {
    const own = points.split(", ").find((part) => part.endsWith(` to ${army}`));
    worth[army] = Number(all?.[1] ?? own?.match(/\d+/)?.[0] ?? 0);
  }
  return { name, worth, holder: holder === "nobody" ? null : holder, more };
}

/** Takes a briefing apart. */
export function read(whole: string): Briefing {
  const blocks = whole.split(/\n\s*\n/).map((block) => block.split("\n").filter((line) => line.trim()));
  const [[title = "", ...first] = [], ...rest] = blocks.filter((block) => block.length);
  const isForce = (lines: string[]) => /^\S.*, \d+ stands?\b/.test(lines[0] ?? "");
  const forces = rest.filter(isForce).map(force);
  const armies = forces.map((one) => one.name);
  const sections = rest.filter((block) => !isForce(block)).map(([head = "", ...lines]) => ({ title: head.trim(), items: items(lines, 2) }));
  const positions = (sections.find((one) => one.title === KEYS)?.items ?? []).map((one) => position(one, armies));
  const known = positions.every((one) => one !== null);
  return {
    title,
    facts: parts(first.map((line) => line.trim()).join(" ")),
    forces,
    positions: known ? (positions as Position[]) : [],
    sections: sections.filter((one) => one.items.length && !(known && one.title === KEYS)),
  };
}

/** Units of the briefing that show how ratings are read: one with three numbers, one that is never worn, guns. */
export interface Samples {
  levels: { name: string; rating: string; fresh: number; worn: number; spent: number } | null;
  never: { rating: string; spent: number } | null;
  guns: string | null;
}

/** The first of each kind. */
export function samples(brief: Pick<Briefing, "forces">): Samples {
  const troops = brief.forces.flatMap((one) => one.commands.flatMap((command) => command.troops));
  const found: Samples = { levels: null, never: null, guns: null };
  for (const { name, rating } of troops) {
    const [, fresh, worn, spent] = /^(\d+)\/(\d+|-)\/(\d+) /.exec(rating) ?? [];
    if (!fresh) found.guns ??= /^\d+ stands?/.exec(rating)?.[0] ?? null;
    else if (worn === "-") found.never ??= { rating, spent: Number(spent) };
    else found.levels ??= { name, rating, fresh: Number(fresh), worn: Number(worn), spent: Number(spent) };
  }
  return found;
}
