//! "Permanently closed" and "This is a chain": reports by several visitors.

use serde_json::{Value, json};
use townperk::catalog::{
    admission::chains::{ChainLists, List},
    entities::shop,
};

use super::{assert_same_as_loaded, blue_door, decide, listed, page, suggest, tasks};
use crate::support::TestApp;

fn closed() -> Value {
    json!({ "kind": "closed" })
}

/// Sends reports from `count` networks.
async fn reported(app: &TestApp, shop: &shop::Model, count: u8) {
    for network in 0..count {
        let visitor = app.visitor().from(&format!("203.0.{network}.7"));
        suggest(&visitor, shop, &closed()).await.expect(202);
    }
}

both_engines!(
    three_distinct_visitors_put_it_on_the_page_and_into_the_inbox,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        reported(&app, &shop, 2).await;
        assert_eq!(page(&app, &shop).await["reportedClosed"], false);
        assert!(tasks(&app).await.is_empty(), "two are no task");
        let again = app.visitor().from("203.0.1.200");
        let told = suggest(&again, &shop, &closed()).await.expect(202).json();
        assert_eq!(told["alreadyReported"], true, "the same network");
        assert_eq!(page(&app, &shop).await["reportedClosed"], false);
        let third = app.visitor().from("203.0.99.1");
        suggest(&third, &shop, &closed()).await.expect(202);
        assert_eq!(page(&app, &shop).await["reportedClosed"], true);
        let waiting = tasks(&app).await;
        assert_eq!(waiting.len(), 1);
        assert_eq!(waiting[0]["kind"], "closed_reports");
        let html = app
            .visitor()
            .get(&format!("/coffee-shops/{}", shop.slug))
            .await
            .expect(200)
            .text();
        assert!(html.contains("eported closed, unconfirmed"));
        assert_same_as_loaded(app, &shop).await;
    }
);

both_engines!(a_browser_counts_once_on_every_network, |app: TestApp| {
    let shop = blue_door(&app).await;
    let first = app.visitor().from("203.0.1.1");
    let answer = suggest(&first, &shop, &closed()).await.expect(202);
    for network in 2..6 {
        let same = first
            .keeping_cookies_of(&answer)
            .from(&format!("203.0.{network}.1"));
        let told = suggest(&same, &shop, &closed()).await.expect(202).json();
        assert_eq!(told["alreadyReported"], true);
    }
    let waiting = listed(&app.administrator().await, "").await;
    assert_eq!((waiting.len(), &waiting[0]["reports"]), (1, &json!(1)));
});

both_engines!(a_decision_ends_it_and_can_be_undone, |app: TestApp| {
    let shop = blue_door(&app).await;
    reported(&app, &shop, 3).await;
    let administrator = app.administrator().await;
    let id = listed(&administrator, "").await[0]["id"].clone();
    let id = id.as_str().unwrap();
    let rejected = decide(&administrator, id, "reject", &json!({}))
        .await
        .expect(200)
        .json();
    assert_eq!(rejected["status"], "rejected");
    let now = page(&app, &shop).await;
    assert_eq!(
        (&now["reportedClosed"], &now["permanentlyClosed"]),
        (&json!(false), &json!(false))
    );
    assert!(tasks(&app).await.is_empty());
    let undo = |entry: &Value| format!("/api/admin/audit/{}/undo", entry.as_str().unwrap());
    administrator
        .post(&undo(&rejected["entry"]), &json!({}))
        .await
        .expect(200);
    assert_eq!(page(&app, &shop).await["reportedClosed"], true);
    let accepted = decide(&administrator, id, "accept", &json!({}))
        .await
        .expect(200)
        .json();
    let now = page(&app, &shop).await;
    assert_eq!(
        (&now["reportedClosed"], &now["permanentlyClosed"]),
        (&json!(false), &json!(true))
    );
    let refused = suggest(&app.visitor(), &shop, &closed()).await.expect(409);
    assert!(
        refused.json()["message"]
            .as_str()
            .unwrap()
            .contains("already")
    );
    let twice = decide(&administrator, id, "reject", &json!({}))
        .await
        .expect(409)
        .json();
    assert_eq!(twice["details"]["kind"], "already_decided");
    administrator
        .post(&undo(&accepted["entry"]), &json!({}))
        .await
        .expect(200);
    let now = page(&app, &shop).await;
    assert_eq!(
        (&now["reportedClosed"], &now["permanentlyClosed"]),
        (&json!(true), &json!(false))
    );
    assert_same_as_loaded(app, &shop).await;
});

both_engines!(a_chain_is_taken_off_and_comes_back, |app: TestApp| {
    let shop = blue_door(&app).await;
    let administrator = app.administrator().await;
    let chain = json!({ "kind": "chain", "note": "They have forty of them." });
    suggest(&app.visitor(), &shop, &chain).await.expect(202);
    let waiting = tasks(&app).await;
    assert_eq!(waiting[0]["kind"], "chain_report");
    let id = waiting[0]["id"].as_str().unwrap();
    let taken_off = decide(&administrator, id, "accept", &json!({ "remember": true }))
        .await
        .expect(200)
        .json();
    let path = format!("/api/coffee-shops/{}", shop.slug);
    app.visitor().get(&path).await.expect(404);
    let names = ChainLists::names(&app.database).await.unwrap();
    assert_eq!(
        (names[0].name.as_str(), names[0].list),
        ("Blue Door", List::Deny)
    );
    let entry = taken_off["entry"].as_str().unwrap();
    let undo = format!("/api/admin/audit/{entry}/undo");
    administrator.post(&undo, &json!({})).await.expect(200);
    app.visitor().get(&path).await.expect(200);
    assert!(ChainLists::names(&app.database).await.unwrap().is_empty());
    decide(&administrator, id, "reject", &json!({ "remember": true }))
        .await
        .expect(200);
    app.visitor().get(&path).await.expect(200);
    let names = ChainLists::names(&app.database).await.unwrap();
    assert_eq!(names[0].list, List::Allow);
});
