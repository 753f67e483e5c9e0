//! The calls of each month. Taking one is a conditional update, so that all nodes together stay within the budget.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, EntityTrait, ExprTrait, QueryFilter,
    sea_query::{Expr, OnConflict},
};

use crate::platform::{database::Database, error::Result};

mod entity {
    use sea_orm::entity::prelude::*;

    /// A row of `foursquare_calls`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "foursquare_calls")]
    pub struct Model {
        /// As in `2026-03`, in UTC.
        #[sea_orm(primary_key, auto_increment = false)]
        pub month: String,
        pub calls: i64,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use entity::{ActiveModel, Column, Entity};

fn month(now: DateTime<Utc>) -> String {
    now.format("%Y-%m").to_string()
}

/// Counts a call before it is made; `false` if the month's `most` are used up.
pub(super) async fn take(database: &Database, most: u32, now: DateTime<Utc>) -> Result<bool> {
    database
        .transaction(move |transaction| {
            Box::pin(async move {
                begin(transaction, now).await?;
                let counted = Entity::update_many()
                    .col_expr(Column::Calls, Expr::col(Column::Calls).add(1))
                    .filter(Column::Month.eq(month(now)))
                    .filter(Column::Calls.lt(i64::from(most)))
                    .exec(transaction)
                    .await?;
                Ok(counted.rows_affected == 1)
            })
        })
        .await
}

/// Makes the month's row, unless it is there.
async fn begin(connection: &impl ConnectionTrait, now: DateTime<Utc>) -> Result<()> {
    Entity::insert(ActiveModel {
        month: Set(month(now)),
        calls: Set(0),
    })
    .on_conflict(OnConflict::column(Column::Month).do_nothing().to_owned())
    .exec_without_returning(connection)
    .await?;
    Ok(())
}

/// Counts calls that a demo invents, or that go with it if there are less than none. None of them was made.
pub async fn count_invented(
    connection: &impl ConnectionTrait,
    calls: i64,
    moment: DateTime<Utc>,
) -> Result<()> {
    begin(connection, moment).await?;
    Entity::update_many()
        .col_expr(Column::Calls, Expr::col(Column::Calls).add(calls))
        .filter(Column::Month.eq(month(moment)))
        .exec(connection)
        .await?;
    Ok(())
}

/// How many calls were made in this month.
pub async fn calls_this_month(
    connection: &impl ConnectionTrait,
    now: DateTime<Utc>,
) -> Result<i64> {
    let row = Entity::find_by_id(month(now)).one(connection).await?;
    Ok(row.map_or(0, |row| row.calls))
}

/// All calls ever made.
pub async fn all_calls(connection: &impl ConnectionTrait) -> Result<i64> {
    let rows = Entity::find().all(connection).await?;
    Ok(rows.iter().map(|row| row.calls).sum())
}
