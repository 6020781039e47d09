//! The smaller tables: movement, effectiveness, leaders, light and scale.

use geometry::Length;
use rulebook::{Ground, LeaderFate, Morale, Rate, Road, Sky, Thresholds};

use super::{capital, nations, when};
use crate::qrs::model::{Clerk, Section, Side, Table};

/// The movement chart.
pub fn movement(clerk: &Clerk) -> Section {
    let rows = clerk.book.movement.iter().map(|row| {
        let whose = nations(&row.nations);
        let label = capital(&row.label);
        let told = whose.is_empty() || label.starts_with(&whose);
        let whose = if told { String::new() } else { whose };
        let mut cells = vec![label, whose];
        let of = |ground: &Ground| rate(row.rates[*ground as usize]);
        cells.extend(Ground::ALL.iter().map(of));
        cells.push(match row.road {
            Road::None => "–".to_owned(),
            Road::Tenths(tenths) => format!("×{}", f64::from(tenths) / 10.0),
            Road::Fixed(fixed) => rate(fixed),
        });
        clerk.row_of(cells, &[row.rule.as_str()])
    });
    let heads = ["", "~", "#Open", "#Broken", "#Rough", "#Good road"];
    Section {
        id: "movement",
        heading: "Movement",
        side: Side::Front,
        tables: vec![Table::new("Full move / double quick, by ground", &heads).of(rows)],
        notes: vec![clerk.note(
            "A half move is half of the rate in use. The slowest ground entered sets the rate.",
            &["MOV-HALF", "MOV-ROAD-RATE"],
        )],
    }
}

fn rate(rate: Rate) -> String {
    let bare = |length: Length| length.to_string().trim_end_matches('"').to_owned();
    match rate.double_quick {
        Some(double) => format!("{}/{double}", bare(rate.full)),
        None => rate.full.to_string(),
    }
}

/// Worn and spent by size and morale.
pub fn effectiveness(clerk: &Clerk) -> Section {
    let table = &clerk.book.effectiveness;
    let rows = (table.smallest..=table.largest).map(|stands| {
        let label = |morale: &Morale| match table.thresholds(stands, *morale) {
            Some(Thresholds { worn: Some(worn), spent, .. }) => format!("{worn}/{spent}"),
            Some(Thresholds { spent, .. }) => format!("–/{spent}"),
            None => String::new(),
        };
        let mut cells = vec![stands.to_string()];
        cells.extend(Morale::ALL.iter().map(label));
        clerk.row_of(cells, &[table.rule.as_str()])
    });
    let heads = ["#", "#Spir.", "#Rel.", "#Unrel.", "#Disp."];
    let caption = "Worn / spent at so many stands, by stands at the start and morale: \
                   Spirited, Reliable, Unreliable, Dispirited";
    Section {
        id: "effectiveness",
        heading: "Effectiveness",
        side: Side::Front,
        tables: vec![Table::new(caption, &heads).of(rows).in_stacks(2)],
        notes: vec![clerk.note(
            format!(
                "Fresh above both numbers. A troop unit of {} stand is removed; guns have no \
                 effectiveness.",
                table.removed_at
            ),
            &["EFF-READING", "EFF-SINGLE-STAND", "EFF-GUNS-NONE"],
        )],
    }
}

/// The fallen leader table.
pub fn fallen_leader(clerk: &Clerk) -> Section {
    let rows = clerk.book.fallen_leader.iter().map(|row| {
        let die = if row.from == row.to {
            row.from.to_string()
        } else {
            format!("{}-{}", row.from, row.to)
        };
        let fate = match row.fate {
            LeaderFate::Lost => "out of the battle",
            LeaderFate::Absent => "away for a turn",
            LeaderFate::Dismounted => "on foot for a turn",
            LeaderFate::Unhurt => "unhurt",
        };
        clerk.row([die, capital(&row.label), fate.to_owned()], &row.rule)
    });
    Section {
        id: "fallen-leader",
        heading: "Fallen Leader",
        side: Side::Front,
        tables: vec![Table::new("One die, unmodified", &["#", "", ""]).of(rows)],
        notes: Vec::new(),
    }
}

/// Twilight and night.
pub fn light(clerk: &Clerk) -> Section {
    let light = &clerk.book.light;
    let turns = |lengths: &[Length]| {
        let each: Vec<String> = lengths.iter().map(ToString::to_string).collect();
        each.join(", ")
    };
    let night: Vec<String> = Sky::ALL
        .iter()
        .zip(light.night)
        .map(|(sky, reach)| format!("{} {reach}", sky.name().replace('-', " ")))
        .collect();
    let row = |name: &str, text: String, rule| clerk.row([name.to_owned(), text], rule);
    let rows = [
        row("Evening, by turn", turns(&light.evening), &light.twilight_rule),
        row("Morning, by turn", turns(&light.morning), &light.twilight_rule),
        row("Night", night.join(", "), &light.night_rule),
    ];
    Section {
        id: "light",
        heading: "Twilight and Night",
        side: Side::Back,
        tables: vec![Table::new("Farthest that one can fire", &["", ""]).of(rows)],
        notes: vec![
            clerk.note(
                format!(
                    "In twilight fire from over {} is at full cover.",
                    clerk.book.fire.twilight_clear_within
                ),
                &["LIGHT-TWILIGHT-COVER"],
            ),
            clerk.note(
                format!(
                    "At night only a leader's own unit is in command, and no maneuver is better \
                     than Tardy{}.",
                    when(!clerk.book.maneuver.night_limits_elan, ", save by Rally with Elan")
                ),
                &["LIGHT-NIGHT-COMMAND", "LIGHT-NIGHT-TARDY"],
            ),
        ],
    }
}

/// What a stand and an inch stand for.
pub fn scales(clerk: &Clerk) -> Section {
    let rows = clerk.book.scales.iter().map(|scale| {
        let yards = f64::from(scale.yards_hundredths) / 100.0;
        let cells = [
            scale.men.to_string(),
            scale.guns.to_string(),
            yards.to_string(),
            capital(&scale.suits),
        ];
        clerk.row(cells, &scale.rule)
    });
    let heads = ["#Men a stand", "#Guns a stand", "#Yards an inch", "Suits"];
    Section {
        id: "scale",
        heading: "Scale",
        side: Side::Front,
        tables: vec![Table::new("The first is the standard", &heads).of(rows)],
        notes: Vec::new(),
    }
}
