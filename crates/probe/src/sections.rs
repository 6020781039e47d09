//! What is asked of the engine, section by section.

use engine::formations::{Flanks, Refused, Shape};
use engine::movement::Step;
use engine::moves::{self, Leave, Plan};
use engine::scenario::Edge;
use engine::sight;
use engine::table::{Moving, Position, UnitId};
use engine::{Opened, Order};
use geometry::{Angle, Convex, Length, Point, Polygon, Pose, Rect, Spot, Sweep};
use rulebook::{Base, Rulebook};

use crate::digest::Digest;
use crate::tables::Numbers;
use crate::wild;

/// A section asks its questions about a table.
type Section = fn(&Rulebook, &Position, &mut Digest);

/// The sections that need a table, by name.
pub const ALL: [(&str, Section); 10] = [
    ("table", table),
    ("candidates", candidates),
    ("envelopes", envelopes),
    ("guns", guns),
    ("charges", charges),
    ("sights", sights),
    ("shots", shots),
    ("retreats", retreats),
    ("seldom", seldom),
    ("wild", wild_orders),
];

const LISTS: [Opened; 3] = [Opened::DoubleQuick, Opened::WellHandled, Opened::Tardy];
/// How far away a unit may be to be looked at and shot at.
const FAR: Length = Length::inches(24);
/// How many wild orders each unit is given.
const WILD: usize = 30;

fn leave(list: Opened) -> Leave {
    Leave { list: Some(list), began: Order::Good }
}

fn troops(position: &Position) -> impl Iterator<Item = UnitId> {
    position.ids().filter(|id| position.unit(*id).unit.is_troops())
}

fn enemies(position: &Position, id: UnitId) -> impl Iterator<Item = UnitId> {
    let near = move |other: &UnitId| sight::gap(position, id, *other).is_some_and(|gap| gap <= FAR);
    let side = position.unit(id).side;
    position.ids().filter(move |other| position.unit(*other).side != side).filter(near)
}

fn plan(digest: &mut Digest, plan: &Plan) {
    let end = &plan.end;
    digest.take(&(&end.shape, end.anchor, end.unit.order, end.unit.formation));
    digest.take(&(plan.cost, plan.ground, &plan.pieces));
    digest.take(&(&plan.passed, &plan.disordered, plan.marks));
    end.stands.iter().for_each(|stand| rect(digest, *stand));
    plan.path.iter().for_each(|part| moving(digest, part));
    digest.counted();
}

fn moving(digest: &mut Digest, part: &Moving) {
    digest.number(i64::from(part.stand) * 2 + i64::from(part.on_road));
    match part.sweep {
        Sweep::Slide { from, to } => [from, to].into_iter().for_each(|end| rect(digest, end)),
        Sweep::Turn { from, pivot, by } => {
            rect(digest, from);
            digest.number(i64::from(by));
            [pivot.x, pivot.y].into_iter().for_each(|x| digest.number(x.to_bits() as i64));
        }
    }
}

fn rect(digest: &mut Digest, rect: Rect) {
    let Pose { at, heading } = rect.pose;
    digest.number(i64::from(heading.in_hundredths()));
    for length in [at.x, at.y, rect.width, rect.depth] {
        digest.number(i64::from(length.in_thousandths()));
    }
}

/// The rulebook, the ground and everybody on it.
fn table(book: &Rulebook, position: &Position, digest: &mut Digest) {
    library::outline(book).iter().for_each(|line| digest.take(line));
    for piece in position.table.pieces() {
        digest.take(&(&piece.kind.id, &piece.outline, piece.bounds()));
    }
    position.units().iter().for_each(|placed| digest.take(placed));
}

/// Every sensible maneuver of troops, with its plan.
fn candidates(book: &Rulebook, position: &Position, digest: &mut Digest) {
    for id in troops(position) {
        for list in LISTS {
            for (maneuver, made) in moves::candidates(book, position, id, leave(list)) {
                digest.take(&maneuver);
                plan(digest, &made);
            }
        }
    }
}

/// How far each unit reaches every way.
fn envelopes(book: &Rulebook, position: &Position, digest: &mut Digest) {
    for id in troops(position) {
        for list in LISTS {
            let rays = moves::envelope(book, position, id, leave(list));
            rays.iter().for_each(|ray| digest.take(ray));
        }
    }
}

/// Every sensible maneuver of each gun.
fn guns(book: &Rulebook, position: &Position, digest: &mut Digest) {
    for id in position.ids().filter(|id| position.unit(*id).unit.is_guns()) {
        for stand in 0..position.unit(id).stands.len() as u8 {
            for list in LISTS {
                let found = moves::gun_candidates(book, position, (id, stand), Some(list));
                found.iter().for_each(|made| digest.take(made));
            }
        }
    }
}

/// The best charge at everybody, and the breakthrough.
fn charges(book: &Rulebook, position: &Position, digest: &mut Digest) {
    for id in troops(position) {
        for (list, disordered) in [(Opened::DoubleQuick, false), (Opened::Tardy, true)] {
            let leave = (leave(list), disordered);
            for (target, made) in moves::charges(book, position, id, leave) {
                digest.take(&target);
                plan(digest, &made);
            }
        }
        if let Some((target, made)) = moves::breakthrough(book, position, id) {
            digest.take(&target);
            plan(digest, &made);
        }
    }
}

/// Who sees, threatens and outflanks whom.
fn sights(book: &Rulebook, position: &Position, digest: &mut Digest) {
    for id in position.ids() {
        let stands = &position.unit(id).stands;
        digest
            .take(&(sight::closest_enemy(position, id, true), sight::outflanked_by(position, id)));
        digest.take(&sight::threats(book, position, id, stands));
        digest.take(&sight::massed_behind(position, id, Length::inches(2)));
        for enemy in enemies(position, id) {
            let gap = sight::gap(position, id, enemy);
            digest.take(&(enemy, gap, sight::unit_sees(position, id, enemy)));
            digest.take(&sight::is_turned(position.unit(enemy), stands));
        }
    }
}

/// Every shot of every front stand at every stand it bears on, with the cover on its way.
fn shots(book: &Rulebook, position: &Position, digest: &mut Digest) {
    for id in position.ids() {
        for enemy in enemies(position, id) {
            let target = position.unit(enemy);
            for &stand in position.unit(id).front_rank() {
                for &aim in target.stands.iter().filter(|aim| sight::bears_on(stand, **aim)) {
                    digest.take(&sight::range(stand, aim));
                    let shot = sight::shot(book, position, (id, stand), (enemy, aim));
                    digest.take(&shot);
                    if let Ok((_, from, to)) = shot {
                        let line = (from, to);
                        digest.take(&sight::cover_of(&position.table, line, aim, &target.unit));
                    }
                }
            }
        }
    }
}

/// Every kind of retreat of everybody.
fn retreats(book: &Rulebook, position: &Position, digest: &mut Digest) {
    for id in position.ids() {
        let mut take = |retreat: moves::Retreat| match retreat.plan() {
            Some(made) => plan(digest, made),
            None => digest.take(&retreat),
        };
        take(moves::out_of_close_range(book, position, id));
        take(moves::two_inches(book, position, id));
        for &edge in Edge::ALL {
            let there = position.clone().with_edges([edge, edge]);
            take(moves::full_retreat(book, &there, id));
        }
        digest.take(&moves::evade(book, position, (id, None), None));
    }
}

/// Whole batteries, recalls, evasions and leaders: every sensible way.
fn seldom(book: &Rulebook, position: &Position, digest: &mut Digest) {
    for id in position.ids() {
        let stands: Vec<u8> = (0..position.unit(id).guns.len() as u8).collect();
        let list = Some(Opened::DoubleQuick);
        let batteries = moves::battery_candidates(book, position, id, &stands, list);
        batteries.iter().for_each(|all| digest.take(all));
        for (to, made) in moves::recall_candidates(book, position, id, Length::inches(2)) {
            digest.take(&to);
            plan(digest, &made);
        }
        let evasions = moves::evade_candidates(book, position, id, None);
        evasions.iter().for_each(|evasion| digest.take(evasion));
    }
    let mut numbers = Numbers(1778);
    let mut led = position.clone();
    led.leaders = (0..8).map(|_| wild::leader(&mut numbers, position)).collect();
    for leader in 0..led.leaders.len() {
        digest.take(&moves::leader_candidates(book, &led, leader));
    }
}

/// Orders without sense: what is refused, by which rule and where.
fn wild_orders(book: &Rulebook, position: &Position, digest: &mut Digest) {
    let mut numbers = Numbers(1777);
    for id in position.ids() {
        let guns = position.unit(id).unit.is_guns();
        for _ in 0..WILD {
            let list = *numbers.pick(&LISTS);
            if guns {
                let maneuver = wild::gun_maneuver(&mut numbers);
                let made = moves::check_gun(book, position, (id, 0), Some(list), &maneuver);
                digest.take(&made);
                continue;
            }
            let maneuver = wild::maneuver(&mut numbers, position, id);
            match moves::check(book, position, id, leave(list), &maneuver) {
                Ok(made) => plan(digest, &made),
                Err(refusal) => digest.take(&(refusal.rule(), &refusal)),
            }
            let leader = wild::leader(&mut numbers, position);
            let way = wild::way(&mut numbers, position);
            digest.take(&moves::check_leader(book, position, &leader, &way));
        }
    }
}

/// Sines, directions, formations of every shape and number, outlines and sweeps.
pub fn geometry(digest: &mut Digest) {
    for hundredths in 0..36_000 {
        digest.take(&Angle::hundredths(hundredths).sin_cos());
    }
    let mut numbers = Numbers(1781);
    let base = Base { width: Length::inches(1), depth: Length::thousandths(750) };
    for count in 0..=24 {
        for shape in shapes(count) {
            let pose = any_pose(&mut numbers);
            let step = Step::Wheel {
                to: engine::movement::Hand::Left,
                turn: Angle::hundredths(numbers.between(0, 4500)),
            };
            let frontage = shape.frontage(base, count);
            let stands = shape.stands(base, count, pose);
            digest.take(&(frontage, step.length(frontage), step.from(pose, frontage), &stands));
            digest.take(&stands.ok().map(|stands| Shape::of(&stands, base)));
        }
    }
    for _ in 0..2000 {
        outlines(&mut numbers, digest);
    }
}

fn any_pose(numbers: &mut Numbers) -> Pose {
    let at = Point::thousandths(numbers.between(0, 12_000), numbers.between(0, 12_000));
    Pose::new(at, Angle::hundredths(numbers.between(0, 36_000)))
}

/// Every shape that so many stands may try to take up.
fn shapes(count: u8) -> Vec<Shape> {
    let bent = |stands, turn| Refused { stands, turn: Angle::hundredths(turn) };
    let flanks = Flanks { left: bent(count / 3, 1234), right: bent(count / 4, 4321) };
    let gaps = (1..count).map(|place| Length::thousandths(i32::from(place) * 37 % 1000)).collect();
    let trail = vec![Point::thousandths(5_000, 4_000), Point::thousandths(3_333, 1_111)];
    let loose = |ranks, gap| Shape::OpenOrder {
        ranks,
        gap: Length::thousandths(gap),
        flanks: if ranks == 1 { flanks } else { Flanks::STRAIGHT },
    };
    vec![
        Shape::line(),
        Shape::Line { left: flanks.left, right: flanks.right },
        Shape::SupportedLine,
        Shape::ExtendedLine { gaps: Vec::new(), flanks },
        Shape::ExtendedLine { gaps, flanks: Flanks::STRAIGHT },
        loose(1, 777),
        loose(2, 500),
        loose(3, 1000),
        Shape::FieldColumn,
        Shape::MarchColumn { trail: Vec::new() },
        Shape::MarchColumn { trail },
        Shape::Square,
        Shape::Cluster,
    ]
}

/// Two bases, an oval and two ways between them, measured every way.
fn outlines(numbers: &mut Numbers, digest: &mut Digest) {
    let mut stand = || Rect::new(any_pose(numbers), Length::inches(1), Length::thousandths(750));
    let (from, mut to, other) = (stand(), stand(), stand());
    to.pose.heading = from.pose.heading;
    let mut size = || Length::thousandths(numbers.between(500, 5000));
    let oval = Polygon::ellipse(other.pose.at, size(), size(), 16);
    let (a, b) = (from.front(), to.front());
    digest.take(&(from.corners(), from.distance(other), from.overlaps(other), from.gap(other)));
    digest.take(&(b.minus(a).heading(), oval.cuts(a, b), oval.length_inside(a, b)));
    digest.take(&(oval.depth(a), oval.gap_to(b), oval.meets(to)));
    let pivot = Spot::new(f64::from(numbers.between(0, 12_000)), 6_000.5);
    let by = numbers.between(-9000, 9000);
    let obstacle = Convex::from(other);
    for sweep in [Sweep::Slide { from, to }, Sweep::Turn { from, pivot, by }] {
        let meets = sweep.first(&mut |part, slack| part.depth(&obstacle) + slack > 2.0);
        digest.take(&(sweep.bounds(), sweep.at(0.3), meets));
    }
}
