//! Shared by the tests: reading from memory in chunks of any size.

use std::io::{self, Read};

use place_files::{FileError, Item, OpenOptions, PlaceFile, PlaceRecord, RecordError, open_reader};

/// Returns bytes in chunks of the given sizes, repeated in a cycle.
pub struct Pieces {
    bytes: Vec<u8>,
    place: usize,
    sizes: Vec<usize>,
    turn: usize,
}

impl Pieces {
    pub fn new(bytes: &[u8], sizes: &[usize]) -> Self {
        Self {
            bytes: bytes.to_vec(),
            place: 0,
            sizes: sizes.to_vec(),
            turn: 0,
        }
    }
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes[self.turn % self.sizes.len()].max(1);
        self.turn += 1;
        let rest = &self.bytes[self.place..];
        let length = size.min(buffer.len()).min(rest.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        self.place += length;
        Ok(length)
    }
}

pub fn try_open(bytes: &[u8], options: &OpenOptions) -> Result<PlaceFile, FileError> {
    open_reader(io::Cursor::new(bytes.to_vec()), None, options)
}

pub fn read(bytes: &[u8]) -> Vec<Result<Item, RecordError>> {
    try_open(bytes, &OpenOptions::new())
        .expect("readable")
        .collect()
}

/// The places; anything else fails the test, except skipped records.
pub fn places(bytes: &[u8]) -> Vec<PlaceRecord> {
    places_with(bytes, &OpenOptions::new())
}

pub fn places_with(bytes: &[u8], options: &OpenOptions) -> Vec<PlaceRecord> {
    let items = try_open(bytes, options).expect("readable");
    items
        .filter_map(|item| item.expect("no error").into_place())
        .collect()
}

/// One short text per step: a name, "skipped N", or the error.
pub fn steps(items: impl IntoIterator<Item = Result<Item, RecordError>>) -> Vec<String> {
    let text = |item| match item {
        Ok(Item::Place(place)) => place.name.unwrap_or_else(|| "unnamed".to_owned()),
        Ok(Item::Skipped(skipped)) => format!("skipped {}", skipped.count),
        Err(RecordError {
            ends_file: true, ..
        }) => "end by error".to_owned(),
        Err(_) => "error".to_owned(),
    };
    items.into_iter().map(text).collect()
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut encoder = flate2::read::GzEncoder::new(bytes, flate2::Compression::fast());
    encoder.read_to_end(&mut packed).expect("in memory");
    packed
}
