//! Strong proof of a claim (D100), with a real website on this machine.

use std::sync::{Arc, Mutex};

use axum::{Router, response::Html, routing::get};
use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::{catalog::entities::shop, platform::mail::HELD};

use super::{EMAIL, blue_door, claims, confirmed, decide, form, wait, with};
use crate::support::{Setup, Site, TestApp, TestDatabase, Visitor};

const FREE: &str = "jo.doe@gmail.com";

async fn approving(home: TestDatabase) -> TestApp {
    Setup::new(home)
        .settings(|settings| settings.claims_auto_approve = true)
        .start()
        .await
}

/// The listing's website has stood for a month.
async fn standing(app: &TestApp) -> shop::Model {
    let shop = blue_door(app).await;
    app.clock.advance(TimeDelta::days(31));
    shop
}

/// A website whose home page and file can change.
struct Website {
    site: Site,
    home: Arc<Mutex<String>>,
    file: Arc<Mutex<String>>,
}

impl Website {
    async fn serve() -> Self {
        let (home, file): (Arc<Mutex<String>>, Arc<Mutex<String>>) = Default::default();
        let (shown, read) = (home.clone(), file.clone());
        let pages = Router::new()
            .route(
                "/",
                get(move || async move { Html(shown.lock().unwrap().clone()) }),
            )
            .route(
                "/.well-known/coffee-shop-claim.txt",
                get(move || async move { read.lock().unwrap().clone() }),
            );
        let site = Site::serve(pages).await;
        Self { site, home, file }
    }
}

/// An app that may read `website`, and a shop that has had it for a month.
async fn app_with(home: TestDatabase, website: &Website, approves: bool) -> (TestApp, shop::Model) {
    let allowed = website.site.address.to_string();
    let app = Setup::new(home)
        .settings(|settings| {
            settings.outbound_allow = allowed;
            settings.claims_auto_approve = approves;
        })
        .start()
        .await;
    let shop = blue_door(&app).await;
    let url = website.site.url("/");
    app.edit_shop(shop.id, |row| row.website = Some(url.clone()))
        .await;
    app.clock.advance(TimeDelta::days(31));
    (app, shop)
}

async fn your_claim(visitor: &Visitor) -> Value {
    let answer = visitor.get("/api/your-claims").await.expect(200);
    answer.json()[0].clone()
}

async fn check(visitor: &Visitor, id: &str) -> Value {
    let path = format!("/api/claims/{id}/check-website");
    visitor.post(&path, &json!({})).await.expect(200).json()
}

both_engines!(
    an_address_at_the_shops_domain_is_approved_at_once,
    |home: TestDatabase| {
        let app = approving(home).await;
        let shop = standing(&app).await;
        let lister = app.person("lister@home.example").await;
        app.edit_shop(shop.id, |row| row.submitter_id = Some(lister))
            .await;
        let other = with("ownerEmail", json!("rival@rival.example"));
        confirmed(&app, &shop, &other).await;
        let id = confirmed(&app, &shop, &form()).await;
        let owner = app.person(EMAIL).await;
        assert_eq!(app.shop_row(shop.id).await.owner_id, Some(owner));
        app.clock.advance(HELD);
        let told = app.mails_to(EMAIL).await;
        assert!(
            told.last().unwrap().contains("Blue Door is yours"),
            "{told:?}"
        );
        assert!(
            !told
                .iter()
                .any(|mail| mail.contains("We've received your claim"))
        );
        let contact = app.mails_to("lister@home.example").await;
        let contact = contact.last().unwrap();
        assert!(contact.contains("Blue Door has an owner"), "{contact}");
        assert!(!contact.contains(EMAIL), "nobody's address is told");
        let rival = app.mails_to("rival@rival.example").await;
        assert!(rival.last().unwrap().contains("couldn't approve it"));

        // Two weeks long, the administrator can undo it, and then nothing approves it again.
        let row = |claims: Vec<Value>| claims.into_iter().find(|claim| claim["id"] == *id).unwrap();
        let approved = row(claims(&app).await);
        let entry = approved["provenEntry"].as_str().unwrap().to_owned();
        assert!(approved["undoUntil"].is_string());
        let path = format!("/api/admin/audit/{entry}/undo");
        app.administrator()
            .await
            .post(&path, &json!({}))
            .await
            .expect(200);
        assert_eq!(app.shop_row(shop.id).await.owner_id, None);
        app.clock.advance(TimeDelta::hours(2));
        app.work().await;
        assert_eq!(app.shop_row(shop.id).await.owner_id, None);
        let waiting = row(claims(&app).await);
        assert_eq!(waiting["status"], "pending");
        assert_eq!(waiting["provenEntry"], Value::Null);
        assert_eq!(waiting["evidence"]["strong"], true);

        // Not even a new claim: whoever claims again has another one, and so has a colleague.
        let reason = json!({ "reason": "You don't work there anymore." });
        decide(&app, &id, "reject", reason).await.expect(200);
        app.clock.advance(TimeDelta::hours(2));
        confirmed(&app, &shop, &form()).await;
        let colleague = with("ownerEmail", json!("colleague@bluedoor.example"));
        confirmed(&app, &shop, &colleague).await;
        app.work().await;
        assert_eq!(app.shop_row(shop.id).await.owner_id, None);
    }
);

both_engines!(
    an_approval_can_be_undone_for_two_weeks,
    |home: TestDatabase| {
        let app = approving(home).await;
        let shop = standing(&app).await;
        confirmed(&app, &shop, &form()).await;
        app.clock
            .advance(TimeDelta::days(14) - TimeDelta::minutes(5));
        assert!(claims(&app).await[0]["provenEntry"].is_string());
        app.clock.advance(TimeDelta::minutes(10));
        assert_eq!(claims(&app).await[0]["provenEntry"], Value::Null);
        assert_eq!(claims(&app).await[0]["status"], "approved");
    }
);

both_engines!(
    what_does_not_prove_a_claim_waits_for_the_administrator,
    |home: TestDatabase| {
        let app = approving(home).await;
        let young = blue_door(&app).await;
        let city = app.city_row(young.city_id).await;
        for (website, source, email) in [
            ("https://bluedoor.example/", "submitter", EMAIL),
            ("https://bluedoor.example/", "owner", EMAIL),
            ("https://bluedoor.example/", "osm", "jo@gmail.com"),
            ("https://bluedoor.wixsite.com/", "osm", "jo@wixsite.com"),
            ("https://linktr.ee/bluedoor", "osm", "jo@linktr.ee"),
            ("https://cafe.college.edu/", "osm", "jo@college.edu"),
            ("https://group.example/door", "osm", "jo@group.example"),
        ] {
            app.clock.advance(TimeDelta::hours(2));
            let shop = app
                .shop(&city)
                .with(|row| {
                    row.website = Some(website.to_owned());
                    row.created_at -= TimeDelta::days(40);
                    let source = source.to_owned();
                    row.provenance.0.insert("website".to_owned(), source);
                })
                .await;
            confirmed(&app, &shop, &with("ownerEmail", json!(email))).await;
            let row = app.shop_row(shop.id).await;
            assert_eq!(row.owner_id, None, "{website} {source} {email}");
        }
        // Thirty days later, the website of the young listing has stood long enough.
        confirmed(&app, &young, &form()).await;
        app.clock.advance(TimeDelta::days(20));
        app.work().await;
        assert_eq!(app.shop_row(young.id).await.owner_id, None);
        app.clock.advance(TimeDelta::days(10));
        app.work().await;
        assert!(app.shop_row(young.id).await.owner_id.is_some());
    }
);

both_engines!(
    a_changed_website_proves_nothing_yet,
    |home: TestDatabase| {
        let app = approving(home).await;
        let shop = standing(&app).await;
        let path = format!("/api/admin/coffee-shops/{}", shop.id);
        let changed = json!({ "website": "https://reddoor.example/" });
        app.administrator()
            .await
            .put(&path, &changed)
            .await
            .expect(200);
        let since = app.shop_row(shop.id).await.website_since;
        assert_eq!(since, Some(app.clock.now()));
        let email = "jo@reddoor.example";
        confirmed(&app, &shop, &with("ownerEmail", json!(email))).await;
        assert_eq!(app.shop_row(shop.id).await.owner_id, None);
        let jo = app.signed_in(email).await;
        let proof = your_claim(&jo).await["proof"].clone();
        assert_eq!((&proof["by"], &proof["code"]), (&Value::Null, &Value::Null));
        let message = proof["message"].as_str().unwrap();
        assert!(message.contains("is new"), "{message}");
    }
);

both_engines!(
    a_line_on_the_website_proves_the_claim,
    |home: TestDatabase| {
        let website = Website::serve().await;
        let (app, shop) = app_with(home, &website, true).await;
        let id = confirmed(&app, &shop, &with("ownerEmail", json!(FREE))).await;
        let mails = app.mails_to(FREE).await;
        let received = mails.last().unwrap();
        assert!(
            received.contains("Your email address is at gmail.com"),
            "{received}"
        );
        let jo = app.signed_in(FREE).await;
        let proof = your_claim(&jo).await["proof"].clone();
        assert_eq!(proof["by"], Value::Null);
        assert_eq!(proof["checkedAt"], Value::Null);
        let code = proof["code"].as_str().unwrap().to_owned();
        assert!(received.contains(&code), "{received}");

        let missing = check(&jo, &id).await;
        assert_eq!(missing["status"], "sent");
        let problem = missing["proof"]["problem"].as_str().unwrap();
        assert!(problem.contains("the line is neither in"), "{problem}");
        *website.home.lock().unwrap() = "coffee-shop-claim-00000000000000000000".to_owned();
        assert_eq!(check(&jo, &id).await["status"], "sent", "another's line");

        // A stranger can't have it looked for, nor the claimant's line help another claim.
        let path = format!("/api/claims/{id}/check-website");
        let stranger = app.signed_in("stranger@home.example").await;
        stranger.post(&path, &json!({})).await.expect(404);
        app.visitor().post(&path, &json!({})).await.expect(401);

        *website.home.lock().unwrap() = format!("<html><!-- {code} --></html>");
        wait(&app);
        let proven = check(&jo, &id).await;
        assert_eq!(proven["status"], "approved");
        assert_eq!(proven["proof"], Value::Null);
        let owner = app.person(FREE).await;
        assert_eq!(app.shop_row(shop.id).await.owner_id, Some(owner));
        jo.post(&path, &json!({})).await.expect(409);
    }
);

both_engines!(
    with_the_setting_off_the_proof_stands_beside_the_claim,
    |home: TestDatabase| {
        let website = Website::serve().await;
        let (app, shop) = app_with(home, &website, false).await;
        let id = confirmed(&app, &shop, &with("ownerEmail", json!(FREE))).await;
        let jo = app.signed_in(FREE).await;
        let proof = your_claim(&jo).await["proof"].clone();
        assert_eq!(proof["approvesAtOnce"], false);
        let code = proof["code"].as_str().unwrap().to_owned();
        *website.file.lock().unwrap() = format!("{code}\n");
        wait(&app);
        let checked = check(&jo, &id).await;
        assert_eq!(checked["status"], "sent");
        assert_eq!(checked["proof"]["by"], "website");
        assert_eq!(app.shop_row(shop.id).await.owner_id, None);
        let waiting = &claims(&app).await[0]["evidence"];
        assert_eq!(
            (&waiting["level"], &waiting["strong"]),
            (&json!(3), &json!(true))
        );
        let inbox = app.administrator().await.inbox().await;
        let text = inbox[0]["text"].as_str().unwrap();
        assert!(text.contains("on the shop's own website"), "{text}");

        // A website that changes is looked at anew: the line isn't there.
        let other = Website::serve().await;
        let url = other.site.url_at("localhost", "/");
        app.edit_shop(shop.id, |row| row.website = Some(url.clone()))
            .await;
        app.clock.advance(TimeDelta::hours(2));
        app.work().await;
        let waiting = &claims(&app).await[0]["evidence"];
        assert_eq!(
            (&waiting["level"], &waiting["strong"]),
            (&json!(1), &json!(false))
        );
        let proof = your_claim(&jo).await["proof"].clone();
        assert_eq!(proof["by"], Value::Null);
        assert_eq!(proof["website"], "localhost");
        assert!(
            proof["problem"].is_string(),
            "it was looked at again: {proof}"
        );
    }
);

both_engines!(
    a_page_that_leads_elsewhere_proves_nothing,
    |home: TestDatabase| {
        let other = Website::serve().await;
        let target = other.site.url_at("localhost", "/");
        let lead = target.clone();
        let pages = Router::new().route(
            "/",
            get(move || async move { axum::response::Redirect::temporary(&lead) }),
        );
        let site = Site::serve(pages).await;
        let allowed = format!(
            "{},{},[::1]:{}",
            site.address,
            other.site.address,
            other.site.address.port()
        );
        let app = Setup::new(home)
            .settings(|settings| {
                settings.outbound_allow = allowed;
                settings.claims_auto_approve = true;
            })
            .start()
            .await;
        let shop = blue_door(&app).await;
        let url = site.url("/");
        app.edit_shop(shop.id, |row| row.website = Some(url.clone()))
            .await;
        app.clock.advance(TimeDelta::days(31));
        let id = confirmed(&app, &shop, &with("ownerEmail", json!(FREE))).await;
        let jo = app.signed_in(FREE).await;
        let code = your_claim(&jo).await["proof"]["code"].clone();
        *other.home.lock().unwrap() = code.as_str().unwrap().to_owned();
        wait(&app);
        let checked = check(&jo, &id).await;
        let problem = checked["proof"]["problem"].as_str().unwrap();
        assert!(problem.contains("leads to localhost"), "{problem}");
        assert_eq!(checked["status"], "sent");
    }
);

both_engines!(
    a_website_is_not_looked_at_without_end,
    |home: TestDatabase| {
        let website = Website::serve().await;
        let (app, shop) = app_with(home, &website, true).await;
        let id = confirmed(&app, &shop, &with("ownerEmail", json!(FREE))).await;
        let jo = app.signed_in(FREE).await;
        for _ in 0..12 {
            check(&jo, &id).await;
        }
        let path = format!("/api/claims/{id}/check-website");
        jo.post(&path, &json!({})).await.expect(429);
        assert_eq!(website.site.paths().len(), 24);
    }
);
