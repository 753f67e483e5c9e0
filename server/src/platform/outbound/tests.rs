//! The guarded client against loopback sites.

use std::{
    collections::{BTreeMap, VecDeque},
    io,
    net::{IpAddr, SocketAddr},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use axum::{
    Router,
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Redirect},
    routing::get,
};
use bytes::Bytes;
use townperk::platform::{
    outbound::{Fetched, Outbound, OutboundError, Resolve, Resolving},
    reader::Reader,
    settings::Settings,
};

use crate::support::{Site, busy_reader};

/// Returns its answers one per lookup, repeating the last.
#[derive(Debug, Default)]
struct Names {
    answers: Mutex<BTreeMap<String, VecDeque<Vec<IpAddr>>>>,
    looks: AtomicUsize,
}

impl Names {
    fn of(names: &[(&str, &[&str])]) -> Arc<Self> {
        let answers = names.iter().map(|(name, answers)| {
            let answers = answers.iter().map(|list| {
                let list = list.split(' ');
                list.map(|ip| ip.parse().unwrap()).collect::<Vec<IpAddr>>()
            });
            ((*name).to_owned(), answers.collect())
        });
        Arc::new(Self {
            answers: Mutex::new(answers.collect()),
            looks: AtomicUsize::default(),
        })
    }
}

impl Resolve for Names {
    fn resolve<'a>(&'a self, name: &'a str) -> Resolving<'a> {
        self.looks.fetch_add(1, Ordering::Relaxed);
        let mut answers = self.answers.lock().unwrap();
        let found = answers.get_mut(name).and_then(|left| match left.len() {
            0 | 1 => left.front().cloned(),
            _ => left.pop_front(),
        });
        Box::pin(async move { found.ok_or_else(|| io::Error::other("no such name")) })
    }
}

/// A client that may reach `sites` and resolves with `names`.
fn client(sites: &[SocketAddr], names: Arc<Names>) -> Outbound {
    client_with(sites, names, Reader::start().unwrap())
}

fn client_with(sites: &[SocketAddr], names: Arc<Names>, reader: Reader) -> Outbound {
    let mut settings = Settings::defaults().unwrap();
    settings.public_url = "https://townperk.example".to_owned();
    let sites: Vec<String> = sites.iter().map(SocketAddr::to_string).collect();
    settings.outbound_allow = sites.join(", ");
    Outbound::with_resolver(&settings, names, reader).unwrap()
}

fn text(fetched: &Fetched) -> &str {
    std::str::from_utf8(&fetched.body).unwrap()
}

#[tokio::test]
async fn addresses_that_are_not_public_are_refused_however_they_are_written() {
    let names = Names::of(&[
        ("localhost", &["127.0.0.1 ::1"]),
        ("inside.example", &["10.0.0.8"]),
        ("metadata.example", &["169.254.169.254"]),
        ("mapped.example", &["::ffff:10.0.0.8"]),
    ]);
    let client = client(&[], names);
    for address in [
        "http://127.0.0.1/",
        "http://0x7f.1/",
        "http://2130706433/",
        "http://0177.0.0.1/",
        "http://127.1/",
        "http://0/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[::ffff:7f00:1]/",
        "http://[64:ff9b::7f00:1]/",
        "http://169.254.169.254/latest/meta-data/",
        "https://192.168.0.1/",
        "http://localhost/",
        "http://inside.example/",
        "http://metadata.example/",
        "http://mapped.example/",
        "http://127\u{3002}0.0.1/",
    ] {
        let refused = client.get(address).await.unwrap_err();
        assert_eq!(refused, OutboundError::NotPublic, "{address}");
    }
    for (address, reason) in [
        ("ftp://shop.example/", OutboundError::NoWebAddress),
        ("file:///etc/passwd", OutboundError::NoWebAddress),
        ("javascript:alert(1)", OutboundError::NoWebAddress),
        ("shop.example", OutboundError::NoWebAddress),
        ("", OutboundError::NoWebAddress),
        ("http://8.8.8.8:8080/", OutboundError::UnusualAddress),
        ("http://127.0.0.1:5432/", OutboundError::UnusualAddress),
        (
            "http://me:secret@shop.example/",
            OutboundError::UnusualAddress,
        ),
        ("http://unknown.example/", OutboundError::UnknownHost),
    ] {
        assert_eq!(client.get(address).await.unwrap_err(), reason, "{address}");
    }
}

#[tokio::test]
async fn a_name_is_looked_up_once_and_the_place_that_was_checked_is_asked() {
    let outside = Site::serve(Router::new().route("/", get("outside"))).await;
    let port = outside.address.port();
    let inside = Router::new().route("/", get("inside"));
    let inside = Site::serve_at(&format!("127.0.0.2:{port}"), inside).await;
    // A second lookup would return another address.
    let names = Names::of(&[("shop.example", &["127.0.0.1", "127.0.0.2"])]);
    let client = client(&[outside.address], names.clone());
    let fetched = client.get(&outside.url_at("shop.example", "/")).await;
    assert_eq!(text(&fetched.unwrap()), "outside");
    assert_eq!(names.looks.load(Ordering::Relaxed), 1);
    // The next fetch resolves again, and gets an address that isn't allowed.
    let refused = client.get(&outside.url_at("shop.example", "/")).await;
    assert_eq!(refused.unwrap_err(), OutboundError::UnusualAddress);
    assert!(inside.paths().is_empty());
}

#[tokio::test]
async fn of_several_places_only_the_allowed_one_is_asked() {
    let site = Site::serve(Router::new().route("/", get("here"))).await;
    let names = Names::of(&[("shop.example", &["127.0.0.1 127.0.0.2 10.0.0.1"])]);
    let other = Router::new().route("/", get("there"));
    let other = Site::serve_at(&format!("127.0.0.2:{}", site.address.port()), other).await;
    let client = client(&[site.address], names);
    // The port is unusual, so one disallowed address is enough.
    let refused = client.get(&site.url_at("shop.example", "/")).await;
    assert_eq!(refused.unwrap_err(), OutboundError::UnusualAddress);
    assert!(other.paths().is_empty() && site.paths().is_empty());
}

#[tokio::test]
async fn every_redirect_is_checked() {
    let inner = Site::serve(Router::new().route("/", get("inner"))).await;
    let targets = [
        (
            "/literal",
            "http://127.0.0.1/".to_owned(),
            OutboundError::NotPublic,
        ),
        (
            "/hex",
            "http://0x7f.1/".to_owned(),
            OutboundError::NotPublic,
        ),
        ("/port", inner.url("/"), OutboundError::UnusualAddress),
        (
            "/name",
            "//inner.example/".to_owned(),
            OutboundError::NotPublic,
        ),
        (
            "/file",
            "file:///etc/passwd".to_owned(),
            OutboundError::NoWebAddress,
        ),
    ];
    let pages = targets
        .iter()
        .fold(Router::new(), |pages, (path, target, _)| {
            let target = target.clone();
            pages.route(
                path,
                get(move || async move { Redirect::temporary(&target) }),
            )
        });
    let site = Site::serve(pages).await;
    let client = client(
        &[site.address],
        Names::of(&[("inner.example", &["127.0.0.1"])]),
    );
    for (path, target, reason) in targets {
        let refused = client.get(&site.url(path)).await.unwrap_err();
        assert_eq!(refused, reason, "{target}");
    }
    assert!(inner.paths().is_empty());
}

/// DNS rebinding: a redirect to the same site resolves its name again, and gets an internal address this time.
#[tokio::test]
async fn a_name_that_leads_inside_at_the_second_look_is_refused() {
    let pages = Router::new().route(
        "/",
        get(|| async { Redirect::temporary("http://shop.example/") }),
    );
    let site = Site::serve_at("127.0.0.2:0", pages).await;
    let names = Names::of(&[("shop.example", &["127.0.0.2", "127.0.0.1"])]);
    let client = client(&[site.address], names.clone());
    let refused = client.get(&site.url_at("shop.example", "/")).await;
    assert_eq!(refused.unwrap_err(), OutboundError::NotPublic);
    assert_eq!(names.looks.load(Ordering::Relaxed), 2);
}

#[tokio::test]
async fn three_redirects_are_followed_and_a_fourth_is_not() {
    let pages = Router::new()
        .route("/4", get(|| async { Redirect::permanent("/3") }))
        .route("/3", get(|| async { Redirect::to("2") }))
        .route("/2", get(|| async { Redirect::temporary("?1") }))
        .route("/1", get(|| async { Redirect::temporary("/0") }));
    let pages = pages.route("/0", get("arrived"));
    let site = Site::serve(pages).await;
    let client = client(&[site.address], Names::of(&[]));
    let fetched = client.get(&site.url("/1")).await.unwrap();
    assert_eq!((text(&fetched), fetched.address.path()), ("arrived", "/0"));
    let refused = client.get(&site.url("/4")).await.unwrap_err();
    assert_eq!(refused, OutboundError::TooManyRedirects);
    assert_eq!(site.paths(), ["/1", "/0", "/4", "/3", "/2", "/2?1"]);
}

#[tokio::test]
async fn bodies_of_five_megabytes_arrive_and_longer_ones_do_not() {
    const LARGEST: usize = 5 << 20;
    let of = |length: usize| move || async move { Bytes::from(vec![7; length]) };
    // Without a length, in chunks.
    let chunked = || async {
        let chunks = http_body_util::BodyExt::map_frame(Body::from(vec![7; LARGEST + 1]), |it| it);
        (
            [(header::CONTENT_TYPE, "image/jpeg")],
            Body::new(NoLength(Body::new(chunks))),
        )
    };
    let pages = Router::new()
        .route("/whole", get(of(LARGEST)))
        .route("/announced", get(of(LARGEST + 1)))
        .route("/chunked", get(chunked));
    let site = Site::serve(pages).await;
    let client = client(&[site.address], Names::of(&[]));
    let fetched = client.get(&site.url("/whole")).await.unwrap();
    assert_eq!(fetched.body.len(), LARGEST);
    for path in ["/announced", "/chunked"] {
        let refused = client.get(&site.url(path)).await.unwrap_err();
        assert_eq!(refused, OutboundError::TooLarge, "{path}");
    }
}

/// A body of unknown length.
struct NoLength(Body);

impl axum::body::HttpBody for NoLength {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<hyper::body::Frame<Bytes>, axum::Error>>> {
        std::pin::Pin::new(&mut self.0).poll_frame(context)
    }
}

#[tokio::test]
async fn a_site_that_says_nothing_is_left() {
    let silence = || async {
        std::future::pending::<()>().await;
        StatusCode::OK
    };
    let pages = Router::new().route("/", get(silence));
    let site = Site::serve(pages.route("/on", get(|| async { Redirect::to("/") }))).await;
    let client = client(&[site.address], Names::of(&[]));
    let refused = client.get(&site.url("/on")).await.unwrap_err();
    assert_eq!(refused, OutboundError::TooSlow);
}

#[tokio::test]
async fn requests_carry_our_name_and_nothing_of_former_answers() {
    let cookie = || async {
        let headers = [(header::SET_COOKIE, "a=1"), (header::LOCATION, "/next")];
        (StatusCode::FOUND, headers)
    };
    let pages = Router::new()
        .route("/", get(cookie))
        .route("/next", get("x"));
    let site = Site::serve(pages).await;
    let client = client(&[site.address], Names::of(&[]));
    client.get(&site.url("/")).await.unwrap();
    client.get(&site.url("/next")).await.unwrap();
    let asked = site.asked();
    assert_eq!(asked.len(), 3);
    for request in asked {
        let agent = request.headers["user-agent"].to_str().unwrap();
        let (name, rest) = agent.split_once('/').unwrap();
        assert_eq!(name, "Townperk");
        assert!(
            rest.ends_with("(+https://townperk.example/contact)"),
            "{agent}"
        );
        for name in ["cookie", "referer", "accept-encoding", "authorization"] {
            assert!(!request.headers.contains_key(name), "{name}");
        }
    }
}

#[tokio::test]
async fn what_a_site_answers_is_told_whatever_its_status() {
    let teapot = || async {
        (
            StatusCode::NOT_FOUND,
            [(header::CONTENT_TYPE, "text/plain")],
            "no",
        )
            .into_response()
    };
    let site = Site::serve(Router::new().route("/", get(teapot))).await;
    let client = client(&[site.address], Names::of(&[]));
    let fetched = client.get(&site.url("/")).await.unwrap();
    assert_eq!((fetched.status, text(&fetched)), (404, "no"));
    assert_eq!(fetched.content_type(), Some("text/plain"));
    drop(site);
    let named = |value: &[u8]| Fetched {
        headers: HeaderMap::from_iter([(
            header::CONTENT_TYPE,
            HeaderValue::from_bytes(value).unwrap(),
        )]),
        ..fetched.clone()
    };
    let latin = named(b"image/jpeg; name=Ca\xf1on.jpg");
    assert_eq!(latin.content_type(), Some("image/jpeg"));
    assert_eq!(named(b"image/\xff").content_type(), None);
}

#[tokio::test]
async fn a_site_that_is_not_there_could_not_be_reached() {
    let site = Site::serve(Router::new()).await;
    let (address, url) = (site.address, site.url("/"));
    drop(site);
    tokio::task::yield_now().await;
    let refused = client(&[address], Names::of(&[])).get(&url).await;
    assert!(
        matches!(refused, Err(OutboundError::Failed(_))),
        "{refused:?}"
    );
}

/// A site with robots.txt rules and two pages.
async fn with_rules(rules: impl IntoResponse + Clone + Send + Sync + 'static) -> Site {
    let pages = Router::new()
        .route("/robots.txt", get(move || async move { rules }))
        .route("/open/1.jpg", get("open"))
        .route("/closed/1.jpg", get("closed"))
        .route("/way", get(|| async { Redirect::to("/closed/1.jpg") }));
    Site::serve(pages).await
}

#[tokio::test]
async fn a_sites_rules_for_robots_are_read_once_and_kept_to() {
    let site = with_rules("User-agent: *\nDisallow: /closed\n").await;
    let client = client(&[site.address], Names::of(&[]));
    for _ in 0..2 {
        let fetched = client.get_as_robot(&site.url("/open/1.jpg")).await.unwrap();
        assert_eq!(text(&fetched), "open");
        for path in ["/closed/1.jpg", "/way"] {
            let refused = client.get_as_robot(&site.url(path)).await.unwrap_err();
            assert_eq!(refused, OutboundError::ForbiddenToRobots, "{path}");
        }
    }
    let paths = site.paths();
    assert_eq!(
        paths.iter().filter(|path| *path == "/robots.txt").count(),
        1
    );
    assert!(!paths.iter().any(|path| path == "/closed/1.jpg"));
    // Rules for robots don't apply to URLs that a person entered.
    client.get(&site.url("/closed/1.jpg")).await.unwrap();
}

#[tokio::test]
async fn a_site_without_rules_is_open_and_one_in_trouble_is_closed() {
    for (status, is_open) in [(404, true), (403, true), (500, false), (503, false)] {
        let site = with_rules(StatusCode::from_u16(status).unwrap()).await;
        let client = client(&[site.address], Names::of(&[]));
        let fetched = client.get_as_robot(&site.url("/open/1.jpg")).await;
        assert_eq!(fetched.is_ok(), is_open, "{status}");
    }
}

#[tokio::test]
async fn rules_that_take_too_long_to_apply_forbid() {
    let site = with_rules("User-agent: *\nDisallow: /closed\n").await;
    let (hurried, _busy) = busy_reader().await;
    let client = client_with(&[site.address], Names::of(&[]), hurried);
    let refused = client.get_as_robot(&site.url("/open/1.jpg")).await;
    assert_eq!(refused.unwrap_err(), OutboundError::TooSlow);
    assert!(!site.paths().iter().any(|path| path == "/open/1.jpg"));
}
