//! What an import says about the lists themselves: unused columns, missing shops, and what it leaves alone.

use std::fs;

use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};
use tempfile::TempDir;
use townperk::{
    catalog::entities::{shop, shop_source},
    platform::{data_folder::DataFolder, database::Database},
};

use super::{home, shops};
use crate::support::{
    TestDatabase,
    command::{argument, bare_townperk, file_in, run, townperk},
};

both_engines!(
    a_dry_run_makes_nothing_where_nothing_is,
    |home: TestDatabase| {
        home.remove_file();
        let elsewhere = TempDir::new().unwrap();
        let table = "name,city,state\nRust & Bean,Alexandria,LA\n";
        let file = file_in(elsewhere.path(), "list.csv", table);
        let arguments = ["import", argument(&file), "--dry-run"];
        let before = files_in(&home.settings().data_dir);
        let ended = run(townperk(&home, &arguments)).expect_success();
        assert_eq!(ended.count("added"), 1, "{ended:?}");
        assert_eq!(files_in(&home.settings().data_dir), before);
        let settings = home.settings();
        let folder = DataFolder::existing(&settings.data_dir).unwrap();
        // On PostgreSQL, the tables already exist.
        match Database::open_unchanged(&settings, &folder).await.unwrap() {
            Some(database) => {
                assert!(
                    !settings.database_url.reveal().is_empty(),
                    "the dry run made tables"
                );
                assert_eq!(shops(&database).await, 0);
            }
            None => assert!(settings.database_url.reveal().is_empty()),
        }
        // With existing shops, it compares against them, and still changes nothing.
        run(townperk(&home, &["import", argument(&file)])).expect_success();
        let ended = run(townperk(&home, &arguments)).expect_success();
        assert_eq!((ended.count("added"), ended.count("unchanged")), (0, 1));
    }
);

/// The names of the files in a folder.
fn files_in(folder: &std::path::Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn a_dry_run_makes_no_data_folder() {
    let home = home();
    let file = file_in(
        home.path(),
        "list.csv",
        "name,city,state\nRust & Bean,Alexandria,LA\n",
    );
    let nowhere = home.path().join("not").join("yet");
    let mut command = bare_townperk(home.path(), &["import", argument(&file), "--dry-run"]);
    command.env("TOWNPERK_DATA_DIR", &nowhere);
    let ended = run(command).expect_success();
    assert_eq!(ended.count("added"), 1, "{ended:?}");
    assert!(!nowhere.exists() && !home.path().join("not").exists());
}

#[test]
fn a_list_that_is_complete_says_what_it_lost() {
    let home = home();
    let table = |rows: &[&str]| format!("name,street,city,state,zip\n{}\n", rows.join("\n"));
    let (first, second) = (
        "Rust & Bean,126 Main Street,Alexandria,LA,71301",
        "Second Pour,44 Pine Street,Bunkie,LA,71322",
    );
    let import = |name: &str, rows: &[&str], more: &[&str]| {
        let file = file_in(home.path(), name, table(rows));
        let arguments = [&["import", argument(&file), "--source", "guide"], more].concat();
        run(bare_townperk(home.path(), &arguments))
    };
    import("one.csv", &[first, second], &["--as-of", "2025-01"]).expect_success();
    let complete = ["--missing", "close", "--as-of", "2026-01"];
    let dry = import(
        "two.csv",
        &[first],
        &[&complete[..], &["--dry-run"]].concat(),
    );
    assert!(dry.said.contains("would be closed for good"), "{dry:?}");
    let report = home.path().join("report.csv");
    let with_report = [&complete[..], &["--report", argument(&report)]].concat();
    let ended = import("two.csv", &[first], &with_report).expect_success();
    let report = fs::read_to_string(report).unwrap();
    assert_eq!(
        report.lines().last(),
        Some(",,,,second-pour-bunkie-la,missing,closed for good")
    );
    assert!(
        ended
            .said
            .contains("1 shop that guide no longer has: closed for good")
            && ended.said.contains("second-pour-bunkie-la"),
        "{ended:?}"
    );
    let cut = file_in(
        home.path(),
        "cut.geojson",
        "{\"type\":\"FeatureCollection\",\"features\":[{",
    );
    let arguments = [
        "import",
        argument(&cut),
        "--source",
        "guide",
        "--missing",
        "close",
    ];
    let ended = run(bare_townperk(home.path(), &arguments));
    assert!(
        ended.code == Some(1) && ended.said.contains("no shop counts as missing"),
        "{ended:?}"
    );
    import("two.csv", &[first], &["--as-of", "soon"]).expect_refusal(&["--as-of", "2026-05"]);
}

#[test]
fn columns_that_nobody_reads_are_named_with_what_they_look_like() {
    let home = home();
    let table = concat!(
        "DBA,STADDR,CITY,STATE,ZIP,DAYPHN,PERMIT PDF,LICNO,LICENSE STATUS,Image\n",
        "Rust & Bean,126 Main Street,Alexandria,LA,71301,3185550142,https://a.example/1.pdf,4411,ACTIVE,https://a.example/1.jpg\n",
        "Second Pour,44 Pine Street,Bunkie,LA,71322,(318) 555-0143,https://a.example/2.pdf,4412,Expired,\n",
        "Third Cup,4 Elm Street,Pineville,LA,71360,318-555-0144,https://a.example/3.pdf,4413,ISSUED,\n",
    );
    let file = file_in(home.path(), "permits.csv", table);
    let ended = run(bare_townperk(
        home.path(),
        &["import", argument(&file), "--dry-run"],
    ))
    .expect_success();
    for words in [
        "DAYPHN looks like a phone: --map DAYPHN=phone",
        "STADDR looks like an address: --map STADDR=address",
        "PERMIT PDF looks like a website: --map 'PERMIT PDF=website'",
        "Image is not used: imports don't add pictures.",
    ] {
        assert!(ended.said.contains(words), "no \"{words}\" in {ended:?}");
    }
    assert!(ended.said.contains("Columns that are not used:") && ended.said.contains("LICNO"));
    assert_eq!(
        (ended.count("added"), ended.count("closed")),
        (2, 1),
        "{ended:?}"
    );
    let mapped = [
        "--dry-run",
        "--map",
        "DAYPHN=phone",
        "--map",
        "STADDR=address",
    ];
    let arguments = [&["import", argument(&file)], &mapped[..]].concat();
    let ended = run(bare_townperk(home.path(), &arguments)).expect_success();
    assert!(
        !ended.said.contains("DAYPHN") && !ended.said.contains("STADDR"),
        "{ended:?}"
    );
}

#[test]
fn a_table_without_a_header_is_called_that() {
    let home = home();
    let table = "Rust & Bean,126 Main Street,Alexandria,LA,71301\nSecond Pour,44 Pine Street,Bunkie,LA,71322\n";
    let file = file_in(home.path(), "bare.csv", table);
    run(bare_townperk(home.path(), &["import", argument(&file)])).expect_refusal(&[
        "bare.csv",
        "has no header",
        "126 Main Street",
    ]);
}

both_engines!(
    what_is_not_what_it_seems_is_not_taken_for_it,
    |home: TestDatabase| {
        let database = home.open().await;
        let folder = home.settings().data_dir;
        let table = b"name,address,hours,latitude,longitude,state\n\
            Caf\x8e Joe\xd5s,126 Main Street Alexandria LA 71301,https://permits.example/1.pdf,,,\n\
            Far Cup,44 Pine Street Bunkie LA 71322,Mo 07:00-12:00; Mo 13:00-17:00,,,\n\
            Two Dashes,4 Elm Street Pineville LA 71360,Tu--Su 07:00-15:00,,,\n\
            Wrong Pin,\"9 Oak Street, Hammond, LA 70401\",,51.5072,-0.1276,LA\n";
        let file = file_in(&folder, "odd.csv", table);
        let ended = run(townperk(&home, &["import", argument(&file)])).expect_success();
        assert_eq!(
            (ended.count("added"), ended.count("to review")),
            (3, 1),
            "{ended:?}"
        );
        let rows = shop::Entity::find().all(database.reads()).await.unwrap();
        let of = |name: &str| {
            let row = rows.iter().find(|row| row.name == name);
            row.unwrap_or_else(|| panic!("no {name}: {rows:?}"))
        };
        let cafe = of("Caf\u{e9} Joe\u{2019}s");
        assert_eq!(cafe.street.as_deref(), Some("126 Main Street"));
        assert_eq!(
            (cafe.zip_code.as_deref(), &cafe.hours),
            (Some("71301"), &None)
        );
        assert_eq!(of("Far Cup").opening_hours, None);
        assert_eq!(
            of("Two Dashes").opening_hours.as_deref(),
            Some("Tu-Su 07:00-15:00")
        );
        let asked = run(townperk(&home, &["review", "list"])).expect_success();
        assert!(
            asked
                .said
                .contains("not in the United States, but its address is in Hammond, LA"),
            "{asked:?}"
        );
    }
);

#[cfg(unix)]
both_engines!(
    a_kill_in_the_middle_of_a_list_leaves_whole_batches_and_closes_nothing,
    |home: TestDatabase| {
        use std::fmt::Write as _;

        use crate::support::command::{Running, until};

        let database = home.open().await;
        let folder = home.settings().data_dir;
        let header = "id,name,street,city,state,lat,lon\n";
        let row = |number: u32| {
            let (north, east) = (f64::from(number / 100), f64::from(number % 100));
            let (north, east) = (31.2 + north * 0.002, -92.6 + east * 0.002);
            format!("{number},Cup {number},{number} Main St,Alexandria,LA,{north:.4},{east:.4}\n")
        };
        let rows = |from: u32, to: u32| {
            (from..to).fold(String::new(), |mut rows, number| {
                rows.write_str(&row(number)).unwrap();
                rows
            })
        };
        let complete = ["--source", "guide", "--missing", "close"];
        let import = |file: &std::path::Path| {
            let arguments = [&["import", argument(file)], &complete[..]].concat();
            townperk(&home, &arguments)
        };
        let first = file_in(
            &folder,
            "first.csv",
            format!("{header}{}", rows(5000, 5003)),
        );
        run(import(&first)).expect_success();
        let list = folder.join("list.csv");
        fs::write(&list, format!("{header}{}", rows(0, 2999))).unwrap();
        let running = Running::start(import(&list));
        until("a batch", || async { shops(&database).await >= 1003 }).await;
        running.signal("KILL");
        assert_eq!(running.end().code, None);
        let added = shops(&database).await - 3;
        assert!(added < 2999 && added % 1000 == 0, "{added}");
        let open = shop::Entity::find()
            .filter(shop::Column::ClosedAt.is_null())
            .count(database.reads())
            .await
            .unwrap();
        assert_eq!(open, added + 3);
        let sources = shop_source::Entity::find()
            .count(database.reads())
            .await
            .unwrap();
        assert_eq!(
            sources,
            added + 3,
            "a shop without its source would come twice"
        );
        let rest = run(import(&list)).expect_success();
        assert_eq!(
            (rest.count("unchanged"), rest.count("added")),
            (added, 2999 - added)
        );
        assert!(
            rest.said
                .contains("3 shops that guide no longer has: closed for good"),
            "{rest:?}"
        );
    }
);

both_engines!(
    an_edition_that_clears_too_much_writes_nothing_until_it_may,
    |home: TestDatabase| {
        let database = home.open().await;
        let folder = home.settings().data_dir;
        let rows = |phone: &str| {
            (1..=9).fold(
                "id,name,street,city,state,phone\n".to_owned(),
                |rows, number| {
                    let phone = if number == 1 { "985-555-0101" } else { phone };
                    rows + &format!(
                        "{number},Cup {number},{number}00 Oak Street,Hammond,LA,{phone}\n"
                    )
                },
            )
        };
        let import = |text: &str, more: &[&str]| {
            let file = file_in(&folder, "list.csv", text);
            let words = [&["import", argument(&file), "--source", "guide"], more].concat();
            run(townperk(&home, &words))
        };
        let phones = || async {
            shop::Entity::find()
                .filter(shop::Column::Phone.is_not_null())
                .count(database.reads())
                .await
                .unwrap()
        };
        import(&rows("985-555-0100"), &[]).expect_success();
        let said = ["8 of 9 values of phone would be cleared", "Cup 2"];
        let refused = import(&rows(""), &[]);
        assert_eq!(refused.code, Some(1), "{refused:?}");
        for words in said {
            assert!(refused.said.contains(words), "{refused:?}");
        }
        assert!(refused.complained.contains("--allow-loss"), "{refused:?}");
        assert_eq!(phones().await, 9);
        let dry = import(&rows(""), &["--dry-run"]).expect_success();
        assert!(dry.said.contains(said[0]), "{dry:?}");
        import(&rows(""), &["--allow-loss"]).expect_success();
        assert_eq!(phones().await, 1);
        import(&rows(""), &["--missing", "close"]).expect_success();
        let unnamed = townperk(&home, &["import", "list.csv", "--missing", "close"]);
        let refused = run(unnamed);
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(refused.complained.contains("--source"), "{refused:?}");
    }
);

both_engines!(
    an_import_is_listed_and_taken_back_on_the_command_line,
    |home: TestDatabase| {
        let elsewhere = TempDir::new().unwrap();
        let table = "name,address,city,state,zip\n\
            Rust & Bean,126 Main Street,Alexandria,LA,71301\n\
            Second Pour,44 Pine Street,Bunkie,LA,71322\n";
        let list = file_in(elsewhere.path(), "list.csv", table);
        home.remove_file();
        let ended = run(townperk(&home, &["imports", "list"]));
        if home.settings().database_url.reveal().is_empty() {
            // Nothing was ever imported, and a look makes no database.
            assert_eq!(ended.code, Some(1), "{ended:?}");
        }
        let imported = run(townperk(
            &home,
            &["import", argument(&list), "--source", "guide"],
        ))
        .expect_success();
        assert!(
            imported
                .said
                .contains("This was import 1. `townperk imports undo 1` takes it back."),
            "{imported:?}"
        );
        let listed = run(townperk(&home, &["imports", "list"])).expect_success();
        assert!(
            listed
                .said
                .contains("list.csv (guide): 2 added, 0 updated, 0 to review"),
            "{listed:?}"
        );
        let undone = run(townperk(&home, &["imports", "undo", "1"])).expect_success();
        assert!(
            undone
                .said
                .contains("Import 1 is undone: 2 shops removed, the facts of 0 restored."),
            "{undone:?}"
        );
        let listed = run(townperk(&home, &["imports", "list"])).expect_success();
        assert!(listed.said.contains("; undone "), "{listed:?}");
        let again = run(townperk(&home, &["imports", "undo", "1"]));
        assert_eq!(again.code, Some(1), "{again:?}");
        assert!(again.complained.contains("was undone on"), "{again:?}");
    }
);
