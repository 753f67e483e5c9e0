//! A payer's address that is changed at Stripe.

use serde_json::{Value, json};
use townperk::catalog::entities::shop;

use super::{
    amounts::{execute, newest},
    desk::{CANCEL, Desk, INFO, MONTHLY, ONE_TIME, PAYER, VISA},
};
use crate::support::{Response, Visitor};

const NEW: &str = "jo.new@bluedoor.example";
const TOLD: &str = "Your email address for payments was changed";
const SEND: &str = "/api/send-payer-address-code";
const CONFIRM: &str = "/api/confirm-payer-address";
const LINK: &str = "/api/confirm-payer-address/link";

/// Changes the newest customer's address, as the portal and the dashboard do.
fn change(desk: &Desk, email: &str) {
    let path = format!("customers/{}", newest(desk, "customers", "id"));
    let change = [("email", email)];
    desk.sandbox.call("POST", &path, &change).unwrap();
}

/// A monthly boost whose payer has another address at Stripe by now.
async fn buy_and_change(desk: &mut Desk, email: &str) -> (shop::Model, String) {
    let shop = desk.new_shop().await;
    let bought = desk.buy(MONTHLY, &shop, VISA).await;
    desk.pass(1);
    change(desk, email);
    desk.deliver().await;
    (shop, bought.purchase.to_string())
}

async fn look_up(visitor: &Visitor, email: &str) -> Response {
    visitor.post(INFO, &json!({ "email": email })).await
}

/// What the visitor's address pays for, by ID.
async fn subscriptions(visitor: &Visitor, email: &str) -> Vec<String> {
    let info = look_up(visitor, email).await.json();
    let mut ids: Vec<String> = (info["subscriptions"].as_array().unwrap().iter())
        .map(|one| one["id"].as_str().unwrap().to_owned())
        .collect();
    ids.sort();
    ids
}

async fn ask(payer: &Visitor, id: &str) -> Response {
    let asked = json!({ "email": PAYER, "subscriptionId": id });
    payer.post(SEND, &asked).await
}

fn confirmation(id: &str, code: &str) -> Value {
    json!({ "email": PAYER, "subscriptionId": id, "newEmail": NEW, "code": code })
}

both_engines!(
    a_new_address_takes_over_by_the_old_ones_wish_and_a_code,
    |mut desk: Desk| {
        let (_, id) = buy_and_change(&mut desk, NEW).await;
        let told = desk.subjects(PAYER).await;
        assert_eq!(told, ["Blue Door is boosted", TOLD]);
        assert_eq!(desk.subjects(NEW).await, [] as [&str; 0]);
        let payer = desk.signed_in(PAYER).await;
        let info = desk.look_up(&payer).await;
        assert_eq!(info["subscriptions"][0]["newAddress"], NEW);

        desk.pass(1);
        let sent = ask(&payer, &id).await.expect(200).json();
        assert_eq!(sent, json!({ "status": "code_sent", "newEmail": NEW }));
        let mails = desk.mails_to(NEW).await;
        assert!(mails[0].contains("Alexandria"), "{mails:?}");
        let (code, _) = desk.code_to(NEW).await;
        // The code alone moves nothing, and signs nobody in.
        let stranger = desk.signed_in("stranger@mail.example").await;
        stranger
            .post(CONFIRM, &confirmation(&id, &code))
            .await
            .expect(202);
        let sign_in = json!({ "email": NEW, "code": code });
        desk.visitor()
            .post("/api/sign-in/code", &sign_in)
            .await
            .expect(400);
        let wrong = if code == "000000" { "000001" } else { "000000" };
        payer
            .post(CONFIRM, &confirmation(&id, wrong))
            .await
            .expect(400);
        assert_eq!(
            subscriptions(&payer, PAYER).await,
            std::slice::from_ref(&id)
        );

        let moved = payer.post(CONFIRM, &confirmation(&id, &code)).await;
        let moved = moved.expect(200).json();
        assert_eq!(moved, json!({ "status": "moved", "newEmail": NEW }));
        look_up(&payer, PAYER).await.expect(404);
        let holder = desk.signed_in(NEW).await;
        assert_eq!(subscriptions(&holder, NEW).await, std::slice::from_ref(&id));
        let info = look_up(&holder, NEW).await.json();
        assert_eq!(info["subscriptions"][0]["newAddress"], Value::Null);
        payer
            .post(CONFIRM, &confirmation(&id, &code))
            .await
            .expect(404);

        desk.pass(1);
        let asked = json!({ "email": NEW });
        holder.post(CANCEL, &asked).await.expect(200);
        let told = desk.subjects(NEW).await;
        let canceled = "Your monthly boost for Blue Door is canceled";
        assert_eq!(told.last().map(String::as_str), Some(canceled), "{told:?}");
        let told = desk.subjects(PAYER).await;
        let moved = "Another address manages your boost";
        assert_eq!(told.iter().filter(|subject| *subject == moved).count(), 1);
    }
);

both_engines!(nobodys_sign_in_moves_anything, |mut desk: Desk| {
    let shop = desk.new_shop().await;
    let own = json!({ "userEmail": NEW });
    let own = desk.begin(MONTHLY, &shop, own).await;
    desk.pay(&own.secret).await;
    let city = desk.city("Baton Rouge", "LA").await;
    let others = desk.shop(&city).await;
    desk.pass(1);
    // The payer has mistyped the address, or means to: it is somebody else's.
    let bought = desk.buy(MONTHLY, &others, VISA).await.purchase.to_string();
    change(&desk, NEW);
    desk.deliver().await;
    let holder = desk.signed_in(NEW).await;
    let only = [own.purchase.to_string()];
    assert_eq!(subscriptions(&holder, NEW).await, only);
    let theirs = json!({ "email": NEW, "subscriptionId": bought });
    holder.post(CANCEL, &theirs).await.expect(404);
    holder.post(SEND, &theirs).await.expect(404);
    ask(&holder, &bought).await.expect(202);
    assert_eq!(desk.subjects(NEW).await, ["Blue Door is boosted"]);
    holder
        .post(CANCEL, &json!({ "email": NEW }))
        .await
        .expect(200);
    let payer = desk.signed_in(PAYER).await;
    let info = desk.look_up(&payer).await;
    assert_eq!(info["subscriptions"][0]["cancelAtPeriodEnd"], false);
    assert_eq!(desk.cancel(&payer).await["subscriptionId"], bought);
});

both_engines!(
    a_link_moves_to_an_address_that_pays_already,
    |mut desk: Desk| {
        let (shop, id) = buy_and_change(&mut desk, NEW).await;
        let city = desk.city("Baton Rouge", "LA").await;
        let others = desk.shop(&city).await;
        let own = json!({ "userEmail": NEW });
        let own = desk.begin(MONTHLY, &others, own).await;
        desk.pay(&own.secret).await;
        let payer = desk.signed_in(PAYER).await;
        desk.pass(1);
        ask(&payer, &id).await.expect(200);
        let (_, token) = desk.code_to(NEW).await;
        let visitor = desk.visitor();
        let link = json!({ "token": token });
        visitor.post(LINK, &link).await.expect(200);
        visitor.post(LINK, &link).await.expect(400);
        let holder = desk.signed_in(NEW).await;
        let mut both = vec![id, own.purchase.to_string()];
        both.sort();
        assert_eq!(subscriptions(&holder, NEW).await, both);
        assert!(desk.is_boosted(&shop).await);
        look_up(&payer, PAYER).await.expect(404);
    }
);

both_engines!(
    neither_code_nor_link_to_an_address_that_was_corrected_moves_anything,
    |mut desk: Desk| {
        let (_, id) = buy_and_change(&mut desk, NEW).await;
        let payer = desk.signed_in(PAYER).await;
        ask(&payer, &id).await.expect(200);
        let (code, token) = desk.code_to(NEW).await;
        let link = json!({ "token": token });
        change(&desk, "right@bluedoor.example");
        let by_link = desk.visitor().post(LINK, &link).await;
        let by_code = payer.post(CONFIRM, &confirmation(&id, &code)).await;
        for refused in [by_link, by_code] {
            let refused = refused.expect(409).text();
            assert!(refused.contains("another address at Stripe"), "{refused}");
        }
        assert_eq!(subscriptions(&payer, PAYER).await, [id]);
        change(&desk, NEW);
        desk.visitor().post(LINK, &link).await.expect(200);
        look_up(&payer, PAYER).await.expect(404);
    }
);

both_engines!(
    what_the_old_address_buys_next_is_its_own,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let payer = desk.signed_in(PAYER).await;
        let begun = desk.order(&payer, MONTHLY, &shop, json!({})).await;
        let begun = begun.expect(200).json();
        desk.pay(begun["clientSecret"].as_str().unwrap()).await;
        let id = begun["purchaseId"].as_str().unwrap();
        desk.pass(1);
        change(&desk, NEW);
        desk.deliver().await;
        ask(&payer, id).await.expect(200);
        let (code, _) = desk.code_to(NEW).await;
        payer
            .post(CONFIRM, &confirmation(id, &code))
            .await
            .expect(200);
        let moved = newest(&desk, "customers", "id");
        let city = desk.city("Baton Rouge", "LA").await;
        let other = desk.shop(&city).await;
        desk.pass(1);
        let begun = desk.order(&payer, ONE_TIME, &other, json!({})).await;
        begun.expect(200);
        assert_ne!(newest(&desk, "customers", "id"), moved);
    }
);

both_engines!(
    events_out_of_order_and_many_changes_tell_little,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        desk.buy(MONTHLY, &shop, VISA).await;
        desk.pass(1);
        // Both events come after the address was set back, the later one first.
        change(&desk, "typo@bluedoor.example");
        change(&desk, PAYER);
        let mut events = desk.waiting();
        desk.lose();
        events.reverse();
        for event in &events {
            desk.post(event).await.expect(200);
        }
        let payer = desk.signed_in(PAYER).await;
        let info = desk.look_up(&payer).await;
        assert_eq!(info["subscriptions"][0]["newAddress"], Value::Null);
        assert_eq!(desk.subjects(PAYER).await, ["Blue Door is boosted"]);
        let asked = json!({ "email": PAYER, "subscriptionId": info["subscriptions"][0]["id"] });
        payer.post(SEND, &asked).await.expect(409);

        for number in 0..5 {
            desk.pass(1);
            change(&desk, &format!("other{number}@bluedoor.example"));
            desk.deliver().await;
        }
        let told = desk.subjects(PAYER).await;
        let told = told.iter().filter(|subject| *subject == TOLD).count();
        assert_eq!(told, 3);
        // A lost event costs the email alone.
        change(&desk, NEW);
        desk.lose();
        desk.pass(1);
        let info = desk.look_up(&payer).await;
        assert_eq!(info["subscriptions"][0]["newAddress"], NEW);

        // What was too much on one day is told on another.
        desk.pass(24);
        change(&desk, "other3@bluedoor.example");
        desk.deliver().await;
        let told = desk.subjects(PAYER).await;
        let told = told.iter().filter(|subject| *subject == TOLD).count();
        assert_eq!(told, 4);
    }
);

both_engines!(two_confirmations_at_once_move_once, |mut desk: Desk| {
    let (_, id) = buy_and_change(&mut desk, NEW).await;
    let payer = desk.signed_in(PAYER).await;
    ask(&payer, &id).await.expect(200);
    let (code, token) = desk.code_to(NEW).await;
    let (body, link) = (confirmation(&id, &code), json!({ "token": token }));
    let other = desk.visitor();
    let (by_code, by_link) = tokio::join!(payer.post(CONFIRM, &body), other.post(LINK, &link));
    let mut statuses = [by_code.status(), by_link.status()];
    statuses.sort_unstable();
    assert_eq!(statuses[0], 200, "{statuses:?}");
    assert!([400, 404].contains(&statuses[1]), "{statuses:?}");
    let holder = desk.signed_in(NEW).await;
    assert_eq!(subscriptions(&holder, NEW).await, [id]);
    let told = desk.subjects(PAYER).await;
    let moved = "Another address manages your boost";
    assert_eq!(told.iter().filter(|subject| *subject == moved).count(), 1);
});

both_engines!(
    a_link_that_waits_falls_away_with_a_move,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        // The shop is the new address's.
        let owner = desk.signed_in(NEW).await;
        let person = desk.person(NEW).await;
        desk.edit_shop(shop.id, |row| row.owner_id = Some(person))
            .await;
        let link = json!({ "onlineStoreUrl": "beans.example.com", "onlineStoreName": "Beans" });
        let bought = desk.begin(MONTHLY, &shop, link).await;
        desk.pay(&bought.secret).await;
        let id = bought.purchase.to_string();
        desk.pass(1);
        change(&desk, NEW);
        desk.deliver().await;
        let payer = desk.signed_in(PAYER).await;
        ask(&payer, &id).await.expect(200);
        let (code, _) = desk.code_to(NEW).await;
        payer
            .post(CONFIRM, &confirmation(&id, &code))
            .await
            .expect(200);
        assert_eq!(subscriptions(&owner, NEW).await, [id]);
        assert_eq!(desk.shop_row(shop.id).await.online_store_url, None);
    }
);

both_engines!(
    an_erased_payer_hears_of_nothing_and_moves_nothing,
    |mut desk: Desk| {
        let (_, id) = buy_and_change(&mut desk, NEW).await;
        let payer = desk.signed_in(PAYER).await;
        ask(&payer, &id).await.expect(200);
        let (_, token) = desk.code_to(NEW).await;
        let path = format!("subscriptions/{}", newest(&desk, "subscriptions", "id"));
        desk.sandbox.call("DELETE", &path, &[]).unwrap();
        desk.deliver().await;
        execute(&desk, "UPDATE boost_purchases SET state = 'ended'").await;
        let admin = desk.administrator().await;
        let person = json!({ "email": PAYER });
        admin
            .post("/api/admin/people/erase", &person)
            .await
            .expect(200);
        let before = desk.subjects(PAYER).await.len();
        desk.visitor()
            .post(LINK, &json!({ "token": token }))
            .await
            .expect(404);
        change(&desk, "other@bluedoor.example");
        desk.deliver().await;
        assert_eq!(desk.subjects(PAYER).await.len(), before);
        let holder = desk.signed_in(NEW).await;
        look_up(&holder, NEW).await.expect(404);
    }
);
