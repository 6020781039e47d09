//! Rating lists: too long for paper.

use rulebook::{Arm, ArmyRow, Experience, Morale};

use super::{capital, list, nations};
use crate::qrs::model::{Clerk, Note, Section, Side, Table};

/// The rating lists; nothing where a war has none.
pub fn lists(clerk: &Clerk) -> Option<Section> {
    let book = clerk.book;
    let notes = defaults(clerk);
    if book.army.is_empty() && notes.is_empty() {
        return None;
    }
    let heads = ["", "Experience", "Morale", "Weapons", "~Besides", "#Stands"];
    let mut tables = Vec::new();
    for nation in &book.nations {
        let of_nation = book.army.iter().filter(|row| row.nation == *nation);
        let rows: Vec<_> = of_nation.map(|row| clerk.row(cells(clerk, row), &row.rule)).collect();
        if !rows.is_empty() {
            tables.push(Table::new(&nations(&[*nation]), &heads).of(rows));
        }
    }
    Some(Section { id: "ratings", heading: "Rating Lists", side: Side::ScreenOnly, tables, notes })
}

fn cells(clerk: &Clerk, row: &ArmyRow) -> [String; 6] {
    let rating = |e: &Experience| clerk.book.terms.experience(*e).to_owned();
    let morale = |m: &Morale| capital(m.name());
    let besides = row.traits.iter().map(|t| t.name().replace('-', " "));
    let stands = row.stands.map(|(few, most)| format!("{few} to {most}"));
    [
        row.name.to_string(),
        joined(row.experience.iter().map(rating)),
        joined(row.morale.iter().map(morale)),
        row.weapons.join(", "),
        joined(besides),
        stands.unwrap_or_default(),
    ]
}

fn joined(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

/// What troops are and carry if nobody says.
fn defaults(clerk: &Clerk) -> Vec<Note> {
    let book = clerk.book;
    let ratings = book.rating_defaults.iter().map(|default| {
        let class = default.class.map(|class| class.name().replace('-', " "));
        let class = class.unwrap_or_else(|| "troops".to_owned());
        let who = match default.nations.as_slice() {
            [] => capital(&class),
            some => format!("{} {class}", nations(some)),
        };
        let experience = default.experience.map(|e| book.terms.experience(e).to_owned());
        let morale = default.morale.map(|morale| capital(morale.name()));
        let ratings: Vec<String> = experience.into_iter().chain(morale).collect();
        let rated = list(&ratings, "and");
        clerk.note(
            format!("{who}: {rated} unless a scenario says otherwise."),
            &[default.rule.as_str()],
        )
    });
    let weapons = book.weapon_defaults.iter().map(|default| {
        let arm = match default.arm {
            Arm::Infantry => "infantry",
            Arm::Cavalry => "cavalry",
            Arm::MountedInfantry => "mounted infantry",
            Arm::Guns => "guns",
        };
        let who = match default.nations.as_slice() {
            [] => format!("other {arm}"),
            some => format!("{} {arm}", nations(some)),
        };
        let carries = match &default.weapon {
            Some(code) => format!("carries {code}"),
            None => "has no firearm".to_owned(),
        };
        let text = format!("{} {carries} unless a scenario says otherwise.", capital(&who));
        clerk.note(text, &[default.rule.as_str()])
    });
    ratings.chain(weapons).collect()
}
