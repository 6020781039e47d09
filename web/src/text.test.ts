import { describe, expect, it } from "vitest";
import { clock, fortune, inches, percent, signed, text, unplaced, word } from "./text";

describe("how things are said", () => {
  it("a place that is drawn has no coordinates", () => {
    expect(unplaced("Stand 8 cannot pass through 8th US at (25.3, 19.1).")).toBe("Stand 8 cannot pass through 8th US.");
    expect(unplaced('Stand 1 meets the enemy, Lancers, at (5.0", 19.1").')).toBe("Stand 1 meets the enemy, Lancers.");
    expect(unplaced("Guns at 8th US (2 stands).")).toBe("Guns at 8th US (2 stands).");
  });

  it("what a check allows is named by itself, for Tardy and Rally allow the same", () => {
    expect(word("tardy")).toBe("a short maneuver");
    expect(text.threats.charge("6″", word("tardy"))).toBe("charges over 6″ if its check allows a short maneuver");
  });

  it("one stand is one, and a weak volley says so", () => {
    expect(text.home.stands(1)).toBe("1 stand");
    expect(text.threats.fire("12″", 0.5, 0.01)).toContain("too weak to cost a stand");
  });

  it("a charge that finds nobody left gets there as one that fights", () => {
    expect(text.charge.curve("85%", "100%")).toBe("You win: 85%; the charge gets there: 100%");
    expect(text.charge.ends["target-gone"]).toContain("get there");
  });

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

  it("luck is named by how far off it is", () => {
    const off = (came: number) => fortune({ expected: 10, came, deviation: 2 });
    expect([off(11), off(13), off(15), off(7), off(5)]).toEqual(["about what dice do", "lucky", "very lucky", "unlucky", "very unlucky"]);
    expect(fortune({ expected: 1, came: 1, deviation: 0 })).toBe("about what dice do");
  });

  it("every task has a line that says what is wanted and a word for being done", () => {
    const tasks = ["arrivals", "leaders", "checks", "declare", "answer", "shelter", "evade", "pursue", "maneuvers", "move-leaders", "defensive", "offensive", "combats", "second-combats", "lose", "pick-gun", "retreat", "won", "pick-low"];
    for (const task of tasks) {
      expect(text.wanted[task], task).toBeTruthy();
      expect(text.done[task], task).toBeTruthy();
    }
  });

  it("nothing is said as none, one as one", () => {
    expect(text.fire.mean(0)).toBe("on the average it loses no stand");
    expect(text.fire.mean(0.3)).toBe("on the average it loses 0.3 stands");
    expect(text.fire.mean(0.04)).toBe("on the average it loses 0.04 stands");
    expect(text.fire.mean(1)).toBe("on the average it loses 1.0 stand");
    expect(text.rules.count(1, 1)).toBe("1 rule");
    expect(text.rules.count(1, 9)).toBe("1 of 9 rules");
    expect(text.fire.behind("1st Legero", "40%", 0)).toContain("massed behind: 1st Legero");
  });

  it("a word that is not in the list is still readable", () => expect(word("may-not-fire")).toBe("may not fire"));
});
