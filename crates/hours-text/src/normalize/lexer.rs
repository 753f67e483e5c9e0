//! Characters to lexemes: words, clock times and punctuation. The only interpretation is what a time looks like.

use super::clock_pair::{Style, Written};

/// A lexeme and its text, in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lexeme {
    pub kind: Kind,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    /// A number, by itself or as a time of day.
    Clock(Written),
    Dash,
    Colon,
    /// A weak separator: comma, bracket, bullet.
    Comma,
    /// Joins two of a kind: ampersand, slash.
    And,
    /// A strong separator: line break, semicolon, period.
    Break,
}

/// Whitespace or invisible.
pub(super) fn is_blank(character: char) -> bool {
    character.is_whitespace()
        || matches!(
            character,
            '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}'
        )
}

/// `None` if there is a character that doesn't occur in hours.
pub(super) fn lexemes(text: &str) -> Option<Vec<Lexeme>> {
    let mut scanner = Scanner {
        rest: text,
        found: Vec::new(),
    };
    while let Some(character) = scanner.peek() {
        scanner.step(character)?;
    }
    Some(scanner.found)
}

struct Scanner<'text> {
    rest: &'text str,
    found: Vec<Lexeme>,
}

impl Scanner<'_> {
    fn step(&mut self, character: char) -> Option<()> {
        if character.is_ascii_digit() {
            return self.number();
        }
        if character.is_ascii_alphabetic() {
            self.word();
            return Some(());
        }
        self.take(character.len_utf8());
        let kind = match character {
            '\n' | '\r' | '\u{2028}' | '\u{2029}' | ';' => Kind::Break,
            _ if is_blank(character) => return Some(()),
            '*' | '-' | '•' | '·' | '\u{2010}'..='\u{2015}' if self.at_line_start() => {
                return Some(());
            }
            // `Tu--Su`: two dashes count as one.
            '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' if self.is_behind_dash() => return Some(()),
            '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' => Kind::Dash,
            ':' | '@' | '=' => Kind::Colon,
            '/' | '&' => Kind::And,
            ',' | '|' | '(' | ')' | '[' | ']' | '•' | '·' => Kind::Comma,
            '.' | '!' if self.follows_abbreviation() => return Some(()),
            '.' | '!' => Kind::Break,
            _ => return None,
        };
        self.push(kind, character.to_string());
        Some(())
    }

    fn is_behind_dash(&self) -> bool {
        self.found
            .last()
            .is_some_and(|last| last.kind == Kind::Dash)
    }

    /// Letters, dropping apostrophes inside a word (`we're`, `Sunday's`).
    fn word(&mut self) {
        let length = self
            .rest
            .find(|c: char| !(c.is_ascii_alphabetic() || matches!(c, '\'' | '’')))
            .unwrap_or(self.rest.len());
        let mut word = self.take(length).to_ascii_lowercase();
        word.retain(|c| c.is_ascii_alphabetic());
        self.push(Kind::Word, word);
    }

    /// `7`, `7:30`, `7.30`, `0700`, `730`, each with or without `am`, `p.m.`, `a`; an ordinal (`4th`) is a word.
    fn number(&mut self) -> Option<()> {
        let digits = self.take_digits().to_owned();
        let minutes = self.minutes();
        let (hour, minute) = match (digits.len(), minutes) {
            (1 | 2, None) if digits.chars().all(|digit| digit == '0') => return None,
            (1 | 2, minutes) => (digits.parse().ok()?, minutes.unwrap_or(0)),
            (3, None) if digits.starts_with('0') => return None,
            (3 | 4, None) => {
                let (hour, minute) = digits.split_at(digits.len() - 2);
                (hour.parse().ok()?, minute.parse().ok()?)
            }
            _ => return None,
        };
        if ["st", "nd", "rd", "th"]
            .iter()
            .any(|ending| self.eat_ending(ending))
        {
            self.push(Kind::Word, format!("{digits}th"));
            return Some(());
        }
        let style = match self.half() {
            Some(half) => half,
            None if digits.starts_with('0') || hour > 12 => Style::TwentyFour,
            None => Style::Bare,
        };
        if self.peek().is_some_and(|c| c.is_ascii_alphabetic()) && !self.at_unit() {
            // `3m`, `2Sun`: a letter or a space is missing.
            return None;
        }
        let text = match (minutes, style) {
            (None, Style::Bare | Style::TwentyFour) => digits,
            // Only a plain number can be part of phrases such as "7 days a week".
            _ => String::new(),
        };
        let written = Written {
            hour,
            minute,
            style,
        };
        self.push(Kind::Clock(written), text);
        Some(())
    }

    /// The minutes after `7:` or `7.`, which must be exactly two digits.
    fn minutes(&mut self) -> Option<u8> {
        let after = self.rest.strip_prefix([':', '.'])?;
        let (digits, behind) = after.split_at_checked(2)?;
        let complete = digits.bytes().all(|b| b.is_ascii_digit())
            && !behind.starts_with(|c: char| c.is_ascii_digit());
        if !complete {
            return None;
        }
        self.rest = behind;
        digits.parse().ok()
    }

    /// `am`, `a.m.`, `AM`, with or without spaces before; a single `a` or `p` only right after the number.
    fn half(&mut self) -> Option<Style> {
        let start = self.rest.trim_start_matches(is_blank_in_line);
        let glued = start.len() == self.rest.len();
        let style = match start.chars().next()?.to_ascii_lowercase() {
            'a' => Style::Am,
            'p' => Style::Pm,
            _ => return None,
        };
        let letter = start.get(1..)?;
        let dotted = letter.strip_prefix('.').unwrap_or(letter);
        let spaced = dotted.trim_start_matches(is_blank_in_line);
        let whole = spaced
            .strip_prefix(['m', 'M'])
            .filter(|_| letter.len() == spaced.len() || letter.len() > dotted.len());
        let (end, is_dotted) = match whole {
            Some(end) => (end, letter.len() > dotted.len()),
            None if glued => (letter, false),
            None => return None,
        };
        if end.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            return None;
        }
        self.rest = match end.strip_prefix('.') {
            Some(after) if is_dotted => after,
            _ => end,
        };
        Some(style)
    }

    /// Words that people write right after a number.
    fn at_unit(&self) -> bool {
        let end = self.rest.find(|c: char| !c.is_ascii_alphabetic());
        let word = self.rest.split_at(end.unwrap_or(self.rest.len())).0;
        ["h", "hr", "hrs", "hours", "noon", "midnight"]
            .iter()
            .any(|unit| word.eq_ignore_ascii_case(unit))
    }

    fn eat_ending(&mut self, ending: &str) -> bool {
        let Some((found, behind)) = self.rest.split_at_checked(ending.len()) else {
            return false;
        };
        let eaten = found.eq_ignore_ascii_case(ending)
            && !behind.starts_with(|c: char| c.is_ascii_alphanumeric());
        if eaten {
            self.rest = behind;
        }
        eaten
    }

    /// A period after an abbreviation (`Mon.`, `hrs.`) doesn't end a sentence.
    fn follows_abbreviation(&self) -> bool {
        const SHORT: [&str; 20] = [
            "m", "mo", "mon", "tu", "tue", "tues", "w", "we", "wed", "weds", "th", "thu", "thur",
            "thurs", "f", "fr", "fri", "sat", "sun", "hrs",
        ];
        self.found
            .last()
            .is_some_and(|last| last.kind == Kind::Word && SHORT.contains(&last.text.as_str()))
    }

    /// Whether a character at this position can only be a bullet.
    fn at_line_start(&self) -> bool {
        self.found
            .last()
            .is_none_or(|last| last.kind == Kind::Break)
    }

    fn take_digits(&mut self) -> &str {
        let length = self
            .rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(self.rest.len());
        self.take(length)
    }

    fn take(&mut self, length: usize) -> &str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn push(&mut self, kind: Kind, text: String) {
        self.found.push(Lexeme { kind, text });
    }
}

fn is_blank_in_line(character: char) -> bool {
    is_blank(character) && !matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::{Kind, lexemes};
    use crate::normalize::clock_pair::{Style, Written};

    fn clock(text: &str) -> Option<Written> {
        match lexemes(text)?.as_slice() {
            [one] => match one.kind {
                Kind::Clock(written) => Some(written),
                _ => None,
            },
            _ => None,
        }
    }

    #[test]
    fn a_time_has_many_forms() {
        let written = |hour, minute, style| {
            Some(Written {
                hour,
                minute,
                style,
            })
        };
        for (text, expected) in [
            ("7", written(7, 0, Style::Bare)),
            ("7:30", written(7, 30, Style::Bare)),
            ("7.30 pm", written(7, 30, Style::Pm)),
            ("730a", written(7, 30, Style::Am)),
            ("7 a.m.", written(7, 0, Style::Am)),
            ("7\u{202f}PM", written(7, 0, Style::Pm)),
            ("7 A. M.", written(7, 0, Style::Am)),
            ("0700", written(7, 0, Style::TwentyFour)),
            ("19:00", written(19, 0, Style::TwentyFour)),
            ("07", written(7, 0, Style::TwentyFour)),
            ("12:00", written(12, 0, Style::Bare)),
            ("7 a", None),
            ("7:5", None),
            ("7:300", None),
            ("12345", None),
            ("7amish", None),
        ] {
            assert_eq!(clock(text), expected, "{text}");
        }
    }

    #[test]
    fn a_full_stop_ends_a_sentence_but_not_an_abbreviation() {
        let kinds = |text: &str| -> Vec<Kind> {
            lexemes(text).unwrap().iter().map(|one| one.kind).collect()
        };
        assert_eq!(kinds("Mon. Tue"), [Kind::Word, Kind::Word]);
        assert_eq!(kinds("daily. Tue"), [Kind::Word, Kind::Break, Kind::Word]);
    }

    #[test]
    fn a_foreign_sign_is_refused() {
        assert_eq!(lexemes("7am-3pm?"), None);
        assert_eq!(lexemes("☕ 7am-3pm"), None);
        assert_eq!(lexemes("7am+"), None);
    }
}
