//! The access log: a line for each request. Requests only leave what is in it; a thread of its own writes it ten times
//! a second, so that nobody waits for whoever reads the log.

use std::{
    fmt::Write as _,
    io::Write as _,
    net::IpAddr,
    pin::Pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, ready},
    thread,
    time::{Duration, Instant},
};

use axum::{
    body::Body,
    http::{Method, Response},
};
use bytes::Bytes;
use chrono::{DateTime, SecondsFormat, Utc};
use hyper::body::{Frame, SizeHint};
use metrics::Counter;

use crate::platform::settings::LogFormat;

/// How often it is written.
const PAUSE: Duration = Duration::from_millis(100);

/// Lines that may wait while nobody reads the log. Further ones are counted and dropped.
const MOST: usize = 50_000;

/// Longer paths and agents are cut.
const LONGEST: usize = 512;

/// The status of a request whose client left before there was an answer, as nginx has it.
const CLIENT_LEFT: u16 = 499;

/// A request, and what became of it.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub at: DateTime<Utc>,
    pub client: IpAddr,
    pub method: Method,
    /// Without its query, which may hold what somebody searched for, or the token of a link.
    pub path: String,
    pub status: u16,
    /// Of the body, as sent.
    pub bytes: u64,
    pub took: Duration,
    pub agent: String,
    pub request_id: String,
}

impl Line {
    /// Appends it to `text` as the log's other lines look.
    fn write(&self, format: LogFormat, text: &mut String) {
        let at = self.at.to_rfc3339_opts(SecondsFormat::Micros, true);
        let millis = self.took.as_secs_f64() * 1000.0;
        let Self {
            client,
            method,
            path,
            status,
            bytes,
            agent,
            request_id,
            ..
        } = self;
        // Writing to a string can't fail.
        let _ = match format {
            LogFormat::Text => writeln!(
                text,
                "{at}  INFO request request_id=\"{request_id}\" client={client} method={method} path={path:?} \
                 status={status} bytes={bytes} millis={millis:.3} agent={agent:?}"
            ),
            LogFormat::Json => {
                let line = serde_json::json!({
                    "timestamp": at,
                    "level": "INFO",
                    "message": "request",
                    "request_id": request_id,
                    "client": client,
                    "method": method.as_str(),
                    "path": path,
                    "status": status,
                    "bytes": bytes,
                    "millis": (millis * 1000.0).round() / 1000.0,
                    "agent": agent,
                    "target": "townperk::access",
                });
                writeln!(text, "{line}")
            }
        };
    }
}

/// The part of `text` that is logged.
pub(super) fn cut(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}

/// The log. Cheap to clone.
#[derive(Clone)]
pub(super) struct AccessLog(Arc<Waiting>);

struct Waiting {
    is_on: AtomicBool,
    has_writer: AtomicBool,
    format: LogFormat,
    lines: Mutex<Vec<Line>>,
    lost: Counter,
    /// One writes at a time, so that lines stay in order.
    writing: Mutex<()>,
}

impl AccessLog {
    /// A log that is off. `lost` counts dropped lines.
    pub fn new(format: LogFormat, lost: Counter) -> Self {
        Self(Arc::new(Waiting {
            is_on: AtomicBool::new(false),
            has_writer: AtomicBool::new(false),
            format,
            lines: Mutex::default(),
            lost,
            writing: Mutex::default(),
        }))
    }

    /// Whether requests are logged.
    pub fn is_on(&self) -> bool {
        self.0.is_on.load(Ordering::Relaxed)
    }

    /// Switches it on or off.
    pub fn set(&self, is_on: bool) {
        self.0.is_on.store(is_on, Ordering::Relaxed);
        if !is_on || self.0.has_writer.swap(true, Ordering::Relaxed) {
            return;
        }
        let waiting = Arc::downgrade(&self.0);
        let started = thread::Builder::new()
            .name("access-log".to_owned())
            .spawn(move || follow(&waiting));
        if let Err(error) = started {
            self.0.has_writer.store(false, Ordering::Relaxed);
            self.0.is_on.store(false, Ordering::Relaxed);
            tracing::error!(%error, "requests aren't logged: the system starts no more threads");
        }
    }

    /// Adds a line.
    pub fn add(&self, line: Line) {
        let mut lines = self.0.lines();
        if lines.len() < MOST {
            lines.push(line);
        } else {
            self.0.lost.increment(1);
        }
    }

    /// Writes what is waiting, before the process ends.
    pub fn flush(&self) {
        self.0.write();
    }
}

impl Waiting {
    fn lines(&self) -> MutexGuard<'_, Vec<Line>> {
        // Safe after a panic: pushing and taking leave nothing half done.
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) {
        let _one = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let lines = std::mem::take(&mut *self.lines());
        let mut text = String::new();
        for line in &lines {
            line.write(self.format, &mut text);
        }
        if !text.is_empty() {
            // A log that nobody can be told about.
            let _ = std::io::stderr().write_all(text.as_bytes());
        }
    }
}

/// Writes until the server is gone.
fn follow(waiting: &Weak<Waiting>) {
    while let Some(waiting) = waiting.upgrade() {
        waiting.write();
        drop(waiting);
        thread::sleep(PAUSE);
    }
}

/// A request that is being answered. Its line is added when its response is sent, or its client has left.
pub(super) struct Open {
    log: AccessLog,
    line: Line,
    started: Instant,
}

impl Open {
    /// A request that arrived now.
    pub fn new(log: AccessLog, mut line: Line) -> Self {
        line.status = CLIENT_LEFT;
        Self {
            log,
            line,
            started: Instant::now(),
        }
    }

    /// Its response, followed to its end.
    pub fn follow(mut self, response: Response<Body>) -> Response<Body> {
        self.line.status = response.status().as_u16();
        if let Some(id) = response.headers().get("x-request-id") {
            self.line.request_id = id.to_str().unwrap_or_default().to_owned();
        }
        response.map(|body| Body::new(Followed { body, open: self }))
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.line.took = self.started.elapsed();
        self.log.add(self.line.clone());
    }
}

/// A body whose bytes are counted.
struct Followed {
    body: Body,
    open: Open,
}

impl hyper::body::Body for Followed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if let Some(Ok(frame)) = &frame
            && let Some(data) = frame.data_ref()
        {
            self.open.line.bytes += data.len() as u64;
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line() -> Line {
        Line {
            at: DateTime::UNIX_EPOCH,
            client: "192.0.2.1".parse().unwrap(),
            method: Method::GET,
            path: "/a\"b".to_owned(),
            status: 200,
            bytes: 12,
            took: Duration::from_micros(1500),
            agent: "x\u{1b}[31m \"y\"".to_owned(),
            request_id: "7".to_owned(),
        }
    }

    #[test]
    fn what_a_client_sends_can_t_break_out_of_its_line() {
        let mut text = String::new();
        line().write(LogFormat::Text, &mut text);
        assert_eq!(
            text,
            "1970-01-01T00:00:00.000000Z  INFO request request_id=\"7\" client=192.0.2.1 method=GET path=\"/a\\\"b\" \
             status=200 bytes=12 millis=1.500 agent=\"x\\u{1b}[31m \\\"y\\\"\"\n"
        );
        text.clear();
        line().write(LogFormat::Json, &mut text);
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["path"], "/a\"b");
        assert_eq!(value["agent"], "x\u{1b}[31m \"y\"");
        assert_eq!(
            (&value["millis"], &value["bytes"]),
            (&1.5.into(), &12.into())
        );
        assert_eq!(text.lines().count(), 1);
    }

    #[test]
    fn lines_that_nobody_takes_are_dropped() {
        let log = AccessLog::new(LogFormat::Text, Counter::noop());
        for _ in 0..MOST + 10 {
            log.add(line());
        }
        assert_eq!(log.0.lines().len(), MOST);
    }
}
