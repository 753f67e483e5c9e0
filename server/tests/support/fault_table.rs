//! The fault table: one line per fault, with what was acknowledged, what another connection found afterward, and how
//! long refusals took. `scripts/fault-table.sh` collects the lines and makes faults last longer.

use std::{fs::OpenOptions, io::Write, time::Duration};

/// Where lines are collected.
const TABLE: &str = "TOWNPERK_FAULT_TABLE";
/// How long a fault lasts.
const SECONDS: &str = "TOWNPERK_FAULT_SECONDS";

/// Refusals during one fault.
#[derive(Clone, Debug, Default)]
pub struct Refusals(Vec<Duration>);

impl Refusals {
    pub fn note(&mut self, took: Duration) {
        self.0.push(took);
    }

    /// This percentage took no longer.
    fn percentile(&self, share: usize) -> String {
        let mut times = self.0.clone();
        times.sort_unstable();
        let last = times.len().saturating_sub(1);
        times.get(last * share / 100).map_or_else(
            || "–".to_owned(),
            |time| format!("{:.2} s", time.as_secs_f64()),
        )
    }
}

/// Writes a line. `found` is counted over the test's own connection.
pub fn line(case: &str, acknowledged: u64, found: u64, refusals: &Refusals) {
    let line = format!(
        "| {case} | {acknowledged} | {found} | {} | {} | {} |\n",
        refusals.0.len(),
        refusals.percentile(50),
        refusals.percentile(99),
    );
    eprint!("{line}");
    if let Some(table) = setting(TABLE) {
        let mut table = OpenOptions::new()
            .append(true)
            .create(true)
            .open(table)
            .unwrap();
        table.write_all(line.as_bytes()).unwrap();
    }
}

/// Whether lines are collected.
pub fn is_wanted() -> bool {
    setting(TABLE).is_some()
}

/// How long a fault lasts: a few seconds, unless configured. Most requests come when the server knows of it.
pub fn lasts() -> Duration {
    let seconds = setting(SECONDS).map_or(7, |seconds| seconds.parse().unwrap());
    Duration::from_secs(seconds)
}

#[expect(clippy::disallowed_methods, reason = "it is no setting of the product")]
fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}
