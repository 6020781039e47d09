//! `dq scenario list`: the battles that come with the program.

use engine::table::Side;
use library::Checked;

use super::{ListArgs, find};
use crate::answers::{ScenarioList, ScenarioListed};
use crate::play::page::padded;
use crate::{Answer, Fault, show};

/// `dq scenario list …`.
pub fn run(args: &ListArgs) -> Result<Answer, Fault> {
    let battles: Vec<Checked> =
        find::all(None)?.iter().map(find::Found::battle).collect::<Result<_, Fault>>()?;
    if args.json {
        let rows = battles.iter().map(ScenarioListed::of).collect();
        return Ok(Answer::good(show::json(&ScenarioList(rows))));
    }
    let mut text = String::new();
    for war in battles.chunk_by(|one, next| one.book.period == next.book.period) {
        text += &show::heading(&war[0].book.title);
        for line in table(war.iter().map(cells).collect()) {
            text += &format!("  {line}\n");
        }
    }
    text += &show::faint(&format!(
        "{} battles; `dq scenario show NAME` is a briefing, `dq play --text NAME` a game",
        battles.len()
    ));
    Ok(Answer::good(text + "\n"))
}

fn cells(battle: &Checked) -> [String; 6] {
    let scenario = &battle.scenario;
    let army = |side: Side| {
        let army = &scenario.army(side).name;
        let units = scenario.position.units().iter().filter(|placed| placed.side == side);
        let stands: u32 = units.map(|placed| u32::from(placed.unit.strength.stands)).sum();
        format!("{army} {stands}")
    };
    let table = &scenario.position.table;
    [
        scenario.id.to_string(),
        scenario.title.to_string(),
        scenario.date.to_string(),
        format!("{}, {}", army(Side::First), army(Side::Second)),
        format!("{} turns", scenario.clock.turns),
        format!("{} x {}", table.width(), table.height()),
    ]
}

/// The rows with their columns beneath each other.
fn table(rows: Vec<[String; 6]>) -> Vec<String> {
    let wide = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..6).map(|column| wide(column).unwrap_or(0)).collect();
    let line = |row: &[String; 6]| {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, width)| padded(cell, *width)).collect();
        cells.join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}
