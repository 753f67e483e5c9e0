//! Counts the attributes of a tag before the tokenizer reads it. The tokenizer compares each attribute with all earlier
//! ones of its tag, so a tag with 100,000 of them takes seconds.

/// Maximum attributes per tag. Real tags have a few dozen.
const MAX_ATTRIBUTES: u32 = 256;

/// Follows one tag through the segments of a page, by the tokenizer's own rules (HTML Standard, 13.2.5).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag {
    state: State,
    attributes: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Its `<` or `</`.
    Start,
    Name,
    BeforeAttribute,
    AttributeName,
    AfterAttributeName,
    BeforeValue,
    Quoted(u8),
    Unquoted,
    AfterQuoted,
    Ended,
}

impl Tag {
    /// The tag that begins with this segment, if its first bytes begin one.
    pub(crate) fn begins(segment: &str) -> Option<Self> {
        let behind = segment.strip_prefix('<')?;
        let name = behind.strip_prefix('/').unwrap_or(behind);
        name.starts_with(|letter: char| letter.is_ascii_alphabetic())
            .then_some(Self {
                state: State::Start,
                attributes: 0,
            })
    }

    /// Reads on. `false` if the tag has too many attributes.
    pub(crate) fn read(&mut self, segment: &str) -> bool {
        for byte in segment.bytes() {
            self.step(byte);
            if self.state == State::Ended {
                break;
            }
        }
        self.attributes <= MAX_ATTRIBUTES
    }

    /// Whether its `>` has been read.
    pub(crate) fn has_ended(&self) -> bool {
        self.state == State::Ended
    }

    fn step(&mut self, byte: u8) {
        let is_space = matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0c);
        self.state = match (self.state, byte) {
            (State::Quoted(quote), _) if byte != quote => return,
            (State::Quoted(_), _) => State::AfterQuoted,
            (State::BeforeValue, b'"' | b'\'') => State::Quoted(byte),
            (State::BeforeValue, _) if is_space => return,
            (State::Ended, _) | (_, b'>') => State::Ended,
            (State::BeforeValue, _) => State::Unquoted,
            (State::Start, b'<' | b'/') => return,
            (State::Start, _) => State::Name,
            (State::Name, _) if !is_space && byte != b'/' => return,
            (State::Unquoted, _) if !is_space => return,
            (State::AttributeName | State::AfterAttributeName, b'=') => State::BeforeValue,

            (State::AttributeName, _) if is_space => State::AfterAttributeName,
            (State::AfterAttributeName, _) if is_space => return,
            (State::AttributeName, b'/') => State::BeforeAttribute,
            (State::AttributeName, _) => return,
            (_, b'/') => State::BeforeAttribute,
            (_, _) if is_space => State::BeforeAttribute,
            (_, _) => {
                self.attributes += 1;
                State::AttributeName
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attributes(html: &str) -> (u32, bool) {
        let mut tag = Tag::begins(html).unwrap();
        tag.read(html);
        (tag.attributes, tag.has_ended())
    }

    #[test]
    fn attributes_are_counted_as_the_tokenizer_does() {
        for (html, count) in [
            ("<a>", 0),
            ("<br/>", 0),
            ("</p>", 0),
            ("</p class=x>", 1),
            ("<a href=x>b c", 1),
            ("<a href='a>b c' id>", 2),
            ("<a href=\"<b c d\" / id = '>' x>", 3),
            ("<a x=y/z>", 1),
            ("<a x='1'y='2'z>", 3),
            ("<a/b/c/d>", 3),
            ("<a b = c d>", 2),
            ("<a =b>", 1),
        ] {
            assert_eq!(attributes(html), (count, true), "{html}");
        }
        assert!(!attributes("<a href='x>").1);
        assert!(Tag::begins("< a>").is_none());
        assert!(Tag::begins("<!doctype html>").is_none());
    }
}
