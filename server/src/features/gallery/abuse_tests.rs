//! Malicious uploads, with both kinds of storage.

use axum::{
    body::{Body, Bytes},
    http::Method,
};
use chrono::TimeDelta;
use serde_json::json;
use townperk::{catalog::entities::shop, platform::photo_files::LARGEST_UPLOAD};

use crate::support::{Bucket, Setup, TestApp, Visitor, photo_file};

const ORIGIN: &str = "https://townperk.example";

fn kept(name: &str) -> Bytes {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../crates/photo-files/tests/files"
    );
    std::fs::read(format!("{folder}/{name}")).unwrap().into()
}

fn gallery_of(shop: &shop::Model) -> String {
    format!("/api/your-shop/{}/photos", shop.slug)
}

/// A new upload URL, as a path.
async fn address(people: &Visitor, gallery: &str) -> String {
    let upload = people.post(&format!("{gallery}/upload"), &json!({})).await;
    let upload = upload.expect(200).json();
    let address = upload["uploadURL"].as_str().unwrap();
    address.strip_prefix(ORIGIN).unwrap().to_owned()
}

async fn send(people: &Visitor, address: &str, file: impl Into<Body>) -> crate::support::Response {
    people.send(Method::PUT, address, file.into()).await
}

/// A PNG header that claims these dimensions, with nothing after it.
fn bomb(width: u32, height: u32) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    file.extend(width.to_be_bytes());
    file.extend(height.to_be_bytes());
    file.extend(b"\x08\x02\0\0\0");
    let sum = crc(&file[12..]);
    file.extend(sum.to_be_bytes());
    file.resize(2000, 0);
    file
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ (0xedb8_8320 & 0_u32.wrapping_sub(sum & 1))
        })
    })
}

both_engines!(
    what_is_no_photo_is_refused_and_never_shown,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let owner = app.owner_of(&shop).await;
        let gallery = gallery_of(&shop);
        let whole = photo_file();
        let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
        for (what, file, status) in [
            ("one byte too many", vec![0xff; LARGEST_UPLOAD + 1], 413),
            ("50,000 by 50,000 pixels in 2 kB", bomb(50_000, 50_000), 400),
            ("SVG", svg.to_vec(), 400),
            (
                "HTML named .jpg",
                b"<!doctype html><script>1</script>".to_vec(),
                400,
            ),
            ("a cut JPEG", whole[..whole.len() / 2].to_vec(), 400),
            ("nothing", Vec::new(), 400),
        ] {
            let address = address(&owner, &gallery).await;
            let refused = send(&owner, &address, file).await.expect(status).json();
            let message = refused["message"].as_str().unwrap_or_default();
            assert!(message.len() > 10, "{what}: {refused}");
            // A rejected file can't be added.
            let body = json!({ "photoURL": format!("{ORIGIN}{address}") });
            let added = owner.post(&gallery, &body).await.expect(400).json();
            assert_eq!(added["field"], "photoURL", "{what}");
        }
        let shown = owner.get(&gallery).await.json();
        assert_eq!(shown["photos"], json!([]));
    }
);

both_engines!(
    unusual_photos_become_plain_ones_without_a_place,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        for name in [
            "animated.png",
            "animated.webp",
            "cmyk.jpg",
            "upright-by-exif.jpg",
        ] {
            // Some show the same, and a shop shows nothing twice.
            let shop = app.shop(&city).await;
            let owner = app.owner_of(&shop).await;
            let gallery = gallery_of(&shop);
            let address = address(&owner, &gallery).await;
            let sent = send(&owner, &address, kept(name)).await.expect(200).json();
            let body = json!({ "photoURL": sent["photoURL"] });
            owner.post(&gallery, &body).await.expect(200);
            let file = app.visitor().get(sent["photoURL"].as_str().unwrap()).await;
            let file = file.expect(200);
            assert_eq!(file.header("content-type"), "image/webp", "{name}");
            for word in [&b"EXIF"[..], b"Exif", b"ANIM", b"GPS", b"Acme"] {
                let found = file.bytes().windows(word.len()).any(|part| part == word);
                assert!(!found, "{name}: {}", String::from_utf8_lossy(word));
            }
        }
    }
);

both_engines!(
    an_upload_address_is_for_one_session_one_shop_one_time,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let [shop, other] = [app.shop(&city).await, app.shop(&city).await];
        let (owner, stranger) = (app.owner_of(&shop).await, app.owner_of(&other).await);
        let gallery = gallery_of(&shop);
        stranger
            .post(&format!("{gallery}/upload"), &json!({}))
            .await
            .expect(403);
        let address = address(&owner, &gallery).await;
        send(&stranger, &address, photo_file()).await.expect(403);
        send(&app.visitor(), &address, photo_file())
            .await
            .expect(403);
        let later = address.replace("expires=1", "expires=2");
        send(&owner, &later, photo_file()).await.expect(403);
        let sent = send(&owner, &address, photo_file())
            .await
            .expect(200)
            .json();
        let again = send(&owner, &address, photo_file())
            .await
            .expect(409)
            .json();
        assert!(again["message"].as_str().unwrap().contains("already used"));
        // Uploaded for this shop by its owner: it can't be added to another shop, or by anyone else.
        let body = json!({ "photoURL": sent["photoURL"] });
        stranger.post(&gallery_of(&other), &body).await.expect(400);
        owner.post(&gallery_of(&other), &body).await.expect(403);
        owner.post(&gallery, &body).await.expect(200);
        owner.post(&gallery, &body).await.expect(409);
    }
);

both_engines!(an_upload_address_ends_with_its_time, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let owner = app.owner_of(&shop).await;
    let gallery = gallery_of(&shop);
    let address = address(&owner, &gallery).await;
    app.clock.advance(TimeDelta::minutes(30));
    let late = send(&owner, &address, photo_file())
        .await
        .expect(409)
        .json();
    assert!(late["message"].as_str().unwrap().contains("expired"));
});

both_engines!(
    a_bucket_that_goes_away_midway_costs_one_try_and_no_photo,
    |setup: Setup| {
        let bucket = Bucket::start().await;
        let app = setup
            .settings(|settings| settings.storage_url = bucket.setting("shop"))
            .start()
            .await;
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let owner = app.owner_of(&shop).await;
        let gallery = gallery_of(&shop);
        let first = address(&owner, &gallery).await;
        bucket.set_away(true);
        let refused = send(&owner, &first, photo_file()).await.expect(503);
        assert_ne!(refused.header("retry-after"), "");
        bucket.set_away(false);
        // That URL is used up; the browser requests another one and continues.
        send(&owner, &first, photo_file()).await.expect(409);
        let second = address(&owner, &gallery).await;
        let sent = send(&owner, &second, photo_file()).await.expect(200).json();
        let body = json!({ "photoURL": sent["photoURL"] });
        let added = owner.post(&gallery, &body).await.expect(200).json();
        assert_eq!(added["photos"].as_array().unwrap().len(), 1);
        assert_eq!(bucket.keys().len(), 1);
        app.visitor()
            .get(sent["photoURL"].as_str().unwrap())
            .await
            .expect(200);
    }
);
