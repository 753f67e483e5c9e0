//! The hours of a week from those of its days, and hours that only say when a place opens: without a closing time they are
//! no hours.

use crate::lists::one_line;

const DAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

/// Words that say nothing of when a place closes.
const BESIDE: [&str; 18] = [
    "am", "pm", "a.m", "p.m", "at", "and", "&", "from", "open", "opens", "opening", "starts",
    "starting", "hours", "time", "to", "through", "thru",
];
/// Words for more than one day, and short ones for one.
const SEVERAL: [&str; 13] = [
    "daily", "everyday", "every", "day", "weekday", "weekdays", "weekend", "weekends", "m", "w",
    "f", "mwf", "tth",
];

/// The hours of all days that have any, a line for each. `days` begins with Monday. `x` is closed, as in Google's sheet of
/// businesses; but a list that has no times beside, or that says "closed" of other days, marks the days on which a place
/// is open.
pub(crate) fn joined(days: &[Option<String>; 7]) -> Option<String> {
    let is_mark = |hours: &String| hours.eq_ignore_ascii_case("x");
    let says_when = |hours: &String| {
        hours.bytes().any(|byte| byte.is_ascii_digit())
            || hours.to_ascii_lowercase().contains("noon")
    };
    let has_times = days.iter().flatten().any(says_when);
    let says_closed = |hours: &String| hours.eq_ignore_ascii_case("closed");
    let marks_open = !has_times || days.iter().flatten().any(says_closed);
    let lines = DAYS.iter().zip(days).filter_map(|(day, hours)| {
        let hours = hours.as_ref()?;
        let said = if is_mark(hours) && !marks_open {
            "closed".to_owned()
        } else {
            one_line(hours)
        };
        Some(format!("{day}: {said}"))
    });
    let lines: Vec<String> = lines.collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// What a line says.
#[derive(Debug, PartialEq, Eq)]
enum Line {
    /// One time, or a mark: `7am`, or `Mon-Fri 7am` with its days.
    Start { has_days: bool },
    /// Days that are closed, or nothing.
    NoHours,
    /// Anything else.
    Other,
}

/// Whether opening hours have opening times alone: `7am`, `Monday: 07:00`, `Monday: x`, `Opens at 7`. A text with other hours or words
/// besides (`7am until late`) isn't one, nor one whose second time may end the first on the line before.
pub fn lacks_closing_times(hours: &str) -> bool {
    let (mut starts, mut without_days) = (0, 0);
    for line in hours.split(['\n', ';']) {
        match said(line) {
            Line::Start { has_days } => {
                starts += 1;
                without_days += usize::from(!has_days);
            }
            Line::NoHours => {}
            Line::Other => return false,
        }
    }
    starts > 0 && (starts == 1 || without_days == 0)
}

fn said(line: &str) -> Line {
    let is_between = |sign: char| {
        sign.is_whitespace() || matches!(sign, ',' | '-' | '–' | '—' | '/' | '(' | ')' | '@' | '?')
    };
    let (mut has_time, mut has_days) = (false, false);
    let lower = line.to_lowercase();
    for word in lower.split(is_between) {
        let word = word.trim_end_matches([':', '.']);
        if is_time(word) || word == "x" {
            if has_time {
                return Line::Other;
            }
            has_time = true;
        } else if is_day(word) {
            has_days = true;
        } else if !word.is_empty() && !matches!(word, "closed" | "off") && !BESIDE.contains(&word) {
            return Line::Other;
        }
    }
    if has_time {
        Line::Start { has_days }
    } else {
        Line::NoHours
    }
}

/// `mo`, `tues`, `Wednesdays`, `weekends`.
fn is_day(word: &str) -> bool {
    let begins_day = |text: &str| {
        let begins = |day: &str| {
            let begin = day.get(..text.len());
            begin.is_some_and(|begin| begin.eq_ignore_ascii_case(text))
        };
        text.len() >= 2 && DAYS.into_iter().any(begins)
    };
    SEVERAL.contains(&word) || begins_day(word) || word.strip_suffix('s').is_some_and(begins_day)
}

/// `7`, `7am`, `7:30`, `0730`, `7.30p`.
fn is_time(word: &str) -> bool {
    let number = ["am", "pm", "a.m", "p.m", "a", "p"]
        .iter()
        .find_map(|half| word.strip_suffix(half))
        .unwrap_or(word);
    let (hour, minute) = match number.split_once([':', '.']) {
        Some(parts) => parts,
        None if number.len() > 2 => match number.split_at_checked(number.len() - 2) {
            Some(parts) => parts,
            None => return false,
        },
        None => (number, "00"),
    };
    let below = |text: &str, limit: u8| {
        (1..=2).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_digit())
            && text.parse::<u8>().is_ok_and(|number| number < limit)
    };
    below(hour, 24) && minute.len() == 2 && below(minute, 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_closed_beside_hours() {
        let week = |monday: &str, sunday: &str| {
            let mut days: [Option<String>; 7] = Default::default();
            days[0] = Some(monday.to_owned());
            days[6] = Some(sunday.to_owned());
            joined(&days)
        };
        let hours = week("7am-3pm", "X");
        assert_eq!(hours.as_deref(), Some("Monday: 7am-3pm\nSunday: closed"));
        let hours = week("noon-midnight", "x");
        assert_eq!(
            hours.as_deref(),
            Some("Monday: noon-midnight\nSunday: closed")
        );
        assert_eq!(week("x", "x").as_deref(), Some("Monday: x\nSunday: x"));
        // Nobody knows on which of them it is closed.
        let hours = week("x", "Closed").unwrap_or_default();
        assert_eq!(hours, "Monday: x\nSunday: Closed");
        assert!(lacks_closing_times(&hours));
        let mut days = [(); 7].map(|()| Some("x".to_owned()));
        days[5] = Some("8am-noon".to_owned());
        days[6] = Some("Closed".to_owned());
        let hours = joined(&days).unwrap_or_default();
        assert!(hours.starts_with("Monday: x\nTuesday: x\n"), "{hours}");
        assert!(hours.ends_with("\nSaturday: 8am-noon\nSunday: Closed"));
        assert_eq!(joined(&Default::default()), None);
    }

    #[test]
    fn an_opening_time_alone_is_no_hours() {
        for text in [
            "7am",
            "7:00 AM",
            "07:00-",
            "7:00 AM - ",
            "Mon-Fri 7am",
            "Mo-Fr 07:00",
            "Opens at 7am",
            "Monday: 7:00 AM\nTuesday: 7:00 AM\nSunday: closed",
            "Mo-Fr 07:00; Sa 08:00; Su off",
            "0700",
            "Monday: x\nSunday: X",
            "Monday through Friday 7am",
            "Mon thru Fri 7am",
            "M-F 7am",
            "MWF 7am, TTh closed",
            "Mon/Fri 7am",
            "Starting at 7",
        ] {
            assert!(lacks_closing_times(text), "{text}");
        }
        for text in [
            "7am-3pm",
            "7-3",
            "Mon-Fri 7am-3pm\nSat 8am",
            "7am until late",
            "7:00 AM –\n3:00 PM",
            "Mon-Fri 7am\nto\n3pm",
            "Mon-Fri 7am till sold out",
            "Mo-Su 07:00+",
            "07:00-sunset",
            "24 hours",
            "24/7",
            "7am/3pm",
            "Mon thru Fri 7am thru 3pm",
            "M-F 7-3",
            "M-F",
            "MWF 7am till late",
            "12/25",
            "w/ reservation 7am",
            "7am through lunch",
            "7 days a week",
            "closed",
            "Mon-Fri",
            "Dec 25",
            "by appointment",
            "",
        ] {
            assert!(!lacks_closing_times(text), "{text}");
        }
    }
}
