//! From the emailed code to the submitter's rights (D42).

use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::catalog::entities::shop;

use super::{form, list, shops};
use crate::support::TestApp;

const EMAIL: &str = "jo@mail.example";

async fn listed(app: &TestApp) -> String {
    let answer = list(app, &form()).await.expect(201).json();
    answer["id"].as_str().unwrap().to_owned()
}

/// Waits a moment, because emails are ordered by creation time.
fn wait(app: &TestApp) {
    app.clock.advance(TimeDelta::seconds(1));
}

fn confirm_path(id: &str) -> String {
    format!("/api/listings/{id}/confirm")
}

both_engines!(
    confirming_makes_the_submitter_and_opens_a_claim,
    |app: TestApp| {
        let id = listed(&app).await;
        let (code, _) = app.code_to(EMAIL).await;
        wait(&app);
        let answer = app
            .visitor()
            .post(&confirm_path(&id), &json!({ "code": code }))
            .await
            .expect(200);
        let confirmed = answer.json();
        assert_eq!(confirmed["role"], "submitter");
        let signed_in = app.visitor().keeping_cookies_of(&answer);
        let session = signed_in.get("/api/session").await.json();
        assert_eq!(session["person"]["email"], EMAIL);
        assert_eq!(session["shops"][0]["role"], "submitter");
        let row = &shops(&app).await[0];
        assert!(row.submitter_id.is_some() && row.owner_id.is_none());
        assert_eq!(row.unconfirmed_since, None);
        let claims = app
            .administrator()
            .await
            .get("/api/admin/business-claims")
            .await
            .json();
        assert_eq!(claims[0]["id"], confirmed["claimId"]);
        assert_eq!(claims[0]["ownerName"], "Jo Doe");
        assert_eq!(
            (&claims[0]["fromListing"], &claims[0]["evidence"]["level"]),
            (&json!(true), &json!(1))
        );
        let mails = app.mails_to(EMAIL).await;
        assert!(
            mails[1].contains("Welcome to Townperk: Blue Door is live"),
            "{}",
            mails[1]
        );
        // The same code doesn't work again; someone who is signed in gets the same answer.
        app.visitor()
            .post(&confirm_path(&id), &json!({ "code": code }))
            .await
            .expect(400);
        let again = signed_in
            .post(&confirm_path(&id), &json!({}))
            .await
            .expect(200)
            .json();
        assert_eq!(again["claimId"], confirmed["claimId"]);
        assert_eq!(app.mails_to(EMAIL).await.len(), 2);
    }
);

both_engines!(a_link_confirms_on_another_device, |app: TestApp| {
    listed(&app).await;
    let (_, token) = app.code_to(EMAIL).await;
    app.visitor().get("/confirm-listing").await;
    assert!(
        shops(&app).await[0].submitter_id.is_none(),
        "a GET confirms nothing"
    );
    let link = json!({ "token": token });
    let answer = app
        .visitor()
        .post("/api/listings/confirm-link", &link)
        .await
        .expect(200);
    assert!(!answer.header("set-cookie").is_empty());
    assert_eq!(answer.json()["slug"], "blue-door-alexandria-la");
    let used = app
        .visitor()
        .post("/api/listings/confirm-link", &link)
        .await
        .expect(400)
        .json();
    assert_eq!(used["field"], "code");
    let unknown = json!({ "token": "0".repeat(40) });
    app.visitor()
        .post("/api/listings/confirm-link", &unknown)
        .await
        .expect(400);
});

both_engines!(
    codes_of_other_listings_and_purposes_open_nothing,
    |app: TestApp| {
        let id = listed(&app).await;
        wait(&app);
        let mut other = form();
        other["address"] = json!("900 Oak Street");
        let other = list(&app, &other).await.expect(201).json();
        let (code_of_other, _) = app.code_to(EMAIL).await;
        wait(&app);
        app.visitor()
            .post("/api/sign-in", &json!({ "email": EMAIL }))
            .await
            .expect(202);
        let (sign_in_code, sign_in_token) = app.code_to(EMAIL).await;
        for code in [code_of_other.as_str(), sign_in_code.as_str()] {
            app.visitor()
                .post(&confirm_path(&id), &json!({ "code": code }))
                .await
                .expect(400);
        }
        app.visitor()
            .post(
                "/api/listings/confirm-link",
                &json!({ "token": sign_in_token }),
            )
            .await
            .expect(400);
        let stranger = app.signed_in("ann@mail.example").await;
        stranger
            .post(&confirm_path(&id), &json!({}))
            .await
            .expect(400);
        assert!(
            shops(&app)
                .await
                .iter()
                .all(|shop| shop.submitter_id.is_none())
        );
        let other = other["id"].as_str().unwrap();
        app.visitor()
            .post(&confirm_path(other), &json!({ "code": code_of_other }))
            .await
            .expect(200);
    }
);

both_engines!(five_guesses_or_ten_minutes_end_a_code, |app: TestApp| {
    let id = listed(&app).await;
    let (code, _) = app.code_to(EMAIL).await;
    app.clock.advance(TimeDelta::minutes(10));
    app.visitor()
        .post(&confirm_path(&id), &json!({ "code": code }))
        .await
        .expect(400);
    let resend = format!("/api/listings/{id}/resend");
    let known = app
        .visitor()
        .post(&resend, &json!({ "ownerEmail": "JO@mail.example" }))
        .await
        .expect(202);
    let stranger = app
        .visitor()
        .post(&resend, &json!({ "ownerEmail": "ann@mail.example" }))
        .await
        .expect(202);
    assert_eq!(known.json(), stranger.json(), "the answer tells nothing");
    assert_eq!(app.mails().await.len(), 2);
    let (code, _) = app.code_to(EMAIL).await;
    let wrong = if code == "000000" { "000001" } else { "000000" };
    for _ in 0..5 {
        app.visitor()
            .post(&confirm_path(&id), &json!({ "code": wrong }))
            .await
            .expect(400);
    }
    let ended = app
        .visitor()
        .post(&confirm_path(&id), &json!({ "code": code }))
        .await
        .expect(400)
        .json();
    assert!(ended["message"].as_str().unwrap().contains("expired"));
});

both_engines!(bad_confirmations_are_refused_in_words, |app: TestApp| {
    let id = listed(&app).await;
    for body in [json!({}), json!({ "code": "12" }), json!({ "code": "" })] {
        let refused = app
            .visitor()
            .post(&confirm_path(&id), &body)
            .await
            .expect(400)
            .json();
        assert_eq!(refused["field"], "code", "{body}");
    }
    for id in ["nothing", "00000000-0000-7000-8000-000000000000"] {
        app.visitor()
            .post(&confirm_path(id), &json!({ "code": "123456" }))
            .await
            .expect(404);
    }
});

both_engines!(two_nodes_confirm_once, |app: TestApp| {
    let mut app = app;
    let other = app.second_node().await;
    let id = listed(&app).await;
    let (code, _) = app.code_to(EMAIL).await;
    let body = json!({ "code": code });
    let path = confirm_path(&id);
    let (here, there) = (app.visitor(), other.visitor());
    let (one, two) = tokio::join!(here.post(&path, &body), there.post(&path, &body));
    let mut statuses = [one.status(), two.status()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400]);
    let claims = app
        .administrator()
        .await
        .get("/api/admin/business-claims")
        .await
        .json();
    assert_eq!(claims.as_array().unwrap().len(), 1);
});

both_engines!(
    a_shop_that_got_an_owner_meanwhile_keeps_it,
    |app: TestApp| {
        let id = listed(&app).await;
        let row: shop::Model = app.shop_row(id.parse().unwrap()).await;
        app.owner_of(&row).await;
        let (code, _) = app.code_to(EMAIL).await;
        let answer = app
            .visitor()
            .post(&confirm_path(&id), &json!({ "code": code }))
            .await
            .expect(200)
            .json();
        assert_eq!(
            (&answer["role"], &answer["claimId"]),
            (&Value::Null, &Value::Null)
        );
        assert_eq!(app.shop_row(row.id).await.submitter_id, None);
    }
);

both_engines!(
    asking_often_for_a_code_does_not_tell_whose_a_confirmed_listing_is,
    |app: TestApp| {
        let id = listed(&app).await;
        let (code, _) = app.code_to(EMAIL).await;
        let confirm = json!({ "code": code });
        app.visitor()
            .post(&confirm_path(&id), &confirm)
            .await
            .expect(200);
        app.clock.advance(TimeDelta::hours(2));
        let path = format!("/api/listings/{id}/resend");
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

both_engines!(
    a_strangers_listing_puts_no_words_into_somebodys_session,
    |app: TestApp| {
        let mut prank = form();
        prank["ownerName"] = json!("Win $500 at scam.example");
        list(&app, &prank).await.expect(201);
        let victim = app.signed_in(EMAIL).await;
        let session = victim.get("/api/session").await.json();
        assert_eq!(session["person"]["name"], Value::Null, "{session}");
        let mails = app.mails_to(EMAIL).await.join("\n");
        assert!(!mails.contains("$500"), "{mails}");
    }
);
