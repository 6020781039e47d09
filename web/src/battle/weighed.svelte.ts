// The odds of the order that a panel would give, and why it could not be given.
import type { Odds } from "../generated/referee-answer";
import type { Problem } from "./battle.svelte";

interface Scales {
  odds(order: string): Promise<Odds | null>;
  check(order: string): Promise<Problem | null>;
}

/** Asked anew whenever the order is another. */
export class Weighed {
  odds = $state.raw<Odds | null>(null);
  refused = $state.raw<Problem | null>(null);

  /** To be made where a component is set up. */
  constructor(
    private readonly battle: () => Scales,
    private readonly order: () => string | null,
  ) {
    $effect(() => void this.ask());
  }

  /** Asks for the order as it is now; an answer to one that was given up meanwhile is not taken. */
  async ask(): Promise<void> {
    const asked = this.order();
    this.odds = null;
    this.refused = null;
    if (!asked) return;
    const battle = this.battle();
    const [odds, refused] = await Promise.all([battle.odds(asked), battle.check(asked)]);
    if (asked !== this.order()) return;
    this.odds = odds;
    this.refused = refused;
  }
}
