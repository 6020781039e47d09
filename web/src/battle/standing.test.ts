import { expect, it } from "vitest";
import type { Scene } from "../generated/referee-answer";
import { tally } from "./standing";

it("points are told by what they are for, and add up to what the referee says", () => {
  const scene = {
    armies: [{ points: 6, losses: "bearable" }, { points: 4, losses: "greater-losses" }],
    "key-positions": [
      { name: "Road", holder: "first", points: [2, 2], "key-of": "second" },
      { name: "Park", holder: "second", points: [1, 4] },
      { name: "Ford", holder: null, points: [3, 3] },
    ],
  } as unknown as Scene;
  const found = tally(scene);
  expect(found.positions.map((one) => one.points)).toEqual([[2, 0], [0, 4], [0, 0]]);
  expect(found.losses).toEqual([2, 0]);
  // Two points that neither positions nor losses explain are for guns.
  expect(found.others).toEqual([2, 0]);
  expect(found.total).toEqual([6, 4]);
});
