//! Asks an Overpass server (`overpass_url`) for the coffee places of OpenStreetMap in a rectangle. Follows the public
//! server's rules: we identify ourselves with a contact address, ask one question at a time, and wait as long as it
//! says when it is busy.

use std::time::Duration;

use bytes::Bytes;
use reqwest::{StatusCode, header};
use url::{Url, form_urlencoded};

use super::{
    error::{Error, Result},
    outbound,
    settings::Settings,
};

/// The longest answer in bytes; a large city has less than 1 MB.
const LARGEST: usize = 20 << 20;
/// How often a busy server is asked again, and after how long if it doesn't say.
const PAUSES: [Duration; 2] = [Duration::from_secs(5), Duration::from_secs(15)];
/// The longest wait that a server may ask for.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// The server gives up this many seconds before we do, so that it can say so.
const HEAD_START: u64 = 5;

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
    client: reqwest::Client,
    address: Url,
    user_agent: String,
    seconds: u64,
}

/// What the server sent, unread, and how many requests that took.
#[derive(Debug)]
pub struct OverpassAnswer {
    pub result: std::result::Result<Bytes, OverpassError>,
    pub requests: u32,
}

/// Why there is no answer. Continues a sentence about the server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OverpassError {
    #[error("it couldn't be reached ({0})")]
    Unreachable(String),
    #[error("it didn't answer within {0} seconds")]
    TooSlow(u64),
    #[error("it is busy (status {0}); please try again in a few minutes")]
    Busy(u16),
    #[error("it refused the request (status {0})")]
    Refused(u16),
    #[error("its answer is larger than 20 MB")]
    TooLarge,
}

/// The result of one request.
enum Turn {
    Ended(std::result::Result<Bytes, OverpassError>),
    /// Busy, and how long to wait if it says so.
    Busy(u16, Option<Duration>),
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
        Ok(Some(Self {
            client: outbound::service_client(Duration::from_secs(seconds))?,
            address: parse(&settings.overpass_url)?,
            user_agent: outbound::user_agent(settings),
            seconds,
        }))
    }

    /// The coffee places in a rectangle, as Overpass JSON.
    pub async fn coffee_places(&self, bounds: Bounds) -> OverpassAnswer {
        let question = question(bounds, self.seconds);
        let mut requests = 0;
        let mut pauses = PAUSES.iter();
        loop {
            requests += 1;
            let result = match self.ask(&question).await {
                Turn::Ended(result) => result,
                Turn::Busy(status, wait) => {
                    if let Some(pause) = pauses.next() {
                        tracing::info!(status, "the Overpass server is busy");
                        tokio::time::sleep(wait.unwrap_or(*pause).min(LONGEST_PAUSE)).await;
                        continue;
                    }
                    Err(OverpassError::Busy(status))
                }
            };
            return OverpassAnswer { result, requests };
        }
    }

    async fn ask(&self, question: &str) -> Turn {
        let body = form_urlencoded::Serializer::new(String::new())
            .append_pair("data", question)
            .finish();
        let sent = self
            .client
            .post(self.address.clone())
            .header(header::USER_AGENT, &self.user_agent)
            .header(header::ACCEPT, "application/json")
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(body)
            .send()
            .await;
        let response = match sent {
            Ok(response) => response,
            Err(error) => return Turn::Ended(Err(self.failed(&error))),
        };
        let status = response.status();
        if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() {
            return Turn::Busy(status.as_u16(), wait(response.headers()));
        }
        if status != StatusCode::OK {
            return Turn::Ended(Err(OverpassError::Refused(status.as_u16())));
        }
        Turn::Ended(self.body(response).await)
    }

    /// Reads the body, and gives up as soon as it is too long.
    async fn body(
        &self,
        mut response: reqwest::Response,
    ) -> std::result::Result<Bytes, OverpassError> {
        let mut whole = Vec::new();
        loop {
            match response.chunk().await {
                Ok(Some(chunk)) if whole.len() + chunk.len() > LARGEST => {
                    return Err(OverpassError::TooLarge);
                }
                Ok(Some(chunk)) => whole.extend_from_slice(&chunk),
                Ok(None) => return Ok(whole.into()),
                Err(error) => return Err(self.failed(&error)),
            }
        }
    }

    fn failed(&self, error: &reqwest::Error) -> OverpassError {
        if error.is_timeout() {
            return OverpassError::TooSlow(self.seconds);
        }
        // The inner errors say what happened; the outermost only that something did, and the address.
        let mut cause: &dyn std::error::Error = error;
        while let Some(inner) = cause.source() {
            cause = inner;
        }
        OverpassError::Unreachable(cause.to_string())
    }
}

/// Parses the setting `overpass_url`.
///
/// # Errors
///
/// When it isn't an address that can be asked.
fn parse(address: &str) -> Result<Url> {
    let wrong = || Error::Setup(format!("overpass_url {NO_SERVER}"));
    let url = Url::parse(address).map_err(|_| wrong())?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
        return Err(wrong());
    }
    Ok(url)
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

/// `Retry-After` in seconds; other forms are ignored.
fn wait(headers: &header::HeaderMap) -> Option<Duration> {
    let seconds = headers.get(header::RETRY_AFTER)?.to_str().ok()?;
    Some(Duration::from_secs(seconds.trim().parse().ok()?))
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
        "[out:json][timeout:{limit}];(nwr[\"amenity\"=\"cafe\"]{area};nwr[\"shop\"=\"coffee\"]{area};nwr[\"cuisine\"~\"coffee_shop\"]{area};);out center;"
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
            "[out:json][timeout:25];(nwr[\"amenity\"=\"cafe\"](31.2000,-92.5500,31.4200,-92.3300);\
            nwr[\"shop\"=\"coffee\"](31.2000,-92.5500,31.4200,-92.3300);\
            nwr[\"cuisine\"~\"coffee_shop\"](31.2000,-92.5500,31.4200,-92.3300););out center;"
        );
        assert!(bounds.contain((31.3, -92.44)) && !bounds.contain((-92.44, 31.3)));
    }

    #[test]
    fn only_web_addresses_are_servers() {
        assert!(parse("https://overpass-api.de/api/interpreter").is_ok());
        for wrong in ["overpass", "ftp://overpass.example/", "/api/interpreter"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
