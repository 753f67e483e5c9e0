//! Standard output. A reader that stops early (`townperk review list | head`) isn't an error. A file that can't take
//! the rest is reported at the end, because a truncated list must not pass for a complete one.

use std::{
    fmt,
    io::{ErrorKind, Result as Written, Write},
    sync::OnceLock,
};

use crate::platform::error::{Error, Result};

/// The first write error.
static UNWRITTEN: OnceLock<String> = OnceLock::new();

/// Prints a line.
pub(super) fn line(text: fmt::Arguments<'_>) {
    note(writeln!(std::io::stdout(), "{text}"));
}

/// Prints text as it is.
pub(super) fn text(text: &str) {
    note(std::io::stdout().write_all(text.as_bytes()));
}

/// Flushes the output, and fails if any of it couldn't be written.
pub(super) fn finish() -> Result<()> {
    note(std::io::stdout().flush());
    match UNWRITTEN.get() {
        None => Ok(()),
        Some(error) => Err(Error::Setup(format!(
            "can't write to standard output: {error}. The command finished, but its output is incomplete"
        ))),
    }
}

fn note(written: Written<()>) {
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
    {
        // Only the first error is reported; the others follow from it.
        let _ = UNWRITTEN.set(error.to_string());
    }
}
