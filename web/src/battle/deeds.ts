// Bars from odds: what each outcome is called, and the referee's words for what it does.
import type { Curve, End, FireOdds, ManeuverOdds, VerdictOdds } from "../generated/referee-answer";
import { marked, text, word } from "../text";

/** A row of odds. */
export interface Bar {
  title: string;
  chance: number;
  note?: string;
  ink?: string;
}

/** What is less likely than this is not worth a row. */
const LEAST = 0.001;

/** The bars that are worth a row, and whether others are left out. */
export function likely(bars: Bar[]): { rows: Bar[]; others: boolean } {
  const rows = bars.filter((bar) => bar.chance >= LEAST);
  return { rows, others: bars.some((bar) => bar.chance > 0 && bar.chance < LEAST) };
}

/** Green for what one hopes for, red for what one fears. */
export function ink(effect: string): string {
  if (/double-quick|elan/.test(effect)) return "#1f5a3a";
  if (/well-handled|^rally/.test(effect)) return "#5d8a4a";
  if (/tardy/.test(effect)) return "#c4992e";
  if (/hold|halt/.test(effect)) return "#b5651b";
  return "#8c2a1b";
}

/** Bars of a check: what each effect does, and what a maneuver that it opens may be. */
export function checkBars(odds: ManeuverOdds): Bar[] {
  const note = (says: string, lets?: string | null) => marked(lets ? `${says}: ${lets}` : says);
  return odds.odds.map((one) => ({ title: one.title, chance: one.chance.decimal, note: note(one.says, one.lets), ink: ink(one.effect) }));
}

/** Rows with the same title and words in one. */
function joined(bars: Bar[]): Bar[] {
  const found: Bar[] = [];
  for (const one of bars) {
    const same = found.find((bar) => bar.title === one.title && bar.note === one.note && bar.ink === one.ink);
    if (same) same.chance += one.chance;
    else found.push({ ...one });
  }
  return found;
}

/** Bars of a volley. */
export function fireBars(odds: FireOdds): Bar[] {
  return joined(odds.odds.map((one) => ({ title: one.title, chance: one.chance.decimal, note: marked(one.says) })));
}

/** Bars of a combat. */
export function combatBars(odds: VerdictOdds[]): Bar[] {
  return joined(odds.map((one) => ({ title: one.title, chance: one.chance.decimal, note: marked(one.says) })));
}

/** The ends of a whole charge, what the attacker hopes for first. */
const ENDS = ["target-gone", "swept-from-the-field", "driven-back", "hard-pressed", "defender-gone", "both-gone", "checked", "falter", "recoil", "repulsed", "attacker-gone", "shot-away", "still-struggling"];
const GOOD = ENDS.indexOf("defender-gone");

/** Bars of a whole charge, fire and combat in one; to who is charged it is told as his hopes and fears, `held` are lost fights that leave him his ground. */
export function curveBars(curve: Curve, defending = false, held: Set<string> = new Set()): Bar[] {
  const name = (end: End) => ("by" in end ? end.by : end.end);
  const place = (end: End) => ENDS.indexOf(name(end));
  const ends = curve.ends.outcomes
    .filter((one) => one.chance.decimal > 0)
    .sort((a, b) => (place(a.outcome) - place(b.outcome)) * (defending ? -1 : 1));
  return joined(
    ends.map(({ outcome, chance }) => ({
      title: (defending ? (held.has(name(outcome)) ? text.charge.pressedHolds : text.charge.endsDefender[name(outcome)]) : null) ?? text.charge.ends[name(outcome)] ?? word(name(outcome)),
      chance: chance.decimal,
      ink: place(outcome) <= GOOD !== defending ? "#1f5a3a" : outcome.end === "checked" || held.has(name(outcome)) ? "#c4992e" : "#8c2a1b",
    })),
  );
}
