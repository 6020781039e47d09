//! The reasons of a combat: who is in it as what, who rolls, and what decides more than the dice.

use rulebook::{ChargeEffect, ChargeFact, Ground, Reason};

use super::cause::Because;
use super::event::Joins;
use super::state::State;
use super::told::needed;
use crate::charge::Fought;
use crate::deed::Deed;
use crate::sight::{self, Favor};
use crate::table::{Side, UnitId};

impl State {
    /// Who fights in a combat of several units as what, who only supports, and who rolls for his side.
    pub(super) fn why_join(&self, joins: &[(UnitId, Joins)], fought: &Fought) -> Vec<Because> {
        let several = |side: Side| {
            let contact =
                |(unit, how): &&(UnitId, Joins)| !how.is_support() && self.unit(*unit).side == side;
            joins.iter().filter(contact).count() > 1
        };
        let chain = several(Side::First) || several(Side::Second);
        let told = joins.iter().filter(|(_, how)| chain || how.is_support());
        let mut found: Vec<Because> =
            told.map(|(unit, how)| self.joins_told(*unit, *how)).collect();
        found.extend(joins.iter().filter_map(|(unit, _)| self.why_flank(*unit)));
        found.extend(self.why_favored(joins, fought));
        found.extend(self.why_thrown_back(joins, fought));
        let best = fought.rounds.first().map_or(Vec::new(), |round| round.best.to_vec());
        let best = best.into_iter().map(UnitId).filter(|unit| several(self.unit(*unit).side));
        found.extend(best.map(|unit| {
            let label =
                format!("{} rolls for its side: it has the best modifiers", self.name(unit));
            Because::new(label, "MEL-BASE-BEST-UNIT")
        }));
        found.extend(fought.rounds.last().map(|round| {
            let needed = needed(&self.book.charge.bands, round.difference, ChargeEffect::title);
            let label = format!("{}: a difference of {needed}", round.effect.title());
            Because::new(label, "MEL-BASE-PROCEDURE")
        }));
        found
    }

    fn joins_told(&self, unit: UnitId, how: Joins) -> Because {
        let name = self.name(unit);
        let (said, rule) = match how {
            Joins::Charges(whom) => (format!("charged {}", self.name(whom)), "MEL-BASE-BEST-UNIT"),
            Joins::BreaksThrough(whom) => {
                (format!("broke through at {}", self.name(whom)), "CHG-BASE-BREAKTHROUGH")
            }
            Joins::Countercharges(whom) => {
                (format!("countercharged {}", self.name(whom)), "CHG-COUNTERCHARGE")
            }
            Joins::Charged(by) => {
                (format!("was charged by {}", self.name(by)), "MEL-BASE-BEST-UNIT")
            }
            Joins::Touches(whom) => {
                let label = format!("touches {} and so is of this combat", self.name(whom));
                (label, "MEL-BASE-BEST-UNIT")
            }
            Joins::Supports(whom) => {
                let label = format!(
                    "did not charge, it supports {} from within 2\" behind: its stands count for the \
                     numbers, it goes back with its side and loses no stand",
                    self.name(whom)
                );
                (label, "CHG-BASE-SUPPORT")
            }
        };
        Because::new(format!("{name} {said}"), rule)
    }

    /// Whether a charger outflanks his target, where he stands behind its front or came from there.
    fn why_flank(&self, charger: UnitId) -> Option<Because> {
        let charge = self.marks(charger).charge.as_ref()?;
        let behind = sight::is_turned(self.unit(charge.target), &self.unit(charger).stands);
        let (target, by) = (self.name(charge.target), self.name(charger));
        let label = match (charge.turns, behind) {
            (true, _) => format!(
                "{target} is outflanked by {by}: where the charge began, half of it or more was behind the front"
            ),
            (false, true) => format!(
                "{target} is not outflanked by {by}: where the charge began, less than half of it was behind \
                 the front"
            ),
            (false, false) => return None,
        };
        Some(Because::new(label, "TERR-BASE-OUTFLANKED"))
    }

    /// What makes the ground of a defender favorable, where that counts.
    fn why_favored(&self, joins: &[(UnitId, Joins)], fought: &Fought) -> Option<Because> {
        let about = [ChargeFact::FavorableGround].into_iter().collect();
        let first = &fought.rounds.first()?.defender.reckoning;
        self.book.charge.modifiers.counts(first, about).then(|| {
            let over = joins.iter().find_map(|(unit, _)| {
                let charge = self.marks(*unit).charge.as_ref();
                charge.filter(|charge| charge.ground != Ground::Open).map(|c| (*unit, c.ground))
            });
            let by_stand = joins.iter().find_map(|(unit, _)| {
                let charge = self.marks(*unit).charge.as_ref()?;
                Some((charge.target, *unit, self.favored_by(charge.target, *unit)?))
            });
            let label = match (over, by_stand) {
                (Some((charger, ground)), _) => {
                    let ground = if ground == Ground::Rough { "rough" } else { "broken" };
                    format!("favorable ground: the charge of {} came over {ground} ground", self.name(charger))
                }
                (None, Some((target, by, favor))) => {
                    let (target, by) = (self.name(target), self.name(by));
                    match favor {
                        Favor::Higher => format!("favorable ground: {target} stands higher than {by} came from"),
                        Favor::BadGround => {
                            format!("favorable ground: {by} came at {target} over broken or rough ground")
                        }
                        Favor::Obstacle => {
                            format!("favorable ground: {target} stands behind an obstacle that {by} had to cross")
                        }
                    }
                }
                (None, None) => "favorable ground: the defender's".to_owned(),
            };
            Because::new(label, "TERR-BASE-FAVORABLE")
        })
    }

    /// Why a winner goes back: Hard Pressed does not move who is in square, fortified or behind bayonets.
    fn why_thrown_back(&self, joins: &[(UnitId, Joins)], fought: &Fought) -> Option<Because> {
        let pressed = fought.rounds.last()?.effect == ChargeEffect::HardPressed;
        let back =
            fought.attacker.units.iter().flatten().any(|deed| *deed == Deed::RetreatsTwoInches);
        let charged =
            |(unit, how): &(UnitId, Joins)| matches!(how, Joins::Charged(_)).then_some(*unit);
        let holder = joins.iter().find_map(charged).filter(|_| pressed && back)?;
        let unit = &self.unit(holder).unit;
        let (how, rule) = if unit.formation.is_square() {
            ("in square", self.book.reasons.rule(Reason::SquareHolds))
        } else if unit.presenting {
            ("behind its bayonets", rulebook::RuleId::new("MEL-HARD-ATTACKER"))
        } else {
            ("in its works", rulebook::RuleId::new("MEL-HARD-ATTACKER"))
        };
        let label = format!(
            "{}, {how}, holds its ground though Hard Pressed: so the winner goes back, 2\" from it",
            self.name(holder)
        );
        Some(Because { label, rule })
    }
}
