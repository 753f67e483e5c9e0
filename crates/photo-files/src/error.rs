//! Why a file was not converted.

/// Why a file wasn't converted. The messages are for the person who selected it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PhotoError {
    /// The first bytes don't match an accepted format.
    #[error("Please choose a JPEG, PNG or WebP photo.")]
    WrongFormat,
    /// The header claims more pixels than are allowed.
    #[error("This photo is too large. Photos may have up to 40 megapixels.")]
    TooManyPixels,
    /// A progressive JPEG file goes over its pixels more often than any real one.
    #[error(
        "This photo can't be read in a reasonable time. Please save it again as a JPEG, and choose that file."
    )]
    TooManyScans,
    /// The conversion was stopped, because it would have kept a processor busy for too long.
    #[error(
        "This photo can't be read in a reasonable time. Please save it again as a JPEG, and choose that file."
    )]
    TooSlow,
    /// The file is truncated.
    #[error("This photo is incomplete: the end of the file is missing.")]
    Incomplete,
    /// The decoder failed; its message is for the log.
    #[error("This photo can't be read. The file seems to be damaged.")]
    Damaged(String),
    /// libwebp failed to encode.
    #[error("This photo can't be converted.")]
    Encoding(String),
}
