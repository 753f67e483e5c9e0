//! An import's report: a table with one row per record, for spreadsheets and programs; or some examples of each result, for
//! the panel.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{import_result::ImportResult, missing::MissingSummary, reader::Classified};
use crate::platform::error::{Error, Result};

/// Examples of each result.
const EXAMPLES: usize = 5;

/// Who is told about each record.
#[derive(Debug)]
pub struct Report(Reader);

#[derive(Debug)]
enum Reader {
    Table(Table),
    Examples(BTreeMap<&'static str, Vec<Example>>),
}

/// A record with its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Example {
    /// The record's line, or its place in a file without lines.
    pub line: u64,
    pub name: String,
    /// The result, such as `added` or `to review`.
    pub result: String,
    /// The rule behind it; may be empty.
    pub reason: String,
}

/// A CSV file with the columns file, record, line, source id, name, result, reason. Missing shops come last, without a record.
#[derive(Debug)]
struct Table {
    path: PathBuf,
    out: BufWriter<File>,
}

impl Report {
    /// A CSV file, replacing an existing one.
    ///
    /// # Errors
    ///
    /// When the file can't be written.
    pub fn create(path: &Path) -> Result<Self> {
        Table::create(path).map(|table| Self(Reader::Table(table)))
    }

    /// A few examples of each result.
    #[must_use]
    pub fn of_examples() -> Self {
        Self(Reader::Examples(BTreeMap::new()))
    }

    /// The examples, by result.
    #[must_use]
    pub fn examples(self) -> Vec<Example> {
        match self.0 {
            Reader::Table(_) => Vec::new(),
            Reader::Examples(examples) => examples.into_values().flatten().collect(),
        }
    }

    /// Adds a record.
    pub(super) fn record(
        &mut self,
        file: &str,
        record: &Classified,
        source_id: &str,
        result: &ImportResult,
    ) -> Result<()> {
        let reason = reason(record, result);
        match &mut self.0 {
            Reader::Table(table) => table.record(file, record, source_id, (result, &reason)),
            Reader::Examples(examples) => {
                let some = examples.entry(result.name()).or_default();
                if some.len() < EXAMPLES {
                    some.push(Example {
                        line: record.position.line.unwrap_or(record.position.record),
                        name: record.name.clone(),
                        result: result.name().to_owned(),
                        reason,
                    });
                }
                Ok(())
            }
        }
    }

    /// Adds the shops that a list no longer has. They have no record, so the slug stands for the name.
    ///
    /// # Errors
    ///
    /// When the file can't be written.
    pub fn missing(&mut self, missing: &MissingSummary) -> Result<()> {
        match &mut self.0 {
            Reader::Table(table) => table.missing(missing),
            Reader::Examples(_) => Ok(()),
        }
    }

    /// Flushes the file.
    ///
    /// # Errors
    ///
    /// When the file can't be written.
    pub fn finish(self) -> Result<()> {
        match self.0 {
            Reader::Table(table) => table.finish(),
            Reader::Examples(_) => Ok(()),
        }
    }
}

/// The rule behind a result, and what was lost of the record.
fn reason(record: &Classified, result: &ImportResult) -> String {
    let reason = result.reason();
    match &record.lost {
        None => reason,
        Some(lost) if reason.is_empty() => lost.clone(),
        Some(lost) => format!("{reason}; {lost}"),
    }
}

impl Table {
    fn create(path: &Path) -> Result<Self> {
        let file = File::create(path).map_err(|error| {
            Error::Setup(format!(
                "can't write the report {}: {error}",
                path.display()
            ))
        })?;
        let mut report = Self {
            path: path.to_path_buf(),
            out: BufWriter::new(file),
        };
        report.line(&[
            "file",
            "record",
            "line",
            "source id",
            "name",
            "result",
            "reason",
        ])?;
        Ok(report)
    }

    fn record(
        &mut self,
        file: &str,
        record: &Classified,
        source_id: &str,
        (result, reason): (&ImportResult, &str),
    ) -> Result<()> {
        let line = record
            .position
            .line
            .map(|line| line.to_string())
            .unwrap_or_default();
        self.line(&[
            file,
            &record.position.record.to_string(),
            &line,
            source_id,
            &record.name,
            result.name(),
            reason,
        ])
    }

    fn missing(&mut self, missing: &MissingSummary) -> Result<()> {
        let results = [
            (&missing.closed, "closed for good"),
            (&missing.asked, "asked about"),
        ];
        for (slugs, reason) in results {
            for slug in slugs {
                self.line(&["", "", "", "", slug, "missing", reason])?;
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<()> {
        self.out.flush().map_err(|error| self.failed(&error))
    }

    fn line(&mut self, cells: &[&str]) -> Result<()> {
        let line = cells
            .iter()
            .map(|cell| quoted(cell))
            .collect::<Vec<_>>()
            .join(",");
        writeln!(self.out, "{line}").map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &std::io::Error) -> Error {
        Error::Setup(format!(
            "can't write the report {}: {error}",
            self.path.display()
        ))
    }
}

/// A quoted cell that spreadsheets don't treat as a formula (D68).
fn quoted(cell: &str) -> String {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let guard = if is_formula { "'" } else { "" };
    if is_formula || cell.contains([',', '"', '\n', '\r']) {
        format!("\"{guard}{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_never_formulas_and_always_one_cell() {
        assert_eq!(quoted("plain"), "plain");
        assert_eq!(quoted("a, \"b\""), "\"a, \"\"b\"\"\"");
        assert_eq!(quoted("=HYPERLINK(1)"), "\"'=HYPERLINK(1)\"");
        assert_eq!(quoted("+1 318"), "\"'+1 318\"");
    }
}
