//! Scenario files: the battles that come with the program, and what is said of wrong ones.

use engine::command::commands;
use engine::light::Daylight;
use engine::scenario::{Arriving, Clock, Edge, Fog, Scenario};
use engine::table::{Side, UnitId};
use engine::{Emplacement, Formation, GunRole, Order};
use geometry::{Length, Point};
use library::{Choices, Defects, checked, draft, scenario};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rulebook::{Arm, LeaderRating, Rulebook, Set, Sky};

const PALO_ALTO: &str = include_str!("../../../data/scenarios/maw-palo-alto/battle.toml");

fn read(text: &str, file: &str) -> (Scenario, Rulebook) {
    scenario(text, file, &Choices::new()).unwrap_or_else(|defects| panic!("{defects}"))
}

fn palo_alto() -> Scenario {
    read(PALO_ALTO, "data/scenarios/maw-palo-alto/battle.toml").0
}

/// Troop stands and gun stands of a side, those that arrive later included.
fn stands(scenario: &Scenario, side: Side) -> (u32, u32) {
    let units = scenario.position.units().iter().filter(|unit| unit.side == side);
    units.fold((0, 0), |(troops, guns), placed| {
        let stands = u32::from(placed.unit.strength.stands);
        if placed.unit.is_guns() { (troops, guns + stands) } else { (troops + stands, guns) }
    })
}

#[test]
fn palo_alto_keeps_what_the_file_says_of_the_battle() {
    let battle = palo_alto();
    assert_eq!((&*battle.id, &*battle.title), ("maw-palo-alto", "Palo Alto"));
    assert_eq!((battle.men, battle.yards_hundredths), (40, 2500));
    assert_eq!(battle.army(Side::Second).edge, Edge::South);
    assert_eq!(battle.position.leaders.len(), 13);
    assert_eq!(battle.position.table.pieces().len(), 14);
    assert_eq!(battle.key_positions.len(), 4);
}

/// Every battle that comes with the program, by its name.
fn battles() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/scenarios");
    let entries = std::fs::read_dir(folder).expect(folder);
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect(folder).file_name().into_string().expect("a plain name"))
        .collect();
    names.sort();
    let text = |name: &String| {
        let file = format!("{folder}/{name}/battle.toml");
        std::fs::read_to_string(&file).expect(&file)
    };
    names.iter().map(|name| (name.clone(), text(name))).collect()
}

#[test]
fn every_battle_loads_and_is_called_after_its_folder() {
    for (name, text) in battles() {
        let (battle, book) = read(&text, &format!("data/scenarios/{name}/battle.toml"));
        assert_eq!(*battle.id, *name);
        assert!(name.starts_with(&format!("{}-", book.period)), "{name}");
        assert!(!battle.notes.is_empty() && !battle.key_positions.is_empty(), "{name}");
        assert!(battle.key_positions.iter().any(|key| key.points != [0, 0]), "{name}");
        assert!(battle.commands.iter().all(Option::is_some), "{name}: a unit without a leader");
    }
}

/// Troop stands and gun stands of each army of the historical battles.
const ROLLS: &[(&str, [(u32, u32); 2])] = &[
    ("1812-chippawa", [(50, 4), (83, 6)]),
    ("1812-cryslers-farm", [(44, 4), (105, 3)]),
    ("1812-lundys-lane", [(90, 6), (64, 6)]),
    ("1812-new-orleans", [(97, 9), (168, 6)]),
    ("1812-sackets-harbor", [(31, 1), (53, 2)]),
    ("acw-balls-bluff", [(47, 2), (42, 0)]),
    ("acw-big-bethel", [(34, 3), (101, 3)]),
    ("acw-brawners-farm", [(75, 3), (82, 8)]),
    ("acw-first-kernstown", [(75, 10), (134, 8)]),
    ("acw-valverde", [(62, 4), (45, 6)]),
    ("awi-camden", [(55, 2), (85, 3)]),
    ("awi-cowpens", [(83, 0), (52, 2)]),
    ("awi-freemans-farm", [(74, 5), (82, 0)]),
    ("awi-guilford-courthouse", [(46, 2), (112, 2)]),
    ("awi-monmouth", [(121, 10), (103, 5)]),
    ("maw-buena-vista", [(90, 9), (192, 6)]),
    ("maw-cerro-gordo", [(105, 4), (109, 6)]),
    ("maw-molino-del-rey", [(76, 5), (152, 2)]),
    ("maw-palo-alto", [(51, 5), (94, 6)]),
    ("maw-resaca-de-la-palma", [(44, 4), (82, 5)]),
];

#[test]
fn historical_battles_have_both_armies_in_full() {
    let battles = battles();
    let historical = battles.iter().filter(|(name, _)| !name.ends_with("-training"));
    let rolls = historical.map(|(name, text)| {
        let (battle, _) = read(text, name);
        (name.as_str(), [Side::First, Side::Second].map(|side| stands(&battle, side)))
    });
    assert_eq!(rolls.collect::<Vec<_>>(), ROLLS);
}

#[test]
fn training_battles_are_small_short_and_begin_in_command() {
    let battles = battles();
    let training = battles.iter().filter(|(name, _)| name.ends_with("-training"));
    assert_eq!(training.clone().count(), 4);
    for (name, text) in training {
        let (battle, book) = read(text, name);
        let position = &battle.position;
        assert!(battle.clock.turns == 6 && battle.arrivals.is_empty(), "{name}");
        for side in [Side::First, Side::Second] {
            let units = position.units().iter().filter(|placed| placed.side == side).count();
            assert!((6..=10).contains(&units), "{name}: {units} units");
        }
        let out_of_command = |(place, chief): (usize, &Option<u16>)| {
            let (unit, chief) = (UnitId(place as u16), chief.expect(name));
            let chief = &position.leaders[usize::from(chief)];
            let reach = commands(&book, position, chief, unit, Set::default());
            reach.is_none().then(|| &*position.unit(unit).unit.name)
        };
        let out: Vec<&str> =
            battle.commands.iter().enumerate().filter_map(out_of_command).collect();
        assert!(out.is_empty(), "{name}: out of command {out:?}");
    }
}

#[test]
fn palo_alto_keeps_what_the_file_says_of_a_unit() {
    let battle = palo_alto();
    let unit = |name: &str| battle.position.unit(battle.position.named(name).expect(name));
    let fifth = unit("5th US Infantry");
    assert!(fifth.unit.leader_attached);
    assert_eq!(fifth.unit.strength.label.unwrap().to_string(), "8/5/3");
    assert_eq!(fifth.stands.len(), 8);
    let mcintosh = battle.position.leaders.iter().find(|l| &*l.name == "McIntosh").unwrap();
    assert_eq!(mcintosh.attached, battle.position.named("5th US Infantry"));
    assert_eq!(mcintosh.at, Some(Point::thousandths(12_000, 45_250)));
    let siege = unit("Churchill's 18-pounders");
    assert_eq!((siege.unit.guns.role, siege.guns.len()), (GunRole::Section, 1));
    let riders = unit("Auxiliary irregular horse");
    assert!(riders.unit.mounted && riders.unit.weapon.is_none());
    assert!(riders.unit.traits.contains(rulebook::Trait::Auxiliaries));
    assert_eq!(riders.unit.arm, Arm::Cavalry);
    let garland = battle.position.named("3rd US Infantry").unwrap();
    let command = battle.commands[garland.place()].unwrap();
    assert_eq!(&*battle.position.leaders[usize::from(command)].name, "Garland");
}

#[test]
fn who_arrives_later_has_no_stands_yet() {
    let battle = palo_alto();
    assert_eq!(battle.arrivals.len(), 3);
    for arrival in &battle.arrivals {
        let Arriving::Unit(id) = arrival.who else { panic!("no leader arrives") };
        let placed = battle.position.unit(id);
        assert!(placed.stands.is_empty() && placed.guns.is_empty());
        assert_eq!((arrival.turn, arrival.edge), (1, Edge::South));
        assert!(battle.arrivals.iter().any(|a| a.at == Some(Point::inches(46, 0))));
    }
    let guns = battle.position.named("Two 8-pounders").unwrap();
    assert_ne!(guns, UnitId(0));
    assert_eq!(battle.position.unit(guns).unit.guns.emplacement, Emplacement::Limbered);
}

const SAMPLER: &str = include_str!("tables/sampler.toml");
const SAMPLER_1812: &str = include_str!("tables/sampler-1812.toml");

#[test]
fn the_sampler_has_every_kind_of_terrain_and_every_formation() {
    let (table, book) = read(SAMPLER, "tests/tables/sampler.toml");
    assert_eq!(&*table.id, "sampler");
    let pieces = table.position.table.pieces();
    for kind in &book.terrain {
        assert!(pieces.iter().any(|piece| piece.kind.id == kind.id), "no {}", kind.id);
    }
    let (second, _) = read(SAMPLER_1812, "tests/tables/sampler-1812.toml");
    let drawn = [&table, &second].map(|battle| battle.position.units());
    for formation in Formation::ALL {
        // These two are taken up in the heat of the day.
        if matches!(formation, Formation::StormingColumn | Formation::HastySquare) {
            continue;
        }
        let has = drawn.iter().flat_map(|units| units.iter());
        assert!(has.into_iter().any(|placed| placed.unit.formation == *formation), "{formation}");
    }
    for arm in Arm::ALL {
        assert!(drawn[0].iter().any(|placed| placed.unit.arm == *arm), "no {arm}");
    }
}

#[test]
fn a_square_has_all_its_stands_and_a_garrison_is_within_its_walls() {
    let (battle, _) = read(SAMPLER_1812, "sampler-1812.toml");
    let unit = |name: &str| battle.position.unit(battle.position.named(name).expect(name));
    assert_eq!(unit("21st Infantry").stands.len(), 14);
    let farm = battle.position.table.pieces().iter().find(|p| &*p.name == "Farmhouse").unwrap();
    for stand in &unit("Grenadiers").stands {
        assert!(farm.contains(stand.pose.at.spot()));
    }
    assert_eq!(unit("Warriors").unit.nation, rulebook::Nation::Indian);
    assert_eq!(battle.men, 30);
}

#[test]
fn leaders_arrive_too() {
    let (battle, _) = read(SAMPLER, "sampler.toml");
    let leader = battle.position.leaders.iter().position(|l| &*l.name == "Elm").unwrap();
    let who = Arriving::Leader(leader as u16);
    let arrival = battle.arrivals.iter().find(|arrival| arrival.who == who).unwrap();
    assert_eq!((arrival.turn, arrival.edge, arrival.at), (3, Edge::North, None));
    assert_eq!(battle.position.leaders[leader].at, None);
}

const CLOCK: &str = include_str!("tables/clock.toml");

#[test]
fn a_clock_tells_turns_daylight_and_fog() {
    let (battle, _) = read(CLOCK, "clock.toml");
    let daylight = Daylight {
        sunrise: 3,
        morning_turns: 2,
        sunset_after: 9,
        evening_turns: 4,
        sky: Sky::Moonlight,
    };
    let clock = Clock {
        turns: 12,
        first: Side::Second,
        begins: 330,
        minutes: 20,
        daylight,
        fogs: [Some(Fog { sight: Length::inches(8), from: 1, until: 6 }), None, None],
    };
    assert_eq!(battle.clock, clock);
    assert_eq!(read(SAMPLER, "sampler.toml").0.clock, Clock::of(8));
    assert_eq!(palo_alto().clock.first, Side::Second);
    assert_eq!(palo_alto().clock.begins, 14 * 60 + 30);
}

#[test]
fn posts_losses_and_points_are_kept() {
    let (battle, _) = read(CLOCK, "clock.toml");
    let [union, confederacy] = &battle.armies;
    assert_eq!((union.heavy_casualties, union.greater_losses), (Some(5), Some(8)));
    assert_eq!((confederacy.heavy_casualties, confederacy.greater_losses), (None, None));

    let superiors: Vec<Option<u16>> = battle.posts.iter().map(|post| post.superior).collect();
    assert_eq!(superiors, [None, Some(0), Some(0), None]);
    assert_eq!(battle.posts[1].successor, Some(("Birch".into(), LeaderRating::Poor)));
    let guns = battle.position.leaders.iter().map(|l| (l.of_artillery, l.masses_guns));
    assert!(guns.eq([(false, true), (false, false), (true, true), (false, false)]));

    let unit = |name: &str| battle.position.unit(battle.position.named(name).expect(name));
    let ohio = unit("1st Ohio");
    assert_eq!((ohio.stands.len(), ohio.unit.strength.stands), (5, 5));
    assert_eq!(ohio.unit.strength.label.map(|label| label.starting), Some(8));
    assert_eq!(ohio.unit.order, Order::Disordered);
    assert!(unit("Battery A").guns.iter().all(|gun| gun.low_on_ammunition));

    let points: Vec<[u16; 2]> = battle.key_positions.iter().map(|key| key.points).collect();
    assert_eq!(points, [[3, 3], [2, 4], [0, 1]]);
    let keys: Vec<Option<Side>> = battle.key_positions.iter().map(|key| key.key_of).collect();
    assert_eq!(keys, [None, Some(Side::Second), None]);
}

/// One change to the file with the clock for each mistake that it can make.
const LATE: &[(&str, &str)] = &[
    ("turns = 12", "turns = 61"),
    ("turns = 12", "turns = 0"),
    ("turns = 12\n", ""),
    ("turns = 12", "turns = 11"),
    ("turns = 12", "turms = 12"),
    ("first = \"Confederacy\"", "first = \"Confederates\""),
    ("\"05:30\"", "\"5:30\""),
    ("\"05:30\"", "\"05:60\""),
    ("\"05:30\"", "05:30:00"),
    ("minutes = 20", "minutes = 2"),
    ("sunrise = 3", "sunrise = 10"),
    ("sunrise = 3\n", ""),
    ("morning-turns = 2", "morning-turns = 5"),
    ("sunset-after = 9", "sunset-after = 9\nevening-turns = -1"),
    ("sky = \"moonlight\"", "sky = \"moonlit\""),
    ("inches = 8", "inches = 0"),
    ("until = 6", "until = 13"),
    (", until = 6", ""),
    ("heavy-casualties = 5", "heavy-casualties = 0"),
    ("greater-losses = 8", "greater-losses = 4"),
    ("superior = \"Ash\"", "superior = \"Ashe\""),
    ("superior = \"Ash\"", "superior = \"Dogwood\""),
    ("superior = \"Ash\"", "superior = \"Beech\""),
    ("masses-guns = true", "superior = \"Beech\""),
    ("masses-guns = true", "masses-guns = 1"),
    ("name = \"Birch\"", "name = \"Cedar\""),
    ("name = \"Birch\"", "name = \"Ebony\""),
    (", rating = \"poor\"", ""),
    ("artillery = true", "artillery = \"yes\""),
    ("command = \"Beech\"", "command = \"Cedar\""),
    ("lost = 3", "lost = 7"),
    ("lost = 3", "lost = 9"),
    ("low-on-ammunition = true", "lost = 1"),
    ("order = \"disordered\"", "low-on-ammunition = true"),
    ("points = 3", "points = -3"),
    ("points = 3", "points = \"three\""),
    ("points = 3", "points = 101"),
    ("\"Union\" = 2", "\"Onion\" = 2"),
    ("\"Union\" = 2", "\"Union\" = 2.5"),
    ("key-of = \"Confederacy\"", "key-of = \"confederacy\""),
];

#[test]
fn mistakes_of_time_posts_losses_and_points_are_told() {
    let told = LATE.iter().map(|(right, wrong)| {
        assert!(CLOCK.contains(right), "{right}");
        let text = CLOCK.replacen(right, wrong, 1);
        let Err(defects) = scenario(&text, "clock.toml", &Choices::new()) else {
            panic!("{wrong} is accepted");
        };
        format!("{} -> {}\n{defects}", right.trim_end(), wrong.escape_debug())
    });
    insta::assert_snapshot!(told.collect::<Vec<_>>().join("\n"));
}

const FAULTY: &str = include_str!("tables/faulty.toml");

#[test]
fn every_mistake_is_told_with_its_line() {
    let Err(Defects(defects)) = scenario(FAULTY, "faulty.toml", &Choices::new()) else {
        panic!("the file is full of mistakes");
    };
    let told: Vec<String> = defects.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(told.join("\n"));
    // Each line of the file that is meant to be wrong says so.
    for (number, line) in FAULTY.lines().enumerate().filter(|(_, line)| line.contains("# wrong")) {
        assert!(defects.iter().any(|d| d.line == number + 1), "line {}: {line}", number + 1);
    }
}

/// One change to a good file, the words it is answered with, and the word that was meant.
const CHANGES: &[(&str, &str, &str, Option<&str>)] = &[
    ("of = \"Mill\"", "of = \"Mil\"", "no building that can be garrisoned", Some("Mill")),
    ("formation = \"supported-line\"", "formation = \"square\"", "has no square", None),
    ("formation = \"supported-line\"", "formation = \"battery\"", "only guns", None),
    ("gaps = [0.5, 1, 0, 1]", "gaps = [0.5, 1]", "it takes 4 gaps", None),
    ("gaps = [0.5, 1, 0, 1]", "gaps = [0.5, 1, 0, 2]", "a gap is 0\" to 1\"", None),
    ("gap = 1", "gap = 2.5", "are no battery", None),
    ("at = [36, 48] }", "at = [0, 48] }", "this corner is on two edges", None),
    ("at = [36, 48] }", "edge = \"west\", at = [36, 48] }", "not on the west edge", None),
    ("at = [38, 3]", "at = [38, 0.5]", "reaches over the edge", None),
    ("attached = \"1st Ohio\"", "attached = \"1st Georgia\"", "of the other army", None),
    ("weapon = \"RM\"", "", "`weapon` is missing", None),
    ("weapon = \"HS\"", "weapon = \"RM\"", "`RM` is no gun", None),
    ("weapon = \"RM\"", "weapon = \"HS\"", "`HS` is a gun", None),
    ("fixed = true", "fixed = true\nlimbered = true", "cannot be limbered", None),
    ("mounted = false", "mounted = false\nlimbered = true", "only guns can be", None),
    ("level = 2", "level = 0", "a crest needs a `level`", None),
    ("front = \"right\"", "front = \"rihgt\"", "is not known here", Some("right")),
    ("width = 1.5", "", "needs a `width`", None),
    ("radius = 3 }", "radius = 0 }", "a radius is more than nothing", None),
    ("to = [8, 46]", "to = [1, 46]", "holds no ground", None),
    ("trail = [[36, 6], [24, 4]]", "trail = [[36, 6], [24]]", "expected a place", None),
    ("name = \"Mill\"", "name = \"Cliff\"", "two pieces of terrain", None),
    ("width = 72", "width = 7200", "a table is 12\" to 480\"", None),
    ("name = \"Union\"\n", "name = \"Union\"\nedje = 1\n", "unknown key `edje`", Some("edge")),
];

#[test]
fn a_small_mistake_is_told_in_plain_words() {
    for (right, wrong, words, meant) in CHANGES {
        assert!(SAMPLER.contains(right), "{right}");
        let text = SAMPLER.replacen(right, wrong, 1);
        let Err(Defects(defects)) = scenario(&text, "sampler.toml", &Choices::new()) else {
            panic!("{wrong} is accepted");
        };
        let told = |d: &library::Defect| {
            d.message.contains(words) && meant.is_none_or(|m| d.suggestion.as_deref() == Some(m))
        };
        assert!(defects.iter().any(told), "{wrong}: {defects:?}");
    }
    let text = PALO_ALTO.replace("weapon = \"hlcLG\"", "weapon = \"LG\"");
    let defects = scenario(&text, "x.toml", &Choices::new()).unwrap_err();
    assert!(defects.to_string().contains("`LG` does not say its carriage: hlcLG, flcLG"));
}

#[test]
fn a_wrong_period_or_reading_is_told() {
    let text = PALO_ALTO.replace("period = \"maw\"", "period = \"mav\"");
    let defects = scenario(&text, "x.toml", &Choices::new()).unwrap_err().0;
    assert_eq!(defects.len(), 1);
    assert_eq!(defects[0].suggestion.as_deref(), Some("maw"));
    let choices = [("halving".to_owned(), "twice".to_owned())].into_iter().collect();
    assert!(scenario(PALO_ALTO, "x.toml", &choices).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: RngSeed::Fixed(1846), cases: 96, ..ProptestConfig::default()
    })]

    #[test]
    fn no_damage_makes_the_reader_fall_over(
        cuts in proptest::collection::vec((0.0..1.0f64, 0usize..40, "[a-z0-9\\[\\]=\"{}., \n#-]{0,12}"), 1..6)
    ) {
        let mut text = PALO_ALTO.to_owned();
        for (at, length, put) in cuts {
            let from = (at * text.len() as f64) as usize;
            let to = (from + length).min(text.len());
            if text.is_char_boundary(from) && text.is_char_boundary(to) {
                text.replace_range(from..to, &put);
            }
        }
        if let Err(Defects(defects)) = checked(&text, "damaged.toml", &Choices::new()) {
            prop_assert!(!defects.is_empty(), "refused without a reason");
            if let Ok(drafted) = draft(&text, "damaged.toml") {
                prop_assert_eq!(drafted.flaws.len(), defects.len());
            }
        }
    }

    #[test]
    fn no_number_makes_the_reader_fall_over(
        picks in proptest::collection::vec((0usize..400, "-?[0-9]{1,10}(\\.[0-9]{1,4})?"), 1..8)
    ) {
        let mut words: Vec<String> = PALO_ALTO.split_inclusive([' ', '[', ',', '\n']).map(str::to_owned).collect();
        let numbers: Vec<usize> = (0..words.len())
            .filter(|i| words[*i].starts_with(|c: char| c.is_ascii_digit()))
            .collect();
        for (pick, number) in picks {
            let word = &mut words[numbers[pick % numbers.len()]];
            let digits = word.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(word.len());
            word.replace_range(..digits, &number);
        }
        let text = words.concat();
        if let Err(Defects(defects)) = checked(&text, "damaged.toml", &Choices::new()) {
            prop_assert!(!defects.is_empty(), "refused without a reason");
            if let Ok(drafted) = draft(&text, "damaged.toml") {
                prop_assert_eq!(drafted.flaws.len(), defects.len());
            }
        }
    }
}
