// What is left of a unit: sections and skirmishers that were sent out are not lost.
import type { Scene, Unit } from "../generated/referee-answer";
import { text, word } from "../text";

type Known = Pick<Unit, "name" | "strength" | "whereabouts" | "part-of">;

/** The stands of a unit, of the parts that it has sent out, and of both at the start; of a part only its own are known. */
export function strength(unit: Known, all: Known[], first: Known[] | null): { now: number; parts: number; had: number } {
  const parts = all.filter((other) => other["part-of"] === unit.name && other.whereabouts === "on-table").reduce((sum, other) => sum + other.strength, 0);
  const before = unit["part-of"] ? undefined : first?.find((other) => other.name === unit.name)?.strength;
  return { now: unit.strength, parts, had: before ?? unit.strength + parts };
}

/** The same in words: `1 of 2` where stands are lost, `1 + 1 of 2` where one is elsewhere; nothing while it is whole. */
export function strengthWords(unit: Known, scene: Pick<Scene, "units">, first: Pick<Scene, "units"> | null): string | null {
  const { now, parts, had } = strength(unit, scene.units, first?.units ?? null);
  if (parts) return text.seen.withParts(now, parts, had);
  return now < had ? text.seen.of(now, had) : null;
}

/** What guns suffer that may keep them from firing; who left a gun has silenced it too. */
const TROUBLES = ["silenced", "damaged", "abandoned"];

/** Does a gun with these marks suffer that? */
const suffers = (marks: string[], what: string): boolean => marks.includes(what) && !(what === "silenced" && marks.includes("abandoned"));

/** What the guns of a unit suffer, in words: `silenced` where it is all of them, else how many. */
export function gunTroubles(unit: Pick<Unit, "guns">): string[] {
  const guns = unit.guns ?? [];
  return TROUBLES.flatMap((what) => {
    const some = guns.filter((marks) => suffers(marks, what)).length;
    if (!some) return [];
    return [some === guns.length ? what : text.seen.guns(some, what)];
  });
}

/** What one gun of a unit suffers, from 1, in words; nothing if it is well. */
export function gunTrouble(unit: Pick<Unit, "guns"> | null | undefined, gun: number): string {
  const marks = unit?.guns?.[gun - 1] ?? [];
  return TROUBLES.filter((what) => suffers(marks, what)).join(", ");
}

/** The order that a unit is in; of guns what they suffer, for these are never disordered. */
export function orderOf(unit: Pick<Unit, "guns" | "order">): string {
  const troubles = gunTroubles(unit);
  return troubles.length && unit.order === "good-order" ? troubles.join(", ") : [word(unit.order), ...troubles].join(", ");
}

/** How guns stand: on their limbers or in action; a column is told only of those that are all limbered. Of others their formation. */
export function stance(unit: Pick<Unit, "arm" | "guns" | "formation">): string {
  const guns = unit.guns ?? [];
  if (unit.arm !== "guns" || !guns.length) return word(unit.formation);
  const limbered = guns.filter((marks) => marks.includes("limbered")).length;
  if (limbered === guns.length) return unit.formation === "line" ? word("limbered") : `${word("limbered")}, ${word(unit.formation)}`;
  return limbered ? text.seen.limbered(limbered, guns.length) : word("unlimbered");
}

/** What its guns are mounted on, as the code of its weapon begins (`hc`, `lc`, `flc`); nothing where no carriage is told apart. */
export function carriage(unit: Pick<Unit, "arm" | "weapon">): string | null {
  const code = unit.arm === "guns" ? (/^(hc|lc|hlc|olc|flc|mlc)(?=[A-Z])/.exec(unit.weapon ?? "")?.[1] ?? "") : "";
  return text.card.carriages[code] ?? null;
}

/** Is a unit low on ammunition, or how many of its guns? In words. */
export function lowAmmunition(unit: Pick<Unit, "marks" | "guns">): string | null {
  if (unit.marks?.includes("low-on-ammunition")) return text.seen.lowAmmunition;
  const guns = unit.guns ?? [];
  const low = guns.filter((marks) => marks.includes("low-on-ammunition")).length;
  if (!low) return null;
  return low === guns.length ? text.seen.lowAmmunition : text.seen.lowGuns(low, guns.length);
}
