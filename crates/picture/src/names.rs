//! What is written on the map, and the places each label would like.

use engine::scenario::Scenario;
use engine::table::Placed;
use rulebook::Rulebook;

use crate::Label;
use crate::curve::{Patch, size, walk};
use crate::lettering::{Hand, Letters, Line, RISE, SINK};
use crate::pen::{INCH, Ruler, V, left, turned, unit, v};
use crate::place::{Frame, Obstacle, Placer, Spot, Wish};
use crate::terrain::{Ground, Piece, Symbol};
use crate::troops;

/// What a label belongs to, which is how it is inked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// A unit.
    Unit,
    /// A leader.
    Leader,
    /// A key position.
    Key,
    /// Land.
    Land,
    /// Water.
    Water,
    /// Who comes later.
    Arrival,
}

/// A label before it has a place.
struct Wanted {
    names: Names,
    /// The ways it can be set: lines below each other.
    settings: Vec<Vec<Line>>,
    /// A curve that it follows, if it does.
    curve: Option<Vec<V>>,
    wish: Wish,
}

/// A label in its place.
pub(crate) struct Lettered {
    pub names: Names,
    lines: Vec<Line>,
    curve: Option<Vec<V>>,
    pub spot: Spot,
}

/// The letters of a river, in sizes of a unit's.
const RIVER: f64 = 1.3;
const LEADING: f64 = 1.0;
const PAD: f64 = 2.0;

/// The size of a block of lines with its margin.
fn extent(lines: &[Line], size: f64) -> V {
    let width = lines.iter().map(|line| line.width).fold(0.0, f64::max);
    let height = RISE + SINK + LEADING * (lines.len().saturating_sub(1)) as f64;
    v(width * size + 2.0 * PAD, height * size + PAD)
}

/// What is left of a unit: `5 of 8`, or `8` before its first loss.
fn left_of(unit: &Placed) -> String {
    let strength = unit.unit.strength;
    let whole = strength.stands.saturating_add(strength.elsewhere);
    match strength.label {
        Some(label) if whole < label.starting => format!("{whole} of {}", label.starting),
        _ => whole.to_string(),
    }
}

/// All there is to place.
pub(crate) struct Lettering<'a> {
    pub scenario: &'a Scenario,
    pub book: &'a Rulebook,
    pub ground: &'a Ground<'a>,
    pub ruler: Ruler,
    /// What no label may cover.
    pub obstacles: &'a [Obstacle],
    /// The size of a unit's label.
    pub size: f64,
    pub with_units: bool,
    /// What is left of units, in the place of their ratings.
    pub with_strengths: bool,
    pub with_terrain: bool,
}

impl Lettering<'_> {
    /// Every label in its place.
    pub fn placed(&self, letters: &Letters) -> Vec<Lettered> {
        let mut wanted = Vec::new();
        if self.with_units {
            self.units(letters, &mut wanted);
            self.leaders(letters, &mut wanted);
        }
        self.key_positions(letters, &mut wanted);
        if self.with_units {
            self.arrivals(letters, &mut wanted);
        }
        if self.with_terrain {
            self.terrain(letters, &mut wanted);
        }
        let high = self.ruler.corner.plus(self.ruler.size);
        let sheet = Frame::new(self.ruler.corner, high).grown(-2.0);
        let mut wishes: Vec<Wish> = wanted
            .iter_mut()
            .map(|w| Wish { owner: w.wish.owner, spots: std::mem::take(&mut w.wish.spots) })
            .collect();
        let spots = Placer::new(self.obstacles, sheet).place(&mut wishes);
        let mut placed = Vec::new();
        for (wanted, spot) in wanted.into_iter().zip(spots) {
            let Some(spot) = spot else { continue };
            let lines = wanted.settings[spot.setting].clone();
            placed.push(Lettered { names: wanted.names, lines, curve: wanted.curve, spot });
        }
        placed
    }

    fn units(&self, letters: &Letters, wanted: &mut Vec<Wanted>) {
        let units = self.scenario.position.units();
        let mut order: Vec<usize> =
            (0..units.len()).filter(|at| !units[*at].stands.is_empty()).collect();
        // Who stands in the thickest crowd chooses first.
        let crowd = |place: &usize| {
            let around = stands_frame(&units[*place], self.ruler).grown(3.0 * INCH);
            self.obstacles.iter().filter(|other| other.frame().overlaps(around)).count()
        };
        order.sort_by_key(|place| (std::cmp::Reverse(crowd(place)), *place));
        for place in order {
            let unit = &units[place];
            let settings = self.unit_settings(letters, unit);
            let own: Vec<&Obstacle> = self.obstacles.iter().filter(|o| o.owner == place).collect();
            let stands: Vec<V> =
                unit.stands.iter().map(|stand| self.ruler.point(stand.pose.at)).collect();
            let middle = troops::middle(unit, self.ruler);
            let count = stands.len();
            let mut anchors = vec![(middle, 0.0)];
            if count >= 4 {
                anchors.extend([(stands[count / 4], 0.5), (stands[count - 1 - count / 4], 0.5)]);
            }
            let heading = f64::from(unit.anchor.heading.in_hundredths()) / 100.0;
            let rear = turned(v(0.0, 1.0), heading);
            let dislike = |way: V| 0.9 * (1.0 - way.dot(rear)).min(1.1) + 0.35 * way.x.abs();
            let around = Around { owner: place, anchors: &anchors, own: &own, dislike: &dislike };
            let spots = self.around(&settings, &around, self.size);
            wanted.push(Wanted {
                names: Names::Unit,
                settings,
                curve: None,
                wish: Wish { owner: place, spots },
            });
        }
    }

    /// On one line, on two, or with a long name broken as well.
    fn unit_settings(&self, letters: &Letters, unit: &Placed) -> Vec<Vec<Line>> {
        let label = unit.unit.label(&self.book.terms);
        let name = &*unit.unit.name;
        let rest = label.strip_prefix(name).unwrap_or(&label).trim();
        let left = self.with_strengths.then(|| left_of(unit));
        let rating = letters.set(left.as_deref().unwrap_or(rest), Hand::Italic);
        if name.is_empty() {
            return vec![vec![rating]];
        }
        let plain = |text: &str| letters.set(text, Hand::Plain);
        let mut settings =
            vec![vec![plain(name).and(rating.clone())], vec![plain(name), rating.clone()]];
        if let Some((one, two)) = broken(name) {
            settings.push(vec![plain(one), plain(two).and(rating)]);
        }
        settings
    }

    fn leaders(&self, letters: &Letters, wanted: &mut Vec<Wanted>) {
        let units = self.scenario.position.units().len();
        for (place, leader) in self.scenario.position.leaders.iter().enumerate() {
            let Some(at) = leader.at else { continue };
            let settings = vec![vec![letters.set(leader.shown_name(), Hand::Italic)]];
            let radius =
                f64::from(leader.rank.diameter(&self.book.bases).in_thousandths()) * INCH / 2000.0;
            let at = [(self.ruler.point(at), 0.0)];
            let spots = self.beside(&settings, &at, radius, self.size * 0.96);
            let wish = Wish { owner: units + place, spots };
            wanted.push(Wanted { names: Names::Leader, settings, curve: None, wish });
        }
    }

    fn key_positions(&self, letters: &Letters, wanted: &mut Vec<Wanted>) {
        for key in &self.scenario.key_positions {
            let set = |text: &str| letters.set(text, Hand::Capitals);
            let mut settings = vec![vec![set(&key.name)]];
            settings.extend(broken(&key.name).map(|(one, two)| vec![set(one), set(two)]));
            let at = [(self.ruler.point(key.at), 0.0)];
            let mut spots = self.beside(&settings, &at, 0.55 * INCH, self.size * 0.95);
            // Within its circle there may be walls and troops: rather outside than over them.
            let (middle, reach) = (at[0].0, f64::from(key.radius.in_thousandths()) * INCH / 1000.0);
            if reach > INCH {
                let outside = self.beside(&settings, &at, reach, self.size * 0.95);
                let edge = |from: V| middle.plus(unit(from.minus(middle)).times(reach));
                spots.extend(outside.into_iter().map(|spot| Spot {
                    cost: spot.cost + 2.0,
                    leader: spot.leader.map(|(from, _)| (from, edge(from))),
                    ..spot
                }));
            }
            let wish = Wish { owner: usize::MAX - 2, spots };
            wanted.push(Wanted { names: Names::Key, settings, curve: None, wish });
        }
    }

    fn arrivals(&self, letters: &Letters, wanted: &mut Vec<Wanted>) {
        for arrival in troops::arrivals(self.scenario, self.ruler) {
            let set = |lines: Vec<String>| -> Vec<Line> {
                lines.iter().map(|text| letters.set(text, Hand::Italic)).collect()
            };
            // On few long lines or on more short ones.
            let settings: Vec<Vec<Line>> =
                [44, 28, 20].into_iter().map(|most| set(arrival.lines(most))).collect();
            // At the very edge several lines have no room beside the arrow's middle.
            let middle = arrival.frame().middle();
            let anchors = [(middle, 0.0), (arrival.inward(INCH), 0.3)];
            let spots = self.beside(&settings, &anchors, 0.7 * INCH, self.size * 0.9);
            let wish = Wish { owner: usize::MAX - 4, spots };
            wanted.push(Wanted { names: Names::Arrival, settings, curve: None, wish });
        }
    }

    fn terrain(&self, letters: &Letters, wanted: &mut Vec<Wanted>) {
        let mut pieces: Vec<&Piece<'_>> = self.ground.pieces.iter().collect();
        // A key position of the same name says it already.
        let told = |name: &str| {
            self.scenario.key_positions.iter().any(|key| key.name.eq_ignore_ascii_case(name))
        };
        pieces.retain(|piece| !text_of(piece).is_empty() && !told(&text_of(piece)));
        // Small things have the fewest places to be named at.
        let room = |piece: &Piece<'_>| match &piece.patch {
            Some(patch) if piece.closed => patch.area(),
            _ => size(&piece.line, false) * INCH,
        };
        pieces.sort_by(|one, other| room(one).total_cmp(&room(other)));
        for piece in pieces {
            let wet = matches!(
                piece.symbol,
                Symbol::Water | Symbol::Stream | Symbol::Marsh | Symbol::Ford
            );
            let names = if wet { Names::Water } else { Names::Land };
            let owner = usize::MAX - 3;
            let line = letters.set(&text_of(piece), Hand::Italic);
            match &piece.patch {
                Some(patch) if piece.closed && !piece.symbol.is_line() => {
                    // Letters are lost among teeth and hatching.
                    let dark = [Symbol::Cliff, Symbol::Building];
                    let dark = dark.contains(&piece.symbol);
                    let (curve, settings, spots) = match self.down(&line, patch, piece) {
                        Some((curve, spots)) => {
                            (Some(curve), vec![vec![line.clone().spaced(0.06)]], spots)
                        }
                        None => {
                            let (settings, spots) = self.over(letters, &line, patch, dark);
                            (None, settings, spots)
                        }
                    };
                    let wish = Wish { owner, spots };
                    wanted.push(Wanted { names, settings, curve, wish });
                }
                _ => {
                    let size = match piece.symbol {
                        Symbol::Water => self.size * RIVER,
                        Symbol::Stream => self.size * 1.15,
                        _ => self.size * 0.92,
                    };
                    let short = [Symbol::Bridge, Symbol::Ford, Symbol::Defile];
                    let (curve, spots) = if short.contains(&piece.symbol) {
                        (Vec::new(), Vec::new())
                    } else {
                        self.along(&line, piece, size)
                    };
                    let settings = vec![vec![line.spaced(0.06)]];
                    let curve = (!spots.is_empty()).then_some(curve);
                    let spots = if spots.is_empty() {
                        self.beside_line(&settings, piece, size)
                    } else {
                        spots
                    };
                    wanted.push(Wanted { names, settings, curve, wish: Wish { owner, spots } });
                }
            }
        }
    }

    /// Places round a short line, clear of all of it.
    fn beside_line(&self, settings: &[Vec<Line>], piece: &Piece<'_>, size: f64) -> Vec<Spot> {
        let middle = walk(&piece.line, piece.closed, 4.0);
        let at = middle.get(middle.len() / 2).map_or(v(0.0, 0.0), |step| step.at);
        let reach = piece.reach() + 2.0;
        let parts = piece.line.windows(2).map(|pair| {
            let aside = left(unit(pair[1].minus(pair[0]))).times(reach);
            let corners = [pair[0].plus(aside), pair[1].plus(aside)];
            let others = [pair[1].minus(aside), pair[0].minus(aside)];
            Obstacle::new(0, corners.into_iter().chain(others).collect())
        });
        let parts: Vec<Obstacle> = parts.collect();
        let own: Vec<&Obstacle> = parts.iter().collect();
        let dislike = |way: V| 0.5 - 0.3 * way.x - 0.2 * way.y;
        let anchors = [(at, 0.0)];
        let around = Around { owner: usize::MAX, anchors: &anchors, own: &own, dislike: &dislike };
        self.around(settings, &around, size)
    }

    /// Places round a small thing, which is at the first of the anchors.
    fn beside(
        &self,
        settings: &[Vec<Line>],
        anchors: &[(V, f64)],
        radius: f64,
        size: f64,
    ) -> Vec<Spot> {
        let at = anchors[0].0;
        let round: Vec<V> =
            (0..12).map(|turn| at.plus(turned(v(0.0, -radius), 30.0 * f64::from(turn)))).collect();
        let own = Obstacle::new(0, round);
        let dislike = |way: V| 0.5 - 0.3 * way.x - 0.2 * way.y;
        let around = Around { owner: usize::MAX, anchors, own: &[&own], dislike: &dislike };
        self.around(settings, &around, size)
    }

    fn around(&self, settings: &[Vec<Line>], around: &Around<'_>, size: f64) -> Vec<Spot> {
        const FARTHER: [f64; 9] = [0.0, 6.0, 14.0, 26.0, 42.0, 64.0, 96.0, 150.0, 240.0];
        let mut spots = Vec::new();
        let own = around.own.iter().map(|o| o.frame()).reduce(Frame::and);
        let Some(own) = own else { return spots };
        for (smaller, size) in [size, size * 0.86, size * 0.74].into_iter().enumerate() {
            for (setting, lines) in settings.iter().enumerate() {
                let extent = extent(lines, size);
                let long = (extent.x / INCH - 7.5).max(0.0) * 0.35;
                let set = [0.0, 0.55, 0.6][setting.min(2)] + long;
                for &(anchor, off) in around.anchors {
                    // Away from the middle, or small, it is worth trying near by only.
                    let near_by = off > 0.0 || smaller > 0 && setting == 0;
                    let steps = if near_by { 3 } else { FARTHER.len() };
                    for turn in 0..16 {
                        let way = turned(v(0.0, 1.0), 22.5 * f64::from(turn));
                        let near = self.clearance(anchor, way, extent, around.own, own);
                        for (step, farther) in FARTHER.into_iter().take(steps).enumerate() {
                            let middle = anchor.plus(way.times(near + farther));
                            let low = middle.minus(extent.times(0.5));
                            let frame = Frame::new(low, low.plus(extent));
                            let leader = (farther >= 14.0).then(|| {
                                let target = nearest_of(around.own, middle);
                                (frame.nearest(target), target)
                            });
                            let line = if step > 1 { 1.2 } else { 0.0 };
                            let cost = (around.dislike)(way)
                                + set
                                + off
                                + line
                                + farther / 9.0
                                + 7.0 * smaller as f64
                                + match step {
                                    0 | 1 => self.ink_under(frame) + self.doubt(frame, around),
                                    2 | 3 => {
                                        self.ink_under(frame) + 0.4 * self.doubt(frame, around)
                                    }
                                    _ => 1.0 + self.works_under(frame),
                                };
                            let frames = vec![frame];
                            spots.push(Spot { setting, frames, at: low, size, leader, cost });
                        }
                    }
                }
            }
        }
        spots
    }

    /// How far a box must go along `way` to be clear of what it names.
    fn clearance(&self, from: V, way: V, extent: V, own: &[&Obstacle], all: Frame) -> f64 {
        let frame = |far: f64| {
            let low = from.plus(way.times(far)).minus(extent.times(0.5));
            Frame::new(low, low.plus(extent)).grown(1.0)
        };
        let mut far = 0.0;
        while far < 40.0 * INCH {
            let frame = frame(far);
            if !frame.overlaps(all) || !own.iter().any(|stand| stand.is_under(frame)) {
                break;
            }
            far += 1.5;
        }
        far
    }

    /// Labels rather leave roads and walls readable.
    fn ink_under(&self, frame: Frame) -> f64 {
        let middle = frame.middle();
        let third = v((frame.high.x - frame.low.x) / 3.0, 0.0);
        let spots = [middle.minus(third), middle, middle.plus(third)];
        let margin = (frame.high.y - frame.low.y) / 2.0;
        self.works_under(frame)
            + 0.4 * spots.iter().filter(|at| !self.ground.is_clear(**at, margin)).count() as f64
    }

    /// Letters over walls and houses are not read, nor are the walls.
    fn works_under(&self, frame: Frame) -> f64 {
        if self.ground.has_works_under(frame) { 8.0 } else { 0.0 }
    }

    /// How easily a label is taken for another unit's: it is nearer to that one, or reaches over it.
    fn doubt(&self, frame: Frame, around: &Around<'_>) -> f64 {
        let units = self.scenario.position.units().len();
        if around.owner >= units {
            return 0.0;
        }
        let middle = frame.middle();
        let third = v((frame.high.x - frame.low.x) / 3.0, 0.0);
        let gap = |at: V, o: &Obstacle| o.frame().nearest(at).minus(at).size();
        let near = frame.grown(1.5 * INCH);
        let close =
            |o: &&Obstacle| o.owner < units && o.owner != around.owner && o.frame().overlaps(near);
        let strange: Vec<&Obstacle> = self.obstacles.iter().filter(close).collect();
        let doubt = |at: V| {
            let own = around.own.iter().map(|o| gap(at, o)).fold(f64::INFINITY, f64::min);
            let other = strange.iter().map(|o| gap(at, o)).fold(f64::INFINITY, f64::min);
            if other < own { 1.0 } else { 0.0 }
        };
        2.0 * doubt(middle) + 0.8 * (doubt(middle.plus(third)) + doubt(middle.minus(third)))
    }

    /// Places over an area, spaced out if it is large; beside it if it is too small.
    fn over(
        &self,
        letters: &Letters,
        line: &Line,
        patch: &Patch,
        dark: bool,
    ) -> (Vec<Vec<Line>>, Vec<Spot>) {
        let wide = patch.high.x - patch.low.x;
        let tall = patch.high.y - patch.low.y;
        let size = (libm::sqrt(patch.area()) / 7.5)
            .clamp(self.size * 0.88, self.size * 1.9)
            .min(tall * 0.8);
        let letters_count = line.text.chars().count().max(2) as f64;
        let room = (wide * 0.55 / size - line.width) / (letters_count - 1.0);
        let most = if patch.area() < 70.0 * INCH * INCH { 0.16 } else { 0.7 };
        let spacing = room.clamp(0.02, most);
        let mut settings = vec![vec![line.clone().spaced(spacing)]];
        if let Some((one, two)) = broken(&line.text) {
            let set = |text: &str| letters.set(text, Hand::Italic).spaced(0.03);
            settings.push(vec![set(one), set(two)]);
        }
        settings.push(vec![line.clone()]);
        let middle = v((patch.low.x + patch.high.x) / 2.0, (patch.low.y + patch.high.y) / 2.0);
        let step = (wide.max(tall) / 22.0).max(0.4 * INCH);
        let mut spots = Vec::new();
        for (setting, lines) in settings.iter().enumerate() {
            for (smaller, size) in
                [size, self.size * 0.88, self.size * 0.74].into_iter().enumerate()
            {
                let extent = extent(lines, size);
                let (mut y, last) = (patch.low.y, patch.high.y);
                while y <= last {
                    let mut x = patch.low.x;
                    while x <= patch.high.x {
                        let at = v(x, y);
                        x += step;
                        if !patch.contains(at) {
                            continue;
                        }
                        let low = at.minus(extent.times(0.5));
                        let frame = Frame::new(low, low.plus(extent));
                        let outside = frame
                            .grown(-1.5)
                            .corners()
                            .iter()
                            .filter(|c| !patch.contains(**c))
                            .count();
                        if outside > 1 {
                            continue;
                        }
                        let off = at.minus(middle);
                        let cost = 3.0 * outside as f64
                            + if dark { 8.0 } else { 0.0 }
                            + (off.x.abs() / wide.max(1.0) + 1.4 * off.y.abs() / tall.max(1.0))
                                * 3.0
                            + self.ink_under(frame)
                            + 1.2 * setting as f64
                            + 2.5 * smaller as f64;
                        let frames = vec![frame];
                        spots.push(Spot { setting, frames, at: low, size, leader: None, cost });
                    }
                    y += step / 2.0;
                }
            }
        }
        // Beside it, for want of room.
        let corners = patch.corners.clone();
        let hull = Obstacle::new(0, Frame::around(&corners).corners().to_vec());
        let dislike = |way: V| 0.5 - 0.2 * way.y.abs();
        let around = Around {
            owner: usize::MAX,
            anchors: &[(middle, 0.0)],
            own: &[&hull],
            dislike: &dislike,
        };
        let beside = self.around(&settings[settings.len() - 1..], &around, self.size * 0.88);
        let last = settings.len() - 1;
        spots.extend(beside.into_iter().map(|spot| Spot {
            setting: last,
            cost: spot.cost + if dark { 0.0 } else { 9.0 },
            leader: spot.leader.map(|(from, _)| (from, patch.nearest(from))),
            ..spot
        }));
        (settings, spots)
    }

    /// Places along a line, beside it, so that the letters stand upright.
    fn along(&self, line: &Line, piece: &Piece<'_>, letter: f64) -> (Vec<V>, Vec<Spot>) {
        let line = line.clone().spaced(0.06);
        let mut path = piece.line.clone();
        if piece.closed {
            path.extend(path.first().copied());
        }
        let run = path
            .last()
            .copied()
            .unwrap_or_default()
            .minus(path.first().copied().unwrap_or_default());
        if run.x < 0.0 || (run.x.abs() < 1.0 && run.y > 0.0) {
            path.reverse();
        }
        let margin = piece.reach() + 3.0;
        let offs = [margin + 0.1 * letter, -(margin + RISE * letter)];
        let mut spots = self.on_path(&line, &path, &offs, piece, letter);
        // A broad river has its name in it.
        let within = letter.min(piece.half * 1.7);
        let flows = matches!(piece.symbol, Symbol::Water | Symbol::Stream);
        if flows && within >= self.size {
            let off = -(RISE - SINK) / 2.0 * within;
            spots.iter_mut().for_each(|spot| spot.cost += 4.0);
            spots.extend(self.on_path(&line, &path, &[off], piece, within));
        }
        (path, spots)
    }

    /// The middle of an area that is long and narrow from north to south, from below, and places on it.
    fn down(&self, line: &Line, patch: &Patch, piece: &Piece<'_>) -> Option<(Vec<V>, Vec<Spot>)> {
        let (wide, tall) = (patch.high.x - patch.low.x, patch.high.y - patch.low.y);
        let letter = (self.size * 1.05).min(wide * 0.6);
        let line = line.clone().spaced(0.06);
        if line.width * letter < wide * 0.9 || tall < 2.5 * wide || letter < self.size * 0.6 {
            return None;
        }
        let row = |part: i32| {
            let y = patch.high.y - tall * (f64::from(part) + 0.5) / 12.0;
            let across = (0..=24).map(|step| v(patch.low.x + wide * f64::from(step) / 24.0, y));
            let inside: Vec<f64> = across.filter(|at| patch.contains(*at)).map(|at| at.x).collect();
            let middle = inside.iter().sum::<f64>() / inside.len().max(1) as f64;
            (!inside.is_empty()).then(|| v(middle, y))
        };
        let path: Vec<V> = (0..12).filter_map(row).collect();
        let off = -(RISE - SINK) / 2.0 * letter;
        let spots = self.on_path(&line, &path, &[off], piece, letter);
        (!spots.is_empty()).then_some((path, spots))
    }

    /// Places along a curve, so far to the left of it.
    fn on_path(
        &self,
        line: &Line,
        path: &[V],
        offs: &[f64],
        piece: &Piece<'_>,
        letter: f64,
    ) -> Vec<Spot> {
        let whole = size(path, false);
        let long = line.width * letter;
        let mut spots = Vec::new();
        if whole < long + INCH {
            return spots;
        }
        let mut from = 0.4 * INCH;
        while from + long < whole {
            for &off in offs {
                let place = |so_far: f64| on_curve(path, from + so_far, off);
                let parts = libm::ceil(long / (letter * 0.7)).max(2.0) as i32;
                let box_at = |part: i32| {
                    let (at, way) = place(long * f64::from(part) / f64::from(parts));
                    let up = left(way);
                    let half = way.times(letter * 0.36);
                    Frame::around(&[
                        at.plus(half).plus(up.times(RISE * letter)),
                        at.minus(half).plus(up.times(RISE * letter)),
                        at.plus(half).minus(up.times(SINK * letter)),
                        at.minus(half).minus(up.times(SINK * letter)),
                    ])
                };
                let frames: Vec<Frame> = (0..=parts).map(box_at).collect();
                let steps: Vec<V> =
                    (0..=8).map(|part| place(long * f64::from(part) / 8.0).1).collect();
                let bent: f64 = steps.windows(2).map(|w| w[0].cross(w[1]).abs()).sum();
                let backwards = steps.iter().any(|way| way.x < -0.2);
                if !backwards {
                    let off_middle = (from + long / 2.0 - whole / 2.0).abs() / whole;
                    let crossed = frames.iter().filter(|frame| {
                        self.ground.is_crossed(frame.middle(), letter * 0.4, piece)
                    });
                    let crossed = crossed.count() as f64;
                    let below = if off < 0.0 { 0.4 } else { 0.0 };
                    let cost = crossed + bent * 5.0 + off_middle * 2.5 + below;
                    let at = v(from, off);
                    spots.push(Spot { setting: 0, frames, at, size: letter, leader: None, cost });
                }
            }
            from += 0.6 * INCH;
        }
        spots
    }
}

/// The place so far along a curve and `off` to its left, and the way on.
fn on_curve(path: &[V], so_far: f64, off: f64) -> (V, V) {
    let point = |at: f64| {
        let mut rest = at;
        for pair in path.windows(2) {
            let side = pair[1].minus(pair[0]);
            if rest <= side.size() {
                return pair[0].plus(unit(side).times(rest));
            }
            rest -= side.size();
        }
        path.last().copied().unwrap_or_default()
    };
    // The way over a few letters, so that they do not jerk at a bend.
    let way = unit(point(so_far + 7.0).minus(point((so_far - 7.0).max(0.0))));
    (point(so_far).plus(left(way).times(off)), way)
}

struct Around<'a> {
    owner: usize,
    anchors: &'a [(V, f64)],
    own: &'a [&'a Obstacle],
    dislike: &'a dyn Fn(V) -> f64,
}

fn nearest_of(own: &[&Obstacle], at: V) -> V {
    let middles = own.iter().map(|stand| stand.frame().middle());
    let far = |spot: &V| spot.minus(at).size();
    middles.min_by(|one, other| far(one).total_cmp(&far(other))).unwrap_or(at)
}

fn stands_frame(unit: &Placed, ruler: Ruler) -> Frame {
    let corners: Vec<V> =
        unit.stands.iter().flat_map(|stand| troops::corners(*stand, ruler)).collect();
    Frame::around(&corners)
}

/// A text in two, at the space nearest to its middle.
pub(crate) fn broken(text: &str) -> Option<(&str, &str)> {
    let middle = text.len() / 2;
    let spaces = text.char_indices().filter(|(_, letter)| *letter == ' ');
    let at = spaces.map(|(at, _)| at).min_by_key(|at| at.abs_diff(middle))?;
    Some((&text[..at], &text[at + 1..]))
}

/// The name of a piece, with its level if it is a hill.
fn text_of(piece: &Piece<'_>) -> String {
    let name = &*piece.terrain.name;
    let hill = matches!(piece.symbol, Symbol::Hill | Symbol::SteepHill) && piece.terrain.level > 0;
    match (name.is_empty(), hill) {
        (false, true) => format!("{name}, level {}", piece.terrain.level),
        (true, true) => format!("level {}", piece.terrain.level),
        _ => name.to_owned(),
    }
}

impl Lettered {
    /// Writes it.
    pub fn write(&self, letters: &mut Letters, out: &mut String) {
        let size = self.spot.size;
        if let (Some(curve), Some(line)) = (&self.curve, self.lines.first()) {
            let start = self.spot.at;
            letters
                .write_along(out, line, size, |so_far| on_curve(curve, start.x + so_far, start.y));
            return;
        }
        let frame = self.spot.frames[0];
        for (row, line) in self.lines.iter().enumerate() {
            let base = frame.low.y + PAD * 0.5 + (RISE + LEADING * row as f64) * size;
            letters.write_about(out, line, v(frame.middle().x, base), size);
        }
    }

    /// What is told about it outside.
    pub fn label(&self) -> Label {
        let words: Vec<&str> = self.lines.iter().map(|line| &*line.text).collect();
        let boxed = |frame: &Frame| [frame.low.x, frame.low.y, frame.high.x, frame.high.y];
        Label {
            text: words.join(" "),
            names: self.names,
            boxes: self.spot.frames.iter().map(boxed).collect(),
            size: self.spot.size,
            leader: self.spot.leader.map(|(a, b)| [a.x, a.y, b.x, b.y]),
        }
    }
}
