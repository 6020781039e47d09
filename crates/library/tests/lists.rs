//! Gun stands, maneuver lists, scales: what is read off a rulebook as it stands.

use geometry::Length;
use library::{Choices, covers, rulebook};
use rulebook::{EffectClass, Ground, Nation, Rulebook};

fn book(period: &str, edition: Option<&str>) -> Rulebook {
    rulebook(period, edition, &Choices::new()).unwrap()
}

fn inches(number: i32) -> Option<Length> {
    Some(Length::inches(number))
}

#[test]
fn heavier_guns_of_the_civil_war_are_slow_and_stay_where_they_are() {
    covers!["WPN-ACW-HH-CLASS", "WPN-ACW-HR-CLASS"];
    let acw = book("acw", None);
    for code in ["HH", "HR"] {
        let piece = acw.piece(code, Nation::Union).unwrap();
        assert!(!piece.double_quick && !piece.prolong && piece.hand_haul.is_none(), "{code}");
        assert_eq!(piece.movement.len(), 1, "{code} is never horse artillery");
        let row = acw.movement(&piece.movement[0], Nation::Union).unwrap();
        assert_eq!(row.rates[Ground::Open as usize].full, Length::inches(12));
    }
    let napoleon = acw.piece("HS", Nation::Union).unwrap();
    assert!(napoleon.double_quick && napoleon.prolong);
    assert_eq!(napoleon.movement.len(), 2);
}

#[test]
fn hand_haul_goes_by_the_piece() {
    covers!["GUN-ACW-HAND-HAUL", "GUN-AWI-HAND-HAUL", "GUN-1812-HAND-HAUL", "GUN-MAW-HAND-HAUL"];
    for (period, edition, nation, code, far) in [
        ("acw", None, Nation::Union, "HS", inches(2)),
        ("acw", None, Nation::Union, "MH", inches(4)),
        ("acw", None, Nation::Union, "HR", None),
        ("awi", None, Nation::British, "lcLG", inches(2)),
        ("awi", None, Nation::British, "lcGG", inches(4)),
        ("awi", None, Nation::British, "hcHG", None),
        ("1812", None, Nation::British, "lcBG", inches(4)),
        ("1812", None, Nation::British, "lcCR", inches(4)),
        ("1812", None, Nation::British, "lcLG", inches(2)),
        ("maw", None, Nation::UnitedStates, "mlcLH", inches(4)),
        ("maw", None, Nation::UnitedStates, "lcHR", inches(4)),
        ("maw", Some("qrs"), Nation::UnitedStates, "lcRK", inches(2)),
        ("maw", None, Nation::UnitedStates, "hlcLG", inches(2)),
        ("maw", None, Nation::Mexican, "hcMG", None),
    ] {
        let book = book(period, edition);
        let piece = book.piece(code, nation).unwrap_or_else(|| panic!("{period} {code}"));
        assert_eq!(piece.hand_haul, far, "{period} {code}");
    }
}

#[test]
fn grapeshot_is_the_word_of_the_revolution_and_reaches_twelve_inches() {
    covers!["WPN-AWI-GRAPESHOT"];
    let awi = book("awi", None);
    assert_eq!(awi.terms.canister, "grapeshot");
    for weapon in awi.weapons.iter().filter(|w| w.kind == rulebook::WeaponKind::Gun) {
        assert_eq!(weapon.close_range, Length::inches(12), "{}", weapon.code);
    }
}

fn names(book: &Rulebook, guns: bool, class: EffectClass) -> Vec<String> {
    let list = if guns { &book.maneuver.gun_list } else { &book.maneuver.troop_list };
    list.iter().filter(|m| m.class == class).map(|m| m.id.to_string()).collect()
}

#[test]
fn the_mexican_war_lists_differ_by_edition_as_printed() {
    covers!["TBL-MAW-TROOP-MANEUVERS", "TBL-MAW-GUN-MANEUVERS"];
    let (booklet, qrs) = (book("maw", None), book("maw", Some("qrs")));
    let well = |book: &Rulebook| names(book, false, EffectClass::WellHandled);
    assert_eq!(well(&booklet).len(), 9);
    assert!(well(&booklet).contains(&"deploy-to-the-front".to_owned()));
    assert!(!well(&qrs).contains(&"deploy-to-the-front".to_owned()));
    assert_eq!(names(&booklet, false, EffectClass::Tardy).len(), 5);
    assert_eq!(
        names(&booklet, false, EffectClass::Hasty),
        ["countercharge", "hasty-square", "evade"]
    );
    assert_eq!(names(&qrs, false, EffectClass::Hasty), ["countercharge", "hasty-square"]);
    let half = qrs.maneuver.troop_list.iter().find(|m| &*m.id == "tardy-half-move").unwrap();
    assert!(half.limit.contains("cannot charge"));
    let guns = names(&booklet, true, EffectClass::WellHandled);
    assert_eq!(guns.len(), 11);
    assert!(!guns.contains(&"prolong".to_owned()));
    assert!(names(&qrs, true, EffectClass::WellHandled).contains(&"prolong".to_owned()));
    assert_eq!(names(&booklet, true, EffectClass::DoubleQuick).len(), 2);
    assert_eq!(names(&booklet, true, EffectClass::Tardy).len(), 5);
    assert_eq!(names(&booklet, true, EffectClass::Hasty), ["shelter"]);
    let light_only = booklet.maneuver.gun_list.iter().filter(|m| &*m.limit == "light carriage");
    assert_eq!(light_only.count(), 6);
}

#[test]
fn the_other_lists_are_as_printed() {
    covers!["TRP-LIST", "GUN-LIST", "TRP-AWI-MANEUVERS", "GUN-AWI-MANEUVERS"];
    covers!["TRP-1812-MANEUVERS", "GUN-1812-MANEUVERS"];
    for (period, hasty) in [
        ("acw", vec!["countercharge", "evade"]),
        ("awi", vec!["countercharge", "present-bayonets", "evade"]),
        ("1812", vec!["countercharge", "hasty-square", "evade"]),
    ] {
        let book = book(period, None);
        assert_eq!(names(&book, false, EffectClass::WellHandled).len(), 9, "{period}");
        assert_eq!(names(&book, false, EffectClass::Tardy).len(), 5, "{period}");
        assert_eq!(names(&book, false, EffectClass::Hasty), hasty, "{period}");
        assert_eq!(names(&book, true, EffectClass::Tardy).len(), 5, "{period}");
    }
    let troops = [
        "full-move",
        "half-move-change-formation",
        "half-move-passage-of-lines",
        "march-by-the-flank",
        "deploy-to-the-front",
        "change-front",
        "face-by-the-rear-rank",
        "scale-obstacle",
        "replenish",
    ];
    let tardy = [
        "tardy-half-move",
        "full-move-disordered",
        "tardy-change-formation",
        "tardy-face-by-the-rear-rank",
        "tardy-scale-obstacle",
    ];
    let slow_guns = [
        "tardy-full-move",
        "tardy-fire",
        "tardy-limber-or-unlimber",
        "tardy-pivot",
        "tardy-retreat",
    ];
    for period in ["acw", "awi", "1812"] {
        let book = book(period, None);
        assert_eq!(names(&book, false, EffectClass::WellHandled), troops, "{period}");
        assert_eq!(names(&book, false, EffectClass::Tardy), tardy, "{period}");
        assert_eq!(names(&book, true, EffectClass::Tardy), slow_guns, "{period}");
    }
    assert_eq!(
        names(&book("acw", None), true, EffectClass::WellHandled),
        [
            "full-move-unlimber",
            "limber-full-move",
            "unlimber-fire",
            "pivot-fire",
            "hand-haul",
            "prolong",
            "rally",
            "replenish"
        ]
    );
    for period in ["awi", "1812"] {
        assert_eq!(
            names(&book(period, None), true, EffectClass::WellHandled),
            [
                "full-move",
                "limber-or-unlimber",
                "pivot",
                "fire",
                "rally",
                "replenish",
                "full-move-unlimber",
                "limber-full-move",
                "unlimber-fire",
                "pivot-fire",
                "hand-haul"
            ],
            "{period}"
        );
    }
}

#[test]
fn large_regiments_split_at_small_scales_only() {
    covers!["SCALE-LARGE-REGIMENT-SPLIT", "SCALE-1812-SPLIT", "SCALE-AWI-SPLIT"];
    for period in ["awi", "1812"] {
        for scale in &book(period, None).scales {
            let stands = scale.stands(900);
            let expected = match scale.men {
                20 => Some((23, 22)),
                30 => Some((15, 15)),
                _ => None,
            };
            assert_eq!(scale.battalions(stands), expected, "{period} {}", scale.men);
        }
    }
    assert!(book("acw", None).scales.iter().all(|scale| !scale.splits));
}

#[test]
fn one_multiplier_serves_other_figure_sizes() {
    covers!["SCALE-FIGURE-SIZES", "SCALE-1812-FIGURE-SHEETS", "SCALE-AWI-QRS-25MM"];
    let printed = book("awi", None);
    let large = printed.with_distances(150);
    let line =
        |book: &Rulebook| book.movement("infantry-line", Nation::American).unwrap().rates[0].full;
    assert_eq!((line(&printed), line(&large)), (Length::inches(10), Length::inches(15)));
    let bands = |book: &Rulebook| -> Vec<Length> {
        book.weapon("M", Nation::American).unwrap().bands.iter().map(|b| b.to).collect()
    };
    assert_eq!(bands(&large), [Length::inches(6), Length::inches(12)]);
    assert_eq!(large.command.radius, Length::inches(12));
    assert_eq!(large.bases.infantry.width, Length::thousandths(1500));
    assert_eq!(printed.with_distances(100), printed);
}
