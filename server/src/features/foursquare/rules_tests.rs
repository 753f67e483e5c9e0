//! Tests of the rules.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use uuid::Uuid;

use super::rules::{Doubt, LEAST_QUALITY, apply, best_photos, matching, quality};
use crate::{
    catalog::{
        admission::{
            facts::Facts,
            shop::{Origin, new_shop},
        },
        entities::{city, shop},
        foursquare_content::erase,
    },
    platform::foursquare::{Photo, Place},
};

fn now() -> DateTime<Utc> {
    "2026-03-04T15:00:00Z".parse().unwrap()
}

fn row() -> shop::Model {
    let facts = Facts {
        name: "Tamp & Grind".to_owned(),
        street: Some("123 Main Street".to_owned()),
        zip_code: Some("71301".to_owned()),
        point: Some((31.3113, -92.4451)),
        ..Facts::default()
    };
    let origin = Origin {
        id: Uuid::nil(),
        now: now(),
        source: "osm",
    };
    new_shop("tamp-grind".to_owned(), &facts, Uuid::nil(), origin)
}

fn town() -> city::Model {
    let town = crate::catalog::admission::town::NewTown {
        name: "Alexandria".to_owned(),
        state: "LA".to_owned(),
        slug: "alexandria-la".to_owned(),
        county: "Rapides Parish".to_owned(),
        latitude: 31.3,
        longitude: -92.4,
        time_zone: "America/Chicago".to_owned(),
    };
    town.row(Uuid::nil(), now())
}

fn place(change: impl FnOnce(&mut Value)) -> Place {
    let mut place = json!({
        "fsq_place_id": "4b0588f6f964a520f3cb22e3",
        "name": "Tamp and Grind Coffee",
        "latitude": 31.3114, "longitude": -92.4452,
        "location": { "address": "123 Main St", "locality": "Alexandria", "region": "LA", "postcode": "71301" },
        "categories": [{ "name": "Coffee Shop", "short_name": "Coffee" }, { "name": "Bakery" }],
        "rating": 8.7, "price": 2,
        "hours": { "display": "Mon 7 AM-3 PM", "regular": [{ "day": 1, "open": "0700", "close": "1500" }] },
    });
    change(&mut place);
    serde_json::from_value(place).unwrap()
}

fn is_matched(change: impl FnOnce(&mut Value)) -> bool {
    matching((&row(), &town()), vec![place(change)]).is_some()
}

#[test]
fn only_the_certainly_same_place_is_a_match() {
    assert!(is_matched(|_| {}));
    assert!(!is_matched(|place| place["name"] = json!("Bus Stop")));
    assert!(!is_matched(
        |place| place["location"]["address"] = json!("9 Oak Ave")
    ));
    let far = |place: &mut Value| (place["latitude"], place["location"]) = (json!(31.4), json!({}));
    assert!(!is_matched(far));
}

#[test]
fn the_better_of_two_matches_is_taken() {
    let mut row = row();
    row.telephone = Some("+13185550142".to_owned());
    let places = vec![
        place(|place| place["fsq_place_id"] = json!("first")),
        place(|place| {
            (place["fsq_place_id"], place["tel"]) = (json!("second"), json!("(318) 555-0142"));
        }),
    ];
    let found = matching((&row, &town()), places).unwrap();
    assert_eq!(found.fsq_place_id, "second");
}

#[test]
fn a_closed_place_is_taken_only_if_there_is_no_other() {
    let closed = || {
        place(|place| {
            (place["fsq_place_id"], place["date_closed"]) = (json!("old"), json!("2024-01-01"));
        })
    };
    let ours = (&row(), &town());
    let alone = matching(ours, vec![closed()]).unwrap();
    assert_eq!(Doubt::of(&alone), Some(Doubt::Closed));
    let found = matching(ours, vec![closed(), place(|_| {})]).unwrap();
    assert_eq!(Doubt::of(&found), None);
}

#[test]
fn chains_and_places_of_another_kind_are_doubted() {
    let doubt = |change: fn(&mut Value)| Doubt::of(&place(change));
    let named = |name: &str| json!([{ "name": name }]);
    assert_eq!(doubt(|_| {}), None);
    assert_eq!(doubt(|place| place["chains"] = Value::Null), None);
    assert_eq!(doubt(|place| place["categories"] = json!([])), None);
    assert_eq!(
        doubt(|place| place["chains"] = json!([{ "fsq_chain_id": "c" }])),
        Some(Doubt::Chain)
    );
    for (name, is_doubted) in [
        ("Vape Store", true),
        ("Steel Mill", true),
        ("Tea Room", false),
        ("Donut Shop", false),
        ("Café", false),
        ("Sandwich Spot", false),
    ] {
        let place = place(|place| place["categories"] = named(name));
        assert_eq!(Doubt::of(&place).is_some(), is_doubted, "{name}");
    }
}

#[test]
fn what_somebody_else_gave_stays() {
    let until = now() + TimeDelta::days(30);
    let mut empty = row();
    apply(&mut empty, &place(|_| {}), until);
    assert_eq!(empty.foursquare_rating, Some(8.7));
    assert_eq!(empty.foursquare_price_level, Some(2));
    assert_eq!(empty.foursquare_expires_at, Some(until));
    assert_eq!(empty.categories.0, ["Coffee", "Bakery"]);
    assert_eq!(empty.hours.as_deref(), Some("Mon 7 AM-3 PM"));
    assert!(
        empty
            .opening_hours
            .as_deref()
            .unwrap()
            .starts_with("Mo 07:00-15:00")
    );
    let mut known = row();
    known.categories.0 = vec!["Roastery".to_owned()];
    known.hours = Some("by chance".to_owned());
    apply(&mut known, &place(|_| {}), until);
    assert_eq!(known.categories.0, ["Roastery"]);
    assert_eq!(
        (known.hours.as_deref(), known.opening_hours),
        (Some("by chance"), None)
    );
    // The owner has removed them on purpose.
    let mut cleared = row();
    let by_hand = ["categories", "hours"].map(|fact| (fact.to_owned(), "owner".to_owned()));
    cleared.provenance.0.extend(by_hand);
    apply(&mut cleared, &place(|_| {}), until);
    assert!(cleared.categories.0.is_empty() && cleared.hours.is_none());
}

#[test]
fn erasing_undoes_all_but_the_id() {
    let before = row();
    let mut after = before.clone();
    apply(&mut after, &place(|_| {}), now());
    // A renewal replaces its own.
    apply(
        &mut after,
        &place(|place| place["categories"] = json!([])),
        now(),
    );
    assert!(after.categories.0.is_empty());
    erase(&mut after);
    let id = after.foursquare_id.take();
    assert_eq!(id.as_deref(), Some("4b0588f6f964a520f3cb22e3"));
    assert_eq!(after, before);
}

#[test]
fn values_out_of_range_are_left_out() {
    let mut odd = row();
    let place = place(|place| (place["rating"], place["price"]) = (json!(11.0), json!(0)));
    apply(&mut odd, &place, now());
    assert_eq!(
        (odd.foursquare_rating, odd.foursquare_price_level),
        (None, None)
    );
}

fn photo((width, height): (u32, u32), created: &str, shows: &[&str]) -> Photo {
    serde_json::from_value(json!({
        "id": "1", "created_at": created, "prefix": "https://img.example/", "suffix": "/1.jpg",
        "width": width, "height": height, "classifications": shows,
    }))
    .unwrap()
}

#[test]
fn quality_counts_resolution_shape_age_and_content() {
    const NEW: &str = "2025-12-01T00:00:00.000Z";
    for (photo, score) in [
        (photo((1920, 1280), NEW, &["indoor"]), 100),
        (photo((1920, 1280), NEW, &[]), 93),
        (photo((1920, 1280), NEW, &["Menu"]), 0),
        (photo((1080, 1920), NEW, &[]), 68),
        (photo((1440, 960), "2014-01-01", &[]), 65),
        (photo((640, 480), "2012-05-01", &[]), 53),
        (photo((500, 330), "2012-05-01", &[]), 41),
        (photo((330, 500), "2012-05-01", &[]), 16),
        (photo((300, 200), NEW, &["food"]), 0),
        (photo((0, 0), NEW, &["food"]), 0),
    ] {
        assert_eq!(quality(&photo, now()), score, "{photo:?}");
    }
}

#[test]
fn photos_below_the_threshold_are_not_shown() {
    let photos = [
        photo((500, 400), "2011-01-01", &[]),
        photo((300, 400), "2011-01-01", &[]),
        photo((1600, 1200), "2025-01-01", &[]),
    ];
    let best: Vec<u32> = best_photos(&photos, now())
        .iter()
        .map(|photo| photo.width)
        .collect();
    assert!(quality(&photos[1], now()) < LEAST_QUALITY);
    assert_eq!(best, [1600, 500]);
}
