import { describe, expect, it } from "vitest";
import { clock, inches, percent, signed, text, word } from "./text";

describe("how things are said", () => {
  it("lengths have one place at most", () => {
    expect(inches(6)).toBe("6″");
    expect(inches(6.04)).toBe("6″");
    expect(inches(6.26)).toBe("6.3″");
  });

  it("a small chance is not none, a great one not certain", () => {
    expect(percent(0)).toBe("0%");
    expect(percent(0.004)).toBe("<1%");
    expect(percent(0.996)).toBe(">99%");
    expect(percent(1)).toBe("100%");
    expect(percent(0.25)).toBe("25%");
  });

  it("modifiers have a sign", () => expect([signed(2), signed(0), signed(-1)]).toEqual(["+2", "0", "−1"]));

  it("the clock is the battle's", () => {
    expect(clock("14:30")).toBe("2.30 p.m.");
    expect(clock("00:05")).toBe("12.05 a.m.");
    expect(clock("12:00")).toBe("12.00 p.m.");
  });

  it("every task has a line that says what is wanted and a word for being done", () => {
    const tasks = ["arrivals", "leaders", "checks", "declare", "answer", "shelter", "evade", "pursue", "maneuvers", "move-leaders", "defensive", "offensive", "combats", "second-combats", "lose", "pick-gun", "retreat", "won", "pick-low"];
    for (const task of tasks) {
      expect(text.wanted[task], task).toBeTruthy();
      expect(text.done[task], task).toBeTruthy();
    }
  });

  it("a word that is not in the list is still readable", () => expect(word("may-not-fire")).toBe("may not fire"));
});
