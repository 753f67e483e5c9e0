//! What a network without a cookie has used up of its hour (D20): the rows that count it, and their end.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, QuerySelect};
use uuid::Uuid;

use super::{
    super::{
        entity as cookieless,
        rules::{COOL_DOWN, holds, wait},
        writer::Vote,
    },
    Key, pairs,
};
use crate::platform::{
    database::Database,
    error::{Error, Result},
};

/// A network's votes for a shop within the last hour.
#[derive(Default)]
pub(super) struct Hour {
    accepted: Vec<DateTime<Utc>>,
}

impl Hour {
    /// How long until one more of `limit` is free; `None` when one is.
    pub(super) fn wait_for_place(
        &self,
        limit: usize,
        now: DateTime<Utc>,
    ) -> Option<chrono::TimeDelta> {
        if self.accepted.len() < limit {
            return None;
        }
        // The one whose end makes room.
        let leaving = self.accepted.len() - limit;
        let mut times = self.accepted.clone();
        times.sort_unstable();
        times.get(leaving).map(|time| wait(*time, now))
    }

    /// Takes a place.
    pub(super) fn add(&mut self, now: DateTime<Utc>) {
        self.accepted.push(now);
    }
}

/// Counted exactly: no other node can add to them while the shops are held.
pub(super) async fn networks_votes(
    transaction: &DatabaseTransaction,
    votes: &[Vote],
    now: DateTime<Utc>,
) -> Result<HashMap<Key, Hour>> {
    let new = votes.iter().filter(|vote| vote.is_new);
    let mut hours: HashMap<Key, Hour> = HashMap::new();
    // The name that a network had yesterday: for an hour after midnight its votes count under both.
    let mut today: HashMap<Uuid, Uuid> = HashMap::new();
    let mut named = Vec::new();
    for vote in new {
        for name in [vote.network, vote.network_before] {
            today.insert(name, vote.network);
            named.push((vote.shop, name));
        }
    }
    let asked = pairs(
        (cookieless::Column::ShopId, cookieless::Column::Network),
        named,
    );
    if asked.is_empty() {
        return Ok(hours);
    }
    let rows: Vec<(Uuid, Uuid, DateTime<Utc>)> = cookieless::Entity::find()
        .select_only()
        .columns([
            cookieless::Column::ShopId,
            cookieless::Column::Network,
            cookieless::Column::AcceptedAt,
        ])
        .filter(asked)
        .filter(cookieless::Column::AcceptedAt.gt(now - COOL_DOWN))
        .into_tuple()
        .all(transaction)
        .await?;
    for (shop, network, accepted_at) in rows {
        if let Some(network) = today.get(&network).filter(|_| holds(accepted_at, now)) {
            let hour = hours.entry((shop, *network)).or_default();
            hour.accepted.push(accepted_at);
        }
    }
    Ok(hours)
}

/// Removes the networks of votes before `limit`.
pub(in crate::features::votes) async fn forget_networks(
    database: &Database,
    limit: DateTime<Utc>,
) -> Result<u64> {
    database
        .transaction(|transaction| {
            Box::pin(async move {
                let removed = cookieless::Entity::delete_many()
                    .filter(cookieless::Column::AcceptedAt.lt(limit))
                    .exec(transaction)
                    .await?;
                Ok::<u64, Error>(removed.rows_affected)
            })
        })
        .await
}
