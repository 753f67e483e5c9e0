//! Geocodes addresses with the operator's Nominatim server (`nominatim_url`). Follows its usage policy: we identify
//! ourselves (the guarded client's `User-Agent`), send at most one request a second, and credit OpenStreetMap in the
//! data sources.

use chrono::TimeDelta;
use outside_client::{Client, Policy, Problem};
use reqwest::{Method, Request};
use serde::Deserialize;
use url::Url;

use super::{
    outbound::Outbound,
    outside::{Service, ServiceError},
    settings::Settings,
};

static GEOCODER: Service = Service {
    name: "The geocoder",
    advice: "Check the setting nominatim_url.",
    pause: TimeDelta::minutes(1),
};
/// Another attempt needs another turn.
const POLICY: Policy = Policy {
    attempts: 1,
    ..Policy::USUAL
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

/// The server's client. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Geocoder {
    client: Client<Outbound>,
    base: String,
}

impl Geocoder {
    /// The configured server; `None` if there is none.
    #[must_use]
    pub fn open(settings: &Settings, outbound: &Outbound) -> Option<Self> {
        let base = settings.nominatim_url.trim_end_matches('/');
        (!base.is_empty()).then(|| Self {
            client: Client::new(outbound.clone(), POLICY, ""),
            base: base.to_owned(),
        })
    }

    /// Places for an address, the best match first.
    ///
    /// # Errors
    ///
    /// When the server doesn't answer.
    pub async fn find_address(
        &self,
        address: &PostalAddress<'_>,
    ) -> Result<Vec<FoundPlace>, ServiceError> {
        let places = self.ask(address).await;
        let places = places.map_err(|problem| GEOCODER.failed(problem))?;
        let found = places.into_iter().filter_map(|place| {
            Some(FoundPlace {
                latitude: place.lat.parse().ok()?,
                longitude: place.lon.parse().ok()?,
                house_number: place.address.house_number,
            })
        });
        Ok(found.collect())
    }

    async fn ask(&self, address: &PostalAddress<'_>) -> Result<Vec<Answer>, Problem> {
        let question = question(&self.base, address);
        let question = question.map_err(|error| Problem::Unreachable(error.into()))?;
        let request = Request::new(Method::GET, question);
        self.client.ask(request).await?.json()
    }
}

fn question(base: &str, address: &PostalAddress<'_>) -> Result<Url, url::ParseError> {
    let mut url = Url::parse(&format!("{base}/search"))?;
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
        let asked = question("https://places.example/nominatim", &address).unwrap();
        assert_eq!(
            asked.as_str(),
            "https://places.example/nominatim/search?format=jsonv2&addressdetails=1&limit=3&countrycodes=us&street=126+Main+%26+3rd&city=Alexandria&state=Louisiana&postalcode=71301"
        );
        assert!(question("places", &address).is_err());
    }
}
