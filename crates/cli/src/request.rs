//! A question as JSON: the same words as on the command line.

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::Arc;

use engine::charge::{Combat, Fighter, Position, Side};
use engine::fire::{Cover, Firers, Light, Target};
use engine::maneuver::Check;
use engine::{Die, Scripted};
use geometry::Length;
use library::phrase::{Attacks, Reader};
use odds::assault::Assault;
use rulebook::{Rulebook, Sky};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{Fault, books};

/// A question to `dq odds` or `dq resolve`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Request {
    /// `acw`, `awi`, `1812` or `maw`.
    pub period: String,
    /// The edition.
    pub edition: Option<String>,
    /// Readings of doubtful rules.
    pub rulings: BTreeMap<String, String>,
    /// The unit that checks or is to charge.
    pub unit: Option<String>,
    /// It is night (checks and assaults).
    pub night: bool,
    /// Who fires.
    pub firers: Vec<String>,
    /// What is fired at.
    pub target: Option<String>,
    /// Units massed behind the target.
    pub behind: Vec<String>,
    /// The light to fire by.
    pub light: Option<String>,
    /// Who charges.
    pub attacker: Vec<String>,
    /// Who is charged.
    pub defender: Vec<String>,
    /// The second combat, of a breakthrough charge.
    pub second: bool,
    /// How far a charge has to go.
    pub distance: Option<String>,
    /// Charge with cold steel.
    pub cold_steel: bool,
    /// Friends that support a charge.
    pub support: Vec<String>,
    /// Dice that were rolled.
    #[schemars(inner(range(min = 1, max = 10)))]
    pub dice: Vec<i64>,
}

impl Request {
    /// Reads a question from a file, or from standard input if the file is `-`.
    pub fn read(file: &str) -> Result<Request, Fault> {
        let mut text = String::new();
        let read = match file {
            "-" => std::io::stdin().read_to_string(&mut text).map(|_| ()),
            path => std::fs::read_to_string(path).map(|content| text = content),
        };
        let name = if file == "-" { "standard input" } else { file };
        read.map_err(|error| Fault(format!("cannot read {name}: {error}")))?;
        Request::parse(&text).map_err(|Fault(why)| Fault(format!("{name} {why}")))
    }

    /// Reads a question from its text.
    pub fn parse(text: &str) -> Result<Request, Fault> {
        let example = "{ \"period\": \"acw\", \"unit\": \"8/6/4 Vet\" }";
        if !text.trim_start().starts_with('{') {
            return Err(Fault(format!("is not a question in JSON; expected such as {example}")));
        }
        serde_json::from_str(text)
            .map_err(|error| Fault(format!("is not a question in JSON: {error}")))
    }

    /// The rulebook with the chosen readings.
    pub fn rulebook(&self) -> Result<Arc<Rulebook>, Fault> {
        books::open(&self.period, self.edition.as_deref(), &self.rulings)
    }

    /// The check.
    pub fn check(&self, book: &Rulebook) -> Result<Check, Fault> {
        let Some(phrase) = &self.unit else {
            return Err(Fault("a check needs a unit, such as \"8/6/4 Vet column\"".to_owned()));
        };
        let mut check = Reader::new(book).check(phrase)?;
        check.night = self.night;
        Ok(check)
    }

    /// The firing stands.
    pub fn firers(&self, book: &Rulebook) -> Result<Vec<Firers>, Fault> {
        few("groups that fire", &self.firers)?;
        let reader = Reader::new(book);
        let firers: Result<Vec<Firers>, _> =
            self.firers.iter().map(|phrase| reader.firers(phrase)).collect();
        let firers = firers?;
        Ok(firers)
    }

    /// The target, with what is massed behind it.
    pub fn target(&self, book: &Rulebook) -> Result<Target, Fault> {
        let Some(phrase) = &self.target else {
            return Err(Fault(
                "fire needs a target, such as \"vet line partial-cover\"".to_owned(),
            ));
        };
        if self.firers.is_empty() {
            return Err(Fault("fire needs firing stands, such as \"8 RM @4\"".to_owned()));
        }
        few("units behind the target", &self.behind)?;
        let reader = Reader::new(book);
        let mut target = reader.target(phrase)?;
        for unit in &self.behind {
            target.behind.push(reader.target(unit)?.unit);
        }
        Ok(target)
    }

    /// The light.
    pub fn light(&self, book: &Rulebook) -> Result<Light, Fault> {
        let text = self.light.as_deref().unwrap_or("day");
        let expected = "day, twilight INCHES, evening TURN, morning TURN, or night overcast, moonlight or full-moon";
        let fault = || Fault(format!("`{text}` is no light; expected {expected}"));
        let turn = |limits: &[Length], turn: &str| {
            let turn: usize = turn.parse().ok()?;
            limits.get(turn.checked_sub(1)?).copied()
        };
        match text.split_once(' ').unwrap_or((text, "")) {
            ("day", "") => Ok(Light::Day),
            ("twilight", limit) => limit.parse().map(Light::Twilight).map_err(|_| fault()),
            ("evening", which) => {
                turn(&book.light.evening, which).map(Light::Twilight).ok_or_else(fault)
            }
            ("morning", which) => {
                turn(&book.light.morning, which).map(Light::Twilight).ok_or_else(fault)
            }
            ("night", sky) => sky.parse::<Sky>().map(Light::Night).map_err(|()| fault()),
            _ => Err(fault()),
        }
    }

    /// The combat.
    pub fn combat(&self, book: &Rulebook) -> Result<Combat, Fault> {
        few("attackers", &self.attacker)?;
        few("defenders", &self.defender)?;
        let reader = Reader::new(book);
        let side = |phrases: &[String], attacks| -> Result<Side, Fault> {
            let fighters: Result<Vec<Fighter>, _> =
                phrases.iter().map(|phrase| reader.fighter(phrase, attacks)).collect();
            Ok(Side { fighters: fighters? })
        };
        if self.attacker.is_empty() || self.defender.is_empty() {
            return Err(Fault(
                "a charge needs an attacker and a defender, such as \"8/5/3 Vet\"".to_owned(),
            ));
        }
        let combat = Combat {
            attacker: side(&self.attacker, Attacks::Yes)?,
            defender: side(&self.defender, Attacks::No)?,
            second: self.second,
            struggled: false,
        };
        combat.check(book)?;
        Ok(combat)
    }

    /// The assault.
    pub fn assault(&self, book: &Rulebook) -> Result<Assault, Fault> {
        few("defenders", &self.defender)?;
        few("supporting friends", &self.support)?;
        let reader = Reader::new(book);
        let light = self.light(book)?;
        let mut check = self.check(book)?;
        check.night |= matches!(light, Light::Night(_));
        if self.defender.is_empty() {
            return Err(Fault(
                "an assault needs a defender, such as --against \"8/5/3 Vet RM\"".to_owned(),
            ));
        }
        let mut defender = Side::default();
        for phrase in &self.defender {
            defender.fighters.push(reader.fighter(phrase, Attacks::No)?);
        }
        let mut companions = Vec::new();
        for phrase in &self.support {
            let mut friend = reader.fighter(phrase, Attacks::Yes)?;
            friend.in_contact = false;
            companions.push(friend);
        }
        let mut firers = self.firers(book)?;
        if self.firers.is_empty() {
            firers.extend(defender.fighters.iter().filter_map(|f| own_fire(book, f)));
        }
        firers.iter_mut().for_each(|group| group.in_charge = true);
        let distance = match &self.distance {
            None => None,
            Some(text) => Some(
                text.parse::<Length>()
                    .map_err(|error| Fault(format!("`{text}` is no distance: {error}")))?,
            ),
        };
        let ground = reader.ground(self.unit.as_deref().unwrap_or_default())?;
        let cover = match defender.fighters.first().map(|f| f.position) {
            Some(Position::Fortified) => Cover::Fortified,
            _ => Cover::Open,
        };
        let assault = Assault {
            check,
            distance,
            ground,
            cold_steel: self.cold_steel,
            outflanked: false,
            companions,
            defensive_fire: firers,
            fired_at: None,
            own_volley: None,
            defender,
            defender_cover: cover,
            light,
        };
        assault.combat().check(book)?;
        Ok(assault)
    }

    /// The dice.
    pub fn dice(&self) -> Result<Scripted, Fault> {
        if self.dice.is_empty() {
            return Err(Fault("give the die that was rolled, such as --die 7".to_owned()));
        }
        let die = |&face: &i64| {
            let die = u8::try_from(face).ok().and_then(Die::new);
            die.ok_or_else(|| Fault(format!("a die shows 1 to 10, not {face}")))
        };
        Ok(Scripted::new(self.dice.iter().map(die).collect::<Result<Vec<Die>, Fault>>()?))
    }
}

/// As many units as one side of a question may have: more than any combat holds.
const MOST: usize = 12;

fn few(what: &str, phrases: &[String]) -> Result<(), Fault> {
    if phrases.len() <= MOST {
        return Ok(());
    }
    Err(Fault(format!("{} {what}; expected at most {MOST}", phrases.len())))
}

/// The fire of a defender's own stands at a charge that has come in.
fn own_fire(book: &Rulebook, fighter: &Fighter) -> Option<Firers> {
    let mut firers = fighter.unit.as_firers(book, Length::inches(1))?;
    let reaches = book
        .weapon(&firers.weapon, firers.nation)
        .is_some_and(|weapon| weapon.band(firers.range).is_some());
    let can = !firers.mounted && !firers.presenting && firers.not_ready.is_none() && reaches;
    firers.in_charge = true;
    firers.stands = fighter.unit.stands_to_fire();
    let can = can && firers.stands > 0;
    (can && fighter.in_contact).then_some(firers)
}
