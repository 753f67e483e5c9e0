//! Pictures of shops from their websites (D55, D66, D77): found on the page, fetched as a robot through the guarded
//! client, and shown with their source and credit. Which of them is shown is decided by a rule, unless the caller
//! chooses.

use std::{cmp::Reverse, sync::Arc};

use bytes::Bytes;
use page_pictures::{Found, Hint, LONGEST_PAGE, MIN_WIDTH, Picture, Refused, pictures};
use photo_files::{GOOD_SCORE, Look};
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
    error::{Error, Result},
    outbound::{Fetched, Outbound, OutboundError},
    photo_files::{PhotoFiles, StoredPhoto, use_photo},
    reader::Reader,
    web::Actor,
};

/// The source of these photos.
pub const SOURCE: &str = "website";
/// The purpose of the files.
const PURPOSE: &str = "website";
/// How many pictures are fetched from one website.
const MAX_FETCHED: usize = 6;
/// Pictures for link previews may be smaller than others, in pixels.
const MIN_SHARED_WIDTH: u32 = 400;
const MIN_HEIGHT: u32 = 250;
/// What a name or a description adds to a picture's score, or takes from it.
const HINT: u32 = 15;
/// A picture wider than this many times its height is a banner, not a picture of a place.
const WIDEST: u32 = 3;

/// Pictures and pages that couldn't be used, each with its URL and the reason, for the administrator.
pub type Misses = Vec<String>;

/// A picture that could represent the shop, and its URL.
#[derive(Clone, Debug)]
pub struct Candidate {
    found: Found,
    look: Look,
    /// Of its pixels and its name, of 100.
    score: u32,
    area: u64,
    pub bytes: Bytes,
    pub address: String,
}

/// What finding a picture needs. Cheap to clone.
#[derive(Clone, Debug)]
pub struct WebsitePhotos {
    pub outbound: Outbound,
    /// Reads pages, and the headers of pictures.
    pub reader: Reader,
    pub photo_files: PhotoFiles,
    pub ledger: Ledger,
}

impl WebsitePhotos {
    /// The pictures of the shop on its website that show a place, best first: link previews, then structured data, then
    /// the best one of the page.
    /// `Ok(Err(_))` if the page can't be fetched.
    pub async fn candidates(
        &self,
        shop: &shop::Model,
        website: &str,
        misses: &mut Misses,
    ) -> Result<std::result::Result<Vec<Candidate>, OutboundError>> {
        let page = self.outbound.get_start_as_robot(website, LONGEST_PAGE);
        let page = match page.await {
            Ok(page) => page,
            Err(error) => return Ok(Err(error)),
        };
        if page.status != 200 {
            misses.push(format!("{website}: the site returned {}", page.status));
        }
        if !is_page(&page) {
            return Ok(Ok(Vec::new()));
        }
        if forbids_pictures(&page) {
            misses.push(format!("{website}: {}", Refused::NoImageIndex));
            return Ok(Ok(Vec::new()));
        }
        let read = move || pictures(&String::from_utf8_lossy(&page.body), &page.address);
        let Some(found) = self.reader.read(read).await? else {
            misses.push(format!("{website}: reading the page took too long"));
            return Ok(Ok(Vec::new()));
        };
        let pictures = found.unwrap_or_else(|refused| {
            misses.push(format!("{website}: {refused}"));
            Vec::new()
        });
        let mut good: Vec<Candidate> = Vec::new();
        for picture in pictures.into_iter().take(MAX_FETCHED) {
            if let Some(candidate) = self.candidate(shop, picture, misses).await?
                && !good.iter().any(|one| one.look.is_same(&candidate.look))
            {
                good.push(candidate);
            }
        }
        // The sort is stable: the page's own order counts among those it names.
        good.sort_by_key(|one| {
            let is_shown = one.found == Found::Image;
            let quality = (one.score, one.area);
            (one.found, Reverse(if is_shown { quality } else { (0, 0) }))
        });
        Ok(Ok(good))
    }

    /// The picture, if it may be the shop's.
    async fn candidate(
        &self,
        shop: &shop::Model,
        picture: Picture,
        misses: &mut Misses,
    ) -> Result<Option<Candidate>> {
        let address = picture.url.to_string();
        if self.was_removed(shop, &address).await? {
            return Ok(None);
        }
        let fetched = self.outbound.get_as_robot(&address).await;
        if fetched.as_ref().is_ok_and(forbids_pictures) {
            misses.push(format!("{address}: {}", Refused::NoImageIndex));
            return Ok(None);
        }
        let Some(bytes) = answered(fetched, &address, misses) else {
            return Ok(None);
        };
        let header = bytes.clone();
        let size = self.reader.read(move || photo_files::size(&header)).await?;
        let Some(Ok(size)) = size.filter(|size| {
            size.as_ref()
                .is_ok_and(|size| is_of_a_place(&picture, *size))
        }) else {
            return Ok(None);
        };
        let Some(look) = self.photo_files.look(bytes.clone()).await? else {
            return Ok(None);
        };
        let score = match picture.hint {
            Hint::Place if look.fault.is_none() => look.score + HINT,
            Hint::Other => look.score.saturating_sub(HINT),
            _ => look.score,
        };
        if score < GOOD_SCORE {
            let reason = look.complaint();
            let reason = reason.unwrap_or("its name says that it shows something else");
            misses.push(format!("{address}: {reason} (score {score} of 100)"));
            return Ok(None);
        }
        Ok(Some(Candidate {
            found: picture.found,
            look,
            score: score.min(100),
            area: u64::from(size.0) * u64::from(size.1),
            bytes,
            address,
        }))
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

/// Whether a response says so in its headers.
fn forbids_pictures(fetched: &Fetched) -> bool {
    let rules = fetched.headers.get_all("x-robots-tag").iter();
    rules
        .filter_map(|rule| rule.to_str().ok())
        .any(|rule| rule.to_ascii_lowercase().contains("noimageindex"))
}

fn is_page(page: &Fetched) -> bool {
    let kind = page.content_type().unwrap_or("text/html");
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
