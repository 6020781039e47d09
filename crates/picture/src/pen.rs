//! Numbers, paths and marks of an SVG, written the same way every time.

use std::collections::BTreeMap;
use std::fmt::Write;

use geometry::{Point, Spot};

/// A place or an arrow on the sheet: `y` runs down.
pub(crate) type V = Spot;

/// Units of the drawing to an inch of the table.
pub(crate) const INCH: f64 = 20.0;

pub(crate) const fn v(x: f64, y: f64) -> V {
    V::new(x, y)
}

/// An arrow of that size along `direction`.
pub(crate) fn unit(direction: V) -> V {
    let size = direction.size();
    if size < 1e-9 { v(1.0, 0.0) } else { direction.times(1.0 / size) }
}

/// The arrow to the left of who goes along `direction`.
pub(crate) fn left(direction: V) -> V {
    v(direction.y, -direction.x)
}

/// The arrow turned by so many degrees, clockwise on the sheet.
pub(crate) fn turned(arrow: V, degrees: f64) -> V {
    let radians = degrees * std::f64::consts::PI / 180.0;
    let (sin, cos) = (libm::sin(radians), libm::cos(radians));
    v(arrow.x * cos - arrow.y * sin, arrow.x * sin + arrow.y * cos)
}

/// Between two places.
pub(crate) fn between(a: V, b: V, part: f64) -> V {
    a.plus(b.minus(a).times(part))
}

/// A number with at most two decimals.
pub(crate) fn num(value: f64) -> String {
    let mut text = String::new();
    push(&mut text, value);
    text
}

fn push(out: &mut String, value: f64) {
    let hundredths = libm::round(value * 100.0) as i64;
    if hundredths < 0 {
        out.push('-');
    }
    let size = hundredths.unsigned_abs();
    let (whole, part) = (size / 100, size % 100);
    if whole > 0 || part == 0 {
        let _ = write!(out, "{whole}");
    }
    match (part, part % 10) {
        (0, _) => {}
        (_, 0) => {
            let _ = write!(out, ".{}", part / 10);
        }
        _ => {
            let _ = write!(out, ".{part:02}");
        }
    }
}

/// Text that stands inside an element or an attribute.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

/// The data of a path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path(String);

impl Path {
    pub fn new() -> Path {
        Path::default()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn data(&self) -> &str {
        &self.0
    }

    fn pair(&mut self, at: V) {
        push(&mut self.0, at.x);
        self.0.push(' ');
        push(&mut self.0, at.y);
    }

    pub fn to(&mut self, at: V) -> &mut Path {
        self.0.push('M');
        self.pair(at);
        self
    }

    pub fn line(&mut self, at: V) -> &mut Path {
        self.0.push('L');
        self.pair(at);
        self
    }

    /// A line by an arrow from where the pen is.
    pub fn by(&mut self, arrow: V) -> &mut Path {
        self.0.push('l');
        self.pair(arrow);
        self
    }

    /// A bend by arrows from where the pen is.
    pub fn bend(&mut self, control: V, end: V) -> &mut Path {
        self.0.push('q');
        self.pair(control);
        self.0.push(' ');
        self.pair(end);
        self
    }

    /// A part of a circle.
    pub fn arc(&mut self, radius: f64, clockwise: bool, end: V) -> &mut Path {
        self.0.push('A');
        self.pair(v(radius, radius));
        self.0.push_str(if clockwise { " 0 0 1 " } else { " 0 0 0 " });
        self.pair(end);
        self
    }

    pub fn close(&mut self) -> &mut Path {
        self.0.push('z');
        self
    }

    pub fn circle(&mut self, middle: V, radius: f64) -> &mut Path {
        let right = middle.plus(v(radius, 0.0));
        self.to(middle.minus(v(radius, 0.0)));
        self.arc(radius, true, right).arc(radius, true, middle.minus(v(radius, 0.0))).close()
    }

    /// Straight lines through `points`.
    pub fn through(&mut self, points: &[V], closed: bool) -> &mut Path {
        for (place, &point) in points.iter().enumerate() {
            if place == 0 {
                self.to(point)
            } else {
                self.line(point)
            };
        }
        if closed && !points.is_empty() {
            self.close();
        }
        self
    }

    /// A stroke from `from` to `to` that is `thick` at its start and runs out to nothing.
    pub fn wedge(&mut self, from: V, to: V, thick: f64) -> &mut Path {
        let half = left(unit(to.minus(from))).times(thick / 2.0);
        self.to(from.plus(half)).line(to).line(from.minus(half)).close()
    }
}

/// A sheet that is being drawn, and the marks it uses again and again.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    pub out: String,
    pub marks: BTreeMap<String, String>,
    clips: Vec<String>,
}

impl Sheet {
    /// A path with its style, if there is anything in it.
    pub fn draw(&mut self, path: &Path, style: &str) {
        if !path.is_empty() {
            let _ = writeln!(self.out, "<path d=\"{}\" {style}/>", path.data());
        }
    }

    /// A path to clip by; gives its name.
    pub fn clip(&mut self, path: &Path) -> String {
        self.clips.push(path.data().to_owned());
        format!("clip{}", self.clips.len() - 1)
    }

    /// All that is used again and again, to stand before the drawing.
    pub fn definitions(&self) -> String {
        let mut out = String::new();
        for (id, mark) in &self.marks {
            let _ = writeln!(out, "<g id=\"{id}\">{mark}</g>");
        }
        for (place, clip) in self.clips.iter().enumerate() {
            let _ = writeln!(out, "<clipPath id=\"clip{place}\"><path d=\"{clip}\"/></clipPath>");
        }
        out
    }

    pub fn open(&mut self, style: &str) {
        let _ = writeln!(self.out, "<g {style}>");
    }

    pub fn close(&mut self) {
        self.out.push_str("</g>\n");
    }

    /// Writes a mark, made when it is first used.
    pub fn mark(&mut self, id: &str, at: V, degrees: f64, make: impl FnOnce() -> String) {
        if !self.marks.contains_key(id) {
            self.marks.insert(id.to_owned(), make());
        }
        if degrees == 0.0 {
            let (x, y) = (num(at.x), num(at.y));
            let _ = writeln!(self.out, "<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>");
        } else {
            let place = placed(at, degrees);
            let _ = writeln!(self.out, "<use href=\"#{id}\" transform=\"{place}\"/>");
        }
    }
}

/// A place and a turn as a transform.
pub(crate) fn placed(at: V, degrees: f64) -> String {
    if degrees == 0.0 {
        format!("translate({} {})", num(at.x), num(at.y))
    } else {
        format!("translate({} {})rotate({})", num(at.x), num(at.y), num(degrees))
    }
}

/// Where things of the table are on the sheet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ruler {
    /// Where the upper left corner of the table is.
    pub corner: V,
    /// The table's size, in units.
    pub size: V,
}

impl Ruler {
    /// A place of the table, in thousandths.
    pub fn spot(self, spot: Spot) -> V {
        let scale = INCH / 1000.0;
        v(self.corner.x + spot.x * scale, self.corner.y + self.size.y - spot.y * scale)
    }

    pub fn point(self, point: Point) -> V {
        self.spot(point.spot())
    }

    /// The place of the table, in thousandths, that is here on the sheet.
    pub fn back(self, at: V) -> Spot {
        let scale = 1000.0 / INCH;
        let (x, y) = (at.x - self.corner.x, self.corner.y + self.size.y - at.y);
        Spot::new(x * scale, y * scale)
    }

    /// Is a place on the table, and `inside` units from its edge?
    pub fn holds(self, at: V, inside: f64) -> bool {
        let (x, y) = (at.x - self.corner.x, at.y - self.corner.y);
        x >= inside && y >= inside && x <= self.size.x - inside && y <= self.size.y - inside
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_never_minus_nothing() {
        let written = [0.0, -0.001, 0.5, -0.25, 12.0, 3.14259, -7.1, 100.999].map(num);
        assert_eq!(written, ["0", "0", ".5", "-.25", "12", "3.14", "-7.1", "101"]);
    }

    #[test]
    fn left_is_left_on_a_sheet_whose_y_runs_down() {
        assert_eq!(left(v(1.0, 0.0)), v(0.0, -1.0));
        assert_eq!(left(v(0.0, -1.0)), v(-1.0, 0.0));
    }
}
