//! Microseconds per card in a list: `cargo run --release --example speed -p hours-text`.

use std::hint::black_box;
use std::time::Instant;

use chrono::{DateTime, TimeDelta};
use hours_text::Schedule;

const EXPRESSIONS: [&str; 8] = [
    "24/7",
    "Mo-Fr 06:00-14:00; Sa 07:00-12:00",
    "Mo-Th 07:00-23:00; Fr-Sa 07:00-24:00; Su 08:00-23:00",
    "Mo-Su 08:00-12:00,13:00-17:00",
    "Mo-Th 07:00-23:00; Fr-Sa 18:00-02:00; Su off; PH off",
    "Mo-Fr 08:00-16:00; Sa[1] 10:00-14:00; Dec 25 off; PH off",
    "Apr-Oct Mo-Su 08:00-20:00; Nov-Mar Sa-Su 09:00-16:00",
    "off",
];
const ROUNDS: i32 = 2_000;

fn main() {
    println!("parse    at       week     ld+json  (µs)");
    for osm in EXPRESSIONS {
        let Ok(schedule) = Schedule::parse(osm, chrono_tz::America::Chicago) else {
            continue;
        };
        let start = DateTime::UNIX_EPOCH + TimeDelta::days(365 * 56);
        let measure = |work: &dyn Fn(DateTime<chrono::Utc>)| {
            let begun = Instant::now();
            for round in 0..ROUNDS {
                work(start + TimeDelta::minutes(i64::from(round) * 97));
            }
            begun.elapsed().as_secs_f64() * 1e6 / f64::from(ROUNDS)
        };
        let parse = measure(&|_| {
            black_box(Schedule::parse(black_box(osm), schedule.zone())).ok();
        });
        let at = measure(&|now| {
            black_box(schedule.at(now));
        });
        let week = measure(&|now| {
            black_box(schedule.week(now));
        });
        let structured = measure(&|now| {
            black_box(schedule.opening_hours_specification(now));
        });
        println!("{parse:<8.2} {at:<8.2} {week:<8.2} {structured:<8.2} {osm}");
    }
}
