//! The turn.

use rulebook::Feature;

use super::list;
use crate::qrs::model::{Clerk, Row, Section, Side, Table};

/// The three phases of a player's turn.
pub fn sequence(clerk: &Clerk) -> Section {
    let mut rows = maneuver(clerk);
    let fire = [
        ("1", "The enemy fires first; what he hits is hit at once.", "SEQ-FIRE-1-DEFENSIVE"),
        ("2", "Then your side fires.", "SEQ-FIRE-2-OFFENSIVE"),
    ];
    let charge = [
        ("1", "Fight every charge that fire has not checked.", "SEQ-CHG-1"),
        ("2", "Move all breakthroughs.", "SEQ-CHG-2"),
        ("3", "Fight them; nobody breaks through twice.", "SEQ-CHG-3"),
    ];
    for (phase, steps) in
        [("II. Musketry and cannonade", fire.as_slice()), ("III. Charge", charge.as_slice())]
    {
        rows.extend(steps.iter().map(|(number, text, rule)| {
            let cells = vec![(*number).to_owned(), (*text).to_owned()];
            clerk.row_of(cells, &[rule]).in_group(phase)
        }));
    }
    Section {
        id: "turn",
        heading: "Sequence of the Turn",
        side: Side::Front,
        tables: vec![Table::new("One player's turn", &["", ""]).of(rows)],
        notes: vec![clerk.note(
            "Each side has its turn; the two make a game turn.",
            &["SEQ-PHASES", "SEQ-GAME-TURN"],
        )],
    }
}

fn maneuver(clerk: &Clerk) -> Vec<Row> {
    let answers = list(&answers(clerk), "or");
    let declare = format!("Declare its charges. The enemy answers without a check: {answers}.");
    let steps: [(&str, &str, &[&str]); 5] = [
        ("1", "Replace lost leaders; detach and attach leaders.", &["SEQ-MNV-1-LEADERS"]),
        (
            "2a",
            "One check: a leader for units in his radius, or one unit that is in no radius.",
            &["SEQ-MNV-2A-CHECK"],
        ),
        ("2b", &declare, &["SEQ-MNV-2B-DECLARE", "SEQ-HASTY-ORDER"]),
        (
            "2c",
            "Answers made on the spot, then charges and countercharges, then the rest of the \
             group. Back to 2a until all have checked.",
            &["SEQ-MNV-2C-MOVE", "SEQ-MNV-2-LOOP"],
        ),
        ("2d", "Move leaders who are with no unit.", &["SEQ-MNV-2D-LEADERS-MOVE"]),
    ];
    let row = |(number, text, rules): &(&str, &str, &[&str])| {
        let cells = vec![(*number).to_owned(), (*text).to_owned()];
        clerk.row_of(cells, rules).in_group("I. Maneuver")
    };
    steps.iter().map(row).collect()
}

/// What the side that is charged can do at once in this war.
fn answers(clerk: &Clerk) -> Vec<String> {
    let all = [
        (true, "cavalry countercharges"),
        (clerk.book.has(Feature::Square), "infantry forms a hasty square"),
        (clerk.book.has(Feature::PresentBayonets), "infantry presents bayonets to cavalry"),
        (clerk.book.has(Feature::Evade), "a skirmish line evades before contact"),
        (clerk.book.has(Feature::Skirmishers), "skirmisher detachments evade or rejoin (optional)"),
    ];
    let here = all.into_iter().filter(|(has, _)| *has);
    here.map(|(_, words)| words.to_owned()).collect()
}
