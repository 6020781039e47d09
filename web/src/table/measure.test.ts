import { expect, it } from "vitest";
import { edgeOf, nearestStands, snapped, tape } from "./measure";

const unit = (name: string, stands: [number, number, number][]) => ({ name, stands, base: [1, 0.75] as [number, number] });

it("the edge of a stand is found from outside and from inside, however it is turned", () => {
  expect(edgeOf([10, 10, 0], [2, 1], [10, 14])).toEqual([10, 10.5]);
  const [x, y] = edgeOf([10, 10, 90], [2, 1], [14, 10]);
  expect(x).toBeCloseTo(10.5);
  expect(y).toBeCloseTo(10);
  // Inside, the nearest side.
  expect(edgeOf([10, 10, 0], [2, 1], [10.1, 10.4])).toEqual([10.1, 10.5]);
  expect(edgeOf([10, 10, 0], [2, 1], [14, 14])).toEqual([11, 10.5]);
});

it("an end near a stand goes to its edge, one far off stays where it is", () => {
  const units = [unit("5th Infantry", [[10, 10, 0], [11, 10, 0]]), unit("4th Line", [[10, 18, 180]])];
  expect(snapped([10.2, 10.5], units, [], 0.2)).toEqual({ at: [10.2, 10.375], name: "5th Infantry" });
  expect(snapped([10, 14], units, [], 0.2)).toEqual({ at: [10, 14], name: null });
  // On a stand it goes to that one, whatever is near.
  expect(snapped([11, 10], units, [], 0.2).name).toBe("5th Infantry");
});

it("leaders have an edge too", () => {
  const found = snapped([5, 5.5], [], [{ name: "Taylor", rank: "army", at: [5, 5] }], 0.5);
  expect(found.name).toBe("Taylor");
  expect(found.at[0]).toBe(5);
  expect(found.at[1]).toBeGreaterThan(5);
});

it("the tape says from whom to whom, and how far", () => {
  const [a, b] = [{ at: [10, 10] as [number, number], name: "5th Infantry" }, { at: [10, 17.3] as [number, number], name: "4th Line" }];
  expect(tape(a, b)).toBe("5th Infantry to 4th Line: 7.3″");
  expect(tape(a, { ...b, name: null })).toBe("from 5th Infantry: 7.3″");
  expect(tape({ ...a, name: null }, { ...b, name: null })).toBe("7.3″");
});

it("between units the tape says too how far their nearest stands are apart", () => {
  const units = [unit("5th Infantry", [[10, 10, 0], [11, 10, 0]]), unit("4th Line", [[11, 16, 180], [20, 16, 180]])];
  expect(nearestStands(units[0]!, units[1]!)).toBeCloseTo(5.25);
  const [a, b] = [{ at: [10, 10] as [number, number], name: "5th Infantry" }, { at: [20, 16] as [number, number], name: "4th Line" }];
  expect(tape(a, b, units)).toBe("5th Infantry to 4th Line: 11.7″ · nearest stands 5.3″");
  // A corner of one may be nearest to a side of the other.
  expect(nearestStands(unit("a", [[0, 0, 45]]), unit("b", [[5, 0, 0]]))).toBeCloseTo(5 - 0.5 - Math.hypot(0.5, 0.375) * Math.cos(Math.PI / 4 - Math.atan(0.75)), 2);
});
