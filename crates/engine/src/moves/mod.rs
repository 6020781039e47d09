//! Moves on the table: every maneuver as a path that is checked whole before it is made.
//!
//! A check answers with a [`Plan`], which cannot fail any more, or with a [`Refusal`] that names
//! the rule, and for paths the stand and the place.

mod batteries;
mod candidates;
mod change;
mod changing;
mod charge;
mod column;
mod evade;
mod evolutions;
mod frontage;
mod guns;
mod leader;
mod reach;
mod recall;
mod reform;
mod refusal;
mod rejoin;
mod retreat;
mod round;
mod run;
mod shelter;
mod skirmish;
mod steps;
mod storm;
mod stormed;
mod tethered;
mod told;
mod troops;

use geometry::{Length, Rect};
use rulebook::{Ground, Set, named};

pub use batteries::{battery_candidates, gun_candidates};
pub use candidates::{candidates, charges};
pub use change::{NewFormation, may_form, placed_as, square_about};
pub use charge::{
    BAYONETS_ADJACENT, Presenting, SQUARE_ADJACENT, ahead, aimed_charge, bends, best_charge,
    breakthrough, charge, concerns, countercharge, hasty_square, may_charge, present_bayonets,
    short_charge, to_contact, wheel_toward,
};
pub use column::{Way, road_under};
pub use evade::{evade, evade_candidates, way_round};
pub use frontage::{Frontage, contracted};
pub use guns::{
    FIXED_PIVOT, GunManeuver, GunPlan, Limbering, check_gun, gun_row, parts, piece_of, settle,
    with_gun,
};
pub use leader::{check_leader, leader_candidates};
pub use reach::{Ray, envelope, open_maneuvers};
pub use recall::{carry, recall, recall_candidates};
pub use reform::reform;
pub use refusal::{Refusal, Why};
pub use rejoin::{
    Rejoined, Running, hasty_rejoin, rejoin, rejoined, run_to_regiment, skirmishers_evade,
    skirmishers_retreat, successor, take_up,
};
pub(crate) use retreat::stood_upon;
pub use retreat::{Retreat, StraightBack, is_in_retreat_path, out_of_close_range, two_inches};
pub use run::{full_retreat, homeward};
pub use shelter::{
    CrewFate, SHELTER, crew_fate, crew_returns, crews_with, gun_is_target, gun_taken_by, shelter,
    shelters,
};
pub use skirmish::{
    Detachment, LEASH, SKIRMISHERS_WITHIN, Sending, Sent, check_regiment, check_skirmishers,
    is_in_front, keeps_limits, level_together, most_skirmishers, screened, send_skirmishers,
    sending_candidates,
};
pub use steps::{Walked, walk};
pub use storm::{Storming, storm, storm_candidates};
pub use stormed::{storm_lost, storm_thrown_back, storm_won};
pub use tethered::{
    horses_taken, is_at_its_horses, marker_behind, mounts_on_the_way, run_to_horses, way_to_horses,
};
pub use troops::{Leave, Maneuver, Refusing, check, row_of};

use crate::movement::Cost;
use crate::table::{Moving, Placed, UnitId};

named! {
    /// What a maneuver leaves on a unit for the rest of the turn, or longer.
    pub enum Mark {
        /// It marched by the flank.
        MarchedByTheFlank = "marched-by-the-flank",
        /// It passed lines, or was passed.
        PassedLines = "passed-lines",
        /// It looks to its rear.
        AboutFaced = "about-faced",
        /// It crossed or stopped in an abatis.
        CrossedAbatis = "crossed-abatis",
        /// Its ammunition is replenished.
        Replenished = "replenished",
        /// It may not fire in the next offensive fire.
        MayNotFire = "may-not-fire",
        /// It changed its frontage.
        ChangedFrontage = "changed-frontage",
    }
}

/// A maneuver that can be made: where it ends and what it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The unit afterwards.
    pub end: Placed,
    /// The way of every stand.
    pub path: Vec<Moving>,
    /// What the move costs; nothing for a maneuver without one.
    pub cost: Option<Cost>,
    /// The slowest ground touched.
    pub ground: Ground,
    /// Pieces of terrain touched, by their place on the table.
    pub pieces: Vec<usize>,
    /// Friends passed through.
    pub passed: Vec<UnitId>,
    /// Units that become disordered.
    pub disordered: Vec<UnitId>,
    /// What is marked on the unit.
    pub marks: Set<Mark>,
}

impl Plan {
    /// A plan that leaves the unit where it is.
    pub fn staying(end: Placed) -> Plan {
        Plan {
            end,
            path: Vec::new(),
            cost: None,
            ground: Ground::Open,
            pieces: Vec::new(),
            passed: Vec::new(),
            disordered: Vec::new(),
            marks: Set::new(),
        }
    }

    /// How far the stand that moves most comes from where it was, as the crow flies.
    pub fn farthest(&self, from: &[Rect]) -> Length {
        let far = self.end.stands.iter().zip(from).map(|(a, b)| a.pose.at.distance(b.pose.at));
        far.max().unwrap_or(Length::ZERO)
    }
}
