//! Expansion's SQL: the areas that are done, and what was undone.

use std::collections::BTreeSet;

use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder,
    QuerySelect, sea_query::Expr,
};
use uuid::Uuid;

use super::{
    super::history::{self, KeptShop},
    entity as expansion_area,
    stored::{AskedAreas, Metro},
};
use crate::{
    catalog::{
        entities::{
            audit::{entry, image},
            city,
        },
        not_found::entry_not_found,
        shop_runs::{ShopOutcome, with_outcome},
    },
    platform::{
        database::Database,
        error::{Error, Result},
        runs::{self, Kind as _},
    },
};

/// Those of the acts that are undone now. Undoing such an undo makes them count again.
pub(super) async fn undone(
    connection: &impl ConnectionTrait,
    acts: &[Uuid],
) -> Result<BTreeSet<Uuid>> {
    let undone = undos_of(connection, acts).await?;
    let undos: Vec<Uuid> = undone.iter().map(|(_, undo)| *undo).collect();
    let void = undos_of(connection, &undos).await?;
    let void: BTreeSet<Uuid> = void.into_iter().map(|(undo, _)| undo).collect();
    let counts = undone.into_iter().filter(|(_, undo)| !void.contains(undo));
    Ok(counts.map(|(act, _)| act).collect())
}

/// The undone ones of these acts, each with the act that undid it.
async fn undos_of(connection: &impl ConnectionTrait, acts: &[Uuid]) -> Result<Vec<(Uuid, Uuid)>> {
    if acts.is_empty() {
        return Ok(Vec::new());
    }
    Ok(entry::Entity::find()
        .select_only()
        .columns([entry::Column::Id, entry::Column::UndoneBy])
        .filter(entry::Column::Id.is_in(acts.iter().copied()))
        .filter(entry::Column::UndoneBy.is_not_null())
        .into_tuple()
        .all(connection)
        .await?)
}

/// Marks an act as undone by another one, and returns it.
///
/// # Errors
///
/// [`Error::Conflict`] if it is undone; otherwise when the database fails.
pub(super) async fn mark_undone(
    transaction: &DatabaseTransaction,
    act: Uuid,
    by: Uuid,
) -> Result<entry::Model> {
    let row = entry::Entity::find_by_id(act).one(transaction).await?;
    let row = row.ok_or_else(entry_not_found)?;
    let is_undone = !undone(transaction, &[act]).await?.is_empty();
    // The condition decides: of two simultaneous undos, one is too late.
    let as_read = match row.undone_by {
        Some(before) => entry::Column::UndoneBy.eq(before),
        None => entry::Column::UndoneBy.is_null(),
    };
    let update = entry::Entity::update_many()
        .col_expr(entry::Column::UndoneBy, Expr::value(by))
        .filter(entry::Column::Id.eq(act))
        .filter(as_read);
    if is_undone || update.exec(transaction).await?.rows_affected == 0 {
        return Err(Error::Conflict("This has already been undone.".into()));
    }
    Ok(row)
}

/// The shops that stayed when a run was taken back, by name.
pub(super) async fn kept(database: &Database, run: Uuid) -> Result<Vec<KeptShop>> {
    let results = with_outcome(database.reads(), run, ShopOutcome::Skipped).await?;
    let ids: Vec<Uuid> = results.iter().map(|result| result.shop_id).collect();
    let rows = history::shops(database.reads(), &ids).await?;
    let mut kept: Vec<KeptShop> = results
        .into_iter()
        .filter_map(|result| {
            let row = rows.iter().find(|row| row.id == result.shop_id)?;
            Some(KeptShop {
                slug: row.slug.clone(),
                name: row.name.clone(),
                reason: result.detail?,
            })
        })
        .collect();
    kept.sort_by(|one, other| (&one.name, &one.slug).cmp(&(&other.name, &other.slug)));
    Ok(kept)
}

/// The rows that an act wrote, last first.
pub(super) async fn images_of(
    transaction: &DatabaseTransaction,
    act: Uuid,
) -> Result<Vec<image::Model>> {
    Ok(image::Entity::find()
        .filter(image::Column::EntryId.eq(act))
        .order_by_desc(image::Column::Position)
        .all(transaction)
        .await?)
}

/// The slugs of the areas that are done.
pub(super) async fn areas_done(database: &Database) -> Result<BTreeSet<String>> {
    let rows = expansion_area::Entity::find().all(database.reads()).await?;
    Ok(rows.into_iter().map(|row| row.area).collect())
}

/// The runs for metro areas that have read a demo's invented places.
pub(super) async fn runs_of_invented_places(
    connection: &impl ConnectionTrait,
) -> Result<Vec<Uuid>> {
    let runs: Vec<(Uuid, serde_json::Value)> = runs::Entity::find()
        .select_only()
        .columns([runs::Column::Id, runs::Column::Asked])
        .filter(runs::Column::Kind.eq(Metro::JOB))
        .into_tuple()
        .all(connection)
        .await?;
    let mut found = Vec::new();
    for (id, asked) in runs {
        let asked: AskedAreas = serde_json::from_value(asked)
            .map_err(|error| Error::Internal(format!("a stored run can't be read: {error}")))?;
        if asked.invented {
            found.push(id);
        }
    }
    Ok(found)
}

/// Makes the areas that these runs have done remaining ones.
pub(super) async fn forget_areas(connection: &impl ConnectionTrait, runs: &[Uuid]) -> Result<()> {
    expansion_area::Entity::delete_many()
        .filter(expansion_area::Column::RunId.is_in(runs.iter().copied()))
        .exec(connection)
        .await?;
    Ok(())
}

/// The row of a town.
pub(super) async fn city(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<city::Model>> {
    Ok(city::Entity::find_by_id(id).one(connection).await?)
}
