//! Who comes through the demo's doors, and as whom.

use chrono::TimeDelta;
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel};
use serde_json::{Value, json};
use townperk::{
    catalog::entities::{boost, shop},
    features::demo::{clear, owner_link},
    platform::sessions::person,
};
use uuid::Uuid;

use super::{demo, demo_with, follow, started_as_demo};
use crate::support::{Response, TestApp, TestDatabase, Visitor};

async fn enter(visitor: &Visitor, door: &str) -> Response {
    visitor
        .post("/api/demo/enter", &json!({ "as": door }))
        .await
}

/// Whoever has the cookies of an answer.
fn holding(app: &TestApp, answer: &Response) -> Visitor {
    let cookies: Vec<&str> = answer
        .headers()
        .get_all("set-cookie")
        .iter()
        .filter_map(|cookie| cookie.to_str().unwrap().split(';').next())
        .filter(|cookie| !cookie.ends_with('='))
        .collect();
    app.visitor().with("cookie", &cookies.join("; "))
}

async fn session(visitor: &Visitor) -> Value {
    visitor.get("/api/session").await.expect(200).json()
}

both_engines!(each_door_leads_to_its_screens, |home: TestDatabase| {
    let app = demo(home).await;
    let stranger = app.visitor();
    let site = stranger.get("/api/site").await.expect(200).json();
    assert_eq!(site["demoDoors"], true);

    let answer = enter(&stranger, "owner").await.expect(200);
    assert_eq!(answer.json()["path"], "/your-shop");
    let owner = holding(&app, &answer);
    let id: Uuid = session(&owner).await["shops"][0]["id"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    let reads = app.database.reads();
    let theirs = shop::Entity::find_by_id(id).one(reads).await.unwrap();
    assert!(theirs.is_some_and(|shop| shop.sample));
    let boosts = boost::Entity::find().all(reads).await.unwrap();
    assert!(boosts.iter().any(|boost| boost.shop_id == id));

    let answer = enter(&owner, "administrator").await.expect(200);
    assert_eq!(answer.json()["path"], "/admin");
    let administrator = holding(&app, &answer);
    administrator.get("/api/admin/inbox").await.expect(200);
    assert_eq!(
        session(&owner).await["person"],
        Value::Null,
        "a browser is one of them at a time"
    );

    let answer = enter(&administrator, "visitor").await.expect(200);
    assert_eq!(answer.json()["path"], "/");
    administrator.get("/api/admin/inbox").await.expect(401);
    enter(&stranger, "nobody").await.expect(400);
});

both_engines!(strangers_find_no_door, |home: TestDatabase| {
    let app = demo(home).await;
    for header in ["x-forwarded-for", "forwarded"] {
        let passed_on = app.visitor().with(header, "for=203.0.113.9");
        for door in ["visitor", "owner", "administrator"] {
            enter(&passed_on, door).await.expect(404);
        }
    }
    let elsewhere = app.visitor().with("sec-fetch-site", "cross-site");
    enter(&elsewhere, "owner").await.expect(403);
});

both_engines!(real_shops_alone_are_no_demo, |home: TestDatabase| {
    let app = started_as_demo(home, |settings| settings.demo_doors = true).await;
    let city = app.city("Alexandria", "LA").await;
    app.shop(&city).await;
    for door in ["visitor", "owner", "administrator"] {
        enter(&app.visitor(), door).await.expect(404);
    }
    let site = app.visitor().get("/api/site").await.expect(200).json();
    assert_eq!(site["demoDoors"], false);
});

both_engines!(
    a_link_of_the_console_shows_the_demo_as_an_owner_once,
    |home: TestDatabase| {
        let app = demo(home).await;
        let visitor = app.visitor();
        let made = async || {
            let link = owner_link(&app.services).await.unwrap().unwrap();
            link.split_once("/demo#token=").unwrap().1.to_owned()
        };
        let follow = async |token: &str| {
            let link = json!({ "token": token });
            visitor.post("/api/demo/link", &link).await
        };
        let token = made().await;
        let answer = follow(&token).await.expect(200);
        assert_eq!(answer.json()["path"], "/your-shop");
        let owner = session(&holding(&app, &answer)).await;
        assert!(owner["person"].is_object(), "{owner}");
        let refused = follow(&token).await.expect(401).json();
        let message = refused["message"].as_str().unwrap();
        assert!(message.contains("townperk demo links"), "{message}");

        let token = made().await;
        app.clock.advance(TimeDelta::minutes(11));
        follow(&token).await.expect(401);
        follow("").await.expect(401);
    }
);

both_engines!(nobody_is_who_took_a_shop_over, |home: TestDatabase| {
    let app = demo(home).await;
    let answer = enter(&app.visitor(), "owner").await.expect(200);
    let first = session(&holding(&app, &answer)).await["person"]["email"].clone();
    let reads = app.database.reads();
    for person in person::Entity::find().all(reads).await.unwrap() {
        if first == person.email.as_str() {
            let mut row = person.into_active_model();
            row.confirmed_at = Set(Some(app.clock.now()));
            row.update(reads).await.unwrap();
        }
    }
    let answer = enter(&app.visitor(), "owner").await.expect(200);
    let second = session(&holding(&app, &answer)).await["person"]["email"].clone();
    assert!(second.is_string() && second != first, "{second}");

    clear(&app.services).await.unwrap();
    follow(&app, 0).await;
    enter(&app.visitor(), "owner").await.expect(404);
    assert_eq!(owner_link(&app.services).await.unwrap(), None);
});

both_engines!(
    where_everybody_has_the_doors_the_password_is_still_asked_for,
    |home: TestDatabase| {
        let app = demo_with(home, |settings| {
            settings.public_url = "https://demo.townperk.example".to_owned();
            settings.demo_doors = true;
        })
        .await;
        let stranger = app.visitor().with("x-forwarded-for", "203.0.113.9");
        let answer = enter(&stranger, "administrator").await.expect(200);
        let administrator = holding(&app, &answer);
        administrator.get("/api/admin/inbox").await.expect(200);
        let named = json!({ "name": "Mallory", "email": "mallory@evil.example" });
        let person = json!({ "email": "reader@mail.example" });
        for (path, body) in [
            ("/api/admin/administrators", named),
            ("/api/admin/people/show", person),
        ] {
            let refused = administrator.post(path, &body).await;
            assert_eq!(refused.expect(401).json()["code"], "confirmation_needed");
        }
        let mut presses = 1;
        while enter(&stranger, "visitor").await.status() == 200 {
            presses += 1;
            assert!(presses < 1000, "without end");
        }
        enter(&stranger, "visitor").await.expect(429);
    }
);
