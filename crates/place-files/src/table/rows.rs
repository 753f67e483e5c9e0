//! Splits a stream into rows and fields, with one row in memory at a time.

use std::io;

use csv_core::ReadRecordResult;

use crate::error::MAX_RECORD_BYTES;
use crate::html;
use crate::input::Window;
use crate::record::Position;

/// More columns than any real table has; bounds the memory that a hostile file can use.
const MAX_COLUMNS: usize = 16_384;
/// References in one row that are put together again; each moves what stands behind it.
const MAX_JOINED: usize = 100;

/// One row; its bytes stay in [`Rows`] until the next one is read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row {
    /// Line where the row begins, from 1.
    pub line: u64,
    /// Bytes before the row.
    pub offset: u64,
    /// The row ended with the stream instead of a newline.
    pub unfinished: bool,
    /// A quote was still open at the end of the stream.
    pub open_quote: bool,
    /// Length of the row, without what precedes it.
    length: usize,
}

/// What comes next in the stream.
pub(crate) enum Step {
    Row(Row),
    /// A row over the size limit; reading continues after it.
    TooLong {
        line: u64,
        offset: u64,
    },
    End,
}

/// Reads rows by the rules of RFC 4180, leniently: CRLF, LF or CR end a row, empty lines are ignored, quotes may be
/// doubled inside quotes and single inside an unquoted field.
pub(crate) struct Rows {
    window: Window,
    delimiter: u8,
    parser: csv_core::Reader,
    output: Vec<u8>,
    ends: Vec<usize>,
    fields: usize,
    /// Line of the first unread byte, and whether the byte before it was a CR.
    line: u64,
    after_cr: bool,
    /// Within an oversized line: everything up to its end is skipped.
    skipping: bool,
    /// Length of the last returned row, consumed by the next call.
    pending: usize,
}

impl Rows {
    pub(crate) fn new(window: Window, delimiter: u8) -> Self {
        Self {
            window,
            delimiter,
            parser: csv_core::ReaderBuilder::new().delimiter(delimiter).build(),
            output: vec![0; 4096],
            ends: vec![0; 64],
            fields: 0,
            line: 1,
            after_cr: false,
            skipping: false,
            pending: 0,
        }
    }

    /// Number of fields in the last row.
    pub(crate) const fn len(&self) -> usize {
        self.fields
    }

    /// A field of the last row.
    pub(crate) fn field(&self, index: usize) -> Option<&[u8]> {
        if index >= self.fields {
            return None;
        }
        let start = index
            .checked_sub(1)
            .map_or(Some(0), |before| self.ends.get(before).copied())?;
        self.output.get(start..*self.ends.get(index)?)
    }

    /// Fields of the last row, in order.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.fields).filter_map(|index| self.field(index))
    }

    /// Number of bytes read from the stream so far.
    pub(crate) const fn reached(&self) -> u64 {
        self.window.reached()
    }

    pub(crate) const fn position(&self, record: u64) -> Position {
        Position {
            record,
            line: Some(self.line),
            offset: self.window.offset(),
        }
    }

    /// Whether the last row contains a newline.
    pub(crate) fn spans_lines(&self, row: Row) -> bool {
        let bytes = self.window.bytes().get(..row.length).unwrap_or_default();
        memchr::memchr2(b'\n', b'\r', bytes.trim_ascii_end()).is_some()
    }

    /// Puts the last row back except its first line, because an unclosed quote has swallowed the rows after it. Does
    /// nothing for a single-line row.
    pub(crate) fn keep_only_first_line(&mut self, row: Row) {
        let bytes = self.window.bytes().get(..row.length).unwrap_or_default();
        if let Some(end) = memchr::memchr2(b'\n', b'\r', bytes) {
            self.pending = (end + 1).min(row.length);
        }
    }

    /// Puts fields together again that were parted at the end of a reference (`Coeur d&#39;Alene`): no whole cell
    /// ends in one without its semicolon.
    fn join_references(&mut self) {
        let (mut index, mut joined) = (0, 0);
        while self.delimiter == b';' && index + 1 < self.fields && joined < MAX_JOINED {
            let used = self.ends.get(self.fields - 1).copied();
            let (Some(field), Some(used)) = (self.field(index), used) else {
                return;
            };
            if !html::ends_in_reference(field) {
                index += 1;
                continue;
            }
            joined += 1;
            let end = self.ends.remove(index);
            self.ends.push(0);
            if self.output.len() == used {
                self.output.push(0);
            }
            self.output.copy_within(end..used, end + 1);
            if let Some(byte) = self.output.get_mut(end) {
                *byte = b';';
            }
            self.fields -= 1;
            let later = self.ends.iter_mut().take(self.fields).skip(index);
            later.for_each(|end| *end += 1);
        }
    }

    /// Reads the next row.
    pub(crate) fn step(&mut self) -> io::Result<Step> {
        self.advance(self.pending);
        self.pending = 0;
        if !self.skip_line_ends()? {
            return Ok(Step::End);
        }
        self.parser.reset();
        self.fields = 0;
        let (mut scanned, mut written) = (0, 0);
        let (line, offset) = (self.line, self.window.offset());
        let finish = |this: &mut Self, length, unfinished, open_quote| {
            this.join_references();
            this.pending = length;
            Ok(Step::Row(Row {
                line,
                offset,
                unfinished,
                open_quote,
                length,
            }))
        };
        loop {
            let input = self.window.bytes().get(scanned..).unwrap_or_default();
            if input.is_empty() {
                if scanned >= MAX_RECORD_BYTES {
                    return Ok(self.give_up(line, offset));
                }
                if self.window.fill()? {
                    continue;
                }
                // A newline ends the row, unless a quote is open; then only the end of input does.
                let (closed, ..) = self.feed(b"\n", &mut written);
                let open_quote = !matches!(closed, ReadRecordResult::Record);
                if open_quote {
                    self.feed(b"", &mut written);
                }
                return finish(self, scanned, true, open_quote);
            }
            let output = self.output.get_mut(written..).unwrap_or_default();
            let ends = self.ends.get_mut(self.fields..).unwrap_or_default();
            let (result, read, wrote, ended) = self.parser.read_record(input, output, ends);
            scanned += read;
            written += wrote;
            self.fields += ended;
            match result {
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull if self.output.len() < MAX_RECORD_BYTES => {
                    self.output.resize(self.output.len() * 2, 0);
                }
                ReadRecordResult::OutputEndsFull if self.ends.len() < MAX_COLUMNS => {
                    self.ends.resize(self.ends.len() * 2, 0);
                }
                ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {
                    return Ok(self.give_up(line, offset));
                }
                ReadRecordResult::Record | ReadRecordResult::End => {
                    return finish(self, scanned, false, false);
                }
            }
        }
    }

    fn feed(&mut self, input: &[u8], written: &mut usize) -> (ReadRecordResult, usize) {
        loop {
            let output = self.output.get_mut(*written..).unwrap_or_default();
            let ends = self.ends.get_mut(self.fields..).unwrap_or_default();
            let (result, read, wrote, ended) = self.parser.read_record(input, output, ends);
            *written += wrote;
            self.fields += ended;
            match result {
                ReadRecordResult::OutputFull => self.output.resize(self.output.len() * 2, 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
                _ => return (result, read),
            }
        }
    }

    /// Skips the first buffered line, or a line whose end isn't in the buffer.
    fn give_up(&mut self, line: u64, offset: u64) -> Step {
        self.fields = 0;
        match memchr::memchr2(b'\n', b'\r', self.window.bytes()) {
            Some(end) => self.pending = end + 1,
            None => {
                self.pending = self.window.bytes().len();
                self.skipping = true;
            }
        }
        Step::TooLong { line, offset }
    }

    /// Moves to the first byte that isn't a newline; `false` at the end of the stream.
    fn skip_line_ends(&mut self) -> io::Result<bool> {
        loop {
            let bytes = self.window.bytes();
            let skip = if self.skipping {
                match memchr::memchr2(b'\n', b'\r', bytes) {
                    Some(end) => {
                        self.skipping = false;
                        end
                    }
                    None => bytes.len(),
                }
            } else {
                bytes
                    .iter()
                    .take_while(|byte| matches!(byte, b'\n' | b'\r'))
                    .count()
            };
            let more = skip < bytes.len();
            self.advance(skip);
            if more && !self.skipping && !matches!(self.window.bytes().first(), Some(b'\n' | b'\r'))
            {
                return Ok(true);
            }
            if !more && !self.window.fill()? {
                return Ok(false);
            }
        }
    }

    /// Consumes bytes and counts their line ends: LF, CRLF, or CR alone.
    fn advance(&mut self, length: usize) {
        let bytes = self.window.bytes().get(..length).unwrap_or_default();
        for place in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            let after_cr = match place.checked_sub(1) {
                None => self.after_cr,
                Some(before) => bytes.get(before) == Some(&b'\r'),
            };
            if bytes.get(place) == Some(&b'\r') || !after_cr {
                self.line += 1;
            }
        }
        if let Some(last) = bytes.last() {
            self.after_cr = *last == b'\r';
        }
        self.window.consume(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str, step: usize) -> Vec<(u64, u64, Vec<String>)> {
        parted(text, step, b',')
    }

    fn parted(text: &str, step: usize, delimiter: u8) -> Vec<(u64, u64, Vec<String>)> {
        let source = Box::new(io::Cursor::new(text.as_bytes().to_vec()));
        let mut rows = Rows::new(Window::with_step(source, step), delimiter);
        let mut all = Vec::new();
        while let Step::Row(row) = rows.step().expect("in memory") {
            let fields = rows
                .fields()
                .map(|field| String::from_utf8_lossy(field).into_owned())
                .collect();
            all.push((row.line, row.offset, fields));
        }
        all
    }

    #[test]
    fn line_ends_and_quotes_at_every_window_size() {
        let text = "a,b\r\n\r\n1,\"x \"\"y\"\"\r\nz\"\r\n2,q\r3,\"\"\n\n4,end";
        let expected = rows(text, 4096);
        assert_eq!(
            expected
                .iter()
                .map(|(line, _, fields)| (*line, fields.join("|")))
                .collect::<Vec<_>>(),
            [
                (1, "a|b".into()),
                (3, "1|x \"y\"\r\nz".into()),
                (5, "2|q".into()),
                (6, "3|".into()),
                (8, "4|end".into())
            ]
        );
        assert_eq!(
            expected.last().map(|(_, offset, _)| *offset),
            text.find("4,end").map(|place| place as u64)
        );
        for step in 16..80 {
            assert_eq!(rows(text, step), expected, "window of {step}");
        }
    }

    #[test]
    fn the_semicolon_of_a_reference_ends_no_field() {
        let text = "Joe&#39;s;Coeur d&amp;#39;Alene\nn&#39;;x\nBean&Cup;R&D\n&amp;;&amp;\n&amp";
        let expected = [
            vec!["Joe&#39;s", "Coeur d&amp;#39;Alene"],
            vec!["n&#39;", "x"],
            vec!["Bean&Cup", "R&D"],
            vec!["&amp;", "&amp;"],
            vec!["&amp"],
        ];
        for step in [16, 4096] {
            let found = parted(text, step, b';').into_iter();
            let fields: Vec<Vec<String>> = found.map(|(.., fields)| fields).collect();
            assert_eq!(fields, expected, "window of {step}");
        }
        assert_eq!(parted("a&#39;b,c", 4096, b',')[0].2, ["a&#39;b", "c"]);
        let many = parted(&"&amp;".repeat(1000), 4096, b';');
        assert_eq!(many[0].2.len(), 901);
    }

    #[test]
    fn an_open_quote_is_seen_at_the_end() {
        let source = Box::new(io::Cursor::new(b"1,\"open\n2,b\n".to_vec()));
        let mut rows = Rows::new(Window::new(source), b',');
        let Step::Row(row) = rows.step().expect("in memory") else {
            panic!("a row")
        };
        assert!(row.open_quote && row.unfinished);
        rows.keep_only_first_line(row);
        let Step::Row(row) = rows.step().expect("in memory") else {
            panic!("a row")
        };
        assert_eq!((row.line, rows.field(0)), (2, Some(&b"2"[..])));
    }
}
