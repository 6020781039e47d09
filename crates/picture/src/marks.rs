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

/// A place on a ring, so far out, seen from its middle.
fn on_ring((middle, half): (V, V), turn: f64, out: f64) -> V {
    let way = turned(v(0.0, -1.0), turn);
    middle.plus(v(way.x * (half.x + out), way.y * (half.y + out)))
}

/// Where the number of each mark stands: on its ring, to the upper right or as near to it as there is no
/// other number.
fn numbers(marks: &[Mark], ruler: Ruler) -> Vec<Option<V>> {
    let mut placed: Vec<Option<V>> = Vec::new();
    for mark in marks {
        let at = mark.around.map(|around| {
            let ring = ring(around, ruler);
            let turns = (0..36).map(|step: i32| {
                // To the right and to the left of the first place in turn.
                let off = f64::from((step + 1) / 2) * 10.0;
                45.0 + if step % 2 == 1 { off } else { -off }
            });
            let mut places = turns.map(|turn| on_ring(ring, turn, 4.0));
            let free = |at: &V| {
                !placed.iter().flatten().any(|other| other.minus(*at).size() < 2.0 * DISC + 2.0)
            };
            places.find(free).unwrap_or_else(|| on_ring(ring, 45.0, 4.0))
        });
        placed.push(at);
    }
    placed
}

/// The rings on the map and their numbers, which no label may cover.
pub(crate) fn obstacles(marks: &[Mark], ruler: Ruler) -> Vec<Obstacle> {
    let mut found = Vec::new();
    for at in numbers(marks, ruler).into_iter().flatten() {
        let disc = Frame::new(at, at).grown(DISC + 1.0).corners().to_vec();
        found.push(Obstacle::new(usize::MAX, disc));
    }
    for ring in marks.iter().filter_map(|mark| Some(ring(mark.around?, ruler))) {
        let part = |part: i32| {
            let (from, to) = (f64::from(part) * 10.0, f64::from(part + 1) * 10.0);
            let on = |turn: f64, out: f64| on_ring(ring, turn, out);
            vec![on(from, -1.0), on(from, 8.0), on(to, 8.0), on(to, -1.0)]
        };
        found.extend((0..36).map(|at| Obstacle::new(usize::MAX, part(at))));
    }
    found
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
        // Of several marks of one thing one ring is enough.
        if marks[..place].iter().any(|other| other.around == mark.around) {
            continue;
        }
        let on = |turn: f64, out: f64| on_ring(ring(around, ruler), turn, out);
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
    }
    for (place, at) in numbers(marks, ruler).into_iter().enumerate() {
        if let Some(at) = at {
            disc(sheet, letters, text, place, at);
        }
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

    /// Marks of one thing, and one beside it.
    fn marks() -> Vec<Mark> {
        let at = |x: f64, y: f64| geometry::Spot::new(x, y);
        let one = Bounds { low: at(9e3, 9e3), high: at(12e3, 10e3) };
        let other = Bounds { low: at(10e3, 9e3), high: at(12.2e3, 10e3) };
        let mark = |around| Mark { around: Some(around), note: "wrong".into() };
        vec![mark(one), mark(one), mark(one), mark(other), Mark { around: None, note: "no".into() }]
    }

    fn ruler() -> Ruler {
        Ruler { corner: v(0.0, 0.0), size: v(20.0 * INCH, 20.0 * INCH) }
    }

    #[test]
    fn no_number_stands_on_another() {
        let placed: Vec<V> = numbers(&marks(), ruler()).into_iter().flatten().collect();
        assert_eq!(placed.len(), 4);
        for (place, one) in placed.iter().enumerate() {
            for other in &placed[..place] {
                assert!(one.minus(*other).size() > 2.0 * DISC, "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn no_label_runs_over_a_ring() {
        let marks = marks();
        let (middle, half) = ring(marks[0].around.unwrap(), ruler());
        let left = middle.minus(v(half.x, 0.0));
        let under = |frame: Frame| obstacles(&marks, ruler()).iter().any(|o| o.is_under(frame));
        assert!(under(Frame::new(left, left).grown(6.0)));
        assert!(!under(Frame::new(middle, middle).grown(2.0)), "there is room within");
    }

    #[test]
    fn a_long_note_is_set_in_lines_that_fit() {
        let letters = Letters::new();
        let lines = wrapped(&"one of many words ".repeat(20), &letters, 30.0);
        assert!(lines.len() > 3 && lines.iter().all(|line| line.width <= 30.0));
        let words: usize = lines.iter().map(|line| line.text.split(' ').count()).sum();
        assert_eq!(words, 80);
    }
}
