//! Figures for operators, in Prometheus' text format.

use std::sync::Arc;

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusRecorder};

use super::error::{Error, Result};

/// Seconds; from a cached page to a render that is about to be stopped.
const SECONDS: &[f64] = &[
    0.000_1, 0.000_5, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5,
];

/// The figures of one server. Cheap to clone.
#[derive(Clone)]
pub struct Metrics(Arc<PrometheusRecorder>);

impl Metrics {
    /// None counted yet.
    pub fn new() -> Result<Self> {
        let builder = PrometheusBuilder::new()
            .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), SECONDS)
            .map_err(|error| Error::Internal(format!("metrics can't start: {error}")))?;
        Ok(Self(Arc::new(builder.build_recorder())))
    }

    /// Runs `register`, whose counters, gauges and histograms then belong to this server for as long as they live.
    pub fn register<T>(&self, register: impl FnOnce() -> T) -> T {
        metrics::with_local_recorder(&*self.0, register)
    }

    /// Sums up the times measured since it was last asked. They fill the memory while nobody does.
    pub fn sum_up(&self) {
        self.0.handle().run_upkeep();
    }

    /// All figures as text.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.handle().render()
    }
}
