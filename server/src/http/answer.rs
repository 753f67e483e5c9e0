//! A cached answer and its dependencies.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
    time::Duration,
};

use axum::http::{HeaderMap, StatusCode};
use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use metrics::Counter;

use super::{
    encoding::Body,
    heads::{Head, Heads},
    negotiation::Encoding,
};
use crate::catalog::{Directory, ScopeKey, Trace};

/// A page where only vote counts changed is rebuilt at most this often.
const VOTES_MAY_LAG: TimeDelta = TimeDelta::seconds(1);

/// How long other requests may get the previous page while one request rebuilds it.
const WHILE_IT_IS_MADE: TimeDelta = TimeDelta::seconds(1);

/// Estimated bytes per entry besides the body, the key and the dependencies: its own header lines and the cache's
/// bookkeeping (docs/decisions/008-what-a-cached-page-weighs.md).
const BOOKS: usize = 400;

/// A ready-made answer and its dependencies.
pub struct Answer {
    pub status: StatusCode,
    /// As in `Content-Type`.
    pub media_type: &'static str,
    pub body: Arc<Body>,
    /// How long rendering took, for `Server-Timing` on the response that waited for it.
    pub drawn_in: Option<Duration>,
    /// Visitors pay on this page, so it has a different content security policy.
    pub takes_payments: bool,
    /// The name of this state in a URL, if it has one.
    version: Option<Box<str>>,
    /// The scopes that were read, and the revision of the directory then.
    scopes: Box<[ScopeKey]>,
    read_at: u64,
    expires: Option<DateTime<Utc>>,
    made_at: DateTime<Utc>,
    votes_may_lag: bool,
    /// The answer expires within seconds.
    pub(super) is_short_lived: bool,
    /// When a request began to rebuild the page because of new votes, in milliseconds since 1970; 0 if none has.
    being_made_since: AtomicI64,
    /// The newest revision at which none of the dependencies had changed.
    checked: AtomicU64,
    /// All headers of the stored form, built when it is first sent.
    head: OnceLock<Head>,
    /// Counts requests of its route.
    counter: OnceLock<Counter>,
}

impl std::fmt::Debug for Answer {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Answer")
            .field("status", &self.status)
            .field("media_type", &self.media_type)
            .finish_non_exhaustive()
    }
}

impl Answer {
    /// An answer made from a view: `trace` is what was read; `revision` and `made_at` are the view's.
    #[must_use]
    pub fn new(
        status: StatusCode,
        media_type: &'static str,
        body: Body,
        (trace, revision, made_at): (Trace, u64, DateTime<Utc>),
    ) -> Self {
        let checked = AtomicU64::new(revision);
        Self {
            status,
            media_type,
            body: Arc::new(body),
            drawn_in: None,
            takes_payments: false,
            version: None,
            scopes: trace.scopes.into_iter().collect(),
            read_at: revision,
            expires: trace.expires,
            made_at,
            votes_may_lag: false,
            is_short_lived: false,
            being_made_since: AtomicI64::new(0),
            checked,
            head: OnceLock::new(),
            counter: OnceLock::new(),
        }
    }

    /// Lets it lag by a second when only votes have changed.
    #[must_use]
    pub fn with_lagging_votes(mut self) -> Self {
        self.votes_may_lag = true;
        self
    }

    /// Keeps it for `time` regardless of changes, for answers with dependencies that scopes can't express.
    #[must_use]
    pub fn lasting(mut self, time: TimeDelta) -> Self {
        self.scopes = Box::default();
        self.is_short_lived = true;
        self.expires = Some(self.made_at + time);
        self
    }

    /// Opens its content security policy for the payment provider.
    #[must_use]
    pub fn taking_payments(mut self, takes: bool) -> Self {
        self.takes_payments = takes;
        self
    }

    /// Records how long rendering took.
    #[must_use]
    pub fn drawn_in(mut self, time: Duration) -> Self {
        self.drawn_in = Some(time);
        self
    }

    /// Names its state: a URL with this name will never have other content.
    #[must_use]
    pub fn with_version(mut self, version: Option<String>) -> Self {
        self.version = version.map(String::into_boxed_str);
        self
    }

    /// Whether `version` is the name of its current state.
    #[must_use]
    pub fn is_version(&self, version: &str) -> bool {
        self.version.as_deref() == Some(version)
    }

    /// Has requests that it answers counted by `counter`, which belongs to its route.
    pub fn count_by(&self, counter: &Counter) {
        self.counter.get_or_init(|| counter.clone());
    }

    /// Counts a request that was answered without the router.
    pub fn count(&self) {
        if let Some(counter) = self.counter.get() {
            counter.increment(1);
        }
    }

    /// Stores the headers for `encoding` if that is the form that is kept.
    pub fn keep_head(&self, heads: &Heads, encoding: Encoding, map: impl FnOnce() -> HeaderMap) {
        if encoding != self.body.kept() {
            return;
        }
        if let Some((_, bytes)) = self.body.ready(encoding) {
            self.head
                .get_or_init(|| heads.head(self.status, map(), bytes.len()));
        }
    }

    /// Headers and body for a client that prefers `encoding`, if that form is kept and was sent before.
    #[must_use]
    pub fn whole(&self, encoding: Encoding) -> Option<(&Head, &Bytes)> {
        let (encoding, bytes) = self.body.ready(encoding)?;
        let head = self.head.get()?;
        (encoding == self.body.kept()).then_some((head, bytes))
    }

    /// Bytes in memory, including its `key`.
    pub(super) fn weight(&self, key: &str) -> usize {
        let scopes = size_of_val(&*self.scopes);
        size_of::<Self>() + self.body.weight() + scopes + key.len() + BOOKS
    }

    /// How an answer rebuilt from `directory` at `now` would differ.
    fn freshness(&self, directory: &Directory, now: DateTime<Utc>) -> Freshness {
        if self.expires.is_some_and(|moment| now >= moment) {
            return Freshness::Outdated;
        }
        if self.checked.load(Ordering::Acquire) >= directory.revision() {
            return Freshness::Same;
        }
        let mut votes_moved = false;
        for scope in &self.scopes {
            let present = directory.revision_of(*scope);
            if present.content > self.read_at {
                return Freshness::Outdated;
            }
            votes_moved |= present.any > self.read_at;
        }
        if votes_moved {
            return Freshness::VotesMoved;
        }
        self.checked
            .fetch_max(directory.revision(), Ordering::AcqRel);
        Freshness::Same
    }

    /// Whether it can be sent as it is.
    pub(super) fn is_fresh(&self, directory: &Directory, now: DateTime<Utc>) -> bool {
        match self.freshness(directory, now) {
            Freshness::Same => true,
            Freshness::VotesMoved => self.votes_may_lag && now - self.made_at < VOTES_MAY_LAG,
            Freshness::Outdated => false,
        }
    }

    /// Whether it can be sent because another request is already rebuilding it, for new votes alone. A caller that gets
    /// `false` has to rebuild it.
    pub(super) fn is_given_meanwhile(&self, directory: &Directory, now: DateTime<Utc>) -> bool {
        if !self.votes_may_lag || self.freshness(directory, now) != Freshness::VotesMoved {
            return false;
        }
        let now = now.timestamp_millis();
        let since = self.being_made_since.load(Ordering::Acquire);
        let is_being_made = now < since + WHILE_IT_IS_MADE.num_milliseconds();
        // Of several requests at once, one takes it on.
        is_being_made
            || self
                .being_made_since
                .compare_exchange(since, now, Ordering::AcqRel, Ordering::Acquire)
                .is_err()
    }
}

/// What has changed since an answer was made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Freshness {
    /// A new one would be the same.
    Same,
    /// Only vote counts would differ.
    VotesMoved,
    Outdated,
}
