//! Units: what they are, and where and how they stand.

use std::sync::Arc;

use engine::table::{Placed, Side, Terrain, base_of};
use engine::{Emplacement, GunRole, Order, Strength, Unit};
use geometry::{Angle, Length, Pose};
use rulebook::{Arm, ArmyRow, Experience, Morale, Nation, Piece, Rulebook, Weapon, WeaponKind};

use super::arrivals::{self, Entry};
use super::leaders::{self, Known};
use super::places::{self, Size};
use super::{Armies, screens, shapes};
use crate::decode::Table;
use crate::listed;

/// Everything that a `[[unit]]` may say.
const KEYS: [&str; 29] = [
    "army",
    "command",
    "name",
    "army-row",
    "nation",
    "arm",
    "stands",
    "lost",
    "experience",
    "morale",
    "weapon",
    "traits",
    "mounted",
    "order",
    "limbered",
    "fixed",
    "low-on-ammunition",
    "formation",
    "refused",
    "ranks",
    "gap",
    "gaps",
    "trail",
    "of",
    "at",
    "facing",
    "arrives",
    "skirmishers",
    "tethered",
];

/// What a unit needs to know of the rest of the file.
pub struct Around<'a> {
    /// The rules.
    pub book: &'a Rulebook,
    /// The table.
    pub size: Size,
    /// The armies.
    pub armies: &'a Armies,
    /// All leaders.
    pub leaders: &'a [Known],
    /// Terrain.
    pub ground: &'a [Option<Terrain>],
}

/// A unit that was read.
pub struct Ready {
    /// The unit on the table, or without stands if it comes later.
    pub placed: Placed,
    /// Its leader, by his place in the list.
    pub command: Option<usize>,
    /// When and where it comes, if it does.
    pub entry: Option<Entry>,
    /// How many of its stands begin as skirmishers, and how far ahead.
    pub screen: Option<(u8, Length)>,
}

/// One `[[unit]]`.
pub fn unit(table: Table<'_>, around: &Around<'_>) -> Option<Ready> {
    let army = around.armies.place(&table, "army");
    let unit = ratings(&table, army, around);
    let command = command(&table, army, unit.as_ref(), around.leaders);
    let drawn = shapes::drawn(&table, around.book, unit.as_ref(), around.ground);
    let place = place(&table, drawn.as_ref(), around.size);
    let ready = unit.zip(drawn).zip(place).zip(army);
    let placed = ready.and_then(|(((unit, drawn), place), army)| {
        let side = Armies::side(army);
        stand(&table, Unit { formation: drawn.formation(), ..unit }, side, &drawn, &place, around)
    });
    let screen = screens::screen(&table);
    // What was not read for another defect's sake is no unknown key.
    table.knows(&KEYS);
    table.finish();
    Some(Ready { placed: placed?, command: command?, entry: place?.entry, screen })
}

/// The leader, who commands guns only if he leads artillery.
fn command(
    table: &Table<'_>,
    army: Option<usize>,
    unit: Option<&Unit>,
    leaders: &[Known],
) -> Option<Option<usize>> {
    let found = leaders::one_of(table, "command", army, leaders)?;
    let of_artillery = found.is_some_and(|found| leaders[found].of_artillery);
    if of_artillery && unit.is_some_and(|unit| !unit.is_guns()) {
        let message = "a leader of artillery commands guns only (CMD-PROVISIONAL-WHO)".to_owned();
        table.defect_at("command", message, None);
    }
    Some(found)
}

/// The unit as tables see it, in line for now.
fn ratings(table: &Table<'_>, army: Option<usize>, around: &Around<'_>) -> Option<Unit> {
    let book = around.book;
    let name = table.text("name");
    let own_nation = nation(table, "nation", book);
    let fights_for = own_nation.or_else(|| around.armies.nations[army?]);
    let row = row(table, book, fights_for);
    // A line that is not known would have said what the unit does not.
    let misnamed = row.is_none() && table.maybe("army-row").is_some();
    let nation = own_nation.or(row.map(|row| row.nation));
    let nation = nation.or_else(|| around.armies.nations[army?]);
    let arm = match table.maybe("arm") {
        None => Some(row.map_or(Arm::Infantry, |row| row.arm)),
        Some(_) => table.name("arm"),
    };
    let experience = match row.and_then(|row| row.experience.first()) {
        Some(usual) if table.maybe("experience").is_none() => Some(*usual),
        _ if misnamed && table.maybe("experience").is_none() => None,
        _ => experience(table),
    };
    let strength = match (arm, misnamed) {
        (Some(arm), false) => strength(table, row, arm, book),
        _ => None,
    };
    let traits = table.set("traits");
    let traits = row.map_or(traits, |row| traits.iter().chain(row.traits.iter()).collect());
    let order = table.name_or("order", Order::Good);
    let arm = arm?;
    let can_ride = matches!(arm, Arm::Cavalry | Arm::MountedInfantry);
    if !can_ride && table.maybe("mounted").is_some() {
        table.defect_at("mounted", "only horse can be `mounted`".into(), None);
    }
    let mounted = can_ride && table.truth_or("mounted", true);
    let emplacement = emplacement(table, arm);
    let nation = nation?;
    if misnamed {
        return None;
    }
    let armed = weapon(table, row, nation, arm, book);
    let strength = strength?;
    let mut unit = Unit::new(nation);
    unit.name = name?;
    unit.arm = arm;
    unit.mounted = mounted;
    unit.experience = experience?;
    unit.strength = strength;
    unit.order = order;
    unit.traits = traits;
    unit.weapon = armed?;
    unit.guns.emplacement = emplacement?;
    unit.guns.role = if strength.stands > 1 { GunRole::Battery } else { GunRole::Section };
    if let Some(piece) = unit.weapon.as_deref().and_then(|code| book.piece(code, nation)) {
        unit.guns.carriage = piece.carriage;
    }
    Some(unit)
}

/// The line of the rating lists that a unit names. Of lines that it may have meant those of its own nation
/// are told.
fn row<'b>(table: &Table<'_>, book: &'b Rulebook, nation: Option<Nation>) -> Option<&'b ArmyRow> {
    table.maybe("army-row")?;
    let name = table.text("army-row")?;
    let found = book.army_row(&name);
    if book.army.is_empty() {
        let message = "this war has no rating lists: say `experience`, `morale` and `weapon`";
        table.defect_at("army-row", message.to_owned(), None);
    } else if found.is_none() {
        let own = book.army.iter().filter(|row| nation.is_none_or(|nation| row.nation == nation));
        let known: Vec<Arc<str>> = own.map(|row| row.name.clone()).collect();
        let message = format!("the rating lists have no line `{name}`");
        places::unknown(table, "army-row", &message, &name, &known);
    }
    found
}

/// A nation of this war, if one is named.
pub fn nation(table: &Table<'_>, key: &'static str, book: &Rulebook) -> Option<Nation> {
    let nation: Nation = table.maybe_name(key)?;
    if !book.nations.contains(&nation) {
        let known: Vec<&str> = book.nations.iter().map(|nation| nation.name()).collect();
        let message = format!("{nation} does not fight in this war: {}", known.join(", "));
        table.defect_at(key, message, None);
        return None;
    }
    Some(nation)
}

/// Stands and label; guns have no morale and no label.
fn strength(
    table: &Table<'_>,
    row: Option<&ArmyRow>,
    arm: Arm,
    book: &Rulebook,
) -> Option<Strength> {
    let stands: Option<u8> = table.number("stands");
    let sizes = &book.effectiveness;
    let smallest = if arm == Arm::Guns { 1 } else { sizes.smallest };
    let fits = stands.filter(|stands| (smallest..=sizes.largest).contains(stands));
    if let (Some(stands), None) = (stands, fits) {
        let advice = if stands > sizes.largest { "; make two units of it" } else { "" };
        let message = format!(
            "{stands} stands: a unit has {smallest} to {} ({}){advice}",
            sizes.largest, sizes.rule
        );
        table.defect_at("stands", message, None);
    }
    if arm == Arm::Guns {
        if table.maybe("morale").is_some() {
            table.defect_at("morale", "guns have no morale class".into(), None);
        }
        if table.maybe("lost").is_some() {
            table.defect_at("lost", "guns have no label: `stands` are those left".into(), None);
        }
        return Some(Strength::new(fits?, None));
    }
    let morale: Option<Morale> = match row.and_then(|row| row.morale.first()) {
        Some(usual) => Some(table.name_or("morale", *usual)),
        None => table.name("morale"),
    };
    let starting = fits?;
    let lost: u8 = table.maybe_number("lost").unwrap_or(0);
    let left = starting.checked_sub(lost).filter(|left| *left > sizes.removed_at);
    if left.is_none() {
        let message = format!("a unit of {starting} stands that lost {lost} is gone");
        table.defect_at("lost", message, None);
    }
    let label = sizes.thresholds(starting, morale?);
    Some(Strength::new(left?, label))
}

/// The rating under `experience`; the names of every war are known in each.
fn experience(table: &Table<'_>) -> Option<Experience> {
    let old = |name: &str| match name.to_ascii_lowercase().as_str() {
        "crack" => Some(Experience::Elite),
        "green" => Some(Experience::Raw),
        other => other.parse().ok(),
    };
    let written = table.maybe("experience").and_then(|node| node.as_text().and_then(old));
    written.or_else(|| table.name("experience"))
}

/// Whether guns are limbered; without meaning for troops.
fn emplacement(table: &Table<'_>, arm: Arm) -> Option<Emplacement> {
    for key in ["limbered", "fixed"] {
        if arm != Arm::Guns && table.maybe(key).is_some() {
            table.defect_at(key, format!("only guns can be `{key}`"), None);
            return None;
        }
    }
    match (table.truth_or("limbered", false), table.truth_or("fixed", false)) {
        (true, true) => {
            table.defect_at("fixed", "fixed guns cannot be limbered".into(), None);
            None
        }
        (true, false) => Some(Emplacement::Limbered),
        (false, true) => Some(Emplacement::Fixed),
        (false, false) => Some(Emplacement::Unlimbered),
    }
}

/// The weapon's code: its own, that of its line in the rating lists, or the usual one of its nation.
/// `none` is no weapon. Nothing if the code is wrong, an empty answer if there is no weapon.
fn weapon(
    table: &Table<'_>,
    row: Option<&ArmyRow>,
    nation: Nation,
    arm: Arm,
    book: &Rulebook,
) -> Option<Option<Arc<str>>> {
    let own = match table.maybe("weapon") {
        None => None,
        Some(_) => Some(table.text("weapon")?),
    };
    let guns = arm == Arm::Guns;
    let usual = book.default_weapon(nation, arm).map(|usual| usual.weapon.clone());
    let code = match (own, row) {
        (Some(code), _) if &*code == "none" => Some(None),
        (Some(code), _) => Some(Some(code)),
        (None, Some(row)) => Some(row.weapons.first().cloned()),
        (None, None) => usual,
    };
    let code = match code {
        Some(Some(code)) => code,
        Some(None) if !guns => return Some(None),
        _ => {
            let or_none = if guns { "" } else { "; \"none\" for none" };
            table.defect(format!("`weapon` is missing{or_none}"));
            return None;
        }
    };
    let Some(found) = book.weapon(&code, nation) else {
        let message = format!(
            "{nation} has no {} `{code}` in this war (`dq words -p {}` says more)",
            if guns { "gun" } else { "weapon" },
            book.period
        );
        places::unknown(table, "weapon", &message, &code, &arms(nation, guns, book));
        return None;
    };
    if guns == (found.kind == WeaponKind::SmallArm) {
        let what = if guns { "no gun" } else { "a gun: say `arm = \"guns\"`" };
        table.defect_at("weapon", format!("`{code}` is {what}"), None);
        return None;
    }
    let Some(piece) = book.piece(&code, nation).filter(|_| guns) else {
        if guns {
            let own = |piece: &&Piece| is_of(nation, &piece.nations) && piece.weapon == found.code;
            let of = book.pieces.iter().filter(own).map(|piece| &*piece.code);
            let known = listed(&code, of);
            let message = format!("`{code}` does not say its carriage{known}");
            table.defect_at("weapon", message, None);
            return None;
        }
        return Some(Some(found.code.clone()));
    };
    Some(Some(piece.code.clone()))
}

/// Is something of a nation, or of all?
fn is_of(nation: Nation, nations: &[Nation]) -> bool {
    nations.is_empty() || nations.contains(&nation)
}

/// The codes of the guns or of the small arms that a nation has.
fn arms(nation: Nation, guns: bool, book: &Rulebook) -> Vec<Arc<str>> {
    if guns {
        let pieces = book.pieces.iter().filter(|piece| is_of(nation, &piece.nations));
        return pieces.map(|piece| piece.code.clone()).collect();
    }
    let small = |weapon: &&Weapon| weapon.kind == WeaponKind::SmallArm;
    let weapons = book.weapons.iter().filter(small).filter(|w| is_of(nation, &w.nations));
    weapons.map(|weapon| weapon.code.clone()).chain(["none".into()]).collect()
}

/// Where a unit is: its anchor, and how it comes if it is not there yet.
#[derive(Clone, Copy)]
struct Place {
    anchor: Pose,
    entry: Option<Entry>,
}

fn place(table: &Table<'_>, drawn: Option<&shapes::Drawn<'_>>, size: Size) -> Option<Place> {
    let facing = match table.maybe("facing") {
        None => None,
        Some(_) => Some(places::heading(table, "facing")?),
    };
    if table.maybe("arrives").is_some() {
        if table.maybe("at").is_some() {
            table.defect_at("at", "a unit that `arrives` is not `at` a place yet".into(), None);
        }
        let entry = arrivals::entry(table, size)?;
        let inward = entry.edge.heading().plus(Angle::ABOUT);
        let anchor = Pose::new(entry.at.unwrap_or_default(), facing.unwrap_or(inward));
        return Some(Place { anchor, entry: Some(entry) });
    }
    if let Some(middle) = drawn.and_then(|drawn| drawn.building()) {
        if table.maybe("at").is_some() {
            table.defect_at(
                "at",
                "a garrison is where its building is: leave `at` out".into(),
                None,
            );
        }
        return Some(Place { anchor: Pose::new(middle, facing.unwrap_or_default()), entry: None });
    }
    // A formation that is not known may be a garrison, which has neither.
    if drawn.is_none() && table.maybe("at").is_none() {
        return None;
    }
    let at = places::point(table, "at", size);
    if facing.is_none() {
        table.defect("`facing` is missing".to_owned());
    }
    Some(Place { anchor: Pose::new(at?, facing?), entry: None })
}

/// The unit in its shape.
fn stand(
    table: &Table<'_>,
    unit: Unit,
    side: Side,
    drawn: &shapes::Drawn<'_>,
    place: &Place,
    around: &Around<'_>,
) -> Option<Placed> {
    let bases = &around.book.bases;
    let (base, count) = (base_of(bases, &unit), unit.strength.stands);
    let shape = shapes::shape(table, drawn, base, count, place.anchor, around.size)?;
    match Placed::new(unit, side, shape, place.anchor, bases) {
        Ok(mut placed) if table.truth_or("low-on-ammunition", false) => {
            if placed.guns.is_empty() || place.entry.is_some() {
                let message = "only guns on the table can be low on ammunition".to_owned();
                table.defect_at("low-on-ammunition", message, None);
            }
            placed.guns.iter_mut().for_each(|gun| gun.low_on_ammunition = true);
            Some(placed)
        }
        Ok(placed) if place.entry.is_some() => {
            Some(Placed { stands: Vec::new(), guns: Vec::new(), ..placed })
        }
        Ok(mut placed) if table.maybe("tethered").is_some() => {
            let at = places::point(table, "tethered", around.size)?;
            if placed.tethered.is_none() {
                let message = "only mounted infantry on foot has tethered horses".to_owned();
                table.defect_at("tethered", message, None);
            }
            placed.tethered = placed.tethered.map(|_| at);
            Some(placed)
        }
        Ok(placed) => Some(placed),
        Err(refusal) => {
            table.defect_at(shapes::culprit(table), refusal.to_string(), None);
            None
        }
    }
}
