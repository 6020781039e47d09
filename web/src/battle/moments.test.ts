import { expect, it } from "vitest";
import type { Asked, Scene } from "../generated/referee-answer";
import { lossesByUnit, step } from "./moments";

const scene = (units: [string, number, string?][]) =>
  ({ units: units.map(([name, strength, whereabouts = "on-table"]) => ({ name, strength, whereabouts, side: "first" })) }) as unknown as Scene;

it("a section that was sent out is no loss of its battery", () => {
  const first = scene([["Ringgold's", 2], ["5th US", 8], ["May's", 4]]);
  const last = scene([["Ringgold's", 1], ["Ringgold's, section 2", 1], ["5th US", 5], ["May's", 0, "destroyed"]]);
  const lost = lossesByUnit(first, last).map((one) => [one.name, one.had - one.left]);
  expect(lost).toEqual([["Ringgold's", 0], ["5th US", 3], ["May's", 4]]);
});

it("what a volley leaves to be chosen belongs to the fire that it came of", () => {
  const asked = { task: "pick-low", phase: "musketry-and-cannonade", turn: 3 } as Asked;
  const fire = (task: string, turn: number) => ({ task, turn, phase: "musketry-and-cannonade" });
  expect(step(asked, [fire("defensive", 3), fire("offensive", 3), fire("lose", 3)])).toBe("offensive");
  expect(step(asked, [fire("offensive", 2), fire("defensive", 3)])).toBe("defensive");
  expect(step({ ...asked, task: "retreat", phase: "charge" }, [fire("offensive", 3)])).toBe("charge");
});
