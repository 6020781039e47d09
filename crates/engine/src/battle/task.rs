//! What is to be done: the sequence of play as a pile of tasks. A task is done by itself, or it asks a
//! player.

use geometry::Rect;
use rulebook::named;

use super::cause::Cause;
use super::event::{GunHarm, Peril, RetreatKind};
use crate::deed::Deed;
use crate::table::{Side, UnitId};

named! {
    /// The two steps of musketry and cannonade.
    pub enum FireStep {
        /// The opponent's.
        Defensive = "defensive",
        /// The active player's.
        Offensive = "offensive",
    }
}

/// Something to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Task {
    /// A player turn begins.
    BeginTurn,
    /// Those who are due come on the table; asks where one may choose the place.
    Arrivals,
    /// Leaders are replaced and come back.
    LeadersReturn,
    /// Asks the active player to attach and detach leaders.
    Leaders,
    /// Asks the active player for checks.
    Checks,
    /// Units that had to check and have not, check.
    ForcedChecks,
    /// Asks the active player for the charges of a check.
    Declare {
        /// The units of the check.
        group: Vec<UnitId>,
    },
    /// Asks the opponent for his answers.
    Answer,
    /// Answers are carried out.
    CarryOutAnswers,
    /// Asks the opponent which crews shelter.
    Shelter,
    /// Charges move.
    MoveCharges,
    /// Asks the owner of a skirmish line that a charge is about to touch.
    Evade {
        /// The skirmish line.
        unit: UnitId,
        /// The charger.
        charger: UnitId,
    },
    /// Asks a charger whose target has evaded or left its guns.
    Pursue {
        /// The charger.
        unit: UnitId,
        /// Who went.
        gone: UnitId,
        /// Where he stood.
        ground: Vec<Rect>,
    },
    /// Asks the active player for the maneuvers of a check.
    Maneuvers {
        /// The units of the check.
        group: Vec<UnitId>,
    },
    /// Asks the active player to move his leaders.
    MoveLeaders,
    /// The maneuver phase ends.
    EndManeuver,
    /// Asks for fire.
    Fire(FireStep),
    /// The charge phase begins.
    BeginCharges,
    /// Asks the active player which combat comes next.
    Combats {
        /// The second combats, of breakthrough charges.
        second: bool,
    },
    /// Those whose enemy is gone carry the position.
    TargetsGone,
    /// Units break through.
    BreakThroughs,
    /// The player turn ends.
    EndTurn,

    /// A unit does what an effect says, the first thing first.
    Deeds {
        /// Which.
        unit: UnitId,
        /// What is left to do.
        deeds: Vec<Deed>,
        /// The ground that a winner takes.
        ground: Vec<Rect>,
        /// What it is an effect of.
        why: Cause,
    },
    /// Stands are lost; asks the owner where it makes a difference.
    Lose {
        /// Of which unit.
        unit: UnitId,
        /// How many.
        stands: u8,
        /// Why.
        why: Cause,
    },
    /// A gun stand is hurt; asks the owner which.
    Hurt {
        /// Of which unit.
        unit: UnitId,
        /// How.
        harm: GunHarm,
        /// Why.
        why: Cause,
    },
    /// A unit goes back; asks cavalry whether it recalls.
    Retreat {
        /// Which.
        unit: UnitId,
        /// How.
        how: RetreatKind,
        /// Cavalry may recall instead.
        recall: bool,
        /// Why.
        why: Cause,
    },
    /// Asks cavalry that has won whether it takes the ground, recalls, or stays.
    Won {
        /// Which.
        unit: UnitId,
        /// The ground.
        ground: Vec<Rect>,
        /// It may stay where it is.
        may_stay: bool,
    },
    /// Asks the firing player who is low on ammunition.
    LowAmmunition {
        /// Who fires.
        side: Side,
        /// One of these.
        among: Vec<(UnitId, Option<u8>)>,
    },
    /// A leader is rolled for.
    LeaderCheck {
        /// Who.
        leader: u16,
        /// His unit is no more: he goes to another.
        orphaned: bool,
        /// The unit he was with when he came into danger; if it is gone he was rolled for with it.
        with: Option<UnitId>,
        /// What put him in danger.
        peril: Peril,
    },
}
