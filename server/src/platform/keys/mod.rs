//! Keys that sign values that come back to us (cookies, links), and that hash values which must be recognized but never
//! read (addresses in limits and in the list of those who want no email).

mod entity;
mod sealing;
mod store;

use std::{fmt, sync::Arc, time::Duration};

use arc_swap::ArcSwap;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::{
    background::Stopping, clock::Clock, database::Database, error::Result,
    id_generator::IdGenerator, settings::Settings,
};

/// The length of a signature or a keyed hash in bytes.
pub const LENGTH: usize = 32;

/// How often a running server checks for new signing keys.
const REFRESH_PAUSE: Duration = Duration::from_secs(30);

/// An installation's keys. Cheap to clone.
#[derive(Clone)]
pub struct Keys {
    /// The first key signs; all are accepted.
    signing: Arc<ArcSwap<Vec<Vec<u8>>>>,
    hashing: Arc<[u8]>,
    /// Whether the operator's setting signs instead of the database's keys.
    is_chosen: bool,
}

impl fmt::Debug for Keys {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Keys(hidden)")
    }
}

impl Keys {
    /// Reads the keys from the database, creating them if there are none. The setting `secret` replaces the signing
    /// keys. Hashes always use the database's own key, because they are stored.
    pub async fn open(
        settings: &Settings,
        database: &Database,
        clock: &Clock,
        identifiers: &IdGenerator,
    ) -> Result<Self> {
        let stored = store::read_or_make(database, clock, identifiers).await?;
        let chosen: Vec<Vec<u8>> = settings
            .secret
            .reveal()
            .split_whitespace()
            .map(|secret| secret.as_bytes().to_vec())
            .collect();
        let is_chosen = !chosen.is_empty();
        let signing = if is_chosen { chosen } else { stored.signing };
        Ok(Self {
            signing: Arc::new(ArcSwap::from_pointee(signing)),
            hashing: stored.hashing.into(),
            is_chosen,
        })
    }

    /// Loads keys created since, by this node or another one.
    pub async fn refresh(&self, database: &Database) -> Result<()> {
        if !self.is_chosen {
            let signing = store::signing_keys(database).await?;
            if !signing.is_empty() {
                self.signing.store(Arc::new(signing));
            }
        }
        Ok(())
    }

    /// Loads new keys within half a minute of their creation, until the server stops.
    pub async fn follow(self, database: Database, stopping: Stopping) {
        while stopping.pause(REFRESH_PAUSE).await {
            if let Err(error) = self.refresh(&database).await {
                tracing::debug!(%error, "new signing keys can't be looked for now");
            }
        }
    }

    /// Creates a new signing key; the previous one stays valid until the next rotation. Running servers load it within
    /// a minute.
    pub async fn rotate(
        database: &Database,
        clock: &Clock,
        identifiers: &IdGenerator,
    ) -> Result<()> {
        store::add_signing_key(database, clock, identifiers).await
    }

    /// The signature of `message`. Including a `purpose` keeps a signature from being used for something else.
    #[must_use]
    pub fn sign(&self, purpose: &str, message: &[u8]) -> [u8; LENGTH] {
        let signing = self.signing.load();
        let key = signing.first().map_or(&[][..], Vec::as_slice);
        code(key, purpose, message).finalize().into_bytes().into()
    }

    /// Whether `signature` is ours, in constant time.
    #[must_use]
    pub fn verify(&self, purpose: &str, message: &[u8], signature: &[u8]) -> bool {
        self.signing
            .load()
            .iter()
            .any(|key| code(key, purpose, message).verify_slice(signature).is_ok())
    }

    /// Always the same for the same `value` and `purpose`, on every node; reveals nothing about `value`.
    #[must_use]
    pub fn keyed_hash(&self, purpose: &str, value: &[u8]) -> [u8; LENGTH] {
        code(&self.hashing, purpose, value)
            .finalize()
            .into_bytes()
            .into()
    }
}

/// HMAC-SHA-256 (RFC 2104) accepts keys of any length; the zero byte separates purpose and message.
#[expect(clippy::expect_used, reason = "HMAC takes keys of every length")]
fn code(key: &[u8], purpose: &str, message: &[u8]) -> Hmac<Sha256> {
    let mut code = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of every length");
    code.update(purpose.as_bytes());
    code.update(&[0]);
    code.update(message);
    code
}

/// `bytes` in lower-case hexadecimal.
#[must_use]
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes that `text` encodes in hexadecimal; `None` if it isn't hexadecimal.
#[must_use]
pub fn bytes_of(text: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let byte = |[high, low]: &[u8; 2]| u8::try_from(digit(*high)? * 16 + digit(*low)?).ok();
    let bytes = pairs.iter().map(byte).collect::<Option<_>>()?;
    rest.is_empty().then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(signing: &[&str]) -> Keys {
        Keys {
            signing: Arc::new(ArcSwap::from_pointee(
                signing.iter().map(|key| key.as_bytes().to_vec()).collect(),
            )),
            hashing: b"hash"[..].into(),
            is_chosen: true,
        }
    }

    #[test]
    fn the_key_before_is_still_accepted_and_signs_no_more() {
        let old = keys(&["old"]).sign("cookie", b"v1");
        let rotated = keys(&["new", "old"]);
        assert!(rotated.verify("cookie", b"v1", &old));
        assert_ne!(rotated.sign("cookie", b"v1"), old);
        assert!(!keys(&["new"]).verify("cookie", b"v1", &old));
    }

    #[test]
    fn a_signature_holds_for_its_message_and_purpose_alone() {
        let keys = keys(&["key"]);
        let signature = keys.sign("cookie", b"v1");
        assert!(keys.verify("cookie", b"v1", &signature));
        assert!(!keys.verify("cookie", b"v2", &signature));
        assert!(!keys.verify("link", b"v1", &signature));
        assert!(!keys.verify("cookie", b"v1", &signature[..31]));
        assert!(!keys.verify("cookie", b"v1", b""));
    }
}
