//! How many wrong passwords are taken, and forgetting that they were.

use chrono::TimeDelta;
use sea_orm::ConnectionTrait;

use super::device;
use crate::{
    features::Services,
    platform::{
        error::Result,
        limits::{Caller, Limit},
        limits_shared,
        network::Network,
        web::Client,
    },
};

/// Wrong passwords per network from which nobody has signed in.
const OF_A_NETWORK: Limit = Limit {
    name: "admin passwords of a network",
    count: 10,
    period: TimeDelta::minutes(15),
    message: TOO_MANY,
};
/// Wrong passwords by all strangers together.
const OF_STRANGERS: Limit = Limit {
    name: "admin passwords of strangers",
    count: 100,
    period: TimeDelta::hours(1),
    message: TOO_MANY,
};
/// Wrong passwords per browser that has signed in before.
const OF_A_DEVICE: Limit = Limit {
    name: "admin passwords of a device",
    count: 20,
    period: TimeDelta::minutes(15),
    message: TOO_MANY,
};
const TOO_MANY: &str = "Too many wrong passwords. Please wait a few minutes, or run “townperk admin sign-in-link” on the server.";

/// The caller name shared by browsers that haven't signed in before.
const STRANGERS: &str = "all";

/// What a guess counts for.
pub(super) type Callers = Vec<(&'static Limit, Caller)>;

/// Whom a guess from this browser counts for.
pub(super) fn callers(services: &Services, client: &Client) -> Callers {
    match device::read(&services.keys, client) {
        Some(device) => vec![(&OF_A_DEVICE, Caller::from(device.to_string()))],
        None => strangers(Some(client.network())),
    }
}

fn strangers(network: Option<Network>) -> Callers {
    let all = (&OF_STRANGERS, STRANGERS.into());
    let network = network.map(|network| (&OF_A_NETWORK, network.into()));
    network.into_iter().chain([all]).collect()
}

/// Counts a guess, whether or not it turns out to be right.
pub(super) async fn count(services: &Services, callers: Callers) -> Result<()> {
    let now = services.clock.now();
    let held = services.clone();
    services
        .database
        .transaction(move |transaction| {
            let (services, callers) = (held.clone(), callers.clone());
            Box::pin(async move {
                for (limit, caller) in callers {
                    limits_shared::count(transaction, &services.keys, limit, caller, now).await?;
                }
                Ok(())
            })
        })
        .await
}

/// Restores the whole allowance of these callers.
pub(super) async fn forgive(
    connection: &impl ConnectionTrait,
    services: &Services,
    callers: Callers,
) -> Result<()> {
    for (limit, caller) in callers {
        limits_shared::forgive(connection, &services.keys, limit, caller).await?;
    }
    Ok(())
}

/// Lets strangers try again: all together, and those of `network`.
///
/// # Errors
///
/// When the database fails.
pub async fn clear(services: &Services, network: Option<Network>) -> Result<()> {
    let held = services.clone();
    services
        .database
        .transaction(move |transaction| {
            let services = held.clone();
            Box::pin(async move { forgive(transaction, &services, strangers(network)).await })
        })
        .await
}
