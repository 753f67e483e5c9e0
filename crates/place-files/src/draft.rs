//! A record under construction: fields arrive as text in any order, best names first.

mod place;

use std::borrow::Cow;

use crate::address::{self, PostalCode};
use crate::cell;
use crate::coordinates::{self, Point};
use crate::field::Field;
use crate::formula::{self, Shown};
use crate::hours;
use crate::html;
use crate::lists::{self, one_line};
use crate::map_link;
use crate::names::{self, Called};
use crate::numbers;
use crate::record::{ClosedReason, Note, PlaceRecord};
use crate::text::{self, Repairs};
use crate::values;

/// Collects the fields of one place. The first usable value of each field wins.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub record: PlaceRecord,
    repairs: Repairs,
    latitude: Option<String>,
    longitude: Option<String>,
    pair: Option<String>,
    /// The point of a link to a map.
    linked: Option<(f64, f64)>,
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
        let link = (field == Field::Website).then(|| html::link(value));
        let address = link.flatten().filter(|link| text::is_web_address(link));
        self.repairs.html |= address.is_some();
        let value = address.as_deref().unwrap_or(value);
        let lines = matches!(
            field,
            Field::Hours
                | Field::Description
                | Field::Address
                | Field::FullAddress
                | Field::Phone
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
        let is_link = matches!(field, Field::Website | Field::Image);
        let value = match formula::shown(&value, is_link) {
            Shown::Text(text) => {
                let plain = cell::unquoted(field, text);
                if plain.len() == value.len() {
                    value
                } else {
                    plain.to_owned()
                }
            }
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
            Field::Website => return self.set_website(&value),
            Field::Coordinates | Field::Address | Field::FullAddress
                if text::is_web_address(&value) && map_link::is_link(&value) =>
            {
                self.linked = self.linked.or_else(|| map_link::point(&value));
                return;
            }
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
            Field::HouseNumber => return put(&mut record.house_number, numbers::of_house(value)),
            Field::Street => return put(&mut record.street, numbers::of_street(value)),
            Field::Unit => return put(&mut record.unit, numbers::of_house(value)),
            Field::City => &mut record.city,
            Field::County => &mut record.county,
            Field::ZipPlus4 => &mut record.zip_plus4,
            Field::Country => &mut record.country,
            Field::Latitude => &mut self.latitude,
            Field::Longitude => &mut self.longitude,
            Field::Coordinates => return self.set_pair(value),
            Field::Hours => &mut record.hours,
            Field::Description => &mut record.description,
            Field::Address => {
                return put(&mut record.address, numbers::of_street(one_line(&value)));
            }
            Field::FullAddress => {
                return put(&mut self.full_address, numbers::of_street(one_line(&value)));
            }
            Field::State => {
                return put(
                    &mut record.state,
                    value.strip_prefix("US-").unwrap_or(&value).to_owned(),
                );
            }
            Field::Zip => return self.set_zip(&value),
            Field::Phone => return self.set_phone(&value),
            Field::Email => return put(&mut record.email, lists::first(&value)),
            Field::Image => return set_image(&mut record.image_url, &value),
            Field::AlternativeName => {
                return lists::add_all(&mut record.alternative_names, &value);
            }
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
            | Field::WorkFriendly
            | Field::Website => return,
        };
        put(slot, value);
    }

    /// Adds categories, each with the most specific of the names that it stands under.
    fn add_categories(&mut self, value: &str) {
        let mut texts = Vec::new();
        lists::add_all(&mut texts, value);
        for text in texts {
            let mut known = self.categories.iter_mut();
            if let Some((rank, _)) = known.find(|(_, known)| *known == text) {
                *rank = self.rank.min(*rank);
            } else if self.categories.len() < lists::MAX_TEXTS {
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

    /// The first number; another one is a note.
    fn set_phone(&mut self, value: &str) {
        if self.record.phone.is_some() {
            return;
        }
        let (first, others) = numbers::phones(value);
        // One number may stand on several lines.
        let words: Vec<&str> = first.split_whitespace().collect();
        self.record.phone = Some(words.join(" ")).filter(|number| !number.is_empty());
        if let Some(others) = others {
            self.record.note(Note::MorePhones(one_line(&others)));
        }
    }

    /// The first of several, but no link to a map, and no path without a host ("/v3/places/1").
    fn set_website(&mut self, value: &str) {
        let addresses = lists::web_addresses(value);
        let is_lost = addresses.is_empty() && self.record.website.is_none();
        if is_lost && lists::names_address(value) {
            self.record.note(Note::WebsiteUnread(value.to_owned()));
        }
        for address in addresses {
            let address = map_link::target(address).map_or(Cow::Borrowed(address), Cow::Owned);
            if map_link::is_link(&address) {
                self.linked = self.linked.or_else(|| map_link::point(&address));
            } else if address.contains('.') && !address.starts_with('/') {
                put(&mut self.record.website, address.into_owned());
            }
        }
    }

    fn set_zip(&mut self, value: &str) {
        if self.record.zip.is_none() {
            // In German, a dot parts the thousands.
            let dotted = value.contains('.').then(|| value.replace('.', ","));
            let whole = numbers::whole(value).or_else(|| numbers::whole(&dotted?));
            self.take_zip(address::postal_code(whole.as_deref().unwrap_or(value)));
        }
    }

    fn take_zip(&mut self, code: PostalCode) {
        self.record.zip = Some(code.zip);
        if code.plus4.is_some() {
            self.record.zip_plus4 = code.plus4;
        }
        if code.padded {
            self.record.note(Note::ZipPadded);
        }
    }

    /// Eight digits are of another country, or nine without their zero. Which country it is may come last.
    fn pad_zip(&mut self) {
        let country = self.record.country.as_deref();
        let is_ours = country.is_none_or(address::is_united_states);
        let zip = self.record.zip.as_deref().filter(|_| is_ours);
        if let Some(code) = zip.and_then(address::padded_to_nine) {
            self.take_zip(code);
        }
    }

    /// The finished record.
    pub(crate) fn finish(mut self) -> PlaceRecord {
        self.locate();
        self.cut_address();
        self.pad_zip();
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

    /// An opening time without its closing one is no hours, so those of the days may count instead.
    fn join_days(&mut self) {
        let record = &mut self.record;
        let said = [record.hours.take(), hours::joined(&self.days)];
        for hours in said.into_iter().flatten() {
            if !hours::lacks_closing_times(&hours) {
                record.hours = Some(hours);
                return;
            }
            record.note(Note::HoursUnended(one_line(&hours)));
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

fn set_image(slot: &mut Option<String>, value: &str) {
    let first = lists::first(value);
    if first.starts_with("http://") || first.starts_with("https://") {
        put(slot, first);
    }
}

#[cfg(test)]
mod tests;
