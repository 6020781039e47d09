import { expect, it } from "vitest";
import { decided, standsLeft } from "./decided";

const seats = [{ side: "first", kind: "human" }, { side: "second", kind: "recruit" }] as never;

it("a machine that is beaten offers its surrender, a human is not asked to", () => {
  expect(decided("second", ["first"], seats)).toEqual({ way: "surrender", side: "second" });
  expect(decided("second", ["first"], [{ side: "first", kind: "human" }, { side: "second", kind: "human" }] as never)).toBeNull();
});

it("who is beaten himself may resign; who watches is asked nothing, and nobody while it is open", () => {
  expect(decided("first", ["first"], seats)).toEqual({ way: "resign", side: "first" });
  expect(decided("second", [], seats)).toBeNull();
  expect(decided(null, ["first"], seats)).toBeNull();
});

it("stands that are gone are not counted", () => {
  const units = [["first", "on-table", 3], ["second", "on-table", 1], ["second", "destroyed", 9]].map(([side, whereabouts, strength]) => ({ side, whereabouts, strength }));
  expect(standsLeft({ units } as never, "second")).toBe(1);
});
