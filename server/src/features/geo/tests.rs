use crate::support::{Engine, Setup, TestApp};

/// Made by `tests/fixtures/make-addresses-mmdb.py`.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/addresses.mmdb");

async fn with_file() -> TestApp {
    let setup = <Setup as crate::support::OnEngine>::on(Engine::Sqlite)
        .await
        .unwrap();
    setup
        .settings(|settings| {
            settings.geoip_file = FILE.into();
            settings.trusted_proxies = "127.0.0.0/8".to_owned();
        })
        .start()
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_found_in_the_operator_s_file() {
    let app = with_file().await;
    let answer = app
        .visitor()
        .with("x-forwarded-for", "203.0.113.7")
        .get("/api/geo/locate")
        .await;
    assert_eq!(answer.header("cache-control"), "no-store");
    let place = answer.expect(200).json();
    assert_eq!(place["region_code"], "LA");
    assert_eq!(place["country_code"], "US");
    assert_eq!(place["city"], "Alexandria");
    assert_eq!(place["latitude"], 31.2885);
    let other = app.visitor().with("x-forwarded-for", "2001:db8:1::5");
    let place = other.get("/api/geo/locate").await.expect(200).json();
    assert_eq!(place["region_code"], "OR");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_file_does_not_know_is_not_found() {
    let app = with_file().await;
    for address in ["10.0.0.1", "198.51.100.1", "192.0.2.1"] {
        let visitor = app.visitor().with("x-forwarded-for", address);
        visitor.get("/api/geo/locate").await.expect(204);
    }
    let without = TestApp::start(Engine::Sqlite).await.unwrap();
    without.visitor().get("/api/geo/locate").await.expect(204);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_can_t_choose_an_address_for_themselves() {
    let app = with_file().await;
    let visitor = app
        .visitor()
        .from("198.51.100.9")
        .with("x-forwarded-for", "203.0.113.7");
    visitor.get("/api/geo/locate").await.expect(204);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_point_has_a_state_and_a_town() {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    let visitor = app.visitor();
    let read = |query: &str| format!("/api/geo/reverse?{query}");
    let place = visitor.get(&read("lat=31.31&lon=-92.44")).await.expect(200);
    let place = place.json();
    assert_eq!(place["principalSubdivision"], "Louisiana");
    assert_eq!(place["principalSubdivisionCode"], "US-LA");
    assert_eq!(place["countryCode"], "US");
    assert_eq!(place["city"], "Alexandria");
    visitor.get(&read("lat=48.85&lon=2.35")).await.expect(404);
    for bad in ["lat=91&lon=0", "lat=31.31", "", "lat=x&lon=y"] {
        let refused = visitor.get(&read(bad)).await.expect(400).json();
        assert!(refused["field"].is_string(), "{bad}: {refused}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_is_not_asked_for_without_end() {
    let app = with_file().await;
    let visitor = app.visitor().with("x-forwarded-for", "203.0.113.7");
    for _ in 0..120 {
        visitor.get("/api/geo/locate").await.expect(200);
    }
    let refused = visitor.get("/api/geo/locate").await.expect(429);
    assert!(refused.header("retry-after").parse::<u32>().unwrap() > 0);
    let neighbor_town = app.visitor().with("x-forwarded-for", "2001:db8:1::5");
    neighbor_town.get("/api/geo/locate").await.expect(200);
}

both_engines!(ever_new_decimals_of_a_point_fill_nothing, |app: TestApp| {
    let held = || async { app.metric("townperk_response_cache_entries").await };
    let before = held().await;
    for number in 0..200 {
        let path = format!("/api/geo/reverse?lat=31.3{number:03}&lon=-92.4");
        app.visitor().get(&path).await.expect(200);
        let near = format!("/api/cities?near={}.{},-92.4", 30 + number % 10, number % 7);
        if number < 70 {
            app.visitor().get(&near).await.expect(200);
        }
    }
    assert_eq!(held().await, before, "each was asked for once");
    // The fifth decimal is a meter: one address for all of them, which is kept from its second time on.
    for number in 0..9 {
        let path = format!("/api/geo/reverse?lat=31.31110{number}&lon=-92.4");
        app.visitor().get(&path).await.expect(200);
    }
    app.metric("townperk_response_cache_entries").await;
    let hits = app
        .metric("townperk_response_cache_total{met=\"hit\"}")
        .await;
    assert!(hits >= 6.0, "{hits}");
});
