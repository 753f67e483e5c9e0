//! Editing many shops at once.

use std::time::Duration;

use chrono::TimeDelta;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};
use serde_json::{Value, json};
use townperk::catalog::entities::{city, shop};

use super::address_of;
use crate::support::{
    Response, TestApp, Visitor, Write,
    command::{LONGEST_WAIT, until},
};

const ROOM: &str = "/api/admin/bulk-edits";

/// Calls while jobs are worked on.
async fn post(app: &TestApp, administrator: &Visitor, path: &str) -> Response {
    app.working(administrator.post(path, &json!({}))).await
}

/// Looks at the changes; the answer is the preview.
async fn look(administrator: &Visitor, edit: Value) -> Value {
    administrator.post(ROOM, &edit).await.expect(200).json()
}

/// Applies what was looked at; the answer is the run.
async fn apply(app: &TestApp, administrator: &Visitor, preview: &Value) -> Value {
    let path = format!("{ROOM}/{}/apply", preview["id"].as_str().unwrap());
    post(app, administrator, &path).await.expect(200).json()
}

async fn undo(app: &TestApp, administrator: &Visitor, run: &Value) -> Value {
    let path = format!("{ROOM}/{}/undo", run["id"].as_str().unwrap());
    post(app, administrator, &path).await.expect(200).json()
}

async fn shown(administrator: &Visitor, shop: &shop::Model) -> Value {
    let found = administrator.get(&address_of(shop)).await;
    found.expect(200).json()
}

/// So many shops of a town, written at once.
async fn many(app: &TestApp, city: &city::Model, count: usize) -> Vec<shop::Model> {
    let rows: Vec<shop::Model> = (0..count)
        .map(|number| app.shop(city).name(&format!("Beans {number:03}")).row())
        .collect();
    let writes = rows.iter().cloned();
    app.write(writes.map(|row| Write::Shop(Box::new(row))).collect())
        .await;
    rows
}

both_engines!(
    many_shops_are_edited_at_once_and_taken_back,
    |app: TestApp| {
        let town = app.city("Alexandria", "LA").await;
        let one = app.shop(&town).name("Blue Door").await;
        let two = app.shop(&town).name("Red Door").with(|row| {
            row.has_wifi = Some(false);
            row.hours = Some("Mo-Fr 08:00-12:00".to_owned());
        });
        let two = two.await;
        let three = app.shop(&town).name("Green Door").with(|row| {
            row.has_wifi = Some(true);
            row.hours = Some("Mo-Fr 07:00-15:00".to_owned());
        });
        let three = three.await;
        let gone = app.shop(&town).name("Old Door").deleted().await;
        let other = app.shop(&town).name("Rust & Bean").await;
        let admin = app.administrator().await;
        let changes = json!({ "hasWifi": true, "hours": "Mo-Fr 07:00-15:00" });
        let preview = look(&admin, json!({ "search": "door", "changes": changes })).await;
        assert_eq!(
            (&preview["chosen"], &preview["changing"]),
            (&json!(3), &json!(2)),
            "neither the deleted one nor the one that has all of it"
        );
        let wifi = preview["fields"].as_array().unwrap();
        let wifi = wifi.iter().find(|field| field["name"] == "hasWifi");
        let before = json!([{ "value": null, "shops": 1 }, { "value": "No", "shops": 1 }]);
        assert_eq!(wifi.unwrap()["before"], before);
        assert_eq!(wifi.unwrap()["after"], "Yes");
        assert_eq!(shown(&admin, &one).await["hasWifi"], Value::Null, "a look");

        let run = apply(&app, &admin, &preview).await;
        assert_eq!(run["label"], "Bulk edit 1: Hours, Wi-Fi");
        assert_eq!((&run["done"], &run["skipped"]), (&json!(2), &json!(0)));
        for shop in [&one, &two, &three] {
            let now = shown(&admin, shop).await;
            assert_eq!(now["hasWifi"], true);
            assert_eq!(now["hours"], "Mo-Fr 07:00-15:00");
        }
        let page = format!("/api/coffee-shops/{}", two.slug);
        let public = app.visitor().get(&page).await.expect(200).json();
        assert_eq!(public["hasWifi"], true);
        assert_eq!(shown(&admin, &other).await["hasWifi"], Value::Null);
        assert_eq!(shown(&admin, &gone).await["hasWifi"], Value::Null);
        let again = apply(&app, &admin, &preview).await;
        assert_eq!(again["id"], run["id"], "applied once");

        // Somebody changes one of the fields, and one beside them, before it is taken back.
        let since = json!({ "hasWifi": null, "website": "https://example.com" });
        admin.put(&address_of(&two), &since).await.expect(200);
        let back = undo(&app, &admin, &run).await;
        assert_eq!((&back["undone"], &back["kept"]), (&json!(1), &json!(1)));
        let first = shown(&admin, &one).await;
        assert_eq!(first["hasWifi"], Value::Null);
        assert_eq!(first["hours"], Value::Null);
        let second = shown(&admin, &two).await;
        assert_eq!(second["hasWifi"], Value::Null, "what was changed since");
        assert_eq!(second["website"], "https://example.com/");
        assert_eq!(second["hours"], "Mo-Fr 08:00-12:00", "what wasn't");
        assert_eq!(shown(&admin, &three).await["hasWifi"], true, "never edited");
        let listed = admin.get(ROOM).await.expect(200).json();
        assert_eq!(listed[0]["undone"], 1);
    }
);

both_engines!(what_changed_meanwhile_is_left_and_listed, |app: TestApp| {
    let town = app.city("Alexandria", "LA").await;
    let one = app.shop(&town).name("Blue Door").await;
    let two = app.shop(&town).name("Red Door").await;
    let three = app.shop(&town).name("Green Door").await;
    let voted = app.shop(&town).name("Dear Door").await;
    let admin = app.administrator().await;
    let other = app.administrator().await;
    let edit = json!({ "search": "door", "changes": { "hasParking": true } });
    let mine = look(&admin, edit.clone()).await;
    let theirs = look(&other, edit).await;
    assert_eq!(mine["changing"], 4);
    let no_parking = json!({ "hasParking": false });
    other.put(&address_of(&one), &no_parking).await.expect(200);
    other.delete(&address_of(&two)).await.expect(200);
    let vote = format!("/api/coffee-shops/{}/upvote", voted.id);
    app.visitor().post(&vote, &json!({})).await.expect(200);
    let run = apply(&app, &admin, &mine).await;
    assert_eq!((&run["done"], &run["skipped"]), (&json!(2), &json!(2)));
    assert_eq!(shown(&admin, &one).await["hasParking"], false);
    let path = format!("{ROOM}/{}", run["id"].as_str().unwrap());
    let detail = admin.get(&path).await.expect(200).json();
    let reasons = detail["problems"].as_array().unwrap().iter();
    let mut reasons: Vec<_> = reasons
        .map(|shop| {
            (
                shop["name"].as_str().unwrap(),
                shop["detail"].as_str().unwrap(),
            )
        })
        .collect();
    reasons.sort_unstable();
    assert_eq!(
        reasons,
        [
            ("Blue Door", "It has been edited since you looked at it."),
            ("Red Door", "It has been deleted.")
        ]
    );
    let run = apply(&app, &other, &theirs).await;
    assert_eq!(run["label"], "Bulk edit 2: Parking");
    assert_eq!(run["done"], 0, "the first edit changed what the second saw");
    assert_eq!(shown(&admin, &three).await["hasParking"], true);
});

both_engines!(an_interrupted_edit_goes_on, |app: TestApp| {
    let town = app.city("Alexandria", "LA").await;
    let shops = many(&app, &town, 520).await;
    let admin = app.administrator().await;
    let edit = json!({ "search": "beans", "changes": { "petFriendly": true } });
    let preview = look(&admin, edit).await;
    assert_eq!(preview["changing"], 520);
    assert_eq!(preview["shops"].as_array().unwrap().len(), 50);
    let path = format!("{ROOM}/{}/apply", preview["id"].as_str().unwrap());
    let caller = admin.clone();
    let waiting = tokio::spawn(async move { caller.post(&path, &json!({})).await });
    let edited = async || {
        let edited = shop::Entity::find().filter(shop::Column::PetFriendly.eq(true));
        edited.count(app.database.reads()).await.unwrap()
    };
    // Rows of one millisecond have IDs in no order, and the job comes before its acts.
    until("the run", || async {
        admin.get(ROOM).await.expect(200).json() != json!([])
    })
    .await;
    app.clock.advance(TimeDelta::seconds(1));
    // The server dies in the middle.
    let worker = app.services().job_worker();
    let dies = async {
        while edited().await == 0 {
            tokio::task::yield_now().await;
        }
    };
    let work = async {
        loop {
            worker.run_due().await.unwrap();
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::select! {
        dies = tokio::time::timeout(LONGEST_WAIT, dies) => dies.expect("the first edits"),
        () = work => unreachable!("it works forever"),
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let before = edited().await;
    assert!((1..520).contains(&before), "{before}: it was interrupted");
    app.clock.advance(TimeDelta::minutes(2));
    app.work().await;
    let run = waiting.await.unwrap().expect(200).json();
    assert_eq!(
        (&run["done"], &run["processed"]),
        (&json!(520), &json!(520))
    );
    for shop in [&shops[0], &shops[300], &shops[519]] {
        let now = shown(&admin, shop).await;
        assert_eq!(
            (&now["petFriendly"], &now["version"]),
            (&json!(true), &json!(2))
        );
    }
    let back = undo(&app, &admin, &run).await;
    assert_eq!((&back["undone"], &back["kept"]), (&json!(520), &json!(0)));
    let now = shown(&admin, &shops[519]).await;
    assert_eq!(now["petFriendly"], Value::Null);

    // However many acts it took, the log has one line for each of the two, which isn't undone by itself.
    let log = admin.get("/api/admin/audit").await.expect(200).json();
    let entries = log["entries"].as_array().unwrap();
    let actions: Vec<_> = entries.iter().map(|entry| &entry["action"]).collect();
    assert_eq!(actions, ["shop.bulk_undo", "shop.bulk_edit"]);
    assert_eq!(log["total"], 2);
    let entry = format!("/api/admin/audit/{}", entries[1]["id"].as_str().unwrap());
    let detail = admin.get(&entry).await.expect(200).json();
    assert!(detail["cannotUndo"].is_string(), "{detail}");
    let undo = format!("{entry}/undo");
    admin.post(&undo, &json!({})).await.expect(409);
});

both_engines!(a_bulk_edit_is_checked, |app: TestApp| {
    let town = app.city("Alexandria", "LA").await;
    let one = app.shop(&town).name("Blue Door").await;
    let two = app.shop(&town).name("Red Door").await;
    let admin = app.administrator().await;
    let refused = admin.post(ROOM, &json!({ "changes": {} })).await;
    assert_eq!(refused.expect(400).json()["field"], "changes");
    let website = json!({ "changes": { "website": "not an address" } });
    let refused = admin.post(ROOM, &website).await.expect(400).json();
    assert_eq!(refused["fields"][0]["field"], "website");
    let name = json!({ "changes": { "name": "One name for all" } });
    admin.post(ROOM, &name).await.expect(400);
    let chosen = json!({ "only": [one.id], "changes": { "isActive": false } });
    let preview = look(&admin, chosen).await;
    assert_eq!(
        (&preview["chosen"], &preview["changing"]),
        (&json!(1), &json!(1))
    );
    let but_one = json!({ "except": [one.id], "changes": { "isActive": false } });
    let preview = look(&admin, but_one).await;
    assert_eq!(preview["shops"][0]["id"], json!(two.id));
    let nothing = json!({ "only": [one.id], "changes": { "isActive": true } });
    let preview = look(&admin, nothing).await;
    assert_eq!(
        (&preview["changing"], &preview["id"]),
        (&json!(0), &Value::Null)
    );
    let unknown = format!("{ROOM}/{}/apply", one.id);
    admin.post(&unknown, &json!({})).await.expect(404);
    let draft = look(&admin, json!({ "changes": { "isActive": false } })).await;
    app.clock.advance(TimeDelta::days(2));
    let admin = app.administrator().await;
    look(&admin, json!({ "changes": { "isActive": false } })).await;
    let old = format!("{ROOM}/{}/apply", draft["id"].as_str().unwrap());
    admin.post(&old, &json!({})).await.expect(404);
});
