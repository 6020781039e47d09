// The tape of the table: an end near a stand or a leader goes to its edge, and says whose it is.
import type { Leader, Place, Unit } from "../generated/referee-answer";
import { inches, text } from "../text";
import { leaderRadius } from "./figures";
import { apart, INCH, type Spot } from "./view";

/** An end of the tape, in inches; whose edge it is at, if anybody's. */
export interface End {
  at: Spot;
  name: string | null;
}

/** Pixels from which an end goes to an edge. */
export const NEAR = 9;

/** The place on the edge of a stand that is nearest to a spot, inside or outside of it. */
export function edgeOf([x, y, heading]: readonly [number, number, number], base: readonly [number, number], spot: readonly number[]): Spot {
  const turn = (heading * Math.PI) / 180;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const [dx, dy] = [(spot[0] ?? 0) - x, (spot[1] ?? 0) - y];
  // To its right and to its front.
  let [aside, ahead] = [dx * cos - dy * sin, dx * sin + dy * cos];
  const [w, h] = [base[0] / 2, base[1] / 2];
  if (Math.abs(aside) < w && Math.abs(ahead) < h) {
    if (w - Math.abs(aside) < h - Math.abs(ahead)) aside = Math.sign(aside || 1) * w;
    else ahead = Math.sign(ahead || 1) * h;
  } else [aside, ahead] = [Math.max(-w, Math.min(w, aside)), Math.max(-h, Math.min(h, ahead))];
  return [x + aside * cos + ahead * sin, y - aside * sin + ahead * cos];
}

/** Is a spot on a stand? */
function isOn([x, y, heading]: readonly [number, number, number], base: readonly [number, number], spot: readonly number[]): boolean {
  const turn = (heading * Math.PI) / 180;
  const [dx, dy] = [(spot[0] ?? 0) - x, (spot[1] ?? 0) - y];
  return Math.abs(dx * Math.cos(turn) - dy * Math.sin(turn)) <= base[0] / 2 && Math.abs(dx * Math.sin(turn) + dy * Math.cos(turn)) <= base[1] / 2;
}

/** An end of the tape at the nearest edge within reach (in inches) of a spot, or there itself. */
export function snapped(spot: Spot, units: Pick<Unit, "name" | "stands" | "base">[], leaders: (Pick<Leader, "name" | "rank"> & { at: Spot | readonly number[] })[], reach: number): End {
  let best: End = { at: spot, name: null };
  let least = reach;
  const offer = (at: Spot, name: string, on: boolean) => {
    const far = on ? 0 : apart(at, spot);
    if (far <= least) [best, least] = [{ at, name }, far];
  };
  for (const unit of units) for (const stand of unit.stands) offer(edgeOf(stand, unit.base, spot), unit.name, isOn(stand, unit.base, spot));
  for (const leader of leaders) {
    const [x, y] = [leader.at[0] ?? 0, leader.at[1] ?? 0];
    const r = leaderRadius(leader) / INCH;
    const far = apart([x, y], spot) || 1e-9;
    offer([x + ((spot[0] - x) / far) * r, y + ((spot[1] - y) / far) * r], leader.name, far <= r);
  }
  return best;
}

type Formed = Pick<Unit, "name" | "stands" | "base">;
type Based = { base: readonly [number, number] };

/** How far two stands are apart, edge to edge: where the edges of neither cross it is from a corner of one to the other. */
export function gap(a: Based, one: Place, b: Based, other: Place): number {
  const from = ([x, y, heading]: Place, [w, h]: readonly [number, number]): Spot[] => {
    const turn = (heading * Math.PI) / 180;
    return [[-1, -1], [-1, 1], [1, 1], [1, -1]].map(([i = 0, j = 0]) => [x + ((i * w) / 2) * Math.cos(turn) + ((j * h) / 2) * Math.sin(turn), y - ((i * w) / 2) * Math.sin(turn) + ((j * h) / 2) * Math.cos(turn)]);
  };
  const far = (spots: Spot[], stand: Place, base: readonly [number, number]) => Math.min(...spots.map((spot) => (isOn(stand, base, spot) ? 0 : apart(spot, edgeOf(stand, base, spot)))));
  return Math.min(far(from(one, a.base), other, b.base), far(from(other, b.base), one, a.base));
}

/** How far two units are apart, as ranges are measured: from the nearest edge of one to the nearest of the other. */
export function nearestStands(a: Formed, b: Formed): number {
  return Math.min(...a.stands.flatMap((one) => b.stands.map((other) => gap(a, one, b, other))));
}

/** What the tape says: `5th Infantry to 4th Line: 7.3″`; between units also how far their nearest stands are apart. */
export function tape(from: End, to: End, units: readonly Formed[] = []): string {
  const far = inches(apart(from.at, to.at));
  if (from.name && to.name && from.name !== to.name) {
    const [a, b] = [from.name, to.name].map((name) => units.find((unit) => unit.name === name && unit.stands.length));
    const least = a && b ? inches(nearestStands(a, b)) : null;
    return text.tools.between(from.name, to.name, far, least);
  }
  const name = from.name === to.name ? null : (from.name ?? to.name);
  return name ? text.tools.from(name, far) : far;
}
