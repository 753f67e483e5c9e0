//! Stripe's events: each identifier is there once.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveEnum, ColumnTrait, ConnectionTrait, EntityTrait, ExprTrait, IntoActiveModel,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, OnConflict},
};

use crate::{
    features::boosts::entity::event::{Column, Entity, Model, State},
    platform::error::Result,
};

/// The longest text that is kept of an event or an error.
const LONGEST: usize = 256 * 1024;

/// An event that came in.
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

/// Whether an event was seen to already.
pub(in crate::features::boosts) async fn has_event(
    connection: &impl ConnectionTrait,
    id: &str,
) -> Result<bool> {
    let found = Entity::find_by_id(id.to_owned()).one(connection).await?;
    Ok(found.is_some_and(|event| event.state != State::Failed))
}

/// Notes in the transaction of its effect that an event was seen to; `false` when it was before.
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

/// Keeps an event as it was sent, for a person to look at; `false` when it was kept before.
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

/// Notes that an event could not be carried out this time.
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

/// When the last event came in.
pub(in crate::features::boosts) async fn last_received(
    connection: &impl ConnectionTrait,
) -> Result<Option<DateTime<Utc>>> {
    let newest = Entity::find()
        .order_by_desc(Column::ReceivedAt)
        .one(connection)
        .await?;
    Ok(newest.map(|event| event.received_at))
}

/// Events that came in before `limit` and were not carried out.
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

/// Events that were kept for a person, or could not be carried out, those that came first at first.
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

/// Notes what became of an event that waited; `false` when it waits no more.
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

/// Removes events that were seen to before `limit`. Stripe sends none again after three days.
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
