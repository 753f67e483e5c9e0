//! Stock photos from Pexels, with the operator's key.

use std::time::Duration;

use reqwest::header::{AUTHORIZATION, RETRY_AFTER, USER_AGENT};
use serde::Deserialize;
use url::Url;

use super::{
    outbound::service_client,
    settings::{Secret, Settings},
};

/// Timeout of a call.
const TIME: Duration = Duration::from_secs(10);
const LARGEST_ANSWER: usize = 2 << 20;
const FOUND: &str = "40";
/// The pause if the service doesn't say for how long: its limits are per hour.
const PAUSE: u32 = 3600;

/// A client. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Pexels {
    http: reqwest::Client,
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
    #[serde(default)]
    photos: Vec<StockPhoto>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PexelsError {
    #[error("Pexels doesn't accept the key ({0}). Check the setting pexels_api_key.")]
    WrongKey(u16),
    /// Come back after so many seconds.
    #[error("Pexels asks us to wait {0} seconds")]
    Throttled(u32),
    #[error("Pexels: {0}")]
    Failed(String),
}

impl Pexels {
    /// A client, or `None` without a key.
    ///
    /// # Errors
    ///
    /// When TLS can't be set up.
    pub fn open(settings: &Settings) -> super::error::Result<Option<Self>> {
        if settings.pexels_api_key.reveal().is_empty() {
            return Ok(None);
        }
        Ok(Some(Self {
            http: service_client(TIME)?,
            base: settings.pexels_api_url.trim_end_matches('/').to_owned(),
            key: settings.pexels_api_key.clone(),
            user_agent: format!(
                "Townperk/{} (+{}/contact)",
                env!("CARGO_PKG_VERSION"),
                settings.origin()
            ),
        }))
    }

    /// Wide photos for these words, the best first.
    ///
    /// # Errors
    ///
    /// See [`PexelsError`].
    pub async fn search(&self, words: &str) -> Result<Vec<StockPhoto>, PexelsError> {
        let failed = |error: reqwest::Error| PexelsError::Failed(error.without_url().to_string());
        let mut url = Url::parse(&format!("{}/v1/search", self.base))
            .map_err(|error| PexelsError::Failed(error.to_string()))?;
        url.query_pairs_mut()
            .append_pair("query", words)
            .append_pair("orientation", "landscape")
            .append_pair("per_page", FOUND);
        let request = self
            .http
            .get(url)
            .header(AUTHORIZATION, self.key.reveal())
            .header(USER_AGENT, &self.user_agent);
        let mut response = request.send().await.map_err(failed)?;
        let wait = response.headers().get(RETRY_AFTER);
        let wait = wait.and_then(|value| value.to_str().ok()?.parse().ok());
        match response.status().as_u16() {
            200 => {}
            status @ (401 | 403) => return Err(PexelsError::WrongKey(status)),
            429 => return Err(PexelsError::Throttled(wait.unwrap_or(PAUSE))),
            status => return Err(PexelsError::Failed(format!("it answered {status}"))),
        }
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(failed)? {
            if body.len() + chunk.len() > LARGEST_ANSWER {
                return Err(PexelsError::Failed("its answer is too long".to_owned()));
            }
            body.extend_from_slice(&chunk);
        }
        let found: Found = serde_json::from_slice(&body)
            .map_err(|error| PexelsError::Failed(error.to_string()))?;
        Ok(found.photos)
    }
}
