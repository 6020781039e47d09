// One battle on the page: the server's orders go through the referee in the page, at a pace one can read.
import type { Done, Push, ShownBattle, ShownSeat } from "../generated/server";
import { api, ApiError, socket } from "../lib/api";
import { calm, keep } from "../lib/keep.svelte";
import type { Advice, Asked, Candidate, Ending, Odds, Reach, Scene, Side, Unit } from "../generated/referee-answer";
import { Closed, connect, Overtaken, Refused, type Referee } from "../referee/client";
import { text } from "../text";
import { carryOut, setUp, type Moment } from "./moments";
import { offered, orderWords, told, type Told as Offer } from "./orders";
import { WhatIf } from "./whatif";
import { after, before, COMBAT, isFought, READ } from "./pacing";
import { result } from "./told";

/** Why an order was refused, for people. */
export interface Problem {
  message: string;
  rule?: string;
}

/** Dice on the table, what came of them, and how long it is left to be read, in milliseconds. */
export interface Roll {
  dice: number[];
  /** What they are thrown for. */
  what: string;
  said: string[];
  stays: number;
  /** Whom it is about. */
  units: string[];
  key: number;
}

/** Whom an order is about, and what came of it. */
function concerned(offer: Offer, moment?: Moment): string[] {
  return [...new Set([...offer.units, ...(offer.target ? [offer.target] : []), ...(moment?.events.flatMap((event) => event.units ?? []) ?? [])])];
}

type OrderPush = Extract<Push, { kind: "order" }>;
/** What changes the battle. */
type Change = OrderPush | Extract<Push, { kind: "undo" }>;

export class Battle {
  info = $state.raw<ShownBattle | null>(null);
  seats = $state.raw<ShownSeat[]>([]);
  scene = $state.raw<Scene | null>(null);
  /** The position at the beginning. */
  first = $state.raw<Scene | null>(null);
  asked = $state.raw<Asked | null>(null);
  victory = $state.raw<Ending | null>(null);
  offers = $state.raw<Offer[]>([]);
  moments = $state.raw<Moment[]>([]);
  loaded = $state(0);
  ready = $state(false);
  failed = $state<string | null>(null);
  /** Why the last order did not go. */
  problem = $state.raw<Problem | null>(null);
  /** An order of one's own is on its way. */
  sending = $state(false);
  /** The order that is being shown. */
  showing = $state.raw<OrderPush | null>(null);
  /** The dice that are falling, and what they are for. */
  dice = $state.raw<Roll | null>(null);
  offline = $state(false);
  /** What the last order was about, to be pointed out on the table. */
  spotlight = $state.raw<{ units: string[]; line?: [string, string]; key: number } | null>(null);

  /** What would be if an order were given. */
  readonly whatIf: WhatIf;
  private referee: Referee | null = null;
  private line: WebSocket | null = null;
  private queue: Change[] = [];
  private pumping = false;
  private skipping = false;
  private wake: (() => void) | null = null;
  private closed = false;
  private applied = 0;
  private keys = 0;

  constructor(
    readonly id: string,
    readonly tokens: (string | null)[],
    private readonly summon: (workers?: 1 | 2) => Referee = connect,
  ) {
    this.whatIf = new WhatIf(this, () => summon(1));
  }

  get mine(): ("first" | "second")[] {
    return this.info?.yours ?? [];
  }

  /** Whether a decision of ours is pending, with everything shown. */
  get myTurn(): boolean {
    return !!this.asked && this.mine.includes(this.asked.side) && !this.showing && !this.sending && this.behind === 0;
  }

  /** Orders that have come and are not shown yet. */
  behind = $state(0);

  get canUndo(): boolean {
    const last = this.moments.at(-1);
    return !!last && this.mine.includes(last.by) && !last.events.some((event) => event.dice?.length) && !this.showing;
  }

  async open(): Promise<void> {
    this.failed = null;
    try {
      this.info = await api.battle(this.id, this.tokens);
      this.seats = this.info.seats;
      this.beaten = this.info.beaten ?? null;
      this.referee?.close();
      this.referee = this.summon();
      const { orders } = await setUp(this.referee, this.info.record);
      await this.look();
      this.first = this.scene;
      const moments: Moment[] = [];
      let asked = this.asked;
      for (const order of orders) {
        const done = await carryOut(this.referee, moments.length + 1, asked, order);
        asked = done.asked;
        const given = this.info.given?.[moments.length];
        if (given?.reason) done.moment.reason = given.reason;
        moments.push(done.moment);
        this.loaded = moments.length;
      }
      this.applied = moments.length;
      await this.look(moments);
      this.ready = true;
      this.listen();
    } catch (why) {
      this.failed = why instanceof ApiError && why.code === "network" ? text.problem.network : (why as Error).message;
    }
  }

  close(): void {
    this.closed = true;
    this.line?.close();
    this.referee?.close();
    this.whatIf.close();
    this.wake?.();
  }

  /** Asks the referee in the page. */
  ask<T>(request: Record<string, unknown>): Promise<T> {
    if (!this.referee) return Promise.reject(new Error("no referee"));
    return this.referee.ask<T>(request);
  }

  /** The odds of an order, or nothing if it rolls none. */
  async odds(order: string): Promise<Odds | null> {
    try {
      return await this.ask<Odds>({ do: "odds", order });
    } catch (why) {
      if (why instanceof Refused || why instanceof Closed || why instanceof Overtaken) return null;
      throw why;
    }
  }

  /** What a unit can do from where it stands; bare, only how far it goes, which is there at once. */
  async reach(unit: string, bare = false): Promise<Reach | null> {
    try {
      return await this.ask<Reach>({ do: "reach", unit, ...(bare ? { bare } : {}) });
    } catch {
      return null;
    }
  }

  /** Could this order be given? If not, why. */
  async check(order: string): Promise<Problem | null> {
    try {
      const answer = await this.ask<{ ok: boolean; message?: string | null; rule?: string | null }>({ do: "check", order });
      return answer.ok ? null : { message: answer.message ?? "", ...(answer.rule ? { rule: answer.rule } : {}) };
    } catch (why) {
      return { message: (why as Error).message };
    }
  }

  unit(name: string | undefined | null): Unit | undefined {
    return name ? this.scene?.units.find((unit) => unit.name === name) : undefined;
  }

  /** Gives an order to the server, for the seat that is asked. */
  async give(order: string): Promise<boolean> {
    const seat = this.token();
    if (!seat || this.sending || this.pumping) return false;
    this.sending = true;
    this.held = false;
    this.undone = null;
    this.problem = null;
    try {
      const push = await api.order(this.id, seat, this.known, order);
      if (push && push.kind === "order") this.take(push);
      return true;
    } catch (why) {
      await this.explain(why, order);
      return false;
    } finally {
      this.sending = false;
      this.goOn();
    }
  }

  async undo(): Promise<void> {
    const last = this.moments.at(-1);
    const seat = last && this.tokens[last.by === "first" ? 0 : 1];
    if (!seat || !this.canUndo) return;
    this.problem = null;
    try {
      this.held = true;
      const push = await api.undo(this.id, seat, this.applied);
      if (push?.kind === "undo") this.take(push);
    } catch (why) {
      await this.explain(why);
    }
  }

  async resign(): Promise<void> {
    const seat = this.token() ?? this.tokens.find((token) => token);
    if (!seat) return;
    try {
      const push = await api.resign(this.id, seat);
      if (push?.kind === "order") this.take(push);
    } catch (why) {
      await this.explain(why);
    }
  }

  /** The side that is beaten, as the server says. */
  beaten = $state.raw<Side | null>(null);
  /** The machine's surrender is accepted: what is left of the battle comes at once. */
  private accepted = false;

  /** The machine plays our side as well, by its own advice. */
  steward = $state(false);

  /** Lets the machine play it out, or takes the orders into one's own hand again. */
  playOut(on: boolean): void {
    this.steward = on;
    this.goOn();
  }

  /** What advice is being asked for: asked twice, the first would be overtaken. */
  private advising: Asked | null = null;

  /** What the machine would do in our place is done; if it cannot be, we are asked again. */
  private async advised(): Promise<void> {
    const { asked } = this;
    if (this.advising === asked) return;
    this.advising = asked;
    const advice = await this.ask<Advice>({ do: "advice" }).catch(() => null);
    this.advising = null;
    if (!this.steward || asked !== this.asked || !this.myTurn) return;
    if (!advice || !(await this.give(advice.order))) this.steward = false;
  }

  /** Accepts the surrender of the machine; the orders that end the battle come through the socket. */
  async accept(): Promise<void> {
    const seat = this.tokens.find((token) => token);
    if (!seat || this.sending) return;
    this.sending = this.accepted = true;
    this.wake?.();
    try {
      await api.surrender(this.id, seat);
    } catch (why) {
      this.accepted = false;
      await this.explain(why);
    } finally {
      this.sending = false;
    }
  }

  /** Waits for a click before the next order is shown. */
  waits = $state(false);

  /** Shows the next order. */
  next(): void {
    this.wake?.();
  }

  /** Shows what is waiting at once. */
  skip(): void {
    this.skipping = true;
    // What was rolled before is of no more interest, and lies over what comes.
    this.dice = null;
    this.wake?.();
  }

  private token(): string | null | undefined {
    return this.asked && this.tokens[this.asked.side === "first" ? 0 : 1];
  }

  private async explain(why: unknown, order?: string): Promise<void> {
    if (why instanceof ApiError && why.status === 409) return this.reopen();
    if (why instanceof ApiError && why.code === "network") {
      this.problem = { message: text.problem.network };
      return;
    }
    const problem: Problem = { message: (why as Error).message };
    if (why instanceof ApiError && why.rule) problem.rule = why.rule;
    else if (order) {
      const local = await this.check(order);
      if (local?.rule) problem.rule = local.rule;
    }
    this.problem = problem;
  }

  private async reopen(): Promise<void> {
    const line = this.line;
    this.line = null;
    line?.close();
    this.queue = [];
    this.current = null;
    this.behind = 0;
    await this.open();
  }

  /** Renews the view, the question, the offers and the log, all at once. */
  private async look(moments = this.moments): Promise<void> {
    const [scene, pending] = await Promise.all([
      this.ask<Scene>({ do: "view" }),
      this.ask<{ asked: Asked | null; victory: Ending | null }>({ do: "asked" }),
    ]);
    const mine = !!pending.asked && this.mine.includes(pending.asked.side);
    const offers = mine && this.queue.length === 0 ? (await this.ask<{ orders: string[] }>({ do: "options" })).orders : [];
    this.moments = moments;
    this.scene = scene;
    this.asked = pending.asked;
    this.victory = pending.victory;
    this.offers = offered(offers);
  }

  private listen(): void {
    if (this.closed) return;
    const line = socket(this.id, this.tokens, this.known);
    this.line = line;
    let greeted = false;
    line.onopen = () => (this.offline = false);
    line.onmessage = (event: MessageEvent<string>) => {
      const push = JSON.parse(event.data) as Push;
      // The first word of a socket says how many orders there are: fewer than we know if some were taken back meanwhile.
      if (push.kind === "presence" && !greeted) {
        greeted = true;
        if (push.orders < this.known) return void this.reopen();
      }
      this.take(push);
    };
    line.onclose = () => {
      if (this.closed || this.line !== line) return;
      this.offline = true;
      setTimeout(() => this.listen(), 1500);
    };
  }

  /** How many orders there are, those included that are not shown yet. */
  private get known(): number {
    return [...(this.current ? [this.current] : []), ...this.queue].at(-1)?.n ?? this.applied;
  }

  private take(push: Push | Done): void {
    if (push.kind === "presence") {
      this.seats = push.seats;
      return;
    }
    if (push.kind !== "order" && push.kind !== "undo") return;
    // Each comes twice, as the answer and through the socket.
    if (push.kind === "order" ? push.n <= this.known : push.n >= this.known) return;
    this.queue.push(push);
    this.behind = this.queue.length;
    void this.pump();
  }

  private current: Change | null = null;
  /** Until when the result of a combat is left to be read. */
  private readUntil = 0;

  private async pump(): Promise<void> {
    if (this.pumping) return;
    this.pumping = true;
    const { referee } = this;
    try {
      for (let push = this.queue.shift(); push && !this.closed; push = this.queue.shift()) {
        this.current = push;
        this.behind = this.queue.length;
        if (push.kind === "undo") await this.takeBack();
        else await this.show(push);
        this.beaten = push.beaten ?? null;
        this.current = null;
      }
    } catch (why) {
      this.current = null;
      // Read anew already, or left: what was being shown is of no matter.
      if (this.closed || referee !== this.referee) return;
      // What the server did and the page cannot follow is read anew from the server.
      console.error(why);
      this.pumping = false;
      return this.reopen();
    } finally {
      this.pumping = false;
      this.skipping = false;
      this.showing = null;
      this.behind = 0;
    }
    if (!this.closed && this.offers.length === 0) await this.look();
    this.goOn();
  }

  /** Is only passing left? Nobody needs to click for it; what was taken back is not passed again. */
  private get passes(): boolean {
    return keep.settings.auto && !this.held && this.offers.length === 1 && this.offers[0]?.kind === "done";
  }

  /** Is there something to decide for us now that the page does not pass by itself? */
  get decides(): boolean {
    return this.myTurn && this.offers.length > 0 && !this.passes && !this.accepted && !this.steward;
  }

  private goOn(): void {
    if (this.pumping || !this.myTurn || this.accepted) return;
    if (this.passes) void this.give("done");
    else if (this.steward) void this.advised();
  }

  /** An order was taken back just now. */
  private held = false;

  /** The order that was taken back just now: who was to carry it out is chosen again. */
  undone = $state.raw<Offer | null>(null);

  private async takeBack(): Promise<void> {
    const last = this.moments.at(-1);
    await this.ask({ do: "undo" });
    this.applied -= 1;
    await this.look(this.moments.slice(0, -1));
    this.undone = last && this.mine.includes(last.by) ? told(last.order) : null;
  }

  private async show(push: OrderPush): Promise<void> {
    if (push.n !== this.applied + 1) throw new Error(`order ${push.n} came after ${this.applied}`);
    const own = this.mine.includes(push.by);
    const pace = keep.settings.pace;
    const offer = told(push.order);
    if (!own) {
      // The result of one's own combat is read before it goes on.
      await this.pause(this.readUntil - Date.now(), true);
      this.readUntil = 0;
      this.showing = push;
      this.point(offer);
      await this.pause(before(push.order, pace));
    }
    const done = await carryOut(this.referee!, push.n, this.asked, push.order, push.dice);
    if (push.reason) done.moment.reason = push.reason;
    this.applied = push.n;
    const fought = isFought(done.moment.events) && this.mine.length > 0 && keep.settings.dice;
    const rolled = done.moment.events.flatMap((event) => event.dice ?? []);
    if (rolled.length && keep.settings.dice && !this.skipping && !this.accepted) {
      const stays = fought ? Math.max(READ, COMBAT) : READ;
      this.dice = { dice: rolled.slice(0, 6), what: orderWords(offer), said: result(done.moment.events), stays, units: concerned(offer, done.moment), key: ++this.keys };
      if (!calm()) await this.pause(own ? 640 : 560);
    }
    await this.look([...this.moments, done.moment]);
    this.point(offer, done.moment);
    if (fought && own) this.readUntil = Date.now() + COMBAT;
    if (!own) {
      await this.pause(Math.max(fought ? COMBAT : 0, after(push.order, done.moment.events, pace)), fought);
      this.showing = null;
    }
    const lit = this.spotlight;
    setTimeout(() => {
      if (this.spotlight === lit) this.spotlight = null;
    }, 2500);
  }

  private point(offer: Offer, moment?: Moment): void {
    const units = concerned(offer, moment);
    const from = offer.kind === "fire" ? offer.units[0] : offer.unit;
    const line: [string, string] | undefined = from && offer.target ? [from, offer.target] : undefined;
    if (units.length || line) this.spotlight = { units, ...(line ? { line } : {}), key: ++this.keys };
    else this.spotlight = null;
  }

  /** Waits, unless skipped; a click can end it where it is `asked` for. */
  private pause(ms: number, asked = false): Promise<void> {
    if (this.skipping || this.accepted || ms <= 0 || this.closed) return Promise.resolve();
    return new Promise((resolve) => {
      const open = ms === Number.POSITIVE_INFINITY;
      const timer = open ? undefined : setTimeout(finish, ms);
      this.waits = open || asked;
      const self = this;
      function finish() {
        clearTimeout(timer);
        self.waits = false;
        self.wake = null;
        resolve();
      }
      this.wake = finish;
    });
  }
}

export type { Candidate };
