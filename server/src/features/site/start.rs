//! The first start in the browser: what a new directory needs, each step tried where that is possible. Mail and payment are
//! tried with what is typed; it is never stored, because secrets belong in the settings file.

use std::time::Duration;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use tokio::time::timeout;
use utoipa::ToSchema;

use crate::{
    catalog::Look,
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        mail::Mail,
        marks,
        payments::Payments,
        settings::{Secret, Settings},
        web::{Fresh, JsonBody},
    },
};

/// A service that takes longer is as good as away. The page itself waits for half a minute (`web/src/api/limits.ts`).
const LONGEST: Duration = Duration::from_secs(25);

/// What a new directory needs, and what is there.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FirstStart {
    /// The administrator has finished or left it.
    pub is_finished: bool,
    /// The name isn't the one we ship, or a region is set.
    pub has_words: bool,
    /// A mail server is set up.
    pub has_mail: bool,
    /// Payments are set up.
    pub has_payments: bool,
    /// Coffee shops that aren't invented.
    pub real_shops: usize,
    /// Something of the look was chosen.
    pub has_look: bool,
}

/// A mail server to try. Nothing of it is stored.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MailTrial {
    /// Such as `smtps://user:password@mail.example`.
    #[schema(max_length = 500)]
    pub smtp_url: String,
    /// The sender, such as `hello@your.domain`.
    #[schema(max_length = 300)]
    pub mail_from: String,
    /// Where the test letter goes.
    #[schema(max_length = 300)]
    pub to: String,
}

/// Payment keys to try. Nothing of them is stored.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PaymentTrial {
    /// Such as `sk_live_…`.
    #[schema(max_length = 300)]
    pub secret_key: String,
    /// Such as `pk_live_…`.
    #[schema(max_length = 300)]
    pub publishable_key: String,
}

/// What a trial did.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Tried {
    /// On one line, for people.
    pub text: String,
}

/// Show what a new directory needs, and what is there.
#[utoipa::path(get, operation_id = "show_first_start", path = "/api/admin/first-start", tag = "administration",
    responses((status = 200, body = FirstStart), (status = 401, body = ErrorBody)))]
pub async fn show_start(State(services): State<Services>) -> Result<Fresh<FirstStart>> {
    state(&services).await.map(Fresh)
}

/// Don't lead to the first start any more.
#[utoipa::path(post, operation_id = "finish_first_start", path = "/api/admin/first-start/finish", tag = "administration",
    responses((status = 200, body = FirstStart), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody)))]
pub async fn finish_start(State(services): State<Services>) -> Result<Fresh<FirstStart>> {
    let now = services.clock.now();
    services
        .database
        .transaction(move |transaction| {
            Box::pin(async move { marks::set(transaction, marks::FIRST_START, now, "").await })
        })
        .await?;
    state(&services).await.map(Fresh)
}

/// Sign in to a mail server and send a test letter.
#[utoipa::path(post, operation_id = "try_mail", path = "/api/admin/first-start/try-mail", tag = "administration",
    request_body = MailTrial,
    responses((status = 200, body = Tried), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn try_mail(
    State(services): State<Services>,
    JsonBody(trial): JsonBody<MailTrial>,
) -> Result<Fresh<Tried>> {
    if trial.smtp_url.trim().is_empty() {
        return Err(Error::invalid_field(
            "smtpUrl",
            "The mail server is required.",
        ));
    }
    let settings = Settings {
        smtp_url: Secret::new(trial.smtp_url.trim().to_owned()),
        mail_from: trial.mail_from.trim().to_owned(),
        support_email: trial.to.trim().to_owned(),
        ..Settings::clone(&services.settings)
    };
    let tried = async { Mail::open(&settings, &services.folder)?.probe(true).await };
    match timeout(LONGEST, tried).await {
        Ok(Ok(text)) => Ok(Fresh(Tried { text })),
        Ok(Err(error)) => Err(Error::invalid_field("smtpUrl", error.to_string())),
        Err(_) => Err(no_answer("smtpUrl")),
    }
}

/// Ask the payment provider for the account of a key.
#[utoipa::path(post, operation_id = "try_payments", path = "/api/admin/first-start/try-payments", tag = "administration",
    request_body = PaymentTrial,
    responses((status = 200, body = Tried), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn try_payments(
    State(services): State<Services>,
    JsonBody(trial): JsonBody<PaymentTrial>,
) -> Result<Fresh<Tried>> {
    let refused = |error: String| Error::invalid_field("secretKey", error);
    let settings = Settings {
        stripe_secret_key: Secret::new(trial.secret_key.trim().to_owned()),
        stripe_publishable_key: trial.publishable_key.trim().to_owned(),
        payment_sandbox: false,
        ..Settings::clone(&services.settings)
    };
    let payments = Payments::open(&settings).map_err(|error| refused(error.to_string()))?;
    let Some(provider) = payments.configured() else {
        return Err(refused("The secret key is required.".to_owned()));
    };
    let kind = if provider.is_live {
        "a live key"
    } else {
        "a test key: nothing is charged"
    };
    match timeout(LONGEST, provider.client.account()).await {
        Ok(Ok(account)) if provider.is_live && !account.charges_enabled => Err(refused(format!(
            "Stripe doesn't let account {} charge cards yet. Complete it in Stripe's dashboard.",
            account.id
        ))),
        Ok(Ok(account)) => Ok(Fresh(Tried {
            text: format!("Account {}, {kind}", account.id),
        })),
        Ok(Err(error)) => Err(refused(error.to_string())),
        Err(_) => Err(no_answer("secretKey")),
    }
}

fn no_answer(field: &'static str) -> Error {
    let seconds = LONGEST.as_secs();
    Error::invalid_field(
        field,
        format!("There was no answer within {seconds} seconds."),
    )
}

async fn state(services: &Services) -> Result<FirstStart> {
    let finished = marks::last(services.database.reads(), marks::FIRST_START).await?;
    let view = services.catalog.view();
    let facts = view.site();
    let has_region = view.site_row().is_some_and(|row| row.region.is_some());
    Ok(FirstStart {
        is_finished: finished.is_some(),
        has_words: has_region || facts.name_is_set || facts.name != facts.shipped_name,
        has_mail: !services.settings.smtp_url.reveal().is_empty(),
        has_payments: services.payments.configured().is_some(),
        real_shops: view.shops_by_age().filter(|shop| !shop.sample).count(),
        has_look: facts.look != Look::default(),
    })
}
