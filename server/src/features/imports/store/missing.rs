//! Queries about shops that a list no longer has.

use std::collections::{HashMap, HashSet};

use gazetteer::State;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use uuid::Uuid;

use super::reading::{PAGE, is_in};
use crate::{
    catalog::entities::{shop, shop_source, suggestion},
    features::imports::{
        entity::review_item::{self, Status},
        names::Names,
    },
    platform::{database::Database, error::Result},
};

/// Shops that came from `source` and have none of these records.
pub(in crate::features::imports) async fn absent(
    database: &Database,
    source: &str,
    ids: &Names,
) -> Result<Vec<Uuid>> {
    let mut is_listed: HashMap<Uuid, bool> = HashMap::new();
    let mut after = Uuid::nil();
    loop {
        let rows: Vec<(Uuid, Uuid, String)> = shop_source::Entity::find()
            .select_only()
            .columns([
                shop_source::Column::Id,
                shop_source::Column::ShopId,
                shop_source::Column::SourceId,
            ])
            .filter(shop_source::Column::Source.eq(source))
            .filter(shop_source::Column::Id.gt(after))
            .order_by_asc(shop_source::Column::Id)
            .limit(PAGE)
            .into_tuple()
            .all(database.reads())
            .await?;
        let Some(last) = rows.last() else { break };
        after = last.0;
        for (_, shop, id) in &rows {
            *is_listed.entry(*shop).or_default() |= ids.contains(id);
        }
    }
    let mut absent: Vec<Uuid> = is_listed
        .into_iter()
        .filter_map(|(shop, is_listed)| (!is_listed).then_some(shop))
        .collect();
    absent.sort_unstable();
    Ok(absent)
}

/// Whether these slugs name more than half of the open shops that came from `source`, in one state if one is given.
pub(in crate::features::imports) async fn has_most(
    database: &Database,
    (source, slugs): (&str, &Names),
    state: Option<State>,
) -> Result<bool> {
    let (mut named, mut all) = (0, 0);
    let mut after = Uuid::nil();
    loop {
        let links = shop_source::Entity::find()
            .select_only()
            .column(shop_source::Column::ShopId)
            .filter(shop_source::Column::Source.eq(source))
            .into_query();
        let rows: Vec<(Uuid, String)> = shop::Entity::find()
            .select_only()
            .columns([shop::Column::Id, shop::Column::Slug])
            .filter(shop::Column::Id.in_subquery(links))
            .filter(shop::Column::DeletedAt.is_null())
            .filter(shop::Column::ClosedAt.is_null())
            .filter(is_in(state))
            .filter(shop::Column::Id.gt(after))
            .order_by_asc(shop::Column::Id)
            .limit(PAGE)
            .into_tuple()
            .all(database.reads())
            .await?;
        let Some((last, _)) = rows.last() else { break };
        after = *last;
        all += rows.len();
        named += rows.iter().filter(|(_, slug)| slugs.contains(slug)).count();
    }
    Ok(named * 2 > all)
}

/// The slugs of the shops that questions about records name which wait for an answer.
pub(in crate::features::imports) async fn asked_about(
    database: &Database,
) -> Result<HashSet<String>> {
    let named: Vec<Option<String>> = review_item::Entity::find()
        .select_only()
        .column(review_item::Column::SimilarSlug)
        .filter(review_item::Column::Status.eq(Status::Open))
        .filter(review_item::Column::SimilarSlug.is_not_null())
        .into_tuple()
        .all(database.reads())
        .await?;
    Ok(named.into_iter().flatten().collect())
}

/// Those of these shops that are in another list, too.
pub(in crate::features::imports) async fn listed_elsewhere(
    database: &Database,
    source: &str,
    shops: &[Uuid],
) -> Result<HashSet<Uuid>> {
    let others: Vec<Uuid> = shop_source::Entity::find()
        .select_only()
        .column(shop_source::Column::ShopId)
        .filter(shop_source::Column::ShopId.is_in(shops.iter().copied()))
        .filter(shop_source::Column::Source.ne(source))
        .into_tuple()
        .all(database.reads())
        .await?;
    Ok(others.into_iter().collect())
}

/// Those of these questions that were already asked.
pub(in crate::features::imports) async fn known_questions(
    database: &Database,
    questions: impl Iterator<Item = Uuid>,
) -> Result<HashSet<Uuid>> {
    let known: Vec<Uuid> = suggestion::Entity::find()
        .select_only()
        .column(suggestion::Column::Id)
        .filter(suggestion::Column::Id.is_in(questions))
        .into_tuple()
        .all(database.reads())
        .await?;
    Ok(known.into_iter().collect())
}

/// Those of these shops that are neither closed nor deleted, in one state if one is given.
pub(in crate::features::imports) async fn open_shops(
    database: &Database,
    shops: &[Uuid],
    state: Option<State>,
) -> Result<Vec<shop::Model>> {
    Ok(shop::Entity::find()
        .filter(shop::Column::Id.is_in(shops.iter().copied()))
        .filter(shop::Column::DeletedAt.is_null())
        .filter(shop::Column::ClosedAt.is_null())
        .filter(is_in(state))
        .order_by_asc(shop::Column::Id)
        .all(database.reads())
        .await?)
}
