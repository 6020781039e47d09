// What the referee tells of a unit or a leader, drawn: command radii, range bands with their arc, lines of sight.
import type { Battle } from "../battle/battle.svelte";
import type { Chosen } from "../battle/board.svelte";
import type { LeaderCard, Place, Scene, Seen, Side, Unit, UnitCard } from "../generated/referee-answer";
import { crosses } from "../battle/warnings";
import { inches, text } from "../text";
import { INCH, middle, nearest, onSheet, type Spot } from "./view";

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

/** A gun that is so fires nowhere. */
const IDLE = ["limbered", "abandoned", "silenced"];

/** The fronts that a unit fires from: that of the gun in hand, else one for each way that its stands look; guns on their limbers, or silenced, have none. */
export function fronts(stands: readonly Place[], gun: number | null, guns: readonly string[][] = []): Place[][] {
  const fires = (at: number) => !guns[at]?.some((mark) => IDLE.includes(mark));
  const own = gun === null ? undefined : stands[gun - 1];
  if (own && gun !== null) return fires(gun - 1) ? [[own]] : [];
  const found: Place[][] = [];
  for (const stand of stands.filter((_, at) => fires(at))) {
    const same = found.find(([first]) => first && Math.abs(first[2] - stand[2]) < 1);
    if (same) same.push(stand);
    else found.push([stand]);
  }
  return found;
}

/** The range bands of the unit that is chosen, or of its gun in hand: from each of its fronts. */
export async function arcsOf(battle: Battle, scene: Scene, chosen: Chosen | null, gun: number | null = null): Promise<Arc[]> {
  if (chosen?.kind !== "unit") return [];
  const unit = battle.unit(chosen.name);
  if (!unit?.stands.length) return [];
  const card = await battle.ask<UnitCard>({ do: "card", unit: unit.name }).catch(() => null);
  const weapon = card?.weapon;
  if (!weapon) return [];
  return fronts(unit.stands, gun, unit.guns).flatMap((front) => {
    const [left, right, heading] = frontEdge(front, unit.base, scene.table[1]);
    return weapon.bands.map((band, place) => ({ path: fieldOfFire(left, right, heading, band.to, weapon.arc), kind: place === 0 ? "close" : "far" }));
  });
}

/** The ends of the front edge of stands that look the same way, on the sheet, and their heading. */
function frontEdge(front: Place[], base: readonly [number, number], tableHeight: number): [Spot, Spot, number] {
  const heading = front[0]?.[2] ?? 0;
  const turn = (heading * Math.PI) / 180;
  const along = (stand: Place) => stand[0] * Math.cos(turn) - stand[1] * Math.sin(turn);
  const sorted = [...front].sort((a, b) => along(a) - along(b));
  const [w, h] = [base[0] / 2, base[1] / 2];
  const corner = (stand: Place | undefined, side: number): Spot =>
    onSheet([(stand?.[0] ?? 0) + Math.sin(turn) * h + Math.cos(turn) * w * side, (stand?.[1] ?? 0) + Math.cos(turn) * h - Math.sin(turn) * w * side], tableHeight);
  return [corner(sorted[0], -1), corner(sorted.at(-1), 1), heading];
}

/** How far one looks for whom a gun would face, in inches, and how wide of him it may look. */
const [LOOKS, GRAZES] = [60, 0.3];

/** The enemy that a gun of a unit would look straight at along a heading: the nearest there. */
export function ahead(scene: Pick<Scene, "units">, unit: Pick<Unit, "side" | "stands">, gun: number | null, heading: number): string | null {
  const from = unit.stands[(gun ?? 1) - 1];
  if (!from) return null;
  const turn = (heading * Math.PI) / 180;
  const to: Spot = [from[0] + Math.sin(turn) * LOOKS, from[1] + Math.cos(turn) * LOOKS];
  const enemies = scene.units.filter((other) => other.side !== unit.side && other.whereabouts === "on-table");
  const stands = enemies.flatMap((other) => other.stands.map((stand) => ({ name: other.name, stand, base: [other.base[0] + GRAZES, other.base[1] + GRAZES] as const })));
  return nearest(stands.filter(({ stand, base }) => crosses(from, to, stand, base)), ({ stand }) => stand, from)?.name ?? null;
}

/** The nearest enemy of a side from a place, and the heading to him. */
export function nearestFoe(scene: Pick<Scene, "units">, side: Side, from: Spot): { name: string; heading: number } | null {
  const enemies = scene.units.filter((other) => other.side !== side && other.whereabouts === "on-table");
  const found = nearest(enemies.flatMap(({ name, stands }) => stands.map((stand) => ({ name, stand }))), ({ stand }) => stand, from);
  if (!found) return null;
  const turn = (Math.atan2(found.stand[0] - from[0], found.stand[1] - from[1]) * 180) / Math.PI;
  return { name: found.name, heading: Math.round(((turn + 360) % 360) * 100) / 100 % 360 };
}

/** What one unit sees of another, and what keeps it from firing there. */
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
      seen.sees ? shotWords(seen) : null,
      seen.cover ? text.sight.cover(seen.cover.why) : null,
      seen.enfiladed ? text.sight.enfiladed : null,
    ].filter(Boolean);
    return { ...line, blocked: seen.blocked?.at ?? seen.barred?.blocked?.at ?? null, text: said.join(", "), said: said.join(", ") };
  } catch (why) {
    return { ...base, text: "", said: (why as Error).message };
  }
}

/** What keeps who sees an enemy from firing at him, in words. */
export function shotWords(seen: Pick<Seen, "barred" | "blocked">): string | null {
  if (!seen.barred) return null;
  const { blocked } = seen.barred;
  return blocked ? text.sight.masked(blocked.by) : text.sight.outOfArc;
}
