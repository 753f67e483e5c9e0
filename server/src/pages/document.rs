//! The parts of a document that aren't React's: doctype, style sheets, modules, and the state for hydration.

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{bundle::WebBundle, routes::PageRoute};
use crate::{catalog::SiteFacts, platform::markup::escape};

/// A page's status, as given to the script and the browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageOutcome {
    Found,
    /// 404, with the screen that says so.
    Missing(MissingKind),
    /// 404: the list has no page with that number.
    BeyondEnd {
        /// The query of the last page, including the question mark.
        last: String,
    },
    /// 404: the query has an invalid parameter.
    Unreadable {
        /// A sentence that names the parameter.
        reason: String,
    },
    /// 410: a shop that was removed (D5).
    Gone,
}

/// The screens that say "not found".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MissingKind {
    City,
    Breakfast,
    Coffee,
    Shop,
    Article,
    Category,
    Tag,
    Page,
}

impl MissingKind {
    /// The kind with this name in the route table.
    #[must_use]
    pub fn named(name: &str) -> Self {
        match name {
            "city" => Self::City,
            "breakfast" => Self::Breakfast,
            "coffee" => Self::Coffee,
            "shop" => Self::Shop,
            "article" => Self::Article,
            "category" => Self::Category,
            "tag" => Self::Tag,
            _ => Self::Page,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::City => "city",
            Self::Breakfast => "breakfast",
            Self::Coffee => "coffee",
            Self::Shop => "shop",
            Self::Article => "article",
            Self::Category => "category",
            Self::Tag => "tag",
            Self::Page => "page",
        }
    }
}

impl PageOutcome {
    /// The HTTP status.
    #[must_use]
    pub fn status(&self) -> u16 {
        match self {
            Self::Found => 200,
            Self::Missing(_) | Self::BeyondEnd { .. } | Self::Unreadable { .. } => 404,
            Self::Gone => 410,
        }
    }
}

impl Serialize for PageOutcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("status", &self.status())?;
        match self {
            Self::Found => {}
            Self::Missing(kind) => map.serialize_entry("kind", kind.name())?,
            Self::BeyondEnd { last } => {
                map.serialize_entry("kind", "end")?;
                map.serialize_entry("last", last)?;
            }
            Self::Unreadable { reason } => {
                map.serialize_entry("kind", "query")?;
                map.serialize_entry("reason", reason)?;
            }
            Self::Gone => map.serialize_entry("kind", "shop")?,
        }
        map.end()
    }
}

/// The link to the style sheet of the site's own look, after ours; none while it looks as shipped.
pub(super) fn look_of(facts: &SiteFacts) -> String {
    if !facts.look.is_styled() {
        return String::new();
    }
    format!(
        "<link rel=\"stylesheet\" href=\"/look.css?v={}\">",
        facts.mark
    )
}

/// What a shell shows when JavaScript is off.
fn without_javascript(site: &str) -> String {
    format!(
        "<noscript><div class=\"awning\"></div><div class=\"page plain-page\">\
         <h1>This page needs JavaScript</h1><p>Turn it on in your browser, then reload the page. The coffee shops \
         and towns on {site} work without it.</p><p><a class=\"button button-primary\" href=\"/\">Go to the home \
         page</a></p></div></noscript>"
    )
}

/// Style sheet and module tags, built once.
#[derive(Debug)]
pub(super) struct Shell {
    web: WebBundle,
    head: String,
}

impl Shell {
    pub(super) fn new(web: &WebBundle) -> Self {
        let head = web
            .style_sheets()
            .iter()
            .map(|sheet| format!("<link rel=\"stylesheet\" href=\"{sheet}\">"))
            .collect();
        Self {
            web: web.clone(),
            head,
        }
    }

    /// Wraps what React rendered in the rest of the document.
    pub(super) fn complete(
        &self,
        look: &str,
        drawn: &str,
        route: Option<&PageRoute>,
        outcome: &PageOutcome,
        reads: &[(String, Option<String>)],
    ) -> String {
        let (head, starter) = (&self.head, self.starter(route));
        let state = state(outcome, false, reads);
        let mut html =
            String::with_capacity(drawn.len() + head.len() + state.len() + starter.len() + 128);
        html.push_str("<!DOCTYPE html>");
        let (before_head_end, rest) = split_before(drawn, "</head>");
        let (body, end) = split_before_last(rest, "</body>");
        for part in [before_head_end, head, look, &starter, body, &state, end] {
            html.push_str(part);
        }
        html
    }

    /// Adds the style sheets to what React rendered, and no scripts.
    pub(super) fn without_script(&self, look: &str, drawn: &str) -> String {
        let (before_head_end, rest) = split_before(drawn, "</head>");
        ["<!DOCTYPE html>", before_head_end, &self.head, look, rest].concat()
    }

    /// A document that the browser renders itself.
    pub(super) fn empty(
        &self,
        (site, look): (&str, &str),
        route: Option<&PageRoute>,
        outcome: &PageOutcome,
    ) -> String {
        let site = escape(site);
        format!(
            "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
             content=\"width=device-width, initial-scale=1\"><title>{}</title>{}{}{}</head><body>\
             <div id=\"shell\"></div>{}{}{}</body></html>",
            site,
            self.head,
            look,
            self.chunks_of(route)
                .map(|file| format!("<link rel=\"modulepreload\" href=\"{file}\">"))
                .collect::<String>(),
            without_javascript(&site),
            state(outcome, true, &[]),
            self.web
                .entry()
                .map(|entry| format!("<script type=\"module\" src=\"{entry}\"></script>"))
                .unwrap_or_default()
        )
    }

    /// A page with two sentences and no script.
    pub(super) fn plain(&self, title: &str, advice: &str) -> String {
        format!(
            "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
             content=\"width=device-width, initial-scale=1\"><meta name=\"robots\" content=\"noindex\">\
             <title>{title}</title>{}</head><body><main class=\"page plain-page\"><h1>{title}</h1><p>{advice}</p>\
             <p><a href=\"/\">Home</a></p></main></body></html>",
            self.head
        )
    }

    /// The script of a page that is there without it: a few hundred bytes that arrive with the style sheet, so that
    /// nothing pressed is lost. Style sheet and fonts go before the app, whose modules it is told and which it loads
    /// when the page is on the screen.
    fn starter(&self, route: Option<&PageRoute>) -> String {
        let (Some(starter), Some(entry)) = (self.web.starter(), self.web.entry()) else {
            return String::new();
        };
        let modules: Vec<String> = std::iter::once(entry)
            .chain(self.chunks_of(route))
            .collect();
        format!(
            "<script type=\"module\" async src=\"{starter}\" fetchpriority=\"high\" data-modules=\"{}\"></script>",
            modules.join(" ")
        )
    }

    /// What the route's screen needs besides the entry.
    fn chunks_of(&self, route: Option<&PageRoute>) -> impl Iterator<Item = String> {
        route
            .and_then(|route| route.module.as_deref())
            .map(|module| self.web.chunks_of(module))
            .into_iter()
            .flatten()
    }
}

/// The data block for hydration: exactly the bytes that the script got. `<` is escaped, so no text can end the block.
fn state(outcome: &PageOutcome, shell: bool, reads: &[(String, Option<String>)]) -> String {
    let mut outcome = serde_json::to_value(outcome).unwrap_or_default();
    if let (true, Some(fields)) = (shell, outcome.as_object_mut()) {
        fields.insert("shell".to_owned(), true.into());
    }
    let reads: Vec<String> = reads
        .iter()
        .map(|(address, json)| {
            format!(
                "{}:{}",
                serde_json::Value::from(address.as_str()),
                json.as_deref().unwrap_or("null")
            )
        })
        .collect();
    let json = format!(
        "{{\"outcome\":{outcome},\"reads\":{{{}}}}}",
        reads.join(",")
    );
    format!(
        "<script type=\"application/json\" id=\"page-state\">{}</script>",
        json.replace('<', "\\u003c")
    )
}

fn split_before<'a>(text: &'a str, mark: &str) -> (&'a str, &'a str) {
    text.find(mark)
        .map_or((text, ""), |place| text.split_at(place))
}

fn split_before_last<'a>(text: &'a str, mark: &str) -> (&'a str, &'a str) {
    text.rfind(mark)
        .map_or((text, ""), |place| text.split_at(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_can_end_the_state_block() {
        let reads = [(
            "/api/x".to_owned(),
            Some(r#"{"name":"</script><script>alert(1)</script>"}"#.to_owned()),
        )];
        let block = state(&PageOutcome::Found, false, &reads);
        assert_eq!(block.matches("</script>").count(), 1);
        let json = block
            .strip_prefix("<script type=\"application/json\" id=\"page-state\">")
            .and_then(|rest| rest.strip_suffix("</script>"))
            .unwrap();
        let value: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(
            value["reads"]["/api/x"]["name"],
            "</script><script>alert(1)</script>"
        );
        assert_eq!(value["outcome"]["status"], 200);
    }
}
