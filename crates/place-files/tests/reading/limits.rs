//! Endless files and huge records: memory use stays constant, and the error has a position.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::support::{places, read, steps};
use place_files::{Item, MAX_RECORD_BYTES, OpenOptions, Problem, open_reader};

/// A prefix, then one byte repeated, then a suffix.
struct Stretch {
    start: io::Cursor<Vec<u8>>,
    filler: u8,
    left: u64,
    end: io::Cursor<Vec<u8>>,
    handed_out: Arc<AtomicU64>,
}

impl Read for Stretch {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut length = self.start.read(buffer)?;
        if length == 0 && self.left > 0 {
            length = buffer
                .len()
                .min(usize::try_from(self.left).unwrap_or(usize::MAX));
            buffer[..length].fill(self.filler);
            self.left -= length as u64;
        } else if length == 0 {
            length = self.end.read(buffer)?;
        }
        self.handed_out.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

fn stretch(start: &str, filler: u8, left: u64, end: &str) -> (Stretch, Arc<AtomicU64>) {
    let handed_out = Arc::new(AtomicU64::new(0));
    let cursor = |text: &str| io::Cursor::new(text.as_bytes().to_vec());
    let stretch = Stretch {
        start: cursor(start),
        filler,
        left,
        end: cursor(end),
        handed_out: Arc::clone(&handed_out),
    };
    (stretch, handed_out)
}

const LIMIT: u64 = MAX_RECORD_BYTES as u64;

#[test]
fn an_endless_line_is_an_error_after_16_mib() {
    for (start, filler) in [
        ("name,city\nOne,Ames\nTwo", b'x'),
        ("name,city\nOne,Ames\n\"Two", b'x'),
        ("name,city\nOne,Ames\nTwo", b','),
        ("{\"name\":\"One\"}\n{\"name\":\"", b'x'),
        ("[{\"name\":\"One\"},{\"name\":\"", b'x'),
        ("[{\"name\":\"One\"},", b'['),
        ("{\"features\":[{\"name\":\"One\"},{\"a\":", b'1'),
    ] {
        let (endless, handed_out) = stretch(start, filler, u64::MAX, "");
        let mut file = open_reader(endless, None, &OpenOptions::new()).expect("readable");
        assert!(file.next().is_some_and(|item| item.is_ok()), "{start}");
        let error = file.next().expect("a step").expect_err("too long");
        assert!(
            matches!(error.problem, Problem::TooLong) && !error.ends_file,
            "{start}: {error}"
        );
        assert_eq!(error.position.record, 2);
        assert!(
            handed_out.load(Ordering::Relaxed) <= 2 * LIMIT + (1 << 20),
            "{start}"
        );
    }
}

#[test]
fn reading_goes_on_behind_a_record_that_is_too_long() {
    for (start, filler, end) in [
        ("name,city\nOne,Ames\nTwo", b'x', ",Ames\nThree,Ames\n"),
        (
            "{\"name\":\"One\"}\n{\"name\":\"",
            b'x',
            "\"}\n{\"name\":\"Three\"}\n",
        ),
        (
            "[{\"name\":\"One\"},{\"name\":\"",
            b'x',
            "\"},{\"name\":\"Three\"}]",
        ),
        (
            "{\"a\":1,\"features\":[{\"name\":\"One\"},{\"b\":[",
            b' ',
            "]},{\"name\":\"Three\"}]}",
        ),
    ] {
        let (long, _) = stretch(start, filler, 3 * LIMIT, end);
        let file = open_reader(long, None, &OpenOptions::new()).expect("readable");
        assert_eq!(steps(file), ["One", "error", "Three"], "{start}");
    }
}

#[test]
fn a_member_of_any_length_beside_the_records_is_passed_over() {
    let (long, _) = stretch(
        "{\"note\":\"",
        b'x',
        3 * LIMIT,
        "\",\"features\":[{\"name\":\"One\"}]}",
    );
    let file = open_reader(long, None, &OpenOptions::new()).expect("readable");
    assert_eq!(steps(file), ["One"]);
}

#[test]
fn a_quote_that_swallows_more_than_16_mib_costs_one_row() {
    let (long, _) = stretch(
        "name,city\n\"One,Ames\n",
        b'\n',
        3 * LIMIT,
        "Two,Ames\nThree,Ames\n",
    );
    let file = open_reader(long, None, &OpenOptions::new()).expect("readable");
    assert_eq!(steps(file), ["error", "Two", "Three"]);
}

#[test]
fn fifty_megabytes_of_one_column_are_read_to_the_end() {
    let mut table = b"name\n".to_vec();
    let mut rows = 0_u64;
    while table.len() < 50_000_000 {
        table.extend_from_slice(format!("Rust & Bean number {rows}\n").as_bytes());
        rows += 1;
    }
    let file = open_reader(io::Cursor::new(table), None, &OpenOptions::new()).expect("a table");
    let read = file
        .filter(|item| matches!(item, Ok(Item::Place(_))))
        .count();
    assert_eq!(read as u64, rows);
    // The same without a line end.
    let (long, _) = stretch("name\n", b'x', 50_000_000, "");
    let file = open_reader(long, None, &OpenOptions::new()).expect("a table");
    assert_eq!(steps(file), ["error"]);
}

#[test]
fn a_packed_file_that_grows_without_measure_is_read_piece_by_piece() {
    // 64 MiB of one letter compress to about 64 KiB.
    let mut bytes = b"name,city\nOne,Ames\nTwo".to_vec();
    bytes.resize(64 << 20, b'x');
    bytes.extend_from_slice(b",Ames\nThree,Ames\n");
    assert_eq!(
        steps(read(&crate::support::gzip(&bytes))),
        ["One", "error", "Three"]
    );
}

#[test]
fn deep_nesting_is_an_error_of_its_record() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let file = format!("[{{\"name\":\"One\"}},{{\"a\":{deep}}},{{\"name\":\"Two\"}}]");
    assert_eq!(steps(read(file.as_bytes())), ["One", "error", "Two"]);
}

#[test]
fn a_failing_disk_ends_the_file_with_its_error() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let source = io::Cursor::new(b"name,city\nOne,Ames\nTwo".to_vec()).chain(Failing);
    let mut file = open_reader(source, None, &OpenOptions::new()).expect("readable");
    assert!(file.next().is_some_and(|item| item.is_ok()));
    let error = file.next().expect("a step").expect_err("failed");
    assert!(
        error.ends_file && error.to_string().contains("the disk is gone"),
        "{error}"
    );
    assert!(file.next().is_none());
}

#[test]
fn a_megabyte_of_categories_is_read_in_a_moment() {
    let many: Vec<String> = (0..150_000).map(|number| format!("c{number}")).collect();
    for text in [
        format!("name,city,categories\nOne,Ames,{}\n", many.join(";")),
        format!(
            "[{{\"name\":\"One\",\"city\":\"Ames\",\"categories\":[\"{}\"]}}]\n",
            many.join("\",\"")
        ),
    ] {
        let places = places(text.as_bytes());
        assert_eq!(places.len(), 1);
        assert_eq!(places[0].categories.len(), 50);
        assert_eq!(places[0].categories[49], "c49");
    }
}
