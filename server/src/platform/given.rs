//! Fields of a body that are absent, empty or filled.

use serde::{Deserialize, Deserializer, de::Error};

/// Distinguishes `null`, which clears a field, from an absent field, which is left alone. For `#[serde(default,
/// deserialize_with = "given")]`.
///
/// # Errors
///
/// When the value isn't a `T`.
pub fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// A whole number that browsers represent exactly, up to 2^53 - 1, however it is written: JSON's `2.0` is one. For
/// `#[serde(default, deserialize_with = "whole_number")]`.
///
/// # Errors
///
/// When it is negative, fractional, larger, or doesn't fit `T`.
pub fn whole_number<'de, D: Deserializer<'de>, T: TryFrom<u64>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    const MAX_EXACT: f64 = 9_007_199_254_740_991.0;
    let refusal = || D::Error::custom("a whole number from 0 on is needed");
    let Some(number) = Option::<f64>::deserialize(deserializer)? else {
        return Ok(None);
    };
    if !(0.0..=MAX_EXACT).contains(&number) || number.fract() != 0.0 {
        return Err(refusal());
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is whole and within what both types hold exactly"
    )]
    let number = number as u64;
    T::try_from(number).map(Some).map_err(|_| refusal())
}

/// [`whole_number`] where there must be one.
///
/// # Errors
///
/// As [`whole_number`], and when it is null.
pub fn needed_whole_number<'de, D: Deserializer<'de>, T: TryFrom<u64>>(
    deserializer: D,
) -> Result<T, D::Error> {
    whole_number(deserializer)?
        .ok_or_else(|| D::Error::custom("a whole number from 0 on is needed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Body {
        #[serde(default, deserialize_with = "whole_number")]
        number: Option<u64>,
    }

    #[test]
    fn a_whole_number_has_several_spellings_and_an_end() {
        let read = |text: &str| serde_json::from_str::<Body>(text).map(|body| body.number);
        for (text, number) in [
            ("{}", None),
            (r#"{"number":null}"#, None),
            (r#"{"number":6527}"#, Some(6527)),
            (r#"{"number":6527.0}"#, Some(6527)),
            (
                r#"{"number":9007199254740991}"#,
                Some(9_007_199_254_740_991),
            ),
        ] {
            assert_eq!(read(text).unwrap(), number, "{text}");
        }
        for text in ["-1", "1.5", "9007199254740993", "1e300", "\"1\""] {
            assert!(read(&format!(r#"{{"number":{text}}}"#)).is_err(), "{text}");
        }
    }
}
