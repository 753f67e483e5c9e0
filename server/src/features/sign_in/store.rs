//! This room's SQL. Sessions and codes belong to the platform, shops to the catalog.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::code_email;
use crate::{
    features::Services,
    platform::{
        administrators,
        codes::{self, Proof, SIGN_IN},
        error::Result,
        limits::table::CODES_OF_A_NETWORK,
        limits_shared,
        mail::EmailAddress,
        network::Network,
        sessions::{self, Kind, SignedIn},
        web::Client,
    },
};

/// Sends a code to `address`. Beyond the mailbox's allowance, the refusal says when the next one can be sent.
pub(super) async fn send_code(
    services: &Services,
    address: &EmailAddress,
    network: Network,
) -> Result<()> {
    let now = services.clock.now();
    let (held, to) = (services.clone(), address.clone());
    services
        .database
        .transaction(move |transaction| {
            let (services, address) = (held.clone(), to.clone());
            Box::pin(async move {
                let keys = &services.keys;
                limits_shared::count(transaction, keys, &CODES_OF_A_NETWORK, network, now).await?;
                let sender = services.code_sender();
                let email = code_email(&sender.brand);
                codes::send(transaction, sender, &SIGN_IN, (&address, &email), now).await
            })
        })
        .await?;
    services.mail.wake();
    Ok(())
}

/// Redeems `proof` and opens a session in place of the browser's previous one; returns its token. Guesses are always counted.
pub(super) async fn open_session(
    services: &Services,
    proof: Proof,
    (client, before): (&Client, SignedIn),
) -> Result<String> {
    let now = services.clock.now();
    let (held, caller) = (services.clone(), client.clone());
    let opened = services
        .database
        .transaction(move |transaction| {
            let (services, proof, client) = (held.clone(), proof.clone(), caller.clone());
            Box::pin(async move {
                let by = (&services.keys, &services.identifiers);
                let with = (&proof, &client, &before);
                codes::sign_in(transaction, by, &SIGN_IN, with, now).await
            })
        })
        .await?;
    Ok(opened?)
}

/// Ends the caller's own session `id`. Returns whether there was one.
pub(super) async fn end_session(
    services: &Services,
    id: Uuid,
    kind: Kind,
    person: Option<Uuid>,
) -> Result<bool> {
    services
        .database
        .transaction(move |transaction| {
            Box::pin(async move { sessions::end(transaction, id, kind, person).await })
        })
        .await
}

/// Ends the same person's other sessions.
pub(super) async fn end_other_sessions(
    services: &Services,
    kept: sessions::Session,
) -> Result<u64> {
    services
        .database
        .transaction(move |transaction| {
            Box::pin(async move { sessions::end_other_sessions(transaction, &kept).await })
        })
        .await
}

/// Removes expired codes, sessions and rate limit counts.
pub(super) async fn prune(services: &Services, now: DateTime<Utc>) -> Result<()> {
    services
        .database
        .transaction(move |transaction| {
            Box::pin(async move {
                codes::prune(transaction, now).await?;
                sessions::prune(transaction, now).await?;
                limits_shared::prune(transaction, now).await?;
                let before = now - TimeDelta::days(administrators::DEVICE_DAYS);
                administrators::devices_removed_before(transaction, before).await?;
                Ok(())
            })
        })
        .await
}
