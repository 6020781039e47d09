// The battle told order by order: what was ordered, what came of it, and how the table looked then.
import type { Applied, Asked, Begun, Ending, Record as Kept, Scene, Told } from "../generated/referee-answer";
import type { Referee } from "../referee/client";

/** An order with its outcome: a line of the log, a step of the replay. */
export interface Moment {
  /** The order's number, from 1. */
  n: number;
  order: string;
  by: "first" | "second";
  army: string;
  turn: number;
  phase: string;
  /** The step of the strip that it was given in. */
  step: string;
  task: string;
  events: Told[];
  reason?: string | null;
}

/** Where a battle stands. */
export interface Standing {
  scene: Scene;
  asked: Asked | null;
  victory: Ending | null;
}

/** Sets a record up at its beginning; the dice of its orders will fall as they fell. */
export async function setUp(referee: Referee, record: Kept): Promise<{ orders: string[]; begun: Begun }> {
  const empty = { ...record, orders: [], dice: [], digests: {}, seed: null };
  const begun = await referee.ask<Begun>({ do: "load", record: empty, dice: record.dice ?? [] });
  return { orders: record.orders, begun };
}

/** Carries out an order and tells it. */
export async function carryOut(
  referee: Referee,
  n: number,
  asked: Asked | null,
  order: string,
  dice?: number[],
): Promise<{ moment: Moment; asked: Asked | null; victory: Ending | null }> {
  const request = dice ? { do: "apply", order, dice } : { do: "apply", order };
  const applied = await referee.ask<Applied>(request);
  const moment: Moment = {
    n,
    order,
    by: asked?.side ?? "first",
    army: asked?.army ?? "",
    turn: asked?.turn ?? 0,
    phase: asked?.phase ?? "maneuver",
    step: step(asked),
    task: asked?.task ?? "",
    events: applied.events,
  };
  return { moment, asked: applied.asked ?? null, victory: applied.victory ?? null };
}

/** The position now. */
export async function standing(referee: Referee): Promise<Standing> {
  const scene = await referee.ask<Scene>({ do: "view" });
  const pending = await referee.ask<{ asked: Asked | null; victory: Ending | null }>({ do: "asked" });
  return { scene, asked: pending.asked, victory: pending.victory };
}

/** The step of the strip at the top: leaders, maneuver, defensive, offensive, charge. The second combats are part of the charge. */
export function step(asked: Pick<Asked, "step"> | null): string {
  if (!asked) return "";
  return asked.step === "combats" || asked.step === "second-combats" ? "charge" : asked.step;
}

/** Stands that every unit has lost since the beginning. */
export function lossesByUnit(first: Scene, last: Scene): { name: string; side: "first" | "second"; had: number; left: number; fate: string }[] {
  const before = new Map(first.units.map((unit) => [unit.name, unit]));
  // Sections and skirmishers that were sent out are part of whom they came from.
  const parts = new Map<string, number>();
  for (const unit of last.units.filter((one) => !before.has(one.name) && one.whereabouts === "on-table")) {
    const whole = [...before.values()].filter((one) => one.side === unit.side && unit.name.includes(one.name)).sort((a, b) => b.name.length - a.name.length)[0];
    if (whole) parts.set(whole.name, (parts.get(whole.name) ?? 0) + unit.strength);
  }
  return last.units
    .filter((unit) => before.has(unit.name))
    .map((unit) => ({
      name: unit.name,
      side: unit.side,
      had: before.get(unit.name)?.strength ?? unit.strength,
      left: (unit.whereabouts === "destroyed" ? 0 : unit.strength) + (parts.get(unit.name) ?? 0),
      fate: unit.whereabouts,
    }));
}
