//! Random changes to the directory.

use proptest::prelude::*;
use sea_orm::{EntityTrait, QueryOrder};
use serde_json::json;
use townperk::{
    catalog::{
        entities::{
            photo::{self, OwnerKind},
            shop,
        },
        photos::Owner,
    },
    features::analytics,
};
use uuid::Uuid;

use super::{cities, shops};
use crate::support::{Node, TestApp, Write};

/// A change to the directory. Numbers select among what exists.
#[derive(Clone, Debug)]
pub(super) enum Operation {
    AddCity(u8),
    AddShop(u8, u8),
    RenameShop(u8, u8),
    MoveShop(u8, u8),
    Hide(u8),
    Close(u8),
    Delete(u8),
    Vote(u8, u8),
    RenameCity(u8, u8),
    ReslugCity(u8, u8),
    RemoveShop(u8),
    Rate(u8, u8),
    /// Its hours are confirmed, now or nearly a year ago, or the confirmation is taken back.
    Confirm(u8, u8),
    /// A real vote, by one of a few visitors.
    Cast(u8, u8),
    /// Midnight passes, and every node ranks again.
    NextDay,
    /// One of a few articles: published, a draft, or scheduled within a day.
    WriteArticle(u8, u8),
    /// Views of an article are written and displayed.
    ViewArticle(u8),
    /// A shop or its town gets a photo, possibly for a day only.
    AddPhoto(u8, u8),
    /// A photo is removed or restored.
    RemovePhoto(u8),
}

/// Any operation, with frequent ones more likely.
pub(super) fn operation() -> impl Strategy<Value = Operation> {
    let byte = any::<u8>;
    prop_oneof![
        2 => byte().prop_map(Operation::AddCity),
        6 => (byte(), byte()).prop_map(|(city, name)| Operation::AddShop(city, name)),
        2 => (byte(), byte()).prop_map(|(shop, name)| Operation::RenameShop(shop, name)),
        2 => (byte(), byte()).prop_map(|(shop, city)| Operation::MoveShop(shop, city)),
        1 => byte().prop_map(Operation::Hide),
        1 => byte().prop_map(Operation::Close),
        1 => byte().prop_map(Operation::Delete),
        3 => (byte(), byte()).prop_map(|(shop, votes)| Operation::Vote(shop, votes % 3)),
        1 => (byte(), byte()).prop_map(|(city, name)| Operation::RenameCity(city, name)),
        1 => (byte(), byte()).prop_map(|(city, name)| Operation::ReslugCity(city, name)),
        1 => byte().prop_map(Operation::RemoveShop),
        2 => (byte(), byte()).prop_map(|(shop, rating)| Operation::Rate(shop, rating)),
        3 => (byte(), byte()).prop_map(|(shop, age)| Operation::Confirm(shop, age)),
        4 => (byte(), byte()).prop_map(|(shop, visitor)| Operation::Cast(shop, visitor)),
        1 => Just(Operation::NextDay),
        2 => (byte(), byte()).prop_map(|(article, how)| Operation::WriteArticle(article, how)),
        2 => byte().prop_map(Operation::ViewArticle),
        3 => (byte(), byte()).prop_map(|(shop, how)| Operation::AddPhoto(shop, how)),
        2 => byte().prop_map(Operation::RemovePhoto),
    ]
}

fn pick<T: Clone>(all: &[T], number: u8) -> Option<T> {
    (!all.is_empty()).then(|| all[usize::from(number) % all.len()].clone())
}

/// Performs it on one node.
pub(super) async fn happen(node: &TestApp, operation: &Operation) {
    let (cities, shops) = (cities(node).await, shops(node).await);
    let city_of = |number: u8| pick(&cities, number);
    let shop_of = |number: u8| pick(&shops, number).map(|shop| shop.id);
    match *operation {
        Operation::AddCity(name) => {
            let name = format!("Town {name}");
            if !cities.iter().any(|city| city.name == name) {
                node.city(&name, "LA")
                    .at(31.0 + f64::from(cities.len() as u8) / 10.0, -92.0)
                    .await;
            }
        }
        Operation::AddShop(city, name) => {
            if let Some(city) = city_of(city) {
                node.shop(&city)
                    .name(&format!("Shop {name} {}", shops.len()))
                    .await;
            }
        }
        Operation::RenameShop(shop, name) => {
            if let Some(id) = shop_of(shop) {
                node.edit_shop(id, |row| row.name = format!("Other {name}"))
                    .await;
            }
        }
        Operation::MoveShop(shop, city) => {
            if let (Some(id), Some(city)) = (shop_of(shop), city_of(city)) {
                node.edit_shop(id, |row| row.city_id = city.id).await;
            }
        }
        Operation::Hide(shop) => {
            edit(node, shop_of(shop), |row, _| row.is_active = !row.is_active).await
        }
        Operation::Close(shop) => {
            edit(node, shop_of(shop), |row, now| row.closed_at = Some(now)).await
        }
        Operation::Delete(shop) => {
            edit(node, shop_of(shop), |row, now| row.deleted_at = Some(now)).await
        }
        Operation::Vote(shop, votes) => {
            if let Some(id) = shop_of(shop) {
                node.vote(id, i64::from(votes)).await;
            }
        }
        Operation::RenameCity(city, name) => {
            if let Some(city) = city_of(city) {
                node.edit_city(city.id, |row| row.name = format!("Renamed {name}"))
                    .await;
            }
        }
        Operation::ReslugCity(city, name) => {
            let slug = format!("slug-{name}-la");
            if let Some(city) =
                city_of(city).filter(|_| !cities.iter().any(|city| city.slug == slug))
            {
                node.edit_city(city.id, |row| row.slug = slug).await;
            }
        }
        Operation::RemoveShop(shop) => {
            if let Some(id) = shop_of(shop) {
                node.write(vec![Write::RemoveShop(id)]).await;
            }
        }
        Operation::Rate(shop, rating) => {
            edit(node, shop_of(shop), |row, _| {
                row.google_rating = Some(3.0 + f64::from(rating % 20) / 10.0);
                row.google_review_count = (rating % 3 > 0).then(|| i32::from(rating));
            })
            .await
        }
        Operation::Confirm(shop, age) => {
            edit(node, shop_of(shop), |row, now| {
                let days = 363 + i64::from(age / 3 % 4);
                row.hours_confirmed_at = match age % 3 {
                    0 => None,
                    1 => Some(now),
                    _ => Some(now - chrono::TimeDelta::days(days)),
                };
            })
            .await
        }
        Operation::Cast(shop, visitor) => {
            if let Some(id) = shop_of(shop) {
                let path = format!("/api/coffee-shops/{id}/upvote");
                // Each has its own network, so some are refused and some aren't.
                let visitor = node.visitor().from(&format!("10.0.{}.1", visitor % 4));
                let answer = visitor
                    .send(axum::http::Method::POST, &path, axum::body::Body::empty())
                    .await;
                assert!(
                    matches!(answer.status(), 200 | 404 | 409 | 429),
                    "{}",
                    answer.status()
                );
            }
        }
        Operation::NextDay => {
            node.clock.advance(chrono::TimeDelta::days(1));
        }
        Operation::WriteArticle(article, how) => write_article(node, article, how).await,
        Operation::AddPhoto(shop, how) => {
            if let Some(shop) = pick(&shops, shop) {
                let ends = node.clock.now() + chrono::TimeDelta::days(1);
                let owner = match how % 3 {
                    0 => Owner::City(shop.city_id),
                    _ => Owner::Shop(shop.id),
                };
                node.photo_with(owner, |new| {
                    new.expires_at = (how % 4 == 0).then_some(ends);
                })
                .await;
            }
        }
        Operation::RemovePhoto(photo) => remove_photo(node, photo).await,
        Operation::ViewArticle(article) => {
            let articles = node.catalog.view().articles();
            if let Some(article) = pick(&articles, article) {
                let event = json!({"eventType": "page_view", "articleId": article.facts.id});
                let browser = node
                    .visitor()
                    .with("user-agent", "Mozilla/5.0 Firefox/128.0");
                let browser = browser.with("content-type", "application/json");
                let body = axum::body::Body::from(event.to_string());
                let path = "/api/analytics/track";
                browser
                    .send(axum::http::Method::POST, path, body)
                    .await
                    .expect(202);
                analytics::write(&node.services).await.unwrap();
                analytics::show_views(&node.services).await.unwrap();
            }
        }
    }
}

async fn remove_photo(node: &TestApp, number: u8) {
    let photos = photo::Entity::find().order_by_asc(photo::Column::Id);
    let photos = photos.all(node.database.reads()).await.unwrap();
    let Some(photo) = pick(&photos, number) else {
        return;
    };
    let owner = match photo.owner_kind {
        OwnerKind::City => Owner::City(photo.owner_id),
        _ => Owner::Shop(photo.owner_id),
    };
    let now = node.clock.now();
    let toggled = photo.removed_at.is_none().then_some(now);
    node.edit_photo(owner, &photo, |row| row.removed_at = toggled)
        .await;
}

async fn write_article(node: &TestApp, article: u8, how: u8) {
    let published = match how % 4 {
        0 => String::new(),
        hours => {
            let moment = node.clock.now() + chrono::TimeDelta::hours(12 * i64::from(hours) - 24);
            format!("\npublished: {}", moment.to_rfc3339())
        }
    };
    let category = if how.is_multiple_of(3) {
        ""
    } else {
        "\ncategory: brewing"
    };
    let head = format!("title: Title {how}\nexcerpt: y\ntags: water{category}{published}");
    node.article_of(&format!("article-{}", article % 4), &head, "words")
        .await;
}

async fn edit(
    node: &Node,
    id: Option<Uuid>,
    edit: impl FnOnce(&mut shop::Model, chrono::DateTime<chrono::Utc>),
) {
    if let Some(id) = id {
        let now = node.clock.now();
        node.edit_shop(id, |row| edit(row, now)).await;
    }
}
