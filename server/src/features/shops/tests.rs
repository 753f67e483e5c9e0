//! Shops through the API and on their pages.

use crate::support::{TestApp, page_of};

both_engines!(a_shop_is_found_by_its_slug, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).name("Tamp & Grind").await;
    let page = app.visitor().get(&page_of(&shop)).await.expect(200);
    assert_eq!(page.html().h1(), "Tamp & Grind");
});
