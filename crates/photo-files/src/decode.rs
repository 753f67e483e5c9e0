//! Decodes files within limits.

use image::{
    DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, metadata::Orientation,
};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

use crate::{
    PhotoError,
    deadline::{Deadline, TIME_LIMIT, TimedFile},
    format::{Format, jpeg_scans},
    pixels::Pixels,
};

/// The maximum number of pixels.
pub const MAX_PIXELS: u64 = 40_000_000;
/// The maximum length of a side in pixels.
pub const LONGEST_SIDE: u32 = 30_000;
/// The maximum size of a decoded picture in bytes: 40 megapixels with four 8-bit channels, or half of that with 16-bit
/// ones.
const MAX_BYTES: u64 = 160_000_000;
/// The maximum number of pixels that all scans of a progressive JPEG file go over: twenty times the largest picture.
/// Programs write ten to fifteen scans; each over 40 megapixels takes some 50 ms.
const MAX_SCANNED: u64 = 20 * MAX_PIXELS;
/// Longer color profiles are for printers.
const LONGEST_PROFILE: usize = 1 << 20;

/// A decoded picture, as stored in the file.
pub(crate) struct Decoded {
    pub(crate) pixels: Pixels,
    pub(crate) orientation: Orientation,
    pub(crate) colors: Option<ColorProfile>,
}

/// The displayed width and height in pixels, from the file's header.
///
/// # Errors
///
/// When the file has another format, or its header is damaged.
pub fn size(bytes: &[u8]) -> Result<(u32, u32), PhotoError> {
    let (_, mut decoder) = open(bytes, Deadline::within(TIME_LIMIT))?;
    let (width, height) = decoder.dimensions();
    let turned = [
        Orientation::Rotate90,
        Orientation::Rotate270,
        Orientation::Rotate90FlipH,
        Orientation::Rotate270FlipH,
    ];
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    Ok(if turned.contains(&orientation) {
        (height, width)
    } else {
        (width, height)
    })
}

/// Decodes a whole file. Dimensions are checked before memory is allocated for pixels.
pub(crate) fn decode(bytes: &[u8], deadline: Deadline) -> Result<Decoded, PhotoError> {
    let (format, mut decoder) = open(bytes, deadline)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS || decoder.total_bytes() > MAX_BYTES {
        return Err(PhotoError::TooManyPixels);
    }
    if width == 0 || height == 0 {
        return Err(PhotoError::Damaged("a side has no length".to_owned()));
    }
    if format == Format::Jpeg {
        let scans = jpeg_scans(bytes).ok_or(PhotoError::Incomplete)?;
        let pixels = u64::from(width) * u64::from(height);
        if pixels.saturating_mul(scans) > MAX_SCANNED {
            return Err(PhotoError::TooManyScans);
        }
    }
    // Damaged metadata is no reason to reject a decodable picture.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let colors = decoder.icc_profile().ok().flatten().and_then(|profile| {
        let profile = (profile.len() <= LONGEST_PROFILE).then_some(profile)?;
        ColorProfile::new_from_slice(&profile).ok()
    });
    let pixels = Pixels::new(DynamicImage::from_decoder(decoder).map_err(refusal)?);
    Ok(Decoded {
        pixels,
        orientation,
        colors,
    })
}

fn open(bytes: &[u8], deadline: Deadline) -> Result<(Format, impl ImageDecoder), PhotoError> {
    let format = Format::detect(bytes).ok_or(PhotoError::WrongFormat)?;
    let mut reader =
        ImageReader::with_format(TimedFile::new(bytes, deadline), image_format(format));
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST_SIDE);
    limits.max_image_height = Some(LONGEST_SIDE);
    limits.max_alloc = Some(MAX_BYTES);
    reader.limits(limits);
    Ok((format, reader.into_decoder().map_err(refusal)?))
}

/// Converts colors from another color space, such as a phone's Display P3, to sRGB. Profiles for other than RGB pixels
/// (grayscale, print) are ignored, because the decoder has already converted those to RGB.
pub(crate) fn to_srgb(pixels: &mut Pixels, profile: &ColorProfile) {
    if profile.color_space != DataColorSpace::Rgb {
        return;
    }
    let srgb = ColorProfile::new_srgb();
    let options = TransformOptions::default();
    let Ok(transform) = profile.create_transform_8bit(Layout::Rgb, &srgb, Layout::Rgb, options)
    else {
        return;
    };
    let mut converted = vec![0; pixels.bytes().len()];
    if transform.transform(pixels.bytes(), &mut converted).is_ok() {
        pixels.bytes_mut().copy_from_slice(&converted);
    }
}

fn image_format(format: Format) -> ImageFormat {
    match format {
        Format::Jpeg => ImageFormat::Jpeg,
        Format::Png => ImageFormat::Png,
        Format::WebP => ImageFormat::WebP,
    }
}

fn refusal(error: ImageError) -> PhotoError {
    match error {
        ImageError::Limits(_) => PhotoError::TooManyPixels,
        ImageError::IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            PhotoError::Incomplete
        }
        other => PhotoError::Damaged(other.to_string()),
    }
}
