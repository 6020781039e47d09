//! The thinking player: what is asked goes to the file that knows about it, and what was thought in a turn
//! is remembered until it ends.

use std::collections::BTreeSet;
use std::sync::Arc;

use engine::battle::{FireStep, Order, State, Task};
use engine::table::{Side, UnitId};

use crate::plan::Plan;
use crate::search::{Search, Tried};
use crate::situation::Situation;
use crate::skill::Skill;
use crate::ways::Grid;
use crate::{Decision, Level, Player, Reason};

/// A player that thinks: a recruit or better.
#[derive(Clone, Debug)]
pub struct Mind {
    skill: Skill,
    memory: Memory,
}

/// What was thought in this player turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    turn: Option<(u16, Side)>,
    /// The ways over the table; kept for the whole battle.
    pub grid: Option<Arc<Grid>>,
    /// The plan; made when it is first needed.
    pub plan: Option<Plan>,
    /// The checks that are still to be made, the next one last.
    pub checks: Option<Vec<(Option<u16>, Vec<UnitId>)>>,
    /// Units, and guns by their stand, that have nothing more to do in this phase.
    pub settled: BTreeSet<(UnitId, u8)>,
    /// Leaders who have nothing more to do.
    pub placed: BTreeSet<u16>,
    /// The step of fire that was thought about, and the volleys that are left, the next one last.
    pub volleys: Option<(FireStep, Vec<Decision>)>,
    /// Units that have thought about charging in this check.
    pub refrained: BTreeSet<UnitId>,
    /// What trials have told of the next decision.
    pub tried: Option<Arc<Tried>>,
}

impl Memory {
    /// The plan of this turn.
    pub fn plan(&mut self, situation: &Situation<'_>, skill: &Skill) -> &Plan {
        let grid = self.grid(situation);
        self.plan.get_or_insert_with(|| Plan::make(situation, &grid, skill))
    }

    /// The ways over the table.
    pub fn grid(&mut self, situation: &Situation<'_>) -> Arc<Grid> {
        let table = &situation.state.position.table;
        match self.grid.as_ref().filter(|grid| grid.is_of(table)) {
            Some(grid) => grid.clone(),
            None => self.grid.insert(Arc::new(Grid::of(table))).clone(),
        }
    }
}

impl Decision {
    /// Nothing more here.
    pub(crate) fn done() -> Decision {
        Decision { order: Order::Done, reason: Reason::NothingBetter }
    }

    /// An order for a reason.
    pub(crate) fn of(order: Order, reason: Reason) -> Decision {
        Decision { order, reason }
    }
}

impl Mind {
    /// A player of a level that thinks.
    pub fn new(level: Level) -> Mind {
        Mind::on(Skill::of(level), None)
    }

    /// A player who may know the ways over the table.
    pub(crate) fn on(skill: Skill, grid: Option<Arc<Grid>>) -> Mind {
        Mind::going_on(skill, Memory { grid, ..Memory::default() })
    }

    /// A player who goes on from what was thought before.
    pub(crate) fn going_on(skill: Skill, memory: Memory) -> Mind {
        Mind { skill, memory }
    }

    fn think(&mut self, state: &State, go_on: &mut dyn FnMut() -> bool) -> Option<Decision> {
        let asked = state.asked()?;
        let now = (state.turn, state.active);
        if self.memory.turn != Some(now) {
            let grid = self.memory.grid.take();
            self.memory = Memory { turn: Some(now), grid, ..Memory::default() };
        }
        let (skill, memory) = (&self.skill, &mut self.memory);
        if skill.trials > 0 && crate::choices::knows(asked.task) {
            let mut search = Search::of(state, asked.side, skill, go_on);
            let situation = Situation::of(state, asked.side);
            let found = crate::choices::decide(&situation, memory, asked.task, skill, &mut search);
            if found.is_some() || !search.is_over() {
                return found;
            }
            // There is no time left: what else is to be done, a captain does.
        }
        let situation = || Situation::of(state, asked.side);
        match asked.task {
            Task::Arrivals => crate::arrivals::enter(&situation(), memory, skill),
            Task::Leaders => crate::leaders::attach(&situation(), memory, skill),
            Task::Checks => crate::checks::next(&situation(), memory, skill),
            Task::Declare { group } => crate::charges::declare(&situation(), memory, group, skill),
            Task::Answer => crate::answers::answer(&situation(), skill),
            Task::Shelter => crate::answers::shelter(&situation()),
            Task::Evade { unit, charger } => crate::answers::evade(&situation(), *unit, *charger),
            Task::Pursue { unit, .. } => crate::answers::pursue(&situation(), *unit),
            Task::Maneuvers { group } => {
                let situation = situation();
                crate::troops::next(&situation, memory, group, skill)
                    .or_else(|| crate::guns::next(&situation, memory, group, skill))
            }
            Task::MoveLeaders => crate::leaders::ride(&situation(), memory, skill),
            Task::Fire(step) => crate::fire::next(&situation(), memory, *step, skill),
            Task::Combats { .. } => None,
            Task::Lose { unit, .. } => crate::losses::lose(&situation(), *unit),
            Task::Hurt { unit, harm, .. } => crate::losses::hurt(state, *unit, *harm),
            Task::Retreat { unit, .. } => crate::losses::go_back(&situation(), *unit),
            Task::Won { unit, ground, .. } => crate::losses::won(&situation(), *unit, ground),
            Task::LowAmmunition { among, .. } => crate::losses::low(&situation(), among),
            _ => None,
        }
    }
}

impl Player for Mind {
    fn decide(&mut self, state: &State) -> Decision {
        self.decide_while(state, &mut || true)
    }

    fn decide_while(&mut self, state: &State, go_on: &mut dyn FnMut() -> bool) -> Decision {
        self.think(state, go_on).unwrap_or_else(Decision::done)
    }
}
