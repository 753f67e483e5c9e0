//! Discovery through the API, with servers on loopback that speak the formats of Wikimedia and Pexels.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{
    Json, Router,
    body::Body,
    extract::{Path, Query, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response as Answer},
    routing::get,
};
use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::{
    catalog::photos::Owner,
    platform::settings::{Secret, Settings},
};

use crate::support::{Response, Setup, Site, TestApp, TestDatabase, Visitor, photo_file};

const DISCOVER: &str = "/api/admin/cities/discover-images";

#[derive(Default)]
struct Says {
    /// Summaries by title.
    articles: BTreeMap<String, Value>,
    /// `imageinfo` by file.
    files: BTreeMap<String, Value>,
    stock: Vec<Value>,
    /// Statuses to answer next, with `Retry-After`.
    instead: Vec<(u16, &'static str)>,
}

/// Wikipedia, Commons, Pexels and their files, all on one address.
struct World {
    site: Site,
    says: Arc<Mutex<Says>>,
}

type Held = State<Arc<Mutex<Says>>>;

fn refusal(says: &Held) -> Option<Answer> {
    let (status, seconds) = says.lock().unwrap().instead.pop()?;
    let answer = Answer::builder().status(status);
    let answer = answer.header(header::RETRY_AFTER, seconds);
    Some(answer.body(Body::empty()).unwrap())
}

async fn summary(says: Held, Path(title): Path<String>) -> Answer {
    if let Some(refusal) = refusal(&says) {
        return refusal;
    }
    let found = says.lock().unwrap().articles.get(&title).cloned();
    match found {
        Some(article) => Json(article).into_response(),
        None => {
            let missing = json!({ "type": "Internal error", "title": "Not found." });
            (StatusCode::NOT_FOUND, Json(missing)).into_response()
        }
    }
}

async fn files(says: Held, Query(query): Query<BTreeMap<String, String>>) -> Json<Value> {
    let title = query["titles"].strip_prefix("File:").unwrap().to_owned();
    assert_eq!(query["formatversion"], "2");
    let found = says.lock().unwrap().files.get(&title).cloned();
    let page = match found {
        Some(info) => json!({ "pageid": 1, "title": query["titles"], "imageinfo": [info] }),
        None => json!({ "title": query["titles"], "missing": true }),
    };
    Json(json!({ "batchcomplete": true, "query": { "pages": [page] } }))
}

async fn stock(says: Held) -> Answer {
    if let Some(refusal) = refusal(&says) {
        return refusal;
    }
    let photos = says.lock().unwrap().stock.clone();
    Json(json!({ "total_results": photos.len(), "page": 1, "per_page": 40, "photos": photos }))
        .into_response()
}

impl World {
    async fn serve() -> Self {
        let says: Arc<Mutex<Says>> = Arc::default();
        let picture = || async { ([(header::CONTENT_TYPE, "image/jpeg")], photo_file()) };
        let router = Router::new()
            .route("/api/rest_v1/page/summary/{title}", get(summary))
            .route("/w/api.php", get(files))
            .route("/v1/search", get(stock))
            .route("/wikipedia/commons/{*path}", get(picture))
            .route("/photos/{name}", get(picture))
            .with_state(says.clone());
        Self {
            site: Site::serve(router).await,
            says,
        }
    }

    async fn app(&self, home: TestDatabase, change: impl FnOnce(&mut Settings)) -> TestApp {
        let (url, allowed) = (self.site.url(""), self.site.address.to_string());
        Setup::new(home)
            .settings(|settings| {
                settings.wikipedia_url = url.clone();
                settings.wikimedia_url = url.clone();
                settings.pexels_api_url = url;
                settings.outbound_allow = allowed;
                change(settings);
            })
            .start()
            .await
    }

    /// Wikipedia has an article with a picture of `file`, Commons the picture.
    fn knows(&self, title: &str, file: &str, change: impl FnOnce(&mut Value, &mut Value)) {
        let source = self.site.url(&format!("/wikipedia/commons/a/ab/{file}"));
        let mut article = json!({
            "type": "standard", "title": title.replace('_', " "), "pageid": 113_000,
            "wikibase_item": "Q79791", "extract": "A city.",
            "thumbnail": { "source": source, "width": 320, "height": 213 },
            "originalimage": { "source": source, "width": 3000, "height": 2000 },
            "coordinates": { "lat": 31.3113, "lon": -92.4451 },
            "content_urls": { "desktop": { "page": "https://en.wikipedia.org/wiki/X" } }
        });
        let mut info = json!({
            "size": 2_000_000, "width": 3000, "height": 2000, "mime": "image/jpeg",
            "thumburl": self.site.url(&format!("/wikipedia/commons/thumb/a/ab/{file}/1920px-{file}")),
            "url": source,
            "descriptionurl": format!("https://commons.wikimedia.org/wiki/File:{file}"),
            "extmetadata": {
                "LicenseShortName": { "value": "CC BY-SA 4.0" }, "License": { "value": "cc-by-sa-4.0" },
                "Artist": { "value": "<a href=\"//commons.wikimedia.org/wiki/User:Jo\">Jo Example</a>" },
                "AttributionRequired": { "value": "true" }, "Restrictions": { "value": "" }
            }
        });
        change(&mut article, &mut info);
        let mut says = self.says.lock().unwrap();
        says.articles.insert(title.to_owned(), article);
        says.files.insert(file.replace('_', " "), info);
    }
}

/// Sends the call and works until it is answered.
async fn discover(app: &TestApp, administrator: &Visitor) -> Response {
    let visitor = administrator.clone();
    let call = tokio::spawn(async move { visitor.post(DISCOVER, &json!({})).await });
    while !call.is_finished() {
        app.work().await;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    call.await.unwrap()
}

/// Towns with a shop each, all near the article's point unless `point` says otherwise.
async fn towns(app: &TestApp, names: &[&str]) -> Vec<uuid::Uuid> {
    let mut ids = Vec::new();
    for name in names {
        let city = app
            .city(name, "LA")
            .with(|row| (row.latitude, row.longitude) = (Some(31.31), Some(-92.44)))
            .await;
        app.shop(&city).await;
        ids.push(city.id);
    }
    ids
}

async fn seen(app: &TestApp, slug: &str) -> Value {
    let path = format!("/api/cities/{slug}");
    app.visitor().get(&path).await.expect(200).json()
}

both_engines!(
    cities_get_a_free_picture_and_those_with_one_keep_theirs,
    |home: TestDatabase| {
        let world = World::serve().await;
        let app = world.app(home, |_| {}).await;
        let ids = towns(&app, &["Alexandria", "Pineville", "Ball"]).await;
        app.photo_with(Owner::City(ids[1]), |new| new.source = "admin")
            .await;
        app.edit_city(ids[1], |row| row.image_source = "custom".to_owned())
            .await;
        world.knows("Alexandria,_Louisiana", "Main_Street.jpg", |_, _| {});
        world.knows("Pineville,_Louisiana", "Pineville.jpg", |_, _| {});
        let administrator = app.administrator().await;
        let answer = discover(&app, &administrator).await.expect(200).json();
        assert_eq!(
            answer,
            json!({ "updated": 1, "checked": 2, "wikipedia": 1, "stock": 0, "failed": 0 })
        );
        let city = seen(&app, "alexandria-la").await;
        assert_eq!(city["imageSource"], "wikipedia");
        let photo = &city["photos"][0];
        assert_eq!(photo["credit"], "Photo: Jo Example, Wikimedia Commons");
        assert_eq!(photo["license"], "CC BY-SA 4.0");
        assert_eq!(
            photo["sourceUrl"],
            "https://commons.wikimedia.org/wiki/File:Main_Street.jpg"
        );
        assert_eq!(seen(&app, "pineville-la").await["imageSource"], "custom");
        assert_eq!(seen(&app, "ball-la").await["imageSource"], "fallback");
        let asked = world.site.asked();
        let agent = asked[0].headers["user-agent"].to_str().unwrap();
        assert!(
            agent.contains("https://townperk.example/contact"),
            "{agent}"
        );
        assert!(!asked.iter().any(|asked| asked.path.contains("Pineville")));
        // What somebody removed is not found again.
        let entries = administrator
            .get("/api/admin/audit")
            .await
            .expect(200)
            .json();
        let entry = entries["entries"]
            .as_array()
            .unwrap()
            .iter()
            .find(|entry| entry["action"] == "city.image")
            .unwrap();
        let undo = format!("/api/admin/audit/{}/undo", entry["id"].as_str().unwrap());
        administrator.post(&undo, &json!({})).await.expect(200);
        let again = discover(&app, &administrator).await.expect(200).json();
        assert_eq!(again["updated"], 0);
        assert_eq!(seen(&app, "alexandria-la").await["imageSource"], "fallback");
    }
);

both_engines!(
    pictures_that_may_not_be_kept_are_left,
    |home: TestDatabase| {
        let world = World::serve().await;
        let app = world.app(home, |_| {}).await;
        towns(&app, &["Aa", "Bb", "Cc", "Dd", "Ee", "Ff", "Gg"]).await;
        world.knows("Aa,_Louisiana", "Seal_of_Aa.jpg", |_, _| {});
        world.knows("Bb,_Louisiana", "Bb.jpg", |article, _| {
            article["type"] = json!("disambiguation");
        });
        world.knows("Cc,_Louisiana", "Cc.jpg", |article, _| {
            // 60 miles away: another town of that name.
            article["coordinates"]["lat"] = json!(32.2);
        });
        world.knows("Dd,_Louisiana", "Dd.jpg", |_, info| {
            info["extmetadata"]["LicenseShortName"]["value"] = json!("CC BY-NC 2.0");
        });
        world.knows("Ee,_Louisiana", "Ee.jpg", |_, info| {
            info["extmetadata"]["Restrictions"]["value"] = json!("trademarked");
        });
        world.knows("Ff,_Louisiana", "Ff.jpg", |article, _| {
            article.as_object_mut().unwrap().remove("coordinates");
        });
        world.knows("Gg,_Louisiana", "Gg.jpg", |_, info| {
            info["extmetadata"] = json!({})
        });
        let administrator = app.administrator().await;
        let answer = discover(&app, &administrator).await.expect(200).json();
        assert_eq!(
            (&answer["updated"], &answer["checked"]),
            (&json!(0), &json!(7))
        );
        let paths = world.site.paths();
        assert!(
            !paths.iter().any(|path| path.starts_with("/wikipedia/")),
            "{paths:?}"
        );
    }
);

both_engines!(
    stock_photos_fill_in_with_one_question_a_state,
    |home: TestDatabase| {
        let world = World::serve().await;
        let app = world
            .app(home, |settings| {
                settings.wikipedia_url.clear();
                settings.pexels_api_key = Secret::new("pexels-key".to_owned());
            })
            .await;
        towns(&app, &["Alexandria", "Pineville"]).await;
        world.says.lock().unwrap().stock = vec![json!({
            "id": 7, "width": 4000, "height": 2600, "url": "https://www.pexels.com/photo/7/",
            "photographer": "Ann Example", "photographer_url": "https://www.pexels.com/@ann",
            "avg_color": "#777777", "alt": "A street",
            "src": { "original": "x", "large2x": world.site.url("/photos/7.jpg"), "large": "x" }
        })];
        let administrator = app.administrator().await;
        let answer = discover(&app, &administrator).await.expect(200).json();
        assert_eq!(
            (&answer["updated"], &answer["stock"]),
            (&json!(2), &json!(2))
        );
        let city = seen(&app, "alexandria-la").await;
        assert_eq!(city["imageSource"], "stock");
        assert_eq!(
            city["photos"][0]["credit"],
            "Photo by Ann Example on Pexels"
        );
        assert_eq!(city["photos"][0]["alt"], "A street");
        let asked = world.site.asked();
        let searches: Vec<_> = asked
            .iter()
            .filter(|one| one.path.starts_with("/v1/"))
            .collect();
        assert_eq!(searches.len(), 1);
        assert_eq!(searches[0].headers["authorization"], "pexels-key");
    }
);

both_engines!(
    a_refused_key_and_missing_sources_are_named,
    |home: TestDatabase| {
        let world = World::serve().await;
        let mut app = world
            .app(home, |settings| {
                settings.wikipedia_url.clear();
                settings.pexels_api_key = Secret::new("pexels-key".to_owned());
            })
            .await;
        towns(&app, &["Alexandria"]).await;
        let administrator = app.administrator().await;
        world.says.lock().unwrap().instead = vec![(401, "0")];
        let refused = discover(&app, &administrator).await.expect(503).json();
        assert!(
            refused["message"]
                .as_str()
                .unwrap()
                .contains("pexels_api_key")
        );
        let jobs = administrator.kind_of_jobs("cities.discover_images").await;
        assert_eq!(
            (&jobs["error"], &jobs["lastDone"]),
            (&refused["message"], &Value::Null)
        );
        let unset = app
            .second_node_with(|settings| settings.pexels_api_key = Secret::default())
            .await;
        let administrator = unset.administrator().await;
        let refused = administrator
            .post(DISCOVER, &json!({}))
            .await
            .expect(503)
            .json();
        assert!(
            refused["message"]
                .as_str()
                .unwrap()
                .contains("wikipedia_url")
        );
    }
);

both_engines!(wikimedias_pause_is_kept, |home: TestDatabase| {
    let world = World::serve().await;
    let app = world.app(home, |_| {}).await;
    towns(&app, &["Alexandria"]).await;
    world.knows("Alexandria,_Louisiana", "Main_Street.jpg", |_, _| {});
    world.says.lock().unwrap().instead = vec![(429, "300")];
    let administrator = app.administrator().await;
    let visitor = administrator.clone();
    let call = tokio::spawn(async move { visitor.post(DISCOVER, &json!({})).await });
    while world.site.asked().is_empty() {
        app.work().await;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    app.clock.advance(TimeDelta::seconds(299));
    app.work().await;
    assert_eq!(
        world.site.asked().len(),
        1,
        "asked before the pause was over"
    );
    app.clock.advance(TimeDelta::seconds(1));
    while !call.is_finished() {
        app.work().await;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let answer = call.await.unwrap().expect(200).json();
    assert_eq!(
        (&answer["updated"], &answer["checked"]),
        (&json!(1), &json!(1))
    );
});
