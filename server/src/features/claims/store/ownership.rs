//! Ending an ownership without a successor: the owner leaves, or the administrator revokes it (D43).

use serde_json::json;
use uuid::Uuid;

use super::{about, mail_decision, pending_transfers::close_open};
use crate::{
    catalog::{
        entities::shop,
        not_found::shop_not_found,
        people,
        writing::{Act, Acted, Subject},
    },
    features::{Services, claims::emails},
    platform::{
        error::{Error, Result},
        sessions,
        web::Actor,
    },
};

/// Who ends an ownership.
#[derive(Clone, Debug)]
pub(in crate::features::claims) enum Ending {
    /// The owner leaves.
    Left,
    /// The administrator revokes it, for this reason.
    TakenBack(String),
}

/// Ends an ownership; the shop then has no owner and can be claimed.
pub(in crate::features::claims) async fn end(
    services: &Services,
    actor: Actor,
    shop_id: Uuid,
    ending: Ending,
) -> Result<Acted<shop::Model>> {
    let action = match ending {
        Ending::Left => "owner.leave",
        Ending::TakenBack(_) => "owner.take_back",
    };
    let held = services.clone();
    let acted = services
        .ledger
        .act(actor, action, move |act| {
            let (services, ending) = (held.clone(), ending.clone());
            Box::pin(async move { end_in(act, &services, shop_id, &ending).await })
        })
        .await?;
    services.mail.wake();
    Ok(acted)
}

async fn end_in(
    act: &Act<'_>,
    services: &Services,
    shop_id: Uuid,
    ending: &Ending,
) -> Result<shop::Model> {
    let shop: shop::Model = act.find(shop_id).await?.ok_or_else(shop_not_found)?;
    // Whoever owns it by now isn't sent away by who did when the request came.
    if matches!(ending, Ending::Left) && shop.owner_id != act.actor().person() {
        return Err(people::not_yours());
    }
    let Some(owner) = shop.owner_id else {
        return Err(Error::ConflictWith {
            message: "This coffee shop has no owner.".into(),
            details: json!({ "kind": "no_owner" }),
        });
    };
    act.set_subject(Subject::new("shop", shop.id, &shop.name));
    let brand = services.brand();
    let words = match ending {
        Ending::Left => emails::left(&brand, about(&shop))?,
        Ending::TakenBack(reason) => {
            act.set_note(reason);
            emails::taken_back(&brand, about(&shop), reason)?
        }
    };
    let mut after = shop.clone();
    after.owner_id = None;
    // A former owner doesn't become the submitter again.
    if after.submitter_id == Some(owner) {
        after.submitter_id = None;
    }
    let shop = act.update(&shop, after).await?;
    close_open(act, shop.id).await?;
    people::end_managers(act, shop.id).await?;
    if let Some(person) = sessions::find_person(act.transaction(), owner).await? {
        mail_decision(act, services, &person, words).await?;
    }
    Ok(shop)
}
