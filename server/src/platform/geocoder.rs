//! Geocodes addresses with the operator's Nominatim server (`nominatim_url`). Follows its usage policy: we identify
//! ourselves (the guarded client's `User-Agent`), send at most one request a second, and credit OpenStreetMap in the
//! data sources.

use chrono::TimeDelta;
use serde::Deserialize;
use url::Url;

use super::{
    limits::Limit,
    outbound::{Outbound, OutboundError},
};

/// For all nodes together, as required by the policy of OpenStreetMap's own server.
pub const QUESTIONS: Limit = Limit {
    name: "questions to the geocoder",
    count: 1,
    period: TimeDelta::seconds(1),
    message: "The geocoder is limited to one request per second.",
};

/// What an address is made of.
#[derive(Clone, Copy, Debug)]
pub struct PostalAddress<'a> {
    /// Number and street.
    pub street: &'a str,
    pub city: &'a str,
    /// Spelled out, such as `Louisiana`.
    pub state: &'a str,
    pub zip: &'a str,
}

/// A place that the server found.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundPlace {
    pub latitude: f64,
    pub longitude: f64,
    /// Set if a building was found, not only its street.
    pub house_number: Option<String>,
}

/// Why a lookup failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GeocoderError {
    #[error("nominatim_url is not a valid URL: {0}")]
    Setting(String),
    #[error("the geocoder: {0}")]
    Unreachable(#[from] OutboundError),
    #[error("the geocoder answered {0}")]
    Refused(u16),
    #[error("the geocoder's answer can't be read: {0}")]
    Unreadable(String),
}

/// One place in a `jsonv2` response, where coordinates are strings.
#[derive(Deserialize)]
struct Answer {
    lat: String,
    lon: String,
    #[serde(default)]
    address: AnswerAddress,
}

#[derive(Default, Deserialize)]
struct AnswerAddress {
    house_number: Option<String>,
}

/// Places for an address according to the server at `base`, the best match first.
///
/// # Errors
///
/// When the server can't be reached, or its answer can't be parsed.
pub async fn find_address(
    outbound: &Outbound,
    base: &str,
    address: &PostalAddress<'_>,
) -> Result<Vec<FoundPlace>, GeocoderError> {
    let question = question(base, address)?;
    let answer = outbound.get(question.as_str()).await?;
    if answer.status != 200 {
        return Err(GeocoderError::Refused(answer.status));
    }
    let places: Vec<Answer> = serde_json::from_slice(&answer.body)
        .map_err(|error| GeocoderError::Unreadable(error.to_string()))?;
    let found = places.into_iter().filter_map(|place| {
        Some(FoundPlace {
            latitude: place.lat.parse().ok()?,
            longitude: place.lon.parse().ok()?,
            house_number: place.address.house_number,
        })
    });
    Ok(found.collect())
}

fn question(base: &str, address: &PostalAddress<'_>) -> Result<Url, GeocoderError> {
    let path = format!("{}/search", base.trim_end_matches('/'));
    let mut url = Url::parse(&path).map_err(|error| GeocoderError::Setting(error.to_string()))?;
    url.query_pairs_mut()
        .append_pair("format", "jsonv2")
        .append_pair("addressdetails", "1")
        .append_pair("limit", "3")
        .append_pair("countrycodes", "us")
        .append_pair("street", address.street)
        .append_pair("city", address.city)
        .append_pair("state", address.state)
        .append_pair("postalcode", address.zip);
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_names_each_part_of_the_address() {
        let address = PostalAddress {
            street: "126 Main & 3rd",
            city: "Alexandria",
            state: "Louisiana",
            zip: "71301",
        };
        let asked = question("https://places.example/nominatim/", &address).unwrap();
        assert_eq!(
            asked.as_str(),
            "https://places.example/nominatim/search?format=jsonv2&addressdetails=1&limit=3&countrycodes=us&street=126+Main+%26+3rd&city=Alexandria&state=Louisiana&postalcode=71301"
        );
        assert!(question("places", &address).is_err());
    }
}
