//! Taking back an expansion, with the town that it made.

use chrono::TimeDelta;
use sea_orm::{
    ConnectionTrait,
    sea_query::{Alias, Query},
};
use serde_json::{Value, json};
use townperk::catalog::{Lookup, entities::city, photos::Owner};
use uuid::Uuid;

use super::{Overpass, Told, ZIP, cafes, expand};
use crate::support::{TestApp, TestDatabase, Visitor};

async fn undo(app: &TestApp, administrator: &Visitor, entry: &Value) {
    // The log is in order of time.
    app.clock.advance(TimeDelta::seconds(1));
    let path = format!("/api/admin/audit/{}/undo", entry.as_str().unwrap());
    administrator.post(&path, &json!({})).await.expect(200);
}

async fn undo_latest(app: &TestApp, administrator: &Visitor) {
    let log = administrator.get("/api/admin/audit").await.expect(200);
    undo(app, administrator, &log.json()["entries"][0]["id"]).await;
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
    let told = expand(&app, &administrator, "71301").await;
    let told = told.expect(200).json();
    assert_eq!(shop_count(&app).await, 3);
    undo(&app, &administrator, &told["entry"]).await;
    assert_eq!(towns(&administrator).await, Vec::<String>::new());
    let page = "/cities/alexandria-la";
    app.visitor().get(page).await.expect(404);
    let list = administrator.get(ZIP).await.expect(200).json();
    assert_eq!(list["runs"][0]["isUndone"], true);

    // Undoing that brings everything back, and undoing this removes it again.
    undo_latest(&app, &administrator).await;
    assert_eq!(shop_count(&app).await, 3);
    app.visitor().get(page).await.expect(200);
    undo_latest(&app, &administrator).await;
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
    undo(&app, &administrator, &told["entry"]).await;
    assert_eq!(towns(&administrator).await, ["Alexandria"]);
});

/// Makes the town, lets `add` put something into it, and undoes the run.
async fn stays_with(home: TestDatabase, add: impl AsyncFnOnce(&TestApp, city::Model)) {
    let overpass = Overpass::telling([Told::Places(cafes(2))]).await;
    let app = overpass.app(home).await;
    let administrator = app.administrator().await;
    let told = expand(&app, &administrator, "71301").await;
    let told = told.expect(200).json();
    let town = match app.catalog.view().city_by_slug("alexandria-la") {
        Lookup::Found(entry) => entry.city.id,
        _ => panic!("the run made it"),
    };
    add(&app, app.city_row(town).await).await;
    undo(&app, &administrator, &told["entry"]).await;
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
