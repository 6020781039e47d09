//! The orders of a battle as text, both ways. What a unit is told follows its name and a colon.
//!
//! ```text
//! done | resign
//! enter "9th US" at 40,0
//! attach "Garland" to "5th US" [by 20,30 22,31] | detach "Garland" to 20,30
//! check "Garland": "5th US", "8th US" | check alone: "Ker"
//! use "Two volleys": "Butler's brigade"    a rule of this battle alone
//! "5th US": charge "4th Line" [STEP] [disordered] [with cold steel]
//! "Ker": countercharge "Lancers" [with cold steel] | "5th US": hasty square
//! "71st": present bayonets [to flank left | to rear] [REFUSE] | "A skirmishers": rejoin hasty
//! "Guns": gun 1 shelter in "5th US" | "Guns": gun 1 return
//! "Lights": evade [behind "3rd"] | "Lights": stand
//! "5th US": press on | "5th US": carry | "Ker": recall to 20,30 facing S | "Ker": go back
//! "5th US": move advance 6 …         every maneuver of troops and guns
//! "5th US": storm "Bridge" … [with cold steel] | send … | rejoin | run to horses
//! leader "Garland" to 20,30 22,35
//! fire at "4th Line": "5th US", "8th US" stands 1 2 3 [passing 500]
//! fight "5th US"
//! "Guns": lose stands 1 2 | pick "Guns" gun 2 | pick "5th US"
//! ```

use engine::battle::{Firing, Order, State};
use engine::movement::Step;
use engine::table::{Leader, UnitId};
use geometry::{Length, Point};

use super::others::{presenting, recall};
use super::troops::{sees_step, step};
use super::words::Words;
use super::{Order as Told, OrderError, Orders, Special, write};

/// The first words of orders that begin with no unit.
const FIRST: [&str; 10] =
    ["done", "resign", "enter", "attach", "detach", "check", "leader", "fire", "fight", "pick"];

/// Reads an order in a battle.
pub fn read(state: &State, text: &str) -> Result<Order, OrderError> {
    let orders = Orders::new(&state.book, &state.position);
    let mut words = Words::of(text)?;
    if words.take("use") {
        let rules = state.scenario.specials.iter().map(|special| &*special.name);
        let rule = words.name("a rule of this battle", rules)?;
        words.must(":")?;
        let unit = orders.unit_name(&mut words, "a unit that uses it")?;
        words.finish()?;
        return Ok(Order::Use { rule, unit });
    }
    let order = match FIRST.iter().position(|first| words.take(first)) {
        Some(place) => orders.begun(FIRST[place], &mut words)?,
        None => {
            let what = "a unit, or `done`, `check`, `fire`, `leader` …";
            let unit = orders.unit_name(&mut words, what)?;
            words.must(":")?;
            orders.unit_order(unit, &mut words)?
        }
    };
    words.finish()?;
    Ok(order)
}

/// Writes an order so that reading it gives the same order.
pub fn written(state: &State, order: &Order) -> String {
    let orders = Orders::new(&state.book, &state.position);
    let rules: Vec<&str> = state.scenario.specials.iter().map(|special| &*special.name).collect();
    write::battle(&orders, &rules, order)
}

impl Orders<'_> {
    fn begun(&self, first: &str, words: &mut Words) -> Result<Order, OrderError> {
        Ok(match first {
            "done" => Order::Done,
            "resign" => Order::Resign,
            "enter" => {
                let unit = self.unit_name(words, "a unit that is due")?;
                words.must("at")?;
                Order::Enter { unit, at: words.point()? }
            }
            "attach" => {
                let leader = self.leader_name(words)?;
                words.must("to")?;
                let unit = self.unit_name(words, "a unit")?;
                let way = if words.take("by") { points(words)? } else { Vec::new() };
                Order::Attach { leader, unit, way }
            }
            "detach" => {
                let leader = self.leader_name(words)?;
                words.must("to")?;
                Order::Detach { leader, to: words.point()? }
            }
            "check" => {
                let leader =
                    if words.take("alone") { None } else { Some(self.leader_name(words)?) };
                words.must(":")?;
                let mut units = vec![self.unit_name(words, "a unit that checks")?];
                while words.take(",") {
                    units.push(self.unit_name(words, "a unit that checks")?);
                }
                Order::Check { leader, units }
            }
            "leader" => {
                let leader = self.leader_name(words)?;
                words.must("to")?;
                Order::MoveLeader { leader, way: points(words)? }
            }
            "fire" => self.fire(words)?,
            "fight" => Order::Fight { unit: self.unit_name(words, "a unit that charged")? },
            _ => {
                let unit = self.unit_name(words, "a unit")?;
                let stand = if words.take("gun") { Some(gun_number(words)?) } else { None };
                Order::Pick { unit, stand }
            }
        })
    }

    fn fire(&self, words: &mut Words) -> Result<Order, OrderError> {
        words.must("at")?;
        let target = self.unit_name(words, "a target")?;
        words.must(":")?;
        let mut firers = Vec::new();
        loop {
            let unit = self.unit_name(words, "a unit that fires")?;
            let stands = if words.take("stands") { Some(stands(words)?) } else { None };
            firers.push(Firing { unit, stands });
            if !words.take(",") {
                break;
            }
        }
        let passing = if words.take("passing") { Some(words.number("a moment")?) } else { None };
        Ok(Order::Fire { target, firers, passing })
    }

    /// What a unit is told.
    fn unit_order(&self, unit: UnitId, words: &mut Words) -> Result<Order, OrderError> {
        if words.take("charge") {
            let target = self.unit_name(words, "a unit to charge")?;
            let bend: Option<Step> = if sees_step(words) {
                words.take(",");
                Some(step(words)?)
            } else {
                None
            };
            let disordered = words.take_one(&["disordered"]).is_some();
            return Ok(Order::Charge { unit, target, bend, disordered, steel: steel(words)? });
        }
        if words.take("countercharge") {
            let charger = self.unit_name(words, "a unit that charges")?;
            return Ok(Order::Countercharge { unit, charger, steel: steel(words)? });
        }
        if words.take("hasty") {
            words.must("square")?;
            return Ok(Order::Square { unit });
        }
        if words.take("present") {
            words.must("bayonets")?;
            return Ok(Order::Present { unit, how: presenting(words)? });
        }
        if words.take("evade") {
            let behind =
                if words.take("behind") { Some(self.unit_name(words, "a friend")?) } else { None };
            return Ok(Order::Evade { unit, behind });
        }
        for (word, order) in [("stand", Order::Stand { unit }), ("carry", Order::Carry { unit })] {
            if words.take(word) {
                return Ok(order);
            }
        }
        if words.take("press") {
            words.must("on")?;
            return Ok(Order::PressOn { unit });
        }
        if words.take("go") {
            words.must("back")?;
            return Ok(Order::GoBack { unit });
        }
        if words.take("recall") {
            return match recall(words)? {
                Told::Recall { to, least: Length::ZERO } => Ok(Order::Recall { unit, to }),
                _ => Err(words.wrong("nothing more")),
            };
        }
        self.seldom(unit, words)
    }

    fn seldom(&self, unit: UnitId, words: &mut Words) -> Result<Order, OrderError> {
        let mut ahead = words.clone();
        if ahead.take("rejoin") && ahead.take("hasty") && !ahead.sees("against") {
            *words = ahead;
            return Ok(Order::RejoinHasty { unit });
        }
        let mut ahead = words.clone();
        if ahead.take("gun")
            && let Ok(stand) = gun_number(&mut ahead)
            && ahead.take("shelter")
        {
            *words = ahead;
            words.must("in")?;
            let host = self.unit_name(words, "a unit to shelter with")?;
            return Ok(Order::Shelter { unit, stand, host });
        }
        let mut ahead = words.clone();
        if ahead.take("lose") && ahead.take("stands") {
            *words = ahead;
            return Ok(Order::Lose { unit, stands: stands(words)? });
        }
        let no = |words: &Words| Err(words.wrong("an order that can be given in a battle"));
        match super::others::order(self, Some(unit), words)? {
            Told::Troops(maneuver) => Ok(Order::Maneuver { unit, maneuver }),
            Told::Gun { stand, maneuver } => Ok(Order::Gun { unit, stand, maneuver }),
            Told::Special(Special::Storm(how)) => {
                Ok(Order::Storm { unit, how: *how, steel: steel(words)? })
            }
            Told::Special(Special::Send(how)) => Ok(Order::Send { unit, how: *how }),
            Told::Special(Special::Rejoin) => Ok(Order::Rejoin { unit }),
            Told::Special(Special::RunToHorses) => Ok(Order::RunToHorses { unit }),
            Told::Special(Special::CrewReturns { stand }) => Ok(Order::CrewReturns { unit, stand }),
            _ => no(words),
        }
    }

    fn leader_name(&self, words: &mut Words) -> Result<u16, OrderError> {
        let names = self.position.leaders.iter().map(Leader::shown_name);
        Ok(words.name("a leader", names)? as u16)
    }
}

fn gun_number(words: &mut Words) -> Result<u8, OrderError> {
    Ok(words.count("the number of a gun stand, from 1")? - 1)
}

fn stands(words: &mut Words) -> Result<Vec<u8>, OrderError> {
    let mut found = vec![words.count("the number of a stand, from 1")? - 1];
    while words.sees_number() {
        found.push(words.count("the number of a stand, from 1")? - 1);
    }
    Ok(found)
}

fn points(words: &mut Words) -> Result<Vec<Point>, OrderError> {
    let mut way = vec![words.point()?];
    while words.sees_number() {
        way.push(words.point()?);
    }
    Ok(way)
}

fn steel(words: &mut Words) -> Result<bool, OrderError> {
    if words.take_one(&["with"]).is_none() {
        return Ok(false);
    }
    words.must("cold")?;
    words.must("steel")?;
    Ok(true)
}
