//! What changes when a shop gets another owner, or its owner another address.

use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, sea_query::Expr,
};
use uuid::Uuid;

use super::{about, pending_transfers::close_open, send_mail};
use crate::{
    catalog::{
        claiming,
        entities::{listing, monthly_letter, shop, shop_manager},
        people::{self, ShopRole},
        writing::Act,
    },
    features::{
        Services,
        claims::{entity::hand_over::Model, transfer_emails},
    },
    platform::{error::Result, sessions},
};

/// Gives a shop to a new owner.
pub(super) async fn give(
    act: &Act<'_>,
    shop: &shop::Model,
    (from, to): (Uuid, Uuid),
) -> Result<shop::Model> {
    let mut owned = shop.clone();
    owned.owner_id = Some(to);
    if owned.submitter_id == Some(from) {
        owned.submitter_id = None;
    }
    let shop = act.update(shop, owned).await?;
    people::end_managers(act, shop.id).await?;
    Ok(shop)
}

/// Gives everything that a person owns, listed or claims to that person under another address: the people who help and the
/// monthly letter's switch stay as they are.
pub(super) async fn give_all(act: &Act<'_>, (from, to): (Uuid, Uuid)) -> Result<()> {
    let mut shops: Vec<Uuid> = people::shops_of(act.transaction(), from)
        .await?
        .into_iter()
        .filter(|(_, role)| *role != ShopRole::Manager)
        .map(|(shop, _)| shop.id)
        .collect();
    shops.sort();
    for id in shops {
        let Some(shop) = act.find::<shop::Model>(id).await? else {
            continue;
        };
        let mut moved = shop.clone();
        let other = |person: Option<Uuid>| person.map(|id| if id == from { to } else { id });
        moved.owner_id = other(moved.owner_id);
        moved.submitter_id = other(moved.submitter_id);
        act.update(&shop, moved).await?;
        close_open(act, id).await?;
        move_managers(act, id, (from, to)).await?;
    }
    claiming::follow(act, (from, to)).await?;
    move_listings(act, (from, to)).await?;
    move_letters(act.transaction(), (from, to)).await
}

/// Those that wait for a confirmation, too: they are shown to, and confirmed by, who has the new address.
async fn move_listings(act: &Act<'_>, (from, to): (Uuid, Uuid)) -> Result<()> {
    let listings = listing::Entity::find()
        .filter(listing::Column::PersonId.eq(from))
        .order_by_asc(listing::Column::Id)
        .all(act.transaction())
        .await?;
    for row in listings {
        let mut moved = row.clone();
        moved.person_id = to;
        act.update(&row, moved).await?;
    }
    Ok(())
}

async fn move_managers(act: &Act<'_>, shop: Uuid, (from, to): (Uuid, Uuid)) -> Result<()> {
    let managers = shop_manager::Entity::find()
        .filter(shop_manager::Column::ShopId.eq(shop))
        .filter(shop_manager::Column::InvitedBy.eq(from))
        .filter(shop_manager::Column::EndedAt.is_null())
        .order_by_asc(shop_manager::Column::Id)
        .all(act.transaction())
        .await?;
    for manager in managers {
        let mut moved = manager.clone();
        moved.invited_by = to;
        act.update(&manager, moved).await?;
    }
    Ok(())
}

async fn move_letters(connection: &impl ConnectionTrait, (from, to): (Uuid, Uuid)) -> Result<()> {
    monthly_letter::Entity::update_many()
        .col_expr(monthly_letter::Column::OffFor, Expr::value(Some(to)))
        .filter(monthly_letter::Column::OffFor.eq(from))
        .exec(connection)
        .await?;
    Ok(())
}

/// Tells both people, or both addresses, that the shop has moved.
pub(super) async fn tell(
    act: &Act<'_>,
    services: &Services,
    row: &Model,
    shop: &shop::Model,
) -> Result<()> {
    let brand = services.brand();
    let old = sessions::find_person(act.transaction(), row.from_person_id).await?;
    let new = sessions::find_person(act.transaction(), row.to_person_id).await?;
    let address = new.as_ref().map(|new| new.email.clone());
    for (person, is_new) in [(old, false), (new, true)] {
        let Some(person) = person else { continue };
        let words = match &address {
            Some(address) if row.is_own_address => {
                transfer_emails::address_changed(&brand, about(shop), address)?
            }
            _ => transfer_emails::handed_over(&brand, about(shop), is_new)?,
        };
        send_mail(act, services, &person, words, shop.id).await?;
    }
    Ok(())
}
