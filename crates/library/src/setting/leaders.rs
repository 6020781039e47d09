//! Leaders that are put somewhere by hand.

use engine::battle::Officer;
use engine::table::{Leader, UnitId};

use super::{Door, SetLeader};

impl Door {
    pub(super) fn leader(&mut self, setting: &SetLeader) {
        let leaders = &self.state.position.leaders;
        let Some(place) = leaders.iter().position(|leader| leader.is_called(&setting.name)) else {
            let known: Vec<String> =
                leaders.iter().map(|leader| leader.shown_name().to_owned()).collect();
            return self.unknown("leader", &setting.name, &known);
        };
        let SetLeader { name, at, attached, gone } = setting;
        match (at, attached.as_deref(), gone) {
            (Some(at), None, false) => {
                let Some(at) = self.place(name, *at) else { return };
                let size = leaders_size(self, place);
                if !self.holds_round(at, size) {
                    return self.fault(name, "his base is off the table");
                }
                self.settle(place, |leader| (leader.at, leader.attached) = (Some(at), None));
                self.state.officers[place] = Officer::default();
            }
            (None, Some(unit), false) => {
                let Some(unit) = self.his_unit(place, unit) else { return };
                self.settle(place, |leader| leader.attached = Some(unit));
                self.state.officers[place] = Officer::default();
            }
            (None, None, true) => {
                self.settle(place, |leader| (leader.at, leader.attached) = (None, None));
                self.state.officers[place] = Officer { gone: true, ..Officer::default() };
            }
            (None, None, false) => {}
            _ => self.fault(name, "he is `at` a place, `attached` to a unit, or `gone`"),
        }
    }

    /// Changes a leader, and takes him from the unit that he was with.
    fn settle(&mut self, place: usize, change: impl FnOnce(&mut Leader)) {
        if let Some(unit) = self.state.position.leaders[place].attached {
            self.mark_attached(unit, false);
        }
        change(&mut self.state.position.leaders[place]);
    }

    fn mark_attached(&mut self, unit: UnitId, attached: bool) {
        let mut placed = self.state.unit(unit).clone();
        placed.unit.leader_attached = attached;
        self.state.position.set(unit, placed);
    }

    /// A unit that a leader can be attached to.
    fn his_unit(&mut self, place: usize, name: &str) -> Option<UnitId> {
        let unit = self.known_unit(name)?;
        let (leader, side) = {
            let leader = &self.state.position.leaders[place];
            (leader.name.to_string(), leader.side)
        };
        if self.state.unit(unit).side != side {
            self.fault(&leader, &format!("{name} is of the other army"));
            return None;
        }
        Some(unit)
    }

    /// Leaders ride where their units now are; nobody rides with a unit that is gone, nor two with one.
    pub(super) fn company(&mut self) {
        let count = self.state.position.leaders.len();
        for place in 0..count {
            let leader = &self.state.position.leaders[place];
            let (name, Some(unit)) = (leader.name.to_string(), leader.attached) else { continue };
            let with = self.state.name(unit).to_owned();
            if self.state.unit(unit).stands.is_empty() {
                // He who is to come with his unit is no more on the table than it is.
                if !self.state.officers[place].expected {
                    self.fault(&name, &format!("he is attached to {with}, which is not there"));
                }
                continue;
            }
            let others = &self.state.position.leaders[..place];
            if others.iter().any(|other| other.attached == Some(unit)) {
                self.fault(&name, &format!("another leader is attached to {with}"));
                continue;
            }
            self.mark_attached(unit, true);
            let at = self.state.beside(unit, place as u16);
            self.state.position.leaders[place].at = Some(at);
        }
    }
}

fn leaders_size(door: &Door, place: usize) -> geometry::Length {
    door.state.position.leaders[place].rank.diameter(&door.state.book.bases)
}
