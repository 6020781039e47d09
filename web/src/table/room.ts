// Where something that must be read is put, so that it hides least of what it is about.
import { between, type Box } from "./labels";

/** Something on the table, and how much it matters that it is seen. */
export interface Seen {
  box: Box;
  weight: number;
}

/** How much two boxes share. */
function shared(a: Box, b: Box): number {
  return Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));
}

/** The place of some, the first where they are alike, that hides least. */
export function freest<P extends { box: Box }>(places: P[], seen: Seen[]): P | undefined {
  const hides = (one: P) => seen.reduce((sum, other) => sum + shared(one.box, other.box) * other.weight, 0);
  let best: P | undefined;
  let least = Infinity;
  for (const place of places) {
    const hidden = hides(place);
    if (hidden < least) [best, least] = [place, hidden];
  }
  return best;
}

export type Corner = "top right" | "bottom right" | "bottom left" | "top left" | "top middle" | "bottom middle";

/** Who weighs so much is what it is about. */
export const CONCERNED = 20;

/** How far a box is from the nearest of those whom it is about. */
function away(box: Box, seen: Seen[]): number {
  return Math.min(Infinity, ...seen.filter((one) => one.weight >= CONCERNED).map((one) => between(box, one.box)));
}

/**
 * Where at the edge of a screen a box of this size hides least, of places that are alike the one farthest from whom it is about;
 * `left` is taken by the tools.
 */
export function corner(wide: number, high: number, screen: { width: number; height: number }, seen: Seen[], left = 0, edge = 12): Corner {
  const [right, bottom] = [screen.width - edge, screen.height - edge];
  const places: { corner: Corner; box: Box }[] = [
    { corner: "top right", box: [right - wide, edge, right, edge + high] },
    { corner: "bottom right", box: [right - wide, bottom - high, right, bottom] },
    { corner: "bottom left", box: [left + edge, bottom - high, left + edge + wide, bottom] },
    { corner: "top left", box: [left + edge, edge, left + edge + wide, edge + high] },
  ];
  const corners = [...places].sort((a, b) => (away(a.box, seen) === away(b.box, seen) ? 0 : away(b.box, seen) - away(a.box, seen)));
  const centre = (screen.width - wide) / 2;
  // The middle of an edge is for where every corner hides somebody.
  corners.push({ corner: "top middle", box: [centre, edge, centre + wide, edge + high] }, { corner: "bottom middle", box: [centre, bottom - high, centre + wide, bottom] });
  return freest(corners, seen)?.corner ?? "top right";
}

/** A box of this size beside a spot: below it, above it, right or left of it, or farther off, where it hides least; kept inside. */
export function beside([x, y]: readonly [number, number], wide: number, high: number, away: number, inside: Box, seen: Seen[]): Box {
  const places = [1, 3, 6].flatMap((far) => {
    const off = away * far;
    return ([[x - wide / 2, y + off], [x - wide / 2, y - off - high], [x + off, y - high / 2], [x - off - wide, y - high / 2]] as const).map(([left, top]) => {
      const l = Math.max(inside[0], Math.min(inside[2] - wide, left));
      const t = Math.max(inside[1], Math.min(inside[3] - high, top));
      return { box: [l, t, l + wide, t + high] as Box };
    });
  });
  return freest(places, seen)?.box ?? [x - wide / 2, y + away, x + wide / 2, y + away + high];
}
