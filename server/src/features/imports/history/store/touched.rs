//! Which of the shops that were added somebody has touched since, so that taking them back leaves them (D88).

use std::collections::HashMap;

use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DatabaseTransaction, EntityTrait, ExprTrait,
    QueryFilter, QuerySelect, QueryTrait,
    sea_query::{Alias, Expr, Query},
};
use uuid::Uuid;

use super::super::entity::import_change::{self, ChangeKind, Column, UndoOutcome};
use crate::{
    catalog::{
        entities::{
            audit::{entry, image},
            boost, claim, photo, request, shop, shop_source, story, suggestion,
        },
        writing::Recorded,
    },
    platform::error::Result,
};

/// What added the shops: an import with its notes, or an act of the audit log.
#[derive(Clone, Copy, Debug)]
pub(in crate::features::imports) enum Adding {
    Import(Uuid),
    Act(Uuid),
}

impl Adding {
    fn import(self) -> Uuid {
        match self {
            Self::Import(run) => run,
            Self::Act(_) => Uuid::nil(),
        }
    }

    fn act(self) -> Uuid {
        match self {
            Self::Import(_) => Uuid::nil(),
            Self::Act(act) => act,
        }
    }
}

type Touched = HashMap<Uuid, &'static str>;

/// Those of these shops that somebody has touched since they were added, and how.
pub(in crate::features::imports) async fn touched(
    transaction: &DatabaseTransaction,
    adding: Adding,
    added: &[Uuid],
) -> Result<Touched> {
    let mut touched = Touched::new();
    let mut note = |shops: Vec<Uuid>, how: &'static str| {
        for shop in shops {
            touched.entry(shop).or_insert(how);
        }
    };
    let ids = || added.iter().copied();
    let by_people = Condition::any()
        .add(shop::Column::OwnerId.is_not_null())
        .add(shop::Column::SubmitterId.is_not_null());
    let shops = shop::Entity::find().select_only().column(shop::Column::Id);
    let shops = shops.filter(shop::Column::Id.is_in(ids()));
    let owned = shops.clone().filter(by_people);
    note(
        owned.into_tuple().all(transaction).await?,
        "it has an owner",
    );
    let voted = shops.filter(shop::Column::UpvoteCount.gt(0));
    note(voted.into_tuple().all(transaction).await?, "it has votes");

    macro_rules! those_with {
        ($entity:ident, $how:literal) => {
            let rows = $entity::Entity::find()
                .select_only()
                .column($entity::Column::ShopId)
                .filter($entity::Column::ShopId.is_in(ids()));
            note(rows.into_tuple().all(transaction).await?, $how);
        };
    }
    those_with!(claim, "it has a claim");
    those_with!(boost, "it has a boost");
    note(
        with_purchases(transaction, added).await?,
        "somebody began to buy a boost for it",
    );
    those_with!(story, "it has a story");
    those_with!(suggestion, "it has a suggestion");
    those_with!(request, "it has a request");
    for (shop, how) in edited(transaction, adding.act(), added).await? {
        note(vec![shop], how);
    }
    let pictured = photo::Entity::find()
        .select_only()
        .column(photo::Column::OwnerId)
        .filter(photo::Column::OwnerKind.eq(photo::OwnerKind::Shop))
        .filter(photo::Column::OwnerId.is_in(ids()))
        .filter(photo::Column::Source.is_in(["owner", "admin"]));
    note(
        pictured.into_tuple().all(transaction).await?,
        "it has photos",
    );
    note(
        in_other_lists(transaction, adding, added).await?,
        "another list has it, too",
    );
    let changed = import_change::Entity::find()
        .select_only()
        .column(Column::RowId)
        .filter(Column::RowId.is_in(ids()))
        .filter(Column::Kind.eq(ChangeKind::Changed))
        .filter(Column::RunId.ne(adding.import()))
        .filter(
            Condition::any()
                .add(Column::Outcome.is_null())
                .add(Column::Outcome.eq(UndoOutcome::Kept)),
        );
    note(
        changed.into_tuple().all(transaction).await?,
        "a later import changed it",
    );
    Ok(touched)
}

/// Shops with a purchase of a boost, paid or not, which refers to its shop for good.
async fn with_purchases(transaction: &DatabaseTransaction, added: &[Uuid]) -> Result<Vec<Uuid>> {
    let query = Query::select()
        .column(Alias::new("shop_id"))
        .from(Alias::new("boost_purchases"))
        .and_where(Expr::col(Alias::new("shop_id")).is_in(added.iter().copied()))
        .to_owned();
    let rows = transaction.query_all(&query).await?;
    rows.iter()
        .map(|row| Ok(row.try_get("", "shop_id")?))
        .collect()
}

/// Shops that a person has edited in another act. A run of ours may have described or pictured a shop: that goes with it.
async fn edited(
    transaction: &DatabaseTransaction,
    act: Uuid,
    added: &[Uuid],
) -> Result<Vec<(Uuid, &'static str)>> {
    let images: Vec<(Uuid, Uuid)> = image::Entity::find()
        .select_only()
        .columns([image::Column::RowId, image::Column::EntryId])
        .filter(image::Column::RowId.is_in(added.iter().copied()))
        .filter(image::Column::EntryId.ne(act))
        .into_tuple()
        .all(transaction)
        .await?;
    let entries = images.iter().map(|(_, entry)| *entry);
    let acts: HashMap<Uuid, String> = entry::Entity::find()
        .select_only()
        .columns([entry::Column::Id, entry::Column::Action])
        .filter(entry::Column::Id.is_in(entries))
        .filter(entry::Column::ActorKind.ne(entry::ActorKind::System))
        .filter(entry::Column::UndoneBy.is_null())
        .filter(entry::Column::Action.ne("undo"))
        .into_tuple::<(Uuid, String)>()
        .all(transaction)
        .await?
        .into_iter()
        .collect();
    let how = |action: &str| match action {
        "shop.merge" => "it was merged with another",
        "city.merge" => "its town was merged with another",
        "shop.delete" | "shop.remove" => "it was removed",
        "shop.close" => "it was closed",
        _ => "it was edited",
    };
    let touched = images.into_iter();
    Ok(touched
        .filter_map(|(shop, entry)| Some((shop, how(acts.get(&entry)?))))
        .collect())
}

/// Shops with records of other lists than what added them.
async fn in_other_lists(
    transaction: &DatabaseTransaction,
    adding: Adding,
    added: &[Uuid],
) -> Result<Vec<Uuid>> {
    let listed = shop_source::Entity::find()
        .select_only()
        .column(shop_source::Column::ShopId)
        .filter(shop_source::Column::ShopId.is_in(added.iter().copied()));
    let listed = match adding {
        Adding::Import(_) => listed
            .group_by(shop_source::Column::ShopId)
            .having(shop_source::Column::Id.count().gt(1)),
        Adding::Act(act) => {
            let own = image::Entity::find()
                .select_only()
                .column(image::Column::RowId)
                .filter(image::Column::EntryId.eq(act))
                .filter(image::Column::TableName.eq(shop_source::Model::TABLE));
            listed.filter(shop_source::Column::Id.not_in_subquery(own.into_query()))
        }
    };
    Ok(listed.into_tuple().all(transaction).await?)
}
