//! What can be bought for a shop now, in words, and a shop's boost for its own people.

use axum::extract::{Path, State};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    entity::purchase::Plan,
    payer_info::{OneTimeAnswer, SubscriptionAnswer, info_of},
    rules::{self, day},
    spans, store, timeline,
};
use crate::{
    catalog::{
        entities::{self, shop},
        not_found::shop_not_found,
        people::{self, ShopAccess},
    },
    features::Services,
    platform::{
        error::{ErrorBody, Result},
        mail::EmailAddress,
        money::amount,
        sessions::{self, SignedIn},
        web::Fresh,
    },
};

/// What can be bought for a shop. Dates in words are the shop's.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoostOffers {
    /// The end of what is paid or granted, without grace; `null` if the shop isn't boosted.
    #[schema(required)]
    pub boosted_until: Option<DateTime<Utc>>,
    /// The state as a sentence, such as `Boosted until January 22, 2027. It doesn't renew.`; `null` if the shop isn't boosted.
    #[schema(required)]
    pub state_label: Option<String>,
    pub subscription: BoostOffer,
    pub one_time: BoostOffer,
}

/// Whether one plan can be bought.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoostOffer {
    pub is_offered: bool,
    /// Why not, or when it would run beside what is paid already.
    #[schema(required)]
    pub words: Option<String>,
}

/// A shop's boost, for its own people.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopBoost {
    pub offers: BoostOffers,
    /// What the caller pays for this shop; what others pay stays theirs (D44).
    pub subscriptions: Vec<SubscriptionAnswer>,
    pub one_time_boosts: Vec<OneTimeAnswer>,
}

/// Show which boosts can be bought for a shop now, and when they would run.
#[utoipa::path(get, path = "/api/coffee-shops/{slugOrId}/boost-offers", tag = "boosts", params(("slugOrId" = String, Path)),
    responses((status = 200, body = BoostOffers), (status = 404, body = ErrorBody)))]
pub async fn show_boost_offers(
    State(services): State<Services>,
    Path(slug_or_id): Path<String>,
) -> Result<Fresh<BoostOffers>> {
    let reads = services.database.reads();
    let shop = people::find_shop_row(reads, &slug_or_id)
        .await?
        .filter(|shop| shop.is_active)
        .ok_or_else(shop_not_found)?;
    offers(&services, &shop).await.map(Fresh)
}

/// Show a shop's boost to its own people, with what the caller pays for.
#[utoipa::path(get, path = "/api/your-shop/{slugOrId}/boost", tag = "boosts", params(("slugOrId" = String, Path)),
    responses((status = 200, body = ShopBoost), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn show_shop_boost(
    State(services): State<Services>,
    access: ShopAccess,
    signed_in: SignedIn,
) -> Result<Fresh<ShopBoost>> {
    let reads = services.database.reads();
    let shop = entities::shop_row(reads, access.shop)
        .await?
        .ok_or_else(shop_not_found)?;
    let mut answer = ShopBoost {
        offers: offers(&services, &shop).await?,
        subscriptions: Vec::new(),
        one_time_boosts: Vec::new(),
    };
    let (Some(person), Some(provider)) = (signed_in.person(), services.payments.configured())
    else {
        return Ok(Fresh(answer));
    };
    let Some(person) = sessions::find_person(reads, person).await? else {
        return Ok(Fresh(answer));
    };
    let mut rows = store::of_payer(reads, &person.address_hash, provider.is_live).await?;
    rows.retain(|row| row.shop_id == shop.id);
    if let Ok(address) = EmailAddress::parse(&person.email, "email") {
        let info = info_of(&services, &address, &rows).await?;
        answer.subscriptions = info.subscriptions;
        answer.one_time_boosts = info.one_time_boosts;
    }
    Ok(Fresh(answer))
}

async fn offers(services: &Services, shop: &shop::Model) -> Result<BoostOffers> {
    let (connection, now) = (services.database.reads(), services.clock.now());
    let clocks = services.catalog.view().clocks(shop);
    let day = |at| day(at, clocks);
    let is_live = (services.payments.configured()).is_none_or(|provider| provider.is_live);
    let running = store::running_subscription(connection, (shop.id, is_live), None).await?;
    let reviewed = store::reviewed_subscription(connection, (shop.id, is_live)).await?;
    let ends = store::boosts_of(connection, shop.id).await?.into_iter();
    let last = ends.map(|boost| boost.ends_at).max();
    let renewing = running.as_ref().filter(|row| row.renews);
    let until = match renewing {
        Some(row) => row.paid_until,
        None => last.filter(|end| *end > now),
    };
    let state_label = match (renewing, until) {
        (Some(row), Some(until)) => {
            let cost = row.next_amount_cents.unwrap_or(row.amount_cents);
            Some(if until > now {
                format!(
                    "Boosted until {}, then renews for ${}.",
                    day(until),
                    amount(cost)
                )
            } else {
                "Boosted. The last payment failed, and the card is tried again.".to_owned()
            })
        }
        (None, Some(until)) => Some(format!("Boosted until {}. It doesn't renew.", day(until))),
        (_, None) => None,
    };
    let offer = |plan: Plan, words: Option<String>| {
        let refusal = running.as_ref().and_then(|row| {
            let paid_until = row.paid_until.map(day);
            rules::refusal_beside(plan, row.renews, paid_until.as_deref())
        });
        let refusal = refusal.or_else(|| reviewed.as_ref().map(|_| rules::REVIEWED.to_owned()));
        BoostOffer {
            is_offered: refusal.is_none(),
            words: refusal.or(words),
        }
    };
    let rows = store::paid_of_shop(connection, shop.id).await?;
    let entries = spans::entries(connection, shop.id, &rows).await?;
    let kept = timeline::kept_days(entries, now).map(|(month, last)| {
        format!(
            "Starts today. The first month runs until {}; the days that are paid already follow, until {} or a month later for each further month.",
            day(month),
            day(last)
        )
    });
    let waits = last.filter(|end| *end > now).map(|end| {
        format!(
            "Starts on {}, when the current boost ends, and lasts until {}.",
            day(end),
            day(end + timeline::ONE_TIME_LASTS)
        )
    });
    Ok(BoostOffers {
        boosted_until: until,
        state_label,
        subscription: offer(Plan::Subscription, kept),
        one_time: offer(Plan::OneTime, waits),
    })
}
