//! Imports end to end: real files, a real database, and a second look at the same file.

use std::{fs, path::PathBuf};

use sea_orm::{EntityTrait, IntoActiveModel};
use tempfile::TempDir;
use townperk::{
    catalog::entities::{boost, city, shop},
    features::imports::{ChainLists, ImportOptions, Importer, Report, Summary},
};
use uuid::Uuid;

use crate::support::TestApp;

/// Two towns, a polygon, a chain, a nameless one, one at sea and one that is no coffee place.
const CAFES: &str = r#"{"type":"FeatureCollection","features":[
 {"type":"Feature","id":"node/1","properties":{"@id":"node/1","amenity":"cafe","name":"Rust & Bean","addr:housenumber":"126","addr:street":"Main Street","addr:city":"Alexandria","addr:state":"LA","addr:postcode":"71301","opening_hours":"Mo-Fr 07:00-15:00","phone":"(318) 555-0142","website":"https://rustandbean.example/","internet_access":"wlan"},"geometry":{"type":"Point","coordinates":[-92.4451,31.3113]}},
 {"type":"Feature","id":"way/2","properties":{"@id":"way/2","amenity":"cafe","name":"Café Ligne","addr:city":"Hammond","addr:state":"Louisiana"},"geometry":{"type":"Polygon","coordinates":[[[-90.461,30.504],[-90.460,30.504],[-90.460,30.505],[-90.461,30.505],[-90.461,30.504]]]}},
 {"type":"Feature","id":"node/3","properties":{"@id":"node/3","amenity":"cafe","name":"Starbucks","brand:wikidata":"Q37158"},"geometry":{"type":"Point","coordinates":[-92.4460,31.3120]}},
 {"type":"Feature","id":"node/4","properties":{"@id":"node/4","amenity":"cafe"},"geometry":{"type":"Point","coordinates":[-92.4460,31.3120]}},
 {"type":"Feature","id":"node/5","properties":{"@id":"node/5","amenity":"cafe","name":"Null Island Coffee"},"geometry":{"type":"Point","coordinates":[1.5,2.5]}},
 {"type":"Feature","id":"node/6","properties":{"@id":"node/6","amenity":"pharmacy","name":"Corner Pharmacy"},"geometry":{"type":"Point","coordinates":[-92.4460,31.3120]}}
]}"#;

/// A file that goes with the test.
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

/// An importer beside the test's server.
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
    .await
    .unwrap()
}

/// Imports a file that can be read to its end.
pub async fn import(app: &TestApp, file: &File, options: &ImportOptions) -> Summary {
    importer(app)
        .await
        .file(&file.path, options, &mut None, &mut |_| {})
        .await
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
    a_newer_file_changes_what_came_from_it_and_nothing_else,
    |app: TestApp| {
        import(
            &app,
            &file("cafes.geojson", CAFES),
            &ImportOptions::default(),
        )
        .await;
        let id = app
            .visitor()
            .get("/api/coffee-shops/rust-and-bean-alexandria-la")
            .await
            .json()["id"]
            .as_str()
            .unwrap()
            .parse()
            .unwrap();
        app.edit_shop(id, |row| {
            row.hours = Some("Ask us".to_owned());
            row.opening_hours = None;
            row.provenance
                .0
                .insert("hours".to_owned(), "owner".to_owned());
        })
        .await;
        app.vote(id, 3).await;
        let newer = CAFES
            .replace("Mo-Fr 07:00-15:00", "24/7")
            .replace("126", "128");
        let summary = import(
            &app,
            &file("newer.geojson", newer),
            &ImportOptions::default(),
        )
        .await;
        assert_eq!((summary.updated, summary.unchanged), (1, 1));
        let shop = app
            .visitor()
            .get("/api/coffee-shops/rust-and-bean-alexandria-la")
            .await
            .json();
        assert_eq!(shop["street"], "128 Main Street");
        assert_eq!(shop["hours"], "Ask us", "the owner's word was overwritten");
        assert_eq!(shop["upvoteCount"], 3, "votes were lost");
    }
);

/// The groups of facts that an import may set.
const GROUPS: [&str; 13] = [
    "name",
    "address",
    "phone",
    "website",
    "hours",
    "description",
    "categories",
    "priceLevel",
    "hasWifi",
    "hasParking",
    "petFriendly",
    "goodForWork",
    "hasOutdoorSeating",
];

/// A newer record of the first shop, in which everything is different.
const ALL_NEW: &str = r#"{"type":"FeatureCollection","features":[{"type":"Feature","id":"node/1","properties":{"@id":"node/1","amenity":"cafe","name":"Another Name","addr:housenumber":"1","addr:street":"Oak Street","addr:city":"Hammond","addr:state":"LA","addr:postcode":"70401","opening_hours":"24/7","phone":"(985) 555-0199","website":"https://another.example/","internet_access":"no","outdoor_seating":"yes","dog":"yes","description":"Another text.","cuisine":"donut"},"geometry":{"type":"Point","coordinates":[-90.461,30.504]}}]}"#;

both_engines!(
    what_others_gave_is_not_overwritten_by_any_import,
    |app: TestApp| {
        let cafes = file("cafes.geojson", CAFES);
        let newer = file("newer.geojson", ALL_NEW);
        let all_other = file(
            "closed.geojson",
            ALL_NEW.replace("\"amenity\"", "\"disused:amenity\""),
        );
        import(&app, &cafes, &ImportOptions::default()).await;
        let id = shop_id(&app, "rust-and-bean-alexandria-la").await;
        for givers in [["owner"; 3], ["admin"; 3], ["owner", "admin", "foursquare"]] {
            let ours = app
                .edit_shop(id, |row| {
                    row.provenance.0.clear();
                    row.provenance.0.extend(
                        GROUPS
                            .iter()
                            .zip(givers.iter().cycle())
                            .map(|(group, giver)| ((*group).to_owned(), (*giver).to_owned())),
                    );
                    row.provenance
                        .0
                        .insert("closed".to_owned(), "admin".to_owned());
                    // An empty fact of somebody's is a fact too.
                    row.description = None;
                })
                .await;
            for file in [&newer, &all_other] {
                let summary = import(&app, file, &ImportOptions::default()).await;
                assert_eq!((summary.unchanged, summary.records), (1, 1), "{givers:?}");
                assert_eq!(app.shop_row(id).await, ours, "{givers:?}");
            }
        }
    }
);

both_engines!(
    an_import_sets_nothing_but_the_facts_of_its_source,
    |app: TestApp| {
        import(
            &app,
            &file("cafes.geojson", CAFES),
            &ImportOptions::default(),
        )
        .await;
        let id = shop_id(&app, "rust-and-bean-alexandria-la").await;
        app.vote(id, 3).await;
        let boost = boosted(&app, id).await;
        let ours = app
            .edit_shop(id, |row| {
                row.owner_description = Some("Ours since 1998.".to_owned());
                row.ai_generated_description = Some("A café.".to_owned());
                row.image_url = Some("/pictures/1.webp".to_owned());
                row.google_place_id = Some("place".to_owned());
                row.google_rating = Some(4.5);
                row.foursquare_id = Some("venue".to_owned());
                row.foursquare_rating = Some(8.5);
                row.serves_breakfast = Some(true);
                row.online_store_url = Some("https://store.example/".to_owned());
                row.online_store_name = Some("Beans".to_owned());
                row.is_active = false;
            })
            .await;
        let newer = file("newer.geojson", ALL_NEW);
        let summary = import(&app, &newer, &ImportOptions::default()).await;
        assert_eq!(summary.updated, 1);
        let theirs = app.shop_row(id).await;
        assert_eq!(theirs.name, "Another Name");
        assert_eq!(theirs.has_wifi, Some(false));
        // All that the newer record says, put on our row, gives the new row: nothing else has changed.
        let expected = shop::Model {
            city_id: theirs.city_id,
            name: theirs.name.clone(),
            street: theirs.street.clone(),
            zip_code: theirs.zip_code.clone(),
            latitude: theirs.latitude,
            longitude: theirs.longitude,
            time_zone: theirs.time_zone.clone(),
            phone: theirs.phone.clone(),
            telephone: theirs.telephone.clone(),
            website: theirs.website.clone(),
            hours: theirs.hours.clone(),
            opening_hours: theirs.opening_hours.clone(),
            description: theirs.description.clone(),
            categories: theirs.categories.clone(),
            has_wifi: theirs.has_wifi,
            pet_friendly: theirs.pet_friendly,
            has_outdoor_seating: theirs.has_outdoor_seating,
            provenance: theirs.provenance.clone(),
            updated_at: theirs.updated_at,
            version: ours.version + 1,
            ..ours
        };
        assert_eq!(theirs, expected);
        assert_eq!(theirs.upvote_count, 3, "votes were lost");
        let boosts = boost::Entity::find()
            .all(app.database.reads())
            .await
            .unwrap();
        assert_eq!(boosts, [boost]);
    }
);

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

/// A featured placement that lasts.
async fn boosted(app: &TestApp, shop_id: Uuid) -> boost::Model {
    let now = app.clock.now();
    let row = boost::Model {
        id: app.identifiers.next(),
        shop_id,
        source: boost::Source::Complimentary,
        starts_at: now,
        ends_at: now + chrono::TimeDelta::days(30),
        reason: None,
        created_at: now,
    };
    let added = row.clone();
    app.database
        .transaction(|transaction| {
            let row = added.clone();
            Box::pin(async move {
                boost::Entity::insert(row.into_active_model())
                    .exec_without_returning(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
        .unwrap();
    row
}

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
        let table = "id,name,city,state\n1,Caf\u{fffd} Ligne,Hammond,LA\n2,Café Ligne,Hammond,LA\n";
        let summary = import(&app, &file("list.csv", table), &ImportOptions::default()).await;
        assert_eq!((summary.added, summary.to_review), (1, 1), "{summary}");
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
