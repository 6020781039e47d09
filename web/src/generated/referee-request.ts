// Made from docs/schema/referee-request.json by `npm run types`; do not edit.

/**
 * A line that is asked.
 */
export type Asking = {
  /**
   * Comes back with the answer.
   */
  id?: Id | null;
} & (
  | {
      do: "hello";
    }
  | {
      /**
       * The name of a battle that comes with the program.
       */
      battle?: string | null;
      /**
       * The dice that will fall, one after the other.
       */
      dice?: number[] | null;
      do: "start";
      /**
       * The edition of the rulebook, where it is not to be the scenario's own.
       */
      edition?: string | null;
      /**
       * Who plays, the army that the scenario names first before the other.
       */
      players?: string[];
      /**
       * Readings of doubtful rules that are not to be the usual ones.
       */
      rulings?: {
        [k: string]: string;
      };
      /**
       * The seed of the dice.
       */
      seed?: number | null;
      /**
       * A scenario, as a `battle.toml` has it.
       */
      text?: string | null;
    }
  | {
      /**
       * The dice that will fall; without them those of the record's seed do.
       */
      dice?: number[] | null;
      do: "load";
      record: Record;
    }
  | {
      do: "record";
    }
  | {
      do: "luck";
    }
  | {
      /**
       * Armies.
       */
      armies?: SetArmy[];
      do: "set";
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
  | {
      do: "asked";
    }
  | {
      do: "options";
      /**
       * Only those that a unit of this name would carry out.
       */
      unit?: string | null;
    }
  | {
      /**
       * How far it goes in every direction, and nothing else: answered several times as fast.
       */
      bare?: boolean;
      do: "reach";
      /**
       * As if its check had opened this list; without it the one that its check did open.
       */
      list?: List | null;
      /**
       * The name of the unit.
       */
      unit: string;
    }
  | {
      /**
       * As a full move disordered.
       */
      disordered?: boolean;
      do: "steer";
      /**
       * Where it shall look in the end; a gun comes off its limber for it.
       */
      facing?: Facing | null;
      /**
       * Of a battery which gun, from 1; without it the first.
       */
      gun?: number | null;
      /**
       * The name of a leader instead.
       */
      leader?: string | null;
      /**
       * The place, in inches.
       *
       * @minItems 2
       * @maxItems 2
       */
      to?: [Length, Length];
      /**
       * The name of a unit whose check has opened a list of maneuvers.
       */
      unit?: string | null;
    }
  | {
      do: "threats";
      /**
       * The order, as text.
       */
      order: string;
    }
  | {
      do: "card";
      /**
       * The name of a leader.
       */
      leader?: string | null;
      /**
       * The name of a unit.
       */
      unit?: string | null;
    }
  | {
      do: "sight";
      /**
       * The unit that looks.
       */
      from: string;
      /**
       * The unit that it looks at.
       */
      to: string;
    }
  | {
      do: "advice";
    }
  | {
      do: "odds";
      /**
       * The order, as text.
       */
      order: string;
    }
  | {
      do: "check";
      /**
       * The order, as text.
       */
      order: string;
    }
  | {
      /**
       * The dice that fall; they must be just as many as the order rolls.
       */
      dice?: number[] | null;
      do: "apply";
      /**
       * The order, as text.
       */
      order: string;
    }
  | {
      do: "wait";
    }
  | {
      do: "view";
      /**
       * With the eyes of this army: who of the enemy is still to come is not told. An army's name, or
       * `first` or `second`.
       */
      side?: string | null;
      /**
       * The ground as well.
       */
      terrain?: boolean;
    }
  | {
      do: "undo";
    }
  | {
      do: "quit";
    }
);
/**
 * What a program may call its request by: the answer has the same.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Id".
 */
export type Id = number | string;
/**
 * degrees clockwise from north, 0 to 360, or a point of the compass: N, NNE, NE …
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Facing".
 */
export type Facing = number | string;
/**
 * inches, to the thousandth
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Length".
 */
export type Length = number;
/**
 * A list of maneuvers.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "List".
 */
export type List = "double-quick" | "well-handled" | "tardy";
/**
 * Order.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Order".
 */
export type Order = "good-order" | "disordered" | "broken";

/**
 * A battle in orders and dice.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
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
  players?: string[];
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
 * This interface was referenced by `undefined`'s JSON-Schema
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
 * This interface was referenced by `undefined`'s JSON-Schema
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
 * This interface was referenced by `undefined`'s JSON-Schema
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
 * This interface was referenced by `undefined`'s JSON-Schema
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
 * This interface was referenced by `undefined`'s JSON-Schema
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
 * This interface was referenced by `undefined`'s JSON-Schema
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
