//! What this war has, and how its doubtful rules are read.

use rulebook::{Feature, Rulebook};

use super::capital;
use crate::qrs::model::{Clerk, Section, Side, Table};

/// What the war has and has not.
pub fn features(clerk: &Clerk) -> Section {
    let rows = clerk.book.features.iter().map(|row| {
        let has = if row.present { "yes" } else { "no" };
        let name = capital(&name(clerk.book, row.feature));
        clerk.row([name, has.to_owned()], &row.rule)
    });
    Section {
        id: "features",
        heading: "In This War",
        side: Side::Front,
        tables: vec![
            Table::new("What is played and what is not", &["", "#"]).of(rows).in_stacks(2),
        ],
        notes: Vec::new(),
    }
}

fn name(book: &Rulebook, feature: Feature) -> String {
    let name = match feature {
        Feature::Square => "infantry square",
        Feature::PresentBayonets => "presented bayonets",
        Feature::Evade => "skirmish lines evade",
        Feature::OpenOrder => "open order",
        Feature::ExtendedLine => "extended line",
        Feature::Skirmishers => "skirmisher parties",
        Feature::BuckAndBall => "buck and ball",
        Feature::Marksmen => &book.terms.marksmen,
        Feature::Repeaters => "repeating arms",
        Feature::Lancers => "lancers",
        Feature::SkittishCavalry => "skittish cavalry",
        Feature::FlyingArtillery => "flying artillery",
        Feature::Rockets => "rockets",
        Feature::BattalionGuns => "battalion guns",
        Feature::Prolong => "prolong",
        Feature::Carriages => "carriages matter",
        Feature::DeployToTheFront => "deploy to the front",
        Feature::ProratedRoads => "part of a move by road",
        Feature::Indians => "Indians in woods",
        Feature::Militia => "militia provisional",
        Feature::MountedInfantry => "mounted infantry",
        Feature::StormingColumn => "storming column",
        Feature::ShelterFromHorse => "crews shelter from horse",
        Feature::Light => "twilight and night",
    };
    name.to_owned()
}

/// The rulings in force.
pub fn rulings(clerk: &Clerk) -> Section {
    let rows = clerk.book.rulings.iter().map(|ruling| {
        let reading = &ruling.choices[ruling.chosen];
        let cells = [ruling.title.to_string(), reading.text.to_string()];
        clerk.row(cells, &ruling.rule)
    });
    Section {
        id: "rulings",
        heading: "Rulings in Force",
        side: Side::Back,
        tables: vec![Table::new("How doubts are read here", &["", "~"]).of(rows)],
        notes: vec![clerk.note(
            format!(
                "Other readings: dq rules rulings {}; choose one with --ruling.",
                clerk.book.period
            ),
            &[],
        )],
    }
}
