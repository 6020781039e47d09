//! What an effect lets a unit do, in a few words: how far it goes, whether it charges, what else there is.

use engine::movement::{Gait, allowance};
use engine::moves::{self, Leave};
use engine::{Deed, Emplacement, Opened, Unit};
use rulebook::{Carriage, Feature, Ground, Rulebook};

/// What a maneuver of the list that deeds open may be; nothing if they open none.
pub fn lets(book: &Rulebook, unit: &Unit, deeds: &[Deed]) -> Option<String> {
    let list = deeds.iter().find_map(|deed| match deed {
        Deed::MayManeuver { list } => Some(*list),
        _ => None,
    })?;
    let mut then = unit.clone();
    for deed in deeds {
        match deed {
            Deed::GoodOrder => then.order = engine::Order::Good,
            Deed::Reforms => then.formation = engine::Formation::Line,
            _ => {}
        }
    }
    if then.is_guns() { guns(book, &then, list) } else { troops(book, &then, list) }
}

fn troops(book: &Rulebook, unit: &Unit, list: Opened) -> Option<String> {
    let row = moves::row_of(book, unit)?;
    let far = |gait| allowance(row, gait, Ground::Open);
    let leave = Leave { list: Some(list), began: unit.order };
    let charges = moves::may_charge(book, unit, leave).is_ok();
    let moves = if charges { "move or charge" } else { "move" };
    let (full, half) = (far(Gait::Full), far(Gait::Half));
    let better = |far| {
        format!(
            "{moves} up to {far} in the open, or half as far with a change of formation, or change \
             front, face about or replenish"
        )
    };
    Some(match list {
        Opened::DoubleQuick => better(far(Gait::DoubleQuick)),
        Opened::WellHandled => better(full),
        Opened::Tardy => format!(
            "{moves} up to {half} in the open, or up to {full} and be disordered, or take up a line \
             where it stands or face about"
        ),
    })
}

fn guns(book: &Rulebook, unit: &Unit, list: Opened) -> Option<String> {
    if unit.guns.emplacement == Emplacement::Fixed {
        return Some("each gun: fire, or pivot up to 45°, or rally if it is silenced".to_owned());
    }
    let row = moves::gun_row(book, unit)?;
    let quick = moves::piece_of(book, unit).is_some_and(|piece| piece.double_quick);
    let gait = if list == Opened::DoubleQuick && quick { Gait::DoubleQuick } else { Gait::Full };
    let far = allowance(row, gait, Ground::Open);
    let heavy = book.has(Feature::Carriages) && unit.guns.carriage == Carriage::Heavy;
    Some(match list {
        Opened::Tardy => {
            format!("each gun: fire, or pivot, limber, unlimber, or move up to {far} on its limber")
        }
        _ if heavy => format!(
            "each gun one of these: fire, pivot, limber, unlimber, move up to {far} on its limber, \
             rally, replenish"
        ),
        _ => format!(
            "each gun: limber and move up to {far}, or move so far and unlimber, or pivot or \
             unlimber and fire, or rally, or replenish"
        ),
    })
}
