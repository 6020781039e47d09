//! Where the points of a volley come from: stands alike in all that counts, group by group.

use std::sync::Arc;

use geometry::Length;
use rulebook::{FirePoints, RuleId, Rulebook, named};

use super::Firers;

named! {
    /// What halves the points of a stand.
    pub enum Halving {
        /// Its unit is disordered.
        Disordered = "disordered",
        /// It is low on ammunition.
        LowOnAmmunition = "low-on-ammunition",
        /// The gun is damaged.
        Damaged = "damaged",
    }
}

/// Stands of one unit that fire in one band with the same points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Who they are; may be empty.
    pub name: Arc<str>,
    /// How many stands.
    pub stands: u8,
    /// Guns or rockets, not small arms.
    pub guns: bool,
    /// The name of their weapon.
    pub weapon: Arc<str>,
    /// The nearest and the farthest of them to the target.
    pub range: (Length, Length),
    /// Beyond what and up to what the band goes.
    pub band: (Length, Length),
    /// What the band gives each of them.
    pub full: FirePoints,
    /// What is left of it.
    pub each: FirePoints,
    /// Why it is less.
    pub halved: Vec<Halving>,
    /// The lowest die with which a rocket counts.
    pub accuracy: Option<u8>,
    /// The ledger entry of the weapon.
    pub rule: RuleId,
}

impl Part {
    /// The points of all of them; of rockets if all hit.
    pub fn points(&self) -> FirePoints {
        self.each * u32::from(self.stands)
    }
}

/// The parts that firers make up, in their order.
pub fn parts(book: &Rulebook, firers: &[Firers]) -> Vec<Part> {
    let mut found: Vec<Part> = Vec::new();
    for group in firers {
        let damaged = group.damaged.min(group.stands);
        for (stands, damaged) in [(group.stands - damaged, false), (damaged, true)] {
            let Some(part) = part(book, group, stands, damaged).filter(|part| part.stands > 0)
            else {
                continue;
            };
            let same = |other: &&mut Part| {
                Part { stands: part.stands, range: part.range, ..(**other).clone() } == part
            };
            match found.iter_mut().find(same) {
                Some(other) => {
                    other.stands += part.stands;
                    other.range.0 = other.range.0.min(part.range.0);
                    other.range.1 = other.range.1.max(part.range.1);
                }
                None => found.push(part),
            }
        }
    }
    found
}

fn part(book: &Rulebook, group: &Firers, stands: u8, damaged: bool) -> Option<Part> {
    let weapon = book.weapon(&group.weapon, group.nation)?;
    let band = weapon.band(group.range)?;
    let place = weapon.bands.iter().position(|other| other == band)?;
    let before = place.checked_sub(1).map(|before| weapon.bands[before].to);
    let reasons = [
        (group.disordered, Halving::Disordered),
        (group.low_on_ammunition, Halving::LowOnAmmunition),
        (damaged, Halving::Damaged),
    ];
    let reasons = reasons.into_iter().filter(|(so, _)| *so).map(|(_, why)| why);
    let halved: Vec<Halving> = reasons.collect();
    Some(Part {
        name: group.name.clone(),
        stands,
        guns: weapon.kind != rulebook::WeaponKind::SmallArm,
        weapon: weapon.name.clone(),
        range: (group.range, group.range),
        band: (before.or(weapon.beyond).unwrap_or(Length::ZERO), band.to),
        full: band.points,
        each: halved_for(book, band.points, halved.len()),
        halved,
        accuracy: band.accuracy,
        rule: weapon.rule.clone(),
    })
}

/// What a stand has left that so many reasons halve.
pub(super) fn halved_for(book: &Rulebook, points: FirePoints, reasons: usize) -> FirePoints {
    let times = if book.fire.losses.halve_once { reasons.min(1) } else { reasons };
    (0..times).fold(points, |points, _| points.half())
}
