//! Who listed which shop.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};
use uuid::Uuid;

pub use crate::catalog::entities::listing;

use crate::{
    catalog::{
        entities::{city, shop},
        people,
    },
    features::Services,
    platform::{
        error::Result,
        jobs::JobAttempt,
        sessions::{self, person},
    },
};

/// The listing that this form created earlier, with its shop, unless the shop was deleted since.
pub(super) async fn find_listed(
    connection: &impl ConnectionTrait,
    form_key: &str,
) -> Result<Option<(listing::Model, shop::Model)>> {
    let Some(row) = listing::Entity::find()
        .filter(listing::Column::FormKey.eq(form_key))
        .one(connection)
        .await?
    else {
        return Ok(None);
    };
    let shop = shop::Entity::find_by_id(row.shop_id)
        .one(connection)
        .await?;
    Ok(shop
        .filter(|shop| shop.deleted_at.is_none())
        .map(|shop| (row, shop)))
}

/// A shop's latest listing, with the person who listed it.
pub(super) async fn listing_of(
    connection: &impl ConnectionTrait,
    shop_id: Uuid,
) -> Result<Option<(listing::Model, person::Model)>> {
    let found = listing::Entity::find()
        .filter(listing::Column::ShopId.eq(shop_id))
        .one(connection)
        .await?;
    with_person(connection, found).await
}

/// The listing with its person.
pub(super) async fn with_person(
    connection: &impl ConnectionTrait,
    found: Option<listing::Model>,
) -> Result<Option<(listing::Model, person::Model)>> {
    let Some(row) = found else { return Ok(None) };
    let person = sessions::find_person(connection, row.person_id).await?;
    Ok(person.map(|person| (row, person)))
}

/// The shop that a job is about, if it is published.
pub(super) async fn shop_of_job(
    services: &Services,
    run: &JobAttempt,
) -> Result<Option<shop::Model>> {
    let id = run.payload.get("shop").and_then(|id| id.as_str());
    let connection = services.database.reads();
    let shop = people::find_shop_row(connection, id.unwrap_or_default()).await?;
    Ok(shop.filter(|shop| shop.is_active))
}

/// The town of a shop.
pub(super) async fn city_of(
    connection: &impl ConnectionTrait,
    shop: &shop::Model,
) -> Result<Option<city::Model>> {
    Ok(city::Entity::find_by_id(shop.city_id)
        .one(connection)
        .await?)
}
