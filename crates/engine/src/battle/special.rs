//! The rules of one battle alone: who stays, who may not, what burns, who has won at once.

use std::sync::Arc;

use geometry::{Angle, Length, Point, Polygon, Pose, Rect};
use rulebook::{Cover, Going, Obstacle, RuleId, Set, TerrainKind};

use super::cause::Cause;
use super::deeds;
use super::event::{Change, Happened, Removal, RetreatKind};
use super::refusal::{NotNow, Refusal};
use super::state::{GrassFire, Officer, Over, State, Victory};
use super::turn::{Carry, Turn};
use crate::moves::{self, Retreat};
use crate::scenario::{Special, SpecialRule};
use crate::sight;
use crate::table::{Front, Leader, Outline, Side, Terrain, UnitId};
use crate::{Opened, Order};

/// How far before its muzzles a gun sets fire to the grass.
const BEFORE_THE_GUN: f64 = 1000.0;

impl State {
    /// The rules of the battle that are in force.
    fn in_force(&self) -> impl Iterator<Item = (usize, &Special)> {
        let specials = self.scenario.specials.iter().enumerate();
        specials.filter(|(_, special)| (special.from..=special.until).contains(&self.turn))
    }

    /// The rules of the battle that are in force on a unit.
    fn specials_of(&self, unit: UnitId) -> impl Iterator<Item = (usize, &SpecialRule)> {
        let listed = self.listed(unit);
        let found = self.in_force().filter(move |(_, special)| special.units.contains(&listed));
        found.map(|(place, special)| (place, &special.what))
    }

    /// The list that a check opens to a unit by the rules of the battle, and the rule that changed it.
    pub(super) fn opened_here(
        &self,
        unit: UnitId,
        list: Option<Opened>,
    ) -> (Option<Opened>, Option<usize>) {
        let (mut list, mut by) = (list, None);
        for (place, what) in self.specials_of(unit) {
            let now = match what {
                SpecialRule::Holds { unless_within } => {
                    let near = unless_within.is_some_and(|far| self.has_enemy_within(unit, far));
                    if near { list } else { None }
                }
                SpecialRule::NoDoubleQuick if list == Some(Opened::DoubleQuick) => {
                    Some(Opened::WellHandled)
                }
                _ => list,
            };
            if now != list {
                (list, by) = (now, Some(place));
            }
        }
        (list, by)
    }

    fn has_enemy_within(&self, unit: UnitId, far: Length) -> bool {
        let side = self.unit(unit).side;
        let near =
            |enemy: UnitId| sight::gap(&self.position, unit, enemy).is_some_and(|g| g <= far);
        self.of_side(side.enemy()).any(near)
    }

    /// May a unit end a maneuver so?
    pub(super) fn may_end(&self, unit: UnitId, end: &[Rect]) -> Result<(), Refusal> {
        for (_, what) in self.specials_of(unit) {
            let SpecialRule::Within { area } = what else { continue };
            let now = self.unit(unit).stands.iter().filter(|s| !area.holds(s.pose.at)).count();
            let then = end.iter().filter(|s| !area.holds(s.pose.at)).count();
            // Who is out of it already may come back by and by.
            if then > 0 && then >= now.max(1) {
                return Err(Refusal::of(unit, NotNow::Scenario, "SCEN-WITHIN"));
            }
        }
        Ok(())
    }

    /// May a unit charge, and with cold steel?
    pub(super) fn may_charge_here(&self, unit: UnitId, steel: bool) -> Result<(), Refusal> {
        for (_, what) in self.specials_of(unit) {
            match what {
                SpecialRule::NoCharge { unless_with } => {
                    let with = unless_with.map(|leader| self.leader(leader).attached);
                    if with != Some(Some(unit)) {
                        return Err(Refusal::of(unit, NotNow::Scenario, "SCEN-NO-CHARGE"));
                    }
                }
                SpecialRule::NoColdSteel if steel => {
                    return Err(Refusal::of(unit, NotNow::Scenario, "SCEN-NO-COLD-STEEL"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// May a unit replenish its ammunition?
    pub(super) fn may_replenish(&self, unit: UnitId) -> Result<(), Refusal> {
        let never = |(_, what): (usize, &SpecialRule)| *what == SpecialRule::NoReplenish;
        if self.specials_of(unit).any(never) {
            return Err(Refusal::of(unit, NotNow::Scenario, "SCEN-NO-REPLENISH"));
        }
        Ok(())
    }

    /// Is a unit low on ammunition with this die, by a rule of the battle?
    pub(super) fn is_short(&self, unit: UnitId, face: u8) -> bool {
        self.specials_of(unit)
            .any(|(_, what)| matches!(what, SpecialRule::ScarceAmmunition { die } if face >= *die))
    }

    /// Do none but its own leaders command a unit?
    pub(super) fn has_own_leaders_only(&self, unit: UnitId) -> bool {
        self.specials_of(unit).any(|(_, what)| *what == SpecialRule::OwnLeaders)
    }

    /// Does a rule of the battle count how often a unit fires?
    pub(super) fn counts_volleys(&self, unit: UnitId) -> bool {
        let listed = self.listed(unit);
        self.scenario.specials.iter().any(|special| {
            matches!(special.what, SpecialRule::Volleys { .. }) && special.units.contains(&listed)
        })
    }

    /// The rules of the battle that a side may use now, and for whom.
    pub fn usable(&self, side: Side) -> Vec<(usize, UnitId)> {
        let mut found = Vec::new();
        for (place, special) in self.in_force() {
            for unit in
                self.of_side(side).filter(|unit| special.units.contains(&self.listed(*unit)))
            {
                if self.may_use(place, unit).is_ok() {
                    found.push((place, unit));
                }
            }
        }
        found
    }

    fn may_use(&self, rule: usize, unit: UnitId) -> Result<&SpecialRule, Refusal> {
        let refused = |rule: &str| Err(Refusal::of(unit, NotNow::Scenario, rule));
        let Some((_, special)) = self.in_force().find(|(place, _)| *place == rule) else {
            return refused("SCEN-USE");
        };
        if self.marks.get(unit.place()).is_none() || self.unit(unit).side != self.active {
            return Err(Refusal::now(NotNow::NotYours, "SCEN-USE"));
        }
        if !special.units.contains(&self.listed(unit)) || self.unit(unit).stands.is_empty() {
            return refused("SCEN-USE");
        }
        let (placed, marks) = (self.unit(unit), self.marks(unit));
        match special.what {
            SpecialRule::Volleys { times } => {
                let able = placed.unit.order != Order::Broken && !marks.checked && !marks.moved;
                if !able || marks.volleys < times {
                    return refused("SCEN-VOLLEYS");
                }
            }
            SpecialRule::GrassFire { .. } => {
                let in_action = placed.guns.iter().any(|gun| !gun.limbered && !gun.abandoned);
                if !in_action || self.fires.iter().any(|fire| fire.rule == rule) {
                    return refused("SCEN-GRASS-FIRE");
                }
            }
            _ => return refused("SCEN-USE"),
        }
        Ok(&special.what)
    }

    /// The smoke that lies on the table now.
    pub fn smoke(&self) -> Vec<Smoke<'_>> {
        self.fires.iter().filter_map(|fire| self.smoke_of(fire)).collect()
    }

    /// The smoke that there would be if a unit set fire to the grass now; nothing for other rules.
    pub fn smoke_from(&self, rule: usize, unit: UnitId) -> Option<Smoke<'_>> {
        self.smoke_of(&self.lit_by(rule, unit)?)
    }

    /// The fire that a unit would light, with the near edge of its smoke before the muzzles.
    fn lit_by(&self, rule: usize, unit: UnitId) -> Option<GrassFire> {
        let SpecialRule::GrassFire { wide, deep, heading, .. } =
            self.scenario.specials.get(rule)?.what
        else {
            return None;
        };
        let gun = self.unit(unit).stands.first()?;
        let pose = Pose::new(gun.front().point(), gun.pose.heading);
        // However it drifts.
        let (sin, cos) = heading.minus(pose.heading).sin_cos();
        let reach = half(deep) * cos.abs() + half(wide) * sin.abs();
        let at = pose.moved(0.0, BEFORE_THE_GUN + reach, Angle::ZERO).at;
        Some(GrassFire { rule, at, since: self.turn })
    }

    /// The smoke of a fire in this turn; nothing when it has burnt out.
    fn smoke_of(&self, fire: &GrassFire) -> Option<Smoke<'_>> {
        let special = self.scenario.specials.get(fire.rule)?;
        let SpecialRule::GrassFire { wide, deep, drifts, heading, lasts } = special.what else {
            return None;
        };
        let age = self.turn.checked_sub(fire.since).filter(|age| *age < lasts)?;
        let far = f64::from(drifts.in_thousandths()) * f64::from(age);
        let middle = Pose::new(fire.at, heading).moved(0.0, far, Angle::ZERO);
        let (x, y) = (half(wide), half(deep));
        let corners: Vec<Point> = [(-x, -y), (x, -y), (x, y), (-x, y)]
            .into_iter()
            .map(|(x, y)| middle.spot(x, y).point())
            .collect();
        let area = Polygon::new(corners).ok()?;
        Some(Smoke { special, area, until: fire.since.saturating_add(lasts - 1), drifts, heading })
    }
}

/// The smoke of a grass fire, where it lies.
#[derive(Clone, Debug)]
pub struct Smoke<'a> {
    /// The rule that it burns by.
    pub special: &'a Special,
    /// The ground that it lies on.
    pub area: Polygon,
    /// The last turn in which it lies there.
    pub until: u16,
    /// How far it drifts in a turn.
    pub drifts: Length,
    /// Where to.
    pub heading: Angle,
}

fn half(length: Length) -> f64 {
    f64::from(length.in_thousandths()) / 2.0
}

fn terrain(smoke: Smoke<'_>) -> Terrain {
    let kind = TerrainKind {
        id: "smoke".into(),
        label: "smoke".into(),
        going: Going::Open,
        cover: Cover::Open,
        deep_cover: None,
        sight: Some(Length::ZERO),
        position: rulebook::Position::Open,
        obstacle: Obstacle::None,
        traits: Set::new(),
        rule: RuleId::new("SCEN-GRASS-FIRE"),
    };
    Terrain {
        name: smoke.special.name.clone(),
        kind: Arc::new(kind),
        outline: Outline::Area(smoke.area),
        level: 0,
        crest: None,
        front: Front::Both,
    }
}

/// A player uses a rule of the battle for one of his units.
pub(super) fn use_it(state: &State, rule: usize, unit: UnitId) -> Result<Carry, Refusal> {
    let what = state.may_use(rule, unit)?.clone();
    Ok(Box::new(move |turn| {
        turn.emit(Happened::Special { rule, unit: Some(unit) }, Vec::new());
        match what {
            SpecialRule::Volleys { .. } => goes_home(turn, unit),
            SpecialRule::GrassFire { .. } => kindle(turn, rule, unit),
            _ => {}
        }
        Ok(())
    }))
}

/// A full move to the rear in good order; who leaves the table so is not lost.
fn goes_home(turn: &mut Turn<'_>, unit: UnitId) {
    let order = turn.state.unit(unit).unit.order;
    let marks = turn.marked(unit, |marks| (marks.checked, marks.moved) = (true, true));
    turn.emit(Happened::Goes, vec![marks]);
    match moves::full_retreat(&turn.state.book, &turn.state.position, unit) {
        Retreat::To(mut plan) => {
            plan.disordered.clear();
            plan.end.unit.order = order;
            let how = (RetreatKind::Full, Cause::OwnWill);
            deeds::carry_out_retreat(turn, unit, Retreat::To(plan), how);
            deeds::forms_again(turn, unit, order);
        }
        Retreat::OffTheTable(_) => deeds::destroy(turn, unit, Removal::Home, None),
        Retreat::Cut => {}
    }
}

fn kindle(turn: &mut Turn<'_>, rule: usize, unit: UnitId) {
    let Some(fire) = turn.state.lit_by(rule, unit) else { return };
    turn.emit(Happened::Goes, vec![Change::Fire(fire)]);
    drift(turn);
}

/// The smoke lies where it lies in this turn.
pub(super) fn drift(turn: &mut Turn<'_>) {
    if !turn.state.fires.is_empty() {
        let smoke = turn.state.smoke().into_iter().map(terrain).collect();
        turn.emit(Happened::Goes, vec![Change::Smoke(smoke)]);
    }
}

/// What the battle's own rules do when a player turn begins: leaders leave, smoke drifts.
pub(super) fn begin_turn(turn: &mut Turn<'_>) {
    drift(turn);
    let (number, side) = (turn.state.turn, turn.state.active);
    let specials = turn.state.scenario.specials.iter().enumerate();
    let leaving: Vec<(usize, u16)> = specials
        .filter(|(_, special)| special.from == number)
        .filter_map(|(place, special)| match special.what {
            SpecialRule::LeaderLeaves { leader } => Some((place, leader)),
            _ => None,
        })
        .collect();
    for (rule, leader) in leaving {
        let now = turn.state.leader(leader);
        if now.side != side || turn.state.officer(leader).gone {
            continue;
        }
        let now = Leader { at: None, attached: None, ..now.clone() };
        let was_with = turn.state.leader(leader).attached;
        let officer = Officer { gone: true, ..turn.state.officer(leader) };
        let mut changes = vec![
            Change::Leader { leader, now: Box::new(now) },
            Change::Officer { leader, now: officer },
        ];
        if let Some(unit) = was_with {
            let mut placed = turn.state.unit(unit).clone();
            placed.unit.leader_attached = false;
            changes.push(Change::Unit { unit, placed: Box::new(placed) });
        }
        turn.emit(Happened::Special { rule, unit: None }, changes);
    }
}

/// Those who lie hidden when the battle begins.
pub(super) fn hide(turn: &mut Turn<'_>) {
    for special in turn.state.scenario.clone().specials.iter() {
        let SpecialRule::Hidden { beyond } = special.what else { continue };
        for &unit in &special.units {
            let mut placed = turn.state.unit(unit).clone();
            placed.seen_within = Some(beyond);
            let change = Change::Unit { unit, placed: Box::new(placed) };
            turn.emit(Happened::Goes, vec![change]);
        }
    }
}

/// Has an army won at once by what it holds?
pub(super) fn won(state: &State, points: [u16; 2]) -> Option<Victory> {
    state.in_force().find_map(|(_, special)| {
        let SpecialRule::Wins { side, keys } = &special.what else { return None };
        let all = keys.iter().all(|key| state.holders.get(*key) == Some(&Some(*side)));
        all.then_some(Victory { winner: Some(*side), points, why: Over::Objective })
    })
}
