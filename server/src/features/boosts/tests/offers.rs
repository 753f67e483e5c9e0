//! What can be bought next to what is there, and taking back a cancellation (D93, D106).

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::desk::{CANCEL, Desk, FAILS_LATER, MONTHLY, ONE_TIME, PAYER, VISA};
use crate::support::{TestApp, Visitor};

const RESUME: &str = "/api/resume-subscription";

async fn offers(desk: &Desk, slug: &str) -> Value {
    let path = format!("/api/coffee-shops/{slug}/boost-offers");
    desk.visitor().get(&path).await.expect(200).json()
}

async fn resume(payer: &Visitor) -> Value {
    let body = json!({ "email": PAYER });
    payer.post(RESUME, &body).await.expect(200).json()
}

both_engines!(offers_say_what_is_possible_and_when, |mut desk: Desk| {
    let shop = desk.new_shop().await;
    let free = json!({ "isOffered": true, "words": null });
    let empty = offers(&desk, &shop.slug).await;
    assert_eq!(empty["stateLabel"], Value::Null);
    assert_eq!((&empty["subscription"], &empty["oneTime"]), (&free, &free));

    desk.buy(ONE_TIME, &shop, VISA).await;
    let once = offers(&desk, &shop.slug).await;
    assert_eq!(
        once["stateLabel"],
        "Boosted until April 3, 2026. It doesn't renew."
    );
    assert_eq!(
        once["oneTime"]["words"],
        "Starts on April 3, 2026, when the current boost ends, and lasts until May 3, 2026."
    );
    assert_eq!(
        once["subscription"]["words"],
        "Starts today. The first month runs until April 4, 2026; the days that are paid already follow, until May 4, 2026 or a month later for each further month."
    );

    let city = desk.city("Monroe", "LA").await;
    let other = desk.shop(&city).await;
    desk.buy(MONTHLY, &other, VISA).await;
    let monthly = offers(&desk, &other.slug).await;
    assert_eq!(
        monthly["stateLabel"],
        "Boosted until April 4, 2026, then renews for $5.00."
    );
    assert_eq!(monthly["boostedUntil"], "2026-04-04T15:00:00Z");
    for plan in ["subscription", "oneTime"] {
        assert_eq!(monthly[plan]["isOffered"], false);
    }
    let payer = desk.signed_in(PAYER).await;
    desk.cancel(&payer).await;
    let ending = offers(&desk, &other.slug).await;
    assert_eq!(ending["subscription"]["isOffered"], false);
    assert_eq!(ending["oneTime"]["isOffered"], true);
    assert_eq!(
        ending["oneTime"]["words"],
        "Starts on April 4, 2026, when the current boost ends, and lasts until May 4, 2026."
    );
    desk.visitor()
        .get("/api/coffee-shops/nowhere-zz/boost-offers")
        .await
        .expect(404);
});

both_engines!(
    a_cancellation_is_taken_back_until_the_period_ends,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        desk.buy(MONTHLY, &shop, VISA).await;
        let payer = desk.signed_in(PAYER).await;
        let body = json!({ "email": PAYER });
        payer.post(RESUME, &body).await.expect(404);
        desk.cancel(&payer).await;
        let canceled = &desk.look_up(&payer).await["subscriptions"][0];
        assert_eq!(canceled["resumeLabel"], "Renews April 4, 2026 for $5.00");
        assert_eq!(canceled["cancelLabel"], Value::Null);

        // Two devices press it. Mails are ordered by the moment of their writing.
        desk.clock.advance(TimeDelta::seconds(1));
        let second = desk.signed_in(PAYER).await;
        let id = json!({ "email": PAYER, "subscriptionId": canceled["id"] });
        let answer = payer.post(RESUME, &id).await.expect(200).json();
        assert_eq!(answer["status"], "resumed");
        assert_eq!(answer["message"], "Renews April 4, 2026 for $5.00");
        second.post(RESUME, &id).await.expect(200);
        assert_eq!(desk.subscriptions()[0]["cancel_at_period_end"], false);

        // Back and forth, as often as somebody likes.
        desk.clock.advance(TimeDelta::seconds(1));
        desk.cancel(&payer).await;
        desk.clock.advance(TimeDelta::seconds(1));
        assert_eq!(desk.subscriptions()[0]["cancel_at_period_end"], true);
        resume(&payer).await;
        desk.live(32).await;
        assert!(desk.is_boosted(&shop).await);
        assert_eq!(desk.sandbox.money_taken(), 1000, "the next month");
        let continues = "Your monthly boost for Blue Door continues";
        let canceled = "Your monthly boost for Blue Door is canceled";
        let subjects = desk.subjects(PAYER).await;
        let told: Vec<_> = (subjects.iter())
            .filter(|subject| [continues, canceled].contains(&subject.as_str()))
            .collect();
        assert_eq!(told, [canceled, continues, canceled, continues]);

        let payer = desk.signed_in(PAYER).await;
        desk.cancel(&payer).await;
        desk.live(40).await;
        let payer = desk.signed_in(PAYER).await;
        payer.post(RESUME, &body).await.expect(404);
        assert_eq!(desk.sandbox.money_taken(), 1000);
    }
);

both_engines!(nobody_resumes_anothers_subscription, |mut desk: Desk| {
    let shop = desk.new_shop().await;
    let bought = desk.buy(MONTHLY, &shop, VISA).await.purchase;
    let payer = desk.signed_in(PAYER).await;
    desk.cancel(&payer).await;
    let mallory = desk.signed_in("mallory@mail.example").await;
    let theirs = json!({ "email": PAYER, "subscriptionId": bought });
    for visitor in [desk.visitor(), mallory.clone()] {
        let answer = visitor.post(RESUME, &theirs).await.expect(202).json();
        assert_eq!(answer["status"], "verification_required");
    }
    let own = json!({ "email": "mallory@mail.example", "subscriptionId": bought });
    mallory.post(RESUME, &own).await.expect(404);
    assert_eq!(desk.subscriptions()[0]["cancel_at_period_end"], true);
});

both_engines!(a_shop_that_is_gone_is_not_resumed, |mut desk: Desk| {
    let shop = desk.new_shop().await;
    desk.buy(MONTHLY, &shop, VISA).await;
    let payer = desk.signed_in(PAYER).await;
    desk.cancel(&payer).await;
    let administrator = desk.administrator().await;
    let path = format!("/api/admin/coffee-shops/{}", shop.id);
    administrator
        .put(&path, &json!({ "isActive": false }))
        .await
        .expect(200);
    let refused = payer.post(RESUME, &json!({ "email": PAYER })).await;
    assert!(refused.expect(409).text().contains("isn't listed"));
});

both_engines!(
    the_last_seven_days_mail_takes_the_cancellation_back,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        desk.buy(MONTHLY, &shop, VISA).await;
        let payer = desk.signed_in(PAYER).await;
        desk.cancel(&payer).await;
        desk.live(23).await;
        assert_eq!(desk.mails_to(PAYER).await.len(), 2, "seven days and more");
        desk.live(2).await;
        let mails = desk.mails_to(PAYER).await;
        let last = mails.last().unwrap();
        assert!(last.contains("ends on April 4, 2026"), "{last}");
        assert!(last.contains("Don't cancel"), "{last}");
        assert!(!last.contains("Boost it again"), "{last}");
    }
);

both_engines!(
    a_declined_card_has_no_cancellation_to_take_back,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        desk.buy(MONTHLY, &shop, FAILS_LATER).await;
        desk.live(33).await;
        let payer = desk.signed_in(PAYER).await;
        let declined = &desk.look_up(&payer).await["subscriptions"][0];
        assert_eq!(declined["isUndoable"], false);
        payer
            .post(CANCEL, &json!({ "email": PAYER }))
            .await
            .expect(200);
        payer
            .post(RESUME, &json!({ "email": PAYER }))
            .await
            .expect(404);
    }
);

both_engines!(
    a_shops_people_see_its_boost_and_what_they_pay,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let owner = desk.app.owner_of(&shop).await;
        let path = format!("/api/your-shop/{}/boost", shop.slug);
        let empty = owner.get(&path).await.expect(200).json();
        assert_eq!(empty["offers"]["stateLabel"], Value::Null);
        desk.buy(MONTHLY, &shop, VISA).await;
        let shown = owner.get(&path).await.expect(200).json();
        assert_eq!(
            shown["offers"]["stateLabel"],
            "Boosted until April 4, 2026, then renews for $5.00."
        );
        assert_eq!(shown["subscriptions"], json!([]), "somebody else pays");
        let stranger = desk.signed_in(PAYER).await;
        stranger.get(&path).await.expect(403);

        let views = format!("{path}-views");
        let counted = owner.get(&views).await.expect(200).json();
        assert_eq!(counted["boost"]["days"], 1);
        assert_eq!(counted["boost"]["viewsBefore"], Value::Null);
        desk.clock.advance(TimeDelta::days(3));
        let owner = desk.app.owner_of(&shop).await;
        let counted = owner.get(&views).await.expect(200).json();
        assert_eq!(counted["boost"]["days"], 4);
        assert_eq!(counted["boost"]["isRunning"], true);
    }
);

both_engines!(without_a_boost_there_are_no_views_of_it, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let owner = app.owner_of(&shop).await;
    let path = format!("/api/your-shop/{}/boost-views", shop.slug);
    let answer = owner.get(&path).await.expect(200).json();
    assert_eq!(answer["boost"], Value::Null);
});
