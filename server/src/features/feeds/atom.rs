//! Atom feeds (RFC 4287).

use chrono::{DateTime, SecondsFormat, Utc};
use uuid::Uuid;

use crate::platform::markup::escape;

/// Atom's registered media type.
pub(super) const MEDIA_TYPE: &str = "application/atom+xml; charset=utf-8";

/// A feed. All URLs are absolute.
#[derive(Debug)]
pub(super) struct Feed<'a> {
    pub title: String,
    pub subtitle: &'a str,
    /// The feed's own URL, which also identifies it.
    pub address: String,
    /// The page that it belongs to.
    pub page: String,
    /// Who publishes it.
    pub author: &'a str,
    /// The update time of a feed without entries.
    pub otherwise: DateTime<Utc>,
    pub entries: Vec<Entry>,
}

/// One entry.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub id: Uuid,
    pub title: String,
    pub page: String,
    pub published: DateTime<Utc>,
    pub updated: DateTime<Utc>,
    pub author: Option<String>,
    /// Plain text.
    pub summary: String,
    /// The full HTML.
    pub content: Option<Content>,
}

/// The whole text of an entry.
#[derive(Clone, Debug)]
pub(super) struct Content {
    /// With absolute URLs: few readers know `xml:base`.
    pub html: String,
    pub base: String,
}

impl Feed<'_> {
    /// The document.
    pub(super) fn to_xml(&self) -> String {
        let updated = self.entries.iter().map(|entry| entry.updated).max();
        let mut xml = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"en\">\n\
             <id>{address}</id>\n<title>{title}</title>\n<subtitle>{subtitle}</subtitle>\n<updated>{updated}</updated>\n\
             <link rel=\"self\" type=\"application/atom+xml\" href=\"{address}\"/>\n\
             <link rel=\"alternate\" type=\"text/html\" href=\"{page}\"/>\n\
             <author><name>{author}</name></author>\n",
            address = escape(&self.address),
            title = escape(&self.title),
            subtitle = escape(self.subtitle),
            updated = time(updated.unwrap_or(self.otherwise)),
            page = escape(&self.page),
            author = escape(self.author),
        );
        for entry in &self.entries {
            entry.write(&mut xml);
        }
        xml.push_str("</feed>\n");
        xml
    }
}

impl Entry {
    fn write(&self, xml: &mut String) {
        let author = self.author.as_deref().map_or_else(String::new, |name| {
            format!("<author><name>{}</name></author>", escape(name))
        });
        let content = self.content.as_ref().map_or_else(String::new, |content| {
            format!(
                "<content type=\"html\" xml:base=\"{}\">{}</content>",
                escape(&content.base),
                escape(&content.html)
            )
        });
        xml.push_str(&format!(
            "<entry><id>urn:uuid:{id}</id><title>{title}</title>{author}\
             <link rel=\"alternate\" type=\"text/html\" href=\"{page}\"/>\
             <published>{published}</published><updated>{updated}</updated><summary>{summary}</summary>{content}</entry>\n",
            id = self.id,
            title = escape(&self.title),
            page = escape(&self.page),
            published = time(self.published),
            updated = time(self.updated),
            summary = escape(&self.summary),
        ));
    }
}

fn time(moment: DateTime<Utc>) -> String {
    moment.to_rfc3339_opts(SecondsFormat::Secs, true)
}
