//! The bulk image update, with websites and a model on loopback.

mod websites;

use axum::{
    Router,
    extract::Path,
    http::{StatusCode, header},
    routing::{MethodRouter, get},
};
use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::catalog::{
    entities::{city, shop},
    photos::Owner,
};

use crate::support::{
    ChatModel, Response, Setup, Site, TestApp, TestDatabase, Visitor, command::until, place_png,
};

const ROOM: &str = "/api/admin/update-images";

fn page(html: &'static str) -> MethodRouter {
    get(move || async move { ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], html) })
}

fn image(width: u32, height: u32) -> MethodRouter {
    get(move || async move {
        (
            [(header::CONTENT_TYPE, "image/png")],
            place_png(width, height),
        )
    })
}

/// A site that answers with a status, and a page with a picture.
async fn refusal(Path(status): Path<u16>) -> (StatusCode, &'static str) {
    let status = StatusCode::from_u16(status).unwrap();
    (status, "<meta property='og:image' content='/front.png'>")
}

fn html_type() -> [(header::HeaderName, &'static str); 1] {
    [(header::CONTENT_TYPE, "text/html; charset=utf-8")]
}

/// A page of six megabytes with its picture in the head.
fn long_page() -> String {
    let rest = "<p>Coffee.</p>".repeat(450_000);
    format!("<meta property='og:image' content='/front.png'>{rest}")
}

/// Shops' websites: one with two pictures, one without any, one that robots may not read.
async fn websites() -> Site {
    let two = r#"<meta property="og:image" content="/front.png"><img src="/bar.png" width="1600">"#;
    let pages = Router::new()
        .route("/two", page(two))
        .route("/none", page("<p>Coffee.</p>"))
        .route("/private/", page(two))
        .route(
            "/robots.txt",
            get(|| async { "User-agent: *\nDisallow: /private/" }),
        )
        .route("/front.png", image(800, 500))
        .route("/long", get(|| async { (html_type(), long_page()) }))
        .route(
            "/kept-off",
            get(move || async move { ([("x-robots-tag", "noimageindex")], html_type(), two) }),
        )
        .route(
            "/parked",
            page("<title>bluedoor.example is for sale | HugeDomains</title><img src=/bar.png>"),
        )
        .route(
            "/menu",
            page("<img src=/menu.png alt='Our menu'><img src=/bar.png>"),
        )
        .route("/menu.png", image(1700, 900))
        .route("/status/{status}", get(refusal))
        .route(
            "/html-for-picture",
            page("<meta property='og:image' content='/none'>"),
        )
        .route(
            "/cut-picture",
            page("<meta property='og:image' content='/cut.png'>"),
        )
        .route(
            "/cut.png",
            get(|| async { place_png(900, 640)[..9_000].to_vec() }),
        )
        .route(
            "/large-picture",
            page("<meta property='og:image' content='/large.png'>"),
        )
        .route("/large.png", get(|| async { vec![0; 12 << 20] }))
        .route(
            "/to-private",
            get(|| async { axum::response::Redirect::temporary("http://10.0.0.1/") }),
        )
        .route("/bar.png", image(1600, 900));
    Site::serve(pages).await
}

/// An installation with websites, and its administrator.
struct Desk {
    app: TestApp,
    site: Site,
    model: Option<ChatModel>,
    administrator: Visitor,
    city: city::Model,
}

impl Desk {
    async fn at(home: TestDatabase, model: Option<ChatModel>) -> Self {
        let site = websites().await;
        let allowed = site.address.to_string();
        let url = model.as_ref().map(ChatModel::url);
        let app = Setup::new(home)
            .settings(|settings| {
                settings.outbound_allow = allowed;
                if let Some(url) = url {
                    settings.ai_url = url;
                    settings.ai_model = "eyes".to_owned();
                    settings.ai_reads_images = true;
                    settings.ai_token_field = "max_tokens".to_owned();
                }
            })
            .start()
            .await;
        let administrator = app.administrator().await;
        let city = app.city("Alexandria", "LA").await;
        Self {
            app,
            site,
            model,
            administrator,
            city,
        }
    }

    async fn with_model(home: TestDatabase) -> Self {
        Self::at(home, Some(ChatModel::serve().await)).await
    }

    fn model(&self) -> &ChatModel {
        self.model.as_ref().unwrap()
    }

    /// A shop with this page of the site as its website.
    async fn shop(&self, path: &str) -> shop::Model {
        let website = self.site.url(path);
        let shop = self.app.shop(&self.city);
        shop.with(|row| row.website = Some(website)).await
    }

    /// Runs the update while jobs are worked on.
    async fn update(&self) -> Response {
        self.post(ROOM).await
    }

    /// Calls while jobs are worked on.
    async fn post(&self, path: &str) -> Response {
        let answer =
            self.administrator
                .send(axum::http::Method::POST, path, axum::body::Body::empty());
        self.app.working(answer).await
    }

    async fn get(&self, path: &str) -> Value {
        let path = format!("{ROOM}/{path}");
        self.administrator.get(&path).await.expect(200).json()
    }

    /// Undoes the latest act of this kind in the audit log.
    async fn undo_in_log(&self, action: &str) {
        let log = self.administrator.get("/api/admin/audit").await;
        let log = log.expect(200).json();
        let mut entries = log["entries"].as_array().unwrap().iter();
        let act = entries.find(|entry| entry["action"] == action && entry["isUndone"] == false);
        let id = act.unwrap()["id"].as_str().unwrap();
        let undo = format!("/api/admin/audit/{id}/undo");
        self.administrator.post(&undo, &json!({})).await.expect(200);
    }

    async fn photos_of(&self, shop: &shop::Model) -> Value {
        let path = format!("/api/coffee-shops/{}", shop.slug);
        let shown = self.app.visitor().get(&path).await.expect(200).json();
        shown["photos"].clone()
    }
}

fn results(total: usize, success: usize, failed: usize) -> Value {
    json!({ "total": total, "success": success, "failed": failed })
}

both_engines!(
    shops_without_a_picture_get_one_from_their_website,
    |home: TestDatabase| {
        let desk = Desk::at(home, None).await;
        let nothing = desk.update().await.expect(200).json();
        assert_eq!(
            (&nothing["results"], &nothing["runId"]),
            (&results(0, 0, 0), &Value::Null)
        );
        let good = desk.shop("/two").await;
        let none = desk.shop("/none").await;
        let closed = desk.shop("/private/").await;
        desk.app.shop(&desk.city).await;
        let stats = desk.get("stats").await;
        assert_eq!(
            (
                &stats["shopsToVisit"],
                &stats["shopsWithoutWebsite"],
                &stats["model"]
            ),
            (&json!(3), &json!(1), &Value::Null)
        );
        let updated = desk.update().await.expect(200).json();
        assert_eq!(updated["results"], results(3, 1, 2));
        let photos = desk.photos_of(&good).await;
        assert_eq!(photos[0]["sourceUrl"], desk.site.url("/front.png"));
        assert_eq!(photos[0]["credit"], "Photo: 127.0.0.1");
        let run = updated["runId"].as_str().unwrap();
        let detail = desk.get(&format!("runs/{run}")).await;
        let problem_of = |shop: &shop::Model| {
            let problems = detail["problems"].as_array().unwrap().clone();
            let found = problems.into_iter().find(|one| one["slug"] == shop.slug);
            let found = found.unwrap();
            (
                found["outcome"].clone(),
                found["detail"].as_str().unwrap().to_owned(),
            )
        };
        let (outcome, reason) = problem_of(&none);
        assert_eq!(outcome, "refused");
        assert!(reason.contains("No suitable picture"), "{reason}");
        let (outcome, reason) = problem_of(&closed);
        assert_eq!(outcome, "failed");
        assert!(reason.contains("robots.txt"), "{reason}");
        assert!(!desk.site.paths().contains(&"/private/".to_owned()));

        // Shops with a picture are left alone.
        let asked = desk
            .site
            .paths()
            .iter()
            .filter(|path| *path == "/two")
            .count();
        let again = desk.update().await.expect(200).json();
        assert_eq!(again["results"], results(2, 0, 2));
        let asked_again = desk
            .site
            .paths()
            .iter()
            .filter(|path| *path == "/two")
            .count();
        assert_eq!(asked, asked_again);
    }
);

both_engines!(a_removed_picture_stays_away, |home: TestDatabase| {
    let desk = Desk::at(home, None).await;
    let shop = desk.shop("/two").await;
    desk.update().await.expect(200);
    for expected in ["/front.png", "/bar.png"] {
        let photos = desk.photos_of(&shop).await;
        assert_eq!(photos[0]["sourceUrl"], desk.site.url(expected));
        desk.undo_in_log("shop.photo").await;
        assert_eq!(desk.photos_of(&shop).await, json!([]));
        desk.app.clock.advance(TimeDelta::minutes(1));
        desk.update().await.expect(200);
    }
    assert_eq!(desk.photos_of(&shop).await, json!([]), "both were removed");
});

both_engines!(
    taking_back_a_run_bars_none_of_its_photos,
    |home: TestDatabase| {
        let desk = Desk::at(home, None).await;
        let shop = desk.shop("/two").await;
        let mut shown = Vec::new();
        for _ in 0..2 {
            let updated = desk.update().await.expect(200).json();
            assert_eq!(updated["results"], results(1, 1, 0));
            shown.push(desk.photos_of(&shop).await[0]["sourceUrl"].clone());
            let run = updated["runId"].as_str().unwrap();
            desk.post(&format!("{ROOM}/runs/{run}/undo"))
                .await
                .expect(200);
            assert_eq!(desk.photos_of(&shop).await, json!([]));
            desk.app.clock.advance(TimeDelta::minutes(1));
        }
        assert_eq!(shown[0], shown[1]);
    }
);

both_engines!(a_run_s_images_are_taken_back, |home: TestDatabase| {
    let desk = Desk::at(home, None).await;
    let shops = [desk.shop("/two").await, desk.shop("/two").await];
    let own = desk.app.photo(Owner::Shop(shops[0].id)).await;
    let shop = desk.shop("/two").await;
    let updated = desk.update().await.expect(200).json();
    assert_eq!(updated["results"], results(2, 2, 0));
    let run = updated["runId"].as_str().unwrap();
    // One of the images is removed by itself.
    desk.undo_in_log("shop.photo").await;
    let undo = format!("{ROOM}/runs/{run}/undo");
    let undone = desk.post(&undo).await.expect(200).json();
    assert_eq!(undone, json!({ "undone": 1, "kept": 1 }));
    for shop in [&shops[1], &shop] {
        assert_eq!(desk.photos_of(shop).await, json!([]));
    }
    let others = desk.photos_of(&shops[0]).await;
    assert_eq!(
        others.as_array().unwrap().len(),
        1,
        "the owner's photo {} isn't the run's",
        own.id
    );
    let listed = &desk.get("runs").await[0];
    assert_eq!((&listed["undone"], &listed["done"]), (&json!(1), &json!(1)));
    let again = desk.post(&undo).await.expect(200).json();
    assert_eq!(again, undone);
    let detail = desk.get(&format!("runs/{run}")).await;
    let mut successes = detail["successes"].as_array().unwrap().iter();
    let kept = successes.find(|one| one["outcome"] == "done").unwrap();
    assert_eq!(kept["keptBecause"], "It was removed or replaced since.");

    // Taking back is an act itself, so the audit log can undo it.
    desk.undo_in_log("shop.photo_undo").await;
    let mut shown = 0;
    for shop in [&shops[1], &shop] {
        shown += desk.photos_of(shop).await.as_array().unwrap().len();
    }
    assert_eq!(shown, 1);
    let unknown = format!("{ROOM}/runs/00000000-0000-7000-8000-000000000000/undo");
    desk.post(&unknown).await.expect(404);
});

both_engines!(a_vision_model_chooses, |home: TestDatabase| {
    let desk = Desk::with_model(home).await;
    let shop = desk.shop("/two").await;
    desk.model().says("```json\n{\"picture\": 2}\n```");
    let updated = desk.update().await.expect(200).json();
    assert_eq!(updated["results"], results(1, 1, 0));
    let photos = desk.photos_of(&shop).await;
    assert_eq!(photos[0]["sourceUrl"], desk.site.url("/bar.png"));
    let question = &desk.model().questions()[0];
    assert_eq!(question["max_tokens"], 1500);
    assert_eq!(question["response_format"]["type"], "json_schema");
    let parts = question["messages"][1]["content"].as_array().unwrap();
    assert_eq!(parts.len(), 3, "the name and two pictures");
    for part in &parts[1..] {
        let url = part["image_url"]["url"].as_str().unwrap();
        assert!(
            url.starts_with("data:image/jpeg;base64,/9j/"),
            "{}",
            &url[..40]
        );
        assert!(url.len() < 100_000, "small enough to send");
    }
    assert_eq!(desk.get("runs").await[0]["model"], "eyes");
});

both_engines!(
    a_model_may_see_no_shop_or_talk_nonsense,
    |home: TestDatabase| {
        let desk = Desk::with_model(home).await;
        let shop = desk.shop("/two").await;
        desk.model().says(r#"{"picture":0}"#);
        let updated = desk.update().await.expect(200).json();
        assert_eq!(updated["results"], results(1, 0, 1));
        assert_eq!(desk.photos_of(&shop).await, json!([]));
        desk.model().says(r#"{"picture":99}"#);
        let updated = desk.update().await.expect(200).json();
        assert_eq!(updated["results"], results(1, 0, 1));
        assert_eq!(desk.photos_of(&shop).await, json!([]), "nothing is chosen");
        let run = updated["runId"].as_str().unwrap();
        let detail = desk.get(&format!("runs/{run}")).await;
        let reason = detail["problems"][0]["detail"].as_str().unwrap();
        assert!(reason.contains("none of the"), "{reason}");
    }
);

both_engines!(a_model_without_credit_ends_the_run, |home: TestDatabase| {
    let desk = Desk::with_model(home).await;
    desk.shop("/two").await;
    let shop = desk.shop("/two").await;
    let empty = r#"{"error":{"message":"No credit.","code":"insufficient_quota"}}"#;
    desk.model().responds(429, &[], empty.to_owned());
    let refused = desk.update().await.expect(503).json();
    assert!(refused["message"].as_str().unwrap().contains("credit"));
    let run = &desk.get("runs").await[0];
    assert_eq!(run["state"], "stopped");
    let job = desk.administrator.job(&run["id"]).await;
    assert_eq!(job, json!(["failed", refused["message"], 1]));
    assert_eq!(desk.model().questions().len(), 1);
    assert_eq!(desk.photos_of(&shop).await, json!([]));
});

both_engines!(
    a_run_is_canceled_and_another_goes_on,
    |home: TestDatabase| {
        let desk = Desk::with_model(home).await;
        for _ in 0..3 {
            desk.shop("/two").await;
        }
        desk.model().says(r#"{"picture":1}"#);
        desk.model().holds();
        let meanwhile = async {
            desk.model().asked(2).await;
            let run = desk.get("runs").await[0]["id"].as_str().unwrap().to_owned();
            let undo = format!("{ROOM}/runs/{run}/undo");
            let refused = desk.administrator.post(&undo, &json!({})).await;
            assert!(refused.expect(409).text().contains("Another image update"));
            let cancel = format!("/api/admin/jobs/{run}/cancel");
            desk.administrator
                .post(&cancel, &json!({}))
                .await
                .expect(200);
        };
        let (updated, ()) = tokio::join!(desk.update(), meanwhile);
        let updated = updated.expect(200).json();
        assert_eq!(updated["results"], results(1, 1, 0));
        assert!(updated["stopped"].as_str().unwrap().contains("Canceled"));
        assert_eq!(desk.get("runs").await[0]["state"], "canceled");

        // The next run is interrupted with its server, and goes on where it was.
        desk.model().says(r#"{"picture":1}"#);
        desk.model().holds();
        let administrator = desk.administrator.clone();
        let waiting = tokio::spawn(async move { administrator.post(ROOM, &json!({})).await });
        until("the second run", || async {
            desk.get("runs").await.as_array().unwrap().len() >= 2
        })
        .await;
        let worker = desk.app.services().job_worker();
        tokio::select! {
            done = worker.run_due() => panic!("the model holds its answer: {done:?}"),
            () = desk.model().asked(4) => {}
        }
        desk.app.clock.advance(TimeDelta::minutes(2));
        desk.app.work().await;
        let updated = waiting.await.unwrap().expect(200).json();
        assert_eq!(updated["results"], results(2, 2, 0));
        assert_eq!(desk.model().questions().len(), 5);
    }
);
