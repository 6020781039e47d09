//! Questions about a position.

use engine::command::{commands, line_of_march};
use engine::moves::parts;
use engine::sight::{self, Hidden, Screen, Trajectory};
use engine::table::{Placed, UnitId};
use geometry::{Length, Rect, Spot};
use rulebook::{Cover, Set};
use toml::Value;

use super::compare::Facts;
use super::facts::{inches, names, place, text};
use super::setup::{Board, words};

/// The answer to a question.
pub fn answer(board: &Board, question: &str) -> Result<Facts, String> {
    let words = words(question)?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let asked = Asked { board };
    let [what, rest @ ..] = words.as_slice() else { return Err("an empty question".to_owned()) };
    let found = match (*what, rest) {
        ("sees", [a, b]) => asked.sees(a, b),
        ("sees", [a, i, b, j]) => {
            let (from, to) = (asked.stand(a, i)?, asked.stand(b, j)?);
            Ok(asked.seen(sight::sees(&board.scenario.position.table, from.1, to.1)))
        }
        ("shot", [a, i, b, j]) => asked.shot(asked.stand(a, i)?, asked.stand(b, j)?),
        ("cover", [a, i, b, j]) => asked.cover(asked.stand(a, i)?, asked.stand(b, j)?),
        ("range", [a, i, b, j]) => {
            let far = sight::range(asked.stand(a, i)?.1, asked.stand(b, j)?.1);
            Ok(length(far))
        }
        ("bears", [a, i, b, j]) => {
            Ok(truth(sight::bears_on(asked.stand(a, i)?.1, asked.stand(b, j)?.1)))
        }
        ("held", [a, i, b, j]) => {
            let (from, (id, stand)) = (asked.stand(a, i)?.1, asked.stand(b, j)?);
            let held = sight::held_against(&board.scenario.position, from, (asked.at(id), stand));
            Ok(Facts::from([("answer", text(held.name()))]))
        }
        ("enfilade", [a, i, b]) => {
            let from = asked.stand(a, i)?.1;
            Ok(truth(sight::is_enfiladed_from(asked.placed(b)?, from)))
        }
        ("close-range", [a]) => asked.close_range(a),
        ("outflanked", [a]) => {
            let by = sight::outflanked_by(&board.scenario.position, board.unit(a)?);
            let list: Vec<UnitId> = by.into_iter().collect();
            Ok(Facts::from([("answer", by.is_some().into()), ("by", names(board, &list))]))
        }
        ("massed", [a]) => {
            let within = board.book.fire.losses.massed_within;
            let units = sight::massed_behind(&board.scenario.position, board.unit(a)?, within);
            let any = !units.is_empty();
            Ok(Facts::from([("answer", any.into()), ("units", names(board, &units))]))
        }
        ("linear-cover", [a]) => {
            let table = &board.scenario.position.table;
            Ok(truth(sight::is_behind_linear_cover(&board.book, table, asked.placed(a)?)))
        }
        ("contact", [a, b]) => {
            let (a, b) = (board.unit(a)?, board.unit(b)?);
            Ok(truth(sight::are_in_contact(&board.scenario.position, a, b)))
        }
        ("gap", [a, b]) => {
            let gap = sight::gap(&board.scenario.position, board.unit(a)?, board.unit(b)?);
            gap.map(length).ok_or("one of them is off the table".to_owned())
        }
        ("level", [at]) => asked.level(at),
        ("in-path", [a, b, c]) => {
            let (a, b, c) = (asked.placed(a)?, asked.placed(b)?, asked.placed(c)?);
            Ok(truth(sight::is_in_path(a, b, c)))
        }
        ("behind", [a, b, within]) => {
            let within: Length = within.parse().map_err(|_| format!("`{within}`: inches"))?;
            Ok(truth(sight::is_behind(asked.placed(a)?, &asked.placed(b)?.stands, within)))
        }
        ("parts", [a]) => Ok(asked.parts(asked.placed(a)?)),
        ("march", [a]) => {
            let units = line_of_march(&board.scenario.position, board.unit(a)?);
            Ok(Facts::from([("units", names(board, &units))]))
        }
        ("supported", [a]) => {
            let found = sight::supports(&board.scenario.position, board.unit(a)?);
            Ok(Facts::from([
                ("answer", (!found.is_empty()).into()),
                ("units", names(board, &found)),
            ]))
        }
        ("command", [leader, a]) => asked.command(board.leader(leader)?, a),
        _ => super::special::ask(board, &words)
            .unwrap_or_else(|| Err(format!("`{question}` is no question: see tables/README.md"))),
    };
    found.map_err(|fault| format!("ask: {fault}"))
}

struct Asked<'b> {
    board: &'b Board,
}

fn truth(so: bool) -> Facts {
    Facts::from([("answer", so.into())])
}

fn length(far: Length) -> Facts {
    Facts::from([("length", inches(far)), ("answer", inches(far))])
}

impl Asked<'_> {
    fn at(&self, id: UnitId) -> &Placed {
        self.board.scenario.position.unit(id)
    }

    fn placed(&self, name: &str) -> Result<&Placed, String> {
        self.board.unit(name).map(|id| self.at(id))
    }

    /// A stand of a unit, by its number from 1.
    fn stand(&self, name: &str, number: &str) -> Result<(UnitId, Rect), String> {
        let id = self.board.unit(name)?;
        let stands = &self.at(id).stands;
        let place = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let found = place.and_then(|place| stands.get(place).copied());
        let stand =
            found.ok_or(format!("{name} has stands 1 to {}, no `{number}`", stands.len()))?;
        Ok((id, stand))
    }

    fn hidden(&self, hidden: &Hidden) -> Facts {
        let piece = |piece: usize| self.board.piece(piece);
        let (what, whom) = match hidden.by {
            Screen::Woods { piece: place } => ("woods", piece(place)),
            Screen::Solid { piece: place } => ("solid", piece(place)),
            Screen::HighGround { piece: place } => ("high-ground", piece(place)),
            Screen::Unit { unit } => ("unit", self.at(unit).unit.name.to_string()),
            Screen::TooDark { .. } => ("too-dark", String::new()),
        };
        let by = Value::Array(vec![text(whom)]);
        let rule = text(hidden.rule.to_string());
        let facts = [("hidden", text(what)), ("near", place(hidden.at)), ("by", by)];
        Facts::from_iter(facts.into_iter().chain([("answer", false.into()), ("why", rule)]))
    }

    fn seen(&self, seen: Result<(), Hidden>) -> Facts {
        seen.map_or_else(|hidden| self.hidden(&hidden), |()| truth(true))
    }

    fn sees(&self, a: &str, b: &str) -> Result<Facts, String> {
        let (a, b) = (self.board.unit(a)?, self.board.unit(b)?);
        Ok(self.seen(sight::unit_sees(&self.board.scenario.position, a, b)))
    }

    fn shot(&self, from: (UnitId, Rect), to: (UnitId, Rect)) -> Result<Facts, String> {
        let shot = sight::shot(&self.board.book, &self.board.scenario.position, from, to);
        Ok(match shot {
            Err(hidden) => self.hidden(&hidden),
            Ok((trajectory, ..)) => {
                let word = match trajectory {
                    Trajectory::Direct => "direct",
                    Trajectory::Plunging => "plunging",
                };
                Facts::from([("answer", true.into()), ("trajectory", text(word))])
            }
        })
    }

    fn cover(&self, from: (UnitId, Rect), to: (UnitId, Rect)) -> Result<Facts, String> {
        let position = &self.board.scenario.position;
        let (near, far) = match sight::shot(&self.board.book, position, from, to) {
            Ok((_, near, far)) => (near, far),
            Err(hidden) => return Ok(self.hidden(&hidden)),
        };
        let unit = &self.at(to.0).unit;
        let reason = sight::cover_of(&position.table, (near, far), to.1, unit);
        let cover = reason.map_or(Cover::Open, |reason| reason.cover);
        let mut facts = Facts::from([("cover", text(cover.name()))]);
        if let Some(reason) = reason {
            facts.insert("how", text(reason.how.name()));
            facts.insert("piece", text(self.board.piece(reason.piece)));
        }
        Ok(facts)
    }

    fn close_range(&self, name: &str) -> Result<Facts, String> {
        let position = &self.board.scenario.position;
        let id = self.board.unit(name)?;
        let by = sight::threats(&self.board.book, position, id, &self.at(id).stands);
        let any = !by.is_empty();
        Ok(Facts::from([("answer", any.into()), ("by", names(self.board, &by))]))
    }

    fn level(&self, at: &str) -> Result<Facts, String> {
        let inches = |text: &str| text.parse::<Length>().ok();
        let pair = at.split_once(',').and_then(|(x, y)| Some((inches(x)?, inches(y)?)));
        let (x, y) = pair.ok_or(format!("`{at}` is no place x,y"))?;
        let spot = Spot::new(f64::from(x.in_thousandths()), f64::from(y.in_thousandths()));
        let level = self.board.scenario.position.table.level(spot);
        Ok(Facts::from([("answer", Value::Integer(i64::from(level)))]))
    }

    /// Batteries and sections: `battery 1 2`, `section 3`.
    fn parts(&self, placed: &Placed) -> Facts {
        let part = |(role, stands): &(engine::GunRole, Vec<u8>)| {
            let numbers: Vec<String> = stands.iter().map(|stand| (stand + 1).to_string()).collect();
            text(format!("{role} {}", numbers.join(" ")))
        };
        Facts::from([("answer", Value::Array(parts(placed).iter().map(part).collect()))])
    }

    /// Does a leader command a unit: a stand that he sees, within his reach?
    fn command(&self, leader: usize, name: &str) -> Result<Facts, String> {
        let position = &self.board.scenario.position;
        let leader = &position.leaders[leader];
        let unit = self.board.unit(name)?;
        let far = commands(&self.board.book, position, leader, unit, Set::new());
        let mut facts = truth(far.is_some());
        facts.extend(far.map(|far| ("length", inches(far))));
        Ok(facts)
    }
}
