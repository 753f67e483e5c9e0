//! Every node returns the same results, in whatever order its index was filled.

use serde_json::Value;

use super::{crowd, search};
use crate::support::{Engine, TestApp};

/// All pages of a search.
async fn all_of(app: &TestApp, query: &str) -> Vec<String> {
    let mut slugs = Vec::new();
    for page in 1..=10 {
        let answer = search(app, 1200, &format!("{query}&pageSize=100&page={page}")).await;
        let shops = answer["shops"].as_array().unwrap();
        let slug = |shop: &Value| shop["slug"].as_str().unwrap().to_owned();
        slugs.extend(shops.iter().map(slug));
    }
    slugs
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn more_equal_matches_than_are_counted_are_the_same_ones_on_every_node() {
    let mut app = TestApp::start(Engine::Sqlite).await.unwrap();
    let shops = crowd(&app, 1200).await;
    search(&app, 1200, "q=common+cup").await;
    // This node reindexes them after all others; visitors see no difference.
    for shop in &shops[..40] {
        app.edit_shop(shop.id, |_| {}).await;
    }
    let fresh = app.second_node().await;
    let queries = [
        "q=common+cup",
        "q=common+cup&state=LA",
        "q=cup",
        "q=commom",
        "q=alexandria",
        "q=cup&sort=newest",
        "state=LA&sort=newest",
    ];
    // The index follows the edits a moment later. If index order mattered, the reindexed shops would now be last.
    tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    for query in queries {
        let (here, there) = (all_of(&app, query).await, all_of(&fresh, query).await);
        assert_eq!(here.len(), 1000, "{query}");
        assert_eq!(here, there, "{query}");
    }
}
