//! The lines of `townperk check`, for people or as JSON.

use std::{fmt::Display, process::ExitCode};

use serde::Serialize;

use crate::platform::error::Result;

/// The exit code of `--strict` if there are warnings and no errors.
const WARNINGS: u8 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Ok,
    Warning,
    Error,
}

#[derive(Debug, Serialize)]
struct Line {
    level: Level,
    /// A setting, or a part of the setup.
    what: String,
    text: String,
}

/// Collects what was found. For people, each line is printed at once, because some checks take a while.
#[derive(Debug)]
pub(super) struct Report {
    is_json: bool,
    lines: Vec<Line>,
}

impl Report {
    pub(super) fn new(is_json: bool) -> Self {
        Self {
            is_json,
            lines: Vec::new(),
        }
    }

    pub(super) fn ok(&mut self, what: &str, text: impl Display) {
        self.line(Level::Ok, what, &text);
    }

    pub(super) fn warning(&mut self, what: &str, text: impl Display) {
        self.line(Level::Warning, what, &text);
    }

    pub(super) fn error(&mut self, what: &str, text: impl Display) {
        self.line(Level::Error, what, &text);
    }

    pub(super) fn add(&mut self, what: &str, result: Result<String>) {
        match result {
            Ok(good) => self.ok(what, good),
            Err(error) => self.error(what, error),
        }
    }

    fn line(&mut self, level: Level, what: &str, text: &dyn Display) {
        let text = text.to_string();
        if !self.is_json {
            let word = match level {
                Level::Ok => "ok",
                Level::Warning => "warning",
                Level::Error => "error",
            };
            say!("{word:8} {what}: {text}");
        }
        self.lines.push(Line {
            level,
            what: what.to_owned(),
            text,
        });
    }

    /// Prints the result. 0: a server would work; 1: it wouldn't; 2: it would, and the warnings were asked for.
    pub(super) fn end(self, is_strict: bool) -> ExitCode {
        let has = |level| self.lines.iter().any(|line| line.level == level);
        let works = !has(Level::Error);
        if self.is_json {
            let json = serde_json::json!({ "works": works, "checks": self.lines });
            say!("{json}");
        } else if works {
            say!("This set-up works.");
        } else {
            say!("This setup doesn't work yet.");
        }
        match works {
            false => ExitCode::FAILURE,
            true if is_strict && has(Level::Warning) => ExitCode::from(WARNINGS),
            true => ExitCode::SUCCESS,
        }
    }
}
