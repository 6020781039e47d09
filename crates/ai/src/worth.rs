//! What a place is worth to a unit that would stand there: whom it could hit, who could hit it, what covers
//! it. One measure for all: stands.

use engine::Formation;
use engine::sight::sees;
use engine::table::{Table, base_of};
use geometry::{Angle, Pose, Rect, Spot};
use rulebook::Cover;

use crate::situation::{Force, INCH, Situation, in_front};

/// Stands that a fire point costs its target on the average, in the open.
pub(crate) const LOST_BY_POINT: f64 = 0.09;

/// A unit somewhere.
#[derive(Clone, Copy)]
pub(crate) struct Standing {
    /// The middle of its front, and where it looks.
    pub pose: Pose,
    /// Half of its front.
    pub half: f64,
    /// Stands that could fire.
    pub firing: f64,
    /// Its formation.
    pub formation: Formation,
}

/// What fire would do at a place: given and taken, in stands.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Exchange {
    /// What it would do to its best target.
    pub given: f64,
    /// What would be done to it.
    pub taken: f64,
    /// Enemies that could take it in the flank.
    pub flanked: f64,
    /// What the enemy's charges could do there.
    pub charged: f64,
    /// Friends that bear on its best target too.
    pub shared: f64,
}

impl Situation<'_> {
    /// What fire would do if `force` stood there, whoever sees whom.
    pub fn exchange(&self, force: &Force<'_>, there: Standing) -> Exchange {
        self.fire_at(force, there, |_| true)
    }

    /// The same between those only who would see each other.
    pub fn exchange_in_sight(&self, force: &Force<'_>, there: Standing) -> Exchange {
        let base = base_of(&self.state.book.bases, &force.placed.unit);
        let back = -f64::from(base.depth.in_thousandths()) / 2.0;
        let stand = Rect::new(there.pose.moved(0.0, back, Angle::ZERO), base.width, base.depth);
        let table = &self.state.position.table;
        self.fire_at(force, there, |enemy| {
            let far = |other: &&Rect| other.distance_to(there.pose.at);
            let nearest = enemy.placed.stands.iter().min_by_key(far);
            nearest.is_some_and(|other| sees(table, stand, *other).is_ok())
        })
    }

    fn fire_at(
        &self,
        force: &Force<'_>,
        there: Standing,
        sees: impl Fn(&Force<'_>) -> bool,
    ) -> Exchange {
        let front = there.pose.at.spot();
        let mut sum = Exchange::default();
        let mut best: Option<(f64, &Force<'_>)> = None;
        let cover = self.cover_at(front);
        for enemy in self.theirs.iter() {
            let apart = enemy.at.minus(front).size();
            if apart > 30.0 * INCH {
                continue;
            }
            // From line to line: nearest points, roughly.
            let range = (apart - (enemy.half.min(there.half) * 0.6)).max(0.5 * INCH);
            let local = there.pose.local(enemy.at);
            let square = there.formation.is_square();
            let mut gives = 0.0;
            if there.firing > 0.0 && (square || in_front(local, there.half, 45)) {
                let points = force.points_with(range, there.firing);
                gives = points * LOST_BY_POINT * self.prey(enemy);
            }
            let behind = local.y < 0.0 && !square;
            let mut takes = 0.0;
            if enemy.reach > 0.0 && !enemy.is_broken() {
                let bears = if enemy.faces(front, 45) { 1.0 } else { 0.35 };
                let turned = if behind { 1.6 } else { 1.0 };
                let points = enemy.points(range) * bears * turned;
                takes = points * LOST_BY_POINT * softness(there.formation) * cover;
            }
            if (gives > 0.0 || takes > 0.0) && !sees(enemy) {
                continue;
            }
            sum.taken += takes;
            if gives > 0.0 && best.is_none_or(|(most, _)| gives > most) {
                best = Some((gives, enemy));
            }
            let fights = enemy.placed.unit.is_troops() && enemy.is_steady();
            let reaches = fights && apart - enemy.half < enemy.speed && enemy.faces(front, 45);
            if reaches && behind {
                sum.flanked += 1.0;
            }
            if reaches {
                sum.charged = sum.charged.max(charge_at(enemy, force, there, behind));
            }
        }
        if let Some((gives, target)) = best {
            sum.given = gives;
            let bears = |friend: &&Force<'_>| {
                let apart = friend.at.minus(target.at).size();
                friend.id != force.id
                    && apart < friend.reach.min(10.0 * INCH)
                    && friend.faces(target.at, 45)
            };
            sum.shared = self.ours.iter().filter(bears).take(2).count() as f64;
        }
        sum
    }

    /// How good a target is: shaken and thin ones are worth more.
    fn prey(&self, enemy: &Force<'_>) -> f64 {
        let mut worth = if enemy.is_guns() { 0.8 } else { 1.0 } * enemy.cover;
        if enemy.is_broken() {
            worth *= 0.4;
        }
        worth
    }

    /// What part of the fire at a place is left by its cover.
    fn cover_at(&self, spot: Spot) -> f64 {
        cover_at(&self.state.position.table, spot)
    }
}

/// What part of the fire at a place is left by its cover.
pub(crate) fn cover_at(table: &Table, spot: Spot) -> f64 {
    let best = table.at(spot).map(|piece| piece.kind.cover).max().unwrap_or(Cover::Open);
    match best {
        Cover::Open | Cover::Minor => 1.0,
        Cover::Partial => 0.8,
        Cover::Full => 0.6,
        Cover::Fortified => 0.45,
    }
}

/// What a charge could do to a unit somewhere, in stands: roughly, by numbers, order and flanks.
fn charge_at(enemy: &Force<'_>, force: &Force<'_>, there: Standing, behind: bool) -> f64 {
    let mut edge = enemy.worth / force.worth.max(1.0) - 1.0;
    edge += if behind { 0.8 } else { 0.0 };
    edge += if force.is_steady() { 0.0 } else { 0.5 };
    edge += match there.formation {
        Formation::MarchColumn | Formation::OpenOrder => 0.5,
        Formation::Square if enemy.is_mounted() => -1.5,
        _ => 0.0,
    };
    (0.4 + edge).clamp(0.0, 1.0) * 2.0
}

/// How well a formation is hit, a line being one.
fn softness(formation: Formation) -> f64 {
    match formation {
        Formation::Line | Formation::SupportedLine => 1.0,
        Formation::OpenOrder => 0.8,
        Formation::FieldColumn => 1.2,
        Formation::MarchColumn | Formation::StormingColumn => 1.5,
        Formation::Square | Formation::HastySquare => 1.25,
        Formation::Garrison => 0.6,
    }
}
