//! The names contained in one: "Oak Hill LLC DBA Lantern - Garfield (City Library)".

use gazetteer::slugify;

use super::{
    LONGEST,
    words::{is_company, telling_words},
};

/// What a part of a written name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::catalog::admission) enum Role {
    /// The shop's name.
    Shop,
    /// Another name of the shop.
    Alias,
    /// The place that houses the shop.
    Host,
    /// The company that runs it.
    Company,
    /// The branch: "Garfield" in "Lantern - Garfield".
    Branch,
    /// What stands in brackets behind the name: a host, a branch or an address.
    Bracket,
}

/// A part of a written name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::catalog::admission) struct Part<'a> {
    pub(in crate::catalog::admission) role: Role,
    pub(in crate::catalog::admission) text: &'a str,
}

/// What stands before a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Nothing,
    TradingAs,
    AlsoKnownAs,
    Slash,
    Open,
    Close,
    Dash,
}

const TRADING_AS: &[&str] = &[
    "doing business as",
    "trading as",
    "d/b/a",
    "d.b.a",
    "d b a",
    "dba",
    "t/a",
];

const ALSO_KNOWN_AS: &[&str] = &[
    "also known as",
    "formerly known as",
    "formerly",
    "a/k/a",
    "a.k.a",
    "aka",
    "f/k/a",
    "f.k.a",
    "fka",
];

/// The parts of a name, in their order, without those that say nothing, like "Inc."; empty for a simple name.
pub(in crate::catalog::admission) fn parts(name: &str) -> Vec<Part<'_>> {
    if !may_have_parts(name) {
        return Vec::new();
    }
    let mut segments = segments(name);
    segments.retain(|(_, text)| tells(text));
    let is_simple =
        segments.len() < 2 && !segments.iter().any(|(mark, _)| *mark == Mark::TradingAs);
    if is_simple {
        return Vec::new();
    }
    let trade = segments
        .iter()
        .rposition(|(mark, _)| *mark == Mark::TradingAs);
    let company_end = trade.unwrap_or(0);
    let own = || segments.iter().skip(company_end);
    let has_other = own().any(|(mark, text)| *mark != Mark::AlsoKnownAs && !is_company(text));
    let is_companys =
        |place: usize, text: &str| place < company_end || has_other && is_company(text);
    let slash = segments
        .iter()
        .enumerate()
        .rposition(|(place, (mark, text))| *mark == Mark::Slash && !is_companys(place, text));
    let mut has_shop = false;
    let roles = segments.iter().enumerate().map(|(place, (mark, text))| {
        let role = match mark {
            _ if is_companys(place, text) => Role::Company,
            Mark::AlsoKnownAs => Role::Alias,
            _ if slash.is_some_and(|slash| place < slash) => Role::Host,
            _ if !has_shop => Role::Shop,
            Mark::Open => Role::Bracket,
            _ => Role::Branch,
        };
        has_shop |= role == Role::Shop;
        Part { role, text }
    });
    roles.collect()
}

/// Most names are simple, and looking for a few letters is cheaper than for marks.
fn may_have_parts(name: &str) -> bool {
    let bytes = name.as_bytes();
    let has_sign = bytes.iter().any(|byte| {
        matches!(
            byte,
            b'/' | b'(' | b'[' | b'@' | b',' | b'|' | b'-' | b'.' | 128..
        )
    });
    has_sign
        || name.split_ascii_whitespace().any(|word| {
            [
                "at", "dba", "dba:", "aka", "aka:", "fka", "fka:", "d", "doing", "trading",
                "formerly", "also",
            ]
            .iter()
            .any(|mark| word.eq_ignore_ascii_case(mark))
        })
}

fn tells(text: &str) -> bool {
    !telling_words(&slugify(text, LONGEST), usize::MAX).is_empty()
}

fn segments(name: &str) -> Vec<(Mark, &str)> {
    let lower = name.to_ascii_lowercase();
    let mut segments = Vec::new();
    let (mut before, mut begin, mut at) = (Mark::Nothing, 0, 0);
    while let Some(rest) = lower.get(at..).filter(|rest| !rest.is_empty()) {
        if let Some((mark, length)) = mark_at(lower.get(..at).unwrap_or_default(), rest) {
            segments.push((before, name.get(begin..at).unwrap_or_default()));
            (before, begin, at) = (mark, at + length, at + length);
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    segments.push((before, name.get(begin..).unwrap_or_default()));
    segments
        .into_iter()
        .map(|(mark, text)| (mark, text.trim_matches([' ', ',', ':', ';', '-'])))
        .collect()
}

/// The mark at the beginning of `rest`, with its length.
fn mark_at(before: &str, rest: &str) -> Option<(Mark, usize)> {
    let last = before.chars().next_back();
    let is_word_start = last.is_none_or(|letter| !letter.is_alphanumeric());
    if is_word_start {
        let tables = [
            (Mark::TradingAs, TRADING_AS),
            (Mark::AlsoKnownAs, ALSO_KNOWN_AS),
        ];
        for (mark, spellings) in tables {
            for spelling in spellings {
                let after = rest.strip_prefix(spelling);
                let after = after.filter(|after| !after.starts_with(char::is_alphanumeric));
                if let Some(after) = after {
                    let signs = after.trim_start_matches(['.', ':', ' ', '-']);
                    return Some((mark, rest.len() - signs.len()));
                }
            }
        }
    }
    let first = rest.chars().next()?;
    let next = rest.get(first.len_utf8()..).unwrap_or_default();
    let is_spaced = last == Some(' ') && next.starts_with(' ');
    let mark = match first {
        '/' if is_in_word(before, next) => return None,
        '/' => Mark::Slash,
        '(' | '[' => Mark::Open,
        ')' | ']' => Mark::Close,
        '@' | ',' | '|' => Mark::Dash,
        '-' | '–' | '—' if is_spaced => Mark::Dash,
        'a' if last == Some(' ') && next.starts_with("t ") => return Some((Mark::Dash, 3)),
        _ => return None,
    };
    Some((mark, first.len_utf8()))
}

/// "24/7", "w/ Friends"
fn is_in_word(before: &str, next: &str) -> bool {
    let ends_with_digit = before.ends_with(|last: char| last.is_ascii_digit());
    let word = before.rsplit(' ').next().unwrap_or_default();
    ends_with_digit && next.starts_with(|first: char| first.is_ascii_digit()) || word.len() == 1
}
