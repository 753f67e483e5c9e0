//! Setting up an authenticator app, and recovery codes for who loses it.

use axum::{extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    account::{changed_meanwhile, required_row},
    confirm::session_of,
    emails::{self, News},
    people::{last_app, subject_of},
    proof,
};
use crate::{
    features::Services,
    platform::{
        administrators::{self, Administrator},
        app_codes,
        error::{Error, ErrorBody, Result},
        sessions::{self, SignedIn},
        web::{Actor, Fresh, JsonBody},
    },
};

/// An app's secret that isn't used yet.
#[derive(Serialize, ToSchema)]
pub struct NewApp {
    /// To be typed into the app: base 32.
    pub secret: String,
    /// The same for a QR code: `otpauth://…`.
    pub address: String,
    /// To be sent back with the first code.
    pub token: String,
}

/// The first code of a new app.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FirstCode {
    #[schema(max_length = 400)]
    pub token: String,
    /// Six digits; spaces and dashes are ignored.
    #[schema(max_length = 32)]
    pub code: String,
}

/// Codes for who loses the app. They are shown only now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    pub recovery_codes: Vec<String>,
}

/// What the token of an app that isn't used yet is sealed for. The app before is part of it, so that of two tabs one wins.
fn purpose(row: &Administrator) -> String {
    let before = row.app_secret.as_deref().unwrap_or("none");
    format!("administrator's new app after {before}")
}

/// Begin to set up an app: a secret that counts once its first code was sent back.
#[utoipa::path(post, path = "/api/admin/account/app", tag = "administration",
    responses((status = 200, body = NewApp), (status = 401, description = "With `factor`: confirm first", body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 409, description = "Signed in with the shared password", body = ErrorBody)))]
pub async fn begin_app(
    State(services): State<Services>,
    signed_in: SignedIn,
) -> Result<Fresh<NewApp>> {
    let row = required_row(&services, session_of(&signed_in)?).await?;
    let secret = app_codes::new_secret(&services.identifiers);
    let purpose = purpose(&row);
    let whose = (purpose.as_str(), row.id.as_bytes().as_slice());
    let token = services.keys.seal(&services.identifiers, whose, &secret)?;
    let site = services.catalog.view().site().name.clone();
    Ok(Fresh(NewApp {
        secret: app_codes::secret_text(&secret),
        address: app_codes::address(&secret, &site, &row.name),
        token,
    }))
}

/// Finish setting up an app with its first code. It replaces the one before and all recovery codes, and all other browsers are
/// signed out; once anybody has an app, the shared password alone opens no more.
#[utoipa::path(put, path = "/api/admin/account/app", tag = "administration", request_body = FirstCode,
    responses((status = 200, body = RecoveryCodes), (status = 400, body = ErrorBody),
        (status = 401, description = "With `factor`: confirm first", body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 409, description = "An app was set up in another tab", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn finish_app(
    State(services): State<Services>,
    signed_in: SignedIn,
    actor: Actor,
    JsonBody(first): JsonBody<FirstCode>,
) -> Result<Fresh<RecoveryCodes>> {
    let session = session_of(&signed_in)?;
    let row = required_row(&services, session).await?;
    let purpose = purpose(&row);
    let whose = (purpose.as_str(), row.id.as_bytes().as_slice());
    let secret = services.keys.unseal(whose, &first.token).ok_or_else(|| {
        Error::Conflict(
            "An app was set up in another tab or browser meanwhile. Please reload the page.".into(),
        )
    })?;
    let digits: String = first.code.chars().filter(char::is_ascii_digit).collect();
    let now = services.clock.now();
    let step = app_codes::step_of(&secret, &digits, now).ok_or_else(|| {
        Error::invalid_field(
            "code",
            "This isn't the app's code at the moment. Enter the newest one; if it's refused again, check that your phone sets its clock by itself.",
        )
    })?;
    let sealed = proof::seal(&services, row.key(), &secret)?;
    let held = services.clone();
    let made = services
        .ledger
        .act(actor, "administrator.app", move |act| {
            let (services, row, sealed) = (held.clone(), row.clone(), sealed.clone());
            Box::pin(async move {
                let transaction = act.transaction();
                administrators::lock(transaction).await?;
                let is_first = !administrators::any_factor(transaction, None).await?;
                let app = (sealed.as_str(), step);
                if !administrators::keep_app(transaction, &row, app, now).await? {
                    return Err(changed_meanwhile());
                }
                if is_first {
                    administrators::forget_devices(transaction, None).await?;
                    sessions::end_all_of_administrator(transaction, None).await?;
                }
                // No other browser has shown a code of this app.
                let whose = Some(row.key());
                sessions::end_others_of_administrator(transaction, whose, session.id).await?;
                emails::tell(transaction, &services, &row, News::AppAdded).await?;
                act.set_subject(subject_of(&row));
                act.set_note("Set up an authenticator app");
                proof::make_recovery_codes(transaction, &services, row.key()).await
            })
        })
        .await?;
    services.mail.wake();
    Ok(Fresh(RecoveryCodes {
        recovery_codes: made.value,
    }))
}

/// Remove one's own app, unless it's the only one of all administrators: the console alone removes that.
#[utoipa::path(delete, path = "/api/admin/account/app", tag = "administration",
    responses((status = 204), (status = 401, description = "With `factor`: confirm first", body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 409, description = "The last one, or there is none", body = ErrorBody)))]
pub async fn remove_own_app(
    State(services): State<Services>,
    signed_in: SignedIn,
    actor: Actor,
) -> Result<StatusCode> {
    let row = required_row(&services, session_of(&signed_in)?).await?;
    let held = services.clone();
    services
        .ledger
        .act(actor, "administrator.app_removed", move |act| {
            let (services, row) = (held.clone(), row.clone());
            Box::pin(async move {
                let transaction = act.transaction();
                administrators::lock(transaction).await?;
                if !administrators::any_factor(transaction, Some(row.key())).await? {
                    return Err(last_app());
                }
                if !administrators::remove_app(transaction, row.key()).await? {
                    return Err(changed_meanwhile());
                }
                emails::tell(transaction, &services, &row, News::AppRemoved).await?;
                act.set_subject(subject_of(&row));
                act.set_note("Removed the authenticator app");
                Ok(())
            })
        })
        .await?;
    services.mail.wake();
    Ok(StatusCode::NO_CONTENT)
}

/// Make ten new recovery codes. Those before work no more.
#[utoipa::path(post, path = "/api/admin/account/recovery-codes", tag = "administration",
    responses((status = 200, body = RecoveryCodes),
        (status = 401, description = "With `factor`: confirm first", body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 409, description = "There is no app", body = ErrorBody)))]
pub async fn renew_recovery_codes(
    State(services): State<Services>,
    signed_in: SignedIn,
    actor: Actor,
) -> Result<Fresh<RecoveryCodes>> {
    let row = required_row(&services, session_of(&signed_in)?).await?;
    if !row.has_app() {
        return Err(Error::Conflict("Set up an app first.".into()));
    }
    let held = services.clone();
    let made = services
        .ledger
        .act(actor, "administrator.recovery_codes", move |act| {
            let (services, row) = (held.clone(), row.clone());
            Box::pin(async move {
                let transaction = act.transaction();
                administrators::lock(transaction).await?;
                let current = administrators::find(transaction, row.key()).await?;
                if current.and_then(|current| current.app_secret) != row.app_secret {
                    return Err(changed_meanwhile());
                }
                act.set_subject(subject_of(&row));
                act.set_note("Made new recovery codes");
                proof::make_recovery_codes(transaction, &services, row.key()).await
            })
        })
        .await?;
    Ok(Fresh(RecoveryCodes {
        recovery_codes: made.value,
    }))
}
