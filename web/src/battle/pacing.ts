// How fast orders of the other side are shown.
import type { Told } from "../generated/referee-answer";
import { isHead } from "./told";

/** Order by order waits for a click after each. */
export type Pace = "step" | "slow" | "normal" | "fast";
export const PACES: Pace[] = ["step", "slow", "normal", "fast"];

const FACTOR: Record<Pace, number> = { step: 1, slow: 1.8, normal: 1, fast: 0.35 };

/** How long to wait before an order is carried out, so that one sees who will, in milliseconds. */
export function before(order: string, pace: Pace): number {
  if (order === "done") return 0;
  return 600 * FACTOR[pace];
}

/** How long the result of a combat stays on the screen before the other side goes on, however fast, in milliseconds. */
export const COMBAT = 3000;

/** How long a roll lies on the table once the dice rest, in milliseconds: the log has it, and the last roll stands at the top. */
export const READ = 2400;

/** Did a charge come to its end, or a combat? */
export function isFought(events: Told[]): boolean {
  return events.some(({ kind }) => kind === "fights" || kind === "target-gone" || kind === "carries");
}

/** How long its outcome is left to be read: longer for dice and words, nothing for passing; for ever if it is for the reader to go on. */
export function after(order: string, events: Told[], pace: Pace): number {
  const said = events.filter((event) => event.sentence && !isHead(event.sentence));
  if (order === "done" && said.length === 0) return 0;
  if (pace === "step") return Number.POSITIVE_INFINITY;
  const rolled = events.some((event) => event.dice?.length);
  const letters = said.reduce((sum, event) => sum + (event.sentence?.length ?? 0), 0);
  const ms = rolled ? 1300 + Math.min(2700, letters * 20) : 600 + Math.min(1200, letters * 10);
  return ms * FACTOR[pace];
}

/** How fast a replay runs: so many times as fast as the machine's normal pace. */
export type Speed = 0.5 | 1 | 2 | 4 | 8;
export const SPEEDS: Speed[] = [0.5, 1, 2, 4, 8];

/** How long a replay stays at an order, in milliseconds. */
export function stays(order: string, events: Told[], speed: Speed): number {
  return Math.max(350, after(order, events, "normal")) / speed;
}
