// What the names on the table say: the stands that are left, shorter names where there is little room, and no two alike.
import { gunTroubles, lowAmmunition } from "../battle/strength";
import type { Unit } from "../generated/referee-answer";
import { word } from "../text";
import type { Box } from "./labels";
import { parts } from "./figures";
import { INCH, onSheet } from "./view";

/** Words that are known as well when they are short. */
const SHORTER: Record<string, string> = {
  infantry: "inf", artillery: "art", cavalry: "cav", battalion: "bn", battalions: "bns", regiment: "regt", regiments: "regts",
  company: "co", companies: "cos", brigade: "bde", militia: "mil", volunteers: "vols", battery: "bty", squadron: "sqn",
  detachment: "det", detachments: "dets",
};

/** About as long as a short name may be. */
const SHORT = 22;

/** With short words; the first stays as it is. */
function abridged(name: string): string {
  return name.replace(/(?<=[\s(])[A-Za-z]+/g, (whole) => {
    const short = SHORTER[whole.toLowerCase()];
    return !short ? whole : /^[A-Z]/.test(whole) ? short.replace(/^./, (letter) => letter.toUpperCase()) : short;
  });
}

/** Whole words up to a length, none left hanging at the end. */
function cut(name: string): string {
  const whole = name.length <= SHORT ? name : (name.slice(0, SHORT + 1).match(/^(.*\S)\s/)?.[1] ?? name);
  return whole.replace(/[,:;]$/, "").replace(/( (of|and|the|de|du|la|with|von|in|on|at|to|a))+$/i, "");
}

/** Shorter and longer forms of a name, the shortest first. */
function forms(name: string): string[] {
  const whole = abridged(name);
  const bare = whole.replace(/ \([^)]*\)$/, "");
  // A list of numbers is one name: `31st, 60th, 61st Georgia`.
  const head = /^\S+,/.test(bare) ? bare : bare.replace(/, .*$/, "");
  const tail = whole.slice(head.length).match(/^(?:, | )\(?([^\s,)]+)/)?.[1];
  const paren = whole.slice(head.length).startsWith(" (");
  return [cut(head), head, ...(tail ? [paren ? `${head} (${tail})` : `${head}, ${tail}`] : []), whole, name];
}

/** A short name for each, by which it cannot be taken for another. */
export function shortNames(names: string[]): Map<string, string> {
  const all = names.map((name) => ({ name, forms: forms(name) }));
  return new Map(
    all.map(({ name, forms }) => {
      const others = all.filter((other) => other.name !== name).flatMap((other) => other.forms);
      const clear = forms.find((form) => !others.some((other) => other === form || other.startsWith(`${form} `) || other.startsWith(`${form},`)));
      return [name, clear ?? name];
    }),
  );
}

/** What a unit suffers, in words; nothing if it is well. */
export function condition(unit: Unit): string {
  const said: string[] = [];
  if (unit.level !== "fresh") said.push(word(unit.level));
  if (unit.order !== "good-order") said.push(word(unit.order));
  said.push(...gunTroubles(unit));
  const low = lowAmmunition(unit);
  if (low) said.push(low);
  return said.join(" · ");
}

/** The worst of it, in a word or two: this stays with the shortest name. */
export function state(unit: Unit): string {
  const said = [...(unit.order === "good-order" ? [] : [word(unit.order)]), ...(unit.level === "spent" ? [word(unit.level)] : []), ...gunTroubles(unit)];
  return said.slice(0, 2).join(", ");
}

/** What may be written of a unit, the most first: its name with the stands that are left, its ratings where one looks closely. */
export function unitTexts(unit: Unit, short: string, close: boolean): string[][] {
  const [name, label] = parts(unit);
  const more = condition(unit);
  const rating = label.replace(/^\d+ stands? /, "");
  const whole = `${name} ${unit.strength}`;
  const worst = state(unit);
  const tail = worst && ` · ${worst}`;
  return [
    ...(close && rating ? [[whole, [rating, more].filter(Boolean).join(" · ")]] : []),
    ...(more ? [[whole, more]] : []),
    [whole + tail],
    ...(worst && short !== name ? [[`${short} ${unit.strength}`, worst]] : []),
    ...(short !== name ? [[`${short} ${unit.strength}${tail}`]] : []),
    ...(worst ? [[short, worst]] : []),
    [short + tail],
  ];
}

/** A name on one line, or broken near its middle. */
export function broken(name: string, tag: string): string[][] {
  const words = name.split(" ");
  const whole = `${name} ${tag}`;
  if (words.length < 2) return [[whole], [name]];
  const half = Math.ceil(words.length / 2);
  return [[whole], [words.slice(0, half).join(" "), `${words.slice(half).join(" ")} ${tag}`], [name]];
}

/** Where a unit is on the sheet. */
export function boxOf(unit: Pick<Unit, "stands" | "base">, tableHeight: number): Box {
  let box: Box = [Infinity, Infinity, -Infinity, -Infinity];
  const reach = Math.hypot(unit.base[0], unit.base[1]) / 2;
  for (const stand of unit.stands) {
    const [x, y] = onSheet(stand, tableHeight);
    const turn = ((stand[2] % 180) * Math.PI) / 180;
    const [hw, hh] = [unit.base[0] / 2, unit.base[1] / 2];
    const dx = Math.min(reach, Math.abs(Math.cos(turn)) * hw + Math.abs(Math.sin(turn)) * hh) * INCH;
    const dy = Math.min(reach, Math.abs(Math.sin(turn)) * hw + Math.abs(Math.cos(turn)) * hh) * INCH;
    box = [Math.min(box[0], x - dx), Math.min(box[1], y - dy), Math.max(box[2], x + dx), Math.max(box[3], y + dy)];
  }
  return box;
}

/** Where each of its stands is. */
export function standBoxes(unit: Unit, tableHeight: number): Box[] {
  return unit.stands.map((stand) => {
    const [x, y] = onSheet(stand, tableHeight);
    const r = (Math.max(unit.base[0], unit.base[1]) / 2) * INCH;
    const s = (Math.min(unit.base[0], unit.base[1]) / 2) * INCH;
    const flat = Math.abs(Math.cos((stand[2] * Math.PI) / 180)) > 0.7;
    const [dx, dy] = unit.base[0] >= unit.base[1] === flat ? [r, s] : [s, r];
    return [x - dx, y - dy, x + dx, y + dy];
  });
}
