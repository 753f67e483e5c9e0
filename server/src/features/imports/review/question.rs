//! A record next to the shop that it may duplicate, for people.

use chrono::{DateTime, Utc, Weekday};
use gazetteer::distance_miles;
use hours_text::repeated_days;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::{Held, review_item};
use crate::{
    catalog::{
        admission::{ReviewReason, facts::FactDifference},
        entities::shop,
    },
    platform::error::Result,
};

const METERS_PER_MILE: f64 = 1609.344;

/// The shop that a record may duplicate.
pub(super) struct SimilarShop {
    pub(super) shop: shop::Model,
    /// Its town, such as `Alexandria, LA`.
    pub(super) town: String,
    /// Another record of the question's list is this shop.
    pub(super) is_of_the_same_list: bool,
}

/// A record and the shop that it may duplicate.
#[derive(Clone, Debug)]
pub struct Question {
    pub item: review_item::Model,
    /// Number, street, town and ZIP code, as far as the record has them.
    pub address: String,
    /// Its page at the source, if the source has one.
    pub link: Option<String>,
    /// When its source looked at it last.
    pub refreshed_at: Option<DateTime<Utc>>,
    pub shop: Option<shop::Model>,
    /// Why someone has to decide; `None` for records of earlier versions.
    pub why: Option<ReviewReason>,
    /// Weekdays that the record's hours name twice, Monday first.
    pub repeated_days: Vec<Weekday>,
    /// Number, street, town and ZIP code of the shop.
    pub shop_address: Option<String>,
    /// Where the record is, in degrees, even if its list's coordinates were not used.
    pub point: Option<(f64, f64)>,
    /// Where the shop is.
    pub shop_point: Option<(f64, f64)>,
    /// How far the two points are apart.
    pub meters: Option<f64>,
    /// Another record of the same list is the shop.
    pub is_named_twice: bool,
    pub differences: Vec<FactDifference>,
}

impl Question {
    /// Identifies what someone who decides has read: another one means that the record or the shop has changed. It has
    /// 48 bits, so browsers represent it exactly.
    #[must_use]
    pub fn version(&self) -> i64 {
        let shop = self.shop.as_ref().map(|shop| (&shop.slug, &shop.name));
        let facts = self.differences.iter();
        let facts: Vec<_> = facts
            .map(|fact| (fact.name, &fact.now, &fact.suggested))
            .collect();
        let read = json!([
            [&self.item.name, &self.item.reason, &self.address],
            self.why,
            shop,
            self.shop_address,
            facts,
            self.is_named_twice,
        ]);
        let [one, two, three, four, five, six, ..] =
            <[u8; 32]>::from(Sha256::digest(read.to_string()));
        i64::from_be_bytes([0, 0, one, two, three, four, five, six])
    }

    pub(super) fn of(item: review_item::Model, similar: Option<SimilarShop>) -> Result<Self> {
        let Held {
            facts,
            refreshed_at,
            why,
            ..
        } = Held::from_text(&item.record)?;
        let is_named_twice = (similar.as_ref()).is_some_and(|similar| similar.is_of_the_same_list);
        let (shop, town) = similar.map(|similar| (similar.shop, similar.town)).unzip();
        let ours = shop.as_ref();
        let shop_point = ours.and_then(|shop| shop.latitude.zip(shop.longitude));
        let points = shop_point.zip(facts.point);
        Ok(Self {
            point: facts.point.or_else(|| foreign_point(why.as_ref())),
            shop_point,
            is_named_twice,
            address: joined([
                facts.street.as_ref(),
                Some(&item.town),
                facts.zip_code.as_ref(),
            ]),
            link: link(&item.source_id),
            refreshed_at,
            why,
            repeated_days: facts.hours.as_deref().map_or_else(Vec::new, repeated_days),
            shop_address: ours
                .map(|shop| joined([shop.street.as_ref(), town.as_ref(), shop.zip_code.as_ref()])),
            meters: points.map(|(one, two)| distance_miles(one, two) * METERS_PER_MILE),
            differences: super::differences(ours, &facts),
            item,
            shop,
        })
    }
}

/// The coordinates that weren't used because they are abroad.
fn foreign_point(why: Option<&ReviewReason>) -> Option<(f64, f64)> {
    let Some(ReviewReason::ForeignPoint { point, .. }) = why else {
        return None;
    };
    let (latitude, longitude) = point.split_once(',')?;
    Some((
        latitude.trim().parse().ok()?,
        longitude.trim().parse().ok()?,
    ))
}

fn joined(parts: [Option<&String>; 3]) -> String {
    let parts: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
    parts.join(", ")
}

/// A record's page at OpenStreetMap; other sources have no public pages.
fn link(source_id: &str) -> Option<String> {
    let (kind, number) = source_id.split_once('/')?;
    let is_one = matches!(kind, "node" | "way" | "relation")
        && !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit());
    is_one.then(|| format!("https://www.openstreetmap.org/{source_id}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_openstreetmap_have_a_page() {
        let page = "https://www.openstreetmap.org/node/7256023240";
        assert_eq!(link("node/7256023240").as_deref(), Some(page));
        for other in ["7", "node/", "node/x", "../way/1", "alexandria-la|rust|126"] {
            assert_eq!(link(other), None, "{other}");
        }
    }
}
