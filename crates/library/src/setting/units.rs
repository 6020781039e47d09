//! Units that are put somewhere by hand.

use engine::battle::{Marks, Whereabouts};
use engine::formations::Shape;
use engine::moves::may_form;
use engine::table::{GunStand, Lost, Placed, UnitId, base_of, holders_of, lose};
use engine::{Arm, Emplacement, Formation, GunRole, Order, Unit};
use geometry::{Length, Point, Pose};
use rulebook::{Feature, Trait};

use super::{Door, SetUnit};
use crate::order::Orders;

/// The gap between the stands of a battery where nothing is said.
const BATTERY_GAP: Length = Length::thousandths(500);
/// Gun stands farther apart are no battery.
const MOST_BATTERY_GAP: Length = Length::inches(2);

/// A formation that was read, and where its building is if it is a garrison.
struct Drawn {
    formation: Formation,
    shape: Shape,
    building: Option<Point>,
}

impl Door {
    /// A unit that can be set up.
    pub(super) fn known_unit(&mut self, name: &str) -> Option<UnitId> {
        let there = |id: &UnitId| self.state.marks(*id).whereabouts != Whereabouts::Rejoined;
        let ids: Vec<UnitId> = self.state.position.ids().filter(there).collect();
        let found = ids.iter().copied().find(|id| &*self.state.unit(*id).unit.name == name);
        if found.is_none() {
            let known: Vec<String> = ids.iter().map(|id| self.state.name(*id).to_owned()).collect();
            self.unknown("unit", name, &known);
        }
        found
    }

    pub(super) fn unit(&mut self, setting: &SetUnit) {
        let Some(id) = self.known_unit(&setting.name) else { return };
        let before = self.faults.len();
        if setting.gone {
            self.remove(id, setting);
        } else if let Some(placed) = self.placed(id, setting)
            && self.faults.len() == before
        {
            self.put(id, placed, setting);
        }
    }

    fn remove(&mut self, id: UnitId, setting: &SetUnit) {
        let plain = SetUnit { gone: true, ..SetUnit::named(&setting.name) };
        if *setting != plain {
            self.fault(&setting.name, "of a unit that is `gone` nothing more can be said");
        }
        if self.state.detachments().iter().any(|out| out.regiment == id || out.skirmishers == id) {
            self.fault(&setting.name, "its skirmishers are out: it cannot be `gone`");
        }
        let now = self.state.unit(id);
        let gone = Placed { stands: Vec::new(), guns: Vec::new(), tethered: None, ..now.clone() };
        self.state.marks[id.place()] = Marks::new(Whereabouts::Destroyed, &gone);
        self.state.position.set(id, gone);
    }

    fn put(&mut self, id: UnitId, placed: Placed, setting: &SetUnit) {
        let marks = &mut self.state.marks[id.place()];
        marks.whereabouts = Whereabouts::OnTable;
        marks.low_on_ammunition = setting.low_on_ammunition.unwrap_or(marks.low_on_ammunition);
        marks.about_faced = setting.about_faced.unwrap_or(marks.about_faced);
        marks.passage = None;
        self.state.position.set(id, placed);
        self.moved.push(id);
        // A regiment and its skirmishers count each other's stands for their level.
        for out in self.state.detachments() {
            for (one, other) in [(out.regiment, out.skirmishers), (out.skirmishers, out.regiment)] {
                let mut placed = self.state.unit(one).clone();
                placed.unit.strength.elsewhere = self.state.unit(other).unit.strength.stands;
                self.state.position.set(one, placed);
            }
        }
    }

    /// The unit as it is to be; nothing if it cannot be so.
    fn placed(&mut self, id: UnitId, setting: &SetUnit) -> Option<Placed> {
        let now = self.state.unit(id).clone();
        let unit = self.changed(&now.unit, setting)?;
        let moves = setting.at.is_some()
            || setting.facing.is_some()
            || setting.formation.is_some()
            || unit.mounted != now.unit.mounted
            || unit.strength != now.unit.strength
            || (unit.order == Order::Broken) != (now.unit.order == Order::Broken);
        let mut placed = if moves || now.stands.is_empty() {
            self.drawn_up(&now, unit, setting)?
        } else {
            Placed { unit, ..now }
        };
        self.guns(&mut placed, setting);
        Some(placed)
    }

    /// The unit in another strength, order or saddle.
    fn changed(&mut self, now: &Unit, setting: &SetUnit) -> Option<Unit> {
        let name = &setting.name;
        let before = self.faults.len();
        let mut unit = now.clone();
        if let Some(order) = setting.order {
            if unit.is_guns() && order != Order::Good {
                self.fault(name, "guns are silenced, not disordered or broken");
            }
            unit.order = order;
        }
        if let Some(mounted) = setting.mounted {
            let horse = matches!(unit.arm, Arm::Cavalry | Arm::MountedInfantry);
            if !horse || (!mounted && unit.traits.contains(Trait::CannotDismount)) {
                self.fault(name, "it cannot mount or dismount");
            }
            unit.mounted = mounted;
        }
        for (said, what) in [
            (setting.low_on_ammunition, "say of which gun that it is low on ammunition"),
            (setting.about_faced, "guns do not face about, they pivot"),
        ] {
            if said.is_some() && unit.is_guns() {
                self.fault(name, what);
            }
        }
        let stands = setting.stands.unwrap_or(unit.strength.stands);
        let sizes = &self.state.book.effectiveness;
        let (least, most) = match unit.strength.label {
            Some(label) => {
                let here = label.starting.saturating_sub(unit.strength.elsewhere);
                (sizes.removed_at + 1, here)
            }
            None => (1, sizes.largest),
        };
        if !(least..=most).contains(&stands) {
            self.fault(name, &format!("it can have {least} to {most} `stands`, not {stands}"));
        }
        unit.strength.stands = stands;
        if unit.is_guns() {
            let alone = unit.strength.stands == 1;
            unit.guns.role = if alone { GunRole::Section } else { GunRole::Battery };
        }
        (self.faults.len() == before).then_some(unit)
    }

    /// The unit in its formation, at its place.
    fn drawn_up(&mut self, now: &Placed, unit: Unit, setting: &SetUnit) -> Option<Placed> {
        let name = &setting.name;
        let at = match setting.at {
            None => None,
            Some(at) => Some(self.place(name, at)?),
        };
        let heading = setting.facing.map_or(now.anchor.heading, |facing| facing.0);
        let drawn = self.drawn(now, &unit, setting)?;
        if at.is_some() && drawn.building.is_some() {
            self.fault(name, "a garrison is where its building is: say no `at`");
            return None;
        }
        let Some(at) = at.or(drawn.building).or((!now.stands.is_empty()).then_some(now.anchor.at))
        else {
            self.fault(name, "it is not on the table: say where it is to be `at`");
            return None;
        };
        let anchor = Pose::new(at, heading);
        let mut unit = Unit { formation: drawn.formation, presenting: false, ..unit };
        let on_limbers = setting.formation.is_some() || now.stands.is_empty();
        if unit.is_guns() && on_limbers && unit.guns.emplacement != Emplacement::Fixed {
            let column = drawn.formation == Formation::MarchColumn;
            unit.guns.emplacement =
                if column { Emplacement::Limbered } else { Emplacement::Unlimbered };
        }
        let (bases, base) = (&self.state.book.bases, base_of(&self.state.book.bases, &unit));
        let fighting = unit.strength.stands - holders_of(&unit, unit.strength.stands);
        let shape = match drawn.shape {
            Shape::Apart { stands } if drawn.building.is_none() => {
                Shape::Apart { stands: stands.iter().map(|p| carried(*p, now, anchor)).collect() }
            }
            shape => shape,
        };
        let shape = match &setting.formation {
            Some(text) if unit.is_guns() && drawn.formation != Formation::MarchColumn => {
                Shape::battery(base, fighting, battery_gap(text)?, anchor)
            }
            _ if unit.is_guns() && now.stands.is_empty() => {
                Shape::battery(base, fighting, BATTERY_GAP, anchor)
            }
            _ => shape,
        };
        match Placed::new(unit, now.side, shape, anchor, bases) {
            Ok(placed) if placed.stands.len() == usize::from(fighting) => {
                let keeps = setting.formation.is_none() && !now.guns.is_empty();
                Some(if keeps { with_guns_of(placed, &now.guns) } else { placed })
            }
            Ok(_) => {
                self.fault(name, "its formation has no place for so many stands: say `formation`");
                None
            }
            Err(refusal) => {
                self.fault(name, &refusal.to_string());
                None
            }
        }
    }

    /// The formation that it is to be in: the one that is named, a crowd if it is broken, else its own.
    fn drawn(&mut self, now: &Placed, unit: &Unit, setting: &SetUnit) -> Option<Drawn> {
        let name = &setting.name;
        let broken = unit.order == Order::Broken && unit.is_troops();
        match &setting.formation {
            Some(_) if broken => {
                self.fault(name, "a broken unit has no formation");
                None
            }
            Some(text) if unit.is_guns() => self.of_guns(name, text),
            Some(text) => self.of_troops(name, text, unit),
            None if broken => {
                let (formation, shape) = (Formation::Line, Shape::Cluster);
                Some(Drawn { formation, shape, building: None })
            }
            None if now.shape == Shape::Cluster => {
                self.fault(name, "it is broken: say the `formation` in which it rallies");
                None
            }
            None => self.as_before(now, unit, setting),
        }
    }

    /// The formation it has, closed up or opened for the stands it is to have.
    fn as_before(&mut self, now: &Placed, unit: &Unit, setting: &SetUnit) -> Option<Drawn> {
        let garrison = now.unit.formation == Formation::Garrison;
        let turned = setting.at.is_some() || setting.facing.is_some();
        if garrison && turned {
            self.fault(&setting.name, "a garrison leaves its building: say its `formation`");
            return None;
        }
        if unit.mounted != now.unit.mounted {
            self.fault(&setting.name, "it mounts or dismounts: say its `formation`");
            return None;
        }
        let fewer = now.unit.strength.stands.checked_sub(unit.strength.stands);
        let shape = match fewer {
            Some(gone) if gone > 0 && !now.stands.is_empty() => {
                let bases = &self.state.book.bases;
                let left = lose(bases, now, &Lost::Any(gone)).ok();
                left.map_or(now.shape.clone(), |left| left.shape)
            }
            _ => now.shape.clone(),
        };
        let shape = match shape {
            // The way it came by lies elsewhere.
            Shape::MarchColumn { .. } if turned => Shape::MarchColumn { trail: Vec::new() },
            shape => shape,
        };
        let formation = match shape {
            Shape::FieldColumn => Formation::FieldColumn,
            _ => now.unit.formation,
        };
        let building = garrison.then_some(now.anchor.at);
        Some(Drawn { formation, shape, building })
    }

    fn of_guns(&mut self, name: &str, text: &str) -> Option<Drawn> {
        if battery_gap(text).is_some() {
            let shape = Shape::Apart { stands: Vec::new() };
            return Some(Drawn { formation: Formation::Line, shape, building: None });
        }
        if matches!(text, "march column" | "march-column") {
            let shape = Shape::MarchColumn { trail: Vec::new() };
            return Some(Drawn { formation: Formation::MarchColumn, shape, building: None });
        }
        let most = MOST_BATTERY_GAP;
        let what = format!("guns stand in `battery`, `battery gap 1` up to {most}, `march column`");
        self.fault(name, &what);
        None
    }

    fn of_troops(&mut self, name: &str, text: &str, unit: &Unit) -> Option<Drawn> {
        let state = &self.state;
        let base = base_of(&state.book.bases, unit);
        let fighting = unit.strength.stands - holders_of(unit, unit.strength.stands);
        let read = Orders::new(&state.book, &state.position).formation(text, base, fighting);
        let (formation, shape, building) = match read {
            Ok(read) => read,
            Err(error) => {
                self.fault(name, &format!("formation: {error}"));
                return None;
            }
        };
        let foreign = match &shape {
            Shape::OpenOrder { .. } => !state.book.has(Feature::OpenOrder),
            Shape::ExtendedLine { .. } => !state.book.has(Feature::ExtendedLine),
            _ => false,
        };
        if foreign {
            let title = state.book.title.to_string();
            self.fault(name, &format!("{title} has no such formation"));
            return None;
        }
        if let Err(refusal) = may_form(&state.book, unit, formation) {
            let why = format!("{} ({})", refusal.told(&state.position), refusal.rule());
            self.fault(name, &why);
            return None;
        }
        if let Shape::MarchColumn { trail } = &shape {
            for point in trail {
                self.place(name, [point.x, point.y])?;
            }
        }
        Some(Drawn { formation, shape, building })
    }

    /// What is marked on its gun stands.
    fn guns(&mut self, placed: &mut Placed, setting: &SetUnit) {
        for set in &setting.guns {
            let stand = usize::from(set.gun).checked_sub(1);
            let Some(gun) = stand.and_then(|stand| placed.guns.get_mut(stand)) else {
                let what = format!("it has no gun {}", set.gun);
                self.fault(&setting.name, &what);
                continue;
            };
            gun.limbered = set.limbered.unwrap_or(gun.limbered);
            gun.silenced = set.silenced.unwrap_or(gun.silenced);
            gun.damaged = set.damaged.unwrap_or(gun.damaged);
            gun.low_on_ammunition = set.low_on_ammunition.unwrap_or(gun.low_on_ammunition);
            if gun.limbered && placed.unit.guns.emplacement == Emplacement::Fixed {
                self.fault(&setting.name, "fixed guns cannot be limbered");
            }
        }
        if !placed.guns.is_empty() {
            settle(placed);
        }
    }
}

impl SetUnit {
    /// A unit of which nothing is said.
    pub fn named(name: &str) -> SetUnit {
        SetUnit {
            name: name.to_owned(),
            at: None,
            facing: None,
            formation: None,
            stands: None,
            order: None,
            mounted: None,
            low_on_ammunition: None,
            about_faced: None,
            guns: Vec::new(),
            gone: false,
        }
    }
}

/// A stand that goes with its unit from where that was.
fn carried(stand: Pose, now: &Placed, anchor: Pose) -> Pose {
    let local = now.anchor.local(stand.at.spot());
    anchor.moved(local.x, local.y, stand.heading.minus(now.anchor.heading))
}

/// `battery`, or `battery gap 1`.
fn battery_gap(text: &str) -> Option<Length> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["battery"] => Some(BATTERY_GAP),
        ["battery", "gap", gap] => gap.parse().ok().filter(|gap| *gap <= MOST_BATTERY_GAP),
        _ => None,
    }
}

/// The unit with the marks that its guns had.
fn with_guns_of(mut placed: Placed, guns: &[GunStand]) -> Placed {
    for (gun, had) in placed.guns.iter_mut().zip(guns) {
        *gun = *had;
    }
    placed
}

/// What half of the stands have counts for the unit.
fn settle(placed: &mut Placed) {
    let half = |has: fn(&GunStand) -> bool| {
        placed.guns.iter().filter(|gun| has(gun)).count() * 2 >= placed.guns.len()
    };
    let (limbered, silenced) = (half(|gun| gun.limbered), half(|gun| gun.silenced));
    let guns = &mut placed.unit.guns;
    if guns.emplacement != Emplacement::Fixed {
        guns.emplacement = if limbered { Emplacement::Limbered } else { Emplacement::Unlimbered };
    }
    guns.silenced = silenced;
}
