//! What waits for a shop ends when it is removed, in the same act, so that undoing the removal brings it back: claims, stories
//! that nobody decided, and suggestions.

use std::collections::BTreeSet;

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::{
    claiming,
    entities::{shop, story, suggestion, suggestion_sender},
    writing::Act,
};
use crate::platform::{error::Result, sessions};

/// Ends what waits for `shop`, with `reason` as the answer. Returns the email addresses to tell: of people with a confirmed address,
/// and of senders of suggestions who asked for an answer.
pub async fn end_what_waits(
    act: &Act<'_>,
    shop: &shop::Model,
    reason: &str,
) -> Result<BTreeSet<String>> {
    let mut people: BTreeSet<Uuid> = BTreeSet::new();
    for claim in claiming::reject_waiting(act, (shop.id, None), reason).await? {
        people.extend(claim.email_confirmed_at.map(|_| claim.person_id));
    }
    let stories: Vec<Uuid> = story::Entity::find()
        .select_only()
        .column(story::Column::Id)
        .filter(story::Column::ShopId.eq(shop.id))
        .filter(story::Column::Status.eq(story::Status::Pending))
        .order_by_asc(story::Column::Id)
        .into_tuple()
        .all(act.transaction())
        .await?;
    for id in stories {
        // A decision in progress ends first, and stays.
        let row: Option<story::Model> = act.find(id).await?;
        let Some(row) = row.filter(|row| row.status == story::Status::Pending) else {
            continue;
        };
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
    let open: Vec<Uuid> = suggestion::Entity::find()
        .select_only()
        .column(suggestion::Column::Id)
        .filter(suggestion::Column::ShopId.eq(shop))
        .filter(suggestion::Column::Status.eq(suggestion::Status::Open))
        .order_by_asc(suggestion::Column::Id)
        .into_tuple()
        .all(act.transaction())
        .await?;
    let mut addresses = BTreeSet::new();
    for id in open {
        let row: Option<suggestion::Model> = act.find(id).await?;
        let Some(row) = row.filter(|row| row.status == suggestion::Status::Open) else {
            continue;
        };
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
