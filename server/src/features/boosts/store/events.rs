//! Stripe's events, each stored once.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveEnum, ColumnTrait, ConnectionTrait, EntityTrait, ExprTrait, IntoActiveModel,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, OnConflict},
};

use crate::{
    features::boosts::entity::event::{Column, Entity, Model, State},
    platform::{
        database::{RowCount, count_since},
        error::Result,
    },
};

/// The maximum stored size of an event or an error.
const LONGEST: usize = 256 * 1024;

/// A received event.
#[derive(Clone, Debug)]
pub(in crate::features::boosts) struct NewEvent {
    pub id: String,
    pub kind: String,
    pub happened_at: DateTime<Utc>,
    pub payload: String,
}

impl NewEvent {
    fn row(&self, state: State, now: DateTime<Utc>) -> Model {
        Model {
            id: self.id.clone(),
            kind: self.kind.clone(),
            state,
            attempts: 1,
            last_error: None,
            payload: None,
            happened_at: self.happened_at,
            received_at: now,
        }
    }
}

/// Whether an event was already processed.
pub(in crate::features::boosts) async fn has_event(
    connection: &impl ConnectionTrait,
    id: &str,
) -> Result<bool> {
    let found = Entity::find_by_id(id.to_owned()).one(connection).await?;
    Ok(found.is_some_and(|event| event.state != State::Failed))
}

/// Marks an event as processed, in the transaction of its effect; `false` if it already was.
pub(in crate::features::boosts) async fn take_event(
    connection: &impl ConnectionTrait,
    event: &NewEvent,
    state: State,
    now: DateTime<Utc>,
) -> Result<bool> {
    let written = Entity::insert(event.row(state, now).into_active_model())
        .on_conflict(
            OnConflict::column(Column::Id)
                .value(Column::State, Expr::value(state.to_value()))
                .value(Column::LastError, Expr::value(None::<String>))
                .value(Column::Payload, Expr::value(None::<String>))
                .action_and_where(Expr::col((Entity, Column::State)).eq(State::Failed.to_value()))
                .to_owned(),
        )
        .exec_without_returning(connection)
        .await?;
    Ok(written > 0)
}

/// Stores an event as received, for a person to look at; `false` if it was already stored.
pub(in crate::features::boosts) async fn keep_event(
    connection: &impl ConnectionTrait,
    event: &NewEvent,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<bool> {
    let row = Model {
        last_error: Some(cut(reason)),
        payload: Some(cut(&event.payload)),
        ..event.row(State::Kept, now)
    };
    let written = Entity::insert(row.into_active_model())
        .on_conflict(OnConflict::column(Column::Id).do_nothing().to_owned())
        .exec_without_returning(connection)
        .await?;
    Ok(written > 0)
}

/// Records that processing an event failed this time.
pub(in crate::features::boosts) async fn note_failure(
    connection: &impl ConnectionTrait,
    event: &NewEvent,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    let row = Model {
        last_error: Some(cut(reason)),
        payload: Some(cut(&event.payload)),
        ..event.row(State::Failed, now)
    };
    Entity::insert(row.into_active_model())
        .on_conflict(
            OnConflict::column(Column::Id)
                .value(
                    Column::Attempts,
                    Expr::col((Entity, Column::Attempts)).add(1),
                )
                .value(Column::LastError, Expr::value(Some(cut(reason))))
                .action_and_where(Expr::col((Entity, Column::State)).eq(State::Failed.to_value()))
                .to_owned(),
        )
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

/// When the last event was received.
pub(in crate::features::boosts) async fn last_received(
    connection: &impl ConnectionTrait,
) -> Result<Option<DateTime<Utc>>> {
    let newest = Entity::find()
        .order_by_desc(Column::ReceivedAt)
        .one(connection)
        .await?;
    Ok(newest.map(|event| event.received_at))
}

/// The number of events received before `limit` that couldn't be processed.
pub(in crate::features::boosts) async fn count_failed(
    connection: &impl ConnectionTrait,
    limit: DateTime<Utc>,
) -> Result<u64> {
    Ok(Entity::find()
        .filter(Column::State.eq(State::Failed))
        .filter(Column::ReceivedAt.lt(limit))
        .count(connection)
        .await?)
}

/// Events stored for a person or not processed, oldest first.
pub(in crate::features::boosts) async fn unsettled_events(
    connection: &impl ConnectionTrait,
    most: u64,
) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .filter(Column::State.is_in([State::Kept, State::Failed]))
        .order_by_asc(Column::ReceivedAt)
        .limit(most)
        .all(connection)
        .await?)
}

/// How many events weren't processed, and since when the first of them.
pub(in crate::features::boosts) async fn count_unsettled_events(
    connection: &impl ConnectionTrait,
) -> Result<RowCount> {
    let unsettled = Entity::find().filter(Column::State.is_in([State::Kept, State::Failed]));
    count_since(connection, unsettled, Column::ReceivedAt).await
}

/// Records what became of a pending event; `false` if it is no longer pending.
pub(in crate::features::boosts) async fn settle_event(
    connection: &impl ConnectionTrait,
    id: &str,
    state: State,
) -> Result<bool> {
    let written = Entity::update_many()
        .col_expr(Column::State, Expr::value(state.to_value()))
        .filter(Column::Id.eq(id))
        .filter(Column::State.is_in([State::Kept, State::Failed]))
        .exec(connection)
        .await?;
    Ok(written.rows_affected == 1)
}

/// Removes events processed before `limit`. Stripe resends none after three days.
pub(in crate::features::boosts) async fn prune_events(
    connection: &impl ConnectionTrait,
    limit: DateTime<Utc>,
) -> Result<u64> {
    let removed = Entity::delete_many()
        .filter(Column::ReceivedAt.lt(limit))
        .filter(Column::State.is_in([State::Done, State::Ignored]))
        .exec(connection)
        .await?;
    Ok(removed.rows_affected)
}

fn cut(text: &str) -> String {
    text.chars()
        .filter(|letter| *letter != '\0')
        .take(LONGEST)
        .collect()
}
