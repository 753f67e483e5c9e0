//! The texts themselves, and lists of shops.

use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashMap, HashSet},
    sync::Arc,
};

use chrono::{DateTime, Utc};
use memchr::memmem;
use tokio::sync::mpsc::UnboundedReceiver;
use uuid::Uuid;

use crate::{
    catalog::{Catalog, City, Kind, Shop, Update, View, Visibility},
    platform::search_words::{joined, plain},
};

/// Newest first.
pub(super) type ByAge = BTreeSet<(Reverse<DateTime<Utc>>, Uuid)>;

#[derive(Debug)]
pub(super) struct Kept {
    updates: UnboundedReceiver<Update>,
    /// As [`plain()`] has them, one line per text of a shop, starting with its name.
    texts: String,
    /// In the order of `texts`, including outdated ones.
    pub(super) parts: Vec<Part>,
    /// How many of them are sorted by name.
    in_order: usize,
    /// The current part of each shop.
    places: HashMap<Uuid, usize>,
    pub(super) newest: ByAge,
    pub(super) newest_seen: HashMap<Visibility, ByAge>,
    /// Shops with any boost, including past ones.
    pub(super) boosted: BTreeSet<Uuid>,
}

/// Where a shop's texts are.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) shop: Uuid,
    city: Uuid,
    created_at: DateTime<Utc>,
    pub(super) visibility: Visibility,
    is_outdated: bool,
    start: usize,
    name_end: usize,
    end: usize,
}

/// The searchable texts of a shop.
#[derive(Debug)]
struct Texts {
    /// As [`plain()`] has them, each on its own line, starting with the name.
    all: String,
    /// Length of the name in bytes.
    name: usize,
}

impl Texts {
    fn of(shop: &Shop, city: Option<&City>) -> Self {
        let mut all = plain(&shop.name);
        let name = all.len();
        let others = [
            shop.street.as_deref(),
            shop.zip_code.as_deref(),
            city.map(|city| &*city.name),
            city.map(|city| &*city.state),
        ];
        for text in others.into_iter().flatten() {
            all.push('\n');
            all.push_str(&plain(text));
        }
        if all.contains('-') {
            let together = joined(&all).into_owned();
            all.push('\n');
            all.push_str(&together);
        }
        // The slug has a hyphen for each space.
        all.push('\n');
        all.push_str(&plain(&shop.slug));
        all.push('\n');
        Self { all, name }
    }

    fn name(&self) -> &str {
        self.all.get(..self.name).unwrap_or("")
    }
}

impl Part {
    pub(super) fn age(&self) -> (Reverse<DateTime<Utc>>, Uuid) {
        (Reverse(self.created_at), self.shop)
    }
}

impl Kept {
    pub(super) fn of(catalog: &Catalog) -> Self {
        // Subscribes first: changes made meanwhile are read twice, which is harmless.
        let updates = catalog.subscribe();
        let mut kept = Self {
            updates,
            texts: String::new(),
            parts: Vec::new(),
            in_order: 0,
            places: HashMap::new(),
            newest: ByAge::new(),
            newest_seen: HashMap::new(),
            boosted: BTreeSet::new(),
        };
        kept.read_all(&catalog.view());
        kept
    }

    fn read_all(&mut self, view: &View) {
        self.texts.clear();
        self.parts.clear();
        self.places.clear();
        self.newest.clear();
        self.newest_seen.clear();
        self.boosted.clear();
        let mut shops = Vec::new();
        view.each_shop(|shop, city| {
            shops.push((Texts::of(shop, city.map(AsRef::as_ref)), Arc::clone(shop)));
        });
        shops
            .sort_unstable_by(|(one, a), (other, b)| (one.name(), a.id).cmp(&(other.name(), b.id)));
        for (texts, shop) in shops {
            self.add(&shop, texts);
        }
        self.in_order = self.parts.len();
    }

    /// Applies changes since the last call.
    pub(super) fn follow(&mut self, catalog: &Catalog) {
        let mut changed = HashSet::new();
        let mut everything = false;
        while let Ok(update) = self.updates.try_recv() {
            everything |= matches!(update, Update::Everything);
            for (kind, id) in update.changes() {
                match kind {
                    Kind::Shop => _ = changed.insert(*id),
                    Kind::City => changed.extend(self.shops_of(*id)),
                    Kind::Article | Kind::Category | Kind::Site | Kind::Page => {}
                }
            }
        }
        let view = catalog.view();
        if everything {
            self.read_all(&view);
            return;
        }
        for id in &changed {
            match view.any_shop(*id) {
                Some(shop) => {
                    let city = view.city(shop.city_id);
                    self.renew(&shop, city.as_ref().map(|entry| &*entry.city));
                }
                None => self.remove(*id),
            }
        }
        let outdated = self.parts.len() - self.places.len();
        if outdated > 1000 + self.parts.len() / 4 {
            self.read_all(&view);
        }
    }

    fn shops_of(&self, city: Uuid) -> Vec<Uuid> {
        let parts = self.parts.iter();
        let there = parts.filter(|part| part.city == city && !part.is_outdated);
        there.map(|part| part.shop).collect()
    }

    fn remove(&mut self, shop: Uuid) {
        self.take_out(shop);
        let place = self.places.remove(&shop);
        if let Some(part) = place.and_then(|place| self.parts.get_mut(place)) {
            part.is_outdated = true;
        }
    }

    /// Applies a shop that may already be here. If its texts are unchanged, it keeps its place: most changes are votes.
    fn renew(&mut self, shop: &Shop, city: Option<&City>) {
        let texts = Texts::of(shop, city);
        let known = self.part_of(shop.id);
        if known.is_none_or(|part| self.text(part.start, part.end) != texts.all) {
            self.remove(shop.id);
            self.add(shop, texts);
            return;
        }
        self.take_out(shop.id);
        let place = self.places.get(&shop.id);
        if let Some(part) = place.and_then(|place| self.parts.get_mut(*place)) {
            (part.city, part.visibility) = (shop.city_id, shop.visibility);
            part.created_at = shop.created_at;
        }
        self.put_in(shop);
    }

    fn add(&mut self, shop: &Shop, texts: Texts) {
        let start = self.texts.len();
        self.texts.push_str(&texts.all);
        self.places.insert(shop.id, self.parts.len());
        self.parts.push(Part {
            shop: shop.id,
            city: shop.city_id,
            created_at: shop.created_at,
            visibility: shop.visibility,
            is_outdated: false,
            start,
            name_end: start + texts.name,
            end: self.texts.len(),
        });
        self.put_in(shop);
    }

    /// Adds the shop to the lists by age and of boosts.
    fn put_in(&mut self, shop: &Shop) {
        let age = (Reverse(shop.created_at), shop.id);
        self.newest.insert(age);
        let seen = self.newest_seen.entry(shop.visibility).or_default();
        seen.insert(age);
        if !shop.boosts.is_empty() {
            self.boosted.insert(shop.id);
        }
    }

    /// Removes the shop from the lists by age and of boosts.
    fn take_out(&mut self, shop: Uuid) {
        let place = self.places.get(&shop);
        let Some(part) = place.and_then(|place| self.parts.get(*place)) else {
            return;
        };
        self.newest.remove(&part.age());
        if let Some(seen) = self.newest_seen.get_mut(&part.visibility) {
            seen.remove(&part.age());
        }
        self.boosted.remove(&shop);
    }

    pub(super) fn part_of(&self, shop: Uuid) -> Option<&Part> {
        self.places
            .get(&shop)
            .and_then(|place| self.parts.get(*place))
    }

    /// The positions of the parts that contain all of `words`: those with a name that starts with the phrase, those
    /// with a name that contains it, then the others. Each group is in the order of `parts`.
    pub(super) fn ranked(
        &self,
        words: &[String],
        admits: impl Fn(&Part) -> bool,
    ) -> [Vec<usize>; 3] {
        let mut ranks = [Vec::new(), Vec::new(), Vec::new()];
        // The longest word is nearly always the rarest.
        let rarest = words.iter().enumerate().max_by_key(|(_, word)| word.len());
        let Some((rarest, word)) = rarest else {
            return ranks;
        };
        let phrase = words.join(" ");
        let finder = memmem::Finder::new(word.as_str());
        let others = words.iter().enumerate().filter(|(n, _)| *n != rarest);
        let others: Vec<_> = others
            .map(|(_, word)| memmem::Finder::new(word.as_str()))
            .collect();
        let whole = memmem::Finder::new(&phrase);
        let (mut next, mut from) = (0, 0);
        while let Some(hit) = (self.texts.as_bytes().get(from..)).and_then(|rest| finder.find(rest))
        {
            let hit = from + hit;
            let place = self.place_of(hit, next);
            let Some(part) = self.parts.get(place) else {
                break;
            };
            (next, from) = (place + 1, part.end);
            if part.is_outdated || !admits(part) {
                continue;
            }
            let rank = if words.len() == 1 {
                // Checks nothing twice: thousands of shops contain any given letter.
                usize::from(hit > part.start) + usize::from(hit >= part.name_end)
            } else {
                let text = self.text(part.start, part.end);
                if !others
                    .iter()
                    .all(|other| other.find(text.as_bytes()).is_some())
                {
                    continue;
                }
                let name = self.text(part.start, part.name_end);
                match whole.find(name.as_bytes()) {
                    Some(0) => 0,
                    Some(_) => 1,
                    None => 2,
                }
            };
            if let Some(rank) = ranks.get_mut(rank) {
                rank.push(place);
            }
        }
        ranks
    }

    /// The place of the part that contains byte `hit` of the texts, at `from` or after it. That may be the next part or one
    /// thousands of parts away, so the steps double until they pass it.
    fn place_of(&self, hit: usize, from: usize) -> usize {
        let is_before = |part: &Part| part.end <= hit;
        let (mut low, mut step) = (from, 1);
        while self.parts.get(low + step - 1).is_some_and(is_before) {
            low += step;
            step *= 2;
        }
        if step == 1 {
            return low;
        }
        let high = (low + step - 1).min(self.parts.len());
        let last_step = self.parts.get(low..high).unwrap_or_default();
        low + last_step.partition_point(is_before)
    }

    /// Sorts by name. Parts added after the initial load are at the end of `parts`.
    pub(super) fn put_in_order(&self, places: &mut [usize]) {
        let late = places.partition_point(|place| *place < self.in_order);
        if late < places.len() {
            let name = |place: &usize| {
                let part = self.parts.get(*place);
                part.map(|part| (self.text(part.start, part.name_end), part.shop))
            };
            // Stable sorts are fast when most of the list is already sorted.
            places.sort_by(|one, other| name(one).cmp(&name(other)));
        }
    }

    fn text(&self, start: usize, end: usize) -> &str {
        self.texts.get(start..end).unwrap_or("")
    }
}
