//! Signed URLs to which a browser may upload one photo, once: for one purpose, one session and a short time (D49,
//! checklist X12).

use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    CUT_ANEW, PhotoFiles, StoredPhoto,
    entity::{Model, State},
    is_key, room, store,
};
use crate::platform::{
    error::{Error, Result},
    keys::{bytes_of, hexadecimal},
    limits::table::UPLOADS_OF_A_SESSION,
    network::Network,
};

/// How long a URL is valid.
const TIME: TimeDelta = TimeDelta::minutes(30);
const PURPOSE: &str = "photo upload";
const PATH: &str = "/api/uploads/";

/// Who wants to upload a photo, and for what.
#[derive(Clone, Copy, Debug)]
pub struct NewUpload<'a> {
    /// The kind of use, such as `story`.
    pub purpose: &'static str,
    /// Identifies the session; the same session has to upload the photo and use it.
    pub holder: &'a str,
    /// What the photo is for, such as a shop, if known.
    pub target: Option<Uuid>,
}

/// A URL to which one photo can be uploaded by PUT.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadAddress {
    #[serde(rename = "uploadURL")]
    pub upload_url: String,
    pub expires_at: DateTime<Utc>,
}

/// The query of an upload URL.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UploadQuery {
    /// Seconds since 1970.
    pub expires: i64,
    pub signature: String,
}

impl PhotoFiles {
    /// Issues a URL.
    ///
    /// # Errors
    ///
    /// When the session has had too many, or the database fails.
    pub async fn new_upload(&self, upload: NewUpload<'_>) -> Result<UploadAddress> {
        let now = self.0.clock.now();
        let limit = UPLOADS_OF_A_SESSION;
        let since = now - limit.period;
        let given = store::count_of_holder(&self.0.database, upload.holder, since).await?;
        if given >= u64::from(limit.count) {
            return Err(limit.refusal());
        }
        let key = self.new_key();
        let expires_at = now + TIME;
        let row = store::new_row(
            key.clone(),
            State::Waiting,
            (upload.purpose, Some(upload.holder), upload.target),
            (now, expires_at),
        );
        let signature = self
            .0
            .keys
            .sign(PURPOSE, &message(&row, expires_at.timestamp()));
        store::insert(&self.0.database, row).await?;
        Ok(UploadAddress {
            upload_url: format!(
                "{}{PATH}{key}?expires={}&signature={}",
                self.0.origin,
                expires_at.timestamp(),
                hexadecimal(&signature)
            ),
            expires_at,
        })
    }

    /// Marks the URL of `key` as used by the session `holder`. It is used up whatever happens to the file, so call this
    /// before reading the body; then strangers can't send any.
    ///
    /// # Errors
    ///
    /// When the signature is wrong, the URL was used or has expired, too much was uploaded, or the database fails.
    pub async fn begin_upload(
        &self,
        key: &str,
        query: &UploadQuery,
        (holder, network): (&str, Network),
    ) -> Result<()> {
        let now = self.0.clock.now();
        let row = match is_key(key) {
            true => store::find(self.0.database.reads(), key).await?,
            false => None,
        };
        let row = row.ok_or_else(used_up)?;
        let signature = bytes_of(&query.signature).unwrap_or_default();
        // The row's own expiry changes as soon as the URL is used.
        let vouched = message(&row, query.expires);
        let is_ours = self.0.keys.verify(PURPOSE, &vouched, &signature);
        let is_theirs = row.holder.as_deref() == Some(holder);
        if !is_ours || !is_theirs {
            return Err(Error::Forbidden(
                "This upload belongs to another session. Please choose the photo again.".into(),
            ));
        }
        let room = room::begin(&self.0.database, key, network, now).await?;
        room.check(used_up())
    }

    /// Converts and stores the file sent to a URL that [`PhotoFiles::begin_upload`] accepted.
    ///
    /// # Errors
    ///
    /// When the file isn't a usable photo, the converter is busy, or storage or the database fails.
    pub async fn finish_upload(&self, key: &str, file: Bytes) -> Result<StoredPhoto> {
        room::note_bytes(&self.0.database, key, file.len()).await?;
        let row = store::find(self.0.database.reads(), key).await?;
        let keeps_original = row.is_some_and(|row| CUT_ANEW.contains(&row.purpose.as_str()));
        let photo = self
            .convert(move || {
                if keeps_original {
                    photo_files::convert_with_original(&file)
                } else {
                    photo_files::convert(&file)
                }
            })
            .await?;
        self.write(key.to_owned(), photo).await
    }
}

/// Marks an uploaded photo as used, in the transaction that writes the reference to it. `photo` is what the browser
/// says it uploaded: the upload URL or the photo's current URL, complete or just the path.
///
/// # Errors
///
/// When it isn't this session's unused photo for this purpose, or the database fails.
pub async fn use_upload(
    transaction: &impl ConnectionTrait,
    photo: &str,
    upload: NewUpload<'_>,
) -> Result<StoredPhoto> {
    let key = key_in(photo).ok_or_else(unknown_photo)?;
    let row = store::find(transaction, key).await?;
    let row = row.filter(|row| {
        row.purpose == upload.purpose
            && row.holder.as_deref() == Some(upload.holder)
            && row.target == upload.target
    });
    match row {
        Some(row) if store::use_file(transaction, key).await? => Ok(row.into()),
        _ => Err(unknown_photo()),
    }
}

/// The key in one of our URLs. The host is ignored, because a key is ours wherever it appears.
fn key_in(address: &str) -> Option<&str> {
    let path = address.split(['?', '#']).next()?;
    let name = path.rsplit('/').next()?;
    let (key, _) = name.split_once('-').unwrap_or((name, ""));
    is_key(key).then_some(key)
}

/// Everything covered by the signature; `expires` is in seconds since 1970.
fn message(row: &Model, expires: i64) -> Vec<u8> {
    let holder = row.holder.as_deref().unwrap_or_default();
    let target = row.target.map(|target| target.to_string());
    [
        row.key.as_str(),
        &row.purpose,
        holder,
        &target.unwrap_or_default(),
        &expires.to_string(),
    ]
    .join("\n")
    .into_bytes()
}

fn used_up() -> Error {
    Error::Conflict(
        "This upload was already used or has expired. Please choose the photo again.".into(),
    )
}

pub(super) fn unknown_photo() -> Error {
    Error::invalid_field("photoURL", "Please upload the photo first, then add it.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_found_in_our_addresses_alone() {
        let key = "abcdefghijkmnpqrstuvwxyz23";
        for address in [
            format!("https://townperk.example/api/uploads/{key}?expires=1&signature=00"),
            format!("/api/uploads/{key}"),
            format!("/photos/{key}-1600.webp"),
            key.to_owned(),
        ] {
            assert_eq!(key_in(&address), Some(key), "{address}");
        }
        for address in [
            "",
            "https://elsewhere.example/a.jpg",
            "/photos/abc-400.webp",
        ] {
            assert_eq!(key_in(address), None, "{address}");
        }
    }
}
