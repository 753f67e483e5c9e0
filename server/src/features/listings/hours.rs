//! Reads hours back in plain words before anything is saved.

use axum::extract::State;
use chrono::{DateTime, Datelike, Days, NaiveDate, Utc, Weekday};
use hours_text::{DayHours, Reading, Schedule, Span, UsualDay, normalize, weekday_name};
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
    let now = services.clock.now();
    // The seasons of a year take a while.
    let reading = move || read(text.as_deref().unwrap_or_default(), now);
    let mut read = services.cpu.run(reading).await?;
    read.message = formats.hours(read.message);
    for day in &mut read.days {
        day.label = formats.hours(std::mem::take(&mut day.label));
    }
    Ok(Fresh(read))
}

/// How `text` is understood: the usual week, and by name the seasons from `now` on that have another one.
pub(super) fn read(text: &str, now: DateTime<Utc>) -> HoursRead {
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
    let seasons = schedule.seasons(now);
    let Some((usual, others)) = seasons.split_first() else {
        return not_read(UNREADABLE);
    };
    let mut message = format!("{}.", in_words(&usual.week, "Every day"));
    if osm.contains("PH off") {
        message.push_str(" Closed on public holidays.");
    }
    for season in others {
        let (from, to) = season.dates.unwrap_or_default();
        let words = in_words(&season.week, "every day");
        message.push_str(&format!(" {}: {words}.", season_name(from, to)));
    }
    let days = usual.week.iter().map(|day| ReadDay {
        day: weekday_name(day.hours.weekday).to_owned(),
        label: label_of(day),
        spans: (day.hours.spans.iter())
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

/// `January to March` where it is whole months, else `Dec 24 to Jan 8`.
fn season_name(from: NaiveDate, to: NaiveDate) -> String {
    let after = to + Days::new(1);
    let (from, to) = if from.day() == 1 && after.day() == 1 {
        (from.format("%B").to_string(), to.format("%B").to_string())
    } else {
        let short = |date: NaiveDate| date.format("%b %-d").to_string();
        (short(from), short(to))
    };
    if from == to {
        from
    } else {
        format!("{from} to {to}")
    }
}

/// `Monday to Friday 7 AM – 3 PM, Saturday 8 AM – 2 PM, Sunday closed`; `every_day` where all days are alike.
fn in_words(week: &[UsualDay], every_day: &str) -> String {
    let mut parts: Vec<(Weekday, Weekday, String)> = Vec::new();
    for day in week {
        let (weekday, label) = (day.hours.weekday, in_sentence(&label_of(day)));
        match parts.last_mut() {
            Some((_, last, known)) if *known == label && last.succ() == weekday => *last = weekday,
            _ => parts.push((weekday, weekday, label)),
        }
    }
    if let Some((_, _, label)) = parts.first()
        && parts.iter().all(|(_, _, other)| other == label)
    {
        return format!("{every_day} {label}");
    }
    let part = |(first, last, label): &(Weekday, Weekday, String)| {
        let (from, to) = (weekday_name(*first), weekday_name(*last));
        if first == last {
            format!("{from} {label}")
        } else if first.succ() == *last {
            format!("{from} and {to} {label}")
        } else {
            format!("{from} to {to} {label}")
        }
    };
    parts.iter().map(part).collect::<Vec<_>>().join(", ")
}

/// A label behind other words: `closed`, `open 24 hours`.
fn in_sentence(label: &str) -> String {
    let mut letters = label.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

/// `7 AM – 5 PM`, with what holds in some weeks: `Closed, in some weeks 10 AM – 2 PM`.
fn label_of(day: &UsualDay) -> String {
    let usual = label(&day.hours);
    match &day.sometimes {
        Some(other) => format!("{usual}, in some weeks {}", in_sentence(&label(other))),
        None => usual,
    }
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

fn clock(minutes: u16) -> String {
    let minutes = minutes % (24 * 60);
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_on(day: &str, text: &str) -> HoursRead {
        read(text, format!("{day}T12:00:00Z").parse().unwrap())
    }

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
            let read = read_on("2026-03-09", typed);
            assert_eq!(read.message, words, "{typed}");
            assert!(read.understood && read.days.len() == 7);
        }
    }

    #[test]
    fn the_usual_week_is_said_first_whatever_the_day() {
        const WEEK: &str = "Monday to Friday 7 AM – 3 PM, Saturday and Sunday closed.";
        const WEEKEND: &str = "Monday to Friday closed, Saturday and Sunday 9 AM – 4 PM.";
        for (typed, words) in [
            (
                "Mo-Fr 07:00-15:00; Jan-Mar off",
                format!("{WEEK} January to March: every day closed."),
            ),
            (
                "Apr-Oct Mo-Su 08:00-20:00; Nov-Mar Sa-Su 09:00-16:00",
                format!("Every day 8 AM – 8 PM. November to March: {WEEKEND}"),
            ),
            (
                "Mo-Fr 07:00-15:00; Feb Mo-Fr 08:00-12:00",
                format!(
                    "{WEEK} February: {}",
                    WEEK.replace("7 AM – 3 PM", "8 AM – noon")
                ),
            ),
            (
                "Jun 15-Aug 31 Mo-Su 06:00-14:00",
                "Every day 6 AM – 2 PM. Sep 1 to Jun 14: every day closed.".to_owned(),
            ),
            (
                "Mo-Fr 07:00-15:00; Dec 24-Jan 06 off",
                format!("{WEEK} Dec 24 to Jan 6: every day closed."),
            ),
            (
                "Mo-Fr 07:00-15:00; Sa[1] 10:00-14:00",
                "Monday to Friday 7 AM – 3 PM, Saturday closed, in some weeks 10 AM – 2 PM, Sunday closed.".to_owned(),
            ),
            (
                "Mo-Fr 07:00-15:00; Dec 26-28 off",
                format!("{WEEK} Dec 26 to Dec 28: every day closed."),
            ),
            ("Mo-Fr 07:00-15:00; Dec 25 off", WEEK.to_owned()),
            (
                "Mo-Fr 07:00-15:00; PH off",
                format!("{WEEK} Closed on public holidays."),
            ),
        ] {
            // Within each season, on holidays, and in the week of Thanksgiving.
            for day in ["2026-01-01", "2026-03-09", "2026-07-03", "2026-11-24"] {
                let read = read_on(day, typed);
                assert_eq!(read.message, words, "{typed} on {day}");
                assert!(!read.days.iter().all(|day| day.label == "Closed"));
            }
        }
    }

    #[test]
    fn what_is_not_understood_claims_nothing() {
        for typed in ["Come by when the light is on", "Mon-Fri 7-11", ""] {
            let read = read_on("2026-03-09", typed);
            assert!(!read.understood && read.days.is_empty() && read.opening_hours.is_none());
        }
    }
}
