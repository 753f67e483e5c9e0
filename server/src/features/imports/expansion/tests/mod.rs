//! Expansion end to end, with an Overpass server on loopback that speaks the real wire format.

mod meetings;
mod metro;
mod silence;
mod statewide;
mod undo;
mod zip;

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{
    Router,
    http::{StatusCode, header},
    response::{IntoResponse, Response as Sent},
    routing::post,
};
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{Response, Setup, Site, TestApp, TestDatabase, Visitor};

const ZIP: &str = "/api/admin/zip-expansion";

/// One answer of the server.
#[derive(Clone, Debug)]
pub enum Told {
    /// These elements.
    Places(Vec<Value>),
    /// The same, after a while.
    Later(Duration, Vec<Value>),
    /// A body as it is.
    Text(StatusCode, &'static str),
    /// Too busy, and to be asked again at once.
    Busy(StatusCode),
    /// It never answers.
    Silence,
}

/// An Overpass server: its answers in turn, the last one forever.
pub struct Overpass {
    site: Site,
    asked: Arc<Mutex<Vec<String>>>,
    answers: Arc<Mutex<VecDeque<Told>>>,
}

impl Overpass {
    pub async fn telling(answers: impl IntoIterator<Item = Told>) -> Self {
        let answers: Arc<Mutex<VecDeque<Told>>> =
            Arc::new(Mutex::new(answers.into_iter().collect()));
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let (held, noted) = (answers.clone(), asked.clone());
        let interpreter = post(move |body: String| {
            noted.lock().unwrap().push(body);
            let mut held = held.lock().unwrap();
            let next = if held.len() > 1 {
                held.pop_front()
            } else {
                held.front().cloned()
            };
            async move { response(next.unwrap()).await }
        });
        let pages = Router::new().route("/api/interpreter", interpreter);
        Self {
            site: Site::serve(pages).await,
            asked,
            answers,
        }
    }

    /// How often it was asked.
    pub fn requests(&self) -> usize {
        self.asked.lock().unwrap().len()
    }

    /// What it was asked.
    pub fn questions(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    /// The address of its interpreter.
    pub fn url(&self) -> String {
        self.site.url("/api/interpreter")
    }

    /// From now on it answers this.
    pub fn tell(&self, told: Told) {
        *self.answers.lock().unwrap() = VecDeque::from([told]);
    }

    /// A server that asks it.
    pub async fn app(&self, home: TestDatabase) -> TestApp {
        let url = self.url();
        let setup = Setup::new(home).settings(|settings| settings.overpass_url = url);
        setup.start().await
    }
}

async fn response(told: Told) -> Sent {
    let json = [(header::CONTENT_TYPE, "application/json")];
    let told = match told {
        Told::Later(pause, elements) => {
            tokio::time::sleep(pause).await;
            Told::Places(elements)
        }
        told => told,
    };
    match told {
        Told::Later(..) => unreachable!("it is past"),
        Told::Places(elements) => {
            let body = json!({
                "version": 0.6,
                "generator": "Overpass API 0.7.62.8 e802775f",
                "osm3s": {
                    "timestamp_osm_base": "2026-03-01T06:00:00Z",
                    "copyright": "The data included in this document is from www.openstreetmap.org. The data is made available under ODbL."
                },
                "elements": elements
            });
            (json, body.to_string()).into_response()
        }
        Told::Text(status, text) => (status, json, text).into_response(),
        Told::Busy(status) => (status, [(header::RETRY_AFTER, "0")], "busy").into_response(),
        Told::Silence => std::future::pending().await,
    }
}

/// A café in Alexandria as OpenStreetMap has it; `number` is its ID, and sets its place and house number apart.
pub fn cafe(number: u32, name: &str) -> Value {
    json!({
        "type": "node",
        "id": number,
        "lat": 31.3 - f64::from(number) * 0.004,
        "lon": -92.45,
        "tags": {
            "amenity": "cafe",
            "name": name,
            "addr:housenumber": (100 * number).to_string(),
            "addr:street": "Jackson Street",
            "addr:city": "Alexandria",
            "addr:state": "LA",
            "addr:postcode": "71301",
            "opening_hours": "Mo-Fr 07:00-15:00"
        }
    })
}

/// Names that have nothing in common.
pub const NAMES: [&str; 7] = [
    "Bayou Robert Coffee",
    "The Slow Ferry",
    "Hollow Oak Espresso",
    "Kisatchie Morning",
    "Lantern Roasting",
    "Paper Heron",
    "Second Cotton",
];

/// The first `count` of them.
pub fn cafes(count: usize) -> Vec<Value> {
    let names = NAMES.iter().zip(1..).take(count);
    names.map(|(name, number)| cafe(number, name)).collect()
}

/// Expands a ZIP code.
pub async fn expand(app: &TestApp, administrator: &Visitor, zip: &str) -> Response {
    // Runs are listed by time.
    app.clock.advance(TimeDelta::seconds(1));
    let body = json!({ "zipCode": zip });
    app.working(administrator.post(ZIP, &body)).await
}
