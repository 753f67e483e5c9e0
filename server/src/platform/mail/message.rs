//! Converts an email to an outbox row, and the row to the bytes that are sent.

use std::time::SystemTime;

use chrono::{DateTime, Utc};
use lettre::{
    Address, Message,
    message::{
        Mailbox, MultiPart, SinglePart,
        header::{HeaderName, HeaderValue},
    },
};
use uuid::Uuid;

use super::{
    List, NewMail,
    entity::{Headers, Model, State, Stream},
};
use crate::platform::error::{Error, Result};

/// The row of a waiting email.
pub(super) fn row(
    mail: &NewMail,
    id: Uuid,
    (from, reply_to): (&Mailbox, Option<&Address>),
    host: &str,
    now: DateTime<Utc>,
) -> Result<Model> {
    let headers = match &mail.list {
        Some(list) => list_headers(list, host),
        // RFC 3834: suppresses automatic replies.
        None => {
            let mut headers = vec![("Auto-Submitted".to_owned(), "auto-generated".to_owned())];
            headers.extend(reply_to.map(|address| ("Reply-To".to_owned(), format!("<{address}>"))));
            headers
        }
    };
    let row = Model {
        id,
        stream: if mail.list.is_some() {
            Stream::Bulk
        } else {
            Stream::Transactional
        },
        recipient: mail.to.as_text(),
        subject: mail.words.subject.clone(),
        public_subject: mail.words.public_subject.clone(),
        text: mail.words.text.clone(),
        html: mail.words.html.clone(),
        headers: Headers(headers),
        message_id: format!("<{}@{host}>", id.simple()),
        about: mail.about,
        state: State::Waiting,
        due_at: now,
        lease: None,
        attempts: 0,
        last_error: None,
        created_at: now,
        finished_at: None,
        expires_at: mail.words.lasts.map(|time| now + time),
    };
    // An email that can't be composed is an error in the transaction that causes it, not later in the worker.
    compose(&row, from)?;
    Ok(row)
}

/// RFC 2369, RFC 2919 and RFC 8058 (checklist E4). No `mailto:`, since nothing here reads mail.
fn list_headers(list: &List, host: &str) -> Vec<(String, String)> {
    [
        ("List-ID", format!("<{}.{host}>", list.name)),
        ("List-Unsubscribe", format!("<{}>", list.unsubscribe_url)),
        (
            "List-Unsubscribe-Post",
            "List-Unsubscribe=One-Click".to_owned(),
        ),
        ("Precedence", "bulk".to_owned()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into()
}

/// The complete email; the bytes are the same each time.
pub(super) fn compose(row: &Model, from: &Mailbox) -> Result<Message> {
    let unsendable =
        |error: String| Error::Internal(format!("the mail {} can't be written: {error}", row.id));
    let to: Mailbox = row
        .recipient
        .parse()
        .map_err(|error: lettre::address::AddressError| unsendable(error.to_string()))?;
    let body = MultiPart::alternative()
        .boundary(row.id.simple().to_string())
        .singlepart(SinglePart::plain(row.text.clone()))
        .singlepart(SinglePart::html(row.html.clone()));
    let mut message = Message::builder()
        .from(from.clone())
        .to(to)
        .subject(row.subject.clone())
        .date(SystemTime::from(row.created_at))
        .message_id(Some(row.message_id.clone()))
        .multipart(body)
        .map_err(|error| unsendable(error.to_string()))?;
    for (name, value) in &row.headers.0 {
        let name = HeaderName::new_from_ascii(name.clone())
            .map_err(|error| unsendable(error.to_string()))?;
        if !value.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
            return Err(unsendable(format!("{name} is no plain text")));
        }
        // A header may be folded between addresses, but not inside one.
        let folded = value.replace(", <", ",\r\n <");
        message
            .headers_mut()
            .insert_raw(HeaderValue::dangerous_new_pre_encoded(
                name,
                value.clone(),
                folded,
            ));
    }
    Ok(message)
}
