//! Runs: one at a time, canceled, interrupted, taken back.

use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::catalog::{entities::shop, shop_runs};
use uuid::Uuid;

use super::{Desk, ROOM, with_facts};
use crate::support::{TestDatabase, command::until, fact};

both_engines!(one_run_at_a_time, |home: TestDatabase| {
    let desk = Desk::at(home).await;
    let shop = desk.shop().await;
    desk.model.holds();
    let path = format!("test-shop/{}", shop.slug);
    let meanwhile = async {
        desk.model.asked(1).await;
        let another = format!("{ROOM}/enhance-all");
        let refused = desk.administrator.post(&another, &json!({})).await;
        assert!(refused.expect(409).text().contains("Another run"));
        let undo = desk.get("runs").await[0]["id"].as_str().unwrap().to_owned();
        let undo = format!("{ROOM}/runs/{undo}/undo");
        desk.administrator.post(&undo, &json!({})).await.expect(409);
        // The same call joins the run.
        let same = format!("{ROOM}/{path}");
        let body = json!({});
        let (joined, ()) = tokio::join!(desk.administrator.post(&same, &body), async {
            desk.model.release();
        });
        assert_eq!(joined.expect(200).json()["enhanced"], true);
    };
    let (tested, ()) = tokio::join!(desk.post(&path), meanwhile);
    assert_eq!(tested.expect(200).json()["enhanced"], true);
    assert_eq!(desk.model.questions().len(), 1);
    assert_eq!(desk.get("runs").await.as_array().unwrap().len(), 1);
});

both_engines!(a_canceled_run_keeps_what_it_did, |home: TestDatabase| {
    let desk = Desk::at(home).await;
    for _ in 0..3 {
        desk.shop().await;
    }
    let first = "This is an independent coffee shop in Alexandria, and it has wifi for its guests.";
    desk.model.writes(first);
    desk.model.holds();
    let meanwhile = async {
        desk.model.asked(2).await;
        let run = desk.get("runs").await[0]["id"].as_str().unwrap().to_owned();
        let cancel = format!("/api/admin/jobs/{run}/cancel");
        desk.administrator
            .post(&cancel, &json!({}))
            .await
            .expect(200);
    };
    let (all, ()) = tokio::join!(desk.post("enhance-all"), meanwhile);
    let all = all.expect(200).json();
    assert_eq!(all["totalEnhanced"], 1);
    assert!(all["stopped"].as_str().unwrap().contains("Canceled"));
    let run = &desk.get("runs").await[0];
    assert_eq!(
        (&run["state"], &run["done"]),
        (&json!("canceled"), &json!(1))
    );
    desk.app.clock.advance(TimeDelta::hours(1));
    desk.app.work().await;
    assert_eq!(desk.model.questions().len(), 2, "it does not go on");
});

both_engines!(
    an_interrupted_run_goes_on_where_it_was,
    |home: TestDatabase| {
        let desk = Desk::at(home).await;
        let mut shops = Vec::new();
        for _ in 0..3 {
            shops.push(desk.shop().await);
        }
        for (index, _) in shops.iter().enumerate() {
            if index == 2 {
                desk.model.holds();
            } else {
                desk.model.writes("This coffee shop is one of those in this town, and it has wifi for those who come.");
            }
        }
        let (administrator, path) = (desk.administrator.clone(), format!("{ROOM}/enhance-all"));
        let waiting = tokio::spawn(async move { administrator.post(&path, &json!({})).await });
        until("the run", || async { desk.get("runs").await != json!([]) }).await;
        // The server dies while the third shop is written about.
        let worker = desk.app.services().job_worker();
        tokio::select! {
            done = worker.run_due() => panic!("the model holds its answer: {done:?}"),
            () = desk.model.asked(3) => {}
        }
        assert_eq!(desk.get("runs").await[0]["done"], 2);
        desk.app.clock.advance(TimeDelta::minutes(2));
        desk.app.work().await;
        let all = waiting.await.unwrap().expect(200).json();
        assert_eq!(
            (&all["totalEnhanced"], &all["stopped"]),
            (&json!(3), &Value::Null)
        );
        assert_eq!(
            desk.model.questions().len(),
            4,
            "only the third is asked about again"
        );
        for shop in &shops {
            assert!(desk.text_of(shop).await.is_string());
        }
    }
);

both_engines!(
    a_run_of_several_batches_asks_about_each_shop_once,
    |home: TestDatabase| {
        let desk = Desk::at(home).await;
        let mut shops = Vec::new();
        for number in 0..50 {
            let shop = desk.app.shop(&desk.city).name(&format!("Beans {number}"));
            shops.push(shop.with(with_facts).await);
        }
        shops.sort_by_key(|shop| shop.id);
        for _ in 0..24 {
            desk.model.writes(
                "This coffee shop is one of those in this town, and it has wifi for those who come.",
            );
        }
        desk.model.holds();
        let meanwhile = async {
            // In the second batch of twenty.
            desk.model.asked(25).await;
            let run = desk.get("runs").await[0]["id"].as_str().unwrap().to_owned();
            let job = format!("/api/admin/jobs/{run}");
            let job = desk.administrator.get(&job).await.expect(200).json();
            // It is noted once a second.
            let done = job["progress"]["done"].as_u64().unwrap();
            assert!((20..25).contains(&done), "{done}");
            assert_eq!(job["progress"]["total"], 50);
            for past_or_next in [3, 30, 45] {
                let hide = |row: &mut shop::Model| row.is_active = false;
                desk.app.edit_shop(shops[past_or_next].id, hide).await;
            }
            let describe =
                |row: &mut shop::Model| row.owner_description = Some("My own words.".to_owned());
            desk.app.edit_shop(shops[35].id, describe).await;
            desk.app.clock.advance(TimeDelta::seconds(1));
            let new = desk.app.shop(&desk.city).name("Beans 50").with(with_facts);
            new.await;
            desk.model.release();
        };
        let (all, ()) = tokio::join!(desk.post("enhance-all"), meanwhile);
        assert_eq!(all.expect(200).json()["totalEnhanced"], 48);
        let asked = desk.model.questions();
        let mut names: Vec<String> = asked
            .iter()
            .map(|question| fact(question, "name"))
            .collect();
        names.sort();
        let mut expected: Vec<String> = (0..=50).map(|number| format!("Beans {number}")).collect();
        expected.retain(|name| [30, 35, 45].iter().all(|gone| shops[*gone].name != *name));
        expected.sort();
        assert_eq!(names, expected);
        let run = &desk.get("runs").await[0];
        assert_eq!(
            (&run["state"], &run["processed"], &run["skipped"]),
            (&json!("done"), &json!(50), &json!(2)),
            "what was hidden before its batch began has no turn"
        );
    }
);

both_engines!(runs_are_kept_for_a_year, |home: TestDatabase| {
    let desk = Desk::at(home).await;
    let shops = [desk.shop().await, desk.shop().await];
    let all = desk.post("enhance-all").await.expect(200).json();
    let id = all["runId"].as_str().unwrap();
    let run: Uuid = id.parse().unwrap();
    let reads = desk.app.database.reads();
    desk.app.clock.advance(TimeDelta::days(364));
    desk.app.work().await;
    assert_eq!(shop_runs::processed(reads, run).await.unwrap().len(), 2);
    desk.app.clock.advance(TimeDelta::days(2));
    desk.app.work().await;
    let desk = Desk {
        administrator: desk.app.administrator().await,
        ..desk
    };
    assert_eq!(desk.get("runs").await, json!([]));
    let reads = desk.app.database.reads();
    assert_eq!(shop_runs::processed(reads, run).await.unwrap().len(), 0);
    let refused = desk.post(&format!("runs/{id}/undo")).await.expect(404);
    assert!(refused.text().contains("kept for a year"));
    for shop in &shops {
        assert!(desk.text_of(shop).await.is_string(), "its texts stay");
    }
});

both_engines!(a_run_s_texts_are_taken_back, |home: TestDatabase| {
    let desk = Desk::at(home).await;
    let shops = [desk.shop().await, desk.shop().await, desk.shop().await];
    let all = desk.post("enhance-all").await.expect(200).json();
    let run = all["runId"].as_str().unwrap().to_owned();
    let detail = desk.get(&format!("runs/{run}")).await;
    assert_eq!(detail["successes"].as_array().unwrap().len(), 3);
    assert_eq!(detail["successes"][0]["outcome"], "done");
    // Edits of other facts don't protect a text; another text does.
    desk.app
        .edit_shop(shops[0].id, |row| row.has_parking = Some(true))
        .await;
    let another = |row: &mut shop::Model| {
        row.ai_generated_description = Some("Another text.".to_owned());
    };
    desk.app.edit_shop(shops[1].id, another).await;
    let undone = desk
        .post(&format!("runs/{run}/undo"))
        .await
        .expect(200)
        .json();
    assert_eq!(undone, json!({ "undone": 2, "kept": 1 }));
    assert_eq!(desk.text_of(&shops[0]).await, Value::Null);
    assert_eq!(desk.text_of(&shops[1]).await, "Another text.");
    assert_eq!(desk.text_of(&shops[2]).await, Value::Null);
    let row = desk.app.shop_row(shops[0].id).await;
    assert_eq!(row.provenance.0.get("aiGeneratedDescription"), None);
    let again = desk
        .post(&format!("runs/{run}/undo"))
        .await
        .expect(200)
        .json();
    assert_eq!(again, undone);
    let detail = desk.get(&format!("runs/{run}")).await;
    let successes = detail["successes"].as_array().unwrap();
    let kept: Vec<&Value> = successes
        .iter()
        .filter(|one| one["outcome"] == "done")
        .collect();
    assert_eq!(
        (kept.len(), &kept[0]["keptBecause"]),
        (1, &json!("Another text replaced it since."))
    );

    // Taking back is one act or, on a busy machine, several, which the audit log can undo.
    let log = desk
        .administrator
        .get("/api/admin/audit")
        .await
        .expect(200)
        .json();
    let entries = log["entries"].as_array().unwrap();
    for act in entries
        .iter()
        .filter(|entry| entry["action"] == "shop.ai_text_undo")
    {
        let path = format!("/api/admin/audit/{}/undo", act["id"].as_str().unwrap());
        desk.administrator.post(&path, &json!({})).await.expect(200);
    }
    assert!(desk.text_of(&shops[0]).await.is_string());
    assert!(desk.text_of(&shops[2]).await.is_string());
    assert_eq!(desk.text_of(&shops[1]).await, "Another text.");
});
