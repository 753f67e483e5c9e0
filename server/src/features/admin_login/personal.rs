//! Addresses of administrators.

use serde_json::json;

use crate::{
    features::{DataSubject, Erased, PersonalData},
    platform::{
        administrators::{self, Administrator},
        error::Result,
        mail::EmailAddress,
    },
};

pub(super) const DATA: PersonalData = PersonalData {
    name: "administrators",
    export: |services, whose| {
        Box::pin(async move {
            let rows = with_address(services.database.reads(), whose).await?;
            let rows = rows.into_iter().map(|row| {
                json!({
                    "name": row.name,
                    "email": row.email,
                    "createdAt": row.created_at,
                    "signedInAt": row.signed_in_at,
                })
            });
            Ok(rows.collect())
        })
    },
    erase: |_, act, whose| {
        Box::pin(async move {
            let mut count = 0;
            for row in with_address(act.transaction(), whose).await? {
                administrators::keep_email(act.transaction(), row.key(), None).await?;
                count += 1;
            }
            let kept = "The administrator's name: “townperk admin remove” ends the access. The log keeps the name.";
            Ok(Erased {
                count,
                kept: (count > 0).then_some(kept),
            })
        })
    },
};

async fn with_address(
    connection: &impl sea_orm::ConnectionTrait,
    whose: &DataSubject,
) -> Result<Vec<Administrator>> {
    let mut rows = administrators::active(connection).await?;
    rows.retain(|row| {
        let address = row.email.as_deref().unwrap_or_default();
        EmailAddress::parse(address, "email").is_ok_and(|it| it.key() == whose.address.key())
    });
    Ok(rows)
}
