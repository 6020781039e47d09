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
        /// Is there fire at it that these odds count?
        fire: bool,
        /// Friends that they count on to charge with it.
        friends: usize,
    },
    /// An answer to a charge.
    Answer {
        /// The charger's chance against the answer.
        answered: f64,
        /// His chance without it.
        unanswered: f64,
    },
    /// What is always done against such a charge.
    Habit,
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
    /// Of what was tried it leaves the best chance.
    Tried {
        /// Why it was thought of.
        because: Box<Reason>,
        /// The chance to win that it leaves.
        chance: f64,
        /// How many choices were tried.
        of: usize,
        /// It is what would have been done without trials.
        usual: bool,
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
                let forced = match must {
                    1 => "1 unit must check".to_owned(),
                    more => format!("{more} units must check"),
                };
                match (movers, must) {
                    (0, _) => forced,
                    (_, 0) => format!("to {}: {movers} to move", purpose(state, *intent, *aim)),
                    _ => {
                        format!("to {}: {movers} to move, {forced}", purpose(state, *intent, *aim))
                    }
                }
            }
            Reason::Place { intent, aim, nearer, gives, fears } => {
                let volley = volley(*gives, *fears);
                // Who does not go nearer to his aim does not attack, hold or screen by that.
                if *intent != Intent::Withdraw && *nearer <= -0.5 {
                    let far = format!("{:.0}\"", -nearer);
                    return match place_of(state, *aim) {
                        Some(whom) => format!("better placed, {far} farther from {whom}{volley}"),
                        None => format!("better placed, {far} from where it was to stay{volley}"),
                    };
                }
                let way = match *nearer {
                    _ if *intent == Intent::Withdraw => "out of harm's way".to_owned(),
                    near if near >= 0.5 => format!("{near:.0}\" nearer"),
                    _ => "better placed".to_owned(),
                };
                format!("to {}: {way}{volley}", purpose(state, *intent, *aim))
            }
            Reason::Guns { what, enemy } => {
                format!("{what}; the nearest enemy is {enemy:.0}\" away")
            }
            Reason::Charge { won, home, costs, takes, fire, friends } => {
                let with = match friends {
                    0 => String::new(),
                    1 => " with another unit".to_owned(),
                    more => format!(" with {more} other units"),
                };
                let through = match (fire, percent(*home).as_str()) {
                    (false, _) => " if no fire stops it".to_owned(),
                    (true, "100%") => ", and the fire at it will hardly stop it".to_owned(),
                    (true, home) => format!(", {home} to come through the fire at it"),
                };
                // A sum of nothing may be a minus zero.
                let (won, costs, takes) = (percent(*won), costs + 0.0, takes + 0.0);
                format!("{won} to win{with}{through}; costs {costs:.1} stands, takes {takes:.1}")
            }
            Reason::Answer { answered, unanswered } => format!(
                "the charge has {} so, {} otherwise",
                percent(*answered),
                percent(*unanswered)
            ),
            Reason::Habit => "that is how such a charge is met".to_owned(),
            Reason::OutOfTheWay => "skirmishers do not wait for a charge".to_owned(),
            Reason::Volley { hurts, takes } if *takes < 0.005 => {
                format!("{} to hurt, no stand on the average", percent(*hurts))
            }
            Reason::Volley { hurts, takes } => {
                format!("{} to hurt, {takes:.2} stands on the average", percent(*hurts))
            }
            Reason::LeastHarm => "of all that could be lost this hurts least".to_owned(),
            Reason::TakesGround { threats } => {
                let near = match threats {
                    0 => "no enemy is".to_owned(),
                    1 => "1 enemy is".to_owned(),
                    more => format!("{more} enemies are"),
                };
                format!("the ground is worth having; {near} near it")
            }
            Reason::Recalls { enemy } => {
                format!("to breathe: there the nearest enemy is {enemy:.0}\" away")
            }
            Reason::Commands { units: 0, of } => {
                let units = if *of == 1 { "unit" } else { "units" };
                format!("on his way to his {of} {units}")
            }
            Reason::Commands { units, of } => {
                format!("from there he commands {units} of his {of} units")
            }
            Reason::Steadies { unit } => format!("{} needs him", state.name(*unit)),
            Reason::Tried { because, chance, of, usual } => {
                let also = if *usual { "" } else { ", better than the usual order" };
                let because = because.told(state);
                let chance = percent(*chance);
                format!(
                    "{because}; of {of} choices tried it leaves the best chance, {chance}{also}"
                )
            }
            Reason::Enters { far } => format!("the nearest way in, {far:.0}\" to go"),
        }
    }
}

fn purpose(state: &State, intent: Intent, aim: Aim) -> String {
    if intent == Intent::Withdraw {
        return "form again".to_owned();
    }
    match place_of(state, aim) {
        Some(at) => format!("{} {at}", intent.name()),
        None => format!("{} this ground", intent.name()),
    }
}

fn place_of(state: &State, aim: Aim) -> Option<String> {
    match aim {
        Aim::Key(key) => state.scenario.key_positions.get(key).map(|key| key.name.to_string()),
        Aim::Enemy(unit) => Some(state.name(unit).to_owned()),
        Aim::Here => None,
    }
}

/// What a volley from there, and one at it, costs; nothing is said of what costs nothing.
fn volley(gives: f64, fears: f64) -> String {
    let some = |cost: f64| (cost >= 0.05).then(|| format!("{cost:.1} stands"));
    match (some(gives), some(fears)) {
        (Some(gives), Some(fears)) => {
            format!(", a volley from there costs the enemy {gives}, his costs {fears}")
        }
        (Some(gives), None) => format!(", a volley from there costs the enemy {gives}"),
        (None, Some(fears)) => format!(", a volley of the enemy costs {fears} there"),
        (None, None) => String::new(),
    }
}

fn percent(chance: f64) -> String {
    format!("{:.0}%", chance * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::begun::begun;

    #[test]
    fn a_reason_counts_nobody_who_is_not_there() {
        let state = begun("acw-training", 1).state;
        let check =
            |movers, must| Reason::Check { intent: Intent::Attack, aim: Aim::Key(0), movers, must };
        let back = Reason::Place {
            intent: Intent::Withdraw,
            aim: Aim::Key(0),
            nearer: 6.0,
            gives: 0.0,
            fears: 0.4,
        };
        let place = |nearer, gives, fears| Reason::Place {
            intent: Intent::Attack,
            aim: Aim::Key(0),
            nearer,
            gives,
            fears,
        };
        for (reason, expected) in [
            (check(0, 1), "1 unit must check"),
            (check(2, 0), "to attack Crossroads: 2 to move"),
            (check(2, 3), "to attack Crossroads: 2 to move, 3 units must check"),
            (Reason::Commands { units: 0, of: 6 }, "on his way to his 6 units"),
            (Reason::TakesGround { threats: 1 }, "the ground is worth having; 1 enemy is near it"),
            (
                back,
                "to form again: out of harm's way, a volley of the enemy costs 0.4 stands there",
            ),
            (
                place(-3.0, 0.6, 0.4),
                "better placed, 3\" farther from Crossroads, a volley from there costs the enemy 0.6 stands, his costs 0.4 stands",
            ),
            (place(4.0, 0.01, 0.04), "to attack Crossroads: 4\" nearer"),
            (
                Reason::Tried {
                    because: Box::new(place(4.0, 0.0, 0.0)),
                    chance: 0.617,
                    of: 5,
                    usual: false,
                },
                "to attack Crossroads: 4\" nearer; of 5 choices tried it leaves the best chance, 62%, better than the usual order",
            ),
            (Reason::Volley { hurts: 0.2, takes: 0.25 }, "20% to hurt, 0.25 stands on the average"),
            (Reason::Volley { hurts: 0.2, takes: -0.0 }, "20% to hurt, no stand on the average"),
            (Reason::Volley { hurts: 0.2, takes: 0.004 }, "20% to hurt, no stand on the average"),
        ] {
            assert_eq!(reason.told(&state), expected);
        }
    }

    #[test]
    fn a_charge_says_what_fire_and_which_friends_its_odds_count() {
        let state = begun("acw-training", 1).state;
        let told = |home: f64, fire: bool, friends: usize| {
            let reason = Reason::Charge { won: 0.5, home, costs: 0.6, takes: 1.0, fire, friends };
            reason.told(&state)
        };
        let rest = "; costs 0.6 stands, takes 1.0";
        for (said, expected) in [
            (told(0.8, true, 0), "50% to win, 80% to come through the fire at it"),
            (
                told(1.0, true, 1),
                "50% to win with another unit, and the fire at it will hardly stop it",
            ),
            (told(1.0, false, 2), "50% to win with 2 other units if no fire stops it"),
        ] {
            assert_eq!(said, format!("{expected}{rest}"));
        }
        let (won, home) = (1.0, 1.0);
        let free = Reason::Charge { won, home, costs: -0.0, takes: -0.0, fire: false, friends: 0 };
        assert_eq!(
            free.told(&state),
            "100% to win if no fire stops it; costs 0.0 stands, takes 0.0"
        );
    }
}
