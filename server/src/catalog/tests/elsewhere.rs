//! Transactions in other databases of the same PostgreSQL cluster must not affect a node's change feed.

use std::time::{Duration, Instant};

use sea_orm::{ConnectionTrait, TransactionTrait};

use crate::support::{Engine, TestApp, TestDatabase};

/// A node polls four times a second; a busy machine may be slower.
const SOON: Duration = Duration::from_secs(10);

/// Whether the node shows the shop before long.
async fn shows_soon(node: &TestApp, slug: &str) -> bool {
    let began = Instant::now();
    while began.elapsed() < SOON {
        node.catalog.catch_up().await.unwrap();
        let answer = node
            .visitor()
            .get(&format!("/api/coffee-shops/{slug}"))
            .await;
        if answer.status() == 200 {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    false
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_transaction_in_another_database_holds_nobody_up() {
    let (Some(mut app), Some(other)) = (
        TestApp::start(Engine::Postgres).await,
        TestDatabase::on(Engine::Postgres).await,
    ) else {
        return;
    };
    let second = app.second_node().await;
    let other = sea_orm::Database::connect(other.settings().database_url.reveal())
        .await
        .unwrap();
    let long = other.begin().await.unwrap();
    long.execute_unprepared("CREATE TABLE something (id integer)")
        .await
        .unwrap();
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    assert!(shows_soon(&second, &shop.slug).await);
    long.rollback().await.unwrap();
    other.close().await.unwrap();
}

/// A transaction in the same database may still write an earlier change, so nobody reads past it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_of_a_long_transaction_is_read_when_it_ends() {
    let Some(mut app) = TestApp::start(Engine::Postgres).await else {
        return;
    };
    let second = app.second_node().await;
    let city = app.city("Alexandria", "LA").await;
    let early = app.shop(&city).name("Early Cup").await;
    assert!(shows_soon(&second, &early.slug).await);
    let address = app.home().settings();
    let connection = sea_orm::Database::connect(address.database_url.reveal())
        .await
        .unwrap();
    let long = connection.begin().await.unwrap();
    let rename = format!(
        "UPDATE shops SET name = 'Renamed Cup', version = version + 1 WHERE slug = '{}'",
        early.slug
    );
    long.execute_unprepared(&rename).await.unwrap();
    let late = app.shop(&city).name("Late Cup").await;
    second.catalog.catch_up().await.unwrap();
    let announce = format!(
        "INSERT INTO changes (kind, entity_id, created_at) VALUES ('shop', '{}', now())",
        early.id
    );
    long.execute_unprepared(&announce).await.unwrap();
    long.commit().await.unwrap();
    assert!(shows_soon(&second, &late.slug).await);
    let shown = second
        .visitor()
        .get(&format!("/api/coffee-shops/{}", early.slug))
        .await;
    assert_eq!(shown.json()["name"], "Renamed Cup");
    connection.close().await.unwrap();
}

both_engines!(
    changes_of_a_kind_that_only_a_newer_release_knows_stop_nobody,
    |app: TestApp| {
        let mut app = app;
        let second = app.second_node().await;
        let city = app.city("Alexandria", "LA").await;
        let unknown = |number: u32| {
            let id = match app.database.engine() {
                Engine::Sqlite => format!("X'00000000000070008000{number:012}'"),
                Engine::Postgres => format!("'00000000-0000-7000-8000-{number:012}'"),
            };
            format!(
                "INSERT INTO changes (kind, entity_id, created_at) VALUES ('planet', {id}, CURRENT_TIMESTAMP)"
            )
        };
        for number in 0..3 {
            let newer = unknown(number);
            app.database
                .transaction(move |transaction| {
                    let newer = newer.clone();
                    Box::pin(async move {
                        transaction.execute_unprepared(&newer).await?;
                        Ok(())
                    })
                })
                .await
                .unwrap();
            let shop = app.shop(&city).await;
            assert!(shows_soon(&second, &shop.slug).await);
        }
        // A node that starts now doesn't wait for them.
        let third = app.second_node().await;
        let shop = app.shop(&city).await;
        assert!(shows_soon(&third, &shop.slug).await);
    }
);
