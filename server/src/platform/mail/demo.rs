//! What a demo has mailed, in full: whoever tries it reads codes and follows links without a mailbox.

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::Expr,
};
use uuid::Uuid;

use super::{
    entity::{Column, Entity, State},
    outbox::MailState,
};
use crate::platform::error::Result;

/// The newest that are listed.
const LISTED: u64 = 100;

/// Top-level domains that are nobody's (RFC 2606, 2; RFC 6761).
const RESERVED_ENDINGS: [&str; 4] = ["example", "test", "invalid", "localhost"];
/// The one of them that never is a host (RFC 6761, 6.4): a demo's emails to it fail for good, so that a failed one can be seen.
const UNREACHABLE: &str = "invalid";
/// Second-level domains that are nobody's (RFC 2606, 3).
const RESERVED_NAMES: [&str; 3] = ["example.com", "example.net", "example.org"];

/// An email whose text is still there, without it.
#[derive(Clone, PartialEq, Eq)]
pub struct KeptMail {
    pub id: Uuid,
    /// Empty for somebody who has unsubscribed.
    pub recipient: String,
    /// With its secrets, such as a code.
    pub subject: String,
    pub state: MailState,
    pub created_at: DateTime<Utc>,
    /// From then on its code, and the link with it, no longer work.
    pub expires_at: Option<DateTime<Utc>>,
}

/// What is asked of each.
type KeptRow = (
    Uuid,
    String,
    String,
    State,
    DateTime<Utc>,
    Option<DateTime<Utc>>,
);

impl std::fmt::Debug for KeptMail {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "KeptMail({}, {:?})", self.id, self.state)
    }
}

/// The newest emails in any state that have a text, newest first.
pub async fn kept_mails(connection: &impl ConnectionTrait) -> Result<Vec<KeptMail>> {
    let rows: Vec<KeptRow> = Entity::find()
        .select_only()
        .columns([
            Column::Id,
            Column::Recipient,
            Column::Subject,
            Column::State,
            Column::CreatedAt,
            Column::ExpiresAt,
        ])
        .filter(Column::Text.ne(""))
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::Id)
        .limit(LISTED)
        .into_tuple()
        .all(connection)
        .await?;
    let mails =
        rows.into_iter().map(
            |(id, recipient, subject, state, created_at, expires_at)| KeptMail {
                id,
                recipient,
                subject,
                state: state.into(),
                created_at,
                expires_at,
            },
        );
    Ok(mails.collect())
}

/// An email's text; `None` if there is no such email, or it is no longer kept.
pub async fn kept_text(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<String>> {
    let row = Entity::find_by_id(id).one(connection).await?;
    Ok(row.map(|row| row.text).filter(|text| !text.is_empty()))
}

/// An email's HTML; `None` if there is no such email, or it is no longer kept.
pub async fn kept_html(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<String>> {
    let row = Entity::find_by_id(id).one(connection).await?;
    Ok(row.map(|row| row.html).filter(|html| !html.is_empty()))
}

/// Removes the texts of sent emails, as they are where there is no demo, and returns of how many.
pub async fn forget_sent_texts(connection: &impl ConnectionTrait) -> Result<u64> {
    let emptied = Entity::update_many()
        .col_expr(Column::Text, Expr::value(""))
        .col_expr(Column::Html, Expr::value(""))
        .filter(Column::State.eq(State::Sent))
        .filter(Column::Text.ne(""))
        .exec(connection)
        .await?;
    Ok(emptied.rows_affected)
}

/// Removes the emails to addresses that a demo's emails can't reach, with their failures, and returns how many.
pub async fn forget_unreachable(connection: &impl ConnectionTrait) -> Result<u64> {
    let removed = Entity::delete_many()
        .filter(Column::Recipient.ends_with(format!(".{UNREACHABLE}")))
        .exec(connection)
        .await?;
    Ok(removed.rows_affected)
}

/// Whether an address is one that a demo's emails can't reach.
pub(super) fn is_unreachable(recipient: &str) -> bool {
    let host = host_of(recipient);
    host.rsplit_once('.')
        .is_some_and(|(_, ending)| ending == UNREACHABLE)
}

/// Whether an address is one for examples, which no mail reaches.
pub(super) fn is_reserved(recipient: &str) -> bool {
    let host = host_of(recipient);
    let ends_with = |name: &&str| {
        let before = host.strip_suffix(*name);
        before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
    };
    RESERVED_ENDINGS.iter().any(ends_with) || RESERVED_NAMES.iter().any(ends_with)
}

/// The part behind the at sign, in lower case.
fn host_of(recipient: &str) -> String {
    let host = recipient.rsplit_once('@').map_or("", |(_, host)| host);
    host.trim_end_matches('.').to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_for_examples_are_known() {
        for address in [
            "owner1@example.com",
            "Ann@Mail.Example.NET",
            "ann@example.org",
            "ann@shop.example",
            "ann@shop.EXAMPLE",
            "ann@a.b.test",
            "ann@home.invalid",
            "ann@localhost",
            "ann@my.localhost.",
        ] {
            assert!(is_reserved(address), "{address}");
        }
        for address in [
            "",
            "ann",
            "example.com",
            "ann@notexample.com",
            "ann@example.com.cafe",
            "ann@example.co",
            "ann@contest",
            "ann@coffee.cafe",
            "ann.example@coffee.com",
        ] {
            assert!(!is_reserved(address), "{address}");
            assert!(!is_unreachable(address), "{address}");
        }
    }

    #[test]
    fn one_ending_is_unreachable() {
        for address in ["ann@home.invalid", "Ann@a.b.INVALID", "ann@home.invalid."] {
            assert!(is_unreachable(address), "{address}");
        }
        for address in ["ann@shop.example", "ann@invalid", "ann@invalid.com"] {
            assert!(!is_unreachable(address), "{address}");
        }
    }
}
