//! A map as pixels.

use std::fmt;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

/// Why there is no PNG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PixelError {
    /// The text is not an SVG.
    NotSvg(String),
    /// So many pixels are none, or too many.
    Size {
        /// The width asked for.
        width: u32,
    },
    /// The pixels could not be packed.
    Packing(String),
}

impl fmt::Display for PixelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PixelError::NotSvg(why) => write!(f, "this is no SVG: {why}"),
            PixelError::Size { width } => {
                let tallest = WIDEST * 2;
                write!(
                    f,
                    "a picture is 1 to {WIDEST} pixels wide and {tallest} tall at most: {width} wide it is not"
                )
            }
            PixelError::Packing(why) => write!(f, "the picture cannot be packed: {why}"),
        }
    }
}

impl std::error::Error for PixelError {}

/// The widest picture that is made.
const WIDEST: u32 = 8_192;

/// An SVG as a PNG of that width. Text is taken for outlines: fonts are never asked for.
pub fn png(svg: &str, width_px: u32) -> Result<Vec<u8>, PixelError> {
    let size = || PixelError::Size { width: width_px };
    if !(1..=WIDEST).contains(&width_px) {
        return Err(size());
    }
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())
        .map_err(|error| PixelError::NotSvg(error.to_string()))?;
    let scale = width_px as f32 / tree.size().width();
    let height = libm::roundf(tree.size().height() * scale).max(1.0) as u32;
    if height > WIDEST * 2 {
        return Err(size());
    }
    let mut pixels = Pixmap::new(width_px, height).ok_or_else(size)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    packed(&pixels).map_err(|error| PixelError::Packing(error.to_string()))
}

/// A sheet of paper hides what lies under it: three bytes a pixel are enough.
fn packed(pixels: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let mut colours = Vec::with_capacity(pixels.pixels().len() * 3);
    for pixel in pixels.pixels() {
        let bare = 255 - pixel.alpha();
        colours.extend([pixel.red(), pixel.green(), pixel.blue()].map(|c| c.saturating_add(bare)));
    }
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&colours)?;
    writer.finish()?;
    Ok(out)
}
