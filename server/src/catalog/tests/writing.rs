//! Acts: rows, feed and audit entry together, and undoing them.

use serde_json::json;
use townperk::{
    catalog::{
        entities::shop,
        writing::{Subject, undo},
    },
    platform::{
        error::{Error, Result},
        web::Actor,
    },
    rooms::ROOMS,
};
use uuid::Uuid;

use crate::support::TestApp;

async fn rename(app: &TestApp, id: Uuid, name: &'static str) -> Result<Uuid> {
    let acted = app
        .services()
        .ledger
        .act(Actor::Administrator(None), "shop.edit", move |act| {
            Box::pin(async move {
                let row: shop::Model = act.find(id).await?.unwrap();
                act.set_subject(Subject::new("shop", id, &row.name));
                let mut after = row.clone();
                name.clone_into(&mut after.name);
                act.update(&row, after).await
            })
        })
        .await?;
    acted
        .entry
        .ok_or_else(|| Error::Internal("no entry".into()))
}

both_engines!(
    an_act_is_shown_at_once_and_on_other_nodes,
    |app: TestApp| {
        let mut app = app;
        let other = app.second_node().await;
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        other.sync().await;
        rename(&app, shop.id, "The New Name").await.unwrap();
        let path = format!("/api/coffee-shops/{}", shop.slug);
        assert_eq!(
            app.visitor().get(&path).await.json()["name"],
            "The New Name"
        );
        other.sync().await;
        assert_eq!(
            other.visitor().get(&path).await.json()["name"],
            "The New Name"
        );
    }
);

both_engines!(
    an_act_that_changes_nothing_leaves_no_entry,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let name: &'static str = shop.name.clone().leak();
        rename(&app, shop.id, name).await.unwrap_err();
        assert_eq!(app.shop_row(shop.id).await.edition, shop.edition);
    }
);

both_engines!(undo_writes_the_row_back_and_keeps_votes, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let entry = rename(&app, shop.id, "A Slip").await.unwrap();
    let vote = format!("/api/coffee-shops/{}/upvote", shop.id);
    app.visitor().post(&vote, &json!({})).await.expect(200);
    let edited = app.shop_row(shop.id).await;
    assert_eq!(edited.edition, shop.edition + 1, "a vote moves no edition");

    let tables = || ROOMS.recorded_tables();
    undo(
        &app.services().ledger,
        tables(),
        Actor::Administrator(None),
        entry,
    )
    .await
    .unwrap();
    let row = app.shop_row(shop.id).await;
    assert_eq!((row.name, row.upvote_count), (shop.name, 1));
    let twice = undo(
        &app.services().ledger,
        tables(),
        Actor::Administrator(None),
        entry,
    )
    .await;
    assert!(matches!(twice, Err(Error::Conflict(_))), "{twice:?}");
});

both_engines!(undo_says_when_the_row_has_changed_since, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let entry = rename(&app, shop.id, "First").await.unwrap();
    rename(&app, shop.id, "Second").await.unwrap();
    let refused = undo(
        &app.services().ledger,
        ROOMS.recorded_tables(),
        Actor::Administrator(None),
        entry,
    )
    .await;
    assert!(
        matches!(refused, Err(Error::ConflictWith { .. })),
        "{refused:?}"
    );
    assert_eq!(app.shop_row(shop.id).await.name, "Second");
});

both_engines!(an_act_that_fails_writes_nothing, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let id = shop.id;
    let refused = app
        .services()
        .ledger
        .act(Actor::System, "shop.edit", move |act| {
            Box::pin(async move {
                let row: shop::Model = act.find(id).await?.unwrap();
                let mut after = row.clone();
                after.name.push('!');
                act.update(&row, after).await?;
                Err::<(), _>(Error::Conflict("no".into()))
            })
        })
        .await;
    assert!(matches!(refused, Err(Error::Conflict(_))));
    assert_eq!(app.shop_row(id).await.name, shop.name);
});

both_engines!(
    a_change_that_only_a_newer_release_knows_stops_no_node,
    |app: TestApp| {
        use sea_orm::{
            ActiveValue::{NotSet, Set},
            EntityTrait,
        };
        use townperk::catalog::entities::change;
        let mut app = app;
        let old = app.second_node().await;
        let city = app.city("Alexandria", "LA").await;
        let row = change::ActiveModel {
            seq: NotSet,
            txid: NotSet,
            kind: Set("review".to_owned()),
            entity_id: Set(city.id),
            created_at: Set(app.clock.now()),
        };
        app.database
            .transaction(move |transaction| {
                let row = row.clone();
                Box::pin(async move {
                    change::Entity::insert(row)
                        .exec_without_returning(transaction)
                        .await?;
                    Ok(())
                })
            })
            .await
            .unwrap();
        let shop = app.shop(&city).await;
        old.sync().await;
        let path = format!("/api/coffee-shops/{}", shop.slug);
        old.visitor().get(&path).await.expect(200);
    }
);

both_engines!(
    a_node_takes_over_a_key_that_another_one_made,
    |app: TestApp| {
        use townperk::platform::keys::Keys;
        let keys = &app.services().keys;
        let before = keys.sign("test", b"words");
        app.clock.advance(chrono::TimeDelta::seconds(1));
        Keys::rotate(&app.database, &app.clock, &app.identifiers)
            .await
            .unwrap();
        keys.refresh(&app.database).await.unwrap();
        assert!(
            keys.verify("test", b"words", &before),
            "the one before is still accepted"
        );
        assert_ne!(keys.sign("test", b"words"), before);
    }
);

both_engines!(
    what_an_act_left_alone_stays_to_the_last_digit,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        // Numbers that lose their last digit in the log's JSON.
        let point = (59.640_299_999_999_996, -124.083_800_000_000_01);
        app.edit_shop(shop.id, |row| {
            (row.latitude, row.longitude) = (Some(point.0), Some(point.1));
        })
        .await;
        let entry = rename(&app, shop.id, "The New Name").await.unwrap();
        let tables = ROOMS.recorded_tables();
        undo(
            &app.services().ledger,
            tables,
            Actor::Administrator(None),
            entry,
        )
        .await
        .unwrap();
        let row = app.shop_row(shop.id).await;
        assert_eq!(row.name, shop.name);
        assert_eq!(
            (row.latitude, row.longitude),
            (Some(point.0), Some(point.1))
        );
    }
);
