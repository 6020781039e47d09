// What happened, as the panels tell it: reasons in words, the result of a roll, and what the other side did.
import type { Reason, Told } from "../generated/referee-answer";
import { marked, signed, text } from "../text";
import type { Moment } from "./moments";

/** Turns and phases stand above what happens in them. */
export function isHead(sentence: string): boolean {
  return /^(==|--)/.test(sentence);
}

/** The sentences of an order, without the heads of turns and phases. */
export function sentences(events: Told[]): string[] {
  return events.flatMap(({ sentence }) => (sentence && !isHead(sentence) ? [marked(sentence)] : []));
}

/** The heads of phases that nothing happened in, as `order place`: a turn always has its head. */
export function emptyHeads(moments: Moment[]): Set<string> {
  const empty = new Set<string>();
  let open: string | null = null;
  for (const { n, events } of moments)
    for (const [i, { sentence }] of events.entries()) {
      if (!sentence) continue;
      if (open && isHead(sentence)) empty.add(open);
      open = sentence.startsWith("--") ? `${n} ${i}` : null;
    }
  if (open) empty.add(open);
  return empty;
}

/** Where the thought behind an order stands among its events: before the heads of what comes after it. */
export function thoughtAt(events: Told[]): number {
  const said = events.findIndex(({ sentence }) => sentence && !isHead(sentence));
  const next = events.findIndex(({ sentence }, i) => i >= said && sentence && isHead(sentence));
  return next < 0 ? events.length : next;
}

/** What led to a choice: the volley or combat of the last order, in its own words. */
export function cause(moments: Moment[]): string | null {
  for (const moment of moments.slice(-FEW).reverse()) {
    const event = [...moment.events].reverse().find(({ kind, sentence }) => sentence && (kind === "fires" || kind === "fights"));
    if (event?.sentence) return marked(event.sentence);
  }
  return null;
}

/** How far back a cause is looked for: choices follow at once on what they come from. */
const FEW = 3;

/** Whose a reason of a combat is, and in which round. */
const head = ({ of, round }: Reason) => [round ? text.round(round) : "", of ? text.fights[of] : ""].filter(Boolean).join(", ");

/** Reasons in words: those of a combat by whose they are. */
export function reasonWords(reasons: Reason[]): string {
  const said = ({ value, label }: Reason) => marked(value === null || value === undefined ? label : `${signed(value)} ${label}`);
  const heads = [...new Set(reasons.map(head))];
  return heads
    .map((of) => `${of ? `${of}: ` : ""}${reasons.filter((reason) => head(reason) === of).map(said).join(", ")}`)
    .join("; ");
}

/** Reasons under one head, each with what it counts in a column of its own. */
export interface Block {
  head: string;
  rows: { value: string | null; label: string; rule: string }[];
}

/** What a firer adds: `7th Ohio: 4 stands x 1/2 = 2 points, rifle musket at 3"`. */
const POINTS = /^(.+?: .+?) = ([\d/ ]+) points?, (.+)$/;

/** The many reasons of a volley or a combat as short lists: points by who fires, what is added to the die, and what else is told. Others are a line of words. */
export function reasonBlocks(kind: Told["kind"], reasons: Reason[]): Block[] | null {
  if (kind !== "fires" && kind !== "fights") return null;
  const blocks = new Map<string, Block>();
  const add = (head: string, row: Block["rows"][number]) => (blocks.get(head) ?? blocks.set(head, { head, rows: [] }).get(head))?.rows.push(row);
  const { points, die, notes } = text.reasons;
  // The notes stand last, wherever they are told.
  const last: Block["rows"] = [];
  for (const reason of reasons) {
    const { value, label, rule } = reason;
    const adds = POINTS.exec(label);
    if (value !== null && value !== undefined) add(head(reason) || die, { value: signed(value), label: marked(label), rule });
    else if (kind === "fires" && adds) add(points, { value: adds[2] ?? "", label: marked(`${adds[1]}, ${adds[3]}`), rule });
    else last.push({ value: null, label: marked(label), rule });
  }
  return [...blocks.values(), ...(last.length ? [{ head: notes, rows: last }] : [])];
}

/** Of each order in the log the orders that stand under its number: itself and those after it that nothing is told of, so that none seems to be lost. */
export function numbered<M extends Pick<Moment, "n">>(moments: M[], isTold: (moment: M) => boolean): Map<number, M[]> {
  const found = new Map<number, M[]>();
  let under: M[] = [];
  for (const moment of moments) {
    const told = isTold(moment);
    // What comes before the first of which something is told stands with it.
    if (told && found.size) under = [];
    under.push(moment);
    if (told) found.set(moment.n, under);
  }
  return found;
}

/** What is only remarked: it says nothing that the result would miss. */
const REMARKS = new Set(["leader-stays", "leader-replaced", "nobody-in-reach", "nobody-charges", "check-rolled"]);

/** A sentence without what belongs to its reasons: the ratings of a unit, and from which sums a result reaches. */
function bare(sentence: string): string {
  return marked(sentence)
    .replace(/ (?:\d+\/[\d-]+\/\d+|\d+ stands?) [A-Z][a-z]{2}(?=:)/g, "")
    .replace(/ \([^()]*\d[^()]*\)(?=:)/g, (inside) => (/\d\+|\d to \d|or less|from \d/.test(inside) ? "" : inside));
}

/** What happened, in as few words as say it: each thing once, without remarks where there is more. */
export function brief(events: Told[]): string[] {
  const told = events.filter(({ sentence }) => sentence && !isHead(sentence));
  const once = told.filter((event, i) => !isRepeated(event, told.slice(0, i)));
  const weighty = once.filter(({ kind }) => !REMARKS.has(kind));
  return (weighty.length ? weighty : once).map(({ sentence }) => bare(sentence ?? ""));
}

/** Is there more to be told of events than their brief says? */
export function hasWhy(events: Told[]): boolean {
  return events.some(({ reasons }) => reasons?.length) || brief(events).join() !== sentences(events).join();
}

/** So few things are read with their reasons at a glance. */
const GLANCE = 2;

/** Is what happened so little that its reasons may stand open below it? */
export function isShort(events: Told[]): boolean {
  return sentences(events).length <= GLANCE;
}

/** The events of an order under the heads that stand between them: a head, or what is told up to the next one. */
export function passages(events: Told[], empty: (place: number) => boolean): { at: number; head: string | null; events: Told[] }[] {
  const found: { at: number; head: string | null; events: Told[] }[] = [];
  for (const [at, event] of events.entries()) {
    if (!event.sentence || empty(at)) continue;
    const last = found.at(-1);
    if (isHead(event.sentence)) found.push({ at, head: event.sentence.replace(/[=-]{2}/g, "").trim(), events: [] });
    else if (last && last.head === null) last.events.push(event);
    else found.push({ at, head: null, events: [event] });
  }
  return found;
}

/** How many sentences of a roll are read over the table; the log has them all. */
const MOST = 6;

/** Is it told of a unit what the volley at it, or at whom it stands behind, has told already? */
function isRepeated({ sentence, units = [] }: Told, before: Told[]): boolean {
  const unit = units.find((name) => sentence?.startsWith(name));
  if (!unit || !sentence) return false;
  const what = sentence.slice(unit.length).replace(/^:? /, "").replace(/\.$/, "");
  if (before.some((other) => other.kind === "check-made" && other.sentence?.startsWith(`${unit} `) && other.sentence.includes(what))) return true;
  const clauses = before.flatMap((other) => (other.kind === "fires" ? (other.sentence ?? "").split(". ") : []));
  return clauses.some((clause) => (clause.includes(` at ${unit}:`) || clause.includes(`, ${unit}:`)) && clause.includes(what));
}

/** What came of the dice of an order, as it is read over the table. */
export function result(events: Told[]): string[] {
  const all = brief(events);
  return all.length > MOST ? [...all.slice(0, MOST), "…"] : all;
}

/** How many rolls can be read again over the table. */
const KEPT = 5;

/** The last rolls, the newest first: what fell, and what came of it. */
export function lastRolls(moments: Moment[]): { moment: Moment; dice: number[]; said: string[] }[] {
  return moments
    .filter(({ events }) => events.some((event) => event.dice?.length))
    .slice(-KEPT)
    .reverse()
    .map((moment) => ({ moment, dice: moment.events.flatMap((event) => event.dice ?? []).slice(0, 6), said: result(moment.events) }));
}

/** The leaders who were lost by one's last order and all that came after it. */
export function fallenSince(moments: Moment[], mine: string[]): string[] {
  let own = moments.length - 1;
  while (own > 0 && !mine.includes(moments[own]?.by ?? "")) own--;
  const lost = moments.slice(Math.max(own, 0)).flatMap(({ events }) => events.filter((event) => event.kind === "leader-lost"));
  return lost.flatMap((event) => event.sentence ?? []);
}

/** What came since so many player turns before, this one counted. */
function since(moments: Moment[], turns: number): Moment[] {
  for (let i = moments.length - 1; i >= 0; i--) {
    if (moments[i]?.events.some((event) => event.kind === "turn-begins")) turns -= 1;
    if (turns === 0) return moments.slice(i);
  }
  return moments;
}

/** Deeds that are told under an order of the other side where one's own go on after it: a charge that was declared before goes in, a position is taken. */
const DEEDS = new Set(["charge-declared", "charge-moves", "maneuvers", "gun-maneuvers", "key-taken", "carries", "recalls", "regroups", "breaks-through", "leader-moves", "leader-comes", "attached"]);

/** What others than these sides did in this player turn, and in as many before it as are wanted; what units of one's `own` do after it is left out. */
export function theirs(moments: Moment[], mine: string[], turns: number, own: (unit: string) => boolean): Moment[] {
  const isOwn = ({ kind, units }: Told) => DEEDS.has(kind) && !!units?.[0] && own(units[0]);
  return since(moments, turns)
    .filter((moment) => !mine.includes(moment.by))
    .map((moment) => ({ ...moment, events: moment.events.filter((event) => !isOwn(event)) }))
    .filter((moment) => sentences(moment.events).length > 0);
}

/** A mark on the table: who was in which order, and what came of it. */
export interface Mark {
  unit: string;
  n: number;
  said: string;
}

/** The number of an order at those it was about, with what came of it for each. */
export function marks({ n, events }: Moment): Mark[] {
  const found = new Map<string, Mark>();
  for (const event of events)
    for (const unit of event.units ?? []) {
      const said = event.sentence ? marked(event.sentence) : "";
      found.set(unit, { unit, n, said: [found.get(unit)?.said, said].filter(Boolean).join(" ") });
    }
  return [...found.values()].filter((mark) => mark.said);
}
