//! From an upload URL to files, and their removal.

use bytes::Bytes;
use chrono::TimeDelta;
use sea_orm::ConnectionTrait;
use townperk::platform::{
    error::{Error, Result},
    network::Network,
    photo_files::{NewUpload, StoredPhoto, UploadAddress, UploadQuery, use_photo, use_upload},
};
use url::Url;
use uuid::Uuid;

use crate::support::{Bucket, Setup, TestApp, photo_file};

const SHOP: Uuid = Uuid::from_u128(7);

fn for_story(holder: &str) -> NewUpload<'_> {
    NewUpload {
        purpose: "story",
        holder,
        target: Some(SHOP),
    }
}

fn home_network() -> Network {
    network("203.0.113.7")
}

fn network(address: &str) -> Network {
    Network::of(address.parse().unwrap())
}

/// The parts of an upload URL.
fn parts(upload: &UploadAddress) -> (String, UploadQuery) {
    let url = Url::parse(&upload.upload_url).unwrap();
    let key = url.path().strip_prefix("/api/uploads/").unwrap().to_owned();
    let value = |wanted: &str| {
        let mut pairs = url.query_pairs();
        pairs
            .find(|(name, _)| name == wanted)
            .unwrap()
            .1
            .into_owned()
    };
    let query = UploadQuery {
        expires: value("expires").parse().unwrap(),
        signature: value("signature"),
    };
    (key, query)
}

async fn upload(app: &TestApp, holder: &str, file: Bytes) -> Result<(UploadAddress, StoredPhoto)> {
    let files = &app.services.photo_files;
    let address = files.new_upload(for_story(holder)).await?;
    let (key, query) = parts(&address);
    files
        .begin_upload(&key, &query, (holder, home_network()))
        .await?;
    let stored = files.finish_upload(&key, file).await?;
    Ok((address, stored))
}

async fn take(app: &TestApp, photo: &str, upload: NewUpload<'static>) -> Result<StoredPhoto> {
    let photo = photo.to_owned();
    app.database
        .transaction(|transaction| {
            let photo = photo.clone();
            Box::pin(async move { use_upload(transaction, &photo, upload).await })
        })
        .await
}

both_engines!(
    an_uploaded_photo_can_be_taken_into_use_once,
    |app: TestApp| {
        let (address, stored) = upload(&app, "session", photo_file()).await.unwrap();
        assert!(
            address
                .upload_url
                .starts_with("https://townperk.example/api/uploads/")
        );
        assert_eq!(
            (stored.width, stored.height, stored.widths.as_slice()),
            (64, 48, &[64][..])
        );
        let file = app
            .services
            .photo_files
            .read(&stored.key, 64)
            .await
            .unwrap();
        assert!(file.unwrap().starts_with(b"RIFF"));
        for (photo, upload) in [
            (address.upload_url.as_str(), for_story("another session")),
            (
                &address.upload_url,
                NewUpload {
                    purpose: "gallery",
                    ..for_story("session")
                },
            ),
            (
                &address.upload_url,
                NewUpload {
                    target: None,
                    ..for_story("session")
                },
            ),
            ("https://elsewhere.example/a.jpg", for_story("session")),
        ] {
            let refused = take(&app, photo, upload).await.unwrap_err();
            assert!(
                matches!(refused, Error::Invalid { .. }),
                "{photo}: {refused:?}"
            );
        }
        let used = take(&app, &address.upload_url, for_story("session"))
            .await
            .unwrap();
        assert_eq!(used, stored);
        take(&app, &address.upload_url, for_story("session"))
            .await
            .unwrap_err();
        app.clock.advance(TimeDelta::days(3));
        assert_eq!(app.services.photo_files.sweep().await.unwrap(), 0);
    }
);

both_engines!(
    an_upload_address_is_one_sessions_for_a_short_time_and_once,
    |app: TestApp| {
        let files = &app.services.photo_files;
        let address = files.new_upload(for_story("session")).await.unwrap();
        let (key, query) = parts(&address);
        let later = UploadQuery {
            expires: query.expires + 1,
            ..query.clone()
        };
        let forged = UploadQuery {
            signature: query.signature.replace(['0', '1', '2', '3'], "4"),
            ..query.clone()
        };
        let unsigned = UploadQuery {
            signature: String::new(),
            ..query.clone()
        };
        for (query, holder) in [
            (&query, "another session"),
            (&later, "session"),
            (&forged, "session"),
            (&unsigned, "session"),
        ] {
            let refused = files
                .begin_upload(&key, query, (holder, home_network()))
                .await
                .unwrap_err();
            assert!(matches!(refused, Error::Forbidden(_)), "{refused:?}");
        }
        // A signature for one URL isn't valid for another.
        let (other, _) = parts(&files.new_upload(for_story("session")).await.unwrap());
        files
            .begin_upload(&other, &query, ("session", home_network()))
            .await
            .unwrap_err();
        files
            .begin_upload("../etc/passwd", &query, ("session", home_network()))
            .await
            .unwrap_err();
        files
            .begin_upload(&key, &query, ("session", home_network()))
            .await
            .unwrap();
        let refused = files
            .begin_upload(&key, &query, ("session", home_network()))
            .await
            .unwrap_err();
        assert!(matches!(refused, Error::Conflict(_)), "{refused:?}");
        let late = files.new_upload(for_story("session")).await.unwrap();
        app.clock.advance(TimeDelta::minutes(31));
        let (key, query) = parts(&late);
        let refused = files
            .begin_upload(&key, &query, ("session", home_network()))
            .await
            .unwrap_err();
        assert!(matches!(refused, Error::Conflict(_)), "{refused:?}");
    }
);

both_engines!(
    two_requests_to_one_upload_address_are_one_too_many,
    |app: TestApp| {
        let files = &app.services.photo_files;
        let (key, query) = parts(&files.new_upload(for_story("session")).await.unwrap());
        let begun = tokio::join!(
            files.begin_upload(&key, &query, ("session", home_network())),
            files.begin_upload(&key, &query, ("session", home_network()))
        );
        assert_eq!(
            usize::from(begun.0.is_ok()) + usize::from(begun.1.is_ok()),
            1
        );
    }
);

both_engines!(a_session_gets_no_end_of_addresses, |app: TestApp| {
    let files = &app.services.photo_files;
    for _ in 0..60 {
        files.new_upload(for_story("session")).await.unwrap();
    }
    let refused = files.new_upload(for_story("session")).await.unwrap_err();
    assert!(matches!(refused, Error::TooMany { .. }), "{refused:?}");
    files
        .new_upload(for_story("another session"))
        .await
        .unwrap();
    app.clock.advance(TimeDelta::hours(1));
    files.new_upload(for_story("session")).await.unwrap();
});

both_engines!(
    what_is_no_photo_is_refused_and_its_address_is_used_up,
    |app: TestApp| {
        let files = &app.services.photo_files;
        let whole = photo_file();
        for (file, words) in [
            (
                Bytes::from_static(b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
                "JPEG, PNG or WebP",
            ),
            (Bytes::new(), "JPEG, PNG or WebP"),
            (whole.slice(..whole.len() - 9), "incomplete"),
        ] {
            let (key, query) = parts(&files.new_upload(for_story("session")).await.unwrap());
            files
                .begin_upload(&key, &query, ("session", home_network()))
                .await
                .unwrap();
            let refused = files.finish_upload(&key, file).await.unwrap_err();
            let Error::Invalid { message, field } = &refused else {
                panic!("{refused:?}");
            };
            assert!(message.contains(words), "{message}");
            assert_eq!(field.as_deref(), Some("photo"));
            files
                .begin_upload(&key, &query, ("session", home_network()))
                .await
                .unwrap_err();
        }
    }
);

/// All files in the storage folder.
fn files_of(app: &TestApp) -> usize {
    let folders = std::fs::read_dir(app.home().folder().join("photos")).unwrap();
    let files = folders.map(|folder| std::fs::read_dir(folder.unwrap().path()).unwrap().count());
    files.sum()
}

both_engines!(
    files_that_nobody_takes_into_use_are_removed,
    |app: TestApp| {
        let files = &app.services.photo_files;
        let (used, _) = upload(&app, "session", photo_file()).await.unwrap();
        take(&app, &used.upload_url, for_story("session"))
            .await
            .unwrap();
        let (forgotten, stored) = upload(&app, "session", photo_file()).await.unwrap();
        let fetched = files.store("website", photo_file()).await.unwrap();
        files.new_upload(for_story("session")).await.unwrap();
        assert_eq!(files_of(&app), 3);
        app.clock.advance(TimeDelta::hours(1));
        // Only the URL has expired.
        assert_eq!(files.sweep().await.unwrap(), 1);
        assert_eq!(files_of(&app), 3);
        app.clock.advance(TimeDelta::hours(24));
        assert_eq!(files.sweep().await.unwrap(), 2);
        assert_eq!(files_of(&app), 1);
        assert_eq!(files.read(&stored.key, 64).await.unwrap(), None);
        take(&app, &forgotten.upload_url, for_story("session"))
            .await
            .unwrap_err();
        let late = app
            .database
            .transaction(|transaction| {
                let key = fetched.key.clone();
                Box::pin(async move { use_photo(transaction, "website", &key).await })
            })
            .await;
        late.unwrap_err();
        assert_eq!(files.sweep().await.unwrap(), 0);
    }
);

both_engines!(
    a_storage_that_is_away_costs_an_upload_and_leaves_nothing_behind,
    |setup: Setup| {
        let bucket = Bucket::start().await;
        let app = setup
            .settings(|settings| settings.storage_url = bucket.setting(""))
            .start()
            .await;
        let files = &app.services.photo_files;
        let (_, kept) = upload(&app, "session", photo_file()).await.unwrap();
        assert_eq!(
            bucket.keys(),
            [format!("{}/{}-64.webp", &kept.key[..2], kept.key)]
        );
        bucket.set_away(true);
        let refused = upload(&app, "session", photo_file()).await.unwrap_err();
        assert!(matches!(refused, Error::Unavailable { .. }), "{refused:?}");
        app.clock.advance(TimeDelta::days(2));
        files.sweep().await.unwrap_err();
        bucket.set_away(false);
        assert_eq!(files.sweep().await.unwrap(), 2);
        assert!(bucket.keys().is_empty());
    }
);

/// Begins an upload from `address`, in a session of its own, without sending the file.
async fn begin(app: &TestApp, holder: &str, address: &str) -> Result<String> {
    let files = &app.services.photo_files;
    let (key, query) = parts(&files.new_upload(for_story(holder)).await?);
    let sender = (holder, network(address));
    files.begin_upload(&key, &query, sender).await?;
    Ok(key)
}

both_engines!(
    a_network_uploads_at_most_a_hundred_megabytes_a_day,
    |app: TestApp| {
        // Sessions don't matter: each file that isn't there yet counts as the largest.
        for number in 0..19 {
            begin(&app, &format!("session {number}"), "203.0.113.7")
                .await
                .unwrap();
        }
        let refused = begin(&app, "another", "203.0.113.7").await.unwrap_err();
        let Error::TooMany { message, .. } = &refused else {
            panic!("{refused:?}");
        };
        assert!(message.contains("for one day"), "{message}");
        begin(&app, "a neighbor", "203.0.113.8").await.unwrap();
        app.clock
            .advance(TimeDelta::days(1) + TimeDelta::seconds(1));
        begin(&app, "another", "203.0.113.7").await.unwrap();
    }
);

both_engines!(
    a_network_s_files_count_with_their_size_and_ipv6_by_its_range,
    |app: TestApp| {
        let files = &app.services.photo_files;
        for _ in 0..30 {
            let address = "2001:db8:1:2::3";
            let key = begin(&app, "session", address).await.unwrap();
            files.finish_upload(&key, photo_file()).await.unwrap();
        }
        // Of one /56, whatever the rest of the address.
        for number in 0..18 {
            let address = format!("2001:db8:1:{number:x}::1");
            begin(&app, &format!("session {number}"), &address)
                .await
                .unwrap();
        }
        // Thirty small files are a few kilobytes.
        begin(&app, "last", "2001:db8:1:ff::1").await.unwrap();
        let refused = begin(&app, "more", "2001:db8:1:fe::1").await.unwrap_err();
        assert!(matches!(refused, Error::TooMany { .. }), "{refused:?}");
    }
);

both_engines!(
    uploads_that_nothing_uses_have_a_limit_in_all,
    |app: TestApp| {
        let key = begin(&app, "session", "203.0.113.7").await.unwrap();
        let most = format!("UPDATE photo_files SET bytes = 1999000000 WHERE key = '{key}'");
        app.database
            .reads()
            .execute_unprepared(&most)
            .await
            .unwrap();
        let refused = begin(&app, "session", "198.51.100.9").await.unwrap_err();
        let Error::TooMany { message, seconds } = &refused else {
            panic!("{refused:?}");
        };
        assert!(message.contains("right now"), "{message}");
        assert_eq!(*seconds, 3600);
        // What is used doesn't count.
        let used = format!("UPDATE photo_files SET state = 'used' WHERE key = '{key}'");
        app.database
            .reads()
            .execute_unprepared(&used)
            .await
            .unwrap();
        begin(&app, "session", "198.51.100.9").await.unwrap();
    }
);
