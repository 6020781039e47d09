//! The exact odds of what an order would roll.

use engine::Deed;
use engine::battle::{Aimed, Clash, Order, State, Task, aim, clashes, prospects};
use engine::charge::{Combat, Role};
use engine::fire::{Charging, Volley};
use engine::maneuver::Check;
use engine::table::UnitId;
use odds::charge::Verdict;
use odds::{Chance, Spread};
use referee::chances::{ChargeOdds, FireOdds, ManeuverOdds, stands_lost};
use rulebook::FirePoints;

use super::card::tenths;
use crate::odds::{check_text, combat_text, volley_text};
use crate::show;

/// What an order would roll.
pub enum Roll {
    /// A check, the units with what bears on them.
    Check(Vec<(UnitId, Check)>),
    /// The checks that units must make whose player ends the step without them.
    Forced(Vec<(UnitId, Check)>),
    /// A volley.
    Volley(Box<Aimed>),
    /// A combat.
    Combat(Clash, Box<Combat>),
}

impl Roll {
    /// What an order would roll now; nothing if it rolls nothing or cannot be given.
    pub fn of(state: &State, order: &Order) -> Option<Roll> {
        let task = state.asked()?.task;
        // Aiming is as thorough as the check of a volley, and no quicker for being done twice.
        if !matches!(order, Order::Fire { .. }) {
            state.check(order).ok()?;
        }
        match (order, task) {
            (Order::Check { leader, units }, _) => {
                Some(Roll::Check(prospects(state, *leader, units)))
            }
            (Order::Done, Task::Checks) => {
                let must = state.of_side(state.active).filter(|unit| state.must_check(*unit));
                let check = |unit| {
                    let leader = state.leaders_of(unit).first().copied();
                    (unit, state.check_of(unit, leader))
                };
                let forced: Vec<(UnitId, Check)> = must.map(check).collect();
                (!forced.is_empty()).then_some(Roll::Forced(forced))
            }
            (Order::Fire { target, firers, passing }, Task::Fire(step)) => {
                let aimed = aim(state, *step, *target, firers, *passing).ok()?;
                Some(Roll::Volley(Box::new(aimed)))
            }
            (Order::Done, Task::Combats { second }) => combat(state, None, *second),
            (Order::Fight { unit }, Task::Combats { second }) => {
                combat(state, Some(*unit), *second)
            }
            _ => None,
        }
    }

    /// Could a volley do its target any harm?
    pub fn may_hurt(&self, state: &State) -> bool {
        let Roll::Volley(aimed) = self else { return true };
        aimed.volley(state).is_ok_and(|volley| !hurts(&volley).is_none())
    }

    /// A few words for a list of choices.
    pub fn hint(&self, state: &State) -> String {
        match self {
            Roll::Check(units) | Roll::Forced(units) => {
                let unsure: Vec<String> = units
                    .iter()
                    .map(|(unit, check)| (*unit, obeys(state, check)))
                    .filter(|(_, chance)| !chance.is_sure())
                    .map(|(unit, chance)| format!("{} {chance}", state.name(unit)))
                    .collect();
                let rest = if unsure.len() < units.len() { ", the rest 100%" } else { "" };
                match unsure.is_empty() {
                    true => "all will be able to maneuver".to_owned(),
                    false => format!("able to maneuver: {}{rest}", unsure.join(", ")),
                }
            }
            Roll::Volley(aimed) => {
                let Ok(volley) = aimed.volley(state) else { return String::new() };
                let Some(weight) = volley.full_weight() else { return String::new() };
                let spread = odds::fire::volley(&volley);
                let deeds = |shot: odds::fire::Shot| shot.map_or(Vec::new(), |o| volley.deeds(&o));
                let hurt = hurts(&volley);
                let lost = spread.mean(|shot| f64::from(stands_lost(&deeds(shot))));
                let total = show::signed(weight.total);
                format!("{}, {total}: {hurt} hurt, {lost:.2} stands", points(weight.points))
            }
            Roll::Combat(_, combat) => {
                let won = odds::charge::effects(&state.book, combat).chance(Verdict::is_won);
                format!("{won} the attacker has the better of it")
            }
        }
    }

    /// The odds in a line for each die.
    pub fn lines(&self, state: &State) -> Vec<String> {
        match self {
            Roll::Check(units) => {
                units.iter().map(|(unit, check)| check_line(state, *unit, check)).collect()
            }
            Roll::Forced(units) => {
                let line = |(unit, check): &(UnitId, Check)| {
                    format!("{} (it must check)", check_line(state, *unit, check))
                };
                units.iter().map(line).collect()
            }
            Roll::Volley(aimed) => volley_line(state, aimed).into_iter().collect(),
            Roll::Combat(clash, combat) => vec![combat_line(state, clash, combat)],
        }
    }

    /// Every modifier with its rule, and what each effect does.
    pub fn whole(&self, state: &State) -> String {
        let book = &state.book;
        match self {
            Roll::Check(units) | Roll::Forced(units) => {
                let one = |(_, check): &(UnitId, Check)| {
                    let odds = ManeuverOdds::of(book, check);
                    let title = format!("{}: maneuver check", check.unit.described(&book.terms));
                    show::heading(&title) + &check_text(&odds, book, check)
                };
                units.iter().map(one).collect::<Vec<_>>().join("\n")
            }
            Roll::Volley(aimed) => {
                let Some(odds) = FireOdds::aimed(state, aimed) else { return String::new() };
                let who: Vec<String> = aimed
                    .who
                    .iter()
                    .map(|(unit, stands)| format!("{} ({})", state.name(*unit), stands.len()))
                    .collect();
                let at = aimed.target.unit.described(&book.terms);
                let title = format!("{} at {at}: {}", who.join(" and "), distances(aimed));
                show::heading(&title) + &volley_text(&odds, book, &aimed.target)
            }
            Roll::Combat(clash, combat) => {
                let title = format!("{}: charge combat", sides(state, clash));
                let mut text = show::heading(&title) + &combat_text(&ChargeOdds::of(book, combat));
                if let Some(first) = odds::charge::first_dice(book, combat) {
                    text += &format!("  The first dice: {}\n", chances(&first, |e| e.title()));
                }
                text
            }
        }
    }
}

fn combat(state: &State, unit: Option<UnitId>, second: bool) -> Option<Roll> {
    let clash = clashes(state).into_iter().find(|clash| {
        unit.is_none_or(|unit| clash.attackers.contains(&unit) || clash.defenders.contains(&unit))
    })?;
    let combat = Box::new(state.combat_of(&clash, second));
    Some(Roll::Combat(clash, combat))
}

fn sides(state: &State, clash: &Clash) -> String {
    let names = |units: &[UnitId]| {
        units.iter().map(|unit| state.name(*unit)).collect::<Vec<_>>().join(" and ")
    };
    format!("{} against {}", names(&clash.attackers), names(&clash.defenders))
}

/// The chance that a unit may make a maneuver.
fn obeys(state: &State, check: &Check) -> Chance {
    let total = check.reckon(&state.book).total;
    let able = engine::Die::FACES.iter().filter(|die| {
        let result = die.plus(total);
        let deeds = check.deeds(&state.book, check.effect(&state.book, result), result);
        deeds.iter().any(|deed| matches!(deed, Deed::MayManeuver { .. }))
    });
    Chance::of(able.count() as u32, 1)
}

/// `70% Double Quick, 30% Well Handled`.
fn chances<T: Copy + PartialEq>(spread: &Spread<T>, title: impl Fn(T) -> &'static str) -> String {
    let all: Vec<String> =
        spread.iter().map(|(what, chance)| format!("{chance} {}", title(what))).collect();
    all.join(", ")
}

fn check_line(state: &State, unit: UnitId, check: &Check) -> String {
    let total = show::signed(check.reckon(&state.book).total);
    let spread = odds::maneuver::check(&state.book, check);
    format!("{} {total}: {}", state.name(unit), chances(&spread, |effect| effect.title()))
}

fn volley_line(state: &State, aimed: &Aimed) -> Option<String> {
    let volley = aimed.volley(state).ok()?;
    let weight = volley.full_weight()?;
    let spread = odds::fire::volley(&volley);
    let effects = spread.map(|shot| shot.map(|outcome| outcome.effect));
    let title = |effect: Option<rulebook::FireEffect>| effect.map_or("no hit", |e| e.title());
    let lost = spread.mean(|shot| shot.map_or(0.0, |o| f64::from(stands_lost(&volley.deeds(&o)))));
    let checked = if aimed.target.charging == Charging::No {
        String::new()
    } else {
        let checked = spread.chance(|shot| shot.is_some_and(|o| o.checked));
        format!("; {checked} the charge is checked")
    };
    Some(format!(
        "{}, {}: {}; {lost:.2} stands lost on the average{checked}",
        points(weight.points),
        show::signed(weight.total),
        chances(&effects, title),
    ))
}

fn combat_line(state: &State, clash: &Clash, combat: &Combat) -> String {
    let book = &state.book;
    let total = |role| show::signed(combat.reckon(book, role).total);
    let first = odds::charge::first_dice(book, combat).unwrap_or_default();
    let won = odds::charge::effects(book, combat).chance(Verdict::is_won);
    format!(
        "{}, {} to {}: {}; in the end {won} the attacker has the better of it",
        sides(state, clash),
        total(Role::Attacker),
        total(Role::Defender),
        chances(&first, |effect| effect.title()),
    )
}

/// The chance that a volley does its target any harm.
fn hurts(volley: &Volley<'_>) -> Chance {
    let harm = |deed: &Deed| *deed != Deed::ChargeHome;
    odds::fire::volley(volley)
        .chance(|shot| shot.is_some_and(|outcome| volley.deeds(&outcome).iter().any(harm)))
}

fn points(points: FirePoints) -> String {
    let text = points.to_string();
    // One point, or a part of one.
    let one = text == "1" || (text.contains('/') && !text.contains(' '));
    let word = if one { "point" } else { "points" };
    format!("{text} {word}")
}

/// How far the stands fire: `9 stands at 5.2" to 6"`.
fn distances(aimed: &Aimed) -> String {
    let stands: u8 = aimed.firers.iter().map(|group| group.stands).sum();
    let ranges = || aimed.firers.iter().map(|group| group.range);
    match (ranges().min().map(tenths), ranges().max().map(tenths)) {
        (Some(near), Some(far)) if near != far => format!("{stands} stands at {near} to {far}"),
        (Some(near), _) => format!("{stands} stands at {near}"),
        _ => String::new(),
    }
}
