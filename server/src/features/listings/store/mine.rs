//! What a person has listed, and what others listed with their address.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use crate::{
    catalog::{
        entities::{request::Kind, shop},
        requests,
        writing::Subject,
    },
    features::{
        Services,
        listings::entity::{
            self,
            listing::{Column, Entity, Model},
        },
    },
    platform::{
        error::{Error, Result},
        web::Actor,
    },
};

const NOT_MINE: &str =
    "The person whose email address was entered says that they didn't list this shop.";

/// More than anybody has listed; a stranger who enters an address again and again doesn't fill the screen.
const MAX_SHOWN: u64 = 100;

/// The person's listings with their shops, newest first.
pub(in crate::features::listings) async fn of_person(
    connection: &impl ConnectionTrait,
    person: Uuid,
) -> Result<Vec<(Model, shop::Model)>> {
    let rows = Entity::find()
        .filter(Column::PersonId.eq(person))
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::Id)
        .limit(MAX_SHOWN)
        .all(connection)
        .await?;
    let shops = shop::Entity::find()
        .filter(shop::Column::Id.is_in(rows.iter().map(|row| row.shop_id)))
        .all(connection)
        .await?;
    let with_shop = |row: Model| {
        let shop = shops.iter().find(|shop| shop.id == row.shop_id)?;
        Some((row, shop.clone()))
    };
    Ok(rows.into_iter().filter_map(with_shop).collect())
}

/// Removes the person from a listing that somebody else made with their address, and tells the administrator, who decides
/// about the shop (D91).
///
/// # Errors
///
/// [`Error::Conflict`] if the listing is confirmed, [`Error::NotFound`] if it isn't this person's.
pub(in crate::features::listings) async fn disown(
    services: &Services,
    shop_id: Uuid,
    person: Uuid,
    missing: fn() -> Error,
) -> Result<()> {
    let held = services.clone();
    services
        .ledger
        .act(Actor::Person(person), "listing.disown", move |act| {
            let services = held.clone();
            Box::pin(async move {
                let found = entity::listing_of(act.transaction(), shop_id).await?;
                let id = found.ok_or_else(missing)?.0.id;
                let row: Model = act.find(id).await?.ok_or_else(missing)?;
                let shop: shop::Model = act.find(shop_id).await?.ok_or_else(missing)?;
                if row.person_id != person {
                    return Err(missing());
                }
                if row.confirmed_at.is_some() {
                    return Err(Error::Conflict(
                        "This listing was already confirmed with your email address.".into(),
                    ));
                }
                act.set_subject(Subject::new("shop", shop.id, &shop.name));
                act.delete(&row).await?;
                let id = services.identifiers.next();
                requests::add_not_mine(act, id, (Kind::ListingNotMine, NOT_MINE), shop).await
            })
        })
        .await?;
    Ok(())
}
