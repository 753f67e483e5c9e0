//! Asks Overpass servers (`overpass_url`) for the coffee places of OpenStreetMap in a rectangle. Follows the public
//! server's rules: we identify ourselves with a contact address, and wait as long as it says when it is busy. Each kind
//! of run asks one question at a time, so there are at most two at once, with a pause between them over all nodes.

use std::{
    future::ready,
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use bytes::Bytes;
use chrono::TimeDelta;
use outside_client::{Answer, Client, Policy, Problem, may_pass};
use reqwest::header;
use url::{Url, form_urlencoded};

use super::{
    error::{Error, Result},
    outbound,
    outside::{Service, ServiceError},
    settings::Settings,
};

/// The server, in messages.
pub static OVERPASS: Service = Service {
    name: "OpenStreetMap",
    advice: "",
    pause: TimeDelta::minutes(2),
};
const POLICY: Policy = Policy {
    // A large city has less than 1 MB.
    largest: 20 << 20,
    first_pause: Duration::from_secs(5),
    longest_pause: Duration::from_secs(60),
    again: is_busy,
    ..Policy::USUAL
};

/// The server gives up this many seconds before we do, so that it can say so.
const HEAD_START: u64 = 5;

/// What a question may take of the server's memory, in bytes. Small questions are answered first.
const MAX_MEMORY: u32 = 64 << 20;

/// A cuisine among those of a list.
const COFFEE_SHOP: &str = "(^|;) *coffee_shop *(;|$)";

/// A silent server had its time.
fn is_busy(result: &std::result::Result<Answer, Problem>) -> bool {
    result.is_ok() && may_pass(result)
}

/// What is said about a setting that is no server.
const NO_SERVER: &str = "must be the URL of an Overpass server's interpreter, such as https://overpass-api.de/api/interpreter";

/// A rectangle in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    pub south: f64,
    pub west: f64,
    pub north: f64,
    pub east: f64,
}

impl Bounds {
    /// Whether the point is in it.
    #[must_use]
    pub fn contain(&self, (latitude, longitude): (f64, f64)) -> bool {
        (self.south..=self.north).contains(&latitude)
            && (self.west..=self.east).contains(&longitude)
    }
}

/// The server's client. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Overpass {
    client: Client,
    /// Asked in this order, until one answers.
    servers: Vec<Url>,
    user_agent: String,
    seconds: u64,
}

/// What the server sent, unread, and how many requests that took.
#[derive(Debug)]
pub struct OverpassAnswer {
    pub result: std::result::Result<Bytes, ServiceError>,
    pub requests: u32,
}

impl Overpass {
    /// The configured server; `None` if there is none.
    ///
    /// # Errors
    ///
    /// When the setting is no URL, or TLS can't be set up.
    pub fn open(settings: &Settings) -> Result<Option<Self>> {
        if settings.overpass_url.is_empty() {
            return Ok(None);
        }
        let seconds = settings.overpass_timeout_seconds;
        let policy = Policy {
            time: Duration::from_secs(seconds),
            ..POLICY
        };
        Ok(Some(Self {
            client: outbound::outside_client(policy, "")?,
            servers: parse(&settings.overpass_url)?,
            user_agent: outbound::user_agent(settings),
            seconds,
        }))
    }

    /// The coffee places in a rectangle, as Overpass JSON.
    pub async fn coffee_places(&self, bounds: Bounds) -> OverpassAnswer {
        let requests = AtomicU32::new(0);
        let result = self.ask(&question(bounds, self.seconds), &requests).await;
        OverpassAnswer {
            result: result.map_err(|problem| OVERPASS.failed(problem)),
            requests: requests.into_inner(),
        }
    }

    async fn ask(
        &self,
        question: &str,
        requests: &AtomicU32,
    ) -> std::result::Result<Bytes, Problem> {
        let mut latest = Problem::Unreachable("overpass_url names no server".into());
        for server in &self.servers {
            match self.ask_server(server, question, requests).await {
                Ok(body) => return Ok(body),
                Err(problem) => latest = problem,
            }
        }
        Err(latest)
    }

    async fn ask_server(
        &self,
        server: &Url,
        question: &str,
        requests: &AtomicU32,
    ) -> std::result::Result<Bytes, Problem> {
        let body = form_urlencoded::Serializer::new(String::new())
            .append_pair("data", question)
            .finish();
        let request = (self.client.transport().post(server.clone()))
            .header(header::USER_AGENT, &self.user_agent)
            .header(header::ACCEPT, "application/json")
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(body)
            .build()?;
        let count = || {
            requests.fetch_add(1, Ordering::Relaxed);
            ready(Ok::<_, Problem>(()))
        };
        self.client.ask_counted(request, count).await?.body()
    }
}

/// Parses the setting `overpass_url`: one or more servers, with blanks between them.
///
/// # Errors
///
/// When one isn't an address that can be asked.
fn parse(addresses: &str) -> Result<Vec<Url>> {
    let wrong = || Error::Setup(format!("overpass_url {NO_SERVER}"));
    let addresses = addresses.split_whitespace();
    addresses
        .map(|address| {
            let url = Url::parse(address).map_err(|_| wrong())?;
            if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
                return Err(wrong());
            }
            Ok(url)
        })
        .collect()
}

/// What's wrong with the settings, each with the setting's key.
pub(in crate::platform) fn check(settings: &Settings) -> Vec<(&'static str, String)> {
    let mut wrong = Vec::new();
    if !settings.overpass_url.is_empty() && parse(&settings.overpass_url).is_err() {
        wrong.push(("overpass_url", NO_SERVER.to_owned()));
    }
    if settings.overpass_timeout_seconds == 0 {
        wrong.push(("overpass_timeout_seconds", "must be 1 or more".to_owned()));
    }
    wrong
}

/// The question in Overpass QL. `out center` gives ways and relations a point.
fn question(bounds: Bounds, seconds: u64) -> String {
    let Bounds {
        south,
        west,
        north,
        east,
    } = bounds;
    let area = format!("({south:.4},{west:.4},{north:.4},{east:.4})");
    let limit = seconds.saturating_sub(HEAD_START).max(1);
    format!(
        "[out:json][timeout:{limit}][maxsize:{MAX_MEMORY}];(nwr[\"amenity\"=\"cafe\"]{area};nwr[\"shop\"=\"coffee\"]{area};nwr[\"cuisine\"~\"{COFFEE_SHOP}\"]{area};);out center;"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_names_the_rectangle_from_south_to_east() {
        let bounds = Bounds {
            south: 31.2,
            west: -92.55,
            north: 31.42,
            east: -92.33,
        };
        assert_eq!(
            question(bounds, 30),
            "[out:json][timeout:25][maxsize:67108864];(nwr[\"amenity\"=\"cafe\"](31.2000,-92.5500,31.4200,-92.3300);\
            nwr[\"shop\"=\"coffee\"](31.2000,-92.5500,31.4200,-92.3300);\
            nwr[\"cuisine\"~\"(^|;) *coffee_shop *(;|$)\"](31.2000,-92.5500,31.4200,-92.3300););out center;"
        );
        assert!(bounds.contain((31.3, -92.44)) && !bounds.contain((-92.44, 31.3)));
    }

    #[test]
    fn only_web_addresses_are_servers() {
        let two = parse("https://overpass-api.de/api/interpreter\n http://127.0.0.1:8080/");
        assert_eq!(two.unwrap().len(), 2);
        for wrong in [
            "overpass",
            "ftp://overpass.example/",
            "/api/interpreter",
            "https://overpass-api.de/api/interpreter overpass",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
