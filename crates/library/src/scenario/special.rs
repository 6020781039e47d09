//! The rules of one battle alone: `[[special]]`.

use std::sync::Arc;

use engine::scenario::{Area, Clock, Fog, Special, SpecialRule};
use engine::table::{Side, UnitId};
use geometry::Point;

use super::leaders::{self, Known};
use super::places::{self, Size};
use super::{Armies, units};
use crate::decode::Table;

/// Every rule that a battle may have for itself.
pub const RULES: [&str; 15] = [
    "holds",
    "within",
    "no-double-quick",
    "no-charge",
    "no-cold-steel",
    "no-replenish",
    "scarce-ammunition",
    "hidden",
    "own-leaders",
    "leader-leaves",
    "wins",
    "gun-points",
    "volleys",
    "grass-fire",
    "smoke",
];

/// What each rule says besides its name, its turns and whom it is about.
const OWN_KEYS: [(&str, &[&str]); 10] = [
    ("holds", &["unless-within"]),
    ("within", &["around", "between"]),
    ("no-charge", &["unless-with"]),
    ("scarce-ammunition", &["die"]),
    ("hidden", &["inches"]),
    ("leader-leaves", &["leader"]),
    ("wins", &["positions"]),
    ("gun-points", &["points"]),
    ("volleys", &["times"]),
    ("grass-fire", &["wide", "deep", "drifts", "heading", "lasts"]),
];

/// What a rule needs to know of the rest of the file.
pub struct Around<'a> {
    pub armies: &'a Armies,
    pub leaders: &'a [Known],
    pub unit_names: &'a [Arc<str>],
    pub units: &'a [Option<units::Ready>],
    pub key_names: &'a [Arc<str>],
    pub size: Size,
    pub turns: u16,
}

/// One `[[special]]`; smoke goes to the clock as well.
pub fn special(table: Table<'_>, around: &Around<'_>, clock: &mut Clock) -> Option<Special> {
    let names: Vec<Arc<str>> = RULES.iter().map(|rule| Arc::from(*rule)).collect();
    let rule = places::look_up(&table, "rule", "rule of a battle", &names);
    let name = table.text("name");
    let turn = |key| -> Option<u16> { table.maybe_number(key) };
    let (from, until) = (turn("from").unwrap_or(1), turn("until").unwrap_or(around.turns));
    if from > until || until > around.turns {
        let message = format!("no turn is from {from} to {until}: the battle has {}", around.turns);
        table.defect_at(if turn("until").is_some() { "until" } else { "from" }, message, None);
    }
    let army = table.maybe("army").map(|_| around.armies.place(&table, "army"));
    let army = match army {
        Some(None) => return finish(table),
        Some(Some(army)) => Some(army),
        None => None,
    };
    let Some(rule) = rule.map(|place| RULES[place]) else { return finish(table) };
    if is_of_another(&table, rule) {
        return finish(table);
    }
    let units = who(&table, army, around);
    let what = what(&table, rule, army, around);
    if let Some(SpecialRule::Smoke { sight }) = what {
        match clock.fogs.iter_mut().find(|fog| fog.is_none()) {
            Some(slot) => *slot = Some(Fog { sight, from, until }),
            None => table.defect("a battle has three kinds of fog and smoke at most".to_owned()),
        }
    }
    let about_units = !matches!(rule, "leader-leaves" | "wins" | "gun-points" | "smoke");
    if about_units && units.as_ref().is_some_and(Vec::is_empty) {
        table.defect("whom is it about? say `army`, `command` or `units`".to_owned());
    }
    table.finish();
    Some(Special { name: name?, units: units?, from, until, what: what? })
}

/// Notes a key that belongs to another rule. It tells more than what that rule then lacks.
fn is_of_another(table: &Table<'_>, rule: &str) -> bool {
    let keys_of = |rule: &str| -> &[&str] {
        // Smoke goes as far as one sees, as what is hidden does.
        let rule = if rule == "smoke" { "hidden" } else { rule };
        OWN_KEYS.iter().find(|(known, _)| *known == rule).map_or(&[], |(_, keys)| keys)
    };
    let own = keys_of(rule);
    let strange = OWN_KEYS.iter().flat_map(|(of, keys)| keys.iter().map(move |key| (*of, *key)));
    let strange = strange.filter(|(_, key)| !own.contains(key) && table.maybe(key).is_some());
    let mut any = false;
    for (of, key) in strange {
        any = true;
        let own = match own {
            [] => "no key of its own".to_owned(),
            own => own.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", "),
        };
        let message = format!("`{key}` belongs to the rule `{of}`; `{rule}` has {own}");
        table.defect_at(key, message, None);
    }
    any
}

fn finish(table: Table<'_>) -> Option<Special> {
    table.knows(&[
        "name",
        "rule",
        "from",
        "until",
        "army",
        "command",
        "units",
        "unless-within",
        "around",
        "between",
        "unless-with",
        "die",
        "inches",
        "leader",
        "positions",
        "points",
        "times",
        "wide",
        "deep",
        "drifts",
        "heading",
        "lasts",
    ]);
    table.finish();
    None
}

/// The units of an `army`, of a `command`, and those that are named.
fn who(table: &Table<'_>, army: Option<usize>, around: &Around<'_>) -> Option<Vec<UnitId>> {
    let command = leaders::one_of(table, "command", army, around.leaders)?;
    let mut named = Vec::new();
    for name in table.texts("units") {
        match around.unit_names.iter().position(|unit| *unit == name) {
            Some(place) => named.push(place),
            None => {
                let message = format!("no unit is called `{name}`");
                places::unknown(table, "units", &message, &name, around.unit_names);
            }
        }
    }
    let side = army.map(Armies::side);
    let is_meant = |place: usize, ready: &units::Ready| {
        let of_command = command.is_some() && ready.command == command;
        let of_army = command.is_none() && named.is_empty() && side == Some(ready.placed.side);
        of_command || of_army || named.contains(&place)
    };
    let all = around.units.iter().enumerate();
    let found = all.filter(|(place, ready)| ready.as_ref().is_some_and(|r| is_meant(*place, r)));
    Some(found.map(|(place, _)| UnitId(place as u16)).collect())
}

fn what(
    table: &Table<'_>,
    rule: &str,
    army: Option<usize>,
    around: &Around<'_>,
) -> Option<SpecialRule> {
    Some(match rule {
        "holds" => SpecialRule::Holds { unless_within: table.maybe_length("unless-within") },
        "within" => SpecialRule::Within { area: area(table, around.size)? },
        "no-double-quick" => SpecialRule::NoDoubleQuick,
        "no-charge" => {
            let leader = leaders::one_of(table, "unless-with", army, around.leaders)?;
            SpecialRule::NoCharge { unless_with: leader.map(|place| place as u16) }
        }
        "no-cold-steel" => SpecialRule::NoColdSteel,
        "no-replenish" => SpecialRule::NoReplenish,
        "scarce-ammunition" => {
            let die: u8 = table.number("die")?;
            if !(1..=10).contains(&die) {
                table.defect_at("die", "a die shows 1 to 10".to_owned(), None);
            }
            SpecialRule::ScarceAmmunition { die }
        }
        "hidden" => SpecialRule::Hidden { beyond: table.length("inches")? },
        "own-leaders" => SpecialRule::OwnLeaders,
        "leader-leaves" => {
            table.node("leader")?;
            let leader = leaders::one_of(table, "leader", army, around.leaders)??;
            SpecialRule::LeaderLeaves { leader: leader as u16 }
        }
        "wins" => {
            let keys: Vec<Arc<str>> = table.texts("positions");
            let place = |name: &Arc<str>| {
                let found = around.key_names.iter().position(|key| key == name);
                if found.is_none() {
                    let message = format!("no key position is called `{name}`");
                    places::unknown(table, "positions", &message, name, around.key_names);
                }
                found
            };
            let keys: Vec<Option<usize>> = keys.iter().map(place).collect();
            if keys.is_empty() {
                table.defect("`positions` are missing: what must it hold?".to_owned());
            }
            if army.is_none() {
                table.defect("`army` is missing: who wins?".to_owned());
            }
            let side: Side = Armies::side(army?);
            SpecialRule::Wins { side, keys: keys.into_iter().collect::<Option<_>>()? }
        }
        "smoke" => SpecialRule::Smoke { sight: table.length("inches")? },
        "gun-points" => SpecialRule::GunPoints { points: table.number("points")? },
        "volleys" => SpecialRule::Volleys { times: table.number("times")? },
        "grass-fire" => SpecialRule::GrassFire {
            wide: table.length("wide")?,
            deep: table.length("deep")?,
            drifts: table.length("drifts")?,
            heading: {
                table.node("heading")?;
                places::heading(table, "heading")?
            },
            lasts: table.number("lasts")?,
        },
        _ => return None,
    })
}

/// `around = { at, radius }` or `between = { from, to }`.
fn area(table: &Table<'_>, size: Size) -> Option<Area> {
    if let Some(inner) = table.maybe_table("around") {
        let (at, radius) = (places::point(&inner, "at", size), inner.length("radius"));
        inner.finish();
        return Some(Area::Around { at: at?, radius: radius? });
    }
    let Some(inner) = table.maybe_table("between") else {
        table.defect("where? say `around = { at, radius }` or `between = { from, to }`".to_owned());
        return None;
    };
    let (from, to) = (places::point(&inner, "from", size), places::point(&inner, "to", size));
    inner.finish();
    let (from, to) = (from?, to?);
    let low = Point { x: from.x.min(to.x), y: from.y.min(to.y) };
    let high = Point { x: from.x.max(to.x), y: from.y.max(to.y) };
    Some(Area::Between { low, high })
}
