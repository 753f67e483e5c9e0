//! The response cache: an answer is kept while no scope that it read has moved and no instant that it noted has passed.

use std::{
    future::Future,
    hash::{BuildHasher, RandomState},
    pin::pin,
    sync::Arc,
    task::{Context, Poll, Waker},
    time::Duration,
};

use chrono::{DateTime, Utc};
use moka::{
    Expiry,
    ops::compute::{CompResult, Op},
};

use super::{answer::Answer, encoding::Forms, heads::Heads};
use crate::{
    catalog::Directory,
    platform::error::{Error, Result},
};

/// How long an answer stays that holds for a second.
const SHORT_LIFE: Duration = Duration::from_secs(5);

/// Of the cache's bytes so many parts are for forms that are made on demand.
const PARTS_FOR_FORMS: u64 = 16;

/// Addresses with free values that are remembered after they were asked for once, and how long.
const ASKED_ONCE: u64 = 50_000;
const ASKED_AGAIN_WITHIN: Duration = Duration::from_secs(600);

/// How a request met the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    /// Answered from memory.
    Hit,
    /// Made for this request, or waited for.
    Miss,
    /// The previous answer, because the server is busy or makes the next one.
    Stale,
}

/// Searches leave the cache by themselves: nobody asks for the same again.
struct ShortLives;

impl Expiry<String, Arc<Answer>> for ShortLives {
    fn expire_after_create(
        &self,
        _: &String,
        answer: &Arc<Answer>,
        _: std::time::Instant,
    ) -> Option<Duration> {
        answer.is_short_lived.then_some(SHORT_LIFE)
    }

    fn expire_after_update(
        &self,
        key: &String,
        answer: &Arc<Answer>,
        updated_at: std::time::Instant,
        _: Option<Duration>,
    ) -> Option<Duration> {
        self.expire_after_create(key, answer, updated_at)
    }
}

/// Answers by key, weighed by bytes. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ResponseCache {
    answers: moka::future::Cache<String, Arc<Answer>>,
    /// Hashes of keys with free values.
    asked: moka::sync::Cache<u64, ()>,
    hasher: RandomState,
    forms: Forms,
    heads: Arc<Heads>,
}

impl ResponseCache {
    /// A cache of about `bytes`.
    #[must_use]
    pub fn new(bytes: u64) -> Self {
        let weigher = |key: &String, answer: &Arc<Answer>| {
            u32::try_from(answer.weight(key)).unwrap_or(u32::MAX)
        };
        Self {
            answers: moka::future::Cache::builder()
                .max_capacity(bytes)
                .weigher(weigher)
                .expire_after(ShortLives)
                .build(),
            asked: moka::sync::Cache::builder()
                .max_capacity(ASKED_ONCE)
                .time_to_live(ASKED_AGAIN_WITHIN)
                .build(),
            hasher: RandomState::new(),
            forms: Forms::new(bytes / PARTS_FOR_FORMS),
            heads: Arc::default(),
        }
    }

    /// Whether `key` was asked for a moment ago. Notes that it was asked for now: an address with a free value, such as a
    /// point on the globe, is worth keeping when it comes a second time.
    #[must_use]
    pub fn is_asked_again(&self, key: &str) -> bool {
        let hash = self.hasher.hash_one(key);
        let is_known = self.asked.contains_key(&hash);
        self.asked.insert(hash, ());
        is_known
    }

    /// Forms that are made on demand.
    #[must_use]
    pub fn forms(&self) -> &Forms {
        &self.forms
    }

    /// What heads have in common.
    #[must_use]
    pub fn heads(&self) -> &Heads {
        &self.heads
    }

    /// The answer at `key` when it is there and still holds.
    #[must_use]
    pub fn ready(
        &self,
        key: &str,
        directory: &Directory,
        now: DateTime<Utc>,
    ) -> Option<Arc<Answer>> {
        let mut looking = pin!(self.answers.get(key));
        // A look-up has nothing to wait for; if it ever did, the long way would wait.
        let Poll::Ready(Some(answer)) = looking
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
        else {
            return None;
        };
        answer.is_fresh(directory, now).then_some(answer)
    }

    /// The answer at `key`, made by `make` when there is none that still holds. One request makes it, the others wait.
    /// While the server is busy a previous answer is given as it was, and while one makes a page whose votes alone have moved.
    pub async fn get_or_make<F>(
        &self,
        key: &str,
        directory: &Directory,
        now: DateTime<Utc>,
        make: impl FnOnce() -> F + Send,
    ) -> Result<(Arc<Answer>, Met)>
    where
        F: Future<Output = Result<Answer>> + Send,
    {
        if let Some(answer) = self.answers.get(key).await {
            if answer.is_fresh(directory, now) {
                return Ok((answer, Met::Hit));
            }
            if answer.is_given_meanwhile(directory, now) {
                return Ok((answer, Met::Stale));
            }
        }
        let made = self
            .answers
            .entry_by_ref(key)
            .and_try_compute_with(|known| async move {
                let previous = known.map(moka::Entry::into_value);
                if previous
                    .as_ref()
                    .is_some_and(|answer| answer.is_fresh(directory, now))
                {
                    return Ok(Op::Nop);
                }
                match make().await {
                    Ok(answer) => Ok(Op::Put(Arc::new(answer))),
                    Err(Error::Busy { .. }) if previous.is_some() => Ok(Op::Nop),
                    Err(error) => Err(error),
                }
            })
            .await?;
        match made {
            CompResult::Inserted(entry) | CompResult::ReplacedWith(entry) => {
                Ok((entry.into_value(), Met::Miss))
            }
            CompResult::Unchanged(entry) => {
                let answer = entry.into_value();
                let met = if answer.is_fresh(directory, now) {
                    Met::Miss
                } else {
                    Met::Stale
                };
                Ok((answer, met))
            }
            CompResult::Removed(_) | CompResult::StillNone(_) => {
                Err(Error::Internal("the cache lost an answer".to_owned()))
            }
        }
    }

    /// Answers held now, and their bytes.
    pub async fn size(&self) -> (u64, u64) {
        // What was put in and taken out is counted behind the requests.
        self.answers.run_pending_tasks().await;
        (self.answers.entry_count(), self.answers.weighted_size())
    }
}
