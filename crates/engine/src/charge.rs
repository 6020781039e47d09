//! Charge combat: each side's best unit, a die each, the difference, and the fight goes on while
//! it is nothing.

use rulebook::{
    ChargeEffect, ChargeFact, Experience, Ground, Level, Reckoning, RuleId, Rulebook, Set, Tally,
    named,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::deed::Deed;
use crate::dice::{Dice, Die};
use crate::maneuver::Woods;
use rulebook::{Arm, Trait};

use crate::unit::{Emplacement, Formation, Order, Unit};

named! {
    /// What a defender holds.
    pub enum Position {
        /// Nothing that helps.
        Open = "open-position",
        /// Favorable ground.
        Favorable = "favorable-ground",
        /// A strong position.
        Strong = "strong-position",
        /// A fortified position.
        Fortified = "fortified",
    }
}

/// A unit in a charge combat.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fighter {
    /// The unit.
    pub unit: Unit,
    /// Touches the enemy; a unit that only supports does not.
    pub in_contact: bool,
    /// Outflanked.
    pub outflanked: bool,
    /// Charges with cold steel.
    pub cold_steel: bool,
    /// The worst ground it charged or countercharged over; nothing if it stood.
    pub charged_over: Option<Ground>,
    /// What it holds.
    pub position: Position,
    /// Guns with troops in support.
    pub supported: bool,
    /// In woods.
    pub woods: bool,
}

impl Fighter {
    /// `unit` in contact, standing.
    pub fn of(unit: Unit) -> Fighter {
        Fighter {
            unit,
            in_contact: true,
            outflanked: false,
            cold_steel: false,
            charged_over: None,
            position: Position::Open,
            supported: false,
            woods: false,
        }
    }

    /// Sets how many of its stands are in woods.
    pub fn in_woods(mut self, woods: Woods) -> Fighter {
        self.woods = woods.has_half_of(self.unit.strength.stands);
        self
    }

    fn counted_stands(&self) -> u16 {
        let counts = self.in_contact || self.unit.order != Order::Broken;
        if counts { u16::from(self.unit.strength.stands) } else { 0 }
    }

    /// Retreats as an outflanked unit: by its flank, or because a march column is all flank.
    fn is_turned(&self, book: &Rulebook) -> bool {
        let marching = self.unit.is_troops()
            && self.unit.order != Order::Broken
            && self.unit.formation == Formation::MarchColumn;
        self.is_outflanked() || (marching && book.charge.march_column_is_outflanked)
    }

    fn is_storming(&self) -> bool {
        self.unit.is_troops() && self.unit.formation == Formation::StormingColumn
    }

    /// Outflanked, in a formation that has flanks.
    fn is_outflanked(&self) -> bool {
        self.outflanked && (self.unit.is_guns() || self.unit.has_flanks())
    }

    fn charges(&self) -> bool {
        self.charged_over.is_some()
    }
}

/// One side of a combat: the first unit in contact is the one that was charged, or that charged.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Side {
    /// Its units.
    pub fighters: Vec<Fighter>,
}

impl Side {
    /// A side of one unit.
    pub fn of(fighter: Fighter) -> Side {
        Side { fighters: vec![fighter] }
    }

    fn stands(&self) -> u16 {
        self.fighters.iter().map(Fighter::counted_stands).sum()
    }

    fn mounted_stands(&self) -> u16 {
        let mounted = self.fighters.iter().filter(|f| f.unit.is_mounted_cavalry());
        mounted.map(Fighter::counted_stands).sum()
    }

    fn foremost(&self) -> Option<&Fighter> {
        self.fighters.iter().find(|f| f.in_contact)
    }

    fn is_beaten_out(&self) -> bool {
        self.foremost().is_none()
    }
}

/// A charge combat.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Combat {
    /// The side that charged in its own turn.
    pub attacker: Side,
    /// The side that was charged.
    pub defender: Side,
    /// The second combat, of a breakthrough charge.
    pub second: bool,
    /// A desperate struggle has been fought.
    pub struggled: bool,
}

/// Which side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The side that charged.
    Attacker,
    /// The side that was charged.
    Defender,
}

impl Role {
    /// The other one.
    pub const fn other(self) -> Role {
        match self {
            Role::Attacker => Role::Defender,
            Role::Defender => Role::Attacker,
        }
    }
}

/// Why a combat cannot be fought as described.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChargeRefusal {
    /// A side has no unit in contact, or one without stands.
    NoStands {
        /// Which side.
        role: Role,
    },
    /// The unit may not charge with cold steel.
    NoColdSteel {
        /// Why.
        why: NoColdSteel,
        /// The ledger entry.
        rule: RuleId,
    },
    /// The unit cannot charge at all.
    CannotCharge {
        /// Why.
        why: CannotCharge,
        /// The ledger entry.
        rule: RuleId,
    },
    /// Infantry and cavalry may not charge one target.
    MixedArms {
        /// The ledger entry.
        rule: RuleId,
    },
}

named! {
    /// Why a unit has no cold steel.
    pub enum NoColdSteel {
        /// It stands to receive the charge.
        Stands = "stands-to-receive",
        /// It has no bayonets.
        NoBayonets = "no-bayonets",
        /// It is horse on foot.
        Dismounted = "dismounted",
        /// It has no sabers or lances.
        NoSabers = "no-sabers",
        /// It is mounted infantry.
        MountedInfantry = "mounted-infantry",
        /// It is guns.
        Guns = "guns",
    }
}

named! {
    /// Why a unit cannot charge.
    pub enum CannotCharge {
        /// Guns do not charge.
        Guns = "guns",
        /// Broken troops do not charge.
        Broken = "broken",
        /// March columns do not charge.
        MarchColumn = "march-column",
        /// Squares do not charge.
        Square = "square",
        /// Troops that present bayonets do not charge.
        PresentedBayonets = "presented-bayonets",
    }
}

/// A side's best unit and its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// Its place among the fighters.
    pub place: usize,
    /// What it adds to the die.
    pub tally: Tally,
    facts: Set<ChargeFact>,
}

/// How a combat ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "ending")]
pub enum Ending {
    /// By the table.
    Decided {
        /// The effect.
        effect: ChargeEffect,
        /// Attacker's total less defender's.
        difference: i8,
    },
    /// A desperate struggle used the attacker up.
    AttackerGone,
    /// A desperate struggle used the defender up.
    DefenderGone,
    /// A desperate struggle used both up.
    BothGone,
}

impl Combat {
    /// Checks that the combat can be fought as described.
    pub fn check(&self, book: &Rulebook) -> Result<(), ChargeRefusal> {
        for (role, side) in [(Role::Attacker, &self.attacker), (Role::Defender, &self.defender)] {
            let stands = side.foremost().map_or(0, |f| f.unit.strength.stands);
            if stands == 0 || side.fighters.iter().any(|f| f.unit.strength.stands == 0) {
                return Err(ChargeRefusal::NoStands { role });
            }
        }
        for fighter in self.attacker.fighters.iter().filter(|f| f.in_contact) {
            may_charge(&fighter.unit)?;
        }
        let chargers = || self.attacker.fighters.iter().filter(|f| f.in_contact);
        let mounted = chargers().filter(|f| f.unit.is_mounted()).count();
        if !book.charge.mixed_arms && mounted > 0 && mounted < chargers().count() {
            return Err(ChargeRefusal::MixedArms { rule: RuleId::new("CHG-MIXED-ARMS-ACW") });
        }
        let stands = |f: &&Fighter| f.cold_steel && f.unit.is_troops() && !f.unit.is_mounted();
        if self.defender.fighters.iter().any(|f| stands(&f)) {
            let (why, rule) = (NoColdSteel::Stands, book.charge.cold_steel_rule.clone());
            return Err(ChargeRefusal::NoColdSteel { why, rule });
        }
        for fighter in self.attacker.fighters.iter().chain(&self.defender.fighters) {
            if fighter.cold_steel
                && let Some(why) = no_cold_steel(book, fighter)
            {
                let rule = book.charge.cold_steel_rule.clone();
                return Err(ChargeRefusal::NoColdSteel { why, rule });
            }
        }
        Ok(())
    }

    /// A side.
    pub fn side(&self, role: Role) -> &Side {
        match role {
            Role::Attacker => &self.attacker,
            Role::Defender => &self.defender,
        }
    }

    /// The best unit of a side: the one in contact with the highest modifiers.
    pub fn best(&self, book: &Rulebook, role: Role) -> Option<Best> {
        let side = self.side(role);
        let enemy = self.side(role.other());
        let mut best: Option<Best> = None;
        for (place, fighter) in side.fighters.iter().enumerate().filter(|(_, f)| f.in_contact) {
            let facts = self.facts(book, fighter, side, enemy);
            let tally = book.charge.modifiers.tally(facts);
            if best.is_none_or(|b| tally.total > b.tally.total) {
                best = Some(Best { place, tally, facts });
            }
        }
        best
    }

    /// The modifiers of a side's best unit with their reasons.
    pub fn reckon(&self, book: &Rulebook, role: Role) -> Reckoning {
        let best = self.best(book, role);
        best.map(|best| book.charge.modifiers.reckon(best.facts)).unwrap_or_default()
    }

    fn facts(
        &self,
        book: &Rulebook,
        fighter: &Fighter,
        side: &Side,
        enemy: &Side,
    ) -> Set<ChargeFact> {
        use ChargeFact as F;
        let unit = &fighter.unit;
        let mut facts = Set::new();
        facts.insert(match unit.experience {
            Experience::Elite => F::Elite,
            Experience::Veteran => F::Veteran,
            Experience::Trained => F::Trained,
            Experience::Raw => F::Raw,
        });
        if unit.is_troops() {
            troop_facts(book, fighter, &mut facts);
        } else {
            gun_facts(fighter, &mut facts);
        }
        numbers(unit, side, enemy, &mut facts);
        facts.insert_if(unit.leader_attached, F::LeaderAttached);
        facts.insert_if(unit.traits.contains(Trait::BraveColonel), F::BraveColonel);
        facts.insert_if(fighter.is_outflanked(), F::Outflanked);
        match fighter.position {
            Position::Open => {}
            Position::Favorable => facts.insert(F::FavorableGround),
            Position::Strong => facts.insert(F::StrongPosition),
            Position::Fortified => facts.insert_if(!fighter.is_outflanked(), F::Fortified),
        }
        let garrison = unit.is_troops() && unit.formation == Formation::Garrison;
        facts.insert_if(garrison, F::StrongPosition);
        let over_bad_ground = |f: &Fighter| f.charged_over.is_some_and(|g| g != Ground::Open);
        let square = unit.is_troops() && unit.formation.is_square();
        let uphill = square && enemy.fighters.iter().any(|f| f.in_contact && over_bad_ground(f));
        facts.insert_if(uphill, F::FavorableGround);
        facts.insert_if(fighter.cold_steel, F::ColdSteel);
        let attacks = std::ptr::eq(side, &self.attacker);
        facts.insert_if(self.second && attacks, F::Breakthrough);
        facts.insert_if(self.struggled, F::AfterDesperateStruggle);
        if let Some(facing) = enemy.foremost() {
            facts.insert_if(facing.unit.formation.is_square(), F::FacingSquare);
            facts.insert_if(facing.unit.presenting, F::FacingBayonets);
            let useless = lances_are_useless(book, unit, &facing.unit);
            facts.insert_if(useless, F::LancesAgainstGoodOrder);
        }
        facts
    }

    /// A desperate struggle: a stand each from the best units, disorder and silence for all.
    pub fn struggle(&mut self, book: &Rulebook, attacker: usize, defender: usize) {
        self.struggled = true;
        struggle(book, &mut self.attacker, attacker);
        struggle(book, &mut self.defender, defender);
    }

    /// How the combat stands before the next roll, if it is over.
    pub fn over(&self) -> Option<Ending> {
        match (self.attacker.is_beaten_out(), self.defender.is_beaten_out()) {
            (false, false) => None,
            (true, false) => Some(Ending::AttackerGone),
            (false, true) => Some(Ending::DefenderGone),
            (true, true) => Some(Ending::BothGone),
        }
    }

    /// Fights the combat with dice: attacker's and defender's in turn until it is decided.
    /// Nothing if the dice run out.
    pub fn resolve(&self, book: &Rulebook, dice: &mut dyn Dice) -> Option<Fought> {
        let mut combat = self.clone();
        let mut rounds = Vec::new();
        loop {
            let best = (combat.best(book, Role::Attacker), combat.best(book, Role::Defender));
            let (Some(attacker), Some(defender)) = best else {
                let ending = combat.over().unwrap_or(Ending::BothGone);
                return Some(combat.fought(book, rounds, ending));
            };
            let places = (attacker.place, defender.place);
            let attacker =
                Roll { die: dice.roll()?, reckoning: combat.reckon(book, Role::Attacker) };
            let defender =
                Roll { die: dice.roll()?, reckoning: combat.reckon(book, Role::Defender) };
            let difference = attacker.total() - defender.total();
            let effect = book.charge.bands.at(difference);
            rounds.push(Round { attacker, defender, difference, effect });
            if effect != ChargeEffect::DesperateStruggle {
                return Some(combat.fought(book, rounds, Ending::Decided { effect, difference }));
            }
            combat.struggle(book, places.0, places.1);
        }
    }

    fn fought(&self, book: &Rulebook, rounds: Vec<Round>, ending: Ending) -> Fought {
        let attacker = self.consequences(book, Role::Attacker, ending);
        let defender = self.consequences(book, Role::Defender, ending);
        Fought { rounds, ending, attacker, defender }
    }

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
        Consequences { stands_lost: 0, units: each }
    }

    fn beaten(&self, book: &Rulebook, role: Role, severity: Severity, by: u8) -> Consequences {
        let side = self.side(role);
        let winner = self.best_unit(book, role.other());
        let by_cavalry = winner.is_some_and(|f| f.unit.is_mounted());
        let best = self.best_unit(book, role);
        let stands_lost =
            best.map_or(0, |best| self.toll(book, role, best, by_cavalry, severity, by));
        let fate = Fate { role, severity, by_cavalry };
        let units = side.fighters.iter().map(|f| self.loser_deeds(book, f, fate));
        Consequences { stands_lost, units: units.collect() }
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
    ) -> u8 {
        let losses = &book.charge.losses;
        let worse = best.is_worse_off(book, role, by_cavalry);
        let already = best.unit.is_troops() && best.unit.order != Order::Good;
        let asked = match severity {
            Severity::Rout => {
                losses.rout_stands + by.saturating_sub(losses.rout_beyond.unsigned_abs())
            }
            Severity::Back => losses.back_stands + if worse { losses.back_worse_stands } else { 0 },
            Severity::Pressed if already => losses.pressed_stands,
            Severity::Pressed => 0,
        };
        let fighters = || self.side(role).fighters.iter().filter(|f| f.in_contact);
        let there: u16 = fighters().map(|f| u16::from(f.unit.strength.stands)).sum();
        let left = there.saturating_sub(u16::from(asked));
        let alone = fighters().count() == 1 && best.unit.is_troops();
        let removed = alone && asked > 0 && left <= u16::from(book.effectiveness.removed_at);
        (if removed { there } else { u16::from(asked).min(there) }) as u8
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
        (loser, self.toll(book, loser, best, by_cavalry, severity, by))
    }

    fn best_unit(&self, book: &Rulebook, role: Role) -> Option<&Fighter> {
        self.best(book, role).map(|best| &self.side(role).fighters[best.place])
    }

    fn loser_deeds(&self, book: &Rulebook, fighter: &Fighter, fate: Fate) -> Vec<Deed> {
        let Fate { role, severity, by_cavalry } = fate;
        let unit = &fighter.unit;
        if unit.is_guns() {
            return self.gun_deeds(fighter, severity);
        }
        let mut deeds = Vec::new();
        let holds = severity == Severity::Pressed && fighter.holds(role, by_cavalry);
        let runs = match severity {
            Severity::Rout => true,
            Severity::Back => fighter.is_worse_off(book, role, by_cavalry),
            Severity::Pressed => fighter.is_turned(book) && !holds,
        } || ((unit.order == Order::Broken || fighter.is_storming()) && !holds);
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
        use rulebook::Carriage::Heavy;
        let guns = fighter.unit.guns;
        let fortified = fighter.position == Position::Fortified && !fighter.is_outflanked();
        let mut deeds = Vec::new();
        if severity == Severity::Pressed {
            deeds.push(Deed::GunsDamaged { stands: 1 });
        }
        let stuck = guns.emplacement == Emplacement::Fixed
            || (guns.emplacement == Emplacement::Unlimbered && guns.carriage == Heavy);
        match severity {
            Severity::Pressed if fortified => deeds.extend([Deed::Silenced, Deed::Holds]),
            _ if stuck => deeds = vec![Deed::GunsLost],
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
        Consequences { stands_lost: 0, units: units.collect() }
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
            deeds.extend(mounted.then_some(Deed::Disordered));
            if mounted && fighter.charges() {
                deeds.extend([Deed::MayCarryThePosition, Deed::MayRecall]);
            }
            deeds
        });
        Consequences { stands_lost: 0, units: units.collect() }
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
    /// Driven Back or Recoil costs it more and breaks it.
    fn is_worse_off(&self, book: &Rulebook, role: Role, by_cavalry: bool) -> bool {
        let square = role == Role::Defender && self.unit.formation.is_square();
        self.unit.is_troops() && (by_cavalry || self.is_turned(book) || square)
    }

    /// A defender that Hard Pressed does not move.
    fn holds(&self, role: Role, by_cavalry: bool) -> bool {
        role == Role::Defender && self.holds_ground(by_cavalry)
    }

    fn holds_ground(&self, by_cavalry: bool) -> bool {
        let works = self.position == Position::Fortified && !self.is_outflanked();
        let bayonets = self.unit.presenting && by_cavalry;
        let square = self.unit.formation.is_square();
        works || (self.unit.is_troops() && (square || bayonets))
    }
}

fn may_charge(unit: &Unit) -> Result<(), ChargeRefusal> {
    let why = match (unit.arm, unit.order, unit.formation) {
        (Arm::Guns, _, _) => CannotCharge::Guns,
        (_, Order::Broken, _) => CannotCharge::Broken,
        (_, _, Formation::MarchColumn) => CannotCharge::MarchColumn,
        (_, _, Formation::Square | Formation::HastySquare) => CannotCharge::Square,
        _ if unit.presenting => CannotCharge::PresentedBayonets,
        _ => return Ok(()),
    };
    Err(ChargeRefusal::CannotCharge { why, rule: RuleId::new("CHG-BASE-DECLARE") })
}

/// Why `fighter` cannot use cold steel; nothing if it can.
pub fn no_cold_steel(book: &Rulebook, fighter: &Fighter) -> Option<NoColdSteel> {
    let unit = &fighter.unit;
    if !fighter.charges() {
        return Some(NoColdSteel::Stands);
    }
    match (unit.arm, unit.mounted) {
        (Arm::Guns, _) => Some(NoColdSteel::Guns),
        (Arm::Infantry, _) => (!unit.has_bayonets(book)).then_some(NoColdSteel::NoBayonets),
        (Arm::Cavalry | Arm::MountedInfantry, false) => Some(NoColdSteel::Dismounted),
        (Arm::MountedInfantry, true) => Some(NoColdSteel::MountedInfantry),
        (Arm::Cavalry, true) => {
            let none = Set::from_iter([Trait::NoSabers, Trait::NoLances]);
            unit.traits.meets(none).then_some(NoColdSteel::NoSabers)
        }
    }
}

fn troop_facts(book: &Rulebook, fighter: &Fighter, facts: &mut Set<ChargeFact>) {
    use ChargeFact as F;
    let unit = &fighter.unit;
    facts.insert(match unit.strength.level() {
        Level::Fresh => F::Fresh,
        Level::Worn => F::Worn,
        Level::Spent => F::Spent,
    });
    match unit.order {
        Order::Good => {}
        Order::Disordered => facts.insert(F::Disordered),
        Order::Broken => facts.insert(F::Broken),
    }
    if unit.order != Order::Broken {
        facts.insert_if(unit.formation == Formation::OpenOrder, F::OpenOrder);
        facts.insert_if(unit.formation == Formation::HastySquare, F::HastySquare);
        facts.insert_if(unit.formation == Formation::MarchColumn, F::MarchColumn);
    }
    for (of, fact) in [
        (Trait::Militia, F::Militia),
        (Trait::NationalGuard, F::NationalGuard),
        (Trait::Auxiliaries, F::Auxiliaries),
        (Trait::ActiveMilitia, F::ActiveMilitia),
        (Trait::Irregulars, F::Irregulars),
    ] {
        facts.insert_if(unit.traits.contains(of), fact);
    }
    let on_foot = !unit.is_mounted();
    facts.insert_if(on_foot && !unit.has_bayonets(book), F::NoBayonets);
    facts.insert_if(unit.traits.contains(Trait::Indians) && fighter.woods, F::IndiansInWoods);
    if unit.is_mounted() {
        facts.insert_if(unit.arm == Arm::MountedInfantry, F::MountedInfantry);
        facts.insert(match fighter.charged_over {
            Some(Ground::Open) => F::CavalryOverOpen,
            Some(Ground::Broken) => F::CavalryOverBroken,
            Some(Ground::Rough) => F::CavalryOverRough,
            None => F::StationaryCavalry,
        });
    }
}

fn gun_facts(fighter: &Fighter, facts: &mut Set<ChargeFact>) {
    use ChargeFact as F;
    facts.insert(if fighter.supported { F::SupportedGuns } else { F::UnsupportedGuns });
    facts.insert_if(fighter.unit.guns.silenced, F::Silenced);
    let limbered = fighter.unit.guns.emplacement == Emplacement::Limbered;
    facts.insert_if(limbered, F::LimberedGuns);
}

fn numbers(unit: &Unit, side: &Side, enemy: &Side, facts: &mut Set<ChargeFact>) {
    use ChargeFact as F;
    let (ours, theirs) = (side.stands(), enemy.stands());
    if theirs * 2 < ours * 3 {
        return;
    }
    facts.insert(if theirs >= ours * 3 {
        F::Outnumbered3To1
    } else if theirs >= ours * 2 {
        F::Outnumbered2To1
    } else {
        F::Outnumbered3To2
    });
    let by_foot = enemy.mounted_stands() * 2 < theirs;
    facts.insert_if(unit.is_mounted_cavalry() && by_foot, F::CavalryOutnumberedByInfantry);
}

/// Lances that meet troops in good order, or guns in action.
fn lances_are_useless(book: &Rulebook, unit: &Unit, facing: &Unit) -> bool {
    let lancers = book.charge.lancer_nations.contains(&unit.nation) && unit.is_mounted_cavalry();
    let shaken = if facing.is_guns() {
        facing.guns.silenced || facing.guns.emplacement == Emplacement::Limbered
    } else {
        let arm = !book.charge.lances_only_against_infantry || !facing.is_mounted();
        facing.order != Order::Good && arm
    };
    lancers && !shaken
}

fn struggle(book: &Rulebook, side: &mut Side, best: usize) {
    for (place, fighter) in side.fighters.iter_mut().enumerate() {
        let unit = &mut fighter.unit;
        if place == best {
            let lost = book.charge.losses.struggle_stands;
            unit.strength.stands = unit.strength.stands.saturating_sub(lost);
        }
        if unit.is_guns() {
            unit.guns.silenced = true;
        } else if unit.order == Order::Good {
            unit.order = Order::Disordered;
        }
    }
    let removed_at = book.effectiveness.removed_at;
    side.fighters.retain(|f| {
        let smallest = if f.unit.is_troops() { removed_at } else { 0 };
        f.unit.strength.stands > smallest
    });
}

/// What an ending does to one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Consequences {
    /// Stands the side loses, the first from its best unit.
    pub stands_lost: u8,
    /// What each unit does.
    pub units: Vec<Vec<Deed>>,
}

/// A side's die in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Roll {
    /// The die.
    pub die: Die,
    /// The modifiers of the best unit.
    pub reckoning: Reckoning,
}

impl Roll {
    /// Die and modifiers.
    pub fn total(&self) -> i8 {
        self.die.plus(self.reckoning.total)
    }
}

/// One round of a combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Round {
    /// The attacker's roll.
    pub attacker: Roll,
    /// The defender's roll.
    pub defender: Roll,
    /// Attacker's total less defender's.
    pub difference: i8,
    /// The effect.
    pub effect: ChargeEffect,
}

/// A combat that was fought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Fought {
    /// Its rounds.
    pub rounds: Vec<Round>,
    /// How it ended.
    pub ending: Ending,
    /// What it does to the attacker.
    pub attacker: Consequences,
    /// What it does to the defender.
    pub defender: Consequences,
}
