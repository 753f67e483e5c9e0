//! Extracts the tags of a page that refer to pictures.

use std::cell::RefCell;

use html5ever::{
    buffer_queue::BufferQueue,
    tendril::StrTendril,
    tokenizer::{
        Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts, states::RawKind,
    },
};

/// Maximum size of structured data, in bytes.
const LONGEST_DATA: usize = 512 * 1024;

/// A page's tags, collected in one pass.
#[derive(Debug, Default)]
pub(crate) struct Page {
    pub(crate) base: Option<String>,
    /// Link preview images.
    pub(crate) open_graph: Vec<String>,
    pub(crate) twitter: Vec<String>,
    /// JSON-LD texts.
    pub(crate) structured: Vec<String>,
    pub(crate) images: Vec<Image>,
}

/// An `img` or `source`.
#[derive(Debug)]
pub(crate) struct Image {
    pub(crate) address: String,
    pub(crate) width: Option<u32>,
    /// What the page says about it: class, ID, alt text.
    pub(crate) about: String,
}

pub(crate) fn read(html: &str) -> Page {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(html));
    let tokenizer = Tokenizer::new(Reader::default(), TokenizerOpts::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.page.into_inner()
}

#[derive(Default)]
struct Reader {
    page: RefCell<Page>,
    /// The structured data being read.
    data: RefCell<Option<String>>,
}

impl TokenSink for Reader {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => return self.open(&tag),
            Token::TagToken(tag) if &*tag.name == "script" => {
                let data = self.data.borrow_mut().take();
                self.page.borrow_mut().structured.extend(data);
            }
            Token::CharacterTokens(text) => {
                if let Some(data) = self.data.borrow_mut().as_mut()
                    && data.len() + text.len() <= LONGEST_DATA
                {
                    data.push_str(&text);
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl Reader {
    fn open(&self, tag: &Tag) -> TokenSinkResult<()> {
        let mut page = self.page.borrow_mut();
        match &*tag.name {
            "base" if page.base.is_none() => page.base = value(tag, "href"),
            "meta" => {
                let name = value(tag, "property").or_else(|| value(tag, "name"));
                let content = value(tag, "content").filter(|text| !text.trim().is_empty());
                let name = name.unwrap_or_default().to_ascii_lowercase();
                match (name.as_str(), content) {
                    ("og:image" | "og:image:secure_url" | "og:image:url", Some(content)) => {
                        page.open_graph.push(content);
                    }
                    ("twitter:image" | "twitter:image:src", Some(content)) => {
                        page.twitter.push(content);
                    }
                    _ => {}
                }
            }
            "img" | "source" => page.images.extend(image(tag)),
            "script" => {
                let is_data = value(tag, "type")
                    .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/ld+json"));
                *self.data.borrow_mut() = is_data.then(String::new);
                return TokenSinkResult::RawData(RawKind::ScriptData);
            }
            "style" | "iframe" | "noembed" => {
                return TokenSinkResult::RawData(RawKind::Rawtext);
            }
            "title" | "textarea" => return TokenSinkResult::RawData(RawKind::Rcdata),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

fn value(tag: &Tag, name: &str) -> Option<String> {
    let found = tag
        .attrs
        .iter()
        .find(|attribute| &*attribute.name.local == name);
    found.map(|attribute| attribute.value.to_string())
}

fn image(tag: &Tag) -> Option<Image> {
    let about = ["class", "id", "alt", "title"];
    let about: Vec<String> = about.iter().filter_map(|name| value(tag, name)).collect();
    let sets = ["srcset", "data-srcset", "data-lazy-srcset"];
    let largest = sets
        .iter()
        .filter_map(|name| value(tag, name))
        .find_map(|set| largest_of(&set));
    let sources = ["data-src", "data-lazy-src", "data-original", "src"];
    let source = || {
        let mut sources = sources.iter().filter_map(|name| value(tag, name));
        sources.find(|text| !text.trim().is_empty() && !text.starts_with("data:"))
    };
    let (address, width) = match largest {
        Some((address, width)) => (address, Some(width)),
        None => (
            source()?,
            value(tag, "width").and_then(|text| text.trim().parse().ok()),
        ),
    };
    Some(Image {
        address,
        width,
        about: about.join(" "),
    })
}

/// The widest picture in a `srcset`.
fn largest_of(set: &str) -> Option<(String, u32)> {
    set.split(", ")
        .flat_map(|part| part.split(",\n"))
        .filter_map(|part| {
            let mut words = part.split_whitespace();
            let address = words.next()?.trim_end_matches(',');
            let width = words.next()?.trim_end_matches(',').strip_suffix('w')?;
            Some((address.to_owned(), width.parse().ok()?))
        })
        .max_by_key(|(_, width)| *width)
}
