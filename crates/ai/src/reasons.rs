//! Why an order is given: values with the numbers, and the one place that makes sentences of them.

use engine::battle::State;
use engine::table::UnitId;

use crate::plan::{Aim, Intent};

/// Why an order is given.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// For no reason at all.
    Any,
    /// Nothing that is left here is worth doing.
    NothingBetter,
    /// Units check that have somewhere to go, or must.
    Check {
        /// What they are to do.
        intent: Intent,
        /// What for.
        aim: Aim,
        /// How many want to move.
        movers: usize,
        /// How many must check.
        must: usize,
    },
    /// A unit goes where it is worth more.
    Place {
        /// What it is to do.
        intent: Intent,
        /// What for.
        aim: Aim,
        /// Inches nearer to its place.
        nearer: f64,
        /// Stands its fire would cost the enemy in a volley from there.
        gives: f64,
        /// Stands the enemy's fire would cost it there.
        fears: f64,
    },
    /// Guns serve.
    Guns {
        /// How.
        what: &'static str,
        /// Inches to the nearest enemy.
        enemy: f64,
    },
    /// A charge that should come off.
    Charge {
        /// The chance that it is won.
        won: f64,
        /// The chance that it comes to blows.
        home: f64,
        /// Stands it costs on the average.
        costs: f64,
        /// Stands it takes on the average.
        takes: f64,
    },
    /// An answer to a charge.
    Answer {
        /// The charger's chance against the answer.
        answered: f64,
        /// His chance without it.
        unanswered: f64,
    },
    /// A skirmish line does not wait for a charge.
    OutOfTheWay,
    /// A volley at the target where it does most.
    Volley {
        /// The chance that it does any harm.
        hurts: f64,
        /// Stands it takes on the average.
        takes: f64,
    },
    /// What must be lost is lost where it hurts least.
    LeastHarm,
    /// A winner takes the ground.
    TakesGround {
        /// The enemies near it.
        threats: usize,
    },
    /// Horse goes back to breathe.
    Recalls {
        /// Inches to the nearest enemy there.
        enemy: f64,
    },
    /// A leader goes where he commands most.
    Commands {
        /// Units of his in reach there.
        units: usize,
        /// Units of his in all.
        of: usize,
    },
    /// A leader joins a unit that needs him.
    Steadies {
        /// Which.
        unit: UnitId,
    },
    /// Troops come on where they are needed.
    Enters {
        /// Inches to where they are to go.
        far: f64,
    },
}

impl Reason {
    /// In words.
    pub fn told(&self, state: &State) -> String {
        match self {
            Reason::Any => "for no reason".to_owned(),
            Reason::NothingBetter => "nothing left here is worth doing".to_owned(),
            Reason::Check { intent, aim, movers, must } => {
                let forced = if *must > 0 { format!(", {must} must check") } else { String::new() };
                format!("to {}: {movers} to move{forced}", purpose(state, *intent, *aim))
            }
            Reason::Place { intent, aim, nearer, gives, fears } => {
                let way = match *nearer {
                    near if near >= 0.5 => format!("{near:.0}\" nearer"),
                    far if far <= -0.5 => format!("{:.0}\" back", -far),
                    _ => "better placed".to_owned(),
                };
                let purpose = purpose(state, *intent, *aim);
                format!(
                    "to {purpose}: {way}, a volley from there costs the enemy {gives:.1} stands, his costs {fears:.1}"
                )
            }
            Reason::Guns { what, enemy } => {
                format!("{what}; the nearest enemy is {enemy:.0}\" away")
            }
            Reason::Charge { won, home, costs, takes } => format!(
                "{} to win, {} to come to blows; costs {costs:.1} stands, takes {takes:.1}",
                percent(*won),
                percent(*home)
            ),
            Reason::Answer { answered, unanswered } => format!(
                "the charge has {} so, {} otherwise",
                percent(*answered),
                percent(*unanswered)
            ),
            Reason::OutOfTheWay => "skirmishers do not wait for a charge".to_owned(),
            Reason::Volley { hurts, takes } => {
                format!("{} to hurt, {takes:.2} stands on the average", percent(*hurts))
            }
            Reason::LeastHarm => "what goes there hurts least".to_owned(),
            Reason::TakesGround { threats } => {
                format!("the ground is worth having; {threats} enemies are near it")
            }
            Reason::Recalls { enemy } => {
                format!("to breathe: there the nearest enemy is {enemy:.0}\" away")
            }
            Reason::Commands { units, of } => {
                format!("from there he commands {units} of his {of} units")
            }
            Reason::Steadies { unit } => format!("{} needs him", state.name(*unit)),
            Reason::Enters { far } => format!("the nearest way in, {far:.0}\" to go"),
        }
    }
}

fn purpose(state: &State, intent: Intent, aim: Aim) -> String {
    let at = match aim {
        Aim::Key(key) => state.scenario.key_positions.get(key).map(|key| key.name.to_string()),
        Aim::Enemy(unit) => Some(state.name(unit).to_owned()),
        Aim::Here => None,
    };
    match at {
        Some(at) => format!("{} {at}", intent.name()),
        None => format!("{} this ground", intent.name()),
    }
}

fn percent(chance: f64) -> String {
    format!("{:.0}%", chance * 100.0)
}
