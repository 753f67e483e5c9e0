//! Which program this is.

/// The release, such as `0.1.0`.
pub const RELEASE: &str = env!("CARGO_PKG_VERSION");

/// The commit that the build named in `TOWNPERK_COMMIT`, as `make release` does; else empty.
pub const COMMIT: &str = env!("BUILD_COMMIT");

/// Both: `0.1.0 (1a2b3c4d5e6f)`, or the release alone.
pub const VERSION: &str = env!("BUILD_VERSION");
