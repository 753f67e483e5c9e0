//! Pixels between decoding and encoding: red, green and blue with eight bits each.

use fast_image_resize::{
    FilterType, ResizeAlg, ResizeOptions, Resizer,
    images::{TypedImage, TypedImageRef},
    pixels::U8x3,
};
use image::{DynamicImage, RgbImage, metadata::Orientation};

use crate::PhotoError;

/// A picture without transparency.
pub(crate) struct Pixels(RgbImage);

impl Pixels {
    /// Converts any picture to eight bits per channel, with white behind transparent parts.
    pub(crate) fn new(image: DynamicImage) -> Self {
        if image.color().has_alpha() {
            Self(on_white(image.into_rgba8()))
        } else {
            Self(image.into_rgb8())
        }
    }

    pub(crate) fn width(&self) -> u32 {
        self.0.width()
    }

    pub(crate) fn height(&self) -> u32 {
        self.0.height()
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }

    /// The same picture in another size.
    pub(crate) fn resized(&self, width: u32, height: u32) -> Result<Self, PhotoError> {
        if (width, height) == (self.width(), self.height()) {
            return Ok(Self(self.0.clone()));
        }
        let failed = |error: &dyn std::fmt::Display| PhotoError::Encoding(error.to_string());
        // The library's dynamic images would be compiled for all fifteen pixel types, taking most of a minute.
        let source = TypedImageRef::<U8x3>::from_buffer(self.width(), self.height(), self.bytes())
            .map_err(|error| failed(&error))?;
        let mut resized = RgbImage::new(width, height);
        let mut target = TypedImage::<U8x3>::from_buffer(width, height, &mut resized)
            .map_err(|error| failed(&error))?;
        let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3));
        Resizer::new()
            .resize_typed(&source, &mut target, &options)
            .map_err(|error| failed(&error))?;
        drop(target);
        Ok(Self(resized))
    }

    /// A part of the picture: from a corner, in pixels, and of a size.
    pub(crate) fn cut(&self, (left, top): (u32, u32), (width, height): (u32, u32)) -> Self {
        Self(image::imageops::crop_imm(&self.0, left, top, width, height).to_image())
    }

    /// Rotates and mirrors the picture the way the camera was held.
    pub(crate) fn upright(self, orientation: Orientation) -> Self {
        let mut image = DynamicImage::ImageRgb8(self.0);
        image.apply_orientation(orientation);
        Self(image.into_rgb8())
    }
}

/// The picture without transparency, reusing its memory.
fn on_white(image: image::RgbaImage) -> RgbImage {
    let (width, height) = image.dimensions();
    let mut bytes = image.into_raw();
    let mut written = 0;
    for pixel in 0..bytes.len() / 4 {
        let Some(&[red, green, blue, alpha]) = bytes.get(pixel * 4..pixel * 4 + 4) else {
            break;
        };
        if let Some(target) = bytes.get_mut(written..written + 3) {
            target.copy_from_slice(&[red, green, blue].map(|value| over_white(value, alpha)));
        }
        written += 3;
    }
    bytes.truncate(written);
    RgbImage::from_raw(width, height, bytes).unwrap_or_default()
}

/// A channel's value with `alpha` (of 255) over white.
fn over_white(value: u8, alpha: u8) -> u8 {
    let (value, alpha) = (u32::from(value), u32::from(alpha));
    let mixed = (value * alpha + 255 * (255 - alpha) + 127) / 255;
    u8::try_from(mixed).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transparency_shows_white() {
        assert_eq!(over_white(0, 255), 0);
        assert_eq!(over_white(0, 0), 255);
        assert_eq!(over_white(200, 255), 200);
        assert_eq!(over_white(0, 128), 127);
    }
}
