//! The embedded tables. Names are slices of the embedded text, so loading only allocates the rows.

use std::sync::LazyLock;

use crate::rows::rows;
use crate::states::State;

static COUNTIES: LazyLock<Vec<County>> =
    LazyLock::new(|| rows(include_str!("../data/counties.csv"), County::parse));
static TIME_ZONES: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| rows(include_str!("../data/time_zones.csv"), Some));
static CLOCKS: LazyLock<Vec<Clock>> =
    LazyLock::new(|| rows(include_str!("../data/clocks.csv"), Clock::parse));

/// A town whose clocks follow custom, or another border than the one that its point is within. The last column of its
/// row says from where it is known.
struct Clock {
    name: &'static str,
    state: &'static str,
    time_zone: &'static str,
}

impl Clock {
    fn parse(line: &'static str) -> Option<Self> {
        let mut fields = line.splitn(4, ',');
        let clock = Self {
            name: fields.next()?,
            state: fields.next()?,
            time_zone: fields.next()?,
        };
        fields.next().filter(|source| !source.is_empty())?;
        Some(clock)
    }
}

/// The zone by whose clocks the town of this name lives, if that is an exception.
pub(crate) fn clocks_of(name: &str, state: State) -> Option<&'static str> {
    let mut all = CLOCKS.iter();
    all.find(|clock| clock.name == name && clock.state == state.code())
        .map(|clock| clock.time_zone)
}

/// A county, parish, borough, census area or independent city.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct County {
    /// Five digits, starting with the state's two.
    pub fips: u32,
    /// The state.
    pub state: State,
    /// The name without its kind: "Rapides".
    pub name: &'static str,
    /// The name with its kind: "Rapides Parish", "St. Louis city", "Wake County".
    pub full_name: &'static str,
}

impl County {
    fn parse(line: &'static str) -> Option<Self> {
        let mut fields = line.split(',');
        let fips: u32 = fields.next()?.parse().ok()?;
        Some(Self {
            fips,
            state: State::from_fips(u8::try_from(fips / 1000).ok()?)?,
            name: fields.next()?,
            full_name: fields.next()?,
        })
    }

    /// The county with this five-digit FIPS code.
    #[must_use]
    pub fn from_fips(fips: u32) -> Option<&'static Self> {
        let position = COUNTIES
            .binary_search_by_key(&fips, |county| county.fips)
            .ok()?;
        COUNTIES.get(position)
    }
}

/// A place's role in postal addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceKind {
    /// Its name is the city of at least one ZIP code.
    Postal,
    /// Mail can be addressed to its name, although its ZIP codes belong to another city.
    Accepted,
    /// A neighborhood of a larger postal city, or a suburb that shares its addresses; with that city's name.
    District(&'static str),
    /// Any other: mostly unincorporated communities.
    Other,
}

/// A town, village or named community.
#[derive(Clone, Debug)]
pub struct Place {
    /// The name in GeoNames.
    pub name: &'static str,
    /// The state.
    pub state: State,
    /// The county.
    pub county: &'static County,
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east, so negative in most of the country.
    pub longitude: f64,
    /// Population; 0 if unknown.
    pub population: u32,
    /// See [`PlaceKind`].
    pub kind: PlaceKind,
    /// IANA name of the time zone.
    pub time_zone: &'static str,
    pub(crate) slug_county: SlugCounty,
}

/// How much of the county is needed to make a place's slug unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SlugCounty {
    None,
    Name,
    FullName,
}

impl Place {
    pub(crate) fn parse(line: &'static str) -> Option<Self> {
        let (line, district_of) = line.rsplit_once(',')?;
        let mut fields = line.split(',');
        let name = fields.next()?;
        let (state, county) = state_and_county(&mut fields)?;
        Some(Self {
            name,
            state,
            county,
            latitude: fields.next()?.parse().ok()?,
            longitude: fields.next()?.parse().ok()?,
            population: fields.next()?.parse().ok()?,
            kind: match fields.next()? {
                "P" => PlaceKind::Postal,
                "A" => PlaceKind::Accepted,
                "D" => PlaceKind::District(district_of),
                _ => PlaceKind::Other,
            },
            time_zone: time_zone_of((name, state), fields.next()?)?,
            slug_county: SlugCounty::None,
        })
    }

    /// Latitude and longitude in degrees.
    #[must_use]
    pub fn point(&self) -> (f64, f64) {
        (self.latitude, self.longitude)
    }

    /// The place's slug: `alexandria-la`, or `hollywood-jackson-al` if the state has two places with that name.
    #[must_use]
    pub fn slug(&self) -> String {
        let county = match self.slug_county {
            SlugCounty::None => None,
            SlugCounty::Name => Some(self.county.name),
            SlugCounty::FullName => Some(self.county.full_name),
        };
        crate::names::town_slug(self.name, county, self.state.code())
    }
}

/// What a ZIP code is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZipKind {
    /// Street delivery.
    Standard,
    /// Post office boxes.
    PostOfficeBoxes,
    /// A single large recipient.
    Unique,
}

/// A ZIP code and the center of its area.
#[derive(Clone, Debug)]
pub struct ZipArea {
    pub(crate) number: u32,
    /// The five digits.
    pub zip: &'static str,
    /// The city of its postal addresses.
    pub city: &'static str,
    /// The state of its postal addresses.
    pub state: State,
    /// The county that contains its center.
    pub county: &'static County,
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
    /// See [`ZipKind`].
    pub kind: ZipKind,
    /// IANA name of the time zone.
    pub time_zone: &'static str,
}

impl ZipArea {
    pub(crate) fn parse(line: &'static str) -> Option<Self> {
        let mut fields = line.split(',');
        let (zip, city) = (fields.next()?, fields.next()?);
        let (state, county) = state_and_county(&mut fields)?;
        Some(Self {
            number: zip.parse().ok()?,
            zip,
            city,
            state,
            county,
            latitude: fields.next()?.parse().ok()?,
            longitude: fields.next()?.parse().ok()?,
            kind: match fields.next()? {
                "P" => ZipKind::PostOfficeBoxes,
                "U" => ZipKind::Unique,
                _ => ZipKind::Standard,
            },
            time_zone: time_zone_of((city, state), fields.next()?)?,
        })
    }

    /// Latitude and longitude in degrees.
    #[must_use]
    pub fn point(&self) -> (f64, f64) {
        (self.latitude, self.longitude)
    }
}

/// The columns with a state's code and a county's FIPS code, which must match.
fn state_and_county(
    fields: &mut impl Iterator<Item = &'static str>,
) -> Option<(State, &'static County)> {
    let code = fields.next()?;
    let county = County::from_fips(fields.next()?.parse().ok()?)?;
    (county.state.code() == code).then_some((county.state, county))
}

/// The zone of a town with this name, whose row names it by its `number`.
fn time_zone_of((name, state): (&str, State), number: &str) -> Option<&'static str> {
    let of_ground = TIME_ZONES.get(number.parse::<usize>().ok()?).copied()?;
    Some(clocks_of(name, state).unwrap_or(of_ground))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(table: &str) -> usize {
        table.lines().count() - 1
    }

    #[test]
    fn every_row_of_every_table_is_read() {
        let places = include_str!("../data/places.csv");
        assert_eq!(rows(places, Place::parse).len(), lines(places));
        let zips = include_str!("../data/zip_areas.csv");
        assert_eq!(rows(zips, ZipArea::parse).len(), lines(zips));
        assert_eq!(COUNTIES.len(), lines(include_str!("../data/counties.csv")));
        assert_eq!(CLOCKS.len(), lines(include_str!("../data/clocks.csv")));
        assert!(lines(places) > 21_000 && lines(zips) > 40_000 && COUNTIES.len() > 3_100);
    }

    #[test]
    fn tables_are_sorted_as_look_ups_need_them() {
        assert!(COUNTIES.is_sorted_by(|one, other| one.fips < other.fips));
        let zips = rows(include_str!("../data/zip_areas.csv"), ZipArea::parse);
        assert!(zips.is_sorted_by(|one, other| one.number < other.number));
    }

    #[test]
    fn time_zones_are_iana_names() {
        let exceptions = CLOCKS.iter().map(|clock| &clock.time_zone);
        for zone in TIME_ZONES.iter().chain(exceptions) {
            assert!(
                zone.starts_with("America/") || zone.starts_with("Pacific/"),
                "{zone}"
            );
        }
    }
}
