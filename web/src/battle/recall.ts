// Where horse may be recalled to: one line a place, what each brings, the sensible ones first.
import type { Place, Scene, Unit } from "../generated/referee-answer";
import { nearestStands } from "../table/measure";
import { apart, compass, middle, type Spot } from "../table/view";
import type { Told } from "./orders";

export interface Refuge {
  to: Spot;
  /** The orders that go there, one for each facing. */
  orders: { order: string; facing: string; heading: number }[];
  /** How far the ride is, and whereto. */
  far: number;
  where: string;
  /** The nearest enemy from there. */
  enemy: { name: string; far: number } | null;
  /** What it is best at: `far` from the enemy, `near`, beside its `leader`. */
  best: string[];
}

/** Where an order lets a unit look: a point of the compass, or degrees. */
function facing(order: string, points: Record<string, string>, names: string[]): { facing: string; heading: number } {
  const said = /facing (\S+)$/.exec(order)?.[1] ?? "N";
  const named = Object.keys(points).indexOf(said);
  const heading = named >= 0 ? named * 22.5 : Number(said) || 0;
  return { facing: points[said] ?? compass(heading, names), heading };
}

/** A unit as it would stand with the middle of its front there. */
export function moved(unit: Pick<Unit, "at" | "stands">, to: Spot, heading: number): Place[] {
  const from = unit.at ?? unit.stands[0] ?? [0, 0, 0];
  const by = ((heading - from[2]) * Math.PI) / 180;
  return unit.stands.map(([x, y, looks]) => {
    const [dx, dy] = [x - from[0], y - from[1]];
    return [to[0] + dx * Math.cos(by) + dy * Math.sin(by), to[1] - dx * Math.sin(by) + dy * Math.cos(by), (looks + heading - from[2] + 360) % 360];
  });
}

/** The places of the offers that recall a unit. */
export function refuges(offers: Told[], unit: Unit, scene: Scene, points: Record<string, string>, names: string[]): Refuge[] {
  const all: Refuge[] = [];
  const from = middle(unit.stands);
  const enemies = scene.units.filter((other) => other.side !== unit.side && other.whereabouts === "on-table" && other.stands.length);
  for (const offer of offers) {
    const { to } = offer;
    if (!to) continue;
    const turn = { order: offer.order, ...facing(offer.order, points, names) };
    const known = all.find((one) => apart(one.to, to) < 0.01);
    if (known) {
      if (!known.orders.some((one) => one.facing === turn.facing)) known.orders.push(turn);
      continue;
    }
    // As the log will tell it: from middle to middle, and to the nearest edge of the enemy.
    const there = { ...unit, stands: moved(unit, to, turn.heading) };
    const nearest = enemies.map((other) => ({ name: other.name, far: nearestStands(there, other) })).sort((a, b) => a.far - b.far)[0];
    const end = middle(there.stands);
    const heading = (Math.atan2(end[0] - from[0], end[1] - from[1]) * 180) / Math.PI;
    all.push({ to, orders: [turn], far: apart(from, end), where: compass(heading, names), enemy: nearest ?? null, best: [] });
  }
  const leader = scene.leaders.find((one) => one.name === unit.commander)?.at;
  best(all, "far", (one) => -(one.enemy?.far ?? 0));
  if (leader) best(all, "leader", (one) => apart(one.to, leader));
  best(all, "near", (one) => one.far);
  return all.sort((a, b) => Number(b.best.length > 0) - Number(a.best.length > 0) || a.far - b.far);
}

function best(all: Refuge[], name: string, worth: (one: Refuge) => number): void {
  const [first] = [...all].sort((a, b) => worth(a) - worth(b));
  first?.best.push(name);
}
