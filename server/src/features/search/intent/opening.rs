//! When a shop should be open: "open on Thanksgiving", "open Sunday morning", "open until 9 pm".

use super::{
    filter::{Day, Opening},
    phrases::{DAYS, PARTS, SHORT_DAYS},
    words::Word,
};

const DAY_MINUTES: u16 = 24 * 60;
const NOON: u16 = 12 * 60;

/// The opening that `words` begin with, and how many of them say so. "open" alone isn't one.
pub(super) fn at_start(words: &[Word]) -> Option<(usize, Opening)> {
    let has_open = is_one_of(words.first(), &["open", "opens"]);
    let mut place = usize::from(has_open);
    let has_on = is_one_of(words.get(place), &["on", "for", "this", "during", "over"]);
    place += usize::from(has_on);
    let rest = words.get(place..)?;
    let day = longest(DAYS, rest).or_else(|| has_open.then(|| longest(SHORT_DAYS, rest)).flatten());
    if let Some((length, day)) = day {
        place += length;
        let rest = words.get(place..)?;
        let time = longest(PARTS, rest).or_else(|| clock(rest));
        let (length, minute) = time.map_or((0, None), |(length, minute)| (length, Some(minute)));
        return Some((place + length, Opening::On(day, minute)));
    }
    if !has_open || has_on {
        return None;
    }
    let (length, minute) = clock(rest)?;
    place += length;
    // "open at 6 am on Sunday"
    let mut behind = words.get(place..)?;
    let on = usize::from(is_one_of(behind.first(), &["on"]));
    behind = behind.get(on..)?;
    let (length, day) =
        longest(DAYS, behind).map_or((0, Day::Today), |(length, day)| (on + length, day));
    Some((place + length, Opening::On(day, Some(minute))))
}

/// The longest phrase that `words` begin with, and its length.
pub(super) fn longest<T: Copy>(phrases: &[(&str, T)], words: &[Word]) -> Option<(usize, T)> {
    let first = words.first()?;
    phrases
        .iter()
        .filter(|(phrase, _)| phrase.starts_with(&*first.folded))
        .filter_map(|(phrase, meaning)| {
            let mut written = words.iter();
            let mut length = 0;
            for wanted in phrase.split(' ') {
                if written.next()?.folded != wanted {
                    return None;
                }
                length += 1;
            }
            Some((length, *meaning))
        })
        .max_by_key(|(length, _)| *length)
}

/// "at 6", "before 7 am", "until 9pm", "past 10:30 pm": a minute at which the shop must be open. Hours without AM or PM
/// are those of a coffee shop: in the morning where it opens, in the evening where it closes.
fn clock(words: &[Word]) -> Option<(usize, u16)> {
    let (until, is_evening) = match words.first()?.folded.as_str() {
        "at" | "by" | "before" | "from" => (false, false),
        "until" | "till" | "til" => (true, true),
        "after" | "past" => (false, true),
        _ => return None,
    };
    let time = &words.get(1)?.folded;
    let digits = time.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let (suffix, length) = match (time.get(digits.len()..)?, words.get(2)) {
        ("", Some(next)) if matches!(next.folded.as_str(), "am" | "pm") => {
            (next.folded.as_str(), 3)
        }
        (suffix, _) => (suffix, 2),
    };
    let number: u16 = digits.parse().ok()?;
    // "630" is what is left of "6:30".
    let (hour, minutes) = if digits.len() > 2 {
        (number / 100, number % 100)
    } else {
        (number, 0)
    };
    if minutes > 59 || hour > 23 {
        return None;
    }
    let hour = match suffix {
        "am" if hour <= 12 => hour % 12,
        "pm" if hour <= 12 => hour % 12 + 12,
        "" if is_evening && hour < 12 => hour + 12,
        "" => hour,
        _ => return None,
    };
    let minute = hour * 60 + minutes;
    let minute = match words.first()?.folded.as_str() {
        "before" => minute.checked_sub(30)?,
        _ if until && minute < NOON => minute + DAY_MINUTES - 1,
        _ if until => minute - 1,
        _ => minute,
    };
    Some((length, minute))
}

fn is_one_of(word: Option<&Word>, any: &[&str]) -> bool {
    word.is_some_and(|word| any.contains(&word.folded.as_str()))
}

#[cfg(test)]
mod tests {
    use chrono::Weekday;
    use hours_text::Holiday;

    use super::super::words;
    use super::*;

    #[test]
    fn days_and_times_are_read_together() {
        let on = |day, minute| Some(Opening::On(day, minute));
        for (text, length, opening) in [
            ("open thursday", 2, on(Day::Weekday(Weekday::Thu), None)),
            (
                "open on thu in moab",
                3,
                on(Day::Weekday(Weekday::Thu), None),
            ),
            (
                "Sunday morning",
                2,
                on(Day::Weekday(Weekday::Sun), Some(540)),
            ),
            (
                "open New Year's Eve",
                4,
                on(Day::Holiday(Holiday::NewYearsEve), None),
            ),
            (
                "open 4th of July",
                4,
                on(Day::Holiday(Holiday::IndependenceDay), None),
            ),
            ("open at 6 am", 4, on(Day::Today, Some(360))),
            ("open before 6:30am", 3, on(Day::Today, Some(360))),
            ("open until 9 pm", 4, on(Day::Today, Some(1259))),
            ("open past 8", 3, on(Day::Today, Some(1200))),
            (
                "open at 7 on sunday",
                5,
                on(Day::Weekday(Weekday::Sun), Some(420)),
            ),
            ("open until 1 am", 4, on(Day::Today, Some(1499))),
        ] {
            let found = at_start(&words::of(text));
            assert_eq!(found.map(|found| found.0), Some(length), "{text}");
            assert_eq!(found.map(|found| found.1), opening, "{text}");
        }
        for text in [
            "open",
            "open door",
            "thu",
            "on the corner",
            "at 6",
            "open at 99",
            "",
        ] {
            assert_eq!(at_start(&words::of(text)), None, "{text}");
        }
    }
}
