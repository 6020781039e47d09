//! A battle as it stands, and the only code that changes it.

use std::sync::Arc;

use geometry::{Length, Point, Rect};
use rulebook::{Ground, Rulebook, Set, Sky, named};

use super::event::{Change, Event};
use super::task::Task;
use crate::command::Hindrance;
use crate::fire::{Charging, Exposure, Light};
use crate::maneuver::Losses;
use crate::movement::Step;
use crate::moves::{Detachment, Presenting, Storming};
use crate::scenario::Scenario;
use crate::table::{Moving, Placed, Position, Side, UnitId};
use crate::{Opened, Order};

named! {
    /// Where a unit is.
    pub enum Whereabouts {
        /// On the table.
        OnTable = "on-table",
        /// It has not come yet.
        Expected = "expected",
        /// It is destroyed.
        Destroyed = "destroyed",
        /// It has left the table.
        LeftTheTable = "left-the-table",
        /// Its stands are with the unit it belongs to.
        Rejoined = "rejoined",
    }
}

named! {
    /// How far a charge has come.
    pub enum Stage {
        /// It is declared and has not moved.
        Declared = "declared",
        /// It touches its target.
        InContact = "in-contact",
        /// Fire has checked it, or it never reached anyone.
        Over = "over",
    }
}

named! {
    /// What kind of charge it is.
    pub enum ChargeKind {
        /// In one's own turn.
        Charge = "charge",
        /// Cavalry that meets a charge.
        Countercharge = "countercharge",
        /// After a combat that was won.
        Breakthrough = "breakthrough",
    }
}

/// A unit's charge.
#[derive(Clone, Debug, PartialEq)]
pub struct Charge {
    /// At whom.
    pub target: UnitId,
    /// With cold steel.
    pub steel: bool,
    /// As a full move disordered.
    pub disordered: bool,
    /// The slant or wheel at its start.
    pub bend: Option<Step>,
    /// The slowest ground it crossed.
    pub ground: Ground,
    /// What kind it is.
    pub kind: ChargeKind,
    /// How far it has come.
    pub stage: Stage,
    /// Through a defile.
    pub storm: Option<Box<Storming>>,
    /// Where the front of its target stood when it came.
    pub front: Vec<Rect>,
    /// It came from behind the front of its target.
    pub turns: bool,
    /// Its place among the charges of the turn.
    pub number: u8,
}

impl Charge {
    /// A charge that is declared and nothing more.
    pub fn at(target: UnitId, kind: ChargeKind) -> Charge {
        Charge {
            target,
            steel: false,
            disordered: false,
            bend: None,
            ground: Ground::Open,
            kind,
            stage: Stage::Declared,
            storm: None,
            front: Vec::new(),
            turns: false,
            number: 0,
        }
    }
}

/// The answer to a charge that a unit has declared.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// A countercharge.
    Countercharge {
        /// At whom.
        charger: UnitId,
        /// With cold steel.
        steel: bool,
    },
    /// A hasty square, as it would stand when it was declared.
    Square(Box<Placed>),
    /// Presented bayonets, as it would stand when they were declared.
    Present(Presenting, Box<Placed>),
    /// Skirmishers go back to their regiment.
    Rejoin,
}

/// The way a unit took this phase, for those who fire at it as it passes.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// The unit as it was on its way.
    pub passing: Placed,
    /// Its way.
    pub path: Vec<Moving>,
}

/// What is marked on a gun stand for this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GunMarks {
    /// It has checked.
    pub checked: bool,
    /// The list that its check opened.
    pub list: Option<Opened>,
    /// It has made its maneuver.
    pub moved: bool,
    /// It may not use the offensive fire of this turn.
    pub may_not_fire: bool,
    /// It has fired in this step.
    pub fired: bool,
}

/// What is marked on a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Marks {
    /// Where it is.
    pub whereabouts: Whereabouts,
    /// The unit it was split from: a section's battery, a detachment's regiment.
    pub origin: Option<UnitId>,
    /// It is a skirmisher detachment of its origin.
    pub skirmishers: bool,
    /// Troops low on ammunition.
    pub low_on_ammunition: bool,
    /// It looks to its rear.
    pub about_faced: bool,
    /// What it did this turn that makes it easier to hit.
    pub exposure: Set<Exposure>,
    /// Its order when its phase began.
    pub began: Order,
    /// It has checked.
    pub checked: bool,
    /// The list that its check opened.
    pub list: Option<Opened>,
    /// It has made its maneuver.
    pub moved: bool,
    /// It may not fire in the offensive fire of this turn.
    pub may_not_fire: bool,
    /// Its stands that have fired in this step, as bits.
    pub fired: u64,
    /// It has been fired at in this step.
    pub fired_at: bool,
    /// Guns have fired at it in this step, in passing or not.
    pub shelled: bool,
    /// It has answered a charge in this turn.
    pub answered: bool,
    /// Where its front stood before it evaded in this turn.
    pub vacated: Vec<Rect>,
    /// The answer it has declared.
    pub answer: Option<Answer>,
    /// Its charge.
    pub charge: Option<Charge>,
    /// It becomes disordered when the phase ends.
    pub disordered_at_end: bool,
    /// It changed its frontage this turn.
    pub changed_frontage: bool,
    /// It rejoined or was sent out this turn.
    pub redeployed: bool,
    /// How often it has fired, where a rule of the battle counts that.
    pub volleys: u8,
    /// The way it took this phase.
    pub passage: Option<Box<Passage>>,
    /// What is marked on each gun stand.
    pub guns: Vec<GunMarks>,
}

impl Marks {
    /// Nothing is marked on a unit that is at `whereabouts`.
    pub fn new(whereabouts: Whereabouts, placed: &Placed) -> Marks {
        Marks {
            whereabouts,
            origin: None,
            skirmishers: false,
            low_on_ammunition: false,
            about_faced: false,
            exposure: Set::new(),
            began: placed.unit.order,
            checked: false,
            list: None,
            moved: false,
            may_not_fire: false,
            fired: 0,
            fired_at: false,
            shelled: false,
            answered: false,
            vacated: Vec::new(),
            answer: None,
            charge: None,
            disordered_at_end: false,
            changed_frontage: false,
            redeployed: false,
            volleys: 0,
            passage: None,
            guns: vec![GunMarks::default(); placed.guns.len()],
        }
    }

    /// The same when a new player turn begins: only what lasts is left.
    pub fn fresh(&self, placed: &Placed) -> Marks {
        Marks {
            origin: self.origin,
            skirmishers: self.skirmishers,
            low_on_ammunition: self.low_on_ammunition,
            about_faced: self.about_faced,
            volleys: self.volleys,
            ..Marks::new(self.whereabouts, placed)
        }
    }

    /// How the unit charges, as those see it who fire at it.
    pub fn charging(&self) -> Charging {
        match &self.charge {
            Some(charge) if charge.stage == Stage::InContact => match (charge.kind, charge.steel) {
                (ChargeKind::Countercharge, false) => Charging::Countercharging,
                (ChargeKind::Countercharge, true) => Charging::CounterchargingWithSteel,
                (_, false) => Charging::Charging,
                (_, true) => Charging::ColdSteel,
            },
            _ => Charging::No,
        }
    }
}

/// Where a leader is and how he is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Officer {
    /// He has conducted a check this turn.
    pub checked: bool,
    /// He was lost for the battle and nobody has taken his place yet.
    pub lost: bool,
    /// He has left the battle with nobody to take his place.
    pub gone: bool,
    /// The one whom the scenario names for his post has taken it.
    pub succeeded: bool,
    /// He has not come yet.
    pub expected: bool,
    /// Own player turns until he comes back; he is absent while it is more than nothing.
    pub absent: u8,
    /// Own player turns until he is mounted again.
    pub on_foot: u8,
    /// He attached or detached in this turn.
    pub changed: bool,
    /// He has moved in this turn.
    pub moved: bool,
}

named! {
    /// The three phases of a player turn.
    pub enum Phase {
        /// Maneuver.
        Maneuver = "maneuver",
        /// Musketry and cannonade.
        Fire = "musketry-and-cannonade",
        /// Charge.
        Charge = "charge",
    }
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Victory {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// The points of each side.
    pub points: [u16; 2],
    /// Why it is over.
    pub why: Over,
}

named! {
    /// Why a battle is over.
    pub enum Over {
        /// The last turn has been played.
        LastTurn = "last-turn",
        /// An army has nobody left on the table.
        ArmyGone = "army-gone",
        /// A side has resigned.
        Resigned = "resigned",
        /// An army holds what the scenario wants of it.
        Objective = "objective",
    }
}

/// A grass fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrassFire {
    /// The rule that it burns by, by its place among the battle's own.
    pub rule: usize,
    /// Where the middle of its smoke began.
    pub at: Point,
    /// The turn in which it was lit.
    pub since: u16,
}

/// A battle as it stands.
#[derive(Clone, Debug)]
pub struct State {
    /// What it was before its first turn.
    pub scenario: Arc<Scenario>,
    /// The rules.
    pub book: Arc<Rulebook>,
    /// Who stands where.
    pub position: Position,
    /// The game turn, from 1.
    pub turn: u16,
    /// Whose player turn it is.
    pub active: Side,
    /// The phase.
    pub phase: Phase,
    /// What is to be done, the next thing last.
    pub agenda: Vec<Task>,
    /// What is marked on each unit.
    pub marks: Vec<Marks>,
    /// How each leader is.
    pub officers: Vec<Officer>,
    /// Who holds each key position.
    pub holders: Vec<Option<Side>>,
    /// Stands that each army has lost.
    pub lost: [u16; 2],
    /// Guns that each army has taken.
    pub taken: [u16; 2],
    /// Grass fires that burn or have burnt out.
    pub fires: Vec<GrassFire>,
    /// Dice rolled so far.
    pub dice: u32,
    /// How it ended.
    pub victory: Option<Victory>,
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        let (a, b) = (self, other);
        (a.turn, a.active, a.phase, a.dice, a.victory)
            == (b.turn, b.active, b.phase, b.dice, b.victory)
            && a.position.units() == b.position.units()
            && a.position.leaders == b.position.leaders
            && a.position.sight() == b.position.sight()
            && (a.lost, a.taken) == (b.lost, b.taken)
            && a.holders == b.holders
            && a.fires == b.fires
            && a.agenda == b.agenda
            && a.marks == b.marks
            && a.officers == b.officers
    }
}

impl State {
    /// Makes an event true. Nothing else changes a state.
    pub fn evolve(&mut self, event: &Event) {
        for change in &event.changes {
            self.change(change);
        }
    }

    fn change(&mut self, change: &Change) {
        match change {
            Change::Unit { unit, placed } => self.position.set(*unit, (**placed).clone()),
            Change::Raised { placed, marks } => {
                self.position.raise((**placed).clone());
                self.marks.push((**marks).clone());
            }
            Change::Marks { unit, marks } => self.marks[unit.place()] = (**marks).clone(),
            Change::Leader { leader, now } => {
                self.position.leaders[usize::from(*leader)] = (**now).clone();
            }
            Change::Officer { leader, now } => self.officers[usize::from(*leader)] = *now,
            Change::Holder { key, side } => self.holders[*key] = Some(*side),
            Change::Lost { side, stands } => self.lost[*side as usize] += u16::from(*stands),
            Change::Taken { side, guns } => self.taken[*side as usize] += u16::from(*guns),
            Change::Turn { turn, active } => (self.turn, self.active) = (*turn, *active),
            Change::Phase(phase) => self.phase = *phase,
            Change::Sight(sight) => {
                self.position = self.position.clone().with_sight(*sight);
            }
            Change::Fire(fire) => self.fires.push(*fire),
            Change::Smoke(smoke) => {
                let table = self.scenario.position.table.with(smoke);
                self.position = self.position.clone().on(Arc::new(table));
            }
            Change::Push(task) => self.agenda.push(task.clone()),
            Change::Pop => {
                self.agenda.pop();
            }
            Change::Dice(dice) => self.dice += dice,
            Change::Over(victory) => {
                self.victory = Some(*victory);
                self.agenda.clear();
            }
        }
    }

    /// A unit on the table.
    pub fn unit(&self, id: UnitId) -> &Placed {
        self.position.unit(id)
    }

    /// What is marked on a unit.
    pub fn marks(&self, id: UnitId) -> &Marks {
        &self.marks[id.place()]
    }

    /// The units of a side that are on the table.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.position.ids().filter(move |id| {
            let placed = self.unit(*id);
            placed.side == side && !placed.stands.is_empty()
        })
    }

    /// The unit that the scenario lists: of a section its battery, of skirmishers their regiment.
    pub fn listed(&self, id: UnitId) -> UnitId {
        self.marks(id).origin.unwrap_or(id)
    }

    /// The leader who commands a unit, by his place in the list.
    pub fn commander(&self, id: UnitId) -> Option<u16> {
        self.scenario.commands.get(self.listed(id).place()).copied().flatten()
    }

    /// The skirmishers that are out.
    pub fn detachments(&self) -> Vec<Detachment> {
        let out = |id: UnitId| {
            let marks = self.marks(id);
            let there = marks.skirmishers && !self.unit(id).stands.is_empty();
            marks.origin.filter(|_| there).map(|regiment| Detachment { regiment, skirmishers: id })
        };
        self.position.ids().filter_map(out).collect()
    }

    /// The light of this turn.
    pub fn light(&self) -> Light {
        self.scenario.clock.daylight.light(&self.book, self.turn)
    }

    /// The light to shoot by: fog is as bad as twilight.
    pub fn light_to_shoot(&self) -> Light {
        let fog = self.scenario.clock.fog(self.turn);
        match (self.light(), fog) {
            (Light::Day, Some(far)) => Light::Twilight(far),
            (Light::Twilight(limit), Some(far)) => Light::Twilight(limit.min(far)),
            (light, _) => light,
        }
    }

    /// Is it night?
    pub fn is_night(&self) -> bool {
        matches!(self.light(), Light::Night(_))
    }

    /// Is there fog?
    pub fn is_foggy(&self) -> bool {
        self.scenario.clock.fog(self.turn).is_some()
    }

    /// How far one sees in this turn; nothing by a clear day.
    pub fn sight_in(&self, turn: u16) -> Option<Length> {
        let light = match self.scenario.clock.daylight.light(&self.book, turn) {
            Light::Day => None,
            Light::Twilight(limit) => Some(limit),
            Light::Night(sky) => Some(self.night_limit(sky)),
        };
        let fog = self.scenario.clock.fog(turn);
        [light, fog].into_iter().flatten().min()
    }

    fn night_limit(&self, sky: Sky) -> Length {
        self.book.light.night[sky as usize]
    }

    /// What shortens every leader's reach in this turn.
    pub fn weather(&self) -> Set<Hindrance> {
        let mut weather = Set::new();
        weather.insert_if(matches!(self.light(), Light::Twilight(_)), Hindrance::Twilight);
        weather.insert_if(self.is_foggy(), Hindrance::Fog);
        weather
    }

    /// The stands of an army at the start, those included that come later.
    pub fn starting_stands(&self, side: Side) -> u16 {
        let units = self.scenario.position.units().iter().filter(|placed| placed.side == side);
        units.map(|placed| u16::from(placed.unit.strength.stands)).sum()
    }

    /// The lost stands that are heavy casualties for an army.
    pub fn heavy_at(&self, side: Side) -> u16 {
        let army = self.scenario.army(side);
        army.heavy_casualties.unwrap_or_else(|| self.starting_stands(side).div_ceil(4))
    }

    /// What an army has suffered.
    pub fn losses(&self, side: Side) -> Losses {
        let (own, enemy) = (self.lost[side as usize], self.lost[side.enemy() as usize]);
        if own == 0 || own < self.heavy_at(side) {
            return Losses::Bearable;
        }
        let greater = match self.scenario.army(side).greater_losses {
            Some(stands) => own >= stands,
            None => own > enemy,
        };
        if greater { Losses::Greater } else { Losses::Heavy }
    }

    /// Has an army lost its key position?
    pub fn has_lost_its_key(&self, side: Side) -> bool {
        let keys = self.scenario.key_positions.iter().zip(&self.holders);
        let lost = |(key, holder): (&crate::scenario::KeyPosition, &Option<Side>)| {
            key.key_of == Some(side) && *holder == Some(side.enemy())
        };
        keys.into_iter().any(lost)
    }
}
