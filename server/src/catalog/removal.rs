//! What waits for a shop ends when it is removed, in the same act, so that undoing the removal brings it back: claims, stories
//! that nobody decided, and suggestions.

use std::collections::BTreeSet;

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use uuid::Uuid;

use super::{
    claiming,
    entities::{shop, story, suggestion, suggestion_sender},
    writing::Act,
};
use crate::platform::{error::Result, sessions};

/// Ends what waits for `shop`, with `reason` as the answer. Returns the email addresses to tell: of people with a confirmed address,
/// and of senders of suggestions who asked for an answer.
///
/// # Errors
///
/// When the database fails.
pub async fn end_what_waits(
    act: &Act<'_>,
    shop: &shop::Model,
    reason: &str,
) -> Result<BTreeSet<String>> {
    let mut people: BTreeSet<Uuid> = BTreeSet::new();
    for claim in claiming::reject_waiting(act, (shop.id, None), reason).await? {
        people.extend(claim.email_confirmed_at.map(|_| claim.person_id));
    }
    let stories = story::Entity::find()
        .filter(story::Column::ShopId.eq(shop.id))
        .filter(story::Column::Status.eq(story::Status::Pending))
        .order_by_asc(story::Column::Id)
        .all(act.transaction())
        .await?;
    for row in stories {
        let mut after = row.clone();
        after.status = story::Status::Rejected;
        act.update(&row, after).await?;
        people.extend(shop.owner_id.or(shop.submitter_id));
    }
    let mut addresses = end_suggestions(act, shop.id, reason).await?;
    for id in people {
        let person = sessions::find_person(act.transaction(), id).await?;
        let confirmed = person.filter(|person| person.confirmed_at.is_some());
        addresses.extend(confirmed.map(|person| person.email));
    }
    Ok(addresses)
}

async fn end_suggestions(act: &Act<'_>, shop: Uuid, reason: &str) -> Result<BTreeSet<String>> {
    let open = suggestion::Entity::find()
        .filter(suggestion::Column::ShopId.eq(shop))
        .filter(suggestion::Column::Status.eq(suggestion::Status::Open))
        .order_by_asc(suggestion::Column::Id)
        .all(act.transaction())
        .await?;
    let mut addresses = BTreeSet::new();
    for row in open {
        let mut after = row.clone();
        after.status = suggestion::Status::Rejected;
        after.answer = Some(reason.to_owned());
        after.entry_id = Some(act.entry());
        after.decided_at = Some(act.now());
        act.update(&row, after).await?;
        let sender = suggestion_sender::Entity::find_by_id(row.id)
            .one(act.transaction())
            .await?;
        addresses.extend(sender.and_then(|sender| sender.email));
    }
    Ok(addresses)
}
