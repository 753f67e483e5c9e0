#![doc = include_str!("../README.md")]

mod clock;
mod hours;
mod normalize;
mod schedule;

pub use clock::ClockTime;
pub use hours::{Hours, InvalidHours};
pub use normalize::{Reading, normalize, repeated_days};
pub use schedule::{
    DayHours, HoursSpecification, Moment, OpenState, Schedule, Span, SpecialHours, UsualWeek,
};
