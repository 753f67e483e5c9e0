use chrono::TimeDelta;
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter};
use serde_json::{Value, json};
use townperk::catalog::entities::{boost, shop, story, vote};
use uuid::Uuid;

use crate::support::{TestApp, page_of};

fn address_of(shop: &shop::Model) -> String {
    format!("/api/admin/coffee-shops/{}", shop.id)
}

both_engines!(shops_are_found_in_all_visibilities, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let open = app.shop(&city).name("Blue Door").await;
    app.shop(&city).name("Hidden Door").hidden().await;
    app.shop(&city).name("Gone Door").deleted().await;
    app.shop(&city).name("Rust & Bean").closed().await;
    let admin = app.administrator().await;
    let list = |query: &'static str| {
        let admin = admin.clone();
        async move {
            let path = format!("/api/admin/coffee-shops{query}");
            admin.get(&path).await.expect(200).json()
        }
    };
    assert_eq!(list("").await["total"], 4);
    let doors = list("?search=door").await;
    assert_eq!(doors["total"], 3);
    assert_eq!(doors["shops"][0]["name"], "Blue Door");
    assert_eq!(doors["shops"][0]["version"], 1);
    assert_eq!(doors["shops"][0]["cityName"], "Alexandria");
    let hidden = list("?search=DOOR+alexandria&visibility=unpublished").await;
    assert_eq!(hidden["shops"][0]["name"], "Hidden Door");
    assert_eq!(hidden["total"], 1);
    let second = list("?pageSize=3&page=2").await;
    assert_eq!(second["shops"].as_array().unwrap().len(), 1);
    assert_eq!(second["total"], 4);
    admin
        .get("/api/admin/coffee-shops?page=0")
        .await
        .expect(400);
    app.owner_of(&open)
        .await
        .get("/api/admin/coffee-shops")
        .await
        .expect(401);
});

both_engines!(
    sending_back_what_was_read_changes_nothing,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app
            .shop(&city)
            .with(|row| {
                row.zip_code = Some("71301".to_owned());
                row.phone = Some("call us".to_owned());
                row.website = Some("beans".to_owned());
            })
            .await;
        let admin = app.administrator().await;
        let read = admin.get(&address_of(&shop)).await.expect(200).json();
        let answer = admin.put(&address_of(&shop), &read).await.expect(200);
        assert_eq!(answer.json()["entry"], Value::Null);
        assert_eq!(app.shop_row(shop.id).await, shop);
    }
);

both_engines!(an_edit_is_shown_and_can_be_undone, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).name("Blue Door").await;
    let admin = app.administrator().await;
    let edit = json!({ "name": "Red Door", "phone": "318 555 0142", "hours": "Mo-Fr 07:00-15:00",
        "hasWifi": true, "address": "4 Oak Street, Alexandria, LA 71301" });
    let edited = admin
        .put(&address_of(&shop), &edit)
        .await
        .expect(200)
        .json();
    assert_eq!(edited["name"], "Red Door");
    assert_eq!(edited["phone"], "(318) 555-0142");
    assert_eq!(edited["address"], "4 Oak Street, Alexandria, LA 71301");
    assert_eq!(edited["version"], 2);
    let row = app.shop_row(shop.id).await;
    assert_eq!(row.telephone.as_deref(), Some("+13185550142"));
    assert_eq!(row.opening_hours.as_deref(), Some("Mo-Fr 07:00-15:00"));
    assert_eq!(row.provenance.0["hasWifi"], "admin");
    let public = app.visitor().get(&format!("/api{}", page_of(&shop))).await;
    assert_eq!(public.expect(200).json()["name"], "Red Door");

    let entry = edited["entry"].as_str().unwrap();
    let detail = admin.get(&format!("/api/admin/audit/{entry}")).await.json();
    assert_eq!(detail["action"], "shop.edit");
    assert_eq!(detail["cannotUndo"], Value::Null);
    let fields = detail["changes"][0]["fields"].as_array().unwrap();
    assert!(
        fields.contains(&json!({ "name": "name", "before": "Blue Door", "after": "Red Door" }))
    );
    let undo = format!("/api/admin/audit/{entry}/undo");
    admin.post(&undo, &json!({})).await.expect(200);
    assert_eq!(app.shop_row(shop.id).await.name, "Blue Door");
    admin.post(&undo, &json!({})).await.expect(409);
    let log = admin
        .get("/api/admin/audit?search=blue")
        .await
        .expect(200)
        .json();
    assert_eq!(log["entries"].as_array().unwrap().len(), 2);
});

both_engines!(
    the_second_of_two_tabs_is_shown_the_difference,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).name("Blue Door").await;
        let admin = app.administrator().await;
        let first = json!({ "name": "Red Door", "version": 1 });
        admin.put(&address_of(&shop), &first).await.expect(200);
        let second = json!({ "name": "Green Door", "version": 1 });
        let refused = admin
            .put(&address_of(&shop), &second)
            .await
            .expect(409)
            .json();
        assert_eq!(refused["details"]["shop"]["name"], "Red Door");
        assert_eq!(app.shop_row(shop.id).await.name, "Red Door");
        let without = json!({ "name": "Green Door" });
        admin.put(&address_of(&shop), &without).await.expect(200);
        assert_eq!(app.shop_row(shop.id).await.name, "Green Door");
    }
);

both_engines!(bad_edits_name_their_fields, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let admin = app.administrator().await;
    for (edit, field) in [
        (json!({ "name": " " }), "name"),
        (json!({ "name": "x".repeat(201) }), "name"),
        (json!({ "phone": "12" }), "phone"),
        (json!({ "website": "javascript:alert(1)" }), "website"),
        (json!({ "address": "4 Oak Street" }), "address"),
        (json!({ "isActive": "yes" }), "isActive"),
        (json!({ "color": "red" }), "color"),
        (
            json!({ "boostedUntil": "2020-01-01T00:00:00Z" }),
            "boostedUntil",
        ),
        (json!({ "imageUrl": "http://127.0.0.1/a.png" }), "imageUrl"),
    ] {
        let answer = admin.put(&address_of(&shop), &edit).await;
        assert_eq!(answer.status(), 400, "{edit}");
        assert_eq!(answer.json()["field"], field, "{edit}");
    }
    assert_eq!(app.shop_row(shop.id).await, shop);
    let nowhere = "/api/admin/coffee-shops/00000000-0000-7000-8000-000000000000";
    admin.put(nowhere, &json!({})).await.expect(404);
});

both_engines!(
    deleting_answers_gone_and_undo_brings_it_back,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let admin = app.administrator().await;
        let deleted = admin.delete(&address_of(&shop)).await.expect(200).json();
        app.visitor().get(&page_of(&shop)).await.expect(410);
        admin.delete(&address_of(&shop)).await.expect(404);
        let undo = format!(
            "/api/admin/audit/{}/undo",
            deleted["entry"].as_str().unwrap()
        );
        admin.post(&undo, &json!({})).await.expect(200);
        app.visitor().get(&page_of(&shop)).await.expect(200);
    }
);

async fn paid_boost(app: &TestApp, shop: &shop::Model) -> boost::Model {
    let now = app.clock.now();
    let row = boost::Model {
        id: app.identifiers.next(),
        shop_id: shop.id,
        source: boost::Source::OneTime,
        starts_at: now,
        ends_at: now + TimeDelta::days(30),
        reason: None,
        created_at: now,
    };
    let written = row.clone();
    app.database
        .transaction(move |transaction| {
            let row = written.clone();
            Box::pin(async move {
                boost::Entity::insert(row.into_active_model())
                    .exec_without_returning(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
        .unwrap();
    row
}

both_engines!(
    a_complimentary_boost_begins_and_ends_and_a_paid_one_stays,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let admin = app.administrator().await;
        let is_boosted = || async {
            let public = app.visitor().get(&format!("/api{}", page_of(&shop))).await;
            public.json()["isBoosted"].clone()
        };
        let on = admin
            .put(&address_of(&shop), &json!({ "isBoosted": true }))
            .await
            .expect(200)
            .json();
        assert_eq!(on["isBoosted"], true);
        assert_eq!(on["paidUntil"], Value::Null);
        assert_eq!(is_boosted().await, true, "visitors see it at once");
        let longer = json!({ "isBoosted": true, "boostedUntil": "2027-01-01T00:00:00Z" });
        let longer = admin
            .put(&address_of(&shop), &longer)
            .await
            .expect(200)
            .json();
        assert_eq!(longer["boostedUntil"], "2027-01-01T00:00:00Z");
        let off = admin
            .put(&address_of(&shop), &json!({ "isBoosted": false }))
            .await
            .expect(200)
            .json();
        assert_eq!(off["isBoosted"], false);
        assert_eq!(is_boosted().await, false);

        paid_boost(&app, &shop).await;
        let kept = admin
            .put(&address_of(&shop), &json!({ "isBoosted": false }))
            .await
            .expect(200)
            .json();
        assert_eq!(kept["isBoosted"], true);
        let notice = kept["notices"][0].as_str().unwrap();
        assert!(
            notice.starts_with("A paid boost stays until April 3, 2026."),
            "{notice}"
        );
        assert_eq!(kept["entry"], Value::Null);
    }
);

async fn told(
    app: &TestApp,
    shop: &shop::Model,
    text: &str,
    status: story::Status,
) -> story::Model {
    let now = app.clock.now();
    let row = story::Model {
        id: app.identifiers.next(),
        shop_id: shop.id,
        status,
        prompt1_response: text.to_owned(),
        prompt2_response: None,
        photo_url: None,
        created_at: now,
        updated_at: now,
    };
    let written = row.clone();
    app.database
        .transaction(move |transaction| {
            let row = written.clone();
            Box::pin(async move {
                story::Entity::insert(row.into_active_model())
                    .exec_without_returning(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
        .unwrap();
    row
}

both_engines!(a_story_is_decided_once_and_shown, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let old = told(&app, &shop, "The old one.", story::Status::Approved).await;
    let new = told(&app, &shop, "The new one.", story::Status::Pending).await;
    let admin = app.administrator().await;
    let waiting = admin
        .get("/api/admin/local-vibes?status=pending")
        .await
        .expect(200)
        .json();
    assert_eq!(waiting[0]["coffeeShop"]["slug"], shop.slug);
    assert_eq!(waiting.as_array().unwrap().len(), 1);
    let inbox = admin.get("/api/admin/inbox").await.expect(200).json();
    assert_eq!(inbox["items"][0]["kind"], "story");
    let approve = format!("/api/admin/local-vibes/{}/approve", new.id);
    let decided = admin.post(&approve, &json!({})).await.expect(200).json();
    assert_eq!(decided["status"], "approved");
    let address = format!("/api{}/local-vibes", page_of(&shop));
    let shown = app.visitor().get(&address).await.expect(200).json();
    assert_eq!(shown["prompt1Response"], "The new one.");
    admin.post(&approve, &json!({})).await.expect(409);
    let undo = format!(
        "/api/admin/audit/{}/undo",
        decided["entry"].as_str().unwrap()
    );
    admin.post(&undo, &json!({})).await.expect(200);
    let shown = app.visitor().get(&address).await.json();
    assert_eq!(shown["id"], json!(old.id), "the old story is back");
});

both_engines!(
    a_rejected_story_is_explained_to_its_owner,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        app.owner_of(&shop).await;
        let story = told(&app, &shop, "A story.", story::Status::Pending).await;
        let admin = app.administrator().await;
        let reject = format!("/api/admin/local-vibes/{}/reject", story.id);
        let reason = json!({ "reason": "Please name the town." });
        admin.post(&reject, &reason).await.expect(200);
        let mails = app.mails().await;
        assert!(mails.last().unwrap().data.contains("Please name the town."));
    }
);

both_engines!(
    a_renamed_town_is_found_under_its_old_address,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        app.shop(&city).await;
        let other = app.city("Pineville", "LA").await;
        let admin = app.administrator().await;
        let address = format!("/api/admin/cities/{}", city.id);
        let edit = json!({ "name": "Alexandria Bend", "description": "On the Red River." });
        let edited = admin.put(&address, &edit).await.expect(200).json();
        assert_eq!(edited["slug"], "alexandria-bend-la");
        let moved = app.visitor().get("/cities/alexandria-la").await.expect(301);
        assert!(
            moved
                .header("location")
                .ends_with("/cities/alexandria-bend-la")
        );
        let taken = admin.put(&address, &json!({ "name": other.name })).await;
        taken.expect(409);
        let back = admin
            .put(&address, &json!({ "name": "Alexandria" }))
            .await
            .expect(200)
            .json();
        assert_eq!(back["slug"], "alexandria-la");
        app.visitor().get("/cities/alexandria-la").await.expect(200);
        let bad = admin
            .put(&format!("{address}/image"), &json!({ "imageUrl": " " }))
            .await;
        assert_eq!(
            bad.expect(400).json()["message"],
            "Please enter an image URL"
        );
    }
);

async fn vote_rows(app: &TestApp, shop: Uuid) -> Vec<vote::Model> {
    vote::Entity::find()
        .filter(vote::Column::ShopId.eq(shop))
        .all(app.database.reads())
        .await
        .unwrap()
}

both_engines!(two_shops_become_one_and_two_again, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let stays = app.shop(&city).name("Blue Door").await;
    let goes = app.shop(&city).name("The Blue Door").await;
    told(&app, &goes, "A story.", story::Status::Approved).await;
    let upvote = |shop: &shop::Model| format!("/api/coffee-shops/{}/upvote", shop.id);
    // One visitor votes for both shops, another for the one that goes.
    let first = app.visitor().from("203.0.113.1");
    let voted = first.post(&upvote(&stays), &json!({})).await.expect(200);
    let first = first.keeping_cookies_of(&voted);
    first.post(&upvote(&goes), &json!({})).await.expect(200);
    let second = app.visitor().from("203.0.113.2");
    second.post(&upvote(&goes), &json!({})).await.expect(200);
    let before = vote_rows(&app, stays.id).await;

    let admin = app.administrator().await;
    let order = json!({ "other": goes.id, "take": ["name"] });
    let address = format!("{}/merge", address_of(&stays));
    let merged = admin.post(&address, &order).await.expect(200).json();
    assert_eq!(merged["name"], "The Blue Door");
    assert_eq!(merged["upvoteCount"], 3);
    let rows = vote_rows(&app, stays.id).await;
    assert_eq!(rows.len(), 2, "one row for each visitor");
    assert_eq!(rows.iter().map(|row| row.times).sum::<i64>(), 3);
    for old in [goes.slug.clone(), goes.id.to_string()] {
        let moved = app
            .visitor()
            .get(&format!("/coffee-shops/{old}"))
            .await
            .expect(301);
        assert!(moved.header("location").ends_with(&page_of(&stays)));
    }
    let passport = format!("/api/coffee-shops?ids={}", goes.id);
    let passport = app.visitor().get(&passport).await;
    if passport.status() == 200 {
        assert_eq!(passport.json()["shops"][0]["id"], json!(stays.id));
    }
    let story = format!("/api{}/local-vibes", page_of(&stays));
    assert_eq!(
        app.visitor().get(&story).await.json()["prompt1Response"],
        "A story."
    );

    let undo = format!(
        "/api/admin/audit/{}/undo",
        merged["entry"].as_str().unwrap()
    );
    admin.post(&undo, &json!({})).await.expect(200);
    assert_eq!(vote_rows(&app, stays.id).await, before);
    let (stays, goes) = (app.shop_row(stays.id).await, app.shop_row(goes.id).await);
    assert_eq!((stays.name.as_str(), stays.upvote_count), ("Blue Door", 1));
    assert_eq!(
        (goes.slug.as_str(), goes.upvote_count),
        ("the-blue-door-alexandria-la", 2)
    );
    app.visitor().get(&page_of(&goes)).await.expect(200);
    app.visitor().get(&page_of(&stays)).await.expect(200);
});

both_engines!(files_hold_every_shop_and_no_formula, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    app.shop(&city).name("=HYPERLINK(\"x\")").await;
    app.shop(&city).name("Deleted").deleted().await;
    app.shop(&city)
        .name("Pinned")
        .with(|row| (row.latitude, row.longitude) = (Some(31.3), Some(-92.4)))
        .await;
    let admin = app.administrator().await;
    let file = admin
        .get("/api/admin/export/coffee-shops.csv")
        .await
        .expect(200);
    assert!(
        file.header("content-disposition")
            .contains("coffee-shops.csv")
    );
    let text = file.text();
    assert_eq!(text.lines().count(), 3);
    assert!(text.contains("\"'=HYPERLINK(\"\"x\"\")\""), "{text}");
    let map = admin
        .get("/api/admin/export/coffee-shops.geojson")
        .await
        .expect(200);
    let map: Value = serde_json::from_str(&map.text()).unwrap();
    assert_eq!(map["features"].as_array().unwrap().len(), 1);
    assert_eq!(
        map["features"][0]["geometry"]["coordinates"],
        json!([-92.4, 31.3])
    );
});

both_engines!(tiles_count_as_visitors_do, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    app.shop(&city).hidden().await;
    app.owner_of(&shop).await;
    app.person("nobody.of.a.shop@mail.example").await;
    let stats = app
        .administrator()
        .await
        .get("/api/admin/stats")
        .await
        .expect(200);
    assert_eq!(
        stats.json(),
        json!({ "totalShops": 1, "totalCities": 1, "totalUsers": 1, "boostedShops": 0 })
    );
});
