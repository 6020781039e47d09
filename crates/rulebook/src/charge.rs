//! The charge table.

use crate::{Bands, ChargeFact, Modifiers, Nation, RuleId, named};

named! {
    /// The seven effects of charge combat, best for the attacker first.
    pub enum ChargeEffect {
        /// Defender swept away.
        SweptFromTheField = "swept-from-the-field",
        /// Defender driven back.
        DrivenBack = "driven-back",
        /// Defender hard pressed.
        HardPressed = "hard-pressed",
        /// Neither; fight on.
        DesperateStruggle = "desperate-struggle",
        /// Attacker falters.
        Falter = "falter",
        /// Attacker recoils.
        Recoil = "recoil",
        /// Attacker repulsed.
        Repulsed = "repulsed",
    }
}

impl ChargeEffect {
    /// The title as printed.
    pub const fn title(self) -> &'static str {
        match self {
            ChargeEffect::SweptFromTheField => "Swept from the Field",
            ChargeEffect::DrivenBack => "Driven Back",
            ChargeEffect::HardPressed => "Hard Pressed",
            ChargeEffect::DesperateStruggle => "Desperate Struggle",
            ChargeEffect::Falter => "Falter",
            ChargeEffect::Recoil => "Recoil",
            ChargeEffect::Repulsed => "Repulsed",
        }
    }
}

/// What the effects cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChargeLosses {
    /// Stands lost by a side that is swept or repulsed.
    pub rout_stands: u8,
    /// One stand more for each point of difference beyond this.
    pub rout_beyond: i8,
    /// Stands lost by a side that is driven back or recoils.
    pub back_stands: u8,
    /// More of them if beaten by cavalry, outflanked or in square.
    pub back_worse_stands: u8,
    /// Stands lost by disordered troops that are hard pressed or falter.
    pub pressed_stands: u8,
    /// Stands lost by each side in a desperate struggle.
    pub struggle_stands: u8,
}

/// The charge chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    /// Difference of the totals to effect.
    pub bands: Bands<ChargeEffect>,
    /// The ledger entry of the bands.
    pub bands_rule: RuleId,
    /// Combat modifiers.
    pub modifiers: Modifiers<ChargeFact>,
    /// What the effects cost.
    pub losses: ChargeLosses,
    /// The winner of a Hard Pressed against a square keeps good order.
    pub square_leaves_attacker_in_order: bool,
    /// Breakthrough charges go half of the double quick rate, not half of the full rate.
    pub breakthrough_at_double_quick: bool,
    /// The best experience may fire in the turn it charges with cold steel.
    pub elite_fires_with_cold_steel: bool,
    /// A charge over broken or rough ground gives every defender favorable ground, not only squares.
    pub bad_ground_favors_every_defender: bool,
    /// A march column that is beaten retreats as if outflanked.
    pub march_column_is_outflanked: bool,
    /// The ledger entry that says who may charge with cold steel.
    pub cold_steel_rule: RuleId,
    /// Infantry and cavalry may charge one target.
    pub mixed_arms: bool,
    /// Nations whose cavalry carries lances.
    pub lancer_nations: Vec<Nation>,
    /// Lances count against infantry and guns alone, not against cavalry.
    pub lances_only_against_infantry: bool,
}
