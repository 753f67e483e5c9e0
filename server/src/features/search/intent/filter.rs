//! What a text may ask for besides words.

use chrono::{DateTime, Datelike, NaiveDate, Utc, Weekday};
use gazetteer::State;
use hours_text::{ClockTime, Holiday, Schedule, weekday_name};

use crate::catalog::amenities::Amenity as Kind;

/// A wish that narrows or orders what is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Filter {
    /// All shops are, so it only takes "coffee" out of the words.
    CoffeeShops,
    NearMe,
    /// The community's ranking, which payments don't affect.
    Best,
    Amenity(Amenity),
    Open(Opening),
    State(State),
}

/// An amenity by its tag in the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Amenity {
    pub(in super::super) tag: &'static str,
    label: &'static str,
}

pub(super) const WIFI: Filter = amenity(Kind::Wifi);
pub(super) const PARKING: Filter = amenity(Kind::Parking);
pub(super) const PETS: Filter = amenity(Kind::PetFriendly);
pub(super) const WORK: Filter = amenity(Kind::GoodForWork);
pub(super) const OUTDOORS: Filter = amenity(Kind::OutdoorSeating);
pub(super) const BREAKFAST: Filter = amenity(Kind::Breakfast);
pub(super) const OUTLETS: Filter = amenity(Kind::Outlets);
pub(super) const RESTROOM: Filter = amenity(Kind::Restroom);
pub(super) const DRIVE_THROUGH: Filter = amenity(Kind::DriveThrough);
pub(super) const WHEELCHAIR: Filter = amenity(Kind::Wheelchair);
pub(super) const CHANGING_TABLE: Filter = amenity(Kind::ChangingTable);
pub(super) const PLANT_MILK: Filter = amenity(Kind::PlantMilk);
pub(super) const ROASTS: Filter = amenity(Kind::RoastsHere);

const fn amenity(kind: Kind) -> Filter {
    Filter::Amenity(Amenity {
        tag: kind.name(),
        label: kind.label(),
    })
}

/// When a shop must certainly be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Opening {
    Now,
    /// It never closes.
    AllDay,
    /// On a day, at a time in minutes after midnight if one is given.
    On(Day, Option<u16>),
}

/// A day, seen from today at the shop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Day {
    Today,
    Tomorrow,
    /// The next one, which may be today.
    Weekday(Weekday),
    /// Saturday and Sunday.
    Weekend,
    /// Its next date. Only shops that mention it count: on holidays, usual hours may not be kept.
    Holiday(Holiday),
}

impl Filter {
    /// For programs.
    pub(in super::super) fn kind(self) -> FilterKind {
        match self {
            Self::CoffeeShops => FilterKind::CoffeeShops,
            Self::NearMe => FilterKind::NearMe,
            Self::Best => FilterKind::Best,
            Self::Amenity(_) => FilterKind::Amenity,
            Self::Open(_) => FilterKind::Open,
            Self::State(_) => FilterKind::State,
        }
    }

    /// For people: `Open Thanksgiving, Nov 26`.
    pub(in super::super) fn label(self, today: NaiveDate) -> String {
        match self {
            Self::CoffeeShops => "Coffee shops".to_owned(),
            Self::NearMe => "Near me".to_owned(),
            Self::Best => "Best ranked".to_owned(),
            Self::Amenity(amenity) => amenity.label.to_owned(),
            Self::Open(opening) => opening.label(today),
            Self::State(state) => state.name().to_owned(),
        }
    }
}

/// What a filter is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SearchFilterKind)]
pub enum FilterKind {
    CoffeeShops,
    NearMe,
    Best,
    Amenity,
    Open,
    State,
}

impl Opening {
    fn label(self, today: NaiveDate) -> String {
        let (day, minute) = match self {
            Self::Now => return "Open now".to_owned(),
            Self::AllDay => return "Open 24 hours".to_owned(),
            Self::On(day, minute) => (day, minute),
        };
        let day = match day {
            Day::Today => "Open today".to_owned(),
            Day::Tomorrow => "Open tomorrow".to_owned(),
            Day::Weekday(day) => format!("Open {}", weekday_name(day)),
            Day::Weekend => "Open Saturday and Sunday".to_owned(),
            Day::Holiday(holiday) => match holiday.next(today) {
                Some(date) => format!("Open {}, {}", holiday.name(), date.format("%b %-d")),
                None => format!("Open {}", holiday.name()),
            },
        };
        match minute {
            // "until 9 PM" is open a minute before.
            Some(minute) if minute % 60 == 59 => {
                format!(
                    "{day} until {}",
                    ClockTime::from_minutes(minute + 1).short()
                )
            }
            Some(minute) => format!("{day} at {}", ClockTime::from_minutes(minute).short()),
            None => day,
        }
    }

    /// Whether the hours certainly say so.
    pub(in super::super) fn is_met(self, schedule: &Schedule, now: DateTime<Utc>) -> bool {
        let today = schedule.local_date(now);
        let (day, minute) = match self {
            Self::Now => return schedule.is_open(now),
            Self::AllDay => return schedule.never_closes(today),
            Self::On(day, minute) => (day, minute),
        };
        let next = |weekday: Weekday| {
            let ahead =
                (7 + weekday.num_days_from_monday() - today.weekday().num_days_from_monday()) % 7;
            today + chrono::Days::new(u64::from(ahead))
        };
        let opens_on = |date| schedule.opens_on(date, minute);
        match day {
            Day::Today => opens_on(today),
            Day::Tomorrow => opens_on(today + chrono::Days::new(1)),
            Day::Weekday(weekday) => opens_on(next(weekday)),
            Day::Weekend => opens_on(next(Weekday::Sat)) && opens_on(next(Weekday::Sun)),
            Day::Holiday(holiday) => holiday
                .next(today)
                .is_some_and(|date| schedule.names(date) && opens_on(date)),
        }
    }
}
