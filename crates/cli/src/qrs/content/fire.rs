//! Fire points, fire modifiers and the effects of fire.

use rulebook::{Checks, Experience, FireEffect, FireRow, FireTableRow};

use super::{capital, modifiers, nations, stands};
use crate::qrs::model::{Clerk, Note, Row, Section, Side, Table};
use crate::show::signed;

/// Fire points to a die modifier.
pub fn points(clerk: &Clerk) -> Section {
    let steps = &clerk.book.fire.breakpoints;
    let rows = steps.iter().enumerate().map(|(place, step)| {
        let next = steps.get(place + 1).map(|next| next.from);
        let points = match (step.from, next) {
            (0, _) => "under 1".to_owned(),
            (from, None) => format!("{from}+"),
            (from, Some(next)) if next == from + 1 => from.to_string(),
            (from, Some(next)) => format!("{from}-{}", next - 1),
        };
        clerk.row([points, signed(step.value)], &step.rule)
    });
    let table = Table::new("All points fired at one target", &["#Points", "#Die"]);
    Section {
        id: "fire-points",
        heading: "Fire Points",
        side: Side::Back,
        tables: vec![table.of(rows).in_stacks(3)],
        notes: vec![halving(clerk)],
    }
}

fn halving(clerk: &Clerk) -> Note {
    let once = if clerk.book.fire.losses.halve_once {
        "once, however many reasons"
    } else {
        "for each reason"
    };
    clerk.note(
        format!(
            "Half points for stands that are disordered or low on ammunition and for a damaged \
             gun ({once}). Drop the fraction of the sum; no points, no fire."
        ),
        &["FIRE-HALF", "FIRE-ROUND-DOWN", "FIRE-BASE-NO-POINTS"],
    )
}

/// The modifiers of fire.
pub fn modifiers(clerk: &Clerk) -> Section {
    let list = &clerk.book.fire.modifiers;
    let caption = "Added to the die, with the points";
    let (table, notes) = modifiers::table(clerk, caption, list, modifiers::of_fire);
    Section {
        id: "fire-modifiers",
        heading: "Fire Modifiers",
        side: Side::Back,
        tables: vec![table],
        notes,
    }
}

/// What fire does.
pub fn effects(clerk: &Clerk) -> Section {
    Section {
        id: "fire-effects",
        heading: "Effects of Fire",
        side: Side::Back,
        tables: vec![results(clerk), losses(clerk)],
        notes: notes(clerk),
    }
}

fn results(clerk: &Clerk) -> Table {
    let book = clerk.book;
    let skittish = book.fire.rows.iter().any(|row| row.checks != row.checks_skittish);
    let rating = |experience: &Experience| format!("#{}", book.terms.experience(*experience));
    let mut heads = vec!["".to_owned()];
    heads.extend(Experience::ALL.iter().map(rating));
    heads.push("A charge".to_owned());
    if skittish {
        heads.push(format!("{} cavalry", nations(&book.fire.skittish_nations)));
    }
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let rows = book.fire.rows.iter().map(|row| {
        let mut cells = vec![capital(row.row.effect().name())];
        cells.extend(Experience::ALL.iter().map(|of| span(clerk, row, *of)));
        cells.push(charge(row.checks).to_owned());
        if skittish {
            cells.push(charge(row.checks_skittish).to_owned());
        }
        clerk.row_of(cells, &[row.rule.as_str()])
    });
    Table::new("By the target's experience", &heads).of(rows)
}

fn span(clerk: &Clerk, row: &FireTableRow, experience: Experience) -> String {
    let mut spans = clerk.book.fire.columns[experience as usize].rows();
    let found = spans.find(|(_, of): &(_, FireRow)| *of == row.row);
    found.map_or("–".to_owned(), |(found, _)| super::span(found))
}

fn charge(checks: Checks) -> &'static str {
    match checks {
        Checks::Always => "checked",
        Checks::UnlessColdSteel => "checked unless cold steel",
        Checks::Cannonade => "checked by cannonade",
        Checks::Never => "goes home",
    }
}

fn losses(clerk: &Clerk) -> Table {
    let rows = FireEffect::ALL.iter().map(|effect| loss(clerk, *effect));
    Table::new("What it costs", &["", "Troops", "Guns"]).of(rows)
}

fn loss(clerk: &Clerk, effect: FireEffect) -> Row {
    let of = &clerk.book.fire.losses;
    let from = of.withering_extra_from;
    let (troops, guns, rules): (String, String, &[&str]) = match effect {
        FireEffect::Withering => (
            format!(
                "disordered, lose {} ({} from {from} on)",
                stands(of.withering_stands),
                of.withering_stands + 1
            ),
            format!(
                "{} wrecked ({} from {from} on), the others silenced",
                stands(of.withering_guns),
                of.withering_guns + 1
            ),
            &["FIRE-WITHERING-TROOPS", "FIRE-WITHERING-GUNS", "FIRE-WITHERING-15"],
        ),
        FireEffect::Telling => (
            format!("disordered, lose {}", stands(of.telling_stands)),
            if of.telling_on_one_gun {
                "1 stand damaged and silenced".to_owned()
            } else {
                "1 stand damaged, another silenced".to_owned()
            },
            &["FIRE-TELLING-TROOPS", "FIRE-TELLING-GUNS"],
        ),
        FireEffect::Galling => (
            format!("disordered; if they were, lose {}", stands(of.galling_stands)),
            "1 stand silenced".to_owned(),
            &["FIRE-GALLING", "FIRE-BASE-CASUALTY-GALLING"],
        ),
        FireEffect::Lively => (
            "disordered by cannonade; nothing by musketry".to_owned(),
            "1 stand silenced by cannonade".to_owned(),
            &["FIRE-LIVELY"],
        ),
        FireEffect::Desultory => ("nothing".to_owned(), "nothing".to_owned(), &["FIRE-DESULTORY"]),
    };
    clerk.row_of(vec![capital(effect.name()), troops, guns], rules)
}

fn notes(clerk: &Clerk) -> Vec<Note> {
    let fire = &clerk.book.fire;
    let of = &fire.losses;
    let mut notes = vec![
        clerk.note(
            "A charge that is checked goes back to 2\" from the enemy (cavalry may recall, up to \
             a full move) and does not fight.",
            &["CHG-CHECKED"],
        ),
        clerk.note(
            format!(
                "Unmodified {}: a firing unit is low on ammunition (one gun stand, or troops of \
                 whom half or more fired), and the leader closest to the target, within {}, is at risk.",
                of.special_die, of.leader_within
            ),
            &["FIRE-LOW-AMMO", "FIRE-FALLEN-LEADER"],
        ),
        clerk.note(
            format!(
                "Units within {} behind the target suffer the next lower effect.",
                of.massed_within
            ),
            &["FIRE-MASSED-TARGET"],
        ),
    ];
    notes.extend(buck_and_ball(clerk));
    notes
}

fn buck_and_ball(clerk: &Clerk) -> Option<Note> {
    let mut weapons = clerk.book.weapons.iter();
    let weapon = weapons.find(|weapon| weapon.buck_and_ball)?;
    let of = &clerk.book.fire.buck_and_ball_nations;
    let text = if of.len() == clerk.book.nations.len() {
        format!("The {} fires buck and ball in a charge.", weapon.name)
    } else {
        format!(
            "The {} fires buck and ball in a charge if {}, or if the scenario says so.",
            weapon.name,
            nations(of)
        )
    };
    Some(clerk.note(text, &[weapon.rule.as_str()]))
}
