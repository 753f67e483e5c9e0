//! The input and output of finding an address's town.

use std::fmt;

use crate::states::State;
use crate::tables::County;

/// What is known about an address. Empty text counts as missing.
#[derive(Clone, Copy, Debug, Default)]
pub struct TownQuery<'a> {
    /// The city as typed; "Durham, NC" is understood, too.
    pub city: Option<&'a str>,
    /// The state, in any spelling accepted by [`State::parse`].
    pub state: Option<&'a str>,
    /// The ZIP code, with or without four more digits.
    pub zip: Option<&'a str>,
    /// Latitude and longitude in degrees.
    pub point: Option<(f64, f64)>,
}

/// A town, with its one name and slug.
#[derive(Clone, Debug, PartialEq)]
pub struct Town {
    /// The name in the place table, else the postal service's, else as typed.
    pub name: String,
    /// The state.
    pub state: State,
    /// The county.
    pub county: &'static County,
    /// Latitude of the town's center; of the address itself for an unknown town.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
    /// IANA name of the time zone.
    pub time_zone: &'static str,
    /// `name-st`, or `name-county-st` if the state has several places with the name.
    pub slug: String,
    /// How the town was found.
    pub found_by: FoundBy,
    /// The ZIP code contradicted the rest of the address and was ignored.
    pub zip_disregarded: bool,
}

/// How a town was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoundBy {
    /// By the address's city, a known place or postal city there.
    City,
    /// By the address's city, one typo away from the ZIP code's city or from a place close by.
    MisspeltCity,
    /// By the address's city, which isn't in any table.
    UnknownCity,
    /// By the ZIP code's city.
    ZipCode,
    /// Only by the point.
    Point,
}

impl fmt::Display for FoundBy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::City => "city of the address",
            Self::MisspeltCity => "city of the address, its spelling mended",
            Self::UnknownCity => "city of the address, which no table knows",
            Self::ZipCode => "city of the ZIP code",
            Self::Point => "coordinates",
        })
    }
}

/// Why an address has no town. The text is for the person reviewing an import.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoTown {
    /// Coordinates of 0, at sea, or in another country or territory; or not valid coordinates.
    #[error("the coordinates {0}, {1} are not in the 50 states or the District of Columbia")]
    OutsideUs(f64, f64),
    /// No city, no known ZIP code, no point.
    #[error("no city, no known ZIP code and no coordinates")]
    NothingToGoBy,
    /// A city without any indication of its state.
    #[error("the state is missing or not one of the United States")]
    UnknownState,
    /// The point is in one state, but the text names another.
    #[error("the address says {stated}, its coordinates lie in {located}")]
    StateContradictsPoint {
        /// The state in the address.
        stated: State,
        /// The state that contains the point.
        located: State,
    },
    /// The ZIP code belongs to another state.
    #[error("ZIP code {zip} belongs to {of_zip}, the rest of the address to {state}")]
    ZipContradictsState {
        /// The ZIP code.
        zip: &'static str,
        /// Its state.
        of_zip: State,
        /// The state of the rest of the address.
        state: State,
    },
    /// The ZIP code is far from the point, and no city confirms either.
    #[error("ZIP code {zip} ({city}) is {miles:.0} miles from the coordinates")]
    ZipContradictsPoint {
        /// The ZIP code.
        zip: &'static str,
        /// Its city.
        city: &'static str,
        /// The distance from its center to the point.
        miles: f64,
    },
    /// The state has a place with that name, but far from the rest of the address.
    #[error("{city}, {state} is {miles:.0} miles from the rest of the address")]
    CityFarAway {
        /// The place's name.
        city: &'static str,
        /// The state.
        state: State,
        /// The distance to its center.
        miles: f64,
    },
    /// The state has several places with that name, and nothing says which is meant.
    #[error(
        "{state} has {count} places of that name, and neither ZIP code nor coordinates tell which"
    )]
    AmbiguousCity {
        /// The state.
        state: State,
        /// How many.
        count: usize,
    },
    /// The state has no place or postal city with that name, and there is no ZIP code or point.
    #[error(
        "no place in {state} has that name, and neither ZIP code nor coordinates tell where it is"
    )]
    UnknownCity {
        /// The state.
        state: State,
    },
    /// A point without city and ZIP code, more than 25 miles from any ZIP code in its state.
    #[error("no city, and no ZIP code of {state} within 25 miles")]
    NoPlaceNear {
        /// The state.
        state: State,
    },
}
