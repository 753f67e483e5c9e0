#![doc = include_str!("../README.md")]

mod convert;
mod deadline;
mod decode;
mod encode;
mod error;
mod format;
mod look;
mod pixels;

pub use convert::{
    Crop, Photo, Variant, WHOLE, WIDTHS, convert, convert_with_original, convert_within, cut,
    height_at, look, preview,
};
pub use deadline::TIME_LIMIT;
pub use decode::{LONGEST_SIDE, MAX_PIXELS, size};
pub use error::PhotoError;
pub use format::Format;
pub use look::{Fault, GOOD_SCORE, Look};
