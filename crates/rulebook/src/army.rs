//! What armies are made of: arms, traits, and the rating lists.

use std::sync::Arc;

use crate::{Experience, Morale, Nation, RuleId, Set, named};

named! {
    /// What a unit fights as.
    pub enum Arm {
        /// Foot.
        Infantry = "infantry",
        /// Horse.
        Cavalry = "cavalry",
        /// Foot that rides.
        MountedInfantry = "mounted-infantry",
        /// Artillery.
        Guns = "guns",
    }
}

named! {
    /// What a scenario says of a unit besides its ratings.
    pub enum Trait {
        /// Rated militia.
        Militia = "militia",
        /// Mexican national guard.
        NationalGuard = "national-guard",
        /// Mexican auxiliaries.
        Auxiliaries = "auxiliaries",
        /// Mexican active militia.
        ActiveMilitia = "active-militia",
        /// Irregulars.
        Irregulars = "irregulars",
        /// Indians.
        Indians = "indians",
        /// Marksmen or sharpshooters.
        Marksmen = "marksmen",
        /// Has bayonets although its weapon takes none.
        Bayonets = "bayonets",
        /// Has no bayonets.
        NoBayonets = "no-bayonets",
        /// Cavalry without sabers.
        NoSabers = "no-sabers",
        /// Mexican cavalry without lances.
        NoLances = "no-lances",
        /// The scenario gives it buck and ball.
        BuckAndBall = "buck-and-ball",
        /// A brave colonel.
        BraveColonel = "brave-colonel",
        /// May use open order or extended line.
        CanOpenOrder = "can-open-order",
        /// Fights in open order alone.
        OpenOrderOnly = "open-order-only",
        /// Cavalry that may dismount.
        CanDismount = "can-dismount",
        /// Cavalry that may not dismount.
        CannotDismount = "cannot-dismount",
        /// Can present bayonets.
        CanPresent = "can-present",
        /// Horse artillery: its guns move at the faster of their two rates.
        HorseArtillery = "horse-artillery",
    }
}

/// A line of a rating list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyRow {
    /// What the troops are called.
    pub name: Arc<str>,
    /// Whose they are.
    pub nation: Nation,
    /// What they fight as.
    pub arm: Arm,
    /// Ratings allowed, the default first.
    pub experience: Vec<Experience>,
    /// Morale classes allowed, the default first; empty for guns.
    pub morale: Vec<Morale>,
    /// Weapons allowed, the default first; empty for none.
    pub weapons: Vec<Arc<str>>,
    /// What else is said of them.
    pub traits: Set<Trait>,
    /// Fewest and most stands that are usual.
    pub stands: Option<(u8, u8)>,
    /// The ledger entry.
    pub rule: RuleId,
}

/// Ratings of troops of a class for whom nobody wrote any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingDefault {
    /// The class; nothing for all troops.
    pub class: Option<Trait>,
    /// Whose they are; empty for all.
    pub nations: Vec<Nation>,
    /// Experience, if it has a default.
    pub experience: Option<Experience>,
    /// Morale, if it has a default.
    pub morale: Option<Morale>,
    /// The ledger entry.
    pub rule: RuleId,
}

/// The weapon of troops for whom nobody wrote one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeaponDefault {
    /// Whose they are; nothing for all others.
    pub nations: Vec<Nation>,
    /// What they fight as.
    pub arm: Arm,
    /// The weapon; nothing if they have none.
    pub weapon: Option<Arc<str>>,
    /// The ledger entry.
    pub rule: RuleId,
}
