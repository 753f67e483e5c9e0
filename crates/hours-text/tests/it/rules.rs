//! Holidays, single dates, seasons, and rules that close or leave something unknown.

use crate::support::{at, label, schedule, state, state_of};

#[test]
fn public_holidays() {
    let osm = "Mo-Fr 07:00-17:00; PH off";
    assert_eq!(state(osm, "2026-11-26 12:00"), "closed", "Thanksgiving");
    assert_eq!(state(osm, "2026-11-27 12:00"), "open");
    assert_eq!(state(osm, "2026-12-25 12:00"), "closed");
    assert_eq!(state(osm, "2026-07-03 12:00"), "closed", "observed");
    assert_eq!(
        label(osm, "2026-11-25 18:00"),
        "Closed · opens Friday 7 AM",
        "not on Thanksgiving"
    );
    assert_eq!(
        schedule(osm).week(at("2026-11-25 18:00"))[3].label(),
        "Closed"
    );
    let daily = "Mo-Su 08:00-16:00; PH off";
    assert_eq!(state(daily, "2026-07-04 12:00"), "closed", "the day itself");
}

#[test]
fn a_holiday_of_some_states_is_unknown_only_within_the_hours() {
    let osm = "Mo-Fr 07:00-17:00; PH off";
    assert_eq!(state(osm, "2026-10-12 12:00"), "unknown", "Columbus Day");
    assert_eq!(state(osm, "2026-10-12 20:00"), "closed");
    assert_eq!(label(osm, "2026-10-11 20:00"), "Closed", "no sure opening");
    assert_eq!(state("Mo-Fr,PH 07:00-17:00", "2026-10-12 12:00"), "open");
    assert_eq!(
        state("Mo-Fr 07:00-17:00", "2026-10-12 12:00"),
        "open",
        "without PH nothing depends on it"
    );
}

#[test]
fn school_holidays_are_not_known() {
    let osm = "Mo-Fr 07:00-17:00; SH off";
    assert_eq!(state(osm, "2026-11-20 12:00"), "unknown");
    assert_eq!(state(osm, "2026-11-20 18:00"), "closed");
}

#[test]
fn single_dates_and_the_order_of_rules() {
    let closed = "Mo-Su 08:00-16:00; Dec 25 off";
    assert_eq!(state(closed, "2026-12-25 12:00"), "closed");
    assert_eq!(state(closed, "2027-12-25 12:00"), "closed");
    assert_eq!(state(closed, "2026-12-24 12:00"), "open");
    let later_rule_wins = "Dec 25 off; Mo-Su 08:00-16:00";
    assert_eq!(state(later_rule_wins, "2026-12-25 12:00"), "open");
}

#[test]
fn nth_weekdays_and_seasons() {
    let osm = "Mo-Fr 08:00-16:00; Sa[1] 10:00-14:00; Fr[-1] off";
    assert_eq!(state(osm, "2026-11-07 12:00"), "open", "first Saturday");
    assert_eq!(state(osm, "2026-11-14 12:00"), "closed");
    assert_eq!(state(osm, "2026-11-27 12:00"), "closed", "last Friday");
    assert_eq!(state(osm, "2026-11-20 12:00"), "open");
    let seasons = "Apr-Oct Mo-Su 08:00-20:00; Nov-Mar Sa-Su 09:00-16:00";
    assert_eq!(state(seasons, "2026-10-30 12:00"), "open");
    assert_eq!(state(seasons, "2026-11-20 12:00"), "closed");
    assert_eq!(state(seasons, "2026-11-21 12:00"), "open");
    let fortnightly = "week 1-53/2 Fr 09:00-12:00";
    assert_eq!(state(fortnightly, "2026-11-20 10:00"), "open", "week 47");
    assert_eq!(state(fortnightly, "2026-11-27 10:00"), "closed");
}

#[test]
fn a_month_of_one_year_is_whole() {
    let osm = "Mo-Su 08:00-16:00; 2026 Nov-Dec off";
    for (local, expected) in [
        ("2026-10-31 12:00", "open"),
        ("2026-11-20 12:00", "closed"),
        ("2026-12-31 12:00", "closed"),
        ("2027-11-20 12:00", "open"),
    ] {
        assert_eq!(state(osm, local), expected, "{local}");
        let without_blank = "Mo-Su 08:00-16:00; 2026Nov-Dec off";
        assert_eq!(state(without_blank, local), expected, "{local}");
    }
    assert_eq!(
        state("Mo-Su 08:00-16:00; 2026 Nov-Feb off", "2027-02-28 12:00"),
        "closed",
        "through the turn of the year"
    );
    let years = "Mo-Su 08:00-16:00; 2026-2027 Nov off";
    assert_eq!(state(years, "2027-11-20 12:00"), "closed");
    assert_eq!(state(years, "2028-11-20 12:00"), "open");
}

#[test]
fn an_exception_that_ends_after_midnight_does_not_close_the_next_day() {
    let osm = "Mo-Su 08:00-16:00; Dec 31 18:00-02:00";
    assert_eq!(state(osm, "2026-12-31 12:00"), "closed");
    assert_eq!(state(osm, "2027-01-01 01:00"), "open");
    assert_eq!(state(osm, "2027-01-01 03:00"), "closed");
    assert_eq!(state(osm, "2027-01-01 12:00"), "open");
    assert_eq!(label(osm, "2027-01-01 01:00"), "Open until 2 AM");
}

#[test]
fn a_day_off_ends_the_night_that_would_start_on_it() {
    let osm = "Mo-Su 18:00-02:00; Dec 25 off";
    assert_eq!(
        state(osm, "2026-12-25 01:00"),
        "open",
        "the night of the 24th"
    );
    assert_eq!(state(osm, "2026-12-25 20:00"), "closed");
    assert_eq!(state(osm, "2026-12-26 01:00"), "closed");
}

#[test]
fn rules_that_only_close_tell_nothing_of_the_other_days() {
    assert_eq!(state("Mo off", "2026-11-23 12:00"), "closed", "a Monday");
    assert_eq!(state("Mo off", "2026-11-20 12:00"), "unknown");
    assert_eq!(state("PH off", "2026-11-26 12:00"), "closed");
    assert_eq!(state("PH off", "2026-11-27 12:00"), "unknown");
    assert_eq!(state("off", "2026-11-20 12:00"), "closed");
    assert_eq!(state("Mo-Su off", "2026-11-20 12:00"), "closed");
}

#[test]
fn a_day_range_across_the_end_of_the_week() {
    let osm = "Fr-Mo 08:00-12:00";
    let open: Vec<bool> = schedule(osm)
        .week(at("2026-11-20 12:00"))
        .iter()
        .map(|day| !day.spans.is_empty())
        .collect();
    assert_eq!(open, [true, false, false, false, true, true, true]);
}

#[test]
fn an_appointment_is_not_an_opening() {
    for osm in [
        "Mo-Fr 09:00-17:00 \"by appointment\"",
        "\"by appointment\"",
        "Mo-Fr unknown \"by appointment\"",
    ] {
        assert_eq!(state(osm, "2026-11-20 12:00"), "unknown", "{osm}");
        assert_eq!(label(osm, "2026-11-20 12:00"), "Hours unknown");
        assert_eq!(schedule(osm).hours().note(), Some("by appointment"));
        assert_eq!(schedule(osm).today(at("2026-11-20 12:00")), None);
    }
    let declared = "Mo-Fr 09:00-17:00 open \"drive-through only\"";
    assert_eq!(state(declared, "2026-11-20 12:00"), "open");
    let mixed = "Mo-Th 09:00-17:00 open \"drive-through\"; Fr 09:00-17:00 \"by appointment\"";
    assert_eq!(state(mixed, "2026-11-20 12:00"), "unknown");
}

#[test]
fn a_fallback_is_unknown_outside_the_hours() {
    let osm = "Mo-Fr 07:00-17:00 || \"call us\"";
    assert_eq!(state(osm, "2026-11-20 12:00"), "open");
    assert_eq!(label(osm, "2026-11-20 12:00"), "Open until 5 PM");
    assert_eq!(state(osm, "2026-11-20 18:00"), "unknown");
    assert_eq!(state(osm, "2026-11-21 12:00"), "unknown");
    let week = schedule(osm).week(at("2026-11-20 12:00"));
    assert_eq!(week[4].label(), "7 AM – 5 PM");
    assert_eq!(week[5].label(), "Hours unknown");
}

#[test]
fn an_open_end_is_unknown() {
    assert_eq!(state("Mo-Su 07:00+", "2026-11-20 12:00"), "unknown");
    assert_eq!(state("Mo-Su 07:00+", "2026-11-20 06:00"), "closed");
    assert_eq!(state("Mo-Su 07:00-15:00+", "2026-11-20 12:00"), "open");
    assert_eq!(state("Mo-Su 07:00-15:00+", "2026-11-20 16:00"), "unknown");
}

#[test]
fn hours_that_follow_the_sun_need_coordinates() {
    let osm = "sunrise-sunset";
    assert_eq!(state(osm, "2026-11-20 12:00"), "unknown");
    let here = schedule(osm).with_coordinates(31.31, -92.44);
    assert_eq!(state_of(&here, at("2026-11-20 12:00")), "open");
    assert_eq!(state_of(&here, at("2026-11-20 06:00")), "closed");
    assert_eq!(state_of(&here, at("2026-11-20 18:00")), "closed");
    assert_eq!(here.label_at(at("2026-11-20 12:00")), "Open until 5:09 PM");
    let nowhere = schedule(osm).with_coordinates(91.0, 0.0);
    assert_eq!(state_of(&nowhere, at("2026-11-20 12:00")), "unknown");
}

#[test]
fn hours_until_sunset_keep_their_start() {
    let osm = "Th-Su 08:00-sunset; PH off";
    assert_eq!(state(osm, "2026-11-20 07:00"), "closed");
    assert_eq!(state(osm, "2026-11-20 09:00"), "unknown");
    let here = schedule(osm).with_coordinates(31.31, -92.44);
    assert_eq!(here.label_at(at("2026-11-20 09:00")), "Open until 5:09 PM");
    for schedule in [&here, &schedule(osm)] {
        let week = schedule.week(at("2026-11-20 09:00"));
        let labels: Vec<String> = week.iter().map(|day| day.label()).collect();
        assert_eq!(
            labels[2..6],
            ["Closed", "Closed", "8 AM – sunset", "8 AM – sunset"]
        );
        assert!(
            week.iter()
                .all(|day| !day.exception || day.label() == "Closed")
        );
    }
    let dawn = schedule("Mo-Su sunrise-10:00,12:00-dusk").week(at("2026-11-20 09:00"));
    assert_eq!(dawn[0].label(), "sunrise – 10 AM, noon – dusk");
}

#[test]
fn a_closing_beyond_the_horizon_has_no_opening() {
    let osm = "Mo-Su 07:00-15:00; 2026 Nov 20-2026 Dec 20 off";
    assert_eq!(
        label(osm, "2026-11-20 12:00"),
        "Temporarily closed · opens Dec 21"
    );
    assert_eq!(
        label(osm, "2026-12-08 12:00"),
        "Temporarily closed · opens Dec 21, 7 AM"
    );
    assert_eq!(
        label(osm, "2026-12-14 12:00"),
        "Temporarily closed · opens Dec 21, 7 AM"
    );
    assert_eq!(
        label(osm, "2026-12-15 12:00"),
        "Temporarily closed · opens Monday 7 AM"
    );
    assert_eq!(label("off", "2026-11-20 12:00"), "Closed");
}
