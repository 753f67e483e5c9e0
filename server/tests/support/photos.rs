//! Photos for tests.

use std::{collections::BTreeMap, sync::Mutex};

use bytes::Bytes;
use sea_orm::EntityTrait;
use townperk::{
    catalog::{
        entities::photo,
        photos::{self, NewPhoto, Owner},
        writing,
    },
    platform::photo_files::{StoredPhoto, use_photo},
};

use super::{Node, TestApp};

/// A photo file of 64 × 48 pixels, in four colors.
pub fn photo_file() -> Bytes {
    Bytes::from_static(include_bytes!(
        "../../../crates/photo-files/tests/files/progressive.jpg"
    ))
}

/// A PNG file that looks like a room: things in different colors, and light from one side. Other sizes show other rooms.
pub fn place_png(width: u32, height: u32) -> Vec<u8> {
    let mut picture = tiny_skia::Pixmap::new(width, height).unwrap();
    let mut random = (u64::from(width * height) * 0x9e37_79b9) | 1;
    let mut next = move |most: u32| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 33) as u32 % most
    };
    picture.fill(tiny_skia::Color::from_rgba8(190, 170, 140, 255));
    for _ in 0..24 {
        let color = [next(256) as u8, next(256) as u8, next(256) as u8];
        let (x, y) = (next(width) as f32, next(height) as f32);
        let (w, h) = (next(width / 5) + width / 12, next(height / 4) + height / 12);
        let part = tiny_skia::Rect::from_xywh(x, y, w as f32, h as f32).unwrap();
        let mut paint = tiny_skia::Paint::default();
        paint.set_color_rgba8(color[0], color[1], color[2], 255);
        picture.fill_rect(part, &paint, tiny_skia::Transform::identity(), None);
    }
    for (at, pixel) in picture.data_mut().chunks_exact_mut(4).enumerate() {
        let side = at as u32 % width * 100 / width;
        for value in &mut pixel[..3] {
            *value = (u32::from(*value) * (60 + side / 2) / 110) as u8;
        }
    }
    picture.encode_png().unwrap()
}

/// Such a picture of a usual size, another one for each name.
pub fn place_png_named(name: &str) -> Bytes {
    static MADE: Mutex<BTreeMap<u32, Bytes>> = Mutex::new(BTreeMap::new());
    let more = name.bytes().map(u32::from).sum::<u32>() % 97;
    let mut made = MADE.lock().unwrap();
    let picture = made
        .entry(more)
        .or_insert_with(|| place_png(900 + more, 640).into());
    picture.clone()
}

impl Node {
    /// A photo whose files aren't requested.
    pub async fn photo(&self, owner: Owner) -> photo::Model {
        self.photo_with(owner, |_| {}).await
    }

    /// The same with some facts changed.
    pub async fn photo_with(&self, owner: Owner, set: impl Fn(&mut NewPhoto)) -> photo::Model {
        let mut chance = [0; 26];
        self.identifiers.fill(&mut chance);
        let letters = chance.map(|byte| char::from(b'a' + byte % 8));
        let file = StoredPhoto {
            key: letters.iter().collect(),
            widths: vec![400, 800, 1600],
            width: 1600,
            height: 1000,
        };
        let mut new = NewPhoto::uploaded(owner, file, "owner");
        set(&mut new);
        self.add_photo(new).await
    }

    /// Writes a photo's row as rooms do.
    pub async fn add_photo(&self, new: NewPhoto) -> photo::Model {
        let (now, identifiers) = (self.clock.now(), self.identifiers.clone());
        let (row, change) = self
            .database
            .transaction(|transaction| {
                let (new, identifiers) = (new.clone(), identifiers.clone());
                Box::pin(async move {
                    let row = photos::add(transaction, &new, &identifiers, now).await?;
                    let change = photos::touch(transaction, new.owner, now).await?;
                    writing::record_changes(transaction, &[change], now).await?;
                    Ok((row, change))
                })
            })
            .await
            .unwrap();
        self.catalog.refresh(&[change]).await.unwrap();
        row
    }

    /// Changes a photo's row as rooms do.
    pub async fn edit_photo(
        &self,
        owner: Owner,
        before: &photo::Model,
        set: impl Fn(&mut photo::Model),
    ) -> photo::Model {
        let now = self.clock.now();
        let mut row = before.clone();
        set(&mut row);
        let (row, change) = self
            .database
            .transaction(|transaction| {
                let (before, row) = (before.clone(), row.clone());
                Box::pin(async move {
                    let row = photos::replace(transaction, &before, row, now).await?;
                    let change = photos::touch(transaction, owner, now).await?;
                    writing::record_changes(transaction, &[change], now).await?;
                    Ok((row, change))
                })
            })
            .await
            .unwrap();
        self.catalog.refresh(&[change]).await.unwrap();
        row
    }

    /// A photo's current row in the database.
    pub async fn photo_row(&self, id: uuid::Uuid) -> Option<photo::Model> {
        photo::Entity::find_by_id(id)
            .one(self.database.reads())
            .await
            .unwrap()
    }
}

impl TestApp {
    /// A photo with files in storage.
    pub async fn stored_photo(&self, owner: Owner) -> photo::Model {
        let files = &self.services.photo_files;
        let stored = files.store("test", photo_file()).await.unwrap();
        self.database
            .transaction(|transaction| {
                let key = stored.key.clone();
                Box::pin(async move { use_photo(transaction, "test", &key).await })
            })
            .await
            .unwrap();
        self.add_photo(NewPhoto::uploaded(owner, stored, "owner"))
            .await
    }
}
