//! This room's SQL: a batch of votes in one transaction, with as many statements for sixty-four votes as for one.

mod networks;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, btree_map::Entry};

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, Condition, ConnectionTrait, DatabaseTransaction, EntityTrait, ExprTrait,
    QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, OnConflict, Query},
};
use uuid::Uuid;

use networks::{UsedByNetworks, put_networks, used_by_networks};

pub(super) use networks::forget_networks;

use super::{
    rules::{COOL_DOWN, holds, wait},
    vote::{Vote, VoteOutcome},
};
use crate::{
    catalog::{
        Change, CountedVotes, Kind,
        entities::{shop, vote},
        writing::record_changes,
    },
    platform::error::Result,
};

/// A shop, and the visitor or network that votes for it.
type Key = (Uuid, Uuid);

/// Casts `votes`, sorted by shop. Returns each one's outcome, and the shops' new counts.
pub(super) async fn cast(
    transaction: &DatabaseTransaction,
    votes: &[Vote],
    now: DateTime<Utc>,
) -> Result<(Vec<VoteOutcome>, Vec<CountedVotes>)> {
    let shops = lock_shops(transaction, votes).await?;
    let known = visitors_votes(transaction, votes).await?;
    let mut used = used_by_networks(transaction, votes, now).await?;
    // Sorted, so that two nodes lock rows in the same order.
    let mut candidates: BTreeMap<Key, Candidate<'_>> = BTreeMap::new();
    let admissions: Vec<Admission> = votes
        .iter()
        .map(|vote| {
            let found = Found {
                shop: shops.get(&vote.shop),
                visitor: known.get(&(vote.shop, vote.visitor)),
            };
            admit(vote, found, &mut used, &mut candidates, now)
        })
        .collect();
    let (new, returning): (Vec<_>, Vec<_>) = candidates
        .iter()
        .partition(|(_, candidate)| candidate.vote.is_new);
    put_first_votes(transaction, &new, now).await?;
    let mut accepted = put_returning_votes(transaction, &returning, now).await?;
    accepted.extend(new.into_iter().map(|(key, _)| *key));
    let written = candidates.iter().filter(|(key, _)| accepted.contains(key));
    let written: Vec<Candidate<'_>> = written.map(|(_, candidate)| *candidate).collect();
    put_networks(transaction, &written, now).await?;
    let counted = raise_counts(transaction, &shops, &accepted).await?;
    let changes: Vec<Change> = counted
        .iter()
        .map(|votes| (Kind::Shop, votes.shop))
        .collect();
    record_changes(transaction, &changes, now).await?;
    let counts: HashMap<Uuid, i64> = counted
        .iter()
        .map(|votes| (votes.shop, votes.count))
        .collect();
    let outcomes = votes.iter().zip(admissions).map(|(vote, admission)| {
        let key = (vote.shop, vote.visitor);
        let count = counts.get(&vote.shop).filter(|_| accepted.contains(&key));
        match (admission, count) {
            (Admission::Refused(outcome), _) => outcome,
            (Admission::Candidate, Some(count)) => VoteOutcome::Counted(*count),
            (Admission::Repeated, Some(_)) => VoteOutcome::TooEarly(COOL_DOWN),
            (_, None) => VoteOutcome::TooEarly(COOL_DOWN),
        }
    });
    Ok((outcomes.collect(), counted))
}

/// A vote's state before its visitor's row is read.
enum Admission {
    Refused(VoteOutcome),
    Candidate,
    /// The same visitor votes for the same shop twice in this batch.
    Repeated,
}

/// A vote to be written.
#[derive(Clone, Copy)]
struct Candidate<'a> {
    vote: &'a Vote,
    /// Whether it takes one of its network's places for new voters in the ranking.
    is_new_voter: bool,
}

/// What was found in the database for a vote.
struct Found<'a> {
    shop: Option<&'a HeldShop>,
    visitor: Option<&'a KnownVoter>,
}

/// Makes a vote a candidate, unless its shop doesn't accept votes, its visitor voted within the hour, or its network
/// has reached a limit.
fn admit<'a>(
    vote: &'a Vote,
    found: Found<'_>,
    used: &mut UsedByNetworks,
    candidates: &mut BTreeMap<Key, Candidate<'a>>,
    now: DateTime<Utc>,
) -> Admission {
    match found.shop {
        None => return Admission::Refused(VoteOutcome::NoSuchShop),
        Some(shop) if shop.closed_for_good => {
            return Admission::Refused(VoteOutcome::ClosedForGood);
        }
        Some(_) => {}
    }
    if let Some(voter) = found.visitor.filter(|voter| holds(voter.voted_at, now)) {
        return Admission::Refused(VoteOutcome::TooEarly(wait(voter.voted_at, now)));
    }
    let Entry::Vacant(place) = candidates.entry((vote.shop, vote.visitor)) else {
        return Admission::Repeated;
    };
    if let Some(wait) = used.wait_for_place(vote, now) {
        return Admission::Refused(VoteOutcome::TooEarly(wait));
    }
    // A voter who isn't ranked yet may get a place on another day.
    let is_new_voter =
        !found.visitor.is_some_and(|voter| voter.is_ranked) && used.has_room_for_a_voter(vote);
    used.add(vote, is_new_voter, now);
    place.insert(Candidate { vote, is_new_voter });
    Admission::Candidate
}

/// A shop locked until the end of the transaction.
#[derive(Clone, Copy)]
struct HeldShop {
    closed_for_good: bool,
    count: i64,
    version: i64,
}

/// Locks the shops until the end in ID order, so that two nodes can't deadlock. What is read afterward can't be changed
/// by another node's votes for them.
async fn lock_shops(
    transaction: &DatabaseTransaction,
    votes: &[Vote],
) -> Result<HashMap<Uuid, HeldShop>> {
    let ids: HashSet<Uuid> = votes.iter().map(|vote| vote.shop).collect();
    let rows: Vec<(Uuid, Option<DateTime<Utc>>, i64, i64)> = shop::Entity::find()
        .select_only()
        .columns([
            shop::Column::Id,
            shop::Column::ClosedAt,
            shop::Column::UpvoteCount,
            shop::Column::Version,
        ])
        .filter(shop::Column::Id.is_in(ids))
        .filter(shop::Column::IsActive.eq(true))
        .filter(shop::Column::DeletedAt.is_null())
        .order_by_asc(shop::Column::Id)
        .lock_exclusive()
        .into_tuple()
        .all(transaction)
        .await?;
    let held = |(id, closed_at, count, version): (Uuid, Option<_>, i64, i64)| {
        let closed_for_good = closed_at.is_some();
        (
            id,
            HeldShop {
                closed_for_good,
                count,
                version,
            },
        )
    };
    Ok(rows.into_iter().map(held).collect())
}

/// A visitor who has voted for the shop before.
struct KnownVoter {
    voted_at: DateTime<Utc>,
    is_ranked: bool,
}

/// When visitors with a cookie last voted. Nobody can vote while the shops are locked.
async fn visitors_votes(
    transaction: &DatabaseTransaction,
    votes: &[Vote],
) -> Result<HashMap<Key, KnownVoter>> {
    let known = votes.iter().filter(|vote| !vote.is_new);
    let asked = pairs(
        (vote::Column::ShopId, vote::Column::Visitor),
        known.map(|vote| (vote.shop, vote.visitor)),
    );
    if asked.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(Uuid, Uuid, DateTime<Utc>, bool)> = vote::Entity::find()
        .select_only()
        .columns([
            vote::Column::ShopId,
            vote::Column::Visitor,
            vote::Column::VotedAt,
            vote::Column::IsRanked,
        ])
        .filter(asked)
        .into_tuple()
        .all(transaction)
        .await?;
    Ok(rows
        .into_iter()
        .map(|(shop, visitor, voted_at, is_ranked)| {
            let voter = KnownVoter {
                voted_at,
                is_ranked,
            };
            ((shop, visitor), voter)
        })
        .collect())
}

/// Rows that match one of `wanted`, grouped by shop: with "one of these shops, one of these visitors", the database
/// would try every combination.
fn pairs<C: ColumnTrait>(
    (shop, other): (C, C),
    wanted: impl IntoIterator<Item = Key>,
) -> Condition {
    let mut by_shop: BTreeMap<Uuid, BTreeSet<Uuid>> = BTreeMap::new();
    for (shop, other) in wanted {
        by_shop.entry(shop).or_default().insert(other);
    }
    let mut any = Condition::any();
    for (id, others) in by_shop {
        any = any.add(shop.eq(id).and(other.is_in(others)));
    }
    any
}

/// Writes the votes of visitors who got their number with this request, which nothing can conflict with.
async fn put_first_votes(
    transaction: &DatabaseTransaction,
    candidates: &[(&Key, &Candidate<'_>)],
    now: DateTime<Utc>,
) -> Result<()> {
    if candidates.is_empty() {
        return Ok(());
    }
    let votes = candidates
        .iter()
        .map(|((shop, visitor), candidate)| vote::ActiveModel {
            shop_id: Set(*shop),
            visitor: Set(*visitor),
            voted_at: Set(now),
            previous_at: Set(None),
            times: Set(1),
            is_ranked: Set(candidate.is_new_voter),
        });
    vote::Entity::insert_many(votes)
        .exec_without_returning(transaction)
        .await?;
    Ok(())
}

/// Writes the votes after a cool-down: the condition is part of the statement, and the returned rows are the accepted
/// ones. Earlier votes of a voter who isn't ranked stay uncounted.
async fn put_returning_votes(
    transaction: &DatabaseTransaction,
    candidates: &[(&Key, &Candidate<'_>)],
    now: DateTime<Utc>,
) -> Result<HashSet<Key>> {
    if candidates.is_empty() {
        return Ok(HashSet::new());
    }
    let day = now.date_naive().and_time(chrono::NaiveTime::MIN).and_utc();
    let before = || Expr::col((vote::Entity, vote::Column::VotedAt));
    let was_ranked = || Expr::col((vote::Entity, vote::Column::IsRanked));
    let earlier_day = Expr::case(was_ranked().eq(false), Option::<DateTime<Utc>>::None)
        .case(before().lt(day), before())
        .finally(Expr::col((vote::Entity, vote::Column::PreviousAt)));
    let again = OnConflict::columns([vote::Column::ShopId, vote::Column::Visitor])
        .update_column(vote::Column::VotedAt)
        .value(vote::Column::PreviousAt, earlier_day)
        .value(
            vote::Column::Times,
            Expr::col((vote::Entity, vote::Column::Times)).add(1),
        )
        .value(
            vote::Column::IsRanked,
            was_ranked().or(Expr::col(("excluded", vote::Column::IsRanked))),
        )
        .action_and_where(
            before()
                .lte(now - COOL_DOWN)
                .or(before().gt(now + COOL_DOWN)),
        )
        .to_owned();
    let mut insert = Query::insert();
    insert
        .into_table(vote::Entity)
        .columns([
            vote::Column::ShopId,
            vote::Column::Visitor,
            vote::Column::VotedAt,
            vote::Column::Times,
            vote::Column::IsRanked,
        ])
        .on_conflict(again)
        .returning(Query::returning().columns([vote::Column::ShopId, vote::Column::Visitor]));
    for ((shop, visitor), candidate) in candidates {
        insert.values_panic([
            Expr::value(*shop),
            Expr::value(*visitor),
            Expr::value(now),
            Expr::value(1_i64),
            Expr::value(candidate.is_new_voter),
        ]);
    }
    let rows = transaction.query_all(&insert).await?;
    rows.iter()
        .map(|row| Ok((row.try_get("", "shop_id")?, row.try_get("", "visitor")?)))
        .collect()
}

/// Increments the counts of `shops`, with one statement for all that gained the same number. They are locked, so the
/// new counts are known without reading them.
async fn raise_counts(
    transaction: &DatabaseTransaction,
    shops: &HashMap<Uuid, HeldShop>,
    accepted: &HashSet<Key>,
) -> Result<Vec<CountedVotes>> {
    let mut gained: HashMap<Uuid, i64> = HashMap::new();
    for (shop, _) in accepted {
        *gained.entry(*shop).or_default() += 1;
    }
    let mut by_gain: BTreeMap<i64, Vec<Uuid>> = BTreeMap::new();
    let mut counted = Vec::with_capacity(gained.len());
    for (shop, gain) in gained {
        let Some(held) = shops.get(&shop) else {
            continue;
        };
        by_gain.entry(gain).or_default().push(shop);
        counted.push(CountedVotes {
            shop,
            count: held.count + gain,
            version: held.version + 1,
        });
    }
    for (gain, shops) in by_gain {
        shop::Entity::update_many()
            .col_expr(
                shop::Column::UpvoteCount,
                Expr::col(shop::Column::UpvoteCount).add(gain),
            )
            .col_expr(
                shop::Column::Version,
                Expr::col(shop::Column::Version).add(1),
            )
            .filter(shop::Column::Id.is_in(shops))
            .exec(transaction)
            .await?;
    }
    Ok(counted)
}
