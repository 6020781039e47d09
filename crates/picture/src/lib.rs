//! A battle drawn as a staff map of its century, and the figures of the rules in the same hand: SVGs that
//! are the same to the byte wherever they are made, and a PNG of each.
//!
//! Nothing here knows the clock, the disk or chance. Unevenness comes from a hash of places; text
//! is shaped with the fonts of this crate and drawn as outlines.

mod curve;
mod fewer;
mod figure;
mod frame;
mod lettering;
mod marks;
mod names;
mod noise;
mod palette;
mod pen;
mod pixels;
mod place;
mod terrain;
mod troops;

use std::fmt::Write;

use engine::scenario::Scenario;
use engine::table::{Side, UnitId};
use rulebook::Rulebook;

pub use figure::{Figure, Note, NoteKind, Sign, figure, figure_notes};
pub use marks::Mark;
pub use names::Names;
pub use pixels::{PixelError, png, small_png};
pub use terrain::Symbol;

use frame::{Cartouche, FOOT, MARGIN};
use lettering::Letters;
use marks::Notes;
use names::{Lettered, Lettering};
use palette::{INK, PAPER, cloth};
use pen::{INCH, Path, Ruler, Sheet, V, num, v};
use place::{Frame, Obstacle};
use terrain::Ground;

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    /// The ground.
    pub terrain: bool,
    /// Stands, flags and leaders.
    pub units: bool,
    /// Names and ratings.
    pub labels: bool,
    /// What is left of each unit, in the place of its ratings.
    pub strengths: bool,
    /// Lines every six inches.
    pub grid: bool,
    /// How far leaders command.
    pub command: bool,
    /// Border, cartouche, scales, north; without it the sheet is the table and no more.
    pub frame: bool,
}

impl Default for Layers {
    fn default() -> Layers {
        Layers {
            terrain: true,
            units: true,
            labels: true,
            strengths: false,
            grid: false,
            command: false,
            frame: true,
        }
    }
}

/// How it is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Pixels to an inch of the table, at least one. Letters are never too small for it.
    pub pixels_per_inch: f64,
    /// What is drawn.
    pub layers: Layers,
    /// A unit to point out.
    pub highlighted: Option<UnitId>,
}

impl Default for Options {
    fn default() -> Options {
        Options { pixels_per_inch: 20.0, layers: Layers::default(), highlighted: None }
    }
}

/// A battle to draw.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The battle.
    pub scenario: &'a Scenario,
    /// The rulebook of its war, for bases and words.
    pub book: &'a Rulebook,
    /// How it is drawn.
    pub options: Options,
}

/// A label in its place, in units of the drawing (see [`UNITS_PER_INCH`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// What it says.
    pub text: String,
    /// What it belongs to.
    pub names: Names,
    /// The boxes it fills, as left, top, right, bottom: one, or one for every few letters along a
    /// curve.
    pub boxes: Vec<[f64; 4]>,
    /// The size of its letters.
    pub size: f64,
    /// A line to what it names, from x, y to x, y, where it is not beside it.
    pub leader: Option<[f64; 4]>,
}

/// Units of the drawing to an inch of the table.
pub const UNITS_PER_INCH: f64 = INCH;

/// The map as an SVG.
pub fn svg(scene: &Scene<'_>) -> String {
    Drawing::new(scene, &[]).settled().svg()
}

/// The map of a battle that is not right yet, with what is wrong marked on it and noted below.
pub fn svg_marked(scene: &Scene<'_>, marks: &[Mark]) -> String {
    Drawing::new(scene, marks).settled().svg()
}

/// The labels of the map, where they stand.
pub fn labels(scene: &Scene<'_>) -> Vec<Label> {
    Drawing::new(scene, &[]).settled().lettered.iter().map(Lettered::label).collect()
}

/// The outlines of the stands of every unit in units of the drawing, in the order of the units.
pub fn stands(scene: &Scene<'_>) -> Vec<Vec<[[f64; 2]; 4]>> {
    let ruler = Drawing::new(scene, &[]).ground.ruler;
    let stand = |rect: &geometry::Rect| {
        rect.corners().map(|corner| ruler.spot(corner)).map(|corner| [corner.x, corner.y])
    };
    let units = scene.scenario.position.units().iter();
    units.map(|unit| unit.stands.iter().map(stand).collect()).collect()
}

/// The number of pixels to an inch that makes a whole sheet `width` pixels wide.
pub fn pixels_per_inch(scenario: &Scenario, width: u32) -> f64 {
    let inches = f64::from(scenario.position.table.width().in_thousandths()) / 1000.0;
    let whole = inches + 2.0 * MARGIN / INCH;
    f64::from(width) / whole
}

/// Everything that must be known before the first line is drawn.
struct Drawing<'a> {
    scene: Scene<'a>,
    ground: Ground<'a>,
    /// The size of the sheet.
    size: V,
    letters: Letters,
    cartouche: Option<(Cartouche, V)>,
    flags: Vec<Option<troops::Flag>>,
    lettered: Vec<Lettered>,
    marks: &'a [Mark],
    notes: Notes,
}

impl<'a> Drawing<'a> {
    fn new(scene: &Scene<'a>, marks: &'a [Mark]) -> Drawing<'a> {
        let scene = *scene;
        let (scenario, layers) = (scene.scenario, scene.options.layers);
        let table = &*scenario.position.table;
        let inches = |length: geometry::Length| f64::from(length.in_thousandths()) * INCH / 1000.0;
        let extent = v(inches(table.width()), inches(table.height()));
        let margin = if layers.frame { MARGIN } else { 0.0 };
        let letters = Letters::new();
        let mut ruler = Ruler { corner: v(margin, margin), size: extent };
        let mut ground = Ground::new(table, ruler);
        let mut cartouche = None;
        if layers.frame {
            let made = Cartouche::new(scenario, &letters);
            let position = &scenario.position;
            let taken = troops::obstacles(position, scene.book, ruler);
            let mut taken: Vec<Frame> = taken.iter().map(|o| o.frame().grown(INCH)).collect();
            // Where somebody comes on, his arrow and his name want room.
            let entries = troops::arrivals(scenario, ruler);
            taken.extend(entries.iter().map(|entry| entry.frame().grown(1.2 * INCH)));
            let low = made.find(scenario, &ground, &taken);
            let low = low.unwrap_or_else(|| {
                // No room on the map: the sheet grows at the top.
                ruler.corner.y += made.size.y + 0.4 * INCH;
                ground = Ground::new(table, ruler);
                v(ruler.corner.x + (extent.x - made.size.x) / 2.0, 0.5 * INCH)
            });
            cartouche = Some((made, low));
        }
        let foot = if layers.frame { FOOT } else { 0.0 };
        let notes = Notes::new(marks, &letters, extent.x);
        let tall = ruler.corner.y + extent.y + margin + foot + notes.height();
        let size = v(extent.x + 2.0 * margin, tall);
        let (flags, lettered) = (Vec::new(), Vec::new());
        Drawing { scene, ground, size, letters, cartouche, flags, lettered, marks, notes }
    }

    /// The same with the places of flags and labels found.
    fn settled(mut self) -> Drawing<'a> {
        let (scenario, book) = (self.scene.scenario, self.scene.book);
        let layers = self.scene.options.layers;
        let ruler = self.ground.ruler;
        let mut obstacles = Vec::new();
        if layers.units {
            obstacles = troops::obstacles(&scenario.position, book, ruler);
            self.flags = troops::Flag::all(&scenario.position, ruler, obstacles.clone());
            obstacles.extend(self.flags.iter().flatten().map(|flag| flag.obstacle()));
            let arrivals = troops::arrivals(scenario, ruler);
            let arrows = arrivals.iter().map(|arrival| arrival.frame().corners().to_vec());
            obstacles.extend(arrows.map(|corners| Obstacle::new(usize::MAX, corners)));
        }
        let sheet = |low: V, size: V| Frame::new(low, low.plus(size)).grown(4.0);
        let box_of = |frame: Frame| Obstacle::new(usize::MAX, frame.corners().to_vec());
        obstacles.extend(self.cartouche.iter().map(|(c, low)| box_of(sheet(*low, c.size))));
        obstacles.extend(scenario.key_positions.iter().map(|key| {
            let at = ruler.point(key.at);
            box_of(Frame::new(at, at).grown(0.5 * INCH))
        }));
        obstacles.extend(marks::obstacles(self.marks, ruler));
        if layers.labels {
            let least = 12.5 * INCH / self.scene.options.pixels_per_inch.max(1.0);
            let lettering = Lettering {
                scenario,
                book,
                ground: &self.ground,
                ruler,
                obstacles: &obstacles,
                size: least.clamp(0.7 * INCH, 1.1 * INCH),
                with_units: layers.units,
                with_strengths: layers.strengths,
                with_terrain: layers.terrain,
            };
            self.lettered = lettering.placed(&self.letters);
            let frames = self.lettered.iter().flat_map(|label| label.spot.frames.iter());
            self.ground.written = frames.map(|frame| frame.grown(-1.0)).collect();
        }
        self
    }

    fn nation(&self, side: Side) -> rulebook::Nation {
        self.scene.scenario.army(side).nation
    }

    fn svg(mut self) -> String {
        let layers = self.scene.options.layers;
        let ruler = self.ground.ruler;
        let mut sheet = Sheet::default();
        frame::paper(&mut sheet, self.size);
        let mut table = Path::new();
        table.through(&Frame::new(ruler.corner, ruler.corner.plus(ruler.size)).corners(), true);
        let clip = sheet.clip(&table);
        sheet.open(&format!("clip-path=\"url(#{clip})\""));
        if layers.terrain {
            frame::grass(&mut sheet, &self.ground);
            self.ground.draw(&mut sheet);
        }
        if layers.grid {
            frame::grid(&mut sheet, ruler);
        }
        let (position, book) = (&self.scene.scenario.position, self.scene.book);
        if layers.command {
            troops::radii(&mut sheet, position, book, |side| self.nation(side), ruler);
        }
        self.keys(&mut sheet);
        self.leader_lines(&mut sheet);
        sheet.close();
        if layers.units {
            for arrival in troops::arrivals(self.scene.scenario, ruler) {
                arrival.draw(&mut sheet, self.nation(arrival.side));
            }
            self.units(&mut sheet);
            troops::leaders(&mut sheet, position, book, |side| self.nation(side), ruler);
            for (flag, unit) in self.flags.iter().zip(position.units()) {
                if let Some(flag) = flag {
                    let guidon = unit.unit.arm != rulebook::Arm::Infantry;
                    flag.draw(&mut sheet, unit.unit.nation, guidon);
                }
            }
        }
        self.names(&mut sheet);
        self.marks(&mut sheet);
        if layers.frame {
            self.frame(&mut sheet);
        }
        self.whole(&sheet)
    }

    fn units(&self, sheet: &mut Sheet) {
        let position = &self.scene.scenario.position;
        for (id, unit) in position.ids().zip(position.units()) {
            let name = &*unit.unit.name;
            let described = unit.unit.described(&self.scene.book.terms);
            let title =
                if described.starts_with(name) { described } else { format!("{name} {described}") };
            let highlighted = self.scene.options.highlighted == Some(id);
            troops::unit(sheet, id, unit, &title, self.ground.ruler, highlighted);
        }
    }

    /// Ground worth fighting for: a star in its circle.
    fn keys(&self, sheet: &mut Sheet) {
        for key in &self.scene.scenario.key_positions {
            let at = self.ground.ruler.point(key.at);
            let reach = f64::from(key.radius.in_thousandths()) * INCH / 1000.0;
            let owner = key.owner.map(|side| cloth(self.nation(side)).full);
            let colour = owner.unwrap_or(INK);
            let (mut circle, mut star) = (Path::new(), Path::new());
            circle.circle(at, reach.max(0.6 * INCH));
            troops::star(&mut star, at, 0.5 * INCH);
            let dash = "stroke-dasharray=\"2 3\" stroke-linecap=\"round\"";
            sheet.draw(
                &circle,
                &format!("fill=\"{PAPER}\" fill-opacity=\".25\" stroke=\"{colour}\" stroke-width=\"1.2\" {dash}"),
            );
            let fill = if owner.is_some() { colour } else { PAPER };
            let width = if owner.is_some() { "1.1" } else { "1.8" };
            let style = format!("stroke=\"{INK}\" stroke-width=\"{width}\"");
            sheet.draw(&star, &format!("fill=\"{fill}\" {style}"));
        }
    }

    /// What is wrong: rings on the map, notes below it.
    fn marks(&mut self, sheet: &mut Sheet) {
        if self.marks.is_empty() {
            return;
        }
        let (ruler, mut text) = (self.ground.ruler, String::new());
        sheet.open("id=\"marks\"");
        marks::draw(sheet, &mut self.letters, &mut text, self.marks, ruler);
        let low = v(ruler.corner.x, self.size.y - self.notes.height());
        self.notes.draw(sheet, &mut self.letters, &mut text, low);
        let _ = writeln!(sheet.out, "<g fill=\"{INK}\">\n{text}</g>");
        sheet.close();
    }

    fn leader_lines(&self, sheet: &mut Sheet) {
        let mut lines = Path::new();
        for (from, to) in self.lettered.iter().filter_map(|label| label.spot.leader) {
            lines.to(from).line(to);
        }
        sheet.draw(&lines, &format!("stroke=\"{PAPER}\" stroke-width=\"2.4\" opacity=\".8\""));
        sheet.draw(&lines, &format!("stroke=\"{INK}\" stroke-width=\".8\""));
    }

    /// All labels: first their halo of paper, then their ink.
    fn names(&mut self, sheet: &mut Sheet) {
        let kinds = [
            (Names::Land, "land", "#4a3820"),
            (Names::Water, "wet", "#2c4f5b"),
            (Names::Key, "keys", INK),
            (Names::Arrival, "arrivals", INK),
            (Names::Leader, "leaders", INK),
            (Names::Unit, "labels", INK),
        ];
        for (names, id, colour) in kinds {
            let mut text = String::new();
            for label in self.lettered.iter().filter(|label| label.names == names) {
                label.write(&mut self.letters, &mut text);
            }
            if text.is_empty() {
                continue;
            }
            let _ = writeln!(sheet.out, "<defs><g id=\"{id}\">\n{text}</g></defs>");
            let (wide, opacity) = match names {
                Names::Land => ("120", ".55"),
                Names::Water => ("140", ".72"),
                _ => ("190", ".86"),
            };
            let halo =
                format!("stroke-width=\"{wide}\" stroke-linejoin=\"round\" opacity=\"{opacity}\"");
            let _ = writeln!(
                sheet.out,
                "<use href=\"#{id}\" fill=\"none\" stroke=\"#f4ebd3\" {halo}/>"
            );
            let _ = writeln!(sheet.out, "<use href=\"#{id}\" fill=\"{colour}\"/>");
        }
    }

    fn frame(&mut self, sheet: &mut Sheet) {
        let scenario = self.scene.scenario;
        let ruler = self.ground.ruler;
        let mut text = String::new();
        frame::border(sheet, &mut self.letters, &mut text, ruler);
        frame::foot(scenario, sheet, &mut self.letters, &mut text, ruler);
        if let Some((cartouche, low)) = &self.cartouche {
            cartouche.draw(scenario, sheet, &mut self.letters, &mut text, *low);
        }
        let _ = writeln!(sheet.out, "<g fill=\"{INK}\">\n{text}</g>");
    }

    fn whole(&self, sheet: &Sheet) -> String {
        let pixels = self.scene.options.pixels_per_inch.max(1.0) / INCH;
        let (wide, tall) = (num(self.size.x), num(self.size.y));
        let mut out = String::with_capacity(sheet.out.len() + 65_536);
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {tall}\" width=\"{}\" height=\"{}\">",
            num(libm::round(self.size.x * pixels)),
            num(libm::round(self.size.y * pixels))
        );
        let (title, date) = (&self.scene.scenario.title, &self.scene.scenario.date);
        let _ = writeln!(out, "<title>{}</title>", pen::escaped(&format!("{title}, {date}")));
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
