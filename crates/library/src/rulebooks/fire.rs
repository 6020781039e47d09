use std::sync::Arc;

use rulebook::{
    Bands, Breakpoint, Experience, Fire, FireLosses, FirePoints, FireRow, FireTableRow, Piece,
    RangeBand, Span, Weapon,
};

use super::modifiers::modifiers;
use crate::decode::{Node, Table};

/// The `[fire]` chapter.
pub fn read(table: Table<'_>) -> Option<Fire> {
    let breakpoints: Vec<Breakpoint> =
        table.tables("breakpoint").into_iter().filter_map(breakpoint).collect();
    if breakpoints.is_empty() || breakpoints.windows(2).any(|w| w[0].from >= w[1].from) {
        table.defect("`breakpoint` rows must stand in rising order of `from`".to_owned());
    }
    let modifiers = modifiers(&table);
    let printed: Vec<PrintedRow> =
        table.tables("row").into_iter().filter_map(printed_row).collect();
    let rows = in_order(&table, &printed);
    let columns = columns(&table, &printed);
    let losses = table.table("losses").and_then(losses);
    let skittish_nations = table.names("skittish-nations");
    let buck_and_ball_nations = table.names("buck-and-ball-nations");
    let massing_needs_both = table.truth("massing-needs-both");
    let massing_rule = table.rule("massing-rule");
    let twilight_clear_within = table.length("twilight-clear-within");
    table.finish();
    Some(Fire {
        breakpoints,
        modifiers,
        rows: rows?,
        columns: columns?,
        losses: losses?,
        skittish_nations,
        buck_and_ball_nations,
        massing_needs_both: massing_needs_both?,
        massing_rule: massing_rule?,
        twilight_clear_within: twilight_clear_within?,
    })
}

fn breakpoint(table: Table<'_>) -> Option<Breakpoint> {
    let from = table.number("from");
    let value = table.number("value");
    let rule = table.rule("rule");
    table.finish();
    Some(Breakpoint { from: from?, value: value?, rule: rule? })
}

struct PrintedRow {
    row: FireTableRow,
    spans: [Option<Span>; 4],
}

fn printed_row(table: Table<'_>) -> Option<PrintedRow> {
    let row: Option<FireRow> = table.name("row");
    let checks = table.name("checks");
    let checks_skittish = checks.map(|plain| table.name_or("checks-skittish", plain));
    let rule = table.rule("rule");
    let spans = Experience::ALL.iter().map(|e| span(&table, e.name())).collect::<Vec<_>>();
    table.finish();
    let row =
        FireTableRow { row: row?, checks: checks?, checks_skittish: checks_skittish?, rule: rule? };
    Some(PrintedRow { row, spans: spans.try_into().ok()? })
}

fn span(table: &Table<'_>, key: &'static str) -> Option<Span> {
    let node = table.maybe(key)?;
    let span = node.as_text().and_then(Span::parse);
    if span.is_none() {
        let message = "expected a span such as \"11+\", \"7..9\", \"6\" or \"..5\"".to_owned();
        table.source().defect(node.place(), message, None);
    }
    span
}

fn in_order(table: &Table<'_>, printed: &[PrintedRow]) -> Option<Vec<FireTableRow>> {
    let mut rows = Vec::new();
    for &row in FireRow::ALL {
        match printed.iter().find(|p| p.row.row == row) {
            Some(found) => rows.push(found.row.clone()),
            None => table.defect(format!("the fire table has no row `{row}`")),
        }
    }
    (rows.len() == FireRow::ALL.len()).then_some(rows)
}

fn columns(table: &Table<'_>, printed: &[PrintedRow]) -> Option<[Bands<FireRow>; 4]> {
    let mut columns = Vec::new();
    for (place, experience) in Experience::ALL.iter().enumerate() {
        let rows = printed.iter().filter_map(|p| Some((p.spans[place]?, p.row.row)));
        match Bands::new(rows.collect()) {
            Ok(bands) => columns.push(bands),
            Err(defect) => {
                table.defect(format!("the {experience} column of the fire table: {defect}"))
            }
        }
    }
    columns.try_into().ok()
}

fn losses(table: Table<'_>) -> Option<FireLosses> {
    let withering_stands = table.number("withering-stands");
    let withering_guns = table.number("withering-guns");
    let withering_extra_from = table.number("withering-extra-from");
    let telling_stands = table.number("telling-stands");
    let telling_on_one_gun = table.truth("telling-on-one-gun");
    let halve_once = table.truth("halve-once");
    let galling_stands = table.number("galling-stands");
    let special_die = table.number("special-die");
    let leader_within = table.length("leader-within");
    let massed_within = table.length("massed-within");
    table.finish();
    Some(FireLosses {
        withering_stands: withering_stands?,
        withering_guns: withering_guns?,
        withering_extra_from: withering_extra_from?,
        telling_stands: telling_stands?,
        telling_on_one_gun: telling_on_one_gun?,
        halve_once: halve_once?,
        galling_stands: galling_stands?,
        special_die: special_die?,
        leader_within: leader_within?,
        massed_within: massed_within?,
    })
}

/// One `[[weapon]]`.
pub fn weapon(table: Table<'_>) -> Option<Weapon> {
    let code = table.text("code");
    let name = table.text("name");
    let kind = table.name("kind");
    let nations = table.names("nations");
    let nodes = table.list("bands");
    let bands: Vec<RangeBand> = nodes.iter().filter_map(|node| range_band(&table, node)).collect();
    let rising = bands.windows(2).all(|w| w[0].to < w[1].to);
    if bands.is_empty() || bands.len() != nodes.len() || !rising {
        let message = "`bands` are [inches, \"points\"] in rising order of distance".to_owned();
        table.source().defect(table.span("bands"), message, None);
    }
    let beyond = table.maybe_length("beyond");
    let close_range = table.length("close-range");
    let bayonet = table.truth_or("bayonet", false);
    let buck_and_ball = table.truth_or("buck-and-ball", false);
    let repeater = table.truth_or("repeater", false);
    let aliases = table.texts("aliases");
    let rule = table.rule("rule");
    table.finish();
    Some(Weapon {
        code: code?,
        aliases,
        name: name?,
        kind: kind?,
        nations,
        bands,
        beyond,
        close_range: close_range?,
        bayonet,
        buck_and_ball,
        repeater,
        rule: rule?,
    })
}

fn range_band(table: &Table<'_>, node: &Node) -> Option<RangeBand> {
    let parts = node.as_list()?;
    let to = table.length_of(parts.first()?)?;
    let points = FirePoints::parse(parts.get(1)?.as_text()?)?;
    let accuracy = match parts.get(2) {
        None => None,
        Some(die) => Some(u8::try_from(table.length_of(die)?.in_thousandths() / 1000).ok()?),
    };
    (parts.len() <= 3).then_some(RangeBand { to, points, accuracy })
}

/// One `[[piece]]`.
pub fn piece(table: Table<'_>) -> Option<Piece> {
    let code = table.text("code");
    let name = table.text("name");
    let weapon = table.text("weapon");
    let nations = table.names("nations");
    let carriage = table.name("carriage");
    let movement: Vec<Arc<str>> = table.texts("movement");
    if movement.is_empty() {
        table.defect("`movement` must name at least one row of the movement chart".to_owned());
    }
    let hand_haul = table.maybe_length("hand-haul");
    let double_quick = table.truth_or("double-quick", true);
    let prolong = table.truth_or("prolong", false);
    let rule = table.rule("rule");
    table.finish();
    Some(Piece {
        code: code?,
        name: name?,
        weapon: weapon?,
        nations,
        carriage: carriage?,
        movement,
        hand_haul,
        double_quick,
        prolong,
        rule: rule?,
    })
}
