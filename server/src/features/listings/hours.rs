//! Reads hours back in plain words before anything is saved.

use axum::extract::State;
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use hours_text::{DayHours, Reading, Schedule, Span, normalize, weekday_name};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    catalog::admission::typed_fields::HOURS,
    features::Services,
    platform::{
        error::{ErrorBody, FieldErrors, Result},
        web::{Fresh, JsonBody},
    },
};

const UNREADABLE: &str = "We couldn't read these hours. The page will show them as you wrote them, and won't say whether the shop is open.";

/// Hours as somebody types them.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HoursText {
    #[schema(max_length = 500)]
    pub hours: String,
}

/// How hours were understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HoursRead {
    /// In full; else the text is shown as it is, and nothing is claimed.
    pub understood: bool,
    /// OpenStreetMap `opening_hours` syntax.
    #[schema(required)]
    pub opening_hours: Option<String>,
    /// In plain words, or why not.
    pub message: String,
    /// Monday first, of a week without holidays; empty where nothing was understood.
    pub days: Vec<ReadDay>,
}

/// One day of the week.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReadDay {
    /// Such as `Monday`.
    pub day: String,
    /// Such as `7 AM – 5 PM`, `Closed`.
    pub label: String,
    pub spans: Vec<ReadSpan>,
}

/// Open without a break.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HoursReadSpan)]
pub struct ReadSpan {
    /// `HH:MM`.
    pub opens: String,
    /// `HH:MM`.
    pub closes: String,
    /// It closes on the next day.
    pub next_day: bool,
}

/// Read opening hours as people write them, and say in plain words how they were understood. Nothing is saved.
#[utoipa::path(post, path = "/api/opening-hours/read", tag = "listings", request_body = HoursText,
    responses((status = 200, body = HoursRead), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn read_hours(
    State(services): State<Services>,
    JsonBody(typed): JsonBody<HoursText>,
) -> Result<Fresh<HoursRead>> {
    let mut wrong = FieldErrors::default();
    let text = HOURS.line(Some(&typed.hours), &mut wrong);
    wrong.refuse_any()?;
    let formats = services.catalog.view().site().formats;
    let mut read = read(text.as_deref().unwrap_or_default());
    read.message = formats.hours(read.message);
    for day in &mut read.days {
        day.label = formats.hours(std::mem::take(&mut day.label));
    }
    Ok(Fresh(read))
}

/// How `text` is understood.
pub(super) fn read(text: &str) -> HoursRead {
    let not_read = |message: &str| HoursRead {
        understood: false,
        opening_hours: None,
        message: message.to_owned(),
        days: Vec::new(),
    };
    let osm = match normalize(text) {
        Reading::Osm { osm } => osm,
        Reading::Unreadable { .. } => return not_read(UNREADABLE),
        Reading::Empty => return not_read("No hours yet."),
    };
    let Ok(schedule) = Schedule::parse(&osm, chrono_tz::UTC) else {
        return not_read(UNREADABLE);
    };
    let week = schedule.week(plain_week());
    let message = in_words(&week, &osm);
    let days = week.iter().map(|day| ReadDay {
        day: name_of(day),
        label: label(day),
        spans: day
            .spans
            .iter()
            .map(|span| ReadSpan {
                opens: clock(span.opens.minutes()),
                closes: clock(span.closes.minutes()),
                next_day: span.next_day,
            })
            .collect(),
    });
    HoursRead {
        understood: true,
        days: days.collect(),
        opening_hours: Some(osm),
        message,
    }
}

/// The Monday of a week without a federal holiday.
fn plain_week() -> DateTime<Utc> {
    let monday = NaiveDate::from_ymd_opt(2026, 3, 9).unwrap_or_default();
    monday.and_time(chrono::NaiveTime::MIN).and_utc()
}

/// `Monday to Friday 7 AM – 3 PM, Saturday 8 AM – 2 PM, Sunday closed.`
fn in_words(week: &[DayHours], osm: &str) -> String {
    let mut parts: Vec<(Vec<String>, String)> = Vec::new();
    for day in week {
        let (name, label) = (name_of(day), label(day));
        match parts.last_mut() {
            Some((days, known)) if *known == label => days.push(name),
            _ => parts.push((vec![name], label)),
        }
    }
    let part = |(days, label): &(Vec<String>, String)| {
        let label = match label.as_str() {
            "Closed" => "closed",
            "Open 24 hours" => "open 24 hours",
            "Hours unknown" => "hours unknown",
            label => label,
        };
        match days.as_slice() {
            [first, .., _] if days.len() == 7 && first == "Monday" => format!("Every day {label}"),
            [first, second] => format!("{first} and {second} {label}"),
            [first, .., last] => format!("{first} to {last} {label}"),
            days => format!("{} {label}", days.join(" ")),
        }
    };
    let mut words = parts.iter().map(part).collect::<Vec<_>>().join(", ");
    words.push('.');
    if osm.contains("PH off") {
        words.push_str(" Closed on public holidays.");
    }
    words
}

/// The library's label, except that a closing time after midnight names the next day.
fn label(day: &DayHours) -> String {
    let runs_over = |span: &Span| span.next_day && !span.closes.minutes().is_multiple_of(24 * 60);
    if !day.spans.iter().any(runs_over) {
        return day.label();
    }
    let tomorrow = day.weekday.succ();
    let spans = day.spans.iter().map(|span| {
        let words = format!("{} – {}", span.opens.short(), span.closes.short());
        if runs_over(span) {
            format!("{words} {}", weekday_name(tomorrow))
        } else {
            words
        }
    });
    spans.collect::<Vec<_>>().join(", ")
}

fn name_of(day: &DayHours) -> String {
    weekday_name(day.date.weekday()).to_owned()
}

fn clock(minutes: u16) -> String {
    let minutes = minutes % (24 * 60);
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_are_said_in_plain_words() {
        for (typed, words) in [
            (
                "M-F 7am-3pm, Sat 8-2, closed Sundays",
                "Monday to Friday 7 AM – 3 PM, Saturday 8 AM – 2 PM, Sunday closed.",
            ),
            ("Mo-Su 07:00-15:00", "Every day 7 AM – 3 PM."),
            ("24/7", "Every day open 24 hours."),
            (
                "Mo-Fr 08:00-12:00,13:00-17:00; PH off",
                "Monday to Friday 8 AM – noon, 1 PM – 5 PM, Saturday and Sunday closed. Closed on public holidays.",
            ),
            (
                "Fr 18:00-02:00",
                "Monday to Thursday closed, Friday 6 PM – 2 AM Saturday, Saturday and Sunday closed.",
            ),
        ] {
            let read = read(typed);
            assert_eq!(read.message, words, "{typed}");
            assert!(read.understood && read.days.len() == 7);
        }
    }

    #[test]
    fn what_is_not_understood_claims_nothing() {
        for typed in ["Come by when the light is on", "Mon-Fri 7-11", ""] {
            let read = read(typed);
            assert!(!read.understood && read.days.is_empty() && read.opening_hours.is_none());
        }
    }
}
