import { expect, it } from "vitest";
import type { Scene } from "../generated/referee-answer";
import { lossesByUnit, step } from "./moments";

const scene = (units: [string, number, string?][]) =>
  ({ units: units.map(([name, strength, whereabouts = "on-table"]) => ({ name, strength, whereabouts, side: "first" })) }) as unknown as Scene;

it("a section that was sent out is no loss of its battery", () => {
  const first = scene([["Ringgold's", 2], ["5th US", 8], ["May's", 4]]);
  const last = scene([["Ringgold's", 1], ["Ringgold's, section 2", 1], ["5th US", 5], ["May's", 0, "destroyed"]]);
  const lost = lossesByUnit(first, last).map((one) => [one.name, one.had - one.left]);
  expect(lost).toEqual([["Ringgold's", 0], ["5th US", 3], ["May's", 4]]);
});

it("the step is the referee's, and both rounds of combats are the charge", () => {
  expect(step({ step: "offensive" })).toBe("offensive");
  expect(step({ step: "second-combats" })).toBe("charge");
  expect(step(null)).toBe("");
});
