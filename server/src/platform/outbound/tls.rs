//! TLS for all outgoing requests: `ring`, and browsers' root certificates, so it works without the system's.

use std::sync::Arc;

use rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::CertificateDer};

use crate::platform::error::{Error, Result};

pub(super) fn client_config() -> Result<ClientConfig> {
    client_config_trusting(Vec::new())
}

/// Trusts `authorities` as well.
pub(super) fn client_config_trusting(
    authorities: Vec<CertificateDer<'static>>,
) -> Result<ClientConfig> {
    let failed = |error: rustls::Error| Error::Internal(format!("TLS: {error}"));
    let mut roots = RootCertStore::from_iter(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    for authority in authorities {
        roots.add(authority).map_err(failed)?;
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(failed)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(config)
}
