use std::sync::Arc;

use rulebook::{ArmyRow, Piece, RatingDefault, Weapon, WeaponDefault};

use crate::decode::Table;
use crate::nearest;

/// One `[[army]]` line.
pub fn row(table: Table<'_>) -> Option<ArmyRow> {
    let name = table.text("name");
    let nation = table.name("nation");
    let arm = table.name("arm");
    let experience = table.names("experience");
    if experience.is_empty() {
        table.defect("`experience` must name at least one rating".to_owned());
    }
    let morale = table.names("morale");
    let weapons = table.texts("weapons");
    let traits = table.set("traits");
    let fewest = table.maybe_number("fewest");
    let most = table.maybe_number("most");
    let rule = table.rule("rule");
    table.finish();
    Some(ArmyRow {
        name: name?,
        nation: nation?,
        arm: arm?,
        experience,
        morale,
        weapons,
        traits,
        stands: fewest.zip(most),
        rule: rule?,
    })
}

/// Rating lists must name weapons or gun stands that exist.
pub fn references(root: &Table<'_>, weapons: &[Weapon], pieces: &[Option<Piece>]) {
    let codes: Vec<Arc<str>> = weapons
        .iter()
        .map(|w| w.code.clone())
        .chain(pieces.iter().flatten().map(|p| p.code.clone()))
        .collect();
    for key in ["army", "weapon-default"] {
        for table in root.tables(key) {
            let named = if key == "army" {
                table.texts("weapons")
            } else {
                vec![table.maybe_text("weapon")]
            };
            for code in named.iter().filter(|c| !c.is_empty() && !codes.contains(c)) {
                let near = nearest(code, codes.iter().map(|c| &**c)).map(str::to_owned);
                let message = format!("no weapon or gun stand has the code `{code}`");
                table.source().defect(table.span("weapons"), message, near);
            }
        }
    }
}

/// One `[[rating-default]]`.
pub fn rating(table: Table<'_>) -> Option<RatingDefault> {
    let class = table.maybe_name("class");
    let nations = table.names("nations");
    let experience = table.maybe_name("experience");
    let morale = table.maybe_name("morale");
    let rule = table.rule("rule");
    table.finish();
    Some(RatingDefault { class, nations, experience, morale, rule: rule? })
}

/// One `[[weapon-default]]`.
pub fn weapon(table: Table<'_>) -> Option<WeaponDefault> {
    let nations = table.names("nations");
    let arm = table.name("arm");
    let weapon = Some(table.maybe_text("weapon")).filter(|code| !code.is_empty());
    let rule = table.rule("rule");
    table.finish();
    Some(WeaponDefault { nations, arm: arm?, weapon, rule: rule? })
}
