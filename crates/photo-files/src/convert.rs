//! One file in, up to three files out.

use image::{ExtendedColorType, codecs::jpeg::JpegEncoder, metadata::Orientation};

use crate::{
    PhotoError,
    decode::{Decoded, decode, to_srgb},
    encode::encode,
    pixels::Pixels,
};

/// The widths in pixels that a photo is stored in, unless the original is smaller.
pub const WIDTHS: [u32; 3] = [400, 800, 1600];

/// The maximum file size for each of [`WIDTHS`], in bytes.
const BUDGETS: [usize; 3] = [30_000, 90_000, 250_000];

/// A photo is at most this many times as tall as it is wide; a taller one is made narrower.
const TALLEST: u32 = 2;

/// The width of a preview in pixels, and its quality of 100.
const PREVIEW_WIDTH: u32 = 512;
const PREVIEW_QUALITY: u8 = 80;

/// A converted photo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Photo {
    /// Width of the largest variant.
    pub width: u32,
    pub height: u32,
    /// One to three variants of different widths, smallest first.
    pub variants: Vec<Variant>,
}

/// One size of a photo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    pub width: u32,
    pub height: u32,
    /// A WebP file.
    pub webp: Vec<u8>,
}

/// The height of a variant: all have the aspect ratio of the largest.
#[must_use]
pub fn height_at(width: u32, largest: (u32, u32)) -> u32 {
    let (full_width, full_height) = (u64::from(largest.0.max(1)), u64::from(largest.1));
    let height = (u64::from(width) * full_height + full_width / 2) / full_width;
    u32::try_from(height).unwrap_or(u32::MAX).max(1)
}

/// Converts a JPEG, PNG or WebP file. Slow and memory-intensive for large pictures; see the crate's documentation.
///
/// # Errors
///
/// When the file has another format, is truncated or damaged, or has too many pixels.
pub fn convert(bytes: &[u8]) -> Result<Photo, PhotoError> {
    let (largest, original) = upright(bytes, WIDTHS[2])?;
    let (mut largest, file) = within_budget(largest, BUDGETS[2], original)?;
    let (width, height) = (largest.width(), largest.height());
    let mut variants = vec![Variant {
        width,
        height,
        webp: file,
    }];
    for (nominal, budget) in WIDTHS.iter().zip(BUDGETS).rev().skip(1) {
        let narrower = width_within(*nominal, (width, height));
        if narrower < largest.width() {
            let smaller = largest.resized(narrower, height_at(narrower, (width, height)))?;
            let (smaller, file) = within_budget(smaller, budget, (width, height))?;
            variants.push(Variant {
                width: smaller.width(),
                height: smaller.height(),
                webp: file,
            });
            largest = smaller;
        }
    }
    variants.reverse();
    Ok(Photo {
        width,
        height,
        variants,
    })
}

/// A small JPEG file of a picture, for programs that look at it.
///
/// # Errors
///
/// As for [`convert`].
pub fn preview(bytes: &[u8]) -> Result<Vec<u8>, PhotoError> {
    let (pixels, _) = upright(bytes, PREVIEW_WIDTH)?;
    let mut file = Vec::new();
    JpegEncoder::new_with_quality(&mut file, PREVIEW_QUALITY)
        .encode(
            pixels.bytes(),
            pixels.width(),
            pixels.height(),
            ExtendedColorType::Rgb8,
        )
        .map_err(|error| PhotoError::Encoding(error.to_string()))?;
    Ok(file)
}

/// The picture upright, in sRGB and at most about this wide, and the size of the original.
fn upright(bytes: &[u8], nominal: u32) -> Result<(Pixels, (u32, u32)), PhotoError> {
    let Decoded {
        pixels,
        orientation,
        colors,
    } = decode(bytes)?;
    let original = upright_size(&pixels, orientation);
    let smaller = resize_before_turning(&pixels, orientation, width_within(nominal, original))?;
    // Frees the original's memory.
    drop(pixels);
    let mut smaller = smaller.upright(orientation);
    if let Some(profile) = &colors {
        to_srgb(&mut smaller, profile);
    }
    Ok((smaller, original))
}

/// The width for a picture of `size` when `nominal` is requested: never more than its own.
fn width_within(nominal: u32, size: (u32, u32)) -> u32 {
    let tallest = u64::from(nominal * TALLEST);
    let by_height = tallest * u64::from(size.0) / u64::from(size.1.max(1));
    let by_height = u32::try_from(by_height).unwrap_or(u32::MAX);
    nominal.min(size.0).min(by_height).max(1)
}

fn upright_size(pixels: &Pixels, orientation: Orientation) -> (u32, u32) {
    let (width, height) = (pixels.width(), pixels.height());
    if lies_on_its_side(orientation) {
        (height, width)
    } else {
        (width, height)
    }
}

/// Rotating a small picture takes a fraction of the memory that rotating the original does.
fn resize_before_turning(
    pixels: &Pixels,
    orientation: Orientation,
    upright_width: u32,
) -> Result<Pixels, PhotoError> {
    let upright_height = height_at(upright_width, upright_size(pixels, orientation));
    if lies_on_its_side(orientation) {
        pixels.resized(upright_height, upright_width)
    } else {
        pixels.resized(upright_width, upright_height)
    }
}

fn lies_on_its_side(orientation: Orientation) -> bool {
    matches!(
        orientation,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    )
}

/// Encodes `pixels`, reducing the size until the file fits, which only pictures of pure noise need.
fn within_budget(
    mut pixels: Pixels,
    budget: usize,
    proportions: (u32, u32),
) -> Result<(Pixels, Vec<u8>), PhotoError> {
    loop {
        if let Some(file) = encode(&pixels, budget)? {
            return Ok((pixels, file));
        }
        let width = (pixels.width() / 4 * 3).max(1);
        if width == pixels.width() {
            return Err(PhotoError::Encoding("no file is small enough".to_owned()));
        }
        pixels = pixels.resized(width, height_at(width, proportions))?;
    }
}
