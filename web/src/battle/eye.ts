// A referee who stands at any order of a battle that is over or looked back at: for what is asked of a unit as it stood then.
import type { Record as Kept } from "../generated/referee-answer";
import type { Referee } from "../referee/client";
import type { Moment } from "./moments";

/** Goes to the order that is looked at only when something is asked. */
export class Eye {
  private referee: Referee | null = null;
  private line: Promise<unknown> = Promise.resolve();
  private at = -1;
  private wanted = 0;

  constructor(
    private readonly record: () => Kept,
    private readonly moments: () => Moment[],
    private readonly summon: () => Referee,
  ) {}

  /** The answer to a question as things stood after so many orders; nothing to one that is no longer the last. */
  ask<T>(n: number, request: Record<string, unknown>): Promise<T> {
    const mine = ++this.wanted;
    const asked = this.line.then(async () => {
      // Who steps on meanwhile asks anew: only the last is gone to.
      if (mine !== this.wanted) throw new Error("overtaken");
      const referee = (this.referee ??= this.summon());
      await this.go(referee, n);
      return referee.ask<T>(request);
    });
    this.line = asked.catch(() => null);
    return asked;
  }

  close(): void {
    this.referee?.close();
    this.referee = null;
  }

  private async go(referee: Referee, n: number): Promise<void> {
    const { orders, dice = [], ...record } = this.record();
    const from = this.at;
    this.at = -1;
    if (from < 0 || from > n) {
      const fallen = this.moments().slice(0, n).reduce((sum, moment) => sum + moment.events.reduce((all, event) => all + (event.dice?.length ?? 0), 0), 0);
      const cut = { ...record, orders: orders.slice(0, n), dice: dice.slice(0, fallen), digests: {}, seed: null };
      await referee.ask({ do: "load", record: cut, dice: dice.slice(fallen) });
    } else for (const order of orders.slice(from, n)) await referee.ask({ do: "apply", order });
    this.at = n;
  }
}
