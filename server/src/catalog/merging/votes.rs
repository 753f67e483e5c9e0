//! The votes of two shops, one row per visitor.

use std::collections::HashMap;

use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, ExprTrait,
    QueryFilter, sea_query::Expr,
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    catalog::entities::{shop, vote},
    platform::error::Result,
};

/// A visitor's row for the remaining shop, if both shops had one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Overlap {
    visitor: Uuid,
    voted_at: chrono::DateTime<chrono::Utc>,
    previous_at: Option<chrono::DateTime<chrono::Utc>>,
    #[serde(default = "ranked")]
    is_ranked: bool,
}

/// The default for merges recorded before voters had this mark.
fn ranked() -> bool {
    true
}

async fn votes_of(connection: &impl ConnectionTrait, shop: Uuid) -> Result<Vec<vote::Model>> {
    Ok(vote::Entity::find()
        .filter(vote::Column::ShopId.eq(shop))
        .all(connection)
        .await?)
}

/// Adds the votes, one row per visitor. Returns the previous rows of those who voted for both.
pub(super) async fn add(
    transaction: &DatabaseTransaction,
    stays: Uuid,
    goes: Uuid,
) -> Result<Vec<Overlap>> {
    let mine = votes_of(transaction, stays).await?;
    let mine: HashMap<Uuid, vote::Model> = mine.into_iter().map(|row| (row.visitor, row)).collect();
    let mut overlap = Vec::new();
    let mut new = Vec::new();
    for row in votes_of(transaction, goes).await? {
        let Some(known) = mine.get(&row.visitor) else {
            new.push(vote::ActiveModel {
                shop_id: Set(stays),
                visitor: Set(row.visitor),
                voted_at: Set(row.voted_at),
                previous_at: Set(row.previous_at),
                times: Set(row.times),
                is_ranked: Set(row.is_ranked),
            });
            continue;
        };
        overlap.push(Overlap {
            visitor: known.visitor,
            voted_at: known.voted_at,
            previous_at: known.previous_at,
            is_ranked: known.is_ranked,
        });
        let (later, earlier) = if known.voted_at >= row.voted_at {
            (known, &row)
        } else {
            (&row, known)
        };
        let is_earlier_day = earlier.voted_at.date_naive() < later.voted_at.date_naive();
        let day_before = is_earlier_day.then_some(earlier.voted_at);
        let previous = [later.previous_at, earlier.previous_at, day_before];
        vote::Entity::update_many()
            .col_expr(vote::Column::VotedAt, Expr::value(later.voted_at))
            .col_expr(
                vote::Column::PreviousAt,
                Expr::value(previous.into_iter().flatten().max()),
            )
            .col_expr(
                vote::Column::Times,
                Expr::col(vote::Column::Times).add(row.times),
            )
            .col_expr(
                vote::Column::IsRanked,
                Expr::value(known.is_ranked || row.is_ranked),
            )
            .filter(vote::Column::ShopId.eq(stays))
            .filter(vote::Column::Visitor.eq(row.visitor))
            .exec(transaction)
            .await?;
    }
    for some in new.chunks(500) {
        vote::Entity::insert_many(some.to_vec())
            .exec_without_returning(transaction)
            .await?;
    }
    Ok(overlap)
}

/// Adds `votes` to the shop's count.
pub(super) async fn add_to_count(
    transaction: &DatabaseTransaction,
    shop: Uuid,
    votes: i64,
) -> Result<()> {
    let count = shop::Column::UpvoteCount;
    shop::Entity::update_many()
        .col_expr(count, Expr::col(count).add(votes))
        .filter(shop::Column::Id.eq(shop))
        .exec(transaction)
        .await?;
    Ok(())
}

/// Subtracts the removed shop's votes from the remaining one; `overlap` is what [`add`] returned.
pub(super) async fn subtract(
    transaction: &DatabaseTransaction,
    (stays, goes): (Uuid, Uuid),
    overlap: Vec<Overlap>,
) -> Result<()> {
    let overlap: HashMap<Uuid, Overlap> =
        overlap.into_iter().map(|row| (row.visitor, row)).collect();
    let theirs = votes_of(transaction, goes).await?;
    let theirs: HashMap<Uuid, vote::Model> =
        theirs.into_iter().map(|row| (row.visitor, row)).collect();
    for row in votes_of(transaction, stays).await? {
        let Some(taken) = theirs.get(&row.visitor) else {
            continue;
        };
        if row.times <= taken.times && !overlap.contains_key(&row.visitor) {
            vote::Entity::delete_many()
                .filter(vote::Column::ShopId.eq(stays))
                .filter(vote::Column::Visitor.eq(row.visitor))
                .exec(transaction)
                .await?;
            continue;
        }
        // Someone who has voted since keeps the later time.
        let (voted_at, previous_at, is_ranked) = match overlap.get(&row.visitor) {
            Some(before) if [taken.voted_at, before.voted_at].contains(&row.voted_at) => {
                (before.voted_at, before.previous_at, before.is_ranked)
            }
            _ => (row.voted_at, row.previous_at, row.is_ranked),
        };
        vote::Entity::update_many()
            .col_expr(vote::Column::VotedAt, Expr::value(voted_at))
            .col_expr(vote::Column::PreviousAt, Expr::value(previous_at))
            .col_expr(vote::Column::IsRanked, Expr::value(is_ranked))
            .col_expr(
                vote::Column::Times,
                Expr::col(vote::Column::Times).sub(taken.times),
            )
            .filter(vote::Column::ShopId.eq(stays))
            .filter(vote::Column::Visitor.eq(row.visitor))
            .exec(transaction)
            .await?;
    }
    Ok(())
}
