// Whom one may fire at: how far it is, and how likely a volley of all who can fire does it harm.
import type { FireOdds, Odds, Seen } from "../generated/referee-answer";
import type { Told } from "./orders";

export interface Aim {
  /** From the nearest who fires, in inches. */
  range: number | null;
  /** The chance that it does anything to the target; nothing where it is not known. */
  harm: number | null;
}

/** The largest volley at a target. */
export function largest(volleys: Told[], target: string): Told | undefined {
  return volleys.filter((offer) => offer.target === target).reduce<Told | undefined>((best, offer) => (!best || offer.units.length > best.units.length ? offer : best), undefined);
}

/** The chance that a volley does anything. */
export function harm(volley: Pick<FireOdds, "odds">): number {
  return volley.odds.reduce((sum, one) => sum + (one.deeds.length ? one.chance.decimal : 0), 0);
}

/** The ranges that a volley is reckoned with, as its points are told: `at 17″ to 17.4″`. */
function ranges(volley: Pick<FireOdds, "points_from">): number[] {
  return volley.points_from.flatMap((said) => [...said.matchAll(/ at (\d[\d.]*)["″]/g)].map((found) => Number(found[1])));
}

interface Asks {
  odds(order: string): Promise<Odds | null>;
  ask<T>(request: Record<string, unknown>): Promise<T>;
}

/** Weighs one target after the other, each in a frame of its own, as long as it is wanted; tells each as it is known. */
export async function weigh(battle: Asks, volleys: Told[], targets: string[], tell: (target: string, aim: Aim) => void, wanted: () => boolean, frame: () => Promise<void>): Promise<void> {
  for (const target of targets) {
    const volley = largest(volleys, target);
    if (!volley) continue;
    const odds = await battle.odds(volley.order);
    const far = odds?.of === "volley" ? ranges(odds.volley) : [];
    if (!far.length)
      for (const from of volley.units) {
        const seen = await battle.ask<Seen>({ do: "sight", from, to: target }).catch(() => null);
        if (typeof seen?.range === "number") far.push(seen.range);
      }
    if (!wanted()) return;
    tell(target, { range: far.length ? Math.min(...far) : null, harm: odds?.of === "volley" ? harm(odds.volley) : null });
    await frame();
    if (!wanted()) return;
  }
}
