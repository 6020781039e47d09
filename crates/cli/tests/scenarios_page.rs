//! docs/scenarios.md teaches to write a battle: its steps work, and print what the page shows.

mod common;

use std::fs;
use std::path::PathBuf;

use common::{dq_in, root};
use library::{BATTLES, Choices, checked};

const NAME: &str = "stone-bridge";
const LEFT_OUT: &str = "…";

/// A block of the page: its language, and its lines.
struct Block {
    language: String,
    text: String,
}

fn file() -> PathBuf {
    root().join("docs/scenarios.md")
}

/// The page as what stands between blocks, and the blocks.
fn parts(page: &str) -> (Vec<String>, Vec<Block>) {
    let (mut between, mut blocks) = (vec![String::new()], Vec::new());
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        match line.strip_prefix("```") {
            Some(language) => {
                let inside = lines.by_ref().take_while(|line| *line != "```");
                let text = inside.map(|line| format!("{line}\n")).collect();
                blocks.push(Block { language: language.to_owned(), text });
                between.push(String::new());
            }
            None => {
                let last = between.last_mut().unwrap();
                *last += line;
                last.push('\n');
            }
        }
    }
    (between, blocks)
}

/// The page with what `dq` prints now after each step.
fn renewed(page: &str) -> String {
    let folder = std::env::temp_dir().join(format!("dq-page-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join(NAME)).unwrap();
    let (between, blocks) = parts(page);
    let mut battle = String::new();
    let mut text = between[0].clone();
    for (block, after) in blocks.iter().zip(&between[1..]) {
        let shown = match block.language.as_str() {
            "toml" => {
                battle += &format!("{}\n", block.text);
                fs::write(folder.join(NAME).join("battle.toml"), &battle).unwrap();
                block.text.clone()
            }
            "console" => {
                let (command, shown) = block.text.split_once('\n').unwrap();
                let line = command.strip_prefix("$ dq ").expect(command);
                let said = dq_in(&folder, line).out;
                let kept = shown.lines().count() - 1;
                let cut = shown.trim_end().ends_with(LEFT_OUT);
                let begun = || said.lines().take(kept).map(|line| format!("{line}\n"));
                let said = if cut { begun().collect::<String>() + LEFT_OUT + "\n" } else { said };
                format!("{command}\n{said}")
            }
            _ => block.text.clone(),
        };
        text += &format!("```{}\n{shown}```\n{after}", block.language);
    }
    fs::remove_dir_all(&folder).unwrap();
    text
}

#[test]
fn every_step_of_the_page_works_and_prints_what_the_page_shows() {
    let page = fs::read_to_string(file()).unwrap();
    let renewed = renewed(&page);
    if std::env::var_os("UPDATE_CLI_DOCS").is_some() {
        fs::write(file(), renewed).unwrap();
        return;
    }
    let stale = page.lines().zip(renewed.lines()).find(|(shown, now)| shown != now);
    assert!(
        page == renewed,
        "docs/scenarios.md is not what dq prints: {stale:?}\nwrite it anew with: \
         UPDATE_CLI_DOCS=1 cargo test -p cli --test scenarios_page"
    );
}

#[test]
fn the_example_of_the_page_is_a_battle_without_a_warning() {
    let (_, blocks) = parts(&fs::read_to_string(file()).unwrap());
    let blocks: Vec<&Block> = blocks.iter().filter(|block| block.language == "toml").collect();
    assert!(blocks.len() >= 5, "only {} steps", blocks.len());
    let text: String = blocks.iter().map(|block| format!("{}\n", block.text)).collect();
    let battle = checked(&text, "stone-bridge/battle.toml", &Choices::new());
    let battle = battle.unwrap_or_else(|defects| panic!("{defects}"));
    assert!(battle.remarks.is_empty(), "{:?}", battle.remarks);
    assert_eq!(battle.scenario.arrivals.len(), 1);
    let ran = common::dq_reading("scenario list", "");
    assert!(!ran.out.contains(NAME) && BATTLES.iter().all(|(name, _)| *name != NAME));
}

/// Each further piece fits the battle of the page, or what `dq scenario new` writes for its war.
#[test]
fn every_further_piece_of_the_page_fits_a_battle() {
    let (_, blocks) = parts(&fs::read_to_string(file()).unwrap());
    let is_step = |block: &&Block| block.language == "toml";
    let steps: String = blocks.iter().filter(is_step).map(|b| format!("{}\n", b.text)).collect();
    let folder = std::env::temp_dir().join(format!("dq-pieces-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let mut pieces = Vec::new();
    for block in &blocks {
        let Some(war) = block.language.strip_prefix("toml piece") else { continue };
        let before = match war.trim() {
            "" => steps.clone(),
            war => {
                dq_in(&folder, &format!("scenario new of-{war} --period {war}"));
                fs::read_to_string(folder.join(format!("of-{war}/battle.toml"))).unwrap()
            }
        };
        let battle = checked(&format!("{before}\n{}", block.text), "battle.toml", &Choices::new());
        let battle = battle.unwrap_or_else(|defects| panic!("{defects}\n{}", block.text));
        assert!(battle.remarks.is_empty(), "{:?}\n{}", battle.remarks, block.text);
        pieces.push(block.text.as_str());
    }
    fs::remove_dir_all(&folder).unwrap();
    for what in
        ["army-row", "garrison", "superior", "cavalry", "[[special]]", "rank = \"division\""]
    {
        assert!(pieces.iter().any(|piece| piece.contains(what)), "no piece shows {what}");
    }
}

#[test]
fn the_page_names_every_key_of_the_format() {
    let page = fs::read_to_string(file()).unwrap();
    let keys = BATTLES.iter().flat_map(|(_, text)| library::scenario_keys(text));
    for key in keys {
        let own = key.rsplit('.').next().unwrap().to_owned();
        let named = page.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
        assert!(named.into_iter().any(|word| word == own), "docs/scenarios.md lacks `{key}`");
    }
}
