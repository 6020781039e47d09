//! What is wrong with a battle, on its map: a hatched ring around it, and a note below the sheet.

use geometry::Bounds;

use crate::lettering::{Hand, Letters, Line};
use crate::palette::{INK, PAPER};
use crate::pen::{INCH, Path, Ruler, Sheet, V, turned, v};
use crate::place::{Frame, Obstacle};

/// Something that is wrong, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The box around it on the table, in thousandths; nothing if it is nowhere.
    pub around: Option<Bounds>,
    /// What is wrong.
    pub note: String,
}

const RED: &str = "#b3261e";
const DISC: f64 = 9.0;
const LETTERS: f64 = 15.0;
const ROW: f64 = 19.0;
/// More notes than these are counted, not written.
const MOST: usize = 12;

/// The ring around a mark: its middle, and how far it reaches to the sides and up.
fn ring(around: Bounds, ruler: Ruler) -> (V, V) {
    let frame = Frame::around(&[ruler.spot(around.low), ruler.spot(around.high)]).grown(0.5 * INCH);
    let half = frame.high.minus(frame.low).times(0.5);
    // The ellipse through the corners of a box is wider by the root of two.
    (frame.middle(), half.times(core::f64::consts::SQRT_2).plus(v(4.0, 4.0)))
}

/// Where the number of a mark stands: on the ring, to the upper right.
fn number_at((middle, half): (V, V)) -> V {
    middle.plus(v(half.x * 0.78, -half.y * 0.78))
}

/// The numbers on the map, which no label may cover.
pub(crate) fn obstacles(marks: &[Mark], ruler: Ruler) -> Vec<Obstacle> {
    let rings = marks.iter().filter_map(|mark| Some(ring(mark.around?, ruler)));
    let disc = |at: V| Frame::new(at, at).grown(DISC + 1.0).corners().to_vec();
    rings.map(|ring| Obstacle::new(usize::MAX, disc(number_at(ring)))).collect()
}

/// The rings, each with its number.
pub(crate) fn draw(
    sheet: &mut Sheet,
    letters: &mut Letters,
    text: &mut String,
    marks: &[Mark],
    ruler: Ruler,
) {
    for (place, mark) in marks.iter().enumerate() {
        let Some(around) = mark.around else { continue };
        let (middle, half) = ring(around, ruler);
        let on = |turn: f64, out: f64| {
            let way = turned(v(0.0, -1.0), turn);
            middle.plus(v(way.x * (half.x + out), way.y * (half.y + out)))
        };
        let (mut inner, mut outer, mut hatch) = (Path::new(), Path::new(), Path::new());
        let round: Vec<f64> = (0..72).map(|part| f64::from(part) * 5.0).collect();
        let at = |out: f64| round.iter().map(|turn| on(*turn, out)).collect::<Vec<V>>();
        inner.through(&at(0.0), true);
        outer.through(&at(7.0), true);
        for turn in &round {
            hatch.to(on(*turn, 0.0)).line(on(turn + 5.0, 7.0));
        }
        let style = format!("fill=\"none\" stroke=\"{RED}\"");
        sheet.draw(&hatch, &format!("{style} stroke-width=\"1.2\""));
        sheet.draw(&inner, &format!("{style} stroke-width=\"2\""));
        sheet.draw(&outer, &format!("{style} stroke-width=\"1.2\""));
        disc(sheet, letters, text, place, number_at((middle, half)));
    }
}

fn disc(sheet: &mut Sheet, letters: &mut Letters, text: &mut String, place: usize, at: V) {
    let mut path = Path::new();
    path.circle(at, DISC);
    sheet.draw(&path, &format!("fill=\"{PAPER}\" stroke=\"{RED}\" stroke-width=\"2\""));
    let number = letters.set(&(place + 1).to_string(), Hand::Plain);
    letters.write_about(text, &number, at.plus(v(0.0, 4.4)), 13.0);
}

/// The notes below the sheet, set in lines no wider than it.
pub(crate) struct Notes {
    /// Each with the lines of its note.
    notes: Vec<Vec<Line>>,
    more: Option<Line>,
}

impl Notes {
    pub fn new(marks: &[Mark], letters: &Letters, wide: f64) -> Notes {
        let room = (wide - 4.0 * DISC) / LETTERS;
        let set = |mark: &Mark| wrapped(&mark.note, letters, room);
        let more = marks.len().saturating_sub(MOST);
        let more = (more > 0).then(|| letters.set(&format!("and {more} more"), Hand::Italic));
        Notes { notes: marks.iter().take(MOST).map(set).collect(), more }
    }

    /// How high they are together.
    pub fn height(&self) -> f64 {
        let rows: usize = self.notes.iter().map(Vec::len).sum();
        let gaps = self.notes.len() as f64 * 4.0;
        if rows == 0 { 0.0 } else { (rows + self.more.iter().count()) as f64 * ROW + gaps + 10.0 }
    }

    pub fn draw(&self, sheet: &mut Sheet, letters: &mut Letters, text: &mut String, low: V) {
        let mut y = low.y;
        for (place, lines) in self.notes.iter().enumerate() {
            disc(sheet, letters, text, place, v(low.x + DISC, y + ROW * 0.5));
            for line in lines {
                letters.write(text, line, v(low.x + 3.0 * DISC, y + ROW * 0.75), LETTERS);
                y += ROW;
            }
            y += 4.0;
        }
        if let Some(more) = &self.more {
            letters.write(text, more, v(low.x + 3.0 * DISC, y + ROW * 0.75), LETTERS);
        }
        let mut rule = Path::new();
        rule.to(v(low.x, low.y - 6.0)).by(v(120.0, 0.0));
        sheet.draw(&rule, &format!("stroke=\"{INK}\" stroke-width=\".8\""));
    }
}

/// A text in lines no wider than `room`, in parts of the size.
fn wrapped(text: &str, letters: &Letters, room: f64) -> Vec<Line> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match longer.filter(|line| letters.set(line, Hand::Plain).width <= room) {
            Some(longer) => *lines.last_mut().expect("a line to lengthen") = longer,
            None => lines.push(word.to_owned()),
        }
    }
    lines.iter().map(|line| letters.set(line, Hand::Plain)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_note_is_set_in_lines_that_fit() {
        let letters = Letters::new();
        let lines = wrapped(&"one of many words ".repeat(20), &letters, 30.0);
        assert!(lines.len() > 3 && lines.iter().all(|line| line.width <= 30.0));
        let words: usize = lines.iter().map(|line| line.text.split(' ').count()).sum();
        assert_eq!(words, 80);
    }
}
