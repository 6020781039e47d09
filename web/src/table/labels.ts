// Names beside units so that none lies on another: each takes the first free place around its unit, a shorter text if the
// whole finds none, and nothing if that fails too.

/** Left, top, right, bottom on the sheet. */
export type Box = [number, number, number, number];

export interface Wanted {
  id: string;
  /** What is written: the first text that finds room is taken; each is a list of lines. */
  texts: string[][];
  /** What it names. */
  box: Box;
  /** Who is served first: more before less. */
  weight: number;
  /** Its side is preferred: `below` or `above`. */
  prefers: "below" | "above";
  size: number;
}

export interface Placed {
  id: string;
  lines: string[];
  /** The middle of the text, and the top of its box. */
  x: number;
  top: number;
  size: number;
}

export type Measure = (line: string, size: number) => number;

export function overlaps(a: Box, b: Box): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

/** The height of a line for letters of a size. */
export const LEADING = 1.08;

function tries(wanted: Wanted, width: number, height: number): [number, number][] {
  const [left, top, right, bottom] = wanted.box;
  const middle = (left + right) / 2;
  const gap = wanted.size * 0.25;
  const below = bottom + gap;
  const above = top - gap - height;
  const beside = (top + bottom) / 2 - height / 2;
  const ys = wanted.prefers === "below" ? [below, above] : [above, below];
  const spots: [number, number][] = [];
  for (const y of ys) spots.push([middle, y], [left + width / 2, y], [right - width / 2, y]);
  spots.push([right + gap * 2 + width / 2, beside], [left - gap * 2 - width / 2, beside]);
  for (const y of ys) spots.push([right + width / 2, y], [left - width / 2, y]);
  const step = height + gap;
  spots.push([middle, below + step], [middle, above - step]);
  return spots;
}

/** Places labels among obstacles, inside a sheet. */
export function placed(wanted: Wanted[], obstacles: Box[], sheet: Box, measure: Measure): Placed[] {
  const taken = [...obstacles];
  const done: Placed[] = [];
  for (const one of [...wanted].sort((a, b) => b.weight - a.weight)) {
    const found = place(one, taken, sheet, measure);
    if (!found) continue;
    taken.push(found.box);
    done.push(found.label);
  }
  return done;
}

function place(one: Wanted, taken: Box[], sheet: Box, measure: Measure): { label: Placed; box: Box } | undefined {
  for (const lines of one.texts) {
    const width = Math.max(...lines.map((line) => measure(line, one.size)));
    const height = lines.length * one.size * LEADING;
    for (const [x, top] of tries(one, width, height)) {
      const box: Box = [x - width / 2, top, x + width / 2, top + height];
      if (box[0] < sheet[0] || box[1] < sheet[1] || box[2] > sheet[2] || box[3] > sheet[3]) continue;
      if (taken.some((other) => overlaps(box, other))) continue;
      return { label: { id: one.id, lines, x, top, size: one.size }, box };
    }
  }
  return undefined;
}
