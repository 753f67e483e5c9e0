//! The boost visibility figure, from daily counts to the pages that show it (D26).

use chrono::TimeDelta;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Setup, TestApp};
use townperk::platform::settings::Secret;

/// Adds views of a shop's page on a day relative to today.
async fn views(app: &TestApp, shop: Uuid, days: i64, count: i64) {
    let day = (app.clock.now() + TimeDelta::days(days)).date_naive();
    let connection = app.database.reads();
    let statement = Statement::from_sql_and_values(
        connection.get_database_backend(),
        "INSERT INTO event_counts (day, kind, subject, detail, count) VALUES ($1, 'page_view', $2, 'shop', $3)",
        [day.to_string().into(), shop.into(), count.into()],
    );
    connection.execute_raw(statement).await.unwrap();
}

async fn shown(app: &TestApp) -> Value {
    let answer = app.visitor().get("/api/boosts/visibility").await;
    answer.expect(200).json()
}

both_engines!(
    twenty_boosts_say_how_many_more_views_there_are,
    |setup: Setup| {
        // The home page speaks of boosts only where they are sold.
        let mut app = setup
            .settings(|settings| settings.stripe_secret_key = Secret::new("sk_test_shown".into()))
            .start()
            .await;
        let city = app.city("Alexandria", "LA").await;
        for _ in 0..20 {
            let shop = app.shop(&city).await;
            app.boost(shop.id).await;
            // Days outside both spans don't count.
            for (days, count) in [
                (-32, 1000),
                (-31, 6),
                (-2, 4),
                (-1, 7),
                (28, 10),
                (29, 1000),
            ] {
                views(&app, shop.id, days, count).await;
            }
        }
        app.work().await;
        app.clock.advance(TimeDelta::days(28));
        app.work().await;
        app.clock.advance(TimeDelta::days(1));
        app.catalog.follow_the_day().await.unwrap();
        let nothing = json!({ "percent": null, "source": null });
        assert_eq!(shown(&app).await, nothing, "30 days have not passed yet");
        app.work().await;
        assert_eq!(
            shown(&app).await,
            nothing,
            "what was measured today holds tomorrow"
        );
        app.clock.advance(TimeDelta::days(1));
        app.catalog.follow_the_day().await.unwrap();
        let figure = shown(&app).await;
        assert_eq!(figure["percent"], 70);
        let page = app.visitor().get("/").await.expect(200);
        assert!(page.html().text().contains("70% More Visibility"));

        let told = app
            .second_node_with(|settings| {
                settings.visibility_claim = 89;
                settings.visibility_claim_source = "A survey of 2026".to_owned();
            })
            .await;
        assert_eq!(
            shown(&told).await,
            json!({ "percent": 89, "source": "A survey of 2026" })
        );
    }
);
