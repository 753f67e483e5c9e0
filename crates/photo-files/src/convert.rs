//! One file in, up to three files out.

use std::time::Duration;

use image::{ExtendedColorType, codecs::jpeg::JpegEncoder, metadata::Orientation};

use crate::{
    PhotoError,
    deadline::{Deadline, TIME_LIMIT},
    decode::{Decoded, decode, to_srgb},
    encode::encode,
    look::{LOOK_WIDTH, Look, look_at},
    pixels::Pixels,
};

/// The widths in pixels that a photo is stored in, unless the original is smaller.
pub const WIDTHS: [u32; 3] = [400, 800, 1600];

/// The maximum file size for each of [`WIDTHS`], in bytes.
const BUDGETS: [usize; 3] = [30_000, 90_000, 250_000];

/// The width in pixels that an original is kept in, so that another part can be cut from it, and its maximum file size in bytes.
const ORIGINAL_WIDTH: u32 = 3200;
const ORIGINAL_BUDGET: usize = 1_200_000;

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
    /// The picture larger than all of them, if that was asked for and it is.
    pub original: Option<Variant>,
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
/// When the file has another format, is truncated or damaged, has too many pixels, or takes longer than [`TIME_LIMIT`].
pub fn convert(bytes: &[u8]) -> Result<Photo, PhotoError> {
    convert_within(bytes, TIME_LIMIT)
}

/// [`convert`] with another limit than [`TIME_LIMIT`].
///
/// # Errors
///
/// As for [`convert`].
pub fn convert_within(bytes: &[u8], limit: Duration) -> Result<Photo, PhotoError> {
    let deadline = Deadline::within(limit);
    let (largest, original) = upright(bytes, WIDTHS[2], deadline)?;
    in_widths(largest, original, deadline)
}

/// [`convert`], with the original.
///
/// # Errors
///
/// As for [`convert`].
pub fn convert_with_original(bytes: &[u8]) -> Result<Photo, PhotoError> {
    let deadline = Deadline::within(TIME_LIMIT);
    let (pixels, size) = upright(bytes, ORIGINAL_WIDTH, deadline)?;
    let narrower = width_within(WIDTHS[2], size);
    if pixels.width() <= narrower {
        return in_widths(pixels, size, deadline);
    }
    let largest = pixels.resized(narrower, height_at(narrower, size))?;
    let (kept, webp) = within_budget(pixels, ORIGINAL_BUDGET, (size, deadline))?;
    let original = Variant {
        width: kept.width(),
        height: kept.height(),
        webp,
    };
    drop(kept);
    Ok(Photo {
        original: Some(original).filter(|original| original.width > largest.width()),
        ..in_widths(largest, size, deadline)?
    })
}

/// A part of a picture, in ten-thousandths of its width and height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crop {
    pub left: u32,
    pub top: u32,
    pub width: u32,
    pub height: u32,
}

/// What a whole picture is in each direction.
pub const WHOLE: u32 = 10_000;

impl Crop {
    /// Whether it is a part of the picture.
    #[must_use]
    pub fn is_inside(self) -> bool {
        let fits = |from: u32, length: u32| {
            length > 0 && from.checked_add(length).is_some_and(|end| end <= WHOLE)
        };
        fits(self.left, self.width) && fits(self.top, self.height)
    }

    /// From where to where, in pixels of a side.
    fn pixels(from: u32, length: u32, side: u32) -> (u32, u32) {
        let at = |share: u32| {
            let whole = u64::from(WHOLE);
            let pixel = (u64::from(share) * u64::from(side) + whole / 2) / whole;
            u32::try_from(pixel).unwrap_or(side).min(side)
        };
        let start = at(from).min(side.saturating_sub(1));
        (start, at(from + length).saturating_sub(start).max(1))
    }
}

/// Converts a part of a picture, which is itself what an earlier conversion made.
///
/// # Errors
///
/// As for [`convert`].
pub fn cut(bytes: &[u8], crop: Crop) -> Result<Photo, PhotoError> {
    let deadline = Deadline::within(TIME_LIMIT);
    let (whole, _) = upright(bytes, ORIGINAL_WIDTH, deadline)?;
    let (left, width) = Crop::pixels(crop.left, crop.width, whole.width());
    let (top, height) = Crop::pixels(crop.top, crop.height, whole.height());
    let part = whole.cut((left, top), (width, height));
    drop(whole);
    let narrower = width_within(WIDTHS[2], (width, height));
    let largest = part.resized(narrower, height_at(narrower, (width, height)))?;
    in_widths(largest, (width, height), deadline)
}

/// All variants of a picture that has at most the largest width; `original` is the size that they are in proportion to.
fn in_widths(
    largest: Pixels,
    original: (u32, u32),
    deadline: Deadline,
) -> Result<Photo, PhotoError> {
    let (mut largest, file) = within_budget(largest, BUDGETS[2], (original, deadline))?;
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
            let (smaller, file) = within_budget(smaller, budget, ((width, height), deadline))?;
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
        original: None,
    })
}

/// A small JPEG file of a picture, for programs that look at it.
///
/// # Errors
///
/// As for [`convert`].
pub fn preview(bytes: &[u8]) -> Result<Vec<u8>, PhotoError> {
    let (pixels, _) = upright(bytes, PREVIEW_WIDTH, Deadline::within(TIME_LIMIT))?;
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

/// How good a picture is as the cover of a place.
///
/// # Errors
///
/// As for [`convert`].
pub fn look(bytes: &[u8]) -> Result<Look, PhotoError> {
    let (pixels, original) = upright(bytes, LOOK_WIDTH, Deadline::within(TIME_LIMIT))?;
    let width = usize::try_from(pixels.width()).unwrap_or_default();
    Ok(look_at(pixels.bytes(), width, original))
}

/// The picture upright, in sRGB and at most about this wide, and the size of the original.
fn upright(
    bytes: &[u8],
    nominal: u32,
    deadline: Deadline,
) -> Result<(Pixels, (u32, u32)), PhotoError> {
    let decoded = decode(bytes, deadline);
    // Decoders wrap the error of a file whose time is over in one of their own.
    deadline.check()?;
    let Decoded {
        pixels,
        orientation,
        colors,
    } = decoded?;
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
    (proportions, deadline): ((u32, u32), Deadline),
) -> Result<(Pixels, Vec<u8>), PhotoError> {
    loop {
        deadline.check()?;
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
