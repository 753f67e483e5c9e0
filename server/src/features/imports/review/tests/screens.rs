//! The administrator's import questions: same shop, several at once, and undo.

use serde_json::{Value, json};

use super::{CAFES, import_text};
use crate::support::{TestApp, Visitor};

async fn questions(administrator: &Visitor) -> Vec<Value> {
    let path = "/api/admin/import-questions";
    let page = administrator.get(path).await.expect(200).json();
    page["questions"].as_array().unwrap().clone()
}

async fn decide(administrator: &Visitor, id: &Value, what: &str, body: Value) -> Value {
    let path = format!(
        "/api/admin/import-questions/{}/{what}",
        id.as_str().unwrap()
    );
    administrator.post(&path, &body).await.expect(200).json()
}

async fn undo(administrator: &Visitor, entry: &Value) {
    let path = format!("/api/admin/audit/{}/undo", entry.as_str().unwrap());
    administrator.post(&path, &json!({})).await.expect(200);
}

const TOGETHER: &str = "/api/admin/import-questions/decide";

async fn together(administrator: &Visitor, body: &Value) -> Value {
    administrator.post(TOGETHER, body).await.expect(200).json()
}

both_engines!(
    a_record_fills_the_shop_that_it_is_and_keeps_it_up_to_date,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app
            .shop(&city)
            .name("Second Cup on Main")
            .with(|row| {
                row.opening_hours = None;
                row.hours = None;
            })
            .await;
        import_text(&app, "cafes.geojson", CAFES).await;
        let administrator = app.administrator().await;
        let question = &questions(&administrator).await[0];
        assert_eq!(question["name"], "Second Cup");
        let named: Vec<&Value> = question["differences"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| &one["field"])
            .collect();
        assert!(named.contains(&&json!("hours")), "{question}");
        let why = json!({ "code": "common_name", "brand": "Second Cup" });
        assert_eq!(question["why"], why);
        assert_eq!(question["repeatedDays"], json!([]));
        assert_eq!(administrator.inbox().await[0]["record"]["why"], why);
        let body = json!({ "shop": shop.slug, "facts": ["hours"] });
        let joined = decide(&administrator, &question["id"], "same-shop", body).await;
        assert_eq!(joined["slug"], shop.slug);
        let row = app.shop_row(shop.id).await;
        assert_eq!(row.opening_hours.as_deref(), Some("Mo-Fr 07:00-15:00"));
        assert_eq!(row.name, "Second Cup on Main", "not taken");
        assert_eq!(row.provenance.0.get("hours").unwrap(), "osm");
        assert!(questions(&administrator).await.is_empty());
        // Accepted without a selection, the record fills in what the shop lacks.
        undo(&administrator, &joined["entry"]).await;
        let body = json!({ "shop": shop.slug });
        decide(&administrator, &question["id"], "same-shop", body).await;
        let row = app.shop_row(shop.id).await;
        assert_eq!(row.opening_hours.as_deref(), Some("Mo-Fr 07:00-15:00"));
        assert_eq!(row.name, "Second Cup on Main");
        let newer = CAFES.replace("07:00-15:00", "08:00-16:00");
        import_text(&app, "newer.geojson", &newer).await;
        let row = app.shop_row(shop.id).await;
        assert_eq!(row.opening_hours.as_deref(), Some("Mo-Fr 08:00-16:00"));
        assert!(
            questions(&administrator).await.is_empty(),
            "its source is known"
        );
    }
);

both_engines!(every_decision_about_a_record_is_undone, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).name("Another").await;
    import_text(&app, "cafes.geojson", CAFES).await;
    let administrator = app.administrator().await;
    let waiting = questions(&administrator).await;
    let id = &waiting[0]["id"];
    let path = "/api/coffee-shops/second-cup-alexandria-la";
    let accepted = decide(&administrator, id, "accept", json!({})).await;
    app.visitor().get(path).await.expect(200);
    undo(&administrator, &accepted["entry"]).await;
    app.visitor().get(path).await.expect(404);
    assert_eq!(questions(&administrator).await, waiting);
    let body = json!({ "shop": shop.slug, "facts": ["hours", "name"] });
    let joined = decide(&administrator, id, "same-shop", body).await;
    assert_eq!(app.shop_row(shop.id).await.name, "Second Cup");
    undo(&administrator, &joined["entry"]).await;
    assert_eq!(app.shop_row(shop.id).await.name, "Another");
    let refused = decide(&administrator, id, "refuse", json!({})).await;
    undo(&administrator, &refused["entry"]).await;
    assert_eq!(questions(&administrator).await, waiting);
    let again = import_text(&app, "cafes.geojson", CAFES).await;
    assert_eq!((again.to_review, again.unchanged), (1, 1));
    let nowhere = json!({ "shop": "no-such-shop", "facts": [] });
    let path = format!(
        "/api/admin/import-questions/{}/same-shop",
        id.as_str().unwrap()
    );
    let told = administrator.post(&path, &nowhere).await.expect(400).json();
    assert_eq!(told["field"], "shop");
});

both_engines!(
    several_are_decided_in_one_act_and_taken_back_with_one_undo,
    |app: TestApp| {
        let two = CAFES.replace("Lantern Roasters", "Second Cup");
        import_text(&app, "cafes.geojson", &two).await;
        let administrator = app.administrator().await;
        let before = questions(&administrator).await;
        let ids: Vec<Value> = before.iter().map(|one| one["id"].clone()).collect();
        assert_eq!(ids.len(), 2);
        let refuse = json!({ "decision": "refuse", "ids": ids });
        let decided = together(&administrator, &refuse).await;
        assert_eq!(
            (&decided["done"], &decided["skipped"]),
            (&json!(2), &json!(0))
        );
        let again = together(&administrator, &refuse).await;
        assert_eq!((&again["done"], &again["skipped"]), (&json!(0), &json!(2)));
        assert_eq!(again["entries"], json!([]));
        assert_eq!(decided["entries"].as_array().unwrap().len(), 1);
        undo(&administrator, &decided["entries"][0]).await;
        assert_eq!(questions(&administrator).await, before);
        let accept = json!({ "decision": "accept", "ids": ids });
        let decided = together(&administrator, &accept).await;
        assert_eq!(decided["done"], 2);
        let second = "/api/coffee-shops/second-cup-alexandria-la-2";
        app.visitor().get(second).await.expect(200);
        undo(&administrator, &decided["entries"][0]).await;
        app.visitor().get(second).await.expect(404);
        assert_eq!(questions(&administrator).await, before);
        for ids in [json!([]), json!(vec![ids[0].clone(); 501])] {
            let body = json!({ "decision": "refuse", "ids": ids });
            administrator.post(TOGETHER, &body).await.expect(400);
        }
    }
);

both_engines!(
    a_question_says_what_resembles_what_and_which_days_are_named_twice,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).name("Blue Door").with(|row| {
            row.street = Some("128 Main Street".to_owned());
            row.zip_code = Some("71301".to_owned());
            row.latitude = Some(31.3114);
            row.longitude = Some(-92.4451);
        });
        shop.await;
        let list = "id,name,address,city,state,zip,lat,lon,opening_hours\n\
            1,Blue Door,126 Main Street,Alexandria,LA,71301,31.3113,-92.4451,\
            \"Mo-Tu 07:00-12:00; Tu-We 13:00-17:00\"\n";
        import_text(&app, "list.csv", list).await;
        let administrator = app.administrator().await;
        let question = &questions(&administrator).await[0];
        assert_eq!(question["repeatedDays"], json!(["Tuesday"]));
        let address = "128 Main Street, Alexandria, LA, 71301";
        assert_eq!(question["similarAddress"], address);
        assert_eq!(question["why"], json!({ "code": "same_name_next_door" }));
    }
);

both_engines!(
    a_record_that_an_import_changed_since_it_was_read_is_not_decided,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).name("Another").await;
        import_text(&app, "cafes.geojson", CAFES).await;
        let administrator = app.administrator().await;
        let read = questions(&administrator).await.remove(0);
        let inbox = administrator.get("/api/admin/inbox").await.json();
        assert_eq!(inbox["items"][0]["version"], read["version"]);
        let newer = CAFES.replace("07:00-15:00", "08:00-16:00");
        import_text(&app, "newer.geojson", &newer).await;

        let id = read["id"].as_str().unwrap();
        let path = |what: &str| format!("/api/admin/import-questions/{id}/{what}");
        let seen = json!({ "version": read["version"] });
        let same = json!({ "version": read["version"], "shop": shop.slug });
        for (what, body) in [("accept", &seen), ("refuse", &seen), ("same-shop", &same)] {
            let late = administrator
                .post(&path(what), body)
                .await
                .expect(409)
                .json();
            assert_eq!(late["details"]["kind"], "stale", "{what}");
            let current = &late["details"]["current"];
            assert_ne!(current["version"], read["version"]);
            assert_eq!(*current, questions(&administrator).await[0]);
        }
        let together = "/api/admin/import-questions/decide";
        let several =
            |versions: Value| json!({ "decision": "refuse", "ids": [id], "versions": versions });
        let late = administrator
            .post(together, &several(json!([read["version"]])))
            .await;
        let late = late.expect(200).json();
        assert_eq!(
            (&late["done"], &late["skipped"], &late["changed"]),
            (&json!(0), &json!(1), &json!(1))
        );
        let refused = administrator.post(together, &several(json!([1, 2]))).await;
        assert_eq!(refused.expect(400).json()["field"], "versions");

        let now = questions(&administrator).await.remove(0);
        let body = several(json!([now["version"]]));
        let decided = administrator.post(together, &body).await.expect(200).json();
        assert_eq!(decided["done"], 1);
    }
);

both_engines!(
    a_question_whose_shop_changed_since_it_was_read_is_not_decided,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).name("Blue Door").with(|row| {
            row.street = Some("128 Main Street".to_owned());
            row.zip_code = Some("71301".to_owned());
            row.latitude = Some(31.3114);
            row.longitude = Some(-92.4451);
        });
        let shop = shop.await;
        let list = "id,name,address,city,state,zip,lat,lon,phone\n\
            1,Blue Door,126 Main Street,Alexandria,LA,71301,31.3113,-92.4451,318 555 0142\n";
        import_text(&app, "list.csv", list).await;
        let administrator = app.administrator().await;
        let read = questions(&administrator).await.remove(0);
        assert_eq!(read["similarSlug"], shop.slug);
        let vote = format!("/api/coffee-shops/{}/upvote", shop.id);
        app.visitor().post(&vote, &json!({})).await;
        let voted = questions(&administrator).await.remove(0);
        assert_eq!(voted, read, "a vote changes nothing about it");

        let edit = format!("/api/admin/coffee-shops/{}", shop.id);
        let body = json!({ "phone": "318 555 0199" });
        administrator.put(&edit, &body).await.expect(200);
        let path = format!(
            "/api/admin/import-questions/{}/same-shop",
            read["id"].as_str().unwrap()
        );
        let join =
            |version: &Value| json!({ "shop": shop.slug, "facts": ["phone"], "version": version });
        let late = administrator.post(&path, &join(&read["version"])).await;
        let late = late.expect(409).json();
        let current = &late["details"]["current"];
        let phone = |question: &Value| {
            let all = question["differences"].as_array().unwrap();
            let phone = all.iter().find(|fact| fact["field"] == "phone");
            phone.map(|fact| fact["now"].clone())
        };
        assert_ne!(phone(current), phone(&read));
        let row = app.shop_row(shop.id).await;
        assert_eq!(row.phone.as_deref(), Some("(318) 555-0199"), "it stays");
        administrator
            .post(&path, &join(&current["version"]))
            .await
            .expect(200);
        let row = app.shop_row(shop.id).await;
        assert_eq!(row.phone.as_deref(), Some("(318) 555-0142"));
    }
);
