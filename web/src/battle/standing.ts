// How the battle stands: where the points of each side come from.
import type { Scene, Side } from "../generated/referee-answer";

export interface Share {
  name: string;
  /** Points to the first and the second side. */
  points: [number, number];
}

export interface Tally {
  positions: (Share & { holder: Side | null; worth: [number, number]; keyOf: Side | null })[];
  /** What the losses of the enemy bring. */
  losses: [number, number];
  /** What else does: guns taken, where a battle counts them. */
  others: [number, number];
  total: [number, number];
}

const LOSSES = { bearable: 0, "heavy-casualties": 1, "greater-losses": 2 };

/** The points of both sides, by what they are for; together they are what the referee says. */
export function tally(scene: Scene): Tally {
  const positions = scene["key-positions"].map((key) => ({
    name: key.name,
    holder: key.holder,
    worth: key.points,
    keyOf: key["key-of"] ?? null,
    points: [key.holder === "first" ? key.points[0] : 0, key.holder === "second" ? key.points[1] : 0] as [number, number],
  }));
  const [first, second] = scene.armies;
  const losses: [number, number] = [LOSSES[second?.losses ?? "bearable"], LOSSES[first?.losses ?? "bearable"]];
  const total: [number, number] = [first?.points ?? 0, second?.points ?? 0];
  const known = (side: 0 | 1) => positions.reduce((sum, one) => sum + one.points[side], losses[side]);
  return { positions, losses, others: [total[0] - known(0), total[1] - known(1)], total };
}
