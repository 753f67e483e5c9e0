//! What is found, what may not be shown, and sources in trouble.

use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::{catalog::photos::Owner, platform::settings::Secret};

use super::{DISCOVER, World, app_with_both, discover, seen, towns};
use crate::support::TestDatabase;

both_engines!(
    a_picture_that_shows_no_town_leaves_it_to_a_stock_photo,
    |home: TestDatabase| {
        let world = World::serve().await;
        let app = app_with_both(&world, home).await;
        towns(&app, &["Alexandria"]).await;
        world.knows("Alexandria,_Louisiana", "graphic.jpg", |_, info| {
            info["extmetadata"]["Artist"] = json!({ "value": "Jo &mdash; Example" });
        });
        let administrator = app.administrator().await;
        discover(&app, &administrator).await.expect(200);
        let shown = seen(&app, "alexandria-la").await;
        assert_eq!(shown["imageSource"], "stock", "{shown}");
    }
);

both_engines!(
    cities_get_a_free_picture_and_those_with_one_keep_theirs,
    |home: TestDatabase| {
        let world = World::serve().await;
        let app = world.app(home, |_| {}).await;
        let ids = towns(&app, &["Alexandria", "Pineville", "Ball"]).await;
        app.photo_with(Owner::City(ids[1]), |new| new.source = "admin")
            .await;
        app.edit_city(ids[1], |row| row.image_source = "custom".to_owned())
            .await;
        world.knows("Alexandria,_Louisiana", "Main_Street.jpg", |_, _| {});
        world.knows("Pineville,_Louisiana", "Pineville.jpg", |_, _| {});
        let administrator = app.administrator().await;
        let answer = discover(&app, &administrator).await.expect(200).json();
        assert_eq!(
            answer,
            json!({ "updated": 1, "checked": 2, "wikipedia": 1, "stock": 0, "failed": 0, "problems": [] })
        );
        let city = seen(&app, "alexandria-la").await;
        assert_eq!(city["imageSource"], "wikipedia");
        let photo = &city["photos"][0];
        assert_eq!(photo["credit"], "Photo: Jo Example, Wikimedia Commons");
        assert_eq!(photo["license"], "CC BY-SA 4.0");
        assert_eq!(
            photo["sourceUrl"],
            "https://commons.wikimedia.org/wiki/File:Main_Street.jpg"
        );
        assert_eq!(seen(&app, "pineville-la").await["imageSource"], "custom");
        assert_eq!(seen(&app, "ball-la").await["imageSource"], "fallback");
        let asked = world.site.asked();
        let agent = asked[0].headers["user-agent"].to_str().unwrap();
        assert!(
            agent.contains("https://townperk.example/contact"),
            "{agent}"
        );
        assert!(!asked.iter().any(|asked| asked.path.contains("Pineville")));
        // What somebody removed is not found again.
        let entries = administrator
            .get("/api/admin/audit")
            .await
            .expect(200)
            .json();
        let entry = entries["entries"]
            .as_array()
            .unwrap()
            .iter()
            .find(|entry| entry["action"] == "city.image")
            .unwrap();
        let undo = format!("/api/admin/audit/{}/undo", entry["id"].as_str().unwrap());
        administrator.post(&undo, &json!({})).await.expect(200);
        let again = discover(&app, &administrator).await.expect(200).json();
        assert_eq!(again["updated"], 0);
        assert_eq!(seen(&app, "alexandria-la").await["imageSource"], "fallback");
    }
);

both_engines!(
    pictures_that_may_not_be_kept_are_left,
    |home: TestDatabase| {
        let world = World::serve().await;
        let app = world.app(home, |_| {}).await;
        towns(&app, &["Aa", "Bb", "Cc", "Dd", "Ee", "Ff", "Gg"]).await;
        world.knows("Aa,_Louisiana", "Seal_of_Aa.jpg", |_, _| {});
        world.knows("Bb,_Louisiana", "Bb.jpg", |article, _| {
            article["type"] = json!("disambiguation");
        });
        world.knows("Cc,_Louisiana", "Cc.jpg", |article, _| {
            // 60 miles away: another town of that name.
            article["coordinates"]["lat"] = json!(32.2);
        });
        world.knows("Dd,_Louisiana", "Dd.jpg", |_, info| {
            info["extmetadata"]["LicenseShortName"]["value"] = json!("CC BY-NC 2.0");
        });
        world.knows("Ee,_Louisiana", "Ee.jpg", |_, info| {
            info["extmetadata"]["Restrictions"]["value"] = json!("trademarked");
        });
        world.knows("Ff,_Louisiana", "Ff.jpg", |article, _| {
            article.as_object_mut().unwrap().remove("coordinates");
        });
        world.knows("Gg,_Louisiana", "Gg.jpg", |_, info| {
            info["extmetadata"] = json!({})
        });
        let administrator = app.administrator().await;
        let answer = discover(&app, &administrator).await.expect(200).json();
        assert_eq!(
            (&answer["updated"], &answer["checked"]),
            (&json!(0), &json!(7))
        );
        let paths = world.site.paths();
        assert!(
            !paths.iter().any(|path| path.starts_with("/wikipedia/")),
            "{paths:?}"
        );
    }
);

both_engines!(
    stock_photos_fill_in_with_one_question_a_state,
    |home: TestDatabase| {
        let world = World::serve().await;
        let app = world
            .app(home, |settings| {
                settings.wikipedia_url.clear();
                settings.pexels_api_key = Secret::new("pexels-key".to_owned());
            })
            .await;
        towns(&app, &["Alexandria", "Pineville"]).await;
        world.says.lock().unwrap().stock = vec![json!({
            "id": 7, "width": 4000, "height": 2600, "url": "https://www.pexels.com/photo/7/",
            "photographer": "Ann Example", "photographer_url": "https://www.pexels.com/@ann",
            "avg_color": "#777777", "alt": "A street",
            "src": { "original": "x", "large2x": world.site.url("/photos/7.jpg"), "large": "x" }
        })];
        let administrator = app.administrator().await;
        let answer = discover(&app, &administrator).await.expect(200).json();
        assert_eq!(
            (&answer["updated"], &answer["stock"]),
            (&json!(2), &json!(2))
        );
        let city = seen(&app, "alexandria-la").await;
        assert_eq!(city["imageSource"], "stock");
        assert_eq!(
            city["photos"][0]["credit"],
            "Photo by Ann Example on Pexels"
        );
        assert_eq!(city["photos"][0]["alt"], "A street");
        let asked = world.site.asked();
        let searches: Vec<_> = asked
            .iter()
            .filter(|one| one.path.starts_with("/v1/"))
            .collect();
        assert_eq!(searches.len(), 1);
        assert_eq!(searches[0].headers["authorization"], "pexels-key");
    }
);

both_engines!(
    a_refused_key_and_missing_sources_are_named,
    |home: TestDatabase| {
        let world = World::serve().await;
        let mut app = world
            .app(home, |settings| {
                settings.wikipedia_url.clear();
                settings.pexels_api_key = Secret::new("pexels-key".to_owned());
            })
            .await;
        towns(&app, &["Alexandria"]).await;
        let administrator = app.administrator().await;
        world.says.lock().unwrap().instead = vec![(401, "0")];
        let refused = discover(&app, &administrator).await.expect(503).json();
        assert!(
            refused["message"]
                .as_str()
                .unwrap()
                .contains("pexels_api_key")
        );
        let jobs = administrator.kind_of_jobs("cities.discover_images").await;
        assert_eq!(
            (&jobs["error"], &jobs["lastDone"]),
            (&refused["message"], &Value::Null)
        );
        let unset = app
            .second_node_with(|settings| settings.pexels_api_key = Secret::default())
            .await;
        let administrator = unset.administrator().await;
        let refused = administrator
            .post(DISCOVER, &json!({}))
            .await
            .expect(503)
            .json();
        assert!(
            refused["message"]
                .as_str()
                .unwrap()
                .contains("wikipedia_url")
        );
    }
);

both_engines!(
    one_sources_trouble_does_not_stop_the_other,
    |home: TestDatabase| {
        let world = World::serve().await;
        let app = world
            .app(home, |settings| {
                settings.pexels_api_key = Secret::new("pexels-key".to_owned());
                // Nothing is there.
                settings.pexels_api_url = format!("{}/elsewhere", settings.pexels_api_url);
            })
            .await;
        towns(
            &app,
            &[
                "Alexandria",
                "Ball",
                "Cade",
                "Delhi",
                "Erath",
                "Folsom",
                "Gray",
            ],
        )
        .await;
        for town in ["Alexandria", "Gray"] {
            let title = format!("{town},_Louisiana");
            world.knows(&title, &format!("{town}.jpg"), |_, _| {});
        }
        let administrator = app.administrator().await;
        let answer = discover(&app, &administrator).await.expect(200).json();
        assert_eq!(
            (&answer["wikipedia"], &answer["checked"], &answer["failed"]),
            (&json!(2), &json!(7), &json!(5))
        );
        let problem = answer["problems"][0].as_str().unwrap();
        assert!(problem.starts_with("Pexels didn't answer: "), "{problem}");
        let paths = world.site.paths();
        let asked = paths.iter().filter(|path| path.starts_with("/elsewhere"));
        assert_eq!(
            asked.count(),
            5,
            "five equal failures are enough: {paths:?}"
        );
    }
);

both_engines!(wikimedias_pause_is_kept, |home: TestDatabase| {
    let world = World::serve().await;
    let app = world.app(home, |_| {}).await;
    towns(&app, &["Alexandria"]).await;
    world.knows("Alexandria,_Louisiana", "Main_Street.jpg", |_, _| {});
    world.says.lock().unwrap().instead = vec![(429, "300")];
    let administrator = app.administrator().await;
    let visitor = administrator.clone();
    let call = tokio::spawn(async move { visitor.post(DISCOVER, &json!({})).await });
    app.work_until("the question", || !world.site.asked().is_empty())
        .await;
    app.clock.advance(TimeDelta::seconds(299));
    app.work().await;
    assert_eq!(
        world.site.asked().len(),
        1,
        "asked before the pause was over"
    );
    app.clock.advance(TimeDelta::seconds(1));
    app.work_until("the answer", || call.is_finished()).await;
    let answer = call.await.unwrap().expect(200).json();
    assert_eq!(
        (&answer["updated"], &answer["checked"]),
        (&json!(1), &json!(1))
    );
});
