//! Signing in with a password, and with a code where one was set up.

use axum::{extract::State, response::IntoResponse};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{
    device::Browser,
    guesses,
    proof::{self, TypedCode},
    session::{AdminStatus, open_session, welcome},
};
use crate::{
    features::Services,
    platform::{
        administrators::{self, Administrator, AdministratorName},
        error::{Error, ErrorBody, Factor, Result},
        passwords,
        sessions::SignedIn,
        web::{Client, JsonBody},
    },
};

/// An administrator's password, and what else proves it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Login {
    #[schema(min_length = 1, max_length = 200, pattern = r"\S")]
    pub password: String,
    /// Without one, it is the shared password.
    #[schema(max_length = 200)]
    #[serde(default)]
    pub name: Option<String>,
    /// Six digits of the app, or a recovery code; spaces, dashes and case are ignored.
    #[schema(max_length = 64)]
    #[serde(default)]
    pub code: Option<String>,
}

/// Sign in as an administrator. Sets a session cookie for 24 hours. 429 after too many wrong passwords.
#[utoipa::path(post, path = "/api/admin/login", tag = "administration", request_body = Login,
    responses((status = 200, body = AdminStatus), (status = 400, body = ErrorBody),
        (status = 401, description = "Wrong, or with `factor`: what is missing", body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub async fn log_in(
    State(services): State<Services>,
    signed_in: SignedIn,
    client: Client,
    JsonBody(login): JsonBody<Login>,
) -> Result<impl IntoResponse> {
    if login.password.trim().is_empty() {
        return Err(Error::invalid_field("password", "Enter the password."));
    }
    let browser = Browser::of(&services, &client, signed_in).await?;
    // Counted before checking the password, so that simultaneous guesses all count.
    guesses::count(&services, guesses::callers(&browser)).await?;
    let name = login.name.as_deref().map(AdministratorName::of);
    let name = name.filter(|name| !name.key.is_empty());
    let checked = match &name {
        None => with_shared_password(&services, login.password).await?,
        Some(name) => with_own_password(&services, name, login.password).await?,
    };
    let Some(Checked {
        administrator,
        hash,
    }) = checked
    else {
        client.log_failed_sign_in("administrator");
        return Err(Error::Unauthorized(match name {
            None => "Invalid password".into(),
            Some(_) => "Wrong name or password".into(),
        }));
    };
    let code = login.code.as_deref().and_then(TypedCode::of);
    if let Some(administrator) = administrator.as_ref().filter(|row| row.has_app()) {
        if code.is_none() {
            return Err(Error::FactorNeeded {
                message: "Enter the code from your app.".into(),
                factor: Factor::Code,
                is_confirmation: false,
            });
        }
        proof::count_code(&services, administrator.key()).await?;
    }
    let (held, caller) = (services.clone(), browser.clone());
    let opened = services
        .database
        .transaction(move |transaction| {
            let (services, browser) = (held.clone(), caller.clone());
            let (administrator, code) = (administrator.clone(), code.clone());
            let hash = hash.clone();
            Box::pin(async move {
                match &administrator {
                    Some(administrator) => {
                        enter(transaction, &services, administrator, code).await?;
                    }
                    None => enter_shared(transaction, &hash).await?,
                }
                open_session(transaction, &services, &browser, administrator.as_ref()).await
            })
        })
        .await;
    if let Err(Error::FactorNeeded { .. }) = &opened {
        client.log_failed_sign_in("administrator");
    }
    let token = opened?;
    services.mail.wake();
    welcome(&services, &token, &browser).await
}

/// Whose password was right.
struct Checked {
    /// `None` for nobody in particular: the shared password.
    administrator: Option<Administrator>,
    /// What it was compared with.
    hash: String,
}

/// Whether the shared password is right.
async fn with_shared_password(services: &Services, password: String) -> Result<Option<Checked>> {
    let hash = passwords::kept(services.database.reads()).await?;
    let is_right = proof::is_password(services, hash.clone(), password).await?;
    Ok(hash.filter(|_| is_right).map(|hash| Checked {
        administrator: None,
        hash,
    }))
}

async fn with_own_password(
    services: &Services,
    name: &AdministratorName,
    password: String,
) -> Result<Option<Checked>> {
    let found = administrators::find_named(services.database.reads(), name).await?;
    let hash = found.as_ref().map(|row| row.password_hash.clone());
    let is_right = proof::is_password(services, hash.clone(), password).await?;
    Ok(hash.filter(|_| is_right).map(|hash| Checked {
        administrator: found,
        hash,
    }))
}

/// Lets somebody in by the shared password, if it's still the one that was checked. Once anybody has an app, it alone would be
/// the weaker door. Whoever sets one up, or sets another password, waits for this, or this for them.
async fn enter_shared(transaction: &sea_orm::DatabaseTransaction, hash: &str) -> Result<()> {
    administrators::lock(transaction).await?;
    if administrators::any_factor(transaction, None).await? {
        return Err(Error::FactorNeeded {
            message:
                "The shared password alone no longer opens the panel. Enter your own name and password."
                    .into(),
            factor: Factor::Name,
            is_confirmation: false,
        });
    }
    if passwords::hold(transaction, hash).await? {
        Ok(())
    } else {
        Err(Error::Unauthorized(
            "The password was changed at this moment. Please sign in again.".into(),
        ))
    }
}

/// Lets an administrator in who still is what was checked, and uses up the code.
async fn enter(
    transaction: &sea_orm::DatabaseTransaction,
    services: &Services,
    administrator: &Administrator,
    code: Option<TypedCode>,
) -> Result<()> {
    let now = services.clock.now();
    if !administrators::note_sign_in(transaction, administrator, now).await? {
        return Err(Error::Unauthorized(
            "Your access was changed at this moment. Please sign in again.".into(),
        ));
    }
    if let Some(code) = code.filter(|_| administrator.has_app()) {
        proof::use_code(transaction, services, administrator, &code).await?;
        proof::forgive(transaction, services, administrator.key()).await?;
    }
    Ok(())
}
