// Orders as text: what they are about, and how to say them. The page never decides what is legal; it only sorts what the
// referee offers. The language is told in crates/library/src/order/.
import { compass } from "../table/view";
import { inches, marked, text } from "../text";

const say = text.orders;

/** What an order is, as far as the page needs to know it. */
export interface Told {
  /** The order as the referee reads it. */
  order: string;
  /** Its kind: `check`, `attach`, `detach`, `leader`, `fire`, `fight`, `pick`, `enter`, `use`, `done`, `resign`, `unit`. */
  kind: string;
  /** The unit that carries it out. */
  unit?: string;
  /** The leader it is about. */
  leader?: string;
  /** The units that check or fire. */
  units: string[];
  /** Whom it is aimed at, or whom a leader joins. */
  target?: string;
  /** The gun stand, from 1. */
  gun?: number;
  /** What follows the name of the unit. */
  rest: string;
  /** Where a leader or unit goes. */
  to?: [number, number];
}

const NAME = /"((?:[^"\\]|\\.)*)"/g;

/** A name in the quotes that orders want. */
export function quoted(name: string): string {
  return `"${name.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

function names(part: string): string[] {
  return [...part.matchAll(NAME)].map((found) => (found[1] ?? "").replaceAll('\\"', '"').replaceAll("\\\\", "\\"));
}

function spot(part: string): [number, number] | undefined {
  const found = /(-?[\d.]+),(-?[\d.]+)/.exec(part.replaceAll(NAME, ""));
  return found ? [Number(found[1]), Number(found[2])] : undefined;
}

/** Reads what an order is about. */
export function told(order: string): Told {
  const base = { order, units: [] as string[], rest: order };
  if (order === "done" || order === "resign") return { ...base, kind: order };
  const first = /^[a-z]+/.exec(order)?.[0];
  const all = names(order);
  switch (first) {
    case "check": {
      const alone = order.startsWith("check alone");
      return alone
        ? { ...base, kind: "check", units: all }
        : { ...base, kind: "check", leader: all[0], units: all.slice(1) };
    }
    case "attach":
      return { ...base, kind: first, leader: all[0], target: all[1], to: spot(order) };
    case "detach":
    case "leader":
      return { ...base, kind: first, leader: all[0], to: spot(order) };
    case "fire":
      return { ...base, kind: first, target: all[0], units: all.slice(1) };
    case "fight":
      return { ...base, kind: first, unit: all[0], units: all };
    case "pick": {
      const gun = /gun (\d+)/.exec(order.replaceAll(NAME, ""));
      return { ...base, kind: first, unit: all[0], units: all, gun: gun ? Number(gun[1]) : undefined };
    }
    case "enter":
      return { ...base, kind: first, unit: all[0], units: all, to: spot(order) };
    case "use":
      return { ...base, kind: first, unit: all[1], units: all.slice(1) };
  }
  const unit = all[0];
  const rest = order.slice(order.indexOf(":", unit ? quoted(unit).length : 0) + 1).trim();
  const gun = /^gun (\d+) /.exec(rest);
  return {
    ...base,
    kind: "unit",
    unit,
    units: unit ? [unit] : [],
    rest,
    target: all[1],
    gun: gun ? Number(gun[1]) : undefined,
    to: spot(rest),
  };
}

/** What is offered, each order once: a list has no room for two that are the same. */
export function offered(orders: string[]): Told[] {
  return [...new Set(orders)].map(told);
}

function upper(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function facing(where: string): string {
  return say.points[where] ?? compass(Number(where), Object.values(say.points));
}

/** A line of a unit's card in plain words: where it looks by the compass, no numbers of the map; guns have no levels. */
export function cardWords(line: string): string {
  return marked(line)
    .replace(/^(\d+ stands?), fresh, (?=gun \d|limbered|unlimbered)/, "$1, ")
    .replace(/,? at -?[\d.]+,-?[\d.]+ facing ([A-Z]{1,3}\b|[\d.]+)°?/, (_, where) => `, ${say.facing(facing(where))}`)
    .replace(/″ ([NESW]{1,3})\b/g, (_, where) => `″ ${facing(where)}`);
}

/** The steps and shapes of a maneuver in words. */
export function maneuverWords(rest: string): string {
  let said = rest.replace(NAME, "$1");
  said = said.replace(/^gun \d+ /, "");
  said = said.replace(/^limber(?=,|$)/, say.limberBack);
  said = said.replace(/^(limber [^,]+, )?move /, "$1");
  said = said.replace(/^hold refuse /, "hold, refuse ");
  said = said.replace(/^change to /, say.form);
  said = said.replace(/\boblique (back )?(left|right) ([\d.]+) ([\d.]+)/g, (_, back: string | undefined, side, angle, far) =>
    say.oblique(!!back, side, round(angle), inches(Number(far))));
  said = said.replace(/\bhaul (left|right) ([\d.]+) ([\d.]+)/g, (_, side, angle, far) => say.haul(side, round(angle), inches(Number(far))));
  said = said.replace(/\b(advance|withdraw|road about|road|prolong|haul back|haul) ([\d.]+)/g, (_, verb: string, far) =>
    say.step(verb === "road" ? say.road : verb === "road about" ? say.roadAbout : verb, inches(Number(far))));
  said = said.replace(/\bwheel (left|right) ([\d.]+)/g, (_, side, angle) => say.wheel(side, round(angle)));
  said = said.replace(/^front (left|right) ([\d.]+)( backward)?/, (_, side, angle, back) => say.front(side, angle, !!back));
  said = said.replace(/^flank (left|right) ([\d.]+)/, (_, side, far) => say.flank(side, inches(Number(far))));
  said = said.replace(/\bshift (\S+) ([\d.]+)/g, (_, where, far) => say.shift(facing(where), inches(Number(far))));
  said = said.replace(/\brefuse (left|right) (\d+) ([\d.]+)/g, (_, side, count, angle) => say.refuse(side, count, angle));
  said = said.replace(/\bfacing ([A-Z]{1,3}|[\d.]+)\b/g, (_, where) => say.facing(facing(where)));
  said = said.replace(/\b(unlimber|limber|pivot) ([A-Z]{1,3}|[\d.]+)/g, (_, verb, where) => say.turn(verb, facing(where)));
  said = said.replace(/^hasty square$/, say.square).replace(/^shelter in /, say.shelter).replace(/^(stand|carry|press on|go back)$/, (verb) => say.deeds[verb] ?? verb);
  said = said.replace(/ at (-?[\d.]+),(-?[\d.]+)/g, "");
  said = said.replace(/\brecall to (-?[\d.]+),(-?[\d.]+)/g, (_, x, y) => say.recall(place([Number(x), Number(y)])));
  said = said.replace(/ fire$/, say.fires).replace(/^fire$/, say.standToFire).replace(/ disordered( with cold steel)?/, (_, steel) => (steel ?? "") + say.hurried);
  said = said.replace(/\brear rank\b/, say.about);
  said = said.replace(/^((?:counter)?charge .+?) (wheel|oblique) /, "$1, $2 ");
  said = said.replace(/, unlimber/, say.then);
  return upper(said);
}

function round(angle: string): string {
  return String(Math.round(Number(angle)));
}

/** An order in words, as a button says it. */
export function orderWords(one: Told): string {
  const [unit, leader, target] = [one.unit ?? "", one.leader ?? "", one.target ?? ""];
  switch (one.kind) {
    case "check":
      return leader ? say.checks(leader, list(one.units)) : say.alone(list(one.units));
    case "attach":
      return say.joins(leader, target);
    case "detach":
      return say.leaves(leader, place(one.to));
    case "leader":
      return say.rides(leader, place(one.to));
    case "fire":
      return say.fire(list(one.units), target);
    case "fight":
      return say.fight(unit);
    case "pick":
      return one.gun ? say.gun(unit, one.gun) : unit;
    case "enter":
      return say.enters(unit, place(one.to));
    case "use":
      return upper(one.order.replace(/^use /, "").replace(NAME, "$1"));
    case "unit":
      return `${one.gun ? say.gun(unit, one.gun) : unit}: ${maneuverWords(one.rest).replace(/^./, (c) => c.toLowerCase())}`;
    case "done":
      return say.done;
    case "resign":
      return say.resign;
    default:
      return upper(one.order);
  }
}

function place(to: [number, number] | undefined): string {
  return to ? say.place(Math.round(to[0]), Math.round(to[1])) : say.there;
}

/** The rule of the battle that an order uses, by its name. */
export function specialName(one: Told): string | null {
  return one.kind === "use" ? (names(one.order)[0] ?? null) : null;
}

/** Names joined as people say them. */
export function list(all: string[]): string {
  if (all.length < 2) return all[0] ?? "";
  return say.and(all.slice(0, -1).join(", "), all[all.length - 1] ?? "");
}

/** The heading under which a maneuver stands in the list of its unit. */
export function maneuverGroup(one: Told): string {
  const rest = one.rest.replace(/^gun \d+ /, "");
  if (/^(charge|storm|countercharge)/.test(rest)) return "charge";
  if (rest === "hold") return "hold";
  if (/^(fire|replenish)/.test(rest)) return "fire";
  if (/^change to|^deploy|^dismount|^mount|^limber( \S+)?$|^unlimber/.test(rest)) return "form";
  if (/^move (oblique back|withdraw)/.test(rest) || /^retreat|^haul back|withdraw [\d.]+$/.test(rest)) return "back";
  if ((/wheel/.test(rest) && /^move/.test(rest)) || /^front|^rear rank|^pivot|refuse/.test(rest)) return "turn";
  if (/^(limber( \S+)?, )?move|^prolong|^haul|^road|^flank/.test(rest)) return "move";
  return "other";
}

/** Does a gun that holds give up fire that it could keep? */
export function isSilentHold(one: Told, offers: Told[]): boolean {
  return one.gun !== undefined && /^gun \d+ hold$/.test(one.rest) && offers.some((other) => other.unit === one.unit && other.gun === one.gun && /^gun \d+ fire$/.test(other.rest));
}

/** Does it stay where it is, a gun ready for the fire phase? */
export function isReady(one: Told): boolean {
  return /^(gun \d+ )?fire$/.test(one.rest);
}

/** Does a gun go by hand, without limbering? */
export function isByHand(one: Told): boolean {
  return /^(gun \d+ )?(haul|prolong)\b/.test(one.rest);
}

/** Does a gun drive somewhere and stay on its limber? */
export function isDrive(one: Told): boolean {
  return /^gun \d+ (limber( \S+)?, )?move\b/.test(one.rest) && !/, unlimber\b/.test(one.rest);
}

/** The charges of a unit, the plainest at each target first; those that go at the same one by harder ways apart. */
export function chargeWays(all: Told[]): { plain: Told[]; others: Told[] } {
  const hard = (one: Told) => (/ disordered/.test(one.rest) ? 2 : 0) + (/ with cold steel/.test(one.rest) ? 1 : 0);
  const plain = all.filter((one) => !all.some((other) => other.target === one.target && / disordered/.test(one.rest) && !/ disordered/.test(other.rest)));
  return { plain: [...plain].sort((a, b) => hard(a) - hard(b)), others: all.filter((one) => !plain.includes(one)) };
}

const HEADING = /\b(pivot|unlimber|limber|facing|shift) ([\d.]+)/;

/** What tells maneuvers apart that are said alike, by order: whom a gun would look at (`ahead` says who is there), else the exact numbers. */
export function differences(all: Told[], ahead: (heading: number) => string | null): Map<string, string> {
  const found = new Map<string, string>();
  for (const one of all) {
    const heading = HEADING.exec(one.rest);
    const whom = heading && heading[1] !== "shift" ? ahead(Number(heading[2])) : null;
    if (whom) found.set(one.order, say.towards(whom));
  }
  const words = (one: Told) => maneuverWords(one.rest) + (found.get(one.order) ?? "");
  const alike = all.filter((one) => all.some((other) => other !== one && words(other) === words(one)));
  for (const one of alike) {
    const heading = HEADING.exec(one.rest)?.[2];
    const exact = /[\d.]+$/.exec(one.rest.replace(/ fire$/, ""))?.[0];
    if (heading) found.set(one.order, say.degrees(String(Math.round(Number(heading) * 10) / 10)));
    else if (exact) found.set(one.order, say.exactly(exact));
  }
  return found;
}

/** Would it hardly stir? Such moves are not worth a line of the list. */
export function isIdle(one: Told): boolean {
  return /^(gun \d+ )?move\b/.test(one.rest) && Number(/ ([\d.]+)$/.exec(one.rest)?.[1] ?? 1) < 0.1;
}

/** Reminders of those alone who can be given an order now. */
export function undone<R extends { kind: string; units: string[] }>(reminders: R[], offers: Told[]): R[] {
  const offered = new Set(offers.flatMap((offer) => [...offer.units, ...(offer.unit ? [offer.unit] : [])]));
  return reminders.map((one) => ({ ...one, units: one.units.filter((unit) => offered.has(unit)) })).filter((one) => one.units.length);
}

/** What a reminder says, to know it again: who was told of it and goes on all the same is not told again. */
export function reminded(reminders: { kind: string; units: string[] }[], turn: number, task: string): string {
  return JSON.stringify([turn, task, reminders.map(({ kind, units }) => [kind, [...units].sort()])]);
}

/** The groups in the order in which they are shown. */
export const GROUPS = ["charge", "fire", "move", "turn", "form", "back", "other", "hold"];

/** How many maneuvers of a group are shown before the rest is folded. */
const FEW = 6;

/** The few maneuvers of a group that one most often wants: straight ahead, the widest turns, each formation once, the farthest first. */
export function plainest(all: Told[]): Told[] {
  if (all.length <= FEW + 1) return all;
  const rank = (one: Told) => {
    const rest = one.rest.replace(/^gun \d+ /, "");
    if (/^(limber( \S+)?, )?move (advance|withdraw) [\d.]+$|^flank|^road|^rear rank|^haul/.test(rest)) return 0;
    if (/^change to/.test(rest)) return / then /.test(rest) ? 3 : 0;
    return /\b45\b/.test(rest) ? 1 : /\b30\b/.test(rest) ? 2 : 3;
  };
  const far = (one: Told) => Number(/([\d.]+)$/.exec(one.rest)?.[1] ?? 0);
  return [...all].sort((a, b) => rank(a) - rank(b) || far(b) - far(a)).slice(0, FEW);
}

/** The check of these units under this leader, or of one alone. */
export function checkOrder(leader: string | undefined, units: string[]): string {
  const who = units.map(quoted).join(", ");
  return leader ? `check ${quoted(leader)}: ${who}` : `check alone: ${who}`;
}

/** A charge by the plainest way. */
export function chargeOrder(unit: string, target: string): string {
  return `${quoted(unit)}: charge ${quoted(target)}`;
}

/** The same charge with its own volley: cold steel goes the same way, wheel and all. */
export function withoutSteel(order: string): string {
  return order.replace(/ with cold steel$/, "");
}

/** The volley of these units at that one. */
export function fireOrder(target: string, units: string[]): string {
  return `fire at ${quoted(target)}: ${units.map(quoted).join(", ")}`;
}
