// How fast orders of the other side are shown.
import type { Told } from "../generated/referee-answer";

export type Pace = "slow" | "normal" | "fast";

const FACTOR: Record<Pace, number> = { slow: 1.8, normal: 1, fast: 0.45 };

/** How long to wait before an order is carried out, so that one sees who will, in milliseconds. */
export function before(order: string, pace: Pace): number {
  if (order === "done") return 0;
  return 320 * FACTOR[pace];
}

/** How long its outcome is left to be read: longer for dice and words, nothing for passing. */
export function after(order: string, events: Told[], pace: Pace): number {
  const said = events.filter((event) => event.sentence);
  if (order === "done" && said.length === 0) return 0;
  const rolled = events.some((event) => event.dice?.length);
  const letters = said.reduce((sum, event) => sum + (event.sentence?.length ?? 0), 0);
  const ms = (rolled ? 900 : 380) + Math.min(1600, letters * 7);
  return ms * FACTOR[pace];
}
