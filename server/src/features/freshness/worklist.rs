//! The shops whose hours nobody has confirmed within a year: first those with the oldest word times the most views.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap, HashSet},
};

use axum::extract::{RawQuery, State};
use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    people::{PAUSE, has_hours, people_of},
    store,
};
use crate::{
    catalog::{Shop, View, answers::week_in_words, freshness::COUNTS_FOR},
    features::Services,
    platform::{
        arguments::{Arguments, Parameter},
        error::{ErrorBody, Result},
        search_words::Sought,
        web::Fresh,
    },
};

/// Shops per page.
const PAGE_SIZE: usize = 20;
/// How long the list waits for an owner's answer.
const ANSWER_TIME: TimeDelta = TimeDelta::days(30);

/// One page of the worklist.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Worklist {
    pub items: Vec<WorklistItem>,
    /// Number of shops on all pages.
    pub total: usize,
}

/// A shop whose hours need somebody's word.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorklistItem {
    pub id: Uuid,
    pub slug: String,
    pub name: String,
    /// Such as `Alexandria, LA`.
    pub city: String,
    #[schema(required)]
    pub phone: Option<String>,
    /// For a `tel:` link.
    #[schema(required)]
    pub telephone: Option<String>,
    #[schema(required)]
    pub website: Option<String>,
    /// What visitors read; null if there are none.
    #[schema(required)]
    pub hours: Option<String>,
    /// When somebody or a list last said so; null if nobody knows.
    #[schema(required)]
    pub dated: Option<DateTime<Utc>>,
    /// Views of its page during the days that are kept.
    pub views: i64,
    /// Whether its people can be asked by email: there are some with a confirmed address, and they weren't asked within 180
    /// days.
    pub can_ask: bool,
    /// When its people were last asked.
    #[schema(required)]
    pub asked_at: Option<DateTime<Utc>>,
    /// To be sent back with a confirmation.
    pub version: i64,
}

/// List the shops whose hours nobody has confirmed within a year, first those with the oldest word times the most views.
#[utoipa::path(get, path = "/api/admin/worklist", tag = "administration",
    params(("search" = Option<String>, Query, description = "Words of name, town or state", max_length = 100,
            pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("has" = Option<String>, Query, description = "Only shops with a `phone`, a `website` or `people` of their own", pattern = "^(phone|website|people)$"),
        ("page" = Option<u32>, Query, minimum = 1, maximum = 100_000)),
    responses((status = 200, body = Worklist), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
pub async fn list_work(
    State(services): State<Services>,
    RawQuery(query): RawQuery,
) -> Result<Fresh<Worklist>> {
    let known = [
        Parameter::text("search", 100),
        Parameter::choice("has", &["phone", "website", "people"]),
        Parameter::integer("page", Some(1), 1, 100_000),
    ];
    let asked = Arguments::parse(
        BTreeMap::new(),
        query.as_deref().unwrap_or_default(),
        &known,
    )?;
    let page = asked.integer("page").unwrap_or(1);
    let reads = services.database.reads();
    let now = services.clock.now();
    let views = store::views(reads).await?;
    let hidden = store::hidden(reads, now, now - ANSWER_TIME).await?;
    let people = match asked.query("has") {
        Some("people") => store::with_people(reads).await?,
        _ => HashSet::new(),
    };
    let view = services.catalog.view();
    let found = services
        .cpu
        .run(move || find(&view, &asked, &views, (&hidden, &people)))
        .await?;
    let total = found.len();
    let shown = found.into_iter().skip((page - 1) * PAGE_SIZE);
    let shown: Vec<(Uuid, i64)> = shown.take(PAGE_SIZE).collect();
    let items = items(&services, &shown).await?;
    Ok(Fresh(Worklist { items, total }))
}

/// The shops that wait, with their views, in order.
fn find(
    view: &View,
    asked: &Arguments,
    views: &HashMap<Uuid, i64>,
    (hidden, people): (&HashSet<Uuid>, &HashSet<Uuid>),
) -> Vec<(Uuid, i64)> {
    let sought = Sought::of(asked.query("search").unwrap_or_default());
    let has = asked.query("has");
    let mut found = Vec::new();
    view.each_listed_shop(|shop, town| {
        let confirmed = shop.hours_confirmed_at;
        let is_fresh = confirmed.is_some_and(|at| at > view.now() - COUNTS_FOR);
        let has_it = match has {
            Some("phone") => shop.telephone.is_some(),
            Some("website") => shop.website.is_some(),
            Some(_) => people.contains(&shop.id),
            None => true,
        };
        if is_fresh || !has_it || hidden.contains(&shop.id) {
            return;
        }
        if !sought.is_empty() {
            let (name, state) = (&town.city.name, &town.city.state);
            if !sought.are_in(&format!("{} {name} {state}", shop.name)) {
                return;
            }
        }
        let views = views.get(&shop.id).copied().unwrap_or_default();
        let weight = age(shop, view.now()).saturating_mul(1 + views);
        found.push((Reverse(weight), shop.id, views));
    });
    found.sort_unstable();
    found
        .into_iter()
        .map(|(_, id, views)| (id, views))
        .collect()
}

/// Days since somebody or a list gave the hours; where nobody did, since the shop is listed, twice.
fn age(shop: &Shop, now: DateTime<Utc>) -> i64 {
    match shop.hours_dated() {
        Some(at) => (now - at).num_days().max(1),
        None => 2 * (now - shop.created_at).num_days().max(1),
    }
}

async fn items(services: &Services, shown: &[(Uuid, i64)]) -> Result<Vec<WorklistItem>> {
    let reads = services.database.reads();
    let ids: Vec<Uuid> = shown.iter().map(|(id, _)| *id).collect();
    let rows = store::shops(reads, &ids).await?;
    let people: Vec<Uuid> = rows.values().filter_map(people_of).collect();
    let people = store::reachable(reads, &people).await?;
    let asked = store::asked(reads, &ids).await?;
    let view = services.catalog.view();
    let item = |(id, views): &(Uuid, i64)| {
        let (row, shop) = (rows.get(id)?, view.any_shop(*id)?);
        let town = view.city(row.city_id)?.city;
        let asked_at = asked.get(id).copied();
        let is_reachable = people_of(row).is_some_and(|person| people.contains(&person));
        Some(WorklistItem {
            id: *id,
            slug: row.slug.clone(),
            name: row.name.clone(),
            city: format!("{}, {}", town.name, town.state),
            phone: row.phone.clone(),
            telephone: row.telephone.clone(),
            website: row.website.clone(),
            hours: week_in_words(&view, &shop).or_else(|| row.hours.clone()),
            dated: shop.hours_dated(),
            views: *views,
            can_ask: is_reachable
                && has_hours(row)
                && asked_at.is_none_or(|at| at <= view.now() - PAUSE),
            asked_at,
            version: row.edition,
        })
    };
    Ok(shown.iter().filter_map(item).collect())
}
