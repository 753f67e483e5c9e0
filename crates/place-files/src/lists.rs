//! Several values in one: categories, names, web addresses, the lines of an address.

use crate::{map_link, text};

/// Real places have a few categories and names. The limit bounds the work, because each is compared with all previous
/// ones.
pub(crate) const MAX_TEXTS: usize = 50;
/// Bytes of a text that may be a few web addresses. Each sign in it is compared with what stands before it.
const LONGEST: usize = 2000;
/// Hosts on which many businesses have pages that are called like them.
const PAGES: [&str; 5] = [
    "facebook.com",
    "instagram.com",
    "linktr.ee",
    "m.facebook.com",
    "yelp.com",
];

/// The first value of a semicolon-separated list.
pub(crate) fn first(value: &str) -> String {
    let mut parts = value
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    parts.next().unwrap_or(value).to_owned()
}

/// Adds the texts of `value` that aren't in `list` yet, up to the limit.
pub(crate) fn add_all(list: &mut Vec<String>, value: &str) {
    let plain = value
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(value);
    for part in plain
        .split([';', '|'])
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        if list.len() >= MAX_TEXTS {
            return;
        }
        if !list.iter().any(|known| known == part) {
            list.push(part.to_owned());
        }
    }
}

/// The web addresses in a text. Of a text with words besides, only what certainly is one.
pub(crate) fn web_addresses(value: &str) -> Vec<&str> {
    if value.len() > LONGEST {
        return Vec::new();
    }
    if is_one_with_blanks(value) {
        return vec![value];
    }
    let parts: Vec<&str> = value
        .split_whitespace()
        .flat_map(parted)
        .filter(|part| !part.is_empty() && !matches!(*part, "or" | "and" | "&" | "/"))
        .collect();
    let has_words = parts.iter().any(|part| !part.contains('.'));
    let is_certain = |part: &&str| text::is_web_address(part);
    parts
        .into_iter()
        .filter(|part| !has_words || is_certain(part))
        .collect()
}

/// Whether a text has a word like a web address, such as `a.example` or `(a.example/menu)`.
pub(crate) fn names_address(text: &str) -> bool {
    text.split_whitespace().any(begins_with_host)
}

/// Whether the blanks in a text are a part of its only address: in a map's link that has a point, and in that of a page,
/// because what stands before the blank in `facebook.com/Rust Bean` is the page of somebody else. A remark behind it has
/// a sign before it.
fn is_one_with_blanks(value: &str) -> bool {
    let Some((first, rest)) = value.split_once(char::is_whitespace) else {
        return false;
    };
    let bare = first.split_once("://").map_or(first, |(_, rest)| rest);
    let (host, path) = bare.split_once('/').unwrap_or((bare, ""));
    let host = host.to_ascii_lowercase();
    let is_page = !path.is_empty() && PAGES.contains(&host.trim_start_matches("www."));
    let goes_on = |word: &str| {
        matches!(word, "&" | "+" | "@") || word != "or" && word.starts_with(char::is_alphanumeric)
    };
    let has_name = is_page
        && !first.ends_with(['/', ';', '|', ','])
        && rest.split_whitespace().next().is_some_and(goes_on);
    let is_other = |word: &str| word.contains("://") || begins_with_host(word);
    (has_name || map_link::point(value).is_some()) && !rest.split_whitespace().any(is_other)
}

fn begins_with_host(word: &str) -> bool {
    let host = word.split('/').find(|part| !part.is_empty());
    let is_sign = |sign: char| !sign.is_ascii_alphanumeric();
    host.is_some_and(|host| is_host(host.trim_matches(is_sign)))
}

/// The addresses that stand beside each other without a blank. A sign may also be a part of one (`?utm_source=a|b`), so it
/// parts only what begins like an address behind it.
fn parted(value: &str) -> Vec<&str> {
    let signs = [';', '|', ','];
    let mut parts = Vec::new();
    let mut begin = 0;
    for (place, sign) in value.match_indices(signs) {
        let before = value.get(begin..place).unwrap_or_default();
        let behind = value.get(place + sign.len()..).unwrap_or_default();
        let host = behind.split(['/', '?', '#', ':', ';', '|', ',']).next();
        let is_bare = sign != "," && !before.contains('?') && host.is_some_and(is_host);
        if is_bare || text::is_web_address(behind) {
            parts.push(before);
            begin = place + sign.len();
        }
    }
    parts.extend(value.get(begin..));
    let parts = parts.into_iter().map(|part| part.trim_matches(signs));
    parts.collect()
}

/// `a.example`, but neither `2.0` nor `J.J`.
fn is_host(text: &str) -> bool {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    let is_ending =
        |label: &str| label.len() > 1 && label.bytes().all(|byte| byte.is_ascii_alphabetic());
    let ending = text.rsplit_once('.').map(|(_, ending)| ending);
    text.bytes().all(is_sign) && ending.is_some_and(is_ending)
}

/// Joins the lines of an address with commas.
pub(crate) fn one_line(value: &str) -> String {
    if !value.contains('\n') {
        return value.to_owned();
    }
    let lines: Vec<&str> = value
        .lines()
        .map(|line| line.trim().trim_end_matches(','))
        .filter(|line| !line.is_empty())
        .collect();
    lines.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn web_addresses_stand_beside_each_other() {
        for (text, found) in [
            ("https://a.example", vec!["https://a.example"]),
            ("a.example; b.example", vec!["a.example", "b.example"]),
            ("a.example, b.example", vec!["a.example", "b.example"]),
            ("a.example or b.example", vec!["a.example", "b.example"]),
            ("a.example|b.example", vec!["a.example", "b.example"]),
            (
                "https://a.example/menu;https://b.example|c.example/x",
                vec!["https://a.example/menu", "https://b.example", "c.example/x"],
            ),
            (
                "https://a.example,https://b.example;",
                vec!["https://a.example", "https://b.example"],
            ),
            (
                "https://a.example/?utm_source=a|b&x=c.d;e",
                vec!["https://a.example/?utm_source=a|b&x=c.d;e"],
            ),
            (
                "https://a.example/x;id=1.2",
                vec!["https://a.example/x;id=1.2"],
            ),
            ("Menu: https://a.example", vec!["https://a.example"]),
            (
                "https://www.facebook.com/Rust Bean Coffee",
                vec!["https://www.facebook.com/Rust Bean Coffee"],
            ),
            (
                "facebook.com/Rust & Cafe St. Joe",
                vec!["facebook.com/Rust & Cafe St. Joe"],
            ),
            (
                "https://www.Facebook.com/Rust Bean 2.0",
                vec!["https://www.Facebook.com/Rust Bean 2.0"],
            ),
            (
                "https://www.facebook.com/Cafe J.J. Bean",
                vec!["https://www.facebook.com/Cafe J.J. Bean"],
            ),
            ("facebook.com/Rust + Bean", vec!["facebook.com/Rust + Bean"]),
            ("facebook.com/Bean @ Main", vec!["facebook.com/Bean @ Main"]),
            (
                "https://maps.google.com/?q=31.3110, -92.4452",
                vec!["https://maps.google.com/?q=31.3110, -92.4452"],
            ),
            // What isn't a part of the address.
            (
                "https://facebook.com/rust or https://b.example",
                vec!["https://facebook.com/rust", "https://b.example"],
            ),
            (
                "https://facebook.com/rust or call",
                vec!["https://facebook.com/rust"],
            ),
            (
                "https://facebook.com/rust (closed)",
                vec!["https://facebook.com/rust"],
            ),
            (
                "https://facebook.com/rust - new",
                vec!["https://facebook.com/rust"],
            ),
            (
                "https://facebook.com/rust, closed Mondays",
                vec!["https://facebook.com/rust"],
            ),
            (
                "https://facebook.com/ Website",
                vec!["https://facebook.com/"],
            ),
            ("https://a.example Website", vec!["https://a.example"]),
            (
                "https://a.example/menu Website",
                vec!["https://a.example/menu"],
            ),
            (
                "https://facebook.com/rust Menu: b.example",
                vec!["https://facebook.com/rust"],
            ),
            (
                "facebook.com/x instagram.com/b",
                vec!["facebook.com/x", "instagram.com/b"],
            ),
            (
                "https://maps.google.com/?q=31.3110,-92.4452 b.example",
                vec!["https://maps.google.com/?q=31.3110,-92.4452", "b.example"],
            ),
            ("and/or St. Joe", vec![]),
            ("a.example (closed)", vec![]),
            ("see St. Joe", vec![]),
            ("none", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(web_addresses(text), found, "{text}");
        }
    }

    #[test]
    fn a_word_like_an_address_is_seen() {
        for text in [
            "a.example (closed)",
            "a.example, Facebook",
            "see (www.a.example/x)",
        ] {
            assert!(names_address(text), "{text}");
        }
        for text in [
            "see St. Joe",
            "Coming soon.",
            "Facebook",
            "ask@a.example",
            "call 318.555.0143",
            "and/or",
            "/",
            "",
        ] {
            assert!(!names_address(text), "{text}");
        }
    }
}
