//! Converts a week's plan to OpenStreetMap syntax.

use super::clock_pair::{DAY, Opening};
use super::meaning::{DayPlan, WeekPlan};
use super::vocabulary::Holiday;

const NAMES: [&str; 7] = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];

/// `None` for an empty plan.
pub(super) fn osm(plan: &WeekPlan) -> Option<String> {
    let mut rules = week(plan);
    for (holiday, value) in &plan.holidays {
        rules.extend(holiday_rules(*holiday, &value.openings));
    }
    (!rules.is_empty()).then(|| rules.join("; "))
}

fn week(plan: &WeekPlan) -> Vec<String> {
    let all_day = |day: &DayPlan| matches!(day, DayPlan::Open(openings) if is_all_day(openings));
    if plan.days.iter().all(all_day) {
        return vec!["24/7".to_owned()];
    }
    if plan.days.iter().all(|day| *day == DayPlan::Closed) {
        return vec!["off".to_owned()];
    }
    let mut told: Vec<&DayPlan> = Vec::new();
    for day in &plan.days {
        if *day != DayPlan::Unmentioned && !told.contains(&day) {
            told.push(day);
        }
    }
    // Days off come last, as people write them.
    told.sort_by_key(|day| **day == DayPlan::Closed);
    told.into_iter()
        .map(|hours| format!("{} {}", days_with(plan, hours), hours_text(hours)))
        .collect()
}

/// `Mo-We,Fr`: the days with these hours.
fn days_with(plan: &WeekPlan, hours: &DayPlan) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (index, _) in plan
        .days
        .iter()
        .enumerate()
        .filter(|(_, day)| *day == hours)
    {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == index => *last = index,
            _ => runs.push((index, index)),
        }
    }
    let name = |index: usize| NAMES.get(index).copied().unwrap_or_default();
    let run = |(first, last): (usize, usize)| {
        if first == last {
            name(first).to_owned()
        } else {
            format!("{}-{}", name(first), name(last))
        }
    };
    runs.into_iter().map(run).collect::<Vec<_>>().join(",")
}

fn hours_text(day: &DayPlan) -> String {
    match day {
        DayPlan::Open(openings) => openings_text(openings),
        DayPlan::Unknown => "unknown".to_owned(),
        DayPlan::Closed | DayPlan::Unmentioned => "off".to_owned(),
    }
}

fn holiday_rules(holiday: Holiday, openings: &[Opening]) -> Vec<String> {
    let value = if openings.is_empty() {
        "off".to_owned()
    } else {
        openings_text(openings)
    };
    match holiday {
        Holiday::Public => vec![format!("PH {value}")],
        Holiday::Named(day) => vec![format!("{day} {value}")],
        Holiday::Date(month, day) => vec![format!("{month} {day} {value}")],
        // Closed on some of these days, but not known which.
        Holiday::Major => vec!["PH unknown".to_owned(), "easter unknown".to_owned()],
    }
}

fn openings_text(openings: &[Opening]) -> String {
    let clock = |minutes: u16| format!("{:02}:{:02}", minutes / 60, minutes % 60);
    let text = |opening: &Opening| {
        let end = if opening.end > DAY {
            opening.end - DAY
        } else {
            opening.end
        };
        format!("{}-{}", clock(opening.start), clock(end))
    };
    openings.iter().map(text).collect::<Vec<_>>().join(",")
}

fn is_all_day(openings: &[Opening]) -> bool {
    matches!(
        openings,
        [Opening {
            start: 0,
            end: DAY,
            ..
        }]
    )
}
