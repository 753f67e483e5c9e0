use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{TestApp, Visitor};

async fn shop_of(owner: &Visitor, path: &str) -> Value {
    owner.get(path).await.expect(200).json()
}

both_engines!(an_owner_keeps_the_page_true, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let owner = app.owner_of(&shop).await;
    let path = format!("/api/your-shop/{}", shop.slug);
    let version = shop_of(&owner, &path).await["version"].clone();
    let change = json!({
        "version": version,
        "phone": "318.555.0142",
        "website": "https://example.com",
        "hours": "Mon-Fri 7am-3pm, Sat 8am-2pm, closed Sundays",
        "ownerDescription": "We roast on Mondays.",
        "hasWifi": true,
        "categories": ["Espresso bar", " Espresso bar ", "Bakery"],
    });
    let changed = owner.patch(&path, &change).await.expect(200).json();
    assert_eq!(changed["phone"], "(318) 555-0142");
    assert_eq!(changed["categories"], json!(["Espresso bar", "Bakery"]));
    let public = app
        .visitor()
        .get(&format!("/api/coffee-shops/{}", shop.slug))
        .await
        .json();
    assert_eq!(public["phone"], "(318) 555-0142");
    assert_eq!(public["hasWifi"], true);
    assert_eq!(public["ownerDescription"], "We roast on Mondays.");
    assert_eq!(public["openTime"], "7:00 AM");

    let row = app.shop_row(shop.id).await;
    assert_eq!(
        row.provenance.0.get("phone").map(String::as_str),
        Some("owner")
    );
});

both_engines!(
    a_submitter_may_edit_all_but_the_owners_words,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let submitter = app.submitter_of(&shop).await;
        let path = format!("/api/your-shop/{}", shop.slug);
        let version = shop_of(&submitter, &path).await["version"].clone();
        let words = json!({ "version": version, "ownerDescription": "Mine." });
        submitter.patch(&path, &words).await.expect(403);
        let facts = json!({ "version": version, "description": "A shop." });
        submitter.patch(&path, &facts).await.expect(200);
        app.owner_of(&shop).await;
        submitter.get(&path).await.expect(403);
    }
);

both_engines!(
    the_second_of_two_devices_is_told_what_changed,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let owner = app.owner_of(&shop).await;
        let path = format!("/api/your-shop/{}", shop.slug);
        let version = shop_of(&owner, &path).await["version"].clone();
        // A vote in between doesn't count as a change for the form.
        let vote = format!("/api/coffee-shops/{}/upvote", shop.id);
        app.visitor().post(&vote, &json!({})).await.expect(200);
        owner
            .patch(&path, &json!({ "version": version, "description": "One." }))
            .await
            .expect(200);
        let late = json!({ "version": version, "phone": "3185550142" });
        let refused = owner.patch(&path, &late).await.expect(409).json();
        assert_eq!(refused["details"]["changed"], json!(["description"]));
        assert_eq!(refused["details"]["current"]["description"], "One.");
    }
);

both_engines!(special_days_are_told_and_end, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let owner = app.owner_of(&shop).await;
    let path = format!("/api/your-shop/{}", shop.slug);
    let version = shop_of(&owner, &path).await["version"].clone();
    // The test clock is at Wednesday, 4 March 2026, nine in the morning in Alexandria.
    let change = json!({
        "version": version,
        "weeklyHours": "Mo-Su 07:00-15:00",
        "specialDays": [{ "from": "2026-03-04", "to": "2026-03-05", "spans": [] }],
    });
    let changed = owner.patch(&path, &change).await.expect(200).json();
    assert_eq!(changed["weeklyHours"], "Mo-Su 07:00-15:00");
    assert_eq!(changed["specialDays"].as_array().unwrap().len(), 1);
    let public = app
        .visitor()
        .get(&format!("/api/coffee-shops/{}", shop.slug))
        .await
        .json();
    assert_eq!(public["openState"]["state"], "closed");
    let bad = json!({
        "version": changed["version"],
        "specialDays": [{ "from": "2026-03-09", "to": "2026-03-08" }],
    });
    assert_eq!(
        owner.patch(&path, &bad).await.expect(400).json()["field"],
        "specialDays"
    );
});

both_engines!(
    today_is_a_special_day_until_the_shops_midnight,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let owner = app.owner_of(&shop).await;
        let path = format!("/api/your-shop/{}", shop.slug);
        // Nine in the evening of 4 March in Alexandria is 5 March in UTC.
        app.clock.advance(TimeDelta::hours(12));
        let today = json!([{ "from": "2026-03-04", "to": "2026-03-04", "spans": [] }]);
        let change = json!({
            "version": shop_of(&owner, &path).await["version"],
            "weeklyHours": "Mo-Su 07:00-23:00",
            "specialDays": today,
        });
        let changed = owner.patch(&path, &change).await.expect(200).json();
        assert_eq!(changed["specialDays"], today);
        let again = json!({ "version": changed["version"], "weeklyHours": "Mo-Su 07:00-22:00" });
        let changed = owner.patch(&path, &again).await.expect(200).json();
        assert_eq!(changed["specialDays"], today, "saving other hours keeps it");
        app.clock.advance(TimeDelta::hours(4));
        let late = json!({ "version": changed["version"], "specialDays": today });
        let refused = owner.patch(&path, &late).await.expect(400).json();
        assert_eq!(refused["message"], "These dates are in the past.");
    }
);

both_engines!(dates_that_cannot_be_are_told_in_words, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let owner = app.owner_of(&shop).await;
    let path = format!("/api/your-shop/{}", shop.slug);
    let version = shop_of(&owner, &path).await["version"].clone();
    for (from, to, words) in [
        ("20260-03-09", "20260-03-09", "a year of four digits"),
        ("2026-03-09", "12026-03-09", "a year of four digits"),
        ("2026-02-29", "2026-03-09", "a year of four digits"),
        ("", "", "a year of four digits"),
        ("0026-03-09", "0026-03-09", "in the past"),
        ("2028-03-05", "2028-03-05", "within two years"),
        ("2099-12-24", "2099-12-26", "within two years"),
    ] {
        let days = json!([{ "from": from, "to": to, "spans": [] }]);
        let change = json!({ "version": version, "specialDays": days });
        let refused = owner.patch(&path, &change).await.expect(400).json();
        assert_eq!(refused["field"], "specialDays", "{refused}");
        let message = refused["message"].as_str().unwrap();
        assert!(message.contains(words), "{from} to {to}: {message}");
    }
});

both_engines!(
    days_that_are_stored_stay_however_far_ahead,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let owner = app.owner_of(&shop).await;
        // Taken by an earlier release.
        app.edit_shop(shop.id, |row| {
            row.opening_hours = Some("Mo-Fr 07:00-15:00; 2031 Dec 24 08:00-12:00".to_owned());
        })
        .await;
        let path = format!("/api/your-shop/{}", shop.slug);
        let before = shop_of(&owner, &path).await;
        let far = &before["specialDays"][0];
        assert_eq!(far["from"], "2031-12-24");
        let near = json!({ "from": "2026-03-09", "to": "2026-03-09", "spans": [] });
        let moved = json!({ "from": "2031-12-25", "to": "2031-12-25", "spans": [] });
        for (days, status) in [(json!([near, moved]), 400), (json!([near, far]), 200)] {
            let change = json!({ "version": before["version"], "specialDays": days });
            let answer = owner.patch(&path, &change).await.expect(status).json();
            let field = (status == 400).then_some("specialDays");
            assert_eq!(answer["field"].as_str(), field, "{answer}");
        }
        assert_eq!(
            shop_of(&owner, &path).await["specialDays"],
            json!([near, far])
        );
    }
);

both_engines!(the_question_about_the_hours_shows_them, |app: TestApp| {
    let samples = townperk::rooms::ROOMS.mail_samples(app.services()).unwrap();
    let mut mails = samples.into_iter().map(|sample| sample.words.text);
    let mail = mails.find(|text| text.contains("still right")).unwrap();
    assert!(
        mail.contains("Here's what visitors see:\n\n\"Mon to Fri 7 AM"),
        "{mail}"
    );
});

both_engines!(hours_are_confirmed_and_changes_undone, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let owner = app.owner_of(&shop).await;
    let path = format!("/api/your-shop/{}", shop.slug);
    let version = shop_of(&owner, &path).await["version"].clone();
    let change =
        json!({ "version": version, "hours": "Mon-Fri 7am-3pm", "description": "A slip." });
    let changed = owner.patch(&path, &change).await.expect(200).json();
    assert_eq!(changed["hoursFreshness"], "green");
    app.clock.advance(TimeDelta::days(1));
    let confirmed = owner
        .post(&format!("{path}/confirm-hours"), &json!({}))
        .await;
    assert_eq!(confirmed.expect(200).json()["hoursFreshness"], "green");

    let history = owner
        .get(&format!("{path}/history"))
        .await
        .expect(200)
        .json();
    assert_eq!(history[0]["action"], "shop.hours-confirmed");
    let edit = &history[1];
    assert_eq!(
        (&edit["by"], &edit["canUndo"]),
        (&json!("you"), &json!(true))
    );
    assert_eq!(edit["id"], changed["entry"]);
    let undo = |entry: &Value| format!("{path}/history/{}/undo", entry["id"].as_str().unwrap());
    // The confirmation came after it.
    owner.post(&undo(edit), &json!({})).await.expect(409);
    owner.post(&undo(&history[0]), &json!({})).await.expect(200);
    let back = owner.post(&undo(edit), &json!({})).await.expect(200).json();
    assert_eq!(back["description"], json!(shop.description));
    let another = app.shop(&city).await;
    let stranger = app.owner_of(&another).await;
    let theirs = format!(
        "/api/your-shop/{}/history/{}/undo",
        another.slug,
        edit["id"].as_str().unwrap()
    );
    stranger.post(&theirs, &json!({})).await.expect(404);
});

both_engines!(bad_facts_are_refused_by_field, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let owner = app.owner_of(&shop).await;
    let path = format!("/api/your-shop/{}", shop.slug);
    let version = shop_of(&owner, &path).await["version"].clone();
    for (field, value) in [
        ("phone", json!("12")),
        ("website", json!("javascript:alert(1)")),
        ("zipCode", json!("7130")),
        ("weeklyHours", json!("whenever")),
        ("description", json!("x".repeat(501))),
        ("latitude", json!(31.3)),
        ("categories", json!(["1", "2", "3", "4", "5", "6", "7"])),
    ] {
        let mut change = json!({ "version": version });
        change[field] = value;
        let answer = owner.patch(&path, &change).await.expect(400).json();
        assert_eq!(answer["field"], field, "{answer}");
    }
    owner
        .patch(&path, &json!({ "phone": "3185550142" }))
        .await
        .expect(400);
});

both_engines!(
    a_shops_people_dont_undo_the_administrator,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let submitter = app.submitter_of(&shop).await;
        let admin = app.administrator().await;
        let page = format!("/api/admin/coffee-shops/{}", shop.id);
        let boosted =
            json!({ "isBoosted": true, "boostedUntil": app.clock.now() + TimeDelta::days(9) });
        admin.put(&page, &boosted).await.expect(200);
        admin
            .put(&page, &json!({ "isBoosted": false }))
            .await
            .expect(200);
        admin
            .put(&page, &json!({ "isActive": false }))
            .await
            .expect(200);
        let path = format!("/api/your-shop/{}", shop.id);
        let history = submitter.get(&format!("{path}/history")).await;
        let history = history.expect(200).json();
        let acts = history.as_array().unwrap();
        assert!(acts.len() >= 3, "{history}");
        for act in acts {
            assert_eq!(act["canUndo"], false, "{act}");
            let undo = format!("{path}/history/{}/undo", act["id"].as_str().unwrap());
            submitter.post(&undo, &json!({})).await.expect(403);
        }
        assert!(
            !app.shop_row(shop.id).await.is_active,
            "it stays unpublished"
        );
    }
);

both_engines!(
    an_edit_is_undone_by_field_and_a_refusal_names_the_later_act,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).name("Blue Door").await;
        let owner = app.owner_of(&shop).await;
        let path = format!("/api/your-shop/{}", shop.id);
        let mut edits = Vec::new();
        for change in [
            json!({ "website": "https://one.example" }),
            json!({ "phone": "318.555.0142" }),
            json!({ "phone": "318.555.0143" }),
        ] {
            let mut change = change;
            change["version"] = shop_of(&owner, &path).await["version"].clone();
            owner.patch(&path, &change).await.expect(200);
            let history = owner.get(&format!("{path}/history")).await.json();
            edits.push(history[0]["id"].as_str().unwrap().to_owned());
            app.clock.advance(TimeDelta::seconds(1));
        }
        let undo = |entry: &str| format!("{path}/history/{entry}/undo");
        // The phone was changed later, the website wasn't.
        let undone = owner.post(&undo(&edits[0]), &json!({})).await.expect(200);
        assert_eq!(undone.json()["website"], Value::Null);
        assert_eq!(undone.json()["phone"], "(318) 555-0143");
        let refused = owner.post(&undo(&edits[1]), &json!({})).await.expect(409);
        let details = refused.json()["details"].clone();
        let fields = details["fields"].as_array().unwrap();
        assert!(fields.contains(&json!("phone")), "{details}");
        let later = details["later"].as_array().unwrap();
        assert_eq!(later.len(), 1, "{details}");
        assert_eq!(later[0]["entry"], json!(edits[2]));
        assert_eq!(
            (&later[0]["action"], &later[0]["by"], &later[0]["canUndo"]),
            (&json!("shop.edit"), &json!("person"), &json!(true))
        );
        owner.post(&undo(&edits[2]), &json!({})).await.expect(200);
        let undone = owner.post(&undo(&edits[1]), &json!({})).await.expect(200);
        assert_eq!(undone.json()["phone"], Value::Null);
    }
);
