// How stands, leaders and flags are drawn: the hand of the maps (crates/picture), in units of the sheet.
import type { Leader, Nation, Unit } from "../generated/referee-answer";
import { INCH } from "./view";

export const INK = "#33281a";
export const PAPER = "#f1e6cb";

export interface Cloth {
  full: string;
  deep: string;
  pale: string;
}

const CLOTH: Record<Nation, Cloth> = {
  union: { full: "#2f4f8c", deep: "#16294f", pale: "#cfd8ea" },
  us: { full: "#2f4f8c", deep: "#16294f", pale: "#cfd8ea" },
  american: { full: "#35567f", deep: "#182c47", pale: "#d6dde4" },
  confederate: { full: "#76726a", deep: "#37342d", pale: "#dedbd2" },
  british: { full: "#a8322a", deep: "#541410", pale: "#f0d5cc" },
  french: { full: "#5b78b4", deep: "#21335c", pale: "#f4f4f0" },
  german: { full: "#35594c", deep: "#162c24", pale: "#d3ddd5" },
  loyalist: { full: "#5c7036", deep: "#2c3717", pale: "#dde1c9" },
  canadian: { full: "#8c4a36", deep: "#452015", pale: "#ecd9cc" },
  indian: { full: "#8a5a22", deep: "#44290b", pale: "#ecdcc0" },
  mexican: { full: "#2f6f46", deep: "#12351f", pale: "#d2e0cd" },
};

/** The colours of a nation. */
export function cloth(nation: Nation): Cloth {
  return CLOTH[nation] ?? CLOTH.union;
}

export type Sign = "foot" | "horse" | "dismounted" | "gun";

/** What a unit's stands show. */
export function sign(unit: Pick<Unit, "arm" | "mounted">): Sign {
  if (unit.arm === "guns") return "gun";
  if (unit.arm === "infantry") return "foot";
  return unit.mounted ? "horse" : "dismounted";
}

/** The path of the sign on a stand of half width w and half depth h. */
export function signPath(kind: Sign, w: number, h: number): string {
  switch (kind) {
    case "foot":
      return `M${-w} ${-h}L${w} ${h}M${w} ${-h}L${-w} ${h}`;
    case "horse":
      return `M${w} ${-h}L${-w} ${h}`;
    case "dismounted":
      return `M${w} ${-h}L${-w} ${h}M${-w * 0.55} ${-h * 0.55}l${w * 0.5} ${h * 0.5}`;
    case "gun":
      return "";
  }
}

/** Horizontal lines that tint the stands of the second side. */
export function hatchPath(w: number, h: number): string {
  const rows = Math.max(1, Math.floor((h * 2) / 3.1));
  let path = "";
  for (let row = 0; row < rows; row++) path += `M${-w} ${(-h + (2 * h * (row + 0.75)) / rows).toFixed(2)}h${w * 2}`;
  return path;
}

/** A star of five points. */
export function starPath(radius: number): string {
  const points: string[] = [];
  for (let at = 0; at < 10; at++) {
    const far = at % 2 ? radius * 0.42 : radius;
    const angle = (at * Math.PI) / 5 - Math.PI / 2;
    points.push(`${(Math.cos(angle) * far).toFixed(2)} ${(Math.sin(angle) * far).toFixed(2)}`);
  }
  return `M${points.join("L")}z`;
}

/** The radius of the star of a key position: large enough to be seen at a scale. */
export function starSize(scale: number): number {
  return Math.min(24, Math.max(9, 7 / scale));
}

/** The radius of the mark at a gun that suffers, likewise. */
export function markSize(scale: number): number {
  return Math.min(9, Math.max(4.6, 5.5 / scale));
}

/** The radius of a leader's base. */
export function leaderRadius(leader: Pick<Leader, "rank">): number {
  return { brigade: 0.375, division: 0.45, army: 0.55 }[leader.rank] * INCH;
}

/** A heading that is turned to by the shorter way from the last one. */
export function turned(last: number | undefined, heading: number): number {
  if (last === undefined) return heading;
  const by = ((((heading - last) % 360) + 540) % 360) - 180;
  return last + by;
}

/** The name without its ratings, and the ratings. */
export function parts(unit: Pick<Unit, "name" | "label">): [string, string] {
  return [unit.name, unit.label.startsWith(unit.name) ? unit.label.slice(unit.name.length).trim() : ""];
}
