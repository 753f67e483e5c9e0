//! Shops that a person has closed, or opened again, against lists that say otherwise.

use serde_json::json;
use townperk::{
    catalog::entities::shop,
    features::imports::{ImportOptions, Missing, Summary},
};

use super::{file, import, importer};
use crate::support::TestApp;

const HEADER: &str = "id,name,address,city,state,zip,status\n";
const OTHER: &str = "2,Blue Heron,200 Pine Street,Hammond,LA,70401,open\n";
const SAYS_CLOSED: &str = "permanently closed";

fn guide() -> ImportOptions {
    ImportOptions {
        source: Some("guide".to_owned()),
        ..ImportOptions::default()
    }
}

/// Imports a list of two shops, of which the first has this status.
async fn import_with(app: &TestApp, status: &str) -> Summary {
    let first = format!("1,Amber Lantern,100 Oak Street,Hammond,LA,70401,{status}\n");
    let list = file("guide.csv", format!("{HEADER}{first}{OTHER}"));
    import(app, &list, &guide()).await
}

async fn lantern(app: &TestApp) -> shop::Model {
    let rows = app.shop_rows().await;
    let found = rows.into_iter().find(|row| row.name == "Amber Lantern");
    found.unwrap()
}

/// Imports the list, which says that the shop is closed, and one that doesn't have it anymore.
async fn assert_stays_open(app: &TestApp) {
    let again = import_with(app, SAYS_CLOSED).await;
    assert_eq!((again.closed, again.unchanged), (0, 2), "{again}");
    assert_eq!(lantern(app).await.closed_at, None);
    let without = file("guide.csv", format!("{HEADER}{OTHER}"));
    let complete = ImportOptions {
        missing: Some(Missing::Close),
        ..guide()
    };
    let mut importer = importer(app).await;
    importer
        .file(&without.path, &complete, &mut None, &mut |_| {})
        .await
        .unwrap();
    let missing = importer.missing(&complete).await.unwrap();
    importer.end().await.unwrap();
    assert_eq!(missing[0].shops(), 0, "{missing:?}");
    assert_eq!(lantern(app).await.closed_at, None);
}

both_engines!(
    a_shop_that_the_administrator_opened_again_stays_open,
    |app: TestApp| {
        import_with(&app, "open").await;
        assert_eq!(import_with(&app, SAYS_CLOSED).await.closed, 1);
        let closed = lantern(&app).await;
        assert!(closed.closed_at.is_some());
        let form = json!({ "version": closed.edition, "permanentlyClosed": false });
        let path = format!("/api/admin/coffee-shops/{}", closed.id);
        let administrator = app.administrator().await;
        administrator.put(&path, &form).await.expect(200);
        assert_stays_open(&app).await;
    }
);

both_engines!(
    a_shop_that_was_opened_again_before_that_was_noted_stays_open,
    |app: TestApp| {
        import_with(&app, "open").await;
        import_with(&app, SAYS_CLOSED).await;
        let closed = lantern(&app).await;
        assert_eq!(closed.provenance.0["closed"], "guide");
        app.edit_shop(closed.id, |row| row.closed_at = None).await;
        assert_stays_open(&app).await;
    }
);

both_engines!(
    a_shop_that_was_opened_again_after_it_was_closed_by_hand_stays_open,
    |app: TestApp| {
        import_with(&app, "open").await;
        let administrator = app.administrator().await;
        for is_closed in [true, false] {
            let row = lantern(&app).await;
            let form = json!({ "version": row.edition, "permanentlyClosed": is_closed });
            let path = format!("/api/admin/coffee-shops/{}", row.id);
            administrator.put(&path, &form).await.expect(200);
        }
        assert_stays_open(&app).await;
    }
);

both_engines!(
    a_report_that_was_accepted_outweighs_the_list_that_closed_the_shop_too,
    |app: TestApp| {
        import_with(&app, "open").await;
        let id = lantern(&app).await.id;
        let path = format!("/api/coffee-shops/{id}/suggestions");
        let report = json!({ "kind": "closed" });
        let sent = app.visitor().post(&path, &report).await.expect(202).json();
        import_with(&app, SAYS_CLOSED).await;
        let decide = format!(
            "/api/admin/suggestions/{}/accept",
            sent["id"].as_str().unwrap()
        );
        let administrator = app.administrator().await;
        administrator.post(&decide, &json!({})).await.expect(200);
        let open = import_with(&app, "open").await;
        assert_eq!((open.updated, open.unchanged), (0, 2), "{open}");
        assert!(lantern(&app).await.closed_at.is_some());
    }
);
