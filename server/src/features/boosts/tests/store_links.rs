//! The link to a payer's online store: $5 must not buy a link on someone else's page unnoticed (D45).

use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use super::desk::{Desk, ONE_TIME, PAYER};
use townperk::catalog::entities::shop;

fn with_link() -> Value {
    json!({ "onlineStoreUrl": "beans.example.com", "onlineStoreName": "Beans" })
}

async fn shown(desk: &Desk, shop: &shop::Model) -> Option<String> {
    desk.shop_row(shop.id).await.online_store_url
}

both_engines!(
    a_strangers_link_waits_for_the_proof_of_the_address,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let visitor = desk.visitor();
        let answer = desk
            .order(&visitor, ONE_TIME, &shop, with_link())
            .await
            .expect(200);
        assert_eq!(answer.json()["storeLink"], "after_confirmation");
        let checkout = desk.begin(ONE_TIME, &shop, with_link()).await;
        desk.pay(&checkout.secret).await;
        assert!(desk.is_boosted(&shop).await);
        assert_eq!(shown(&desk, &shop).await, None);

        let payer = desk.signed_in(PAYER).await;
        desk.look_up(&payer).await;
        assert_eq!(
            shown(&desk, &shop).await.as_deref(),
            Some("https://beans.example.com/")
        );
        assert_eq!(
            desk.shop_row(shop.id).await.online_store_name.as_deref(),
            Some("Beans")
        );
        assert_eq!(
            desk.subjects("help@townperk.example").await,
            ["A payer added a link"]
        );
        // If the owner removes it later, it doesn't come back by itself.
        let owner = desk.owner_of(&shop).await;
        let path = format!("/api/coffee-shops/{}", shop.slug);
        owner
            .patch(&path, &json!({ "onlineStoreUrl": null }))
            .await
            .expect(200);
        desk.look_up(&payer).await;
        assert_eq!(shown(&desk, &shop).await, None);
    }
);

both_engines!(
    a_payer_who_has_proven_the_address_waits_for_nothing,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let payer = desk.signed_in(PAYER).await;
        let answer = desk
            .order(&payer, ONE_TIME, &shop, with_link())
            .await
            .expect(200)
            .json();
        assert_eq!(answer["storeLink"], "with_boost");
        assert_eq!(shown(&desk, &shop).await, None, "nothing is paid yet");
        let secret = answer["clientSecret"].as_str().unwrap();
        desk.pay(secret).await;
        assert_eq!(
            shown(&desk, &shop).await.as_deref(),
            Some("https://beans.example.com/")
        );
    }
);

both_engines!(
    an_order_that_names_only_half_of_a_link_keeps_the_other_half,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let owner = desk.owner_of(&shop).await;
        let path = format!("/api/coffee-shops/{}", shop.slug);
        owner.patch(&path, &with_link()).await.expect(200);
        let named = json!({ "onlineStoreUrl": "", "onlineStoreName": "Roasts" });
        let order = desk
            .order(&owner, ONE_TIME, &shop, named)
            .await
            .expect(200)
            .json();
        desk.pay(order["clientSecret"].as_str().unwrap()).await;
        let only_the_name = json!({ "onlineStoreName": "Roasts" });
        owner.patch(&path, &only_the_name).await.expect(200);
        let row = desk.shop_row(shop.id).await;
        assert_eq!(
            (
                row.online_store_url.as_deref(),
                row.online_store_name.as_deref()
            ),
            (Some("https://beans.example.com/"), Some("Roasts"))
        );
    }
);

both_engines!(
    a_shop_with_an_owner_takes_links_from_the_owner_alone,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let owner = desk.owner_of(&shop).await;
        let checkout = desk.begin(ONE_TIME, &shop, with_link()).await;
        desk.pay(&checkout.secret).await;
        let payer = desk.signed_in(PAYER).await;
        desk.look_up(&payer).await;
        assert_eq!(shown(&desk, &shop).await, None);
        let path = format!("/api/coffee-shops/{}", shop.slug);
        checkout
            .visitor
            .patch(&path, &with_link())
            .await
            .expect(403);

        let mine = desk
            .order(&owner, ONE_TIME, &shop, with_link())
            .await
            .expect(200)
            .json();
        assert_eq!(mine["storeLink"], "with_boost");
        let secret = mine["clientSecret"].as_str().unwrap();
        desk.pay(secret).await;
        assert_eq!(
            shown(&desk, &shop).await.as_deref(),
            Some("https://beans.example.com/")
        );
    }
);

both_engines!(
    the_browser_that_has_paid_may_ask_for_a_link,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let path = format!("/api/coffee-shops/{}", shop.slug);
        let checkout = desk.begin_one_time(&shop).await;
        checkout
            .visitor
            .patch(&path, &with_link())
            .await
            .expect(401);
        desk.pay(&checkout.secret).await;
        desk.visitor().patch(&path, &with_link()).await.expect(401);
        let forged = desk.visitor().with(
            "cookie",
            &format!("__Secure-checkout-{}={}", shop.id.simple(), "0".repeat(64)),
        );
        forged.patch(&path, &with_link()).await.expect(401);
        let bad = json!({ "onlineStoreUrl": "javascript:alert(1)" });
        checkout.visitor.patch(&path, &bad).await.expect(400);

        let asked = checkout
            .visitor
            .patch(&path, &with_link())
            .await
            .expect(202)
            .json();
        assert_eq!(asked["onlineStoreUrl"], Value::Null, "it is not shown yet");
        assert_eq!(shown(&desk, &shop).await, None);
        let payer = desk.signed_in(PAYER).await;
        desk.look_up(&payer).await;
        assert_eq!(
            shown(&desk, &shop).await.as_deref(),
            Some("https://beans.example.com/")
        );
        // A cookie is only valid for one shop.
        let city = desk.city("Monroe", "LA").await;
        let other = desk.shop(&city).await;
        let elsewhere = format!("/api/coffee-shops/{}", other.slug);
        checkout
            .visitor
            .patch(&elsewhere, &with_link())
            .await
            .expect(401);
    }
);

both_engines!(
    the_checkouts_cookie_is_out_of_reach_of_scripts,
    |desk: Desk| {
        let shop = desk.new_shop().await;
        let answer = desk
            .order(&desk.visitor(), ONE_TIME, &shop, json!({}))
            .await
            .expect(200);
        let cookie = answer.header("set-cookie");
        for part in ["HttpOnly", "Secure", "SameSite=Lax", "Path=/api"] {
            assert!(cookie.contains(part), "{part} in {cookie}");
        }
        assert_eq!(answer.header("cache-control"), "no-store");
    }
);

both_engines!(
    a_link_ordered_before_a_claim_was_approved_waits_for_the_administrator,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let payer = desk.signed_in(PAYER).await;
        let order = desk
            .order(&payer, ONE_TIME, &shop, with_link())
            .await
            .expect(200)
            .json();
        assert_eq!(order["storeLink"], "with_boost");
        let owner = desk.owner_of(&shop).await;
        let path = format!("/api/coffee-shops/{}", shop.slug);
        let beans = json!({ "onlineStoreUrl": "https://ours.example/", "onlineStoreName": "Ours" });
        owner.patch(&path, &beans).await.expect(200);
        desk.pay(order["clientSecret"].as_str().unwrap()).await;
        assert!(desk.is_boosted(&shop).await);
        let ours = Some("https://ours.example/");
        assert_eq!(
            shown(&desk, &shop).await.as_deref(),
            ours,
            "the owner's (D92)"
        );
        desk.look_up(&payer).await;
        assert_eq!(shown(&desk, &shop).await.as_deref(), ours);

        let admin = desk.administrator().await;
        let inbox = admin.get("/api/admin/inbox").await.expect(200).json();
        let items = inbox["items"].as_array().unwrap();
        let link = items
            .iter()
            .find(|item| item["kind"] == "boost_link")
            .unwrap();
        assert!(
            link["text"]
                .as_str()
                .unwrap()
                .contains("doesn't show this link"),
            "{link}"
        );
        let path = format!(
            "/api/admin/boost-links/{}/reject",
            link["id"].as_str().unwrap()
        );
        admin.post(&path, &json!({})).await.expect(200);
        assert_eq!(
            shown(&desk, &shop).await.as_deref(),
            ours,
            "a rejection removes nothing of the owner's"
        );
    }
);

both_engines!(
    of_two_people_who_edit_the_store_the_second_is_told,
    |desk: Desk| {
        let shop = desk.new_shop().await;
        let owner = desk.owner_of(&shop).await;
        let path = format!("/api/coffee-shops/{}", shop.slug);
        let seen = owner.get(&format!("/api/your-shop/{}", shop.slug)).await;
        let version = seen.expect(200).json()["version"].clone();
        let beans = json!({ "onlineStoreUrl": "https://ours.example/", "version": version });
        let first = owner.patch(&path, &beans).await.expect(200).json();
        assert!(first["version"].as_i64() > version.as_i64());
        let late = json!({ "onlineStoreUrl": "https://late.example/", "version": version });
        let refused = owner.patch(&path, &late).await.expect(409).json();
        let details = &refused["details"];
        assert_eq!(details["kind"], "stale");
        assert_eq!(details["current"], first);
        let ours = Some("https://ours.example/");
        assert_eq!(shown(&desk, &shop).await.as_deref(), ours);
        // Absent fields stay as they are.
        let name = json!({ "onlineStoreName": "Ours", "version": first["version"] });
        owner.patch(&path, &name).await.expect(200);
        assert_eq!(shown(&desk, &shop).await.as_deref(), ours);
        // Older screens send no version.
        owner.patch(&path, &with_link()).await.expect(200);
        let bad = json!({ "onlineStoreName": "Ours", "version": "x" });
        owner.patch(&path, &bad).await.expect(400);
    }
);

/// What the shop's page links to.
async fn link_of(desk: &Desk, shop: &shop::Model) -> (Option<String>, Option<String>) {
    let row = desk.shop_row(shop.id).await;
    (row.online_store_url, row.online_store_name)
}

fn link(url: &str, name: &str) -> (Option<String>, Option<String>) {
    let given = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    (given(url), given(name))
}

/// Decides about the only link in the inbox.
async fn decide(desk: &Desk, how: &str) {
    let admin = desk.administrator().await;
    let inbox = admin.get("/api/admin/inbox").await.expect(200).json();
    let mut items = inbox["items"].as_array().unwrap().iter();
    let link = items.find(|item| item["kind"] == "boost_link").unwrap();
    let id = link["id"].as_str().unwrap();
    let path = format!("/api/admin/boost-links/{id}/{how}");
    admin.post(&path, &json!({})).await.expect(200);
}

both_engines!(
    a_former_owners_link_waits_for_the_proof_of_the_payers_address,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let owner = desk.owner_of(&shop).await;
        // Somebody else's address, which nobody has proven.
        let order = desk
            .order(&owner, ONE_TIME, &shop, with_link())
            .await
            .expect(200)
            .json();
        assert_eq!(order["storeLink"], "with_boost");
        let admin = desk.administrator().await;
        let revoke = format!("/api/admin/coffee-shops/{}/take-back", shop.id);
        let reason = json!({ "reason": "It was sold." });
        admin.post(&revoke, &reason).await.expect(200);
        desk.pay(order["clientSecret"].as_str().unwrap()).await;
        assert!(desk.is_boosted(&shop).await);
        assert_eq!(shown(&desk, &shop).await, None);

        let payer = desk.signed_in(PAYER).await;
        desk.look_up(&payer).await;
        assert_eq!(
            shown(&desk, &shop).await.as_deref(),
            Some("https://beans.example.com/")
        );
    }
);

both_engines!(
    a_link_rejected_while_its_payer_looks_stays_away,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let checkout = desk.begin(ONE_TIME, &shop, with_link()).await;
        desk.pay(&checkout.secret).await;
        let payer = desk.signed_in(PAYER).await;
        desk.overtaken(
            shop.id,
            |act, _| {
                Box::pin(async move {
                    let reject = "UPDATE boost_purchases SET store_waits = FALSE";
                    act.transaction().execute_unprepared(reject).await?;
                    Ok(())
                })
            },
            desk.look_up(&payer),
        )
        .await;
        assert_eq!(shown(&desk, &shop).await, None);
    }
);

both_engines!(
    an_approved_name_keeps_the_address_beside_it,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let payer = desk.signed_in(PAYER).await;
        let named = json!({ "onlineStoreName": "Roasts" });
        let order = desk
            .order(&payer, ONE_TIME, &shop, named)
            .await
            .expect(200)
            .json();
        let owner = desk.owner_of(&shop).await;
        let path = format!("/api/coffee-shops/{}", shop.slug);
        owner.patch(&path, &with_link()).await.expect(200);
        desk.pay(order["clientSecret"].as_str().unwrap()).await;
        decide(&desk, "approve").await;
        assert_eq!(
            link_of(&desk, &shop).await,
            link("https://beans.example.com/", "Roasts")
        );
    }
);

both_engines!(
    a_rejected_link_gives_way_to_the_one_before_it,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let admin = desk.administrator().await;
        let path = format!("/api/coffee-shops/{}", shop.slug);
        admin.patch(&path, &with_link()).await.expect(200);
        let before = link("https://beans.example.com/", "Beans");
        let payer = desk.signed_in(PAYER).await;
        for (asked, seen) in [
            (
                json!({ "onlineStoreUrl": "other.example.com", "onlineStoreName": "Other" }),
                link("https://other.example.com/", "Other"),
            ),
            (
                json!({ "onlineStoreName": "Roasts" }),
                link("https://beans.example.com/", "Roasts"),
            ),
        ] {
            let order = desk.order(&payer, ONE_TIME, &shop, asked).await;
            let order = order.expect(200).json();
            desk.pay(order["clientSecret"].as_str().unwrap()).await;
            assert_eq!(link_of(&desk, &shop).await, seen);
            decide(&desk, "reject").await;
            assert_eq!(link_of(&desk, &shop).await, before);
        }
    }
);

both_engines!(
    a_rejected_link_does_not_come_back_with_the_rejection_of_a_later_one,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        for (payer, url) in [
            (PAYER, "first.example.com"),
            ("late@mail.example", "late.example.com"),
        ] {
            let visitor = desk.signed_in(payer).await;
            let asked = json!({ "userEmail": payer, "onlineStoreUrl": url });
            let order = desk.order(&visitor, ONE_TIME, &shop, asked).await;
            let order = order.expect(200).json();
            desk.pay(order["clientSecret"].as_str().unwrap()).await;
            desk.pass(1);
        }
        // The oldest first.
        decide(&desk, "reject").await;
        assert_eq!(
            shown(&desk, &shop).await.as_deref(),
            Some("https://late.example.com/")
        );
        decide(&desk, "reject").await;
        assert_eq!(shown(&desk, &shop).await, None);
    }
);

both_engines!(
    a_payers_second_link_replaces_the_one_that_nobody_has_looked_at,
    |mut desk: Desk| {
        let shop = desk.new_shop().await;
        let checkout = desk.begin(ONE_TIME, &shop, with_link()).await;
        desk.pay(&checkout.secret).await;
        let payer = desk.signed_in(PAYER).await;
        desk.look_up(&payer).await;
        assert!(shown(&desk, &shop).await.is_some());
        let path = format!("/api/coffee-shops/{}", shop.slug);
        let other = json!({ "onlineStoreUrl": "other.example.com" });
        checkout.visitor.patch(&path, &other).await.expect(202);
        assert_eq!(shown(&desk, &shop).await, None, "until it is asked again");
        desk.look_up(&payer).await;
        decide(&desk, "reject").await;
        assert_eq!(link_of(&desk, &shop).await, link("", ""));
    }
);
