//! Until when a file may keep a processor busy.

use std::{
    io::{BufRead, Cursor, Error, ErrorKind, Read, Result, Seek, SeekFrom},
    time::{Duration, Instant},
};

use crate::PhotoError;

/// How long one file may keep a processor busy. The largest photos take about a second.
pub const TIME_LIMIT: Duration = Duration::from_secs(20);

/// The end of the time for one file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline(Instant);

impl Deadline {
    pub(crate) fn within(limit: Duration) -> Self {
        Self(Instant::now() + limit)
    }

    /// Between two steps of a conversion.
    pub(crate) fn check(self) -> std::result::Result<(), PhotoError> {
        if self.has_passed() {
            return Err(PhotoError::TooSlow);
        }
        Ok(())
    }

    fn has_passed(self) -> bool {
        Instant::now() >= self.0
    }
}

/// A file that can't be read any further once its time is over, so that decoders which read as they go stop midway.
pub(crate) struct TimedFile<'a> {
    file: Cursor<&'a [u8]>,
    deadline: Deadline,
}

impl<'a> TimedFile<'a> {
    pub(crate) fn new(bytes: &'a [u8], deadline: Deadline) -> Self {
        Self {
            file: Cursor::new(bytes),
            deadline,
        }
    }

    fn check(&self) -> Result<()> {
        if self.deadline.has_passed() {
            return Err(Error::from(ErrorKind::TimedOut));
        }
        Ok(())
    }
}

impl Read for TimedFile<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        self.check()?;
        self.file.read(buffer)
    }
}

impl BufRead for TimedFile<'_> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        self.check()?;
        self.file.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.file.consume(count);
    }
}

impl Seek for TimedFile<'_> {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        self.file.seek(to)
    }
}
