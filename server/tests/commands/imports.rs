//! Realistic files, and invalid ones: good records are imported, bad ones are reported.

use std::fs;
#[cfg(target_os = "linux")]
use std::{io::Write, path::PathBuf};

use sea_orm::{EntityTrait, QueryOrder};
use townperk::catalog::entities::shop;

use super::{home, shops};
use crate::support::{
    TestDatabase,
    command::{argument, bare_townperk, file_in, run, townperk},
};

#[test]
fn a_file_that_is_no_list_is_refused_with_advice() {
    let home = home();
    for (name, content, words) in [
        (
            "cafes.geojson",
            &b"{\"type\": \"FeatureCollection\", \"features\": oops"[..],
            &["cafes.geojson"][..],
        ),
        (
            "answer.json",
            b"{\"error\": \"quota exceeded\"}",
            &["no list of records"],
        ),
        (
            "page.json",
            b"<!DOCTYPE html><html><body>Sign in</body></html>",
            &["page.json"],
        ),
        (
            "list.xlsx",
            b"PK\x03\x04\x14\0\x06\0[Content_Types].xml",
            &["list.xlsx", "damaged"],
        ),
        (
            "photo.csv",
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
            &["photo.csv"],
        ),
        ("empty.csv", b"", &["empty.csv"]),
        (
            "prose.csv",
            b"We had a lovely time in town.\nThe coffee was good.\n",
            &["prose.csv", "--map"],
        ),
    ] {
        let file = file_in(home.path(), name, content);
        let ended = run(bare_townperk(home.path(), &["import", argument(&file)]));
        let ended = ended.expect_refusal(words);
        assert_eq!(ended.count("added"), 0, "{ended:?}");
    }
    run(bare_townperk(home.path(), &["import", "/no/such/list.csv"]))
        .expect_refusal(&["there is no file /no/such/list.csv"]);
}

both_engines!(
    what_a_bad_file_held_before_its_fault_stays,
    |home: TestDatabase| {
        let database = home.open().await;
        let feature = |id: u32, name: &str| {
            format!(
                r#"{{"type":"Feature","properties":{{"@id":"node/{id}","amenity":"cafe","name":"{name}","addr:city":"Alexandria","addr:state":"LA"}},"geometry":{{"type":"Point","coordinates":[-92.4{id}51,31.3113]}}}}"#
            )
        };
        let cut = format!(
            r#"{{"type":"FeatureCollection","features":[{},{},{{"type":"Feat"#,
            feature(1, "Rust & Bean"),
            feature(2, "Lantern Roasters")
        );
        let file = file_in(&home.settings().data_dir, "cut.geojson", cut);
        let ended = run(townperk(&home, &["import", argument(&file)])).expect_refusal(&[
            "cut.geojson",
            "cut off after record 2",
            "fetch it again",
        ]);
        assert!(ended.said.contains("committed records stay"), "{ended:?}");
        assert_eq!(ended.count("added"), 2);
        assert_eq!(shops(&database).await, 2);
    }
);

both_engines!(
    texts_in_other_encodings_arrive_whole,
    |home: TestDatabase| {
        let database = home.open().await;
        let table = "name,city,state,lat,lon\r\nCafé “Größe”,Alexandria,LA,31.3113,-92.4451\r\n";
        let utf_16: Vec<u8> = std::iter::once(0xfeff)
            .chain(table.encode_utf16())
            .flat_map(u16::to_le_bytes)
            .collect();
        let latin: Vec<u8> = table
            .chars()
            .map(|letter| match letter {
                '“' => 0x93,
                '”' => 0x94,
                other => u8::try_from(u32::from(other)).unwrap(),
            })
            .collect();
        let marked = [b"\xef\xbb\xbf", table.as_bytes()].concat();
        let mut expected = 1;
        for (name, bytes, arguments) in [
            ("utf16.csv", utf_16.as_slice(), &[][..]),
            ("latin.csv", &latin, &[]),
            ("marked.csv", &marked, &[]),
            ("named.csv", &latin, &["--encoding", "windows-1252"]),
        ] {
            let file = file_in(&home.settings().data_dir, name, bytes);
            let arguments = [&["import", argument(&file)], arguments].concat();
            let ended = run(townperk(&home, &arguments)).expect_success();
            assert_eq!(
                (ended.count("added"), ended.count("unchanged")),
                (expected, 1 - expected),
                "{name}"
            );
            expected = 0;
        }
        let row = shop::Entity::find()
            .one(database.reads())
            .await
            .unwrap()
            .unwrap();
        assert_eq!(row.name, "Café “Größe”");
        let file = home.settings().data_dir.join("latin.csv");
        run(townperk(
            &home,
            &["import", argument(&file), "--encoding", "klingon"],
        ))
        .expect_refusal(&["--encoding", "klingon"]);
    }
);

both_engines!(
    each_bad_row_is_named_and_the_good_ones_are_in,
    |home: TestDatabase| {
        let database = home.open().await;
        let table = concat!(
            "\u{feff}id,name,street,city,state,zip,phone,lat,lon\r\n",
            "1,\"Rust \"\"&\"\" Bean\",126 Main Street,Alexandria,LA,71301,318-555-0142,31.3113,-92.4451\r\n",
            "2,Short Row,9 Oak Street\r\n",
            "3,Null\0 Cup,1 Elm Street,Alexandria,LA,71301,,31.3213,-92.4551\r\n",
            "1,Rust Bean Again,126 Main Street,Alexandria,LA,71301,,31.3113,-92.4451\r\n",
            "4,Null Island Coffee,,,,,,0,0\r\n",
            "5,Zero Coffee,2 Elm Street,Alexandria,LA,71301,,0,0\r\n",
            "6,London Coffee,,,,,,51.5072,-0.1276\r\n",
            "7,\"Open Quote,3 Elm Street,Alexandria,LA,71301,,31.3313,-92.4651\r\n",
            "8,Last Cup,4 Elm Street,Alexandria,LA,71301,,31.3413,-92.4751\r\n",
        );
        let folder = home.settings().data_dir;
        let (file, report) = (
            file_in(&folder, "list.csv", table),
            folder.join("report.csv"),
        );
        let arguments = [
            "import",
            argument(&file),
            "--source",
            "guide",
            "--report",
            argument(&report),
        ];
        let ended = run(townperk(&home, &arguments)).expect_success();
        let counts =
            ["added", "to review", "no city", "rejected"].map(|result| ended.count(result));
        assert_eq!(counts, [4, 1, 1, 3], "{ended:?}");
        let names: Vec<String> = shop::Entity::find()
            .order_by_asc(shop::Column::Street)
            .all(database.reads())
            .await
            .unwrap()
            .into_iter()
            .map(|row| row.name)
            .collect();
        assert_eq!(
            names,
            ["Null Cup", "Rust \"&\" Bean", "Zero Coffee", "Last Cup"]
        );
        let report = fs::read_to_string(&report).unwrap();
        let line_of = |word: &str| {
            let line = report.lines().find(|line| line.contains(word));
            line.unwrap_or_else(|| panic!("no {word}: {report}"))
                .to_owned()
        };
        assert!(
            line_of("3 fields where the header has 9").contains(",2,3,"),
            "{report}"
        );
        assert!(
            line_of("Rust Bean Again").contains(",to review,"),
            "{report}"
        );
        assert!(
            line_of("Null Island Coffee").contains("no city, no known ZIP code and no coordinates"),
            "{report}"
        );
        assert!(
            line_of("London Coffee").contains("not in the 50 states"),
            "{report}"
        );
        assert!(
            line_of("look for a missing or an extra delimiter").contains("rejected"),
            "{report}"
        );
        let again = run(townperk(&home, &arguments)).expect_success();
        assert_eq!(
            (again.count("added"), again.count("unchanged")),
            (0, 4),
            "{again:?}"
        );
    }
);

/// A file with a record that never ends: `megabytes` long, but only its beginning takes up disk space.
#[cfg(target_os = "linux")]
fn endless(folder: &std::path::Path, name: &str, start: &str, megabytes: u64) -> PathBuf {
    let path = folder.join(name);
    let mut file = fs::File::create(&path).unwrap();
    file.write_all(start.as_bytes()).unwrap();
    file.write_all("a".repeat(1 << 16).as_bytes()).unwrap();
    file.set_len(megabytes << 20).unwrap();
    path
}

#[cfg(target_os = "linux")]
#[test]
fn an_endless_line_costs_no_more_memory_than_a_short_one() {
    use crate::support::command::Running;
    let home = home();
    let good = "name,city,state\nRust & Bean,Alexandria,LA\n";
    let plain = file_in(home.path(), "plain.csv", good);
    let import = |file: &PathBuf| {
        Running::start(bare_townperk(
            home.path(),
            &["import", argument(file), "--dry-run"],
        ))
        .end_and_peak()
    };
    let (ended, usual) = import(&plain);
    assert_eq!(ended.count("added"), 1, "{ended:?}");
    let json =
        r#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":""#;
    for (name, start) in [("endless.csv", good), ("endless.geojson", json)] {
        let (ended, peak) = import(&endless(home.path(), name, start, 256));
        let complaint = format!("{}{}", ended.said, ended.complained);
        assert!(
            complaint.contains("16 MiB") || ended.count("rejected") == 1 || ended.code == Some(1),
            "{ended:?}"
        );
        let more = peak.saturating_sub(usual) >> 20;
        assert!(more < 64, "{name}: {more} MB more than a file of one line");
    }
}

#[test]
fn a_report_that_can_t_be_written_ends_the_import_with_its_reason() {
    let home = home();
    let file = file_in(
        home.path(),
        "list.csv",
        "name,city,state\nRust & Bean,Alexandria,LA\n",
    );
    let arguments = [
        "import",
        argument(&file),
        "--report",
        "/no/such/folder/report.csv",
    ];
    run(bare_townperk(home.path(), &arguments))
        .expect_refusal(&["can't write the report /no/such/folder/report.csv"]);
    if std::path::Path::new("/dev/full").exists() {
        let arguments = ["import", argument(&file), "--report", "/dev/full"];
        run(bare_townperk(home.path(), &arguments))
            .expect_refusal(&["can't write the report /dev/full", "No space left"]);
    }
}

/// Two unnamed lists with records numbered 1, 2, 3 aren't two editions of one list.
#[test]
fn another_list_s_records_are_not_written_over_ours() {
    let home = home();
    let table = |rows: &[&str]| format!("id,name,street,city,state,lat,lon\n{}\n", rows.join("\n"));
    let ours = table(&[
        "1,Rust & Bean,126 Main Street,Alexandria,LA,31.3113,-92.4451",
        "2,Lantern Roasters,9 Oak Street,Alexandria,LA,31.3213,-92.4551",
        "3,Third Cup,3 Elm Street,Alexandria,LA,31.3313,-92.4651",
    ]);
    let newer = table(&[
        // A new name, a new place, and no new shop.
        "1,Bean There,126 Main Street,Alexandria,LA,31.3113,-92.4451",
        "2,Lantern Roasters,80 Far Road,Alexandria,LA,31.3813,-92.5551",
        "3,Third Cup,3 Elm Street,Alexandria,LA,31.3313,-92.4651",
    ]);
    let theirs = table(&["1,Harbor Light,1 Water Street,Hammond,LA,30.5044,-90.4612"]);
    let import = |name: &str, text: &str, more: &[&str]| {
        let file = file_in(home.path(), name, text);
        let arguments = [&["import", argument(&file)], more].concat();
        run(bare_townperk(home.path(), &arguments)).expect_success()
    };
    let ours_again = ["--source", "ours"];
    assert_eq!(import("ours.csv", &ours, &ours_again).count("added"), 3);
    let ended = import("ours-newer.csv", &newer, &ours_again);
    assert_eq!((ended.count("updated"), ended.count("unchanged")), (2, 1));
    let ended = import("theirs.csv", &theirs, &[]);
    assert_eq!((ended.count("updated"), ended.count("added")), (0, 1));
    assert!(ended.said.contains("--source NAME"), "{ended:?}");
    assert_eq!(import("theirs.csv", &theirs, &[]).count("unchanged"), 1);
    // With its own name, it is a second list with that shop, and from then on one of its sources.
    let ended = import("theirs.csv", &theirs, &["--source", "theirs"]);
    assert_eq!((ended.count("added"), ended.count("duplicates")), (0, 1));
    assert!(!ended.said.contains("--source NAME"), "{ended:?}");
    let ended = import("theirs.csv", &theirs, &["--source", "theirs"]);
    assert_eq!(
        (ended.count("duplicates"), ended.count("unchanged")),
        (0, 1)
    );
}
