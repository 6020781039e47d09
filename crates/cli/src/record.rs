//! `dq record`: battles that were played, played again.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use engine::battle::{State, Telling};
use engine::table::Side;
use library::record::{Record, Replay, digest};

use crate::story::StoryArgs;
use crate::{Answer, Fault};

/// Records.
#[derive(Subcommand)]
pub enum RecordCommand {
    /// Play a record again and print its log
    #[command(after_help = "Example:\n  dq record replay records/awi-given-up.json --reasons")]
    Replay(ReplayArgs),
    /// Play records again and compare every digest; a folder stands for all records in it
    #[command(after_help = "Example:\n  dq record verify records/awi-given-up.json")]
    Verify(VerifyArgs),
    /// The battle after so many orders, or when a turn began
    #[command(after_help = "Example:\n  dq record show records/awi-given-up.json --step 2")]
    Show(ShowArgs),
    /// Where two records part, and how the battles differ there
    #[command(
        after_help = "Example:\n  dq record diff records/awi-given-up.json records/awi-given-up.json"
    )]
    Diff(DiffArgs),
    /// Orders and log as readable text
    #[command(after_help = "Example:\n  dq record export records/awi-given-up.json")]
    Export(ExportArgs),
    /// A battle told turn by turn, as a Markdown page with maps
    #[command(
        after_help = "Example:\n  dq record story records/1812-army-gone.json --out my-battles"
    )]
    Story(StoryArgs),
}

/// `record replay`.
#[derive(Args)]
pub struct ReplayArgs {
    /// The record
    pub file: String,
    /// Print the reason for every number
    #[arg(long)]
    pub reasons: bool,
}

/// `record verify`.
#[derive(Args)]
pub struct VerifyArgs {
    /// Records, or folders of them
    #[arg(required = true)]
    pub paths: Vec<String>,
}

/// `record show`.
#[derive(Args)]
pub struct ShowArgs {
    /// The record
    pub file: String,
    /// After so many orders; after all of them if nothing is said
    #[arg(long, conflicts_with = "turn")]
    pub step: Option<usize>,
    /// When this game turn began
    #[arg(long)]
    pub turn: Option<u16>,
}

/// `record diff`.
#[derive(Args)]
pub struct DiffArgs {
    /// One record
    pub one: String,
    /// Another
    pub other: String,
}

/// `record export`.
#[derive(Args)]
pub struct ExportArgs {
    /// The record
    pub file: String,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "OUT")]
    pub out: Option<String>,
}

/// `dq record …`.
pub fn run(command: &RecordCommand) -> Result<Answer, Fault> {
    match command {
        RecordCommand::Replay(args) => replay(args),
        RecordCommand::Verify(args) => verify(args),
        RecordCommand::Show(args) => show(args),
        RecordCommand::Diff(args) => diff(args),
        RecordCommand::Export(args) => export(args),
        RecordCommand::Story(args) => crate::story::run(args),
    }
}

/// Reads a record from a file.
pub fn read(file: &str) -> Result<Record, Fault> {
    let text =
        fs::read_to_string(file).map_err(|error| Fault(format!("cannot read {file}: {error}")))?;
    Record::read(&text).map_err(|fault| Fault(format!("{file}: {fault}")))
}

fn played<'r>(file: &str, record: &'r Record) -> Result<Replay<'r>, Fault> {
    Replay::of(record).map_err(|fault| Fault(format!("{file}: {fault}")))
}

/// Sentences of the log, with their reasons beneath if they are wanted.
fn log(tellings: impl Iterator<Item = Telling>, reasons: bool) -> String {
    let mut text = String::new();
    for telling in tellings {
        let _ = writeln!(text, "{}", telling.text);
        for reason in telling.reasons.iter().filter(|_| reasons) {
            let _ = writeln!(text, "    {reason}");
        }
    }
    text
}

/// Every order with what came of it.
fn whole(file: &str, record: &Record, orders: bool, reasons: bool) -> Result<String, Fault> {
    let fault = |fault: library::record::RecordFault| Fault(format!("{file}: {fault}"));
    let replay = played(file, record)?;
    let (mut before, events) = record.start().map_err(fault)?;
    let mut text = log(events.iter().filter_map(|event| before.tell(&event.what)), reasons);
    for at in 0..record.orders.len() {
        let (state, events) = replay.step(at).map_err(fault)?;
        if orders {
            let _ = writeln!(text, "> {}", record.orders[at]);
        }
        text += &log(before.tell_each(&events).map(|(_, telling)| telling), reasons);
        before = state;
    }
    Ok(text)
}

fn replay(args: &ReplayArgs) -> Result<Answer, Fault> {
    let record = read(&args.file)?;
    whole(&args.file, &record, false, args.reasons).map(Answer::good)
}

fn export(args: &ExportArgs) -> Result<Answer, Fault> {
    let record = read(&args.file)?;
    let mut text = format!("# {}\n", record.scenario);
    if let Some(seed) = record.seed {
        let _ = writeln!(text, "# seed {seed}");
    }
    for (ruling, reading) in &record.rulings {
        let _ = writeln!(text, "# {ruling} = {reading}");
    }
    if !record.accepted.is_empty() {
        let _ = writeln!(text, "# accepted by {}", record.accepted.join(" and "));
    }
    text += &whole(&args.file, &record, true, true)?;
    match &args.out {
        None => Ok(Answer::good(text)),
        Some(out) => {
            fs::write(out, text).map_err(|error| Fault(format!("cannot write {out}: {error}")))?;
            Ok(Answer::good(String::new()))
        }
    }
}

/// The records under a path, in order.
fn records_under(path: &str) -> Result<Vec<PathBuf>, Fault> {
    let here = Path::new(path);
    if !here.is_dir() {
        return Ok(vec![here.to_owned()]);
    }
    let entries =
        fs::read_dir(here).map_err(|error| Fault(format!("cannot read {path}: {error}")))?;
    let mut found: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    found.retain(|file| file.extension().is_some_and(|kind| kind == "json"));
    found.sort();
    Ok(found)
}

fn verify(args: &VerifyArgs) -> Result<Answer, Fault> {
    let mut text = String::new();
    let (mut good, mut count) = (true, 0);
    for path in &args.paths {
        for file in records_under(path)? {
            let name = file.display().to_string();
            count += 1;
            let verdict = read(&name).and_then(|record| {
                let replay = played(&name, &record)?;
                let book = &replay.end().book;
                let same = if record.has_same_rules(book) { "" } else { ", under other rules" };
                Ok(format!("{} orders, {}{same}", record.orders.len(), digest(replay.end())))
            });
            match verdict {
                Ok(verdict) => drop(writeln!(text, "good  {name}: {verdict}")),
                Err(Fault(fault)) => {
                    good = false;
                    let _ = writeln!(text, "bad   {fault}");
                }
            }
        }
    }
    if count == 0 {
        return Err(Fault("there is no record here".to_owned()));
    }
    Ok(Answer { text, good })
}

fn show(args: &ShowArgs) -> Result<Answer, Fault> {
    let record = read(&args.file)?;
    let replay = played(&args.file, &record)?;
    let fault = |fault: library::record::RecordFault| Fault(format!("{}: {fault}", args.file));
    let step = match args.turn {
        None => args.step.unwrap_or(record.orders.len()),
        Some(turn) => {
            let mut at = 0;
            while at < record.orders.len() && replay.at(at).map_err(fault)?.turn < turn {
                at += 1;
            }
            at
        }
    };
    let state = replay.at(step).map_err(fault)?;
    let mut text = format!("{} after {} orders\n", record.scenario, step.min(record.orders.len()));
    text += &standing(&state);
    Ok(Answer::good(text))
}

/// How a battle stands, unit by unit.
pub fn standing(state: &State) -> String {
    let mut text = format!("Turn {}, {}\n", state.turn, state.army_name(state.active));
    for side in [Side::First, Side::Second] {
        let _ = writeln!(
            text,
            "{}: {} points, {} of {} stands lost",
            state.army_name(side),
            state.points()[side as usize],
            state.lost[side as usize],
            state.starting_stands(side)
        );
        for id in state.position.ids().filter(|id| state.unit(*id).side == side) {
            let (placed, marks) = (state.unit(id), state.marks(id));
            let at = placed.anchor;
            let place = if placed.stands.is_empty() {
                marks.whereabouts.to_string()
            } else {
                format!("at {}, {} facing {}", at.at.x, at.at.y, at.heading)
            };
            let _ = writeln!(text, "  {}: {place}", placed.unit.described(&state.book.terms));
        }
    }
    text
}

fn diff(args: &DiffArgs) -> Result<Answer, Fault> {
    let (one, other) = (read(&args.one)?, read(&args.other)?);
    let mut text = String::new();
    if one.scenario != other.scenario || one.battle != other.battle {
        text += "The scenarios differ.\n";
    }
    if one.rulings != other.rulings || one.edition != other.edition {
        text += "The readings of the rules differ.\n";
    }
    let same = one.orders.iter().zip(&other.orders).take_while(|(a, b)| a == b).count();
    let dice = one.dice.iter().zip(&other.dice).take_while(|(a, b)| a == b).count();
    let tell = |record: &Record| {
        record.orders.get(same).map_or("(no more orders)".to_owned(), Clone::clone)
    };
    if one.orders == other.orders && one.dice == other.dice {
        text += "Orders and dice are the same.\n";
    } else {
        let _ = writeln!(text, "The first {same} orders and {dice} dice are the same. Then:");
        let _ = writeln!(text, "- {}: {}", args.one, tell(&one));
        let _ = writeln!(text, "+ {}: {}", args.other, tell(&other));
    }
    let ends = [played(&args.one, &one)?.end().clone(), played(&args.other, &other)?.end().clone()];
    let lines = ends.map(|state| standing(&state));
    for line in lines[0].lines().filter(|line| !lines[1].lines().any(|other| other == *line)) {
        let _ = writeln!(text, "- {line}");
    }
    for line in lines[1].lines().filter(|line| !lines[0].lines().any(|other| other == *line)) {
        let _ = writeln!(text, "+ {line}");
    }
    let good = one.orders == other.orders && one.dice == other.dice && lines[0] == lines[1];
    Ok(Answer { text, good })
}
