//! TLS for all outgoing requests: `ring`, and browsers' root certificates, so it works without the system's.

use std::sync::Arc;

use rustls::{ClientConfig, RootCertStore, crypto::ring};

use crate::platform::error::{Error, Result};

pub(super) fn client_config() -> Result<ClientConfig> {
    let roots = RootCertStore::from_iter(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| Error::Internal(format!("TLS: {error}")))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(config)
}
