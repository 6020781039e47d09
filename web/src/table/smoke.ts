// The outline of smoke: billows along the edges of the ground that it lies on.
import type { Smoke } from "../generated/referee-answer";
import type { Spot } from "./view";

/** How wide a billow is, about. */
const BILLOW = 34;

/** A cloud over an area, all on the sheet, and its middle. */
export function cloud(corners: Spot[]): { path: string; middle: Spot } {
  const [first] = corners;
  if (!first) return { path: "", middle: [0, 0] };
  const area = corners.reduce((sum, [x, y], i) => {
    const [nx, ny] = corners[(i + 1) % corners.length] ?? first;
    return sum + x * ny - nx * y;
  }, 0);
  // Billows swell outward, whichever way round the corners go.
  const sweep = area > 0 ? 1 : 0;
  const say = ([x, y]: Spot) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  let path = `M${say(first)}`;
  corners.forEach((from, i) => {
    const to = corners[(i + 1) % corners.length] ?? first;
    const far = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const count = Math.max(1, Math.round(far / BILLOW));
    const r = ((far / count) * 0.68).toFixed(1);
    for (let n = 1; n <= count; n++) path += `A${r} ${r} 0 0 ${sweep} ${say([from[0] + ((to[0] - from[0]) * n) / count, from[1] + ((to[1] - from[1]) * n) / count])}`;
  });
  const sum = corners.reduce<Spot>(([sx, sy], [x, y]) => [sx + x, sy + y], [0, 0]);
  return { path: `${path}z`, middle: [sum[0] / corners.length, sum[1] / corners.length] };
}

/** The smoke that an order would bring, by what is told beside the decision. */
export function smokeOf<S>(notes: { orders?: string[]; smoke?: S[] }[] | undefined, order: string): S | null {
  for (const note of notes ?? []) {
    const place = note.orders?.indexOf(order) ?? -1;
    if (place >= 0) return note.smoke?.[place] ?? null;
  }
  return null;
}

/** Where smoke will lie turn by turn, from the next on, to its last: the corners moved by the wind. */
export function drift(smoke: Pick<Smoke, "area" | "drifts" | "heading" | "until">, turn: number): Spot[][] {
  const way = (smoke.heading * Math.PI) / 180;
  const [dx, dy] = [Math.sin(way) * smoke.drifts, Math.cos(way) * smoke.drifts];
  return Array.from({ length: Math.max(0, smoke.until - turn) }, (_, i) => smoke.area.map(([x, y]): Spot => [x + dx * (i + 1), y + dy * (i + 1)]));
}
