//! Clients for services that the operator configured.

use std::time::Duration;

use outside_client::{Client, Policy};
use reqwest::redirect;
use rustls::pki_types::CertificateDer;

use super::{robots::PRODUCT, tls};
use crate::platform::{
    error::{Error, Result},
    settings::Settings,
};

/// How we identify ourselves to other sites: product, version and a contact page.
#[must_use]
pub fn user_agent(settings: &Settings) -> String {
    format!(
        "{PRODUCT}/{} (+{}/contact)",
        env!("CARGO_PKG_VERSION"),
        settings.origin()
    )
}

/// A client for services that the operator configured, such as photo storage; each request has its own time limit. URLs
/// that people typed go through [`Outbound`](super::Outbound).
///
/// # Errors
///
/// When TLS can't be set up.
pub fn service_client(time: Duration) -> Result<reqwest::Client> {
    service_client_trusting(time, Vec::new())
}

/// The same for a service whose certificate is signed by one of `authorities`, or publicly trusted.
///
/// # Errors
///
/// When TLS can't be set up.
pub fn service_client_trusting(
    time: Duration,
    authorities: Vec<CertificateDer<'static>>,
) -> Result<reqwest::Client> {
    reqwest::Client::builder()
        .tls_backend_preconfigured(tls::client_config_trusting(authorities)?)
        .redirect(redirect::Policy::none())
        .retry(reqwest::retry::never())
        .no_proxy()
        .timeout(time)
        .build()
        .map_err(|error| Error::Internal(format!("the HTTP client: {error}")))
}

/// The same with what such a service may take. `key` is kept out of messages.
///
/// # Errors
///
/// When TLS can't be set up.
pub fn outside_client(policy: Policy, key: &str) -> Result<Client> {
    Ok(Client::new(service_client(policy.time)?, policy, key))
}
