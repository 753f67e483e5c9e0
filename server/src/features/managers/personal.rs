//! Personal data: who manages which shop.

use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder};
use serde_json::json;
use uuid::Uuid;

use crate::{
    catalog::entities::shop_manager::{Column, Entity},
    features::{Erased, PersonalData},
};

pub(super) fn all() -> Vec<PersonalData> {
    vec![MANAGERS]
}

const MANAGERS: PersonalData = PersonalData {
    name: "managers",
    export: |services, whose| {
        Box::pin(async move {
            let Some(person) = whose.person else {
                return Ok(Vec::new());
            };
            let rows = Entity::find()
                .filter(names(person))
                .order_by_asc(Column::InvitedAt)
                .all(services.database.reads())
                .await?;
            // The other person is that person's own data.
            let rows = rows.into_iter().map(|row| {
                json!({
                    "shopId": row.shop_id,
                    "role": if row.person_id == person { "manages" } else { "invited" },
                    "invitedAt": row.invited_at,
                    "acceptedAt": row.accepted_at,
                    "endedAt": row.ended_at,
                })
            });
            Ok(rows.collect())
        })
    },
    erase: |_, act, whose| {
        Box::pin(async move {
            let Some(person) = whose.person else {
                return Ok(Erased::default());
            };
            let removed = Entity::delete_many()
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
        .add(Column::PersonId.eq(person))
        .add(Column::InvitedBy.eq(person))
}
