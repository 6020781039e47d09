// Bars from odds: what each outcome is called, and the referee's words for what it does.
import type { Curve, Deed, End, FireOdds, ManeuverOdds, ShotOdds, VerdictOdds } from "../generated/referee-answer";
import { marked, text, word } from "../text";

/** What an outcome is for who decides. */
export type Luck = "good" | "even" | "bad";

/** A row of odds. */
export interface Bar {
  title: string;
  chance: number;
  note?: string;
  luck?: Luck;
  ink?: string;
}

/** Green for what one hopes for, red for what one fears. */
const INKS: Record<Luck, string> = { good: "#1f5a3a", even: "#a9a184", bad: "#8c2a1b" };

function ranked(luck: Luck): Pick<Bar, "luck" | "ink"> {
  return { luck, ink: INKS[luck] };
}

/** What is less likely than this is not worth a row. */
const LEAST = 0.001;

/** The bars that are worth a row, and whether others are left out. */
export function likely(bars: Bar[]): { rows: Bar[]; others: boolean } {
  const rows = bars.filter((bar) => bar.chance >= LEAST);
  return { rows, others: bars.some((bar) => bar.chance > 0 && bar.chance < LEAST) };
}

/** The same for the effects of a check, from the best to the worst. */
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

/** What does the target no harm: its charge goes home, or who fires runs low. */
const HARMLESS = ["charge-home", "low-on-ammunition"];

/** Does this end of a volley hurt or stop the target? */
export function hurts({ deeds }: Pick<ShotOdds, "deeds">): boolean {
  return deeds.some(({ does }) => !HARMLESS.includes(does));
}

/** What an end of a volley is for who fires: that a charge comes home all the same is what he fears. */
function shotLuck(one: ShotOdds): Luck {
  const home = one.deeds.some(({ does }) => does === "charge-home");
  if (hurts(one)) return home ? "even" : "good";
  return home ? "bad" : "even";
}

/** The same for who is shot at: nothing is good. */
function sufferedLuck(one: ShotOdds): Luck {
  if (!hurts(one)) return "good";
  return shotLuck(one) === "even" ? "even" : "bad";
}

/** Bars of a volley; to who is shot at (`suffering`) what it does is bad. */
export function fireBars(odds: FireOdds, suffering = false): Bar[] {
  const luck = suffering ? sufferedLuck : shotLuck;
  return joined(odds.odds.map((one) => ({ title: one.title, chance: one.chance.decimal, note: marked(one.says), ...ranked(luck(one)) })));
}

/** The ends of a charge, what the attacker hopes for first. */
const ENDS = ["target-gone", "swept-from-the-field", "driven-back", "hard-pressed", "defender-gone", "both-gone", "checked", "falter", "recoil", "repulsed", "attacker-gone", "shot-away", "still-struggling"];
const GOOD = ENDS.indexOf("defender-gone");

/** What an end of a charge is for who decides: the attacker, or who is charged (`held` are lost fights that leave him his ground). */
function luckOf(end: string, defending: boolean, held: Set<string>): Luck {
  if (end === "still-struggling" || end === "both-gone" || held.has(end)) return "even";
  return ENDS.indexOf(end) <= GOOD !== defending ? "good" : "bad";
}

/** An end with whom it befalls. */
function endWords(end: string, defending: boolean, held: Set<string>): string {
  if (!defending) return text.charge.ends[end] ?? word(end);
  return held.has(end) ? text.charge.pressedHolds : (text.charge.endsDefender[end] ?? word(end));
}

const NONE: Set<string> = new Set();

/** How many stands these deeds cost. */
function lost(deeds: Deed[] | undefined): number {
  return (deeds ?? []).reduce((sum, deed) => sum + (deed.does === "loses-stands" ? deed.stands : 0), 0);
}

/** What an end of a combat costs either. */
function costWords(one: VerdictOdds, defending: boolean): string {
  const [own, theirs] = defending ? [lost(one.defender), lost(one.attacker)] : [lost(one.attacker), lost(one.defender)];
  return text.charge.lose(own, theirs);
}

/** Bars of a combat; ends that are called alike are told apart by what they cost. */
export function combatBars(odds: VerdictOdds[], defending = false, held = NONE): Bar[] {
  const cost = (one: VerdictOdds) => costWords(one, defending);
  const title = (one: VerdictOdds) => {
    const end = endWords(one.verdict, defending, held);
    return odds.some((other) => endWords(other.verdict, defending, held) === end && cost(other) !== cost(one)) ? `${end}; ${cost(one)}` : end;
  };
  return joined(odds.map((one) => ({ title: title(one), chance: one.chance.decimal, note: marked(one.says), ...ranked(luckOf(one.verdict, defending, held)) })));
}

/** Bars of a whole charge, fire and combat in one; to who is charged it is told as his hopes and fears. */
export function curveBars(curve: Curve, defending = false, held = NONE): Bar[] {
  const name = (end: End) => ("by" in end ? end.by : end.end);
  const place = (end: End) => ENDS.indexOf(name(end));
  const ends = curve.ends.outcomes
    .filter((one) => one.chance.decimal > 0)
    .sort((a, b) => (place(a.outcome) - place(b.outcome)) * (defending ? -1 : 1));
  return joined(ends.map(({ outcome, chance }) => ({ title: endWords(name(outcome), defending, held), chance: chance.decimal, ...ranked(luckOf(name(outcome), defending, held)) })));
}
