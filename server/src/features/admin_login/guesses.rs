//! How many wrong passwords are taken, and forgetting that they were.

use sea_orm::ConnectionTrait;

use super::device::Browser;
use crate::{
    features::Services,
    platform::{
        error::Result,
        limits::{
            Caller, InDatabase, Limit,
            table::{
                ADMIN_PASSWORDS_OF_A_DEVICE, ADMIN_PASSWORDS_OF_A_NETWORK,
                ADMIN_PASSWORDS_OF_STRANGERS,
            },
        },
        limits_shared,
        network::Network,
    },
};

/// The caller name shared by browsers that haven't signed in before.
const STRANGERS: &str = "all";

/// What a guess counts for.
pub(super) type Callers = Vec<(&'static Limit<InDatabase>, Caller)>;

/// Whom a guess from this browser counts for.
pub(super) fn callers(browser: &Browser) -> Callers {
    if browser.is_known {
        let device = Caller::from(browser.device.to_string());
        vec![(&ADMIN_PASSWORDS_OF_A_DEVICE, device)]
    } else {
        strangers(Some(browser.client.network()))
    }
}

fn strangers(network: Option<Network>) -> Callers {
    let all = (&ADMIN_PASSWORDS_OF_STRANGERS, STRANGERS.into());
    let network = network.map(|network| (&ADMIN_PASSWORDS_OF_A_NETWORK, network.into()));
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
