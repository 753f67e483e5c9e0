//! Sends a code to an address, and handles a correct one.

use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};
use uuid::Uuid;

use super::{
    CodeEmail, Guess, MAILS_TO_ONE_MAILBOX, Proven, Purpose,
    entity::{Column, Entity},
    issue, redeem_code, redeem_link,
    store::token_hash,
    words,
};
use crate::platform::{
    error::{Error, Result},
    id_generator::IdGenerator,
    keys::Keys,
    limits_shared,
    mail::{Brand, EmailAddress, Mail, NewMail},
    sessions::{self, Kind, SignedIn},
    web::Client,
};

/// What sending a code needs.
#[derive(Clone, Copy, Debug)]
pub struct Sender<'a> {
    pub keys: &'a Keys,
    pub identifiers: &'a IdGenerator,
    pub mail: &'a Mail,
    pub brand: &'a Brand,
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
/// Returns `false` if the mailbox has already got as many emails within the hour as it may.
///
/// # Errors
///
/// When the email can't be rendered, or the database fails.
pub async fn send(
    connection: &impl ConnectionTrait,
    sender: Sender<'_>,
    purpose: &Purpose,
    (to, letter): (&EmailAddress, &CodeEmail<'_>),
    now: DateTime<Utc>,
) -> Result<bool> {
    let limit = &MAILS_TO_ONE_MAILBOX;
    match limits_shared::count(connection, sender.keys, limit, to.mailbox(), now).await {
        Err(Error::TooMany { .. }) => return Ok(false),
        counted => counted?,
    }
    let by = (sender.keys, sender.identifiers);
    let issued = issue(connection, by, purpose, to, now).await?;
    let mail = NewMail {
        to: to.clone(),
        words: words(sender.brand, letter, &issued)?,
        about: purpose.subject,
        list: None,
    };
    sender
        .mail
        .enqueue(connection, &mail, issued.id, now)
        .await?;
    Ok(true)
}

/// Checks `proof`. Wrong guesses are counted, so commit the transaction in every case.
///
/// # Errors
///
/// When the database fails.
pub async fn redeem(
    connection: &impl ConnectionTrait,
    keys: &Keys,
    purpose: &Purpose,
    proof: &Proof,
    now: DateTime<Utc>,
) -> Result<Guess> {
    match proof {
        Proof::Code(address, code) => {
            redeem_code(connection, keys, purpose, (address, code), now).await
        }
        Proof::Link(token) => redeem_link(connection, keys, purpose.name, token, now).await,
    }
}

/// What the link with this token refers to and where it was sent, used or not; `None` if there is no such link for this
/// purpose.
///
/// # Errors
///
/// When the database fails.
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

/// Signs in the person with a proven address, unless the browser is already signed in as them. Returns the person, and
/// the token for the cookie. Ends the browser's previous session (checklist X3).
///
/// # Errors
///
/// When the database fails.
pub async fn sign_in(
    connection: &impl ConnectionTrait,
    (keys, identifiers): (&Keys, &IdGenerator),
    proven: &Proven,
    (client, before): (&Client, &SignedIn),
    now: DateTime<Utc>,
) -> Result<(Uuid, Option<String>)> {
    let by = (keys, identifiers);
    let person = sessions::ensure_person(connection, by, &proven.address, None, now).await?;
    sessions::confirm_person(connection, person.id, now).await?;
    if before.person() == Some(person.id) {
        return Ok((person.id, None));
    }
    if let Some(old) = before.owner {
        sessions::end(connection, old.id, Kind::Owner, old.person).await?;
    }
    let whose = (Kind::Owner, Some(person.id));
    let token = sessions::open(connection, by, whose, client, now).await?;
    Ok((person.id, Some(token)))
}
