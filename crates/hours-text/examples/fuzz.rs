//! Feeds mutated real texts and noise to the parser, and to the evaluation of its results: `cargo run --release
//! --example fuzz -p hours-text -- [inputs] [seed]`.
//!
//! A panic ends the run. Otherwise it prints how long the slowest input took, and fails if that is over 50 ms.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta};
use hours_text::{Reading, Schedule, normalize};

#[path = "../tests/it/vectors.rs"]
mod vectors;

const LIMIT: Duration = Duration::from_millis(50);

/// What mutations insert: characters from both languages, spaces, and unexpected characters.
const PIECES: [&str; 40] = [
    "-", "–", ":", ",", ";", "/", "&", ".", "(", ")", "\"", "||", "+", "\n", " ", "\u{202f}",
    "\u{200b}", "0", "7", "12", "24", "30", "am", "p.m.", "Mo", "Sunday", "PH", "off", "closed",
    "open", "to", "noon", "24/7", "week", "sunset", "Dec 25", "[-1]", "é", "🕖", "\0",
];

/// SplitMix64, so that a run can be repeated from its seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        usize::try_from(mixed % u64::try_from(limit.max(1)).unwrap_or(1)).unwrap_or(0)
    }

    fn pick<'items>(&mut self, items: &[&'items str]) -> &'items str {
        items
            .get(self.below(items.len()))
            .copied()
            .unwrap_or_default()
    }
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse().ok());
    let inputs: u64 = arguments.next().flatten().unwrap_or(100_000);
    let seed: u64 = arguments.next().flatten().unwrap_or(1);
    let mut random = Random(seed);
    let texts = vectors::READABLE.iter().chain(vectors::UNREADABLE);
    let known: Vec<&str> = texts.map(|(text, _)| *text).collect();

    let begun = Instant::now();
    let mut slowest = (Duration::ZERO, String::new());
    let mut read = 0_u64;
    for _ in 0..inputs {
        let text = input(&mut random, &known);
        let (mut took, is_read) = timed(&text);
        read += u64::from(is_read);
        if took > slowest.0 {
            // Only input that is slow every time counts, since the machine may have been busy.
            took = (0..5).map(|_| timed(&text).0).fold(took, Duration::min);
        }
        if took > slowest.0 {
            slowest = (took, text);
        }
    }
    println!(
        "{inputs} inputs from seed {seed} in {:.1} s, {read} of them read; slowest {:.2} ms: {:?}",
        begun.elapsed().as_secs_f64(),
        slowest.0.as_secs_f64() * 1e3,
        slowest.1.chars().take(60).collect::<String>()
    );
    if slowest.0 > LIMIT {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

fn timed(text: &str) -> (Duration, bool) {
    let started = Instant::now();
    let is_read = try_one(text);
    (started.elapsed(), is_read)
}

/// Parses a text, and evaluates the result, and the text itself as OpenStreetMap syntax, in every way.
fn try_one(text: &str) -> bool {
    let reading = normalize(text);
    let instant = DateTime::UNIX_EPOCH + TimeDelta::days(365 * 56);
    for osm in [reading.osm(), Some(text)].into_iter().flatten() {
        if let Ok(schedule) = Schedule::parse(osm, chrono_tz::America::Anchorage) {
            let schedule = schedule.with_coordinates(71.29, -156.79);
            schedule.at(instant);
            schedule.week(instant);
            schedule.opening_hours_specification(instant);
        }
    }
    matches!(reading, Reading::Osm { .. })
}

fn input(random: &mut Random, known: &[&str]) -> String {
    match random.below(10) {
        0 => noise(random),
        1 => patchwork(random, known),
        2 => long(random, known),
        _ => {
            let mut text = random.pick(known).to_owned();
            for _ in 0..=random.below(4) {
                text = changed(random, &text, known);
            }
            text
        }
    }
}

/// One mutation: characters removed, a piece inserted, a part duplicated, or the end of another text.
fn changed(random: &mut Random, text: &str, known: &[&str]) -> String {
    let characters: Vec<char> = text.chars().collect();
    let from = random.below(characters.len() + 1);
    let length = random.below(5);
    let head: String = characters.iter().take(from).collect();
    let tail: String = characters.iter().skip(from).collect();
    let cut: String = characters.iter().skip(from + length).collect();
    match random.below(4) {
        0 => head + &cut,
        1 => head + random.pick(&PIECES) + &tail,
        2 => head + tail.get(..length).unwrap_or_default() + &tail,
        _ => head + random.pick(known),
    }
}

fn noise(random: &mut Random) -> String {
    let length = random.below(60);
    (0..length)
        .filter_map(|_| {
            let plane = [0x80, 0x800, 0x1_0000, 0x11_0000];
            let limit = plane.get(random.below(plane.len()))?;
            char::from_u32(u32::try_from(random.below(*limit)).ok()?)
        })
        .collect()
}

fn patchwork(random: &mut Random, known: &[&str]) -> String {
    let count = random.below(30);
    (0..count)
        .map(|_| match random.below(8) {
            0 => random.pick(known),
            _ => random.pick(&PIECES),
        })
        .collect()
}

/// Close to the length limit, and beyond it.
fn long(random: &mut Random, known: &[&str]) -> String {
    let piece = match random.below(3) {
        0 => random.pick(&PIECES).to_owned(),
        1 => random.pick(known).to_owned(),
        _ => random.pick(&PIECES).to_owned() + random.pick(&PIECES),
    };
    piece
        .chars()
        .cycle()
        .take(900 + random.below(200))
        .collect()
}
