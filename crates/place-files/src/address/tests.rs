use super::*;

#[test]
fn zip_codes() {
    for (text, zip, plus4, padded) in [
        ("71301", "71301", None, false),
        ("71301-1234", "71301", Some("1234"), false),
        ("713011234", "71301", Some("1234"), false),
        ("71301 1234", "71301", Some("1234"), false),
        ("LA 71301", "71301", None, false),
        ("71301-", "71301", None, false),
        ("2139", "02139", None, true),
        ("2139.0", "02139", None, true),
        ("2139-1234", "02139", Some("1234"), true),
        ("21391234", "21391234", None, false),
        ("501", "00501", None, true),
        ("K1A 0B1", "K1A 0B1", None, false),
        ("71301;71302", "71301;71302", None, false),
        ("12", "12", None, false),
    ] {
        let code = postal_code(text);
        assert_eq!(
            (code.zip.as_str(), code.plus4.as_deref(), code.padded),
            (zip, plus4, padded),
            "{text}"
        );
    }
}

#[test]
fn one_line_addresses() {
    let parts = |line: &str| {
        split(line).map(|cut| {
            (
                cut.street,
                cut.city,
                cut.state.unwrap_or_default(),
                cut.zip.unwrap_or_default(),
            )
        })
    };
    let expected = |street: &str, city: &str, state: &str, zip: &str| {
        Some((
            street.to_owned(),
            city.to_owned(),
            state.to_owned(),
            zip.to_owned(),
        ))
    };
    assert_eq!(
        parts("126 Main Street, Alexandria, LA 71301"),
        expected("126 Main Street", "Alexandria", "LA", "71301")
    );
    assert_eq!(
        parts("1 A St, Ste 2, Ames, IA, 50010-1234, USA"),
        expected("1 A St, Ste 2", "Ames", "IA", "50010-1234")
    );
    assert_eq!(
        parts("1 A St, Dover, New Hampshire 03820"),
        expected("1 A St", "Dover", "New Hampshire", "03820")
    );
    assert_eq!(
        parts("1 A St, Ames, IA"),
        expected("1 A St", "Ames", "IA", "")
    );
    for line in [
        "126 Main Street",
        "126 Main Street, Alexandria",
        "Main Street, Suite 4, Rear",
        "Ames, IA 50010",
        "12, Rue de la Paix, Paris",
    ] {
        assert_eq!(split(line), None, "{line}");
    }
    for (text, expected) in [
        ("Ames, IA", Some(("Ames", "IA", None))),
        ("Ames IA", Some(("Ames", "IA", None))),
        (
            "Saint Paul MN 55101",
            Some(("Saint Paul", "MN", Some("55101"))),
        ),
        (
            "Ames, IA, 50010-1234",
            Some(("Ames", "IA", Some("50010-1234"))),
        ),
        ("Ames", None),
        ("Mount Ida", None),
        ("Big VIP", None),
        ("Santa FE", None),
    ] {
        assert_eq!(city_state_zip(text), expected, "{text}");
    }
}
#[test]
fn addresses_are_read_from_their_end() {
    for (line, street, city, state, zip) in [
        (
            "126 Main Street Alexandria LA 71301",
            "126 Main Street",
            "Alexandria",
            "LA",
            "71301",
        ),
        (
            "126 Main St, Alexandria LA 71301",
            "126 Main St",
            "Alexandria",
            "LA",
            "71301",
        ),
        (
            "9 Park Ave N St Paul MN 55101-1234",
            "9 Park Ave N",
            "St Paul",
            "MN",
            "55101-1234",
        ),
        (
            "126 St Charles Ave New Orleans LA 70130",
            "126 St Charles Ave",
            "New Orleans",
            "LA",
            "70130",
        ),
        (
            "77 E St Mary St Lafayette LA 70501",
            "77 E St Mary St Lafayette",
            "",
            "LA",
            "70501",
        ),
        (
            "12 Park St. N. New Iberia, la 70560",
            "12 Park St. N.",
            "New Iberia",
            "LA",
            "70560",
        ),
        (
            "400 Highway 28 Pineville LA 71360",
            "400 Highway 28 Pineville",
            "",
            "LA",
            "71360",
        ),
        (
            "1 Oak Rd Ste 4 Ames IA 50010",
            "1 Oak Rd Ste 4 Ames",
            "",
            "IA",
            "50010",
        ),
    ] {
        let cut = split_from_end(line).unwrap_or_else(|| panic!("{line}"));
        assert_eq!(
            (
                cut.street.as_str(),
                cut.city.as_str(),
                cut.state.as_deref(),
                cut.zip.as_deref()
            ),
            (street, city, Some(state), Some(zip)),
            "{line}"
        );
    }
    for line in [
        "126 Main Street",
        "Main Street Alexandria LA 71301",
        "1 Oak Rd Ames XX 50010",
        "1 A St 50010",
    ] {
        assert_eq!(split_from_end(line), None, "{line}");
    }
}
