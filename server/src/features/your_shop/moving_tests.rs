//! Shops that move, and questions about hours.

use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::catalog::entities::shop;

use crate::support::{TestApp, Visitor};

async fn change(owner: &Visitor, path: &str, mut body: Value) -> Value {
    let present = owner.get(path).await.expect(200).json();
    body["version"] = present["version"].clone();
    owner.patch(path, &body).await.expect(200).json()
}

async fn shop_in_alexandria(app: &TestApp) -> shop::Model {
    let city = app.city("Alexandria", "LA").await;
    app.shop(&city)
        .name("Blue Door")
        .with(|row| {
            row.street = Some("126 Main Street".to_owned());
            row.zip_code = Some("71301".to_owned());
        })
        .await
}

both_engines!(
    another_towns_zip_code_moves_the_page_and_the_old_address_leads_there,
    |app: TestApp| {
        let shop = shop_in_alexandria(&app).await;
        let owner = app.owner_of(&shop).await;
        let path = format!("/api/your-shop/{}", shop.slug);
        let moved = change(&owner, &path, json!({ "zipCode": "71360" })).await;
        assert_eq!(moved["cityName"], "Pineville");
        assert_eq!(moved["slug"], "blue-door-pineville-la");
        assert_eq!(
            moved["latitude"],
            Value::Null,
            "the pin was the old house's"
        );
        let visitor = app.visitor();
        let old = format!("/coffee-shops/{}", shop.slug);
        let answer = visitor.get(&old).await.expect(301);
        assert_eq!(
            answer.header("location"),
            "/coffee-shops/blue-door-pineville-la"
        );
        let list = visitor.get("/api/cities/pineville-la/coffee-shops").await;
        assert_eq!(list.expect(200).json()[0]["slug"], moved["slug"]);
        let left = visitor.get("/api/cities/alexandria-la/coffee-shops").await;
        assert_eq!(left.expect(200).json(), json!([]));

        // A new street in the same ZIP code stays in the town.
        let path = "/api/your-shop/blue-door-pineville-la";
        let stays = change(&owner, path, json!({ "street": "12 Oak Street" })).await;
        assert_eq!(
            (&stays["cityName"], &stays["slug"]),
            (&json!("Pineville"), &moved["slug"])
        );

        let typed = json!({ "street": "14 Oak Street, Pineville, LA 71360" });
        let tidy = change(&owner, path, typed).await;
        assert_eq!(
            (&tidy["street"], &tidy["slug"]),
            (&json!("14 Oak Street"), &moved["slug"])
        );

        // And back: its first slug is its own again.
        let back = change(&owner, path, json!({ "zipCode": "71301" })).await;
        assert_eq!(back["slug"], json!(shop.slug));
        visitor.get(&old).await.expect(200);
        let other = visitor.get("/coffee-shops/blue-door-pineville-la").await;
        assert_eq!(other.expect(301).header("location"), old);
    }
);

both_engines!(a_move_can_be_undone, |app: TestApp| {
    let shop = shop_in_alexandria(&app).await;
    let owner = app.owner_of(&shop).await;
    let path = format!("/api/your-shop/{}", shop.slug);
    let moved = change(&owner, &path, json!({ "zipCode": "71360" })).await;
    let entry = moved["entry"].as_str().unwrap();
    let undo = format!("{path}/history/{entry}/undo");
    let back = owner.post(&undo, &json!({})).await.expect(200).json();
    assert_eq!(
        (&back["slug"], &back["cityName"]),
        (&json!(shop.slug), &json!("Alexandria"))
    );
    let page = format!("/coffee-shops/{}", shop.slug);
    app.visitor().get(&page).await.expect(200);
});

both_engines!(
    an_address_that_can_not_be_is_told_by_field,
    |app: TestApp| {
        let shop = shop_in_alexandria(&app).await;
        let owner = app.owner_of(&shop).await;
        let path = format!("/api/your-shop/{}", shop.slug);
        let version = owner.get(&path).await.json()["version"].clone();
        for (field, body) in [
            ("zipCode", json!({ "zipCode": "00000" })),
            // New York isn't near Alexandria.
            ("latitude", json!({ "latitude": 40.7, "longitude": -74.0 })),
            ("zipCode", json!({ "street": "1 Main Street, Monroe, LA" })),
        ] {
            let mut body = body;
            body["version"] = version.clone();
            let refused = owner.patch(&path, &body).await.expect(400).json();
            assert_eq!(refused["field"], field, "{refused}");
        }
    }
);

both_engines!(
    hours_that_nobody_confirmed_for_half_a_year_are_asked_about_once,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).name("Blue Door").await;
        let orphan = app.shop(&city).name("Nobody's").hours("24/7").await;
        let owner = app.owner_of(&shop).await;
        let path = format!("/api/your-shop/{}", shop.slug);
        let hours = json!({ "weeklyHours": "Mo-Fr 07:00-15:00" });
        let written = change(&owner, &path, hours).await;
        assert_eq!(
            written["hoursFreshness"], "green",
            "who writes them confirms them"
        );
        let asked = || async {
            let mails = app.mails().await;
            let about = |data: &str| data.contains("still right?");
            mails.iter().filter(|mail| about(&mail.data)).count()
        };
        app.clock.advance(TimeDelta::days(179));
        app.work().await;
        assert_eq!(asked().await, 0);
        app.clock.advance(TimeDelta::days(2));
        app.work().await;
        assert_eq!(asked().await, 1);
        let mail = app.mails().await;
        let mail = mail.iter().find(|mail| mail.data.contains("still right?"));
        let data = &mail.unwrap().data;
        assert!(data.contains("Mon to Fri 7 AM"), "{data}");
        for page in ["/confirm-hours#token=", "/change-hours#token="] {
            assert!(data.contains(page), "{data}");
        }
        assert!(!data.contains(&orphan.name));

        app.clock.advance(TimeDelta::days(10));
        app.work().await;
        assert_eq!(asked().await, 1, "once in 180 days");
        let public = format!("/api/coffee-shops/{}", shop.slug);
        let public = app.visitor().get(&public).await.json();
        assert_eq!(public["hoursConfirmed"]["freshness"], "amber");

        // Confirmed meanwhile, so the next question comes 180 days later.
        let owner = app.owner_of(&shop).await;
        owner
            .post(&format!("{path}/confirm-hours"), &json!({}))
            .await
            .expect(200);
        app.clock.advance(TimeDelta::days(175));
        app.work().await;
        assert_eq!(asked().await, 1);
        app.clock.advance(TimeDelta::days(10));
        app.work().await;
        assert_eq!(asked().await, 2);
    }
);
