import { expect, it } from "vitest";
import { chargersFirst, harm, largest, together, weigh, type Aim } from "./aims";
import { told } from "./orders";

const volleys = ['fire at "A": "x"', 'fire at "A": "x", "y"', 'fire at "B": "x"'].map(told);
const odds = { of: "volley", volley: { odds: [{ deeds: [{ does: "disordered" }], chance: { decimal: 0.3 } }, { deeds: [], chance: { decimal: 0.7 } }] } };

it("the volley of all who can fire is the one that is weighed", () => {
  expect(largest(volleys, "A")?.units).toEqual(["x", "y"]);
  expect(largest(volleys, "C")).toBeUndefined();
});

it("harm is whatever does anything to the target, not that its charge goes home", () => {
  expect(harm(odds.volley as never)).toBeCloseTo(0.3);
  const shot = (decimal: number, ...deeds: string[]) => ({ deeds: deeds.map((does) => ({ does })), chance: { decimal } });
  expect(harm({ odds: [shot(0.5, "charge-checked"), shot(0.2, "loses-stands", "charge-home"), shot(0.3, "charge-home")] } as never)).toBeCloseTo(0.7);
});

function scales() {
  const asked: string[] = [];
  const battle = {
    odds: async (order: string) => (asked.push(order), odds as never),
    ask: async <T,>(request: Record<string, unknown>) => ({ range: request.from === "y" ? 4.5 : 9 }) as T,
  };
  return { asked, battle };
}

it("one target after the other is told, with the range of the nearest", async () => {
  const { asked, battle } = scales();
  const found = new Map<string, Aim>();
  let frames = 0;
  await weigh(battle, volleys, ["A", "B"], (target, aim) => found.set(target, aim), () => true, async () => void (frames += 1));
  expect(asked).toEqual(['fire at "A": "x", "y"', 'fire at "A": "x"', 'fire at "B": "x"']);
  expect(found.get("A")).toEqual({ range: 4.5, harm: 0.3, units: ["x", "y"] });
  expect(found.get("B")?.range).toBe(9);
  expect(frames).toBe(3);
});

it("the range is the one that the points are reckoned with, of the nearest who fires", async () => {
  const { battle } = scales();
  const found = new Map<string, Aim>();
  const far = (order: string) => (order.endsWith('"y"') ? 17.2 : 16);
  await weigh({ ...battle, odds: async (order) => ({ ...odds, volley: { ...odds.volley, range: far(order) } }) as never }, volleys, ["A"], (target, aim) => found.set(target, aim), () => true, async () => {});
  expect(found.get("A")?.range).toBe(16);
});

it("what is not wanted any more is not asked", async () => {
  const { asked, battle } = scales();
  const found = new Map<string, Aim>();
  await weigh(battle, volleys, ["A", "B"], (target, aim) => found.set(target, aim), () => found.size === 0, async () => {});
  expect(asked).toEqual(['fire at "A": "x", "y"', 'fire at "A": "x"']);
});

it("of several volleys at a target the best is told, with who fires it", async () => {
  const better = { of: "volley", volley: { range: 6.5, odds: [{ deeds: [{ does: "disordered" }], chance: { decimal: 0.6 } }] } };
  const battle = {
    odds: async (order: string) => (order === 'fire at "A": "x"' ? better : odds) as never,
    ask: async <T,>() => ({ range: 9 }) as T,
  };
  const found = new Map<string, Aim>();
  await weigh(battle, volleys, ["A"], (target, aim) => found.set(target, aim), () => true, async () => {});
  expect(found.get("A")).toEqual({ range: 6.5, harm: 0.6, units: ["x"] });
});

it("who charges stands first", () => {
  expect(chargersFirst(["A", "B", "C"], (name) => name === "C")).toEqual(["C", "A", "B"]);
});

it("those whom the same thing hinders are told together", () => {
  const far: { message: string; rule?: string } = { message: "Out of range.", rule: "A" };
  expect(together([{ unit: "x", problem: far }, { unit: "y", problem: { message: "Masked." } }, { unit: "z", problem: { ...far } }])).toEqual([
    { units: ["x", "z"], problem: far },
    { units: ["y"], problem: { message: "Masked." } },
  ]);
});
