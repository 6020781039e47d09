//! What a player can order.

use geometry::{Point, Pose};

use crate::movement::Step;
use crate::moves::{GunManeuver, Maneuver, Presenting, Sending, Storming};
use crate::table::UnitId;

/// Stands of a unit that fire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Firing {
    /// The unit.
    pub unit: UnitId,
    /// Its stands, from 0; all that can if nothing is said.
    pub stands: Option<Vec<u8>>,
}

impl Firing {
    /// All stands of a unit that can.
    pub fn all(unit: UnitId) -> Firing {
        Firing { unit, stands: None }
    }
}

/// An order. What may be ordered is what the pending decision asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// Nothing more here.
    Done,
    /// A unit that may come over any part of an edge comes on here.
    Enter {
        /// Which.
        unit: UnitId,
        /// Where on the edge.
        at: Point,
    },
    /// A leader joins a unit.
    Attach {
        /// Who.
        leader: u16,
        /// To which unit.
        unit: UnitId,
        /// Bends of his way there.
        way: Vec<Point>,
    },
    /// A leader leaves his unit.
    Detach {
        /// Who.
        leader: u16,
        /// To here.
        to: Point,
    },
    /// A maneuver check.
    Check {
        /// Under whom; nobody for a unit out of command.
        leader: Option<u16>,
        /// Who.
        units: Vec<UnitId>,
    },
    /// A rule of this battle alone is used for a unit.
    Use {
        /// Which rule, by its place among them.
        rule: usize,
        /// For whom.
        unit: UnitId,
    },
    /// A charge is declared.
    Charge {
        /// Who.
        unit: UnitId,
        /// At whom.
        target: UnitId,
        /// The slant or wheel at its start.
        bend: Option<Step>,
        /// As a full move disordered.
        disordered: bool,
        /// With cold steel.
        steel: bool,
    },
    /// Cavalry answers with a countercharge.
    Countercharge {
        /// Who.
        unit: UnitId,
        /// At whom.
        charger: UnitId,
        /// With cold steel.
        steel: bool,
    },
    /// Infantry answers with a hasty square.
    Square {
        /// Who.
        unit: UnitId,
    },
    /// Infantry answers with presented bayonets.
    Present {
        /// Who.
        unit: UnitId,
        /// How.
        how: Presenting,
    },
    /// Skirmishers answer by going back to their regiment.
    RejoinHasty {
        /// Who.
        unit: UnitId,
    },
    /// The crew of a gun shelters with a unit.
    Shelter {
        /// Of which guns.
        unit: UnitId,
        /// Which stand, from 0.
        stand: u8,
        /// With whom.
        host: UnitId,
    },
    /// A skirmish line evades.
    Evade {
        /// Who.
        unit: UnitId,
        /// Behind which friend.
        behind: Option<UnitId>,
    },
    /// A unit stands where it could have gone.
    Stand {
        /// Who.
        unit: UnitId,
    },
    /// A charge goes on after its target has gone.
    PressOn {
        /// Who.
        unit: UnitId,
    },
    /// A unit takes the ground that its enemy has left.
    Carry {
        /// Who.
        unit: UnitId,
    },
    /// Cavalry recalls.
    Recall {
        /// Who.
        unit: UnitId,
        /// Where to, and where it then looks.
        to: Pose,
    },
    /// A unit goes back as the rules have it.
    GoBack {
        /// Who.
        unit: UnitId,
    },
    /// Troops maneuver.
    Maneuver {
        /// Who.
        unit: UnitId,
        /// What they do.
        maneuver: Maneuver,
    },
    /// A gun stand maneuvers.
    Gun {
        /// Of which unit.
        unit: UnitId,
        /// Which stand, from 0.
        stand: u8,
        /// What it does.
        maneuver: GunManeuver,
    },
    /// The crew of an abandoned gun goes back to it.
    CrewReturns {
        /// Of which unit.
        unit: UnitId,
        /// Which stand, from 0.
        stand: u8,
    },
    /// A unit storms a defile.
    Storm {
        /// Who.
        unit: UnitId,
        /// How.
        how: Storming,
        /// With cold steel, if it charges.
        steel: bool,
    },
    /// A regiment sends out skirmishers.
    Send {
        /// Who.
        unit: UnitId,
        /// How.
        how: Sending,
    },
    /// Skirmishers go back to their regiment.
    Rejoin {
        /// Who.
        unit: UnitId,
    },
    /// Mounted infantry on foot runs to its horses, broken.
    RunToHorses {
        /// Who.
        unit: UnitId,
    },
    /// A leader moves.
    MoveLeader {
        /// Who.
        leader: u16,
        /// From bend to bend.
        way: Vec<Point>,
    },
    /// A volley.
    Fire {
        /// At whom.
        target: UnitId,
        /// Who.
        firers: Vec<Firing>,
        /// As the target passed, at this moment of its way: steps in thousandths.
        passing: Option<u16>,
    },
    /// A combat is fought: that of this unit.
    Fight {
        /// Who charged.
        unit: UnitId,
    },
    /// Stands are lost.
    Lose {
        /// Of which unit.
        unit: UnitId,
        /// Which, from 0.
        stands: Vec<u8>,
    },
    /// A gun stand, or a unit, is picked for what befalls one of several.
    Pick {
        /// Which unit.
        unit: UnitId,
        /// Which stand, from 0; nothing for troops.
        stand: Option<u8>,
    },
    /// The side that is asked gives up.
    Resign,
}
