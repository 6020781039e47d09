// Advice, where it has a reason.
import type { Advice } from "../generated/referee-answer";
import { capital } from "../text";

/** Why the order is advised, for people; nothing if the machine only takes it because it must take one. To pass needs no more than that. */
export function why(advice: Advice): string | null {
  const reason = advice.reason.trim();
  return !reason || (advice.bare && advice.order !== "done") ? null : capital(reason);
}
