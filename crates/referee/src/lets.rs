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
        let turn = moves::FIXED_PIVOT.in_hundredths() / 100;
        // Rally and replenish are not on the Tardy list (GUN-RALLY-WH-ONLY).
        let more = if list == Opened::Tardy { "" } else { ", or rally, or replenish" };
        return Some(format!("each gun: fire, or pivot up to {turn}°{more}"));
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
        _ => {
            let flies = list == Opened::DoubleQuick && unit.guns.carriage == Carriage::Flying;
            let flying =
                "; as flying artillery also limber, move and unlimber, or move, unlimber and fire";
            format!(
                "each gun: limber and move up to {far}, or move so far and unlimber, or pivot or \
                 unlimber and fire, or rally, or replenish{}",
                if flies { flying } else { "" }
            )
        }
    })
}

#[cfg(test)]
mod tests {
    use library::record::{Beginning, Game};

    use super::*;

    /// What an effect lets a battery of a battle do.
    fn guns_of(battle: &str, which: fn(&Unit) -> bool, list: Opened) -> String {
        let text = library::battle(battle).expect("a battle that comes with the program");
        let beginning =
            Beginning { name: battle.to_owned(), text: text.to_owned(), ..Beginning::default() };
        let state = Game::begin(beginning).expect("a battle without defects").0.state;
        let mut units = state.position.ids().map(|id| &state.unit(id).unit);
        let unit = units.find(|unit| unit.is_guns() && which(unit)).expect("such a battery");
        lets(&state.book, unit, &[Deed::MayManeuver { list }]).expect("words")
    }

    #[test]
    fn fixed_guns_rally_when_well_handled_and_not_when_tardy() {
        let fixed = |list| {
            guns_of("maw-cerro-gordo", |unit| unit.guns.emplacement == Emplacement::Fixed, list)
        };
        assert!(!fixed(Opened::Tardy).contains("rally"));
        assert!(fixed(Opened::WellHandled).contains("rally, or replenish"));
    }

    #[test]
    fn flying_artillery_does_three_things_at_the_double_quick_alone() {
        let flying =
            |list| guns_of("maw-palo-alto", |unit| unit.guns.carriage == Carriage::Flying, list);
        assert!(flying(Opened::DoubleQuick).contains("limber, move and unlimber"));
        assert!(!flying(Opened::WellHandled).contains("flying"));
    }
}
