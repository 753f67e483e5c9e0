//! Standard output. Who reads no further (`townperk review list | head`) is no reason to complain or to stop; a file that can't
//! take the rest is one to say so in the end: a cut list must not look like a whole one.

use std::{
    fmt,
    io::{ErrorKind, Result as Written, Write},
    sync::OnceLock,
};

use crate::platform::error::{Error, Result};

/// The first error that counts.
static UNWRITTEN: OnceLock<String> = OnceLock::new();

/// Prints a line.
pub(super) fn line(text: fmt::Arguments<'_>) {
    note(writeln!(std::io::stdout(), "{text}"));
}

/// Prints a text as it is.
pub(super) fn text(text: &str) {
    note(std::io::stdout().write_all(text.as_bytes()));
}

/// Writes out what is still in memory, and fails when anything of the command's output is missing.
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
        // Only the first is told: the others follow from it.
        let _ = UNWRITTEN.set(error.to_string());
    }
}
