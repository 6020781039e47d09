//! The maneuver check: one die, each unit's own modifiers, one effect.

use std::sync::Arc;

use geometry::Length;
use rulebook::{
    Carriage, Effect, Experience, GunsLost, LeaderRating, Level, ManeuverFact, Reckoning, Rulebook,
    Set, named,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::deed::{Deed, Opened};
use crate::dice::Die;
use rulebook::{Arm, Trait};

use crate::unit::{Emplacement, Formation, GunRole, Order, Unit};

/// Under whom a unit checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// Its immediate commander.
    InCommand(LeaderRating),
    /// Another leader.
    Provisional(LeaderRating),
    /// Nobody.
    OutOfCommand,
}

named! {
    /// What the army has suffered.
    pub enum Losses {
        /// Nothing that counts.
        Bearable = "bearable",
        /// Heavy casualties.
        Heavy = "heavy-casualties",
        /// Greater losses.
        Greater = "greater-losses",
    }
}

impl Losses {
    /// What they are to a maneuver check.
    pub fn fact(self) -> Option<ManeuverFact> {
        match self {
            Losses::Bearable => None,
            Losses::Heavy => Some(ManeuverFact::HeavyCasualties),
            Losses::Greater => Some(ManeuverFact::GreaterLosses),
        }
    }
}

/// How much of a unit is in woods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Woods {
    /// None of it.
    Out,
    /// All of it.
    In,
    /// So many stands.
    Stands(u8),
}

impl Woods {
    /// At least half of `stands` are in woods.
    pub fn has_half_of(self, stands: u8) -> bool {
        match self {
            Woods::Out => false,
            Woods::In => true,
            Woods::Stands(inside) => u16::from(inside) * 2 >= u16::from(stands),
        }
    }
}

/// A unit about to check, with everything that bears on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The unit.
    pub unit: Unit,
    /// Under whom.
    pub command: Command,
    /// Outflanked by an enemy within 8".
    pub outflanked: bool,
    /// The name of that enemy, where it is known.
    pub outflanked_by: Option<Arc<str>>,
    /// Behind linear cover.
    pub linear_cover: bool,
    /// Distance to the nearest friendly troops, for a lone gun.
    pub friends: Option<Length>,
    /// In woods.
    pub woods: Woods,
    /// The army has lost its key position.
    pub key_position_lost: bool,
    /// The army's losses.
    pub losses: Losses,
    /// In enemy close range.
    pub close_range: bool,
    /// In a fortified position.
    pub fortified: bool,
    /// At night.
    pub night: bool,
}

impl Check {
    /// A check of `unit` under an Able leader with nothing else to say.
    pub fn of(unit: Unit) -> Check {
        Check {
            unit,
            command: Command::InCommand(LeaderRating::Able),
            outflanked: false,
            outflanked_by: None,
            linear_cover: false,
            friends: None,
            woods: Woods::Out,
            key_position_lost: false,
            losses: Losses::Bearable,
            close_range: false,
            fortified: false,
            night: false,
        }
    }

    /// Everything the modifier list can ask about.
    pub fn facts(&self, book: &Rulebook) -> Set<ManeuverFact> {
        use ManeuverFact as F;
        let unit = &self.unit;
        let mut facts = Set::new();
        match self.command_now() {
            Command::InCommand(rating) => facts.insert(rating_fact(rating)),
            Command::Provisional(rating) => {
                facts.insert(rating_fact(rating));
                facts.insert(F::Provisional);
            }
            Command::OutOfCommand => facts.insert(F::OutOfCommand),
        }
        facts.insert_if(unit.leader_attached, F::LeaderAttached);
        for (of, fact) in [
            (Trait::BraveColonel, F::BraveColonel),
            (Trait::Militia, F::Militia),
            (Trait::NationalGuard, F::NationalGuard),
            (Trait::Auxiliaries, F::Auxiliaries),
            (Trait::ActiveMilitia, F::ActiveMilitia),
            (Trait::Irregulars, F::Irregulars),
        ] {
            facts.insert_if(unit.traits.contains(of), fact);
        }
        facts.insert(match unit.experience {
            Experience::Elite => F::Elite,
            Experience::Veteran => F::Veteran,
            Experience::Trained => F::Trained,
            Experience::Raw => F::Raw,
        });
        if unit.is_troops() {
            self.troop_facts(&mut facts);
        } else {
            self.gun_facts(book, &mut facts);
        }
        facts.insert_if(self.linear_cover, F::LinearCover);
        let flanks = unit.is_guns() || (unit.has_flanks() && !unit.formation.is_square());
        facts.insert_if(self.outflanked && flanks, F::Outflanked);
        facts.insert_if(self.key_position_lost, F::KeyPositionLost);
        if let Some(losses) = self.losses.fact() {
            facts.insert(losses);
        }
        facts
    }

    /// At night only an attached leader commands.
    fn command_now(&self) -> Command {
        if self.night && !self.unit.leader_attached {
            return Command::OutOfCommand;
        }
        self.command
    }

    fn troop_facts(&self, facts: &mut Set<ManeuverFact>) {
        use ManeuverFact as F;
        let unit = &self.unit;
        facts.insert(match unit.strength.level() {
            Level::Fresh => F::Fresh,
            Level::Worn => F::Worn,
            Level::Spent => F::Spent,
        });
        if unit.order == Order::Broken {
            facts.insert(F::Broken);
        } else {
            facts.insert_if(unit.formation == Formation::FieldColumn, F::FieldColumn);
            facts.insert_if(unit.formation == Formation::MarchColumn, F::MarchColumn);
            facts.insert_if(unit.formation == Formation::Garrison, F::Garrison);
            facts.insert_if(unit.formation.is_square(), F::Square);
        }
        if unit.traits.contains(Trait::Indians) {
            let inside = self.woods.has_half_of(unit.strength.stands);
            facts.insert(if inside { F::IndiansInWoods } else { F::IndiansInOpen });
        }
    }

    fn gun_facts(&self, book: &Rulebook, facts: &mut Set<ManeuverFact>) {
        use ManeuverFact as F;
        let (unit, rules) = (&self.unit, &book.maneuver);
        facts.insert_if(unit.guns.role == GunRole::Battery, F::Battery);
        facts.insert_if(unit.guns.emplacement == Emplacement::Limbered, F::LimberedGun);
        let code = unit.weapon(book).map(|weapon| &weapon.code);
        let kind = code.is_some_and(|code| rules.battalion_guns.contains(code));
        let near = self.friends.is_some_and(|distance| distance <= rules.battalion_gun_within);
        let can = kind || rules.battalion_guns.is_empty();
        facts.insert_if(
            unit.guns.role == GunRole::Section && can && near,
            F::BattalionGunNearTroops,
        );
    }

    /// The modifiers with their reasons.
    pub fn reckon(&self, book: &Rulebook) -> Reckoning {
        let (facts, modifiers) = (self.facts(book), &book.maneuver.modifiers);
        let mut reckoning = modifiers.reckon(facts);
        if let Some(enemy) = &self.outflanked_by {
            let flank = [ManeuverFact::Outflanked].into_iter().collect();
            modifiers.attribute(&mut reckoning, (facts, flank), &format!("by {enemy}"));
        }
        reckoning
    }

    /// The effect of a modified `result`.
    pub fn effect(&self, book: &Rulebook, result: i8) -> Effect {
        let column = book.maneuver.column(self.unit.nation);
        let bands = if self.is_disordered() { &column.disordered } else { &column.good_order };
        bands.at(result)
    }

    /// Does it read the column of troops that are not in good order?
    fn is_disordered(&self) -> bool {
        self.unit.is_troops() && self.unit.order != Order::Good
    }

    /// The check made with `die`.
    pub fn resolve(&self, book: &Rulebook, die: Die) -> Checked {
        let reckoning = self.reckon(book);
        let result = die.plus(reckoning.total);
        let effect = self.effect(book, result);
        let deeds = self.deeds(book, effect, result);
        Checked { die, reckoning, result, effect, deeds, disordered: self.is_disordered() }
    }

    /// What `effect` does here.
    pub fn deeds(&self, book: &Rulebook, effect: Effect, result: i8) -> Vec<Deed> {
        let reform = (self.unit.order == Order::Broken).then_some(Deed::Reforms);
        let opened = |list| {
            let spared = effect == Effect::RallyWithElan && !book.maneuver.night_limits_elan;
            let list = if self.night && !spared { Opened::Tardy } else { list };
            Deed::MayManeuver { list }
        };
        match effect {
            Effect::DoubleQuick => vec![opened(Opened::DoubleQuick)],
            Effect::WellHandled => vec![opened(Opened::WellHandled)],
            Effect::Tardy => vec![opened(Opened::Tardy)],
            Effect::RallyWithElan => {
                reform.into_iter().chain([Deed::GoodOrder, opened(Opened::WellHandled)]).collect()
            }
            Effect::Rally => {
                reform.into_iter().chain([Deed::GoodOrder, opened(Opened::Tardy)]).collect()
            }
            Effect::Shaken => {
                let stay = self.retreat_or(Deed::Holds);
                stay.into_iter().chain(reform).chain([Deed::GoodOrder]).collect()
            }
            Effect::Wavering => {
                let stay = self.retreat_or(Deed::Holds);
                stay.into_iter().chain(reform).chain([Deed::Disordered]).collect()
            }
            Effect::FallBack if self.unit.is_guns() => self.guns_fall_back(book),
            Effect::FallBack => self.troops_fall_back(),
            Effect::Panic if self.unit.is_guns() => self.guns_panic(book),
            Effect::Panic => self.troops_panic(book, result),
        }
    }

    /// Nothing drives the unit back: out of close range, fortified, or in square.
    fn stands_fast(&self) -> bool {
        !self.close_range || self.fortified || self.unit.formation.is_square()
    }

    fn presents(&self) -> bool {
        self.unit.presenting
    }

    fn retreat_or(&self, stay: Deed) -> Vec<Deed> {
        if self.stands_fast() {
            return vec![stay];
        }
        let stops = self.presents().then_some(Deed::StopsPresenting);
        [Deed::RetreatsOutOfCloseRange].into_iter().chain(stops).collect()
    }

    fn troops_fall_back(&self) -> Vec<Deed> {
        if self.stands_fast() {
            let stay = if self.presents() { Deed::Holds } else { Deed::HoldsAndMayFire };
            return vec![stay];
        }
        let mut deeds = self.retreat_or(Deed::Holds);
        deeds.push(Deed::Disordered);
        deeds
    }

    fn guns_fall_back(&self, book: &Rulebook) -> Vec<Deed> {
        if !self.close_range || self.fortified {
            let stay = if self.unit.guns.silenced { Deed::Holds } else { Deed::HoldsAndMayFire };
            return vec![stay];
        }
        let rules = &book.maneuver;
        self.guns_go(rules.heavy_guns_on_fall_back, rules.fixed_guns_on_fall_back)
    }

    fn guns_panic(&self, book: &Rulebook) -> Vec<Deed> {
        self.guns_go(book.maneuver.heavy_guns_on_panic, book.maneuver.fixed_guns_on_panic)
    }

    /// Guns that must leave: those that cannot are lost or silenced where they stand.
    fn guns_go(&self, heavy: GunsLost, fixed: GunsLost) -> Vec<Deed> {
        let guns = self.unit.guns;
        let rule = match (guns.emplacement, guns.carriage) {
            (Emplacement::Fixed, _) => fixed,
            (Emplacement::Unlimbered, Carriage::Heavy) => heavy,
            _ => return vec![Deed::GunsRetreatSilenced],
        };
        let lost = match rule {
            GunsLost::Never => false,
            GunsLost::InCloseRange => self.close_range && !self.fortified,
            GunsLost::Anywhere => true,
        };
        vec![if lost { Deed::GunsLost } else { Deed::Silenced }]
    }

    fn troops_panic(&self, book: &Rulebook, result: i8) -> Vec<Deed> {
        let mut deeds = Vec::new();
        if !self.unit.mounted {
            match self.unit.arm {
                Arm::Cavalry => deeds.push(Deed::MountsFirst),
                Arm::MountedInfantry => deeds.push(Deed::RunsToItsHorses),
                Arm::Infantry | Arm::Guns => {}
            }
        }
        deeds.push(Deed::FullRetreatBroken);
        if self.unit.order != Order::Good {
            let asked = book.maneuver.panic_stands + result.min(0).unsigned_abs();
            let there = self.unit.strength.stands;
            let stands = if there == 0 { asked } else { asked.min(there) };
            deeds.extend((stands > 0).then_some(Deed::LosesStands { stands }));
        }
        if self.unit.formation.is_square() || self.presents() {
            deeds.push(Deed::ShelteredCrewsLost);
        }
        deeds
    }
}

/// One check of several units: one die for all, each with its own modifiers and column.
pub fn resolve_together(book: &Rulebook, checks: &[Check], die: Die) -> Vec<Checked> {
    checks.iter().map(|check| check.resolve(book, die)).collect()
}

fn rating_fact(rating: LeaderRating) -> ManeuverFact {
    match rating {
        LeaderRating::Gallant => ManeuverFact::GallantLeader,
        LeaderRating::Able => ManeuverFact::AbleLeader,
        LeaderRating::Poor => ManeuverFact::PoorLeader,
    }
}

/// A check that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Checked {
    /// The base die.
    pub die: Die,
    /// The modifiers.
    pub reckoning: Reckoning,
    /// Die and modifiers.
    pub result: i8,
    /// The effect.
    pub effect: Effect,
    /// What it does.
    pub deeds: Vec<Deed>,
    /// It read the column of troops that are not in good order.
    #[serde(skip)]
    pub disordered: bool,
}
