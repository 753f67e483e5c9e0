//! INSERT statements for many rows.

use sea_orm::{
    ConnectionTrait, DatabaseTransaction, EntityTrait, Iterable, ModelTrait,
    sea_query::{Expr, InsertStatement, Query},
};

use crate::platform::error::Result;

/// Rows per statement: few enough that the values fit in the processor's caches, and that most statements of an import
/// are the same and prepared only once.
pub(super) const ROWS: usize = 100;

/// Inserts rows of one table.
pub(in crate::features::imports) async fn insert<M: ModelTrait>(
    transaction: &DatabaseTransaction,
    rows: &[M],
) -> Result<()> {
    for some in rows.chunks(ROWS) {
        transaction.execute(&statement(some)).await?;
    }
    Ok(())
}

/// The statement for a few rows. It leaves out columns that are null in all of them, as half of a shop's are: a value
/// costs more on its way to the database than inside it. No column that may be null has another default.
pub(super) fn statement<M: ModelTrait>(rows: &[M]) -> InsertStatement {
    let is_null = |row: &M, column| {
        let value = row.get(column);
        value == value.as_null()
    };
    let columns: Vec<_> = <M::Entity as EntityTrait>::Column::iter()
        .filter(|column| !rows.iter().all(|row| is_null(row, *column)))
        .collect();
    let mut statement = Query::insert();
    statement
        .into_table(M::Entity::default())
        .columns(columns.iter().copied());
    for row in rows {
        statement.values_panic(columns.iter().map(|column| Expr::val(row.get(*column))));
    }
    statement
}
