//! Opening and ending claims (D43). Claim forms and confirmed listings (D42) open them; an approval ends the others,
//! and so does removing a listing. A person has one confirmed claim per shop at a time; anyone may enter their address in a
//! claim form, so claims that aren't confirmed stand by themselves and say nothing about each other.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::{
    entities::claim::{self, Status},
    writing::Act,
};
use crate::platform::error::Result;

/// A new claim.
#[derive(Clone, Debug)]
pub struct NewClaim {
    pub id: Uuid,
    pub shop_id: Uuid,
    pub person_id: Uuid,
    pub owner_name: String,
    pub owner_phone: Option<String>,
    pub business_role: String,
    pub additional_info: Option<String>,
    pub owner_description: Option<String>,
    pub is_open_again: bool,
    pub from_listing: bool,
    /// The claimant's address is already proven.
    pub is_confirmed: bool,
}

/// This person's pending, confirmed claim for this shop, if any.
pub async fn pending(
    connection: &impl ConnectionTrait,
    shop_id: Uuid,
    person_id: Uuid,
) -> Result<Option<claim::Model>> {
    Ok(claim::Entity::find()
        .filter(claim::Column::ShopId.eq(shop_id))
        .filter(claim::Column::PersonId.eq(person_id))
        .filter(claim::Column::Status.eq(Status::Pending))
        .filter(claim::Column::EmailConfirmedAt.is_not_null())
        .one(connection)
        .await?)
}

/// Opens a claim. A confirmed one adds what it says to the person's pending claim, if there is one (D91).
pub async fn open(act: &Act<'_>, new: NewClaim) -> Result<claim::Model> {
    let row = claim::Model {
        id: new.id,
        shop_id: new.shop_id,
        person_id: new.person_id,
        owner_name: new.owner_name,
        owner_phone: new.owner_phone,
        business_role: new.business_role,
        verification_method: "email".to_owned(),
        additional_info: new.additional_info,
        owner_description: new.owner_description,
        is_open_again: new.is_open_again,
        from_listing: new.from_listing,
        status: Status::Pending,
        open_key: None,
        email_confirmed_at: None,
        proven_website: None,
        checked_website: None,
        website_checked_at: None,
        website_problem: None,
        rejection_reason: None,
        created_at: act.now(),
        reviewed_at: None,
    };
    act.insert(&row).await?;
    if new.is_confirmed {
        confirm(act, row).await
    } else {
        Ok(row)
    }
}

/// Confirms the address of a pending claim. If the person has a confirmed claim already, it gets what this one adds, and this one
/// goes; so do others with the same address that nobody confirmed. Returns the claim that remains.
pub async fn confirm(act: &Act<'_>, row: claim::Model) -> Result<claim::Model> {
    let (shop_id, person_id) = (row.shop_id, row.person_id);
    let unconfirmed = claim::Entity::find()
        .filter(claim::Column::ShopId.eq(shop_id))
        .filter(claim::Column::PersonId.eq(person_id))
        .filter(claim::Column::Status.eq(Status::Pending))
        .filter(claim::Column::EmailConfirmedAt.is_null())
        .filter(claim::Column::Id.ne(row.id))
        .order_by_asc(claim::Column::Id)
        .all(act.transaction())
        .await?;
    for other in unconfirmed {
        act.delete(&other).await?;
    }
    let known = pending(act.transaction(), shop_id, person_id).await?;
    let Some(first) = known.filter(|first| first.id != row.id) else {
        let mut after = row.clone();
        after.email_confirmed_at = Some(act.now());
        return act.update(&row, after).await;
    };
    join(act, &first, &row).await
}

/// Adds to a person's confirmed claim what another one says, which goes. Returns the claim that remains.
async fn join(act: &Act<'_>, first: &claim::Model, second: &claim::Model) -> Result<claim::Model> {
    let after = with_words_of(first.clone(), second);
    act.delete(second).await?;
    act.update(first, after).await
}

/// Lets a person's waiting claims follow them to another address, `to`, which they have proven. A claim that waits there already
/// gets what this one says.
pub async fn follow(act: &Act<'_>, (from, to): (Uuid, Uuid)) -> Result<()> {
    let waiting = claim::Entity::find()
        .filter(claim::Column::PersonId.eq(from))
        .filter(claim::Column::Status.eq(Status::Pending))
        .order_by_asc(claim::Column::Id)
        .all(act.transaction())
        .await?;
    for row in waiting {
        move_to(act, &row, (row.shop_id, to)).await?;
    }
    Ok(())
}

/// Lets the claims that wait at a shop follow it to the one that it is merged into, `to`, confirmed or not. Who has claimed both
/// keeps one claim.
pub(super) async fn follow_shop(act: &Act<'_>, (from, to): (Uuid, Uuid)) -> Result<()> {
    let waiting = claim::Entity::find()
        .filter(claim::Column::ShopId.eq(from))
        .filter(claim::Column::Status.eq(Status::Pending))
        .order_by_asc(claim::Column::Id)
        .all(act.transaction())
        .await?;
    for row in waiting {
        move_to(act, &row, (to, row.person_id)).await?;
    }
    Ok(())
}

/// Moves a waiting claim to another shop or person. Of two that are confirmed, one remains.
async fn move_to(
    act: &Act<'_>,
    row: &claim::Model,
    (shop_id, person_id): (Uuid, Uuid),
) -> Result<()> {
    let there = pending(act.transaction(), shop_id, person_id).await?;
    if let Some(first) = there.filter(|_| row.email_confirmed_at.is_some()) {
        join(act, &first, row).await?;
        return Ok(());
    }
    let mut moved = row.clone();
    moved.shop_id = shop_id;
    moved.person_id = person_id;
    act.update(row, moved).await?;
    Ok(())
}

/// What a second claim says replaces what the first one left out, and is added where both say something.
fn with_words_of(mut first: claim::Model, second: &claim::Model) -> claim::Model {
    first.owner_phone = first.owner_phone.or_else(|| second.owner_phone.clone());
    first.owner_description = second.owner_description.clone().or(first.owner_description);
    first.is_open_again |= second.is_open_again;
    if !second.from_listing {
        first.business_role.clone_from(&second.business_role);
    }
    first.additional_info = match (first.additional_info, &second.additional_info) {
        (Some(known), Some(new)) if !known.contains(new) => Some(format!("{known}\n\n{new}")),
        (known, new) => known.or_else(|| new.clone()),
    };
    first
}

/// Rejects all pending claims for a shop except one, with the same reason, and returns them.
pub async fn reject_waiting(
    act: &Act<'_>,
    (shop_id, except): (Uuid, Option<Uuid>),
    reason: &str,
) -> Result<Vec<claim::Model>> {
    let waiting: Vec<Uuid> = claim::Entity::find()
        .select_only()
        .column(claim::Column::Id)
        .filter(claim::Column::ShopId.eq(shop_id))
        .filter(claim::Column::Status.eq(Status::Pending))
        .order_by_asc(claim::Column::Id)
        .into_tuple()
        .all(act.transaction())
        .await?;
    let mut rejected = Vec::new();
    for id in waiting.into_iter().filter(|id| Some(*id) != except) {
        let Some(claim) = act.find::<claim::Model>(id).await? else {
            continue;
        };
        let mut after = claim.clone();
        after.status = Status::Rejected;
        after.rejection_reason = Some(reason.to_owned());
        after.reviewed_at = Some(act.now());
        rejected.push(act.update(&claim, after).await?);
    }
    Ok(rejected)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A claim that nobody has confirmed.
    pub(crate) fn claim_of(shop_id: Uuid, person_id: Uuid) -> claim::Model {
        claim::Model {
            id: Uuid::nil(),
            shop_id,
            person_id,
            owner_name: String::new(),
            owner_phone: None,
            business_role: String::new(),
            verification_method: "email".to_owned(),
            additional_info: None,
            owner_description: None,
            is_open_again: false,
            from_listing: false,
            status: Status::Pending,
            open_key: None,
            email_confirmed_at: None,
            proven_website: None,
            checked_website: None,
            website_checked_at: None,
            website_problem: None,
            rejection_reason: None,
            created_at: chrono::DateTime::UNIX_EPOCH,
            reviewed_at: None,
        }
    }
}
