// The luck of a whole battle in one measure: fire, checks and combats together.
import type { ArmyLuck, Fortune } from "../generated/referee-answer";

/** What was rolled for, in the order in which it is told. */
export const KINDS = ["fire", "checks", "combats"] as const;
export type Kind = (typeof KINDS)[number];

/** By how many standard deviations something came out better than was to be expected. */
export function off(one: Pick<Fortune, "came" | "expected" | "deviation">): number {
  return one.deviation > 0 ? (one.came - one.expected) / one.deviation : 0;
}

/** The same of all that was rolled for: each kind counts by how often it was rolled, whatever it is measured in. */
export function overall(army: Pick<ArmyLuck, Kind>): { rolls: number; off: number; kinds: Kind[] } {
  const kinds = KINDS.filter((kind) => army[kind].rolls > 0 && army[kind].deviation > 0);
  const rolls = KINDS.reduce((sum, kind) => sum + army[kind].rolls, 0);
  const weights = kinds.map((kind) => Math.sqrt(army[kind].rolls));
  const size = Math.hypot(...weights);
  return { rolls, kinds, off: size > 0 ? kinds.reduce((sum, kind, i) => sum + off(army[kind]) * (weights[i] ?? 0), 0) / size : 0 };
}
