//! What people may ask for.

use serde_json::{Value, json};

use crate::support::TestApp;

const ADDRESS: &str = "Ann@Mail.example";

fn part<'a>(answer: &'a Value, name: &str) -> Option<&'a Value> {
    answer["parts"]
        .as_array()
        .unwrap()
        .iter()
        .find(|part| part["name"] == name)
}

both_engines!(a_person_is_exported_and_erased_once, |app: TestApp| {
    let admin = app.administrator().await;
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let person = app.person(ADDRESS).await;
    app.edit_shop(shop.id, |row| row.owner_id = Some(person))
        .await;
    let owner = app.signed_in(ADDRESS).await;
    let edit = json!({ "onlineStoreName": "The store of ann@mail.example" });
    owner
        .patch(&format!("/api/coffee-shops/{}", shop.slug), &edit)
        .await
        .expect(200);
    app.visitor()
        .post("/api/newsletter/subscribe", &json!({ "email": ADDRESS }))
        .await
        .expect(200);

    let asked = json!({ "email": "ann@mail.example" });
    let export = admin
        .post("/api/admin/people/export", &asked)
        .await
        .expect(200)
        .json();
    assert_eq!(export["isKnown"], true);
    for name in ["person", "sessions", "shops", "newsletter", "mails"] {
        assert!(part(&export, name).is_some(), "{name}: {export}");
    }
    assert_eq!(
        part(&export, "shops").unwrap()["records"][0]["role"],
        "owner"
    );

    let erased = admin
        .post("/api/admin/people/erase", &asked)
        .await
        .expect(200)
        .json();
    assert_eq!(erased["wasKnown"], true);
    assert!(part(&erased, "audit log").is_some(), "{erased}");
    owner.get("/api/sessions").await.expect(401);
    let public = app
        .visitor()
        .get(&format!("/api/coffee-shops/{}", shop.slug))
        .await;
    assert_eq!(public.expect(200).json()["ownerId"], Value::Null);

    let again = admin
        .post("/api/admin/people/erase", &asked)
        .await
        .expect(200)
        .json();
    assert_eq!(
        (&again["wasKnown"], &again["parts"]),
        (&json!(false), &json!([]))
    );
    let export = admin
        .post("/api/admin/people/export", &asked)
        .await
        .expect(200)
        .json();
    assert_eq!(export["isKnown"], false, "{export}");
    let bad = admin
        .post("/api/admin/people/export", &json!({ "email": "nobody" }))
        .await;
    assert_eq!(bad.expect(400).json()["field"], "email");
});
