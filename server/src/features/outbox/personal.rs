//! Personal data in the outbox.

use serde_json::json;

use crate::{
    features::{Erased, PersonalData},
    platform::mail,
};

pub(super) const DATA: PersonalData = PersonalData {
    name: "mails",
    export: |services, whose| {
        Box::pin(async move {
            let mails = mail::to_address(&services.database, &whose.address).await?;
            let mails = mails.into_iter().map(|mail| {
                json!({
                    "recipient": mail.recipient,
                    "subject": mail.subject,
                    "writtenAt": mail.created_at,
                    "endedAt": mail.finished_at,
                    "error": mail.error,
                })
            });
            Ok(mails.collect())
        })
    },
    erase: |_, act, whose| {
        Box::pin(async move {
            let count = mail::forget_address(act.transaction(), &whose.address).await?;
            Ok(Erased { count, kept: None })
        })
    },
};
