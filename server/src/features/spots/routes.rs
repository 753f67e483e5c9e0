//! The reads of this room.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    catalog::{
        CityEntry, Shop, View,
        answers::{CityAnswer, ShopAnswer, find_town, rank_for_community},
        ranking::{HALF_LIFE, PRIOR_RATINGS, Ratings, Score, Tally},
        read::{Json, Read},
    },
    platform::{
        arguments::Arguments,
        error::{ErrorBody, Result},
    },
};

/// Shops in a community ranking (D14).
const MAX_RANKED: usize = 10;

/// A town's best shops for one thing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Spots)]
pub struct SpotsAnswer {
    pub city: CityAnswer,
    /// The boosted shops that qualify, else the community's ranking.
    pub shops: Vec<SpotAnswer>,
    pub selection_reason: SelectionReason,
    /// How many `shops` there are.
    pub count: usize,
    /// The community's ranking beside boosted shops, ten at most; empty where `shops` is that ranking.
    pub community_shops: Vec<SpotAnswer>,
    /// All shops of the town that qualify, ranked or not.
    pub eligible_count: usize,
    /// The day (UTC) at whose beginning the votes were counted.
    pub ranked_on: NaiveDate,
    /// The same for people, such as `November 21, 2026`.
    pub ranked_on_text: String,
    /// When the facts of these shops last changed, for people.
    #[schema(required)]
    pub changed_on_text: Option<String>,
}

/// Why these shops (D14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SelectionReason {
    /// Paid placement, always labeled.
    Boosted,
    Community,
}

/// A shop with its place.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Spot)]
pub struct SpotAnswer {
    #[serde(flatten)]
    pub shop: ShopAnswer,
    /// Its place in the community's ranking of all that qualify, from 1.
    pub rank: usize,
    pub ranking: RankingAnswer,
}

/// What a place rests on.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ShopRanking)]
pub struct RankingAnswer {
    /// With two decimals.
    pub score: String,
    /// Distinct visitors who have voted.
    pub voters: i64,
}

/// Today's numbers behind every ranking.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Ranking)]
pub struct RankingNumbers {
    /// The day (UTC) at whose beginning votes and the mean were taken.
    pub ranked_on: NaiveDate,
    /// The same for people, such as `November 21, 2026`.
    pub ranked_on_text: String,
    /// m, with three decimals; null while no shop has a rating.
    #[schema(required)]
    pub mean_rating: Option<String>,
    /// The ratings that the mean is made of.
    pub rating_count: i64,
    /// Voters of all shops; who voted for two shops counts twice.
    pub voter_count: i64,
    /// How many ratings of the mean stand beside a shop's own.
    pub prior_ratings: u32,
    pub half_life_days: i64,
    pub examples: Vec<RankingExample>,
}

/// An invented shop, worked out with today's numbers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RankingExample {
    /// Such as `12 ratings of 4.6`.
    pub ratings: String,
    /// Such as `3 votes from yesterday`.
    pub votes: String,
    pub score: String,
}

/// All reads of this room.
#[must_use]
pub fn reads() -> Vec<Read> {
    vec![
        Read::new(
            "/api/cities/{slug}/breakfast-spots",
            Vec::new(),
            list_breakfast_spots,
        ),
        Read::new(
            "/api/cities/{slug}/coffee-spots",
            Vec::new(),
            list_coffee_spots,
        ),
        Read::new("/api/ranking", Vec::new(), show_ranking),
    ]
}

/// Show the best breakfast spots of a town: boosted ones, marked, beside the community's ranking (D13, D14, D15).
#[utoipa::path(get, path = "/api/cities/{slug}/breakfast-spots", tag = "best-of pages",
    params(("slug" = String, Path, description = "Slug or ID")),
    responses((status = 200, body = SpotsAnswer), (status = 404, body = ErrorBody)))]
pub fn list_breakfast_spots(view: &View, arguments: &Arguments) -> Result<Json> {
    let town = find_town(view, arguments.path("slug"))?;
    let serves_breakfast = |shop: &Shop| {
        let (serves, until) = shop.breakfast_at(view.now());
        if let Some(moment) = until {
            view.changes_at(moment);
        }
        serves
    };
    Json::of(&spots(view, &town, serves_breakfast))
}

/// Show the best coffee spots of a town: boosted ones, marked, beside the community's ranking (D14, D15).
#[utoipa::path(get, path = "/api/cities/{slug}/coffee-spots", tag = "best-of pages",
    params(("slug" = String, Path, description = "Slug or ID")),
    responses((status = 200, body = SpotsAnswer), (status = 404, body = ErrorBody)))]
pub fn list_coffee_spots(view: &View, arguments: &Arguments) -> Result<Json> {
    let town = find_town(view, arguments.path("slug"))?;
    Json::of(&spots(view, &town, |_| true))
}

/// Show the numbers that today's rankings rest on.
#[utoipa::path(get, path = "/api/ranking", tag = "best-of pages", responses((status = 200, body = RankingNumbers)))]
pub fn show_ranking(view: &View, _: &Arguments) -> Result<Json> {
    let daily_ranking = view.daily_ranking();
    let mean = daily_ranking.mean();
    let example = |count: i64, rating: f64, votes: i64, age_in_days: i64| {
        let mut tally = Tally::default();
        for _ in 0..votes {
            tally.add(
                daily_ranking.day - chrono::TimeDelta::days(age_in_days),
                daily_ranking.day,
            );
        }
        RankingExample {
            ratings: match count {
                0 => "no rating".to_owned(),
                1 => format!("1 rating of {rating:.1}"),
                _ => format!("{count} ratings of {rating:.1}"),
            },
            votes: match (votes, age_in_days) {
                (0, _) => "no votes".to_owned(),
                (_, 0) => format!("{votes} votes from yesterday"),
                _ => format!("{votes} votes from {age_in_days} days ago"),
            },
            score: Score::new(mean, Ratings::of(rating, count), tally).text(),
        }
    };
    Json::of(&RankingNumbers {
        ranked_on: daily_ranking.day.date_naive(),
        ranked_on_text: date_text(daily_ranking.day),
        mean_rating: mean.map(|mean| format!("{mean:.3}")),
        rating_count: daily_ranking.ratings.unwrap_or_default().count,
        voter_count: daily_ranking.voters(),
        prior_ratings: PRIOR_RATINGS as u32,
        half_life_days: HALF_LIFE.num_days(),
        examples: vec![
            example(0, 0.0, 0, 0),
            example(1, 5.0, 0, 0),
            example(200, 4.6, 0, 0),
            example(200, 4.6, 12, 0),
            example(200, 4.6, 12, HALF_LIFE.num_days()),
        ],
    })
}

/// The answer for the shops of `town` that `qualifies` accepts.
fn spots(view: &View, town: &CityEntry, qualifies: impl Fn(&Shop) -> bool) -> SpotsAnswer {
    let mut shops = view.shops_of_city(town.city.id);
    shops.retain(|shop| qualifies(shop));
    rank_for_community(view, &mut shops);
    let answer = |(place, shop): (usize, &Arc<Shop>)| {
        let (score, tally) = view.standing(shop);
        SpotAnswer {
            shop: ShopAnswer::in_town(view, shop, Some(town)),
            rank: place + 1,
            ranking: RankingAnswer {
                score: score.text(),
                voters: tally.voters,
            },
        }
    };
    let boosted: Vec<SpotAnswer> = shops
        .iter()
        .enumerate()
        .filter(|(_, shop)| view.is_boosted(shop))
        .map(answer)
        .collect();
    let community: Vec<SpotAnswer> = shops
        .iter()
        .enumerate()
        .take(MAX_RANKED)
        .map(answer)
        .collect();
    let (selection_reason, shown, community_shops) = if boosted.is_empty() {
        (SelectionReason::Community, community, Vec::new())
    } else {
        (SelectionReason::Boosted, boosted, community)
    };
    let day = view.daily_ranking().day;
    SpotsAnswer {
        city: CityAnswer::of(view, town),
        count: shown.len(),
        shops: shown,
        selection_reason,
        community_shops,
        eligible_count: shops.len(),
        ranked_on: day.date_naive(),
        ranked_on_text: date_text(day),
        changed_on_text: shops
            .iter()
            .map(|shop| shop.updated_at)
            .max()
            .map(date_text),
    }
}

fn date_text(moment: DateTime<Utc>) -> String {
    moment.format("%B %-d, %Y").to_string()
}
