//! The table as letters, for a terminal: a cell is an inch wide and two inches high.

use engine::battle::State;
use engine::table::{Outline, Side, Terrain, UnitId};
use geometry::{Point, Spot};
use rulebook::TerrainTrait;

use super::card::compass;

const TALL: i32 = 2;
/// A line crosses a cell if it comes so near to its middle, in thousandths.
const NEAR: f64 = 1000.0;

/// The table with everybody on it, and who the letters are.
pub fn sketch(state: &State) -> String {
    let table = &state.position.table;
    let inches = |length: geometry::Length| (length.in_thousandths() / 1000).max(1);
    let (wide, high) = (inches(table.width()), inches(table.height()));
    let rows = (high + TALL - 1) / TALL;
    let mut cells: Vec<Vec<char>> = (0..rows)
        .map(|row| (0..wide).map(|column| ground(state, column, high, row)).collect())
        .collect();
    let mut put = |at: Spot, mark: char| {
        let (x, y) = ((at.x / 1000.0).floor() as i32, (at.y / 1000.0).floor() as i32);
        let row = (high - 1 - y) / TALL;
        if let Some(cell) = cells.get_mut(row as usize).and_then(|row| row.get_mut(x as usize)) {
            *cell = mark;
        }
    };
    for key in &state.scenario.key_positions {
        put(key.at.spot(), '+');
    }
    for (leader, mark) in leaders(state) {
        if let Some(at) = state.leader(leader).at {
            put(at.spot(), mark);
        }
    }
    for (unit, mark) in units(state) {
        for stand in &state.unit(unit).stands {
            put(stand.pose.at.spot(), mark);
        }
    }
    let ruler: String = (0..wide).step_by(10).map(|x| format!("{x:<10}")).collect();
    let mut text = format!("    {}\n", ruler.trim_end());
    for (row, line) in cells.iter().enumerate() {
        let line: String = line.iter().collect();
        let y = high - TALL * (row as i32 + 1);
        text += &format!("{y:>3} {}\n", line.trim_end());
    }
    text + &legend(state)
}

/// What the ground looks like in a cell.
fn ground(state: &State, column: i32, high: i32, row: i32) -> char {
    let x = f64::from(column) * 1000.0 + 500.0;
    let y = f64::from(high - TALL * row) * 1000.0 - f64::from(TALL) * 500.0;
    let middle = Spot::new(x, y);
    let pieces = state.position.table.pieces().iter();
    let here = pieces.filter(|piece| match &piece.outline {
        Outline::Area(_) => piece.contains(middle),
        Outline::Line { .. } => piece.gap_to(middle) <= NEAR,
    });
    here.map(look).max().map_or(' ', |(_, mark)| mark)
}

/// How a piece is drawn, and before which others.
fn look(piece: &Terrain) -> (u8, char) {
    let line = matches!(piece.outline, Outline::Line { .. });
    if piece.is(TerrainTrait::Garrison) {
        (9, '#')
    } else if piece.is(TerrainTrait::Road) || piece.is(TerrainTrait::Crossing) {
        (7, '.')
    } else if piece.is(TerrainTrait::Water) {
        (6, '~')
    } else if line {
        (8, '-')
    } else if piece.is(TerrainTrait::Woods) {
        (5, '%')
    } else if piece.is(TerrainTrait::Hill) {
        (1, '^')
    } else {
        (4, ':')
    }
}

/// A letter for each unit on the table: large for the army named first, small for the other.
fn units(state: &State) -> Vec<(UnitId, char)> {
    let letters = |side: Side| {
        let range = if side == Side::First { 'A'..='Z' } else { 'a'..='z' };
        state.of_side(side).zip(range)
    };
    letters(Side::First).chain(letters(Side::Second)).collect()
}

/// A figure for each leader who rides by himself.
fn leaders(state: &State) -> Vec<(u16, char)> {
    let alone = |leader: &u16| {
        let now = state.leader(*leader);
        now.at.is_some() && now.attached.is_none()
    };
    let all = 0..state.position.leaders.len() as u16;
    all.filter(alone).zip('1'..='9').collect()
}

fn legend(state: &State) -> String {
    let mut text = String::new();
    for side in [Side::First, Side::Second] {
        let own = units(state).into_iter().filter(|(unit, _)| state.unit(*unit).side == side);
        let names = own.map(|(unit, mark)| {
            format!("{mark} {} {}", state.name(unit), compass(state.unit(unit).anchor.heading))
        });
        let him =
            leaders(state).into_iter().filter(|(leader, _)| state.leader(*leader).side == side);
        let him = him.map(|(leader, mark)| format!("{mark} {}", state.leader_name(leader)));
        let all: Vec<String> = names.chain(him).collect();
        text += &format!("{}: {}\n", state.army_name(side), all.join("; "));
    }
    let keys: Vec<String> = state
        .scenario
        .key_positions
        .iter()
        .map(|key| format!("{} ({})", key.name, place(key.at)))
        .collect();
    if !keys.is_empty() {
        text += &format!("+ {}\n", keys.join(", "));
    }
    text + "% woods, ^ hill, # building, . road, ~ water, - wall or fence, : other ground; north is up.\n"
}

fn place(at: Point) -> String {
    format!("{},{}", at.x, at.y).replace('"', "")
}
