//! How often codes may be requested and guessed (D90). All are counted in the database, so that several nodes allow no more
//! than one.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::ConnectionTrait;

use crate::platform::{
    error::{Error, Result},
    keys::Keys,
    limits::Limit,
    limits_shared,
    mail::EmailAddress,
    network::Network,
};

/// Requests for codes to one mailbox and for one purpose, whoever makes them and whether the address is known or not: strangers
/// can't flood it, and asking for one purpose uses up no other.
const REQUESTS_FOR_A_MAILBOX: Limit = Limit {
    name: "codes to a mailbox",
    count: 3,
    period: TimeDelta::hours(1),
    message: "",
};
/// Wrong codes for one mailbox, over all purposes. A code has a million possibilities; the links in the emails go on working.
const WRONG_CODES_FOR_A_MAILBOX: Limit = Limit {
    name: "wrong codes for a mailbox",
    count: 20,
    period: TimeDelta::hours(24),
    message: "Too many wrong codes were entered for this address today. Please use the link in the email, or try again tomorrow.",
};
/// Guesses by one network, for all addresses together.
const GUESSES_OF_A_NETWORK: Limit = Limit {
    name: "guessed codes",
    count: 50,
    period: TimeDelta::hours(1),
    message: "Too many codes were tried from your network. Please try again later.",
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
    let caller = format!("{purpose} {}", address.mailbox());
    let counted =
        limits_shared::count(connection, keys, &REQUESTS_FOR_A_MAILBOX, caller, now).await;
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
    let limit = &GUESSES_OF_A_NETWORK;
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
