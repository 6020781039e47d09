//! Ways around what nobody can cross: the table as a coarse grid, and how far each cell is from an aim.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use engine::table::Table;
use geometry::Spot;
use rulebook::{Going, Obstacle, TerrainTrait};

use crate::situation::INCH;

/// The side of a cell.
const CELL: f64 = 2.0 * INCH;
/// What crossing a major obstacle costs, in cells.
const SCALING: u32 = 40;
/// A cell that nobody can cross.
const CLOSED: u32 = u32::MAX;

/// The table as cells, each with what crossing it costs: ten for open ground.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    table: Arc<Table>,
    wide: usize,
    high: usize,
    cost: Vec<u32>,
    /// Cells that can be crossed only by a bridge or a road.
    narrow: Vec<bool>,
}

impl Grid {
    /// The cells of a table.
    pub fn of(table: &Arc<Table>) -> Grid {
        let bounds = table.bounds();
        let count = |far: f64| (far / CELL).ceil().max(1.0) as usize;
        let (wide, high) = (count(bounds.high.x), count(bounds.high.y));
        let mut grid =
            Grid { table: table.clone(), wide, high, cost: Vec::new(), narrow: Vec::new() };
        let cells = (0..wide * high).map(|cell| cost(table, grid.middle(cell)));
        (grid.cost, grid.narrow) = cells.unzip();
        grid
    }

    /// Is this the grid of that table?
    pub fn is_of(&self, table: &Arc<Table>) -> bool {
        Arc::ptr_eq(&self.table, table)
    }

    fn middle(&self, cell: usize) -> Spot {
        let (x, y) = (cell % self.wide, cell / self.wide);
        Spot::new((x as f64 + 0.5) * CELL, (y as f64 + 0.5) * CELL)
    }

    fn cell(&self, spot: Spot) -> usize {
        let place = |far: f64, count: usize| ((far / CELL).max(0.0) as usize).min(count - 1);
        place(spot.y, self.high) * self.wide + place(spot.x, self.wide)
    }

    /// Is a place on a passage that only a bridge or a road makes?
    pub fn is_narrow(&self, spot: Spot) -> bool {
        self.narrow[self.cell(spot)]
    }

    /// Can one go straight from place to place?
    pub fn is_clear(&self, from: Spot, to: Spot) -> bool {
        let way = to.minus(from);
        let parts = (way.size() / INCH).ceil().max(1.0);
        (1..parts as u32).all(|part| {
            let spot = from.plus(way.times(f64::from(part) / parts));
            self.cost[self.cell(spot)] != CLOSED
        })
    }

    /// How far every cell is from a place, in tenths of a cell.
    pub fn field(&self, to: Spot) -> Field {
        let mut far = vec![CLOSED; self.cost.len()];
        let mut open = BinaryHeap::new();
        let start = self.cell(to);
        far[start] = 0;
        open.push(Reverse((0_u32, start)));
        while let Some(Reverse((here, cell))) = open.pop() {
            if here > far[cell] {
                continue;
            }
            for (next, slant) in self.neighbours(cell) {
                let each = self.cost[next];
                if each == CLOSED {
                    continue;
                }
                let there = here + if slant { each * 14 / 10 } else { each };
                if there < far[next] {
                    far[next] = there;
                    open.push(Reverse((there, next)));
                }
            }
        }
        Field { far }
    }

    fn neighbours(&self, cell: usize) -> impl Iterator<Item = (usize, bool)> + use<> {
        let (wide, high) = (self.wide as i32, self.high as i32);
        let (x, y) = ((cell % self.wide) as i32, (cell / self.wide) as i32);
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
        around.filter(|step| *step != (0, 0)).filter_map(move |(dx, dy)| {
            let (x, y) = (x + dx, y + dy);
            let on = x >= 0 && y >= 0 && x < wide && y < high;
            on.then_some(((y * wide + x) as usize, dx != 0 && dy != 0))
        })
    }
}

/// What crossing a cell costs, and whether only a bridge or a road does.
fn cost(table: &Table, spot: Spot) -> (u32, bool) {
    let around = geometry::Bounds { low: spot, high: spot }.grown(CELL / 2.0);
    let mut cost = 10;
    let (mut closed, mut bridged) = (false, false);
    for piece in table.pieces_near(around) {
        let inside =
            piece.contains(spot) || (piece.area().is_none() && piece.gap_to(spot) < CELL / 2.0);
        if !inside {
            continue;
        }
        if piece.kind.obstacle == Obstacle::Major {
            cost = cost.max(SCALING);
        }
        let crossing = [TerrainTrait::Crossing, TerrainTrait::Defile, TerrainTrait::Road];
        bridged |= crossing.into_iter().any(|what| piece.is(what));
        match piece.kind.going {
            Going::Open => {}
            Going::Broken => cost = cost.max(13),
            Going::Rough => cost = cost.max(18),
            Going::Impassable => closed = true,
        }
    }
    match (closed, bridged) {
        (false, _) => (cost, false),
        (true, true) => (SCALING, true),
        (true, false) => (CLOSED, false),
    }
}

/// How far every cell is from an aim.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    far: Vec<u32>,
}

impl Field {
    /// How far it is from a place to the aim, around what is in the way; nothing if there is no way.
    pub fn far(&self, grid: &Grid, from: Spot) -> Option<f64> {
        let cell = grid.cell(from);
        let around = grid.neighbours(cell).map(|(next, _)| next).chain([cell]);
        let open = around.filter(|cell| self.far[*cell] != CLOSED);
        let through = |cell: usize| {
            f64::from(self.far[cell]) / 10.0 * CELL + grid.middle(cell).minus(from).size()
        };
        open.map(through).min_by(f64::total_cmp)
    }

    /// Does the way to the aim lead, within so many cells, over a passage that only a bridge or a road makes?
    pub fn narrows(&self, grid: &Grid, from: Spot, most: usize) -> bool {
        let mut cell = grid.cell(from);
        for _ in 0..most {
            if grid.narrow[cell] {
                return true;
            }
            let next = grid.neighbours(cell).min_by_key(|(next, _)| (self.far[*next], *next));
            match next.filter(|(next, _)| self.far[*next] < self.far[cell]) {
                Some((next, _)) => cell = next,
                None => return false,
            }
        }
        false
    }

    /// The farthest place of the way to the aim that one can go to straight, up to `most` cells ahead.
    pub fn toward(&self, grid: &Grid, from: Spot, most: usize) -> Spot {
        let mut cell = grid.cell(from);
        let mut best = from;
        for _ in 0..most {
            let next = grid.neighbours(cell).min_by_key(|(next, _)| (self.far[*next], *next));
            let Some((next, _)) = next.filter(|(next, _)| self.far[*next] < self.far[cell]) else {
                break;
            };
            cell = next;
            let spot = grid.middle(cell);
            if grid.is_clear(from, spot) {
                best = spot;
            }
        }
        best
    }
}
