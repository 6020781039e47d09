use rulebook::{Charge, ChargeLosses};

use super::maneuver::bands;
use super::modifiers::modifiers;
use crate::decode::Table;

/// The `[charge]` chapter.
pub fn read(table: Table<'_>) -> Option<Charge> {
    let bands = table.table("bands").and_then(bands);
    let bands_rule = table.rule("bands-rule");
    let modifiers = modifiers(&table);
    let losses = table.table("losses").and_then(losses);
    let square_leaves_attacker_in_order = table.truth("square-leaves-attacker-in-order");
    let breakthrough_at_double_quick = table.truth("breakthrough-at-double-quick");
    let elite_fires_with_cold_steel = table.truth("elite-fires-with-cold-steel");
    let bad_ground_favors_every_defender = table.truth("bad-ground-favors-every-defender");
    let march_column_is_outflanked = table.truth("march-column-is-outflanked");
    let cold_steel_rule = table.rule("cold-steel-rule");
    let mixed_arms = table.truth("mixed-arms");
    let lancer_nations = table.names("lancer-nations");
    let lances_only_against_infantry = table.truth("lances-only-against-infantry");
    table.finish();
    Some(Charge {
        bands: bands?,
        bands_rule: bands_rule?,
        modifiers,
        losses: losses?,
        square_leaves_attacker_in_order: square_leaves_attacker_in_order?,
        breakthrough_at_double_quick: breakthrough_at_double_quick?,
        elite_fires_with_cold_steel: elite_fires_with_cold_steel?,
        bad_ground_favors_every_defender: bad_ground_favors_every_defender?,
        march_column_is_outflanked: march_column_is_outflanked?,
        cold_steel_rule: cold_steel_rule?,
        mixed_arms: mixed_arms?,
        lancer_nations,
        lances_only_against_infantry: lances_only_against_infantry?,
    })
}

fn losses(table: Table<'_>) -> Option<ChargeLosses> {
    let rout_stands = table.number("rout-stands");
    let rout_beyond = table.number("rout-beyond");
    let back_stands = table.number("back-stands");
    let back_worse_stands = table.number("back-worse-stands");
    let pressed_stands = table.number("pressed-stands");
    let struggle_stands = table.number("struggle-stands");
    table.finish();
    Some(ChargeLosses {
        rout_stands: rout_stands?,
        rout_beyond: rout_beyond?,
        back_stands: back_stands?,
        back_worse_stands: back_worse_stands?,
        pressed_stands: pressed_stands?,
        struggle_stands: struggle_stands?,
    })
}
