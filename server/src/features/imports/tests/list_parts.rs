//! Records that take over no shop: those of a part of a list, whose other parts are imported by themselves, and those of a
//! branch elsewhere (D114).

use chrono::TimeDelta;
use sea_orm::{EntityTrait, QueryOrder};
use townperk::{
    catalog::entities::{shop, shop_source},
    features::imports::{ImportOptions, Missing, Summary},
};

use super::{file, import};
use crate::support::TestApp;

const HEADER: &str = "id,name,address,city,state,zip,phone,website,status\n";
const OTHERS: &str = "5,Blue Heron,200 Pine Street,Hammond,LA,70401,,,open\n\
    6,Copper Kettle,300 Elm Street,Hammond,LA,70401,,,open\n";

fn guide() -> ImportOptions {
    ImportOptions {
        source: Some("guide".to_owned()),
        ..ImportOptions::default()
    }
}

async fn import_guide(app: &TestApp, rows: &[&str], options: &ImportOptions) -> Summary {
    let list = file("guide.csv", format!("{HEADER}{}", rows.concat()));
    import(app, &list, options).await
}

/// A record of a shop with an address.
fn lantern(id: u32, phone: &str) -> String {
    format!("{id},Amber Lantern,100 Oak Street,Hammond,LA,70401,{phone},,open\n")
}

/// The IDs of the records that shops are linked to, sorted.
async fn links(app: &TestApp) -> Vec<String> {
    let rows = shop_source::Entity::find()
        .order_by_asc(shop_source::Column::SourceId)
        .all(app.database.reads())
        .await
        .unwrap();
    rows.into_iter().map(|row| row.source_id).collect()
}

async fn the_lantern(app: &TestApp) -> shop::Model {
    let rows = app.shop_rows().await;
    let found = rows.into_iter().find(|row| row.name == "Amber Lantern");
    found.unwrap()
}

both_engines!(
    two_parts_of_a_list_do_not_take_turns_with_a_shop,
    |app: TestApp| {
        let (ours, other) = (lantern(1, "985-555-0101"), lantern(2, "985-555-0199"));
        let now = app.clock.now();
        // Without a date, and as one edition that is split into two commands.
        for as_of in [None, Some(now - TimeDelta::days(60))] {
            let options = ImportOptions { as_of, ..guide() };
            import_guide(&app, &[&ours, OTHERS], &options).await;
            let part = import_guide(&app, &[&other], &options).await;
            assert_eq!((part.duplicates, part.updated), (1, 0), "{part}");
            assert_eq!(links(&app).await, ["1", "5", "6"]);
            let phone = the_lantern(&app).await.telephone;
            assert_eq!(phone.as_deref(), Some("+19855550101"));
        }
        // A newer one isn't of that edition.
        let newer = ImportOptions {
            as_of: Some(now - TimeDelta::days(30)),
            ..guide()
        };
        let newer = import_guide(&app, &[&other], &newer).await;
        assert_eq!((newer.duplicates, newer.updated), (0, 1), "{newer}");
        assert_eq!(links(&app).await, ["2", "5", "6"]);
    }
);

both_engines!(
    what_is_said_to_be_complete_is_no_part_of_a_list,
    |app: TestApp| {
        let (ours, other) = (lantern(1, "985-555-0101"), lantern(2, "985-555-0199"));
        import_guide(&app, &[&ours, OTHERS], &guide()).await;
        let complete = ImportOptions {
            missing: Some(Missing::Ask),
            ..guide()
        };
        let next = import_guide(&app, &[&other], &complete).await;
        assert_eq!((next.duplicates, next.updated), (0, 1), "{next}");
        assert_eq!(links(&app).await, ["2", "5", "6"]);
    }
);

both_engines!(
    a_branch_in_another_town_takes_no_shop_along,
    |app: TestApp| {
        let branch = |id: u32, town: &str, status: &str| {
            format!("{id},Amber Lantern,,{town},985-555-0101,amberlantern.example,{status}\n")
        };
        let hammond = branch(1, "Hammond,LA,70401", "open");
        import_guide(&app, &[&hammond], &guide()).await;
        let before = the_lantern(&app).await;
        for status in ["open", "permanently closed"] {
            let elsewhere = branch(2, "Ponchatoula,LA,70454", status);
            let next = import_guide(&app, &[&elsewhere], &guide()).await;
            assert_eq!((next.added, next.updated), (0, 0), "{next}");
            assert_eq!(links(&app).await, ["1"]);
            assert_eq!(the_lantern(&app).await, before);
        }
        // In its own town, it is the shop.
        let here = branch(2, "Hammond,LA,70401", "open");
        let here = import_guide(&app, &[&here], &guide()).await;
        assert_eq!((here.updated, here.duplicates), (1, 0), "{here}");
        assert_eq!(links(&app).await, ["2"]);
    }
);
