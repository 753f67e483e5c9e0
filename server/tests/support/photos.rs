//! Photos for tests.

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
