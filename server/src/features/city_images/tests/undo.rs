//! Runs taken back, and runs that a node leaves unfinished.

use std::time::Duration;

use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::catalog::photos::{self, Owner};
use uuid::Uuid;

use super::{DISCOVER, World, app_with_both, discover, seen, towns};
use crate::support::{Response, TestApp, TestDatabase, Visitor, command::LONGEST_WAIT};

const TOWNS: [&str; 3] = ["Alexandria", "Ball", "Cade"];

/// A world that has a picture of Alexandria, and stock photos for the others.
async fn three_towns(home: TestDatabase) -> (World, TestApp, Vec<Uuid>) {
    let world = World::serve().await;
    let app = app_with_both(&world, home).await;
    let ids = towns(&app, &TOWNS).await;
    world.knows("Alexandria,_Louisiana", "Main_Street.jpg", |_, _| {});
    (world, app, ids)
}

async fn runs(administrator: &Visitor) -> Value {
    let path = format!("{DISCOVER}/runs");
    administrator.get(&path).await.expect(200).json()
}

/// Sends the call and works until it is answered.
async fn undo(app: &TestApp, administrator: &Visitor, run: &str) -> Response {
    let (visitor, path) = (administrator.clone(), format!("{DISCOVER}/runs/{run}/undo"));
    let call = tokio::spawn(async move { visitor.post(&path, &json!({})).await });
    app.work_until("the answer", || call.is_finished()).await;
    call.await.unwrap()
}

async fn sources(app: &TestApp) -> Vec<String> {
    let mut sources = Vec::new();
    for slug in ["alexandria-la", "ball-la", "cade-la"] {
        let city = seen(app, slug).await;
        let photos = city["photos"].as_array().unwrap().len();
        let source = city["imageSource"].as_str().unwrap();
        assert_eq!(photos, usize::from(source != "fallback"), "{city}");
        sources.push(source.to_owned());
    }
    sources
}

both_engines!(
    a_run_s_images_are_taken_back_but_for_those_that_changed,
    |home: TestDatabase| {
        let (_world, app, ids) = three_towns(home).await;
        let administrator = app.administrator().await;
        discover(&app, &administrator).await.expect(200);
        assert_eq!(sources(&app).await, ["wikipedia", "stock", "stock"]);
        app.clock.advance(TimeDelta::minutes(1));
        // Ball's gets other words, Cade's is removed.
        let ball = Owner::City(ids[1]);
        let shown = photos::of_owner(app.database.reads(), ball).await.unwrap();
        app.edit_photo(ball, &shown[0], |row| row.credit = Some("Ann".to_owned()))
            .await;
        let image = format!("/api/admin/cities/{}/image", ids[2]);
        administrator.delete(&image).await.expect(200);
        let listed = runs(&administrator).await;
        assert_eq!(
            (&listed[0]["undoable"], &listed[0]["kept"]),
            (&json!(3), &json!([]))
        );
        let run = listed[0]["id"].as_str().unwrap();

        let undone = undo(&app, &administrator, run).await.expect(200).json();
        assert_eq!(undone, json!({ "undone": 1, "kept": 2 }));
        assert_eq!(sources(&app).await, ["fallback", "stock", "fallback"]);
        let again = undo(&app, &administrator, run).await.expect(200).json();
        assert_eq!(again, undone, "a second time changes nothing");
        let mut kept = runs(&administrator).await[0]["kept"].take();
        let kept = kept.as_array_mut().unwrap();
        kept.sort_by_key(|one| one["town"].to_string());
        assert_eq!(
            *kept,
            [
                json!({ "cityId": ids[1], "town": "Ball, LA", "keptBecause": "The image was edited since." }),
                json!({ "cityId": ids[2], "town": "Cade, LA", "keptBecause": "The image was removed or replaced since." }),
            ]
        );
        // The next run may find it again; what a person removed stays away.
        let answer = discover(&app, &administrator).await.expect(200).json();
        assert_eq!(
            (&answer["updated"], &answer["checked"]),
            (&json!(1), &json!(2))
        );
        assert_eq!(sources(&app).await, ["wikipedia", "stock", "fallback"]);
        let unknown = format!("{DISCOVER}/runs/{}/undo", Uuid::nil());
        administrator.post(&unknown, &json!({})).await.expect(404);
    }
);

both_engines!(
    a_node_that_dies_at_any_step_leaves_the_rest_to_another,
    |home: TestDatabase| {
        let (world, mut app, _) = three_towns(home).await;
        let other = app.second_node().await;
        let administrator = other.administrator().await;
        // Three towns ask Wikipedia, one for its picture, which is fetched; Pexels is asked once, and a photo fetched twice.
        for step in 1..=8 {
            let before = world.site.asked().len();
            let visitor = administrator.clone();
            let call = tokio::spawn(async move { visitor.post(DISCOVER, &json!({})).await });
            let dying = async {
                loop {
                    app.services().job_worker().run_due().await.unwrap();
                    tokio::time::sleep(Duration::from_millis(2)).await;
                }
            };
            // Looks often, so that it dies at this step and not at a later one.
            let reached = async {
                while world.site.asked().len() < before + step {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
            };
            tokio::select! {
                () = dying => unreachable!("it works until it dies"),
                reached = tokio::time::timeout(LONGEST_WAIT, reached) => reached.expect("the next request"),
            }
            app.clock.advance(TimeDelta::minutes(2));
            other.work_until("the answer", || call.is_finished()).await;
            let answer = call.await.unwrap().expect(200).json();
            assert_eq!(answer["problems"], json!([]), "step {step}: {answer}");
            assert_eq!(
                sources(&other).await,
                ["wikipedia", "stock", "stock"],
                "step {step}"
            );
            let run = runs(&administrator).await[0].clone();
            assert_eq!(run["undoable"], 3, "step {step}: {run}");
            let id = run["id"].as_str().unwrap();
            let undone = undo(&other, &administrator, id).await.expect(200).json();
            assert_eq!(undone, json!({ "undone": 3, "kept": 0 }), "step {step}");
            assert_eq!(sources(&other).await, ["fallback"; 3], "step {step}");
        }
    }
);
