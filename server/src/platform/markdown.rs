//! Markdown of the blog to HTML that is safe to show, whoever wrote it.

use std::{collections::HashSet, sync::OnceLock};

use ammonia::Builder;
use comrak::{Options, markdown_to_html};

/// Longer texts are cut: an article is a few kilobytes, and work on hostile input has to end.
pub const MOST_BYTES: usize = 256 * 1024;
/// A line nested deeper than this is taken as text: parsing nested quotes and lists takes time by their depth.
const DEEPEST: usize = 24;

/// Renders `markdown` and keeps what an article needs of it. Headings start at the second level, since the page's own
/// heading is the first; links of others carry the `rel` of texts that people sent in (S14).
#[must_use]
pub fn to_safe_html(markdown: &str) -> String {
    let mut options = Options::default();
    options.extension.table = true;
    options.extension.strikethrough = true;
    options.extension.autolink = true;
    let rendered = markdown_to_html(&bounded(markdown), &options);
    let lowered = lower_headings(&rendered);
    cleaner().clean(&lowered).to_string()
}

/// `markdown` without what would take long: its end beyond [`MOST_BYTES`], and nesting beyond [`DEEPEST`].
fn bounded(markdown: &str) -> String {
    let mut end = markdown.len().min(MOST_BYTES);
    while !markdown.is_char_boundary(end) {
        end -= 1;
    }
    let text = markdown.get(..end).unwrap_or_default();
    let mut kept = String::with_capacity(text.len());
    for line in text.lines() {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        let markers = text
            .chars()
            .take_while(|letter| matches!(letter, '>' | ' ' | '-' | '*' | '+' | '\t'))
            .filter(|letter| !letter.is_whitespace())
            .count();
        if markers > DEEPEST || indent > 4 * DEEPEST {
            kept.push_str(text.trim_start_matches(['>', ' ', '-', '*', '+', '\t']));
        } else {
            kept.push_str(line);
        }
        kept.push('\n');
    }
    kept
}

/// One level down for each heading, when the text has one of the first level. Works on our own renderer's output, where
/// `<` of the text is escaped.
fn lower_headings(html: &str) -> String {
    if !html.contains("<h1>") {
        return html.to_owned();
    }
    let mut lowered = html.to_owned();
    for level in (1..=5).rev() {
        lowered = lowered
            .replace(&format!("<h{level}>"), &format!("<h{}>", level + 1))
            .replace(&format!("</h{level}>"), &format!("</h{}>", level + 1));
    }
    lowered
}

/// No images (there are no photos but our own), no raw attributes, no schemes but the web's and mail.
fn cleaner() -> &'static Builder<'static> {
    static CLEANER: OnceLock<Builder<'static>> = OnceLock::new();
    CLEANER.get_or_init(|| {
        let tags = [
            "a",
            "blockquote",
            "br",
            "code",
            "del",
            "em",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "hr",
            "li",
            "ol",
            "p",
            "pre",
            "strong",
            "table",
            "tbody",
            "td",
            "th",
            "thead",
            "tr",
            "ul",
        ];
        let mut builder = Builder::empty();
        builder
            .tags(HashSet::from(tags))
            .add_tag_attributes("a", &["href", "title"])
            .add_tag_attributes("ol", &["start"])
            .url_schemes(HashSet::from(["http", "https", "mailto"]))
            .clean_content_tags(HashSet::from(["script", "style"]))
            .link_rel(Some("ugc nofollow noopener"));
        builder
    })
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn prose_becomes_html_below_the_page_s_heading() {
        let html = to_safe_html("# Top\n\n## Part\n\nSome *good* **coffee**.\n\n1. one\n2. two\n");
        assert!(
            html.contains("<h2>Top</h2>") && html.contains("<h3>Part</h3>"),
            "{html}"
        );
        assert!(
            html.contains("<em>good</em> <strong>coffee</strong>"),
            "{html}"
        );
        assert!(
            html.contains("<ol>") && html.contains("<li>one</li>"),
            "{html}"
        );
        assert!(to_safe_html("## Part").contains("<h2>Part</h2>"));
    }

    #[test]
    fn nothing_of_an_attack_is_left() {
        let attacks = [
            "<script>alert(1)</script>",
            "[click](javascript:alert(1))",
            "[click](JaVaScRiPt&#58;alert(1))",
            "[click](data:text/html;base64,PHNjcmlwdD4=)",
            "![x](data:image/svg+xml,<svg onload=alert(1)>)",
            "<img src=x onerror=alert(1)>",
            "<a href=\"vbscript:x\" onclick=\"alert(1)\">x</a>",
            "<iframe src=https://example.org></iframe>",
            "<p style=\"position:fixed\">x</p>",
            "[a]: javascript:alert(1)\n\n[a]",
            "<javascript:alert(1)>",
        ];
        for attack in attacks {
            let html = to_safe_html(attack).to_lowercase();
            for bad in [
                "<script",
                "<img",
                "<iframe",
                "<svg",
                "style=",
                "href=\"javascript",
                "href=\"data",
                "href=\"vbscript",
                " onerror=\"",
                " onclick=\"",
            ] {
                assert!(!html.contains(bad), "{attack} left {bad}: {html}");
            }
        }
    }

    #[test]
    fn links_of_others_say_so() {
        let html = to_safe_html("[shop](https://example.org/)");
        assert!(html.contains(r#"href="https://example.org/""#), "{html}");
        assert!(html.contains(r#"rel="ugc nofollow noopener""#), "{html}");
    }

    #[test]
    fn a_megabyte_of_nesting_ends_soon() {
        let million = 1_000_000;
        let staircase: String = (0..1000)
            .map(|depth| format!("{}- x\n", "  ".repeat(depth)))
            .collect();
        let hostile = [
            ">".repeat(million),
            "> ".repeat(million / 2),
            "- ".repeat(million / 2),
            "> - ".repeat(million / 4),
            format!("{}\n", "> ".repeat(400)).repeat(1200),
            staircase,
            "[".repeat(million),
            "*a **b ".repeat(million / 7),
            "<a".repeat(million / 2),
            "`".repeat(million),
        ];
        for text in hostile {
            let started = Instant::now();
            let html = to_safe_html(&text);
            let start: String = text.chars().take(12).collect();
            assert!(
                started.elapsed() < Duration::from_secs(5),
                "{start}: {:?}",
                started.elapsed()
            );
            assert!(html.len() < 8 * MOST_BYTES, "{start}: {}", html.len());
        }
    }
}
