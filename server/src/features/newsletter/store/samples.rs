//! A demo's readers: whether there may be any, and all that is about them.

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter, QuerySelect,
};
use uuid::Uuid;

use crate::{
    features::newsletter::{
        entity::{delivery, issue, reader, refusal, suppression, town},
        rules::{self, sample_turns},
    },
    platform::{
        database::Database,
        error::Result,
        jobs,
        keys::Keys,
        limits::table::{SIGN_UPS_OF_A_MAILBOX, SIGN_UPS_OF_AN_ADDRESS},
        limits_shared,
        mail::{self, EmailAddress},
        marks,
    },
};

/// Notes the last turn whose issue invented readers get; `false` if there are readers already, or somebody has got one of these issues.
pub(in crate::features::newsletter) async fn begin_samples(
    database: &Database,
    last: DateTime<Utc>,
) -> Result<bool> {
    database
        .transaction(move |transaction| {
            Box::pin(async move {
                let known = reader::Entity::find().one(transaction).await?;
                let issues = invented_issues(transaction, last).await?;
                let handled = delivery::Entity::find()
                    .filter(delivery::Column::IssueId.is_in(issues))
                    .count(transaction)
                    .await?;
                if known.is_some() || handled > 0 {
                    return Ok(false);
                }
                // They went to nobody, perhaps an hour ago, and will be invented.
                forget_issues(transaction, last).await?;
                marks::set(transaction, marks::INVENTED_ISSUES, last, "").await?;
                Ok(true)
            })
        })
        .await
}

/// Removes readers, given by addresses and their hashes, and the issues of their time. Returns how many of both; `None` if none were
/// invented.
pub(in crate::features::newsletter) async fn remove_samples(
    database: &Database,
    keys: &Keys,
    readers: &[(EmailAddress, String)],
) -> Result<Option<(u64, u64)>> {
    database
        .transaction(|transaction| {
            let keys = keys.clone();
            let (addresses, hashes): (Vec<EmailAddress>, Vec<String>) =
                readers.iter().cloned().unzip();
            Box::pin(async move {
                let mark = marks::last(transaction, marks::INVENTED_ISSUES).await?;
                let Some((last, _)) = mark else {
                    return Ok(None);
                };
                // Also what is left of a reader who has unsubscribed. Nobody else got them: no reader was there before.
                let issues = invented_issues(transaction, last).await?;
                delivery::Entity::delete_many()
                    .filter(delivery::Column::IssueId.is_in(issues))
                    .exec(transaction)
                    .await?;
                // They sign up anew for a demo that is begun anew, perhaps on the same day.
                let of_an_address = &SIGN_UPS_OF_AN_ADDRESS;
                for hash in &hashes {
                    limits_shared::forgive(transaction, &keys, of_an_address, hash.as_str())
                        .await?;
                }
                let removed = remove_readers(transaction, hashes).await?;
                let of_a_mailbox = &SIGN_UPS_OF_A_MAILBOX;
                for address in &addresses {
                    let mailbox = address.mailbox();
                    limits_shared::forgive(transaction, &keys, of_a_mailbox, mailbox).await?;
                    mail::forget_address(transaction, address).await?;
                }
                let issues = forget_issues(transaction, last).await?;
                marks::forget(transaction, marks::INVENTED_ISSUES).await?;
                Ok(Some((removed, issues)))
            })
        })
        .await
}

/// The issues of the turns up to `last` that invented readers get.
async fn invented_issues(
    transaction: &DatabaseTransaction,
    last: DateTime<Utc>,
) -> Result<Vec<Uuid>> {
    Ok(issue::Entity::find()
        .select_only()
        .column(issue::Column::Id)
        .filter(issue::Column::Turn.is_in(sample_turns(last)))
        .into_tuple()
        .all(transaction)
        .await?)
}

/// Removes these issues, and that they were sent: another demo of the same days sends them anew. Returns how many.
async fn forget_issues(transaction: &DatabaseTransaction, last: DateTime<Utc>) -> Result<u64> {
    let turns = sample_turns(last);
    jobs::forget_turns(transaction, rules::SEND, &turns).await?;
    let removed = issue::Entity::delete_many()
        .filter(issue::Column::Turn.is_in(turns))
        .exec(transaction)
        .await?;
    Ok(removed.rows_affected)
}

/// Removes the readers with these hashes, also what is left of one who has unsubscribed.
async fn remove_readers(transaction: &DatabaseTransaction, hashes: Vec<String>) -> Result<u64> {
    let ids: Vec<Uuid> = reader::Entity::find()
        .select_only()
        .column(reader::Column::Id)
        .filter(reader::Column::AddressHash.is_in(hashes.clone()))
        .into_tuple()
        .all(transaction)
        .await?;
    let of_them = || ids.iter().copied();
    town::Entity::delete_many()
        .filter(town::Column::ReaderId.is_in(of_them()))
        .exec(transaction)
        .await?;
    refusal::Entity::delete_many()
        .filter(refusal::Column::ReaderId.is_in(of_them()))
        .exec(transaction)
        .await?;
    delivery::Entity::delete_many()
        .filter(delivery::Column::ReaderId.is_in(of_them()))
        .exec(transaction)
        .await?;
    suppression::Entity::delete_many()
        .filter(suppression::Column::AddressHash.is_in(hashes))
        .exec(transaction)
        .await?;
    let removed = reader::Entity::delete_many()
        .filter(reader::Column::Id.is_in(of_them()))
        .exec(transaction)
        .await?;
    Ok(removed.rows_affected)
}
