//! Personal data in listings and requests.

use sea_orm::{
    ColumnTrait, EntityTrait, ExprTrait, QueryFilter,
    sea_query::{Expr, Func, SimpleExpr},
};
use serde_json::json;

use super::entity::listing;
use crate::{
    catalog::entities::request,
    features::{ERASED, Erased, PersonalData},
    platform::mail::EmailAddress,
};

pub(super) fn all() -> Vec<PersonalData> {
    vec![LISTINGS, REQUESTS]
}

const LISTINGS: PersonalData = PersonalData {
    name: "listings",
    export: |services, whose| {
        Box::pin(async move {
            let Some(person) = whose.person else {
                return Ok(Vec::new());
            };
            let rows = listing::Entity::find()
                .filter(listing::Column::PersonId.eq(person))
                .all(services.database.reads())
                .await?;
            let listings = rows.into_iter().map(|row| {
                json!({
                    "shopId": row.shop_id,
                    "ownerName": row.owner_name,
                    "createdAt": row.created_at,
                    "confirmedAt": row.confirmed_at,
                })
            });
            Ok(listings.collect())
        })
    },
    erase: |_, act, whose| {
        Box::pin(async move {
            let Some(person) = whose.person else {
                return Ok(Erased::default());
            };
            let named = listing::Entity::update_many()
                .col_expr(listing::Column::OwnerName, Expr::value(ERASED))
                .filter(listing::Column::PersonId.eq(person))
                .exec(act.transaction())
                .await?;
            Ok(Erased {
                count: named.rows_affected,
                kept: None,
            })
        })
    },
};

/// Requests store an address as typed, so `Ann@Mail.Example` must match `ann@mail.example`.
fn is_from(address: &EmailAddress) -> SimpleExpr {
    Expr::expr(Func::lower(Expr::col(request::Column::Email))).eq(address.key())
}

const REQUESTS: PersonalData = PersonalData {
    name: "requests",
    export: |services, whose| {
        Box::pin(async move {
            let rows = request::Entity::find()
                .filter(is_from(&whose.address))
                .all(services.database.reads())
                .await?;
            let requests = rows.into_iter().map(|row| {
                json!({
                    "subject": row.subject,
                    "explanation": row.explanation,
                    "name": row.name,
                    "email": row.email,
                    "answer": row.answer,
                    "createdAt": row.created_at,
                })
            });
            Ok(requests.collect())
        })
    },
    erase: |_, act, whose| {
        Box::pin(async move {
            // Details may contain a listing's whole form.
            let removed = request::Entity::delete_many()
                .filter(is_from(&whose.address))
                .exec(act.transaction())
                .await?;
            Ok(Erased {
                count: removed.rows_affected,
                kept: None,
            })
        })
    },
};
