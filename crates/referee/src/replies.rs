//! What the referee answers: one JSON object on a line.

use engine::Opened;
use engine::battle::{Over, Phase, Victory};
use engine::table::{Rank, Side};
use geometry::Length;
use library::record::Record;
use odds::Chance;
use odds::assault::Curve;
use rulebook::{Cover, Ground, LeaderRating, Level, Ruling, named};
use schemars::JsonSchema;
use serde::Serialize;

use crate::chances::{ChargeOdds, FireOdds, ManeuverOdds};
use crate::error::Error;
use crate::luck::Luck;
use crate::place::{Place, Spot};
use crate::requests::Id;
use crate::threats::Threats;
use crate::told::Kind;
use crate::view::{Scene, Smoke};

/// A line that is answered.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Answering {
    /// That of the request, if it had one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Id>,
    /// What is answered.
    #[serde(flatten)]
    pub said: Said,
}

/// An answer, or what was wrong.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Said {
    /// What was asked for.
    Did(Box<Reply>),
    /// Nothing was done.
    Wrong {
        /// Why.
        error: Error,
    },
}

/// Every answer, by the request that it answers.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "did", rename_all = "kebab-case")]
pub enum Reply {
    /// Who is the referee.
    Hello(Hello),
    /// A battle has begun.
    Start(Begun),
    /// A battle goes on.
    Load(Begun),
    /// The record.
    Record {
        /// The record, closed with the digest of the battle as it stands.
        record: Record,
    },
    /// What the dice were to bring, and brought.
    Luck(Box<Luck>),
    /// The battle is set up.
    Set(Begun),
    /// The pending decision.
    Asked(Pending),
    /// Orders that can be given.
    Options {
        /// The orders, as text.
        orders: Vec<String>,
    },
    /// What a unit can do.
    Reach(Reach),
    /// Where a unit comes to that is steered to a place.
    Steer(Steered),
    /// What the enemy could do to a unit at the end of a maneuver.
    Threats(Threats),
    /// The card of a unit or a leader.
    Card(Card),
    /// Whether a unit sees another.
    Sight(Box<Seen>),
    /// An order that a machine would give.
    Advice(Advice),
    /// The odds of an order.
    Odds(Odds),
    /// Whether an order can be given.
    Check(Checked),
    /// The order is carried out.
    Apply(Applied),
    /// It is somebody's turn.
    Wait(Box<Waited>),
    /// The position.
    View(Box<Scene>),
    /// The last order is taken back.
    Undo(Undone),
    /// The referee ends.
    Quit {},
}

/// The referee.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Hello {
    /// Its name.
    pub name: &'static str,
    /// The version of the program.
    pub version: &'static str,
    /// The version of this protocol: what a request or an answer means changes with it; fields may be
    /// added without.
    pub protocol: u32,
    /// The longest line that is read, in bytes.
    pub longest_line: usize,
    /// The wars and their rulebooks.
    pub wars: Vec<War>,
    /// The battles that come with the program.
    pub battles: Vec<Battle>,
}

/// A rulebook.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct War {
    /// `acw`, `awi`, `1812` or `maw`.
    pub period: String,
    /// The edition; of a war the first one listed is the usual one.
    pub edition: String,
    /// The war's name.
    pub title: String,
    /// Doubtful rules and how they can be read.
    pub rulings: Vec<Doubt>,
}

/// A battle that comes with the program.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Battle {
    /// Its name: what `start` is given.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The war.
    pub period: String,
    /// The day, in words.
    pub date: String,
    /// How many game turns it has.
    pub turns: u16,
    /// The two armies.
    pub armies: [String; 2],
}

/// A battle that can be played.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Begun {
    /// Its name.
    pub battle: String,
    /// Its title.
    pub title: String,
    /// The war.
    pub period: String,
    /// The edition of its rulebook.
    pub edition: String,
    /// The two armies, `first` and `second`.
    pub armies: [String; 2],
    /// How many game turns it has.
    pub turns: u16,
    /// How many orders have been given.
    pub orders: usize,
    /// What happened before the first decision.
    pub events: Vec<Told>,
    /// The pending decision.
    #[serde(flatten)]
    pub pending: Pending,
    /// The digest of the battle as it stands.
    pub digest: String,
}

/// The pending decision, or how the battle ended.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Pending {
    /// The decision; nothing if the battle is over.
    pub asked: Option<Asked>,
    /// How the battle ended.
    pub victory: Option<Ending>,
}

named! {
    /// What is asked for.
    pub enum Question {
        /// Where units come on the table.
        Arrivals = "arrivals",
        /// Which leaders attach and detach.
        Leaders = "leaders",
        /// Maneuver checks.
        Checks = "checks",
        /// The charges of a check.
        Declare = "declare",
        /// Answers to charges: countercharge, square, bayonets, skirmishers.
        Answer = "answer",
        /// Which gun crews shelter.
        Shelter = "shelter",
        /// Does a skirmish line evade?
        Evade = "evade",
        /// What a charge does whose target has gone.
        Pursue = "pursue",
        /// The maneuvers of a check.
        Maneuvers = "maneuvers",
        /// Where leaders move.
        MoveLeaders = "move-leaders",
        /// Defensive fire.
        Defensive = "defensive",
        /// Offensive fire.
        Offensive = "offensive",
        /// Which combat comes next.
        Combats = "combats",
        /// The same for the combats of breakthroughs.
        SecondCombats = "second-combats",
        /// Which stands are lost.
        Lose = "lose",
        /// Which gun is hurt.
        PickGun = "pick-gun",
        /// Does cavalry recall?
        Retreat = "retreat",
        /// What cavalry does that has won.
        Won = "won",
        /// Who is low on ammunition.
        PickLow = "pick-low",
    }
}

/// A pending decision.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Asked {
    /// The game turn.
    pub turn: u16,
    /// The phase.
    pub phase: Phase,
    /// The step of the player turn, also while one of its effects is decided.
    pub step: Step,
    /// Who is asked.
    pub side: Side,
    /// The name of his army.
    pub army: String,
    /// What for.
    pub task: Question,
    /// The units concerned.
    pub units: Vec<String>,
    /// The leaders concerned.
    pub leaders: Vec<String>,
    /// How many stands are to be picked, where that is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stands: Option<u8>,
    /// What would be left undone if the step were ended now.
    pub reminders: Vec<Reminder>,
    /// What words of this decision mean, and rules of this battle that may be used now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

named! {
    /// A step of a player turn.
    pub enum Step {
        /// Reinforcements and leaders.
        Leaders = "leaders",
        /// Checks, charges and maneuvers.
        Maneuver = "maneuver",
        /// Defensive fire.
        Defensive = "defensive",
        /// Offensive fire.
        Offensive = "offensive",
        /// Combats.
        Combats = "combats",
        /// Combats of breakthroughs.
        SecondCombats = "second-combats",
    }
}

/// A sentence beside a decision.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Note {
    /// The sentence.
    pub text: String,
    /// The ledger entry.
    pub rule: String,
    /// The orders that do it, where it is something to be done.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<String>,
    /// The smoke that each of these orders would bring, in their order, where they set fire to the grass.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub smoke: Vec<Smoke>,
}

/// Something that a player may have forgotten.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Reminder {
    /// What.
    pub kind: Forgotten,
    /// Who.
    pub units: Vec<String>,
}

named! {
    /// What may have been forgotten.
    pub enum Forgotten {
        /// These must check: else they will check alone.
        MustCheck = "must-check",
        /// These could still check and move.
        CouldCheck = "could-check",
        /// These could still maneuver.
        CouldManeuver = "could-maneuver",
        /// Guns of these have no order: they stay, and may fire in the fire phase.
        GunsStand = "guns-stand",
        /// These could charge somebody.
        CouldCharge = "could-charge",
        /// These could still fire.
        CouldFire = "could-fire",
        /// These are low on ammunition and could replenish.
        LowOnAmmunition = "low-on-ammunition",
    }
}

/// How a battle ended.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Ending {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// The points of both sides.
    pub points: [u16; 2],
    /// Why it is over.
    pub why: Over,
}

impl Ending {
    /// The end of a battle.
    pub fn of(victory: Victory) -> Ending {
        Ending { winner: victory.winner, points: victory.points, why: victory.why }
    }
}

/// Something that happened.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Told {
    /// What kind of thing.
    pub kind: Kind,
    /// A sentence, where it is worth one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentence: Option<String>,
    /// The units it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<String>,
    /// The dice that fell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
    /// Why: every number with its ledger entry.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Reason>,
}

named! {
    /// A side of a combat.
    pub enum Fights {
        /// Who charged.
        Attacker = "attacker",
        /// Who was charged.
        Defender = "defender",
    }
}

/// A number with its ledger entry.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Reason {
    /// Whose it is, in a combat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<Fights>,
    /// In which round of a combat that has several, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u8>,
    /// What it adds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i8>,
    /// Words for the player.
    pub label: String,
    /// The ledger entry.
    pub rule: String,
}

/// What a unit can do from where it stands.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Reach {
    /// The unit.
    pub unit: String,
    /// The list of maneuvers that this is for.
    pub list: Opened,
    /// How far it goes in every direction.
    pub rays: Vec<Ray>,
    /// Maneuvers that pass their check.
    pub candidates: Vec<Candidate>,
    /// Charges that reach somebody.
    pub charges: Vec<Candidate>,
}

/// A direction and how far it reaches.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Ray {
    /// The order that goes there.
    pub order: String,
    /// Where the middle of the front comes to.
    pub to: Place,
    /// What the move costs.
    pub cost: Option<Length>,
}

/// A maneuver that can be made.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Candidate {
    /// The order.
    pub order: String,
    /// What the move costs, if it moves.
    pub cost: Option<Length>,
    /// Its stands afterwards.
    pub stands: Vec<Place>,
}

/// Where a unit, a gun or a leader comes to that is steered to a place.
#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Steered {
    /// The order that goes there; nothing if it cannot move at all.
    pub order: Option<String>,
    /// Where the middle of its front comes to.
    pub to: Option<Place>,
    /// Its stands there; none for a leader.
    pub stands: Vec<Place>,
    /// What the move costs.
    pub cost: Option<Length>,
    /// What it may cost.
    pub allowance: Option<Length>,
    /// The slowest ground on the way.
    pub ground: Option<Ground>,
    /// The bends of the way.
    pub path: Vec<Spot>,
    /// Why it goes no farther, if the place itself is not reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The ledger entry that refuses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// A card.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "of", rename_all = "kebab-case")]
pub enum Card {
    /// Of a unit.
    Unit(Box<UnitCard>),
    /// Of a leader.
    Leader(LeaderCard),
}

/// The card of a unit.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct UnitCard {
    /// Its name.
    pub name: String,
    /// Its label: `2nd Wisconsin 11/9/6 Vet`.
    pub label: String,
    /// The same with what it is now.
    pub described: String,
    /// Its army.
    pub army: String,
    /// Whose it is.
    pub side: Side,
    /// Stands that are left.
    pub stands: u8,
    /// Fresh, worn or spent.
    pub level: Level,
    /// The stands at which it becomes worn and spent.
    pub levels: Option<Levels>,
    /// Its weapon.
    pub weapon: Option<Arms>,
    /// Its commander.
    pub commander: Option<String>,
    /// The leaders who reach it, the best first.
    pub leaders: Vec<String>,
    /// Whom it could fire at.
    pub targets: Vec<String>,
    /// How it stands, in words.
    pub lines: Vec<String>,
    /// What a check under its best leader would bring; nothing in the enemy's turn.
    pub check: Option<ManeuverOdds>,
}

/// The numbers on a label.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Levels {
    /// Stands at the start.
    pub starting: u8,
    /// Worn at so many stands.
    pub worn: Option<u8>,
    /// Spent at so many stands.
    pub spent: u8,
}

/// A weapon.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Arms {
    /// Its code on labels.
    pub code: String,
    /// Its name.
    pub name: String,
    /// The range within which it drives troops back.
    pub close_range: Length,
    /// How far its field of fire opens to each side of straight ahead, in degrees.
    pub arc: f64,
    /// Its bands, the nearest first.
    pub bands: Vec<Band>,
    /// The ledger entry.
    pub rule: String,
}

/// A band of range.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Band {
    /// Beyond this.
    pub from: Length,
    /// Up to this.
    pub to: Length,
    /// Points of a stand.
    pub points: String,
}

/// The card of a leader.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct LeaderCard {
    /// His name.
    pub name: String,
    /// His army.
    pub army: String,
    /// Whose he is.
    pub side: Side,
    /// His rank.
    pub rank: Rank,
    /// His rating.
    pub rating: LeaderRating,
    /// The unit that he is attached to.
    pub attached: Option<String>,
    /// The units of his command.
    pub commands: Vec<String>,
    /// The units that he reaches now.
    pub reaches: Vec<String>,
    /// How far he reaches.
    pub radius: Length,
    /// He has checked in this turn.
    pub checked: bool,
}

/// Whether a unit sees another.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Seen {
    /// Who looks.
    pub from: String,
    /// At whom.
    pub to: String,
    /// It does.
    pub sees: bool,
    /// From the nearest stand to the nearest.
    pub range: Option<Length>,
    /// The line between those two.
    pub line: Option<[Spot; 2]>,
    /// What is in the way.
    pub blocked: Option<Blocked>,
    /// Why no stand of it could fire there, however far it carries; nothing if one could, or it has no weapon.
    pub barred: Option<Barred>,
    /// What covers the target from the nearest stand.
    pub cover: Option<Covered>,
    /// The nearest stand fires along its line.
    pub enfiladed: bool,
}

/// Why nobody of a unit can fire at another.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Barred {
    /// What is in the way of a shot; nothing if the target is out of the arc of every stand.
    pub blocked: Option<Blocked>,
    /// The ledger entry.
    pub rule: String,
}

/// What is in the way of a line.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Blocked {
    /// By what, in words.
    pub by: String,
    /// Where the line ends.
    pub at: Spot,
    /// The ledger entry.
    pub rule: String,
}

/// What covers a target.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Covered {
    /// The cover.
    pub cover: Cover,
    /// Why, in words.
    pub why: String,
    /// The ledger entry.
    pub rule: String,
}

/// An order that a machine would give.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Advice {
    /// The order.
    pub order: String,
    /// Why, in words with the numbers.
    pub reason: String,
    /// The machine has no reason: it takes this order because it must take one.
    pub bare: bool,
}

/// The exact odds of what an order would roll.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "of", rename_all = "kebab-case")]
pub enum Odds {
    /// A check: one die for all units, each with its own modifiers.
    Check {
        /// The units, in order.
        units: Vec<String>,
        /// The odds of each.
        checks: Vec<ManeuverOdds>,
    },
    /// A volley.
    Volley {
        /// Who fires, with how many stands.
        firers: Vec<Firer>,
        /// At whom.
        at: String,
        /// The odds.
        volley: Box<FireOdds>,
    },
    /// A combat.
    Combat {
        /// Who charged: in contact first, then those that support.
        attackers: Vec<String>,
        /// Who was charged.
        defenders: Vec<String>,
        /// The odds.
        combat: Box<ChargeOdds>,
    },
    /// A charge that can be declared: the fire of its target, and the combat if it comes home unhurt.
    Charge {
        /// Who charges.
        unit: String,
        /// Whom.
        target: String,
        /// The fire of its target and of all beside who can; nothing if nobody can.
        fire: Option<Box<FireOdds>>,
        /// The combat.
        combat: Option<Box<ChargeOdds>>,
        /// All of it in one: every end with its chance, if all who can fire at the charge do.
        curve: Option<Box<Curve>>,
        /// How it may be answered when it is declared, which these odds do not count.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        answers: Vec<ChargeAnswer>,
    },
}

/// What may be done against a charge, and what the charge has then.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct ChargeAnswer {
    /// Who may do what, in words.
    pub text: String,
    /// The ledger entry.
    pub rule: String,
    /// The chance of the charge to win if it is answered so, in the way that is worst for it; of the combat alone, if it comes home unhurt,
    /// where fire and combat cannot be told in one. Nothing where no fight comes of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub won: Option<Chance>,
    /// The chance that it gets there then, to fight or to find nobody left, where fire and combat can be told in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home: Option<Chance>,
}

/// A unit that fires.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Firer {
    /// The unit.
    pub unit: String,
    /// Its stands, from 1.
    pub stands: Vec<u16>,
}

/// Whether an order can be given.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Checked {
    /// It can.
    pub ok: bool,
    /// The order as records write it.
    pub order: String,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The ledger entry that refuses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// An order that was carried out.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Applied {
    /// The order as records write it.
    pub order: String,
    /// What happened.
    pub events: Vec<Told>,
    /// The pending decision.
    #[serde(flatten)]
    pub pending: Pending,
    /// The digest of the battle as it stands.
    pub digest: String,
}

/// Whose turn it is.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Waited {
    /// Who is asked; nobody if the battle is over. A program that plays one side waits until it is that side.
    pub side: Option<Side>,
    /// What happened since the program last waited or gave an order.
    pub events: Vec<Told>,
    /// The pending decision.
    #[serde(flatten)]
    pub pending: Pending,
    /// The digest of the battle as it stands.
    pub digest: String,
}

/// An order that was taken back.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Undone {
    /// The order.
    pub order: String,
    /// The pending decision.
    #[serde(flatten)]
    pub pending: Pending,
    /// The digest of the battle as it stands.
    pub digest: String,
}

/// A doubtful rule and how it can be read.
#[derive(Serialize, JsonSchema)]
pub struct Doubt {
    /// Its name.
    pub id: String,
    /// What it is about.
    pub title: String,
    /// The ledger entry.
    pub rule: String,
    /// Why the default is the default.
    pub reason: String,
    /// The reading that holds if no other is chosen.
    pub default: String,
    /// Every reading.
    pub choices: Vec<Reading>,
}

/// A reading of a doubtful rule.
#[derive(Serialize, JsonSchema)]
pub struct Reading {
    /// Its name.
    pub id: String,
    /// What it says.
    pub text: String,
}

impl Doubt {
    /// A ruling of a rulebook.
    pub fn of(ruling: &Ruling) -> Doubt {
        let choices = ruling.choices.iter();
        Doubt {
            id: ruling.id.to_string(),
            title: ruling.title.to_string(),
            rule: ruling.rule.to_string(),
            reason: ruling.reason.to_string(),
            default: ruling.choices[0].id.to_string(),
            choices: choices
                .map(|c| Reading { id: c.id.to_string(), text: c.text.to_string() })
                .collect(),
        }
    }
}
