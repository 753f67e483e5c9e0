//! Opening hours for search engines.

use hours_text::HoursSpecification;

use crate::support::{at, schedule};

/// `Mon,Tue 07:00-17:00`, followed by the dates of an exception.
fn listed(osm: &str, local: &str) -> Vec<String> {
    let text = |entry: &HoursSpecification| {
        let days: Vec<_> = entry.days.iter().map(ToString::to_string).collect();
        let dates = entry
            .valid
            .map(|(from, through)| format!(" {from}..{through}"))
            .unwrap_or_default();
        format!("{} {}-{}{dates}", days.join(","), entry.opens, entry.closes)
    };
    let entries = schedule(osm).opening_hours_specification(at(local));
    entries.iter().map(text).collect()
}

#[test]
fn one_entry_per_span_and_group_of_days() {
    assert_eq!(
        listed(
            "Mo-Fr 07:00-12:00,13:00-17:00; Sa 08:00-12:00",
            "2026-09-10 12:00"
        ),
        [
            "Mon,Tue,Wed,Thu,Fri 07:00-12:00",
            "Mon,Tue,Wed,Thu,Fri 13:00-17:00",
            "Sat 08:00-12:00",
            "Sun 00:00-00:00"
        ]
    );
}

#[test]
fn a_night_is_one_entry_and_all_day_ends_at_the_last_minute() {
    assert_eq!(
        listed(
            "Mo-Th off; Fr-Sa 18:00-02:00; Su 00:00-24:00",
            "2026-09-10 12:00"
        ),
        [
            "Mon,Tue,Wed,Thu 00:00-00:00",
            "Fri,Sat 18:00-02:00",
            "Sun 00:00-23:59"
        ]
    );
    assert_eq!(
        listed("24/7", "2026-09-10 12:00"),
        ["Mon,Tue,Wed,Thu,Fri,Sat,Sun 00:00-23:59"]
    );
}

#[test]
fn exceptions_carry_their_dates() {
    assert_eq!(
        listed("Mo-Su 07:00-17:00; PH off", "2026-11-20 12:00"),
        [
            "Mon,Tue,Wed,Thu,Fri,Sat,Sun 07:00-17:00",
            "Thu 00:00-00:00 2026-11-26..2026-11-26",
            "Fri 00:00-00:00 2026-12-25..2026-12-25",
            "Fri 00:00-00:00 2027-01-01..2027-01-01",
            "Mon 00:00-00:00 2027-01-18..2027-01-18",
        ]
    );
    assert_eq!(
        listed(
            "Mo-Su 07:00-17:00; Dec 24 07:00-12:00; Dec 25-27 off",
            "2026-12-10 12:00"
        ),
        [
            "Mon,Tue,Wed,Thu,Fri,Sat,Sun 07:00-17:00",
            "Thu 07:00-12:00 2026-12-24..2026-12-24",
            "Fri,Sat,Sun 00:00-00:00 2026-12-25..2026-12-27"
        ]
    );
}

#[test]
fn an_exception_today_does_not_become_the_ordinary_week() {
    assert_eq!(
        listed("Mo-Su 07:00-17:00; PH off", "2026-11-26 12:00"),
        [
            "Mon,Tue,Wed,Thu,Fri,Sat,Sun 07:00-17:00",
            "Thu 00:00-00:00 2026-11-26..2026-11-26",
            "Fri 00:00-00:00 2026-12-25..2026-12-25",
            "Fri 00:00-00:00 2027-01-01..2027-01-01",
            "Mon 00:00-00:00 2027-01-18..2027-01-18",
        ]
    );
}

#[test]
fn unknown_hours_claim_nothing() {
    assert_eq!(
        listed("Mo-Fr 09:00-17:00 \"by appointment\"", "2026-09-10 12:00"),
        ["Sat,Sun 00:00-00:00"]
    );
}

#[test]
fn seasons_keep_their_dates() {
    let osm = "May-Oct: Mo-Su 07:00-20:00; Nov-Apr: Mo-Fr 07:00-15:00";
    assert_eq!(
        listed(osm, "2026-09-10 12:00"),
        [
            "Mon,Tue,Wed,Thu,Fri,Sat,Sun 07:00-20:00 2026-09-10..2026-10-31",
            "Mon,Tue,Wed,Thu,Fri 07:00-15:00 2026-11-01..2027-04-30",
            "Sat,Sun 00:00-00:00 2026-11-01..2027-04-30",
        ]
    );
    // A holiday isn't a season.
    assert_eq!(
        listed("Mo-Su 07:00-15:00; Dec 25 off", "2026-09-10 12:00"),
        ["Mon,Tue,Wed,Thu,Fri,Sat,Sun 07:00-15:00"]
    );
}

#[test]
fn special_days_are_exceptions_however_long_they_last() {
    // Most of the first four weeks is a vacation, and the regular week is still said.
    assert_eq!(
        listed(
            "Mo-Sa 07:00-15:00; Su off; 2026 Dec 20-2027 Jan 20 off; 2027 Feb 01 10:00-12:00",
            "2026-12-15 12:00"
        ),
        [
            "Mon,Tue,Wed,Thu,Fri,Sat 07:00-15:00",
            "Sun 00:00-00:00",
            "Sun,Mon,Tue,Wed,Thu,Fri,Sat 00:00-00:00 2026-12-20..2027-01-20",
            "Mon 10:00-12:00 2027-02-01..2027-02-01",
        ]
    );
    // A special day wins over the holiday that it is.
    assert_eq!(
        listed(
            "Mo-Su 07:00-17:00; PH off; 2026 Nov 26 08:00-12:00",
            "2026-11-20 12:00"
        ),
        [
            "Mon,Tue,Wed,Thu,Fri,Sat,Sun 07:00-17:00",
            "Thu 08:00-12:00 2026-11-26..2026-11-26",
            "Fri 00:00-00:00 2026-12-25..2026-12-25",
            "Fri 00:00-00:00 2027-01-01..2027-01-01",
            "Mon 00:00-00:00 2027-01-18..2027-01-18",
        ]
    );
    // As usual needs no exception.
    assert_eq!(
        listed(
            "Mo-Su 07:00-17:00; 2026 Nov 26 07:00-17:00",
            "2026-11-20 12:00"
        ),
        ["Mon,Tue,Wed,Thu,Fri,Sat,Sun 07:00-17:00"]
    );
}

#[test]
fn exceptions_are_told_from_seasons() {
    let is_exception = |osm: &str, local: &str| -> Vec<bool> {
        let entries = schedule(osm).opening_hours_specification(at(local));
        entries.iter().map(|entry| entry.exception).collect()
    };
    assert_eq!(
        is_exception("Mo-Su 07:00-17:00; 2026 Nov 26 off", "2026-11-20 12:00"),
        [false, true]
    );
    let seasons = "May-Oct: Mo-Su 07:00-20:00; Nov-Apr: Mo-Fr 07:00-15:00";
    assert_eq!(
        is_exception(seasons, "2026-09-10 12:00"),
        [false, false, false]
    );
}
