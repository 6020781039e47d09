//! The orders of a battle back to text.

use engine::battle::{Firing, Order};
use engine::moves::Presenting;
use engine::table::UnitId;

use super::super::{Order as Told, Orders, Special};
use super::{heading, if_so, point, points, quoted, refuse, step};

const STEEL: &str = " with cold steel";

pub(in super::super) fn battle(orders: &Orders<'_>, rules: &[&str], order: &Order) -> String {
    let name = |id: UnitId| orders.name(id);
    let told = |unit: UnitId, what: &str| format!("{}: {what}", orders.name(unit));
    let as_told = |unit: UnitId, order: &Told| {
        format!("{}: {}", orders.name(unit), super::order(orders, Some(unit), order))
    };
    match order {
        Order::Done => "done".to_owned(),
        Order::Resign => "resign".to_owned(),
        Order::Enter { unit, at } => format!("enter {} at {}", name(*unit), point(*at)),
        Order::Attach { leader, unit, way } => {
            let by = if way.is_empty() { String::new() } else { format!(" by {}", points(way)) };
            format!("attach {} to {}{by}", leader_name(orders, *leader), name(*unit))
        }
        Order::Detach { leader, to } => {
            format!("detach {} to {}", leader_name(orders, *leader), point(*to))
        }
        Order::Check { leader, units } => {
            let who = leader.map_or("alone".to_owned(), |leader| leader_name(orders, leader));
            let units: Vec<String> = units.iter().map(|unit| name(*unit)).collect();
            format!("check {who}: {}", units.join(", "))
        }
        Order::Use { rule, unit } => {
            let rule = rules.get(*rule).copied().unwrap_or_default();
            format!("use {}: {}", quoted(rule), name(*unit))
        }
        Order::Charge { unit, target, bend, disordered, steel } => {
            let bend = bend.map_or(String::new(), |bend| format!(" {}", step(bend)));
            let (wild, steel) = (if_so(*disordered, " disordered"), if_so(*steel, STEEL));
            told(*unit, &format!("charge {}{bend}{wild}{steel}", name(*target)))
        }
        Order::Countercharge { unit, charger, steel } => {
            let steel = if_so(*steel, STEEL);
            told(*unit, &format!("countercharge {}{steel}", name(*charger)))
        }
        Order::Square { unit } => told(*unit, "hasty square"),
        Order::Present { unit, how } => {
            let how = match how {
                Presenting::AsItStands { flanks } => refuse(Some(*flanks), ""),
                Presenting::ToFlank { to } => format!(" to flank {to}"),
                Presenting::ToRear => " to rear".to_owned(),
            };
            told(*unit, &format!("present bayonets{how}"))
        }
        Order::RejoinHasty { unit } => told(*unit, "rejoin hasty"),
        Order::Shelter { unit, stand, host } => {
            told(*unit, &format!("gun {} shelter in {}", number(*stand), name(*host)))
        }
        Order::Evade { unit, behind } => {
            let behind = behind.map_or(String::new(), |friend| format!(" behind {}", name(friend)));
            told(*unit, &format!("evade{behind}"))
        }
        Order::Stand { unit } => told(*unit, "stand"),
        Order::PressOn { unit } => told(*unit, "press on"),
        Order::Carry { unit } => told(*unit, "carry"),
        Order::Recall { unit, to } => {
            told(*unit, &format!("recall to {} facing {}", point(to.at), heading(to.heading)))
        }
        Order::GoBack { unit } => told(*unit, "go back"),
        Order::Maneuver { unit, maneuver } => as_told(*unit, &Told::Troops(maneuver.clone())),
        Order::Gun { unit, stand, maneuver } => {
            as_told(*unit, &Told::Gun { stand: *stand, maneuver: maneuver.clone() })
        }
        Order::CrewReturns { unit, stand } => {
            as_told(*unit, &Told::Special(Special::CrewReturns { stand: *stand }))
        }
        Order::Storm { unit, how, steel } => {
            let storm = as_told(*unit, &Told::Special(Special::Storm(Box::new(how.clone()))));
            format!("{storm}{}", if_so(*steel, STEEL))
        }
        Order::Send { unit, how } => {
            as_told(*unit, &Told::Special(Special::Send(Box::new(how.clone()))))
        }
        Order::Rejoin { unit } => told(*unit, "rejoin"),
        Order::RunToHorses { unit } => told(*unit, "run to horses"),
        Order::MoveLeader { leader, way } => {
            format!("leader {} to {}", leader_name(orders, *leader), points(way))
        }
        Order::Fire { target, firers, passing } => {
            let firers: Vec<String> = firers.iter().map(|firing| firer(orders, firing)).collect();
            let passing = passing.map_or(String::new(), |moment| format!(" passing {moment}"));
            format!("fire at {}: {}{passing}", name(*target), firers.join(", "))
        }
        Order::Fight { unit } => format!("fight {}", name(*unit)),
        Order::Lose { unit, stands } => told(*unit, &format!("lose stands {}", numbers(stands))),
        Order::Pick { unit, stand } => {
            let gun = stand.map_or(String::new(), |stand| format!(" gun {}", number(stand)));
            format!("pick {}{gun}", name(*unit))
        }
    }
}

fn firer(orders: &Orders<'_>, firing: &Firing) -> String {
    let stands =
        firing.stands.as_ref().map_or(String::new(), |s| format!(" stands {}", numbers(s)));
    format!("{}{stands}", orders.name(firing.unit))
}

fn leader_name(orders: &Orders<'_>, leader: u16) -> String {
    let found = orders.position.leaders.get(usize::from(leader));
    quoted(found.map_or("", |leader| leader.shown_name()))
}

fn number(stand: u8) -> u16 {
    u16::from(stand) + 1
}

fn numbers(stands: &[u8]) -> String {
    stands.iter().map(|stand| number(*stand).to_string()).collect::<Vec<_>>().join(" ")
}
