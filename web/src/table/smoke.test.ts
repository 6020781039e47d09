import { render } from "svelte/server";
import { expect, it } from "vitest";
import type { Scene, Smoke } from "../generated/referee-answer";
import { onTable } from "../tableText";
import { cloud, drift, smokeOf } from "./smoke";
import SmokeClouds from "./Smoke.svelte";
import type { Spot } from "./view";

it("a cloud swells outward from each corner to the next, whichever way round they go", () => {
  const corners: Spot[] = [[0, 0], [68, 0], [68, 34], [0, 34]];
  const { path, middle } = cloud(corners);
  expect(middle).toEqual([34, 17]);
  expect(path).toMatch(/^M0\.0 0\.0A.*z$/);
  expect(path.match(/A/g)).toHaveLength(6);
  for (const [x, y] of corners) expect(path).toContain(`${x.toFixed(1)} ${y.toFixed(1)}`);
  expect(path).toContain(" 0 0 1 ");
  const back = cloud([...corners].reverse()).path;
  expect(back).toContain(" 0 0 0 ");
  expect(back).not.toContain(" 0 0 1 ");
});

it("each order has its own smoke", () => {
  const notes = [{ orders: ["a"] }, { orders: ["b", "c"], smoke: [1, 2] }];
  expect(["a", "b", "c", "d"].map((order) => smokeOf(notes, order))).toEqual([null, 1, 2, null]);
  expect(smokeOf(undefined, "a")).toBeNull();
});

it("smoke tells what it does and when it goes", () => {
  expect(onTable.smoke.hint("Grass fire", "3″", "south-west", 8, 2)).toMatch(/^Grass fire: nobody sees through .* drifts 3″ to the south-west; it is gone after turn 8\.$/);
  expect(onTable.smoke.hint("Grass fire", "3″", "south-west", 8, 0)).toMatch(/gone when this turn ends\.$/);
});

it("smoke that lies there is drawn with its word and its title, and so is what an order would bring", () => {
  const smoke: Smoke = { name: "Grass fire", area: [[10, 30], [22, 30], [22, 36], [10, 36]], until: 8, drifts: 3, heading: 225, rule: "SCEN-GRASS-FIRE" };
  const drawn = (there: Smoke[], would: Smoke | null) =>
    render(SmokeClouds, { props: { scene: { turn: 6, table: [72, 48], smoke: there } as Scene, would, scale: 1, letter: 12 } }).body;
  expect(drawn([], null)).not.toContain("data-smoke");
  const lies = drawn([smoke], null);
  expect(lies).toMatch(/data-smoke="lies".*<title>Grass fire: .* to the south-west; it is gone after turn 8\.<\/title>.*>Smoke<\/text>/);
  expect(lies).toContain('points="200,360 440,360 440,240 200,240"');
  expect(lies).not.toContain("would");
  expect(drawn([], smoke)).toMatch(/data-smoke="would".*end of turn 8/);
});

it("where smoke will lie is told turn by turn with the wind, to its last", () => {
  const smoke = { area: [[10, 10], [12, 10], [12, 11]] as Spot[], drifts: 3, heading: 90, until: 6 };
  const later = drift(smoke, 4);
  expect(later).toHaveLength(2);
  for (const [n, corners] of later.entries()) expect(corners[0]?.map((value) => Math.round(value * 100) / 100)).toEqual([10 + 3 * (n + 1), 10]);
  expect(drift(smoke, 6)).toEqual([]);
});
