//! A file of cases, as it is written.

use std::collections::BTreeMap;

use engine::{Opened, Order};
use library::{Choices, nearest};
use toml::{Table, Value};

/// Keys that set a case up.
const SETUP: [&str; 15] = [
    "name", "note", "covers", "period", "edition", "choices", "on", "table", "given", "unit",
    "effect", "began", "order", "ask", "within",
];

/// Keys that say what must come out.
pub const EXPECTED: [&str; 47] = [
    "abandoned",
    "allowed",
    "answer",
    "at",
    "by",
    "cost",
    "count",
    "cover",
    "cut",
    "disordered",
    "facing",
    "formation",
    "ground",
    "has",
    "hidden",
    "holders",
    "horses",
    "horses-taken",
    "how",
    "left",
    "level",
    "length",
    "limbered",
    "low-on-ammunition",
    "marks",
    "may-fire",
    "mounted",
    "near",
    "needs",
    "off-table",
    "order-after",
    "passed",
    "piece",
    "pieces",
    "presenting",
    "refused",
    "rejoins",
    "sheltered",
    "silenced",
    "skirmishers",
    "skirmishers-order",
    "stand",
    "stands",
    "trajectory",
    "units",
    "waiting",
    "why",
];

/// A file of cases.
pub struct File {
    /// Tables that cases stand `on`, by name.
    pub tables: BTreeMap<String, String>,
    /// The cases.
    pub cases: Vec<Case>,
}

/// One case.
#[derive(Default)]
pub struct Case {
    pub name: String,
    pub covers: Vec<String>,
    pub period: String,
    pub edition: Option<String>,
    pub choices: Choices,
    pub on: Option<String>,
    pub table: String,
    pub given: Vec<String>,
    pub unit: Option<String>,
    pub list: Option<Opened>,
    pub began: Option<Order>,
    pub order: Option<String>,
    pub ask: Option<String>,
    pub within: f64,
    pub expected: BTreeMap<&'static str, Value>,
    pub faults: Vec<String>,
}

impl File {
    /// Reads a file; a case that is wrong keeps its faults.
    pub fn read(text: &str) -> Result<File, String> {
        let root: Table = toml::from_str(text).map_err(|error| error.to_string())?;
        let known = ["period", "edition", "tables", "case"];
        if let Some(key) = root.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(unknown(key, &known));
        }
        let own = |key| root.get(key).and_then(Value::as_str).map(str::to_owned);
        let (period, edition) = (own("period"), own("edition"));
        let mut tables = BTreeMap::new();
        for (name, table) in root.get("tables").and_then(Value::as_table).into_iter().flatten() {
            let text = table.as_str().ok_or(format!("tables.{name} is no text"))?;
            tables.insert(name.clone(), text.to_owned());
        }
        let cases = root.get("case").and_then(Value::as_array).ok_or("there is no [[case]]")?;
        let read = |case: &Value| {
            let empty = Table::new();
            let mut case = Case::read(case.as_table().unwrap_or(&empty));
            if case.period.is_empty() {
                case.period = period.clone().unwrap_or_default();
                case.edition = case.edition.or(edition.clone());
            }
            if case.period.is_empty() {
                case.faults.push("no `period`".to_owned());
            }
            case
        };
        Ok(File { tables, cases: cases.iter().map(read).collect() })
    }
}

fn unknown(key: &str, known: &[&str]) -> String {
    match nearest(key, known.iter().copied()) {
        Some(near) => format!("unknown key `{key}`; did you mean `{near}`?"),
        None => format!("unknown key `{key}`"),
    }
}

impl Case {
    pub fn read(table: &Table) -> Case {
        let mut case = Case {
            list: Some(Opened::WellHandled),
            within: 0.0005,
            name: "(no name)".to_owned(),
            ..Case::default()
        };
        for (key, value) in table {
            let expected = EXPECTED.iter().find(|known| *known == key);
            let fault = match expected {
                Some(known) => {
                    case.expected.insert(known, value.clone());
                    None
                }
                None => case.set(key, value).err(),
            };
            case.faults.extend(fault);
        }
        case
    }

    fn set(&mut self, key: &str, value: &Value) -> Result<(), String> {
        let text = || value.as_str().map(str::to_owned).ok_or(format!("`{key}` takes text"));
        let texts = || {
            let list = value.as_array().ok_or(format!("`{key}` takes a list of texts"))?;
            let each = list.iter().map(|one| one.as_str().map(str::to_owned));
            each.collect::<Option<Vec<String>>>().ok_or(format!("`{key}` takes a list of texts"))
        };
        match key {
            "name" => self.name = text()?,
            "note" => drop(text()?),
            "covers" => self.covers = texts()?,
            "period" => self.period = text()?,
            "edition" => self.edition = Some(text()?),
            "choices" => {
                let table = value.as_table().ok_or("`choices` takes { ruling = \"reading\" }")?;
                for (ruling, reading) in table {
                    let reading = reading.as_str().ok_or("a reading is text")?;
                    self.choices.insert(ruling.clone(), reading.to_owned());
                }
            }
            "on" => self.on = Some(text()?),
            "table" => self.table = text()?,
            "given" => self.given = texts()?,
            "unit" => self.unit = Some(text()?),
            "effect" => self.list = effect(&text()?)?,
            "began" => {
                let began = text()?.parse();
                self.began =
                    Some(began.map_err(|()| "`began` is good-order, disordered or broken")?);
            }
            "order" => self.order = Some(text()?),
            "ask" => self.ask = Some(text()?),
            "within" => self.within = number(value).ok_or("`within` takes a number")?,
            _ => {
                let known: Vec<&str> = SETUP.into_iter().chain(EXPECTED).collect();
                return Err(unknown(key, &known));
            }
        }
        Ok(())
    }
}

fn effect(text: &str) -> Result<Option<Opened>, String> {
    match text {
        "double-quick" => Ok(Some(Opened::DoubleQuick)),
        "well-handled" => Ok(Some(Opened::WellHandled)),
        "tardy" => Ok(Some(Opened::Tardy)),
        "hold" => Ok(None),
        _ => Err(format!("`{text}` is no effect: double-quick, well-handled, tardy, hold")),
    }
}

/// A number, whole or not.
pub fn number(value: &Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64))
}
