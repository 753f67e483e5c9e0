//! What a later import may change, and what it may not.

use sea_orm::{
    ConnectionTrait, EntityTrait, IntoActiveModel, SqliteTransactionMode, TransactionOptions,
    TransactionTrait,
};
use townperk::{
    catalog::entities::{boost, shop},
    features::imports::ImportOptions,
};
use uuid::Uuid;

use super::{CAFES, file, import, shop_id};
use crate::support::{Engine, TestApp};

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

/// The groups of facts that an import can set.
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

/// A newer record of the first shop, with everything changed.
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
        for sources in [["owner"; 3], ["admin"; 3], ["owner", "admin", "foursquare"]] {
            let ours = app
                .edit_shop(id, |row| {
                    row.provenance.0.clear();
                    row.provenance.0.extend(
                        GROUPS
                            .iter()
                            .zip(sources.iter().cycle())
                            .map(|(group, source)| ((*group).to_owned(), (*source).to_owned())),
                    );
                    row.provenance
                        .0
                        .insert("closed".to_owned(), "admin".to_owned());
                    // A fact that someone cleared counts as entered.
                    row.description = None;
                })
                .await;
            for file in [&newer, &all_other] {
                let summary = import(&app, file, &ImportOptions::default()).await;
                assert_eq!((summary.unchanged, summary.records), (1, 1), "{sources:?}");
                assert_eq!(app.shop_row(id).await, ours, "{sources:?}");
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
        // Applying everything in the newer record to our row gives the new row, so nothing else has changed.
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
            website_since: theirs.website_since,
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
            edition: ours.edition + 1,
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

/// A featured placement that must survive.
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

both_engines!(a_vote_in_between_undoes_no_update, |app: TestApp| {
    let options = ImportOptions::default();
    import(&app, &file("cafes.geojson", CAFES), &options).await;
    let path = "/api/coffee-shops/rust-and-bean-alexandria-la";
    // Lets the import read, and delays its writing.
    let settings = app.home().settings();
    let address = match settings.database_url.reveal() {
        "" => format!("sqlite://{}/townperk.sqlite", settings.data_dir.display()),
        address => address.to_owned(),
    };
    let other = sea_orm::Database::connect(address).await.unwrap();
    let immediate = TransactionOptions {
        sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
        ..Default::default()
    };
    let voting = other.begin_with_options(immediate).await.unwrap();
    if app.database.engine() == Engine::Postgres {
        let lock = "LOCK TABLE shops IN EXCLUSIVE MODE";
        voting.execute_unprepared(lock).await.unwrap();
    }
    let newer = file("newer.geojson", CAFES.replace("126", "128"));
    let vote = async {
        tokio::time::sleep(std::time::Duration::from_secs(2)).await;
        let vote = "UPDATE shops SET upvote_count = upvote_count + 1, version = version + 1 \
            WHERE slug = 'rust-and-bean-alexandria-la'";
        voting.execute_unprepared(vote).await.unwrap();
        voting.commit().await.unwrap();
    };
    let (summary, ()) = tokio::join!(import(&app, &newer, &options), vote);
    assert_eq!(summary.updated, 1);
    app.sync().await;
    let shop = app.visitor().get(path).await.expect(200).json();
    assert_eq!(shop["street"], "128 Main Street");
    assert_eq!(shop["upvoteCount"], 1);
    other.close().await.unwrap();
});
