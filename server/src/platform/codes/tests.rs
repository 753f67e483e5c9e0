//! Codes that are asked for again, and those that aren't mailed (D90).

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use townperk::platform::{
    codes::{self, CodeEmail, Proof, SIGN_IN},
    mail::EmailAddress,
    web::Client,
};

use crate::support::TestApp;

/// Another network than the visitors'.
const ELSEWHERE: &str = "198.51.100.7";

/// What asks for a purpose's code again: a form with an address, and buttons behind links of emails.
struct Resend {
    form: String,
    /// The form's field with the address.
    field: &'static str,
    /// Paths and tokens.
    buttons: Vec<(&'static str, String)>,
    /// Where the link of the first code confirms, and its token.
    link: (&'static str, String),
}

impl Resend {
    /// The form with one of many addresses, none of which gets an email.
    fn with_address(&self, number: u32) -> Value {
        let mut form = json!({});
        form[self.field] = json!(format!("stranger{number}@mail.example"));
        form
    }
}

/// A claim, a listing and a transfer that wait.
async fn purposes(app: &TestApp) -> [Resend; 3] {
    let visitor = app.visitor().from(ELSEWHERE);
    let city = app.city("Alexandria", "LA").await;
    let claimed = app.shop(&city).name("Blue Door").await;
    let form = json!({ "ownerName": "Jo Doe", "ownerEmail": "jo@mail.example",
        "businessRole": "Owner", "ownerDescription": "Ours since 1998." });
    let path = format!("/api/coffee-shops/{}/claim", claimed.slug);
    let claim = visitor.post(&path, &form).await.expect(201).json();
    let form = json!({ "name": "Velvet Fox", "address": "900 Jackson Street", "zipCode": "71301",
        "ownerName": "Kay Doe", "ownerEmail": "kay@mail.example" });
    let listing = visitor.post("/api/coffee-shops", &form).await;
    let listing = listing.expect(201).json();
    let owned = app.shop(&city).name("Lantern").await;
    let owner = app.owner_of(&owned).await;
    let path = format!("/api/coffee-shops/{}/ownership/hand-over", owned.slug);
    let to = json!({ "name": "Ann Lee", "email": "ann@mail.example" });
    let transfer = owner.post(&path, &to).await.expect(202).json();
    let form = |kind: &str, answer: &Value| {
        let id = answer["id"].as_str().unwrap();
        format!("/api/{kind}/{id}/resend")
    };
    // The first email of a transfer has a link that sends a code, and no code.
    let mails = app.mails_to("ann@mail.example").await;
    let (_, token) = mails[0].split_once("#token=").unwrap();
    let sends: String = token.chars().take_while(char::is_ascii_hexdigit).collect();
    let path = "/api/hand-overs/send-code";
    let asked = json!({ "token": sends });
    visitor.post(path, &asked).await.expect(202);
    let (_, of_claim) = app.code_to("jo@mail.example").await;
    let (_, of_listing) = app.code_to("kay@mail.example").await;
    let (_, of_transfer) = app.code_to("ann@mail.example").await;
    [
        Resend {
            form: form("claims", &claim),
            field: "ownerEmail",
            buttons: vec![("/api/claims/new-link", of_claim.clone())],
            link: ("/api/claims/confirm-link", of_claim),
        },
        Resend {
            form: form("listings", &listing),
            field: "ownerEmail",
            buttons: vec![("/api/listings/new-link", of_listing.clone())],
            link: ("/api/listings/confirm-link", of_listing),
        },
        Resend {
            form: form("hand-overs", &transfer),
            field: "email",
            buttons: vec![
                ("/api/hand-overs/new-link", of_transfer.clone()),
                (path, sends),
            ],
            link: ("/api/hand-overs/confirm-link", of_transfer),
        },
    ]
}

both_engines!(
    a_network_asks_again_thirty_times_an_hour_for_each_purpose_at_all_nodes,
    |mut app: TestApp| {
        let other = app.second_node().await;
        let all = purposes(&app).await;
        let sent = app.mails().await.len();
        for resend in &all {
            for number in 0..30 {
                let node = if number % 2 == 0 { &app } else { &other };
                let form = resend.with_address(number);
                node.visitor().post(&resend.form, &form).await.expect(202);
            }
            let form = resend.with_address(30);
            for node in [&app, &other] {
                let visitor = node.visitor();
                let refused = visitor.post(&resend.form, &form).await.expect(429);
                let text = refused.text();
                assert!(text.contains("requested from your network"), "{text}");
                assert!(refused.header("retry-after").parse::<u32>().unwrap() > 60);
                for (path, token) in &resend.buttons {
                    let asked = json!({ "token": token });
                    visitor.post(path, &asked).await.expect(429);
                }
            }
            let neighbor = other.visitor().from(ELSEWHERE);
            neighbor.post(&resend.form, &form).await.expect(202);
        }
        assert_eq!(app.mails().await.len(), sent);
        // Signing in has an allowance of its own, and links that are out go on working.
        let asked = json!({ "email": "jo@mail.example" });
        let visitor = app.visitor();
        visitor.post("/api/sign-in", &asked).await.expect(202);
        for resend in &all {
            let (path, token) = &resend.link;
            let link = json!({ "token": token });
            visitor.post(path, &link).await.expect(200);
        }
    }
);

/// The statements by which a code is sent, or isn't, and then guessed wrong.
async fn statements(app: &TestApp, email: &str, is_known: bool) -> Vec<String> {
    let settings = app.home().settings();
    let address = match settings.database_url.reveal() {
        "" => format!("sqlite://{}/townperk.sqlite", settings.data_dir.display()),
        address => address.to_owned(),
    };
    let mut connection = sea_orm::Database::connect(address).await.unwrap();
    let noted = Arc::new(Mutex::new(Vec::new()));
    let notes = noted.clone();
    connection.set_metric_callback(move |info| {
        notes.lock().unwrap().push(info.statement.sql.clone());
    });
    let to = EmailAddress::parse(email, "email").unwrap();
    let words = CodeEmail {
        heading: "Manage your boosts".into(),
        reason: "Someone, hopefully you, wants to see them.".to_owned(),
        page: "/manage-subscription",
        button: "Show my boosts",
    };
    let (sender, now) = (app.services.code_sender(), app.clock.now());
    let (purpose, what) = ((&SIGN_IN, is_known), (&to, &words));
    let sent = codes::send_if(&connection, sender, purpose, what, now).await;
    sent.unwrap();
    let proof = Proof::Code(to, "000000".to_owned());
    let with = (&proof, &Client::unknown());
    let keys = &app.services.keys;
    let guess = codes::redeem(&connection, keys, &SIGN_IN, with, now).await;
    assert!(guess.unwrap().is_err());
    connection.close().await.unwrap();
    noted.lock().unwrap().clone()
}

both_engines!(
    a_code_that_is_not_mailed_takes_the_statements_of_one_that_is,
    |app: TestApp| {
        let mailed = statements(&app, "jo@mail.example", true).await;
        let unmailed = statements(&app, "ann@mail.example", false).await;
        assert_eq!(mailed, unmailed);
        let writes_mail = |sql: &String| sql.starts_with("INSERT") && sql.contains("outbox");
        assert!(mailed.iter().any(writes_mail), "{mailed:?}");
        assert_eq!(app.mails_to("jo@mail.example").await.len(), 1);
        assert_eq!(app.mails().await.len(), 1, "and the other one is gone");
    }
);
