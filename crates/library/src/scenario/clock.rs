//! The `[clock]`: turns, who begins, daylight and fog.

use std::ops::RangeInclusive;

use engine::light::Daylight;
use engine::scenario::{Clock, Fog};
use geometry::Length;
use rulebook::Rulebook;

use super::Armies;
use super::arrivals::Entry;
use crate::decode::Table;

const USUAL_TURNS: u16 = 8;
const MOST_TURNS: u16 = 60;
const MINUTES: RangeInclusive<u16> = 5..=60;

/// The `[clock]`; the usual one where there is none.
pub fn clock(root: &Table<'_>, armies: &Armies, book: &Rulebook) -> Option<Clock> {
    let usual = Clock::of(USUAL_TURNS);
    if root.maybe("clock").is_none() {
        return Some(usual);
    }
    let table = root.table("clock")?;
    table.node("turns");
    let turns = number(&table, "turns", 1..=MOST_TURNS);
    let first = armies.maybe_side(&table, "first");
    let begins = table.maybe("begins").map(|_| time(&table, "begins"));
    let minutes = number(&table, "minutes", MINUTES);
    let daylight = daylight(&table, book);
    let fog = table.maybe("fog").map(|_| fog(&table, turns.unwrap_or(MOST_TURNS)));
    table.finish();
    Some(Clock {
        turns: turns?,
        first: first?.unwrap_or(usual.first),
        begins: begins.unwrap_or(Some(usual.begins))?,
        minutes: minutes.unwrap_or(usual.minutes),
        daylight,
        fogs: match fog {
            None => [None; 3],
            Some(fog) => [Some(fog?), None, None],
        },
    })
}

/// The whole number under `key`; nothing if it is missing or not in `range`.
fn number(table: &Table<'_>, key: &'static str, range: RangeInclusive<u16>) -> Option<u16> {
    let number = table.maybe_number(key)?;
    let fits = range.contains(&number);
    if !fits {
        let (low, high) = (range.start(), range.end());
        table.defect_at(key, format!("`{key}` is {low} to {high}, not {number}"), None);
    }
    fits.then_some(number)
}

/// The time of day under `key`, in minutes after midnight.
fn time(table: &Table<'_>, key: &'static str) -> Option<u16> {
    let raw = table.raw(key);
    let text = raw.trim_matches(['"', '\'']);
    let part = |text: &str, below: u16| {
        let digits = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|number: &u16| digits && *number < below)
    };
    let found = text.split_once(':').and_then(|(h, m)| part(h, 24).zip(part(m, 60)));
    let found = found.filter(|_| raw != text);
    if found.is_none() {
        let message = format!("`{text}` is no time of day: it is written \"14:30\", in quotes");
        table.defect_at(key, message, meant(text).map(|time| format!("\"{time}\"")));
    }
    found.map(|(hours, minutes)| hours * 60 + minutes)
}

/// The time of day that is written in another way: `12.30`, `7:00`, `1230`.
fn meant(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split(|c: char| !c.is_ascii_digit()).collect();
    let (hours, minutes) = match parts.as_slice() {
        [hours, minutes] if minutes.len() == 2 => (*hours, *minutes),
        // A decimal number ends without its naught.
        [hours, minutes] if text.contains('.') && minutes.len() == 1 => {
            return meant(&format!("{hours}:{minutes}0"));
        }
        [one] if (3..=4).contains(&one.len()) => one.split_at(one.len() - 2),
        [hours] => (*hours, "00"),
        _ => return None,
    };
    let below = |text: &str, most: u16| text.parse().ok().filter(|number: &u16| *number < most);
    let (hours, minutes) = (below(hours, 24)?, below(minutes, 60)?);
    Some(format!("{hours:02}:{minutes:02}"))
}

/// Sunrise and sunset. All the twilight turns of the rulebook belong to them unless the file says
/// how many.
fn daylight(table: &Table<'_>, book: &Rulebook) -> Daylight {
    let endless = Daylight::ENDLESS;
    let twilight = |key, of, limits: &[Length]| {
        let most = limits.len() as u16;
        let turns = number(table, key, 0..=most);
        if table.maybe(of).is_some() {
            return turns.unwrap_or(most);
        }
        if turns.is_some() {
            table.defect_at(key, format!("`{key}` says nothing without `{of}`"), None);
        }
        0
    };
    let sunrise = number(table, "sunrise", 1..=MOST_TURNS);
    let sunset_after = number(table, "sunset-after", 0..=MOST_TURNS);
    if sunrise.zip(sunset_after).is_some_and(|(rise, set)| rise > set) {
        table.defect_at("sunset-after", "the sun sets before it rises".into(), None);
    }
    Daylight {
        sunrise: sunrise.unwrap_or(endless.sunrise),
        morning_turns: twilight("morning-turns", "sunrise", &book.light.morning),
        sunset_after: sunset_after.unwrap_or(endless.sunset_after),
        evening_turns: twilight("evening-turns", "sunset-after", &book.light.evening),
        sky: table.name_or("sky", endless.sky),
    }
}

/// The table under `fog`: how far one sees, and its first and last turn.
fn fog(table: &Table<'_>, turns: u16) -> Option<Fog> {
    let inner = table.table("fog")?;
    let inches = inner.length("inches");
    if inches == Some(Length::ZERO) {
        inner.defect_at("inches", "in fog one sees farther than nothing".into(), None);
    }
    inner.node("until");
    let until = number(&inner, "until", 1..=turns);
    let from = number(&inner, "from", 1..=until.unwrap_or(turns)).unwrap_or(1);
    inner.finish();
    Some(Fog { sight: inches?, from, until: until? })
}

/// Notes who comes after the last turn.
pub fn in_time(tables: &[Table<'_>], entries: impl Iterator<Item = Option<Entry>>, turns: u16) {
    for (table, entry) in tables.iter().zip(entries) {
        if let Some(entry) = entry.filter(|entry| u16::from(entry.turn) > turns) {
            let message = format!("turn {} never comes: the battle has {turns}", entry.turn);
            table.defect_at("arrives", message, None);
        }
    }
}
