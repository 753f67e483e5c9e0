//! Which address lines are the same building, and which aren't.

use super::*;

fn compared(one: &str, other: &str) -> Comparison {
    let forth = Street::parse(one).compare(&Street::parse(other));
    let back = Street::parse(other).compare(&Street::parse(one));
    assert_eq!(forth, back, "{one} | {other}");
    forth
}

#[test]
fn spellings_of_one_house_are_one_house() {
    for (one, other) in [
        ("126 Main Street", "126 Main St."),
        ("126 Main Street", "126 main st, Suite 4"),
        ("126 Main Street", "126 Main St #4"),
        ("126 Main Street", "126-B Main Street"),
        ("126 Main Street", "126B Main Street"),
        ("126 Main Street", "126 1/2 Main Street"),
        ("126 Main", "126 Main Street"),
        ("126 Main Street B", "126 Main St 4"),
        ("1215 A E Franklin Street", "1215 East Franklin St."),
        ("507 Plaza Circle", "507 Plz Cir"),
        (
            "Suite 4, 126 Main Street",
            "126 Main Street, Alexandria, LA",
        ),
        ("126 N. Main St", "126 North Main Street"),
        ("500 5th Ave SW", "500 Fifth Avenue Southwest"),
        ("1 St. Charles Ave", "One Saint Charles Avenue"),
        ("1 N St. Charles Ave", "1 North Saint Charles Avenue"),
        ("4400 U.S. Highway 165", "4400 US Hwy 165"),
        ("12 Ft. Hood Rd", "12 Fort Hood Road"),
        ("0126 Main Street", "126 Main Street"),
        ("126 Calle Niño", "126 Calle Nino"),
        ("126-130 Main Street", "126 Main St"),
        ("126 - 130 Main Street", "128 Main St"),
        ("126 & 128 Main Street", "126 Main St"),
        ("1418-20 Main Street", "1420 Main St"),
        ("126 Main Street, 2nd Floor", "126 Main St"),
        ("2nd Floor, 126 Main Street", "126 Main St"),
        ("126 Main Street Rear", "126 Main St"),
        ("126 Main St Lower Level", "126 Main Street"),
        ("126 Camino del Norte Lower Level", "126 Camino Del Norte"),
        ("126 Main Sreet", "126 Main Street"),
        ("126 Weston Parwkay", "126 Weston Pkwy"),
        ("126 Main Street, Shop 4", "126 Main St"),
        ("126 Main Street Shop 4", "126 Main St"),
        ("126 Winston-Salem Rd", "126 Winston Salem Road"),
        ("4 Twenty-First Street", "4 21st St"),
        ("4 Thirtieth Street", "4 30th St"),
        ("12 Bay Street", "12 Bay St"),
        ("12 N Front Street", "12 North Front St"),
        ("37-10 30th Street", "37-10 30th St"),
    ] {
        assert_eq!(compared(one, other), Comparison::Same, "{one} | {other}");
        assert!(Street::parse(one).is_house() && Street::parse(other).is_house());
    }
}

#[test]
fn other_numbers_streets_kinds_and_directions_are_other_houses() {
    for (one, other) in [
        ("126 Main Street", "126 Oak Street"),
        ("126 Main Street", "128 Oak Street"),
        ("126 Main Street", "128 Main Avenue"),
        ("126 N Main St", "128 S Main St"),
        ("126 Main Street", "126 Main Avenue"),
        ("126 Main Sreet", "126 Main Avenue"),
        ("126 N Main St", "126 S Main St"),
        ("100 1st Street", "100 2nd Street Bridge"),
    ] {
        assert_eq!(
            compared(one, other),
            Comparison::Different,
            "{one} | {other}"
        );
    }
}

#[test]
fn other_numbers_of_one_street_are_told_from_other_streets() {
    for (one, other) in [
        ("126 Main Street", "128 Main Street"),
        ("126 N Main Street", "128 Main St., Suite 4"),
        ("126-130 Main Street", "132 Main Street"),
        ("37-10 30th Street", "37-12 30th Street"),
    ] {
        assert_eq!(
            compared(one, other),
            Comparison::OtherNumber,
            "{one} | {other}"
        );
    }
}

#[test]
fn a_slip_or_a_missing_direction_is_nearly_the_same_house() {
    for (one, other) in [
        ("126 Main Street", "126 Mian Street"),
        ("126 Main Street", "126 N Main Street"),
        ("126 Franklin Street", "126 Frankln St"),
    ] {
        assert_eq!(compared(one, other), Comparison::Nearly, "{one} | {other}");
    }
}

#[test]
fn units_tell_shops_in_one_building_apart() {
    for (one, other, is_other) in [
        ("126 Main St Suite 4", "126 Main Street #5", true),
        ("126 Main St Suite 4", "Unit 4, 126 Main Street", false),
        (
            "126 Main St Ste 101-B",
            "126 Main Street, Suite 101B",
            false,
        ),
        ("126-B Main St", "126 Main Street Unit C", true),
        ("126 Main St", "126 Main Street Unit C", false),
    ] {
        let (one_street, other_street) = (Street::parse(one), Street::parse(other));
        assert_eq!(
            one_street.has_other_unit(&other_street),
            is_other,
            "{one} | {other}"
        );
        assert_eq!(
            other_street.has_other_unit(&one_street),
            is_other,
            "{one} | {other}"
        );
    }
}

#[test]
fn packed_streets_are_what_they_were() {
    for line in [
        "126 N. Main St., Suite 4",
        "126-130 Main St Unit C",
        "500 Fifth Avenue Southwest",
        "4400 US Hwy 165",
        "1200 N St NW",
        "Courthouse Square",
        "12",
        "",
    ] {
        let street = Street::parse(line);
        assert_eq!(Street::unpack(&street.pack()), street, "{line}");
    }
}

#[test]
fn lines_that_say_too_little_decide_nothing() {
    for (one, other) in [
        ("126 Main Street", "Main Street"),
        ("126 Main Street", ""),
        ("126 Main Street", "126 Old Main Street"),
        ("Courthouse Square", "Courthouse Square"),
    ] {
        assert_eq!(compared(one, other), Comparison::Unclear, "{one} | {other}");
    }
    assert!(!Street::parse("Courthouse Square").is_house());
}

#[test]
fn boxes_in_post_offices_are_known() {
    for line in [
        "PO Box 12",
        "P.O. Box 12",
        "p o box 7",
        "Post Office Box 3",
        "POB 12",
        "Box 44",
    ] {
        assert!(is_post_office_box(line), "{line}");
    }
    for line in [
        "12 Box Canyon Road",
        "1 Post Office Square",
        "Box Elder Road 4",
        "",
    ] {
        assert!(!is_post_office_box(line), "{line}");
    }
}
