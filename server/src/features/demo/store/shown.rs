//! What a demo shows itself with: owners, and shops to which something happens.

use std::collections::{HashMap, HashSet};

use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect, Select, sea_query::Query,
};
use uuid::Uuid;

use crate::{
    catalog::entities::{boost, shop, shop_source, story},
    features::demo::people,
    platform::{error::Result, marks, sessions::person},
};

/// The owners of invented shops whom a newcomer sees the demo as.
#[derive(Clone, Debug, Default)]
pub(in crate::features::demo) struct ShownOwners {
    /// Of a boosted shop, if one is left. Nobody has proven the address: whoever took an invented shop over is nobody's to be.
    pub(in crate::features::demo) boosted: Option<person::Model>,
    /// Since yesterday, by the demo's past. The address is proven, but nobody can have it.
    pub(in crate::features::demo) second: Option<person::Model>,
}

/// The owners whom a newcomer sees the demo as.
pub(in crate::features::demo) async fn owners_shown(
    connection: &impl ConnectionTrait,
) -> Result<ShownOwners> {
    let mut owned: Vec<(Uuid, String, Option<Uuid>)> = shop::Entity::find()
        .select_only()
        .column(shop::Column::Id)
        .column(shop::Column::Slug)
        .column(shop::Column::OwnerId)
        .filter(shop::Column::Sample.eq(true))
        .filter(shop::Column::DeletedAt.is_null())
        .filter(shop::Column::ClosedAt.is_null())
        .filter(shop::Column::OwnerId.is_not_null())
        .into_tuple()
        .all(connection)
        .await?;
    // Their IDs are in another order in each demo.
    owned.sort_by(|(_, one, _), (_, other, _)| one.cmp(other));
    let owners = owned.iter().filter_map(|(.., owner)| *owner);
    let (proven, invented): (Vec<_>, Vec<_>) = person::Entity::find()
        .filter(person::Column::Id.is_in(owners))
        .all(connection)
        .await?
        .into_iter()
        .partition(|person| person.confirmed_at.is_some());
    let boosted: HashSet<Uuid> = boost::Entity::find()
        .select_only()
        .column(boost::Column::ShopId)
        .filter(boost::Column::ShopId.is_in(owned.iter().map(|(shop, ..)| *shop)))
        .into_tuple()
        .all(connection)
        .await?
        .into_iter()
        .collect();
    let of_boosted = owned
        .iter()
        .filter_map(|(shop, _, owner)| {
            let person = invented.iter().find(|person| Some(person.id) == *owner)?;
            Some((!boosted.contains(shop), person))
        })
        // The first of them, in the order of the shops' slugs.
        .min_by_key(|(is_plain, _)| *is_plain);
    Ok(ShownOwners {
        boosted: of_boosted.map(|(_, person)| person.clone()),
        second: proven
            .into_iter()
            .find(|person| people::is_second_owner(&person.email)),
    })
}

/// The boosted invented shop of the owner whom a newcomer sees the demo as, and that owner's ID. `None` if none is left.
pub async fn shown_sample(
    connection: &impl ConnectionTrait,
) -> Result<Option<(shop::Model, Uuid)>> {
    let Some(owner) = owners_shown(connection).await?.boosted else {
        return Ok(None);
    };
    let shop = shop::Entity::find()
        .filter(shop::Column::OwnerId.eq(owner.id))
        .filter(shop::Column::Sample.eq(true))
        .one(connection)
        .await?;
    Ok(shop.map(|shop| (shop, owner.id)))
}

/// The open invented shops of the owners whom the demo was filled with, without those that are boosted or tell a story, each with its
/// owner's address; by their slugs.
pub async fn owned_samples(
    connection: &impl ConnectionTrait,
) -> Result<Vec<(shop::Model, String)>> {
    let telling = Query::select()
        .column(story::Column::ShopId)
        .from(story::Entity)
        .to_owned();
    let shops = quiet_samples()
        .filter(shop::Column::OwnerId.is_not_null())
        .filter(shop::Column::Id.not_in_subquery(telling))
        .all(connection)
        .await?;
    let owners = shops.iter().filter_map(|shop| shop.owner_id);
    let addresses: HashMap<Uuid, String> = person::Entity::find()
        .filter(person::Column::Id.is_in(owners))
        .filter(person::Column::ConfirmedAt.is_null())
        .all(connection)
        .await?
        .into_iter()
        .map(|person| (person.id, person.email))
        .collect();
    let mut owned: Vec<(shop::Model, String)> = shops
        .into_iter()
        .filter_map(|shop| {
            let address = addresses.get(&shop.owner_id?)?.clone();
            Some((shop, address))
        })
        .collect();
    owned.sort_by(|(one, _), (other, _)| one.slug.cmp(&other.slug));
    Ok(owned)
}

/// The open invented shops without an owner that nobody boosts, by their slugs: the same order each time, on both databases.
pub async fn unowned_samples(connection: &impl ConnectionTrait) -> Result<Vec<shop::Model>> {
    let mut shops = quiet_samples()
        .filter(shop::Column::OwnerId.is_null())
        .all(connection)
        .await?;
    shops.sort_by(|one, other| one.slug.cmp(&other.slug));
    Ok(shops)
}

/// Whether there are shops that a demo was filled with, and whose past wasn't played to its end.
pub async fn lacks_past(connection: &impl ConnectionTrait) -> Result<bool> {
    if marks::last(connection, marks::INVENTED_PAST)
        .await?
        .is_some()
    {
        return Ok(false);
    }
    // Those that expansion has added since have a source. Here they may stand beside real ones, long after the demo was removed.
    let with_source = Query::select()
        .column(shop_source::Column::ShopId)
        .from(shop_source::Entity)
        .to_owned();
    let sample = shop::Entity::find()
        .filter(shop::Column::Sample.eq(true))
        .filter(shop::Column::DeletedAt.is_null())
        .filter(shop::Column::Id.not_in_subquery(with_source))
        .one(connection)
        .await?;
    Ok(sample.is_some())
}

/// The open invented shops that nobody boosts.
fn quiet_samples() -> Select<shop::Entity> {
    let boosted = Query::select()
        .column(boost::Column::ShopId)
        .from(boost::Entity)
        .to_owned();
    shop::Entity::find()
        .filter(shop::Column::Sample.eq(true))
        .filter(shop::Column::IsActive.eq(true))
        .filter(shop::Column::DeletedAt.is_null())
        .filter(shop::Column::ClosedAt.is_null())
        .filter(shop::Column::Id.not_in_subquery(boosted))
}
