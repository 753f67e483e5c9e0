//! Extracts the tags of a page that refer to pictures.

use std::cell::{Cell, RefCell};

use html5ever::{
    buffer_queue::BufferQueue,
    tendril::StrTendril,
    tokenizer::{
        Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts, states::RawKind,
    },
};

use url::Url;

use crate::tags;

/// Maximum size of structured data, in bytes.
const LONGEST_DATA: usize = 512 * 1024;

/// Maximum length of a title, in bytes.
const LONGEST_TITLE: usize = 1_000;

/// Maximum length of a `base`, in bytes.
const LONGEST_BASE: usize = 2_048;

/// Maximum images and addresses kept of each kind.
pub(crate) const MAX_PICTURES: usize = 1_000;

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
    /// The page asks robots to leave its pictures alone.
    pub(crate) no_image_index: bool,
    title: String,
    /// Where its scripts and frames are from.
    sources: Vec<String>,
}

/// What pages of domains without a site call themselves.
const PARKED_TITLES: [&str; 9] = [
    "domain is for sale",
    "domain may be for sale",
    "domain name is for sale",
    "is for sale | hugedomains",
    "buy this domain",
    "domain is parked",
    "parked domain",
    "parked on",
    "this domain has expired",
];
/// Who serves such pages.
const PARKING: [&str; 6] = [
    "sedoparking.com",
    "parkingcrew.net",
    "bodis.com",
    "hugedomains.com",
    "parklogic.com",
    "cashparking.com",
];

impl Page {
    /// Whether the domain has no site of its own.
    pub(crate) fn is_parked(&self, page: &Url) -> bool {
        let title = self.title.to_lowercase();
        let is_parking = |source: &str| PARKING.iter().any(|host| source.contains(host));
        PARKED_TITLES.iter().any(|said| title.contains(said))
            || self.sources.iter().any(|source| is_parking(source))
            || page.host_str().is_some_and(is_parking)
    }
}

/// An `img` or `source`, or a background.
#[derive(Debug)]
pub(crate) struct Image {
    pub(crate) address: String,
    pub(crate) width: Option<u32>,
    /// What the page says about it: class, ID, alt text.
    pub(crate) about: String,
}

/// Reads the page; `None` if one of its tags has too many attributes.
pub(crate) fn read(html: &str) -> Option<Page> {
    let input = BufferQueue::default();
    let tokenizer = Tokenizer::new(Reader::default(), TokenizerOpts::default());
    // A tag can only begin at a `<`, so a segment that the tokenizer answers with nothing leaves one open.
    let mut open: Option<tags::Tag> = None;
    for segment in segments(html) {
        let is_end_tag = segment.starts_with("</");
        if open.is_none() && (is_end_tag || !tokenizer.sink.is_raw.get()) {
            open = tags::Tag::begins(segment);
        }
        if let Some(tag) = &mut open {
            if !tag.read(segment) {
                return None;
            }
            if tag.has_ended() {
                open = None;
            }
        }
        tokenizer.sink.has_token.set(false);
        input.push_back(StrTendril::from(segment));
        let _ = tokenizer.feed(&input);
        if tokenizer.sink.has_token.get() {
            open = None;
        }
    }
    tokenizer.end();
    Some(tokenizer.sink.page.into_inner())
}

/// The page in pieces that begin with `<`, except for the first.
fn segments(html: &str) -> impl Iterator<Item = &str> {
    let mut rest = html;
    std::iter::from_fn(move || {
        let mut bytes = rest.bytes().skip(1);
        let length = bytes.position(|byte| byte == b'<');
        let (segment, behind) = rest.split_at(length.map_or(rest.len(), |length| length + 1));
        rest = behind;
        (!segment.is_empty()).then_some(segment)
    })
}

#[derive(Default)]
struct Reader {
    page: RefCell<Page>,
    /// The structured data being read.
    data: RefCell<Option<String>>,
    /// What the text being read is.
    text: Cell<Text>,
    /// Whether the tokenizer has produced anything since this was reset.
    has_token: Cell<bool>,
    /// Whether it is inside a script or the like, where only an end tag is one.
    is_raw: Cell<bool>,
}

/// Text that says something about the page's pictures.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Text {
    #[default]
    Other,
    Title,
    Style,
}

impl TokenSink for Reader {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        if !matches!(token, Token::ParseError(_)) {
            self.has_token.set(true);
        }
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                let then = self.open(&tag);
                self.is_raw.set(matches!(then, TokenSinkResult::RawData(_)));
                return then;
            }
            Token::TagToken(tag) if &*tag.name != "script" => {
                self.is_raw.set(false);
                self.text.set(Text::Other);
            }
            Token::TagToken(_) => {
                self.is_raw.set(false);
                let data = self.data.borrow_mut().take();
                self.page.borrow_mut().structured.extend(data);
            }
            Token::CharacterTokens(text) => {
                if let Some(data) = self.data.borrow_mut().as_mut()
                    && data.len() + text.len() <= LONGEST_DATA
                {
                    data.push_str(&text);
                }
                self.read_text(&text);
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl Reader {
    fn read_text(&self, text: &str) {
        let mut page = self.page.borrow_mut();
        match self.text.get() {
            Text::Title if page.title.len() < LONGEST_TITLE => page.title.push_str(text),
            Text::Style => backgrounds(&mut page, text),
            Text::Title | Text::Other => {}
        }
    }

    fn open(&self, tag: &Tag) -> TokenSinkResult<()> {
        let mut page = self.page.borrow_mut();
        if let Some(style) = value(tag, "style") {
            backgrounds(&mut page, &style);
        }
        let later = ["data-bg", "data-background", "data-background-image"];
        for address in later.iter().filter_map(|name| value(tag, name)) {
            add_background(&mut page, &address);
        }
        match &*tag.name {
            // Every address is joined to it, so it has to be short.
            "base" if page.base.is_none() => {
                page.base = value(tag, "href").filter(|base| base.len() <= LONGEST_BASE);
            }
            "meta" => {
                let name = value(tag, "property").or_else(|| value(tag, "name"));
                let content = value(tag, "content").filter(|text| !text.trim().is_empty());
                let name = name.unwrap_or_default().to_ascii_lowercase();
                match (name.as_str(), content) {
                    ("og:image" | "og:image:secure_url" | "og:image:url", Some(content))
                        if page.open_graph.len() < MAX_PICTURES =>
                    {
                        page.open_graph.push(content);
                    }
                    ("twitter:image" | "twitter:image:src", Some(content))
                        if page.twitter.len() < MAX_PICTURES =>
                    {
                        page.twitter.push(content);
                    }
                    ("robots" | "townperk", Some(content)) => {
                        let rules = content.to_ascii_lowercase();
                        page.no_image_index |= rules.contains("noimageindex");
                    }
                    _ => {}
                }
            }
            "img" | "source" if page.images.len() < MAX_PICTURES => page.images.extend(image(tag)),
            "script" => {
                let is_data = value(tag, "type")
                    .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/ld+json"));
                *self.data.borrow_mut() = is_data.then(String::new);
                note_source(&mut page, tag);
                return TokenSinkResult::RawData(RawKind::ScriptData);
            }
            "style" | "iframe" | "noembed" => {
                note_source(&mut page, tag);
                if &*tag.name == "style" {
                    self.text.set(Text::Style);
                }
                return TokenSinkResult::RawData(RawKind::Rawtext);
            }
            "title" | "textarea" => {
                if &*tag.name == "title" {
                    self.text.set(Text::Title);
                }
                return TokenSinkResult::RawData(RawKind::Rcdata);
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

fn note_source(page: &mut Page, tag: &Tag) {
    if page.sources.len() < MAX_PICTURES {
        page.sources.extend(value(tag, "src"));
    }
}

/// Adds the pictures in a style: `background: url(…)`.
fn backgrounds(page: &mut Page, style: &str) {
    for part in style.split("url(").skip(1) {
        let Some((address, _)) = part.split_once(')') else {
            continue;
        };
        let address = address.trim().trim_matches(['"', '\'']);
        let path = address.split(['?', '#']).next().unwrap_or_default();
        let ending = path.rsplit('.').next().unwrap_or_default();
        // Fonts, filters and gradients have addresses, too.
        if ["jpg", "jpeg", "png", "webp", "avif"]
            .iter()
            .any(|known| ending.eq_ignore_ascii_case(known))
        {
            add_background(page, address);
        }
    }
}

fn add_background(page: &mut Page, address: &str) {
    if page.images.len() < MAX_PICTURES && !address.is_empty() {
        page.images.push(Image {
            address: address.to_owned(),
            width: None,
            about: String::new(),
        });
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

/// The text of a piece of HTML, with a blank for each tag.
pub(crate) fn text(html: &str) -> String {
    #[derive(Default)]
    struct Words(RefCell<String>);
    impl TokenSink for Words {
        type Handle = ();

        fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
            let mut text = self.0.borrow_mut();
            match token {
                Token::CharacterTokens(part) => text.push_str(&part),
                Token::TagToken(_) => text.push(' '),
                _ => {}
            }
            TokenSinkResult::Continue
        }
    }
    let input = BufferQueue::default();
    let tokenizer = Tokenizer::new(Words::default(), TokenizerOpts::default());
    input.push_back(StrTendril::from(html));
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}
