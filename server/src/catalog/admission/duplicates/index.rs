//! Finds the shops that a record could repeat.

use std::{
    borrow::Cow,
    hash::{BuildHasher, RandomState},
};

use gazetteer::distance_miles;
use hashbrown::HashTable;

use super::{Likeness, NEAR, PERHAPS, alike, telling_words, texts::Texts};

/// Cells of the index, in millionths of a degree: about 111 m from north to south, and less from west to east.
const CELL: i32 = 1000;
/// Cells to look at on either side from west to east, at the most: enough up to 75 degrees north.
const REACH: i32 = 3;

/// A shop that a record seems to repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Twin<'a> {
    /// Its slug.
    pub slug: &'a str,
    /// What speaks for it.
    pub points: u32,
}

/// Every shop that a record could repeat, found by place, telephone and website: whoever shares none of the three can't
/// reach 50 points. A shop takes some 95 bytes, so that the whole country fits beside a server: 28 for what is compared, 20
/// in the tables, and its slug, in which its name mostly is.
#[derive(Debug, Default)]
pub struct DuplicateIndex {
    shops: Vec<Box<[Entry]>>,
    /// Of the last block of `shops`, those that are there; the others are blank.
    count: u32,
    texts: Texts,
    /// Numbers of shops by place, telephone and website. A table knows no keys: they are asked of the shop.
    tables: [HashTable<u32>; TABLES],
    hashes: RandomState,
}

/// Place, telephone, website.
const TABLES: usize = 3;
/// Shops of a block. Blocks never move, so nothing is copied when one more is needed.
const BLOCK: usize = 4096;

#[derive(Clone, Copy, Debug)]
struct Entry {
    point: Point,
    telephone: Mark,
    host: Mark,
    /// Where the slug begins in the texts; the name's key lies behind it, unless it can be read from the slug.
    text: u32,
    slug_length: u8,
    /// Of the name's key behind the slug.
    name_length: u8,
    /// The name's key is so many telling words of the slug.
    name_words: u8,
}

/// Latitude and longitude in millionths of a degree, a tenth of a meter.
type Point = (i32, i32);

/// Where a shop lies whose place is not known.
const NOWHERE: Point = (i32::MIN, i32::MIN);

/// A hash of a telephone number or a website, [`NONE`] for none. Of a million, two are taken for one by mistake in one
/// import of five hundred; then it takes an equal name, too, for a person to be asked about them.
type Mark = [u8; 6];

const NONE: Mark = [0; 6];

const BLANK: Entry = Entry {
    point: NOWHERE,
    telephone: NONE,
    host: NONE,
    text: 0,
    slug_length: 0,
    name_length: 0,
    name_words: 0,
};

impl Entry {
    /// What each table finds it by.
    fn keys(&self) -> [Option<Key>; TABLES] {
        let mark = |mark: Mark| (mark != NONE).then_some(Key::Mark(mark));
        let place = (self.point != NOWHERE).then(|| Key::Cell(cell(self.point)));
        [place, mark(self.telephone), mark(self.host)]
    }
}

#[derive(Clone, Copy, Debug, Hash, PartialEq, Eq)]
enum Key {
    Cell((i32, i32)),
    Mark(Mark),
}

#[expect(clippy::cast_possible_truncation, reason = "degrees in millionths fit")]
fn millionths((latitude, longitude): (f64, f64)) -> Point {
    (
        (latitude * 1e6).round() as i32,
        (longitude * 1e6).round() as i32,
    )
}

fn degrees((latitude, longitude): Point) -> (f64, f64) {
    (f64::from(latitude) / 1e6, f64::from(longitude) / 1e6)
}

fn cell((latitude, longitude): Point) -> (i32, i32) {
    (latitude.div_euclid(CELL), longitude.div_euclid(CELL))
}

/// The cells that hold everything near `point`.
fn cells_around(point: Point) -> impl Iterator<Item = (i32, i32)> {
    let (north, east) = cell(point);
    let width = degrees(point).0.to_radians().cos() * 111.0;
    let reach = (1..REACH)
        .find(|cells| f64::from(*cells) * width >= 75.0)
        .unwrap_or(REACH);
    (-1..=1).flat_map(move |dy| (-reach..=reach).map(move |dx| (north + dy, east + dx)))
}

impl DuplicateIndex {
    /// Adds a shop.
    pub fn insert(&mut self, shop: &Likeness) {
        let Some(entry) = self.keep_texts(shop) else {
            return;
        };
        let number = self.count;
        let place = number as usize % BLOCK;
        if place == 0 {
            self.shops.push(vec![BLANK; BLOCK].into_boxed_slice());
        }
        let Some(free) = self.shops.last_mut().and_then(|block| block.get_mut(place)) else {
            return;
        };
        *free = entry;
        self.count += 1;
        for (table, key) in entry.keys().into_iter().enumerate() {
            let (Some(key), Some(numbers)) = (key, self.tables.get_mut(table)) else {
                continue;
            };
            let (shops, hashes) = (&self.shops, &self.hashes);
            numbers.insert_unique(hashes.hash_one(key), number, |known| {
                let keys = shop_in(shops, *known).map(Entry::keys).unwrap_or_default();
                keys.get(table)
                    .map_or(0, |key| key.map_or(0, |key| hashes.hash_one(key)))
            });
        }
    }

    /// The most similar shop and its points, when there is one to speak of; of equals the one that was added first.
    #[must_use]
    pub fn most_similar(&self, shop: &Likeness) -> Option<Twin<'_>> {
        let wanted = self.entry(shop);
        let [_, telephone, host] = wanted.keys();
        let cells = shop
            .point
            .into_iter()
            .flat_map(|point| cells_around(millionths(point)));
        let keys = cells
            .map(|cell| (0, Key::Cell(cell)))
            .chain(telephone.map(|key| (1, key)))
            .chain(host.map(|key| (2, key)));
        let mut numbers: Vec<u32> = keys
            .flat_map(|(table, key)| self.found_by(table, key))
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut best: Option<Twin<'_>> = None;
        for known in numbers
            .into_iter()
            .filter_map(|number| shop_in(&self.shops, number))
        {
            let points = self.score(known, &wanted, &shop.name);
            if points >= PERHAPS && best.is_none_or(|best| points > best.points) {
                let slug = self.slug(known);
                best = Some(Twin { slug, points });
            }
        }
        best
    }

    /// The points that speak for these two being one shop.
    fn score(&self, known: &Entry, wanted: &Entry, name: &str) -> u32 {
        let is_near = known.point != NOWHERE
            && wanted.point != NOWHERE
            && distance_miles(degrees(known.point), degrees(wanted.point)) <= NEAR;
        let equal = |a: Mark, b: Mark| a != NONE && a == b;
        let others = if is_near { 25 } else { 0 }
            + if equal(known.telephone, wanted.telephone) {
                20
            } else {
                0
            }
            + if equal(known.host, wanted.host) {
                20
            } else {
                0
            };
        // The name is compared last: it costs most, and can't decide alone.
        match others {
            0 => 0,
            others if alike(&self.name(known), name) => others + 40,
            others => others,
        }
    }

    /// A shop as the index holds it, without its texts.
    fn entry(&self, shop: &Likeness) -> Entry {
        let mark = |text: &Option<Box<str>>| {
            text.as_ref().map_or(NONE, |text| {
                let [first @ .., _, _] = self.hashes.hash_one(text).to_le_bytes();
                if first == NONE { [1; 6] } else { first }
            })
        };
        Entry {
            point: shop.point.map_or(NOWHERE, millionths),
            telephone: mark(&shop.telephone),
            host: mark(&shop.host),
            ..BLANK
        }
    }

    /// A shop as the index holds it; `None` when there is no room for its texts.
    fn keep_texts(&mut self, shop: &Likeness) -> Option<Entry> {
        let words = shop.name.split(' ').count();
        let is_in_slug = telling_words(&shop.slug, words) == *shop.name;
        let (kept, name_words) = match u8::try_from(words) {
            Ok(words) if is_in_slug => (Cow::Borrowed(&*shop.slug), words),
            _ => (Cow::Owned([&*shop.slug, &*shop.name].concat()), 0),
        };
        // A slug has 80 characters at most, a name 200 before it is folded.
        let slug_length = u8::try_from(shop.slug.len()).ok()?;
        Some(Entry {
            text: self.texts.push(&kept)?,
            slug_length,
            name_length: u8::try_from(kept.len() - shop.slug.len()).ok()?,
            name_words,
            ..self.entry(shop)
        })
    }

    fn slug(&self, shop: &Entry) -> &str {
        self.texts.get(shop.text, usize::from(shop.slug_length))
    }

    /// The name's key.
    fn name(&self, shop: &Entry) -> Cow<'_, str> {
        if shop.name_words > 0 {
            return Cow::Owned(telling_words(self.slug(shop), usize::from(shop.name_words)));
        }
        let begin = shop.text.saturating_add(u32::from(shop.slug_length));
        Cow::Borrowed(self.texts.get(begin, usize::from(shop.name_length)))
    }

    /// The numbers of the shops that a table finds by this key, and perhaps of some others.
    fn found_by(&self, table: usize, key: Key) -> impl Iterator<Item = u32> {
        let numbers = self.tables.get(table);
        let hash = self.hashes.hash_one(key);
        numbers
            .into_iter()
            .flat_map(move |numbers| numbers.iter_hash(hash))
            .copied()
    }
}

fn shop_in(shops: &[Box<[Entry]>], number: u32) -> Option<&Entry> {
    let number = number as usize;
    shops.get(number / BLOCK)?.get(number % BLOCK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shop_is_small() {
        assert_eq!(size_of::<Entry>(), 28);
    }

    #[test]
    fn names_are_known_again_whether_the_slug_holds_them_or_not() {
        let mut index = DuplicateIndex::default();
        let shops = [
            ("rust-and-bean-coffee-alexandria-la", "Rust & Bean Coffee"),
            ("the-coffee-shop-alexandria-la", "The Coffee Shop"),
            ("an-older-name-alexandria-la", "A Newer Name"),
            ("cafe-lumiere-alexandria-la-2", "Café Lumière"),
            ("coffee-shop", "コーヒー"),
        ];
        for (place, (slug, name)) in shops.into_iter().enumerate() {
            let latitude = 31.0 + f64::from(u32::try_from(place).unwrap());
            let point = Some((latitude, -92.0));
            index.insert(&Likeness::new(slug, name, point, None, None));
        }
        for (number, (slug, name)) in (0..).zip(shops) {
            let entry = shop_in(&index.shops, number).unwrap();
            assert_eq!(index.slug(entry), slug);
            assert_eq!(
                *index.name(entry),
                *Likeness::new("", name, None, None, None).name
            );
        }
        let in_slugs = |entry: &Entry| entry.name_words > 0;
        assert!(in_slugs(shop_in(&index.shops, 0).unwrap()));
        assert!(!in_slugs(shop_in(&index.shops, 2).unwrap()));
    }

    #[test]
    fn each_of_many_shops_is_found_by_each_of_its_three_signs() {
        let mut index = DuplicateIndex::default();
        let count = 3 * u32::try_from(BLOCK).unwrap();
        let likeness = |number: u32, signs: [bool; 3]| {
            let point = (30.0 + f64::from(number) * 0.001, -92.0);
            let telephone = format!("+1318{number:07}");
            let website = format!("https://shop{number}.example");
            Likeness::new(
                &format!("shop-{number}"),
                &format!("Number {number} Stands Here"),
                signs[0].then_some(point),
                signs[1].then_some(&*telephone),
                signs[2].then_some(&*website),
            )
        };
        for number in 0..count {
            index.insert(&likeness(number, [true; 3]));
        }
        for number in [0, 1, 4095, 4096, count - 1] {
            let slug = format!("shop-{number}");
            for (signs, points) in [
                ([true, false, false], 65),
                ([false, true, false], 60),
                ([false, false, true], 60),
                ([true, true, true], 105),
            ] {
                let twin = index.most_similar(&likeness(number, signs));
                assert_eq!(
                    twin,
                    Some(Twin {
                        slug: &slug,
                        points
                    })
                );
            }
        }
        assert_eq!(index.most_similar(&likeness(count + 9, [true; 3])), None);
    }
}
