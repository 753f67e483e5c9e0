//! Amounts as text. Everywhere else, money is whole cents.

/// As shown in texts: `$5`, `$5.50`.
#[must_use]
pub fn price(cents: i64) -> String {
    if cents % 100 == 0 {
        format!("${}", cents / 100)
    } else {
        format!("${}", amount(cents))
    }
}

/// With its cents: `5.00`.
#[must_use]
pub fn amount(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_written_as_short_as_they_are() {
        assert_eq!(
            [500, 550, 1005, 99].map(price),
            ["$5", "$5.50", "$10.05", "$0.99"]
        );
        assert_eq!(amount(500), "5.00");
    }
}
