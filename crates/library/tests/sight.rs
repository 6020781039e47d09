//! Arcs, ranges and flanks, from the ledger's examples.

use engine::formations::Shape;
use engine::sight::{FrontLine, bears_on, is_in_arc, range};
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

fn battle(units: &str) -> (engine::scenario::Scenario, rulebook::Rulebook) {
    battle_of("acw", ("union", "confederate"), units)
}

fn battle_of(
    period: &str,
    nations: (&str, &str),
    units: &str,
) -> (engine::scenario::Scenario, rulebook::Rulebook) {
    let head = format!(
        "format = 1\ntitle = \"T\"\nperiod = \"{period}\"\ndate = \"D\"\n[table]\nwidth = 60\nheight = 40\n\
         [[army]]\nname = \"North\"\nnation = \"{}\"\nedge = \"north\"\n\
         [[army]]\nname = \"South\"\nnation = \"{}\"\nedge = \"south\"\n",
        nations.0, nations.1
    );
    library::scenario(&format!("{head}{units}"), "t.toml", &Choices::new()).unwrap()
}

fn foot(army: &str, name: &str, at: (f64, f64), facing: &str, more: &str) -> String {
    format!(
        "[[unit]]\narmy = \"{army}\"\nname = \"{name}\"\nstands = 6\nexperience = \"trained\"\n\
         morale = \"reliable\"\nat = [{}, {}]\nfacing = \"{facing}\"\n{more}\n",
        at.0, at.1
    )
}

#[test]
fn troops_fire_at_the_closest_and_guns_where_they_like() {
    covers!["TERR-BASE-TARGET-CHOICE"];
    let rifles = "weapon = \"RM\"";
    let table = |second: f64| {
        let guns = "[[unit]]\narmy = \"South\"\nname = \"Guns\"\narm = \"guns\"\nstands = 1\n\
                    experience = \"trained\"\nweapon = \"HS\"\nat = [34, 10]\nfacing = \"N\"\n";
        [
            foot("South", "A", (30.0, 10.0), "N", rifles),
            foot("North", "E", (27.0, 14.0), "S", rifles),
            foot("North", "F", (33.5, second), "S", rifles),
            guns.to_owned(),
        ]
        .concat()
    };
    let chosen = |text: &str, unit: &str, stand: usize| {
        let (battle, book) = battle(text);
        let position = &battle.position;
        let id = position.named(unit).unwrap();
        let stand = position.unit(id).stands[stand];
        let units = engine::sight::choices(&book, position, (id, stand));
        units.iter().map(|id| position.unit(*id).unit.name.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(chosen(&table(14.0), "A", 2), ["E", "F"], "equal distance is a free choice");
    assert_eq!(chosen(&table(14.6), "A", 2), ["E", "F"], "less than an inch is one too");
    assert_eq!(chosen(&table(16.0), "A", 2), ["E"], "two inches are not");
    assert_eq!(chosen(&table(16.0), "Guns", 0), ["E", "F"], "guns choose freely");
}

#[test]
fn in_fog_nobody_sees_or_shoots_farther() {
    covers!["LIGHT-BASE-SIGHT", "TERR-BASE-FOG"];
    let text = |far: f64| {
        let rifles = "weapon = \"RM\"";
        foot("South", "A", (30.0, 10.0), "N", rifles)
            + &foot("North", "E", (30.0, 10.0 + far), "S", rifles)
    };
    let seen = |far: f64, fog: Option<i32>| {
        let (battle, book) = battle(&text(far));
        let position = battle.position.with_sight(fog.map(Length::inches));
        let (a, e) = (position.named("A").unwrap(), position.named("E").unwrap());
        let stand = position.unit(a).stands[0];
        let hits = engine::sight::in_reach(&book, &position, (a, stand)).len();
        (engine::sight::unit_sees(&position, a, e).is_ok(), hits)
    };
    assert_eq!(seen(14.0, None), (true, 1));
    assert_eq!(seen(14.0, Some(12)), (false, 0));
    assert_eq!(seen(12.0, Some(12)), (true, 1));
    assert_eq!(seen(12.1, Some(12)), (false, 0));
}

#[test]
fn each_side_of_a_square_has_its_own_stands() {
    covers!["SQR-1812-FIRE-SIDES", "SQR-1812-FIRE-SECOND-RANK", "SQR-MAW-FIRE-SIDES"];
    for (period, nations) in [("1812", ("american", "british")), ("maw", ("mexican", "us"))] {
        let square = |stands: u8| {
            let more = "formation = \"square\"\nweapon = \"M\"";
            let text = foot("South", "A", (30.0, 10.0), "N", more);
            let text = text.replace("stands = 6", &format!("stands = {stands}"));
            let (battle, _) = battle_of(period, nations, &text);
            engine::sight::square_sides(&battle.position.units()[0]).unwrap().map(|s| s.len())
        };
        assert_eq!(square(8), [2, 2, 2, 2]);
        assert_eq!(square(5), [2, 1, 1, 1]);
        assert_eq!(square(12), [3, 3, 3, 3]);
        assert_eq!(square(14), [4, 4, 3, 3], "a second rank fires with the side before it");
    }
}

#[test]
fn a_line_with_gaps_counts_those_in_the_path_and_close() {
    covers!["FORM-ACW-XL-CHARGE-COUNT"];
    let counted = |gaps: &str| {
        let loose = format!("formation = \"extended-line\"\nweapon = \"RM\"{gaps}");
        let text = foot("South", "A", (30.0, 19.25), "N", "weapon = \"RM\"")
            .replace("stands = 6", "stands = 3")
            + &foot("North", "E", (30.0, 19.25), "S", &loose);
        let on = [("extended-gaps".to_owned(), "on".to_owned())].into_iter().collect();
        let head = "format = 1\ntitle = \"T\"\nperiod = \"acw\"\ndate = \"D\"\n[table]\nwidth = 60\nheight = 40\n\
             [[army]]\nname = \"North\"\nnation = \"union\"\nedge = \"north\"\n\
             [[army]]\nname = \"South\"\nnation = \"confederate\"\nedge = \"south\"\n";
        let (battle, _) = library::scenario(&format!("{head}{text}"), "t.toml", &on).unwrap();
        let position = &battle.position;
        engine::sight::counted(&position.units()[0], &position.units()[1])
    };
    assert_eq!(counted(""), 6, "base to base all count");
    // Eleven inches wide with gaps of an inch: the middle two stand before the three chargers.
    assert_eq!(counted("\ngaps = [1, 1, 1, 1, 1]"), 2);
}

#[test]
fn plunging_cover_counts_if_half_the_points_plunge() {
    covers!["TERR-ACW-PLUNGE-COMBINE", "TERR-BASE-COVER"];
    use rulebook::{Cover, FirePoints};
    let points = FirePoints::whole;
    let volley = |direct: u32, plunging: u32| {
        engine::sight::shared_cover(&[
            (points(direct), Cover::Open),
            (points(plunging), Cover::Full),
        ])
    };
    assert_eq!(volley(6, 6), Cover::Full);
    assert_eq!(volley(7, 6), Cover::Open);
    let mixed = [(points(4), Cover::Partial), (points(4), Cover::Full), (points(1), Cover::Open)];
    assert_eq!(engine::sight::shared_cover(&mixed), Cover::Partial);
}
