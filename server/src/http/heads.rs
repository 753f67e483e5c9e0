//! Response heads as sent over the wire (RFC 9112, 4), built once per cached answer. Nearly all of a head is the same
//! for all pages, so that part is shared.

use std::{
    io::Write,
    sync::{Arc, Mutex, PoisonError},
};

use axum::http::{HeaderMap, StatusCode, header};
use chrono::{DateTime, Utc};

use crate::platform::web::RequestId;

/// Maximum number of shared heads. Content types, encodings and policies combine to about twenty.
const MAX_SHARED: usize = 256;

/// The part that many responses share.
#[derive(Debug)]
struct Common {
    map: HeaderMap,
    /// Status line and headers.
    bytes: Box<[u8]>,
}

/// The headers that are the same each time the response is sent.
#[derive(Debug)]
pub struct Head {
    common: Arc<Common>,
    /// The lines with the content's tag and length.
    own: Box<[u8]>,
}

impl Head {
    /// The headers, without the content's tag.
    #[must_use]
    pub fn map(&self) -> &HeaderMap {
        &self.common.map
    }

    /// Status line and headers in two parts, to be followed by a [`Tail`].
    #[must_use]
    pub fn bytes(&self) -> (&[u8], &[u8]) {
        (&self.common.bytes, &self.own)
    }
}

/// The shared parts of heads.
#[derive(Debug, Default)]
pub struct Heads(Mutex<Vec<Arc<Common>>>);

impl Heads {
    /// The head of a response with a body of `length` bytes.
    #[must_use]
    pub fn head(&self, status: StatusCode, mut map: HeaderMap, length: usize) -> Head {
        let tag = map.remove(header::ETAG);
        map.remove(header::CONTENT_LENGTH);
        let mut own = Vec::new();
        if let Some(tag) = &tag {
            for part in [b"etag: ", tag.as_bytes(), b"\r\n"] {
                own.extend_from_slice(part);
            }
        }
        own.extend_from_slice(format!("content-length: {length}\r\n").as_bytes());
        Head {
            common: self.common(status, map),
            own: own.into_boxed_slice(),
        }
    }

    fn common(&self, status: StatusCode, map: HeaderMap) -> Arc<Common> {
        let reason = status.canonical_reason().unwrap_or_default();
        let mut bytes = format!("HTTP/1.1 {} {reason}\r\n", status.as_str()).into_bytes();
        for (name, value) in &map {
            for part in [name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"] {
                bytes.extend_from_slice(part);
            }
        }
        let mut shared = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = shared.iter().find(|known| *known.bytes == *bytes) {
            return known.clone();
        }
        let common = Arc::new(Common {
            map,
            bytes: bytes.into_boxed_slice(),
        });
        if shared.len() < MAX_SHARED {
            shared.push(common.clone());
        }
        common
    }
}

/// The end of a head: the lines that differ each time. The date is formatted once a second.
#[derive(Debug, Default)]
pub struct Tail {
    second: i64,
    date: usize,
    bytes: Vec<u8>,
}

impl Tail {
    /// The end of the head of a response sent at `moment`.
    pub fn filled(&mut self, moment: DateTime<Utc>, request_id: &RequestId) -> &[u8] {
        if self.second != moment.timestamp() || self.bytes.is_empty() {
            self.second = moment.timestamp();
            self.bytes.clear();
            let date = moment.format("%a, %d %b %Y %H:%M:%S GMT");
            // Writing to a vector can't fail.
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

    fn map(tag: &'static str) -> HeaderMap {
        let mut map = HeaderMap::new();
        map.insert(header::ETAG, HeaderValue::from_static(tag));
        map.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        map
    }

    #[test]
    fn head_and_tail_make_one_head() {
        let head = Heads::default().head(StatusCode::NOT_FOUND, map("\"a\""), 7);
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
            let (common, own) = head.bytes();
            let whole = [common, own, tail.filled(moment, &id)].concat();
            assert_eq!(
                String::from_utf8(whole).unwrap(),
                format!(
                    "HTTP/1.1 404 Not Found\r\nvary: accept-encoding\r\netag: \"a\"\r\ncontent-length: 7\r\n\
                     date: {date}\r\nx-request-id: {}\r\n\r\n",
                    id.as_str()
                )
            );
        }
    }

    #[test]
    fn answers_share_what_is_the_same() {
        let heads = Heads::default();
        let [one, other] = ["\"a\"", "\"b\""].map(|tag| heads.head(StatusCode::OK, map(tag), 7));
        assert!(Arc::ptr_eq(&one.common, &other.common));
        let refused = heads.head(StatusCode::GONE, map("\"a\""), 7);
        assert!(!Arc::ptr_eq(&one.common, &refused.common));
    }
}
