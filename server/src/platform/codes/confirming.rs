//! Confirming an address, with the same steps in every room: with the code, with the link, or by being signed in with the
//! address already. It signs the browser in.

use axum::{
    http::{HeaderName, header},
    response::AppendHeaders,
};
use chrono::{DateTime, Utc};
use sea_orm::ConnectionTrait;

use super::{
    LINKS_OF_A_NETWORK, Proof, Proven, Purpose, Refused, clean, limits::count_request, redeem,
};
use crate::platform::{
    database::Database,
    error::Result,
    id_generator::IdGenerator,
    keys::Keys,
    limits::Limits,
    mail::EmailAddress,
    sessions::{self, Kind, SignedIn, person},
    web::Client,
};

/// How someone proves their address.
#[derive(Clone, Debug)]
pub enum ProofMethod {
    /// With the code or link in the email, in this browser.
    Email(Proof, Client),
    /// By already being signed in with the address.
    Session,
}

impl ProofMethod {
    /// With the code that was sent to `person`, or without one by being signed in as them.
    ///
    /// # Errors
    ///
    /// When the code isn't six digits, or is missing and the browser isn't signed in as them.
    pub fn by_code(
        person: &person::Model,
        (code, signed_in): (Option<String>, &SignedIn),
        client: Client,
    ) -> Result<Self> {
        match code {
            None if signed_in.person() == Some(person.id) => Ok(Self::Session),
            typed => {
                let address = EmailAddress::parse(&person.email, "email")?;
                let code = clean(&typed.unwrap_or_default())?;
                Ok(Self::Email(Proof::Code(address, code), client))
            }
        }
    }

    /// With the token of the email's link.
    #[must_use]
    pub fn by_link(token: String, client: Client) -> Self {
        Self::Email(Proof::Link(token), client)
    }

    /// Checks it and signs its person in. Returns the token for the cookie, `None` if the browser is already signed in as them.
    /// Guesses are counted, so commit the transaction in every case.
    ///
    /// # Errors
    ///
    /// [`Error::TooMany`](crate::platform::error::Error::TooMany) after too many guesses, or when the database fails.
    pub async fn check(
        &self,
        connection: &impl ConnectionTrait,
        by: (&Keys, &IdGenerator),
        (purpose, before): (&Purpose, &SignedIn),
        now: DateTime<Utc>,
    ) -> Result<std::result::Result<Option<String>, Refused>> {
        let Self::Email(proof, client) = self else {
            return Ok(Ok(None));
        };
        match redeem(connection, by.0, purpose, (proof, client), now).await? {
            Err(refused) => Ok(Err(refused)),
            Ok(proven) => {
                let person = confirm_person(connection, by, &proven, now).await?;
                if before.person() == Some(person.id) {
                    return Ok(Ok(None));
                }
                let browser = (client, before);
                let token = replace_session(connection, by, &person, browser, now).await?;
                Ok(Ok(Some(token)))
            }
        }
    }
}

/// Checks `proof` and opens a session, also if the browser is already signed in as its person. Returns the token for the cookie.
/// Guesses are counted, so commit the transaction in every case.
///
/// # Errors
///
/// As [`ProofMethod::check`].
pub async fn sign_in(
    connection: &impl ConnectionTrait,
    by: (&Keys, &IdGenerator),
    purpose: &Purpose,
    (proof, client, before): (&Proof, &Client, &SignedIn),
    now: DateTime<Utc>,
) -> Result<std::result::Result<String, Refused>> {
    match redeem(connection, by.0, purpose, (proof, client), now).await? {
        Err(refused) => Ok(Err(refused)),
        Ok(proven) => {
            let person = confirm_person(connection, by, &proven, now).await?;
            let browser = (client, before);
            let token = replace_session(connection, by, &person, browser, now).await?;
            Ok(Ok(token))
        }
    }
}

async fn confirm_person(
    connection: &impl ConnectionTrait,
    by: (&Keys, &IdGenerator),
    proven: &Proven,
    now: DateTime<Utc>,
) -> Result<person::Model> {
    let person = sessions::ensure_person(connection, by, &proven.address, None, now).await?;
    sessions::confirm_person(connection, person.id, now).await?;
    Ok(person)
}

/// A new session ends the browser's previous one (checklist X3).
async fn replace_session(
    connection: &impl ConnectionTrait,
    by: (&Keys, &IdGenerator),
    person: &person::Model,
    (client, before): (&Client, &SignedIn),
    now: DateTime<Utc>,
) -> Result<String> {
    if let Some(old) = before.owner {
        sessions::end(connection, old.id, Kind::Owner, old.person).await?;
    }
    let whose = (Kind::Owner, Some(person.id));
    sessions::open(connection, by, whose, client, now).await
}

/// Counts a link that is tried. A code that is asked for again is counted by [`count_again`](super::count_again).
///
/// # Errors
///
/// [`Error::TooMany`](crate::platform::error::Error::TooMany) when the network has tried too many.
pub fn count_link(limits: &Limits, client: &Client) -> Result<()> {
    limits.check(&LINKS_OF_A_NETWORK, client.network())
}

/// Counts a request for another code by someone who doesn't know the address, so that they can't tell.
///
/// # Errors
///
/// [`Error::TooMany`](crate::platform::error::Error::TooMany) as if a code had been sent.
pub async fn count_stranger(
    database: &Database,
    keys: &Keys,
    (purpose, address): (&'static str, EmailAddress),
    now: DateTime<Utc>,
) -> Result<()> {
    let keys = keys.clone();
    database
        .transaction(move |transaction| {
            let (keys, address) = (keys.clone(), address.clone());
            Box::pin(
                async move { count_request(transaction, &keys, (purpose, &address), now).await },
            )
        })
        .await
}

/// The cookie of the session that a proof opened, if it opened one.
pub fn session_cookie(
    token: Option<&str>,
    is_secure: bool,
) -> AppendHeaders<Option<(HeaderName, String)>> {
    AppendHeaders(token.map(|token| {
        let cookie = sessions::set(Kind::Owner, token, is_secure);
        (header::SET_COOKIE, cookie)
    }))
}
