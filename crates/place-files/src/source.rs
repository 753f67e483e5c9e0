//! Where the bytes of a file come from.

use std::io::Read;

/// A byte source that can move to another thread.
pub(crate) type Source = Box<dyn Read + Send>;
