//! What troops, leaders and places are called in a story.

use engine::Formation;
use engine::battle::State;
use engine::table::{Side, UnitId};

/// The names of a battle, as a story says them.
pub struct Names {
    units: Vec<Called>,
    armies: [String; 2],
    keys: Vec<String>,
}

/// How a unit is called.
struct Called {
    name: String,
    many: bool,
}

impl Names {
    /// The names of all who are in a battle now.
    pub fn of(state: &State) -> Names {
        let whole: Vec<&str> =
            state.position.ids().map(|id| state.name(state.listed(id))).collect();
        let listed = state.scenario.position.units().len();
        let called = |id: UnitId| {
            let short = short(whole[id.place()], &whole[..listed]);
            let (marks, name) = (state.marks(id), with_article(&short));
            match marks.origin {
                None => Called { many: is_many(&short), name },
                Some(_) if marks.skirmishers => {
                    Called { name: format!("the skirmishers of {name}"), many: true }
                }
                Some(_) => Called { name: format!("a section of {name}"), many: false },
            }
        };
        let keys = state.scenario.key_positions.iter().map(|key| with_article(&key.name));
        Names {
            units: state.position.ids().map(called).collect(),
            armies: [Side::First, Side::Second].map(|side| army(state.army_name(side))),
            keys: keys.collect(),
        }
    }

    /// A unit: `the 2nd Wisconsin`.
    pub fn unit(&self, unit: UnitId) -> &str {
        &self.units[unit.place()].name
    }

    /// Several units: `the 2nd Wisconsin, the 19th Indiana and two more`.
    pub fn units(&self, units: &[UnitId]) -> String {
        let mut names: Vec<&str> = Vec::new();
        for unit in units {
            if !names.contains(&self.unit(*unit)) {
                names.push(self.unit(*unit));
            }
        }
        some(&names)
    }

    /// Is it spoken of as many?
    pub fn are_many(&self, units: &[UnitId]) -> bool {
        units.len() > 1 || units.iter().any(|unit| self.units[unit.place()].many)
    }

    /// `it` or `them`.
    pub fn them(&self, units: &[UnitId]) -> &'static str {
        if self.are_many(units) { "them" } else { "it" }
    }

    /// `was` or `were`.
    pub fn were(&self, units: &[UnitId]) -> &'static str {
        if self.are_many(units) { "were" } else { "was" }
    }

    /// An army: `the Union`.
    pub fn army(&self, side: Side) -> &str {
        &self.armies[side as usize]
    }

    /// A key position.
    pub fn key(&self, key: usize) -> &str {
        self.keys.get(key).map_or("a key position", |name| name)
    }
}

/// An army with its article.
pub fn army(name: &str) -> String {
    let bare = !["States", "Union", "Confederacy"].iter().any(|word| name.ends_with(word));
    if bare { name.to_owned() } else { format!("the {name}") }
}

/// A leader: a name as it is, a post with its article.
pub fn leader(name: &str) -> String {
    const PARTICLES: [&str; 6] = ["de", "la", "von", "van", "der", "du"];
    const NATIONS: [&str; 3] = ["American", "British", "Mexican"];
    if let Some(before) = name.strip_prefix("Successor of ") {
        return format!("the successor of {}", leader(before));
    }
    if let Some((post, of)) = name.split_once(", ") {
        return format!("the {} of the {of}", small(post));
    }
    let is_post = |word: &str| starts_small(word) && !PARTICLES.contains(&word);
    if !name.split(' ').skip(1).any(is_post) {
        return name.to_owned();
    }
    let proper = NATIONS.iter().any(|nation| name.starts_with(nation));
    format!("the {}", if proper { name.to_owned() } else { small(name) })
}

/// Names in a row, the last with an `and`; of many only the first.
pub fn some(names: &[&str]) -> String {
    const NUMBERS: [&str; 8] = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [before @ .., last] if names.len() <= 4 => format!("{} and {last}", before.join(", ")),
        [first, second, third, more @ ..] => {
            let count = NUMBERS.get(more.len() - 2).map_or("many", |number| number);
            format!("{first}, {second}, {third} and {count} more")
        }
        [_, _] => names.join(" and "),
    }
}

/// The sentence with a capital.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}

/// A formation that one goes into, in words.
pub fn formation(formation: Formation) -> &'static str {
    match formation {
        Formation::Line => "line",
        Formation::SupportedLine => "a supported line",
        Formation::OpenOrder => "open order",
        Formation::FieldColumn => "column",
        Formation::MarchColumn => "a column of march",
        Formation::StormingColumn => "a storming column",
        Formation::Square | Formation::HastySquare => "square",
        Formation::Garrison => "a garrison",
    }
}

fn small(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_lowercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}

fn starts_small(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_lowercase())
}

/// A name without what a story need not repeat: `2nd Light Infantry`, not `2nd Light Infantry (Smith)`.
fn short(name: &str, all: &[&str]) -> String {
    let name = match name.split_once(": ") {
        Some((_, regiments)) => return regiments.to_owned(),
        None => name,
    };
    let bare = name.strip_suffix(')').and_then(|open| open.rsplit_once(" (")).map(|(bare, _)| bare);
    let name = bare.unwrap_or(name);
    let Some((first, rest)) = name.split_once(", ") else { return name.to_owned() };
    let last = first.rsplit(' ').next().unwrap_or_default();
    let is_number = last.starts_with(|c: char| c.is_ascii_digit());
    if is_number && ["st", "nd", "rd", "th"].iter().any(|ending| last.ends_with(ending)) {
        return name.to_owned(); // a list of regiments
    }
    let others = all.iter().filter(|other| other.split(", ").next() == Some(first)).count();
    if others > 1 { format!("{first} ({rest})") } else { first.to_owned() }
}

/// With `the` where English wants it: not before a battery of somebody's.
fn with_article(name: &str) -> String {
    const NUMBERS: [&str; 4] = ["Two ", "Three ", "Four ", "Six "];
    let words: Vec<&str> = name.split(' ').collect();
    let first = words.first().copied().unwrap_or_default();
    let of_somebody = first.ends_with("'s") || first.ends_with("s'");
    let has_number = name.contains(|c: char| c.is_ascii_digit());
    let proper = |word: &&str| *word == "and" || !starts_small(word);
    let two_men = words.contains(&"and") && !has_number && words.iter().all(proper);
    if of_somebody || first == "Battery" || two_men {
        return name.to_owned();
    }
    if NUMBERS.iter().any(|number| name.starts_with(number)) {
        return format!("the {}", small(name));
    }
    format!("the {name}")
}

fn is_many(name: &str) -> bool {
    let head = [" of ", " with ", " ("]
        .iter()
        .fold(name, |name, cut| name.split(cut).next().unwrap_or(name));
    let last = head.rsplit(' ').next().unwrap_or_default();
    let plural = last.ends_with('s') && !last.ends_with("'s") && last != "Illinois";
    plural || last.ends_with("men") || head.contains(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_called_as_a_reader_would_call_them() {
        let all = [
            "71st Highlanders, 1st Battalion",
            "71st Highlanders, 2nd Battalion",
            "Ringgold's Company C, 3rd Artillery",
            "31st, 60th, 61st Georgia",
            "Artillery Battalion (Childs)",
            "Stonewall Brigade: 2nd, 5th Virginia",
            "Light companies of the 1st, 8th and 100th",
            "Two 6-pounders",
            "Clark and Robinson",
            "8th (King's) Foot",
            "Battery B, 4th US Artillery",
        ];
        let called = all.map(|name| with_article(&short(name, &all)));
        let expected = [
            "the 71st Highlanders (1st Battalion)",
            "the 71st Highlanders (2nd Battalion)",
            "Ringgold's Company C",
            "the 31st, 60th, 61st Georgia",
            "the Artillery Battalion",
            "the 2nd, 5th Virginia",
            "the Light companies of the 1st, 8th and 100th",
            "the two 6-pounders",
            "Clark and Robinson",
            "the 8th (King's) Foot",
            "Battery B",
        ];
        assert_eq!(called, expected.map(str::to_owned));
    }

    #[test]
    fn posts_have_an_article_and_names_have_none() {
        let all =
            ["Taylor", "De la Vega", "British general", "Colonel of militia", "Major, left wing"];
        let expected = [
            "Taylor",
            "De la Vega",
            "the British general",
            "the colonel of militia",
            "the major of the left wing",
        ];
        assert_eq!(all.map(leader), expected.map(str::to_owned));
    }

    #[test]
    fn of_many_names_the_first_are_told() {
        assert_eq!(some(&["a"]), "a");
        assert_eq!(some(&["a", "b"]), "a and b");
        assert_eq!(some(&["a", "b", "c", "d"]), "a, b, c and d");
        assert_eq!(some(&["a", "b", "c", "d", "e"]), "a, b, c and two more");
    }
}
