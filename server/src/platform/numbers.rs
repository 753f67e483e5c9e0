//! Numbers as people read them.

/// With thousands separators, as everywhere on screens.
#[must_use]
pub fn with_commas(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things, such as `1 shop` or `1,200 shops`; `many` is what several are called.
#[must_use]
pub fn counted(number: u64, one: &str, many: &str) -> String {
    let word = if number == 1 { one } else { many };
    format!("{} {word}", with_commas(number))
}

/// Coordinates to about four inches: more places would only look more exact.
#[must_use]
pub fn degrees(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(with_commas(number), text);
        }
    }

    #[test]
    fn one_thing_isn_t_several() {
        assert_eq!(counted(0, "photo", "photos"), "0 photos");
        assert_eq!(counted(1, "photo", "photos"), "1 photo");
        assert_eq!(counted(1200, "photo", "photos"), "1,200 photos");
    }
}
