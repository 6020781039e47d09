//! What is no defect of a scenario, and perhaps not meant either.

use std::collections::BTreeSet;
use std::sync::Arc;

use engine::Formation;
use engine::battle::State;
use engine::scenario::{Edge, Scenario};
use engine::table::{Placed, UnitId};
use geometry::{Bounds, Length};
use rulebook::Rulebook;

use super::format;
use crate::Defect;
use crate::decode::{Source, Table};

/// So near to the edge before it, a unit looks the wrong way.
const NEAR: Length = Length::inches(6);

/// Everything worth a second look in a file that has no defect.
pub fn of(text: &str, file: &str, scenario: &Scenario, book: &Rulebook) -> Vec<Defect> {
    let rules = BTreeSet::new();
    let source = Source::new(file, text, &rules);
    let mut root = source.parse();
    format::bring_up_to_date(&source, &mut root, &format::STEPS);
    if let Some(root) = Table::of(&source, &root) {
        whole(&root, scenario);
        units(&root.tables("unit"), scenario, book);
    }
    source.into_defects()
}

fn whole(root: &Table<'_>, scenario: &Scenario) {
    if scenario.notes.is_empty() {
        let message = "no `notes`: players want to know what is documented and what is a guess";
        root.defect_at("title", message.to_owned(), None);
    }
    if scenario.key_positions.is_empty() {
        let message = "no `[[key-position]]`: nothing but losses decides who wins";
        root.defect_at("title", message.to_owned(), None);
    }
}

fn units(tables: &[Table<'_>], scenario: &Scenario, book: &Rulebook) {
    let (state, _) = State::start(Arc::new(scenario.clone()), Arc::new(book.clone()));
    for (place, table) in tables.iter().enumerate() {
        let id = UnitId(place as u16);
        let placed = scenario.position.unit(id);
        let name = &placed.unit.name;
        let Some(chief) = scenario.commands[place] else {
            table.defect_at("name", format!("{name} has no leader: no `command`"), None);
            continue;
        };
        if placed.stands.is_empty() {
            continue;
        }
        // At night nobody but a leader who is attached commands anybody.
        if !state.is_night() && state.leaders_of(id).is_empty() {
            let chief = &scenario.position.leaders[usize::from(chief)].name;
            let message =
                format!("{name} begins out of command: {chief} is too far off, or does not see it");
            table.defect_at("command", message, None);
        }
        if let Some((edge, far)) = before(placed, scenario.position.table.bounds())
            && far <= NEAR
        {
            let message = format!("{name} faces the {edge} edge, {far} away");
            table.defect_at("facing", message, None);
        }
    }
}

/// The edge that a unit looks at, and how far it is from the middle of its front.
fn before(placed: &Placed, table: Bounds) -> Option<(Edge, Length)> {
    if placed.unit.formation == Formation::Garrison {
        return None;
    }
    let at = placed.anchor.at.spot();
    let (sin, cos) = placed.anchor.heading.sin_cos();
    let far = |room: f64, pace: f64| (pace > 1e-6).then(|| (room / pace).max(0.0));
    let ways = [
        (Edge::North, far(table.high.y - at.y, cos)),
        (Edge::East, far(table.high.x - at.x, sin)),
        (Edge::South, far(at.y - table.low.y, -cos)),
        (Edge::West, far(at.x - table.low.x, -sin)),
    ];
    let found = ways.into_iter().filter_map(|(edge, far)| Some((edge, far?)));
    let (edge, far) = found.min_by(|one, other| one.1.total_cmp(&other.1))?;
    let tenths = (far / 100.0).round().min(1e6) as i32;
    Some((edge, Length::thousandths(tenths * 100)))
}
