//! A figure of a rule: a few units close up, before in outline and after in full, with what the rule
//! measures drawn between them. Everything in it is given in places of the table.

mod signs;
mod words;

use std::fmt::Write;

use engine::table::{Placed, Position, Side, UnitId};
use geometry::{Bounds, Spot};
use rulebook::{Nation, Rulebook};

use crate::lettering::{Hand, Letters};
use crate::palette::{INK, PAPER};
use crate::pen::{self, INCH, Path, Ruler, Sheet, V, num, v};
use crate::place::{Frame, Obstacle};
use crate::terrain::Ground;
use crate::{frame, troops};

/// A figure to draw.
#[derive(Clone, Debug)]
pub struct Figure<'a> {
    /// What it shows, for those who cannot see it.
    pub title: &'a str,
    /// Who stands where, afterwards.
    pub position: &'a Position,
    /// The rules, for bases and words.
    pub book: &'a Rulebook,
    /// The nation of each army.
    pub nations: [Nation; 2],
    /// The part of the table that is shown, in thousandths.
    pub view: Bounds,
    /// The units that are drawn.
    pub units: Vec<UnitId>,
    /// Are leaders drawn, and how far they command?
    pub leaders: bool,
    /// Units as they were before.
    pub before: Vec<Placed>,
    /// What is drawn between them.
    pub signs: Vec<Sign>,
    /// What is written.
    pub notes: Vec<Note>,
}

/// Something drawn between units.
#[derive(Clone, Debug, PartialEq)]
pub enum Sign {
    /// The way that somebody took: an arrow.
    Way(Vec<Spot>),
    /// The way of one stand of many: dotted.
    Trail(Vec<Spot>),
    /// A line of sight or of fire; cut off where something hides the rest.
    Sight {
        /// From here.
        from: Spot,
        /// To here.
        to: Spot,
        /// What hides it begins here.
        stop: Option<Spot>,
    },
    /// A stand where it was for a moment on its way: an outline of dots.
    Moment([Spot; 4]),
    /// A line through a front, drawn on to both sides.
    Front {
        /// From here.
        from: Spot,
        /// To here.
        to: Spot,
    },
    /// Ground within an arc of fire, up to the end of a range band.
    Band {
        /// Its outline.
        outline: Vec<Spot>,
        /// Does darker ink mark it: every other band.
        dark: bool,
    },
}

/// Something written.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The words.
    pub text: String,
    /// What they stand beside: places around it.
    pub beside: Vec<Spot>,
    /// How important it is.
    pub kind: NoteKind,
}

/// What kind of note it is, which is how it is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// The name of a unit or a leader.
    Name,
    /// A distance or what comes of a rule.
    Measure,
    /// The name of a piece of ground.
    Ground,
}

/// The strip below with the scale, where letters are of the usual size.
const FOOT: f64 = 1.25 * INCH;
/// Pixels to an inch of the table.
const PIXELS: f64 = 36.0;
/// The widest a figure becomes, in pixels.
const WIDEST: f64 = 760.0;

/// The figure as an SVG.
pub fn figure(figure: &Figure<'_>) -> String {
    Drawn::new(figure).svg()
}

/// The boxes of the notes of a figure, as left, top, right, bottom; nothing where one found no room.
pub fn figure_notes(figure: &Figure<'_>) -> Vec<Option<[f64; 4]>> {
    let drawn = Drawn::new(figure);
    let boxed = |frame: Frame| [frame.low.x, frame.low.y, frame.high.x, frame.high.y];
    drawn.placed().iter().map(|spot| spot.as_ref().map(|spot| boxed(spot.frames[0]))).collect()
}

struct Drawn<'a> {
    figure: &'a Figure<'a>,
    /// How much larger letters are set, so that a wide figure is read as easily as a small one.
    zoom: f64,
    ruler: Ruler,
    /// The size of the part of the table that is shown.
    size: V,
    letters: Letters,
}

impl<'a> Drawn<'a> {
    fn new(figure: &'a Figure<'a>) -> Drawn<'a> {
        let scale = INCH / 1000.0;
        let table = figure.position.table.bounds();
        let whole = v(table.high.x * scale, table.high.y * scale);
        let view = figure.view;
        let corner = v(-view.low.x * scale, view.high.y * scale - whole.y);
        let size = v((view.high.x - view.low.x) * scale, (view.high.y - view.low.y) * scale);
        let zoom = (size.x * PIXELS / INCH / WIDEST).clamp(1.0, 1.6);
        Drawn { figure, zoom, ruler: Ruler { corner, size: whole }, size, letters: Letters::new() }
    }

    fn spots(&self, spots: &[Spot]) -> Vec<V> {
        spots.iter().map(|spot| self.ruler.spot(*spot)).collect()
    }

    fn nation(&self, side: Side) -> Nation {
        self.figure.nations[side as usize]
    }

    /// What no note may cover.
    fn obstacles(&self) -> Vec<Obstacle> {
        let figure = self.figure;
        let mut found = Vec::new();
        let mut stands = |placed: &Placed| {
            let corners = placed.stands.iter().map(|stand| troops::corners(*stand, self.ruler));
            found.extend(corners.map(|corners| Obstacle::new(usize::MAX, corners)));
            if let Some(at) = placed.tethered {
                let at = self.ruler.point(at);
                let around = Frame::new(at, at).grown(troops::HORSES);
                found.push(Obstacle::new(usize::MAX, around.corners().to_vec()));
            }
        };
        figure.units.iter().for_each(|id| stands(figure.position.unit(*id)));
        figure.before.iter().for_each(stands);
        if figure.leaders {
            let all = troops::obstacles(figure.position, figure.book, self.ruler);
            let units = figure.position.units().len();
            found.extend(all.into_iter().filter(|obstacle| obstacle.owner >= units));
        }
        for sign in &figure.signs {
            found.extend(signs::obstacles(&self.ways(sign)));
        }
        found
    }

    fn svg(mut self) -> String {
        let figure = self.figure;
        let mut sheet = Sheet::default();
        let whole = v(self.size.x, self.size.y + FOOT * self.zoom);
        frame::paper(&mut sheet, whole);
        let mut view = Path::new();
        view.through(&Frame::new(v(0.0, 0.0), self.size).corners(), true);
        let clip = sheet.clip(&view);
        let spots = self.placed();
        sheet.open(&format!("clip-path=\"url(#{clip})\""));
        let mut ground = Ground::new(&figure.position.table, self.ruler);
        ground.written = spots.iter().flatten().map(|spot| spot.frames[0].grown(-1.0)).collect();
        ground.draw(&mut sheet);
        for band in figure.signs.iter().filter(|sign| matches!(sign, Sign::Band { .. })) {
            self.draw(&mut sheet, band);
        }
        if figure.leaders {
            let nation = |side| self.nation(side);
            troops::radii(&mut sheet, figure.position, figure.book, nation, self.ruler);
        }
        figure.before.iter().for_each(|placed| signs::ghost(&mut sheet, placed, self.ruler));
        for sign in figure.signs.iter().filter(|sign| !matches!(sign, Sign::Band { .. })) {
            self.draw(&mut sheet, sign);
        }
        for id in &figure.units {
            let placed = figure.position.unit(*id);
            let title = placed.unit.described(&figure.book.terms);
            troops::unit(&mut sheet, *id, placed, &title, self.ruler, false);
        }
        if figure.leaders {
            let nation = |side| self.nation(side);
            troops::leaders(&mut sheet, figure.position, figure.book, nation, self.ruler);
        }
        sheet.close();
        self.write(&mut sheet, &spots);
        sheet.draw(&view, &format!("fill=\"none\" stroke=\"{INK}\" stroke-width=\".8\""));
        let mut edge = Path::new();
        edge.through(&Frame::new(v(0.0, 0.0), whole).grown(-0.6).corners(), true);
        sheet.draw(&edge, &format!("fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.2\""));
        self.foot(&mut sheet);
        self.whole(&sheet, whole)
    }

    /// The scale, and what the outlines mean.
    fn foot(&mut self, sheet: &mut Sheet) {
        let zoom = self.zoom;
        let (left, base) = (0.6 * INCH * zoom, self.size.y + 0.52 * INCH * zoom);
        let (mut dark, mut light) = (Path::new(), Path::new());
        for inch in 0..4 {
            let low = v(left + f64::from(inch) * INCH, base - 2.4 * zoom);
            let path = if inch % 2 == 0 { &mut dark } else { &mut light };
            path.through(&Frame::new(low, low.plus(v(INCH, 4.8 * zoom))).corners(), true);
        }
        sheet.draw(&light, &format!("fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\".7\""));
        sheet.draw(&dark, &format!("fill=\"{INK}\" stroke=\"{INK}\" stroke-width=\".7\""));
        let mut text = String::new();
        for (inch, words) in [(0, "0"), (2, "2"), (4, "4 inches")] {
            let line = self.letters.set(words, Hand::Plain);
            let half = self.letters.set(&words[..1], Hand::Plain).width * 4.5 * zoom;
            let at = v(left + f64::from(inch) * INCH - half, base + 11.5 * zoom);
            self.letters.write(&mut text, &line, at, 9.0 * zoom);
        }
        if !self.figure.before.is_empty() {
            let inch = INCH * zoom;
            let mut x = self.size.x - 4.3 * inch;
            for (words, ghost) in [("before", true), ("after", false)] {
                let stand = Frame::new(v(x, base - 4.0), v(x + 0.6 * INCH, base + 6.0));
                signs::sample(sheet, stand, ghost);
                let line = self.letters.set(words, Hand::Italic);
                self.letters.write(&mut text, &line, v(x + 0.8 * INCH, base + 5.0), 9.5 * zoom);
                x += 2.3 * inch;
            }
        }
        let _ = writeln!(sheet.out, "<g fill=\"{INK}\">\n{text}</g>");
    }

    fn whole(&self, sheet: &Sheet, size: V) -> String {
        let pixels = (PIXELS / INCH).min(WIDEST / size.x);
        let mut out = String::with_capacity(sheet.out.len() + 16_384);
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" role=\"img\">",
            num(size.x),
            num(size.y),
            num(libm::round(size.x * pixels)),
            num(libm::round(size.y * pixels))
        );
        let _ = writeln!(out, "<title>{}</title>", pen::escaped(self.figure.title));
        let _ = writeln!(
            out,
            "<defs>\n{}{}{}</defs>",
            frame::PAINTS,
            self.letters.outlines(),
            sheet.definitions()
        );
        out.push_str(&sheet.out);
        out.push_str("</svg>\n");
        out
    }
}
