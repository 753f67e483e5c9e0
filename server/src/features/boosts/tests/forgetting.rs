//! Removing shops that somebody bought a boost for, or began to: invented ones, and those of an import that is taken back.

use sea_orm::{ConnectionTrait, Statement};
use townperk::{
    catalog::entities::shop,
    features::{
        demo,
        imports::{ImportOptions, kept_of, undo_import},
    },
};

use super::desk::{Desk, MONTHLY, ONE_TIME, VISA};
use crate::imports::{file, import};

/// An invented shop and another one, in one town.
async fn shops(desk: &Desk) -> (shop::Model, shop::Model) {
    let city = desk.city("Alexandria", "LA").await;
    let invented = desk.shop(&city).name("Invented Coffee");
    let invented = invented.with(|row| row.sample = true).await;
    (invented, desk.shop(&city).name("Blue Door").await)
}

async fn count(desk: &Desk, table: &str) -> i64 {
    let reads = desk.database.reads();
    let sql = format!("SELECT COUNT(*) AS count FROM {table}");
    let asked = Statement::from_string(reads.get_database_backend(), sql);
    let row = reads.query_one_raw(asked).await.unwrap().unwrap();
    row.try_get("", "count").unwrap()
}

both_engines!(
    a_purchase_goes_with_the_invented_shop_it_was_for,
    |desk: Desk| {
        let mut desk = desk;
        let (invented, real) = shops(&desk).await;
        desk.buy(MONTHLY, &invented, VISA).await;
        desk.buy(ONE_TIME, &real, VISA).await;
        assert_eq!(count(&desk, "boost_purchases").await, 2);
        assert_eq!(count(&desk, "boost_payments").await, 2);

        let cleared = demo::clear(&desk.services).await.unwrap();
        assert_eq!((cleared.shops, cleared.held, cleared.remaining), (1, 0, 1));
        assert_eq!(count(&desk, "boost_purchases").await, 1);
        assert_eq!(count(&desk, "boost_payments").await, 1);
        assert!(desk.is_boosted(&real).await);

        // The sandbox renews what it sold: its events about what is gone are answered, and start nothing.
        desk.live(32).await;
        assert_eq!(count(&desk, "boost_purchases").await, 1);
        assert_eq!(count(&desk, "boost_payments").await, 1);
    }
);

both_engines!(
    a_shop_that_somebody_paid_real_money_for_stays,
    |desk: Desk| {
        let mut desk = desk;
        let (invented, _) = shops(&desk).await;
        desk.buy(ONE_TIME, &invented, VISA).await;
        let set_live = desk.database.transaction(|transaction| {
            Box::pin(async move {
                let sql = "UPDATE boost_purchases SET is_live = TRUE";
                transaction.execute_unprepared(sql).await?;
                Ok(())
            })
        });
        set_live.await.unwrap();

        let cleared = demo::clear(&desk.services).await.unwrap();
        assert_eq!((cleared.shops, cleared.held, cleared.remaining), (0, 1, 2));
        assert_eq!(count(&desk, "boost_payments").await, 1);
        assert!(desk.is_boosted(&invented).await);
    }
);

both_engines!(
    an_import_that_is_taken_back_leaves_a_shop_that_somebody_began_to_pay_for,
    |desk: Desk| {
        let list = "name,address,city,state,zip\n\
            Blue Door,1 Oak Street,Alexandria,LA,71301\n\
            Lantern,2 Oak Street,Alexandria,LA,71301\n";
        let options = ImportOptions {
            source: Some("guide".to_owned()),
            ..ImportOptions::default()
        };
        let summary = import(&desk, &file("list.csv", list), &options).await;
        assert_eq!(summary.added, 2, "{summary}");
        let rows = desk.shop_rows().await;
        let wanted = rows.iter().find(|row| row.name == "Blue Door").unwrap();
        desk.begin_one_time(wanted).await;
        assert!(!desk.is_boosted(wanted).await, "nothing is paid");
        let undone = undo_import(&desk.services().ledger, 1).await.unwrap();
        assert_eq!((undone.removed, undone.kept), (1, 1));
        let kept = kept_of(&desk.database, 1, 10).await.unwrap();
        assert_eq!(kept.len(), 1);
        assert_eq!(kept[0].slug, wanted.slug);
        assert_eq!(kept[0].reason, "somebody began to buy a boost for it");
        assert_eq!(count(&desk, "boost_purchases").await, 1);
        assert_eq!(desk.shop_rows().await.len(), 1);
    }
);
