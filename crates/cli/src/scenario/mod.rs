//! `dq scenario`: battles as files: written, checked, shown, drawn and printed.

mod check;
pub mod find;
mod list;
mod new;
mod roster;

use clap::{Args, Subcommand};
use engine::battle::State;
use std::sync::Arc;

use crate::args::MapArgs;
use crate::play::{brief, page};
use crate::{Answer, Fault, map};

/// Scenarios.
#[derive(Subcommand)]
pub enum ScenarioCommand {
    /// Write the folder of a new battle, with comments, which can be played at once
    #[command(after_help = "Example:\n  dq scenario new little-ford --period acw --dir my-battles")]
    New(NewArgs),
    /// Check scenario files and report every defect
    #[command(
        after_help = "Examples:\n  dq scenario check\n  dq scenario check data/scenarios\n  dq scenario check my-battles"
    )]
    Check(CheckArgs),
    /// The briefing of a battle: who fights whom, when, with what and for what
    #[command(after_help = "Example:\n  dq scenario show acw-brawners-farm")]
    Show(ShowArgs),
    /// The map of a battle, as SVG or PNG
    #[command(after_help = "Example:\n  dq scenario map maw-palo-alto --png palo-alto.png")]
    Map(MapArgs),
    /// The order of battle to print, a page for each army, with boxes for losses
    #[command(after_help = "Example:\n  dq scenario roster awi-cowpens --html cowpens.html")]
    Roster(RosterArgs),
    /// The battles that come with the program
    #[command(after_help = "Example:\n  dq scenario list --json")]
    List(ListArgs),
}

/// `scenario new`.
#[derive(Args)]
pub struct NewArgs {
    /// Its name, which its folder has: small letters, digits and hyphens
    pub name: String,
    /// The war: acw, awi, 1812 or maw
    #[arg(short, long, value_name = "acw|awi|1812|maw")]
    pub period: String,
    /// The folder to put it in
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub dir: String,
}

/// `scenario check`.
#[derive(Args)]
pub struct CheckArgs {
    /// A file, a battle's name or a folder of battles; without it those that come with the program
    pub path: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

/// `scenario show`.
#[derive(Args)]
pub struct ShowArgs {
    /// A battle that comes with the program, or a scenario file
    pub battle: String,
}

/// `scenario roster`.
#[derive(Args)]
pub struct RosterArgs {
    /// A battle that comes with the program, or a scenario file
    pub battle: String,
    /// Write the page to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub html: Option<String>,
    /// There is no roster as text: who asks for it is told where the text is
    #[arg(long, hide = true)]
    pub text: bool,
}

/// `scenario list`.
#[derive(Args)]
pub struct ListArgs {
    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

/// `dq scenario …`.
pub fn run(command: &ScenarioCommand) -> Result<Answer, Fault> {
    match command {
        ScenarioCommand::New(args) => new::run(args),
        ScenarioCommand::Check(args) => check::run(args),
        ScenarioCommand::Show(args) => show(args),
        ScenarioCommand::Map(args) => map::run(args),
        ScenarioCommand::Roster(args) => roster::run(args),
        ScenarioCommand::List(args) => list::run(args),
    }
}

fn show(args: &ShowArgs) -> Result<Answer, Fault> {
    let state = begun(&args.battle)?;
    Ok(Answer::good(page::fitted(&brief::briefing(&state), 2)))
}

/// A battle before its first order.
fn begun(name: &str) -> Result<State, Fault> {
    let battle = find::one(name)?.battle()?;
    Ok(State::start(Arc::new(battle.scenario), Arc::new(battle.book)).0)
}
