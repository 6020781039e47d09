//! `dq scenario` from outside, and the published format of scenario files.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use common::schema::{misfit, schema};
use common::{answer, dq, json, root};
use library::{BATTLES, scenario_keys};
use serde_json::Value;

/// A folder of its own for a test, gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("dq-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn at(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn library_table(name: &str) -> String {
    fs::read_to_string(root().join("crates/library/tests").join(name)).unwrap()
}

/// Every scenario file there is to read: the battles, and tables that have everything.
fn texts() -> Vec<(String, String)> {
    let tables = [
        "tables/sampler.toml",
        "tables/sampler-1812.toml",
        "tables/clock.toml",
        "broken/base.toml",
    ];
    let tables = tables.iter().map(|name| ((*name).to_owned(), library_table(name)));
    let battles = BATTLES.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    battles.chain(tables).collect()
}

fn as_json(text: &str) -> Value {
    toml::from_str(text).unwrap()
}

#[test]
fn every_scenario_fits_the_published_schema() {
    let schema = schema("scenario");
    for (name, text) in texts() {
        assert_eq!(misfit(&schema, &schema, &as_json(&text)), None, "{name}");
    }
}

#[test]
fn the_schema_refuses_what_the_reader_refuses() {
    let schema = schema("scenario");
    let base = library_table("broken/base.toml");
    for (right, wrong) in [
        ("format = 1", "format = 2"),
        ("period = \"acw\"", "period = \"acv\""),
        ("rank = \"brigade\"", "rank = \"brigad\""),
        ("rating = \"able\"", "ratign = \"able\""),
        ("weapon = \"RM\"", "weapon = \"RN\""),
        ("facing = \"N\"", "facing = \"NORTH\""),
        ("at = [14, 8]", "at = [14]"),
        ("at = [14, 8]", "at = \"here\""),
        ("edge = \"north\"\n", ""),
        ("stands = 8\n", ""),
        ("turns = 6", "turns = \"six\""),
        ("kind = \"water\"", "kind = \"wader\""),
    ] {
        assert!(base.contains(right), "{right}");
        let text = base.replacen(right, wrong, 1);
        assert!(misfit(&schema, &schema, &as_json(&text)).is_some(), "{wrong}");
    }
}

/// Every key of a schema with the tables it is in.
fn keys_of(root: &Value, schema: &Value, path: &str, keys: &mut BTreeSet<String>) {
    if let Some(place) = schema["$ref"].as_str() {
        let definition = root.pointer(place.trim_start_matches('#')).expect("a dangling $ref");
        keys_of(root, definition, path, keys);
    }
    for several in ["anyOf", "oneOf"] {
        for one in schema[several].as_array().into_iter().flatten() {
            keys_of(root, one, path, keys);
        }
    }
    if schema["items"].is_object() {
        keys_of(root, &schema["items"], path, keys);
    }
    for (key, part) in schema["properties"].as_object().into_iter().flatten() {
        keys.insert(format!("{path}{key}"));
        keys_of(root, part, &format!("{path}{key}."), keys);
    }
}

#[test]
fn the_schema_has_every_key_that_the_reader_knows_and_no_other() {
    let schema = schema("scenario");
    let mut published = BTreeSet::new();
    keys_of(&schema, &schema, "", &mut published);
    let read: BTreeSet<String> = texts().iter().flat_map(|(_, text)| scenario_keys(text)).collect();
    let missing: Vec<&String> = read.difference(&published).collect();
    assert!(missing.is_empty(), "crates/library/src/scenario/schema.rs lacks {missing:?}");
    let unread: Vec<&String> = published.difference(&read).collect();
    assert!(unread.is_empty(), "the reader does not know {unread:?}, or no sample file has them");
}

#[test]
fn every_key_of_the_schema_says_what_it_is() {
    let schema = schema("scenario");
    let definitions = schema["$defs"].as_object().unwrap().values();
    for table in definitions.chain([&schema]) {
        for (key, part) in table["properties"].as_object().into_iter().flatten() {
            let place = part["$ref"].as_str().unwrap_or("#");
            let named = schema.pointer(place.trim_start_matches('#')).unwrap();
            let own = part["description"].is_string();
            assert!(own || (place != "#" && named["description"].is_string()), "{key}");
        }
    }
}

#[test]
fn every_battle_has_its_briefing() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("briefings");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for (name, _) in BATTLES {
            insta::assert_snapshot!(*name, answer(&format!("scenario show {name}")));
        }
    });
    let kept = fs::read_dir(root().join("crates/cli/tests/briefings")).unwrap();
    for entry in kept {
        let file = entry.unwrap().file_name().into_string().unwrap();
        let name = file.split('.').next().unwrap();
        assert!(
            library::battle(name).is_some(),
            "crates/cli/tests/briefings/{file} is of no battle"
        );
    }
}

/// The maps of all battles, as numbers that change with any line of them. Whoever changes the drawing or
/// a battle looks at the maps that changed: the test leaves them to be looked at.
#[test]
fn every_battle_has_its_map() {
    let kept = root().join("crates/cli/tests/maps.txt");
    let before = fs::read_to_string(&kept).unwrap_or_default();
    let drawn: Vec<(&str, String)> = BATTLES
        .iter()
        .map(|(name, _)| (*name, answer(&format!("scenario map {name} --width 1200"))))
        .collect();
    let number = |svg: &str| {
        svg.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    };
    let line = |(name, svg): &(&str, String)| format!("{:016x} {name}\n", number(svg));
    let now: String = drawn.iter().map(line).collect();
    if std::env::var_os("UPDATE_MAPS").is_some() {
        fs::write(&kept, now).unwrap();
        return;
    }
    let changed = drawn.iter().filter(|one| !before.contains(&line(one)));
    let folder = std::env::temp_dir().join("dq-maps");
    let mut names = Vec::new();
    for (name, svg) in changed {
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(format!("{name}.svg")), svg).unwrap();
        names.push(*name);
    }
    assert!(
        names.is_empty() && before.lines().count() == BATTLES.len(),
        "these maps are not what they were: {names:?}\nlook at them in {}, then renew \
         crates/cli/tests/maps.txt with UPDATE_MAPS=1 cargo test -p cli --test scenario",
        folder.display()
    );
}

/// One random battle of each; fifty of each are told of in docs/benchmarks.md.
#[test]
fn every_battle_is_fought_to_an_end() {
    let said = answer("battle --scenario all --games 1 --seed 51");
    let last = said.lines().last().unwrap();
    assert!(last.starts_with(&format!("{} battles, ", BATTLES.len())), "{said}");
    assert!(last.ends_with("all ended by the rules."), "{said}");
    for (name, _) in BATTLES {
        let row = said.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
        assert!(row.contains(" against "), "{row}");
    }
}

#[test]
fn every_battle_starts() {
    for (name, _) in BATTLES {
        let ran = common::dq_reading(&format!("play --text {name} --seed 1"), "quit\n");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{name}");
        assert!(ran.out.contains("Turn 1 of "), "{name}: {}", ran.out);
    }
}

#[test]
fn the_list_names_every_battle() {
    let text = answer("scenario list");
    let rows = json("scenario list");
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), BATTLES.len());
    for ((name, _), row) in BATTLES.iter().zip(rows) {
        assert_eq!(row["name"], *name);
        assert!(text.contains(name) && text.contains(row["title"].as_str().unwrap()), "{name}");
        let sides = row["sides"].as_array().unwrap();
        assert_eq!(sides.len(), 2, "{name}");
        let stands: u64 = sides.iter().map(|side| side["stands"].as_u64().unwrap()).sum();
        assert_eq!(row["stands"], stands, "{name}");
        assert!(stands > 0 && row["turns"].as_u64() > Some(0), "{name}");
        assert!(row["table"]["width"].as_f64() >= Some(12.0), "{name}");
    }
}

#[test]
fn check_passes_what_comes_with_the_program() {
    for line in ["scenario check", "scenario check data/scenarios"] {
        let ran = dq(line);
        assert_eq!(ran.code, 0, "{}", ran.out);
        let last = ran.out.lines().last().unwrap();
        assert!(last.starts_with(&format!("{} battles, 0 defects", BATTLES.len())), "{last}");
    }
    let one = answer("scenario check acw-training");
    assert!(one.starts_with("1 battle, 0 defects"), "{one}");
}

#[test]
fn check_shows_every_defect_and_ends_with_code_1() {
    let folder = Folder::new("check");
    let base = library_table("broken/base.toml");
    fs::create_dir(folder.0.join("good")).unwrap();
    fs::create_dir(folder.0.join("bad")).unwrap();
    fs::write(folder.0.join("good/battle.toml"), &base).unwrap();
    let bad = base.replace("\"RM\"", "\"RMM\"").replace("edge = \"north\"\n", "");
    let file = folder.0.join("bad/battle.toml");
    fs::write(&file, bad).unwrap();

    let ran = dq(&format!("scenario check '{}'", folder.0.display()));
    assert_eq!((ran.code, ran.err.as_str()), (1, ""), "{}", ran.out);
    assert!(
        ran.out.contains("   64 | weapon = \"RMM\"\n      |          ^^^^^ did you mean `RM`?\n")
    );
    assert!(ran.out.contains("`edge` is missing"));
    assert!(ran.out.ends_with("2 battles, 5 defects, 0 warnings\n"), "{}", ran.out);

    let ran = dq(&format!("scenario check '{}' --json", file.display()));
    assert_eq!(ran.code, 1);
    let rows: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(rows.as_array().unwrap().len(), 5);
    assert_eq!(rows[1]["severity"], "defect");
    assert_eq!((&rows[1]["line"], &rows[1]["suggestion"]), (&64.into(), &"RM".into()));

    // Whoever wants to use such a file is told the first defect and how to see the rest.
    for command in ["show", "roster"] {
        let ran = dq(&format!("scenario {command} '{}'", file.display()));
        assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{command}: {}", ran.err);
        assert!(ran.err.contains("and 4 more, which `dq scenario check"), "{}", ran.err);
    }
    let ran = dq(&format!("play --text '{}'", file.display()));
    assert!(ran.code == 2 && ran.err.contains("dq scenario check"), "{}", ran.err);
}

/// A file that is not right is drawn all the same, with a ring for what has a place and a note for all.
#[test]
fn the_map_of_a_broken_file_shows_what_is_wrong_with_it() {
    let folder = Folder::new("draft");
    let base = library_table("broken/base.toml");
    let bad = base
        .replacen("weapon = \"RM\"", "weapon = \"RMM\"", 1)
        .replacen("at = [24, 8]", "at = [24, 24]", 1)
        .replacen("heavy-casualties = 8", "heavy-casualties = 80", 1);
    let file = folder.0.join("battle.toml");
    fs::write(&file, bad).unwrap();
    let good = folder.0.join("good.toml");
    fs::write(&good, base).unwrap();

    let svg = answer(&format!("scenario map '{}'", file.display()));
    assert!(svg.contains("id=\"marks\""));
    for note in [
        "line 65: union has no weapon RMM",
        "stands of 2nd Ohio are in Long River",
        "heavy casualties",
    ] {
        assert!(svg.contains(note), "{note}");
    }
    // A ring is two rounds and its hatching; one note has no place.
    assert_eq!(svg.matches("stroke=\"#b3261e\" stroke-width=\"1.2\"").count(), 4);
    assert!(svg.contains(">1st Georgia") && !svg.contains(">1st Ohio 8"));
    assert!(!answer(&format!("scenario map '{}'", good.display())).contains("id=\"marks\""));

    let png = folder.at("map.png");
    let said = answer(&format!("scenario map '{}' --png '{png}' --width 400", file.display()));
    assert!(said.contains("has 3 defects marked") && said.contains("dq scenario check"), "{said}");
    assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG"));

    // What is no table cannot be drawn.
    fs::write(&file, "format = 1\ntitle = \"Nowhere\"\n").unwrap();
    let ran = dq(&format!("scenario map '{}'", file.display()));
    assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "{}", ran.err);
}

#[test]
fn a_warning_is_no_defect() {
    let folder = Folder::new("warn");
    let text = library_table("broken/base.toml").replace("notes = [\"Made up.\"]\n", "");
    fs::write(folder.0.join("battle.toml"), text).unwrap();
    let ran = dq(&format!("scenario check '{}'", folder.0.display()));
    assert_eq!(ran.code, 0);
    assert!(ran.out.starts_with("warning: "), "{}", ran.out);
    assert!(ran.out.ends_with("1 battle, 0 defects, 1 warning\n"), "{}", ran.out);
}

#[test]
fn a_new_battle_is_good_at_once_and_is_not_written_over() {
    let folder = Folder::new("new");
    let schema = schema("scenario");
    for period in ["acw", "awi", "1812", "maw"] {
        let new = format!("scenario new ford-{period} -p {period} --dir '{}'", folder.0.display());
        let said = answer(&new);
        assert!(said.contains("dq scenario check"), "{said}");
        let path = folder.at(&format!("ford-{period}"));
        assert_eq!(
            answer(&format!("scenario check '{path}'")),
            "1 battle, 0 defects, 0 warnings\n"
        );
        let text = fs::read_to_string(Path::new(&path).join("battle.toml")).unwrap();
        assert_eq!(misfit(&schema, &schema, &as_json(&text)), None, "{period}");
        let beside = fs::read_to_string(Path::new(&path).join("scenario.schema.json")).unwrap();
        let published = fs::read_to_string(root().join("docs/schema/scenario.json")).unwrap();
        assert_eq!(beside, published);
        let again = dq(&new);
        assert!(again.code == 2 && again.err.contains("is there already"), "{}", again.err);
        let ran = common::dq_reading(&format!("play --text '{path}' --seed 1"), "quit\n");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{period}");
    }
    let all = answer(&format!("scenario check '{}'", folder.0.display()));
    assert_eq!(all, "4 battles, 0 defects, 0 warnings\n");
}

#[test]
fn what_cannot_be_new_or_found_is_told_in_a_sentence() {
    let folder = Folder::new("refused");
    let dir = folder.0.display();
    fs::create_dir_all(folder.0.join("empty")).unwrap();
    fs::create_dir_all(folder.0.join("churubusco")).unwrap();
    fs::write(folder.0.join("churubusco/battle.toml"), library_table("broken/base.toml")).unwrap();
    for (line, words) in [
        (format!("scenario new 'Little Ford' -p acw --dir '{dir}'"), "small letters"),
        (format!("scenario new acw-training -p acw --dir '{dir}'"), "comes with the program"),
        (format!("scenario new ford -p acv --dir '{dir}'"), "did you mean acw?"),
        ("scenario show acw-trainin".to_owned(), "did you mean acw-training?"),
        ("scenario map nowhere".to_owned(), "`dq scenario list` lists the battles"),
        (format!("scenario check '{dir}/empty'"), "holds no battle"),
        ("scenario check nowhere.toml".to_owned(), "no battle and no file"),
        (format!("scenario check '{dir}/churubusc'"), "/churubusco?"),
        ("scenario show brawners-farm".to_owned(), "did you mean acw-brawners-farm?"),
        ("scenario roster acw-training --text".to_owned(), "`dq scenario show acw-training`"),
    ] {
        let ran = dq(&line);
        assert_eq!((ran.code, ran.err.lines().count()), (2, 1), "dq {line}: {}", ran.err);
        assert!(ran.err.contains(words), "dq {line}: {}", ran.err);
    }
}

#[test]
fn a_map_by_name_is_the_map_of_the_file() {
    let by_name = answer("scenario map awi-training --width 400");
    assert!(by_name.contains("<svg"));
    assert_eq!(by_name, answer("map data/scenarios/awi-training/battle.toml --width 400"));
}

/// How an army may win at once stands on its own page and on that of the enemy, who must prevent it.
#[test]
fn a_roster_tells_both_armies_how_one_of_them_wins_at_once() {
    let folder = Folder::new("wins");
    let rule = "[[special]]\nname = \"Across\"\nrule = \"wins\"\narmy = \"Union\"\n\
                positions = [\"Bridgehead\"]\n";
    let file = folder.0.join("battle.toml");
    fs::write(&file, format!("{}\n{rule}", library_table("broken/base.toml"))).unwrap();
    let page = answer(&format!("scenario roster '{}'", file.display()));
    let told = "<b>Across</b>: Union wins at the end of a turn in which it holds Bridgehead";
    let pages: Vec<&str> = page.split("<article").skip(1).collect();
    assert_eq!(pages.len(), 2);
    assert!(pages.iter().all(|page| page.contains(told)), "{page}");
}

#[test]
fn a_roster_has_every_unit_and_a_box_for_every_stand() {
    for (name, text) in BATTLES {
        let page = answer(&format!("scenario roster {name}"));
        let file = format!("{name}/battle.toml");
        let battle = library::checked(text, &file, &Default::default()).unwrap().scenario;
        assert_eq!(page.matches("<article").count(), 2, "{name}");
        let units = battle.position.units();
        for placed in units {
            let escaped = placed.unit.name.replace('&', "&amp;");
            let plain = escaped.split(['"', '-', '\'']).next().unwrap().trim();
            assert!(page.contains(plain), "{name}: {escaped}");
            if let Some(label) = placed.unit.strength.label {
                assert!(page.contains(&format!(">{label}</td>")), "{name}: {label}");
            }
        }
        let starting = |placed: &engine::table::Placed| {
            let strength = placed.unit.strength;
            usize::from(strength.label.map_or(strength.stands, |label| label.starting))
        };
        let boxes = page.matches("<span class=\"box\">").count()
            + page.matches("<span class=\"box ticked\">").count();
        assert_eq!(boxes, units.iter().map(starting).sum::<usize>(), "{name}");
        assert!(!page.contains("<script") && !page.contains("http"), "{name}");
    }
}
