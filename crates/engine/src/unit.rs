//! A unit as far as tables ask about it: ratings, strength, order, formation. Where it stands is
//! not known here.

use std::sync::Arc;

use rulebook::{
    Arm, Carriage, Experience, Level, Nation, Rulebook, Set, Terms, Thresholds, Trait, Weapon,
    named,
};
use schemars::JsonSchema;
use serde::Serialize;

named! {
    /// Order.
    pub enum Order {
        /// Good order.
        Good = "good-order",
        /// Disordered.
        Disordered = "disordered",
        /// Broken.
        Broken = "broken",
    }
}

named! {
    /// Formation of a troop unit.
    pub enum Formation {
        /// Line.
        Line = "line",
        /// Supported line.
        SupportedLine = "supported-line",
        /// Open order, or extended line.
        OpenOrder = "open-order",
        /// Field column.
        FieldColumn = "field-column",
        /// March column.
        MarchColumn = "march-column",
        /// Storming column.
        StormingColumn = "storming-column",
        /// Square.
        Square = "square",
        /// Square formed in haste this turn.
        HastySquare = "hasty-square",
        /// Garrison.
        Garrison = "garrison",
    }
}

impl Formation {
    /// A square of either kind.
    pub fn is_square(self) -> bool {
        matches!(self, Formation::Square | Formation::HastySquare)
    }
}

named! {
    /// Whether a gun is ready to move or to fire.
    pub enum Emplacement {
        /// In action.
        Unlimbered = "unlimbered",
        /// On the move.
        Limbered = "limbered",
        /// Cannot move at all.
        Fixed = "fixed",
    }
}

named! {
    /// How gun stands maneuver.
    pub enum GunRole {
        /// Together, as a battery or artillery company.
        Battery = "battery",
        /// One stand on its own.
        Section = "section",
    }
}

/// Strength of a unit and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Strength {
    /// Stands left; 0 where nobody said.
    pub stands: u8,
    /// The label, if known: losses then lower the level.
    pub label: Option<Thresholds>,
    /// The level to hold where there is no label.
    pub level: Level,
    /// Stands of the same label that are elsewhere: skirmishers out, or the regiment behind them.
    pub elsewhere: u8,
}

impl Strength {
    /// So many stands, with a label if there is one.
    pub fn new(stands: u8, label: Option<Thresholds>) -> Strength {
        Strength { stands, label, level: Level::Fresh, elsewhere: 0 }
    }

    /// The level now.
    pub fn level(self) -> Level {
        let stands = self.stands.saturating_add(self.elsewhere);
        self.label.map_or(self.level, |label| label.level(stands))
    }
}

/// The gun side of a unit; without meaning for troops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct GunState {
    /// Light, heavy or flying.
    pub carriage: Carriage,
    /// Limbered, unlimbered or fixed.
    pub emplacement: Emplacement,
    /// Battery or section.
    pub role: GunRole,
    /// Silenced.
    pub silenced: bool,
}

/// A unit as tables see it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Unit {
    /// Its name; may be empty.
    pub name: Arc<str>,
    /// Whose it is.
    pub nation: Nation,
    /// What it fights as.
    pub arm: Arm,
    /// In the saddle; without meaning for infantry and guns.
    pub mounted: bool,
    /// Experience.
    pub experience: Experience,
    /// Strength.
    pub strength: Strength,
    /// Order.
    pub order: Order,
    /// Formation.
    pub formation: Formation,
    /// Presents bayonets.
    pub presenting: bool,
    /// What else the scenario says.
    pub traits: Set<Trait>,
    /// A leader is attached.
    pub leader_attached: bool,
    /// Code of its weapon.
    pub weapon: Option<Arc<str>>,
    /// Who made its guns, if they are captured: their weapon row is the maker's.
    pub make: Option<Nation>,
    /// The gun side of it.
    pub guns: GunState,
}

impl Unit {
    /// A trained, fresh infantry line of `nation` in good order.
    pub fn new(nation: Nation) -> Unit {
        Unit {
            name: "".into(),
            nation,
            arm: Arm::Infantry,
            mounted: false,
            experience: Experience::Trained,
            strength: Strength::new(0, None),
            order: Order::Good,
            formation: Formation::Line,
            presenting: false,
            traits: Set::new(),
            leader_attached: false,
            weapon: None,
            make: None,
            guns: GunState {
                carriage: Carriage::Light,
                emplacement: Emplacement::Unlimbered,
                role: GunRole::Battery,
                silenced: false,
            },
        }
    }

    /// A formation that can be turned by the flank: not a square, not a garrison.
    pub fn has_flanks(&self) -> bool {
        !matches!(self.formation, Formation::Square | Formation::Garrison)
    }

    /// Foot or horse, not guns.
    pub fn is_troops(&self) -> bool {
        self.arm != Arm::Guns
    }

    /// Guns.
    pub fn is_guns(&self) -> bool {
        self.arm == Arm::Guns
    }

    /// Horse in the saddle, mounted infantry included.
    pub fn is_mounted(&self) -> bool {
        self.mounted && matches!(self.arm, Arm::Cavalry | Arm::MountedInfantry)
    }

    /// Cavalry in the saddle.
    pub fn is_mounted_cavalry(&self) -> bool {
        self.mounted && self.arm == Arm::Cavalry
    }

    /// Its weapon in `book`.
    pub fn weapon<'b>(&self, book: &'b Rulebook) -> Option<&'b Weapon> {
        book.weapon(self.weapon.as_deref()?, self.make.unwrap_or(self.nation))
    }

    /// Foot that has bayonets: by its traits, else by its weapon.
    pub fn has_bayonets(&self, book: &Rulebook) -> bool {
        let on_foot = self.arm == Arm::Infantry;
        let denied =
            self.traits.contains(Trait::NoBayonets) || self.traits.contains(Trait::Indians);
        let by_weapon = || self.weapon(book).is_none_or(|weapon| weapon.bayonet);
        on_foot && (self.traits.contains(Trait::Bayonets) || (!denied && by_weapon()))
    }

    /// The row of the movement chart it reads.
    pub fn movement_row(&self) -> &'static str {
        use Formation::{FieldColumn, MarchColumn, OpenOrder, StormingColumn};
        let broken = self.order == Order::Broken;
        if self.is_mounted() {
            return match self.formation {
                _ if broken => "cavalry-broken",
                OpenOrder => "cavalry-open-order",
                FieldColumn => "cavalry-field-column",
                MarchColumn | StormingColumn => "cavalry-march-column",
                _ => "cavalry-line",
            };
        }
        match self.formation {
            _ if broken => "infantry-broken",
            _ if self.presenting => "infantry-presented-bayonets",
            MarchColumn | StormingColumn => "infantry-march-column",
            _ if self.arm == Arm::Cavalry => "cavalry-dismounted",
            OpenOrder => "infantry-open-order",
            FieldColumn => "infantry-field-column",
            formation if formation.is_square() => "infantry-square",
            _ => "infantry-line",
        }
    }

    /// The label and what else is not as usual: `6/4/2 Raw cavalry, disordered`.
    pub fn described(&self, terms: &Terms) -> String {
        let mut text = self.label(terms);
        match (self.arm, self.mounted) {
            (Arm::Infantry, _) => {}
            (Arm::Cavalry, true) => text += " cavalry",
            (Arm::Cavalry, false) => text += " cavalry on foot",
            (Arm::MountedInfantry, true) => text += " mounted infantry",
            (Arm::MountedInfantry, false) => text += " mounted infantry on foot",
            (Arm::Guns, _) => text += " guns",
        }
        if let Some(label) = self.strength.label.filter(|l| l.starting != self.strength.stands) {
            text += &format!(", {} of {} left", self.strength.stands, label.starting);
        }
        if self.order != Order::Good {
            text += &format!(", {}", self.order);
        }
        if self.is_troops() && self.formation != Formation::Line {
            text += &format!(", {}", self.formation_in_words(terms));
        }
        text
    }

    /// The formation, as this war calls it.
    pub fn formation_in_words(&self, terms: &Terms) -> String {
        match self.formation {
            Formation::OpenOrder => terms.open_order.clone(),
            other => other.name().replace('-', " "),
        }
    }

    /// Formation and, if it is not good, order: `field column, disordered`.
    pub fn described_formation(&self, terms: &Terms) -> String {
        let formation = self.formation_in_words(terms);
        match self.order {
            Order::Good => formation,
            order => format!("{formation}, {order}"),
        }
    }

    /// As players write it: `2nd Wisconsin 11/9/6 Vet`.
    pub fn label(&self, terms: &Terms) -> String {
        let mut words: Vec<String> = Vec::new();
        if !self.name.is_empty() {
            words.push(self.name.to_string());
        }
        match (self.strength.label, self.strength.stands) {
            (Some(label), _) => words.push(label.to_string()),
            (None, 0) => {}
            (None, 1) => words.push("1 stand".to_owned()),
            (None, stands) => words.push(format!("{stands} stands")),
        }
        words.push(terms.experience_on_label(self.experience).to_owned());
        words.join(" ")
    }
}
