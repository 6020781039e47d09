//! What happens seldom: what is given, what comes of orders, and questions.

use engine::moves::{
    self, CrewFate, Detachment, Leave, Maneuver, Plan, Refusal, Rejoined, Retreat, Running,
};
use engine::table::{Placed, UnitId, command_stand, is_too_small, label_stand, lose};
use library::order::{Retreating, Special};
use toml::Value;

use super::case::Case;
use super::compare::Facts;
use super::facts::{gun, inches, names, not_allowed, paid, place, planned, refused};
use super::facts::{retreated, stand, standing, text};
use super::setup::Board;

fn detachment_of(board: &Board, id: UnitId) -> Option<Detachment> {
    let of = |one: &&Detachment| one.skirmishers == id || one.regiment == id;
    board.detachments.iter().find(of).copied()
}

/// The skirmishers' detachment, if the unit is one.
pub fn skirmishers(board: &Board, id: UnitId) -> Option<Detachment> {
    detachment_of(board, id).filter(|one| one.skirmishers == id)
}

/// A maneuver of troops, within the limits of skirmishers and of those who have some out.
pub fn maneuver(
    board: &Board,
    id: UnitId,
    leave: Leave,
    maneuver: &Maneuver,
) -> Result<Plan, Refusal> {
    let (book, position) = (&board.book, &board.scenario.position);
    match detachment_of(board, id) {
        Some(one) if one.skirmishers == id => {
            moves::check_skirmishers(book, position, one, leave, maneuver)
        }
        Some(one) => moves::check_regiment(book, position, one, leave, maneuver),
        None => moves::check(book, position, id, leave, maneuver),
    }
}

/// What an order for what happens seldom brings.
pub fn of(board: &Board, case: &Case, id: UnitId, special: &Special) -> Result<Facts, String> {
    let (book, position) = (&board.book, &board.scenario.position);
    let placed = position.unit(id);
    let leave = Leave { list: case.list, began: case.began.unwrap_or(placed.unit.order) };
    let done = |plan: Result<Plan, Refusal>| match plan {
        Ok(plan) => planned(board, &plan),
        Err(refusal) => refused(board, &refusal),
    };
    let own = || detachment_of(board, id).ok_or("it has no skirmishers out and is none");
    let back = |rejoined: Result<Rejoined, Refusal>| match rejoined {
        Ok(whole) => whole_again(&whole),
        Err(refusal) => refused(board, &refusal),
    };
    Ok(match special {
        Special::Storm(how) => done(moves::storm(book, position, id, leave, how)),
        Special::StormWon { lost, then, refuse } => {
            let mut without = position.clone();
            let beaten = position.unit(*lost).clone();
            let front = beaten.front_rank().to_vec();
            without.set(*lost, Placed { stands: Vec::new(), ..beaten });
            done(moves::storm_won(book, &without, id, &front, (*then, *refuse)))
        }
        Special::StormThrownBack => planned(board, &moves::storm_thrown_back(book, position, id)),
        Special::StormLost => retreated(board, &moves::storm_lost(book, position, id)),
        Special::Shelter { stand, host, against } => {
            match moves::shelter(book, position, (id, *stand), *host, against) {
                Ok(plan) => gun(board, placed, *stand, &plan),
                Err(refusal) => refused(board, &refusal),
            }
        }
        Special::CrewReturns { stand } => match moves::crew_returns(book, position, (id, *stand)) {
            Ok(plan) => gun(board, placed, *stand, &plan),
            Err(refusal) => refused(board, &refusal),
        },
        Special::Send(how) => {
            let out = detachment_of(board, id).is_some();
            match moves::send_skirmishers(book, position, (id, out), leave, how) {
                Err(refusal) => refused(board, &refusal),
                Ok(sent) => {
                    let mut facts = planned(board, &sent.regiment);
                    let end = &sent.skirmishers.end;
                    facts.insert(
                        "skirmishers",
                        Value::Array(end.stands.iter().map(stand).collect()),
                    );
                    facts.insert("skirmishers-order", text(end.unit.order.name()));
                    if sent.skirmishers.cost.is_some() {
                        paid(&mut facts, sent.skirmishers.cost);
                    }
                    facts
                }
            }
        }
        Special::Rejoin => {
            let one = own()?;
            if one.regiment == id {
                back(moves::take_up(book, position, one, leave))
            } else {
                back(moves::rejoin(book, position, one, leave))
            }
        }
        Special::HastyRejoin { against } => {
            back(moves::hasty_rejoin(book, position, own()?, against))
        }
        Special::RunToRegiment => ran(board, &moves::run_to_regiment(book, position, own()?)),
        Special::RunToHorses => match moves::run_to_horses(book, position, id) {
            Ok(retreat) => retreated(board, &retreat),
            Err(refusal) => refused(board, &refusal),
        },
        Special::Lose(lost) => match lose(&book.bases, placed, lost) {
            Err(refusal) => {
                let mut facts = not_allowed();
                facts.insert("refused", text(refusal.rule().to_string()));
                facts
            }
            Ok(left) => {
                let mut facts = planned(board, &standing_plan(left.clone()));
                let alone = skirmishers(board, id).is_none();
                facts.insert("off-table", (alone && is_too_small(&left)).into());
                let level = left.unit.strength.level();
                facts.insert("level", text(level.name()));
                facts
            }
        },
    })
}

/// A plan that leaves a unit standing so.
fn standing_plan(end: Placed) -> Plan {
    Plan {
        end,
        path: Vec::new(),
        cost: None,
        ground: rulebook::Ground::Open,
        pieces: Vec::new(),
        passed: Vec::new(),
        disordered: Vec::new(),
        marks: rulebook::Set::new(),
    }
}

fn whole_again(whole: &Rejoined) -> Facts {
    let mut facts = Facts::from([("allowed", true.into()), ("rejoins", true.into())]);
    facts.insert("at", place(whole.regiment.anchor.at));
    standing(&mut facts, &whole.regiment);
    paid(&mut facts, whole.cost);
    let waiting = whole.waiting.as_ref().map_or(0, |group| group.stands.len());
    facts.insert("waiting", Value::Integer(waiting as i64));
    facts
}

/// How skirmishers ran.
pub fn ran(board: &Board, running: &Running) -> Facts {
    match running {
        Running::Rejoins(whole) => whole_again(whole),
        Running::Runs(retreat) => {
            let mut facts = retreated(board, retreat);
            facts.insert("rejoins", false.into());
            facts
        }
    }
}

/// A retreat: skirmishers go to their regiment, who comes by his horses mounts.
pub fn retreat(board: &Board, id: UnitId, how: Retreating, retreat: Retreat) -> Facts {
    let (book, position) = (&board.book, &board.scenario.position);
    match (skirmishers(board, id), how) {
        (Some(own), Retreating::Full { .. }) => {
            ran(board, &moves::run_to_regiment(book, position, own))
        }
        (Some(own), _) => ran(board, &moves::skirmishers_retreat(book, position, own, retreat)),
        (None, _) => {
            let placed = position.unit(id);
            retreated(board, &moves::mounts_on_the_way(book, placed, retreat))
        }
    }
}

/// A question of these; nothing if it is none.
pub fn ask(board: &Board, words: &[&str]) -> Option<Result<Facts, String>> {
    let found = match words {
        ["in-front", a, b] => asked_front(board, a, b),
        ["target", a, gun] => asked_gun(board, a, gun).map(|gun| {
            let yes = moves::gun_is_target(&board.scenario.position, gun);
            Facts::from([("answer", yes.into())])
        }),
        ["taken", a, gun] => asked_gun(board, a, gun).map(|gun| {
            let by = moves::gun_taken_by(&board.scenario.position, gun);
            let list: Vec<UnitId> = by.into_iter().collect();
            Facts::from([("answer", by.is_some().into()), ("by", names(board, &list))])
        }),
        ["fate", a, gun] => asked_gun(board, a, gun).map(|gun| {
            let word = match moves::crew_fate(&board.book, &board.scenario.position, gun) {
                CrewFate::Stays => "stays",
                CrewFate::Returns(_) => "returns",
                CrewFate::Lost => "lost",
            };
            Facts::from([("answer", text(word))])
        }),
        ["crews", a] => board.unit(a).map(|host| {
            let crews = moves::crews_with(&board.scenario.position, host);
            let name = |(id, stand): &(UnitId, u8)| {
                let unit = &board.scenario.position.unit(*id).unit;
                text(format!("{} {}", unit.name, stand + 1))
            };
            Facts::from([("answer", Value::Array(crews.iter().map(name).collect()))])
        }),
        ["fires", a] => board.unit(a).map(|id| {
            let placed = board.scenario.position.unit(id);
            let fire = placed.shape.stands_to_fire(placed.stands.len() as u8);
            Facts::from([("answer", Value::Integer(i64::from(fire)))])
        }),
        ["marked", a] => board.unit(a).map(|id| {
            let placed = board.scenario.position.unit(id);
            let both = [command_stand(placed), label_stand(placed)].into_iter().flatten();
            let both = both.map(|stand| Value::Integer(i64::from(stand) + 1)).collect();
            Facts::from([("answer", Value::Array(both))])
        }),
        ["most-skirmishers", stands] => stands
            .parse()
            .map(|stands| {
                let most = i64::from(moves::most_skirmishers(stands));
                Facts::from([("answer", Value::Integer(most))])
            })
            .map_err(|_| format!("`{stands}` is no number")),
        ["together", a, b] => board.unit(a).and_then(|a| {
            let b = board.unit(b)?;
            let position = &board.scenario.position;
            let level = moves::level_together(position.unit(a), position.unit(b));
            Ok(Facts::from([("answer", text(level.name()))]))
        }),
        ["horses", a] => board.unit(a).and_then(|id| {
            let placed = board.scenario.position.unit(id);
            let far = moves::way_to_horses(placed).ok_or("it has none")?;
            let at = moves::is_at_its_horses(&board.book.bases, placed);
            Ok(Facts::from([("answer", at.into()), ("length", inches(far))]))
        }),
        _ => return None,
    };
    Some(found)
}

fn asked_front(board: &Board, a: &str, b: &str) -> Result<Facts, String> {
    let position = &board.scenario.position;
    let (a, b) = (position.unit(board.unit(a)?), position.unit(board.unit(b)?));
    Ok(Facts::from([("answer", moves::is_in_front(b, &a.stands).into())]))
}

fn asked_gun(board: &Board, name: &str, number: &str) -> Result<(UnitId, u8), String> {
    let number: u8 = number.parse().map_err(|_| format!("`{number}` is no gun stand"))?;
    let stand = number.checked_sub(1).ok_or("gun stands are numbered from 1")?;
    Ok((board.unit(name)?, stand))
}
