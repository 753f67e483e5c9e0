//! Two records of one list that are one shop.

use serde_json::json;
use townperk::{
    catalog::entities::shop,
    features::imports::{ImportOptions, Summary},
};

use super::{File, file, import, importer};
use crate::support::TestApp;

const HEADER: &str = "id,name,address,city,state,zip,phone,status\n";

fn guide() -> ImportOptions {
    ImportOptions {
        source: Some("guide".to_owned()),
        ..ImportOptions::default()
    }
}

async fn import_guide(app: &TestApp, rows: &str) -> Summary {
    let list = file("guide.csv", format!("{HEADER}{rows}"));
    import(app, &list, &guide()).await
}

/// Two records that differ in number and phone, each with a status.
fn two(first: &str, second: &str) -> String {
    let row = |id: u32, status: &str| {
        let place = format!("10{id} Oak Street,Hammond,LA,70401,985-555-010{id}");
        format!("{id},Amber Lantern,{place},{status}\n")
    };
    [row(1, first), row(2, second)].concat()
}

/// The shop that both of them are since the administrator has merged two.
async fn merged(app: &TestApp) -> shop::Model {
    assert_eq!(import_guide(app, &two("open", "open")).await.added, 2);
    merge(app, "101 Oak Street", "102 Oak Street").await
}

/// Merges two shops, given by their streets. Returns the one that stays.
async fn merge(app: &TestApp, stays: &str, goes: &str) -> shop::Model {
    let rows = app.shop_rows().await;
    let at = |street: &str| {
        let is_here = |row: &&shop::Model| row.street.as_deref() == Some(street);
        rows.iter().find(is_here).unwrap().id
    };
    let (stays, goes) = (at(stays), at(goes));
    let path = format!("/api/admin/coffee-shops/{stays}/merge");
    let administrator = app.administrator().await;
    let order = json!({ "other": goes });
    administrator.post(&path, &order).await.expect(200);
    app.shop_row(stays).await
}

both_engines!(
    two_records_of_one_shop_do_not_take_turns_with_its_facts,
    |app: TestApp| {
        let shop = merged(&app).await;
        for _ in 0..2 {
            let again = import_guide(&app, &two("open", "open")).await;
            assert_eq!((again.unchanged, again.duplicates), (1, 1), "{again}");
            assert_eq!(app.shop_row(shop.id).await, shop);
        }
    }
);

both_engines!(
    two_records_of_one_shop_may_stand_in_two_files,
    |app: TestApp| {
        let shop = merged(&app).await;
        let rows = two("open", "open");
        let files: Vec<File> = rows
            .lines()
            .map(|row| file("guide.csv", format!("{HEADER}{row}\n")))
            .collect();
        let paths: Vec<_> = files.iter().map(|file| &file.path).collect();
        let mut importer = importer(&app).await;
        importer.losses(&paths, &guide()).await.unwrap();
        let mut counts = Vec::new();
        for path in paths {
            let read = importer.file(path, &guide(), &mut None, &mut |_| {}).await;
            let summary = read.unwrap();
            counts.push((summary.unchanged, summary.duplicates));
        }
        importer.end().await.unwrap();
        assert_eq!(counts, [(1, 0), (0, 1)]);
        assert_eq!(app.shop_row(shop.id).await, shop);
    }
);

both_engines!(
    a_record_that_is_older_than_the_other_leaves_the_word_to_it,
    |app: TestApp| {
        let list = |phone: &str| {
            let header = "id,name,address,city,state,zip,phone,updated\n";
            let first = "1,Amber Lantern,101 Oak Street,Hammond,LA,70401,985-555-0101,2023-04-01\n";
            let second = "2,Amber Lantern,102 Oak Street,Hammond,LA,70401";
            let text = format!("{header}{first}{second},{phone},2024-04-01\n");
            file("guide.csv", text)
        };
        let first = import(&app, &list("985-555-0102"), &guide()).await;
        assert_eq!(first.added, 2, "{first}");
        let shop = merge(&app, "102 Oak Street", "101 Oak Street").await;
        let again = import(&app, &list("985-555-0199"), &guide()).await;
        assert_eq!((again.unchanged, again.updated), (1, 1), "{again}");
        let row = app.shop_row(shop.id).await;
        assert_eq!(row.telephone.as_deref(), Some("+19855550199"));
        assert_eq!(row.street, shop.street);
    }
);

both_engines!(
    a_shop_with_two_records_closes_when_both_say_so,
    |app: TestApp| {
        let shop = merged(&app).await;
        let closed = "permanently closed";
        for (first, second) in [(closed, "open"), ("open", closed)] {
            let one = import_guide(&app, &two(first, second)).await;
            assert_eq!((one.closed, one.duplicates), (0, 1), "{one}");
            assert_eq!(app.shop_row(shop.id).await.closed_at, None);
        }
        let both = import_guide(&app, &two(closed, closed)).await;
        assert_eq!((both.closed, both.duplicates), (1, 1), "{both}");
        assert!(app.shop_row(shop.id).await.closed_at.is_some());
    }
);

both_engines!(
    a_shop_with_two_records_closes_when_the_one_that_is_left_says_so,
    |app: TestApp| {
        let shop = merged(&app).await;
        let both = two("open", "permanently closed");
        let (_, left) = both.split_once('\n').unwrap();
        assert_eq!(import_guide(&app, left).await.closed, 1);
        assert!(app.shop_row(shop.id).await.closed_at.is_some());
    }
);

both_engines!(
    what_is_taken_from_a_second_record_is_not_overwritten_by_the_first,
    |app: TestApp| {
        let rows = "1,Lantern,1 Oak Street,Hammond,LA,70401,985-555-0142,open\n\
            7,Lantern,,Hammond,LA,,985-555-0199,open\n";
        let asked = import_guide(&app, rows).await;
        assert_eq!((asked.added, asked.to_review), (1, 1), "{asked}");
        let shop = app.shop_rows().await.remove(0);
        let administrator = app.administrator().await;
        let path = "/api/admin/import-questions";
        let page = administrator.get(path).await.expect(200).json();
        let id = page["questions"][0]["id"].as_str().unwrap();
        let same = json!({ "shop": shop.slug, "facts": ["phone"] });
        let path = format!("{path}/{id}/same-shop");
        administrator.post(&path, &same).await.expect(200);
        let taken = app.shop_row(shop.id).await;
        assert_eq!(taken.telephone.as_deref(), Some("+19855550199"));
        for _ in 0..2 {
            let again = import_guide(&app, rows).await;
            assert_eq!((again.unchanged, again.duplicates), (1, 1), "{again}");
            assert_eq!(app.shop_row(shop.id).await, taken);
        }
    }
);
