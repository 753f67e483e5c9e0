//! Seals the files of a vault, so that only who has the key can read, change or swap them.
//!
//! A sealed file is `TPSEAL1`, the key's name, a salt of its own, then the content with a tag (ChaCha20-Poly1305, RFC 8439). The
//! cipher's key comes from the vault's key and the salt, so one nonce suffices; the file's name is authenticated with the content.

use std::fmt;

use ring::{
    aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    hmac,
    rand::{SecureRandom, SystemRandom},
};

use crate::platform::{
    error::{Error, Result},
    keys::{bytes_of, hexadecimal},
};

const MAGIC: &[u8] = b"TPSEAL1\n";
const NAME_BYTES: usize = 8;
const SALT_BYTES: usize = 32;
const KEY_BYTES: usize = 32;
const HEAD: usize = MAGIC.len() + NAME_BYTES + SALT_BYTES;

/// The key of a vault, as in the setting `backup_key`.
#[derive(Clone)]
pub struct SealingKey {
    key: hmac::Key,
    /// Tells keys apart without revealing them.
    name: [u8; NAME_BYTES],
}

impl fmt::Debug for SealingKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "SealingKey({})", hexadecimal(&self.name))
    }
}

/// Why a file can't be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unopened {
    #[error("it isn't a file of a backup")]
    Foreign,
    #[error("it was sealed with another key than backup_key")]
    OtherKey,
    #[error("it was changed or cut, or stands in for another file")]
    Changed,
}

impl SealingKey {
    /// A new key, as text for the setting.
    ///
    /// # Errors
    ///
    /// When the system has no random numbers.
    pub fn generate() -> Result<String> {
        let mut bytes = [0; KEY_BYTES];
        fill(&mut bytes)?;
        Ok(hexadecimal(&bytes))
    }

    /// Reads the setting: 64 hexadecimal digits. `None` for anything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = bytes_of(text.trim()).filter(|bytes| bytes.len() == KEY_BYTES)?;
        let key = hmac::Key::new(hmac::HMAC_SHA256, &bytes);
        let mut name = [0; NAME_BYTES];
        name.copy_from_slice(hmac::sign(&key, b"name").as_ref().get(..NAME_BYTES)?);
        Some(Self { key, name })
    }

    /// Seals the content of the file `name`.
    ///
    /// # Errors
    ///
    /// When the system has no random numbers.
    pub fn seal(&self, name: &str, content: &[u8]) -> Result<Vec<u8>> {
        let mut salt = [0; SALT_BYTES];
        fill(&mut salt)?;
        let mut sealed = Vec::with_capacity(HEAD + content.len() + CHACHA20_POLY1305.tag_len());
        sealed.extend_from_slice(MAGIC);
        sealed.extend_from_slice(&self.name);
        sealed.extend_from_slice(&salt);
        sealed.extend_from_slice(content);
        let unsealed = || Error::Internal(format!("sealing {name}"));
        let content = sealed.get_mut(HEAD..).ok_or_else(unsealed)?;
        let tag = self
            .cipher(&salt)
            .and_then(|cipher| cipher.seal_in_place_separate_tag(nonce(), Aad::from(name), content))
            .map_err(|_| unsealed())?;
        sealed.extend_from_slice(tag.as_ref());
        Ok(sealed)
    }

    /// The content of the sealed file `name`.
    ///
    /// # Errors
    ///
    /// When it isn't what was sealed under this name with this key.
    pub fn open(&self, name: &str, sealed: &[u8]) -> std::result::Result<Vec<u8>, Unopened> {
        let rest = sealed.strip_prefix(MAGIC).ok_or(Unopened::Foreign)?;
        let (key_name, rest) = rest.split_at_checked(NAME_BYTES).ok_or(Unopened::Changed)?;
        if key_name != self.name {
            return Err(Unopened::OtherKey);
        }
        let (salt, rest) = rest.split_at_checked(SALT_BYTES).ok_or(Unopened::Changed)?;
        let mut content = rest.to_vec();
        let length = self
            .cipher(salt)
            .and_then(|cipher| {
                let opened = cipher.open_in_place(nonce(), Aad::from(name), &mut content)?;
                Ok(opened.len())
            })
            .map_err(|_| Unopened::Changed)?;
        content.truncate(length);
        Ok(content)
    }

    fn cipher(&self, salt: &[u8]) -> std::result::Result<LessSafeKey, ring::error::Unspecified> {
        let key = hmac::sign(&self.key, salt);
        Ok(LessSafeKey::new(UnboundKey::new(
            &CHACHA20_POLY1305,
            key.as_ref(),
        )?))
    }
}

/// Each file has its own key, so its nonce may be the same.
fn nonce() -> Nonce {
    Nonce::assume_unique_for_key([0; NONCE_LEN])
}

fn fill(bytes: &mut [u8]) -> Result<()> {
    SystemRandom::new()
        .fill(bytes)
        .map_err(|_| Error::Internal("the system has no random numbers".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(digit: &str) -> SealingKey {
        SealingKey::parse(&digit.repeat(64)).unwrap()
    }

    #[test]
    fn what_is_sealed_opens_under_its_name_and_key_alone() {
        let sealed = key("a").seal("photos/one", b"a photo").unwrap();
        assert_eq!(key("A").open("photos/one", &sealed).unwrap(), b"a photo");
        assert!(!sealed.windows(7).any(|bytes| bytes == b"a photo"));
        assert_eq!(
            key("b").open("photos/one", &sealed),
            Err(Unopened::OtherKey)
        );
        assert_eq!(key("a").open("photos/two", &sealed), Err(Unopened::Changed));
        assert_eq!(
            key("a").open("photos/one", b"a photo"),
            Err(Unopened::Foreign)
        );
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_noticed() {
        let sealed = key("a").seal("index", b"twelve bytes").unwrap();
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert!(key("a").open("index", &changed).is_err(), "byte {at}");
            assert!(key("a").open("index", &sealed[..at]).is_err(), "cut {at}");
        }
    }

    #[test]
    fn the_same_content_is_sealed_differently_each_time() {
        let seal = || key("a").seal("index", b"same").unwrap();
        assert_ne!(seal(), seal());
    }

    #[test]
    fn a_key_is_sixty_four_hexadecimal_digits() {
        let new = SealingKey::generate().unwrap();
        assert!(SealingKey::parse(&format!(" {new}\n")).is_some(), "{new}");
        assert_ne!(new, SealingKey::generate().unwrap());
        for wrong in ["", "abc", &"g".repeat(64), &"a".repeat(63), &"é".repeat(32)] {
            assert!(SealingKey::parse(wrong).is_none(), "{wrong}");
        }
    }
}
