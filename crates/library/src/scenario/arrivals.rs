//! Who comes later, and over which edge.

use engine::scenario::Edge;
use geometry::{Length, Point};

use super::places::{self, Size};
use crate::decode::Table;

/// When and where somebody comes.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The turn, from 1.
    pub turn: u8,
    /// The edge.
    pub edge: Edge,
    /// The place on it; nothing for anywhere.
    pub at: Option<Point>,
    /// The least die with which it comes.
    pub die: Option<u8>,
}

/// The table under `arrives`: a turn, and an edge or a place on one.
pub fn entry(table: &Table<'_>, size: Size) -> Option<Entry> {
    let inner = table.table("arrives")?;
    let turn: Option<u8> = inner.number("turn");
    if turn == Some(0) {
        inner.defect_at("turn", "turns are counted from 1".into(), None);
    }
    let at = inner.maybe("at").map(|_| places::point(&inner, "at", size));
    let edge: Option<Edge> = inner.maybe_name("edge");
    let named = inner.maybe("edge").is_some();
    let found = match (edge, at) {
        (Some(edge), Some(Some(point)))
            if !size.guessed && !edges_of(point, size).contains(&edge) =>
        {
            inner.defect_at("at", format!("this place is not on the {edge} edge"), None);
            None
        }
        (Some(edge), _) => Some(edge),
        (None, Some(Some(point))) if !named => only_edge(&inner, point, size),
        (None, None) if !named => {
            inner.defect("an `edge` is missing, or `at` on one".to_owned());
            None
        }
        (None, _) => None,
    };
    let die: Option<u8> = inner.maybe_number("die");
    if die.is_some_and(|die| !(2..=10).contains(&die)) {
        inner.defect_at("die", "it comes on a die from 2 to 10 or more".into(), None);
    }
    if die.is_some() && (turn == Some(1) || at.is_none()) {
        let message = "a die is rolled from turn 2 on, for an entry `at` a place".to_owned();
        inner.defect_at("die", message, None);
    }
    inner.finish();
    let at = match at {
        None => None,
        Some(point) => Some(point?),
    };
    Some(Entry { turn: turn.filter(|turn| *turn > 0)?, edge: found?, at, die })
}

/// The edges that a place lies on: none inside, two at a corner.
fn edges_of(point: Point, size: Size) -> Vec<Edge> {
    let lies = |edge: &Edge| match edge {
        Edge::North => point.y == size.height,
        Edge::East => point.x == size.width,
        Edge::South => point.y == Length::ZERO,
        Edge::West => point.x == Length::ZERO,
    };
    Edge::ALL.iter().copied().filter(lies).collect()
}

fn only_edge(table: &Table<'_>, point: Point, size: Size) -> Option<Edge> {
    match edges_of(point, size).as_slice() {
        [edge] => Some(*edge),
        [] if size.guessed => None,
        [] => {
            table.defect_at("at", "this place is on no edge of the table".into(), None);
            None
        }
        _ => {
            table.defect_at("at", "this corner is on two edges: say which `edge`".into(), None);
            None
        }
    }
}
