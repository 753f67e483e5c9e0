//! The administrator's endpoints: claims with their evidence, and decisions.

use axum::extract::{Path, State};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    evidence::Evidence,
    form,
    store::{
        no_claim, proving,
        review::{self, Reviewable, Verdict},
    },
};
use crate::{
    catalog::{answers::address_in_line, entities::claim::Status, writing::Acted},
    features::{Services, Waiting},
    platform::{
        error::{ErrorBody, Result},
        web::{Access, Actor, Fresh, JsonBodyIfAny, Route, path_id},
    },
};

/// A claim, as the administrator sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BusinessClaim {
    pub id: Uuid,
    pub status: Status,
    pub coffee_shop: BusinessClaimShop,
    pub coffee_shop_slug: String,
    pub coffee_shop_id: Uuid,
    pub owner_name: String,
    pub owner_email: String,
    #[schema(required)]
    pub owner_phone: Option<String>,
    pub business_role: String,
    pub created_at: DateTime<Utc>,
    #[schema(required)]
    pub owner_description: Option<String>,
    #[schema(required)]
    pub additional_info: Option<String>,
    #[schema(required)]
    pub reviewed_at: Option<DateTime<Utc>>,
    #[schema(required)]
    pub rejection_reason: Option<String>,
    pub verification_method: String,
    /// The shop was closed, and the claimant says that it is open again.
    pub is_open_again: bool,
    /// Opened by a confirmed listing.
    pub from_listing: bool,
    pub evidence: Evidence,
    /// The decision that approved it by proof, while it can be undone; otherwise `null`.
    #[schema(required)]
    pub proven_entry: Option<Uuid>,
    /// Until when it can be undone.
    #[schema(required)]
    pub undo_until: Option<DateTime<Utc>>,
    pub shop_listed_at: DateTime<Utc>,
    /// Other claims for the shop that wait.
    pub competing_claim_ids: Vec<Uuid>,
}

/// The shop of a claim.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BusinessClaimShop {
    pub id: Uuid,
    pub slug: String,
    pub name: String,
    /// In one line.
    pub address: String,
    pub city_name: String,
    pub state: String,
    #[schema(required)]
    pub owner_id: Option<Uuid>,
    pub permanently_closed: bool,
}

/// A claim after a decision.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecidedClaim {
    #[serde(flatten)]
    pub claim: BusinessClaim,
    /// Additive: the decision's entry in the audit log, to undo it by.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// Why a claim is rejected.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ClaimRejection {
    #[schema(value_type = String, required, max_length = 500,
        pattern = r"[^\x00-\x20\x7f-\xa0\xad\u061c\u1680\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f\u2060\u2066-\u2069\u3000\ufeff\ufff9-\ufffb]")]
    pub reason: Option<String>,
}

pub(super) fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/admin/business-claims").get(Access::Administrator, list_claims),
        Route::at("/api/admin/business-claims/{id}/approve")
            .post(Access::Administrator, approve_claim)
            .with_largest_body(4 * 1024),
        Route::at("/api/admin/business-claims/{id}/reject")
            .post(Access::Administrator, reject_claim)
            .with_largest_body(8 * 1024),
    ]
}

/// List claims: pending ones, oldest first, then reviewed ones, newest first.
#[utoipa::path(get, path = "/api/admin/business-claims", tag = "administration",
    responses((status = 200, body = Vec<BusinessClaim>), (status = 401, body = ErrorBody)))]
pub async fn list_claims(State(services): State<Services>) -> Result<Fresh<Vec<BusinessClaim>>> {
    let claims = claims(&services).await?;
    Ok(Fresh(claims))
}

/// Approve a claim: the claimant becomes the owner, if the shop has none.
#[utoipa::path(post, path = "/api/admin/business-claims/{id}/approve", tag = "administration", params(("id" = String, Path)),
    responses((status = 200, body = DecidedClaim), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "`details.kind` is `already_claimed`, `already_decided` or `unconfirmed`", body = ErrorBody)))]
pub async fn approve_claim(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
) -> Result<Fresh<DecidedClaim>> {
    approve(&services, actor, &id).await.map(Fresh)
}

/// Reject a claim, with a reason that is emailed to the claimant.
#[utoipa::path(post, path = "/api/admin/business-claims/{id}/reject", tag = "administration", params(("id" = String, Path)),
    request_body = ClaimRejection,
    responses((status = 200, body = DecidedClaim), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "`details.kind` is `already_decided`", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn reject_claim(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBodyIfAny(rejection): JsonBodyIfAny<ClaimRejection>,
) -> Result<Fresh<DecidedClaim>> {
    let reason = rejection.reason.as_deref().unwrap_or_default();
    reject(&services, actor, &id, reason).await.map(Fresh)
}

/// All claims, in the form of the API's list.
pub async fn claims(services: &Services) -> Result<Vec<BusinessClaim>> {
    let rows = review::list(services).await?;
    let now = services.clock.now();
    let ids: Vec<Uuid> = rows.iter().map(|row| row.claim.id).collect();
    let approvals = proving::approvals(services, &ids).await?;
    let with_approval = rows.into_iter().map(|row| {
        let mut claim = answer(row, now);
        let approval = approvals
            .iter()
            .find(|entry| entry.subject_id == Some(claim.id))
            .filter(|entry| entry.created_at + proving::UNDOABLE > now);
        claim.proven_entry = approval.map(|entry| entry.id);
        claim.undo_until = approval.map(|entry| entry.created_at + proving::UNDOABLE);
        claim
    });
    Ok(with_approval.collect())
}

/// Pending claims, for the inbox.
pub(super) async fn waiting(services: Services) -> Result<Vec<Waiting>> {
    let claims = claims(&services).await?.into_iter();
    let pending = claims.filter(|claim| claim.status == Status::Pending);
    let items = pending.map(|claim| {
        let who = format!("{} ({})", claim.owner_name, claim.business_role);
        let about = claim.owner_description.unwrap_or_default();
        let strong = if claim.evidence.strong {
            "\nThis is strong proof: the listing has had this website for 30 days."
        } else {
            ""
        };
        let others = match claim.competing_claim_ids.len() {
            0 => String::new(),
            1 => "\nSomeone else claims it, too. Approving this claim rejects the other one."
                .to_owned(),
            more => format!("\n{more} others claim it, too. Approving this claim rejects theirs."),
        };
        Waiting {
            kind: "claim",
            id: claim.id.to_string(),
            title: format!(
                "{}, {}",
                claim.coffee_shop.name, claim.coffee_shop.city_name
            ),
            text: format!(
                "{who}, {}\n{}{strong}{others}\n\n{about}",
                claim.owner_email, claim.evidence.label
            ),
            since: claim.created_at,
            shop_slug: Some(claim.coffee_shop_slug),
            record: None,
            version: None,
            photo_url: None,
            blocked: (claim.evidence.level == 0).then(|| review::UNCONFIRMED.to_owned()),
        }
    });
    Ok(items.collect())
}

/// Approves the claim `id`.
///
/// # Errors
///
/// When there is no such claim, it was already decided, its address isn't confirmed, or the shop has an owner.
pub async fn approve(services: &Services, actor: Actor, id: &str) -> Result<DecidedClaim> {
    let decided = review::decide(services, actor, path_id(id, no_claim)?, Verdict::Approve).await?;
    Ok(after_decision(services, decided))
}

/// Rejects the claim `id` with a reason.
///
/// # Errors
///
/// When there is no such claim, it was already decided, or the reason is missing.
pub async fn reject(
    services: &Services,
    actor: Actor,
    id: &str,
    reason: &str,
) -> Result<DecidedClaim> {
    let verdict = Verdict::Reject(form::read_reason(Some(reason))?);
    let decided = review::decide(services, actor, path_id(id, no_claim)?, verdict).await?;
    Ok(after_decision(services, decided))
}

fn after_decision(services: &Services, acted: Acted<Reviewable>) -> DecidedClaim {
    DecidedClaim {
        claim: answer(acted.value, services.clock.now()),
        entry: acted.entry,
    }
}

fn answer(found: Reviewable, now: DateTime<Utc>) -> BusinessClaim {
    let Reviewable {
        claim,
        person,
        shop,
        city,
        competing,
    } = found;
    let evidence = Evidence::of(&claim, &person, &shop, now);
    let (city_name, state) = city.map_or_else(Default::default, |city| (city.name, city.state));
    BusinessClaim {
        id: claim.id,
        status: claim.status,
        coffee_shop_slug: shop.slug.clone(),
        coffee_shop_id: shop.id,
        owner_name: claim.owner_name,
        owner_email: person.email,
        owner_phone: claim.owner_phone,
        business_role: claim.business_role,
        created_at: claim.created_at,
        owner_description: claim.owner_description,
        additional_info: claim.additional_info,
        reviewed_at: claim.reviewed_at,
        rejection_reason: claim.rejection_reason,
        verification_method: claim.verification_method,
        is_open_again: claim.is_open_again,
        from_listing: claim.from_listing,
        evidence,
        proven_entry: None,
        undo_until: None,
        shop_listed_at: shop.created_at,
        competing_claim_ids: competing,
        coffee_shop: BusinessClaimShop {
            id: shop.id,
            address: address_in_line(
                shop.street.as_deref(),
                (&city_name, &state),
                shop.zip_code.as_deref(),
            ),
            slug: shop.slug,
            name: shop.name,
            city_name,
            state,
            owner_id: shop.owner_id,
            permanently_closed: shop.closed_at.is_some(),
        },
    }
}
