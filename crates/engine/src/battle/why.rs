//! The reasons of what happened, besides the modifiers of a die: each with its ledger entry.

use geometry::Length;
use rulebook::{
    ChargeEffect, Effect, Experience, FireEffect, FireRow, GunsLost, LeaderFate, Reason, RuleId,
};

use super::cause::{Because, Cause, check_rule};
use super::event::{
    AnswerKind, ChargeEnd, GunHarm, Happened, Idle, Peril, Regrouped, Removal, RetreatKind,
};
use super::shooters;
use super::state::State;
use super::told::{LEAST, needed};
use crate::deed::Deed;
use crate::fire::{Charging, Fired, checked_from};
use crate::maneuver::Checked;
use crate::moves::{Refusal, Why};
use crate::sight;
use crate::table::{Side, UnitId};
use crate::words::capital_off;
use crate::{Emplacement, Formation};

/// Guns that cannot be limbered in a hurry.
const HEAVY: &str = "guns on heavy carriages that are unlimbered";

/// Does a refusal say no more than that somebody is too far off?
fn is_far(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::Forbidden { why: Why::OutOfReach, .. })
}

/// What Lively Fire depends on, where that is what came of a volley.
fn why_lively(fired: &Fired) -> Option<Because> {
    let shot = fired.shot.as_ref()?;
    let outcome = shot.outcome;
    let harms =
        shot.deeds.iter().any(|deed| matches!(deed, Deed::Disordered | Deed::GunsSilenced { .. }));
    let label = match (outcome.cannonade, harms) {
        (true, true) => "Lively Fire does harm because guns give half of the fire points or more",
        // The sentence says that its target was in disorder already.
        (true, false) => return None,
        (false, _) => {
            "Lively Fire does no harm because guns give less than half of the fire points"
        }
    };
    (outcome.effect == FireEffect::Lively).then(|| Because::new(label, "FIRE-LIVELY"))
}

impl State {
    /// Why something happened; nothing where the sentence says it all, or where its modifiers do.
    pub fn why(&self, what: &Happened) -> Vec<Because> {
        match what {
            Happened::CheckMade { unit, checked }
                if checked.disordered && checked.effect == Effect::Panic && checked.result < 0 =>
            {
                let (effect, result) = (checked.effect, checked.result);
                let panic = Cause::Check { effect, result, disordered: true }.losses_told(self);
                panic.into_iter().chain(self.why_column(*unit, checked)).collect()
            }
            Happened::CheckMade { unit, checked } => self
                .why_holds(*unit, checked)
                .into_iter()
                .chain(self.why_guns_stay(*unit, checked))
                .chain(self.why_column(*unit, checked))
                .collect(),
            Happened::Retreats { by, why: Cause::Won { effect, .. }, .. } if *by < LEAST => {
                let label = format!(
                    "{}: the winner of a combat with who holds his ground ends 2\" or more from every enemy, and it \
                     does already",
                    effect.title()
                );
                vec![Because::new(label, "MEL-HARD-ATTACKER")]
            }
            Happened::Retreats { unit, why: why @ Cause::Won { .. }, .. } => {
                let gone = self.gone_back_from(*unit).is_none().then(|| {
                    let label = "it goes back though its enemy is no more: the effect of the combat says so";
                    Because::new(label, "MEL-HARD-ATTACKER")
                });
                std::iter::once(self.why_back(*why)).chain(gone).collect()
            }
            Happened::Retreats {
                unit,
                by,
                how: RetreatKind::Full,
                from,
                ground,
                by_road,
                passed,
                why,
                ..
            } => {
                let far = self.why_full(*unit, *by, (*ground, *by_road), passed);
                let far = far.into_iter().chain(self.why_home(*unit, from));
                let guns = self.unit(*unit).unit.is_guns();
                let why = if guns { why.guns_told(self) } else { why.runs_told(self) };
                std::iter::once(why).chain(far).collect()
            }
            Happened::Retreats { why, broken: true, .. } => vec![why.runs_told(self)],
            Happened::Retreats {
                unit,
                how: RetreatKind::OutOfCloseRange,
                out_of,
                from,
                why,
                ..
            } => {
                let far = self.why_so_far(*unit, from, out_of);
                std::iter::once(why.told(self)).chain(far).collect()
            }
            Happened::Retreats { unit, how: RetreatKind::TwoInches, from, passed, why, .. } => {
                let past = self.why_past(*unit, passed);
                let aside = self.why_aside(*unit, from);
                std::iter::once(why.told(self)).chain(past).chain(aside).collect()
            }
            Happened::Does { why, .. } => vec![why.told(self)],
            Happened::ShakenBy { why, .. } | Happened::GunHurt { why, .. } => vec![why.told(self)],
            Happened::StandsLost { unit, stands, reshaped, why, .. } => {
                let mut found = self.why_lost(*stands, *why);
                let now = self.unit(*unit).unit.formation_in_words(&self.book.terms);
                found.extend(reshaped.then(|| {
                    let label = format!("too few for the formation it had: now {now}");
                    Because::new(label, "FORM-BASE-SUPPORTED-LINE")
                }));
                found
            }
            Happened::LossesWeigh { now, .. } => self.why_losses(*now),
            Happened::Destroyed { unit, why: Removal::Edge, after, over: Some(over), .. } => {
                let after = after.map(|after| after.runs_told(self));
                after.into_iter().chain(self.why_over_the_edge(*unit, *over)).collect()
            }
            Happened::Destroyed { why, left, after, .. } => self.why_gone(*why, *left, *after),
            Happened::Recalls { instead, .. } => self.why_recalls(*instead),
            Happened::Maneuvers { disorders: Some(why), .. } => vec![why.told(self)],
            Happened::ChargeDeclared { unit, steel: true, .. } => vec![self.cold_steel(*unit)],
            Happened::ChargeMoves { unit, end, spent, .. } => {
                let charge = self.marks(*unit).charge.as_ref();
                let hurried = charge.is_some_and(|charge| charge.disordered);
                let hurried = hurried.then(|| Cause::FullMove.told(self));
                self.why_ends(end, *spent).into_iter().chain(hurried).collect()
            }
            Happened::NobodyCharges { bars, .. } => {
                let label = "one charges an enemy in sight whom the move after the check reaches";
                let rule = Because::new(label, "CHG-BASE-DECLARE");
                self.why_barred(bars).into_iter().chain([rule]).collect()
            }
            Happened::NoFireAtCharge { why, .. } => self.why_silent(why.as_deref()),
            Happened::Answered { answer: AnswerKind::Square, .. } => vec![Because {
                label: "foot that horse charges may form square at once".to_owned(),
                rule: self.book.reasons.rule(Reason::SquareHastyCavalry),
            }],
            Happened::Reforms { unit }
                if matches!(
                    self.unit(*unit).unit.formation,
                    Formation::FieldColumn | Formation::MarchColumn
                ) =>
            {
                let label = "there is no room for a wider formation where it stands";
                vec![Because::new(label, "MNV-EFF-REFORM-FORMATION")]
            }
            Happened::LowOnAmmunition { unit, .. } => self.why_low(*unit),
            Happened::Evades { .. } => vec![self.why_evades()],
            Happened::LeaderRolled { fate, peril, rule, .. } => {
                let what = match fate {
                    LeaderFate::Lost => "lost",
                    LeaderFate::Absent => "away for a turn",
                    LeaderFate::Dismounted => "on foot for a turn",
                    LeaderFate::Unhurt => "unhurt",
                };
                let rows = self.book.fallen_leader.iter().filter(|row| row.fate == *fate);
                let from = rows.clone().map(|row| row.from).min().unwrap_or_default();
                let to = rows.map(|row| row.to).max().unwrap_or_default();
                let dice = if from == to { from.to_string() } else { format!("{from} to {to}") };
                let label =
                    format!("a die of his own on the fallen leader table: {what} with {dice}");
                vec![self.peril(*peril), Because { label, rule: rule.clone() }]
            }
            Happened::LeaderReplaced { .. } => {
                vec![Because::new("a lost leader has a successor", "CMD-BASE-ATTACH")]
            }
            Happened::LeaderLeaves { .. } => {
                let label = "he goes with his unit; a successor comes in his place";
                vec![Because::new(label, "CMD-BASE-LEADER-ORPHANED")]
            }
            Happened::LeaderComes { unit: Some(_), .. } => {
                let label =
                    "a leader without a place is put to a unit of his command, else of his army";
                vec![Because::new(label, "CMD-FALLEN-ONE-TURN")]
            }
            Happened::LeaderWaits { .. } => {
                let label = "who comes to his post is put to a unit without a leader";
                vec![Because::new(label, "CMD-FALLEN-ONE-TURN")]
            }
            Happened::LeaderStays { .. } => {
                let goes = "only an attached leader goes with his unit";
                let alone = "if the enemy comes upon him alone he is rolled for";
                vec![
                    Because::new(goes, "CMD-BASE-LEADER-ORPHANED"),
                    Because::new(alone, "MOV-BASE-LEADER"),
                ]
            }
            Happened::Regroups { how: Regrouped::Apart(_), .. } => {
                let label = "guns more than 2\" from the others of their battery check and are fired \
                             at as a unit of their own, until they close up again";
                vec![Because::new(label, "GUN-BASE-BATTERY-UNIT")]
            }
            Happened::BreaksThrough { .. } => vec![self.breakthrough()],
            Happened::NobodyInReach { .. } => {
                let label =
                    "no enemy in sight within the half move: it stays on the ground it took";
                vec![Because::new(label, "CHG-BASE-BREAKTHROUGH")]
            }
            Happened::Fires { target, passing, charging, firers, idle, fired, behind, .. } => {
                let effect = self.why_effect(*target, fired).into_iter();
                let checked = self.why_checked((*target, *charging), fired);
                let plenty = self.why_not_low(firers, fired);
                let guns = self.why_guns(*target, fired);
                let massed = (!behind.is_empty() && fired.shot.is_some()).then(|| {
                    let label = "who stands close behind the target suffers the next lower effect";
                    Because::new(label, "FIRE-MASSED-TARGET")
                });
                let lively = why_lively(fired);
                let idle = idle.iter().map(|idle| self.why_idle((firers, *target, *passing), idle));
                let rest = lively.into_iter().chain(guns).chain(massed).chain(plenty).chain(idle);
                let passed = passing.then(|| {
                    let label = "defensive fire at a unit that moved may catch it where it passed, before \
                                 all other fire, if it was nearer there than where it ended";
                    Because::new(label, "CHG-BASE-PASS-THROUGH")
                });
                effect.chain(checked).chain(passed).chain(rest).collect()
            }
            Happened::Fights { joins, fought, .. } => self.why_join(joins, fought),
            Happened::TargetGone { unit } => {
                let label = match self.gone_back_from(*unit) {
                    Some(_) => {
                        "its enemy went back, or fire took the stands that it touched: no die is rolled"
                    }
                    None => "his stands are gone before the combat: no die is rolled",
                };
                vec![Because::new(label, "CHG-BASE-TARGET-GONE")]
            }
            Happened::Carries { .. } => {
                vec![Because::new("the winner stands where the loser stood", "CHG-BASE-CARRY")]
            }
            Happened::KeyTaken { key, side, by, .. } => self.why_taken(*key, *side, by.is_none()),
            Happened::HorsesTaken { .. } => {
                vec![Because::new("the enemy comes to them", "MARK-ACW-TETHER-CAPTURED")]
            }
            Happened::GunTaken { .. } => {
                vec![Because::new("the enemy stands on it when the turn ends", "GUN-BASE-LOST")]
            }
            Happened::Special { rule, .. } => {
                let special = self.scenario.specials.get(*rule);
                special.map(|special| self.own_reason(special)).into_iter().collect()
            }
            Happened::Ends(_) => self.why_won(),
            _ => Vec::new(),
        }
    }

    /// Which column of the table a check was read in, where that is not the first of all.
    fn why_column(&self, unit: UnitId, checked: &Checked) -> Option<Because> {
        let several = self.book.maneuver.columns.len() > 1;
        let order = if checked.disordered { "not in good order" } else { "in good order" };
        let whose = if several {
            format!(" of {}", self.army_name(self.unit(unit).side))
        } else {
            String::new()
        };
        let label = format!("read in the column for troops{whose} {order}");
        (several || checked.disordered).then(|| Because::new(label, "MNV-PROC-4-COLUMN"))
    }

    /// What becomes of guns that must go and cannot.
    fn why_guns_stay(&self, unit: UnitId, checked: &Checked) -> Option<Because> {
        let lost = checked.deeds.contains(&Deed::GunsLost);
        if !lost && !checked.deeds.contains(&Deed::Silenced) {
            return None;
        }
        let (rules, panics) = (&self.book.maneuver, checked.effect == Effect::Panic);
        let fixed = self.unit(unit).unit.guns.emplacement == Emplacement::Fixed;
        let (which, when) = match (fixed, panics) {
            (true, true) => ("guns in a fixed position", rules.fixed_guns_on_panic),
            (true, false) => ("guns in a fixed position", rules.fixed_guns_on_fall_back),
            (false, true) => (HEAVY, rules.heavy_guns_on_panic),
            (false, false) => (HEAVY, rules.heavy_guns_on_fall_back),
        };
        let ends = match (lost, when) {
            (true, GunsLost::InCloseRange) => {
                "in enemy close range and not fortified they are lost"
            }
            (true, _) => "they are lost",
            (false, GunsLost::InCloseRange) => {
                "out of enemy close range or fortified they stay, silenced"
            }
            (false, _) => "they stay, silenced",
        };
        let rule = if panics { "MNV-EFF-PANIC-GOOD" } else { "MNV-EFF-FALLBACK-LOST-GUNS" };
        Some(Because::new(format!("{which} cannot be driven away: {ends}"), rule))
    }

    /// Why a unit holds where an effect would drive others back.
    fn why_holds(&self, unit: UnitId, checked: &Checked) -> Vec<Because> {
        let holds = |deed: &Deed| matches!(deed, Deed::Holds | Deed::HoldsAndMayFire);
        if !checked.deeds.iter().any(holds) {
            return Vec::new();
        }
        let placed = self.unit(unit);
        let near = sight::threats(&self.book, &self.position, unit, &placed.stands);
        let label = match near.is_empty() {
            true => "it need not go back: no enemy has it in close range".to_owned(),
            false if self.is_fortified(unit) => {
                let whose = self.some_names(&near);
                format!("it need not go back: it is fortified, though in close range of {whose}")
            }
            false if placed.unit.formation.is_square() => {
                "it need not go back: it stands in square".to_owned()
            }
            false => return Vec::new(),
        };
        let rule = match checked.effect {
            Effect::FallBack if placed.unit.is_guns() => "MNV-EFF-FALLBACK-GUNS",
            effect => check_rule(effect),
        };
        vec![Because::new(label, rule)]
    }

    /// Why a unit goes back.
    pub fn why_back(&self, why: Cause) -> Because {
        let Cause::Won { effect, .. } = why else { return why.told(self) };
        let label = format!(
            "{}: the defender, in square or fortified, holds his ground, so the winner goes back",
            effect.title()
        );
        Because::new(label, "MEL-HARD-ATTACKER")
    }

    /// Why a unit lost so many stands, and no more of its side's loss than that.
    fn why_lost(&self, stands: u8, why: Cause) -> Vec<Because> {
        let mut found = why.losses_told(self);
        if let Cause::Beaten { toll, .. } = why
            && toll.all() > stands
        {
            let label = format!("its share of the {} that its side loses", toll.all());
            found.push(Because::new(label, "MEL-BASE-BEST-UNIT"));
        }
        found
    }

    /// What a recall is, and instead of what.
    fn why_recalls(&self, instead: Option<(RetreatKind, Cause)>) -> Vec<Because> {
        let what = match instead.map(|(how, _)| how) {
            Some(RetreatKind::OutOfCloseRange) => "instead of going back out of close range",
            Some(RetreatKind::TwoInches) => "instead of going back to 2\" from the enemy",
            Some(RetreatKind::Full) => "instead of a full retreat",
            None => "instead of staying on the ground it has won",
        };
        let label = format!(
            "a recall: mounted cavalry may ride to its rear, up to a full move, {what}; it must end 2\" or \
             more from every enemy and in nobody's close range who did not have it there before"
        );
        let why = instead.map(|(_, why)| why.told(self));
        why.into_iter().chain([Because::new(label, "CHG-BASE-RECALL")]).collect()
    }

    fn why_gone(&self, why: Removal, left: u8, after: Option<Cause>) -> Vec<Because> {
        let first = match why {
            Removal::Losses if left > 0 => {
                Because::new("troops with one stand left are removed", "EFF-SINGLE-STAND")
            }
            Removal::Losses => Because::new("no stand is left", "EFF-CASUALTY-PERMANENT"),
            Removal::Edge => {
                Because::new("its flight leads over the edge", "TRP-BASE-FULL-RETREAT")
            }
            Removal::Home => Because::new("it has done what it was told", "SCEN-VOLLEYS"),
            Removal::Cut => Because::new("there is no way back for it", "TRP-BASE-RETREAT-PATH"),
            Removal::GunsLost => Because::new("guns that cannot get away", "GUN-BASE-LOST"),
        };
        std::iter::once(first).chain(after.map(|after| after.runs_told(self))).collect()
    }

    fn why_ends(&self, end: &ChargeEnd, spent: Length) -> Vec<Because> {
        match end {
            ChargeEnd::Meets => {
                let label = "a countercharge turns to the charger and meets him halfway; what its wheel closes is \
                             no way of his";
                vec![Because::new(label, "CHG-COUNTERCHARGE")]
            }
            ChargeEnd::Contact if spent < LEAST => {
                let label = "its enemy has come up to it: it need not move";
                vec![Because::new(label, "CHG-BASE-MOVE")]
            }
            ChargeEnd::Contact => Vec::new(),
            ChargeEnd::Unmet => {
                let label = "it would meet the charger halfway if he could turn to it there, else where he \
                             stands; neither way is free";
                vec![Because::new(label, "CHG-COUNTERCHARGE")]
            }
            ChargeEnd::Gone => {
                vec![Because::new("nobody is left there: it takes the ground", "CHG-BASE-MOVE")]
            }
            ChargeEnd::Short { square, why, .. } => {
                let general = if *square {
                    Because {
                        label: "a square is narrower than the line was: no one wheel or oblique \
                                brings the charge home"
                            .to_owned(),
                        rule: self.book.reasons.rule(Reason::SquareCharged),
                    }
                } else {
                    let label = "no one wheel or oblique at its start brings the charge home";
                    Because::new(label, "CHG-BASE-MOVE")
                };
                let refused = why.as_ref().filter(|why| !is_far(why)).map(|why| Because {
                    label: capital_off(&why.told(&self.position)),
                    rule: why.rule(),
                });
                std::iter::once(general).chain(refused).collect()
            }
        }
    }

    /// What charging with cold steel is.
    pub fn cold_steel(&self, unit: UnitId) -> Because {
        let placed = &self.unit(unit).unit;
        let fires = placed.experience == Experience::Elite && !placed.is_mounted();
        if fires {
            let label = "cold steel: +1 in the combat, harder to check by a volley, and such troops \
                         still have their own";
            return Because::new(label, "CHG-COLD-STEEL-ELITE");
        }
        let label =
            "cold steel: +1 in the combat and harder to check by a volley, but none of its own";
        Because::new(label, "CHG-COLD-STEEL")
    }

    /// What a breakthrough is.
    pub fn breakthrough(&self) -> Because {
        let rate =
            if self.book.charge.breakthrough_at_double_quick { " at the double quick" } else { "" };
        let [swept, driven] =
            [ChargeEffect::SweptFromTheField, ChargeEffect::DrivenBack].map(ChargeEffect::title);
        let label = format!(
            "breakthrough: after {swept} every winner of a first combat, after {driven} only horse must, its \
             player is not asked: a free wheel and half a move{rate} at the closest enemy in sight, for a \
             second combat with +1; nobody answers it or fires, and the winner is disordered"
        );
        Because::new(label, "CHG-BASE-BREAKTHROUGH")
    }

    /// What it is to be low on ammunition.
    pub fn low_on_ammunition(&self) -> Because {
        let label = "low on ammunition: half its fire points, until it makes the maneuver that \
                     replenishes it";
        Because::new(label, "FIRE-HALF")
    }

    /// Why a gun of a unit is to be picked: what hit it, how hard, and what is done to the gun.
    pub fn why_hurt(&self, unit: UnitId, harm: GunHarm, why: Cause) -> Because {
        let told = why.told(self);
        let by = match why {
            Cause::Fire { by, result, .. } => {
                format!("fire of {} at {}, result {result}: ", self.name(by), self.name(unit))
            }
            _ => String::new(),
        };
        let label = format!("{by}{}; one gun {}, its owner picks it", told.label, harm.told());
        Because { label, rule: told.rule }
    }

    /// What lets a skirmish line run from a charge.
    pub fn why_evades(&self) -> Because {
        let listed = self.book.maneuver.troop_list.iter().find(|row| &*row.id == "evade");
        let rule = listed.map_or_else(|| RuleId::new("TRP-BASE-FULL-RETREAT"), |r| r.rule.clone());
        let label = "a skirmish line may run before the charge touches it: a full retreat, broken";
        Because { label: label.to_owned(), rule }
    }

    /// Why somebody is low on ammunition, what that means, and how it ends.
    pub fn why_low(&self, unit: UnitId) -> Vec<Because> {
        let usual = self.book.fire.losses.special_die;
        let scarce = (1..usual).find(|face| self.is_short(unit, *face));
        let first = match scarce {
            Some(die) => Because::new(
                format!("ammunition is scarce: a die of {die} or more in its fire"),
                "SCEN-SCARCE-AMMUNITION",
            ),
            None if self.unit(unit).unit.is_guns() => {
                Because::new(format!("a die of {usual} in its fire"), "FIRE-LOW-AMMO")
            }
            None => {
                let label = format!("a die of {usual} in its fire, of half its stands or more");
                Because::new(label, "FIRE-LOW-AMMO")
            }
        };
        let ends = Because::new("a Well Handled check lets it replenish", "TRP-BASE-REPLENISH");
        vec![first, self.low_on_ammunition(), ends]
    }

    fn peril(&self, peril: Peril) -> Because {
        match peril {
            Peril::Fire => {
                let die = self.book.fire.losses.special_die;
                let near = self.book.fire.losses.leader_within;
                let label = format!("a die of {die} in fire at a target within {near} of him");
                Because::new(label, "FIRE-FALLEN-LEADER")
            }
            Peril::Combat => Because::new("his unit is routed", "CMD-FALLEN-IN-CHARGE"),
            Peril::UnitLost => Because::new("his unit is no more", "CMD-BASE-LEADER-ORPHANED"),
            Peril::Overrun => Because::new("the enemy comes upon him", "MOV-BASE-LEADER"),
        }
    }

    /// Which results give the effect of a volley against its target.
    fn why_effect(&self, target: UnitId, fired: &Fired) -> Option<Because> {
        let shot = fired.shot.as_ref()?;
        let experience = self.unit(target).unit.experience;
        let bands = &self.book.fire.columns[experience as usize];
        let needed = needed(bands, shot.result, |row: FireRow| row.effect().title());
        let (effect, level) = (shot.outcome.effect, self.book.terms.experience(experience));
        let label = format!("{} at {level} troops: {needed}", effect.title());
        Some(Because::new(label, "FIRE-EFFECTS"))
    }

    /// Why not all stands of a unit fire.
    fn why_idle(
        &self,
        (firers, target, passing): (&[(UnitId, u8)], UnitId, bool),
        idle: &Idle,
    ) -> Because {
        let Idle { unit, all, fired, unready, rest } = idle;
        let (unit, fired, unready) = (*unit, *fired, *unready);
        let firing = firers.iter().find(|(of, _)| *of == unit).map_or(0, |(_, stands)| *stands);
        let mut why = Vec::new();
        if !rest.is_empty() {
            let what = shooters::hindrances(self, (unit, rest), target, passing);
            let rest = rest.len();
            let what =
                if what.is_empty() { String::new() } else { format!(" ({})", what.join(", ")) };
            why.push(format!("{rest} without a shot at it{what}"));
        }
        if fired > 0 {
            why.push(format!("{fired} fired before"));
        }
        if unready > 0 {
            why.push(format!("{unready} limbered or silenced"));
        }
        let (name, why) = (self.name(unit), why.join(", "));
        let label = format!("{firing} of {all} stands of {name} fire: {why}");
        Because::new(label, "FIRE-BASE-PROCEDURE")
    }

    /// What fire comes to at guns that are silenced or damaged already.
    fn why_guns(&self, target: UnitId, fired: &Fired) -> Option<Because> {
        let shot = fired.shot.as_ref().filter(|_| self.unit(target).unit.is_guns())?;
        let wrecks = shot.deeds.iter().any(|deed| matches!(deed, Deed::GunsWrecked { .. }));
        match (shot.deeds.is_empty(), shot.outcome.effect) {
            (true, _) if shot.outcome.hurts_guns() => Some(Because::new(
                "silencing a gun that is silenced already does nothing more",
                "GUN-BASE-SILENCED",
            )),
            (_, FireEffect::Telling) if wrecks => Some(Because::new(
                "a gun that was damaged before is wrecked by more damage",
                "GUN-BASE-DAMAGED",
            )),
            _ => None,
        }
    }

    /// From which result on a volley checks the charge of its target.
    fn why_checked(
        &self,
        (target, charging): (UnitId, Charging),
        fired: &Fired,
    ) -> Option<Because> {
        let shot = fired.shot.as_ref().filter(|_| charging != Charging::No)?;
        let unit = &self.unit(target).unit;
        let what = if charging.is_countercharge() { "countercharge" } else { "charge" };
        let steel = if charging.is_with_steel() { " with cold steel" } else { "" };
        let level = self.book.terms.experience(unit.experience);
        let arm = if unit.is_mounted() { "horse" } else { "troops" };
        let who = format!("a {what}{steel} of {level} {arm}");
        let lowest = |guns: bool| checked_from(&self.book, (unit, charging), guns);
        let guns = shot.outcome.cannonade;
        let by = match (lowest(guns) == lowest(!guns), guns) {
            (true, _) => "",
            (false, true) => " by guns",
            (false, false) => " by musketry",
        };
        let Some(from) = lowest(guns) else {
            return Some(Because::new(format!("{who} is never checked"), "FIRE-EFFECTS"));
        };
        let done = if charging.is_countercharge() { "blunted" } else { "checked" };
        let label = format!("{who} is {done}{by} from {from} on, this result is {}", shot.result);
        let rule = self.book.fire.row(unit.experience, from).rule.clone();
        Some(Because { label, rule })
    }

    /// Why nobody is low on ammunition though the die would have it.
    fn why_not_low(&self, firers: &[(UnitId, u8)], fired: &Fired) -> Option<Because> {
        let shot = fired.shot.as_ref()?;
        let die = self.book.fire.losses.special_die;
        if shot.die.face() != die || shot.low_on_ammunition {
            return None;
        }
        let who = if firers.len() == 1 { "its" } else { "any unit's" };
        let label = format!(
            "a die of {die}, but nobody is low on ammunition: fewer than half of {who} stands fired"
        );
        Some(Because::new(label, "FIRE-LOW-AMMO"))
    }

    /// What gives a key position to a side, and what it is worth.
    fn why_taken(&self, key: usize, side: Side, alone: bool) -> Vec<Because> {
        let rule = "VIC-BASE-KEY-POSITION";
        let mut found = vec![match alone {
            true => Because::new("who is left alone on the field has them all", "VIC-BASE-VICTORY"),
            false => Because::new(
                "the last to hold it, or to pass through it when nobody holds it",
                rule,
            ),
        }];
        let Some(key) = self.scenario.key_positions.get(key) else { return found };
        let points = key.points[side as usize];
        if points > 0 {
            let noun = if points == 1 { "point" } else { "points" };
            let label = format!("worth {points} {noun} to {} at the end", self.army_name(side));
            found.push(Because::new(label, rule));
        }
        if let Some(army) = key.key_of {
            let army = self.army_name(army);
            let label = if key.key_of == Some(side) {
                format!("the checks of {army} are no longer worse for its loss")
            } else {
                format!("the checks of {army} are worse while it is lost")
            };
            found.push(Because::new(label, "MNV-MOD-KEY-POSITION"));
        }
        found
    }

    /// What the points of both sides are for.
    fn why_won(&self) -> Vec<Because> {
        let of = |side: Side| {
            let counted = self.scores(side).into_iter().filter(|score| score.points > 0);
            let army = self.army_name(side).to_owned();
            counted.map(move |score| Because {
                label: format!("{army} {:+}: {}", score.points, score.label),
                rule: score.rule,
            })
        };
        of(Side::First).chain(of(Side::Second)).collect()
    }
}
