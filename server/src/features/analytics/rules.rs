//! Which events are counted, and from whom.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, BuildError};
use serde::Deserialize;
use url::Url;
use utoipa::ToSchema;

/// How many characters of a search are kept.
pub(super) const LONGEST_SEARCH: usize = 100;
/// The available plans.
const PLANS: [&str; 2] = ["subscription", "one_time"];

/// Longer hosts aren't real names.
const LONGEST_HOST: usize = 100;

/// The type of event.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EventType {
    PageView,
    WebsiteClick,
    PhoneClick,
    DirectionsClick,
    BoostPlanSelected,
    Search,
}

impl EventType {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::PageView => "page_view",
            Self::WebsiteClick => "website_click",
            Self::PhoneClick => "phone_click",
            Self::DirectionsClick => "directions_click",
            Self::BoostPlanSelected => "boost_plan_selected",
            Self::Search => "search",
        }
    }
}

/// The plan in `metadata` (JSON), if it exists: nobody can fill the counts with made-up names.
pub(super) fn plan_of(metadata: &str) -> Option<&'static str> {
    let metadata: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(metadata).ok()?;
    let plan = metadata.get("plan_type")?.as_str()?;
    PLANS.into_iter().find(|known| *known == plan)
}

/// A search text in its counted form, which ignores case.
pub(super) fn search_text(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    shortened(&words.join(" ").to_lowercase(), LONGEST_SEARCH)
}

/// The host of a referring site without `www.`; `None` if there is none.
pub(super) fn host_of(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    if !matches!(url.scheme(), "http" | "https") {
        return None;
    }
    let host = url.host_str()?.to_ascii_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    (host.len() <= LONGEST_HOST).then(|| host.to_owned())
}

fn shortened(text: &str, characters: usize) -> String {
    text.chars()
        .filter(|character| !character.is_control())
        .take(characters)
        .collect()
}

/// Parts of the user agents of programs. Mostly crawlers that run scripts, since others send no events.
const ROBOTS: &[&str] = &[
    "bot",
    "crawl",
    "spider",
    "slurp",
    "headless",
    "lighthouse",
    "pagespeed",
    "preview",
    "monitor",
    "facebookexternalhit",
    "curl/",
    "wget/",
    "python",
    "scrapy",
    "okhttp",
    "go-http-client",
    "java/",
];

/// Whether the user agent is a program rather than a visitor.
pub(super) fn is_robot(user_agent: &str) -> bool {
    static KNOWN: LazyLock<Result<AhoCorasick, BuildError>> = LazyLock::new(|| {
        let mut names = AhoCorasick::builder();
        names.ascii_case_insensitive(true).build(ROBOTS)
    });
    user_agent.is_empty() || KNOWN.as_ref().is_ok_and(|names| names.is_match(user_agent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn robots_are_known_by_their_names() {
        for robot in [
            "",
            "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
            "curl/8.5.0",
            "Mozilla/5.0 HeadlessChrome/120",
        ] {
            assert!(is_robot(robot), "{robot}");
        }
        assert!(!is_robot(
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1"
        ));
    }

    #[test]
    fn a_search_is_short_and_has_one_spelling() {
        assert_eq!(search_text("  Alexandria,\u{0} \n LA "), "alexandria, la");
        assert_eq!(
            search_text(&"ä".repeat(300)).chars().count(),
            LONGEST_SEARCH
        );
    }

    #[test]
    fn of_where_somebody_came_from_the_host_is_kept() {
        for (address, host) in [
            (
                "https://www.Search.example/?q=secret",
                Some("search.example"),
            ),
            ("http://news.example:8080/a", Some("news.example")),
            ("javascript:alert(1)", None),
            ("android-app://com.example", None),
            ("", None),
        ] {
            assert_eq!(host_of(address).as_deref(), host, "{address}");
        }
    }

    #[test]
    fn a_plan_is_read_out_of_the_text() {
        let text = r#"{"plan_type":"one_time","plan_price":5,"ab_test":"pricing_comparison_v1"}"#;
        assert_eq!(plan_of(text), Some("one_time"));
        for text in [
            r#"{"plan_type":"free"}"#,
            r#"{"plan_type":1}"#,
            "{}",
            "[1]",
            "one_time",
        ] {
            assert_eq!(plan_of(text), None, "{text}");
        }
    }
}
