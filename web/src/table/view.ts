// Where things are on the screen: the table in inches, its sheet in units of 1/20 inch, the window on it in pixels.

import { text } from "../text";

/** Units of the sheet to an inch; the maps are drawn so. */
export const INCH = 20;

/** The sheet on the screen: moved by x, y pixels and k times as large. */
export interface Window {
  x: number;
  y: number;
  k: number;
}

export interface Size {
  width: number;
  height: number;
}

export type Spot = [number, number];

/** A place of the table on the sheet; north is up. */
export function onSheet([x, y]: readonly [number, number, ...number[]], tableHeight: number): Spot {
  return [x * INCH, (tableHeight - y) * INCH];
}

/** The place of the table under a point of the screen. */
export function onTable([px, py]: Spot, window: Window, tableHeight: number): Spot {
  return [(px - window.x) / window.k / INCH, tableHeight - (py - window.y) / window.k / INCH];
}

/** The window in which the whole table is seen, with a margin; `left` is for what stands on it there. */
export function fitted(screen: Size, table: [number, number], margin = 10, left = 0): Window {
  const [w, h] = [table[0] * INCH, table[1] * INCH];
  const width = screen.width - left;
  const k = Math.max(0.02, Math.min((width - margin * 2) / w, (screen.height - margin * 2) / h));
  return { k, x: left + (width - w * k) / 2, y: (screen.height - h * k) / 2 };
}

/** How near and how far one may look: from half the whole table to 90 pixels an inch. */
export function limits(screen: Size, table: [number, number]): [number, number] {
  return [fitted(screen, table).k * 0.6, 90 / INCH];
}

/** Nearer or farther, with the point of the screen where it is. */
export function zoomed(window: Window, at: Spot, factor: number, [least, most]: [number, number]): Window {
  const k = Math.min(most, Math.max(least, window.k * factor));
  const by = k / window.k;
  return { k, x: at[0] - (at[0] - window.x) * by, y: at[1] - (at[1] - window.y) * by };
}

/** Two fingers that were at `from` are now at `to`. */
export function pinched(window: Window, from: [Spot, Spot], to: [Spot, Spot], range: [number, number]): Window {
  const middle = ([a, b]: [Spot, Spot]): Spot => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const apart = ([a, b]: [Spot, Spot]) => Math.hypot(a[0] - b[0], a[1] - b[1]) || 1;
  const [was, is] = [middle(from), middle(to)];
  const moved = { ...window, x: window.x + is[0] - was[0], y: window.y + is[1] - was[1] };
  return zoomed(moved, is, apart(to) / apart(from), range);
}

/** The window kept so that some of the table is always in sight. */
export function held(window: Window, screen: Size, table: [number, number]): Window {
  const [w, h] = [table[0] * INCH * window.k, table[1] * INCH * window.k];
  const keep = 80;
  return {
    k: window.k,
    x: Math.min(screen.width - keep, Math.max(keep - w, window.x)),
    y: Math.min(screen.height - keep, Math.max(keep - h, window.y)),
  };
}

/** The window with these places in it, moved no more than needed, and farther off if they would not all be seen; `left` is for what stands on it there. */
export function showing(window: Window, spots: Spot[], screen: Size, tableHeight: number, left = 0): Window {
  if (spots.length === 0) return window;
  const seen = spots.map((spot) => onSheet(spot, tableHeight));
  const edge = 40;
  const span = (places: number[]) => Math.max(...places) - Math.min(...places);
  const [xs, ys] = [seen.map(([x]) => x), seen.map(([, y]) => y)];
  const room: Size = { width: screen.width - left - edge * 2, height: screen.height - edge * 2 };
  const k = Math.min(window.k, room.width / Math.max(span(xs), 1e-9), room.height / Math.max(span(ys), 1e-9));
  const at = k === window.k ? window : zoomed(window, [left + (screen.width - left) / 2, screen.height / 2], k / window.k, [k, window.k]);
  const shift = (places: number[], least: number, most: number) => {
    const [low, high] = [Math.min(...places), Math.max(...places)];
    return low < least ? least - low : high > most ? most - high : 0;
  };
  const dx = shift(xs.map((x) => x * k + at.x), left + edge, screen.width - edge);
  const dy = shift(ys.map((y) => y * k + at.y), edge, screen.height - edge);
  return dx === 0 && dy === 0 && at === window ? window : { k, x: at.x + dx, y: at.y + dy };
}

/** Are these places all seen, without those under what stands at the left? */
export function inSight(window: Window, spots: Spot[], screen: Size, tableHeight: number, left = 0): boolean {
  const edge = 8;
  return spots.every((spot) => {
    const [x, y] = onSheet(spot, tableHeight).map((place, axis) => place * window.k + (axis ? window.y : window.x)) as Spot;
    return x >= left + edge && x <= screen.width - edge && y >= edge && y <= screen.height - edge;
  });
}

/** How far apart two places are. */
export function apart(a: readonly number[], b: readonly number[]): number {
  return Math.hypot((a[0] ?? 0) - (b[0] ?? 0), (a[1] ?? 0) - (b[1] ?? 0));
}

/** The nearest of some things to a place. */
export function nearest<T>(things: T[], place: (thing: T) => readonly number[] | undefined, to: readonly number[]): T | undefined {
  let best: T | undefined;
  let least = Infinity;
  for (const thing of things) {
    const at = place(thing);
    if (!at) continue;
    const far = apart(at, to);
    if (far < least) [best, least] = [thing, far];
  }
  return best;
}

/** The middle of some stands. */
export function middle(stands: readonly (readonly number[])[]): Spot {
  const n = stands.length || 1;
  return [stands.reduce((sum, s) => sum + (s[0] ?? 0), 0) / n, stands.reduce((sum, s) => sum + (s[1] ?? 0), 0) / n];
}

/** A part of the table in words: `north-west`, `centre`. */
export function region([x, y]: readonly number[], table: [number, number]): string {
  const column = (x ?? 0) / table[0];
  const row = (y ?? 0) / table[1];
  const { north, south, east, west, centre } = text.seen.regions;
  const ns = row > 2 / 3 ? north : row < 1 / 3 ? south : "";
  const ew = column > 2 / 3 ? east : column < 1 / 3 ? west : "";
  return [ns, ew].filter(Boolean).join("-") || centre;
}

/** Where a heading looks, in words. */
export function compass(heading: number, points: string[]): string {
  const place = Math.round((((heading % 360) + 360) % 360) / (360 / points.length)) % points.length;
  return points[place] ?? "";
}

/** Where a place is for who stands at a spot and looks along its heading: `left rear`, `front`. */
export function flank([x, y, heading]: readonly [number, number, number], to: readonly number[], words: { front: string; rear: string; left: string; right: string }): string {
  const turn = (heading * Math.PI) / 180;
  const [dx, dy] = [(to[0] ?? 0) - x, (to[1] ?? 0) - y];
  const ahead = dx * Math.sin(turn) + dy * Math.cos(turn);
  const aside = dx * Math.cos(turn) - dy * Math.sin(turn);
  const side = aside > 0.5 ? words.right : aside < -0.5 ? words.left : "";
  const way = ahead > 0.5 ? words.front : ahead < -0.5 ? words.rear : "";
  return [side, way].filter(Boolean).join(" ");
}

/** The outline of places around a middle, by their direction; where there is a wide gap it goes through the middle. */
export function around(centre: Spot, spots: Spot[]): Spot[] {
  const turned = spots
    .map((spot) => ({ spot, angle: Math.atan2(spot[1] - centre[1], spot[0] - centre[0]) }))
    .sort((a, b) => a.angle - b.angle);
  const outline: Spot[] = [];
  turned.forEach(({ spot, angle }, at) => {
    outline.push(spot);
    const next = turned[(at + 1) % turned.length];
    if (!next) return;
    const gap = (next.angle - angle + Math.PI * 2) % (Math.PI * 2);
    if (gap > Math.PI / 4 || turned.length === 1) outline.push(centre);
  });
  return outline;
}
