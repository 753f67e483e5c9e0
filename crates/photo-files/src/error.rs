//! Why a file was not converted.

/// Why a file was not converted. The texts are for the person who chose it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PhotoError {
    /// The first bytes are not those of an accepted format.
    #[error("Please choose a JPEG, PNG or WebP photo.")]
    WrongFormat,
    /// The header promises more than is decoded.
    #[error("This photo is too large. Photos may have up to 40 megapixels.")]
    TooManyPixels,
    /// The file ends before the picture does.
    #[error("This photo is incomplete: the end of the file is missing.")]
    Incomplete,
    /// The decoder failed; what it said is for the log.
    #[error("This photo can't be read. The file seems to be damaged.")]
    Damaged(String),
    /// libwebp failed on pixels that were decoded.
    #[error("This photo can't be converted.")]
    Encoding(String),
}
