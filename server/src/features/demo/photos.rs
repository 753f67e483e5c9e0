//! Photos of one town's invented shops, so that a page full of photos can be looked at and measured. They are drawn: soft
//! colors with the grain that makes a camera's files as large as they are.

use tiny_skia::{Pixmap, PremultipliedColorU8};
use uuid::Uuid;

use super::{seeded_random::SeededRandom, store};
use crate::{
    catalog::{
        answers::rank_for_city,
        photos::{self, NewPhoto, Owner},
        writing::record_changes,
    },
    features::Services,
    platform::{
        error::{Error, Result},
        photo_files::use_photo,
    },
};

/// Shops that get one: what a town's page shows at once.
const MOST: usize = 48;
const PURPOSE: &str = "demo";
const WIDTH: u32 = 1600;
const HEIGHT: u32 = 1000;
/// The grain's squares, in pixels: one of them is a pixel of the smallest file.
const GRAIN: u32 = 4;

/// What [`add_photos`] did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedPhotos {
    /// The town's slug.
    pub town: String,
    /// Shops that have a photo now and had none before.
    pub added: usize,
}

/// Gives the first 48 invented shops of the largest town a photo each, where they have none; `None` without demo content.
pub async fn add_photos(services: &Services) -> Result<Option<AddedPhotos>> {
    let samples = store::open_samples(services.database.reads()).await?;
    let mut towns = samples.chunk_by(|one, other| one.0 == other.0);
    let largest = towns.next().map(|first| {
        towns.fold(
            first,
            |most, next| {
                if next.len() > most.len() { next } else { most }
            },
        )
    });
    let Some((city, _)) = largest.and_then(|shops| shops.first()) else {
        return Ok(None);
    };
    let view = services.catalog.view();
    let town = view.city(*city);
    let town = town.ok_or_else(|| Error::Internal("a demo shop's town is not there".to_owned()))?;
    let mut shops = view.shops_of_city(*city);
    // As the town's page lists them, so that its first page is full of photos.
    rank_for_city(&view, &mut shops);
    let mut added = 0;
    for shop in shops.iter().filter(|shop| shop.sample).take(MOST) {
        let owner = Owner::Shop(shop.id);
        let photos = photos::of_owner(services.database.reads(), owner).await?;
        if photos.is_empty() {
            add_photo(services, owner, shop.id).await?;
            added += 1;
        }
    }
    Ok(Some(AddedPhotos {
        town: town.city.slug.to_string(),
        added,
    }))
}

async fn add_photo(services: &Services, owner: Owner, shop: Uuid) -> Result<()> {
    let file = services.cpu.run(move || draw(&shop.to_string())).await??;
    let stored = services.photo_files.store(PURPOSE, file.into()).await?;
    let (now, identifiers) = (services.clock.now(), services.identifiers.clone());
    let change = services
        .database
        .transaction(|transaction| {
            let (key, identifiers) = (stored.key.clone(), identifiers.clone());
            Box::pin(async move {
                let file = use_photo(transaction, PURPOSE, &key).await?;
                let new = NewPhoto {
                    alternative_text: Some(String::new()),
                    ..NewPhoto::uploaded(owner, file, PURPOSE)
                };
                photos::add(transaction, &new, &identifiers, now).await?;
                let change = photos::touch(transaction, owner, now).await?;
                record_changes(transaction, &[change], now).await?;
                Ok(change)
            })
        })
        .await?;
    services.catalog.refresh(&[change]).await
}

/// A PNG of hills of color with grain, another one for each `name`.
fn draw(name: &str) -> Result<Vec<u8>> {
    let broken = || Error::Internal("a demo photo can't be drawn".to_owned());
    let mut random = SeededRandom::of(name);
    let mut picture = Pixmap::new(WIDTH, HEIGHT).ok_or_else(broken)?;
    let waves: Vec<(f64, f64, f64)> = (0..3)
        .map(|_| {
            let period = 180.0 + 400.0 * random.fraction();
            (
                period,
                random.fraction() * 2.0 - 1.0,
                random.fraction() * 6.0,
            )
        })
        .collect();
    let columns = WIDTH.div_ceil(GRAIN);
    let grain: Vec<f64> = (0..columns * HEIGHT.div_ceil(GRAIN))
        .map(|_| random.fraction() * 72.0 - 36.0)
        .collect();
    for (index, pixel) in (0_u32..).zip(picture.pixels_mut()) {
        let (x, y) = (index % WIDTH, index / WIDTH);
        let at = usize::try_from((y / GRAIN) * columns + x / GRAIN).unwrap_or_default();
        let noise = grain.get(at).copied().unwrap_or_default();
        let mut colors = waves.iter().map(|(period, slope, start)| {
            let phase = (f64::from(x) + slope * f64::from(y)) / period + start;
            (phase.sin() * 70.0 + 128.0 + noise).clamp(0.0, 255.0) as u8
        });
        let mut next = || colors.next().unwrap_or_default();
        let color = PremultipliedColorU8::from_rgba(next(), next(), next(), u8::MAX);
        *pixel = color.ok_or_else(broken)?;
    }
    picture.encode_png().map_err(|_| broken())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_photos_are_as_large_as_a_cameras() {
        for name in ["one", "two", "three"] {
            let photo = photo_files::convert(&draw(name).unwrap()).unwrap();
            let bytes: Vec<usize> = photo.variants.iter().map(|file| file.webp.len()).collect();
            assert!((25_000..=30_000).contains(&bytes[0]), "{name}: {bytes:?}");
        }
    }
}
