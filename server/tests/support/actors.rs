//! People with sessions, as guards see them.

use axum::body::Body;
use sea_orm::{EntityTrait, IntoActiveModel};
use serde_json::Value;
use townperk::{
    catalog::entities::{shop, shop_manager},
    platform::{
        mail::EmailAddress,
        sessions::{self, Kind},
    },
};
use uuid::Uuid;

use super::{Response, TestApp, Visitor};

impl TestApp {
    /// A person with this address, confirmed; returns the ID.
    pub async fn person(&self, email: &str) -> Uuid {
        self.person_with(email, true).await
    }

    /// A person who hasn't proven this address; returns the ID.
    pub async fn unconfirmed_person(&self, email: &str) -> Uuid {
        self.person_with(email, false).await
    }

    async fn person_with(&self, email: &str, is_confirmed: bool) -> Uuid {
        let address = EmailAddress::parse(email, "email").unwrap();
        let services = self.services.clone();
        let now = services.clock.now();
        let database = services.database.clone();
        database
            .transaction(move |transaction| {
                let (services, address) = (services.clone(), address.clone());
                Box::pin(async move {
                    let by = (&services.keys, &services.identifiers);
                    let person =
                        sessions::ensure_person(transaction, by, &address, None, now).await?;
                    if is_confirmed {
                        sessions::confirm_person(transaction, person.id, now).await?;
                    }
                    Ok(person.id)
                })
            })
            .await
            .unwrap()
    }

    /// Someone signed in with this proven address.
    pub async fn signed_in(&self, email: &str) -> Visitor {
        let person = self.person(email).await;
        self.with_session(Kind::Owner, Some(person)).await
    }

    /// This person, signed in without having proven an address.
    pub async fn signed_in_as(&self, person: Uuid) -> Visitor {
        self.with_session(Kind::Owner, Some(person)).await
    }

    /// The owner of `shop`, signed in.
    pub async fn owner_of(&self, shop: &shop::Model) -> Visitor {
        let email = format!("owner.of.{}@mail.example", shop.slug);
        let person = self.person(&email).await;
        self.edit_shop(shop.id, |row| row.owner_id = Some(person))
            .await;
        self.with_session(Kind::Owner, Some(person)).await
    }

    /// Somebody whom the owner of `shop` lets maintain it, signed in.
    pub async fn manager_of(&self, shop: &shop::Model) -> Visitor {
        let email = format!("manager.of.{}@mail.example", shop.slug);
        let person = self.person(&email).await;
        let owner = self.shop_row(shop.id).await.owner_id.unwrap();
        let now = self.clock.now();
        let row = shop_manager::Model {
            id: self.identifiers.next(),
            shop_id: shop.id,
            person_id: person,
            invited_by: owner,
            open_key: Some(format!("{}{}", shop.id.simple(), person.simple())),
            invited_at: now,
            accepted_at: Some(now),
            ended_at: None,
        };
        self.database
            .transaction(move |transaction| {
                let row = row.clone();
                Box::pin(async move {
                    let row = row.into_active_model();
                    let added = shop_manager::Entity::insert(row);
                    added.exec_without_returning(transaction).await?;
                    Ok(())
                })
            })
            .await
            .unwrap();
        self.with_session(Kind::Owner, Some(person)).await
    }

    /// The person who listed `shop` and confirmed the address, signed in.
    pub async fn submitter_of(&self, shop: &shop::Model) -> Visitor {
        let email = format!("submitter.of.{}@mail.example", shop.slug);
        let person = self.person(&email).await;
        self.edit_shop(shop.id, |row| row.submitter_id = Some(person))
            .await;
        self.with_session(Kind::Owner, Some(person)).await
    }

    /// The administrator, signed in.
    pub async fn administrator(&self) -> Visitor {
        self.with_session(Kind::Admin, None).await
    }

    /// The cookie of the administrator's session.
    pub async fn administrator_cookie(&self) -> String {
        self.session_cookie(Kind::Admin, None).await
    }

    async fn with_session(&self, kind: Kind, person: Option<Uuid>) -> Visitor {
        let cookie = self.session_cookie(kind, person).await;
        self.visitor().with("cookie", &cookie)
    }

    async fn session_cookie(&self, kind: Kind, person: Option<Uuid>) -> String {
        let services = self.services.clone();
        let now = services.clock.now();
        let client = townperk::platform::web::Client::unknown();
        let database = services.database.clone();
        let token = database
            .transaction(move |transaction| {
                let (services, client) = (services.clone(), client.clone());
                Box::pin(async move {
                    let by = (&services.keys, &services.identifiers);
                    sessions::open(transaction, by, (kind, person), &client, now).await
                })
            })
            .await
            .unwrap();
        let cookie = sessions::set(kind, &token, self.services.is_secure());
        let (pair, _) = cookie.split_once(';').unwrap();
        pair.to_owned()
    }
}

impl Visitor {
    /// Sends JSON.
    pub async fn send_json(&self, method: &str, path: &str, body: &Value) -> Response {
        let visitor = self.clone().with("content-type", "application/json");
        visitor
            .send(method.parse().unwrap(), path, Body::from(body.to_string()))
            .await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Response {
        self.send_json("POST", path, body).await
    }

    pub async fn put(&self, path: &str, body: &Value) -> Response {
        self.send_json("PUT", path, body).await
    }

    pub async fn patch(&self, path: &str, body: &Value) -> Response {
        self.send_json("PATCH", path, body).await
    }

    pub async fn delete(&self, path: &str) -> Response {
        self.send("DELETE".parse().unwrap(), path, Body::empty())
            .await
    }

    /// The same browser with the cookies set by `response`.
    pub fn keeping_cookies_of(&self, response: &Response) -> Self {
        let pairs: Vec<&str> = response
            .headers()
            .get_all("set-cookie")
            .iter()
            .filter_map(|value| value.to_str().unwrap().split(';').next())
            .collect();
        if pairs.is_empty() {
            return self.clone();
        }
        self.clone().with("cookie", &pairs.join("; "))
    }
}
