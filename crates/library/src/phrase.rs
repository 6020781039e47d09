//! Situations as players say them: `2nd Wisconsin 11/9/6 Vet field column disordered`.
//!
//! A phrase is a list of words in any order. What stands before a label such as `11/9/6` is the
//! unit's name; `[German jaegers]` takes the ratings of the army lists. An unknown word is an
//! error that names the nearest known one.

use std::fmt;

use engine::charge::{Fighter, Position};
use engine::fire::{Charging, Cover, Exposure, Firers, Target};
use engine::maneuver::{Check, Command, Losses, Woods};
use engine::{Arm, Emplacement, Formation, GunRole, Order, Trait, Unit};
use geometry::Length;
use rulebook::{
    Experience, Feature, Ground, LeaderRating, Level, Morale, Nation, Rulebook, Set, Thresholds,
    WeaponKind,
};

use crate::nearest;

/// What is wrong with a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhraseError {
    /// A word that means nothing.
    Unknown {
        /// The word.
        word: String,
        /// The nearest known word.
        near: Option<String>,
    },
    /// A word that means nothing here.
    Misplaced {
        /// The word.
        word: String,
        /// What the phrase is about.
        about: &'static str,
    },
    /// A label that the effectiveness table does not have.
    Label {
        /// The label.
        label: String,
        /// What the table has for that size.
        expected: String,
    },
    /// A word for something that another war has.
    NotInThisWar {
        /// The word.
        word: &'static str,
        /// The war.
        war: String,
    },
    /// A weapon that the nation does not have.
    Weapon {
        /// Its code.
        code: String,
        /// The nation.
        nation: Nation,
    },
    /// A number that cannot be.
    Number {
        /// What it was.
        word: String,
        /// What was expected.
        expected: String,
    },
    /// Something needed is not there.
    Missing {
        /// What.
        what: &'static str,
    },
}

impl fmt::Display for PhraseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PhraseError::Unknown { word, near: Some(near) } => {
                write!(f, "`{word}` is not a word I know; did you mean `{near}`?")
            }
            PhraseError::Unknown { word, near: None } => {
                write!(f, "`{word}` is not a word I know; `dq words` lists them")
            }
            PhraseError::Misplaced { word, about } => {
                write!(f, "`{word}` says nothing about {about}")
            }
            PhraseError::Label { label, expected } => {
                write!(f, "no unit has the label {label}; expected {expected}")
            }
            PhraseError::NotInThisWar { word, war } => write!(f, "there is no {word} in the {war}"),
            PhraseError::Weapon { code, nation } => {
                write!(f, "the {nation} side has no weapon `{code}`")
            }
            PhraseError::Number { word, expected } => {
                write!(f, "`{word}` will not do; expected {expected}")
            }
            PhraseError::Missing { what } => write!(f, "{what}"),
        }
    }
}

impl std::error::Error for PhraseError {}

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

const CHECK: u8 = 1;
const FIRERS: u8 = 2;
const TARGET: u8 = 4;
const FIGHTER: u8 = 8;
const ANY: u8 = CHECK | FIRERS | TARGET | FIGHTER;

/// Everything a phrase has said so far.
#[derive(Clone, Debug)]
struct Draft {
    unit: Unit,
    experience_given: bool,
    morale: Option<Morale>,
    level: Option<Level>,
    label: Option<Thresholds>,
    stands: Option<u8>,
    left: Option<u8>,
    mounted: Option<bool>,
    nation_given: bool,
    carriage_given: bool,
    weapon: Option<String>,
    rating: LeaderRating,
    standing: Standing,
    outflanked: bool,
    linear_cover: bool,
    friends: Option<Length>,
    leader_at: Option<Length>,
    woods: Woods,
    key_position_lost: bool,
    losses: Losses,
    close_range: bool,
    fortified: bool,
    cover: Cover,
    exposure: Set<Exposure>,
    charging: bool,
    countercharging: bool,
    cold_steel: bool,
    ground: Ground,
    position: Position,
    supported: bool,
    support: bool,
    range: Option<Length>,
    damaged: u8,
    low_on_ammunition: bool,
    in_charge: bool,
    enfilading: bool,
    part: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    In,
    Provisional,
    Out,
}

/// A word of the language.
pub struct Word {
    /// Its spellings; the first is the one we print.
    pub names: &'static [&'static str],
    /// What it means.
    pub meaning: &'static str,
    /// Where it may stand, as bits by topic.
    topics: u8,
    set: fn(&mut Draft),
}

impl Word {
    /// May it stand in a phrase about `topic`?
    pub fn fits(&self, topic: Topic) -> bool {
        self.topics & (1 << topic as u8) != 0
    }
}

macro_rules! words {
    ($($topics:expr; $($name:literal)|+, $meaning:literal, |$d:ident| $set:expr);+ $(;)?) => {
        /// Every word, in the order of the help page.
        pub const WORDS: &[Word] = &[$(Word {
            names: &[$($name),+],
            meaning: $meaning,
            topics: $topics,
            set: |$d: &mut Draft| { $set; },
        }),+];
    };
}

words! {
    ANY; "elite" | "crack" | "elt", "best experience", |d| d.rate(Experience::Elite);
    ANY; "veteran" | "vet", "veteran", |d| d.rate(Experience::Veteran);
    ANY; "trained" | "trn", "trained (the default)", |d| d.rate(Experience::Trained);
    ANY; "raw" | "green" | "grn", "worst experience", |d| d.rate(Experience::Raw);
    ANY; "fierce", "Indians rated as veterans", |d| d.indians(Experience::Veteran);
    ANY; "brave", "Indians rated as trained", |d| d.indians(Experience::Trained);
    ANY; "savage", "Indians rated as raw", |d| d.indians(Experience::Raw);
    ANY; "spirited" | "spr", "best morale class", |d| d.morale = Some(Morale::Spirited);
    ANY; "reliable" | "rel", "good morale class", |d| d.morale = Some(Morale::Reliable);
    ANY; "unreliable" | "unr", "poor morale class", |d| d.morale = Some(Morale::Unreliable);
    ANY; "dispirited" | "dis", "worst morale class", |d| d.morale = Some(Morale::Dispirited);
    ANY; "fresh", "fresh (the default)", |d| d.level = Some(Level::Fresh);
    ANY; "worn", "worn", |d| d.level = Some(Level::Worn);
    ANY; "spent", "spent", |d| d.level = Some(Level::Spent);
    ANY; "good-order", "in good order (the default)", |d| d.unit.order = Order::Good;
    ANY; "disordered", "disordered", |d| d.unit.order = Order::Disordered;
    ANY; "broken", "broken", |d| d.unit.order = Order::Broken;
    ANY; "line", "in line (the default)", |d| d.unit.formation = Formation::Line;
    ANY; "supported-line", "in supported line", |d| d.unit.formation = Formation::SupportedLine;
    ANY; "open-order" | "extended-line" | "skirmish-line", "in open order or extended line", |d| d.unit.formation = Formation::OpenOrder;
    ANY; "field-column" | "column", "in field column", |d| d.unit.formation = Formation::FieldColumn;
    ANY; "march-column", "in march column", |d| d.unit.formation = Formation::MarchColumn;
    ANY; "storming-column", "in storming column", |d| d.unit.formation = Formation::StormingColumn;
    ANY; "square", "in square", |d| d.unit.formation = Formation::Square;
    ANY; "hasty-square", "in a square formed this turn in haste", |d| d.unit.formation = Formation::HastySquare;
    ANY; "garrison", "in garrison", |d| d.unit.formation = Formation::Garrison;
    ANY; "presented-bayonets" | "presenting", "presenting bayonets", |d| d.unit.presenting = true;
    ANY; "infantry" | "foot", "infantry (the default)", |d| d.unit.arm = Arm::Infantry;
    ANY; "cavalry" | "horse" | "dragoons" | "lancers", "mounted cavalry", |d| d.ride(Arm::Cavalry);
    ANY; "mounted-infantry" | "mounted-rifles", "mounted infantry in the saddle", |d| d.ride(Arm::MountedInfantry);
    ANY; "mounted", "in the saddle", |d| d.mounted = Some(true);
    ANY; "dismounted" | "on-foot", "on foot", |d| d.mounted = Some(false);
    ANY; "battery" | "artillery-company" | "company" | "guns", "gun stands that maneuver together", |d| d.guns(GunRole::Battery);
    ANY; "section" | "battalion-gun" | "gun-section", "one gun stand on its own", |d| d.guns(GunRole::Section);
    ANY; "limbered", "guns limbered", |d| d.unit.guns.emplacement = Emplacement::Limbered;
    ANY; "unlimbered", "guns in action (the default)", |d| d.unit.guns.emplacement = Emplacement::Unlimbered;
    ANY; "fixed", "guns that cannot move", |d| d.unit.guns.emplacement = Emplacement::Fixed;
    ANY; "silenced", "guns silenced", |d| d.unit.guns.silenced = true;
    ANY; "heavy-carriage", "guns on heavy carriages", |d| d.carriage(rulebook::Carriage::Heavy);
    ANY; "light-carriage", "guns on light carriages", |d| d.carriage(rulebook::Carriage::Light);
    ANY; "militia", "rated militia", |d| d.unit.traits.insert(Trait::Militia);
    ANY; "national-guard", "Mexican national guard", |d| d.unit.traits.insert(Trait::NationalGuard);
    ANY; "auxiliaries" | "rancheros", "Mexican auxiliaries", |d| d.unit.traits.insert(Trait::Auxiliaries);
    ANY; "active-militia", "Mexican active militia", |d| d.unit.traits.insert(Trait::ActiveMilitia);
    ANY; "irregulars" | "irregular", "irregulars", |d| d.unit.traits.insert(Trait::Irregulars);
    ANY; "indians", "Indians", |d| d.unit.traits.insert(Trait::Indians);
    ANY; "marksmen" | "sharpshooters", "rated marksmen or sharpshooters", |d| d.unit.traits.insert(Trait::Marksmen);
    ANY; "bayonets", "has bayonets although its weapon takes none", |d| d.unit.traits.insert(Trait::Bayonets);
    ANY; "no-bayonets", "has no bayonets", |d| d.unit.traits.insert(Trait::NoBayonets);
    ANY; "no-sabers", "cavalry without sabers", |d| d.unit.traits.insert(Trait::NoSabers);
    ANY; "no-lances", "Mexican cavalry without lances", |d| d.unit.traits.insert(Trait::NoLances);
    ANY; "buck-and-ball", "given buck and ball by the scenario", |d| d.unit.traits.insert(Trait::BuckAndBall);
    ANY; "brave-colonel", "has a brave colonel", |d| d.unit.traits.insert(Trait::BraveColonel);
    ANY; "attached" | "leader-attached", "a leader is attached", |d| d.unit.leader_attached = true;
    CHECK; "gallant", "checks under a Gallant leader", |d| d.rating = LeaderRating::Gallant;
    CHECK; "able", "checks under an Able leader (the default)", |d| d.rating = LeaderRating::Able;
    CHECK; "poor", "checks under a Poor leader", |d| d.rating = LeaderRating::Poor;
    CHECK; "in-command", "under its own commander (the default)", |d| d.standing = Standing::In;
    CHECK; "provisional", "under another leader", |d| d.standing = Standing::Provisional;
    CHECK; "out-of-command", "in nobody's radius", |d| d.standing = Standing::Out;
    CHECK | FIGHTER; "outflanked", "outflanked", |d| d.outflanked = true;
    CHECK; "linear-cover", "behind linear cover", |d| d.linear_cover = true;
    CHECK | FIGHTER; "in-woods", "in woods, all of it (or `3 in-woods`)", |d| d.woods = Woods::In;
    CHECK; "key-position-lost", "the army has lost its key position", |d| d.key_position_lost = true;
    CHECK; "heavy-casualties", "the army has heavy casualties", |d| d.losses = Losses::Heavy;
    CHECK; "greater-losses", "the army has greater losses", |d| d.losses = Losses::Greater;
    CHECK; "close-range", "in enemy close range", |d| d.close_range = true;
    CHECK | TARGET | FIGHTER; "fortified" | "works", "in a fortified position", |d| d.fortify();
    FIRERS; "low-ammo" | "low-on-ammunition", "low on ammunition", |d| d.low_on_ammunition = true;
    FIRERS; "charged" | "in-charge", "charging, or defending against the charge they fire at", |d| d.in_charge = true;
    FIRERS; "enfilading", "behind the target's prolonged front", |d| d.enfilading = true;
    FIRERS; "part", "fewer than half of the unit's stands fire", |d| d.part = true;
    TARGET; "minor-cover", "behind a feature too slight for any but open order", |d| d.cover = Cover::Minor;
    TARGET; "partial-cover" | "partial", "in partial cover", |d| d.cover = Cover::Partial;
    TARGET; "full-cover" | "full", "in full cover", |d| d.cover = Cover::Full;
    TARGET; "about-faced", "has faced about", |d| d.exposure.insert(Exposure::AboutFaced);
    TARGET; "passage-of-lines", "made or suffered a passage of lines", |d| d.exposure.insert(Exposure::PassageOfLines);
    TARGET; "marched-by-the-flank", "marched by the flank", |d| d.exposure.insert(Exposure::MarchedByFlank);
    TARGET; "crossed-abatis", "crossed an abatis this turn", |d| d.exposure.insert(Exposure::CrossedAbatis);
    TARGET | FIGHTER; "charging", "charging", |d| d.charging = true;
    TARGET | FIGHTER; "countercharging", "countercharging", |d| d.countercharging = true;
    TARGET | FIGHTER; "cold-steel", "charging with cold steel", |d| d.steel();
    CHECK | FIGHTER; "over-open", "charged over open ground (the default)", |d| d.ground = Ground::Open;
    CHECK | FIGHTER; "over-broken", "charged over broken ground", |d| d.ground = Ground::Broken;
    CHECK | FIGHTER; "over-rough", "charged over rough ground", |d| d.ground = Ground::Rough;
    FIGHTER; "favorable-ground" | "favorable" | "uphill", "defends favorable ground", |d| d.position = Position::Favorable;
    FIGHTER; "strong-position" | "strong", "defends a strong position", |d| d.position = Position::Strong;
    FIGHTER; "supported", "guns with troops in support", |d| d.supported = true;
    FIGHTER; "in-support", "only supports: counts its stands, does not touch", |d| d.support = true;
}

impl Draft {
    fn new(nation: Nation) -> Draft {
        Draft {
            unit: Unit::new(nation),
            experience_given: false,
            morale: None,
            level: None,
            label: None,
            stands: None,
            left: None,
            mounted: None,
            nation_given: false,
            carriage_given: false,
            weapon: None,
            rating: LeaderRating::Able,
            standing: Standing::In,
            outflanked: false,
            linear_cover: false,
            friends: None,
            leader_at: None,
            woods: Woods::Out,
            key_position_lost: false,
            losses: Losses::Bearable,
            close_range: false,
            fortified: false,
            cover: Cover::Open,
            exposure: Set::new(),
            charging: false,
            countercharging: false,
            cold_steel: false,
            ground: Ground::Open,
            position: Position::Open,
            supported: false,
            support: false,
            range: None,
            damaged: 0,
            low_on_ammunition: false,
            in_charge: false,
            enfilading: false,
            part: false,
        }
    }

    fn rate(&mut self, experience: Experience) {
        self.unit.experience = experience;
        self.experience_given = true;
    }

    fn indians(&mut self, experience: Experience) {
        self.rate(experience);
        self.unit.traits.insert(Trait::Indians);
    }

    fn ride(&mut self, arm: Arm) {
        self.unit.arm = arm;
        self.unit.mounted = true;
    }

    fn guns(&mut self, role: GunRole) {
        self.unit.arm = Arm::Guns;
        self.unit.guns.role = role;
    }

    fn carriage(&mut self, carriage: rulebook::Carriage) {
        self.unit.guns.carriage = carriage;
        self.carriage_given = true;
    }

    fn fortify(&mut self) {
        self.fortified = true;
        self.cover = Cover::Fortified;
        self.position = Position::Fortified;
    }

    fn steel(&mut self) {
        self.cold_steel = true;
        self.charging = true;
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
            (true, _, _) => Charging::Countercharging,
            (false, true, _) => Charging::ColdSteel,
            (false, false, true) => Charging::Charging,
            (false, false, false) => Charging::No,
        };
        Ok(Target {
            cover: draft.cover,
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
            woods: false,
            unit: draft.unit,
        };
        Ok(fighter.in_woods(draft.woods))
    }

    fn draft(&self, phrase: &str, topic: Topic) -> Result<Draft, PhraseError> {
        let mut draft = Draft::new(self.book.nations[0]);
        let (name, rest) = split_name(phrase);
        draft.unit.name = name.into();
        let rest = self.take_type(rest, &mut draft)?;
        let tokens: Vec<&str> = rest.split([' ', ',', '\t']).filter(|t| !t.is_empty()).collect();
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
        let others = book.nations.iter().copied().filter(|_| !draft.nation_given);
        let mut nations = [draft.unit.nation].into_iter().chain(others);
        let Some((nation, weapon)) = nations.find_map(|n| Some((n, book.weapon(&code, n)?))) else {
            return Err(PhraseError::Weapon { code, nation: draft.unit.nation });
        };
        let piece = book.piece(&code, nation).or_else(|| {
            let has = |p: &&rulebook::Piece| p.nations.is_empty() || p.nations.contains(&nation);
            book.pieces.iter().filter(has).find(|p| p.weapon == weapon.code)
        });
        draft.unit.nation = nation;
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
