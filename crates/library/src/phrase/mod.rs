//! Situations as players say them: `2nd Wisconsin 11/9/6 Vet field column disordered`.
//!
//! A phrase is a list of words in any order. What stands before a label such as `11/9/6` is the
//! unit's name; `[German jaegers]` takes the ratings of the army lists. An unknown word is an
//! error that names the nearest known one.

mod error;
mod remark;
mod words;

use engine::charge::Fighter;
use engine::fire::{Charging, Firers, Target};
use engine::maneuver::{Check, Command, Woods};
use engine::{Arm, Formation, Trait};
use geometry::Length;
use rulebook::{Feature, Ground, Level, Morale, Nation, Rulebook, Thresholds, WeaponKind};

use crate::nearest;

pub use error::PhraseError;
pub use remark::{Remark, remarks};
use words::{Draft, Standing};
pub use words::{WORDS, Word};

/// What a phrase can be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// A unit that checks.
    Check,
    /// Stands that fire.
    Firers,
    /// A target.
    Target,
    /// A unit in a charge.
    Fighter,
}

impl Topic {
    /// Every topic.
    pub const ALL: [Topic; 4] = [Topic::Check, Topic::Firers, Topic::Target, Topic::Fighter];

    /// Words for it.
    pub const fn name(self) -> &'static str {
        match self {
            Topic::Check => "a maneuver check",
            Topic::Firers => "firing stands",
            Topic::Target => "a target",
            Topic::Fighter => "a unit in a charge",
        }
    }
}

/// Reads phrases with the words, weapons and lists of one rulebook.
pub struct Reader<'a> {
    book: &'a Rulebook,
}

impl<'a> Reader<'a> {
    /// A reader for `book`.
    pub fn new(book: &'a Rulebook) -> Reader<'a> {
        Reader { book }
    }

    /// A unit about to check.
    pub fn check(&self, phrase: &str) -> Result<Check, PhraseError> {
        let draft = self.draft(phrase, Topic::Check)?;
        let command = match draft.standing {
            Standing::In => Command::InCommand(draft.rating),
            Standing::Provisional => Command::Provisional(draft.rating),
            Standing::Out => Command::OutOfCommand,
        };
        Ok(Check {
            command,
            outflanked: draft.outflanked,
            outflanked_by: None,
            linear_cover: draft.linear_cover,
            friends: draft.friends,
            woods: draft.woods,
            key_position_lost: draft.key_position_lost,
            losses: draft.losses,
            close_range: draft.close_range,
            fortified: draft.fortified,
            night: false,
            unit: draft.unit,
        })
    }

    /// What a scenario writer should look at twice in a unit that names a line of the army lists.
    pub fn remarks(&self, phrase: &str) -> Result<Vec<Remark>, PhraseError> {
        let unit = self.draft(phrase, Topic::Check)?.unit;
        let named = phrase.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
        let row = named.and_then(|(name, _)| self.book.army_row(name.trim()));
        Ok(row.map(|row| remarks(self.book, &unit, row)).unwrap_or_default())
    }

    /// The ground a phrase about a check says the unit will charge over.
    pub fn ground(&self, phrase: &str) -> Result<Ground, PhraseError> {
        Ok(self.draft(phrase, Topic::Check)?.ground)
    }

    /// Stands that fire.
    pub fn firers(&self, phrase: &str) -> Result<Firers, PhraseError> {
        let draft = self.draft(phrase, Topic::Firers)?;
        let Some(weapon) = draft.unit.weapon.clone() else {
            return Err(PhraseError::Missing {
                what: "firing stands need a weapon, as in \"8 RM @4\"",
            });
        };
        let Some(range) = draft.range else {
            return Err(PhraseError::Missing {
                what: "firing stands need a distance, as in \"8 RM @4\"",
            });
        };
        if draft.unit.strength.stands == 0 {
            return Err(PhraseError::Missing {
                what: "firing stands need a number, as in \"8 RM @4\"",
            });
        }
        let mut firers = draft.unit.as_firers(self.book, range).unwrap_or_else(|| {
            Firers::new(draft.unit.nation, &weapon, draft.unit.strength.stands, range)
        });
        firers.damaged = draft.damaged;
        firers.low_on_ammunition = draft.low_on_ammunition;
        firers.in_charge = draft.in_charge;
        firers.enfilading = draft.enfilading;
        firers.most_of_the_unit = !draft.part;
        Ok(firers)
    }

    /// What is fired at.
    pub fn target(&self, phrase: &str) -> Result<Target, PhraseError> {
        let draft = self.draft(phrase, Topic::Target)?;
        let charging = match (draft.countercharging, draft.cold_steel, draft.charging) {
            (true, true, _) => Charging::CounterchargingWithSteel,
            (true, false, _) => Charging::Countercharging,
            (false, true, _) => Charging::ColdSteel,
            (false, false, true) => Charging::Charging,
            (false, false, false) => Charging::No,
        };
        Ok(Target {
            cover: draft.cover,
            covered: None,
            exposure: draft.exposure,
            charging,
            behind: Vec::new(),
            leader: draft.leader_at,
            unit: draft.unit,
        })
    }

    /// A unit in a charge; it charged if it says so, or if it is the attacker.
    pub fn fighter(&self, phrase: &str, attacks: Attacks) -> Result<Fighter, PhraseError> {
        let draft = self.draft(phrase, Topic::Fighter)?;
        let moves = attacks == Attacks::Yes || draft.charging || draft.countercharging;
        let fighter = Fighter {
            in_contact: !draft.support,
            outflanked: draft.outflanked,
            cold_steel: draft.cold_steel,
            charged_over: moves.then_some(draft.ground),
            position: draft.position,
            supported: draft.supported,
            ..Fighter::of(draft.unit)
        };
        Ok(fighter.in_woods(draft.woods))
    }

    fn draft(&self, phrase: &str, topic: Topic) -> Result<Draft, PhraseError> {
        let mut draft = Draft::new(self.book.nations[0]);
        let (name, rest) = split_name(phrase);
        // Words before a label are the unit's name, unless every one of them says something.
        let (name, rest) = if self.are_words(name, topic) { ("", phrase) } else { (name, rest) };
        draft.unit.name = name.into();
        let rest = self.take_type(rest, &mut draft)?;
        let tokens = split(&rest);
        let mut at = 0;
        while at < tokens.len() {
            at += self.token(&tokens[at..], topic, &mut draft)?;
        }
        self.arms(&mut draft)?;
        self.formation_of_this_war(&draft)?;
        self.ratings(&mut draft);
        self.strength(&mut draft, topic)?;
        Ok(draft)
    }

    /// Does everything in `text` say something of a unit?
    fn are_words(&self, text: &str, topic: Topic) -> bool {
        let mut draft = Draft::new(self.book.nations[0]);
        let tokens = split(text);
        let mut at = 0;
        while at < tokens.len() {
            match self.token(&tokens[at..], topic, &mut draft) {
                Ok(taken) => at += taken,
                Err(_) => return false,
            }
        }
        true
    }

    /// Takes `[a line of the army lists]` out of the phrase.
    fn take_type(&self, phrase: &str, draft: &mut Draft) -> Result<String, PhraseError> {
        let Some((before, after)) = phrase.split_once('[') else {
            return Ok(phrase.to_owned());
        };
        let Some((name, after)) = after.split_once(']') else {
            return Err(PhraseError::Missing {
                what: "a `[` needs its `]`, as in \"[German jaegers]\"",
            });
        };
        let Some(row) = self.book.army_row(name.trim()) else {
            let near = nearest(name.trim(), self.book.army.iter().map(|r| &*r.name));
            let near = near.map(|n| format!("[{n}]"));
            return Err(PhraseError::Unknown { word: format!("[{name}]"), near });
        };
        draft.unit.nation = row.nation;
        draft.nation_given = true;
        draft.unit.arm = row.arm;
        draft.unit.mounted = row.arm == Arm::Cavalry;
        draft.rate(row.experience[0]);
        draft.morale = row.morale.first().copied();
        draft.unit.traits = row.traits;
        if row.traits.contains(Trait::OpenOrderOnly) {
            draft.unit.formation = Formation::OpenOrder;
        }
        if let Some(code) = row.weapons.first() {
            draft.weapon = Some(code.to_string());
        }
        Ok(format!("{before} {after}"))
    }

    /// Reads what begins at the first token; says how many tokens it took.
    fn token(
        &self,
        tokens: &[&str],
        topic: Topic,
        draft: &mut Draft,
    ) -> Result<usize, PhraseError> {
        let word = tokens[0];
        if let Some(label) = Thresholds::parse(word) {
            draft.label = Some(label);
            return Ok(1);
        }
        if let Some(taken) = self.number(tokens, topic, draft)? {
            return Ok(taken);
        }
        if let Some(taken) = self.known_word(tokens, topic, draft)? {
            return Ok(taken);
        }
        if let Some(nation) = self.nation(word) {
            draft.unit.nation = nation;
            draft.nation_given = true;
            return Ok(1);
        }
        if self.book.nations.iter().any(|&nation| self.book.weapon(word, nation).is_some()) {
            draft.weapon = Some(word.to_owned());
            return Ok(1);
        }
        Err(PhraseError::Unknown { word: word.to_owned(), near: self.near(word) })
    }

    fn known_word(
        &self,
        tokens: &[&str],
        topic: Topic,
        draft: &mut Draft,
    ) -> Result<Option<usize>, PhraseError> {
        for length in (1..=tokens.len().min(4)).rev() {
            let spelled = tokens[..length].join("-").to_lowercase();
            let Some(word) = WORDS.iter().find(|w| w.names.contains(&spelled.as_str())) else {
                continue;
            };
            if !word.fits(topic) {
                return Err(PhraseError::Misplaced { word: spelled, about: topic.name() });
            }
            (word.set)(draft);
            return Ok(Some(length));
        }
        Ok(None)
    }

    fn number(
        &self,
        tokens: &[&str],
        topic: Topic,
        draft: &mut Draft,
    ) -> Result<Option<usize>, PhraseError> {
        let word = tokens[0].to_lowercase();
        let next = tokens.get(1).map(|t| t.to_lowercase()).unwrap_or_default();
        let length = |text: &str| {
            text.parse::<Length>().map_err(|_| PhraseError::Number {
                word: text.to_owned(),
                expected: "inches such as 4 or 4.5".to_owned(),
            })
        };
        if let Some(range) = word.strip_prefix('@') {
            draft.range = Some(length(range)?);
            return Ok(Some(1));
        }
        if word == "at" && !next.is_empty() {
            draft.range = Some(length(&next)?);
            return Ok(Some(2));
        }
        if word == "friends" && topic == Topic::Check && !next.is_empty() {
            draft.friends = Some(length(next.trim_start_matches('@'))?);
            return Ok(Some(2));
        }
        if word == "leader" && topic == Topic::Target && !next.is_empty() {
            draft.leader_at = Some(length(next.trim_start_matches('@'))?);
            return Ok(Some(2));
        }
        if word == "now" && !next.is_empty() {
            draft.left = Some(stands(&next)?);
            return Ok(Some(2));
        }
        if word.ends_with('"') && word.starts_with(|c: char| c.is_ascii_digit()) {
            draft.range = Some(length(&word)?);
            return Ok(Some(1));
        }
        if !word.bytes().all(|b| b.is_ascii_digit()) {
            return Ok(None);
        }
        let number = stands(&word)?;
        match next.as_str() {
            "stands" | "stand" => draft.stands = Some(number),
            "left" => draft.left = Some(number),
            "damaged" => draft.damaged = number,
            "in-woods" => draft.woods = Woods::Stands(number),
            "in" if tokens.get(2).is_some_and(|t| t.eq_ignore_ascii_case("woods")) => {
                draft.woods = Woods::Stands(number);
                return Ok(Some(3));
            }
            _ => {
                draft.stands = Some(number);
                return Ok(Some(1));
            }
        }
        Ok(Some(2))
    }

    fn nation(&self, word: &str) -> Option<Nation> {
        let word = word.to_lowercase();
        let nation = match word.as_str() {
            "mex" | "mexico" => Nation::Mexican,
            "csa" | "confederates" => Nation::Confederate,
            "american" | "americans" if !self.book.nations.contains(&Nation::American) => {
                Nation::UnitedStates
            }
            "americans" => Nation::American,
            other => other.parse().ok()?,
        };
        self.book.nations.contains(&nation).then_some(nation)
    }

    /// Settles seat, nation and weapon, in whatever order they were said.
    fn arms(&self, draft: &mut Draft) -> Result<(), PhraseError> {
        let book = self.book;
        if let Some(mounted) = draft.mounted {
            draft.unit.mounted = mounted;
        }
        let Some(code) = draft.weapon.clone() else {
            if draft.unit.is_troops() {
                let default = book.default_weapon(draft.unit.nation, draft.unit.arm);
                draft.unit.weapon = default.and_then(|d| d.weapon.clone());
            }
            return Ok(());
        };
        let free = !draft.nation_given || draft.captured;
        let others = book.nations.iter().copied().filter(|_| free);
        let own = [draft.unit.nation].into_iter().filter(|_| !draft.captured);
        let mut nations = own.chain(others.filter(|&n| !draft.captured || n != draft.unit.nation));
        let Some((nation, weapon)) = nations.find_map(|n| Some((n, book.weapon(&code, n)?))) else {
            return Err(PhraseError::Weapon { code, nation: draft.unit.nation });
        };
        let piece = book.piece(&code, nation).or_else(|| {
            let has = |p: &&rulebook::Piece| p.nations.is_empty() || p.nations.contains(&nation);
            book.pieces.iter().filter(has).find(|p| p.weapon == weapon.code)
        });
        if draft.captured {
            draft.unit.make = Some(nation);
        } else {
            draft.unit.nation = nation;
        }
        draft.unit.weapon = Some(weapon.code.clone());
        if weapon.kind != WeaponKind::SmallArm {
            draft.unit.arm = Arm::Guns;
            if let Some(piece) = piece.filter(|_| !draft.carriage_given) {
                draft.unit.guns.carriage = piece.carriage;
            }
        }
        Ok(())
    }

    fn formation_of_this_war(&self, draft: &Draft) -> Result<(), PhraseError> {
        let war = || self.book.title.to_string();
        if draft.unit.formation.is_square() && !self.book.has(Feature::Square) {
            return Err(PhraseError::NotInThisWar { word: "square", war: war() });
        }
        if draft.unit.presenting && !self.book.has(Feature::PresentBayonets) {
            return Err(PhraseError::NotInThisWar { word: "presenting of bayonets", war: war() });
        }
        Ok(())
    }

    fn near(&self, word: &str) -> Option<String> {
        let book = self.book;
        let words = WORDS.iter().flat_map(|w| w.names.iter().copied());
        let codes = book.weapons.iter().map(|w| &*w.code);
        let nations = book.nations.iter().map(|n| n.name());
        nearest(word, words.chain(codes).chain(nations)).map(str::to_owned)
    }

    /// Fills in the ratings nobody wrote.
    fn ratings(&self, draft: &mut Draft) {
        for default in &self.book.rating_defaults {
            let unit = &draft.unit;
            let class = default.class.is_none_or(|class| unit.traits.contains(class));
            let nation = default.nations.is_empty() || default.nations.contains(&unit.nation);
            if !class || !nation {
                continue;
            }
            if let Some(experience) = default.experience.filter(|_| !draft.experience_given) {
                draft.unit.experience = experience;
            }
            let troops = draft.unit.is_troops();
            draft.morale = draft.morale.or(default.morale.filter(|_| troops));
        }
    }

    fn strength(&self, draft: &mut Draft, topic: Topic) -> Result<(), PhraseError> {
        let table = &self.book.effectiveness;
        if let Some(label) = draft.label {
            self.known_label(label)?;
        }
        let troops = draft.unit.is_troops();
        let fires = topic == Topic::Firers;
        let label = draft.label.or_else(|| {
            table.thresholds(draft.stands?, draft.morale?).filter(|_| troops && !fires)
        });
        let stands = match (draft.left.or(draft.stands), label, draft.level) {
            (Some(stands), _, _) => stands,
            (None, Some(label), Some(Level::Worn)) => label.worn.unwrap_or(label.starting),
            (None, Some(label), Some(Level::Spent)) => label.spent,
            (None, Some(label), _) => label.starting,
            (None, None, _) => 0,
        };
        let most = label.map(|label| label.starting).or(draft.stands);
        if let Some(most) = most.filter(|&most| stands > most) {
            let expected = format!("at most {most} stands");
            return Err(PhraseError::Number { word: format!("now {stands}"), expected });
        }
        let sizes = table.smallest..=table.largest;
        if troops && !fires && stands > 0 && !sizes.contains(&stands) {
            let expected = format!("{} to {} stands", table.smallest, table.largest);
            return Err(PhraseError::Number { word: format!("{stands} stands"), expected });
        }
        let strength = &mut draft.unit.strength;
        strength.stands = stands;
        strength.level = draft.level.unwrap_or(Level::Fresh);
        strength.label =
            label.filter(|label| draft.level.is_none_or(|level| label.level(stands) == level));
        Ok(())
    }

    fn known_label(&self, label: Thresholds) -> Result<(), PhraseError> {
        let table = &self.book.effectiveness;
        let of_size: Vec<Thresholds> = Morale::ALL
            .iter()
            .filter_map(|&morale| table.thresholds(label.starting, morale))
            .collect();
        if of_size.contains(&label) {
            return Ok(());
        }
        let mut expected: Vec<String> = of_size.iter().map(Thresholds::to_string).collect();
        expected.dedup();
        let expected = match expected.as_slice() {
            [] => format!("{} to {} stands", table.smallest, table.largest),
            known => known.join(", "),
        };
        Err(PhraseError::Label { label: label.to_string(), expected })
    }
}

/// Does the unit charge by being the attacker?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attacks {
    /// It is the attacker.
    Yes,
    /// It was charged.
    No,
}

fn split(text: &str) -> Vec<&str> {
    text.split([' ', ',', '\t']).filter(|token| !token.is_empty()).collect()
}

fn split_name(phrase: &str) -> (&str, &str) {
    let mut offset = 0;
    for token in phrase.split_inclusive(' ') {
        if Thresholds::parse(token.trim().trim_end_matches(',')).is_some() {
            return (phrase[..offset].trim(), &phrase[offset..]);
        }
        offset += token.len();
    }
    ("", phrase)
}

fn stands(word: &str) -> Result<u8, PhraseError> {
    word.parse().ok().filter(|n| (1..=60).contains(n)).ok_or_else(|| PhraseError::Number {
        word: word.to_owned(),
        expected: "a number from 1 to 60".to_owned(),
    })
}
