//! Folders and buckets behave alike.

use bytes::Bytes;
use tempfile::TempDir;
use townperk::platform::{
    data_folder::DataFolder,
    error::Error,
    settings::{Secret, Settings},
    storage::Storage,
};

use crate::support::Bucket;

fn opened(folder: &TempDir, setting: Secret) -> Storage {
    let mut settings = Settings::defaults().unwrap();
    settings.storage_url = setting;
    Storage::open(&settings, &DataFolder::open(folder.path()).unwrap()).unwrap()
}

async fn keeps_files(storage: &Storage) {
    let photo = Bytes::from(vec![7; 300_000]);
    assert_eq!(storage.get("ab/abc-400.webp").await.unwrap(), None);
    storage.put("ab/abc-400.webp", photo.clone()).await.unwrap();
    storage.put("ab/abc-800.webp", Bytes::new()).await.unwrap();
    assert_eq!(storage.get("ab/abc-400.webp").await.unwrap(), Some(photo));
    assert_eq!(
        storage.get("ab/abc-800.webp").await.unwrap(),
        Some(Bytes::new())
    );
    storage
        .put("ab/abc-400.webp", Bytes::from_static(b"other"))
        .await
        .unwrap();
    let other = storage.get("ab/abc-400.webp").await.unwrap();
    assert_eq!(other, Some(Bytes::from_static(b"other")));
    for _ in 0..2 {
        storage.delete("ab/abc-400.webp").await.unwrap();
        assert_eq!(storage.get("ab/abc-400.webp").await.unwrap(), None);
    }
    assert!(storage.get("ab/abc-800.webp").await.unwrap().is_some());
}

#[tokio::test]
async fn a_folder_keeps_files() {
    let folder = TempDir::new().unwrap();
    keeps_files(&opened(&folder, Secret::default())).await;
    assert!(folder.path().join("photos/ab/abc-800.webp").is_file());
    let elsewhere = folder.path().join("elsewhere");
    let setting = Secret::new(elsewhere.to_str().unwrap().to_owned());
    keeps_files(&opened(&folder, setting)).await;
    assert!(elsewhere.join("ab/abc-800.webp").is_file());
}

#[tokio::test]
async fn a_bucket_keeps_files() {
    let (bucket, folder) = (Bucket::start().await, TempDir::new().unwrap());
    keeps_files(&opened(&folder, bucket.setting(""))).await;
    keeps_files(&opened(&folder, bucket.setting("town/perk"))).await;
    let expected = ["ab/abc-800.webp", "town/perk/ab/abc-800.webp"];
    assert_eq!(bucket.keys(), expected);
}

#[tokio::test]
async fn nothing_leads_out_of_the_folder() {
    let folder = TempDir::new().unwrap();
    let storage = opened(&folder, Secret::default());
    for key in ["../townperk.sqlite", "/etc/passwd/../x", "a//b", "."] {
        let refused = storage.put(key, Bytes::from_static(b"x")).await;
        let found = storage.get(key).await;
        assert!(
            refused.is_err() || found.is_err() || key.starts_with('/'),
            "{key}"
        );
    }
    assert!(!folder.path().join("townperk.sqlite").exists());
}

#[tokio::test]
async fn a_bucket_that_does_not_answer_or_refuses_is_worth_another_try() {
    let (bucket, folder) = (Bucket::start().await, TempDir::new().unwrap());
    let storage = opened(&folder, bucket.setting(""));
    storage.put("a", Bytes::from_static(b"x")).await.unwrap();
    bucket.set_away(true);
    let refused = [
        storage.put("b", Bytes::new()).await.unwrap_err(),
        storage.get("a").await.unwrap_err(),
        storage.delete("a").await.unwrap_err(),
    ];
    for error in refused {
        assert!(matches!(error, Error::Unavailable { .. }), "{error:?}");
    }
    bucket.set_away(false);
    assert!(storage.get("a").await.unwrap().is_some());
    let stranger = opened(&folder, bucket.setting_with("another-secret", ""));
    let refused = stranger.get("a").await.unwrap_err();
    assert!(matches!(refused, Error::Unavailable { .. }), "{refused:?}");
    assert_eq!(bucket.keys(), ["a"]);
}
