//! Writes the orders for what happens seldom.

use engine::Formation;
use engine::moves::{Sending, Storming};
use engine::table::{Lost, UnitId};

use super::super::special::Special;
use super::super::{Charge, Orders};
use super::{charges, heading, inches, point, refusing, steps, troops};

pub(super) fn order(orders: &Orders<'_>, unit: Option<UnitId>, special: &Special) -> String {
    let against = |list: &[Charge]| format!("against {}", charges(orders, unit, list));
    match special {
        Special::Storm(how) => storm(orders, how),
        Special::StormWon { lost, then: to, refuse } => {
            format!("storm won {}{}{}", orders.name(*lost), then(*to), refusing(*refuse))
        }
        Special::StormThrownBack => "storm thrown back".to_owned(),
        Special::StormLost => "storm lost".to_owned(),
        Special::Shelter { stand, host, against: list } => {
            let number = u16::from(*stand) + 1;
            format!("gun {number} shelter in {} {}", orders.name(*host), against(list))
        }
        Special::CrewReturns { stand } => format!("gun {} return", u16::from(*stand) + 1),
        Special::Send(how) => send(orders, unit, how),
        Special::Rejoin => "rejoin".to_owned(),
        Special::HastyRejoin { against: list } => format!("rejoin hasty {}", against(list)),
        Special::RunToRegiment => "run to regiment".to_owned(),
        Special::RunToHorses => "run to horses".to_owned(),
        Special::Lose(Lost::Any(stands)) => format!("lose {stands}"),
        Special::Lose(Lost::These(stands)) => {
            let numbers = stands.iter().map(|stand| (u16::from(*stand) + 1).to_string());
            format!("lose stands {}", numbers.collect::<Vec<_>>().join(" "))
        }
    }
}

fn then(to: Option<Formation>) -> String {
    to.map_or(String::new(), |to| format!(" then {}", to.name().replace('-', " ")))
}

fn storm(orders: &Orders<'_>, how: &Storming) -> String {
    let by = how.by.map_or(String::new(), |by| format!(" by {}", inches(by)));
    let charge = how.charge.map_or(String::new(), |at| format!(" charge {}", orders.name(at)));
    let defile = orders.piece_name(how.defile);
    format!("storm {defile}{by}{charge}{}{}", then(how.then), refusing(how.refuse))
}

fn send(orders: &Orders<'_>, unit: Option<UnitId>, how: &Sending) -> String {
    let gaps: String = how.gaps.iter().map(|gap| format!(" {}", inches(*gap))).collect();
    let gaps = if gaps.is_empty() { gaps } else { format!(" gaps{gaps}") };
    let at = how
        .at
        .map_or(String::new(), |at| format!(" at {} facing {}", point(at.at), heading(at.heading)));
    let way = match how.steps.as_slice() {
        [] => String::new(),
        way => format!(" then {}", steps(way)),
    };
    let with = how.change.as_ref();
    let with = with.map_or(String::new(), |with| format!(" with {}", troops(orders, unit, with)));
    format!("send {}{gaps}{at}{way}{}{with}", how.stands, refusing(how.refuse))
}
