//! Lists as people have them: HTML in their text, cells that a spreadsheet has spoiled, links to maps.

use crate::support::{gzip, places, read, steps, try_open};
use place_files::{Note, OpenOptions, PlaceRecord};

fn text(value: Option<&String>) -> &str {
    value.map_or("", String::as_str)
}

fn place(table: &str) -> PlaceRecord {
    places(table.as_bytes()).remove(0)
}

/// The record with this name.
fn called<'a>(places: &'a [PlaceRecord], name: &str) -> &'a PlaceRecord {
    let found = places
        .iter()
        .find(|place| text(place.name.as_ref()) == name);
    found.unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn html_is_read_once_before_anything_else() {
    let found = places(include_bytes!("../lists/html-entities.csv"));
    let names: Vec<&str> = found
        .iter()
        .map(|place| text(place.name.as_ref()))
        .collect();
    assert_eq!(
        names,
        [
            "Rust & Rye Coffee",
            "Joe's Percolator",
            "Café Lumière",
            "Bean There",
            "Salt & Steam",
            "R&D Coffee",
            "Q&A Cafe; Bar"
        ]
    );
    assert_eq!(text(found[0].description.as_ref()), "Beans, bread & books");
    assert_eq!(text(found[3].address.as_ref()), "41 \"Old\" Depot Rd");
    assert_eq!(text(found[5].description.as_ref()), "Line one\nLine two");
    assert_eq!(found[0].notes, [Note::HtmlRead]);
    assert!(found[6].notes.is_empty());
}

#[test]
fn html_is_read_in_every_field_and_format() {
    let found = place(
        "name,city,state,website,hours,alt name\n\
         Bean,Coeur d&#39;Alene,ID,https://a.example/?a=1&amp;b=2,Mon-Fri 7am&ndash;3pm<br>Sat 8am&ndash;2pm,Joe&#39;s;Jo&#x2019;s\n",
    );
    assert_eq!(text(found.city.as_ref()), "Coeur d'Alene");
    assert_eq!(text(found.website.as_ref()), "https://a.example/?a=1&b=2");
    assert_eq!(text(found.hours.as_ref()), "Mon-Fri 7am–3pm\nSat 8am–2pm");
    assert_eq!(found.alternative_names, ["Joe's", "Jo’s"]);
    let header = try_open(b"name,Caf&eacute; of origin\nA,B\n", &OpenOptions::new());
    assert_eq!(
        header.expect("readable").columns()[1].name,
        "Café of origin"
    );
    for (format, file) in [
        (
            "json",
            r#"[{"name":"Joe&#39;s","city":"Coeur d&#39;Alene"}]"#,
        ),
        (
            "geojson",
            r#"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"properties":{"name":"Joe&#39;s","city":"Coeur d&#39;Alene"}}]}"#,
        ),
        (
            "osm",
            r#"{"elements":[{"type":"node","id":1,"lat":47.6,"lon":-116.7,"tags":{"amenity":"cafe","name":"Joe&#39;s","addr:city":"Coeur d&#39;Alene"}}]}"#,
        ),
        (
            "kml",
            "<kml><Document><Placemark><name>Joe&amp;#39;s</name><ExtendedData><Data name=\"city\"><value>Coeur d&rsquo;Alene</value></Data></ExtendedData></Placemark></Document></kml>",
        ),
    ] {
        let found = places(file.as_bytes()).remove(0);
        assert_eq!(text(found.name.as_ref()), "Joe's", "{format}");
        let city = text(found.city.as_ref()).replace('’', "'");
        assert_eq!(city, "Coeur d'Alene", "{format}");
    }
}

#[test]
fn a_semicolon_of_a_reference_parts_no_columns() {
    let table = "name;city;state\nJoe&#39;s;Coeur d&#39;Alene;ID\nSalt &amp; Steam;Caf&eacute;ville;ID\nR&D;Ames;IA\n";
    for bytes in [table.as_bytes().to_vec(), gzip(table.as_bytes())] {
        let found = places(&bytes);
        let cities: Vec<&str> = found
            .iter()
            .map(|place| text(place.city.as_ref()))
            .collect();
        assert_eq!(cities, ["Coeur d'Alene", "Caféville", "Ames"]);
        assert_eq!(text(found[0].state.as_ref()), "ID");
        assert_eq!(text(found[1].name.as_ref()), "Salt & Steam");
    }
    let header = try_open(b"name;Caf&eacute; of origin\nA;B\n", &OpenOptions::new());
    let header = header.expect("readable");
    let columns: Vec<&str> = header
        .columns()
        .iter()
        .map(|column| &*column.name)
        .collect();
    assert_eq!(columns, ["name", "Café of origin"]);
    // A row that lacks its last cell isn't one with other cells.
    let short = "name;city;state;phone\nJoe&#39;s;Ames;IA\nBean;Ames;IA;\n";
    assert_eq!(steps(read(short.as_bytes())), ["error", "Bean"]);
}

#[test]
fn cells_that_a_spreadsheet_spoiled_are_mended() {
    for found in places(include_bytes!("../lists/spreadsheet-cells.csv")) {
        let digits: String = text(found.phone.as_ref())
            .chars()
            .filter(char::is_ascii_digit)
            .collect();
        let wanted = match text(found.name.as_ref()) {
            "Float Coffee" => ("3185550141", "71301"),
            "Science Coffee" => ("3185550142", "71301"),
            "Two Lines Coffee" => ("3185550143", "71301"),
            "Or Coffee" => ("3185550145", "71301"),
            "Formula Zip Coffee" => ("3185550147", "71301"),
            "Quoted Formula Coffee" => ("4135550148", "01001"),
            "Apostrophe Zip Coffee" => ("4135550149", "01001"),
            "Zero Tail Coffee" => ("3185550150", "71301"),
            other => panic!("{other}"),
        };
        assert_eq!((&*digits, text(found.zip.as_ref())), wanted);
    }
    for (cell, zip) in [
        ("\"71,301\"", "71301"),
        ("71301.0", "71301"),
        ("7.1301E4", "71301"),
        ("\"=\"\"01001\"\"\"", "01001"),
        ("1001.0", "01001"),
        ("\"1,001\"", "01001"),
        ("10011234", "01001"),
        ("\"71,301.00\"", "71301"),
        ("71.301", "71301"),
        // Their digits are lost, or they are none.
        ("7.130E+04", "7.130E+04"),
        ("71.30", "71.30"),
        ("71.301.5", "71.301.5"),
        ("71301-1234", "71301"),
        ("K1A 0B1", "K1A 0B1"),
    ] {
        let found = place(&format!("name,city,zip\nBean,Agawam,{cell}\n"));
        assert_eq!(text(found.zip.as_ref()), zip, "{cell}");
    }
    for (country, zip, plus4) in [
        ("USA", "01001", Some("1234")),
        ("", "01001", Some("1234")),
        ("Brazil", "10011234", None),
    ] {
        let table = format!("name,zip,country\nBean,10011234,{country}\n");
        let found = place(&table);
        let code = (text(found.zip.as_ref()), found.zip_plus4.as_deref());
        assert_eq!(code, (zip, plus4), "{country}");
    }
    for (cell, phone, others) in [
        (
            "318-555-0145 & 318-555-0146",
            "318-555-0145",
            Some("318-555-0146"),
        ),
        (
            "318-555-0145|318-555-0146",
            "318-555-0145",
            Some("318-555-0146"),
        ),
        ("318-555-0145 | (318) 555-0145", "318-555-0145", None),
        ("'3185550145.0", "3185550145", None),
        ("=\"3185550145\"", "3185550145", None),
        ("3.18E9", "3.18E9", None),
        ("3.18555014e+09", "3.18555014e+09", None),
        ("\"3,185,550,141.00\"", "3185550141", None),
        (
            "\"Fax: 318-555-0143, Phone: 318-555-0144\"",
            "Phone: 318-555-0144",
            None,
        ),
        (
            "\"Fax: 318-555-0143\nPhone: 318-555-0144\"",
            "Phone: 318-555-0144",
            None,
        ),
        (
            "\"318-555-0145\n318-555-0146\n318-555-0147\"",
            "318-555-0145",
            Some("318-555-0146, 318-555-0147"),
        ),
        ("\"(318)\n555-0145\next. 2\"", "(318) 555-0145 ext. 2", None),
        ("\"1-800\nCOFFEES\"", "1-800 COFFEES", None),
    ] {
        let found = place(&format!("name,city,phone\nBean,Ames,{cell}\n"));
        assert_eq!(text(found.phone.as_ref()), phone, "{cell}");
        let note = others.map(|others| Note::MorePhones(others.to_owned()));
        assert_eq!(found.notes, note.into_iter().collect::<Vec<_>>(), "{cell}");
    }
}

#[test]
fn names_addresses_and_coordinates_are_mended_too() {
    for (name, address, latitude, longitude) in [
        ("=\"Rust & Bean\"", "'126 Main St", "'31.3113", "'-92.4451"),
        (
            "\"\"\"Rust & Bean\"\"\"",
            "126 Main St",
            "=\"31.3113\"",
            "=\"-92.4451\"",
        ),
        (
            "Rust &amp; Bean",
            "=\"126 Main St\"",
            "3.13113E1",
            "-9.24451E1",
        ),
        ("Rust & Bean", "126.0 Main St", "31.3113", "-92.4451"),
    ] {
        let row = format!("{name},{address},{latitude},{longitude}");
        let found = place(&format!("name,address,lat,lon,city\n{row},Alexandria\n"));
        assert_eq!(text(found.name.as_ref()), "Rust & Bean", "{row}");
        assert_eq!(text(found.address.as_ref()), "126 Main St", "{row}");
        let near = |value: Option<f64>, wanted: f64| {
            value.is_some_and(|value| (value - wanted).abs() < 1e-6)
        };
        assert!(near(found.latitude, 31.3113), "{row}: {:?}", found.latitude);
        assert!(
            near(found.longitude, -92.4451),
            "{row}: {:?}",
            found.longitude
        );
    }
    let json = r#"[{"name":"Bean","house_number":126.0,"street":"Main St","zip":2139.0,"tel":3185550141.0}]"#;
    let found = places(json.as_bytes()).remove(0);
    assert_eq!(text(found.house_number.as_ref()), "126");
    assert_eq!(text(found.zip.as_ref()), "02139");
    assert_eq!(text(found.phone.as_ref()), "3185550141");
    let link = "name,website\nBean,\"=HYPERLINK(\"\"https://a.example\"\",\"\"Our site\"\")\"\n";
    assert_eq!(text(place(link).website.as_ref()), "https://a.example");
}

#[test]
fn the_apostrophe_of_an_export_comes_off() {
    let found = places(include_bytes!("../lists/round-trip.csv"));
    let names: Vec<&str> = found
        .iter()
        .map(|place| text(place.name.as_ref()))
        .collect();
    let written = [
        "@Home Coffee",
        "=Equals Espresso",
        "-Dash Coffee Bar",
        "+Plus One Coffee",
        "'Round the Corner Coffee",
    ];
    assert_eq!(names, written);
    for name in written {
        let guarded = if name.starts_with('\'') {
            name.to_owned()
        } else {
            format!("'{name}")
        };
        let table = format!("name,phone,description\n{guarded},'+1 318 555 0172,'-dark roasts\n");
        let found = place(&table);
        assert_eq!(text(found.name.as_ref()), name);
        assert_eq!(text(found.phone.as_ref()), "+1 318 555 0172");
        assert_eq!(text(found.description.as_ref()), "-dark roasts");
    }
    let formula = place("name,city\n\"'=HYPERLINK(\"\"x\"\")\",Ames\n");
    assert_eq!(text(formula.name.as_ref()), "=HYPERLINK(\"x\")");
}

#[test]
fn googles_sheet_of_businesses_is_read() {
    let table = include_bytes!("../lists/business-sheet.csv");
    let opened = try_open(table, &OpenOptions::new()).expect("readable");
    let unused: Vec<&str> = opened
        .columns()
        .iter()
        .filter(|column| column.field.is_none())
        .map(|column| column.name.as_str())
        .collect();
    assert_eq!(
        unused,
        [
            "Additional phones",
            "Special hours",
            "Opening date",
            "Labels"
        ]
    );
    let found = places(table);
    assert_eq!(found.len(), 4);
    let ids: Vec<&str> = found
        .iter()
        .map(|place| text(place.source_id.as_ref()))
        .collect();
    assert_eq!(ids, ["HC-01", "HC-02", "HC-03", "HC-04"]);
    for place in &found {
        assert_eq!(text(place.state.as_ref()), "LA");
        assert_eq!(text(place.country.as_ref()), "US");
        assert!(place.phone.is_some() && place.latitude.is_some());
        assert!(place.notes.is_empty(), "{:?}", place.notes);
    }
    assert_eq!(text(found[1].unit.as_ref()), "Suite 3");
    assert_eq!(
        text(called(&found, "Hollow Cup Roastery").hours.as_ref()),
        "Monday: 7:00AM-11:00AM, 1:00PM-5:00PM\nTuesday: 7:00AM-11:00AM, 1:00PM-5:00PM\n\
         Wednesday: closed\nThursday: 7:00AM-11:00AM, 1:00PM-5:00PM\n\
         Friday: 7:00AM-11:00AM, 1:00PM-5:00PM\nSaturday: closed\nSunday: closed"
    );
}

#[test]
fn an_opening_time_without_a_closing_one_is_no_hours() {
    let dropped = |found: &PlaceRecord| {
        found.hours.is_none() && matches!(found.notes.as_slice(), [Note::HoursUnended(_)])
    };
    for hours in ["7am", "Mon-Fri 7:00 AM", "07:00-", "Opens at 7am"] {
        let found = place(&format!("name,city,hours\nBean,Ames,{hours}\n"));
        assert!(dropped(&found), "{hours}: {found:?}");
    }
    let days = place("name,city,Monday,Tuesday,Sunday\nBean,Ames,7:00 AM,7:00 AM,x\n");
    assert!(dropped(&days), "{days:?}");
    let marks = "name,city,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday\nBean,Ames,x,x,x,x,x,x,closed\n";
    let marks = place(marks);
    assert!(dropped(&marks), "{marks:?}");
    let said = marks.notes[0].to_string();
    assert!(said.contains("don't say from when until when"), "{said}");
    // The days may say more.
    let both = "name,city,Hours,Monday,Tuesday\nBean,Ames,7am,7am-3pm,x\nCup,Ames,7-3,7am,7am\n";
    let both = places(both.as_bytes());
    let hours = text(both[0].hours.as_ref());
    assert_eq!(hours, "Monday: 7am-3pm\nTuesday: closed");
    assert_eq!(both[0].notes, [Note::HoursUnended("7am".to_owned())]);
    let cup = (text(both[1].hours.as_ref()), both[1].notes.len());
    assert_eq!(cup, ("7-3", 0));
    let list = r#"[{"name":"Bean","hours":[{"day":"Monday","opens":"07:00"},{"day":"Tuesday","opens":"07:00","closes":null}]}]"#;
    let found = places(list.as_bytes()).remove(0);
    assert!(dropped(&found), "{found:?}");
    // Of a week with some, nothing is claimed and nothing lost.
    let mixed = place("name,city,Monday,Tuesday\nBean,Ames,7:00 AM,7am-3pm\n");
    assert_eq!(
        text(mixed.hours.as_ref()),
        "Monday: 7:00 AM\nTuesday: 7am-3pm"
    );
}

#[test]
fn a_link_to_a_map_is_a_point_and_no_website() {
    let found = places(include_bytes!("../lists/takeout-zero.json"));
    let point = |name: &str| {
        let place = called(&found, name);
        assert_eq!(place.website, None, "{name}");
        place.latitude.zip(place.longitude)
    };
    assert_eq!(point("Saved Spot Coffee"), Some((31.3108, -92.4448)));
    assert_eq!(point("Zero Point Coffee"), Some((31.3110, -92.4452)));
    assert_eq!(point("Deep Data Coffee"), Some((31.3113, -92.4457)));
    assert_eq!(point("Only Cid Coffee"), None);
    let zero = called(&found, "Zero Point Coffee");
    assert_eq!(text(zero.city.as_ref()), "Alexandria");
    assert!(
        zero.notes.contains(&Note::PlacedByLink) && !zero.notes.contains(&Note::CoordinatesZero)
    );
    let list = places(include_bytes!("../lists/takeout-list.csv"));
    assert_eq!(list.len(), 3);
    assert!(list.iter().all(|place| place.website.is_none()));
    assert_eq!(called(&list, "Deep Data Coffee").latitude, Some(31.3113));
    assert_eq!(called(&list, "Search Link Coffee").longitude, Some(-92.446));
    assert_eq!(called(&list, "No Point Espresso").latitude, None);

    let both = "name,website,lat,lon\nBean,https://maps.app.goo.gl/x; https://a.example,0,0\n\
        Cup,https://g.page/cup,31.3,-92.4\nJar,goo.gl/maps/jar,,\nPot,https://maps.google.com/?ll=31.5,,\n";
    let found = places(both.as_bytes());
    assert_eq!(text(found[0].website.as_ref()), "https://a.example");
    assert_eq!(
        (found[1].website.as_ref(), found[1].latitude),
        (None, Some(31.3))
    );
    assert!(
        found[2..]
            .iter()
            .all(|place| place.website.is_none() && place.latitude.is_none())
    );
}

#[test]
fn a_website_is_read_or_its_loss_is_said() {
    let maps = "https://www.google.com/maps/place";
    for (cell, website) in [
        ("<a href=https://a.example>Website</a>", "https://a.example"),
        (
            "<a href='mailto:x@a.example'>https://a.example</a>",
            "https://a.example",
        ),
        (
            "https://www.google.com/url?q=https://a.example&sa=D",
            "https://a.example",
        ),
        ("https://www.google.com/url?sa=D", ""),
        ("https://www.google.com/url?q=a.example", ""),
        (
            "https://facebook.com/Rust Bean",
            "https://facebook.com/Rust Bean",
        ),
        (
            "<a href='https://facebook.com/Rust Bean'>Website</a>",
            "https://facebook.com/Rust%20Bean",
        ),
        ("call 318.555.0143", ""),
        ("https://a.example/menu (new)", "https://a.example/menu"),
        ("https://share.google/x", ""),
        ("/v3/places/1", ""),
        ("see St. Joe", ""),
        ("Facebook", ""),
    ] {
        let found = place(&format!("name,city,website\nBean,Ames,{cell}\n"));
        assert_eq!(text(found.website.as_ref()), website, "{cell}");
        let is_said = |note: &Note| matches!(note, Note::WebsiteUnread(_));
        assert!(!found.notes.iter().any(is_said), "{cell}");
    }
    for cell in ["a.example (closed)", "\"a.example, Facebook\""] {
        let found = place(&format!("name,city,website\nBean,Ames,{cell}\n"));
        let text = cell.trim_matches('"').to_owned();
        assert_eq!(
            (found.website, found.notes),
            (None, vec![Note::WebsiteUnread(text)])
        );
    }
    for (link, point) in [
        (
            "Rust Bean/@31.2,-92.5,17z/data=!3d31.3113!4d-92.4451",
            Some(31.3113),
        ),
        (
            "Bean, Rust/@31.2,-92.5,17z/data=!3d31.3113!4d-92.4451",
            Some(31.3113),
        ),
        ("?q=31.3113, -92.4451", Some(31.3113)),
        ("Rust+Bean/@31.2,-92.5,8z", None),
    ] {
        let found = place(&format!("name,city,website\nBean,Ames,\"{maps}/{link}\"\n"));
        assert_eq!((found.website, found.latitude), (None, point), "{link}");
    }
}
