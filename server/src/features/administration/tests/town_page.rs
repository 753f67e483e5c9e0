//! What a town's page in the panel is made of.

use serde_json::json;

use crate::support::TestApp;

both_engines!(a_town_is_shown_with_its_shops, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let empty = app.city("Pineville", "LA").await;
    app.shop(&city).name("Blue Door").await;
    app.shop(&city).name("Old Door").deleted().await;
    app.shop(&empty).name("Gone").deleted().await;
    let admin = app.administrator().await;
    let address = format!("/api/admin/cities/{}", city.id);
    let shown = admin.get(&address).await.expect(200).json();
    assert_eq!(shown["name"], "Alexandria");
    assert_eq!(shown["isListed"], true);
    let edit = json!({ "description": "On the Red River.", "version": shown["version"] });
    admin.put(&address, &edit).await.expect(200);
    let unlisted = format!("/api/admin/cities/{}", empty.id);
    let unlisted = admin.get(&unlisted).await.expect(200).json();
    assert_eq!(unlisted["isListed"], false);

    let shops = async |query: &str| {
        let path = format!("/api/admin/coffee-shops?city={}{query}", city.id);
        let found = admin.get(&path).await.expect(200).json();
        let names = found["shops"].as_array().unwrap().iter();
        let names: Vec<_> = names.map(|shop| shop["name"].clone()).collect();
        (names, found["total"].clone())
    };
    let both = (vec![json!("Blue Door"), json!("Old Door")], json!(2));
    assert_eq!(shops("&sort=name").await, both, "also the deleted one");
    let deleted = (vec![json!("Old Door")], json!(1));
    assert_eq!(shops("&visibility=deleted").await, deleted);
    assert_eq!(shops("&search=blue").await.1, json!(1));
    let second = (vec![json!("Old Door")], json!(2));
    assert_eq!(shops("&sort=name&page=2&pageSize=1").await, second);
    let bad = admin.get("/api/admin/coffee-shops?city=alexandria").await;
    assert_eq!(bad.expect(400).json()["field"], "city");
    let unknown = format!("/api/admin/cities/{}", uuid::Uuid::nil());
    admin.get(&unknown).await.expect(404);
    admin
        .get("/api/admin/cities/alexandria-la")
        .await
        .expect(404);
});
