//! Figures for operators, in Prometheus' text format.

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

use super::error::{Error, Result};

/// Seconds; from a cached page to a render that is about to be stopped.
const SECONDS: &[f64] = &[
    0.000_1, 0.000_5, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5,
];

/// Makes the process' recorder, once. Later calls (several servers in one test process) get a handle of their own
/// that records nothing.
pub fn start() -> Result<PrometheusHandle> {
    let recorder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), SECONDS)
        .map_err(|error| Error::Internal(format!("metrics can't start: {error}")))?
        .build_recorder();
    let handle = recorder.handle();
    // Refused only when a recorder is there already, which is then the one that counts.
    let _ = metrics::set_global_recorder(recorder);
    Ok(handle)
}
