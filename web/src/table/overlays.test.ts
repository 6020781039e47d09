import { expect, it } from "vitest";
import { ahead, fronts, nearestFoe } from "./overlays";

it("a gun in hand has its own front, a line one for each way that its stands look", () => {
  const stands: [number, number, number][] = [[1, 1, 0], [2, 1, 90], [3, 1, 0]];
  expect(fronts(stands, 2)).toEqual([[[2, 1, 90]]]);
  expect(fronts(stands, null)).toEqual([[[1, 1, 0], [3, 1, 0]], [[2, 1, 90]]]);
  expect(fronts([], 1)).toEqual([]);
  // On its limber it fires nowhere.
  expect(fronts(stands, 2, [[], ["limbered"], []])).toEqual([]);
  expect(fronts(stands, 2, [[], ["silenced"], []])).toEqual([]);
  expect(fronts(stands, 1, [[], ["limbered"], []])).toEqual([[[1, 1, 0]]]);
  expect(fronts(stands, null, [["checked"], ["limbered"], []])).toEqual([[[1, 1, 0], [3, 1, 0]]]);
});

it("whom a gun would look at is the nearest enemy on its line", () => {
  const unit = (name: string, side: string, at: [number, number, number]) => ({ name, side, stands: [at], base: [2, 0.75], whereabouts: "on-table" });
  const units = [unit("far", "second", [0, 20, 180]), unit("near", "second", [0.5, 12, 180]), unit("aside", "second", [9, 12, 180]), unit("friend", "first", [0, 5, 0])];
  const scene = { units } as unknown as Parameters<typeof ahead>[0];
  const guns = unit("guns", "first", [0, 0, 0]) as unknown as Parameters<typeof ahead>[1];
  expect(ahead(scene, guns, 1, 0)).toBe("near");
  expect(ahead(scene, guns, 1, 180)).toBe(null);
});

it("a gun is turned to the nearest enemy", () => {
  const unit = (name: string, side: string, at: [number, number, number], whereabouts = "on-table") => ({ name, side, stands: [at], whereabouts });
  const units = [unit("far", "second", [0, 20, 180]), unit("near", "second", [-5, 5, 180]), unit("gone", "second", [1, 1, 0], "destroyed"), unit("friend", "first", [0, 1, 0])];
  expect(nearestFoe({ units } as never, "first", [0, 0])).toEqual({ name: "near", heading: 315 });
  expect(nearestFoe({ units: units.slice(3) } as never, "first", [0, 0])).toBeNull();
});
