import { expect, it } from "vitest";
import type { Scene, Unit } from "../generated/referee-answer";
import { text } from "../text";
import { told } from "./orders";
import { moved, refuges } from "./recall";

const horse = { name: "Ker", side: "first", base: [1, 1], stands: [[10, 10, 0]], commander: "Twiggs", whereabouts: "on-table" } as unknown as Unit;
const enemy = { name: "Sappers", side: "second", base: [1, 1], stands: [[10, 6, 0], [12, 6, 0]], whereabouts: "on-table" };
const scene = { units: [horse, enemy], leaders: [{ name: "Twiggs", at: [4, 12] }] } as unknown as Scene;
const offers = ['"Ker": recall to 10,12 facing 145', '"Ker": recall to 10,12 facing S', '"Ker": recall to 10,22 facing 145', '"Ker": recall to 10,22 facing 146', '"Ker": recall to 5,12 facing N', '"Ker": go back'].map(told);

it("a place is told once, with its facings, how far it is and who is near", () => {
  const all = refuges(offers, horse, scene, text.orders.points, text.compass);
  expect(all.map((one) => one.to)).toEqual([[10, 12], [5, 12], [10, 22]]);
  expect(all[0]?.orders.map((one) => one.facing)).toEqual(["south-east", "south"]);
  expect(all[2]?.orders.map((one) => one.facing)).toEqual(["south-east"]);
  expect(all[2]).toMatchObject({ far: 12, where: "north", enemy: { name: "Sappers", far: expect.closeTo(14.8, 1) as number }, best: ["far"] });
  expect(all[0]?.best).toEqual(["near"]);
  expect(all[1]?.best).toEqual(["leader"]);
});

it("a unit that turns round its front keeps its shape", () => {
  const line = { at: [10, 10, 0], stands: [[9, 9.5, 0], [11, 9.5, 0]] } as Pick<Unit, "at" | "stands">;
  const round = (all: number[][]) => all.map((stand) => stand.map((n) => Math.round(n * 100) / 100));
  // It looked north and looks east now: what was left is in the north, and its rear in the west.
  expect(round(moved(line, [20, 20], 90))).toEqual([[19.5, 21, 90], [19.5, 19, 90]]);
});
