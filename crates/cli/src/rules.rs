//! `dq rules` and `dq words`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use library::coverage::coverage;
use library::phrase::{Topic, WORDS};
use library::{BOOKS, Choices, Defect, Entry, Ledger, Line, lint, nearest, outline};
use referee::error::Flaw;
use referee::replies::Doubt;
use rulebook::Rulebook;

use crate::answers::{
    self, Difference, NUMBERS, Number, Rule, RulesCoverage, RulesDiff, RulesLint, RulesList,
    RulesRulings, RulesShow, Words,
};
use crate::args::{
    CoverageArgs, DiffArgs, FormArgs, LintArgs, ListArgs, RulesCommand, RulingsArgs, ShowArgs,
    WordsArgs,
};
use crate::books::{self, known};
use crate::{Answer, Fault, pages, show};

/// `dq rules …`.
pub fn run(command: RulesCommand) -> Result<Answer, Fault> {
    match command {
        RulesCommand::List(args) => list(&args),
        RulesCommand::Show(args) => self::show(&args),
        RulesCommand::Diff(args) => diff(&args),
        RulesCommand::Rulings(args) => rulings(&args),
        RulesCommand::Form(args) => form(&args),
        RulesCommand::Coverage(args) => self::covered(&args),
        RulesCommand::Pages(args) => pages::run(&args),
        RulesCommand::Lint(args) => lint_files(&args),
    }
}

fn list(args: &ListArgs) -> Result<Answer, Fault> {
    let ledger = Ledger::built_in();
    let mut areas: Vec<&str> = ledger.entries().map(Entry::area).collect();
    areas.sort_unstable();
    areas.dedup();
    if let Some(period) = &args.period {
        known("period", period, &["acw", "awi", "1812", "maw"])?;
    }
    let area = args.area.as_ref().map(|area| area.to_uppercase());
    if let Some(area) = &area {
        known("area", area, &areas)?;
    }
    if let Some(status) = &args.status {
        known("status", status, &["stated", "conflict", "base", "lost"])?;
    }
    let search = args.search.as_ref().map(|text| text.to_lowercase());
    let wanted = |entry: &&Entry| {
        args.period.as_ref().is_none_or(|p| entry.periods.contains(p))
            && area.as_ref().is_none_or(|a| entry.area() == a)
            && args.status.as_ref().is_none_or(|s| entry.status.name() == s)
            && search.as_ref().is_none_or(|text| {
                format!("{} {} {}", entry.id, entry.title, entry.text).to_lowercase().contains(text)
            })
    };
    let found: Vec<&Entry> = ledger.entries().filter(wanted).collect();
    if args.json {
        let rows = RulesList(found.into_iter().map(Rule::of).collect());
        return Ok(Answer::good(show::json(&rows)));
    }
    if found.is_empty() {
        let text = "No rule fits. Leave out a filter, or search for another word.\n";
        return Ok(Answer::good(text.to_owned()));
    }
    let mut text = String::new();
    for entry in &found {
        let status = if entry.status.is_certain() { "" } else { entry.status.name() };
        writeln!(text, "{:<34} {:<9} {}", entry.id, status, entry.title)?;
    }
    writeln!(
        text,
        "{}",
        show::faint(&format!("{} rules; `dq rules show ID` shows one", found.len()))
    )?;
    Ok(Answer::good(text))
}

fn show(args: &ShowArgs) -> Result<Answer, Fault> {
    let ledger = Ledger::built_in();
    let id = args.id.to_uppercase();
    let Some(entry) = ledger.entry(&id) else {
        let ids = ledger.ids();
        let near = nearest(&id, ids.iter().map(String::as_str));
        let near = near.map_or(String::new(), |n| format!("; did you mean {n}?"));
        return Err(Fault(format!("the ledger has no rule `{}`{near}", args.id)));
    };
    if args.json {
        return Ok(Answer::good(show::json(&RulesShow::of(entry))));
    }
    let mut text = show::heading(&format!("{}  {}", entry.id, entry.title));
    let status = entry.status.name();
    writeln!(text, "{}\n", show::faint(&format!("{}; {status}", entry.periods.join(", "))))?;
    for (name, words) in [
        ("", &entry.text),
        ("Values", &entry.values),
        ("Ruling", &entry.ruling),
        ("Example", &entry.example),
        ("Note", &entry.note),
        ("Informative", &entry.reason),
    ] {
        if !words.is_empty() {
            let name =
                if name.is_empty() { String::new() } else { show::strong(&format!("{name}: ")) };
            writeln!(text, "{name}{words}\n")?;
        }
    }
    if entry.is_table() {
        text += &table(entry);
        text.push('\n');
    }
    writeln!(text, "{}", show::faint(&format!("Sources: {}", entry.source.join("; "))))?;
    Ok(Answer::good(text))
}

fn table(entry: &Entry) -> String {
    let head: Vec<String> = entry.columns.iter().map(|c| c.replace('_', " ")).collect();
    let mut lines = vec![head];
    lines.extend(answers::rows(entry));
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        lines.iter().filter_map(|l| l.get(column)).map(|c| c.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for (number, line) in lines.iter().enumerate() {
        let cells: Vec<String> =
            line.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        let line = cells.join("  ");
        let line = line.trim_end();
        text += &if number == 0 { show::strong(line) } else { line.to_owned() };
        text.push('\n');
    }
    text
}

fn book(name: &str) -> Result<Arc<Rulebook>, Fault> {
    let (period, edition) = match name.split_once(':') {
        Some((period, edition)) => (period, Some(edition)),
        None => (name, None),
    };
    books::open(period, edition, &Choices::new())
}

fn diff(args: &DiffArgs) -> Result<Answer, Fault> {
    let one: Vec<Line> = outline(&*book(&args.one)?);
    let other: Vec<Line> = outline(&*book(&args.other)?);
    let of: BTreeMap<&str, &Line> = other.iter().map(|line| (line.place.as_str(), line)).collect();
    let had: BTreeMap<&str, &Line> = one.iter().map(|line| (line.place.as_str(), line)).collect();
    let mut changes: Vec<(&str, Option<&Line>, Option<&Line>)> = Vec::new();
    for line in &one {
        let place = line.place.as_str();
        match of.get(place) {
            Some(now) if now.value == line.value => {}
            now => changes.push((place, Some(line), now.copied())),
        }
    }
    let new = other.iter().filter(|line| !had.contains_key(line.place.as_str()));
    changes.extend(new.map(|line| (line.place.as_str(), None, Some(line))));
    if args.json {
        let number = |line: &Option<&Line>| line.map(Number::of);
        let rows = changes.iter().map(|(place, one, other)| Difference {
            place: (*place).to_owned(),
            one: number(one),
            other: number(other),
        });
        let rows = RulesDiff(rows.collect());
        return Ok(Answer::good(show::json(&rows)));
    }
    let mut text = show::heading(&format!("{} against {}", args.one, args.other));
    if changes.is_empty() {
        text += "No number differs.\n";
    }
    for (place, one, other) in &changes {
        writeln!(text, "{}", show::strong(place))?;
        for (name, line) in [(&args.one, one), (&args.other, other)] {
            let (value, rule) = match line {
                Some(line) => (line.value.as_str(), line.rule.as_str()),
                None => ("-", ""),
            };
            let rule =
                if rule.is_empty() { String::new() } else { format!("  {}", show::faint(rule)) };
            writeln!(text, "  {name:<8} {value}{rule}")?;
        }
    }
    writeln!(text, "{}", show::faint(&format!("{} differences", changes.len())))?;
    Ok(Answer::good(text))
}

/// The form, on the screen: whoever wants a file sends it there.
fn form(args: &FormArgs) -> Result<Answer, Fault> {
    let chosen = books::rulings(&args.rulings)?;
    let book = books::open(&args.period, args.edition.as_deref(), &chosen)?;
    Ok(Answer::good(library::form::blank(&book)))
}

fn rulings(args: &RulingsArgs) -> Result<Answer, Fault> {
    let book = books::open(&args.period, args.edition.as_deref(), &Choices::new())?;
    if args.json {
        let rows = RulesRulings(book.rulings.iter().map(Doubt::of).collect());
        return Ok(Answer::good(show::json(&rows)));
    }
    let mut text = show::heading(&format!("Rulings, {} ({})", book.title, book.edition));
    for ruling in &book.rulings {
        let head = format!("{}: {}", ruling.id, ruling.title);
        writeln!(text, "{}  {}", show::strong(&head), show::faint(ruling.rule.as_str()))?;
        for (number, choice) in ruling.choices.iter().enumerate() {
            let mark = if number == 0 { "*" } else { " " };
            writeln!(text, "  {mark} {:<12} {}", choice.id, choice.text)?;
        }
        writeln!(text, "    {}", show::faint(&ruling.reason))?;
    }
    text += &show::faint("* is the default; choose another with --ruling ID=READING\n");
    Ok(Answer::good(text))
}

/// The project's folder: given, found from here upwards, or where this program was built.
pub(crate) fn root(given: Option<&String>) -> Result<PathBuf, Fault> {
    let is_root = |path: &Path| path.join("rules/ledger/common.toml").is_file();
    if let Some(given) = given {
        let path = PathBuf::from(given);
        let missing =
            || Fault(format!("{given} is not the project's folder: it has no rules/ledger"));
        return if is_root(&path) { Ok(path) } else { Err(missing()) };
    }
    let here = std::env::current_dir()?;
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut candidates = here.ancestors().map(Path::to_path_buf).chain([built]);
    candidates.find(|path| is_root(path)).ok_or_else(|| {
        Fault("this is read from the project's source tree; run it there or give --root".to_owned())
    })
}

fn covered(args: &CoverageArgs) -> Result<Answer, Fault> {
    let root = root(args.root.as_ref())?;
    let ledger = read_ledger(&root)?;
    let coverage = coverage(&root, &ledger)?;
    let good = coverage.unknown.is_empty();
    if args.json {
        return Ok(Answer { text: show::json(&RulesCoverage::of(&coverage)), good });
    }
    let percent = 100.0 * coverage.settled() as f64 / coverage.total.max(1) as f64;
    let mut text = show::heading("Ledger coverage");
    writeln!(text, "  {:>5}  entries", coverage.total)?;
    writeln!(text, "  {:>5}  proved by a test that names them", coverage.covered)?;
    writeln!(text, "  {:>5}  informative, with a reason", coverage.informative)?;
    writeln!(text, "  {:>5}  neither ({percent:.1}% settled)\n", coverage.uncovered.len())?;
    let mut areas: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for entry in ledger.entries() {
        let area = areas.entry(entry.area()).or_default();
        area.0 += 1;
        area.1 += usize::from(coverage.uncovered.binary_search(&entry.id).is_ok());
    }
    for (area, (total, missing)) in areas {
        writeln!(text, "  {area:<6} {:>4} of {total:>4} settled", total - missing)?;
    }
    if !coverage.uncovered.is_empty() {
        writeln!(text, "\nNeither:")?;
        coverage.uncovered.iter().try_for_each(|id| writeln!(text, "  {id}"))?;
    }
    for (id, files) in &coverage.unknown {
        writeln!(text, "unknown id {id} in {}", files.join(", "))?;
    }
    Ok(Answer { text, good })
}

fn read_ledger(root: &Path) -> Result<Ledger, Fault> {
    let mut texts = Vec::new();
    for (name, _) in library::ledger::FILES {
        let path = root.join("rules/ledger").join(name);
        let text = fs::read_to_string(&path)
            .map_err(|error| Fault(format!("cannot read {}: {error}", path.display())))?;
        texts.push((name, text));
    }
    let files: Vec<(&str, &str)> =
        texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
    Ledger::read(&files).map_err(Fault)
}

fn lint_files(args: &LintArgs) -> Result<Answer, Fault> {
    let rules = Ledger::built_in().ids();
    let mut defects: Vec<Defect> = Vec::new();
    let mut count = 0;
    match &args.path {
        None => {
            for book in BOOKS {
                count += 1;
                defects.extend(lint(book.file, book.text, &rules));
            }
        }
        Some(path) => {
            for file in toml_files(Path::new(path))? {
                count += 1;
                let text = fs::read_to_string(&file)
                    .map_err(|error| Fault(format!("cannot read {}: {error}", file.display())))?;
                defects.extend(lint(&file.display().to_string(), &text, &rules));
            }
        }
    }
    let good = defects.is_empty();
    if args.json {
        let rows = RulesLint(defects.iter().map(Flaw::of).collect());
        return Ok(Answer { text: show::json(&rows), good });
    }
    let mut text: String = defects.iter().map(|d| format!("{d}\n")).collect();
    writeln!(text, "{count} rulebooks, {} defects", defects.len())?;
    Ok(Answer { text, good })
}

pub(crate) fn toml_files(path: &Path) -> Result<Vec<PathBuf>, Fault> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path)
        .map_err(|error| Fault(format!("cannot read {}: {error}", path.display())))?;
    let mut files = Vec::new();
    for entry in entries {
        let file = entry?.path();
        if file.extension().is_some_and(|e| e == "toml") {
            files.push(file);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(Fault(format!("{} holds no rulebook (*.toml)", path.display())));
    }
    Ok(files)
}

/// `dq words`.
pub fn words(args: &WordsArgs) -> Result<Answer, Fault> {
    let book = books::open(&args.period, args.edition.as_deref(), &Choices::new())?;
    if args.json {
        return Ok(Answer::good(show::json(&Words::of(&book, WORDS))));
    }
    let mut text = show::heading(
        "Words, in any order; what stands before a label such as 11/9/6 is the unit's name",
    );
    for word in WORDS {
        let about = answers::topics(word);
        let about = if about.len() == Topic::ALL.len() {
            String::new()
        } else {
            format!(" ({})", about.join(", "))
        };
        let names = word.names.join(", ");
        writeln!(text, "  {names:<42} {}{}", word.meaning, show::faint(&about))?;
    }
    text += "\n";
    text += &show::heading("Numbers");
    for (form, meaning) in NUMBERS {
        writeln!(text, "  {form:<42} {meaning}")?;
    }
    text += "\n";
    text += &show::heading(&format!("Nations and weapons, {}", book.title));
    let nations: Vec<&str> = book.nations.iter().map(|n| n.name()).collect();
    writeln!(text, "  {}", nations.join(", "))?;
    for weapon in &book.weapons {
        let nations: Vec<&str> = weapon.nations.iter().map(|n| n.name()).collect();
        let of =
            if nations.is_empty() { String::new() } else { format!(" ({})", nations.join(", ")) };
        writeln!(text, "  {:<6} {}{}", weapon.code, weapon.name, show::faint(&of))?;
    }
    for piece in &book.pieces {
        writeln!(text, "  {:<6} {}", piece.code, piece.name)?;
    }
    if !book.army.is_empty() {
        text += "\n";
        text += &show::heading("Rating lists, with what a unit is if nothing else is said of it");
        for row in &book.army {
            let ratings = row.experience.first().map(|one| one.name());
            let ratings = ratings.into_iter().chain(row.morale.first().map(|one| one.name()));
            let ratings: Vec<&str> = ratings.chain(row.weapons.first().map(|one| &**one)).collect();
            let name = format!("[{}]", row.name);
            writeln!(text, "  {name:<42} {}: {}", row.nation, ratings.join(", "))?;
        }
    }
    Ok(Answer::good(text))
}
