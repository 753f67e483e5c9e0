//! The question which town an address belongs to, and its answers.

use std::fmt;

use crate::states::State;
use crate::tables::County;

/// What is known of an address. Empty text counts as absent.
#[derive(Clone, Copy, Debug, Default)]
pub struct TownQuery<'a> {
    /// The city as typed; "Durham, NC" is understood too.
    pub city: Option<&'a str>,
    /// The state in any spelling of [`State::parse`].
    pub state: Option<&'a str>,
    /// The ZIP code, with or without the four digits behind it.
    pub zip: Option<&'a str>,
    /// Latitude and longitude in degrees.
    pub point: Option<(f64, f64)>,
}

/// A town with its one name and address.
#[derive(Clone, Debug, PartialEq)]
pub struct Town {
    /// The name of the place table, else of the postal service, else as typed.
    pub name: String,
    /// The state.
    pub state: State,
    /// The county.
    pub county: &'static County,
    /// Degrees north of the town's middle; of the address itself where no table knows the town.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
    /// IANA name of the time zone.
    pub time_zone: &'static str,
    /// `name-st`, or `name-county-st` where the state has several places of the name.
    pub slug: String,
    /// What the name was taken from.
    pub found_by: FoundBy,
    /// The ZIP code contradicted the rest of the address and was left aside.
    pub zip_disregarded: bool,
}

/// What a town's name was taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoundBy {
    /// The address's city, which is a known place or postal city there.
    City,
    /// The address's city, one letter beside the name of the ZIP code's city or of a place next to it.
    MisspeltCity,
    /// The address's city, which no table knows there.
    UnknownCity,
    /// The city of the ZIP code.
    ZipCode,
    /// The point alone.
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

/// Why an address has no town. The text is meant for the person who looks over an import.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoTown {
    /// Coordinates of 0, at sea or in another country or territory; or no coordinates of the globe at all.
    #[error("the coordinates {0}, {1} are not in the 50 states or the District of Columbia")]
    OutsideUs(f64, f64),
    /// No city, no known ZIP code, no point.
    #[error("no city, no known ZIP code and no coordinates")]
    NothingToGoBy,
    /// A city, but no hint of its state.
    #[error("the state is missing or not one of the United States")]
    UnknownState,
    /// The point lies in one state, the text names another.
    #[error("the address says {stated}, its coordinates lie in {located}")]
    StateContradictsPoint {
        /// The state that the address names.
        stated: State,
        /// The state that holds the point.
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
        /// How far its middle is from the point.
        miles: f64,
    },
    /// The state has a place of that name, but far from the rest of the address.
    #[error("{city}, {state} is {miles:.0} miles from the rest of the address")]
    CityFarAway {
        /// The place's name.
        city: &'static str,
        /// The state.
        state: State,
        /// How far its middle is.
        miles: f64,
    },
    /// The state has several places of that name, and nothing tells which is meant.
    #[error(
        "{state} has {count} places of that name, and neither ZIP code nor coordinates tell which"
    )]
    AmbiguousCity {
        /// The state.
        state: State,
        /// How many.
        count: usize,
    },
    /// No place and no postal city of the state has that name, and there is no ZIP code or point.
    #[error(
        "no place in {state} has that name, and neither ZIP code nor coordinates tell where it is"
    )]
    UnknownCity {
        /// The state.
        state: State,
    },
    /// A point without city and ZIP code, more than 25 miles from any ZIP code of its state.
    #[error("no city, and no ZIP code of {state} within 25 miles")]
    NoPlaceNear {
        /// The state.
        state: State,
    },
}
