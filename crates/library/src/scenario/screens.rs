//! Regiments that begin the battle with skirmishers out.

use engine::moves::{self, SKIRMISHERS_WITHIN};
use engine::scenario::Screen;
use engine::table::{Position, UnitId};
use geometry::Length;
use rulebook::Rulebook;

use crate::decode::Table;

/// `skirmishers = { stands, ahead }` of a unit: how many, and how far before its front.
pub fn screen(table: &Table<'_>) -> Option<(u8, Length)> {
    let inner = table.maybe_table("skirmishers")?;
    let stands = inner.number("stands");
    let ahead = if inner.maybe("ahead").is_some() {
        inner.length("ahead")
    } else {
        Some(SKIRMISHERS_WITHIN)
    };
    inner.finish();
    Some((stands?, ahead?))
}

/// Notes screens that their regiments cannot send, or that have no room.
pub fn check(
    tables: &[Table<'_>],
    screens: impl Iterator<Item = Option<(u8, Length)>>,
    book: &Rulebook,
    position: &Position,
) -> Vec<Screen> {
    let mut found = Vec::new();
    for (place, (table, screen)) in tables.iter().zip(screens).enumerate() {
        let Some((stands, ahead)) = screen else { continue };
        let regiment = UnitId(place as u16);
        if let Err(refusal) = moves::screened(book, position, regiment, stands, ahead) {
            let message = format!("these skirmishers cannot be out: {}", refusal.rule());
            table.defect_at("skirmishers", message, None);
        }
        found.push(Screen { regiment, stands, ahead });
    }
    found
}
