//! The SQL of the review queue.

use std::{collections::HashMap, iter};

use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, sea_query::Expr,
};
use serde_json::json;
use uuid::Uuid;

use super::{
    Accepted, Held, ReadRecord, Status, differences, is_a_list, no_shop, open_item, review_item,
};
use crate::{
    catalog::{
        Kind,
        admission::{
            facts, origins, rows,
            shop::{Origin, new_shop},
            similarity::{self, Profile, SAME},
        },
        entities::{
            audit::{entry, image},
            city, shop, shop_source,
        },
        origin::EDITORS,
        writing::{Act, Subject},
    },
    features::imports::store::{reading, source_row},
    platform::{
        database::{Database, RowCount, count_since},
        error::{Error, Result},
        id_generator::IdGenerator,
    },
};

use review_item::Column;

/// IDs per statement.
const TOGETHER: usize = 200;

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

/// How many records are pending, and since when the first of them.
pub(super) async fn count_open(database: &Database) -> Result<RowCount> {
    let open = review_item::Entity::find().filter(Column::Status.eq(Status::Open));
    count_since(database.reads(), open, Column::CreatedAt).await
}

/// What is read of each question.
#[derive(Debug, FromQueryResult)]
pub(super) struct Row {
    pub(super) id: Uuid,
    pub(super) number: i64,
    pub(super) source: String,
    pub(super) name: String,
    pub(super) town: String,
    pub(super) similar_slug: Option<String>,
    pub(super) record: String,
}

/// What the list is filtered and grouped by, of all pending records.
pub(super) async fn open_rows(database: &Database) -> Result<Vec<Row>> {
    Ok(review_item::Entity::find()
        .select_only()
        .columns([
            Column::Id,
            Column::Number,
            Column::Source,
            Column::Name,
            Column::Town,
            Column::SimilarSlug,
            Column::Record,
        ])
        .filter(Column::Status.eq(Status::Open))
        .into_model()
        .all(database.reads())
        .await?)
}

/// These records, locked until the act ends. In one order, so that two acts don't wait for each other.
pub(super) async fn locked(
    act: &Act<'_>,
    mut ids: Vec<Uuid>,
) -> Result<HashMap<Uuid, review_item::Model>> {
    ids.sort_unstable();
    let mut items = HashMap::new();
    for some in ids.chunks(TOGETHER) {
        let found = review_item::Entity::find()
            .filter(Column::Id.is_in(some.iter().copied()))
            .order_by_asc(Column::Id)
            .lock_exclusive()
            .all(act.transaction())
            .await?;
        items.extend(found.into_iter().map(|item| (item.id, item)));
    }
    Ok(items)
}

/// Those of these records that are pending, in this order.
pub(super) async fn open_with(
    database: &Database,
    ids: &[Uuid],
) -> Result<Vec<review_item::Model>> {
    let mut items = Vec::new();
    for some in ids.chunks(TOGETHER) {
        let found = review_item::Entity::find()
            .filter(Column::Id.is_in(some.iter().copied()))
            .filter(Column::Status.eq(Status::Open))
            .all(database.reads())
            .await?;
        let mut found: HashMap<Uuid, review_item::Model> =
            found.into_iter().map(|item| (item.id, item)).collect();
        items.extend(some.iter().filter_map(|id| found.remove(id)));
    }
    Ok(items)
}

/// The number of pending records of a list.
pub(in crate::features::imports) async fn waiting_of(
    database: &Database,
    source: &str,
) -> Result<u64> {
    let open = review_item::Entity::find()
        .filter(Column::Status.eq(Status::Open))
        .filter(Column::Source.eq(source));
    Ok(open.count(database.reads()).await?)
}

/// How many records were decided by an act.
pub(super) async fn decided_in(database: &Database, act: Uuid) -> Result<u64> {
    let images = image::Entity::find()
        .filter(image::Column::EntryId.eq(act))
        .filter(image::Column::TableName.eq("review_items"));
    Ok(images.count(database.reads()).await?)
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

/// A shop seems to be the same that wasn't shown with the question.
#[derive(Clone, Debug)]
pub(super) struct UnseenTwin;

/// Writes the decision, the town if missing, the shop and its source. A record that an import has matched since belongs to
/// that shop. One that is a shop's twin by now is asked about anew, next to that shop.
pub(super) async fn accept(
    act: &Act<'_>,
    identifiers: &IdGenerator,
    record: ReadRecord,
) -> Result<std::result::Result<Accepted, UnseenTwin>> {
    let item = open_item(act, record).await?;
    if let Some(shop) = matched(act, &item).await? {
        decide(act, item.id.into(), Status::Accepted, Some(shop.id)).await?;
        return Ok(Ok(accepted(act, shop)));
    }
    let held = Held::from_text(&item.record)?;
    if let Some(twin) = unseen_twin(act, &item, &held).await? {
        ask_about(act, item.id, &twin).await?;
        return Ok(Err(UnseenTwin));
    }
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
    finish(act, identifiers, (item.id, &held), row)
        .await
        .map(Ok)
}

/// Puts another shop beside a question. As with what imports write, that isn't part of the audit log.
async fn ask_about(act: &Act<'_>, item: Uuid, slug: &str) -> Result<()> {
    review_item::Entity::update_many()
        .col_expr(Column::SimilarSlug, Expr::value(slug))
        .col_expr(Column::UpdatedAt, Expr::value(act.now()))
        .filter(Column::Id.eq(item))
        .exec(act.transaction())
        .await?;
    Ok(())
}

/// The shop that an import has matched the record with since it was held.
async fn matched(act: &Act<'_>, item: &review_item::Model) -> Result<Option<shop::Model>> {
    let link = shop_source::Entity::find()
        .filter(shop_source::Column::Source.eq(&item.source))
        .filter(shop_source::Column::SourceId.eq(&item.source_id))
        .one(act.transaction())
        .await?;
    match link {
        Some(link) => act.find(link.shop_id).await,
        None => Ok(None),
    }
}

/// The shops that a record could be: in its town, with its ZIP code or phone number, or next to it. A months-old question
/// would otherwise read most of the directory.
fn could_be(held: &Held) -> Condition {
    let (facts, town) = (&held.facts, &held.town.slug);
    let towns = city::Entity::find()
        .select_only()
        .column(city::Column::Id)
        .filter(city::Column::Slug.eq(town))
        .into_query();
    let mut any = Condition::any().add(shop::Column::CityId.in_subquery(towns));
    if let Some(zip) = &facts.zip_code {
        any = any.add(shop::Column::ZipCode.eq(zip));
    }
    if let Some(telephone) = &facts.telephone {
        any = any.add(shop::Column::Telephone.eq(telephone));
    }
    if let Some((latitude, longitude)) = facts.point {
        let is_near = Condition::all()
            .add(shop::Column::Latitude.between(latitude - BESIDE, latitude + BESIDE))
            .add(shop::Column::Longitude.between(longitude - BESIDE, longitude + BESIDE));
        any = any.add(is_near);
    }
    any
}

/// In degrees: more than 75 m in every direction, in Alaska, too.
const BESIDE: f64 = 0.003;

/// The slug of a shop that is the same as far as anybody can tell, and that nobody who decides about the record has seen
/// beside it: one that was added or changed since the record was last looked at; any, if that question was about
/// something else.
async fn unseen_twin(
    act: &Act<'_>,
    item: &review_item::Model,
    held: &Held,
) -> Result<Option<String>> {
    let facts = &held.facts;
    let mut condition = Condition::all().add(could_be(held));
    if item.similar_slug.is_some() {
        condition = condition.add(reading::is_new_since(item.updated_at));
    }
    let index = reading::shops_that(act.transaction(), condition).await?;
    let profile = Profile::new(&similarity::Facts {
        name: &facts.name,
        other_names: &facts.other_names,
        street: facts.street.as_deref(),
        zip: facts.zip_code.as_deref(),
        town_name: &held.town.name,
        town_slug: &held.town.slug,
        point: facts.point,
        telephone: facts.telephone.as_deref(),
        website: facts.website.as_deref(),
        town_is_guessed: false,
    });
    let twin = index.most_similar(&profile, |_, _| false);
    let twin = twin.filter(|twin| twin.similarity.points >= SAME);
    let slug = twin.map(|twin| twin.slug.to_owned());
    // Whoever decides has seen that one.
    Ok(slug.filter(|slug| item.similar_slug.as_ref() != Some(slug)))
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
    let known = matched(act, &item).await?;
    if let Some(other) = known.as_ref().filter(|known| known.id != row.id) {
        return Err(Error::ConflictWith {
            message: format!(
                "An import has matched this record with {} meanwhile.",
                other.name
            )
            .into(),
            details: json!({ "kind": "matched", "slug": other.slug }),
        });
    }
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
    // Another record of its list speaks for the shop, and would overwrite what the administrator takes from this one.
    let is_spoken_for = known.is_none() && is_listed(act, &row, &item.source).await?;
    let source = if is_spoken_for {
        EDITORS
    } else {
        item.source.as_str()
    };
    facts::take(&mut after, &held.facts, city_id, (source, &names));
    if !names.is_empty() && !is_spoken_for {
        origins::note(&mut after, &item.source, &held.origin());
    }
    let row = act.update(&row, after).await?;
    if known.is_some() {
        decide(act, item.id.into(), Status::Accepted, Some(row.id)).await?;
        return Ok(accepted(act, row));
    }
    finish(act, identifiers, (item.id, &held), row).await
}

/// Whether a record of this list is the shop already.
async fn is_listed(act: &Act<'_>, shop: &shop::Model, source: &str) -> Result<bool> {
    let lists = reading::lists_of(act.transaction(), iter::once(shop.id)).await?;
    Ok(is_a_list(source) && lists.contains(&(shop.id, source.to_owned())))
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
    Ok(accepted(act, shop))
}

fn accepted(act: &Act<'_>, shop: shop::Model) -> Accepted {
    act.set_subject(Subject::new("shop", shop.id, &shop.name));
    Accepted {
        shop_id: shop.id,
        slug: shop.slug,
        name: shop.name,
        entry: None,
    }
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
