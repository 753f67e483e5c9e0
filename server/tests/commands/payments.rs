//! The process killed (`kill -9`) at each call of a purchase: repeated, it is one purchase and one charge.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};
use stripe_sandbox::{Fault, FaultKind, Options, Sandbox};
use townperk::platform::clock::Clock;

use crate::support::{
    TestDatabase,
    command::{Server, argument, file_in, run, townperk},
    line::{Answered, Line},
};

const MONTHLY: &str = "/api/create-boost-subscription";
const ONE_TIME: &str = "/api/create-one-time-boost";
const CHECK: &str = "/api/check-boost";
const VISA: &str = "4242424242424242";

/// What is bought, and the call at which the process dies, before or after Stripe has received it.
const KILLS: &[(&str, &str, &str, FaultKind)] = &[
    (MONTHLY, "POST", "/v1/prices", FaultKind::HangAfter),
    (MONTHLY, "POST", "/v1/customers", FaultKind::HangAfter),
    (MONTHLY, "GET", "/v1/prices", FaultKind::Hang),
    (MONTHLY, "POST", "/v1/subscriptions", FaultKind::Hang),
    (MONTHLY, "POST", "/v1/subscriptions", FaultKind::HangAfter),
    (ONE_TIME, "POST", "/v1/customers", FaultKind::HangAfter),
    (ONE_TIME, "POST", "/v1/payment_intents", FaultKind::Hang),
    (
        ONE_TIME,
        "POST",
        "/v1/payment_intents",
        FaultKind::HangAfter,
    ),
];

/// One shop for each case.
const NAMES: [&str; 8] = [
    "Amber", "Birch", "Cedar", "Dahlia", "Elm", "Fern", "Ginger", "Hazel",
];

async fn open_sandbox() -> (Sandbox, String) {
    let clock = Clock::system();
    let sandbox = Sandbox::open(Options {
        seed: 5,
        secret_key: "sk_test_kill".into(),
        publishable_key: "pk_test_kill".into(),
        base_url: String::new(),
        clock: Arc::new(move || clock.now().timestamp()),
        file: None,
    })
    .unwrap();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let router = sandbox.router();
    tokio::spawn(async move { axum::serve(listener, router).await });
    (sandbox, address)
}

fn start(home: &TestDatabase, stripe: &str) -> Server {
    let mut command = townperk(home, &["serve"]);
    command
        .env("TOWNPERK_STRIPE_API_URL", stripe)
        .env("TOWNPERK_STRIPE_SECRET_KEY", "sk_test_kill")
        .env("TOWNPERK_STRIPE_PUBLISHABLE_KEY", "pk_test_kill")
        .env("TOWNPERK_STRIPE_WEBHOOK_SECRET", "whsec_kill");
    Server::start(command)
}

/// Sends a request that may never be answered.
fn send(server: &Server, path: &str, body: &Value, cookie: &str) -> Line {
    let (mut line, body) = (Line::over(server.connect()), body.to_string());
    line.send(format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nCookie: {cookie}\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    ));
    line
}

fn read(answer: &Answered) -> Value {
    let body = String::from_utf8_lossy(&answer.body);
    assert_eq!(answer.status, 200, "{body}");
    serde_json::from_str(&body).unwrap()
}

/// Kills the server while it waits for Stripe's answer to the call in `fault`.
async fn kill_at(sandbox: &Sandbox, fault: Fault, server: Server, begin: impl Fn(&Server) -> Line) {
    let known = sandbox.calls().len();
    let (method, path) = (fault.method.clone(), fault.path.clone());
    sandbox.order(fault);
    let line = begin(&server);
    for _ in 0..1000 {
        let calls = sandbox.calls();
        let mut new = calls.iter().skip(known);
        if new.any(|call| call.method == method && call.path.starts_with(&path)) {
            server.signal("KILL");
            drop((server, line));
            sandbox.clear_faults();
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{method} {path} is never called");
}

both_engines!(
    a_purchase_whose_process_is_killed_at_any_call_charges_once,
    |home: TestDatabase| {
        let (sandbox, stripe) = open_sandbox().await;
        let rows = NAMES.iter().zip(1..).map(|(name, number)| {
            format!("{number},{name} & Bean,Alexandria,LA,31.3{number}13,-92.4{number}51\n")
        });
        let list = format!("id,name,city,state,lat,lon\n{}", rows.collect::<String>());
        let list = file_in(&home.settings().data_dir, "list.csv", list);
        run(townperk(&home, &["import", argument(&list)])).expect_success();
        let mut cost = 0;
        for (number, (name, (path, method, call, kind))) in NAMES.iter().zip(KILLS).enumerate() {
            let slug = format!("{}-and-bean-alexandria-la", name.to_lowercase());
            let form = json!({
                "coffeeShopId": slug,
                "userName": "Jo",
                "userEmail": format!("jo{number}@mail.example"),
                "checkoutId": format!("0190a8b2-0000-4000-8000-{number:012}"),
            });
            let fault = Fault::once(method, call, *kind);
            kill_at(&sandbox, fault, start(&home, &stripe), |server| {
                send(server, path, &form, "")
            })
            .await;

            let server = start(&home, &stripe);
            let answer = send(&server, path, &form, "").answer();
            let checkout = read(&answer);
            let cookie = answer.headers["set-cookie"]
                .split(';')
                .next()
                .unwrap()
                .to_owned();
            let secret = checkout["clientSecret"].as_str().unwrap();
            sandbox.pay(secret, VISA).unwrap();

            // And once more, while handling the visitor's return.
            let looked_up = if *path == MONTHLY {
                "/v1/subscriptions"
            } else {
                "/v1/payment_intents"
            };
            let question = json!({ "coffeeShopId": slug });
            let fault = Fault::once("GET", looked_up, FaultKind::Hang);
            kill_at(&sandbox, fault, server, |server| {
                send(server, CHECK, &question, &cookie)
            })
            .await;
            let server = start(&home, &stripe);
            let boost = read(&send(&server, CHECK, &question, &cookie).answer());
            assert_eq!(boost["status"], "active", "{method} {call} {kind:?}");
            let (_, shop) = server.get(&format!("/api/coffee-shops/{slug}"));
            assert!(shop.contains("\"isBoosted\":true"), "{shop}");
            cost += if *path == MONTHLY { 500 } else { 800 };
            assert_eq!(sandbox.money_taken(), cost, "{method} {call} {kind:?}");
        }
        let asked = [("limit", "100"), ("status", "all")];
        let made = sandbox.call("GET", "subscriptions", &asked).unwrap();
        let monthly = KILLS.iter().filter(|(path, ..)| *path == MONTHLY).count();
        assert_eq!(made["data"].as_array().unwrap().len(), monthly);
    }
);
