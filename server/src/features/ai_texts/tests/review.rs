//! Texts that wait for the administrator.

use serde_json::{Value, json};
use townperk::{catalog::entities::shop, platform::settings::AiPublish};

use super::{Desk, ROOM};
use crate::support::TestDatabase;

async fn reviewing(home: TestDatabase) -> Desk {
    Desk::with(home, |settings| settings.ai_publish = AiPublish::Review).await
}

/// The run with its texts.
async fn detail(desk: &Desk, run: &str) -> Value {
    desk.get(&format!("runs/{run}")).await
}

async fn decide(desk: &Desk, call: &str, body: Value) -> Value {
    let path = format!("{ROOM}/{call}");
    let answer = desk.app.working(desk.administrator.post(&path, &body));
    answer.await.expect(200).json()
}

both_engines!(texts_wait_until_they_are_published, |home: TestDatabase| {
    let desk = reviewing(home).await;
    let shops = [
        desk.shop().await,
        desk.shop().await,
        desk.shop().await,
        desk.shop().await,
    ];
    let all = desk.post("enhance-all").await.expect(200).json();
    assert_eq!(
        (&all["totalEnhanced"], &all["waiting"]),
        (&json!(4), &json!(4))
    );
    let run = all["runId"].as_str().unwrap().to_owned();
    for shop in &shops {
        assert_eq!(desk.text_of(shop).await, Value::Null);
    }
    let stats = desk.get("stats").await;
    assert_eq!(
        (&stats["shopsWaiting"], &stats["shopsNeedingEnhancement"]),
        (&json!(4), &json!(0))
    );
    let shown = detail(&desk, &run).await;
    let first = &shown["waiting"][0];
    assert!(first["text"].as_str().unwrap().contains("126 Main Street"));
    assert_eq!(first["facts"][2], "street: 126 Main Street");
    assert_eq!(first["doubt"], Value::Null);

    // Another run doesn't ask again.
    let asked = desk.model.questions().len();
    desk.post(&format!("test-shop/{}", shops[0].slug))
        .await
        .expect(200);
    assert_eq!(desk.model.questions().len(), asked);

    // One, none, and the rest; what is no longer true or wanted is left out.
    let one = json!({ "shopId": shops[0].id });
    let after = decide(&desk, &format!("runs/{run}/publish"), one.clone()).await;
    assert_eq!((&after["done"], &after["waiting"]), (&json!(1), &json!(3)));
    assert!(desk.text_of(&shops[0]).await.is_string());
    let declined = json!({ "shopId": shops[1].id });
    let after = decide(&desk, &format!("runs/{run}/discard"), declined.clone()).await;
    assert_eq!(
        (&after["declined"], &after["waiting"]),
        (&json!(1), &json!(2))
    );
    decide(&desk, &format!("runs/{run}/publish"), declined).await;
    assert_eq!(desk.text_of(&shops[1]).await, Value::Null, "it was decided");
    desk.app
        .edit_shop(shops[2].id, |row| {
            row.street = Some("9 Elm Street".to_owned())
        })
        .await;
    let shown = detail(&desk, &run).await;
    let doubts = shown["waiting"].as_array().unwrap().iter();
    assert_eq!(doubts.filter(|it| it["doubt"].is_string()).count(), 1);
    let after = decide(&desk, &format!("runs/{run}/publish"), json!({})).await;
    assert_eq!(
        (&after["done"], &after["skipped"], &after["waiting"]),
        (&json!(2), &json!(1), &json!(0))
    );
    assert_eq!(desk.text_of(&shops[2]).await, Value::Null);
    assert!(desk.text_of(&shops[3]).await.is_string());
    let again = decide(&desk, &format!("runs/{run}/publish"), one).await;
    assert_eq!(again, after);
    // What was declined is written about again.
    let tested = desk.test(&shops[1]).await;
    assert!(tested["waiting"].is_string());
});

both_engines!(
    a_waiting_text_gives_way_to_people_s_words,
    |home: TestDatabase| {
        let desk = reviewing(home).await;
        let shop = desk.shop().await;
        let tested = desk.test(&shop).await;
        assert_eq!(
            (&tested["enhanced"], &tested["reason"]),
            (&json!(true), &Value::Null)
        );
        let write = |row: &mut shop::Model| row.owner_description = Some("Mine.".to_owned());
        desk.app.edit_shop(shop.id, write).await;
        let run = tested["runId"].as_str().unwrap();
        let after = decide(&desk, &format!("runs/{run}/publish"), json!({})).await;
        assert_eq!((&after["done"], &after["skipped"]), (&json!(0), &json!(1)));
        let row = desk.app.shop_row(shop.id).await;
        assert_eq!(row.ai_generated_description, None);
    }
);

both_engines!(none_of_a_run_s_texts_may_be_wanted, |home: TestDatabase| {
    let desk = reviewing(home).await;
    for _ in 0..2 {
        desk.shop().await;
    }
    let all = desk.post("enhance-all").await.expect(200).json();
    let run = all["runId"].as_str().unwrap();
    let after = decide(&desk, &format!("runs/{run}/discard"), json!({})).await;
    assert_eq!(
        (&after["declined"], &after["waiting"]),
        (&json!(2), &json!(0))
    );
    let shown = detail(&desk, run).await;
    assert_eq!(shown["problems"].as_array().unwrap().len(), 2);
    let unknown = format!("{ROOM}/runs/00000000-0000-7000-8000-000000000000/discard");
    desk.administrator
        .post(&unknown, &json!({}))
        .await
        .expect(404);
});
