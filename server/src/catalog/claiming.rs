//! Opening and ending claims (D43). Claim forms and confirmed listings (D42) open them; an approval ends the others,
//! and so does removing a listing.

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

/// This person's pending claim for this shop, if any.
///
/// # Errors
///
/// When the database fails.
pub async fn pending(
    connection: &impl ConnectionTrait,
    shop_id: Uuid,
    person_id: Uuid,
) -> Result<Option<claim::Model>> {
    Ok(claim::Entity::find()
        .filter(claim::Column::OpenKey.eq(open_key(shop_id, person_id)))
        .one(connection)
        .await?)
}

/// Opens a claim, unless there already is a pending one. Returns it, and whether it is new.
///
/// # Errors
///
/// When the database fails.
pub async fn open(act: &Act<'_>, new: NewClaim) -> Result<(claim::Model, bool)> {
    if let Some(known) = pending(act.transaction(), new.shop_id, new.person_id).await? {
        return Ok((known, false));
    }
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
        open_key: Some(open_key(new.shop_id, new.person_id)),
        email_confirmed_at: new.is_confirmed.then(|| act.now()),
        rejection_reason: None,
        created_at: act.now(),
        reviewed_at: None,
    };
    act.insert(&row).await?;
    Ok((row, true))
}

/// Rejects all pending claims for a shop except one, with the same reason, and returns them.
///
/// # Errors
///
/// When the database fails.
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
        after.open_key = None;
        rejected.push(act.update(&claim, after).await?);
    }
    Ok(rejected)
}

/// Unique among pending claims.
pub(super) fn open_key(shop_id: Uuid, person_id: Uuid) -> String {
    format!("{}{}", shop_id.simple(), person_id.simple())
}
