//! What moves cost and where they lead, from the ledger's examples.

use engine::movement::{
    Cost, Gait, Hand, Leg, Purpose, Step, StepRefusal, allowance, check_steps, cost,
};
use geometry::{Angle, Length, Point, Pose};
use library::{Choices, covers, rulebook};
use rulebook::{Ground, MovementRow, Nation, Rulebook};

fn book(period: &str, edition: Option<&str>) -> Rulebook {
    rulebook(period, edition, &Choices::new()).unwrap()
}

fn row(book: &Rulebook, id: &str) -> MovementRow {
    book.movement(id, book.nations[0]).unwrap().clone()
}

fn inches(text: &str) -> Length {
    text.parse().unwrap()
}

fn legs(row: &MovementRow, gait: Gait, legs: &[Leg]) -> Cost {
    cost(row, gait, legs)
}

#[test]
fn the_worked_road_example_comes_out_to_the_thousandth() {
    covers!["MOV-ROAD-FIGURE9", "MOV-ROAD-COST", "MOV-ROAD-RATE", "MOV-ROAD-BONUS"];
    covers!["MOV-ROAD-FIGURE9-AWI-1812"];
    for period in ["acw", "awi", "1812", "maw"] {
        let book = book(period, None);
        let column = row(&book, "infantry-march-column");
        // A: touching the road. B: nine inches along it use six.
        let along = legs(&column, Gait::Full, &[Leg::road(inches("9"))]);
        assert_eq!(along.spent(), inches("6"));
        // C: staying on the road, 18 in all.
        assert_eq!(along.left_on_road(), inches("9"));
        let all = legs(&column, Gait::Full, &[Leg::road(inches("18"))]);
        assert!(all.is_met() && all.left() == Length::ZERO);
        assert!(!legs(&column, Gait::Full, &[Leg::road(inches("18.001"))]).is_met());
        // D: into open ground, six more, 15 in all.
        assert_eq!(along.left(), inches("6"));
        let open = [Leg::road(inches("9")), Leg::country(inches("6"), Ground::Open)];
        assert!(legs(&column, Gait::Full, &open).is_met());
        // E: into woods the whole move runs at 10: four more, 13 in all.
        let into = |far: &str| {
            let woods = Leg::country(inches(far), Ground::Broken);
            legs(&column, Gait::Full, &[Leg::road(inches("9")), woods])
        };
        assert_eq!(into("4").allowance, inches("10"));
        assert!(into("4").is_met() && !into("4.001").is_met());
    }
}

#[test]
fn road_bonus_goes_by_who_uses_it() {
    covers!["MOV-ROAD-WHO", "MOV-ROAD-CONDITION", "MOV-ROAD-BROKEN-BONUS"];
    covers!["MOV-ROAD-ABSOLUTE-COLUMN"];
    let acw = book("acw", None);
    let most = |id: &str, gait| {
        let row = row(&acw, id);
        legs(&row, gait, &[Leg::road(Length::ZERO)]).left_on_road()
    };
    assert_eq!(most("infantry-march-column", Gait::Full), inches("18"));
    assert_eq!(most("infantry-line", Gait::Full), inches("12"));
    assert_eq!(most("cavalry-broken", Gait::Full), inches("36"));
    assert_eq!(most("field-gun", Gait::Full), inches("24"));
    assert_eq!(most("field-gun", Gait::DoubleQuick), inches("32"));
    assert_eq!(most("cavalry-march-column", Gait::Full), inches("27"));
    // A poor road is open ground and no more, also through dense woods.
    let column = row(&acw, "infantry-march-column");
    let poor = [Leg::country(inches("12"), Ground::Open)];
    assert!(legs(&column, Gait::Full, &poor).is_met());
    assert_eq!(legs(&column, Gait::Full, &poor).left(), Length::ZERO);
}

#[test]
fn a_road_may_be_entered_later_and_by_half_moves() {
    covers!["MOV-ROAD-ENTER-LATER"];
    let acw = book("acw", None);
    let column = row(&acw, "infantry-march-column");
    let from_open = legs(&column, Gait::Full, &[Leg::country(inches("4"), Ground::Open)]);
    assert_eq!(from_open.left_on_road(), inches("12"));
    let from_broken = legs(&column, Gait::Full, &[Leg::country(inches("3"), Ground::Broken)]);
    assert_eq!(from_broken.left_on_road(), inches("10.5"));
    let at_once = |gait| legs(&column, gait, &[]).left_on_road();
    assert_eq!(at_once(Gait::Half), inches("9"));
    assert_eq!(at_once(Gait::HalfDoubleQuick), inches("12"));
    let near = legs(&column, Gait::Half, &[Leg::country(inches("2"), Ground::Open)]);
    assert_eq!(near.left_on_road(), inches("6"));
    assert_eq!(legs(&row(&acw, "field-gun"), Gait::Full, &[]).left_on_road(), inches("24"));
}

#[test]
fn fixed_road_rates_serve_a_move_wholly_on_the_road() {
    covers!["MOV-MAW-ROAD-QRS", "MOV-MAW-ROAD-MULT"];
    let (booklet, qrs) = (book("maw", None), book("maw", Some("qrs")));
    let horse = |book: &Rulebook| row(book, "horse-light-gun");
    assert_eq!(legs(&horse(&booklet), Gait::Full, &[]).left_on_road(), inches("24"));
    let on_road = |far: &str, gait| legs(&horse(&qrs), gait, &[Leg::road(inches(far))]).is_met();
    assert!(on_road("18", Gait::Full) && !on_road("18.001", Gait::Full));
    assert!(on_road("24", Gait::DoubleQuick) && !on_road("24.001", Gait::DoubleQuick));
    let mixed = [Leg::road(inches("9")), Leg::country(inches("3"), Ground::Open)];
    assert!(legs(&horse(&qrs), Gait::Full, &mixed).is_met());
    let further = [Leg::road(inches("9")), Leg::country(inches("3.001"), Ground::Open)];
    assert!(!legs(&horse(&qrs), Gait::Full, &further).is_met());
}

#[test]
fn the_slowest_ground_sets_the_rate_of_the_whole_move() {
    covers!["MOV-BASE-MIXED-TERRAIN", "MOV-HALF"];
    let acw = book("acw", None);
    let line = row(&acw, "infantry-line");
    let open = Leg::country(inches("7"), Ground::Open);
    let woods = |far: &str| Leg::country(inches(far), Ground::Broken);
    assert!(legs(&line, Gait::Full, &[open, woods("1")]).is_met());
    assert!(!legs(&line, Gait::Full, &[open, woods("1.001")]).is_met());
    for (gait, far) in [
        (Gait::Full, "8"),
        (Gait::Half, "4"),
        (Gait::DoubleQuick, "12"),
        (Gait::HalfDoubleQuick, "6"),
    ] {
        assert_eq!(allowance(&line, gait, Ground::Broken), inches(far));
    }
    let column = row(&acw, "infantry-field-column");
    let rates = Ground::ALL.iter().map(|&g| allowance(&column, Gait::Full, g));
    assert_eq!(rates.collect::<Vec<_>>(), [inches("12"), inches("10"), inches("8")]);
}

#[test]
fn a_leader_has_one_rate_and_the_road() {
    covers!["MOV-BASE-LEADER"];
    let acw = book("acw", None);
    let leader = acw.movement("leader-mounted", Nation::Union).unwrap();
    let used = cost(leader, Gait::Full, &[Leg::road(inches("10"))]);
    assert_eq!(used.spent(), inches("6.667"));
    assert_eq!(used.left(), inches("17.333"));
    assert_eq!(allowance(leader, Gait::DoubleQuick, Ground::Open), inches("24"));
}

const START: Pose = Pose::new(Point::inches(0, 0), Angle::ZERO);

fn after(step: Step, frontage: &str) -> (i32, i32, i32) {
    let pose = step.from(START, inches(frontage));
    let (x, y) = (pose.at.x.in_thousandths(), pose.at.y.in_thousandths());
    (x, y, pose.heading.in_hundredths())
}

#[test]
fn an_oblique_is_measured_along_the_slant() {
    covers!["MOV-OBLIQUE", "MOV-OBLIQUE-TEMPLATE"];
    let oblique = |degrees, by: &str| Step::Oblique {
        to: Hand::Right,
        slant: Angle::degrees(degrees),
        by: inches(by),
    };
    assert_eq!(after(oblique(45, "12"), "8"), (8485, 8485, 0));
    assert_eq!(after(oblique(30, "8"), "8"), (4000, 6928, 0));
    assert_eq!(after(oblique(15, "8"), "8"), (2071, 7727, 0));
    assert_eq!(oblique(45, "12").length(inches("8")), inches("12"));
    let sharp = check_steps(&[oblique(46, "3")], Purpose::Move);
    assert!(matches!(sharp, Err(StepRefusal::TooSharp { .. })));
}

#[test]
fn one_oblique_or_wheel_a_move_and_in_a_charge_only_at_the_start() {
    covers!["MOV-OBLIQUE-ONCE", "MOV-OBLIQUE-CHARGE"];
    let ahead = |by: &str| Step::Advance { by: inches(by) };
    let oblique = |to, by: &str| Step::Oblique { to, slant: Angle::degrees(30), by: inches(by) };
    let wheel = Step::Wheel { to: Hand::Left, turn: Angle::degrees(20) };
    let move_ = |steps: &[Step]| check_steps(steps, Purpose::Move);
    assert!(move_(&[ahead("4"), oblique(Hand::Left, "5"), ahead("3")]).is_ok());
    let twice = move_(&[oblique(Hand::Left, "6"), oblique(Hand::Right, "3")]);
    assert!(matches!(twice, Err(StepRefusal::OnlyOne { .. })));
    let both = move_(&[wheel, oblique(Hand::Left, "3")]);
    assert!(matches!(both, Err(StepRefusal::OnlyOne { .. })));
    let charge = |steps: &[Step]| check_steps(steps, Purpose::Charge);
    assert!(charge(&[oblique(Hand::Left, "4"), ahead("6")]).is_ok());
    let late = charge(&[ahead("6"), oblique(Hand::Left, "4")]);
    assert!(matches!(late, Err(StepRefusal::NotAtTheStart { .. })));
}

#[test]
fn no_step_goes_less_than_nothing_or_beyond_any_table() {
    let ahead = |thousandths| Step::Advance { by: Length::thousandths(thousandths) };
    for thousandths in [-1, 1_000_001, i32::MIN, i32::MAX] {
        let refused = check_steps(&[ahead(thousandths)], Purpose::Move);
        assert!(matches!(refused, Err(StepRefusal::NoLength { .. })), "{thousandths}");
    }
    assert!(check_steps(&[ahead(0), ahead(1_000_000)], Purpose::Move).is_ok());
}

#[test]
fn a_wheel_costs_the_arc_of_its_outer_corner() {
    covers!["TRP-BASE-WHEEL"];
    let wheel = |to| Step::Wheel { to, turn: Angle::degrees(45) };
    assert_eq!(wheel(Hand::Right).length(inches("6")), inches("4.712"));
    // The right front corner stays where it was.
    for to in [Hand::Left, Hand::Right] {
        let pose = wheel(to).from(START, inches("6"));
        let side = if to == Hand::Right { 3000.0 } else { -3000.0 };
        let corner = pose.spot(side, 0.0).point();
        assert!(corner.distance(Point::thousandths(side as i32, 0)) <= Length::thousandths(1));
        assert_eq!(pose.heading.size(), 4500);
    }
}

#[test]
fn straight_and_sideways() {
    covers!["TRP-BASE-ADVANCE-WITHDRAW"];
    assert_eq!(after(Step::Advance { by: inches("12") }, "8"), (0, 12_000, 0));
    assert_eq!(after(Step::Withdraw { by: inches("12") }, "8"), (0, -12_000, 0));
    let flank = Step::ByTheFlank { to: Hand::Left, by: inches("6") };
    assert_eq!(after(flank, "8"), (-6000, 0, 0));
}
