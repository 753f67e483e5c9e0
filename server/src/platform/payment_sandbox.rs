//! The payment provider of a demonstration (D48): a sandbox inside of the server that speaks Stripe's wire format, takes test
//! cards alone and charges nothing. The product's own code knows nothing of it but addresses and keys.

use std::{net::SocketAddr, sync::Arc};

use stripe_sandbox::{Options, Sandbox};

use super::{
    clock::Clock,
    data_folder::DataFolder,
    error::{Error, Result},
    id_generator::IdGenerator,
    keys::hexadecimal,
    settings::{Secret, Settings},
};

/// Where it is reached, below the site's own address.
pub const PATH: &str = "/stripe-sandbox";
/// Its state, in the data folder, so that a demonstration survives a restart.
const FILE: &str = "payment-sandbox.json";
/// Everybody's, as such keys are.
const PUBLISHABLE_KEY: &str = "pk_test_sandbox";

/// Lets payments go to the sandbox. Its secrets are made anew with each start; nobody needs to know them.
///
/// # Errors
/// In production.
pub fn configure(settings: &mut Settings, identifiers: &IdGenerator) -> Result<()> {
    if settings.is_production() {
        return Err(Error::Setup(
            "the payment sandbox charges nothing; production refuses it".to_owned(),
        ));
    }
    let secret = |start: &str| {
        let mut bytes = [0; 16];
        identifiers.fill(&mut bytes);
        format!("{start}_{}", hexadecimal(&bytes))
    };
    settings.stripe_secret_key = Secret::new(secret("sk_test"));
    settings.stripe_webhook_secret = Secret::new(secret("whsec"));
    settings.stripe_publishable_key = PUBLISHABLE_KEY.to_owned();
    settings.stripe_api_url = format!("{}{PATH}", own_address(settings.listen));
    settings.stripe_js_url = format!("{}{PATH}/v3/", settings.origin());
    settings.payment_sandbox = true;
    Ok(())
}

/// Opens the sandbox of these settings, and has its notices sent to this server.
pub fn open(settings: &Settings, folder: &DataFolder, clock: &Clock) -> Result<Sandbox> {
    let clock = clock.clone();
    let sandbox = Sandbox::open(Options {
        seed: clock.now().timestamp().unsigned_abs(),
        secret_key: settings.stripe_secret_key.reveal().to_owned(),
        publishable_key: settings.stripe_publishable_key.clone(),
        base_url: format!("{}{PATH}", settings.origin()),
        clock: Arc::new(move || clock.now().timestamp()),
        file: Some(folder.join(FILE)),
    })
    .map_err(|error| {
        Error::Setup(format!(
            "the payment sandbox can't be opened: {error}. Remove {} to begin anew.",
            folder.join(FILE).display()
        ))
    })?;
    let notices = format!("{}/api/stripe/webhook", own_address(settings.listen));
    sandbox.set_endpoint(&notices, &[settings.stripe_webhook_secret.reveal()]);
    Ok(sandbox)
}

/// How this process reaches itself.
fn own_address(listen: SocketAddr) -> String {
    let host = match listen {
        SocketAddr::V4(address) if address.ip().is_unspecified() => "127.0.0.1".to_owned(),
        SocketAddr::V6(address) if address.ip().is_unspecified() => "[::1]".to_owned(),
        SocketAddr::V4(address) => address.ip().to_string(),
        SocketAddr::V6(address) => format!("[{}]", address.ip()),
    };
    format!("http://{host}:{}", listen.port())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::settings::Mode;

    fn identifiers() -> IdGenerator {
        IdGenerator::seeded(Clock::manual(chrono::DateTime::UNIX_EPOCH), 1)
    }

    #[test]
    fn production_refuses_the_sandbox() {
        let mut settings = Settings::defaults().unwrap();
        settings.mode = Mode::Production;
        let refused = configure(&mut settings, &identifiers()).unwrap_err();
        assert!(refused.to_string().contains("production refuses it"));
        settings.mode = Mode::Development;
        configure(&mut settings, &identifiers()).unwrap();
        // Whoever sets it by another way does not get it either.
        settings.mode = Mode::Production;
        let refused = crate::platform::payments::Payments::open(&settings, &identifiers());
        assert!(
            refused
                .unwrap_err()
                .to_string()
                .contains("production refuses it")
        );
    }

    #[test]
    fn the_server_reaches_itself_wherever_it_listens() {
        for (listen, address) in [
            ("0.0.0.0:8080", "http://127.0.0.1:8080"),
            ("[::]:80", "http://[::1]:80"),
            ("10.0.0.7:81", "http://10.0.0.7:81"),
        ] {
            assert_eq!(own_address(listen.parse().unwrap()), address);
        }
    }
}
