//! The week without anything special, and what several places share.

use hours_text::{Hours, UsualWeek};

fn usual(osm: &str) -> Option<UsualWeek> {
    Hours::parse(osm)
        .unwrap_or_else(|error| panic!("{osm}: {error}"))
        .usual_week()
}

fn text(osm: &str) -> Option<String> {
    usual(osm).map(|week| week.to_string())
}

#[test]
fn the_week_is_written_in_one_way() {
    for (osm, expected) in [
        ("Mo-Fr 7:00-17:00", "Mo-Fr 07:00-17:00; Sa-Su off"),
        (
            "Mo-Fr 07:00-17:00; Sa 08:00-14:00; Su off; PH off",
            "Mo-Fr 07:00-17:00; Sa 08:00-14:00; Su off",
        ),
        (
            "Mo-Su 07:00-12:00,13:00-24:00; We off",
            "Mo-Tu 07:00-12:00,13:00-24:00; We off; Th-Su 07:00-12:00,13:00-24:00",
        ),
        ("Fr-Sa 18:00-02:00", "Mo-Th off; Fr-Sa 18:00-02:00; Su off"),
        ("24/7", "24/7"),
        (
            "Mo-Su 07:00-15:00; 2025 Jan 28-2025 Feb 20 off; 2026 Dec 25 off",
            "Mo-Su 07:00-15:00",
        ),
        ("Mo-Su 07:00-15:00; Dec 25 off", "Mo-Su 07:00-15:00"),
    ] {
        assert_eq!(text(osm).as_deref(), Some(expected), "{osm}");
        assert_eq!(text(expected).as_deref(), Some(expected), "read again");
    }
}

#[test]
fn what_is_not_certain_all_year_is_no_usual_week() {
    for osm in [
        "Apr-Oct Mo-Su 08:00-20:00; Nov-Mar Sa-Su 09:00-16:00",
        "week 1-53/2 Fr 09:00-12:00",
        "Mo-Fr 09:00-17:00 \"by appointment\"",
        "Mo-Su 07:00+",
        "sunrise-sunset",
        "PH off",
    ] {
        assert_eq!(text(osm), None, "{osm}");
    }
}

fn shared(places: &[(&str, usize)]) -> Option<String> {
    let weeks: Vec<_> = places
        .iter()
        .map(|(osm, places)| (usual(osm).unwrap(), *places))
        .collect();
    let weeks = weeks.iter().map(|(week, places)| (week, *places));
    UsualWeek::shared(weeks, 3).map(|week| week.to_string())
}

#[test]
fn three_places_agree_on_each_day() {
    let common = "Mo-Fr 07:00-17:00; Sa-Su 08:00-14:00";
    assert_eq!(shared(&[(common, 3)]).as_deref(), Some(common));
    assert_eq!(shared(&[(common, 2), ("Mo-Su 06:00-12:00", 1)]), None);
    // Every shop has its own Sunday, and no three of them are alike.
    assert_eq!(
        shared(&[
            ("Mo-Sa 07:00-17:00; Su 08:00-12:00", 1),
            ("Mo-Sa 07:00-17:00; Su 09:00-12:00", 1),
            ("Mo-Sa 07:00-17:00; Su 10:00-12:00", 1),
        ]),
        None
    );
    assert_eq!(
        shared(&[
            ("Mo-Sa 07:00-17:00", 2),
            ("Mo-Fr 07:00-17:00", 1),
            ("Mo-Sa 07:00-17:00; Su 10:00-12:00", 1),
        ])
        .as_deref(),
        Some("Mo-Sa 07:00-17:00; Su off")
    );
}

#[test]
fn a_day_is_closed_only_if_most_places_are() {
    // Three close on Mondays, and twelve are open, each of them differently but for four.
    let many = [
        ("Tu-Su 07:00-15:00", 3),
        ("Mo-Su 07:00-15:00", 4),
        ("Mo-Su 06:00-15:00", 2),
        ("Mo-Su 08:00-15:00", 2),
    ];
    assert_eq!(shared(&many).as_deref(), Some("Mo-Su 07:00-15:00"));
    assert_eq!(shared(&[("off", 5)]), None, "nobody is open");
}
