//! Days with hours of their own, and temporary closures: seven closed days or more in a row.

use crate::support::{at, label, schedule, state};

const VACATION: &str = "Mo-Sa 07:00-15:00; 2026 Dec 24 07:00-12:00; 2026 Dec 27-2027 Jan 05 off";

#[test]
fn a_long_closure_is_said_to_be_temporary() {
    for (local, expected) in [
        ("2026-12-26 16:00", "Closed · opens Jan 6, 7 AM"),
        ("2026-12-27 12:00", "Temporarily closed · opens Jan 6, 7 AM"),
        (
            "2027-01-03 12:00",
            "Temporarily closed · opens Wednesday 7 AM",
        ),
        (
            "2027-01-05 23:00",
            "Temporarily closed · opens tomorrow 7 AM",
        ),
        ("2027-01-06 06:00", "Closed · opens 7 AM"),
    ] {
        assert_eq!(label(VACATION, local), expected, "{local}");
    }
    assert_eq!(state(VACATION, "2026-12-28 12:00"), "closed");
    let winter = "Mo-Sa 07:00-15:00; 2026 Dec 27-2027 Feb 28 off";
    assert_eq!(
        label(winter, "2026-12-28 12:00"),
        "Temporarily closed · opens Mar 1"
    );
    let unknown = "2026 Dec 27-2027 Feb 28 off";
    assert_eq!(label(unknown, "2026-12-28 12:00"), "Temporarily closed");
}

#[test]
fn dates_alone_tell_nothing_of_the_other_days() {
    let osm = "2026 Dec 24 08:00-12:00";
    assert_eq!(state(osm, "2026-12-24 09:00"), "open");
    assert_eq!(state(osm, "2026-12-24 13:00"), "closed");
    assert_eq!(state(osm, "2026-12-23 09:00"), "unknown");
    assert!(schedule(osm).hours().are_dates_alone());
    assert!(!schedule(VACATION).hours().are_dates_alone());
}

#[test]
fn a_short_closure_is_a_holiday() {
    let osm = "Mo-Sa 07:00-15:00; 2026 Dec 25-2026 Dec 30 off";
    assert_eq!(
        label(osm, "2026-12-26 12:00"),
        "Closed · opens Thursday 7 AM"
    );
    // Two entries that follow each other are one closure; an opening in between makes it two.
    let two = "Mo-Sa 07:00-15:00; 2026 Dec 24-2026 Dec 27 off; 2026 Dec 28-2026 Dec 30 off";
    assert!(label(two, "2026-12-26 12:00").starts_with("Temporarily closed"));
    let open = "Mo-Sa 07:00-15:00; 2026 Dec 24-2026 Dec 30 off; 2026 Dec 27 08:00-12:00";
    assert_eq!(
        label(open, "2026-12-25 12:00"),
        "Closed · opens Sunday 8 AM"
    );
}

#[test]
fn visitors_can_read_the_coming_days() {
    let listed = |osm: &str, local: &str| -> Vec<String> {
        let days = schedule(osm).special_hours(at(local));
        let text =
            |day: &hours_text::SpecialHours| format!("{}..{} {}", day.from, day.to, day.label);
        days.iter().map(text).collect()
    };
    assert_eq!(
        listed(VACATION, "2026-11-20 12:00"),
        [
            "2026-12-24..2026-12-24 7 AM – noon",
            "2026-12-27..2027-01-05 Temporarily closed · opens Jan 6"
        ]
    );
    assert_eq!(
        listed(VACATION, "2027-01-05 23:00"),
        ["2026-12-27..2027-01-05 Temporarily closed · opens Jan 6"]
    );
    assert!(listed(VACATION, "2027-01-06 00:00").is_empty());
    // Without a year, those of the next 60 days count.
    let yearless = "Mo-Sa 07:00-15:00; Dec 25 off";
    assert_eq!(
        listed(yearless, "2026-12-20 12:00"),
        ["2026-12-25..2026-12-25 Closed"]
    );
    assert!(listed(yearless, "2026-09-20 12:00").is_empty());
    let vague = "Mo-Sa 07:00-15:00; PH unknown; easter unknown";
    assert!(listed(vague, "2026-11-20 12:00").is_empty());
    assert_eq!(
        listed("Mo-Sa 07:00-15:00; PH 08:00-12:00", "2026-11-20 12:00")[0],
        "2026-11-26..2026-11-26 8 AM – noon"
    );
}

#[test]
fn a_vacation_without_a_year_is_one_line_with_its_end() {
    let osm = "Mo-Sa 07:00-15:00; PH off; Dec 24-Jan 02 off";
    let lines = |local: &str| -> Vec<String> {
        let days = schedule(osm).special_hours(at(local)).into_iter();
        days.map(|day| format!("{}..{} {}", day.from, day.to, day.label))
            .collect()
    };
    let vacation = "2026-12-24..2027-01-02 Temporarily closed · opens Jan 4";
    assert_eq!(lines("2026-12-01 12:00")[0], vacation);
    // Also from within, and where it ends after the 60 days.
    assert_eq!(lines("2026-12-30 12:00")[0], vacation);
    assert_eq!(lines("2026-10-26 12:00").last().unwrap(), vacation);
    assert_eq!(
        label(osm, "2026-12-28 12:00"),
        "Temporarily closed · opens Jan 4, 7 AM"
    );
}

#[test]
fn holidays_have_names_and_unmentioned_ones_are_told() {
    let days = schedule("Mo-Sa 07:00-15:00; PH off").special_hours(at("2026-06-20 12:00"));
    let names: Vec<_> = days.iter().map(|day| day.holiday.as_deref()).collect();
    // July 3 and 4 are one closure.
    assert_eq!(names, [None]);
    let days = schedule("Mo-Sa 07:00-15:00; PH off").special_hours(at("2026-11-20 12:00"));
    assert_eq!(days[0].holiday.as_deref(), Some("Thanksgiving"));
    let notice = |osm: &str, local: &str| {
        let found = schedule(osm).unmentioned_holiday(at(local));
        found.map(|(holiday, date)| format!("{} {date}", holiday.name()))
    };
    let thanksgiving = Some("Thanksgiving 2026-11-26".to_owned());
    assert_eq!(
        notice("Mo-Sa 07:00-15:00", "2026-11-19 12:00"),
        thanksgiving
    );
    assert_eq!(notice("24/7", "2026-11-26 12:00"), thanksgiving);
    for (osm, local) in [
        ("Mo-Sa 07:00-15:00", "2026-11-18 12:00"),
        ("Mo-Sa 07:00-15:00", "2026-11-27 12:00"),
        ("Mo-Sa 07:00-15:00; PH off", "2026-11-20 12:00"),
        (
            "Mo-Sa 07:00-15:00; 2026 Nov 26 07:00-10:00",
            "2026-11-20 12:00",
        ),
        ("Fr-Su 07:00-15:00", "2026-11-20 12:00"),
    ] {
        assert_eq!(notice(osm, local), None, "{osm} {local}");
    }
}

#[test]
fn what_is_asked_of_a_date_is_certain() {
    let hours = schedule("Mo-Fr 07:00-15:00; Sa 10:00-14:00 \"by appointment\"");
    let on = |date: &str, minute| hours.opens_on(date.parse().unwrap(), minute);
    assert!(on("2026-11-20", None) && on("2026-11-20", Some(420)));
    assert!(!on("2026-11-20", Some(900)) && !on("2026-11-21", None) && !on("2026-11-22", None));
    let today = "2026-11-20".parse().unwrap();
    assert!(schedule("24/7").never_closes(today));
    assert!(!schedule("Mo-Sa 00:00-24:00").never_closes(today));
    assert!(!hours.never_closes(today));
}
