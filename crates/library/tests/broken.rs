//! One broken file for each kind of defect, and what a writer of scenarios is told of it.

use library::{BATTLES, Checked, Choices, Defect, Defects, checked, draft, scenario};

const BASE: &str = include_str!("broken/base.toml");

/// What is wrong, and the changes to the good file that make it so.
const BROKEN: &[(&str, &[(&str, &str)])] = &[
    ("no TOML", &[("title = \"The Ferry\"", "title = \"The Ferry")]),
    ("no format", &[("format = 1\n", "")]),
    ("a format to come", &[("format = 1", "format = 9")]),
    ("unknown key", &[("rating = \"able\"", "ratign = \"able\"")]),
    ("misspelt key that must be there", &[("stands = 8\n", "stans = 8\n")]),
    ("unknown weapon", &[("weapon = \"RM\"", "weapon = \"RN\"")]),
    ("over 25 stands", &[("stands = 8", "stands = 26")]),
    ("unit off the table", &[("at = [14, 8]", "at = [1.5, 0.5]")]),
    ("place off the table", &[("at = [14, 8]", "at = [14, 80]")]),
    ("overlapping stands", &[("at = [24, 8]", "at = [17, 8]")]),
    ("entry on no edge", &[("at = [0, 6] }", "at = [3, 6] }")]),
    ("entry in water", &[("at = [0, 6] }", "at = [0, 24] }")]),
    (
        "whole edge in water",
        &[
            ("from = [0, 22], to = [48, 25]", "from = [0, 0], to = [1, 36]"),
            ("turn = 2, at = [0, 6]", "turn = 2, edge = \"west\""),
        ],
    ),
    (
        "no path for a reinforcement",
        &[
            ("from = [0, 22], to = [48, 25]", "from = [0, 32], to = [48, 33]"),
            ("line = [[24, 21], [24, 26]]", "line = [[24, 21], [24, 23]]"),
            ("at = [22, 32]", "at = [22, 30.5]"),
            ("at = [0, 6] }", "at = [0, 35] }"),
        ],
    ),
    ("arrives after the end", &[("turn = 2, at", "turn = 7, at")]),
    ("unit in water", &[("at = [14, 8]", "at = [14, 24]")]),
    (
        "unit in a river that is a line",
        &[
            (
                "rectangle = { from = [0, 22], to = [48, 25] }",
                "line = [[0, 23.5], [48, 23.5]]\nwidth = 3",
            ),
            ("at = [14, 8]", "at = [14, 22.4]"),
        ],
    ),
    (
        "unit on a cliff",
        &[(
            "[[leader]]\narmy = \"Union\"",
            "[[terrain]]\nkind = \"cliff\"\nline = [[13.5, 4], [13.5, 12]]\nwidth = 0\n\n[[leader]]\narmy = \"Union\"",
        )],
    ),
    (
        "a garrison without room",
        &[
            ("stands = 6", "stands = 10"),
            ("at = [24, 8]", "formation = \"garrison\"\nof = \"Mill\""),
        ],
    ),
    (
        "misspelt garrison",
        &[("at = [24, 8]\nfacing = \"N\"", "formation = \"garison\"\nof = \"Mill\"")],
    ),
    (
        "unknown building",
        &[("at = [24, 8]\nfacing = \"N\"", "formation = \"garrison\"\nof = \"Milll\"")],
    ),
    (
        "unknown line of the rating lists",
        &[(
            "experience = \"trained\"\nmorale = \"reliable\"\nweapon = \"RM\"\nat",
            "army-row = \"Union\"\nat",
        )],
    ),
    ("misspelt arm", &[("arm = \"guns\"", "arm = \"gun\"")]),
    ("unknown kind of terrain", &[("kind = \"building\"", "kind = \"corn\"")]),
    ("unknown army of a unit", &[("army = \"Union\"\ncommand", "army = \"Unionists\"\ncommand")]),
    (
        "the only command unknown",
        &[("command = \"Dogwood\"\n", "command = \"Dogwod\"\n"), ("command = \"Dogwood\"\n", "")],
    ),
    ("place south of the table", &[("at = [14, 8]", "at = [14, -1]")]),
    ("no point of the compass", &[("facing = \"S\"", "facing = \"south\"")]),
    (
        "a key of another rule",
        &[(
            "[[key-position]]\nname = \"Bridgehead\"",
            "[[special]]\nname = \"Stay\"\nrule = \"within\"\ncommand = \"Ash\"\nunless-within = 8\n\n\
             [[key-position]]\nname = \"Bridgehead\"",
        )],
    ),
    ("leader without command", &[("command = \"Dogwood\"\n", ""), ("command = \"Dogwood\"\n", "")]),
    ("unknown command", &[("command = \"Ash\"", "command = \"Ashe\"")]),
    ("missing friendly edge", &[("edge = \"north\"\n", "")]),
    ("key position without owner", &[("owner = \"Confederacy\"\n", "")]),
    ("owner unknown", &[("owner = \"Confederacy\"", "owner = \"Confederates\"")]),
    ("key position of no worth", &[("points = { Union = 1, Confederacy = 2 }", "")]),
    (
        "points nobody can stand at",
        &[("at = [31, 19]", "at = [4, 23.5]"), ("radius = 2\np", "radius = 1\np")],
    ),
    (
        "points that cannot be reached",
        &[("line = [[24, 21], [24, 26]]", "line = [[24, 18], [24, 21]]")],
    ),
    (
        "points that stay whose they are",
        &[
            (
                "[[leader]]\narmy = \"Union\"",
                "[[terrain]]\nkind = \"water\"\nline = [[0, 33], [3, 33], [3, 36]]\n\n[[leader]]\narmy = \"Union\"",
            ),
            ("at = [31, 19]\nradius = 2", "at = [1, 35]\nradius = 1\nowner = \"Union\""),
            ("Union = 1, Confederacy = 2", "Union = 1"),
        ],
    ),
    (
        "a win that cannot be reached",
        &[
            ("line = [[24, 21], [24, 26]]", "line = [[24, 18], [24, 21]]"),
            ("points = 3", "points = { Confederacy = 3 }"),
            ("Union = 1, Confederacy = 2", "Union = 1"),
            (
                "[[key-position]]\nname = \"Bridgehead\"",
                "[[special]]\nname = \"Across\"\nrule = \"wins\"\narmy = \"Union\"\n\
                 positions = [\"Bridgehead\"]\n\n[[key-position]]\nname = \"Bridgehead\"",
            ),
        ],
    ),
    ("leader in water", &[("at = [18, 6]", "at = [18, 23]")]),
    ("misspelt leader", &[("name = \"Dogwood\"", "name = \"Dogwod\"")]),
    ("a comma missing", &[("at = [14, 8]", "at = [14 8]")]),
    ("round brackets", &[("at = [14, 8]", "at = (14, 8)")]),
    ("no brackets", &[("at = [14, 8]", "at = 14, 8")]),
    (
        "a comma missing in a list of places",
        &[("line = [[24, 21], [24, 26]]", "line = [[24 21], [24, 26]]")],
    ),
    ("a war that is not known", &[("period = \"acw\"", "period = \"civil war\"")]),
    ("no war", &[("period = \"acw\"\n", "")]),
    ("no width", &[("width = 48\n", "")]),
    ("no table", &[("[table]\nwidth = 48\nheight = 36\n", "")]),
    ("no known formation", &[("at = [14, 8]", "formation = \"column\"\nat = [14, 8]")]),
    ("no known formation of guns", &[("at = [28, 30]", "formation = \"column\"\nat = [28, 30]")]),
    ("another word for water", &[("kind = \"water\"", "kind = \"river\"")]),
    ("another word for guns", &[("arm = \"guns\"", "arm = \"artillery\"")]),
    ("a compass written out", &[("facing = \"S\"", "facing = \"North-West\"")]),
    ("an edge with a capital", &[("edge = \"north\"", "edge = \"North\"")]),
    ("time with a point", &[("turns = 6", "turns = 6\nbegins = \"12.30\"")]),
    ("time as a number", &[("turns = 6", "turns = 6\nbegins = 12.30")]),
    ("time that is no text", &[("turns = 6", "turns = 6\nbegins = 07:00")]),
    ("an army by its side", &[("first = \"Union\"", "first = \"North\"")]),
    ("an army by its nation", &[("first = \"Union\"", "first = \"US\"")]),
    ("losses that never come", &[("heavy-casualties = 8", "heavy-casualties = 30")]),
    (
        "an army without units",
        &[
            ("army = \"Confederacy\"\ncommand", "army = \"Union\"\ncommand"),
            ("army = \"Confederacy\"\ncommand", "army = \"Union\"\ncommand"),
            ("army = \"Confederacy\"\nname = \"Dogwood\"", "army = \"Union\"\nname = \"Dogwood\""),
        ],
    ),
    (
        "one army",
        &[("[[army]]\nname = \"Confederacy\"\nnation = \"confederate\"\nedge = \"north\"\n", "")],
    ),
    (
        "everything at once",
        &[
            ("weapon = \"RM\"", "weapon = \"RN\""),
            ("edge = \"north\"\n", ""),
            ("owner = \"Confederacy\"\n", ""),
            ("name = \"Dogwood\"", "name = \"Elm\""),
            ("heavy-casualties = 8", "heavy-casualties = 30"),
        ],
    ),
];

fn broken(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(BASE.to_owned(), |text, (right, wrong)| {
        assert!(text.contains(right), "{right}");
        text.replacen(right, wrong, 1)
    })
}

fn defects(text: &str) -> Vec<Defect> {
    match checked(text, "battle.toml", &Choices::new()) {
        Err(Defects(defects)) => defects,
        Ok(_) => Vec::new(),
    }
}

#[test]
fn the_good_file_is_good() {
    let Checked { remarks, .. } =
        checked(BASE, "battle.toml", &Choices::new()).unwrap_or_else(|defects| panic!("{defects}"));
    assert_eq!(remarks, []);
}

#[test]
fn each_kind_of_defect_is_told_with_its_line_and_a_caret() {
    let mut told = String::new();
    for (what, changes) in BROKEN {
        let defects = defects(&broken(changes));
        assert!(!defects.is_empty(), "{what} is accepted");
        let pointed: String = defects.iter().map(Defect::pointed).collect();
        told += &format!("== {what}\n{pointed}\n");
    }
    insta::assert_snapshot!(told);
}

/// One slip is one defect, unless it is meant to be more.
#[test]
fn one_mistake_makes_one_defect() {
    let several = ["everything at once", "one army", "no TOML", "points that cannot be reached"];
    for (what, changes) in BROKEN.iter().filter(|(what, _)| !several.contains(what)) {
        let defects = defects(&broken(changes));
        assert_eq!(defects.len(), 1, "{what}: {defects:#?}");
    }
}

/// A record of a battle that makes no sense replays all the same.
#[test]
fn a_battle_that_makes_no_sense_is_still_a_table() {
    let senseless = [
        "entry in water",
        "whole edge in water",
        "no path for a reinforcement",
        "unit in water",
        "unit in a river that is a line",
        "unit on a cliff",
        "leader in water",
        "points that stay whose they are",
        "a win that cannot be reached",
        "a garrison without room",
        "leader without command",
        "key position without owner",
        "key position of no worth",
        "points nobody can stand at",
        "points that cannot be reached",
        "losses that never come",
        "an army without units",
    ];
    for (what, changes) in BROKEN {
        let loads = scenario(&broken(changes), "battle.toml", &Choices::new()).is_ok();
        assert_eq!(loads, senseless.contains(what), "{what}");
    }
}

/// What is no defect and still worth a second look.
const REMARKS: &[(&str, &[(&str, &str)])] = &[
    ("no notes", &[("notes = [\"Made up.\"]\n", "")]),
    ("out of command", &[("at = [18, 6]", "at = [46, 6]")]),
    (
        "out of command of one attached",
        &[(
            "name = \"Ash\"\nrank = \"brigade\"\nrating = \"able\"\nat = [18, 6]",
            "name = \"Ash\"\nrank = \"brigade\"\nrating = \"able\"\nattached = \"1st Ohio\"",
        )],
    ),
    (
        "out of sight of its leader",
        &[
            ("from = [30, 15], to = [32, 17]", "from = [18.6, 5], to = [20, 7.9]"),
            ("at = [18, 6]", "at = [17, 6.2]"),
        ],
    ),
    (
        "behind its works",
        &[(
            "[[leader]]\narmy = \"Union\"",
            "[[terrain]]\nname = \"Works\"\nkind = \"works\"\nline = [[9, 8.5], [19, 8.5]]\n\n[[leader]]\narmy = \"Union\"",
        )],
    ),
    (
        "works turned about",
        &[(
            "[[leader]]\narmy = \"Union\"",
            "[[terrain]]\nname = \"Works\"\nkind = \"works\"\nfront = \"right\"\nline = [[9, 8], [19, 8]]\n\n[[leader]]\narmy = \"Union\"",
        )],
    ),
    ("no command", &[("command = \"Ash\"\n", "")]),
    (
        "a leader without command under another",
        &[(
            "[[leader]]\narmy = \"Confederacy\"",
            "[[leader]]\narmy = \"Union\"\nname = \"Elm\"\nrank = \"brigade\"\nsuperior = \"Ash\"\n\
             at = [20, 5]\n\n[[leader]]\narmy = \"Confederacy\"",
        )],
    ),
    ("a leader who comes late", &[("at = [18, 6]", "arrives = { turn = 3, at = [0, 6] }")]),
    (
        "a leader who comes elsewhere",
        &[
            (
                "[[leader]]\narmy = \"Confederacy\"",
                "[[leader]]\narmy = \"Union\"\nname = \"Elm\"\nrank = \"brigade\"\n\
             arrives = { turn = 2, at = [0, 20] }\n\n[[leader]]\narmy = \"Confederacy\"",
            ),
            ("command = \"Ash\"\nname = \"3rd Ohio\"", "command = \"Elm\"\nname = \"3rd Ohio\""),
        ],
    ),
    (
        "a road through a river",
        &[(
            "kind = \"bridge\"\nline = [[24, 21], [24, 26]]",
            "kind = \"good-road\"\nline = [[24, 12], [24, 30]]",
        )],
    ),
    (
        "a key position beyond a river for who comes on beyond it",
        &[
            ("line = [[24, 21], [24, 26]]", "line = [[24, 18], [24, 21]]"),
            ("at = [0, 6] }", "edge = \"west\" }"),
            ("Union = 1, Confederacy = 2", "Union = 1"),
        ],
    ),
    (
        "a key position that its owner cannot get to",
        &[
            ("line = [[24, 21], [24, 26]]", "line = [[24, 18], [24, 21]]"),
            ("at = [24, 28]", "at = [10, 18]"),
            ("Union = 1, Confederacy = 2", "Union = 1"),
        ],
    ),
    ("facing the edge", &[("facing = \"S\"", "facing = \"N\"")]),
    ("nothing to fight for", &[]),
];

#[test]
fn what_is_no_defect_is_remarked() {
    let mut told = String::new();
    for (what, changes) in REMARKS {
        let text = match changes.is_empty() {
            true => BASE.split("[[key-position]]").next().unwrap_or_default().to_owned(),
            false => broken(changes),
        };
        let checked = checked(&text, "battle.toml", &Choices::new());
        let remarks = checked.unwrap_or_else(|defects| panic!("{what}: {defects}")).remarks;
        assert!(!remarks.is_empty(), "{what} is not remarked");
        let pointed: String = remarks.iter().map(Defect::pointed).collect();
        told += &format!("== {what}\n{pointed}\n");
    }
    insta::assert_snapshot!(told);
}

/// Works at the front of a unit, or an inch and more before it, are no matter.
#[test]
fn works_where_they_belong_are_not_remarked() {
    for line in ["front = \"left\"\nline = [[9, 8], [19, 8]]", "line = [[9, 9.2], [19, 9.2]]"] {
        let works =
            format!("[[terrain]]\nkind = \"works\"\n{line}\n\n[[leader]]\narmy = \"Union\"");
        let text = broken(&[("[[leader]]\narmy = \"Union\"", &works)]);
        let checked = checked(&text, "battle.toml", &Choices::new());
        assert_eq!(checked.unwrap_or_else(|defects| panic!("{defects}")).remarks, [], "{line}");
    }
}

/// What is wrong with the war or the table hides nothing else.
#[test]
fn every_defect_is_told_whatever_else_is_wrong() {
    let wrong = [("weapon = \"RM\"", "weapon = \"RN\""), ("kind = \"water\"", "kind = \"wader\"")];
    for (first, expected) in [
        (("period = \"acw\"", "period = \"civil war\""), "no period is called"),
        (("period = \"acw\"\n", ""), "`period` is missing"),
        (("width = 48\n", ""), "`width` is missing"),
        (("width = 48", "width = 4"), "a table is 12\" to 480\""),
        (("[table]\nwidth = 48\nheight = 36\n", ""), "`table` is missing"),
    ] {
        let defects = defects(&broken(&[first, wrong[0], wrong[1]]));
        let told: Vec<&str> = defects.iter().map(|defect| defect.message.as_str()).collect();
        assert_eq!(told.len(), 3, "{told:#?}");
        for words in [expected, "`RN`", "`wader`"] {
            assert!(told.iter().any(|message| message.contains(words)), "{words}: {told:#?}");
        }
    }
}

/// The same unknown name in several places is one mistake, and all its lines are told.
#[test]
fn a_name_that_is_not_known_is_told_once_with_its_lines() {
    let defects = defects(&BASE.replace("command = \"Ash\"", "command = \"Asch\""));
    let told: Vec<String> = defects.iter().map(ToString::to_string).collect();
    let expected = "battle.toml:60:11: no leader is called `Asch`: Ash, Dogwood; the same in lines 71, 82 \
                    (did you mean `Ash`?)";
    assert_eq!(told, [expected]);
}

#[test]
fn a_line_of_the_enemys_troops_needs_a_nation() {
    let text = BATTLES.iter().find(|(name, _)| *name == "maw-training").expect("built in").1;
    let (own, strange) =
        ("army-row = \"Volunteer Infantry\"", "army-row = \"National Guard Infantry\"");
    assert!(text.contains(own));
    let told = defects(&text.replacen(own, strange, 1));
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(told[0].message.contains("a line of the enemy's troops (mexican)"), "{told:#?}");
    let meant = format!("{strange}\nnation = \"mexican\"");
    assert_eq!(defects(&text.replacen(own, &meant, 1)), []);
}

/// Foot without a weapon has the usual one of its nation: that is said, once.
#[test]
fn foot_without_a_weapon_is_remarked_once() {
    let text = BATTLES.iter().find(|(name, _)| *name == "1812-training").expect("built in").1;
    let checked = checked(text, "battle.toml", &Choices::new());
    let remarks = checked.unwrap_or_else(|defects| panic!("{defects}")).remarks;
    let of_weapons: Vec<&str> = remarks
        .iter()
        .map(|remark| remark.message.as_str())
        .filter(|message| message.contains("no `weapon`"))
        .collect();
    assert_eq!(of_weapons.len(), 1, "{of_weapons:#?}");
    assert!(
        of_weapons[0].starts_with("1st Regiment of Infantry and 8 more name"),
        "{of_weapons:?}"
    );
}

#[test]
fn a_gun_without_its_carriage_is_told_the_pieces_of_its_nation_once() {
    let text = BATTLES.iter().find(|(name, _)| *name == "maw-training").expect("built in").1;
    let wrong = text.replacen("weapon = \"hcHG\"", "weapon = \"HG\"", 1);
    assert_ne!(text, wrong);
    let defects = defects(&wrong);
    assert_eq!(defects.len(), 1, "{defects:#?}");
    assert_eq!(defects[0].message, "`HG` does not say its carriage: hcHG");
}

/// The map of a file that is not right shows what can be read, and where the rest would be.
#[test]
fn what_can_be_read_of_a_broken_file_can_be_drawn() {
    let unreadable = ["a format to come", "no width", "no table"];
    for (what, changes) in BROKEN {
        let text = broken(changes);
        let told = defects(&text);
        let draft = draft(&text, "battle.toml");
        assert_eq!(draft.is_err(), unreadable.contains(what), "{what}");
        let Ok(draft) = draft else { continue };
        let flaws: Vec<Defect> = draft.flaws.iter().map(|flaw| flaw.defect.clone()).collect();
        assert_eq!(flaws, told, "{what}");
        assert_eq!(draft.scenario.commands.len(), draft.scenario.position.units().len(), "{what}");
    }
    let place = |what: &str| {
        let (_, changes) = BROKEN.iter().find(|(name, _)| *name == what).expect("a broken file");
        let draft = draft(&broken(changes), "battle.toml").unwrap_or_else(|d| panic!("{d}"));
        let around = draft.flaws[0].around?;
        let middle = around.low.plus(around.high).times(0.5).point();
        Some((middle.x.to_string(), middle.y.to_string()))
    };
    let at = |x: &str, y: &str| Some((x.to_owned(), y.to_owned()));
    // The stands of a unit, the place of one that has none, an entry, nowhere.
    assert_eq!(place("unit in water"), at("14\"", "23.625\""));
    assert_eq!(place("unknown weapon"), at("14\"", "8\""));
    assert_eq!(place("entry in water"), at("0\"", "24\""));
    assert_eq!(place("losses that never come"), None);
}

#[test]
fn every_battle_that_comes_with_the_program_makes_sense() {
    for (name, text) in BATTLES {
        let file = format!("{name}/battle.toml");
        checked(text, &file, &Choices::new()).unwrap_or_else(|defects| panic!("{defects}"));
    }
}

#[test]
fn a_caret_finds_its_place_in_a_long_line_and_among_any_letters() {
    let long = format!("notes = [\"{}\"]\ntitel = 1\n", "é".repeat(300));
    let short = "\tperiod = \"äcw\" # ✂\n";
    for text in [long.as_str(), short, "x", "", "[[unit]]\nname = 3"] {
        for defect in defects(text) {
            let pointed = defect.pointed();
            let lines: Vec<&str> = pointed.lines().collect();
            assert_eq!(lines.len(), 3, "{pointed}");
            let caret = lines[2].chars().position(|c| c == '^').expect("a caret");
            assert!(caret <= lines[1].chars().count().max(8), "{pointed}");
            assert!(lines.iter().skip(1).all(|line| line.chars().count() < 140), "{pointed}");
        }
    }
}
