use std::sync::Arc;

use geometry::Length;
use rulebook::{
    Base, Bases, CommandReach, Effectiveness, Feature, FeatureRow, LeaderRow, LightTables, Morale,
    MovementRow, Piece, Rate, Reason, Road, RuleId, Scale, Thresholds, Weapon,
};

use crate::decode::{Node, Table};
use crate::nearest;

/// One `[[movement]]` row.
pub fn movement(table: Table<'_>) -> Option<MovementRow> {
    let id = table.text("id");
    let label = table.text("label");
    let nations = table.names("nations");
    let rates: Vec<Rate> =
        ["open", "broken", "rough"].into_iter().filter_map(|key| rate(&table, key)).collect();
    let road = road(&table);
    let rule = table.rule("rule");
    table.finish();
    Some(MovementRow {
        id: id?,
        label: label?,
        nations,
        rates: rates.try_into().ok()?,
        road: road?,
        rule: rule?,
    })
}

fn rate(table: &Table<'_>, key: &'static str) -> Option<Rate> {
    let node = table.node(key)?;
    rate_of(table, node)
}

fn rate_of(table: &Table<'_>, node: &Node) -> Option<Rate> {
    let lengths: Option<Vec<Length>> =
        node.as_list().map(|l| l.iter().filter_map(|n| table.length_of(n)).collect());
    match lengths.as_deref() {
        Some([full]) => Some(Rate { full: *full, double_quick: None }),
        Some([full, double]) => Some(Rate { full: *full, double_quick: Some(*double) }),
        _ => {
            let message = "expected [full] or [full, double quick] in inches".to_owned();
            table.source().defect(node.place(), message, None);
            None
        }
    }
}

fn road(table: &Table<'_>) -> Option<Road> {
    match table.maybe("road").map(|node| (node, node.as_text())) {
        None => Some(Road::None),
        Some((_, Some("x1.5"))) => Some(Road::Tenths(15)),
        Some((_, Some("x2"))) => Some(Road::Tenths(20)),
        Some((node, None)) => rate_of(table, node).map(Road::Fixed),
        Some((node, Some(_))) => {
            let message = "expected \"x1.5\", \"x2\" or [full, double quick]".to_owned();
            table.source().defect(node.place(), message, None);
            None
        }
    }
}

/// Pieces must name weapons and movement rows that exist.
pub fn references(
    root: &Table<'_>,
    weapons: &[Weapon],
    pieces: &[Option<Piece>],
    movement: &[MovementRow],
) {
    for (table, piece) in root.tables("piece").iter().zip(pieces) {
        let Some(piece) = piece else { continue };
        if !weapons.iter().any(|w| w.code == piece.weapon) {
            let near = nearest(&piece.weapon, weapons.iter().map(|w| &*w.code)).map(str::to_owned);
            let message = format!("no weapon has the code `{}`", piece.weapon);
            table.source().defect(table.span("weapon"), message, near);
        }
        for row in piece.movement.iter().filter(|row| !movement.iter().any(|m| m.id == **row)) {
            let near = nearest(row, movement.iter().map(|m| &*m.id)).map(str::to_owned);
            let message = format!("the movement chart has no row `{row}`");
            table.source().defect(table.span("movement"), message, near);
        }
    }
}

/// The `[[fallen-leader]]` rows, which must cover the die once.
pub fn fallen_leader(root: &Table<'_>) -> Option<Vec<LeaderRow>> {
    let rows: Vec<LeaderRow> =
        root.tables("fallen-leader").into_iter().filter_map(leader_row).collect();
    let mut whole = true;
    for die in 1..=10 {
        if rows.iter().filter(|r| (r.from..=r.to).contains(&die)).count() != 1 {
            root.defect(format!("the fallen leader table must have one row for a die of {die}"));
            whole = false;
        }
    }
    whole.then_some(rows)
}

fn leader_row(table: Table<'_>) -> Option<LeaderRow> {
    let from = table.number("from");
    let to = table.maybe_number("to").or(from);
    let label = table.text("label");
    let fate = table.name("fate");
    let rule = table.rule("rule");
    table.finish();
    Some(LeaderRow { from: from?, to: to?, label: label?, fate: fate?, rule: rule? })
}

/// The `[effectiveness]` table.
pub fn effectiveness(table: Table<'_>) -> Option<Effectiveness> {
    let smallest = table.number("smallest");
    let largest = table.number("largest");
    let removed_at = table.number("removed-at");
    let owner_picks = table.truth("owner-picks");
    let rule = table.rule("rule");
    let columns: Vec<Vec<Option<Thresholds>>> = Morale::ALL
        .iter()
        .map(|m| table.list(m.name()).iter().map(|node| label(&table, node)).collect())
        .collect();
    let rows = labels(&table, smallest, largest, &columns);
    table.finish();
    Some(Effectiveness {
        smallest: smallest?,
        largest: largest?,
        removed_at: removed_at?,
        owner_picks: owner_picks?,
        rows: rows?,
        rule: rule?,
    })
}

fn labels(
    table: &Table<'_>,
    smallest: Option<u8>,
    largest: Option<u8>,
    columns: &[Vec<Option<Thresholds>>],
) -> Option<Vec<[Thresholds; 4]>> {
    let sizes = smallest?..=largest?;
    let mut rows = Vec::new();
    for (place, stands) in sizes.clone().enumerate() {
        let cell = |column: &Vec<Option<Thresholds>>| {
            column.get(place).copied().flatten().filter(|label| label.starting == stands)
        };
        let cells: Option<Vec<Thresholds>> = columns.iter().map(cell).collect();
        match cells.and_then(|cells| cells.try_into().ok()) {
            Some(row) => rows.push(row),
            None => table
                .defect(format!("every morale class needs a label for {stands} stands, in order")),
        }
    }
    let longer = columns.iter().any(|column| column.len() > sizes.len());
    if longer {
        table.defect("a morale class has more labels than there are sizes".to_owned());
    }
    (rows.len() == sizes.len() && !longer).then_some(rows)
}

fn label(table: &Table<'_>, node: &Node) -> Option<Thresholds> {
    let label = node.as_text().and_then(Thresholds::parse);
    if label.is_none() {
        let message = "expected a label such as \"11/9/6\" or \"4/-/3\"".to_owned();
        table.source().defect(node.place(), message, None);
    }
    label
}

/// The `[command]` table.
pub fn command(table: Table<'_>) -> Option<CommandReach> {
    let radius = table.length("radius");
    let reduced = table.length("reduced-radius");
    let rule = table.rule("rule");
    table.finish();
    Some(CommandReach { radius: radius?, reduced: reduced?, rule: rule? })
}

/// The `[bases]` table.
pub fn bases(table: Table<'_>) -> Option<Bases> {
    let base = |key| {
        let lengths = table.lengths(key);
        let base = match lengths.as_slice() {
            [width, depth] => Some(Base { width: *width, depth: *depth }),
            _ => None,
        };
        if base.is_none() {
            table.source().defect(
                table.span(key),
                "expected [width, depth] in inches".to_owned(),
                None,
            );
        }
        base
    };
    let infantry = base("infantry");
    let cavalry = base("cavalry");
    let guns = base("guns");
    let brigade_leader = table.length("brigade-leader");
    let division_leader = table.length("division-leader");
    let corps_leader = table.length("corps-leader");
    let skirmisher_marker = table.length("skirmisher-marker");
    let tethered_horses = table.length("tethered-horses");
    let rule = table.rule("rule");
    table.finish();
    Some(Bases {
        infantry: infantry?,
        cavalry: cavalry?,
        guns: guns?,
        brigade_leader: brigade_leader?,
        division_leader: division_leader?,
        corps_leader: corps_leader?,
        skirmisher_marker: skirmisher_marker?,
        tethered_horses: tethered_horses?,
        rule: rule?,
    })
}

/// The `[light]` table.
pub fn light(table: Table<'_>) -> Option<LightTables> {
    let evening = table.lengths("evening");
    let morning = table.lengths("morning");
    let night = table.lengths("night");
    let twilight_rule = table.rule("twilight-rule");
    let night_rule = table.rule("night-rule");
    let night: Option<[Length; 3]> = night.try_into().ok();
    if night.is_none() {
        let message = "`night` takes three distances: overcast, moonlight, full moon".to_owned();
        table.source().defect(table.span("night"), message, None);
    }
    table.finish();
    Some(LightTables {
        evening,
        morning,
        night: night?,
        twilight_rule: twilight_rule?,
        night_rule: night_rule?,
    })
}

/// One `[[scale]]`.
pub fn scale(table: Table<'_>) -> Option<Scale> {
    let men = table.number("men");
    let guns = table.number("guns");
    let yards: Option<Length> = table.length("yards-per-inch");
    let splits = table.truth_or("splits", false);
    let suits = table.maybe_text("suits");
    let rule = table.rule("rule");
    table.finish();
    let yards_hundredths = u32::try_from(yards?.in_thousandths() / 10).ok()?;
    Some(Scale { men: men?, guns: guns?, yards_hundredths, splits, suits, rule: rule? })
}

/// The `[features]` table: each feature is given by a rule, or denied by one after a `!`.
pub fn features(table: Table<'_>) -> Option<Vec<FeatureRow>> {
    let mut rows = Vec::new();
    for &feature in Feature::ALL {
        let Some(node) = table.node(feature.name()) else {
            continue;
        };
        let Some(text) = node.as_text() else {
            let message =
                "expected a rule id, or \"!\" and a rule id where there is none".to_owned();
            table.source().defect(node.place(), message, None);
            continue;
        };
        let (present, id) = match text.strip_prefix('!') {
            Some(id) => (false, id),
            None => (true, text),
        };
        let id: Arc<str> = id.into();
        if let Some(rule) = table.rule_of(&id, node) {
            rows.push(FeatureRow { feature, present, rule });
        }
    }
    table.finish();
    (rows.len() == Feature::ALL.len()).then_some(rows)
}

/// The `[reasons]` table: the war's own entry for a reason to refuse.
pub fn reasons(table: Table<'_>) -> Vec<(Reason, RuleId)> {
    let named = |reason: &Reason| {
        let node = table.maybe(reason.name())?;
        let id: Arc<str> = node.as_text()?.into();
        Some((*reason, table.rule_of(&id, node)?))
    };
    let rows = Reason::ALL.iter().filter_map(named).collect();
    table.finish();
    rows
}
