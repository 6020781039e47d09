//! The rules of one battle alone, in words.

use geometry::{Length, Point};

use super::cause::Because;
use super::state::State;
use crate::scenario::{Area, Special, SpecialRule};

impl State {
    /// What a rule of this battle says of the units that it is about.
    pub fn own_rule(&self, special: &Special) -> String {
        match &special.what {
            SpecialRule::Holds { unless_within: None } => "hold where they are".to_owned(),
            SpecialRule::Holds { unless_within: Some(far) } => {
                format!("hold where they are unless an enemy is within {far}")
            }
            SpecialRule::Within { area: Area::Around { at, radius } } => {
                format!("stay within {radius} of {}", place(*at))
            }
            SpecialRule::Within { area: Area::Between { low, high } } => {
                format!("stay between {} and {}", place(*low), place(*high))
            }
            SpecialRule::NoDoubleQuick => "no double quick".to_owned(),
            SpecialRule::NoCharge { unless_with: None } => "may not charge".to_owned(),
            SpecialRule::NoCharge { unless_with: Some(leader) } => {
                format!("charge only with {} attached", self.leader_name(*leader))
            }
            SpecialRule::NoColdSteel => "no cold steel".to_owned(),
            SpecialRule::NoReplenish => "ammunition is not replenished".to_owned(),
            SpecialRule::ScarceAmmunition { die } => {
                format!("low on ammunition with a die of {die} or more")
            }
            SpecialRule::Hidden { beyond } => {
                format!("not seen beyond {beyond} until they move or fire")
            }
            SpecialRule::OwnLeaders => "led by their own leaders alone".to_owned(),
            SpecialRule::LeaderLeaves { leader } => {
                format!("{} leaves the battle", self.leader_name(*leader))
            }
            SpecialRule::Wins { side, keys } => {
                let keys = keys.iter().filter_map(|key| self.scenario.key_positions.get(*key));
                let names: Vec<&str> = keys.map(|key| &*key.name).collect();
                format!(
                    "{} wins at the end of a turn in which it holds {}",
                    self.army_name(*side),
                    names.join(" and ")
                )
            }
            SpecialRule::GunPoints { points } => {
                let word = if *points == 1 { "point" } else { "points" };
                format!("each gun taken is worth {points} {word}")
            }
            SpecialRule::Smoke { sight } => format!("one sees no farther than {sight}"),
            SpecialRule::Volleys { times } => {
                format!("may go home once they have fired {times} times")
            }
            SpecialRule::GrassFire { wide, deep, drifts, lasts, .. } => format!(
                "if in action they may set fire to the grass, once in the battle: smoke {wide} by \
                 {deep} that drifts {drifts} a turn for {lasts} turns, and nobody sees through it"
            ),
        }
    }

    /// The same as a reason.
    pub fn own_reason(&self, special: &Special) -> Because {
        Because::new(self.own_rule(special), special.what.rule())
    }
}

fn place(at: Point) -> String {
    let inches = |length: Length| length.to_tenth().to_string().trim_end_matches('"').to_owned();
    format!("{},{}", inches(at.x), inches(at.y))
}

impl SpecialRule {
    /// The ledger entry.
    pub fn rule(&self) -> &'static str {
        match self {
            SpecialRule::Holds { .. } => "SCEN-HOLDS",
            SpecialRule::Within { .. } => "SCEN-WITHIN",
            SpecialRule::NoDoubleQuick => "SCEN-NO-DOUBLE-QUICK",
            SpecialRule::NoCharge { .. } => "SCEN-NO-CHARGE",
            SpecialRule::NoColdSteel => "SCEN-NO-COLD-STEEL",
            SpecialRule::NoReplenish => "SCEN-NO-REPLENISH",
            SpecialRule::ScarceAmmunition { .. } => "SCEN-SCARCE-AMMUNITION",
            SpecialRule::Hidden { .. } => "SCEN-HIDDEN",
            SpecialRule::OwnLeaders => "SCEN-OWN-LEADERS",
            SpecialRule::LeaderLeaves { .. } => "SCEN-LEADER-LEAVES",
            SpecialRule::Wins { .. } => "SCEN-WINS",
            SpecialRule::Smoke { .. } => "SCEN-SMOKE",
            SpecialRule::GunPoints { .. } => "SCEN-GUN-POINTS",
            SpecialRule::Volleys { .. } => "SCEN-VOLLEYS",
            SpecialRule::GrassFire { .. } => "SCEN-GRASS-FIRE",
        }
    }
}
