//! Someone who sends requests, and the responses.

use std::{
    io::Read,
    net::{IpAddr, Ipv4Addr, SocketAddr},
};

use axum::{
    body::Body,
    http::{HeaderMap, Method, Request, StatusCode},
};
use bytes::Bytes;
use hyper::service::Service;
use serde_json::{Value, json};
use townperk::http::Front;

use super::Html;

/// No test expects larger bodies.
const LARGEST: usize = 64 << 20;

/// What other programs of the domain set, before and after a cookie of ours in one line.
pub const FOREIGN_COOKIES: [(&[u8], &[u8]); 5] = [
    ("town=Cañon City; ".as_bytes(), b""),
    (b"town=Ca\xf1on City; ", b"; \xff=\xfe"),
    (b"", "; ☕=ʻOhana".as_bytes()),
    (b"=; nothing; ; quoted=\"a, b\"; ", b";"),
    (b"owner_session=x; visitor=y; ", b"; __Host-other=\xf1"),
];

/// Someone without a session, on this machine.
#[derive(Clone)]
pub struct Visitor {
    front: Front,
    headers: Vec<(String, Vec<u8>)>,
    address: IpAddr,
}

/// A complete response.
#[derive(Clone, Debug)]
pub struct Response {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
}

impl Visitor {
    pub(super) fn new(front: Front) -> Self {
        Self {
            front,
            headers: Vec::new(),
            address: Ipv4Addr::LOCALHOST.into(),
        }
    }

    /// Sends this header with every request.
    pub fn with(self, name: &str, value: &str) -> Self {
        self.with_bytes(name, value.as_bytes())
    }

    /// The same for a value that need not be text.
    pub fn with_bytes(mut self, name: &str, value: &[u8]) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Uses another IP address.
    pub fn from(mut self, address: &str) -> Self {
        self.address = address.parse().unwrap();
        self
    }

    pub async fn get(&self, path: &str) -> Response {
        self.send(Method::GET, path, Body::empty()).await
    }

    pub async fn head(&self, path: &str) -> Response {
        self.send(Method::HEAD, path, Body::empty()).await
    }

    /// A job as the administrator sees it: its state, its error and its attempts.
    pub async fn job(&self, id: &Value) -> Value {
        let path = format!("/api/admin/jobs/{}", id.as_str().unwrap());
        let job = self.get(&path).await.expect(200).json();
        json!([job["state"], job["error"], job["attempts"]])
    }

    /// What the operator page says about a kind of jobs.
    pub async fn kind_of_jobs(&self, kind: &str) -> Value {
        let page = self.get("/api/admin/operator").await.expect(200).json();
        let mut kinds = page["jobs"].as_array().unwrap().iter();
        kinds.find(|job| job["kind"] == kind).unwrap().clone()
    }

    /// Sends a request of any kind.
    pub async fn send(&self, method: Method, path: &str, body: Body) -> Response {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("host", "localhost");
        let request = self.headers.iter().fold(request, |request, (name, value)| {
            request.header(name, value.as_slice())
        });
        let request = request
            .body(body)
            .unwrap_or_else(|error| panic!("{path}: {error}"));
        let peer = SocketAddr::new(self.address, 50_000);
        let response = self.front.for_peer(peer).call(request).await.unwrap();
        let (parts, body) = response.map(Body::new).into_parts();
        Response {
            status: parts.status,
            headers: parts.headers,
            body: axum::body::to_bytes(body, LARGEST).await.unwrap(),
        }
    }
}

impl Response {
    pub fn status(&self) -> u16 {
        self.status.as_u16()
    }

    /// A header's value; empty if missing.
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// The body as it was sent.
    pub fn bytes(&self) -> &Bytes {
        &self.body
    }

    /// The body, decoded according to its `Content-Encoding`.
    pub fn decoded(&self) -> Vec<u8> {
        let mut plain = Vec::new();
        match self.header("content-encoding") {
            "gzip" => {
                _ = flate2::read::GzDecoder::new(&*self.body)
                    .read_to_end(&mut plain)
                    .unwrap()
            }
            "br" => {
                _ = brotli::Decompressor::new(&*self.body, 4096)
                    .read_to_end(&mut plain)
                    .unwrap()
            }
            "" => plain.extend_from_slice(&self.body),
            other => panic!("an encoding that nobody asked for: {other}"),
        }
        plain
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.decoded()).unwrap()
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub fn html(&self) -> Html {
        Html::new(self.text())
    }

    /// Fails the test unless the response has this status.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        let body = self.decoded();
        let text = String::from_utf8_lossy(&body);
        let beginning: String = text.chars().take(400).collect();
        assert_eq!(self.status(), status, "{beginning}");
        self
    }
}
