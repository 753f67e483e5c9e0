//! Taking back an expansion, with the town that it made.

use chrono::TimeDelta;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter,
    sea_query::{Alias, Query},
};
use serde_json::{Value, json};
use townperk::catalog::{
    Lookup,
    entities::{city, shop},
    photos::Owner,
};
use uuid::Uuid;

use super::{NAMES, Overpass, Told, ZIP, cafes, expand};
use crate::support::{Response, TestApp, TestDatabase, Visitor};

/// The latest run, as the screen lists it.
async fn latest(administrator: &Visitor) -> Value {
    let list = administrator.get(ZIP).await.expect(200).json();
    list["runs"][0].clone()
}

/// Asks for the latest run to be taken back.
async fn ask_to_undo(app: &TestApp, administrator: &Visitor) -> Response {
    // The log is in order of time.
    app.clock.advance(TimeDelta::seconds(1));
    let run = latest(administrator).await;
    let path = format!("{ZIP}/{}/undo", run["id"].as_str().unwrap());
    administrator.post(&path, &json!({})).await
}

/// Takes the latest run back; returns how many of its shops go and how many stay.
async fn undo(app: &TestApp, administrator: &Visitor) -> Value {
    ask_to_undo(app, administrator).await.expect(200).json()
}

/// Undoes the latest act, whatever it was.
async fn undo_latest_act(app: &TestApp, administrator: &Visitor) {
    app.clock.advance(TimeDelta::seconds(1));
    let log = administrator.get("/api/admin/audit").await.expect(200);
    let entry = log.json()["entries"][0]["id"].clone();
    let path = format!("/api/admin/audit/{}/undo", entry.as_str().unwrap());
    administrator.post(&path, &json!({})).await.expect(200);
}

async fn row(app: &TestApp, name: &str) -> shop::Model {
    let found = shop::Entity::find().filter(shop::Column::Name.eq(name));
    found.one(app.database.reads()).await.unwrap().unwrap()
}

/// The names of the directory's towns.
async fn towns(administrator: &Visitor) -> Vec<String> {
    let list = administrator.get("/api/admin/cities").await.expect(200);
    let list = list.json();
    let names = list["cities"].as_array().unwrap().iter();
    names
        .map(|city| city["name"].as_str().unwrap().to_owned())
        .collect()
}

async fn shop_count(app: &TestApp) -> usize {
    let list = app
        .visitor()
        .get("/api/cities/alexandria-la/coffee-shops")
        .await;
    let list = list.expect(200).json();
    let shops = list.as_array().or_else(|| list["shops"].as_array());
    shops.unwrap().len()
}

both_engines!(a_run_can_be_undone_and_repeated, |home: TestDatabase| {
    let overpass = Overpass::telling([Told::Places(cafes(3))]).await;
    let app = overpass.app(home).await;
    let administrator = app.administrator().await;
    expand(&app, &administrator, "71301").await.expect(200);
    assert_eq!(shop_count(&app).await, 3);
    let undone = undo(&app, &administrator).await;
    assert_eq!(undone, json!({ "removed": 3, "kept": 0 }));
    assert_eq!(towns(&administrator).await, Vec::<String>::new());
    let page = "/cities/alexandria-la";
    app.visitor().get(page).await.expect(404);
    assert_eq!(latest(&administrator).await["isUndone"], true);
    ask_to_undo(&app, &administrator).await.expect(409);

    // Undoing that brings everything back, and undoing this removes it again.
    undo_latest_act(&app, &administrator).await;
    assert_eq!(shop_count(&app).await, 3);
    app.visitor().get(page).await.expect(200);
    assert_eq!(latest(&administrator).await["isUndone"], false);
    let undone = undo(&app, &administrator).await;
    assert_eq!(undone, json!({ "removed": 3, "kept": 0 }));
    assert_eq!(towns(&administrator).await, Vec::<String>::new());
    let again = expand(&app, &administrator, "71301").await;
    let again = again.expect(200).json();
    assert_eq!(
        (&again["coffeeShopsAdded"], &again["cityExists"]),
        (&json!(3), &json!(false))
    );
});

both_engines!(a_town_that_was_there_before_stays, |home: TestDatabase| {
    let overpass = Overpass::telling([Told::Places(cafes(2))]).await;
    let app = overpass.app(home).await;
    app.city("Alexandria", "LA").await;
    let administrator = app.administrator().await;
    let told = expand(&app, &administrator, "71301").await;
    let told = told.expect(200).json();
    assert_eq!(told["cityExists"], true);
    undo(&app, &administrator).await;
    assert_eq!(towns(&administrator).await, ["Alexandria"]);
});

/// Makes the town, lets `add` put something into it, and undoes the run.
async fn stays_with(home: TestDatabase, add: impl AsyncFnOnce(&TestApp, city::Model)) {
    let overpass = Overpass::telling([Told::Places(cafes(2))]).await;
    let app = overpass.app(home).await;
    let administrator = app.administrator().await;
    expand(&app, &administrator, "71301").await.expect(200);
    let town = match app.catalog.view().city_by_slug("alexandria-la") {
        Lookup::Found(entry) => entry.city.id,
        _ => panic!("the run made it"),
    };
    add(&app, app.city_row(town).await).await;
    undo(&app, &administrator).await;
    assert_eq!(towns(&administrator).await, ["Alexandria"]);
    assert_eq!(shop_count(&app).await, 0);
}

both_engines!(a_town_with_another_shop_stays, |home: TestDatabase| {
    stays_with(home, async |app, town| {
        app.shop(&town).hidden().await;
    })
    .await;
});

both_engines!(a_town_that_was_edited_stays, |home: TestDatabase| {
    stays_with(home, async |app, town| {
        let describe = |row: &mut city::Model| row.description = Some("On the river.".to_owned());
        app.edit_city(town.id, describe).await;
    })
    .await;
});

both_engines!(a_town_with_a_picture_stays, |home: TestDatabase| {
    stays_with(home, async |app, town| {
        app.photo(Owner::City(town.id)).await;
    })
    .await;
});

both_engines!(a_town_that_a_reader_chose_stays, |home: TestDatabase| {
    stays_with(home, async |app, town| {
        let reader: Uuid = app.identifiers.next();
        let insert = Query::insert()
            .into_table(Alias::new("newsletter_towns"))
            .columns(["reader_id", "city_id"].map(Alias::new))
            .values_panic([reader.into(), town.id.into()])
            .to_owned();
        let write = app.database.transaction(move |transaction| {
            let insert = insert.clone();
            Box::pin(async move {
                transaction.execute(&insert).await?;
                Ok(())
            })
        });
        write.await.unwrap();
    })
    .await;
});

both_engines!(
    what_somebody_touched_since_stays_and_is_named,
    |home: TestDatabase| {
        let overpass = Overpass::telling([Told::Places(cafes(5))]).await;
        let app = overpass.app(home).await;
        let administrator = app.administrator().await;
        let told = expand(&app, &administrator, "71301").await;
        let entry = told.expect(200).json()["entry"].clone();
        app.clock.advance(TimeDelta::seconds(1));

        let [voted, claimed, edited, boosted] = [0, 1, 2, 3].map(|place| NAMES[place]);
        let path = async |name: &str, rest: &str| {
            let row = row(&app, name).await;
            format!("/api/coffee-shops/{}{rest}", row.id)
        };
        let vote = path(voted, "/upvote").await;
        app.visitor().post(&vote, &json!({})).await.expect(200);
        let claim = json!({
            "ownerName": "Jo Doe", "ownerEmail": "jo@bluedoor.example", "businessRole": "Owner",
            "verificationMethod": "email", "ownerDescription": "Ours since 1998.",
        });
        let claim_at = format!("/api/coffee-shops/{}/claim", row(&app, claimed).await.slug);
        app.visitor().post(&claim_at, &claim).await.expect(201);
        for (name, change) in [
            (edited, json!({ "phone": "318-555-0177" })),
            (
                boosted,
                json!({ "isBoosted": true, "boostedUntil": "2027-01-01T00:00:00Z" }),
            ),
        ] {
            let row = row(&app, name).await;
            let mut form = change;
            form["version"] = json!(row.edition);
            let path = format!("/api/admin/coffee-shops/{}", row.id);
            administrator.put(&path, &form).await.expect(200);
        }

        let refused = format!("/api/admin/audit/{}/undo", entry.as_str().unwrap());
        let refused = administrator.post(&refused, &json!({})).await.expect(409);
        assert!(refused.text().contains("page of its run"));
        let undone = undo(&app, &administrator).await;
        assert_eq!(undone, json!({ "removed": 1, "kept": 4 }));
        assert_eq!(shop_count(&app).await, 4);
        let kept = latest(&administrator).await["kept"].clone();
        let reasons: Vec<(&str, &str)> = kept
            .as_array()
            .unwrap()
            .iter()
            .map(|shop| {
                (
                    shop["name"].as_str().unwrap(),
                    shop["reason"].as_str().unwrap(),
                )
            })
            .collect();
        assert_eq!(
            reasons,
            [
                (voted, "it has votes"),
                (edited, "it was edited"),
                (boosted, "it has a boost"),
                (claimed, "it has a claim"),
            ]
        );
        let telephone = row(&app, edited).await.telephone;
        assert_eq!(telephone.as_deref(), Some("+13185550177"));
    }
);

both_engines!(
    a_shop_that_was_merged_stays_so_and_is_named,
    |home: TestDatabase| {
        let overpass = Overpass::telling([Told::Places(cafes(2))]).await;
        let app = overpass.app(home).await;
        let administrator = app.administrator().await;
        expand(&app, &administrator, "71301").await.expect(200);
        app.clock.advance(TimeDelta::seconds(1));
        let goes = row(&app, NAMES[0]).await;
        let stays = app.shop(&app.city_row(goes.city_id).await).await;
        let merge = format!("/api/admin/coffee-shops/{}/merge", stays.id);
        let order = json!({ "other": goes.id, "take": [] });
        administrator.post(&merge, &order).await.expect(200);

        let undone = undo(&app, &administrator).await;
        assert_eq!(undone, json!({ "removed": 1, "kept": 1 }));
        let kept = latest(&administrator).await["kept"].take();
        assert_eq!(kept[0]["reason"], "it was merged with another");
        let moved = format!("/coffee-shops/{}", goes.slug);
        app.visitor().get(&moved).await.expect(301);
    }
);

both_engines!(
    a_run_that_added_nothing_has_no_undo,
    |home: TestDatabase| {
        let overpass = Overpass::telling([Told::Places(Vec::new())]).await;
        let app = overpass.app(home).await;
        let administrator = app.administrator().await;
        expand(&app, &administrator, "71301").await.expect(200);
        let refused = ask_to_undo(&app, &administrator).await.expect(409).json();
        assert_eq!(refused["message"], "This run added nothing.");
        for path in [
            format!("{ZIP}/nothing/undo"),
            "/api/admin/expansion/runs/nothing/undo".to_owned(),
        ] {
            administrator.post(&path, &json!({})).await.expect(404);
            app.visitor().post(&path, &json!({})).await.expect(401);
        }
    }
);
