//! A whole charge as one curve: maneuver check, defensive fire, the chargers' own fire, charge
//! combat with its struggles.

use engine::charge::{Combat, Fighter, Side, no_cold_steel};
use engine::fire::{self, Charging, Cover, FireRefusal, Firers, Light, Target};
use engine::maneuver::Check;
use engine::movement::{self, Gait};
use engine::{Arm, Deed, Formation, Opened, Order, Trait, Unit};
use geometry::Length;
use rulebook::{Effect, Experience, Ground, Rulebook};
use schemars::JsonSchema;
use serde::Serialize;

use crate::charge::{Outlook, Verdict};
use crate::{Chance, Spread, charge, fire as fire_odds, maneuver};

/// A charge that is being thought about.
#[derive(Clone, Debug)]
pub struct Assault {
    /// The check of the unit that is to charge.
    pub check: Check,
    /// How far it must move to touch; nothing if any move will do.
    pub distance: Option<Length>,
    /// The worst ground it charges over.
    pub ground: Ground,
    /// It declares cold steel.
    pub cold_steel: bool,
    /// It is outflanked in the combat.
    pub outflanked: bool,
    /// Friends behind or beside it that count in the combat.
    pub companions: Vec<Fighter>,
    /// What fires at it as it comes in.
    pub defensive_fire: Vec<Firers>,
    /// As what that fire finds it; nothing if it comes in the open, alone.
    pub fired_at: Option<Target>,
    /// Its own volley as it will be aimed when it has come home; nothing if all its stands will fire, from an inch.
    pub own_volley: Option<Vec<Firers>>,
    /// The other side.
    pub defender: Side,
    /// The defender's cover from the chargers' fire.
    pub defender_cover: Cover,
    /// The light.
    pub light: Light,
}

/// How an assault may end, best for the attacker first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "end", content = "by")]
pub enum End {
    /// The defender was shot away: the position is carried without a combat.
    TargetGone,
    /// Charge combat.
    Fought(Verdict),
    /// Checked by defensive fire.
    Checked,
    /// Shot away before it came to blows.
    ShotAway,
    /// The check did not let it charge.
    NoCharge(EffectName),
}

impl End {
    /// The attacker has the better of it.
    pub fn is_won(self) -> bool {
        match self {
            End::TargetGone => true,
            End::Fought(verdict) => verdict.is_won(),
            End::Checked | End::ShotAway | End::NoCharge(_) => false,
        }
    }
}

/// A maneuver effect, ordered as the table prints them.
pub type EffectName = Effect;

/// The curve of an assault.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Curve {
    /// Every ending with its chance.
    pub ends: Spread<End>,
    /// The chance that the attacker has the better of it.
    pub won: Chance,
    /// The chance that the charge gets there, to fight or to find nobody left.
    pub home: Chance,
    /// Stands the attacker loses on the average.
    pub attacker_losses: f64,
    /// Stands the defender loses on the average.
    pub defender_losses: f64,
}

/// A change that would help, and by how much.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Lever {
    /// What to do.
    pub change: &'static str,
    /// The chance of winning with it.
    pub won: Chance,
    /// How many hundredths better.
    pub gain: f64,
}

struct Tree<'a> {
    book: &'a Rulebook,
    assault: &'a Assault,
    ends: Spread<End>,
    attacker_losses: f64,
    defender_losses: f64,
    fights: Vec<(Combat, Outlook)>,
}

/// The exact curve of an assault.
pub fn curve(book: &Rulebook, assault: &Assault) -> Result<Curve, FireRefusal> {
    let mut tree = Tree::new(book, assault);
    tree.check()?;
    Ok(tree.curve())
}

/// The exact curve of a charge whose check is made: it comes as its unit now is.
pub fn declared(book: &Rulebook, assault: &Assault) -> Result<Curve, FireRefusal> {
    let mut tree = Tree::new(book, assault);
    tree.defensive_fire(&assault.reformed(), Chance::SURE)?;
    Ok(tree.curve())
}

/// The single changes that would help, best first.
pub fn levers(book: &Rulebook, assault: &Assault) -> Result<Vec<Lever>, FireRefusal> {
    let now = curve(book, assault)?.won;
    let mut levers = Vec::new();
    for (change, other) in alternatives(book, assault) {
        let won = curve(book, &other)?.won;
        if won > now {
            levers.push(Lever { change, won, gain: won.as_f64() - now.as_f64() });
        }
    }
    levers.sort_by(|a, b| b.gain.total_cmp(&a.gain));
    Ok(levers)
}

fn alternatives(book: &Rulebook, assault: &Assault) -> Vec<(&'static str, Assault)> {
    let mut all: Vec<(&'static str, Assault)> = Vec::new();
    let mut with = |words: &'static str, change: &dyn Fn(&mut Assault)| {
        let mut other = assault.clone();
        change(&mut other);
        all.push((words, other));
    };
    let unit = &assault.check.unit;
    if !unit.leader_attached {
        with("attach the leader", &|a| a.check.unit.leader_attached = true);
    }
    let mut armed = Fighter::of(unit.clone());
    armed.charged_over = Some(assault.ground);
    if assault.cold_steel {
        with("do without cold steel and fire", &|a| a.cold_steel = false);
    } else if no_cold_steel(book, &armed).is_none() {
        with("charge with cold steel", &|a| a.cold_steel = true);
    }
    if unit.order == Order::Disordered {
        with("rally it first", &|a| a.check.unit.order = Order::Good);
    }
    if let Some(target) = assault.defender.fighters.first() {
        if !target.outflanked && !target.unit.formation.is_square() {
            with("strike the flank", &|a| {
                a.defender.fighters.iter_mut().for_each(|f| f.outflanked = true);
            });
        }
        if target.unit.is_troops() && target.unit.order == Order::Good {
            with("disorder the defender first", &|a| {
                for fighter in &mut a.defender.fighters {
                    fighter.unit.order = Order::Disordered;
                }
                a.defensive_fire.iter_mut().for_each(|f| f.disordered = true);
            });
        }
    }
    if assault.companions.is_empty() {
        with("bring up as many stands in support", &|a| {
            let mut friend = Fighter::of(a.check.unit.clone());
            friend.in_contact = false;
            a.companions.push(friend);
        });
    }
    all
}

impl<'a> Tree<'a> {
    fn new(book: &'a Rulebook, assault: &'a Assault) -> Tree<'a> {
        Tree {
            book,
            assault,
            ends: Spread::new(),
            attacker_losses: 0.0,
            defender_losses: 0.0,
            fights: Vec::new(),
        }
    }

    fn curve(self) -> Curve {
        let ends = self.ends.sorted_by_key(|end| end);
        let won = ends.chance(End::is_won);
        let home = ends.chance(|end| matches!(end, End::Fought(_) | End::TargetGone));
        Curve {
            ends,
            won,
            home,
            attacker_losses: self.attacker_losses,
            defender_losses: self.defender_losses,
        }
    }

    fn check(&mut self) -> Result<(), FireRefusal> {
        let effects = maneuver::check(self.book, &self.assault.check);
        for (effect, chance) in effects.iter() {
            match self.approach(effect) {
                None => self.ends.add(End::NoCharge(effect), chance),
                Some(order) => {
                    let mut unit = self.assault.reformed();
                    unit.order = order;
                    self.defensive_fire(&unit, chance)?;
                }
            }
        }
        Ok(())
    }

    /// In what order the unit reaches its target under `effect`; nothing if it cannot.
    fn approach(&self, effect: Effect) -> Option<Order> {
        let (assault, book) = (self.assault, self.book);
        let unit = assault.reformed();
        let row = book.movement(unit.movement_row(), unit.nation)?;
        let storming = unit.formation == Formation::StormingColumn;
        let rate = |gait| {
            let far = movement::allowance(row, gait, assault.ground);
            if storming { far.half() } else { far }
        };
        let within = |gait| assault.distance.is_none_or(|distance| distance <= rate(gait));
        let skittish = unit.is_mounted() && book.maneuver.skittish_nations.contains(&unit.nation);
        let opened =
            assault.check.deeds(book, effect, 0).into_iter().find_map(|deed| match deed {
                Deed::MayManeuver { list } => Some(list),
                _ => None,
            })?;
        match opened {
            Opened::DoubleQuick => within(Gait::DoubleQuick).then_some(Order::Good),
            Opened::WellHandled => within(Gait::Full).then_some(Order::Good),
            Opened::Tardy if storming => None,
            Opened::Tardy => {
                let half = within(Gait::Half) && !(skittish && book.maneuver.skittish_on_half_move);
                let full = within(Gait::Full) && !skittish;
                match (half, full) {
                    (true, _) => Some(Order::Good),
                    (false, true) => Some(Order::Disordered),
                    (false, false) => None,
                }
            }
        }
    }

    fn defensive_fire(&mut self, unit: &Unit, chance: Chance) -> Result<(), FireRefusal> {
        let assault = self.assault;
        if assault.defensive_fire.is_empty() {
            return self.offensive_fire(unit, chance, Comes::Home);
        }
        let target = assault.as_target(unit);
        let volley = fire::prepare(self.book, &assault.defensive_fire, &target, assault.light)?;
        for (shot, likely) in fire_odds::volley(&volley).iter() {
            let chance = chance.and(likely);
            let Some(outcome) = shot else {
                self.offensive_fire(unit, chance, Comes::Home)?;
                continue;
            };
            let (left, lost) = after(self.book, unit, &volley.deeds(&outcome));
            self.attacker_losses += chance.as_f64() * f64::from(lost);
            match left {
                None => self.ends.add(End::ShotAway, chance),
                Some(left) if outcome.checked => {
                    self.offensive_fire(&left, chance, Comes::Checked)?
                }
                Some(left) => self.offensive_fire(&left, chance, Comes::Home)?,
            }
        }
        Ok(())
    }

    /// The chargers' own fire: at their target, also when they were checked.
    fn offensive_fire(
        &mut self,
        unit: &Unit,
        chance: Chance,
        comes: Comes,
    ) -> Result<(), FireRefusal> {
        let assault = self.assault;
        let place = assault.defender.fighters.iter().position(|f| f.in_contact);
        let firers = assault.own_fire(self.book, unit);
        let (false, Some(place)) = (firers.is_empty(), place) else {
            self.blows(unit, &assault.defender, chance, comes);
            return Ok(());
        };
        let mut target = Target::of(assault.defender.fighters[place].unit.clone());
        target.cover = assault.defender_cover;
        let volley = fire::prepare(self.book, &firers, &target, assault.light)?;
        for (shot, likely) in fire_odds::volley(&volley).iter() {
            let chance = chance.and(likely);
            let mut side = assault.defender.clone();
            if let Some(outcome) = shot {
                let (left, lost) = after(self.book, &target.unit, &volley.deeds(&outcome));
                self.defender_losses += chance.as_f64() * f64::from(lost);
                match left {
                    Some(left) => side.fighters[place].unit = left,
                    None => {
                        side.fighters.remove(place);
                    }
                }
            }
            self.blows(unit, &side, chance, comes);
        }
        Ok(())
    }

    fn blows(&mut self, unit: &Unit, defender: &Side, chance: Chance, comes: Comes) {
        match comes {
            Comes::Checked => self.ends.add(End::Checked, chance),
            Comes::Home if defender.fighters.iter().any(|f| f.in_contact) => {
                self.combat(unit, defender, chance);
            }
            Comes::Home => self.ends.add(End::TargetGone, chance),
        }
    }

    fn combat(&mut self, unit: &Unit, defender: &Side, chance: Chance) {
        let attacker = self.assault.side_with(unit.clone());
        let combat =
            Combat { attacker, defender: defender.clone(), second: false, struggled: false };
        let known = self.fights.iter().position(|(fought, _)| *fought == combat);
        let place = known.unwrap_or_else(|| {
            let outlook = charge::outlook(self.book, &combat);
            self.fights.push((combat, outlook));
            self.fights.len() - 1
        });
        let (_, outlook) = &self.fights[place];
        self.attacker_losses += chance.as_f64() * outlook.attacker_lost;
        self.defender_losses += chance.as_f64() * outlook.defender_lost;
        for (verdict, likely) in outlook.effects.iter() {
            self.ends.add(End::Fought(verdict), chance.and(likely));
        }
    }
}

/// `unit` after `deeds`, and the stands it lost; nothing is left of a troop unit of one stand.
fn after(book: &Rulebook, unit: &Unit, deeds: &[Deed]) -> (Option<Unit>, u8) {
    let mut unit = unit.clone();
    let before = unit.strength.stands;
    for deed in deeds {
        match *deed {
            Deed::Disordered if unit.order == Order::Good => unit.order = Order::Disordered,
            Deed::LosesStands { stands } | Deed::GunsWrecked { stands } => {
                unit.strength.stands = unit.strength.stands.saturating_sub(stands);
            }
            Deed::Silenced => unit.guns.silenced = true,
            // A state of half the stands is the unit's.
            Deed::GunDamagedAndSilenced if before <= 2 => unit.guns.silenced = true,
            Deed::GunsSilenced { stands } if stands * 2 >= before => unit.guns.silenced = true,
            _ => {}
        }
    }
    let removed_at = if unit.is_troops() { book.effectiveness.removed_at } else { 0 };
    if unit.strength.stands <= removed_at {
        return (None, before);
    }
    let lost = before - unit.strength.stands;
    (Some(unit), lost)
}

/// Whether a charge is still a charge when the chargers fire.
#[derive(Clone, Copy)]
enum Comes {
    Home,
    Checked,
}

impl Assault {
    /// The unit as it will charge: a broken one must reform first.
    pub fn reformed(&self) -> Unit {
        let mut unit = self.check.unit.clone();
        if unit.order == Order::Broken {
            unit.order = Order::Good;
            let open = unit.traits.contains(Trait::OpenOrderOnly);
            unit.formation = if open { Formation::OpenOrder } else { Formation::Line };
        }
        unit
    }

    /// The attacker's side with `unit` as its charger.
    pub fn side_with(&self, unit: Unit) -> Side {
        let mut charger = Fighter::of(unit);
        charger.charged_over = Some(self.ground);
        charger.cold_steel = self.cold_steel;
        charger.outflanked = self.outflanked;
        let mut side = Side::of(charger.in_woods(self.check.woods));
        side.fighters.extend(self.companions.iter().cloned());
        side
    }

    /// `unit` as the defender's fire finds it.
    pub fn as_target(&self, unit: &Unit) -> Target {
        if let Some(found) = &self.fired_at {
            return Target { unit: unit.clone(), ..found.clone() };
        }
        let charging = if self.cold_steel { Charging::ColdSteel } else { Charging::Charging };
        Target { charging, ..Target::of(unit.clone()) }
    }

    /// The chargers' own fire; nothing for cold steel without the privilege, or in the saddle.
    pub fn own_fire(&self, book: &Rulebook, unit: &Unit) -> Vec<Firers> {
        let elite = book.charge.elite_fires_with_cold_steel
            && unit.experience == Experience::Elite
            && unit.arm == Arm::Infantry;
        let mut left = unit.stands_to_fire();
        let Some(mut all) = unit.as_firers(book, Length::inches(1)) else { return Vec::new() };
        if (self.cold_steel && !elite) || left == 0 {
            return Vec::new();
        }
        (all.stands, all.in_charge) = (left, true);
        let Some(aimed) = &self.own_volley else { return vec![all] };
        let groups = aimed.iter().map(|group| {
            // What it has lost by then does not fire.
            let stands = group.stands.min(left);
            left -= stands;
            Firers { stands, disordered: all.disordered, ..group.clone() }
        });
        groups.filter(|group| group.stands > 0).collect()
    }

    /// Both sides of the combat as they stand before any die, for showing their modifiers.
    pub fn combat(&self) -> Combat {
        let attacker = self.side_with(self.reformed());
        Combat { attacker, defender: self.defender.clone(), second: false, struggled: false }
    }
}
