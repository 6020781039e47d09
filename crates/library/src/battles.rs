//! The battles that come with the program.

/// Every battle: its name and its file.
pub const BATTLES: &[(&str, &str)] = &[
    ("1812-chippawa", include_str!("../../../data/scenarios/1812-chippawa/battle.toml")),
    ("1812-training", include_str!("../../../data/scenarios/1812-training/battle.toml")),
    ("acw-big-bethel", include_str!("../../../data/scenarios/acw-big-bethel/battle.toml")),
    ("acw-brawners-farm", include_str!("../../../data/scenarios/acw-brawners-farm/battle.toml")),
    ("acw-training", include_str!("../../../data/scenarios/acw-training/battle.toml")),
    ("awi-cowpens", include_str!("../../../data/scenarios/awi-cowpens/battle.toml")),
    ("awi-training", include_str!("../../../data/scenarios/awi-training/battle.toml")),
    ("maw-palo-alto", include_str!("../../../data/scenarios/maw-palo-alto/battle.toml")),
    ("maw-training", include_str!("../../../data/scenarios/maw-training/battle.toml")),
];

/// The file of a battle that comes with the program.
pub fn battle(name: &str) -> Option<&'static str> {
    BATTLES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
