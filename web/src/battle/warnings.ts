// What speaks against a place where a unit may go all the same: its leader does not reach it there, it stands before guns of its own, or it leaves its battery.
import type { LeaderCard, Place, Scene, Unit, UnitCard } from "../generated/referee-answer";
import { leaderRadius } from "../table/figures";
import { gap } from "../table/measure";
import { INCH, middle, type Spot } from "../table/view";
import { inches, text } from "../text";

type Base = readonly [number, number];

/** A place as a stand sees it: how far aside and how far ahead of its middle. */
function seen(point: readonly number[], [x, y, heading]: Place): Spot {
  const turn = (heading * Math.PI) / 180;
  const [dx, dy] = [(point[0] ?? 0) - x, (point[1] ?? 0) - y];
  return [dx * Math.cos(turn) - dy * Math.sin(turn), dx * Math.sin(turn) + dy * Math.cos(turn)];
}

/** How far a place is from a stand. */
export function fromStand(point: readonly number[], stand: Place, base: Base): number {
  const [aside, ahead] = seen(point, stand);
  return Math.hypot(Math.max(0, Math.abs(aside) - base[0] / 2), Math.max(0, Math.abs(ahead) - base[1] / 2));
}

/** Does the straight way between two places go over a stand? */
export function crosses(from: readonly number[], to: readonly number[], stand: Place, base: Base): boolean {
  const [a, b] = [seen(from, stand), seen(to, stand)];
  let [enters, leaves] = [0, 1];
  for (const axis of [0, 1] as const) {
    const [half, by] = [base[axis] / 2, b[axis] - a[axis]];
    if (by === 0) {
      if (Math.abs(a[axis]) >= half) return false;
      continue;
    }
    const [one, two] = [(-half - a[axis]) / by, (half - a[axis]) / by];
    enters = Math.max(enters, Math.min(one, two));
    leaves = Math.min(leaves, Math.max(one, two));
  }
  return enters < leaves;
}

/** Guns of a battery are no farther than this from another of it, in inches (GUN-BASE-BATTERY-UNIT). */
const BATTERY = 2;

/** Into how many parts the guns of a battery fall: those that are near each other are one. */
export function batteryParts(stands: Place[], base: Base): number {
  const part = stands.map((_, i) => i);
  stands.forEach((one, i) =>
    stands.slice(0, i).forEach((other, j) => {
      if (gap({ base }, one, { base }, other) > BATTERY + 0.001) return;
      const [keep, drop] = [part[j], part[i]];
      part.forEach((label, k) => { if (label === drop && keep !== undefined) part[k] = keep; });
    }),
  );
  return new Set(part).size;
}

/** A leader with his reach, a battery with whom it could fire at. */
export interface Around {
  leaders: { name: string; at: Spot; size: number; radius: number }[];
  batteries: { unit: Unit; targets: Unit[] }[];
}

type Ask = <T>(request: Record<string, unknown>) => Promise<T>;

/** The leaders and batteries of a unit's own side; by night only who is with a unit commands it, and no reach is told. */
export async function around(ask: Ask, scene: Scene, unit: Unit): Promise<Around> {
  const found: Around = { leaders: [], batteries: [] };
  for (const leader of scene.light.startsWith("night") ? [] : scene.leaders.filter((one) => one.side === unit.side && one.at)) {
    const card = await ask<LeaderCard>({ do: "card", leader: leader.name }).catch(() => null);
    if (card && leader.at) found.leaders.push({ name: leader.name, at: [leader.at[0], leader.at[1]], size: leaderRadius(leader) / INCH, radius: card.radius });
  }
  for (const battery of scene.units.filter((one) => one.side === unit.side && one.arm === "guns" && one !== unit && one.stands.length)) {
    const card = await ask<UnitCard>({ do: "card", unit: battery.name }).catch(() => null);
    const targets = scene.units.filter((one) => card?.targets.includes(one.name) && one.stands.length);
    if (targets.length) found.batteries.push({ unit: battery, targets });
  }
  return found;
}

/** Would a battery be in parts if its guns stood so? What is apart when its orders are given is two units ever after. */
export function splits(unit: Pick<Unit, "arm" | "base">, stands: Place[]): boolean {
  return unit.arm === "guns" && batteryParts(stands, unit.base) > 1;
}

/** What is said of a battery whose guns stand apart while some have no order yet. */
export function standsApart(unit: Pick<Unit, "arm" | "base" | "stands">): string | null {
  return splits(unit, unit.stands) ? text.onTable.warns.isApart(inches(BATTERY)) : null;
}

/** What speaks against a unit standing so; of a battery with the `gun` in hand. */
export function warnings(unit: Unit, stands: Place[], around: Around, gun: number | null = null): string[] {
  const said: string[] = [];
  const far = (leader: Around["leaders"][number]) => Math.min(...stands.map((stand) => fromStand(leader.at, stand, unit.base))) - leader.size;
  const own = around.leaders.find((leader) => leader.name === unit.commander);
  if (own && !unit.leader && far(own) > own.radius) {
    const other = around.leaders.find((leader) => far(leader) <= leader.radius);
    said.push(text.onTable.warns.reach(own.name, inches(own.radius), other?.name ?? null));
  }
  if (splits(unit, stands)) said.push(text.onTable.warns.splits(inches(BATTERY), gun !== null && (unit.guns ?? []).some((marks, i) => i !== gun - 1 && !marks.includes("moved"))));
  for (const battery of around.batteries) {
    const masked = battery.targets.find((target) => battery.unit.stands.some((gun) => stands.some((stand) => crosses(gun, middle(target.stands), stand, unit.base))));
    if (masked && battery.unit.name !== unit.name) said.push(text.onTable.warns.masks(battery.unit.name, masked.name));
  }
  return said;
}

/** The units of a leader's own command that he does not reach, of those on the table. */
export function outOfReach(card: Pick<LeaderCard, "commands" | "reaches">, units: Pick<Unit, "name" | "whereabouts">[]): string[] {
  const there = new Set(units.filter((unit) => unit.whereabouts === "on-table").map((unit) => unit.name));
  return card.commands.filter((name) => there.has(name) && !card.reaches.includes(name));
}
