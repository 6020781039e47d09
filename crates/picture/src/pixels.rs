//! A map as pixels.

use std::fmt;

use crate::fewer::Palette;
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
    packed(&pixels(svg, width_px)?).map_err(|error| PixelError::Packing(error.to_string()))
}

/// The same in few colours: a quarter of the bytes, for pages with many pictures.
pub fn small_png(svg: &str, width_px: u32) -> Result<Vec<u8>, PixelError> {
    packed_small(&pixels(svg, width_px)?).map_err(|error| PixelError::Packing(error.to_string()))
}

fn pixels(svg: &str, width_px: u32) -> Result<Pixmap, PixelError> {
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
    Ok(pixels)
}

/// A sheet of paper hides what lies under it: three bytes a pixel are enough.
fn colours(pixels: &Pixmap) -> impl Iterator<Item = [u8; 3]> {
    pixels.pixels().iter().map(|pixel| {
        let bare = 255 - pixel.alpha();
        [pixel.red(), pixel.green(), pixel.blue()].map(|c| c.saturating_add(bare))
    })
}

fn packed(pixels: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let colours: Vec<u8> = colours(pixels).flatten().collect();
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

fn packed_small(pixels: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let palette = Palette::of(colours(pixels));
    let places: Vec<u8> = colours(pixels).map(|colour| palette.nearest(colour)).collect();
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.bytes());
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&places)?;
    writer.finish()?;
    Ok(out)
}
