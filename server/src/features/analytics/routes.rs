//! `POST /api/analytics/track`.

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    ARTICLE, REFERRER, SHOWN,
    rules::{self, EventType},
};
use crate::{
    catalog::{Lookup, View},
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        event_counts::Event,
        given::whole_number,
        limits::table::EVENTS_OF_A_NETWORK,
        web::{Access, Client, Fresh, JsonBody, Route},
    },
};

/// Events are small.
const LARGEST_BODY: usize = 8 * 1024;
/// How many displayed shops one search event may name.
const MAX_SHOWN: usize = 50;

/// Something that a visitor did.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TrackedEvent {
    pub event_type: EventType,
    /// The page's path, such as `/cities/alexandria-la`.
    #[schema(max_length = 300)]
    pub page: Option<String>,
    pub city_id: Option<Uuid>,
    pub coffee_shop_id: Option<Uuid>,
    pub article_id: Option<Uuid>,
    /// The search text. The first 100 characters are kept.
    #[schema(max_length = 300)]
    pub query: Option<String>,
    /// The number of results.
    #[serde(default, deserialize_with = "whole_number")]
    #[schema(minimum = 0, maximum = 1_000_000)]
    pub results: Option<i64>,
    /// IDs of the shops that the search showed.
    #[serde(default)]
    #[schema(max_items = 50)]
    pub shop_ids: Vec<Uuid>,
    /// For page views: the URL of the referring site. Only its host is kept.
    #[schema(max_length = 300)]
    pub referrer: Option<String>,
    /// A JSON object as text. For `boost_plan_selected`, its `plan_type` must be `subscription` or `one_time`.
    #[schema(max_length = 2000)]
    pub metadata: Option<String>,
}

/// The event was accepted.
#[derive(Debug, Serialize, ToSchema)]
pub struct Tracked {}

pub(super) fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/analytics/track")
            .post(Access::Anyone, track)
            .with_largest_body(LARGEST_BODY),
    ]
}

/// Count a visitor's action. Nothing about the visitor is stored, and bots aren't counted. Rejected with 400 if the shop,
/// town or article doesn't exist.
#[utoipa::path(post, path = "/api/analytics/track", tag = "analytics", request_body = TrackedEvent,
    responses((status = 202, body = Tracked), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn track(
    State(services): State<Services>,
    client: Client,
    JsonBody(event): JsonBody<TrackedEvent>,
) -> Result<impl IntoResponse> {
    services
        .limits
        .check(&EVENTS_OF_A_NETWORK, client.network())?;
    let view = services.catalog.view();
    let (subject, detail) = counted(&view, &event)?;
    if !rules::is_robot(client.user_agent()) {
        let day = services.clock.now().date_naive();
        let add = |kind, subject, detail, results| {
            let event = Event {
                day,
                kind,
                subject,
                detail,
            };
            services.events.add(event, results);
        };
        add(event.event_type.name(), subject, detail, event.results);
        if event.event_type == EventType::Search {
            for shop in shown(&view, &event.shop_ids) {
                add(SHOWN, shop, String::new(), None);
            }
        }
        if event.event_type == EventType::PageView
            && let Some(host) = event.referrer.as_deref().and_then(rules::host_of)
            && rules::host_of(&services.settings.origin()).as_ref() != Some(&host)
        {
            add(REFERRER, Uuid::nil(), host, None);
        }
    }
    Ok((StatusCode::ACCEPTED, Fresh(Tracked {})))
}

/// The existing shops among `ids`, without repeats.
fn shown(view: &View, ids: &[Uuid]) -> Vec<Uuid> {
    let mut shops: Vec<Uuid> = ids
        .iter()
        .filter(|id| matches!(view.shop(**id), Lookup::Found(_)))
        .copied()
        .collect();
    shops.sort_unstable();
    shops.dedup();
    shops
}

/// The event's subject and detail. Subjects that don't exist are refused, so nobody can fill the counts with junk.
fn counted(view: &View, event: &TrackedEvent) -> Result<(Uuid, String)> {
    for (field, text, longest) in [
        ("page", &event.page, 300),
        ("query", &event.query, 300),
        ("metadata", &event.metadata, 2000),
        ("referrer", &event.referrer, 300),
    ] {
        if text
            .as_ref()
            .is_some_and(|text| text.chars().count() > longest)
        {
            return Err(Error::invalid_field(
                field,
                format!("Up to {longest} characters are allowed."),
            ));
        }
    }
    if event
        .results
        .is_some_and(|results| !(0..=1_000_000).contains(&results))
    {
        return Err(Error::invalid_field(
            "results",
            "A number of 0 or more is required.",
        ));
    }
    if event.shop_ids.len() > MAX_SHOWN {
        return Err(Error::invalid_field(
            "shopIds",
            format!("Up to {MAX_SHOWN} shops are allowed."),
        ));
    }
    let shop = || match event.coffee_shop_id {
        None => Err(Error::invalid_field("coffeeShopId", "A shop is required.")),
        Some(id) => match view.shop(id) {
            Lookup::Found(shop) => Ok(shop.id),
            _ => Err(Error::invalid_field(
                "coffeeShopId",
                "There is no such shop.",
            )),
        },
    };
    match event.event_type {
        EventType::PageView => match (event.city_id, event.article_id) {
            (Some(id), _) if view.city(id).is_some() => Ok((id, "city".to_owned())),
            (Some(_), _) => Err(Error::invalid_field("cityId", "There is no such town.")),
            (None, Some(id)) if is_article(view, id) => Ok((id, ARTICLE.to_owned())),
            (None, Some(_)) => Err(Error::invalid_field(
                "articleId",
                "There is no such article.",
            )),
            (None, None) => Ok((shop()?, "shop".to_owned())),
        },
        EventType::WebsiteClick | EventType::PhoneClick | EventType::DirectionsClick => {
            Ok((shop()?, String::new()))
        }
        EventType::BoostPlanSelected => {
            let metadata = event.metadata.as_deref().unwrap_or("{}");
            let plan = rules::plan_of(metadata).ok_or_else(|| {
                Error::invalid_field(
                    "metadata",
                    "A JSON object is required, with a plan_type of subscription or one_time.",
                )
            })?;
            Ok((shop()?, plan.to_owned()))
        }
        EventType::Search => {
            let text = rules::search_text(event.query.as_deref().unwrap_or_default());
            if text.is_empty() {
                return Err(Error::invalid_field(
                    "query",
                    "The search text is required.",
                ));
            }
            Ok((Uuid::nil(), text))
        }
    }
}

/// Whether the article exists and is published.
fn is_article(view: &View, id: Uuid) -> bool {
    view.articles().iter().any(|article| article.facts.id == id)
}
