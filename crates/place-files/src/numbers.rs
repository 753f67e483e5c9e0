//! Numbers as spreadsheets leave them: ZIP codes, house numbers and phone numbers that were taken for amounts.

/// Signs between two phone numbers.
const BETWEEN: [&str; 7] = [",", "|", "&", "/", "\n", " or ", " and "];
/// The fewest digits of a phone number.
const SHORTEST: usize = 7;
/// Digits of a national phone number.
const NATIONAL: usize = 10;
/// More digits than any of these numbers has.
const LARGEST: usize = 15;
/// Bytes of a text that may be phone numbers.
const LONGEST: usize = 400;

/// The whole number that a text stands for, with all of its digits: `3185550141.0`, `3.185550142E9`, `71,301`, `71,301.00`.
/// `None` for another text, and if digits were lost: of `3.18E+09` nobody knows them.
pub(crate) fn whole(text: &str) -> Option<String> {
    let text = text.trim();
    if let Some((mantissa, exponent)) = text.split_once(['e', 'E']) {
        return scientific(mantissa, exponent);
    }
    if let Some(digits) = without_decimals(text) {
        return Some(digits.to_owned());
    }
    let amount = match text.split_once('.') {
        Some((amount, "0" | "00")) => amount,
        _ => text,
    };
    let mut groups = amount.split(',');
    let first = groups.next()?;
    let begins = (1..=3).contains(&first.len()) && is_digits(first);
    let is_grouped = begins && groups.all(|group| group.len() == 3 && is_digits(group));
    (is_grouped && amount.contains(',')).then(|| amount.replace(',', ""))
}

/// The number of a house or a unit as it was before a spreadsheet took it for an amount. `101,103` are two houses, and `2E1`
/// is a door.
pub(crate) fn of_house(text: String) -> String {
    match without_decimals(&text) {
        Some(digits) => digits.to_owned(),
        None => text,
    }
}

/// A line of an address with the number of its house as it was: `126.0 Main St`.
pub(crate) fn of_street(line: String) -> String {
    let parts = line.split_once(' ');
    let whole = parts.and_then(|(number, street)| Some((without_decimals(number)?, street)));
    match whole {
        Some((number, street)) => format!("{number} {street}"),
        None => line,
    }
}

/// The digits of a number whose decimals are zeros: `126.0`.
fn without_decimals(text: &str) -> Option<&str> {
    let (digits, zeros) = text.rsplit_once(['.', ','])?;
    let are_zeros = (1..3).contains(&zeros.len()) && zeros.bytes().all(|zero| zero == b'0');
    (are_zeros && is_digits(digits)).then_some(digits)
}

/// `3.185550142` and `9`, or `+09`. The shortest writing, as of `3.18555014E9`, leaves out a last zero. More than one missing
/// digit may be any, and so may one of another writing (`7.130E+04`).
fn scientific(mantissa: &str, exponent: &str) -> Option<String> {
    let is_shortest = !exponent.starts_with('+') && !mantissa.ends_with('0');
    let exponent: usize = exponent
        .strip_prefix('+')
        .unwrap_or(exponent)
        .parse()
        .ok()?;
    let (first, decimals) = mantissa.split_once(['.', ',']).unwrap_or((mantissa, ""));
    let are_digits =
        first.len() == 1 && is_digits(first) && (decimals.is_empty() || is_digits(decimals));
    let kept = decimals.trim_end_matches('0');
    let is_whole = kept.len() <= exponent && decimals.len() + usize::from(is_shortest) >= exponent;
    (are_digits && is_whole && exponent <= LARGEST).then(|| format!("{first}{kept:0<exponent$}"))
}

/// A cell's text without the quotation marks or the apostrophe that spreadsheets put before what is no amount: `'01001`.
pub(crate) fn without_quotes(text: &str) -> &str {
    for mark in ['\'', '\u{2019}', '\u{2018}', '"'] {
        if let Some(rest) = text.strip_prefix(mark) {
            let rest = rest.strip_suffix(mark).unwrap_or(rest).trim();
            return if rest.is_empty() { text } else { rest };
        }
    }
    text
}

/// The first of the phone numbers in a text, and the others. A text too long for a few numbers stays as it is.
pub(crate) fn phones(text: &str) -> (String, Option<String>) {
    if text.len() > LONGEST {
        return (text.to_owned(), None);
    }
    if let Some(number) = whole(text) {
        return (number, None);
    }
    let text = text.trim_matches(|sign: char| sign == ';' || sign.is_whitespace());
    let (listed, more) = text.split_once(';').unwrap_or((text, ""));
    let (first, others) = first_number(listed);
    let others = [others, more].into_iter().map(str::trim);
    let others: Vec<&str> = others
        .filter(|other| is_phone(other) && !is_same(first, other))
        .collect();
    if is_fax(first) && !others.is_empty() {
        return phones(&others.join("; "));
    }
    let first = without_quotes(first.trim());
    (
        whole(first).unwrap_or_else(|| first.to_owned()),
        (!others.is_empty()).then(|| others.join("; ")),
    )
}

/// Whether a number is said to be of a fax and of nothing else.
fn is_fax(number: &str) -> bool {
    let letters: String = number.chars().filter(|sign| sign.is_alphabetic()).collect();
    letters.eq_ignore_ascii_case("fax")
}

/// The first number and what stands behind it, if both are numbers.
fn first_number(text: &str) -> (&str, &str) {
    // Most texts are too short for two numbers with a sign between them.
    if text.len() <= 2 * SHORTEST {
        return (text, "");
    }
    let lower = text.to_ascii_lowercase();
    let signs = BETWEEN.iter().flat_map(|sign| {
        let found = lower.match_indices(*sign);
        found.map(|(begin, sign)| (begin, begin + sign.len()))
    });
    let mut signs: Vec<(usize, usize)> = signs.chain(blank_between(text)).collect();
    signs.sort_unstable();
    let cut = signs.into_iter().find_map(|(begin, end)| {
        let (first, others) = (text.get(..begin)?, text.get(end..)?);
        (is_phone(first) && is_phone(others)).then_some((first, others))
    });
    cut.unwrap_or((text, ""))
}

/// The blank between two whole numbers: `318-555-0145 318-555-0146`.
fn blank_between(text: &str) -> Option<(usize, usize)> {
    let mut digits = text
        .char_indices()
        .filter(|(_, sign)| sign.is_ascii_digit());
    let length = NATIONAL + usize::from(digits.clone().next()?.1 == '1');
    let (last, _) = digits.nth(length - 1)?;
    let rest = text.get(last + 1..)?;
    let count = rest.bytes().filter(u8::is_ascii_digit).count();
    let begins = |sign: char| sign.is_ascii_digit() || matches!(sign, '(' | '+');
    let is_two = rest.starts_with(char::is_whitespace)
        && rest.trim_start().starts_with(begins)
        && count >= NATIONAL
        && !rest.contains(char::is_alphabetic);
    is_two.then_some((last + 1, last + 2))
}

/// Enough digits for a phone number, or digits and letters: `1-800-COFFEES`.
fn is_phone(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let signs = text.bytes().filter(u8::is_ascii_alphanumeric).count();
    digits >= SHORTEST || digits >= 3 && (NATIONAL..=NATIONAL + 1).contains(&signs)
}

/// Whether a number is another spelling of the first, perhaps without its area code.
fn is_same(first: &str, other: &str) -> bool {
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let (first, other) = (digits(first), digits(other));
    let national = other.strip_prefix('1').unwrap_or(&other);
    national.len() >= SHORTEST && first.ends_with(national)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_whole_numbers_again() {
        for (text, number) in [
            ("3185550141.0", Some("3185550141")),
            ("3185550141.00", Some("3185550141")),
            ("3.185550142E9", Some("3185550142")),
            ("3.185550142e+09", Some("3185550142")),
            ("3,185550142E+09", Some("3185550142")),
            ("3.18555014E9", Some("3185550140")),
            ("1.3185550142E10", Some("13185550142")),
            ("7.1301E4", Some("71301")),
            ("3.180000000E9", Some("3180000000")),
            ("3,185,550,142", Some("3185550142")),
            ("71,301", Some("71301")),
            ("1,001", Some("1001")),
            ("71301,0", Some("71301")),
            ("71,000", Some("71000")),
            ("71,301.00", Some("71301")),
            ("71,301.0", Some("71301")),
            ("3,185,550,141.00", Some("3185550141")),
            // Their digits are lost.
            ("3.18E9", None),
            ("3.18555E+09", None),
            ("7E4", None),
            ("7.130E+04", None),
            ("7.130E4", None),
            ("3.18555014e+09", None),
            ("3.18555014E+9", None),
            // No amounts.
            ("71301", None),
            ("71301-1234", None),
            ("318-555-0141", None),
            ("31.3113", None),
            ("71,30", None),
            ("71,301.50", None),
            ("71,301.000", None),
            ("7,13,01.00", None),
            ("71,301.00.00", None),
            ("318.555.00", None),
            ("1E999", None),
            ("10E2", None),
            ("E", None),
            ("", None),
        ] {
            assert_eq!(whole(text).as_deref(), number, "{text}");
        }
    }

    #[test]
    fn numbers_of_houses_lose_only_their_decimals() {
        for (text, number) in [
            ("126.0", "126"),
            ("101,103", "101,103"),
            ("2E1", "2E1"),
            ("12.5", "12.5"),
            ("Suite 3.0", "Suite 3.0"),
        ] {
            assert_eq!(of_house(text.to_owned()), number, "{text}");
        }
        for (text, line) in [
            ("126.0 Main St", "126 Main St"),
            ("126.0 Main St, Ames, IA", "126 Main St, Ames, IA"),
            ("126.5 Main St", "126.5 Main St"),
            ("101,103 Main St", "101,103 Main St"),
            ("Suite 3.0 Main St", "Suite 3.0 Main St"),
            ("N6W23001.0 Bluemound Rd", "N6W23001.0 Bluemound Rd"),
            ("126.0", "126.0"),
        ] {
            assert_eq!(of_street(text.to_owned()), line, "{text}");
        }
    }

    #[test]
    fn marks_around_numbers_go() {
        for (text, plain) in [
            ("'01001", "01001"),
            ("'01001'", "01001"),
            ("\"01001\"", "01001"),
            ("\u{2019}71301", "71301"),
            ("31°18'40.68\"", "31°18'40.68\""),
            ("'", "'"),
        ] {
            assert_eq!(without_quotes(text), plain, "{text}");
        }
    }

    #[test]
    fn of_several_phone_numbers_the_first_counts() {
        for (text, first, others) in [
            (
                "(318) 555-0143, (318) 555-0144",
                "(318) 555-0143",
                "(318) 555-0144",
            ),
            (
                "318-555-0145 or 318-555-0146",
                "318-555-0145",
                "318-555-0146",
            ),
            (
                "318-555-0145 & 318-555-0146",
                "318-555-0145",
                "318-555-0146",
            ),
            ("318-555-0145|318-555-0146", "318-555-0145", "318-555-0146"),
            (
                "318-555-0145 / 318-555-0146",
                "318-555-0145",
                "318-555-0146",
            ),
            ("318-555-0145 AND 555-0146", "318-555-0145", "555-0146"),
            ("318-555-0145 318-555-0146", "318-555-0145", "318-555-0146"),
            ("318-555-0145; 318-555-0146", "318-555-0145", "318-555-0146"),
            ("3185550145.0, 3185550146.0", "3185550145", "3185550146.0"),
            (
                "Main: 318-555-0145, Cell: 318-555-0146",
                "Main: 318-555-0145",
                "Cell: 318-555-0146",
            ),
            (
                "1-800-COFFEES or 318-555-0146",
                "1-800-COFFEES",
                "318-555-0146",
            ),
            (
                "1, 318-555-0145, 318-555-0146, 318-555-0147",
                "1, 318-555-0145",
                "318-555-0146, 318-555-0147",
            ),
            ("; 318-555-0145", "318-555-0145", ""),
            (
                "Fax: 318-555-0143, Phone: 318-555-0144",
                "Phone: 318-555-0144",
                "",
            ),
            (
                "318-555-0143 (fax); 318-555-0144, 318-555-0145",
                "318-555-0144",
                "318-555-0145",
            ),
            ("5550145, 5550146", "5550145", "5550146"),
            // The number of a fax alone, or of both, may be answered.
            (
                "Fax/Phone: 318-555-0143, Cell: 318-555-0144",
                "Fax/Phone: 318-555-0143",
                "Cell: 318-555-0144",
            ),
            ("Fax: 318-555-0143", "Fax: 318-555-0143", ""),
            // A second spelling is no second number.
            ("(318) 555-0145, +1 318 555 0145", "(318) 555-0145", ""),
            ("+13185550145; 318-555-0145", "+13185550145", ""),
            ("318-555-0145 or 555-0145", "318-555-0145", ""),
        ] {
            let others = (!others.is_empty()).then(|| others.to_owned());
            assert_eq!(phones(text), (first.to_owned(), others), "{text}");
        }
        let extended = ("+1-318-555-0145".to_owned(), None);
        assert_eq!(phones("+1-318-555-0145;ext=12"), extended);
        let long = "3185550141,".repeat(100);
        assert_eq!(phones(&long), (long.clone(), None));
        for one in [
            "(318) 555-0143",
            "318-555-0145, ext. 12",
            "318-555-0145/6",
            "+44 20 7946 0958",
            "1 318 555 0145 x 1234",
            "318,555,0145",
            "1-800-COFFEES",
            "call & ask",
        ] {
            assert_eq!(phones(one), (one.to_owned(), None), "{one}");
        }
    }
}
