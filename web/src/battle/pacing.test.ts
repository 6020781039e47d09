import { describe, expect, it } from "vitest";
import { after, before, isFought, SPEEDS, stays } from "./pacing";

describe("the pace of the other side", () => {
  it("passing is not waited for", () => {
    expect(before("done", "slow")).toBe(0);
    expect(after("done", [{ kind: "passes" }], "slow")).toBe(0);
  });

  it("dice and long sentences are left longer", () => {
    const short = after('"A": hold', [{ kind: "maneuvers", sentence: "A holds." }], "normal");
    const rolled = after("fight", [{ kind: "fights", sentence: "A against B.", dice: [3, 4] }], "normal");
    const long = after("fight", [{ kind: "fights", sentence: "A".repeat(180), dice: [3, 4] }], "normal");
    expect(rolled).toBeGreaterThan(short);
    expect(long).toBeGreaterThan(rolled);
  });

  it("nothing is waited for longer than eight seconds, and a volley long enough to be read", () => {
    expect(after("x", [{ kind: "fights", sentence: "A".repeat(5000), dice: [1] }], "slow")).toBeLessThan(8000);
    expect(after("x", [{ kind: "fires", sentence: "A".repeat(90), dice: [1] }], "normal")).toBeGreaterThan(2500);
  });

  it("order by order waits for the reader, but not where nothing was done", () => {
    expect(after("fight", [{ kind: "fights", sentence: "A against B.", dice: [3, 4] }], "step")).toBe(Number.POSITIVE_INFINITY);
    expect(after("done", [{ kind: "phase-begins", sentence: "-- Charge --" }], "step")).toBe(0);
  });

  it("a combat is known by its result", () => {
    expect(isFought([{ kind: "charge-declared" }])).toBe(false);
    expect(isFought([{ kind: "passes" }, { kind: "fights", sentence: "A against B.", dice: [3, 4] }])).toBe(true);
  });

  it("fast is faster than slow", () => {
    const events = [{ kind: "fires" as const, sentence: "A fires.", dice: [3] }];
    expect(after("x", events, "fast")).toBeLessThan(after("x", events, "normal"));
    expect(after("x", events, "normal")).toBeLessThan(after("x", events, "slow"));
  });

  it("a replay runs as many times as fast as it says", () => {
    const events = [{ kind: "fires" as const, sentence: "A fires.", dice: [3] }];
    const [half, once, twice, four, eight] = SPEEDS.map((speed) => stays("x", events, speed));
    expect([half, twice, four, eight]).toEqual([(once ?? 0) * 2, (once ?? 0) / 2, (once ?? 0) / 4, (once ?? 0) / 8]);
    // Passing is seen as well.
    expect(stays("done", [], 1)).toBeGreaterThan(0);
  });
});
