//! Trees, bushes, crops: what grows, and boulders.

use std::fmt::Write;

use crate::noise::{noise, swing};
use crate::palette::{INK, LEAF, PAPER};
use crate::pen::{Path, V, num, turned, v};

/// A crown seen from above and a little from the south: lobes, leaves on the dark side, a shadow.
pub(crate) fn tree(variant: i64, radius: f64, fill: &str, dark: bool) -> String {
    let lobes = 6 + variant % 2;
    let lobe = |place: i64, part: f64| {
        let degrees = 360.0 / lobes as f64 * (place as f64 + part) + 37.0 * variant as f64;
        let wobble = if part == 0.0 { 0.12 * swing(place % lobes, variant, 21) } else { 0.0 };
        turned(v(0.0, -radius * (0.84 + wobble)), degrees)
    };
    let mut crown = Path::new();
    crown.to(lobe(0, 0.0));
    for place in 1..=lobes {
        crown.arc(radius * 0.5, true, lobe(place % lobes, 0.0));
    }
    crown.close();
    let mut leaves = Path::new();
    for place in 0..4 {
        let degrees = 95.0 + 32.0 * place as f64 + 9.0 * swing(place, variant, 22);
        let at = turned(v(0.0, -radius * (0.5 + 0.16 * noise(place, variant, 23))), degrees);
        leaves.to(at).bend(v(radius * 0.2, radius * 0.2), v(radius * 0.36, -radius * 0.06));
    }
    let up = v(-radius * 0.35, -radius * 0.3);
    leaves.to(up).bend(v(radius * 0.18, radius * 0.16), v(radius * 0.3, -radius * 0.05));
    let mut out = String::new();
    let (shift, wide, high) = (num(radius * 0.28), num(radius * 0.98), num(radius * 0.9));
    let _ = write!(
        out,
        "<ellipse cx=\"{shift}\" cy=\"{}\" rx=\"{wide}\" ry=\"{high}\" fill=\"{INK}\" opacity=\".24\"/>\
         <path d=\"{}\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\".6\"/>",
        num(radius * 0.36),
        crown.data()
    );
    if dark {
        let mut half = Path::new();
        let (from, to) = (v(radius * 0.62, -radius * 0.62), v(-radius * 0.5, radius * 0.72));
        half.to(from).arc(radius * 0.92, true, to).arc(radius * 1.1, false, from).close();
        let _ = write!(out, "<path d=\"{}\" fill=\"{LEAF}\" opacity=\".75\"/>", half.data());
    }
    let _ = write!(
        out,
        "<path d=\"{}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\".55\"/>",
        leaves.data()
    );
    out
}

/// A parked wagon: its tilt, its tongue, its wheels.
pub(crate) fn wagon() -> String {
    format!(
        "<path d=\"M-6 2V-2Q-5.6 -5.4 -2 -5.4H2Q5.6 -5.4 6 -2V2z\" fill=\"#f7efd9\" stroke=\"{INK}\" stroke-width=\".8\"/>\
         <path d=\"M-2.4 -5.2V2M1.8 -5.2V2M6 1.6l5 1.4\" fill=\"none\" stroke=\"{INK}\" stroke-width=\".7\"/>\
         <g fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\".9\"><circle cx=\"-3.6\" cy=\"3\" r=\"2.3\"/>\
         <circle cx=\"3.6\" cy=\"3\" r=\"2.3\"/></g>"
    )
}

/// A round tree of an orchard.
pub(crate) fn fruit_tree(radius: f64) -> String {
    format!(
        "<ellipse cx=\"1.6\" cy=\"1.9\" rx=\"{r}\" ry=\"{r}\" fill=\"{INK}\" opacity=\".22\"/>\
         <circle r=\"{r}\" fill=\"#cdd09a\" stroke=\"{INK}\" stroke-width=\".7\"/>\
         <path d=\"M{inner} .4q-.6 {inner} -{inner} {inner}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\".6\"/>\
         <circle r=\".9\" fill=\"{INK}\"/>",
        r = num(radius),
        inner = num(radius * 0.6)
    )
}

/// A thorny bush of the chaparral: three domes on the ground, dark at the lower right.
pub(crate) fn thorn(variant: i64) -> String {
    let scale = num(0.86 + 0.13 * variant as f64);
    let mirror = if variant % 2 == 0 { "" } else { "-" };
    let fill = ["#c9c98e", "#bcbd7e", "#c3c389", "#b1b273"][variant as usize % 4];
    format!(
        "<g transform=\"scale({mirror}{scale} {scale})\"><path d=\"M-5 2q6 1.6 11.4 .2\" fill=\"none\" \
         stroke=\"{INK}\" stroke-width=\".9\" opacity=\".5\"/>\
         <path d=\"M-5 1.6A2.6 2.6 0 0 1 -3.4 -2.6A3.4 3.4 0 0 1 2.6 -3.6A2.9 2.9 0 0 1 5 1.6z\" \
         fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\".65\"/>\
         <path d=\"M1.2 .9q1.5 -.2 1.9 -1.6M2.9 1q1.3 -.4 1.5 -1.6M-1.8 -2.2q1 .8 2.2 .2M-3.6 -.2q.8 .7 1.8 .2\
         M-3.4 -2.8l-1.2 -1.1M-.6 -5l-.3 -1.5M2.8 -3.8l1.2 -1.2\" fill=\"none\" stroke=\"{INK}\" \
         stroke-width=\".6\" stroke-linecap=\"round\"/></g>"
    )
}

/// A prickly pear: three pads.
pub(crate) fn pear() -> String {
    format!(
        "<g fill=\"#b9c08a\" stroke=\"{INK}\" stroke-width=\".6\">\
         <ellipse cy=\"-1.6\" rx=\"2.3\" ry=\"3.2\"/>\
         <ellipse cx=\"-2.9\" cy=\"-5.4\" rx=\"1.7\" ry=\"2.5\" transform=\"rotate(-24 -2.9 -5.4)\"/>\
         <ellipse cx=\"2.6\" cy=\"-5.8\" rx=\"1.6\" ry=\"2.3\" transform=\"rotate(22 2.6 -5.8)\"/></g>\
         <path d=\"M-3 1.8h8M-.6 -2.4l1.2 1.2M.6 -2.4l-1.2 1.2\" stroke=\"{INK}\" stroke-width=\".6\"/>"
    )
}

/// A yucca: a fan of blades.
pub(crate) fn yucca() -> String {
    format!(
        "<path d=\"M0 1.4L-4.4 -1.6M0 1.4L-3.4 -4.4M0 1.4L-1.2 -6.2M0 1.4L1.2 -6.2M0 1.4L3.4 -4.4\
         M0 1.4L4.4 -1.6M-2.6 1.8h6.4\" stroke=\"{INK}\" stroke-width=\".65\" stroke-linecap=\"round\"/>"
    )
}

/// A sprig of brush: open twigs, no crown.
pub(crate) fn sprig(variant: i64) -> String {
    let lean = num(swing(variant, 0, 41));
    format!(
        "<path d=\"M0 2L{lean} -4.6M0 .6L-2.6 -2.6M.1 -.4L2.6 -3.2M-2.2 2h5.4\" fill=\"none\" \
         stroke=\"{INK}\" stroke-width=\".7\" stroke-linecap=\"round\"/>\
         <g fill=\"{LEAF}\"><circle cx=\"{lean}\" cy=\"-4.9\" r=\"1\"/><circle cx=\"-2.9\" cy=\"-3\" r=\"1\"/>\
         <circle cx=\"2.9\" cy=\"-3.6\" r=\"1\"/></g>"
    )
}

/// A boulder: a broken outline with its dark side hatched.
pub(crate) fn boulder(variant: i64, radius: f64) -> String {
    let corner = |place: i64| {
        let degrees = 60.0 * place as f64 + 16.0 * swing(place, variant, 51);
        let out = radius * (0.8 + 0.35 * noise(place, variant, 52));
        let at = turned(v(0.0, -out), degrees);
        v(at.x, at.y * 0.78)
    };
    let corners: Vec<V> = (0..6).map(corner).collect();
    let mut outline = Path::new();
    outline.through(&corners, true);
    let mut dark = Path::new();
    let middle = v(-radius * 0.12, -radius * 0.18);
    dark.to(corners[0]).line(middle).line(corners[4]).to(middle).line(corners[2]);
    for part in [0.3, 0.55, 0.8] {
        let from = corners[2].plus(corners[3].minus(corners[2]).times(part));
        let by = middle.minus(from).times(0.5);
        dark.to(from).by(by);
    }
    format!(
        "<path d=\"{}\" fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\".75\" stroke-linejoin=\"round\"/>\
         <path d=\"{}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\".55\"/>",
        outline.data(),
        dark.data()
    )
}
