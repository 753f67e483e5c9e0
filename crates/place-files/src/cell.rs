//! A table's cell without the marks that spreadsheets put around its value.

use crate::field::Field;
use crate::numbers;

/// A value without the marks around it that spreadsheets and their exports leave. What may be a quotation keeps them.
pub(crate) fn unquoted(field: Field, value: &str) -> &str {
    let plain = numbers::without_quotes(value);
    let is_number = |text: &str| text.starts_with(|sign: char| sign.is_ascii_digit());
    match field {
        Field::HouseNumber
        | Field::Zip
        | Field::ZipPlus4
        | Field::Phone
        | Field::Latitude
        | Field::Longitude
        | Field::Coordinates
        | Field::PriceLevel
        | Field::RefreshedAt
        | Field::ClosedDate => plain,
        Field::Address | Field::FullAddress | Field::Street | Field::Unit if is_number(plain) => {
            plain
        }
        Field::Name
        | Field::TradeName
        | Field::Address
        | Field::FullAddress
        | Field::Street
        | Field::City
        | Field::State
        | Field::Website => {
            let inner = value
                .strip_prefix('"')
                .and_then(|rest| rest.strip_suffix('"'));
            let inner = inner.map(str::trim);
            inner
                .filter(|inner| !inner.is_empty() && !inner.contains('"'))
                .unwrap_or(value)
        }
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_spreadsheets_go_and_others_stay() {
        for (field, value, plain) in [
            (Field::Zip, "'01001", "01001"),
            (Field::Phone, "'3185550150", "3185550150"),
            (Field::Latitude, "'31.3113", "31.3113"),
            (Field::Address, "'126 Main St", "126 Main St"),
            (Field::Address, "'O' Street", "'O' Street"),
            (Field::Street, "'5th Ave", "5th Ave"),
            (Field::Street, "'Round the Corner", "'Round the Corner"),
            (Field::RefreshedAt, "'2024-05-01", "2024-05-01"),
            (Field::City, "'29 Palms", "'29 Palms"),
            (Field::Name, "\"Rust & Bean\"", "Rust & Bean"),
            (Field::Name, "\"Rust\" & \"Bean\"", "\"Rust\" & \"Bean\""),
            (Field::Name, "'Round the Corner", "'Round the Corner"),
            (Field::Name, "'49er Coffee", "'49er Coffee"),
            (Field::Hours, "\"by appointment\"", "\"by appointment\""),
            (Field::Description, "'tis the season", "'tis the season"),
        ] {
            assert_eq!(unquoted(field, value), plain, "{value}");
        }
    }
}
