//! What a later edition may take away (D87).

use townperk::{
    catalog::{
        admission::chains::{ChainLists, List},
        entities::shop,
    },
    features::imports::{ImportOptions, Loss, Missing, choices},
};

use super::{File, file, import, importer};
use crate::support::TestApp;

/// A list of `count` shops with a phone number each, unless `phone` says otherwise.
fn list(count: usize, phone: impl Fn(usize) -> Option<String>) -> File {
    let mut text = String::from("id,name,address,city,state,zip,phone\n");
    for (number, name) in NAMES.iter().enumerate().skip(1).take(count) {
        let phone = phone(number).unwrap_or_default();
        text += &format!("{number},{name},{number}00 Oak Street,Hammond,LA,70401,{phone}\n");
    }
    file("list.csv", text)
}

const NAMES: [&str; 13] = [
    "",
    "Amber Lantern",
    "Blue Heron",
    "Copper Kettle",
    "Dusty Trail",
    "Evening Star",
    "Fox Hollow",
    "Golden Thistle",
    "Hidden Brook",
    "Iron Gate",
    "Juniper Lane",
    "Kindred Spirit",
    "Little Owl",
];

#[expect(clippy::unnecessary_wraps, reason = "as the list takes it")]
fn phone(number: usize) -> Option<String> {
    Some(format!("985-555-01{number:02}"))
}

fn guide() -> ImportOptions {
    ImportOptions {
        source: Some("guide".to_owned()),
        ..ImportOptions::default()
    }
}

async fn phones(app: &TestApp) -> usize {
    let rows = app.shop_rows().await;
    rows.iter().filter(|row| row.phone.is_some()).count()
}

async fn losses(app: &TestApp, file: &File, options: &ImportOptions) -> Vec<Loss> {
    importer(app)
        .await
        .losses(&[&file.path], options)
        .await
        .unwrap()
}

both_engines!(an_absent_column_says_nothing, |app: TestApp| {
    let first = import(&app, &list(12, phone), &guide()).await;
    assert_eq!(first.added, 12);
    let mut text = String::from("id,name,address,city,state,zip\n");
    for (number, name) in NAMES.iter().enumerate().skip(1) {
        text += &format!("{number},{name},{number}00 Oak Street,Hammond,LA,70401\n");
    }
    let fewer = file("list.csv", text);
    assert_eq!(losses(&app, &fewer, &guide()).await, []);
    let second = import(&app, &fewer, &guide()).await;
    assert_eq!((second.unchanged, second.updated), (12, 0));
    assert_eq!(phones(&app).await, 12);
});

both_engines!(
    an_empty_cell_clears_what_this_source_gave,
    |app: TestApp| {
        import(&app, &list(12, phone), &guide()).await;
        let one = list(12, |number| phone(number).filter(|_| number != 4));
        assert_eq!(losses(&app, &one, &guide()).await, []);
        let second = import(&app, &one, &guide()).await;
        assert_eq!((second.unchanged, second.updated), (11, 1));
        assert_eq!(phones(&app).await, 11);
    }
);

both_engines!(an_edition_that_clears_too_much_is_named, |app: TestApp| {
    import(&app, &list(12, phone), &guide()).await;
    let most = list(12, |number| phone(number).filter(|_| number < 3));
    let found = losses(&app, &most, &guide()).await;
    let [loss] = &found[..] else {
        panic!("{found:?}")
    };
    assert_eq!((loss.field, loss.lost, loss.of), ("phone", 10, 12));
    assert_eq!(
        loss.to_string(),
        "10 of 12 values of phone would be cleared: Copper Kettle; Dusty Trail; Evening Star; Fox Hollow; Golden Thistle"
    );
    assert_eq!(phones(&app).await, 12, "it was only read");
});

both_engines!(
    a_list_that_lacks_most_shops_closes_none_unasked,
    |app: TestApp| {
        import(&app, &list(12, phone), &guide()).await;
        let complete = ImportOptions {
            missing: Some(Missing::Close),
            ..guide()
        };
        let found = losses(&app, &list(4, phone), &complete).await;
        let [loss] = &found[..] else {
            panic!("{found:?}")
        };
        assert_eq!((loss.field, loss.lost, loss.of), ("closed", 8, 12));
        assert_eq!(losses(&app, &list(11, phone), &complete).await, []);
    }
);

both_engines!(
    a_list_without_a_name_changes_nobodys_facts,
    |app: TestApp| {
        let unnamed = ImportOptions::default();
        import(&app, &list(12, phone), &unnamed).await;
        let before: Vec<shop::Model> = app.shop_rows().await;
        // Another list, whose numbers are the same by chance.
        let text = "id,name,address,city,state,zip,phone,status\n\
        1,Pine Street Coffee,1 Pine Street,Ruston,LA,71270,318-555-0101,closed\n\
        2,Quiet Corner Coffee,2 Pine Street,Ruston,LA,71270,,open\n";
        let other = import(&app, &file("other.csv", text), &unnamed).await;
        assert_eq!((other.updated, other.renamed), (0, 0));
        let rows = app.shop_rows().await;
        for row in &before {
            assert!(rows.contains(row), "{} is as it was", row.name);
        }
        // The same list again is known, and a corrected record is the shop's duplicate.
        let again = import(&app, &list(12, phone), &unnamed).await;
        assert_eq!((again.unchanged, again.added), (12, 0));
        let corrected = list(12, |number| phone(number + 40));
        let corrected = import(&app, &corrected, &unnamed).await;
        assert_eq!((corrected.updated, corrected.added), (0, 0));
        assert!(
            app.shop_rows()
                .await
                .iter()
                .all(|row| row.closed_at.is_none())
        );
    }
);

both_engines!(a_shop_that_is_closed_for_a_while_stays, |app: TestApp| {
    let table = |status: &str| {
        let text = format!(
            "id,name,address,city,state,zip,status\n\
             1,Amber Lantern,1 Oak Street,Hammond,LA,70401,{status}\n"
        );
        file("list.csv", text)
    };
    import(&app, &table("open"), &guide()).await;
    let second = import(&app, &table("temporarily closed"), &guide()).await;
    assert_eq!((second.closed, second.unchanged), (0, 1));
    assert_eq!(app.shop_rows().await[0].closed_at, None);
    let asked = import(&app, &table("Pending"), &guide()).await;
    assert_eq!((asked.closed, asked.unchanged), (0, 1));
    let third = import(&app, &table("permanently closed"), &guide()).await;
    assert_eq!(third.closed, 1);
});

both_engines!(a_place_of_another_kind_is_not_added, |app: TestApp| {
    let text = "name,address,city,state,zip,category,license status\n\
        Amber Lantern,1 Oak Street,Hammond,LA,70401,Coffee Shop,Issued\n\
        Lacquer,2 Oak Street,Hammond,LA,70401,Nail Salon,Issued\n\
        Hammond Host,3 Oak Street,Hammond,LA,70401,Caterer,Issued\n\
        Hill Hospital Cafe,5 Oak Street,Hammond,LA,70401,,Issued\n\
        Tomorrow Coffee,4 Oak Street,Hammond,LA,70401,,Pending\n";
    let summary = import(&app, &file("list.csv", text), &guide()).await;
    let counts = (
        summary.added,
        summary.not_coffee,
        summary.to_review,
        summary.closed,
    );
    assert_eq!(counts, (1, 2, 1, 1));
    let review = app
        .administrator()
        .await
        .get("/api/admin/import-questions")
        .await
        .expect(200)
        .json();
    let why = &review["questions"][0]["why"];
    assert_eq!(
        (&why["code"], &why["kind"]),
        (&"other_kind".into(), &"Caterer".into())
    );
});

both_engines!(
    a_name_that_is_always_added_is_no_other_kind,
    |app: TestApp| {
        let text = "name,address,city,state,zip\n\
        The Brewery Cafe,1 Oak Street,Hammond,LA,70401\n";
        let list = file("list.csv", text);
        let first = import(&app, &list, &guide()).await;
        assert_eq!((first.records, first.not_coffee), (0, 1));
        ChainLists::put(&app.database, &app.clock, List::Allow, "The Brewery Cafe")
            .await
            .unwrap();
        let second = import(&app, &list, &guide()).await;
        assert_eq!((second.added, second.not_coffee), (1, 0));
        // It is a shop of ours now, whatever the lists say.
        let corrected = file(
            "list.csv",
            text.replace("zip\n", "zip,phone\n")
                .replace("70401\n", "70401,985-555-0142\n"),
        );
        ChainLists::forget(&app.database, "The Brewery Cafe")
            .await
            .unwrap();
        let third = import(&app, &corrected, &guide()).await;
        assert_eq!((third.updated, third.not_coffee), (1, 0));
    }
);

both_engines!(a_list_of_one_town_needs_no_column_for_it, |app: TestApp| {
    let text = "name,address,zip,state,lat,lon\n\
        Amber Lantern,1 Oak Street,,,,\n\
        Blue Door,2 Oak Street,94110,CA,,\n\
        Elsewhere Coffee,3 Oak Street,,LA,,\n\
        Meters Coffee,4 Oak Street,,,1,9999999\n";
    let options = ImportOptions {
        town: Some(choices::town("san francisco, California").unwrap()),
        ..guide()
    };
    let summary = import(&app, &file("list.csv", text), &options).await;
    assert_eq!((summary.added, summary.no_city), (3, 1));
    assert_eq!(summary.lost, 1);
    let city = app.visitor().get("/api/cities/san-francisco-ca").await;
    assert_eq!(city.expect(200).json()["coffeeShopCount"], 3);
    for bad in ["San Francisco", "Nowhere Town, CA", ""] {
        assert!(choices::town(bad).is_err(), "{bad}");
    }
});
