//! Discovery through the API, with servers on loopback that speak the formats of Wikimedia and Pexels.

mod finding;
mod undo;

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use axum::{
    Json, Router,
    body::Body,
    extract::{Path, Query, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response as Answer},
    routing::get,
};
use serde_json::{Value, json};
use townperk::platform::settings::{Secret, Settings};

use crate::support::{
    Response, Setup, Site, TestApp, TestDatabase, Visitor, photo_file, place_png_named,
};

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
        let picture = |uri: axum::http::Uri| async move {
            let file = if uri.path().contains("graphic") {
                photo_file()
            } else {
                place_png_named(uri.path())
            };
            ([(header::CONTENT_TYPE, "image/png")], file)
        };
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
    app.work_until("the answer", || call.is_finished()).await;
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

/// A photo as Pexels describes it.
fn stock_photo(world: &World) -> Value {
    json!({
        "id": 1, "width": 4000, "height": 3000, "url": "https://www.pexels.com/photo/1/",
        "photographer": "Ann", "alt": "A street", "src": { "large2x": world.site.url("/photos/1.jpg") },
    })
}

/// An installation that asks both sources.
async fn app_with_both(world: &World, home: TestDatabase) -> TestApp {
    world.says.lock().unwrap().stock = vec![stock_photo(world)];
    world
        .app(home, |settings| {
            settings.pexels_api_key = Secret::new("key".to_owned());
        })
        .await
}
