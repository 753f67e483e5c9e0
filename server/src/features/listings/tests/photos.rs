//! A listed shop's picture, from a real website on this machine.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use axum::{
    Router,
    http::{StatusCode, header},
    response::{IntoResponse, Redirect},
    routing::{MethodRouter, get},
};
use chrono::TimeDelta;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use townperk::platform::jobs::{self, NewJob};
use uuid::Uuid;

use super::{form, list};
use crate::support::{Setup, Site, TestApp, TestDatabase, place_png};

pub(super) fn page(html: &'static str) -> MethodRouter {
    get(move || async move { ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], html) })
}

pub(super) fn image(width: u32, height: u32) -> MethodRouter {
    get(move || async move {
        (
            [(header::CONTENT_TYPE, "image/png")],
            place_png(width, height),
        )
    })
}

/// A server that may access `site`.
pub(super) async fn app_with(home: TestDatabase, site: &Site) -> TestApp {
    let allowed = site.address.to_string();
    Setup::new(home)
        .settings(|settings| settings.outbound_allow = allowed)
        .start()
        .await
}

/// Lists a shop with this website and runs the jobs; returns the shop from the API.
pub(super) async fn listed_with(app: &TestApp, website: String) -> Value {
    let listed = list(app, &form()).await.expect(201).json();
    let id = listed["id"].as_str().unwrap().parse().unwrap();
    app.edit_shop(id, |row| row.website = Some(website.clone()))
        .await;
    app.work().await;
    shown(app).await
}

/// The shop from the API.
async fn shown(app: &TestApp) -> Value {
    let address = "/api/coffee-shops/blue-door-alexandria-la";
    app.visitor().get(address).await.expect(200).json()
}

/// As if the submitter had named the picture at `address`.
async fn name_picture(app: &TestApp, address: String) {
    let named = format!("UPDATE listings SET image_source = '{address}'");
    app.database
        .transaction(move |transaction| {
            let named = named.clone();
            Box::pin(async move { Ok(transaction.execute_unprepared(&named).await?) })
        })
        .await
        .unwrap();
}

/// What the shop's history says about pictures that couldn't be used.
pub(super) async fn missed(app: &TestApp, shop: &Value) -> String {
    let history = format!("/api/admin/audit?subject={}", shop["id"].as_str().unwrap());
    let admin = app.administrator().await;
    let log = admin.get(&history).await.expect(200).json();
    let entries = log["entries"].as_array().unwrap();
    let found = entries
        .iter()
        .find(|entry| entry["action"] == "shop.photo_missed");
    let note = found.and_then(|entry| entry["note"].as_str());
    note.unwrap_or_default().to_owned()
}

/// Looks for the shop's picture again, as a later run would.
async fn look_again(app: &TestApp, shop: &Value) {
    let (identifiers, now) = (app.identifiers.clone(), app.clock.now());
    let job = NewJob {
        kind: "listings.photo",
        payload: json!({ "shop": shop["id"] }),
        unique_key: None,
        due_at: now,
    };
    app.database
        .transaction(move |transaction| {
            let (job, identifiers) = (job.clone(), identifiers.clone());
            Box::pin(async move { jobs::enqueue(transaction, &job, &identifiers, now).await })
        })
        .await
        .unwrap();
    app.work().await;
}

both_engines!(
    the_website_s_own_choice_is_shown_with_its_source,
    |home: TestDatabase| {
        let html =
            r#"<meta property="og:image" content="/front.png"><img src="/bar.png" width="1600">"#;
        let pages = Router::new()
            .route("/", page(html))
            .route("/front.png", image(800, 500))
            .route("/bar.png", image(1600, 900));
        let site = Site::serve(pages).await;
        let app = app_with(home, &site).await;
        let shop = listed_with(&app, site.url("/")).await;
        let photo = &shop["photos"][0];
        assert_eq!(
            (&photo["width"], &photo["height"]),
            (&json!(800), &json!(500))
        );
        assert_eq!(photo["sourceUrl"], site.url("/front.png"));
        assert_eq!(photo["credit"], "Photo: 127.0.0.1");
        let file = shop["imageUrl"].as_str().unwrap();
        assert!(file.starts_with("/photos/"), "an address of ours: {file}");
        let answer = app.visitor().get(file).await.expect(200);
        assert_eq!(answer.header("content-type"), "image/webp");
    }
);

both_engines!(
    logos_strips_and_details_are_passed_over,
    |home: TestDatabase| {
        let html = r#"<meta property="og:image" content="/logo.png"><meta name="twitter:image" content="/small.png">
        <script type="application/ld+json">{"image":"/strip.png"}</script>
        <img src="/gone.png" width="2000"><img src="/text.png"><img src="/counter.png">"#;
        let pages = Router::new()
            .route("/", page(html))
            .route("/logo.png", image(900, 900))
            .route("/small.png", image(300, 300))
            .route("/strip.png", image(1200, 200))
            .route("/text.png", page("<p>no picture</p>"))
            .route("/counter.png", image(700, 500));
        let site = Site::serve(pages).await;
        let app = app_with(home, &site).await;
        let shop = listed_with(&app, site.url("/")).await;
        assert_eq!(shop["photos"][0]["sourceUrl"], site.url("/counter.png"));
        assert!(
            !site.paths().contains(&"/logo.png".to_owned()),
            "a logo is not even fetched"
        );
    }
);

both_engines!(
    a_site_that_forbids_it_is_left_alone,
    |home: TestDatabase| {
        let html = r#"<img src="/counter.png">"#;
        let robots = get(|| async { "User-agent: *\nDisallow: /" });
        let pages = Router::new()
            .route("/", page(html))
            .route("/robots.txt", robots)
            .route("/counter.png", image(700, 500));
        let site = Site::serve(pages).await;
        let app = app_with(home, &site).await;
        let shop = listed_with(&app, site.url("/")).await;
        assert_eq!(shop["imageUrl"], Value::Null);
        assert_eq!(site.paths(), ["/robots.txt"]);
    }
);

both_engines!(
    a_site_that_answers_with_an_error_gives_no_picture,
    |home: TestDatabase| {
        let down = get(|| async { StatusCode::SERVICE_UNAVAILABLE.into_response() });
        let site = Site::serve(Router::new().route("/", down)).await;
        let app = app_with(home, &site).await;
        let shop = listed_with(&app, site.url("/")).await;
        assert_eq!(shop["imageUrl"], Value::Null);
        assert!(site.paths().contains(&"/".to_owned()), "it was asked");
        let note = missed(&app, &shop).await;
        assert!(note.contains("the site returned 503"), "{note}");
    }
);

both_engines!(
    of_the_page_s_pictures_the_largest_is_shown,
    |home: TestDatabase| {
        let html = r#"<img src="/bar.png"><img src="/front.png"><img src="/cup.png">"#;
        let pages = Router::new()
            .route("/", page(html))
            .route("/bar.png", image(700, 500))
            .route("/front.png", image(1200, 800))
            .route("/cup.png", image(800, 500));
        let site = Site::serve(pages).await;
        let app = app_with(home, &site).await;
        let shop = listed_with(&app, site.url("/")).await;
        assert_eq!(shop["photos"][0]["sourceUrl"], site.url("/front.png"));
    }
);

both_engines!(
    structured_data_counts_more_than_what_is_shown,
    |home: TestDatabase| {
        let html = r#"<img src="/bar.png"><script type="application/ld+json">
        {"@graph":[{"@type":"CafeOrCoffeeShop","logo":"/mark.png","image":{"@type":"ImageObject","url":"/room.png"}}]}</script>"#;
        let pages = Router::new()
            .route("/", page(html))
            .route("/bar.png", image(1600, 900))
            .route("/room.png", image(500, 400));
        let site = Site::serve(pages).await;
        let app = app_with(home, &site).await;
        let shop = listed_with(&app, site.url("/")).await;
        assert_eq!(shop["photos"][0]["sourceUrl"], site.url("/room.png"));
    }
);

both_engines!(
    redirects_are_followed_and_never_into_a_private_network,
    |home: TestDatabase| {
        let html = r#"<img src="/inside.png" width="2000"><img src="/moved.png" width="900">"#;
        let inside = get(|| async { Redirect::temporary("http://10.0.0.1/inside.png") });
        let pages = Router::new()
            .route("/", get(|| async { Redirect::permanent("/home") }))
            .route("/home", page(html))
            .route("/inside.png", inside)
            .route(
                "/moved.png",
                get(|| async { Redirect::temporary("/bar.png") }),
            )
            .route("/bar.png", image(900, 600));
        let site = Site::serve(pages).await;
        let app = app_with(home, &site).await;
        let shop = listed_with(&app, site.url("/")).await;
        assert_eq!(shop["photos"][0]["sourceUrl"], site.url("/moved.png"));
    }
);

both_engines!(
    a_website_inside_of_a_network_is_not_asked,
    |home: TestDatabase| {
        let site = Site::serve(Router::new().route("/", page("<p>Admin</p>"))).await;
        let app = Setup::new(home).start().await;
        let shop = listed_with(&app, site.url("/")).await;
        assert_eq!(shop["imageUrl"], Value::Null);
        assert!(site.paths().is_empty());
    }
);

both_engines!(
    a_file_that_is_too_large_is_given_up,
    |home: TestDatabase| {
        let html = r#"<img src="/huge.png" width="3000"><img src="/bar.png" width="900">"#;
        let huge = get(|| async { vec![0_u8; 6 << 20] });
        let pages = Router::new()
            .route("/", page(html))
            .route("/huge.png", huge)
            .route("/bar.png", image(900, 600));
        let site = Site::serve(pages).await;
        let app = app_with(home, &site).await;
        let shop = listed_with(&app, site.url("/")).await;
        assert_eq!(shop["photos"][0]["sourceUrl"], site.url("/bar.png"));
    }
);

both_engines!(
    a_site_that_does_not_answer_is_asked_again_later,
    |home: TestDatabase| {
        let is_awake = Arc::new(AtomicBool::new(false));
        let asked = is_awake.clone();
        let front = get(move || {
            let is_awake = asked.load(Ordering::Relaxed);
            async move {
                if !is_awake {
                    std::future::pending::<()>().await;
                }
                (
                    [(header::CONTENT_TYPE, "text/html")],
                    r#"<img src="/bar.png">"#,
                )
            }
        });
        let pages = Router::new()
            .route("/", front)
            .route("/bar.png", image(900, 600));
        let site = Site::serve(pages).await;
        let app = app_with(home, &site).await;
        let shop = listed_with(&app, site.url("/")).await;
        assert_eq!(
            shop["imageUrl"],
            Value::Null,
            "the shop is live all the same"
        );
        is_awake.store(true, Ordering::Relaxed);
        app.clock.advance(TimeDelta::minutes(5));
        app.work().await;
        assert_eq!(
            shown(&app).await["photos"][0]["sourceUrl"],
            site.url("/bar.png")
        );
    }
);

both_engines!(
    what_the_owner_takes_off_is_not_brought_again,
    |home: TestDatabase| {
        let html = r#"<meta property="og:image" content="/front.png">"#;
        let pages = Router::new()
            .route("/", page(html))
            .route("/front.png", image(800, 500));
        let site = Site::serve(pages).await;
        let app = app_with(home, &site).await;
        let shop = listed_with(&app, site.url("/")).await;
        let id: Uuid = shop["id"].as_str().unwrap().parse().unwrap();
        let owner = app.owner_of(&app.shop_row(id).await).await;
        let gallery = format!("/api/your-shop/{id}/photos");
        let photos = owner.get(&gallery).await.expect(200).json();
        let photo = photos["photos"][0]["id"].as_str().unwrap();
        owner
            .delete(&format!("{gallery}/{photo}"))
            .await
            .expect(200);
        look_again(&app, &shop).await;
        assert_eq!(shown(&app).await["imageUrl"], Value::Null);
        let fetched = site.paths().into_iter().filter(|path| path == "/front.png");
        assert_eq!(fetched.count(), 1, "nor is it fetched again");
    }
);

both_engines!(
    the_picture_that_was_named_comes_before_the_website_s,
    |home: TestDatabase| {
        // A person entered the URL, so the site's robots.txt isn't checked.
        let robots = get(|| async { "User-agent: *\nDisallow: /" });
        let pages = Router::new()
            .route("/", page(r#"<img src="/bar.png">"#))
            .route("/robots.txt", robots)
            .route("/named.png", image(300, 300))
            .route("/bar.png", image(900, 600));
        let site = Site::serve(pages).await;
        let app = app_with(home, &site).await;
        list(&app, &form()).await.expect(201);
        name_picture(&app, site.url("/named.png")).await;
        app.work().await;
        let photo = shown(&app).await["photos"][0].clone();
        assert_eq!(photo["sourceUrl"], site.url("/named.png"));
        assert_eq!(photo["credit"], "Photo: 127.0.0.1");
    }
);

both_engines!(
    a_named_picture_that_cannot_be_fetched_is_in_the_shop_s_history,
    |home: TestDatabase| {
        let pages = Router::new()
            .route("/", page(r#"<img src="/counter.png">"#))
            .route("/text.png", page("<p>no picture</p>"))
            .route("/counter.png", page("<p>no picture</p>"));
        let site = Site::serve(pages).await;
        let app = app_with(home, &site).await;
        list(&app, &form()).await.expect(201);
        name_picture(&app, site.url("/gone.png")).await;
        let website = site.url("/");
        let id = shown(&app).await["id"].as_str().unwrap().parse().unwrap();
        app.edit_shop(id, |row| row.website = Some(website.clone()))
            .await;
        app.work().await;
        let shop = shown(&app).await;
        assert_eq!(shop["imageUrl"], Value::Null);
        let note = missed(&app, &shop).await;
        let expected = format!("{}: the site returned 404", site.url("/gone.png"));
        assert!(note.contains(&expected), "{note}");

        app.clock.advance(TimeDelta::minutes(1));
        name_picture(&app, site.url("/text.png")).await;
        look_again(&app, &shop).await;
        let note = missed(&app, &shop).await;
        assert!(note.contains("/text.png: "), "{note}");
    }
);
