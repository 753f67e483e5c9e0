//! A form that comes again: what it says is kept (D91).

use uuid::Uuid;

use super::is_same_form;
use crate::{
    catalog::{
        admission::week::Week,
        entities::shop,
        origin::SUBMITTER,
        patch::ShopPatch,
        people::{self, ShopRole},
        writing::{Act, Subject},
    },
    features::{
        Services,
        listings::{entity::listing, form::Listing, jobs::photo},
    },
    platform::{error::Result, jobs, sessions, web::Actor},
};

/// Changes what the first form said, because its page sent it again, mended: a field that is empty now is cleared, unless somebody
/// else has filled it in. Returns whether anything changed.
pub(in crate::features::listings) async fn replace(
    services: &Services,
    (row, shop): (&listing::Model, &shop::Model),
    form: &Listing,
) -> Result<bool> {
    let (mended, patch) = mended(row, shop, form);
    let clocks = services.catalog.view().clocks(shop);
    let there = services.clock.now().with_timezone(&clocks);
    if mended == *row && patch.preview(shop, there)? == *shop {
        return Ok(false);
    }
    let (held, form, row) = (services.clone(), form.clone(), row.id);
    let acted = services
        .ledger
        .act(Actor::Visitor, "listing.mend", move |act| {
            let (services, form) = (held.clone(), form.clone());
            Box::pin(async move { replace_in(act, &services, row, &form).await })
        })
        .await?;
    Ok(acted.value)
}

async fn replace_in(act: &Act<'_>, services: &Services, row: Uuid, form: &Listing) -> Result<bool> {
    let Some(row) = act.find::<listing::Model>(row).await? else {
        return Ok(false);
    };
    let Some(shop) = act.find::<shop::Model>(row.shop_id).await? else {
        return Ok(false);
    };
    let (keys, address) = (&services.keys, &form.owner_email);
    let person = sessions::person_by_address(act.transaction(), keys, address).await?;
    let sent = (form, person.as_ref());
    // It may have been confirmed or removed since it was looked up.
    if shop.deleted_at.is_some() || !is_same_form(services, &row, sent, act.now()) {
        return Ok(false);
    }
    let (mended, patch) = mended(&row, &shop, form);
    let is_image_new = mended.image_source.is_some() && mended.image_source != row.image_source;
    act.update(&row, mended).await?;
    write(
        act,
        services,
        &shop,
        (&patch, ShopRole::Submitter, is_image_new),
    )
    .await?;
    Ok(true)
}

/// The listing as its form says now, and what changes of its shop.
fn mended(row: &listing::Model, shop: &shop::Model, form: &Listing) -> (listing::Model, ShopPatch) {
    let listed = listing::Model {
        owner_name: form.owner_name.clone(),
        image_source: form.image_url.clone(),
        ..row.clone()
    };
    let sources = &shop.provenance.0;
    let is_theirs = |fact: &str| sources.get(fact).is_none_or(|source| source == SUBMITTER);
    let mut patch = ShopPatch::default();
    if is_theirs("address") {
        patch.pin = form.pin.map(Some);
    }
    if is_theirs("phone") && form.telephone != shop.telephone {
        patch.telephone = Some(form.telephone.clone());
    }
    if is_theirs("website") {
        patch.website = Some(form.website.clone());
    }
    if is_theirs("hours") && form.hours != shop.hours {
        patch.week = Some(Week::read(form.hours.clone()));
    }
    if is_theirs("description") {
        patch.description = Some(form.description.clone());
    }
    (listed, patch)
}

/// Adds what a form says to the shop that its person already owns or has listed. What it leaves out stays as it is. Returns the
/// shop, and whether anything changed; `None` if the person may not edit it anymore.
pub(in crate::features::listings) async fn add(
    services: &Services,
    shop: Uuid,
    (form, person): (&Listing, Uuid),
) -> Result<Option<(shop::Model, bool)>> {
    let (held, form) = (services.clone(), form.clone());
    let acted = services
        .ledger
        .act(Actor::Person(person), "shop.edit", move |act| {
            let (services, form) = (held.clone(), form.clone());
            Box::pin(async move {
                let Some(row) = act.find::<shop::Model>(shop).await? else {
                    return Ok(None);
                };
                let Some(role) = people::role_of(&row, person) else {
                    return Ok(None);
                };
                if row.deleted_at.is_some() {
                    return Ok(None);
                }
                let patch = ShopPatch {
                    pin: form.pin.map(Some),
                    telephone: form.telephone.clone().map(Some),
                    website: form.website.clone().map(Some),
                    week: form.hours.clone().map(|text| Week::read(Some(text))),
                    confirms_hours: true,
                    description: form.description.clone().map(Some),
                    ..ShopPatch::default()
                };
                let is_changed = write(act, &services, &row, (&patch, role, false)).await?;
                Ok(Some((row, is_changed)))
            })
        })
        .await?;
    Ok(acted.value)
}

async fn write(
    act: &Act<'_>,
    services: &Services,
    shop: &shop::Model,
    (patch, role, is_image_new): (&ShopPatch, ShopRole, bool),
) -> Result<bool> {
    act.set_subject(Subject::new("shop", shop.id, &shop.name));
    let identifiers = &services.identifiers;
    let after = patch.apply(act, identifiers, (shop, role)).await?;
    let is_website_new = after.website.is_some() && after.website != shop.website;
    if is_website_new || is_image_new {
        let job = photo(shop.id, act.now());
        jobs::enqueue(act.transaction(), &job, identifiers, act.now()).await?;
    }
    if after == *shop {
        return Ok(false);
    }
    act.update(shop, after).await?;
    Ok(true)
}
