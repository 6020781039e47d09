// Made from docs/schema/server-*.json by `npm run types`; do not edit.

/**
 * What kind of error it is. A code never changes its meaning.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Code".
 */
export type Code =
  | "bad-request"
  | "too-large"
  | "not-found"
  | "no-such-method"
  | "no-such-battle"
  | "no-such-scenario"
  | "no-such-rule"
  | "no-such-period"
  | "no-such-seat"
  | "no-such-invitation"
  | "taken"
  | "not-asked"
  | "stale"
  | "over"
  | "bad-order"
  | "refused"
  | "no-surrender"
  | "nothing-to-undo"
  | "bad-scenario"
  | "bad-record"
  | "too-many"
  | "full"
  | "too-slow"
  | "not-stored"
  | "unplayable"
  | "broken";
/**
 * Why a battle is over.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Over".
 */
export type Over = "last-turn" | "army-gone" | "resigned" | "objective";
/**
 * The two armies.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Side".
 */
export type Side = "first" | "second";
/**
 * How a client tells its messages apart.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Id".
 */
export type Id = number | string;
/**
 * Who plays a side: `human` (whoever begins the battle), `open` (whoever is invited), or a level of the machine.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "SeatKind".
 */
export type SeatKind = "human" | "open" | "random" | "recruit" | "captain" | "general";
/**
 * What was done.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Done".
 */
export type Done =
  | (Ordered & {
      kind: "order";
    })
  | (Undone & {
      kind: "undo";
    })
  | {
      kind: "resigned";
      /**
       * How many orders there are.
       */
      n: number;
    };
/**
 * degrees clockwise from north, 0 to 360, or a point of the compass: N, NNE, NE …
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Facing".
 */
export type Facing = number | string;
/**
 * inches, to the thousandth
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Length".
 */
export type Length = number;
/**
 * Whose troops they are.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Nation".
 */
export type Nation =
  | "union"
  | "confederate"
  | "american"
  | "british"
  | "french"
  | "german"
  | "loyalist"
  | "canadian"
  | "indian"
  | "us"
  | "mexican";
/**
 * Order.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Order".
 */
export type Order = "good-order" | "disordered" | "broken";
/**
 * What the server sends through a socket.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Push".
 */
export type Push =
  | (Ordered & {
      kind: "order";
    })
  | (Undone & {
      kind: "undo";
    })
  | {
      kind: "presence";
      /**
       * How many orders there are.
       */
      orders: number;
      /**
       * Both seats.
       */
      seats: ShownSeat[];
      /**
       * How many only watch.
       */
      watchers: number;
    }
  | {
      ending: Ending;
      kind: "over";
      /**
       * The seed of its dice, which is no secret any more.
       */
      seed: number | null;
    }
  | {
      id: Id;
      kind: "done";
      /**
       * How many orders there are with it.
       */
      n: number;
    }
  | {
      error: Wrong;
      /**
       * That of the message, if it could be read.
       */
      id?: Id | null;
      kind: "wrong";
    };

export interface Server {}
/**
 * How a battle ended.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Ending".
 */
export interface Ending {
  /**
   * The points of both sides.
   *
   * @minItems 2
   * @maxItems 2
   */
  points: [number, number];
  why: Over;
  /**
   * Who won; nobody in a draw.
   */
  winner: Side | null;
}
/**
 * A defect of a rulebook file.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Flaw".
 */
export interface Flaw {
  /**
   * From 1.
   */
  column: number;
  /**
   * The file.
   */
  file: string;
  /**
   * From 1.
   */
  line: number;
  /**
   * What is wrong.
   */
  message: string;
  /**
   * The nearest known word.
   */
  suggestion: string | null;
}
/**
 * An order that was carried out.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Ordered".
 */
export interface Ordered {
  /**
   * Whose decision is pending; nobody's when it is over.
   */
  asked?: Side | null;
  /**
   * The side that is beaten, whatever it does: the machine offers its surrender then.
   */
  beaten?: Side | null;
  by: Side;
  /**
   * The dice that fell.
   */
  dice: number[];
  /**
   * Its digest.
   */
  digest?: string;
  /**
   * How many orders there are with it.
   */
  n: number;
  /**
   * The order, in the words of the record.
   */
  order: string;
  /**
   * Is it over?
   */
  over?: boolean;
  /**
   * Why, where the machine said so.
   */
  reason?: string | null;
}
/**
 * A seat as everybody may know it.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "ShownSeat".
 */
export interface ShownSeat {
  /**
   * Its army.
   */
  army: string;
  kind: SeatKind;
  /**
   * Is he connected? The machine always is.
   */
  online: boolean;
  side: Side;
  /**
   * Has somebody taken it?
   */
  taken: boolean;
}
/**
 * An order that was taken back.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Undone".
 */
export interface Undone {
  /**
   * Whose decision is pending; nobody's when it is over.
   */
  asked: Side | null;
  /**
   * The side that is beaten, whatever it does: the machine offers its surrender then.
   */
  beaten?: Side | null;
  /**
   * Its digest.
   */
  digest: string;
  /**
   * How many orders are left.
   */
  n: number;
  /**
   * Is it over?
   */
  over: boolean;
}
/**
 * Why something was not done.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Wrong".
 */
export interface Wrong {
  /**
   * How many bytes of the order come before what is wrong.
   */
  at?: number | null;
  code: Code;
  /**
   * Everything that is wrong with a scenario file.
   */
  defects?: Flaw[];
  /**
   * Everything that is wrong with a position that was to be set up.
   */
  faults?: string[];
  /**
   * What is wrong, for people.
   */
  message: string;
  /**
   * The nearest word that could stand there.
   */
  near?: string | null;
  /**
   * The ledger entry that refuses.
   */
  rule?: string | null;
}
/**
 * `POST /api/battles/{id}/surrender`: the surrender of a machine that is beaten is accepted.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Accept".
 */
export interface Accept {
  /**
   * The secret of the seat of who accepts it.
   */
  seat: string;
}
/**
 * A battle that has begun.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Begun".
 */
export interface Begun {
  /**
   * Its name for the server.
   */
  id: string;
  /**
   * Both seats, the army that the scenario names first before the other.
   *
   * @minItems 2
   * @maxItems 2
   */
  seats: [GivenSeat, GivenSeat];
  /**
   * Where anybody may watch it.
   */
  watch: string;
}
/**
 * A seat as it is handed out.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "GivenSeat".
 */
export interface GivenSeat {
  kind: SeatKind;
  /**
   * A link with that secret, or the invitation to an open seat; nothing for the machine's.
   */
  link: string | null;
  /**
   * The secret that gives orders for it; nothing if it is not the beginner's.
   */
  token: string | null;
}
/**
 * A doubtful rule and how it can be read.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Doubt".
 */
export interface Doubt {
  /**
   * Every reading.
   */
  choices: Reading[];
  /**
   * The reading that holds if no other is chosen.
   */
  default: string;
  /**
   * Its name.
   */
  id: string;
  /**
   * Why the default is the default.
   */
  reason: string;
  /**
   * The ledger entry.
   */
  rule: string;
  /**
   * What it is about.
   */
  title: string;
}
/**
 * A reading of a doubtful rule.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Reading".
 */
export interface Reading {
  /**
   * Its name.
   */
  id: string;
  /**
   * What it says.
   */
  text: string;
}
/**
 * Who gave an order.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "GivenOrder".
 */
export interface GivenOrder {
  by: Side;
  /**
   * How many dice fell.
   */
  dice: number;
  /**
   * Why, where the machine said so.
   */
  reason?: string | null;
}
/**
 * `GET /api/health`.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Health".
 */
export interface Health {
  /**
   * The database.
   */
  database: string;
  /**
   * It is well.
   */
  ok: boolean;
  /**
   * The version of the program.
   */
  version: string;
}
/**
 * `POST /api/battles/{id}/join`: an invitation is followed.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Join".
 */
export interface Join {
  /**
   * The secret of the invitation.
   */
  invitation: string;
}
/**
 * A seat that was taken.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Joined".
 */
export interface Joined {
  /**
   * A link with that secret, for another device.
   */
  link: string;
  side: Side;
  /**
   * The secret that gives orders for it.
   */
  token: string;
}
/**
 * An army of a battle.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "ListedArmy".
 */
export interface ListedArmy {
  /**
   * Its name.
   */
  name: string;
  nation: Nation;
  /**
   * How many stands they have.
   */
  stands: number;
  /**
   * How many units it has, those included that come later.
   */
  units: number;
}
/**
 * A battle in a list.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "ListedBattle".
 */
export interface ListedBattle {
  /**
   * When it was begun, in seconds since 1970.
   */
  begun: number;
  /**
   * Its name for the server.
   */
  id: string;
  /**
   * How many orders have been given.
   */
  orders: number;
  /**
   * Is it over?
   */
  over: boolean;
  /**
   * The name of the scenario.
   */
  scenario: string;
  /**
   * Who plays.
   */
  seats: ListedSeat[];
  /**
   * Its title.
   */
  title: string;
  /**
   * Who won, if anybody did.
   */
  winner: Side | null;
  /**
   * The sides that the tokens of the request give orders for.
   */
  yours: Side[];
}
/**
 * A seat of a battle in a list.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "ListedSeat".
 */
export interface ListedSeat {
  kind: SeatKind;
  side: Side;
  /**
   * Has somebody taken it?
   */
  taken: boolean;
}
/**
 * `GET /api/scenarios`: a battle that comes with the program.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "ListedScenario".
 */
export interface ListedScenario {
  /**
   * The two armies.
   */
  armies: ListedArmy[];
  /**
   * The day, in words.
   */
  date: string;
  /**
   * The edition of the rulebook that it is written for.
   */
  edition: string;
  /**
   * Where its ground is drawn.
   */
  map: string;
  /**
   * How many minutes of the day a turn stands for.
   */
  minutes: number;
  /**
   * Its name.
   */
  name: string;
  /**
   * What it is about.
   */
  paragraph: string;
  /**
   * The war.
   */
  period: string;
  /**
   * The table in inches.
   *
   * @minItems 2
   * @maxItems 2
   */
  table: [number, number];
  /**
   * Where a small picture of it is.
   */
  thumbnail: string;
  /**
   * Its title.
   */
  title: string;
  /**
   * How many game turns it has.
   */
  turns: number;
  /**
   * The war in words.
   */
  war: string;
}
/**
 * `POST /api/battles`: a battle to begin.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "NewBattle".
 */
export interface NewBattle {
  /**
   * The edition of the rulebook, where it is not the scenario's own.
   */
  edition?: string | null;
  /**
   * May everybody find it?
   */
  public?: boolean;
  /**
   * A record to go on from.
   */
  record?: {
    [k: string]: unknown;
  } | null;
  /**
   * Readings of doubtful rules that are not the usual ones.
   */
  rulings?: {
    [k: string]: string;
  };
  /**
   * The name of a battle that comes with the program; or `record`.
   */
  scenario?: string | null;
  /**
   * Who plays, the army that the scenario names first before the other.
   *
   * @minItems 2
   * @maxItems 2
   */
  seats: [SeatKind, SeatKind];
}
/**
 * `POST /api/battles/{id}/orders`: an order.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "NewOrder".
 */
export interface NewOrder {
  /**
   * How many orders the sender knows of.
   */
  after: number;
  /**
   * The order as text.
   */
  order: string;
  /**
   * The secret of the seat.
   */
  seat: string;
}
/**
 * A battle in orders and dice.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Record".
 */
export interface Record {
  /**
   * The names of those who accepted the readings before the battle.
   */
  accepted?: string[];
  /**
   * The scenario file, whole.
   */
  battle: string;
  /**
   * Every die that fell, 1 to 10.
   */
  dice: number[];
  /**
   * The digest of the battle after so many orders; the last one is that of the end.
   */
  digests: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^\d+$".
     */
    [k: string]: string;
  };
  /**
   * The edition of the rulebook, where it is not the scenario's own.
   */
  edition?: string | null;
  /**
   * The version of the program that wrote it.
   */
  engine: string;
  /**
   * The format of the record.
   */
  format: number;
  /**
   * Every order, as text.
   */
  orders: string[];
  /**
   * Who played, the army that the scenario names first before the other.
   */
  players: string[];
  /**
   * The digest of the rulebook as it was.
   */
  rules: string;
  /**
   * Readings of doubtful rules that are not the usual ones.
   */
  rulings?: {
    [k: string]: string;
  };
  /**
   * The name of the battle.
   */
  scenario: string;
  /**
   * The seed of the dice, if they had one.
   */
  seed?: number | null;
  /**
   * What was set up by hand after so many orders, in this sequence.
   */
  set?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^\d+$".
     */
    [k: string]: Setting[];
  };
}
/**
 * What is to be different. What is not named stays as it is.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Setting".
 */
export interface Setting {
  /**
   * Armies.
   */
  armies?: SetArmy[];
  /**
   * Key positions.
   */
  "key-positions"?: SetKey[];
  /**
   * Leaders.
   */
  leaders?: SetLeader[];
  /**
   * Whose player turn it is: the name of an army, or `first` or `second`.
   */
  side?: string | null;
  /**
   * The game turn, from 1.
   */
  turn?: number | null;
  /**
   * Units.
   */
  units?: SetUnit[];
}
/**
 * An army.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "SetArmy".
 */
export interface SetArmy {
  /**
   * Stands that it has lost.
   */
  lost?: number | null;
  /**
   * Its name, or `first` or `second`.
   */
  name: string;
  /**
   * Guns that it has taken.
   */
  taken?: number | null;
}
/**
 * A key position.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "SetKey".
 */
export interface SetKey {
  /**
   * The army that holds it; nobody if none is named.
   */
  holder?: string | null;
  /**
   * Its name.
   */
  name: string;
}
/**
 * A leader.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "SetLeader".
 */
export interface SetLeader {
  /**
   * The middle of his base; he is then attached to nobody.
   *
   * @minItems 2
   * @maxItems 2
   */
  at?: [Length, Length] | null;
  /**
   * The unit that he is attached to.
   */
  attached?: string | null;
  /**
   * He is out of the battle, and nobody takes his place.
   */
  gone?: boolean;
  /**
   * His name.
   */
  name: string;
}
/**
 * A unit.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "SetUnit".
 */
export interface SetUnit {
  /**
   * It looks to its rear.
   */
  "about-faced"?: boolean | null;
  /**
   * The middle of its front, in inches.
   *
   * @minItems 2
   * @maxItems 2
   */
  at?: [Length, Length] | null;
  /**
   * Where it looks.
   */
  facing?: Facing | null;
  /**
   * Its formation, as orders write it: `line refused left 2 30`, `open order 2 ranks gap 0.75`,
   * `march column`, `garrison of "Mill"`; of guns `battery`, `battery gap 1` or `march column`.
   */
  formation?: string | null;
  /**
   * It is out of the battle.
   */
  gone?: boolean;
  /**
   * What is marked on its gun stands.
   */
  guns?: SetGun[];
  /**
   * Troops low on ammunition.
   */
  "low-on-ammunition"?: boolean | null;
  /**
   * In the saddle.
   */
  mounted?: boolean | null;
  /**
   * Its name.
   */
  name: string;
  /**
   * Its order.
   */
  order?: Order | null;
  /**
   * Stands that are left, horse holders among them.
   */
  stands?: number | null;
}
/**
 * A gun stand.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "SetGun".
 */
export interface SetGun {
  /**
   * Damaged.
   */
  damaged?: boolean | null;
  /**
   * Its number, from 1.
   */
  gun: number;
  /**
   * On its limber.
   */
  limbered?: boolean | null;
  /**
   * Low on ammunition.
   */
  "low-on-ammunition"?: boolean | null;
  /**
   * Silenced.
   */
  silenced?: boolean | null;
}
/**
 * The body of an answer that is an error.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Refusal".
 */
export interface Refusal {
  error: Wrong;
}
/**
 * `POST /api/battles/{id}/resign`: a side gives up.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Resign".
 */
export interface Resign {
  /**
   * The secret of the seat.
   */
  seat: string;
}
/**
 * A rule of `dq rules list --json`.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Rule".
 */
export interface Rule {
  /**
   * Stable, never reused.
   */
  id: string;
  /**
   * The wars it holds in.
   */
  periods: string[];
  /**
   * How sure we are: `stated`, `conflict`, `base` or `lost`.
   */
  status: string;
  /**
   * It is a table.
   */
  table: boolean;
  /**
   * A line.
   */
  title: string;
}
/**
 * `dq rules show --json`.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "RulesShow".
 */
export interface RulesShow {
  /**
   * Column heads of a table.
   */
  columns: string[];
  /**
   * A worked case.
   */
  example: string;
  /**
   * Stable, never reused.
   */
  id: string;
  /**
   * Not behaviour.
   */
  informative: boolean;
  /**
   * A remark.
   */
  note: string;
  /**
   * The wars it holds in.
   */
  periods: string[];
  /**
   * Why it is informative.
   */
  reason: string;
  /**
   * Rows of a table.
   */
  rows: string[][];
  /**
   * What to play and why, where it is not certain.
   */
  ruling: string;
  /**
   * Where it is printed.
   */
  source: string[];
  /**
   * How sure we are: `stated`, `conflict`, `base` or `lost`.
   */
  status: string;
  /**
   * It is a table.
   */
  table: boolean;
  /**
   * The rule; empty for a table.
   */
  text: string;
  /**
   * A line.
   */
  title: string;
  /**
   * Its numbers.
   */
  values: string;
}
/**
 * `GET /api/battles/{id}`: a battle as it stands.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "ShownBattle".
 */
export interface ShownBattle {
  /**
   * Whose decision is pending; nobody's when it is over.
   */
  asked: Side | null;
  /**
   * The side that is beaten, whatever it does: the machine offers its surrender then.
   */
  beaten?: Side | null;
  /**
   * The day, in words.
   */
  date: string;
  /**
   * The digest of the battle as it stands.
   */
  digest: string;
  /**
   * Who gave them and why, as far as the machine said so.
   */
  given: GivenOrder[];
  /**
   * Its name for the server.
   */
  id: string;
  /**
   * Where its ground is drawn.
   */
  map: string;
  /**
   * How many orders have been given.
   */
  orders: number;
  /**
   * How it ended.
   */
  over: Ending | null;
  /**
   * The war.
   */
  period: string;
  /**
   * May everybody find it?
   */
  public: boolean;
  record: Record;
  /**
   * The name of the scenario.
   */
  scenario: string;
  /**
   * Both seats.
   */
  seats: ShownSeat[];
  /**
   * Its title.
   */
  title: string;
  /**
   * Can the last order be taken back by the side that gave it?
   */
  undo: Side | null;
  /**
   * The sides that the tokens of the request give orders for.
   */
  yours: Side[];
}
/**
 * An edition of a rulebook.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "ShownEdition".
 */
export interface ShownEdition {
  /**
   * Its name.
   */
  edition: string;
  /**
   * Doubtful rules and how they can be read.
   */
  rulings: Doubt[];
  /**
   * Its title.
   */
  title: string;
}
/**
 * `GET /api/scenarios/{name}`: everything to read before a battle.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "ShownScenario".
 */
export interface ShownScenario {
  /**
   * The two armies.
   */
  armies: ListedArmy[];
  /**
   * Who fights whom, when, with what and for what.
   */
  briefing: string;
  /**
   * The day, in words.
   */
  date: string;
  /**
   * The edition of the rulebook that it is written for.
   */
  edition: string;
  /**
   * The editions of its war's rulebook, with the rules that can be read in several ways.
   */
  editions: ShownEdition[];
  /**
   * Where its ground is drawn.
   */
  map: string;
  /**
   * How many minutes of the day a turn stands for.
   */
  minutes: number;
  /**
   * Its name.
   */
  name: string;
  /**
   * What it is about.
   */
  paragraph: string;
  /**
   * The war.
   */
  period: string;
  /**
   * The table in inches.
   *
   * @minItems 2
   * @maxItems 2
   */
  table: [number, number];
  /**
   * Where a small picture of it is.
   */
  thumbnail: string;
  /**
   * Its title.
   */
  title: string;
  /**
   * How many game turns it has.
   */
  turns: number;
  /**
   * The war in words.
   */
  war: string;
}
/**
 * `POST /api/battles/{id}/undo`: the last order is taken back.
 *
 * This interface was referenced by `Server`'s JSON-Schema
 * via the `definition` "Undo".
 */
export interface Undo {
  /**
   * How many orders the sender knows of.
   */
  after: number;
  /**
   * The secret of the seat.
   */
  seat: string;
}
