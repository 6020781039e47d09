//! Why a charge cannot be made as described.

use rulebook::{Arm, RuleId, Rulebook, Set, Trait, named};

use super::{Fighter, Role};
use crate::unit::{Formation, Order, Unit};

/// Why a combat cannot be fought as described.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChargeRefusal {
    /// A side has no unit in contact, or one without stands.
    NoStands {
        /// Which side.
        role: Role,
    },
    /// The unit may not charge with cold steel.
    NoColdSteel {
        /// Why.
        why: NoColdSteel,
        /// The ledger entry.
        rule: RuleId,
    },
    /// The unit cannot charge at all.
    CannotCharge {
        /// Why.
        why: CannotCharge,
        /// The ledger entry.
        rule: RuleId,
    },
    /// Ground and works help the defender alone.
    AttackerHoldsGround {
        /// The ledger entry.
        rule: RuleId,
    },
    /// Infantry and cavalry may not charge one target.
    MixedArms {
        /// The ledger entry.
        rule: RuleId,
    },
}

named! {
    /// Why a unit has no cold steel.
    pub enum NoColdSteel {
        /// It stands to receive the charge.
        Stands = "stands-to-receive",
        /// It has no bayonets.
        NoBayonets = "no-bayonets",
        /// It is horse on foot.
        Dismounted = "dismounted",
        /// It has no sabers or lances.
        NoSabers = "no-sabers",
        /// It is mounted infantry.
        MountedInfantry = "mounted-infantry",
        /// It is guns.
        Guns = "guns",
    }
}

named! {
    /// Why a unit cannot charge.
    pub enum CannotCharge {
        /// Guns do not charge.
        Guns = "guns",
        /// Broken troops do not charge.
        Broken = "broken",
        /// March columns do not charge.
        MarchColumn = "march-column",
        /// Squares do not charge.
        Square = "square",
        /// Troops that present bayonets do not charge.
        PresentedBayonets = "presented-bayonets",
    }
}

impl ChargeRefusal {
    /// The ledger entry that refuses, where there is one.
    pub fn rule(&self) -> Option<RuleId> {
        match self {
            ChargeRefusal::NoStands { .. } => None,
            ChargeRefusal::NoColdSteel { rule, .. }
            | ChargeRefusal::CannotCharge { rule, .. }
            | ChargeRefusal::AttackerHoldsGround { rule }
            | ChargeRefusal::MixedArms { rule } => Some(rule.clone()),
        }
    }
}

pub(super) fn may_charge(unit: &Unit) -> Result<(), ChargeRefusal> {
    let why = match (unit.arm, unit.order, unit.formation) {
        (Arm::Guns, _, _) => CannotCharge::Guns,
        (_, Order::Broken, _) => CannotCharge::Broken,
        (_, _, Formation::MarchColumn) => CannotCharge::MarchColumn,
        (_, _, Formation::Square | Formation::HastySquare) => CannotCharge::Square,
        _ if unit.presenting => CannotCharge::PresentedBayonets,
        _ => return Ok(()),
    };
    Err(ChargeRefusal::CannotCharge { why, rule: RuleId::new("CHG-BASE-DECLARE") })
}

/// Why `fighter` cannot use cold steel; nothing if it can.
pub fn no_cold_steel(book: &Rulebook, fighter: &Fighter) -> Option<NoColdSteel> {
    let unit = &fighter.unit;
    if !fighter.charges() {
        return Some(NoColdSteel::Stands);
    }
    match (unit.arm, unit.mounted) {
        (Arm::Guns, _) => Some(NoColdSteel::Guns),
        (Arm::Infantry, _) => (!unit.has_bayonets(book)).then_some(NoColdSteel::NoBayonets),
        (Arm::Cavalry | Arm::MountedInfantry, false) => Some(NoColdSteel::Dismounted),
        (Arm::MountedInfantry, true) => Some(NoColdSteel::MountedInfantry),
        (Arm::Cavalry, true) => {
            let none = Set::from_iter([Trait::NoSabers, Trait::NoLances]);
            unit.traits.meets(none).then_some(NoColdSteel::NoSabers)
        }
    }
}
