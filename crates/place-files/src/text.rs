//! Turns bytes of any encoding into clean text.

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::html;

/// Windows-1252 for the bytes 0x80 to 0x9F; U+FFFD for undefined ones.
const WINDOWS_1252_HIGH: [char; 32] = [
    '\u{20AC}', '\u{FFFD}', '\u{201A}', '\u{0192}', '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}',
    '\u{02C6}', '\u{2030}', '\u{0160}', '\u{2039}', '\u{0152}', '\u{FFFD}', '\u{017D}', '\u{FFFD}',
    '\u{FFFD}', '\u{2018}', '\u{2019}', '\u{201C}', '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}',
    '\u{02DC}', '\u{2122}', '\u{0161}', '\u{203A}', '\u{0153}', '\u{FFFD}', '\u{017E}', '\u{0178}',
];

/// The repairs made to a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Repairs {
    /// Invalid UTF-8 was decoded as Windows-1252.
    pub windows_1252: bool,
    /// Invalid UTF-8 was decoded as Mac OS Roman.
    pub mac_roman: bool,
    /// Double-encoded UTF-8 was fixed.
    pub double_encoding: bool,
    /// The text contains U+FFFD.
    pub lost: bool,
    /// HTML was read as the text that it shows.
    pub html: bool,
}

/// Decodes UTF-8, and invalid sequences as Windows-1252, so that files of mixed encoding come out right, too.
pub(crate) fn decode<'a>(bytes: &'a [u8], repairs: &mut Repairs) -> Cow<'a, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let is_mac = is_mac_roman(bytes);
    repairs.mac_roman |= is_mac;
    repairs.windows_1252 |= !is_mac;
    let mut text = String::with_capacity(bytes.len() + 8);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        if is_mac {
            let (letters, ..) = encoding_rs::MACINTOSH.decode(chunk.invalid());
            text.push_str(&letters);
        } else {
            text.extend(chunk.invalid().iter().map(|byte| windows_1252(*byte)));
        }
    }
    Cow::Owned(text)
}

/// Whether invalid UTF-8 comes from an old Macintosh: `Caf\x8e` is "Café" there and "CafŽ" in Windows-1252, `Joe\xd5s`
/// is "Joe’s" and "JoeÕs". Only bytes that are a lowercase letter (or an apostrophe) in one encoding and not in the
/// other count.
fn is_mac_roman(bytes: &[u8]) -> bool {
    let (mut mac, mut windows) = (0_u32, 0_u32);
    for (place, byte) in bytes.iter().enumerate() {
        let beside = |place: Option<usize>| place.and_then(|place| bytes.get(place));
        let (before, after) = (beside(place.checked_sub(1)), beside(Some(place + 1)));
        let is_small = |letter: Option<&u8>| letter.is_some_and(u8::is_ascii_lowercase);
        let follows =
            is_small(before) || (before.is_some_and(u8::is_ascii_uppercase) && is_small(after));
        let is_inside = is_small(before) && is_small(after);
        match byte {
            // á à â ä ã å ç é è ê, and ò ô ö õ ú ù û ü: in Windows-1252 symbols and a few capitals.
            0x87..=0x90 | 0x98 | 0x9A..=0x9D | 0x9F if follows => mac += 1,
            0xD5 if is_inside => mac += 1,
            // à to ÿ; in Mac OS Roman symbols and capitals.
            0xE0..=0xFF if follows => windows += 1,
            0x92 if is_inside => windows += 1,
            _ => {}
        }
    }
    mac > windows
}

fn windows_1252(byte: u8) -> char {
    let high = byte
        .checked_sub(0x80)
        .and_then(|index| WINDOWS_1252_HIGH.get(usize::from(index)));
    high.copied().unwrap_or(char::from(byte))
}

/// The Windows-1252 byte of a character (or its Latin-1 byte for control characters).
fn windows_1252_byte(letter: char) -> Option<u8> {
    if let Ok(byte) = u8::try_from(u32::from(letter)) {
        return Some(byte);
    }
    let index = WINDOWS_1252_HIGH
        .iter()
        .position(|known| *known == letter && letter != '\u{FFFD}')?;
    u8::try_from(index + 0x80).ok()
}

/// Undoes "UTF-8 read as Windows-1252 and written as UTF-8 again" ("CafÃ©"). The bytes of ordinary accented text hardly
/// ever form valid UTF-8, so success is proof enough.
fn undo_double_encoding(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let bytes: Option<Vec<u8>> = text.chars().map(windows_1252_byte).collect();
    String::from_utf8(bytes?).ok()
}

/// Cleans text into one line: reads HTML, removes control and invisible characters, collapses whitespace, normalizes to
/// Unicode normal form C, fixes double encoding and trims. `None` if nothing is left.
pub(crate) fn clean(text: &str, repairs: &mut Repairs) -> Option<String> {
    tidy(text, false, repairs)
}

/// Like [`clean`], but keeps line breaks (as `\n`, never two empty lines in a row).
pub(crate) fn clean_lines(text: &str, repairs: &mut Repairs) -> Option<String> {
    tidy(text, true, repairs)
}

fn tidy(text: &str, keep_lines: bool, repairs: &mut Repairs) -> Option<String> {
    let text = html::shown(text);
    repairs.html |= matches!(text, Cow::Owned(_));
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return None;
    }
    if is_plain(trimmed) {
        return Some(trimmed.to_owned());
    }
    let mended = undo_double_encoding(trimmed);
    repairs.double_encoding |= mended.is_some();
    let source = mended.as_deref().unwrap_or(trimmed);
    let squeezed = squeeze(source, keep_lines);
    repairs.lost |= squeezed.contains('\u{FFFD}');
    let normal = if is_nfc_quick(squeezed.chars()) == IsNormalized::Yes {
        squeezed
    } else {
        squeezed.nfc().collect()
    };
    if normal.is_empty() {
        None
    } else {
        Some(normal)
    }
}

/// Printable ASCII without consecutive spaces: most values, which need no cleaning.
fn is_plain(text: &str) -> bool {
    let mut blank = false;
    text.bytes().all(|byte| {
        let two_blanks = blank && byte == b' ';
        blank = byte == b' ';
        (0x20..0x7F).contains(&byte) && !two_blanks
    })
}

fn squeeze(source: &str, keep_lines: bool) -> String {
    let mut out = String::with_capacity(source.len());
    let (mut blank, mut breaks) = (false, 0_u32);
    let mut letters = source.chars().peekable();
    while let Some(letter) = letters.next() {
        let line_end = match letter {
            '\r' => letters.peek() != Some(&'\n'),
            '\n' | '\u{0B}' | '\u{0C}' | '\u{85}' | '\u{2028}' | '\u{2029}' => true,
            _ => false,
        };
        if line_end {
            breaks += 1;
        }
        if letter.is_whitespace() || letter == '\u{85}' {
            blank = true;
            continue;
        }
        if letter.is_control() || is_invisible(letter) {
            continue;
        }
        if !out.is_empty() {
            match (keep_lines, breaks) {
                (true, 1) => out.push('\n'),
                (true, 2..) => out.push_str("\n\n"),
                _ if blank => out.push(' '),
                _ => {}
            }
        }
        (blank, breaks) = (false, 0);
        out.push(letter);
    }
    out
}

/// Invisible characters, which break comparisons or change the text direction. U+200D (joiner) stays: scripts and emoji
/// need it.
const fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{00AD}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'
            | '\u{2066}'..='\u{2069}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}'
    )
}

/// Words that programs write for "no value".
pub(crate) fn is_placeholder(text: &str) -> bool {
    const WORDS: [&str; 10] = [
        "null",
        "nan",
        "n/a",
        "#n/a",
        "none",
        "(null)",
        "undefined",
        "\\n",
        "nil",
        "unknown",
    ];
    text.len() <= 9
        && (WORDS.iter().any(|word| word.eq_ignore_ascii_case(text))
            || text == "NA"
            || text
                .bytes()
                .all(|byte| matches!(byte, b'-' | b'.' | b'?' | b'_')))
}

/// Whether a text is a web address, whatever its column is named: `https://a.example/permit.pdf`, `www.a.example`.
pub(crate) fn is_web_address(text: &str) -> bool {
    let text = text.trim();
    let begins = |start: &&str| {
        let begin = text.get(..start.len());
        begin.is_some_and(|begin| begin.eq_ignore_ascii_case(start))
    };
    ["http://", "https://", "www."].iter().any(begins) && !text.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleaned(text: &str) -> (Option<String>, Repairs) {
        let mut repairs = Repairs::default();
        (clean(text, &mut repairs), repairs)
    }

    #[test]
    fn blanks_and_invisible_characters_go() {
        assert_eq!(
            cleaned(" \u{feff}Two\0 \t  Beans\u{200b} \r\n")
                .0
                .as_deref(),
            Some("Two Beans")
        );
        assert_eq!(cleaned("\u{200b}\0 \u{7}").0, None);
        assert_eq!(cleaned("A\u{a0}B").0.as_deref(), Some("A B"));
        assert_eq!(cleaned("evil\u{202e}txt").0.as_deref(), Some("eviltxt"));
    }

    #[test]
    fn accents_are_composed() {
        assert_eq!(cleaned("Cafe\u{301}").0.as_deref(), Some("Caf\u{e9}"));
    }

    #[test]
    fn lines_stay_where_they_matter() {
        let mut repairs = Repairs::default();
        let text = clean_lines("Mon 7-3\r\n\r\n\r\n  Tue\t8-2 \rWed off\n", &mut repairs);
        assert_eq!(text.as_deref(), Some("Mon 7-3\n\nTue 8-2\nWed off"));
    }

    #[test]
    fn bytes_of_windows_1252_and_of_both_encodings() {
        let mut repairs = Repairs::default();
        assert_eq!(
            decode(b"Caf\xe9 \x93Bean\x94", &mut repairs),
            "Caf\u{e9} \u{201c}Bean\u{201d}"
        );
        assert!(repairs.windows_1252 && !repairs.mac_roman);
        for (bytes, text) in [
            (&b"Caf\x8e Ol\x8e"[..], "Caf\u{e9} Ol\u{e9}"),
            (b"Joe\xd5s Caf\x8e", "Joe\u{2019}s Caf\u{e9}"),
            (b"Jalape\x96o P\x87jaro", "Jalape\u{f1}o P\u{e1}jaro"),
        ] {
            let mut repairs = Repairs::default();
            assert_eq!(decode(bytes, &mut repairs), text);
            assert!(repairs.mac_roman && !repairs.windows_1252, "{text}");
        }
        let mut repairs = Repairs::default();
        assert_eq!(
            decode(b"Joe\x92s \x96 Caf\xe9", &mut repairs),
            "Joe\u{2019}s \u{2013} Caf\u{e9}"
        );
        assert!(!repairs.mac_roman);
        assert_eq!(
            decode(b"Caf\xc3\xa9, Caf\xe9", &mut Repairs::default()),
            "Caf\u{e9}, Caf\u{e9}"
        );
    }

    #[test]
    fn double_encoding_is_undone_and_said() {
        let (text, repairs) = cleaned("Caf\u{c3}\u{a9} Joe\u{e2}\u{20ac}\u{2122}s");
        assert_eq!(text.as_deref(), Some("Caf\u{e9} Joe\u{2019}s"));
        assert!(repairs.double_encoding);
        let (text, repairs) = cleaned("\u{c3}ngstr\u{f6}m");
        assert_eq!(text.as_deref(), Some("\u{c3}ngstr\u{f6}m"));
        assert_eq!(repairs, Repairs::default());
    }

    #[test]
    fn html_is_read_before_blanks_go() {
        let (text, repairs) = cleaned("Bean&nbsp;There&nbsp;");
        assert_eq!(text.as_deref(), Some("Bean There"));
        assert!(repairs.html);
        assert_eq!(cleaned("One<br>Two").0.as_deref(), Some("One Two"));
        assert_eq!(cleaned("&nbsp;<br/>").0, None);
        assert!(!cleaned("R&D").1.html);
        let mut repairs = Repairs::default();
        let text = clean_lines("Mon 7&ndash;3<br>Tue 8&ndash;2<p>Wed off", &mut repairs);
        assert_eq!(text.as_deref(), Some("Mon 7–3\nTue 8–2\nWed off"));
    }

    #[test]
    fn lost_letters_are_said() {
        let (text, repairs) = cleaned("Caf\u{fffd}");
        assert_eq!(text.as_deref(), Some("Caf\u{fffd}"));
        assert!(repairs.lost);
    }

    #[test]
    fn placeholders() {
        for text in ["NULL", "n/a", "\\N", "NaN", "--", "NA", "?"] {
            assert!(is_placeholder(text), "{text}");
        }
        for text in ["Na", "Nonesuch Coffee", "5", "A-B"] {
            assert!(!is_placeholder(text), "{text}");
        }
    }
}
