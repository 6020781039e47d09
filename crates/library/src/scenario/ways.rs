//! Which parts of the table hang together: from where one can march to where.
//!
//! A coarse answer, on squares: it finds a place that is cut off by water or cliffs, not one that is
//! too narrow for a line.

use std::collections::BTreeSet;

use engine::Unit;
use engine::scenario::Edge;
use engine::table::{Outline, Terrain};
use geometry::{Length, Point, Spot};
use rulebook::{Going, TerrainTrait};

use super::places::Size;

/// Who wants to march.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mover {
    /// Men on foot, and leaders.
    Foot,
    /// Men in the saddle.
    Horse,
    /// Guns.
    Guns,
}

impl Mover {
    /// Every kind.
    pub const ALL: [Mover; 3] = [Mover::Foot, Mover::Horse, Mover::Guns];

    /// As what a unit marches.
    pub fn of(unit: &Unit) -> Mover {
        match (unit.is_guns(), unit.is_mounted()) {
            (true, _) => Mover::Guns,
            (false, true) => Mover::Horse,
            (false, false) => Mover::Foot,
        }
    }
}

/// A square is half an inch wide; on large tables, one of so many to a side.
const SQUARE: f64 = 500.0;
const MOST_SQUARES: f64 = 200.0;

/// The squares of a table, each with the number of the part it belongs to; 0 where nobody can be.
pub struct Ways {
    square: f64,
    across: usize,
    parts: Vec<u32>,
}

impl Ways {
    /// The parts of a table for one kind of mover.
    pub fn new(size: Size, ground: &[&Terrain], mover: Mover) -> Ways {
        let longest = size.width.max(size.height).in_thousandths();
        let square = SQUARE.max(f64::from(longest) / MOST_SQUARES);
        let count = |side: Length| (f64::from(side.in_thousandths()) / square).ceil() as usize;
        let (across, up) = (count(size.width), count(size.height));
        let bars: Vec<&Terrain> = ground.iter().copied().filter(|p| bars(p, mover)).collect();
        let mut ways = Ways { square, across, parts: vec![1; across * up] };
        if bars.is_empty() {
            return ways;
        }
        let spans: Vec<&Terrain> = ground.iter().copied().filter(|piece| carries(piece)).collect();
        for place in 0..ways.parts.len() {
            let spot = ways.middle(place);
            let barred = bars.iter().any(|piece| is_on(piece, spot, square));
            let free = !barred || spans.iter().any(|piece| piece.contains(spot));
            ways.parts[place] = if free { u32::MAX } else { 0 };
        }
        ways.number();
        ways
    }

    /// The part that a place is in, or nothing where nobody can be.
    pub fn part(&self, at: Point) -> Option<u32> {
        let row = |along: Length| (f64::from(along.in_thousandths()) / self.square) as usize;
        let up = self.parts.len() / self.across;
        let place = row(at.y).min(up - 1) * self.across + row(at.x).min(self.across - 1);
        Some(self.parts[place]).filter(|part| *part > 0)
    }

    /// The parts that reach within so far of a place.
    pub fn around(&self, at: Point, radius: Length) -> BTreeSet<u32> {
        let far = f64::from(radius.in_thousandths()).max(self.square);
        let near = |place: &usize| self.middle(*place).minus(at.spot()).size() <= far;
        self.parts_of((0..self.parts.len()).filter(near))
    }

    /// The parts that reach an edge.
    pub fn along(&self, edge: Edge) -> BTreeSet<u32> {
        let (across, up) = (self.across, self.parts.len() / self.across);
        match edge {
            Edge::North => self.parts_of((up - 1) * across..up * across),
            Edge::South => self.parts_of(0..across),
            Edge::East => self.parts_of((0..up).map(|row| row * across + across - 1)),
            Edge::West => self.parts_of((0..up).map(|row| row * across)),
        }
    }

    fn parts_of(&self, places: impl IntoIterator<Item = usize>) -> BTreeSet<u32> {
        places.into_iter().map(|place| self.parts[place]).filter(|part| *part > 0).collect()
    }

    fn middle(&self, place: usize) -> Spot {
        let (row, column) = (place / self.across, place % self.across);
        Spot::new((column as f64 + 0.5) * self.square, (row as f64 + 0.5) * self.square)
    }

    /// Gives each part of free squares its number.
    fn number(&mut self) {
        let mut part = 0;
        for start in 0..self.parts.len() {
            if self.parts[start] != u32::MAX {
                continue;
            }
            part += 1;
            let mut reached = vec![start];
            while let Some(place) = reached.pop() {
                if self.parts[place] != u32::MAX {
                    continue;
                }
                self.parts[place] = part;
                let column = place % self.across;
                let beside = [
                    (column > 0).then(|| place - 1),
                    (column + 1 < self.across).then_some(place + 1),
                    place.checked_sub(self.across),
                    Some(place + self.across).filter(|place| *place < self.parts.len()),
                ];
                reached.extend(beside.into_iter().flatten());
            }
        }
    }
}

/// Can a mover never cross a piece?
pub fn bars(piece: &Terrain, mover: Mover) -> bool {
    piece.kind.going == Going::Impassable
        || (mover == Mover::Horse && piece.is(TerrainTrait::NoHorse))
        || (mover == Mover::Guns && piece.is(TerrainTrait::NoGuns))
}

/// Does a piece lead over what lies under it?
pub fn carries(piece: &Terrain) -> bool {
    [TerrainTrait::Road, TerrainTrait::Crossing, TerrainTrait::Defile]
        .into_iter()
        .any(|what| piece.is(what))
}

/// Does a piece lie on a square? A thin line is thick enough that no step goes through it.
fn is_on(piece: &Terrain, spot: Spot, square: f64) -> bool {
    if !piece.bounds().grown(square).holds(geometry::Bounds { low: spot, high: spot }) {
        return false;
    }
    match &piece.outline {
        Outline::Area(_) => piece.contains(spot),
        Outline::Line { .. } => piece.gap_to(spot) <= piece.half_width().max(square * 0.75),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Choices, scenario};

    /// A table with a lake across it from edge to edge, a bridge over it if asked for.
    fn ways(more: &str, mover: Mover) -> Ways {
        let text = format!(
            "format = 1\ntitle = \"Lake\"\ndate = \"\"\nperiod = \"acw\"\n\
             table = {{ width = 24, height = 24 }}\n\
             army = [{{ name = \"A\", nation = \"union\", edge = \"north\" }},\
             {{ name = \"B\", nation = \"confederate\", edge = \"south\" }}]\n{more}"
        );
        let (battle, _) = scenario(&text, "lake.toml", &Choices::new()).unwrap();
        let table = &battle.position.table;
        let size = Size { width: table.width(), height: table.height(), guessed: false };
        Ways::new(size, &table.pieces().iter().collect::<Vec<_>>(), mover)
    }

    const LAKE: &str =
        "[[terrain]]\nkind = \"water\"\nrectangle = { from = [0, 10], to = [24, 13] }\n";
    const BRIDGE: &str = "[[terrain]]\nkind = \"bridge\"\nline = [[12, 9], [12, 14]]\n";
    const CLIFF: &str = "[[terrain]]\nkind = \"cliff\"\nline = [[0, 3], [24, 20]]\nwidth = 0\n";
    const ABATIS: &str = "[[terrain]]\nkind = \"abatis\"\nline = [[0, 12], [24, 12]]\n";

    #[test]
    fn open_ground_hangs_together() {
        let ways = ways("", Mover::Foot);
        assert_eq!(ways.part(Point::inches(1, 1)), ways.part(Point::inches(24, 24)));
        assert_eq!(ways.around(Point::inches(0, 0), Length::inches(2)).len(), 1);
    }

    #[test]
    fn water_parts_the_table_and_a_bridge_joins_it() {
        let (south, lake, north) =
            (Point::inches(4, 2), Point::inches(4, 11), Point::inches(4, 20));
        let parted = ways(LAKE, Mover::Foot);
        assert_ne!(parted.part(south), parted.part(north));
        assert_eq!(parted.part(lake), None);
        assert_eq!(parted.along(Edge::West).len(), 2);
        assert_eq!(parted.along(Edge::North), parted.part(north).into_iter().collect());
        let joined = ways(&format!("{LAKE}{BRIDGE}"), Mover::Guns);
        assert_eq!(joined.part(south), joined.part(north));
        assert_eq!(joined.part(lake), None);
    }

    #[test]
    fn a_line_without_width_parts_it_too_at_any_angle() {
        let ways = ways(CLIFF, Mover::Foot);
        assert_ne!(ways.part(Point::inches(20, 2)), ways.part(Point::inches(2, 20)));
    }

    #[test]
    fn felled_trees_stop_horse_and_guns_and_nobody_else() {
        let joined = |mover| {
            let ways = ways(ABATIS, mover);
            ways.part(Point::inches(4, 2)) == ways.part(Point::inches(4, 20))
        };
        assert_eq!(Mover::ALL.map(joined), [true, false, false]);
    }
}
