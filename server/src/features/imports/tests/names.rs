//! Names of registers: what is shown, what is kept to compare, and what is asked.

use sea_orm::EntityTrait;
use townperk::{
    catalog::entities::shop,
    features::imports::{ImportOptions, Summary},
};

use super::{file, import};
use crate::support::TestApp;

async fn import_as(app: &TestApp, source: &str, text: &str) -> Summary {
    let options = ImportOptions {
        source: Some(source.to_owned()),
        ..ImportOptions::default()
    };
    import(app, &file("list.csv", text), &options).await
}

async fn only_shop(app: &TestApp) -> shop::Model {
    let rows = shop::Entity::find().all(app.database.reads()).await;
    let [row] = <[_; 1]>::try_from(rows.unwrap()).unwrap();
    row
}

const REGISTER: &str = "Legal Name,DBA Name,Address,City,State,ZIP\n\
    OAK HILL FOODS,LANTERN COFFEE HAMMOND,1 OAK ST,HAMMOND,LA,70401\n";

both_engines!(
    the_trade_name_is_shown_and_the_legal_name_recognizes_the_shop,
    |app: TestApp| {
        assert_eq!(import_as(&app, "register", REGISTER).await.added, 1);
        let row = only_shop(&app).await;
        assert_eq!(row.name, "Lantern Coffee");
        assert_eq!(row.slug, "lantern-coffee-hammond-la");
        assert_eq!(row.other_names.0, ["OAK HILL FOODS"]);
        // The same register without trade names, and a guide.
        let legal = "name,address,city,state,zip\nOak Hill Foods,1 Oak Street,Hammond,LA,70401\n";
        assert_eq!(import_as(&app, "taxes", legal).await.duplicates, 1);
        let guide =
            "name,address,city,state,zip\nLantern - Garfield,1 Oak Street,Hammond,LA,70401\n";
        assert_eq!(import_as(&app, "guide", guide).await.duplicates, 1);
        let again = import_as(&app, "register", REGISTER).await;
        assert_eq!((again.unchanged, again.updated), (1, 0), "{again}");
        assert_eq!(only_shop(&app).await.name, "Lantern Coffee");
    }
);

both_engines!(
    a_second_list_gives_the_names_that_a_shop_lacks,
    |app: TestApp| {
        let guide = "name,address,city,state,zip\nLantern Coffee,1 Oak Street,Hammond,LA,70401\n";
        assert_eq!(import_as(&app, "guide", guide).await.added, 1);
        let summary = import_as(&app, "register", REGISTER).await;
        assert_eq!(summary.duplicates, 1, "{summary}");
        let row = only_shop(&app).await;
        assert_eq!(row.other_names.0, ["OAK HILL FOODS"]);
        assert_eq!(row.provenance.0["otherNames"], "register");
        assert_eq!(row.provenance.0["name"], "guide");
    }
);

both_engines!(
    one_company_with_two_shops_at_one_address_is_asked_about,
    |app: TestApp| {
        import_as(&app, "register", REGISTER).await;
        let other = REGISTER.replace("LANTERN COFFEE", "BLUE DOOR");
        let summary = import_as(&app, "taxes", &other).await;
        assert_eq!((summary.to_review, summary.added), (1, 0), "{summary}");
    }
);

both_engines!(
    another_name_at_an_address_is_asked_about_unless_one_list_has_both,
    |app: TestApp| {
        let header = "name,address,city,state,zip\n";
        let first = format!(
            "{header}Lantern,1 Oak Street,Hammond,LA,70401\nBlue Door,1 Oak Street,Hammond,LA,70401\n"
        );
        let summary = import_as(&app, "first", &first).await;
        assert_eq!((summary.added, summary.to_review), (2, 0), "{summary}");
        let second = format!("{header}Onyx,1 Oak St,Hammond,LA,70401\n");
        let summary = import_as(&app, "second", &second).await;
        assert_eq!((summary.added, summary.to_review), (0, 1), "{summary}");
        let both = format!("{first}Onyx,1 Oak St,Hammond,LA,70401\n");
        let summary = import_as(&app, "third", &both).await;
        assert_eq!((summary.duplicates, summary.added), (2, 1), "{summary}");
        let units = format!("{header}Heritage,1 Oak St Suite 4,Hammond,LA,70401\n");
        let summary = import_as(&app, "fourth", &units).await;
        assert_eq!(
            summary.to_review, 1,
            "no other shop says its unit: {summary}"
        );
    }
);

both_engines!(a_name_a_short_walk_away_is_asked_about, |app: TestApp| {
    let first = "name,address,city,state,zip,lat,lon\n\
            Lantern,1 Oak Street,Hammond,LA,70401,30.5044,-90.4612\n";
    import_as(&app, "first", first).await;
    let bare = "name,lat,lon\nLantern,30.5062,-90.4612\n";
    let summary = import_as(&app, "bare", bare).await;
    assert_eq!((summary.to_review, summary.added), (1, 0), "{summary}");
    let near = "name,lat,lon\nLantern,30.5049,-90.4612\n";
    let summary = import_as(&app, "near", near).await;
    assert_eq!((summary.duplicates, summary.added), (1, 0), "{summary}");
});
