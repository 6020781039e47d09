//! The words of the command line.

use ai::Level;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::Fault;
use crate::battle::BattleArgs;
use crate::record::RecordCommand;
use crate::request::Request;
use crate::scenario::ScenarioCommand;
use crate::serve::ServeArgs;

/// Exact answers to what a quick reference sheet is asked, for four black-powder wars.
#[derive(Parser)]
#[command(name = "dq", version, about, long_about = None, disable_help_subcommand = true)]
#[command(
    after_help = "An independent engine for these rules; it claims no affiliation with their publisher.\n\nExamples:\n  dq odds maneuver -p acw \"2nd Wisconsin 11/9/6 Vet gallant attached\"\n  dq odds fire -p maw \"12 M @4 vet charged\" --at \"mexican cavalry raw charging\"\n  dq odds assault -p acw \"10/7/4 Vet RM\" --distance 9 --against \"8/6/4 Green SM works\"\n  dq qrs 1812"
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Everything `dq` does.
#[derive(Subcommand)]
pub enum Command {
    /// Exact odds before the die is rolled
    #[command(
        subcommand,
        after_help = "Examples:\n  dq odds maneuver -p acw \"8/6/4 Vet\"\n  dq odds fire -p acw \"8 RM @4\" --at \"6/5/3 Green\""
    )]
    Odds(OddsCommand),
    /// What a die that was rolled does, and why
    #[command(
        subcommand,
        after_help = "Example:\n  dq resolve maneuver -p acw \"8/6/4 Vet\" --die 3"
    )]
    Resolve(ResolveCommand),
    /// The rules ledger: list, show, compare, coverage
    #[command(
        subcommand,
        after_help = "Examples:\n  dq rules list --period maw --search lancers\n  dq rules show CHG-COLD-STEEL"
    )]
    Rules(RulesCommand),
    /// The whole quick reference of a war
    #[command(after_help = "Examples:\n  dq qrs acw\n  dq qrs maw --edition qrs --html maw.html")]
    Qrs(QrsArgs),
    /// The map of a scenario, as SVG or PNG
    #[command(
        after_help = "Examples:\n  dq map maw-palo-alto --png palo-alto.png\n  dq map data/scenarios/maw-palo-alto/battle.toml --width 1200 > palo-alto.svg"
    )]
    Map(MapArgs),
    /// Battles as files: list, show, map, roster, check, new
    #[command(
        subcommand,
        after_help = "Examples:\n  dq scenario list\n  dq scenario show maw-palo-alto"
    )]
    Scenario(ScenarioCommand),
    /// Programs fight battles against each other
    #[command(
        after_help = "Examples:\n  dq battle --scenario awi-training --games 2\n  dq battle --players recruit,random --scenario awi-training --games 1 --seats both"
    )]
    Battle(BattleArgs),
    /// Records of battles: replay, verify, show, compare, export, tell
    #[command(subcommand, after_help = "Example:\n  dq record verify records")]
    Record(RecordCommand),
    /// Play a battle, by hand or against a machine
    #[command(
        after_help = "Examples:\n  dq play --text\n  dq play --text acw-training --seed 1\n  dq play --text maw-training --second recruit --record battle.json"
    )]
    Play(PlayArgs),
    /// Referees battles for other programs, in lines of JSON
    #[command(after_help = "Example:\n  dq referee --from docs/referee/session.jsonl")]
    Referee(RefereeArgs),
    /// Serve battles to browsers: the page, its battles and their database
    #[command(
        after_help = "Examples:\n  dq serve\n  dq serve --port 8080 --database sqlite://battles.db\n  dq serve --host 0.0.0.0 --database postgres://dq@localhost/dq --keep 365 --log info"
    )]
    Serve(ServeArgs),
    /// The words a situation can be described with
    #[command(after_help = "Example:\n  dq words -p awi")]
    Words(WordsArgs),
    /// A completion script for a shell
    #[command(
        after_help = "Example:\n  dq completions bash > ~/.local/share/bash-completion/completions/dq"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Odds.
#[derive(Subcommand)]
pub enum OddsCommand {
    /// Odds of a maneuver check
    #[command(
        after_help = "Examples:\n  dq odds maneuver -p acw \"2nd Wisconsin 11/9/6 Vet gallant attached\"\n  dq odds maneuver -p maw \"mexican 8/6/4 disordered provisional\""
    )]
    Maneuver(ManeuverArgs),
    /// Odds of a volley
    #[command(
        after_help = "Examples:\n  dq odds fire -p acw \"8 RM @4 vet\" \"2 HS @12\" --at \"6/5/3 Green field-column\"\n  dq odds fire -p 1812 \"1 CR @30\" --at \"trained line partial-cover\""
    )]
    Fire(FireArgs),
    /// Odds of a charge combat, desperate struggles included
    #[command(
        after_help = "Example:\n  dq odds charge -p acw \"8/5/3 Vet cold-steel\" --against \"6/5/3 Green disordered works\""
    )]
    Charge(ChargeArgs),
    /// Odds of a whole charge: check, defensive fire, combat
    #[command(
        after_help = "Example:\n  dq odds assault -p acw \"10/7/4 Vet RM\" --distance 9 --against \"8/6/4 Green SM works\""
    )]
    Assault(AssaultArgs),
}

/// Resolutions.
#[derive(Subcommand)]
pub enum ResolveCommand {
    /// A maneuver check with a given die
    #[command(
        after_help = "Example:\n  dq resolve maneuver -p acw \"green spent disordered\" --die 1"
    )]
    Maneuver(Rolled<ManeuverArgs>),
    /// A volley with given dice (an accuracy die for each rocket stand first)
    #[command(
        after_help = "Example:\n  dq resolve fire -p acw \"10 RM @3\" --at \"trained charging\" --die 7"
    )]
    Fire(Rolled<FireArgs>),
    /// A charge combat with given dice: attacker, defender, and again after each tie
    #[command(
        after_help = "Example:\n  dq resolve charge -p acw \"10/8/5 Vet cold-steel\" --against \"6/5/3 now 5\" --die 6 --die 5"
    )]
    Charge(Rolled<ChargeArgs>),
    /// A fallen leader with a given die
    #[command(after_help = "Example:\n  dq resolve leader -p awi --die 7")]
    Leader(Rolled<LeaderArgs>),
}

/// The ledger.
#[derive(Subcommand)]
pub enum RulesCommand {
    /// List the rules of a war, an area or a status
    #[command(after_help = "Example:\n  dq rules list --period maw --area FIRE")]
    List(ListArgs),
    /// Show one rule whole
    #[command(after_help = "Example:\n  dq rules show FIRE-ROUND-DOWN")]
    Show(ShowArgs),
    /// What differs between two wars (or editions, as in maw:qrs)
    #[command(after_help = "Examples:\n  dq rules diff acw 1812\n  dq rules diff maw maw:qrs")]
    Diff(DiffArgs),
    /// The doubtful rules of a war and how they can be read
    #[command(after_help = "Example:\n  dq rules rulings awi")]
    Rulings(RulingsArgs),
    /// The rulings of a war as a form that both players fill in and accept before a battle
    #[command(after_help = "Example:\n  dq rules form maw > readings.toml")]
    Form(FormArgs),
    /// Which rules a test proves (needs the project's source tree)
    #[command(after_help = "Example:\n  dq rules coverage --json")]
    Coverage(CoverageArgs),
    /// Write the rules as pages with pictures (needs the project's source tree)
    #[command(
        after_help = "Examples:\n  dq rules pages --check\n  dq rules pages --dir docs/rules"
    )]
    Pages(PagesArgs),
    /// Check rulebook files and report every defect
    #[command(after_help = "Example:\n  dq rules lint data/rulebooks")]
    Lint(LintArgs),
}

/// The rules as pages.
#[derive(Args)]
pub struct PagesArgs {
    /// The folder they are written to
    #[arg(long, value_name = "FOLDER", default_value = "docs/rules")]
    pub dir: String,
    /// Write nothing: say which pages are not as they would be written
    #[arg(long)]
    pub check: bool,
    /// The project's folder; found from here upwards if missing
    #[arg(long, value_name = "FOLDER")]
    pub root: Option<String>,
}

/// Which war, and how to answer.
#[derive(Args, Clone)]
pub struct War {
    /// The war: acw, awi, 1812 or maw
    #[arg(short, long, value_name = "acw|awi|1812|maw", required_unless_present = "from")]
    pub period: Option<String>,
    /// The edition, where a war has more than one (maw: booklet or qrs)
    #[arg(long)]
    pub edition: Option<String>,
    /// Choose a reading of a doubtful rule, as in charge-bands=nine
    #[arg(long = "ruling", value_name = "RULING=READING")]
    pub rulings: Vec<String>,
    /// Read the question as JSON from a file, or from - for standard input
    #[arg(long, value_name = "FILE")]
    pub from: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

impl War {
    /// The question as far as the war is concerned, or all of it from a file.
    fn request(&self) -> Result<Request, Fault> {
        let mut request = match &self.from {
            Some(file) => Request::read(file)?,
            None => Request::default(),
        };
        if let Some(period) = &self.period {
            request.period = period.clone();
        }
        request.edition = self.edition.clone().or(request.edition);
        for pair in &self.rulings {
            let (name, reading) = ruling(pair)?;
            request.rulings.insert(name, reading);
        }
        Ok(request)
    }
}

/// A ruling and the reading chosen for it.
pub fn ruling(pair: &str) -> Result<(String, String), Fault> {
    match pair.split_once('=') {
        Some((ruling, reading)) => Ok((ruling.to_owned(), reading.to_owned())),
        None => Err(Fault(format!("`{pair}` is no choice of a reading; expected RULING=READING"))),
    }
}

/// Arguments that make a question.
pub trait Ask {
    /// The question.
    fn request(&self) -> Result<Request, Fault>;
    /// Answer in JSON?
    fn json(&self) -> bool;
}

/// A maneuver check.
#[derive(Args, Clone)]
pub struct ManeuverArgs {
    /// The unit and everything that bears on its check
    #[arg(required_unless_present = "from")]
    pub unit: Option<String>,
    /// It is night
    #[arg(long)]
    pub night: bool,
    #[command(flatten)]
    pub war: War,
}

impl Ask for ManeuverArgs {
    fn request(&self) -> Result<Request, Fault> {
        let mut request = self.war.request()?;
        request.unit = self.unit.clone().or(request.unit);
        request.night |= self.night;
        Ok(request)
    }

    fn json(&self) -> bool {
        self.war.json
    }
}

/// A volley.
#[derive(Args, Clone)]
pub struct FireArgs {
    /// Who fires: stands, weapon and distance, such as "8 RM @4 vet"
    #[arg(required_unless_present = "from")]
    pub firers: Vec<String>,
    /// The target
    #[arg(long = "at", value_name = "TARGET", required_unless_present = "from")]
    pub target: Option<String>,
    /// A unit massed within 2" behind the target
    #[arg(long, value_name = "UNIT")]
    pub behind: Vec<String>,
    /// The light: day, twilight 24, evening 3, morning 1, night overcast|moonlight|full-moon
    #[arg(long)]
    pub light: Option<String>,
    #[command(flatten)]
    pub war: War,
}

impl Ask for FireArgs {
    fn request(&self) -> Result<Request, Fault> {
        let mut request = self.war.request()?;
        if !self.firers.is_empty() {
            request.firers = self.firers.clone();
        }
        request.target = self.target.clone().or(request.target);
        if !self.behind.is_empty() {
            request.behind = self.behind.clone();
        }
        request.light = self.light.clone().or(request.light);
        Ok(request)
    }

    fn json(&self) -> bool {
        self.war.json
    }
}

/// A charge combat.
#[derive(Args, Clone)]
pub struct ChargeArgs {
    /// Who charges; more than one for a side of several units
    #[arg(required_unless_present = "from")]
    pub attacker: Vec<String>,
    /// Who is charged
    #[arg(long = "against", value_name = "DEFENDER", required_unless_present = "from")]
    pub defender: Vec<String>,
    /// The second combat, of a breakthrough charge
    #[arg(long)]
    pub second: bool,
    #[command(flatten)]
    pub war: War,
}

impl Ask for ChargeArgs {
    fn request(&self) -> Result<Request, Fault> {
        let mut request = self.war.request()?;
        if !self.attacker.is_empty() {
            request.attacker = self.attacker.clone();
        }
        if !self.defender.is_empty() {
            request.defender = self.defender.clone();
        }
        request.second |= self.second;
        Ok(request)
    }

    fn json(&self) -> bool {
        self.war.json
    }
}

/// A whole charge.
#[derive(Args, Clone)]
pub struct AssaultArgs {
    /// The unit that is to charge, as for a check, with its weapon
    #[arg(required_unless_present = "from")]
    pub unit: Option<String>,
    /// Who is charged; with a weapon it fires as the charge comes in
    #[arg(long = "against", value_name = "DEFENDER", required_unless_present = "from")]
    pub defender: Vec<String>,
    /// How far the charge has to go
    #[arg(long, value_name = "INCHES")]
    pub distance: Option<String>,
    /// Charge with cold steel
    #[arg(long)]
    pub cold_steel: bool,
    /// A friend that supports the charge
    #[arg(long, value_name = "UNIT")]
    pub support: Vec<String>,
    /// What fires at the charge instead of the defender's own stands
    #[arg(long = "fire", value_name = "FIRERS")]
    pub firers: Vec<String>,
    /// The light: day, twilight 24, evening 3, morning 1, night overcast|moonlight|full-moon
    #[arg(long)]
    pub light: Option<String>,
    /// It is night
    #[arg(long)]
    pub night: bool,
    #[command(flatten)]
    pub war: War,
}

impl Ask for AssaultArgs {
    fn request(&self) -> Result<Request, Fault> {
        let mut request = self.war.request()?;
        request.unit = self.unit.clone().or(request.unit);
        if !self.defender.is_empty() {
            request.defender = self.defender.clone();
        }
        request.distance = self.distance.clone().or(request.distance);
        request.cold_steel |= self.cold_steel;
        if !self.support.is_empty() {
            request.support = self.support.clone();
        }
        if !self.firers.is_empty() {
            request.firers = self.firers.clone();
        }
        request.light = self.light.clone().or(request.light);
        request.night |= self.night;
        Ok(request)
    }

    fn json(&self) -> bool {
        self.war.json
    }
}

/// A fallen leader.
#[derive(Args, Clone)]
pub struct LeaderArgs {
    #[command(flatten)]
    pub war: War,
}

impl Ask for LeaderArgs {
    fn request(&self) -> Result<Request, Fault> {
        self.war.request()
    }

    fn json(&self) -> bool {
        self.war.json
    }
}

/// A question with the dice that were rolled.
#[derive(Args, Clone)]
pub struct Rolled<A: Args> {
    #[command(flatten)]
    pub ask: A,
    /// A die that was rolled; more than once where there are several
    #[arg(long = "die", value_name = "1-10", value_parser = face, allow_hyphen_values = true)]
    pub dice: Vec<i64>,
}

impl<A: Args + Ask> Rolled<A> {
    /// The question with its dice.
    pub fn request(&self) -> Result<Request, Fault> {
        let mut request = self.ask.request()?;
        if !self.dice.is_empty() {
            request.dice = self.dice.clone();
        }
        Ok(request)
    }
}

fn face(text: &str) -> Result<i64, &'static str> {
    let face = text.parse().ok().filter(|face| (1..=10).contains(face));
    face.ok_or("a die shows 1 to 10")
}

/// `rules list`.
#[derive(Args)]
pub struct ListArgs {
    /// Only rules of this war
    #[arg(short, long)]
    pub period: Option<String>,
    /// Only rules of this area, the first word of an id (MNV, FIRE, MEL …)
    #[arg(long)]
    pub area: Option<String>,
    /// Only rules of this status: stated, conflict, base or lost
    #[arg(long)]
    pub status: Option<String>,
    /// Only rules that contain this text
    #[arg(long)]
    pub search: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

/// `rules show`.
#[derive(Args)]
pub struct ShowArgs {
    /// The id
    pub id: String,
    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

/// `rules diff`.
#[derive(Args)]
pub struct DiffArgs {
    /// One war, or war:edition
    pub one: String,
    /// The other
    pub other: String,
    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

/// `rules rulings`.
#[derive(Args)]
pub struct RulingsArgs {
    /// The war
    pub period: String,
    /// The edition
    #[arg(long)]
    pub edition: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

/// `rules form`.
#[derive(Args)]
pub struct FormArgs {
    /// The war
    pub period: String,
    /// The edition
    #[arg(long)]
    pub edition: Option<String>,
    /// Fill in another reading than the usual one
    #[arg(long = "ruling", value_name = "RULING=READING")]
    pub rulings: Vec<String>,
}

/// `rules coverage`.
#[derive(Args)]
pub struct CoverageArgs {
    /// The project's folder; found from here if not given
    #[arg(long)]
    pub root: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

/// `rules lint`.
#[derive(Args)]
pub struct LintArgs {
    /// A rulebook file or a folder of them; without it the built-in ones
    pub path: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

/// `qrs`.
#[derive(Args)]
pub struct QrsArgs {
    /// The war: acw, awi, 1812 or maw
    pub period: String,
    /// The edition, where a war has more than one
    #[arg(long)]
    pub edition: Option<String>,
    /// Choose a reading of a doubtful rule
    #[arg(long = "ruling", value_name = "RULING=READING")]
    pub rulings: Vec<String>,
    /// Write a page to print, two sides, to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

/// `map`.
#[derive(Args)]
pub struct MapArgs {
    /// A battle that comes with the program, or a scenario file
    pub file: String,
    /// Write an SVG to this file instead of standard output
    #[arg(long, value_name = "OUT", conflicts_with = "png")]
    pub svg: Option<String>,
    /// Write a PNG to this file
    #[arg(long, value_name = "OUT")]
    pub png: Option<String>,
    /// How wide the picture is, in pixels
    #[arg(long, value_name = "PX", default_value_t = 1600, value_parser = clap::value_parser!(u32).range(200..=8_192))]
    pub width: u32,
}

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlayerArg {
    /// Somebody who types
    Human,
    /// A machine that does anything that can be done
    Random,
    /// A machine that plays soundly and at once
    Recruit,
    /// A machine that plays a few plans out before it takes one
    Captain,
    /// A machine that plays many plans out before it takes one; slow
    General,
}

impl PlayerArg {
    /// The word for it, as records have it.
    pub const fn name(self) -> &'static str {
        match self {
            PlayerArg::Human => "human",
            PlayerArg::Random => "random",
            PlayerArg::Recruit => "recruit",
            PlayerArg::Captain => "captain",
            PlayerArg::General => "general",
        }
    }

    /// The player of that name.
    pub fn named(name: &str) -> Option<PlayerArg> {
        PlayerArg::value_variants().iter().copied().find(|player| player.name() == name)
    }

    /// The level of the machine; nothing for somebody who types.
    pub const fn level(self) -> Option<Level> {
        match self {
            PlayerArg::Human => None,
            PlayerArg::Random => Some(Level::Random),
            PlayerArg::Recruit => Some(Level::Recruit),
            PlayerArg::Captain => Some(Level::Captain),
            PlayerArg::General => Some(Level::General),
        }
    }
}

/// `play`.
#[derive(Args)]
pub struct PlayArgs {
    /// A battle that comes with the program, or a scenario file; without it the battles are listed
    #[arg(conflicts_with = "resume")]
    pub battle: Option<String>,
    /// In the terminal, as text; there is no other way yet
    #[arg(long)]
    pub text: bool,
    /// The seed of the dice; the same seed gives the same dice
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    pub seed: Option<u64>,
    /// The edition of the rules, where it is not the scenario's own
    #[arg(long, conflicts_with = "resume")]
    pub edition: Option<String>,
    /// Choose a reading of a doubtful rule, as in charge-bands=nine
    #[arg(long = "ruling", value_name = "RULING=READING", conflicts_with = "resume")]
    pub rulings: Vec<String>,
    /// The readings of a form that both players have accepted (`dq rules form`)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["resume", "rulings"])]
    pub form: Option<String>,
    /// Who plays the army that the scenario names first
    #[arg(long, value_name = "PLAYER")]
    pub first: Option<PlayerArg>,
    /// Who plays the other army
    #[arg(long, value_name = "PLAYER")]
    pub second: Option<PlayerArg>,
    /// Keep a record in this file, order by order
    #[arg(long, value_name = "FILE")]
    pub record: Option<String>,
    /// Go on with the battle of a record, and keep it up to date
    #[arg(long, value_name = "FILE")]
    pub resume: Option<String>,
}

/// `referee`.
#[derive(Args)]
pub struct RefereeArgs {
    /// Read the requests from a file, or from - for standard input
    #[arg(long, value_name = "FILE", default_value = "-")]
    pub from: String,
}

/// `words`.
#[derive(Args)]
pub struct WordsArgs {
    /// The war, for its weapons, nations and rating lists
    #[arg(short, long, default_value = "acw")]
    pub period: String,
    /// The edition
    #[arg(long)]
    pub edition: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}
