//! The numbers behind a day's community ranking: the directory's mean rating and each shop's votes at 00:00 UTC (D15).
//! They have their own scope, which changes daily, so a vote affects only one shop and one town.

use std::collections::HashMap;

use chrono::{DateTime, NaiveTime, TimeDelta, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, ExprTrait, QueryFilter,
    QueryOrder, QuerySelect, sea_query::Expr,
};
use uuid::Uuid;

use super::{
    entities::{ranking_day, visibility_figure, vote},
    ranking::{Ratings, Tally},
};
use crate::platform::{database::Database, error::Result};

/// Just after midnight, votes of the previous day may still be on their way into the database, and other servers'
/// clocks may be behind. A node that counted right away would rank by different numbers from the others all day.
const SETTLING: TimeDelta = TimeDelta::seconds(10);

/// How many votes are read at a time.
const PAGE: u64 = 10_000;

/// The numbers of one day.
#[derive(Clone, Debug)]
pub struct DailyRanking {
    /// 00:00 UTC.
    pub day: DateTime<Utc>,
    /// All ratings in the directory; `None` if there are none.
    pub ratings: Option<Ratings>,
    /// How many more views boosted shops got, in percent, as last measured before the day (D26).
    pub visibility: Option<i64>,
    pub(super) tallies: imbl::HashMap<Uuid, Tally>,
}

/// The start (UTC) of the day in effect at `now`: the new day takes effect a moment after midnight.
#[must_use]
pub fn day_at(now: DateTime<Utc>) -> DateTime<Utc> {
    (now - SETTLING)
        .date_naive()
        .and_time(NaiveTime::MIN)
        .and_utc()
}

impl DailyRanking {
    /// Without votes or ratings.
    pub(super) fn empty(day: DateTime<Utc>) -> Self {
        Self {
            day,
            ratings: None,
            visibility: None,
            tallies: imbl::HashMap::new(),
        }
    }

    /// The mean of all ratings.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        self.ratings.and_then(Ratings::mean)
    }

    /// The votes of a shop.
    #[must_use]
    pub fn tally(&self, shop: Uuid) -> Tally {
        self.tallies.get(&shop).copied().unwrap_or_default()
    }

    /// Voters of all shops; who voted for two shops counts twice.
    #[must_use]
    pub fn voters(&self) -> i64 {
        self.tallies.values().map(|tally| tally.voters).sum()
    }
}

/// The numbers for `day`; `present` are the directory's current ratings, `tallies` the votes before that day.
pub(super) async fn daily_ranking(
    database: &Database,
    day: DateTime<Utc>,
    (present, tallies): (Ratings, HashMap<Uuid, Tally>),
    now: DateTime<Utc>,
) -> Result<DailyRanking> {
    Ok(DailyRanking {
        day,
        ratings: settle(database, day, present, now).await?,
        visibility: visibility(database, day).await?,
        tallies: tallies.into_iter().collect(),
    })
}

/// The ratings for `day`. The first node that has any stores them; all others, and this one after a restart, use those.
pub(super) async fn settle(
    database: &Database,
    day: DateTime<Utc>,
    present: Ratings,
    now: DateTime<Utc>,
) -> Result<Option<Ratings>> {
    if let Some(known) = settled(database, day).await? {
        return Ok(Some(known));
    }
    if present.count == 0 {
        return Ok(None);
    }
    database
        .transaction(|transaction| {
            Box::pin(async move {
                let row = ranking_day::ActiveModel {
                    starts_at: Set(day),
                    rating_thousandths: Set(present.thousandths),
                    rating_count: Set(present.count),
                    created_at: Set(now),
                };
                ranking_day::Entity::insert(row)
                    .on_conflict_do_nothing_on([ranking_day::Column::StartsAt])
                    .exec_without_returning(transaction)
                    .await?;
                Ok(())
            })
        })
        .await?;
    settled(database, day).await
}

/// The last measurement before `day`: the same on all nodes, whenever they start.
async fn visibility(database: &Database, day: DateTime<Utc>) -> Result<Option<i64>> {
    let row = visibility_figure::Entity::find()
        .filter(visibility_figure::Column::StartsAt.lt(day))
        .order_by_desc(visibility_figure::Column::StartsAt)
        .one(database.reads())
        .await?;
    Ok(row.and_then(|row| row.percent))
}

async fn settled(database: &Database, day: DateTime<Utc>) -> Result<Option<Ratings>> {
    let row = ranking_day::Entity::find_by_id(day)
        .one(database.reads())
        .await?;
    Ok(row.map(|row| Ratings {
        thousandths: row.rating_thousandths,
        count: row.rating_count,
    }))
}

/// The votes before `day`, of all shops or of the given ones.
pub(super) async fn tallies(
    connection: &impl ConnectionTrait,
    day: DateTime<Utc>,
    of: Option<&[Uuid]>,
) -> Result<HashMap<Uuid, Tally>> {
    let mut tallies: HashMap<Uuid, Tally> = HashMap::new();
    let mut after = (Uuid::nil(), Uuid::nil());
    loop {
        let page = page_of_votes(connection, after, of).await?;
        let Some(last) = page.last() else {
            return Ok(tallies);
        };
        after = (last.0, last.1);
        for (shop, _, voted_at, previous_at) in page {
            let latest_before = Some(voted_at).filter(|time| *time < day).or(previous_at);
            if let Some(time) = latest_before.filter(|time| *time < day) {
                tallies.entry(shop).or_default().add(time, day);
            }
        }
    }
}

type Row = (Uuid, Uuid, DateTime<Utc>, Option<DateTime<Utc>>);

/// In key order, so that sums are always added in the same order.
async fn page_of_votes(
    connection: &impl ConnectionTrait,
    after: (Uuid, Uuid),
    of: Option<&[Uuid]>,
) -> Result<Vec<Row>> {
    let key = Expr::tuple([
        Expr::col(vote::Column::ShopId),
        Expr::col(vote::Column::Visitor),
    ]);
    let after = Expr::tuple([Expr::value(after.0), Expr::value(after.1)]);
    let mut votes = vote::Entity::find()
        .select_only()
        .columns([
            vote::Column::ShopId,
            vote::Column::Visitor,
            vote::Column::VotedAt,
            vote::Column::PreviousAt,
        ])
        .filter(key.gt(after))
        .filter(vote::Column::IsRanked.eq(true))
        .order_by_asc(vote::Column::ShopId)
        .order_by_asc(vote::Column::Visitor)
        .limit(PAGE);
    if let Some(shops) = of {
        votes = votes.filter(vote::Column::ShopId.is_in(shops.iter().copied()));
    }
    Ok(votes.into_tuple().all(connection).await?)
}
