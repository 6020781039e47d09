//! What happened: each event says why, and what it changed.

use geometry::{Angle, Length, Rect};
use rulebook::{Ground, LeaderFate, Level, RuleId};

use super::cause::Cause;
use super::refusal::Refusal;
use super::state::{GrassFire, Marks, Officer, Phase, Victory};
use super::task::Task;
use super::unable::Unable;
use crate::charge::Fought;
use crate::deed::Deed;
use crate::dice::Die;
use crate::fire::{Charging, Fired, Part};
use crate::maneuver::{Checked, Losses};
use crate::moves::{self, GunManeuver, Maneuver};
use crate::scenario::Edge;
use crate::table::{Leader, Placed, Side, Terrain, UnitId};

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What it was.
    pub what: Happened,
    /// What it changed.
    pub changes: Vec<Change>,
}

/// The smallest changes of a state.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A unit is now like this.
    Unit {
        /// Which.
        unit: UnitId,
        /// How it is.
        placed: Box<Placed>,
    },
    /// A unit that the scenario does not list is there: a section, or skirmishers.
    Raised {
        /// The unit.
        placed: Box<Placed>,
        /// What is marked on it.
        marks: Box<Marks>,
    },
    /// This is marked on a unit.
    Marks {
        /// Which.
        unit: UnitId,
        /// What.
        marks: Box<Marks>,
    },
    /// A leader is now here.
    Leader {
        /// Which.
        leader: u16,
        /// How he is.
        now: Box<Leader>,
    },
    /// A leader is now like this.
    Officer {
        /// Which.
        leader: u16,
        /// How he is.
        now: Officer,
    },
    /// A key position has a new holder.
    Holder {
        /// Which.
        key: usize,
        /// Who.
        side: Side,
    },
    /// An army has lost stands.
    Lost {
        /// Which.
        side: Side,
        /// How many.
        stands: u8,
    },
    /// The grass is on fire.
    Fire(GrassFire),
    /// The smoke of grass fires lies here now.
    Smoke(Vec<Terrain>),
    /// An army has taken guns.
    Taken {
        /// Which.
        side: Side,
        /// How many.
        guns: u8,
    },
    /// A player turn begins.
    Turn {
        /// The game turn.
        turn: u16,
        /// Whose.
        active: Side,
    },
    /// A phase begins.
    Phase(Phase),
    /// How far one sees now.
    Sight(Option<Length>),
    /// Something more is to be done, before all else.
    Push(Task),
    /// The next thing is done.
    Pop,
    /// So many dice were rolled.
    Dice(u32),
    /// The battle is over.
    Over(Victory),
}

/// What happened, in values; the log makes sentences of them.
#[derive(Clone, Debug, PartialEq)]
pub enum Happened {
    /// A player turn begins.
    TurnBegins {
        /// The game turn.
        turn: u16,
        /// Whose.
        side: Side,
    },
    /// A phase begins.
    PhaseBegins(Phase),
    /// The sequence goes on.
    Goes,
    /// A unit comes on the table.
    Arrives {
        /// Which.
        unit: UnitId,
        /// Over which edge.
        edge: Edge,
    },
    /// A unit cannot come on this turn.
    Delayed {
        /// Which.
        unit: UnitId,
    },
    /// A leader comes on the table, or back to it.
    LeaderComes {
        /// Which.
        leader: u16,
        /// To whom.
        unit: Option<UnitId>,
        /// He had been carried off.
        back: bool,
    },
    /// A new leader takes a post.
    LeaderReplaced {
        /// The post.
        leader: u16,
        /// The one who was lost.
        lost: std::sync::Arc<str>,
    },
    /// A leader joins a unit.
    Attached {
        /// Which leader.
        leader: u16,
        /// Which unit.
        unit: UnitId,
    },
    /// A leader leaves his unit.
    Detached {
        /// Which leader.
        leader: u16,
        /// Which unit.
        unit: UnitId,
    },
    /// A leader moves.
    LeaderMoves {
        /// Which.
        leader: u16,
        /// What it costs him.
        spent: Length,
    },
    /// The die of a maneuver check falls.
    CheckRolled {
        /// Under whom.
        leader: Option<u16>,
        /// The base die.
        die: Die,
        /// It had to be made.
        forced: bool,
    },
    /// A unit's result of a check.
    CheckMade {
        /// Which.
        unit: UnitId,
        /// The result.
        checked: Box<Checked>,
    },
    /// A unit does what an effect says.
    Does {
        /// Which.
        unit: UnitId,
        /// What.
        deed: Deed,
        /// Why.
        why: Cause,
    },
    /// A unit retreats.
    Retreats {
        /// Which.
        unit: UnitId,
        /// How far it comes from where it was.
        by: Length,
        /// How.
        how: RetreatKind,
        /// Whose close range it was in, if it goes out of that.
        out_of: Vec<UnitId>,
        /// Where its stands were.
        from: Vec<Rect>,
        /// The slowest ground on its way.
        ground: Ground,
        /// It went by a road.
        by_road: bool,
        /// Friends it passed through.
        passed: Vec<UnitId>,
        /// It is broken now.
        broken: bool,
        /// Why.
        why: Cause,
    },
    /// A broken unit forms again.
    Reforms {
        /// Which.
        unit: UnitId,
    },
    /// A unit becomes disordered because of another.
    ShakenBy {
        /// Which.
        unit: UnitId,
        /// By whom.
        by: UnitId,
        /// How.
        why: Cause,
    },
    /// Stands are lost.
    StandsLost {
        /// Of which unit.
        unit: UnitId,
        /// How many.
        stands: u8,
        /// How many are left.
        left: u8,
        /// The level of troops now.
        level: Option<Level>,
        /// It stands in another formation now, for it is too few for its own.
        reshaped: bool,
        /// Why.
        why: Cause,
    },
    /// What an army has lost weighs more than before, or less.
    LossesWeigh {
        /// Which army.
        side: Side,
        /// What its losses were.
        was: Losses,
        /// What they are.
        now: Losses,
        /// The stands that it has lost, and those of its enemy.
        lost: [u16; 2],
    },
    /// Something befell a gun stand.
    GunHurt {
        /// Of which unit.
        unit: UnitId,
        /// Which stand, from 0.
        stand: u8,
        /// What.
        harm: GunHarm,
        /// Why.
        why: Cause,
    },
    /// A unit is no more.
    Destroyed {
        /// Which.
        unit: UnitId,
        /// Why.
        why: Removal,
        /// How many stands it still had.
        left: u8,
        /// What lost its guns or drove it away.
        after: Option<Cause>,
        /// The retreat that led over the edge.
        over: Option<OverTheEdge>,
    },
    /// A charge is declared.
    ChargeDeclared {
        /// Who.
        unit: UnitId,
        /// At whom.
        target: UnitId,
        /// With cold steel.
        steel: bool,
    },
    /// Nobody of a group that has checked can charge, though an enemy is not far.
    NobodyCharges {
        /// The side.
        side: Side,
        /// What keeps whom.
        why: Vec<(Unable, Vec<UnitId>)>,
        /// Of those whom no way leads to an enemy: which enemy, and what is in the way that looks best.
        bars: Vec<(UnitId, UnitId, moves::Refusal)>,
    },
    /// The defensive fire is over, and a unit has not fired at the enemy who charges it.
    NoFireAtCharge {
        /// Who has not fired.
        unit: UnitId,
        /// Who charges it.
        charger: UnitId,
        /// Why it could not; nothing if it could.
        why: Option<Box<Refusal>>,
    },
    /// An answer is declared.
    AnswerDeclared {
        /// Who.
        unit: UnitId,
        /// What, in a word.
        answer: AnswerKind,
    },
    /// A unit that could countercharge does not.
    Declines {
        /// Who.
        unit: UnitId,
        /// Whom it could have met.
        charger: UnitId,
    },
    /// An answer is carried out.
    Answered {
        /// Who.
        unit: UnitId,
        /// What.
        answer: AnswerKind,
    },
    /// A charge moves.
    ChargeMoves {
        /// Who.
        unit: UnitId,
        /// At whom.
        target: UnitId,
        /// What it costs.
        spent: Length,
        /// Over what ground.
        ground: Ground,
        /// How it ends.
        end: ChargeEnd,
    },
    /// A skirmish line evades.
    Evades {
        /// Who.
        unit: UnitId,
        /// From whom.
        from: UnitId,
    },
    /// A unit stands to receive a charge.
    Stands {
        /// Who.
        unit: UnitId,
    },
    /// A unit maneuvers.
    Maneuvers {
        /// Who.
        unit: UnitId,
        /// What it does; nothing if it storms forward in column.
        does: Option<Box<Maneuver>>,
        /// What it costs, if it moves.
        spent: Option<Length>,
        /// What costs it its order.
        disorders: Option<Cause>,
    },
    /// A gun stand maneuvers.
    GunManeuvers {
        /// Of which unit.
        unit: UnitId,
        /// Which stand, from 0.
        stand: u8,
        /// What it does.
        does: Box<GunManeuver>,
        /// It may use the offensive fire of this turn.
        ready: bool,
        /// What it costs, if it moves.
        spent: Option<Length>,
    },
    /// Gun stands are a unit of their own now, or are so no more.
    Regroups {
        /// Which unit.
        unit: UnitId,
        /// What it is to its battery now.
        how: Regrouped,
    },
    /// Skirmishers go out.
    SkirmishersOut {
        /// Of which regiment.
        regiment: UnitId,
        /// How many stands.
        stands: u8,
    },
    /// Skirmishers are back.
    SkirmishersBack {
        /// With which regiment.
        regiment: UnitId,
    },
    /// Skirmishers whose regiment is gone carry its name on.
    Inherits {
        /// Who.
        unit: UnitId,
    },
    /// A volley is fired.
    Fires {
        /// The side.
        side: Side,
        /// Who, with how many stands.
        firers: Vec<(UnitId, u8)>,
        /// At whom.
        target: UnitId,
        /// As it passed.
        passing: bool,
        /// Whether its target charges.
        charging: Charging,
        /// Where its points come from.
        from: Vec<Part>,
        /// Of units of which not all stands fire: who does not, and why.
        idle: Vec<Idle>,
        /// Units massed behind the target, in the order of their part of what came of it.
        behind: Vec<UnitId>,
        /// What came of it.
        fired: Box<Fired>,
    },
    /// A unit or gun is low on ammunition.
    LowOnAmmunition {
        /// Which.
        unit: UnitId,
        /// Which gun stand.
        gun: Option<u8>,
    },
    /// A leader leaves the table with his unit.
    LeaderLeaves {
        /// Who.
        leader: u16,
        /// With whom.
        unit: UnitId,
    },
    /// A leader is back or new at his post, and every unit has a leader already.
    LeaderWaits {
        /// The leader.
        leader: u16,
    },
    /// A leader who was near a unit, but not attached to it, stays when it leaves the table.
    LeaderStays {
        /// Who.
        leader: u16,
        /// Who left.
        unit: UnitId,
    },
    /// A leader is rolled for.
    LeaderRolled {
        /// Who.
        leader: u16,
        /// His name: another may have his post by the time this is told.
        name: std::sync::Arc<str>,
        /// The die.
        die: Die,
        /// What became of him.
        fate: LeaderFate,
        /// What put him in danger.
        peril: Peril,
        /// The ledger entry.
        rule: RuleId,
    },
    /// A combat is fought.
    Fights {
        /// The attackers.
        attackers: Vec<UnitId>,
        /// The defenders.
        defenders: Vec<UnitId>,
        /// As what each of them fights, attackers first.
        joins: Vec<(UnitId, Joins)>,
        /// What came of it.
        fought: Box<Fought>,
    },
    /// Nobody is left to fight: the position is carried.
    TargetGone {
        /// By whom.
        unit: UnitId,
    },
    /// A unit takes the ground.
    Carries {
        /// Which.
        unit: UnitId,
    },
    /// A rule of this battle alone takes effect.
    Special {
        /// Which, by its place among them.
        rule: usize,
        /// On whom.
        unit: Option<UnitId>,
    },
    /// A die for somebody who may come.
    ArrivalRolled {
        /// Who.
        unit: UnitId,
        /// The die.
        die: Die,
        /// The least one with which he comes.
        needs: u8,
    },
    /// Cavalry recalls.
    Recalls {
        /// Which.
        unit: UnitId,
        /// How far it comes from where it was.
        by: Length,
        /// The retreat that it would have made, and why; nothing if it had won.
        instead: Option<(RetreatKind, Cause)>,
    },
    /// A unit breaks through.
    BreaksThrough {
        /// Which.
        unit: UnitId,
        /// At whom.
        target: UnitId,
        /// How far it wheels first.
        turn: Angle,
    },
    /// A unit would break through, and nobody is in reach.
    NobodyInReach {
        /// Which.
        unit: UnitId,
    },
    /// A key position changes hands.
    KeyTaken {
        /// Which.
        key: usize,
        /// By whom.
        side: Side,
        /// Who held it.
        from: Option<Side>,
        /// Who did it, and how; nobody if a rule of the battle did.
        by: Option<(UnitId, Takes)>,
    },
    /// Horses without riders are driven off.
    HorsesTaken {
        /// Whose.
        unit: UnitId,
    },
    /// An abandoned gun is taken.
    GunTaken {
        /// Of which unit.
        unit: UnitId,
        /// By whom.
        by: UnitId,
    },
    /// A crew is back at its gun.
    CrewReturns {
        /// Of which unit.
        unit: UnitId,
        /// Which stand.
        stand: u8,
    },
    /// A player has nothing more to do here.
    Passes {
        /// Who.
        side: Side,
    },
    /// The battle is over.
    Ends(Victory),
}

/// A retreat that leads over the edge of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverTheEdge {
    /// What retreat.
    pub how: RetreatKind,
    /// How near the edge was.
    pub edge: Length,
    /// How far it had to go, if straight back.
    pub due: Option<Length>,
}

/// The stands of a unit that do not fire with the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idle {
    /// Of which unit.
    pub unit: UnitId,
    /// How many stands it has.
    pub all: u8,
    /// How many have fired before.
    pub fired: u8,
    /// How many guns are limbered or silenced.
    pub unready: u8,
    /// The others by their places.
    pub rest: Vec<u8>,
}

/// How the move of a charge ends.
#[derive(Clone, Debug, PartialEq)]
pub enum ChargeEnd {
    /// It touches its target.
    Contact,
    /// A countercharge is halfway: the charger comes to meet it.
    Meets,
    /// A countercharge finds no way to meet the charger, who goes on.
    Unmet,
    /// Its target has gone, or nobody serves the guns.
    Gone,
    /// It falls short.
    Short {
        /// How far it still is from its target.
        gap: Length,
        /// He stands in square.
        square: bool,
        /// Why the way that looks best does not bring it home.
        why: Option<Box<moves::Refusal>>,
    },
}

/// How a key position is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// It stands on it.
    Standing,
    /// It passed through it.
    Passing,
    /// It stands on it when the turn ends and the holder has left it.
    Left,
}

/// What guns that are regrouped are to their battery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regrouped {
    /// A unit as before, with other stands.
    Kept,
    /// A unit of their own now, apart from this battery.
    Apart(UnitId),
    /// No unit any more: they are back with this battery.
    Back(UnitId),
}

/// As what a unit takes part in a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joins {
    /// It charged this unit.
    Charges(UnitId),
    /// It broke through at this unit.
    BreaksThrough(UnitId),
    /// It countercharged this unit.
    Countercharges(UnitId),
    /// It was charged by this unit.
    Charged(UnitId),
    /// It touches this unit, who charged another.
    Touches(UnitId),
    /// It stands close behind this unit.
    Supports(UnitId),
}

impl Joins {
    /// Does it only support?
    pub fn is_support(self) -> bool {
        matches!(self, Joins::Supports(_))
    }
}

/// What puts a leader in danger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peril {
    /// Fire near him.
    Fire,
    /// His unit was routed in a combat.
    Combat,
    /// His unit is no more.
    UnitLost,
    /// The enemy came upon him alone.
    Overrun,
}

/// How a unit retreats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetreatKind {
    /// Out of enemy close range.
    OutOfCloseRange,
    /// To two inches from the enemy.
    TwoInches,
    /// A full retreat.
    Full,
}

/// How a unit comes to be no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// Too few stands are left.
    Losses,
    /// It crossed the edge of the table.
    Edge,
    /// It went home in good order; it is not lost.
    Home,
    /// It had no way out.
    Cut,
    /// Its guns were lost.
    GunsLost,
}

/// What befalls a gun stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GunHarm {
    /// Silenced.
    Silenced,
    /// Damaged; a second time wrecks it.
    Damaged,
    /// Damaged and silenced.
    DamagedAndSilenced,
    /// Wrecked.
    Wrecked,
}

/// An answer to a charge, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerKind {
    /// Countercharge.
    Countercharge,
    /// Hasty square.
    Square,
    /// Presented bayonets.
    Present,
    /// Skirmishers rejoin.
    Rejoin,
    /// A gun crew shelters.
    Shelter,
}
