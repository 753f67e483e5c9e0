//! Metrics for operators, in Prometheus' text format.

use std::{
    fmt::Write,
    pin::Pin,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusRecorder};

use super::{error::Result, metrics_help};

/// Upper bounds of time buckets, in nanoseconds and as Prometheus' label in seconds: from a cached page to a render
/// close to its deadline.
const BOUNDS: [(u64, &str); 12] = [
    (100_000, "0.0001"),
    (500_000, "0.0005"),
    (1_000_000, "0.001"),
    (5_000_000, "0.005"),
    (10_000_000, "0.01"),
    (25_000_000, "0.025"),
    (50_000_000, "0.05"),
    (100_000_000, "0.1"),
    (250_000_000, "0.25"),
    (500_000_000, "0.5"),
    (1_000_000_000, "1"),
    (2_500_000_000, "2.5"),
];

/// One server's metrics. Cheap to clone.
#[derive(Clone)]
pub struct Metrics {
    recorder: Arc<PrometheusRecorder>,
    times: Arc<Mutex<Vec<Durations>>>,
    read: Arc<OnceLock<Reader>>,
}

/// Reads figures that the database knows.
type Reader =
    Box<dyn Fn() -> Pin<Box<dyn Future<Output = Result<Vec<Figure>>> + Send>> + Send + Sync>;

/// A value that is read when somebody looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    name: &'static str,
    labels: Vec<(&'static str, String)>,
    value: f64,
}

impl Figure {
    /// The value of `name`.
    #[must_use]
    pub fn new(name: &'static str, value: f64) -> Self {
        Self {
            name,
            labels: Vec::new(),
            value,
        }
    }

    /// The same with a label, whose values are few.
    #[must_use]
    pub fn with(mut self, label: &'static str, value: impl Into<String>) -> Self {
        self.labels.push((label, value.into()));
        self
    }

    /// Appends its line to `text`.
    fn write(&self, text: &mut String) {
        let Self { name, value, .. } = self;
        let labels: Vec<String> = self.labels.iter().map(in_braces).collect();
        // Writing to a string can't fail.
        let _ = if labels.is_empty() {
            writeln!(text, "{name} {value}")
        } else {
            writeln!(text, "{name}{{{}}} {value}", labels.join(","))
        };
    }
}

impl From<(&'static str, u64)> for Figure {
    #[expect(
        clippy::cast_precision_loss,
        reason = "a gauge is a float; these stay far below 2^53"
    )]
    fn from((name, value): (&'static str, u64)) -> Self {
        Self::new(name, value as f64)
    }
}

/// A label as Prometheus reads it.
fn in_braces((label, value): &(&'static str, String)) -> String {
    let value = value
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("{label}=\"{value}\"")
}

/// Whoever reads the metrics doesn't wait longer for the database.
const READ_TIME: Duration = Duration::from_secs(2);

impl Default for Metrics {
    fn default() -> Self {
        Self {
            recorder: Arc::new(PrometheusBuilder::new().build_recorder()),
            times: Arc::default(),
            read: Arc::default(),
        }
    }
}

impl Metrics {
    /// Runs `register`; its counters and gauges then belong to this server.
    pub fn register<T>(&self, register: impl FnOnce() -> T) -> T {
        metrics::with_local_recorder(&*self.recorder, register)
    }

    /// A new time histogram called `name`, which ends in `_seconds`.
    #[must_use]
    pub fn times(&self, name: &'static str) -> Durations {
        let times = Durations(Arc::new(Buckets {
            name,
            counts: Default::default(),
            nanoseconds: AtomicU64::new(0),
        }));
        self.lock_times().push(times.clone());
        times
    }

    /// Has `read` called each time somebody looks: counting would be per node, and start at 0 with each.
    pub fn read_when_shown<F>(&self, read: impl Fn() -> F + Send + Sync + 'static)
    where
        F: Future<Output = Result<Vec<Figure>>> + Send + 'static,
    {
        // There is one reader, set when the server starts.
        let _ = self.read.set(Box::new(move || Box::pin(read())));
    }

    /// All metrics as text. Figures that can't be read now are left out.
    pub async fn text(&self) -> String {
        let read = match self.read.get() {
            Some(read) => tokio::time::timeout(READ_TIME, read()).await,
            None => Ok(Ok(Vec::new())),
        };
        let (mut figures, is_up) = match read {
            Ok(Ok(figures)) => (figures, 1),
            Ok(Err(_)) | Err(_) => (Vec::new(), 0),
        };
        figures.push(Figure::from(("townperk_database_up", is_up)));
        // All lines of a metric stand together.
        figures.sort_by_key(|figure| figure.name);
        let mut text = self.recorder.handle().render();
        for times in self.lock_times().iter() {
            times.write(&mut text);
        }
        for same in figures.chunk_by(|one, next| one.name == next.name) {
            if let Some(first) = same.first() {
                // Writing to a string can't fail.
                let _ = writeln!(text, "# TYPE {} gauge", first.name);
            }
            for figure in same {
                figure.write(&mut text);
            }
            text.push('\n');
        }
        metrics_help::with_help(&text)
    }

    fn lock_times(&self) -> std::sync::MutexGuard<'_, Vec<Durations>> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A time histogram. Recording costs two additions; the exporter's own histograms keep every sample until they are
/// summed up, and cost a cached response five times as much. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Durations(Arc<Buckets>);

#[derive(Debug)]
struct Buckets {
    name: &'static str,
    /// One for each bound, and one for longer times.
    counts: [AtomicU64; BOUNDS.len() + 1],
    nanoseconds: AtomicU64,
}

impl Durations {
    /// Records one duration.
    pub fn note(&self, took: Duration) {
        let nanoseconds = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        let bucket = BOUNDS.iter().take_while(|(bound, _)| nanoseconds > *bound);
        if let Some(count) = self.0.counts.get(bucket.count()) {
            count.fetch_add(1, Ordering::Relaxed);
        }
        self.0.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
    }

    /// Appends it to `text` as a histogram. Each bucket includes the counts of the smaller ones.
    fn write(&self, text: &mut String) {
        let Buckets {
            name,
            counts,
            nanoseconds,
        } = &*self.0;
        let bounds = BOUNDS.iter().map(|(_, seconds)| *seconds).chain(["+Inf"]);
        let mut total = 0;
        // Writing to a string can't fail.
        let _ = writeln!(text, "# TYPE {name} histogram");
        for (bound, count) in bounds.zip(counts) {
            total += count.load(Ordering::Relaxed);
            let _ = writeln!(text, "{name}_bucket{{le=\"{bound}\"}} {total}");
        }
        let seconds = Duration::from_nanos(nanoseconds.load(Ordering::Relaxed)).as_secs_f64();
        let _ = writeln!(text, "{name}_sum {seconds}\n{name}_count {total}\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_escaped() {
        let figure = Figure::new("jobs", 1.5).with("kind", "a\"b\\c\nd");
        let mut text = String::new();
        figure.write(&mut text);
        assert_eq!(text, "jobs{kind=\"a\\\"b\\\\c\\nd\"} 1.5\n");
    }

    #[tokio::test]
    async fn times_are_counted_in_the_bucket_of_their_bound_and_all_larger_ones() {
        let metrics = Metrics::default();
        let times = metrics.times("work_seconds");
        for took in [100_000, 100_001, 2_500_000_000, 2_500_000_001] {
            times.note(Duration::from_nanos(took));
        }
        let text = metrics.text().await;
        let rows: Vec<&str> = text.lines().filter(|row| row.contains("work")).collect();
        assert_eq!(
            rows,
            [
                "# TYPE work_seconds histogram",
                "work_seconds_bucket{le=\"0.0001\"} 1",
                "work_seconds_bucket{le=\"0.0005\"} 2",
                "work_seconds_bucket{le=\"0.001\"} 2",
                "work_seconds_bucket{le=\"0.005\"} 2",
                "work_seconds_bucket{le=\"0.01\"} 2",
                "work_seconds_bucket{le=\"0.025\"} 2",
                "work_seconds_bucket{le=\"0.05\"} 2",
                "work_seconds_bucket{le=\"0.1\"} 2",
                "work_seconds_bucket{le=\"0.25\"} 2",
                "work_seconds_bucket{le=\"0.5\"} 2",
                "work_seconds_bucket{le=\"1\"} 2",
                "work_seconds_bucket{le=\"2.5\"} 3",
                "work_seconds_bucket{le=\"+Inf\"} 4",
                "work_seconds_sum 5.000200002",
                "work_seconds_count 4",
            ]
        );
    }
}
