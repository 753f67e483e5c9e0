//! The texts of all shops in contiguous memory, for the administrator's search, which reads some megabytes in sequence
//! instead of following a pointer per shop. Built at the first search. Changes are applied before each search and once
//! a minute, so they don't pile up while nobody searches.

mod kept;

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use uuid::Uuid;

use crate::{
    catalog::{Catalog, Visibility},
    platform::{background::Background, search_words::Sought},
};
use kept::{ByAge, Kept, Part};

/// How often changes are applied while nobody searches.
const PAUSE: Duration = Duration::from_secs(60);

/// The texts of all shops, visible or not. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ShopTexts {
    catalog: Catalog,
    kept: Arc<Mutex<Option<Kept>>>,
}

/// The shops on one page, and the number on all pages.
pub type PageOfShops = (Vec<Uuid>, usize);

/// Which shops a list contains.
#[derive(Clone, Debug)]
pub enum Which {
    All,
    Seen(Visibility),
    Among(HashSet<Uuid>),
}

impl Which {
    fn admits(&self, part: &Part) -> bool {
        match self {
            Self::All => true,
            Self::Seen(visibility) => part.visibility == *visibility,
            Self::Among(ids) => ids.contains(&part.shop),
        }
    }
}

impl ShopTexts {
    /// Reads nothing yet.
    #[must_use]
    pub fn new(catalog: Catalog) -> Self {
        Self {
            catalog,
            kept: Arc::default(),
        }
    }

    /// Applies changes until the server stops.
    pub fn start(self, background: &mut Background) {
        let stopping = background.stopping();
        background.start(async move {
            while stopping.pause(PAUSE).await {
                self.catch_up();
            }
        });
    }

    fn catch_up(&self) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = kept.as_mut() {
            kept.follow(&self.catalog);
        }
    }

    /// The newest shops, after skipping `skip`.
    #[must_use]
    pub fn newest(&self, which: &Which, (skip, size): (usize, usize)) -> PageOfShops {
        self.with(|kept| {
            let among: ByAge;
            let none = ByAge::new();
            let list = match which {
                Which::All => &kept.newest,
                Which::Seen(visibility) => kept.newest_seen.get(visibility).unwrap_or(&none),
                Which::Among(ids) => {
                    let parts = ids.iter().filter_map(|id| kept.part_of(*id));
                    among = parts.map(Part::age).collect();
                    &among
                }
            };
            let page = list.iter().skip(skip).take(size).map(|(_, id)| *id);
            (page.collect(), list.len())
        })
    }

    /// The shops with texts that contain all words that are sought: first those with a name that starts with them, then
    /// those with a name that contains them as a phrase, then the others by name.
    #[must_use]
    pub fn search(
        &self,
        sought: &Sought,
        which: &Which,
        (skip, size): (usize, usize),
    ) -> PageOfShops {
        self.with(|kept| {
            let mut ranks = kept.ranked(sought.words(), |part| which.admits(part));
            let total: usize = ranks.iter().map(Vec::len).sum();
            let (mut skip, mut ids) = (skip, Vec::with_capacity(size.min(total)));
            for rank in &mut ranks {
                if skip < rank.len() && ids.len() < size {
                    kept.put_in_order(rank);
                    let page = rank.iter().skip(skip).take(size - ids.len());
                    ids.extend(page.filter_map(|place| Some(kept.parts.get(*place)?.shop)));
                }
                skip = skip.saturating_sub(rank.len());
            }
            (ids, total)
        })
    }

    /// The currently boosted shops.
    #[must_use]
    pub fn boosted(&self) -> HashSet<Uuid> {
        let view = self.catalog.view();
        let is_boosted = |id: &Uuid| {
            let shop = view.any_shop(*id);
            shop.is_some_and(|shop| shop.boosted_at(view.now()).0)
        };
        self.with(|kept| kept.boosted.iter().copied().filter(is_boosted).collect())
    }

    fn with<T>(&self, read: impl FnOnce(&Kept) -> T) -> T {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = kept.get_or_insert_with(|| Kept::of(&self.catalog));
        kept.follow(&self.catalog);
        read(kept)
    }
}
