// Names beside units so that none lies on another: each stays where it was if it can, else takes the first free place around its
// unit, a shorter text if the whole finds none, and nothing if that fails too. A name that stands nearer to another unit than to its
// own has a line to its own.

/** Left, top, right, bottom on the sheet. */
export type Box = [number, number, number, number];

export interface Wanted {
  id: string;
  /** What is written: the first text that finds room is taken; each is a list of lines. */
  texts: string[][];
  /** What it names. */
  box: Box;
  /** Its stands, where they do not fill the box. */
  stands?: Box[];
  /** Who is served first: more before less. */
  weight: number;
  /** Its side is preferred: `below` or `above`. */
  prefers: "below" | "above";
  size: number;
  /** What it could be mistaken to name: other units for a unit, other leaders for a leader. */
  kin?: string;
}

export interface Placed {
  id: string;
  lines: string[];
  /** The middle of the text, and the top of its box. */
  x: number;
  top: number;
  size: number;
  /** Where it stands beside what it names, to be kept the next time. */
  slot: string;
  /** It stands apart and wants a line to what it names. */
  apart: boolean;
}

export type Measure = (line: string, size: number) => number;

export function overlaps(a: Box, b: Box): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

/** How far a box is from another; nothing if they touch. */
export function between(a: Box, b: Box): number {
  return Math.hypot(Math.max(0, a[0] - b[2], b[0] - a[2]), Math.max(0, a[1] - b[3], b[1] - a[3]));
}

/** How far a reader's eye goes from a name to what is named: the whole name counts, and where its middle is. */
function reach(name: Box, to: Box): number {
  const [x, y] = [(name[0] + name[2]) / 2, (name[1] + name[3]) / 2];
  return between(name, to) + between([x, y, x, y], to) / 4;
}

type Named = Pick<Wanted, "box" | "stands">;

/** Does a name stand nearer to its own unit than to any other? */
export function isNearest(name: Box, own: Named, others: Named[]): boolean {
  const to = ({ box, stands }: Named) => (stands?.length ? Math.min(...stands.map((stand) => reach(name, stand))) : reach(name, box));
  const far = to(own);
  // Stands are no nearer than the box that they are in.
  return others.every((other) => reach(name, other.box) > far || to(other) > far);
}

/** The height of a line for letters of a size. */
export const LEADING = 1.08;

interface Spot {
  slot: string;
  x: number;
  top: number;
  apart?: boolean;
}

/** The places around what is named, the best first. */
function spots(wanted: Wanted, width: number, height: number): Spot[] {
  const [left, top, right, bottom] = wanted.box;
  const middle = (left + right) / 2;
  const gap = wanted.size * 0.25;
  const beside = (top + bottom) / 2 - height / 2;
  const rows: [string, number, number][] = [["below", bottom + gap, height + gap], ["above", top - gap - height, -height - gap]];
  if (wanted.prefers === "above") rows.reverse();
  const all: Spot[] = [];
  for (const [row, y] of rows) all.push({ slot: row, x: middle, top: y }, { slot: `${row} left`, x: left + width / 2, top: y }, { slot: `${row} right`, x: right - width / 2, top: y });
  all.push({ slot: "right", x: right + gap * 2 + width / 2, top: beside }, { slot: "left", x: left - gap * 2 - width / 2, top: beside });
  for (const [row, y] of rows) all.push({ slot: `${row} outer right`, x: right + width / 2, top: y }, { slot: `${row} outer left`, x: left - width / 2, top: y });
  for (const rank of [1, 2]) for (const [row, y, step] of rows) all.push({ slot: `apart ${row} ${rank}`, x: middle, top: y + step * rank, apart: true });
  return all;
}

/**
 * Places labels among obstacles, inside what is seen of the sheet: what stands near its edge is moved in. A label stays where it was
 * (`before`, slots by id) as long as there is room for it, so that names do not jump about when somebody else moves.
 */
export function placed(wanted: Wanted[], obstacles: Box[], sheet: Box, measure: Measure, before: ReadonlyMap<string, string> = new Map()): Placed[] {
  const taken = [...obstacles];
  const names: Box[] = [];
  const done: Placed[] = [];
  for (const one of [...wanted].sort((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))) {
    // Who waits beyond the edge is named inside it, who is far out of sight not at all.
    if (!overlaps(one.box, grown(sheet, EDGE))) continue;
    const others = wanted.filter((other) => other !== one && other.kin === one.kin);
    const found = place(one, { all: taken, names, others }, sheet, measure, before.get(one.id));
    if (!found) continue;
    taken.push(found.box);
    names.push(found.box, ...(found.label.apart ? [thread(one, found.box)] : []));
    done.push(found.label);
  }
  return done;
}

/** How far beyond the edge of the sheet somebody may wait and still be named, in units of the sheet. */
const EDGE = 80;

function grown([left, top, right, bottom]: Box, by: number): Box {
  return [left - by, top - by, right + by, bottom + by];
}

/** The line from a label that stands apart to what it names. */
function thread(one: Wanted, label: Box): Box {
  const middle = (one.box[0] + one.box[2]) / 2;
  return label[1] > one.box[1] ? [middle - 1, one.box[3], middle + 1, label[1]] : [middle - 1, label[3], middle + 1, one.box[1]];
}

function place(one: Wanted, taken: { all: Box[]; names: Box[]; others: Wanted[] }, sheet: Box, measure: Measure, before: string | undefined): { label: Placed; box: Box } | undefined {
  const all = one.texts.map((lines) => {
    const width = Math.max(...lines.map((line) => measure(line, one.size)));
    const height = lines.length * one.size * LEADING;
    return { lines, width, height, spots: spots(one, width, height) };
  });
  const fit = ({ lines, width, height }: (typeof all)[number], spot: Spot) => {
    const x = Math.min(sheet[2] - width / 2, Math.max(sheet[0] + width / 2, spot.x));
    const top = overlaps(one.box, sheet) ? spot.top : Math.min(sheet[3] - height, Math.max(sheet[1], spot.top));
    const box: Box = [x - width / 2, top, x + width / 2, top + height];
    if (box[0] < sheet[0] || box[1] < sheet[1] || box[2] > sheet[2] || box[3] > sheet[3]) return undefined;
    if ([...taken.all, ...taken.names].some((other) => overlaps(box, other))) return undefined;
    if (!spot.apart && !isNearest(box, one, taken.others)) return undefined;
    // A line through another name would only confuse.
    if (spot.apart && (x !== spot.x || taken.names.some((other) => overlaps(thread(one, box), other)))) return undefined;
    return { label: { id: one.id, lines, x, top, size: one.size, slot: spot.slot, apart: !!spot.apart }, box };
  };
  // Where it was, if more than the barest name has room there.
  for (const text of all.length > 1 ? all.slice(0, -1) : all)
    for (const spot of text.spots) {
      const found = spot.slot === before && !spot.apart ? fit(text, spot) : undefined;
      if (found) return found;
    }
  for (const text of all)
    for (const spot of text.spots) {
      const found = fit(text, spot);
      if (found) return found;
    }
  return undefined;
}
