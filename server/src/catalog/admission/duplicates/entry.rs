//! A shop in the index.

use std::hash::BuildHasher;

use super::super::similarity::Profile;

/// Latitude and longitude in millionths of a degree (a tenth of a meter).
pub(super) type Point = (i32, i32);

/// Stands for an unknown location.
pub(super) const NOWHERE: Point = (i32::MIN, i32::MIN);

/// A 48-bit hash of a text; [`NONE`] for no text. With a million shops, one import in five hundred confuses two texts;
/// even then the names must also match before a person is asked.
pub(super) type Mark = [u8; 6];

pub(super) const NONE: Mark = [0; 6];

/// Location, phone, website, building, name.
pub(super) const TABLES: usize = 5;
/// The table of names.
pub(super) const NAMES: usize = 4;

/// Cells of the index, in millionths of a degree: about 111 m from north to south, less from west to east.
const CELL: i32 = 1000;

#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) point: Point,
    pub(super) telephone: Mark,
    pub(super) host: Mark,
    /// Number and street in a state: the same for two spellings of one building.
    pub(super) house: Mark,
    /// The name in a state.
    pub(super) name: Mark,
    pub(super) town: [u8; 4],
    /// The ZIP code as a number, 0 for none.
    pub(super) zip: u32,
    /// Where the slug starts in the texts. After it come the names, unless they can be derived from the slug, then the
    /// street.
    pub(super) text: u32,
    pub(super) slug_length: u8,
    /// Length of the names after the slug.
    pub(super) name_length: u16,
    /// If the name is the first words of the slug, how many.
    pub(super) name_words: u8,
    pub(super) street_length: u8,
}

pub(super) const BLANK: Entry = Entry {
    point: NOWHERE,
    telephone: NONE,
    host: NONE,
    house: NONE,
    name: NONE,
    town: [0; 4],
    zip: 0,
    text: 0,
    slug_length: 0,
    name_length: 0,
    name_words: 0,
    street_length: 0,
};

/// What a table finds a shop by.
#[derive(Clone, Copy, Debug, Hash, PartialEq, Eq)]
pub(super) enum Key {
    Cell((i32, i32)),
    Mark(Mark),
}

impl Entry {
    /// A shop's entry, without its texts.
    pub(super) fn of(shop: &Profile, hashes: &impl BuildHasher) -> Self {
        let mark = |text: Option<&str>| text.map_or(NONE, |text| mark_of(hashes, text));
        let [a, b, c, d, ..] = hashes.hash_one(&*shop.town).to_le_bytes();
        Self {
            point: shop.point.map_or(NOWHERE, millionths),
            telephone: mark(shop.telephone.as_deref()),
            host: mark(shop.host.as_deref()),
            house: shop.street.house().map_or(NONE, |(number, street, kinds)| {
                mark_of(hashes, (number, street, kinds, state_of(&shop.town)))
            }),
            name: shop
                .names
                .keys()
                .next()
                .map_or(NONE, |name| name_mark(hashes, name, &shop.town)),
            town: [a, b, c, d],
            zip: shop
                .zip
                .as_deref()
                .and_then(|zip| zip.parse().ok())
                .unwrap_or(0),
            ..BLANK
        }
    }

    /// Its key in each table.
    pub(super) fn keys(&self) -> [Option<Key>; TABLES] {
        std::array::from_fn(|table| self.key(table))
    }

    /// Its key in a table.
    pub(super) fn key(&self, table: usize) -> Option<Key> {
        let mark = match table {
            0 => {
                let is_placed = self.point != NOWHERE;
                return is_placed.then(|| Key::Cell(cell(self.point)));
            }
            1 => self.telephone,
            2 => self.host,
            3 => self.house,
            _ => self.name,
        };
        (mark != NONE).then_some(Key::Mark(mark))
    }
}

/// Stands for a name in the state of a town, given by its slug; [`NONE`] for an empty name.
pub(super) fn name_mark(hashes: &impl BuildHasher, name: &str, town: &str) -> Mark {
    if name.is_empty() {
        NONE
    } else {
        mark_of(hashes, (name, state_of(town)))
    }
}

fn state_of(town: &str) -> &str {
    town.rsplit('-').next().unwrap_or_default()
}

fn mark_of(hashes: &impl BuildHasher, text: impl std::hash::Hash) -> Mark {
    let [first @ .., _, _] = hashes.hash_one(text).to_le_bytes();
    if first == NONE { [1; 6] } else { first }
}

#[expect(clippy::cast_possible_truncation, reason = "degrees in millionths fit")]
pub(super) fn millionths((latitude, longitude): (f64, f64)) -> Point {
    (
        (latitude * 1e6).round() as i32,
        (longitude * 1e6).round() as i32,
    )
}

pub(super) fn degrees((latitude, longitude): Point) -> (f64, f64) {
    (f64::from(latitude) / 1e6, f64::from(longitude) / 1e6)
}

fn cell((latitude, longitude): Point) -> (i32, i32) {
    (latitude.div_euclid(CELL), longitude.div_euclid(CELL))
}

/// The cells that contain everything near `point`: a square with 150 m sides, somewhat enlarged. From west to east it
/// spans more degrees in the north; 75 degrees are north of everything.
pub(super) fn cells_around((latitude, longitude): Point) -> impl Iterator<Item = (i32, i32)> {
    const NORTHWARD: i32 = 700;
    let northern = degrees((latitude.abs(), 0)).0.min(75.0);
    let narrowing = northern.to_radians().cos();
    let eastward = millionths((0.0, f64::from(NORTHWARD) / 1e6 / narrowing)).1;
    let (south, west) = cell((latitude - NORTHWARD, longitude - eastward));
    let (north, east) = cell((latitude + NORTHWARD, longitude + eastward));
    (south..=north).flat_map(move |row| (west..=east).map(move |column| (row, column)))
}
