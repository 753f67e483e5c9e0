//! A site's robots.txt rules (RFC 9309).

use url::Url;

/// Our name in these files and in `User-Agent`.
pub(super) const PRODUCT: &str = "Townperk";
/// How many bytes of a file are read; the standard requires at least 500 KiB.
const LONGEST: usize = 512 * 1024;
/// Longer paths aren't fetched: each of tens of thousands of rules would be compared with all of them.
const LONGEST_PATH: usize = 2_048;

/// What a site allows us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rules(Vec<Rule>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Rule {
    allows: bool,
    /// A path prefix, with `*` for anything, and `$` at the end for the end of the path.
    pattern: String,
}

impl Rules {
    /// For a site without robots.txt.
    pub(super) fn none() -> Self {
        Self(Vec::new())
    }

    /// For a site with a robots.txt that can't be read right now: nothing is allowed.
    pub(super) fn closed() -> Self {
        Self(vec![Rule {
            allows: false,
            pattern: "/".to_owned(),
        }])
    }

    /// Parses a file: the rules for our name, or else those for everyone.
    pub(super) fn parse(file: &[u8]) -> Self {
        let file = file.get(..LONGEST).unwrap_or(file);
        let text = String::from_utf8_lossy(file);
        let (mut ours, mut everybodys) = (None, Vec::new());
        let (mut is_for_us, mut is_for_all, mut in_names) = (false, false, false);
        for line in text.trim_start_matches('\u{feff}').lines() {
            let line = line.split('#').next().unwrap_or_default();
            let Some((key, value)) = line.split_once(':') else {
                continue;
            };
            let value = value.trim();
            let allows = match key.trim().to_ascii_lowercase().as_str() {
                "user-agent" => {
                    if !in_names {
                        (is_for_us, is_for_all) = (false, false);
                    }
                    in_names = true;
                    if names_us(value) {
                        is_for_us = true;
                        ours.get_or_insert_with(Vec::new);
                    }
                    is_for_all |= value == "*";
                    continue;
                }
                "allow" => true,
                "disallow" => false,
                _ => continue,
            };
            in_names = false;
            // An empty rule has no effect: "Disallow:" allows everything.
            if value.is_empty() {
                continue;
            }
            let rule = Rule {
                allows,
                pattern: normal(value),
            };
            if is_for_us && let Some(ours) = &mut ours {
                ours.push(rule.clone());
            }
            if is_for_all {
                everybodys.push(rule);
            }
        }
        Self(ours.unwrap_or(everybodys))
    }

    /// Whether we may fetch `address`: the longest matching rule decides, and on a tie the one that allows it.
    pub(super) fn allow(&self, address: &Url) -> bool {
        let path = match address.query() {
            Some(query) => format!("{}?{query}", address.path()),
            None => address.path().to_owned(),
        };
        if path.len() > LONGEST_PATH {
            return false;
        }
        let path = normal(&path);
        let fitting = self.0.iter().filter(|rule| fits(&rule.pattern, &path));
        let longest = fitting.max_by_key(|rule| (rule.pattern.len(), rule.allows));
        longest.is_none_or(|rule| rule.allows)
    }
}

/// Compares names up to the first character that isn't part of one, such as the slash before a version.
fn names_us(value: &str) -> bool {
    let is_of_a_name = |letter: char| letter.is_ascii_alphabetic() || matches!(letter, '-' | '_');
    let end = value.find(|letter| !is_of_a_name(letter));
    let name = value.get(..end.unwrap_or(value.len())).unwrap_or_default();
    name.eq_ignore_ascii_case(PRODUCT)
}

/// A canonical form for equivalent paths: characters that needn't be percent-encoded aren't, and encoded ones use
/// capitals.
fn normal(path: &str) -> String {
    let bytes = path.as_bytes();
    let mut spelled = String::with_capacity(path.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let encoded = bytes.get(at..at + 3).and_then(percent_decoded);
        let value = encoded.unwrap_or(*byte);
        let is_plain = value.is_ascii_alphanumeric() || matches!(value, b'-' | b'.' | b'_' | b'~');
        if is_plain || (encoded.is_none() && value.is_ascii_graphic()) {
            spelled.push(char::from(value));
        } else {
            spelled.push_str(&format!("%{value:02X}"));
        }
        at += if encoded.is_some() { 3 } else { 1 };
    }
    spelled
}

fn percent_decoded(bytes: &[u8]) -> Option<u8> {
    let [b'%', high, low] = bytes else {
        return None;
    };
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}

/// Whether the pattern matches the start of a path.
fn fits(pattern: &str, path: &str) -> bool {
    let (pattern, to_the_end) = match pattern.strip_suffix('$') {
        Some(pattern) => (pattern, true),
        None => (pattern, false),
    };
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = path.strip_prefix(first) else {
        return false;
    };
    let mut last = None;
    for part in parts {
        // A part anchored to the end must match there; all others match as early as possible.
        if let Some(part) = last.replace(part) {
            let Some((_, after)) = rest.split_once(part) else {
                return false;
            };
            rest = after;
        }
    }
    match last {
        Some(part) if to_the_end => rest.ends_with(part),
        Some(part) => rest.contains(part),
        None => !to_the_end || rest.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(file: &str, path: &str) -> bool {
        let address = Url::parse(&format!("https://shop.example{path}")).unwrap();
        Rules::parse(file.as_bytes()).allow(&address)
    }

    #[test]
    fn the_longest_rule_decides() {
        let file = "User-agent: *\nDisallow: /photos\nAllow: /photos/public\nDisallow: /photos/public/old\n";
        assert!(allows(file, "/menu"));
        assert!(!allows(file, "/photos/1.jpg"));
        assert!(allows(file, "/photos/public/1.jpg"));
        assert!(!allows(file, "/photos/public/old/1.jpg"));
        assert!(allows("User-agent: *\nDisallow: /a\nAllow: /a\n", "/a"));
    }

    #[test]
    fn rules_for_us_by_name_replace_those_for_everybody() {
        let file = "user-agent: *\ndisallow: /\n\nUser-Agent: other\nUSER-AGENT: townperk/2 # us\nDisallow: /private\n";
        assert!(allows(file, "/"));
        assert!(!allows(file, "/private/1"));
        assert!(!allows(
            "User-agent: *\nDisallow: /\n\nUser-agent: other\nDisallow:\n",
            "/"
        ));
        assert!(allows(
            "User-agent: *\nDisallow: /\n\nUser-agent: Townperk\nDisallow:\n",
            "/"
        ));
        assert!(!allows(
            "User-agent: *\nDisallow: /\n\nUser-agent: TownperkBot\nDisallow:\n",
            "/"
        ));
    }

    #[test]
    fn empty_and_unknown_lines_say_nothing() {
        assert!(allows("", "/x"));
        assert!(allows("User-agent: *\nDisallow:\n", "/x"));
        assert!(allows("<!doctype html><p>no: such file</p>", "/x"));
        assert!(!allows(
            "\u{feff}User-agent: *\r\nCrawl-delay: 5\r\nDisallow: /x\r\n",
            "/x"
        ));
        assert!(allows("Disallow: /x\nUser-agent: *\n", "/x"));
    }

    #[test]
    fn stars_and_ends() {
        let file = "User-agent: *\nDisallow: /*.pdf$\nDisallow: /a*b*c\nDisallow: /only$\nDisallow: *?size=\n";
        for (path, allowed) in [
            ("/menu.pdf", false),
            ("/menu.pdf?page=1", true),
            ("/x.pdf.pdf", false),
            ("/axbxcx", false),
            ("/axcxb", true),
            ("/only", false),
            ("/only/more", true),
            ("/photo.jpg?size=4", false),
        ] {
            assert_eq!(allows(file, path), allowed, "{path}");
        }
    }

    #[test]
    fn paths_are_compared_in_one_spelling() {
        let file = "User-agent: *\nDisallow: /caf%c3%a9\nDisallow: /%7Eowner\nDisallow: /a%2fb\n";
        assert!(!allows(file, "/café"));
        assert!(!allows(file, "/caf%C3%A9/1"));
        assert!(!allows(file, "/~owner"));
        assert!(allows(file, "/a/b"));
        assert!(!allows(file, "/a%2Fb"));
    }

    #[test]
    fn files_and_paths_made_to_be_slow_take_a_moment() {
        for part in [
            "Disallow:*a\n",
            "Disallow:*b\n",
            "Disallow:*a/b\n",
            "Disallow:/*a*a*b$\n",
            "Disallow:/a%61\n",
            "*",
            "Disallow:/",
            "a:",
        ] {
            let file = format!(
                "User-agent: *\nDisallow: /x{}",
                part.repeat(LONGEST / part.len())
            );
            let began = cpu_time::ThreadTime::now();
            allows(&file, &"/a".repeat(1_000));
            assert!(!allows("", &"/a".repeat(200_000)));
            let took = began.elapsed();
            println!("robots.txt: {took:?} of {part:?}");
            assert!(took.as_secs() < 2, "{took:?} of {part:?}");
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_allows_nothing() {
        let address = Url::parse("https://shop.example/?x").unwrap();
        assert!(!Rules::closed().allow(&address));
        assert!(Rules::none().allow(&address));
    }
}
