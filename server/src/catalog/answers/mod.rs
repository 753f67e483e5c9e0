//! Towns and shops as they appear in the public API, shared by every room that lists them.

mod city;
mod further;
mod hours;
mod photo;
mod question;
mod shop;

pub use city::{CityAnswer, CityListAnswer, CityPage, StateAnswer, find_town};
pub use further::{AmenityAnswer, FurtherFacts, LinkAnswer, LinkKind};
pub use hours::{
    ComingDaysAnswer, DayAnswer, HoursAgeAnswer, HoursConfirmedAnswer, HoursFreshness,
    HoursSpecificationAnswer, OpenStateAnswer, OpenStateName, SpanAnswer, has_old_hours,
    old_hours_since, open_state_at, week_in_words,
};
pub use photo::PhotoAnswer;
pub use question::QuestionAnswer;
pub use shop::{
    ShopAnswer, ShopListAnswer, ShopPage, address_in_line, rank_for_city, rank_for_community,
};

use crate::platform::numbers::degrees;
