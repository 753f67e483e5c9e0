//! Converts the blog's Markdown to HTML that is safe to show, whoever wrote it.

mod headings;
mod pictures;
#[cfg(test)]
mod tests;

use std::{
    collections::HashSet,
    fmt::{self, Write},
    sync::OnceLock,
};

use ammonia::{Builder, UrlRelative};
use comrak::{
    Arena, Node, Options,
    html::{ChildRendering, Context, format_document_with_formatter, format_node_default},
    nodes::{NodeLink, NodeValue},
    options::Plugins,
    parse_document,
};
use url::Url;

use headings::Headings;
pub use pictures::{Picture, PictureLink, pictures_in};

/// Longer texts are truncated: an article is a few kilobytes, and hostile input must not take forever.
const MAX_BYTES: usize = 256 * 1024;
/// Maximum headings per text.
const MAX_HEADINGS: usize = 500;
/// A line with more nesting than this is treated as plain text, since parsing time grows with the depth of quotes and
/// lists.
const DEEPEST_LINE: usize = 24;
/// Deeper nodes are dropped, since the HTML parser's time grows with the depth of tags.
const DEEPEST_NODE: usize = 120;
/// The `rel` of external links in submitted texts (S14).
const OUTSIDE: &str = "ugc nofollow noopener";

/// Why `markdown` can't be an article, as a sentence for its author. The table of contents has an entry per heading,
/// and a page with tens of thousands can't be rendered.
#[must_use]
pub fn refusal(markdown: &str) -> Option<String> {
    if markdown.len() > MAX_BYTES {
        return Some(format!(
            "The text may have {} KB at most.",
            MAX_BYTES / 1024
        ));
    }
    let arena = Arena::new();
    let root = parse_document(&arena, &bounded(markdown), &options());
    let headings = root
        .descendants()
        .filter(|node| matches!(node.data().value, NodeValue::Heading(_)))
        .count();
    (headings > MAX_HEADINGS).then(|| {
        format!("The text has {headings} headings. At most {MAX_HEADINGS} fit on a page: make some of them plain text.")
    })
}

/// The words of a short text without Markdown's signs, on one line.
#[must_use]
pub fn plain_text(markdown: &str) -> String {
    let arena = Arena::new();
    let root = parse_document(&arena, &bounded(markdown), &options());
    let mut words = String::new();
    for node in root.descendants() {
        match &node.data().value {
            NodeValue::Text(text) => words.push_str(text),
            NodeValue::Code(code) => words.push_str(&code.literal),
            NodeValue::SoftBreak | NodeValue::LineBreak => words.push(' '),
            _ => {}
        }
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Renders `markdown` with the metadata an article needs. Headings start at the second level without gaps, and have
/// unique IDs that start with `part-`; links to other origins than `origin` (such as `https://townperk.example`) get a
/// `rel`. `pictures` looks up our own photos by key; any other picture is replaced by its alt text.
#[must_use]
pub fn to_safe_html(
    markdown: &str,
    origin: &str,
    pictures: &dyn Fn(&str) -> Option<Picture>,
) -> String {
    let options = options();
    let arena = Arena::new();
    let root = parse_document(&arena, &bounded(markdown), &options);
    leave_out_the_deepest(root);
    let mut html = String::new();
    let state = State {
        origin,
        headings: Headings::default(),
        pictures,
    };
    // Writing to a string can't fail.
    let _ = format_document_with_formatter(
        root,
        &options,
        &mut html,
        &Plugins::default(),
        format_node,
        state,
    );
    cleaner().clean(&html).to_string()
}

/// `html` of [`to_safe_html`] for readers who aren't on `page`, its URL: each `href`, `src` and `srcset` is absolute.
#[must_use]
pub fn with_absolute_urls(html: &str, page: &str) -> String {
    let Ok(page) = Url::parse(page) else {
        return html.to_owned();
    };
    let mut builder = allowed();
    let base = page.clone();
    builder
        .attribute_filter(move |tag, name, value| match (tag, name) {
            ("img", "srcset") => Some(pictures::absolute_files(value, &base).into()),
            _ => Some(value.into()),
        })
        .url_relative(UrlRelative::RewriteWithBase(page));
    builder.clean(html).to_string()
}

fn options() -> Options<'static> {
    let mut options = Options::default();
    options.extension.table = true;
    options.extension.strikethrough = true;
    options.extension.autolink = true;
    options
}

/// `markdown` without what would take too long: text beyond [`MAX_BYTES`], and nesting beyond [`DEEPEST_LINE`].
fn bounded(markdown: &str) -> String {
    let end = markdown.floor_char_boundary(MAX_BYTES);
    let text = markdown.get(..end).unwrap_or_default();
    // The parser also ends lines at a lone carriage return.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut kept = String::with_capacity(text.len());
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let (markers, words) = without_markers(line);
        let is_too_deep = markers > DEEPEST_LINE || indent > 4 * DEEPEST_LINE;
        kept.push_str(if is_too_deep { words } else { line });
        kept.push('\n');
    }
    kept
}

/// How many quotes and list items `line` opens, and the rest of the line.
fn without_markers(line: &str) -> (usize, &str) {
    let mut rest = line.trim_start();
    let mut markers = 0;
    loop {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let sign = rest.chars().nth(digits).map_or(0, char::len_utf8);
        let (marker, after) = rest.split_at(digits + sign);
        let is_quote = marker == ">";
        let is_item = match marker.as_bytes() {
            [b'-' | b'+' | b'*'] => true,
            [_, .., b'.' | b')'] => digits > 0,
            _ => false,
        } && after.starts_with([' ', '\t']);
        if !is_quote && !is_item {
            return (markers, rest);
        }
        markers += 1;
        rest = after.trim_start();
    }
}

/// Detaches nodes below [`DEEPEST_NODE`].
fn leave_out_the_deepest(root: Node<'_>) {
    let mut waiting = vec![(root, 0)];
    while let Some((node, depth)) = waiting.pop() {
        let children: Vec<_> = node.children().collect();
        for child in children {
            if depth < DEEPEST_NODE {
                waiting.push((child, depth + 1));
            } else {
                child.detach();
            }
        }
    }
}

/// State of one rendering.
struct State<'a> {
    origin: &'a str,
    headings: Headings,
    pictures: &'a dyn Fn(&str) -> Option<Picture>,
}

fn format_node(
    context: &mut Context<'_, '_, State<'_>>,
    node: Node<'_>,
    entering: bool,
) -> Result<ChildRendering, fmt::Error> {
    match &node.data().value {
        NodeValue::Heading(heading) if entering => {
            let level = context.user.headings.level_of(heading.level);
            let id = context.user.headings.id_of(&node.collect_text());
            context.cr()?;
            write!(context, "<h{level} id=\"{id}\">")?;
            Ok(ChildRendering::HTML)
        }
        NodeValue::Heading(_) => {
            let level = context.user.headings.present_level();
            writeln!(context, "</h{level}>")?;
            Ok(ChildRendering::HTML)
        }
        NodeValue::Link(link) => format_link(context, link, entering),
        NodeValue::Image(link) => {
            let State {
                origin, pictures, ..
            } = &context.user;
            if let Some(picture) = pictures::own_key(&link.url, origin).and_then(pictures) {
                // Its alt text follows as plain text, inside the attribute.
                match entering {
                    true => write!(context, "<img {} alt=\"", picture.attributes())?,
                    false => context.write_str("\">")?,
                }
            }
            Ok(ChildRendering::Plain)
        }
        _ => format_node_default(context, node, entering),
    }
}

fn format_link(
    context: &mut Context<'_, '_, State<'_>>,
    link: &NodeLink,
    entering: bool,
) -> Result<ChildRendering, fmt::Error> {
    if entering {
        context.write_str("<a href=\"")?;
        context.escape_href(&link.url)?;
        context.write_str("\"")?;
        if leads_outside(&link.url, context.user.origin) {
            write!(context, " rel=\"{OUTSIDE}\"")?;
        }
        context.write_str(">")?;
    } else {
        context.write_str("</a>")?;
    }
    Ok(ChildRendering::HTML)
}

/// Whether a browser would leave `origin`. Browsers treat a backslash as a slash, and text before an `@` as a user
/// name.
fn leads_outside(url: &str, origin: &str) -> bool {
    let url = url.trim().to_ascii_lowercase();
    let own = url.strip_prefix(&origin.to_ascii_lowercase());
    let is_own = own.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']));
    let url = url.replace('\\', "/");
    let names_a_host = ["http:", "https:", "//"]
        .iter()
        .any(|start| url.starts_with(start));
    names_a_host && !is_own
}

/// Allows only our own pictures, no raw attributes, and only web and mail URLs.
fn cleaner() -> &'static Builder<'static> {
    static CLEANER: OnceLock<Builder<'static>> = OnceLock::new();
    CLEANER.get_or_init(|| {
        let mut builder = allowed();
        builder.attribute_filter(|tag, name, value| {
            let is_file = matches!((tag, name), ("img", "src" | "srcset"));
            (!is_file || value.starts_with(pictures::FOLDER)).then_some(value.into())
        });
        builder
    })
}

/// The tags, attributes and kinds of URLs of a text, with any picture.
fn allowed() -> Builder<'static> {
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
        "img",
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
        .add_tag_attributes("a", &["href", "rel"])
        .add_tag_attributes("ol", &["start"])
        .add_tag_attributes("img", &pictures::ATTRIBUTES)
        .url_schemes(HashSet::from(["http", "https", "mailto"]))
        .clean_content_tags(HashSet::from(["script", "style"]))
        // Links that need a `rel` already have ours.
        .link_rel(None);
    for heading in ["h2", "h3", "h4", "h5", "h6"] {
        builder.add_tag_attributes(heading, &["id"]);
    }
    builder
}
