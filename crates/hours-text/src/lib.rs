#![doc = include_str!("../README.md")]

mod clock;
mod holiday;
mod hours;
mod normalize;
mod schedule;

pub use clock::{ClockTime, in_24_hours, weekday_name};
pub use holiday::Holiday;
pub use hours::{Hours, InvalidHours};
pub use normalize::{Reading, normalize, repeated_days, unsaid};
pub use schedule::{
    DayHours, HoursSpecification, Moment, OpenState, Schedule, Season, Span, SpecialHours,
    UsualDay, UsualWeek,
};
