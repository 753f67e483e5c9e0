//! What may be entered, and help with entering it.

use serde_json::{Value, json};

use super::{form, list, shops, with};
use crate::support::TestApp;

both_engines!(every_field_is_refused_beside_itself, |app: TestApp| {
    let empty = list(&app, &json!({})).await.expect(400).json();
    let fields: Vec<&str> = empty["fields"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| error["field"].as_str().unwrap())
        .collect();
    assert_eq!(
        fields,
        ["name", "address", "zipCode", "ownerName", "ownerEmail"]
    );
    assert_eq!(empty["message"], "Name is required");
    let long = "é".repeat(501);
    for (field, value, message) in [
        ("name", json!("  "), "Name is required"),
        ("name", json!("\u{202e}\u{200b}"), "Name is required"),
        (
            "name",
            json!("x".repeat(201)),
            "Name must be 200 characters or fewer",
        ),
        ("address", json!(""), "Address is required"),
        (
            "address",
            json!("PO Box 12"),
            "Please enter the street address, not a PO box.",
        ),
        (
            "zipCode",
            json!("7130"),
            "Please enter a valid ZIP code (e.g., 71301 or 71301-1234)",
        ),
        (
            "zipCode",
            json!("00000"),
            "Please enter a valid ZIP code (e.g., 71301 or 71301-1234)",
        ),
        (
            "description",
            json!(long),
            "Description must be 500 characters or fewer",
        ),
        (
            "hours",
            json!(long),
            "Hours must be 500 characters or fewer",
        ),
        (
            "phone",
            json!("555-0142"),
            "Please enter a valid US phone number (e.g., (318) 555-0142)",
        ),
        (
            "website",
            json!("javascript:alert(1)"),
            "Please enter a valid web address (e.g., https://example.com)",
        ),
        (
            "website",
            json!("https://a:b@c.example"),
            "Please enter a valid web address (e.g., https://example.com)",
        ),
        (
            "website",
            json!("http://192.168.0.1/"),
            "Please enter a valid web address (e.g., https://example.com)",
        ),
        (
            "website",
            json!("https://bluedoor.exa\tmple"),
            "Please enter a valid web address (e.g., https://example.com)",
        ),
        (
            "imageUrl",
            json!("data:image/png;base64,x"),
            "Please enter a valid web address (e.g., https://example.com)",
        ),
        (
            "website",
            json!(format!("https://bluedoor.example/{}", "x".repeat(500))),
            "Website must be 500 characters or fewer",
        ),
        (
            "phone",
            json!("3".repeat(41)),
            "Phone must be 40 characters or fewer",
        ),
        (
            "ownerName",
            json!("x".repeat(121)),
            "Owner name must be 120 characters or fewer",
        ),
        (
            "ownerEmail",
            json!(format!("{}@mail.example", "x".repeat(250))),
            "Valid email is required",
        ),
        ("ownerName", json!(null), "Owner name is required"),
        ("ownerEmail", json!("jo"), "Valid email is required"),
        (
            "ownerEmail",
            json!("jo@mail.example, ann@mail.example"),
            "Valid email is required",
        ),
    ] {
        let refused = list(&app, &with(field, value.clone()))
            .await
            .expect(400)
            .json();
        assert_eq!(
            (&refused["field"], &refused["message"]),
            (&json!(field), &json!(message)),
            "{value}"
        );
    }
    for (field, value) in [
        ("name", json!(5)),
        ("ownerEmail", json!({})),
        ("unknown", json!("x")),
    ] {
        let refused = list(&app, &with(field, value)).await.expect(400).json();
        assert_eq!(refused["field"], field);
    }
    assert!(shops(&app).await.is_empty(), "nothing is half saved");
    assert!(app.mails().await.is_empty());
});

both_engines!(what_people_type_is_text_and_nothing_else, |app: TestApp| {
    let mut typed = form();
    typed["name"] = json!(" <script>alert(1)</script>\u{202e} ☕ Door ");
    typed["zipCode"] = json!("71301-1234");
    typed["hours"] = json!("when the light is on");
    let listed = list(&app, &typed).await.expect(201).json();
    assert_eq!(listed["name"], "<script>alert(1)</script> ☕ Door");
    assert_eq!(
        listed["slug"],
        "script-alert-1-script-coffee-door-alexandria-la"
    );
    assert_eq!(listed["openingHours"], Value::Null);
    let page = app
        .visitor()
        .get("/coffee-shops/script-alert-1-script-coffee-door-alexandria-la")
        .await;
    assert!(!page.expect(200).text().contains("<script>alert(1)"));
    let mails = app.mails_to("jo@mail.example").await;
    assert_eq!(mails.len(), 1);
    assert!(
        !mails[0].contains("alert(1)"),
        "the first mail holds nothing that was typed"
    );
    assert!(mails[0].contains("Alexandria, LA"));
});

both_engines!(hours_are_read_back_in_plain_words, |app: TestApp| {
    let read = async |text: &str| {
        let body = json!({ "hours": text });
        app.visitor()
            .post("/api/opening-hours/read", &body)
            .await
            .expect(200)
            .json()
    };
    let understood = read("Mo-Fr 07:00-15:00").await;
    assert_eq!(understood["understood"], true);
    assert_eq!(
        understood["message"],
        "Monday to Friday 7 AM – 3 PM, Saturday and Sunday closed."
    );
    assert_eq!(understood["days"][0]["spans"][0]["opens"], "07:00");
    let not = read("by the moon").await;
    assert_eq!(
        (&not["understood"], &not["openingHours"]),
        (&json!(false), &Value::Null)
    );
    let too_long = json!({ "hours": "7".repeat(501) });
    let refused = app
        .visitor()
        .post("/api/opening-hours/read", &too_long)
        .await
        .expect(400)
        .json();
    assert_eq!(refused["field"], "hours");
});

both_engines!(
    hours_without_days_are_read_as_those_of_the_days_before_them,
    |app: TestApp| {
        let read = async |text: &str| {
            let body = json!({ "hours": text });
            let path = "/api/opening-hours/read";
            app.visitor().post(path, &body).await.expect(200).json()
        };
        let typed = "Mo-Sa 06:00-11:00; 15:00-19:00";
        let words = "Monday to Saturday 6 AM – 11 AM, 3 PM – 7 PM, Sunday closed.";
        assert_eq!(read(typed).await["message"], words);
        let listed = list(&app, &with("hours", json!(typed))).await;
        let listed = listed.expect(201).json();
        assert_eq!(listed["openingHours"], "Mo-Sa 06:00-11:00,15:00-19:00");
        assert_eq!(listed["hoursLabel"], words);
        // Behind two groups of days they are nobody's: the text stays as written (D82).
        for typed in [
            "Mo-Fr 06:00-11:00; Sa 08:00-12:00; 15:00-19:00",
            "Mo-Fr 07:00-15:00; off",
            "07:00-12:00; 13:00-17:00",
        ] {
            let read = read(typed).await;
            assert_eq!(read["understood"], false, "{typed}");
            assert_eq!(read["openingHours"], Value::Null, "{typed}");
        }
    }
);

// The test clock is at Wednesday, 4 March 2026.

both_engines!(a_season_is_no_usual_week, |app: TestApp| {
    let read = async |text: &str| {
        let body = json!({ "hours": text });
        let path = "/api/opening-hours/read";
        app.visitor().post(path, &body).await.expect(200).json()
    };
    let closed = read("Mo-Fr 07:00-15:00; Jan-Mar off").await;
    assert_eq!(
        closed["message"],
        "Monday to Friday 7 AM – 3 PM, Saturday and Sunday closed. January to March: every day closed."
    );
    assert_eq!(closed["days"][2]["label"], "7 AM – 3 PM");
    let halves = read("Apr-Oct Mo-Su 08:00-20:00; Nov-Mar Sa-Su 09:00-16:00").await;
    assert_eq!(halves["days"][2]["label"], "8 AM – 8 PM");
    // In the week of Independence Day, and of Thanksgiving.
    for days in [120, 145] {
        app.clock.advance(chrono::TimeDelta::days(days));
        let read = read("Mo-Fr 07:00-15:00; PH off").await;
        assert_eq!(
            read["message"],
            "Monday to Friday 7 AM – 3 PM, Saturday and Sunday closed. Closed on public holidays."
        );
    }
});

both_engines!(a_zip_code_tells_the_usual_hours, |app: TestApp| {
    let usual = async || {
        let answer = app.visitor().get("/api/zip-codes/71301").await.expect(200);
        answer.json()["usualHours"].clone()
    };
    assert_eq!(usual().await, Value::Null, "the town isn't listed yet");
    let city = app.city("Alexandria", "LA").await;
    let mut shops = Vec::new();
    for hours in [
        "Mo-Fr 07:00-15:00",
        "Mo-Fr 7:00-15:00; PH off",
        "Mo-Fr 07:00-15:00; Sa-Su off",
    ] {
        assert_eq!(usual().await, Value::Null, "three must agree");
        shops.push(app.shop(&city).hours(hours).await.id);
    }
    assert_eq!(usual().await, "Mo-Fr 07:00-15:00; Sa-Su off");
    app.edit_shop(shops[0], |row| row.closed_at = Some(row.created_at))
        .await;
    assert_eq!(usual().await, Value::Null, "a closed shop doesn't count");
});

both_engines!(a_zip_code_names_its_town, |app: TestApp| {
    let answer = app
        .visitor()
        .get("/api/zip-codes/71301-1234")
        .await
        .expect(200)
        .json();
    assert_eq!(
        (&answer["cityName"], &answer["state"]),
        (&json!("Alexandria"), &json!("LA"))
    );
    for zip in ["00000", "7130", "71301x"] {
        app.visitor()
            .get(&format!("/api/zip-codes/{zip}"))
            .await
            .expect(404);
    }
});
