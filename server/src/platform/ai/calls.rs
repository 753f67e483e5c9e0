//! Metrics of calls to the model.

use std::sync::OnceLock;

use metrics::{Counter, counter};

use crate::platform::metrics::Metrics;

/// Calls by outcome, for `/metrics`.
#[derive(Debug, Default)]
pub struct AiCalls(OnceLock<Figures>);

#[derive(Debug)]
struct Figures {
    answered: Counter,
    failed: Counter,
}

impl AiCalls {
    /// Adds them to the server's metrics.
    pub fn show_in(&self, metrics: &Metrics) {
        self.0.get_or_init(|| {
            metrics.register(|| {
                let named = |outcome| counter!("townperk_ai_calls_total", "outcome" => outcome);
                Figures {
                    answered: named("answered"),
                    failed: named("failed"),
                }
            })
        });
    }

    /// Counts calls with an answer and calls without one.
    pub(super) fn note(&self, answered: u32, failed: u32) {
        if let Some(figures) = self.0.get() {
            figures.answered.increment(answered.into());
            figures.failed.increment(failed.into());
        }
    }
}
