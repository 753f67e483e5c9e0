//! `townperk import` beside another import.

use townperk::{
    catalog::admission::chains::ChainLists,
    features::imports::{ImportOptions, Importer},
    platform::{clock::Clock, id_generator::IdGenerator},
};

use super::shops;
use crate::support::{
    TestDatabase,
    command::{Running, argument, file_in, townperk},
};

const HEADER: &str = "name,address,city,state,zip\n";
const ONE: &str = "Rust & Bean,126 Main Street,Alexandria,LA,71301\n";
const OTHER: &str = "Second Pour,44 Pine Street,Bunkie,LA,71322\n";

both_engines!(
    a_list_that_waited_adds_no_shop_of_the_list_before_it_again,
    |home: TestDatabase| {
        let database = home.open().await;
        let data = home.settings().data_dir;
        let list = |name, rows: &str| file_in(&data, name, format!("{HEADER}{rows}"));
        let (one, other) = (list("one.csv", ONE), list("other.csv", OTHER));
        let both = list("both.csv", &[ONE, OTHER].concat());
        let clock = Clock::system();
        let identifiers = IdGenerator::new(clock.clone());
        let chains = ChainLists::open(&database, &home.folder()).await.unwrap();
        let mut first = Importer::new(database.clone(), None, clock, identifiers, chains);
        let options = ImportOptions {
            source: Some("first".to_owned()),
            ..ImportOptions::default()
        };
        first
            .file(&one, &options, &mut None, &mut |_| {})
            .await
            .unwrap();
        let arguments = ["import", argument(&both), "--source", "second"];
        let mut second = Running::start(townperk(&home, &arguments));
        second.until_complained("Import 1 (one.csv) is being written");
        // What comes while it waits, it knows.
        first
            .file(&other, &options, &mut None, &mut |_| {})
            .await
            .unwrap();
        first.end().await.unwrap();
        let ended = second.end().expect_success();
        assert_eq!(
            (ended.count("duplicates"), ended.count("added")),
            (2, 0),
            "{ended:?}"
        );
        assert_eq!(shops(&database).await, 2);
    }
);
