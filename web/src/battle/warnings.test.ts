import { describe, expect, it } from "vitest";
import type { Place, Unit } from "../generated/referee-answer";
import { batteryParts, crosses, fromStand, outOfReach, standsApart, warnings, type Around } from "./warnings";

const stand: Place = [10, 10, 0];
const unit = (more: Partial<Unit>): Unit => ({ name: "1st Ohio", commander: "Lytle", base: [1, 0.75], stands: [stand], ...more }) as Unit;
const gun = unit({ name: "Guns", stands: [[10, 0, 0]] });
const enemy = unit({ name: "2nd Georgia", stands: [[10, 20, 180]] });
const leader = (name: string, at: [number, number]) => ({ name, at, size: 0.375, radius: 6 });
const none: Around = { leaders: [], batteries: [] };

describe("what speaks against a place", () => {
  it("measures to the edge of a stand, however it is turned", () => {
    expect(fromStand([12, 10], stand, [1, 0.75])).toBeCloseTo(1.5);
    expect(fromStand([12, 10], [10, 10, 90], [1, 0.75])).toBeCloseTo(1.625);
    expect(fromStand([10.1, 10], stand, [1, 0.75])).toBe(0);
  });

  it("a line of fire goes over a stand or passes it", () => {
    expect(crosses([10, 0], [10, 20], stand, [1, 0.75])).toBe(true);
    expect(crosses([10, 0], [10, 9], stand, [1, 0.75])).toBe(false);
    expect(crosses([11, 0], [11, 20], stand, [1, 0.75])).toBe(false);
  });

  it("tells that its leader does not reach it, and who does", () => {
    const near = leader("Lytle", [10, 16.7]);
    expect(warnings(unit({}), [stand], { ...none, leaders: [near] })).toEqual([]);
    const far = leader("Lytle", [10, 17]);
    expect(warnings(unit({}), [stand], { ...none, leaders: [far] })[0]).toBe("out of reach of Lytle, who commands to 6″, unless he rides after it");
    expect(warnings(unit({}), [stand], { ...none, leaders: [far, leader("Mitchel", [10, 12])] })[0]).toBe("out of reach of Lytle, who commands to 6″; Mitchel reaches it");
    expect(warnings(unit({ leader: "Lytle" }), [stand], { ...none, leaders: [far] })).toEqual([]);
  });

  it("tells which guns it would stand before", () => {
    const batteries = [{ unit: gun, targets: [enemy] }];
    expect(warnings(unit({}), [stand], { ...none, batteries })).toEqual(["in the way of Guns firing at 2nd Georgia"]);
    expect(warnings(unit({}), [[12, 10, 0]], { ...none, batteries })).toEqual([]);
    expect(warnings(gun, [stand], { ...none, batteries })).toEqual([]);
  });

  it("tells that a gun would leave its battery, before it does", () => {
    const battery = unit({ name: "Duncan's", arm: "guns", base: [1, 1.5], stands: [[10, 10, 0], [11.5, 10, 0]] });
    expect(warnings(battery, [[10, 13, 0], [11.5, 10, 0]], none)).toEqual([]);
    expect(warnings(battery, [[10, 15, 0], [11.5, 10, 0]], none)[0]).toBe("splits the battery: over 2″ apart they are units of their own and check without the +2");
    // The others may follow as long as one of them has no order.
    const guns = unit({ ...battery, guns: [["checked"], ["checked"]] });
    expect(warnings(guns, [[10, 15, 0], [11.5, 10, 0]], none, 1)[0]).toMatch(/^splits the battery unless the other guns follow: /);
    expect(warnings({ ...guns, guns: [["checked"], ["checked", "moved"]] }, [[10, 15, 0], [11.5, 10, 0]], none, 1)[0]).toMatch(/^splits the battery: /);
    expect(standsApart(battery)).toBeNull();
    // Where one is away already the next is told so, wherever it goes, until it closes up.
    const apart = unit({ ...battery, stands: [[10, 15, 0], [11.5, 10, 0]], guns: [["moved"], []] });
    expect(standsApart(apart)).toMatch(/^guns of this battery stand over 2″ apart: unless they close up now it splits/);
    expect(warnings(apart, [[10, 15, 0], [11.5, 11, 0]], none, 2)[0]).toMatch(/^splits the battery: /);
    expect(warnings(apart, [[10, 15, 0], [11.5, 14, 0]], none, 2)).toEqual([]);
    expect(warnings(unit({ ...battery, arm: "infantry" }), [[10, 15, 0], [11.5, 10, 0]], none)).toEqual([]);
  });

  it("guns that are near each other in a row are one battery, however they look", () => {
    expect(batteryParts([[10, 10, 0], [13, 10, 0], [16, 10, 0]], [1, 1.5])).toBe(1);
    expect(batteryParts([[10, 10, 0], [13.1, 10, 0], [16, 10, 0]], [1, 1.5])).toBe(2);
    expect(batteryParts([[10, 10, 90], [13.3, 10, 90]], [1, 1.5])).toBe(1);
    expect(batteryParts([[16, 10, 0], [10, 10, 0], [13, 10, 0]], [1, 1.5])).toBe(1);
  });

  it("tells whom of his command a leader does not reach, of those who are there", () => {
    const units = (["1st", "2nd", "3rd"] as const).map((name) => ({ name, whereabouts: name === "3rd" ? ("expected" as const) : ("on-table" as const) }));
    const commands = units.map(({ name }) => name);
    expect(outOfReach({ commands, reaches: ["1st"] }, units)).toEqual(["2nd"]);
    expect(outOfReach({ commands, reaches: ["1st", "2nd", "9th"] }, units)).toEqual([]);
  });
});
