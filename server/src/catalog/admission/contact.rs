//! Canonical forms of phone numbers and web addresses.

use url::Url;

/// Hosts shared by many businesses: two shops on one of them needn't be the same.
const SHARED_HOSTS: &[&str] = &[
    "facebook.com",
    "instagram.com",
    "linktr.ee",
    "google.com",
    "goo.gl",
    "business.site",
    "yelp.com",
    "tripadvisor.com",
    "twitter.com",
    "x.com",
    "tiktok.com",
    "toasttab.com",
    "doordash.com",
    "ubereats.com",
    "grubhub.com",
    "squareup.com",
    "clover.com",
    "wikipedia.org",
    "foursquare.com",
    "youtube.com",
];

/// A North American number in E.164; `None` for anything else.
#[must_use]
pub fn telephone(text: &str) -> Option<String> {
    let spelled = spelled_out(text);
    let mut digits = String::new();
    for letter in spelled.as_deref().unwrap_or(text).chars() {
        if letter.is_ascii_digit() {
            digits.push(letter);
        } else if !digits.is_empty() && matches!(letter, ';' | '/' | 'x' | 'X' | 'e') {
            // Anything after "ext" or "x" is an extension; of several numbers, the first is the main one.
            break;
        }
    }
    let national = match digits.len() {
        10 => digits.as_str(),
        11 => digits.strip_prefix('1')?,
        _ => return None,
    };
    let starts_well = |part: Option<&str>| {
        part.is_some_and(|part| part.starts_with(|digit| ('2'..='9').contains(&digit)))
    };
    (starts_well(national.get(..3)) && starts_well(national.get(3..6)))
        .then(|| format!("+1{national}"))
}

/// The digits of a number with a word in it, such as `1-800-COFFEES`; `None` for every other text.
fn spelled_out(text: &str) -> Option<String> {
    let signs: Vec<char> = text
        .chars()
        .filter(|sign| !sign.is_whitespace() && !matches!(sign, '(' | ')' | '-' | '.' | '+'))
        .collect();
    let national = match signs.len() {
        10 => signs.as_slice(),
        11 => signs.strip_prefix(&['1'])?,
        _ => return None,
    };
    let (area, rest) = national.split_at_checked(3)?;
    let is_word = rest.iter().any(char::is_ascii_alphabetic);
    if !is_word || !area.iter().all(char::is_ascii_digit) {
        return None;
    }
    let rest: Option<String> = rest.iter().map(|sign| key_of(*sign)).collect();
    Some(area.iter().collect::<String>() + &rest?)
}

/// The key of a telephone with this letter or digit.
fn key_of(sign: char) -> Option<char> {
    Some(match sign.to_ascii_uppercase() {
        digit @ '0'..='9' => digit,
        'A'..='C' => '2',
        'D'..='F' => '3',
        'G'..='I' => '4',
        'J'..='L' => '5',
        'M'..='O' => '6',
        'P'..='S' => '7',
        'T'..='V' => '8',
        'W'..='Z' => '9',
        _ => return None,
    })
}

/// A phone number as Americans write it: `(318) 555-0142`.
#[must_use]
pub fn telephone_for_people(e164: &str) -> Option<String> {
    let national = e164.strip_prefix("+1")?;
    Some(format!(
        "({}) {}-{}",
        national.get(..3)?,
        national.get(3..6)?,
        national.get(6..)?
    ))
}

/// A web address that can be shown on a page: http or https, a host with a dot, no credentials.
#[must_use]
pub fn website(text: &str) -> Option<String> {
    let text = text.trim();
    let text = if text.contains("://") {
        text.to_owned()
    } else {
        format!("https://{text}")
    };
    let url = Url::parse(&text).ok()?;
    let is_good = matches!(url.scheme(), "http" | "https")
        && url.username().is_empty()
        && url.password().is_none()
        && url
            .host_str()
            .is_some_and(|host| host.contains('.') && !host.ends_with('.'))
        && url.as_str().len() <= 500;
    is_good.then(|| url.to_string())
}

/// A web address typed into a form (checklist X8): like [`website`], but with a public host and without control
/// characters.
#[must_use]
pub fn typed_website(text: &str) -> Option<String> {
    let text = text.trim();
    if text
        .chars()
        .any(|sign| sign.is_control() || sign.is_whitespace())
    {
        return None;
    }
    let address = website(text)?;
    let url = Url::parse(&address).ok()?;
    // Addresses and names in a local network don't lead anyone to a shop.
    let host = url.domain()?.to_ascii_lowercase();
    let ending = host.rsplit('.').next().unwrap_or_default();
    let is_public = ending.len() >= 2
        && !PRIVATE_ENDINGS.contains(&ending)
        && !ending.bytes().all(|byte| byte.is_ascii_digit());
    is_public.then_some(address)
}

/// Name endings that only work inside a network.
const PRIVATE_ENDINGS: &[&str] = &[
    "local",
    "localhost",
    "internal",
    "intranet",
    "lan",
    "home",
    "corp",
    "arpa",
    "onion",
    "invalid",
];

/// The host of a single business, without `www.`; `None` for hosts shared by many. `website` is canonical, as from
/// [`website`], so its host can be read without parsing it again.
#[must_use]
pub fn own_host(website: &str) -> Option<String> {
    let (_, behind) = website.split_once("://")?;
    let host = behind
        .split(['/', '?', '#', ':'])
        .next()?
        .trim_start_matches("www.")
        .to_ascii_lowercase();
    let is_shared = SHARED_HOSTS.iter().any(|shared| {
        host == *shared
            || host
                .strip_suffix(shared)
                .is_some_and(|rest| rest.ends_with('.'))
    });
    (!is_shared).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_spelling() {
        for (text, number) in [
            ("(318) 555-0142", Some("+13185550142")),
            ("+1-318-555-0142", Some("+13185550142")),
            ("1.318.555.0142 ext. 5", Some("+13185550142")),
            ("318 555 0142; 318 555 0143", Some("+13185550142")),
            ("555-0142", None),
            ("+44 20 7946 0958", None),
            ("118 555 0142", None),
            ("call us", None),
            ("1-800-COFFEES", Some("+18002633337")),
            ("(318) 555-BEAN", Some("+13185552326")),
            ("800-COFFEE", None),
            ("COFFEESHOP", None),
        ] {
            assert_eq!(telephone(text).as_deref(), number, "{text}");
        }
        assert_eq!(
            telephone_for_people("+13185550142").as_deref(),
            Some("(318) 555-0142")
        );
    }

    #[test]
    fn only_addresses_of_the_web_pass() {
        assert_eq!(
            website("beans.example").as_deref(),
            Some("https://beans.example/")
        );
        assert_eq!(
            website("http://beans.example/menu").as_deref(),
            Some("http://beans.example/menu")
        );
        for bad in [
            "javascript:alert(1)",
            "ftp://beans.example",
            "https://me:secret@beans.example",
            "beans",
            "https://",
            "a b",
        ] {
            assert_eq!(website(bad), None, "{bad}");
        }
    }

    #[test]
    fn typed_addresses_are_public_names() {
        for good in [
            "beans.example",
            "https://www.beans.example/menu?x=1",
            "BEANS.example",
        ] {
            assert!(typed_website(good).is_some(), "{good}");
        }
        for bad in [
            "javascript:alert(1)",
            "https://me:secret@beans.example",
            "https://beans.exa\tmple",
            "https://beans.example/\u{0}",
            "http://127.0.0.1/",
            "http://0x7f.1/",
            "http://[::1]/",
            "http://169.254.169.254/latest",
            "http://printer.local/",
            "http://localhost/",
            "my shop.example",
        ] {
            assert_eq!(typed_website(bad), None, "{bad}");
        }
    }

    #[test]
    fn shared_hosts_identify_nobody() {
        assert_eq!(
            own_host("https://www.beans.example/x").as_deref(),
            Some("beans.example")
        );
        assert_eq!(
            website("www.Beans.example:8443?menu").and_then(|address| own_host(&address)),
            Some("beans.example".to_owned())
        );
        assert_eq!(own_host("https://m.facebook.com/beans"), None);
        assert_eq!(
            own_host("https://notfacebook.com/").as_deref(),
            Some("notfacebook.com")
        );
    }
}
