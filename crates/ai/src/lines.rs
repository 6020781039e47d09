//! Lines of battle: who covers a unit's flanks, who stands so close before or behind it that he shares its fate.

use geometry::{Pose, Spot};

use crate::situation::{Force, INCH, Situation};
use crate::worth::Standing;

/// Who is no farther aside than this covers a flank.
const ASIDE: f64 = 4.0 * INCH;
/// Who is as close behind as this is swept away with whom he stands behind.
const CLOSE_BEHIND: f64 = 3.0 * INCH;
/// Who is farther away than this comes into no line with a unit, wherever it goes in a turn.
const NEAR: f64 = 48.0 * INCH;
/// A charge may go a third farther than a full move.
const AT_THE_DOUBLE: f64 = 1.34;

/// A friend, as he stands.
struct Comrade {
    pose: Pose,
    middle: Spot,
    half: f64,
    rear: f64,
    broken: bool,
}

/// What a unit's friends and enemies mean for the line that it stands in.
pub(crate) struct Lines {
    rear: f64,
    comrades: Vec<Comrade>,
    /// Where enemies are who may charge, and how far.
    chargers: Vec<(Spot, f64)>,
}

impl Lines {
    /// Around a unit.
    pub fn of(situation: &Situation<'_>, force: &Force<'_>) -> Lines {
        let others = situation.ours.iter().filter(|other| other.id != force.id);
        let near = others.filter(|other| other.at.minus(force.at).size() < NEAR);
        let comrades = near.map(|other| Comrade {
            pose: other.placed.anchor,
            middle: other.at,
            half: other.half,
            rear: other.placed.rear(),
            broken: other.is_broken(),
        });
        let fighting = situation.theirs.iter();
        let fighting = fighting.filter(|enemy| enemy.placed.unit.is_troops() && !enemy.is_broken());
        Lines {
            rear: force.placed.rear(),
            comrades: comrades.collect(),
            chargers: fighting
                .map(|enemy| (enemy.at, enemy.speed * AT_THE_DOUBLE + enemy.half))
                .collect(),
        }
    }

    /// The flanks of a unit, none to two, that a friend abreast of it covers.
    pub fn covered(&self, there: Standing) -> f64 {
        let mut sides = [false; 2];
        for comrade in self.comrades.iter().filter(|comrade| !comrade.broken) {
            let local = there.pose.local(comrade.middle);
            let gap = local.x.abs() - there.half - comrade.half;
            if local.y.abs() < ASIDE && gap > -INCH && gap < ASIDE {
                sides[usize::from(local.x > 0.0)] = true;
            }
        }
        sides.into_iter().filter(|side| *side).count() as f64
    }

    /// Friends close before or behind it, two at the most, where it can be charged: who is swept from the field takes
    /// those behind him along.
    pub fn massed(&self, there: Standing) -> f64 {
        let front = there.pose.at.spot();
        if !self.chargers.iter().any(|(at, far)| at.minus(front).size() < *far) {
            return 0.0;
        }
        let shares = |comrade: &&Comrade| {
            let aside = there.pose.heading.minus(comrade.pose.heading).signed().abs();
            // Who stands across is as deep as he is wide: his middle counts.
            let across = (4500..13_500).contains(&aside);
            let (own, his) = if across { (INCH, INCH) } else { (there.half, comrade.half) };
            let at = comrade.pose.at.spot();
            is_behind(comrade.pose, comrade.rear, comrade.half + own, front)
                || is_behind(there.pose, self.rear, there.half + his, at)
        };
        self.comrades.iter().filter(shares).take(2).count() as f64
    }
}

/// Is a place close behind a front that is so deep, both together so wide to each side?
fn is_behind(front: Pose, rear: f64, wide: f64, place: Spot) -> bool {
    let local = front.local(place);
    let close = rear - CLOSE_BEHIND..rear + 0.3 * INCH;
    local.x.abs() < wide - 0.1 * INCH && close.contains(&local.y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::begun::begun;
    use engine::table::Side;
    use geometry::Angle;

    /// The lines around the 1st Ohio, the 2nd being all its friends, and the 1st so far to the right of the middle
    /// of the 2nd and before its front.
    fn beside(right: f64, ahead: f64) -> (Lines, Standing) {
        let game = begun("acw-training", 7);
        let mut situation = Situation::of(&game.state, Side::First);
        let named = |force: &Force<'_>, name: &str| *force.placed.unit.name == *name;
        situation.ours.retain(|force| named(force, "1st Ohio") || named(force, "2nd Ohio"));
        let find = |name: &str| situation.ours.iter().find(|force| named(force, name)).unwrap();
        let (first, second) = (find("1st Ohio"), find("2nd Ohio"));
        let pose = second.placed.anchor.moved(right * INCH, ahead * INCH, Angle::ZERO);
        (Lines::of(&situation, first), Standing { pose, ..first.standing() })
    }

    fn covered(right: f64, ahead: f64) -> f64 {
        let (lines, there) = beside(right, ahead);
        lines.covered(there)
    }

    /// With somebody who could charge there.
    fn massed(right: f64, ahead: f64) -> f64 {
        let (mut lines, there) = beside(right, ahead);
        lines.chargers = vec![(there.pose.at.spot(), 10.0 * INCH)];
        lines.massed(there)
    }

    #[test]
    fn who_stands_abreast_covers_a_flank_and_who_stands_far_off_or_behind_does_not() {
        assert_eq!(covered(9.5, 0.0), 1.0, "an inch between eight and nine stands");
        assert_eq!(covered(-9.5, 2.0), 1.0);
        assert_eq!(covered(16.0, 0.0), 0.0, "far off");
        assert_eq!(covered(9.5, -6.0), 0.0, "behind");
    }

    #[test]
    fn who_stands_close_behind_or_before_a_friend_shares_his_fate_where_he_can_be_charged() {
        assert_eq!(massed(1.0, -2.0), 1.0, "close behind");
        assert_eq!(massed(1.0, 2.0), 1.0, "close before");
        assert_eq!(massed(1.0, -6.0), 0.0, "far behind");
        assert_eq!(massed(9.5, 0.0), 0.0, "abreast");
        let (mut lines, there) = beside(1.0, -2.0);
        lines.chargers.clear();
        assert_eq!(lines.massed(there), 0.0, "nobody comes");
    }
}
