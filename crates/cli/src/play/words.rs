//! What a player may type: words of the session, numbers, orders.

use engine::battle::{Order, State};
use engine::moves::GunManeuver;
use engine::table::UnitId;
use library::nearest;
use library::order::{OrderError, read_order};

use super::menu::{self, Menu};

/// Words that are not orders, with what they do.
pub const WORDS: &[(&str, &str)] = &[
    ("help", "this list; `help orders` tells how orders are written"),
    (
        "odds [N | ORDER]",
        "the exact odds of a choice, every modifier with its rule; of all without N",
    ),
    ("why [RULE]", "the reasons of the last result or refusal; or what a rule says"),
    ("status", "time, points, positions, losses"),
    ("list", "every unit of both armies"),
    ("unit NAME", "a unit's or leader's card: strength, order, place, who is near"),
    ("map [FILE]", "the table in letters; as a picture in FILE.svg or FILE.png"),
    ("more", "more choices"),
    ("back", "to the list before"),
    ("forget", "what you would leave undone here"),
    ("undo [all]", "takes back your last order, or all since the last die"),
    ("save FILE", "writes the record, to go on with `dq play --text --resume FILE`"),
    ("resign", "gives up the battle"),
    ("quit", "ends the session"),
];

/// First words of orders.
const ORDERS: [&str; 9] =
    ["done", "enter", "attach", "detach", "check", "leader", "fire", "fight", "pick"];

/// First words of what a unit is told.
const UNIT_ORDERS: [&str; 24] = [
    "hold",
    "move",
    "change",
    "dismount",
    "mount",
    "pass",
    "flank",
    "deploy",
    "front",
    "rear",
    "scale",
    "replenish",
    "gun",
    "all",
    "charge",
    "countercharge",
    "evade",
    "stand",
    "press",
    "carry",
    "recall",
    "storm",
    "send",
    "rejoin",
];

/// What a line says.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// Nothing, or a remark.
    Nothing,
    /// The number of a choice.
    Number(usize),
    /// A word of the session and what follows it.
    Word(&'static str, String),
    /// An order.
    Order(Order),
    /// One maneuver for every gun of a unit.
    All(UnitId, GunManeuver),
    /// The name of somebody, and nothing else.
    Somebody(Somebody),
    /// Nothing that can be understood: a sentence.
    Unclear(String),
}

/// Short ways to say a word.
const SHORT: [(&str, &str); 10] = [
    ("h", "help"),
    ("?", "help"),
    ("o", "odds"),
    ("w", "why"),
    ("m", "more"),
    ("b", "back"),
    ("u", "undo"),
    ("q", "quit"),
    ("exit", "quit"),
    ("d", "done"),
];

/// Understands a line.
pub fn understand(state: &State, menu: &Menu, line: &str) -> Said {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Said::Nothing;
    }
    if let Ok(number) = line.parse() {
        return Said::Number(number);
    }
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let first = first.to_lowercase();
    let short = SHORT.iter().find(|(short, _)| *short == first);
    let first = short.map_or(first.as_str(), |(_, word)| word);
    if let Some((word, _)) = session_words().find(|(word, _)| *word == first) {
        return Said::Word(word, rest.trim().to_owned());
    }
    if let Some(who) = by_name(state, line) {
        return Said::Somebody(who);
    }
    let line = if rest.is_empty() { first } else { line };
    order(state, menu, line)
}

/// Who is called exactly so.
fn by_name(state: &State, line: &str) -> Option<Somebody> {
    let name = line.trim_matches('"');
    let unit = |id: &UnitId| state.name(*id).eq_ignore_ascii_case(name);
    let unit = state.position.ids().find(unit).map(Somebody::Unit);
    let leaders = &state.position.leaders;
    let leader = leaders.iter().position(|him| him.name.eq_ignore_ascii_case(name));
    unit.or(leader.map(|place| Somebody::Leader(place as u16)))
}

fn session_words() -> impl Iterator<Item = (&'static str, &'static str)> {
    let first = |text: &'static str| text.split(' ').next().unwrap_or(text);
    WORDS.iter().map(move |(word, does)| (first(word), *does)).filter(|(word, _)| *word != "resign")
}

/// Reads an order; in a unit's list its name may be missing.
pub fn order(state: &State, menu: &Menu, line: &str) -> Said {
    let line = quoted(state, line);
    let own = menu.subject.and_then(menu::prefix_unit);
    let whole = match read(state, &line) {
        Ok(said) => return said,
        Err(error) => error,
    };
    let Some(unit) = own else { return unclear(state, &line, &whole, false) };
    match read(state, &format!("{}{line}", menu::prefix(state, unit))) {
        Ok(said) => said,
        // What went wrong is told of the reading that came farther.
        Err(error) if whole.at == 0 => {
            let at = error.at.saturating_sub(menu::prefix(state, unit).len());
            unclear(state, &line, &OrderError { at, ..error }, true)
        }
        Err(_) => unclear(state, &line, &whole, true),
    }
}

fn read(state: &State, line: &str) -> Result<Said, OrderError> {
    // `"Battery A": all fire` is `"Battery A": gun 1 fire` for every gun.
    if let Some((unit, what)) = line.split_once("\": all ") {
        let one = format!("{unit}\": gun 1 {what}");
        return match read_order(state, &one)? {
            Order::Gun { unit, maneuver, .. } => Ok(Said::All(unit, maneuver)),
            other => Ok(Said::Order(other)),
        };
    }
    read_order(state, line).map(Said::Order)
}

fn unclear(state: &State, line: &str, error: &OrderError, in_unit: bool) -> Said {
    if error.at > 0 || line.starts_with('"') {
        return Said::Unclear(sentence(error));
    }
    // What stands before a colon should be a name.
    let named = line.split_once(':').map(|(name, _)| name.trim());
    let word = named.unwrap_or(line.split(' ').next().unwrap_or(line));
    if !in_unit && UNIT_ORDERS.contains(&word) {
        return Said::Unclear(format!(
            "`{word}` is told to a unit: choose one first, or write \"NAME\": {line}"
        ));
    }
    let known = session_words().map(|(word, _)| word).chain(ORDERS).chain(["resign"]);
    let mut all: Vec<&str> = known.chain(UNIT_ORDERS).collect();
    all.extend(state.position.units().iter().map(|placed| &*placed.unit.name));
    let near = nearest(word, all).map(|near| format!("did you mean `{near}`? "));
    Said::Unclear(format!(
        "`{word}` is neither a word nor an order here; {}`help` lists what can be said.",
        near.unwrap_or_default()
    ))
}

/// A sentence for an order that cannot be read.
fn sentence(error: &OrderError) -> String {
    let near =
        error.near.as_ref().map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    match &error.word {
        Some(word) => {
            format!("`{word}` cannot stand there: expected {}{near}", error.expected)
        }
        None => format!("The order ends too soon: expected {}{near}", error.expected),
    }
}

/// The line with names of several words put in quotes.
fn quoted(state: &State, line: &str) -> String {
    let units = state.position.units().iter().map(|placed| &*placed.unit.name);
    let leaders = state.position.leaders.iter().map(|leader| leader.shown_name());
    let mut names: Vec<&str> = units.chain(leaders).filter(|name| name.contains(' ')).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let mut text = String::new();
    let mut rest = line;
    let mut open = false;
    while let Some(c) = rest.chars().next() {
        let begins = text.chars().last().is_none_or(|before| !before.is_alphanumeric());
        let found = names.iter().find(|name| !open && begins && starts(rest, name));
        if let Some(name) = found {
            text += &format!("\"{name}\"");
            rest = &rest[name.len()..];
            continue;
        }
        open ^= c == '"';
        text.push(c);
        rest = &rest[c.len_utf8()..];
    }
    text
}

/// Does a text begin with a name, in any case, that ends there?
fn starts(text: &str, name: &str) -> bool {
    let Some(head) = text.get(..name.len()) else { return false };
    let ends = text[name.len()..].chars().next().is_none_or(|next| !next.is_alphanumeric());
    ends && head.eq_ignore_ascii_case(name)
}

/// Somebody by a name, or by a part of it that no other has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Somebody {
    /// A unit.
    Unit(UnitId),
    /// A leader.
    Leader(u16),
}

/// The unit or leader that a name means, or a sentence.
pub fn somebody(state: &State, name: &str) -> Result<Somebody, String> {
    let name = name.trim().trim_matches('"');
    if name.is_empty() {
        return Err("Which unit? `list` names them all.".to_owned());
    }
    let leaders = state.position.leaders.iter().enumerate();
    let units = state.position.ids().map(|id| (state.name(id), Somebody::Unit(id)));
    let leaders = leaders.map(|(place, him)| (&*him.name, Somebody::Leader(place as u16)));
    let all: Vec<(&str, Somebody)> = units.chain(leaders).collect();
    if let Some((_, found)) = all.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
        return Ok(*found);
    }
    let part = name.to_lowercase();
    let found: Vec<&(&str, Somebody)> =
        all.iter().filter(|(known, _)| known.to_lowercase().contains(&part)).collect();
    match found[..] {
        [(_, found)] => Ok(*found),
        [] => {
            let near = nearest(name, all.iter().map(|(known, _)| *known));
            let near = near.map_or(String::new(), |near| format!(", did you mean {near}?"));
            Err(format!("Nobody is called {name}{near} (`list` names them all)"))
        }
        _ => {
            let names: Vec<&str> = found.iter().map(|(known, _)| *known).collect();
            Err(format!("Which of {}?", names.join("; ")))
        }
    }
}
