//! `dq`: what a quick reference sheet answers, exactly and with reasons.

mod args;
mod odds;
mod qrs;
mod request;
mod resolve;
mod rules;
mod show;

use std::io::Write;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use args::{Ask, Cli, Command, OddsCommand, ResolveCommand};

/// What went wrong, in one sentence. The program then ends with exit code 2.
pub struct Fault(pub String);

impl<E: std::error::Error> From<E> for Fault {
    fn from(error: E) -> Fault {
        Fault(error.to_string())
    }
}

/// What a command prints, and whether it found what it checks to be good.
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

fn main() -> ExitCode {
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
        Err(Fault(sentence)) => {
            anstream::eprintln!("dq: {}", sentence.trim_end());
            ExitCode::from(2)
        }
    }
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
            let lines = text.lines().take_while(|line| !line.starts_with("Usage"));
            let words: Vec<&str> = lines.map(str::trim).filter(|line| !line.is_empty()).collect();
            let sentence = words.join("; ").replacen("error: ", "", 1).replace(":;", ":");
            anstream::eprintln!("dq: {sentence}");
            ExitCode::from(2)
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
        Command::Words(args) => rules::words(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "dq", &mut script);
            Ok(Answer::good(String::from_utf8_lossy(&script).into_owned()))
        }
    }
}
