//! Headers with parts that are none of ours: cookies of the domain's other programs, and parameters of a media type.

use axum::{body::Body, http::Method};
use serde_json::json;

use super::{EMAIL, ask, guess, newest_code};
use crate::support::{FOREIGN_COOKIES, TestApp};

both_engines!(foreign_cookies_sign_nobody_out, |app: TestApp| {
    ask(&app, EMAIL).await;
    let (code, _) = newest_code(&app).await;
    let answer = guess(&app.visitor(), &code).await.expect(200);
    let owner = answer.header("set-cookie").split(';').next().unwrap();
    let admin = app.administrator_cookie().await;
    for (before, after) in FOREIGN_COOKIES {
        let line = [before, owner.as_bytes(), b"; ", admin.as_bytes(), after];
        let browser = app.visitor().with_bytes("cookie", &line.concat());
        let session = browser.get("/api/session").await.expect(200).json();
        let beside = String::from_utf8_lossy(before);
        assert_eq!(session["person"]["email"], EMAIL, "{beside}");
        assert_eq!(session["isAdmin"], true, "{beside}");
        browser.get("/api/admin/stats").await.expect(200);
    }
});

both_engines!(a_media_type_may_have_any_parameters, |app: TestApp| {
    let ask = async |number: usize, kind: &[u8]| {
        let visitor = app.visitor().with_bytes("content-type", kind);
        let body = json!({ "email": format!("owner{number}@mail.example") });
        let body = Body::from(body.to_string());
        let answer = visitor.send(Method::POST, "/api/sign-in", body).await;
        answer.status()
    };
    let taken = [
        b"application/json; charset=utf-8".as_slice(),
        "application/json; name=\"Cañon City\"".as_bytes(),
        b"application/json;name=Ca\xf1on",
        b"Application/JSON ; \xff",
        b"application/json;",
    ];
    for (number, kind) in taken.into_iter().enumerate() {
        assert_eq!(ask(number, kind).await, 202, "{}", kind.escape_ascii());
    }
    let refused = [
        b"text/plain; a=application/json".as_slice(),
        b"application/json\xf1",
        b"application/jsonp; charset=utf-8",
        b"; application/json",
    ];
    for kind in refused {
        assert_eq!(ask(9, kind).await, 415, "{}", kind.escape_ascii());
    }
});
