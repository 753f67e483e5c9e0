//! An answer that is kept, and what it rests on.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use axum::http::{HeaderMap, HeaderValue, StatusCode};
use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};

use super::{
    encoding::Body,
    heads::{Head, Heads},
    negotiation::Encoding,
};
use crate::catalog::{Directory, ScopeKey, Trace};

/// A page whose only change is a number of votes is made at most this often.
const VOTES_MAY_LAG: TimeDelta = TimeDelta::seconds(1);

/// While one request makes such a page anew the others are given the previous one, at most for so long.
const WHILE_IT_IS_MADE: TimeDelta = TimeDelta::seconds(1);

/// Bytes that an answer takes beside itself, its body, its key and what it rests on: the lines of its head that no other
/// answer has, and the cache's own books. An estimate (docs/decisions/008-what-a-cached-page-weighs.md).
const BOOKS: usize = 400;

/// A ready-made answer, and what it rests on.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub content_type: HeaderValue,
    pub body: Arc<Body>,
    /// What drawing it took, for `Server-Timing` on the answer that waited for it.
    pub drawn_in: Option<Duration>,
    /// People pay on this page, so its policy is another one.
    pub takes_payments: bool,
    /// What names this state of it in an address, if anything does.
    version: Option<Box<str>>,
    /// What was read, and the revision of the directory then.
    scopes: Box<[ScopeKey]>,
    read_at: u64,
    expires: Option<DateTime<Utc>>,
    made_at: DateTime<Utc>,
    votes_may_lag: bool,
    /// Nobody will be given it after some seconds.
    pub(super) is_short_lived: bool,
    /// Somebody makes the page anew because votes have moved.
    is_being_made: AtomicBool,
    /// The newest revision at which nothing that it rests on had moved.
    checked: AtomicU64,
    /// All headers of the form that is kept; made when it is first sent.
    head: OnceLock<Head>,
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
            drawn_in: None,
            takes_payments: false,
            version: None,
            scopes: trace.scopes.into_iter().collect(),
            read_at: revision,
            expires: trace.expires,
            made_at,
            votes_may_lag: false,
            is_short_lived: false,
            is_being_made: AtomicBool::new(false),
            checked,
            head: OnceLock::new(),
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
        self.scopes = Box::default();
        self.is_short_lived = true;
        self.expires = Some(self.made_at + time);
        self
    }

    /// Opens its policy for the payment provider.
    #[must_use]
    pub fn taking_payments(mut self, takes: bool) -> Self {
        self.takes_payments = takes;
        self
    }

    /// Adds what drawing it took.
    #[must_use]
    pub fn drawn_in(mut self, time: Duration) -> Self {
        self.drawn_in = Some(time);
        self
    }

    /// Names its state: an address that holds the name will never have another content.
    #[must_use]
    pub fn with_version(mut self, version: Option<String>) -> Self {
        self.version = version.map(String::into_boxed_str);
        self
    }

    /// Whether `version` names the state that it is in.
    #[must_use]
    pub fn is_version(&self, version: &str) -> bool {
        self.version.as_deref() == Some(version)
    }

    /// Keeps the headers of the form in `encoding`, when that is the form that is kept.
    pub fn keep_head(&self, heads: &Heads, encoding: Encoding, map: impl FnOnce() -> HeaderMap) {
        if encoding != self.body.kept() {
            return;
        }
        if let Some((_, bytes)) = self.body.ready(encoding) {
            self.head
                .get_or_init(|| heads.head(self.status, map(), bytes.len()));
        }
    }

    /// Headers and body for a client that prefers `encoding`, when that form is kept and was sent before.
    #[must_use]
    pub fn whole(&self, encoding: Encoding) -> Option<(&Head, &Bytes)> {
        let (encoding, bytes) = self.body.ready(encoding)?;
        let head = self.head.get()?;
        (encoding == self.body.kept()).then_some((head, bytes))
    }

    /// Bytes in memory, with the `key` that it lies under.
    pub(super) fn weight(&self, key: &str) -> usize {
        let scopes = size_of_val(&*self.scopes);
        size_of::<Self>() + self.body.weight() + scopes + key.len() + BOOKS
    }

    /// How a new answer made from `directory` at `now` would differ.
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

    /// Whether it may be given as it is.
    pub(super) fn is_fresh(&self, directory: &Directory, now: DateTime<Utc>) -> bool {
        match self.freshness(directory, now) {
            Freshness::Same => true,
            Freshness::VotesMoved => self.votes_may_lag && now - self.made_at < VOTES_MAY_LAG,
            Freshness::Outdated => false,
        }
    }

    /// Whether it may be given because somebody else makes the next one already. Who is told "no" makes it.
    pub(super) fn is_given_meanwhile(&self, directory: &Directory, now: DateTime<Utc>) -> bool {
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
