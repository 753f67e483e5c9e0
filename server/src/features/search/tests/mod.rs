//! What a search finds, in which order, and how it handles arbitrary input from people and programs.

mod faults;
mod meaning;
mod nodes;
mod phrases;
mod spelling;

use sea_orm::{EntityTrait, IntoActiveModel};
use serde_json::Value;
use townperk::catalog::entities::{boost, city, shop};
use uuid::Uuid;

use crate::support::{Engine, TestApp, Write, command::until};

/// Searches once the index contains `shops`.
async fn search(app: &TestApp, shops: usize, query: &str) -> Value {
    until("the index is filled", || async {
        (app.metric("townperk_search_shops").await - shops as f64).abs() < 0.5
    })
    .await;
    // The same search a second later, so it isn't answered from the cache.
    app.clock.advance(chrono::TimeDelta::seconds(2));
    app.visitor()
        .get(&format!("/api/search?{query}"))
        .await
        .expect(200)
        .json()
}

fn names(answer: &Value) -> Vec<&str> {
    let shops = answer["shops"].as_array().unwrap();
    shops
        .iter()
        .map(|shop| shop["name"].as_str().unwrap())
        .collect()
}

fn towns(answer: &Value) -> Vec<&str> {
    let cities = answer["cities"].as_array().unwrap();
    cities
        .iter()
        .map(|city| city["slug"].as_str().unwrap())
        .collect()
}

/// A featured placement from an hour ago until tomorrow.
async fn boosted(app: &TestApp, shop_id: Uuid) {
    let now = app.clock.now();
    let row = boost::Model {
        id: app.identifiers.next(),
        shop_id,
        source: boost::Source::Complimentary,
        starts_at: now - chrono::TimeDelta::hours(1),
        ends_at: now + chrono::TimeDelta::days(1),
        reason: None,
        created_at: now,
    };
    app.database
        .transaction(|transaction| {
            let row = row.clone();
            Box::pin(async move {
                boost::Entity::insert(row.into_active_model())
                    .exec_without_returning(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
        .unwrap();
    app.edit_shop(shop_id, |_| {}).await;
}

async fn alexandria(app: &TestApp) -> city::Model {
    app.city("Alexandria", "LA").at(31.3113, -92.4451).await
}

both_engines!(words_are_found_as_people_type_them, |app: TestApp| {
    let town = alexandria(&app).await;
    let hammond = app.city("Hammond", "LA").at(30.5044, -90.4612).await;
    app.shop(&town)
        .with(|row| {
            row.name = "Café Ligne".to_owned();
            row.zip_code = Some("71301".to_owned());
            row.categories.0 = vec!["Bakery".to_owned()];
        })
        .await;
    app.shop(&hammond)
        .with(|row| row.name = "Lantern Roasters".to_owned())
        .await;
    for (query, expected) in [
        ("q=cafe+ligne", "Café Ligne"),
        ("q=LANT", "Lantern Roasters"),
        ("q=lantren", "Lantern Roasters"),
        ("q=alexandria,+la", "Café Ligne"),
        ("q=71301", "Café Ligne"),
        ("q=71301-1234", "Café Ligne"),
        ("q=bakery+71301-1234", "Café Ligne"),
        ("q=bakery+alexandria", "Café Ligne"),
        ("q=hammend", "Lantern Roasters"),
        ("q=roasters&state=LA", "Lantern Roasters"),
    ] {
        let answer = search(&app, 2, query).await;
        assert_eq!(names(&answer), [expected], "{query}");
        assert_eq!(answer["total"], 1, "{query}");
    }
    for query in ["q=lantern+alexandria", "q=roasters&state=TX", "q=zzz"] {
        let answer = search(&app, 2, query).await;
        assert!(names(&answer).is_empty(), "{query}: {answer}");
    }
    for (query, expected) in [
        ("q=alex", "alexandria-la"),
        ("q=alexandira", "alexandria-la"),
        ("q=hammond+louisiana", "hammond-la"),
        ("q=hammond+loui", "hammond-la"),
        ("q=Hammend,+LA", "hammond-la"),
        ("q=alexandria,la", "alexandria-la"),
    ] {
        assert_eq!(towns(&search(&app, 2, query).await), [expected], "{query}");
    }
    let of_the_state = search(&app, 2, "q=louisiana").await;
    assert_eq!(towns(&of_the_state), ["alexandria-la", "hammond-la"]);
    let elsewhere = search(&app, 2, "q=hammond,+tx").await;
    assert!(towns(&elsewhere).is_empty(), "{elsewhere}");
});

both_engines!(a_town_is_found_by_each_of_its_spellings, |app: TestApp| {
    for (town, shop) in [
        ("Saint Francisville", "Ridge Road"),
        ("St. Martinville", "Evangeline"),
        ("Mount Dora", "Seaplane"),
    ] {
        let city = app.city(town, "LA").await;
        app.shop(&city).name(shop).await;
    }
    for (query, expected) in [
        ("q=St.+Francisville", "Ridge Road"),
        ("q=st+francisville,+la", "Ridge Road"),
        ("q=saint+francisville", "Ridge Road"),
        ("q=saint+martinville", "Evangeline"),
        ("q=St+Martinville", "Evangeline"),
        ("q=mt+dora", "Seaplane"),
        ("q=Mt.+Do", "Seaplane"),
    ] {
        let answer = search(&app, 3, query).await;
        assert_eq!(names(&answer), [expected], "{query}");
        assert_eq!(towns(&answer).len(), 1, "{query}");
    }
});

both_engines!(
    a_zip_code_is_an_address_or_the_middle_of_a_circle,
    |app: TestApp| {
        let alexandria = alexandria(&app).await;
        let pineville = app.city("Pineville", "LA").at(31.35, -92.41).await;
        let monroe = app.city("Monroe", "LA").at(32.51, -92.12).await;
        for (town, name, zip, point) in [
            (&alexandria, "Inside Cup", "71301", (31.30, -92.47)),
            (&pineville, "Beside Cup", "71360", (31.35, -92.40)),
            (&monroe, "Distant Cup", "71201", (32.51, -92.12)),
        ] {
            app.shop(town)
                .with(|row| {
                    row.name = name.to_owned();
                    row.zip_code = Some(zip.to_owned());
                    (row.latitude, row.longitude) = (Some(point.0), Some(point.1));
                })
                .await;
        }
        let in_it = search(&app, 3, "q=71301").await;
        assert_eq!(names(&in_it), ["Inside Cup"]);
        assert_eq!(
            (&in_it["zip"]["code"], &in_it["zip"]["city"]),
            (&Value::from("71301"), &Value::from("Alexandria"))
        );
        for code in ["71301", "71301-1234"] {
            let around = search(&app, 3, &format!("q={code}&radius=25")).await;
            assert_eq!(names(&around), ["Inside Cup", "Beside Cup"], "{code}");
            assert_eq!(around["query"], code);
        }
        let newest = search(&app, 3, "q=71301&radius=100&sort=newest").await;
        assert_eq!(names(&newest).len(), 3);
        for no_zip in ["q=cup&radius=25", "q=00000&radius=25", "q=7130&radius=25"] {
            assert_eq!(search(&app, 3, no_zip).await["zip"], Value::Null);
        }
    }
);

both_engines!(the_index_follows_what_changes, |app: TestApp| {
    let town = alexandria(&app).await;
    let shop = app
        .shop(&town)
        .with(|row| row.name = "Rust Bean".to_owned())
        .await;
    assert_eq!(names(&search(&app, 1, "q=rust").await), ["Rust Bean"]);
    app.edit_shop(shop.id, |row| row.name = "Velvet Kettle".to_owned())
        .await;
    until("the new name is found", || async {
        names(&search(&app, 1, "q=velvet").await) == ["Velvet Kettle"]
    })
    .await;
    assert!(names(&search(&app, 1, "q=rust").await).is_empty());
    app.edit_shop(shop.id, |row| row.is_active = false).await;
    assert!(names(&search(&app, 0, "q=velvet").await).is_empty());
});

both_engines!(open_now_is_what_the_clock_says, |app: TestApp| {
    let town = alexandria(&app).await;
    for (name, hours) in [
        ("Early Cup", Some("Mo-Fr 06:00-12:00")),
        ("Late Cup", Some("Mo-Fr 12:00-20:00")),
        ("Secret Cup", None),
    ] {
        app.shop(&town)
            .with(|row| {
                row.name = name.to_owned();
                row.opening_hours = hours.map(str::to_owned);
            })
            .await;
    }
    // Wednesday at nine in the morning.
    for query in [
        "q=cup&openNow=true",
        "openNow=true",
        "lat=31.3&lon=-92.4&openNow=true",
    ] {
        let answer = search(&app, 3, query).await;
        let near = query.starts_with("lat");
        let expected: &[&str] = if near { &[] } else { &["Early Cup"] };
        // Without points of their own, they aren't near anything.
        assert_eq!(names(&answer), expected, "{query}");
        assert_eq!(answer["totalText"], expected.len().to_string(), "{query}");
    }
    app.clock.advance(chrono::TimeDelta::hours(4));
    assert_eq!(
        names(&search(&app, 3, "q=cup&openNow=true").await),
        ["Late Cup"]
    );
});

/// Many shops with one name, spread from north to south, the first one being the oldest.
async fn crowd(app: &TestApp, size: u32) -> Vec<shop::Model> {
    let town = alexandria(app).await;
    let template = app
        .shop(&town)
        .with(|row| row.name = "Common Cup".to_owned())
        .await;
    let mut shops = vec![template.clone()];
    for number in 1..size {
        let mut row = template.clone();
        row.id = app.identifiers.next();
        row.slug = format!("{}-{number}", template.slug);
        row.latitude = Some(31.0 + f64::from(number) * 0.01);
        row.longitude = Some(-92.0);
        row.created_at = template.created_at + chrono::TimeDelta::minutes(i64::from(number));
        shops.push(row);
    }
    for some in shops[1..].chunks(200) {
        let writes = some.iter().map(|row| Write::Shop(Box::new(row.clone())));
        app.write(writes.collect()).await;
    }
    shops
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn filters_find_what_ranks_below_a_thousand_others() {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    let shops = crowd(&app, 1200).await;
    let all = search(&app, 1200, "q=common+cup").await;
    assert_eq!(
        (&all["total"], all["totalText"].as_str()),
        (&Value::from(1001), Some("1,000+"))
    );
    // With equal scores, the shop indexed last comes last, beyond what is counted.
    let last = &shops[1199];
    let query = format!(
        "q=common+cup&lat={}&lon=-92&radius=1",
        last.latitude.unwrap()
    );
    let near = search(&app, 1200, &query).await;
    let slugs: Vec<&str> = near["shops"]
        .as_array()
        .unwrap()
        .iter()
        .map(|shop| shop["slug"].as_str().unwrap())
        .collect();
    assert!(slugs.contains(&last.slug.as_str()), "{slugs:?}");
    assert_eq!(
        (near["total"].as_u64(), near["totalText"].as_str()),
        (Some(2), Some("2")),
        "its neighbor is 0.7 miles away"
    );
    let away = |shop: &Value| shop["distance"].clone();
    let found = near["shops"].as_array().unwrap();
    assert!(found.iter().any(|shop| away(shop) == "0.1 mi"));
    assert!(found.iter().any(|shop| away(shop) == "0.7 mi"));
    assert!(all["shops"][0].get("distance").is_none());
    let newest = search(&app, 1200, "q=common+cup&sort=newest&pageSize=2").await;
    assert_eq!(newest["shops"][0]["slug"], last.slug);
    let newest = search(&app, 1200, "state=LA&sort=newest&pageSize=2").await;
    assert_eq!(newest["shops"][0]["slug"], last.slug);
    assert_eq!(newest["totalText"], "1,000+");
    boosted(&app, last.id).await;
    until("the boosted one is first", || async {
        search(&app, 1200, "q=common+cup").await["shops"][0]["slug"] == *last.slug
    })
    .await;
    let featured = search(&app, 1200, "q=common+cup&featured=true").await;
    assert_eq!(
        (
            featured["total"].as_u64(),
            featured["shops"][0]["slug"].as_str()
        ),
        (Some(1), Some(last.slug.as_str()))
    );
    let elsewhere = search(
        &app,
        1200,
        "q=common+cup&featured=true&lat=31&lon=-92&radius=1",
    )
    .await;
    assert_eq!(elsewhere["total"], 0);
}

both_engines!(whatever_is_typed_gets_an_honest_answer, |app: TestApp| {
    let town = alexandria(&app).await;
    app.shop(&town)
        .with(|row| row.name = "Rust Bean".to_owned())
        .await;
    search(&app, 1, "q=rust").await;
    let long = "a".repeat(10_000);
    for (query, expected) in [
        ("q=%2Bname:rust+AND+(", 200),
        ("q=%22rust", 200),
        ("q=rust*~2^9", 200),
        ("q=%5B%2a+TO+%2a%5D", 200),
        ("q=%00", 400),
        ("q=%01%1b%5B2J", 400),
        ("q=%E2%80%AE", 200),
        ("q=%F0%9F%98%80", 200),
        ("q=,", 200),
        ("q=,+la", 200),
        ("q=++", 200),
        ("q='%3B--", 200),
        ("q=rust&page=2", 404),
    ] {
        let answer = app.visitor().get(&format!("/api/search?{query}")).await;
        assert_eq!(answer.status(), expected, "{query}");
    }
    for (query, field) in [
        (format!("q={long}"), "q"),
        ("q=rust&page=-1".to_owned(), "page"),
        ("q=rust&page=0".to_owned(), "page"),
        ("q=rust&pageSize=100000".to_owned(), "pageSize"),
        ("lat=91&lon=0".to_owned(), "lat"),
        ("lat=31&lon=181".to_owned(), "lon"),
        ("lat=31".to_owned(), "lon"),
        ("lon=-92".to_owned(), "lat"),
        ("lat=31&lon=-92&radius=1000".to_owned(), "radius"),
        ("lat=NaN&lon=-92".to_owned(), "lat"),
        ("sort=oldest".to_owned(), "sort"),
    ] {
        let refused = app
            .visitor()
            .get(&format!("/api/search?{query}"))
            .await
            .expect(400)
            .json();
        assert_eq!(refused["field"], field, "{query}: {refused}");
    }
});

both_engines!(
    a_network_that_searches_without_a_pause_waits,
    |app: TestApp| {
        let city = alexandria(&app).await;
        app.shop(&city).await;
        let program = app.visitor().from("203.0.113.7");
        for number in 0..1199 {
            let answer = program.get(&format!("/api/search?q=zz{number}")).await;
            answer.expect(200);
        }
        program.get("/search?q=page").await.expect(200);
        let refused = program.get("/api/search?q=zz").await.expect(429);
        assert_eq!(refused.json()["code"], "too_many_requests");
        let page = program.get("/search?q=zz").await.expect(429);
        for answer in [&refused, &page] {
            assert_eq!(answer.header("retry-after"), "1");
            assert_eq!(answer.header("cache-control"), "no-store");
        }
        assert_eq!(page.html().h1(), "Too many requests");
        program.get("/cities").await.expect(200);
        for other in ["203.0.113.9", "198.51.100.1"] {
            let other = app.visitor().from(other);
            other.get("/api/search?q=zz").await.expect(200);
        }
        app.visitor().get("/search?q=zz").await.expect(200);
        app.clock.advance(chrono::TimeDelta::seconds(1));
        program.get("/api/search?q=zz").await.expect(200);
    }
);
