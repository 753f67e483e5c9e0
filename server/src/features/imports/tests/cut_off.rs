//! Imports that don't come to their end: what the history says of them, and what is done about them.

use std::fmt::Write;

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};
use tokio::{runtime::Handle, sync::Notify, task::block_in_place};
use townperk::{
    features::imports::{ImportOptions, Progress, undo_import},
    platform::error::Error,
};

use super::{file, importer};
use crate::support::{TestApp, command::until};

const HEADER: &str = "name,address,city,state,zip\n";

/// Shops that are like no other, each followed by so many records without a name.
fn rows(shops: u32, nameless: usize) -> String {
    let mut rows = String::new();
    for number in 1..=shops {
        let letter = |place: u32| u32::from(b'a') + number / 26_u32.pow(place) % 26;
        let word: String = (0..4).map(letter).filter_map(char::from_u32).collect();
        let end = "Street,Hammond,LA,70401";
        writeln!(rows, "{word} Roasters,{number} {word} {end}").unwrap();
        rows += &format!(",1 Oak {end}\n").repeat(nameless);
    }
    rows
}

async fn shown(app: &TestApp, path: &str) -> Value {
    let administrator = app.administrator().await;
    administrator.get(path).await.expect(200).json()
}

both_engines!(
    an_import_that_is_cut_off_says_how_far_it_came,
    |app: TestApp| {
        let list = file("list.csv", format!("{HEADER}{}", rows(3000, 0)));
        let options = ImportOptions {
            source: Some("guide".to_owned()),
            ..ImportOptions::default()
        };
        let mut importer = importer(&app).await;
        let (mut batches, mut report, reached) = (0, None, Notify::new());
        let progress = &mut |_: Progress| {
            batches += 1;
            if batches == 2 {
                reached.notify_one();
            }
        };
        // As when the process dies, or a job that doesn't stop is stopped.
        tokio::select! {
            biased;
            () = reached.notified() => {}
            ended = importer.file(&list.path, &options, &mut report, progress) => {
                ended.unwrap();
            }
        }
        drop(importer);
        let listed = shown(&app, "/api/admin/imports/1").await;
        assert_eq!(listed["endedAt"], Value::Null);
        let added = listed["counts"]["added"].as_u64().unwrap();
        assert!(added > 0, "{listed}");
    }
);

both_engines!(
    an_import_that_is_undone_between_two_batches_writes_nothing_more,
    |app: TestApp| {
        let list = file("list.csv", format!("{HEADER}{}", rows(3, 999)));
        let (ledger, running) = (&app.services().ledger, Handle::current());
        let mut is_undone = false;
        let progress = &mut |_: Progress| {
            if !std::mem::replace(&mut is_undone, true) {
                let undoing = undo_import(ledger, 1);
                block_in_place(|| running.block_on(undoing)).unwrap();
            }
        };
        let mut importer = importer(&app).await;
        let options = ImportOptions::default();
        let ended = importer
            .file(&list.path, &options, &mut None, progress)
            .await;
        assert!(matches!(ended, Err(Error::Conflict(_))), "{ended:?}");
        assert!(importer.is_undone().await.unwrap());
        assert_eq!(app.shop_rows().await, []);
    }
);

both_engines!(
    a_list_that_is_taken_back_while_it_is_read_is_not_begun_again,
    |app: TestApp| {
        let administrator = app.administrator().await;
        // One shop in each batch: each is written, and taken back at once.
        let list = format!("{HEADER}{}", rows(30, 999));
        let files = "/api/admin/import-files";
        let named = format!("{files}?name=list.csv");
        let uploaded = administrator.send(Method::POST, &named, list.into()).await;
        let id = uploaded.expect(201).json()["id"].clone();
        let path = format!("{files}/{}", id.as_str().unwrap());
        let choices = json!({ "dryRun": false, "source": "guide" });
        administrator
            .post(&format!("{path}/runs"), &choices)
            .await
            .expect(202);
        let undoing = async {
            until("the import", || async {
                shown(&app, "/api/admin/imports").await["total"] == 1
            })
            .await;
            undo_import(&app.services().ledger, 1).await.unwrap();
        };
        tokio::join!(app.work(), undoing);
        // Whatever is tried again is tried by now.
        app.clock.advance(TimeDelta::hours(1));
        app.work().await;
        let imports = shown(&app, "/api/admin/imports").await;
        assert_eq!(imports["total"], 1, "{imports}");
        assert_ne!(imports["imports"][0]["undoneAt"], Value::Null);
        assert_eq!(app.shop_rows().await, []);
        let ended = shown(&app, &path).await;
        assert_eq!(
            (&ended["run"]["state"], &ended["outcome"]["number"]),
            (&json!("done"), &json!(1))
        );
    }
);
