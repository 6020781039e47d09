import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Kept } from "./keep.svelte";

const store = new Map<string, string>();
let keepModule: typeof import("./keep.svelte");
beforeAll(async () => {
  vi.stubGlobal("localStorage", { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => void store.set(key, value) });
  keepModule = await import("./keep.svelte");
});

const one = (id: string, tokens: (string | null)[]): Kept => ({ id, title: id, scenario: "acw-training", tokens, at: 1 });

describe("what the browser keeps", () => {
  it("a broken store is as an empty one", () => {
    expect(keepModule.read({ getItem: () => "{nonsense" }, "x", 7)).toBe(7);
    expect(keepModule.read({ getItem: () => null }, "x", 7)).toBe(7);
  });

  it("a battle that is opened again comes first and keeps the seats it had", () => {
    const all = keepModule.joined([one("a", ["1", null]), one("b", [null, "2"])], one("b", ["3", null]));
    expect(all.map((kept) => kept.id)).toEqual(["b", "a"]);
    expect(all[0]?.tokens).toEqual(["3", "2"]);
  });

  it("battles are remembered and forgotten", () => {
    keepModule.keep.remember(one("c", ["9", null]));
    expect(JSON.parse(store.get("dq-battles") ?? "[]")).toHaveLength(1);
    keepModule.keep.forget("c");
    expect(keepModule.keep.seat("c")).toBeUndefined();
    expect(store.get("dq-battles")).toBe("[]");
  });

  it("a setting that is changed leaves the others", () => {
    keepModule.keep.layer("zones", true);
    expect(keepModule.keep.settings.layers.zones).toBe(true);
    expect(keepModule.keep.settings.layers.labels).toBe(true);
    expect(keepModule.keep.settings.pace).toBe("normal");
  });
});
