//! A place as Foursquare describes it. Unknown fields are ignored; only the ID is always there.

use std::{fmt::Write as _, str::FromStr};

use chrono::{DateTime, NaiveTime, Utc};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use url::Url;

/// The answer to a search.
#[derive(Debug, Deserialize)]
pub(super) struct Found {
    pub(super) results: Vec<Place>,
}

/// A place.
#[derive(Clone, Debug, Deserialize)]
pub struct Place {
    /// Empty if a demo has invented it.
    pub fsq_place_id: String,
    /// Empty if it has none, so that no shop is this place.
    #[serde(default, deserialize_with = "or_default")]
    pub name: String,
    #[serde(default, deserialize_with = "number")]
    pub latitude: Option<f64>,
    #[serde(default, deserialize_with = "number")]
    pub longitude: Option<f64>,
    #[serde(default, deserialize_with = "or_default")]
    pub location: Location,
    #[serde(default, deserialize_with = "or_default")]
    pub categories: Vec<Category>,
    /// Those that it belongs to.
    #[serde(default, deserialize_with = "or_default")]
    pub chains: Vec<Value>,
    #[serde(default)]
    pub tel: Option<String>,
    #[serde(default)]
    pub website: Option<String>,
    /// The day it closed for good.
    #[serde(default)]
    pub date_closed: Option<String>,
    /// Of ten.
    #[serde(default, deserialize_with = "number")]
    pub rating: Option<f64>,
    /// 1 to 4.
    #[serde(default, deserialize_with = "number")]
    pub price: Option<i32>,
    #[serde(default)]
    pub hours: Option<Hours>,
    #[serde(default, deserialize_with = "or_default")]
    pub photos: Vec<Photo>,
}

/// Its address.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Location {
    /// Number and street.
    pub address: Option<String>,
    pub locality: Option<String>,
    pub region: Option<String>,
    pub postcode: Option<String>,
}

/// One of its categories.
#[derive(Clone, Debug, Deserialize)]
pub struct Category {
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub short_name: Option<String>,
}

/// When it is open.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Hours {
    /// In words.
    pub display: Option<String>,
    pub regular: Vec<OpenSpan>,
}

/// One span of a week's hours.
#[derive(Clone, Debug, Deserialize)]
pub struct OpenSpan {
    /// 1 is Monday.
    pub day: u8,
    /// Such as `0700`.
    pub open: String,
    /// Such as `1700`; earlier than `open` if it is on the next day.
    pub close: String,
}

/// A photo. Its address is made of two parts with a size between them.
#[derive(Clone, Debug, Deserialize)]
pub struct Photo {
    #[serde(default)]
    pub created_at: Option<String>,
    pub prefix: String,
    pub suffix: String,
    #[serde(default)]
    pub width: u32,
    #[serde(default)]
    pub height: u32,
    /// Such as `indoor`, `menu`: plain words, or objects with a name.
    #[serde(default)]
    pub classifications: Vec<Value>,
}

/// Nothing for `null`.
fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// A number, also as text; nothing if it is neither, because the rest of the place is as good as before.
fn number<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr,
{
    let written = match Option::deserialize(deserializer)? {
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::String(text)) => text,
        _ => return Ok(None),
    };
    Ok(written.trim().parse().ok())
}

/// The size that photos are fetched in: as wide as our largest file needs, at most.
const SIZE: &str = "width1600";
const DAYS: [&str; 7] = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];

impl Photo {
    /// Where its file is; `None` if that isn't a web address.
    #[must_use]
    pub fn address(&self) -> Option<String> {
        let size = if self.width > 1600 { SIZE } else { "original" };
        let address = format!("{}{size}{}", self.prefix, self.suffix);
        let url = Url::parse(&address).ok()?;
        matches!(url.scheme(), "http" | "https").then_some(address)
    }

    /// When it was taken up.
    #[must_use]
    pub fn created(&self) -> Option<DateTime<Utc>> {
        let text = self.created_at.as_deref()?;
        let moment = DateTime::parse_from_rfc3339(text).map(|moment| moment.to_utc());
        moment.ok().or_else(|| {
            let day = text.get(..10)?.parse::<chrono::NaiveDate>().ok()?;
            Some(day.and_time(NaiveTime::MIN).and_utc())
        })
    }

    /// What it shows, in lower case.
    #[must_use]
    pub fn shows(&self) -> Vec<String> {
        let named = self.classifications.iter().filter_map(|class| {
            let text = class.as_str().or_else(|| class.get("name")?.as_str())?;
            Some(text.to_lowercase())
        });
        named.collect()
    }
}

impl Hours {
    /// In OpenStreetMap's syntax; `None` if a span can't be understood.
    #[must_use]
    pub fn osm(&self) -> Option<String> {
        let mut days: [String; 7] = Default::default();
        for span in &self.regular {
            let day = days.get_mut(usize::from(span.day).checked_sub(1)?)?;
            let comma = if day.is_empty() { "" } else { "," };
            write!(day, "{comma}{}-{}", time(&span.open)?, time(&span.close)?).ok()?;
        }
        let rules = DAYS.iter().zip(&days).map(|(name, spans)| {
            let spans = if spans.is_empty() { "off" } else { spans };
            format!("{name} {spans}")
        });
        (!self.regular.is_empty()).then(|| rules.collect::<Vec<_>>().join("; "))
    }
}

/// `0700` → `07:00`.
fn time(text: &str) -> Option<String> {
    // Closing after midnight is written `+0200`.
    let digits = text.trim_start_matches('+');
    let number: u16 = digits.parse().ok().filter(|_| digits.len() == 4)?;
    let (hour, minute) = (number / 100, number % 100);
    (hour <= 24 && minute < 60).then(|| format!("{hour:02}:{minute:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(day: u8, open: &str, close: &str) -> OpenSpan {
        OpenSpan {
            day,
            open: open.to_owned(),
            close: close.to_owned(),
        }
    }

    #[test]
    fn hours_become_openstreetmaps() {
        let hours = Hours {
            display: None,
            regular: vec![
                span(1, "0700", "1100"),
                span(1, "1300", "1700"),
                span(5, "1800", "+0200"),
            ],
        };
        assert_eq!(
            hours.osm().unwrap(),
            "Mo 07:00-11:00,13:00-17:00; Tu off; We off; Th off; Fr 18:00-02:00; Sa off; Su off"
        );
        for bad in [
            span(0, "0700", "1700"),
            span(8, "0700", "1700"),
            span(1, "7", "17"),
            span(1, "0761", "1700"),
        ] {
            let regular = vec![bad];
            let display = None;
            assert_eq!(Hours { display, regular }.osm(), None);
        }
        assert_eq!(Hours::default().osm(), None);
    }

    #[test]
    fn a_place_needs_only_an_id_and_a_name() {
        let place: Place =
            serde_json::from_str(r#"{"fsq_place_id":"4b","name":"Bean","link":"/x"}"#).unwrap();
        assert_eq!((place.rating, place.photos.len()), (None, 0));
        let odd: Place = serde_json::from_str(
            r#"{"fsq_place_id":"4b","name":null,"latitude":"31.3","rating":"8.4","price":"two","photos":null,
                "categories":[{"name":null},{"name":"Donut Shop"}]}"#,
        )
        .unwrap();
        assert_eq!((odd.name.as_str(), odd.latitude), ("", Some(31.3)));
        assert_eq!((odd.rating, odd.price), (Some(8.4), None));
        assert_eq!(odd.categories.len(), 2);
        let photo: Photo = serde_json::from_str(
            r#"{"id":"1","created_at":"2024-05-01T10:00:00.000Z","prefix":"https://img.example/","suffix":"/a.jpg",
                "width":4000,"height":3000,"classifications":["Indoor",{"name":"Menu"}]}"#,
        )
        .unwrap();
        assert_eq!(
            photo.address().unwrap(),
            "https://img.example/width1600/a.jpg"
        );
        assert_eq!(photo.shows(), ["indoor", "menu"]);
        assert_eq!(
            photo.created().unwrap().to_rfc3339(),
            "2024-05-01T10:00:00+00:00"
        );
    }
}
