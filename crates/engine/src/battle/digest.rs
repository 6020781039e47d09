//! A state as bytes, the same everywhere: what a digest is made of.

use geometry::{Point, Rect};

use super::state::State;
use crate::table::{Leader, Placed};

impl State {
    /// Writes everything that the state of a battle is, in a fixed order.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        number(out, i64::from(self.turn));
        number(out, self.active as i64);
        number(out, self.phase as i64);
        number(out, i64::from(self.dice));
        for side in 0..2 {
            number(out, i64::from(self.lost[side]));
            number(out, i64::from(self.taken[side]));
        }
        for holder in &self.holders {
            number(out, holder.map_or(-1, |side| side as i64));
        }
        for (placed, marks) in self.position.units().iter().zip(&self.marks) {
            unit(out, placed);
            number(out, marks.whereabouts as i64);
            number(out, i64::from(marks.low_on_ammunition) + 2 * i64::from(marks.about_faced));
            let flags = [marks.checked, marks.moved, marks.fired_at, marks.answered];
            flags.iter().for_each(|flag| number(out, i64::from(*flag)));
            number(out, marks.list.map_or(-1, |list| list as i64));
            number(out, marks.fired as i64);
            if marks.volleys > 0 {
                number(out, i64::from(marks.volleys));
            }
            if let Some(charge) = &marks.charge {
                number(out, i64::from(charge.target.0));
                number(out, charge.stage as i64);
                number(out, charge.kind as i64);
            }
        }
        for leader_now in &self.position.leaders {
            leader(out, leader_now);
        }
        for officer in &self.officers {
            let flags = [officer.lost, officer.gone, officer.expected];
            flags.iter().for_each(|flag| number(out, i64::from(*flag)));
            number(out, i64::from(officer.absent));
            number(out, i64::from(officer.on_foot));
        }
        for fire in &self.fires {
            number(out, fire.rule as i64);
            point(out, fire.at);
            number(out, i64::from(fire.since));
        }
        number(out, self.agenda.len() as i64);
        let victory = self.victory.map(|victory| victory.winner.map_or(-1, |side| side as i64));
        number(out, victory.unwrap_or(-2));
    }
}

fn number(out: &mut Vec<u8>, number: i64) {
    out.extend(number.to_le_bytes());
}

fn text(out: &mut Vec<u8>, text: &str) {
    number(out, text.len() as i64);
    out.extend(text.as_bytes());
}

fn point(out: &mut Vec<u8>, point: Point) {
    number(out, i64::from(point.x.in_thousandths()));
    number(out, i64::from(point.y.in_thousandths()));
}

fn stand(out: &mut Vec<u8>, stand: &Rect) {
    point(out, stand.pose.at);
    number(out, i64::from(stand.pose.heading.in_hundredths()));
}

fn unit(out: &mut Vec<u8>, placed: &Placed) {
    let unit = &placed.unit;
    text(out, &unit.name);
    number(out, placed.side as i64);
    number(out, unit.order as i64);
    number(out, unit.formation as i64);
    number(out, i64::from(unit.mounted) + 2 * i64::from(unit.presenting));
    number(out, i64::from(unit.strength.stands));
    number(out, i64::from(placed.holders));
    number(out, placed.stands.len() as i64);
    placed.stands.iter().for_each(|one| stand(out, one));
    for gun in &placed.guns {
        let flags = [gun.limbered, gun.silenced, gun.damaged, gun.low_on_ammunition, gun.abandoned];
        flags.iter().for_each(|flag| number(out, i64::from(*flag)));
    }
    if let Some(at) = placed.tethered {
        point(out, at);
    }
    if let Some(far) = placed.seen_within {
        number(out, i64::from(far.in_thousandths()));
    }
}

fn leader(out: &mut Vec<u8>, leader: &Leader) {
    text(out, &leader.name);
    match leader.at {
        Some(at) => point(out, at),
        None => number(out, -1),
    }
    number(out, leader.attached.map_or(-1, |unit| i64::from(unit.0)));
    number(out, i64::from(leader.dismounted));
}
