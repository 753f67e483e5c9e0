//! The client against services on loopback that fail in every way.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::{
    future::ready,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::{Body, Bytes},
    http::{HeaderName, Response, header},
    routing::get,
};
use outside_client::{Client, Policy, Problem};
use reqwest::{Method, Request};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};

const KEY: &str = "secret-key";
const POLICY: Policy = Policy {
    time: Duration::from_millis(400),
    largest: 1 << 20,
    first_pause: Duration::from_millis(1),
    longest_pause: Duration::from_secs(1),
    ..Policy::USUAL
};

/// A service that always answers so, and how often it was asked.
async fn service(
    status: u16,
    header: Option<(HeaderName, &'static str)>,
    body: impl Into<Bytes>,
) -> (String, Arc<AtomicU32>) {
    let (asked, body) = (Arc::new(AtomicU32::new(0)), body.into());
    let counted = asked.clone();
    let answer = move || {
        counted.fetch_add(1, Ordering::Relaxed);
        let mut answer = Response::builder().status(status);
        if let Some((name, value)) = header.clone() {
            answer = answer.header(name, value);
        }
        ready(answer.body(Body::from(body.clone())).unwrap())
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    let router = Router::new().route("/", get(answer));
    tokio::spawn(async move { axum::serve(listener, router).await });
    (address, asked)
}

/// A service that sends these bytes, and then nothing more; it hangs up if it is `cut`.
async fn sending(bytes: &'static str, is_cut: bool) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            tokio::spawn(async move {
                let mut request = [0; 1024];
                let _ = stream.read(&mut request).await;
                let _ = stream.write_all(bytes.as_bytes()).await;
                if !is_cut {
                    tokio::time::sleep(Duration::from_secs(60)).await;
                }
            });
        }
    });
    address
}

fn client() -> Client {
    let roots = rustls::RootCertStore::empty();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let http = reqwest::Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .build()
        .unwrap();
    Client::new(http, POLICY, KEY)
}

/// What comes of asking, and how often the call was counted.
async fn ask(address: &str) -> (Result<Vec<u32>, Problem>, u32) {
    let counted = AtomicU32::new(0);
    let request = Request::new(Method::GET, address.parse().unwrap());
    let count = || {
        counted.fetch_add(1, Ordering::Relaxed);
        ready(Ok::<(), Problem>(()))
    };
    let answer = client().ask_counted(request, count).await;
    let result = answer.and_then(outside_client::Answer::json);
    (result, counted.into_inner())
}

#[tokio::test]
async fn an_answer_counts_only_if_it_is_one() {
    let (address, _) = service(200, None, "[1]").await;
    assert_eq!(ask(&address).await.0.unwrap(), [1]);
    let html = "<html>Sign in</html>";
    let wait = |text| Some((header::RETRY_AFTER, text));
    for (status, header, body, attempts, words) in [
        (
            400,
            None,
            r#"{"message":"Unknown API version"}"#,
            1,
            "it refused the call (status 400: Unknown API version)",
        ),
        (
            401,
            None,
            r#"{"message":"Not secret-key"}"#,
            1,
            "it refused the call (status 401: Not …)",
        ),
        (
            402,
            None,
            "",
            1,
            "the account has no credits left (status 402)",
        ),
        (403, None, "", 1, "it refused the call (status 403)"),
        (404, None, html, 1, "it refused the call (status 404)"),
        (410, None, "", 1, "it refused the call (status 410)"),
        (
            429,
            None,
            r#"{"error":{"code":"insufficient_quota","message":"No credit."}}"#,
            1,
            "the account has no credits left (status 429: No credit.)",
        ),
        (429, None, "", 3, "it is busy (status 429)"),
        (429, wait("0"), "", 3, "it is busy (status 429)"),
        (429, wait("2"), "", 1, "it is busy (status 429)"),
        (500, None, html, 3, "it failed (status 500)"),
        (504, None, "", 3, "it is busy (status 504)"),
        (
            302,
            Some((header::LOCATION, "http://10.0.0.1/")),
            "",
            1,
            "it refused the call (status 302)",
        ),
        (
            200,
            None,
            html,
            1,
            "its answer can't be read (expected value at line 1 column 1)",
        ),
        (
            200,
            None,
            "{}",
            1,
            "its answer can't be read (invalid type: map, expected a sequence at line 1 column 0)",
        ),
        (
            200,
            None,
            "[1",
            1,
            "its answer can't be read (EOF while parsing a list at line 1 column 2)",
        ),
    ] {
        let (address, asked) = service(status, header, body).await;
        let (result, counted) = ask(&address).await;
        let problem = result.unwrap_err();
        assert_eq!(problem.to_string(), words);
        let asked = asked.load(Ordering::Relaxed);
        assert_eq!(
            (asked, counted),
            (attempts, attempts),
            "each call is counted once: {words}"
        );
    }
}

#[tokio::test]
async fn large_answers_are_not_read() {
    let (address, _) = service(200, None, vec![b' '; 12 << 20]).await;
    let (result, counted) = ask(&address).await;
    assert_eq!(
        result.unwrap_err().to_string(),
        "its answer is larger than 1 MB"
    );
    assert_eq!(counted, 1);
}

#[tokio::test]
async fn silence_and_slow_and_cut_answers_end() {
    let began = Instant::now();
    for (bytes, is_cut, words) in [
        ("", false, "it didn't answer within 0 seconds"),
        (
            "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n[1",
            false,
            "it didn't answer within 0 seconds",
        ),
        (
            "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n[1",
            true,
            "it couldn't be reached (",
        ),
        ("", true, "it couldn't be reached ("),
    ] {
        let (result, counted) = ask(&sending(bytes, is_cut).await).await;
        let problem = result.unwrap_err().to_string();
        assert!(problem.starts_with(words), "{problem}");
        assert_eq!(counted, 3);
    }
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn a_long_pause_is_left_to_the_caller() {
    let wait = Some((header::RETRY_AFTER, "90"));
    let (address, _) = service(429, wait, "").await;
    let problem = ask(&address).await.0.unwrap_err();
    assert_eq!(problem.pause(), Some(Some(Duration::from_secs(90))));
    let (address, _) = service(429, None, "").await;
    let problem = ask(&address).await.0.unwrap_err();
    assert_eq!(problem.pause(), Some(None));
}

#[tokio::test]
async fn an_attempt_that_may_not_be_counted_is_not_made() {
    let (address, asked) = service(500, None, "").await;
    let left = AtomicU32::new(2);
    let request = Request::new(Method::GET, address.parse().unwrap());
    let count = || {
        let may = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
            left.checked_sub(1)
        });
        ready(may.map(|_| ()).map_err(|_| Spent))
    };
    let refused = client().ask_counted(request, count).await;
    assert!(matches!(refused, Err(Spent)));
    assert_eq!(asked.load(Ordering::Relaxed), 2);
}

#[derive(Debug)]
struct Spent;

impl From<Problem> for Spent {
    fn from(_: Problem) -> Self {
        Self
    }
}
