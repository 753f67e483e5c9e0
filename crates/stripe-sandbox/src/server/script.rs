//! The browser script, and the frames it opens: the card form and the bank's verification.

use axum::{
    body::Body,
    extract::Path,
    http::{Response, StatusCode},
};

use super::set;

/// Frames load their own files and call the API; any page may embed them, as with Stripe.
const FRAME_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src *; base-uri 'none'; form-action 'none'";

pub async fn main() -> Response<Body> {
    file_of(
        "text/javascript; charset=utf-8",
        include_str!("../../assets/stripe.js"),
    )
}

pub async fn file(Path(name): Path<String>) -> Response<Body> {
    let mut response = match name.as_str() {
        "elements.html" => file_of(
            "text/html; charset=utf-8",
            include_str!("../../assets/elements.html"),
        ),
        "elements.js" => file_of(
            "text/javascript; charset=utf-8",
            include_str!("../../assets/elements.js"),
        ),
        "elements.css" => file_of(
            "text/css; charset=utf-8",
            include_str!("../../assets/elements.css"),
        ),
        "authenticate.html" => file_of(
            "text/html; charset=utf-8",
            include_str!("../../assets/authenticate.html"),
        ),
        "authenticate.js" => file_of(
            "text/javascript; charset=utf-8",
            include_str!("../../assets/authenticate.js"),
        ),
        "portal.css" => file_of(
            "text/css; charset=utf-8",
            include_str!("../../assets/portal.css"),
        ),
        _ => {
            let mut missing = Response::new(Body::from("Not found"));
            *missing.status_mut() = StatusCode::NOT_FOUND;
            missing
        }
    };
    set(&mut response, "content-security-policy", FRAME_POLICY);
    response
}

fn file_of(kind: &str, text: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    set(&mut response, "content-type", kind);
    set(&mut response, "cache-control", "no-cache");
    set(&mut response, "x-content-type-options", "nosniff");
    set(&mut response, "access-control-allow-origin", "*");
    response
}
