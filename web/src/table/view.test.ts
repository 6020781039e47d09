import { describe, expect, it } from "vitest";
import { around, compass, fitted, held, inSight, limits, nearest, onSheet, onTable, pinched, region, showing, zoomed, flank } from "./view";

const screen = { width: 800, height: 600 };
const table: [number, number] = [60, 40];

describe("the window on the table", () => {
  it("a place goes to the screen and back", () => {
    const window = { x: 30, y: -40, k: 0.7 };
    const [x, y] = onSheet([12.5, 33], 40);
    expect(onTable([x * window.k + window.x, y * window.k + window.y], window, 40)).toEqual([expect.closeTo(12.5), expect.closeTo(33)]);
  });

  it("north is up", () => {
    expect(onSheet([0, 40], 40)).toEqual([0, 0]);
    expect(onSheet([60, 0], 40)).toEqual([1200, 800]);
  });

  it("the whole table fits, in the middle", () => {
    const { x, y, k } = fitted(screen, table, 10);
    expect(k).toBeCloseTo(780 / 1200);
    expect(x).toBeCloseTo(10);
    expect(y).toBeCloseTo((600 - 800 * k) / 2);
  });

  it("zooming leaves the point under the cursor where it is", () => {
    const before = fitted(screen, table);
    const at: [number, number] = [200, 150];
    const after = zoomed(before, at, 2, limits(screen, table));
    expect(onTable(at, after, 40)[0]).toBeCloseTo(onTable(at, before, 40)[0]);
    expect(onTable(at, after, 40)[1]).toBeCloseTo(onTable(at, before, 40)[1]);
    expect(after.k).toBeCloseTo(before.k * 2);
  });

  it("nobody zooms beyond the limits", () => {
    const range = limits(screen, table);
    expect(zoomed(fitted(screen, table), [0, 0], 1e6, range).k).toBe(range[1]);
    expect(zoomed(fitted(screen, table), [0, 0], 1e-6, range).k).toBe(range[0]);
  });

  it("two fingers keep the ground under them", () => {
    const before = fitted(screen, table);
    const after = pinched(before, [[100, 100], [300, 100]], [[50, 200], [450, 200]], limits(screen, table));
    expect(after.k).toBeCloseTo(before.k * 2);
    expect(onTable([50, 200], after, 40)[0]).toBeCloseTo(onTable([100, 100], before, 40)[0]);
    expect(onTable([450, 200], after, 40)[0]).toBeCloseTo(onTable([300, 100], before, 40)[0]);
  });

  it("some of the table is always in sight", () => {
    const far = held({ x: 99999, y: -99999, k: 1 }, screen, table);
    expect(far.x).toBeLessThanOrEqual(720);
    expect(far.y).toBeGreaterThanOrEqual(80 - 800);
  });

  it("a place is seen or not, and not under the tools", () => {
    const window = { x: 0, y: 0, k: 1 };
    expect(inSight(window, [[20, 25], [39, 12]], screen, 40)).toBe(true);
    expect(inSight(window, [[20, 25], [45, 25]], screen, 40)).toBe(false);
    expect(inSight({ ...window, x: -390 }, [[20, 25]], screen, 40)).toBe(true);
    expect(inSight({ ...window, x: -390 }, [[20, 25]], screen, 40, 42)).toBe(false);
  });

  it("what is in sight moves nothing, what is not comes just into it", () => {
    const window = { x: 0, y: 0, k: 1 };
    expect(showing(window, [[20, 25]], screen, 40)).toBe(window);
    const moved = showing(window, [[59, 1]], screen, 40);
    const [x, y] = onSheet([59, 1], 40);
    expect([x * moved.k + moved.x, y * moved.k + moved.y]).toEqual([760, 560]);
  });

  it("of several that are far apart all come into it, clear of the tools", () => {
    const window = { x: -200, y: 0, k: 3 };
    const spots: [number, number][] = [[2, 38], [30, 10]];
    const seen = showing(window, spots, screen, 40, 42);
    expect(seen.k).toBeLessThan(window.k);
    for (const [x, y] of spots.map((spot) => onSheet(spot, 40))) {
      expect(x * seen.k + seen.x).toBeGreaterThanOrEqual(81.9);
      expect(x * seen.k + seen.x).toBeLessThanOrEqual(760.1);
      expect(y * seen.k + seen.y).toBeGreaterThanOrEqual(39.9);
      expect(y * seen.k + seen.y).toBeLessThanOrEqual(560.1);
    }
  });
});

describe("places", () => {
  it("the nearest is found, and nothing among none", () => {
    expect(nearest([[1, 1], [5, 5], [9, 9]], (spot) => spot, [6, 5])).toEqual([5, 5]);
    expect(nearest<number[]>([], (spot) => spot, [0, 0])).toBeUndefined();
  });

  it("parts of the table have names", () => {
    expect(region([5, 38], table)).toBe("north-west");
    expect(region([30, 20], table)).toBe("centre");
    expect(region([59, 20], table)).toBe("east");
  });

  it("headings are said as points of the compass", () => {
    const points = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    expect(compass(0, points)).toBe("north");
    expect(compass(350, points)).toBe("north");
    expect(compass(-90, points)).toBe("west");
    expect(compass(137, points)).toBe("south-east");
  });

  it("an outline goes through the middle where nothing can be reached", () => {
    const ahead = around([0, 0], [[-1, 4], [0, 5], [1, 4]]);
    expect(ahead).toContainEqual([0, 0]);
    expect(ahead).toHaveLength(4);
  });
});

it("a place beside a unit is told as its men would say it", () => {
  const words = { front: "front", rear: "rear", left: "left", right: "right" };
  // It looks south: its right is in the west.
  expect(flank([12, 44, 180], [12, 45.5], words)).toBe("rear");
  expect(flank([12, 44, 180], [10.5, 45.5], words)).toBe("right rear");
  expect(flank([12, 44, 180], [13.5, 44], words)).toBe("left");
  expect(flank([12, 44, 0], [12, 44.2], words)).toBe("");
});
