//! How often codes may be requested and guessed (D90). All are counted in the database, so that several nodes allow no more
//! than one.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::ConnectionTrait;

use super::{Purpose, store};
use crate::platform::{
    database::Database,
    error::{Error, Result},
    keys::Keys,
    limits::{
        InDatabase, Limit,
        table::{CODES_FOR_A_MAILBOX, GUESSED_CODES_OF_A_NETWORK, WRONG_CODES_FOR_A_MAILBOX},
    },
    limits_shared,
    mail::EmailAddress,
    network::Network,
    web::Client,
};

/// Counts a request for a code, whether or not one is sent. `purpose` names what is counted apart.
///
/// # Errors
///
/// [`Error::TooMany`] says when the next one can be requested; then the caller sends nothing and says so.
pub async fn count_request(
    connection: &impl ConnectionTrait,
    keys: &Keys,
    (purpose, address): (&str, &EmailAddress),
    now: DateTime<Utc>,
) -> Result<()> {
    let caller = mailbox_of(purpose, address);
    let counted = limits_shared::count(connection, keys, &CODES_FOR_A_MAILBOX, caller, now).await;
    counted.map_err(|error| match error {
        Error::TooMany { seconds, .. } => {
            let minutes = seconds.div_ceil(60);
            let wait = if minutes == 1 {
                "1 minute".to_owned()
            } else {
                format!("{minutes} minutes")
            };
            Error::TooMany {
                message: format!(
                    "Several codes were requested for this address, so no further one was sent. Use the latest email, or try again in {wait}."
                )
                .into(),
                seconds,
            }
        }
        error => error,
    })
}

/// Counts that a network asks for a code again, in a transaction of its own and before anything is looked up: so it is counted
/// whatever is found, and its refusal isn't taken for the mailbox's. `limit` is the purpose's own.
///
/// # Errors
///
/// [`Error::TooMany`] when the network has asked too often.
pub async fn count_again(
    database: &Database,
    keys: &Keys,
    (limit, client): (&'static Limit<InDatabase>, &Client),
    now: DateTime<Utc>,
) -> Result<()> {
    let (keys, network) = (keys.clone(), client.network());
    database
        .transaction(move |transaction| {
            let keys = keys.clone();
            Box::pin(
                async move { limits_shared::count(transaction, &keys, limit, network, now).await },
            )
        })
        .await
}

fn mailbox_of(purpose: &str, address: &EmailAddress) -> String {
    format!("{purpose} {}", address.mailbox())
}

/// When the next code can be sent, if none is out that still works: for a form that comes again, whose first answer said whether
/// there is one.
pub async fn next_code_unless_sent(
    connection: &impl ConnectionTrait,
    keys: &Keys,
    (purpose, address): (&Purpose, &EmailAddress),
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>> {
    if store::is_sent(connection, keys, (purpose, address), now).await? {
        return Ok(None);
    }
    let caller = mailbox_of(purpose.name, address);
    let wait = limits_shared::wait(connection, keys, &CODES_FOR_A_MAILBOX, &caller, now).await?;
    Ok(Some(now + wait))
}

/// When the next code can be sent, if this one wasn't because of the mailbox's allowance: for forms whose words are kept all the
/// same.
///
/// # Errors
///
/// Any other error of [`send`](super::send).
pub fn next_code_at(sent: Result<()>, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>> {
    match sent {
        Ok(()) => Ok(None),
        Err(Error::TooMany { seconds, .. }) => Ok(Some(now + TimeDelta::seconds(seconds.into()))),
        Err(error) => Err(error),
    }
}

/// Counts a guess before it is checked; [`forgive_guesses`] takes back what the mailbox was counted.
pub(super) async fn count_guess(
    connection: &impl ConnectionTrait,
    keys: &Keys,
    (network, address): (Network, &EmailAddress),
    now: DateTime<Utc>,
) -> Result<()> {
    let limit = &GUESSED_CODES_OF_A_NETWORK;
    limits_shared::count(connection, keys, limit, network, now).await?;
    let limit = &WRONG_CODES_FOR_A_MAILBOX;
    limits_shared::count(connection, keys, limit, address.mailbox(), now).await
}

/// A right code shows that its mailbox's owner was guessing.
pub(super) async fn forgive_guesses(
    connection: &impl ConnectionTrait,
    keys: &Keys,
    address: &EmailAddress,
) -> Result<()> {
    let limit = &WRONG_CODES_FOR_A_MAILBOX;
    limits_shared::forgive(connection, keys, limit, address.mailbox()).await
}
