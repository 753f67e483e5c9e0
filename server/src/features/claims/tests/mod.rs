//! Claims through the API (D43).

mod addresses;
mod mine;
mod ownership;
mod proof;
mod review;
mod waiting;

use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::catalog::entities::shop;

use crate::support::{Response, TestApp};

const EMAIL: &str = "jo@bluedoor.example";

/// A valid form.
fn form() -> Value {
    json!({
        "ownerName": "Jo Doe",
        "ownerEmail": EMAIL,
        "ownerPhone": "318-555-0142",
        "businessRole": "Owner",
        "verificationMethod": "email",
        "additionalInfo": "Call before noon.",
        "ownerDescription": "Ours since 1998."
    })
}

/// The form with one field changed.
fn with(field: &str, value: Value) -> Value {
    let mut form = form();
    form[field] = value;
    form
}

/// Waits a moment, because emails are ordered by creation time.
fn wait(app: &TestApp) {
    app.clock.advance(TimeDelta::seconds(1));
}

/// A shop with a website of its own.
async fn blue_door(app: &TestApp) -> shop::Model {
    let city = app.city("Alexandria", "LA").await;
    app.shop(&city)
        .name("Blue Door")
        .with(|row| row.website = Some("https://www.bluedoor.example/".to_owned()))
        .await
}

async fn claim(app: &TestApp, shop: &shop::Model, form: &Value) -> Response {
    let path = format!("/api/coffee-shops/{}/claim", shop.slug);
    app.visitor().post(&path, form).await
}

/// Claims and confirms the address; returns the claim's ID.
async fn confirmed(app: &TestApp, shop: &shop::Model, form: &Value) -> String {
    wait(app);
    let opened = claim(app, shop, form).await.expect(201).json();
    let id = opened["id"].as_str().unwrap().to_owned();
    let (code, _) = app.code_to(form["ownerEmail"].as_str().unwrap()).await;
    wait(app);
    let path = format!("/api/claims/{id}/confirm");
    app.visitor()
        .post(&path, &json!({ "code": code }))
        .await
        .expect(200);
    id
}

async fn claims(app: &TestApp) -> Vec<Value> {
    let answer = app
        .administrator()
        .await
        .get("/api/admin/business-claims")
        .await;
    answer.expect(200).json().as_array().unwrap().clone()
}

async fn decide(app: &TestApp, id: &str, what: &str, body: Value) -> Response {
    wait(app);
    let path = format!("/api/admin/business-claims/{id}/{what}");
    app.administrator().await.post(&path, &body).await
}

both_engines!(a_claim_waits_with_what_speaks_for_it, |app: TestApp| {
    let shop = blue_door(&app).await;
    let opened = claim(&app, &shop, &form()).await.expect(201).json();
    assert_eq!(
        opened["message"],
        "Claim Submitted Successfully! We'll review your claim and contact you within 2-3 business days."
    );
    assert_eq!(
        (&opened["status"], &opened["codeSentTo"]),
        (&json!("pending"), &json!(EMAIL))
    );
    assert_eq!(opened["shop"]["slug"], shop.slug);
    let waiting = &claims(&app).await[0];
    assert_eq!(waiting["evidence"]["level"], 0);
    assert_eq!(waiting["evidence"]["label"], "Form only");
    let checks = waiting["evidence"]["checks"].as_array().unwrap();
    let states: Vec<&str> = checks
        .iter()
        .map(|check| check["state"].as_str().unwrap())
        .collect();
    assert_eq!(
        states,
        ["no", "yes", "no", "no", "unavailable", "unavailable"]
    );

    let (code, _) = app.code_to(EMAIL).await;
    wait(&app);
    let path = format!("/api/claims/{}/confirm", opened["id"].as_str().unwrap());
    let answer = app
        .visitor()
        .post(&path, &json!({ "code": code }))
        .await
        .expect(200);
    assert_eq!(answer.json()["status"], "pending");
    let signed_in = app.visitor().keeping_cookies_of(&answer);
    assert_eq!(
        signed_in.get("/api/session").await.json()["shops"],
        json!([])
    );
    let waiting = &claims(&app).await[0];
    assert_eq!(waiting["evidence"]["level"], 2);
    assert_eq!(waiting["ownerEmail"], EMAIL);
    assert_eq!(waiting["coffeeShop"]["name"], "Blue Door");
    assert_eq!(waiting["coffeeShop"]["cityName"], "Alexandria");
    let mails = app.mails_to(EMAIL).await;
    assert!(
        mails[1].contains("We've received your claim for Blue Door"),
        "{}",
        mails[1]
    );
    assert!(
        !mails[0].contains("Blue Door"),
        "the first mail says nothing that a stranger may have typed"
    );
    assert_eq!(
        app.shop_row(shop.id).await.owner_id,
        None,
        "nothing is approved by itself"
    );
});

both_engines!(a_link_confirms_a_claim, |app: TestApp| {
    let shop = blue_door(&app).await;
    claim(&app, &shop, &form()).await.expect(201);
    let (_, token) = app.code_to(EMAIL).await;
    let link = json!({ "token": token });
    let answer = app
        .visitor()
        .post("/api/claims/confirm-link", &link)
        .await
        .expect(200)
        .json();
    assert_eq!(answer["shopName"], "Blue Door");
    app.visitor()
        .post("/api/claims/confirm-link", &link)
        .await
        .expect(400);
    app.visitor()
        .post("/api/listings/confirm-link", &link)
        .await
        .expect(400);
});

both_engines!(
    missing_information_is_said_in_the_specified_words,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let missing = "Missing Information: Please fill in all required fields including the business description.";
        let empty = claim(&app, &shop, &json!({})).await.expect(400).json();
        assert_eq!(empty["message"], missing);
        assert_eq!(empty["fields"].as_array().unwrap().len(), 4);
        for field in [
            "ownerName",
            "ownerEmail",
            "businessRole",
            "ownerDescription",
        ] {
            let refused = claim(&app, &shop, &with(field, json!(" ")))
                .await
                .expect(400)
                .json();
            assert_eq!(
                (&refused["field"], &refused["message"]),
                (&json!(field), &json!(missing))
            );
        }
        for (field, value) in [
            ("ownerEmail", json!("jo")),
            ("ownerDescription", json!("é".repeat(501))),
            ("additionalInfo", json!("é".repeat(501))),
            ("verificationMethod", json!("phone")),
            ("ownerName", json!(7)),
            ("other", json!("x")),
        ] {
            let refused = claim(&app, &shop, &with(field, value))
                .await
                .expect(400)
                .json();
            assert_eq!(refused["field"], field);
        }
        for name in ["leftEmpty", "homepage"] {
            let honey = with(name, json!("https://spam.example"));
            let refused = claim(&app, &shop, &honey).await.expect(400);
            assert!(!refused.text().contains(name), "{}", refused.text());
            assert_eq!(refused.json()["code"], "filled_by_program");
        }
        let optional = json!({ "ownerName": "Jo", "ownerEmail": EMAIL, "businessRole": "Owner", "ownerDescription": "Ours." });
        claim(&app, &shop, &optional).await.expect(201);
    }
);

both_engines!(shops_that_cannot_be_claimed_say_so, |app: TestApp| {
    let not_found = "Coffee shop not found. Please check the URL and try again.";
    let city = app.city("Alexandria", "LA").await;
    let [deleted, hidden] = [
        app.shop(&city).deleted().await,
        app.shop(&city).hidden().await,
    ];
    for shop in [&deleted, &hidden] {
        let answer = claim(&app, shop, &form()).await.expect(404).json();
        assert_eq!(answer["message"], not_found);
    }
    app.visitor()
        .post("/api/coffee-shops/nothing/claim", &form())
        .await
        .expect(404);
    let owned = app.shop(&city).await;
    app.owner_of(&owned).await;
    let answer = claim(&app, &owned, &form()).await.expect(409).json();
    assert_eq!(
        answer["message"],
        "This business has already been claimed. If you believe this is an error, please contact support."
    );
    assert_eq!(answer["details"]["kind"], "already_claimed");
    assert!(app.mails().await.is_empty());
});

both_engines!(
    a_closed_shop_asks_first_whether_it_is_open_again,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).name("Blue Door").closed().await;
        let asked = claim(&app, &shop, &form()).await.expect(409).json();
        assert_eq!(asked["details"]["kind"], "shop_closed");
        let id = confirmed(&app, &shop, &with("isOpenAgain", json!(true))).await;
        assert_eq!(claims(&app).await[0]["isOpenAgain"], true);
        decide(&app, &id, "approve", json!({})).await.expect(200);
        let answer = app
            .visitor()
            .get(&format!("/api/coffee-shops/{}", shop.slug))
            .await
            .json();
        assert_eq!(answer["permanentlyClosed"], false);
    }
);

both_engines!(the_same_claim_twice_is_one_claim, |app: TestApp| {
    let mut app = app;
    let other = app.second_node().await;
    let shop = blue_door(&app).await;
    other.sync().await;
    let path = format!("/api/coffee-shops/{}/claim", shop.slug);
    let form = form();
    let (here, there) = (app.visitor(), other.visitor());
    let (one, two) = tokio::join!(here.post(&path, &form), there.post(&path, &form));
    // Anyone may enter any address, so an answer tells nothing of other claims.
    assert_eq!([one.status(), two.status()], [201, 201]);
    assert_ne!(one.json()["id"], two.json()["id"]);
    let (id, code) = (two.json()["id"].clone(), app.code_to(EMAIL).await.0);
    let ids = [one.json()["id"].clone(), id];
    let mut confirmed = 0;
    for id in &ids {
        let path = format!("/api/claims/{}/confirm", id.as_str().unwrap());
        let answer = app.visitor().post(&path, &json!({ "code": code })).await;
        confirmed += u32::from(answer.status() == 200);
    }
    assert_eq!(confirmed, 1);
    assert_eq!(claims(&app).await.len(), 1, "the other one is gone");
});

both_engines!(
    a_second_claim_adds_what_it_says_to_the_first,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let first = confirmed(&app, &shop, &with("additionalInfo", json!("I bake."))).await;
        wait(&app);
        let more = with("additionalInfo", json!("My name is on the license."));
        let second = claim(&app, &shop, &more).await.expect(201).json();
        assert_ne!(
            second["id"],
            json!(first),
            "it says nothing of the first one"
        );
        assert_eq!(second["codeSentTo"], form()["ownerEmail"]);
        let (code, _) = app.code_to(EMAIL).await;
        let path = format!("/api/claims/{}/confirm", second["id"].as_str().unwrap());
        let answer = app.visitor().post(&path, &json!({ "code": code })).await;
        assert_eq!(answer.expect(200).json()["id"], json!(first));
        let waiting = claims(&app).await;
        assert_eq!(waiting.len(), 1);
        assert_eq!(
            waiting[0]["additionalInfo"],
            "I bake.\n\nMy name is on the license."
        );
    }
);

both_engines!(
    a_strangers_claim_puts_no_words_into_the_owners_session,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let prank = with("ownerName", json!("Win $500 at scam.example"));
        claim(&app, &shop, &prank).await.expect(201);
        let owner = app.signed_in(EMAIL).await;
        let session = owner.get("/api/session").await.json();
        assert_eq!(session["person"]["name"], Value::Null, "{session}");
        let mails = app.mails_to(EMAIL).await.join("\n");
        assert!(!mails.contains("$500"), "{mails}");
    }
);

both_engines!(
    a_claim_that_was_decided_is_not_confirmed_afterward,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let opened = claim(&app, &shop, &form()).await.expect(201).json();
        let (code, _) = app.code_to(EMAIL).await;
        let id = opened["id"].as_str().unwrap();
        decide(&app, id, "reject", json!({ "reason": "No." }))
            .await
            .expect(200);
        let path = format!("/api/claims/{id}/confirm");
        let answer = app.visitor().post(&path, &json!({ "code": code })).await;
        assert_eq!(answer.expect(200).json()["status"], "rejected");
        app.clock.advance(TimeDelta::minutes(2));
        app.work().await;
        let mails = app.mails_to(EMAIL).await.join("\n");
        assert!(!mails.contains("We've received your claim"), "{mails}");
    }
);

both_engines!(many_claims_bury_nobody, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let mut statuses = Vec::new();
    for _ in 0..12 {
        let shop = app.shop(&city).await;
        statuses.push(claim(&app, &shop, &form()).await.status());
    }
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 10);
    assert_eq!(statuses[10..], [429, 429]);
    assert_eq!(
        app.mails().await.len(),
        3,
        "three mails an hour to one mailbox"
    );
});

both_engines!(codes_of_other_claims_open_nothing, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let [one, two] = [app.shop(&city).await, app.shop(&city).await];
    let first = claim(&app, &one, &form()).await.expect(201).json();
    wait(&app);
    claim(&app, &two, &form()).await.expect(201);
    let (code_of_second, _) = app.code_to(EMAIL).await;
    let path = format!("/api/claims/{}/confirm", first["id"].as_str().unwrap());
    let refused = app
        .visitor()
        .post(&path, &json!({ "code": code_of_second }))
        .await
        .expect(400)
        .json();
    assert_eq!(refused["field"], "code");
    let stranger = app.signed_in("ann@mail.example").await;
    stranger.post(&path, &json!({})).await.expect(400);
    let known = app.signed_in(EMAIL).await;
    known.post(&path, &json!({})).await.expect(200);
    for path in [
        "/api/claims/nothing/confirm",
        "/api/claims/00000000-0000-7000-8000-000000000000/confirm",
    ] {
        app.visitor()
            .post(path, &json!({ "code": "123456" }))
            .await
            .expect(404);
    }
});

both_engines!(
    a_code_is_sent_again_to_the_claims_address_alone,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let opened = claim(&app, &shop, &form()).await.expect(201).json();
        let path = format!("/api/claims/{}/resend", opened["id"].as_str().unwrap());
        let known = app
            .visitor()
            .post(&path, &json!({ "ownerEmail": EMAIL }))
            .await
            .expect(202);
        let stranger = app
            .visitor()
            .post(&path, &json!({ "ownerEmail": "ann@mail.example" }))
            .await
            .expect(202);
        assert_eq!(known.json(), stranger.json());
        assert_eq!(app.mails().await.len(), 2);
    }
);

both_engines!(
    asking_often_for_a_code_does_not_tell_whose_a_decided_claim_is,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let id = confirmed(&app, &shop, &form()).await;
        app.clock.advance(TimeDelta::hours(2));
        let path = format!("/api/claims/{id}/resend");
        let mut statuses = Vec::new();
        for address in [EMAIL, "ann@mail.example"] {
            let mut of_address = Vec::new();
            for _ in 0..4 {
                let asked = json!({ "ownerEmail": address });
                of_address.push(app.visitor().post(&path, &asked).await.status());
            }
            statuses.push(of_address);
        }
        assert_eq!(statuses, vec![vec![202, 202, 202, 429]; 2]);
    }
);
