//! One import writes at a time.

use chrono::TimeDelta;
use townperk::{features::imports::ImportOptions, platform::error::Error};

use super::{CAFES, file, importer};
use crate::support::TestApp;

both_engines!(one_import_writes_at_a_time, |app: TestApp| {
    let cafes = file("cafes.geojson", CAFES);
    let options = ImportOptions::default();
    let mut first = importer(&app).await;
    let mut second = importer(&app).await;
    first
        .file(&cafes.path, &options, &mut None, &mut |_| {})
        .await
        .unwrap();
    let told = second.other().await.unwrap().unwrap();
    assert!(told.contains("Import 1 (cafes.geojson)"), "{told}");
    let refused = second
        .file(&cafes.path, &options, &mut None, &mut |_| {})
        .await;
    assert!(matches!(refused, Err(Error::Conflict(_))), "{refused:?}");
    assert_eq!(second.number(), None);
    first.end().await.unwrap();
    assert_eq!(second.other().await.unwrap(), None);
    let again = second
        .file(&cafes.path, &options, &mut None, &mut |_| {})
        .await;
    assert_eq!(again.unwrap().unchanged, 2);
    assert_eq!(second.number(), Some(2));
});

both_engines!(
    an_import_that_waited_sees_what_came_meanwhile,
    |app: TestApp| {
        let cafes = file("cafes.geojson", CAFES);
        let other = file(
            "other.csv",
            "name,address,city,state,zip\nRust & Bean,126 Main St,Alexandria,LA,71301\n",
        );
        let mut first = importer(&app).await;
        let mut second = importer(&app).await;
        let options = ImportOptions::default();
        first
            .file(&cafes.path, &options, &mut None, &mut |_| {})
            .await
            .unwrap();
        assert!(second.other().await.unwrap().is_some());
        first.end().await.unwrap();
        let options = ImportOptions {
            source: Some("other".to_owned()),
            ..ImportOptions::default()
        };
        second.losses(&[&other.path], &options).await.unwrap();
        let summary = second
            .file(&other.path, &options, &mut None, &mut |_| {})
            .await
            .unwrap();
        assert_eq!((summary.duplicates, summary.added), (1, 0), "{summary}");
    }
);

both_engines!(an_import_that_died_gives_way, |app: TestApp| {
    let cafes = file("cafes.geojson", CAFES);
    let options = ImportOptions::default();
    let mut slow = importer(&app).await;
    slow.file(&cafes.path, &options, &mut None, &mut |_| {})
        .await
        .unwrap();
    app.clock.advance(TimeDelta::seconds(31));
    let mut next = importer(&app).await;
    next.file(&cafes.path, &options, &mut None, &mut |_| {})
        .await
        .unwrap();
    // It only seemed dead: what it would write was compared with shops that may have changed since.
    let more = file(
        "more.csv",
        "name,address,city,state,zip\nLate Bird,12 Oak Street,Hammond,LA,70401\n",
    );
    let late = slow
        .file(&more.path, &options, &mut None, &mut |_| {})
        .await;
    assert!(matches!(late, Err(Error::Conflict(_))), "{late:?}");
    let rows = app.shop_rows().await;
    assert!(rows.iter().all(|row| row.name != "Late Bird"));
});

both_engines!(
    what_a_list_would_take_away_is_read_in_its_turn,
    |app: TestApp| {
        let cafes = file("cafes.geojson", CAFES);
        let (paths, options) = ([&cafes.path], ImportOptions::default());
        let mut first = importer(&app).await;
        let mut second = importer(&app).await;
        assert_eq!(first.take_turn(&paths, None).await.unwrap(), None);
        first.losses(&paths, &options).await.unwrap();
        // It has read nothing that is written yet, and still nobody else begins.
        let told = second.take_turn(&paths, None).await.unwrap().unwrap();
        assert!(told.contains("Import 1 (cafes.geojson)"), "{told}");
        let refused = second
            .file(&cafes.path, &options, &mut None, &mut |_| {})
            .await;
        assert!(matches!(refused, Err(Error::Conflict(_))), "{refused:?}");
        // An edition that takes too much isn't written, and leaves no import behind.
        first.end().await.unwrap();
        assert_eq!(first.number(), None);
        assert_eq!(second.take_turn(&paths, None).await.unwrap(), None);
        let summary = second
            .file(&cafes.path, &options, &mut None, &mut |_| {})
            .await;
        assert_eq!(summary.unwrap().added, 2);
        assert_eq!(second.number(), Some(1));
    }
);
