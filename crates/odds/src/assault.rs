//! A whole charge as one curve: maneuver check, defensive fire, the chargers' own fire, charge
//! combat with its struggles.

use engine::charge::{Combat, Fighter, Role, Side, no_cold_steel};
use engine::fire::{self, Charging, Cover, FireRefusal, Firers, Light, Target};
use engine::maneuver::Check;
use engine::{Arm, Deed, Formation, Order, Unit};
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
    /// The chance that the charge comes to blows.
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
    let mut tree = Tree {
        book,
        assault,
        ends: Spread::new(),
        attacker_losses: 0.0,
        defender_losses: 0.0,
        fights: Vec::new(),
    };
    tree.check()?;
    let ends = tree.ends.sorted_by_key(|end| end);
    let won = ends.chance(End::is_won);
    let home = ends.chance(|end| matches!(end, End::Fought(_) | End::TargetGone));
    Ok(Curve {
        ends,
        won,
        home,
        attacker_losses: tree.attacker_losses,
        defender_losses: tree.defender_losses,
    })
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

impl Tree<'_> {
    fn check(&mut self) -> Result<(), FireRefusal> {
        let effects = maneuver::check(self.book, &self.assault.check);
        for (effect, chance) in effects.iter() {
            match self.approach(effect) {
                None => self.ends.add(End::NoCharge(effect), chance),
                Some(order) => {
                    let mut unit = self.assault.check.unit.clone();
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
        let unit = &assault.check.unit;
        let row = book.movement(unit.movement_row(), unit.nation)?;
        let rate = row.rates[assault.ground as usize];
        let within = |reach: Length| assault.distance.is_none_or(|distance| distance <= reach);
        let skittish = unit.is_mounted() && book.maneuver.skittish_nations.contains(&unit.nation);
        let tardy = || {
            let half =
                within(rate.full.half()) && !(skittish && book.maneuver.skittish_on_half_move);
            let full = within(rate.full) && !skittish;
            match (half, full) {
                (true, _) => Some(Order::Good),
                (false, true) => Some(Order::Disordered),
                (false, false) => None,
            }
        };
        match effect {
            Effect::Tardy | Effect::Rally => tardy(),
            Effect::DoubleQuick | Effect::WellHandled | Effect::RallyWithElan
                if assault.check.night =>
            {
                tardy()
            }
            Effect::DoubleQuick => {
                within(rate.double_quick.unwrap_or(rate.full)).then_some(Order::Good)
            }
            Effect::WellHandled | Effect::RallyWithElan => within(rate.full).then_some(Order::Good),
            Effect::FallBack | Effect::Panic | Effect::Shaken | Effect::Wavering => None,
        }
    }

    fn defensive_fire(&mut self, unit: &Unit, chance: Chance) -> Result<(), FireRefusal> {
        let assault = self.assault;
        if assault.defensive_fire.is_empty() {
            return self.offensive_fire(unit, chance);
        }
        let mut target = Target::of(unit.clone());
        target.charging = if assault.cold_steel { Charging::ColdSteel } else { Charging::Charging };
        let volley = fire::prepare(self.book, &assault.defensive_fire, &target, assault.light)?;
        let weight = volley.full_weight();
        for (shot, likely) in fire_odds::volley(&volley).iter() {
            let chance = chance.and(likely);
            let (Some(outcome), Some(weight)) = (shot, &weight) else {
                self.offensive_fire(unit, chance)?;
                continue;
            };
            let (left, lost) = after(self.book, unit, &volley.deeds(weight, &outcome));
            self.attacker_losses += chance.as_f64() * f64::from(lost);
            match left {
                None => self.ends.add(End::ShotAway, chance),
                Some(_) if outcome.checked => self.ends.add(End::Checked, chance),
                Some(left) => self.offensive_fire(&left, chance)?,
            }
        }
        Ok(())
    }

    fn offensive_fire(&mut self, unit: &Unit, chance: Chance) -> Result<(), FireRefusal> {
        let assault = self.assault;
        let elite = self.book.charge.elite_fires_with_cold_steel
            && unit.experience == Experience::Elite
            && unit.arm == Arm::Infantry;
        let fires = (!assault.cold_steel || elite) && !unit.is_mounted();
        let target = assault.defender.fighters.first().map(|f| f.unit.clone());
        let firers = unit.as_firers(self.book, Length::inches(1)).filter(|_| fires);
        let (Some(mut firers), Some(target)) = (firers, target) else {
            self.combat(unit, &assault.defender, chance);
            return Ok(());
        };
        firers.in_charge = true;
        if unit.formation == Formation::FieldColumn {
            firers.stands = firers.stands.min(4);
        } else if unit.formation == Formation::StormingColumn {
            firers.stands = 1;
        }
        let mut target = Target::of(target);
        target.cover = assault.defender_cover;
        let volley = fire::prepare(self.book, &[firers], &target, assault.light)?;
        let weight = volley.full_weight();
        for (shot, likely) in fire_odds::volley(&volley).iter() {
            let chance = chance.and(likely);
            let (Some(outcome), Some(weight)) = (shot, &weight) else {
                self.combat(unit, &assault.defender, chance);
                continue;
            };
            let (left, lost) = after(self.book, &target.unit, &volley.deeds(weight, &outcome));
            self.defender_losses += chance.as_f64() * f64::from(lost);
            let mut side = assault.defender.clone();
            match left {
                Some(left) => side.fighters[0].unit = left,
                None => {
                    side.fighters.remove(0);
                }
            }
            if side.fighters.iter().any(|f| f.in_contact) {
                self.combat(unit, &side, chance);
            } else {
                self.ends.add(End::TargetGone, chance);
            }
        }
        Ok(())
    }

    fn combat(&mut self, unit: &Unit, defender: &Side, chance: Chance) {
        let assault = self.assault;
        let mut charger = Fighter::of(unit.clone());
        charger.charged_over = Some(assault.ground);
        charger.cold_steel = assault.cold_steel;
        charger.outflanked = assault.outflanked;
        let mut attacker = Side::of(charger);
        attacker.fighters.extend(assault.companions.iter().cloned());
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

/// Both sides of an assault's combat as they stand before any die, for showing their modifiers.
pub fn sides(assault: &Assault) -> [(Role, Side); 2] {
    let mut charger = Fighter::of(assault.check.unit.clone());
    charger.charged_over = Some(assault.ground);
    charger.cold_steel = assault.cold_steel;
    charger.outflanked = assault.outflanked;
    let mut attacker = Side::of(charger);
    attacker.fighters.extend(assault.companions.iter().cloned());
    [(Role::Attacker, attacker), (Role::Defender, assault.defender.clone())]
}
