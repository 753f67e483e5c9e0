//! The usual week and the parts of the year with another one.

use hours_text::{DayHours, Season};

use crate::support::{at, schedule};

/// `2026-01-01..2026-03-31 Mon Closed, …`, with days of the same hours joined.
fn listed(osm: &str, local: &str) -> Vec<String> {
    let text = |season: &Season| {
        let mut groups: Vec<(String, String)> = Vec::new();
        for day in &season.week {
            let label = match &day.sometimes {
                Some(other) => format!("{} or {}", day.hours.label(), other.label()),
                None => day.hours.label(),
            };
            match groups.last_mut() {
                Some((days, known)) if *known == label => days.push_str(&short(&day.hours)),
                _ => groups.push((short(&day.hours), label)),
            }
        }
        let groups: Vec<String> = groups
            .into_iter()
            .map(|(days, label)| format!("{days} {label}"))
            .collect();
        let dates = season
            .dates
            .map(|(from, to)| format!("{from}..{to} "))
            .unwrap_or_default();
        format!("{dates}{}", groups.join("; "))
    };
    let seasons = schedule(osm).seasons(at(local));
    seasons.iter().map(text).collect()
}

fn short(day: &DayHours) -> String {
    day.weekday.to_string().chars().take(2).collect()
}

const WEEK: &str = "MoTuWeThFr 7 AM – 3 PM; SaSu Closed";

#[test]
fn the_usual_week_is_first_in_whatever_season_it_is_asked_for() {
    for (local, dates) in [
        ("2026-03-09 12:00", "2026-01-01..2026-03-31"),
        ("2026-07-01 12:00", "2027-01-01..2027-03-31"),
        ("2026-12-31 12:00", "2027-01-01..2027-03-31"),
        ("2028-01-01 12:00", "2028-01-01..2028-03-31"),
    ] {
        assert_eq!(
            listed("Mo-Fr 07:00-15:00; Jan-Mar off", local),
            [WEEK.to_owned(), format!("{dates} MoTuWeThFrSaSu Closed")],
            "{local}"
        );
    }
    let halves = "Apr-Oct Mo-Su 08:00-20:00; Nov-Mar Sa-Su 09:00-16:00";
    for local in ["2026-02-01 12:00", "2026-07-01 12:00"] {
        let seasons = listed(halves, local);
        assert_eq!(seasons.len(), 2, "{seasons:?}");
        assert_eq!(seasons[0], "MoTuWeThFrSaSu 8 AM – 8 PM");
        let winter = " MoTuWeThFr Closed; SaSu 9 AM – 4 PM";
        assert!(seasons[1].ends_with(winter), "{seasons:?}");
    }
    // A week that opens is usual, however short the season.
    assert_eq!(
        listed("Jul-Aug Mo-Su 08:00-20:00", "2026-01-15 12:00"),
        [
            "MoTuWeThFrSaSu 8 AM – 8 PM",
            "2025-09-01..2026-06-30 MoTuWeThFrSaSu Closed"
        ]
    );
}

#[test]
fn a_vacation_is_a_season_and_a_single_date_is_not() {
    assert_eq!(
        listed(
            "Mo-Fr 07:00-15:00; 2026 Dec 24-2027 Jan 08 off",
            "2026-11-20 12:00"
        ),
        [WEEK, "2026-12-24..2027-01-08 MoTuWeThFrSaSu Closed"]
    );
    assert_eq!(
        listed("Mo-Fr 07:00-15:00; Dec 24-26 off", "2026-11-20 12:00"),
        [WEEK, "2026-12-24..2026-12-26 ThFrSa Closed"]
    );
    for single in [
        "Mo-Fr 07:00-15:00; Dec 25 off; Nov Th[4] off; easter off",
        "Mo-Fr 07:00-15:00; 2026 Nov 27 08:00-12:00",
        "Mo-Fr 07:00-15:00; PH off",
        "Mo-Fr 07:00-15:00; PH unknown; easter unknown",
        "Mo-Fr 07:00-15:00",
        "Jan-Jun Mo-Fr 07:00-15:00; Jul-Dec Mo-Fr 07:00-15:00",
    ] {
        // In the week of Thanksgiving, and around the New Year.
        for local in ["2026-11-23 12:00", "2026-12-31 12:00", "2027-01-01 12:00"] {
            assert_eq!(listed(single, local), [WEEK], "{single} on {local}");
        }
    }
}

#[test]
fn what_holds_in_some_weeks_is_told_apart() {
    assert_eq!(
        listed("Mo-Fr 07:00-15:00; Sa[1] 10:00-14:00", "2026-11-20 12:00"),
        ["MoTuWeThFr 7 AM – 3 PM; Sa Closed or 10 AM – 2 PM; Su Closed"]
    );
    assert_eq!(
        listed("Mo-Fr 07:00-15:00; week 1-53/2 Fr off", "2026-03-02 12:00")[0],
        "MoTuWeTh 7 AM – 3 PM; Fr 7 AM – 3 PM or Closed; SaSu Closed"
    );
}

#[test]
fn nights_beside_a_holiday_are_as_usual() {
    let osm = "Mo-Su 18:00-24:00,00:00-02:00; PH off; Jun-Aug off";
    let usual = &listed(osm, "2026-11-25 12:00")[0];
    assert_eq!(usual, "MoTuWeThFrSaSu 6 PM – 2 AM");
}
