//! Personal data in suggestions: the sender's email address, until a month after the decision.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, sea_query::Expr};
use serde_json::json;

use super::entity as sender;
use crate::{
    catalog::entities::suggestion,
    features::{Erased, PersonalData},
};

pub(super) fn all() -> Vec<PersonalData> {
    vec![SUGGESTIONS]
}

const SUGGESTIONS: PersonalData = PersonalData {
    name: "suggestions",
    export: |services, whose| {
        Box::pin(async move {
            let reads = services.database.reads();
            let sent = sender::Entity::find()
                .filter(sender::Column::Email.eq(whose.address.key()))
                .all(reads)
                .await?;
            let rows = suggestion::Entity::find()
                .filter(suggestion::Column::Id.is_in(sent.iter().map(|row| row.suggestion_id)))
                .all(reads)
                .await?;
            let suggestions = rows.into_iter().map(|row| {
                json!({
                    "shopId": row.shop_id,
                    "kind": row.kind,
                    "proposal": row.proposal,
                    "note": row.note,
                    "email": whose.address.as_text(),
                    "createdAt": row.created_at,
                })
            });
            Ok(suggestions.collect())
        })
    },
    erase: |_, act, whose| {
        Box::pin(async move {
            // The suggestion stays: it is about a shop and no longer contains personal data.
            let forgotten = sender::Entity::update_many()
                .col_expr(sender::Column::Email, Expr::value(Option::<String>::None))
                .filter(sender::Column::Email.eq(whose.address.key()))
                .exec(act.transaction())
                .await?;
            Ok(Erased {
                count: forgotten.rows_affected,
                kept: None,
            })
        })
    },
};
