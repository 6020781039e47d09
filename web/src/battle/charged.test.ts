import { describe, expect, it } from "vitest";
import type { Odds, Scene } from "../generated/referee-answer";
import { text } from "../text";
import { answers, coming, defends, ground, holding, isVain, keeps } from "./charged";
import type { Moment } from "./moments";

const unit = (name: string, side: string, at: [number, number], target?: string) => ({ name, side, stands: [[...at, 0]], charge: target ? { target, kind: "charge", stage: "declared", "cold-steel": false } : undefined });
const scene = { units: [unit("Lancers", "second", [20, 10], "8th"), unit("8th", "first", [10, 20]), unit("Dragoons", "first", [30, 30], "Lancers")] } as unknown as Scene;
const moment = (task: string, by: string, kind: string, sentence: string) => ({ task, by, events: [{ kind, sentence }] }) as unknown as Moment;

describe("a charge from the side of who is charged", () => {
  it("is told with who comes from where, and only if it comes at us", () => {
    expect(coming(scene, "first", text.compass)).toEqual([{ unit: "Lancers", target: "8th", far: Math.hypot(10, 10), from: "south-east" }]);
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
