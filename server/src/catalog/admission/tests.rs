//! A shop from a form, assessed against a real directory.

use std::sync::Arc;

use chrono::DateTime;
use place_files::PlaceRecord;
use townperk::catalog::{
    View,
    admission::{
        Classifier,
        chains::{ChainLists, List},
        similarity::Sign,
        typed::{Assessment, ChainVerdict, TypedShop, assess},
    },
};

use crate::support::TestApp;

fn typed(name: &'static str) -> TypedShop<'static> {
    TypedShop {
        name,
        address: "126 Main Street",
        zip: "71301",
        ..TypedShop::default()
    }
}

async fn lists(app: &TestApp) -> ChainLists {
    ChainLists::open(&app.database, &app.home().folder())
        .await
        .unwrap()
}

async fn assessed(app: &TestApp, typed: &TypedShop<'_>) -> Assessment {
    let view: View = app.catalog.view();
    assess(typed, &view, &lists(app).await).unwrap()
}

fn slugs(assessment: &Assessment) -> Vec<&str> {
    let similar = assessment.similar.iter();
    similar.map(|known| &*known.shop.slug).collect()
}

both_engines!(a_typed_shop_is_compared_with_every_shop, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let known = app.shop(&city).name("Blue Door Coffee").await;
    app.shop(&city)
        .name("Blue Door Roasters")
        .with(|row| row.street = Some("900 Oak Street".to_owned()))
        .await;
    let assessment = assessed(&app, &typed("The Blue Door LLC")).await;
    assert_eq!(slugs(&assessment), ["blue-door-coffee-alexandria-la"]);
    let similar = &assessment.similar[0];
    assert!(similar.is_same() && similar.shop.id == known.id);
    assert_eq!(similar.similarity.signs, [Sign::Name, Sign::Address]);
    assert_eq!(assessment.city_id, Some(city.id));
    assert!(assessed(&app, &typed("Lantern")).await.similar.is_empty());
});

both_engines!(a_telephone_is_found_in_any_town, |app: TestApp| {
    let city = app.city("Hammond", "LA").await;
    app.shop(&city)
        .name("Blue Door")
        .with(|row| {
            row.telephone = Some("+13185550142".to_owned());
            row.street = None;
        })
        .await;
    let typed = TypedShop {
        phone: Some("318-555-0142"),
        ..typed("Blue Door")
    };
    let assessment = assessed(&app, &typed).await;
    assert_eq!(slugs(&assessment), ["blue-door-hammond-la"]);
    let similar = &assessment.similar[0];
    assert_eq!((similar.similarity.points, similar.is_same()), (60, false));
});

both_engines!(
    a_pin_counts_and_the_middle_of_a_zip_code_does_not,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let without_pin = typed("Blue Door");
        let middle = assessed(&app, &without_pin).await.place.position;
        let townperk::catalog::admission::place::Position::ZipMiddle(latitude, longitude) = middle
        else {
            panic!("{middle:?}");
        };
        app.shop(&city)
            .name("Blue Door")
            .with(|row| {
                row.street = None;
                row.latitude = Some(latitude);
                row.longitude = Some(longitude);
            })
            .await;
        assert!(assessed(&app, &without_pin).await.similar.is_empty());
        let pinned = TypedShop {
            pin: Some((latitude, longitude)),
            ..without_pin
        };
        let assessment = assessed(&app, &pinned).await;
        let signs = &assessment.similar[0].similarity.signs;
        assert_eq!(signs, &[Sign::Name, Sign::Near]);
    }
);

both_engines!(
    closed_and_hidden_shops_count_deleted_ones_do_not,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        app.shop(&city).name("Blue Door").closed().await;
        app.shop(&city).name("Lantern").hidden().await;
        app.shop(&city).name("Corner Cup").deleted().await;
        for (name, count) in [("Blue Door", 1), ("Lantern", 1), ("Corner Cup", 0)] {
            let assessment = assessed(&app, &typed(name)).await;
            assert_eq!(assessment.similar.len(), count, "{name}");
        }
    }
);

both_engines!(chains_are_told_with_the_reason, |app: TestApp| {
    let verdict = async |name| assessed(&app, &typed(name)).await.chain;
    let ChainVerdict::Certain(reason) = verdict("Starbucks").await else {
        panic!("a chain was not recognized");
    };
    assert!(reason.contains("Starbucks"), "{reason}");
    assert!(matches!(
        verdict("Second Cup").await,
        ChainVerdict::Uncertain(_)
    ));
    assert_eq!(verdict("Blue Door").await, ChainVerdict::Independent);
    ChainLists::put(&app.database, &app.clock, List::Deny, "Blue Door")
        .await
        .unwrap();
    assert!(matches!(
        verdict("Blue Door").await,
        ChainVerdict::Certain(_)
    ));
});

both_engines!(a_new_town_and_a_free_slug_are_named, |app: TestApp| {
    let assessment = assessed(&app, &typed("Blue Door")).await;
    assert_eq!(assessment.city_id, None);
    let town = assessment.place.town;
    assert_eq!(
        (&*town.slug, &*town.name, &*town.state),
        ("alexandria-la", "Alexandria", "LA")
    );
    assert_eq!(town.time_zone, "America/Chicago");
    assert!(town.color().starts_with("hsl("));
    assert_eq!(assessment.slug, "blue-door-alexandria-la");
    let city = app.city("Alexandria", "LA").await;
    app.shop(&city).name("Blue Door").deleted().await;
    let assessment = assessed(&app, &typed("Blue Door")).await;
    assert_eq!(assessment.slug, "blue-door-alexandria-la-2");
});

#[test]
fn what_a_record_without_an_id_is_known_by_has_the_clocks_of_its_point() {
    // Moenkopi, with a point across the road, in Tuba City. A list without a name would be all new with another zone.
    let record = PlaceRecord {
        name: Some("Blue Door".to_owned()),
        city: Some("Moenkopi".to_owned()),
        state: Some("AZ".to_owned()),
        zip: Some("86045".to_owned()),
        latitude: Some(36.1345),
        longitude: Some(-111.2398),
        ..PlaceRecord::default()
    };
    let mut classifier = Classifier::new(Arc::new(ChainLists::default()), DateTime::UNIX_EPOCH);
    let candidate = classifier.classify(&record).unwrap();
    assert_eq!(candidate.town.time_zone, "America/Phoenix");
    assert_eq!(candidate.facts.time_zone, "America/Denver");
}
