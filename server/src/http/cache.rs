//! The response cache: an answer is kept until a scope it read changes or an instant it noted passes.

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

/// How long the cache keeps an answer that is valid for a second.
const SHORT_LIFE: Duration = Duration::from_secs(5);

/// The fraction of the cache (one part in this many) for forms made on demand.
const PARTS_FOR_FORMS: u64 = 16;

/// How many URLs with free-form values are remembered after their first request, and for how long.
const ASKED_ONCE: u64 = 50_000;
const ASKED_AGAIN_WITHIN: Duration = Duration::from_secs(600);

/// Where a response came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheStatus {
    /// Answered from memory.
    Hit,
    /// Made for this request, or by one that this request waited for.
    Miss,
    /// The previous answer, because the server is busy or a new one is being made.
    Stale,
}

/// Expires search answers early: the same search is rarely repeated.
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

/// Answers by key, limited by total bytes. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ResponseCache {
    answers: moka::future::Cache<String, Arc<Answer>>,
    /// Hashes of keys with free-form values.
    asked: moka::sync::Cache<u64, ()>,
    hasher: RandomState,
    forms: Forms,
    heads: Arc<Heads>,
}

impl ResponseCache {
    /// A cache of roughly `bytes`.
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

    /// Whether `key` was requested recently. Remembers this request: a URL with a free-form value, such as a point on
    /// the globe, is only worth caching when it is requested again.
    #[must_use]
    pub fn is_asked_again(&self, key: &str) -> bool {
        let hash = self.hasher.hash_one(key);
        let is_known = self.asked.contains_key(&hash);
        self.asked.insert(hash, ());
        is_known
    }

    /// Forms made on demand.
    #[must_use]
    pub fn forms(&self) -> &Forms {
        &self.forms
    }

    /// Header blocks shared between answers.
    #[must_use]
    pub fn heads(&self) -> &Heads {
        &self.heads
    }

    /// The answer at `key`, if there is one and it is still valid.
    #[must_use]
    pub fn ready(
        &self,
        key: &str,
        directory: &Directory,
        now: DateTime<Utc>,
    ) -> Option<Arc<Answer>> {
        let mut looking = pin!(self.answers.get(key));
        // The lookup never waits; if it ever did, the regular path would handle it.
        let Poll::Ready(Some(answer)) = looking
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
        else {
            return None;
        };
        answer.is_fresh(directory, now).then_some(answer)
    }

    /// The answer at `key`, made by `make` if there is no valid one. One request makes it while the others wait. The
    /// previous answer is used while the server is busy, and while one request rebuilds a page where only votes have
    /// changed.
    ///
    /// # Errors
    ///
    /// Whatever `make` fails with, unless a previous answer can be sent.
    pub async fn get_or_make<F>(
        &self,
        key: &str,
        directory: &Directory,
        now: DateTime<Utc>,
        make: impl FnOnce() -> F + Send,
    ) -> Result<(Arc<Answer>, CacheStatus)>
    where
        F: Future<Output = Result<Answer>> + Send,
    {
        if let Some(answer) = self.answers.get(key).await {
            if answer.is_fresh(directory, now) {
                return Ok((answer, CacheStatus::Hit));
            }
            if answer.is_given_meanwhile(directory, now) {
                return Ok((answer, CacheStatus::Stale));
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
                Ok((entry.into_value(), CacheStatus::Miss))
            }
            CompResult::Unchanged(entry) => {
                let answer = entry.into_value();
                let met = if answer.is_fresh(directory, now) {
                    CacheStatus::Miss
                } else {
                    CacheStatus::Stale
                };
                Ok((answer, met))
            }
            CompResult::Removed(_) | CompResult::StillNone(_) => {
                Err(Error::Internal("the cache lost an answer".to_owned()))
            }
        }
    }

    /// The number of cached answers, and their bytes.
    pub async fn size(&self) -> (u64, u64) {
        // The cache applies insertions and evictions after the request.
        self.answers.run_pending_tasks().await;
        (self.answers.entry_count(), self.answers.weighted_size())
    }
}
