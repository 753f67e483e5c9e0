//! Text typed into forms: cleaned the same way everywhere, and counted in characters (D35).

use unicode_normalization::UnicodeNormalization;

use super::error::FieldErrors;

/// One line: NFC, single spaces between words, and no invisible characters except the joiners that emoji and some
/// scripts need.
#[must_use]
pub fn line(typed: &str) -> String {
    let visible: String = typed.nfc().filter(|sign| !is_invisible(*sign)).collect();
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Several lines, each cleaned like [`line()`], with at most one empty line in a row.
#[must_use]
pub fn paragraphs(typed: &str) -> String {
    let mut text = String::with_capacity(typed.len());
    let mut empty_lines = 0;
    for typed_line in typed.replace("\r\n", "\n").split(['\n', '\r']) {
        let line = line(typed_line);
        if line.is_empty() {
            empty_lines += 1;
            continue;
        }
        if !text.is_empty() {
            text.push_str(if empty_lines > 0 { "\n\n" } else { "\n" });
        }
        empty_lines = 0;
        text.push_str(&line);
    }
    text
}

/// Unicode scalar values (D35).
#[must_use]
pub fn length(text: &str) -> usize {
    text.chars().count()
}

/// Control characters, bidirectional marks, and zero-width characters.
fn is_invisible(sign: char) -> bool {
    let is_direction = matches!(sign, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_nothing = matches!(
        sign,
        '\u{00ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
    );
    (sign.is_control() && !sign.is_whitespace()) || is_direction || is_nothing
}

/// One form field.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name in the body.
    pub name: &'static str,
    /// Its label in messages: "Owner name".
    pub label: &'static str,
    /// Maximum number of characters.
    pub most: usize,
}

impl Field {
    /// The cleaned line; `None` if it is empty, or too long, which is recorded.
    pub fn line(self, typed: Option<&str>, wrong: &mut FieldErrors) -> Option<String> {
        self.checked(line(typed.unwrap_or_default()), wrong)
    }

    /// The same for several lines.
    pub fn paragraphs(self, typed: Option<&str>, wrong: &mut FieldErrors) -> Option<String> {
        self.checked(paragraphs(typed.unwrap_or_default()), wrong)
    }

    /// The cleaned line; records `missing` if it is empty.
    pub fn required_line(
        self,
        typed: Option<&str>,
        missing: &'static str,
        wrong: &mut FieldErrors,
    ) -> String {
        self.required(line(typed.unwrap_or_default()), missing, wrong)
    }

    /// The same for several lines.
    pub fn required_paragraphs(
        self,
        typed: Option<&str>,
        missing: &'static str,
        wrong: &mut FieldErrors,
    ) -> String {
        self.required(paragraphs(typed.unwrap_or_default()), missing, wrong)
    }

    fn required(self, text: String, missing: &'static str, wrong: &mut FieldErrors) -> String {
        if text.is_empty() {
            wrong.add(self.name, missing);
            return text;
        }
        self.checked(text, wrong).unwrap_or_default()
    }

    fn checked(self, text: String, wrong: &mut FieldErrors) -> Option<String> {
        if length(&text) > self.most {
            let Self { label, most, .. } = self;
            wrong.add(
                self.name,
                format!("{label} must be {most} characters or fewer"),
            );
            return None;
        }
        (!text.is_empty()).then_some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_no_hidden_characters_and_single_blanks() {
        for (typed, clean) in [
            ("  Blue \t Door\n", "Blue Door"),
            ("Blue\u{202e} Door\u{200f}", "Blue Door"),
            ("Blue\0Door", "BlueDoor"),
            ("Cafe\u{301}", "Café"),
            ("👩\u{200d}🍳 ☕", "👩\u{200d}🍳 ☕"),
            ("<b>Door</b>", "<b>Door</b>"),
            ("\u{feff}", ""),
        ] {
            assert_eq!(line(typed), clean, "{typed:?}");
        }
    }

    #[test]
    fn paragraphs_keep_their_lines() {
        assert_eq!(
            paragraphs("\r\nFirst  line\r\nsecond\n\n\n\nThird \u{202e}\n"),
            "First line\nsecond\n\nThird"
        );
    }

    #[test]
    fn lengths_are_counted_in_characters() {
        let field = Field {
            name: "name",
            label: "Name",
            most: 3,
        };
        let mut wrong = FieldErrors::default();
        assert_eq!(
            field.line(Some("é☕e\u{301}"), &mut wrong).as_deref(),
            Some("é☕é")
        );
        assert_eq!(field.line(Some("  "), &mut wrong), None);
        assert_eq!(field.line(None, &mut wrong), None);
        assert!(wrong.refuse_any().is_ok());
        let mut wrong = FieldErrors::default();
        assert_eq!(field.line(Some("abcd"), &mut wrong), None);
        let message = wrong.refuse_any().unwrap_err().to_string();
        assert_eq!(message, "Name must be 3 characters or fewer");
        let mut wrong = FieldErrors::default();
        field.required_line(Some(" \u{200b} "), "Name is required", &mut wrong);
        assert_eq!(
            wrong.refuse_any().unwrap_err().to_string(),
            "Name is required"
        );
    }
}
