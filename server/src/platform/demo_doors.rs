//! When a demo may be entered as an owner or the administrator without a password: by whoever sits at the machine that serves it.

use axum::http::{HeaderMap, Uri, header, uri::Authority};

use super::{settings::Settings, web::was_passed_on};

/// What proxies and tunnels add, besides the address of whom they speak for.
const OF_PROXIES: [&str; 6] = [
    "via",
    "x-real-ip",
    "x-forwarded-host",
    "x-forwarded-proto",
    "cf-connecting-ip",
    "true-client-ip",
];

/// Whether pages offer the doors: visitors are on this machine, or the operator wants everybody to have them. A Unix socket is for a
/// proxy.
#[must_use]
pub fn are_offered(settings: &Settings) -> bool {
    let listens_here = settings
        .listen
        .network()
        .is_some_and(|address| address.ip().is_loopback());
    let is_known_as_here = || {
        let origin = settings.origin().parse::<Uri>();
        origin.is_ok_and(|origin| origin.host().is_some_and(is_this_machine))
    };
    settings.demo && (settings.demo_doors || (listens_here && is_known_as_here()))
}

/// Whether they are open to a request. A proxy on this machine brings strangers, and a name that somebody else made lead here
/// brings their pages (DNS rebinding).
///
/// A proxy that says nothing of itself can't be told from a browser here: where one is, `public_url` shuts the doors.
#[must_use]
pub fn are_open(settings: &Settings, headers: &HeaderMap, uri: &Uri) -> bool {
    let was_brought =
        || was_passed_on(headers) || OF_PROXIES.iter().any(|name| headers.contains_key(*name));
    are_offered(settings)
        && (settings.demo_doors
            || (!was_brought() && asks_this_machine(headers, uri) && comes_from_here(headers)))
}

fn asks_this_machine(headers: &HeaderMap, uri: &Uri) -> bool {
    // HTTP/2 has the name in the address.
    let asked = match headers.get(header::HOST) {
        Some(host) => host
            .to_str()
            .ok()
            .and_then(|host| host.parse::<Authority>().ok()),
        None => uri.authority().cloned(),
    };
    asked.is_some_and(|authority| is_this_machine(authority.host()))
}

/// The page that asks is one of this machine, if a browser says which it is.
fn comes_from_here(headers: &HeaderMap) -> bool {
    headers.get(header::ORIGIN).is_none_or(|origin| {
        let origin = origin.to_str().ok().and_then(|it| it.parse::<Uri>().ok());
        origin.is_some_and(|origin| origin.host().is_some_and(is_this_machine))
    })
}

fn is_this_machine(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    bare.eq_ignore_ascii_case("localhost")
        || bare
            .parse()
            .is_ok_and(|address: std::net::IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn demo(change: impl FnOnce(&mut Settings)) -> Settings {
        let mut settings = Settings::defaults().unwrap();
        settings.demo = true;
        change(&mut settings);
        settings
    }

    fn is_open(settings: &Settings, lines: &[(&'static str, &str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, value.parse().unwrap());
        }
        are_open(settings, &headers, &Uri::from_static("/api/demo/enter"))
    }

    #[test]
    fn only_a_demo_on_this_machine_offers_them() {
        assert!(are_offered(&demo(|_| ())));
        assert!(!are_offered(&Settings::defaults().unwrap()));
        assert!(!are_offered(&demo(|settings| {
            settings.listen = "0.0.0.0:8080".parse().unwrap();
        })));
        assert!(!are_offered(&demo(|settings| {
            settings.public_url = "https://demo.townperk.example".to_owned();
        })));
        assert!(!are_offered(&demo(|settings| {
            settings.listen = "unix:/run/townperk.sock".parse().unwrap();
        })));
        assert!(are_offered(&demo(|settings| {
            settings.listen = "[::1]:8080".parse().unwrap();
        })));
        assert!(are_offered(&demo(|settings| {
            settings.public_url = "https://demo.townperk.example".to_owned();
            settings.demo_doors = true;
        })));
        let mut real = Settings::defaults().unwrap();
        real.demo_doors = true;
        assert!(!are_offered(&real));
    }

    #[test]
    fn a_stranger_finds_them_shut() {
        let settings = demo(|_| ());
        for host in [
            "127.0.0.1:8080",
            "localhost:8080",
            "LOCALHOST",
            "[::1]:8080",
        ] {
            assert!(is_open(&settings, &[("host", host)]), "{host}");
        }
        for lines in [
            &[][..],
            &[("host", "demo.townperk.example")],
            &[("host", "localhost.evil.example")],
            &[("host", "192.168.1.2:8080")],
            &[("host", "localhost"), ("x-forwarded-for", "203.0.113.9")],
            &[("host", "localhost"), ("forwarded", "for=203.0.113.9")],
            &[("host", "localhost"), ("via", "1.1 proxy")],
            &[
                ("host", "localhost"),
                ("origin", "https://demo.townperk.example"),
            ],
            &[("host", "localhost"), ("origin", "null")],
        ] {
            assert!(!is_open(&settings, lines), "{lines:?}");
        }
        let everybody = demo(|settings| settings.demo_doors = true);
        let lines = [
            ("host", "demo.townperk.example"),
            ("x-forwarded-for", "203.0.113.9"),
        ];
        assert!(is_open(&everybody, &lines));
    }
}
