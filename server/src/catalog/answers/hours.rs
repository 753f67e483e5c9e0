//! Opening hours in the API, formatted here because pages are rendered without a clock and a locale.

use chrono::{DateTime, TimeDelta, Utc};
use hours_text::{ClockTime, Moment, OpenState, Schedule, weekday_name};
use serde::Serialize;
use utoipa::ToSchema;

use crate::catalog::{Shop, View, Visibility};

/// Whether a shop is open, in a word for programs and in words for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = OpenState)]
pub struct OpenStateAnswer {
    pub state: OpenStateName,
    /// Such as `Open until 5 PM`; `Open, hours from 2020` where nobody has said so for a year (D96).
    pub label: String,
}

/// Unknown is never shown as open (D10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OpenStateName {
    Open,
    Closed,
    Unknown,
}

/// One day of a week.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Day)]
pub struct DayAnswer {
    /// Such as `Monday`.
    pub day: String,
    pub today: bool,
    /// Such as `7 AM – 5 PM`, `Closed`.
    pub label: String,
    /// The date, such as `Nov 26`, where these hours hold on this day alone; else null.
    #[schema(required)]
    pub only_on: Option<String>,
    pub spans: Vec<SpanAnswer>,
}

/// Open without a break; past midnight where it closes before it opens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Span)]
pub struct SpanAnswer {
    /// `HH:MM`.
    pub opens: String,
    /// `HH:MM`.
    pub closes: String,
}

/// Hours in the form of schema.org's `OpeningHoursSpecification`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HoursSpecification)]
pub struct HoursSpecificationAnswer {
    /// Such as `Monday`.
    pub days: Vec<String>,
    /// `HH:MM`; the same as `closes` at `00:00` where the shop is closed.
    pub opens: String,
    /// `HH:MM`.
    pub closes: String,
    /// The dates (`YYYY-MM-DD`) of a season or an exception.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_through: Option<String>,
    /// It overrides the regular week on these dates; absent where it doesn't.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub exception: bool,
}

/// One day or several in a row with hours of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ComingDays)]
pub struct ComingDaysAnswer {
    /// Such as `Thanksgiving, Thursday, Nov 26`, `Dec 27 to Jan 5`.
    pub days: String,
    /// Such as `8 AM – noon`, `Closed`; `Temporarily closed · opens Jan 6` for seven days or more.
    pub label: String,
}

/// Recently confirmed hours are fresh (checklists, B).
const FRESH: TimeDelta = TimeDelta::days(180);
const AGING: TimeDelta = TimeDelta::days(365);

/// How old the last confirmation of hours is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HoursFreshness {
    /// Up to 180 days.
    Green,
    /// Up to 365 days.
    Amber,
    Grey,
}

impl HoursFreshness {
    /// The freshness at `now` of hours confirmed at `confirmed`.
    #[must_use]
    pub fn of(confirmed: DateTime<Utc>, now: DateTime<Utc>) -> Self {
        match now - confirmed {
            age if age <= FRESH => Self::Green,
            age if age <= AGING => Self::Amber,
            _ => Self::Grey,
        }
    }
}

/// When the hours were last confirmed: by the shop, the administrator, or visitors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = HoursConfirmed)]
pub struct HoursConfirmedAnswer {
    /// Such as `Hours confirmed in May 2026`.
    pub label: String,
    pub freshness: HoursFreshness,
}

/// When the hours of `shop` were confirmed. Notes when that changes category.
pub(super) fn confirmed(view: &View, shop: &Shop) -> Option<HoursConfirmedAnswer> {
    let at = shop
        .hours_confirmed_at
        .filter(|_| shop.visibility != Visibility::ClosedForGood)?;
    let month = at.with_timezone(&shop.time_zone).format("%B %Y");
    let by = if shop.are_hours_confirmed_by_visitors {
        "by visitors "
    } else {
        ""
    };
    Some(HoursConfirmedAnswer {
        label: format!("Hours confirmed {by}in {month}"),
        freshness: freshness(view, at),
    })
}

/// How far a visitor can trust a shop's hours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = HoursAge)]
pub struct HoursAgeAnswer {
    /// Such as `Hours confirmed in May 2026`, `Hours from March 2020, may have changed`.
    pub label: String,
    pub freshness: HoursFreshness,
    /// What the label leaves to say; null where that is nothing.
    #[schema(required)]
    pub hint: Option<String>,
}

/// The age of the hours of `shop`: since their confirmation, or else their date in a list. Notes when that changes
/// category.
pub(super) fn age(view: &View, shop: &Shop) -> Option<HoursAgeAnswer> {
    const A_WHILE: &str = "That was a while ago.";
    if let Some(HoursConfirmedAnswer { label, freshness }) = confirmed(view, shop) {
        let hint = match freshness {
            HoursFreshness::Green => None,
            HoursFreshness::Amber => Some(A_WHILE.to_owned()),
            HoursFreshness::Grey => Some("They may have changed since.".to_owned()),
        };
        return Some(HoursAgeAnswer {
            label,
            freshness,
            hint,
        });
    }
    let at = shop
        .origins
        .hours_as_of
        .filter(|_| shop.visibility != Visibility::ClosedForGood)?;
    let freshness = freshness(view, at);
    // Lists are dated by UTC day, and midnight UTC is the evening before in the US.
    let month = at.format("%B %Y");
    Some(HoursAgeAnswer {
        label: match freshness {
            HoursFreshness::Grey => format!("Hours from {month}, may have changed"),
            _ => format!("Hours from {month}"),
        },
        hint: (freshness == HoursFreshness::Amber).then(|| A_WHILE.to_owned()),
        freshness,
    })
}

/// The day of the newest word on the hours of `shop`, if it is more than a year ago (D96). Notes when it will be.
#[must_use]
pub fn old_hours_since(view: &View, shop: &Shop) -> Option<DateTime<Utc>> {
    let at = shop.hours_dated()?;
    (freshness(view, at) == HoursFreshness::Grey).then_some(at)
}

/// Whether what is known of the opening of `shop` is older than a year: it goes below confirmed hours (D96).
#[must_use]
pub fn has_old_hours(view: &View, shop: &Shop) -> bool {
    old_hours_since(view, shop).is_some()
}

fn freshness(view: &View, at: DateTime<Utc>) -> HoursFreshness {
    for ages in [at + FRESH, at + AGING] {
        if ages > view.now() {
            view.changes_at(ages + TimeDelta::microseconds(1));
        }
    }
    HoursFreshness::of(at, view.now())
}

/// A shop's hours in lists.
pub(super) struct Now {
    pub(super) state: OpenStateAnswer,
    pub(super) open_time: Option<String>,
    pub(super) close_time: Option<String>,
}

/// Whether `shop` is open at another moment than the view's, such as when somebody gets there.
#[must_use]
pub fn open_state_at(view: &View, shop: &Shop, at: DateTime<Utc>) -> OpenStateAnswer {
    if shop.visibility == Visibility::ClosedForGood {
        return OpenStateAnswer {
            state: OpenStateName::Closed,
            label: CLOSED_FOR_GOOD.to_owned(),
        };
    }
    match view.schedule(shop) {
        Some(schedule) => state_of(view, shop, schedule.at(at)),
        None => OpenStateAnswer {
            state: OpenStateName::Unknown,
            label: unread(view, shop).to_owned(),
        },
    }
}

const CLOSED_FOR_GOOD: &str = "Permanently closed";

/// What is said of hours that can't be parsed: they are shown with it (D82).
fn unread(view: &View, shop: &Shop) -> &'static str {
    match shop.hours.as_ref().filter(|_| view.shows_hours(shop)) {
        Some(_) => "Hours in its own words",
        None => "Hours unknown",
    }
}

/// Whether only special days are understood: what the shop wrote about its week stays to be shown.
fn is_without_week(view: &View, shop: &Shop) -> bool {
    view.schedule(shop)
        .is_some_and(|schedule| schedule.hours().are_dates_alone())
}

fn state_of(view: &View, shop: &Shop, moment: Moment) -> OpenStateAnswer {
    let state = match moment.state {
        OpenState::Open { .. } => OpenStateName::Open,
        OpenState::Closed { .. } => OpenStateName::Closed,
        OpenState::Unknown => OpenStateName::Unknown,
    };
    let old_since = old_hours_since(view, shop).filter(|_| state == OpenStateName::Open);
    OpenStateAnswer {
        state,
        label: match old_since {
            Some(at) => format!("Open, hours from {}", at.format("%Y")),
            None if state == OpenStateName::Unknown && is_without_week(view, shop) => {
                unread(view, shop).to_owned()
            }
            None => view.site().formats.hours(moment.label),
        },
    }
}

/// The hours of `shop` at the view's moment. Notes when they change.
pub(super) fn now(view: &View, shop: &Shop) -> Now {
    let without_times = |state, label: &str| Now {
        state: OpenStateAnswer {
            state,
            label: label.to_owned(),
        },
        open_time: None,
        close_time: None,
    };
    if shop.visibility == Visibility::ClosedForGood {
        return without_times(OpenStateName::Closed, CLOSED_FOR_GOOD);
    }
    let Some(schedule) = view.schedule(shop) else {
        return without_times(OpenStateName::Unknown, unread(view, shop));
    };
    let moment = schedule.at(view.now());
    view.changes_at(moment.next_change);
    let formats = view.site().formats;
    let (open_time, close_time) = schedule.today(view.now()).unzip();
    Now {
        state: state_of(view, shop, moment),
        open_time: open_time.map(|time| formats.hours(time)),
        close_time: close_time.map(|time| formats.hours(time)),
    }
}

/// The hours of a shop that isn't permanently closed.
fn running<'a>(view: &View, shop: &'a Shop) -> Option<&'a Schedule> {
    view.schedule(shop)
        .filter(|_| shop.visibility != Visibility::ClosedForGood)
}

/// The parts of the hours text other than days and times.
pub(super) fn note(view: &View, shop: &Shop) -> Option<String> {
    let schedule = running(view, shop)?;
    let mut remarks = schedule.hours().remarks();
    // What the syntax can't say stays beside it, as the shop wrote it (D82).
    let written = shop.hours.as_deref().filter(|_| view.shows_hours(shop));
    let unsaid = written.and_then(hours_text::unsaid);
    remarks.extend(unsaid.map(str::to_owned));
    (!remarks.is_empty()).then(|| remarks.join("; "))
}

/// The seven days from today, Monday first.
pub(super) fn week(view: &View, shop: &Shop) -> Option<Vec<DayAnswer>> {
    let schedule = running(view, shop).filter(|_| !is_without_week(view, shop))?;
    let days = schedule.week(view.now());
    let formats = view.site().formats;
    let answers = days.iter().map(|day| DayAnswer {
        day: day.date.format("%A").to_string(),
        today: day.today,
        label: formats.hours(day.label()),
        only_on: day.exception.then(|| day.date.format("%b %-d").to_string()),
        spans: day
            .spans
            .iter()
            .map(|span| SpanAnswer {
                opens: hours_and_minutes(span.opens),
                closes: hours_and_minutes(span.closes),
            })
            .collect(),
    });
    Some(answers.collect())
}

/// Visitors plan about so many days ahead.
const AHEAD: TimeDelta = TimeDelta::days(60);

/// The days with hours of their own that start within two months. Holds until midnight, like the week.
pub(super) fn coming_days(view: &View, shop: &Shop) -> Option<Vec<ComingDaysAnswer>> {
    let schedule = running(view, shop)?;
    let today = schedule.local_date(view.now());
    let days = schedule.special_hours(view.now());
    let answers = days
        .iter()
        .filter(|days| days.from <= today + AHEAD)
        .map(|days| ComingDaysAnswer {
            days: if days.from == days.to {
                let date = days.from.format("%A, %b %-d");
                match &days.holiday {
                    Some(holiday) => format!("{holiday}, {date}"),
                    None => date.to_string(),
                }
            } else {
                format!(
                    "{} to {}",
                    days.from.format("%b %-d"),
                    days.to.format("%b %-d")
                )
            },
            label: view.site().formats.hours(days.label.clone()),
        });
    let answers: Vec<_> = answers.collect();
    (!answers.is_empty()).then_some(answers)
}

/// A holiday within a week that the hours don't mention. Holds until midnight, like the week.
pub(super) fn holiday_notice(view: &View, shop: &Shop) -> Option<String> {
    let (holiday, _) = running(view, shop)?.unmentioned_holiday(view.now())?;
    Some(format!("{} may change these hours", holiday.name()))
}

/// The week on one line: `Mon to Fri 7 AM – 3 PM; Sat 8 AM – 2 PM; Sun closed`.
#[must_use]
pub fn week_in_words(view: &View, shop: &Shop) -> Option<String> {
    let week = week(view, shop)?;
    let mut groups: Vec<(&str, &str, &str)> = Vec::new();
    for DayAnswer { day, label, .. } in &week {
        let short = day.get(..3).unwrap_or(day);
        match groups.last_mut() {
            Some((_, last, known)) if *known == label.as_str() => *last = short,
            _ => groups.push((short, short, label)),
        }
    }
    let lines = groups.into_iter().map(|(first, last, label)| {
        let label = if label == "Closed" { "closed" } else { label };
        if first == last {
            format!("{first} {label}")
        } else {
            format!("{first} to {last} {label}")
        }
    });
    Some(lines.collect::<Vec<_>>().join("; "))
}

/// The hours for search engines.
pub(super) fn specification(view: &View, shop: &Shop) -> Option<Vec<HoursSpecificationAnswer>> {
    let entries = running(view, shop)?.opening_hours_specification(view.now());
    let answers = entries.into_iter().map(|entry| HoursSpecificationAnswer {
        days: entry
            .days
            .iter()
            .map(|day| weekday_name(*day).to_owned())
            .collect(),
        opens: hours_and_minutes(entry.opens),
        closes: hours_and_minutes(entry.closes),
        valid_from: entry.valid.map(|(from, _)| from.to_string()),
        valid_through: entry.valid.map(|(_, through)| through.to_string()),
        exception: entry.exception,
    });
    // Uncertain hours, such as "sunrise-sunset", are left out.
    let answers: Vec<_> = answers.collect();
    (!answers.is_empty()).then_some(answers)
}

fn hours_and_minutes(time: ClockTime) -> String {
    let minutes = time.minutes() % (24 * 60);
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}
