//! What `dq rules … --json`, `dq scenario … --json` and `dq words --json` say, as types with a schema.

use std::collections::BTreeMap;

use engine::table::Side;
use geometry::Length;

use library::coverage::Coverage;
use library::phrase::{Topic, Word};
pub use library::rules::{Rule, RulesShow, rows};
use library::{Checked, Defect, Line};
use referee::error::Flaw;
use referee::replies::Doubt;
use rulebook::{Nation, Rulebook};
use schemars::JsonSchema;
use serde::Serialize;

/// `dq rules list --json`.
#[derive(Serialize, JsonSchema)]
pub struct RulesList(pub Vec<Rule>);

/// `dq rules diff --json`.
#[derive(Serialize, JsonSchema)]
pub struct RulesDiff(pub Vec<Difference>);

/// A number that two rulebooks do not share.
#[derive(Serialize, JsonSchema)]
pub struct Difference {
    /// Where it stands, such as `fire/modifier/fortified`.
    pub place: String,
    /// What the first rulebook has.
    pub one: Option<Number>,
    /// What the other has.
    pub other: Option<Number>,
}

/// A number of a rulebook.
#[derive(Serialize, JsonSchema)]
pub struct Number {
    /// What it says.
    pub value: String,
    /// The ledger entry.
    pub rule: String,
}

impl Number {
    /// The number of an outline's line.
    pub fn of(line: &Line) -> Number {
        Number { value: line.value.clone(), rule: line.rule.to_string() }
    }
}

/// `dq rules rulings --json`.
#[derive(Serialize, JsonSchema)]
pub struct RulesRulings(pub Vec<Doubt>);

/// `dq rules coverage --json`.
#[derive(Serialize, JsonSchema)]
pub struct RulesCoverage {
    /// Entries in all.
    total: usize,
    /// Entries that a test names.
    covered: usize,
    /// Entries that are informative, with a reason, and that no test names.
    informative: usize,
    /// Entries that have neither.
    uncovered: Vec<String>,
    /// Ids in tests that the ledger lacks, with the files that name them.
    unknown: BTreeMap<String, Vec<String>>,
}

impl RulesCoverage {
    /// What the library counted.
    pub fn of(coverage: &Coverage) -> RulesCoverage {
        RulesCoverage {
            total: coverage.total,
            covered: coverage.covered,
            informative: coverage.informative,
            uncovered: coverage.uncovered.clone(),
            unknown: coverage.unknown.clone(),
        }
    }
}

/// `dq rules lint --json`.
#[derive(Serialize, JsonSchema)]
pub struct RulesLint(pub Vec<Flaw>);

/// `dq scenario check --json`.
#[derive(Serialize, JsonSchema)]
pub struct ScenarioCheck(pub Vec<ScenarioFlaw>);

/// How bad it is.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Severity {
    /// The file is refused.
    Defect,
    /// Perhaps it is meant so.
    Warning,
}

/// Something in a scenario file.
#[derive(Serialize, JsonSchema)]
pub struct ScenarioFlaw {
    severity: Severity,
    #[serde(flatten)]
    flaw: Flaw,
}

impl ScenarioFlaw {
    /// A defect.
    pub fn defect(defect: &Defect) -> ScenarioFlaw {
        ScenarioFlaw { severity: Severity::Defect, flaw: Flaw::of(defect) }
    }

    /// A warning.
    pub fn warning(defect: &Defect) -> ScenarioFlaw {
        ScenarioFlaw { severity: Severity::Warning, flaw: Flaw::of(defect) }
    }
}

/// `dq scenario list --json`.
#[derive(Serialize, JsonSchema)]
pub struct ScenarioList(pub Vec<ScenarioListed>);

/// A battle that comes with the program.
#[derive(Serialize, JsonSchema)]
pub struct ScenarioListed {
    /// The name that commands know it by.
    name: String,
    title: String,
    /// The war in words.
    war: String,
    period: String,
    edition: String,
    /// The day, in words.
    date: String,
    /// The two armies.
    sides: Vec<ScenarioSide>,
    /// Stands of both.
    stands: u32,
    turns: u16,
    table: ScenarioTable,
}

/// An army of a battle.
#[derive(Serialize, JsonSchema)]
struct ScenarioSide {
    name: String,
    nation: Nation,
    units: usize,
    /// Stands, those included that come later.
    stands: u32,
}

/// The table of a battle, in inches.
#[derive(Serialize, JsonSchema)]
struct ScenarioTable {
    width: f64,
    height: f64,
}

impl ScenarioListed {
    /// A battle that was read.
    pub fn of(battle: &Checked) -> ScenarioListed {
        let (scenario, book) = (&battle.scenario, &battle.book);
        let side = |side: Side| {
            let own = scenario.position.units().iter().filter(|placed| placed.side == side);
            ScenarioSide {
                name: scenario.army(side).name.to_string(),
                nation: scenario.army(side).nation,
                units: own.clone().count(),
                stands: own.map(|placed| u32::from(placed.unit.strength.stands)).sum(),
            }
        };
        let sides = vec![side(Side::First), side(Side::Second)];
        let inches = |length: Length| f64::from(length.in_thousandths()) / 1000.0;
        let table = &scenario.position.table;
        ScenarioListed {
            name: scenario.id.to_string(),
            title: scenario.title.to_string(),
            war: book.title.to_string(),
            period: book.period.to_string(),
            edition: book.edition.to_string(),
            date: scenario.date.to_string(),
            stands: sides.iter().map(|side| side.stands).sum(),
            sides,
            turns: scenario.clock.turns,
            table: ScenarioTable { width: inches(table.width()), height: inches(table.height()) },
        }
    }
}

/// `dq words --json`.
#[derive(Serialize, JsonSchema)]
pub struct Words {
    period: String,
    edition: String,
    /// Words that mean something in any war.
    words: Vec<Meaning>,
    /// Forms of numbers.
    numbers: Vec<Form>,
    /// Nations of the war.
    nations: Vec<String>,
    /// Weapons of the war, with their nations; none named means all.
    weapons: Vec<Arms>,
    /// Gun types of the war.
    pieces: Vec<Arms>,
    /// Lines of the army lists.
    lists: Vec<String>,
}

/// A word.
#[derive(Serialize, JsonSchema)]
struct Meaning {
    /// Its spellings.
    names: Vec<String>,
    meaning: String,
    /// What a phrase with it can be about.
    topics: Vec<String>,
}

/// A form of number.
#[derive(Serialize, JsonSchema)]
struct Form {
    form: String,
    meaning: String,
}

/// A weapon or gun type.
#[derive(Serialize, JsonSchema)]
struct Arms {
    code: String,
    name: String,
    nations: Vec<String>,
}

/// The forms of numbers in a phrase, with their meanings.
pub const NUMBERS: [(&str, &str); 9] = [
    ("11/9/6", "label: fresh, worn and spent from so many stands"),
    ("8 stands", "so many stands, without a label"),
    ("now 7, 7 left", "stands left of a labelled unit"),
    ("8 RM @4", "so many stands with a weapon at a distance (firing stands)"),
    ("2 damaged", "damaged guns among the firing stands"),
    ("3 in woods", "stands in woods"),
    ("friends 3\"", "nearest friendly troops of a lone gun (a maneuver check)"),
    ("leader 3\"", "nearest leader of the target's army (a target)"),
    ("[German jaegers]", "ratings of a line of the army lists"),
];

/// What phrases with `word` can be about.
pub fn topics(word: &Word) -> Vec<&'static str> {
    Topic::ALL.iter().filter(|topic| word.fits(**topic)).map(|topic| topic.name()).collect()
}

impl Words {
    /// The words of a war.
    pub fn of(book: &Rulebook, words: &[Word]) -> Words {
        let owned = |all: Vec<&str>| all.into_iter().map(str::to_owned).collect();
        let meaning = |word: &Word| Meaning {
            names: owned(word.names.to_vec()),
            meaning: word.meaning.to_owned(),
            topics: owned(topics(word)),
        };
        let form = |(form, meaning): &(&str, &str)| Form {
            form: (*form).to_owned(),
            meaning: (*meaning).to_owned(),
        };
        let nations = |of: &[rulebook::Nation]| of.iter().map(|n| n.name().to_owned()).collect();
        let arms = |code: &str, name: &str, of: &[rulebook::Nation]| Arms {
            code: code.to_owned(),
            name: name.to_owned(),
            nations: nations(of),
        };
        Words {
            period: book.period.to_string(),
            edition: book.edition.to_string(),
            words: words.iter().map(meaning).collect(),
            numbers: NUMBERS.iter().map(form).collect(),
            nations: nations(&book.nations),
            weapons: book.weapons.iter().map(|w| arms(&w.code, &w.name, &w.nations)).collect(),
            pieces: book.pieces.iter().map(|p| arms(&p.code, &p.name, &p.nations)).collect(),
            lists: book.army.iter().map(|row| row.name.to_string()).collect(),
        }
    }
}
