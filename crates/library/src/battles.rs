//! The battles that come with the program.

/// Every battle: its name and its file.
pub const BATTLES: &[(&str, &str)] = &[
    ("1812-chippawa", include_str!("../../../data/scenarios/1812-chippawa/battle.toml")),
    ("1812-cryslers-farm", include_str!("../../../data/scenarios/1812-cryslers-farm/battle.toml")),
    ("1812-lundys-lane", include_str!("../../../data/scenarios/1812-lundys-lane/battle.toml")),
    ("1812-new-orleans", include_str!("../../../data/scenarios/1812-new-orleans/battle.toml")),
    (
        "1812-sackets-harbor",
        include_str!("../../../data/scenarios/1812-sackets-harbor/battle.toml"),
    ),
    ("1812-training", include_str!("../../../data/scenarios/1812-training/battle.toml")),
    ("acw-balls-bluff", include_str!("../../../data/scenarios/acw-balls-bluff/battle.toml")),
    ("acw-big-bethel", include_str!("../../../data/scenarios/acw-big-bethel/battle.toml")),
    ("acw-brawners-farm", include_str!("../../../data/scenarios/acw-brawners-farm/battle.toml")),
    (
        "acw-first-kernstown",
        include_str!("../../../data/scenarios/acw-first-kernstown/battle.toml"),
    ),
    ("acw-training", include_str!("../../../data/scenarios/acw-training/battle.toml")),
    ("acw-valverde", include_str!("../../../data/scenarios/acw-valverde/battle.toml")),
    ("awi-camden", include_str!("../../../data/scenarios/awi-camden/battle.toml")),
    ("awi-cowpens", include_str!("../../../data/scenarios/awi-cowpens/battle.toml")),
    ("awi-freemans-farm", include_str!("../../../data/scenarios/awi-freemans-farm/battle.toml")),
    (
        "awi-guilford-courthouse",
        include_str!("../../../data/scenarios/awi-guilford-courthouse/battle.toml"),
    ),
    ("awi-monmouth", include_str!("../../../data/scenarios/awi-monmouth/battle.toml")),
    ("awi-training", include_str!("../../../data/scenarios/awi-training/battle.toml")),
    ("maw-buena-vista", include_str!("../../../data/scenarios/maw-buena-vista/battle.toml")),
    ("maw-cerro-gordo", include_str!("../../../data/scenarios/maw-cerro-gordo/battle.toml")),
    ("maw-molino-del-rey", include_str!("../../../data/scenarios/maw-molino-del-rey/battle.toml")),
    ("maw-palo-alto", include_str!("../../../data/scenarios/maw-palo-alto/battle.toml")),
    (
        "maw-resaca-de-la-palma",
        include_str!("../../../data/scenarios/maw-resaca-de-la-palma/battle.toml"),
    ),
    ("maw-training", include_str!("../../../data/scenarios/maw-training/battle.toml")),
];

/// The file of a battle that comes with the program.
pub fn battle(name: &str) -> Option<&'static str> {
    BATTLES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
