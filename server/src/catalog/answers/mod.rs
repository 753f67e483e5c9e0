//! Towns and shops as they appear in the public API, shared by every room that lists them.

mod city;
mod hours;
mod photo;
mod shop;

pub use city::{CityAnswer, CityListAnswer, CityPage, StateAnswer, find_town};
pub use hours::{
    ComingDaysAnswer, DayAnswer, HoursAgeAnswer, HoursConfirmedAnswer, HoursFreshness,
    HoursSpecificationAnswer, OpenStateAnswer, OpenStateName, SpanAnswer, week_in_words,
};
pub use photo::PhotoAnswer;
pub use shop::{
    ShopAnswer, ShopListAnswer, ShopPage, address_in_line, distance_in_words, distance_text,
    rank_for_city, rank_for_community,
};
