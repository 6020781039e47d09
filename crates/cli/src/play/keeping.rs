//! Keeping a session: orders taken back, the record written, the end.

use std::fs;
use std::path::Path;

use engine::table::Side;

use super::asks;
use super::log::Last;
use super::menu::Menu;
use super::session::{Next, Session, Twice};
use crate::Fault;

impl Session<'_> {
    /// Takes back the last line that gave orders, or all since the last die.
    pub(super) fn undo(&mut self, rest: &str) -> Next {
        let mut taken: Vec<String> = Vec::new();
        while let Some(&to) = self.given.last() {
            let before = self.game.clone();
            while self.game.record.orders.len() > to && self.game.undo() {}
            if self.game.record.orders.len() > to {
                self.game = before;
                break;
            }
            taken.extend(before.record.orders[to..].iter().rev().cloned());
            self.given.pop();
            if rest != "all" {
                break;
            }
        }
        if taken.is_empty() {
            let why = if self.given.is_empty() {
                "There is no order of this session to take back."
            } else {
                "A die has fallen since your last order: it stands."
            };
            self.page.say(why);
            return Next::Same;
        }
        self.page.say_hung(&format!("Taken back: {}", taken.join("; ")), 2);
        self.last = Last::Nothing;
        // As many orders as were saved may soon be others.
        self.saved = None;
        self.menu = Menu::default();
        self.end();
        Next::Show
    }

    /// Writes the record where the player wants it, but over no other file.
    pub(super) fn save(&mut self, file: &str) {
        let said = if file.is_empty() {
            "Which file? Say `save FILE`.".to_owned()
        } else if Path::new(file).exists() && !self.written.iter().any(|known| known == file) {
            format!("{file} is there already; choose another name.")
        } else {
            match self.write(file) {
                Ok(()) => {
                    self.written.push(file.to_owned());
                    self.saved = Some(self.game.record.orders.len());
                    format!("Saved in {file}; `dq play --text --resume {file}` goes on.")
                }
                Err(Fault(sentence)) => format!("{sentence}."),
            }
        };
        self.page.say(&said);
    }

    fn write(&self, file: &str) -> Result<(), Fault> {
        let text = self.game.clone().close().written();
        fs::write(file, text).map_err(|error| Fault(format!("cannot write {file}: {error}")))
    }

    /// Keeps the record up to date, so that nothing is lost whatever happens.
    pub(super) fn keep(&mut self) -> Result<(), Fault> {
        let Some(file) = self.record.clone() else { return Ok(()) };
        let now = self.game.record.orders.len();
        if self.saved != Some(now) {
            self.write(&file)?;
            self.saved = Some(now);
        }
        Ok(())
    }

    /// Leaves, if nothing is lost by it or it is said twice.
    pub(super) fn quit(&mut self, twice: Option<Twice>) -> Next {
        let unsaved = self.record.is_none()
            && !self.game.record.orders.is_empty()
            && self.saved != Some(self.game.record.orders.len());
        if unsaved && twice != Some(Twice::Quit) {
            self.page.say("This is not saved: `save FILE` keeps it, `quit` again leaves it.");
            self.twice = Some(Twice::Quit);
            return Next::Same;
        }
        Next::Leave
    }

    /// Says where it stopped and where the record is.
    pub(super) fn stop(&mut self) {
        let orders = self.game.record.orders.len();
        let state = &self.game.state;
        let at = match state.victory {
            Some(_) => "The battle is over".to_owned(),
            None => format!("Stopped at {}", asks::moment(state)),
        };
        let file = self.record.as_ref().or(match self.saved {
            Some(saved) if saved == orders => self.written.last(),
            _ => None,
        });
        let kept = match (file, state.victory) {
            (Some(file), Some(_)) => format!("the record is in {file}."),
            (Some(file), None) => {
                format!("the record is in {file}: `dq play --text --resume {file}` goes on.")
            }
            (None, _) => "not recorded (`--record FILE` would).".to_owned(),
        };
        let by_hand = [Side::First, Side::Second].iter().any(|side| self.is_by_hand(*side));
        let gap = if by_hand { "" } else { "\n" };
        self.page.say(&format!("{gap}{at}, {orders} orders given; {kept}"));
    }
}
