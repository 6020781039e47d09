//! What each effect does to both sides.

use rulebook::{Carriage, ChargeEffect, Ground, Rulebook};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Combat, Ending, Fighter, Position, Role};
use crate::deed::Deed;
use crate::unit::{Emplacement, Order};

impl Combat {
    /// What an ending does to a side: the stands it loses, and the deeds of each unit.
    pub fn consequences(&self, book: &Rulebook, role: Role, ending: Ending) -> Consequences {
        let (effect, difference) = match ending {
            Ending::Decided { effect, difference } => (effect, difference),
            Ending::AttackerGone | Ending::DefenderGone | Ending::BothGone => {
                return self.left_alone(role, ending);
            }
        };
        let Some((loser, severity)) = verdict(effect) else { return Consequences::default() };
        if role == loser {
            self.beaten(book, role, severity, difference.unsigned_abs())
        } else if role == Role::Attacker {
            self.attacker_wins(book, severity)
        } else {
            self.defender_wins()
        }
    }

    fn left_alone(&self, role: Role, ending: Ending) -> Consequences {
        let stays = matches!(
            (role, ending),
            (Role::Attacker, Ending::DefenderGone) | (Role::Defender, Ending::AttackerGone)
        );
        let deed = match role {
            Role::Attacker => Deed::CarriesThePosition,
            Role::Defender => Deed::Holds,
        };
        let units = self.side(role).fighters.iter().filter(|f| f.in_contact);
        let each = if stays { units.map(|_| vec![deed]).collect() } else { Vec::new() };
        Consequences { units: each, ..Consequences::default() }
    }

    fn beaten(&self, book: &Rulebook, role: Role, severity: Severity, by: u8) -> Consequences {
        let side = self.side(role);
        let winner = self.best_unit(book, role.other());
        let by_cavalry = winner.is_some_and(|f| f.unit.is_mounted());
        let best = self.best_unit(book, role);
        let toll = best
            .map_or(Toll::default(), |best| self.toll(book, role, best, by_cavalry, severity, by));
        let fate = Fate { role, severity, by_cavalry };
        let units = side.fighters.iter().map(|f| self.loser_deeds(book, f, fate));
        Consequences { stands_lost: toll.all(), units: units.collect(), toll }
    }

    /// Stands that a beaten side loses, as many as it has.
    fn toll(
        &self,
        book: &Rulebook,
        role: Role,
        best: &Fighter,
        by_cavalry: bool,
        severity: Severity,
        by: u8,
    ) -> Toll {
        let losses = &book.charge.losses;
        let already = best.unit.is_troops() && best.unit.order != Order::Good;
        let mut toll = Toll::default();
        match severity {
            Severity::Rout => {
                toll.effect = losses.rout_stands;
                toll.beyond = by.saturating_sub(losses.rout_beyond.unsigned_abs());
            }
            Severity::Back => {
                toll.effect = losses.back_stands;
                let worse = best.is_worse_off(book, role, by_cavalry);
                toll.worse = worse.map(|why| (losses.back_worse_stands, why));
            }
            Severity::Pressed if already => {
                toll.effect = losses.pressed_stands;
                toll.disordered = true;
            }
            Severity::Pressed => {}
        }
        let asked = toll.all();
        let fighters = || self.side(role).fighters.iter().filter(|f| f.in_contact);
        let there: u32 = fighters().map(|f| u32::from(f.unit.strength.stands)).sum();
        let left = there.saturating_sub(u32::from(asked));
        let alone = fighters().count() == 1 && best.unit.is_troops() && !best.keeps_its_last;
        let removed = alone && asked > 0 && left <= u32::from(book.effectiveness.removed_at);
        toll.last = if removed { left as u8 } else { 0 };
        toll.capped(u8::try_from(there).unwrap_or(u8::MAX))
    }

    /// Stands that the beaten side loses when `difference` decides between two best units.
    pub fn stands_lost(
        &self,
        book: &Rulebook,
        attacker: usize,
        defender: usize,
        difference: i8,
    ) -> (Role, u8) {
        let Some((loser, severity)) = verdict(book.charge.bands.at(difference)) else {
            return (Role::Attacker, 0);
        };
        let (of_attacker, of_defender) =
            (&self.attacker.fighters[attacker], &self.defender.fighters[defender]);
        let (best, winner) = match loser {
            Role::Attacker => (of_attacker, of_defender),
            Role::Defender => (of_defender, of_attacker),
        };
        let by_cavalry = winner.unit.is_mounted();
        let by = difference.unsigned_abs();
        let toll = self.toll(book, loser, best, by_cavalry, severity, by).all();
        let guns = self.side(loser).fighters.iter().filter(|f| f.loses_its_guns(severity));
        let guns: u8 = guns.map(|f| f.unit.strength.stands).fold(0, u8::saturating_add);
        (loser, toll.max(guns))
    }

    pub(super) fn best_unit(&self, book: &Rulebook, role: Role) -> Option<&Fighter> {
        self.best(book, role).map(|best| &self.side(role).fighters[best.place])
    }

    fn loser_deeds(&self, book: &Rulebook, fighter: &Fighter, fate: Fate) -> Vec<Deed> {
        let Fate { role, severity, by_cavalry } = fate;
        let unit = &fighter.unit;
        if unit.is_guns() {
            return self.gun_deeds(fighter, severity);
        }
        let mut deeds = Vec::new();
        let broken = unit.order == Order::Broken;
        let holds = severity == Severity::Pressed && fighter.holds(role, by_cavalry) && !broken;
        let runs = match severity {
            Severity::Rout => true,
            Severity::Back => fighter.is_worse_off(book, role, by_cavalry).is_some(),
            Severity::Pressed => fighter.is_turned(book) && !holds,
        } || broken
            || (fighter.is_storming() && !holds);
        if runs {
            deeds.push(Deed::FullRetreatBroken);
            if unit.formation.is_square() || unit.presenting {
                deeds.push(Deed::ShelteredCrewsLost);
            }
        } else {
            deeds.push(Deed::Disordered);
            deeds.push(match (holds, severity) {
                (true, _) => Deed::Holds,
                (false, Severity::Pressed) => Deed::RetreatsTwoInches,
                (false, _) => Deed::RetreatsOutOfCloseRange,
            });
            let may_recall = unit.is_mounted() && !self.second && !holds;
            deeds.extend(may_recall.then_some(Deed::MayRecall));
        }
        if unit.presenting && !holds {
            deeds.push(Deed::StopsPresenting);
        }
        if severity == Severity::Rout && unit.leader_attached {
            deeds.push(Deed::LeaderCheck);
        }
        deeds
    }

    fn gun_deeds(&self, fighter: &Fighter, severity: Severity) -> Vec<Deed> {
        let fortified = fighter.position == Position::Fortified && !fighter.is_outflanked();
        let mut deeds = Vec::new();
        if severity == Severity::Pressed {
            deeds.push(Deed::GunsDamaged { stands: 1 });
        }
        match severity {
            Severity::Pressed if fortified => deeds.extend([Deed::Silenced, Deed::Holds]),
            _ if fighter.loses_its_guns(severity) => deeds = vec![Deed::GunsLost],
            _ => deeds.push(Deed::GunsRetreatSilenced),
        }
        if severity == Severity::Rout && fighter.unit.leader_attached {
            deeds.push(Deed::LeaderCheck);
        }
        deeds
    }

    fn attacker_wins(&self, book: &Rulebook, severity: Severity) -> Consequences {
        let by_cavalry = self.best_unit(book, Role::Attacker).is_some_and(|f| f.unit.is_mounted());
        let held = severity == Severity::Pressed
            && self.best_unit(book, Role::Defender).is_some_and(|f| f.holds_ground(by_cavalry));
        let square = self
            .best_unit(book, Role::Defender)
            .is_some_and(|f| f.unit.is_troops() && f.unit.formation.is_square());
        let in_order = held && square && book.charge.square_leaves_attacker_in_order;
        let units = self.attacker.fighters.iter().filter(|f| f.in_contact).map(|fighter| {
            let mut deeds = self.winner_moves(fighter, severity, held);
            let bad_ground = fighter.charged_over.is_some_and(|ground| ground != Ground::Open);
            let storming = fighter.is_storming();
            let disordered = bad_ground || fighter.unit.is_mounted() || self.second;
            let disordered = storming || (disordered && !in_order);
            deeds.extend(disordered.then_some(Deed::Disordered));
            deeds
        });
        Consequences { units: units.collect(), ..Consequences::default() }
    }

    fn winner_moves(&self, fighter: &Fighter, severity: Severity, held: bool) -> Vec<Deed> {
        let mounted = fighter.unit.is_mounted();
        let storming = fighter.is_storming();
        let breaks = match severity {
            Severity::Rout => true,
            Severity::Back => mounted,
            Severity::Pressed => false,
        };
        if held {
            let recall = mounted && !self.second && !storming;
            return [Deed::RetreatsTwoInches]
                .into_iter()
                .chain(recall.then_some(Deed::MayRecall))
                .collect();
        }
        if breaks && !self.second && !storming {
            return vec![Deed::CarriesThePosition, Deed::BreaksThrough];
        }
        let recall = severity == Severity::Pressed && mounted && !self.second && !storming;
        let first = [Deed::CarriesThePosition].into_iter();
        first.chain(recall.then_some(Deed::MayRecall)).collect()
    }

    fn defender_wins(&self) -> Consequences {
        let units = self.defender.fighters.iter().filter(|f| f.in_contact).map(|fighter| {
            let mounted = fighter.unit.is_mounted();
            let mut deeds = vec![Deed::Holds];
            let orderly = mounted && fighter.unit.order != Order::Broken;
            deeds.extend(orderly.then_some(Deed::Disordered));
            if mounted && fighter.charges() {
                deeds.extend([Deed::MayCarryThePosition, Deed::MayRecall]);
            }
            deeds
        });
        Consequences { units: units.collect(), ..Consequences::default() }
    }
}

/// Who loses by `effect`, and how badly; nobody by a desperate struggle.
fn verdict(effect: ChargeEffect) -> Option<(Role, Severity)> {
    match effect {
        ChargeEffect::SweptFromTheField => Some((Role::Defender, Severity::Rout)),
        ChargeEffect::DrivenBack => Some((Role::Defender, Severity::Back)),
        ChargeEffect::HardPressed => Some((Role::Defender, Severity::Pressed)),
        ChargeEffect::DesperateStruggle => None,
        ChargeEffect::Falter => Some((Role::Attacker, Severity::Pressed)),
        ChargeEffect::Recoil => Some((Role::Attacker, Severity::Back)),
        ChargeEffect::Repulsed => Some((Role::Attacker, Severity::Rout)),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Severity {
    /// Swept from the Field, Repulsed.
    Rout,
    /// Driven Back, Recoil.
    Back,
    /// Hard Pressed, Falter.
    Pressed,
}

/// What befell a unit's side.
#[derive(Clone, Copy)]
struct Fate {
    role: Role,
    severity: Severity,
    by_cavalry: bool,
}

impl Fighter {
    /// Why Driven Back or Recoil costs it more and breaks it, if it does.
    fn is_worse_off(&self, book: &Rulebook, role: Role, by_cavalry: bool) -> Option<Worse> {
        let square = role == Role::Defender && self.unit.formation.is_square();
        let why = if by_cavalry {
            Some(Worse::ByCavalry)
        } else if self.is_turned(book) {
            Some(Worse::Outflanked)
        } else {
            square.then_some(Worse::Square)
        };
        why.filter(|_| self.unit.is_troops())
    }

    /// A defender that Hard Pressed does not move.
    fn holds(&self, role: Role, by_cavalry: bool) -> bool {
        role == Role::Defender && self.holds_ground(by_cavalry)
    }

    /// Guns that cannot get away and are not held by their works.
    fn loses_its_guns(&self, severity: Severity) -> bool {
        let guns = self.unit.guns;
        let stuck = guns.emplacement == Emplacement::Fixed
            || (guns.emplacement == Emplacement::Unlimbered && guns.carriage == Carriage::Heavy);
        let works = self.position == Position::Fortified && !self.is_outflanked();
        self.unit.is_guns() && stuck && !(severity == Severity::Pressed && works)
    }

    fn holds_ground(&self, by_cavalry: bool) -> bool {
        let works = self.position == Position::Fortified && !self.is_outflanked();
        let bayonets = self.unit.presenting && by_cavalry;
        let square = self.unit.formation.is_square();
        works || (self.unit.is_troops() && (square || bayonets))
    }
}

/// What an ending does to one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Consequences {
    /// Stands the side loses, the first from its best unit.
    pub stands_lost: u8,
    /// What each unit does.
    pub units: Vec<Vec<Deed>>,
    /// What the stands lost are made up of.
    #[serde(skip)]
    pub toll: Toll,
}

/// What the stands that a beaten side loses are made up of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Toll {
    /// For the effect itself.
    pub effect: u8,
    /// The effect costs them because they were disordered already.
    pub disordered: bool,
    /// For points of difference beyond a limit.
    pub beyond: u8,
    /// For those whom the effect hits harder, and why it does.
    pub worse: Option<(u8, Worse)>,
    /// The last that are left, too few to stay.
    pub last: u8,
    /// What would be lost if there were stands enough.
    pub due: Due,
}

/// The stands that a beaten side would lose if it had as many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// For the effect itself.
    pub effect: u8,
    /// For points of difference beyond a limit.
    pub beyond: u8,
    /// For those whom the effect hits harder.
    pub worse: u8,
}

impl Toll {
    /// All stands lost.
    pub fn all(self) -> u8 {
        let worse = self.worse.map_or(0, |(stands, _)| stands);
        let parts = [self.effect, self.beyond, worse, self.last];
        parts.into_iter().fold(0, u8::saturating_add)
    }

    /// No more than are there: what lapses is taken off the end.
    fn capped(mut self, there: u8) -> Toll {
        let worse = self.worse.map_or(0, |(stands, _)| stands);
        self.due = Due { effect: self.effect, beyond: self.beyond, worse };
        let mut left = there;
        let mut take = |part: &mut u8| {
            *part = (*part).min(left);
            left -= *part;
        };
        take(&mut self.effect);
        take(&mut self.beyond);
        if let Some((stands, _)) = &mut self.worse {
            take(stands);
        }
        take(&mut self.last);
        self
    }
}

/// Why an effect hits a unit harder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worse {
    /// Its winner is mounted.
    ByCavalry,
    /// It is outflanked, or a march column.
    Outflanked,
    /// It is a square.
    Square,
}
