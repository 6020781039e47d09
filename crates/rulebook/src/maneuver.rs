//! The maneuver table and the lists of maneuvers it opens.

use std::sync::Arc;

use geometry::Length;

use crate::{Bands, ManeuverFact, Modifiers, Nation, RuleId, named};

named! {
    /// What a maneuver check gives.
    pub enum Effect {
        /// One Well Handled maneuver at the double quick.
        DoubleQuick = "double-quick",
        /// One Well Handled maneuver.
        WellHandled = "well-handled",
        /// One Tardy maneuver.
        Tardy = "tardy",
        /// Out of close range, disordered.
        FallBack = "fall-back",
        /// Run.
        Panic = "panic",
        /// Good order and one Well Handled maneuver.
        RallyWithElan = "rally-with-elan",
        /// Good order and one Tardy maneuver.
        Rally = "rally",
        /// Out of close range, good order.
        Shaken = "shaken",
        /// Out of close range, disordered.
        Wavering = "wavering",
    }
}

impl Effect {
    /// The title as printed.
    pub const fn title(self) -> &'static str {
        match self {
            Effect::DoubleQuick => "Double Quick",
            Effect::WellHandled => "Well Handled",
            Effect::Tardy => "Tardy",
            Effect::FallBack => "Fall Back",
            Effect::Panic => "Panic",
            Effect::RallyWithElan => "Rally with Elan",
            Effect::Rally => "Rally",
            Effect::Shaken => "Shaken",
            Effect::Wavering => "Wavering",
        }
    }
}

/// The result columns of the nations that share them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManeuverColumn {
    /// The nations that read it; empty for all.
    pub nations: Vec<Nation>,
    /// Troops in good order and all guns.
    pub good_order: Bands<Effect>,
    /// Disordered or broken troops.
    pub disordered: Bands<Effect>,
    /// The ledger entry.
    pub rule: RuleId,
}

/// Where heavy carriage and fixed guns are lost by Panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GunsLost {
    /// Never by this effect.
    Never,
    /// Only in enemy close range and not fortified.
    InCloseRange,
    /// Wherever they stand.
    Anywhere,
}

/// The maneuver chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maneuver {
    /// Result columns.
    pub columns: Vec<ManeuverColumn>,
    /// Die roll modifiers.
    pub modifiers: Modifiers<ManeuverFact>,
    /// A lone battalion gun this near to friendly troops counts as a battery.
    pub battalion_gun_within: Length,
    /// Codes of the pieces that can act as a battalion gun.
    pub battalion_guns: Vec<Arc<str>>,
    /// Stands that a panicking disordered unit loses before the points below zero are added.
    pub panic_stands: u8,
    /// Unlimbered heavy carriage guns on Fall Back.
    pub heavy_guns_on_fall_back: GunsLost,
    /// Fixed guns on Fall Back.
    pub fixed_guns_on_fall_back: GunsLost,
    /// Unlimbered heavy carriage guns on Panic.
    pub heavy_guns_on_panic: GunsLost,
    /// Fixed guns on Panic.
    pub fixed_guns_on_panic: GunsLost,
    /// Nations whose cavalry is kept from charging on a Tardy full move disordered.
    pub skittish_nations: Vec<Nation>,
    /// Does the same hold for a Tardy half move?
    pub skittish_on_half_move: bool,
    /// At night Rally with Elan opens Tardy maneuvers only.
    pub night_limits_elan: bool,
    /// Troop maneuvers by effect.
    pub troop_list: Vec<ListedManeuver>,
    /// Gun maneuvers by effect.
    pub gun_list: Vec<ListedManeuver>,
}

impl Maneuver {
    /// The column that `nation` reads.
    pub fn column(&self, nation: Nation) -> &ManeuverColumn {
        let own = self.columns.iter().find(|c| c.nations.contains(&nation));
        own.unwrap_or(&self.columns[0])
    }
}

/// Which effects open a maneuver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EffectClass {
    /// Only a Double Quick.
    DoubleQuick,
    /// Double Quick, Well Handled, Rally with Elan.
    WellHandled,
    /// All of those, Tardy and Rally.
    Tardy,
    /// In the opposing player's turn.
    Hasty,
}

/// One line of a maneuver list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedManeuver {
    /// Name within the list.
    pub id: Arc<str>,
    /// The effects that open it.
    pub class: EffectClass,
    /// Words for the player.
    pub label: Arc<str>,
    /// What it costs or who may; empty for no limit.
    pub limit: Arc<str>,
    /// The ledger entry.
    pub rule: RuleId,
}
