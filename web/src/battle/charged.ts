// What is known of charges: who comes at whom, what was answered, and the same odds from the side of who is charged.
import type { Odds, Scene, Side, Verdict } from "../generated/referee-answer";
import { nearestStands } from "../table/measure";
import { compass, middle } from "../table/view";
import { percent, text } from "../text";
import type { Moment } from "./moments";

export interface Coming {
  unit: string;
  target: string;
  /** How far away, in inches, edge to edge as moves are measured; nothing if it has come home. */
  far: number | null;
  /** Where it comes from: `south-east`. */
  from: string;
}

/** The charges that are under way against a side, from the view of their targets. */
export function coming(scene: Scene, side: Side, points: string[]): Coming[] {
  const all: Coming[] = [];
  for (const unit of scene.units) {
    const { charge } = unit;
    if (!charge || charge.kind !== "charge" || charge.stage === "over" || unit.side === side) continue;
    const target = scene.units.find((other) => other.name === charge.target);
    if (!target?.stands.length || !unit.stands.length) continue;
    const [a, b] = [middle(target.stands), middle(unit.stands)];
    const heading = (Math.atan2(b[0] - a[0], b[1] - a[1]) * 180) / Math.PI;
    all.push({ unit: unit.name, target: target.name, far: charge.stage === "in-contact" ? null : nearestStands(unit, target), from: compass(heading, points) });
  }
  return all;
}

/** What a side has answered since it was asked: the sentences of its answers, the latest last. */
export function answers(moments: Moment[], side: Side): string[] {
  const said: string[] = [];
  for (const moment of [...moments].reverse()) {
    if (moment.task !== "answer" || moment.by !== side) break;
    for (const event of moment.events) if (event.kind === "answer-declared" && event.sentence) said.unshift(event.sentence);
  }
  return said;
}

/** The chance of who is charged to have the better of it; nothing where the referee cannot say. */
export function defends(odds: Odds | null): number | null {
  if (odds?.of !== "charge") return null;
  if (odds.curve) return 1 - odds.curve.won.decimal;
  return odds.combat ? 1 - odds.combat.won.decimal : null;
}

const LOST: Verdict[] = ["swept-from-the-field", "driven-back", "hard-pressed", "defender-gone", "both-gone"];

/** The ends of a lost fight that leave who is charged where he stands, and send the attacker back: a square that is hard pressed. */
export function holding(odds: Odds | null): Set<string> {
  const ends = odds?.of === "charge" ? (odds.combat?.odds ?? []) : [];
  return new Set(ends.filter((one) => LOST.includes(one.verdict) && one.defender.some((deed) => deed.does === "holds")).map((one) => one.verdict));
}

/** The chance of who is charged to keep his ground; nothing where the referee cannot say. */
export function keeps(odds: Odds | null): number | null {
  if (odds?.of !== "charge") return null;
  const held = holding(odds);
  const stays = (verdict: Verdict) => !LOST.includes(verdict) || held.has(verdict);
  const sum = (all: { chance: { decimal: number } }[]) => all.reduce((total, one) => total + one.chance.decimal, 0);
  if (odds.curve) return sum(odds.curve.ends.outcomes.filter(({ outcome }) => (outcome.end === "fought" ? stays(outcome.by) : outcome.end !== "target-gone")));
  return odds.combat ? sum(odds.combat.odds.filter((one) => stays(one.verdict))) : null;
}

/** The same, where it is another than the chance to have the better of it. */
export function ground(odds: Odds | null): number | null {
  const [better, kept] = [defends(odds), keeps(odds)];
  return better === null || kept === null || Math.round(better * 100) === Math.round(kept * 100) ? null : kept;
}

/** Whole percents, as they are told. */
const whole = (chance: number) => Math.round(chance * 100);
const alike = (then: number | null, before: number | null) => then === before || (then !== null && before !== null && whole(then) === whole(before));

/** Are one's own chances the same after an answer as now? */
export function isSame(after: Odds | null, now: Odds | null): boolean {
  return !!now && defends(after) !== null && alike(defends(after), defends(now)) && alike(keeps(after), keeps(now));
}

/** The answers with those that change nothing last, as soon as it is known of all. */
export function usefulFirst<T>(answers: T[], changes: (answer: T) => boolean | undefined): T[] {
  const known = answers.map(changes);
  return known.includes(undefined) ? answers : [...answers.filter((_, i) => known[i]), ...answers.filter((_, i) => !known[i])];
}

/** What an answer does to one's own chances, in a few words: to have the better of it and to keep one's ground, each with how it is now. */
export function outlook(after: Odds | null, now: Odds | null): string | null {
  const [better, kept] = [defends(after), keeps(after)];
  if (better === null) return null;
  const by = (then: number, before: number | null) => text.charge.by(before === null ? 0 : whole(then) - whole(before));
  const said: [string, string] = [percent(better), by(better, defends(now))];
  if (isSame(after, now)) return text.charge.same(percent(better));
  if (kept === null) return text.charge.chanceSo(...said);
  const ground: [string, string] = [percent(kept), by(kept, keeps(now))];
  return said.join() === ground.join() ? text.charge.bothSo(...said) : text.charge.groundSo(...ground, ...said);
}

/** Would no fight come of a charge at all? */
export function isVain(odds: Odds | null): boolean {
  return odds?.of === "charge" && !odds.curve && !odds.combat && !odds.fire;
}
