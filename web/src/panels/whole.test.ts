import { render } from "svelte/server";
import { expect, it } from "vitest";
import type { Odds } from "../generated/referee-answer";
import Whole from "./Whole.svelte";

type Charge = Extract<Odds, { of: "charge" }>;
const said = (odds: object) => render(Whole, { props: { odds: { of: "charge", unit: "5th", target: "Sappers", curve: null, fire: null, combat: null, ...odds } as unknown as Charge } }).body.replace(/<!--.*?-->|<[^>]*>/g, "").trim();
const chance = (decimal: number) => ({ exact: "", decimal });
const combat = { won: chance(0.72), odds: [] };
const curve = { won: chance(0.73), home: chance(0.9), ends: { outcomes: [] } };

it("a charge whose fire and fight are no single curve has the chance of each, never an empty strip", () => {
  expect(said({ combat, fire: { checked: chance(0.1) } })).toBe("You win the fight, as both stand now: 72%; the charge gets there: 90%, if all who can fire at it do. Fire and fight are told below, each by itself.");
  expect(said({ combat })).toBe("You win the fight, as both stand now: 72%; nobody can fire at it. Fire and fight are told below, each by itself.");
  expect(said({})).toBe("As they stand, no fight comes of it.");
});

it("the chance of a whole charge says who is taken to fire", () => {
  expect(said({ curve, combat, fire: { checked: chance(0.1) } })).toContain("You win: 73%; the charge gets there: 90%, if all who can fire at it do");
  expect(said({ curve, combat })).toContain("You win: 73%; the charge gets there: 90%; nobody can fire at it");
});
