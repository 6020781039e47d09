import { expect, it } from "vitest";
import { text } from "../text";
import { overall } from "./luck";

const fortune = (rolls: number, came: number, expected: number, deviation: number) => ({ rolls, came, expected, deviation });

it("fire, checks and combats count together, each by how often it was rolled", () => {
  const army = { fire: fortune(25, 12, 8, 2), checks: fortune(25, 6, 10, 2), combats: fortune(0, 0, 0, 0) };
  // Two deviations up and two down: neither lucky nor unlucky.
  expect(overall(army)).toEqual({ rolls: 50, off: 0, kinds: ["fire", "checks"] });
  expect(overall({ ...army, checks: fortune(0, 0, 0, 0) }).off).toBe(2);
  expect(overall({ ...army, fire: fortune(100, 12, 8, 2) }).off).toBeGreaterThan(0.8);
});

it("nothing rolled is no luck", () => {
  const none = fortune(0, 0, 0, 0);
  expect(overall({ fire: none, checks: none, combats: none })).toEqual({ rolls: 0, off: 0, kinds: [] });
});

it("the headline tells all rolls and then each kind", () => {
  const army = { army: "Mexico", fire: fortune(40, 12, 8, 2), checks: fortune(60, 30, 31, 4), combats: fortune(3, 0, 1.5, 1) };
  const said = text.luck.sentence(army.army, overall(army), { fire: army.fire, checks: army.checks, combats: army.combats });
  expect(said).toMatch(/^Mexico: .+ in 103 volleys, checks and combats\. Fire very lucky; checks about what dice do; combats unlucky\.$/);
  const even = { fire: army.checks, checks: army.checks, combats: fortune(0, 0, 0, 0) };
  expect(text.luck.sentence("Mexico", overall(even), even)).toBe("Mexico: about what dice do in 120 volleys, checks and combats. Fire and checks alike.");
});
