//! The list of readers in the panel.

use serde_json::{Value, json};

use super::{sign_up, subscribe};
use crate::support::{TestApp, Visitor};

const PATH: &str = "/api/admin/newsletter/readers";

async fn list(admin: &Visitor, query: &str) -> Value {
    let path = format!("{PATH}{query}");
    admin.get(&path).await.expect(200).json()
}

fn addresses(list: &Value) -> Vec<&str> {
    let readers = list["readers"].as_array().unwrap().iter();
    readers
        .map(|reader| reader["email"].as_str().unwrap())
        .collect()
}

both_engines!(readers_are_listed_found_and_sorted, |app: TestApp| {
    let town = app.city("Alexandria", "LA").await;
    app.shop(&town).await;
    subscribe(&app, "zoe@mail.example", &[town.id]).await;
    app.clock.advance(chrono::TimeDelta::hours(1));
    subscribe(&app, "ann@mail.example", &[]).await;
    app.clock.advance(chrono::TimeDelta::hours(1));
    sign_up(&app.visitor(), "bob@home.example")
        .await
        .expect(200);
    let admin = app.administrator().await;

    let all = list(&admin, "").await;
    let latest_first = ["bob@home.example", "ann@mail.example", "zoe@mail.example"];
    assert_eq!(addresses(&all), latest_first);
    assert_eq!(all["total"], 3);
    let [bob, ann, zoe] = [0, 1, 2].map(|index| &all["readers"][index]);
    assert_eq!(
        (&bob["state"], &bob["confirmedAt"]),
        (&json!("pending"), &Value::Null)
    );
    assert_eq!(
        (&ann["state"], &ann["towns"]),
        (&json!("confirmed"), &json!([]))
    );
    assert_eq!(zoe["towns"], json!(["Alexandria, LA"]));

    let by_address = list(&admin, "?sort=address").await;
    let sorted = ["ann@mail.example", "bob@home.example", "zoe@mail.example"];
    assert_eq!(addresses(&by_address), sorted);
    let joined = list(&admin, "?sort=joined&direction=ascending").await;
    assert_eq!(addresses(&joined)[0], "zoe@mail.example");
    let of_town = list(&admin, "?search=alexandria").await;
    assert_eq!(addresses(&of_town), ["zoe@mail.example"]);
    let found = list(&admin, "?search=ANN@mail&state=confirmed").await;
    assert_eq!(addresses(&found), ["ann@mail.example"]);
    let pending = list(&admin, "?state=pending").await;
    assert_eq!(addresses(&pending), ["bob@home.example"]);
    let none = list(&admin, "?state=resting").await;
    assert_eq!(none, json!({ "readers": [], "total": 0 }));
    let past = list(&admin, "?page=2").await;
    assert_eq!((addresses(&past), &past["total"]), (vec![], &json!(3)));
    admin.get(&format!("{PATH}?state=left")).await.expect(400);
});
