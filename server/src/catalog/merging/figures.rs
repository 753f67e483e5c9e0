//! Visitor statistics. They stay with the removed shop and are added to the remaining one, so that they can be
//! subtracted again.

use sea_orm::{
    ConnectionTrait, DatabaseTransaction, ExprTrait,
    sea_query::{Alias, Expr, OnConflict, Query},
};
use uuid::Uuid;

use crate::platform::error::Result;

/// By day.
const FIGURES: &str = "event_counts";
/// Totals for all days.
const VIEWS: &str = "view_totals";

/// A daily count of one subject: day, kind, detail, count.
type Figure = (String, String, String, i64);

async fn figures_of(transaction: &DatabaseTransaction, subject: Uuid) -> Result<Vec<Figure>> {
    let query = Query::select()
        .columns(["day", "kind", "detail", "count"].map(Alias::new))
        .from(Alias::new(FIGURES))
        .and_where(Expr::col(Alias::new("subject")).eq(subject))
        .to_owned();
    let rows = transaction.query_all(&query).await?;
    rows.iter()
        .map(|row| {
            Ok((
                row.try_get("", "day")?,
                row.try_get("", "kind")?,
                row.try_get("", "detail")?,
                row.try_get("", "count")?,
            ))
        })
        .collect()
}

/// Adds the daily counts, and the total views.
pub(super) async fn add(transaction: &DatabaseTransaction, stays: Uuid, goes: Uuid) -> Result<()> {
    for (day, kind, detail, count) in figures_of(transaction, goes).await? {
        let added = Expr::col((Alias::new(FIGURES), Alias::new("count"))).add(count);
        let insert = Query::insert()
            .into_table(Alias::new(FIGURES))
            .columns(["day", "kind", "subject", "detail", "count"].map(Alias::new))
            .values_panic([
                day.into(),
                kind.into(),
                stays.into(),
                detail.into(),
                count.into(),
            ])
            .on_conflict(
                OnConflict::columns(["day", "kind", "subject", "detail"].map(Alias::new))
                    .value(Alias::new("count"), added)
                    .to_owned(),
            )
            .to_owned();
        transaction.execute(&insert).await?;
    }
    let Some((kind, count)) = views_of(transaction, goes).await? else {
        return Ok(());
    };
    let added = Expr::col((Alias::new(VIEWS), Alias::new("count"))).add(count);
    let insert = Query::insert()
        .into_table(Alias::new(VIEWS))
        .columns(["subject", "kind", "count"].map(Alias::new))
        .values_panic([stays.into(), kind.into(), count.into()])
        .on_conflict(
            OnConflict::column(Alias::new("subject"))
                .value(Alias::new("count"), added)
                .to_owned(),
        )
        .to_owned();
    transaction.execute(&insert).await?;
    Ok(())
}

/// Subtracts what [`add`] added.
pub(super) async fn subtract(
    transaction: &DatabaseTransaction,
    stays: Uuid,
    goes: Uuid,
) -> Result<()> {
    let of = |name: &str| Expr::col(Alias::new(name));
    for (day, kind, detail, count) in figures_of(transaction, goes).await? {
        let update = Query::update()
            .table(Alias::new(FIGURES))
            .value(Alias::new("count"), of("count").sub(count))
            .and_where(of("subject").eq(stays))
            .and_where(of("day").eq(day))
            .and_where(of("kind").eq(kind))
            .and_where(of("detail").eq(detail))
            .to_owned();
        transaction.execute(&update).await?;
    }
    if let Some((_, count)) = views_of(transaction, goes).await? {
        let update = Query::update()
            .table(Alias::new(VIEWS))
            .value(Alias::new("count"), of("count").sub(count))
            .and_where(of("subject").eq(stays))
            .to_owned();
        transaction.execute(&update).await?;
    }
    Ok(())
}

/// A subject's kind and total views, if it has any.
async fn views_of(
    transaction: &DatabaseTransaction,
    subject: Uuid,
) -> Result<Option<(String, i64)>> {
    let query = Query::select()
        .columns(["kind", "count"].map(Alias::new))
        .from(Alias::new(VIEWS))
        .and_where(Expr::col(Alias::new("subject")).eq(subject))
        .to_owned();
    let found = transaction.query_one(&query).await?;
    found
        .map(|row| Ok((row.try_get("", "kind")?, row.try_get("", "count")?)))
        .transpose()
}
