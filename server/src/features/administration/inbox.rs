//! The inbox: what waits for the administrator in all rooms, oldest first.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::{store, stories};
use crate::{
    features::{MAX_WAITING, Services, Waiting, WaitingCount},
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
    let mut items = services.rooms.waiting(&services).await?;
    leave_out_twins(&mut items);
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

/// How much waits, by kind.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct InboxCounts {
    pub total: u64,
    /// Kinds of which nothing waits aren't listed.
    pub kinds: BTreeMap<&'static str, KindCount>,
}

/// How many items of a kind wait.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct KindCount {
    pub count: u64,
    /// Since when the first of them has waited.
    #[schema(required)]
    pub oldest: Option<DateTime<Utc>>,
    /// Since when the last of them has waited.
    #[serde(skip)]
    pub newest: Option<DateTime<Utc>>,
}

impl InboxCounts {
    pub(super) fn add(&mut self, counted: &WaitingCount) {
        if counted.count == 0 {
            return;
        }
        let known = self.kinds.entry(counted.kind).or_default();
        known.count += counted.count;
        known.oldest = [known.oldest, counted.oldest].into_iter().flatten().min();
        known.newest = known.newest.max(counted.newest);
        self.total += counted.count;
    }
}

/// Count pending items: as many as wait, also where the inbox lists only the oldest.
#[utoipa::path(get, path = "/api/admin/counts", tag = "administration",
    responses((status = 200, body = InboxCounts), (status = 401, body = ErrorBody)))]
pub async fn show_counts(State(services): State<Services>) -> Result<Fresh<InboxCounts>> {
    counts(&services).await.map(Fresh)
}

pub(super) async fn counts(services: &Services) -> Result<InboxCounts> {
    let (counted, mut items) = services.rooms.waiting_counts(services).await?;
    items.extend(waiting_shops(services).await?);
    leave_out_twins(&mut items);
    let mut counts = InboxCounts::default();
    for counted in &counted {
        counts.add(counted);
    }
    for item in items {
        counts.add(&WaitingCount {
            kind: item.kind,
            count: 1,
            oldest: Some(item.since),
            newest: Some(item.since),
        });
    }
    Ok(counts)
}

/// This room's numbers of what it lists in part. Its unconfirmed listings are all read, because some have a twin.
pub(super) async fn counts_here(services: Services) -> Result<Vec<WaitingCount>> {
    let stories = store::count_pending_stories(services.database.reads()).await?;
    let mails = mail::count_dead(&services.database).await?;
    Ok(vec![
        WaitingCount::of("story", stories),
        WaitingCount::of("mail", mails),
    ])
}

/// A listing that has its own request isn't listed twice.
fn leave_out_twins(items: &mut Vec<Waiting>) {
    let asked: HashSet<String> = (items.iter())
        .filter(|item| item.kind == "listing")
        .filter_map(|item| item.shop_slug.clone())
        .collect();
    let is_asked = |item: &Waiting| {
        item.shop_slug
            .as_ref()
            .is_some_and(|slug| asked.contains(slug))
    };
    items.retain(|item| item.kind != "shop" || !is_asked(item));
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
            blocked: None,
        })
        .collect();
    items.extend(waiting_shops(&services).await?);
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
        blocked: None,
    }));
    Ok(items)
}

/// Listings whose address isn't confirmed.
async fn waiting_shops(services: &Services) -> Result<Vec<Waiting>> {
    let shops = store::unconfirmed_shops(&services.database).await?;
    let view = services.catalog.view();
    let items = shops.into_iter().map(|row| {
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
            blocked: None,
        }
    });
    Ok(items.collect())
}
