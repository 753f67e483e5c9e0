//! Taking back a cancellation until the paid period ends (D106).

use axum::{extract::State, response::IntoResponse};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    apply::is_gone,
    entity::purchase,
    manage::{CancelQuestion, address_of, ask_for_proof, kept_rows, proven},
    payer_info::{SubscriptionInfo, can_resume, monthly_state},
    store,
    sync::{self, Cause},
};
use crate::{
    catalog::entities,
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        sessions::SignedIn,
        web::{Client, Fresh, JsonBody},
    },
};

/// A subscription that renews again.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionResumed {
    pub status: ResumedStatus,
    /// Such as `Renews December 12, 2026 for $5.00`.
    pub message: String,
    pub subscription_id: Uuid,
    #[schema(required)]
    pub renews_at: Option<DateTime<Utc>>,
}

/// Always `resumed`.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ResumedStatus {
    Resumed,
}

/// Take back the cancellation of a subscription whose paid period hasn't ended: it renews again. Needs a session for the
/// address; without one, the response is 202 and a code is emailed to a known address.
#[utoipa::path(post, path = "/api/resume-subscription", tag = "boosts", request_body = CancelQuestion,
    responses((status = 200, body = SubscriptionResumed), (status = 202, description = "A code was sent", body = SubscriptionInfo),
        (status = 400, body = ErrorBody), (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, description = "There is no canceled subscription whose period still runs", body = ErrorBody),
        (status = 409, description = "The shop is closed or not listed, or another subscription renews for it", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub async fn resume_subscription(
    State(services): State<Services>,
    client: Client,
    signed_in: SignedIn,
    JsonBody(asked): JsonBody<CancelQuestion>,
) -> Result<impl IntoResponse> {
    let address = address_of(&asked.email)?;
    let provider = services.payments.provider()?;
    if proven(&services, &signed_in, &address).await?.is_none() {
        return ask_for_proof(&services, &client, &address).await;
    }
    let rows = kept_rows(&services, provider, &address).await?;
    let row = chosen(&rows, asked.subscription_id, services.clock.now())?;
    let reads = services.database.reads();
    let shop = entities::shop_row(reads, row.shop_id).await?;
    let Some(shop) = shop.filter(|shop| !is_gone(shop) && shop.is_active) else {
        return Err(Error::Conflict(
            "This coffee shop is closed or isn't listed, so its boost can't renew.".into(),
        ));
    };
    if !row.renews {
        let place = (row.shop_id, row.is_live);
        let other = store::running_subscription(reads, place, Some(row.id)).await?;
        if other.is_some_and(|other| other.renews) {
            return Err(Error::Conflict(
                "This coffee shop has another monthly boost that renews. It needs only one.".into(),
            ));
        }
        let Some(subscription) = row.provider_id.as_deref() else {
            return Err(nothing_to_resume());
        };
        // Each change of the row makes a different call; repeating one is the same call.
        let key = format!("boost-resume-{}-{}", row.id, row.version);
        let client = &provider.client;
        if let Err(error) = client
            .set_cancel_at_period_end(subscription, false, &key)
            .await
        {
            tracing::error!(purchase = %row.id, %error, "a subscription can't be resumed at Stripe");
            // It may have ended at this very moment.
            sync::sync(&services, row.id, Cause::default()).await?;
            return Err(Error::unavailable(
                "Unable to resume the subscription. Please contact support.",
            ));
        }
    }
    let row = sync::synced(&services, row).await?;
    Ok(Fresh(SubscriptionResumed {
        status: ResumedStatus::Resumed,
        message: monthly_state(&row, services.catalog.view().clocks(&shop)),
        subscription_id: row.id,
        renews_at: row.paid_until,
    })
    .into_response())
}

/// The canceled subscription, if there is only one; one that renews again already stays as it is.
fn chosen(
    rows: &[purchase::Model],
    asked: Option<Uuid>,
    now: DateTime<Utc>,
) -> Result<&purchase::Model> {
    let is_meant = |row: &&purchase::Model| match asked {
        Some(id) => row.id == id && (can_resume(row, now) || row.renews),
        None => can_resume(row, now),
    };
    let found: Vec<_> = rows.iter().filter(is_meant).collect();
    match found.as_slice() {
        [] => Err(nothing_to_resume()),
        [only] => Ok(only),
        _ => Err(Error::Conflict(
            "Please choose the subscription to resume.".into(),
        )),
    }
}

fn nothing_to_resume() -> Error {
    Error::NotFound("There is no canceled subscription that can be resumed.".into())
}
