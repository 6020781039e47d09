// Whom one may fire at: how far it is, and how likely the best volley does it harm.
import type { FireOdds, Odds, Seen } from "../generated/referee-answer";
import { hurts } from "./deeds";
import type { Told } from "./orders";

export interface Aim {
  /** From the nearest who fires, in inches. */
  range: number | null;
  /** The chance that it does anything to the target; nothing where it is not known. */
  harm: number | null;
  /** Who fires the volley that does so. */
  units: string[];
}

/** Volleys at one target that are weighed: the largest, for guns that may not mass fire better in smaller ones. */
const WEIGHED = 4;

/** Those who charge before the others: nobody may forget them. */
export function chargersFirst(targets: string[], charges: (name: string) => boolean): string[] {
  return [...targets.filter(charges), ...targets.filter((name) => !charges(name))];
}

/** Those whom the same thing hinders together. */
export function together<P extends { message: string; rule?: string }>(rows: { unit: string; problem: P }[]): { units: string[]; problem: P }[] {
  const found: { units: string[]; problem: P }[] = [];
  for (const { unit, problem } of rows) {
    const same = found.find((row) => row.problem.message === problem.message && row.problem.rule === problem.rule);
    if (same) same.units.push(unit);
    else found.push({ units: [unit], problem });
  }
  return found;
}

/** The largest volley at a target. */
export function largest(volleys: Told[], target: string): Told | undefined {
  return volleys.filter((offer) => offer.target === target).reduce<Told | undefined>((best, offer) => (!best || offer.units.length > best.units.length ? offer : best), undefined);
}

/** The chance that a volley does anything to the target: that its charge goes home is none of it. */
export function harm(volley: Pick<FireOdds, "odds">): number {
  return volley.odds.reduce((sum, one) => sum + (hurts(one) ? one.chance.decimal : 0), 0);
}

interface Asks {
  odds(order: string): Promise<Odds | null>;
  ask<T>(request: Record<string, unknown>): Promise<T>;
}

/** Weighs one target after the other, each volley in a frame of its own, as long as it is wanted; tells each as it is known. */
export async function weigh(battle: Asks, volleys: Told[], targets: string[], tell: (target: string, aim: Aim) => void, wanted: () => boolean, frame: () => Promise<void>): Promise<void> {
  for (const target of targets) {
    const largestFirst = volleys.filter((offer) => offer.target === target).sort((a, b) => b.units.length - a.units.length);
    const aim: Aim = { range: null, harm: null, units: largestFirst[0]?.units ?? [] };
    const far: number[] = [];
    for (const volley of largestFirst.slice(0, WEIGHED)) {
      const odds = await battle.odds(volley.order);
      if (odds?.of === "volley") {
        if (typeof odds.volley.range === "number") far.push(odds.volley.range);
        const does = harm(odds.volley);
        if (aim.harm === null || does > aim.harm) Object.assign(aim, { harm: does, units: volley.units });
      }
      await frame();
      if (!wanted()) return;
    }
    if (!largestFirst.length) continue;
    if (!far.length)
      for (const from of aim.units) {
        const seen = await battle.ask<Seen>({ do: "sight", from, to: target }).catch(() => null);
        if (typeof seen?.range === "number") far.push(seen.range);
      }
    if (!wanted()) return;
    tell(target, { ...aim, range: far.length ? Math.min(...far) : null });
    if (!wanted()) return;
  }
}
