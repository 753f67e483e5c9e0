//! Foursquare's Places API, with the operator's key. Every request is counted in the database before it is sent, and
//! none is sent beyond the month's budget, whichever node sends it.

mod budget;
mod place;

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use chrono::TimeDelta;
use outside_client::{Answer, Client, Policy, Problem};
use reqwest::header::{ACCEPT, AUTHORIZATION};
use url::Url;

pub use budget::{all_calls, calls_this_month, count_invented};
pub use place::{Category, Hours, Location, OpenSpan, Photo, Place};

use super::{
    clock::Clock,
    database::Database,
    error::Error,
    outbound,
    outside::{Service, ServiceError},
    settings::{Secret, Settings},
};

/// The version of the API that these types are for.
const VERSION: &str = "2025-06-17";
static FOURSQUARE: Service = Service {
    name: "Foursquare",
    advice: "Check the setting foursquare_api_key, and at foursquare.com/developers whether the account has no credits left.",
    pause: TimeDelta::minutes(10),
};
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
    client: Client,
    base: String,
    key: Secret,
    calls_per_month: u32,
    calls: AtomicU32,
    database: Database,
    clock: Clock,
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
    #[error(
        "This month's budget of {0} calls to Foursquare is used up. It starts again on the first of next month (UTC); the setting foursquare_calls_per_month raises it."
    )]
    BudgetUsedUp(u32),
    #[error(transparent)]
    Service(#[from] ServiceError),
    #[error(transparent)]
    Ours(#[from] Error),
}

impl From<Problem> for FoursquareError {
    fn from(problem: Problem) -> Self {
        Self::Service(FOURSQUARE.failed(problem))
    }
}

type Result<T> = std::result::Result<T, FoursquareError>;

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
    ) -> super::error::Result<Option<Self>> {
        let key = settings.foursquare_api_key.reveal();
        if key.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self(Arc::new(Inner {
            client: outbound::outside_client(Policy::USUAL, key)?,
            base: settings.foursquare_api_url.trim_end_matches('/').to_owned(),
            key: settings.foursquare_api_key.clone(),
            calls_per_month: settings.foursquare_calls_per_month,
            calls: AtomicU32::new(0),
            database,
            clock,
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
        let found: place::Found = self.ask(url).await?.json()?;
        Ok(found.results)
    }

    /// The place with this ID; `None` if it is gone.
    ///
    /// # Errors
    ///
    /// See [`FoursquareError`].
    pub async fn place(&self, id: &str) -> Result<Option<Place>> {
        let mut url = self.url("/places/")?;
        url.path_segments_mut()
            .map_err(|()| Problem::Unreachable("foursquare_api_url has no path".into()))?
            .pop_if_empty()
            .push(id);
        url.query_pairs_mut().append_pair("fields", FIELDS);
        let answer = self.ask(url).await?;
        if answer.status == 404 {
            return Ok(None);
        }
        Ok(Some(answer.json()?))
    }

    fn url(&self, path: &str) -> std::result::Result<Url, Problem> {
        Url::parse(&format!("{}{path}", self.0.base)).map_err(|error| {
            Problem::Unreachable(format!("foursquare_api_url is no URL: {error}").into())
        })
    }

    async fn ask(&self, url: Url) -> Result<Answer> {
        let client = &self.0.client;
        let request = (client.transport().get(url))
            .header(AUTHORIZATION, format!("Bearer {}", self.0.key.reveal()))
            .header("X-Places-Api-Version", VERSION)
            .header(ACCEPT, "application/json");
        let request = request.build().map_err(Problem::from)?;
        client.ask_counted(request, || self.count()).await
    }

    async fn count(&self) -> Result<()> {
        let inner = &*self.0;
        let most = inner.calls_per_month;
        if !budget::take(&inner.database, most, inner.clock.now()).await? {
            return Err(FoursquareError::BudgetUsedUp(most));
        }
        inner.calls.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}
