//! Pictures of shops from their websites (D55, D66, D77): found on the page, fetched as a robot through the guarded
//! client, and shown with their source and credit. Which of them is shown is decided by a rule, unless the caller
//! chooses.

use std::{cmp::Reverse, sync::Arc, time::Duration};

use bytes::Bytes;
use page_pictures::{Found, LONGEST_PAGE, MIN_WIDTH, Picture, pictures};
use url::Url;
use uuid::Uuid;

use super::{
    entities::shop,
    photo_acts,
    photos::{self, NewPhoto, Owner},
    shop_runs::{self, ShopOutcome},
    writing::{Ledger, Subject},
};
use crate::platform::{
    cpu::CpuPool,
    error::{Error, Result},
    outbound::{Fetched, Outbound, OutboundError},
    photo_files::{PhotoFiles, StoredPhoto, use_photo},
    web::Actor,
};

/// The source of these photos.
pub const SOURCE: &str = "website";
/// The purpose of the files.
const PURPOSE: &str = "website";
/// How long reading one page may take. The longest page takes a fraction of a second.
const READING: Duration = Duration::from_secs(5);
/// How many pictures are fetched from one website.
const MAX_FETCHED: usize = 6;
/// Pictures for link previews may be smaller than others, in pixels.
const MIN_SHARED_WIDTH: u32 = 400;
const MIN_HEIGHT: u32 = 250;
/// A picture wider than this many times its height is a banner, not a picture of a place.
const WIDEST: u32 = 3;

/// Pictures and pages that couldn't be used, each with its URL and the reason, for the administrator.
pub type Misses = Vec<String>;

/// A picture that could represent the shop, and its URL.
#[derive(Clone, Debug)]
pub struct Candidate {
    found: Found,
    area: u64,
    pub bytes: Bytes,
    pub address: String,
}

/// What finding a picture needs. Cheap to clone.
#[derive(Clone, Debug)]
pub struct WebsitePhotos {
    pub outbound: Outbound,
    /// Reads pages of strangers: a thread of its own, so that a page made to be slow holds up nobody.
    pub reader: CpuPool,
    pub photo_files: PhotoFiles,
    pub ledger: Ledger,
}

impl WebsitePhotos {
    /// The pictures of the shop on its website, best first: link previews, then structured data, then the largest one.
    /// `Ok(Err(_))` if the page can't be fetched.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn candidates(
        &self,
        shop: &shop::Model,
        website: &str,
        misses: &mut Misses,
    ) -> Result<std::result::Result<Vec<Candidate>, OutboundError>> {
        let page = match self.outbound.get_as_robot(website).await {
            Ok(page) => page,
            Err(error) => return Ok(Err(error)),
        };
        if page.status != 200 {
            misses.push(format!("{website}: the site returned {}", page.status));
        }
        if !is_page(&page) {
            return Ok(Ok(Vec::new()));
        }
        let read = move || {
            // The rest isn't even decoded.
            let body = page.body.get(..LONGEST_PAGE).unwrap_or(&page.body);
            pictures(&String::from_utf8_lossy(body), &page.address)
        };
        let found = match tokio::time::timeout(READING, self.reader.run(read)).await {
            Ok(found) => found?,
            Err(_) => {
                misses.push(format!("{website}: reading the page took too long"));
                return Ok(Ok(Vec::new()));
            }
        };
        let pictures = found.unwrap_or_else(|refused| {
            misses.push(format!("{website}: {refused}"));
            Vec::new()
        });
        let mut good = Vec::new();
        for picture in pictures.into_iter().take(MAX_FETCHED) {
            let address = picture.url.to_string();
            if self.was_removed(shop, &address).await? {
                continue;
            }
            let fetched = self.outbound.get_as_robot(&address).await;
            let Some(bytes) = answered(fetched, &address, misses) else {
                continue;
            };
            let Ok(size) = photo_files::size(&bytes) else {
                continue;
            };
            if is_of_a_place(&picture, size) {
                good.push(Candidate {
                    found: picture.found,
                    area: u64::from(size.0) * u64::from(size.1),
                    bytes,
                    address,
                });
            }
        }
        // The sort is stable: the page's own order counts among those it names.
        good.sort_by_key(|one| {
            let is_shown = one.found == Found::Image;
            (one.found, Reverse(if is_shown { one.area } else { 0 }))
        });
        Ok(Ok(good))
    }

    /// The picture that a person named by its URL.
    ///
    /// # Errors
    ///
    /// When storage or the database fails.
    pub async fn named(
        &self,
        shop: &shop::Model,
        address: &str,
        misses: &mut Misses,
    ) -> Result<Option<StoredPhoto>> {
        if self.was_removed(shop, address).await? {
            return Ok(None);
        }
        match answered(self.outbound.get(address).await, address, misses) {
            Some(bytes) => self.stored(bytes, address, misses).await,
            None => Ok(None),
        }
    }

    /// The picture as our own files; `None` if it can't be shown.
    ///
    /// # Errors
    ///
    /// When storage or the database fails.
    pub async fn stored(
        &self,
        bytes: Bytes,
        address: &str,
        misses: &mut Misses,
    ) -> Result<Option<StoredPhoto>> {
        match self.photo_files.store(PURPOSE, bytes).await {
            Ok(stored) => Ok(Some(stored)),
            Err(Error::Invalid { message, .. }) => {
                misses.push(format!("{address}: {message}"));
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Shows the picture on the shop's page with its source and credit, unless the shop got another one meanwhile. For
    /// a run, its result is written with it.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn keep(
        &self,
        shop: shop::Model,
        file: StoredPhoto,
        address: String,
        run: Option<Uuid>,
    ) -> Result<()> {
        let identifiers = self.ledger.identifiers.clone();
        let (shop, address) = (Arc::new(shop), Arc::new(address));
        self.ledger
            .act(Actor::System, "shop.photo", move |act| {
                let (identifiers, file) = (identifiers.clone(), file.clone());
                let (shop, address) = (shop.clone(), address.clone());
                Box::pin(async move {
                    let transaction = act.transaction();
                    let owner = Owner::Shop(shop.id);
                    let is_free = photos::of_owner(transaction, owner).await?.is_empty();
                    if let Some(run) = run {
                        let result = if is_free {
                            (ShopOutcome::Done, Some(address.as_str()))
                        } else {
                            (ShopOutcome::Skipped, None)
                        };
                        shop_runs::note(transaction, (run, shop.id), result, act.now()).await?;
                    }
                    if !is_free {
                        return Ok(());
                    }
                    let file = use_photo(transaction, PURPOSE, &file.key).await?;
                    let new = NewPhoto {
                        credit: host(&address).map(|host| format!("Photo: {host}")),
                        source_url: Some(address.to_string()),
                        fetched_at: Some(act.now()),
                        ..NewPhoto::uploaded(owner, file, SOURCE)
                    };
                    photo_acts::show(act, &identifiers, &new, None).await?;
                    act.set_subject(Subject::new("shop", shop.id, &shop.name));
                    act.set_note(&address);
                    Ok(())
                })
            })
            .await?;
        Ok(())
    }

    /// A picture that someone removed from the shop's page isn't added again (D77).
    async fn was_removed(&self, shop: &shop::Model, address: &str) -> Result<bool> {
        let reads = self.ledger.database.reads();
        photos::was_removed(reads, Owner::Shop(shop.id), address).await
    }
}

fn is_page(page: &Fetched) -> bool {
    let kind = page.content_type.as_deref().unwrap_or("text/html");
    page.status == 200 && (kind.contains("html") || kind.contains("xml"))
}

/// Whether the picture is large enough and not a banner.
fn is_of_a_place(picture: &Picture, (width, height): (u32, u32)) -> bool {
    let least = match picture.found {
        Found::Image => MIN_WIDTH,
        Found::SharedLink | Found::StructuredData => MIN_SHARED_WIDTH,
    };
    width >= least && height >= MIN_HEIGHT && width <= height.saturating_mul(WIDEST)
}

fn answered(
    fetched: std::result::Result<Fetched, OutboundError>,
    address: &str,
    misses: &mut Misses,
) -> Option<Bytes> {
    match fetched {
        Ok(fetched) if fetched.status == 200 => return Some(fetched.body),
        Ok(fetched) => misses.push(format!("{address}: the site returned {}", fetched.status)),
        Err(error) => misses.push(format!("{address}: {error}")),
    }
    None
}

/// The picture's host, for its credit.
fn host(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    Some(url.host_str()?.trim_start_matches("www.").to_owned())
}
