//! What happened, in words: a sentence, and the reasons for every number in it.

use geometry::Length;
use rulebook::{Bands, ChargeEffect, Effect, LeaderFate, Reckoning};

use super::event::{
    AnswerKind, ChargeEnd, Event, GunHarm, Happened, Joins, Regrouped, Removal, RetreatKind, Takes,
};
use super::state::{Over, Phase, State};
use crate::charge::{Ending, Fought};
use crate::deed::Deed;
use crate::fire::Fired;
use crate::maneuver::Checked;
use crate::movement::{Hand, Step};
use crate::moves::{GunManeuver, Maneuver};
use crate::scenario::SpecialRule;
use crate::table::{Side, UnitId, shown_name};
use crate::words::{capital_off, count};

/// What is less than that is not told as a way: half of the tenth that lengths are rounded to.
pub(super) const LEAST: Length = Length::thousandths(50);

/// A sentence of the log with its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telling {
    /// The sentence.
    pub text: String,
    /// Modifiers and the like, each with its ledger entry.
    pub reasons: Vec<String>,
}

impl State {
    /// What happens from here on, each thing told of the battle right after it.
    pub fn tell_each<'e>(
        &self,
        events: &'e [Event],
    ) -> impl Iterator<Item = (&'e Event, Telling)> + use<'e> {
        let mut here = self.clone();
        events.iter().filter_map(move |event| {
            here.evolve(event);
            Some((event, here.tell(&event.what)?))
        })
    }

    /// The name of a unit.
    pub fn name(&self, unit: UnitId) -> &str {
        match self.position.units().get(unit.place()) {
            Some(placed) if !placed.unit.name.is_empty() => &placed.unit.name,
            _ => "a unit",
        }
    }

    /// The unit that a charge was at, if it has gone back and is still on the table.
    pub(super) fn gone_back_from(&self, charger: UnitId) -> Option<UnitId> {
        let target = self.marks(charger).charge.as_ref()?.target;
        (!self.unit(target).stands.is_empty()).then_some(target)
    }

    /// The enemy nearest to a unit, and how far he is.
    pub(super) fn nearest_enemy(&self, unit: UnitId) -> Option<(UnitId, Length)> {
        let enemies = self.of_side(self.unit(unit).side.enemy());
        let gaps = enemies.filter_map(|enemy| {
            crate::sight::gap(&self.position, unit, enemy).map(|gap| (enemy, gap))
        });
        gaps.min_by_key(|(enemy, gap)| (*gap, *enemy))
    }

    /// The name of a leader.
    pub fn leader_name(&self, leader: u16) -> &str {
        self.leader(leader).shown_name()
    }

    /// The name of an army.
    pub fn army_name(&self, side: Side) -> &str {
        &self.scenario.army(side).name
    }

    /// What happened as a sentence; nothing if it is not worth one. The state is the one afterwards.
    pub fn tell(&self, what: &Happened) -> Option<Telling> {
        let mut telling = match what {
            Happened::CheckMade { unit, checked } => self.check_told(*unit, checked),
            Happened::Fires { firers, target, passing, from, behind, fired, .. } => {
                let mut told = self.fire_told(firers, *target, *passing, fired);
                told.text += &self.behind_told(behind, fired);
                let from = from.iter().map(|part| format!("{part} ({})", part.rule));
                told.reasons.splice(0..0, from);
                told
            }
            Happened::Fights { attackers, defenders, joins, fought } => {
                self.fight_told((attackers, defenders), joins, fought)
            }
            _ => Telling { text: self.sentence(what)?, reasons: Vec::new() },
        };
        let why = self.why(what).into_iter();
        telling.reasons.extend(why.map(|why| format!("{} ({})", why.label, why.rule)));
        Some(telling)
    }

    /// What happened where no modifiers are to be told.
    fn sentence(&self, what: &Happened) -> Option<String> {
        let unit = |unit: &UnitId| self.name(*unit);
        let text = match what {
            Happened::Goes
            | Happened::Passes { .. }
            | Happened::Regroups { how: Regrouped::Kept, .. }
            | Happened::CheckMade { .. }
            | Happened::Fires { .. }
            | Happened::Fights { .. } => return None,
            Happened::TurnBegins { turn, side } => {
                format!("== Turn {turn}, {} ==", self.army_name(*side))
            }
            Happened::PhaseBegins(Phase::Maneuver) => "-- Maneuver --".to_owned(),
            Happened::PhaseBegins(Phase::Fire) => "-- Musketry & Cannonade --".to_owned(),
            Happened::PhaseBegins(Phase::Charge) => "-- Charge --".to_owned(),
            Happened::Arrives { unit: id, edge } => {
                format!("{} arrives over the {edge} edge.", unit(id))
            }
            Happened::Delayed { unit: id } => {
                format!("{} finds no free way onto the table and waits a turn.", unit(id))
            }
            Happened::LeaderComes { leader, unit: Some(id), back } => {
                let back = if *back { "is back, placed beside" } else { "is placed beside" };
                format!("{} {back} {}.", self.leader_name(*leader), unit(id))
            }
            Happened::LeaderComes { leader, unit: None, .. } => {
                format!("{} is on the field.", self.leader_name(*leader))
            }
            Happened::LeaderReplaced { leader, lost } => {
                match (self.leader_name(*leader), shown_name(lost)) {
                    (name, lost) if name == lost => {
                        format!("Another {} takes his place.", capital_off(name))
                    }
                    (name, lost) => format!("{name} takes the place of {lost}."),
                }
            }
            Happened::Attached { leader, unit: id } => {
                format!("{} attaches himself to {}.", self.leader_name(*leader), unit(id))
            }
            Happened::Detached { leader, unit: id } => {
                format!("{} leaves {}.", self.leader_name(*leader), unit(id))
            }
            Happened::LeaderMoves { leader, spent } => {
                format!("{} rides {}.", self.leader_name(*leader), spent.to_tenth())
            }
            Happened::CheckRolled { leader, die, forced } => {
                let who = match leader {
                    Some(leader) => format!("Check under {}", self.leader_name(*leader)),
                    None => "Check out of command".to_owned(),
                };
                let forced = if *forced { " (it must)" } else { "" };
                format!("{who}{forced}: die {}.", die.face())
            }
            Happened::Does { unit: id, deed, .. } => format!("{}: {deed}.", unit(id)),
            Happened::Retreats { unit: id, by, how: RetreatKind::TwoInches, passed, .. }
                if self.goes_past(*id, passed) =>
            {
                let (name, whom) = (unit(id), self.some_names(passed));
                format!("{name} goes back {}, past {whom}, clear of the enemy.", by.to_tenth())
            }
            Happened::Retreats { unit: id, by, how, out_of, broken, .. } => {
                let broken = if *broken { ", broken" } else { "" };
                self.retreat_told(unit(id), *by, (*how, out_of), broken)
            }
            Happened::Reforms { unit: id } => {
                let now = self.unit(*id).unit.formation_in_words(&self.book.terms);
                format!("{} reforms: {now}.", unit(id))
            }
            Happened::ShakenBy { unit: id, by, .. } => {
                format!("{} is disordered by {}.", unit(id), unit(by))
            }
            Happened::StandsLost { unit: id, stands, left, level, .. } => {
                let s = if *stands == 1 { "stand" } else { "stands" };
                let level = level.map_or(String::new(), |level| format!(", {level}"));
                format!("{} loses {stands} {s}: {left} left{level}.", unit(id))
            }
            Happened::LossesWeigh { side, was, now, lost } => {
                self.losses_told(*side, (*was, *now), *lost)
            }
            Happened::GunHurt { unit: id, stand, harm, .. } => {
                format!("{}: gun {} {}.", unit(id), u16::from(*stand) + 1, harm.told())
            }
            Happened::Destroyed { unit: id, why, left, .. } => {
                let with = if *why == Removal::Edge && *left > 1 {
                    let guns = self.unit(*id).unit.is_guns();
                    format!(" with {}", count(*left, if guns { "gun" } else { "stand" }))
                } else {
                    String::new()
                };
                let why = match (why, is_many(unit(id))) {
                    (Removal::Losses, false) => "is no more",
                    (Removal::Losses, true) => "are no more",
                    (Removal::Edge, false) => "leaves the table and is lost",
                    (Removal::Edge, true) => "leave the table and are lost",
                    (Removal::Home, false) => "goes home",
                    (Removal::Home, true) => "go home",
                    (Removal::Cut, false) => "has no way out and is lost",
                    (Removal::Cut, true) => "have no way out and are lost",
                    (Removal::GunsLost, false) => "loses its guns",
                    (Removal::GunsLost, true) => "are lost",
                };
                format!("{} {why}{with}.", unit(id))
            }
            Happened::ChargeDeclared { unit: id, target, steel } => {
                let steel = if *steel { " with cold steel" } else { "" };
                format!("{} will charge {}{steel}.", unit(id), unit(target))
            }
            Happened::NobodyCharges { why, .. } => self.nobody_charges_told(why),
            Happened::NoFireAtCharge { unit: id, charger, why } => {
                self.no_fire_told(*id, *charger, why.as_deref())
            }
            Happened::AnswerDeclared { unit: id, answer } => {
                format!("{} will {}.", unit(id), answer_told(*answer))
            }
            Happened::Declines { unit: id, charger } => {
                format!("{} does not countercharge {}.", unit(id), unit(charger))
            }
            Happened::Answered { unit: id, answer } => {
                let did = match answer {
                    AnswerKind::Countercharge => "countercharges",
                    AnswerKind::Square => "stands in a hasty square",
                    AnswerKind::Present => "presents bayonets",
                    AnswerKind::Rejoin => "rejoins its regiment",
                    AnswerKind::Shelter => "leaves a gun: its crew takes shelter",
                };
                format!("{} {did}.", unit(id))
            }
            Happened::ChargeMoves { unit: id, target, spent, ground, end } => {
                let ground = match ground {
                    rulebook::Ground::Open => "open",
                    rulebook::Ground::Broken => "broken",
                    rulebook::Ground::Rough => "rough",
                };
                let spent = spent.to_tenth();
                let how = format!("{} charges {spent} over {ground} ground", unit(id));
                let whom = unit(target);
                match end {
                    ChargeEnd::Contact => format!("{how} into contact with {whom}."),
                    ChargeEnd::Meets => format!("{how} at {whom}."),
                    ChargeEnd::Unmet => format!(
                        "{} stays where it is: its countercharge cannot meet {whom}, who goes on.",
                        unit(id)
                    ),
                    ChargeEnd::Gone if spent == Length::ZERO => {
                        format!("{} stays where it is: {whom} has gone.", unit(id))
                    }
                    ChargeEnd::Gone => format!("{how} at {whom}, who has gone."),
                    ChargeEnd::Short { .. } if spent == Length::ZERO => {
                        format!("{} cannot move at {whom}: its charge comes to nothing.", unit(id))
                    }
                    ChargeEnd::Short { gap, .. } => {
                        format!("{how} at {whom} and stops {} short of it.", gap.up_to_tenth())
                    }
                }
            }
            Happened::Evades { unit: id, from } => format!("{} evades {}.", unit(id), unit(from)),
            Happened::Stands { unit: id } => format!("{} stands.", unit(id)),
            Happened::Maneuvers { unit: id, does, spent, .. } => {
                let now = &self.unit(*id).unit;
                let formation = now.described_formation(&self.book.terms);
                format!("{} {}: {formation}.", unit(id), maneuver_told(does.as_deref(), *spent))
            }
            Happened::GunManeuvers { unit: id, stand, does, ready, spent } => {
                let gun = format!("{}: gun {}", unit(id), u16::from(*stand) + 1);
                format!("{gun} {}{}.", gun_told(does, *spent), ready_told(does, *ready))
            }
            Happened::Regroups { unit: id, how: Regrouped::Apart(battery) } => {
                let guns = count(self.unit(*id).stands.len() as u8, "gun");
                format!("{} ({guns}) has drawn apart from {}.", unit(id), unit(battery))
            }
            Happened::Regroups { unit: id, how: Regrouped::Back(battery) } => {
                format!(
                    "{} has closed up with {}: they are one unit again.",
                    unit(id),
                    unit(battery)
                )
            }
            Happened::SkirmishersOut { regiment, stands } => {
                format!("{} sends out {} as skirmishers.", unit(regiment), count(*stands, "stand"))
            }
            Happened::SkirmishersBack { regiment } => {
                format!("{} has its skirmishers back.", unit(regiment))
            }
            Happened::Inherits { unit: id } => {
                format!(
                    "The skirmishers are all that is left of {}: they are the regiment.",
                    unit(id)
                )
            }
            Happened::LeaderLeaves { leader, unit: id } => {
                format!("{} leaves the table with {}.", self.leader_name(*leader), unit(id))
            }
            Happened::LeaderWaits { leader } => {
                let name = self.leader_name(*leader);
                format!("{name} finds no unit to join: each has a leader. He waits.")
            }
            Happened::LeaderStays { leader, unit: id } => {
                let name = self.leader_name(*leader);
                format!("{name}, who was not attached to {}, stays behind.", unit(id))
            }
            Happened::LowOnAmmunition { unit: id, gun } => match gun {
                Some(stand) => {
                    format!("{}: gun {} is low on ammunition.", unit(id), u16::from(*stand) + 1)
                }
                None => format!("{} is low on ammunition.", unit(id)),
            },
            Happened::LeaderRolled { name, die, fate, .. } => {
                let fate = match fate {
                    LeaderFate::Lost => "is lost for the battle",
                    LeaderFate::Absent => "is carried off and will be back",
                    LeaderFate::Dismounted => "loses his horse",
                    LeaderFate::Unhurt => "is unhurt",
                };
                format!("Leader in danger: die {}, {} {fate}.", die.face(), shown_name(name))
            }
            Happened::TargetGone { unit: id } => match self.gone_back_from(*id) {
                Some(enemy) => {
                    format!("{} has no combat: {} is no longer in contact.", unit(id), unit(&enemy))
                }
                None => format!("{} finds nobody left to fight.", unit(id)),
            },
            Happened::Carries { unit: id } => {
                let told = format!("{} carries the position", unit(id));
                match self.nearest_enemy(*id) {
                    Some((enemy, gap)) if gap < Length::inches(4) => {
                        format!("{told} and is now {} from {}.", gap.to_tenth(), unit(&enemy))
                    }
                    _ => format!("{told}."),
                }
            }
            Happened::Special { rule, unit: on } => {
                let special = self.scenario.specials.get(*rule);
                let name = special.map_or("", |special| &*special.name);
                match (special.map(|special| &special.what), on.as_ref().map(unit)) {
                    (Some(SpecialRule::GrassFire { .. }), Some(unit)) => {
                        format!("{unit} sets fire to the grass before it ({name}).")
                    }
                    (Some(SpecialRule::Volleys { .. }), Some(unit)) => {
                        format!("{unit} has fired often enough and goes home ({name}).")
                    }
                    (_, Some(unit)) => format!("{name}: it binds {unit}."),
                    (_, None) => format!("{name}."),
                }
            }
            Happened::ArrivalRolled { unit: id, die, needs } => {
                let comes = if die.face() >= *needs { "comes" } else { "does not come yet" };
                format!("{} {comes}: {}, {needs} or more.", unit(id), die.face())
            }
            Happened::Recalls { unit: id, by, .. } => {
                let rides = format!("{} recalls: it rides back {}", unit(id), by.to_tenth());
                match self.nearest_enemy(*id) {
                    Some((enemy, gap)) => {
                        let (near, gap) = (unit(&enemy), gap.to_tenth());
                        format!("{rides}, and the nearest enemy is now {near}, {gap} away.")
                    }
                    None => format!("{rides}."),
                }
            }
            Happened::BreaksThrough { unit: id, target, turn } => {
                // To the degree: who turns less goes straight on.
                let (by, hand) =
                    (turn.size() / 100, if turn.signed() < 0 { "left" } else { "right" });
                let wheel = if by == 0 {
                    String::new()
                } else {
                    format!(" with a free wheel {hand} of {by}°")
                };
                format!("{} breaks through at {}{wheel}.", unit(id), unit(target))
            }
            Happened::NobodyInReach { unit: id } => {
                format!("{} has nobody in reach to break through at.", unit(id))
            }
            Happened::KeyTaken { key, side, from, by } => {
                let name = self.scenario.key_positions.get(*key).map_or("a position", |k| &*k.name);
                let from = from.map_or(String::new(), |s| format!(" from {}", self.army_name(s)));
                let by = by.map(|(unit, how)| format!(": {} {}", self.name(unit), how.told()));
                let by = by.unwrap_or_else(|| {
                    ": the enemy has no troops or guns left on the field".to_owned()
                });
                format!("{} takes {name}{from}{by}.", self.army_name(*side))
            }
            Happened::HorsesTaken { unit: id } => {
                format!("The tethered horses of {} are driven off.", unit(id))
            }
            Happened::GunTaken { unit: id, by } => {
                format!("{} takes an abandoned gun of {}.", unit(by), unit(id))
            }
            Happened::CrewReturns { unit: id, stand } => {
                format!("{}: the crew is back at gun {}.", unit(id), u16::from(*stand) + 1)
            }
            Happened::Ends(victory) => {
                let why = match victory.why {
                    Over::LastTurn => "The last turn is over".to_owned(),
                    Over::ArmyGone => {
                        let gone = victory.winner.map(|side| self.army_name(side.enemy()));
                        format!(
                            "{} has no troops or guns left on the field",
                            gone.unwrap_or("Neither army")
                        )
                    }
                    Over::Resigned => "A side has given up".to_owned(),
                    Over::Objective => "An army holds what it came for".to_owned(),
                };
                let winner = match victory.winner {
                    Some(side) => format!("{} wins", self.army_name(side)),
                    None => "a draw".to_owned(),
                };
                // Those of the winner come first.
                let side = victory.winner.unwrap_or(Side::First);
                let [own, other] = [side, side.enemy()].map(|side| victory.points[side as usize]);
                let points = if own == 1 { "point" } else { "points" };
                format!("{why}: {winner}, {own} {points} to {other}.")
            }
        };
        Some(text)
    }

    fn check_told(&self, unit: UnitId, checked: &Checked) -> Telling {
        let label = self.unit(unit).unit.label(&self.book.terms);
        let sum = sum(checked.die.face(), checked.reckoning.total, checked.result);
        // Crews that shelter with it are told when they are lost.
        let mut deeds = checked.deeds.clone();
        deeds.retain(|deed| *deed != Deed::ShelteredCrewsLost);
        let deeds = deeds_told(&deeds);
        let column = self.book.maneuver.column(self.unit(unit).unit.nation);
        let bands = if checked.disordered { &column.disordered } else { &column.good_order };
        let (effect, needed) = (checked.effect, needed(bands, checked.result, Effect::title));
        let text = format!("{label}: {sum}, {} ({needed}): {deeds}.", effect.title());
        Telling { text, reasons: reasons(&checked.reckoning) }
    }

    fn fire_told(
        &self,
        firers: &[(UnitId, u8)],
        target: UnitId,
        passing: bool,
        fired: &Fired,
    ) -> Telling {
        let who: Vec<String> = firers
            .iter()
            .map(|(unit, stands)| format!("{} ({stands})", self.name(*unit)))
            .collect();
        let passing = if passing { " as it passes" } else { "" };
        let mut text = format!("{} at {}{passing}: ", who.join(" and "), self.name(target));
        let rockets: Vec<String> = fired
            .accuracy
            .iter()
            .map(|roll| {
                format!("{}{}", roll.die.face(), if roll.hit { " hits" } else { " misses" })
            })
            .collect();
        if !rockets.is_empty() {
            text += &format!("rockets {}; ", rockets.join(", "));
        }
        let Some(shot) = &fired.shot else {
            text += "no fire.";
            return Telling { text, reasons: Vec::new() };
        };
        let points = if shot.points.in_eighths() <= 8 { "point" } else { "points" };
        let sum = sum(shot.die.face(), shot.reckoning.total, shot.result);
        let experience = self.unit(target).unit.experience;
        let deeds = match shot.deeds.as_slice() {
            [] if shot.is_too_weak(&self.book, experience) => {
                "no effect, too few points: not even a die of 10 would have hurt it".to_owned()
            }
            [] if self.unit(target).unit.is_guns() && shot.outcome.hurts_guns() => {
                "no effect, its guns are silenced already".to_owned()
            }
            [] => shot.outcome.spares().to_owned(),
            deeds => deeds_told(deeds),
        };
        text +=
            &format!("{} {points}, {sum}, {}: {deeds}.", shot.points, shot.outcome.effect.title());
        Telling { text, reasons: reasons(&shot.reckoning) }
    }

    fn retreat_told(
        &self,
        unit: &str,
        by: Length,
        (how, out_of): (RetreatKind, &[UnitId]),
        broken: &str,
    ) -> String {
        if by < LEAST {
            return format!("{unit} need not go back: it stands far enough off.");
        }
        let by = by.to_tenth();
        match how {
            RetreatKind::OutOfCloseRange if out_of.is_empty() => {
                format!("{unit} goes back {by}, clear of the enemy.")
            }
            RetreatKind::OutOfCloseRange => {
                let whose = self.some_names(out_of);
                format!("{unit} goes back {by}, out of close range of {whose}.")
            }
            RetreatKind::TwoInches => format!("{unit} goes back {by}, to 2\" from the enemy."),
            RetreatKind::Full => format!("{unit} makes a full retreat{broken}, {by}."),
        }
    }

    /// `A`, `A and B`, `A, B and 3 more`.
    pub(super) fn some_names(&self, units: &[UnitId]) -> String {
        match units {
            [] => String::new(),
            [one] => self.name(*one).to_owned(),
            [one, other] => format!("{} and {}", self.name(*one), self.name(*other)),
            [one, other, more @ ..] => {
                format!("{}, {} and {} more", self.name(*one), self.name(*other), more.len())
            }
        }
    }

    /// What a volley did to those massed behind its target.
    fn behind_told(&self, behind: &[UnitId], fired: &Fired) -> String {
        let Some(shot) = &fired.shot else { return String::new() };
        let each = behind.iter().zip(&shot.behind).map(|(unit, deeds)| {
            let deeds = if deeds.is_empty() { "no effect".to_owned() } else { deeds_told(deeds) };
            format!(" Massed behind, {}: {deeds}.", self.name(*unit))
        });
        each.collect()
    }

    fn fight_told(
        &self,
        (attackers, defenders): (&[UnitId], &[UnitId]),
        joins: &[(UnitId, Joins)],
        fought: &Fought,
    ) -> Telling {
        let supports = |unit: &UnitId| joins.iter().any(|(of, how)| of == unit && how.is_support());
        let names = |units: &[UnitId]| {
            let (behind, front): (Vec<UnitId>, Vec<UnitId>) =
                units.iter().partition(|u| supports(u));
            let front = self.all_names(&front);
            let behind = (!behind.is_empty()).then(|| self.all_names(&behind));
            behind.map_or(front.clone(), |behind| format!("{front} ({behind} in support)"))
        };
        let several = fought.rounds.len() > 1;
        let begin = if several { "." } else { ":" };
        let mut text = format!("{} against {}{begin} ", names(attackers), names(defenders));
        let mut reasons_all = Vec::new();
        for (place, round) in fought.rounds.iter().enumerate() {
            let (a, d) = (&round.attacker, &round.defender);
            let which = if several { format!("Round {}", place + 1) } else { String::new() };
            let on = round.effect == ChargeEffect::DesperateStruggle;
            let lost = count(self.book.charge.losses.struggle_stands, "stand");
            let cost = if on { format!(", {lost} each") } else { String::new() };
            let said = format!(
                "{} to {}, {:+}, {}{cost}",
                sum(a.die.face(), a.reckoning.total, a.total()),
                sum(d.die.face(), d.reckoning.total, d.total()),
                round.difference,
                round.effect.title()
            );
            text += &if several { format!("{which}: {said}. ") } else { format!("{said}. ") };
            for (who, roll) in [("attacker", a), ("defender", d)] {
                let who = format!("{which} {who}");
                let who = who.trim_start();
                reasons_all.extend(reasons(&roll.reckoning).iter().map(|r| format!("{who} {r}")));
            }
        }
        match fought.ending {
            Ending::Decided { .. } => {}
            Ending::AttackerGone => text += "The attacker has no stand left.",
            Ending::DefenderGone => text += "The defender has no stand left.",
            Ending::BothGone => text += "Neither has a stand left.",
        }
        Telling { text: text.trim_end().to_owned(), reasons: reasons_all }
    }

    fn all_names(&self, units: &[UnitId]) -> String {
        units.iter().map(|unit| self.name(*unit)).collect::<Vec<_>>().join(" and ")
    }
}

/// Does a name speak of several, as `Two light guns` does?
fn is_many(name: &str) -> bool {
    let many = ["Two", "Three", "Four", "Five", "Six", "Seven", "Eight"];
    name.split(' ').next().is_some_and(|first| many.contains(&first))
}

/// The results that give the same effect, and what the next better one takes: `5 to 7; Well Handled from 8`.
pub(super) fn needed<T: Copy>(
    bands: &Bands<T>,
    result: i8,
    title: impl Fn(T) -> &'static str,
) -> String {
    let own = title(bands.at(result));
    let span = bands.around(result, |row| title(row) == own);
    match span.to {
        None => format!("{span}"),
        Some(to) => format!("{span}; {} from {}", title(bands.at(to + 1)), to + 1),
    }
}

/// `6 +3 = 9`.
fn sum(die: u8, modifier: i8, result: i8) -> String {
    format!("{die} {modifier:+} = {result}")
}

fn deeds_told(deeds: &[Deed]) -> String {
    deeds.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn reasons(reckoning: &Reckoning) -> Vec<String> {
    let items = reckoning.items.iter();
    let items = items.map(|item| format!("{:+} {} ({})", item.value, item.label, item.rule));
    let others = reckoning.not_counted.iter();
    let others = others.map(|other| format!("{} ({})", other.told(), other.rule));
    items.chain(others).collect()
}

/// What troops do: `marches by the flank 3"`.
fn maneuver_told(does: Option<&Maneuver>, spent: Option<Length>) -> String {
    let far = spent.map_or(String::new(), |far| format!(" {}", far.to_tenth()));
    let Some(does) = does else { return format!("storms forward{far}") };
    match does {
        Maneuver::Hold { refuse: Some(_), .. } => "stays and places its flanks".to_owned(),
        Maneuver::Hold { frontage: Some(_), .. } => "stays and changes its frontage".to_owned(),
        Maneuver::Hold { .. } => "holds its ground".to_owned(),
        Maneuver::Move { steps, .. } => format!("moves{far}{}", whither(steps)),
        Maneuver::ChangeFormation { .. } if spent.is_some_and(|far| far > Length::ZERO) => {
            format!("moves{far} and changes formation")
        }
        Maneuver::ChangeFormation { .. } => "changes formation".to_owned(),
        Maneuver::PassageOfLines { steps, .. } => {
            format!("passes through friends{far}{}", whither(steps))
        }
        Maneuver::MarchByTheFlank { .. } => format!("marches by the flank{far}"),
        Maneuver::DeployToTheFront { .. } => "deploys to the front".to_owned(),
        Maneuver::ChangeFront { .. } => format!("changes front{far}"),
        Maneuver::FaceByTheRearRank => "faces by the rear rank".to_owned(),
        Maneuver::ScaleObstacle { .. } => "climbs over an obstacle".to_owned(),
        Maneuver::Replenish => "takes on ammunition".to_owned(),
    }
}

/// Where a move goes that is not straight ahead: ` back`, ` to the left front`, ` and wheels right 30°`.
fn whither(steps: &[Step]) -> String {
    let hand = |hand: &Hand| if *hand == Hand::Left { "left" } else { "right" };
    let told = |step: &Step| match step {
        Step::Advance { .. } => None,
        Step::Withdraw { .. } => Some(" back".to_owned()),
        Step::Oblique { to, .. } => Some(format!(" to the {} front", hand(to))),
        Step::ObliqueBack { to, .. } => Some(format!(" to the {} rear", hand(to))),
        Step::Wheel { to, turn } => Some(format!(" with a wheel {} of {turn}", hand(to))),
        _ => None,
    };
    let mut found: Vec<String> = Vec::new();
    for word in steps.iter().filter_map(told) {
        if !found.contains(&word) {
            found.push(word);
        }
    }
    found.concat()
}

/// What a gun does: `limbers, drives 12" and unlimbers`.
fn gun_told(does: &GunManeuver, spent: Option<Length>) -> String {
    match does {
        GunManeuver::Hold => "holds".to_owned(),
        GunManeuver::Move { limber, unlimber, .. } => {
            let far = spent.map_or(String::new(), |far| format!(" {}", far.to_tenth()));
            match (limber.is_some(), unlimber.is_some()) {
                (false, false) => format!("drives{far}"),
                (true, false) => format!("limbers and drives{far}"),
                (false, true) => format!("drives{far} and unlimbers"),
                (true, true) => format!("limbers, drives{far} and unlimbers"),
            }
        }
        GunManeuver::Limber(_) => "limbers".to_owned(),
        GunManeuver::Unlimber { .. } => "unlimbers".to_owned(),
        GunManeuver::Pivot { .. } => "turns in place".to_owned(),
        GunManeuver::HandHaul { by, .. } => format!("is hauled {} by hand", by.to_tenth()),
        GunManeuver::Prolong { by, .. } => format!("goes back {} by prolonge", by.to_tenth()),
        GunManeuver::Fire => "stands".to_owned(),
        GunManeuver::Rally => "is served again and no longer silenced".to_owned(),
        GunManeuver::Replenish => "takes on ammunition".to_owned(),
        GunManeuver::Retreat => "limbers and retreats".to_owned(),
    }
}

/// Whether a gun has kept its offensive fire, where one would ask.
fn ready_told(does: &GunManeuver, ready: bool) -> &'static str {
    match (does, ready) {
        (_, true) => ", ready to fire in the fire phase",
        (GunManeuver::Hold, false) => " and does not fire this turn",
        (_, false) => "",
    }
}

impl Takes {
    fn told(self) -> &'static str {
        match self {
            Takes::Standing => "stands on it",
            Takes::Passing => "passed through it",
            Takes::Left => "stands on it and nobody else holds it any more",
        }
    }
}

impl GunHarm {
    /// What it is to a gun: `is silenced`.
    pub(super) fn told(self) -> &'static str {
        match self {
            GunHarm::Silenced => "is silenced",
            GunHarm::Damaged => "is damaged",
            GunHarm::DamagedAndSilenced => "is damaged and silenced",
            GunHarm::Wrecked => "is wrecked",
        }
    }
}

fn answer_told(answer: AnswerKind) -> &'static str {
    match answer {
        AnswerKind::Countercharge => "countercharge",
        AnswerKind::Square => "form a hasty square",
        AnswerKind::Present => "present bayonets",
        AnswerKind::Rejoin => "rejoin its regiment",
        AnswerKind::Shelter => "take shelter",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Refusing;

    #[test]
    fn a_maneuver_is_told_by_what_it_is() {
        let hold = |refuse: Option<Refusing>| Maneuver::Hold { refuse, frontage: None };
        let far = Some(Length::thousandths(5_200));
        for (does, spent, expected) in [
            (Some(hold(None)), None, "holds its ground"),
            (Some(hold(Some(Refusing::STRAIGHT))), None, "stays and places its flanks"),
            (Some(Maneuver::Replenish), None, "takes on ammunition"),
            (Some(Maneuver::FaceByTheRearRank), None, "faces by the rear rank"),
            (None, far, "storms forward 5.2\""),
        ] {
            assert_eq!(maneuver_told(does.as_ref(), spent), expected);
        }
    }
}
