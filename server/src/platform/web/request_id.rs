//! A request's ID, in its response and in the log.

use std::fmt;

use axum::http::HeaderValue;

/// The longest ID that a proxy may choose.
const LONGEST: usize = 64;

/// Marks besides letters and digits in IDs that proxies choose: none means anything to a shell, a log or a page.
const MARKS: &[u8] = b"-._:+/=";

/// A request's ID: 32 hexadecimal digits, or what a trusted proxy sent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RequestId {
    /// Zeros behind the ID.
    bytes: [u8; LONGEST],
    length: u8,
}

impl RequestId {
    /// The ID made of the process's part and the request's.
    #[must_use]
    pub fn new(process: u64, request: u64) -> Self {
        let mut bytes = [0; LONGEST];
        let value = (u128::from(process) << 64) | u128::from(request);
        for (place, digit) in bytes.iter_mut().take(32).rev().enumerate() {
            let nibble = ((value >> (place * 4)) & 0xf) as u8;
            *digit = if nibble < 10 {
                b'0' + nibble
            } else {
                b'a' + nibble - 10
            };
        }
        Self { bytes, length: 32 }
    }

    /// The ID that a proxy chose; `None` if it is empty, too long, or holds characters that don't belong into one.
    #[must_use]
    pub fn sent(value: &[u8]) -> Option<Self> {
        let is_safe = |byte: &u8| byte.is_ascii_alphanumeric() || MARKS.contains(byte);
        if value.is_empty() || !value.iter().all(is_safe) {
            return None;
        }
        let mut bytes = [0; LONGEST];
        bytes.get_mut(..value.len())?.copy_from_slice(value);
        let length = u8::try_from(value.len()).ok()?;
        Some(Self { bytes, length })
    }

    fn bytes(&self) -> &[u8] {
        self.bytes
            .get(..usize::from(self.length))
            .unwrap_or_default()
    }

    /// The ID.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.bytes()).unwrap_or_default()
    }

    /// The ID as a header value.
    #[must_use]
    pub fn header(&self) -> HeaderValue {
        HeaderValue::from_bytes(self.bytes()).unwrap_or(HeaderValue::from_static(""))
    }
}

impl fmt::Debug for RequestId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_proxies_are_short_and_safe() {
        let longest = "a".repeat(64);
        for id in ["7", "Root=1-67891233:abc/+._", &longest] {
            let sent = RequestId::sent(id.as_bytes()).unwrap();
            assert_eq!(sent.as_str(), id);
            assert_eq!(sent.header(), id);
        }
        let too_long = "a".repeat(65);
        for wrong in ["", "a b", "a\"b", "<b>", "a\nb", "caf\u{e9}", &too_long] {
            assert_eq!(RequestId::sent(wrong.as_bytes()), None, "{wrong}");
        }
    }

    #[test]
    fn own_ids_are_32_digits() {
        let id = RequestId::new(0x1a, 0x2b);
        assert_eq!(id.as_str(), "000000000000001a000000000000002b");
    }
}
