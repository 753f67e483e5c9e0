//! The SQL of the review queue.

use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::{Accepted, Held, ReadRecord, Status, differences, no_shop, open_item, review_item};
use crate::{
    catalog::{
        Kind,
        admission::{
            facts, origins, rows,
            shop::{Origin, new_shop},
        },
        entities::{
            audit::{entry, image},
            shop, shop_source,
        },
        writing::{Act, Subject},
    },
    features::imports::store::source_row,
    platform::{database::Database, error::Result, id_generator::IdGenerator},
};

use review_item::Column;

pub(super) async fn list(
    database: &Database,
    status: Status,
    after: Option<Uuid>,
    most: u64,
) -> Result<Vec<review_item::Model>> {
    let mut items = review_item::Entity::find()
        .filter(Column::Status.eq(status))
        .order_by_asc(Column::Id)
        .limit(most);
    if let Some(after) = after {
        items = items.filter(Column::Id.gt(after));
    }
    Ok(items.all(database.reads()).await?)
}

pub(super) async fn page(
    database: &Database,
    skip: u64,
    most: u64,
) -> Result<Vec<review_item::Model>> {
    Ok(review_item::Entity::find()
        .filter(Column::Status.eq(Status::Open))
        .order_by_asc(Column::Number)
        .order_by_asc(Column::Id)
        .offset(skip)
        .limit(most)
        .all(database.reads())
        .await?)
}

pub(super) async fn waiting(database: &Database) -> Result<u64> {
    let open = review_item::Entity::find().filter(Column::Status.eq(Status::Open));
    Ok(open.count(database.reads()).await?)
}

pub(super) async fn find(database: &Database, id: Uuid) -> Result<Option<review_item::Model>> {
    Ok(review_item::Entity::find_by_id(id)
        .one(database.reads())
        .await?)
}

pub(super) async fn numbered(
    database: &Database,
    number: i64,
) -> Result<Option<review_item::Model>> {
    Ok(review_item::Entity::find()
        .filter(Column::Number.eq(number))
        .one(database.reads())
        .await?)
}

/// The last act that decided about a record and hasn't been undone.
pub(super) async fn last_decision(database: &Database, item: Uuid) -> Result<Option<Uuid>> {
    let acts: Vec<Uuid> = image::Entity::find()
        .select_only()
        .column(image::Column::EntryId)
        .filter(image::Column::TableName.eq("review_items"))
        .filter(image::Column::RowId.eq(item))
        .into_tuple()
        .all(database.reads())
        .await?;
    let last = entry::Entity::find()
        .filter(entry::Column::Id.is_in(acts))
        .filter(entry::Column::Action.starts_with("import."))
        .filter(entry::Column::UndoneBy.is_null())
        .order_by_desc(entry::Column::Id)
        .one(database.reads())
        .await?;
    Ok(last.map(|entry| entry.id))
}

/// Writes the decision, the town if missing, the shop and its source.
pub(super) async fn accept(
    act: &Act<'_>,
    identifiers: &IdGenerator,
    record: ReadRecord,
) -> Result<Accepted> {
    let item = open_item(act, record).await?;
    let held = Held::from_text(&item.record)?;
    let city_id = town(act, identifiers, &held).await?;
    let slug = rows::free_slug(act.transaction(), &held.facts.name, &held.town.slug).await?;
    let origin = Origin {
        id: identifiers.next(),
        now: act.now(),
        source: &item.source,
    };
    let mut row = new_shop(slug, &held.facts, city_id, origin);
    origins::note(&mut row, &item.source, &held.origin());
    act.insert(&row).await?;
    finish(act, identifiers, (item.id, &held), row).await
}

/// Writes the decision, the selected facts, and the record as a source of the shop.
pub(super) async fn join(
    act: &Act<'_>,
    identifiers: &IdGenerator,
    record: ReadRecord,
    (shop, names): (Uuid, Option<Vec<String>>),
) -> Result<Accepted> {
    let item = open_item(act, record).await?;
    let held = Held::from_text(&item.record)?;
    let row: Option<shop::Model> = act.find(shop).await?;
    let row = row
        .filter(|row| row.deleted_at.is_none())
        .ok_or_else(no_shop)?;
    let names = names.unwrap_or_else(|| {
        let lacks = differences(Some(&row), &held.facts).into_iter();
        let lacks = lacks.filter(|fact| fact.now.is_none());
        lacks.map(|fact| fact.name.to_owned()).collect()
    });
    let mut after = row.clone();
    let city_id = if names.iter().any(|name| name == "address") {
        town(act, identifiers, &held).await?
    } else {
        row.city_id
    };
    facts::take(&mut after, &held.facts, city_id, (&item.source, &names));
    if !names.is_empty() {
        origins::note(&mut after, &item.source, &held.origin());
    }
    let row = act.update(&row, after).await?;
    finish(act, identifiers, (item.id, &held), row).await
}

async fn town(act: &Act<'_>, identifiers: &IdGenerator, held: &Held) -> Result<Uuid> {
    let (city, was_made) =
        rows::town(act.transaction(), &held.town, identifiers, act.now()).await?;
    if was_made {
        act.touch((Kind::City, city));
    }
    Ok(city)
}

async fn finish(
    act: &Act<'_>,
    identifiers: &IdGenerator,
    (id, held): (Uuid, &Held),
    shop: shop::Model,
) -> Result<Accepted> {
    let item = decide(act, id.into(), Status::Accepted, Some(shop.id)).await?;
    let record = (item.source.as_str(), item.source_id.as_str());
    let source = source_row(identifiers, shop.id, record, held.refreshed_at, act.now());
    act.insert::<shop_source::Model>(&source).await?;
    act.set_subject(Subject::new("shop", shop.id, &shop.name));
    Ok(Accepted {
        shop_id: shop.id,
        slug: shop.slug,
        name: shop.name,
        entry: None,
    })
}

/// Decides about a pending record.
pub(super) async fn decide(
    act: &Act<'_>,
    record: ReadRecord,
    status: Status,
    shop: Option<Uuid>,
) -> Result<review_item::Model> {
    let item = open_item(act, record).await?;
    let mut decided = item.clone();
    decided.status = status;
    decided.shop_id = shop;
    decided.decided_at = Some(act.now());
    act.set_subject(Subject::new("import", item.id, &item.name));
    act.update(&item, decided).await
}
