//! Stock photos from Pexels, with the operator's key.

use chrono::TimeDelta;
use outside_client::{Client, Policy, Problem};
use reqwest::header::{AUTHORIZATION, USER_AGENT};
use serde::Deserialize;
use url::Url;

use super::{
    outbound,
    outside::{Service, ServiceError},
    settings::{Secret, Settings},
};

static PEXELS: Service = Service {
    name: "Pexels",
    advice: "Check the setting pexels_api_key.",
    // Its limits are per hour.
    pause: TimeDelta::hours(1),
};
const POLICY: Policy = Policy {
    largest: 2 << 20,
    ..Policy::USUAL
};
const FOUND: &str = "40";

/// A client. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Pexels {
    client: Client,
    base: String,
    key: Secret,
    user_agent: String,
}

/// A photo.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct StockPhoto {
    /// Its page.
    pub url: String,
    pub photographer: String,
    pub src: Sizes,
    #[serde(default)]
    pub alt: Option<String>,
}

/// The addresses of its files.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Sizes {
    /// 1,880 pixels wide at most.
    pub large2x: String,
}

#[derive(Deserialize)]
struct Found {
    photos: Vec<StockPhoto>,
}

impl Pexels {
    /// A client, or `None` without a key.
    ///
    /// # Errors
    ///
    /// When TLS can't be set up.
    pub fn open(settings: &Settings) -> super::error::Result<Option<Self>> {
        let key = settings.pexels_api_key.reveal();
        if key.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self {
            client: outbound::outside_client(POLICY, key)?,
            base: settings.pexels_api_url.trim_end_matches('/').to_owned(),
            key: settings.pexels_api_key.clone(),
            user_agent: outbound::user_agent(settings),
        }))
    }

    /// Wide photos for these words, the best first.
    ///
    /// # Errors
    ///
    /// When it doesn't answer.
    pub async fn search(&self, words: &str) -> Result<Vec<StockPhoto>, ServiceError> {
        let found = self.found(words).await;
        found.map_err(|problem| PEXELS.failed(problem))
    }

    async fn found(&self, words: &str) -> Result<Vec<StockPhoto>, Problem> {
        let mut url = Url::parse(&format!("{}/v1/search", self.base))
            .map_err(|error| Problem::Unreachable(error.into()))?;
        url.query_pairs_mut()
            .append_pair("query", words)
            .append_pair("orientation", "landscape")
            .append_pair("per_page", FOUND);
        let request = (self.client.transport().get(url))
            .header(AUTHORIZATION, self.key.reveal())
            .header(USER_AGENT, &self.user_agent)
            .build()?;
        let found: Found = self.client.ask(request).await?.json()?;
        Ok(found.photos)
    }
}
