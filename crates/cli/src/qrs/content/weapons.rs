//! Weapons by range, and gun stands.

use std::collections::BTreeSet;

use geometry::Length;
use rulebook::{Carriage, Feature, Nation, Piece, Weapon, WeaponKind};

use super::modifiers::gathered;
use super::{capital, list, nations};
use crate::qrs::model::{Clerk, Row, Section, Side, Table};

/// Fire points of one stand by range.
pub fn weapons(clerk: &Clerk) -> Section {
    let mut tables = vec![
        grid(clerk, WeaponKind::SmallArm, "Small arms: points of a stand up to"),
        grid(clerk, WeaponKind::Gun, "Guns: points of a stand up to"),
    ];
    if clerk.book.has(Feature::Rockets) {
        tables.push(rockets(clerk));
    }
    Section {
        id: "weapons",
        heading: "Weapons",
        side: Side::Back,
        tables,
        notes: vec![clerk.note(
            format!(
                "Close is the range within which a weapon drives troops back; that of guns is \
                 {} range.",
                clerk.book.terms.canister
            ),
            &["TERR-BASE-CLOSE-RANGE"],
        )],
    }
}

fn of_kind<'a>(clerk: &'a Clerk, kind: WeaponKind) -> Vec<&'a Weapon> {
    let weapons = clerk.book.weapons.iter();
    weapons.filter(|weapon| weapon.kind == kind).collect()
}

fn grid(clerk: &Clerk, kind: WeaponKind, caption: &str) -> Table {
    let weapons = of_kind(clerk, kind);
    let limits: BTreeSet<Length> =
        weapons.iter().flat_map(|weapon| weapon.bands.iter().map(|band| band.to)).collect();
    let mut heads = vec!["".to_owned(), "".to_owned(), "~".to_owned()];
    heads.extend(limits.iter().map(|limit| format!("#{limit}")));
    heads.push("#Close".to_owned());
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let by_nation = weapons.iter().all(|weapon| !weapon.nations.is_empty());
    let rows = weapons.iter().map(|weapon| {
        let whose = owners(clerk, &weapon.nations);
        let (group, whose) = if by_nation { (whose, "".into()) } else { ("".into(), whose) };
        let mut cells =
            vec![weapon.code.to_string(), capital(&weapon.name), remark(weapon, &whose)];
        cells.extend(limits.iter().map(|limit| points(weapon, *limit)));
        cells.push(weapon.close_range.to_string());
        let row = clerk.row_of(cells, &[weapon.rule.as_str()]);
        row.in_group(&group)
    });
    Table::new(caption, &heads).of(gathered(rows.collect()))
}

fn points(weapon: &Weapon, distance: Length) -> String {
    match weapon.band(distance) {
        Some(band) => band.points.to_string().replace("1/2", "½"),
        None => "–".to_owned(),
    }
}

fn remark(weapon: &Weapon, whose: &str) -> String {
    let small = weapon.kind == WeaponKind::SmallArm;
    let remarks = [
        (!whose.is_empty(), whose),
        (small && !weapon.bayonet, "no bayonet"),
        (weapon.buck_and_ball, "buck and ball"),
        (weapon.repeater, "repeater"),
    ];
    let so = remarks.iter().filter(|(so, _)| *so);
    so.map(|(_, words)| *words).collect::<Vec<_>>().join(", ")
}

/// Nations, if not all.
fn owners(clerk: &Clerk, of: &[Nation]) -> String {
    if of.len() == clerk.book.nations.len() {
        return String::new();
    }
    nations(of)
}

fn rockets(clerk: &Clerk) -> Table {
    let row = |weapon: &Weapon| -> Vec<Row> {
        let mut nearer = weapon.beyond;
        let mut rows = Vec::new();
        for band in &weapon.bands {
            let over = nearer.map_or(String::new(), |n| format!("over {n} "));
            nearer = Some(band.to);
            let die = band.accuracy.map_or("–".to_owned(), |die| format!("{die}+"));
            rows.push(clerk.row(
                [
                    weapon.code.to_string(),
                    capital(&weapon.name),
                    owners(clerk, &weapon.nations),
                    format!("{over}to {}", band.to),
                    band.points.to_string(),
                    die,
                ],
                &weapon.rule,
            ));
        }
        rows
    };
    let heads = ["", "", "~", "Range", "#Points", "#Counts on"];
    let weapons = of_kind(clerk, WeaponKind::Rocket);
    Table::new("Rockets: each stand rolls first to see if it counts", &heads)
        .of(weapons.into_iter().flat_map(row))
}

/// Gun stands: how they are mounted, drawn and hauled.
pub fn stands(clerk: &Clerk) -> Section {
    let carriages = clerk.book.has(Feature::Carriages);
    let heads: &[&str] = if carriages {
        &["", "Stand", "~", "Carriage", "#Haul"]
    } else {
        &["", "Stand", "~", "#Haul"]
    };
    let rows = clerk.book.pieces.iter().map(|piece| {
        let mut cells =
            vec![piece.code.to_string(), capital(&piece.name), piece_remark(clerk, piece)];
        if carriages {
            cells.push(carriage(piece.carriage).to_owned());
        }
        let haul = piece.hand_haul;
        cells.push(haul.map_or("–".to_owned(), |haul| haul.to_string()));
        let row = clerk.row_of(cells, &[piece.rule.as_str()]);
        row.in_group(&moves_as(clerk, piece))
    });
    Section {
        id: "gun-stands",
        heading: "Gun Stands",
        side: Side::Front,
        tables: vec![
            Table::new("By what they move as; haul is by hand", heads).of(gathered(rows.collect())),
        ],
        notes: Vec::new(),
    }
}

/// Whose the piece is, where every piece is somebody's, and its rows of the movement chart.
fn moves_as(clerk: &Clerk, piece: &Piece) -> String {
    let book = clerk.book;
    let nation = piece.nations.first().copied().unwrap_or(book.nations[0]);
    let rows = piece.movement.iter().map(|id| {
        let row = book.movement(id, nation);
        row.map_or(id.to_string(), |row| row.label.replace(", limbered", ""))
    });
    let moves = list(&rows.collect::<Vec<_>>(), "or");
    if is_by_nation(clerk) {
        format!("{}: {moves}", nations(&piece.nations))
    } else {
        capital(&moves)
    }
}

fn is_by_nation(clerk: &Clerk) -> bool {
    let mut pieces = clerk.book.pieces.iter();
    pieces.all(|piece| !piece.nations.is_empty())
}

fn carriage(carriage: Carriage) -> &'static str {
    match carriage {
        Carriage::Light => "light",
        Carriage::Heavy => "heavy",
        Carriage::Flying => "flying",
    }
}

fn piece_remark(clerk: &Clerk, piece: &Piece) -> String {
    let whose = match is_by_nation(clerk) {
        true => String::new(),
        false => owners(clerk, &piece.nations),
    };
    let prolong = clerk.book.has(Feature::Prolong);
    let fires = format!("fires as {}", piece.weapon);
    let remarks = [
        (!whose.is_empty(), whose.as_str()),
        (!piece.code.ends_with(&*piece.weapon), fires.as_str()),
        (!piece.double_quick, "no double quick"),
        (prolong && !piece.prolong, "no prolong"),
    ];
    let so = remarks.iter().filter(|(so, _)| *so);
    so.map(|(_, words)| *words).collect::<Vec<_>>().join(", ")
}
