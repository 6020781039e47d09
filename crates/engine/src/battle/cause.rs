//! Why something befell a unit: the effect or the deed behind a loss, a disorder, a flight.

use rulebook::{ChargeEffect, Effect, Experience, FireEffect, Ground, RuleId};

use super::state::State;
use crate::Formation;
use crate::charge::{Fighter, Toll, Worse};
use crate::table::UnitId;
use crate::words::count;

/// Why something befell a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The effect of its check, and the result below zero that makes a panic worse.
    Check {
        /// The effect.
        effect: Effect,
        /// Die and modifiers.
        result: i8,
        /// It was not in good order.
        disordered: bool,
    },
    /// The effect of fire.
    Fire {
        /// The effect.
        effect: FireEffect,
        /// The result was high enough for one stand more.
        extra: bool,
        /// It befalls guns.
        guns: bool,
        /// It was massed behind the target and suffers the next lower effect.
        behind: bool,
        /// Who fired, or the first of them.
        by: UnitId,
        /// Die and modifiers.
        result: i8,
    },
    /// It was beaten in a combat.
    Beaten {
        /// The effect.
        effect: ChargeEffect,
        /// By how much, as the effects count: below nothing for a beaten attacker.
        difference: i8,
        /// What its side loses, and why.
        toll: Toll,
    },
    /// It won a combat.
    Won {
        /// The effect.
        effect: ChargeEffect,
        /// What disorders a winner.
        tired: Option<Tired>,
    },
    /// The combat went on.
    Struggle,
    /// Nobody was left to fight.
    TargetGone(Tired),
    /// A broken unit ran through it.
    RunThrough {
        /// Who.
        by: UnitId,
    },
    /// A passage of lines with it.
    Passage {
        /// Who.
        by: UnitId,
        /// What made it go wrong.
        snag: Snag,
    },
    /// A full move after a check that allows a short one.
    FullMove,
    /// Raw troops that change formation on bad ground.
    RawTroops,
    /// A storming column.
    Storms,
    /// It went on over bad ground after a target that had gone.
    Pursuit,
    /// The enemy stands on a gun that nobody serves.
    Taken,
    /// A crew could not come back to its gun.
    CrewCut,
    /// The formation that sheltered a crew was broken.
    ShelterBroken,
    /// A gun was damaged before.
    DamagedTwice,
    /// Skirmishers who may no longer stay out.
    Recalled,
    /// It evades a charge.
    Evades,
    /// It makes for its horses or leaves of its own will.
    OwnWill,
}

/// What makes a passage of lines disorder both units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Snag {
    /// Broken or rough ground.
    Ground,
    /// One of the two was disordered.
    Disordered,
    /// One of the two has no experience.
    Raw,
}

/// What disorders a unit that has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tired {
    /// It is mounted.
    Mounted,
    /// Horse that stood and was charged.
    Stood,
    /// It charged over this ground.
    Ground(Ground),
    /// It fought a second combat, or broke through.
    Second,
    /// It stormed a defile.
    Storming,
}

/// A reason in the log, with its ledger entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Because {
    /// What it is, in a few words.
    pub label: String,
    /// The ledger entry.
    pub rule: RuleId,
}

impl Because {
    pub(super) fn new(label: impl Into<String>, rule: &str) -> Because {
        Because { label: label.into(), rule: RuleId::new(rule) }
    }
}

impl Cause {
    /// The cause of what happened to a unit, in words.
    pub fn told(self, state: &State) -> Because {
        match self {
            Cause::Check { effect: Effect::Panic, disordered: true, .. } => {
                Because::new(Effect::Panic.title(), "MNV-EFF-PANIC-DISORDERED")
            }
            Cause::Check { effect, .. } => Because::new(effect.title(), check_rule(effect)),
            Cause::Fire { effect, guns, behind, .. } => {
                let massed = if behind { ", massed behind its target" } else { "" };
                Because::new(format!("{}{massed}", effect.title()), fire_rule(effect, guns))
            }
            Cause::Beaten { effect, .. } => Because::new(effect.title(), beaten_rule(effect)),
            Cause::Won { effect, tired } => {
                let why = tired.map_or(String::new(), |tired| format!(": {}", tired.told()));
                Because::new(format!("winner of {}{why}", effect.title()), won_rule(effect))
            }
            Cause::Struggle => Because::new("Desperate Struggle", "MEL-DESPERATE"),
            Cause::TargetGone(tired) => Because::new(
                format!("carried the position: {}", tired.told()),
                "CHG-BASE-TARGET-GONE",
            ),
            Cause::RunThrough { by } => {
                let label = format!("{}, broken, runs through it", state.name(by));
                Because::new(label, "TRP-BASE-RETREAT-PATH")
            }
            Cause::Passage { by, snag } => {
                let raw = state.book.terms.experience(Experience::Raw);
                let snag = match snag {
                    Snag::Ground => "over bad ground".to_owned(),
                    Snag::Disordered => "one of them was disordered".to_owned(),
                    Snag::Raw => format!("one of them is {raw}"),
                };
                let label = format!("passage of lines with {}, {snag}", state.name(by));
                Because::new(label, "TRP-PASSAGE-DISORDER")
            }
            Cause::FullMove => {
                let label =
                    "a full move after a check that allows one short maneuver costs its order";
                Because::new(label, "TRP-FMD-FROM-GOOD")
            }
            Cause::RawTroops => {
                let label = format!(
                    "{} troops change formation on bad ground",
                    state.book.terms.experience(Experience::Raw)
                );
                Because::new(label, "TRP-GREEN-DISORDER")
            }
            Cause::Storms => Because::new("it stormed in column", "STORM-WIN"),
            Cause::Pursuit => Because::new("it charged on over bad ground", "CHG-BASE-MOVE"),
            Cause::Taken => {
                Because::new("the enemy stands on a gun without its crew", "GUN-BASE-LOST")
            }
            Cause::CrewCut => Because::new("its crew cannot come back to it", "GUN-BASE-LOST"),
            Cause::ShelterBroken => {
                Because::new("those who sheltered its crew are broken", "GUN-BASE-LOST")
            }
            Cause::DamagedTwice => Because::new("it was damaged before", "GUN-BASE-DAMAGED"),
            Cause::Recalled => Because::new("its skirmishers cannot stay out", "SKIRM-MUST-REJOIN"),
            Cause::Evades => Because::new("it evades a charge", "TRP-BASE-FULL-RETREAT"),
            Cause::OwnWill => Because::new("of its own will", "TRP-BASE-FULL-RETREAT"),
        }
    }

    /// Why a unit runs that an effect would only drive back.
    pub(super) fn runs_told(self, state: &State) -> Because {
        match self {
            Cause::Beaten { effect, toll: Toll { worse: Some((_, worse)), .. }, .. } => {
                let label = format!("{}, {}: it runs, broken", effect.title(), worse.told());
                Because::new(label, worse_rule(effect))
            }
            Cause::Beaten { effect: ChargeEffect::HardPressed | ChargeEffect::Falter, .. } => {
                let Because { label, rule } = self.told(state);
                let runs = "who is outflanked, in march column, storming or broken runs, broken";
                Because { label: format!("{label}: {runs}"), rule }
            }
            _ => self.told(state),
        }
    }

    /// Why guns drive off where an effect would only drive troops back.
    pub(super) fn guns_told(self, state: &State) -> Because {
        let Because { label, rule } = self.told(state);
        match self {
            Cause::Beaten { .. } => {
                let label = format!("{label}: guns limber and make a full retreat, silenced");
                Because { label, rule }
            }
            _ => Because { label, rule },
        }
    }

    /// Why so many stands were lost: what each of them is for.
    pub fn losses_told(self, state: &State) -> Vec<Because> {
        match self {
            Cause::Check { effect: Effect::Panic, result, disordered: true } if result < 0 => {
                let label = format!(
                    "Panic of troops that were not in good order, {} below zero: a stand for each, as far \
                     as there are any",
                    result.unsigned_abs()
                );
                vec![Because::new(label, "MNV-EFF-PANIC-LOSS")]
            }
            Cause::Fire { effect, extra: true, guns, .. } => {
                let more =
                    Because::new("1 stand more: a result of 15 or above", "FIRE-WITHERING-15");
                vec![Because::new(effect.title(), fire_rule(effect, guns)), more]
            }
            Cause::Fire { effect: FireEffect::Galling, .. } => {
                let label = "Galling Fire at troops already disordered";
                vec![Because::new(label, "FIRE-GALLING")]
            }
            Cause::Beaten { effect, difference, toll } => {
                toll_told(state, effect, difference, toll)
            }
            _ => vec![self.told(state)],
        }
    }
}

/// Each part of what a beaten side loses.
fn toll_told(state: &State, effect: ChargeEffect, difference: i8, toll: Toll) -> Vec<Because> {
    let rule = match effect {
        ChargeEffect::SweptFromTheField => "MEL-SWEPT-LOSS",
        _ => beaten_rule(effect),
    };
    let beyond = state.book.charge.losses.rout_beyond.unsigned_abs();
    let mut found = Vec::new();
    if toll.due.effect > 0 {
        let disordered = if toll.disordered { " of troops already disordered" } else { "" };
        let stands = of_those_due(toll.due.effect, toll.effect, "");
        let label = format!("{stands}: {}{disordered}", effect.title());
        found.push(Because::new(label, rule));
    }
    if toll.due.beyond > 0 {
        let by = difference.unsigned_abs();
        let stands = of_those_due(toll.due.beyond, toll.beyond, "");
        let label = format!("{stands}: beaten by {by}, one for each point above {beyond}");
        found.push(Because::new(label, rule));
    }
    if let Some((stands, worse)) = toll.worse {
        let label = format!("{}: {}", of_those_due(toll.due.worse, stands, " more"), worse.told());
        found.push(Because::new(label, worse_rule(effect)));
    }
    if toll.last > 0 {
        let label = format!("{}: one stand alone is removed", count(toll.last, "stand"));
        found.push(Because::new(label, "EFF-SINGLE-STAND"));
    }
    found
}

/// `2 stands`, and how many of them there were to lose if they were fewer.
fn of_those_due(due: u8, lost: u8, more: &str) -> String {
    let stands = format!("{}{more}", count(due, "stand"));
    match (due, lost) {
        (due, lost) if lost >= due => stands,
        (_, 0) => format!("{stands}, of which none was left"),
        (_, 1) => format!("{stands}, of which only 1 was left"),
        (_, lost) => format!("{stands}, of which only {lost} were left"),
    }
}

impl Worse {
    /// Why an effect hits a unit harder, in words.
    pub fn told(self) -> &'static str {
        match self {
            Worse::ByCavalry => "beaten by cavalry",
            Worse::Outflanked => "outflanked, or in march column",
            Worse::Square => "a square that is driven back",
        }
    }
}

impl Tired {
    /// What disorders a fighter that wins a combat.
    pub fn of(winner: &Fighter, second: bool) -> Option<Tired> {
        match winner.charged_over {
            _ if winner.unit.formation == Formation::StormingColumn => Some(Tired::Storming),
            None if winner.unit.is_mounted() => Some(Tired::Stood),
            _ if winner.unit.is_mounted() => Some(Tired::Mounted),
            Some(ground) if ground != Ground::Open => Some(Tired::Ground(ground)),
            _ => second.then_some(Tired::Second),
        }
    }

    /// In words.
    pub fn told(self) -> &'static str {
        match self {
            Tired::Mounted => "horse is disordered by its own charge",
            Tired::Stood => "horse that wins is disordered, even where it stood and was charged",
            Tired::Ground(Ground::Rough) => "it charged over rough ground",
            Tired::Ground(_) => "it charged over broken ground",
            Tired::Second => "it has fought twice",
            Tired::Storming => "it stormed in column",
        }
    }
}

pub(super) fn check_rule(effect: Effect) -> &'static str {
    match effect {
        Effect::DoubleQuick => "MNV-EFF-DQ",
        Effect::WellHandled => "MNV-EFF-WH",
        Effect::Tardy => "MNV-EFF-TARDY",
        Effect::FallBack => "MNV-EFF-FALLBACK-TROOPS",
        Effect::RallyWithElan => "MNV-EFF-RWE",
        Effect::Rally => "MNV-EFF-RALLY",
        Effect::Shaken => "MNV-EFF-SHAKEN",
        Effect::Wavering => "MNV-EFF-WAVERING",
        Effect::Panic => "MNV-EFF-PANIC-GOOD",
    }
}

fn fire_rule(effect: FireEffect, guns: bool) -> &'static str {
    match effect {
        FireEffect::Withering if guns => "FIRE-WITHERING-GUNS",
        FireEffect::Telling if guns => "FIRE-TELLING-GUNS",
        FireEffect::Withering => "FIRE-WITHERING-TROOPS",
        FireEffect::Telling => "FIRE-TELLING-TROOPS",
        FireEffect::Galling => "FIRE-GALLING",
        FireEffect::Lively => "FIRE-LIVELY",
        FireEffect::Desultory => "FIRE-DESULTORY",
    }
}

fn beaten_rule(effect: ChargeEffect) -> &'static str {
    match effect {
        ChargeEffect::SweptFromTheField => "MEL-SWEPT-DEFENDER",
        ChargeEffect::DrivenBack => "MEL-DRIVEN-DEFENDER",
        ChargeEffect::HardPressed => "MEL-HARD-DEFENDER",
        ChargeEffect::DesperateStruggle => "MEL-DESPERATE",
        ChargeEffect::Falter => "MEL-FALTER-ATTACKER",
        ChargeEffect::Recoil => "MEL-RECOIL-ATTACKER",
        ChargeEffect::Repulsed => "MEL-REPULSED-ATTACKER",
    }
}

fn worse_rule(effect: ChargeEffect) -> &'static str {
    match effect {
        ChargeEffect::DrivenBack => "MEL-DRIVEN-WORSE",
        _ => beaten_rule(effect),
    }
}

fn won_rule(effect: ChargeEffect) -> &'static str {
    match effect {
        ChargeEffect::SweptFromTheField => "MEL-SWEPT-ATTACKER",
        ChargeEffect::DrivenBack => "MEL-DRIVEN-ATTACKER",
        ChargeEffect::HardPressed => "MEL-HARD-ATTACKER",
        ChargeEffect::DesperateStruggle => "MEL-DESPERATE",
        ChargeEffect::Falter | ChargeEffect::Recoil | ChargeEffect::Repulsed => "MEL-DEFENDER-WINS",
    }
}
