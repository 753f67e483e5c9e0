//! Where a shop from a form is: the parts of its address line, and its town.

use gazetteer::{FoundBy, Gazetteer, NoTown, State, Town, TownQuery, ZipArea};

use super::town::NewTown;

/// The position of a shop from a form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Position {
    /// A pin set by a person.
    Pin(f64, f64),
    /// The center of the ZIP code: good enough for distances, but not for pins, directions or comparison (D75).
    ZipMiddle(f64, f64),
}

/// What a person entered.
#[derive(Clone, Copy, Debug, Default)]
pub struct TypedShop<'a> {
    /// As typed.
    pub name: &'a str,
    /// Number and street, optionally followed by town, state and ZIP code.
    pub address: &'a str,
    /// Five digits, or nine (ZIP+4).
    pub zip: &'a str,
    /// As typed.
    pub phone: Option<&'a str>,
    /// As typed.
    pub website: Option<&'a str>,
    /// The pin that the person set. Without one, the center of the ZIP code is used (D75).
    pub pin: Option<(f64, f64)>,
    /// The directory has the town that the address names, even if the place table doesn't.
    pub takes_unknown_town: bool,
}

/// The place of a shop from a form.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Only number and street.
    pub street: String,
    /// Five digits.
    pub zip: String,
    /// Its position.
    pub position: Position,
    /// Its town, with everything needed to create a row.
    pub town: NewTown,
}

/// Why no place can be determined. The messages are for the person who filled in the form.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoPlace {
    /// No such ZIP code.
    #[error("Please enter a valid ZIP code (e.g., 71301 or 71301-1234)")]
    UnknownZip,
    /// A ZIP code of a place that the directory has no towns of (D109).
    #[error("ZIP code {zip} is {place}. This directory covers the 50 states and Washington, D.C.")]
    Beyond {
        /// The ZIP code.
        zip: String,
        /// "in Puerto Rico"
        place: &'static str,
    },
    /// The address names a town that is far from the ZIP code.
    #[error("{town} is not near ZIP code {zip}. Please check the address and the ZIP code.")]
    TownFarFromZip {
        /// The town and state in the address.
        town: String,
        /// The ZIP code.
        zip: String,
    },
    /// The address names a different state from the ZIP code's.
    #[error("ZIP code {zip} is in {of_zip}, but the address says {stated}.")]
    OtherState {
        /// The ZIP code.
        zip: String,
        /// Its state.
        of_zip: &'static str,
        /// The state in the address.
        stated: &'static str,
    },
    /// The pin is in another country or far from the ZIP code.
    #[error(
        "The pin on the map is not near ZIP code {zip}. Please move it to the shop, or remove it."
    )]
    PinElsewhere {
        /// The ZIP code.
        zip: String,
    },
    /// The town can't be determined.
    #[error("We couldn't tell the town from this ZIP code. Please add the town to the address.")]
    NoTown,
}

impl NoPlace {
    /// The field to correct.
    #[must_use]
    pub fn field(&self) -> &'static str {
        match self {
            Self::UnknownZip
            | Self::Beyond { .. }
            | Self::TownFarFromZip { .. }
            | Self::OtherState { .. } => "zipCode",
            Self::PinElsewhere { .. } => "latitude",
            Self::NoTown => "address",
        }
    }
}

impl Position {
    /// The point, if a person set it.
    #[must_use]
    pub fn pin(self) -> Option<(f64, f64)> {
        match self {
            Self::Pin(latitude, longitude) => Some((latitude, longitude)),
            Self::ZipMiddle(..) => None,
        }
    }
}

/// The place of a shop from a form: the address's town, or else the ZIP code's (D83).
///
/// # Errors
///
/// When the parts contradict each other, or no town can be determined.
pub fn place_of(typed: &TypedShop<'_>) -> Result<Place, NoPlace> {
    let gazetteer = Gazetteer::get();
    let area = gazetteer.zip(typed.zip).ok_or_else(|| no_area(typed.zip))?;
    let address = Address::read(typed, area)?;
    let (street, town) = address.town(typed, area)?;
    let position = match typed.pin {
        Some((latitude, longitude)) => Position::Pin(latitude, longitude),
        None => Position::ZipMiddle(area.latitude, area.longitude),
    };
    Ok(Place {
        street,
        zip: area.zip.to_owned(),
        position,
        town: NewTown::of(&town),
    })
}

/// The town that a complete address names and the place table doesn't have; `None` if its last part may be a building or a
/// part of the street.
#[must_use]
pub fn unknown_town(typed: &TypedShop<'_>) -> Option<NewTown> {
    let area = Gazetteer::get().zip(typed.zip)?;
    let address = Address::read(typed, area).ok()?;
    let (_, name) = address.town_part()?;
    let town = town_named(Some(name), typed, area).ok()?;
    (town.found_by == FoundBy::UnknownCity).then(|| NewTown::of(&town))
}

/// Last words of what stands behind a street and is no town.
const BUILDINGS: &[&str] = &[
    "arcade",
    "bldg",
    "building",
    "campus",
    "center",
    "centre",
    "commons",
    "concourse",
    "court",
    "floor",
    "hall",
    "hospital",
    "house",
    "kiosk",
    "level",
    "library",
    "lobby",
    "mall",
    "market",
    "marketplace",
    "museum",
    "pavilion",
    "plaza",
    "rear",
    "room",
    "shops",
    "square",
    "station",
    "store",
    "suite",
    "terminal",
    "tower",
    "towers",
    "unit",
    "university",
    "wing",
];

/// Why there is no such ZIP code in the place table: it doesn't exist, or it is of a territory or of the military (D109).
#[must_use]
pub fn no_area(zip: &str) -> NoPlace {
    let place = match zip.get(..3) {
        Some("006" | "007" | "009") => "in Puerto Rico",
        Some("008") => "in the U.S. Virgin Islands",
        Some("969") => "in Guam or the islands near it",
        Some(
            "090" | "091" | "092" | "093" | "094" | "095" | "096" | "097" | "098" | "340" | "962"
            | "963" | "964" | "965" | "966",
        ) => "for military mail",
        _ if zip.starts_with("96799") => "in American Samoa",
        _ => return NoPlace::UnknownZip,
    };
    NoPlace::Beyond {
        zip: zip.chars().take(5).collect(),
        place,
    }
}

/// An address line after removing country, ZIP code and state from its end.
struct Address<'a> {
    line: &'a str,
    /// The line named its state, so it ends with a town.
    state: Option<State>,
    /// The line ended with a ZIP code or a state.
    was_complete: bool,
}

impl<'a> Address<'a> {
    fn read(typed: &TypedShop<'a>, area: &ZipArea) -> Result<Self, NoPlace> {
        let mut line = tidy_end(typed.address);
        for country in ["United States of America", "United States", "USA", "US"] {
            line = without_last(line, country).unwrap_or(line);
        }
        let without_zip = line
            .rsplit_once([' ', ','])
            .filter(|(_, last)| is_zip(last))
            .map(|(rest, _)| tidy_end(rest));
        let line = without_zip.unwrap_or(line);
        let Some((rest, state)) = state_at_end(line, typed, area) else {
            return Ok(Self {
                line,
                state: None,
                was_complete: without_zip.is_some(),
            });
        };
        if state != area.state {
            return Err(NoPlace::OtherState {
                zip: area.zip.to_owned(),
                of_zip: area.state.name(),
                stated: state.name(),
            });
        }
        Ok(Self {
            line: rest,
            state: Some(state),
            was_complete: true,
        })
    }

    /// The street and the town. Anything that can't be a town near the ZIP code belongs to the street.
    fn town(&self, typed: &TypedShop<'_>, area: &ZipArea) -> Result<(String, Town), NoPlace> {
        for (street, name) in self.splits() {
            match town_named(Some(name), typed, area) {
                Ok(town)
                    if is_known(&town)
                        || typed.takes_unknown_town
                            && town.found_by == FoundBy::UnknownCity
                            && self.town_part() == Some((street, name)) =>
                {
                    return Ok((street.to_owned(), town));
                }
                Err(NoTown::CityFarAway { city, state, .. }) if self.state.is_some() => {
                    return Err(NoPlace::TownFarFromZip {
                        town: format!("{city}, {}", state.code()),
                        zip: area.zip.to_owned(),
                    });
                }
                _ => {}
            }
        }
        let town = town_named(None, typed, area).map_err(|reason| match reason {
            NoTown::OutsideUs(..)
            | NoTown::ZipContradictsPoint { .. }
            | NoTown::StateContradictsPoint { .. }
            | NoTown::ZipContradictsState { .. } => NoPlace::PinElsewhere {
                zip: area.zip.to_owned(),
            },
            _ => NoPlace::NoTown,
        })?;
        if town.zip_disregarded {
            return Err(NoPlace::PinElsewhere {
                zip: area.zip.to_owned(),
            });
        }
        Ok((self.line.to_owned(), town))
    }

    /// The street and what must be the town of a complete address, behind its last comma.
    fn town_part(&self) -> Option<(&'a str, &'a str)> {
        self.state.filter(|_| self.line.contains(','))?;
        let (street, name) = self.splits().into_iter().next()?;
        let is_building = name.split_whitespace().any(|word| {
            let word = word.to_lowercase();
            BUILDINGS.contains(&word.trim_matches(|letter: char| !letter.is_alphanumeric()))
        });
        (!is_building).then_some((street, name))
    }

    /// Possible splits into street and town: at the last comma; or, for a complete line without commas, before its last
    /// words.
    fn splits(&self) -> Vec<(&'a str, &'a str)> {
        if let Some((street, town)) = self.line.rsplit_once(',') {
            let (street, town) = (tidy_end(street), town.trim());
            let is_town = !street.is_empty() && !town.bytes().any(|byte| byte.is_ascii_digit());
            return if is_town {
                vec![(street, town)]
            } else {
                Vec::new()
            };
        }
        if !self.was_complete {
            return Vec::new();
        }
        let blanks: Vec<usize> = self.line.match_indices(' ').map(|(at, _)| at).collect();
        // Leaves at least a number and a name; towns have up to four words.
        let starts = blanks.iter().skip(1).rev().take(4).rev();
        starts
            .filter_map(|at| Some((self.line.get(..*at)?.trim(), self.line.get(*at..)?.trim())))
            .collect()
    }
}

fn town_named(city: Option<&str>, typed: &TypedShop<'_>, area: &ZipArea) -> Result<Town, NoTown> {
    Gazetteer::get().town_of(TownQuery {
        city,
        state: Some(area.state.code()),
        zip: Some(area.zip),
        point: typed.pin,
    })
}

fn tidy_end(line: &str) -> &str {
    line.trim()
        .trim_end_matches(|letter: char| letter == ',' || letter.is_whitespace())
}

/// The line without `word` at its end, if anything is left.
fn without_last<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let start = line.len().checked_sub(word.len())?;
    let (rest, last) = (line.get(..start)?, line.get(start..)?);
    let is_parted = rest.ends_with([' ', ',']);
    (is_parted && last.eq_ignore_ascii_case(word)).then(|| tidy_end(rest))
}

fn is_zip(word: &str) -> bool {
    let digits =
        |text: &str, count| text.len() == count && text.bytes().all(|b| b.is_ascii_digit());
    match word.split_once('-') {
        Some((five, four)) => digits(five, 5) && digits(four, 4),
        None => digits(word, 5),
    }
}

/// Whether the tables have a town with the typed name near the ZIP code and the pin.
fn is_known(town: &Town) -> bool {
    matches!(town.found_by, FoundBy::City | FoundBy::MisspeltCity) && !town.zip_disregarded
}

/// State codes that also occur in street lines: "1200 Elm CT", "5 Long WY", "12 H Street, NE".
const CODES_IN_STREETS: &[&str] = &["CT", "WY", "NE"];

/// The state at the end of the line. After a comma it can be any state, unless it is a town near the ZIP code, like
/// Washington, Pennsylvania. Without a comma, only the ZIP code's own state counts.
fn state_at_end<'a>(
    line: &'a str,
    typed: &TypedShop<'_>,
    area: &ZipArea,
) -> Option<(&'a str, State)> {
    if let Some((rest, last)) = line.rsplit_once(',')
        && let Some(state) = State::parse(last)
    {
        let last = last.trim();
        let is_other = state != area.state
            && (CODES_IN_STREETS.contains(&last)
                || last.len() > 2
                    && town_named(Some(last), typed, area).is_ok_and(|town| is_known(&town)));
        return (!is_other).then(|| (tidy_end(rest), state));
    }
    let (code, name) = (area.state.code(), area.state.name());
    let by_code = || {
        let rest = without_last(line, code)?;
        (line.ends_with(code) && !CODES_IN_STREETS.contains(&code)).then_some(rest)
    };
    let rest = without_last(line, name).or_else(by_code)?;
    Some((rest, area.state))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed<'a>(address: &'a str, zip: &'a str) -> TypedShop<'a> {
        TypedShop {
            name: "Blue Door",
            address,
            zip,
            ..TypedShop::default()
        }
    }

    fn street_and_town(address: &str, zip: &str) -> (String, String) {
        let place = place_of(&typed(address, zip)).unwrap();
        (place.street, place.town.slug)
    }

    #[test]
    fn the_town_is_the_zip_codes_and_the_street_stays_whole() {
        for address in [
            "126 Main Street",
            "126 Main St, Suite 4",
            "126 Main St, Riverside Plaza",
            "126 St. Charles Ave",
            "1200 Elm CT",
        ] {
            let expected = (address.to_owned(), "alexandria-la".to_owned());
            assert_eq!(street_and_town(address, "71301"), expected);
        }
    }

    #[test]
    fn what_stands_behind_the_street_is_taken_off() {
        for address in [
            "126 Main Street, Alexandria, LA 71301",
            "126 Main Street, Alexandria, LA",
            "126 Main Street, Alexandria, Louisiana 71301-1234, USA",
            "126 Main Street, Alexandria",
            "126 Main Street Alexandria LA 71301",
            "126 Main Street, Alexandria LA, United States",
            "126 Main Street,  LA 71301",
            "126 Main Street, 71301",
        ] {
            let expected = ("126 Main Street".to_owned(), "alexandria-la".to_owned());
            assert_eq!(street_and_town(address, "71301"), expected, "{address}");
        }
    }

    #[test]
    fn the_addresss_town_counts_more_than_the_zip_codes() {
        // Pineville has its own ZIP codes, but is just across the river from Alexandria.
        let (street, town) = street_and_town("300 Main Street, Pineville, LA", "71301");
        assert_eq!((&*street, &*town), ("300 Main Street", "pineville-la"));
    }

    #[test]
    fn towns_that_are_called_as_states_are_towns() {
        let (street, town) = street_and_town("12 Main St, Washington", "15301");
        assert_eq!((&*street, &*town), ("12 Main St", "washington-pa"));
        let (street, _) = street_and_town("12 H St, NE", "20002");
        assert_eq!(street, "12 H St, NE");
        let (street, town) = street_and_town("5 Elm St Hartford CT 06103", "06103");
        assert_eq!((&*street, &*town), ("5 Elm St", "hartford-ct"));
    }

    #[test]
    fn an_unknown_town_is_no_part_of_the_street() {
        let unknown = |address| unknown_town(&typed(address, "43001")).map(|town| town.slug);
        let address = "12 Main Street, Smalltownville, OH 43001";
        assert_eq!(unknown(address).as_deref(), Some("smalltownville-oh"));
        for known in [
            "12 Main Street, Alexandria, OH 43001",
            "12 Main Street, OH 43001",
            "12 Main Street, Riverside Plaza, OH 43001",
            "12 Main Street, Suite 4, OH 43001",
            "12 Main Street, Upstairs",
        ] {
            assert_eq!(unknown(known), None, "{known}");
        }
        let taken = TypedShop {
            takes_unknown_town: true,
            ..typed(address, "43001")
        };
        let place = place_of(&taken).unwrap();
        assert_eq!(
            (&*place.street, &*place.town.slug),
            ("12 Main Street", "smalltownville-oh")
        );
    }

    #[test]
    fn contradictions_are_said_in_words() {
        let unknown = place_of(&typed("126 Main Street", "00000"));
        assert_eq!(unknown, Err(NoPlace::UnknownZip));
        let far = place_of(&typed("126 Main Street, Shreveport, LA", "71301"));
        let words = far.unwrap_err().to_string();
        assert!(words.starts_with("Shreveport, LA is "), "{words}");
        let state = place_of(&typed("126 Main Street, Austin, TX", "71301"));
        assert_eq!(
            state.unwrap_err().to_string(),
            "ZIP code 71301 is in Louisiana, but the address says Texas."
        );
    }

    #[test]
    fn a_pin_is_a_point_and_must_be_near() {
        let pinned = |pin| {
            place_of(&TypedShop {
                pin: Some(pin),
                ..typed("126 Main Street", "71301")
            })
        };
        let near = pinned((31.3113, -92.4451)).unwrap();
        assert_eq!(near.position, Position::Pin(31.3113, -92.4451));
        assert_eq!(near.town.slug, "alexandria-la");
        for pin in [
            (31.3, 92.4),
            (30.2672, -97.7431),
            (32.5, -93.75),
            (0.0, 0.0),
        ] {
            let elsewhere = pinned(pin);
            assert!(
                matches!(elsewhere, Err(NoPlace::PinElsewhere { .. })),
                "{pin:?}: {elsewhere:?}"
            );
        }
        let unpinned = place_of(&typed("126 Main Street", "71301-1234")).unwrap();
        assert!(matches!(unpinned.position, Position::ZipMiddle(..)));
        assert_eq!(
            (unpinned.position.pin(), unpinned.zip.as_str()),
            (None, "71301")
        );
        assert_eq!(unpinned.town.time_zone, "America/Chicago");
    }

    #[test]
    fn the_clocks_are_the_towns_and_neither_the_zip_codes_nor_the_pins() {
        let zone = |address, zip, pin| {
            let place = place_of(&TypedShop {
                pin,
                ..typed(address, zip)
            });
            place.unwrap().town.time_zone
        };
        let moenkopi = "1 Main Street, Moenkopi, AZ 86045";
        assert_eq!(zone(moenkopi, "86045", None), "America/Phoenix");
        // A pin in Tuba City, across the road.
        let across = Some((36.1345, -111.2398));
        assert_eq!(zone(moenkopi, "86045", across), "America/Phoenix");
        let tuba_city = "1 Main Street, Tuba City, AZ 86045";
        assert_eq!(zone(tuba_city, "86045", None), "America/Denver");
        let keams_canyon = "1 Main Street, Keams Canyon, AZ 86034";
        assert_eq!(zone(keams_canyon, "86034", None), "America/Phoenix");
    }
}
