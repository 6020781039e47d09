//! Where the notes of a figure go.

use std::fmt::Write;

use super::{Drawn, NoteKind};
use crate::lettering::{Hand, Line, RISE, SINK};
use crate::palette::INK;
use crate::pen::{INCH, Path, Sheet, turned, v};
use crate::place::{Frame, Placer, Spot, Wish};

const PAD: f64 = 2.0;
/// How far from what it names a note may stand.
const FARTHER: [f64; 7] = [0.0, 4.0, 9.0, 16.0, 28.0, 44.0, 64.0];

impl Drawn<'_> {
    fn line(&self, text: &str, kind: NoteKind) -> (Line, f64) {
        let (line, size) = match kind {
            NoteKind::Name => (self.letters.set(text, Hand::Plain), 10.5),
            NoteKind::Measure => (self.letters.set(text, Hand::Italic), 10.5),
            NoteKind::Ground => (self.letters.set(text, Hand::Italic).spaced(0.05), 9.5),
        };
        (line, size * self.zoom)
    }

    /// A place for every note that has room.
    pub(super) fn placed(&self) -> Vec<Option<Spot>> {
        let obstacles = self.obstacles();
        let notes = &self.figure.notes;
        let around: Vec<Frame> =
            notes.iter().map(|note| Frame::around(&self.spots(&note.beside))).collect();
        let mut wishes: Vec<Wish> = Vec::new();
        for (own, note) in notes.iter().enumerate() {
            let (line, size) = self.line(&note.text, note.kind);
            let mut spots = spots(&line, size, around[own], note.kind);
            if note.kind == NoteKind::Name {
                // A name belongs to who is nearest to it.
                let names = (0..notes.len())
                    .filter(|place| *place != own && notes[*place].kind == NoteKind::Name);
                let others: Vec<Frame> = names.map(|place| around[place]).collect();
                for spot in &mut spots {
                    let near = apart(spot.frames[0], around[own]);
                    if others.iter().any(|other| apart(spot.frames[0], *other) < near + 4.0) {
                        spot.cost += 7.0;
                    }
                }
            }
            wishes.push(Wish { owner: usize::MAX, spots });
        }
        let sheet = Frame::new(v(0.0, 0.0), self.size).grown(-3.0);
        Placer::new(&obstacles, sheet).place(&mut wishes)
    }

    pub(super) fn write(&mut self, sheet: &mut Sheet, spots: &[Option<Spot>]) {
        let mut lines = Path::new();
        for (from, to) in spots.iter().flatten().filter_map(|spot| spot.leader) {
            lines.to(from).line(to);
        }
        sheet.draw(&lines, &format!("stroke=\"{INK}\" stroke-width=\".7\""));
        let mut text = String::new();
        for (note, spot) in self.figure.notes.iter().zip(spots) {
            let Some(spot) = spot else { continue };
            let (line, _) = self.line(&note.text, note.kind);
            let frame = spot.frames[0];
            let base = frame.low.y + PAD * 0.5 + RISE * spot.size;
            self.letters.write_about(&mut text, &line, v(frame.middle().x, base), spot.size);
        }
        if text.is_empty() {
            return;
        }
        let _ = writeln!(sheet.out, "<defs><g id=\"notes\">\n{text}</g></defs>");
        let halo =
            "stroke=\"#f4ebd3\" stroke-width=\"210\" stroke-linejoin=\"round\" opacity=\".9\"";
        let _ = writeln!(sheet.out, "<use href=\"#notes\" fill=\"none\" {halo}/>");
        let _ = writeln!(sheet.out, "<use href=\"#notes\" fill=\"{INK}\"/>");
    }
}

/// How far two boxes are apart.
fn apart(one: Frame, other: Frame) -> f64 {
    let gap = |low: f64, high: f64| (low - high).max(0.0);
    let x = gap(one.low.x, other.high.x).max(gap(other.low.x, one.high.x));
    let y = gap(one.low.y, other.high.y).max(gap(other.low.y, one.high.y));
    v(x, y).size()
}

/// The places that a note would like: round what it names, nearer ones first.
fn spots(line: &Line, size: f64, around: Frame, kind: NoteKind) -> Vec<Spot> {
    let mut found = Vec::new();
    for (smaller, size) in [size, size * 0.86].into_iter().enumerate() {
        let extent = v(line.width * size + 2.0 * PAD, (RISE + SINK) * size + PAD);
        if kind == NoteKind::Ground {
            // On the ground itself, wherever it is free.
            for across in -4_i32..=4 {
                for down in -4_i32..=4 {
                    let off = v(f64::from(across) * 0.11, f64::from(down) * 0.11);
                    let wide = around.high.minus(around.low);
                    let at = around.middle().plus(v(off.x * wide.x, off.y * wide.y));
                    let low = at.minus(extent.times(0.5));
                    let cost = f64::from(across.abs() + down.abs()) * 0.4 + 4.0 * smaller as f64;
                    let frames = vec![Frame::new(low, low.plus(extent))];
                    found.push(Spot { setting: 0, frames, at: low, size, leader: None, cost });
                }
            }
        }
        for turn in 0..16 {
            let way = turned(v(0.0, 1.0), 22.5 * f64::from(turn));
            for farther in FARTHER {
                let half = around.high.minus(around.low).times(0.5).plus(extent.times(0.5));
                // As far along the way as clears the box.
                let clear =
                    |part: f64, of: f64| if part.abs() < 1e-6 { f64::MAX } else { of / part.abs() };
                let near = clear(way.x, half.x).min(clear(way.y, half.y));
                let middle = around.middle().plus(way.times(near + 1.5 + farther));
                let low = middle.minus(extent.times(0.5));
                let frame = Frame::new(low, low.plus(extent));
                let leader = (farther >= 1.2 * INCH).then(|| {
                    let target = around.nearest(middle);
                    (frame.nearest(target), target)
                });
                // Names like to stand below, measures to the right.
                let dislike = match kind {
                    NoteKind::Name | NoteKind::Ground => 0.8 * (1.0 - way.y),
                    NoteKind::Measure => 0.8 * (1.0 - way.x),
                };
                let cost = dislike + farther / 8.0 + 4.0 * smaller as f64;
                let frames = vec![frame];
                found.push(Spot { setting: 0, frames, at: low, size, leader, cost });
            }
        }
    }
    found
}
