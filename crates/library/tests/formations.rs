//! Formations on the table: sizes from the ledger's examples, and laws for every size and angle.

use std::sync::LazyLock;

use engine::formations::{Flanks, Refused, Shape, ShapeRefusal};
use geometry::{Angle, Length, Point, Pose, Rect};
use library::{Choices, covers, rulebook};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rulebook::Base;

fn foot() -> Base {
    static FOOT: LazyLock<Base> =
        LazyLock::new(|| rulebook("acw", None, &Choices::new()).unwrap().bases.infantry);
    *FOOT
}

const NORTH: Pose = Pose::new(Point::inches(20, 20), Angle::ZERO);

fn placed(shape: &Shape, count: u8) -> Vec<Rect> {
    shape.stands(foot(), count, NORTH).unwrap()
}

/// Width and depth over all, in thousandths.
fn extent(stands: &[Rect]) -> (i32, i32) {
    let corners: Vec<Point> =
        stands.iter().flat_map(|s| s.corners()).map(|spot| spot.point()).collect();
    let span = |of: fn(&Point) -> i32| {
        corners.iter().map(of).max().unwrap() - corners.iter().map(of).min().unwrap()
    };
    (span(|p| p.x.in_thousandths()), span(|p| p.y.in_thousandths()))
}

fn open_order(ranks: u8, gap: i32) -> Shape {
    Shape::OpenOrder { ranks, gap: Length::thousandths(gap), flanks: Flanks::STRAIGHT }
}

#[test]
fn lines_and_columns_have_the_sizes_of_their_bases() {
    covers!["SCALE-BASES", "FORM-BASE-LINE"];
    let column = Shape::MarchColumn { trail: Vec::new() };
    assert_eq!(extent(&placed(&Shape::line(), 8)), (8000, 750));
    assert_eq!(extent(&placed(&Shape::line(), 10)), (10_000, 750));
    assert_eq!(extent(&placed(&Shape::FieldColumn, 8)), (2000, 3000));
    assert_eq!(extent(&placed(&column, 8)), (1000, 6000));
    assert_eq!(extent(&placed(&column, 6)), (1000, 4500));
}

#[test]
fn a_supported_line_is_two_ranks_and_three_wide_at_least() {
    covers!["FORM-BASE-SUPPORTED-LINE"];
    let nine = placed(&Shape::SupportedLine, 9);
    assert_eq!(extent(&nine), (5000, 1500));
    let front = nine.iter().filter(|s| s.pose.at.y == nine[0].pose.at.y).count();
    assert_eq!(front, 5);
    let refusal = Shape::SupportedLine.stands(foot(), 4, NORTH).unwrap_err();
    assert!(matches!(refusal, ShapeRefusal::TooFew { fewest: 5, .. }));
}

#[test]
fn a_field_column_is_two_wide_to_the_last_stand() {
    covers!["FORM-FIELD-COLUMN"];
    let nine = placed(&Shape::FieldColumn, 9);
    assert_eq!(extent(&nine), (2000, 3750));
    assert_eq!(nine.last().unwrap().pose.at.x, Length::inches(20));
}

#[test]
fn open_order_keeps_half_an_inch_to_an_inch() {
    covers!["FORM-OPEN-SKIRMISH-LINE", "FORM-AWI-OPEN-ORDER-SINGLE-RANK"];
    covers!["FORM-1812-OPEN-ORDER-SINGLE-RANK", "FORM-MAW-OO-INTERVAL"];
    assert_eq!(extent(&placed(&open_order(1, 500), 5)).0, 7000);
    assert_eq!(extent(&placed(&open_order(1, 1000), 5)).0, 9000);
    assert_eq!(extent(&placed(&open_order(1, 1000), 6)).0, 11_000);
    assert_eq!(extent(&placed(&open_order(1, 500), 6)).0, 8500);
    let two_ranks = placed(&open_order(2, 1000), 6);
    assert_eq!(extent(&two_ranks[..3]).0, 5000, "the front rank is the frontage");
    for gap in [400, 1100] {
        let refusal = open_order(1, gap).stands(foot(), 5, NORTH).unwrap_err();
        assert!(matches!(refusal, ShapeRefusal::Gap { .. }), "{gap}");
    }
}

#[test]
fn rear_ranks_of_open_order_cover_the_gaps_in_front() {
    covers!["FORM-OPEN-DENSE", "FORM-AWI-OPEN-ORDER-DEEP", "FORM-1812-OPEN-ORDER-DEEP"];
    for (count, ranks, first) in [(9, 2, 5), (7, 2, 4), (12, 3, 4)] {
        let stands = placed(&open_order(ranks, 1000), count);
        let front = stands.iter().filter(|s| s.pose.at.y == stands[0].pose.at.y).count();
        assert_eq!(front, first, "{count} in {ranks}");
        let (ahead, behind) = stands.split_at(front);
        let rank = behind.iter().filter(|s| s.pose.at.y == behind[0].pose.at.y);
        for stand in rank {
            let covered = ahead.iter().any(|s| s.pose.at.x == stand.pose.at.x);
            assert!(!covered, "{count} in {ranks}: a stand stands behind a stand");
        }
    }
    assert_eq!(extent(&placed(&open_order(2, 1000), 9)).0, 9000);
}

#[test]
fn an_extended_line_of_six_or_fewer_may_leave_gaps() {
    covers!["FORM-ACW-XL-INTERVAL", "FORM-ACW-XL-OVER-SIX", "FORM-ACW-XL-CENTER"];
    let gaps = |count: usize, gap: i32| Shape::ExtendedLine {
        gaps: vec![Length::thousandths(gap); count - 1],
        flanks: Flanks::STRAIGHT,
    };
    assert_eq!(extent(&placed(&gaps(6, 1000), 6)).0, 11_000);
    let four = placed(&gaps(4, 1000), 4);
    assert_eq!(four[0].pose.at.x, Length::inches(17));
    assert_eq!(extent(&four).0, 7000);
    assert!(matches!(gaps(7, 500).stands(foot(), 7, NORTH), Err(ShapeRefusal::Gap { .. })));
    assert!(matches!(gaps(4, 1001).stands(foot(), 4, NORTH), Err(ShapeRefusal::Gap { .. })));
    assert!(gaps(7, 0).stands(foot(), 7, NORTH).is_ok());
}

fn facing(stands: &[Rect], degrees: i32) -> usize {
    stands.iter().filter(|s| s.pose.heading == Angle::degrees(degrees)).count()
}

#[test]
fn a_square_shares_its_stands_among_four_sides() {
    covers!["SQR-1812-SHAPE", "SQR-MAW-SHAPE", "SQR-1812-LARGE", "SQR-MAW-LARGE"];
    covers!["SQR-1812-SMALL", "SQR-MAW-SMALL"];
    for (count, sides) in [
        (8, [2, 2, 2, 2]),
        (7, [2, 2, 2, 1]),
        (12, [3, 3, 3, 3]),
        (14, [4, 4, 3, 3]),
        (3, [1, 1, 0, 1]),
        (2, [1, 0, 1, 0]),
    ] {
        let stands = placed(&Shape::Square, count);
        let found = [0, 90, 180, 270].map(|degrees| facing(&stands, degrees));
        assert_eq!(found, sides, "{count}");
    }
}

#[test]
fn a_square_forms_on_the_old_front() {
    covers!["SQR-1812-PLACEMENT", "SQR-MAW-PLACE"];
    let stands = placed(&Shape::Square, 8);
    let front: Vec<&Rect> = stands.iter().filter(|s| s.pose.heading == Angle::ZERO).collect();
    let middle: i32 = front.iter().map(|s| s.pose.at.x.in_thousandths()).sum::<i32>() / 2;
    assert_eq!(middle, 20_000);
    assert_eq!(front[0].front().point().y, Length::inches(20));
}

#[test]
fn a_square_that_loses_a_stand_dresses_again() {
    let thirteen = placed(&Shape::Square, 13);
    assert_eq!(facing(&thirteen, 0), 4);
    let twelve = placed(&Shape::Square, 12);
    assert_eq!([0, 90, 180, 270].map(|d| facing(&twelve, d)), [3, 3, 3, 3]);
}

fn refused(left: (u8, i32), right: (u8, i32)) -> Shape {
    let flank = |(stands, degrees)| Refused { stands, turn: Angle::degrees(degrees) };
    Shape::Line { left: flank(left), right: flank(right) }
}

#[test]
fn a_flank_is_refused_by_half_the_line_at_most() {
    covers!["TRP-BASE-REFUSE"];
    let try_it = |left, right| refused(left, right).stands(foot(), 8, NORTH);
    assert!(try_it((0, 0), (4, 45)).is_ok());
    assert!(try_it((3, 30), (3, 45)).is_ok());
    assert!(matches!(try_it((0, 0), (5, 45)), Err(ShapeRefusal::RefusedStands { .. })));
    assert!(matches!(try_it((4, 45), (3, 45)), Err(ShapeRefusal::RefusedStands { .. })));
    assert!(matches!(try_it((0, 0), (2, 46)), Err(ShapeRefusal::RefusedTurn { .. })));
    let stands = placed(&refused((0, 0), (2, 45)), 8);
    assert_eq!(stands[7].pose.heading, Angle::degrees(45));
    assert!(stands[7].pose.at.y < stands[5].pose.at.y, "the flank swings back");
    let hinge = stands[5].corners()[2].point().distance(stands[6].corners()[3].point());
    assert!(hinge <= Length::thousandths(2), "the rear corners meet: {hinge}");
}

#[test]
fn a_march_column_bends_along_its_trail() {
    covers!["FORM-MARCH-COLUMN"];
    // North along x = 20", having come round a corner from the east along y = 18".
    let trail = vec![Point::inches(20, 18), Point::inches(40, 18)];
    let stands = placed(&Shape::MarchColumn { trail }, 8);
    assert_eq!(stands[0].pose.heading, Angle::ZERO);
    assert_eq!(stands[0].pose.at, Point::thousandths(20_000, 19_625));
    let last = stands.last().unwrap();
    assert_eq!(last.pose.heading, Angle::LEFT);
    assert_eq!(last.pose.at, Point::thousandths(23_625, 18_000));
}

fn flanks() -> impl Strategy<Value = Flanks> {
    (0u8..5, 1i32..=4500, 0u8..5, 1i32..=4500).prop_map(|(left, one, right, other)| {
        let of = |stands: u8, turn: i32| match stands {
            0 => Refused::default(),
            _ => Refused { stands, turn: Angle::hundredths(turn) },
        };
        Flanks { left: of(left, one), right: of(right, other) }
    })
}

fn shapes() -> impl Strategy<Value = Shape> {
    let gaps = proptest::collection::vec(0i32..=1000, 1..6);
    prop_oneof![
        Just(Shape::line()),
        flanks().prop_map(|f| Shape::Line { left: f.left, right: f.right }),
        Just(Shape::SupportedLine),
        Just(Shape::FieldColumn),
        Just(Shape::MarchColumn { trail: Vec::new() }),
        Just(Shape::Square),
        Just(Shape::Cluster),
        (1u8..4, 500i32..=1000).prop_map(|(ranks, gap)| open_order(ranks, gap)),
        (500i32..=1000, flanks()).prop_map(|(gap, flanks)| {
            Shape::OpenOrder { ranks: 1, gap: Length::thousandths(gap), flanks }
        }),
        (gaps, flanks()).prop_map(|(gaps, flanks)| Shape::ExtendedLine {
            gaps: gaps.into_iter().map(Length::thousandths).collect(),
            flanks,
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1776), ..ProptestConfig::default() })]

    #[test]
    fn stands_of_a_formation_never_overlap(
        shape in shapes(), count in 2u8..=25, x in 0i32..100_000, y in 0i32..100_000, turn in 0i32..36_000,
    ) {
        let anchor = Pose::new(Point::thousandths(x, y), Angle::hundredths(turn));
        let Ok(stands) = shape.stands(foot(), count, anchor) else { return Ok(()) };
        prop_assert_eq!(stands.len(), usize::from(count));
        for (place, one) in stands.iter().enumerate() {
            for other in &stands[place + 1..] {
                prop_assert!(!one.overlaps(*other), "{:?}", shape);
            }
        }
    }

    #[test]
    fn stands_tell_their_formation(
        shape in shapes(), count in 2u8..=25, x in 0i32..100_000, y in 0i32..100_000, turn in 0i32..36_000,
    ) {
        let anchor = Pose::new(Point::thousandths(x, y), Angle::hundredths(turn));
        let Ok(stands) = shape.stands(foot(), count, anchor) else { return Ok(()) };
        let (found, at) = Shape::of(&stands, foot()).expect("a known shape");
        let again = found.stands(foot(), count, at).unwrap();
        for (one, other) in again.iter().zip(&stands) {
            prop_assert_eq!(one.pose.heading, other.pose.heading);
            prop_assert!(one.pose.at.distance(other.pose.at) <= Length::thousandths(2));
        }
        let even = !matches!(shape, Shape::Cluster | Shape::ExtendedLine { .. });
        if even && count > 4 {
            prop_assert_eq!(at, anchor);
            prop_assert_eq!(again, stands);
        }
    }

    #[test]
    fn moving_an_anchor_moves_every_stand_alike(
        shape in shapes(), count in 2u8..=25, dx in -50_000i32..50_000, dy in -50_000i32..50_000, turn in 0i32..36_000,
    ) {
        let at = |x, y| Pose::new(Point::thousandths(x, y), Angle::hundredths(turn));
        let (Ok(here), Ok(there)) = (
            shape.stands(foot(), count, at(0, 0)),
            shape.stands(foot(), count, at(dx, dy)),
        ) else { return Ok(()) };
        for (one, other) in here.iter().zip(&there) {
            let (a, b) = (one.pose.at, other.pose.at);
            prop_assert_eq!(b.x.in_thousandths() - a.x.in_thousandths(), dx);
            prop_assert_eq!(b.y.in_thousandths() - a.y.in_thousandths(), dy);
        }
    }
}
