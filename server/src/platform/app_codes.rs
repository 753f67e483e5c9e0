//! Six-digit codes of an authenticator app (RFC 6238: HMAC-SHA-1, steps of 30 seconds, as every app reads them).

use chrono::{DateTime, Utc};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use ring::hmac;

use super::id_generator::IdGenerator;

/// As long as the hash (RFC 4226, section 4, R6).
const SECRET_BYTES: usize = 20;
/// In seconds.
const STEP: i64 = 30;
/// Codes of the step before and after are accepted, because a phone's clock may be wrong, and typing takes time.
const TOLERANCE: [i64; 3] = [0, -1, 1];
const DIGITS: usize = 6;
const BASE_32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// A new secret.
#[must_use]
pub fn new_secret(identifiers: &IdGenerator) -> Vec<u8> {
    let mut secret = vec![0; SECRET_BYTES];
    identifiers.fill(&mut secret);
    secret
}

/// The step that `code` belongs to, if it is one of those valid at `now`.
#[must_use]
pub fn step_of(secret: &[u8], code: &str, now: DateTime<Utc>) -> Option<i64> {
    if code.len() != DIGITS || !code.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let code: u32 = code.parse().ok()?;
    let current = now.timestamp().div_euclid(STEP);
    let mut found = None;
    // All are computed, whichever matches.
    for distance in TOLERANCE {
        let step = current + distance;
        if code_at(secret, step) % 1_000_000 == code && found.is_none() {
            found = Some(step);
        }
    }
    found
}

/// The code at a moment, for tests and demonstrations.
#[must_use]
pub fn code_of(secret: &[u8], now: DateTime<Utc>) -> String {
    let step = now.timestamp().div_euclid(STEP);
    format!("{:06}", code_at(secret, step) % 1_000_000)
}

/// The number whose last digits are the code (RFC 4226, section 5.3).
fn code_at(secret: &[u8], step: i64) -> u32 {
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, secret);
    let tag = hmac::sign(&key, &step.to_be_bytes());
    let bytes = tag.as_ref();
    let offset = usize::from(bytes.last().copied().unwrap_or_default() & 0xf);
    let four = bytes.get(offset..offset + 4).unwrap_or_default();
    let number = four
        .iter()
        .fold(0_u32, |number, byte| number << 8 | u32::from(*byte));
    number & 0x7fff_ffff
}

/// The secret as people type it into an app: base 32 (RFC 4648) without padding.
#[must_use]
pub fn secret_text(secret: &[u8]) -> String {
    let mut text = String::new();
    for five in secret.chunks(5) {
        let mut bits = [0_u8; 8];
        for (place, byte) in bits.iter_mut().skip(3).zip(five) {
            *place = *byte;
        }
        let bits = u64::from_be_bytes(bits);
        let signs = (five.len() * 8).div_ceil(5);
        for index in 0..signs {
            let digit = usize::try_from(bits >> (35 - 5 * index) & 31).unwrap_or_default();
            text.push(char::from(BASE_32.get(digit).copied().unwrap_or(b'A')));
        }
    }
    text
}

/// What an app reads from a QR code. Both names are shown beside the code.
#[must_use]
pub fn address(secret: &[u8], site: &str, name: &str) -> String {
    // A colon separates the two.
    let encoded = |text: &str| {
        let text = text.replace(':', " ");
        utf8_percent_encode(&text, NON_ALPHANUMERIC).to_string()
    };
    let (site, name) = (encoded(site), encoded(name));
    let secret = secret_text(secret);
    format!("otpauth://totp/{site}:{name}?secret={secret}&issuer={site}")
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    const SECRET: &[u8] = b"12345678901234567890";

    /// RFC 6238, appendix B, for SHA-1.
    #[test]
    fn codes_are_those_of_the_standard() {
        for (seconds, code) in [
            (59, 94_287_082),
            (1_111_111_109, 7_081_804),
            (1_111_111_111, 14_050_471),
            (1_234_567_890, 89_005_924),
            (2_000_000_000, 69_279_037),
            (20_000_000_000, 65_353_130),
        ] {
            let got = code_at(SECRET, seconds / STEP) % 100_000_000;
            assert_eq!(got, code, "{seconds} s");
        }
    }

    /// RFC 4226, appendix D.
    #[test]
    fn codes_by_count_are_those_of_the_standard() {
        let codes = [
            755_224, 287_082, 359_152, 969_429, 338_314, 254_676, 287_922, 162_583, 399_871,
            520_489,
        ];
        for (step, code) in (0..).zip(codes) {
            assert_eq!(code_at(SECRET, step) % 1_000_000, code, "step {step}");
        }
    }

    #[test]
    fn the_step_before_and_after_count_and_no_other() {
        let at = |seconds| DateTime::from_timestamp(seconds, 0).unwrap();
        let now = at(1_111_111_111);
        let current = 1_111_111_111 / STEP;
        for distance in -3..=3 {
            let code = code_of(SECRET, at(1_111_111_111 + distance * STEP));
            let expected = (distance.abs() <= 1).then_some(current + distance);
            assert_eq!(step_of(SECRET, &code, now), expected, "{distance}");
        }
        for wrong in [
            "",
            "05047",
            "0504711",
            "05047x",
            "٠٥٠٤٧١",
            " 50471",
            "+50471",
        ] {
            assert_eq!(step_of(SECRET, wrong, now), None, "{wrong:?}");
        }
        assert_eq!(step_of(SECRET, "050471", now), Some(current));
    }

    /// RFC 4648, section 10.
    #[test]
    fn secrets_are_written_in_base_32() {
        for (plain, text) in [
            ("", ""),
            ("f", "MY"),
            ("fo", "MZXQ"),
            ("foo", "MZXW6"),
            ("foob", "MZXW6YQ"),
            ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ] {
            assert_eq!(secret_text(plain.as_bytes()), text);
        }
    }

    #[test]
    fn the_address_names_site_and_administrator() {
        assert_eq!(
            address(b"foobar", "Coffee: & more", "Ann Lee"),
            "otpauth://totp/Coffee%20%20%26%20more:Ann%20Lee?secret=MZXW6YTBOI&issuer=Coffee%20%20%26%20more"
        );
    }
}
