//! Boosts, stories and votes for the invented shops, so that featured shops, local stories and rankings have content.

use chrono::{DateTime, NaiveTime, TimeDelta, Utc};
use figment::providers::{Format, Toml};
use serde::Deserialize;

use super::invent::DemoTown;
use crate::{
    catalog::entities::{
        boost::{self, Source},
        shop,
        story::{self, Status},
        vote,
    },
    platform::{
        error::{Error, Result},
        id_generator::IdGenerator,
        seeded_random::SeededRandom,
    },
};

const STORIES: &str = include_str!("content/stories.toml");

/// One shop in this many is boosted.
const ONE_BOOSTED_OF: usize = 9;
/// Long enough that a demo running for a year still shows featured shops.
const BOOSTED_FOR: TimeDelta = TimeDelta::days(400);

/// Rows in addition to the shops.
#[derive(Debug, Default)]
pub(super) struct Extras {
    pub(super) boosts: Vec<boost::Model>,
    pub(super) stories: Vec<story::Model>,
    pub(super) votes: Vec<vote::Model>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stories {
    stories: Vec<StoryText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StoryText {
    /// The town's slug.
    town: String,
    first: String,
    second: Option<String>,
}

/// Boosts and stories for the shops of `towns`.
pub(super) fn invent(
    towns: &[DemoTown],
    identifiers: &IdGenerator,
    now: DateTime<Utc>,
) -> Result<Extras> {
    let open_shops = towns
        .iter()
        .flat_map(|town| &town.shops)
        .filter(|shop| shop.closed_at.is_none());
    let boosts = open_shops
        .step_by(ONE_BOOSTED_OF)
        .map(|shop| boost::Model {
            id: identifiers.next(),
            shop_id: shop.id,
            source: Source::Complimentary,
            starts_at: now - TimeDelta::days(3),
            ends_at: now + BOOSTED_FOR,
            reason: Some("demo content".to_owned()),
            created_at: now,
        })
        .collect();
    let texts: Stories = Toml::from_str(STORIES)
        .map_err(|error| Error::Internal(format!("the demo's stories: {error}")))?;
    let mut told: Vec<uuid::Uuid> = Vec::new();
    let mut stories = Vec::new();
    for (place, text) in texts.stories.into_iter().enumerate() {
        let town = towns.iter().find(|town| town.city.slug == text.town);
        let teller = town
            .and_then(|town| {
                town.shops
                    .iter()
                    .find(|shop| shop.closed_at.is_none() && !told.contains(&shop.id))
            })
            .ok_or_else(|| {
                Error::Internal(format!("no demo shop can tell {}'s story", text.town))
            })?;
        told.push(teller.id);
        let created_at = now - TimeDelta::days(7 * i64::try_from(place + 1).unwrap_or(1));
        stories.push(story::Model {
            id: identifiers.next(),
            shop_id: teller.id,
            status: Status::Approved,
            prompt1_response: text.first,
            prompt2_response: text.second,
            photo_url: None,
            created_at,
            updated_at: created_at,
        });
    }
    let votes = towns
        .iter()
        .flat_map(|town| &town.shops)
        .flat_map(|shop| votes(shop, identifiers, now))
        .collect();
    Ok(Extras {
        boosts,
        stories,
        votes,
    })
}

/// Votes for the shop: most voters vote once, some come back, and votes get more frequent toward today.
fn votes(shop: &shop::Model, identifiers: &IdGenerator, now: DateTime<Utc>) -> Vec<vote::Model> {
    let random = &mut SeededRandom::of(&format!("votes {}", shop.slug));
    let end = shop.closed_at.unwrap_or(now);
    let oldest = (end - shop.created_at).num_minutes();
    let mut left = shop.upvote_count;
    let mut votes = Vec::new();
    while left > 0 {
        let often = if random.percent(65) {
            1
        } else {
            2 + i64::from(random.below(8))
        };
        let times = often.min(left);
        left -= times;
        let age = TimeDelta::minutes((oldest as f64 * random.fraction().powf(1.6)) as i64);
        let voted_at = end - age;
        // Whoever came back did so weeks later. For who voted today, the ranking goes by the vote before.
        let previous_at = (times > 1)
            .then(|| (voted_at - TimeDelta::weeks(3)).max(shop.created_at))
            .filter(|time| *time < midnight(voted_at));
        votes.push(vote::Model {
            shop_id: shop.id,
            visitor: identifiers.next(),
            voted_at,
            previous_at,
            times,
            is_ranked: true,
        });
    }
    votes
}

/// When the day (UTC) of this moment began.
fn midnight(moment: DateTime<Utc>) -> DateTime<Utc> {
    moment.date_naive().and_time(NaiveTime::MIN).and_utc()
}
