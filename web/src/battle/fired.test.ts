import { expect, test } from "vitest";
import { fired, gone } from "./fired";
import type { Moment } from "./moments";

const moment = (order: string, more: Partial<Moment> = {}): Moment => ({ n: 1, order, by: "first", army: "A", turn: 3, phase: "fire", step: "offensive", task: "offensive", events: [], ...more });

test("the volleys of this step alone are told, whatever else was ordered in it", () => {
  const moments = [
    moment('fire at "Old": "Guns"', { turn: 2 }),
    moment('fire at "Mine": "Theirs"', { by: "second" }),
    moment('fire at "Before": "Guns"', { task: "defensive" }),
    moment('fire at "Foe": "Guns", "Foot"'),
    moment("done", { task: "lose" }),
    moment('fire at "Other": "Horse"'),
  ];
  expect(fired(moments, { turn: 3, task: "offensive", side: "first" })).toEqual([
    { units: ["Guns", "Foot"], target: "Foe" },
    { units: ["Horse"], target: "Other" },
  ]);
});

test("who is no target any more is told of only while he is there", () => {
  expect(gone(["a", "b", "c"], ["b"], (name) => name !== "c")).toEqual(["a"]);
});
