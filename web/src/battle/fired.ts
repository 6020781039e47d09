// The volleys of a fire step so far: whom they were at, and who has fired.
import type { Moment } from "./moments";
import { told } from "./orders";

export interface Volley {
  units: string[];
  target: string;
}

interface Step {
  turn: number;
  task: string;
  side: string;
}

/** A step of the battle, to know it again: in a turn each side has its own. */
export function stepOf({ turn, task, side }: Step): string {
  return `${turn} ${task} ${side}`;
}

/** The volleys that the side that is asked has fired in this step. */
export function fired(moments: Moment[], asked: Step): Volley[] {
  const now = stepOf(asked);
  return moments
    .filter((moment) => stepOf({ turn: moment.turn, task: moment.task, side: moment.by }) === now)
    .map((moment) => told(moment.order))
    .flatMap(({ kind, units, target }) => (kind === "fire" && target ? [{ units, target }] : []));
}

/** Those who could be fired at before and are still there, but can no longer be. */
export function gone(before: string[], now: string[], there: (name: string) => boolean): string[] {
  return before.filter((name) => !now.includes(name) && there(name));
}
