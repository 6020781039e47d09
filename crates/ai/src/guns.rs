//! Guns: into range of their aim, turned at the enemy, served as long as they have a target.

use engine::battle::Order;
use engine::movement::{Gait, Hand, Step, allowance};
use engine::moves::{GunManeuver, Limbering, gun_row};
use engine::table::{GunStand, UnitId};
use geometry::{Angle, Length, Pose, Rect, Spot};
use rulebook::Ground;

use crate::mind::Memory;
use crate::plan::Intent;
use crate::situation::{Force, INCH, Situation, inches};
use crate::skill::Skill;
use crate::{Decision, Reason};

/// What a gun on its limber may wheel to either side, in hundredths of a degree.
const SLANT: i32 = 4500;

/// The next maneuver of a gun of the group.
pub(crate) fn next(
    situation: &Situation<'_>,
    memory: &mut Memory,
    group: &[UnitId],
    skill: &Skill,
) -> Option<Decision> {
    memory.plan(situation, skill);
    while let Some((force, stand)) = waiting(situation, memory, group) {
        let decision = serve(situation, memory, force, stand);
        if decision.is_some() {
            return decision;
        }
    }
    None
}

/// The next gun of the group that may still do something; it is thought about but once.
fn waiting<'f>(
    situation: &'f Situation<'f>,
    memory: &mut Memory,
    group: &[UnitId],
) -> Option<(&'f Force<'f>, u8)> {
    for force in situation.ours.iter().filter(|force| force.is_guns()) {
        let marks = situation.state.marks(force.id);
        let of_group =
            group.contains(&force.id) || marks.origin.is_some_and(|from| group.contains(&from));
        if !of_group || !marks.checked {
            continue;
        }
        for stand in 0..force.placed.stands.len() as u8 {
            let open = marks.guns.get(usize::from(stand));
            let open = open.is_some_and(|gun| gun.list.is_some() && !gun.moved);
            if open && memory.settled.insert((force.id, stand)) {
                return Some((force, stand));
            }
        }
    }
    None
}

/// Has a battery anything better to do than to stand and fire?
pub(crate) fn wants(situation: &Situation<'_>, memory: &Memory, force: &Force<'_>) -> bool {
    let Some((enemy, far)) = situation.nearest(force.at) else { return false };
    if force.placed.unit.guns.emplacement == engine::Emplacement::Fixed {
        return far < range(force) && !has_target(situation, force);
    }
    if force.placed.guns.iter().any(|gun| gun.low_on_ammunition) && far > 16.0 * INCH {
        return true;
    }
    let limbered = force.placed.guns.iter().any(|gun| gun.limbered);
    if limbered {
        return true;
    }
    if has_target(situation, force) {
        return false;
    }
    let attacks = memory.plan.as_ref().and_then(|plan| plan.mission(force.id));
    let attacks = attacks.is_some_and(|mission| mission.intent == Intent::Attack);
    let turned = far < range(force) && !force.faces(enemy.at, 40);
    turned || attacks
}

fn range(force: &Force<'_>) -> f64 {
    force.weapon.map_or(0.0, |weapon| inches(weapon.reach()))
}

fn has_target(situation: &Situation<'_>, force: &Force<'_>) -> bool {
    let state = situation.state;
    let action = engine::sight::stands_in_action(force.placed);
    action.into_iter().any(|stand| !state.targets_of(force.id, stand).is_empty())
}

/// What one gun does.
fn serve(
    situation: &Situation<'_>,
    memory: &Memory,
    force: &Force<'_>,
    stand: u8,
) -> Option<Decision> {
    let state = situation.state;
    let (rect, gun) = (
        *force.placed.stands.get(usize::from(stand))?,
        *force.placed.guns.get(usize::from(stand))?,
    );
    let here = rect.pose.at.spot();
    let (enemy, far) = situation.nearest(here)?;
    let unit = force.id;
    if gun.abandoned {
        let order = Order::CrewReturns { unit, stand };
        let reason = Reason::Guns { what: "back to the gun", enemy: far / INCH };
        return state.check(&order).is_ok().then(|| Decision::of(order, reason));
    }
    let mission = memory.plan.as_ref().and_then(|plan| plan.mission(unit));
    let slot = mission.map_or(here, |mission| mission.slot(unit));
    let attacks = mission.is_some_and(|mission| mission.intent == Intent::Attack);
    for (what, maneuver) in wishes(situation, force, (rect, gun), (enemy.at, far), (slot, attacks))
    {
        let order = Order::Gun { unit, stand, maneuver };
        if state.check(&order).is_ok() {
            return Some(Decision::of(order, Reason::Guns { what, enemy: far / INCH }));
        }
    }
    None
}

/// What a gun would do, the best first.
fn wishes(
    situation: &Situation<'_>,
    force: &Force<'_>,
    (rect, gun): (Rect, GunStand),
    (enemy, far): (Spot, f64),
    (slot, attacks): (Spot, bool),
) -> Vec<(&'static str, GunManeuver)> {
    let mut found = Vec::new();
    let reach = range(force);
    let here = rect.pose.at.spot();
    let facing = enemy.minus(here).heading();
    if gun.silenced {
        found.push(("to serve it again", GunManeuver::Rally));
    }
    if gun.low_on_ammunition && far > 12.0 * INCH {
        found.push(("ammunition is low", GunManeuver::Replenish));
    }
    let to_go = slot.minus(here).size();
    let limbering = Limbering::towards(&situation.state.book, rect.pose, slot);
    // Whom limbering turns about (GUN-BASE-LIMBER) first turns his trail to where he will go.
    let away = here.minus(slot).heading();
    if gun.limbered {
        let in_place = far < reach * 0.8 || to_go < 2.0 * INCH;
        if in_place && far < reach {
            found.push(("into action", GunManeuver::Unlimber { facing, fire: true }));
            found.push(("into action", GunManeuver::Unlimber { facing, fire: false }));
        }
        let drives = drives(situation, force, rect.pose, (slot, enemy), None);
        let astray = drives.is_empty() && to_go > 4.0 * INCH;
        found.extend(drives);
        if far < reach * 1.5 {
            found.push(("into action", GunManeuver::Unlimber { facing, fire: false }));
        } else if astray {
            found.push(match limbering {
                Limbering::About => {
                    let turns = GunManeuver::Unlimber { facing: away, fire: false };
                    ("its trail towards where it will go", turns)
                }
                Limbering::To(_) => {
                    ("to limber up the other way", GunManeuver::Unlimber { facing, fire: false })
                }
            });
        }
        return found;
    }
    if !situation.state.targets_of(force.id, rect).is_empty() {
        found.push(("it has a target", GunManeuver::Fire));
    }
    if far < reach {
        found.push(("to bear on the enemy", GunManeuver::Pivot { facing, fire: true }));
        found.push(("to bear on the enemy", GunManeuver::Pivot { facing, fire: false }));
    } else if attacks && to_go > 4.0 * INCH {
        let leads = away.plus(Angle::ABOUT).minus(limbering.pose(rect.pose).heading);
        if leads.signed().abs() <= SLANT {
            found.extend(drives(situation, force, rect.pose, (slot, enemy), Some(limbering)));
            found.push(("to go where it can reach the enemy", GunManeuver::Limber(limbering)));
        } else {
            let turns = GunManeuver::Pivot { facing: away, fire: false };
            found.push(("its trail towards where it will go", turns));
        }
    }
    found.push(("it stays ready", GunManeuver::Fire));
    found
}

/// Ways on the limber towards a place that lead nearer to it.
fn drives(
    situation: &Situation<'_>,
    force: &Force<'_>,
    stand: Pose,
    (slot, enemy): (Spot, Spot),
    limber: Option<Limbering>,
) -> Vec<(&'static str, GunManeuver)> {
    let book = &situation.state.book;
    let Some(row) = gun_row(book, &force.placed.unit) else { return Vec::new() };
    let start = limber.map_or(stand, |limbering| limbering.pose(stand));
    let local = start.local(slot);
    let turn = Angle::towards(local.x, local.y).signed().clamp(-SLANT, SLANT);
    let mut first = Vec::new();
    let mut arc = 0.0;
    if turn.abs() > 300 {
        let to = if turn < 0 { Hand::Left } else { Hand::Right };
        let wheel = Step::Wheel { to, turn: Angle::hundredths(turn.abs()) };
        arc = inches(wheel.length(book.bases.guns.width));
        first.push(wheel);
    }
    let mut found = Vec::new();
    for ground in [Ground::Open, Ground::Broken, Ground::Rough] {
        let rate = inches(allowance(row, Gait::Full, ground)) - arc;
        let by = geometry::rounded(rate.min(local.size()));
        if by <= Length::ZERO {
            continue;
        }
        let mut steps = first.clone();
        steps.push(Step::Advance { by });
        let end = steps.iter().fold(start, |pose, step| step.from(pose, book.bases.guns.width));
        if slot.minus(end.at.spot()).size() > local.size() {
            continue;
        }
        let there = enemy.minus(end.at.spot());
        let drive =
            |unlimber, fire| GunManeuver::Move { steps: steps.clone(), limber, unlimber, fire };
        if there.size() < range(force) * 0.9 {
            found.push(("forward into action", drive(Some(there.heading()), true)));
            found.push(("forward into action", drive(Some(there.heading()), false)));
        }
        found.push(("forward", drive(None, false)));
    }
    found
}

#[cfg(test)]
mod tests {
    use engine::Opened;
    use engine::moves::check_gun;
    use engine::table::Side;
    use library::record::{Beginning, Game};

    use super::*;

    /// A battery of flying artillery that looks north, and one enemy too far away to be hit.
    const PLAIN: &str = r#"
format = 1
title = "A plain"
period = "maw"
date = "1846"
[table]
width = 40
height = 80
[clock]
turns = 6
first = "Own"
[[army]]
name = "Own"
nation = "us"
edge = "south"
[[army]]
name = "Enemy"
nation = "mexican"
edge = "north"
[[unit]]
army = "Own"
name = "Battery"
arm = "guns"
stands = 2
experience = "elite"
weapon = "flcLG"
at = [20, 20]
facing = "N"
[[unit]]
army = "Enemy"
name = "4th Line"
stands = 6
experience = "trained"
morale = "reliable"
weapon = "IM"
at = [20, 60]
facing = "S"
"#;

    fn plain(reading: &str) -> Game {
        let beginning = Beginning {
            name: "plain".to_owned(),
            text: PLAIN.to_owned(),
            rulings: [("limbering".to_owned(), reading.to_owned())].into(),
            seed: Some(7),
            ..Beginning::default()
        };
        Game::begin(beginning).expect("a battle without defects").0
    }

    /// What the first gun does that shall go to a place so many inches to its front, and where it is then.
    fn does(game: &Game, list: Opened, ahead: f64) -> (GunManeuver, Pose) {
        let state = &game.state;
        let situation = Situation::of(state, Side::First);
        let force = situation.ours.iter().find(|force| force.is_guns()).expect("a battery");
        let (rect, gun) = (force.placed.stands[0], force.placed.guns[0]);
        let (enemy, far) = situation.nearest(rect.pose.at.spot()).expect("an enemy");
        assert!(far > range(force), "{far}");
        let slot = rect.pose.moved(0.0, ahead * INCH, Angle::ZERO).at.spot();
        let wishes = wishes(&situation, force, (rect, gun), (enemy.at, far), (slot, true));
        let made = |(_, maneuver): (_, GunManeuver)| {
            let id = (force.id, 0);
            let plan = check_gun(&state.book, &state.position, id, Some(list), &maneuver).ok()?;
            let end = rect.pose.local(plan.pose.at.spot());
            Some((maneuver, Pose::new(end.point(), plan.pose.heading.minus(rect.pose.heading))))
        };
        wishes.into_iter().find_map(made).expect("something that it can do")
    }

    #[test]
    fn a_gun_that_would_go_forward_limbers_and_drives_there_at_once() {
        let (maneuver, end) = does(&plain("any"), Opened::WellHandled, 10.0);
        let limber = Some(Limbering::To(Angle::ZERO));
        assert!(
            matches!(&maneuver, GunManeuver::Move { limber: so, unlimber: None, .. } if *so == limber),
            "{maneuver:?}"
        );
        assert_eq!(end, Pose::new(Spot::new(0.0, 10.0 * INCH).point(), Angle::ZERO));
    }

    #[test]
    fn flying_artillery_dashes_forward_into_action() {
        let (maneuver, end) = does(&plain("any"), Opened::DoubleQuick, 30.0);
        assert!(matches!(maneuver, GunManeuver::Move { unlimber: Some(_), .. }), "{maneuver:?}");
        assert!(end.at.y > Length::inches(15), "{end:?}");
    }

    #[test]
    fn a_gun_that_limbering_turns_about_first_turns_its_trail() {
        let (maneuver, _) = does(&plain("about"), Opened::WellHandled, 10.0);
        assert!(matches!(maneuver, GunManeuver::Pivot { fire: false, .. }), "{maneuver:?}");
        let (maneuver, end) = does(&plain("about"), Opened::WellHandled, -10.0);
        let about = Some(Limbering::About);
        assert!(
            matches!(&maneuver, GunManeuver::Move { limber, .. } if *limber == about),
            "{maneuver:?}"
        );
        assert_eq!(end.at.y, Length::inches(-10));
    }
}
