//! A battle seen in a mirror that stands upright on its table, west for east and left for right.
//!
//! Stands are numbered from the left, so most of them have another number in the mirror. A few
//! formations have no mirror image at all: squares whose sides differ, ranks that step half a place
//! to the right. A battle with one of them has none either.

mod orders;

use std::sync::Arc;

use engine::battle::{Answer, Charge, Marks, Passage, State, Task};
use engine::formations::{Flanks, Shape};
use engine::scenario::{Army, Arrival, Edge, KeyPosition, Scenario};
use engine::table::{Front, Leader, Moving, Outline, Placed, Position, Table, Terrain, UnitId};
use geometry::{Angle, Length, Point, Polygon, Pose, Rect, Spot, Sweep};
use rulebook::Base;

/// How far rounding may put a thing from its mirror image, in thousandths of an inch: halves are
/// rounded up, on either side of the glass.
const ROUNDING: i32 = 3;
/// How far it may turn one, in hundredths of a degree: a stand in file looks at the place before it,
/// half an inch ahead or more.
const TURNED: i32 = 12;

/// The number in the mirror of each stand of a unit.
pub type Numbers = Vec<u8>;

/// The mirror of one battle.
pub struct Mirror {
    width: i32,
    scenario: Arc<Scenario>,
}

/// A battle in the mirror, and the numbers that stands have there.
pub struct Image {
    /// The battle.
    pub state: State,
    numbers: Vec<Numbers>,
}

impl Mirror {
    /// The mirror on the table of a battle.
    pub fn of(state: &State) -> Mirror {
        let plain = &state.scenario;
        assert!(
            plain.specials.is_empty(),
            "areas and smoke of a battle's own rules have no image yet"
        );
        let mut mirror = Mirror {
            width: plain.position.table.width().in_thousandths(),
            scenario: plain.clone(),
        };
        let armies = plain.armies.clone().map(|army| Army { edge: edge(army.edge), ..army });
        let at = |arrival: &Arrival| Arrival {
            edge: edge(arrival.edge),
            at: arrival.at.map(|at| mirror.point(at)),
            ..*arrival
        };
        let key = |key: &KeyPosition| KeyPosition { at: mirror.point(key.at), ..key.clone() };
        let table = Arc::new(mirror.table(&plain.position.table));
        // What has no image is left as it is: of the beginning only the strengths are asked for again.
        let units = plain.position.units().iter();
        let units = units.map(|unit| mirror.placed(unit).map_or(unit.clone(), |(image, _)| image));
        let scenario = Scenario {
            armies,
            position: mirror.position(&plain.position, table, units.collect()),
            arrivals: plain.arrivals.iter().map(at).collect(),
            key_positions: plain.key_positions.iter().map(key).collect(),
            ..(**plain).clone()
        };
        mirror.scenario = Arc::new(scenario);
        mirror
    }

    /// A battle in the mirror; nothing if a unit has no image.
    pub fn image(&self, state: &State) -> Option<Image> {
        let (mut units, mut numbers) = (Vec::new(), Vec::new());
        for unit in state.position.units() {
            let (image, numbered) = self.placed(unit)?;
            units.push(image);
            numbers.push(numbered);
        }
        let marks = state.marks.iter().zip(&numbers);
        let marks = marks.map(|(marks, numbers)| self.marks(marks, numbers));
        let table = self.scenario.position.table.clone();
        let image = State {
            scenario: self.scenario.clone(),
            position: self.position(&state.position, table, units),
            marks: marks.collect::<Option<Vec<Marks>>>()?,
            agenda: state.agenda.iter().map(|task| self.task(task, &numbers)).collect(),
            ..state.clone()
        };
        Some(Image { state: image, numbers })
    }

    fn table(&self, table: &Table) -> Table {
        let polygon = |area: &Polygon| {
            let corners = area.corners().iter().map(|corner| self.point(*corner)).collect();
            Polygon::new(corners).expect("the image of an outline is one")
        };
        let pieces = table.pieces().iter().map(|piece| Terrain {
            outline: match &piece.outline {
                Outline::Area(area) => Outline::Area(polygon(area)),
                Outline::Line { points, width } => {
                    Outline::Line { points: self.points(points), width: *width }
                }
            },
            crest: piece.crest.as_ref().map(polygon),
            front: match piece.front {
                Front::Both => Front::Both,
                Front::Left => Front::Right,
                Front::Right => Front::Left,
            },
            ..piece.clone()
        });
        Table::new(table.width(), table.height(), pieces.collect())
    }

    fn position(&self, plain: &Position, table: Arc<Table>, units: Vec<Placed>) -> Position {
        let leaders = plain
            .leaders
            .iter()
            .map(|leader| Leader { at: leader.at.map(|at| self.point(at)), ..leader.clone() });
        let edges = [engine::table::Side::First, engine::table::Side::Second]
            .map(|side| edge(plain.edge(side)));
        Position::new(table, units, leaders.collect()).with_edges(edges).with_sight(plain.sight())
    }

    fn point(&self, at: Point) -> Point {
        Point::thousandths(self.width - at.x.in_thousandths(), at.y.in_thousandths())
    }

    fn points(&self, points: &[Point]) -> Vec<Point> {
        points.iter().map(|point| self.point(*point)).collect()
    }

    fn pose(&self, pose: Pose) -> Pose {
        Pose::new(self.point(pose.at), pose.heading.reversed())
    }

    fn rect(&self, rect: Rect) -> Rect {
        Rect::new(self.pose(rect.pose), rect.width, rect.depth)
    }

    /// Stands from the left, from the left again.
    fn rects(&self, rects: &[Rect]) -> Vec<Rect> {
        rects.iter().rev().map(|rect| self.rect(*rect)).collect()
    }

    fn shape(&self, shape: &Shape) -> Shape {
        match shape {
            Shape::Line { left, right } => Shape::Line { left: *right, right: *left },
            Shape::ExtendedLine { gaps, flanks } => Shape::ExtendedLine {
                gaps: gaps.iter().rev().copied().collect(),
                flanks: swapped(*flanks),
            },
            Shape::OpenOrder { ranks, gap, flanks } => {
                Shape::OpenOrder { ranks: *ranks, gap: *gap, flanks: swapped(*flanks) }
            }
            Shape::MarchColumn { trail } => Shape::MarchColumn { trail: self.points(trail) },
            Shape::Apart { stands } => {
                Shape::Apart { stands: stands.iter().map(|pose| self.pose(*pose)).collect() }
            }
            Shape::SupportedLine | Shape::FieldColumn | Shape::Square | Shape::Cluster => {
                shape.clone()
            }
        }
    }

    /// A unit in the mirror with the numbers of its stands; nothing if its formation has no image.
    fn placed(&self, placed: &Placed) -> Option<(Placed, Numbers)> {
        let (shape, anchor) = (self.shape(&placed.shape), self.pose(placed.anchor));
        let images: Vec<Rect> = placed.stands.iter().map(|stand| self.rect(*stand)).collect();
        let numbers = numbers(&shape, anchor, &images)?;
        let mut stands = images.clone();
        for (image, number) in images.iter().zip(&numbers) {
            stands[usize::from(*number)] = *image;
        }
        let tethered = placed.tethered.map(|at| self.point(at));
        Some((Placed { shape, anchor, stands, tethered, ..placed.clone() }, numbers))
    }

    fn marks(&self, marks: &Marks, numbers: &Numbers) -> Option<Marks> {
        let fired = (0..64).filter(|stand| marks.fired >> stand & 1 == 1);
        let fired = fired.map(|stand| 1_u64 << numbered(numbers, stand as u8)).sum();
        let answer = match &marks.answer {
            Some(Answer::Square(placed)) => Some(Answer::Square(Box::new(self.placed(placed)?.0))),
            Some(Answer::Present(how, placed)) => {
                Some(Answer::Present(self.presenting(how), Box::new(self.placed(placed)?.0)))
            }
            other => other.clone(),
        };
        let charge = marks.charge.as_ref().map(|charge| Charge {
            bend: charge.bend.map(|step| self.step(step)),
            storm: charge.storm.as_ref().map(|storm| Box::new(self.storming(storm))),
            front: self.rects(&charge.front),
            ..charge.clone()
        });
        let passage = match &marks.passage {
            Some(passage) => Some(Box::new(self.passage(passage)?)),
            None => None,
        };
        let vacated = self.rects(&marks.vacated);
        Some(Marks { fired, answer, charge, passage, vacated, ..marks.clone() })
    }

    fn passage(&self, passage: &Passage) -> Option<Passage> {
        let (passing, numbers) = self.placed(&passage.passing)?;
        let moving = |part: &Moving| Moving {
            stand: numbered(&numbers, part.stand),
            sweep: match part.sweep {
                Sweep::Slide { from, to } => {
                    Sweep::Slide { from: self.rect(from), to: self.rect(to) }
                }
                Sweep::Turn { from, pivot, by } => Sweep::Turn {
                    from: self.rect(from),
                    pivot: Spot::new(f64::from(self.width) - pivot.x, pivot.y),
                    by: -by,
                },
            },
            on_road: part.on_road,
        };
        // Step by step, and in each step stand by stand.
        let steps = passage.path.chunk_by(|one, next| one.stand < next.stand);
        let path = steps.flat_map(|step| {
            let mut step: Vec<Moving> = step.iter().map(moving).collect();
            step.sort_by_key(|part| part.stand);
            step
        });
        Some(Passage { passing, path: path.collect() })
    }

    fn task(&self, task: &Task, numbers: &[Numbers]) -> Task {
        let mut task = task.clone();
        if let Some(ground) = ground(&mut task) {
            *ground = self.rects(ground);
        }
        if let Task::LowAmmunition { among, .. } = &mut task {
            for (unit, stand) in among {
                *stand = stand.map(|stand| numbered(&numbers[unit.place()], stand));
            }
        }
        task
    }
}

impl Image {
    /// The number in the mirror of a stand.
    pub fn stand(&self, unit: UnitId, stand: u8) -> u8 {
        numbered(&self.numbers[unit.place()], stand)
    }

    fn stands(&self, unit: UnitId, stands: &[u8]) -> Vec<u8> {
        let mut stands: Vec<u8> = stands.iter().map(|stand| self.stand(unit, *stand)).collect();
        stands.sort_unstable();
        stands
    }
}

fn numbered(numbers: &Numbers, stand: u8) -> u8 {
    numbers.get(usize::from(stand)).copied().unwrap_or(stand)
}

/// The number that each image has in the mirrored shape; nothing if the shape puts no stand there.
fn numbers(shape: &Shape, anchor: Pose, images: &[Rect]) -> Option<Numbers> {
    let Some(first) = images.first() else { return Some(Vec::new()) };
    if let Shape::Apart { .. } = shape {
        return Some((0..images.len() as u8).collect());
    }
    let base = Base { width: first.width, depth: first.depth };
    let there = shape.stands(base, images.len() as u8, anchor).ok()?;
    let number = |image: &Rect| there.iter().position(|stand| is_near(stand, image));
    images.iter().map(|image| number(image).map(|number| number as u8)).collect()
}

fn edge(edge: Edge) -> Edge {
    match edge {
        Edge::East => Edge::West,
        Edge::West => Edge::East,
        Edge::North | Edge::South => edge,
    }
}

fn swapped(flanks: Flanks) -> Flanks {
    Flanks { left: flanks.right, right: flanks.left }
}

/// Everything that a battle is, as text: what is added to a state must be added here.
fn text(state: &State) -> String {
    let State {
        scenario: _,
        book: _,
        position,
        turn,
        active,
        phase,
        agenda,
        marks,
        officers,
        holders,
        lost,
        taken,
        fires,
        dice,
        victory,
    } = state;
    let rest = (turn, active, phase, lost, taken, fires, dice, victory, holders);
    let there = (position.units(), &position.leaders, position.sight());
    format!("{rest:?} {agenda:?} {marks:?} {officers:?} {there:?}")
}

/// The first difference of two battles beyond what rounding makes of lengths and angles, with what
/// stands before it; nothing if they are the same.
pub fn difference(expected: &State, found: &State) -> Option<String> {
    let (one, other) = (text(expected), text(&aligned(expected, found)));
    let (mut a, mut b) = (words(&one), words(&other));
    let mut kind = ["", ""];
    loop {
        match (a.next(), b.next()) {
            (None, None) => return None,
            (Some((_, a)), Some((_, b))) if a == b || are_near(kind[0], a, b) => {
                kind = [kind[1], a];
            }
            (a, b) => {
                let (a, b) = (a.map(|(at, _)| at), b.map(|(at, _)| at));
                return Some(format!("…{}\n…{}", around(&one, a), around(&other, b)));
            }
        }
    }
}

/// Words, numbers and single signs, each with its place.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let part = |c: char| c.is_alphanumeric() || "_.-".contains(c);
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &text[at..];
        let first = rest.chars().next()?;
        let size = match rest.find(|c| !part(c)) {
            Some(0) => first.len_utf8(),
            Some(size) => size,
            None => rest.len(),
        };
        at += size;
        Some((at - size, &rest[..size]))
    })
}

fn around(text: &str, at: Option<usize>) -> String {
    let at = text[..at.unwrap_or(text.len())].chars().count();
    text.chars().skip(at.saturating_sub(240)).take(320).collect()
}

/// The battle with every list of bare stands in the sequence of the other: from which end a front or
/// the ground of a unit is listed means nothing.
fn aligned(expected: &State, found: &State) -> State {
    let mut state = found.clone();
    for (marks, like) in state.marks.iter_mut().zip(&expected.marks) {
        align(&mut marks.vacated, &like.vacated);
        if let (Some(charge), Some(like)) = (&mut marks.charge, &like.charge) {
            align(&mut charge.front, &like.front);
        }
        if let (Some(passage), Some(like)) = (&mut marks.passage, &like.passage) {
            align_path(&mut passage.path, &like.path);
        }
    }
    for (task, like) in state.agenda.iter_mut().zip(&expected.agenda) {
        if let (Some(ground), Some(like)) = (ground(task), ground(&mut like.clone())) {
            align(ground, like);
        }
    }
    state
}

fn align(rects: &mut Vec<Rect>, like: &[Rect]) {
    let found = like.iter().map(|one| rects.iter().copied().find(|other| is_near(one, other)));
    if let Some(sorted) = found.collect::<Option<Vec<Rect>>>()
        && sorted.len() == rects.len()
    {
        *rects = sorted;
    }
}

/// Which stand of a crowd takes which of its ways is a number and nothing more.
fn align_path(path: &mut Vec<Moving>, like: &[Moving]) {
    let found = like.iter().map(|one| {
        let same = |other: &&Moving| match (one.sweep, other.sweep) {
            (Sweep::Slide { from: a, to: b }, Sweep::Slide { from: c, to: d }) => {
                is_near(&a, &c) && is_near(&b, &d)
            }
            (Sweep::Turn { from: a, by: b, .. }, Sweep::Turn { from: c, by: d, .. }) => {
                is_near(&a, &c) && b == d
            }
            _ => false,
        };
        path.iter().find(same).map(|other| Moving { stand: one.stand, ..*other })
    });
    if let Some(sorted) = found.collect::<Option<Vec<Moving>>>()
        && sorted.len() == path.len()
    {
        *path = sorted;
    }
}

fn ground(task: &mut Task) -> Option<&mut Vec<Rect>> {
    match task {
        Task::Pursue { ground, .. } | Task::Deeds { ground, .. } | Task::Won { ground, .. } => {
            Some(ground)
        }
        _ => None,
    }
}

fn is_near(one: &Rect, other: &Rect) -> bool {
    one.pose.heading.minus(other.pose.heading).size() <= TURNED
        && one.pose.at.distance(other.pose.at) <= Length::thousandths(ROUNDING)
}

fn are_near(kind: &str, a: &str, b: &str) -> bool {
    match (kind, a.parse::<i32>(), b.parse::<i32>()) {
        ("Length", Ok(a), Ok(b)) => (a - b).abs() <= ROUNDING,
        ("Angle", Ok(a), Ok(b)) => Angle::hundredths(a - b).size() <= TURNED,
        _ if a.contains('.') => match (a.parse::<f64>(), b.parse::<f64>()) {
            (Ok(a), Ok(b)) => (a - b).abs() <= f64::from(ROUNDING),
            _ => false,
        },
        _ => false,
    }
}
