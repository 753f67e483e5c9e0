//! Personal data in the newsletter.

use serde_json::json;

use super::store;
use crate::{
    features::{Erased, PersonalData},
    platform::mail::{self, suppression},
};

pub(super) const DATA: PersonalData = PersonalData {
    name: "newsletter",
    export: |services, whose| {
        Box::pin(async move {
            let hash = suppression::address_hash(&services.keys, &whose.address);
            let reads = services.database.reads();
            let Some(reader) = store::reader_by_address(reads, &hash).await? else {
                return Ok(Vec::new());
            };
            let view = services.catalog.view();
            let towns = store::towns_of(reads, reader.id).await?;
            let towns: Vec<String> = towns
                .into_iter()
                .filter_map(|id| view.city(id))
                .map(|town| town.city.slug.to_string())
                .collect();
            Ok(vec![json!({
                "email": reader.email,
                "isConfirmed": reader.confirmed_at.is_some(),
                "askedAt": reader.asked_at,
                "confirmedAt": reader.confirmed_at,
                "towns": towns,
            })])
        })
    },
    erase: |services, act, whose| {
        Box::pin(async move {
            let hash = suppression::address_hash(&services.keys, &whose.address);
            let transaction = act.transaction();
            let Some(reader) = store::reader_by_address(transaction, &hash).await? else {
                return Ok(Erased::default());
            };
            store::leave(transaction, &services.keys, reader.id, act.now()).await?;
            mail::withdraw(transaction, reader.id).await?;
            Ok(Erased {
                count: 1,
                kept: Some(
                    "A hash that can't be turned back into the address, so that the newsletter isn't sent to it again.",
                ),
            })
        })
    },
};
