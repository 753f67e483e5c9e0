//! Files that programs expect at fixed URLs: robots.txt (RFC 9309), security.txt (RFC 9116), llms.txt, and the web
//! app's manifest.

use chrono::{Datelike, Months, NaiveDate, SecondsFormat};
use serde_json::json;

use crate::{
    catalog::{
        View,
        document::{Content, Document},
    },
    features::Room,
    platform::error::{Error, Result},
};

const TEXT: &str = "text/plain; charset=utf-8";

/// What crawlers shouldn't read. Search pages aren't listed, because crawlers must see their `noindex`.
const DISALLOWED: &[&str] = &[
    "/admin",
    "/admin-login",
    "/analytics",
    "/api/",
    "/demo",
    "/sign-in",
    "/your-shop/",
];

/// Crawlers that collect text for language models, by their operators' names for them.
const AI_CRAWLERS: &[&str] = &[
    "AI2Bot",
    "Amazonbot",
    "anthropic-ai",
    "Applebot-Extended",
    "Bytespider",
    "CCBot",
    "ChatGPT-User",
    "Claude-SearchBot",
    "Claude-User",
    "ClaudeBot",
    "cohere-ai",
    "Diffbot",
    "Google-Extended",
    "GPTBot",
    "Meta-ExternalAgent",
    "OAI-SearchBot",
    "Perplexity-User",
    "PerplexityBot",
];

/// All documents of this room. `ai_crawlers`: whether AI crawlers may read the site.
#[must_use]
pub fn documents(ai_crawlers: bool) -> Vec<Document> {
    vec![
        Document::new("/robots.txt", move |view, _| Ok(robots(view, ai_crawlers))),
        Document::new("/.well-known/security.txt", |view, _| security(view)),
        Document::new("/llms.txt", |view, _| Ok(llms(view))),
        Document::new("/site.webmanifest", |view, _| Ok(manifest(view))),
    ]
}

fn robots(view: &View, ai_crawlers: bool) -> Content {
    let mut text = String::new();
    if !ai_crawlers {
        for name in AI_CRAWLERS {
            text.push_str(&format!("User-agent: {name}\n"));
        }
        text.push_str("Disallow: /\n\n");
    }
    text.push_str("User-agent: *\n");
    for path in DISALLOWED {
        text.push_str(&format!("Disallow: {path}\n"));
    }
    text.push_str(&format!(
        "Allow: /api/docs\n\nSitemap: {}/sitemap.xml\n",
        view.site().origin
    ));
    Content::text(TEXT, text)
}

/// Expires half a year after the start of the month, so it is always in the future and rarely changes.
fn security(view: &View) -> Result<Content> {
    let today = view.now().date_naive();
    let month = NaiveDate::from_ymd_opt(today.year(), today.month(), 1);
    let midnight = |months: u32| {
        let day = month?.checked_add_months(Months::new(months))?;
        Some(day.and_hms_opt(0, 0, 0)?.and_utc())
    };
    let (Some(next_month), Some(expires)) = (midnight(1), midnight(6)) else {
        return Err(Error::Internal("the calendar ends".to_owned()));
    };
    view.changes_at(next_month);
    let site = view.site();
    let contact = site.support_email.as_ref().map_or_else(
        || format!("{}/contact", site.origin),
        |address| format!("mailto:{address}"),
    );
    let text = format!(
        "Contact: {contact}\nExpires: {}\nPreferred-Languages: en\nCanonical: {}/.well-known/security.txt\n",
        expires.to_rfc3339_opts(SecondsFormat::Secs, true),
        site.origin
    );
    Ok(Content::text(TEXT, text))
}

fn llms(view: &View) -> Content {
    let site = view.site();
    let origin = &site.origin;
    let text = format!(
        "# {name}\n\n\
         > The public directory of independent, non-franchise coffee shops in small towns and cities of the United States: \
         addresses, opening hours, amenities, votes of visitors, and local stories.\n\n\
         Every page is complete HTML and works without scripts. Shops and towns carry schema.org data in JSON-LD. Opening \
         hours are in the shop's own time zone; unknown hours are said to be unknown.\n\n\
         ## Directory\n\n\
         - [Cities]({origin}/cities): every town of the directory, by state\n\
         - [Sitemap]({origin}/sitemap.xml): every page, with the time of its last change\n\
         - [Blog]({origin}/blog): articles about coffee, coffee shops and small towns\n\
         - [Data sources]({origin}/data-sources): where the facts come from, and their licenses\n\n\
         ## For programs\n\n\
         - [API]({origin}/api/docs): the public reads, without a key\n\
         - [OpenAPI description]({origin}/api/openapi.json): the same for machines\n\
         - [News]({origin}/feed.atom): new shops and stories as an Atom feed; each town has its own at /cities/{{slug}}/feed.atom\n\
         - [Articles]({origin}/blog/feed.atom): the blog as an Atom feed, with whole texts\n",
        name = site.name,
    );
    Content::text("text/markdown; charset=utf-8", text)
}

fn manifest(view: &View) -> Content {
    let name = &view.site().name;
    let icon = |size: &str, purpose: &str| json!({"src": format!("/icon-{size}.png"), "sizes": format!("{size}x{size}"), "type": "image/png", "purpose": purpose});
    let look = view.site().look;
    let own = |file: &str, size: &str, purpose: &str| {
        let version = look.icon.unwrap_or_default();
        json!({"src": format!("/site-icon/{file}?v={version}"), "sizes": size, "type": "image/png", "purpose": purpose})
    };
    let icons = match (look.icon, look.logo) {
        (Some(_), _) => json!([
            own("192.png", "192x192", "any"),
            own("512.png", "512x512", "any"),
            own("maskable-512.png", "512x512", "maskable")
        ]),
        // One of which there is no picture: browsers draw it themselves.
        (None, Some(logo)) => {
            let kind = if logo.is_svg {
                "image/svg+xml"
            } else {
                "image/png"
            };
            json!([{ "src": logo.path(), "sizes": "any", "type": kind, "purpose": "any" }])
        }
        (None, None) => json!([
            icon("192", "any"),
            icon("512", "any"),
            icon("512", "maskable")
        ]),
    };
    let manifest = json!({
        "name": name,
        "short_name": name,
        "description": "Independent coffee shops in small towns",
        "start_url": "/",
        "display": "minimal-ui",
        "background_color": "#f8f2e4",
        "theme_color": "#f8f2e4",
        "icons": icons,
    });
    Content::text(
        "application/manifest+json",
        serde_json::to_string(&manifest).unwrap_or_default(),
    )
}

/// This room's contributions.
pub const ROOM: Room = Room {
    documents: |parts| documents(parts.settings.ai_crawlers),
    ..Room::EMPTY
};
