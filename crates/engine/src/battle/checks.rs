//! Maneuver checks: who checks under whom, who must, the die and what it opens.

use geometry::{Convex, Length};
use rulebook::{Position as Held, TerrainTrait};

use super::cause::Cause;
use super::event::{Change, Happened};
use super::order::Order;
use super::refusal::{NotNow, Refusal};
use super::sequence::{not_asked, passes};
use super::special;
use super::state::{State, Whereabouts};
use super::task::Task;
use super::turn::{Carry, Rolled, Turn};
use crate::command::commands;
use crate::deed::Deed;
use crate::maneuver::{Check, Command, Woods};
use crate::moves::Maneuver;
use crate::sight;
use crate::table::UnitId;

impl State {
    /// The leaders who could conduct a check of a unit, by their places: those in whose reach it is,
    /// its own commander first, then the nearest.
    pub fn leaders_of(&self, unit: UnitId) -> Vec<u16> {
        let weather = self.weather();
        let own_only = self.has_own_leaders_only(unit);
        let far = |place: usize| {
            let leader = &self.position.leaders[place];
            if leader.of_artillery && !self.unit(unit).unit.is_guns() {
                return None;
            }
            if own_only && !self.is_of_command(place as u16, unit) {
                return None;
            }
            if self.is_night() {
                return (leader.attached == Some(unit)).then_some(Length::ZERO);
            }
            commands(&self.book, &self.position, leader, unit, weather)
        };
        let mut found: Vec<(bool, Length, u16)> = (0..self.position.leaders.len())
            .filter_map(|place| {
                Some((self.commander(unit) != Some(place as u16), far(place)?, place as u16))
            })
            .collect();
        found.sort_unstable();
        found.into_iter().map(|(_, _, leader)| leader).collect()
    }

    /// Must this unit check: did it begin disordered or broken, or has it a silenced gun?
    pub fn must_check(&self, unit: UnitId) -> bool {
        let (placed, marks) = (self.unit(unit), self.marks(unit));
        if placed.stands.is_empty() || marks.checked || self.makes_no_check(unit) {
            return false;
        }
        if placed.unit.is_guns() {
            return placed.guns.iter().any(|gun| gun.silenced);
        }
        marks.began != crate::Order::Good
    }

    /// Broken skirmishers make no check: they run to their regiment.
    pub fn makes_no_check(&self, unit: UnitId) -> bool {
        self.marks(unit).skirmishers && self.unit(unit).unit.order == crate::Order::Broken
    }

    /// The leaders who keep a unit from a check: it is in their reach, so it cannot check alone, and all of
    /// them have made theirs. Nobody for a unit that can still check, or must (MNV-PROC-1-SELECT).
    pub fn missed_by(&self, unit: UnitId) -> Vec<u16> {
        let done = self.must_check(unit) || may_check(self, unit).is_err();
        let leaders = if done { Vec::new() } else { self.leaders_of(unit) };
        let used = leaders.iter().all(|leader| self.officer(*leader).checked);
        if used { leaders } else { Vec::new() }
    }

    /// A unit about to check under a leader, with everything that bears on it.
    pub fn check_of(&self, unit: UnitId, leader: Option<u16>) -> Check {
        let placed = self.unit(unit);
        let command = match leader {
            None => Command::OutOfCommand,
            Some(place) => {
                let rating = self.position.leaders[usize::from(place)].rating;
                if self.commander(unit) == Some(place) {
                    Command::InCommand(rating)
                } else {
                    Command::Provisional(rating)
                }
            }
        };
        let position = &self.position;
        let friends = position.ids().filter(|other| {
            let friend = position.unit(*other);
            friend.side == placed.side && friend.unit.is_troops()
        });
        let flanker = sight::outflanked_by(position, unit);
        Check {
            command,
            outflanked: flanker.is_some(),
            outflanked_by: flanker.map(|enemy| self.name(enemy).into()),
            linear_cover: sight::is_behind_linear_cover(&self.book, &position.table, placed),
            friends: sight::gap_to_nearest(position, unit, friends),
            woods: self.woods_of(unit),
            key_position_lost: self.has_lost_its_key(placed.side),
            losses: self.losses(placed.side),
            close_range: sight::is_in_close_range(&self.book, position, unit),
            fortified: self.is_fortified(unit),
            night: self.is_night(),
            unit: placed.unit.clone(),
        }
    }

    /// How much of a unit is in woods.
    pub fn woods_of(&self, unit: UnitId) -> Woods {
        let placed = self.unit(unit);
        let table = &self.position.table;
        let in_woods = |stand: &&geometry::Rect| {
            let base = Convex::from(**stand);
            let near = table.pieces_near(stand.bounds());
            let mut woods = near.filter(|piece| piece.is(TerrainTrait::Woods));
            woods.any(|piece| piece.is_under(&base, 0.0))
        };
        match placed.stands.iter().filter(in_woods).count() {
            0 => Woods::Out,
            count if count == placed.stands.len() => Woods::In,
            count => Woods::Stands(count as u8),
        }
    }

    /// Is a unit fortified against every enemy that has it in close range, or against the nearest?
    pub fn is_fortified(&self, unit: UnitId) -> bool {
        let (position, placed) = (&self.position, self.unit(unit));
        let mut enemies = sight::threats(&self.book, position, unit, &placed.stands);
        if enemies.is_empty() {
            enemies.extend(sight::closest_enemy(position, unit, false).map(|(enemy, _)| enemy));
        }
        let holds = |enemy: &UnitId| {
            let against = |stand: &geometry::Rect| {
                let far = |from: &&geometry::Rect| from.distance(*stand);
                let from = position.unit(*enemy).stands.iter().min_by_key(far);
                from.is_some_and(|from| {
                    sight::held_against(position, *from, (placed, *stand)) == Held::Fortified
                })
            };
            let front = placed.front_rank();
            let front = if front.is_empty() { &placed.stands[..] } else { front };
            let held = front.iter().filter(|stand| against(stand)).count();
            held * 2 >= front.len().max(1)
        };
        !enemies.is_empty() && enemies.iter().all(holds)
    }
}

/// The checks that an order would make, before its die.
pub fn prospects(state: &State, leader: Option<u16>, units: &[UnitId]) -> Vec<(UnitId, Check)> {
    units.iter().map(|unit| (*unit, state.check_of(*unit, leader))).collect()
}

/// Can anybody still check?
pub(super) fn asks(state: &State) -> bool {
    state.of_side(state.active).any(|unit| may_check(state, unit).is_ok())
}

fn may_check(state: &State, unit: UnitId) -> Result<(), Refusal> {
    let rule = "CMD-BASE-ONE-CHECK";
    let Some(marks) = state.marks.get(unit.place()) else {
        return Err(Refusal::now(NotNow::Unknown, rule));
    };
    if state.unit(unit).side != state.active {
        return Err(Refusal::now(NotNow::NotYours, "SEQ-PHASES"));
    }
    if marks.whereabouts != Whereabouts::OnTable || state.unit(unit).stands.is_empty() {
        return Err(Refusal::of(unit, NotNow::NotOnTable, "VIC-BASE-SETUP"));
    }
    if marks.checked {
        return Err(Refusal::of(unit, NotNow::AlreadyChecked, rule));
    }
    if state.makes_no_check(unit) {
        return Err(Refusal::now(NotNow::NoCheck, "SKIRM-BROKEN-NO-CHECK"));
    }
    Ok(())
}

pub(super) fn order(state: &State, order: &Order) -> Result<Carry, Refusal> {
    let (leader, units) = match order {
        Order::Done => return Ok(passes()),
        Order::Check { leader, units } => (*leader, units.clone()),
        Order::Use { rule, unit } => return special::use_it(state, *rule, *unit),
        Order::Maneuver {
            unit,
            maneuver: hold @ Maneuver::Hold { refuse: Some(_), frontage: None },
        } => {
            return unchecked_hold(state, *unit, hold);
        }
        _ => return Err(not_asked()),
    };
    if units.is_empty() {
        return Err(Refusal::now(NotNow::Unknown, "MNV-PROC-1-SELECT"));
    }
    for (place, unit) in units.iter().enumerate() {
        may_check(state, *unit)?;
        if units[..place].contains(unit) {
            return Err(Refusal::now(NotNow::Twice, "CMD-BASE-ONE-CHECK"));
        }
    }
    match leader {
        Some(place) => {
            let officer = state.officers.get(usize::from(place));
            let Some(officer) = officer else {
                return Err(Refusal::now(NotNow::Unknown, "MNV-PROC-1-SELECT"));
            };
            if state.position.leaders[usize::from(place)].side != state.active {
                return Err(Refusal::now(NotNow::NotYours, "MNV-PROC-1-SELECT"));
            }
            if officer.checked {
                return Err(Refusal::now(NotNow::LeaderUsed, "CMD-BASE-ONE-CHECK"));
            }
            if let Some(unit) = units.iter().find(|unit| !state.leaders_of(**unit).contains(&place))
            {
                return Err(not_in_command(state, *unit, place));
            }
        }
        None => {
            let [unit] = units[..] else {
                return Err(Refusal::now(NotNow::OneAlone, "MNV-PROC-1-SELECT"));
            };
            if !state.leaders_of(unit).is_empty() {
                return Err(Refusal::now(NotNow::InCommand, "MNV-PROC-1-SELECT"));
            }
        }
    }
    Ok(Box::new(move |turn| make(turn, leader, &units, false)))
}

/// A unit in good order that is left unchecked may refuse a flank.
fn unchecked_hold(state: &State, unit: UnitId, hold: &Maneuver) -> Result<Carry, Refusal> {
    may_check(state, unit)?;
    let rule = "CMD-BASE-CHECK-REQUIRED";
    if state.must_check(unit) {
        return Err(Refusal::of(unit, NotNow::MustCheck, rule));
    }
    if state.marks(unit).moved {
        return Err(Refusal::of(unit, NotNow::AlreadyMoved, rule));
    }
    let plan = state.check_maneuver(unit, hold)?;
    let does = Some(Box::new(hold.clone()));
    Ok(Box::new(move |turn| {
        let marks = turn.marked(unit, |marks| (marks.moved, marks.checked) = (true, true));
        let mut changes = turn.put(unit, plan.end);
        changes.push(marks);
        turn.emit(Happened::Maneuvers { unit, does, spent: None, disorders: None }, changes);
        Ok(())
    }))
}

fn not_in_command(state: &State, unit: UnitId, leader: u16) -> Refusal {
    let artillery = state.position.leaders[usize::from(leader)].of_artillery;
    if artillery && !state.unit(unit).unit.is_guns() {
        return Refusal::of(unit, NotNow::GunsOnly, "CMD-PROVISIONAL-WHO");
    }
    let rule = if state.is_night() { "LIGHT-NIGHT-COMMAND" } else { "CMD-BASE-RADIUS-MEASURE" };
    Refusal::of(unit, NotNow::NotInCommand, rule)
}

/// Units that had to check and have not check alone, one after the other.
pub(super) fn forced(turn: &mut Turn<'_>) -> Rolled<()> {
    let state = &turn.state;
    let Some(unit) = state.of_side(state.active).find(|unit| state.must_check(*unit)) else {
        return Ok(());
    };
    let leader = state.leaders_of(unit).first().copied();
    turn.push(Task::ForcedChecks);
    make(turn, leader, &[unit], true)
}

/// The die falls: one for all, each unit with its own modifiers.
fn make(turn: &mut Turn<'_>, leader: Option<u16>, units: &[UnitId], forced: bool) -> Rolled<()> {
    let checks = prospects(&turn.state, leader, units);
    let die = turn.roll()?;
    let mut changes = Vec::new();
    if let Some(leader) = leader {
        let mut now = turn.state.officers[usize::from(leader)];
        now.checked = true;
        changes.push(Change::Officer { leader, now });
    }
    turn.emit(Happened::CheckRolled { leader, die, forced }, changes);
    let group = units.to_vec();
    for task in [
        Task::Maneuvers { group: group.clone() },
        Task::MoveCharges,
        Task::Shelter,
        Task::CarryOutAnswers,
        Task::Answer,
        Task::Declare { group },
    ] {
        turn.push(task);
    }
    let mut to_do = Vec::new();
    for (unit, check) in checks {
        let checked = Box::new(check.resolve(&turn.state.book, die));
        let list = checked.deeds.iter().find_map(|deed| match deed {
            Deed::MayManeuver { list } => Some(*list),
            _ => None,
        });
        let may_fire = list.is_some() || checked.deeds.contains(&Deed::HoldsAndMayFire);
        let (list, special) = turn.state.opened_here(unit, list);
        let marks = turn.marked(unit, |marks| {
            marks.checked = true;
            marks.list = list;
            for gun in &mut marks.guns {
                gun.checked = true;
                gun.list = list;
                gun.may_not_fire |= !may_fire;
            }
        });
        let deeds: Vec<Deed> = checked.deeds.clone();
        let (effect, result) = (checked.effect, checked.result);
        let why = Cause::Check { effect, result, disordered: checked.disordered };
        turn.emit(Happened::CheckMade { unit, checked }, vec![marks]);
        if let Some(rule) = special {
            turn.emit(Happened::Special { rule, unit: Some(unit) }, Vec::new());
        }
        to_do.push(Task::Deeds { unit, deeds, ground: Vec::new(), why });
    }
    for task in to_do.into_iter().rev() {
        turn.push(task);
    }
    Ok(())
}
