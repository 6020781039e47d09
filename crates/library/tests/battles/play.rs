//! Plays a script and says what does not go as written.

use engine::Die;
use engine::battle::{Event, Order, Reminder, State, Whereabouts};
use engine::table::Side;
use library::order::{order_text, read_order};
use library::script::{Fault, Playing, split_dice};

use super::script::{File, Script};
use super::setup::{self, words};

/// Everything that does not go as written.
pub fn faults(file: &File, script: &Script) -> Vec<String> {
    let board = match setup::board(&file.tables, &script.case) {
        Ok(board) => board,
        Err(fault) => return vec![fault],
    };
    let battle = Playing::start(&board);
    let mut playing = Scene { battle, log: Vec::new(), at: 0, refused: None };
    let mut faults = Vec::new();
    for (number, line) in script.play.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Err(fault) = playing.line(line) {
            faults.push(format!("line {} `{line}`: {fault}", number + 1));
            break;
        }
    }
    if let Some(refused) = playing.refused.filter(|_| faults.is_empty()) {
        faults.push(format!("the last order was refused: {refused}"));
    }
    faults
}

struct Scene {
    battle: Playing,
    /// What the last order left in the log.
    log: Vec<String>,
    /// How far the script has read in it.
    at: usize,
    /// The refusal of the last order, until the script has said so.
    refused: Option<String>,
}

impl Scene {
    fn line(&mut self, line: &str) -> Result<(), String> {
        if let Some(rule) = line.strip_prefix('!') {
            let refused = self.refused.take().ok_or("the order was not refused")?;
            let rule = rule.trim();
            let same = refused.starts_with(&format!("{rule}:"));
            return if same { Ok(()) } else { Err(format!("it was refused by {refused}")) };
        }
        if let Some(refused) = &self.refused {
            return Err(format!("the order before was refused: {refused}"));
        }
        if let Some(until) = line.strip_prefix(">>") {
            return self.until(until.trim());
        }
        if let Some(order) = line.strip_prefix('>') {
            let (order, dice) = split_dice(order)?;
            let order = read_order(&self.battle.state, order).map_err(|error| error.to_string())?;
            return self.give(&order, dice);
        }
        if let Some(asked) = line.strip_prefix('?') {
            let now = self.battle.asked();
            let asked = asked.trim();
            return if asked == now { Ok(()) } else { Err(format!("asked is: {now}")) };
        }
        if let Some(fact) = line.strip_prefix('=') {
            return fact_holds(&self.battle.state, fact.trim());
        }
        if let Some(text) = line.strip_prefix('~') {
            let text = text.trim();
            let found = self.log.iter().find(|told| told.contains(text));
            return found.map_or(Ok(()), |told| Err(format!("the log says: {told}")));
        }
        let found = self.log[self.at..].iter().position(|told| told.contains(line));
        match found {
            Some(place) => {
                self.at += place + 1;
                Ok(())
            }
            None => Err(format!("the log says:\n    {}", self.log.join("\n    "))),
        }
    }

    fn give(&mut self, order: &Order, dice: Vec<Die>) -> Result<(), String> {
        let state = &self.battle.state;
        let text = order_text(state, order);
        let again = read_order(state, &text);
        if again.as_ref() != Ok(order) {
            return Err(format!("written as `{text}`, which reads as {again:?}"));
        }
        let before = self.battle.state.clone();
        match self.battle.give(order, dice) {
            Err(Fault::Refused(refusal)) => {
                let rule = refusal.rule().map_or_else(String::new, |rule| rule.to_string());
                self.refused = Some(format!("{rule}: {}", refusal.told(&self.battle.state)));
                Ok(())
            }
            Err(Fault::Wrong(fault)) => Err(fault),
            Ok(events) => {
                self.told(&before, &events);
                Ok(())
            }
        }
    }

    /// Passes until a task is asked for; its dice must be used up on the way.
    fn until(&mut self, text: &str) -> Result<(), String> {
        let (until, dice) = split_dice(text)?;
        let before = self.battle.state.clone();
        let events = self.battle.until(until, dice)?;
        self.told(&before, &events);
        Ok(())
    }

    /// Keeps what happened as the log that the next lines speak of.
    fn told(&mut self, before: &State, events: &[Event]) {
        (self.log, self.at) = (Vec::new(), 0);
        for (_, told) in before.tell_each(events) {
            self.log.push(told.text);
            self.log.extend(told.reasons);
        }
    }
}

/// Is a fact true of a state?
fn fact_holds(state: &State, fact: &str) -> Result<(), String> {
    let words = words(fact)?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let side = |name: &str| {
        let sides = [Side::First, Side::Second];
        let found = sides.into_iter().find(|side| state.army_name(*side) == name);
        found.ok_or(format!("no army is called {name}"))
    };
    let number = |text: &str| text.parse::<f64>().map_err(|_| format!("`{text}` is no number"));
    let is = |so: bool, now: String| if so { Ok(()) } else { Err(format!("it is {now}")) };
    match words[..] {
        ["lost", army, stands] => {
            let now = state.lost[side(army)? as usize];
            is(now.to_string() == stands, now.to_string())
        }
        ["points", first, second] => {
            let [a, b] = state.points();
            is(a.to_string() == first && b.to_string() == second, format!("{a} {b}"))
        }
        ["winner", army] => {
            let now = state
                .victory
                .map(|victory| victory.winner.map_or("nobody", |side| state.army_name(side)));
            is(now == Some(army), format!("{now:?}"))
        }
        ["turn", turn, army] => {
            let now = format!("{} {}", state.turn, state.army_name(state.active));
            is(now == format!("{turn} {army}"), now)
        }
        ["key", name, army] => {
            let place = state.scenario.key_positions.iter().position(|key| *key.name == *name);
            let holder = state.holders[place.ok_or(format!("no key position is called {name}"))?];
            let now = holder.map_or("nobody", |side| state.army_name(side));
            is(now == army, now.to_owned())
        }
        ["leader", name, ref rest @ ..] => leader_fact(state, name, rest),
        [name, ref rest @ ..] => {
            let unit = state.position.named(name).ok_or(format!("no unit is called {name}"))?;
            let (placed, marks) = (state.unit(unit), state.marks(unit));
            let low = |unit| {
                let of = |one: &Reminder| matches!(one, Reminder::LowOnAmmunition(units) if units.contains(&unit));
                state.reminders().iter().any(of)
            };
            match rest {
                ["stands", count] => {
                    let now = placed.unit.strength.stands;
                    is(now.to_string() == *count, now.to_string())
                }
                ["good-order"] | ["disordered"] | ["broken"] => {
                    is(placed.unit.order.name() == rest[0], placed.unit.order.to_string())
                }
                ["formation", formation] => is(
                    placed.unit.formation.name() == *formation,
                    placed.unit.formation.to_string(),
                ),
                ["level", level] => {
                    let now = placed.unit.strength.level();
                    is(now.name() == *level, now.to_string())
                }
                ["gone"] => is(placed.stands.is_empty(), marks.whereabouts.to_string()),
                ["on-table"] => is(
                    marks.whereabouts == Whereabouts::OnTable && !placed.stands.is_empty(),
                    marks.whereabouts.to_string(),
                ),
                ["low-on-ammunition"] => is(marks.low_on_ammunition, "not low".to_owned()),
                ["not", "low-on-ammunition"] => is(!marks.low_on_ammunition, "low".to_owned()),
                ["reminded", "low-on-ammunition"] => is(low(unit), "not reminded".to_owned()),
                ["not", "reminded", "low-on-ammunition"] => is(!low(unit), "reminded".to_owned()),
                ["about-faced"] => is(marks.about_faced, "not about faced".to_owned()),
                ["presenting"] => is(placed.unit.presenting, "not presenting".to_owned()),
                ["not", "presenting"] => is(!placed.unit.presenting, "presenting".to_owned()),
                ["mounted"] => is(placed.unit.mounted, "on foot".to_owned()),
                ["on-foot"] => is(!placed.unit.mounted, "mounted".to_owned()),
                ["facing", heading] => {
                    let wanted = library::order::heading(heading).ok_or("no heading")?;
                    is(placed.anchor.heading == wanted, placed.anchor.heading.to_string())
                }
                ["at", at] => {
                    let (x, y) = at.split_once(',').ok_or("a place is x,y")?;
                    let here = placed.anchor.at.spot();
                    let off = |now: f64, then: f64| (now / 1000.0 - then).abs() <= 0.02;
                    let so = off(here.x, number(x)?) && off(here.y, number(y)?);
                    is(so, format!("at {},{}", here.x / 1000.0, here.y / 1000.0))
                }
                ["gap", other, far] => {
                    let other =
                        state.position.named(other).ok_or(format!("no unit is called {other}"))?;
                    let gap = engine::sight::gap(&state.position, unit, other);
                    let now = gap.map_or(f64::NAN, |gap| f64::from(gap.in_thousandths()) / 1000.0);
                    is((now - number(far)?).abs() <= 0.02, now.to_string())
                }
                ["gun", number, what @ ..] => {
                    let place: usize = number.parse().map_err(|_| "a gun has a number")?;
                    let gun = placed.guns.get(place.wrapping_sub(1)).ok_or("no such gun")?;
                    let (so, what) = match what {
                        ["not", what] => (false, *what),
                        [what] => (true, *what),
                        _ => return Err("what of the gun?".to_owned()),
                    };
                    let now = match what {
                        "limbered" => gun.limbered,
                        "silenced" => gun.silenced,
                        "damaged" => gun.damaged,
                        "low-on-ammunition" => gun.low_on_ammunition,
                        "abandoned" => gun.abandoned,
                        _ => return Err(format!("`{what}` is nothing of a gun")),
                    };
                    is(now == so, format!("{now}"))
                }
                _ => Err("that is no fact".to_owned()),
            }
        }
        [] => Err("nothing is said".to_owned()),
    }
}

fn leader_fact(state: &State, name: &str, rest: &[&str]) -> Result<(), String> {
    let leaders = &state.position.leaders;
    let place = leaders.iter().position(|leader| *leader.name == *name);
    let place = place.ok_or(format!("no leader is called {name}"))?;
    let (leader, officer) = (&leaders[place], state.officers[place]);
    let so = match rest {
        ["attached", unit] => leader.attached.is_some_and(|id| state.name(id) == *unit),
        ["detached"] => leader.at.is_some() && leader.attached.is_none(),
        ["absent"] => officer.absent > 0 && leader.at.is_none(),
        ["lost"] => officer.lost,
        ["on-foot"] => leader.dismounted,
        ["mounted"] => !leader.dismounted,
        ["on-table"] => leader.at.is_some(),
        ["rating", rating] => leader.rating.name() == *rating,
        _ => return Err("that is no fact of a leader".to_owned()),
    };
    if so { Ok(()) } else { Err(format!("he is {leader:?} {officer:?}")) }
}
