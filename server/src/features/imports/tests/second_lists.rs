//! Second lists of existing shops, and lists with unreliable IDs.

use serde_json::{Value, json};
use townperk::features::imports::{ImportOptions, Summary};

use super::{CAFES, file, import, shop_id};
use crate::support::TestApp;

fn from(source: &str) -> ImportOptions {
    ImportOptions {
        source: Some(source.to_owned()),
        ..ImportOptions::default()
    }
}

both_engines!(
    a_list_with_addresses_alone_repeats_the_shops_that_are_there,
    |app: TestApp| {
        let options = ImportOptions::default();
        import(&app, &file("cafes.geojson", CAFES), &options).await;
        let licenses = file(
            "licenses.csv",
            "name,address,city,state,zip\n\
            RUST AND BEAN COFFEE LLC,126 MAIN ST STE B,ALEXANDRIA,LA,71301\n\
            LANTERN HOLDINGS DBA LANTERN,128 MAIN ST,ALEXANDRIA,LA,71301\n",
        );
        let summary = import(&app, &licenses, &from("licenses")).await;
        assert_eq!((summary.duplicates, summary.added), (1, 1), "{summary}");
        // Recognized from then on, even if our shop is renamed.
        let id = shop_id(&app, "rust-and-bean-alexandria-la").await;
        app.edit_shop(id, |row| {
            row.name = "Bean There".to_owned();
            row.street = Some("9 Oak Street".to_owned());
        })
        .await;
        let summary = import(&app, &licenses, &from("licenses")).await;
        assert_eq!((summary.unchanged, summary.added), (2, 0), "{summary}");
    }
);

both_engines!(
    a_duplicate_fills_what_was_empty_and_nothing_else,
    |app: TestApp| {
        let list = file(
            "list.csv",
            "name,address,city,state,zip,phone\nRust & Bean,126 Main Street,Alexandria,LA,71301,318-555-0142\n",
        );
        import(&app, &list, &from("list")).await;
        let id = shop_id(&app, "rust-and-bean-alexandria-la").await;
        let second = CAFES.replace("(318) 555-0142", "(318) 555-0199");
        let second = file("cafes.geojson", second);
        let summary = import(&app, &second, &ImportOptions::default()).await;
        assert_eq!(summary.duplicates, 1, "{summary}");
        let told = summary.to_string();
        assert!(
            told.contains(
                "filled in point (1), website (1), hours (1), categories (1), hasWifi (1)."
            ),
            "{told}"
        );
        let row = app.shop_row(id).await;
        assert_eq!(row.telephone.as_deref(), Some("+13185550142"));
        assert_eq!(row.opening_hours.as_deref(), Some("Mo-Fr 07:00-15:00"));
        assert_eq!(row.latitude.zip(row.longitude), Some((31.3113, -92.4451)));
        assert_eq!(
            row.provenance.0.get("hours").map(String::as_str),
            Some("osm")
        );
        assert_eq!(
            row.provenance.0.get("address").map(String::as_str),
            Some("list")
        );
        // Neither list changes anything the second time.
        for (file, options) in [(&second, ImportOptions::default()), (&list, from("list"))] {
            let summary = import(&app, file, &options).await;
            assert_eq!((summary.updated, summary.added), (0, 0), "{summary}");
        }
        assert_eq!(app.shop_row(id).await, row);
    }
);

both_engines!(
    what_an_owner_emptied_is_not_filled_by_a_duplicate,
    |app: TestApp| {
        let list = "name,address,city,state,zip\nRust & Bean,126 Main Street,Alexandria,LA,71301\n";
        import(&app, &file("list.csv", list), &from("list")).await;
        let id = shop_id(&app, "rust-and-bean-alexandria-la").await;
        let ours = app
            .edit_shop(id, |row| {
                for fact in ["hours", "address"] {
                    row.provenance.0.insert(fact.to_owned(), "owner".to_owned());
                }
            })
            .await;
        import(
            &app,
            &file("cafes.geojson", CAFES),
            &ImportOptions::default(),
        )
        .await;
        let row = app.shop_row(id).await;
        assert_eq!((row.hours, row.latitude), (None, None));
        assert!(ours.website.is_none() && row.website.is_some());
    }
);

both_engines!(
    branches_next_doors_and_shared_telephones_are_shops_of_their_own,
    |app: TestApp| {
        let table = "id,name,address,city,state,zip,phone,website,lat,lon\n\
            1,Rust & Bean,126 Main Street,Alexandria,LA,71301,318-555-0142,rustandbean.example,31.3113,-92.4451\n\
            2,Rust & Bean,40 Oak Street,Alexandria,LA,71301,318-555-0142,rustandbean.example,31.3300,-92.4600\n\
            3,Rust & Bean,7 Elm Street,Pineville,LA,71360,318-555-0142,rustandbean.example,31.3400,-92.4300\n\
            4,Lantern,128 Main Street,Alexandria,LA,71301,,,31.3114,-92.4451\n";
        let summary = import(&app, &file("list.csv", table), &from("list")).await;
        assert_eq!(summary.added, 4, "{summary}");
    }
);

both_engines!(numbers_that_are_used_twice_lose_no_shop, |app: TestApp| {
    let names = ["Rust & Bean", "Lantern", "Blue Door", "Third Cup"];
    let rows: String = (1_u32..)
        .zip(names)
        .map(|(house, name)| {
            format!(
                "{},{name},{house} Main Street,Alexandria,LA,71301\n",
                house % 2
            )
        })
        .collect();
    let header = "id,name,address,city,state,zip\n";
    let list = file("list.csv", format!("{header}{rows}"));
    let summary = import(&app, &list, &from("list")).await;
    assert_eq!((summary.added, summary.renamed), (4, 2), "{summary}");
    let backwards: String = rows.lines().rev().flat_map(|row| [row, "\n"]).collect();
    for rows in [&rows, &backwards] {
        let list = file("list.csv", format!("{header}{rows}"));
        let summary = import(&app, &list, &from("list")).await;
        assert_eq!(summary.unchanged, 4, "{summary}");
    }
    // Another list with the same IDs.
    let other = file(
        "other.csv",
        format!("{header}0,Harbor Light,1 Water Street,Hammond,LA,70401\n"),
    );
    let summary = import(&app, &other, &from("list")).await;
    assert_eq!((summary.added, summary.updated), (1, 0), "{summary}");
});

both_engines!(
    a_shop_with_another_name_in_the_same_house_with_the_same_website_is_a_question,
    |app: TestApp| {
        let list = |name: &str| {
            format!(
                "name,address,city,state,zip,website\n{name},126 Main Street,Alexandria,LA,71301,rustandbean.example\n"
            )
        };
        import(&app, &file("list.csv", list("Rust & Bean")), &from("list")).await;
        let renamed = file("renamed.csv", list("Lantern Roasters"));
        let summary = import(&app, &renamed, &from("renamed")).await;
        assert_eq!((summary.to_review, summary.added), (1, 0), "{summary}");
    }
);

both_engines!(
    another_number_of_the_same_street_is_a_question_in_a_list_without_ids,
    |app: TestApp| {
        let list = |house: u32, ids: bool| {
            let (column, id) = if ids {
                ("id,", format!("{house},"))
            } else {
                ("", String::new())
            };
            format!(
                "{column}name,address,city,state,zip\n{id}Rust & Bean,{house} Main Street,Alexandria,LA,71301\n"
            )
        };
        import(&app, &file("list.csv", list(126, false)), &from("list")).await;
        let summary = import(&app, &file("newer.csv", list(128, false)), &from("list")).await;
        assert_eq!((summary.to_review, summary.added), (1, 0), "{summary}");
        // A list that has both says that they are two shops.
        let both = format!(
            "{}Rust & Bean,300 Main Street,Alexandria,LA,71301\n",
            list(126, false)
        );
        let summary = import(&app, &file("both.csv", both), &from("both")).await;
        assert_eq!((summary.duplicates, summary.added), (1, 1), "{summary}");
        let summary = import(&app, &file("ids.csv", list(900, true)), &from("ids")).await;
        assert_eq!((summary.to_review, summary.added), (0, 1), "{summary}");
    }
);

both_engines!(
    next_door_is_a_question_unless_a_list_has_both,
    |app: TestApp| {
        let known = "Rust & Bean,126 Main Street,Alexandria,LA,71301,31.3113,-92.4451\n";
        let other = "Rust & Bean,1 Oak Street,Alexandria,LA,71301,31.3115,-92.4451\n";
        let list = |rows: String| {
            let table = format!("name,address,city,state,zip,lat,lon\n{rows}");
            file("list.csv", table)
        };
        import(&app, &list(known.to_owned()), &from("first")).await;
        let summary = import(&app, &list(other.to_owned()), &from("second")).await;
        assert_eq!((summary.to_review, summary.added), (1, 0), "{summary}");
        let summary = import(&app, &list([known, other].concat()), &from("both")).await;
        assert_eq!((summary.duplicates, summary.added), (1, 1), "{summary}");
    }
);

both_engines!(
    a_later_edition_corrects_a_record_that_was_refused,
    |app: TestApp| {
        let list = |phone: &str| {
            let record = format!("1,Second Cup,Alexandria,LA,{phone}\n");
            file("list.csv", format!("id,name,city,state,phone\n{record}"))
        };
        let summary = import(&app, &list(""), &from("list")).await;
        assert_eq!(summary.to_review, 1, "{summary}");
        let admin = app.administrator().await;
        let questions = admin
            .get("/api/admin/import-questions")
            .await
            .expect(200)
            .json();
        let id = questions["questions"][0]["id"].as_str().unwrap().to_owned();
        let path = format!("/api/admin/import-questions/{id}/refuse");
        let refused = admin.post(&path, &json!({})).await.expect(200).json();
        let summary = import(&app, &list("318-555-0142"), &from("list")).await;
        assert_eq!(summary.rejected, 1, "{summary}");
        let entry = refused["entry"].as_str().unwrap();
        let undo = format!("/api/admin/audit/{entry}/undo");
        admin.post(&undo, &json!({})).await.expect(200);
        let questions = admin
            .get("/api/admin/import-questions")
            .await
            .expect(200)
            .json();
        assert!(
            questions.to_string().contains("(318) 555-0142"),
            "{questions}"
        );
    }
);

const FIRST: &str =
    "id,name,address,city,state,zip,phone\n1,Lantern,1 Oak Street,Hammond,LA,70401,\n";
const ASKED: &str = "id,name,address,city,state,zip,phone\n7,Lantern,,Hammond,LA,,985-555-0199\n";
const MEANWHILE: &str =
    "id,name,address,city,state,zip,phone\n4,Lantern,9 Pine Street,Hammond,LA,70401,985-555-0199\n";

async fn import_as(app: &TestApp, source: &str, text: &str) -> Summary {
    let options = ImportOptions {
        source: Some(source.to_owned()),
        ..ImportOptions::default()
    };
    import(app, &file("list.csv", text), &options).await
}

async fn questions(app: &TestApp) -> Vec<Value> {
    let administrator = app.administrator().await;
    let answer = administrator.get("/api/admin/import-questions").await;
    answer.expect(200).json()["questions"]
        .as_array()
        .unwrap()
        .clone()
}

both_engines!(
    a_shop_that_came_in_meanwhile_is_asked_about_before_a_second_one_is_made,
    |app: TestApp| {
        import_as(&app, "first", FIRST).await;
        assert_eq!(import_as(&app, "asked", ASKED).await.to_review, 1);
        app.clock.advance(chrono::TimeDelta::minutes(5));
        assert_eq!(import_as(&app, "meanwhile", MEANWHILE).await.added, 1);
        let question = questions(&app).await[0].clone();
        let path = format!(
            "/api/admin/import-questions/{}/accept",
            question["id"].as_str().unwrap()
        );
        let administrator = app.administrator().await;
        let refused = administrator.post(&path, &json!({})).await.expect(409);
        assert_eq!(refused.json()["details"]["kind"], "stale");
        assert_eq!(app.shop_rows().await.len(), 2);
        let now = questions(&app).await[0].clone();
        let address = now["similarAddress"].as_str().unwrap();
        assert!(address.starts_with("9 Pine Street"), "{now}");
        assert_ne!(now["version"], question["version"]);
        // Who has seen that shop may still say that it is another.
        let version = json!({ "version": now["version"] });
        administrator.post(&path, &version).await.expect(200);
        assert_eq!(app.shop_rows().await.len(), 3);
    }
);

const CUPS: &str = "id,name,address,city,state,zip\n";

both_engines!(
    a_shop_with_a_chains_name_is_known_in_the_next_list,
    |app: TestApp| {
        let list =
            |id: u32, street: &str| format!("{CUPS}{id},Second Cup,{street},Hammond,LA,70401\n");
        assert_eq!(
            import_as(&app, "first", &list(1, "1 Oak Street"))
                .await
                .to_review,
            1
        );
        // Two lists ask before anybody answers.
        assert_eq!(
            import_as(&app, "second", &list(7, "1 Oak St"))
                .await
                .to_review,
            1
        );
        let administrator = app.administrator().await;
        let asked = questions(&app).await;
        let path = |question: &Value| {
            let id = question["id"].as_str().unwrap();
            format!("/api/admin/import-questions/{id}/accept")
        };
        app.clock.advance(chrono::TimeDelta::minutes(5));
        administrator
            .post(&path(&asked[0]), &json!({}))
            .await
            .expect(200);
        let third = import_as(&app, "third", &list(9, "1 OAK STREET")).await;
        assert_eq!((third.duplicates, third.to_review), (1, 0), "{third}");
        // The second list's question is answered by its next edition.
        app.clock.advance(chrono::TimeDelta::minutes(5));
        let elsewhere = import_as(&app, "second", &list(7, "1 Oak St")).await;
        assert_eq!(
            (elsewhere.duplicates, elsewhere.to_review),
            (1, 0),
            "{elsewhere}"
        );
        assert_eq!(app.shop_rows().await.len(), 1);
    }
);

both_engines!(
    a_question_about_a_name_looks_for_its_shop_before_it_makes_one,
    |app: TestApp| {
        let first = format!("{CUPS}1,Blue Door,1 Oak Street,Hammond,LA,70401\n");
        assert_eq!(import_as(&app, "first", &first).await.added, 1);
        app.clock.advance(chrono::TimeDelta::minutes(30));
        let asked = format!("{CUPS}7,Second Cup,1 Oak St,Hammond,LA,70401\n");
        assert_eq!(import_as(&app, "second", &asked).await.to_review, 1);
        let id = shop_id(&app, "blue-door-hammond-la").await;
        // It had that name before the question, which didn't look for it.
        app.clock.advance(chrono::TimeDelta::minutes(-5));
        app.edit_shop(id, |row| row.name = "Second Cup".to_owned())
            .await;
        app.clock.advance(chrono::TimeDelta::minutes(10));
        let question = questions(&app).await[0].clone();
        let path = format!(
            "/api/admin/import-questions/{}/accept",
            question["id"].as_str().unwrap()
        );
        let administrator = app.administrator().await;
        let refused = administrator.post(&path, &json!({})).await.expect(409);
        assert_eq!(refused.json()["details"]["kind"], "stale");
        let now = questions(&app).await[0].clone();
        assert!(
            now["similarAddress"]
                .as_str()
                .unwrap()
                .starts_with("1 Oak Street"),
            "{now}"
        );
        assert_eq!(app.shop_rows().await.len(), 1);
    }
);

both_engines!(
    a_shared_number_and_another_name_at_one_address_make_no_duplicate,
    |app: TestApp| {
        let rows = format!(
            "{CUPS}5,Market Hall / Onyx,1 Oak Street,Hammond,LA,70401\n5,Market Hall / Heritage,1 Oak Street,Hammond,LA,70401\n"
        );
        let summary = import_as(&app, "stalls", &rows).await;
        assert_eq!(summary.duplicates, 0, "{summary}");
    }
);

both_engines!(
    a_question_closes_when_its_record_is_matched,
    |app: TestApp| {
        import_as(&app, "first", FIRST).await;
        import_as(&app, "asked", ASKED).await;
        app.clock.advance(chrono::TimeDelta::minutes(5));
        import_as(&app, "meanwhile", MEANWHILE).await;
        assert_eq!(questions(&app).await.len(), 1);
        assert_eq!(import_as(&app, "asked", ASKED).await.duplicates, 1);
        assert_eq!(questions(&app).await, [] as [Value; 0]);
    }
);
