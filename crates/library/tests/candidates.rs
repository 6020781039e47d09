//! Laws of the candidates on random tables: there are some, and every one passes its check.

use std::sync::Arc;

use engine::formations::{Flanks, Shape};
use engine::moves::{
    self, GunManeuver, Leave, Limbering, battery_candidates, check_gun, evade, evade_candidates,
    gun_candidates, leader_candidates, parts, recall, recall_candidates, send_skirmishers,
    sending_candidates, storm, storm_candidates, with_gun,
};
use engine::sight::in_reach;
use engine::table::{Front, Outline, Placed, Position, Table, Terrain, UnitId};
use engine::{Formation, Opened, Order};
use geometry::{Angle, Length, Rect};
use library::{Choices, rulebook};
use probe::tables::{Numbers, position};
use probe::wild;
use rulebook::Rulebook;

const PERIODS: [&str; 4] = ["acw", "awi", "1812", "maw"];
const LISTS: [Opened; 3] = [Opened::DoubleQuick, Opened::WellHandled, Opened::Tardy];

fn leave(list: Opened) -> Leave {
    Leave { list: Some(list), began: Order::Good }
}

fn book(period: &str, options: &[&str]) -> Rulebook {
    let on = options.iter().map(|option| ((*option).to_owned(), "on".to_owned()));
    rulebook(period, None, &on.collect::<Choices>()).unwrap()
}

fn positions(book: &Rulebook) -> impl Iterator<Item = Position> {
    (0..3).map(move |seed| position(book, 1847 + seed, 100))
}

fn overlaps(position: &Position, id: UnitId, stands: &[Rect]) -> bool {
    let others = position.ids().filter(|other| *other != id);
    others.into_iter().any(|other| {
        let theirs = &position.unit(other).stands;
        stands.iter().any(|stand| theirs.iter().any(|their| stand.overlaps(*their)))
    })
}

/// The same position with a defile that begins ahead of a unit.
fn with_defile(book: &Rulebook, position: &Position, id: UnitId, n: &mut Numbers) -> Position {
    let placed = position.unit(id);
    let kind = Arc::new(book.terrain("defile").expect("a defile").clone());
    let from = f64::from(n.between(0, 1500));
    let bend = placed.anchor.moved(0.0, from + 1500.0, Angle::degrees(n.between(-30, 30)));
    let points = vec![
        placed.anchor.moved(0.0, from, Angle::ZERO).at,
        bend.at,
        bend.moved(0.0, f64::from(n.between(500, 2500)), Angle::ZERO).at,
    ];
    let outline = Outline::Line { points, width: Length::inches(1) };
    let mut pieces = position.table.pieces().to_vec();
    pieces.push(Terrain {
        name: "".into(),
        kind,
        outline,
        level: 0,
        crest: None,
        front: Front::Both,
    });
    let table = &position.table;
    let table = Table::new(table.width(), table.height(), pieces);
    Position::new(Arc::new(table), position.units().to_vec(), Vec::new())
}

#[test]
fn every_way_to_storm_passes_its_check() {
    let mut numbers = Numbers(1777);
    let (mut seen, mut charges) = (0, 0);
    for book in PERIODS.map(|period| book(period, &[])) {
        for plain in positions(&book) {
            for id in plain.ids().filter(|id| plain.unit(*id).unit.is_troops()) {
                let position = with_defile(&book, &plain, id, &mut numbers);
                for list in LISTS {
                    for (how, plan) in storm_candidates(&book, &position, id, leave(list)) {
                        let again = storm(&book, &position, id, leave(list), &how);
                        assert_eq!(again.as_ref(), Ok(&plan), "{how:?}");
                        assert!(!overlaps(&position, id, &plan.end.stands), "{how:?}");
                        seen += 1;
                        charges += usize::from(how.charge.is_some());
                    }
                }
            }
        }
    }
    assert!(seen > 300, "only {seen}, {charges} charges");
}

#[test]
fn every_way_to_send_skirmishers_passes_its_check() {
    let mut seen = 0;
    for options in [vec!["skirmishers"], vec!["skirmishers", "extended-gaps"]] {
        let book = book("acw", &options);
        for position in positions(&book) {
            for id in position.ids() {
                for list in LISTS {
                    let who = (id, false);
                    for (how, sent) in sending_candidates(&book, &position, who, leave(list)) {
                        let again = send_skirmishers(&book, &position, who, leave(list), &how);
                        assert_eq!(again.as_ref(), Ok(&sent), "{how:?}");
                        let end = &sent.skirmishers.end.stands;
                        assert!(!overlaps(&position, id, end), "{how:?}");
                        assert_eq!(end.len(), usize::from(how.stands));
                        seen += 1;
                    }
                    let out = sending_candidates(&book, &position, (id, true), leave(list));
                    assert!(out.is_empty(), "one detachment at a time");
                }
            }
        }
    }
    assert!(seen > 500, "only {seen}");
}

/// The same position with a unit as a skirmish line; nothing if it has no room.
fn as_skirmishers(book: &Rulebook, position: &Position, id: UnitId) -> Option<Position> {
    let placed = position.unit(id);
    let flanks = Flanks::STRAIGHT;
    let shape = if book.has(rulebook::Feature::OpenOrder) {
        Shape::OpenOrder { ranks: 1, gap: Length::thousandths(500), flanks }
    } else {
        Shape::ExtendedLine { gaps: Vec::new(), flanks }
    };
    let mut loose = placed.moved(shape, placed.anchor, &book.bases).ok()?;
    loose.unit.formation = Formation::OpenOrder;
    let mut there = position.clone();
    there.set(id, loose.clone());
    (placed.unit.is_troops() && !overlaps(position, id, &loose.stands)).then_some(there)
}

#[test]
fn every_way_to_evade_passes_its_check() {
    let (mut seen, mut refuges) = (0, 0);
    for book in PERIODS.map(|period| book(period, &[])) {
        for plain in positions(&book) {
            for id in plain.ids() {
                let Some(position) = as_skirmishers(&book, &plain, id) else { continue };
                let side = position.unit(id).side;
                let on_foot = |other: &UnitId| {
                    let enemy = position.unit(*other);
                    enemy.side != side && !enemy.unit.is_mounted()
                };
                let charger = position.ids().find(on_foot);
                for (refuge, retreat) in evade_candidates(&book, &position, id, charger) {
                    let again = evade(&book, &position, (id, charger), refuge);
                    assert_eq!(again.as_ref(), Ok(&retreat), "{refuge:?}");
                    if let Some(plan) = retreat.plan() {
                        assert!(!overlaps(&position, id, &plan.end.stands), "{refuge:?}");
                        assert_eq!(plan.end.unit.order, Order::Broken);
                    }
                    seen += 1;
                    refuges += usize::from(refuge.is_some());
                }
            }
        }
    }
    assert!(seen > 100 && refuges > 5, "only {seen}, {refuges} refuges");
}

#[test]
fn every_recall_passes_its_check() {
    let (mut seen, mut riders) = (0, 0);
    for book in PERIODS.map(|period| book(period, &[])) {
        for position in positions(&book) {
            for id in position.ids().filter(|id| position.unit(*id).unit.is_mounted_cavalry()) {
                riders += 1;
                for least in [Length::ZERO, Length::inches(2), Length::inches(9)] {
                    for (to, plan) in recall_candidates(&book, &position, id, least) {
                        let again = recall(&book, &position, id, to, least);
                        assert_eq!(again.as_ref(), Ok(&plan), "{to:?}");
                        assert!(!overlaps(&position, id, &plan.end.stands), "{to:?}");
                        seen += 1;
                    }
                }
            }
            let foot = position.ids().find(|id| !position.unit(*id).unit.is_mounted_cavalry());
            let least = Length::inches(2);
            assert!(recall_candidates(&book, &position, foot.unwrap(), least).is_empty());
        }
    }
    assert!(seen > 9 * riders, "only {seen} for {riders}");
}

#[test]
fn every_way_of_a_leader_passes_its_check_and_ends_near_friends() {
    let mut numbers = Numbers(1775);
    let mut seen = 0;
    for book in PERIODS.map(|period| book(period, &[])) {
        for mut position in positions(&book) {
            position.leaders = (0..8).map(|_| wild::leader(&mut numbers, &position)).collect();
            for leader in 0..=position.leaders.len() {
                for way in leader_candidates(&book, &position, leader) {
                    let leader = &position.leaders[leader];
                    let checked = moves::check_leader(&book, &position, leader, &way);
                    let (end, _) = checked.unwrap_or_else(|refusal| panic!("{refusal:?}"));
                    let under = |placed: &Placed| {
                        placed.stands.iter().any(|stand| stand.distance_to(end) == Length::ZERO)
                    };
                    assert!(!position.units().iter().any(under), "{way:?}");
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 300, "only {seen}");
}

#[test]
fn guns_are_offered_to_look_straight_at_enemies_they_can_hit() {
    let mut aimed = 0;
    for book in PERIODS.map(|period| book(period, &[])) {
        for position in positions(&book) {
            for id in position.ids().filter(|id| position.unit(*id).unit.is_guns()) {
                let placed = position.unit(id);
                let list = Some(Opened::WellHandled);
                for (maneuver, plan) in gun_candidates(&book, &position, (id, 0), list) {
                    let (GunManeuver::Pivot { facing, .. } | GunManeuver::Unlimber { facing, .. }) =
                        maneuver
                    else {
                        continue;
                    };
                    let turn = facing.minus(placed.anchor.heading).in_hundredths();
                    if turn % 2250 == 0 {
                        continue;
                    }
                    let stand = Rect { pose: plan.pose, ..placed.stands[0] };
                    let hit = in_reach(&book, &position, (id, stand));
                    assert!(!hit.is_empty(), "{maneuver:?}");
                    aimed += 1;
                }
            }
        }
    }
    assert!(aimed > 50, "only {aimed}");
}

#[test]
fn guns_limber_to_the_front_and_turned_about_unless_about_is_all_they_may() {
    for reading in ["any", "about"] {
        let chosen = Choices::from([("limbering".to_owned(), reading.to_owned())]);
        let book = rulebook("acw", None, &chosen).unwrap();
        let mut seen = [0; 2];
        for position in positions(&book) {
            for id in position.ids().filter(|id| position.unit(*id).unit.is_guns()) {
                let front = Limbering::To(position.unit(id).stands[0].pose.heading);
                let list = Some(Opened::WellHandled);
                for (maneuver, _) in gun_candidates(&book, &position, (id, 0), list) {
                    let (limbering, moves) = match maneuver {
                        GunManeuver::Limber(limbering) => (limbering, false),
                        GunManeuver::Move { limber: Some(limbering), .. } => (limbering, true),
                        _ => continue,
                    };
                    let ahead = limbering == front;
                    assert!(ahead || limbering == Limbering::About);
                    assert!(!ahead || reading == "any", "{reading}: to the front");
                    seen[usize::from(moves)] += usize::from(ahead);
                }
            }
        }
        let many = seen.iter().all(|count| *count > 2);
        assert_eq!(many, reading == "any", "{reading}: {seen:?} to the front");
    }
}

#[test]
fn every_maneuver_of_a_battery_passes_as_a_whole() {
    let (mut seen, mut moved) = (0, 0);
    for book in PERIODS.map(|period| book(period, &[])) {
        for position in positions(&book) {
            for id in position.ids().filter(|id| position.unit(*id).unit.is_guns()) {
                let stands: Vec<u8> = (0..position.unit(id).stands.len() as u8).collect();
                for list in LISTS.map(Some).into_iter().chain([None]) {
                    for all in battery_candidates(&book, &position, id, &stands, list) {
                        let mut there = position.clone();
                        for (stand, maneuver) in &all {
                            let plan = check_gun(&book, &there, (id, *stand), list, maneuver);
                            let plan = plan.unwrap_or_else(|refusal| panic!("{refusal:?}"));
                            let changed = with_gun(there.unit(id), *stand, &plan);
                            there.set(id, changed);
                        }
                        let end = there.unit(id);
                        assert!(!overlaps(&there, id, &end.stands), "{all:?}");
                        let apart = |a: usize, b: usize| !end.stands[a].overlaps(end.stands[b]);
                        let count = end.stands.len();
                        assert!((0..count).all(|a| (0..a).all(|b| apart(a, b))), "{all:?}");
                        assert_eq!(parts(end).len(), parts(position.unit(id)).len());
                        let mut named: Vec<u8> = all.iter().map(|(stand, _)| *stand).collect();
                        named.sort_unstable();
                        assert_eq!(named, stands);
                        seen += 1;
                        let drives = matches!(all[0].1, GunManeuver::Move { .. });
                        moved += usize::from(drives && count > 1);
                    }
                }
            }
        }
    }
    assert!(seen > 1_000 && moved > 50, "only {seen}, {moved} moves");
}

#[test]
fn broken_units_and_guns_have_none_of_these() {
    let book = book("acw", &["skirmishers"]);
    for mut position in positions(&book) {
        for id in position.ids() {
            let mut placed = position.unit(id).clone();
            placed.unit.order = Order::Broken;
            if placed.unit.is_troops() {
                placed.shape = Shape::Cluster;
            }
            position.set(id, placed);
            let leave = leave(Opened::DoubleQuick);
            assert!(sending_candidates(&book, &position, (id, false), leave).is_empty());
            assert!(storm_candidates(&book, &position, id, leave).is_empty());
            assert!(evade_candidates(&book, &position, id, None).is_empty());
        }
    }
}
