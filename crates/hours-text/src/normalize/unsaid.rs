//! What a text says that the syntax can't: which holidays are "major" ones.

const VAGUE: &str = "major holidays";

/// The clause of `text` about "major holidays", as it was written: the syntax only says that holidays are uncertain.
pub(super) fn of(text: &str) -> Option<&str> {
    let at = text.to_ascii_lowercase().find(VAGUE)?;
    let is_end = |sign: char| matches!(sign, ';' | ',' | '.' | '\n' | '\r' | '|' | '(' | ')');
    let start = text.get(..at)?.rfind(is_end).map_or(0, |place| place + 1);
    let end = text
        .get(at..)?
        .find(is_end)
        .map_or(text.len(), |place| at + place);
    Some(text.get(start..end)?.trim()).filter(|clause| !clause.is_empty())
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn the_clause_stays_as_it_was_written() {
        for (text, clause) in [
            (
                "Mon-Fri 7am-3pm, Closed major holidays",
                Some("Closed major holidays"),
            ),
            (
                "7am-3pm daily; closed on all Major Holidays.",
                Some("closed on all Major Holidays"),
            ),
            (
                "Mon-Fri 7am-3pm (closed major holidays)",
                Some("closed major holidays"),
            ),
            ("Mon-Fri 7am-3pm", None),
        ] {
            assert_eq!(of(text), clause, "{text}");
        }
    }
}
