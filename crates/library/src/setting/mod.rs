//! Positions set up by hand, for tests and studies: what is to be different about a battle, checked at
//! one door. Either the battle at the start of a player turn, or everything that is wrong with it.

mod leaders;
mod units;

use engine::Order;
use engine::battle::{Event, State};
use engine::table::{Side, UnitId};
use geometry::{Angle, Bounds, Length, Point, TOUCH};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::nearest;
use crate::order::heading;

/// What is to be different. What is not named stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Setting {
    /// The game turn, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u16>,
    /// Whose player turn it is: the name of an army, or `first` or `second`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// Armies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub armies: Vec<SetArmy>,
    /// Units.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<SetUnit>,
    /// Leaders.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<SetLeader>,
    /// Key positions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub key_positions: Vec<SetKey>,
}

/// An army.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SetArmy {
    /// Its name, or `first` or `second`.
    pub name: String,
    /// Stands that it has lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<u16>,
    /// Guns that it has taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<u16>,
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SetUnit {
    /// Its name.
    pub name: String,
    /// The middle of its front, in inches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<[Length; 2]>,
    /// Where it looks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Facing>,
    /// Its formation, as orders write it: `line refused left 2 30`, `open order 2 ranks gap 0.75`,
    /// `march column`, `garrison of "Mill"`; of guns `battery`, `battery gap 1` or `march column`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<String>,
    /// Stands that are left, horse holders among them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stands: Option<u8>,
    /// Its order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    /// In the saddle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mounted: Option<bool>,
    /// Troops low on ammunition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low_on_ammunition: Option<bool>,
    /// It looks to its rear.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about_faced: Option<bool>,
    /// What is marked on its gun stands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guns: Vec<SetGun>,
    /// It is out of the battle.
    #[serde(default, skip_serializing_if = "is_false")]
    pub gone: bool,
}

/// A gun stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SetGun {
    /// Its number, from 1.
    pub gun: u8,
    /// On its limber.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limbered: Option<bool>,
    /// Silenced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub silenced: Option<bool>,
    /// Damaged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damaged: Option<bool>,
    /// Low on ammunition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low_on_ammunition: Option<bool>,
}

/// A leader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SetLeader {
    /// His name.
    pub name: String,
    /// The middle of his base; he is then attached to nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<[Length; 2]>,
    /// The unit that he is attached to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attached: Option<String>,
    /// He is out of the battle, and nobody takes his place.
    #[serde(default, skip_serializing_if = "is_false")]
    pub gone: bool,
}

/// A key position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SetKey {
    /// Its name.
    pub name: String,
    /// The army that holds it; nobody if none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<String>,
}

fn is_false(truth: &bool) -> bool {
    !truth
}

/// Where somebody looks: a point of the compass, or degrees clockwise from north.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facing(pub Angle);

impl Serialize for Facing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0.in_hundredths()) / 100.0)
    }
}

impl<'de> Deserialize<'de> for Facing {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Facing, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Degrees(f64),
            Words(String),
        }
        let angle = match Written::deserialize(deserializer)? {
            Written::Degrees(degrees) if (0.0..=360.0).contains(&degrees) => {
                Some(Angle::hundredths((degrees * 100.0).round() as i32))
            }
            Written::Degrees(_) => None,
            Written::Words(text) => heading(&text),
        };
        let expected = "a heading is N, NNE, … or degrees from 0 to 360";
        angle.map(Facing).ok_or_else(|| serde::de::Error::custom(expected))
    }
}

impl JsonSchema for Facing {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Facing".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": ["number", "string"],
            "description": "degrees clockwise from north, 0 to 360, or a point of the compass: N, NNE, NE …"
        })
    }
}

/// The battle as it is after a setting, at the start of the player turn, and how it came to its first
/// decision; or every sentence that says what is wrong with the setting.
pub fn set_up(state: &State, setting: &Setting) -> Result<(State, Vec<Event>), Vec<String>> {
    let mut door = Door { state: state.clone(), faults: Vec::new(), moved: Vec::new() };
    door.turn(setting);
    setting.armies.iter().for_each(|army| door.army(army));
    setting.units.iter().for_each(|unit| door.unit(unit));
    setting.leaders.iter().for_each(|leader| door.leader(leader));
    setting.key_positions.iter().for_each(|key| door.key(key));
    door.room();
    door.company();
    if !door.faults.is_empty() {
        return Err(door.faults);
    }
    door.state.set_up().map_err(|_| vec!["the turn would begin with dice".to_owned()])
}

/// A battle that is being set up.
struct Door {
    state: State,
    /// What is wrong so far.
    faults: Vec<String>,
    /// The units that were put somewhere.
    moved: Vec<UnitId>,
}

impl Door {
    fn fault(&mut self, who: &str, what: &str) {
        self.faults.push(format!("{who}: {what}"));
    }

    /// Notes that nobody is called so.
    fn unknown(&mut self, what: &str, name: &str, known: &[String]) {
        let near = nearest(name, known.iter().map(String::as_str));
        let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        self.faults.push(format!("no {what} is called `{name}`{near}"));
    }

    fn side(&mut self, name: &str) -> Option<Side> {
        let found = side_of(&self.state, name);
        if found.is_none() {
            let known = [Side::First, Side::Second].map(|s| self.state.army_name(s).to_owned());
            self.unknown("army", name, &known);
        }
        found
    }

    fn turn(&mut self, setting: &Setting) {
        if let Some(turn) = setting.turn {
            let last = self.state.scenario.clock.turns;
            if (1..=last).contains(&turn) {
                self.state.turn = turn;
            } else {
                self.fault("turn", &format!("the battle has turns 1 to {last}, not {turn}"));
            }
        }
        if let Some(side) = setting.side.as_deref().and_then(|side| self.side(side)) {
            self.state.active = side;
        }
    }

    fn army(&mut self, army: &SetArmy) {
        let Some(side) = self.side(&army.name) else { return };
        let most = self.state.starting_stands(side);
        if let Some(lost) = army.lost {
            if lost > most {
                self.fault(&army.name, &format!("it had {most} stands and cannot lose {lost}"));
            }
            self.state.lost[side as usize] = lost;
        }
        if let Some(taken) = army.taken {
            let guns = self.state.scenario.position.units().iter();
            let theirs = guns.filter(|placed| placed.side != side && placed.unit.is_guns());
            let most: u16 = theirs.map(|placed| u16::from(placed.unit.strength.stands)).sum();
            if taken > most {
                self.fault(&army.name, &format!("the enemy had {most} guns, not {taken}"));
            }
            self.state.taken[side as usize] = taken;
        }
    }

    fn key(&mut self, key: &SetKey) {
        let keys = &self.state.scenario.key_positions;
        let Some(place) = keys.iter().position(|known| *known.name == *key.name) else {
            let known: Vec<String> = keys.iter().map(|key| key.name.to_string()).collect();
            return self.unknown("key position", &key.name, &known);
        };
        match &key.holder {
            None => self.state.holders[place] = None,
            Some(army) => {
                if let Some(side) = self.side(army) {
                    self.state.holders[place] = Some(side);
                }
            }
        }
    }

    /// A place on the table.
    fn place(&mut self, who: &str, [x, y]: [Length; 2]) -> Option<Point> {
        let high = self.state.position.table.bounds().high.point();
        let on = |at: Length, most: Length| (Length::ZERO..=most).contains(&at);
        if on(x, high.x) && on(y, high.y) {
            return Some(Point { x, y });
        }
        self.fault(who, &format!("{x}, {y} is off the table"));
        None
    }

    /// Notes units that were put off the table, or on others.
    fn room(&mut self) {
        let whole = self.state.position.table.bounds().grown(TOUCH);
        let mut faults = Vec::new();
        let mut seen: Vec<(UnitId, UnitId)> = Vec::new();
        for &id in &self.moved {
            let placed = self.state.unit(id);
            let off = placed.stands.iter().filter(|stand| !whole.holds(stand.bounds())).count();
            if off > 0 {
                let stands = if off == 1 { "1 stand is" } else { &*format!("{off} stands are") };
                faults.push(format!("{}: {stands} off the table", placed.unit.name));
            }
            let Some(around) = placed.bounds() else { continue };
            for other in self.state.position.near(around) {
                let pair = (id.min(other), id.max(other));
                let friend = self.state.unit(other);
                let meets =
                    |stand: &geometry::Rect| friend.stands.iter().any(|o| stand.overlaps(*o));
                if other == id || seen.contains(&pair) || !placed.stands.iter().any(meets) {
                    continue;
                }
                seen.push(pair);
                let (one, two) = (&placed.unit.name, &friend.unit.name);
                faults.push(format!("{one}: it stands on the ground of {two}"));
            }
        }
        self.faults.extend(faults);
    }

    /// Is a round base of that size wholly on the table?
    fn holds_round(&self, at: Point, diameter: Length) -> bool {
        let spot = at.spot();
        let radius = f64::from(diameter.in_thousandths()) / 2.0;
        let round = Bounds { low: spot, high: spot }.grown(radius);
        self.state.position.table.bounds().grown(TOUCH).holds(round)
    }
}

/// The side of an army: its name, or `first` or `second`.
pub fn side_of(state: &State, name: &str) -> Option<Side> {
    let sides = [Side::First, Side::Second];
    sides.into_iter().find(|side| state.army_name(*side) == name).or_else(|| name.parse().ok())
}
