//! The seeds of the fuzz corpus, and every input that once failed, through the same trials.

#[path = "../../../fuzz/trials.rs"]
mod trials;

use std::fs;
use std::path::Path;

fn seeds(target: &str, trial: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 3, "{} has too few seeds", folder.display());
    for file in files {
        println!("{}", file.display());
        trial(&fs::read(&file).unwrap());
    }
}

#[test]
fn rulebook_seeds_do_no_harm() {
    seeds("rulebook", trials::rulebook);
}

#[test]
fn phrase_seeds_do_no_harm() {
    seeds("phrase", trials::phrase);
}

#[test]
fn request_seeds_do_no_harm() {
    seeds("request", trials::request);
}

#[test]
fn scenario_seeds_do_no_harm() {
    seeds("scenario", trials::scenario);
}

#[test]
fn path_seeds_do_no_harm() {
    seeds("path", trials::paths::path);
}

#[test]
fn referee_seeds_do_no_harm() {
    seeds("referee", trials::referee);
}

#[test]
fn the_fuzzer_knows_every_word() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/words.dict");
    let dictionary = fs::read_to_string(file).unwrap();
    for name in library::phrase::WORDS.iter().flat_map(|word| word.names) {
        assert!(dictionary.contains(&format!("\n\"{name}\"\n")), "fuzz/words.dict lacks {name}");
    }
}
