// Names beside units so that none lies on another: each stays where it was if it can, else takes the first free place that touches its
// unit, a shorter text if the whole finds none, and else a place farther off with a line to its unit. A name that stands nearer to another
// unit than to its own has a line as well. Where even so not all find room, all are placed short, and those with room written out;
// who still has none is named wherever there is any.

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
  /** It stands apart or nearer to another, and has a line to what it names: from the name to there. */
  thread: Line | null;
}

/** From x, y to x, y. */
export type Line = [number, number, number, number];

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

/** How many lines of text farther off a name may stand, by steps. */
const RANKS = [1, 2, 3, 4.5, 6, 8, 10];
/** And where there is no room nearer. */
const FAR = [12, 14, 17, 20, 24];

/** The places around what is named, the best first. */
function spots(wanted: Wanted, width: number, height: number, ranks: number[]): Spot[] {
  const [left, top, right, bottom] = wanted.box;
  const middle = (left + right) / 2;
  const gap = wanted.size * 0.15;
  const beside = (top + bottom) / 2 - height / 2;
  const rows: [string, number, number][] = [["below", bottom + gap, 1], ["above", top - gap - height, -1]];
  if (wanted.prefers === "above") rows.reverse();
  const all: Spot[] = [];
  for (const [row, y] of rows) all.push({ slot: row, x: middle, top: y }, { slot: `${row} left`, x: left + width / 2, top: y }, { slot: `${row} right`, x: right - width / 2, top: y });
  all.push({ slot: "right", x: right + gap + width / 2, top: beside }, { slot: "left", x: left - gap - width / 2, top: beside });
  for (const [row, y] of rows) all.push({ slot: `${row} outer right`, x: right + width / 2, top: y }, { slot: `${row} outer left`, x: left - width / 2, top: y });
  for (const rank of ranks) {
    const step = wanted.size * LEADING * rank;
    for (const [row, y, sign] of rows)
      for (const aside of [0, -0.5, 0.5, -1, 1]) all.push({ slot: `apart ${row} ${rank} ${aside}`, x: middle + (aside * (width + right - left)) / 2, top: y + sign * step, apart: true });
    for (const [side, x] of [["right", right + step + width / 2], ["left", left - step - width / 2]] as const)
      for (const up of [0, -1, 1]) all.push({ slot: `apart ${side} ${rank} ${up}`, x, top: beside + up * height * 1.2, apart: true });
  }
  return all;
}

/** Boxes by where they are, so that only those near by are looked at. */
class Field {
  private readonly cells = new Map<string, Box[]>();

  constructor(boxes: Box[] = []) {
    for (const box of boxes) this.add(box);
  }

  add(box: Box): void {
    for (const cell of Field.under(box)) {
      const there = this.cells.get(cell);
      if (there) there.push(box);
      else this.cells.set(cell, [box]);
    }
  }

  /** Is there a box in the cells of this one of which it is true? */
  some(around: Box, test: (box: Box) => boolean): boolean {
    for (const cell of Field.under(around)) if (this.cells.get(cell)?.some(test)) return true;
    return false;
  }

  private static *under([left, top, right, bottom]: Box): Generator<string> {
    const CELL = 120;
    for (let x = Math.floor(left / CELL); x <= Math.floor(right / CELL); x++)
      for (let y = Math.floor(top / CELL); y <= Math.floor(bottom / CELL); y++) yield `${x} ${y}`;
  }
}

/** The box that a line goes from corner to corner of. */
function along([ax, ay, bx, by]: Line): Box {
  return [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)];
}

/** What is on the sheet already: stands and leaders, names, and the lines from names. */
interface Taken {
  pieces: Field;
  names: Field;
  lines: Line[];
  others: Wanted[];
}

/**
 * Places labels among obstacles, inside what is seen of the sheet: what stands near its edge is moved in. A label stays where it was
 * (`before`, slots by id) as long as there is room for it, so that names do not jump about when somebody else moves.
 */
export function placed(wanted: Wanted[], obstacles: Box[], sheet: Box, measure: Measure, before: ReadonlyMap<string, string> = new Map()): Placed[] {
  return placedIn(new Field(obstacles), wanted, sheet, measure, before);
}

function placedIn(pieces: Field, wanted: Wanted[], sheet: Box, measure: Measure, before: ReadonlyMap<string, string>): Placed[] {
  const names = new Field();
  const lines: Line[] = [];
  const done: Placed[] = [];
  for (const one of [...wanted].sort((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))) {
    // Who waits beyond the edge is named inside it, who is far out of sight not at all.
    if (!overlaps(one.box, grown(sheet, EDGE))) continue;
    const others = wanted.filter((other) => other !== one && other.kin === one.kin);
    const found = place(one, { pieces, names, lines, others }, sheet, measure, before.get(one.id));
    if (!found) continue;
    names.add(found.box);
    if (found.label.thread) lines.push(found.label.thread);
    done.push(found.label);
  }
  return done;
}

/** How short the texts are where all cannot be named at length: so many of the longer ones are left out. */
export type Brevity = 0 | 1 | 2;

/** Places all labels, with shorter texts if some find no room (from `least` on, as it was before, so that nothing flickers), then as long as they can be. */
export function settled(wanted: Wanted[], obstacles: Box[], sheet: Box, measure: Measure, before: ReadonlyMap<string, string>, least: Brevity = 0): { found: Placed[]; brevity: Brevity } {
  const seen = wanted.filter((one) => overlaps(one.box, grown(sheet, EDGE)));
  const first = new Set<string>();
  const pieces = new Field(obstacles);
  let best: { found: Placed[]; brevity: Brevity } | null = null;
  for (const brevity of [0, 1, 2, 2, 2, 2] as const) {
    if (brevity < least) continue;
    const shorter = seen.map((one) => ({ ...one, texts: shortened(one.texts, brevity), weight: one.weight + (first.has(one.id) ? FIRST : 0) }));
    const found = placedIn(pieces, shorter, sheet, measure, before);
    if (!best || found.length > best.found.length) best = { found, brevity };
    if (found.length === seen.length) break;
    // Who found no room at the last is served first.
    if (brevity === 2) for (const one of seen) if (!found.some((label) => label.id === one.id)) first.add(one.id);
  }
  if (!best) return { found: [], brevity: least };
  if (best.brevity === 0 && best.found.length === seen.length) return best;
  const found = lengthened(best.found, seen, pieces, sheet, measure);
  return { ...best, found: [...found, ...squeezed(found, seen, pieces, sheet, measure)] };
}

/** Those who found no room at all, farther off or wherever there is any, with lines that may go through other names: better than no name. */
function squeezed(found: Placed[], wanted: Wanted[], pieces: Field, sheet: Box, measure: Measure): Placed[] {
  const names = new Field(found.map((label) => boxOf(label, measure)));
  const lines = found.flatMap((label) => (label.thread ? [label.thread] : []));
  const more: Placed[] = [];
  for (const one of wanted.filter(({ id }) => !found.some((label) => label.id === id))) {
    const fit = fitter(one, { pieces, names, lines, others: wanted.filter((other) => other !== one && other.kin === one.kin) }, sheet);
    const texts = textsOf({ ...one, texts: shortened(one.texts, 2) }, measure, [...RANKS, ...FAR]);
    const spot = firstFit(texts, ({ spots }) => spots, fit) ?? firstFit(texts.slice(-1), (text) => anywhere(one, text, sheet), fit);
    if (!spot) continue;
    names.add(spot.box);
    if (spot.label.thread) lines.push(spot.label.thread);
    more.push(spot.label);
  }
  return more;
}

/** The first of some places where a text has room, whatever its line goes over. */
function firstFit(texts: Text[], places: (text: Text) => Spot[], fit: ReturnType<typeof fitter>): Found | undefined {
  for (const text of texts)
    for (const at of places(text)) {
      const found = fit(text, at, "any");
      if (found) return found;
    }
  return undefined;
}

/** Places all over what is seen of the sheet, the nearest to what is named first. */
function anywhere(one: Wanted, { width, height }: Text, sheet: Box): Spot[] {
  const all: (Spot & { far: number })[] = [];
  for (let x = sheet[0] + width / 2; x <= sheet[2] - width / 2; x += one.size * 2)
    for (let top = sheet[1]; top <= sheet[3] - height; top += height)
      all.push({ slot: "anywhere", x, top, apart: true, far: between([x - width / 2, top, x + width / 2, top + height], one.box) });
  return all.sort((a, b) => a.far - b.far);
}

/** More than anybody weighs. */
const FIRST = 1000;

/** Without second lines first, then the shortest alone. */
function shortened(texts: string[][], brevity: Brevity): string[][] {
  if (brevity === 0) return texts;
  const single = texts.filter((lines) => lines.length === 1);
  const plain = single.length ? single : texts;
  return brevity === 1 ? plain : plain.slice(-2);
}

/** How far beyond the edge of the sheet somebody may wait and still be named, in units of the sheet. */
const EDGE = 80;

function grown([left, top, right, bottom]: Box, by: number): Box {
  return [left - by, top - by, right + by, bottom + by];
}

/** What a label may be mistaken to stand at, or miss: a line longer than this part of a letter is drawn. */
const TOUCHES = 0.6;

/** From the label to the nearest stand of what it names. */
function thread(one: Wanted, label: Box): Line {
  const stands = one.stands?.length ? one.stands : [one.box];
  const nearest = stands.reduce((best, stand) => (between(label, stand) < between(label, best) ? stand : best));
  const [x, y] = [(nearest[0] + nearest[2]) / 2, (nearest[1] + nearest[3]) / 2];
  const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
  // From a corner a line looks as if it belonged to the letter there.
  const inset = Math.min((label[2] - label[0]) / 2, one.size);
  return [within(x, label[0] + inset, label[2] - inset), within(y, label[1], label[3]), x, y];
}

/** Does a line go through a box? */
export function crosses([ax, ay, bx, by]: Line, box: Box): boolean {
  let [from, to] = [0, 1];
  for (const [start, by_, least, most] of [[ax, bx - ax, box[0], box[2]], [ay, by - ay, box[1], box[3]]] as const) {
    if (by_ === 0) {
      if (start <= least || start >= most) return false;
      continue;
    }
    const [one, two] = [(least - start) / by_, (most - start) / by_];
    from = Math.max(from, Math.min(one, two));
    to = Math.min(to, Math.max(one, two));
  }
  return from < to;
}

/** Which lines may be drawn from a name to its unit: none, such as go through nobody, over other units too, or over names as well. */
type Threads = "none" | "free" | "over" | "any";

/** A text with its size, and where it could stand. */
interface Text {
  lines: string[];
  width: number;
  height: number;
  spots: Spot[];
}

interface Found {
  label: Placed;
  box: Box;
}

function textsOf(one: Wanted, measure: Measure, ranks = RANKS): Text[] {
  return one.texts.map((lines) => {
    const width = Math.max(...lines.map((line) => measure(line, one.size)));
    const height = lines.length * one.size * LEADING;
    return { lines, width, height, spots: spots(one, width, height, ranks) };
  });
}

/** Says whether a text has room at a spot, and with what line. */
function fitter(one: Wanted, taken: Taken, sheet: Box): (text: Text, spot: Spot, threads: Threads) => Found | undefined {
  const own = one.stands?.length ? one.stands : [one.box];
  // Its own stands are no obstacle to its line.
  const isStrange = (other: Box) => !own.some((stand) => stand.every((value, i) => value === other[i]));
  return ({ lines, width, height }, spot, threads) => {
    const x = Math.min(sheet[2] - width / 2, Math.max(sheet[0] + width / 2, spot.x));
    if (spot.apart && x !== spot.x) return undefined;
    const top = overlaps(one.box, sheet) ? spot.top : Math.min(sheet[3] - height, Math.max(sheet[1], spot.top));
    const box: Box = [x - width / 2, top, x + width / 2, top + height];
    if (box[0] < sheet[0] || box[1] < sheet[1] || box[2] > sheet[2] || box[3] > sheet[3]) return undefined;
    const covers = (other: Box) => overlaps(box, other);
    if (taken.names.some(box, covers) || taken.pieces.some(box, covers) || taken.lines.some((line) => crosses(line, box))) return undefined;
    const far = Math.min(...own.map((stand) => between(box, stand)));
    const clear = far <= one.size * TOUCHES && isNearest(box, one, taken.others);
    if (!clear && threads === "none") return undefined;
    const line = clear ? null : thread(one, box);
    // A line through another name would only confuse, one through other units is for where there is no other way.
    if (line && threads !== "any" && taken.names.some(along(line), (other) => crosses(line, other))) return undefined;
    if (line && (threads === "none" || threads === "free") && taken.pieces.some(along(line), (other) => crosses(line, other) && isStrange(other))) return undefined;
    return { label: { id: one.id, lines, x, top, size: one.size, slot: spot.slot, thread: line }, box };
  };
}

function place(one: Wanted, taken: Taken, sheet: Box, measure: Measure, before: string | undefined): Found | undefined {
  const all = textsOf(one, measure);
  const fit = fitter(one, taken, sheet);
  // Where it was, if more than the barest name has room there.
  for (const text of all.length > 1 ? all.slice(0, -1) : all)
    for (const spot of text.spots) {
      const found = spot.slot === before && !spot.apart ? fit(text, spot, "none") : undefined;
      if (found) return found;
    }
  for (const text of all)
    for (const spot of text.spots) {
      const found = spot.apart ? undefined : fit(text, spot, "none");
      if (found) return found;
    }
  return tied(one, all.slice(-2), fit);
}

/** What a shorter text is worth, and a line that goes over no other unit: so many letters nearer a name may else stand. */
const WHOLE = 1.5;
const FREE = 4;

/** A name with a line, written short: the nearest that has room, though a line over other units is taken only where it is much shorter. */
function tied(one: Wanted, texts: Text[], fit: ReturnType<typeof fitter>): Found | undefined {
  const own = one.stands?.length ? one.stands : [one.box];
  const far = ({ width, height }: Text, { x, top }: Spot) => Math.min(...own.map((stand) => between([x - width / 2, top, x + width / 2, top + height], stand)));
  const tries = texts.flatMap((text, i) => text.spots.map((spot) => ({ text, spot, far: far(text, spot) + i * WHOLE * one.size }))).sort((a, b) => a.far - b.far);
  let over: { found: Found; far: number } | null = null;
  for (const { text, spot, far } of tries) {
    if (over && far > over.far + FREE * one.size) break;
    const free = fit(text, spot, "free");
    if (free) return free;
    const found: Found | undefined = over ? undefined : fit(text, spot, "over");
    if (found) over = { found, far };
  }
  return over?.found;
}

/** Labels that were written short, as long as there is room for where they stand. */
function lengthened(found: Placed[], wanted: Wanted[], pieces: Field, sheet: Box, measure: Measure): Placed[] {
  const all = [...found];
  for (const [i, label] of all.entries()) {
    const one = wanted.find((other) => other.id === label.id);
    if (!one) continue;
    const rest = all.filter((_, place) => place !== i);
    const taken: Taken = {
      pieces,
      names: new Field(rest.map((other) => boxOf(other, measure))),
      lines: rest.flatMap((other) => (other.thread ? [other.thread] : [])),
      others: wanted.filter((other) => other !== one && other.kin === one.kin),
    };
    const fit = fitter(one, taken, sheet);
    for (const text of textsOf(one, measure)) {
      if (text.lines.join("\n") === label.lines.join("\n")) break;
      const spot = text.spots.find(({ slot }) => slot === label.slot);
      const longer = spot && fit(text, spot, label.thread ? "free" : "none");
      if (!longer) continue;
      all[i] = longer.label;
      break;
    }
  }
  return all;
}

/** Where a label is on the sheet. */
export function boxOf(label: Placed, measure: Measure): Box {
  const width = Math.max(...label.lines.map((line) => measure(line, label.size)));
  return [label.x - width / 2, label.top, label.x + width / 2, label.top + label.lines.length * label.size * LEADING];
}
