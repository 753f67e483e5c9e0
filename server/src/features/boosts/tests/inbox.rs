//! Boosts in the administrator's inbox, and decisions about them.

use axum::http::Method;
use serde_json::{Value, json};

use super::desk::{Desk, FAILS_LATER, MONTHLY, ONE_TIME, PAYER, VISA, intent_of};
use crate::support::Visitor;

async fn inbox(admin: &Visitor) -> Vec<Value> {
    let items = admin.inbox().await.into_iter();
    items
        .filter(|item| {
            let kind = item["kind"].as_str().unwrap();
            ["boost_link", "boost_payment", "payment_notice"].contains(&kind)
        })
        .collect()
}

async fn press(admin: &Visitor, path: &str) -> crate::support::Response {
    admin.post(path, &json!({})).await
}

/// A boost for a shop without an owner, by a payer with a proven address and a link.
async fn pay_for_a_link(desk: &mut Desk) -> townperk::catalog::entities::shop::Model {
    let shop = desk.new_shop().await;
    let payer = desk.signed_in(PAYER).await;
    let link = json!({ "onlineStoreUrl": "beans.example.com", "onlineStoreName": "Beans" });
    let answer = desk.order(&payer, ONE_TIME, &shop, link).await.expect(200);
    let secret = answer.json()["clientSecret"].as_str().unwrap().to_owned();
    desk.sandbox.pay(&secret, VISA).unwrap();
    desk.deliver().await;
    shop
}

both_engines!(a_payers_link_waits_until_it_is_kept, |desk: Desk| {
    let mut desk = desk;
    let shop = pay_for_a_link(&mut desk).await;
    let admin = desk.administrator().await;
    let items = inbox(&admin).await;
    assert_eq!(items.len(), 1, "{items:?}");
    assert_eq!(items[0]["kind"], "boost_link");
    assert_eq!(items[0]["shopSlug"], shop.slug);
    let text = items[0]["text"].as_str().unwrap();
    assert!(
        text.contains(PAYER) && text.contains("https://beans.example.com/"),
        "{text}"
    );
    let path = format!(
        "/api/admin/boost-links/{}/approve",
        items[0]["id"].as_str().unwrap()
    );
    desk.visitor().post(&path, &json!({})).await.expect(401);
    press(&admin, &path).await.expect(200);
    assert_eq!(inbox(&admin).await, [] as [Value; 0]);
    press(&admin, &path).await.expect(404);
    let row = desk.shop_row(shop.id).await;
    assert_eq!(
        row.online_store_url.as_deref(),
        Some("https://beans.example.com/")
    );
});

both_engines!(a_payers_link_is_taken_off_the_page, |desk: Desk| {
    let mut desk = desk;
    let shop = pay_for_a_link(&mut desk).await;
    let admin = desk.administrator().await;
    let id = inbox(&admin).await[0]["id"].as_str().unwrap().to_owned();
    let done = press(&admin, &format!("/api/admin/boost-links/{id}/reject"))
        .await
        .expect(200)
        .json();
    let row = desk.shop_row(shop.id).await;
    assert_eq!((row.online_store_url, row.online_store_name), (None, None));
    assert!(desk.is_boosted(&shop).await, "the boost was paid for");
    // It can be undone, like any decision.
    let undo = format!("/api/admin/audit/{}/undo", done["entry"].as_str().unwrap());
    press(&admin, &undo).await.expect(200);
    let row = desk.shop_row(shop.id).await;
    assert_eq!(row.online_store_name.as_deref(), Some("Beans"));
});

both_engines!(an_owners_own_link_waits_for_nobody, |desk: Desk| {
    let mut desk = desk;
    let shop = desk.new_shop().await;
    let owner = desk.owner_of(&shop).await;
    let link = json!({ "onlineStoreUrl": "beans.example.com" });
    let answer = desk.order(&owner, ONE_TIME, &shop, link).await.expect(200);
    let secret = answer.json()["clientSecret"].as_str().unwrap().to_owned();
    desk.sandbox.pay(&secret, VISA).unwrap();
    desk.deliver().await;
    let row = desk.shop_row(shop.id).await;
    assert!(row.online_store_url.is_some());
    assert_eq!(inbox(&desk.administrator().await).await, [] as [Value; 0]);
});

both_engines!(a_held_payment_waits_until_it_is_given_back, |desk: Desk| {
    let mut desk = desk;
    let shop = desk.new_shop().await;
    let checkout = desk.begin_one_time(&shop).await;
    let intent = format!("payment_intents/{}", intent_of(&checkout.secret));
    desk.sandbox
        .call("POST", &intent, &[("amount", "100")])
        .unwrap();
    desk.sandbox.pay(&checkout.secret, VISA).unwrap();
    desk.deliver().await;
    let admin = desk.administrator().await;
    let items = inbox(&admin).await;
    assert_eq!(items.len(), 1, "{items:?}");
    assert_eq!(items[0]["kind"], "boost_payment");
    let path = format!("/api/admin/boost-payments/{}/check", checkout.purchase);
    let stands = press(&admin, &path).await.expect(409).json();
    assert!(
        stands["message"]
            .as_str()
            .unwrap()
            .contains("Stripe's dashboard")
    );
    desk.refund(&checkout.secret, None);
    desk.lose();
    press(&admin, &path).await.expect(204);
    assert_eq!(inbox(&admin).await, [] as [Value; 0]);
});

both_engines!(
    a_refused_renewal_is_shown_while_it_is_tried_again,
    |desk: Desk| {
        let mut desk = desk;
        let shop = desk.new_shop().await;
        desk.buy(MONTHLY, &shop, FAILS_LATER).await;
        let admin = desk.administrator().await;
        assert_eq!(inbox(&admin).await, [] as [Value; 0]);
        desk.live(32).await;
        let admin = desk.administrator().await;
        let items = inbox(&admin).await;
        assert_eq!(items.len(), 1, "{items:?}");
        assert!(
            items[0]["title"]
                .as_str()
                .unwrap()
                .ends_with("a renewal was declined")
        );
        desk.live(20).await;
        assert_eq!(inbox(&desk.administrator().await).await, [] as [Value; 0]);
    }
);

both_engines!(
    a_notice_that_was_kept_waits_until_it_is_seen,
    |desk: Desk| {
        desk.post_signed("{\"id\":\"evt_strange\",\"type\":\"strange\"}")
            .await
            .expect(200);
        let admin = desk.administrator().await;
        let items = inbox(&admin).await;
        assert_eq!(items[0]["kind"], "payment_notice");
        assert_eq!(items[0]["id"], "evt_strange");
        let path = "/api/admin/payment-notices/evt_strange/seen";
        desk.visitor()
            .send(Method::POST, path, axum::body::Body::empty())
            .await
            .expect(401);
        press(&admin, path).await.expect(204);
        assert_eq!(inbox(&admin).await, [] as [Value; 0]);
        press(&admin, path).await.expect(404);
    }
);
