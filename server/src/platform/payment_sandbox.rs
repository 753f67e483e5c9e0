//! The demo's payment provider (D48): a sandbox inside the server that speaks Stripe's wire format, accepts only test
//! cards and charges nothing. To the rest of the product it is just URLs and keys.

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
};

use stripe_sandbox::{ApiError, Options};
pub use stripe_sandbox::{Sandbox, SignedEvent};
use tokio::{net::TcpListener, task::JoinHandle};

use super::{
    clock::Clock,
    data_folder::DataFolder,
    error::{Error, Result},
    id_generator::IdGenerator,
    keys::hexadecimal,
    settings::{Secret, Settings, TlsSource},
};

/// Its path below the site's URL.
pub const PATH: &str = "/stripe-sandbox";
/// Its state, in the data folder, so that a demo survives restarts.
const FILE: &str = "payment-sandbox.json";
/// Publishable keys are public.
const PUBLISHABLE_KEY: &str = "pk_test_sandbox";

/// Directs payments to the sandbox. Its secrets are generated at each start; nobody needs to know them.
///
/// # Errors
///
/// In production.
pub fn configure(settings: &mut Settings, identifiers: &IdGenerator) -> Result<()> {
    if settings.is_production() {
        return Err(Error::Setup(
            "the payment sandbox charges nothing; production refuses it".to_owned(),
        ));
    }
    if settings.tls != TlsSource::Off {
        return Err(Error::Setup(
            "the payment sandbox of --demo is reached over plain HTTP: set tls = \"off\", or Stripe's test keys"
                .to_owned(),
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
    let Some(listen) = settings.listen.network() else {
        return Err(Error::Setup(
            "the payment sandbox of --demo is reached over the network: set `listen` to an address with a port, or Stripe's test keys"
                .to_owned(),
        ));
    };
    settings.stripe_api_url = format!("{}{PATH}", own_address(listen));
    settings.stripe_js_url = format!("{}{PATH}/v3/", settings.origin());
    settings.payment_sandbox = true;
    Ok(())
}

/// Opens the sandbox with these settings, sending its webhooks to this server.
///
/// # Errors
///
/// When its file can't be read.
pub fn open(settings: &Settings, folder: &DataFolder, clock: &Clock) -> Result<Sandbox> {
    let sandbox = Sandbox::open(Options {
        seed: clock.now().timestamp().unsigned_abs(),
        secret_key: settings.stripe_secret_key.reveal().to_owned(),
        publishable_key: settings.stripe_publishable_key.clone(),
        base_url: format!("{}{PATH}", settings.origin()),
        clock: seconds_of(clock),
        file: Some(folder.join(FILE)),
    })
    .map_err(|error| {
        Error::Setup(format!(
            "the payment sandbox can't be opened: {error}. Remove {} to begin anew.",
            folder.join(FILE).display()
        ))
    })?;
    if let Some(listen) = settings.listen.network() {
        let notices = format!("{}/api/stripe/webhook", own_address(listen));
        sandbox.set_endpoint(&notices, &[settings.stripe_webhook_secret.reveal()]);
    }
    Ok(sandbox)
}

/// The sandbox while a demo's past is played, before the server answers anybody: it follows the past's clock, is reached at a port of
/// its own on this machine, and gives its events to whoever plays. What happens is in its file at once, so that a server that is killed
/// meanwhile has no purchases that it doesn't know. Dropped, it follows the server's clock again.
#[derive(Debug)]
pub struct PastSandbox {
    sandbox: Sandbox,
    present: Clock,
    api_url: String,
    serving: JoinHandle<()>,
}

impl PastSandbox {
    /// Puts `sandbox` to the time of `past`, until it returns to that of `present`.
    ///
    /// # Errors
    ///
    /// When no port is free.
    pub async fn open(sandbox: &Sandbox, past: &Clock, present: &Clock) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .await
            .map_err(Error::failed)?;
        let api_url = own_address(listener.local_addr().map_err(Error::failed)?);
        let router = sandbox.router();
        let serving = tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, router).await {
                tracing::warn!(%error, "the payment sandbox isn't reached any more");
            }
        });
        sandbox.set_clock(seconds_of(past));
        Ok(Self {
            sandbox: sandbox.clone(),
            present: present.clone(),
            api_url,
            serving,
        })
    }

    /// Where the product's calls reach it meanwhile.
    #[must_use]
    pub fn api_url(&self) -> &str {
        &self.api_url
    }

    /// Pays with this card number, as the payment page does.
    ///
    /// # Errors
    ///
    /// When the card is declined.
    pub fn pay(&self, client_secret: &str, card: &str) -> Result<()> {
        let paid = self.sandbox.pay(client_secret, card);
        self.sandbox.save();
        paid.map(|_| ()).map_err(|error| refused(&error))
    }

    /// Changes what is to be paid, as an operator can in Stripe's dashboard.
    ///
    /// # Errors
    ///
    /// When it is paid already.
    pub fn change_amount(&self, client_secret: &str, cents: i64) -> Result<()> {
        let path = format!("payment_intents/{}", intent_of(client_secret));
        let cents = cents.to_string();
        self.call(&path, &[("amount", cents.as_str())])
    }

    /// Refunds a payment, as an operator can in Stripe's dashboard.
    ///
    /// # Errors
    ///
    /// When it isn't paid.
    pub fn refund(&self, client_secret: &str) -> Result<()> {
        self.call("refunds", &[("payment_intent", intent_of(client_secret))])
    }

    /// The events that the product hasn't been told of. Each is given once.
    #[must_use]
    pub fn take_events(&self) -> Vec<SignedEvent> {
        let events = self.sandbox.take_due();
        self.sandbox.save();
        events
    }

    fn call(&self, path: &str, pairs: &[(&str, &str)]) -> Result<()> {
        let done = self.sandbox.call("POST", path, pairs);
        self.sandbox.save();
        done.map(|_| ()).map_err(|error| refused(&error))
    }
}

impl Drop for PastSandbox {
    fn drop(&mut self) {
        self.serving.abort();
        self.sandbox.set_clock(seconds_of(&self.present));
        self.sandbox.save();
    }
}

/// The payment that a browser's secret is for.
fn intent_of(client_secret: &str) -> &str {
    let intent = client_secret.split_once("_secret_");
    intent.map_or(client_secret, |(intent, _)| intent)
}

fn refused(error: &ApiError) -> Error {
    Error::Internal(format!("the payment sandbox refused: {}", error.body()))
}

/// A clock, as the sandbox asks it.
fn seconds_of(clock: &Clock) -> stripe_sandbox::Clock {
    let clock = clock.clone();
    Arc::new(move || clock.now().timestamp())
}

/// The URL at which this process can reach itself.
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
        // Setting the URL by hand doesn't enable it in production either.
        settings.mode = Mode::Production;
        let refused = crate::platform::payments::Payments::open(&settings);
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
