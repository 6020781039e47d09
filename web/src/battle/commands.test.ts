import { expect, it } from "vitest";
import { leftOut, ownFirst, ownOnly } from "./commands";

const OWN: Record<string, string> = { "3rd": "Garland", "4th": "Garland", "5th": "Twiggs", "8th": "Belknap" };
const commander = (unit: string) => OWN[unit] ?? null;
const leaders = [{ name: "Taylor" }, { name: "Twiggs", superior: "Taylor" }, { name: "Garland", superior: "Twiggs" }, { name: "Belknap", superior: "Taylor" }];

it("a leader checks his own command, not whoever else stands near", () => {
  expect(ownOnly("Garland", [["3rd"], ["5th", "3rd", "4th"]], commander, leaders)).toEqual(["3rd", "4th"]);
});

it("who has no units of his own there checks those of leaders under him, else whom he can", () => {
  expect(ownOnly("Taylor", [["5th", "3rd"]], commander, leaders)).toEqual(["5th", "3rd"]);
  expect(ownOnly("Belknap", [["5th", "3rd"]], commander, leaders)).toEqual(["5th", "3rd"]);
  expect(ownOnly("Belknap", [], commander, leaders)).toEqual([]);
});

it("his own stand first in the list", () => {
  expect(ownFirst("Garland", ["5th", "3rd", "8th", "4th"], commander)).toEqual(["3rd", "4th", "5th", "8th"]);
});

it("who is left out and reached by nobody else misses his check", () => {
  const commands = new Map([["Garland", ["3rd", "4th", "5th"]], ["Twiggs", ["5th"]], ["", ["8th"]]]);
  expect(leftOut("Garland", ["3rd"], commands)).toEqual(["4th"]);
  expect(leftOut("Garland", ["3rd", "4th"], commands)).toEqual([]);
  expect(leftOut("", ["8th"], commands)).toEqual([]);
});
