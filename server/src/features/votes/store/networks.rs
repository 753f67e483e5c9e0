//! A network's usage within the hour and the day (D20): counting its votes, and removing them.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, QuerySelect,
};
use uuid::Uuid;

use super::{
    super::{
        entity as network_vote,
        network::VotingNetwork,
        rules::{COOL_DOWN, NEW_VOTERS, VoteLimits, holds, until_midnight, wait},
        vote::Vote,
    },
    Candidate, Key, pairs,
};
use crate::platform::{
    database::Database,
    error::{Error, Result},
};

/// Maximum networks per statement: a row has five values, and SQLite allows 32,766.
const ROWS: usize = 1000;

/// A network's votes for a shop.
#[derive(Default)]
struct Used {
    /// Within the last hour.
    hour: Vec<DateTime<Utc>>,
    /// Since midnight (UTC).
    day: usize,
    /// How many of the day's places for new voters are taken.
    new_voters: usize,
}

impl Used {
    /// How long a network with this many `shares` has to wait for another vote; `None` if it doesn't.
    fn wait_for_place(
        &self,
        limits: VoteLimits,
        shares: usize,
        now: DateTime<Utc>,
    ) -> Option<chrono::TimeDelta> {
        if self.day >= limits.day.saturating_mul(shares) {
            return Some(until_midnight(now));
        }
        let limit = limits.hour.saturating_mul(shares);
        if self.hour.len() < limit {
            return None;
        }
        // The vote whose expiry makes room.
        let leaving = self.hour.len() - limit;
        let mut times = self.hour.clone();
        times.sort_unstable();
        times.get(leaving).map(|time| wait(*time, now))
    }
}

/// The usage of a batch's networks, by today's names.
#[derive(Default)]
pub(super) struct UsedByNetworks(HashMap<Key, Used>);

impl UsedByNetworks {
    /// How long `vote` has to wait for all its networks; `None` if it doesn't.
    pub(super) fn wait_for_place(
        &self,
        vote: &Vote,
        now: DateTime<Utc>,
    ) -> Option<chrono::TimeDelta> {
        vote.networks()
            .filter_map(|VotingNetwork { today, shares, .. }| {
                let used = self.0.get(&(vote.shop, today))?;
                used.wait_for_place(vote.limits, shares, now)
            })
            .max()
    }

    /// Whether each network has another place for a new voter in the ranking.
    pub(super) fn has_room_for_a_voter(&self, vote: &Vote) -> bool {
        vote.networks().all(|VotingNetwork { today, shares, .. }| {
            let used = self.0.get(&(vote.shop, today));
            used.is_none_or(|used| used.new_voters < NEW_VOTERS * shares)
        })
    }

    /// Counts a vote.
    pub(super) fn add(&mut self, vote: &Vote, is_new_voter: bool, now: DateTime<Utc>) {
        for network in vote.networks() {
            let used = self.0.entry((vote.shop, network.today)).or_default();
            used.hour.push(now);
            used.day += 1;
            used.new_voters += usize::from(is_new_voter);
        }
    }
}

/// Exact, because no other node can add votes while the shops are locked.
pub(super) async fn used_by_networks(
    transaction: &DatabaseTransaction,
    votes: &[Vote],
    now: DateTime<Utc>,
) -> Result<UsedByNetworks> {
    // A network's name an hour ago: after midnight, the hour's votes are stored under two names.
    let mut today: HashMap<Uuid, Uuid> = HashMap::new();
    let mut named = Vec::new();
    for vote in votes {
        for network in vote.networks() {
            for name in [network.an_hour_ago, network.today] {
                today.insert(name, network.today);
                named.push((vote.shop, name));
            }
        }
    }
    let rows: Vec<(Uuid, Uuid, DateTime<Utc>, bool)> = network_vote::Entity::find()
        .select_only()
        .columns([
            network_vote::Column::ShopId,
            network_vote::Column::Network,
            network_vote::Column::AcceptedAt,
            network_vote::Column::IsNewVoter,
        ])
        .filter(pairs(
            (network_vote::Column::ShopId, network_vote::Column::Network),
            named,
        ))
        .into_tuple()
        .all(transaction)
        .await?;
    let mut used_by = UsedByNetworks::default();
    for (shop, name, accepted_at, is_new_voter) in rows {
        let Some(network) = today.get(&name) else {
            continue;
        };
        let used = used_by.0.entry((shop, *network)).or_default();
        if accepted_at > now - COOL_DOWN && holds(accepted_at, now) {
            used.hour.push(accepted_at);
        }
        if name == *network {
            used.day += 1;
            used.new_voters += usize::from(is_new_voter);
        }
    }
    Ok(used_by)
}

/// Stores the accepted votes by network.
pub(super) async fn put_networks(
    transaction: &DatabaseTransaction,
    accepted: &[Candidate<'_>],
    now: DateTime<Utc>,
) -> Result<()> {
    let rows: Vec<_> = accepted
        .iter()
        .flat_map(|Candidate { vote, is_new_voter }| {
            vote.networks()
                .map(move |network| network_vote::ActiveModel {
                    shop_id: Set(vote.shop),
                    network: Set(network.today),
                    vote: Set(vote.id),
                    accepted_at: Set(now),
                    is_new_voter: Set(*is_new_voter),
                })
        })
        .collect();
    for some in rows.chunks(ROWS) {
        network_vote::Entity::insert_many(some.to_vec())
            .exec_without_returning(transaction)
            .await?;
    }
    Ok(())
}

/// Removes stored networks of votes before `limit`.
pub(in crate::features::votes) async fn forget_networks(
    database: &Database,
    limit: DateTime<Utc>,
) -> Result<u64> {
    database
        .transaction(|transaction| {
            Box::pin(async move {
                let removed = network_vote::Entity::delete_many()
                    .filter(network_vote::Column::AcceptedAt.lt(limit))
                    .exec(transaction)
                    .await?;
                Ok::<u64, Error>(removed.rows_affected)
            })
        })
        .await
}
