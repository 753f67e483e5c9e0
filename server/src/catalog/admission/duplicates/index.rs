//! Finds shops that a record may duplicate.

use std::{
    borrow::Cow,
    hash::{BuildHasher, RandomState},
};

use gazetteer::distance_miles;
use hashbrown::{DefaultHashBuilder, HashTable};

use super::{
    super::{
        names::{Likeness, telling_words},
        similarity::{APART, Evidence, METERS_PER_MILE, NEAR, PERHAPS, Profile, SAME},
        street::{Comparison, Street},
    },
    Doubt, Twin,
    entry::{
        BLANK, Entry, Key, Mark, NAMES, NONE, NOWHERE, TABLES, cells_around, degrees, millionths,
        name_mark,
    },
    texts::Texts,
};

/// All shops that a record may duplicate, found by location, phone, website, building, or name in the state: a shop that
/// shares none of these can't reach 50 points. A shop takes about 150 bytes, so that the whole country fits in memory
/// next to a server: 52 for comparison, 40 in the tables, its slug (which usually contains its name), and its street.
#[derive(Debug, Default)]
pub struct DuplicateIndex {
    shops: Vec<Box<[Entry]>>,
    /// How many shops in the last block of `shops` are used; the others are blank.
    count: u32,
    texts: Texts,
    /// Shop numbers by the keys of [`Entry::keys`]. The tables don't store keys, but derive them from the shop.
    tables: [HashTable<u32>; TABLES],
    hashes: DefaultHashBuilder,
    /// Hashes texts to [`Mark`]s, which are compared in place of them.
    marks: RandomState,
}

/// Shops per block. Blocks never move, so growing copies nothing.
pub(super) const BLOCK: usize = 4096;

impl DuplicateIndex {
    /// Adds a shop.
    pub fn insert(&mut self, slug: &str, shop: &Profile) {
        let Some(entry) = self.keep_texts(slug, shop) else {
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
                let key = shop_in(shops, *known).and_then(|shop| shop.key(table));
                key.map_or(0, |key| hashes.hash_one(key))
            });
        }
    }

    /// The most similar shop, if any is similar enough: by points, then the nearest, then the one added first.
    /// Otherwise, a shop with the same name or address that leaves a doubt, if `may_be` allows it for the shop's slug.
    #[must_use]
    pub fn most_similar(
        &self,
        shop: &Profile,
        may_be: impl Fn(Doubt, &str) -> bool,
    ) -> Option<Twin<'_>> {
        let wanted = Entry::of(shop, &self.marks);
        let mut best: Option<(Twin<'_>, f64)> = None;
        // Shops of this name that have the same phone number, at whatever place.
        let (mut called, mut is_placed) = (0, false);
        let names: Vec<Mark> = shop
            .names
            .keys()
            .map(|name| name_mark(&self.marks, name, &shop.town))
            .collect();
        for known in self.candidates(shop, &wanted, &names) {
            let Some((evidence, meters)) = self.evidence(known, &wanted, (shop, &names)) else {
                continue;
            };
            let similarity = evidence.similarity();
            let slug = self.slug(known);
            called += usize::from(similarity.points >= SAME && !evidence.is_placed());
            let is_neighbor = !evidence.names.are_alike() && !evidence.same_contact();
            let doubt = if similarity.points < PERHAPS {
                let has_house = known.house != NONE || wanted.house != NONE;
                match doubt(&evidence, has_house) {
                    Some(doubt) if may_be(doubt, slug) => Some(doubt),
                    _ => continue,
                }
            } else if is_neighbor && !may_be(Doubt::SameHouse, slug) {
                continue;
            } else {
                None
            };
            let is_better = best.as_ref().is_none_or(|(best, best_meters)| {
                let rank = |twin: &Similar| (twin.1.is_none(), twin.0);
                let (one, other) = (
                    rank(&(similarity.points, doubt)),
                    rank(&(best.similarity.points, best.doubt)),
                );
                one > other || one == other && meters < *best_meters
            });
            if is_better {
                is_placed = evidence.is_placed();
                let twin = Twin {
                    slug,
                    similarity,
                    has_same_name: evidence.names == Likeness::Same,
                    doubt,
                };
                best = Some((twin, meters));
            }
        }
        let (mut twin, _) = best?;
        // One business's branches share its phone number, so it doesn't tell which one is meant.
        if called > 1 && !is_placed {
            twin.similarity.points = twin.similarity.points.min(SAME - 1);
        }
        Some(twin)
    }

    /// The shops that share a key with `wanted` or have one of its names, in the order they were added.
    fn candidates<'a>(
        &'a self,
        shop: &Profile,
        wanted: &Entry,
        names: &[Mark],
    ) -> impl Iterator<Item = &'a Entry> + use<'a> {
        let cells = shop.point.into_iter();
        let cells = cells.flat_map(|point| cells_around(millionths(point)).map(Key::Cell));
        let marks = (1..NAMES).filter_map(|table| Some((table, wanted.key(table)?)));
        let names = names.iter().filter(|name| **name != NONE);
        let mut numbers: Vec<u32> = cells
            .map(|cell| (0, cell))
            .chain(marks)
            .chain(names.map(|name| (NAMES, Key::Mark(*name))))
            .flat_map(|(table, key)| self.found_by(table, key))
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
            .into_iter()
            .filter_map(|number| shop_in(&self.shops, number))
    }

    /// What the two have in common, and the meters between them; `None` if it can't be enough. The most expensive
    /// checks come last.
    fn evidence(
        &self,
        known: &Entry,
        wanted: &Entry,
        (shop, names): (&Profile, &[Mark]),
    ) -> Option<(Evidence, f64)> {
        let equal = |a: Mark, b: Mark| a != NONE && a == b;
        let meters = (known.point != NOWHERE && wanted.point != NOWHERE)
            .then(|| distance_miles(degrees(known.point), degrees(wanted.point)) * METERS_PER_MILE);
        let same_telephone = equal(known.telephone, wanted.telephone);
        let same_website = equal(known.host, wanted.host);
        let is_near = meters.is_some_and(|meters| meters <= NEAR);
        let same_district = known.zip != 0 && known.zip == wanted.zip || known.town == wanted.town;
        let is_around = meters.is_some_and(|meters| meters <= APART) || same_district;
        let shares_something = is_near
            || same_telephone
            || same_website
            || equal(known.house, wanted.house)
            || is_around && known.name != NONE && names.contains(&known.name);
        if !shares_something {
            return None;
        }
        let street = self.street(known);
        let evidence = Evidence {
            names: shop.names.likeness_to_text(&self.names(known)),
            streets: shop.street.compare(&street),
            other_unit: shop.street.has_other_unit(&street),
            same_district: same_district || shop.town_is_guessed && is_near,
            meters,
            same_telephone,
            same_website,
        };
        Some((evidence, meters.unwrap_or(f64::INFINITY)))
    }

    /// Stores a shop's texts; `None` if there is no room for them.
    fn keep_texts(&mut self, slug: &str, shop: &Profile) -> Option<Entry> {
        let joined = shop.names.joined();
        let words = joined.split(' ').count();
        let is_in_slug = telling_words(slug, words) == joined;
        let name_words = u8::try_from(words).ok().filter(|_| is_in_slug).unwrap_or(0);
        let behind = if name_words > 0 { "" } else { &joined };
        let street = shop.street.pack();
        // No real street line is that long; a longer one is ignored.
        let (street, street_length) =
            u8::try_from(street.len()).map_or(("", 0), |length| (street.as_str(), length));
        // A slug has up to 80 characters, and a name up to 200 before folding.
        Some(Entry {
            text: self.texts.push(&[slug, behind, street].concat())?,
            slug_length: u8::try_from(slug.len()).ok()?,
            name_length: u16::try_from(behind.len()).ok()?,
            name_words,
            street_length,
            ..Entry::of(shop, &self.marks)
        })
    }

    pub(super) fn slug(&self, shop: &Entry) -> &str {
        self.texts.get(shop.text, usize::from(shop.slug_length))
    }

    /// The names, joined.
    pub(super) fn names(&self, shop: &Entry) -> Cow<'_, str> {
        if shop.name_words > 0 {
            return Cow::Owned(telling_words(self.slug(shop), usize::from(shop.name_words)));
        }
        let begin = shop.text.saturating_add(u32::from(shop.slug_length));
        Cow::Borrowed(self.texts.get(begin, usize::from(shop.name_length)))
    }

    fn street(&self, shop: &Entry) -> Street {
        let before = u32::from(shop.slug_length) + u32::from(shop.name_length);
        let begin = shop.text.saturating_add(before);
        Street::unpack(self.texts.get(begin, usize::from(shop.street_length)))
    }

    /// The numbers of the shops with this key in a table, and possibly of a few others.
    fn found_by(&self, table: usize, key: Key) -> impl Iterator<Item = u32> {
        let numbers = self.tables.get(table);
        let hash = self.hashes.hash_one(key);
        numbers
            .into_iter()
            .flat_map(move |numbers| numbers.iter_hash(hash))
            .copied()
    }

    #[cfg(test)]
    pub(super) fn entry(&self, number: u32) -> &Entry {
        shop_in(&self.shops, number).unwrap()
    }
}

/// Points and doubt.
type Similar = (u32, Option<Doubt>);

/// Why two shops with the same name or address may be one when their points don't say so. `has_house`: the address of at
/// least one is known.
fn doubt(evidence: &Evidence, has_house: bool) -> Option<Doubt> {
    let is_apart = evidence.meters.is_some_and(|meters| meters > APART);
    if !evidence.names.are_alike() {
        let is_house = evidence.same_house() && !evidence.other_unit && !is_apart;
        return is_house.then_some(Doubt::SameHouse);
    }
    let is_near = evidence.meters.is_some_and(|meters| meters <= NEAR);
    match evidence.streets {
        Comparison::OtherNumber | Comparison::Different if is_near => Some(Doubt::NextDoor),
        Comparison::OtherNumber if evidence.same_district => Some(Doubt::OtherNumber),
        Comparison::Unclear if has_house && evidence.meters.is_none() && evidence.same_district => {
            Some(Doubt::NoPlace)
        }
        Comparison::Unclear if evidence.meters.is_some() && !is_apart => Some(Doubt::Nearby),
        _ => None,
    }
}

pub(super) fn shop_in(shops: &[Box<[Entry]>], number: u32) -> Option<&Entry> {
    let number = number as usize;
    shops.get(number / BLOCK)?.get(number % BLOCK)
}
