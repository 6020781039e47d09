// Made from docs/schema/referee-answer.json by `npm run types`; do not edit.

/**
 * A line that is answered.
 */
export type Answering = (
  | Reply
  | {
      error: Error;
    }
) & {
  /**
   * That of the request, if it had one.
   */
  id?: Id | null;
};
/**
 * Every answer, by the request that it answers.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Reply".
 */
export type Reply =
  | (Hello & {
      did: "hello";
    })
  | (Begun & {
      did: "start";
    })
  | (Begun & {
      did: "load";
    })
  | {
      did: "record";
      record: Record;
    }
  | (Luck & {
      did: "luck";
    })
  | (Begun & {
      did: "set";
    })
  | (Pending & {
      did: "asked";
    })
  | {
      did: "options";
      /**
       * The orders, as text.
       */
      orders: string[];
    }
  | (Reach & {
      did: "reach";
    })
  | (Steered & {
      did: "steer";
    })
  | (Threats & {
      did: "threats";
    })
  | (Card & {
      did: "card";
    })
  | (Seen & {
      did: "sight";
    })
  | (Advice & {
      did: "advice";
    })
  | (Odds & {
      did: "odds";
    })
  | (Checked & {
      did: "check";
    })
  | (Applied & {
      did: "apply";
    })
  | (Waited & {
      did: "wait";
    })
  | (Scene & {
      did: "view";
    })
  | (Undone & {
      did: "undo";
    })
  | {
      did: "quit";
    };
/**
 * [x, y]: inches east and north of the south-west corner
 *
 * @minItems 2
 * @maxItems 2
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Spot".
 */
export type Spot = [number, number];
/**
 * inches, to the thousandth
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Length".
 */
export type Length = number;
/**
 * The three phases of a player turn.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Phase".
 */
export type Phase = "maneuver" | "musketry-and-cannonade" | "charge";
/**
 * What may have been forgotten.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Forgotten".
 */
export type Forgotten =
  "must-check" | "could-check" | "could-maneuver" | "guns-stand" | "could-charge" | "could-fire" | "low-on-ammunition";
/**
 * The two armies.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Side".
 */
export type Side = "first" | "second";
/**
 * A step of a player turn.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Step".
 */
export type Step = "leaders" | "maneuver" | "defensive" | "offensive" | "combats" | "second-combats";
/**
 * What is asked for.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Question".
 */
export type Question =
  | "arrivals"
  | "leaders"
  | "checks"
  | "declare"
  | "answer"
  | "shelter"
  | "evade"
  | "pursue"
  | "maneuvers"
  | "move-leaders"
  | "defensive"
  | "offensive"
  | "combats"
  | "second-combats"
  | "lose"
  | "pick-gun"
  | "retreat"
  | "won"
  | "pick-low";
/**
 * What kind of thing happened.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Kind".
 */
export type Kind =
  | "turn-begins"
  | "phase-begins"
  | "arrives"
  | "delayed"
  | "special"
  | "arrival-rolled"
  | "leader-comes"
  | "leader-replaced"
  | "attached"
  | "detached"
  | "leader-moves"
  | "check-rolled"
  | "check-made"
  | "does"
  | "retreats"
  | "reforms"
  | "shaken-by"
  | "stands-lost"
  | "losses-weigh"
  | "gun-hurt"
  | "destroyed"
  | "charge-declared"
  | "nobody-charges"
  | "no-fire-at-charge"
  | "answer-declared"
  | "declines"
  | "answered"
  | "charge-moves"
  | "evades"
  | "stands"
  | "maneuvers"
  | "gun-maneuvers"
  | "regroups"
  | "skirmishers-out"
  | "skirmishers-back"
  | "inherits"
  | "fires"
  | "low-on-ammunition"
  | "leader-rolled"
  | "leader-lost"
  | "leader-leaves"
  | "leader-waits"
  | "leader-stays"
  | "fights"
  | "target-gone"
  | "carries"
  | "recalls"
  | "breaks-through"
  | "nobody-in-reach"
  | "key-taken"
  | "horses-taken"
  | "gun-taken"
  | "crew-returns"
  | "passes"
  | "ends";
/**
 * A side of a combat.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Fights".
 */
export type Fights = "attacker" | "defender";
/**
 * Why a battle is over.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Over".
 */
export type Over = "last-turn" | "army-gone" | "resigned" | "objective";
/**
 * degrees clockwise from north, 0 to 360, or a point of the compass: N, NNE, NE …
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Facing".
 */
export type Facing = number | string;
/**
 * Order.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Order".
 */
export type Order = "good-order" | "disordered" | "broken";
/**
 * What is rolled for.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Roll".
 */
export type Roll = "fire" | "check" | "combat";
/**
 * [x, y, heading]: inches east and north of the south-west corner, degrees clockwise from north
 *
 * @minItems 3
 * @maxItems 3
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Place".
 */
export type Place = [number, number, number];
/**
 * Which list of maneuvers is open.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Opened".
 */
export type Opened = "double-quick" | "well-handled" | "tardy";
/**
 * Ground by how it slows troops.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Ground".
 */
export type Ground = "open" | "broken" | "rough";
/**
 * fire points, to the eighth
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "FirePoints".
 */
export type FirePoints = number;
/**
 * A card.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Card".
 */
export type Card =
  | (UnitCard & {
      of: "unit";
    })
  | (LeaderCard & {
      of: "leader";
    });
/**
 * id of a rules ledger entry
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "RuleId".
 */
export type RuleId = string;
/**
 * One thing that an effect does.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Deed".
 */
export type Deed =
  | {
      does: "may-maneuver";
      list: Opened;
    }
  | {
      does: "good-order";
    }
  | {
      does: "reforms";
    }
  | {
      does: "holds-and-may-fire";
    }
  | {
      does: "holds";
    }
  | {
      does: "retreats-out-of-close-range";
    }
  | {
      does: "retreats-two-inches";
    }
  | {
      does: "full-retreat-broken";
    }
  | {
      does: "mounts-first";
    }
  | {
      does: "runs-to-its-horses";
    }
  | {
      does: "stops-presenting";
    }
  | {
      does: "disordered";
    }
  | {
      does: "loses-stands";
      /**
       * How many.
       */
      stands: number;
    }
  | {
      does: "guns-retreat-silenced";
    }
  | {
      does: "silenced";
    }
  | {
      does: "guns-silenced";
      /**
       * How many.
       */
      stands: number;
    }
  | {
      does: "guns-damaged";
      /**
       * How many.
       */
      stands: number;
    }
  | {
      does: "gun-damaged-and-silenced";
    }
  | {
      does: "guns-wrecked";
      /**
       * How many.
       */
      stands: number;
    }
  | {
      does: "guns-lost";
    }
  | {
      does: "sheltered-crews-lost";
    }
  | {
      does: "charge-checked";
    }
  | {
      does: "charge-home";
    }
  | {
      does: "charge-blunted";
    }
  | {
      does: "low-on-ammunition";
    }
  | {
      does: "leader-check";
    }
  | {
      does: "may-recall";
    }
  | {
      does: "carries-the-position";
    }
  | {
      does: "may-carry-the-position";
    }
  | {
      does: "breaks-through";
    };
/**
 * What a maneuver check gives.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Effect".
 */
export type Effect =
  | "double-quick"
  | "well-handled"
  | "tardy"
  | "fall-back"
  | "panic"
  | "rally-with-elan"
  | "rally"
  | "shaken"
  | "wavering";
/**
 * Effectiveness: how much of its strength a troop unit still has.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Level".
 */
export type Level = "fresh" | "worn" | "spent";
/**
 * Rank of a leader, which is the size of his base.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Rank".
 */
export type Rank = "brigade" | "division" | "army";
/**
 * What the conducting leader adds to a check.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "LeaderRating".
 */
export type LeaderRating = "gallant" | "able" | "poor";
/**
 * Cover of the target.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Cover".
 */
export type Cover = "open" | "minor-cover" | "partial-cover" | "full-cover" | "fortified";
/**
 * The exact odds of what an order would roll.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Odds".
 */
export type Odds =
  | {
      /**
       * The odds of each.
       */
      checks: ManeuverOdds[];
      of: "check";
      /**
       * The units, in order.
       */
      units: string[];
    }
  | {
      /**
       * At whom.
       */
      at: string;
      /**
       * Who fires, with how many stands.
       */
      firers: Firer[];
      of: "volley";
      volley: FireOdds;
    }
  | {
      /**
       * Who charged: in contact first, then those that support.
       */
      attackers: string[];
      combat: ChargeOdds;
      /**
       * Who was charged.
       */
      defenders: string[];
      of: "combat";
    }
  | {
      /**
       * How it may be answered when it is declared, which these odds do not count.
       */
      answers?: ChargeAnswer[];
      /**
       * The combat.
       */
      combat: ChargeOdds | null;
      /**
       * All of it in one: every end with its chance, if all who can fire at the charge do.
       */
      curve: Curve | null;
      /**
       * The fire of its target and of all beside who can; nothing if nobody can.
       */
      fire: FireOdds | null;
      of: "charge";
      /**
       * Whom.
       */
      target: string;
      /**
       * Who charges.
       */
      unit: string;
    };
/**
 * The named effects of fire, worst first.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "FireEffect".
 */
export type FireEffect = "withering" | "telling" | "galling" | "lively" | "desultory";
/**
 * The seven printed rows: Telling Fire has three, which differ in what they do to a charge.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "FireRow".
 */
export type FireRow =
  "withering" | "telling-upper" | "telling-middle" | "telling-lower" | "galling" | "lively" | "desultory";
/**
 * How a combat comes out, best for the attacker first.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Verdict".
 */
export type Verdict =
  | "swept-from-the-field"
  | "driven-back"
  | "hard-pressed"
  | "defender-gone"
  | "both-gone"
  | "falter"
  | "recoil"
  | "repulsed"
  | "attacker-gone"
  | "still-struggling";
/**
 * How an assault may end, best for the attacker first.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "End".
 */
export type End =
  | {
      end: "target-gone";
    }
  | {
      by: Verdict;
      end: "fought";
    }
  | {
      end: "checked";
    }
  | {
      end: "shot-away";
    }
  | {
      by: Effect;
      end: "no-charge";
    };
/**
 * An edge of the table, as the map shows it.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Edge".
 */
export type Edge = "north" | "east" | "south" | "west";
/**
 * What the army has suffered.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Losses".
 */
export type Losses = "bearable" | "heavy-casualties" | "greater-losses";
/**
 * Whose troops they are.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
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
 * How ground slows a move, or stops it.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Going".
 */
export type Going = "open" | "broken" | "rough" | "impassable";
/**
 * What a unit fights as.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Arm".
 */
export type Arm = "infantry" | "cavalry" | "mounted-infantry" | "guns";
/**
 * What kind of charge it is.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "ChargeKind".
 */
export type ChargeKind = "charge" | "countercharge" | "breakthrough";
/**
 * How far a charge has come.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Stage".
 */
export type Stage = "declared" | "in-contact" | "over";
/**
 * Experience rating; the period chooses the word for the best and the worst.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Experience".
 */
export type Experience = "elite" | "veteran" | "trained" | "raw";
/**
 * Formation of a troop unit.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Formation".
 */
export type Formation =
  | "line"
  | "supported-line"
  | "open-order"
  | "field-column"
  | "march-column"
  | "storming-column"
  | "square"
  | "hasty-square"
  | "garrison";
/**
 * Where a unit is.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Whereabouts".
 */
export type Whereabouts = "on-table" | "expected" | "destroyed" | "left-the-table" | "rejoined";
/**
 * What kind of error it is. A code never changes its meaning.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Code".
 */
export type Code =
  | "line-too-long"
  | "bad-json"
  | "no-such-request"
  | "bad-request"
  | "no-battle"
  | "no-such-battle"
  | "bad-scenario"
  | "bad-record"
  | "bad-position"
  | "bad-order"
  | "refused"
  | "no-dice"
  | "dice-left"
  | "bad-die"
  | "no-such-unit"
  | "no-such-leader"
  | "no-such-army"
  | "not-checked"
  | "no-odds"
  | "not-yours"
  | "nothing-to-undo";
/**
 * What a program may call its request by: the answer has the same.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Id".
 */
export type Id = number | string;

/**
 * The referee.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Hello".
 */
export interface Hello {
  /**
   * The battles that come with the program.
   */
  battles: Battle[];
  /**
   * The longest line that is read, in bytes.
   */
  "longest-line": number;
  /**
   * Its name.
   */
  name: string;
  /**
   * The version of this protocol: what a request or an answer means changes with it; fields may be
   * added without.
   */
  protocol: number;
  /**
   * The version of the program.
   */
  version: string;
  /**
   * The wars and their rulebooks.
   */
  wars: War[];
}
/**
 * A battle that comes with the program.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Battle".
 */
export interface Battle {
  /**
   * The two armies.
   *
   * @minItems 2
   * @maxItems 2
   */
  armies: [string, string];
  /**
   * The day, in words.
   */
  date: string;
  /**
   * Its name: what `start` is given.
   */
  name: string;
  /**
   * The war.
   */
  period: string;
  /**
   * Its title.
   */
  title: string;
  /**
   * How many game turns it has.
   */
  turns: number;
}
/**
 * A rulebook.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "War".
 */
export interface War {
  /**
   * The edition; of a war the first one listed is the usual one.
   */
  edition: string;
  /**
   * `acw`, `awi`, `1812` or `maw`.
   */
  period: string;
  /**
   * Doubtful rules and how they can be read.
   */
  rulings: Doubt[];
  /**
   * The war's name.
   */
  title: string;
}
/**
 * A doubtful rule and how it can be read.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
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
 * This interface was referenced by `undefined`'s JSON-Schema
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
 * A battle that can be played.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Begun".
 */
export interface Begun {
  /**
   * The two armies, `first` and `second`.
   *
   * @minItems 2
   * @maxItems 2
   */
  armies: [string, string];
  /**
   * The decision; nothing if the battle is over.
   */
  asked: Asked | null;
  /**
   * Its name.
   */
  battle: string;
  /**
   * The digest of the battle as it stands.
   */
  digest: string;
  /**
   * The edition of its rulebook.
   */
  edition: string;
  /**
   * What happened before the first decision.
   */
  events: Told[];
  /**
   * How many orders have been given.
   */
  orders: number;
  /**
   * The war.
   */
  period: string;
  /**
   * Its title.
   */
  title: string;
  /**
   * How many game turns it has.
   */
  turns: number;
  /**
   * How the battle ended.
   */
  victory: Ending | null;
}
/**
 * A pending decision.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Asked".
 */
export interface Asked {
  /**
   * The name of his army.
   */
  army: string;
  /**
   * The leaders concerned.
   */
  leaders: string[];
  /**
   * What words of this decision mean, and rules of this battle that may be used now.
   */
  notes?: Note[];
  phase: Phase;
  /**
   * What would be left undone if the step were ended now.
   */
  reminders: Reminder[];
  side: Side;
  /**
   * How many stands are to be picked, where that is asked.
   */
  stands?: number | null;
  step: Step;
  task: Question;
  /**
   * The game turn.
   */
  turn: number;
  /**
   * The units concerned.
   */
  units: string[];
}
/**
 * A sentence beside a decision.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Note".
 */
export interface Note {
  /**
   * The orders that do it, where it is something to be done.
   */
  orders?: string[];
  /**
   * The ledger entry.
   */
  rule: string;
  /**
   * The smoke that each of these orders would bring, in their order, where they set fire to the grass.
   */
  smoke?: Smoke[];
  /**
   * The sentence.
   */
  text: string;
}
/**
 * The smoke of a grass fire: nobody sees through it.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Smoke".
 */
export interface Smoke {
  /**
   * Its corners.
   */
  area: Spot[];
  drifts: Length;
  /**
   * Where to, in degrees clockwise from north.
   */
  heading: number;
  /**
   * The rule of the battle that it burns by.
   */
  name: string;
  /**
   * The ledger entry.
   */
  rule: string;
  /**
   * The last turn in which it lies there.
   */
  until: number;
}
/**
 * Something that a player may have forgotten.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Reminder".
 */
export interface Reminder {
  kind: Forgotten;
  /**
   * Who.
   */
  units: string[];
}
/**
 * Something that happened.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Told".
 */
export interface Told {
  /**
   * The dice that fell.
   */
  dice?: number[];
  kind: Kind;
  /**
   * Why: every number with its ledger entry.
   */
  reasons?: Reason[];
  /**
   * A sentence, where it is worth one.
   */
  sentence?: string | null;
  /**
   * The units it is about.
   */
  units?: string[];
}
/**
 * A number with its ledger entry.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Reason".
 */
export interface Reason {
  /**
   * Words for the player.
   */
  label: string;
  /**
   * Whose it is, in a combat.
   */
  of?: Fights | null;
  /**
   * In which round of a combat that has several, from 1.
   */
  round?: number | null;
  /**
   * The ledger entry.
   */
  rule: string;
  /**
   * What it adds.
   */
  value?: number | null;
}
/**
 * How a battle ended.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
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
/**
 * The luck of a battle so far.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Luck".
 */
export interface Luck {
  /**
   * Of both armies.
   *
   * @minItems 2
   * @maxItems 2
   */
  armies: [ArmyLuck, ArmyLuck];
  /**
   * The least likely things that came, the least likely first.
   */
  surprises: Surprise[];
  /**
   * Of every unit that fired, was fired at or checked.
   */
  units: UnitLuck[];
}
/**
 * The luck of an army.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "ArmyLuck".
 */
export interface ArmyLuck {
  /**
   * Its name.
   */
  army: string;
  checks: Fortune;
  "combat-stands": Balance;
  combats: Fortune;
  /**
   * How many dice it rolled for fire, checks and combats.
   */
  dice: number;
  fire: Fortune;
  /**
   * What they showed on the average; fair dice show 5.5.
   */
  mean: number | null;
  side: Side;
}
/**
 * What many rolls were to bring together, and brought.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Fortune".
 */
export interface Fortune {
  /**
   * What came.
   */
  came: number;
  /**
   * The standard deviation of what came.
   */
  deviation: number;
  /**
   * The sum of the means before each roll.
   */
  expected: number;
  /**
   * How often it was rolled for.
   */
  rolls: number;
}
/**
 * What was to be expected, and what came.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Balance".
 */
export interface Balance {
  /**
   * What came.
   */
  came: number;
  /**
   * The sum of the means before each roll.
   */
  expected: number;
}
/**
 * Something that was not to be expected.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Surprise".
 */
export interface Surprise {
  /**
   * Against whom.
   */
  against: string[];
  /**
   * What came.
   */
  came: number;
  chance: Chance;
  /**
   * The mean before the roll.
   */
  expected: number;
  favours: Side;
  of: Roll;
  /**
   * The number of the order, from 1.
   */
  order: number;
  /**
   * The game turn.
   */
  turn: number;
  /**
   * Who rolled: who fired, checked or charged.
   */
  units: string[];
}
/**
 * an exact probability
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Chance".
 */
export interface Chance {
  /**
   * the same as the nearest decimal
   */
  decimal: number;
  /**
   * fraction in lowest terms, such as 7/10
   */
  exact: string;
}
/**
 * The luck of a unit.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "UnitLuck".
 */
export interface UnitLuck {
  checks: Balance;
  fire: Balance;
  lost: Balance;
  side: Side;
  /**
   * Its name.
   */
  unit: string;
}
/**
 * The pending decision, or how the battle ended.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Pending".
 */
export interface Pending {
  /**
   * The decision; nothing if the battle is over.
   */
  asked: Asked | null;
  /**
   * How the battle ended.
   */
  victory: Ending | null;
}
/**
 * What a unit can do from where it stands.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Reach".
 */
export interface Reach {
  /**
   * Maneuvers that pass their check.
   */
  candidates: Candidate[];
  /**
   * Charges that reach somebody.
   */
  charges: Candidate[];
  list: Opened;
  /**
   * How far it goes in every direction.
   */
  rays: Ray[];
  /**
   * The unit.
   */
  unit: string;
}
/**
 * A maneuver that can be made.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Candidate".
 */
export interface Candidate {
  /**
   * What the move costs, if it moves.
   */
  cost: Length | null;
  /**
   * The order.
   */
  order: string;
  /**
   * Its stands afterwards.
   */
  stands: Place[];
}
/**
 * A direction and how far it reaches.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Ray".
 */
export interface Ray {
  /**
   * What the move costs.
   */
  cost: Length | null;
  /**
   * The order that goes there.
   */
  order: string;
  to: Place;
}
/**
 * Where a unit, a gun or a leader comes to that is steered to a place.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Steered".
 */
export interface Steered {
  /**
   * What it may cost.
   */
  allowance: Length | null;
  /**
   * What the move costs.
   */
  cost: Length | null;
  /**
   * The slowest ground on the way.
   */
  ground: Ground | null;
  /**
   * Why it goes no farther, if the place itself is not reached.
   */
  message?: string | null;
  /**
   * The order that goes there; nothing if it cannot move at all.
   */
  order: string | null;
  /**
   * The bends of the way.
   */
  path: Spot[];
  /**
   * The ledger entry that refuses.
   */
  rule?: string | null;
  /**
   * Its stands there; none for a leader.
   */
  stands: Place[];
  /**
   * Where the middle of its front comes to.
   */
  to: Place | null;
}
/**
 * What the enemy could do to a unit there, everybody else standing as he does.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Threats".
 */
export interface Threats {
  /**
   * Who could charge it in his next turn, the nearest first.
   */
  charges: ChargeThreat[];
  /**
   * Who could fire at it in the defensive fire that follows, each alone, the worst first.
   */
  fire: FireThreat[];
  /**
   * The unit.
   */
  unit: string;
}
/**
 * A unit that could charge.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "ChargeThreat".
 */
export interface ChargeThreat {
  /**
   * What the charge costs it.
   */
  cost: Length | null;
  list: Opened;
  /**
   * Who.
   */
  unit: string;
}
/**
 * A unit that could fire.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "FireThreat".
 */
export interface FireThreat {
  /**
   * Stands that its volley would take on the average.
   */
  "mean-stands-lost": number;
  points: FirePoints;
  range: Length;
  /**
   * Who.
   */
  unit: string;
}
/**
 * The card of a unit.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "UnitCard".
 */
export interface UnitCard {
  /**
   * Its army.
   */
  army: string;
  /**
   * What a check under its best leader would bring; nothing in the enemy's turn.
   */
  check: ManeuverOdds | null;
  /**
   * Its commander.
   */
  commander: string | null;
  /**
   * The same with what it is now.
   */
  described: string;
  /**
   * Its label: `2nd Wisconsin 11/9/6 Vet`.
   */
  label: string;
  /**
   * The leaders who reach it, the best first.
   */
  leaders: string[];
  level: Level;
  /**
   * The stands at which it becomes worn and spent.
   */
  levels: Levels | null;
  /**
   * How it stands, in words.
   */
  lines: string[];
  /**
   * Its name.
   */
  name: string;
  side: Side;
  /**
   * Stands that are left.
   */
  stands: number;
  /**
   * Whom it could fire at.
   */
  targets: string[];
  /**
   * Its weapon.
   */
  weapon: Arms | null;
}
/**
 * `dq odds maneuver --json`.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "ManeuverOdds".
 */
export interface ManeuverOdds {
  /**
   * The edition of its rulebook.
   */
  edition: string;
  modifiers: Reckoning;
  /**
   * Every outcome, the best first.
   */
  odds: EffectOdds[];
  /**
   * `acw`, `awi`, `1812` or `maw`.
   */
  period: string;
  /**
   * The unit, as players write it.
   */
  unit: string;
}
/**
 * A sum with all its reasons.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Reckoning".
 */
export interface Reckoning {
  /**
   * What counts.
   */
  items: Item[];
  /**
   * What does not, and why.
   */
  not_counted: NotCounted[];
  /**
   * The sum of what counts.
   */
  total: number;
}
/**
 * A modifier that counts, with its reason.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Item".
 */
export interface Item {
  /**
   * Words for the player.
   */
  label: string;
  rule: RuleId;
  /**
   * What it adds.
   */
  value: number;
}
/**
 * A modifier that a player might expect and does not get, with the reason.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "NotCounted".
 */
export interface NotCounted {
  /**
   * Words for the player.
   */
  label: string;
  /**
   * Why it does not count.
   */
  reason: string;
  rule: RuleId;
  /**
   * What it would have added; nothing where this war has no such row.
   */
  value: number | null;
}
/**
 * An effect of a check.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "EffectOdds".
 */
export interface EffectOdds {
  chance: Chance;
  /**
   * What it does.
   */
  deeds: Deed[];
  /**
   * The dice that give it.
   */
  dice: number[];
  effect: Effect;
  /**
   * What a maneuver of the list that it opens may be, with how far the unit goes.
   */
  lets?: string | null;
  /**
   * The same in words.
   */
  says: string;
  /**
   * Its name.
   */
  title: string;
}
/**
 * The numbers on a label.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Levels".
 */
export interface Levels {
  /**
   * Spent at so many stands.
   */
  spent: number;
  /**
   * Stands at the start.
   */
  starting: number;
  /**
   * Worn at so many stands.
   */
  worn: number | null;
}
/**
 * A weapon.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Arms".
 */
export interface Arms {
  /**
   * How far its field of fire opens to each side of straight ahead, in degrees.
   */
  arc: number;
  /**
   * Its bands, the nearest first.
   */
  bands: Band[];
  "close-range": Length;
  /**
   * Its code on labels.
   */
  code: string;
  /**
   * Its name.
   */
  name: string;
  /**
   * The ledger entry.
   */
  rule: string;
}
/**
 * A band of range.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Band".
 */
export interface Band {
  from: Length;
  /**
   * Points of a stand.
   */
  points: string;
  to: Length;
}
/**
 * The card of a leader.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "LeaderCard".
 */
export interface LeaderCard {
  /**
   * His army.
   */
  army: string;
  /**
   * The unit that he is attached to.
   */
  attached: string | null;
  /**
   * He has checked in this turn.
   */
  checked: boolean;
  /**
   * The units of his command.
   */
  commands: string[];
  /**
   * His name.
   */
  name: string;
  radius: Length;
  rank: Rank;
  rating: LeaderRating;
  /**
   * The units that he reaches now.
   */
  reaches: string[];
  side: Side;
}
/**
 * Whether a unit sees another.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Seen".
 */
export interface Seen {
  /**
   * Why no stand of it could fire there, however far it carries; nothing if one could, or it has no weapon.
   */
  barred: Barred | null;
  /**
   * What is in the way.
   */
  blocked: Blocked | null;
  /**
   * What covers the target from the nearest stand.
   */
  cover: Covered | null;
  /**
   * The nearest stand fires along its line.
   */
  enfiladed: boolean;
  /**
   * Who looks.
   */
  from: string;
  /**
   * The line between those two.
   *
   * @minItems 2
   * @maxItems 2
   */
  line: [Spot, Spot] | null;
  /**
   * From the nearest stand to the nearest.
   */
  range: Length | null;
  /**
   * It does.
   */
  sees: boolean;
  /**
   * At whom.
   */
  to: string;
}
/**
 * Why nobody of a unit can fire at another.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Barred".
 */
export interface Barred {
  /**
   * What is in the way of a shot; nothing if the target is out of the arc of every stand.
   */
  blocked: Blocked | null;
  /**
   * The ledger entry.
   */
  rule: string;
}
/**
 * What is in the way of a line.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Blocked".
 */
export interface Blocked {
  at: Spot;
  /**
   * By what, in words.
   */
  by: string;
  /**
   * The ledger entry.
   */
  rule: string;
}
/**
 * What covers a target.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Covered".
 */
export interface Covered {
  cover: Cover;
  /**
   * The ledger entry.
   */
  rule: string;
  /**
   * Why, in words.
   */
  why: string;
}
/**
 * An order that a machine would give.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Advice".
 */
export interface Advice {
  /**
   * The machine has no reason: it takes this order because it must take one.
   */
  bare: boolean;
  /**
   * The order.
   */
  order: string;
  /**
   * Why, in words with the numbers.
   */
  reason: string;
}
/**
 * A unit that fires.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Firer".
 */
export interface Firer {
  /**
   * Its stands, from 1.
   */
  stands: number[];
  /**
   * The unit.
   */
  unit: string;
}
/**
 * `dq odds fire --json`.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "FireOdds".
 */
export interface FireOdds {
  /**
   * Units massed behind the target, who suffer the next lower effect.
   */
  behind?: BehindOdds[];
  /**
   * Chance that a charging target is checked.
   */
  checked: Chance | null;
  /**
   * The edition of its rulebook.
   */
  edition: string;
  /**
   * Stands the target loses on the average.
   */
  mean_stands_lost: number;
  modifiers: Reckoning;
  /**
   * Every outcome, the best first.
   */
  odds: ShotOdds[];
  /**
   * `acw`, `awi`, `1812` or `maw`.
   */
  period: string;
  points: FirePoints;
  /**
   * Where they come from, in words: who fires with how many stands, what each is worth, and how far.
   */
  points_from: string[];
  /**
   * How far the nearest who fires is from the target.
   */
  range: Length | null;
  /**
   * The target, as players write it.
   */
  target: string;
}
/**
 * A unit massed behind a target.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "BehindOdds".
 */
export interface BehindOdds {
  hurt: Chance;
  /**
   * Stands it loses on the average.
   */
  mean_stands_lost: number;
  /**
   * The ledger entry.
   */
  rule: string;
  /**
   * The unit, as players write it.
   */
  unit: string;
}
/**
 * An outcome of a volley.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "ShotOdds".
 */
export interface ShotOdds {
  chance: Chance;
  /**
   * What it does.
   */
  deeds: Deed[];
  /**
   * Nothing if every rocket misses.
   */
  outcome: Outcome | null;
  /**
   * The same in words.
   */
  says: string;
  /**
   * Its name.
   */
  title: string;
}
/**
 * What a fire die reached.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Outcome".
 */
export interface Outcome {
  /**
   * At least half of the points were from guns.
   */
  cannonade: boolean;
  /**
   * A charge is checked.
   */
  checked: boolean;
  effect: FireEffect;
  /**
   * The result was high enough for one stand more.
   */
  extra: boolean;
  row: FireRow;
}
/**
 * `dq odds charge --json`.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "ChargeOdds".
 */
export interface ChargeOdds {
  attacker: SideOdds;
  defender: SideOdds;
  /**
   * The edition of its rulebook.
   */
  edition: string;
  /**
   * Every outcome, the best first.
   */
  odds: VerdictOdds[];
  /**
   * `acw`, `awi`, `1812` or `maw`.
   */
  period: string;
  struggle: Chance;
  won: Chance;
}
/**
 * A side before the dice.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "SideOdds".
 */
export interface SideOdds {
  /**
   * Stands it loses on the average.
   */
  mean_stands_lost: number;
  modifiers: Reckoning;
  /**
   * The unit, as players write it.
   */
  unit: string;
}
/**
 * An end of a combat; one verdict has several where it costs more or fewer stands.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "VerdictOdds".
 */
export interface VerdictOdds {
  /**
   * Of the attacker.
   */
  attacker: Deed[];
  chance: Chance;
  /**
   * Of the defender.
   */
  defender: Deed[];
  /**
   * The same in words.
   */
  says: string;
  /**
   * Its name.
   */
  title: string;
  verdict: Verdict;
}
/**
 * What may be done against a charge, and what the charge has then.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "ChargeAnswer".
 */
export interface ChargeAnswer {
  /**
   * The chance that it gets there then, to fight or to find nobody left, where fire and combat can be told in one.
   */
  home?: Chance | null;
  /**
   * The ledger entry.
   */
  rule: string;
  /**
   * Who may do what, in words.
   */
  text: string;
  /**
   * The chance of the charge to win if it is answered so, in the way that is worst for it; of the combat alone, if it comes home unhurt,
   * where fire and combat cannot be told in one. Nothing where no fight comes of it.
   */
  won?: Chance | null;
}
/**
 * The curve of an assault.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Curve".
 */
export interface Curve {
  /**
   * Stands the attacker loses on the average.
   */
  attacker_losses: number;
  /**
   * Stands the defender loses on the average.
   */
  defender_losses: number;
  ends: Spread;
  home: Chance;
  won: Chance;
}
/**
 * An exact distribution: outcomes, each once, with their chances.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Spread".
 */
export interface Spread {
  outcomes: Likelihood[];
}
/**
 * One outcome of a spread.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Likelihood".
 */
export interface Likelihood {
  chance: Chance;
  outcome: End;
}
/**
 * Whether an order can be given.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Checked".
 */
export interface Checked {
  /**
   * Why not.
   */
  message?: string | null;
  /**
   * It can.
   */
  ok: boolean;
  /**
   * The order as records write it.
   */
  order: string;
  /**
   * The ledger entry that refuses.
   */
  rule?: string | null;
}
/**
 * An order that was carried out.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Applied".
 */
export interface Applied {
  /**
   * The decision; nothing if the battle is over.
   */
  asked: Asked | null;
  /**
   * The digest of the battle as it stands.
   */
  digest: string;
  /**
   * What happened.
   */
  events: Told[];
  /**
   * The order as records write it.
   */
  order: string;
  /**
   * How the battle ended.
   */
  victory: Ending | null;
}
/**
 * Whose turn it is.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Waited".
 */
export interface Waited {
  /**
   * The decision; nothing if the battle is over.
   */
  asked: Asked | null;
  /**
   * The digest of the battle as it stands.
   */
  digest: string;
  /**
   * What happened since the program last waited or gave an order.
   */
  events: Told[];
  /**
   * Who is asked; nobody if the battle is over. A program that plays one side waits until it is that side.
   */
  side: Side | null;
  /**
   * How the battle ended.
   */
  victory: Ending | null;
}
/**
 * The whole position.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Scene".
 */
export interface Scene {
  /**
   * The two armies.
   */
  armies: Army[];
  /**
   * The name of the battle.
   */
  battle: string;
  /**
   * How many dice have fallen.
   */
  dice: number;
  /**
   * The digest of the battle as it stands.
   */
  digest: string;
  /**
   * The edition of its rulebook.
   */
  edition: string;
  /**
   * What they fight for.
   */
  "key-positions": Key[];
  /**
   * Leaders.
   */
  leaders: Leader[];
  /**
   * The light: `day`, `twilight 24`, `night overcast`.
   */
  light: string;
  /**
   * The war.
   */
  period: string;
  phase: Phase;
  side: Side;
  /**
   * How far one sees; nothing by a clear day.
   */
  sight: Length | null;
  /**
   * The smoke that lies on the table.
   */
  smoke?: Smoke[];
  /**
   * Width and height of the table.
   *
   * @minItems 2
   * @maxItems 2
   */
  table: [Length, Length];
  /**
   * The ground, if it was asked for.
   */
  terrain?: Ground2[] | null;
  /**
   * The time of day at which the turn begins.
   */
  time: string;
  /**
   * Its title.
   */
  title: string;
  /**
   * The game turn.
   */
  turn: number;
  /**
   * How many there are.
   */
  turns: number;
  /**
   * Units.
   */
  units: Unit[];
  /**
   * How the battle ended.
   */
  victory: Ending | null;
}
/**
 * An army.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Army".
 */
export interface Army {
  edge: Edge;
  /**
   * Lost stands that are heavy casualties.
   */
  "heavy-at": number;
  losses: Losses;
  /**
   * Stands that it has lost.
   */
  lost: number;
  /**
   * Its name.
   */
  name: string;
  nation: Nation;
  /**
   * Its points as things stand.
   */
  points: number;
  /**
   * What they are for: everything that is worth points to it.
   */
  scores: Score[];
  side: Side;
  /**
   * Its stands at the start, those included that come later.
   */
  stands: number;
  /**
   * Guns that it has taken.
   */
  taken: number;
  /**
   * What wins it the battle at once, as sentences.
   */
  wins?: string[];
}
/**
 * Something that is worth points.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Score".
 */
export interface Score {
  /**
   * What it is.
   */
  label: string;
  /**
   * What it counts now.
   */
  points: number;
  /**
   * The ledger entry.
   */
  rule: string;
  /**
   * What it is worth: once, or for each gun.
   */
  worth: number;
}
/**
 * A key position.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Key".
 */
export interface Key {
  at: Spot;
  /**
   * Who holds it.
   */
  holder: Side | null;
  /**
   * The army that fights worse without it.
   */
  "key-of"?: Side | null;
  /**
   * Its name.
   */
  name: string;
  /**
   * What it is worth to each side.
   *
   * @minItems 2
   * @maxItems 2
   */
  points: [number, number];
  radius: Length;
}
/**
 * A leader.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Leader".
 */
export interface Leader {
  /**
   * The middle of his base; nothing while he is not on the table.
   */
  at: Spot | null;
  /**
   * The unit that he is attached to.
   */
  attached?: string | null;
  /**
   * What else there is to say of him.
   */
  marks?: string[];
  /**
   * His name.
   */
  name: string;
  rank: Rank;
  rating: LeaderRating;
  side: Side;
  /**
   * His superior.
   */
  superior?: string | null;
}
/**
 * A piece of terrain.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Ground2".
 */
export interface Ground2 {
  /**
   * The corners of an area.
   */
  area?: Spot[];
  going: Going;
  /**
   * Its kind.
   */
  kind: string;
  /**
   * The level that an area rises to.
   */
  level: number;
  /**
   * The bends of a line.
   */
  line?: Spot[];
  /**
   * Its name; may be empty.
   */
  name: string;
  /**
   * The ledger entry.
   */
  rule: string;
  /**
   * How wide a line is.
   */
  width?: Length | null;
}
/**
 * A unit.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Unit".
 */
export interface Unit {
  arm: Arm;
  /**
   * The middle of its front, and where it looks.
   */
  at?: Place | null;
  /**
   * Width and depth of its bases.
   *
   * @minItems 2
   * @maxItems 2
   */
  base: [Length, Length];
  /**
   * Its charge.
   */
  charge?: Charge | null;
  /**
   * The leader who commands it.
   */
  commander?: string | null;
  experience: Experience;
  formation: Formation;
  /**
   * What is marked on each gun stand.
   */
  guns?: string[][];
  /**
   * Stands that hold the horses.
   */
  holders?: number;
  /**
   * The marker of its tethered horses.
   */
  horses?: Spot | null;
  /**
   * Its place in the list, from 0: the same for the whole battle.
   */
  id: number;
  /**
   * Its label: `2nd Wisconsin 11/9/6 Vet`.
   */
  label: string;
  /**
   * The leader who is attached to it.
   */
  leader?: string | null;
  level: Level;
  /**
   * The list of maneuvers that its check has opened.
   */
  list?: Opened | null;
  /**
   * What else is marked on it.
   */
  marks?: string[];
  /**
   * In the saddle.
   */
  mounted: boolean;
  /**
   * Its name.
   */
  name: string;
  nation: Nation;
  order: Order;
  /**
   * The unit that it is a section or the skirmishers of.
   */
  "part-of"?: string | null;
  side: Side;
  /**
   * The middle of each base and where it looks: from the left of the front rank, in a column from its
   * head.
   */
  stands: Place[];
  /**
   * Stands that are left, horse holders among them.
   */
  strength: number;
  /**
   * The code of its weapon.
   */
  weapon?: string | null;
  whereabouts: Whereabouts;
}
/**
 * A charge.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Charge".
 */
export interface Charge {
  /**
   * With cold steel.
   */
  "cold-steel": boolean;
  kind: ChargeKind;
  stage: Stage;
  /**
   * At whom.
   */
  target: string;
}
/**
 * An order that was taken back.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Undone".
 */
export interface Undone {
  /**
   * The decision; nothing if the battle is over.
   */
  asked: Asked | null;
  /**
   * The digest of the battle as it stands.
   */
  digest: string;
  /**
   * The order.
   */
  order: string;
  /**
   * How the battle ended.
   */
  victory: Ending | null;
}
/**
 * An error.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
 * via the `definition` "Error".
 */
export interface Error {
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
 * A defect of a rulebook file.
 *
 * This interface was referenced by `undefined`'s JSON-Schema
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
