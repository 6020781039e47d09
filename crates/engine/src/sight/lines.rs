//! Lines of sight and of fire: woods, buildings, high ground and units in the way.

use geometry::{Bounds, Convex, Length, Point, Rect, Spot, TOUCH};
use rulebook::{RuleId, Rulebook, TerrainTrait};

use crate::table::{Position, Table, Terrain, UnitId};

/// How far behind a crest one still looks over it, in thousandths.
const BEHIND_CREST: f64 = 1000.0;
/// How far from gun and target what is fired over must be, in thousandths.
const CLEAR_OF_BOTH: f64 = 4000.0;

/// What blocks a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// Woods: more of them than one sees through.
    Woods {
        /// The piece in which sight ends.
        piece: usize,
    },
    /// A building or another thing that nothing is seen through.
    Solid {
        /// The piece.
        piece: usize,
    },
    /// Higher ground.
    HighGround {
        /// The piece.
        piece: usize,
    },
    /// A unit in the way of fire.
    Unit {
        /// Which.
        unit: UnitId,
    },
    /// It is too far for the light or the fog.
    TooDark {
        /// How far one sees.
        limit: Length,
    },
}

/// A blocked line: by what, where, and by which rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// By what.
    pub by: Screen,
    /// Where the line ends.
    pub at: Point,
    /// The ledger entry.
    pub rule: RuleId,
}

/// How a shot gets to its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trajectory {
    /// Straight.
    Direct,
    /// Over what lies in between.
    Plunging,
}

/// A straight line over the table.
#[derive(Clone, Copy, Debug)]
pub struct Line<'t> {
    table: &'t Table,
    from: Spot,
    to: Spot,
}

/// A stretch of a line inside a piece, as parts of it from 0 to 1.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    piece: usize,
    from: f64,
    to: f64,
}

impl<'t> Line<'t> {
    /// From one place to another.
    pub fn new(table: &'t Table, from: Spot, to: Spot) -> Line<'t> {
        Line { table, from, to }
    }

    fn length(&self) -> f64 {
        self.to.minus(self.from).size()
    }

    fn at(&self, part: f64) -> Spot {
        self.from.plus(self.to.minus(self.from).times(part))
    }

    fn bounds(&self) -> Bounds {
        let low = Spot::new(self.from.x.min(self.to.x), self.from.y.min(self.to.y));
        let high = Spot::new(self.from.x.max(self.to.x), self.from.y.max(self.to.y));
        Bounds { low, high }
    }

    /// What hides one end from the other, terrain alone; nothing if they see each other.
    pub fn hidden(&self) -> Option<Hidden> {
        let pieces = self.table.near(self.bounds());
        if pieces.is_empty() {
            return None;
        }
        let stretches = self.stretches(&pieces);
        self.behind_high_ground(&pieces)
            .or_else(|| self.behind_solid(&stretches))
            .or_else(|| self.behind_woods(&stretches))
    }

    /// Where the line runs inside pieces that hinder sight.
    fn stretches(&self, pieces: &[usize]) -> Vec<Stretch> {
        let mut found = Vec::new();
        for &piece in pieces {
            let terrain = &self.table.pieces()[piece];
            if terrain.kind.sight.is_some() {
                found.extend(inside(self, terrain).map(|(from, to)| Stretch { piece, from, to }));
            }
        }
        found
    }

    fn behind_solid(&self, stretches: &[Stretch]) -> Option<Hidden> {
        let solid = |s: &&Stretch| self.table.pieces()[s.piece].kind.sight == Some(Length::ZERO);
        let between = |s: &&Stretch| {
            let own = |end: Spot| self.table.pieces()[s.piece].contains(end);
            (s.to - s.from) * self.length() > TOUCH && !own(self.from) && !own(self.to)
        };
        let first = stretches.iter().filter(solid).filter(between);
        let first = first.min_by(|a, b| a.from.total_cmp(&b.from))?;
        let rule = RuleId::new("TERR-BASE-LOS");
        let at = self.at(first.from).point();
        Some(Hidden { by: Screen::Solid { piece: first.piece }, at, rule })
    }

    /// Sight ends where the stretches in woods, each by its own measure, have used up the whole of
    /// what one sees through. Where woods overlap the densest counts.
    fn behind_woods(&self, stretches: &[Stretch]) -> Option<Hidden> {
        let through = |s: &Stretch| {
            let sight = self.table.pieces()[s.piece].kind.sight.unwrap_or(Length::ZERO);
            f64::from(sight.in_thousandths())
        };
        let mut cuts: Vec<f64> = stretches.iter().flat_map(|s| [s.from, s.to]).collect();
        cuts.sort_by(f64::total_cmp);
        let mut used = 0.0;
        for pair in cuts.windows(2) {
            let middle = (pair[0] + pair[1]) / 2.0;
            let covers = |s: &&Stretch| s.from <= middle && middle <= s.to && through(s) > 0.0;
            let densest = stretches.iter().filter(covers);
            let Some(wood) = densest.min_by(|a, b| through(a).total_cmp(&through(b))) else {
                continue;
            };
            let cost = (pair[1] - pair[0]) * self.length() / through(wood);
            // What rounding to the grid can add is not a screen.
            if used + cost > 1.0 + TOUCH / through(wood) {
                let part = pair[0] + (1.0 - used) * through(wood) / self.length().max(1.0);
                let at = self.at(part).point();
                let rule = RuleId::new("TERR-BASE-LOS");
                return Some(Hidden { by: Screen::Woods { piece: wood.piece }, at, rule });
            }
            used += cost;
        }
        None
    }

    /// A level hides what is lower from what does not stand at its own crest.
    fn behind_high_ground(&self, pieces: &[usize]) -> Option<Hidden> {
        let tops = |piece: &&usize| self.table.pieces()[**piece].level > 0;
        if !pieces.iter().any(|piece| tops(&piece)) {
            return None;
        }
        let levels = (self.table.level(self.from), self.table.level(self.to));
        let low = levels.0.min(levels.1);
        let mut nearest: Option<(f64, usize)> = None;
        for &piece in pieces.iter().filter(tops) {
            let terrain = &self.table.pieces()[piece];
            let Some(top) = terrain.top().filter(|_| terrain.level > low) else { continue };
            let run = within(self, top).find(|(from, to)| (to - from) * self.length() > TOUCH);
            let Some((from, _)) = run else { continue };
            let over = |end: Spot, level: u8| level >= terrain.level && self.looks_over(end, level);
            if over(self.from, levels.0) || over(self.to, levels.1) {
                continue;
            }
            if nearest.is_none_or(|(part, _)| from < part) {
                nearest = Some((from, piece));
            }
        }
        let (part, piece) = nearest?;
        let rule = RuleId::new("TERR-BASE-ELEVATION");
        Some(Hidden { by: Screen::HighGround { piece }, at: self.at(part).point(), rule })
    }

    /// Does one end stand so near the crest of its own level that the line clears it: on the slope
    /// in front of it, or at most an inch behind it?
    fn looks_over(&self, end: Spot, level: u8) -> bool {
        let own = self.table.at(end).filter(|piece| piece.level == level);
        own.filter_map(Terrain::top).all(|top| {
            let run: f64 = within(self, top).map(|(from, to)| to - from).sum();
            run * self.length() <= BEHIND_CREST + TOUCH
        })
    }

    /// The first unit whose stands lie across the line, other than `own` and `target`.
    fn behind_unit(
        &self,
        position: &Position,
        own: UnitId,
        target: UnitId,
    ) -> Option<(f64, UnitId)> {
        let mut first: Option<(f64, UnitId)> = None;
        for id in position.near(self.bounds()).into_iter().filter(|id| *id != own && *id != target)
        {
            for stand in &position.unit(id).stands {
                let Some((from, to)) = crossed_stand(self, *stand) else { continue };
                let more = (to - from) * self.length() > TOUCH;
                if more && first.is_none_or(|(part, _)| from < part) {
                    first = Some((from, id));
                }
            }
        }
        first
    }

    /// Is the stretch of the line more than four inches from both ends, and lower than one of them?
    fn clears(&self, part: (f64, f64), level: u8) -> bool {
        let highest = self.table.level(self.from).max(self.table.level(self.to));
        let far = part.0 * self.length() > CLEAR_OF_BOTH
            && (1.0 - part.1) * self.length() > CLEAR_OF_BOTH;
        far && highest > level
    }
}

/// The stretches of a line inside an outline.
fn within<'a>(
    line: &'a Line<'_>,
    area: &'a geometry::Polygon,
) -> impl Iterator<Item = (f64, f64)> + 'a {
    let cuts =
        if line.bounds().meets(area.bounds()) { area.cuts(line.from, line.to) } else { Vec::new() };
    let pairs: Vec<(f64, f64)> = cuts.windows(2).map(|pair| (pair[0], pair[1])).collect();
    pairs.into_iter().filter(|(from, to)| area.contains(line.at((from + to) / 2.0)))
}

fn inside<'a>(
    line: &'a Line<'_>,
    terrain: &'a Terrain,
) -> Box<dyn Iterator<Item = (f64, f64)> + 'a> {
    match terrain.area() {
        Some(area) => Box::new(within(line, area)),
        None => Box::new(std::iter::empty()),
    }
}

/// The part of the line that lies over a stand.
fn crossed_stand(line: &Line<'_>, stand: Rect) -> Option<(f64, f64)> {
    if !stand.bounds().meets(line.bounds()) {
        return None;
    }
    let corners = Convex::from(stand);
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    let along = line.to.minus(line.from);
    let spots = corners.corners();
    for (place, &corner) in spots.iter().enumerate() {
        let edge = spots[(place + 1) % spots.len()].minus(corner);
        let start = edge.cross(line.from.minus(corner));
        let change = edge.cross(along);
        if change == 0.0 {
            if start < 0.0 {
                return None;
            }
        } else if change > 0.0 {
            from = from.max(-start / change);
        } else {
            to = to.min(-start / change);
        }
    }
    (from < to).then_some((from, to))
}

/// The ends of the lines that are tried from a stand's front: its middle, then its corners.
fn front_points(stand: Rect) -> [Spot; 3] {
    let corners = stand.corners();
    [stand.front(), corners[0], corners[1]]
}

/// The ends of the lines that are tried at a target: the point nearest to `from`, the middle, and
/// the corners.
fn target_points(target: Rect, from: Spot) -> [Spot; 6] {
    let [a, b, c, d] = target.corners();
    [target.nearest(from), target.pose.at.spot(), a, b, c, d]
}

/// Does a stand see another: is any line from its front to the target free of terrain? If not, what
/// hides it along the plainest line.
pub fn sees(table: &Table, stand: Rect, target: Rect) -> Result<(), Hidden> {
    let mut hidden = None;
    for from in front_points(stand) {
        for to in target_points(target, from) {
            match Line::new(table, from, to).hidden() {
                None => return Ok(()),
                Some(by) => hidden = hidden.or(Some(by)),
            }
        }
    }
    hidden.map_or(Ok(()), Err)
}

/// Does a unit see another: any stand any other?
pub fn unit_sees(position: &Position, unit: UnitId, target: UnitId) -> Result<(), Hidden> {
    let mut hidden = None;
    let targets = nearest_first(&position.unit(target).stands, position.unit(unit));
    for &stand in &position.unit(unit).stands {
        for &other in &targets {
            match sees(&position.table, stand, other) {
                Ok(()) => return Ok(()),
                Err(by) => hidden = hidden.or(Some(by)),
            }
        }
    }
    hidden.map_or(Ok(()), Err)
}

fn nearest_first(stands: &[Rect], unit: &crate::table::Placed) -> Vec<Rect> {
    let from = unit.anchor.at;
    let mut sorted = stands.to_vec();
    sorted.sort_by_key(|stand| (stand.pose.at.distance(from), *stand));
    sorted
}

/// Does someone at a place see a stand? Used for leaders: only terrain is in the way.
pub fn sees_from(table: &Table, at: Point, target: Rect) -> Result<(), Hidden> {
    let mut hidden = None;
    for to in target_points(target, at.spot()) {
        match Line::new(table, at.spot(), to).hidden() {
            None => return Ok(()),
            Some(by) => hidden = hidden.or(Some(by)),
        }
    }
    hidden.map_or(Ok(()), Err)
}

/// Does the line from a place to a stand run through dense growth?
pub fn through_dense_growth(table: &Table, at: Point, target: Rect) -> bool {
    let line = Line::new(table, at.spot(), target.nearest(at.spot()));
    let pieces = table.near(line.bounds());
    pieces.iter().map(|piece| &table.pieces()[*piece]).any(|piece| {
        piece.is(TerrainTrait::Dense)
            && inside(&line, piece).any(|(from, to)| (to - from) * line.length() > TOUCH)
    })
}

/// How a stand's fire reaches a target stand: the nearest free line, straight or plunging, with its
/// two ends; or what is in the way.
pub fn shot(
    book: &Rulebook,
    position: &Position,
    (unit, stand): (UnitId, Rect),
    (target_unit, target): (UnitId, Rect),
) -> Result<(Trajectory, Spot, Spot), Hidden> {
    let guns = position.unit(unit).unit.is_guns();
    let mut hidden = None;
    let mut plunging = None;
    for from in front_points(stand) {
        for to in target_points(target, from) {
            let line = Line::new(&position.table, from, to);
            let in_the_way = line.behind_unit(position, unit, target_unit);
            let screen = line.hidden();
            if screen.is_none() && in_the_way.is_none() {
                return Ok((Trajectory::Direct, from, to));
            }
            if guns && plunging.is_none() && plunges(book, position, &line, in_the_way, &screen) {
                plunging = Some((Trajectory::Plunging, from, to));
            }
            hidden = hidden.or(screen).or_else(|| {
                let (part, unit) = in_the_way?;
                let rule = RuleId::new("TERR-BASE-LOS");
                Some(Hidden { by: Screen::Unit { unit }, at: line.at(part).point(), rule })
            });
        }
    }
    plunging.ok_or_else(|| hidden.expect("a line that is not free is hidden by something"))
}

/// May a gun fire over what blocks this line?
fn plunges(
    book: &Rulebook,
    position: &Position,
    line: &Line<'_>,
    in_the_way: Option<(f64, UnitId)>,
    screen: &Option<Hidden>,
) -> bool {
    let units = in_the_way.is_none() || over_units(position, line);
    let woods = match screen.as_ref().map(|hidden| hidden.by) {
        None => true,
        Some(Screen::Woods { .. }) => {
            over_woods(line) || (wooded_heights(book) && from_or_at_wooded_height(line))
        }
        Some(_) => false,
    };
    units && woods
}

fn wooded_heights(book: &Rulebook) -> bool {
    book.is_on("wooded-heights")
}

/// Are all units under the line far from both ends and lower than one of them?
fn over_units(position: &Position, line: &Line<'_>) -> bool {
    position.near(line.bounds()).into_iter().all(|id| {
        position.unit(id).stands.iter().all(|stand| {
            crossed_stand(line, *stand).is_none_or(|part| {
                let ends =
                    part.0 * line.length() <= TOUCH || (1.0 - part.1) * line.length() <= TOUCH;
                ends || line.clears(part, line.table.level(stand.pose.at.spot()))
            })
        })
    })
}

/// Are all woods under the line far from both ends and lower than one of them?
fn over_woods(line: &Line<'_>) -> bool {
    let pieces = line.table.near(line.bounds());
    line.stretches(&pieces).iter().all(|stretch| {
        let middle = line.at((stretch.from + stretch.to) / 2.0);
        line.clears((stretch.from, stretch.to), line.table.level(middle))
    })
}

/// The wider rule: a gun in woods on high ground at its crest or on the forward slope fires through
/// the woods below; a unit deep in such woods can be fired at from afar.
fn from_or_at_wooded_height(line: &Line<'_>) -> bool {
    let table = line.table;
    let levels = (table.level(line.from), table.level(line.to));
    if levels.0 == levels.1 {
        return false;
    }
    let wooded = |end: Spot| table.at(end).any(|piece| piece.is(TerrainTrait::Woods));
    let at_crest = |end: Spot, level: u8| level > 0 && wooded(end) && line.looks_over(end, level);
    if at_crest(line.from, levels.0) {
        return true;
    }
    // From below: woods in between must be over four inches from the gun.
    let pieces = table.near(line.bounds());
    let far = line.stretches(&pieces).iter().all(|stretch| {
        table.pieces()[stretch.piece].contains(line.to)
            || stretch.from * line.length() > CLEAR_OF_BOTH
    });
    levels.1 > levels.0 && at_crest(line.to, levels.1) && far
}
