//! The sequence of play: what comes next, and who is asked.

use std::sync::Arc;

use rulebook::Rulebook;

use super::event::{Change, Event, Happened};
use super::order::Order;
use super::refusal::{NotNow, Refusal};
use super::state::{Marks, Officer, Over, Phase, State, Victory, Whereabouts};
use super::task::{FireStep, Task};
use super::turn::{Carry, Rolled, Turn};
use super::{
    answers, arrivals, charges, checks, combat, deeds, end, leaders, maneuvers, special, unable,
    volley,
};
use crate::dice::{Dice, Scripted};
use crate::scenario::{Arriving, KeyPosition, Scenario};
use crate::table::{Position, Side};

/// A decision that is pending: whose it is, and what is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked<'s> {
    /// Who is asked.
    pub side: Side,
    /// What for.
    pub task: &'s Task,
}

/// Who holds a key position at the start: its owner, or who alone stands on it.
fn holder(position: &Position, key: &KeyPosition) -> Option<Side> {
    let on = |side: Side| {
        let own = position.units().iter().filter(|placed| placed.side == side);
        own.flat_map(|placed| placed.stands.iter()).any(|s| s.distance_to(key.at) <= key.radius)
    };
    match (key.owner, on(Side::First), on(Side::Second)) {
        (Some(owner), _, _) => Some(owner),
        (None, true, false) => Some(Side::First),
        (None, false, true) => Some(Side::Second),
        _ => None,
    }
}

impl State {
    /// A battle at the start of its first turn, and how it came there.
    pub fn start(scenario: Arc<Scenario>, book: Arc<Rulebook>) -> (State, Vec<Event>) {
        let position = scenario.position.clone();
        let expected = |who: Arriving| scenario.arrivals.iter().any(|arrival| arrival.who == who);
        let marks = position.ids().map(|id| {
            let placed = position.unit(id);
            let comes = expected(Arriving::Unit(id));
            let where_is = if comes { Whereabouts::Expected } else { Whereabouts::OnTable };
            Marks::new(where_is, placed)
        });
        let comes = |leader: u16| {
            let with = position.leaders[usize::from(leader)].attached;
            expected(Arriving::Leader(leader)) || with.is_some_and(|u| expected(Arriving::Unit(u)))
        };
        let officers = (0..position.leaders.len() as u16)
            .map(|leader| Officer { expected: comes(leader), ..Officer::default() });
        let state = State {
            marks: marks.collect(),
            officers: officers.collect(),
            holders: scenario.key_positions.iter().map(|key| holder(&position, key)).collect(),
            position,
            turn: 1,
            active: scenario.clock.first,
            phase: Phase::Maneuver,
            agenda: vec![Task::BeginTurn],
            lost: [0, 0],
            taken: [0, 0],
            fires: Vec::new(),
            dice: 0,
            victory: None,
            scenario,
            book,
        };
        let mut none = Scripted::default();
        let mut turn = Turn::new(state.clone(), &mut none);
        maneuvers::screens(&mut turn);
        special::hide(&mut turn);
        // Nothing is rolled before the first decision.
        match turn.run() {
            Ok(()) => (turn.state, turn.events),
            Err(_) => (state, Vec::new()),
        }
    }

    /// The pending decision; nothing if the battle is over.
    pub fn asked(&self) -> Option<Asked<'_>> {
        let task = self.agenda.last()?;
        Some(Asked { side: self.decides(task), task })
    }

    /// Whose decision a task is.
    fn decides(&self, task: &Task) -> Side {
        match task {
            Task::Answer | Task::Shelter => self.active.enemy(),
            Task::Fire(FireStep::Defensive) => self.active.enemy(),
            Task::Evade { unit, .. }
            | Task::Lose { unit, .. }
            | Task::Hurt { unit, .. }
            | Task::Retreat { unit, .. }
            | Task::Won { unit, .. } => self.unit(*unit).side,
            Task::LowAmmunition { side, .. } => *side,
            _ => self.active,
        }
    }

    /// Could this order be given now? No die is rolled and nothing changes.
    pub fn check(&self, order: &Order) -> Result<(), Refusal> {
        self.plan(order).map(|_| ())
    }

    /// Carries out an order: the battle afterwards, and what happened. A refused order changes nothing.
    pub fn apply(
        &self,
        order: &Order,
        dice: &mut dyn Dice,
    ) -> Result<(State, Vec<Event>), Refusal> {
        let carry = self.plan(order)?;
        let mut turn = Turn::new(self.clone(), dice);
        carry(&mut turn).map_err(|_| Refusal::NoDice)?;
        turn.run().map_err(|_| Refusal::NoDice)?;
        turn.count_dice();
        Ok((turn.state, turn.events))
    }

    /// An order found legal, ready to be carried out.
    fn plan(&self, order: &Order) -> Result<Carry, Refusal> {
        let Some(asked) = self.asked() else {
            return Err(Refusal::now(NotNow::Over, "VIC-BASE-VICTORY"));
        };
        if *order == Order::Resign {
            let side = asked.side;
            return Ok(Box::new(move |turn| {
                end::resign(turn, side);
                Ok(())
            }));
        }
        match asked.task.clone() {
            Task::Arrivals => arrivals::order(self, order),
            Task::Leaders => leaders::step_one(self, order),
            Task::Checks => checks::order(self, order),
            Task::Declare { group } => charges::declare(self, &group, order),
            Task::Answer => answers::order(self, order),
            Task::Shelter => answers::shelter(self, order),
            Task::Evade { unit, charger } => charges::evade(self, unit, charger, order),
            Task::Pursue { unit, gone, ground } => charges::pursue((unit, gone), ground, order),
            Task::Maneuvers { group } => maneuvers::order(self, &group, order),
            Task::MoveLeaders => leaders::step_two(self, order),
            Task::Fire(step) => volley::order(self, step, order),
            Task::Combats { second } => combat::order(self, second, order),
            Task::Lose { unit, stands, why } => deeds::lose(self, unit, (stands, why), order),
            Task::Hurt { unit, harm, why } => deeds::hurt(self, unit, (harm, why), order),
            Task::Retreat { unit, how, why, .. } => deeds::retreat(self, unit, (how, why), order),
            Task::Won { unit, ground, may_stay } => deeds::won(self, unit, ground, may_stay, order),
            Task::LowAmmunition { among, .. } => volley::low(&among, order),
            _ => Err(not_asked()),
        }
    }
}

/// Something else is asked for.
pub(super) fn not_asked() -> Refusal {
    Refusal::now(NotNow::NotAsked, "SEQ-PHASES")
}

/// Passing: the player has nothing more to decide here, and the task is done.
pub(super) fn passes() -> Carry {
    Box::new(|turn| {
        let Some(asked) = turn.state.asked() else { return Ok(()) };
        let (side, task) = (asked.side, asked.task.clone());
        turn.emit(Happened::Passes { side }, vec![Change::Pop]);
        turn.perform(task)
    })
}

impl Turn<'_> {
    /// Does what nobody needs to decide, until somebody is asked or the battle is over.
    pub fn run(&mut self) -> Rolled<()> {
        while let Some(task) = self.state.agenda.last().cloned() {
            if self.asks(&task) {
                return Ok(());
            }
            self.pop();
            if let Task::Declare { group } = &task {
                unable::tell(self, group);
            }
            self.perform(task)?;
            deeds::settle_crews(self);
            end::army_gone(self);
        }
        Ok(())
    }

    /// Is there anything to decide?
    fn asks(&self, task: &Task) -> bool {
        let state = &self.state;
        match task {
            Task::Arrivals => arrivals::asks(state),
            Task::Leaders => leaders::asks_step_one(state),
            Task::Checks => checks::asks(state),
            Task::Declare { group } => charges::asks_declare(state, group),
            Task::Answer => answers::asks(state),
            Task::Shelter => answers::asks_shelter(state),
            Task::Evade { unit, charger } => charges::asks_evade(state, *unit, *charger),
            Task::Pursue { unit, .. } => !state.unit(*unit).stands.is_empty(),
            Task::Maneuvers { group } => maneuvers::asks(state, group),
            Task::MoveLeaders => leaders::asks_step_two(state),
            Task::Fire(step) => volley::asks(state, *step),
            Task::Combats { .. } => combat::asks(state),
            Task::Lose { unit, stands, .. } => deeds::asks_lose(state, *unit, *stands),
            Task::Hurt { unit, harm, .. } => deeds::guns_to_hurt(state, *unit, *harm).len() > 1,
            Task::Retreat { unit, how, recall, .. } => {
                deeds::asks_recall(state, *unit, *how, *recall)
            }
            Task::Won { unit, may_stay, .. } => {
                let placed = state.unit(*unit);
                let rides = placed.unit.is_mounted_cavalry();
                !placed.stands.is_empty() && (*may_stay || rides)
            }
            Task::LowAmmunition { among, .. } => among.len() > 1,
            _ => false,
        }
    }

    /// Does a task that asks nobody, or about which there is nothing to ask.
    fn perform(&mut self, task: Task) -> Rolled<()> {
        match task {
            Task::BeginTurn => end::begin_turn(self),
            Task::Arrivals => arrivals::come(self)?,
            Task::LeadersReturn => leaders::come_back(self),
            Task::Leaders => leaders::place_the_rest(self),
            Task::ForcedChecks => checks::forced(self)?,
            Task::CarryOutAnswers => answers::carry_out(self),
            Task::MoveCharges => charges::move_next(self),
            Task::Maneuvers { group } => maneuvers::end_group(self, &group),
            Task::EndManeuver => maneuvers::end_phase(self),
            Task::BeginCharges => combat::begin(self),
            Task::Fire(step) => volley::end_step(self, step),
            Task::TargetsGone => combat::targets_gone(self),
            Task::BreakThroughs => combat::break_through(self),
            Task::EndTurn => end::end_turn(self),
            Task::Deeds { unit, deeds, ground, why } => {
                deeds::perform(self, unit, (deeds, why), ground);
            }
            Task::Lose { unit, stands, why } => deeds::lose_any(self, unit, stands, why),
            Task::Hurt { unit, harm, why } => {
                if let Some(&stand) = deeds::guns_to_hurt(&self.state, unit, harm).first() {
                    deeds::hurt_gun(self, unit, stand, (harm, why));
                }
            }
            Task::Retreat { unit, how, why, .. } => deeds::go_back(self, unit, (how, why)),
            Task::LowAmmunition { among, .. } => {
                if let Some(&who) = among.first() {
                    volley::mark_low(self, who);
                }
            }
            Task::LeaderCheck { leader, orphaned, with, peril } => {
                let gone = with.is_some_and(|unit| self.state.unit(unit).stands.is_empty());
                if !gone && self.state.leader(leader).at.is_some() {
                    leaders::roll_for(self, leader, orphaned, peril)?;
                }
            }
            Task::Evade { charger, .. } => charges::go_on(self, charger),
            Task::Checks
            | Task::Declare { .. }
            | Task::Answer
            | Task::Shelter
            | Task::Pursue { .. }
            | Task::MoveLeaders
            | Task::Combats { .. } => {}
            Task::Won { unit, ground, may_stay } => {
                if !may_stay && !self.state.unit(unit).stands.is_empty() {
                    deeds::carry(self, unit, &ground);
                }
            }
        }
        Ok(())
    }
}

/// The tasks of a player turn, in order.
pub(super) fn player_turn() -> [Task; 14] {
    [
        Task::Arrivals,
        Task::LeadersReturn,
        Task::Leaders,
        Task::Checks,
        Task::ForcedChecks,
        Task::MoveLeaders,
        Task::EndManeuver,
        Task::Fire(FireStep::Defensive),
        Task::Fire(FireStep::Offensive),
        Task::BeginCharges,
        Task::Combats { second: false },
        Task::BreakThroughs,
        Task::Combats { second: true },
        Task::EndTurn,
    ]
}

/// The end of a battle that a side gives up.
pub(super) fn given_up(state: &State, side: Side) -> Victory {
    Victory { winner: Some(side.enemy()), points: end::points(state), why: Over::Resigned }
}
