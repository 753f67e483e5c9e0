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
            "2026-12-27..2027-01-05 Temporarily closed"
        ]
    );
    assert_eq!(
        listed(VACATION, "2027-01-05 23:00"),
        ["2026-12-27..2027-01-05 Temporarily closed"]
    );
    assert!(listed(VACATION, "2027-01-06 00:00").is_empty());
    assert!(listed("Mo-Sa 07:00-15:00; Dec 25 off", "2026-12-20 12:00").is_empty());
}
