import { expect, it } from "vitest";
import type { Curve, FireOdds, ManeuverOdds, VerdictOdds } from "../generated/referee-answer";
import { checkBars, combatBars, curveBars, fireBars, likely } from "./deeds";

it("the ends of a charge are told from what the attacker hopes for to what he fears", () => {
  const chance = (decimal: number) => ({ exact: "", decimal });
  const curve = {
    won: chance(0.5),
    home: chance(0.8),
    attacker_losses: 0.6,
    defender_losses: 1.1,
    ends: {
      outcomes: [
        { outcome: { end: "checked" }, chance: chance(0.2) },
        { outcome: { end: "fought", by: "recoil" }, chance: chance(0.3) },
        { outcome: { end: "fought", by: "both-gone" }, chance: chance(0) },
        { outcome: { end: "fought", by: "driven-back" }, chance: chance(0.5) },
      ],
    },
  } as Curve;
  const bars = curveBars(curve);
  expect(bars.map((bar) => bar.title)).toEqual(["he is driven back", "you are stopped by fire", "you recoil"]);
  expect(bars.map((bar) => bar.luck)).toEqual(["good", "bad", "bad"]);
  // To who is charged it is the other way round, in colour and sign.
  const theirs = curveBars(curve, true);
  expect(theirs.map((bar) => bar.title)).toEqual(["he recoils", "he is stopped by fire", "you are driven back"]);
  expect(theirs.map((bar) => bar.luck)).toEqual(["good", "good", "bad"]);
  expect(theirs[2]?.ink).toBe(bars[2]?.ink);
  expect(theirs[2]?.ink).not.toBe(bars[0]?.ink);
});

it("one's own fire is good where it does something, the enemy's where it does nothing", () => {
  const row = (deeds: string[]) => ({ title: "", chance: { exact: "", decimal: 0.5 }, deeds: deeds.map((does) => ({ does })), says: deeds.join() });
  const volley = { odds: [row(["disordered"]), row([])] } as unknown as FireOdds;
  expect(fireBars(volley).map((bar) => bar.luck)).toEqual(["good", "even"]);
  expect(fireBars(volley, true).map((bar) => bar.luck)).toEqual(["bad", "good"]);
  // That a charge goes home is what who fires at it fears; hurt and home is neither.
  const charged = { odds: [row(["charge-checked"]), row(["loses-stands", "charge-home"]), row(["charge-home"])] } as unknown as FireOdds;
  expect(fireBars(charged).map((bar) => bar.luck)).toEqual(["good", "even", "bad"]);
  expect(fireBars(charged, true).map((bar) => bar.luck)).toEqual(["bad", "even", "good"]);
});

it("every end of a charge says whom it befalls", () => {
  const ends = ["swept-from-the-field", "driven-back", "hard-pressed", "falter", "recoil", "repulsed"].map((verdict) => ({ verdict, chance: { decimal: 0.1 }, says: "" })) as unknown as VerdictOdds[];
  for (const defending of [false, true]) for (const bar of combatBars(ends, defending)) expect(bar.title).toMatch(/^(you|he) /);
});

it("a row has the referee's words, volleys that do the same are one row", () => {
  const row = (decimal: number, says: string) => ({ title: "Telling Fire", chance: { exact: "", decimal }, deeds: [], says });
  const bars = fireBars({ odds: [row(0.1, "is disordered"), row(0.2, "is disordered"), row(0.1, "retreats until 2\" away")] } as unknown as FireOdds);
  expect(bars.map((bar) => bar.note)).toEqual(["is disordered", "retreats until 2″ away"]);
  expect(bars[0]?.chance).toBeCloseTo(0.3);
});

it("what is less likely than one in a thousand has no row, but is owned to", () => {
  const bar = (title: string, chance: number) => ({ title, chance });
  expect(likely([bar("a", 0.001), bar("b", 0.0009), bar("c", 0.9981)])).toEqual({ rows: [bar("a", 0.001), bar("c", 0.9981)], others: true });
  expect(likely([bar("a", 1), bar("b", 0)])).toEqual({ rows: [bar("a", 1)], others: false });
});

it("ends of a combat that are told alike are one row", () => {
  const row = (decimal: number, says: string) => ({ verdict: "swept-from-the-field", chance: { exact: "", decimal }, says });
  const bars = combatBars([row(0.03, "loses 2 stands"), row(0.01, "loses 2 stands"), row(0.02, "loses 3 stands")] as unknown as VerdictOdds[]);
  expect(bars.map((bar) => bar.chance.toFixed(2))).toEqual(["0.04", "0.02"]);
});

it("ends of a combat that are called alike are told apart by what they cost", () => {
  const lose = (stands: number) => [{ does: "loses-stands", stands }];
  const row = (verdict: string, attacker: object[], defender: object[]) => ({ verdict, chance: { exact: "", decimal: 0.1 }, says: JSON.stringify([attacker, defender]), attacker, defender });
  const odds = [row("swept-from-the-field", [], lose(2)), row("swept-from-the-field", lose(1), lose(3)), row("falter", [], [{ does: "holds" }]), row("falter", lose(1), []), row("recoil", lose(1), [])] as unknown as VerdictOdds[];
  expect(combatBars(odds).map((bar) => bar.title)).toEqual(["he is swept away; he loses 2", "he is swept away; you lose 1, he 3", "you falter; no stand is lost", "you falter; you lose 1", "you recoil"]);
  expect(combatBars(odds, true)[1]?.title).toBe("you are swept away; you lose 3, he 1");
});

it("an effect of a check is told with what it lets a unit do", () => {
  const row = (effect: string, says: string, lets?: string) => ({ effect, title: effect, chance: { exact: "", decimal: 0.5 }, dice: [], deeds: [], says, lets });
  const odds = { odds: [row("tardy", "may make one short maneuver", 'move up to 6" in the open'), row("panic", "runs a full retreat, broken")] };
  const bars = checkBars(odds as unknown as ManeuverOdds);
  expect(bars.map((bar) => bar.note)).toEqual(["may make one short maneuver: move up to 6″ in the open", "runs a full retreat, broken"]);
});
