//! Orders as text: what is read, what is written, what is said of wrong ones.

use std::sync::LazyLock;

use engine::Formation;
use engine::formations::{Flanks, Refused, Shape};
use engine::movement::{Hand, Step};
use engine::moves::{
    Frontage, GunManeuver, Limbering, Maneuver, NewFormation, Presenting, StraightBack, Way,
};
use engine::scenario::Scenario;
use engine::table::UnitId;
use geometry::{Angle, Length, Point, Pose};
use library::order::{Order, OrderError, Orders, Retreating};
use library::{Choices, scenario};
use proptest::option;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rulebook::Rulebook;

const BATTLE: &str = r#"
format = 1
title = "Orders"
period = "acw"
date = "any day"
[table]
width = 60
height = 40
[[army]]
name = "North"
nation = "union"
edge = "north"
[[army]]
name = "South"
nation = "confederate"
edge = "south"
[[terrain]]
name = "Mill"
kind = "building"
rectangle = { from = [40, 20], to = [44, 24] }
[[terrain]]
kind = "major-obstacle"
line = [[10, 20], [16, 20]]
[[leader]]
army = "South"
name = "Old \"Pete\""
rank = "brigade"
rating = "able"
at = [30, 4]
[[unit]]
army = "South"
name = "4th Line"
stands = 8
experience = "trained"
morale = "reliable"
weapon = "none"
at = [30, 10]
facing = "N"
[[unit]]
army = "North"
name = "The \"Bloody\" \\ 8th"
arm = "cavalry"
stands = 8
experience = "trained"
morale = "reliable"
weapon = "none"
at = [30, 30]
facing = 200
[[unit]]
army = "South"
name = "Scouts"
stands = 4
experience = "trained"
morale = "reliable"
weapon = "none"
formation = "extended-line"
at = [10, 10]
facing = "NE"
"#;

static FIELD: LazyLock<(Scenario, Rulebook)> = LazyLock::new(|| {
    scenario(BATTLE, "orders", &Choices::new()).unwrap_or_else(|defects| panic!("{defects}"))
});

fn orders() -> Orders<'static> {
    Orders::new(&FIELD.1, &FIELD.0.position)
}

fn read(text: &str) -> Result<Order, OrderError> {
    orders().read(Some(UnitId(0)), text)
}

fn troops(text: &str) -> Maneuver {
    match read(text) {
        Ok(Order::Troops(maneuver)) => maneuver,
        other => panic!("{text}: {other:?}"),
    }
}

fn rewritten(text: &str) -> String {
    let orders = orders();
    let order = orders.read(Some(UnitId(0)), text);
    orders.write(Some(UnitId(0)), &order.unwrap_or_else(|error| panic!("{text}: {error}")))
}

#[test]
fn every_kind_of_order_is_written_as_it_is_read() {
    for text in [
        "hold",
        "hold refuse left 3 45",
        "hold straighten",
        "move advance 6, wheel right 30, advance 2",
        "move oblique left 30 6.5, withdraw 1",
        "move oblique back right 20 3",
        "move shift NE 4",
        "move road about 9",
        "move advance 12 disordered refuse left 3 45 refuse right 2 30.25",
        "move advance 4 frontage after extended line gaps 0.5 1 0 at 20,30 facing N",
        "change to line at 30,10 facing N then advance 4",
        "move advance 2 then change to field column at 30,12 facing N",
        "change to open order 2 ranks gap 0.75 at 30,10 facing N refuse left 1 20",
        "change to garrison of \"Mill\" at 42,22 facing N",
        "change to march column trail 30,8 28,6 at 30,10 facing E",
        "change to storming column at 30,10 facing E",
        "dismount to extended line at 30,10 facing N",
        "mount to supported line at 30,10 facing N",
        "pass through \"Scouts\": advance 5",
        "flank left 4",
        "deploy to line at 30,10 facing N",
        "front left 60 backward refuse left 2 30",
        "rear rank",
        "scale piece 2",
        "scale \"Mill\"",
        "replenish",
        "gun 1 hold",
        "gun 1 move advance 12, unlimber S fire",
        "gun 1 limber, move advance 12",
        "gun 1 limber 12.50, move advance 12, unlimber S",
        "gun 1 limber N",
        "gun 2 pivot NE fire",
        "gun 1 haul left 20 2",
        "gun 1 haul back 2",
        "gun 1 prolong 4",
        "gun 3 unlimber 181",
        "charge \"The \\\"Bloody\\\" \\\\ 8th\" wheel left 20 disordered",
        "countercharge \"Scouts\"",
        "breakthrough",
        "retreat out of close range",
        "retreat two inches",
        "retreat two inches contracting to extended line gaps 0.5 0 at 30,10 facing N",
        "retreat out of close range contracting to open order gap 0.5 at 30,10 facing N",
        "retreat full broken",
        "evade behind \"4th Line\"",
        "recall to 20,30 facing S at least 6",
        "carry \"Scouts\"",
        "hasty square against \"Scouts\", \"4th Line\" at \"Scouts\"",
        "present bayonets to flank left against \"Scouts\"",
        "present bayonets refuse right 2 30 against \"Scouts\"",
        "leader \"Old \\\"Pete\\\"\" to 20,30 22.125,35",
    ] {
        assert_eq!(rewritten(text), text);
    }
}

#[test]
fn words_may_be_written_otherwise() {
    for (text, written) in [
        ("Move  advance 6\", wheel right 30°", "move advance 6, wheel right 30"),
        ("move advance 6 , disordered", "move advance 6 disordered"),
        ("hold refuse left 3 45, refuse right 2 30", "hold refuse left 3 45 refuse right 2 30"),
        ("pass through Scouts advance 5\"", "pass through \"Scouts\": advance 5"),
        ("move shift nne 4", "move shift NNE 4"),
        ("gun 1 limber move advance 12 unlimber 180", "gun 1 limber, move advance 12, unlimber S"),
        ("change to field-column at 30, 10", "change to field column at 30,10 facing N"),
    ] {
        assert_eq!(rewritten(text), written);
    }
}

#[test]
fn what_goes_without_saying_is_where_the_unit_is() {
    let Maneuver::ChangeFormation { to, .. } = troops("change to field column") else { panic!() };
    assert_eq!(to.anchor, Pose::new(Point::inches(30, 10), Angle::ZERO));
    let Maneuver::ChangeFormation { to, .. } = troops("move advance 6 then change to line") else {
        panic!()
    };
    assert_eq!(to.anchor.at, Point::inches(30, 16));
    // A square has one side on the old front.
    let Maneuver::ChangeFormation { to, .. } = troops("change to square") else { panic!() };
    assert_eq!(to.formation, Formation::Square);
    assert_eq!(to.anchor.at, Point::thousandths(30_000, 10_000));
    let Maneuver::Move { frontage, .. } =
        troops("move advance 2 frontage after extended line gaps 1")
    else {
        panic!()
    };
    assert_eq!(frontage.unwrap().anchor.at, Point::inches(30, 12));
}

#[test]
fn errors_say_what_and_where_and_what_may_be_meant() {
    let said = |text: &str| {
        let error = read(text).unwrap_err();
        (error.at, error.near.unwrap_or_default(), error.word)
    };
    let word = |word: &str| Some(word.to_owned());
    assert_eq!(said("move advanec 6"), (5, "advance".into(), word("advanec")));
    assert_eq!(said("movv advance 6"), (0, "move".into(), word("movv")));
    assert_eq!(said("move advance six"), (13, String::new(), word("six")));
    assert_eq!(said("move advance"), (12, String::new(), None));
    assert_eq!(said("advance 6"), (0, String::new(), word("advance")));
    assert_eq!(said("charge \"4th Lime\""), (7, "4th Line".into(), word("4th Lime")));
    assert_eq!(said("charge \"4th Line"), (7, String::new(), word("\"4th Line")));
    assert_eq!(said("change to lane"), (10, "line".into(), word("lane")));
    assert_eq!(said("change to line before advance 2").2, word("before"));
    assert_eq!(said("hold fast"), (5, String::new(), word("fast")));
    assert_eq!(said("gun 0 fire"), (4, String::new(), word("0")));
    assert_eq!(said("scale piece 9"), (12, String::new(), word("9")));
    assert_eq!(said("change to garrison of piece 2").2, word("piece"));
    assert_eq!(said("move wheel left 361"), (16, String::new(), word("361")));
    assert_eq!(said(""), (0, String::new(), None));
    let text = read("change to lane").unwrap_err().to_string();
    assert!(text.ends_with("; did you mean `line`?"), "{text}");
    let nobody = orders().read(None, "hold").unwrap_err();
    assert_eq!(nobody.near, None);
}

fn length() -> impl Strategy<Value = Length> {
    (0..60_000).prop_map(Length::thousandths)
}

fn angle() -> impl Strategy<Value = Angle> {
    prop_oneof![
        (0..36_000).prop_map(Angle::hundredths),
        (0..16).prop_map(|p| Angle::hundredths(p * 2250))
    ]
}

fn point() -> impl Strategy<Value = Point> {
    (-9_000..60_000, -9_000..60_000).prop_map(|(x, y)| Point::thousandths(x, y))
}

fn pose() -> impl Strategy<Value = Pose> {
    (point(), angle()).prop_map(|(at, heading)| Pose::new(at, heading))
}

fn hand() -> impl Strategy<Value = Hand> {
    prop_oneof![Just(Hand::Left), Just(Hand::Right)]
}

fn unit() -> impl Strategy<Value = UnitId> {
    (0u16..3).prop_map(UnitId)
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        length().prop_map(|by| Step::Advance { by }),
        length().prop_map(|by| Step::Withdraw { by }),
        (hand(), angle(), length()).prop_map(|(to, slant, by)| Step::Oblique { to, slant, by }),
        (hand(), angle(), length()).prop_map(|(to, slant, by)| Step::ObliqueBack { to, slant, by }),
        (hand(), angle()).prop_map(|(to, turn)| Step::Wheel { to, turn }),
        (hand(), length()).prop_map(|(to, by)| Step::ByTheFlank { to, by }),
        (angle(), length()).prop_map(|(heading, by)| Step::Shift { heading, by }),
        length().prop_map(|by| Step::AlongRoad { by, way: Way::Ahead }),
        length().prop_map(|by| Step::AlongRoad { by, way: Way::About }),
    ]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec(step(), 1..5)
}

fn flanks() -> impl Strategy<Value = Flanks> {
    let one = || {
        prop_oneof![
            Just(Refused::default()),
            (0u8..9, angle()).prop_map(|(stands, turn)| Refused { stands, turn })
        ]
    };
    (one(), one()).prop_map(|(left, right)| Flanks { left, right })
}

fn loose() -> impl Strategy<Value = Shape> {
    let gaps = prop::collection::vec(length(), 0..5);
    prop_oneof![
        (0u8..5, length(), flanks()).prop_map(|(ranks, gap, flanks)| Shape::OpenOrder {
            ranks,
            gap,
            flanks
        }),
        (gaps, flanks()).prop_map(|(gaps, flanks)| Shape::ExtendedLine { gaps, flanks }),
    ]
}

fn formation() -> impl Strategy<Value = (Formation, Shape)> {
    let trail = || prop::collection::vec(point(), 0..4);
    let stands = prop::collection::vec(pose(), 0..4);
    prop_oneof![
        flanks().prop_map(|f| (Formation::Line, Shape::Line { left: f.left, right: f.right })),
        Just((Formation::SupportedLine, Shape::SupportedLine)),
        loose().prop_map(|shape| (Formation::OpenOrder, shape)),
        Just((Formation::FieldColumn, Shape::FieldColumn)),
        trail().prop_map(|trail| (Formation::MarchColumn, Shape::MarchColumn { trail })),
        trail().prop_map(|trail| (Formation::StormingColumn, Shape::MarchColumn { trail })),
        Just((Formation::Square, Shape::Square)),
        Just((Formation::HastySquare, Shape::Square)),
        stands.prop_map(|stands| (Formation::Garrison, Shape::Apart { stands })),
    ]
}

fn new_formation() -> impl Strategy<Value = NewFormation> {
    (formation(), pose(), option::of(any::<bool>())).prop_map(
        |((formation, shape), anchor, mounted)| NewFormation { formation, shape, anchor, mounted },
    )
}

fn frontage() -> impl Strategy<Value = Frontage> {
    (any::<bool>(), loose(), pose()).prop_map(|(first, shape, anchor)| Frontage {
        first,
        shape,
        anchor,
    })
}

fn maneuver() -> impl Strategy<Value = Maneuver> {
    let refuse = || option::of(flanks());
    let way = || prop_oneof![Just(Vec::new()), steps()];
    prop_oneof![
        (refuse(), option::of(frontage()))
            .prop_map(|(refuse, frontage)| Maneuver::Hold { refuse, frontage }),
        (steps(), any::<bool>(), refuse(), option::of(frontage())).prop_map(
            |(steps, disordered, refuse, frontage)| Maneuver::Move {
                steps,
                disordered,
                refuse,
                frontage
            }
        ),
        (way(), new_formation(), way(), refuse()).prop_map(|(before, to, after, refuse)| {
            Maneuver::ChangeFormation { before, to, after, refuse }
        }),
        (unit(), steps()).prop_map(|(through, steps)| Maneuver::PassageOfLines { through, steps }),
        (hand(), length()).prop_map(|(to, by)| Maneuver::MarchByTheFlank { to, by }),
        (loose(), pose()).prop_map(|(to, anchor)| Maneuver::DeployToTheFront { to, anchor }),
        (hand(), angle(), any::<bool>(), refuse()).prop_map(|(about, turn, backward, refuse)| {
            Maneuver::ChangeFront { about, turn, backward, refuse }
        }),
        Just(Maneuver::FaceByTheRearRank),
        (0usize..2).prop_map(|piece| Maneuver::ScaleObstacle { piece }),
        Just(Maneuver::Replenish),
    ]
}

fn gun() -> impl Strategy<Value = GunManeuver> {
    use GunManeuver as G;
    let plain = [G::Hold, G::Fire, G::Rally, G::Replenish, G::Retreat];
    let limbering = || prop_oneof![Just(Limbering::About), angle().prop_map(Limbering::To)];
    prop_oneof![
        prop::sample::select(plain.to_vec()),
        limbering().prop_map(G::Limber),
        (steps(), option::of(limbering()), option::of(angle()), any::<bool>())
            .prop_map(|(steps, limber, unlimber, fire)| G::Move { steps, limber, unlimber, fire }),
        (angle(), any::<bool>()).prop_map(|(facing, fire)| G::Unlimber { facing, fire }),
        (angle(), any::<bool>()).prop_map(|(facing, fire)| G::Pivot { facing, fire }),
        (hand(), angle(), length(), any::<bool>()).prop_map(|(to, slant, by, back)| G::HandHaul {
            to,
            slant,
            by,
            back
        }),
        (hand(), angle(), length()).prop_map(|(to, slant, by)| G::Prolong { to, slant, by }),
    ]
}

fn order() -> impl Strategy<Value = Order> {
    let against = || prop::collection::vec((unit(), unit()), 1..4);
    let how = prop_oneof![
        flanks().prop_map(|flanks| Presenting::AsItStands { flanks }),
        hand().prop_map(|to| Presenting::ToFlank { to }),
        Just(Presenting::ToRear),
    ];
    let retreats = [
        Retreating::OutOfCloseRange,
        Retreating::TwoInches,
        Retreating::Full { broken: true },
        Retreating::Full { broken: false },
    ];
    let back = [StraightBack::OutOfCloseRange, StraightBack::TwoInches];
    prop_oneof![
        5 => maneuver().prop_map(Order::Troops),
        3 => (0u8..255, gun()).prop_map(|(stand, maneuver)| Order::Gun { stand, maneuver }),
        1 => (unit(), option::of(step()), any::<bool>()).prop_map(
            |(target, bend, disordered)| Order::Charge { target, bend, disordered }
        ),
        1 => unit().prop_map(|charger| Order::Countercharge { charger }),
        1 => Just(Order::Breakthrough),
        1 => prop::sample::select(retreats.to_vec()).prop_map(Order::Retreat),
        1 => (prop::sample::select(back.to_vec()), loose(), pose())
            .prop_map(|(back, shape, anchor)| Order::Contract { back, shape, anchor }),
        1 => (option::of(unit()), option::of(unit()))
            .prop_map(|(from, behind)| Order::Evade { from, behind }),
        1 => (pose(), length()).prop_map(|(to, least)| Order::Recall { to, least }),
        1 => unit().prop_map(|lost| Order::Carry { lost }),
        1 => against().prop_map(|against| Order::HastySquare { against }),
        1 => (how, against()).prop_map(|(how, against)| Order::PresentBayonets { how, against }),
        1 => prop::collection::vec(point(), 1..4)
            .prop_map(|way| Order::Leader { leader: 0, way }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: RngSeed::Fixed(1846), cases: 1024, ..ProptestConfig::default()
    })]

    #[test]
    fn what_is_written_reads_as_the_same_order(list in prop::collection::vec(order(), 8)) {
        let orders = orders();
        for order in list {
            let text = orders.write(Some(UnitId(0)), &order);
            let again = orders.read(Some(UnitId(0)), &text);
            prop_assert_eq!(again, Ok(order), "{}", text);
        }
    }

    #[test]
    fn no_text_is_too_odd(text in "[a-z0-9 ,:\"\\\\.°″é-]{0,60}", head in 0usize..4) {
        let heads = ["", "move ", "change to ", "gun 1 "];
        let text = format!("{}{text}", heads[head]);
        let _ = orders().read(Some(UnitId(0)), &text);
    }
}
