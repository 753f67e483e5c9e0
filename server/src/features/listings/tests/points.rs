//! The point of a shop without a pin, from a local geocoder with Nominatim's format.

use std::sync::{Arc, Mutex};

use axum::{Json, Router, http::StatusCode, response::IntoResponse, routing::get};
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{list, shops, with};
use crate::support::{Setup, Site, TestApp, TestDatabase};

/// A place in Nominatim's `jsonv2` format.
fn place(house_number: Option<&str>, (lat, lon): (&str, &str)) -> Value {
    json!({
        "place_id": 318_204_511,
        "licence": "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright",
        "osm_type": "way",
        "osm_id": 240_109_189,
        "lat": lat,
        "lon": lon,
        "category": "building",
        "type": "yes",
        "place_rank": 30,
        "importance": 0.000_07,
        "addresstype": "building",
        "name": "",
        "display_name": "Main Street, Alexandria, Rapides Parish, Louisiana, 71301, United States",
        "address": {
            "house_number": house_number,
            "road": "Main Street",
            "city": "Alexandria",
            "county": "Rapides Parish",
            "state": "Louisiana",
            "ISO3166-2-lvl4": "US-LA",
            "postcode": "71301",
            "country": "United States",
            "country_code": "us"
        },
        "boundingbox": ["31.3112", "31.3114", "-92.4452", "-92.4450"]
    })
}

const AT_HOME: (&str, &str) = ("31.3113", "-92.4451");

/// A geocoder that answers with the content of `answer`, and with 503 if there is none.
async fn geocoder(answer: &Arc<Mutex<Option<Value>>>) -> Site {
    let held = answer.clone();
    let search = get(move || {
        let answer = held.lock().unwrap().clone();
        async move {
            match answer {
                Some(places) => Json(places).into_response(),
                None => StatusCode::SERVICE_UNAVAILABLE.into_response(),
            }
        }
    });
    Site::serve(Router::new().route("/search", search)).await
}

fn answers(places: &[Value]) -> Arc<Mutex<Option<Value>>> {
    Arc::new(Mutex::new(Some(json!(places))))
}

async fn app_asking(home: TestDatabase, site: &Site) -> TestApp {
    let (server, allowed) = (site.url(""), site.address.to_string());
    Setup::new(home)
        .settings(|settings| {
            settings.nominatim_url = server;
            settings.outbound_allow = allowed;
        })
        .start()
        .await
}

/// A form without a website, so that nothing else is fetched.
fn without_website() -> Value {
    with("website", json!(""))
}

both_engines!(a_house_that_is_found_is_the_pin, |home: TestDatabase| {
    let site = geocoder(&answers(&[place(Some("126"), AT_HOME)])).await;
    let app = app_asking(home, &site).await;
    let listed = list(&app, &without_website()).await.expect(201).json();
    app.work().await;
    let slug = listed["slug"].as_str().unwrap();
    let shop = app.visitor();
    let shop = shop.get(&format!("/api/coffee-shops/{slug}")).await;
    let shop = shop.expect(200).json();
    assert_eq!(
        (&shop["latitude"], &shop["longitude"]),
        (&json!(31.3113), &json!(-92.4451))
    );
    assert_eq!(shops(&app).await[0].provenance.0["point"], "nominatim");
    let asked = site.asked();
    assert_eq!(asked.len(), 1);
    assert_eq!(
        asked[0].path,
        "/search?format=jsonv2&addressdetails=1&limit=3&countrycodes=us&street=126+Main+Street&city=Alexandria&state=Louisiana&postalcode=71301"
    );
    let agent = asked[0].headers["user-agent"].to_str().unwrap();
    assert!(
        agent.contains("townperk") && agent.contains("https://townperk.example/contact"),
        "{agent}"
    );
});

both_engines!(
    what_is_not_the_very_house_is_no_pin,
    |home: TestDatabase| {
        let places = [
            place(None, AT_HOME),
            place(Some("128"), AT_HOME),
            // Another Main Street, in Austin.
            place(Some("126"), ("30.2672", "-97.7431")),
        ];
        let site = geocoder(&answers(&places)).await;
        let app = app_asking(home, &site).await;
        list(&app, &without_website()).await.expect(201);
        app.work().await;
        assert_eq!(site.asked().len(), 1);
        assert_eq!(shops(&app).await[0].latitude, None);
    }
);

both_engines!(
    nobody_is_asked_unless_the_operator_says_so,
    |home: TestDatabase| {
        let site = geocoder(&answers(&[place(Some("126"), AT_HOME)])).await;
        let allowed = site.address.to_string();
        let silent = Setup::new(home)
            .settings(|settings| settings.outbound_allow = allowed)
            .start()
            .await;
        list(&silent, &without_website()).await.expect(201);
        silent.work().await;
        assert!(site.asked().is_empty());
        assert_eq!(shops(&silent).await[0].latitude, None);
    }
);

both_engines!(a_pin_that_was_set_stays, |home: TestDatabase| {
    let site = geocoder(&answers(&[place(Some("126"), AT_HOME)])).await;
    let app = app_asking(home, &site).await;
    let mut pinned = without_website();
    pinned["latitude"] = json!(31.3);
    pinned["longitude"] = json!(-92.44);
    list(&app, &pinned).await.expect(201);
    app.work().await;
    assert!(site.asked().is_empty());
    assert_eq!(shops(&app).await[0].latitude, Some(31.3));
});

both_engines!(the_geocoder_is_asked_once_a_second, |home: TestDatabase| {
    let site = geocoder(&answers(&[])).await;
    let app = app_asking(home, &site).await;
    for number in 1..=3 {
        let mut another = without_website();
        another["phone"] = json!("");
        another["name"] = json!(["Anna's", "Bertha's", "Clara's"][number - 1]);
        another["address"] = json!(format!("{number}00 Oak Street"));
        list(&app, &another).await.expect(201);
    }
    for asked in 1..=3 {
        app.work().await;
        assert_eq!(site.asked().len(), asked);
        app.clock.advance(TimeDelta::seconds(1));
    }
});

both_engines!(
    a_geocoder_that_is_away_is_asked_again_later,
    |home: TestDatabase| {
        let answer = Arc::new(Mutex::new(None));
        let site = geocoder(&answer).await;
        let app = app_asking(home, &site).await;
        list(&app, &without_website()).await.expect(201);
        app.work().await;
        assert_eq!(shops(&app).await[0].latitude, None);
        *answer.lock().unwrap() = Some(json!([place(Some("126"), AT_HOME)]));
        app.clock.advance(TimeDelta::minutes(5));
        app.work().await;
        assert_eq!(shops(&app).await[0].latitude, Some(31.3113));
    }
);

#[test]
fn what_is_no_address_is_refused_at_the_start() {
    let mut settings = townperk::platform::settings::Settings::defaults().unwrap();
    settings.nominatim_url = "nominatim".to_owned();
    let findings = settings.findings();
    assert!(
        findings
            .iter()
            .any(|finding| finding.setting == "nominatim_url")
    );
}
