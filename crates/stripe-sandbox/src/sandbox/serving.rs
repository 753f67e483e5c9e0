//! What the sandbox's HTTP server needs from it.

use std::{
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use serde_json::Value;

use super::{Inner, RecordedCall, Sandbox, lock};
use crate::{
    api::{self, Call, KeyKind},
    billing::cycle,
    error::{ApiError, Result},
    faults::{FaultKind, take},
    params::Params,
    state::{State, objects::Delivery},
    webhooks::{SignedEvent, signed},
};

/// How many calls are remembered, and how many characters of each name.
const MAX_RECORDED: usize = 10_000;
const LONGEST_RECORDED: usize = 200;

impl Sandbox {
    pub(crate) fn carry_out(
        &self,
        method: &str,
        path: &str,
        params: Params,
        key: KeyKind,
    ) -> Result<Value> {
        let base = self.base_url();
        let answer = self.with(|state| {
            let call = Call {
                method,
                path,
                params,
                key,
                base: &base,
            };
            api::answer(state, &call)
        });
        self.inner.wake.notify_waiters();
        answer
    }

    /// Reads or changes the state, after running everything that was due.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        let mut state = lock(&self.inner.state);
        let now = self.inner.time() + state.ahead;
        // Due work concerns existing objects, so an error would be a bug here, and the call continues.
        let _ = cycle::run(&mut state, None, now);
        let done = work(&mut state);
        state.now = now;
        self.inner.save_in_time(&state);
        done
    }

    pub(super) fn due_deliveries(&self) -> Vec<Delivery> {
        if self.inner.held.load(Ordering::Relaxed) {
            return Vec::new();
        }
        self.with(|state| {
            let now = state.now;
            state
                .deliveries
                .iter()
                .filter(|delivery| delivery.due.is_some_and(|due| due <= now))
                .cloned()
                .collect()
        })
    }

    pub(super) fn sign_for(&self, event: &str, endpoint: &str) -> Option<SignedEvent> {
        self.with(|state| {
            let now = state.now;
            let delivery = state
                .deliveries
                .iter()
                .find(|delivery| delivery.event == event && delivery.endpoint == endpoint)?;
            signed(state, delivery, now)
        })
    }

    pub(super) async fn woken(&self) {
        self.inner.wake.notified().await;
    }

    pub(crate) fn wake(&self) {
        self.inner.wake.notify_waiters();
    }

    pub(super) fn http(&self) -> &reqwest::Client {
        &self.inner.http
    }

    pub(crate) fn key_kind(&self, key: &str) -> Result<KeyKind> {
        let options = &self.inner.options;
        if key == options.secret_key {
            return Ok(KeyKind::Secret);
        }
        if key == options.publishable_key {
            return Ok(KeyKind::Publishable);
        }
        let message = if key.is_empty() {
            "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').".to_owned()
        } else {
            let shown: String = key.chars().take(8).collect();
            format!("Invalid API Key provided: {shown}****")
        };
        Err(ApiError::new(401, "invalid_request_error", message))
    }

    /// Anyone may call the demo's sandbox, so it remembers the latest calls only, and no long names.
    pub(crate) fn record(&self, mut call: RecordedCall) {
        call.path = call.path.chars().take(LONGEST_RECORDED).collect();
        call.idempotency_key = call
            .idempotency_key
            .map(|key| key.chars().take(LONGEST_RECORDED).collect());
        let mut calls = lock(&self.inner.calls);
        calls.push_back(call);
        if calls.len() > MAX_RECORDED {
            calls.pop_front();
        }
    }

    pub(crate) fn take_fault(&self, method: &str, path: &str) -> Option<FaultKind> {
        take(&mut lock(&self.inner.faults), method, path)
    }

    /// Marks a key as in use until the guard is dropped; `None` if it already is.
    pub(crate) fn begin(&self, key: &str) -> Option<Running> {
        lock(&self.inner.running)
            .insert(key.to_owned())
            .then(|| Running {
                sandbox: self.clone(),
                key: key.to_owned(),
            })
    }
}

/// An idempotency key in use.
pub(crate) struct Running {
    sandbox: Sandbox,
    key: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        lock(&self.sandbox.inner.running).remove(&self.key);
    }
}

/// The least time between two saves, and how many times longer than a save it is: anyone may call a demo's sandbox, and
/// the whole state is written each time.
const PAUSE: Duration = Duration::from_secs(1);
const PAUSE_PER_SAVE: u32 = 20;

impl Inner {
    /// By the clock that it follows.
    pub(super) fn time(&self) -> i64 {
        // The clock isn't asked while it is locked, because it may be anybody's.
        let clock = lock(&self.clock).clone();
        clock()
    }

    /// Saves the state, unless it was saved a moment ago: then the next call does, or the end of the sandbox.
    fn save_in_time(&self, state: &State) {
        let mut saving = lock(&self.saving);
        let began = Instant::now();
        saving.is_due = saving.next.is_some_and(|next| began < next);
        if !saving.is_due {
            self.save(state);
            let pause = PAUSE.max(began.elapsed() * PAUSE_PER_SAVE);
            saving.next = Some(began + pause);
        }
    }

    /// Written next to the old file and moved over it. If that fails, a demo continues without its file.
    pub(super) fn save(&self, state: &State) {
        let Some(path) = &self.options.file else {
            return;
        };
        let Ok(bytes) = serde_json::to_vec(state) else {
            return;
        };
        let beside = path.with_extension("new");
        if std::fs::write(&beside, bytes).is_ok() {
            let _ = std::fs::rename(&beside, path);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Options;

    #[test]
    fn the_latest_calls_are_remembered_with_short_names() {
        let sandbox = Sandbox::open(Options {
            seed: 1,
            secret_key: "sk_test_1".to_owned(),
            publishable_key: "pk_test_1".to_owned(),
            base_url: "http://sandbox.test".to_owned(),
            clock: Arc::new(|| 0),
            file: None,
        })
        .unwrap();
        for number in 0..MAX_RECORDED + 5 {
            sandbox.record(RecordedCall {
                method: "GET".to_owned(),
                path: format!("{number:0>5}{}", "x".repeat(1_000)),
                idempotency_key: Some("y".repeat(1_000)),
            });
        }
        let calls = sandbox.calls();
        assert_eq!(calls.len(), MAX_RECORDED);
        let first = &calls[0];
        assert!(first.path.starts_with("00005x"), "{}", first.path);
        assert_eq!(first.path.len(), LONGEST_RECORDED);
        assert_eq!(first.idempotency_key, Some("y".repeat(LONGEST_RECORDED)));
    }
}
