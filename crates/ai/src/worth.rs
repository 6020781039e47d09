//! What a place is worth to a unit that would stand there: whom it could hit, who could hit it, what covers
//! it. One measure for all: stands.

use engine::Formation;
use engine::table::Table;
use geometry::{Pose, Spot};
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
    /// Enemies in its reach whom it would take in the flank.
    pub flanks: f64,
}

impl Situation<'_> {
    /// What fire would do if `force` stood there, whoever sees whom.
    pub fn exchange(&self, force: &Force<'_>, there: Standing) -> Exchange {
        let front = there.pose.at.spot();
        let mut sum = Exchange::default();
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
            let ahead = square || in_front(local, there.half, 45);
            if there.firing > 0.0 && ahead {
                let points = force.points_with(range, there.firing);
                sum.given = sum.given.max(points * LOST_BY_POINT * self.prey(enemy));
            }
            if ahead && apart - enemy.half < force.speed.max(8.0 * INCH) && enemy.is_turned(front) {
                sum.flanks += 1.0;
            }
            let behind = local.y < 0.0 && !square;
            if enemy.reach > 0.0 && !enemy.is_broken() {
                let bears = if enemy.faces(front, 45) { 1.0 } else { 0.35 };
                let turned = if behind { 1.6 } else { 1.0 };
                let points = enemy.points(range) * bears * turned;
                sum.taken += points * LOST_BY_POINT * softness(there.formation) * cover;
            }
            let fights = enemy.placed.unit.is_troops() && enemy.is_steady();
            let reaches = fights && apart - enemy.half < enemy.speed && enemy.faces(front, 45);
            if reaches && behind {
                sum.flanked += 1.0;
            }
        }
        sum
    }

    /// What may be lost over the own edge of the table there, in stands, to those who can charge there: who runs a
    /// full move from a place near it leaves the battle whole.
    pub fn rim(&self, force: &Force<'_>, there: Standing) -> f64 {
        let front = there.pose.at.spot();
        if self.to_edge(self.side, front) > force.speed + INCH {
            return 0.0;
        }
        let mut stands = 1.0;
        for enemy in self.theirs.iter().filter(|enemy| enemy.placed.unit.is_troops()) {
            let apart = enemy.at.minus(front).size() - enemy.half;
            if enemy.is_broken() || apart > enemy.speed {
                continue;
            }
            // Horse breaks whom it drives back.
            let breaks = if enemy.is_mounted() { 0.5 } else { 0.25 };
            stands *= 1.0 - breaks * enemy.worth / (enemy.worth + force.worth).max(0.1);
        }
        (1.0 - stands) * force.worth * 0.5
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::begun::begun;
    use engine::table::Side;
    use geometry::Angle;

    #[test]
    fn who_stands_beside_a_front_takes_it_in_the_flank_and_who_stands_before_it_does_not() {
        let game = begun("acw-training", 7);
        let situation = Situation::of(&game.state, Side::First);
        let named = |name: &str| {
            let mut forces = situation.ours.iter().chain(&situation.theirs);
            forces.find(|force| *force.placed.unit.name == *name).expect("a unit of the battle")
        };
        let (ours, wall) = (named("1st Ohio"), named("2nd Georgia"));
        let flanks = |x: f64, y: f64, turn: Angle| {
            let pose = wall.placed.anchor.moved(x, y * INCH, turn);
            situation.exchange(ours, Standing { pose, ..ours.standing() }).flanks
        };
        let beside = wall.half + 3.0 * INCH;
        assert_eq!(flanks(0.0, 6.0, Angle::ABOUT), 0.0, "before its front");
        assert_eq!(flanks(beside, -1.5, Angle::degrees(270)), 1.0, "beside it, looking at it");
        assert_eq!(flanks(beside, -1.5, Angle::degrees(90)), 0.0, "beside it, looking away");
        assert_eq!(flanks(beside + 20.0 * INCH, -1.5, Angle::degrees(270)), 0.0, "out of reach");
    }
}
