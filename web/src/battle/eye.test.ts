import { expect, test } from "vitest";
import type { Record as Kept, Told } from "../generated/referee-answer";
import type { Referee } from "../referee/client";
import { Eye } from "./eye";
import type { Moment } from "./moments";

const ORDERS = ["a", "b", "c", "d"];
const moments = ORDERS.map((order, i) => ({ n: i + 1, order, events: (i % 2 ? [{ kind: "fires", dice: [i, i] }] : []) as unknown as Told[] }) as Moment);
const record = { orders: ORDERS, dice: [1, 1, 3, 3] } as unknown as Kept;

function eye() {
  const heard: Record<string, unknown>[] = [];
  const ask = (request: Record<string, unknown>) => {
    heard.push(request);
    return Promise.resolve(request.do);
  };
  return { heard, eye: new Eye(() => record, () => moments, () => ({ ask, close() {} }) as unknown as Referee) };
}

test("it stands after the order that is asked about, with the dice that had fallen then", async () => {
  const { heard, eye: one } = eye();
  expect(await one.ask(2, { do: "card", unit: "x" })).toBe("card");
  expect(heard).toMatchObject([{ do: "load", record: { orders: ["a", "b"], dice: [1, 1] }, dice: [3, 3] }, { do: "card" }]);
});

test("it goes on by the orders between, and back from the beginning", async () => {
  const { heard, eye: one } = eye();
  await one.ask(1, { do: "card" });
  await one.ask(3, { do: "card" });
  expect(heard.slice(2)).toMatchObject([{ do: "apply", order: "b" }, { do: "apply", order: "c" }, { do: "card" }]);
  await one.ask(0, { do: "card" });
  expect(heard.slice(5)).toMatchObject([{ do: "load", record: { orders: [] }, dice: [1, 1, 3, 3] }, { do: "card" }]);
});

test("a question that another overtook is not gone to", async () => {
  const { heard, eye: one } = eye();
  const first = one.ask(1, { do: "card" }).catch((why: Error) => why.message);
  const second = one.ask(4, { do: "card" });
  expect(await first).toBe("overtaken");
  await second;
  expect(heard).toHaveLength(2);
});
