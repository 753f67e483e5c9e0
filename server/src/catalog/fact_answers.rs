//! Visitors' answers to the question on a shop's page (D97). An answer changes nothing by itself: a job looks at it once it
//! can't be taken back any more. Answers of one network, or of one visitor, are one; networks are told apart by a hash
//! that is keyed for the question, so they can't be followed from shop to shop.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, Condition, ConnectionTrait, EntityTrait,
    IntoActiveModel, QueryFilter, QueryOrder,
};
use serde_json::json;
use uuid::Uuid;

use super::{
    entities::{
        fact_answer::{ActiveModel, Column, Entity, Fact, Model},
        shop,
    },
    questions,
};
use crate::platform::{
    error::Result,
    id_generator::IdGenerator,
    jobs::{self, NewJob},
    keys::Keys,
    network::Network,
};

/// Two answers agree if they come within this time.
pub const WINDOW: TimeDelta = TimeDelta::days(30);
/// How long a visitor can take an answer back.
pub const UNDO: TimeDelta = TimeDelta::seconds(60);
/// Clocks of nodes differ a little.
const SETTLED: TimeDelta = TimeDelta::seconds(75);
/// The job that looks at a shop's answers.
pub const SETTLE: &str = "confirmations.settle";

/// What a visitor says.
#[derive(Clone, Copy, Debug)]
pub struct Said {
    pub fact: Fact,
    pub says_yes: bool,
    pub network: Network,
    /// Their cookie, if they had one.
    pub visitor: Option<Uuid>,
}

/// Keeps an answer about the shop in `row`, which the caller has locked. `None`: this visitor or network has answered
/// already.
///
/// # Errors
///
/// When the database fails.
pub async fn add(
    connection: &impl ConnectionTrait,
    (keys, identifiers): (&Keys, &IdGenerator),
    row: &shop::Model,
    said: Said,
    now: DateTime<Utc>,
) -> Result<Option<Uuid>> {
    let about = about(keys, row, said.fact);
    let mut open = open(connection, row.id, now).await?;
    open.retain(|answer| answer.fact == said.fact && answer.about == about);
    let id = identifiers.next();
    let round = open.first().map_or(id, |first| first.round);
    let name_of = |who: String| hash(keys, &format!("{round} {who}"));
    let network = name_of(said.network.to_string());
    let visitor = said.visitor.map(|visitor| name_of(visitor.to_string()));
    let is_same = |answer: &Model| {
        answer.network == Some(network) || (visitor.is_some() && answer.visitor == visitor)
    };
    if open.iter().any(is_same) {
        return Ok(None);
    }
    let answer = Model {
        id,
        shop_id: row.id,
        fact: said.fact,
        says_yes: said.says_yes,
        about,
        round,
        network: Some(network),
        visitor,
        created_at: now,
        contested_at: None,
    };
    answer.into_active_model().insert(connection).await?;
    if !open.is_empty() {
        let job = NewJob {
            kind: SETTLE,
            payload: json!({ "shop": row.id }),
            unique_key: Some(format!("{SETTLE}:{id}")),
            due_at: now + SETTLED,
        };
        jobs::enqueue(connection, &job, identifiers, now).await?;
    }
    Ok(Some(id))
}

/// A shop's undecided answers of the last 30 days, oldest first.
///
/// # Errors
///
/// When the database fails.
pub async fn open(
    connection: &impl ConnectionTrait,
    shop: Uuid,
    now: DateTime<Utc>,
) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .filter(Column::ShopId.eq(shop))
        .filter(Column::ContestedAt.is_null())
        .filter(Column::CreatedAt.gt(now - WINDOW))
        .order_by_asc(Column::CreatedAt)
        .order_by_asc(Column::Id)
        .all(connection)
        .await?)
}

/// Takes an answer back; `false` if it is too late.
///
/// # Errors
///
/// When the database fails.
pub async fn take_back(
    connection: &impl ConnectionTrait,
    (shop, answer): (Uuid, Uuid),
    now: DateTime<Utc>,
) -> Result<bool> {
    let removed = Entity::delete_many()
        .filter(Column::Id.eq(answer))
        .filter(Column::ShopId.eq(shop))
        .filter(Column::ContestedAt.is_null())
        .filter(Column::CreatedAt.gt(now - UNDO))
        .exec(connection)
        .await?;
    Ok(removed.rows_affected == 1)
}

/// Removes answers: they are decided.
///
/// # Errors
///
/// When the database fails.
pub async fn remove(connection: &impl ConnectionTrait, answers: &[Uuid]) -> Result<()> {
    Entity::delete_many()
        .filter(Column::Id.is_in(answers.iter().copied()))
        .exec(connection)
        .await?;
    Ok(())
}

/// Leaves answers to the administrator, without what tells their networks apart.
///
/// # Errors
///
/// When the database fails.
pub async fn contest(
    connection: &impl ConnectionTrait,
    answers: &[Uuid],
    now: DateTime<Utc>,
) -> Result<()> {
    let erased = ActiveModel {
        network: Set(None),
        visitor: Set(None),
        contested_at: Set(Some(now)),
        ..Default::default()
    };
    Entity::update_many()
        .set(erased)
        .filter(Column::Id.is_in(answers.iter().copied()))
        .filter(Column::ContestedAt.is_null())
        .exec(connection)
        .await?;
    Ok(())
}

/// Answers that wait for the administrator, oldest first.
pub async fn contested(connection: &impl ConnectionTrait) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .filter(Column::ContestedAt.is_not_null())
        .order_by_asc(Column::ContestedAt)
        .order_by_asc(Column::Id)
        .all(connection)
        .await?)
}

/// Removes what has waited about a shop since `until` or longer; returns how many answers.
pub async fn remove_contested(
    connection: &impl ConnectionTrait,
    shop: Uuid,
    until: DateTime<Utc>,
) -> Result<u64> {
    let removed = Entity::delete_many()
        .filter(Column::ShopId.eq(shop))
        .filter(Column::ContestedAt.lte(until))
        .exec(connection)
        .await?;
    Ok(removed.rows_affected)
}

/// Removes what visitors said about a fact that was confirmed or is decided otherwise.
///
/// # Errors
///
/// When the database fails.
pub async fn remove_of(connection: &impl ConnectionTrait, shop: Uuid, fact: Fact) -> Result<()> {
    Entity::delete_many()
        .filter(Column::ShopId.eq(shop))
        .filter(Column::Fact.eq(fact))
        .exec(connection)
        .await?;
    Ok(())
}

/// Removes undecided answers of before `answered`, and contested ones of before `contested`. Returns how many.
///
/// # Errors
///
/// When the database fails.
pub async fn forget(
    connection: &impl ConnectionTrait,
    (answered, contested): (DateTime<Utc>, DateTime<Utc>),
) -> Result<u64> {
    let is_unanswered = Condition::all()
        .add(Column::ContestedAt.is_null())
        .add(Column::CreatedAt.lte(answered));
    let old = Condition::any()
        .add(is_unanswered)
        .add(Column::ContestedAt.lte(contested));
    let removed = Entity::delete_many().filter(old).exec(connection).await?;
    Ok(removed.rows_affected)
}

/// A hash of the fact as it is in `row`.
#[must_use]
pub fn about(keys: &Keys, row: &shop::Model, fact: Fact) -> Uuid {
    hash(keys, &questions::value_of(row, fact))
}

fn hash(keys: &Keys, value: &str) -> Uuid {
    let hash = keys.keyed_hash("answers of visitors", value.as_bytes());
    let mut bytes = [0; 16];
    bytes
        .iter_mut()
        .zip(hash)
        .for_each(|(byte, value)| *byte = value);
    Uuid::from_bytes(bytes)
}
