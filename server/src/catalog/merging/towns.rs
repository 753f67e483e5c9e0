//! Merging two towns that are the same. The removed town's row is deleted, and its URL leads to the remaining one.

use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, ExprTrait, PaginatorTrait,
    QueryFilter, QueryOrder,
    sea_query::{Alias, Expr, Query},
};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{broken, figures, id_in, related_rows};
use crate::{
    catalog::{
        Kind,
        entities::{city, shop},
        not_found::city_not_found,
        photos::{self, Owner},
        writing::{Act, Subject},
    },
    platform::{
        error::{Error, Result},
        id_generator::IdGenerator,
    },
};

/// The merge in the audit log, besides the rows it wrote.
pub(super) const TABLE: &str = "city_merges";
/// How many coffee shops one merge can move: it has to fit in a transaction of two seconds.
const MAX_SHOPS: u64 = 500;
/// The towns that newsletter readers chose.
const CHOSEN: &str = "newsletter_towns";

/// Merges the town `goes` into the town `stays`: coffee shops, former slugs, statistics and readers move; picture,
/// texts and color fill in what the other one lacks.
///
/// # Errors
///
/// [`Error::Conflict`] for towns in different states, or with more shops than one transaction can move.
pub async fn merge_towns(
    act: &Act<'_>,
    identifiers: &IdGenerator,
    (stays, goes): (Uuid, Uuid),
) -> Result<()> {
    // Locked in ID order, so that two simultaneous merges can't deadlock.
    let first = find(act, Ord::min(stays, goes)).await?;
    let second = find(act, Ord::max(stays, goes)).await?;
    let (stays, goes) = if first.id == stays {
        (first, second)
    } else {
        (second, first)
    };
    if stays.state != goes.state {
        return Err(Error::Conflict(
            "Cities in different states can't be merged.".into(),
        ));
    }
    act.set_subject(Subject::new("city", stays.id, &stays.name));
    act.set_note(&format!("{} ({}) was merged into it", goes.name, goes.slug));
    let addresses = [goes.slug.clone(), goes.id.to_string()];
    related_rows::move_addresses(act, identifiers, ("city", addresses), (stays.id, goes.id))
        .await?;
    move_shops(act, &stays, goes.id).await?;
    let mut after = stays.clone();
    after.description = (stays.description.clone()).or_else(|| goes.description.clone());
    after.fallback_color = (stays.fallback_color.clone()).or_else(|| goes.fallback_color.clone());
    after.made_by_admin |= goes.made_by_admin;
    if move_photos(act, stays.id, goes.id).await? {
        after.image_source.clone_from(&goes.image_source);
    }
    act.delete(&goes).await?;
    act.update(&stays, after).await?;
    act.touch((Kind::City, stays.id));
    let transaction = act.transaction();
    figures::add(transaction, stays.id, goes.id).await?;
    let readers = move_readers(transaction, stays.id, goes.id).await?;
    let merged = json!({
        "stays": stays.id,
        "goes": goes.id,
        "moved": readers.moved,
        "both": readers.both,
    });
    act.record_image(TABLE, goes.id, (None, Some(merged)));
    Ok(())
}

async fn find(act: &Act<'_>, id: Uuid) -> Result<city::Model> {
    act.find(id).await?.ok_or_else(city_not_found)
}

/// All of them, visible or not: a deleted one may be restored.
async fn move_shops(act: &Act<'_>, stays: &city::Model, goes: Uuid) -> Result<()> {
    let shops = shop::Entity::find()
        .filter(shop::Column::CityId.eq(goes))
        .order_by_asc(shop::Column::Id);
    if shops.clone().count(act.transaction()).await? > MAX_SHOPS {
        return Err(Error::Conflict(
            format!(
                "A city with more than {MAX_SHOPS} coffee shops can't be merged into another one."
            )
            .into(),
        ));
    }
    for row in shops.all(act.transaction()).await? {
        let mut after = row.clone();
        after.city_id = stays.id;
        // For servers of the release before.
        after.time_zone.clone_from(&stays.time_zone);
        act.update(&row, after).await?;
    }
    Ok(())
}

/// The removed town's pictures, if the other one has none; returns whether they were moved.
async fn move_photos(act: &Act<'_>, stays: Uuid, goes: Uuid) -> Result<bool> {
    let transaction = act.transaction();
    let has_one = !photos::of_owner(transaction, Owner::City(stays))
        .await?
        .is_empty();
    let theirs = photos::of_owner(transaction, Owner::City(goes)).await?;
    let are_taken = !has_one && !theirs.is_empty();
    for row in theirs {
        let mut after = row.clone();
        if are_taken {
            after.owner_id = stays;
        } else {
            after.removed_at = Some(act.now());
        }
        act.update(&row, after).await?;
    }
    Ok(are_taken)
}

/// Newsletter readers who had chosen the removed town.
struct Readers {
    moved: Vec<Uuid>,
    /// Readers who had chosen both.
    both: Vec<Uuid>,
}

fn column(name: &str) -> Expr {
    Expr::col(Alias::new(name))
}

async fn readers_of(transaction: &DatabaseTransaction, town: Uuid) -> Result<Vec<Uuid>> {
    let query = Query::select()
        .column(Alias::new("reader_id"))
        .from(Alias::new(CHOSEN))
        .and_where(column("city_id").eq(town))
        .to_owned();
    let rows = transaction.query_all(&query).await?;
    rows.iter()
        .map(|row| Ok(row.try_get("", "reader_id")?))
        .collect()
}

async fn move_readers(
    transaction: &DatabaseTransaction,
    stays: Uuid,
    goes: Uuid,
) -> Result<Readers> {
    let mine = readers_of(transaction, stays).await?;
    let theirs = readers_of(transaction, goes).await?;
    let (both, moved) = theirs.into_iter().partition(|id| mine.contains(id));
    let readers = Readers { moved, both };
    choose(transaction, &readers.moved, (goes, stays)).await?;
    let delete = Query::delete()
        .from_table(Alias::new(CHOSEN))
        .and_where(column("city_id").eq(goes))
        .to_owned();
    transaction.execute(&delete).await?;
    Ok(readers)
}

/// Changes the chosen town, for those who still have it.
async fn choose(
    transaction: &DatabaseTransaction,
    readers: &[Uuid],
    (from, to): (Uuid, Uuid),
) -> Result<()> {
    for some in readers.chunks(500) {
        let update = Query::update()
            .table(Alias::new(CHOSEN))
            .value(Alias::new("city_id"), to)
            .and_where(column("city_id").eq(from))
            .and_where(column("reader_id").is_in(some.iter().copied()))
            .to_owned();
        transaction.execute(&update).await?;
    }
    Ok(())
}

/// Separates statistics and readers again; the rows of the merge are restored separately.
pub(super) async fn part(act: &Act<'_>, merged: &Value) -> Result<()> {
    let (stays, goes) = (id_in(merged, "stays")?, id_in(merged, "goes")?);
    let readers = |name: &str| -> Result<Vec<Uuid>> {
        let ids = merged.get(name).cloned().unwrap_or_default();
        serde_json::from_value(ids).map_err(|_| broken())
    };
    let transaction = act.transaction();
    figures::subtract(transaction, stays, goes).await?;
    choose(transaction, &readers("moved")?, (stays, goes)).await?;
    // Readers who had chosen both, and haven't unsubscribed since, get both again.
    let still = readers_of(transaction, stays).await?;
    for reader in readers("both")?.into_iter().filter(|id| still.contains(id)) {
        let insert = Query::insert()
            .into_table(Alias::new(CHOSEN))
            .columns(["reader_id", "city_id"].map(Alias::new))
            .values_panic([reader.into(), goes.into()])
            .to_owned();
        transaction.execute(&insert).await?;
    }
    act.touch((Kind::City, stays));
    Ok(())
}
