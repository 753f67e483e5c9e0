//! Foursquare's Places API, with the operator's key. Every request is counted in the database before it is sent, and
//! none is sent beyond the month's budget, whichever node sends it.

mod budget;
mod place;

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use chrono::TimeDelta;
use reqwest::{
    StatusCode,
    header::{ACCEPT, AUTHORIZATION, HeaderMap, RETRY_AFTER},
};
use serde::de::DeserializeOwned;
use url::Url;

pub use budget::{all_calls, calls_this_month};
pub use place::{Category, Hours, Location, OpenSpan, Photo, Place};

use super::{
    clock::Clock,
    database::Database,
    error::Error,
    id_generator::IdGenerator,
    outbound::service_client,
    settings::{Secret, Settings},
};

/// The version of the API that these types are for.
const VERSION: &str = "2025-06-17";
/// Timeout of one attempt.
const ATTEMPT_TIME: Duration = Duration::from_secs(10);
/// Maximum attempts per question.
const ATTEMPTS: u32 = 3;
/// Delay before the second attempt; it doubles each time, and up to as much is added at random.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// If the service asks for a longer pause, the caller has to come back.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// The pause if the service is overloaded and doesn't say for how long.
const PAUSE_OF_THE_BUSY: TimeDelta = TimeDelta::minutes(10);
/// Answers are far smaller.
const LARGEST_ANSWER: usize = 4 << 20;
/// What is asked for: without it, rating, price, hours and photos are missing.
const FIELDS: &str = "fsq_place_id,name,latitude,longitude,location,categories,tel,website,date_closed,rating,price,hours,photos";
/// How far from a shop its entry may be, in meters.
const RADIUS: &str = "500";
const FOUND: &str = "5";

/// A client for one run. Cheap to clone; clones count together.
#[derive(Clone, Debug)]
pub struct Foursquare(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    http: reqwest::Client,
    base: String,
    key: Secret,
    calls_per_month: u32,
    calls: AtomicU32,
    database: Database,
    clock: Clock,
    identifiers: IdGenerator,
}

/// Where a shop is looked for.
#[derive(Clone, Copy, Debug)]
pub enum Around<'a> {
    Point(f64, f64),
    /// Such as `Alexandria, LA`.
    Town(&'a str),
}

/// Why there is no answer. The messages are for the administrator.
#[derive(Debug, thiserror::Error)]
pub enum FoursquareError {
    #[error("Foursquare doesn't accept the key (401). Check the setting foursquare_api_key.")]
    WrongKey,
    /// 402 and 403.
    #[error(
        "Foursquare refused the call ({0}): the account has no credits left, or its key may not use this. Check the account at foursquare.com/developers."
    )]
    NotAllowed(u16),
    #[error(
        "This month's budget of {0} calls to Foursquare is used up. It starts again on the first of next month (UTC); the setting foursquare_calls_per_month raises it."
    )]
    BudgetUsedUp(u32),
    /// Come back after this time.
    #[error("Foursquare asks us to wait.")]
    Throttled(TimeDelta),
    #[error("Foursquare can't be reached: {0}")]
    Unreachable(String),
    /// The question or the answer isn't what both sides agreed on.
    #[error("Foursquare's answer can't be used: {0}")]
    Unusable(String),
    #[error(transparent)]
    Ours(#[from] Error),
}

type Result<T> = std::result::Result<T, FoursquareError>;

/// The result of one attempt.
enum Attempt<T> {
    Done(T),
    /// Worth another attempt, after the requested delay.
    Again(FoursquareError, Option<Duration>),
}

impl Foursquare {
    /// A client, or `None` without a key.
    ///
    /// # Errors
    ///
    /// When TLS can't be set up.
    pub fn open(
        settings: &Settings,
        database: Database,
        clock: Clock,
        identifiers: IdGenerator,
    ) -> super::error::Result<Option<Self>> {
        if settings.foursquare_api_key.reveal().is_empty() {
            return Ok(None);
        }
        Ok(Some(Self(Arc::new(Inner {
            http: service_client(ATTEMPT_TIME)?,
            base: settings.foursquare_api_url.trim_end_matches('/').to_owned(),
            key: settings.foursquare_api_key.clone(),
            calls_per_month: settings.foursquare_calls_per_month,
            calls: AtomicU32::new(0),
            database,
            clock,
            identifiers,
        }))))
    }

    /// How many requests this client has sent.
    #[must_use]
    pub fn calls(&self) -> u32 {
        self.0.calls.load(Ordering::Relaxed)
    }

    /// The places that may be the shop `name`.
    ///
    /// # Errors
    ///
    /// See [`FoursquareError`].
    pub async fn search(&self, name: &str, around: Around<'_>) -> Result<Vec<Place>> {
        let mut url = self.url("/places/search")?;
        {
            let mut query = url.query_pairs_mut();
            query.append_pair("query", name);
            match around {
                Around::Point(latitude, longitude) => {
                    query.append_pair("ll", &format!("{latitude:.5},{longitude:.5}"));
                    query.append_pair("radius", RADIUS);
                }
                Around::Town(town) => {
                    query.append_pair("near", town);
                }
            }
            query
                .append_pair("fields", FIELDS)
                .append_pair("limit", FOUND);
        }
        let found: Option<place::Found> = self.ask(url).await?;
        Ok(found.map(|found| found.results).unwrap_or_default())
    }

    /// The place with this ID; `None` if it is gone.
    ///
    /// # Errors
    ///
    /// See [`FoursquareError`].
    pub async fn place(&self, id: &str) -> Result<Option<Place>> {
        let mut url = self.url("/places/")?;
        url.path_segments_mut()
            .map_err(|()| FoursquareError::Unusable("foursquare_api_url has no path".to_owned()))?
            .pop_if_empty()
            .push(id);
        url.query_pairs_mut().append_pair("fields", FIELDS);
        self.ask(url).await
    }

    fn url(&self, path: &str) -> Result<Url> {
        Url::parse(&format!("{}{path}", self.0.base))
            .map_err(|error| FoursquareError::Unusable(format!("foursquare_api_url: {error}")))
    }

    /// `None` for 404.
    async fn ask<T: DeserializeOwned>(&self, url: Url) -> Result<Option<T>> {
        let mut pause = FIRST_PAUSE;
        for attempt in 1.. {
            let (error, asked) = match self.attempt(&url).await? {
                Attempt::Done(answer) => return Ok(answer),
                Attempt::Again(error, asked) => (error, asked),
            };
            if attempt >= ATTEMPTS || asked.is_some_and(|asked| asked > LONGEST_PAUSE) {
                return Err(error);
            }
            tokio::time::sleep(asked.unwrap_or_else(|| pause + self.jitter(pause))).await;
            pause *= 2;
        }
        Ok(None)
    }

    async fn attempt<T: DeserializeOwned>(&self, url: &Url) -> Result<Attempt<Option<T>>> {
        let inner = &*self.0;
        let most = inner.calls_per_month;
        if !budget::take(&inner.database, most, inner.clock.now()).await? {
            return Err(FoursquareError::BudgetUsedUp(most));
        }
        inner.calls.fetch_add(1, Ordering::Relaxed);
        let request = inner
            .http
            .get(url.clone())
            .header(AUTHORIZATION, format!("Bearer {}", inner.key.reveal()))
            .header("X-Places-Api-Version", VERSION)
            .header(ACCEPT, "application/json");
        let unreachable = |error: reqwest::Error| {
            let reason = error.without_url().to_string();
            Attempt::Again(FoursquareError::Unreachable(reason), None)
        };
        let mut response = match request.send().await {
            Ok(response) => response,
            Err(error) => return Ok(unreachable(error)),
        };
        let status = response.status();
        let wait = retry_after(response.headers());
        let mut body = Vec::new();
        loop {
            match response.chunk().await {
                Ok(Some(chunk)) if body.len() + chunk.len() <= LARGEST_ANSWER => {
                    body.extend_from_slice(&chunk);
                }
                Ok(Some(_)) => {
                    return Err(FoursquareError::Unusable("it is too long".to_owned()));
                }
                Ok(None) => break,
                Err(error) => return Ok(unreachable(error)),
            }
        }
        match status {
            StatusCode::OK => serde_json::from_slice(&body)
                .map(|answer| Attempt::Done(Some(answer)))
                .map_err(|error| FoursquareError::Unusable(error.to_string())),
            StatusCode::NOT_FOUND => Ok(Attempt::Done(None)),
            StatusCode::UNAUTHORIZED => Err(FoursquareError::WrongKey),
            StatusCode::PAYMENT_REQUIRED | StatusCode::FORBIDDEN => {
                Err(FoursquareError::NotAllowed(status.as_u16()))
            }
            StatusCode::TOO_MANY_REQUESTS => {
                let asked = wait.and_then(|wait| TimeDelta::from_std(wait).ok());
                let error = FoursquareError::Throttled(asked.unwrap_or(PAUSE_OF_THE_BUSY));
                Ok(Attempt::Again(error, wait))
            }
            status if status.is_server_error() => Ok(Attempt::Again(
                FoursquareError::Unreachable(format!("it answered {}", status.as_u16())),
                wait,
            )),
            status => Err(FoursquareError::Unusable(format!(
                "it answered {}",
                status.as_u16()
            ))),
        }
    }

    /// Up to `most`, so that many nodes don't retry at the same moment.
    fn jitter(&self, most: Duration) -> Duration {
        let mut byte = [0];
        self.0.identifiers.fill(&mut byte);
        most.mul_f64(f64::from(byte[0]) / 255.0)
    }
}

/// Seconds; the form with a date isn't used by this service.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds: u64 = headers.get(RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds.min(86_400)))
}
