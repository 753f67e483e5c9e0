//! A record under construction: fields arrive as text in any order, best names first.

use crate::address;
use crate::coordinates::{self, Point};
use crate::field::Field;
use crate::formula::{self, Shown};
use crate::names::{self, Called};
use crate::record::{ClosedReason, Note, PlaceRecord};
use crate::text::{self, Repairs};
use crate::values;

const DAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

/// Collects the fields of one place. The first usable value of each field wins.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub record: PlaceRecord,
    repairs: Repairs,
    latitude: Option<String>,
    longitude: Option<String>,
    pair: Option<String>,
    geometry: Option<Point>,
    fallback: Option<Point>,
    full_address: Option<String>,
    trade_name: Option<String>,
    legal_name: Option<String>,
    days: [Option<String>; 7],
    confidence: Option<f64>,
    /// Categories with the ranks of the names that they stood under.
    categories: Vec<(u8, String)>,
    /// The rank of the name whose value comes next.
    rank: u8,
}

impl Draft {
    /// Adds a field from bytes of any encoding.
    pub(crate) fn set_bytes(&mut self, field: Field, bytes: &[u8]) {
        let mut repairs = self.repairs;
        let value = text::decode(bytes, &mut repairs);
        self.repairs = repairs;
        self.set(field, &value);
    }

    /// Says how specific the name is under which the next values stand; 0 is the most specific.
    pub(crate) const fn at_rank(&mut self, rank: u8) -> &mut Self {
        self.rank = rank;
        self
    }

    /// Records repairs made before the fields were split.
    pub(crate) const fn repaired(&mut self, repairs: Repairs) {
        self.repairs.windows_1252 |= repairs.windows_1252;
        self.repairs.mac_roman |= repairs.mac_roman;
    }

    /// Sets the geometry's point, which takes precedence over coordinates in properties.
    pub(crate) fn set_point(&mut self, point: Point) {
        self.geometry.get_or_insert(point);
    }

    /// Sets a point that is used only if nothing better is known.
    pub(crate) fn set_fallback_point(&mut self, point: Point) {
        self.fallback.get_or_insert(point);
    }

    /// Adds a field; ignores empty text and placeholders such as "N/A".
    pub(crate) fn set(&mut self, field: Field, value: &str) {
        let lines = matches!(
            field,
            Field::Hours
                | Field::Description
                | Field::Address
                | Field::FullAddress
                | Field::DayHours(_)
        );
        let clean = if lines {
            text::clean_lines
        } else {
            text::clean
        };
        let Some(value) = clean(value, &mut self.repairs) else {
            return;
        };
        let value = match formula::shown(&value) {
            Shown::Text(text) if text.len() == value.len() => value,
            Shown::Text(text) => text.to_owned(),
            Shown::Unknown => return self.record.note(Note::FormulaUnread(value)),
        };
        let record = &mut self.record;
        match field {
            Field::Wifi => return set_flag(&mut record.wifi, &value),
            Field::OutdoorSeating => return set_flag(&mut record.outdoor_seating, &value),
            Field::Parking => return set_flag(&mut record.parking, &value),
            Field::Dogs => return set_flag(&mut record.dogs, &value),
            Field::WorkFriendly => return set_flag(&mut record.work_friendly, &value),
            _ if text::is_placeholder(&value) => return,
            Field::Hours | Field::DayHours(_) if text::is_web_address(&value) => return,
            _ => {}
        }
        let slot = match field {
            Field::Id => &mut record.source_id,
            Field::Name => &mut record.name,
            Field::TradeName if names::says_the_same(&value) => return,
            Field::TradeName => &mut self.trade_name,
            Field::LegalName => &mut self.legal_name,
            Field::Brand => &mut record.brand,
            Field::BrandWikidata => &mut record.brand_wikidata,
            Field::Operator => &mut record.operator,
            Field::HouseNumber => &mut record.house_number,
            Field::Street => &mut record.street,
            Field::Unit => &mut record.unit,
            Field::City => &mut record.city,
            Field::County => &mut record.county,
            Field::ZipPlus4 => &mut record.zip_plus4,
            Field::Country => &mut record.country,
            Field::Latitude => &mut self.latitude,
            Field::Longitude => &mut self.longitude,
            Field::Coordinates => return self.set_pair(value),
            Field::Hours => &mut record.hours,
            Field::Description => &mut record.description,
            Field::Address => return put(&mut record.address, one_line(&value)),
            Field::FullAddress => return put(&mut self.full_address, one_line(&value)),
            Field::State => {
                return put(
                    &mut record.state,
                    value.strip_prefix("US-").unwrap_or(&value).to_owned(),
                );
            }
            Field::Zip => return self.set_zip(&value),
            Field::Phone => return put(&mut record.phone, first_of(&value)),
            Field::Email => return put(&mut record.email, first_of(&value)),
            Field::Website => return set_website(&mut record.website, &value),
            Field::Image => return set_image(&mut record.image_url, &value),
            Field::AlternativeName => return add_all(&mut record.alternative_names, &value),
            Field::Category => return self.add_categories(&value),
            Field::PriceLevel => {
                record.price_level = record.price_level.or_else(|| values::price_level(&value));
                return;
            }
            Field::Closed => return self.close(values::closed_flag(&value)),
            Field::Status => return self.close(values::closed_status(&value)),
            Field::Open => {
                let is_closed = values::truth(&value) == Some(false);
                return self.close(is_closed.then_some(ClosedReason::Permanently));
            }
            Field::Confidence => {
                self.confidence = self.confidence.or_else(|| value.parse().ok());
                return;
            }
            Field::Reports => {
                record.reported = record.reported.take().or_else(|| values::reports(&value));
                return;
            }
            Field::RefreshedAt => {
                let day = values::day_of_number(&value).unwrap_or(value);
                return put(&mut record.refreshed_at, day);
            }
            Field::ClosedDate => {
                let day = values::day_of_number(&value).unwrap_or(value);
                return self.close(Some(ClosedReason::Since(day)));
            }
            Field::Chain => {
                record.provider_chain = record
                    .provider_chain
                    .take()
                    .or_else(|| values::chain(&value));
                return;
            }
            Field::DayHours(day) => match self.days.get_mut(usize::from(day)) {
                Some(slot) => slot,
                None => return,
            },
            Field::Wifi
            | Field::OutdoorSeating
            | Field::Parking
            | Field::Dogs
            | Field::WorkFriendly => return,
        };
        put(slot, value);
    }

    /// Adds categories, each with the most specific of the names that it stands under.
    fn add_categories(&mut self, value: &str) {
        let mut texts = Vec::new();
        add_all(&mut texts, value);
        for text in texts {
            let mut known = self.categories.iter_mut();
            if let Some((rank, _)) = known.find(|(_, known)| *known == text) {
                *rank = self.rank.min(*rank);
            } else if self.categories.len() < MAX_TEXTS {
                self.categories.push((self.rank, text));
            }
        }
    }

    /// Records that the place is closed; the first reason wins.
    pub(crate) fn close(&mut self, reason: Option<ClosedReason>) {
        self.record.closed = self.record.closed.take().or(reason);
    }

    /// The source's confidence that the place exists, 0 to 1.
    pub(crate) const fn confidence(&self) -> Option<f64> {
        self.confidence
    }

    /// A column named "location" may hold coordinates or an address.
    fn set_pair(&mut self, value: String) {
        let point = coordinates::read_pair(&value);
        let prose = point.degrees.is_none()
            && value
                .chars()
                .filter(|letter| letter.is_alphabetic())
                .count()
                > 3;
        if !prose {
            put(&mut self.pair, value);
        } else if !value.contains('(') && !value.starts_with("01") {
            put(&mut self.full_address, value);
        }
    }

    fn set_zip(&mut self, value: &str) {
        if self.record.zip.is_some() {
            return;
        }
        let code = address::postal_code(value);
        self.record.zip = Some(code.zip);
        if code.plus4.is_some() {
            self.record.zip_plus4 = code.plus4;
        }
        if code.padded {
            self.record.note(Note::ZipPadded);
        }
    }

    /// The finished record.
    pub(crate) fn finish(mut self) -> PlaceRecord {
        self.locate();
        self.cut_address();
        self.join_days();
        let notes = [
            (self.repairs.windows_1252, Note::ReadAsWindows1252),
            (self.repairs.mac_roman, Note::ReadAsMacRoman),
            (self.repairs.double_encoding, Note::DoubleEncoding),
            (self.repairs.html, Note::HtmlRead),
            (self.repairs.lost, Note::LostCharacters),
        ];
        for (_, note) in notes.into_iter().filter(|(happened, _)| *happened) {
            self.record.note(note);
        }
        // The order of columns says nothing: a cell with nested values comes after the others.
        self.categories.sort_by_key(|(rank, _)| *rank);
        let categories = std::mem::take(&mut self.categories).into_iter();
        let record = &mut self.record;
        record.categories = categories.map(|(_, text)| text).collect();
        let names = names::chosen(Called {
            trade: self.trade_name.take(),
            plain: record.name.take(),
            legal: self.legal_name.take(),
        });
        let mut names = names.into_iter();
        record.name = names.next();
        let others = names.chain(std::mem::take(&mut record.alternative_names));
        for other in others {
            let is_new = !record.alternative_names.contains(&other);
            if is_new && Some(&other) != record.name.as_ref() {
                record.alternative_names.push(other);
            }
        }
        self.record
    }

    /// Takes the first available point, with its note: the geometry, two columns, or one column with both.
    fn locate(&mut self) {
        let columns = match (self.latitude.take(), self.longitude.take()) {
            (None, None) => None,
            (latitude, longitude) => Some(coordinates::read(
                &latitude.unwrap_or_default(),
                &longitude.unwrap_or_default(),
            )),
        };
        let pair = self.pair.take().map(|text| coordinates::read_pair(&text));
        let found: Vec<Point> = [self.geometry.take(), columns, pair, self.fallback.take()]
            .into_iter()
            .flatten()
            .collect();
        let best = found
            .iter()
            .position(|point| point.degrees.is_some())
            .unwrap_or(0);
        if let Some(point) = found.into_iter().nth(best) {
            (self.record.latitude, self.record.longitude) = point.degrees.unzip();
            if let Some(note) = point.note {
                self.record.note(note);
            }
        }
    }

    fn cut_address(&mut self) {
        let record = &mut self.record;
        let bare = record.city.is_none() && record.zip.is_none();
        let line = match self.full_address.take() {
            Some(line) => Some(line),
            None if bare => record.address.clone(),
            None => None,
        };
        let Some(line) = line else {
            return self.cut_city();
        };
        match address::split(&line).or_else(|| address::split_from_end(&line)) {
            Some(cut) => {
                let street_known = record.street.is_some()
                    || (record.address.is_some() && record.address.as_ref() != Some(&line));
                if !street_known {
                    record.address = Some(cut.street);
                }
                if !cut.city.is_empty() {
                    put(&mut record.city, cut.city);
                }
                if let Some(state) = cut.state {
                    put(&mut record.state, state);
                }
                if let Some(zip) = cut.zip {
                    self.set_zip(&zip);
                }
                self.record.note(Note::AddressSplit);
            }
            None if record.street.is_none() => put(&mut record.address, line),
            None => {}
        }
        self.cut_city();
    }

    fn cut_city(&mut self) {
        let record = &mut self.record;
        if record.state.is_some() {
            return;
        }
        let cut = record.city.as_deref().and_then(address::city_state_zip);
        let owned = cut
            .map(|(city, state, zip)| (city.to_owned(), state.to_owned(), zip.map(str::to_owned)));
        if let Some((city, state, zip)) = owned {
            (record.city, record.state) = (Some(city), Some(state));
            if let Some(zip) = zip {
                self.set_zip(&zip);
            }
        }
    }

    fn join_days(&mut self) {
        if self.record.hours.is_some() {
            return;
        }
        let lines: Vec<String> = DAYS
            .iter()
            .zip(&self.days)
            .filter_map(|(day, hours)| {
                hours
                    .as_ref()
                    .map(|hours| format!("{day}: {}", one_line(hours)))
            })
            .collect();
        if !lines.is_empty() {
            self.record.hours = Some(lines.join("\n"));
        }
    }
}

/// Sets a value unless one is present.
fn put(slot: &mut Option<String>, value: String) {
    slot.get_or_insert(value);
}

fn set_flag(slot: &mut Option<bool>, value: &str) {
    *slot = slot.or_else(|| values::truth(value));
}

/// Rejects paths without a host ("/v3/places/1").
fn set_website(slot: &mut Option<String>, value: &str) {
    if value.contains('.') && !value.starts_with('/') {
        put(slot, first_of(value));
    }
}

fn set_image(slot: &mut Option<String>, value: &str) {
    let first = first_of(value);
    if first.starts_with("http://") || first.starts_with("https://") {
        put(slot, first);
    }
}

/// The first value of a semicolon-separated list.
fn first_of(value: &str) -> String {
    let mut parts = value
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    parts.next().unwrap_or(value).to_owned()
}

/// Real places have a few categories and names. The limit bounds the work, because each is compared with all previous
/// ones.
const MAX_TEXTS: usize = 50;

/// Adds the texts of `value` that aren't in `list` yet, up to the limit.
fn add_all(list: &mut Vec<String>, value: &str) {
    let plain = value
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(value);
    for part in plain
        .split([';', '|'])
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        if list.len() >= MAX_TEXTS {
            return;
        }
        if !list.iter().any(|known| known == part) {
            list.push(part.to_owned());
        }
    }
}

/// Joins the lines of an address with commas.
fn one_line(value: &str) -> String {
    if !value.contains('\n') {
        return value.to_owned();
    }
    let lines: Vec<&str> = value
        .lines()
        .map(|line| line.trim().trim_end_matches(','))
        .filter(|line| !line.is_empty())
        .collect();
    lines.join(", ")
}

#[cfg(test)]
mod tests;
