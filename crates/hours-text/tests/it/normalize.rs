//! What people write, and how it is understood.

use hours_text::{Reading, Schedule, normalize};

use crate::support::{LOUISIANA, state};
use crate::vectors::{READABLE, UNREADABLE};

#[test]
fn what_people_write_is_read() {
    for &(text, expected) in READABLE {
        assert_eq!(normalize(text).osm(), Some(expected), "{text}");
    }
}

#[test]
fn what_is_not_certain_claims_nothing() {
    for &(text, reason) in UNREADABLE {
        let unread = Reading::Unreadable {
            text: text.to_owned(),
        };
        assert_eq!(normalize(text), unread, "{reason}");
    }
}

/// By the syntax the second rule replaces the first, on all days.
#[test]
fn a_rule_without_days_never_replaces_the_days_before_it() {
    for (text, local, never) in [
        (
            "Mo-Sa 06:00-11:00; 15:00-19:00",
            "2026-11-16 09:00",
            "closed",
        ),
        ("Mo-Sa 06:00-11:00; 15:00-19:00", "2026-11-22 16:00", "open"),
        (
            "Mo-Fr 07:00-12:00; 13:00-17:00",
            "2026-11-18 08:30",
            "closed",
        ),
        ("Tu-Su 06:30-11:30; 16:00-20:00", "2026-11-16 17:00", "open"),
        (
            "Mo-Fr 07:00-12:00; 12:30-13:00 off",
            "2026-11-17 08:00",
            "closed",
        ),
        (
            "Mo-Sa 06:00-11:00,15:00-19:00",
            "2026-11-16 09:00",
            "closed",
        ),
    ] {
        if let Some(osm) = normalize(text).osm() {
            assert_ne!(state(osm, local), never, "{text} on {local}: {osm}");
        }
    }
    // Nor in hours that were stored before.
    for osm in [
        "Mo-Sa 06:00-11:00; 15:00-19:00",
        "Apr-Oct 08:00-20:00; 09:00-16:00",
        "Mo-Fr 07:00-15:00; unknown",
        "Sa 08:00-12:00; 07:00-15:00",
        "PH off; 07:00-12:00; 13:00-17:00",
        "Mo-Fr 07:00-12:00 open \"front door\", 13:00-17:00",
    ] {
        assert!(Schedule::parse(osm, LOUISIANA).is_err(), "{osm}");
    }
    for osm in [
        "07:00-15:00; Sa 08:00-12:00; PH off",
        "24/7; 02:00-03:00 off",
        "08:00-12:00 open \"bar\", 13:00-17:00 open \"garden\"",
        "Mo-Fr 07:00-17:00 || \"call us\"",
    ] {
        assert!(Schedule::parse(osm, LOUISIANA).is_ok(), "{osm}");
    }
}

/// By the syntax the daily hours would replace them.
#[test]
fn exceptions_in_front_of_daily_hours_are_kept() {
    for (osm, local, expected) in [
        ("PH off; 08:00-16:00", "2026-11-25 12:00", "open"),
        ("PH off; 08:00-16:00", "2026-11-26 12:00", "closed"),
        ("PH off; 24/7", "2026-11-26 12:00", "closed"),
        ("Su off; 08:00-16:00", "2026-11-22 12:00", "closed"),
        ("Nov 25 10:00-11:00; 24/7", "2026-11-25 12:00", "closed"),
        ("Nov 25 10:00-11:00; 24/7", "2026-11-27 12:00", "open"),
        // Days that are named for daily hours replace what is before them.
        ("PH off; Mo-Su 08:00-16:00", "2026-11-26 12:00", "open"),
    ] {
        assert_eq!(state(osm, local), expected, "{osm} on {local}");
    }
}

#[test]
fn every_reading_is_a_schedule_and_reads_back_as_itself() {
    for &(text, _) in READABLE {
        let Reading::Osm { osm } = normalize(text) else {
            panic!("{text}");
        };
        assert!(Schedule::parse(&osm, LOUISIANA).is_ok(), "{text}: {osm}");
        assert_eq!(normalize(&osm).osm(), Some(osm.as_str()), "{text}");
    }
}

#[test]
fn blanks_are_empty_and_length_is_limited() {
    for text in ["", "  \n\t", "\u{202f}\u{feff}"] {
        assert_eq!(normalize(text), Reading::Empty, "{text:?}");
    }
    let long = "Mon 7am-3pm ".repeat(84);
    assert_eq!(normalize(&long).osm(), None, "1,008 characters");
    let fits = format!("Mon 7am-3pm{}", " ".repeat(2_000));
    assert_eq!(normalize(&fits).osm(), Some("Mo 07:00-15:00"), "blanks");
    let rule = |day: u32| format!("Jan {day} 10:00-12:00");
    let many_rules = (1..=16).map(rule).collect::<Vec<_>>().join("; ");
    assert_eq!(
        normalize(&many_rules).osm(),
        None,
        "longer than OpenStreetMap's 255 characters"
    );
}

/// The 26 strings tried with the library by itself: 20 in its own syntax, 6 that it rejects.
#[test]
fn the_strings_of_the_trial() {
    let own = [
        "Mo-Th 07:00-23:00; Fr-Sa 07:00-24:00; Su 08:00-23:00",
        "24/7",
        "Mo-Su 08:00-16:00; PH off",
        "Th-Sa 18:00-02:00",
        "Apr-Oct Mo-Su 08:00-20:00; Nov-Mar Sa-Su 09:00-16:00",
        "Mo-Fr 07:00-17:00 || \"call us\"",
        "sunrise-sunset",
        "Mo-Su 07:00+",
        "week 1-53/2 Fr 09:00-12:00",
        "mo-fr 7:00-17:00",
        "Dec 25 off; Mo-Su 08:00-16:00",
        "Mo-Su 08:00-16:00; Dec 25 off",
        "Mo-Fr 06:00-14:00; Sa 07:00-12:00",
        "Mo-Su 08:00-12:00,13:00-17:00",
        "Fr 18:00-02:00",
        "Mo-Fr 08:00-16:00; Sa[1] 10:00-14:00",
        "Mo-Fr 09:00-17:00 \"by appointment\"",
        "off",
        "Mo-Fr 07:00-17:00, Sa 08:00-14:00",
        "Fr-Mo 08:00-12:00",
    ];
    for text in own {
        assert!(Schedule::parse(text, LOUISIANA).is_ok(), "{text}");
        assert!(normalize(text).osm().is_some(), "{text}");
    }
    let refused_by_the_library = [
        ("Mo-Fr 7am-5pm", Some("Mo-Fr 07:00-17:00")),
        ("Mon-Fri 07:00-17:00", Some("Mo-Fr 07:00-17:00")),
        (
            "Mo-Fr 07:00-17:00,Sa 08:00-14:00",
            Some("Mo-Fr 07:00-17:00; Sa 08:00-14:00"),
        ),
        (
            "Mon-Fri 7am-5pm, Sat 8-2",
            Some("Mo-Fr 07:00-17:00; Sa 08:00-14:00"),
        ),
        ("Daily 6 AM-8 PM", Some("Mo-Su 06:00-20:00")),
        ("", None),
    ];
    for (text, expected) in refused_by_the_library {
        assert!(Schedule::parse(text, LOUISIANA).is_err(), "{text}");
        assert_eq!(normalize(text).osm(), expected, "{text}");
    }
}

#[test]
fn days_named_twice_are_told_apart_from_exceptions() {
    use chrono::Weekday::{Mon, Sun, Thu, Tue, Wed};
    for (text, days) in [
        ("Mo 07:00-12:00; Mo 13:00-17:00", vec![Mon]),
        ("Mo-We 07:00-12:00; Tu-Th 13:00-17:00", vec![Tue, Wed]),
        ("Fr-Mo 08:00-12:00; Su-Tu 13:00-17:00", vec![Mon, Sun]),
        (
            "Mo-Th 08:00-12:00; Mo-Th 13:00-17:00",
            vec![Mon, Tue, Wed, Thu],
        ),
        // An exception replaces part of an earlier rule.
        ("Mo-Su 07:00-15:00; Su 08:00-12:00", vec![]),
        ("Mo-Fr 07:00-12:00,13:00-17:00; Sa 08:00-12:00", vec![]),
        ("Mo-Fr 07:00-15:00; PH off; Mo off", vec![]),
        ("whenever we wake up", vec![]),
        ("", vec![]),
    ] {
        assert_eq!(hours_text::repeated_days(text), days, "{text}");
    }
}
