//! The protocol's two file types.

use chrono::{DateTime, SecondsFormat, Utc};

use crate::platform::markup::escape;

/// The media type that crawlers expect.
pub(super) const MEDIA_TYPE: &str = "application/xml; charset=utf-8";

const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// An absolute URL, and when it changed.
#[derive(Debug)]
pub(super) struct Entry {
    pub address: String,
    pub changed: Option<DateTime<Utc>>,
}

/// A sitemap index.
pub(super) fn index(files: &[Entry]) -> String {
    list("sitemapindex", "sitemap", files)
}

/// A sitemap.
pub(super) fn urls(pages: &[Entry]) -> String {
    list("urlset", "url", pages)
}

fn list(root: &str, element: &str, entries: &[Entry]) -> String {
    let mut text =
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{root} xmlns=\"{NAMESPACE}\">\n");
    for Entry { address, changed } in entries {
        text.push_str(&format!("<{element}><loc>{}</loc>", escape(address)));
        if let Some(changed) = changed {
            let changed = changed.to_rfc3339_opts(SecondsFormat::Secs, true);
            text.push_str(&format!("<lastmod>{changed}</lastmod>"));
        }
        text.push_str(&format!("</{element}>\n"));
    }
    text.push_str(&format!("</{root}>\n"));
    text
}
