//! The administrator's decisions about names, and undoing them.

use serde_json::{Value, json};
use townperk::catalog::admission::chains::{ChainLists, List};

use crate::support::TestApp;

async fn names(app: &TestApp) -> Vec<(String, List)> {
    let rows = ChainLists::names(&app.database).await.unwrap();
    rows.into_iter().map(|row| (row.name, row.list)).collect()
}

async fn undo(app: &TestApp, changed: &Value) {
    let entry = changed["entry"].as_str().unwrap();
    let path = format!("/api/admin/audit/{entry}/undo");
    let administrator = app.administrator().await;
    administrator.post(&path, &json!({})).await.expect(200);
}

both_engines!(
    a_word_on_a_name_is_listed_with_its_shops_and_undone,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let administrator = app.administrator().await;
        let deny = json!({ "name": shop.name, "list": "deny" });
        let put = administrator
            .post("/api/admin/chain-names", &deny)
            .await
            .expect(200)
            .json();
        let list = administrator
            .get("/api/admin/chain-names")
            .await
            .expect(200)
            .json();
        assert_eq!(list[0]["list"], "deny");
        assert_eq!(list[0]["shops"][0]["slug"], shop.slug);
        let again = administrator
            .post("/api/admin/chain-names", &deny)
            .await
            .expect(200)
            .json();
        assert_eq!(again["entry"], Value::Null, "it was so already");
        let allow = json!({ "name": shop.name.to_uppercase(), "list": "allow" });
        let moved = administrator
            .post("/api/admin/chain-names", &allow)
            .await
            .expect(200)
            .json();
        assert_eq!(names(&app).await, [(shop.name.to_uppercase(), List::Allow)]);
        // They can only be undone in reverse order.
        let path = format!("/api/admin/audit/{}/undo", put["entry"].as_str().unwrap());
        administrator.post(&path, &json!({})).await.expect(409);
        undo(&app, &moved).await;
        assert_eq!(names(&app).await, [(shop.name.clone(), List::Deny)]);
        undo(&app, &put).await;
        assert!(names(&app).await.is_empty());
    }
);

both_engines!(a_name_is_left_to_the_rules_again, |app: TestApp| {
    let administrator = app.administrator().await;
    let name = json!({ "name": "Lantern Roasters" });
    administrator
        .post("/api/admin/chain-names/forget", &name)
        .await
        .expect(404);
    let allow = json!({ "name": "Lantern Roasters", "list": "allow" });
    administrator
        .post("/api/admin/chain-names", &allow)
        .await
        .expect(200);
    let forgotten = administrator
        .post("/api/admin/chain-names/forget", &name)
        .await
        .expect(200)
        .json();
    assert!(names(&app).await.is_empty());
    undo(&app, &forgotten).await;
    assert_eq!(
        names(&app).await,
        [("Lantern Roasters".to_owned(), List::Allow)]
    );
    for (body, message) in [
        (json!({ "name": " ", "list": "allow" }), "Name is required"),
        (
            json!({ "name": "!!!", "list": "allow" }),
            "A name needs a letter or a digit.",
        ),
    ] {
        let refused = administrator
            .post("/api/admin/chain-names", &body)
            .await
            .expect(400)
            .json();
        assert_eq!(
            (&refused["field"], &refused["message"]),
            (&json!("name"), &json!(message))
        );
    }
});
