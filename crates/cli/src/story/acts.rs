//! What is worth telling of each player turn, gathered from the events of a battle.

use std::collections::BTreeMap;

use engine::battle::{AnswerKind, Event, GunHarm, Happened, Phase, Removal, State, Victory};
use engine::charge::{Ending, Fought};
use engine::fire::Fired;
use engine::scenario::Edge;
use engine::table::{Placed, Side, UnitId};
use engine::{Deed, Formation, Opened, Order};
use geometry::{Length, Point};
use library::record::{Record, RecordFault, Replay};
use rulebook::{Arm, LeaderFate};

/// A game turn that was played: its player turns, and the battle when it was over.
pub struct Chapter {
    /// Its number.
    pub turn: u16,
    /// Its player turns.
    pub acts: Vec<Act>,
    /// The battle at its end.
    pub end: State,
}

/// A player turn.
pub struct Act {
    /// Whose.
    pub side: Side,
    /// Who came on, and over which edge.
    pub came: Vec<(UnitId, Edge)>,
    /// Who maneuvered.
    pub marches: Vec<March>,
    /// Who went into another formation.
    pub formed: Vec<(UnitId, Formation)>,
    /// Guns that went into action.
    pub unlimbered: Vec<UnitId>,
    /// Broken units that formed again.
    pub reformed: Vec<UnitId>,
    /// Disordered units that are in good order again.
    pub rallied: Vec<UnitId>,
    /// Who would not go on.
    pub hung_back: Vec<UnitId>,
    /// What checks of the troops' spirit did.
    pub shaken: Toll,
    /// Who went out of the way of a charge, and whose.
    pub evaded: Vec<(UnitId, UnitId)>,
    /// Charges that were declared.
    pub charges: Vec<Charge>,
    /// Who met nobody: his enemy was gone, or stood there and was not touched.
    pub unmet: Vec<Unmet>,
    /// Squares, presented bayonets, countercharges.
    pub answers: Vec<(UnitId, AnswerKind)>,
    /// All fire.
    pub volleys: Vec<Volley>,
    /// All combats.
    pub fights: Vec<Fight>,
    /// Key positions that changed hands.
    pub keys: Vec<(usize, Side)>,
    /// Leaders who were hit, and how.
    pub hit: Vec<(String, LeaderFate)>,
    /// Who took whose place.
    pub succeeded: Vec<(String, String)>,
    /// Guns that were taken: whose, by whom.
    pub guns_taken: Vec<(UnitId, UnitId)>,
    /// Who is low on ammunition.
    pub low: Vec<UnitId>,
    /// How the battle ended.
    pub ended: Option<Victory>,
    cause: Cause,
}

/// A charge that was declared.
pub struct Charge {
    /// Who.
    pub unit: UnitId,
    /// At whom.
    pub target: UnitId,
    /// With cold steel.
    pub steel: bool,
}

/// A charge that met nobody.
pub struct Unmet {
    /// Who.
    pub unit: UnitId,
    /// The enemy is still there: losses to fire had parted the two lines.
    pub parted: bool,
}

/// A maneuver of a unit.
pub struct March {
    /// Who.
    pub unit: UnitId,
    /// Under whom.
    pub leader: Option<u16>,
    /// Where to.
    pub way: Way,
    /// At the double quick.
    pub double: bool,
}

/// Where a unit goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Nearer to the enemy.
    Forward,
    /// Away from him.
    Back,
    /// Neither.
    Along,
}

/// What befell troops.
#[derive(Default)]
pub struct Toll {
    /// Stands lost.
    pub lost: BTreeMap<UnitId, u8>,
    /// Who fell into disorder.
    pub disordered: Vec<UnitId>,
    /// Who went back in some order.
    pub back: Vec<UnitId>,
    /// Who broke.
    pub broken: Vec<UnitId>,
    /// Who is no more.
    pub gone: Vec<(UnitId, Removal)>,
    /// Guns that were hit.
    pub guns: Vec<(UnitId, GunHarm)>,
}

impl Toll {
    /// Is a unit gone?
    pub fn has_gone(&self, unit: UnitId) -> bool {
        self.gone.iter().any(|(gone, _)| *gone == unit)
    }

    /// How much it weighs against other tolls.
    pub fn weight(&self) -> u32 {
        let lost: u32 = self.lost.values().map(|stands| u32::from(*stands)).sum();
        let others = self.broken.len() + self.gone.len() * 2 + self.guns.len();
        lost * 2 + self.disordered.len() as u32 + others as u32 * 2
    }
}

/// Fire of some units at one.
pub struct Volley {
    /// Who fired.
    pub firers: Vec<UnitId>,
    /// At whom.
    pub target: UnitId,
    /// With guns alone.
    pub cannonade: bool,
    /// Along the target's line.
    pub enfilade: bool,
    /// It stopped a charge.
    pub stopped: bool,
    /// What it did.
    pub toll: Toll,
}

/// A combat.
pub struct Fight {
    /// Who charged.
    pub attackers: Vec<UnitId>,
    /// Who was charged.
    pub defenders: Vec<UnitId>,
    /// How it ended.
    pub ending: Ending,
    /// It was made with cold steel.
    pub steel: bool,
    /// It was fought more than once over.
    pub desperate: bool,
    /// The defenders were taken in flank.
    pub flank: bool,
    /// Whom the winner went on at.
    pub through: Option<UnitId>,
    /// What it cost.
    pub toll: Toll,
}

/// What is to blame for what befalls troops.
#[derive(Clone, Copy)]
enum Cause {
    Check,
    Volley,
    Fight,
}

/// A unit before it moved.
struct Before {
    at: Point,
    near: Option<Length>,
    formation: Formation,
    limbered: bool,
}

/// The whole battle in chapters.
pub fn chapters(record: &Record, replay: &Replay<'_>) -> Result<Vec<Chapter>, RecordFault> {
    let (start, events) = record.start()?;
    let mut told = Told { chapters: Vec::new(), turn: start.turn, acts: Vec::new() };
    for event in &events {
        told.note(event, None, &start);
    }
    replay.walk(|state, events| {
        let mut now = state.clone();
        for event in events {
            if let Happened::TurnBegins { turn, .. } = event.what {
                told.turn_to(turn, &now);
            }
            let before = mover(&event.what).map(|unit| Before::of(&now, unit));
            now.evolve(event);
            told.note(event, before, &now);
        }
    })?;
    let turn = told.turn;
    told.close(turn, replay.end());
    Ok(told.chapters)
}

struct Told {
    chapters: Vec<Chapter>,
    turn: u16,
    acts: Vec<Act>,
}

impl Told {
    fn turn_to(&mut self, turn: u16, state: &State) {
        if turn != self.turn {
            self.close(self.turn, state);
            self.turn = turn;
        }
    }

    fn close(&mut self, turn: u16, state: &State) {
        let acts = std::mem::take(&mut self.acts);
        self.chapters.push(Chapter { turn, acts, end: state.clone() });
    }

    fn note(&mut self, event: &Event, before: Option<Before>, now: &State) {
        if let Happened::TurnBegins { side, .. } = event.what {
            self.acts.push(Act::of(side));
        }
        if let Some(act) = self.acts.last_mut() {
            act.note(&event.what, before, now);
        }
    }
}

fn mover(what: &Happened) -> Option<UnitId> {
    match what {
        Happened::Maneuvers { unit, .. } | Happened::GunManeuvers { unit, .. } => Some(*unit),
        _ => None,
    }
}

fn place(placed: &Placed) -> Point {
    match placed.stands.first() {
        Some(stand) if placed.unit.arm == Arm::Guns => stand.pose.at,
        _ => placed.anchor.at,
    }
}

fn is_limbered(placed: &Placed) -> bool {
    placed.guns.iter().any(|gun| gun.limbered)
}

/// How far the nearest enemy is.
fn nearest(state: &State, side: Side, from: Point) -> Option<Length> {
    let enemies = state.of_side(side.enemy());
    let stands = enemies.flat_map(|unit| state.unit(unit).stands.iter());
    stands.map(|stand| stand.pose.at.distance(from)).min()
}

impl Before {
    fn of(state: &State, unit: UnitId) -> Before {
        let placed = state.unit(unit);
        Before {
            at: place(placed),
            near: nearest(state, placed.side, place(placed)),
            formation: placed.unit.formation,
            limbered: is_limbered(placed),
        }
    }

    /// Which way the unit has gone; nothing if it hardly stirred.
    fn way(&self, state: &State, unit: UnitId) -> Option<Way> {
        const STEP: i32 = Length::inches(1).in_thousandths();
        let placed = state.unit(unit);
        let at = place(placed);
        if placed.stands.is_empty() || self.at.distance(at).in_thousandths() < STEP {
            return None;
        }
        let near = nearest(state, placed.side, at);
        let nearer = match (self.near, near) {
            (Some(was), Some(is)) => was.in_thousandths() - is.in_thousandths(),
            _ => 0,
        };
        Some(match nearer {
            STEP.. => Way::Forward,
            _ if nearer <= -STEP => Way::Back,
            _ => Way::Along,
        })
    }
}

impl Act {
    fn of(side: Side) -> Act {
        Act {
            side,
            came: Vec::new(),
            marches: Vec::new(),
            formed: Vec::new(),
            unlimbered: Vec::new(),
            reformed: Vec::new(),
            rallied: Vec::new(),
            hung_back: Vec::new(),
            shaken: Toll::default(),
            evaded: Vec::new(),
            charges: Vec::new(),
            unmet: Vec::new(),
            answers: Vec::new(),
            volleys: Vec::new(),
            fights: Vec::new(),
            keys: Vec::new(),
            hit: Vec::new(),
            succeeded: Vec::new(),
            guns_taken: Vec::new(),
            low: Vec::new(),
            ended: None,
            cause: Cause::Check,
        }
    }

    fn toll(&mut self) -> &mut Toll {
        match self.cause {
            Cause::Volley => self.volleys.last_mut().map_or(&mut self.shaken, |v| &mut v.toll),
            Cause::Fight => self.fights.last_mut().map_or(&mut self.shaken, |f| &mut f.toll),
            Cause::Check => &mut self.shaken,
        }
    }

    fn note(&mut self, what: &Happened, before: Option<Before>, now: &State) {
        match what {
            Happened::PhaseBegins(Phase::Maneuver | Phase::Fire | Phase::Charge)
            | Happened::CheckRolled { .. }
            | Happened::ChargeDeclared { .. }
            | Happened::ChargeMoves { .. } => self.cause = Cause::Check,
            _ => {}
        }
        match what {
            Happened::Arrives { unit, edge } => self.came.push((*unit, *edge)),
            Happened::Maneuvers { unit, .. } | Happened::GunManeuvers { unit, .. } => {
                if let Some(before) = before {
                    self.marched(*unit, &before, now);
                }
            }
            Happened::CheckMade { unit, checked } => {
                let stays = |deed: &Deed| matches!(deed, Deed::Holds | Deed::HoldsAndMayFire);
                let guns = now.unit(*unit).unit.is_guns();
                if !guns && checked.deeds.iter().any(stays) {
                    self.hung_back.push(*unit);
                }
            }
            Happened::Fires { firers, target, fired, .. } => {
                let firers: Vec<UnitId> = firers.iter().map(|(unit, _)| *unit).collect();
                self.fired(firers, *target, fired, now);
            }
            Happened::Fights { attackers, defenders, fought, .. } => {
                self.fought(attackers, defenders, fought, now);
            }
            Happened::TargetGone { unit } => self.met_nobody(*unit, now),
            Happened::BreaksThrough { target, .. } => {
                if let Some(fight) = self.fights.last_mut() {
                    fight.through = Some(*target);
                }
            }
            Happened::ChargeDeclared { unit, target, steel } => {
                self.charges.push(Charge { unit: *unit, target: *target, steel: *steel });
            }
            Happened::Answered { unit, answer } => self.answers.push((*unit, *answer)),
            Happened::Evades { unit, from } => self.evaded.push((*unit, *from)),
            Happened::KeyTaken { key, side, .. } => self.keys.push((*key, *side)),
            Happened::GunTaken { unit, by } => self.guns_taken.push((*unit, *by)),
            Happened::LowOnAmmunition { unit, .. } => self.low.push(*unit),
            Happened::LeaderRolled { name, fate, .. } => self.hit.push((name.to_string(), *fate)),
            Happened::LeaderReplaced { leader, lost } => {
                let name = now.leader_name(*leader).to_owned();
                self.succeeded.push((name, lost.to_string()));
            }
            Happened::Ends(victory) => self.ended = Some(*victory),
            _ => self.befell(what),
        }
    }

    /// What befell a unit, on the account of what was to blame.
    fn befell(&mut self, what: &Happened) {
        match what {
            Happened::StandsLost { unit, stands, .. } => {
                *self.toll().lost.entry(*unit).or_default() += stands;
            }
            Happened::Does { unit, deed: Deed::Disordered, .. }
            | Happened::ShakenBy { unit, .. } => {
                self.toll().disordered.push(*unit);
            }
            Happened::Does { unit, deed: Deed::GoodOrder, .. } => self.rallied.push(*unit),
            Happened::Reforms { unit } => self.reformed.push(*unit),
            Happened::Retreats { unit, by, broken, .. } => {
                // Skirmishers who evade are out of hand and not beaten.
                let evades = self.evaded.iter().any(|(who, _)| who == unit);
                match broken {
                    true if !evades => self.toll().broken.push(*unit),
                    false if *by > Length::ZERO => self.toll().back.push(*unit),
                    _ => {}
                }
            }
            Happened::GunHurt { unit, harm, .. } => self.toll().guns.push((*unit, *harm)),
            Happened::Destroyed { unit, why, .. } => self.toll().gone.push((*unit, *why)),
            _ => {}
        }
    }

    fn marched(&mut self, unit: UnitId, before: &Before, now: &State) {
        let placed = now.unit(unit);
        if placed.unit.is_troops() && placed.unit.formation != before.formation {
            self.formed.push((unit, placed.unit.formation));
        }
        let is_new = !self.unlimbered.contains(&unit);
        if is_new && before.limbered && !placed.guns.is_empty() && !is_limbered(placed) {
            self.unlimbered.push(unit);
        }
        let Some(way) = before.way(now, unit) else { return };
        if self.marches.iter().any(|march| march.unit == unit) {
            return;
        }
        let double = now.marks(unit).list == Some(Opened::DoubleQuick);
        self.marches.push(March { unit, leader: now.commander(unit), way, double });
    }

    fn fired(&mut self, firers: Vec<UnitId>, target: UnitId, fired: &Fired, now: &State) {
        let shot = fired.shot.as_ref();
        let stopped = shot.is_some_and(|shot| shot.deeds.contains(&Deed::ChargeChecked));
        let items = shot.into_iter().flat_map(|shot| shot.reckoning.items.iter());
        let enfilade = items.into_iter().any(|item| item.label.contains("enfiladed"));
        let cannonade = firers.iter().all(|unit| now.unit(*unit).unit.is_guns());
        let toll = Toll::default();
        self.volleys.push(Volley { firers, target, cannonade, enfilade, stopped, toll });
        self.cause = Cause::Volley;
    }

    fn met_nobody(&mut self, unit: UnitId, now: &State) {
        let charge = self.charges.iter().find(|charge| charge.unit == unit);
        let parted = charge.is_some_and(|charge| {
            let ran = self.evaded.iter().any(|(who, _)| *who == charge.target);
            !ran && !now.unit(charge.target).stands.is_empty()
        });
        self.unmet.push(Unmet { unit, parted });
    }

    fn fought(&mut self, attackers: &[UnitId], defenders: &[UnitId], fought: &Fought, now: &State) {
        let in_order = |unit: &UnitId| {
            let unit = &now.unit(*unit).unit;
            unit.is_troops()
                && unit.order != Order::Broken
                && unit.formation != Formation::MarchColumn
        };
        let counted = fought.rounds.first().into_iter().flat_map(|r| &r.defender.reckoning.items);
        let turned = counted.into_iter().any(|item| item.label.contains("outflanked"));
        self.fights.push(Fight {
            attackers: attackers.to_vec(),
            defenders: defenders.to_vec(),
            ending: fought.ending,
            steel: self.charges.iter().any(|c| c.steel && attackers.contains(&c.unit)),
            desperate: fought.rounds.len() > 1,
            flank: turned && defenders.iter().all(in_order),
            through: None,
            toll: Toll::default(),
        });
        self.cause = Cause::Fight;
    }
}
