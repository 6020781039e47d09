//! The exact odds of what an order would roll.

use engine::battle::{FireStep, Order, Phase, Stage, State, Task, aim, clashes, prospects};
use engine::charge::Combat;
use engine::table::UnitId;

use crate::answers;
use crate::chances::{ChargeOdds, FireOdds, ManeuverOdds};
use crate::error::{Code, Error};
use crate::outlook::Outlook;
use crate::pending::names;
use crate::replies::{ChargeAnswer, Firer, Odds};

/// The odds of an order that can be given, or of a charge that comes.
pub fn odds(state: &State, order: &Order) -> Result<Odds, Error> {
    let refused = |refusal| Error::refused(&refusal, state);
    if let Order::Charge { unit, target, .. } = order
        && is_coming(state, *unit, *target)
        && let Some(outlook) = Outlook::coming(state.clone(), *unit, *target)
    {
        return Ok(of_charge(state, &outlook, (*unit, *target), Vec::new()));
    }
    state.check(order).map_err(refused)?;
    let task = state.asked().map(|asked| asked.task);
    let found = match (order, task) {
        (Order::Check { leader, units }, _) => Some(of_check(state, *leader, units)),
        (Order::Fire { target, firers, passing }, Some(Task::Fire(step))) => {
            let aimed = aim(state, *step, *target, firers, *passing).map_err(refused)?;
            of_volley(state, &aimed)
        }
        (Order::Fight { unit }, Some(Task::Combats { second })) => {
            of_combat(state, Some(*unit), *second)
        }
        (Order::Charge { unit, target, .. }, _) => {
            let outlook = Outlook::of(state, order);
            let answers = answers::to_charge(state, order);
            outlook.map(|outlook| of_charge(state, &outlook, (*unit, *target), answers))
        }
        // Going on is the first combat.
        (Order::Done, Some(Task::Combats { second })) => of_combat(state, None, *second),
        _ => None,
    };
    found.ok_or_else(|| {
        let message = "the order rolls no check, volley or combat of its own";
        Error::new(Code::NoOdds, message)
    })
}

/// Is a charge under way that its target may still fire at?
fn is_coming(state: &State, unit: UnitId, target: UnitId) -> bool {
    let task = state.asked().map(|asked| asked.task);
    let before =
        state.phase == Phase::Maneuver || matches!(task, Some(Task::Fire(FireStep::Defensive)));
    let charge = state.marks(unit).charge.as_ref().filter(|charge| charge.target == target);
    before && charge.is_some_and(|c| matches!(c.stage, Stage::Declared | Stage::InContact))
}

fn of_check(state: &State, leader: Option<u16>, units: &[UnitId]) -> Odds {
    let checks = prospects(state, leader, units);
    let odds = checks.iter().map(|(_, check)| ManeuverOdds::of(&state.book, check));
    Odds::Check { units: names(state, units), checks: odds.collect() }
}

fn of_volley(state: &State, aimed: &engine::battle::Aimed) -> Option<Odds> {
    let odds = FireOdds::aimed(state, aimed)?;
    let firer = |(unit, stands): &(UnitId, Vec<u8>)| Firer {
        unit: state.name(*unit).to_owned(),
        stands: stands.iter().map(|stand| u16::from(*stand) + 1).collect(),
    };
    Some(Odds::Volley {
        firers: aimed.who.iter().map(firer).collect(),
        at: state.name(aimed.at).to_owned(),
        volley: Box::new(odds),
    })
}

fn of_charge(
    state: &State,
    outlook: &Outlook,
    (unit, target): (UnitId, UnitId),
    answers: Vec<ChargeAnswer>,
) -> Odds {
    let (then, book) = (&outlook.then, &state.book);
    let fire = outlook.fire.as_ref().and_then(|aimed| FireOdds::aimed(then, aimed).map(Box::new));
    let combat = outlook.combat.as_ref();
    let combat = combat.map(|(_, combat)| Box::new(ChargeOdds::of(book, combat)));
    let curve = outlook.curve(unit, target).map(Box::new);
    let (unit, target) = (state.name(unit).to_owned(), state.name(target).to_owned());
    Odds::Charge { unit, target, fire, combat, curve, answers }
}

fn of_combat(state: &State, unit: Option<UnitId>, second: bool) -> Option<Odds> {
    let combat = combat_now(state, unit, second)?;
    let side = |side: &engine::charge::Side| {
        let units: Vec<UnitId> = side.fighters.iter().map(|f| UnitId(f.tag)).collect();
        names(state, &units)
    };
    Some(Odds::Combat {
        attackers: side(&combat.attacker),
        defenders: side(&combat.defender),
        combat: Box::new(ChargeOdds::of(&state.book, &combat)),
    })
}

/// The combat of a unit, or the one that comes first.
pub fn combat_now(state: &State, unit: Option<UnitId>, second: bool) -> Option<Combat> {
    let takes_part = |clash: &engine::battle::Clash| {
        unit.is_none_or(|unit| clash.attackers.contains(&unit) || clash.defenders.contains(&unit))
    };
    let clash = clashes(state).into_iter().find(takes_part)?;
    Some(state.combat_of(&clash, second))
}
