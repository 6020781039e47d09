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
                format!("stay within {radius} of {}", self.place(*at))
            }
            SpecialRule::Within { area: Area::Between { low, high } } => {
                format!("stay {}", self.between(*low, *high))
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

    /// A place by what is there: a key position, else a named piece of ground, else how far it is from two edges.
    fn place(&self, at: Point) -> String {
        let keys = &self.scenario.key_positions;
        let table = &self.position.table;
        let key = keys.iter().find(|key| key.at.distance(at) <= key.radius).map(|key| &key.name);
        let ground = || table.at(at.spot()).map(|piece| &piece.name).find(|name| !name.is_empty());
        key.or_else(ground).map_or_else(
            || format!("the place {} from the west and {} from the south edge", at.x, at.y),
            |name| name.to_string(),
        )
    }

    /// A rectangle by the edges of the table from which it keeps its distance.
    fn between(&self, low: Point, high: Point) -> String {
        let table = &self.position.table;
        let far = |edge: &str, by: Length, all: Length| {
            (by < all).then(|| format!("within {by} of the {edge} edge"))
        };
        let less = |all: Length, by: Length| {
            Length::thousandths(all.in_thousandths() - by.in_thousandths())
        };
        let (width, height) = (table.width(), table.height());
        let sides = [
            far("west", high.x, width),
            far("east", less(width, low.x), width),
            far("south", high.y, height),
            far("north", less(height, low.y), height),
        ];
        let sides: Vec<String> = sides.into_iter().flatten().collect();
        if sides.is_empty() { "on the table".to_owned() } else { sides.join(" and ") }
    }
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
