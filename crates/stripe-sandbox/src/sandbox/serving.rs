//! What the sandbox's HTTP server needs from it.

use std::sync::atomic::Ordering;

use serde_json::Value;

use super::{RecordedCall, Sandbox, lock};
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
const MOST_RECORDED: usize = 10_000;
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
        let now = (self.inner.options.clock)() + state.ahead;
        // Due work concerns existing objects, so an error would be a bug here, and the call continues.
        let _ = cycle::run(&mut state, None, now);
        let done = work(&mut state);
        state.now = now;
        if let Some(path) = &self.inner.options.file {
            save(path, &state);
        }
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
        if calls.len() > MOST_RECORDED {
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

/// Written next to the old file and moved over it. If that fails, a demo continues without its file.
fn save(path: &std::path::Path, state: &State) {
    let Ok(bytes) = serde_json::to_vec(state) else {
        return;
    };
    let beside = path.with_extension("new");
    if std::fs::write(&beside, bytes).is_ok() {
        let _ = std::fs::rename(&beside, path);
    }
}
