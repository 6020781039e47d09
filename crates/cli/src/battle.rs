//! `dq battle`: programs play each other, and every battle must end by the rules.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};

use ai::{Player, Random};
use clap::Args;
use engine::battle::Over;
use engine::table::Side;
use indicatif::{ProgressBar, ProgressStyle};
use library::record::{Beginning, Game};
use library::{BATTLES, Choices};

use crate::books::rulings;
use crate::{Answer, Fault};

/// `battle`.
#[derive(Args)]
pub struct BattleArgs {
    /// Who plays, the army that a scenario names first before the other: `random`
    #[arg(long, value_name = "FIRST,SECOND", default_value = "random,random")]
    pub players: String,
    /// A battle that comes with the program, a scenario file, `all` of them, or `random`: with every
    /// seed another small battle, on any ground, by any rulebook and any readings
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
    /// How many battles at a time; as many as there are processors if not given
    #[arg(long)]
    pub threads: Option<usize>,
    /// Store the record of every battle in this folder; those that fail are stored in any case
    #[arg(long, value_name = "FOLDER")]
    pub records: Option<String>,
}

/// A battle has this many orders at most: far more than any that was ever played.
const MOST_ORDERS: usize = 50_000;

/// What is played: a scenario under an edition, or another small random battle with every seed.
#[derive(Clone)]
struct Field {
    name: String,
    text: Option<String>,
    edition: Option<String>,
}

impl Field {
    fn title(&self) -> String {
        match &self.edition {
            Some(edition) => format!("{} ({edition})", self.name),
            None => self.name.clone(),
        }
    }
}

/// How one battle went.
struct Fought {
    winner: Option<Option<Side>>,
    why: Option<Over>,
    turns: u16,
    orders: usize,
    dice: u32,
    lost: [u16; 2],
    took: Duration,
    fault: Option<String>,
}

/// `dq battle …`.
pub fn run(args: &BattleArgs) -> Result<Answer, Fault> {
    for player in args.players.split(',') {
        if player.trim() != "random" {
            return Err(Fault(format!("no player is called `{player}`; there is: random")));
        }
    }
    if args.players.split(',').count() != 2 {
        return Err(Fault("two players, with a comma between them: random,random".to_owned()));
    }
    let rulings = rulings(&args.rulings)?;
    let fields = fields(args)?;
    for field in &fields {
        let beginning = beginning(field, &rulings, args.seed).map_err(Fault)?;
        Game::begin(beginning).map_err(|defects| Fault(defects.to_string()))?;
    }
    let games: Vec<(usize, u64)> = (0..fields.len())
        .flat_map(|field| (0..args.games).map(move |game| (field, args.seed + game)))
        .collect();
    let results = play_all(args, &fields, &games, &rulings);
    Ok(told(&fields, &results))
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
        let battle = crate::scenario::find::one(&args.scenario)?;
        add(&battle.name, &battle.text);
    }
    Ok(found)
}

fn beginning(field: &Field, rulings: &Choices, seed: u64) -> Result<Beginning, String> {
    let mut beginning = Beginning {
        name: field.name.clone(),
        text: String::new(),
        edition: field.edition.clone(),
        rulings: rulings.clone(),
        players: vec!["random".to_owned(), "random".to_owned()],
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
    games: &[(usize, u64)],
    rulings: &Choices,
) -> Vec<(usize, u64, Fought)> {
    let threads = args
        .threads
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get));
    let bar = ProgressBar::new(games.len() as u64);
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
                while let Some(&(field, seed)) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let fought = play(&fields[field], rulings, seed, args, quiet);
                    if send.send((field, seed, fought)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut all: Vec<(usize, u64, Fought)> = Vec::new();
        for result in receive {
            bar.inc(1);
            all.push(result);
        }
        bar.finish_and_clear();
        let _ = std::panic::take_hook();
        all.sort_by_key(|(field, seed, _)| (*field, *seed));
        all
    })
}

/// Plays one battle to its end; whatever goes wrong, its record is stored.
#[allow(clippy::disallowed_methods)] // The table tells how long a battle takes.
fn play(
    field: &Field,
    rulings: &Choices,
    seed: u64,
    args: &BattleArgs,
    quiet: &Mutex<()>,
) -> Fought {
    let start = Instant::now();
    let begun = beginning(field, rulings, seed)
        .and_then(|beginning| Game::begin(beginning).map_err(|defects| defects.to_string()));
    let (mut game, _) = match begun {
        Ok(begun) => begun,
        Err(fault) => return failed(start, fault),
    };
    let mut players = [Random::new(seed), Random::new(seed ^ 0x5eed)];
    let done = catch_unwind(AssertUnwindSafe(|| {
        while let Some(asked) = game.state.asked() {
            let order = players[asked.side as usize].order(&game.state);
            let given = game.give(&order);
            if let Err(refusal) = given {
                let text = library::order::order_text(&game.state, &order);
                return Err(format!("`{text}` was refused: {}", refusal.told(&game.state)));
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
    let state = &game.state;
    let fought = Fought {
        winner: state.victory.map(|victory| victory.winner),
        why: state.victory.map(|victory| victory.why),
        turns: state.turn,
        orders: game.record.orders.len(),
        dice: state.dice,
        lost: state.lost,
        took: start.elapsed(),
        fault,
    };
    if args.records.is_some() || fought.fault.is_some() {
        let _one_at_a_time = quiet.lock();
        let folder = args.records.clone().unwrap_or_else(|| ".".to_owned());
        let name = format!("{}-{seed}.json", field.title().replace([' ', '(', ')'], ""));
        let _ = std::fs::create_dir_all(&folder);
        let _ = std::fs::write(Path::new(&folder).join(name), game.close().written());
    }
    fought
}

fn failed(start: Instant, fault: String) -> Fought {
    Fought {
        winner: None,
        why: None,
        turns: 0,
        orders: 0,
        dice: 0,
        lost: [0, 0],
        took: start.elapsed(),
        fault: Some(fault),
    }
}

fn told(fields: &[Field], results: &[(usize, u64, Fought)]) -> Answer {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{:28} {:>7} {:>6} {:>6} {:>6} {:>6} {:>7} {:>6} {:>9} {:>8}",
        "battle", "battles", "first", "second", "draw", "gone", "orders", "dice", "lost", "ms"
    );
    let mut by_field: BTreeMap<usize, Vec<&Fought>> = BTreeMap::new();
    for (field, _, fought) in results {
        by_field.entry(*field).or_default().push(fought);
    }
    for (field, all) in &by_field {
        let count = all.len() as f64;
        let won = |side: Option<Side>| all.iter().filter(|f| f.winner == Some(side)).count();
        let gone = all.iter().filter(|f| f.why == Some(Over::ArmyGone)).count();
        let mean = |of: &dyn Fn(&Fought) -> f64| all.iter().map(|f| of(f)).sum::<f64>() / count;
        let lost = [0, 1].map(|side| mean(&|f| f64::from(f.lost[side])));
        let _ = writeln!(
            text,
            "{:28} {:>7} {:>6} {:>6} {:>6} {:>6} {:>7.0} {:>6.0} {:>9} {:>8.0}",
            fields[*field].title(),
            all.len(),
            won(Some(Side::First)),
            won(Some(Side::Second)),
            won(None),
            gone,
            mean(&|f| f.orders as f64),
            mean(&|f| f64::from(f.dice)),
            format!("{:.0}/{:.0}", lost[0], lost[1]),
            mean(&|f| f.took.as_secs_f64() * 1000.0),
        );
    }
    let faults: Vec<String> = results
        .iter()
        .filter_map(|(field, seed, fought)| {
            let fault = fought.fault.as_ref()?;
            Some(format!("{} seed {seed}: {fault}", fields[*field].title()))
        })
        .collect();
    for fault in faults.iter().take(20) {
        let _ = writeln!(text, "{fault}");
    }
    let orders: usize = results.iter().map(|(_, _, fought)| fought.orders).sum();
    let turns: usize = results.iter().map(|(_, _, fought)| usize::from(fought.turns)).sum();
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
