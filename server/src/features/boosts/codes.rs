//! The code that proves a payer's address. It opens the same session as any other sign-in.

use chrono::TimeDelta;

use super::store;
use crate::{
    features::Services,
    platform::{
        codes::{self, CodeEmail},
        error::Result,
        limits::Limit,
        mail::{Brand, EmailAddress, NewMail},
        sessions,
        web::Client,
    },
};

/// Counted apart from sign-ins, so that looking up a subscription uses up none of their codes.
const LOOK_UP: &str = "manage-subscription";

/// An office manages a few boosts, a script many.
const OF_A_NETWORK: Limit = Limit {
    name: "codes for payers asked for by a network",
    count: 20,
    period: TimeDelta::hours(1),
    message: "Too many codes were requested from your network. Please try again later.",
};

/// Sends a code to `address` if it has ever paid and hasn't had several recently. Callers can't tell either.
pub(super) async fn send_to_payer(
    services: &Services,
    client: &Client,
    address: &EmailAddress,
) -> Result<()> {
    services.limits.check(&OF_A_NETWORK, client.network())?;
    let provider = services.payments.provider()?;
    let (now, is_live) = (services.clock.now(), provider.is_live);
    let (held, to) = (services.clone(), address.clone());
    services
        .database
        .transaction(move |transaction| {
            let (services, address) = (held.clone(), to.clone());
            Box::pin(async move {
                let keys = &services.keys;
                let hash = sessions::address_hash(keys, &address);
                let asked = (LOOK_UP, &address);
                codes::count_request(transaction, keys, asked, now).await?;
                let is_payer = store::is_payer(transaction, &hash, is_live).await?;
                // Does the same work for an unknown address, so that the response time reveals nothing.
                let by = (keys, &services.identifiers);
                let issued = if is_payer {
                    codes::issue(transaction, by, &codes::SIGN_IN, &address, now).await?
                } else {
                    codes::issue_unsent(transaction, by, &codes::SIGN_IN, &address, now).await?
                };
                let brand = Brand::of(&services.settings);
                let letter = CodeEmail {
                    heading: "Manage your boosts",
                    reason: "Someone, hopefully you, wants to see the boosts paid for with this email address.",
                    page: "/manage-subscription",
                    button: "Show my boosts",
                };
                let mail = NewMail {
                    to: address,
                    words: codes::words(&brand, &letter, &issued)?,
                    about: None,
                    list: None,
                };
                if is_payer {
                    services.mail.enqueue(transaction, &mail, issued.id, now).await?;
                }
                Ok(())
            })
        })
        .await?;
    services.mail.wake();
    Ok(())
}
