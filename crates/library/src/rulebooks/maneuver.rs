use rulebook::{
    Bands, Effect, EffectClass, GunsLost, ListedManeuver, Maneuver, ManeuverColumn, Nation, Span,
};

use super::modifiers::modifiers;
use crate::decode::Table;
use crate::nearest;

/// The `[maneuver]` chapter.
pub fn read(table: Table<'_>) -> Option<Maneuver> {
    let columns: Vec<ManeuverColumn> =
        table.tables("column").into_iter().filter_map(column).collect();
    if columns.is_empty() {
        table.defect("the maneuver table needs at least one `column`".to_owned());
    }
    let modifiers = modifiers(&table);
    let battalion_gun_within = table.length("battalion-gun-within");
    let battalion_guns = table.texts("battalion-guns");
    let panic_stands = table.number("panic-stands");
    let heavy_guns_on_fall_back = guns_lost(&table, "heavy-guns-on-fall-back");
    let fixed_guns_on_fall_back = guns_lost(&table, "fixed-guns-on-fall-back");
    let heavy_guns_on_panic = guns_lost(&table, "heavy-guns-on-panic");
    let fixed_guns_on_panic = guns_lost(&table, "fixed-guns-on-panic");
    let skittish_nations: Vec<Nation> = table.names("skittish-nations");
    let skittish_on_half_move = table.truth_or("skittish-on-half-move", false);
    let night_limits_elan = table.truth("night-limits-elan");
    let troop_list = table.tables("troops").into_iter().filter_map(listed).collect();
    let gun_list = table.tables("guns").into_iter().filter_map(listed).collect();
    table.finish();
    let whole = !columns.is_empty();
    let maneuver = Maneuver {
        columns,
        modifiers,
        battalion_gun_within: battalion_gun_within?,
        battalion_guns,
        panic_stands: panic_stands?,
        heavy_guns_on_fall_back: heavy_guns_on_fall_back?,
        fixed_guns_on_fall_back: fixed_guns_on_fall_back?,
        heavy_guns_on_panic: heavy_guns_on_panic?,
        fixed_guns_on_panic: fixed_guns_on_panic?,
        skittish_nations,
        skittish_on_half_move,
        night_limits_elan: night_limits_elan?,
        troop_list,
        gun_list,
    };
    whole.then_some(maneuver)
}

fn column(table: Table<'_>) -> Option<ManeuverColumn> {
    let nations = table.names("nations");
    let rule = table.rule("rule");
    let good_order = table.table("good-order").and_then(bands::<Effect>);
    let disordered = table.table("disordered").and_then(bands::<Effect>);
    table.finish();
    Some(ManeuverColumn { nations, good_order: good_order?, disordered: disordered?, rule: rule? })
}

/// A table of names to spans such as `"3..7"` that together cover every number once.
pub fn bands<T: rulebook::Named + std::str::FromStr>(table: Table<'_>) -> Option<Bands<T>> {
    let mut rows = Vec::new();
    let mut whole = true;
    for (key, key_span, node) in table.pairs() {
        let name = table.name_of::<T>(key, key_span);
        let span = node.as_text().and_then(Span::parse);
        if span.is_none() {
            let message = "expected a span such as \"8+\", \"3..7\", \"5\" or \"..-2\"".to_owned();
            table.source().defect(node.place(), message, None);
        }
        match (name, span) {
            (Some(name), Some(span)) => rows.push((span, name)),
            _ => whole = false,
        }
    }
    if !whole {
        return None;
    }
    match Bands::new(rows) {
        Ok(bands) => Some(bands),
        Err(defect) => {
            table.defect(defect.to_string());
            None
        }
    }
}

fn guns_lost(table: &Table<'_>, key: &'static str) -> Option<GunsLost> {
    let words = ["never", "close-range", "anywhere"];
    let text = table.text(key)?;
    match &*text {
        "never" => Some(GunsLost::Never),
        "close-range" => Some(GunsLost::InCloseRange),
        "anywhere" => Some(GunsLost::Anywhere),
        other => {
            let near = nearest(other, words).map(str::to_owned);
            let message = format!("expected never, close-range or anywhere, found `{other}`");
            table.source().defect(table.span(key), message, near);
            None
        }
    }
}

fn listed(table: Table<'_>) -> Option<ListedManeuver> {
    let id = table.text("id");
    let class = effect_class(&table);
    let label = table.text("label");
    let limit = table.maybe_text("limit");
    let rule = table.rule("rule");
    table.finish();
    Some(ListedManeuver { id: id?, class: class?, label: label?, limit, rule: rule? })
}

fn effect_class(table: &Table<'_>) -> Option<EffectClass> {
    let words = ["double-quick", "well-handled", "tardy", "hasty"];
    let text = table.text("class")?;
    match &*text {
        "double-quick" => Some(EffectClass::DoubleQuick),
        "well-handled" => Some(EffectClass::WellHandled),
        "tardy" => Some(EffectClass::Tardy),
        "hasty" => Some(EffectClass::Hasty),
        other => {
            let near = nearest(other, words).map(str::to_owned);
            table.source().defect(table.span("class"), format!("no effect class `{other}`"), near);
            None
        }
    }
}
