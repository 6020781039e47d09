//! Positions set up by hand: what is set is so, what is not stays, nonsense is refused with every fault,
//! and a record replays it.

use engine::battle::{State, Task, Whereabouts};
use engine::table::{Side, UnitId};
use engine::{Formation, Order};
use geometry::Length;
use library::record::{Beginning, Game, Record, Replay, digest};
use library::setting::{Setting, set_up};

fn game(battle: &str) -> Game {
    let text = library::battle(battle).expect("a battle of this name").to_owned();
    let name = battle.to_owned();
    Game::begin(Beginning { name, text, seed: Some(3), ..Beginning::default() }).unwrap().0
}

fn setting(json: &str) -> Setting {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

fn set(battle: &str, json: &str) -> State {
    let start = game(battle).state;
    match set_up(&start, &setting(json)) {
        Ok((state, _)) => state,
        Err(faults) => panic!("{json}: {faults:?}"),
    }
}

fn faults(battle: &str, json: &str) -> Vec<String> {
    set_up(&game(battle).state, &setting(json)).expect_err(json)
}

fn unit(state: &State, name: &str) -> UnitId {
    state.position.named(name).unwrap_or_else(|| panic!("no unit is called {name}"))
}

#[test]
fn what_is_set_is_so_and_the_rest_stays() {
    let json = r#"{
        "turn": 3, "side": "Confederacy",
        "armies": [{ "name": "Union", "lost": 16 }],
        "units": [
            { "name": "1st Ohio", "at": [20, 15], "facing": 45, "formation": "field column", "stands": 5 },
            { "name": "2nd Ohio", "order": "disordered", "low-on-ammunition": true },
            { "name": "3rd Ohio", "gone": true },
            { "name": "1st Indiana", "order": "broken" },
            { "name": "Battery A", "at": [30.5, 9], "facing": "E",
              "guns": [{ "gun": 1, "silenced": true }, { "gun": 3, "limbered": true, "damaged": true }] }
        ],
        "leaders": [
            { "name": "Colonel, Ohio Brigade", "attached": "1st Ohio" },
            { "name": "Commander, First Division", "at": [26, 5] },
            { "name": "Colonel, Indiana Brigade", "gone": true }
        ],
        "key-positions": [{ "name": "Crossroads", "holder": "Union" }, { "name": "Farm" }]
    }"#;
    let state = set("acw-training", json);
    assert_eq!((state.turn, state.active), (3, Side::Second));
    assert!(matches!(state.asked().unwrap().task, Task::Leaders));
    assert_eq!(state.lost, [16, 0]);
    assert_eq!(state.holders, [Some(Side::First), None, Some(Side::Second), Some(Side::First)]);

    let ohio = state.unit(unit(&state, "1st Ohio"));
    assert_eq!(ohio.stands.len(), 5);
    assert_eq!(ohio.unit.formation, Formation::FieldColumn);
    assert_eq!(ohio.anchor.heading.in_hundredths(), 4_500);
    assert_eq!(ohio.anchor.at.x, Length::inches(20));
    assert!(ohio.unit.leader_attached);
    let second = unit(&state, "2nd Ohio");
    assert_eq!(state.unit(second).unit.order, Order::Disordered);
    assert_eq!(state.marks(second).began, Order::Disordered);
    assert!(state.marks(second).low_on_ammunition);
    assert_eq!(state.unit(second).anchor, game("acw-training").state.unit(second).anchor);
    let third = unit(&state, "3rd Ohio");
    assert_eq!(state.marks(third).whereabouts, Whereabouts::Destroyed);
    assert!(state.unit(third).stands.is_empty());
    let battery = state.unit(unit(&state, "Battery A"));
    assert!(battery.guns[0].silenced && battery.guns[2].damaged && battery.guns[2].limbered);
    assert!(battery.stands.iter().all(|stand| stand.pose.heading.in_hundredths() == 9_000));
    let colonel = state.leader_with(unit(&state, "1st Ohio")).unwrap();
    assert_eq!(state.leader(colonel).at, Some(state.beside(unit(&state, "1st Ohio"), colonel)));
    assert!(state.officers[2].gone && state.leader(2).at.is_none());
}

#[test]
fn nonsense_is_refused_with_every_fault_at_once() {
    let json = r#"{
        "turn": 9, "side": "Rebels",
        "armies": [{ "name": "Union", "lost": 999 }],
        "units": [
            { "name": "1st Ohio", "at": [21, 7] },
            { "name": "2nd Ohi" },
            { "name": "3rd Ohio", "stands": 9 },
            { "name": "1st Indiana", "at": [1, 20] },
            { "name": "2nd Indiana", "formation": "square" },
            { "name": "Michigan Sharpshooters", "formation": "phalanx" },
            { "name": "Battery A", "order": "broken" },
            { "name": "Battery B", "guns": [{ "gun": 3, "silenced": true }] },
            { "name": "1st Georgia", "at": [61, 20] },
            { "name": "2nd Georgia", "order": "broken", "formation": "line" },
            { "name": "3rd Georgia", "mounted": true },
            { "name": "Turnpike battery", "gone": true, "stands": 1 }
        ],
        "leaders": [
            { "name": "Nobody" },
            { "name": "Colonel, Ohio Brigade", "attached": "1st Georgia" },
            { "name": "Colonel, Indiana Brigade", "at": [0, 0] },
            { "name": "Commander, First Division", "at": [26, 5], "gone": true }
        ],
        "key-positions": [{ "name": "Church", "holder": "Nobody" }, { "name": "Chapel" }]
    }"#;
    let found = faults("acw-training", json);
    for (number, part) in [
        "turn: the battle has turns 1 to 6, not 9",
        "no army is called `Rebels`",
        "Union: it had 57 stands and cannot lose 999",
        "no unit is called `2nd Ohi`; did you mean `2nd Ohio`?",
        "3rd Ohio: it can have 2 to 7 `stands`, not 9",
        "2nd Indiana: This unit may not take up that formation.",
        "Michigan Sharpshooters: formation: at 0: `phalanx`",
        "Battery A: guns are silenced, not disordered or broken",
        "Battery B: it has no gun 3",
        "1st Georgia: 61\", 20\" is off the table",
        "2nd Georgia: a broken unit has no formation",
        "3rd Georgia: it cannot mount or dismount",
        "Turnpike battery: of a unit that is `gone` nothing more can be said",
        "no leader is called `Nobody`",
        "Colonel, Ohio Brigade: 1st Georgia is of the other army",
        "Colonel, Indiana Brigade: his base is off the table",
        "Commander, First Division: he is `at` a place, `attached` to a unit, or `gone`",
        "no army is called `Nobody`",
        "no key position is called `Chapel`",
        "1st Ohio: it stands on the ground of 2nd Ohio",
        "1st Indiana: 4 stands are off the table",
    ]
    .iter()
    .enumerate()
    {
        assert!(found.get(number).is_some_and(|f| f.starts_with(part)), "{part}\n{found:#?}");
    }
    assert_eq!(found.len(), 21, "{found:#?}");
}

#[test]
fn nobody_rides_with_a_unit_that_is_gone_nor_two_with_one() {
    let gone = r#"{ "units": [{ "name": "1st Ohio", "gone": true }],
        "leaders": [{ "name": "Colonel, Ohio Brigade", "attached": "1st Ohio" }] }"#;
    let found = faults("acw-training", gone);
    assert_eq!(found, ["Colonel, Ohio Brigade: he is attached to 1st Ohio, which is not there"]);
    let two = r#"{ "leaders": [{ "name": "Colonel, Ohio Brigade", "attached": "1st Ohio" },
        { "name": "Commander, First Division", "attached": "1st Ohio" }] }"#;
    let found = faults("acw-training", two);
    assert_eq!(found, ["Colonel, Ohio Brigade: another leader is attached to 1st Ohio"]);
}

#[test]
fn who_is_gone_can_come_back_and_who_is_broken_can_rally() {
    let mut game = game("acw-training");
    game.set(setting(
        r#"{ "units": [{ "name": "1st Ohio", "gone": true },
        { "name": "2nd Ohio", "order": "broken" }, { "name": "Battery A", "gone": true }] }"#,
    ))
    .unwrap();
    let need =
        r#"{ "units": [{ "name": "1st Ohio" }, { "name": "2nd Ohio", "order": "good-order" }] }"#;
    let found = set_up(&game.state, &setting(need)).unwrap_err();
    assert_eq!(
        found,
        [
            "1st Ohio: it is not on the table: say where it is to be `at`",
            "2nd Ohio: it is broken: say the `formation` in which it rallies",
        ]
    );
    let back = r#"{ "units": [{ "name": "1st Ohio", "at": [11, 8] },
        { "name": "2nd Ohio", "order": "good-order", "formation": "line refused left 2 30" },
        { "name": "Battery A", "at": [30, 12], "formation": "battery gap 1" }] }"#;
    game.set(setting(back)).unwrap();
    let state = &game.state;
    assert_eq!(state.unit(unit(state, "1st Ohio")).stands.len(), 8);
    assert_eq!(state.unit(unit(state, "2nd Ohio")).unit.order, Order::Good);
    assert_eq!(state.unit(unit(state, "Battery A")).stands.len(), 3);
}

#[test]
fn a_record_replays_what_was_set_by_hand_before_and_between_orders() {
    let mut game = game("acw-training");
    game.set(setting(r#"{ "turn": 2, "units": [{ "name": "1st Ohio", "stands": 5 }] }"#)).unwrap();
    game.give(&engine::battle::Order::Done).unwrap();
    game.give(&engine::battle::Order::Done).unwrap();
    game.set(setting(
        r#"{ "side": "second", "units": [{ "name": "1st Georgia", "facing": "SSE" }] }"#,
    ))
    .unwrap();
    assert!(!game.can_undo(), "nothing before a setting is taken back");
    game.give(&engine::battle::Order::Done).unwrap();
    let end = digest(&game.state);
    let text = game.close().written();
    let record = Record::read(&text).unwrap();
    let replay = Replay::of(&record).unwrap();
    assert_eq!(digest(replay.end()), end);
    assert_eq!(replay.at(1).unwrap().turn, 2);
    assert_eq!(replay.at(2).unwrap().active, Side::Second);
    let resumed = Game::resume(record.clone()).unwrap();
    assert_eq!(digest(&resumed.state), end);
    let mut bad = record;
    bad.set.get_mut(&2).unwrap()[0].units[0].stands = Some(99);
    let fault = Replay::of(&bad).unwrap_err().to_string();
    assert!(fault.starts_with("what was set up after order 2: 1st Georgia:"), "{fault}");
}

#[test]
fn every_battle_can_be_set_as_it_stands_and_is_the_same() {
    for (battle, _) in library::BATTLES {
        let start = game(battle).state;
        let (again, _) = set_up(&start, &Setting::default()).unwrap();
        assert_eq!(digest(&again), digest(&start), "{battle}");
    }
}
