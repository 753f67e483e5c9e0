//! Sends a code to an address, and handles a correct one.

use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};
use uuid::Uuid;

use super::{
    CodeEmail, Guess, Proven, Purpose, Refused,
    entity::{Column, Entity},
    issue,
    limits::{count_guess, count_request, forgive_guesses},
    store::{redeem_code, redeem_link, token_hash},
    words,
};
use crate::platform::{
    error::Result,
    id_generator::IdGenerator,
    keys::Keys,
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
///
/// # Errors
///
/// [`Error::TooMany`](crate::platform::error::Error::TooMany) if the mailbox has already got as many codes for this purpose
/// within the hour as it may; otherwise when the email can't be rendered, or the database fails.
pub async fn send(
    connection: &impl ConnectionTrait,
    sender: Sender<'_>,
    purpose: &Purpose,
    (to, letter): (&EmailAddress, &CodeEmail<'_>),
    now: DateTime<Utc>,
) -> Result<()> {
    count_request(connection, sender.keys, (purpose.name, to), now).await?;
    let by = (sender.keys, sender.identifiers);
    let issued = issue(connection, by, purpose, to, now).await?;
    let mail = NewMail {
        to: to.clone(),
        words: words(sender.brand, letter, &issued)?,
        about: purpose.subject,
        list: None,
    };
    sender.mail.enqueue(connection, &mail, issued.id, now).await
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
            if guess.is_ok() {
                forgive_guesses(connection, keys, address).await?;
            }
            Ok(guess)
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

/// Checks `proof` and signs its person in. Returns the token for the cookie, `None` if the browser is already signed in as them.
///
/// # Errors
///
/// As [`redeem`].
pub async fn prove(
    connection: &impl ConnectionTrait,
    (keys, identifiers): (&Keys, &IdGenerator),
    purpose: &Purpose,
    (proof, client, before): (&Proof, &Client, &SignedIn),
    now: DateTime<Utc>,
) -> Result<std::result::Result<Option<String>, Refused>> {
    match redeem(connection, keys, purpose, (proof, client), now).await? {
        Ok(proven) => {
            let by = (keys, identifiers);
            let (_, token) = sign_in(connection, by, &proven, (client, before), now).await?;
            Ok(Ok(token))
        }
        Err(refused) => Ok(Err(refused)),
    }
}

/// Signs in the person with a proven address, unless the browser is already signed in as them. Returns the person, and
/// the token for the cookie. Ends the browser's previous session (checklist X3).
///
/// # Errors
///
/// When the database fails.
async fn sign_in(
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
