// What the referee tells of a unit or a leader, drawn: command radii, range bands with their arc, lines of sight.
import type { Battle } from "../battle/battle.svelte";
import type { Chosen } from "../battle/board.svelte";
import type { LeaderCard, Place, Scene, Seen, UnitCard } from "../generated/referee-answer";
import { inches, text } from "../text";
import { INCH, middle, onSheet, type Spot } from "./view";

export interface Ring {
  at: Spot;
  radius: number;
  kind: string;
}

export interface Arc {
  path: string;
  kind: string;
}

export interface SightLine {
  from: Spot;
  to: Spot;
  blocked?: Spot | null;
  text: string;
}

/** The command radius of the leader who is chosen, or of all. */
export async function ringsOf(battle: Battle, scene: Scene, chosen: Chosen | null, all: boolean): Promise<Ring[]> {
  const wanted = scene.leaders.filter((leader) => leader.at && (all || (chosen?.kind === "leader" && chosen.name === leader.name)));
  const rings: Ring[] = [];
  for (const leader of wanted) {
    const card = await battle.ask<LeaderCard>({ do: "card", leader: leader.name }).catch(() => null);
    if (card && leader.at) rings.push({ at: [leader.at[0], leader.at[1]], radius: card.radius, kind: leader.side });
  }
  return rings;
}

/** The field of fire of a front from `left` to `right` on the sheet, to a distance, opened by some degrees each side. */
export function fieldOfFire(left: Spot, right: Spot, heading: number, reach: number, open: number): string {
  const r = reach * INCH;
  const ahead = (degrees: number): Spot => {
    const turn = (degrees * Math.PI) / 180;
    return [Math.sin(turn) * r, -Math.cos(turn) * r];
  };
  const [a, b, c] = [ahead(heading - open), ahead(heading), ahead(heading + open)];
  const at = (from: Spot, by: Spot) => `${(from[0] + by[0]).toFixed(1)} ${(from[1] + by[1]).toFixed(1)}`;
  return `M${left[0]} ${left[1]}L${at(left, a)}A${r} ${r} 0 0 1 ${at(left, b)}L${at(right, b)}A${r} ${r} 0 0 1 ${at(right, c)}L${right[0]} ${right[1]}z`;
}

/** The stands that fire as one front: those of the gun in hand, else those that look where the first looks. */
export function fronts(stands: readonly Place[], gun: number | null): Place[] {
  const [first] = stands;
  const own = gun === null ? undefined : stands[gun - 1];
  if (own) return [own];
  return first ? stands.filter((stand) => Math.abs(stand[2] - first[2]) < 1) : [];
}

/** The range bands of the unit that is chosen, or of its gun in hand. */
export async function arcsOf(battle: Battle, scene: Scene, chosen: Chosen | null, gun: number | null = null): Promise<Arc[]> {
  if (chosen?.kind !== "unit") return [];
  const unit = battle.unit(chosen.name);
  if (!unit?.stands.length) return [];
  const card = await battle.ask<UnitCard>({ do: "card", unit: unit.name }).catch(() => null);
  const weapon = card?.weapon;
  const front = fronts(unit.stands, gun);
  const [first] = front;
  if (!weapon || !first) return [];
  const heading = first[2];
  const turn = (heading * Math.PI) / 180;
  const along = (stand: readonly number[]) => (stand[0] ?? 0) * Math.cos(turn) - (stand[1] ?? 0) * Math.sin(turn);
  const sorted = [...front].sort((a, b) => along(a) - along(b));
  const [w, h] = [unit.base[0] / 2, unit.base[1] / 2];
  const corner = (stand: readonly number[], side: number): Spot =>
    onSheet([(stand[0] ?? 0) + Math.sin(turn) * h + Math.cos(turn) * w * side, (stand[1] ?? 0) + Math.cos(turn) * h - Math.sin(turn) * w * side], scene.table[1]);
  const [leftmost, rightmost] = [sorted[0] ?? first, sorted.at(-1) ?? first];
  return weapon.bands.map((band, place) => ({ path: fieldOfFire(corner(leftmost, -1), corner(rightmost, 1), heading, band.to, weapon.arc), kind: place === 0 ? "close" : "far" }));
}

/** What one unit sees of another. */
export async function sightOf(battle: Battle, from: string, to: string): Promise<(SightLine & { said: string }) | null> {
  const [a, b] = [battle.unit(from), battle.unit(to)];
  if (!a?.stands.length || !b?.stands.length) return null;
  const base = { from: middle(a.stands), to: middle(b.stands) };
  try {
    const seen = await battle.ask<Seen>({ do: "sight", from, to });
    const line = seen.line ? { from: seen.line[0], to: seen.line[1] } : base;
    const said = [
      seen.sees ? text.sight.sees(from, to) : text.sight.not(from, to),
      seen.range !== null ? inches(seen.range) : null,
      seen.blocked ? text.sight.blocked(seen.blocked.by) : null,
      seen.cover ? text.sight.cover(seen.cover.why) : null,
      seen.enfiladed ? text.sight.enfiladed : null,
    ].filter(Boolean);
    return { ...line, blocked: seen.blocked?.at ?? null, text: said.join(", "), said: said.join(", ") };
  } catch (why) {
    return { ...base, text: "", said: (why as Error).message };
  }
}
