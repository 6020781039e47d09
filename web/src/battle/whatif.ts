// What would be if an order were given: asked of a second referee, so that the battle itself is never touched.
import type { Record as Kept } from "../generated/referee-answer";
import { Refused, type Referee } from "../referee/client";

interface Field {
  ask<T>(request: Record<string, unknown>): Promise<T>;
}

/** A second referee who stands where the battle stands now. */
export class WhatIf {
  private referee: Referee | null = null;
  private line: Promise<unknown> = Promise.resolve();
  private at: unknown = null;

  constructor(
    private readonly battle: Field,
    private readonly summon: () => Referee,
  ) {}

  /** The answer to a question after an order that rolls no die, or nothing if it cannot be told; `at` is the moment it is asked for. */
  after<T>(order: string | null, request: Record<string, unknown>, at: unknown): Promise<T | null> {
    const asked = this.line.then(() => this.try<T>(order, request, at));
    this.line = asked.catch(() => null);
    return asked.catch(() => null);
  }

  close(): void {
    this.referee?.close();
    this.referee = null;
    this.at = null;
  }

  private async try<T>(order: string | null, request: Record<string, unknown>, at: unknown): Promise<T | null> {
    const referee = (this.referee ??= this.summon());
    if (this.at !== at) {
      this.at = null;
      const { record } = await this.battle.ask<{ record: Kept }>({ do: "record" });
      await referee.ask({ do: "load", record });
      this.at = at;
    }
    if (order !== null) await referee.ask({ do: "apply", order });
    try {
      return await referee.ask<T>(request);
    } catch (why) {
      if (why instanceof Refused) return null;
      throw why;
    } finally {
      if (order !== null) await referee.ask({ do: "undo" });
    }
  }
}
