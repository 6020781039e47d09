//! Charge combat: each side's best unit, a die each, the difference, and the fight goes on while
//! it is nothing.

mod facts;
mod outcome;
mod refusal;

use rulebook::{ChargeEffect, ChargeFact, Ground, Reckoning, RuleId, Rulebook, Set, Tally};
use schemars::JsonSchema;
use serde::Serialize;

use crate::dice::{Dice, Die};
use crate::maneuver::Woods;

use crate::unit::{Formation, Order, Unit};

pub use rulebook::Position;

pub use outcome::{Consequences, Due, Toll, Worse};
use refusal::may_charge;
pub use refusal::{CannotCharge, ChargeRefusal, NoColdSteel, no_cold_steel};

/// A unit in a charge combat.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fighter {
    /// The unit.
    pub unit: Unit,
    /// Touches the enemy; a unit that only supports does not.
    pub in_contact: bool,
    /// Outflanked.
    pub outflanked: bool,
    /// Charges with cold steel.
    pub cold_steel: bool,
    /// The worst ground it charged or countercharged over; nothing if it stood.
    pub charged_over: Option<Ground>,
    /// What it holds.
    pub position: Position,
    /// Guns with troops in support.
    pub supported: bool,
    /// In woods.
    pub woods: bool,
    /// Its stands that count for numbers, where not all do.
    pub counted: Option<u8>,
    /// Its last stand is not removed: a detachment that has a regiment to run to.
    pub keeps_its_last: bool,
    /// Which unit of a battle it is.
    pub tag: u16,
}

impl Fighter {
    /// `unit` in contact, standing.
    pub fn of(unit: Unit) -> Fighter {
        Fighter {
            unit,
            in_contact: true,
            outflanked: false,
            cold_steel: false,
            charged_over: None,
            position: Position::Open,
            supported: false,
            woods: false,
            counted: None,
            keeps_its_last: false,
            tag: 0,
        }
    }

    /// Sets how many of its stands are in woods.
    pub fn in_woods(mut self, woods: Woods) -> Fighter {
        self.woods = woods.has_half_of(self.unit.strength.stands);
        self
    }

    fn counted_stands(&self) -> u32 {
        let counts = self.in_contact || self.unit.order != Order::Broken;
        let stands = self.unit.strength.stands;
        if counts {
            u32::from(self.counted.map_or(stands, |counted| counted.min(stands)))
        } else {
            0
        }
    }

    /// Retreats as an outflanked unit: by its flank, or because a march column is all flank.
    fn is_turned(&self, book: &Rulebook) -> bool {
        let marching = self.unit.is_troops()
            && self.unit.order != Order::Broken
            && self.unit.formation == Formation::MarchColumn;
        self.is_outflanked() || (marching && book.charge.march_column_is_outflanked)
    }

    fn is_storming(&self) -> bool {
        self.unit.is_troops() && self.unit.formation == Formation::StormingColumn
    }

    /// Outflanked, in a formation that has flanks.
    fn is_outflanked(&self) -> bool {
        self.outflanked && (self.unit.is_guns() || self.unit.has_flanks())
    }

    fn charges(&self) -> bool {
        self.charged_over.is_some()
    }
}

/// One side of a combat: the first unit in contact is the one that was charged, or that charged.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Side {
    /// Its units.
    pub fighters: Vec<Fighter>,
}

impl Side {
    /// A side of one unit.
    pub fn of(fighter: Fighter) -> Side {
        Side { fighters: vec![fighter] }
    }

    fn stands(&self) -> u32 {
        self.fighters.iter().map(Fighter::counted_stands).sum()
    }

    fn mounted_stands(&self) -> u32 {
        let mounted = self.fighters.iter().filter(|f| f.unit.is_mounted_cavalry());
        mounted.map(Fighter::counted_stands).sum()
    }

    fn foremost(&self) -> Option<&Fighter> {
        self.fighters.iter().find(|f| f.in_contact)
    }

    fn is_beaten_out(&self) -> bool {
        self.foremost().is_none()
    }
}

/// A charge combat.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Combat {
    /// The side that charged in its own turn.
    pub attacker: Side,
    /// The side that was charged.
    pub defender: Side,
    /// The second combat, of a breakthrough charge.
    pub second: bool,
    /// A desperate struggle has been fought.
    pub struggled: bool,
}

/// Which side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The side that charged.
    Attacker,
    /// The side that was charged.
    Defender,
}

impl Role {
    /// Both.
    pub const ALL: [Role; 2] = [Role::Attacker, Role::Defender];

    /// The other one.
    pub const fn other(self) -> Role {
        match self {
            Role::Attacker => Role::Defender,
            Role::Defender => Role::Attacker,
        }
    }
}

/// A side's best unit and its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// Its place among the fighters.
    pub place: usize,
    /// What it adds to the die.
    pub tally: Tally,
    facts: Set<ChargeFact>,
}

/// How a combat ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "ending")]
pub enum Ending {
    /// By the table.
    Decided {
        /// The effect.
        effect: ChargeEffect,
        /// Attacker's total less defender's.
        difference: i8,
    },
    /// A desperate struggle used the attacker up.
    AttackerGone,
    /// A desperate struggle used the defender up.
    DefenderGone,
    /// A desperate struggle used both up.
    BothGone,
}

impl Combat {
    /// Checks that the combat can be fought as described.
    pub fn check(&self, book: &Rulebook) -> Result<(), ChargeRefusal> {
        for (role, side) in [(Role::Attacker, &self.attacker), (Role::Defender, &self.defender)] {
            let stands = side.foremost().map_or(0, |f| f.unit.strength.stands);
            if stands == 0 || side.fighters.iter().any(|f| f.unit.strength.stands == 0) {
                return Err(ChargeRefusal::NoStands { role });
            }
        }
        for fighter in &self.attacker.fighters {
            // A broken unit behind the charge is no hindrance: it does not count.
            if fighter.in_contact || fighter.unit.order != Order::Broken {
                may_charge(&fighter.unit)?;
            }
            if fighter.position != Position::Open {
                let rule = RuleId::new("MEL-MODS");
                return Err(ChargeRefusal::AttackerHoldsGround { rule });
            }
        }
        let chargers = || self.attacker.fighters.iter().filter(|f| f.in_contact);
        let mounted = chargers().filter(|f| f.unit.is_mounted()).count();
        if !book.charge.mixed_arms && mounted > 0 && mounted < chargers().count() {
            return Err(ChargeRefusal::MixedArms { rule: RuleId::new("CHG-MIXED-ARMS-ACW") });
        }
        let stands = |f: &&Fighter| f.cold_steel && f.unit.is_troops() && !f.unit.is_mounted();
        if self.defender.fighters.iter().any(|f| stands(&f)) {
            let (why, rule) = (NoColdSteel::Stands, book.charge.cold_steel_rule.clone());
            return Err(ChargeRefusal::NoColdSteel { why, rule });
        }
        for fighter in self.attacker.fighters.iter().chain(&self.defender.fighters) {
            if fighter.cold_steel
                && let Some(why) = no_cold_steel(book, fighter)
            {
                let rule = book.charge.cold_steel_rule.clone();
                return Err(ChargeRefusal::NoColdSteel { why, rule });
            }
        }
        Ok(())
    }

    /// A side.
    pub fn side(&self, role: Role) -> &Side {
        match role {
            Role::Attacker => &self.attacker,
            Role::Defender => &self.defender,
        }
    }

    /// The best unit of a side: the one in contact with the highest modifiers.
    pub fn best(&self, book: &Rulebook, role: Role) -> Option<Best> {
        let side = self.side(role);
        let enemy = self.side(role.other());
        let mut best: Option<Best> = None;
        for (place, fighter) in side.fighters.iter().enumerate().filter(|(_, f)| f.in_contact) {
            let facts = self.facts(book, fighter, side, enemy);
            let tally = book.charge.modifiers.tally(facts);
            if best.is_none_or(|b| tally.total > b.tally.total) {
                best = Some(Best { place, tally, facts });
            }
        }
        best
    }

    /// The modifiers of a side's best unit with their reasons.
    pub fn reckon(&self, book: &Rulebook, role: Role) -> Reckoning {
        let best = self.best(book, role);
        best.map(|best| book.charge.modifiers.reckon(best.facts)).unwrap_or_default()
    }

    /// A desperate struggle: a stand each from the best units, disorder and silence for all.
    pub fn struggle(&mut self, book: &Rulebook, attacker: usize, defender: usize) {
        self.struggled = true;
        struggle(book, &mut self.attacker, attacker);
        struggle(book, &mut self.defender, defender);
    }

    /// How the combat stands before the next roll, if it is over.
    pub fn over(&self) -> Option<Ending> {
        match (self.attacker.is_beaten_out(), self.defender.is_beaten_out()) {
            (false, false) => None,
            (true, false) => Some(Ending::AttackerGone),
            (false, true) => Some(Ending::DefenderGone),
            (true, true) => Some(Ending::BothGone),
        }
    }

    /// Fights the combat with dice: attacker's and defender's in turn until it is decided.
    /// Nothing if the dice run out.
    pub fn resolve(&self, book: &Rulebook, dice: &mut dyn Dice) -> Option<Fought> {
        let mut combat = self.clone();
        let mut rounds = Vec::new();
        loop {
            let best = (combat.best(book, Role::Attacker), combat.best(book, Role::Defender));
            let (Some(attacker), Some(defender)) = best else {
                let ending = combat.over().unwrap_or(Ending::BothGone);
                return Some(combat.fought(book, rounds, ending));
            };
            let places = (attacker.place, defender.place);
            let tag = |side: &Side, place: usize| side.fighters[place].tag;
            let best = [tag(&combat.attacker, places.0), tag(&combat.defender, places.1)];
            let attacker =
                Roll { die: dice.roll()?, reckoning: combat.reckon(book, Role::Attacker) };
            let defender =
                Roll { die: dice.roll()?, reckoning: combat.reckon(book, Role::Defender) };
            let difference = attacker.total() - defender.total();
            let effect = book.charge.bands.at(difference);
            rounds.push(Round { attacker, defender, difference, effect, best });
            if effect != ChargeEffect::DesperateStruggle {
                return Some(combat.fought(book, rounds, Ending::Decided { effect, difference }));
            }
            combat.struggle(book, places.0, places.1);
        }
    }

    fn fought(&self, book: &Rulebook, rounds: Vec<Round>, ending: Ending) -> Fought {
        let attacker = self.consequences(book, Role::Attacker, ending);
        let defender = self.consequences(book, Role::Defender, ending);
        let tags = |side: &Side| side.fighters.iter().map(|f| (f.tag, f.in_contact)).collect();
        let left = [tags(&self.attacker), tags(&self.defender)];
        let best = Role::ALL.map(|role| self.best_unit(book, role).map(|fighter| fighter.tag));
        Fought { rounds, ending, attacker, defender, left, best }
    }
}

fn struggle(book: &Rulebook, side: &mut Side, best: usize) {
    for (place, fighter) in side.fighters.iter_mut().enumerate() {
        let unit = &mut fighter.unit;
        if place == best {
            let lost = book.charge.losses.struggle_stands;
            unit.strength.stands = unit.strength.stands.saturating_sub(lost);
            fighter.counted = fighter.counted.map(|counted| counted.saturating_sub(lost));
        }
        if unit.is_guns() {
            unit.guns.silenced = true;
        } else if unit.order == Order::Good {
            unit.order = Order::Disordered;
        }
    }
    let removed_at = book.effectiveness.removed_at;
    side.fighters.retain(|f| {
        let smallest = if f.unit.is_troops() && !f.keeps_its_last { removed_at } else { 0 };
        f.unit.strength.stands > smallest
    });
}

/// A side's die in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Roll {
    /// The die.
    pub die: Die,
    /// The modifiers of the best unit.
    pub reckoning: Reckoning,
}

impl Roll {
    /// Die and modifiers.
    pub fn total(&self) -> i8 {
        self.die.plus(self.reckoning.total)
    }
}

/// One round of a combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Round {
    /// The attacker's roll.
    pub attacker: Roll,
    /// The defender's roll.
    pub defender: Roll,
    /// Attacker's total less defender's.
    pub difference: i8,
    /// The effect.
    pub effect: ChargeEffect,
    /// The tags of the two best units.
    #[serde(skip)]
    pub best: [u16; 2],
}

/// A combat that was fought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Fought {
    /// Its rounds.
    pub rounds: Vec<Round>,
    /// How it ended.
    pub ending: Ending,
    /// What it does to the attacker.
    pub attacker: Consequences,
    /// What it does to the defender.
    pub defender: Consequences,
    /// The tags of who is left on each side, and whether they are in contact.
    #[serde(skip)]
    pub left: [Vec<(u16, bool)>; 2],
    /// The tags of the best units at the end.
    #[serde(skip)]
    pub best: [Option<u16>; 2],
}
