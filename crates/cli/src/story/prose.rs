//! A player turn in a few sentences.

use std::collections::BTreeSet;

use engine::Formation;
use engine::battle::{AnswerKind, GunHarm, Over, Removal, State, Victory};
use engine::charge::Ending;
use engine::table::{Side, UnitId};
use rulebook::{ChargeEffect, LeaderFate};

use super::acts::{Act, Fight, March, Toll, Volley, Way};
use super::naming::{self, Names, capital, some};

/// So many volleys of a player turn are told one by one.
const VOLLEYS: usize = 4;

/// Tells player turns.
pub struct Prose<'s> {
    state: &'s State,
    names: Names,
    /// Sentences so far: they are not all put the same way.
    told: usize,
}

/// Sentences; two of the same troops become one.
#[derive(Default)]
struct Said {
    sentences: Vec<String>,
    /// Of whom the last one was.
    of: String,
}

impl Said {
    fn plain(&mut self, sentence: String) {
        self.sentences.push(sentence);
        self.of.clear();
    }

    fn of(&mut self, who: String, did: &str) {
        match self.sentences.last_mut() {
            Some(last) if self.of == who => *last += &format!(" and {did}"),
            _ => self.sentences.push(format!("{who} {did}")),
        }
        self.of = who;
    }

    fn text(&self) -> String {
        let sentences = self.sentences.iter().map(|sentence| format!("{}.", capital(sentence)));
        sentences.collect::<Vec<_>>().join(" ")
    }
}

impl<'s> Prose<'s> {
    /// Tells of a battle as it was at the end of a turn.
    pub fn of(state: &'s State, turn: u16) -> Prose<'s> {
        Prose { state, names: Names::of(state), told: usize::from(turn) }
    }

    /// A player turn.
    pub fn act(&mut self, act: &Act) -> String {
        let mut said = Said::default();
        self.officers(act, &mut said);
        self.arrivals(act, &mut said);
        self.spirits(act, &mut said);
        self.marches(act, &mut said);
        self.answers(act, &mut said);
        self.fire(act, &mut said);
        for fight in &act.fights {
            said.plain(self.fight(fight));
        }
        self.empty_charges(act, &mut said);
        self.prizes(act, &mut said);
        if let Some(victory) = &act.ended {
            said.plain(self.end(victory));
        }
        if said.sentences.is_empty() {
            said.plain(format!("{} stood fast", self.names.army(act.side)));
        }
        said.text()
    }

    /// One of several ways to put it, each in its turn.
    fn pick<'w>(&mut self, ways: &[&'w str]) -> &'w str {
        self.told += 1;
        ways[self.told % ways.len()]
    }

    /// What a unit lost: `some 80 men`, or `a gun`.
    fn loss(&self, unit: UnitId, stands: u8) -> String {
        if self.state.unit(unit).unit.is_guns() {
            return if stands == 1 { "a gun".to_owned() } else { format!("{stands} guns") };
        }
        format!("{} men", u32::from(stands) * u32::from(self.state.scenario.men))
    }

    fn arrivals(&mut self, act: &Act, said: &mut Said) {
        let edges: BTreeSet<String> = act.came.iter().map(|(_, edge)| edge.to_string()).collect();
        for edge in edges {
            let came = act.came.iter().filter(|(_, over)| over.to_string() == edge);
            let units: Vec<UnitId> = came.map(|(unit, _)| *unit).collect();
            said.plain(format!("{} came on the field from the {edge}", self.names.units(&units)));
        }
    }

    /// Who rallied, who hung back, who ran.
    fn spirits(&mut self, act: &Act, said: &mut Said) {
        if !act.reformed.is_empty() {
            let rallied = self.names.units(&act.reformed);
            said.of(rallied, "rallied from the rout and formed again");
        }
        let mut rallied = act.rallied.clone();
        rallied.retain(|unit| !act.reformed.contains(unit) && !act.shaken.back.contains(unit));
        if !rallied.is_empty() {
            let how =
                self.pick(&["dressed ranks again", "recovered good order", "closed up again"]);
            said.of(self.names.units(&rallied), how);
        }
        let toll = &act.shaken;
        if !toll.broken.is_empty() {
            let how =
                self.pick(&["broke and ran", "lost heart and ran", "went to the rear in rout"]);
            said.of(self.names.units(&toll.broken), how);
        }
        let back: Vec<UnitId> =
            toll.back.iter().copied().filter(|unit| !toll.broken.contains(unit)).collect();
        if !back.is_empty() {
            let how = self.pick(&["fell back", "gave ground", "drew off out of range"]);
            said.of(self.names.units(&back), how);
        }
        let stays = |unit: &&UnitId| {
            let told = [&toll.back, &toll.broken, &act.rallied, &act.reformed];
            !told.iter().any(|units| units.contains(unit))
        };
        let hung: Vec<UnitId> = act.hung_back.iter().filter(stays).copied().collect();
        if !hung.is_empty() {
            let how = self.pick(&["hung back", "would not go forward"]);
            said.of(self.names.units(&hung), how);
        }
        let ran = toll.gone.iter().filter(|(_, why)| *why == Removal::Edge);
        let ran: Vec<UnitId> = ran.map(|(unit, _)| *unit).collect();
        if !ran.is_empty() {
            said.of(self.names.units(&ran), "ran off the field");
        }
        for (unit, why) in toll.gone.iter().filter(|(_, why)| *why != Removal::Edge) {
            said.plain(self.gone(*unit, *why));
        }
    }

    fn gone(&self, unit: UnitId, why: Removal) -> String {
        let name = self.names.unit(unit);
        match why {
            Removal::Losses => format!("nothing was left of {name}"),
            Removal::Edge => format!("{name} ran off the field"),
            Removal::Home => format!("{name} went home, having done its part"),
            Removal::Cut => format!("{name} had no way out and laid down arms"),
            Removal::GunsLost => format!("{name} lost the guns"),
        }
    }

    fn marches(&mut self, act: &Act, said: &mut Said) {
        let going = |way: Way| -> Vec<&March> {
            act.marches.iter().filter(|march| march.way == way).collect()
        };
        self.advance(act.side, &going(Way::Forward), said);
        let units =
            |marches: &[&March]| -> Vec<UnitId> { marches.iter().map(|m| m.unit).collect() };
        let (back, along) = (units(&going(Way::Back)), units(&going(Way::Along)));
        if !back.is_empty() {
            let how = self.pick(&["drew back", "was withdrawn", "went to the rear"]);
            let many = self.names.are_many(&back);
            let how = &if many { how.replace("was ", "were ") } else { how.to_owned() };
            said.of(self.names.units(&back), how);
        }
        if !along.is_empty() {
            let how = self.pick(&["shifted ground", "moved along the front", "took new ground"]);
            said.of(self.names.units(&along), how);
        }
        let mut formations: Vec<Formation> = Vec::new();
        for (_, formation) in &act.formed {
            if !formations.contains(formation) {
                formations.push(*formation);
            }
        }
        for into in formations {
            let who = act.formed.iter().filter(|(_, formation)| *formation == into);
            let units: Vec<UnitId> = who.map(|(unit, _)| *unit).collect();
            let verb = if into == Formation::Line { "deployed into" } else { "went into" };
            said.of(self.names.units(&units), &format!("{verb} {}", naming::formation(into)));
        }
        if !act.unlimbered.is_empty() {
            said.of(self.names.units(&act.unlimbered), "unlimbered");
        }
    }

    /// One sentence for a whole advance: by its leaders where they are many, by its units where it is small.
    fn advance(&mut self, side: Side, marches: &[&March], said: &mut Said) {
        if marches.is_empty() {
            return;
        }
        let mut leaders: Vec<u16> = Vec::new();
        for leader in marches.iter().filter_map(|march| march.leader) {
            if !leaders.contains(&leader) {
                leaders.push(leader);
            }
        }
        let double =
            if marches.iter().all(|march| march.double) { " at the double quick" } else { "" };
        let names: Vec<String> =
            leaders.iter().map(|leader| naming::leader(self.state.leader_name(*leader))).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let units: Vec<UnitId> = marches.iter().map(|march| march.unit).collect();
        if units.len() <= 3 || leaders.is_empty() {
            let how = self.pick(&["advanced", "went forward", "pressed on"]);
            said.of(self.names.units(&units), &format!("{how}{double}"));
            return;
        }
        let whole = self.state.of_side(side).count();
        if units.len() * 4 >= whole * 3 && leaders.len() > 1 {
            let how = self.pick(&["went forward", "advanced", "moved on the enemy"]);
            said.plain(format!(
                "the whole line of {} {how}{double}, under {}",
                self.names.army(side),
                some(&names)
            ));
            return;
        }
        let how = self.pick(&["brought", "led", "sent"]);
        let whom = self.names.units(&units);
        if leaders.len() == 1 {
            said.plain(format!("{} {how} {whom} forward{double}", names[0]));
        } else {
            said.plain(format!("{} {how} their men forward{double}: {whom}", some(&names)));
        }
    }

    /// What troops did when they saw a charge come.
    fn answers(&mut self, act: &Act, said: &mut Said) {
        for (unit, from) in &act.evaded {
            let (who, whom) = (self.names.unit(*unit), self.names.unit(*from));
            said.plain(format!("{who} slipped away before the charge of {whom}"));
        }
        for (unit, answer) in &act.answers {
            let who = self.names.unit(*unit);
            said.plain(match answer {
                AnswerKind::Countercharge => format!("{who} met the charge at the gallop"),
                AnswerKind::Square => format!("{who} threw {} into square", self.own(*unit)),
                AnswerKind::Present => format!("{who} presented bayonets"),
                AnswerKind::Rejoin => format!("{who} ran in to the regiment"),
                AnswerKind::Shelter => format!("the gunners of {who} ran for shelter"),
            });
        }
    }

    fn own(&self, unit: UnitId) -> &'static str {
        if self.names.are_many(&[unit]) { "themselves" } else { "itself" }
    }

    fn theirs(&self, unit: UnitId) -> &'static str {
        if self.names.are_many(&[unit]) { "their" } else { "its" }
    }

    /// The worst volleys one by one, the rest in a sentence.
    fn fire(&mut self, act: &Act, said: &mut Said) {
        let mut worst: Vec<usize> = (0..act.volleys.len()).collect();
        let matters = |volley: &Volley| {
            let only = volley.toll.disordered.len() as u32;
            volley.stopped || volley.toll.weight() > only
        };
        worst.retain(|at| matters(&act.volleys[*at]));
        worst.sort_by_key(|at| {
            let volley = &act.volleys[*at];
            (std::cmp::Reverse((volley.stopped, volley.toll.weight())), *at)
        });
        let rest = worst.split_off(worst.len().min(VOLLEYS));
        worst.sort_unstable();
        for at in &worst {
            said.plain(self.volley(&act.volleys[*at]));
        }
        let lost: u32 = rest
            .iter()
            .flat_map(|at| act.volleys[*at].toll.lost.iter())
            .filter(|(unit, _)| self.state.unit(**unit).unit.is_troops())
            .map(|(_, stands)| u32::from(*stands) * u32::from(self.state.scenario.men))
            .sum();
        if lost > 0 {
            said.plain(format!("elsewhere along the line fire brought down another {lost} men"));
        }
        for at in &rest {
            for (unit, why) in &act.volleys[*at].toll.gone {
                said.plain(self.gone(*unit, *why));
            }
        }
        let told = |at: &usize| worst.contains(at);
        let others = (0..act.volleys.len()).filter(|at| !told(at));
        let mut shaken: Vec<UnitId> =
            others.flat_map(|at| act.volleys[at].toll.disordered.iter().copied()).collect();
        shaken.dedup();
        if !shaken.is_empty() {
            let how = self.pick(&["fire disordered", "galling fire shook", "fire unsteadied"]);
            said.plain(format!("{how} {}", self.names.units(&shaken)));
        } else if worst.is_empty() && act.volleys.len() > 2 {
            let words = ["there was much firing to little purpose", "the firing did little harm"];
            said.plain(self.pick(&words).to_owned());
        }
    }

    fn volley(&mut self, volley: &Volley) -> String {
        let toll = &volley.toll;
        let (target, firers) = (volley.target, self.names.units(&volley.firers));
        let whom = self.names.unit(target).to_owned();
        let lost = toll.lost.get(&target).map(|stands| self.loss(target, *stands));
        let flank = if volley.enfilade { " in flank" } else { "" };
        // What it did to its target, told of the target or of those who fired.
        let suffers = if toll.has_gone(target) || !toll.disordered.contains(&target) {
            String::new()
        } else {
            " and fell into disorder".to_owned()
        };
        let them = self.names.them(&[target]);
        let inflicts = if suffers.is_empty() {
            String::new()
        } else {
            format!(" and threw {them} into disorder")
        };
        self.told += 1;
        let text = match (&lost, volley.stopped) {
            (Some(lost), true) => format!(
                "the fire of {firers} stopped the charge of {whom}, who left {lost} on the ground"
            ),
            (None, true) => format!("the fire of {firers} stopped the charge of {whom}"),
            (Some(lost), false) if volley.cannonade => {
                let how = self.pick(&["opened on", "threw shot into", "played upon"]);
                format!("{firers} {how} {whom}{flank}, who lost {lost}{suffers}")
            }
            (Some(lost), false) => match self.told % 3 {
                0 => format!("{whom} lost {lost} to the fire of {firers}{flank}{suffers}"),
                1 => format!(
                    "{firers} poured a volley into {whom}{flank} that brought down {lost}{inflicts}"
                ),
                _ => format!(
                    "a volley of {firers} struck {whom}{flank}: {lost} fell{}",
                    if suffers.is_empty() { "" } else { ", and all was disorder" }
                ),
            },
            (None, false) => format!("{firers} fired upon {whom}{flank}{inflicts}"),
        };
        text + &self.harm(toll, target)
    }

    /// What else a volley did: guns hit, the end of units, those who stood behind.
    fn harm(&self, toll: &Toll, target: UnitId) -> String {
        let mut text = String::new();
        let lost = toll.lost.contains_key(&target);
        let harms = toll.guns.iter().filter(|(unit, _)| *unit == target && !lost);
        let harms: Vec<&str> = harms.map(|(_, harm)| harm_told(*harm)).collect();
        match harms.as_slice() {
            [] => {}
            [one] => text += &format!(", and {one} a gun"),
            [one, ..] => text += &format!(", and {one} {} guns", harms.len()),
        }
        if toll.has_gone(target) {
            text += &format!("; that was the end of {}", self.names.them(&[target]));
        } else if toll.broken.contains(&target) {
            text += &format!("; {} broke", self.names.unit(target));
        }
        for (unit, stands) in toll.lost.iter().filter(|(unit, _)| **unit != target) {
            text += &format!("; {} lost {} too", self.names.unit(*unit), self.loss(*unit, *stands));
        }
        text
    }

    fn fight(&mut self, fight: &Fight) -> String {
        let (who, whom) = (self.names.units(&fight.attackers), self.names.units(&fight.defenders));
        let them = self.names.them(&fight.defenders);
        let flank = if fight.flank { " in flank" } else { "" };
        let hard = if fight.desperate { " after a desperate struggle" } else { "" };
        let outcome = match fight.ending {
            Ending::Decided { effect, .. } => match effect {
                ChargeEffect::SweptFromTheField => format!("and swept {them} away{hard}"),
                ChargeEffect::DrivenBack => format!("and drove {them} back{hard}"),
                ChargeEffect::HardPressed => format!("and pressed {them} back{hard}"),
                ChargeEffect::DesperateStruggle => "and neither would yield".to_owned(),
                ChargeEffect::Falter => format!("and faltered{hard}"),
                ChargeEffect::Recoil => format!("and recoiled{hard}"),
                ChargeEffect::Repulsed => {
                    format!("and {} hurled back{hard}", self.names.were(&fight.attackers))
                }
            },
            Ending::AttackerGone => "and perished in a desperate struggle".to_owned(),
            Ending::DefenderGone => format!("and destroyed {them} in a desperate struggle"),
            Ending::BothGone => "and both perished in a desperate struggle".to_owned(),
        };
        let verb = self.pick(&["charged", "went in on", "closed with"]);
        let steel = if fight.steel { " with cold steel" } else { "" };
        let mut text = format!("{who} {verb} {whom}{flank}{steel} {outcome}");
        text += &self.cost(fight);
        if let Some(next) = fight.through {
            text += &format!("; the charge went on at {}", self.names.unit(next));
        }
        text
    }

    fn cost(&self, fight: &Fight) -> String {
        let toll = &fight.toll;
        let mut parts = Vec::new();
        for (unit, stands) in &toll.lost {
            let (name, loss) = (self.names.unit(*unit), self.loss(*unit, *stands));
            let why = toll.gone.iter().find(|(gone, _)| gone == unit).map(|(_, why)| *why);
            parts.push(match why {
                Some(Removal::Edge | Removal::Home) => {
                    format!("{name} lost {loss} and ran off the field")
                }
                Some(Removal::Cut) => format!("{name} lost {loss} and laid down arms"),
                Some(Removal::Losses | Removal::GunsLost) => {
                    let loss = loss.strip_prefix("a ").unwrap_or(&loss);
                    format!("{name} lost {} last {loss}", self.theirs(*unit))
                }
                None if toll.broken.contains(unit) => format!("{name} lost {loss} and broke"),
                None => format!("{name} lost {loss}"),
            });
        }
        let unharmed = |unit: &&UnitId| !toll.lost.contains_key(unit) && !toll.has_gone(**unit);
        let broken: Vec<UnitId> = toll.broken.iter().filter(unharmed).copied().collect();
        if !broken.is_empty() {
            parts.push(format!("{} broke", self.names.units(&broken)));
        }
        for (unit, why) in &toll.gone {
            if !toll.lost.contains_key(unit) {
                parts.push(self.gone(*unit, *why));
            }
        }
        match parts.as_slice() {
            [] => String::new(),
            parts => format!("; {}", some(&parts.iter().map(String::as_str).collect::<Vec<_>>())),
        }
    }

    /// Charges that were declared and came to no blow, unless fire stopped them.
    fn empty_charges(&mut self, act: &Act, said: &mut Said) {
        let told = |unit: UnitId| {
            act.fights.iter().any(|fight| fight.attackers.contains(&unit))
                || act.evaded.iter().any(|(_, from)| *from == unit)
                || act
                    .volleys
                    .iter()
                    .any(|v| v.stopped && v.target == unit || v.toll.has_gone(unit))
        };
        let mut found: Vec<UnitId> = Vec::new();
        let mut short: Vec<UnitId> = Vec::new();
        for charge in act.charges.iter().filter(|charge| !told(charge.unit)) {
            match act.unmet.iter().find(|unmet| unmet.unit == charge.unit) {
                Some(unmet) if unmet.parted => {
                    let [who, whom] = [charge.unit, charge.target].map(|u| self.names.unit(u));
                    let but = "but fire had thinned the ranks and the lines did not meet";
                    said.plain(format!("{who} charged up to {whom}, {but}"));
                }
                Some(_) => found.push(charge.unit),
                None => short.push(charge.unit),
            }
        }
        if !found.is_empty() {
            let who = self.names.units(&found);
            said.plain(format!("{who} charged and found nobody left to fight"));
        }
        if !short.is_empty() {
            said.plain(format!("the charge of {} did not come home", self.names.units(&short)));
        }
    }

    fn prizes(&mut self, act: &Act, said: &mut Said) {
        for (unit, by) in &act.guns_taken {
            let (whose, who) = (self.names.unit(*unit), self.names.unit(*by));
            said.plain(format!("{who} took a gun of {whose}"));
        }
        for side in [Side::First, Side::Second] {
            let mut keys: Vec<&str> = Vec::new();
            for (key, by) in act.keys.iter().filter(|(_, by)| *by == side) {
                // What was taken and lost again in one turn is where it was.
                let mut takers = act.keys.iter().filter(|(other, _)| other == key);
                let ends = (takers.clone().next_back(), takers.next());
                let name = self.names.key(*key);
                if ends.0.map(|(_, by)| by) == Some(by) && ends.0 == ends.1 && !keys.contains(&name)
                {
                    keys.push(name);
                }
            }
            if !keys.is_empty() {
                let keys = some(&keys);
                let how = self.pick(&["took", "won", "gained"]);
                said.plain(format!("{} {how} {keys}", self.names.army(side)));
            }
        }
        for (name, fate) in &act.hit {
            let name = naming::leader(name);
            match fate {
                LeaderFate::Lost => said.plain(format!("{name} fell")),
                LeaderFate::Absent => {
                    said.plain(format!("{name} was carried to the rear, stunned"))
                }
                LeaderFate::Dismounted => {
                    said.plain(format!("{name} had his horse shot under him"))
                }
                LeaderFate::Unhurt => {}
            }
        }
        if !act.low.is_empty() {
            said.plain(format!("{} ran low on ammunition", self.names.units(&act.low)));
        }
    }

    fn officers(&mut self, act: &Act, said: &mut Said) {
        for (name, lost) in &act.succeeded {
            let name = match name.starts_with("Successor of ") {
                true => "another officer".to_owned(),
                false => naming::leader(name),
            };
            let lost = naming::leader(lost);
            said.plain(format!("{name} took the place of {lost}"));
        }
    }

    /// How it ended, in a sentence.
    pub fn end(&self, victory: &Victory) -> String {
        let why = match victory.why {
            Over::LastTurn => "so the day ended",
            Over::ArmyGone => "one army had left the field",
            Over::Resigned => "one side gave up the field",
            Over::Objective => "an army held what it had come for",
        };
        let winner = match victory.winner {
            Some(side) => format!("{} had the victory", self.names.army(side)),
            None => "neither army had won".to_owned(),
        };
        format!("{why}: {winner}")
    }
}

fn harm_told(harm: GunHarm) -> &'static str {
    match harm {
        GunHarm::Silenced => "silenced",
        GunHarm::Damaged => "damaged",
        GunHarm::DamagedAndSilenced => "damaged and silenced",
        GunHarm::Wrecked => "wrecked",
    }
}
