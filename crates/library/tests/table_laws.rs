//! Laws of the table on random positions: what is accepted is true, what is fast agrees with what
//! is slow and obvious.

use engine::formations::Shape;
use engine::movement::Step;
use engine::moves::{
    Leave, Maneuver, Refusal, candidates, charges, check, envelope, gun_candidates,
};
use engine::sight::{closest_enemy, gap, hidden as hides, in_reach, unit_sees};
use engine::table::{Placed, Position, Stop, Table, UnitId};
use engine::{Opened, Order};
use geometry::{Angle, Convex, Length, Point, Pose, Rect, Spot, Sweep};
use library::{Choices, rulebook};
use probe::tables::{Numbers, position};
use rulebook::{Going, Rulebook};

const PERIODS: [&str; 4] = ["acw", "awi", "1812", "maw"];
const SEEDS: u64 = 3;

fn books() -> Vec<Rulebook> {
    PERIODS.iter().map(|period| rulebook(period, None, &Choices::new()).unwrap()).collect()
}

fn leave(list: Opened) -> Leave {
    Leave { list: Some(list), began: Order::Good }
}

fn random_positions() -> impl Iterator<Item = (Rulebook, Position)> {
    books().into_iter().flat_map(|book| {
        (0..SEEDS).map(move |seed| {
            let position = position(&book, 1776 + seed, 100);
            (book.clone(), position)
        })
    })
}

fn overlaps(position: &Position, id: UnitId, stands: &[Rect]) -> bool {
    let near = |a: &Rect, b: &Rect| a.bounds().meets(b.bounds());
    position.ids().filter(|other| *other != id).any(|other| {
        let theirs = &position.unit(other).stands;
        stands
            .iter()
            .any(|stand| theirs.iter().any(|their| near(stand, their) && stand.overlaps(*their)))
    })
}

#[test]
fn every_candidate_passes_and_ends_on_nobody() {
    let mut seen = 0;
    for (book, position) in random_positions() {
        let table = position.table.bounds().grown(3.0);
        for id in position.ids().filter(|id| position.unit(*id).unit.is_troops()) {
            for list in [Opened::DoubleQuick, Opened::WellHandled, Opened::Tardy] {
                for (maneuver, plan) in candidates(&book, &position, id, leave(list)) {
                    let again = check(&book, &position, id, leave(list), &maneuver);
                    assert_eq!(again.as_ref(), Ok(&plan), "{maneuver:?}");
                    assert!(!overlaps(&position, id, &plan.end.stands), "{maneuver:?}");
                    assert!(
                        plan.end.stands.iter().all(|s| table.holds(s.bounds())),
                        "{maneuver:?}"
                    );
                    assert!(plan.cost.is_none_or(|cost| cost.is_met()), "{maneuver:?}");
                    assert_eq!(plan.end.stands.len(), position.unit(id).stands.len());
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 10_000, "only {seen}");
}

#[test]
fn the_envelope_is_legal_to_its_edge_and_not_beyond() {
    let (mut inside, mut beyond, mut grazed) = (0, 0, 0);
    for (book, position) in random_positions() {
        for id in position.ids().filter(|id| position.unit(*id).unit.is_troops()) {
            if matches!(position.unit(id).shape, Shape::MarchColumn { .. }) {
                continue;
            }
            let leave = leave(Opened::WellHandled);
            for ray in envelope(&book, &position, id, leave) {
                let order = |steps: Vec<Step>| Maneuver::Move {
                    steps,
                    disordered: false,
                    refuse: None,
                    frontage: None,
                };
                // A loose friend may be passed, but not stood upon.
                let ends_on = |refusal: &Refusal| matches!(refusal, Refusal::Blocked(b) if matches!(b.by, Stop::EndsOn(_)));
                match check(&book, &position, id, leave, &order(ray.steps.clone())) {
                    Ok(_) => inside += 1,
                    Err(refusal) => assert!(ends_on(&refusal), "{:?} {refusal:?}", ray.steps),
                }
                let mut more = ray.steps.clone();
                let farther = match more.last().copied() {
                    Some(Step::Advance { by }) => Some(Step::Advance { by: longer(by) }),
                    Some(Step::Withdraw { by }) => Some(Step::Withdraw { by: longer(by) }),
                    Some(Step::Oblique { to, slant, by }) => {
                        Some(Step::Oblique { to, slant, by: longer(by) })
                    }
                    _ => None,
                };
                if let Some(step) = farther {
                    more.pop();
                    more.push(step);
                    let refused = check(&book, &position, id, leave, &order(more));
                    // What is grazed may be passed closer than the envelope dares.
                    if refused.is_err() { beyond += 1 } else { grazed += 1 }
                }
            }
        }
    }
    assert!(inside > 2_000 && beyond > 2_000, "{inside} {beyond}");
    assert!(grazed * 100 < beyond, "{grazed} of {beyond}");
}

fn longer(by: Length) -> Length {
    Length::thousandths(by.in_thousandths() + 60)
}

#[test]
fn who_touches_an_enemy_does_not_walk_over_him() {
    let mut refused = 0;
    for (book, position) in random_positions() {
        for id in position.ids().filter(|id| position.unit(*id).unit.is_troops()) {
            let leave = leave(Opened::DoubleQuick);
            for (_, charge) in charges(&book, &position, id, (leave, false)) {
                let mut there = position.clone();
                there.set(id, charge.end);
                for inches in 1..=6 {
                    let by = Length::inches(inches);
                    let order = Maneuver::Move {
                        steps: vec![Step::Advance { by }],
                        disordered: false,
                        refuse: None,
                        frontage: None,
                    };
                    match check(&book, &there, id, leave, &order) {
                        Ok(plan) => assert!(!overlaps(&there, id, &plan.end.stands), "{order:?}"),
                        Err(_) => refused += 1,
                    }
                }
            }
        }
    }
    assert!(refused > 100, "only {refused}");
}

#[test]
fn every_gun_candidate_ends_on_nobody() {
    let mut seen = 0;
    for (book, position) in random_positions() {
        for id in position.ids().filter(|id| position.unit(*id).unit.is_guns()) {
            for stand in 0..position.unit(id).stands.len() as u8 {
                let found =
                    gun_candidates(&book, &position, (id, stand), Some(Opened::WellHandled));
                for (maneuver, plan) in found {
                    let end = Rect { pose: plan.pose, ..position.unit(id).stands[0] };
                    assert!(!overlaps(&position, id, &[end]), "{maneuver:?}");
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 100, "only {seen}");
}

#[test]
fn the_closest_enemy_is_the_first_of_all_measured() {
    let mut seen = 0;
    for (_, position) in random_positions() {
        for id in position.ids() {
            let side = position.unit(id).side;
            let enemies = position.ids().filter(|other| position.unit(*other).side != side);
            let measured = enemies.filter_map(|enemy| Some((gap(&position, id, enemy)?, enemy)));
            let mut all: Vec<(Length, UnitId)> = measured.collect();
            all.sort_unstable();
            let first = all.first().map(|(far, enemy)| (*enemy, *far));
            assert_eq!(closest_enemy(&position, id, false), first);
            let visible = all.iter().find(|(_, enemy)| unit_sees(&position, id, *enemy).is_ok());
            let visible = visible.map(|(far, enemy)| (*enemy, *far));
            assert_eq!(closest_enemy(&position, id, true), visible);
            seen += usize::from(visible.is_some());
        }
    }
    assert!(seen > 100, "only {seen}");
}

/// Slow and obvious: the stand in a thousand places along its way.
fn sampled(sweep: &Sweep, test: impl Fn(Rect) -> bool) -> bool {
    (0..=1000).any(|part| test(sweep.at(f64::from(part) / 1000.0)))
}

#[test]
fn sweeps_agree_with_a_thousand_samples() {
    let mut numbers = Numbers(1812);
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..3000 {
        let mut stand = || {
            let at = Point::thousandths(numbers.between(0, 12_000), numbers.between(0, 12_000));
            let pose = Pose::new(at, Angle::hundredths(numbers.between(0, 36_000)));
            Rect::new(pose, Length::inches(1), Length::thousandths(750))
        };
        let (from, other) = (stand(), stand());
        let to = {
            let mut to = stand();
            to.pose.heading = from.pose.heading;
            to
        };
        let pivot =
            Spot::new(f64::from(numbers.between(0, 12_000)), f64::from(numbers.between(0, 12_000)));
        let by = numbers.between(-9000, 9000);
        for sweep in [Sweep::Slide { from, to }, Sweep::Turn { from, pivot, by }] {
            let obstacle = Convex::from(other);
            // Clearly more than a touch in any sample must be found, and nothing found may be clear
            // of every sample by more than the samples' own distance.
            let fast = sweep.any(&mut |part, slack| part.depth(&obstacle) + slack > 2.0);
            let surely = sampled(&sweep, |rect| Convex::from(rect).depth(&obstacle) > 4.0);
            let perhaps = sampled(&sweep, |rect| Convex::from(rect).gap(&obstacle) < 20.0);
            assert!(!surely || fast, "{sweep:?} misses {other:?}");
            assert!(!fast || perhaps, "{sweep:?} cannot meet {other:?}");
            if fast { hits += 1 } else { misses += 1 }
        }
    }
    assert!(hits > 500 && misses > 500, "{hits} {misses}");
}

/// Slow and obvious: walks the line in a thousand steps and counts the woods, the walls and the
/// heights it is over. Nothing if the answer is too close to call by steps.
fn sampled_sight(table: &Table, from: Spot, to: Spot) -> Option<bool> {
    const STEPS: i32 = 4000;
    let whole = to.minus(from);
    let step = whole.size() / f64::from(STEPS);
    let levels = [from, to].map(|end| table.level(end));
    let low = levels[0].min(levels[1]);
    let mut woods = 0.0;
    let mut solid: Vec<(usize, f64)> = Vec::new();
    let mut tops: Vec<(usize, f64)> = Vec::new();
    for part in 0..STEPS {
        let spot = from.plus(whole.times((f64::from(part) + 0.5) / f64::from(STEPS)));
        let mut least: Option<f64> = None;
        for (place, piece) in table.pieces().iter().enumerate() {
            if piece.area().is_none() {
                continue;
            }
            if piece.contains(spot) {
                match piece.kind.sight {
                    Some(Length::ZERO) => count(&mut solid, place, step),
                    Some(sight) => {
                        let sight = f64::from(sight.in_thousandths());
                        least = Some(least.map_or(sight, |other: f64| other.min(sight)));
                    }
                    None => {}
                }
            }
            if piece.top().is_some_and(|top| top.contains(spot)) {
                count(&mut tops, place, step);
            }
        }
        woods += least.map_or(0.0, |sight| step / sight);
    }
    if (woods - 1.0).abs() < 0.01 {
        return None;
    }
    let own = |place: usize, end: Spot| table.pieces()[place].contains(end);
    for (place, long) in &solid {
        if !own(*place, from) && !own(*place, to) {
            if *long < 20.0 {
                return None;
            }
            return Some(false);
        }
    }
    for (place, long) in &tops {
        let level = table.pieces()[*place].level;
        if level <= low {
            continue;
        }
        if *long < 20.0 {
            return None;
        }
        let mut over = false;
        for (end, height) in [(from, levels[0]), (to, levels[1])] {
            let own: f64 = tops
                .iter()
                .filter(|(other, _)| {
                    let piece = &table.pieces()[*other];
                    piece.level == height && piece.contains(end)
                })
                .map(|(_, long)| *long)
                .fold(0.0, f64::max);
            if height >= level {
                if (own - 1000.0).abs() < 20.0 {
                    return None;
                }
                over |= own < 1000.0;
            }
        }
        if !over {
            return Some(false);
        }
    }
    Some(woods < 1.0)
}

fn count(all: &mut Vec<(usize, f64)>, place: usize, step: f64) {
    match all.iter_mut().find(|(other, _)| *other == place) {
        Some((_, long)) => *long += step,
        None => all.push((place, step)),
    }
}

#[test]
fn sight_agrees_with_four_thousand_steps_and_with_itself_reversed() {
    let book = rulebook("acw", None, &Choices::new()).unwrap();
    let mut numbers = Numbers(1846);
    let (mut seen, mut hidden) = (0, 0);
    for seed in 0..12 {
        let position = position(&book, seed, 300);
        let table = &position.table;
        let (width, height) = (table.width().in_thousandths(), table.height().in_thousandths());
        for _ in 0..120 {
            let mut spot =
                || Point::thousandths(numbers.between(0, width), numbers.between(0, height)).spot();
            let from = spot();
            let near = spot().minus(from);
            let far = 40_000.0 / near.size().max(1.0);
            let to = from.plus(near.times(far.min(1.0)));
            let fast = hides(table, from, to);
            let back = hides(table, to, from);
            assert_eq!(fast.is_none(), back.is_none(), "sight goes both ways: {from:?} {to:?}");
            if let Some(expected) = sampled_sight(table, from, to) {
                assert_eq!(fast.is_none(), expected, "{from:?} {to:?} {fast:?}");
                if expected { seen += 1 } else { hidden += 1 }
            }
        }
    }
    assert!(seen > 100 && hidden > 100, "{seen} {hidden}");
}

/// The whole table moved by whole thousandths.
fn shifted(position: &Position, book: &Rulebook, x: i32, y: i32) -> Position {
    let point = |p: Point| Point::thousandths(p.x.in_thousandths() + x, p.y.in_thousandths() + y);
    map(position, book, &point, &|angle| angle, 1)
}

/// The whole table seen in a mirror that stands upright in its middle.
fn mirrored(position: &Position, book: &Rulebook) -> Position {
    let width = position.table.width().in_thousandths();
    let point = |p: Point| Point::thousandths(width - p.x.in_thousandths(), p.y.in_thousandths());
    map(position, book, &point, &Angle::reversed, -1)
}

fn map(
    position: &Position,
    book: &Rulebook,
    point: &dyn Fn(Point) -> Point,
    angle: &dyn Fn(Angle) -> Angle,
    hand: i32,
) -> Position {
    use engine::table::{Front, Outline, Terrain};
    let table = &position.table;
    let polygon = |area: &geometry::Polygon| {
        let corners = area.corners().iter().map(|corner| point(*corner)).collect();
        geometry::Polygon::new(corners).unwrap()
    };
    let pieces = table.pieces().iter().map(|piece| Terrain {
        outline: match &piece.outline {
            Outline::Area(area) => Outline::Area(polygon(area)),
            Outline::Line { points, width } => {
                Outline::Line { points: points.iter().map(|p| point(*p)).collect(), width: *width }
            }
        },
        crest: piece.crest.as_ref().map(polygon),
        front: match (piece.front, hand) {
            (Front::Left, -1) => Front::Right,
            (Front::Right, -1) => Front::Left,
            (front, _) => front,
        },
        ..piece.clone()
    });
    let size = |length: Length| Length::thousandths(length.in_thousandths() + 100_000);
    let ground = Table::new(size(table.width()), size(table.height()), pieces.collect());
    let units = position.units().iter().map(|placed| {
        let pose = |p: Pose| Pose::new(point(p.at), angle(p.heading));
        let shape = match &placed.shape {
            Shape::Apart { stands } => {
                Shape::Apart { stands: stands.iter().map(|p| pose(*p)).collect() }
            }
            other => other.clone(),
        };
        Placed::new(placed.unit.clone(), placed.side, shape, pose(placed.anchor), &book.bases)
            .unwrap()
    });
    Position::new(std::sync::Arc::new(ground), units.collect(), Vec::new())
}

#[test]
fn a_shifted_table_gives_the_same_answers() {
    for (book, position) in random_positions().step_by(3) {
        let (dx, dy) = (31_337, 12_345);
        let there = shifted(&position, &book, dx, dy);
        for id in position.ids().filter(|id| position.unit(*id).unit.is_troops()) {
            let leave = leave(Opened::WellHandled);
            for (maneuver, plan) in candidates(&book, &position, id, leave) {
                let Maneuver::Move { .. } = maneuver else { continue };
                let moved = check(&book, &there, id, leave, &maneuver).expect("legal there too");
                assert_eq!(moved.cost, plan.cost);
                assert_eq!(moved.ground, plan.ground);
                let at = |end: &Placed| end.anchor.at;
                let (a, b) = (at(&plan.end), at(&moved.end));
                assert_eq!(
                    b,
                    Point::thousandths(a.x.in_thousandths() + dx, a.y.in_thousandths() + dy)
                );
            }
        }
    }
}

#[test]
fn a_mirrored_table_gives_mirrored_answers() {
    use engine::movement::Hand;
    let other = |hand: Hand| if hand == Hand::Left { Hand::Right } else { Hand::Left };
    let mirror = |step: Step| match step {
        Step::Oblique { to, slant, by } => Step::Oblique { to: other(to), slant, by },
        Step::ObliqueBack { to, slant, by } => Step::ObliqueBack { to: other(to), slant, by },
        Step::Wheel { to, turn } => Step::Wheel { to: other(to), turn },
        Step::Shift { heading, by } => Step::Shift { heading: heading.reversed(), by },
        step => step,
    };
    let (mut same, mut close) = (0, 0);
    for (book, position) in random_positions() {
        let there = mirrored(&position, &book);
        for id in position.ids().filter(|id| position.unit(*id).unit.is_troops()) {
            // Odd ranks of loose and deep formations have no mirror image of their own.
            if !matches!(position.unit(id).shape, Shape::Line { .. }) {
                continue;
            }
            let leave = leave(Opened::WellHandled);
            for ray in envelope(&book, &position, id, leave) {
                // Half way, clear of what only rounding decides.
                let Some(Step::Advance { by }) = ray.steps.last().copied() else { continue };
                let mut steps: Vec<Step> = ray.steps.clone();
                steps.pop();
                steps.push(Step::Advance { by: by.half() });
                let order = |steps: Vec<Step>| Maneuver::Move {
                    steps,
                    disordered: false,
                    refuse: None,
                    frontage: None,
                };
                let here = check(&book, &position, id, leave, &order(steps.clone()));
                let image = steps.into_iter().map(mirror).collect();
                let image = check(&book, &there, id, leave, &order(image));
                match (here, image) {
                    (Ok(here), Ok(image)) => {
                        assert_eq!(here.cost.map(|c| c.spent()), image.cost.map(|c| c.spent()));
                        same += 1;
                    }
                    (Err(_), Err(_)) => same += 1,
                    _ => close += 1,
                }
            }
        }
    }
    assert!(same > 400 && close * 100 <= same, "{same} {close}");
}

#[test]
fn there_and_back_ends_where_it_began() {
    for (book, position) in random_positions().step_by(4) {
        for id in position.ids() {
            let placed = position.unit(id);
            if !matches!(placed.shape, Shape::Line { .. } | Shape::FieldColumn) {
                continue;
            }
            let by = Length::thousandths(2_345);
            let order = |step: Step| Maneuver::Move {
                steps: vec![step],
                disordered: false,
                refuse: None,
                frontage: None,
            };
            let leave = leave(Opened::WellHandled);
            let Ok(out) = check(&book, &position, id, leave, &order(Step::Advance { by })) else {
                continue;
            };
            let mut there = position.clone();
            there.set(id, out.end);
            let back = check(&book, &there, id, leave, &order(Step::Withdraw { by })).unwrap();
            assert!(back.end.anchor.at.distance(placed.anchor.at) <= Length::thousandths(1));
        }
    }
}

#[test]
fn no_accepted_move_crosses_forbidden_ground_or_another_unit() {
    let mut seen = 0;
    for (book, position) in random_positions().step_by(3) {
        let water: Vec<&engine::table::Terrain> = position
            .table
            .pieces()
            .iter()
            .filter(|piece| piece.kind.going == Going::Impassable)
            .collect();
        for id in position.ids().filter(|id| position.unit(*id).unit.is_troops()) {
            for (maneuver, plan) in candidates(&book, &position, id, leave(Opened::WellHandled)) {
                let Maneuver::Move { .. } = maneuver else { continue };
                for moving in &plan.path {
                    for part in 0..=8 {
                        let rect = moving.sweep.at(f64::from(part) / 8.0);
                        let outline = Convex::from(rect);
                        let around = rect.bounds();
                        assert!(
                            moving.on_road
                                || water.iter().all(|w| {
                                    !w.bounds().meets(around) || !w.is_under(&outline, -3.0)
                                }),
                            "{maneuver:?}"
                        );
                        for other in position.ids().filter(|other| *other != id) {
                            let unit = position.unit(other);
                            if !unit.bounds().is_some_and(|b| b.meets(around)) {
                                continue;
                            }
                            if plan.passed.contains(&other) {
                                assert!(unit.lets_friends_through());
                                continue;
                            }
                            let clear =
                                |theirs: &Rect| Convex::from(*theirs).depth(&outline) <= 4.0;
                            assert!(unit.stands.iter().all(clear), "{maneuver:?}");
                        }
                        seen += 1;
                    }
                }
            }
        }
    }
    assert!(seen > 10_000, "only {seen}");
}

/// Everything that is remembered, by everybody of everybody.
fn looked(book: &Rulebook, position: &Position) -> Vec<String> {
    let mut found = Vec::new();
    for id in position.ids() {
        for stand in &position.unit(id).stands {
            found.push(format!("{:?}", in_reach(book, position, (id, *stand))));
        }
        let enemies = position.ids().filter(|o| position.unit(*o).side != position.unit(id).side);
        found.extend(enemies.map(|enemy| format!("{:?}", unit_sees(position, id, enemy))));
    }
    found
}

/// The same position, of which nothing is remembered.
fn afresh(position: &Position) -> Position {
    let (units, leaders) = (position.units().to_vec(), position.leaders.clone());
    Position::new(position.table.clone(), units, leaders)
}

#[test]
fn what_is_remembered_is_what_would_be_found() {
    let mut moved = 0;
    for (book, mut position) in random_positions() {
        let plain = looked(&book, &position);
        position.remember();
        assert_eq!(looked(&book, &position), plain);
        assert_eq!(looked(&book, &position), plain, "asked again");
        // One goes into the way of others, out of it, or off the table; then the next as well.
        let mut onwards = position.clone();
        for id in position.ids().step_by(5).take(3) {
            let list = leave(Opened::DoubleQuick);
            let plans = candidates(&book, &position, id, list).into_iter();
            let mut ends: Vec<Placed> = plans.map(|(_, plan)| plan.end).step_by(9).collect();
            ends.truncate(2);
            ends.push(Placed { stands: Vec::new(), guns: Vec::new(), ..position.unit(id).clone() });
            for end in ends {
                let supposed = position.supposing(id, end.clone());
                let mut really = position.clone();
                really.set(id, end.clone());
                let plain = looked(&book, &afresh(&really));
                assert_eq!(looked(&book, &supposed), plain, "supposed");
                assert_eq!(looked(&book, &really), plain, "done");
                onwards.set(id, end);
                let plain = looked(&book, &afresh(&onwards));
                assert_eq!(looked(&book, &onwards), plain, "one after the other");
                moved += 1;
            }
        }
        assert_eq!(looked(&book, &position), plain, "nothing was done here");
    }
    assert!(moved > 30, "only {moved}");
}
