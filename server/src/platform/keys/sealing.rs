//! Secrets that are stored and must be read again, unlike passwords: sealed, so that a row alone tells nothing.

use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

use super::{Keys, bytes_of, hexadecimal};
use crate::platform::{
    error::{Error, Result},
    id_generator::IdGenerator,
};

impl Keys {
    /// Seals `secret` (ChaCha20-Poly1305, RFC 8439) for one `purpose` and `owner`, as text.
    ///
    /// # Errors
    ///
    /// When the cipher fails, which it doesn't for short secrets.
    pub fn seal(
        &self,
        identifiers: &IdGenerator,
        (purpose, owner): (&str, &[u8]),
        secret: &[u8],
    ) -> Result<String> {
        let unsealed = |_| Error::Internal("a secret can't be sealed".to_owned());
        let mut nonce = [0; NONCE_LEN];
        identifiers.fill(&mut nonce);
        let mut content = secret.to_vec();
        self.cipher(purpose, owner)
            .and_then(|cipher| {
                let nonce = Nonce::assume_unique_for_key(nonce);
                cipher.seal_in_place_append_tag(nonce, Aad::empty(), &mut content)
            })
            .map_err(unsealed)?;
        Ok(hexadecimal(&nonce) + &hexadecimal(&content))
    }

    /// What was sealed for this `purpose` and `owner`; `None` if `sealed` is anything else.
    #[must_use]
    pub fn unseal(&self, (purpose, owner): (&str, &[u8]), sealed: &str) -> Option<Vec<u8>> {
        let mut bytes = bytes_of(sealed)?;
        let (nonce, content) = bytes.split_at_mut_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let cipher = self.cipher(purpose, owner).ok()?;
        let secret = cipher.open_in_place(nonce, Aad::empty(), content).ok()?;
        Some(secret.to_vec())
    }

    /// Each owner has a key of their own, from the key that never changes.
    fn cipher(
        &self,
        purpose: &str,
        owner: &[u8],
    ) -> std::result::Result<LessSafeKey, ring::error::Unspecified> {
        let key = self.keyed_hash(purpose, owner);
        Ok(LessSafeKey::new(UnboundKey::new(&CHACHA20_POLY1305, &key)?))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arc_swap::ArcSwap;

    use super::*;
    use crate::platform::clock::Clock;

    #[test]
    fn a_sealed_secret_opens_for_its_purpose_owner_and_installation_alone() {
        let keys = |hashing: &[u8]| Keys {
            signing: Arc::new(ArcSwap::from_pointee(Vec::new())),
            hashing: hashing.into(),
            is_chosen: false,
        };
        let identifiers = IdGenerator::seeded(Clock::system(), 1);
        let ours = keys(b"ours");
        let sealed = ours.seal(&identifiers, ("app", b"ann"), b"secret").unwrap();
        assert_eq!(ours.unseal(("app", b"ann"), &sealed).unwrap(), b"secret");
        assert!(!sealed.contains(&hexadecimal(b"secret")));
        assert_eq!(ours.unseal(("app", b"bob"), &sealed), None);
        assert_eq!(ours.unseal(("link", b"ann"), &sealed), None);
        assert_eq!(keys(b"theirs").unseal(("app", b"ann"), &sealed), None);
        let again = ours.seal(&identifiers, ("app", b"ann"), b"secret").unwrap();
        assert_ne!(again, sealed);
        for wrong in ["", "00", &sealed[2..], &sealed[..sealed.len() - 2], "é"] {
            assert_eq!(ours.unseal(("app", b"ann"), wrong), None, "{wrong}");
        }
    }
}
