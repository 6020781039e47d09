//! What an effect does to a unit. Values, not sentences; the sentences are in `words`.

use schemars::JsonSchema;
use serde::Serialize;

/// Which list of maneuvers is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Opened {
    /// Well Handled maneuvers at the double quick.
    DoubleQuick,
    /// Well Handled maneuvers.
    WellHandled,
    /// Tardy maneuvers.
    Tardy,
}

/// One thing that an effect does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "does", rename_all = "kebab-case")]
pub enum Deed {
    /// May perform one maneuver of a list, or hold.
    MayManeuver {
        /// The list.
        list: Opened,
    },
    /// Returns to good order.
    GoodOrder,
    /// A broken unit forms again, facing the enemy.
    Reforms,
    /// Holds position and may only fire.
    HoldsAndMayFire,
    /// Holds position.
    Holds,
    /// Goes back until out of enemy close range.
    RetreatsOutOfCloseRange,
    /// Goes back until two inches from the enemy.
    RetreatsTwoInches,
    /// Loses formation and runs its full broken move.
    FullRetreatBroken,
    /// Mounts before it goes.
    MountsFirst,
    /// Runs to its tethered horses first.
    RunsToItsHorses,
    /// No longer presents bayonets.
    StopsPresenting,
    /// Becomes disordered, or stays so.
    Disordered,
    /// Loses troop stands.
    LosesStands {
        /// How many.
        stands: u8,
    },
    /// Limbers if it must and makes a full retreat, silenced.
    GunsRetreatSilenced,
    /// All its guns are silenced where they are.
    Silenced,
    /// Some gun stands are silenced.
    GunsSilenced {
        /// How many.
        stands: u8,
    },
    /// Some gun stands are damaged.
    GunsDamaged {
        /// How many.
        stands: u8,
    },
    /// One gun stand is damaged and silenced.
    GunDamagedAndSilenced,
    /// Gun stands are wrecked.
    GunsWrecked {
        /// How many.
        stands: u8,
    },
    /// The guns are lost.
    GunsLost,
    /// Sheltered gun crews are lost with the formation that sheltered them.
    ShelteredCrewsLost,
    /// The charge is checked.
    ChargeChecked,
    /// The charge goes home.
    ChargeHome,
    /// Fights on as stationary cavalry, without its charge.
    ChargeBlunted,
    /// A firing unit or gun is low on ammunition.
    LowOnAmmunition,
    /// A leader is rolled for on the fallen leader table.
    LeaderCheck,
    /// Cavalry may recall instead, up to a full move.
    MayRecall,
    /// Takes the ground the loser held.
    CarriesThePosition,
    /// May take the ground or recall.
    MayCarryThePosition,
    /// Charges on at the closest enemy.
    BreaksThrough,
}
