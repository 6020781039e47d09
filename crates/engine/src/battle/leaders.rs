//! Leaders: attached and detached, replaced, moved, fallen.

use geometry::{Length, Point, Rect};
use rulebook::{LeaderFate, LeaderRating};

use super::event::{Change, Happened, Peril};
use super::order::Order;
use super::refusal::{NotNow, Refusal};
use super::sequence::{not_asked, passes};
use super::state::{Officer, State};
use super::task::Task;
use super::turn::{Carry, Rolled, Turn, beside};
use crate::leaders::fallen_leader;
use crate::moves::check_leader;
use crate::sight::distance_from_round;
use crate::table::{Leader, Placed, SUCCESSOR, Side, UnitId};

const RULE: &str = "CMD-BASE-ATTACH";
/// How near to his unit a leader is put who leaves it.
const BESIDE: Length = Length::inches(1);

impl State {
    /// A leader by his place.
    pub fn leader(&self, leader: u16) -> &Leader {
        &self.position.leaders[usize::from(leader)]
    }

    /// How a leader is.
    pub fn officer(&self, leader: u16) -> Officer {
        self.officers[usize::from(leader)]
    }

    /// The leaders of a side.
    pub fn leaders_on(&self, side: Side) -> impl Iterator<Item = u16> + '_ {
        (0..self.position.leaders.len() as u16)
            .filter(move |leader| self.leader(*leader).side == side)
    }

    /// Is a unit of a leader's chain of command; for a leader of artillery, are they guns?
    pub fn is_of_command(&self, leader: u16, unit: UnitId) -> bool {
        if self.leader(leader).of_artillery {
            return self.unit(unit).unit.is_guns();
        }
        let mut above = self.commander(unit);
        // A chain has no more links than there are leaders.
        for _ in 0..self.officers.len() {
            if above == Some(leader) {
                return true;
            }
            above = above.and_then(|at| self.scenario.posts.get(usize::from(at))?.superior);
        }
        false
    }

    /// Has he to be put somewhere: is he back, or new at his post?
    fn is_unplaced(&self, leader: u16) -> bool {
        let officer = self.officer(leader);
        let away = officer.lost || officer.gone || officer.expected || officer.absent > 0;
        self.leader(leader).at.is_none() && !away
    }

    /// Is he one who was carried off and comes back, and not new at his post?
    fn is_back(&self, leader: u16) -> bool {
        self.is_unplaced(leader) && !self.officer(leader).succeeded
    }

    /// The leader attached to a unit.
    pub fn leader_with(&self, unit: UnitId) -> Option<u16> {
        (0..self.position.leaders.len() as u16)
            .find(|leader| self.leader(*leader).attached == Some(unit))
    }

    /// The units that a leader may join: of his command, or any where none of them is on the table.
    fn may_join(&self, leader: u16) -> Vec<UnitId> {
        let side = self.leader(leader).side;
        let free = |unit: &UnitId| self.leader_with(*unit).is_none();
        let own: Vec<UnitId> = self
            .of_side(side)
            .filter(free)
            .filter(|unit| self.is_of_command(leader, *unit))
            .collect();
        if own.is_empty() && self.is_unplaced(leader) {
            return self.of_side(side).filter(free).collect();
        }
        own
    }
}

pub(super) fn asks_step_one(state: &State) -> bool {
    let may = |leader: u16| {
        let officer = state.officer(leader);
        let here = state.leader(leader).at.is_some() && !officer.changed;
        state.is_unplaced(leader) || here
    };
    state.leaders_on(state.active).any(may)
}

pub(super) fn step_one(state: &State, order: &Order) -> Result<Carry, Refusal> {
    match order {
        Order::Done => Ok(passes()),
        Order::Attach { leader, unit, way } => attach(state, *leader, *unit, way),
        Order::Detach { leader, to } => detach(state, *leader, *to),
        _ => Err(not_asked()),
    }
}

fn own(state: &State, leader: u16) -> Result<&Leader, Refusal> {
    let Some(found) = state.position.leaders.get(usize::from(leader)) else {
        return Err(Refusal::now(NotNow::Unknown, RULE));
    };
    if found.side != state.active {
        return Err(Refusal::now(NotNow::NotYours, RULE));
    }
    Ok(found)
}

fn attach(state: &State, leader: u16, unit: UnitId, way: &[Point]) -> Result<Carry, Refusal> {
    let now = own(state, leader)?;
    if state.marks.get(unit.place()).is_none() || state.unit(unit).stands.is_empty() {
        return Err(Refusal::now(NotNow::NotOnTable, RULE));
    }
    if state.unit(unit).side != now.side {
        return Err(Refusal::now(NotNow::NotYours, RULE));
    }
    if !state.may_join(leader).contains(&unit) {
        let why = if state.leader_with(unit).is_some() {
            NotNow::HasLeader
        } else {
            NotNow::OtherCommand
        };
        return Err(Refusal::now(why, RULE));
    }
    if !state.is_unplaced(leader) {
        if now.at.is_none() || state.officer(leader).changed {
            return Err(Refusal::now(NotNow::LeaderNotFree, RULE));
        }
        let mut way = way.to_vec();
        way.push(beside(state, state.unit(unit), now));
        check_leader(&state.book, &state.position, now, &way)?;
    }
    Ok(Box::new(move |turn| {
        let what = match turn.state.is_back(leader) {
            true => Happened::LeaderComes { leader, unit: Some(unit), back: true },
            false => Happened::Attached { leader, unit },
        };
        join(turn, leader, unit, what);
        Ok(())
    }))
}

/// A leader joins a unit, leaving the one he was with.
fn join(turn: &mut Turn<'_>, leader: u16, unit: UnitId, what: Happened) {
    let state = &turn.state;
    let now = state.leader(leader);
    let at = Some(beside(state, state.unit(unit), now));
    let mut changes = leaves(state, leader);
    let mut placed = state.unit(unit).clone();
    placed.unit.leader_attached = true;
    changes.push(Change::Unit { unit, placed: Box::new(placed) });
    let now = Box::new(Leader { at, attached: Some(unit), ..now.clone() });
    changes.push(Change::Leader { leader, now });
    let now = Officer { changed: true, moved: true, ..state.officer(leader) };
    changes.push(Change::Officer { leader, now });
    turn.emit(what, changes);
}

/// The unit that a leader was with has none now.
fn leaves(state: &State, leader: u16) -> Vec<Change> {
    let Some(unit) = state.leader(leader).attached else { return Vec::new() };
    let mut placed = state.unit(unit).clone();
    placed.unit.leader_attached = false;
    vec![Change::Unit { unit, placed: Box::new(placed) }]
}

fn detach(state: &State, leader: u16, to: Point) -> Result<Carry, Refusal> {
    let now = own(state, leader)?;
    if state.is_unplaced(leader) {
        return put_beside(state, leader, to);
    }
    let Some(unit) = now.attached.filter(|_| !state.officer(leader).changed) else {
        return Err(Refusal::now(NotNow::LeaderNotFree, RULE));
    };
    let size = now.rank.diameter(&state.book.bases);
    let near = distance_from_round(to, size, &state.unit(unit).stands);
    if near.is_none_or(|gap| gap > BESIDE) {
        return Err(Refusal::now(NotNow::TooFarFromUnit, RULE));
    }
    check_leader(&state.book, &state.position, now, &[to])?;
    let now = Box::new(Leader { at: Some(to), attached: None, ..now.clone() });
    Ok(Box::new(move |turn| {
        let mut changes = leaves(&turn.state, leader);
        changes.push(Change::Leader { leader, now });
        let officer = Officer { changed: true, ..turn.state.officer(leader) };
        changes.push(Change::Officer { leader, now: officer });
        turn.emit(Happened::Detached { leader, unit }, changes);
        Ok(())
    }))
}

/// A leader who is back is put within an inch of a unit of his command.
fn put_beside(state: &State, leader: u16, to: Point) -> Result<Carry, Refusal> {
    let now = state.leader(leader).clone();
    let size = now.rank.diameter(&state.book.bases);
    let is_near = |unit: &UnitId| {
        let gap = distance_from_round(to, size, &state.unit(*unit).stands);
        state.is_of_command(leader, *unit) && gap.is_some_and(|gap| gap <= BESIDE)
    };
    let Some(unit) = state.of_side(now.side).find(is_near) else {
        return Err(Refusal::now(NotNow::TooFarFromUnit, "CMD-FALLEN-ONE-TURN"));
    };
    let there = Leader { at: Some(to), ..now };
    check_leader(&state.book, &state.position, &there, &[to])?;
    Ok(Box::new(move |turn| {
        let officer = Officer { changed: true, ..turn.state.officer(leader) };
        let changes = vec![
            Change::Leader { leader, now: Box::new(there) },
            Change::Officer { leader, now: officer },
        ];
        let back = turn.state.is_back(leader);
        turn.emit(Happened::LeaderComes { leader, unit: Some(unit), back }, changes);
        Ok(())
    }))
}

/// Lost leaders are replaced and absent ones come nearer to their return.
pub(super) fn come_back(turn: &mut Turn<'_>) {
    let side = turn.state.active;
    for leader in turn.state.leaders_on(side).collect::<Vec<u16>>() {
        let officer = turn.state.officer(leader);
        if officer.lost && !officer.gone {
            replace(turn, leader);
        } else if officer.absent > 0 {
            let now = Officer { absent: officer.absent - 1, ..officer };
            turn.emit(Happened::Goes, vec![Change::Officer { leader, now }]);
        }
    }
}

/// A new leader takes the post of one who was lost.
fn replace(turn: &mut Turn<'_>, leader: u16) {
    let state = &turn.state;
    let old = state.leader(leader).clone();
    let post = state.scenario.posts.get(usize::from(leader));
    let next = post.and_then(|post| post.successor.clone());
    let next = next.filter(|_| !state.officer(leader).succeeded);
    let (name, rating) =
        next.unwrap_or_else(|| (format!("{SUCCESSOR}{}", old.name).into(), LeaderRating::Able));
    let lost = old.name.clone();
    let now = Leader { name, rating, at: None, attached: None, dismounted: false, ..old };
    let changes = vec![
        Change::Leader { leader, now: Box::new(now) },
        Change::Officer {
            leader,
            now: Officer {
                changed: state.officer(leader).changed,
                succeeded: true,
                ..Officer::default()
            },
        },
    ];
    turn.emit(Happened::LeaderReplaced { leader, lost }, changes);
}

/// Leaders whom nobody has placed join the first unit they may.
pub(super) fn place_the_rest(turn: &mut Turn<'_>) {
    let side = turn.state.active;
    for leader in turn.state.leaders_on(side).collect::<Vec<u16>>() {
        if !turn.state.is_unplaced(leader) {
            continue;
        }
        match turn.state.may_join(leader).first() {
            Some(&unit) => {
                let back = turn.state.is_back(leader);
                join(turn, leader, unit, Happened::LeaderComes { leader, unit: Some(unit), back });
            }
            None => turn.emit(Happened::LeaderWaits { leader }, Vec::new()),
        }
    }
}

fn may_move(state: &State, leader: u16) -> bool {
    let now = state.leader(leader);
    now.at.is_some() && now.attached.is_none() && !state.officer(leader).moved
}

pub(super) fn asks_step_two(state: &State) -> bool {
    state.leaders_on(state.active).any(|leader| may_move(state, leader))
}

pub(super) fn step_two(state: &State, order: &Order) -> Result<Carry, Refusal> {
    let (leader, way) = match order {
        Order::Done => return Ok(passes()),
        Order::MoveLeader { leader, way } => (*leader, way),
        _ => return Err(not_asked()),
    };
    let now = own(state, leader)?;
    if !may_move(state, leader) {
        return Err(Refusal::now(NotNow::LeaderNotFree, "SEQ-MNV-2D-LEADERS-MOVE"));
    }
    let (at, cost) = check_leader(&state.book, &state.position, now, way)?;
    let now = Box::new(Leader { at: Some(at), ..now.clone() });
    Ok(Box::new(move |turn| {
        let officer = Officer { moved: true, ..turn.state.officer(leader) };
        let changes =
            vec![Change::Leader { leader, now }, Change::Officer { leader, now: officer }];
        turn.emit(Happened::LeaderMoves { leader, spent: cost.spent() }, changes);
        Ok(())
    }))
}

/// The die on the fallen leader table.
pub(super) fn roll_for(
    turn: &mut Turn<'_>,
    leader: u16,
    orphaned: bool,
    peril: Peril,
) -> Rolled<()> {
    let die = turn.roll()?;
    let row = fallen_leader(&turn.state.book, die).clone();
    let state = &turn.state;
    let (old, officer) = (state.leader(leader).clone(), state.officer(leader));
    let mut changes = Vec::new();
    match row.fate {
        LeaderFate::Lost | LeaderFate::Absent => {
            changes = leaves(state, leader);
            let now = Leader { at: None, attached: None, dismounted: false, ..old.clone() };
            changes.push(Change::Leader { leader, now: Box::new(now) });
            let lost = row.fate == LeaderFate::Lost;
            let absent = if lost { 0 } else { 2 };
            let now = Officer { lost, absent, on_foot: 0, ..officer };
            changes.push(Change::Officer { leader, now });
        }
        LeaderFate::Dismounted if !old.dismounted => {
            let now = Leader { dismounted: true, ..old.clone() };
            changes.push(Change::Leader { leader, now: Box::new(now) });
            let on_foot = if old.side == state.active { 2 } else { 1 };
            changes.push(Change::Officer { leader, now: Officer { on_foot, ..officer } });
        }
        LeaderFate::Dismounted | LeaderFate::Unhurt => {}
    }
    let (name, fate) = (old.name.clone(), row.fate);
    let what = Happened::LeaderRolled { leader, name, die, fate, peril, rule: row.rule };
    turn.emit(what, changes);
    if orphaned && turn.state.leader(leader).at.is_some() {
        to_nearest(turn, leader);
    }
    Ok(())
}

/// A leader without a unit goes beside the nearest of his command, else of any.
fn to_nearest(turn: &mut Turn<'_>, leader: u16) {
    let state = &turn.state;
    let now = state.leader(leader).clone();
    let Some(at) = now.at else { return };
    let far = |unit: &UnitId| {
        let gap = distance_from_round(at, Length::ZERO, &state.unit(*unit).stands);
        (!state.is_of_command(leader, *unit), gap, *unit)
    };
    let nearest =
        state.of_side(now.side).filter(|unit| now.attached != Some(*unit)).min_by_key(far);
    let at = nearest.map(|unit| beside(state, state.unit(unit), &now));
    let gone = at.is_none();
    let now = Leader { at, attached: None, ..now };
    let officer = Officer { gone, ..state.officer(leader) };
    turn.emit(
        Happened::LeaderComes { leader, unit: nearest, back: false },
        vec![
            Change::Leader { leader, now: Box::new(now) },
            Change::Officer { leader, now: officer },
        ],
    );
}

/// A leader whose unit has left the table goes with it; another takes his post later.
pub(super) fn goes_with(turn: &mut Turn<'_>, leader: u16, unit: UnitId) {
    let now = Leader { at: None, attached: None, ..turn.state.leader(leader).clone() };
    let officer = Officer { lost: true, ..turn.state.officer(leader) };
    turn.emit(
        Happened::LeaderLeaves { leader, unit },
        vec![
            Change::Leader { leader, now: Box::new(now) },
            Change::Officer { leader, now: officer },
        ],
    );
}

/// Leaders who have just lost the unit nearest to them, to which they were not attached, stay alone.
pub(super) fn stay_behind(turn: &mut Turn<'_>, unit: UnitId, left: &Placed) {
    let state = &turn.state;
    let alone = |leader: &u16| {
        let now = state.leader(*leader);
        let Some(at) = now.at.filter(|_| now.attached.is_none()) else { return false };
        let gap = |stands: &[Rect]| distance_from_round(at, Length::ZERO, stands);
        let Some(own) = gap(&left.stands) else { return false };
        let mut others = state.of_side(now.side).filter_map(|other| gap(&state.unit(other).stands));
        others.all(|other| own < other)
    };
    let those: Vec<u16> = state.leaders_on(left.side).filter(alone).collect();
    for leader in those {
        turn.emit(Happened::LeaderStays { leader, unit }, Vec::new());
    }
}

/// Leaders on foot find horses when their own player turn ends.
pub(super) fn remount(turn: &mut Turn<'_>) {
    let side = turn.state.active;
    for leader in turn.state.leaders_on(side).collect::<Vec<u16>>() {
        let officer = turn.state.officer(leader);
        if officer.on_foot == 0 {
            continue;
        }
        let now = Officer { on_foot: officer.on_foot - 1, ..officer };
        let mut changes = vec![Change::Officer { leader, now }];
        if now.on_foot == 0 {
            let now = Leader { dismounted: false, ..turn.state.leader(leader).clone() };
            changes.push(Change::Leader { leader, now: Box::new(now) });
        }
        turn.emit(Happened::Goes, changes);
    }
}

/// A leader of a unit that fire or a combat has touched is rolled for.
pub(super) fn check_with(turn: &mut Turn<'_>, unit: UnitId) {
    if let Some(leader) = turn.state.leader_with(unit) {
        let peril = Peril::Combat;
        turn.push(Task::LeaderCheck { leader, orphaned: false, with: Some(unit), peril });
    }
}
