//! What travellers type, and what each text must mean: `phrases.json`. Filters are the labels that the page shows.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::Value;

use super::{boosted, names, search};
use crate::support::{Engine, TestApp, command::until};

#[derive(Deserialize)]
struct Phrase {
    text: String,
    filters: Vec<String>,
    town: Option<String>,
    /// All that is found, in any order.
    shops: BTreeSet<String>,
    first: Option<String>,
}

/// So many of a hundred phrases must mean what they should (D95).
const HOLDS: usize = 97;

/// Town, name, amenities, hours.
const SHOPS: &[(&str, &str, &str, &str)] = &[
    (
        "Bellingham, WA",
        "Harbor Lights",
        "wifi outdoor",
        "Mo-Su 06:00-18:00",
    ),
    ("Bellingham, WA", "Night Owl", "wifi work", "24/7"),
    (
        "Bellingham, WA",
        "Fig & Flour",
        "breakfast pets",
        "Th-Su 08:00-14:00",
    ),
    (
        "Moab, UT",
        "Red Rock Roast",
        "pets outdoor parking",
        "Mo-Fr 06:00-12:00; PH off",
    ),
    ("Moab, UT", "Salty Dog Coffee", "", ""),
    (
        "Alexandria, LA",
        "Copper Kettle",
        "wifi",
        "Mo-Sa 07:00-15:00; PH 08:00-12:00",
    ),
    (
        "Alexandria, LA",
        "River Cup",
        "parking",
        "Mo-Su 12:00-22:00; easter 12:00-16:00",
    ),
    ("Lake Charles, LA", "Sunday Coffee Co", "", "Su 08:00-12:00"),
    (
        "Portland, OR",
        "Rose City Beans",
        "work breakfast wifi",
        "Mo-Su 05:00-21:00; Dec 24 06:00-12:00",
    ),
    (
        "Portland, ME",
        "Lighthouse Coffee",
        "outdoor",
        "Mo-Fr 07:00-16:00",
    ),
    ("Hot Coffee, MS", "Hot Coffee Mercantile", "", ""),
    ("Yakima, WA", "Apple Town", "", "Mo-Fr 10:00-17:00"),
    ("The Dalles, OR", "Gorge Grounds", "", ""),
];

async fn directory(app: &TestApp) {
    let mut towns: Vec<(&str, townperk::catalog::entities::city::Model)> = Vec::new();
    for (place, name, amenities, hours) in SHOPS {
        if !towns.iter().any(|(known, _)| known == place) {
            let (town, state) = place.split_once(", ").unwrap();
            towns.push((place, app.city(town, state).await));
        }
        let (_, town) = towns.iter().find(|(known, _)| known == place).unwrap();
        let has = |amenity: &str| {
            amenities
                .split(' ')
                .any(|known| known == amenity)
                .then_some(true)
        };
        app.shop(town)
            .with(|row| {
                row.name = (*name).to_owned();
                row.has_wifi = has("wifi");
                row.has_outdoor_seating = has("outdoor");
                row.has_parking = has("parking");
                row.pet_friendly = has("pets");
                row.good_for_work = has("work");
                row.serves_breakfast = has("breakfast");
                row.opening_hours = Some((*hours).to_owned()).filter(|hours| !hours.is_empty());
            })
            .await;
    }
}

/// A text, as a query parameter.
pub(super) fn encoded(text: &str) -> String {
    let bytes = text.bytes().map(|byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    });
    bytes.collect()
}

/// What is wrong with the answer to a phrase.
fn fault(phrase: &Phrase, answer: &Value) -> Option<String> {
    let labels: Vec<&str> = answer["filters"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|filter| filter["label"].as_str())
        .collect();
    let town = answer["place"].as_object().map(|place| {
        let text = |name: &str| place[name].as_str().unwrap_or_default().to_owned();
        format!("{}, {}", text("name"), text("state"))
    });
    // A larger place elsewhere may have the name of what is a word here.
    let town = town.filter(|_| phrase.town.is_some() || answer["place"]["slug"].is_string());
    let found = names(answer);
    let shops: BTreeSet<String> = found.iter().map(|name| (*name).to_owned()).collect();
    let is_first = phrase
        .first
        .as_deref()
        .is_none_or(|first| found.first() == Some(&first));
    let holds =
        labels == phrase.filters && town == phrase.town && shops == phrase.shops && is_first;
    (!holds).then(|| format!("“{}”: {labels:?}, {town:?}, {found:?}", phrase.text))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn phrases_mean_what_travellers_mean() {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    directory(&app).await;
    let phrases: Vec<Phrase> = serde_json::from_str(include_str!("phrases.json")).unwrap();
    assert!(phrases.len() >= 150, "{} phrases", phrases.len());
    let mut faults = Vec::new();
    for phrase in &phrases {
        let answer = search(&app, SHOPS.len(), &format!("q={}", encoded(&phrase.text))).await;
        faults.extend(fault(phrase, &answer));
    }
    let held = phrases.len() - faults.len();
    assert!(
        held * 100 >= phrases.len() * HOLDS,
        "{held} of {}:\n{}",
        phrases.len(),
        faults.join("\n")
    );
}

both_engines!(filters_of_a_text_can_be_removed, |app: TestApp| {
    directory(&app).await;
    let answer = search(&app, SHOPS.len(), "q=wifi+in+bellingham+open+now").await;
    assert_eq!(
        answer["filters"],
        serde_json::json!([
            { "kind": "amenity", "label": "WiFi", "without": "in bellingham open now" },
            { "kind": "open", "label": "Open now", "without": "wifi in bellingham" },
        ])
    );
    assert_eq!(answer["place"]["slug"], "bellingham-wa");
    let near = search(&app, SHOPS.len(), "q=coffee+near+me").await;
    assert_eq!(near["needsLocation"], true);
    let here = search(&app, SHOPS.len(), "q=coffee+near+me&lat=48.75&lon=-122.48").await;
    assert_eq!(here["needsLocation"], false);
});

both_engines!(
    a_town_comes_in_its_own_order_and_best_ignores_payments,
    |app: TestApp| {
        let moab = app.city("Moab", "UT").await;
        app.shop(&moab).name("Loved").votes(9).await;
        let paying = app.shop(&moab).name("Paying").await;
        app.shop(&moab).name("Moab").votes(1).await;
        boosted(&app, paying.id).await;
        until("the boost counts", || async {
            let path = "/api/cities/moab-ut/coffee-shops";
            app.visitor().get(path).await.expect(200).json()[0]["name"] == "Paying"
        })
        .await;
        let list = app
            .visitor()
            .get("/api/cities/moab-ut/coffee-shops")
            .await
            .expect(200)
            .json();
        let in_town: Vec<&str> = list
            .as_array()
            .unwrap()
            .iter()
            .map(|shop| shop["name"].as_str().unwrap())
            .collect();
        let answer = search(&app, 3, "q=moab+ut").await;
        assert_eq!(names(&answer), in_town);
        let called_so = search(&app, 3, "q=moab").await;
        assert_eq!(names(&called_so)[0], "Moab", "its whole name comes first");
        let best = search(&app, 3, "q=best+coffee+in+moab").await;
        assert_ne!(names(&best)[0], "Paying");
    }
);

both_engines!(
    a_town_without_shops_says_so_and_names_the_nearest,
    |app: TestApp| {
        let auburn = app.city("Auburn", "AL").at(32.6, -85.48).await;
        app.shop(&auburn).name("Opelika Road Coffee").await;
        let answer = search(&app, 1, "q=coffee+in+opelika+al").await;
        assert_eq!(
            answer["place"],
            serde_json::json!({ "name": "Opelika", "state": "AL", "slug": null, "coffeeShopCount": 0 })
        );
        assert_eq!(answer["nearestTowns"][0]["slug"], "auburn-al");
    }
);

both_engines!(old_hours_are_below_confirmed_ones, |app: TestApp| {
    let moab = app.city("Moab", "UT").await;
    let now = app.clock.now();
    for (name, days) in [("A Long Ago", 800), ("Lately", 20)] {
        app.shop(&moab)
            .with(|row| {
                row.name = name.to_owned();
                row.opening_hours = Some("24/7".to_owned());
                row.hours_confirmed_at = Some(now - chrono::TimeDelta::days(days));
            })
            .await;
    }
    for query in [
        "q=open+now",
        "openNow=true",
        "q=open+now+moab",
        "q=open+thursday",
    ] {
        let answer = search(&app, 2, query).await;
        assert_eq!(names(&answer), ["Lately", "A Long Ago"], "{query}");
        assert_eq!(
            answer["shops"][1]["openState"]["label"],
            "Open, hours from 2023"
        );
    }
    let path = "/api/cities/moab-ut/coffee-shops?sort=open";
    let list = app.visitor().get(path).await.expect(200).json();
    assert_eq!(list[0]["name"], "Lately");
});
