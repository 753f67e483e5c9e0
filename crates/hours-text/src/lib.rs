#![doc = include_str!("../README.md")]

mod clock;
mod hours;
mod schedule;

pub use clock::ClockTime;
pub use hours::{Hours, InvalidHours};
pub use schedule::{DayHours, HoursSpecification, Moment, OpenState, Schedule, Span};
