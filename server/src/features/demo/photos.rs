//! Photos for one town's invented shops, so that a page full of photos can be viewed and measured. They are generated:
//! soft colors with enough grain for the file size of a camera's photo. What a demo's past shows is drawn to be looked at: hills.

use std::f64::consts::TAU;

use tiny_skia::{Pixmap, PremultipliedColorU8};
use uuid::Uuid;

use super::store;
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
        seeded_random::SeededRandom,
    },
};

/// The shops on the first page of a town get one.
const MAX_PHOTOS: usize = 48;
const PURPOSE: &str = "demo";
/// Width and height of a camera's photo, in pixels.
const OF_A_CAMERA: (u32, u32) = (1600, 1000);
/// The same of one that was sent by mail first: drawn in a moment.
const OF_A_MAIL: (u32, u32) = (640, 400);
/// The same of a picture that one of the growth tools finds.
const OF_A_WEBSITE: (u32, u32) = (480, 300);
/// Size of the grain in pixels: one square is one pixel of the smallest version.
const GRAIN: u32 = 4;
type Color = [f64; 3];
/// Colors of a landscape, as red, green and blue from 0 to 255: the sky above, the sky at the horizon, the nearest hill.
const LANDSCAPES: [[Color; 3]; 4] = [
    [
        [86.0, 148.0, 196.0],
        [226.0, 234.0, 226.0],
        [44.0, 84.0, 58.0],
    ],
    [
        [222.0, 138.0, 96.0],
        [250.0, 220.0, 168.0],
        [84.0, 52.0, 58.0],
    ],
    [
        [92.0, 104.0, 158.0],
        [244.0, 190.0, 170.0],
        [40.0, 50.0, 78.0],
    ],
    [
        [120.0, 172.0, 172.0],
        [240.0, 232.0, 206.0],
        [108.0, 84.0, 48.0],
    ],
];
const SUN: Color = [255.0, 244.0, 214.0];
/// Rows of hills, of which the nearest is the lowest.
const ROWS: u32 = 4;
/// In pixels.
const FIR_WIDTH: usize = 9;

/// The result of [`add_photos`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedPhotos {
    /// The town's slug.
    pub town: String,
    /// Shops that got their first photo.
    pub added: usize,
}

/// Adds a photo to each of the first 48 sample shops of the largest town, skipping those that have one. Returns `None`
/// without demo content.
///
/// # Errors
///
/// If the database, the file storage or image encoding fails.
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
    // In the town page's order, so that its first page is full of photos.
    rank_for_city(&view, &mut shops);
    let mut added = 0;
    for shop in shops.iter().filter(|shop| shop.sample).take(MAX_PHOTOS) {
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
    let file = services
        .cpu
        .run(move || draw(&shop.to_string(), OF_A_CAMERA))
        .await??;
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

/// A photo that one of the invented people uploads: a PNG, different for each `name`.
///
/// # Errors
///
/// If all threads for such work are busy.
pub async fn draw_upload(services: &Services, name: &str) -> Result<Vec<u8>> {
    let name = name.to_owned();
    services
        .cpu
        .run(move || draw_hills(&name, OF_A_MAIL))
        .await?
}

/// A picture that one of the growth tools finds in a demo's past: a PNG, different for each `name`, and small, because the demo waits
/// for it.
///
/// # Errors
///
/// If all threads for such work are busy.
pub async fn draw_found(services: &Services, name: &str) -> Result<Vec<u8>> {
    let name = name.to_owned();
    services
        .cpu
        .run(move || draw_hills(&name, OF_A_WEBSITE))
        .await?
}

/// A PNG of soft color waves with grain, different for each `name`, of this width and height.
fn draw(name: &str, (width, height): (u32, u32)) -> Result<Vec<u8>> {
    let broken = || Error::Internal("a demo photo can't be drawn".to_owned());
    let mut random = SeededRandom::of(name);
    let mut picture = Pixmap::new(width, height).ok_or_else(broken)?;
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
    let columns = width.div_ceil(GRAIN);
    let grain: Vec<f64> = (0..columns * height.div_ceil(GRAIN))
        .map(|_| random.fraction() * 72.0 - 36.0)
        .collect();
    for (index, pixel) in (0_u32..).zip(picture.pixels_mut()) {
        let (x, y) = (index % width, index / width);
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

/// A PNG of rows of hills below the sun, different for each `name`, of this width and height.
fn draw_hills(name: &str, (width, height): (u32, u32)) -> Result<Vec<u8>> {
    let broken = || Error::Internal("a demo photo can't be drawn".to_owned());
    let mut random = SeededRandom::of(name);
    let mut picture = Pixmap::new(width, height).ok_or_else(broken)?;
    let (across, down) = (f64::from(width), f64::from(height));
    let [above, horizon, nearest] = *random.pick(&LANDSCAPES).ok_or_else(broken)?;
    let sun = (
        across * (0.2 + 0.6 * random.fraction()),
        down * (0.2 + 0.15 * random.fraction()),
    );
    let mut hills: Vec<(Vec<f64>, Color)> = (1..=ROWS)
        .map(|row| {
            let nearness = f64::from(row) / f64::from(ROWS);
            let ridge = ridge(&mut random, (width, down), 0.3 + 0.55 * nearness);
            (ridge, mixed(horizon, nearest, nearness))
        })
        .collect();
    if let Some((ridge, _)) = hills.last_mut() {
        plant(&mut random, ridge, down);
    }
    for (index, pixel) in (0_u32..).zip(picture.pixels_mut()) {
        let (column, y) = (index % width, f64::from(index / width));
        let at = usize::try_from(column).unwrap_or_default();
        let mut nearest_first = hills.iter().rev();
        let hill = nearest_first.find_map(|(ridge, color)| {
            let below = y - ridge.get(at)?;
            (below >= 0.0).then_some((below / down, color))
        });
        let distance = (f64::from(column) - sun.0).hypot(y - sun.1);
        let color = match hill {
            // There is mist in the valleys.
            Some((below, color)) => mixed(*color, horizon, (below * 1.8).min(0.6)),
            None if distance < down * 0.09 => SUN,
            None => mixed(above, horizon, (y / down * 1.6).min(1.0)),
        };
        let grain = random.fraction() * 12.0 - 6.0;
        let [red, green, blue] = color.map(|part| (part + grain).clamp(0.0, 255.0) as u8);
        let color = PremultipliedColorU8::from_rgba(red, green, blue, u8::MAX);
        *pixel = color.ok_or_else(broken)?;
    }
    picture.encode_png().map_err(|_| broken())
}

/// Where a row of hills begins in each column, in pixels from the top of a picture that is `down` pixels high; about `place` of it.
fn ridge(random: &mut SeededRandom, (width, down): (u32, f64), place: f64) -> Vec<f64> {
    let waves: Vec<(f64, f64, f64)> = (1..=3)
        .map(|wave| {
            let times = f64::from(wave) * (1.0 + random.fraction());
            (times, random.fraction() * TAU, 0.07 / f64::from(wave))
        })
        .collect();
    (0..width)
        .map(|column| {
            let x = f64::from(column) / f64::from(width);
            let waves = waves.iter();
            let swing =
                waves.map(|(times, start, height)| (x * times * TAU + start).sin() * height);
            down * (place + swing.sum::<f64>())
        })
        .collect()
}

/// Firs along a row of hills, each of its own height, in a picture that is `down` pixels high.
fn plant(random: &mut SeededRandom, ridge: &mut [f64], down: f64) {
    for fir in ridge.chunks_mut(FIR_WIDTH) {
        let height = down * (0.02 + 0.07 * random.fraction());
        let middle = fir.len() as f64 / 2.0;
        for (place, top) in (0_u32..).zip(fir) {
            let from_middle = (f64::from(place) + 0.5 - middle).abs();
            *top -= height * (1.0 - from_middle / middle);
        }
    }
}

/// The color between two, nearer to the second the larger `share` is, from 0 to 1.
fn mixed(one: Color, other: Color, share: f64) -> Color {
    let mut both = one.into_iter().zip(other);
    std::array::from_fn(|_| {
        let (one, other) = both.next().unwrap_or_default();
        one + (other - one) * share
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_photos_are_as_large_as_a_cameras() {
        for name in ["one", "two", "three"] {
            let photo = photo_files::convert(&draw(name, OF_A_CAMERA).unwrap()).unwrap();
            let bytes: Vec<usize> = photo.variants.iter().map(|file| file.webp.len()).collect();
            assert!((25_000..=30_000).contains(&bytes[0]), "{name}: {bytes:?}");
        }
    }

    #[test]
    fn drawn_hills_are_pictures_of_a_place_each_of_its_own() {
        let names = ["one", "two", "three", "natchitoches-la"];
        let looks = names.map(|name| {
            let look = photo_files::look(&draw_hills(name, OF_A_WEBSITE).unwrap()).unwrap();
            assert_eq!(look.complaint(), None, "{name}");
            look
        });
        for (place, look) in looks.iter().enumerate() {
            assert!(looks[..place].iter().all(|other| !look.is_same(other)));
        }
    }
}
