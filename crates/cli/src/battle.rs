//! `dq battle`: programs play each other, and every battle must end by the rules.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};

use ai::Reserve;
use clap::{Args, ValueEnum};
use engine::battle::{Order, Over, Phase, State};
use engine::table::Side;
use indicatif::{ProgressBar, ProgressStyle};
use library::record::{Beginning, Game};
use library::{BATTLES, Choices};

use crate::arena;
use crate::books::rulings;
use crate::fighters::{Fighter, Who};
use crate::{Answer, Fault};

/// `battle`.
#[derive(Args)]
pub struct BattleArgs {
    /// Who plays, the army that a scenario names first before the other: `random`, `recruit`,
    /// `captain`, `general`
    #[arg(long, value_name = "FIRST,SECOND", default_value = "random,random")]
    pub players: String,
    /// The same one by one, for programs of your own: `--player cmd:./mybot --player recruit`
    #[arg(long, value_name = "PLAYER", num_args = 1, conflicts_with = "players")]
    pub player: Vec<String>,
    /// How many seconds a program of your own may think about a decision before it resigns
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub patience: u64,
    /// A battle that comes with the program or a scenario file, several with commas between them, `all` of
    /// them, or `random`: with every seed another small battle, on any ground, by any rulebook and any readings
    #[arg(long, default_value = "all")]
    pub scenario: String,
    /// The edition of the rules, where a war has more than one; `all` plays every edition
    #[arg(long)]
    pub edition: Option<String>,
    /// Choose a reading of a doubtful rule
    #[arg(long = "ruling", value_name = "RULING=READING")]
    pub rulings: Vec<String>,
    /// The seed of the first battle; the next has the next number
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many battles of each scenario
    #[arg(long, default_value_t = 10)]
    pub games: u64,
    /// Fight every battle a second time with the armies exchanged
    #[arg(long, value_enum, default_value_t = Seats::Given)]
    pub seats: Seats,
    /// How many battles at a time; as many as there are processors if not given
    #[arg(long)]
    pub threads: Option<usize>,
    /// Stop the thinking about a decision after so many milliseconds; the same seed need not give the same
    /// battle then
    #[arg(long, value_name = "MS")]
    pub limit: Option<u64>,
    /// Store the record of every battle in this folder; those that fail are stored in any case
    #[arg(long, value_name = "FOLDER")]
    pub records: Option<String>,
}

/// Who has which army.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Seats {
    /// As the players are named
    Given,
    /// Once so and once the other way round
    Both,
}

/// A battle has this many orders at most: far more than any that was ever played.
const MOST_ORDERS: usize = 50_000;

/// What is played: a scenario under an edition, or another small random battle with every seed.
#[derive(Clone)]
pub struct Field {
    name: String,
    text: Option<String>,
    edition: Option<String>,
}

impl Field {
    /// Its name, with the edition where one was named.
    pub fn title(&self) -> String {
        match &self.edition {
            Some(edition) => format!("{} ({edition})", self.name),
            None => self.name.clone(),
        }
    }
}

/// A battle that is to be fought: where, with which seed, and whether the armies are exchanged.
pub type Bout = (usize, u64, bool);

/// How one battle went.
pub struct Fought {
    /// Who won, nobody in a draw; nothing if it did not end.
    pub winner: Option<Option<Side>>,
    /// Why it ended.
    pub why: Option<Over>,
    /// Its turns.
    pub turns: u16,
    /// Its orders.
    pub orders: usize,
    /// Its dice.
    pub dice: u32,
    /// Stands that each army lost.
    pub lost: [u16; 2],
    /// The armies' names.
    pub armies: [String; 2],
    /// Their points.
    pub points: [u16; 2],
    /// How long it took.
    pub took: Duration,
    /// How long the player of each army thought.
    pub thought: [Thought; 2],
    /// What each army did when it had victory in its reach.
    pub chances: [Chances; 2],
    /// What went wrong.
    pub fault: Option<String>,
    /// What a program from outside did.
    pub remarks: Vec<String>,
}

/// How long a player thought.
#[derive(Clone, Copy, Default)]
pub struct Thought {
    /// In all.
    pub all: Duration,
    /// About the decision that took longest.
    pub worst: Duration,
    /// About how many decisions.
    pub decisions: u32,
}

/// Player turns that began with victory in reach, and those of them in which nobody moved.
#[derive(Clone, Copy, Default)]
pub struct Chances {
    /// Turns with a key position for the taking that would have put the army ahead.
    pub turns: u32,
    /// Those in which it did not even try.
    pub idle: u32,
}

/// Watches whether who has victory in reach stretches out his hand.
#[derive(Default)]
struct Watch {
    /// The player turn, whether victory is in reach in it, and whether anybody has tried to move.
    turn: Option<(u16, Side)>,
    chance: bool,
    tried: bool,
    chances: [Chances; 2],
}

impl Watch {
    fn see(&mut self, state: &State, by: Side, order: &Order) {
        let now = (state.turn, state.active);
        if self.turn != Some(now) {
            self.close();
            let chance = ai::winning_objective(state, state.active).is_some();
            *self = Watch { turn: Some(now), chance, tried: false, chances: self.chances };
        }
        let passes = matches!(order, Order::Done | Order::Resign);
        self.tried |= by == state.active && state.phase == Phase::Maneuver && !passes;
    }

    fn close(&mut self) {
        if let Some((_, side)) = self.turn.filter(|_| self.chance) {
            let chances = &mut self.chances[side as usize];
            chances.turns += 1;
            chances.idle += u32::from(!self.tried);
        }
    }
}

/// `dq battle …`.
pub fn run(args: &BattleArgs) -> Result<Answer, Fault> {
    let players = players(args)?;
    let rulings = rulings(&args.rulings)?;
    let fields = fields(args)?;
    for field in &fields {
        let beginning = beginning(field, &rulings, args.seed, &players).map_err(Fault)?;
        Game::begin(beginning).map_err(|defects| Fault(defects.to_string()))?;
    }
    let seats: &[bool] = if args.seats == Seats::Both { &[false, true] } else { &[false] };
    let seeds = args.seed..args.seed + args.games;
    let bouts: Vec<Bout> = (0..fields.len())
        .flat_map(|field| seeds.clone().map(move |seed| (field, seed)))
        .flat_map(|(field, seed)| seats.iter().map(move |swapped| (field, seed, *swapped)))
        .collect();
    let results = play_all(args, &fields, &bouts, &rulings, &players);
    let mut answer = told(&fields, &results);
    if !players.iter().all(Who::is_random) {
        answer.text = arena::told(&players, &fields, &results) + &answer.text;
    }
    Ok(answer)
}

/// The two players by their names.
fn players(args: &BattleArgs) -> Result<[Who; 2], Fault> {
    let names: Vec<&str> = match args.player.is_empty() {
        true => args.players.split(',').collect(),
        false => args.player.iter().map(String::as_str).collect(),
    };
    let who = names.into_iter().map(Who::named).collect::<Result<Vec<Who>, Fault>>()?;
    who.try_into().map_err(|_| {
        Fault("two players are needed: `--players recruit,random`, or `--player` twice".to_owned())
    })
}

fn fields(args: &BattleArgs) -> Result<Vec<Field>, Fault> {
    if args.scenario == "random" {
        return Ok(vec![Field { name: "random".to_owned(), text: None, edition: None }]);
    }
    let mut found = Vec::new();
    let mut add = |name: &str, text: &str| {
        let own = Field { name: name.to_owned(), text: Some(text.to_owned()), edition: None };
        let period = crate::books::period_of(text);
        let editions: Vec<&str> = library::BOOKS
            .iter()
            .filter(|book| Some(book.period) == period.as_deref())
            .map(|book| book.edition)
            .collect();
        match args.edition.as_deref() {
            Some("all") => {
                let several = editions.len() > 1;
                for edition in editions {
                    let edition = several.then(|| edition.to_owned());
                    found.push(Field { edition, ..own.clone() });
                }
            }
            other => found.push(Field { edition: other.map(str::to_owned), ..own }),
        }
    };
    if args.scenario == "all" {
        BATTLES.iter().for_each(|(name, text)| add(name, text));
    } else {
        for name in args.scenario.split(',') {
            let battle = crate::scenario::find::one(name.trim())?;
            add(&battle.name, &battle.text);
        }
    }
    Ok(found)
}

fn beginning(
    field: &Field,
    rulings: &Choices,
    seed: u64,
    players: &[Who; 2],
) -> Result<Beginning, String> {
    let mut beginning = Beginning {
        name: field.name.clone(),
        text: String::new(),
        edition: field.edition.clone(),
        rulings: rulings.clone(),
        players: players.iter().map(Who::to_string).collect(),
        seed: Some(seed),
    };
    match &field.text {
        Some(text) => beginning.text = text.clone(),
        None => {
            let drawn = library::sample(seed);
            let drawn = drawn.ok_or_else(|| format!("no random battle has the number {seed}"))?;
            beginning.text = drawn.text;
            beginning.edition = Some(drawn.edition.to_owned());
            beginning.rulings = drawn.rulings;
            beginning.rulings.extend(rulings.clone());
        }
    }
    Ok(beginning)
}

fn play_all(
    args: &BattleArgs,
    fields: &[Field],
    bouts: &[Bout],
    rulings: &Choices,
    players: &[Who; 2],
) -> Vec<(Bout, Fought)> {
    let threads = args
        .threads
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get));
    let bar = ProgressBar::new(bouts.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} battles, {eta} left") {
        bar.set_style(style);
    }
    let next = AtomicUsize::new(0);
    let (send, receive) = mpsc::channel();
    // A battle that panics is told of with its seed; the message of each would only be noise.
    let quiet = Mutex::new(());
    std::panic::set_hook(Box::new(|_| {}));
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (send, next, quiet) = (send.clone(), &next, &quiet);
            scope.spawn(move || {
                while let Some(&bout) = bouts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let [one, other] = players;
                    let seated = if bout.2 { [other, one] } else { [one, other] };
                    let fought = play(&fields[bout.0], rulings, bout.1, seated, args, quiet);
                    if send.send((bout, fought)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut all: Vec<(Bout, Fought)> = Vec::new();
        for result in receive {
            bar.inc(1);
            all.push(result);
        }
        bar.finish_and_clear();
        let _ = std::panic::take_hook();
        all.sort_by_key(|(bout, _)| *bout);
        all
    })
}

/// Plays one battle to its end; whatever goes wrong, its record is stored.
#[allow(clippy::disallowed_methods)] // The table tells how long a battle takes.
fn play(
    field: &Field,
    rulings: &Choices,
    seed: u64,
    seated: [&Who; 2],
    args: &BattleArgs,
    quiet: &Mutex<()>,
) -> Fought {
    let start = Instant::now();
    let begun = beginning(field, rulings, seed, &seated.map(Who::clone))
        .and_then(|beginning| Game::begin(beginning).map_err(|defects| defects.to_string()));
    let (mut game, _) = match begun {
        Ok(begun) => begun,
        Err(fault) => return failed(start, fault),
    };
    let patience = Duration::from_secs(args.patience);
    let sits = [(Side::First, seed), (Side::Second, seed ^ 0x5eed)];
    let sat = [0, 1].map(|place: usize| {
        let (side, seed) = sits[place];
        seated[place].sit(side, seed, patience)
    });
    let mut players = match sat {
        [Ok(first), Ok(second)] => [first, second],
        [Err(fault), _] | [_, Err(fault)] => return failed(start, fault),
    };
    let mut remarks = Vec::new();
    let mut thought = [Thought::default(); 2];
    let mut watch = Watch::default();
    let done = catch_unwind(AssertUnwindSafe(|| {
        while let Some(asked) = game.state.asked() {
            let side = asked.side as usize;
            let begun = Instant::now();
            let limit = args.limit.map(Duration::from_millis);
            let mut reserve = limit.map(|limit| Reserve::of(limit, &game.state));
            let mut go_on =
                || reserve.as_mut().is_none_or(|reserve| reserve.allows(begun.elapsed()));
            let order = players[side].decide(&game.state, &mut go_on).unwrap_or_else(|why| {
                remarks.push(format!("{} resigns: {why}", seated[side]));
                Order::Resign
            });
            thought[side].add(begun.elapsed());
            watch.see(&game.state, asked.side, &order);
            let before = players.iter().any(Fighter::looks).then(|| game.state.clone());
            let events = match game.give(&order) {
                Ok(events) => events,
                Err(refusal) => {
                    let text = library::order::order_text(&game.state, &order);
                    return Err(format!("`{text}` was refused: {}", refusal.told(&game.state)));
                }
            };
            if let Some(before) = before {
                players.iter_mut().for_each(|player| player.saw(&before, &events, &game.state));
            }
            if game.record.orders.len() > MOST_ORDERS {
                return Err("it does not end".to_owned());
            }
        }
        Ok(())
    }));
    let fault = match done {
        Ok(Ok(())) => None,
        Ok(Err(fault)) => Some(fault),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
            Some(format!("the engine gave up: {}", text.unwrap_or_default()))
        }
    };
    watch.close();
    let state = &game.state;
    let fought = Fought {
        winner: state.victory.map(|victory| victory.winner),
        why: state.victory.map(|victory| victory.why),
        turns: state.turn,
        orders: game.record.orders.len(),
        dice: state.dice,
        lost: state.lost,
        armies: [Side::First, Side::Second].map(|side| state.army_name(side).to_owned()),
        points: state.victory.map_or([0, 0], |victory| victory.points),
        took: start.elapsed(),
        thought,
        chances: watch.chances,
        fault,
        remarks,
    };
    if args.records.is_some() || fought.fault.is_some() {
        let _one_at_a_time = quiet.lock();
        let folder = args.records.clone().unwrap_or_else(|| ".".to_owned());
        let who = seated.map(Who::short).join("-");
        let random = seated.iter().all(|who| who.is_random());
        let who = if random { String::new() } else { format!("-{who}") };
        let name = format!("{}{who}-{seed}.json", field.title().replace([' ', '(', ')'], ""));
        let _ = std::fs::create_dir_all(&folder);
        let _ = std::fs::write(Path::new(&folder).join(name), game.close().written());
    }
    fought
}

impl Thought {
    fn add(&mut self, took: Duration) {
        self.all += took;
        self.worst = self.worst.max(took);
        self.decisions += 1;
    }
}

fn failed(start: Instant, fault: String) -> Fought {
    Fought {
        winner: None,
        why: None,
        turns: 0,
        orders: 0,
        dice: 0,
        lost: [0, 0],
        armies: Default::default(),
        points: [0, 0],
        took: start.elapsed(),
        thought: [Thought::default(); 2],
        chances: [Chances::default(); 2],
        fault: Some(fault),
        remarks: Vec::new(),
    }
}

/// The armies of a field's battles; random battles have others each time.
fn named(all: &[&Fought]) -> String {
    let [first, second] = &all[0].armies;
    match all.iter().all(|fought| fought.armies == all[0].armies) && !first.is_empty() {
        true => format!("{first} against {second}"),
        false => String::new(),
    }
}

fn told(fields: &[Field], results: &[(Bout, Fought)]) -> Answer {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{:28} {:>7} {:>5} {:>6} {:>5} {:>5} {:>9} {:>7} {:>6} {:>6} {:>6}  first against second",
        "battle",
        "battles",
        "first",
        "second",
        "draw",
        "gone",
        "points",
        "lost",
        "orders",
        "dice",
        "ms"
    );
    let mut by_field: BTreeMap<usize, Vec<&Fought>> = BTreeMap::new();
    for (bout, fought) in results {
        by_field.entry(bout.0).or_default().push(fought);
    }
    for (field, all) in &by_field {
        let count = all.len() as f64;
        let won = |side: Option<Side>| all.iter().filter(|f| f.winner == Some(side)).count();
        let gone = all.iter().filter(|f| f.why == Some(Over::ArmyGone)).count();
        let mean = |of: &dyn Fn(&Fought) -> f64| all.iter().map(|f| of(f)).sum::<f64>() / count;
        let lost = [0, 1].map(|side| mean(&|f| f64::from(f.lost[side])));
        let points = [0, 1].map(|side| mean(&|f| f64::from(f.points[side])));
        let line = format!(
            "{:28} {:>7} {:>5} {:>6} {:>5} {:>5} {:>9} {:>7} {:>6.0} {:>6.0} {:>6.0}  {}",
            fields[*field].title(),
            all.len(),
            won(Some(Side::First)),
            won(Some(Side::Second)),
            won(None),
            gone,
            format!("{:.1}/{:.1}", points[0], points[1]),
            format!("{:.0}/{:.0}", lost[0], lost[1]),
            mean(&|f| f.orders as f64),
            mean(&|f| f64::from(f.dice)),
            mean(&|f| f.took.as_secs_f64() * 1000.0),
            named(all),
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let faults: Vec<String> = results
        .iter()
        .filter_map(|((field, seed, _), fought)| {
            let fault = fought.fault.as_ref()?;
            Some(format!("{} seed {seed}: {fault}", fields[*field].title()))
        })
        .collect();
    for fault in faults.iter().take(20) {
        let _ = writeln!(text, "{fault}");
    }
    for ((field, seed, _), fought) in results {
        for remark in &fought.remarks {
            let _ = writeln!(text, "{} seed {seed}: {remark}", fields[*field].title());
        }
    }
    let orders: usize = results.iter().map(|(_, fought)| fought.orders).sum();
    let turns: usize = results.iter().map(|(_, fought)| usize::from(fought.turns)).sum();
    let _ = if faults.is_empty() {
        writeln!(
            text,
            "{} battles, {turns} turns, {orders} orders: all ended by the rules.",
            results.len()
        )
    } else {
        writeln!(
            text,
            "{} battles: {} did not end by the rules; their records are stored.",
            results.len(),
            faults.len()
        )
    };
    Answer { text, good: faults.is_empty() }
}
