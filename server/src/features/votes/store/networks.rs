//! What a network has used up of its hour and its day (D20): the rows that count its votes, and their end.

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
        writer::Vote,
    },
    Candidate, Key, pairs,
};
use crate::platform::{
    database::Database,
    error::{Error, Result},
};

/// Networks in one statement at most: a row takes five values, and SQLite allows 32,766.
const ROWS: usize = 1000;

/// A network's votes for a shop.
#[derive(Default)]
struct Used {
    /// Within the last hour.
    hour: Vec<DateTime<Utc>>,
    /// Since midnight (UTC).
    day: usize,
    /// The day's places in the ranking that new voters took.
    new_voters: usize,
}

impl Used {
    /// How long until one more is free of what a network with so many `shares` may give; `None` when one is.
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
        // The one whose end makes room.
        let leaving = self.hour.len() - limit;
        let mut times = self.hour.clone();
        times.sort_unstable();
        times.get(leaving).map(|time| wait(*time, now))
    }
}

/// What the networks of a batch have used up, by the names that they have today.
#[derive(Default)]
pub(super) struct UsedByNetworks(HashMap<Key, Used>);

impl UsedByNetworks {
    /// How long until all networks of `vote` have room; `None` when they have.
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

    /// Whether the ranking has room for one more new voter of each network.
    pub(super) fn has_room_for_a_voter(&self, vote: &Vote) -> bool {
        vote.networks().all(|VotingNetwork { today, shares, .. }| {
            let used = self.0.get(&(vote.shop, today));
            used.is_none_or(|used| used.new_voters < NEW_VOTERS * shares)
        })
    }

    /// Takes a place.
    pub(super) fn add(&mut self, vote: &Vote, is_new_voter: bool, now: DateTime<Utc>) {
        for network in vote.networks() {
            let used = self.0.entry((vote.shop, network.today)).or_default();
            used.hour.push(now);
            used.day += 1;
            used.new_voters += usize::from(is_new_voter);
        }
    }
}

/// Counted exactly: no other node can add to them while the shops are held.
pub(super) async fn used_by_networks(
    transaction: &DatabaseTransaction,
    votes: &[Vote],
    now: DateTime<Utc>,
) -> Result<UsedByNetworks> {
    // The name that a network had an hour ago: after midnight its votes of the hour lie under two.
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

/// Notes the accepted votes with their networks.
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

/// Removes the networks of votes before `limit`.
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
