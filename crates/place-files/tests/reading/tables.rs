//! CSV and TSV as written by spreadsheets, databases and old programs.

use crate::support::{places, places_with, read, steps, try_open};
use place_files::{Field, FileError, Note, OpenOptions, Problem, SourceKind, parse_mapping};

fn text(value: Option<&String>) -> &str {
    value.map_or("", String::as_str)
}

#[test]
fn columns_are_recognised_by_the_names_people_use() {
    let file = b"ID,Business Name,Street Address,Town,Province,Postal Code,Lat,Lng,Telephone,Web Site,Days/Hours,Free WiFi,Pet Friendly,Price Range,Chain?\n\
        7,Two Beans,126 Main St,Alexandria,Louisiana,71301-1234,31.3113,-92.4451,(318) 555-0100,two.example,Mo-Fr 7-3,Yes,no,$$,no\n";
    let place = places(file).remove(0);
    assert_eq!(place.source_kind, SourceKind::Table);
    assert_eq!(text(place.source_id.as_ref()), "7");
    assert_eq!(text(place.name.as_ref()), "Two Beans");
    assert_eq!(text(place.address.as_ref()), "126 Main St");
    assert_eq!(text(place.city.as_ref()), "Alexandria");
    assert_eq!(text(place.state.as_ref()), "Louisiana");
    assert_eq!(
        (text(place.zip.as_ref()), text(place.zip_plus4.as_ref())),
        ("71301", "1234")
    );
    assert_eq!(
        (place.latitude, place.longitude),
        (Some(31.3113), Some(-92.4451))
    );
    assert_eq!(text(place.phone.as_ref()), "(318) 555-0100");
    assert_eq!(text(place.website.as_ref()), "two.example");
    assert_eq!(text(place.hours.as_ref()), "Mo-Fr 7-3");
    assert_eq!(
        (place.wifi, place.dogs, place.price_level),
        (Some(true), Some(false), Some(2))
    );
    assert_eq!(place.provider_chain, None);
    assert_eq!((place.position.record, place.position.line), (1, Some(2)));
    assert!(place.notes.is_empty());
}

#[test]
fn map_overrides_and_ignores_columns() {
    let file = b"name,Trading As,Ort\nBeans LLC,Two Beans,Alexandria\n";
    let options = OpenOptions::new();
    let options =
        ["Trading As=name", "name=ignore", "ort=city"]
            .iter()
            .fold(options, |options, mapping| {
                let (column, field) = parse_mapping(mapping).expect("a mapping");
                options.map(column, field)
            });
    let place = places_with(file, &options).remove(0);
    assert_eq!(
        (text(place.name.as_ref()), text(place.city.as_ref())),
        ("Two Beans", "Alexandria")
    );

    let unknown = OpenOptions::new().map("Nmae", Some(Field::Name));
    let error = try_open(file, &unknown)
        .expect_err("no such column")
        .to_string();
    assert!(
        error.contains("Nmae") && error.contains("\"Trading As\""),
        "{error}"
    );
    assert!(parse_mapping("a=frobnicate").is_err() && parse_mapping("no sign").is_err());
}

#[test]
fn a_table_without_names_says_how_to_name_the_column() {
    let error = try_open(b"a,b\n1,2\n", &OpenOptions::new()).expect_err("no names");
    assert!(matches!(&error, FileError::NoNameColumn { columns } if columns == &["a", "b"]));
    assert!(error.to_string().contains("--map COLUMN=name"));
}

#[test]
fn rows_with_too_few_or_too_many_fields_are_errors_and_reading_goes_on() {
    let file =
        b"name,a,b,c,d,e,f,g,h\nOne,,,,,,,,\nx,y,z\nTwo,1,2,3,4,5,6,7,8,9\nThree,,,,,,,,,,\n";
    let items = read(file);
    assert_eq!(steps(items), ["One", "error", "error", "Three"]);
    let error = read(file)
        .into_iter()
        .find_map(Result::err)
        .expect("an error");
    assert!(matches!(
        error.problem,
        Problem::FieldCount {
            expected: 9,
            found: 3
        }
    ));
    assert_eq!(
        (error.position.record, error.position.line, error.ends_file),
        (2, Some(3), false)
    );
    assert!(
        error
            .to_string()
            .contains("record 2 (line 3): 3 fields where the header has 9"),
        "{error}"
    );
}

#[test]
fn line_ends_of_all_kinds_and_empty_rows() {
    for line_end in ["\n", "\r\n", "\r", "\n\n", "\r\n\r\n"] {
        let file = ["name,city", "One,Ames", " , ", "Two,Ames"].join(line_end);
        assert_eq!(
            steps(read(file.as_bytes())),
            ["One", "skipped 1", "Two"],
            "{line_end:?}"
        );
        let last = places(file.as_bytes()).pop().expect("a place");
        let expected = if line_end.len() > 1 && line_end != "\r\n" {
            7
        } else {
            4
        };
        assert_eq!(last.position.line, Some(expected), "{line_end:?}");
    }
}

#[test]
fn quotes_inside_quotes_line_ends_inside_quotes_and_stray_quotes() {
    let file = "name,address,notes\r\n\"Joe \"\"The Bean\"\" Smith\",\"1 A St\r\nSuite 2, Rear\",\"a,b\"\r\n5\" Mugs,2 B St,\"\"\r\n";
    let found = places(file.as_bytes());
    assert_eq!(text(found[0].name.as_ref()), "Joe \"The Bean\" Smith");
    assert_eq!(text(found[0].address.as_ref()), "1 A St, Suite 2, Rear");
    assert_eq!(text(found[0].description.as_ref()), "a,b");
    assert_eq!(text(found[1].name.as_ref()), "5\" Mugs");
    assert_eq!(found[1].position.line, Some(4));
}

#[test]
fn a_quote_that_is_not_closed_costs_one_row() {
    let file = b"name,city,state\nOne,Ames,IA\n\"Two,Ames,IA\nThree,Ames,IA\nFour,Ames,\"IA\"\nFive,Ames,IA\n";
    let items = read(file);
    let error_line = items
        .iter()
        .find_map(|item| item.as_ref().err())
        .and_then(|error| error.position.line);
    assert_eq!(error_line, Some(3));
    assert_eq!(steps(items), ["One", "error", "Three", "Four", "Five"]);
    let never_closed = b"name,city\nOne,\"Ames\nTwo,Ames\nThree,Ames\n";
    assert_eq!(steps(read(never_closed)), ["error", "Two", "Three"]);
}

#[test]
fn a_file_cut_off_says_after_which_record() {
    for file in [
        &b"name,city,state\nOne,Ames,IA\nTwo,Am"[..],
        b"name,city,state\nOne,Ames,IA\nTwo,Ames,\"I",
    ] {
        let mut items = read(file);
        let error = items.pop().expect("a step").expect_err("cut off");
        assert_eq!(steps(items), ["One"]);
        assert!(error.ends_file);
        let expected = format!("cut off after record 1 (byte {})", file.len());
        assert!(error.to_string().contains(&expected), "{error}");
    }
    assert_eq!(
        steps(read(b"name,city\nOne,Ames\nTwo,Ames")),
        ["One", "Two"]
    );
}

#[test]
fn encodings() {
    let table = "name,city\nCaf\u{e9} \u{201c}Luna\u{201d},Ames\n";
    let latin: Vec<u8> = b"name,city\nCaf\xe9 \x93Luna\x94,Ames\n".to_vec();
    let utf_16 = |unit: fn(u16) -> [u8; 2], mark: bool| -> Vec<u8> {
        mark.then_some(0xFEFF)
            .into_iter()
            .chain(table.encode_utf16())
            .flat_map(unit)
            .collect()
    };
    let marked = [&[0xEF, 0xBB, 0xBF], table.as_bytes()].concat();
    for (file, note) in [
        (table.as_bytes().to_vec(), None),
        (marked, None),
        (latin, Some(Note::ReadAsWindows1252)),
        (utf_16(u16::to_le_bytes, true), None),
        (utf_16(u16::to_be_bytes, true), None),
        (utf_16(u16::to_le_bytes, false), None),
    ] {
        let place = places(&file).remove(0);
        assert_eq!(text(place.name.as_ref()), "Caf\u{e9} \u{201c}Luna\u{201d}");
        assert_eq!(place.notes, note.into_iter().collect::<Vec<_>>());
    }
    let mixed = b"name,city\nCaf\xc3\xa9,Ames\nCaf\xe9,Ames\n";
    assert!(
        places(mixed)
            .iter()
            .all(|place| text(place.name.as_ref()) == "Caf\u{e9}")
    );
    let named = OpenOptions::new().encoding("macintosh").expect("known");
    assert_eq!(
        text(places_with(b"name\nCaf\x8e\n", &named)[0].name.as_ref()),
        "Caf\u{e9}"
    );
    assert!(OpenOptions::new().encoding("klingon").is_err());
    let twice = places("name\nCaf\u{c3}\u{a9}\n".as_bytes()).remove(0);
    assert_eq!(
        (text(twice.name.as_ref()), twice.notes),
        ("Caf\u{e9}", vec![Note::DoubleEncoding])
    );
    let lost = places("name\nCaf\u{fffd}\n".as_bytes()).remove(0);
    assert_eq!(lost.notes, [Note::LostCharacters]);
    let utf_32 = [&[0xFF, 0xFE, 0, 0][..], b"n\0\0\0"].concat();
    assert!(matches!(
        try_open(&utf_32, &OpenOptions::new()),
        Err(FileError::Unsupported { .. })
    ));
}

#[test]
fn nul_and_control_characters_are_removed() {
    let place = places(b"name,city,address\nTwo\0 Be\x07ans,Am\x1bes,126 Main Street\n").remove(0);
    assert_eq!(
        (text(place.name.as_ref()), text(place.city.as_ref())),
        ("Two Beans", "Ames")
    );
}

#[test]
fn coordinates_of_all_kinds() {
    let point = |latitude: &str, longitude: &str| {
        let file = format!("name;lat;lon\nA;{latitude};{longitude}\n");
        let place = places(file.as_bytes()).remove(0);
        (place.latitude.zip(place.longitude), place.notes)
    };
    assert_eq!(
        point("31,3113", "-92,4451"),
        (Some((31.3113, -92.4451)), vec![])
    );
    assert_eq!(
        point("31.3113\u{b0} N", "92.4451\u{b0} W"),
        (Some((31.3113, -92.4451)), vec![])
    );
    assert_eq!(
        point("-92.4451", "31.3113"),
        (Some((31.3113, -92.4451)), vec![Note::CoordinatesSwapped])
    );
    assert_eq!(point("0", "0"), (None, vec![Note::CoordinatesZero]));
    assert_eq!(point("0.0", "-92.4"), (None, vec![Note::CoordinatesZero]));
    assert_eq!(point("", ""), (None, vec![]));
    assert_eq!(point("NULL", "NULL"), (None, vec![]));
    for (latitude, longitude) in [
        ("north", "west"),
        ("31.3", ""),
        ("3591234.5", "712345.6"),
        ("NaN1", "2"),
    ] {
        let (found, notes) = point(latitude, longitude);
        assert!(
            found.is_none() && matches!(notes.as_slice(), [Note::CoordinatesUnreadable(_)]),
            "{latitude}: {notes:?}"
        );
    }
    let pair = places(b"name\tgps\nA\t31.3, -92.4\n").remove(0);
    assert_eq!((pair.latitude, pair.longitude), (Some(31.3), Some(-92.4)));
}

#[test]
fn duplicate_headers_take_the_first_value_that_says_something() {
    let place = places(b"name,phone,phone,name\nOne,,555-0100,Two\n").remove(0);
    assert_eq!(
        (text(place.name.as_ref()), text(place.phone.as_ref())),
        ("One", "555-0100")
    );
}

#[test]
fn the_more_telling_column_wins_wherever_it_stands() {
    let place = places(b"Company,Shop Name,X,Longitude,Y,Latitude\nBeans LLC,Two Beans,712345,-92.4,3591234,31.3\n").remove(0);
    assert_eq!(text(place.name.as_ref()), "Two Beans");
    assert_eq!((place.latitude, place.longitude), (Some(31.3), Some(-92.4)));
}

#[test]
fn delimiters_and_lines_above_the_header() {
    for file in [
        "Shop;City\nOne;Ames\n",
        "Shop\tCity\nOne\tAmes\n",
        "Shop|City\nOne|Ames\n",
        "sep=;\nShop;City\nOne;Ames\n",
        "Our coffee shops\n\nShop,City\nOne,Ames\n",
    ] {
        let place = places(file.as_bytes()).remove(0);
        assert_eq!(
            (text(place.name.as_ref()), text(place.city.as_ref())),
            ("One", "Ames"),
            "{file}"
        );
    }
}

#[test]
fn lost_zeros_of_zip_codes_come_back() {
    let place = places(b"name,zip\nOne,2139\n").remove(0);
    assert_eq!(
        (text(place.zip.as_ref()), place.notes),
        ("02139", vec![Note::ZipPadded])
    );
}

#[test]
fn gzip_is_unpacked_and_progress_counts_packed_bytes() {
    let rows: String = (0..2000).map(|row| format!("Cafe {row},Ames\n")).collect();
    let packed = crate::support::gzip(format!("name,city\n{rows}").as_bytes());
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("list.csv.gz");
    std::fs::write(&path, &packed).expect("written");
    let mut file = place_files::open(&path, &OpenOptions::new()).expect("readable");
    assert_eq!(file.by_ref().count(), 2000);
    assert_eq!(file.total_bytes(), Some(packed.len() as u64));
    assert_eq!(file.bytes_read(), packed.len() as u64);

    let cut = &packed[..packed.len() / 2];
    let items = read(cut);
    assert!(items.len() > 100);
    let error = items
        .into_iter()
        .next_back()
        .expect("a step")
        .expect_err("cut off");
    assert!(
        error.ends_file && matches!(error.problem, Problem::CutOff { .. }),
        "{error}"
    );
}

#[test]
fn osm_tags_as_columns() {
    let file = "@type\t@id\t@lat\t@lon\tname\tamenity\taddr:street\nnode\t12\t31.3\t-92.4\tTwo Beans\tcafe\tMain Street\nway\t13\t31.3\t-92.4\tPizza\trestaurant\t\n";
    let items = read(file.as_bytes());
    assert_eq!(steps(items), ["Two Beans", "skipped 1"]);
    let place = places(file.as_bytes()).remove(0);
    assert_eq!(
        (place.source_kind, text(place.source_id.as_ref())),
        (SourceKind::Osm, "node/12")
    );
    assert_eq!(
        (text(place.street.as_ref()), place.latitude),
        ("Main Street", Some(31.3))
    );
}

#[test]
fn columns_are_shown_with_what_they_hold() {
    let file = try_open(b"Shop,Employees\nOne,3\n", &OpenOptions::new()).expect("readable");
    let columns: Vec<_> = file
        .columns()
        .iter()
        .map(|column| (column.name.as_str(), column.field))
        .collect();
    assert_eq!(columns, [("Shop", Some(Field::Name)), ("Employees", None)]);
}

#[test]
fn the_columns_of_a_table_are_shown_with_values_also_without_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("list.csv");
    let long = "x".repeat(200);
    let text =
        format!("Moniker,Town,Note\nA,Hammond,{long}\nB,Hammond,\nC,,one\nD,,two\nE,,three\n");
    std::fs::write(&path, text).expect("written");
    let sample = place_files::sample(&path, &OpenOptions::new()).expect("a table");
    let shown: Vec<_> = sample
        .columns
        .iter()
        .map(|one| (one.column.field, one.values.len()))
        .collect();
    assert_eq!(shown, [(None, 3), (Some(Field::City), 1), (None, 3)]);
    assert_eq!(sample.columns[0].values, ["A", "B", "C"]);
    assert_eq!(sample.columns[2].values[0].len(), 80);
    std::fs::write(&path, b"\x89PNG\r\n\x1a\n").expect("written");
    assert!(place_files::sample(&path, &OpenOptions::new()).is_err());
}
