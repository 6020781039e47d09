//! The ground: washes first, then ink, then what stands up from it.

mod areas;
mod growth;
mod lines;
mod relief;
mod symbol;

use engine::table::{Outline, Table, Terrain};
use geometry::nearest_on;

pub(crate) use areas::tuft;
pub use symbol::Symbol;

use crate::curve::{Patch, rounded, sides};
use crate::pen::{INCH, Ruler, Sheet, V, v};
use crate::place::Frame;

/// A piece of terrain as it lies on the sheet.
pub(crate) struct Piece<'a> {
    pub terrain: &'a Terrain,
    pub symbol: Symbol,
    /// The ground it covers, unless it is a mere line.
    pub patch: Option<Patch>,
    /// Its line, or its edge.
    pub line: Vec<V>,
    /// Is the line an edge that closes?
    pub closed: bool,
    /// Half the width of the line as drawn.
    pub half: f64,
    /// The box around it.
    frame: Frame,
}

/// The least width that a line is drawn with, in units.
fn least_width(symbol: Symbol) -> f64 {
    match symbol {
        Symbol::GoodRoad | Symbol::SunkenRoad => 0.5 * INCH,
        Symbol::PoorRoad => 0.42 * INCH,
        Symbol::Bridge | Symbol::Ford | Symbol::Defile => 0.7 * INCH,
        Symbol::Embankment => 0.35 * INCH,
        Symbol::Stream => 0.32 * INCH,
        Symbol::Ravine => 0.9 * INCH,
        _ => 0.3 * INCH,
    }
}

impl<'a> Piece<'a> {
    pub fn new(terrain: &'a Terrain, ruler: Ruler) -> Piece<'a> {
        let symbol = Symbol::of(&terrain.kind);
        match &terrain.outline {
            Outline::Area(area) => {
                let corners = area.corners().iter().map(|corner| ruler.point(*corner)).collect();
                let patch = Patch::new(corners);
                let line = patch.corners.clone();
                let half = least_width(symbol) / 2.0;
                let frame = Frame::around(&line);
                Piece { terrain, symbol, patch: Some(patch), line, closed: true, half, frame }
            }
            Outline::Line { points, width } => {
                let points: Vec<V> = points.iter().map(|point| ruler.point(*point)).collect();
                let width = f64::from(width.in_thousandths()) * INCH / 1000.0;
                let half = width.max(least_width(symbol)) / 2.0;
                let winds = !matches!(symbol, Symbol::Fence | Symbol::StoneWall | Symbol::Works);
                let line = rounded(&points, if winds { 0.9 * INCH } else { 0.3 * INCH });
                let covers = !symbol.is_line() && !matches!(symbol, Symbol::Cliff);
                let patch = covers.then(|| Patch::band(&line, half));
                let frame = Frame::around(&line).grown(half);
                Piece { terrain, symbol, patch, line, closed: false, half, frame }
            }
        }
    }

    /// How far its ink reaches from the middle of its line.
    pub fn reach(&self) -> f64 {
        match self.symbol {
            Symbol::Works | Symbol::Abatis => 0.6 * INCH,
            Symbol::Embankment => 0.55 * INCH,
            Symbol::SunkenRoad => self.half + 0.4 * INCH,
            Symbol::Defile => self.half + 0.9 * INCH,
            Symbol::Cliff => 0.9 * INCH,
            _ => self.half,
        }
    }

    /// A line given by its bends, not as an area.
    pub fn is_drawn_line(&self) -> bool {
        !self.closed
    }

    /// Does no part of it lie under a box?
    pub fn leaves_free(&self, frame: Frame) -> bool {
        if let Some(patch) = &self.patch {
            let around = Frame::new(patch.low, patch.high);
            let covered = |at: &V| patch.contains(*at);
            if around.overlaps(frame) && frame.corners().iter().any(covered) {
                return false;
            }
        }
        !sides(&self.line, self.closed).any(|(a, b)| frame.grown(self.half).is_crossed(a, b))
    }

    /// Does it cover, or come within `margin` of, a place?
    fn comes_near(&self, at: V, margin: f64) -> bool {
        if !self.frame.grown(margin + self.half).overlaps(Frame::new(at, at)) {
            return false;
        }
        if self.closed && !self.symbol.is_line() {
            return self.patch.as_ref().is_some_and(|patch| patch.depth(at) > -margin);
        }
        let near = margin + self.half;
        sides(&self.line, self.closed).any(|(a, b)| {
            let far = |one: f64, other: f64, of: f64| {
                of < one.min(other) - near || of > one.max(other) + near
            };
            !far(a.x, b.x, at.x)
                && !far(a.y, b.y, at.y)
                && nearest_on(at, a, b).minus(at).size() < near
        })
    }
}

/// What stands up from the ground and hides what is behind it.
pub(crate) struct Standing {
    pub at: V,
    pub id: String,
    pub make: fn(&str) -> String,
}

/// The ground as a whole.
pub(crate) struct Ground<'a> {
    pub pieces: Vec<Piece<'a>>,
    pub table: &'a Table,
    pub ruler: Ruler,
    /// Where something is written: nothing grows under it.
    pub written: Vec<Frame>,
}

impl<'a> Ground<'a> {
    pub fn new(table: &'a Table, ruler: Ruler) -> Ground<'a> {
        let pieces = table.pieces().iter().map(|terrain| Piece::new(terrain, ruler)).collect();
        Ground { pieces, table, ruler, written: Vec::new() }
    }

    /// In the order in which they are drawn: low hills, high hills, the rest by symbol.
    fn ordered(&self) -> Vec<&Piece<'a>> {
        let mut pieces: Vec<&Piece<'a>> = self.pieces.iter().collect();
        pieces.sort_by_key(|piece| {
            let hill = matches!(piece.symbol, Symbol::Hill | Symbol::SteepHill);
            if hill { (piece.terrain.level, Symbol::Hill) } else { (u8::MAX, piece.symbol) }
        });
        pieces
    }

    /// Is there room for a plant: no road, water, wall or house within `margin`?
    pub fn is_clear(&self, at: V, margin: f64) -> bool {
        let keeps = |piece: &&Piece<'_>| piece.symbol.keeps_clear();
        !self.is_written(at, margin * 0.85)
            && !self.pieces.iter().filter(keeps).any(|piece| piece.comes_near(at, margin))
    }

    /// Do walls, works, bridges or houses stand under a box, which would not be read under letters?
    pub fn has_works_under(&self, frame: Frame) -> bool {
        let works = [
            Symbol::Works,
            Symbol::StoneWall,
            Symbol::Abatis,
            Symbol::Embankment,
            Symbol::MajorObstacle,
            Symbol::Building,
            Symbol::Bridge,
        ];
        let works = self.pieces.iter().filter(|piece| works.contains(&piece.symbol));
        works.filter(|piece| piece.frame.grown(piece.half).overlaps(frame)).any(|piece| {
            let grown = frame.grown(piece.half);
            sides(&piece.line, piece.closed).any(|(a, b)| grown.is_crossed(a, b))
        })
    }

    /// Does a line or a water other than `own` lie within `margin` of a place?
    pub fn is_crossed(&self, at: V, margin: f64, own: &Piece<'_>) -> bool {
        let others = self.pieces.iter().filter(|piece| !std::ptr::eq(*piece, own));
        others.filter(|piece| piece.symbol.keeps_clear()).any(|piece| piece.comes_near(at, margin))
    }

    /// Is something written within `margin` of a place?
    pub fn is_written(&self, at: V, margin: f64) -> bool {
        let near = Frame::new(at, at).grown(margin);
        self.written.iter().any(|frame| frame.overlaps(near))
    }

    /// The parts of a line on which nothing is written.
    pub fn unwritten(&self, from: V, to: V) -> Vec<(V, V)> {
        let way = to.minus(from);
        let steps = libm::ceil(way.size() / 2.0).max(1.0) as usize;
        let at = |step: usize| from.plus(way.times(step as f64 / steps as f64));
        let mut parts = Vec::new();
        let mut began = None;
        for step in 0..=steps {
            match (self.is_written(at(step), 1.0), began) {
                (false, None) => began = Some(at(step)),
                (true, Some(start)) => {
                    parts.push((start, at(step.saturating_sub(1))));
                    began = None;
                }
                _ => {}
            }
        }
        parts.extend(began.map(|start| (start, to)));
        parts
    }

    /// The level around a piece, below it.
    fn level_below(&self, piece: &Piece<'_>) -> u8 {
        let Some(patch) = &piece.patch else { return 0 };
        let out = patch.corners.iter().map(|corner| {
            let middle = v((patch.low.x + patch.high.x) / 2.0, (patch.low.y + patch.high.y) / 2.0);
            corner.plus(crate::pen::unit(corner.minus(middle)).times(2.0))
        });
        let levels = out.map(|at| self.table.level(self.ruler.back(at)));
        levels.filter(|level| *level < piece.terrain.level).max().unwrap_or(0)
    }

    pub fn draw(&self, sheet: &mut Sheet) {
        let pieces = self.ordered();
        sheet.open("id=\"washes\"");
        for piece in &pieces {
            areas::wash(sheet, piece);
        }
        sheet.close();
        sheet.open("id=\"ground\" stroke-linejoin=\"round\"");
        let mut standing = Vec::new();
        let is_road =
            |piece: &&Piece<'_>| matches!(piece.symbol, Symbol::GoodRoad | Symbol::PoorRoad);
        let roads: Vec<&Piece<'_>> = pieces.iter().copied().filter(is_road).collect();
        for piece in &pieces {
            if roads.first().is_some_and(|first| std::ptr::eq(*first, *piece)) {
                lines::roads(sheet, &roads);
            }
            if piece.symbol.is_line() {
                lines::ink(sheet, piece);
            } else {
                areas::ink(sheet, piece, self, &mut standing);
            }
        }
        sheet.close();
        standing.sort_by(|one, other| {
            let (a, b) = (one.at, other.at);
            a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x))
        });
        sheet.open("id=\"growth\"");
        for thing in &standing {
            sheet.mark(&thing.id, thing.at, 0.0, || (thing.make)(&thing.id));
        }
        sheet.close();
        sheet.open("id=\"buildings\" stroke-linejoin=\"round\"");
        for piece in pieces.iter().filter(|piece| piece.symbol == Symbol::Building) {
            areas::building(sheet, piece);
        }
        sheet.close();
    }
}
