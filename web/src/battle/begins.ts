// When a decision of one's own begins: after the other side has played, or at a screen of two when it is the other's.
import type { Asked, Scene } from "../generated/referee-answer";
import { text } from "../text";
import { step, type Moment } from "./moments";

/** What one does in one's own turn; all else is a decision about something that happened. */
const MOVES = ["arrivals", "leaders", "checks", "declare", "maneuvers", "move-leaders", "offensive", "combats", "second-combats"];

/** Whose move it is, in one line: `Turn 5, United States maneuver: your move`. */
export function beginning(asked: Pick<Asked, "turn" | "side" | "army" | "step" | "task">, scene: Pick<Scene, "side" | "armies">, mine: string[]): string {
  const phase = (text.phases[step(asked)] ?? "").toLowerCase();
  const mover = scene.armies[scene.side === "second" ? 1 : 0]?.name ?? "";
  const own = asked.side === scene.side && MOVES.includes(asked.task);
  return text.begins.line(asked.turn, mover, phase, mine.length > 1 ? asked.army : null, own);
}

/** Does a decision of this side begin just now, not go on? */
export function begins(moments: Pick<Moment, "by">[], side: string): boolean {
  return moments.at(-1)?.by !== side;
}
