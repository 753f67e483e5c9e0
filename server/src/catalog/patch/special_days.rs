//! Special days, stored after the week's hours in the same OpenStreetMap text, as rules that start with a year: `Mo-Fr
//! 07:00-15:00; 2026 Dec 24 08:00-12:00; 2026 Dec 25-2026 Dec 26 off`. Later rules win.

use chrono::{Datelike, NaiveDate};
use hours_text::{Hours, UsualWeek};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Maximum entries per list.
pub const MAX_ENTRIES: usize = 10;
/// Maximum days from first to last, with hours of their own.
const LONGEST_DAYS: i64 = 120;
/// Maximum days from first to last, closed, and from today to the last: a shop may burn down and be built again.
const TWO_YEARS: i64 = 731;
const DAY: &str = "%Y %b %d";
const MIDNIGHT: &str = "00:00";
/// Midnight as OpenStreetMap writes it where hours end.
const END_OF_DAY: &str = "24:00";

/// One day, or several in a row, with hours of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SpecialDays {
    pub from: NaiveDate,
    /// The same day, or a later one.
    pub to: NaiveDate,
    /// None: closed.
    #[serde(default)]
    pub spans: Vec<SpecialSpan>,
}

/// The same as a form sends it. What was typed for a date is text until somebody can be told what is wrong with it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TypedSpecialDays {
    from: String,
    to: String,
    #[serde(default)]
    spans: Vec<SpecialSpan>,
}

impl TypedSpecialDays {
    /// The days, if nothing is wrong with them; `today` is the shop's. Those in `stored` were taken once, so they stay however far ahead
    /// they are: else nothing could be saved before somebody changes them.
    ///
    /// # Errors
    ///
    /// What's wrong, as a sentence.
    pub fn read(
        &self,
        today: NaiveDate,
        stored: &[SpecialDays],
    ) -> Result<SpecialDays, &'static str> {
        let read = |text: &str| {
            // Browsers let people type years of up to six digits.
            let is_whole = text.len() == "2026-03-04".len();
            let date = text.parse::<NaiveDate>().ok().filter(|_| is_whole);
            date.ok_or("Enter dates such as 2026-12-24, with a year of four digits.")
        };
        let days = SpecialDays {
            from: read(&self.from)?,
            to: read(&self.to)?,
            spans: self.spans.clone(),
        };
        if let Some(fault) = days.fault(today) {
            return Err(fault);
        }
        if (days.to - today).num_days() > TWO_YEARS && !stored.contains(&days) {
            return Err("Choose days within two years.");
        }
        Ok(days)
    }
}

/// Open without a break.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SpecialSpan {
    /// `HH:MM`.
    #[schema(max_length = 5)]
    pub opens: String,
    /// `HH:MM`; past midnight where it is not after `opens`. From `00:00` to `00:00` is all day.
    #[schema(max_length = 5)]
    pub closes: String,
}

impl SpecialDays {
    /// What's wrong with it, as a sentence; `today` is the shop's.
    fn fault(&self, today: NaiveDate) -> Option<&'static str> {
        let length = (self.to - self.from).num_days();
        if length < 0 {
            return Some("The last day can't come before the first.");
        }
        if self.to < today {
            return Some("These dates are in the past.");
        }
        if self.spans.is_empty() && length > TWO_YEARS {
            return Some("A closure can last up to two years.");
        }
        if !self.spans.is_empty() && length > LONGEST_DAYS {
            return Some("Choose up to 120 days in a row.");
        }
        if self.spans.len() > 3 {
            return Some("A day can have up to three time ranges.");
        }
        let is_time = |text: &str| {
            text.len() == 5 && chrono::NaiveTime::parse_from_str(text, "%H:%M").is_ok()
        };
        let mut spans = self.spans.iter();
        if spans.any(|span| !is_time(&span.opens) || !is_time(&span.closes)) {
            return Some("Enter times such as 08:00.");
        }
        self.spans
            .iter()
            .any(|span| span.opens == span.closes && span.opens != MIDNIGHT)
            .then_some("A day can't open and close at the same time.")
    }

    fn rule(&self) -> String {
        let from = self.from.format(DAY);
        let days = if self.from == self.to {
            from.to_string()
        } else {
            format!("{from}-{}", self.to.format(DAY))
        };
        if self.spans.is_empty() {
            return format!("{days} off");
        }
        let spans = self.spans.iter();
        let spans: Vec<String> = spans
            .map(|span| match span.closes.as_str() {
                MIDNIGHT => format!("{}-{END_OF_DAY}", span.opens),
                closes => format!("{}-{closes}", span.opens),
            })
            .collect();
        format!("{days} {}", spans.join(","))
    }

    fn parse(rule: &str) -> Option<Self> {
        let (days, hours) = rule.rsplit_once(' ')?;
        let day = |text: &str| NaiveDate::parse_from_str(text, DAY).ok();
        let (from, to) = match days.split_once('-') {
            Some((from, to)) => (day(from)?, day(to)?),
            None => (day(days)?, day(days)?),
        };
        let spans = match hours {
            "off" => Vec::new(),
            hours => hours
                .split(',')
                .map(|span| {
                    let (opens, closes) = span.split_once('-')?;
                    Some(SpecialSpan {
                        opens: opens.to_owned(),
                        closes: match closes {
                            END_OF_DAY => MIDNIGHT.to_owned(),
                            closes => closes.to_owned(),
                        },
                    })
                })
                .collect::<Option<_>>()?,
        };
        Some(Self { from, to, spans })
    }
}

/// The week's hours, and the special days after them.
#[must_use]
pub fn split(opening_hours: &str) -> (String, Vec<SpecialDays>) {
    let (mut week, mut days) = (Vec::new(), Vec::new());
    for rule in opening_hours.split(';').map(str::trim) {
        let begins_with_year = rule.as_bytes().iter().take(4).all(u8::is_ascii_digit)
            && rule.as_bytes().get(4) == Some(&b' ');
        match SpecialDays::parse(rule).filter(|_| begins_with_year) {
            Some(special) => days.push(special),
            None => week.push(rule),
        }
    }
    (week.join("; "), days)
}

/// The whole text, without days that are over at `today`.
#[must_use]
pub fn join(week: &str, days: &[SpecialDays], today: NaiveDate) -> String {
    let mut rules = vec![week.to_owned()];
    let mut coming: Vec<&SpecialDays> = days.iter().filter(|day| day.to >= today).collect();
    coming.sort_by_key(|day| day.from);
    rules.extend(coming.into_iter().map(SpecialDays::rule));
    rules.retain(|rule| !rule.is_empty());
    rules.join("; ")
}

/// A day that its owner confirmed to be as usual stays so when the week changes from `before` to `after`.
pub fn follow(days: &mut [SpecialDays], before: &str, after: &str) {
    let week = |text: &str| Hours::parse(text).ok()?.usual_week();
    let (Some(before), Some(after)) = (week(before), week(after)) else {
        return;
    };
    let is_single = |day: &&mut SpecialDays| day.from == day.to && !day.spans.is_empty();
    for day in days.iter_mut().filter(is_single) {
        if day.spans == spans_on(&before, day.from) {
            day.spans = spans_on(&after, day.from);
        }
    }
}

fn spans_on(week: &UsualWeek, date: NaiveDate) -> Vec<SpecialSpan> {
    let spans = week.on(date.weekday()).iter();
    spans
        .map(|span| SpecialSpan {
            opens: span.opens.to_string(),
            closes: span.closes.to_string(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn special_days_survive_the_way_through_the_text() {
        let days = vec![
            SpecialDays {
                from: day("2026-12-24"),
                to: day("2026-12-24"),
                spans: vec![SpecialSpan {
                    opens: "08:00".into(),
                    closes: "12:00".into(),
                }],
            },
            SpecialDays {
                from: day("2026-12-25"),
                to: day("2026-12-26"),
                spans: Vec::new(),
            },
        ];
        let text = join("Mo-Fr 07:00-15:00; PH off", &days, day("2026-11-01"));
        assert_eq!(
            text,
            "Mo-Fr 07:00-15:00; PH off; 2026 Dec 24 08:00-12:00; 2026 Dec 25-2026 Dec 26 off"
        );
        assert_eq!(
            split(&text),
            ("Mo-Fr 07:00-15:00; PH off".to_owned(), days.clone())
        );
        assert_eq!(
            join("24/7", &days, day("2026-12-25")),
            "24/7; 2026 Dec 25-2026 Dec 26 off",
            "a day that is over is left out"
        );
        hours_text::Hours::parse(&text).unwrap();
    }

    #[test]
    fn midnight_ends_a_day_and_never_starts_one_that_is_empty() {
        let open = |opens: &str| SpecialDays {
            from: day("2026-12-31"),
            to: day("2026-12-31"),
            spans: vec![SpecialSpan {
                opens: opens.into(),
                closes: "00:00".into(),
            }],
        };
        let days = vec![open("18:00")];
        let text = join("", &days, day("2026-12-01"));
        assert_eq!(text, "2026 Dec 31 18:00-24:00");
        assert_eq!(split(&text).1, days);
        let all_day = vec![open("00:00")];
        let text = join("", &all_day, day("2026-12-01"));
        assert_eq!(text, "2026 Dec 31 00:00-24:00");
        assert_eq!(split(&text).1, all_day);
        assert_eq!(all_day[0].fault(day("2026-12-01")), None);
    }

    #[test]
    fn a_day_as_usual_follows_the_week() {
        let special = |date: &str, opens: &str| SpecialDays {
            from: day(date),
            to: day(date),
            spans: vec![SpecialSpan {
                opens: opens.into(),
                closes: "15:00".into(),
            }],
        };
        // Two Thursdays, and a Friday that is closed.
        let closed = SpecialDays {
            spans: Vec::new(),
            ..special("2026-12-25", "")
        };
        let mut days = vec![
            special("2026-11-26", "07:00"),
            special("2026-12-24", "09:00"),
            closed.clone(),
        ];
        follow(&mut days, "Mo-Su 07:00-15:00", "Mo-Su 08:00-15:00");
        assert_eq!(
            days,
            [
                special("2026-11-26", "08:00"),
                special("2026-12-24", "09:00"),
                closed.clone(),
            ]
        );
        follow(&mut days, "Mo-Su 08:00-15:00", "Fr-Su 08:00-15:00");
        assert!(days[0].spans.is_empty(), "Thursday is a closed day now");
    }

    #[test]
    fn what_can_not_be_is_told() {
        let special = |from: &str, to: &str, opens: &str| SpecialDays {
            from: day(from),
            to: day(to),
            spans: vec![SpecialSpan {
                opens: opens.into(),
                closes: "12:00".into(),
            }],
        };
        let today = day("2026-11-01");
        assert!(
            special("2026-12-02", "2026-12-01", "08:00")
                .fault(today)
                .is_some()
        );
        assert!(
            special("2026-10-01", "2026-10-02", "08:00")
                .fault(today)
                .is_some()
        );
        assert!(
            special("2026-12-01", "2026-12-01", "8 am")
                .fault(today)
                .is_some()
        );
        assert!(
            special("2026-12-01", "2026-12-01", "12:00")
                .fault(today)
                .is_some()
        );
        assert_eq!(
            special("2026-12-01", "2026-12-01", "08:00").fault(today),
            None
        );
    }

    #[test]
    fn a_date_is_read_with_a_year_of_four_digits() {
        let read = |from: &str, to: &str| {
            let typed = format!(r#"{{"from":"{from}","to":"{to}"}}"#);
            let typed: TypedSpecialDays = serde_json::from_str(&typed).unwrap();
            typed.read(day("2026-11-01"), &[])
        };
        let (first, last) = (day("2026-12-24"), day("2026-12-26"));
        let days = read("2026-12-24", "2026-12-26").unwrap();
        assert_eq!((days.from, days.to), (first, last));
        for text in [
            "20261-12-24",
            "12026-12-24",
            "26-12-24",
            "2026-02-30",
            "soon",
            "",
        ] {
            for (from, to) in [(text, "2026-12-26"), ("2026-12-24", text)] {
                let fault = read(from, to).unwrap_err();
                assert!(fault.contains("four digits"), "{text}: {fault}");
            }
        }
    }

    #[test]
    fn days_end_within_two_years_unless_they_are_stored() {
        let closed = |from: &str, to: &str| SpecialDays {
            from: day(from),
            to: day(to),
            spans: Vec::new(),
        };
        let read = |days: &SpecialDays, stored: &[SpecialDays]| {
            let typed = serde_json::to_value(days).unwrap();
            let typed: TypedSpecialDays = serde_json::from_value(typed).unwrap();
            typed.read(day("2026-11-01"), stored)
        };
        let last = closed("2028-10-30", "2028-11-01");
        assert_eq!(read(&last, &[]), Ok(last.clone()));
        let (later, other) = (
            closed("2028-10-30", "2028-11-02"),
            closed("2028-11-02", "2028-11-02"),
        );
        for stored in [vec![], vec![last], vec![other]] {
            let fault = read(&later, &stored).unwrap_err();
            assert!(fault.contains("within two years"), "{fault}");
        }
        assert_eq!(read(&later, std::slice::from_ref(&later)), Ok(later));
    }
}
