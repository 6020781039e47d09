//! A file that is not right yet, as far as it can be read: for a map of what is there.

use engine::Unit;
use engine::formations::Shape;
use engine::scenario::{Army, Arriving, Clock, Edge, KeyPosition, Post, Scenario};
use engine::table::{Leader, Placed, Rank, Terrain, UnitId};
use geometry::{Bounds, Point, Pose};
use rulebook::{LeaderRating, Nation, Rulebook};

use super::places::{self, Size};
use super::{Armies, Asked, Reading, format, leaders, units};
use crate::decode::{Source, Table};
use crate::rulebooks::Choices;
use crate::{Defect, Defects};

/// A battle with the gaps that its defects leave.
pub struct Drafted {
    /// What could be read. A unit that could not has no stands.
    pub scenario: Scenario,
    /// The rules of its war.
    pub book: Rulebook,
    /// What is wrong.
    pub flaws: Vec<Flaw>,
}

/// A defect, and the ground on the table that it is about.
pub struct Flaw {
    /// The defect.
    pub defect: Defect,
    /// The box around it, where it is about something that has a place.
    pub around: Option<Bounds>,
}

/// Reads a file with defects as far as it can be read: its war and its table must be known.
pub fn draft(text: &str, file: &str) -> Result<Drafted, Defects> {
    let choices = Choices::new();
    let reading = Reading::new(&choices, Asked::Draft);
    let rules = std::collections::BTreeSet::new();
    let source = Source::new(file, text, &rules);
    let mut root = source.parse();
    let known = format::bring_up_to_date(&source, &mut root, reading.steps);
    let found = if known { reading.of(&source, &root, super::id_of(file)) } else { None };
    let owners = Table::of(&source, &root).map(|root| Owners::new(&root)).unwrap_or_default();
    let defects = source.into_defects();
    let Some((scenario, book)) = found else { return Err(Defects(defects)) };
    let flaw = |defect: Defect| {
        let around =
            owners.of(defect.line).and_then(|(list, place)| around(&scenario, list, place));
        Flaw { defect, around }
    };
    let flaws = defects.into_iter().map(flaw).collect();
    Ok(Drafted { scenario, book, flaws })
}

/// The lines at which the tables of a file begin, each with its list and its place there.
#[derive(Default)]
struct Owners(Vec<(usize, &'static str, usize)>);

impl Owners {
    fn new(root: &Table<'_>) -> Owners {
        let mut lines = Vec::new();
        for list in super::PARTS.into_iter().filter(|list| *list != "clock") {
            let tables = root.tables(list);
            lines.extend(tables.iter().enumerate().map(|(at, table)| (table.line(), list, at)));
        }
        lines.sort_unstable();
        Owners(lines)
    }

    /// The table that a line is in.
    fn of(&self, line: usize) -> Option<(&'static str, usize)> {
        let (_, list, place) = self.0.iter().rev().find(|(from, ..)| *from <= line)?;
        Some((list, *place))
    }
}

/// The ground that something in a list takes.
fn around(scenario: &Scenario, list: &str, place: usize) -> Option<Bounds> {
    let at = |point: Point| Bounds { low: point.spot(), high: point.spot() };
    let comes = |who: Arriving| {
        let arrival = scenario.arrivals.iter().find(|arrival| arrival.who == who)?;
        arrival.at.map(at)
    };
    match list {
        "unit" => {
            let placed = scenario.position.units().get(place)?;
            let stands = placed.bounds();
            let anchor = (placed.anchor.at != Point::default()).then(|| at(placed.anchor.at));
            stands.or_else(|| comes(Arriving::Unit(UnitId(place as u16)))).or(anchor)
        }
        "leader" => {
            let leader = scenario.position.leaders.get(place)?;
            leader.at.map(at).or_else(|| comes(Arriving::Leader(place as u16)))
        }
        _ => None,
    }
}

/// What was read of a file, with a gap for everything that could not be.
pub struct Gaps<'a> {
    pub root: &'a Table<'a>,
    pub book: &'a Rulebook,
    pub size: Size,
    pub known: &'a Armies,
    pub armies: &'a mut Vec<Option<Army>>,
    pub clock: &'a mut Option<Clock>,
    pub ground: &'a mut Vec<Option<Terrain>>,
    pub units: &'a mut [Option<units::Ready>],
    pub leaders: &'a mut [Option<leaders::Ready>],
    pub key_positions: &'a mut Vec<Option<KeyPosition>>,
}

/// Puts something harmless into every gap, so that all numbers stay what they are.
pub fn fill(gaps: Gaps<'_>) {
    let Gaps { root, book, size, known, .. } = gaps;
    let nation = |place: usize| -> Nation {
        let own = known.nations.get(place).copied().flatten();
        own.or(book.nations.get(place).copied()).unwrap_or(book.nations[0])
    };
    let army_of = |table: &Table<'_>| {
        let name = table.maybe_text("army");
        known.names.iter().position(|known| *known == name).unwrap_or(0)
    };
    gaps.armies.truncate(2);
    gaps.armies.resize(2, None);
    for (place, army) in gaps.armies.iter_mut().enumerate() {
        army.get_or_insert_with(|| Army {
            name: known.names.get(place).cloned().unwrap_or_default(),
            nation: nation(place),
            edge: [Edge::South, Edge::North][place],
            heavy_casualties: None,
            greater_losses: None,
        });
    }
    gaps.clock.get_or_insert(Clock::of(8));
    gaps.ground.retain(Option::is_some);
    gaps.key_positions.retain(Option::is_some);
    for (table, unit) in root.tables("unit").iter().zip(gaps.units) {
        if unit.is_some() {
            continue;
        }
        let army = army_of(table);
        let at = table.maybe("at").and_then(|_| places::point(table, "at", size));
        let mut nobody = Unit::new(nation(army));
        nobody.name = table.maybe_text("name");
        let (side, shape) = (Armies::side(army), Shape::Apart { stands: Vec::new() });
        let anchor = Pose::new(at.unwrap_or_default(), Default::default());
        let placed = Placed::new(nobody, side, shape, anchor, &book.bases).ok();
        *unit =
            placed.map(|placed| units::Ready { placed, command: None, entry: None, screen: None });
    }
    for (table, leader) in root.tables("leader").iter().zip(gaps.leaders) {
        leader.get_or_insert_with(|| leaders::Ready {
            leader: Leader {
                name: table.maybe_text("name"),
                side: Armies::side(army_of(table)),
                rank: Rank::Brigade,
                rating: LeaderRating::Able,
                at: table.maybe("at").and_then(|_| places::point(table, "at", size)),
                attached: None,
                dismounted: false,
                of_artillery: false,
                masses_guns: false,
            },
            post: Post { superior: None, successor: None },
            entry: None,
        });
    }
}
