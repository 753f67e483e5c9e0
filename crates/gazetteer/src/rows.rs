//! Parses embedded tables.

/// The rows of a table with a header line. Unreadable rows are left out; tests check the counts.
pub(crate) fn rows<T>(table: &'static str, parse: impl Fn(&'static str) -> Option<T>) -> Vec<T> {
    table.lines().skip(1).filter_map(parse).collect()
}
