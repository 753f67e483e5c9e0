#![doc = include_str!("../README.md")]

mod clock;
mod hours;
mod normalise;
mod schedule;

pub use clock::ClockTime;
pub use hours::{Hours, InvalidHours};
pub use normalise::{Reading, normalise};
pub use schedule::{DayHours, HoursSpecification, Moment, OpenState, Schedule, Span};
