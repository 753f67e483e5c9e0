//! Reads what is in the database: shops that a record may duplicate, and what is told of them.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use gazetteer::State;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, ExprTrait, FromQueryResult, QueryFilter,
    QueryOrder, QuerySelect, QueryTrait, Select, sea_query::SimpleExpr,
};
use uuid::Uuid;

use super::super::{
    entity::review_item,
    held,
    known::{Known, refusal_key},
};
use crate::{
    catalog::{
        admission::{
            duplicates::DuplicateIndex,
            facts,
            similarity::{Facts, Profile},
        },
        entities::{city, former_slug, shop, shop_source},
    },
    platform::{database::Database, error::Result},
};

/// Values in one `IN (…)`.
pub(super) const VALUES: usize = 500;
/// Rows per query, for narrow columns.
pub(super) const PAGE: u64 = 10_000;

/// Every shop that a record may duplicate, and every slug that is taken.
pub(in crate::features::imports) async fn known(database: &Database) -> Result<Known> {
    let towns = towns(database.reads()).await?;
    let mut known = Known {
        is_read: true,
        ..Known::default()
    };
    let mut after = Uuid::nil();
    loop {
        let rows: Vec<KnownShop> = compared_shops()
            .filter(shop::Column::Id.gt(after))
            .order_by_asc(shop::Column::Id)
            .limit(PAGE)
            .into_model()
            .all(database.reads())
            .await?;
        let Some(last) = rows.last() else { break };
        after = last.id;
        for row in rows {
            if row.deleted_at.is_none() {
                known
                    .duplicates
                    .insert(&row.slug, &row.profile(towns.get(&row.city_id)));
            }
            known.slugs.insert(&row.slug);
        }
    }
    let former: Vec<String> = former_slug::Entity::find()
        .select_only()
        .column(former_slug::Column::Slug)
        .filter(former_slug::Column::Kind.eq("shop"))
        .into_tuple()
        .all(database.reads())
        .await?;
    for slug in former {
        known.slugs.insert(&slug);
    }
    // A question about a chain names no shop, which most refused records do.
    let refused: Vec<(String, String, String)> = review_item::Entity::find()
        .select_only()
        .columns([
            review_item::Column::Name,
            review_item::Column::Town,
            review_item::Column::Record,
        ])
        .filter(review_item::Column::Status.eq(review_item::Status::Refused))
        .filter(review_item::Column::SimilarSlug.is_null())
        .into_tuple()
        .all(database.reads())
        .await?;
    for (name, town, record) in refused {
        let reason = held::reason_in(&record);
        if reason.is_some_and(|reason| reason.is_about_a_chain()) {
            known.refused_chains.insert(&refusal_key(&name, &town));
        }
    }
    Ok(known)
}

/// Whether shops came from this source before; from any if none is named.
pub(in crate::features::imports) async fn is_known(
    database: &Database,
    source: Option<&str>,
) -> Result<bool> {
    let mut links = shop_source::Entity::find();
    if let Some(source) = source {
        links = links.filter(shop_source::Column::Source.eq(source));
    }
    Ok(links.one(database.reads()).await?.is_some())
}

/// What a source has given: the number of values by fact, and its shops that are open.
#[derive(Debug, Default)]
pub(in crate::features::imports) struct Given {
    pub(in crate::features::imports) facts: HashMap<&'static str, u64>,
    pub(in crate::features::imports) open_shops: u64,
}

/// Counts what `source` has given, in one state if one is given.
pub(in crate::features::imports) async fn given_by(
    database: &Database,
    source: &str,
    state: Option<State>,
) -> Result<Given> {
    let mut given = Given::default();
    let mut after = Uuid::nil();
    loop {
        let links = shop_source::Entity::find()
            .select_only()
            .column(shop_source::Column::ShopId)
            .filter(shop_source::Column::Source.eq(source))
            .into_query();
        let rows: Vec<(Uuid, shop::Provenance, Option<DateTime<Utc>>)> = shop::Entity::find()
            .select_only()
            .columns([
                shop::Column::Id,
                shop::Column::Provenance,
                shop::Column::ClosedAt,
            ])
            .filter(shop::Column::Id.in_subquery(links))
            .filter(shop::Column::DeletedAt.is_null())
            .filter(is_in(state))
            .filter(shop::Column::Id.gt(after))
            .order_by_asc(shop::Column::Id)
            .limit(PAGE)
            .into_tuple()
            .all(database.reads())
            .await?;
        let Some((last, ..)) = rows.last() else { break };
        after = *last;
        for (_, provenance, closed_at) in &rows {
            given.open_shops += u64::from(closed_at.is_none());
            for fact in facts::given_by(&provenance.0, source) {
                *given.facts.entry(fact).or_default() += 1;
            }
        }
    }
    Ok(given)
}

/// The shops of a state; all without one.
pub(super) fn is_in(state: Option<State>) -> Condition {
    let all = Condition::all();
    let Some(state) = state else {
        return all;
    };
    let towns = city::Entity::find()
        .select_only()
        .column(city::Column::Id)
        .filter(city::Column::State.eq(state.code()))
        .into_query();
    all.add(shop::Column::CityId.in_subquery(towns))
}

/// The shops that were added or changed since `moment`.
pub(in crate::features::imports) fn is_new_since(moment: DateTime<Utc>) -> SimpleExpr {
    let is_added = shop::Column::CreatedAt.gte(moment);
    is_added.or(shop::Column::UpdatedAt.gte(moment))
}

/// The shops that meet `condition`, as this transaction sees them.
pub(in crate::features::imports) async fn shops_that(
    connection: &impl ConnectionTrait,
    condition: Condition,
) -> Result<DuplicateIndex> {
    let mut index = DuplicateIndex::default();
    let rows: Vec<KnownShop> = compared_shops()
        .filter(condition)
        .filter(shop::Column::DeletedAt.is_null())
        .into_model()
        .all(connection)
        .await?;
    if rows.is_empty() {
        return Ok(index);
    }
    let towns = towns(connection).await?;
    for row in rows {
        index.insert(&row.slug, &row.profile(towns.get(&row.city_id)));
    }
    Ok(index)
}

/// A planned shop as it is compared with others.
pub(in crate::features::imports) fn profile_of(
    shop: &shop::Model,
    (name, slug): (&str, &str),
) -> Profile {
    Profile::new(&Facts {
        name: &shop.name,
        other_names: &shop.other_names.0,
        street: shop.street.as_deref(),
        zip: shop.zip_code.as_deref(),
        town_name: name,
        town_slug: slug,
        point: shop.latitude.zip(shop.longitude),
        telephone: shop.telephone.as_deref(),
        website: shop.website.as_deref(),
        town_is_guessed: false,
    })
}

fn compared_shops() -> Select<shop::Entity> {
    shop::Entity::find().select_only().columns([
        shop::Column::Id,
        shop::Column::Slug,
        shop::Column::Name,
        shop::Column::OtherNames,
        shop::Column::Street,
        shop::Column::ZipCode,
        shop::Column::CityId,
        shop::Column::Latitude,
        shop::Column::Longitude,
        shop::Column::Telephone,
        shop::Column::Website,
        shop::Column::DeletedAt,
    ])
}

/// The facts by which shops are compared.
#[derive(Debug, FromQueryResult)]
struct KnownShop {
    id: Uuid,
    slug: String,
    name: String,
    other_names: shop::Texts,
    street: Option<String>,
    zip_code: Option<String>,
    city_id: Uuid,
    latitude: Option<f64>,
    longitude: Option<f64>,
    telephone: Option<String>,
    website: Option<String>,
    deleted_at: Option<DateTime<Utc>>,
}

/// Name and slug.
type TownNames = (String, String);

impl KnownShop {
    fn profile(&self, town: Option<&TownNames>) -> Profile {
        let (town_name, town_slug) = town.map_or(("", ""), |(name, slug)| (name, slug));
        Profile::new(&Facts {
            name: &self.name,
            other_names: &self.other_names.0,
            street: self.street.as_deref(),
            zip: self.zip_code.as_deref(),
            town_name,
            town_slug,
            point: self.latitude.zip(self.longitude),
            telephone: self.telephone.as_deref(),
            website: self.website.as_deref(),
            town_is_guessed: false,
        })
    }
}

async fn towns(connection: &impl ConnectionTrait) -> Result<HashMap<Uuid, TownNames>> {
    let rows: Vec<(Uuid, String, String)> = city::Entity::find()
        .select_only()
        .columns([city::Column::Id, city::Column::Name, city::Column::Slug])
        .into_tuple()
        .all(connection)
        .await?;
    Ok(rows
        .into_iter()
        .map(|(id, name, slug)| (id, (name, slug)))
        .collect())
}

/// The shops with these slugs that aren't deleted, by slug.
pub(in crate::features::imports) async fn shops_of(
    connection: &impl ConnectionTrait,
    slugs: &HashSet<&str>,
) -> Result<HashMap<String, shop::Model>> {
    let mut found = HashMap::new();
    let slugs: Vec<&str> = slugs.iter().copied().collect();
    for some in slugs.chunks(VALUES) {
        let rows = shop::Entity::find()
            .filter(shop::Column::Slug.is_in(some.iter().copied()))
            .filter(shop::Column::DeletedAt.is_null())
            .all(connection)
            .await?;
        found.extend(rows.into_iter().map(|row| (row.slug.clone(), row)));
    }
    Ok(found)
}

/// The names of these towns, such as `Alexandria, LA`.
pub(in crate::features::imports) async fn town_names(
    connection: &impl ConnectionTrait,
    towns: &HashSet<Uuid>,
) -> Result<HashMap<Uuid, String>> {
    let rows: Vec<(Uuid, String, String)> = city::Entity::find()
        .select_only()
        .columns([city::Column::Id, city::Column::Name, city::Column::State])
        .filter(city::Column::Id.is_in(towns.iter().copied()))
        .into_tuple()
        .all(connection)
        .await?;
    Ok(rows
        .into_iter()
        .map(|(id, name, state)| (id, format!("{name}, {state}")))
        .collect())
}

/// The lists that have these shops.
pub(in crate::features::imports) async fn lists_of(
    connection: &impl ConnectionTrait,
    shops: impl Iterator<Item = Uuid>,
) -> Result<HashSet<(Uuid, String)>> {
    let shops: Vec<Uuid> = shops.collect();
    let mut lists = HashSet::new();
    for some in shops.chunks(VALUES) {
        let rows: Vec<(Uuid, String)> = shop_source::Entity::find()
            .select_only()
            .columns([shop_source::Column::ShopId, shop_source::Column::Source])
            .filter(shop_source::Column::ShopId.is_in(some.iter().copied()))
            .into_tuple()
            .all(connection)
            .await?;
        lists.extend(rows);
    }
    Ok(lists)
}

/// The links of these shops to records of this source, each shop's oldest first.
pub(in crate::features::imports) async fn links_of(
    database: &Database,
    shops: &[Uuid],
    source: &str,
) -> Result<HashMap<Uuid, Vec<shop_source::Model>>> {
    let mut links: HashMap<Uuid, Vec<shop_source::Model>> = HashMap::new();
    for some in shops.chunks(VALUES) {
        let rows = shop_source::Entity::find()
            .filter(shop_source::Column::ShopId.is_in(some.iter().copied()))
            .filter(shop_source::Column::Source.eq(source))
            .order_by_asc(shop_source::Column::Id)
            .all(database.reads())
            .await?;
        for row in rows {
            links.entry(row.shop_id).or_default().push(row);
        }
    }
    Ok(links)
}
