//! Lines of sight and of fire: woods, buildings, high ground and units in the way.

use geometry::{Bounds, Convex, Length, Point, Polygon, Rect, Spot, TOUCH};
use rulebook::{RuleId, Rulebook, TerrainTrait};
use smallvec::SmallVec;

use super::known::{Found, Seen};
use super::{distance, range};
use crate::table::{Position, Side, Table, UnitId};

/// How far behind a crest one still looks over it, in thousandths.
const BEHIND_CREST: f64 = 1000.0;
/// How far from gun and target what is fired over must be, in thousandths.
const CLEAR_OF_BOTH: f64 = 4000.0;

/// Guns do not fire canister over anyone, in thousandths.
const CANISTER: f64 = 12_000.0;

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

/// What may hide things from each other in a part of the table, looked up once for many lines.
#[derive(Clone, Debug)]
pub struct Screens<'t> {
    table: &'t Table,
    /// Nothing is seen through these.
    solid: Vec<usize>,
    /// So much of these is seen through.
    woods: Vec<usize>,
    /// Rises.
    hills: Vec<usize>,
}

impl<'t> Screens<'t> {
    /// What lies in a box.
    pub fn around(table: &'t Table, bounds: Bounds) -> Screens<'t> {
        let mut screens =
            Screens { table, solid: Vec::new(), woods: Vec::new(), hills: Vec::new() };
        for place in table.near(bounds) {
            let piece = &table.pieces()[place];
            if piece.area().is_none() {
                continue;
            }
            match piece.kind.sight {
                Some(Length::ZERO) => screens.solid.push(place),
                Some(_) => screens.woods.push(place),
                None => {}
            }
            if piece.level > 0 {
                screens.hills.push(place);
            }
        }
        screens
    }

    /// Is there nothing that could hide anything?
    pub fn is_clear(&self) -> bool {
        self.solid.is_empty() && self.woods.is_empty() && self.hills.is_empty()
    }

    fn area(&self, place: usize) -> &'t Polygon {
        self.table.pieces()[place].area().expect("only areas are screens")
    }

    fn level(&self, spot: Spot) -> u8 {
        let over = self.hills.iter().filter(|place| self.area(**place).contains(spot));
        over.map(|place| self.table.pieces()[*place].level).max().unwrap_or(0)
    }

    /// An end of lines, with the level of its ground.
    fn end(&self, at: Spot) -> End {
        End { at, level: self.level(at) }
    }

    /// The line between two places.
    fn line(&self, from: Spot, to: Spot) -> Line {
        Line::between(self.end(from), self.end(to))
    }

    /// What hides one end of a line from the other; nothing if they see each other.
    pub fn hidden(&self, from: Spot, to: Spot) -> Option<Hidden> {
        self.hidden_along(&self.line(from, to))
    }

    fn hidden_along(&self, line: &Line) -> Option<Hidden> {
        let (part, by) = self.screen(line)?;
        let high = matches!(by, Screen::HighGround { .. });
        let rule = RuleId::new(if high { "TERR-BASE-ELEVATION" } else { "TERR-BASE-LOS" });
        Some(Hidden { by, at: line.at(part).point(), rule })
    }

    /// Do two places see each other?
    pub fn sees(&self, from: Spot, to: Spot) -> bool {
        self.screen(&self.line(from, to)).is_none()
    }

    /// Where along a line sight ends, and by what.
    fn screen(&self, line: &Line) -> Option<(f64, Screen)> {
        self.behind_high_ground(line)
            .or_else(|| self.behind_solid(line))
            .or_else(|| self.behind_woods(line))
    }

    fn behind_solid(&self, line: &Line) -> Option<(f64, Screen)> {
        let mut first: Option<(f64, usize)> = None;
        for &piece in &self.solid {
            let area = self.area(piece);
            let runs = area.runs(line.from, line.to);
            let run = runs.iter().find(|(from, to)| (to - from) * line.length > TOUCH);
            let Some(&(part, _)) = run else { continue };
            // One sees out of a building one is in, and into it.
            let own = area.contains(line.from) || area.contains(line.to);
            if !own && first.is_none_or(|(nearest, _)| part < nearest) {
                first = Some((part, piece));
            }
        }
        first.map(|(part, piece)| (part, Screen::Solid { piece }))
    }

    /// Sight ends where the stretches in woods, each by its own measure, have used up the whole of
    /// what one sees through. Where woods overlap the densest counts.
    fn behind_woods(&self, line: &Line) -> Option<(f64, Screen)> {
        let stretches = self.stretches(line);
        let mut cuts: SmallVec<[f64; 8]> = stretches.iter().flat_map(|s| [s.from, s.to]).collect();
        cuts.sort_by(f64::total_cmp);
        let mut used = 0.0;
        for pair in cuts.windows(2) {
            let middle = (pair[0] + pair[1]) / 2.0;
            let covers = |s: &&Stretch| s.from <= middle && middle <= s.to;
            let densest = stretches.iter().filter(covers);
            let Some(wood) = densest.min_by(|a, b| a.through.total_cmp(&b.through)) else {
                continue;
            };
            let cost = (pair[1] - pair[0]) * line.length / wood.through;
            // What rounding to the grid can add is not a screen.
            if used + cost > 1.0 + TOUCH / wood.through {
                let part = pair[0] + (1.0 - used) * wood.through / line.length.max(1.0);
                return Some((part, Screen::Woods { piece: wood.piece }));
            }
            used += cost;
        }
        None
    }

    /// Where the line runs in woods.
    fn stretches(&self, line: &Line) -> SmallVec<[Stretch; 4]> {
        let mut found = SmallVec::new();
        for &piece in &self.woods {
            let sight = self.table.pieces()[piece].kind.sight.unwrap_or(Length::ZERO);
            let through = f64::from(sight.in_thousandths());
            let runs = self.area(piece).runs(line.from, line.to);
            found.extend(runs.iter().map(|&(from, to)| Stretch { piece, through, from, to }));
        }
        found
    }

    /// A level hides what is lower from what does not stand at its own crest.
    fn behind_high_ground(&self, line: &Line) -> Option<(f64, Screen)> {
        if self.hills.is_empty() {
            return None;
        }
        let levels = line.levels;
        let low = levels.0.min(levels.1);
        let mut nearest: Option<(f64, usize)> = None;
        for &piece in &self.hills {
            let terrain = &self.table.pieces()[piece];
            let Some(top) = terrain.top().filter(|_| terrain.level > low) else { continue };
            let runs = top.runs(line.from, line.to);
            let run = runs.iter().find(|(from, to)| (to - from) * line.length > TOUCH);
            let Some(&(part, _)) = run else { continue };
            let over =
                |end: Spot, level: u8| level >= terrain.level && self.looks_over(line, end, level);
            if over(line.from, levels.0) || over(line.to, levels.1) {
                continue;
            }
            if nearest.is_none_or(|(first, _)| part < first) {
                nearest = Some((part, piece));
            }
        }
        nearest.map(|(part, piece)| (part, Screen::HighGround { piece }))
    }

    /// Does one end stand so near the crest of its own level that the line clears it: on the slope
    /// in front of it, or at most an inch behind it?
    fn looks_over(&self, line: &Line, end: Spot, level: u8) -> bool {
        let own = self.hills.iter().filter(|place| {
            self.table.pieces()[**place].level == level && self.area(**place).contains(end)
        });
        own.filter_map(|place| self.table.pieces()[*place].top()).all(|top| {
            let run: f64 = top.runs(line.from, line.to).iter().map(|(from, to)| to - from).sum();
            run * line.length <= BEHIND_CREST + TOUCH
        })
    }

    /// Is a stretch of the line more than four inches from both ends, and lower than one of them?
    fn clears(&self, line: &Line, part: (f64, f64), level: u8) -> bool {
        let highest = line.levels.0.max(line.levels.1);
        let far =
            part.0 * line.length > CLEAR_OF_BOTH && (1.0 - part.1) * line.length > CLEAR_OF_BOTH;
        far && highest > level
    }

    /// Are all units under the line far from both ends and lower than one of them?
    fn over_units(&self, position: &Position, line: &Line) -> bool {
        position.near(line.bounds()).into_iter().all(|id| {
            position.unit(id).stands.iter().all(|stand| {
                crossed_stand(line, *stand).is_none_or(|part| {
                    let ends =
                        part.0 * line.length <= TOUCH || (1.0 - part.1) * line.length <= TOUCH;
                    ends || self.clears(line, part, self.level(stand.pose.at.spot()))
                })
            })
        })
    }

    /// Are all woods under the line far from both ends and lower than one of them?
    fn over_woods(&self, line: &Line) -> bool {
        self.stretches(line).iter().all(|stretch| {
            let middle = line.at((stretch.from + stretch.to) / 2.0);
            self.clears(line, (stretch.from, stretch.to), self.level(middle))
        })
    }

    /// The wider rule: a gun in woods on high ground at its crest or on the forward slope fires
    /// through the woods below; a unit deep in such woods can be fired at from afar.
    fn is_at_wooded_height(&self, line: &Line) -> bool {
        let levels = line.levels;
        if levels.0 == levels.1 {
            return false;
        }
        let wooded = |end: Spot| self.woods.iter().any(|place| self.area(*place).contains(end));
        let at_crest =
            |end: Spot, level: u8| level > 0 && wooded(end) && self.looks_over(line, end, level);
        if at_crest(line.from, levels.0) {
            return true;
        }
        // From below: woods in between must be over four inches from the gun.
        let far = self.stretches(line).iter().all(|stretch| {
            self.area(stretch.piece).contains(line.to)
                || stretch.from * line.length > CLEAR_OF_BOTH + TOUCH
        });
        levels.1 > levels.0 && at_crest(line.to, levels.1) && far
    }

    /// May a gun fire over what blocks this line?
    fn plunges(
        &self,
        book: &Rulebook,
        (position, side): (&Position, Side),
        line: &Line,
        in_the_way: bool,
        screen: &Option<(f64, Screen)>,
    ) -> bool {
        let canister = line.length <= CANISTER + TOUCH && line.crosses_friend(position, side);
        let units = !in_the_way || (!canister && self.over_units(position, line));
        let woods = match screen.map(|(_, by)| by) {
            None => true,
            Some(Screen::Woods { .. }) => {
                self.over_woods(line)
                    || (book.is_on("wooded-heights") && self.is_at_wooded_height(line))
            }
            Some(_) => false,
        };
        units && woods
    }
}

/// An end of lines. Its level is looked up once for all of them.
#[derive(Clone, Copy, Debug)]
struct End {
    at: Spot,
    level: u8,
}

/// A straight line.
#[derive(Clone, Copy, Debug)]
struct Line {
    from: Spot,
    to: Spot,
    /// The levels of both ends.
    levels: (u8, u8),
    length: f64,
}

/// A stretch of a line inside a wood, as parts of it from 0 to 1.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    piece: usize,
    /// How much of it one sees through, in thousandths.
    through: f64,
    from: f64,
    to: f64,
}

impl Line {
    fn between(from: End, to: End) -> Line {
        let length = to.at.minus(from.at).size();
        Line { from: from.at, to: to.at, levels: (from.level, to.level), length }
    }

    fn at(&self, part: f64) -> Spot {
        self.from.plus(self.to.minus(self.from).times(part))
    }

    fn bounds(&self) -> Bounds {
        between(self.from, self.to)
    }

    /// Does a friend of `side`, clear of both ends, lie under the line?
    fn crosses_friend(&self, position: &Position, side: Side) -> bool {
        position.near(self.bounds()).into_iter().any(|id| {
            let friend = position.unit(id).side == side;
            friend
                && position.unit(id).stands.iter().any(|stand| {
                    crossed_stand(self, *stand).is_some_and(|(from, _)| from * self.length > TOUCH)
                })
        })
    }

    /// The first unit whose stands lie across the line.
    fn behind_unit(&self, others: &[Between]) -> Option<(f64, UnitId)> {
        let mut first: Option<(f64, UnitId)> = None;
        let bounds = self.bounds();
        for other in others {
            if let Some(from) = self.meets(bounds, other)
                && first.is_none_or(|(part, _)| from < part)
            {
                first = Some((from, other.unit));
            }
        }
        first
    }

    /// Do stands of any unit lie across the line?
    fn is_behind_units(&self, others: &[Between]) -> bool {
        let bounds = self.bounds();
        others.iter().any(|other| self.meets(bounds, other).is_some())
    }

    /// Where the line, with its box, comes upon a stand.
    fn meets(&self, bounds: Bounds, other: &Between) -> Option<f64> {
        let (from, to) =
            other.bounds.meets(bounds).then(|| crossed(self, &other.outline)).flatten()?;
        ((to - from) * self.length > TOUCH).then_some(from)
    }
}

/// The box around a line.
fn between(from: Spot, to: Spot) -> Bounds {
    Bounds { low: from, high: from }.and(Bounds { low: to, high: to })
}

/// A stand that may lie across a line.
struct Between {
    unit: UnitId,
    bounds: Bounds,
    outline: Convex,
}

/// The stands that may lie across a line somewhere in a box, of units other than `own` and `target`: looked
/// up once for many lines.
fn in_between(
    position: &Position,
    around: Bounds,
    own: UnitId,
    target: UnitId,
) -> SmallVec<[Between; 4]> {
    let mut found = SmallVec::new();
    for unit in position.near(around).into_iter().filter(|id| *id != own && *id != target) {
        for stand in &position.unit(unit).stands {
            let bounds = stand.bounds();
            if bounds.meets(around) {
                found.push(Between { unit, bounds, outline: Convex::from(*stand) });
            }
        }
    }
    found
}

/// What hides two places from each other, terrain alone.
pub fn hidden(table: &Table, from: Spot, to: Spot) -> Option<Hidden> {
    Screens::around(table, between(from, to)).hidden(from, to)
}

/// The part of the line that lies over a stand.
fn crossed_stand(line: &Line, stand: Rect) -> Option<(f64, f64)> {
    if !stand.bounds().meets(line.bounds()) {
        return None;
    }
    crossed(line, &Convex::from(stand))
}

/// The part of the line that lies over an outline.
fn crossed(line: &Line, outline: &Convex) -> Option<(f64, f64)> {
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    let along = line.to.minus(line.from);
    let spots = outline.corners();
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
fn target_points(target: Rect, from: Spot) -> [Spot; TARGET_POINTS] {
    let [a, b, c, d] = target.corners();
    [target.nearest(from), target.pose.at.spot(), a, b, c, d]
}

/// How many ends are tried at a target.
const TARGET_POINTS: usize = 6;

/// The ends at a target for lines from several places: the middle and the corners are the same for all, and
/// looked up when they are first wanted.
struct Ends {
    target: Rect,
    known: [Option<End>; TARGET_POINTS],
}

impl Ends {
    fn of(target: Rect) -> Ends {
        Ends { target, known: [None; TARGET_POINTS] }
    }

    /// The end at a place of `target_points`, for a line from `from`.
    fn at(&mut self, screens: &Screens<'_>, from: Spot, place: usize) -> End {
        if place == 0 {
            return screens.end(self.target.nearest(from));
        }
        let target = self.target;
        *self.known[place].get_or_insert_with(|| screens.end(target_points(target, from)[place]))
    }
}

/// Does a stand see another: is any line from its front to the target free of terrain? If not, what
/// hides it along the plainest line.
pub fn sees(table: &Table, stand: Rect, target: Rect) -> Result<(), Hidden> {
    let screens = Screens::around(table, stand.bounds().and(target.bounds()));
    stand_sees(&screens, stand, target)
}

fn stand_sees(screens: &Screens<'_>, stand: Rect, target: Rect) -> Result<(), Hidden> {
    if screens.is_clear() {
        return Ok(());
    }
    let mut ends = Ends::of(target);
    for from in front_points(stand) {
        let from = screens.end(from);
        for place in 0..TARGET_POINTS {
            let line = Line::between(from, ends.at(screens, from.at, place));
            if screens.screen(&line).is_none() {
                return Ok(());
            }
        }
    }
    let from = stand.front();
    screens.hidden(from, target.nearest(from)).map_or(Ok(()), Err)
}

/// Does a unit see another: any stand any other?
pub fn unit_sees(position: &Position, unit: UnitId, target: UnitId) -> Result<(), Hidden> {
    let look = || unit_looks(position, unit, target);
    match position.known() {
        None => look(),
        Some(known) => known.sees(unit, target, look),
    }
}

fn unit_looks(position: &Position, unit: UnitId, target: UnitId) -> Seen {
    let (unit, target) = (position.unit(unit), position.unit(target));
    let (Some(here), Some(there)) = (unit.bounds(), target.bounds()) else { return Ok(()) };
    let limit = [position.sight(), target.seen_within].into_iter().flatten().min();
    if let Some(limit) = limit
        && distance(&unit.stands, &target.stands).is_some_and(|gap| gap > limit)
    {
        return Err(too_dark(limit, target.anchor.at));
    }
    let screens = Screens::around(&position.table, here.and(there));
    if screens.is_clear() {
        return Ok(());
    }
    let targets = nearest_first(&target.stands, unit);
    // The plain lines first: most who see each other do so along one of them.
    for &stand in &unit.stands {
        let from = screens.end(stand.front());
        let free = |other: &Rect| {
            let line = Line::between(from, screens.end(other.nearest(from.at)));
            screens.screen(&line).is_none()
        };
        if targets.iter().any(free) {
            return Ok(());
        }
    }
    let fronts = apart(unit.stands.iter().flat_map(|stand| stand.corners().into_iter().take(2)));
    let middles = targets.iter().map(|other| other.pose.at.spot());
    let points = apart(middles.chain(targets.iter().flat_map(|other| other.corners())));
    let points: Vec<End> = points.into_iter().map(|point| screens.end(point)).collect();
    let sees = |from: End, to: End| screens.screen(&Line::between(from, to)).is_none();
    if fronts.iter().map(|from| screens.end(*from)).any(|f| points.iter().any(|to| sees(f, *to))) {
        return Ok(());
    }
    let from = unit.stands.first().map_or(unit.anchor.at.spot(), |stand| stand.front());
    let to = targets.first().map_or(target.anchor.at.spot(), |other| other.nearest(from));
    screens.hidden(from, to).map_or(Ok(()), Err)
}

/// The places without those that neighbours share.
fn apart(places: impl Iterator<Item = Spot>) -> Vec<Spot> {
    let mut kept: Vec<Spot> = Vec::new();
    for place in places {
        let near = |other: &Spot| {
            let gap = place.minus(*other);
            gap.x.abs() <= TOUCH && gap.y.abs() <= TOUCH
        };
        if !kept.iter().any(near) {
            kept.push(place);
        }
    }
    kept
}

fn nearest_first(stands: &[Rect], unit: &crate::table::Placed) -> Vec<Rect> {
    let from = unit.anchor.at;
    let mut sorted = stands.to_vec();
    sorted.sort_by_key(|stand| (stand.pose.at.distance(from), *stand));
    sorted
}

fn too_dark(limit: Length, at: Point) -> Hidden {
    Hidden { by: Screen::TooDark { limit }, at, rule: RuleId::new("LIGHT-BASE-SIGHT") }
}

/// Does someone at a place see a stand? Used for leaders: only terrain is in the way.
pub fn sees_from(table: &Table, at: Point, target: Rect) -> Result<(), Hidden> {
    let spot = Bounds { low: at.spot(), high: at.spot() };
    let screens = Screens::around(table, spot.and(target.bounds()));
    if target_points(target, at.spot()).iter().any(|to| screens.sees(at.spot(), *to)) {
        return Ok(());
    }
    screens.hidden(at.spot(), target.nearest(at.spot())).map_or(Ok(()), Err)
}

/// Does the line from a place to a stand run through dense growth?
pub fn through_dense_growth(table: &Table, at: Point, target: Rect) -> bool {
    let (from, to) = (at.spot(), target.nearest(at.spot()));
    let length = to.minus(from).size();
    table.pieces_near(between(from, to)).filter(|piece| piece.is(TerrainTrait::Dense)).any(
        |piece| {
            let runs = piece.area().map(|area| area.runs(from, to)).unwrap_or_default();
            runs.iter().any(|(from, to)| (to - from) * length > TOUCH)
        },
    )
}

/// How a stand's fire reaches a target stand: the nearest free line, straight or plunging, with its
/// two ends; or what is in the way.
pub fn shot(
    book: &Rulebook,
    position: &Position,
    (unit, stand): (UnitId, Rect),
    (target_unit, target): (UnitId, Rect),
) -> Result<(Trajectory, Spot, Spot), Hidden> {
    let look = || look(book, position, (unit, stand), (target_unit, target));
    match position.known() {
        None => look(),
        Some(known) => known.shot(((unit, stand), (target_unit, target)), look),
    }
}

fn look(
    book: &Rulebook,
    position: &Position,
    (unit, stand): (UnitId, Rect),
    (target_unit, target): (UnitId, Rect),
) -> Found {
    if let Some(limit) = position.sight()
        && range(stand, target) > limit
    {
        return Err(too_dark(limit, target.pose.at));
    }
    let guns = position.unit(unit).unit.is_guns();
    let side = position.unit(unit).side;
    let around = stand.bounds().and(target.bounds());
    let screens = Screens::around(&position.table, around);
    let others = in_between(position, around, unit, target_unit);
    let mut hidden = None;
    let mut ends = Ends::of(target);
    for from in front_points(stand) {
        let from = screens.end(from);
        for place in 0..TARGET_POINTS {
            let line = Line::between(from, ends.at(&screens, from.at, place));
            if !line.is_behind_units(&others) && screens.screen(&line).is_none() {
                return Ok((Trajectory::Direct, line.from, line.to));
            }
            hidden = hidden.or_else(|| screens.hidden_along(&line)).or_else(|| {
                let (part, unit) = line.behind_unit(&others)?;
                let rule = RuleId::new("TERR-BASE-LOS");
                Some(Hidden { by: Screen::Unit { unit }, at: line.at(part).point(), rule })
            });
        }
    }
    // A gun plunges along the plainest line: how far off things are is measured there.
    let from = stand.front();
    let to = target.nearest(from);
    let line = screens.line(from, to);
    let in_the_way = line.is_behind_units(&others);
    let screen = screens.screen(&line);
    if guns && screens.plunges(book, (position, side), &line, in_the_way, &screen) {
        return Ok((Trajectory::Plunging, from, to));
    }
    Err(hidden.expect("a line that is not free is hidden by something"))
}
