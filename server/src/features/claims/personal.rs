//! Personal data in claims.

use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, sea_query::Expr};
use serde_json::json;
use uuid::Uuid;

use super::entity::hand_over;
use crate::{
    catalog::entities::claim::{self, Status},
    features::{Erased, PersonalData},
};

pub(super) fn all() -> Vec<PersonalData> {
    vec![CLAIMS, HAND_OVERS]
}

const HAND_OVERS: PersonalData = PersonalData {
    name: "hand-overs",
    export: |services, whose| {
        Box::pin(async move {
            let Some(person) = whose.person else {
                return Ok(Vec::new());
            };
            let rows = hand_over::Entity::find()
                .filter(names(person))
                .order_by_asc(hand_over::Column::CreatedAt)
                .all(services.database.reads())
                .await?;
            let hand_overs = rows.into_iter().map(|row| {
                let (role, confirmed_at) = if row.from_person_id == person {
                    ("gives", row.from_confirmed_at)
                } else {
                    ("takes", row.to_confirmed_at)
                };
                // The other party is that person's own data.
                json!({
                    "shopId": row.shop_id,
                    "role": role,
                    "confirmedAt": confirmed_at,
                    "doneAt": row.done_at,
                    "createdAt": row.created_at,
                })
            });
            Ok(hand_overs.collect())
        })
    },
    erase: |_, act, whose| {
        Box::pin(async move {
            let Some(person) = whose.person else {
                return Ok(Erased::default());
            };
            // A pending transfer ends; for a completed one, the audit log keeps the act.
            let removed = hand_over::Entity::delete_many()
                .filter(names(person))
                .exec(act.transaction())
                .await?;
            Ok(Erased {
                count: removed.rows_affected,
                kept: None,
            })
        })
    },
};

fn names(person: Uuid) -> Condition {
    Condition::any()
        .add(hand_over::Column::FromPersonId.eq(person))
        .add(hand_over::Column::ToPersonId.eq(person))
}

const CLAIMS: PersonalData = PersonalData {
    name: "claims",
    export: |services, whose| {
        Box::pin(async move {
            let Some(person) = whose.person else {
                return Ok(Vec::new());
            };
            let rows = claim::Entity::find()
                .filter(claim::Column::PersonId.eq(person))
                .order_by_asc(claim::Column::CreatedAt)
                .all(services.database.reads())
                .await?;
            let claims = rows.into_iter().map(|row| {
                json!({
                    "shopId": row.shop_id,
                    "ownerName": row.owner_name,
                    "ownerPhone": row.owner_phone,
                    "businessRole": row.business_role,
                    "additionalInfo": row.additional_info,
                    "ownerDescription": row.owner_description,
                    "rejectionReason": row.rejection_reason,
                    "createdAt": row.created_at,
                    "reviewedAt": row.reviewed_at,
                })
            });
            Ok(claims.collect())
        })
    },
    erase: |_, act, whose| {
        Box::pin(async move {
            let Some(person) = whose.person else {
                return Ok(Erased::default());
            };
            // The decision is kept without the claimant; a pending one has nobody left to decide for.
            let pending = claim::Entity::delete_many()
                .filter(claim::Column::PersonId.eq(person))
                .filter(claim::Column::Status.eq(Status::Pending))
                .exec(act.transaction())
                .await?;
            let decided = claim::Entity::update_many()
                .col_expr(claim::Column::OwnerName, Expr::value("(erased)"))
                .col_expr(claim::Column::OwnerPhone, Expr::value(None::<String>))
                .col_expr(claim::Column::AdditionalInfo, Expr::value(None::<String>))
                .col_expr(claim::Column::RejectionReason, Expr::value(None::<String>))
                .filter(claim::Column::PersonId.eq(person))
                .exec(act.transaction())
                .await?;
            Ok(Erased {
                count: pending.rows_affected + decided.rows_affected,
                kept: (decided.rows_affected > 0)
                    .then_some("Decided claims, without name, phone and explanation."),
            })
        })
    },
};
