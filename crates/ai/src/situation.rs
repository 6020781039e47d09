//! Reading the situation: who is where, what he can do there, and what the battle is about.

use std::cell::RefCell;
use std::collections::BTreeMap;

use engine::battle::State;
use engine::movement::{Gait, allowance};
use engine::table::{Placed, Side, UnitId};
use engine::{Formation, Opened, Order, moves, sight};
use geometry::{Length, Spot};
use rulebook::{Experience, Ground, Level, Weapon};

/// An inch, in the thousandths that places are measured in.
pub(crate) const INCH: f64 = 1000.0;

/// A unit as a commander sees it at a glance.
#[derive(Clone, Copy)]
pub(crate) struct Force<'s> {
    pub id: UnitId,
    pub placed: &'s Placed,
    pub weapon: Option<&'s Weapon>,
    /// The middle of its stands.
    pub at: Spot,
    /// Half of its front.
    pub half: f64,
    /// How far it can fire; nothing for who cannot fire now.
    pub reach: f64,
    /// Stands that could fire as it stands.
    pub firing: f64,
    /// What it is worth, in fresh trained stands.
    pub worth: f64,
    /// A full move over open ground.
    pub speed: f64,
    /// What part of the fire at it is left by its cover.
    pub cover: f64,
    /// Who commands it.
    pub leader: Option<u16>,
}

impl<'s> Force<'s> {
    fn of(state: &'s State, id: UnitId) -> Force<'s> {
        let placed = state.unit(id);
        let book = &state.book;
        let weapon = placed.unit.weapon(book);
        let firing = sight::stands_in_action(placed).len() as f64;
        let reach = weapon.filter(|_| firing > 0.0).map_or(0.0, |w| inches(w.reach()));
        let row = if placed.unit.is_guns() {
            moves::gun_row(book, &placed.unit)
        } else {
            moves::row_of(book, &placed.unit)
        };
        let speed = row.map_or(0.0, |row| inches(allowance(row, Gait::Full, Ground::Open)));
        Force {
            id,
            placed,
            weapon,
            at: middle(placed),
            half: inches(placed.frontage(&book.bases)) / 2.0,
            reach,
            firing,
            worth: worth(placed),
            speed,
            cover: crate::worth::cover_at(&state.position.table, middle(placed)),
            leader: state.commander(id),
        }
    }

    /// Is it guns?
    pub fn is_guns(&self) -> bool {
        self.placed.unit.is_guns()
    }

    /// Is it horse in the saddle?
    pub fn is_mounted(&self) -> bool {
        self.placed.unit.is_mounted()
    }

    /// Is it in good order?
    pub fn is_steady(&self) -> bool {
        self.placed.unit.order == Order::Good
    }

    /// Is it broken?
    pub fn is_broken(&self) -> bool {
        self.placed.unit.order == Order::Broken
    }

    /// Is it fit for an attack: in good order and not spent?
    pub fn is_fit(&self) -> bool {
        self.is_steady() && self.placed.unit.strength.level() != Level::Spent
    }

    /// Its fire points at a range, as it now is, with so many stands.
    pub fn points_with(&self, range: f64, stands: f64) -> f64 {
        let Some(weapon) = self.weapon else { return 0.0 };
        let band = weapon.band(Length::thousandths(range.max(0.0) as i32));
        let each = band.map_or(0.0, |band| f64::from(band.points.in_eighths()) / 8.0);
        let shaken = if self.placed.unit.order == Order::Disordered { 0.5 } else { 1.0 };
        each * stands * shaken
    }

    /// Its fire points at a range.
    pub fn points(&self, range: f64) -> f64 {
        self.points_with(range, self.firing)
    }

    /// Has it a front that a place is behind?
    pub fn is_turned(&self, from: Spot) -> bool {
        let unit = &self.placed.unit;
        let formed = unit.has_flanks() && !unit.formation.is_square() && !self.is_broken();
        formed && self.placed.anchor.local(from).y < -0.3 * INCH
    }

    /// Is a place in front of it, within so many degrees to either side, its width allowed for?
    pub fn faces(&self, spot: Spot, degrees: i32) -> bool {
        if self.placed.unit.formation.is_square() || !self.placed.unit.has_flanks() {
            return true;
        }
        let local = self.placed.anchor.local(spot);
        in_front(local, self.half, degrees)
    }
}

/// Is a place, seen from the middle of a front, before it and within so many degrees of its ends?
pub(crate) fn in_front(local: Spot, half: f64, degrees: i32) -> bool {
    let beside = (local.x.abs() - half).max(0.0);
    let (sin, cos) = geometry::Angle::degrees(degrees).sin_cos();
    local.y > 0.0 && beside * cos <= local.y * sin
}

/// How far the result of a check lets troops in good order go.
pub(crate) fn gait(list: Opened) -> Gait {
    match list {
        Opened::DoubleQuick => Gait::DoubleQuick,
        Opened::WellHandled => Gait::Full,
        Opened::Tardy => Gait::Half,
    }
}

/// A length in thousandths, as a decimal.
pub(crate) fn inches(length: Length) -> f64 {
    f64::from(length.in_thousandths())
}

/// The middle of a unit's stands.
pub(crate) fn middle(placed: &Placed) -> Spot {
    let count = placed.stands.len().max(1) as f64;
    let sum = placed.stands.iter().map(|s| s.pose.at.spot()).fold(Spot::default(), Spot::plus);
    sum.times(1.0 / count)
}

/// What a unit is worth, in fresh trained stands of foot.
pub(crate) fn worth(placed: &Placed) -> f64 {
    let unit = &placed.unit;
    let skill = match unit.experience {
        Experience::Elite => 1.4,
        Experience::Veteran => 1.2,
        Experience::Trained => 1.0,
        Experience::Raw => 0.8,
    };
    if unit.is_guns() {
        let well = |gun: &&engine::table::GunStand| !gun.abandoned;
        return placed.guns.iter().filter(well).count() as f64 * 2.0 * skill;
    }
    let state = match unit.strength.level() {
        Level::Fresh => 1.0,
        Level::Worn => 0.8,
        Level::Spent => 0.5,
    };
    let order = match unit.order {
        Order::Good => 1.0,
        Order::Disordered => 0.7,
        Order::Broken => 0.2,
    };
    let column = if unit.formation == Formation::MarchColumn { 0.9 } else { 1.0 };
    placed.stands.len() as f64 * skill * state * order * column
}

/// A key position as one side sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prize {
    pub key: usize,
    pub at: Spot,
    pub radius: f64,
    /// Points between holding it and the enemy holding it.
    pub swing: f64,
    pub ours: bool,
}

/// The battle as one side sees it.
pub(crate) struct Situation<'s> {
    pub state: &'s State,
    pub side: Side,
    pub ours: Vec<Force<'s>>,
    pub theirs: Vec<Force<'s>>,
    pub prizes: Vec<Prize>,
    /// Own player turns that are left, this one included.
    pub turns_left: f64,
    /// Points ahead of the enemy.
    pub lead: i32,
    /// Who was found to leave the table if he runs, or not.
    runs: RefCell<BTreeMap<UnitId, bool>>,
}

impl<'s> Situation<'s> {
    /// The battle as `side` sees it.
    pub fn of(state: &'s State, side: Side) -> Situation<'s> {
        let forces =
            |side: Side| state.of_side(side).map(|id| Force::of(state, id)).collect::<Vec<_>>();
        let points = state.points();
        let prizes = state.scenario.key_positions.iter().enumerate().map(|(key, place)| {
            let own = f64::from(place.points[side as usize]);
            let other = f64::from(place.points[side.enemy() as usize]);
            let holder = state.holders[key];
            let swing = if holder.is_none() { own + other / 2.0 } else { own + other };
            Prize {
                key,
                at: place.at.spot(),
                radius: inches(place.radius),
                swing: swing + if place.key_of.is_some() { 1.0 } else { 0.0 },
                ours: holder == Some(side),
            }
        });
        Situation {
            state,
            side,
            ours: forces(side),
            theirs: forces(side.enemy()),
            prizes: prizes.collect(),
            turns_left: f64::from(state.scenario.clock.turns.saturating_sub(state.turn) + 1),
            lead: i32::from(points[side as usize]) - i32::from(points[side.enemy() as usize]),
            runs: RefCell::default(),
        }
    }

    /// How far a place is from a side's own edge.
    pub fn to_edge(&self, side: Side, spot: Spot) -> f64 {
        let position = &self.state.position;
        let (east, north) = position.edge(side).heading().sin_cos();
        let bounds = position.table.bounds();
        match (east, north) {
            (east, _) if east > 0.5 => bounds.high.x - spot.x,
            (east, _) if east < -0.5 => spot.x - bounds.low.x,
            (_, north) if north > 0.0 => bounds.high.y - spot.y,
            _ => spot.y - bounds.low.y,
        }
    }

    /// Would a unit that runs leave the table?
    pub fn runs_off(&self, force: &Force<'_>) -> bool {
        *self.runs.borrow_mut().entry(force.id).or_insert_with(|| {
            let run = moves::full_retreat(&self.state.book, &self.state.position, force.id);
            matches!(run, moves::Retreat::OffTheTable(_))
        })
    }

    /// The same as the enemy sees it.
    pub fn turned(&self) -> Situation<'s> {
        Situation {
            state: self.state,
            side: self.side.enemy(),
            ours: self.theirs.clone(),
            theirs: self.ours.clone(),
            prizes: Vec::new(),
            turns_left: self.turns_left,
            lead: -self.lead,
            runs: self.runs.clone(),
        }
    }

    /// The middle of the other units of a unit's command.
    pub fn fellows(&self, of: &Force<'_>) -> Option<Spot> {
        let own = |force: &&Force<'_>| force.leader.is_some() && force.leader == of.leader;
        let others = self.ours.iter().filter(own);
        let others = others.filter(|force| force.id != of.id && !force.is_broken());
        let (sum, count) =
            others.fold((Spot::default(), 0.0), |(sum, n), force| (sum.plus(force.at), n + 1.0));
        (count > 0.0).then(|| sum.times(1.0 / count))
    }

    /// One of ours.
    pub fn own(&self, id: UnitId) -> Option<&Force<'s>> {
        self.ours.iter().find(|force| force.id == id)
    }

    /// One of theirs.
    pub fn enemy(&self, id: UnitId) -> Option<&Force<'s>> {
        self.theirs.iter().find(|force| force.id == id)
    }

    /// The enemy nearest to a place who can still fight, and how far he is.
    pub fn nearest(&self, spot: Spot) -> Option<(&Force<'s>, f64)> {
        let far = |force: &Force<'_>| (force.at.minus(spot).size() - force.half).max(0.0);
        let fighting = self.theirs.iter().filter(|force| !force.is_broken());
        let mut best: Option<(&Force<'s>, f64)> = None;
        for force in fighting {
            let far = far(force);
            if best.is_none_or(|(_, least)| far < least) {
                best = Some((force, far));
            }
        }
        best.or_else(|| self.theirs.first().map(|force| (force, far(force))))
    }

    /// What the enemy has near a place: all within `near`, less and less up to `far`.
    pub fn strength_near(&self, forces: &[Force<'_>], spot: Spot, near: f64, far: f64) -> f64 {
        let share = |force: &Force<'_>| {
            let gap = force.at.minus(spot).size();
            ((far - gap) / (far - near)).clamp(0.0, 1.0) * force.worth
        };
        forces.iter().map(share).sum()
    }
}
