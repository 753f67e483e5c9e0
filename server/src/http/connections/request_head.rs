//! Parses request heads that may be answered from the cache without hyper. Strict on purpose: anything with a body, a
//! condition or something unusual goes to hyper.

use httparse::Status;

use crate::{
    http::{negotiation::Encoding, request_log::is_host},
    platform::web::FORWARDED_FOR,
};

/// Browsers send about fifteen; requests with more go to hyper.
const MAX_HEADERS: usize = 32;

/// Headers that rule out the fast path: those that frame a body, ask for another protocol or connection behavior, or
/// make the request conditional.
const MORE_THAN_A_QUESTION: [&str; 6] = [
    "content-length",
    "expect",
    "if-none-match",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// An HTTP/1.1 GET on a connection that stays open.
#[derive(Debug, PartialEq, Eq)]
pub struct PlainGet<'a> {
    /// Path and query as sent by the client.
    pub address: &'a str,
    /// The encoding that the client prefers.
    pub wanted: Encoding,
    /// What the client calls itself.
    pub agent: &'a [u8],
    /// The ID that came with it.
    pub request_id: Option<&'a [u8]>,
    /// Length of the head in bytes, including its empty line.
    pub length: usize,
}

impl<'a> PlainGet<'a> {
    /// Parses the head at the start of `received`; `None` for any other request, and for an incomplete one.
    pub fn read(received: &'a [u8]) -> Option<Self> {
        let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
        let mut request = httparse::Request::new(&mut headers);
        let Ok(Status::Complete(length)) = request.parse(received) else {
            return None;
        };
        if request.method != Some("GET") || request.version != Some(1) {
            return None;
        }
        let (mut accepted, mut hosts) = (None, 0);
        let (mut agent, mut request_id) = (None, None);
        for header in request.headers.iter() {
            let is = |name: &str| header.name.eq_ignore_ascii_case(name);
            if is("host") {
                if !is_host(header.value) {
                    return None;
                }
                hosts += 1;
            } else if is("accept-encoding") {
                let value = std::str::from_utf8(header.value).ok()?;
                if accepted.replace(value).is_some() {
                    return None;
                }
            } else if is("connection") {
                if !header.value.eq_ignore_ascii_case(b"keep-alive") {
                    return None;
                }
            } else if is("user-agent") {
                agent.get_or_insert(header.value);
            } else if is("x-request-id") {
                request_id.get_or_insert(header.value);
            } else if MORE_THAN_A_QUESTION.into_iter().any(is) {
                return None;
            }
        }
        if hosts != 1 {
            return None;
        }
        Some(Self {
            address: request.path.filter(|address| address.starts_with('/'))?,
            wanted: Encoding::preferred_of(accepted.unwrap_or_default()),
            agent: agent.unwrap_or_default(),
            request_id,
            length,
        })
    }
}

/// The values of `X-Forwarded-For` in the head at the start of `received`.
pub fn forwarded_for(received: &[u8]) -> Vec<&[u8]> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    if request.parse(received).is_err() {
        return Vec::new();
    }
    let headers = request.headers.iter();
    let named = headers.filter(|header| header.name.eq_ignore_ascii_case(FORWARDED_FOR));
    named.map(|header| header.value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(head: &str) -> Option<PlainGet<'_>> {
        PlainGet::read(head.as_bytes())
    }

    #[test]
    fn a_browser_s_question_is_read() {
        let head = "GET /cities/ruston-la?page=2 HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\n\
                    Accept-Encoding: gzip, br\r\nCookie: a=b\r\nuser-agent: a browser\r\nX-REQUEST-ID: 7\r\n\r\n";
        let next = "GET /next HTTP/1.1\r\n";
        let expected = PlainGet {
            address: "/cities/ruston-la?page=2",
            wanted: Encoding::Brotli,
            agent: b"a browser",
            request_id: Some(b"7"),
            length: head.len(),
        };
        assert_eq!(read(&format!("{head}{next}")), Some(expected));
        let nothing_accepted = read("GET / HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
        assert_eq!(nothing_accepted.wanted, Encoding::Identity);
    }

    #[test]
    fn hops_of_proxies_are_read() {
        let head = "GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 1.2.3.4\r\nx-forwarded-for: 5.6.7.8\r\n\r\n";
        let hops: [&[u8]; 2] = [b"1.2.3.4", b"5.6.7.8"];
        assert_eq!(forwarded_for(head.as_bytes()), hops);
        assert!(forwarded_for(b"GET / HTTP/1.1\r\n\r\n").is_empty());
    }

    #[test]
    fn a_host_that_is_none_is_left_to_hyper() {
        for host in ["", "b/c", "b c", "b@c"] {
            assert_eq!(
                read(&format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n")),
                None,
                "{host}"
            );
        }
    }

    #[test]
    fn all_else_is_left_to_hyper() {
        for start in [
            "POST / HTTP/1.1",
            "HEAD / HTTP/1.1",
            "get / HTTP/1.1",
            "GET / HTTP/1.0",
            "GET http://a/ HTTP/1.1",
            "GET * HTTP/1.1",
            "GET / HTTP/1.1\r\nContent-Length: 0",
            "GET / HTTP/1.1\r\nTRANSFER-ENCODING: chunked",
            "GET / HTTP/1.1\r\nTransfer-Encoding : chunked",
            "GET / HTTP/1.1\r\nConnection: close",
            "GET / HTTP/1.1\r\nConnection: keep-alive, Upgrade\r\nUpgrade: h2c",
            "GET / HTTP/1.1\r\nUpgrade: websocket",
            "GET / HTTP/1.1\r\nExpect: 100-continue",
            "GET / HTTP/1.1\r\nTrailer: a",
            "GET / HTTP/1.1\r\nIf-None-Match: \"a\"",
            "GET / HTTP/1.1\r\nAccept-Encoding: br\r\nAccept-Encoding: gzip",
            "GET / HTTP/1.1\r\nAccept-Encoding: br\r\n folded",
            "GET / HTTP/1.1\r\nHost",
            "GET / HTTP/1.1\r\nHost: b",
        ] {
            let head = format!("{start}\r\nHost: a\r\n\r\n");
            assert_eq!(read(&head), None, "{start}");
        }
        assert_eq!(read("GET / HTTP/1.1\r\nAccept: a\r\n\r\n"), None);
        let many = "X: 1\r\n".repeat(MAX_HEADERS);
        assert_eq!(
            read(&format!("GET / HTTP/1.1\r\nHost: a\r\n{many}\r\n")),
            None
        );
        assert_eq!(read("GET / HTTP/1.1\r\nHost: a\r\n"), None);
        assert_eq!(read("GET /"), None);
    }
}
