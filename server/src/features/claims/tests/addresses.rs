//! An owner's change of address, which both addresses confirm.

use serde_json::{Value, json};
use townperk::catalog::entities::shop;

use super::wait;
use crate::support::{TestApp, Visitor};

const NEW: &str = "kay@bluedoor.example";

/// Two shops of one owner, the owner's browser, and their address.
async fn owned(app: &TestApp) -> (shop::Model, shop::Model, Visitor, String) {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).name("Blue Door").await;
    let owner = app.owner_of(&shop).await;
    let other = app.shop(&city).name("Lantern").await;
    let address = format!("owner.of.{}@mail.example", shop.slug);
    let person = app.person(&address).await;
    let other = app
        .edit_shop(other.id, |row| row.owner_id = Some(person))
        .await;
    (shop, other, owner, address)
}

fn path(shop: &shop::Model, what: &str) -> String {
    format!("/api/coffee-shops/{}/ownership/{what}", shop.slug)
}

/// Begins the change; returns where it is confirmed.
async fn begun(owner: &Visitor, shop: &shop::Model) -> String {
    let body = json!({ "email": NEW });
    let begun = owner.post(&path(shop, "change-address"), &body).await;
    let begun = begun.expect(202).json();
    format!("/api/hand-overs/{}/confirm", begun["id"].as_str().unwrap())
}

both_engines!(
    an_address_changes_once_both_have_confirmed,
    |app: TestApp| {
        let (shop, other, owner, old_address) = owned(&app).await;
        app.manager_of(&shop).await;
        let switch = format!("/api/your-shop/{}/monthly-letter", shop.slug);
        owner
            .put(&switch, &json!({ "isOn": false }))
            .await
            .expect(200);
        let confirm = begun(&owner, &shop).await;
        let pending = owner
            .get(&path(&shop, "hand-over"))
            .await
            .expect(200)
            .json();
        let pending = &pending["pending"];
        assert_eq!(
            (
                &pending["to"],
                &pending["isOwnAddress"],
                &pending["ownerConfirmed"]
            ),
            (&json!(NEW), &json!(true), &json!(false))
        );
        let (old_code, _) = app.code_to(&old_address).await;
        let (new_code, _) = app.code_to(NEW).await;
        // The browser's session is no proof of the old address here.
        let refused = owner.post(&confirm, &json!({ "email": old_address })).await;
        assert_eq!(refused.expect(400).json()["field"], "code");
        let one = json!({ "email": NEW, "code": new_code });
        let half = app.visitor().post(&confirm, &one).await.expect(200).json();
        assert_eq!(half["done"], false);
        let old = app.person(&old_address).await;
        assert_eq!(app.shop_row(shop.id).await.owner_id, Some(old));
        let wrong = json!({ "email": old_address, "code": if old_code == "000000" { "000001" } else { "000000" } });
        owner.post(&confirm, &wrong).await.expect(400);
        let two = json!({ "email": old_address, "code": old_code });
        let done = owner.post(&confirm, &two).await.expect(200).json();
        assert_eq!(done["done"], true);

        let new = app.person(NEW).await;
        for id in [shop.id, other.id] {
            assert_eq!(app.shop_row(id).await.owner_id, Some(new));
        }
        let your_shop = format!("/api/your-shop/{}", shop.slug);
        owner.get(&your_shop).await.expect(403);
        let moved = app.signed_in(NEW).await;
        moved.get(&your_shop).await.expect(200);
        // The people who help and the letter's switch are as before.
        let managers = moved
            .get(&format!("{your_shop}/managers"))
            .await
            .expect(200)
            .json();
        assert!(managers.to_string().contains("manager.of."), "{managers}");
        assert_eq!(moved.get(&switch).await.expect(200).json()["isOn"], false);
        for address in [&old_address, NEW] {
            let mails = app.mails_to(address).await;
            let last = mails.last().unwrap();
            assert!(last.contains(&format!("you sign in as {NEW}")), "{last}");
        }
        let pending = moved
            .get(&path(&shop, "hand-over"))
            .await
            .expect(200)
            .json();
        assert_eq!(pending["pending"], Value::Null);
    }
);

both_engines!(what_waits_follows_a_change_of_address, |app: TestApp| {
    let (shop, _, owner, old_address) = owned(&app).await;
    let city = app.city("Pineville", "LA").await;
    let wanted = app.shop(&city).name("Corner Cup").await;
    let form = json!({ "ownerName": "Kay", "ownerEmail": old_address, "businessRole": "Owner",
        "ownerDescription": "We bake." });
    let claim = format!("/api/coffee-shops/{}/claim", wanted.slug);
    let sent = app.visitor().post(&claim, &form).await.expect(201).json();
    let confirm = format!("/api/claims/{}/confirm", sent["id"].as_str().unwrap());
    let (code, _) = app.code_to(&old_address).await;
    app.visitor()
        .post(&confirm, &json!({ "code": code }))
        .await
        .expect(200);
    let listing = json!({ "name": "Listed Cup", "address": "8 Elm Street", "zipCode": "71301",
        "ownerName": "Kay", "ownerEmail": old_address });
    app.visitor()
        .post("/api/coffee-shops", &listing)
        .await
        .expect(201);
    wait(&app);
    let owner_again = app.signed_in(&old_address).await;
    drop(owner);
    let confirm = begun(&owner_again, &shop).await;
    for address in [NEW, &old_address] {
        let (code, _) = app.code_to(address).await;
        let body = json!({ "email": address, "code": code });
        app.visitor().post(&confirm, &body).await.expect(200);
    }

    let moved = app.signed_in(NEW).await;
    let claims = moved.get("/api/your-claims").await.expect(200).json();
    assert_eq!(claims[0]["slug"], json!(wanted.slug), "{claims}");
    assert_eq!(claims[0]["status"], "sent");
    let listings = moved.get("/api/your-listings").await.expect(200).json();
    assert_eq!(listings[0]["shopName"], "Listed Cup", "{listings}");
    let left = app.signed_in(&old_address).await;
    let none = left.get("/api/your-claims").await.expect(200).json();
    assert_eq!(none, json!([]));
    let none = left.get("/api/your-listings").await.expect(200).json();
    assert_eq!(none, json!([]));
    // The administrator's answer goes to the new address.
    let admin = app.administrator().await;
    let id = sent["id"].as_str().unwrap();
    let approve = format!("/api/admin/business-claims/{id}/approve");
    admin.post(&approve, &json!({})).await.expect(200);
    let new = app.person(NEW).await;
    assert_eq!(app.shop_row(wanted.id).await.owner_id, Some(new));
});

both_engines!(an_address_is_changed_by_its_owner_alone, |app: TestApp| {
    let (shop, _, owner, old_address) = owned(&app).await;
    let manager = app.manager_of(&shop).await;
    let change = path(&shop, "change-address");
    let body = json!({ "email": NEW });
    app.visitor().post(&change, &body).await.expect(401);
    app.signed_in("bo@mail.example")
        .await
        .post(&change, &body)
        .await
        .expect(403);
    manager.post(&change, &body).await.expect(403);
    app.administrator()
        .await
        .post(&change, &body)
        .await
        .expect(403);
    for wrong in ["", "kay", &old_address] {
        let refused = owner
            .post(&change, &json!({ "email": wrong }))
            .await
            .expect(400);
        assert_eq!(refused.json()["field"], "email", "{wrong}");
    }
    let confirm = begun(&owner, &shop).await;
    let (code, _) = app.code_to(NEW).await;
    owner
        .post(&path(&shop, "cancel-hand-over"), &json!({}))
        .await
        .expect(200);
    let late = json!({ "email": NEW, "code": code });
    app.visitor().post(&confirm, &late).await.expect(404);
    wait(&app);
    // A second one replaces the first.
    let first = begun(&owner, &shop).await;
    wait(&app);
    begun(&owner, &shop).await;
    let (code, _) = app.code_to(NEW).await;
    let body = json!({ "email": NEW, "code": code });
    app.visitor().post(&first, &body).await.expect(404);
});

both_engines!(an_erasure_ends_a_change_of_address, |app: TestApp| {
    let (shop, _, owner, _) = owned(&app).await;
    let confirm = begun(&owner, &shop).await;
    let (code, _) = app.code_to(NEW).await;
    let administrator = app.administrator().await;
    let erase = json!({ "email": NEW });
    administrator
        .post("/api/admin/people/erase", &erase)
        .await
        .expect(200);
    let body = json!({ "email": NEW, "code": code });
    app.visitor().post(&confirm, &body).await.expect(404);
    let pending = owner
        .get(&path(&shop, "hand-over"))
        .await
        .expect(200)
        .json();
    assert_eq!(pending["pending"], Value::Null);
});
