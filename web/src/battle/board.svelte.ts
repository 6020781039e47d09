// What the panels want to see on the table, and who hears of clicks there.
import type { Nation, Order, Place, Side, Smoke } from "../generated/referee-answer";
import type { Sign } from "../table/figures";
import type { Spot } from "../table/view";

/** A formation that is not there yet. */
export interface Ghost {
  stands: Place[];
  base: [number, number];
  nation: Nation;
  side: Side;
  sign: Sign;
  order?: Order;
  /** Drawn paler: what would be with Shift. */
  other?: boolean;
}

export interface Chosen {
  kind: "unit" | "leader";
  name: string;
}

/** A line with a head: fire, a charge, a ride. */
export interface Arrow {
  from: Spot;
  to: Spot;
  kind: "fire" | "charge" | "ride" | "attach";
}

export interface Handlers {
  unit?: (name: string) => boolean | void;
  leader?: (name: string) => boolean | void;
  /** A click on the ground; `sure` if it was made with a mouse, that has hovered before, `other` with Shift. */
  point?: (at: Spot, sure: boolean, other: boolean) => boolean | void;
  hover?: (at: Spot | null) => void;
  /** Enter; `other` with Shift. */
  confirm?: (other: boolean) => boolean | void;
  /** Escape. */
  cancel?: () => boolean | void;
}

export class Board {
  chosen = $state.raw<Chosen | null>(null);
  /** Of a battery that is chosen the gun in hand, from 1. */
  gun = $state<number | null>(null);
  legal = $state.raw<Set<string>>(new Set());
  leaders = $state.raw<Set<string>>(new Set());
  /** Picked for the order that is being made. */
  picked = $state.raw<Set<string>>(new Set());
  targets = $state.raw<Set<string>>(new Set());
  ghosts = $state.raw<Ghost[]>([]);
  envelope = $state.raw<Spot[] | null>(null);
  dots = $state.raw<Spot[]>([]);
  path = $state.raw<Spot[] | null>(null);
  tape = $state.raw<{ at: Spot; text: string; more?: string; refused?: boolean; /** What speaks against it. */ warns?: string[]; /** What a click does there, and what it does with Shift. */ ways?: string[] } | null>(null);
  /** How far a leader would command from where he would ride to. */
  circle = $state.raw<{ at: Spot; radius: number } | null>(null);
  /** Where the cursor is while the formation cannot come there. */
  missed = $state.raw<{ from: Spot; to: Spot } | null>(null);
  /** What a click on the table came to, where it moved nothing: for the line at the top. */
  notice = $state<string | null>(null);
  arrows = $state.raw<Arrow[]>([]);
  /** Who cannot fire at whom: shown by his arc and what stands in his line. */
  aimed = $state.raw<{ from: string; to: string } | null>(null);
  /** The smoke that an order would bring. */
  smoke = $state.raw<Smoke | null>(null);
  tool = $state<"measure" | "sight" | null>(null);
  /** Those whom the table should bring into sight, all at once. */
  look = $state.raw<{ names: string[]; key: number } | null>(null);
  handlers: Handlers = {};
  /** What was last chosen in each panel: it is chosen again as long as it can be. */
  readonly last = new Map<string, string>();
  /** Whoever could be fired at in a step: the list tells of those who no longer can. */
  aims: { step: string; names: string[] } = { step: "", names: [] };
  private keys = 0;

  /** What can be clicked now, and who hears of it: all else is inert. */
  offer(what: { legal?: Iterable<string>; leaders?: Iterable<string>; picked?: Iterable<string>; targets?: Iterable<string>; handlers?: Handlers }): void {
    this.legal = new Set(what.legal ?? []);
    this.leaders = new Set(what.leaders ?? []);
    this.picked = new Set(what.picked ?? []);
    this.targets = new Set(what.targets ?? []);
    this.handlers = what.handlers ?? {};
  }

  /** Nothing is asked any more. */
  clear(): void {
    this.gun = null;
    this.offer({});
    this.still();
  }

  /** Without ghosts and lines. */
  still(): void {
    this.ghosts = [];
    this.envelope = null;
    this.dots = [];
    this.path = null;
    this.tape = null;
    this.missed = null;
    this.notice = null;
    this.circle = null;
    this.arrows = [];
    this.smoke = null;
    this.aimed = null;
  }

  choose(kind: "unit" | "leader", name: string): void {
    this.chosen = { kind, name };
  }

  show(...names: string[]): void {
    this.look = { names, key: ++this.keys };
  }

  unit(name: string): void {
    if (this.handlers.unit?.(name)) return;
    this.choose("unit", name);
  }

  leader(name: string): void {
    if (this.handlers.leader?.(name)) return;
    this.choose("leader", name);
  }
}
