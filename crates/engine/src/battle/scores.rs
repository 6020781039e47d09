//! What victory points are given for: positions, losses, guns.

use rulebook::RuleId;

use super::state::State;
use crate::maneuver::Losses;
use crate::scenario::SpecialRule;
use crate::table::Side;

/// Something that is worth points to a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// What it counts now.
    pub points: u16,
    /// What it is worth to the side: once, or for each gun.
    pub worth: u16,
    /// What it is.
    pub label: String,
    /// The ledger entry.
    pub rule: RuleId,
}

/// What losses give the enemy a point for: heavy casualties, and greater losses.
pub(super) fn scored(losses: Losses) -> [bool; 2] {
    [losses != Losses::Bearable, losses == Losses::Greater]
}

impl State {
    /// Everything that is worth points to a side, and what each counts as things stand.
    pub fn scores(&self, side: Side) -> Vec<Score> {
        let mut found: Vec<Score> = self.positions(side);
        found.extend(self.enemy_losses(side));
        found.extend(self.guns_taken(side));
        found
    }

    /// What wins the battle at once for a side, as sentences.
    pub fn wins_at_once(&self, side: Side) -> Vec<String> {
        let specials = self.scenario.specials.iter();
        let found = specials.filter_map(|special| match &special.what {
            SpecialRule::Wins { side: whose, keys } if *whose == side => {
                let name = |key: &usize| self.scenario.key_positions.get(*key).map(|k| &*k.name);
                let names: Vec<&str> = keys.iter().filter_map(name).collect();
                Some(format!("Holding {} when a player turn ends wins at once.", listed(&names)))
            }
            _ => None,
        });
        found.collect()
    }

    fn positions(&self, side: Side) -> Vec<Score> {
        let held = self.scenario.key_positions.iter().zip(&self.holders);
        let worth = held.filter(|(key, _)| key.points[side as usize] > 0);
        let score = worth.map(|(key, holder)| {
            let worth = key.points[side as usize];
            let (points, label) = match holder {
                Some(holder) if *holder == side => (worth, format!("{} is held", key.name)),
                Some(holder) => (0, format!("{} is held by {}", key.name, self.army_name(*holder))),
                None => (0, format!("{} is held by nobody", key.name)),
            };
            Score { points, worth, label, rule: RuleId::new("VIC-BASE-KEY-POSITION") }
        });
        score.collect()
    }

    fn enemy_losses(&self, side: Side) -> [Score; 2] {
        let enemy = side.enemy();
        let army = self.army_name(enemy);
        let [is_heavy, is_greater] = scored(self.losses(enemy));
        let lost = self.lost[enemy as usize];
        let heavy = self.heavy_at(enemy);
        let score = |counts: bool, label: String| Score {
            points: u16::from(counts),
            worth: 1,
            label,
            rule: RuleId::new("VIC-BASE-HEAVY-CASUALTIES"),
        };
        let own = self.lost[side as usize];
        [
            score(
                is_heavy,
                format!("heavy casualties of {army}: {} lost, heavy from {heavy} on", stands(lost)),
            ),
            score(
                is_greater,
                match self.scenario.army(enemy).greater_losses {
                    Some(most) => format!("greater losses of {army}: {} or more", stands(most)),
                    None => {
                        format!("greater losses of {army}: heavy, and more than {}", stands(own))
                    }
                },
            ),
        ]
    }

    fn guns_taken(&self, side: Side) -> Option<Score> {
        let specials = self.scenario.specials.iter();
        let each = specials.map(|special| match special.what {
            SpecialRule::GunPoints { points } => points,
            _ => 0,
        });
        let worth: u16 = each.sum();
        let taken = self.taken[side as usize];
        (worth > 0).then(|| Score {
            points: worth * taken,
            worth,
            label: format!("guns taken: {taken}"),
            rule: RuleId::new("SCEN-GUN-POINTS"),
        })
    }
}

/// `1 stand`, `2 stands`.
fn stands(number: u16) -> String {
    if number == 1 { "1 stand".to_owned() } else { format!("{number} stands") }
}

fn listed(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}
