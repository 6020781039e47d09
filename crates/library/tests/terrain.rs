//! Kinds of terrain and what they do by default.

use library::{Choices, covers, rulebook};
use rulebook::{Cover, Going, Nation, Obstacle, Position, Rulebook, TerrainTrait};

fn book(period: &str) -> Rulebook {
    rulebook(period, None, &Choices::new()).unwrap()
}

#[test]
fn ground_is_open_broken_or_rough_by_its_kind() {
    covers!["TERR-BASE-GROUND"];
    let acw = book("acw");
    let column = acw.movement("infantry-field-column", Nation::Union).unwrap();
    for (kind, inches) in [("field", 12), ("orchard", 10), ("woods", 10), ("marsh", 8)] {
        let going = acw.terrain(kind).unwrap().going;
        assert_ne!(going, Going::Impassable);
        let full = column.rates[going as usize].full;
        assert_eq!(full.in_thousandths(), inches * 1000, "{kind}");
    }
    assert_eq!(acw.terrain("water").unwrap().going, Going::Impassable);
}

#[test]
fn chaparral_is_of_the_mexican_war() {
    covers!["TERR-MAW-CHAPARRAL"];
    let maw = book("maw");
    let (thin, dense) =
        (maw.terrain("chaparral").unwrap(), maw.terrain("dense-chaparral").unwrap());
    assert_eq!((thin.going, thin.cover, thin.sight), (Going::Broken, Cover::Minor, None));
    assert_eq!(dense.going, Going::Rough);
    assert!(dense.traits.contains(TerrainTrait::Dense));
    let woods = maw.terrain("dense-woods").unwrap();
    assert_eq!((dense.sight, dense.deep_cover), (woods.sight, woods.deep_cover));
    let line = maw.movement("infantry-line", Nation::UnitedStates).unwrap();
    assert_eq!(line.rates[dense.going as usize].full.in_thousandths(), 6000);
    assert!(book("acw").terrain("chaparral").is_none());
}

#[test]
fn walls_are_strong_and_fences_are_slight() {
    covers!["TERR-BASE-STRONG"];
    let awi = book("awi");
    for kind in ["stone-wall", "sunken-road", "embankment", "building"] {
        assert_eq!(awi.terrain(kind).unwrap().position, Position::Strong, "{kind}");
    }
    let fence = awi.terrain("fence").unwrap();
    assert_eq!((fence.cover, fence.obstacle), (Cover::Minor, Obstacle::Minor));
    assert!(!fence.traits.contains(TerrainTrait::LinearCover));
    assert!(awi.terrain("stone-wall").unwrap().traits.contains(TerrainTrait::LinearCover));
    assert_eq!(awi.terrain("works").unwrap().position, Position::Fortified);
}
