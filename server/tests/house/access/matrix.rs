//! Every endpoint, called by everyone.

use std::collections::{BTreeMap, BTreeSet};

use axum::body::Body;
use townperk::{catalog::entities::city, platform::web::Access};

use super::{
    super::{EVERYBODY_MAY_READ, METHODS, filled},
    ENDPOINTS,
};
use crate::support::{Engine, TestApp, Visitor};

#[test]
fn every_endpoint_is_described_and_has_an_owner() {
    let declared: BTreeSet<(String, String, String)> = townperk::rooms::ROOMS
        .routes()
        .into_iter()
        .filter(|route| route.path.starts_with("/api/"))
        .flat_map(|route| {
            route.endpoints.into_iter().map(move |endpoint| {
                let access = format!("{:?}", endpoint.access);
                (endpoint.method.to_string(), route.path.to_owned(), access)
            })
        })
        .collect();
    let listed: BTreeSet<(String, String, String)> = ENDPOINTS
        .iter()
        .map(|(method, path, access)| {
            (
                (*method).to_owned(),
                (*path).to_owned(),
                format!("{access:?}"),
            )
        })
        .collect();
    assert_eq!(declared, listed, "what rooms declare and the matrix differ");

    let document: serde_json::Value =
        serde_json::from_str(&townperk::http::openapi_document()).unwrap();
    let described: BTreeSet<(String, String)> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().unwrap().keys();
            methods.map(|method| (method.to_uppercase(), path.clone()))
        })
        .collect();
    let reads = EVERYBODY_MAY_READ.iter().map(|path| ("GET", *path));
    let known: BTreeSet<(String, String)> = reads
        .chain(ENDPOINTS.iter().map(|(method, path, _)| (*method, *path)))
        .map(|(method, path)| (method.to_owned(), path.to_owned()))
        .collect();
    assert_eq!(described, known, "described routes and the matrix differ");
}

/// A caller, and their relationship to the shop in the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Who {
    Anonymous,
    Submitter,
    ManagerOfThis,
    OwnerOfThis,
    OwnerOfAnother,
    Administrator,
}

impl Who {
    const EVERYBODY: [Self; 6] = [
        Self::Anonymous,
        Self::Submitter,
        Self::ManagerOfThis,
        Self::OwnerOfThis,
        Self::OwnerOfAnother,
        Self::Administrator,
    ];

    /// The status of the refusal; `None` if the request is admitted.
    fn refused(self, access: Access) -> Option<u16> {
        match (access, self) {
            // This isn't a demo.
            (Access::Demo, _) => Some(404),
            (Access::Anyone | Access::SignedCall, _)
            | (
                Access::SignedIn,
                Self::Submitter | Self::ManagerOfThis | Self::OwnerOfThis | Self::OwnerOfAnother,
            )
            | (Access::ShopEditor, Self::Submitter)
            | (Access::ShopEditor | Access::ShopManager, Self::ManagerOfThis)
            | (
                Access::ShopEditor
                | Access::ShopManager
                | Access::ShopOwner
                | Access::ShopOwnerOrCheckout,
                Self::OwnerOfThis,
            )
            | (_, Self::Administrator)
                if !(access == Access::SignedIn && self == Self::Administrator) =>
            {
                None
            }
            (
                Access::ShopEditor
                | Access::ShopManager
                | Access::ShopOwner
                | Access::ShopOwnerOrCheckout,
                Self::OwnerOfAnother,
            )
            | (
                Access::ShopManager | Access::ShopOwner | Access::ShopOwnerOrCheckout,
                Self::Submitter,
            )
            | (Access::ShopOwner | Access::ShopOwnerOrCheckout, Self::ManagerOfThis)
            | (
                Access::Administrator | Access::ConfirmedAdministrator,
                Self::Submitter | Self::ManagerOfThis | Self::OwnerOfThis | Self::OwnerOfAnother,
            ) => Some(403),
            _ => Some(401),
        }
    }

    /// Such a caller, with a shop that no other caller touches.
    async fn caller(self, app: &TestApp, city: &city::Model) -> (Visitor, String) {
        let shop = app.shop(city).await;
        let caller = match self {
            Self::Anonymous => app.visitor(),
            Self::Submitter => app.submitter_of(&shop).await,
            Self::ManagerOfThis => {
                app.owner_of(&shop).await;
                app.manager_of(&shop).await
            }
            Self::OwnerOfThis => app.owner_of(&shop).await,
            Self::OwnerOfAnother => {
                let another = app.shop(city).await;
                app.owner_of(&another).await
            }
            Self::Administrator => app.administrator().await,
        };
        (caller, shop.slug)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_guard_lets_in_whom_the_matrix_says() {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    let city = app.city("Alexandria", "LA").await;
    // Open-ended responses end at once.
    app.services().closing.close();
    let mut table: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut callers = BTreeMap::new();
    for (method, path, access) in ENDPOINTS {
        for who in Who::EVERYBODY {
            let (caller, shop) = match callers.remove(&who) {
                Some(unchanged) => unchanged,
                None => who.caller(&app, &city).await,
            };
            let address = path
                .replace("{slugOrId}", &shop)
                .replace("{slug}", &shop)
                .replace("{id}", "00000000-0000-7000-8000-000000000000")
                .replace("{entry}", "00000000-0000-7000-8000-000000000000");
            let answer = caller
                .clone()
                .with("content-type", "application/json")
                .send(method.parse().unwrap(), &address, Body::from("{}"))
                .await;
            let status = answer.status();
            match who.refused(*access) {
                Some(refused) => {
                    assert_eq!(status, refused, "{method} {path} by {who:?}");
                    let code = answer.json()["code"].as_str().unwrap().to_owned();
                    let expected = match refused {
                        401 => "unauthorized",
                        403 => "forbidden",
                        _ => "not_found",
                    };
                    assert_eq!(code, expected, "{method} {path} by {who:?}");
                }
                // Login itself answers 401 to a wrong password; here the body is refused first. What only an owner or a manager may
                // do is refused to an administrator by its handler, and to leave a shop is asked of managers alone.
                None => assert!(
                    status != 401
                        && (status != 403 || who == Who::Administrator || *method != "GET"),
                    "{method} {path} by {who:?}: {}",
                    answer.text()
                ),
            }
            // Whoever was admitted may have ended the session, or changed the shop.
            if *method == "GET" || who.refused(*access).is_some() {
                callers.insert(who, (caller, shop));
            }
            table
                .entry(format!("{method} {path}"))
                .or_default()
                .push(format!("{who:?} {status}"));
        }
    }
    for (endpoint, statuses) in table {
        println!("{endpoint}: {}", statuses.join(", "));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn public_reads_answer_with_every_room_present() {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    for path in EVERYBODY_MAY_READ {
        let status = app.visitor().get(&filled(path)).await.status();
        let expected = match *path {
            // This machine's address has no place.
            "/api/geo/locate" => 204,
            "/api/coffee-shops/by-ids" | "/api/geo/reverse" | "/api/places" => 400,
            path if path.contains('{') => 404,
            _ => 200,
        };
        assert_eq!(status, expected, "{path}");
        let written: Vec<&str> = ENDPOINTS
            .iter()
            .filter(|(_, known, _)| covers(known, path))
            .map(|(method, _, _)| *method)
            .collect();
        for method in METHODS {
            if written.contains(&method) {
                continue;
            }
            let answer = app
                .visitor()
                .send(method.parse().unwrap(), &filled(path), Body::empty())
                .await;
            assert_eq!(answer.status(), 405, "{method} {path}");
        }
    }
}

/// A read is cached even if a room writes to the same URL.
#[tokio::test(flavor = "multi_thread")]
async fn a_read_beside_a_write_is_still_cached() {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let path = format!("/api/coffee-shops/{}", shop.slug);
    let first = app.visitor().get(&path).await.expect(200);
    assert_eq!(first.header("cache-control"), "no-cache");
    assert!(!first.header("etag").is_empty());
    let second = app
        .visitor()
        .with("if-none-match", first.header("etag"))
        .get(&path)
        .await;
    assert_eq!(second.status(), 304);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_administrators_part_is_closed_as_a_whole() {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    let administrator = app.administrator().await;
    let city = app.city("Alexandria", "LA").await;
    let owner = app.owner_of(&app.shop(&city).await).await;
    for path in ["/api/admin/nothing", "/api/admin/stats/nothing"] {
        for method in ["GET", "POST", "DELETE"] {
            let method = method.parse().unwrap();
            let stranger = app.visitor().send(method, path, Body::empty()).await;
            assert_eq!(stranger.status(), 401, "{path}");
        }
        assert_eq!(owner.get(path).await.status(), 403, "{path}");
        assert_eq!(administrator.get(path).await.status(), 404, "{path}");
    }
    assert_eq!(app.visitor().get("/api/analytics").await.status(), 401);
}

/// Whether requests for `path` reach the endpoint at `pattern`.
fn covers(pattern: &str, path: &str) -> bool {
    let (pattern, path): (Vec<_>, Vec<_>) =
        (pattern.split('/').collect(), path.split('/').collect());
    pattern.len() == path.len()
        && pattern
            .iter()
            .zip(&path)
            .all(|(wanted, part)| wanted.starts_with('{') || wanted == part)
}
