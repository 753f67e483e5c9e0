//! Import questions, and decisions about them.

mod glance;
mod screens;

use townperk::{
    catalog::{
        admission::chains::{ChainLists, List},
        writing::Ledger,
    },
    features::imports::{
        ImportOptions, ReviewQueue, Summary,
        entity::review_item::{Model, Status},
    },
    platform::{error::Error, web::Actor},
};

use crate::{
    imports::{file, import},
    support::{Node, TestApp},
};

/// A name that a brand shares with other shops, and one that raises no doubt.
const CAFES: &str = r#"{"type":"FeatureCollection","features":[
 {"type":"Feature","id":"node/1","properties":{"@id":"node/1","amenity":"cafe","name":"Second Cup","addr:city":"Alexandria","addr:state":"LA","opening_hours":"Mo-Fr 07:00-15:00"},"geometry":{"type":"Point","coordinates":[-92.4451,31.3113]}},
 {"type":"Feature","id":"node/2","properties":{"@id":"node/2","amenity":"cafe","name":"Lantern Roasters","addr:city":"Alexandria","addr:state":"LA"},"geometry":{"type":"Point","coordinates":[-92.4551,31.3213]}}
]}"#;

fn queue(app: &Node) -> ReviewQueue {
    ReviewQueue::new(&Ledger {
        database: app.database.clone(),
        catalog: app.catalog.clone(),
        clock: app.clock.clone(),
        identifiers: app.identifiers.clone(),
    })
}

async fn waiting(app: &Node) -> Vec<Model> {
    queue(app).list(Status::Open, None, 100).await.unwrap()
}

async fn import_text(app: &TestApp, name: &str, content: &str) -> Summary {
    import(app, &file(name, content), &ImportOptions::default()).await
}

both_engines!(a_doubtful_record_waits_once, |app: TestApp| {
    let first = import_text(&app, "cafes.geojson", CAFES).await;
    assert_eq!((first.added, first.to_review), (1, 1));
    let items = waiting(&app).await;
    assert_eq!(items.len(), 1);
    assert_eq!(items[0].name, "Second Cup");
    assert_eq!(items[0].town, "Alexandria, LA");
    assert_eq!(
        (items[0].source.as_str(), items[0].source_id.as_str()),
        ("osm", "node/1")
    );
    assert!(
        items[0].reason.contains("which others have too"),
        "{}",
        items[0].reason
    );
    let revision = app.catalog.revision();
    app.clock.advance(chrono::TimeDelta::hours(1));
    let second = import_text(&app, "cafes.geojson", CAFES).await;
    assert_eq!((second.unchanged, second.to_review), (1, 1));
    assert_eq!(
        waiting(&app).await,
        items,
        "the same file twice changes nothing"
    );
    assert_eq!(app.catalog.revision(), revision);
    import_text(
        &app,
        "newer.geojson",
        &CAFES.replace("07:00-15:00", "08:00-16:00"),
    )
    .await;
    let renewed = waiting(&app).await;
    assert_eq!((renewed.len(), renewed[0].id), (1, items[0].id));
    assert!(
        renewed[0].record.contains("08:00-16:00"),
        "{}",
        renewed[0].record
    );
});

both_engines!(a_dry_run_keeps_nothing_for_review, |app: TestApp| {
    let options = ImportOptions {
        dry_run: true,
        ..ImportOptions::default()
    };
    let summary = import(&app, &file("cafes.geojson", CAFES), &options).await;
    assert_eq!(summary.to_review, 1);
    assert!(waiting(&app).await.is_empty());
});

both_engines!(
    what_is_accepted_is_a_shop_like_any_imported_one,
    |app: TestApp| {
        import_text(&app, "cafes.geojson", CAFES).await;
        let id = waiting(&app).await[0].id;
        let accepted = queue(&app)
            .accept(Actor::Administrator(None), id)
            .await
            .unwrap();
        assert_eq!(accepted.slug, "second-cup-alexandria-la");
        let address = format!("/api/coffee-shops/{}", accepted.slug);
        let shop = app.visitor().get(&address).await.expect(200).json();
        assert_eq!(shop["openingHours"], "Mo-Fr 07:00-15:00");
        assert_eq!(shop["id"], accepted.shop_id.to_string());
        assert!(waiting(&app).await.is_empty());
        let again = queue(&app)
            .accept(Actor::Administrator(None), id)
            .await
            .unwrap_err();
        assert!(matches!(again, Error::Conflict(_)), "{again}");
        // From now on, its source updates it.
        let newer = CAFES.replace("07:00-15:00", "08:00-16:00");
        let summary = import_text(&app, "newer.geojson", &newer).await;
        assert_eq!(
            (summary.updated, summary.unchanged, summary.to_review),
            (1, 1, 0)
        );
        let shop = app.visitor().get(&address).await.expect(200).json();
        assert_eq!(shop["openingHours"], "Mo-Fr 08:00-16:00");
    }
);

both_engines!(
    the_town_of_an_accepted_record_is_made_with_it,
    |app: TestApp| {
        let elsewhere = CAFES
            .replace(
                r#""addr:city":"Alexandria","addr:state":"LA","opening_hours""#,
                r#""addr:city":"Hammond","addr:state":"LA","opening_hours""#,
            )
            .replace("-92.4451,31.3113", "-90.4612,30.5044");
        import_text(&app, "cafes.geojson", &elsewhere).await;
        app.visitor()
            .get("/api/cities/hammond-la")
            .await
            .expect(404);
        queue(&app)
            .accept(Actor::Administrator(None), waiting(&app).await[0].id)
            .await
            .unwrap();
        let town = app
            .visitor()
            .get("/api/cities/hammond-la")
            .await
            .expect(200)
            .json();
        assert_eq!(town["name"], "Hammond");
    }
);

both_engines!(what_is_refused_stays_out, |app: TestApp| {
    import_text(&app, "cafes.geojson", CAFES).await;
    let id = waiting(&app).await[0].id;
    assert_eq!(
        queue(&app)
            .refuse(Actor::Administrator(None), id)
            .await
            .unwrap()
            .name,
        "Second Cup"
    );
    let summary = import_text(&app, "newer.geojson", &CAFES.replace("07:00", "06:00")).await;
    assert_eq!(
        (summary.rejected, summary.to_review, summary.added),
        (1, 0, 0)
    );
    assert!(waiting(&app).await.is_empty());
    let too_late = queue(&app)
        .accept(Actor::Administrator(None), id)
        .await
        .unwrap_err();
    assert!(matches!(too_late, Error::Conflict(_)), "{too_late}");
    let nobody = queue(&app)
        .accept(Actor::Administrator(None), app.identifiers.next())
        .await
        .unwrap_err();
    assert!(matches!(nobody, Error::NotFound(_)), "{nobody}");
});

both_engines!(of_two_who_decide_at_once_one_is_told, |app: TestApp| {
    import_text(&app, "cafes.geojson", CAFES).await;
    let id = waiting(&app).await[0].id;
    let (one, other) = (queue(&app), queue(&app));
    let (accepted, refused) = tokio::join!(
        one.accept(Actor::Administrator(None), id),
        other.refuse(Actor::Administrator(None), id)
    );
    assert!(
        accepted.is_ok() != refused.is_ok(),
        "{accepted:?} {refused:?}"
    );
    let shops = app
        .visitor()
        .get("/api/cities/alexandria-la/coffee-shops")
        .await
        .expect(200)
        .json();
    assert_eq!(
        shops.as_array().unwrap().len(),
        1 + usize::from(accepted.is_ok())
    );
});

both_engines!(
    a_likely_repetition_waits_beside_the_shop_it_may_repeat,
    |app: TestApp| {
        import_text(&app, "cafes.geojson", CAFES).await;
        // Name and place match, but for a number: 65 points.
        let table = "name,city,state,lat,lon\nLantern Roasters 2,Alexandria,LA,31.3213,-92.4551\n";
        let summary = import_text(&app, "list.csv", table).await;
        assert_eq!((summary.to_review, summary.added), (1, 0));
        let item = waiting(&app)
            .await
            .into_iter()
            .find(|item| item.name == "Lantern Roasters 2")
            .unwrap();
        assert_eq!(
            item.similar_slug.as_deref(),
            Some("lantern-roasters-alexandria-la")
        );
        let accepted = queue(&app)
            .accept(Actor::Administrator(None), item.id)
            .await
            .unwrap();
        assert_eq!(accepted.slug, "lantern-roasters-2-alexandria-la");
        let summary = import_text(&app, "list.csv", table).await;
        assert_eq!((summary.unchanged, summary.to_review), (1, 0));
    }
);

both_engines!(
    the_administrator_s_lists_stand_above_the_rules,
    |app: TestApp| {
        import_text(&app, "cafes.geojson", CAFES).await;
        assert_eq!(waiting(&app).await.len(), 1);
        let put = |list, name| ChainLists::put(&app.database, &app.clock, list, name);
        put(List::Allow, "Second Cup!").await.unwrap();
        put(List::Deny, "LANTERN ROASTERS").await.unwrap();
        let summary = import_text(&app, "cafes.geojson", CAFES).await;
        assert_eq!(
            (summary.added, summary.chains, summary.to_review),
            (1, 1, 0)
        );
        assert!(
            waiting(&app).await.is_empty(),
            "what became a shop waits no longer"
        );
        // The other list takes over a name; on neither list, the rules decide again.
        put(List::Deny, "Second Cup").await.unwrap();
        let lists = ChainLists::names(&app.database).await.unwrap();
        assert_eq!(lists.len(), 2);
        assert!(lists.iter().all(|row| row.list == List::Deny));
        assert!(
            ChainLists::forget(&app.database, "lantern roasters")
                .await
                .unwrap()
        );
        assert!(
            !ChainLists::forget(&app.database, "lantern roasters")
                .await
                .unwrap()
        );
        let summary = import_text(&app, "cafes.geojson", CAFES).await;
        assert_eq!((summary.chains, summary.unchanged), (1, 1));
        assert!(put(List::Allow, "!!!").await.is_err());
    }
);

both_engines!(lists_in_the_data_folder_count_too, |app: TestApp| {
    let deny = app.home().folder().join("chains.deny.txt");
    std::fs::write(deny, "# ours\nLantern Roasters # seven shops\n").unwrap();
    let summary = import_text(&app, "cafes.geojson", CAFES).await;
    assert_eq!((summary.chains, summary.added), (1, 0));
});

both_engines!(
    a_refused_chain_is_remembered_in_other_lists,
    |app: TestApp| {
        import_text(&app, "cafes.geojson", CAFES).await;
        let [item] = &waiting(&app).await[..] else {
            panic!("one record waits");
        };
        assert_eq!(item.name, "Second Cup");
        let row = "name,city,state\nSECOND CUP,Alexandria,LA\nSecond Cup,Bunkie,LA\n";
        let before = import_text(&app, "before.csv", row).await;
        assert_eq!(before.to_review, 2);
        queue(&app)
            .refuse(Actor::Administrator(None), item.id)
            .await
            .unwrap();
        let named = "name,city,state,phone\nSECOND CUP,Alexandria,LA,318-555-0142\nSecond Cup,Pineville,LA,\n";
        let after = import_text(&app, "after.csv", named).await;
        assert_eq!((after.rejected, after.to_review), (1, 1), "{after}");
    }
);
