//! `dq`: battles in the terminal, and what a quick reference sheet answers, exactly and with reasons.
//!
//! The program is this library behind a `main` of one line, so that tests and fuzz targets ask
//! the same functions as a player does.

mod answers;
mod arena;
mod args;
mod battle;
pub mod books;
mod fighters;
mod map;
pub mod odds;
mod outside;
mod pages;
mod play;
mod qrs;
pub mod record;
pub mod referee;
pub mod request;
pub mod resolve;
mod rules;
mod scenario;
#[cfg(test)]
mod schema;
mod serve;
mod show;
mod story;

use std::io::Write;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use args::{Ask, Cli, Command, OddsCommand, ResolveCommand};

/// What went wrong, in one sentence. The program then ends with exit code 2.
#[derive(Debug)]
pub struct Fault(pub String);

impl<E: std::error::Error> From<E> for Fault {
    fn from(error: E) -> Fault {
        Fault(error.to_string())
    }
}

/// What a command prints, and whether it found what it checks to be good.
#[derive(Debug)]
pub struct Answer {
    /// The text, styled.
    pub text: String,
    /// Exit code 0 if true, 1 if not.
    pub good: bool,
}

impl Answer {
    /// An answer that is good.
    pub fn good(text: String) -> Answer {
        Answer { text, good: true }
    }
}

/// The whole program: reads its arguments, prints its answer, gives its exit code.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    match run(cli.command) {
        Ok(answer) => {
            let mut out = anstream::stdout().lock();
            if out.write_all(answer.text.as_bytes()).and_then(|()| out.flush()).is_err() {
                return ExitCode::SUCCESS; // a closed pipe is not our fault
            }
            if answer.good { ExitCode::SUCCESS } else { ExitCode::from(1) }
        }
        Err(Fault(sentence)) => refuse(&sentence),
    }
}

/// Says what is wrong in one line, whatever the sentence was made of.
fn refuse(sentence: &str) -> ExitCode {
    let parts: Vec<&str> = sentence.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    anstream::eprintln!("dq: {}", parts.join("; "));
    ExitCode::from(2)
}

fn usage(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let asked = error.kind() != ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
            let _ = error.print();
            if asked { ExitCode::SUCCESS } else { ExitCode::from(2) }
        }
        _ => {
            let text = error.to_string();
            let ends = |line: &&str| !line.starts_with("Usage") && !line.starts_with("For more");
            let lines = text.lines().take_while(ends).map(str::trim);
            let words: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
            refuse(&words.join("; ").replacen("error: ", "", 1).replace(":;", ":"))
        }
    }
}

fn run(command: Command) -> Result<Answer, Fault> {
    match command {
        Command::Odds(OddsCommand::Maneuver(args)) => odds::maneuver(&args.request()?, args.json()),
        Command::Odds(OddsCommand::Fire(args)) => odds::fire(&args.request()?, args.json()),
        Command::Odds(OddsCommand::Charge(args)) => odds::charge(&args.request()?, args.json()),
        Command::Odds(OddsCommand::Assault(args)) => odds::assault(&args.request()?, args.json()),
        Command::Resolve(ResolveCommand::Maneuver(args)) => {
            resolve::maneuver(&args.request()?, args.ask.json())
        }
        Command::Resolve(ResolveCommand::Fire(args)) => {
            resolve::fire(&args.request()?, args.ask.json())
        }
        Command::Resolve(ResolveCommand::Charge(args)) => {
            resolve::charge(&args.request()?, args.ask.json())
        }
        Command::Resolve(ResolveCommand::Leader(args)) => {
            resolve::leader(&args.request()?, args.ask.json())
        }
        Command::Rules(command) => rules::run(command),
        Command::Qrs(args) => qrs::run(&args),
        Command::Map(args) => map::run(&args),
        Command::Scenario(command) => scenario::run(&command),
        Command::Battle(args) => battle::run(&args),
        Command::Record(command) => record::run(&command),
        Command::Play(args) => play::run(&args),
        Command::Referee(args) => referee::run(&args.from),
        Command::Serve(args) => serve::run(&args),
        Command::Words(args) => rules::words(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "dq", &mut script);
            Ok(Answer::good(String::from_utf8_lossy(&script).into_owned()))
        }
    }
}
