//! The cases in the hours checklist: what is open when, and the text for it.

use chrono::{TimeDelta, Weekday};
use chrono_tz::{America, Asia, Pacific};
use hours_text::{InvalidHours, OpenState, Schedule};

use crate::support::{LOUISIANA, at, at_in, label, schedule, state, state_of};

// 2026-11-20 is a Friday, 2026-11-26 Thanksgiving.

#[test]
fn always_open() {
    assert_eq!(state("24/7", "2026-11-20 03:00"), "open");
    assert_eq!(label("24/7", "2026-11-20 03:00"), "Open 24 hours");
    let week = schedule("24/7").week(at("2026-11-20 03:00"));
    assert!(week.iter().all(|day| day.label() == "Open 24 hours"));
    assert_eq!(
        schedule("24/7").state_at(at("2026-11-20 03:00")),
        OpenState::Open { until: None }
    );
}

#[test]
fn ordinary_week() {
    let osm = "Mo-Fr 06:00-14:00; Sa 07:00-12:00";
    for (local, expected) in [
        ("2026-11-20 05:59", "Closed · opens 6 AM"),
        ("2026-11-20 06:00", "Open until 2 PM"),
        ("2026-11-20 13:59", "Open until 2 PM"),
        ("2026-11-20 14:00", "Closed · opens tomorrow 7 AM"),
        ("2026-11-21 07:00", "Open until noon"),
        ("2026-11-21 12:00", "Closed · opens Monday 6 AM"),
        ("2026-11-22 12:00", "Closed · opens tomorrow 6 AM"),
    ] {
        assert_eq!(label(osm, local), expected, "{local}");
    }
}

#[test]
fn split_hours() {
    let osm = "Mo-Su 08:00-12:00,13:00-17:00";
    assert_eq!(state(osm, "2026-11-20 12:30"), "closed");
    assert_eq!(label(osm, "2026-11-20 12:30"), "Closed · opens 1 PM");
    let friday = &schedule(osm).week(at("2026-11-20 12:30"))[4];
    assert_eq!(friday.label(), "8 AM – noon, 1 PM – 5 PM");
    assert_eq!(
        schedule(osm).today(at("2026-11-20 12:30")),
        Some(("8:00 AM".to_owned(), "5:00 PM".to_owned()))
    );
}

#[test]
fn past_midnight() {
    let osm = "Fr 18:00-02:00";
    assert_eq!(state(osm, "2026-11-21 01:59"), "open");
    assert_eq!(state(osm, "2026-11-21 02:00"), "closed");
    assert_eq!(label(osm, "2026-11-20 23:00"), "Open until 2 AM");
    assert_eq!(label(osm, "2026-11-21 01:00"), "Open until 2 AM");
    assert_eq!(label(osm, "2026-11-21 02:00"), "Closed · opens Friday 6 PM");
    let week = schedule(osm).week(at("2026-11-20 23:00"));
    let friday = week[4].spans[0];
    assert_eq!(
        (
            friday.opens.to_string(),
            friday.closes.to_string(),
            friday.next_day
        ),
        ("18:00".to_owned(), "02:00".to_owned(), true)
    );
    assert_eq!(
        week[5].label(),
        "Closed",
        "Saturday has no hours of its own"
    );
}

#[test]
fn the_night_of_one_day_is_not_cut_off_by_the_rule_of_the_next() {
    for osm in [
        "Fr-Sa 18:00-02:00; Su 08:00-20:00",
        "Fr-Sa 18:00-02:00; Su off",
        "Mo-Sa 18:00-26:00; Su off",
    ] {
        assert_eq!(state(osm, "2026-11-22 01:00"), "open", "{osm}");
        assert_eq!(state(osm, "2026-11-22 02:30"), "closed", "{osm}");
    }
}

#[test]
fn two_halves_of_a_night_are_one_span() {
    let osm = "Fr 18:00-24:00; Sa 00:00-02:00,18:00-23:00";
    let week = schedule(osm).week(at("2026-11-20 12:00"));
    assert_eq!(week[4].label(), "6 PM – 2 AM");
    assert_eq!(week[5].label(), "6 PM – 11 PM");
    assert_eq!(label(osm, "2026-11-20 20:00"), "Open until 2 AM");
}

#[test]
fn days_open_around_the_clock_within_a_week() {
    let osm = "Mo-Fr 00:00-24:00; Sa 08:00-12:00";
    assert_eq!(label(osm, "2026-11-18 12:00"), "Open 24 hours");
    assert_eq!(label(osm, "2026-11-20 12:00"), "Open until midnight");
    let week = schedule(osm).week(at("2026-11-18 12:00"));
    assert_eq!(week[0].label(), "Open 24 hours");
    assert_eq!(week[4].label(), "Open 24 hours");
    assert_eq!(week[5].label(), "8 AM – noon");
    let relabeled = schedule(osm).next_change(at("2026-11-18 12:00"));
    assert_eq!(relabeled, at("2026-11-19 00:00"), "midnight first");
    assert_eq!(label(osm, "2026-11-19 23:59"), "Open 24 hours");
    assert_eq!(label(osm, "2026-11-20 00:00"), "Open until midnight");
}

#[test]
fn a_listing_open_24_hours_is_open_now_at_every_minute() {
    let schedule = schedule("Mo-Su 00:00-24:00");
    for hour in 0..24 * 14 {
        let now = at("2026-10-25 00:00") + TimeDelta::hours(hour);
        assert_eq!(schedule.label_at(now), "Open 24 hours");
    }
}

#[test]
fn clocks_go_forward() {
    // 2026-03-08: 02:00 doesn't occur.
    let osm = "Sa 18:00-02:30; Su 08:00-12:00";
    let hours = schedule(osm);
    let jump = at("2026-03-08 01:59") + TimeDelta::minutes(1);
    assert_eq!(state_of(&hours, jump - TimeDelta::minutes(1)), "open");
    assert_eq!(state_of(&hours, jump), "closed", "the clock shows 3 AM");
    assert_eq!(label(osm, "2026-03-08 03:00"), "Closed · opens 8 AM");
    assert_eq!(state(osm, "2026-03-08 08:00"), "open");
    let opened = at("2026-03-08 12:00") - at("2026-03-08 08:00");
    assert_eq!(opened, TimeDelta::hours(4));
    assert_eq!(
        hours.next_change(at("2026-03-08 09:00")),
        at("2026-03-08 12:00")
    );
}

#[test]
fn clocks_go_back() {
    // 2026-11-01: 01:00 to 01:59 occurs twice.
    let hours = schedule("Sa 18:00-01:30; Su 08:00-12:00");
    let first = at("2026-11-01 01:15");
    assert_eq!(state_of(&hours, first), "open");
    assert_eq!(
        state_of(&hours, first + TimeDelta::minutes(15)),
        "closed",
        "closed at the first 01:30"
    );
    assert_eq!(
        state_of(&hours, first + TimeDelta::hours(1)),
        "closed",
        "the second 01:15 does not open again"
    );
    assert_eq!(state_of(&hours, at("2026-11-01 08:00")), "open");
    let through = schedule("Sa 18:00-03:00");
    assert_eq!(
        state_of(&through, first + TimeDelta::hours(1)),
        "open",
        "a longer night has one hour more"
    );
    assert_eq!(state_of(&through, at("2026-11-01 03:00")), "closed");
}

#[test]
fn the_viewer_does_not_matter() {
    let hours = schedule("Mo-Fr 07:00-17:00");
    let seen_in_louisiana = at_in(LOUISIANA, "2026-11-20 16:59");
    let seen_in_tokyo = at_in(Asia::Tokyo, "2026-11-21 07:59");
    assert_eq!(seen_in_louisiana, seen_in_tokyo);
    assert_eq!(hours.label_at(seen_in_tokyo), "Open until 5 PM");
    assert_eq!(
        hours.state_at(seen_in_tokyo),
        OpenState::Open {
            until: Some(at("2026-11-20 17:00"))
        }
    );
}

#[test]
fn zones_with_their_own_rules() {
    let open_at_seven = |zone| Schedule::parse("Mo-Su 07:00-15:00", zone).unwrap();
    for (zone, winter, summer) in [
        (America::Phoenix, "14:00", "14:00"),
        (America::Denver, "14:00", "13:00"),
        (America::Indiana::Indianapolis, "12:00", "11:00"),
        (America::Indiana::Knox, "13:00", "12:00"),
        (America::Kentucky::Louisville, "12:00", "11:00"),
        (Pacific::Honolulu, "17:00", "17:00"),
        (America::Adak, "17:00", "16:00"),
    ] {
        for (day, utc) in [("2026-01-15", winter), ("2026-07-15", summer)] {
            let opens = at_in(chrono_tz::UTC, &format!("{day} {utc}"));
            let schedule = open_at_seven(zone);
            assert_eq!(state_of(&schedule, opens), "open", "{zone} {day}");
            let before = opens - TimeDelta::minutes(1);
            assert_eq!(state_of(&schedule, before), "closed", "{zone} {day}");
        }
    }
}

#[test]
fn words_change_when_next_change_says_so() {
    for osm in [
        "Mo-Fr 06:00-14:00; Sa 07:00-12:00",
        "Fr-Sa 18:00-02:00; Su 08:00-20:00",
        "Mo-Th 00:00-24:00; Fr 08:00-12:00",
        "Mo-Fr 07:00-17:00; PH off",
        "Mo-Fr 07:00-17:00 || \"call us\"",
        "24/7; Oct 31 off",
        "Mo-Su 05:30-13:00+",
    ] {
        let schedule = schedule(osm);
        // Through the end of daylight saving time, in steps of an odd number of minutes.
        let mut valid_until = at("2026-10-08 00:00");
        let mut known = None;
        for step in 0..(40 * 24 * 60 / 7) {
            let now = at("2026-10-08 00:00") + TimeDelta::minutes(step * 7);
            let moment = schedule.at(now);
            let answer = (moment.state, moment.label.clone(), schedule.week(now));
            if now < valid_until {
                assert_eq!(known.as_ref(), Some(&answer), "{osm} at {now}");
            }
            assert!(moment.next_change > now);
            valid_until = moment.next_change;
            known = Some(answer);
        }
    }
}

#[test]
fn the_week_starts_today_and_is_listed_monday_first() {
    let week = schedule("Mo-Su 08:00-16:00").week(at("2026-11-20 12:00"));
    let listed: Vec<_> = week
        .iter()
        .map(|day| (day.weekday, day.date.to_string(), day.today))
        .collect();
    assert_eq!(listed[0], (Weekday::Mon, "2026-11-23".to_owned(), false));
    assert_eq!(listed[4], (Weekday::Fri, "2026-11-20".to_owned(), true));
    assert_eq!(listed[6], (Weekday::Sun, "2026-11-22".to_owned(), false));
    assert_eq!(
        listed.iter().filter(|(_, _, today)| *today).count(),
        1,
        "one today"
    );
}

#[test]
fn what_is_not_in_the_syntax_is_refused() {
    for text in ["", "Mo-Fr 7am-5pm", "Mon-Fri 07:00-17:00", "call us"] {
        let error = Schedule::parse(text, LOUISIANA).unwrap_err();
        assert!(matches!(error, InvalidHours::Syntax(_)), "{text}");
    }
    let error = Schedule::parse("Mo 10:00-16:00/01:30", LOUISIANA).unwrap_err();
    assert_eq!(error, InvalidHours::Unsupported("points in time"));
    let long = "Mo 10:00-16:00;".repeat(70);
    let error = Schedule::parse(&long, LOUISIANA).unwrap_err();
    assert_eq!(error, InvalidHours::TooLong);
}

#[test]
fn instants_at_the_ends_of_time_are_unknown() {
    for now in [
        chrono::DateTime::<chrono::Utc>::MIN_UTC,
        chrono::DateTime::<chrono::Utc>::MAX_UTC,
    ] {
        let schedule = schedule("Mo-Su 08:00-16:00");
        assert_eq!(schedule.state_at(now), OpenState::Unknown);
        assert_eq!(schedule.label_at(now), "Hours unknown");
        assert_eq!(schedule.week(now).len(), 7);
    }
}

#[test]
fn a_holiday_is_told_from_a_weekly_closing_day() {
    let exceptions = |osm: &str, local: &str| {
        let week = schedule(osm).week(at(local));
        week.map(|day| if day.exception { 'x' } else { '-' })
            .iter()
            .collect::<String>()
    };
    let osm = "Tu-Su 07:00-17:00; PH off";
    assert_eq!(
        exceptions(osm, "2026-11-24 12:00"),
        "---x---",
        "Thanksgiving"
    );
    assert_eq!(
        exceptions(osm, "2026-11-10 12:00"),
        "--x----",
        "Veterans Day"
    );
    let seasons = "May-Oct: Mo-Su 07:00-20:00; Nov-Apr: Mo-Fr 07:00-15:00";
    assert_eq!(exceptions(seasons, "2026-10-30 12:00"), "-------");
    let holidays = "Mo-Su 07:00-17:00; Dec 25 off; Jan 1 off";
    assert_eq!(exceptions(holidays, "2026-12-21 12:00"), "----x--");
    assert_eq!(exceptions(holidays, "2026-12-28 12:00"), "----x--");
}
