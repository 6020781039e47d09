// What an effect does, in a few words beside its bar, and bars from odds.
import type { Curve, Deed, End, FireOdds, ManeuverOdds, VerdictOdds } from "../generated/referee-answer";
import { text, word } from "../text";

/** A deed in words. */
export function deed(one: Deed): string {
  const facts = one as unknown as Record<string, unknown>;
  switch (one.does) {
    case "may-maneuver":
      return text.orders.opens(word(String(facts.list)));
    case "loses-stands":
      return text.orders.loses(Number(facts.stands));
    default: {
      const more = Object.entries(facts)
        .filter(([key, value]) => key !== "does" && (typeof value === "number" || typeof value === "string"))
        .map(([, value]) => String(value));
      return [one.does.replaceAll("-", " "), ...more].join(" ");
    }
  }
}

export function deeds(all: Deed[]): string {
  return all.map(deed).join(", ");
}

/** Green for what one hopes for, red for what one fears. */
export function ink(effect: string): string {
  if (/double-quick|elan/.test(effect)) return "#1f5a3a";
  if (/well-handled|^rally/.test(effect)) return "#5d8a4a";
  if (/tardy/.test(effect)) return "#c4992e";
  if (/hold|halt/.test(effect)) return "#b5651b";
  return "#8c2a1b";
}

/** Bars of a check. */
export function checkBars(odds: ManeuverOdds) {
  return odds.odds.map((one) => ({ title: one.title, chance: one.chance.decimal, note: deeds(one.deeds.filter((what) => what.does !== "may-maneuver")), ink: ink(one.effect) }));
}

/** Bars of a volley, rows with the same title and deeds joined. */
export function fireBars(odds: FireOdds) {
  const bars: { title: string; chance: number; note: string }[] = [];
  for (const one of odds.odds) {
    const note = deeds(one.deeds);
    const same = bars.find((bar) => bar.title === one.title && bar.note === note);
    if (same) same.chance += one.chance.decimal;
    else bars.push({ title: one.title, chance: one.chance.decimal, note });
  }
  return bars;
}

/** Bars of a combat. */
export function combatBars(odds: VerdictOdds[]) {
  return odds.map((one) => ({ title: one.title, chance: one.chance.decimal, note: deeds(one.defender) }));
}

/** The ends of a whole charge, what the attacker hopes for first. */
const ENDS = ["target-gone", "swept-from-the-field", "driven-back", "hard-pressed", "defender-gone", "both-gone", "checked", "falter", "recoil", "repulsed", "attacker-gone", "shot-away", "still-struggling"];
const GOOD = ENDS.indexOf("defender-gone");

/** Bars of a whole charge, fire and combat in one; to who is charged it is told as his hopes and fears. */
export function curveBars(curve: Curve, defending = false) {
  const name = (end: End) => ("by" in end ? end.by : end.end);
  const place = (end: End) => ENDS.indexOf(name(end));
  return curve.ends.outcomes
    .filter((one) => one.chance.decimal > 0)
    .sort((a, b) => (place(a.outcome) - place(b.outcome)) * (defending ? -1 : 1))
    .map(({ outcome, chance }) => ({
      title: (defending ? text.charge.endsDefender[name(outcome)] : null) ?? text.charge.ends[name(outcome)] ?? word(name(outcome)),
      chance: chance.decimal,
      ink: place(outcome) <= GOOD !== defending ? "#1f5a3a" : outcome.end === "checked" ? "#c4992e" : "#8c2a1b",
    }));
}
