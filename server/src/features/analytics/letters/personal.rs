//! Personal data: who doesn't want a shop's monthly letter.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, sea_query::Expr};
use serde_json::json;
use uuid::Uuid;

use crate::{
    catalog::entities::monthly_letter::{Column, Entity},
    features::{Erased, PersonalData},
};

pub(in crate::features::analytics) fn all() -> Vec<PersonalData> {
    vec![LETTERS]
}

const LETTERS: PersonalData = PersonalData {
    name: "monthly-letters",
    export: |services, whose| {
        Box::pin(async move {
            let Some(person) = whose.person else {
                return Ok(Vec::new());
            };
            let rows = Entity::find()
                .filter(Column::OffFor.eq(person))
                .order_by_asc(Column::Id)
                .all(services.database.reads())
                .await?;
            let rows = rows
                .into_iter()
                .map(|row| json!({ "shopId": row.shop_id, "state": "off" }));
            Ok(rows.collect())
        })
    },
    erase: |_, act, whose| {
        Box::pin(async move {
            let Some(person) = whose.person else {
                return Ok(Erased::default());
            };
            let forgotten = Entity::update_many()
                .col_expr(Column::OffFor, Expr::value(None::<Uuid>))
                .filter(Column::OffFor.eq(person))
                .exec(act.transaction())
                .await?;
            Ok(Erased {
                count: forgotten.rows_affected,
                kept: None,
            })
        })
    },
};
