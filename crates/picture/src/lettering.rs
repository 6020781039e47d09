//! Lettering: text shaped with the fonts that this crate carries, drawn as outlines.

use std::collections::BTreeMap;
use std::fmt::Write;

use rustybuzz::ttf_parser::{GlyphId, OutlineBuilder};
use rustybuzz::{Face, Feature, UnicodeBuffer};

use crate::pen::{V, num, v};

static REGULAR: &[u8] = include_bytes!("../fonts/EBGaramond08-Regular.otf");
static ITALIC: &[u8] = include_bytes!("../fonts/EBGaramond08-Italic.otf");

/// How a text is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Hand {
    /// Upright.
    Plain,
    /// Italic.
    Italic,
    /// Small capitals after large ones, spaced.
    Capitals,
}

#[derive(Clone, Copy, Debug)]
struct Glyph {
    italic: bool,
    id: u16,
    /// Where it begins, in parts of the size.
    x: f64,
    /// How far it takes one on.
    advance: f64,
}

/// A line of text, for any size.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    glyphs: Vec<Glyph>,
    /// In parts of the size.
    pub width: f64,
    pub text: String,
}

/// How far letters rise above the line and sink below it, in parts of the size.
pub(crate) const RISE: f64 = 0.72;
pub(crate) const SINK: f64 = 0.26;

impl Line {
    /// Another text after this one, with a space between.
    pub fn and(mut self, other: Line) -> Line {
        if self.glyphs.is_empty() {
            return other;
        }
        let from = self.width + 0.25;
        self.glyphs.extend(other.glyphs.iter().map(|g| Glyph { x: g.x + from, ..*g }));
        self.width = from + other.width;
        self.text = format!("{} {}", self.text, other.text);
        self
    }

    /// The same with more space between the letters.
    pub fn spaced(mut self, by: f64) -> Line {
        for (place, glyph) in self.glyphs.iter_mut().enumerate() {
            glyph.x += by * place as f64;
        }
        self.width += by * self.glyphs.len().saturating_sub(1) as f64;
        self
    }
}

/// The fonts, and which letters have been used.
pub(crate) struct Letters {
    regular: Face<'static>,
    italic: Face<'static>,
    used: BTreeMap<(bool, u16), String>,
}

struct Outline {
    data: String,
}

impl Outline {
    fn pairs(&mut self, letter: char, pairs: &[(f32, f32)]) {
        self.data.push(letter);
        for (place, (x, y)) in pairs.iter().enumerate() {
            let space = if place > 0 { " " } else { "" };
            let whole = |n: f32| libm::roundf(n) as i32;
            let _ = write!(self.data, "{space}{} {}", whole(*x), whole(*y));
        }
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.pairs('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.pairs('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.pairs('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.pairs('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.data.push('z');
    }
}

impl Letters {
    pub fn new() -> Letters {
        let face = |data| Face::from_slice(data, 0).expect("the fonts of this crate are fonts");
        Letters { regular: face(REGULAR), italic: face(ITALIC), used: BTreeMap::new() }
    }

    /// Sets a text.
    pub fn set(&self, text: &str, hand: Hand) -> Line {
        let italic = hand == Hand::Italic;
        let face = if italic { &self.italic } else { &self.regular };
        let feature =
            |tag: &[u8; 4]| Feature::new(rustybuzz::ttf_parser::Tag::from_bytes(tag), 1, ..);
        // The old figure one is a small capital i: with it the 1st would be the Ist.
        let mut features = vec![feature(b"lnum")];
        if hand == Hand::Capitals {
            features.push(feature(b"smcp"));
        }
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(&text.replace('\'', "’"));
        buffer.guess_segment_properties();
        let shaped = rustybuzz::shape(face, &features, buffer);
        let em = f64::from(face.units_per_em());
        let mut width = 0.0;
        let mut glyphs = Vec::new();
        for (info, place) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()) {
            let x = width + f64::from(place.x_offset) / em;
            let advance = f64::from(place.x_advance) / em;
            glyphs.push(Glyph { italic, id: info.glyph_id as u16, x, advance });
            width += advance;
        }
        let line = Line { glyphs, width, text: text.to_owned() };
        if hand == Hand::Capitals { line.spaced(0.04) } else { line }
    }

    fn letter(&mut self, italic: bool, id: u16) -> String {
        let face = if italic { &self.italic } else { &self.regular };
        self.used.entry((italic, id)).or_insert_with(|| {
            let mut outline = Outline { data: String::new() };
            face.outline_glyph(GlyphId(id), &mut outline);
            outline.data
        });
        format!("{}{id}", if italic { 'i' } else { 'r' })
    }

    fn scale(&self, size: f64) -> f64 {
        size / f64::from(self.regular.units_per_em())
    }

    /// Writes a line whose left end is at `at`.
    pub fn write(&mut self, out: &mut String, line: &Line, at: V, size: f64) {
        let em = f64::from(self.regular.units_per_em());
        let scale = self.scale(size);
        let (x, y) = (num(at.x), num(at.y));
        let _ = write!(
            out,
            "<g aria-label=\"{}\" transform=\"matrix({scale:.4} 0 0 -{scale:.4} {x} {y})\">",
            crate::pen::escaped(&line.text)
        );
        for glyph in &line.glyphs {
            let id = self.letter(glyph.italic, glyph.id);
            if !self.used[&(glyph.italic, glyph.id)].is_empty() {
                let _ = write!(out, "<use href=\"#{id}\" x=\"{}\"/>", libm::round(glyph.x * em));
            }
        }
        out.push_str("</g>\n");
    }

    /// Writes a line with its middle at `middle`.
    pub fn write_about(&mut self, out: &mut String, line: &Line, middle: V, size: f64) {
        let at = v(middle.x - line.width * size / 2.0, middle.y);
        self.write(out, line, at, size);
    }

    /// Writes a line along a curve: `place` gives spot and direction so far along it.
    pub fn write_along(
        &mut self,
        out: &mut String,
        line: &Line,
        size: f64,
        place: impl Fn(f64) -> (V, V),
    ) {
        let scale = self.scale(size);
        let _ = write!(out, "<g aria-label=\"{}\">", crate::pen::escaped(&line.text));
        for glyph in &line.glyphs {
            let id = self.letter(glyph.italic, glyph.id);
            if self.used[&(glyph.italic, glyph.id)].is_empty() {
                continue;
            }
            let (middle, way) = place((glyph.x + glyph.advance / 2.0) * size);
            let at = middle.minus(way.times(glyph.advance / 2.0 * size));
            let (cos, sin) = (way.x * scale, way.y * scale);
            let _ = write!(
                out,
                "<use href=\"#{id}\" transform=\"matrix({cos:.4} {sin:.4} {sin:.4} {:.4} {} {})\"/>",
                -cos,
                num(at.x),
                num(at.y)
            );
        }
        out.push_str("</g>\n");
    }

    /// The outlines of all letters that were used.
    pub fn outlines(&self) -> String {
        let mut out = String::new();
        for ((italic, id), data) in self.used.iter().filter(|(_, data)| !data.is_empty()) {
            let letter = if *italic { 'i' } else { 'r' };
            let _ = writeln!(out, "<path id=\"{letter}{id}\" d=\"{data}\"/>");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stay_within_the_box_they_are_given() {
        let letters = Letters::new();
        for (hand, face) in [(Hand::Plain, &letters.regular), (Hand::Italic, &letters.italic)] {
            let text: String = (' '..='~').chain("éñüç’".chars()).collect();
            for glyph in letters.set(&text, hand).glyphs {
                let Some(ink) = face.glyph_bounding_box(GlyphId(glyph.id)) else { continue };
                let em = f64::from(face.units_per_em());
                let (low, high) = (f64::from(ink.y_min) / em, f64::from(ink.y_max) / em);
                // A hair's breadth is lost in the margin of the box.
                assert!(low >= -SINK - 0.061 && high <= RISE + 0.061, "{}: {low} {high}", glyph.id);
            }
        }
    }

    #[test]
    fn text_is_measured_with_its_kerning() {
        let letters = Letters::new();
        let width = |text| letters.set(text, Hand::Plain).width;
        assert!(width("AV") < width("A") + width("V"));
        assert!(width("3rd Infantry 9/6/4 Vet") > 6.0);
        assert!(
            letters.set("ARISTA", Hand::Capitals).width
                > letters.set("Arista", Hand::Capitals).width
        );
    }
}
