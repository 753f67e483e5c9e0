//! Sends a code to an address, and handles a correct one.

use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};
use uuid::Uuid;

use super::{
    CodeEmail, Guess, Purpose,
    entity::{Column, Entity},
    letter::words,
    limits::{count_guess, count_request, forgive_guesses},
    store::{issue, issue_unsent, redeem_code, redeem_link, token_hash},
};
use crate::platform::{
    error::Result,
    id_generator::IdGenerator,
    keys::Keys,
    mail::{Brand, EmailAddress, Mail, NewMail},
    web::Client,
};

/// What sending a code needs.
#[derive(Clone, Debug)]
pub struct Sender<'a> {
    pub keys: &'a Keys,
    pub identifiers: &'a IdGenerator,
    pub mail: &'a Mail,
    pub brand: Brand,
}

/// How a person proves an address.
#[derive(Clone, Debug)]
pub enum Proof {
    /// Six digits that were sent to this address.
    Code(EmailAddress, String),
    /// The token of a mail's link.
    Link(String),
}

/// Issues a code and puts its email into the outbox, in the caller's transaction; call [`Mail::wake`] after the commit.
///
/// # Errors
///
/// [`Error::TooMany`](crate::platform::error::Error::TooMany) if the mailbox has already got as many codes for this purpose
/// within the hour as it may; otherwise when the email can't be rendered, or the database fails.
pub async fn send(
    connection: &impl ConnectionTrait,
    sender: Sender<'_>,
    purpose: &Purpose,
    what: (&EmailAddress, &CodeEmail),
    now: DateTime<Utc>,
) -> Result<()> {
    count_request(connection, sender.keys, (purpose.name, what.0), now).await?;
    send_if(connection, sender, (purpose, true), what, now).await
}

/// Sends a code whose request the caller has counted. To an address that isn't known, it does the same work, statement for
/// statement, but sends nothing, so that the response time reveals nothing (D90).
///
/// # Errors
///
/// When the email can't be rendered, or the database fails.
pub async fn send_if(
    connection: &impl ConnectionTrait,
    sender: Sender<'_>,
    (purpose, is_known): (&Purpose, bool),
    (to, email): (&EmailAddress, &CodeEmail),
    now: DateTime<Utc>,
) -> Result<()> {
    let by = (sender.keys, sender.identifiers);
    let issued = if is_known {
        issue(connection, by, purpose, to, now).await?
    } else {
        issue_unsent(connection, by, purpose, to, now).await?
    };
    let mail = NewMail {
        to: to.clone(),
        words: words(&sender.brand, email, &issued)?,
        about: purpose.subject,
        list: None,
    };
    let wanted = (&mail, is_known);
    sender
        .mail
        .enqueue_if(connection, wanted, issued.id, now)
        .await
}

/// Checks `proof`. Guesses are counted, so commit the transaction in every case.
///
/// # Errors
///
/// [`Error::TooMany`](crate::platform::error::Error::TooMany) after too many guesses, or when the database fails.
pub async fn redeem(
    connection: &impl ConnectionTrait,
    keys: &Keys,
    purpose: &Purpose,
    (proof, client): (&Proof, &Client),
    now: DateTime<Utc>,
) -> Result<Guess> {
    match proof {
        Proof::Code(address, code) => {
            let by = (client.network(), address);
            count_guess(connection, keys, by, now).await?;
            let guess = redeem_code(connection, keys, purpose, (address, code), now).await?;
            match guess {
                Ok(_) => forgive_guesses(connection, keys, address).await?,
                Err(_) => client.log_failed_sign_in("code"),
            }
            Ok(guess)
        }
        Proof::Link(token) => redeem_link(connection, keys, purpose.name, token, now).await,
    }
}

/// What the link with this token refers to and where it was sent, used or not; `None` if there is no such link for this
/// purpose.
pub async fn peek_link(
    connection: &impl ConnectionTrait,
    keys: &Keys,
    purpose: &'static str,
    token: &str,
) -> Result<Option<(Option<Uuid>, EmailAddress)>> {
    let found = Entity::find()
        .filter(Column::TokenHash.eq(token_hash(keys, token)))
        .filter(Column::Purpose.eq(purpose))
        .one(connection)
        .await?;
    let Some(row) = found else { return Ok(None) };
    let address = EmailAddress::parse(&row.email, "email")?;
    Ok(Some((row.subject_id, address)))
}
