//! Decisions by the administrator.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};
use townperk::{
    catalog::{entities::audit::entry, writing::undo},
    platform::{mail::HELD, web::Actor},
    rooms::ROOMS,
};

use super::{EMAIL, blue_door, claim, claims, confirmed, decide, form, wait, with};
use crate::support::TestApp;

both_engines!(approval_makes_the_owner, |app: TestApp| {
    let shop = blue_door(&app).await;
    let id = confirmed(&app, &shop, &form()).await;
    let approved = decide(&app, &id, "approve", json!({}))
        .await
        .expect(200)
        .json();
    assert_eq!(approved["status"], "approved");
    assert!(approved["reviewedAt"].is_string());
    let person = app.person(EMAIL).await.to_string();
    assert_eq!(approved["coffeeShop"]["ownerId"], person);
    let public = app
        .visitor()
        .get(&format!("/api/coffee-shops/{}", shop.slug))
        .await;
    assert!(
        !public.text().contains(EMAIL) && !public.text().contains("Jo Doe"),
        "D8"
    );
    let public = public.json();
    assert!(public["ownerId"].is_string());
    assert_eq!(public["ownerDescription"], "Ours since 1998.");
    let owner = app.signed_in(EMAIL).await;
    let session = owner.get("/api/session").await.json();
    assert_eq!(
        (&session["shops"][0]["slug"], &session["shops"][0]["role"]),
        (&json!(shop.slug), &json!("owner"))
    );
    app.clock.advance(HELD);
    let mails = app.mails_to(EMAIL).await;
    assert!(mails[2].contains("Blue Door is yours"), "{}", mails[2]);
    let again = decide(&app, &id, "approve", json!({}))
        .await
        .expect(409)
        .json();
    assert_eq!(again["details"]["kind"], "already_decided");
});

both_engines!(words_of_the_owner_are_not_overwritten, |app: TestApp| {
    let shop = blue_door(&app).await;
    app.edit_shop(shop.id, |row| {
        row.owner_description = Some("Older words.".to_owned())
    })
    .await;
    let id = confirmed(&app, &shop, &form()).await;
    decide(&app, &id, "approve", json!({})).await.expect(200);
    let row = app.shop_row(shop.id).await;
    assert_eq!(row.owner_description.as_deref(), Some("Older words."));
});

both_engines!(
    what_a_claimant_writes_is_text_and_nothing_else,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let mut typed = form();
        typed["ownerName"] = json!("<b>Jo</b>\u{202e} Doe ☕");
        typed["ownerDescription"] = json!("<script>alert(1)</script>\u{202e} We roast. ☕");
        let id = confirmed(&app, &shop, &typed).await;
        assert_eq!(claims(&app).await[0]["ownerName"], "<b>Jo</b> Doe ☕");
        decide(&app, &id, "approve", json!({})).await.expect(200);
        let path = format!("/coffee-shops/{}", shop.slug);
        let public = app.visitor().get(&format!("/api{path}")).await.json();
        assert_eq!(
            public["ownerDescription"],
            "<script>alert(1)</script> We roast. ☕"
        );
        let page = app.visitor().get(&path).await.expect(200).text();
        assert!(page.contains("We roast. ☕") && !page.contains("<script>alert(1)"));
    }
);

both_engines!(rejection_needs_a_reason_and_mails_it, |app: TestApp| {
    let shop = blue_door(&app).await;
    let id = confirmed(&app, &shop, &form()).await;
    for body in [json!({}), json!({ "reason": "  " })] {
        let refused = decide(&app, &id, "reject", body).await.expect(400).json();
        assert_eq!(refused["field"], "reason");
    }
    let reason = json!({ "reason": "Nobody at the shop knows you.\nSorry." });
    let rejected = decide(&app, &id, "reject", reason).await.expect(200).json();
    assert_eq!(
        rejected["rejectionReason"],
        "Nobody at the shop knows you.\nSorry."
    );
    app.clock.advance(HELD);
    let mails = app.mails_to(EMAIL).await;
    assert!(
        mails[2].contains("Nobody at the shop knows you."),
        "{}",
        mails[2]
    );
    assert_eq!(app.shop_row(shop.id).await.owner_id, None);
    // The same person may claim again.
    claim(&app, &shop, &form()).await.expect(201);
});

both_engines!(competing_claims_stand_side_by_side, |app: TestApp| {
    let shop = blue_door(&app).await;
    let first = confirmed(&app, &shop, &form()).await;
    let second = confirmed(&app, &shop, &with("ownerEmail", json!("ann@mail.example"))).await;
    let waiting = claims(&app).await;
    let ids: Vec<&Value> = waiting.iter().map(|claim| &claim["id"]).collect();
    assert_eq!(ids, [&json!(first), &json!(second)], "the oldest first");
    assert_eq!(waiting[0]["competingClaimIds"], json!([second]));
    assert_eq!(waiting[1]["evidence"]["level"], 1);
    let admin = app.administrator().await;
    let inbox = admin.inbox().await;
    assert_eq!(inbox[0]["blocked"], Value::Null);
    let text = inbox[0]["text"].as_str().unwrap();
    assert!(
        text.contains("Approving this claim rejects the other one."),
        "{text}"
    );
    decide(&app, &first, "approve", json!({})).await.expect(200);
    let late = decide(&app, &second, "approve", json!({}))
        .await
        .expect(409)
        .json();
    assert_eq!(late["details"]["kind"], "already_decided");
    let row = app.shop_row(shop.id).await;
    assert_eq!(row.owner_id, Some(app.person(EMAIL).await));
});

both_engines!(an_approval_ends_the_other_claims, |app: TestApp| {
    let shop = blue_door(&app).await;
    let (ann, stranger) = ("ann@mail.example", "bo@mail.example");
    let first = confirmed(&app, &shop, &form()).await;
    confirmed(&app, &shop, &with("ownerEmail", json!(ann))).await;
    claim(&app, &shop, &with("ownerEmail", json!(stranger)))
        .await
        .expect(201);
    let elsewhere = app.shop(&app.city("Hammond", "LA").await).await;
    confirmed(&app, &elsewhere, &with("ownerEmail", json!(ann))).await;
    decide(&app, &first, "approve", json!({})).await.expect(200);
    let all = claims(&app).await;
    let standing = |slug: &str, email: &str| {
        let mut claims = all.iter();
        claims
            .find(|claim| claim["coffeeShopSlug"] == slug && claim["ownerEmail"] == email)
            .map(|claim| claim["status"].as_str().unwrap().to_owned())
    };
    assert_eq!(standing(&shop.slug, EMAIL).as_deref(), Some("approved"));
    assert_eq!(standing(&shop.slug, ann).as_deref(), Some("rejected"));
    assert_eq!(standing(&shop.slug, stranger).as_deref(), Some("rejected"));
    assert_eq!(
        standing(&elsewhere.slug, ann).as_deref(),
        Some("pending"),
        "claims for other shops go on"
    );
    app.clock.advance(HELD);
    let mails = app.mails_to(ann).await;
    let told = mails
        .iter()
        .filter(|mail| mail.contains("approved a different claim"));
    assert_eq!(told.count(), 1);
    let unproven = app.mails_to(stranger).await;
    assert_eq!(
        unproven.len(),
        1,
        "an address that nobody has proven gets its code and nothing else"
    );
});

both_engines!(
    undoing_an_approval_brings_the_others_back,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let first = confirmed(&app, &shop, &form()).await;
        let second = confirmed(&app, &shop, &with("ownerEmail", json!("ann@mail.example"))).await;
        decide(&app, &first, "approve", json!({})).await.expect(200);
        undo_approval(&app).await;
        let waiting = claims(&app).await;
        assert!(waiting.iter().all(|claim| claim["status"] == "pending"));
        decide(&app, &second, "approve", json!({}))
            .await
            .expect(200);
    }
);

both_engines!(of_two_approvals_at_once_one_wins, |app: TestApp| {
    let mut app = app;
    let other = app.second_node().await;
    let shop = blue_door(&app).await;
    let first = confirmed(&app, &shop, &form()).await;
    let second = confirmed(&app, &shop, &with("ownerEmail", json!("ann@mail.example"))).await;
    other.sync().await;
    let admin = app.administrator().await;
    let paths = [&first, &second, &first, &second]
        .map(|id| format!("/api/admin/business-claims/{id}/approve"));
    let nothing = json!({});
    let (one, two, three, four) = tokio::join!(
        admin.post(&paths[0], &nothing),
        admin.post(&paths[1], &nothing),
        admin.post(&paths[2], &nothing),
        admin.post(&paths[3], &nothing),
    );
    let mut statuses = [one.status(), two.status(), three.status(), four.status()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409, 409]);
    let approved: Vec<Value> = claims(&app)
        .await
        .into_iter()
        .filter(|claim| claim["status"] == "approved")
        .collect();
    assert_eq!(approved.len(), 1);
    let winner = approved[0]["ownerEmail"].as_str().unwrap();
    let row = app.shop_row(shop.id).await;
    assert_eq!(row.owner_id, Some(app.person(winner).await));
});

both_engines!(nobody_else_sees_or_decides_claims, |app: TestApp| {
    let shop = blue_door(&app).await;
    let id = confirmed(&app, &shop, &form()).await;
    let other = app.shop(&app.city("Hammond", "LA").await).await;
    for (stranger, refused) in [
        (app.visitor(), 401),
        (app.signed_in(EMAIL).await, 403),
        (app.owner_of(&other).await, 403),
    ] {
        let path = "/api/admin/business-claims";
        stranger.get(path).await.expect(refused);
        for what in ["approve", "reject"] {
            let path = format!("/api/admin/business-claims/{id}/{what}");
            stranger
                .post(&path, &json!({ "reason": "x" }))
                .await
                .expect(refused);
        }
    }
    for id in ["nothing", "00000000-0000-7000-8000-000000000000"] {
        decide(&app, id, "approve", json!({})).await.expect(404);
    }
    assert_eq!(claims(&app).await[0]["status"], "pending");
});

async fn undo_approval(app: &TestApp) {
    let approval = entry::Entity::find()
        .filter(entry::Column::Action.eq("claim.approve"))
        .one(app.database.reads())
        .await
        .unwrap()
        .expect("an entry");
    let ledger = &app.services().ledger;
    undo(
        ledger,
        ROOMS.recorded_tables(),
        Actor::Administrator(None),
        approval.id,
    )
    .await
    .unwrap();
}

both_engines!(an_approval_can_be_undone, |app: TestApp| {
    let shop = blue_door(&app).await;
    let id = confirmed(&app, &shop, &form()).await;
    decide(&app, &id, "approve", json!({})).await.expect(200);
    undo_approval(&app).await;
    assert_eq!(app.shop_row(shop.id).await.owner_id, None);
    assert_eq!(claims(&app).await[0]["status"], "pending");
    decide(&app, &id, "approve", json!({})).await.expect(200);
});

both_engines!(
    a_rejection_cannot_be_undone_while_a_newer_claim_waits,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let first = confirmed(&app, &shop, &form()).await;
        let rejected = decide(&app, &first, "reject", json!({ "reason": "No." })).await;
        let entry = rejected.expect(200).json()["entry"].clone();
        wait(&app);
        confirmed(&app, &shop, &form()).await;
        let admin = app.administrator().await;
        let undo = format!("/api/admin/audit/{}/undo", entry.as_str().unwrap());
        let refused = admin.post(&undo, &json!({})).await.expect(409);
        assert!(refused.text().contains("newer claim"), "{}", refused.text());
    }
);

both_engines!(
    an_unproven_address_gets_no_shop_and_no_mail,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let opened = claim(&app, &shop, &form()).await.expect(201).json();
        let id = opened["id"].as_str().unwrap();
        let admin = app.administrator().await;
        let inbox = admin.get("/api/admin/inbox").await.expect(200).json();
        let refused = decide(&app, id, "approve", json!({})).await.expect(409);
        let refused = refused.json();
        assert_eq!(refused["details"]["kind"], "unconfirmed");
        let remedy = refused["message"].as_str().unwrap();
        assert!(
            remedy.contains("hasn't confirmed the email address")
                && remedy.contains("can be approved after that"),
            "{remedy}"
        );
        let item = &inbox["items"][0];
        assert_eq!(item["blocked"], remedy, "nor does the inbox offer it");
        assert_eq!(app.shop_row(shop.id).await.owner_id, None);
        assert_eq!(claims(&app).await[0]["status"], "pending");
        let reason = json!({ "reason": "See https://scam.example." });
        decide(&app, id, "reject", reason).await.expect(200);
        app.clock.advance(HELD);
        let mails = app.mails_to(EMAIL).await;
        assert_eq!(mails.len(), 1, "its code and nothing else: {mails:?}");
    }
);
