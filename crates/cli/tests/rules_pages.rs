//! docs/rules is what `dq rules pages` writes, and has every rule once.
//! `UPDATE_RULES=1 cargo test -p cli --test rules_pages` renews it.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::sync::Once;

use common::{dq, root};
use library::Ledger;

/// Renews the pages if that is asked for, once for all tests.
fn renewed() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        if std::env::var_os("UPDATE_RULES").is_some() {
            let ran = dq("rules pages");
            assert_eq!(ran.code, 0, "{}", ran.err);
        }
    });
}

/// The pages by their names.
fn pages() -> BTreeMap<String, String> {
    renewed();
    let entries = fs::read_dir(root().join("docs/rules")).expect("the folder of the pages");
    let files = entries.map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|kind| kind == "md"));
    files
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect()
}

#[test]
fn the_pages_are_as_the_program_writes_them() {
    renewed();
    let ran = dq("rules pages --check");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (0, ""),
        "{}renew with UPDATE_RULES=1 cargo test -p cli --test rules_pages",
        ran.out
    );
}

#[test]
fn every_entry_of_the_ledger_stands_on_exactly_one_page() {
    let pages = pages();
    for entry in Ledger::built_in().entries() {
        let anchor = format!("<a id=\"{}\"></a>", entry.id.to_lowercase());
        let count: usize = pages.values().map(|page| page.matches(&anchor).count()).sum();
        assert_eq!(count, 1, "{} stands on the pages {count} times", entry.id);
    }
}

#[test]
fn every_link_and_picture_is_there() {
    let pages = pages();
    for (name, page) in &pages {
        for part in page.split("](").skip(1) {
            let link = part.split(')').next().unwrap_or_default();
            if let Some(picture) = link.strip_prefix("pictures/") {
                let path = root().join("docs/rules/pictures").join(picture);
                assert!(path.is_file(), "{name} shows {picture}, which is not there");
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            if file.is_empty() {
                continue;
            }
            let page = pages.get(file).unwrap_or_else(|| panic!("{name} leads to {file}"));
            let id = format!("<a id=\"{anchor}\"></a>");
            assert!(anchor.is_empty() || page.contains(&id), "{name} leads to {link}");
        }
    }
}

#[test]
fn a_page_that_was_changed_by_hand_is_told() {
    let folder = std::env::temp_dir().join(format!("dq-rules-pages-{}", std::process::id()));
    let line = |check: &str| format!("rules pages --dir \"{}\"{check}", folder.display());
    assert_eq!(dq(&line("")).code, 0);
    assert_eq!(dq(&line(" --check")).code, 0);
    fs::write(folder.join("turn.md"), "mine").unwrap();
    fs::write(folder.join("strange.md"), "mine").unwrap();
    fs::remove_file(folder.join("pictures/line.svg")).unwrap();
    let ran = dq(&line(" --check"));
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(ran.code, 1);
    for told in [
        "turn.md is not as the program writes it",
        "strange.md is no page of the rules",
        "pictures/line.svg is missing",
        "dq rules pages",
    ] {
        assert!(ran.out.contains(told), "{told}: {}", ran.out);
    }
}
