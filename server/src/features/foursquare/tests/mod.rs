//! Enhancement through the API, with a server on loopback that speaks the Places API's format.

mod content;
mod doubts;
mod faults;
mod runs;
mod undo;

use std::sync::{Arc, Mutex};

use axum::{
    Json, Router,
    body::Body,
    extract::{Path, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response as Answer},
    routing::get,
};
use serde_json::{Value, json};
use townperk::{
    catalog::entities::{city, shop},
    platform::settings::{Secret, Settings},
};

use tokio::task::JoinHandle;

use crate::support::{
    Response, Setup, Site, TestApp, TestDatabase, Visitor, photo_file, place_png_named,
};

const KEY: &str = "fsq-test-key";
const STATS: &str = "/api/admin/foursquare-enhancement/stats";
const HISTORY: &str = "/api/admin/foursquare-enhancement/history";
const SHOPS: &str = "/api/admin/foursquare-enhancement/enhance-shops";

/// What the loopback server says.
#[derive(Default)]
struct Says {
    places: Vec<Value>,
    /// Answered instead, with these headers, for the next requests; then the places again.
    instead: Vec<(u16, Option<&'static str>)>,
    /// Answered to every request instead.
    always: Option<(u16, String)>,
    /// How many more requests are answered, if not all of them.
    answered: Option<usize>,
}

/// A Places API on loopback, which has photos, too.
struct Places {
    site: Site,
    says: Arc<Mutex<Says>>,
}

impl Places {
    async fn serve() -> Self {
        let says: Arc<Mutex<Says>> = Arc::default();
        let photo = |Path((_, name)): Path<(String, String)>| async move {
            let file = match name.as_str() {
                // Four even colors.
                "graphic.jpg" => photo_file(),
                // The same picture under another name.
                "front-again.jpg" => place_png_named("front.jpg"),
                name => place_png_named(name),
            };
            ([(header::CONTENT_TYPE, "image/png")], file)
        };
        let router = Router::new()
            .route("/places/search", get(search))
            .route("/places/{id}", get(one))
            .route("/img/{size}/{name}", get(photo))
            .with_state(says.clone());
        Self {
            site: Site::serve(router).await,
            says,
        }
    }

    fn says(&self, change: impl FnOnce(&mut Says)) {
        change(&mut self.says.lock().unwrap());
    }

    /// The next requests are answered so.
    fn refuses(&self, status: u16, retry_after: Option<&'static str>, times: usize) {
        self.says(|says| says.instead = vec![(status, retry_after); times]);
    }

    /// The questions so far, without those for photos.
    fn questions(&self) -> Vec<String> {
        let paths = self.site.paths().into_iter();
        paths.filter(|path| path.starts_with("/places/")).collect()
    }

    /// An installation that asks it.
    async fn app(&self, home: TestDatabase, change: impl FnOnce(&mut Settings)) -> TestApp {
        let (url, allowed) = (self.site.url(""), self.site.address.to_string());
        Setup::new(home)
            .settings(|settings| {
                settings.foursquare_api_key = Secret::new(KEY.to_owned());
                settings.foursquare_api_url = url;
                settings.outbound_allow = allowed;
                change(settings);
            })
            .start()
            .await
    }

    /// A place that is `shop`, as the API describes it.
    fn knows(&self, shop: &shop::Model, change: impl FnOnce(&mut Value)) {
        let mut place = json!({
            "fsq_place_id": format!("fsq-{}", shop.slug),
            "name": shop.name,
            "latitude": shop.latitude, "longitude": shop.longitude,
            "distance": 3,
            "location": {
                "address": shop.street, "locality": "Alexandria", "region": "LA",
                "postcode": shop.zip_code, "country": "US",
                "formatted_address": "Alexandria, LA"
            },
            "categories": [{
                "fsq_category_id": "4bf58dd8d48988d1e0931735", "name": "Coffee Shop",
                "short_name": "Coffee Shop", "plural_name": "Coffee Shops",
                "icon": { "prefix": "https://ss3.4sqi.net/img/", "suffix": ".png" }
            }],
            "tel": "(318) 555-0142",
            "rating": 8.7, "price": 2,
            "hours": {
                "display": "Mon-Fri 7:00 AM-3:00 PM", "is_local_holiday": false, "open_now": true,
                "regular": (1..=5).map(|day| json!({ "day": day, "open": "0700", "close": "1500" })).collect::<Vec<_>>()
            },
            "photos": [],
            "link": "/places/x"
        });
        change(&mut place);
        self.says(|says| says.places.push(place));
    }

    /// A photo of good quality in the API's format.
    fn photo(&self, name: &str) -> Value {
        json!({
            "fsq_photo_id": name, "created_at": "2025-11-20T10:00:00.000Z",
            "prefix": self.site.url("/img/"), "suffix": format!("/{name}.jpg"),
            "width": 1440, "height": 960
        })
    }
}

type Held = State<Arc<Mutex<Says>>>;

/// The refusal that is due, unless nothing is answered.
async fn refusal(says: &Held) -> Option<Answer> {
    let (is_silent, instead, always) = {
        let mut says = says.lock().unwrap();
        let is_silent = says.answered == Some(0);
        says.answered = says.answered.map(|left| left.saturating_sub(1));
        (is_silent, says.instead.pop(), says.always.clone())
    };
    if is_silent {
        std::future::pending::<()>().await;
    }
    if let Some((status, body)) = always {
        let answer = Answer::builder().status(status);
        return Some(answer.body(Body::from(body)).unwrap());
    }
    let (status, retry_after) = instead?;
    let mut answer = Answer::builder().status(status);
    if let Some(seconds) = retry_after {
        answer = answer.header(header::RETRY_AFTER, seconds);
    }
    let body = Body::from(r#"{"message":"no"}"#);
    Some(answer.body(body).unwrap())
}

async fn search(says: Held) -> Answer {
    if let Some(refusal) = refusal(&says).await {
        return refusal;
    }
    let places = says.lock().unwrap().places.clone();
    Json(json!({ "results": places, "context": { "geo_bounds": {} } })).into_response()
}

async fn one(says: Held, Path(id): Path<String>) -> Answer {
    if let Some(refusal) = refusal(&says).await {
        return refusal;
    }
    let places = says.lock().unwrap().places.clone();
    let found = places
        .into_iter()
        .find(|place| place["fsq_place_id"] == id.as_str());
    match found {
        Some(place) => Json(place).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A shop at its own house of Main Street, without anything that Foursquare could add.
async fn shop_named(app: &TestApp, city: &city::Model, name: &str, number: u32) -> shop::Model {
    app.shop(city)
        .name(name)
        .with(|row| {
            row.street = Some(format!("{number} Main Street"));
            row.zip_code = Some("71301".to_owned());
            row.latitude = Some(31.3 + f64::from(number) / 10_000.0);
            row.longitude = Some(-92.4451);
            row.categories.0.clear();
            (row.hours, row.opening_hours) = (None, None);
        })
        .await
}

/// Sends a call that waits for its job. In its own task, because it may hold the database while we work.
fn sent(administrator: &Visitor, path: &str, body: Value) -> JoinHandle<Response> {
    let (visitor, path) = (administrator.clone(), path.to_owned());
    tokio::spawn(async move { visitor.post(&path, &body).await })
}

/// The same, working until it is answered.
async fn call(app: &TestApp, administrator: &Visitor, path: &str, body: Value) -> Response {
    let call = sent(administrator, path, body);
    app.work_until("the answer", || call.is_finished()).await;
    call.await.unwrap()
}

async fn enhance(app: &TestApp, administrator: &Visitor, city: &city::Model) -> Response {
    let path = format!("/api/admin/foursquare-enhancement/enhance/{}", city.id);
    call(app, administrator, &path, json!({})).await
}

/// The shop as visitors see it.
async fn seen(app: &TestApp, shop: &shop::Model) -> Value {
    let path = format!("/api/coffee-shops/{}", shop.slug);
    app.visitor().get(&path).await.expect(200).json()
}
