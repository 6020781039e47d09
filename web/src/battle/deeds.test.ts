import { expect, it } from "vitest";
import type { Curve } from "../generated/referee-answer";
import { curveBars } from "./deeds";

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
  expect(bars.map((bar) => bar.title)).toEqual(["driven back", "stopped by fire", "recoil"]);
  expect(new Set(bars.map((bar) => bar.ink)).size).toBe(3);
});
