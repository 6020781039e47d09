//! Every number of every rulebook as text: a changed number is seen in review, table by table.

use library::{BOOKS, Choices, outline, rulebook};

#[test]
fn rulebooks_are_as_recorded() {
    for book in BOOKS {
        let read = rulebook(book.period, Some(book.edition), &Choices::new()).unwrap();
        let lines: Vec<String> = outline(&read)
            .iter()
            .map(|line| format!("{} = {}  [{}]", line.place, line.value, line.rule))
            .collect();
        let name = book.file.trim_end_matches(".toml");
        insta::assert_snapshot!(name, lines.join("\n"));
    }
}

#[test]
fn no_place_is_named_twice() {
    for book in BOOKS {
        let read = rulebook(book.period, Some(book.edition), &Choices::new()).unwrap();
        let mut places: Vec<String> = outline(&read).into_iter().map(|l| l.place).collect();
        let count = places.len();
        places.sort();
        places.dedup();
        assert_eq!(places.len(), count, "{}", book.file);
    }
}
