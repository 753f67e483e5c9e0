//! The code that proves a payer's address. It opens the same session as any other sign-in.

use super::store;
use crate::{
    features::Services,
    platform::{
        codes::{self, CodeEmail},
        error::Result,
        limits::table::PAYER_CODES_OF_A_NETWORK,
        limits_shared,
        mail::EmailAddress,
        sessions,
        web::Client,
    },
};

/// Counted apart from sign-ins, so that looking up a subscription uses up none of their codes.
const LOOK_UP: &str = "manage-subscription";

/// Sends a code to `address` if it has ever paid and hasn't had several recently. Callers can't tell either.
pub(super) async fn send_to_payer(
    services: &Services,
    client: &Client,
    address: &EmailAddress,
) -> Result<()> {
    let provider = services.payments.provider()?;
    let (now, is_live) = (services.clock.now(), provider.is_live);
    let (held, to, network) = (services.clone(), address.clone(), client.network());
    services
        .database
        .transaction(move |transaction| {
            let (services, address) = (held.clone(), to.clone());
            Box::pin(async move {
                let keys = &services.keys;
                let hash = sessions::address_hash(keys, &address);
                limits_shared::count(transaction, keys, &PAYER_CODES_OF_A_NETWORK, network, now).await?;
                let asked = (LOOK_UP, &address);
                codes::count_request(transaction, keys, asked, now).await?;
                let is_payer = store::is_payer(transaction, &hash, is_live).await?;
                let email = CodeEmail {
                    heading: "Manage your boosts".into(),
                    reason: "Someone, hopefully you, wants to see the boosts paid for with this email address."
                        .to_owned(),
                    page: "/manage-subscription",
                    button: "Show my boosts",
                };
                let (sender, what) = (services.code_sender(), (&address, &email));
                codes::send_if(transaction, sender, (&codes::SIGN_IN, is_payer), what, now).await
            })
        })
        .await?;
    services.mail.wake();
    Ok(())
}
