//! A shop's pages on Instagram and Facebook: a handle, an @handle or a link becomes one canonical link.

use url::Url;

const INSTAGRAM: &str = "https://www.instagram.com/";
const FACEBOOK: &str = "https://www.facebook.com/";
const LONGEST: usize = 300;

/// Paths on Instagram that are no profile.
const NOT_ON_INSTAGRAM: [&str; 10] = [
    "accounts", "about", "direct", "explore", "p", "reel", "reels", "share", "stories", "tv",
];
/// Paths on Facebook that are no page of a business.
const NOT_ON_FACEBOOK: [&str; 22] = [
    "events",
    "gaming",
    "groups",
    "hashtag",
    "help",
    "home.php",
    "login",
    "login.php",
    "marketplace",
    "media",
    "messages",
    "permalink.php",
    "photo",
    "photo.php",
    "photos",
    "reel",
    "search",
    "share",
    "sharer",
    "sharer.php",
    "story.php",
    "watch",
];

/// The canonical link of an Instagram profile.
#[must_use]
pub fn instagram(text: &str) -> Option<String> {
    let handle = match link(text, |host| {
        is_below(host, "instagram.com") || host == "instagr.am"
    })? {
        Typed::Handle(handle) => handle,
        Typed::Link(url) => segments(&url).first()?.trim_start_matches('@').to_owned(),
    };
    let handle = handle.to_ascii_lowercase();
    let is_word = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '.' | '_');
    let is_handle = (1..=30).contains(&handle.len())
        && handle.chars().all(is_word)
        && !handle.starts_with('.')
        && !handle.ends_with('.')
        && !handle.contains("..")
        && !NOT_ON_INSTAGRAM.contains(&&*handle);
    is_handle.then(|| format!("{INSTAGRAM}{handle}"))
}

/// The canonical link of a Facebook page.
#[must_use]
pub fn facebook(text: &str) -> Option<String> {
    let url = match link(text, |host| {
        // Links that leave Facebook begin with "l.".
        (is_below(host, "facebook.com") && host != "l.facebook.com")
            || matches!(host, "fb.com" | "www.fb.com" | "fb.me")
    })? {
        Typed::Handle(handle) => return facebook_page(&[handle]),
        Typed::Link(url) => url,
    };
    let parts = segments(&url);
    if parts.first().is_some_and(|first| first == "profile.php") {
        let (_, id) = url.query_pairs().find(|(name, _)| name == "id")?;
        return is_number(&id).then(|| format!("{FACEBOOK}profile.php?id={id}"));
    }
    facebook_page(&parts)
}

fn facebook_page(parts: &[String]) -> Option<String> {
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    match parts.as_slice() {
        ["pages", rest @ ..] => {
            // The number alone leads to the page, whatever stands before it.
            let last = rest.last()?;
            let id = last.rsplit('-').next()?;
            (is_number(id) && id.len() > 4).then(|| format!("{FACEBOOK}{id}"))
        }
        ["people", _, id, ..] if is_number(id) => Some(format!("{FACEBOOK}profile.php?id={id}")),
        ["p", name, ..] => is_page_name(name).then(|| format!("{FACEBOOK}p/{name}")),
        ["pg", name, ..] | [name, ..] => {
            let lower = name.to_ascii_lowercase();
            (is_page_name(name) && !NOT_ON_FACEBOOK.contains(&&*lower))
                .then(|| format!("{FACEBOOK}{name}"))
        }
        [] => None,
    }
}

fn is_page_name(name: &str) -> bool {
    let is_word = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '.' | '-' | '_');
    (3..=80).contains(&name.len()) && name.chars().all(is_word)
}

fn is_number(text: &str) -> bool {
    (1..=20).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_below(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain)
        .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// What somebody typed.
enum Typed {
    Handle(String),
    Link(Url),
}

/// A handle, or a link to a host that `is_theirs`.
fn link(text: &str, is_theirs: impl Fn(&str) -> bool) -> Option<Typed> {
    let text = text.trim();
    if text.len() > LONGEST
        || text
            .chars()
            .any(|sign| sign.is_whitespace() || sign.is_control())
    {
        return None;
    }
    if !text.contains('/') && !is_theirs(text) {
        let handle = text.strip_prefix('@').unwrap_or(text);
        return Some(Typed::Handle(handle.to_owned()));
    }
    let address = if text.contains("://") {
        text.to_owned()
    } else {
        format!("https://{text}")
    };
    let url = Url::parse(&address).ok()?;
    let is_web = matches!(url.scheme(), "http" | "https")
        && url.username().is_empty()
        && url.password().is_none()
        && url.port().is_none();
    let is_theirs = url.domain().is_some_and(is_theirs);
    (is_web && is_theirs).then_some(Typed::Link(url))
}

fn segments(url: &Url) -> Vec<String> {
    let parts = url.path_segments().into_iter().flatten();
    parts
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

/// `@bluedoor` of a canonical Instagram link.
#[must_use]
pub fn instagram_handle(link: &str) -> Option<&str> {
    link.strip_prefix(INSTAGRAM)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_and_every_link_to_a_profile_become_one_link() {
        for typed in [
            "bluedoor",
            "@BlueDoor",
            " @bluedoor ",
            "instagram.com/bluedoor",
            "https://www.instagram.com/bluedoor/?hl=en",
            "http://instagram.com/BlueDoor/reels/",
            "https://instagr.am/bluedoor",
            "https://www.instagram.com/@bluedoor",
        ] {
            let link = instagram(typed);
            assert_eq!(
                link.as_deref(),
                Some("https://www.instagram.com/bluedoor"),
                "{typed}"
            );
        }
        for typed in [
            "bluedoorcoffee",
            "@bluedoorcoffee",
            "facebook.com/bluedoorcoffee",
            "https://m.facebook.com/bluedoorcoffee/about/?ref=page_internal",
            "https://www.facebook.com/pg/bluedoorcoffee/photos",
            "https://fb.com/bluedoorcoffee",
        ] {
            let link = facebook(typed);
            assert_eq!(
                link.as_deref(),
                Some("https://www.facebook.com/bluedoorcoffee"),
                "{typed}"
            );
        }
        for (typed, link) in [
            (
                "https://www.facebook.com/profile.php?id=100063512345678&sk=about",
                "https://www.facebook.com/profile.php?id=100063512345678",
            ),
            (
                "https://www.facebook.com/pages/Blue-Door/123456789012",
                "https://www.facebook.com/123456789012",
            ),
            (
                "https://www.facebook.com/pages/category/Cafe/Blue-Door-123456789012/",
                "https://www.facebook.com/123456789012",
            ),
            (
                "https://www.facebook.com/people/Blue-Door/100063512345678/",
                "https://www.facebook.com/profile.php?id=100063512345678",
            ),
            (
                "https://www.facebook.com/p/Blue-Door-Coffee-100063512345678/",
                "https://www.facebook.com/p/Blue-Door-Coffee-100063512345678",
            ),
        ] {
            assert_eq!(facebook(typed).as_deref(), Some(link));
            assert_eq!(
                facebook(link).as_deref(),
                Some(link),
                "canonical links stay"
            );
        }
    }

    #[test]
    fn what_is_no_profile_is_refused() {
        for typed in [
            "",
            "@",
            "blue door",
            "blue..door",
            ".bluedoor",
            "instagram.com",
            "https://www.instagram.com/p/C1a2b3/",
            "https://www.instagram.com/explore/",
            "https://instagram.com.evil.example/bluedoor",
            "https://evilinstagram.com/bluedoor",
            "https://user@instagram.com/bluedoor",
            "javascript://instagram.com/bluedoor",
            "https://example.com/bluedoor",
        ] {
            assert_eq!(instagram(typed), None, "{typed}");
        }
        for typed in [
            "",
            "fb",
            "blue door",
            "https://www.facebook.com/groups/bluedoor",
            "https://www.facebook.com/events/123456",
            "https://www.facebook.com/sharer/sharer.php?u=x",
            "https://l.facebook.com/l.php?u=x",
            "https://www.facebook.com/profile.php?id=abc",
            "https://www.facebook.com/pages/Blue-Door",
            "https://notfacebook.com/bluedoor",
        ] {
            assert_eq!(facebook(typed), None, "{typed}");
        }
    }
}
