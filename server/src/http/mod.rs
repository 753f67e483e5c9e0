//! The edge: routes, limits, headers, and the response cache.

mod access_log;
mod answer;
mod api;
mod assets;
mod cache;
mod connections;
mod costly;
mod documents;
mod encoding;
mod failed_renders;
mod finishing;
mod front;
mod headers;
mod heads;
mod negotiation;
mod openapi;
mod operator;
mod packing;
mod page;
mod plain_http;
mod private_pages;
mod public;
mod redirects;
mod refusals;
mod request_ids;
mod request_log;
mod route_counts;
mod router;
mod sending;

use std::{
    num::NonZero,
    sync::{Arc, OnceLock},
};

use arc_swap::ArcSwap;
use axum::http::HeaderValue;
use metrics::counter;

pub use connections::{Acceptor, EventLoops, Listener, serve};
pub use front::{Front, Outgoing};
pub use openapi::{document as openapi_document, read as openapi_read};
pub use operator::StateLine;
pub use plain_http::{Challenges, router as plain_router};
pub use router::{router, routes};

use crate::{
    catalog::{Catalog, document::DocumentTable, read::ReadTable},
    pages::{Pages, WebBundle},
    platform::{
        clock::Clock,
        cpu::CpuPool,
        error::Result,
        id_generator::IdGenerator,
        limits::Limits,
        metrics::Metrics,
        settings::Settings,
        web::{RequestId, TrustedProxies},
    },
};
use access_log::AccessLog;
use assets::Files;
use cache::ResponseCache;
use failed_renders::FailedRenders;
use headers::SecurityHeaders;
use request_ids::RequestIds;
use request_log::Observer;
use route_counts::RouteCounts;

/// Jobs that may queue per CPU.
const WAITING_PER_PROCESSOR: usize = 256;

/// The thread pool shared by reads, rendering and password hashing.
///
/// # Errors
///
/// When the system starts no more threads.
pub fn cpu_pool() -> Result<CpuPool> {
    let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
    CpuPool::start(processors, processors * WAITING_PER_PROCESSOR)
}

/// Everything needed to answer requests.
pub struct Edge {
    catalog: Catalog,
    reads: Arc<ReadTable>,
    documents: Arc<DocumentTable>,
    pages: Pages,
    cache: ResponseCache,
    failed_renders: FailedRenders,
    files: Files,
    cpu: CpuPool,
    clock: Clock,
    request_ids: RequestIds,
    access_log: AccessLog,
    route_counts: RouteCounts,
    security_headers: SecurityHeaders,
    cache_control: HeaderValue,
    trusted_proxies: TrustedProxies,
    figures: ArcSwap<operator::Figures>,
    readiness: operator::Readiness,
    state: OnceLock<operator::StateReader>,
    /// In seconds since 1970.
    started_at: u64,
    limits: Limits,
    observer: Observer,
    metrics: Metrics,
}

impl Edge {
    /// Starts the renderer and takes the web app's files.
    ///
    /// # Errors
    ///
    /// When the web bundle doesn't compile, two reads share a path, or a setting is invalid.
    pub fn new(
        settings: &Settings,
        web: &WebBundle,
        catalog: Catalog,
        (reads, documents): (ReadTable, DocumentTable),
        clock: Clock,
        identifiers: &IdGenerator,
        cpu: CpuPool,
    ) -> Result<Self> {
        let metrics = Metrics::default();
        let lost = metrics.register(|| counter!("townperk_access_log_lost_total"));
        let access_log = AccessLog::new(settings.log_format, lost);
        access_log.set(settings.access_log);
        let reads = Arc::new(reads);
        let cache_control = match settings.cdn_seconds {
            0 => "no-cache".to_owned(),
            seconds => format!("no-cache, s-maxage={seconds}"),
        };
        Ok(Self {
            catalog,
            pages: Pages::start(web, reads.clone(), settings)?,
            reads,
            documents: Arc::new(documents),
            cache: ResponseCache::new(settings.cache_megabytes << 20),
            failed_renders: FailedRenders::new(clock.clone()),
            limits: Limits::new(clock.clone()),
            files: Files::new(web),
            cpu,
            started_at: clock.now().timestamp().unsigned_abs(),
            clock,
            request_ids: RequestIds::new(identifiers),
            access_log,
            route_counts: RouteCounts::default(),
            security_headers: SecurityHeaders::new(settings)?,
            cache_control: HeaderValue::try_from(cache_control)
                .unwrap_or(HeaderValue::from_static("no-cache")),
            trusted_proxies: TrustedProxies::parse(&settings.trusted_proxies)?,
            figures: ArcSwap::from_pointee(operator::Figures::of(settings)),
            readiness: operator::Readiness::default(),
            state: OnceLock::new(),
            observer: Observer::new(&metrics),
            metrics,
        })
    }

    /// Has `/readyz` answer 503 from now on. `false` if nobody ever asked it.
    pub fn drain(&self) -> bool {
        self.readiness.drain()
    }

    /// Has `read` called for `/readyz?full`.
    pub fn show_state<F>(&self, read: impl Fn() -> F + Send + Sync + 'static)
    where
        F: Future<Output = Result<Vec<StateLine>>> + Send + 'static,
    {
        // There is one reader, set when the server starts.
        let _ = self.state.set(Box::new(move || Box::pin(read())));
    }

    /// Applies the settings that don't need a restart.
    pub fn apply(&self, settings: &Settings) {
        self.access_log.set(settings.access_log);
        self.figures
            .store(Arc::new(operator::Figures::of(settings)));
    }

    /// Believes `proxies`, and notes there who else passed requests on.
    pub fn believe(&mut self, proxies: TrustedProxies) {
        self.trusted_proxies = proxies;
    }

    /// Writes what is left of the access log, before the process ends.
    pub fn flush_access_log(&self) {
        self.access_log.flush();
    }

    /// The ID that came with a request from a proxy of ours, or a new one.
    fn request_id(&self, is_proxy: bool, sent: Option<&[u8]>) -> RequestId {
        sent.filter(|_| is_proxy)
            .and_then(RequestId::sent)
            .unwrap_or_else(|| self.request_ids.next())
    }

    /// The server's metrics.
    #[must_use]
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }
}
