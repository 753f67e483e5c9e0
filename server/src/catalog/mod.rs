//! The public directory in memory: a read model of the ledger, immutable between changes, accessible only through
//! views.

pub mod admission;
pub mod amenities;
pub mod answers;
mod apply;
pub mod best_of;
mod blog;
pub mod claiming;
pub mod colors;
pub mod contacts;
mod daily_ranking;
mod directory;
pub mod document;
pub mod entities;
pub mod fact_answers;
pub mod feed;
mod formats;
pub mod foursquare_content;
pub mod freshness;
pub mod hours_links;
mod load;
mod loaded;
pub mod merging;
pub mod not_found;
pub mod origin;
pub mod palette;
pub mod patch;
pub mod people;
pub mod photo_acts;
pub mod photos;
pub mod profiles;
pub mod questions;
pub mod ranking;
pub mod read;
pub mod recorded_tables;
mod records;
pub mod remaining;
pub mod removal;
pub mod requests;
mod scope;
pub mod search_index;
pub mod shop_runs;
pub mod shop_texts;
pub mod site_facts;
mod stories;
pub mod story_photos;
pub mod suites;
mod usual_hours;
mod view;
pub mod website_photos;
pub mod writing;

use std::sync::{Arc, Mutex as StdMutex, PoisonError, Weak};

use arc_swap::ArcSwap;
use tokio::sync::{
    Mutex,
    mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
};

pub use blog::{Article, Blog, Category, minutes_to_read, tag_slug, word_count};
pub use daily_ranking::DailyRanking;
pub use directory::Directory;
pub use entities::change::Kind;
pub use formats::Formats;
pub use photos::Photo;
pub use records::{City, CityEntry, Shop, Story, Visibility, is_described_by_people, time_zone};
pub use scope::{Revision, Scope, ScopeKey};
pub use site_facts::{
    KeptRule, LEGAL, LinkedPage, LogoFacts, Look, PaymentFacts, ServiceFacts, SiteFacts, Words,
    page_path,
};
pub use usual_hours::usual_hours;
pub use view::{Lookup, Trace, View};

use crate::platform::{clock::Clock, database::Database, error::Result};
use feed::{Next, Position};

/// A changed row.
pub type Change = (Kind, uuid::Uuid);

/// How many shops' votes are counted in one query.
const TALLIED_TOGETHER: usize = 500;

/// A shop's votes after a committed batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedVotes {
    pub shop: uuid::Uuid,
    /// Its `upvote_count`.
    pub count: i64,
    /// The row's version.
    pub version: i64,
}

/// Sent to listeners after a new state is published.
#[derive(Clone, Debug)]
pub enum Update {
    /// These rows may have changed.
    Changes(Arc<[Change]>),
    /// The directory was reloaded.
    Everything,
}

impl Update {
    /// The changed rows; none if everything may have changed.
    pub fn changes(&self) -> impl Iterator<Item = &Change> {
        match self {
            Self::Changes(changes) => changes.iter(),
            Self::Everything => [].iter(),
        }
    }
}

/// A handle that doesn't keep the directory alive.
#[derive(Clone, Debug)]
pub struct WeakCatalog(Weak<Shared>);

impl WeakCatalog {
    /// The directory, if it still exists.
    #[must_use]
    pub fn upgrade(&self) -> Option<Catalog> {
        self.0.upgrade().map(Catalog)
    }
}

/// A handle to this node's directory. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Catalog(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    state: ArcSwap<Directory>,
    database: Database,
    clock: Clock,
    /// What the settings say about the site.
    site: ArcSwap<SiteFacts>,
    /// Locked while changes are applied, one batch at a time so that none is lost. How far the feed has been read.
    position: Mutex<Position>,
    listeners: StdMutex<Vec<UnboundedSender<Update>>>,
}

impl Catalog {
    /// Loads the whole directory.
    pub async fn open(database: Database, clock: Clock, site: SiteFacts) -> Result<Self> {
        // The position is read first: changes made while loading are read again, which is harmless.
        let position = feed::newest(&database, clock.now()).await?;
        let mut state = load::directory(&database, 1, clock.now()).await?;
        state.settle_site(&site);
        Ok(Self(Arc::new(Shared {
            state: ArcSwap::from_pointee(state),
            database,
            clock,
            site: ArcSwap::from_pointee(site),
            position: Mutex::new(position),
            listeners: StdMutex::default(),
        })))
    }

    /// A view of the current directory.
    #[must_use]
    pub fn view(&self) -> View {
        View::new(self.0.state.load_full(), self.0.clock.now())
    }

    /// The current state, for comparing revisions.
    #[must_use]
    pub fn state(&self) -> Arc<Directory> {
        self.0.state.load_full()
    }

    /// Reports changes from now on, after each new state.
    #[must_use]
    pub fn subscribe(&self) -> UnboundedReceiver<Update> {
        let (sender, receiver) = unbounded_channel();
        self.0
            .listeners
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(sender);
        receiver
    }

    /// A handle for holders that must not keep the directory alive.
    #[must_use]
    pub fn downgrade(&self) -> WeakCatalog {
        WeakCatalog(Arc::downgrade(&self.0))
    }

    /// Increases with each change applied.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.0.state.load().revision()
    }

    /// Applies rows that this node has just committed.
    pub async fn refresh(&self, changes: &[Change]) -> Result<()> {
        let _applying = self.0.position.lock().await;
        self.apply(changes).await
    }

    /// Applies votes that this node has just committed, without reading their rows again.
    ///
    /// # Errors
    ///
    /// When the database fails; it is read only for shops that have changed otherwise meanwhile.
    pub async fn count_votes(&self, counted: &[CountedVotes]) -> Result<()> {
        let _applying = self.0.position.lock().await;
        let mut unseen = Vec::new();
        if let Some(next) = apply::count_votes(&self.0.state.load(), counted, &mut unseen) {
            // Listeners don't use vote counts: an index would be rewritten for each.
            self.0.state.store(Arc::new(next));
        }
        if unseen.is_empty() {
            return Ok(());
        }
        let changes: Vec<Change> = unseen.into_iter().map(|id| (Kind::Shop, id)).collect();
        self.apply(&changes).await
    }

    /// Switches to today's ranking numbers once a new day (UTC) has begun. Returns whether it has.
    pub async fn follow_the_day(&self) -> Result<bool> {
        let now = self.0.clock.now();
        let day = daily_ranking::day_at(now);
        if self.0.state.load().daily_ranking.day == day {
            return Ok(false);
        }
        // All votes are read before locking anything, because voters wait for the lock.
        let before = self.0.state.load_full();
        let mut tallies = daily_ranking::tallies(self.0.database.reads(), day, None).await?;
        let _applying = self.0.position.lock().await;
        let state = self.0.state.load_full();
        if state.daily_ranking.day == day {
            return Ok(false);
        }
        let mut next = Directory::clone(&state);
        next.revision += 1;
        // Shops that were added, merged or removed meanwhile are counted again.
        let touched = state.shops_that_differ(&before);
        tallies.retain(|shop, _| !touched.contains(shop));
        let touched: Vec<uuid::Uuid> = touched.into_iter().collect();
        for some in touched.chunks(TALLIED_TOGETHER) {
            let again = daily_ranking::tallies(self.0.database.reads(), day, Some(some)).await?;
            tallies.extend(again);
        }
        next.daily_ranking =
            daily_ranking::daily_ranking(&self.0.database, day, (state.ratings, tallies), now)
                .await?;
        freshness::follow_the_day(&mut next, state.daily_ranking.day);
        next.touch(&Scope::DailyRanking, false);
        self.publish(next, Update::Changes([].into()));
        Ok(true)
    }

    /// Applies what other processes have committed since the last call; returns the number of changes read.
    pub async fn catch_up(&self) -> Result<usize> {
        let mut position = self.0.position.lock().await;
        let mut read = 0;
        loop {
            let now = self.0.clock.now();
            match feed::after(&self.0.database, *position, now).await? {
                Next::Changes(page, _) if page.is_empty() => return Ok(read),
                Next::Changes(page, reached) => {
                    let changes: Vec<Change> = page
                        .iter()
                        .filter_map(|row| Some((row.known_kind()?, row.entity_id)))
                        .collect();
                    self.apply(&changes).await?;
                    *position = reached;
                    read += changes.len();
                }
                Next::Elsewhere => {
                    let newest = feed::newest(&self.0.database, now).await?;
                    let revision = self.revision() + 1;
                    let mut state = load::directory(&self.0.database, revision, now).await?;
                    state.settle_site(&self.0.site.load());
                    self.publish(state, Update::Everything);
                    *position = newest;
                    return Ok(read);
                }
            }
        }
    }

    /// Tells what this installation keeps how long, which its legal texts say.
    pub async fn tell_kept(&self, kept: Vec<KeptRule>) {
        let _applying = self.0.position.lock().await;
        let settings = SiteFacts {
            kept: kept.into(),
            ..SiteFacts::clone(&self.0.site.load())
        };
        let mut next = Directory::clone(&self.0.state.load());
        next.revision += 1;
        next.settle_site(&settings);
        self.0.site.store(Arc::new(settings));
        self.publish(next, Update::Changes([].into()));
    }

    /// Removes feed rows that every node has long since read.
    pub async fn prune_feed(&self, older_than: chrono::TimeDelta) -> Result<u64> {
        feed::prune(
            &self.0.database.with_background_timeouts(),
            self.0.clock.now() - older_than,
        )
        .await
    }

    async fn apply(&self, changes: &[Change]) -> Result<()> {
        let state = self.0.state.load_full();
        let rows = load::rows(&self.0.database, changes, &state).await?;
        if let Some(mut next) = apply::apply(&state, rows) {
            self.settle_mean(&mut next).await?;
            next.settle_site(&self.0.site.load());
            self.publish(next, Update::Changes(changes.into()));
        }
        Ok(())
    }

    /// A directory that was empty at midnight uses the first ratings it gets.
    async fn settle_mean(&self, state: &mut Directory) -> Result<()> {
        if state.daily_ranking.ratings.is_some() || state.ratings.count == 0 {
            return Ok(());
        }
        let (day, now) = (state.daily_ranking.day, self.0.clock.now());
        state.daily_ranking.ratings =
            daily_ranking::settle(&self.0.database, day, state.ratings, now).await?;
        state.touch(&Scope::DailyRanking, false);
        Ok(())
    }

    fn publish(&self, state: Directory, update: Update) {
        self.0.state.store(Arc::new(state));
        let mut listeners = self
            .0
            .listeners
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        listeners.retain(|listener| listener.send(update.clone()).is_ok());
    }
}
