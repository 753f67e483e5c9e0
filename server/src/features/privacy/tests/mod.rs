//! What people may request.

mod undo;

use sea_orm::EntityTrait;
use serde_json::{Value, json};
use townperk::{
    catalog::entities::{audit::image, claim},
    platform::web::Actor,
};

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
    for name in ["person", "sessions", "shops", "acts", "newsletter", "mails"] {
        assert!(part(&export, name).is_some(), "{name}: {export}");
    }
    assert_eq!(
        part(&export, "shops").unwrap()["records"][0]["role"],
        "owner"
    );

    let shown = admin.post("/api/admin/people/show", &asked).await;
    let shown = shown.expect(200).json();
    for name in ["person", "sessions", "shops", "acts", "newsletter", "mails"] {
        assert_eq!(part(&shown, name), part(&export, name), "{name}");
    }
    assert_eq!(
        shown["shops"],
        json!([{ "id": shop.id, "name": shop.name }])
    );
    let nobody = json!({ "email": "nobody@mail.example" });
    let nobody = admin.post("/api/admin/people/show", &nobody).await;
    assert_eq!(nobody.expect(200).json()["isKnown"], false);
    let log = admin.get("/api/admin/audit?action=person.show").await;
    let log = log.expect(200).json();
    assert_eq!(log["total"], 2);
    assert_eq!(log["entries"][0]["subjectLabel"], "A person");

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
    for path in ["/api/admin/people/export", "/api/admin/people/show"] {
        let bad = admin.post(path, &json!({ "email": "nobody" })).await;
        assert_eq!(bad.expect(400).json()["field"], "email");
    }
});

both_engines!(an_erased_address_leaves_the_pages, |app: TestApp| {
    let admin = app.administrator().await;
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let edit = json!({ "publicEmail": "Ann@mail.example" });
    let path = format!("/api/admin/coffee-shops/{}", shop.id);
    admin.put(&path, &edit).await.expect(200);
    let asked = json!({ "email": "ann@mail.example" });
    let erased = admin.post("/api/admin/people/erase", &asked).await;
    assert_eq!(
        part(&erased.expect(200).json(), "shops").unwrap()["count"],
        1
    );
    assert_eq!(app.shop_row(shop.id).await.public_email, None);
    let page = format!("/api/coffee-shops/{}", shop.slug);
    let shown = app.visitor().get(&page).await.expect(200).json();
    assert_eq!(shown["links"], serde_json::Value::Null);
});

both_engines!(
    erasing_somebody_in_the_middle_of_a_hand_over_ends_it,
    |app: TestApp| {
        let admin = app.administrator().await;
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let person = app.person(ADDRESS).await;
        app.edit_shop(shop.id, |row| row.owner_id = Some(person))
            .await;
        let owner = app.signed_in(ADDRESS).await;
        let to = json!({ "name": "Ann Lee", "email": "next@mail.example" });
        let begin = format!("/api/coffee-shops/{}/ownership/hand-over", shop.slug);
        owner.post(&begin, &to).await.expect(202);
        for email in ["ann@mail.example", "next@mail.example"] {
            let asked = json!({ "email": email });
            let export = admin.post("/api/admin/people/export", &asked).await;
            let export = export.expect(200).json();
            let hand_over = part(&export, "hand-overs");
            assert!(hand_over.is_some(), "{email}: {export}");
        }
        let asked = json!({ "email": ADDRESS });
        let erased = admin.post("/api/admin/people/erase", &asked).await;
        let erased = erased.expect(200).json();
        assert_eq!(part(&erased, "hand-overs").unwrap()["count"], 1, "{erased}");
        assert_eq!(app.shop_row(shop.id).await.owner_id, None);
        let other = json!({ "email": "next@mail.example" });
        let export = admin.post("/api/admin/people/export", &other).await;
        let export = export.expect(200).json();
        assert!(part(&export, "hand-overs").is_none(), "{export}");
        // The shop can be claimed by someone else, and the log keeps the acts without the name.
        let log = admin.get("/api/admin/audit").await.expect(200).text();
        assert!(
            !log.to_lowercase().contains("ann@mail.example"),
            "the log names nobody: {log}"
        );
    }
);

both_engines!(what_is_kept_for_a_time_has_its_figures, |app: TestApp| {
    app.visitor()
        .post("/api/newsletter/subscribe", &json!({ "email": ADDRESS }))
        .await
        .expect(200);
    app.work().await;
    let admin = app.administrator().await;
    let path = "/api/admin/people/retention";
    let lines = admin.get(path).await.expect(200).json();
    let line = |what: &str| {
        let mut lines = lines.as_array().unwrap().iter();
        let found = lines.find(|line| line["what"].as_str().unwrap().starts_with(what));
        found.unwrap().clone()
    };
    let pending = line("Newsletter sign-ups");
    assert_eq!(
        (&pending["count"], &pending["time"]),
        (&json!(1), &json!("7 days"))
    );
    assert_eq!(pending["oldest"], json!(app.clock.now()));
    assert_eq!(line("Sent emails")["count"], 1);
    assert_eq!(line("Sessions")["count"], 1, "the administrator's own");
    assert_eq!(line("Photos")["oldest"], Value::Null);
    app.visitor().get(path).await.expect(401);
});

/// The images of all rows of the log, as text.
async fn images(app: &TestApp) -> String {
    let rows = image::Entity::find().all(app.database.reads()).await;
    let rows = rows.unwrap().into_iter();
    let images = rows.flat_map(|row| [row.before_image, row.after_image]);
    json!(images.flatten().collect::<Vec<Value>>()).to_string()
}

both_engines!(
    erasing_somebody_leaves_other_peoples_words_alone,
    |app: TestApp| {
        let admin = app.administrator().await;
        let city = app.city("Savannah", "LA").await;
        let (shop, other) = (app.shop(&city).await, app.shop(&city).await);
        let claim = claim::Model {
            id: app.identifiers.next(),
            shop_id: shop.id,
            person_id: app.person(ADDRESS).await,
            owner_name: "Anna Lee".into(),
            owner_phone: None,
            business_role: "owner".into(),
            verification_method: "email".into(),
            additional_info: None,
            owner_description: None,
            is_open_again: false,
            from_listing: false,
            status: claim::Status::Pending,
            open_key: None,
            email_confirmed_at: None,
            proven_website: None,
            checked_website: None,
            website_checked_at: None,
            website_problem: None,
            rejection_reason: None,
            created_at: app.clock.now(),
            reviewed_at: None,
        };
        let ledger = &app.services.ledger;
        let claimed = ledger.act(Actor::Visitor, "claim.submit", move |act| {
            let claim = claim.clone();
            Box::pin(async move { act.insert(&claim).await })
        });
        claimed.await.unwrap();
        let path = format!("/api/admin/coffee-shops/{}", other.id);
        let edit = json!({ "description": "Anna Lee roasts in Savannah: ann@mail.example." });
        admin.put(&path, &edit).await.expect(200);
        let edit = json!({ "description": "Roasted in Savannah by Anna Lee." });
        let edited = admin.put(&path, &edit).await.expect(200);
        assert!(images(&app).await.contains(r#""owner_name":"Anna Lee""#));

        let asked = json!({ "email": ADDRESS });
        let erased = admin.post("/api/admin/people/erase", &asked).await;
        assert_eq!(erased.expect(200).json()["wasKnown"], true);

        let log = images(&app).await;
        assert!(log.contains(r#""owner_name":"(erased)""#), "{log}");
        assert!(!log.contains(r#""owner_name":"Anna Lee""#), "{log}");
        assert!(!log.to_lowercase().contains("ann@mail.example"), "{log}");
        assert!(
            log.contains("Anna Lee roasts in Savannah: (erased)."),
            "{log}"
        );
        assert!(log.contains("Roasted in Savannah by Anna Lee."), "{log}");

        // What somebody else did can still be undone.
        let entry = edited.json()["entry"].as_str().unwrap().to_owned();
        let undo = format!("/api/admin/audit/{entry}/undo");
        admin.post(&undo, &json!({})).await.expect(200);
        let description = app.shop_row(other.id).await.description;
        assert_eq!(
            description.as_deref(),
            Some("Anna Lee roasts in Savannah: (erased).")
        );
    }
);

both_engines!(erasing_somebody_leaves_no_claim_waiting, |app: TestApp| {
    let admin = app.administrator().await;
    let city = app.city("Alexandria", "LA").await;
    let claimant = app.signed_in(ADDRESS).await;
    let form = json!({
        "ownerName": "Ann Lee", "ownerEmail": ADDRESS, "businessRole": "Owner",
        "ownerDescription": "Ours since 1998."
    });
    // One is confirmed, the other isn't.
    for is_confirmed in [true, false] {
        let shop = app.shop(&city).await;
        let path = format!("/api/coffee-shops/{}/claim", shop.slug);
        let opened = app.visitor().post(&path, &form).await.expect(201).json();
        let path = format!("/api/claims/{}/confirm", opened["id"].as_str().unwrap());
        if is_confirmed {
            claimant.post(&path, &json!({})).await.expect(200);
        }
    }
    let asked = json!({ "email": ADDRESS });
    let erased = admin.post("/api/admin/people/erase", &asked).await;
    let erased = erased.expect(200).json();
    assert_eq!(part(&erased, "claims").unwrap()["count"], 2, "{erased}");
    let rows = claim::Entity::find().all(app.database.reads()).await;
    assert!(rows.unwrap().is_empty(), "nobody is left to decide for");
});

both_engines!(
    erasing_a_submitter_leaves_the_owners_story_alone,
    |app: TestApp| {
        let admin = app.administrator().await;
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let submitter = app.person(ADDRESS).await;
        app.edit_shop(shop.id, |row| row.submitter_id = Some(submitter))
            .await;
        let owner = app.owner_of(&shop).await;
        let path = format!("/api/coffee-shops/{}/local-vibes", shop.slug);
        let words = json!({ "prompt1Response": "A festival." });
        owner.post(&path, &words).await.expect(200);
        let asked = json!({ "email": ADDRESS });
        let export = admin.post("/api/admin/people/export", &asked).await;
        let export = export.expect(200).text();
        assert!(!export.contains("A festival."), "{export}");
        admin
            .post("/api/admin/people/erase", &asked)
            .await
            .expect(200);
        let session = owner.get("/api/session").await.json();
        assert_eq!(session["shops"][0]["story"]["status"], "pending");
    }
);

both_engines!(an_undo_gives_no_shop_to_somebody_erased, |app: TestApp| {
    let admin = app.administrator().await;
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let owner = app.person(ADDRESS).await;
    app.edit_shop(shop.id, |row| row.owner_id = Some(owner))
        .await;
    let path = format!("/api/admin/coffee-shops/{}/take-back", shop.id);
    let reason = json!({ "reason": "It was sold." });
    admin.post(&path, &reason).await.expect(200);
    let log = admin.get("/api/admin/audit").await.expect(200).json();
    let entry = log["entries"][0]["id"].as_str().unwrap().to_owned();
    let asked = json!({ "email": ADDRESS });
    admin
        .post("/api/admin/people/erase", &asked)
        .await
        .expect(200);
    let undo = format!("/api/admin/audit/{entry}/undo");
    admin.post(&undo, &json!({})).await;
    assert_eq!(app.shop_row(shop.id).await.owner_id, None);
});

both_engines!(
    what_is_written_of_somebody_meanwhile_is_erased_too,
    |app: TestApp| {
        let admin = app.administrator().await;
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let person = app.person(ADDRESS).await;
        app.edit_shop(shop.id, |row| row.owner_id = Some(person))
            .await;
        let erased = app
            .overtaken(
                shop.id,
                |act, row| {
                    Box::pin(async move {
                        let mut edited = row.clone();
                        edited.description = Some("Write to ann@mail.example.".to_owned());
                        act.set_note("Ann asked: ann@mail.example");
                        act.update(&row, edited).await.map(|_| ())
                    })
                },
                admin.post("/api/admin/people/erase", &json!({ "email": ADDRESS })),
            )
            .await;
        erased.expect(200);
        let log = images(&app).await;
        assert!(log.contains("Write to (erased)."), "{log}");
        assert!(!log.to_lowercase().contains("ann@mail.example"), "{log}");
        let row = app.shop_row(shop.id).await;
        assert_eq!(row.description.as_deref(), Some("Write to (erased)."));
        let page = format!("/api/coffee-shops/{}", shop.slug);
        let shown = app.visitor().get(&page).await.expect(200).json();
        assert_eq!(shown["description"], "Write to (erased).");
    }
);
