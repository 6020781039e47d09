//! Orders for what happens seldom: storming, skirmishers, sheltering crews, tethered horses, losses.

use engine::Formation;
use engine::moves::{Refusing, Sending, Storming};
use engine::table::{Lost, UnitId};

use super::Charge;

/// An order for what happens seldom.
#[derive(Clone, Debug, PartialEq)]
pub enum Special {
    /// Storms a defile.
    Storm(Box<Storming>),
    /// A storming column has won.
    StormWon {
        /// Against whom.
        lost: UnitId,
        /// What it forms; the widest that fits if nothing is said.
        then: Option<Formation>,
        /// Flanks to refuse.
        refuse: Option<Refusing>,
    },
    /// A storming column has won against one who holds his ground.
    StormThrownBack,
    /// A storming column is beaten.
    StormLost,
    /// A gun's crew takes shelter.
    Shelter {
        /// Which gun stand, from 0.
        stand: u8,
        /// With whom.
        host: UnitId,
        /// In answer to what.
        against: Vec<Charge>,
    },
    /// A gun's crew returns.
    CrewReturns {
        /// Which gun stand, from 0.
        stand: u8,
    },
    /// Sends out skirmishers.
    Send(Box<Sending>),
    /// Skirmishers rejoin, or their regiment takes them up.
    Rejoin,
    /// Skirmishers rejoin in answer to charges.
    HastyRejoin {
        /// In answer to what.
        against: Vec<Charge>,
    },
    /// Skirmishers run to their regiment.
    RunToRegiment,
    /// Mounted infantry runs to its horses.
    RunToHorses,
    /// Loses stands.
    Lose(Lost),
}
