//! Signed events.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use thiserror::Error;

use crate::objects::Event;

/// Signatures farther from now than this, in seconds, are refused, so that old events can't be replayed.
pub const TOLERANCE: i64 = 300;

/// The longest header in bytes. Stripe's has about 100 per secret.
const LONGEST_HEADER: usize = 1024;

/// Stripe signs with two secrets while one replaces the other.
const MAX_SIGNATURES: usize = 5;

/// Why a signature is refused.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum SignatureError {
    #[error("the signature is missing or can't be read")]
    Malformed,
    #[error("the signature is not made with one of our secrets")]
    Wrong,
    #[error("the signature is too old")]
    TooOld,
}

/// Checks that the raw `body` was signed by Stripe with one of `secrets`. `header` is the value of `Stripe-Signature`,
/// `now` is in seconds since 1970.
///
/// # Errors
///
/// When the header can't be parsed, no signature matches, or the time is out of tolerance.
pub fn verify(body: &[u8], header: &str, secrets: &[&str], now: i64) -> Result<(), SignatureError> {
    if header.len() > LONGEST_HEADER {
        return Err(SignatureError::Malformed);
    }
    let mut signed_at = None;
    let mut signatures = Vec::new();
    for part in header.split(',') {
        match part.trim().split_once('=') {
            Some(("t", text)) => signed_at = Some(text),
            Some(("v1", text)) => signatures.extend(from_hexadecimal(text)),
            _ => {}
        }
    }
    let Some((text, moment)) = signed_at.and_then(|text| Some((text, text.parse::<i64>().ok()?)))
    else {
        return Err(SignatureError::Malformed);
    };
    if signatures.is_empty() || signatures.len() > MAX_SIGNATURES {
        return Err(SignatureError::Malformed);
    }
    // Before any hashing: old requests cost nothing.
    if now.abs_diff(moment) > TOLERANCE.unsigned_abs() {
        return Err(SignatureError::TooOld);
    }
    let known = secrets
        .iter()
        .filter(|secret| !secret.is_empty())
        .any(|secret| {
            let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else {
                return false;
            };
            mac.update(text.as_bytes());
            mac.update(b".");
            mac.update(body);
            // The body is hashed once per secret; the comparison takes constant time.
            signatures
                .iter()
                .any(|signature| mac.clone().verify_slice(signature).is_ok())
        });
    if known {
        Ok(())
    } else {
        Err(SignatureError::Wrong)
    }
}

/// Parses an event with a valid signature.
///
/// # Errors
///
/// When it can't be parsed; the text names the field.
pub fn read(body: &[u8]) -> Result<Event, String> {
    serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_slice(body))
        .map_err(|error| error.to_string())
}

fn from_hexadecimal(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) {
        return None;
    }
    text.as_bytes()
        .chunks(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &[u8] = br#"{"id":"evt_1"}"#;

    fn header(at: i64, secret: &str) -> String {
        stripe_sandbox::sign(BODY, &[secret.to_owned()], at)
    }

    #[test]
    fn a_right_signature_is_taken() {
        assert_eq!(
            verify(BODY, &header(1000, "whsec_a"), &["whsec_a"], 1000),
            Ok(())
        );
    }

    #[test]
    fn any_of_several_secrets_will_do_while_one_replaces_the_other() {
        let signed = header(1000, "whsec_old");
        assert_eq!(
            verify(BODY, &signed, &["whsec_new", "whsec_old"], 1000),
            Ok(())
        );
        let twice =
            stripe_sandbox::sign(BODY, &["whsec_x".to_owned(), "whsec_new".to_owned()], 1000);
        assert_eq!(verify(BODY, &twice, &["whsec_new"], 1000), Ok(()));
    }

    #[test]
    fn a_changed_body_is_refused() {
        let signed = header(1000, "whsec_a");
        let refused = verify(br#"{"id":"evt_2"}"#, &signed, &["whsec_a"], 1000);
        assert_eq!(refused, Err(SignatureError::Wrong));
    }

    #[test]
    fn no_secret_and_an_empty_secret_take_nothing() {
        assert_eq!(
            verify(BODY, &header(1000, ""), &[""], 1000),
            Err(SignatureError::Wrong)
        );
        assert_eq!(
            verify(BODY, &header(1000, "a"), &[], 1000),
            Err(SignatureError::Wrong)
        );
    }

    #[test]
    fn five_minutes_are_the_limit_on_both_sides() {
        let signed = header(1000, "whsec_a");
        for (now, expected) in [
            (1300, Ok(())),
            (1301, Err(SignatureError::TooOld)),
            (700, Ok(())),
            (699, Err(SignatureError::TooOld)),
        ] {
            assert_eq!(
                verify(BODY, &signed, &["whsec_a"], now),
                expected,
                "at {now}"
            );
        }
    }

    #[test]
    fn a_header_full_of_signatures_is_refused_before_anything_is_hashed() {
        let signed = header(1000, "whsec_a");
        let one = signed.split_once(",").unwrap().1.to_owned();
        let five = format!("{signed}{}", format!(",{one}").repeat(4));
        assert_eq!(verify(BODY, &five, &["whsec_a"], 1000), Ok(()));
        let six = format!("{five},{one}");
        assert_eq!(
            verify(BODY, &six, &["whsec_a"], 1000),
            Err(SignatureError::Malformed)
        );
        let long = format!("{signed},x={}", "a".repeat(1024));
        assert_eq!(
            verify(BODY, &long, &["whsec_a"], 1000),
            Err(SignatureError::Malformed)
        );
    }

    #[test]
    fn a_header_without_time_or_signature_is_malformed() {
        for header in ["", "t=1", "v1=00", "t=x,v1=00", "t=1,v1=zz", "t=1,v0=00"] {
            assert_eq!(
                verify(BODY, header, &["a"], 1),
                Err(SignatureError::Malformed),
                "{header}"
            );
        }
    }
}
