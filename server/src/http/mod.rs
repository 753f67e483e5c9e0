//! The edge: routes, limits, headers, and the response cache.

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
mod page;
mod private_pages;
mod public;
mod redirects;
mod refusals;
mod request_ids;
mod request_log;
mod router;
mod sending;

use std::{num::NonZero, sync::Arc};

use axum::http::HeaderValue;

pub use connections::{EventLoops, serve};
pub use front::{Front, Outgoing};
pub use openapi::{document as openapi_document, read as openapi_read};
pub use router::{router, routes};

use crate::{
    catalog::{Catalog, document::DocumentTable, read::ReadTable},
    pages::{Pages, WebBundle},
    platform::{
        clock::Clock, cpu::CpuPool, error::Result, id_generator::IdGenerator, limits::Limits,
        metrics::Metrics, settings::Settings, web::TrustedProxies,
    },
};
use assets::Files;
use cache::ResponseCache;
use failed_renders::FailedRenders;
use headers::SecurityHeaders;
use request_ids::RequestIds;
use request_log::Observer;

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
    security_headers: SecurityHeaders,
    cache_control: HeaderValue,
    trusted_proxies: TrustedProxies,
    figures: operator::Figures,
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
            clock,
            request_ids: RequestIds::new(identifiers),
            security_headers: SecurityHeaders::new(settings)?,
            cache_control: HeaderValue::try_from(cache_control)
                .unwrap_or(HeaderValue::from_static("no-cache")),
            trusted_proxies: TrustedProxies::parse(&settings.trusted_proxies)?,
            figures: operator::Figures::of(settings),
            observer: Observer::new(&metrics, settings.access_log),
            metrics,
        })
    }

    /// The server's metrics.
    #[must_use]
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }
}
