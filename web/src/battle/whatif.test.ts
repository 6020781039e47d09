import { expect, it } from "vitest";
import { Referee } from "../referee/client";
import { WhatIf } from "./whatif";

/** Referees that keep what they were asked; one refuses the order `never`. */
function field() {
  const lines: string[] = [];
  const summon = () =>
    new Referee({
      send: async (line) => {
        const request = JSON.parse(line) as { do: string; order?: string };
        lines.push(request.order ? `${request.do} ${request.order}` : request.do);
        if (request.order === "never") return JSON.stringify({ error: { code: "refused", message: "no" } });
        return JSON.stringify({ did: request.do, orders: lines.filter((one) => one.startsWith("apply")).length });
      },
      close: () => {},
    });
  const battle = { ask: async <T>() => ({ record: { orders: [] } }) as T };
  return { lines, scales: new WhatIf(battle, summon) };
}

it("an order is tried on a second referee and taken back, and he is set up once", async () => {
  const { lines, scales } = field();
  const both = await Promise.all([scales.after("square", { do: "odds" }, 1), scales.after("stand", { do: "odds" }, 1)]);
  expect(both.map((one) => one !== null)).toEqual([true, true]);
  expect(lines).toEqual(["load", "apply square", "odds", "undo", "apply stand", "odds", "undo"]);
});

it("an order that is refused takes nothing back", async () => {
  const { lines, scales } = field();
  expect(await scales.after("never", { do: "odds" }, 1)).toBe(null);
  expect(lines).toEqual(["load", "apply never"]);
});

it("another moment is set up anew", async () => {
  const { lines, scales } = field();
  await scales.after(null, { do: "odds" }, 1);
  await scales.after(null, { do: "odds" }, 2);
  expect(lines).toEqual(["load", "odds", "load", "odds"]);
});
