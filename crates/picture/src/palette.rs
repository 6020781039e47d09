//! The inks of the map.

use rulebook::Nation;

pub(crate) const PAPER: &str = "#f1e6cb";
pub(crate) const INK: &str = "#33281a";
pub(crate) const SEPIA: &str = "#6b5130";
pub(crate) const SHORE: &str = "#3f6672";
pub(crate) const WATER: &str = "#c3d9d6";
pub(crate) const LEAF: &str = "#4d5b2c";

/// The colours of a nation: of the cloth, of its shade, and a pale one.
pub(crate) struct Cloth {
    pub full: &'static str,
    pub deep: &'static str,
    pub pale: &'static str,
}

pub(crate) fn cloth(nation: Nation) -> Cloth {
    let (full, deep, pale) = match nation {
        Nation::Union | Nation::UnitedStates => ("#2f4f8c", "#16294f", "#cfd8ea"),
        Nation::American => ("#35567f", "#182c47", "#d6dde4"),
        Nation::Confederate => ("#76726a", "#37342d", "#dedbd2"),
        Nation::British => ("#a8322a", "#541410", "#f0d5cc"),
        Nation::French => ("#5b78b4", "#21335c", "#f4f4f0"),
        Nation::German => ("#35594c", "#162c24", "#d3ddd5"),
        Nation::Loyalist => ("#5c7036", "#2c3717", "#dde1c9"),
        Nation::Canadian => ("#8c4a36", "#452015", "#ecd9cc"),
        Nation::Indian => ("#8a5a22", "#44290b", "#ecdcc0"),
        Nation::Mexican => ("#2f6f46", "#12351f", "#d2e0cd"),
    };
    Cloth { full, deep, pale }
}
