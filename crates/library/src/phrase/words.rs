//! The words of the language and what each says.

use engine::charge::Position;
use engine::fire::{Cover, Exposure};
use engine::maneuver::{Losses, Woods};
use engine::{Arm, Emplacement, Formation, GunRole, Order, Trait, Unit};
use geometry::Length;
use rulebook::{
    Carriage, Experience, Ground, LeaderRating, Level, Morale, Nation, Set, Thresholds,
};

use super::Topic;

const CHECK: u8 = 1;
const FIRERS: u8 = 2;
const TARGET: u8 = 4;
const FIGHTER: u8 = 8;
const ANY: u8 = CHECK | FIRERS | TARGET | FIGHTER;

/// Everything a phrase has said so far.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) unit: Unit,
    pub(super) experience_given: bool,
    pub(super) morale: Option<Morale>,
    pub(super) level: Option<Level>,
    pub(super) label: Option<Thresholds>,
    pub(super) stands: Option<u8>,
    pub(super) left: Option<u8>,
    pub(super) mounted: Option<bool>,
    pub(super) nation_given: bool,
    pub(super) carriage_given: bool,
    pub(super) captured: bool,
    pub(super) weapon: Option<String>,
    pub(super) rating: LeaderRating,
    pub(super) standing: Standing,
    pub(super) outflanked: bool,
    pub(super) linear_cover: bool,
    pub(super) friends: Option<Length>,
    pub(super) leader_at: Option<Length>,
    pub(super) woods: Woods,
    pub(super) key_position_lost: bool,
    pub(super) losses: Losses,
    pub(super) close_range: bool,
    pub(super) fortified: bool,
    pub(super) cover: Cover,
    pub(super) exposure: Set<Exposure>,
    pub(super) charging: bool,
    pub(super) countercharging: bool,
    pub(super) cold_steel: bool,
    pub(super) ground: Ground,
    pub(super) position: Position,
    pub(super) supported: bool,
    pub(super) support: bool,
    pub(super) range: Option<Length>,
    pub(super) damaged: u8,
    pub(super) low_on_ammunition: bool,
    pub(super) in_charge: bool,
    pub(super) enfilading: bool,
    pub(super) part: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
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
    pub(super) set: fn(&mut Draft),
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
    ANY; "captured", "guns taken from the enemy: his weapon row, your crew", |d| d.captured = true;
    ANY; "silenced", "guns silenced", |d| d.unit.guns.silenced = true;
    ANY; "heavy-carriage", "guns on heavy carriages", |d| d.carriage(Carriage::Heavy);
    ANY; "light-carriage", "guns on light carriages", |d| d.carriage(Carriage::Light);
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
    FIGHTER; "favorable-ground" | "favorable" | "uphill", "defends favorable ground", |d| d.hold(Position::Favorable);
    FIGHTER; "strong-position" | "strong", "defends a strong position", |d| d.hold(Position::Strong);
    FIGHTER; "supported", "guns with troops in support", |d| d.supported = true;
    FIGHTER; "in-support", "only supports: counts its stands, does not touch", |d| d.support = true;
}

impl Draft {
    pub(super) fn new(nation: Nation) -> Draft {
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
            captured: false,
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

    pub(super) fn rate(&mut self, experience: Experience) {
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

    fn carriage(&mut self, carriage: Carriage) {
        self.unit.guns.carriage = carriage;
        self.carriage_given = true;
    }

    /// The best of what was said counts.
    fn hold(&mut self, position: Position) {
        self.position = self.position.max(position);
    }

    fn fortify(&mut self) {
        self.fortified = true;
        self.cover = Cover::Fortified;
        self.hold(Position::Fortified);
    }

    fn steel(&mut self) {
        self.cold_steel = true;
        self.charging = true;
    }
}
