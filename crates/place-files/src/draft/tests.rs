use super::*;

fn place(fields: &[(Field, &str)]) -> PlaceRecord {
    let mut draft = Draft::default();
    for (field, value) in fields {
        draft.set(*field, value);
    }
    draft.finish()
}

#[test]
fn first_value_that_says_something_wins() {
    let place = place(&[
        (Field::Name, "N/A"),
        (Field::Name, " "),
        (Field::Name, "Two Beans"),
        (Field::Name, "Other"),
    ]);
    assert_eq!(place.name.as_deref(), Some("Two Beans"));
}

#[test]
fn one_line_address_is_cut_unless_the_parts_are_known() {
    let cut = place(&[(Field::Address, "126 Main Street\nAlexandria, LA 71301-1234")]);
    assert_eq!(
        (
            cut.address.as_deref(),
            cut.city.as_deref(),
            cut.state.as_deref(),
            cut.zip.as_deref(),
            cut.zip_plus4.as_deref()
        ),
        (
            Some("126 Main Street"),
            Some("Alexandria"),
            Some("LA"),
            Some("71301"),
            Some("1234")
        )
    );
    assert_eq!(cut.notes, [Note::AddressSplit]);
    let whole = place(&[
        (Field::Address, "Suite 2, Main, LA 71301"),
        (Field::City, "Pineville"),
    ]);
    assert_eq!(whole.address.as_deref(), Some("Suite 2, Main, LA 71301"));
    let both = place(&[
        (Field::FullAddress, "1 A St, Ames, IA 50010"),
        (Field::Address, "1 A Street"),
    ]);
    assert_eq!(
        (both.address.as_deref(), both.city.as_deref()),
        (Some("1 A Street"), Some("Ames"))
    );
}

#[test]
fn hours_of_days_are_joined() {
    let place = place(&[(Field::DayHours(1), "7-3"), (Field::DayHours(0), "closed")]);
    assert_eq!(place.hours.as_deref(), Some("Monday: closed\nTuesday: 7-3"));
}

#[test]
fn location_is_a_point_or_an_address() {
    assert_eq!(
        place(&[(Field::Coordinates, "31.3, -92.4")]).latitude,
        Some(31.3)
    );
    let prose = place(&[(Field::Coordinates, "12 Elm Street")]);
    assert_eq!(
        (prose.address.as_deref(), prose.notes.len()),
        (Some("12 Elm Street"), 0)
    );
}

#[test]
fn one_coordinate_alone_is_a_note() {
    let place = place(&[(Field::Latitude, "31.3")]);
    assert_eq!(place.latitude, None);
    assert!(matches!(
        place.notes.as_slice(),
        [Note::CoordinatesUnreadable(_)]
    ));
}

#[test]
fn a_place_is_called_by_its_trade_name_in_whatever_column() {
    let called = |fields: &[(Field, &str)]| {
        let place = place(fields);
        (place.name.unwrap_or_default(), place.alternative_names)
    };
    let both = ("Two Beans".to_owned(), vec!["Oak Hill LLC".to_owned()]);
    for fields in [
        [
            (Field::Name, "Oak Hill LLC"),
            (Field::TradeName, "Two Beans"),
        ],
        [
            (Field::LegalName, "Oak Hill LLC"),
            (Field::TradeName, "Two Beans"),
        ],
        [
            (Field::TradeName, "Oak Hill LLC"),
            (Field::Name, "Two Beans"),
        ],
        [
            (Field::LegalName, "Oak Hill LLC"),
            (Field::Name, "Two Beans"),
        ],
    ] {
        assert_eq!(called(&fields), both, "{fields:?}");
    }
    let alone = ("Oak Hill LLC".to_owned(), Vec::new());
    for trade in ["", "N/A", "Same as above", "Oak Hill LLC"] {
        let fields = [
            (Field::LegalName, "Oak Hill LLC"),
            (Field::TradeName, trade),
        ];
        assert_eq!(called(&fields), alone, "{trade}");
    }
    assert_eq!(called(&[(Field::AlternativeName, "B")]).0, "");
}
