import { expect, it } from "vitest";
import { beginning, begins } from "./begins";

const armies = [{ name: "United States" }, { name: "Mexico" }] as never;
const asked = (side: "first" | "second", step: string, task = "maneuvers") => ({ turn: 5, side, army: side === "first" ? "United States" : "Mexico", step, task }) as never;

it("the line says turn, whose maneuver it is, and that one is to move", () => {
  expect(beginning(asked("first", "maneuver"), { side: "first", armies }, ["first"])).toBe("Turn 5, United States maneuver: your move");
});

it("in the other side's turn it is a decision, not a move", () => {
  expect(beginning(asked("first", "defensive"), { side: "second", armies }, ["first"])).toBe("Turn 5, Mexico defensive fire: you decide");
  expect(beginning(asked("first", "second-combats"), { side: "second", armies }, ["first"])).toBe("Turn 5, Mexico charge: you decide");
});

it("what comes of the enemy's fire in one's own turn is a decision too", () => {
  expect(beginning(asked("first", "defensive", "retreat"), { side: "first", armies }, ["first"])).toBe("Turn 5, United States defensive fire: you decide");
});

it("at a screen of two it says who is to move", () => {
  expect(beginning(asked("second", "leaders"), { side: "second", armies }, ["first", "second"])).toBe("Turn 5, Mexico leaders: Mexico moves");
  expect(beginning(asked("first", "defensive"), { side: "second", armies }, ["first", "second"])).toBe("Turn 5, Mexico defensive fire: United States decides");
});

it("a decision begins when somebody else gave the last order, not after one's own", () => {
  expect(begins([], "first")).toBe(true);
  expect(begins([{ by: "first" }, { by: "second" }], "first")).toBe(true);
  expect(begins([{ by: "second" }, { by: "first" }], "first")).toBe(false);
});
