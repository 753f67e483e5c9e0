//! The head of an answer as it goes over the wire (RFC 9112, 4), made once for each answer that is kept.

use std::io::Write;

use axum::http::{HeaderMap, StatusCode};
use chrono::{DateTime, Utc};

use crate::platform::web::RequestId;

/// The headers that are the same whenever an answer is sent.
#[derive(Debug)]
pub struct Head {
    pub map: HeaderMap,
    bytes: Vec<u8>,
}

impl Head {
    /// Of an answer with a body of `length` bytes.
    #[must_use]
    pub fn new(status: StatusCode, map: HeaderMap, length: usize) -> Self {
        let reason = status.canonical_reason().unwrap_or_default();
        let mut bytes = format!("HTTP/1.1 {} {reason}\r\n", status.as_str()).into_bytes();
        for (name, value) in &map {
            for part in [name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"] {
                bytes.extend_from_slice(part);
            }
        }
        bytes.extend_from_slice(format!("content-length: {length}\r\n").as_bytes());
        Self { map, bytes }
    }

    /// Status line and headers, to be ended by a [`Tail`].
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The end of a head: what differs each time. The date is spelled once a second.
#[derive(Debug, Default)]
pub struct Tail {
    second: i64,
    date: usize,
    bytes: Vec<u8>,
}

impl Tail {
    /// The end of the head of an answer that is sent at `moment`.
    pub fn filled(&mut self, moment: DateTime<Utc>, request_id: &RequestId) -> &[u8] {
        if self.second != moment.timestamp() || self.bytes.is_empty() {
            self.second = moment.timestamp();
            self.bytes.clear();
            let date = moment.format("%a, %d %b %Y %H:%M:%S GMT");
            // Nothing keeps bytes from being added to a vector.
            let _ = write!(self.bytes, "date: {date}\r\nx-request-id: ");
            self.date = self.bytes.len();
        }
        self.bytes.truncate(self.date);
        self.bytes.extend_from_slice(request_id.as_str().as_bytes());
        self.bytes.extend_from_slice(b"\r\n\r\n");
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderValue, header};
    use chrono::TimeZone;

    use super::*;

    #[test]
    fn head_and_tail_make_one_head() {
        let mut map = HeaderMap::new();
        map.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        let head = Head::new(StatusCode::NOT_FOUND, map, 7);
        let mut tail = Tail::default();
        let first = Utc.with_ymd_and_hms(2026, 3, 5, 14, 3, 9).unwrap();
        for (moment, request, date) in [
            (first, 1, "Thu, 05 Mar 2026 14:03:09 GMT"),
            (first, 2, "Thu, 05 Mar 2026 14:03:09 GMT"),
            (
                first + chrono::TimeDelta::seconds(1),
                3,
                "Thu, 05 Mar 2026 14:03:10 GMT",
            ),
        ] {
            let id = RequestId::new(0, request);
            let whole = [head.bytes(), tail.filled(moment, &id)].concat();
            assert_eq!(
                String::from_utf8(whole).unwrap(),
                format!(
                    "HTTP/1.1 404 Not Found\r\nvary: accept-encoding\r\ncontent-length: 7\r\n\
                     date: {date}\r\nx-request-id: {}\r\n\r\n",
                    id.as_str()
                )
            );
        }
    }
}
