#![doc = include_str!("../README.md")]

mod convert;
mod decode;
mod encode;
mod error;
mod format;
mod pixels;

pub use convert::{Photo, Variant, WIDTHS, convert, height_at, preview};
pub use decode::{LONGEST_SIDE, MAX_PIXELS, size};
pub use error::PhotoError;
pub use format::Format;
