//! Tables sketched in few words: a scenario without what goes without saying, and what a scenario cannot
//! say. Cases, scripts and the pictures of the rules are written so; `tests/tables/README.md` tells how.

mod given;

use engine::Formation;
use engine::formations::Shape;
use engine::moves::Detachment;
use engine::scenario::Scenario;
use engine::table::{Placed, Position, UnitId};
use geometry::{Point, Pose};
use rulebook::{Arm, Nation, Rulebook};
use toml::{Table, Value};

use crate::order::heading;
use crate::{Choices, Defect, nearest, scenario};

/// A table and its rules.
#[derive(Clone, Debug)]
pub struct Board {
    /// The rules.
    pub book: Rulebook,
    /// Who stands where.
    pub scenario: Scenario,
    /// Who has skirmishers out.
    pub detachments: Vec<Detachment>,
}

impl Board {
    /// The unit called `name`.
    pub fn unit(&self, name: &str) -> Result<UnitId, String> {
        let position = &self.scenario.position;
        position.named(name).ok_or_else(|| {
            let known = position.units().iter().map(|placed| &*placed.unit.name);
            unknown("unit", name, known)
        })
    }

    /// The place in the list of the leader called `name`.
    pub fn leader(&self, name: &str) -> Result<usize, String> {
        let leaders = &self.scenario.position.leaders;
        let found = leaders.iter().position(|leader| &*leader.name == name);
        found.ok_or_else(|| unknown("leader", name, leaders.iter().map(|leader| &*leader.name)))
    }

    /// What a piece of terrain is called: its name, or its kind.
    pub fn piece(&self, place: usize) -> String {
        let piece = &self.scenario.position.table.pieces()[place];
        if piece.name.is_empty() { piece.kind.id.to_string() } else { piece.name.to_string() }
    }
}

/// Sets a table up by the rules of `usual`, read again under `choices`; what is wrong is a sentence.
pub fn board(
    usual: &Rulebook,
    choices: &Choices,
    mut table: Table,
    given: &[String],
) -> Result<Board, String> {
    complete(&mut table, usual);
    let whole = written(&table);
    let (mut scenario, book) =
        scenario(&whole, "table", choices).map_err(|defects| told(&defects.0, &whole))?;
    let mut units: Vec<Placed> = scenario.position.units().to_vec();
    let mut leaders = scenario.position.leaders.clone();
    let mut detachments = Vec::new();
    for given in given {
        let words = words(given)?;
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let nobody = format!("given: `{given}` speaks of nobody here");
        if given::give(&mut units, &mut detachments, &words) {
            continue;
        }
        let Some((name, rest)) = words.split_first() else { return Err(nobody) };
        let leader = leaders.iter_mut().find(|leader| *leader.name == **name);
        let unit = units.iter_mut().find(|placed| *placed.unit.name == **name);
        match (unit, leader, rest) {
            (Some(unit), _, rest) => give(unit, rest).ok_or(format!("given: `{given}`?"))?,
            (None, Some(leader), ["dismounted"]) => leader.dismounted = true,
            _ => return Err(nobody),
        }
    }
    let edges = [scenario.armies[0].edge, scenario.armies[1].edge];
    let ground = scenario.position.table.clone();
    scenario.position = Position::new(ground, units, leaders).with_edges(edges);
    Ok(Board { book, scenario, detachments })
}

/// The words of a question or of what is given: names in quotes, or single words.
pub fn words(text: &str) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (word, after) = match rest.strip_prefix('"') {
            Some(inner) => inner.split_once('"').ok_or("a name without its second quote")?,
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        found.push(word.to_owned());
        rest = after.trim_start();
    }
    Ok(found)
}

fn unknown<'n>(what: &str, name: &str, known: impl Iterator<Item = &'n str>) -> String {
    match nearest(name, known) {
        Some(near) => format!("no {what} is called `{name}`; did you mean `{near}`?"),
        None => format!("no {what} is called `{name}`"),
    }
}

/// What a scenario cannot say of a unit.
fn give(placed: &mut Placed, words: &[&str]) -> Option<()> {
    match words {
        ["presenting"] => placed.unit.presenting = true,
        ["storming-column"] => placed.unit.formation = Formation::StormingColumn,
        ["hasty-square"] => placed.unit.formation = Formation::HastySquare,
        ["holders", count] => placed.holders = count.parse().ok()?,
        ["gone"] => placed.stands.clear(),
        ["gun", number, "at", at, "facing", facing] => {
            let number: usize = number.parse().ok()?;
            let (x, y) = at.split_once(',')?;
            let at = Point { x: x.parse().ok()?, y: y.parse().ok()? };
            placed.stands.get_mut(number.checked_sub(1)?)?.pose = Pose::new(at, heading(facing)?);
            let stands = placed.stands.iter().map(|stand| stand.pose).collect();
            placed.shape = Shape::Apart { stands };
        }
        ["gun", number, state] => {
            let number: usize = number.parse().ok()?;
            let gun = placed.guns.get_mut(number.checked_sub(1)?)?;
            match *state {
                "limbered" => gun.limbered = true,
                "unlimbered" => gun.limbered = false,
                "silenced" => gun.silenced = true,
                "damaged" => gun.damaged = true,
                "low-on-ammunition" => gun.low_on_ammunition = true,
                "abandoned" => gun.abandoned = true,
                _ => return None,
            }
            let silenced = placed.guns.iter().filter(|gun| gun.silenced).count();
            placed.unit.guns.silenced = silenced * 2 >= placed.guns.len();
        }
        _ => return None,
    }
    Some(())
}

fn told(defects: &[Defect], text: &str) -> String {
    let line = |defect: &Defect| {
        let written = text.lines().nth(defect.line.saturating_sub(1)).unwrap_or_default();
        let near = defect.suggestion.as_deref().map(|near| format!("; did you mean `{near}`?"));
        format!("table: `{written}`: {}{}", defect.message, near.unwrap_or_default())
    };
    defects.iter().map(line).collect::<Vec<_>>().join("; ")
}

/// Puts in what goes without saying.
fn complete(root: &mut Table, book: &Rulebook) {
    let text = |text: &str| Value::String(text.to_owned());
    let mut usual = |key: &str, value: Value| {
        root.entry(key).or_insert(value);
    };
    usual("format", Value::Integer(1));
    usual("title", text("Sketch"));
    usual("date", text("any day"));
    usual("period", text(&book.period));
    usual("edition", text(&book.edition));
    let size = [("width", 60), ("height", 40)].map(|(key, far)| (key.into(), Value::Integer(far)));
    usual("table", Value::Table(Table::from_iter(size)));
    let army = |(nation, edge): (&Nation, &str)| {
        let name = edge[..1].to_uppercase() + &edge[1..];
        let keys = [("name", name.as_str()), ("nation", nation.name()), ("edge", edge)];
        Value::Table(Table::from_iter(keys.map(|(key, value)| (key.into(), text(value)))))
    };
    let armies = book.nations.iter().zip(["north", "south"]).map(army);
    usual("army", Value::Array(armies.collect()));
    let nations = nations_of(root);
    let units = root.get_mut("unit").and_then(Value::as_array_mut);
    for unit in units.into_iter().flatten().filter_map(Value::as_table_mut) {
        complete_unit(unit, &nations, book);
    }
}

/// The nation of each army.
fn nations_of(root: &Table) -> Vec<(String, String)> {
    let armies = root.get("army").and_then(Value::as_array);
    let pair = |army: &Value| {
        let key = |key: &str| Some(army.get(key)?.as_str()?.to_owned());
        Some((key("name")?, key("nation")?))
    };
    armies.into_iter().flatten().filter_map(pair).collect()
}

/// A unit is of six trained, reliable stands with the usual weapon.
fn complete_unit(unit: &mut Table, nations: &[(String, String)], book: &Rulebook) {
    let said = |unit: &Table, key: &str| unit.get(key).and_then(Value::as_str).map(str::to_owned);
    let arm: Arm = said(unit, "arm").and_then(|arm| arm.parse().ok()).unwrap_or(Arm::Infantry);
    let army = said(unit, "army");
    let of_army = nations.iter().find(|(name, _)| Some(name) == army.as_ref());
    let nation = said(unit, "nation").or(of_army.map(|(_, nation)| nation.clone()));
    let nation: Option<Nation> = nation.and_then(|nation| nation.parse().ok());
    let from_list = unit.contains_key("army-row");
    let mut usual = |key: &str, value: Value| {
        unit.entry(key).or_insert(value);
    };
    usual("stands", Value::Integer(if arm == Arm::Guns { 2 } else { 6 }));
    if from_list {
        return;
    }
    usual("experience", Value::String("trained".to_owned()));
    if arm != Arm::Guns {
        usual("morale", Value::String("reliable".to_owned()));
        if nation.is_some_and(|nation| book.default_weapon(nation, arm).is_none()) {
            usual("weapon", Value::String("none".to_owned()));
        }
    }
}

/// A scenario as text: keys first, then tables.
fn written(root: &Table) -> String {
    let is_list = |value: &Value| {
        value.as_array().is_some_and(|list| !list.is_empty() && list.iter().all(Value::is_table))
    };
    let keys = |table: &Table| {
        let pairs = table.iter().map(|(key, value)| format!("{key} = {}\n", inline(value)));
        pairs.collect::<String>()
    };
    let mut text = String::new();
    for (key, value) in root.iter().filter(|(_, value)| !value.is_table() && !is_list(value)) {
        text += &format!("{key} = {}\n", inline(value));
    }
    for (key, value) in root {
        match value {
            Value::Table(table) => text += &format!("[{key}]\n{}", keys(table)),
            Value::Array(list) if is_list(value) => {
                let tables = list.iter().filter_map(Value::as_table);
                text += &tables.map(|t| format!("[[{key}]]\n{}", keys(t))).collect::<String>();
            }
            _ => {}
        }
    }
    text
}

/// A value as TOML writes it.
pub fn inline(value: &Value) -> String {
    match value {
        // What JSON escapes TOML escapes alike.
        Value::String(text) => serde_json::to_string(text).unwrap_or_default(),
        Value::Float(number) => format!("{number:?}"),
        Value::Array(list) => {
            format!("[{}]", list.iter().map(inline).collect::<Vec<_>>().join(", "))
        }
        Value::Table(table) => {
            let pairs = table.iter().map(|(key, value)| format!("{key} = {}", inline(value)));
            format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
        }
        Value::Integer(number) => number.to_string(),
        Value::Boolean(truth) => truth.to_string(),
        Value::Datetime(date) => date.to_string(),
    }
}
