//! A certificate with its key.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use rustls::{
    client::verify_server_name,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer, ServerName, pem::PemObject},
    server::ParsedCertificate,
    sign::CertifiedKey,
};

use super::der::Facts;

/// Why a certificate or its key can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertificateError {
    #[error("{0}")]
    Chain(String),
    #[error("{0}")]
    Key(String),
}

/// A certificate with the chain to its authority, and its key.
#[derive(Debug)]
pub struct Certificate {
    key: Arc<CertifiedKey>,
    facts: Facts,
}

impl Certificate {
    /// Parses both from PEM.
    ///
    /// # Errors
    ///
    /// When one of them isn't what it should be, or the key is another certificate's.
    pub fn parse(chain: &[u8], key: &[u8]) -> Result<Self, CertificateError> {
        let chain = CertificateDer::pem_slice_iter(chain)
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| CertificateError::Chain(format!("is no PEM: {error}")))?;
        let Some(first) = chain.first() else {
            return Err(CertificateError::Chain(
                "holds no certificate in PEM".to_owned(),
            ));
        };
        let facts = Facts::of(first)
            .ok_or_else(|| CertificateError::Chain("holds a broken certificate".to_owned()))?;
        let key = PrivateKeyDer::from_pem_slice(key).map_err(|_| {
            CertificateError::Key("holds no private key in PEM without a password".to_owned())
        })?;
        let key =
            CertifiedKey::from_der(chain, key, &ring::default_provider()).map_err(|error| {
                match error {
                    rustls::Error::InconsistentKeys(_) => {
                        CertificateError::Key("is the key of another certificate".to_owned())
                    }
                    rustls::Error::InvalidCertificate(_) => {
                        CertificateError::Chain("holds a broken certificate".to_owned())
                    }
                    error => CertificateError::Key(format!("can't be used: {error}")),
                }
            })?;
        Ok(Self {
            key: Arc::new(key),
            facts,
        })
    }

    pub(super) fn key(&self) -> &Arc<CertifiedKey> {
        &self.key
    }

    /// When it begins to be valid.
    #[must_use]
    pub fn not_before(&self) -> DateTime<Utc> {
        self.facts.not_before
    }

    /// When it ends.
    #[must_use]
    pub fn not_after(&self) -> DateTime<Utc> {
        self.facts.not_after
    }

    /// How long it is valid altogether.
    #[must_use]
    pub fn lifetime(&self) -> TimeDelta {
        self.facts.not_after - self.facts.not_before
    }

    /// Its serial number and the identifier of its authority's key, by which the authority knows it (RFC 9773, 4.1).
    #[must_use]
    pub fn identity(&self) -> Option<(&[u8], &[u8])> {
        Some((&self.facts.serial, self.facts.authority_key.as_deref()?))
    }

    /// Whether it names `host`.
    #[must_use]
    pub fn names(&self, host: &str) -> bool {
        let Some(first) = self.key.cert.first() else {
            return false;
        };
        let Ok(name) = ServerName::try_from(host) else {
            return false;
        };
        ParsedCertificate::try_from(first)
            .and_then(|parsed| verify_server_name(&parsed, &name))
            .is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHAIN: &[u8] = include_bytes!("../../../tests/support/certificates/loopback.pem");
    const KEY: &[u8] = include_bytes!("../../../tests/support/certificates/loopback.key");
    const OTHER_KEY: &[u8] = include_bytes!("../../../tests/support/certificates/elsewhere.key");

    #[test]
    fn a_certificate_says_when_and_for_whom_it_is_valid() {
        let certificate = Certificate::parse(CHAIN, KEY).unwrap();
        assert_eq!(
            certificate.not_before().to_rfc3339(),
            "2024-01-01T00:00:00+00:00"
        );
        // Beyond 2049, which is written in another form.
        assert_eq!(
            certificate.not_after().to_rfc3339(),
            "2124-01-01T00:00:00+00:00"
        );
        let (serial, authority_key) = certificate.identity().unwrap();
        assert_eq!(serial, [2]);
        assert_eq!(authority_key.len(), 20);
        assert_eq!(authority_key[..2], [0xb5, 0x6d]);
        for (host, is_named) in [
            ("localhost", true),
            ("127.0.0.1", true),
            ("perk.example", false),
            ("not a host", false),
        ] {
            assert_eq!(certificate.names(host), is_named, "{host}");
        }
    }

    #[test]
    fn what_does_not_fit_is_refused_with_the_file_to_blame() {
        let cut = &CHAIN[..CHAIN.len() / 2];
        let broken = "-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n";
        for (chain, key, is_key) in [
            (CHAIN, OTHER_KEY, true),
            (CHAIN, b"".as_slice(), true),
            (CHAIN, CHAIN, true),
            (b"".as_slice(), KEY, false),
            (KEY, KEY, false),
            (cut, KEY, false),
            (broken.as_bytes(), KEY, false),
        ] {
            let refused = Certificate::parse(chain, key).unwrap_err();
            assert_eq!(
                matches!(refused, CertificateError::Key(_)),
                is_key,
                "{refused}"
            );
        }
    }
}
