//! The edge: routes, limits, headers, and the response cache.

mod assets;
mod cache;
mod encoding;
mod error;
mod headers;
mod negotiation;
mod observe;
mod openapi;
mod operator;
mod public;
mod router;

use std::{num::NonZero, sync::Arc, time::Duration};

use axum::http::HeaderValue;
use metrics_exporter_prometheus::PrometheusHandle;

pub use openapi::document as openapi_document;
pub use router::router;

use crate::{
    catalog::{Catalog, read::ReadTable},
    pages::{Pages, WebBundle},
    platform::{
        clock::Clock, cpu::CpuPool, error::Result, identifiers::Identifiers, metrics,
        settings::Settings,
    },
};
use assets::Files;
use cache::ResponseCache;
use headers::SecurityHeaders;
use observe::Observer;

/// Visitors get the shell this long after a failed render, before it is tried again.
const RENDER_PAUSE: Duration = Duration::from_secs(30);
/// Failed pages remembered at most.
const FAILED_RENDERS: u64 = 10_000;
/// Pieces of work that may wait for a processor, for each of them.
const WAITING_PER_PROCESSOR: usize = 256;

/// All that answering needs.
pub struct Edge {
    catalog: Catalog,
    reads: Arc<ReadTable>,
    pages: Pages,
    cache: ResponseCache,
    failed_renders: moka::sync::Cache<String, ()>,
    files: Files,
    cpu: CpuPool,
    clock: Clock,
    identifiers: Identifiers,
    security_headers: SecurityHeaders,
    cache_control: HeaderValue,
    observer: Observer,
    metrics: PrometheusHandle,
}

impl Edge {
    /// Starts the renderer and takes over the web app's files.
    pub fn new(
        settings: &Settings,
        web: &WebBundle,
        catalog: Catalog,
        reads: ReadTable,
        clock: Clock,
        identifiers: Identifiers,
    ) -> Result<Self> {
        let metrics = metrics::start()?;
        let reads = Arc::new(reads);
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        let cache_control = match settings.cdn_seconds {
            0 => "no-cache".to_owned(),
            seconds => format!("no-cache, s-maxage={seconds}"),
        };
        Ok(Self {
            catalog,
            pages: Pages::start(web, reads.clone(), settings)?,
            reads,
            cache: ResponseCache::new(settings.cache_megabytes << 20),
            failed_renders: moka::sync::Cache::builder()
                .max_capacity(FAILED_RENDERS)
                .time_to_live(RENDER_PAUSE)
                .build(),
            files: Files::new(web),
            cpu: CpuPool::new(processors, processors * WAITING_PER_PROCESSOR),
            clock,
            identifiers,
            security_headers: SecurityHeaders::new(settings.origin().starts_with("https://")),
            cache_control: HeaderValue::try_from(cache_control)
                .unwrap_or(HeaderValue::from_static("no-cache")),
            observer: Observer::new(settings.access_log),
            metrics,
        })
    }
}
