//! What is allowed but unusual in a unit, by the army lists.

use std::fmt;

use engine::Unit;
use rulebook::{ArmyRow, Rulebook};

/// Something unusual about a unit: a warning, never an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// A rating that the list does not give.
    Experience,
    /// A label that no morale class of the list gives.
    Morale,
    /// A weapon that the list does not give.
    Weapon,
    /// More or fewer stands than is usual.
    Size {
        /// Fewest that are usual.
        fewest: u8,
        /// Most that are usual.
        most: u8,
    },
}

impl Remark {
    /// A word for it.
    pub const fn name(&self) -> &'static str {
        match self {
            Remark::Experience => "experience",
            Remark::Morale => "morale",
            Remark::Weapon => "weapon",
            Remark::Size { .. } => "size",
        }
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Remark::Experience => f.write_str("the army list does not give this experience"),
            Remark::Morale => f.write_str("the army list does not give this morale class"),
            Remark::Weapon => f.write_str("the army list does not give this weapon"),
            Remark::Size { fewest, most } => {
                write!(f, "such units usually have {fewest} to {most} stands")
            }
        }
    }
}

/// Everything unusual about `unit` as a unit of the line `row`.
pub fn remarks(book: &Rulebook, unit: &Unit, row: &ArmyRow) -> Vec<Remark> {
    let mut remarks = Vec::new();
    if !row.experience.contains(&unit.experience) {
        remarks.push(Remark::Experience);
    }
    if let Some(label) = unit.strength.label {
        let given = |&morale| book.effectiveness.thresholds(label.starting, morale) == Some(label);
        if !row.morale.iter().any(given) {
            remarks.push(Remark::Morale);
        }
    }
    let given = |code: &str| book.weapon(code, row.nation).map(|weapon| weapon.code.clone());
    let known = unit.weapon.is_none() || row.weapons.iter().any(|w| given(w) == unit.weapon);
    if !known {
        remarks.push(Remark::Weapon);
    }
    let stands = unit.strength.label.map_or(unit.strength.stands, |label| label.starting);
    if let Some((fewest, most)) = row.stands.filter(|_| stands > 0)
        && !(fewest..=most).contains(&stands)
    {
        remarks.push(Remark::Size { fewest, most });
    }
    remarks
}
