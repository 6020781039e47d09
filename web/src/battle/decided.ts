// A battle that is decided: who is beaten, and what may be done about it. Who is beaten the server says.
import type { Scene, Side } from "../generated/referee-answer";
import type { ShownSeat } from "../generated/server";

/** `surrender`: the machine offers it; `resign`: one's own side is beaten. */
export type Decided = { way: "surrender" | "resign"; side: Side } | null;

/** What may be done about a side that is beaten: a human on the other side is not asked to give up. */
export function decided(beaten: Side | null, mine: Side[], seats: Pick<ShownSeat, "side" | "kind">[]): Decided {
  if (!beaten || !mine.length) return null;
  if (mine.includes(beaten)) return { way: "resign", side: beaten };
  const kind = seats.find((seat) => seat.side === beaten)?.kind;
  return kind && kind !== "human" && kind !== "open" ? { way: "surrender", side: beaten } : null;
}

/** The stands of a side on the table. */
export function standsLeft(scene: Pick<Scene, "units">, side: Side): number {
  return scene.units.filter((unit) => unit.side === side && unit.whereabouts === "on-table").reduce((sum, unit) => sum + unit.strength, 0);
}
