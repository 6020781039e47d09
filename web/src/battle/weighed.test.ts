import { expect, it } from "vitest";
import type { Odds } from "../generated/referee-answer";
import { Weighed } from "./weighed.svelte";

it("an answer to an order that was given up is not shown", async () => {
  const answer = new Map<string, () => void>();
  const odds = (order: string) => ({ of: "check", units: [order], checks: [] }) as Odds;
  const scales = {
    odds: (order: string) => new Promise<Odds>((resolve) => answer.set(order, () => resolve(odds(order)))),
    check: async (order: string) => (order === "second" ? { message: "no" } : null),
  };
  let order: string | null = "first";
  const weighed = new Weighed(() => scales, () => order);
  const first = weighed.ask();
  order = "second";
  const second = weighed.ask();
  answer.get("first")?.();
  await first;
  expect(weighed.odds).toBe(null);
  answer.get("second")?.();
  await second;
  expect([weighed.odds, weighed.refused]).toEqual([odds("second"), { message: "no" }]);
  order = null;
  await weighed.ask();
  expect([weighed.odds, weighed.refused]).toEqual([null, null]);
});
