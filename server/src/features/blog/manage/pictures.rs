//! Pictures in articles. A text refers to a photo by URL. Saving marks the photo as used. A photo that the text no
//! longer refers to is removed, but its files are kept for a month, so that an earlier version can come back with it.

use std::collections::{BTreeMap, HashMap};

use axum::extract::State;
use sea_orm::DatabaseTransaction;
use uuid::Uuid;

use super::answers::DeadLink;
use crate::{
    catalog::{
        entities::photo::{self, OwnerKind},
        photos::{self, NewPhoto, Owner},
        writing::Act,
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        id_generator::IdGenerator,
        markdown::{Picture, PictureLink, pictures_in},
        photo_files::{NewUpload, UploadAddress, described, use_sent},
        sessions::SignedIn,
        web::Fresh,
    },
};

/// The purpose of uploads for articles.
const PURPOSE: &str = "article";
/// How many characters of alt text are stored with a photo; the text has all of it.
const LONGEST_WORDS: usize = 200;
/// Maximum pictures per article.
const MAX_PICTURES: usize = 60;

/// Request a URL to which a picture can be uploaded by PUT: JPEG, PNG or WebP, at most 5,242,880 bytes. The response to the
/// upload has the URL to use in the text.
#[utoipa::path(post, path = "/api/admin/blog/pictures", tag = "administration",
    responses((status = 200, body = UploadAddress), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn request_article_picture(
    State(services): State<Services>,
    signed_in: SignedIn,
) -> Result<Fresh<UploadAddress>> {
    let holder = signed_in.upload_holder();
    let upload = NewUpload {
        purpose: PURPOSE,
        holder: &holder,
        target: None,
    };
    services.photo_files.new_upload(upload).await.map(Fresh)
}

/// Makes the article's photos those that its text refers to, in the text's order.
pub(super) async fn follow(
    act: &Act<'_>,
    article: Uuid,
    (content, origin): (&str, &str),
    identifiers: &IdGenerator,
) -> Result<()> {
    let wanted = keyed(&pictures_in(content, origin));
    if wanted.len() > MAX_PICTURES {
        return Err(Error::invalid_field(
            "content",
            format!("An article can have up to {MAX_PICTURES} pictures."),
        ));
    }
    let rows = photos::of_owners(act.transaction(), OwnerKind::Article, &[article]).await?;
    let mut rows: HashMap<String, photo::Model> = (rows.into_iter())
        .map(|row| (row.key.clone(), row))
        .collect();
    for ((key, words), position) in wanted.iter().zip(0..) {
        let alternative_text = Some(words.chars().take(LONGEST_WORDS).collect());
        if let Some(row) = rows.remove(key) {
            let mut after = row.clone();
            after.position = position;
            after.alternative_text = alternative_text;
            // Its files may be gone by now; then its alt text is shown instead.
            if row.width > 0 {
                after.removed_at = None;
            }
            act.update(&row, after).await?;
        } else if let Some(row) = taken_into_use(act, article, key, identifiers).await? {
            let row = photo::Model {
                position,
                alternative_text,
                ..row
            };
            act.insert(&row).await?;
        }
    }
    for row in rows.into_values().filter(|row| row.removed_at.is_none()) {
        let mut after = row.clone();
        after.removed_at = Some(act.now());
        act.update(&row, after).await?;
    }
    Ok(())
}

/// The row of an uploaded photo that isn't used yet. Photos of others are left alone.
async fn taken_into_use(
    act: &Act<'_>,
    article: Uuid,
    key: &str,
    identifiers: &IdGenerator,
) -> Result<Option<photo::Model>> {
    let transaction: &DatabaseTransaction = act.transaction();
    let Some(file) = use_sent(transaction, PURPOSE, key).await? else {
        return Ok(None);
    };
    let new = NewPhoto::uploaded(Owner::Article(article), file, "admin");
    let row = photos::next_row(transaction, &new, identifiers, act.now()).await?;
    Ok(Some(row))
}

/// Our own photos among `links`: key and alt text, in the text's order.
fn keyed(links: &[PictureLink]) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for link in links {
        if let Some(key) = &link.key
            && found.iter().all(|(known, _)| known != key)
        {
            found.push((key.clone(), link.words.clone()));
        }
    }
    found
}

/// The pictures that an unsaved text would show, by key, and those that it wouldn't.
pub(super) async fn of_text(
    services: &Services,
    content: &str,
    origin: &str,
) -> Result<(BTreeMap<String, Picture>, Vec<DeadLink>)> {
    let links = pictures_in(content, origin);
    let keys: Vec<String> = keyed(&links).into_iter().map(|(key, _)| key).collect();
    let stored = described(services.database.reads(), &keys).await?;
    let stored: BTreeMap<String, Picture> = (stored.into_iter())
        .map(|photo| (photo.key.clone(), photo.into()))
        .collect();
    let dead = links.into_iter().filter_map(|link| {
        let reason = match &link.key {
            None => "Only pictures added here are shown. Readers see the alt text instead.",
            Some(key) if !stored.contains_key(key) => "This picture is gone. Please add it again.",
            Some(_) => return None,
        };
        Some(DeadLink {
            address: link.address,
            reason: reason.to_owned(),
        })
    });
    let dead = dead.collect();
    Ok((stored, dead))
}
