//! Expansions that meet others at work: visitors' listings, and expansions on another node.

use std::{collections::BTreeMap, time::Duration};

use sea_orm::EntityTrait;
use serde_json::json;
use townperk::catalog::entities::shop;

use super::{
    NAMES, Overpass, Told, ZIP, cafes,
    metro::{RUN, write_list},
};
use crate::support::{TestApp, TestDatabase, command::until};

/// How many shops have each name.
async fn names(app: &TestApp) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for row in shop::Entity::find()
        .all(app.database.reads())
        .await
        .unwrap()
    {
        *counts.entry(row.name).or_default() += 1;
    }
    counts
}

both_engines!(
    a_shop_that_was_listed_during_the_run_is_not_added_again,
    |home: TestDatabase| {
        let slowly = Told::Later(Duration::from_millis(1200), cafes(3));
        let overpass = Overpass::telling([slowly]).await;
        let app = overpass.app(home).await;
        let administrator = app.administrator().await;
        let city = app.city("Alexandria", "LA").await;
        let body = json!({ "zipCode": "71301" });
        let run = app.working(administrator.post(ZIP, &body));
        let listing = async {
            until("the question", || async { overpass.requests() == 1 }).await;
            app.shop(&city)
                .name(NAMES[0])
                .with(|row| {
                    row.street = Some("100 Jackson Street".to_owned());
                    row.zip_code = Some("71301".to_owned());
                })
                .await
        };
        let (told, listed) = tokio::join!(run, listing);
        let told = told.expect(200).json();
        assert_eq!(
            (&told["coffeeShopsAdded"], &told["duplicatesSkipped"]),
            (&json!(2), &json!(1)),
            "{told}"
        );
        let names = names(&app).await;
        assert_eq!(names[&listed.name], 1, "{names:?}");
        assert_eq!(names.len(), 3, "{names:?}");
    }
);

both_engines!(
    a_zip_run_and_a_metro_run_on_two_nodes_write_a_town_once,
    |home: TestDatabase| {
        write_list(&home);
        let slowly = Told::Later(Duration::from_millis(1200), cafes(4));
        let overpass = Overpass::telling([slowly]).await;
        let mut app = overpass.app(home).await;
        let other = app.second_node().await;
        let administrator = app.administrator().await;
        let zip = json!({ "zipCode": "71301" });
        let metro = json!({ "areasToProcess": 5 });
        let both = async {
            let answers = tokio::join!(
                administrator.post(ZIP, &zip),
                administrator.post(RUN, &metro)
            );
            (answers.0.expect(200).json(), answers.1.expect(200).json())
        };
        let (zip, metro) = app.working(other.working(both)).await;
        let names = names(&app).await;
        assert_eq!(names.len(), 4, "{names:?}");
        assert!(
            names.values().all(|count| *count == 1),
            "{names:?}\n{zip}\n{metro}"
        );
    }
);
