//! Musketry and cannonade: points, modifiers, one die, an effect.

mod fired;
mod parts;
mod refusal;

use std::sync::Arc;

pub use fired::{AccuracyRoll, Fired, FiredShot, Outcome};
use geometry::Length;
pub use parts::{Halving, Part, parts};
pub use refusal::{FireRefusal, NotReady};
pub use rulebook::Cover;
use rulebook::{
    Checks, Experience, Feature, FireEffect, FireFact, FirePoints, FireRow, Item, Nation,
    NotCounted, Reckoning, RuleId, Rulebook, Set, Share, Sky, WeaponKind, named,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::deed::Deed;
use crate::dice::{Dice, Die};
use rulebook::{Arm, Trait};

use crate::unit::{Emplacement, Formation, Order, Unit};

/// Stands of one unit that fire from one distance with one weapon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Firers {
    /// Who they are; may be empty.
    pub name: Arc<str>,
    /// Whose they are.
    pub nation: Nation,
    /// Code of their weapon.
    pub weapon: Arc<str>,
    /// How many stands.
    pub stands: u8,
    /// Distance to the target.
    pub range: Length,
    /// Experience.
    pub experience: Experience,
    /// Disordered.
    pub disordered: bool,
    /// Low on ammunition.
    pub low_on_ammunition: bool,
    /// How many of them are damaged guns.
    pub damaged: u8,
    /// In the saddle.
    pub mounted: bool,
    /// Presenting bayonets.
    pub presenting: bool,
    /// Broken, limbered or silenced.
    pub not_ready: Option<NotReady>,
    /// Marksmen or sharpshooters.
    pub marksmen: bool,
    /// Given buck and ball by the scenario.
    pub buck_and_ball: bool,
    /// Charging, or defending against a charge, at their opponent.
    pub in_charge: bool,
    /// Beside a charge that is not theirs, where the fronts overlap.
    pub incidental: bool,
    /// Behind the target's prolonged front.
    pub enfilading: bool,
    /// Half or more of the unit's stands fire.
    pub most_of_the_unit: bool,
}

impl Firers {
    /// So many trained stands of `nation` with `weapon` at `range`.
    pub fn new(nation: Nation, weapon: &str, stands: u8, range: Length) -> Firers {
        Firers {
            name: "".into(),
            nation,
            weapon: weapon.into(),
            stands,
            range,
            experience: Experience::Trained,
            disordered: false,
            low_on_ammunition: false,
            damaged: 0,
            mounted: false,
            presenting: false,
            not_ready: None,
            marksmen: false,
            buck_and_ball: false,
            in_charge: false,
            incidental: false,
            enfilading: false,
            most_of_the_unit: true,
        }
    }
}

named! {
    /// What a target did this turn that makes it easier to hit.
    pub enum Exposure {
        /// Faced about.
        AboutFaced = "about-faced",
        /// Passed through a friend, or was passed through.
        PassageOfLines = "passage-of-lines",
        /// Marched by the flank.
        MarchedByFlank = "marched-by-the-flank",
        /// Crossed an abatis.
        CrossedAbatis = "crossed-abatis",
    }
}

named! {
    /// Whether the target is charging.
    pub enum Charging {
        /// No.
        No = "not-charging",
        /// Charging.
        Charging = "charging",
        /// Charging with cold steel.
        ColdSteel = "cold-steel",
        /// Countercharging.
        Countercharging = "countercharging",
        /// Countercharging with cold steel.
        CounterchargingWithSteel = "countercharging-with-cold-steel",
    }
}

impl Charging {
    /// With cold steel, of either kind.
    pub fn is_with_steel(self) -> bool {
        matches!(self, Charging::ColdSteel | Charging::CounterchargingWithSteel)
    }

    /// A countercharge, of either kind.
    pub fn is_countercharge(self) -> bool {
        matches!(self, Charging::Countercharging | Charging::CounterchargingWithSteel)
    }
}

/// What is fired at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The unit.
    pub unit: Unit,
    /// Its cover.
    pub cover: Cover,
    /// What gives it, in words: `through the chaparral`.
    pub covered: Option<Arc<str>>,
    /// What it did this turn.
    pub exposure: Set<Exposure>,
    /// Is it charging?
    pub charging: Charging,
    /// Units massed close behind it.
    pub behind: Vec<Unit>,
    /// Distance of its army's nearest leader.
    pub leader: Option<Length>,
}

impl Target {
    /// `unit` in the open, doing nothing in particular.
    pub fn of(unit: Unit) -> Target {
        Target {
            unit,
            cover: Cover::Open,
            covered: None,
            exposure: Set::new(),
            charging: Charging::No,
            behind: Vec::new(),
            leader: None,
        }
    }

    fn facts(&self, book: &Rulebook) -> Set<FireFact> {
        use FireFact as F;
        let unit = &self.unit;
        let mut facts = Set::new();
        if unit.is_guns() {
            facts.insert_if(unit.guns.emplacement == Emplacement::Limbered, F::LimberedTarget);
        } else {
            facts.insert_if(unit.is_mounted(), F::MountedTarget);
            facts.insert_if(unit.order == Order::Broken, F::Broken);
            if unit.order != Order::Broken {
                facts.insert_if(unit.formation == Formation::FieldColumn, F::FieldColumn);
                facts.insert_if(unit.formation == Formation::MarchColumn, F::MarchColumn);
                facts.insert_if(unit.formation == Formation::StormingColumn, F::StormingColumn);
                facts.insert_if(unit.formation.is_square(), F::Square);
            }
            for (did, fact) in [
                (Exposure::AboutFaced, F::AboutFaced),
                (Exposure::PassageOfLines, F::PassageOfLines),
                (Exposure::MarchedByFlank, F::MarchedByFlank),
                (Exposure::CrossedAbatis, F::CrossedAbatis),
            ] {
                facts.insert_if(self.exposure.contains(did), fact);
            }
        }
        let open = unit.is_troops()
            && unit.order != Order::Broken
            && unit.formation == Formation::OpenOrder;
        let minor = if book.has(Feature::OpenOrder) { self.cover } else { Cover::Open };
        let cover = match self.cover {
            Cover::Minor => minor,
            Cover::Fortified => Cover::Fortified,
            _ if unit.is_troops() && unit.formation == Formation::Garrison => Cover::Full,
            cover => cover,
        };
        match (cover, open) {
            (Cover::Fortified, _) => facts.insert(F::Fortified),
            (Cover::Open, true) => facts.insert(F::OpenOrder),
            (Cover::Minor | Cover::Partial | Cover::Full, true) => {
                facts.insert(F::OpenOrderInCover)
            }
            (Cover::Full, false) => facts.insert(F::FullCover),
            (Cover::Partial, false) => facts.insert(F::PartialCover),
            (Cover::Open | Cover::Minor, false) => {}
        }
        facts
    }
}

/// The light to shoot by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Light {
    /// Day.
    Day,
    /// Twilight with this range limit.
    Twilight(Length),
    /// Night under this sky.
    Night(Sky),
}

/// One group's part in a volley.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shot {
    /// Points of the whole group; of rockets if every stand hits.
    pub points: FirePoints,
    /// Points that each rocket stand adds if it hits, in the order they roll.
    pub rockets: Vec<FirePoints>,
    /// Lowest accuracy die of its rockets.
    pub accuracy: u8,
    /// Guns or rockets, not small arms.
    pub is_cannonade: bool,
    facts: Set<FireFact>,
    most_of_the_unit: bool,
}

/// Fire that has been found legal and is ready for its dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Volley<'a> {
    book: &'a Rulebook,
    target: &'a Target,
    /// Its parts.
    pub shots: Vec<Shot>,
    target_facts: Set<FireFact>,
    /// Rows that speak of the target as a whole, as bits.
    live: u64,
}

/// The points of a volley once rockets have rolled, and what they are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// Fire points before rounding.
    pub points: FirePoints,
    /// The modifier they give.
    pub from_points: i8,
    /// The sum of all modifiers.
    pub total: i8,
    /// At least half of the points are from guns.
    pub is_cannonade: bool,
    live: u64,
}

/// Rocket stands that one volley may have: more than any army brought to a battle, and few enough
/// for the odds of a whole assault to be counted exactly.
pub const MOST_ROCKETS: usize = 8;

/// Finds out whether `firers` may fire at `target`, and with what.
pub fn prepare<'a>(
    book: &'a Rulebook,
    firers: &[Firers],
    target: &'a Target,
    light: Light,
) -> Result<Volley<'a>, FireRefusal> {
    let target_facts = target.facts(book);
    let live = book.fire.modifiers.live(target_facts);
    let shots = firers.iter().map(|group| shot(book, group, target, light));
    let shots = shots.collect::<Result<Vec<Shot>, FireRefusal>>()?;
    if shots.iter().map(|shot| shot.rockets.len()).sum::<usize>() > MOST_ROCKETS {
        return Err(FireRefusal::TooManyRockets { most: MOST_ROCKETS });
    }
    let volley = Volley { book, target, shots, target_facts, live };
    let possible = volley.shots.iter().fold(FirePoints::ZERO, |sum, shot| sum + shot.points);
    match book.fire.breakpoint(possible) {
        Some(_) => Ok(volley),
        None => Err(FireRefusal::NoPoints { rule: RuleId::new("FIRE-BASE-NO-POINTS") }),
    }
}

fn shot(
    book: &Rulebook,
    group: &Firers,
    target: &Target,
    light: Light,
) -> Result<Shot, FireRefusal> {
    let Some(weapon) = book.weapon(&group.weapon, group.nation) else {
        return Err(FireRefusal::UnknownWeapon { code: group.weapon.clone() });
    };
    let rule = || weapon.rule.clone();
    if group.mounted {
        return Err(FireRefusal::Mounted { rule: RuleId::new("FIRE-BASE-WHO") });
    }
    if group.presenting {
        return Err(FireRefusal::PresentingBayonets { rule: RuleId::new("BAY-AWI-NO-FIRE") });
    }
    if let Some(why) = group.not_ready {
        return Err(FireRefusal::NotReady { why, rule: RuleId::new("FIRE-BASE-WHO") });
    }
    see(book, group.range, light)?;
    let Some(band) = weapon.band(group.range) else {
        let (name, range) = (weapon.name.clone(), group.range);
        return Err(match weapon.beyond {
            Some(beyond) if range <= beyond => {
                FireRefusal::TooNear { weapon: name, range, beyond, rule: rule() }
            }
            _ => {
                let reach = weapon.reach();
                FireRefusal::OutOfRange { weapon: name, range, reach, rule: rule() }
            }
        });
    };
    let stand = |damaged: bool| {
        let reasons = [group.disordered, group.low_on_ammunition, damaged];
        parts::halved_for(book, band.points, reasons.iter().filter(|so| **so).count())
    };
    let damaged = group.damaged.min(group.stands);
    let sound = group.stands - damaged;
    let points = stand(false) * u32::from(sound) + stand(true) * u32::from(damaged);
    let rockets = match band.accuracy {
        None => Vec::new(),
        Some(_) => (0..group.stands).map(|i| stand(i >= sound)).collect(),
    };
    Ok(Shot {
        points,
        rockets,
        accuracy: band.accuracy.unwrap_or(0),
        is_cannonade: weapon.kind != WeaponKind::SmallArm,
        facts: firer_facts(book, group, target, light),
        most_of_the_unit: group.most_of_the_unit || weapon.kind != WeaponKind::SmallArm,
    })
}

fn see(book: &Rulebook, range: Length, light: Light) -> Result<(), FireRefusal> {
    let (limit, rule) = match light {
        Light::Day => return Ok(()),
        Light::Twilight(limit) => (limit, &book.light.twilight_rule),
        Light::Night(sky) => (book.light.night[sky as usize], &book.light.night_rule),
    };
    if range <= limit {
        return Ok(());
    }
    Err(FireRefusal::TooDark { range, limit, rule: rule.clone() })
}

fn firer_facts(book: &Rulebook, group: &Firers, target: &Target, light: Light) -> Set<FireFact> {
    use FireFact as F;
    let mut facts = Set::new();
    let weapon = book.weapon(&group.weapon, group.nation);
    let entitled = group.buck_and_ball || book.fire.buck_and_ball_nations.contains(&group.nation);
    let musket = weapon.is_some_and(|w| w.buck_and_ball);
    facts.insert_if(group.experience == Experience::Raw, F::RawFirer);
    facts.insert_if(group.marksmen, F::Marksmen);
    facts.insert_if(group.in_charge && musket && entitled, F::BuckAndBall);
    facts.insert_if(group.in_charge && weapon.is_some_and(|w| w.repeater), F::RepeaterInCharge);
    let flank = if target.unit.is_guns() { F::EnfiladingGuns } else { F::Enfilading };
    facts.insert_if(group.enfilading, flank);
    match light {
        Light::Day => {}
        Light::Twilight(_) => {
            facts.insert_if(group.range > book.fire.twilight_clear_within, F::TwilightDistance);
        }
        Light::Night(_) => {
            facts.insert_if(!group.in_charge && !group.incidental, F::NightFire);
        }
    }
    facts
}

impl Volley<'_> {
    /// Rocket stands that roll for accuracy, in order: the group and the lowest die that hits.
    pub fn accuracy_rolls(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        let groups = self.shots.iter().enumerate();
        groups.flat_map(|(place, shot)| shot.rockets.iter().map(move |_| (place, shot.accuracy)))
    }

    /// What the volley is worth with `points` from each group; nothing if that is no fire at all.
    pub fn weigh(&self, points: &[FirePoints]) -> Option<Weight> {
        let rules = &self.book.fire;
        let total = points.iter().fold(FirePoints::ZERO, |sum, &p| sum + p);
        let breakpoint = rules.breakpoint(total)?;
        let share = |of: &dyn Fn(&Shot) -> bool| {
            let groups = self.shots.iter().zip(points).filter(|(shot, _)| of(shot));
            groups.fold(FirePoints::ZERO, |sum, (_, &p)| sum + p)
        };
        let mut live = self.live;
        for (place, row) in rules.modifiers.rows.iter().enumerate() {
            if row.share == Share::HalfOrMore {
                let part = share(&|shot| shot.facts.meets(row.when));
                if part > FirePoints::ZERO && part.is_half_of(total) {
                    live |= 1 << place;
                }
            }
        }
        let is_cannonade = share(&|shot| shot.is_cannonade).is_half_of(total);
        let tally = rules.modifiers.settle(live);
        Some(Weight {
            points: total,
            from_points: breakpoint.value,
            total: breakpoint.value + tally.total,
            is_cannonade,
            live,
        })
    }

    /// The weight if every rocket hits; without rockets the only one there is.
    pub fn full_weight(&self) -> Option<Weight> {
        let points: Vec<FirePoints> = self.shots.iter().map(|shot| shot.points).collect();
        self.weigh(&points)
    }

    /// The modifiers of `weight` with their reasons.
    pub fn reckon(&self, weight: &Weight) -> Reckoning {
        let rules = &self.book.fire;
        let facts = self.shots.iter().fold(self.target_facts, |all, shot| all.either(shot.facts));
        let mut reckoning = rules.modifiers.explain(facts, weight.live);
        for (place, row) in rules.modifiers.rows.iter().enumerate() {
            let short = row.share == Share::HalfOrMore && weight.live & (1 << place) == 0;
            if short && facts.meets(row.when) {
                reckoning.not_counted.push(NotCounted {
                    label: row.label.clone(),
                    value: Some(row.value),
                    reason: "needs half or more of the fire points".into(),
                    rule: RuleId::new("FIRE-HALF-OR-MORE"),
                });
            }
        }
        if let Some(by) = &self.target.covered {
            use FireFact as F;
            let cover = [F::PartialCover, F::FullCover, F::Fortified, F::OpenOrderInCover]
                .into_iter()
                .collect();
            rules.modifiers.attribute(&mut reckoning, (facts, cover), by);
        }
        if let Some(breakpoint) = rules.breakpoint(weight.points) {
            let item = Item {
                value: breakpoint.value,
                label: points_label(weight.points),
                rule: breakpoint.rule.clone(),
            };
            reckoning.items.insert(0, item);
        }
        reckoning.total = weight.total;
        reckoning
    }

    /// What a modified `result` on the base `die` does.
    pub fn outcome(&self, weight: &Weight, result: i8) -> Outcome {
        let rules = &self.book.fire;
        let row = rules.row(self.target.unit.experience, result);
        let effect = row.row.effect();
        let extra = result >= rules.losses.withering_extra_from;
        let (unit, charging) = (&self.target.unit, self.target.charging);
        let checked = is_checked(self.book, (unit, charging), row.row, weight.is_cannonade);
        Outcome { row: row.row, effect, extra, checked, cannonade: weight.is_cannonade }
    }

    /// Everything an outcome does to the target.
    pub fn deeds(&self, outcome: &Outcome) -> Vec<Deed> {
        let unit = &self.target.unit;
        let mut deeds = self.harm(unit, outcome.effect, outcome.extra, outcome.cannonade);
        match (self.target.charging, outcome.checked) {
            (Charging::No, _) => {}
            (charging, true) if charging.is_countercharge() => deeds.push(Deed::ChargeBlunted),
            (_, true) => deeds.push(Deed::ChargeChecked),
            (_, false) => deeds.push(Deed::ChargeHome),
        }
        deeds
    }

    /// What `effect` costs `unit`.
    pub fn harm(&self, unit: &Unit, effect: FireEffect, extra: bool, cannonade: bool) -> Vec<Deed> {
        let losses = &self.book.fire.losses;
        let more = u8::from(extra);
        if unit.is_guns() {
            return match effect {
                FireEffect::Withering => {
                    let there = unit.strength.stands;
                    let asked = losses.withering_guns + more;
                    let stands = if there == 0 { asked } else { asked.min(there) };
                    let rest = there == 0 || there > stands;
                    let wrecked = [Deed::GunsWrecked { stands }].into_iter();
                    wrecked.chain(rest.then_some(Deed::Silenced)).collect()
                }
                FireEffect::Telling if losses.telling_on_one_gun => {
                    vec![Deed::GunDamagedAndSilenced]
                }
                FireEffect::Telling => {
                    vec![Deed::GunsDamaged { stands: 1 }, Deed::GunsSilenced { stands: 1 }]
                }
                FireEffect::Galling => vec![Deed::GunsSilenced { stands: 1 }],
                FireEffect::Lively if cannonade => vec![Deed::GunsSilenced { stands: 1 }],
                FireEffect::Lively | FireEffect::Desultory => Vec::new(),
            };
        }
        let disorder = (unit.order != Order::Broken).then_some(Deed::Disordered);
        let there = unit.strength.stands;
        let most = |stands: u8| if there == 0 { stands } else { stands.min(there) };
        let lose = |stands| {
            disorder.into_iter().chain([Deed::LosesStands { stands: most(stands) }]).collect()
        };
        match effect {
            FireEffect::Withering => lose(losses.withering_stands + more),
            FireEffect::Telling => lose(losses.telling_stands),
            FireEffect::Galling if unit.order == Order::Good => vec![Deed::Disordered],
            FireEffect::Galling => {
                vec![Deed::LosesStands { stands: most(losses.galling_stands) }]
            }
            FireEffect::Lively if cannonade && unit.order == Order::Good => vec![Deed::Disordered],
            FireEffect::Lively | FireEffect::Desultory => Vec::new(),
        }
    }

    /// The volley fired with dice: one for each rocket stand, then the fire die. Nothing if the
    /// dice run out.
    pub fn resolve(&self, dice: &mut dyn Dice) -> Option<Fired> {
        let mut points: Vec<FirePoints> = Vec::new();
        let mut accuracy = Vec::new();
        for shot in &self.shots {
            let mut sum = if shot.rockets.is_empty() { shot.points } else { FirePoints::ZERO };
            for &rocket in &shot.rockets {
                let die = dice.roll()?;
                let hit = die.face() >= shot.accuracy;
                accuracy.push(AccuracyRoll { die, needs: shot.accuracy, hit });
                if hit {
                    sum = sum + rocket;
                }
            }
            points.push(sum);
        }
        let Some(weight) = self.weigh(&points) else {
            return Some(Fired { accuracy, shot: None });
        };
        let die = dice.roll()?;
        Some(Fired { accuracy, shot: Some(self.fired(&weight, die)) })
    }

    fn fired(&self, weight: &Weight, die: Die) -> FiredShot {
        let result = die.plus(weight.total);
        let outcome = self.outcome(weight, result);
        let behind =
            self.target.behind.iter().map(|unit| {
                self.harm(unit, outcome.effect.next_lower(), false, weight.is_cannonade)
            });
        let losses = &self.book.fire.losses;
        let special = die.face() == losses.special_die;
        FiredShot {
            die,
            points: weight.points,
            reckoning: self.reckon(weight),
            result,
            outcome,
            deeds: self.deeds(&outcome),
            behind: behind.collect(),
            low_on_ammunition: special && self.shots.iter().any(|shot| shot.most_of_the_unit),
            leader_check: special
                && self.target.leader.is_some_and(|distance| distance <= losses.leader_within),
        }
    }
}

/// Does a row check the charge of a unit, by a cannonade or by musketry?
fn is_checked(
    book: &Rulebook,
    (unit, charging): (&Unit, Charging),
    row: FireRow,
    cannonade: bool,
) -> bool {
    if charging == Charging::No {
        return false;
    }
    let rules = &book.fire;
    let skittish = unit.is_mounted() && rules.skittish_nations.contains(&unit.nation);
    let row = &rules.rows[row as usize];
    let checks = if skittish { row.checks_skittish } else { row.checks };
    match checks {
        Checks::Always => true,
        Checks::UnlessColdSteel => !charging.is_with_steel(),
        Checks::Cannonade => cannonade,
        Checks::Never => false,
    }
}

/// The lowest result that checks the charge of a unit; nothing if it does not charge or none does.
pub fn checked_from(
    book: &Rulebook,
    (unit, charging): (&Unit, Charging),
    cannonade: bool,
) -> Option<i8> {
    let bands = &book.fire.columns[unit.experience as usize];
    (-20..=40).find(|result| is_checked(book, (unit, charging), bands.at(*result), cannonade))
}

fn points_label(points: FirePoints) -> Arc<str> {
    let whole = points.rounded_down();
    match whole {
        0 => format!("for {points} fire point, less than one").into(),
        _ if points > FirePoints::whole(whole) => {
            format!("for {points} fire points, rounded down to {whole}").into()
        }
        1 => "for 1 fire point".into(),
        whole => format!("for {whole} fire points").into(),
    }
}

impl Unit {
    /// How many of its stands can fire one way in its formation.
    pub fn stands_to_fire(&self) -> u8 {
        let stands = self.strength.stands;
        if self.is_guns() {
            return stands;
        }
        match self.formation {
            _ if self.order == Order::Broken || self.is_mounted() || self.presenting => 0,
            Formation::Line | Formation::SupportedLine | Formation::OpenOrder => stands,
            Formation::FieldColumn => stands.min(4),
            Formation::MarchColumn | Formation::StormingColumn => stands.min(1),
            Formation::Garrison => stands / 2,
            Formation::Square | Formation::HastySquare => {
                stands.min(12).div_ceil(4) + stands.saturating_sub(12).div_ceil(4)
            }
        }
    }

    /// These stands as firers at `range`, with what the unit's own state says.
    pub fn as_firers(&self, book: &Rulebook, range: Length) -> Option<Firers> {
        let weapon = self.weapon.as_deref()?;
        let nation = self.make.unwrap_or(self.nation);
        let mut firers = Firers::new(nation, weapon, self.strength.stands, range);
        firers.name = self.name.clone();
        firers.experience = self.experience;
        firers.disordered = self.order == Order::Disordered;
        firers.not_ready = match (self.is_guns(), self.order, self.guns.emplacement) {
            (false, Order::Broken, _) => Some(NotReady::Broken),
            (true, _, Emplacement::Limbered) => Some(NotReady::Limbered),
            (true, _, _) if self.guns.silenced => Some(NotReady::Silenced),
            _ => None,
        };
        firers.mounted = self.arm != Arm::Guns && self.is_mounted();
        firers.presenting = self.presenting;
        firers.marksmen = self.traits.contains(Trait::Marksmen);
        firers.buck_and_ball = self.traits.contains(Trait::BuckAndBall);
        book.weapon(weapon, nation).map(|_| firers)
    }
}
