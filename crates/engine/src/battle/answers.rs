//! The opponent's answers to charges: countercharge, square, bayonets, skirmishers, crews.

use rulebook::Ground;

use super::charges::may_use_steel;
use super::event::{AnswerKind, Change, Happened};
use super::order::Order;
use super::refusal::{NotNow, Refusal};
use super::sequence::{not_asked, passes};
use super::state::{Answer, Charge, ChargeKind, State};
use super::turn::{Carry, Turn};
use crate::formations::Flanks;
use crate::movement::{Gait, allowance};
use crate::moves::{self, Plan, Presenting, Why};
use crate::sight;
use crate::table::{Placed, UnitId};

const RULE: &str = "SEQ-HASTY-ORDER";

/// Can anybody answer a declared charge?
pub(super) fn asks(state: &State) -> bool {
    if state.declared().is_empty() {
        return false;
    }
    let plainly = Presenting::AsItStands { flanks: Flanks::STRAIGHT };
    state.of_side(state.active.enemy()).any(|unit| {
        state.declared().iter().any(|(charger, _)| countercharge(state, unit, *charger).is_ok())
            || square(state, unit).is_ok()
            || present(state, unit, &plainly).is_ok()
            || rejoin(state, unit).is_ok()
    })
}

fn may_answer(state: &State, unit: UnitId) -> Result<(), Refusal> {
    let Some(marks) = state.marks.get(unit.place()) else {
        return Err(Refusal::now(NotNow::Unknown, RULE));
    };
    if state.unit(unit).side == state.active {
        return Err(Refusal::now(NotNow::NotYours, RULE));
    }
    if state.unit(unit).stands.is_empty() {
        return Err(Refusal::now(NotNow::NotOnTable, RULE));
    }
    if marks.answered || marks.answer.is_some() || marks.charge.is_some() {
        return Err(Refusal::now(NotNow::AlreadyAnswered, "TRP-BASE-HASTY-ONCE"));
    }
    Ok(())
}

/// A countercharge at a charger: by his target, or by horse within half a move of it.
fn countercharge(state: &State, unit: UnitId, charger: UnitId) -> Result<(), Refusal> {
    may_answer(state, unit)?;
    let rule = "CHG-COUNTERCHARGE";
    let declared = state.declared();
    let Some(&(_, target)) = declared.iter().find(|(other, _)| *other == charger) else {
        return Err(Refusal::now(NotNow::NothingToAnswer, rule));
    };
    let met = state.position.ids().any(|other| {
        matches!(state.marks(other).answer, Some(Answer::Countercharge { charger: at, .. }) if at == charger)
    });
    if met {
        return Err(Refusal::now(NotNow::AlreadyAnswered, rule));
    }
    if target != unit {
        let placed = state.unit(unit);
        let Some(row) = moves::row_of(&state.book, &placed.unit) else {
            return Err(Refusal::now(NotNow::NothingToAnswer, rule));
        };
        let half = allowance(row, Gait::Half, Ground::Open);
        let near = sight::gap(&state.position, unit, target).is_some_and(|gap| gap <= half);
        if !near {
            return Err(Refusal::now(NotNow::NothingToAnswer, rule));
        }
    }
    let sees = state.book.reading("countercharge-sight") != Some("needed")
        || sight::unit_sees(&state.position, unit, charger).is_ok();
    if !sees {
        return Err(moves::Refusal::because(Why::NotSeen, "TERR-BASE-LOS").into());
    }
    moves::countercharge(&state.book, &state.position, unit, charger)?;
    Ok(())
}

fn square(state: &State, unit: UnitId) -> Result<Plan, Refusal> {
    may_answer(state, unit)?;
    Ok(moves::hasty_square(&state.book, &state.position, unit, &state.declared())?)
}

fn present(state: &State, unit: UnitId, how: &Presenting) -> Result<Plan, Refusal> {
    may_answer(state, unit)?;
    Ok(moves::present_bayonets(&state.book, &state.position, unit, &state.declared(), how)?)
}

fn rejoin(state: &State, unit: UnitId) -> Result<moves::Rejoined, Refusal> {
    may_answer(state, unit)?;
    let found = state.detachments().into_iter().find(|out| out.skirmishers == unit);
    let Some(detachment) = found else {
        return Err(Refusal::now(NotNow::NothingToAnswer, RULE));
    };
    Ok(moves::hasty_rejoin(&state.book, &state.position, detachment, &state.declared())?)
}

pub(super) fn order(state: &State, order: &Order) -> Result<Carry, Refusal> {
    let (unit, answer, kind) = match order {
        Order::Done => return Ok(declines(state)),
        Order::Countercharge { unit, charger, steel } => {
            let later = state.marks.iter().any(|marks| {
                matches!(
                    marks.answer,
                    Some(Answer::Square(_) | Answer::Present(..) | Answer::Rejoin)
                )
            });
            if later {
                return Err(Refusal::now(NotNow::OutOfOrder, RULE));
            }
            countercharge(state, *unit, *charger)?;
            may_use_steel(state, &state.unit(*unit).unit, *steel)?;
            let answer = Answer::Countercharge { charger: *charger, steel: *steel };
            (*unit, answer, AnswerKind::Countercharge)
        }
        Order::Square { unit } => {
            let plan = square(state, *unit)?;
            (*unit, Answer::Square(Box::new(plan.end)), AnswerKind::Square)
        }
        Order::Present { unit, how } => {
            let plan = present(state, *unit, how)?;
            let answer = Answer::Present(how.clone(), Box::new(plan.end));
            (*unit, answer, AnswerKind::Present)
        }
        Order::RejoinHasty { unit } => {
            rejoin(state, *unit)?;
            (*unit, Answer::Rejoin, AnswerKind::Rejoin)
        }
        _ => return Err(not_asked()),
    };
    Ok(Box::new(move |turn| {
        let marks = turn.marked(unit, |marks| marks.answer = Some(answer));
        turn.emit(Happened::AnswerDeclared { unit, answer: kind }, vec![marks]);
        Ok(())
    }))
}

/// Nobody answers any more: who could have countercharged is told not to.
fn declines(state: &State) -> Carry {
    let chargers: Vec<UnitId> = state.declared().into_iter().map(|(charger, _)| charger).collect();
    let could = |unit: UnitId| {
        let met = chargers.iter().find(|charger| countercharge(state, unit, **charger).is_ok());
        met.map(|charger| (unit, *charger))
    };
    let those: Vec<(UnitId, UnitId)> =
        state.of_side(state.active.enemy()).filter_map(could).collect();
    let pass = passes();
    Box::new(move |turn| {
        for (unit, charger) in those {
            turn.emit(Happened::Declines { unit, charger }, Vec::new());
        }
        pass(turn)
    })
}

/// Squares and bayonets are formed and skirmishers rejoin before any charger moves.
pub(super) fn carry_out(turn: &mut Turn<'_>) {
    let answered: Vec<UnitId> =
        turn.state.position.ids().filter(|unit| turn.state.marks(*unit).answer.is_some()).collect();
    for unit in answered {
        let Some(answer) = turn.state.marks(unit).answer.clone() else { continue };
        // The declaration is spent, and with it the unit's one answer of the turn.
        let marks = turn.marked(unit, |marks| marks.answer = None);
        turn.emit(Happened::Goes, vec![marks]);
        match answer {
            Answer::Countercharge { charger, steel } => ready(turn, unit, charger, steel),
            // Who was entitled when he declared it is so still, whatever his neighbours have formed.
            Answer::Square(declared) => {
                let now = square(&turn.state, unit).map(|plan| plan.end);
                formed(turn, unit, now, *declared, AnswerKind::Square);
            }
            Answer::Present(how, declared) => {
                let now = present(&turn.state, unit, &how).map(|plan| plan.end);
                formed(turn, unit, now, *declared, AnswerKind::Present);
            }
            Answer::Rejoin => {
                if let Ok(rejoined) = rejoin(&turn.state, unit) {
                    super::maneuvers::take_back(turn, unit, rejoined);
                }
            }
        }
        let marks = turn.marked(unit, |marks| marks.answered = true);
        turn.emit(Happened::Goes, vec![marks]);
    }
}

fn ready(turn: &mut Turn<'_>, unit: UnitId, charger: UnitId, steel: bool) {
    let (own, enemy) = (turn.state.unit(unit), turn.state.unit(charger));
    let turns = sight::is_turned(enemy, &own.stands);
    let charge = Charge { steel, turns, ..Charge::at(charger, ChargeKind::Countercharge) };
    let marks = turn.marked(unit, |marks| marks.charge = Some(charge));
    turn.emit(Happened::Goes, vec![marks]);
}

fn formed(
    turn: &mut Turn<'_>,
    unit: UnitId,
    now: Result<Placed, Refusal>,
    declared: Placed,
    answer: AnswerKind,
) {
    let end = now.unwrap_or(declared);
    let overlaps = turn.state.position.ids().filter(|other| *other != unit).any(|other| {
        let theirs = turn.state.unit(other);
        end.outlines().any(|own| theirs.outlines().any(|base| own.depth(&base) > geometry::TOUCH))
    });
    if overlaps {
        return;
    }
    let mut changes = turn.put(unit, end.clone());
    // Who has turned to his enemy is not outflanked by him.
    let turned = answer == AnswerKind::Present;
    let at_it = turn.state.declared().into_iter().filter(|(_, target)| turned && *target == unit);
    for (charger, _) in at_it {
        let turns = sight::is_turned(&end, &turn.state.unit(charger).stands);
        changes.push(turn.marked(charger, |marks| {
            if let Some(charge) = &mut marks.charge {
                charge.turns = turns;
            }
        }));
    }
    turn.emit(Happened::Answered { unit, answer }, changes);
}

/// The gun stands whose crews could shelter, each with the units that would take them in.
pub(super) fn shelters(state: &State) -> Vec<(UnitId, u8, UnitId)> {
    let charges = state.declared();
    if charges.is_empty() {
        return Vec::new();
    }
    let own: Vec<UnitId> = state.of_side(state.active.enemy()).collect();
    let hosts: Vec<UnitId> =
        own.iter().copied().filter(|id| moves::shelters(state.unit(*id))).collect();
    let mut found = Vec::new();
    for unit in own.iter().copied().filter(|unit| state.unit(*unit).unit.is_guns()) {
        for stand in 0..state.unit(unit).stands.len() as u8 {
            for &host in &hosts {
                let gun = (unit, stand);
                if moves::shelter(&state.book, &state.position, gun, host, &charges).is_ok() {
                    found.push((unit, stand, host));
                }
            }
        }
    }
    found
}

pub(super) fn asks_shelter(state: &State) -> bool {
    !shelters(state).is_empty()
}

pub(super) fn shelter(state: &State, order: &Order) -> Result<Carry, Refusal> {
    let (unit, stand, host) = match order {
        Order::Done => return Ok(passes()),
        Order::Shelter { unit, stand, host } => (*unit, *stand, *host),
        _ => return Err(not_asked()),
    };
    let known = |id: UnitId| state.marks.get(id.place()).is_some();
    if !known(unit) || !known(host) || state.unit(unit).side == state.active {
        return Err(Refusal::now(NotNow::NotYours, RULE));
    }
    let charges = state.declared();
    let plan = moves::shelter(&state.book, &state.position, (unit, stand), host, &charges)?;
    let placed = moves::with_gun(state.unit(unit), stand, &plan);
    Ok(Box::new(move |turn| {
        let mut changes: Vec<Change> = turn.put(unit, placed);
        changes.push(turn.marked(unit, |marks| marks.answered = true));
        turn.emit(Happened::Answered { unit, answer: AnswerKind::Shelter }, changes);
        Ok(())
    }))
}
