import { expect, it } from "vitest";
import { carriage, gunTrouble, gunTroubles, lowAmmunition, orderOf, stance, strength, strengthWords } from "./strength";

const unit = (name: string, stands: number, more: object = {}) => ({ name, strength: stands, whereabouts: "on-table" as const, ...more });

it("a gun that was sent off as a section is not lost", () => {
  const first = { units: [unit("Duncan", 2)] } as never;
  const scene = { units: [unit("Duncan", 1), unit("Duncan, section 2", 1, { "part-of": "Duncan" })] };
  expect(strengthWords(scene.units[0]!, scene as never, first)).toBe("1 + 1 of 2");
  // The section has what it has.
  expect(strengthWords(scene.units[1]!, scene as never, first)).toBeNull();
  // If the section is destroyed, its gun is lost.
  const gone = { units: [unit("Duncan", 1), unit("Duncan, section 2", 1, { "part-of": "Duncan", whereabouts: "destroyed" })] };
  expect(strengthWords(gone.units[0]!, gone as never, first)).toBe("1 of 2");
  // When it has come back it is with its battery.
  const back = { units: [unit("Duncan", 2), unit("Duncan, section 2", 1, { "part-of": "Duncan", whereabouts: "rejoined" })] };
  expect(strengthWords(back.units[0]!, back as never, first)).toBeNull();
});

it("what is lost is told, what is whole is not", () => {
  const first = [unit("5th US", 8)];
  expect(strength(unit("5th US", 6), [unit("5th US", 6)], first)).toEqual({ now: 6, parts: 0, had: 8 });
  expect(strengthWords(unit("5th US", 8), { units: [unit("5th US", 8)] } as never, { units: first } as never)).toBeNull();
  expect(strengthWords(unit("5th US", 8), { units: [unit("5th US", 8)] } as never, null)).toBeNull();
});

it("guns that are low on ammunition are counted", () => {
  expect(lowAmmunition({ marks: ["low-on-ammunition"] })).toBe("low ammunition");
  expect(lowAmmunition({ guns: [["low-on-ammunition"], ["limbered"]] })).toBe("1 of 2 guns low on ammunition");
  expect(lowAmmunition({ guns: [["low-on-ammunition"], ["low-on-ammunition"]] })).toBe("low ammunition");
  expect(lowAmmunition({ guns: [[], []], marks: ["moved"] })).toBeNull();
});

it("a gun that is picked is told with what it suffers", () => {
  expect(gunTrouble({ guns: [["silenced"], ["damaged", "silenced"], ["silenced", "abandoned"], ["limbered"]] }, 1)).toBe("silenced");
  expect(gunTrouble({ guns: [["silenced"], ["damaged", "silenced"]] }, 2)).toBe("silenced, damaged");
  expect(gunTrouble({ guns: [["silenced", "abandoned"], ["limbered"]] }, 1)).toBe("abandoned");
  expect(gunTrouble({ guns: [["silenced", "abandoned"], ["limbered"]] }, 2)).toBe("");
});

it("guns that are silenced or damaged are counted, and their battery is in no good order", () => {
  expect(gunTroubles({ guns: [["silenced"], ["limbered"]] })).toEqual(["1 gun silenced"]);
  expect(gunTroubles({ guns: [["silenced", "damaged"], ["silenced"]] })).toEqual(["silenced", "1 gun damaged"]);
  // Who has left it does not fire it either: once is enough.
  expect(gunTroubles({ guns: [["silenced", "abandoned"], []] })).toEqual(["1 gun abandoned"]);
  expect(gunTroubles({})).toEqual([]);
  expect(orderOf({ guns: [["silenced"], []], order: "good-order" })).toBe("1 gun silenced");
  expect(orderOf({ guns: [[], []], order: "good-order" })).toBe("good order");
  expect(orderOf({ order: "disordered" })).toBe("disordered");
});

it("guns that are unlimbered are in no column, whatever they came in", () => {
  const guns = (formation: "march-column" | "line", ...all: string[][]) => stance({ arm: "guns", formation, guns: all });
  expect(guns("march-column", ["limbered"], ["limbered", "moved"])).toBe("limbered, march column");
  expect(guns("march-column", ["limbered"], [])).toBe("1 of 2 limbered");
  expect(guns("march-column", [], [])).toBe("unlimbered");
  expect(guns("line", ["limbered"])).toBe("limbered");
  expect(stance({ arm: "infantry", formation: "march-column" })).toBe("march column");
});

it("the carriage of a gun is told, and what a heavy one risks", () => {
  expect(carriage({ arm: "guns", weapon: "hcSG" })).toMatch(/^heavy: caught unlimbered .* it is lost/);
  expect(carriage({ arm: "guns", weapon: "flcLG" })).toMatch(/^flying/);
  // Where guns have no carriages, and of troops, nothing is told.
  expect(carriage({ arm: "guns", weapon: "LR" })).toBeNull();
  expect(carriage({ arm: "infantry", weapon: "M" })).toBeNull();
});
