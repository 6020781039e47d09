//! A finite set of sensible maneuvers of guns. Every one passes its check.

use geometry::{Angle, Length};
use rulebook::{Ground, MovementRow, Rulebook};

use super::{GunManeuver, GunPlan, check_gun, gun_row};
use crate::Opened;
use crate::movement::{Gait, Hand, Step, allowance};
use crate::table::{Placed, Position, UnitId};

/// A finite set of sensible maneuvers of one gun stand. Each passes its check.
pub fn gun_candidates(
    book: &Rulebook,
    position: &Position,
    (id, stand): (UnitId, u8),
    list: Option<Opened>,
) -> Vec<(GunManeuver, GunPlan)> {
    let placed = position.unit(id);
    let mut tried = vec![GunManeuver::Hold, GunManeuver::Limber, GunManeuver::Fire];
    tried.extend([GunManeuver::Rally, GunManeuver::Replenish]);
    for sixth in 0..16 {
        let facing = placed.anchor.heading.plus(Angle::hundredths(sixth * 2250));
        tried.extend([false, true].map(|fire| GunManeuver::Pivot { facing, fire }));
        tried.extend([false, true].map(|fire| GunManeuver::Unlimber { facing, fire }));
    }
    tried.extend(hauls());
    if let Some(row) = gun_row(book, &placed.unit) {
        tried.extend(drives(row, placed, list));
    }
    let check = |maneuver: GunManeuver| {
        let plan = check_gun(book, position, (id, stand), list, &maneuver).ok()?;
        Some((maneuver, plan))
    };
    tried.into_iter().filter_map(check).collect()
}

fn hauls() -> impl Iterator<Item = GunManeuver> {
    let ways = [(Hand::Left, 0), (Hand::Left, 45), (Hand::Right, 45)];
    ways.into_iter().flat_map(|(to, degrees)| {
        let slant = Angle::degrees(degrees);
        let haul = move |back| GunManeuver::HandHaul { to, slant, by: Length::inches(2), back };
        let prolong = GunManeuver::Prolong { to, slant, by: Length::inches(4) };
        [haul(false), haul(true), prolong]
    })
}

fn drives(row: &MovementRow, placed: &Placed, list: Option<Opened>) -> Vec<GunManeuver> {
    let gait = if list == Some(Opened::DoubleQuick) { Gait::DoubleQuick } else { Gait::Full };
    let most = allowance(row, gait, Ground::Open);
    let mut found = Vec::new();
    for degrees in [-45_i32, -20, 0, 20, 45] {
        for by in [most, most.half()] {
            let mut steps = Vec::new();
            let by = if degrees == 0 {
                by
            } else {
                let to = if degrees < 0 { Hand::Left } else { Hand::Right };
                let step = Step::Wheel { to, turn: Angle::degrees(degrees.abs()) };
                let arc = step.length(Length::inches(1));
                steps.push(step);
                Length::thousandths((by.in_thousandths() - arc.in_thousandths()).max(0))
            };
            steps.push(Step::Advance { by });
            let drive = |limber, unlimber, fire| GunManeuver::Move {
                steps: steps.clone(),
                limber,
                unlimber,
                fire,
            };
            let facing = placed.anchor.heading;
            found.push(drive(false, None, false));
            found.push(drive(true, None, false));
            for facing in [facing, facing.plus(Angle::ABOUT)] {
                found.push(drive(false, Some(facing), false));
                found.push(drive(false, Some(facing), true));
                found.push(drive(true, Some(facing), false));
            }
        }
    }
    found
}
