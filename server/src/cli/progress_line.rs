//! How far a long command has come.

use std::io::{IsTerminal, Write};

use crate::features::imports::Progress;

/// On a terminal, a line that is redrawn; otherwise, a line now and then.
pub(super) struct ProgressLine {
    on_terminal: bool,
    drawn: bool,
    next_records: u64,
}

/// Records between two lines when there is no terminal.
const EVERY: u64 = 50_000;

impl ProgressLine {
    pub(super) fn new() -> Self {
        Self {
            on_terminal: std::io::stderr().is_terminal(),
            drawn: false,
            next_records: EVERY,
        }
    }

    /// The progress of an import.
    pub(super) fn show(&mut self, progress: Progress) {
        let records = progress.summary.records;
        let share = progress
            .bytes_total
            .filter(|total| *total > 0)
            .map(|total| progress.bytes_read * 100 / total);
        let share = share
            .map(|percent| format!("{:>3} %, ", percent.min(100)))
            .unwrap_or_default();
        if self.on_terminal {
            let added = progress.summary.added;
            self.say(&format!("{share}{records} records, {added} added"));
        } else if records >= self.next_records {
            self.next_records = records + EVERY;
            complain!("{share}{records} records");
        }
    }

    /// Shows a text.
    pub(super) fn say(&mut self, text: &str) {
        if self.on_terminal {
            let _ = write!(std::io::stderr(), "\r{text}\x1b[K");
            self.drawn = true;
        } else {
            complain!("{text}");
        }
    }

    pub(super) fn clear(&mut self) {
        if self.drawn {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
            self.drawn = false;
        }
    }
}
