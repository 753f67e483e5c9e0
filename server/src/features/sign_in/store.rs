//! This room's SQL. Sessions and codes belong to the platform, shops to the catalog.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::letter;
use crate::{
    features::Services,
    platform::{
        codes::{self, Proof, SIGN_IN},
        error::Result,
        limits::Limit,
        limits_shared,
        mail::{Brand, EmailAddress, NewMail},
        network::Network,
        sessions::{self, Kind},
        web::Client,
    },
};

/// How many codes one network may request.
const CODES_OF_A_NETWORK: Limit = Limit {
    name: "codes of a network",
    count: 30,
    period: TimeDelta::hours(1),
    message: "Too many codes were requested from your network. Please try again later.",
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
                let asked = (SIGN_IN.name, &address);
                codes::count_request(transaction, &services.keys, asked, now).await?;
                let by = (&services.keys, &services.identifiers);
                let issued = codes::issue(transaction, by, &SIGN_IN, &address, now).await?;
                let mail = NewMail {
                    to: address,
                    words: letter(&Brand::of(&services.settings), &issued)?,
                    about: None,
                    list: None,
                };
                services
                    .mail
                    .enqueue(transaction, &mail, issued.id, now)
                    .await
            })
        })
        .await?;
    services.mail.wake();
    Ok(())
}

/// Redeems `proof` and opens a session; returns its token. Guesses are always counted.
pub(super) async fn open_session(
    services: &Services,
    proof: Proof,
    client: &Client,
) -> Result<String> {
    let now = services.clock.now();
    let (held, caller) = (services.clone(), client.clone());
    let opened = services
        .database
        .transaction(move |transaction| {
            let (services, proof, client) = (held.clone(), proof.clone(), caller.clone());
            Box::pin(async move {
                let keys = &services.keys;
                let by_client = (&proof, &client);
                let proven =
                    match codes::redeem(transaction, keys, &SIGN_IN, by_client, now).await? {
                        Ok(proven) => proven,
                        Err(refused) => return Ok(Err(refused)),
                    };
                let by = (keys, &services.identifiers);
                let person =
                    sessions::ensure_person(transaction, by, &proven.address, None, now).await?;
                sessions::confirm_person(transaction, person.id, now).await?;
                let whose = (Kind::Owner, Some(person.id));
                sessions::open(transaction, by, whose, &client, now)
                    .await
                    .map(Ok)
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
                Ok(())
            })
        })
        .await
}
