//! Signing up, and the pages behind email links.

use axum::{extract::State, response::IntoResponse};
use serde::{Deserialize, Serialize};
use url::form_urlencoded;
use utoipa::ToSchema;

use super::{
    emails, pages,
    rules::{self, QUICKEST_PERSON_MILLIS},
    store::{self, Asked, Follows},
};
use crate::{
    features::Services,
    platform::{
        bots,
        error::{ErrorBody, Result},
        given::whole_number,
        limits::table::{SIGN_UP_FORMS_OF_A_NETWORK, SIGN_UPS_OF_A_NETWORK},
        limits_shared,
        mail::{EmailAddress, EmailText, NewMail, suppression},
        network::Network,
        web::{Access, Client, Fresh, JsonBody, PrivatePage, Route, WholeBody, status_of},
    },
};

/// True of every address (D90): who declined our mail hears nothing more, and nobody else learns that.
const SIGNED_UP: &str = "One more step: press the button in the email we just sent you. If this address has declined our mail before, none comes.";

/// A sign-up for the weekly newsletter.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SignUp {
    #[schema(value_type = EmailText)]
    pub email: String,
    /// A hidden field that only bots fill in; must be empty or absent.
    #[serde(default)]
    #[schema(max_length = 0)]
    pub left_empty: String,
    /// The former name of `leftEmpty`, accepted for one more release.
    #[serde(default)]
    #[schema(max_length = 0)]
    pub homepage: String,
    /// Milliseconds from loading the form to submitting it.
    #[serde(default, deserialize_with = "whole_number")]
    #[schema(maximum = 9_007_199_254_740_991_i64)]
    pub after_millis: Option<u64>,
}

/// The response to a sign-up, the same for every address.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignedUp {
    pub message: String,
}

/// All addresses of this room.
#[must_use]
pub fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/newsletter/subscribe")
            .post(Access::Anyone, subscribe)
            .with_largest_body(4 * 1024),
        Route::at("/newsletter/subscribe")
            .post(Access::Anyone, subscribe_by_form)
            .with_largest_body(4 * 1024),
        Route::at("/newsletter/confirm")
            .get(Access::SignedCall, pages::show_confirm)
            .post(Access::SignedCall, pages::confirm),
        Route::at("/newsletter/preferences")
            .get(Access::SignedCall, pages::show_preferences)
            .post(Access::SignedCall, pages::save_preferences),
        Route::at("/newsletter/unsubscribe")
            .get(Access::SignedCall, pages::show_unsubscribe)
            .post(Access::SignedCall, pages::unsubscribe)
            .open_to_other_sites(),
    ]
}

/// Sign up an address for the weekly newsletter. An email asks to confirm it. The response is the same for every address.
#[utoipa::path(post, path = "/api/newsletter/subscribe", tag = "newsletter", request_body = SignUp,
    responses((status = 200, body = SignedUp), (status = 400, body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn subscribe(
    State(services): State<Services>,
    client: Client,
    JsonBody(asked): JsonBody<SignUp>,
) -> Result<impl IntoResponse> {
    take(&services, &client, &asked).await?;
    Ok(Fresh(SignedUp {
        message: SIGNED_UP.to_owned(),
    }))
}

/// The same for a form sent by a browser without our script: the answer is a page that says what happens next.
async fn subscribe_by_form(
    State(services): State<Services>,
    client: Client,
    WholeBody(body): WholeBody,
) -> Result<PrivatePage> {
    let mut asked = SignUp::default();
    for (name, value) in form_urlencoded::parse(&body) {
        match &*name {
            "email" => asked.email = value.trim().to_owned(),
            "leftEmpty" => asked.left_empty = value.into_owned(),
            "homepage" => asked.homepage = value.into_owned(),
            _ => {}
        }
    }
    match take(&services, &client, &asked).await {
        Ok(()) => Ok(pages::asked(&asked.email)),
        Err(error) if status_of(&error).is_client_error() => {
            Ok(pages::refused(&error, &asked.email))
        }
        Err(error) => Err(error),
    }
}

/// Accepts a sign-up, unless a limit or the address prevents it.
async fn take(services: &Services, client: &Client, asked: &SignUp) -> Result<()> {
    let address = EmailAddress::parse(&asked.email, "email")?;
    services
        .limits
        .check(&SIGN_UP_FORMS_OF_A_NETWORK, client.network())?;
    bots::reject_quick(asked.after_millis, QUICKEST_PERSON_MILLIS)?;
    bots::reject_filled([
        Some(asked.left_empty.as_str()),
        Some(asked.homepage.as_str()),
    ])?;
    sign_up(services, &address, client.network()).await
}

/// Records a sign-up and its consequences. Limits are counted in the same transaction, so they apply to all servers and
/// only count what was written.
async fn sign_up(services: &Services, address: &EmailAddress, network: Network) -> Result<()> {
    let now = services.clock.now();
    let token = rules::new_token(|bytes| services.identifiers.fill(bytes));
    let asked = Asked {
        id: services.identifiers.next(),
        email: address.as_text(),
        address_hash: suppression::address_hash(&services.keys, address),
        token_hash: rules::token_hash(&services.keys, &token),
        now,
    };
    services
        .database
        .transaction(|transaction| {
            let (asked, token) = (asked.clone(), token.clone());
            let (services, address) = (services.clone(), address.clone());
            Box::pin(async move {
                let keys = &services.keys;
                limits_shared::count(transaction, keys, &SIGN_UPS_OF_A_NETWORK, network, now)
                    .await?;
                let mailbox = address.mailbox();
                let caller = (asked.address_hash.as_str(), mailbox.as_str());
                store::count_sign_up(transaction, keys, caller, now).await?;
                let follows = store::sign_up(transaction, &asked).await?;
                if let Some(mail) = mail_for(&services, follows, address, &token)? {
                    store::refuse_too_many(transaction, keys, network, now).await?;
                    let id = services.identifiers.next();
                    services.mail.enqueue(transaction, &mail, id, now).await?;
                }
                Ok(())
            })
        })
        .await?;
    services.mail.wake();
    Ok(())
}

fn mail_for(
    services: &Services,
    follows: Follows,
    to: EmailAddress,
    token: &str,
) -> Result<Option<NewMail>> {
    let (brand, keys) = (services.brand(), &services.keys);
    let (reader, words) = match follows {
        Follows::Confirmation(reader) => {
            (reader, emails::confirmation(&brand, keys, reader, token)?)
        }
        Follows::Reminder(reader) => (reader, emails::reminder(&brand, keys, reader)?),
        Follows::Nothing => return Ok(None),
    };
    Ok(Some(NewMail {
        to,
        words,
        about: Some(reader),
        list: None,
    }))
}
