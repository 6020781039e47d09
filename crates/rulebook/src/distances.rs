//! Another figure size: every distance of a rulebook grows by the same factor.

use geometry::Length;

use crate::{Road, Rulebook};

impl Rulebook {
    /// This rulebook with every distance at so many hundredths of what is printed.
    pub fn with_distances(&self, percent: u16) -> Rulebook {
        let mut book = self.clone();
        book.each_distance(&mut |length| *length = scaled(*length, percent));
        book
    }

    fn each_distance(&mut self, change: &mut dyn FnMut(&mut Length)) {
        change(&mut self.command.radius);
        change(&mut self.command.reduced);
        change(&mut self.maneuver.battalion_gun_within);
        let bases = &mut self.bases;
        for base in [&mut bases.infantry, &mut bases.cavalry, &mut bases.guns] {
            change(&mut base.width);
            change(&mut base.depth);
        }
        change(&mut bases.brigade_leader);
        change(&mut bases.division_leader);
        change(&mut bases.corps_leader);
        change(&mut bases.skirmisher_marker);
        change(&mut bases.tethered_horses);
        change(&mut self.fire.losses.leader_within);
        change(&mut self.fire.losses.massed_within);
        change(&mut self.fire.twilight_clear_within);
        for weapon in &mut self.weapons {
            weapon.bands.iter_mut().for_each(|band| change(&mut band.to));
            weapon.beyond.iter_mut().for_each(&mut *change);
            change(&mut weapon.close_range);
        }
        for piece in &mut self.pieces {
            piece.hand_haul.iter_mut().for_each(&mut *change);
        }
        for row in &mut self.movement {
            let mut rates: Vec<_> = row.rates.iter_mut().collect();
            if let Road::Fixed(rate) = &mut row.road {
                rates.push(rate);
            }
            for rate in rates {
                change(&mut rate.full);
                rate.double_quick.iter_mut().for_each(&mut *change);
            }
        }
        self.terrain.iter_mut().flat_map(|kind| &mut kind.sight).for_each(&mut *change);
        let light = &mut self.light;
        let limits = light.evening.iter_mut().chain(&mut light.morning).chain(&mut light.night);
        limits.for_each(change);
    }
}

fn scaled(length: Length, percent: u16) -> Length {
    let thousandths = i64::from(length.in_thousandths()) * i64::from(percent) / 100;
    Length::thousandths(thousandths as i32)
}
