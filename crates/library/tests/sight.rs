//! Arcs, ranges and flanks, from the ledger's examples.

use engine::formations::Shape;
use engine::sight::{FrontLine, bears_on, is_in_arc, is_outflanked, nearest_target, range};
use geometry::{Angle, Length, Point, Pose, Rect, Spot};
use library::{Choices, covers, rulebook};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rulebook::Base;

const FOOT: Base = Base { width: Length::inches(1), depth: Length::thousandths(750) };

/// A stand whose front edge has its middle at (x, y).
fn stand(x: i32, y: i32, degrees: i32) -> Rect {
    let pose = Pose::new(Point::thousandths(x, y), Angle::degrees(degrees));
    let centre = pose.moved(0.0, -375.0, Angle::ZERO);
    Rect::new(centre, FOOT.width, FOOT.depth)
}

fn line(count: u8, x: i32, y: i32, degrees: i32) -> Vec<Rect> {
    let anchor = Pose::new(Point::thousandths(x, y), Angle::degrees(degrees));
    Shape::line().stands(FOOT, count, anchor).unwrap()
}

fn spot(x: f64, y: f64) -> Spot {
    Spot::new(x * 1000.0, y * 1000.0)
}

#[test]
fn bases_in_the_data_are_those_of_these_tests() {
    assert_eq!(rulebook("awi", None, &Choices::new()).unwrap().bases.infantry, FOOT);
}

#[test]
fn the_arc_opens_at_45_degrees_from_the_front_corners() {
    covers!["TERR-BASE-ARC"];
    let north = stand(0, 0, 0);
    assert!(is_in_arc(north, spot(3.0, 3.0)));
    assert!(!is_in_arc(north, spot(4.0, 3.0)));
    assert!(is_in_arc(north, spot(3.5, 3.0)));
    assert!(!is_in_arc(north, spot(0.0, -0.1)));
    assert!(bears_on(north, stand(3900, 3000, 0)), "partly inside is enough");
    assert!(!bears_on(north, stand(4100, 3000, 0)));
}

#[test]
fn four_sides_of_a_square_see_every_way_once() {
    covers!["SQR-1812-FIRE-ARC", "SQR-MAW-FIRE-ARC"];
    let box_ = Shape::Square.stands(FOOT, 4, Pose::default()).unwrap();
    let centre = Spot::new(0.0, -750.0 - 500.0);
    for degrees in (0..360).filter(|d| d % 90 != 45) {
        let (sin, cos) = Angle::degrees(degrees).sin_cos();
        let far = centre.plus(Spot::new(40_000.0 * sin, 40_000.0 * cos));
        let seen = box_.iter().filter(|side| is_in_arc(**side, far)).count();
        assert_eq!(seen, 1, "{degrees}");
    }
}

#[test]
fn range_is_from_the_front_edge_to_the_nearest_point() {
    covers!["FIRE-BASE-RANGE"];
    let north = stand(0, 0, 0);
    let enemy = |y: i32| stand(0, y, 180);
    assert_eq!(range(north, enemy(4000)), Length::inches(4));
    assert_eq!(range(north, enemy(4010)), Length::thousandths(4010));
    let two = [stand(0, 6000, 180), stand(1000, 4000, 180)];
    assert_eq!(nearest_target(north, &two).unwrap().0, 1);
    assert_eq!(nearest_target(north, &[stand(0, -4000, 0)]), None);
}

#[test]
fn a_line_is_outflanked_by_half_a_unit_behind_its_front() {
    let ours = line(8, 0, 0, 0);
    // An enemy line in column of stands along x = 11", facing west, some stands behind y = 0.
    let enemy = |behind: i32| line(8, 11_000, 4000 - behind * 1000, 270);
    let reach = Length::inches(8);
    assert!(is_outflanked(&ours, &enemy(4), reach));
    assert!(!is_outflanked(&ours, &enemy(3), reach));
    let far = line(8, 13_100, 0, 270);
    assert!(!is_outflanked(&ours, &far, reach), "9.1 inches away");
    let averted = line(8, 11_000, 0, 90);
    assert!(!is_outflanked(&ours, &averted, reach), "it looks the other way");
}

#[test]
fn enfilade_is_fire_from_wholly_behind_the_prolonged_front() {
    covers!["FIRE-MOD-ENFILADE"];
    let ours = line(6, 0, 0, 0);
    let front = FrontLine::through(ours[0], ours[5]);
    assert!(front.is_behind(stand(9000, -2000, 270)));
    assert!(!front.is_behind(stand(9000, 0, 270)), "half of its front is ahead");
    assert!(!front.is_behind(stand(9000, 3000, 225)));
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1776), ..ProptestConfig::default() })]

    #[test]
    fn turning_the_table_changes_no_answer(
        x in -20_000i32..20_000, y in -20_000i32..20_000, turn in 0i32..36_000, table in 0i32..36_000,
    ) {
        let other = Rect::new(Pose::new(Point::thousandths(x, y), Angle::hundredths(turn)), FOOT.width, FOOT.depth);
        let here = stand(0, 0, 0);
        let turned = |rect: Rect| {
            let at = rect.pose.at.spot().turned(Angle::hundredths(table)).point();
            Rect::new(Pose::new(at, rect.pose.heading.plus(Angle::hundredths(table))), rect.width, rect.depth)
        };
        let apart = |a: Length, b: Length| (a.in_thousandths() - b.in_thousandths()).abs();
        prop_assert!(apart(here.distance(other), turned(here).distance(turned(other))) <= 3);
        prop_assert!(apart(range(here, other), range(turned(here), turned(other))) <= 3);
        prop_assert!(apart(here.distance(other), other.distance(here)) <= 1);
    }

    #[test]
    fn a_slow_look_at_the_arc_agrees(
        x in -9_000i32..9_000, y in -9_000i32..9_000, turn in 0i32..36_000,
    ) {
        let pose = Pose::new(Point::thousandths(x, y), Angle::hundredths(turn));
        let target = Rect::new(pose, FOOT.width, FOOT.depth);
        let here = stand(0, 0, 0);
        let mut seen = false;
        for i in 0..=20 {
            for j in 0..=20 {
                let right = (f64::from(i) / 20.0 - 0.5) * 1000.0;
                let ahead = (f64::from(j) / 20.0 - 0.5) * 750.0;
                seen |= is_in_arc(here, pose.spot(right, ahead));
            }
        }
        if seen {
            prop_assert!(bears_on(here, target));
        }
        // And the other way, unless only a sliver between two samples is inside.
        let shrunk = Rect::new(pose, Length::thousandths(940), Length::thousandths(700));
        if bears_on(here, shrunk) {
            prop_assert!(seen);
        }
    }
}
