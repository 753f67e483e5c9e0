//! What a person has claimed, and what others claimed with their address.

use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
};
use uuid::Uuid;

use super::no_claim;
use crate::{
    catalog::{
        entities::{
            claim::{Column, Entity, Model, Status},
            request::Kind,
            shop,
        },
        requests,
        writing::Subject,
    },
    features::Services,
    platform::{
        error::{Error, Result},
        web::Actor,
    },
};

const NOT_MINE: &str =
    "The person whose email address was entered says that they didn't claim this shop.";

/// More than anybody has claimed; a stranger who enters an address again and again doesn't fill the screen.
const MAX_SHOWN: u64 = 100;

/// The person's claims with their shops, newest first. Without those that ended before anybody proved the address.
pub(in crate::features::claims) async fn of_person(
    connection: &impl ConnectionTrait,
    person: Uuid,
) -> Result<Vec<(Model, shop::Model)>> {
    let concerns_them = Condition::any()
        .add(Column::Status.eq(Status::Pending))
        .add(Column::EmailConfirmedAt.is_not_null());
    let rows = Entity::find()
        .filter(Column::PersonId.eq(person))
        .filter(concerns_them)
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

/// Removes a claim that somebody else made with the person's address, and tells the administrator (D91).
///
/// # Errors
///
/// [`Error::Conflict`] if the claim is confirmed or decided, [`Error::NotFound`] if it isn't this person's.
pub(in crate::features::claims) async fn disown(
    services: &Services,
    id: Uuid,
    person: Uuid,
) -> Result<()> {
    let held = services.clone();
    services
        .ledger
        .act(Actor::Person(person), "claim.disown", move |act| {
            let services = held.clone();
            Box::pin(async move {
                let row: Model = act.find(id).await?.ok_or_else(no_claim)?;
                if row.person_id != person {
                    return Err(no_claim());
                }
                if row.email_confirmed_at.is_some() || row.status != Status::Pending {
                    return Err(Error::Conflict(
                        "This claim was already confirmed or decided.".into(),
                    ));
                }
                let shop: shop::Model = act.find(row.shop_id).await?.ok_or_else(no_claim)?;
                act.set_subject(Subject::new("claim", row.id, &shop.name));
                act.delete(&row).await?;
                let id = services.identifiers.next();
                requests::add_not_mine(act, id, (Kind::ClaimNotMine, NOT_MINE), shop).await
            })
        })
        .await?;
    Ok(())
}
