//! HTML in the text of a list: references such as `&#39;`, and tags such as `<br>`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use encoding_rs::WINDOWS_1252;
use entities::ENTITIES;

/// Mathematics and pictures begin here. Their names are words of coffee shops: `Bean&Cup;`, `Salt&Star;`.
const NO_LETTERS: char = '\u{2200}';

/// The names of HTML for letters and punctuation, with what they stand for.
static NAMED: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let named = ENTITIES.iter().filter_map(|entity| {
        let name = entity.entity.strip_prefix('&')?.strip_suffix(';')?;
        let is_text = entity.characters.chars().all(|sign| sign < NO_LETTERS);
        is_text.then_some((name, entity.characters))
    });
    named.collect()
});

/// More than the longest name has.
const LONGEST: usize = 40;

/// References that programs write without their semicolon, too, and that mean nothing else in a list.
const UNENDED: [(&str, char); 11] = [
    ("amp", '&'),
    ("quot", '"'),
    ("nbsp", '\u{A0}'),
    ("#38", '&'),
    ("#038", '&'),
    ("#39", '\''),
    ("#039", '\''),
    ("#x27", '\''),
    ("#8211", '–'),
    ("#8216", '‘'),
    ("#8217", '’'),
];

/// Tags that begin a line.
const LINES: [&str; 25] = [
    "article",
    "blockquote",
    "br",
    "dd",
    "div",
    "dl",
    "dt",
    "h1",
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
    "section",
    "table",
    "tbody",
    "td",
    "th",
    "tr",
    "ul",
];
/// Tags that only shape their text.
const SHAPES: [&str; 21] = [
    "a", "abbr", "b", "big", "center", "cite", "code", "del", "em", "font", "i", "img", "ins",
    "label", "s", "small", "span", "strong", "sub", "sup", "u",
];
/// Attributes without a value, of tags that begin a line. Any other word may be text: `<table service>`.
const BARE: [&str; 6] = [
    "border", "compact", "hidden", "noshade", "nowrap", "reversed",
];

/// What a text shows: references are decoded, line breaks are lines, and other tags of text are left out. A text that was
/// escaped twice (`&amp;#39;`) is read as it was meant, so what was read once stays as it is when it is read again.
pub fn shown(text: &str) -> Cow<'_, str> {
    if memchr::memchr2(b'&', b'<', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let decoded = decoded(text);
    match without_tags(&decoded) {
        Some(plain) => Cow::Owned(plain),
        None => decoded,
    }
}

/// Where a link leads in a text that begins with a tag: `<a href="https://a.example">Website</a>`. The blanks in it are a part
/// of it.
pub(crate) fn link(text: &str) -> Option<String> {
    const BEGIN: &str = " href=";
    let text = decoded(text.trim());
    if !text.starts_with('<') {
        return None;
    }
    let place = text.to_ascii_lowercase().find(BEGIN)? + BEGIN.len();
    let behind = text.get(place..)?;
    let quoted = |mark: char| behind.strip_prefix(mark)?.split_once(mark);
    let address = match quoted('"').or_else(|| quoted('\'')) {
        Some((address, _)) => address,
        None => behind.split([' ', '>']).next()?,
    };
    Some(address.trim().replace(' ', "%20"))
}

/// The characters of a reference by its name; `None` if HTML has no such name.
pub(crate) fn named(name: &str) -> Option<&'static str> {
    NAMED.get(name).copied()
}

/// Whether a field ends with a reference whose semicolon was taken for the end of the field: `Coeur d&#39`.
pub(crate) fn ends_in_reference(field: &[u8]) -> bool {
    let start = memchr::memrchr(b'&', field).map(|place| place + 1);
    let last = start.and_then(|start| field.get(start..));
    let last = last.filter(|last| last.len() <= LONGEST);
    let Some(last) = last.and_then(|last| std::str::from_utf8(last).ok()) else {
        return false;
    };
    let ended = format!("{last};");
    let mut rest = ended.as_str();
    while let Some((length, characters)) = reference(rest) {
        rest = rest.get(length..).unwrap_or_default();
        // What is escaped twice goes on behind its ampersand.
        if rest.is_empty() || characters != "&" {
            return rest.is_empty();
        }
    }
    false
}

fn decoded(text: &str) -> Cow<'_, str> {
    let Some((before, after)) = text.split_once('&') else {
        return Cow::Borrowed(text);
    };
    let mut out = String::with_capacity(text.len());
    out.push_str(before);
    let mut rest = after;
    let mut is_changed = false;
    loop {
        // An ampersand that is itself a reference may begin another one.
        let mut found = reference(rest);
        while let Some((length, "&")) = found.as_ref().map(|(length, text)| (*length, &**text)) {
            is_changed = true;
            rest = rest.get(length..).unwrap_or_default();
            found = reference(rest);
        }
        if let Some((length, characters)) = found {
            is_changed = true;
            out.push_str(&characters);
            rest = rest.get(length..).unwrap_or_default();
        } else {
            out.push('&');
        }
        let Some((before, after)) = rest.split_once('&') else {
            out.push_str(rest);
            break;
        };
        out.push_str(before);
        rest = after;
    }
    if is_changed {
        Cow::Owned(out)
    } else {
        Cow::Borrowed(text)
    }
}

/// The reference at the start of what stands behind an ampersand: its length and its characters.
fn reference(rest: &str) -> Option<(usize, Cow<'static, str>)> {
    let end = rest.bytes().take(LONGEST).position(|byte| byte == b';');
    let ended = end.and_then(|end| {
        let body = rest.get(..end)?;
        let characters = match body.strip_prefix('#') {
            Some(number) => Cow::Owned(numbered(number)?.to_string()),
            None => Cow::Borrowed(named(body)?),
        };
        Some((end + 1, characters))
    });
    ended.or_else(|| {
        let (name, character) = UNENDED.iter().find(|(name, _)| {
            let behind = rest.strip_prefix(*name).map(|rest| rest.chars().next());
            let is_number = name.starts_with('#');
            behind.is_some_and(|next| {
                next.is_none_or(|next| match next {
                    ';' | '=' | '0'..='9' => false,
                    'a'..='f' | 'A'..='F' => is_number && !name.contains('x'),
                    next => is_number || !next.is_alphanumeric(),
                })
            })
        })?;
        Some((name.len(), Cow::Owned(character.to_string())))
    })
}

/// The character of `39` or `x27`. Numbers that HTML reserves are those of Windows-1252, as browsers read them.
fn numbered(number: &str) -> Option<char> {
    let (digits, radix) = match number.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16),
        None => (number, 10),
    };
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return None;
    }
    let code = u32::from_str_radix(digits, radix).ok()?;
    let character = match code {
        0x80..=0x9F => {
            let byte = [u8::try_from(code).ok()?];
            let (text, _) = WINDOWS_1252.decode_without_bom_handling(&byte);
            text.chars().next()?
        }
        _ => char::from_u32(code)?,
    };
    let is_text = character != char::REPLACEMENT_CHARACTER
        && (!character.is_control() || character.is_whitespace());
    is_text.then_some(character)
}

/// The text without its tags; `None` if it has none. `<3` and `<unknown>` are text.
fn without_tags(text: &str) -> Option<String> {
    if !text.contains('<') {
        return None;
    }
    let mut out = String::new();
    let mut rest = text;
    let mut is_changed = false;
    while let Some((before, after)) = rest.split_once('<') {
        out.push_str(before);
        if let Some((is_line, length)) = tag(after) {
            if is_line {
                out.push('\n');
            }
            is_changed = true;
            rest = after.get(length..).unwrap_or_default();
        } else {
            out.push('<');
            rest = after;
        }
    }
    out.push_str(rest);
    is_changed.then_some(out)
}

/// A known tag behind its `<`: whether it begins a line, and its length. `<a local favorite>` is text.
fn tag(after: &str) -> Option<(bool, usize)> {
    let end = memchr::memchr2(b'<', b'>', after.as_bytes())?;
    let (inner, rest) = after.split_at_checked(end)?;
    let bare = inner.strip_prefix('/').unwrap_or(inner);
    let length = bare.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let (name, behind) = bare.split_at_checked(length)?;
    let is_one_of = |names: &[&str], word: &str| {
        let mut names = names.iter();
        names.any(|known| known.eq_ignore_ascii_case(word))
    };
    let is_line = is_one_of(&LINES, name);
    let is_known = is_line || is_one_of(&SHAPES, name);
    let is_blank = |sign: char| sign.is_ascii_whitespace();
    let mut words = behind.trim_end_matches('/').split_ascii_whitespace();
    let has_attributes =
        behind.contains('=') || is_line && words.all(|word| is_one_of(&BARE, word));
    let is_whole = behind.trim_matches(is_blank).trim_matches('/').is_empty()
        || behind.starts_with(is_blank) && has_attributes;
    (is_whole && is_known && rest.starts_with('>')).then_some((is_line, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_read_as_they_are_meant() {
        for (text, expected) in [
            ("Coeur d&#39;Alene", "Coeur d'Alene"),
            ("Coeur d&#x27;Alene", "Coeur d'Alene"),
            ("Joe&#039;s &amp; Sons", "Joe's & Sons"),
            ("Caf&eacute; Lumi&egrave;re", "Café Lumière"),
            ("&quot;Old&quot; Depot", "\"Old\" Depot"),
            ("7 &ndash; 3", "7 – 3"),
            ("7 &#150; 3", "7 – 3"),
            ("Joe&#8217;s&hellip;", "Joe’s…"),
            ("A &AMP; B", "A & B"),
            (
                "https://a.example/?a=1&amp;b=2",
                "https://a.example/?a=1&b=2",
            ),
            // Escaped twice, and three times.
            ("Salt &amp;amp; Steam", "Salt & Steam"),
            ("Salt &amp;amp;amp; Steam", "Salt & Steam"),
            ("Joe&amp;#39;s", "Joe's"),
            ("Caf&amp;eacute;", "Café"),
            // Without the semicolon.
            ("Joe&#39s", "Joe's"),
            ("Salt &amp Steam", "Salt & Steam"),
            ("Salt &#038 Steam &#38 Co", "Salt & Steam & Co"),
            ("Joe&#8217s 7 &#8211 3", "Joe’s 7 – 3"),
        ] {
            assert_eq!(decoded(text), expected, "{text}");
            assert_eq!(decoded(expected), expected, "{text}, again");
        }
    }

    #[test]
    fn an_ampersand_alone_is_one() {
        for text in [
            "R&D Coffee",
            "Q&A Cafe; Bar",
            "Rust & Bean",
            "A&",
            "&",
            "AT&T;",
            "&nosuch;",
            "Bean&Cup; Salt&star;",
            "&#0;",
            "&#xD800;",
            "&#x110000;",
            "&#8;",
            "&#;",
            "&#+39;",
            "Salt &ampersand",
            "https://a.example/?a=1&copy=2&amp=3&reg=4",
            "Unit &#391",
            "Unit &#82170 or &#380",
            "HALF&HALF; CREAM",
            "CLOAK&DAGGER; ALPHA&OMEGA;",
            "BEAN&PARA; SALT&STAR; TEA&CHAI;",
            "Caf&EACute; CAF&EACUTE;",
        ] {
            assert_eq!(decoded(text), text);
            assert!(matches!(decoded(text), Cow::Borrowed(_)), "{text}");
        }
    }

    #[test]
    fn tags_of_text_go() {
        for (text, expected) in [
            ("Line one<br>Line two", "Line one\nLine two"),
            ("One<BR />Two", "One\nTwo"),
            ("<p class=\"x\">One</p >", "\nOne\n"),
            ("<hr / >One<br\n/>", "\nOne\n"),
            ("<td nowrap>One</td>", "\nOne\n"),
            ("<div hidden>One</div><HR NOSHADE />", "\nOne\n\n"),
            (
                "<b>Rust</b> &amp; <a href=\"https://a.example\">Bean</a>",
                "Rust & Bean",
            ),
            ("One&lt;br&gt;Two", "One\nTwo"),
            ("<H6>One</H6>Two", "\nOne\nTwo"),
            ("<!-- One -->", "<!-- One -->"),
            ("<script>", "<script>"),
            ("I <3 Coffee > tea", "I <3 Coffee > tea"),
            ("<unknown>", "<unknown>"),
            ("<bread> & <brunch>", "<bread> & <brunch>"),
            ("a < b", "a < b"),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
        for text in [
            "Best cup <a local favorite>",
            "<i like coffee>",
            "Beans <table service>, <section hidden away>",
            "<b and b>",
            "Beans <small batch>, <a+ service>",
            "<s/m/l>",
        ] {
            assert_eq!(shown(text), text);
        }
    }

    #[test]
    fn a_link_has_its_address_in_its_tag() {
        for (text, address) in [
            (
                "<a href=\"https://a.example/?a=1&amp;b=2\">Website</a>",
                Some("https://a.example/?a=1&b=2"),
            ),
            (
                "<A class='x' HREF='https://a.example/x'>Website</A>",
                Some("https://a.example/x"),
            ),
            (
                "<p><a href=https://a.example>Website</a>",
                Some("https://a.example"),
            ),
            (
                "&lt;a href=&quot;https://a.example/x&quot;&gt;Website&lt;/a&gt;",
                Some("https://a.example/x"),
            ),
            (
                "<a href=\" https://facebook.com/Rust Bean \">Website</a>",
                Some("https://facebook.com/Rust%20Bean"),
            ),
            ("<a title=\"https://a.example\">Website</a>", None),
            ("<b>https://a.example</b>", None),
            ("https://a.example/?x href=https://b.example", None),
        ] {
            assert_eq!(link(text).as_deref(), address, "{text}");
        }
    }

    #[test]
    fn a_field_may_end_in_the_middle_of_a_reference() {
        for field in [
            "Coeur d&#39",
            "Coeur d&amp;#39",
            "Rust &amp",
            "Caf&eacute",
            "Bean&#x27",
        ] {
            assert!(ends_in_reference(field.as_bytes()), "{field}");
        }
        for field in [
            "R&D",
            "Rust & Bean",
            "Joe&#39;s",
            "",
            "A&",
            "amp",
            "Bean&Cup",
        ] {
            assert!(!ends_in_reference(field.as_bytes()), "{field}");
        }
    }
}
