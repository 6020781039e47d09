import { expect, it } from "vitest";
import { onTable } from "../tableText";
import { cloud, smokeOf } from "./smoke";
import type { Spot } from "./view";

it("a cloud swells outward from each corner to the next, whichever way round they go", () => {
  const corners: Spot[] = [[0, 0], [68, 0], [68, 34], [0, 34]];
  const { path, middle } = cloud(corners);
  expect(middle).toEqual([34, 17]);
  expect(path).toMatch(/^M0\.0 0\.0A.*z$/);
  expect(path.match(/A/g)).toHaveLength(6);
  for (const [x, y] of corners) expect(path).toContain(`${x.toFixed(1)} ${y.toFixed(1)}`);
  expect(path).toContain(" 0 0 1 ");
  const back = cloud([...corners].reverse()).path;
  expect(back).toContain(" 0 0 0 ");
  expect(back).not.toContain(" 0 0 1 ");
});

it("each order has its own smoke", () => {
  const notes = [{ orders: ["a"] }, { orders: ["b", "c"], smoke: [1, 2] }];
  expect(["a", "b", "c", "d"].map((order) => smokeOf(notes, order))).toEqual([null, 1, 2, null]);
  expect(smokeOf(undefined, "a")).toBeNull();
});

it("smoke tells what it does and when it goes", () => {
  expect(onTable.smoke.hint("Grass fire", "3″", "south-west", 8, 2)).toMatch(/^Grass fire: nobody sees through .* drifts 3″ to the south-west; it is gone after turn 8\.$/);
  expect(onTable.smoke.hint("Grass fire", "3″", "south-west", 8, 0)).toMatch(/gone when this turn ends\.$/);
});
