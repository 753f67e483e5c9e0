//! The response cache: an answer is kept while no scope that it read has moved and no instant that it noted has passed.

use std::{
    collections::HashMap,
    future::Future,
    pin::pin,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    task::{Context, Poll, Waker},
};

use axum::http::{HeaderMap, HeaderValue, StatusCode};
use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use moka::ops::compute::{CompResult, Op};

use super::{encoding::Body, heads::Head, negotiation::Encoding};
use crate::{
    catalog::{Directory, Trace},
    platform::error::{Error, Result},
};

/// A page whose only change is a number of votes is made at most this often.
const VOTES_MAY_LAG: TimeDelta = TimeDelta::seconds(1);

/// While one request makes such a page anew the others are given the previous one, at most for so long.
const WHILE_IT_IS_MADE: TimeDelta = TimeDelta::seconds(1);

/// Bytes that the headers of one form take, about.
const HEAD: usize = 2048;

/// A ready-made answer, and what it rests on.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub content_type: HeaderValue,
    pub body: Arc<Body>,
    /// What the work took, for `Server-Timing` on the answer that waited for it.
    pub timing: Option<HeaderValue>,
    /// People pay on this page, so its policy is another one.
    pub takes_payments: bool,
    trace: Trace,
    made_at: DateTime<Utc>,
    votes_may_lag: bool,
    /// Somebody makes the page anew because votes have moved.
    is_being_made: AtomicBool,
    /// The newest revision at which nothing that it rests on had moved.
    checked: AtomicU64,
    /// All headers, by form; made when the form is first sent.
    heads: [OnceLock<Head>; 3],
}

/// How a request met the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheStatus {
    /// Answered from memory.
    Hit,
    /// Made for this request, or waited for.
    Miss,
    /// The previous answer, because the server is busy or makes the next one.
    Stale,
}

impl Answer {
    /// An answer made from a view: `trace` is what was read, `revision` and `made_at` are the view's.
    #[must_use]
    pub fn new(
        status: StatusCode,
        content_type: HeaderValue,
        body: Body,
        (trace, revision, made_at): (Trace, u64, DateTime<Utc>),
    ) -> Self {
        let checked = AtomicU64::new(revision);
        Self {
            status,
            content_type,
            body: Arc::new(body),
            timing: None,
            takes_payments: false,
            trace,
            made_at,
            votes_may_lag: false,
            is_being_made: AtomicBool::new(false),
            checked,
            heads: [const { OnceLock::new() }; 3],
        }
    }

    /// Allows it to be a second late where nothing but votes changed.
    #[must_use]
    pub fn with_lagging_votes(mut self) -> Self {
        self.votes_may_lag = true;
        self
    }

    /// Keeps it for `time` whatever changes meanwhile: for what rests on more than scopes can say.
    #[must_use]
    pub fn lasting(mut self, time: TimeDelta) -> Self {
        self.trace = Trace {
            scopes: HashMap::new(),
            expires: Some(self.made_at + time),
        };
        self
    }

    /// Opens its policy for the payment provider.
    #[must_use]
    pub fn taking_payments(mut self, takes: bool) -> Self {
        self.takes_payments = takes;
        self
    }

    /// Adds what the work took.
    #[must_use]
    pub fn with_timing(mut self, timing: Option<HeaderValue>) -> Self {
        self.timing = timing;
        self
    }

    /// Keeps the headers of the form in `encoding`, so that the next one who wants it is sent a copy.
    pub fn keep_head(&self, encoding: Encoding, headers: impl FnOnce() -> HeaderMap) {
        let form = self.body.ready(encoding);
        if let (Some(kept), Some((_, bytes))) = (self.heads.get(encoding as usize), form) {
            kept.get_or_init(|| Head::new(self.status, headers(), bytes.len()));
        }
    }

    /// Headers and body for a client that prefers `encoding`, when that form was sent before.
    #[must_use]
    pub fn whole(&self, encoding: Encoding) -> Option<(&Head, &Bytes)> {
        let (encoding, bytes) = self.body.ready(encoding)?;
        let head = self.heads.get(encoding as usize)?.get()?;
        Some((head, bytes))
    }

    /// How a new answer made from `directory` at `now` would differ.
    fn freshness(&self, directory: &Directory, now: DateTime<Utc>) -> Freshness {
        if self.trace.expires.is_some_and(|moment| now >= moment) {
            return Freshness::Outdated;
        }
        if self.checked.load(Ordering::Acquire) >= directory.revision() {
            return Freshness::Same;
        }
        let mut votes_moved = false;
        for (scope, read) in &self.trace.scopes {
            let present = directory.revision_of(scope);
            if present.content != read.content {
                return Freshness::Outdated;
            }
            votes_moved |= present.any != read.any;
        }
        if votes_moved {
            return Freshness::VotesMoved;
        }
        self.checked
            .fetch_max(directory.revision(), Ordering::AcqRel);
        Freshness::Same
    }

    /// Whether it may be given as it is.
    fn is_fresh(&self, directory: &Directory, now: DateTime<Utc>) -> bool {
        match self.freshness(directory, now) {
            Freshness::Same => true,
            Freshness::VotesMoved => self.votes_may_lag && now - self.made_at < VOTES_MAY_LAG,
            Freshness::Outdated => false,
        }
    }

    /// Whether it may be given because somebody else makes the next one already. Who is told "no" makes it.
    fn is_given_meanwhile(&self, directory: &Directory, now: DateTime<Utc>) -> bool {
        self.votes_may_lag
            && now - self.made_at < VOTES_MAY_LAG + WHILE_IT_IS_MADE
            && self.freshness(directory, now) == Freshness::VotesMoved
            && self.is_being_made.swap(true, Ordering::AcqRel)
    }
}

/// What has become of an answer since it was made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Freshness {
    /// A new one would be the same.
    Same,
    /// Nothing but numbers of votes would differ.
    VotesMoved,
    Outdated,
}

/// Answers by key, weighed by bytes. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ResponseCache(moka::future::Cache<String, Arc<Answer>>);

impl ResponseCache {
    /// A cache of about `bytes`.
    #[must_use]
    pub fn new(bytes: u64) -> Self {
        let weigher = |key: &String, answer: &Arc<Answer>| {
            let scopes = answer.trace.scopes.len() * 64;
            let heads = answer.heads.len() * HEAD;
            u32::try_from(key.len() + answer.body.weight() + scopes + heads + 512)
                .unwrap_or(u32::MAX)
        };
        Self(
            moka::future::Cache::builder()
                .max_capacity(bytes)
                .weigher(weigher)
                .build(),
        )
    }

    /// The answer at `key` when it is there and still holds.
    #[must_use]
    pub fn ready(
        &self,
        key: &str,
        directory: &Directory,
        now: DateTime<Utc>,
    ) -> Option<Arc<Answer>> {
        let mut looking = pin!(self.0.get(key));
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
    ) -> Result<(Arc<Answer>, CacheStatus)>
    where
        F: Future<Output = Result<Answer>> + Send,
    {
        if let Some(answer) = self.0.get(key).await {
            if answer.is_fresh(directory, now) {
                return Ok((answer, CacheStatus::Hit));
            }
            if answer.is_given_meanwhile(directory, now) {
                return Ok((answer, CacheStatus::Stale));
            }
        }
        let made = self
            .0
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

    /// Answers held now, and their bytes, about.
    #[must_use]
    pub fn size(&self) -> (u64, u64) {
        (self.0.entry_count(), self.0.weighted_size())
    }
}
