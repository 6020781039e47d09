//! How answers look in a terminal.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use engine::Die;
use odds::Chance;
use rulebook::Reckoning;

const STRONG: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();

/// A heading.
pub fn heading(text: &str) -> String {
    format!("{STRONG}{text}{STRONG:#}\n")
}

/// Faint text.
pub fn faint(text: &str) -> String {
    format!("{FAINT}{text}{FAINT:#}")
}

/// Strong text.
pub fn strong(text: &str) -> String {
    format!("{STRONG}{text}{STRONG:#}")
}

/// A number with its sign.
pub fn signed(value: i8) -> String {
    match value {
        0 => "0".to_owned(),
        value => format!("{value:+}"),
    }
}

/// A die with its modifiers, and what they come to.
pub fn sum(die: Die, modifiers: i8, result: i8) -> String {
    let sign = if modifiers < 0 { '-' } else { '+' };
    format!("{} {sign} {} = {result}", die.face(), modifiers.unsigned_abs())
}

/// The modifiers, their sum, and what does not count.
pub fn reckoning(reckoning: &Reckoning) -> String {
    let mut text = String::new();
    let labels = reckoning.items.iter().map(|item| item.label.chars().count());
    let width = labels.chain([30]).max().unwrap_or(30);
    for item in &reckoning.items {
        let style = match item.value {
            0 => FAINT,
            value if value > 0 => GOOD,
            _ => BAD,
        };
        let value = signed(item.value);
        let rule = faint(item.rule.as_str());
        writeln!(text, "  {style}{value:>3}{style:#}  {:<width$}  {rule}", item.label).unwrap();
    }
    let total = signed(reckoning.total);
    writeln!(text, "  {STRONG}{total:>3}{STRONG:#}  {STRONG}in all{STRONG:#}").unwrap();
    for item in &reckoning.not_counted {
        let value = item.value.map(|v| format!(" ({})", signed(v))).unwrap_or_default();
        let words = format!("{}{value}: {}", item.label, item.reason);
        writeln!(text, "    {FAINT}·  {words}  {}{FAINT:#}", item.rule).unwrap();
    }
    text
}

/// A bar for a chance, in eighths of a cell.
pub fn bar(chance: Chance) -> String {
    const CELLS: usize = 20;
    let eighths = (chance.as_f64() * (CELLS * 8) as f64).round() as usize;
    let eighths = if eighths == 0 && !chance.is_none() { 1 } else { eighths };
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let drawn = format!("{}{}", "█".repeat(eighths / 8), parts[eighths % 8]);
    format!("{drawn:<CELLS$}")
}

/// A line of odds: what, how likely, exactly.
pub fn odds_line(what: &str, width: usize, chance: Chance, more: &str) -> String {
    let (over, under) = chance.fraction();
    let exact = format!("{over}/{under}");
    let exact = if exact.len() <= 7 { exact } else { String::new() };
    let line =
        format!("  {what:<width$}  {}  {:>6}  {exact:<7} {more}", bar(chance), chance.to_string());
    format!("{}\n", line.trim_end())
}

/// The dice that give something, as `4-7` or `10`.
pub fn faces(faces: &[u8]) -> String {
    match (faces.iter().min(), faces.iter().max()) {
        (Some(low), Some(high)) if low == high => format!("die {low}"),
        (Some(low), Some(high)) => format!("die {low}-{high}"),
        _ => String::new(),
    }
}

/// JSON as we print it.
pub fn json<T: serde::Serialize>(value: &T) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("answers are plain data");
    text.push('\n');
    text
}
