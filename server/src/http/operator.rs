//! Endpoints for operators and monitoring: liveness, readiness, metrics.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use axum::{
    extract::{ConnectInfo, RawQuery, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use metrics::{counter, gauge};
use serde::Serialize;
use sha2::{Digest, Sha256};
use tokio::time::timeout;

use super::Edge;
use crate::platform::{
    error::Result,
    process,
    settings::{Secret, Settings},
    version::{COMMIT, RELEASE, VERSION},
    web::{Peer, was_passed_on},
};

/// Who may see the metrics.
#[derive(Clone, Debug)]
pub enum Figures {
    /// Anyone who sends this token.
    ForToken(Secret),
    /// Programs on this machine.
    ForThisMachine,
    /// Nobody.
    Closed,
}

impl Figures {
    /// Reads it from the settings.
    #[must_use]
    pub fn of(settings: &Settings) -> Self {
        if !settings.metrics_token.reveal().is_empty() {
            Self::ForToken(settings.metrics_token.clone())
        } else if settings.is_production() {
            Self::Closed
        } else {
            Self::ForThisMachine
        }
    }
}

fn may_see_figures(figures: &Figures, peer: Peer, headers: &HeaderMap) -> bool {
    match figures {
        Figures::Closed => false,
        Figures::ForThisMachine => peer.address().is_loopback() && !was_passed_on(headers),
        Figures::ForToken(token) => headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.as_bytes().strip_prefix(b"Bearer "))
            // Compares hashes, so the time it takes reveals nothing about the token.
            .is_some_and(|sent| Sha256::digest(sent) == Sha256::digest(token.reveal())),
    }
}

/// The process is alive.
pub async fn healthz() -> impl IntoResponse {
    "ok\n"
}

/// What `/readyz` says.
#[derive(Debug, Default)]
pub struct Readiness {
    is_draining: AtomicBool,
    was_asked: AtomicBool,
}

impl Readiness {
    /// Answers 503 from now on, so that load balancers look elsewhere. `false` if none ever asked.
    pub fn drain(&self) -> bool {
        self.is_draining.store(true, Ordering::Relaxed);
        self.was_asked.load(Ordering::Relaxed)
    }
}

/// The state of one thing that the operator looks after.
#[derive(Clone, Debug, Serialize)]
pub struct StateLine {
    /// Such as `Mail`.
    pub name: &'static str,
    pub text: String,
    /// What is wrong and what to do about it; `null` if all is well.
    pub advice: Option<String>,
}

/// Reads the state of everything from the database.
pub type StateReader =
    Box<dyn Fn() -> Pin<Box<dyn Future<Output = Result<Vec<StateLine>>> + Send>> + Send + Sync>;

/// Whoever asks doesn't wait longer for the database.
const STATE_TIME: Duration = Duration::from_secs(5);

/// What the operator's page says, for monitoring: 200 with the lines and the number of problems, or 503 while the database is
/// away or the server is stopping.
async fn full_state(edge: &Edge) -> Response {
    let read = match edge.state.get() {
        Some(read) => timeout(STATE_TIME, read()).await,
        None => Ok(Ok(Vec::new())),
    };
    let (lines, error) = match read {
        Ok(Ok(lines)) => (lines, None),
        Ok(Err(error)) => (Vec::new(), Some(error.to_string())),
        Err(_) => (Vec::new(), Some("the database doesn't answer".to_owned())),
    };
    let is_ready = error.is_none() && !edge.readiness.is_draining.load(Ordering::Relaxed);
    let status = if is_ready {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    let problems = lines.iter().filter(|line| line.advice.is_some()).count();
    let state = serde_json::json!({
        "ready": is_ready,
        "version": VERSION,
        "problems": problems + usize::from(error.is_some()),
        "error": error,
        "lines": lines,
    });
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (status, kind, format!("{state}\n")).into_response()
}

/// The catalog is loaded, so every public read works, even while the database is down. 503 before a stop. `?full`, for callers
/// who may see the metrics: what the operator's page says.
pub async fn readyz(
    State(edge): State<Arc<Edge>>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    if query.is_some_and(|query| {
        query
            .split('&')
            .any(|part| part == "full" || part == "full=")
    }) {
        if may_see_figures(&edge.figures.load(), peer, &headers) {
            return full_state(&edge).await;
        }
        let kind = [(header::CONTENT_TYPE, "text/plain")];
        return (StatusCode::NOT_FOUND, kind, "Not found.\n").into_response();
    }
    edge.readiness.was_asked.store(true, Ordering::Relaxed);
    if edge.readiness.is_draining.load(Ordering::Relaxed) {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n").into_response();
    }
    "ready\n".into_response()
}

/// Metrics in Prometheus' text format, for callers with the `metrics_token`. Without that setting, for programs on this
/// machine; in production for no one, because a proxy that adds no header makes every visitor look local.
pub async fn metrics(
    State(edge): State<Arc<Edge>>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    headers: HeaderMap,
) -> impl IntoResponse {
    if !may_see_figures(&edge.figures.load(), peer, &headers) {
        return (
            StatusCode::NOT_FOUND,
            [(header::CONTENT_TYPE, "text/plain")],
            "Not found.\n".to_owned(),
        );
    }
    let (answers, bytes) = edge.cache.size().await;
    let renders = edge.pages.stats();
    edge.metrics.register(|| {
        gauge!("townperk_build_info", "version" => RELEASE, "commit" => COMMIT).set(1.0);
        if let Some(seconds) = process::cpu_seconds() {
            counter!("process_cpu_seconds_total").absolute(seconds);
        }
    });
    let figures = [
        ("townperk_response_cache_entries", answers),
        ("townperk_response_cache_bytes", bytes),
        ("townperk_render_queue_length", renders.queue_length as u64),
        ("townperk_render_runtimes_replaced", renders.replacements),
        ("townperk_catalog_revision", edge.catalog.revision()),
        ("process_start_time_seconds", edge.started_at),
        (
            "process_resident_memory_bytes",
            process::resident_bytes().unwrap_or_default(),
        ),
        (
            "process_open_fds",
            process::open_files().unwrap_or_default() as u64,
        ),
    ];
    #[expect(
        clippy::cast_precision_loss,
        reason = "a gauge is a float; these stay far below 2^53"
    )]
    edge.metrics.register(|| {
        for (name, value) in figures {
            gauge!(name).set(value as f64);
        }
    });
    (
        StatusCode::OK,
        [(header::CONTENT_TYPE, "text/plain; version=0.0.4")],
        edge.metrics.text().await,
    )
}
