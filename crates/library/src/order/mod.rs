//! Orders as text, both ways: what a player writes, and what a record keeps.
//!
//! Inches may carry their mark (`6`, `6"`), headings are points of the compass or degrees clockwise
//! from north, turns are degrees. Names stand in quotes; a name of one word may go without.
//!
//! ```text
//! STEPS      advance 6, wheel right 30, withdraw 2, oblique left 30 6, oblique back right 20 3,
//!            shift NE 4, flank left 4, road 9, road about 9
//! REFUSE     refuse left 3 45, refuse right 2 30 | straighten
//! FORMATION  line | supported line | open order [2 ranks] [gap 0.75] | extended line [gaps 0.5 1 0]
//!            field column | march column [trail 1,2 3,4] | storming column | square
//!            garrison of "Mill"         then [at 20,30] [facing N]; loose ones [refused left 2 30]
//! troops     hold [FRONTAGE] [REFUSE] | move STEPS [disordered] [FRONTAGE] [REFUSE]
//!            FRONTAGE: frontage first | frontage after, then FORMATION
//!            change to FORMATION [then STEPS] [REFUSE] | move STEPS then change to FORMATION
//!            dismount to …, mount to … as change to …
//!            pass through "4th Line": STEPS | flank left 4 | deploy to FORMATION
//!            front left 60 [backward] [REFUSE] | rear rank | scale "High wall" | replenish
//! guns       gun 1 hold | gun 1 [limber [N],] move STEPS[, unlimber S] [fire] | gun 1 limber [N]
//!            gun 1 unlimber S [fire] | gun 1 pivot NE [fire] | gun 1 fire | rally | replenish | retreat
//!            gun 1 haul [back] [left 20] 2 | gun 1 prolong [left 20] 4
//! others     charge "8th Cavalry" [STEP] [disordered] | countercharge "A"
//!            breakthrough
//!            retreat out of close range | retreat two inches | retreat full [broken]
//!            the first two [contracting to FORMATION]
//!            evade [from "A"] [behind "3rd Infantry"] | recall to 20,30 facing S [at least 6]
//!            carry "8th Cavalry" | hasty square against "A", "B" at "C"
//!            present bayonets [to flank left | to rear] [REFUSE] against "A"
//!            leader "Garland" to 20,30 22,35
//! seldom     storm "Bridge" [by 6] [charge "E"] [then line | supported line | field column] [REFUSE]
//!            storm won "E" [then line …] [REFUSE] | storm thrown back | storm lost
//!            gun 1 shelter in "A" against "C" at "T" | gun 1 return
//!            send 3 [gaps 0.5 1] [at 30,12] [facing N] [then STEPS] [REFUSE] [with change to …]
//!            rejoin | rejoin hasty against "E" | run to regiment | run to horses
//!            lose 2 | lose stands 3 4
//! ```

mod battle;
mod error;
mod others;
mod special;
mod troops;
mod words;
mod write;

use engine::formations::Shape;
use engine::movement::Step;
use engine::moves::{GunManeuver, Maneuver, Presenting, StraightBack};
use engine::table::{Position, UnitId};
use geometry::{Length, Point, Pose};
use rulebook::Rulebook;

pub use battle::{read as read_order, written as order_text};
pub use error::OrderError;
pub use special::Special;
use words::Words;
pub use words::heading;

/// How a unit must retreat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retreating {
    /// Out of enemy close range.
    OutOfCloseRange,
    /// To two inches from every enemy.
    TwoInches,
    /// One full move to the friendly edge.
    Full {
        /// Broken.
        broken: bool,
    },
}

/// A charge that a unit answers: who charges whom.
pub type Charge = (UnitId, UnitId);

/// An order: something that can be asked of a unit or a leader.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// A maneuver of troops.
    Troops(Maneuver),
    /// A maneuver of one gun stand.
    Gun {
        /// Which stand, from 0.
        stand: u8,
        /// What it does.
        maneuver: GunManeuver,
    },
    /// A charge.
    Charge {
        /// At whom.
        target: UnitId,
        /// The slant or wheel at its start.
        bend: Option<Step>,
        /// As a full move disordered.
        disordered: bool,
    },
    /// A countercharge.
    Countercharge {
        /// At whom.
        charger: UnitId,
    },
    /// A breakthrough.
    Breakthrough,
    /// A forced retreat.
    Retreat(Retreating),
    /// A forced retreat on which a loose formation closes up.
    Contract {
        /// How far back.
        back: StraightBack,
        /// The narrower shape.
        shape: Shape,
        /// The middle of its front, on the ground that the unit leaves.
        anchor: Pose,
    },
    /// Evading a charge.
    Evade {
        /// From whose charge.
        from: Option<UnitId>,
        /// Behind which friend.
        behind: Option<UnitId>,
    },
    /// A recall of cavalry.
    Recall {
        /// Where to, and where it then looks.
        to: Pose,
        /// At least so far.
        least: Length,
    },
    /// Taking the ground of a beaten enemy.
    Carry {
        /// Whose.
        lost: UnitId,
    },
    /// A hasty square.
    HastySquare {
        /// In answer to what.
        against: Vec<Charge>,
    },
    /// Presenting bayonets.
    PresentBayonets {
        /// How.
        how: Presenting,
        /// In answer to what.
        against: Vec<Charge>,
    },
    /// What happens seldom.
    Special(Special),
    /// A leader's way.
    Leader {
        /// Who, by his place in the list.
        leader: usize,
        /// From bend to bend.
        way: Vec<Point>,
    },
}

/// What orders speak of: the names, and where everybody stands.
#[derive(Clone, Copy, Debug)]
pub struct Orders<'p> {
    book: &'p Rulebook,
    position: &'p Position,
}

impl<'p> Orders<'p> {
    /// Orders on this table.
    pub fn new(book: &'p Rulebook, position: &'p Position) -> Orders<'p> {
        Orders { book, position }
    }

    /// Reads an order for `unit`; without one only a leader can be ordered.
    pub fn read(&self, unit: Option<UnitId>, text: &str) -> Result<Order, OrderError> {
        let mut words = Words::of(text)?;
        let order = others::order(self, unit, &mut words)?;
        words.finish()?;
        Ok(order)
    }

    /// Writes an order of `unit` so that reading it gives the same order.
    pub fn write(&self, unit: Option<UnitId>, order: &Order) -> String {
        write::order(self, unit, order)
    }

    fn unit_name(&self, words: &mut Words, what: &str) -> Result<UnitId, OrderError> {
        let names = self.position.units().iter().map(|placed| &*placed.unit.name);
        Ok(UnitId(words.name(what, names)? as u16))
    }

    /// A piece of terrain by its name, or by its number in the list.
    fn piece(&self, words: &mut Words, what: &str) -> Result<usize, OrderError> {
        let pieces = self.position.table.pieces();
        if words.take("piece") {
            let number = words.clone().count("the number of a piece of terrain")?;
            if usize::from(number) > pieces.len() {
                return Err(words.wrong(&format!("a number up to {}", pieces.len())));
            }
            words.count(what)?;
            return Ok(usize::from(number) - 1);
        }
        words.name(what, pieces.iter().map(|piece| &*piece.name))
    }
}
