//! Signed events.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use thiserror::Error;

use crate::objects::Event;

/// Signatures farther from now than this, in seconds, are refused, so that old events can't be replayed.
pub const TOLERANCE: i64 = 300;

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
    if signatures.is_empty() {
        return Err(SignatureError::Malformed);
    }
    let known = secrets
        .iter()
        .filter(|secret| !secret.is_empty())
        .any(|secret| {
            signatures.iter().any(|signature| {
                let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else {
                    return false;
                };
                mac.update(text.as_bytes());
                mac.update(b".");
                mac.update(body);
                // Constant-time comparison.
                mac.verify_slice(signature).is_ok()
            })
        });
    if !known {
        return Err(SignatureError::Wrong);
    }
    if now.abs_diff(moment) > TOLERANCE.unsigned_abs() {
        return Err(SignatureError::TooOld);
    }
    Ok(())
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
