//! How an embedded table becomes rows.

/// The rows of a table that has a header line. A row that cannot be read is left out; the tests hold the counts.
pub(crate) fn rows<T>(table: &'static str, parse: impl Fn(&'static str) -> Option<T>) -> Vec<T> {
    table.lines().skip(1).filter_map(parse).collect()
}
