import { describe, expect, it } from "vitest";
import type { Odds, Scene } from "../generated/referee-answer";
import { text } from "../text";
import { answers, coming, defends, ground, holding, isSame, isVain, keeps, outlook, usefulFirst } from "./charged";
import type { Moment } from "./moments";

const unit = (name: string, side: string, at: [number, number], target?: string) => ({ name, side, base: [1, 1], stands: [[...at, 0]], charge: target ? { target, kind: "charge", stage: "declared", "cold-steel": false } : undefined });
const scene = { units: [unit("Lancers", "second", [20, 10], "8th"), unit("8th", "first", [10, 20]), unit("Dragoons", "first", [30, 30], "Lancers")] } as unknown as Scene;
const moment = (task: string, by: string, kind: string, sentence: string) => ({ task, by, events: [{ kind, sentence }] }) as unknown as Moment;

describe("a charge from the side of who is charged", () => {
  it("is told with who comes from where, and only if it comes at us", () => {
    expect(coming(scene, "first", text.compass)).toEqual([{ unit: "Lancers", target: "8th", far: Math.hypot(9, 9), from: "south-east" }]);
  });

  it("what was answered is told until another question comes", () => {
    const all = [moment("answer", "first", "answer-declared", "old"), moment("declare", "second", "charge-declared", "x"), moment("answer", "first", "answer-declared", "8th forms square."), moment("answer", "first", "passes", "")];
    expect(answers(all, "first")).toEqual(["8th forms square."]);
    expect(answers(all, "second")).toEqual([]);
  });

  it("his chance is what the attacker's is not", () => {
    expect(defends({ of: "charge", curve: { won: { decimal: 0.4 } } } as unknown as Odds)).toBeCloseTo(0.6);
    expect(defends({ of: "charge", curve: null, combat: { won: { decimal: 0.25 } } } as unknown as Odds)).toBeCloseTo(0.75);
    expect(defends(null)).toBe(null);
    const vain = { of: "charge", curve: null, combat: null, fire: null } as unknown as Odds;
    expect([defends(vain), isVain(vain)]).toEqual([null, true]);
  });

  it("an answer is told with both chances, or with one number where they are the same", () => {
    const end = (by: string, decimal: number) => ({ outcome: { end: "fought", by }, chance: { decimal } });
    const charge = (won: number, lost: number) => ({ of: "charge", curve: { won: { decimal: won }, ends: { outcomes: [end("driven-back", lost), end("falter", 1 - lost)] } }, combat: null }) as unknown as Odds;
    expect(outlook(charge(0.3, 0.3), charge(0.48, 0.48))).toBe("then you have the better of it and keep your ground: 70% (18% more)");
    // As often now, but not from the same: both are told.
    expect(outlook(charge(0.3, 0.3), charge(0.3, 0.3))).toBe("does not change the odds: you have the better of it 70% with it or without");
    expect(outlook(charge(0.3, 0.3), charge(0.48, 0.3))).toBe("then you keep your ground: 70% (no change); you have the better of it: 70% (18% more)");
    expect(outlook(charge(0.3, 0.18), charge(0.48, 0.18))).toBe("then you keep your ground: 82% (no change); you have the better of it: 70% (18% more)");
    expect(outlook(null, charge(0.3, 0.3))).toBe(null);
    expect([isSame(charge(0.3, 0.3), charge(0.3, 0.3)), isSame(charge(0.3, 0.3), charge(0.48, 0.3)), isSame(null, charge(0.3, 0.3)), isSame(charge(0.3, 0.3), null)]).toEqual([true, false, false, false]);
  });

  it("an answer that changes nothing is offered last, when all are weighed", () => {
    const all = ["countercharge", "square", "bayonets"];
    const weighed: Record<string, boolean | undefined> = { countercharge: false, square: true };
    expect(usefulFirst(all, (one) => weighed[one])).toEqual(all);
    weighed.bayonets = true;
    expect(usefulFirst(all, (one) => weighed[one])).toEqual(["square", "bayonets", "countercharge"]);
  });

  it("a square that is hard pressed keeps its ground, a line does not", () => {
    const end = (by: string, decimal: number) => ({ outcome: { end: "fought", by }, chance: { decimal } });
    const curve = { won: { decimal: 0.5 }, ends: { outcomes: [end("hard-pressed", 0.3), end("driven-back", 0.2), end("falter", 0.4), { outcome: { end: "checked" }, chance: { decimal: 0.1 } }] } };
    const charge = (does: string) => ({ of: "charge", curve, combat: { won: { decimal: 0.5 }, odds: [{ verdict: "hard-pressed", defender: [{ does }], chance: { decimal: 0.3 } }, { verdict: "falter", defender: [{ does: "holds" }], chance: { decimal: 0.4 } }] } }) as unknown as Odds;
    const [square, line] = [charge("holds"), charge("retreats-two-inches")];
    expect([[...holding(square)], [...holding(line)]]).toEqual([["hard-pressed"], []]);
    expect(keeps(square)).toBeCloseTo(0.8);
    expect(keeps(line)).toBeCloseTo(0.5);
    expect(ground(square)).toBeCloseTo(0.8);
    expect(ground(line)).toBe(null);
    expect(keeps({ ...square, curve: null } as Odds)).toBeCloseTo(0.7);
  });
});
