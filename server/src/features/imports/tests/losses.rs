//! What a later edition may take away (D87).

use townperk::{
    catalog::entities::shop,
    features::imports::{ImportOptions, Loss, Missing},
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
    let third = import(&app, &table("permanently closed"), &guide()).await;
    assert_eq!(third.closed, 1);
});
