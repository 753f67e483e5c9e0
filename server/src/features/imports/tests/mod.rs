//! Imports end to end: real files, a real database, and a second import of the same file.

mod as_people_have_them;
mod bad_input;
mod complete;
mod cut_off;
mod files;
mod history;
mod lease;
mod list_parts;
mod losses;
mod matched;
mod names;
mod new_ids;
mod origins;
mod passers_by;
mod reopened;
mod second_lists;
mod time_zones;
mod two_records;
mod updates;
mod upgrades;

use std::{fs, path::PathBuf};

use sea_orm::{ConnectionTrait, EntityTrait, Statement};
use tempfile::TempDir;
use townperk::{
    catalog::{admission::chains::ChainLists, entities::city},
    features::imports::{ImportOptions, Importer, Report, Summary},
};
use uuid::Uuid;

use crate::support::TestApp;

/// Two towns, a polygon, a chain, one without a name, one at sea and one that isn't a coffee place.
const CAFES: &str = r#"{"type":"FeatureCollection","features":[
 {"type":"Feature","id":"node/1","properties":{"@id":"node/1","amenity":"cafe","name":"Rust & Bean","addr:housenumber":"126","addr:street":"Main Street","addr:city":"Alexandria","addr:state":"LA","addr:postcode":"71301","opening_hours":"Mo-Fr 07:00-15:00","phone":"(318) 555-0142","website":"https://rustandbean.example/","internet_access":"wlan"},"geometry":{"type":"Point","coordinates":[-92.4451,31.3113]}},
 {"type":"Feature","id":"way/2","properties":{"@id":"way/2","amenity":"cafe","name":"Café Ligne","addr:city":"Hammond","addr:state":"Louisiana"},"geometry":{"type":"Polygon","coordinates":[[[-90.461,30.504],[-90.460,30.504],[-90.460,30.505],[-90.461,30.505],[-90.461,30.504]]]}},
 {"type":"Feature","id":"node/3","properties":{"@id":"node/3","amenity":"cafe","name":"Starbucks","brand:wikidata":"Q37158"},"geometry":{"type":"Point","coordinates":[-92.4460,31.3120]}},
 {"type":"Feature","id":"node/4","properties":{"@id":"node/4","amenity":"cafe"},"geometry":{"type":"Point","coordinates":[-92.4460,31.3120]}},
 {"type":"Feature","id":"node/5","properties":{"@id":"node/5","amenity":"cafe","name":"Null Island Coffee"},"geometry":{"type":"Point","coordinates":[1.5,2.5]}},
 {"type":"Feature","id":"node/6","properties":{"@id":"node/6","amenity":"pharmacy","name":"Corner Pharmacy"},"geometry":{"type":"Point","coordinates":[-92.4460,31.3120]}}
]}"#;

/// A temporary file, removed with the test.
pub struct File {
    _folder: TempDir,
    pub path: PathBuf,
}

/// A file with this name and content.
pub fn file(name: &str, content: impl AsRef<[u8]>) -> File {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    File {
        _folder: folder,
        path,
    }
}

/// An importer next to the test's server.
pub async fn importer(app: &TestApp) -> Importer {
    Importer::new(
        app.database.clone(),
        Some(app.catalog.clone()),
        app.clock.clone(),
        app.identifiers.clone(),
        ChainLists::open(&app.database, &app.home().folder())
            .await
            .unwrap(),
    )
}

/// Imports a file that can be read to the end.
pub async fn import(app: &TestApp, file: &File, options: &ImportOptions) -> Summary {
    let mut importer = importer(app).await;
    importer.losses(&[&file.path], options).await.unwrap();
    let summary = importer
        .file(&file.path, options, &mut None, &mut |_| {})
        .await
        .unwrap();
    importer.end().await.unwrap();
    summary
}

async fn shop_id(app: &TestApp, slug: &str) -> Uuid {
    let answer = app
        .visitor()
        .get(&format!("/api/coffee-shops/{slug}"))
        .await;
    answer.expect(200).json()["id"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap()
}

both_engines!(the_same_file_twice_changes_nothing, |app: TestApp| {
    let cafes = file("cafes.geojson", CAFES);
    let first = import(&app, &cafes, &ImportOptions::default()).await;
    let expected = Summary {
        records: 5,
        added: 2,
        chains: 1,
        unnamed: 1,
        rejected: 1,
        not_coffee: 1,
        ..Summary::default()
    };
    assert_eq!(first, expected);
    let revision = app.catalog.revision();
    let second = import(&app, &cafes, &ImportOptions::default()).await;
    assert_eq!((second.added, second.updated, second.unchanged), (0, 0, 2));
    assert_eq!(
        app.catalog.revision(),
        revision,
        "an import without news must not touch a page"
    );
});

both_engines!(an_imported_shop_is_on_its_town_s_page, |app: TestApp| {
    import(
        &app,
        &file("cafes.geojson", CAFES),
        &ImportOptions::default(),
    )
    .await;
    let shop = app
        .visitor()
        .get("/api/coffee-shops/rust-and-bean-alexandria-la")
        .await
        .expect(200)
        .json();
    assert_eq!(shop["address"], "126 Main Street, Alexandria, LA 71301");
    assert_eq!(shop["phone"], "(318) 555-0142");
    assert_eq!(shop["telephone"], "+13185550142");
    assert_eq!(shop["openingHours"], "Mo-Fr 07:00-15:00");
    assert_eq!(shop["hasWifi"], true);
    assert_eq!(shop["timeZone"], "America/Chicago");
    let page = app.visitor().get("/cities/hammond-la").await.expect(200);
    assert!(
        page.text().contains("Café Ligne"),
        "the polygon's shop is missing"
    );
});

both_engines!(what_coffee_people_ask_for_is_imported, |app: TestApp| {
    let told = CAFES.replace(
        r#""internet_access":"wlan""#,
        r#""wheelchair":"yes","toilets":"no","craft":"coffee_roaster","website:menu":"javascript:x","contact:instagram":"@RustAndBean","contact:facebook":"not a page!","email":"hello@rustandbean.example""#,
    );
    let options = ImportOptions::default();
    import(&app, &file("cafes.geojson", told), &options).await;
    let path = "/api/coffee-shops/rust-and-bean-alexandria-la";
    let shop = app.visitor().get(path).await.expect(200).json();
    assert_eq!(
        shop["moreAmenities"],
        serde_json::json!([
            { "name": "hasRestroom", "label": "Restroom", "has": false },
            { "name": "wheelchairAccessible", "label": "Wheelchair accessible", "has": true },
            { "name": "roastsHere", "label": "Roasts here", "has": true },
        ])
    );
    // No page that can't be read, and no address that nobody gave for publication.
    let links = shop["links"].as_array().unwrap();
    assert_eq!(links.len(), 1, "{links:?}");
    assert_eq!(links[0]["url"], "https://www.instagram.com/rustandbean");
    // The next edition says something else, but not what the owner says.
    let id = shop_id(&app, "rust-and-bean-alexandria-la").await;
    let row = app.shop_row(id).await;
    assert_eq!(row.provenance.0["instagram"], "osm");
    app.edit_shop(id, |row| {
        row.has_restroom = Some(true);
        let sources = &mut row.provenance.0;
        sources.insert("hasRestroom".to_owned(), "owner".to_owned());
    })
    .await;
    let next = CAFES.replace(
        r#""internet_access":"wlan""#,
        r#""wheelchair":"no","toilets":"no","craft":"coffee_roaster""#,
    );
    import(&app, &file("cafes.geojson", next), &options).await;
    let row = app.shop_row(id).await;
    assert_eq!(
        (row.has_restroom, row.wheelchair_accessible),
        (Some(true), Some(false))
    );
});

both_engines!(another_process_s_import_is_visible, |app: TestApp| {
    let mut app = app;
    let other = app.second_node().await;
    other
        .visitor()
        .get("/api/cities/alexandria-la")
        .await
        .expect(404);
    import(
        &app,
        &file("cafes.geojson", CAFES),
        &ImportOptions::default(),
    )
    .await;
    assert!(other.sync().await > 0);
    other
        .visitor()
        .get("/api/cities/alexandria-la")
        .await
        .expect(200);
});

both_engines!(a_dry_run_decides_and_writes_nothing, |app: TestApp| {
    let options = ImportOptions {
        dry_run: true,
        ..ImportOptions::default()
    };
    let summary = import(&app, &file("cafes.geojson", CAFES), &options).await;
    assert_eq!(summary.added, 2);
    app.visitor()
        .get("/api/cities/alexandria-la")
        .await
        .expect(404);
    assert!(
        app.visitor()
            .get("/api/cities")
            .await
            .expect(200)
            .json()
            .as_array()
            .unwrap()
            .is_empty()
    );
});

both_engines!(
    another_source_s_record_of_the_same_shop_is_left_out,
    |app: TestApp| {
        import(
            &app,
            &file("cafes.geojson", CAFES),
            &ImportOptions::default(),
        )
        .await;
        let table = "name,address,city,state,zip,phone,website,lat,lon\n\
        Rust and Bean Coffee,126 Main St,Alexandria,LA,71301,318-555-0142,www.rustandbean.example,31.31131,-92.44512\n\
        Lantern Roasters,9 Oak Street,Alexandria,LA,71301,318-555-0199,,31.3200,-92.4500\n";
        let summary = import(&app, &file("list.csv", table), &ImportOptions::default()).await;
        assert_eq!((summary.duplicates, summary.added), (1, 1));
    }
);

both_engines!(
    each_way_to_write_an_address_finds_the_town,
    |app: TestApp| {
        let table = "id,name,address,city,state,zip,hours,lat,lon\n\
            1,Spelled Out,1 First Street,Denver,Colorado,80202,,,\n\
            2,By Its Letters,2 Second Street,Denver,CO,,,,\n\
            3,Without a State,3 Third Street,Denver,,80202,,,\n\
            4,By Its Code Alone,4 Fourth Street,,,80202-1234,,,\n\
            5,By Its Point Alone,5 Fifth Street,,,,,39.7392,-104.9847\n\
            6,On One Line,\"6 Sixth Street, Denver, CO 80202\",,,,,,\n\
            7,Joe’s “Best” Café,7 Seventh Street,Denver,CO,80202,Come by when the light is on,,\n\
            8,Nowhere,8 Eighth Street,,,,,0,0\n\
            9,Nowhere Else,9 Ninth Street,Denver,,,,,\n";
        let summary = import(&app, &file("list.csv", table), &ImportOptions::default()).await;
        assert_eq!(
            (summary.records, summary.added, summary.no_city),
            (9, 7, 2),
            "{summary}"
        );
        let towns = city::Entity::find()
            .all(app.database.reads())
            .await
            .unwrap();
        let slugs: Vec<&str> = towns.iter().map(|row| row.slug.as_str()).collect();
        assert_eq!(slugs, ["denver-co"]);
        let by_code = app
            .shop_row(shop_id(&app, "by-its-code-alone-denver-co").await)
            .await;
        assert_eq!(by_code.zip_code.as_deref(), Some("80202"));
        let on_one_line = app
            .shop_row(shop_id(&app, "on-one-line-denver-co").await)
            .await;
        assert_eq!(on_one_line.street.as_deref(), Some("6 Sixth Street"));
        let joes = app
            .shop_row(shop_id(&app, "joes-best-cafe-denver-co").await)
            .await;
        assert_eq!(joes.name, "Joe’s “Best” Café");
        assert_eq!(joes.hours.as_deref(), Some("Come by when the light is on"));
        assert_eq!(joes.opening_hours, None, "prose claims no hours");
    }
);

both_engines!(
    a_name_with_lost_letters_waits_for_a_person,
    |app: TestApp| {
        let table =
            "id,name,city,state\n1,Chai T\u{fffd},Hammond,LA\n2,Caf\u{fffd} Ligne,Hammond,LA\n";
        let summary = import(&app, &file("list.csv", table), &ImportOptions::default()).await;
        assert_eq!((summary.added, summary.to_review), (1, 1), "{summary}");
        // A word that can only be one is no question.
        let shop = app
            .visitor()
            .get("/api/coffee-shops/cafe-ligne-hammond-la")
            .await;
        assert_eq!(shop.expect(200).json()["name"], "Café Ligne");
    }
);

both_engines!(a_closed_shop_leaves_the_lists, |app: TestApp| {
    import(
        &app,
        &file("cafes.geojson", CAFES),
        &ImportOptions::default(),
    )
    .await;
    let closed = CAFES.replace(
        "\"amenity\":\"cafe\",\"name\":\"Rust & Bean\"",
        "\"disused:amenity\":\"cafe\",\"name\":\"Rust & Bean\"",
    );
    let summary = import(
        &app,
        &file("closed.geojson", closed),
        &ImportOptions::default(),
    )
    .await;
    assert_eq!(summary.closed, 1);
    let shop = app
        .visitor()
        .get("/api/coffee-shops/rust-and-bean-alexandria-la")
        .await
        .expect(200)
        .json();
    assert_eq!(shop["permanentlyClosed"], true);
    let listed = app
        .visitor()
        .get("/api/cities/alexandria-la/coffee-shops")
        .await
        .expect(200)
        .json();
    assert!(listed.as_array().unwrap().is_empty());
});

both_engines!(
    what_was_committed_stays_when_a_file_is_cut_off,
    |app: TestApp| {
        let cut = &CAFES[..CAFES.find("\"node/3\"").unwrap()];
        let cut_file = file("cut.geojson", cut);
        let mut importer = importer(&app).await;
        let result = importer
            .file(
                &cut_file.path,
                &ImportOptions::default(),
                &mut None,
                &mut |_| {},
            )
            .await;
        let message = result.unwrap_err().to_string();
        assert!(message.contains("cut off"), "{message}");
        app.visitor()
            .get("/api/coffee-shops/rust-and-bean-alexandria-la")
            .await
            .expect(200);
    }
);

both_engines!(the_report_names_each_fate_and_its_reason, |app: TestApp| {
    let cafes = file("cafes.geojson", CAFES);
    let path = cafes.path.with_file_name("report.csv");
    let mut report = Some(Report::create(&path).unwrap());
    importer(&app)
        .await
        .file(
            &cafes.path,
            &ImportOptions::default(),
            &mut report,
            &mut |_| {},
        )
        .await
        .unwrap();
    report.unwrap().finish().unwrap();
    let report = fs::read_to_string(path).unwrap();
    assert_eq!(report.lines().count(), 6, "{report}");
    for part in [
        ",added,",
        ",chain,",
        "Starbucks",
        ",unnamed,",
        ",rejected,",
        "not in the 50 states",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
});

#[tokio::test(flavor = "multi_thread")]
async fn files_that_are_no_lists_are_refused_with_advice() {
    let app = TestApp::start(crate::support::Engine::Sqlite)
        .await
        .unwrap();
    for (name, content) in [
        ("page.html", "<!DOCTYPE html><html></html>".as_bytes()),
        ("empty.csv", b""),
        ("photo.bin", b"\x89PNG\r\n\x1a\n\0\0\0\0"),
    ] {
        let file = file(name, content);
        let mut importer = importer(&app).await;
        let result = importer
            .file(
                &file.path,
                &ImportOptions::default(),
                &mut None,
                &mut |_| {},
            )
            .await;
        let message = result.expect_err(name).to_string();
        assert!(
            message.contains(name) && message.len() > name.len() + 20,
            "{message}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_import_tells_postgresql_s_planner_how_large_its_tables_are() {
    let Some(app) = TestApp::start(crate::support::Engine::Postgres).await else {
        return;
    };
    let rows = (0..1200).map(|number| {
        let place = f64::from(number) / 1000.0;
        format!(
            "{number},Quiet Mill Coffee {number},{:.4},-92.4451\n",
            31.0 + place
        )
    });
    let list: String = std::iter::once("id,name,latitude,longitude\n".to_owned())
        .chain(rows)
        .collect();
    let summary = import(&app, &file("shops.csv", list), &ImportOptions::default()).await;
    assert!(summary.added >= 1000, "{summary:?}");
    let known =
        "SELECT reltuples > 900 AS known FROM pg_class WHERE oid = 'shop_sources'::regclass";
    let reads = app.database.reads();
    let query = Statement::from_string(reads.get_database_backend(), known);
    let row = reads.query_one_raw(query).await.unwrap().unwrap();
    assert!(row.try_get::<bool>("", "known").unwrap());
}
