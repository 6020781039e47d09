use std::collections::BTreeSet;

/// Words that are not like a known one and mean it all the same, with the words that they may mean.
const MEANT: &[(&[&str], &[&str])] = &[
    (&["river", "lake", "pond", "sea", "canal", "deep-water"], &["water"]),
    (&["creek", "brook", "run", "rivulet"], &["stream", "water"]),
    (&["corn", "cornfield", "wheat", "wheatfield", "maize", "grain"], &["crops"]),
    (&["wood", "forest", "trees", "timber"], &["woods"]),
    (&["swamp", "bog", "mud"], &["marsh"]),
    (&["road", "turnpike", "pike", "highway"], &["good-road"]),
    (&["track", "trail", "path", "lane"], &["poor-road"]),
    (&["house", "houses", "village", "town", "church", "farm", "fort"], &["building"]),
    (&["wall"], &["stone-wall"]),
    (&["breastworks", "breastwork", "earthworks", "entrenchments", "redoubt"], &["works"]),
    (&["gully", "gulch", "ditch"], &["ravine"]),
    (&["bushes", "scrub", "thicket"], &["brush"]),
    (&["height", "heights", "ridge", "mountain"], &["hill"]),
    (&["artillery", "battery", "cannon"], &["guns"]),
    (&["foot"], &["infantry"]),
    (&["horse", "dragoons", "lancers"], &["cavalry"]),
    (&["regular", "regulars"], &["trained"]),
    (&["militia", "recruits", "conscripts"], &["raw"]),
    (&["good", "average", "normal"], &["able", "reliable"]),
    (&["excellent", "exceptional", "heroic"], &["gallant", "spirited"]),
];

/// The known word most like `word`, if one is like it at all: another word for it, a few slips away, or
/// begun alike.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    let known: Vec<(String, &str)> =
        known.into_iter().map(|known| (known.to_lowercase(), known)).collect();
    let slipped = known.iter().filter_map(|(plain, known)| {
        let slips = strsim::damerau_levenshtein(&lower, plain);
        (slips <= forgiven(letters(&lower).max(letters(plain)))).then_some((slips, *known))
    });
    let begun = || {
        let alike = known.iter().filter_map(|(plain, known)| {
            let beginning = beginning(&lower, plain)?;
            Some((std::cmp::Reverse(beginning), letters(plain), *known))
        });
        alike.min().map(|(.., known)| known)
    };
    let means = |(words, _): &&(&[&str], &[&str])| words.contains(&&*lower);
    let meant = MEANT.iter().filter(means).flat_map(|(_, meant)| *meant);
    let meant = meant.into_iter().find_map(|meant| known.iter().find(|(plain, _)| plain == meant));
    meant.map(|(_, known)| *known).or(slipped.min().map(|(_, known)| known)).or_else(begun)
}

/// So many slips are forgiven in a word of so many letters: of short words, most are other words.
fn forgiven(letters: usize) -> usize {
    match letters {
        0..=5 => 1,
        6..=8 => 2,
        more => more / 3,
    }
}

fn letters(word: &str) -> usize {
    word.chars().count()
}

/// How many letters two words have in common at the beginning, if that makes them alike: all of what
/// was written, or more than half of the longer.
fn beginning(word: &str, known: &str) -> Option<usize> {
    let same = word.chars().zip(known.chars()).take_while(|(one, other)| one == other).count();
    let whole = same == letters(word) && same >= 3;
    let most = same >= 4 && same * 2 > letters(word).max(letters(known));
    (whole || most).then_some(same)
}

/// More words than these are not listed.
const LISTED: usize = 32;

/// The known words, to stand after a sentence about one that is not: `: north, east`. Of very many,
/// those that have a word in common with it; nothing where that leaves none.
pub fn listed<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let mut told = BTreeSet::new();
    let mut known: Vec<&str> =
        known.into_iter().filter(|known| !known.is_empty() && told.insert(*known)).collect();
    let mut some = "";
    if known.len() > LISTED {
        let words = |text: &str| -> BTreeSet<String> {
            let words = text.split(|c: char| !c.is_alphanumeric()).filter(|w| letters(w) > 2);
            words.map(str::to_lowercase).collect()
        };
        let wanted = words(word);
        known.retain(|known| !wanted.is_disjoint(&words(known)));
        some = "among others ";
    }
    match known.len() {
        1..=LISTED => format!(": {some}{}", known.join(", ")),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_word_of_the_same_length_is_no_suggestion() {
        assert_eq!(nearest("horn", ["ford", "crops", "field"]), None);
        assert_eq!(nearest("wods", ["ford", "woods", "field"]), Some("woods"));
        assert_eq!(nearest("south", ["both", "left", "right"]), None);
    }

    #[test]
    fn another_word_for_it_is_the_known_one() {
        let kinds = ["ravine", "stream", "water", "crops", "works"];
        for (word, meant) in [("river", "water"), ("Creek", "stream"), ("corn", "crops")] {
            assert_eq!(nearest(word, kinds), Some(meant), "{word}");
        }
        assert_eq!(nearest("artillery", ["infantry", "cavalry", "guns"]), Some("guns"));
        assert_eq!(nearest("river", ["hill", "woods"]), None);
    }

    #[test]
    fn what_begins_alike_is_meant() {
        let armies = ["United States", "Mexico"];
        assert_eq!(nearest("Mexicans", armies), Some("Mexico"));
        let rows = ["Regular Infantry, old", "Regular Infantry", "Militia"];
        assert_eq!(nearest("Regular", rows), Some("Regular Infantry"));
        assert_eq!(nearest("Mi", rows), None);
    }

    #[test]
    fn a_list_has_every_word_once_and_of_many_the_kindred() {
        assert_eq!(listed("x", ["N", "", "E", "N"]), ": N, E");
        assert_eq!(listed("x", []), "");
        let many: Vec<String> = (0..40).map(|n| format!("{n}th Ohio")).collect();
        let known = || many.iter().map(String::as_str).chain(["3rd Iowa"]);
        assert_eq!(listed("2nd Iowa", known()), ": among others 3rd Iowa");
        assert_eq!(listed("Vermont", known()), "");
    }
}
