//! The inbox: what waits for the administrator in all rooms, oldest first.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::{store, stories};
use crate::{
    features::{self, MAX_WAITING, Services, Waiting},
    platform::{
        error::{ErrorBody, Result},
        mail,
        web::Fresh,
    },
};

/// Pending items.
#[derive(Debug, Serialize, ToSchema)]
pub struct Inbox {
    pub items: Vec<Waiting>,
    /// Kinds with more pending items than `items` has.
    pub more: BTreeSet<&'static str>,
}

/// List pending items, oldest first: up to 200 of each kind.
#[utoipa::path(get, path = "/api/admin/inbox", tag = "administration",
    responses((status = 200, body = Inbox), (status = 401, body = ErrorBody)))]
pub async fn show_inbox(State(services): State<Services>) -> Result<Fresh<Inbox>> {
    let mut items = features::waiting(&services).await?;
    let asked: HashSet<String> = (items.iter())
        .filter(|item| item.kind == "listing")
        .filter_map(|item| item.shop_slug.clone())
        .collect();
    // A listing that has its own request isn't listed twice.
    let is_asked = |item: &Waiting| {
        item.shop_slug
            .as_ref()
            .is_some_and(|slug| asked.contains(slug))
    };
    items.retain(|item| item.kind != "shop" || !is_asked(item));
    items.sort_by_key(|item| (item.since, item.id.clone()));
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    items.retain(|item| {
        let count = counts.entry(item.kind).or_default();
        *count += 1;
        *count <= MAX_WAITING
    });
    let more = counts.into_iter().filter(|(_, count)| *count > MAX_WAITING);
    Ok(Fresh(Inbox {
        items,
        more: more.map(|(kind, _)| kind).collect(),
    }))
}

/// This room's own pending items: stories, unconfirmed listings, failed emails.
pub(super) async fn waiting_here(services: Services) -> Result<Vec<Waiting>> {
    let reads = services.database.reads();
    let rows = store::pending_stories(reads, MAX_WAITING as u64 + 1).await?;
    let told = stories::answers(&services, rows).await?;
    let mut items: Vec<Waiting> = told
        .into_iter()
        .map(|story| Waiting {
            kind: "story",
            id: story.id.to_string(),
            title: format!(
                "{}, {}",
                story.coffee_shop.name, story.coffee_shop.city_name
            ),
            text: [Some(story.prompt1_response), story.prompt2_response]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join("\n\n"),
            since: story.created_at,
            shop_slug: Some(story.coffee_shop.slug),
            record: None,
            version: Some(story.version),
            photo_url: story.photo_url,
        })
        .collect();
    let shops = store::unconfirmed_shops(&services.database).await?;
    let view = services.catalog.view();
    items.extend(shops.into_iter().map(|row| {
        let city = view.city(row.city_id).map(|entry| entry.city);
        let place = city.map_or_else(String::new, |city| format!("{}, {}", city.name, city.state));
        Waiting {
            kind: "shop",
            id: row.id.to_string(),
            title: format!("{}, {place}", row.name),
            text: [row.street, row.phone, row.website, row.description]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join("\n"),
            since: row.unconfirmed_since.unwrap_or(row.created_at),
            shop_slug: Some(row.slug),
            record: None,
            version: None,
            photo_url: None,
        }
    }));
    let mails = mail::dead(&services.database).await?;
    items.extend(mails.into_iter().map(|mail| Waiting {
        kind: "mail",
        id: mail.id.to_string(),
        title: mail.subject,
        text: format!("To {}. {}", mail.recipient, mail.error),
        since: mail.finished_at.unwrap_or(mail.created_at),
        shop_slug: None,
        record: None,
        version: None,
        photo_url: None,
    }));
    Ok(items)
}
