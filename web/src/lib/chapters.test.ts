import { expect, it } from "vitest";
import type { Rule } from "../generated/server";
import { text } from "../text";
import { chapters, inWar, isChapter, searched } from "./chapters";

const rule = (id: string, periods = ["acw", "maw"]): Rule => ({ id, title: id, periods, status: "stated", table: false });

it("a rule stands in the chapter of its name, and none is lost", () => {
  const all = [rule("FIRE-POINTS"), rule("SEQ-PHASES"), rule("NEW-THING"), rule("EFF-TABLE"), rule("MARK-STATES")];
  const found = chapters(all, text.rules.parts, text.rules.others);
  expect(found.map((one) => [one.title, one.rules.map((entry) => entry.id)])).toEqual([
    ["The turn", ["SEQ-PHASES"]],
    ["Armies, losses and markers", ["EFF-TABLE", "MARK-STATES"]],
    ["Musketry and cannonade", ["FIRE-POINTS"]],
    ["Other rules", ["NEW-THING"]],
  ]);
});

it("a war has its own rules only", () => {
  const all = [rule("SQR-A", ["maw", "1812"]), rule("SKIRM-B", ["acw"])];
  expect(inWar(all, "maw").map((one) => one.id)).toEqual(["SQR-A"]);
  expect(inWar(all, null)).toHaveLength(2);
});

it("a chapter is found by words of its name, but not by small ones", () => {
  expect(isChapter("Musketry and cannonade", "musketry")).toBe(true);
  expect(isChapter("Leaders and command", "Command leader")).toBe(true);
  expect(isChapter("The turn", "the")).toBe(false);
  expect(isChapter("The turn", "")).toBe(false);
  expect(isChapter("Ground and sight", "ground fire")).toBe(false);
});

it("the rules of a chapter are found by its name, each once", () => {
  const all = [rule("FIRE-POINTS"), rule("SEQ-PHASES"), rule("FIRE-RANGE")];
  expect(searched([rule("FIRE-RANGE")], all, "cannonade", text.rules.parts).map((one) => one.id)).toEqual(["FIRE-RANGE", "FIRE-POINTS"]);
  expect(searched([rule("SEQ-PHASES")], all, "phase", text.rules.parts).map((one) => one.id)).toEqual(["SEQ-PHASES"]);
});
