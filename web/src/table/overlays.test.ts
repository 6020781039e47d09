import { expect, it } from "vitest";
import { fronts } from "./overlays";

it("a gun in hand has its own front, a line that of all who look where its first looks", () => {
  const stands: [number, number, number][] = [[1, 1, 0], [2, 1, 90], [3, 1, 0]];
  expect(fronts(stands, 2)).toEqual([[2, 1, 90]]);
  expect(fronts(stands, null)).toEqual([[1, 1, 0], [3, 1, 0]]);
  expect(fronts([], 1)).toEqual([]);
});
