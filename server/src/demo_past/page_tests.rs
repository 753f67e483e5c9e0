//! The page of the owner whom a door of the demo shows.

use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};
use serde_json::{Value, json};
use townperk::{
    catalog::entities::photo::{self, OwnerKind},
    features::demo::{clear, owner_link},
};

use crate::{
    demo_past::{demo_of, follow, holding},
    support::{Setup, TestApp, TestDatabase},
};

async fn shown_photos(app: &TestApp) -> u64 {
    let shown = photo::Entity::find()
        .filter(photo::Column::OwnerKind.eq(OwnerKind::Shop))
        .filter(photo::Column::RemovedAt.is_null())
        .count(app.database.reads());
    shown.await.unwrap()
}

both_engines!(the_owner_of_a_door_has_a_full_page, |home: TestDatabase| {
    let app = demo_of(Setup::new(home)).await;
    let link = owner_link(&app.services).await.unwrap().unwrap();
    let answer = follow(&app, &link).await.expect(200);
    let owner = holding(&app, &answer);
    let session = owner.get("/api/session").await.expect(200).json();
    let slug = session["shops"][0]["slug"].as_str().unwrap();
    let path = format!("/api/your-shop/{slug}");
    let shop = owner.get(&path).await.expect(200).json();
    assert_eq!(shop["missing"], json!([]), "{shop}");
    assert_eq!(shop["isBoosted"], true, "{shop}");
    // What the editor of a week is filled with.
    assert_eq!(
        shop["weeklyHours"],
        "Mo-Fr 06:30-16:00; Sa 07:00-14:00; Su off"
    );

    let gallery = owner.get(&format!("{path}/photos")).await.expect(200);
    let gallery = gallery.json();
    let [photo] = gallery["photos"].as_array().unwrap().as_slice() else {
        panic!("{gallery}");
    };
    assert_eq!(photo["source"], "owner");
    let history = owner.get(&format!("{path}/history")).await.expect(200);
    let history = history.json();
    let entries = history.as_array().unwrap().iter();
    let acts: Vec<(&Value, &Value)> = entries
        .map(|entry| (&entry["action"], &entry["by"]))
        .collect();
    let by = json!("you");
    assert_eq!(
        acts,
        [(&json!("shop.photos"), &by), (&json!("shop.edit"), &by)]
    );
    let browsers = owner.get("/api/sessions").await.expect(200).json();
    let count = browsers.as_array().unwrap().len();
    assert_eq!(count, 1, "the one that came in by the door");
    let page = format!("/api/coffee-shops/{slug}");
    let seen = app.visitor().get(&page).await.expect(200).json();
    assert_eq!(seen["photos"].as_array().unwrap().len(), 1, "{seen}");

    assert!(shown_photos(&app).await > 0);
    clear(&app.services).await.unwrap();
    assert_eq!(shown_photos(&app).await, 0);
});
