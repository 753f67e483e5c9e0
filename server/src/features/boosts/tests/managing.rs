//! Managing boosts: nobody sees or cancels someone else's (D44).

use chrono::TimeDelta;
use serde_json::{Value, json};
use stripe_sandbox::{Fault, FaultKind};

use super::desk::{CANCEL, Desk, FAILS_LATER, INFO, MONTHLY, ONE_TIME, PAYER, VISA};
use crate::support::Visitor;

const PORTAL: &str = "/api/create-customer-portal-session";

fn payer() -> Value {
    json!({ "email": PAYER })
}

both_engines!(whoever_has_proven_nothing_learns_nothing, |desk: Desk| {
    let mut desk = desk;
    let shop = desk.new_shop().await;
    desk.buy(MONTHLY, &shop, VISA).await;
    desk.subjects(PAYER).await;
    let stranger = desk.signed_in("stranger@mail.example").await;
    for path in [INFO, CANCEL, PORTAL] {
        desk.clock.advance(TimeDelta::hours(1));
        for visitor in [desk.visitor(), stranger.clone(), desk.administrator().await] {
            let known = visitor.post(path, &payer()).await.expect(202);
            let unknown = visitor
                .post(path, &json!({ "email": "nobody@mail.example" }))
                .await
                .expect(202);
            assert_eq!(known.json(), unknown.json(), "{path}");
            assert_eq!(known.json()["status"], "verification_required");
            assert_eq!(known.json()["subscriptions"], json!([]));
        }
        // Nor do guesses at the code tell who pays.
        let mut told = Vec::new();
        for email in [PAYER, "nobody@mail.example"] {
            let guess = json!({ "email": email, "code": "000000" });
            let refused = desk.visitor().post("/api/sign-in/code", &guess).await;
            let mut refused = refused.expect(400).json();
            refused["requestId"] = Value::Null;
            told.push(refused);
        }
        assert_eq!(told[0], told[1], "{path}");
        // One mailbox gets three codes an hour, whoever asks; then nobody is told that one was sent.
        for email in [PAYER, "nobody@mail.example"] {
            let refused = desk.visitor().post(path, &json!({ "email": email })).await;
            let refused = refused.expect(429);
            assert!(
                refused.text().contains("no further one was sent"),
                "{}",
                refused.text()
            );
            assert!(refused.header("retry-after").parse::<u32>().unwrap() > 60);
        }
        // Sent while its code is valid.
        desk.subjects(PAYER).await;
    }
    // Sign-in has an allowance of its own.
    let sign_in = json!({ "email": PAYER });
    desk.visitor()
        .post("/api/sign-in", &sign_in)
        .await
        .expect(202);
    assert!(desk.subscriptions()[0]["cancel_at_period_end"] == false);
    assert_eq!(desk.subjects("nobody@mail.example").await, [] as [&str; 0]);
    let codes = desk.subjects(PAYER).await;
    assert_eq!(
        codes
            .iter()
            .filter(|subject| subject.contains("code"))
            .count(),
        10,
        "{codes:?}"
    );
});

both_engines!(the_code_of_the_mail_opens_the_list, |desk: Desk| {
    let mut desk = desk;
    let shop = desk.new_shop().await;
    desk.buy(MONTHLY, &shop, VISA).await;
    let visitor = desk.visitor();
    visitor.post(INFO, &payer()).await.expect(202);
    let subjects = desk.subjects(PAYER).await;
    let code = subjects
        .iter()
        .find(|subject| subject.contains("code"))
        .unwrap();
    let code = code.split(' ').next().unwrap();
    let proof = json!({ "email": PAYER, "code": code });
    let signed_in = visitor.post("/api/sign-in/code", &proof).await.expect(200);
    let owner = visitor.keeping_cookies_of(&signed_in);
    let info = owner.post(INFO, &payer()).await.expect(200).json();
    assert_eq!(info["status"], "has_active_subscriptions");
});

both_engines!(the_three_statuses, |desk: Desk| {
    let mut desk = desk;
    let shop = desk.new_shop().await;
    let owner = desk.signed_in(PAYER).await;
    let nobody = owner.post(INFO, &payer()).await.expect(404).json();
    assert_eq!(nobody["status"], "no_customer");
    assert_eq!(nobody["customer"], Value::Null);

    desk.buy(ONE_TIME, &shop, VISA).await;
    let once = owner.post(INFO, &payer()).await.expect(200).json();
    assert_eq!(once["status"], "no_active_subscriptions");
    assert_eq!(
        once["oneTimeBoosts"][0]["stateLabel"],
        "$8, active until April 3, 2026"
    );
    assert_eq!(once["oneTimeBoosts"][0]["amount"], 800);

    desk.buy(MONTHLY, &shop, VISA).await;
    let info = owner.post(INFO, &payer()).await.expect(200).json();
    assert_eq!(info["status"], "has_active_subscriptions");
    assert_eq!(info["customer"], json!({ "email": PAYER, "name": "Jo" }));
    let subscription = &info["subscriptions"][0];
    assert_eq!(subscription["productName"], "Monthly Boost");
    assert_eq!(
        subscription["coffeeShop"],
        json!({ "name": "Blue Door", "address": "126 Main Street, Alexandria, LA", "city": "Alexandria", "slug": shop.slug })
    );
    assert_eq!(subscription["status"], "active");
    assert_eq!(
        (&subscription["amount"], &subscription["currency"]),
        (&json!(500), &json!("usd"))
    );
    assert_eq!(subscription["currentPeriodEnd"], "2026-04-04T15:00:00Z");
    assert_eq!(subscription["stateLabel"], "Renews April 4, 2026 for $5.00");
    assert_eq!(
        subscription["cancelLabel"],
        "Boost stays until April 4, 2026. Nothing more is charged."
    );
    // Other spellings of the address belong to the same payer.
    let spelled = json!({ "email": " JO@BlueDoor.example " });
    owner.post(INFO, &spelled).await.expect(200);
});

both_engines!(of_several_subscriptions_one_is_chosen, |desk: Desk| {
    let mut desk = desk;
    let city = desk.city("Alexandria", "LA").await;
    let shops = [desk.shop(&city).await, desk.shop(&city).await];
    let mut bought = Vec::new();
    for shop in &shops {
        bought.push(desk.buy(MONTHLY, shop, VISA).await.purchase);
    }
    let owner = desk.signed_in(PAYER).await;
    let refused = owner.post(CANCEL, &payer()).await.expect(409).json();
    assert_eq!(
        refused["message"],
        "Please choose the subscription to cancel."
    );
    let nothing =
        json!({ "email": PAYER, "subscriptionId": "00000000-0000-7000-8000-000000000000" });
    owner.post(CANCEL, &nothing).await.expect(404);
    let chosen = json!({ "email": PAYER, "subscriptionId": bought[0] });
    let answer = owner.post(CANCEL, &chosen).await.expect(200).json();
    assert_eq!(answer["subscriptionId"], json!(bought[0]));
    assert_eq!(answer["status"], "cancelled");
    let info = owner.post(INFO, &payer()).await.expect(200).json();
    let ends: Vec<_> = info["subscriptions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["id"].clone(), one["cancelAtPeriodEnd"].clone()))
        .collect();
    assert!(ends.contains(&(json!(bought[0]), json!(true))));
    assert!(ends.contains(&(json!(bought[1]), json!(false))));
    // Now only one can be meant; asking again has no effect.
    let rest = owner.post(CANCEL, &payer()).await.expect(200).json();
    assert_eq!(rest["subscriptionId"], json!(bought[1]));
    owner.post(CANCEL, &chosen).await.expect(200);
});

both_engines!(
    another_payers_subscription_cannot_be_cancelled,
    |desk: Desk| {
        let mut desk = desk;
        let shop = desk.new_shop().await;
        let victim = desk.buy(MONTHLY, &shop, VISA).await.purchase;
        let city = desk.city("Monroe", "LA").await;
        let other = desk.shop(&city).await;
        let mine = desk
            .begin(
                MONTHLY,
                &other,
                json!({ "userEmail": "mallory@mail.example" }),
            )
            .await;
        desk.sandbox.pay(&mine.secret, VISA).unwrap();
        desk.deliver().await;
        let mallory = desk.signed_in("mallory@mail.example").await;
        let body = json!({ "email": "mallory@mail.example", "subscriptionId": victim });
        mallory.post(CANCEL, &body).await.expect(404);
        assert!(
            desk.subscriptions()
                .iter()
                .all(|one| one["cancel_at_period_end"] == false)
        );
    }
);

both_engines!(
    a_cancellation_that_stripe_does_not_answer_is_told,
    |desk: Desk| {
        let mut desk = desk;
        let shop = desk.new_shop().await;
        desk.buy(MONTHLY, &shop, VISA).await;
        let owner = desk.signed_in(PAYER).await;
        desk.sandbox.order(Fault {
            times: 3,
            ..Fault::once("POST", "/v1/subscriptions", FaultKind::Refuse(500))
        });
        let refused = owner.post(CANCEL, &payer()).await.expect(503).json();
        assert_eq!(
            refused["message"],
            "Unable to cancel subscription. Please contact support."
        );
        owner.post(CANCEL, &payer()).await.expect(200);
    }
);

both_engines!(
    a_cancellation_while_a_payment_is_retried_ends_the_retries,
    |desk: Desk| {
        let mut desk = desk;
        let shop = desk.new_shop().await;
        desk.buy(MONTHLY, &shop, FAILS_LATER).await;
        desk.live(33).await;
        let owner = desk.signed_in(PAYER).await;
        let ends_now = "The boost ends now. Nothing more is charged.";
        let info = desk.look_up(&owner).await;
        assert_eq!(info["subscriptions"][0]["cancelLabel"], ends_now);
        // The next try would succeed.
        let path = format!(
            "subscriptions/{}",
            desk.subscriptions()[0]["id"].as_str().unwrap()
        );
        desk.sandbox
            .call("POST", &path, &[("default_payment_method", "pm_card_visa")])
            .unwrap();
        assert_eq!(desk.cancel(&owner).await["message"], ends_now);
        assert!(!desk.is_boosted(&shop).await);
        desk.live(20).await;
        assert_eq!(desk.sandbox.money_taken(), 500);
        assert_eq!(desk.subscriptions()[0]["status"], "canceled");
        let mails = desk.mails_to(PAYER).await;
        let last = mails.last().unwrap();
        assert!(
            last.contains("The boost for Blue Door has ended. You won't be charged again."),
            "{last}"
        );
    }
);

both_engines!(
    the_list_is_shown_from_the_ledger_while_stripe_is_away,
    |desk: Desk| {
        let mut desk = desk;
        let shop = desk.new_shop().await;
        desk.buy(MONTHLY, &shop, VISA).await;
        desk.pass(1);
        let owner = desk.signed_in(PAYER).await;
        desk.sandbox.order(Fault {
            times: 9,
            ..Fault::once("", "/v1", FaultKind::Refuse(503))
        });
        let before = desk.sandbox.calls().len();
        let info = owner.post(INFO, &payer()).await.expect(200).json();
        assert_eq!(info["status"], "has_active_subscriptions");
        let calls = desk.sandbox.calls().split_off(before);
        let mut paths = calls.iter().map(|call| call.path.as_str());
        assert!(
            paths.all(|path| path.starts_with("/v1/subscriptions/")),
            "it is waited for once: {calls:?}"
        );
        assert!(!calls.is_empty());
    }
);

both_engines!(
    a_change_in_stripes_own_pages_is_seen_at_once,
    |desk: Desk| {
        let mut desk = desk;
        let shop = desk.new_shop().await;
        desk.buy(MONTHLY, &shop, VISA).await;
        desk.pass(1);
        let path = format!(
            "subscriptions/{}",
            desk.subscriptions()[0]["id"].as_str().unwrap()
        );
        desk.sandbox
            .call("POST", &path, &[("cancel_at_period_end", "true")])
            .unwrap();
        desk.lose();
        let owner = desk.signed_in(PAYER).await;
        let info = owner.post(INFO, &payer()).await.expect(200).json();
        assert_eq!(info["subscriptions"][0]["stateLabel"], "Ends April 4, 2026");
        assert_eq!(info["subscriptions"][0]["cancelLabel"], Value::Null);
    }
);

both_engines!(the_portal_is_opened_for_the_payer, |desk: Desk| {
    let mut desk = desk;
    let shop = desk.new_shop().await;
    desk.buy(MONTHLY, &shop, VISA).await;
    let owner: Visitor = desk.signed_in(PAYER).await;
    let portal = owner.post(PORTAL, &payer()).await.expect(200).json();
    assert!(
        portal["url"]
            .as_str()
            .unwrap()
            .starts_with(&desk.sandbox.base_url())
    );
    let stranger = desk.signed_in("stranger@mail.example").await;
    let nobody = stranger
        .post(PORTAL, &json!({ "email": "stranger@mail.example" }))
        .await;
    assert_eq!(nobody.expect(404).json()["status"], "no_customer");
});

both_engines!(an_address_is_needed, |desk: Desk| {
    for path in [INFO, CANCEL, PORTAL] {
        let refused = desk
            .visitor()
            .post(path, &json!({ "email": " " }))
            .await
            .expect(400)
            .json();
        assert_eq!(refused["field"], "email");
        assert_eq!(
            refused["message"],
            "Please enter the email address you used when purchasing your subscription."
        );
        desk.visitor()
            .post(path, &json!({ "email": "jo" }))
            .await
            .expect(400);
    }
});
