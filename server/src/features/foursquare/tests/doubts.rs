//! What Foursquare says against a shop, and what its pictures show.

use sea_orm::EntityTrait;
use serde_json::{Value, json};
use townperk::catalog::entities::suggestion::{self, Kind};

use super::{HISTORY, Places, SHOPS, call, enhance, seen, shop_named};
use crate::support::{TestApp, TestDatabase, Visitor};

/// The questions in the inbox: kind and words.
async fn questions(app: &TestApp) -> Vec<(Kind, String)> {
    let rows = suggestion::Entity::find().all(app.database.reads()).await;
    let open = rows.unwrap().into_iter();
    open.map(|row| (row.kind, row.note.unwrap())).collect()
}

async fn problems(administrator: &Visitor) -> Value {
    let history = administrator.get(HISTORY).await.expect(200).json();
    let path = format!("{HISTORY}/{}/problems", history[0]["id"].as_str().unwrap());
    administrator.get(&path).await.expect(200).json()
}

async fn enhance_shop(app: &TestApp, administrator: &Visitor, shop: uuid::Uuid) -> Value {
    app.clock.advance(chrono::TimeDelta::seconds(1));
    let body = json!({ "shopIds": [shop] });
    let answer = call(app, administrator, SHOPS, body).await;
    answer.expect(200).json()
}

both_engines!(
    what_speaks_against_a_shop_becomes_a_question_once,
    |home: TestDatabase| {
        let places = Places::serve().await;
        let app = places.app(home, |_| {}).await;
        let administrator = app.administrator().await;
        let city = app.city("Alexandria", "LA").await;
        let shop = shop_named(&app, &city, "Tamp & Grind", 123).await;
        let photo = places.photo("front");
        let known = |change: &dyn Fn(&mut Value)| {
            places.says(|says| says.places.clear());
            places.knows(&shop, |place| {
                place["photos"] = json!([photo]);
                change(place);
            });
        };
        for (field, value, kind, words) in [
            (
                "chains",
                json!([{ "fsq_chain_id": "c", "name": "Bean Nation" }]),
                Kind::Chain,
                "Foursquare says that this shop belongs to a chain.",
            ),
            (
                "categories",
                json!([{ "name": "Vape Store", "short_name": "Vapes" }]),
                Kind::Closed,
                "Foursquare doesn't list this shop as a place with coffee.",
            ),
            (
                "date_closed",
                json!("2026-01-31"),
                Kind::Closed,
                "Foursquare says that this shop has closed.",
            ),
        ] {
            known(&|_| {});
            enhance_shop(&app, &administrator, shop.id).await;
            assert_eq!(seen(&app, &shop).await["foursquareRating"], "8.7");
            known(&|place| place[field] = value.clone());
            for _ in 0..2 {
                let run = enhance_shop(&app, &administrator, shop.id).await;
                assert_eq!(
                    (&run["enhanced"], &run["processed"]),
                    (&json!(0), &json!(1))
                );
            }
            let after = seen(&app, &shop).await;
            assert!(
                after["foursquareRating"].is_null(),
                "{words}: its facts end"
            );
            assert!(after["imageUrl"].is_null(), "{words}: its photos end");
            let asked = questions(&app).await;
            let about = asked.iter().filter(|(_, note)| note == words);
            let kinds: Vec<Kind> = about.map(|(kind, _)| *kind).collect();
            assert_eq!(kinds, [kind], "{asked:?}");
            let problems = problems(&administrator).await;
            let detail = problems[0]["detail"].as_str().unwrap();
            assert_eq!(detail, format!("{words} The inbox asks about it."));
            assert_eq!(problems[0]["name"], "Tamp & Grind");
        }
    }
);

both_engines!(
    a_run_lists_the_shops_that_got_nothing_and_why,
    |home: TestDatabase| {
        let places = Places::serve().await;
        let app = places.app(home, |_| {}).await;
        let administrator = app.administrator().await;
        let city = app.city("Alexandria", "LA").await;
        let known = shop_named(&app, &city, "Tamp & Grind", 123).await;
        shop_named(&app, &city, "Paper Heron", 700).await;
        places.knows(&known, |_| {});
        let run = enhance(&app, &administrator, &city).await.expect(200);
        assert_eq!(run.json()["coffeeShopsEnhanced"], 1);
        let problems = problems(&administrator).await;
        let said: Vec<(&str, &str)> = problems
            .as_array()
            .unwrap()
            .iter()
            .map(|one| {
                let text = |name: &str| one[name].as_str().unwrap();
                (text("name"), text("detail"))
            })
            .collect();
        assert_eq!(
            said,
            [("Paper Heron", "Foursquare doesn't know this shop.")]
        );
        let unknown = format!("{HISTORY}/{}/problems", uuid::Uuid::nil());
        administrator.get(&unknown).await.expect(404);
        app.visitor().get(&unknown).await.expect(401);
    }
);

both_engines!(
    pixels_decide_which_photos_are_shown,
    |home: TestDatabase| {
        let places = Places::serve().await;
        let app = places.app(home, |_| {}).await;
        let administrator = app.administrator().await;
        let city = app.city("Alexandria", "LA").await;
        let shop = shop_named(&app, &city, "Tamp & Grind", 123).await;
        let photos = ["graphic", "front", "front-again", "counter"].map(|it| places.photo(it));
        places.knows(&shop, |place| place["photos"] = json!(photos));
        let run = enhance_shop(&app, &administrator, shop.id).await;
        assert_eq!(
            run["photosEnhanced"], 2,
            "neither the graphic nor the repeat"
        );
    }
);

both_engines!(
    the_list_of_cities_says_how_many_there_are,
    |home: TestDatabase| {
        let places = Places::serve().await;
        let app = places.app(home, |_| {}).await;
        for town in ["Alexandria", "Natchitoches", "Hammond"] {
            let city = app.city(town, "LA").await;
            app.shop(&city).await;
        }
        let administrator = app.administrator().await;
        let path = "/api/admin/foursquare-enhancement/cities?limit=2";
        let list = administrator.get(path).await.expect(200);
        assert_eq!(list.header("x-total-count"), "3");
        assert_eq!(list.json().as_array().unwrap().len(), 2);
    }
);
