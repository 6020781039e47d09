use rulebook::{Obstacle, Position, TerrainKind};

use crate::decode::Table;

/// One `[[terrain]]`.
pub fn kind(table: Table<'_>) -> Option<TerrainKind> {
    let id = table.text("id");
    let label = table.text("label");
    let going = table.name("ground");
    let cover = table.name("cover");
    let deep_cover = table.maybe_name("deep-cover");
    let sight = table.maybe_length("sight");
    let position = table.name_or("position", Position::Open);
    let obstacle = table.name_or("obstacle", Obstacle::None);
    let traits = table.set("traits");
    let rule = table.rule("rule");
    table.finish();
    Some(TerrainKind {
        id: id?,
        label: label?,
        going: going?,
        cover: cover?,
        deep_cover,
        sight,
        position,
        obstacle,
        traits,
        rule: rule?,
    })
}
