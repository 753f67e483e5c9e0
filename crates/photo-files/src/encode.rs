//! Lossy WebP within a size limit.

use webp::{Encoder, WebPConfig};

use crate::{PhotoError, pixels::Pixels};

/// Tried in order until a file is small enough.
const QUALITIES: [f32; 8] = [80.0, 72.0, 63.0, 53.0, 42.0, 30.0, 18.0, 6.0];
/// Beyond this many times the budget, one quality is skipped.
const FAR_TOO_LARGE: usize = 2;

/// The picture as a WebP file of at most `budget` bytes; `None` if it is larger even at the lowest quality.
pub(crate) fn encode(pixels: &Pixels, budget: usize) -> Result<Option<Vec<u8>>, PhotoError> {
    let mut qualities = QUALITIES.iter();
    while let Some(quality) = qualities.next() {
        let file = encode_at(pixels, *quality)?;
        if file.len() <= budget {
            return Ok(Some(file));
        }
        if file.len() > budget * FAR_TOO_LARGE && qualities.len() > 1 {
            qualities.next();
        }
    }
    Ok(None)
}

fn encode_at(pixels: &Pixels, quality: f32) -> Result<Vec<u8>, PhotoError> {
    let mut config =
        WebPConfig::new().map_err(|()| PhotoError::Encoding("libwebp gave no settings".into()))?;
    config.quality = quality;
    Encoder::from_rgb(pixels.bytes(), pixels.width(), pixels.height())
        .encode_advanced(&config)
        .map(|file| file.to_vec())
        .map_err(|error| PhotoError::Encoding(format!("libwebp: {error:?}")))
}
