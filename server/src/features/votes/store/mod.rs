//! All SQL of this room: a batch of votes in one transaction, in as many statements for sixty-four votes as for one.

mod networks;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, Condition, ConnectionTrait, DatabaseTransaction, EntityTrait, ExprTrait,
    QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, OnConflict, Query},
};
use uuid::Uuid;

use networks::{Hour, networks_votes};

pub(super) use networks::forget_networks;

use super::{
    entity as cookieless,
    rules::{COOL_DOWN, wait},
    writer::{Outcome, Vote},
};
use crate::{
    catalog::{
        Change, CountedVotes, Kind,
        entities::{shop, vote},
        writing::announce,
    },
    platform::error::Result,
};

/// A shop, and the visitor or the network that votes for it.
type Key = (Uuid, Uuid);

/// Casts `votes`, which stand in the order of their shops. Gives the outcome of each, and what the shops now have.
pub(super) async fn cast(
    transaction: &DatabaseTransaction,
    votes: &[Vote],
    now: DateTime<Utc>,
) -> Result<(Vec<Outcome>, Vec<CountedVotes>)> {
    let shops = lock_shops(transaction, votes).await?;
    let known = visitors_votes(transaction, votes).await?;
    let mut hours = networks_votes(transaction, votes, now).await?;
    // In the order in which two nodes take the same rows.
    let mut candidates: BTreeMap<Key, &Vote> = BTreeMap::new();
    let admissions: Vec<Admission> = votes
        .iter()
        .map(|vote| {
            admit(
                vote,
                shops.get(&vote.shop),
                &mut hours,
                &mut candidates,
                now,
            )
        })
        .collect();
    let (new, returning): (Vec<_>, Vec<_>) =
        candidates.into_iter().partition(|(_, vote)| vote.is_new);
    put_first_votes(transaction, &new, now).await?;
    let mut accepted = put_returning_votes(transaction, &returning, now).await?;
    accepted.extend(new.into_iter().map(|(key, _)| key));
    let counted = raise_counts(transaction, &shops, &accepted).await?;
    let changes: Vec<Change> = counted
        .iter()
        .map(|votes| (Kind::Shop, votes.shop))
        .collect();
    announce(transaction, &changes, now).await?;
    let counts: HashMap<Uuid, i64> = counted
        .iter()
        .map(|votes| (votes.shop, votes.count))
        .collect();
    let outcomes = votes.iter().zip(admissions).map(|(vote, admission)| {
        let key = (vote.shop, vote.visitor);
        let count = counts.get(&vote.shop).filter(|_| accepted.contains(&key));
        match (admission, count) {
            (Admission::Refused(outcome), _) => outcome,
            (Admission::Candidate, Some(count)) => Outcome::Counted(*count),
            (Admission::Repeated, Some(_)) => Outcome::TooEarly(COOL_DOWN),
            (_, None) => Outcome::TooEarly(known.get(&key).map_or(COOL_DOWN, |at| wait(*at, now))),
        }
    });
    Ok((outcomes.collect(), counted))
}

/// What is known of a vote before its visitor's row is asked.
enum Admission {
    Refused(Outcome),
    Candidate,
    /// The same visitor votes for the same shop twice in this batch.
    Repeated,
}

/// Lets a vote become a candidate, unless its shop takes none or its network has used up its hour.
fn admit<'a>(
    vote: &'a Vote,
    shop: Option<&HeldShop>,
    hours: &mut HashMap<Key, Hour>,
    candidates: &mut BTreeMap<Key, &'a Vote>,
    now: DateTime<Utc>,
) -> Admission {
    match shop {
        None => return Admission::Refused(Outcome::NoSuchShop),
        Some(shop) if shop.closed_for_good => {
            return Admission::Refused(Outcome::ClosedForGood);
        }
        Some(_) => {}
    }
    if vote.is_new {
        let hour = hours.entry((vote.shop, vote.network)).or_default();
        if let Some(wait) = hour.wait_for_place(vote.limit, now) {
            return Admission::Refused(Outcome::TooEarly(wait));
        }
        hour.add(now);
    }
    match candidates.insert((vote.shop, vote.visitor), vote) {
        None => Admission::Candidate,
        Some(_) => Admission::Repeated,
    }
}

/// A shop that is held until the end of the transaction.
#[derive(Clone, Copy)]
struct HeldShop {
    closed_for_good: bool,
    count: i64,
    version: i64,
}

/// Holds the shops until the end, in the order of their identifiers, so that two nodes wait for each other instead of
/// deadlocking; what is read after it can't be changed by another node's votes for them.
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

/// When visitors with a cookie voted last: to say how long they wait, if they must.
async fn visitors_votes(
    transaction: &DatabaseTransaction,
    votes: &[Vote],
) -> Result<HashMap<Key, DateTime<Utc>>> {
    let known = votes.iter().filter(|vote| !vote.is_new);
    let asked = pairs(
        (vote::Column::ShopId, vote::Column::Visitor),
        known.map(|vote| (vote.shop, vote.visitor)),
    );
    if asked.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(Uuid, Uuid, DateTime<Utc>)> = vote::Entity::find()
        .select_only()
        .columns([
            vote::Column::ShopId,
            vote::Column::Visitor,
            vote::Column::VotedAt,
        ])
        .filter(asked)
        .into_tuple()
        .all(transaction)
        .await?;
    Ok(rows
        .into_iter()
        .map(|(shop, visitor, at)| ((shop, visitor), at))
        .collect())
}

/// Rows that hold one of `wanted`. Each shop with its own few: "one of these shops, one of these visitors" would have the
/// database try them all with all.
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

/// Writes the votes of visitors who got their number with this request: nothing stands in their way. The network of each
/// is noted with it.
async fn put_first_votes(
    transaction: &DatabaseTransaction,
    candidates: &[(Key, &Vote)],
    now: DateTime<Utc>,
) -> Result<()> {
    if candidates.is_empty() {
        return Ok(());
    }
    let votes = candidates
        .iter()
        .map(|((shop, visitor), _)| vote::ActiveModel {
            shop_id: Set(*shop),
            visitor: Set(*visitor),
            voted_at: Set(now),
            previous_at: Set(None),
            times: Set(1),
        });
    vote::Entity::insert_many(votes)
        .exec_without_returning(transaction)
        .await?;
    let networks = candidates
        .iter()
        .map(|((shop, _), vote)| cookieless::ActiveModel {
            id: Set(vote.id),
            shop_id: Set(*shop),
            network: Set(vote.network),
            accepted_at: Set(now),
        });
    cookieless::Entity::insert_many(networks)
        .exec_without_returning(transaction)
        .await?;
    Ok(())
}

/// Writes the votes whose cool-down is over: the condition is the statement's own, and the rows that come back are the
/// accepted ones.
async fn put_returning_votes(
    transaction: &DatabaseTransaction,
    candidates: &[(Key, &Vote)],
    now: DateTime<Utc>,
) -> Result<HashSet<Key>> {
    if candidates.is_empty() {
        return Ok(HashSet::new());
    }
    let day = now.date_naive().and_time(chrono::NaiveTime::MIN).and_utc();
    let before = || Expr::col((vote::Entity, vote::Column::VotedAt));
    let earlier_day = Expr::case(before().lt(day), before())
        .finally(Expr::col((vote::Entity, vote::Column::PreviousAt)));
    let again = OnConflict::columns([vote::Column::ShopId, vote::Column::Visitor])
        .update_column(vote::Column::VotedAt)
        .value(vote::Column::PreviousAt, earlier_day)
        .value(
            vote::Column::Times,
            Expr::col((vote::Entity, vote::Column::Times)).add(1),
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
        ])
        .on_conflict(again)
        .returning(Query::returning().columns([vote::Column::ShopId, vote::Column::Visitor]));
    for ((shop, visitor), _) in candidates {
        insert.values_panic([
            Expr::value(*shop),
            Expr::value(*visitor),
            Expr::value(now),
            Expr::value(1_i64),
        ]);
    }
    let rows = transaction.query_all(&insert).await?;
    rows.iter()
        .map(|row| Ok((row.try_get("", "shop_id")?, row.try_get("", "visitor")?)))
        .collect()
}

/// Raises the counts of `shops`, one statement for all that gained as many. Nobody else can change what is held, so what
/// they have then is known without asking.
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
