//! The sandbox: its state, its clock, and the handles for tests and demos.

mod bills;
mod deliveries;
mod serving;

use std::{
    collections::{BTreeSet, VecDeque},
    fmt,
    path::PathBuf,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use serde_json::Value;
use tokio::sync::Notify;

use crate::{
    api::KeyKind,
    billing::{attempts, reversals},
    error::Result,
    faults::Fault,
    params::Params,
    state::{State, objects::WebhookEndpoint},
    webhooks::{SignedEvent, signed},
};

/// Tells the time in seconds since 1970.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;

/// Options of a sandbox.
#[derive(Clone)]
pub struct Options {
    /// Determines all IDs.
    pub seed: u64,
    pub secret_key: String,
    pub publishable_key: String,
    /// The sandbox's base URL, without a trailing slash.
    pub base_url: String,
    pub clock: Clock,
    /// A file that preserves the state across restarts.
    pub file: Option<PathBuf>,
}

impl fmt::Debug for Options {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Options")
            .field("seed", &self.seed)
            .field("base_url", &self.base_url)
            .field("file", &self.file)
            .finish_non_exhaustive()
    }
}

/// A received call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedCall {
    pub method: String,
    pub path: String,
    pub idempotency_key: Option<String>,
}

/// A sandbox. Clones are handles to the same one.
#[derive(Clone)]
pub struct Sandbox {
    inner: Arc<Inner>,
}

struct Inner {
    options: Options,
    /// The clock of the options, until it gets another one.
    clock: Mutex<Clock>,
    base_url: Mutex<String>,
    state: Mutex<State>,
    saving: Mutex<Saving>,
    faults: Mutex<Vec<Fault>>,
    calls: Mutex<VecDeque<RecordedCall>>,
    /// Idempotency keys with a call in progress.
    running: Mutex<BTreeSet<String>>,
    held: AtomicBool,
    wake: Notify,
    http: reqwest::Client,
}

/// When the state was written to its file.
#[derive(Debug, Default)]
struct Saving {
    is_due: bool,
    /// Not before this; at once if none.
    next: Option<Instant>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        if lock(&self.saving).is_due {
            self.save(&lock(&self.state));
        }
    }
}

impl fmt::Debug for Sandbox {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Sandbox")
    }
}

/// Safe after a panic: each change is a few assignments, so the state stays usable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Sandbox {
    /// Opens a sandbox, with the state in its file if there is one.
    ///
    /// # Errors
    ///
    /// When the file can't be read or parsed.
    pub fn open(options: Options) -> std::io::Result<Self> {
        let stored = match &options.file {
            Some(path) if path.exists() => Some(serde_json::from_slice(&std::fs::read(path)?)?),
            _ => None,
        };
        let state = stored.unwrap_or_else(|| State::new(options.seed));
        // Events can go to endpoints on this machine, or to https ones.
        let roots =
            rustls::RootCertStore::from_iter(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = rustls::ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(std::io::Error::other)?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let http = reqwest::Client::builder()
            .tls_backend_preconfigured(tls)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(std::io::Error::other)?;
        let sandbox = Self {
            inner: Arc::new(Inner {
                clock: Mutex::new(options.clock.clone()),
                base_url: Mutex::new(options.base_url.clone()),
                options,
                state: Mutex::new(state),
                saving: Mutex::default(),
                faults: Mutex::default(),
                calls: Mutex::default(),
                running: Mutex::default(),
                held: AtomicBool::new(false),
                wake: Notify::new(),
                http,
            }),
        };
        sandbox.tick();
        Ok(sandbox)
    }

    /// Sets the sandbox's base URL once it is known.
    pub fn set_base_url(&self, address: &str) {
        address
            .trim_end_matches('/')
            .clone_into(&mut lock(&self.inner.base_url));
    }

    /// The sandbox's base URL.
    #[must_use]
    pub fn base_url(&self) -> String {
        lock(&self.inner.base_url).clone()
    }

    /// The sandbox's time in seconds since 1970.
    #[must_use]
    pub fn now(&self) -> i64 {
        self.inner.time() + lock(&self.inner.state).ahead
    }

    /// Follows another clock from now on; everything due by its time happens at its own time. It may be behind the last one: what
    /// happened stays, and what is made then is as old as that clock says.
    pub fn set_clock(&self, clock: Clock) {
        *lock(&self.inner.clock) = clock;
        self.tick();
    }

    /// Writes the state to its file now, however lately it was written.
    pub fn save(&self) {
        let state = lock(&self.inner.state);
        self.inner.save(&state);
        lock(&self.inner.saving).is_due = false;
    }

    /// Advances the sandbox's clock; everything due by then happens at its own time.
    pub fn advance(&self, seconds: i64) {
        lock(&self.inner.state).ahead += seconds.max(0);
        self.tick();
    }

    /// Runs what has become due.
    pub fn tick(&self) {
        self.with(|_| ());
        self.inner.wake.notify_waiters();
    }

    /// Sends events from now on to `url`, signed with each of `secrets`.
    pub fn add_endpoint(&self, url: &str, secrets: &[&str]) -> String {
        self.with(|state| {
            let endpoint = WebhookEndpoint {
                id: state.id("we"),
                created: state.now,
                url: url.to_owned(),
                secrets: secrets.iter().map(|secret| (*secret).to_owned()).collect(),
                enabled_events: vec!["*".to_owned()],
                description: None,
                metadata: Default::default(),
            };
            let id = endpoint.id.clone();
            state.endpoints.put(&id, endpoint);
            id
        })
    }

    /// The same, replacing the first existing endpoint: pending events go to the new URL.
    pub fn set_endpoint(&self, url: &str, secrets: &[&str]) -> String {
        let known = self.with(|state| {
            let id = state.endpoints.iter().next()?.id.clone();
            let endpoint = state.endpoints.get_mut(&id)?;
            url.clone_into(&mut endpoint.url);
            endpoint.secrets = secrets.iter().map(|secret| (*secret).to_owned()).collect();
            Some(id)
        });
        known.unwrap_or_else(|| self.add_endpoint(url, secrets))
    }

    /// Holds events back until released.
    pub fn hold_webhooks(&self, held: bool) {
        self.inner.held.store(held, Ordering::Relaxed);
        self.inner.wake.notify_waiters();
    }

    /// Every event so far, as its endpoint would receive it now, oldest first.
    #[must_use]
    pub fn events(&self) -> Vec<SignedEvent> {
        self.events_where(|_| true)
    }

    /// Those of them whose ID `is_wanted`: each is written and signed anew.
    pub fn events_where(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<SignedEvent> {
        self.with(|state| {
            let now = state.now;
            state
                .deliveries
                .iter()
                .filter(|delivery| is_wanted(&delivery.event))
                .filter_map(|delivery| signed(state, delivery, now))
                .collect()
        })
    }

    /// Injects a fault.
    pub fn order(&self, fault: Fault) {
        lock(&self.inner.faults).push(fault);
    }

    /// Removes all remaining faults.
    pub fn clear_faults(&self) {
        lock(&self.inner.faults).clear();
    }

    /// The latest calls received over HTTP, oldest first.
    #[must_use]
    pub fn calls(&self) -> Vec<RecordedCall> {
        lock(&self.inner.calls).iter().cloned().collect()
    }

    /// Makes a call with the secret key in-process: no faults apply, and it isn't recorded.
    ///
    /// # Errors
    ///
    /// When Stripe would refuse the call.
    pub fn call(&self, method: &str, path: &str, pairs: &[(&str, &str)]) -> Result<Value> {
        self.carry_out(method, path, Params::of(pairs), KeyKind::Secret)
    }

    /// Pays as a browser would, with this card number.
    ///
    /// # Errors
    ///
    /// When the secret is wrong, or the card is declined.
    pub fn pay(&self, client_secret: &str, number: &str) -> Result<Value> {
        let (intent, _) = client_secret.split_once("_secret_").unwrap_or_default();
        let pairs = [
            ("client_secret", client_secret),
            ("payment_method_data[type]", "card"),
            ("payment_method_data[card][number]", number),
            ("payment_method_data[card][exp_month]", "12"),
            ("payment_method_data[card][exp_year]", "34"),
            ("payment_method_data[card][cvc]", "123"),
        ];
        let path = format!("payment_intents/{intent}/confirm");
        self.carry_out("POST", &path, Params::of(&pairs), KeyKind::Publishable)
    }

    /// The cardholder's answer to the bank's verification.
    ///
    /// # Errors
    ///
    /// When the intent isn't waiting for one.
    pub fn authenticate(&self, intent: &str, agrees: bool) -> Result<()> {
        self.with(|state| attempts::authenticate(state, intent, agrees))
    }

    /// Settles a payment in `processing`.
    ///
    /// # Errors
    ///
    /// When the payment isn't in processing.
    pub fn settle(&self, intent: &str, arrives: bool) -> Result<()> {
        self.with(|state| attempts::settle(state, intent, arrives))
    }

    /// The cardholder disputes a charge.
    ///
    /// # Errors
    ///
    /// When there is no such charge.
    pub fn open_dispute(&self, charge: &str) -> Result<String> {
        self.with(|state| reversals::open_dispute(state, charge))
    }

    /// The bank decides a dispute.
    ///
    /// # Errors
    ///
    /// When there is no such open dispute.
    pub fn close_dispute(&self, dispute: &str, won: bool) -> Result<()> {
        self.with(|state| reversals::close_dispute(state, dispute, won))
    }

    /// A refund is rejected by the bank.
    ///
    /// # Errors
    ///
    /// When there is no such refund.
    pub fn fail_refund(&self, refund: &str) -> Result<()> {
        self.with(|state| reversals::fail_refund(state, refund))
    }

    /// The total of all money received and not returned, in cents.
    #[must_use]
    pub fn money_taken(&self) -> i64 {
        self.with(|state| {
            state
                .charges
                .iter()
                .filter(|charge| charge.failure.is_none())
                .map(|charge| charge.amount - charge.amount_refunded)
                .sum()
        })
    }
}
