//! Which shops best-of pages list. A shop serves breakfast (D13) if a category, a description or a person says so, and
//! it opens before ten, if its hours are known.

use chrono::{DateTime, Utc};

use super::records::Shop;

/// Best-of pages with fewer shops aren't indexed by search engines (checklist B).
pub const MIN_INDEXED: usize = 3;

/// A shop that opens later (minutes after midnight) serves lunch, whatever its texts say.
const LATEST_OPENING: u16 = 10 * 60;

/// Words that suggest breakfast, in lower case, matched as prefixes: `brunches`, `pancakes`.
const MEALS: &[&str] = &["breakfast", "brunch"];

/// Words that negate it when they occur up to this many words before.
const DENIALS: &[&str] = &["no", "not", "never", "without", "don't", "doesn't", "isn't"];
const DENIAL_REACH: usize = 3;

impl Shop {
    /// Whether the shop serves breakfast, and until when that is certain if it depends on opening hours.
    #[must_use]
    pub fn breakfast_at(&self, now: DateTime<Utc>) -> (bool, Option<DateTime<Utc>>) {
        let end = self.foursquare.end_after(now);
        if !self.promises_breakfast(now) {
            return (false, None);
        }
        let hours_are_kept = !self.foursquare.gave_hours || self.foursquare.are_kept_at(now);
        let Some(schedule) = self.schedule().filter(|_| hours_are_kept) else {
            return (true, end);
        };
        let week = schedule.week(now);
        let opens_early = week
            .iter()
            .flat_map(|day| &day.spans)
            .any(|span| span.opens.minutes() < LATEST_OPENING);
        let until = schedule.next_change(now);
        (opens_early, Some(end.map_or(until, |end| end.min(until))))
    }

    /// A person's statement decides; otherwise, the texts do.
    fn promises_breakfast(&self, now: DateTime<Utc>) -> bool {
        self.serves_breakfast.unwrap_or_else(|| {
            let descriptions = [
                &self.description,
                &self.owner_description,
                &self.ai_generated_description,
            ];
            let are_kept = !self.foursquare.gave_categories || self.foursquare.are_kept_at(now);
            let categories = self.categories.iter().map(String::as_str);
            let categories = categories.filter(|_| are_kept);
            categories
                .chain(descriptions.into_iter().flatten().map(AsRef::as_ref))
                .any(says_breakfast)
        })
    }
}

/// Whether `text` mentions breakfast without negating it.
fn says_breakfast(text: &str) -> bool {
    let text = text.to_lowercase().replace('’', "'");
    let words: Vec<&str> = text
        .split(|letter: char| !letter.is_alphanumeric() && letter != '\'')
        .filter(|word| !word.is_empty())
        .collect();
    words.iter().enumerate().any(|(place, word)| {
        let before = words.get(place.saturating_sub(DENIAL_REACH)..place);
        MEALS.iter().any(|meal| word.starts_with(meal))
            && !before
                .unwrap_or_default()
                .iter()
                .any(|word| DENIALS.contains(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_say_breakfast_or_deny_it() {
        for (text, says) in [
            ("Breakfast Spot", true),
            ("All-day brunch and pie.", true),
            ("BREAKFASTS until eleven", true),
            ("Coffee Shop", false),
            ("We break fast friendships", false),
            ("No breakfast here, only coffee.", false),
            ("We don’t serve breakfast.", false),
            (
                "Not a chain. Come for the coffee and stay for breakfast.",
                true,
            ),
        ] {
            assert_eq!(says_breakfast(text), says, "{text}");
        }
    }
}
