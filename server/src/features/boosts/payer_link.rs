//! The link that a payer entered with a boost (D45, D92): when it is shown on the shop's page, and what comes back when the
//! administrator takes it off again.

use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::{alarms, entity::purchase, store};
use crate::{
    catalog::{
        entities::shop,
        not_found::shop_not_found,
        writing::{Act, Subject},
    },
    features::Services,
    platform::{
        error::{Error, Result},
        sessions,
        web::Actor,
    },
};

/// Whether the order named a link, or half of one.
fn has_link(row: &purchase::Model) -> bool {
    row.store_url.is_some() || row.store_name.is_some()
}

/// Shows links that were waiting for `person` to prove their address, if the shop has no other owner.
pub(super) async fn show_waiting(
    services: &Services,
    person: Uuid,
    rows: &[purchase::Model],
) -> Result<()> {
    // A payment that was refused buys no link.
    let paid = rows.iter().filter(|row| row.first_paid_at.is_some());
    for row in paid.filter(|row| row.store_waits && has_link(row)) {
        let (held, id, shop) = (services.clone(), row.id, row.shop_id);
        // A payer's link isn't an act of the shop's people, so they can't bring it back by an undo (D86).
        let shown = services
            .ledger
            .act(Actor::Person(person), "boost.link.show", move |act| {
                let services = held.clone();
                Box::pin(async move { show_in(act, &services, (id, shop)).await })
            })
            .await;
        match shown {
            // The shop is gone.
            Ok(_) | Err(Error::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

async fn show_in(act: &Act<'_>, services: &Services, (id, shop): (Uuid, Uuid)) -> Result<()> {
    let shop: shop::Model = act.find(shop).await?.ok_or_else(shop_not_found)?;
    // It may have been shown, rejected or changed since it was read.
    let row = store::find_locked(act.transaction(), id).await?;
    let waits = |row: &purchase::Model| row.store_waits && row.shop_id == shop.id && has_link(row);
    let Some(before) = row.filter(waits) else {
        return Ok(());
    };
    let mut after = before.clone();
    if shop.owner_id.is_some() && shop.owner_id != act.actor().person() {
        // It stands in the administrator's inbox from now on.
        after.link_review_since = before.link_review_since.or(Some(act.now()));
    } else {
        act.set_subject(Subject::new("shop", shop.id, &shop.name));
        let shop = put_on(act, &shop, &mut after).await?;
        if shop.owner_id.is_none() {
            tell_operator(act, services, &shop, &after).await?;
        }
    }
    if after != before {
        store::save(act.transaction(), &before, after, act.now()).await?;
    }
    Ok(())
}

/// Whether the link may be shown with the boost: the owner's at once; without an owner, that of the person who was signed in
/// with the payer's address.
pub(super) async fn is_entitled(
    connection: &impl ConnectionTrait,
    shop: &shop::Model,
    row: &purchase::Model,
) -> Result<bool> {
    let Some(person) = row.link_person_id else {
        return Ok(false);
    };
    if let Some(owner) = shop.owner_id {
        return Ok(owner == person);
    }
    let person = sessions::find_person(connection, person).await?;
    Ok(person.is_some_and(|person| person.address_hash == row.payer_hash))
}

/// Puts the link on the page; what the order doesn't name stays. If the shop has no owner, the administrator looks at it,
/// and `row` remembers what it replaced.
pub(super) async fn put_on(
    act: &Act<'_>,
    shop: &shop::Model,
    row: &mut purchase::Model,
) -> Result<shop::Model> {
    row.store_waits = false;
    if shop.owner_id.is_none() {
        row.link_review_since = Some(act.now());
        row.replaced_url.clone_from(&shop.online_store_url);
        row.replaced_name.clone_from(&shop.online_store_name);
    }
    let mut after = shop.clone();
    if row.store_url.is_some() {
        after.online_store_url.clone_from(&row.store_url);
    }
    if row.store_name.is_some() {
        after.online_store_name.clone_from(&row.store_name);
    }
    act.update(shop, after).await
}

/// Takes the link off the page, which then shows what it showed before. What someone has changed since is no longer the
/// payer's, and stays.
pub(super) async fn take_off(
    act: &Act<'_>,
    shop: &shop::Model,
    row: &purchase::Model,
) -> Result<shop::Model> {
    let mut after = shop.clone();
    restore(
        &row.store_url,
        &row.replaced_url,
        &mut after.online_store_url,
    );
    restore(
        &row.store_name,
        &row.replaced_name,
        &mut after.online_store_name,
    );
    let shop = act.update(shop, after).await?;
    // A later payer's link that replaced this one mustn't bring it back.
    for other in store::links_of_shop(act.transaction(), shop.id).await? {
        let mut kept = other.clone();
        restore(&row.store_url, &row.replaced_url, &mut kept.replaced_url);
        restore(&row.store_name, &row.replaced_name, &mut kept.replaced_name);
        if other.id != row.id && kept != other {
            store::save(act.transaction(), &other, kept, act.now()).await?;
        }
    }
    Ok(shop)
}

fn restore(link: &Option<String>, replaced: &Option<String>, shown: &mut Option<String>) {
    if link.is_some() && shown == link {
        shown.clone_from(replaced);
    }
}

/// $5 must not buy a link on someone else's page unnoticed (D45).
async fn tell_operator(
    act: &Act<'_>,
    services: &Services,
    shop: &shop::Model,
    row: &purchase::Model,
) -> Result<()> {
    let url = row.store_url.as_deref().unwrap_or_default();
    act.set_note(&format!("set by a payer who is not the owner: {url}"));
    let text = format!(
        "Someone who paid for a boost but isn't the owner added a link to the page of {}: {url}. Please check it: {}/coffee-shops/{}",
        shop.name,
        services.settings.origin(),
        shop.slug
    );
    let key = format!("store-{}", act.entry());
    let alarm = (key.as_str(), "A payer added a link", text.as_str());
    alarms::raise(act.transaction(), services, alarm, act.now()).await
}
