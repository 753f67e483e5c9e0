//! Blog articles for tests.

use chrono::TimeDelta;
use townperk::features::blog::{self, Collection, Edited};
use uuid::Uuid;

use super::Node;

impl Node {
    /// An article published this many minutes ago (or in the future, if negative), in the category `brewing`, with the
    /// tag `Cold Brew`; returns its ID.
    pub async fn article(&self, slug: &str, minutes_ago: i64) -> Uuid {
        let moment = self.clock.now() - TimeDelta::minutes(minutes_ago);
        let moment = moment.to_rfc3339();
        self.article_of(
            slug,
            &format!("title: About {slug}\nexcerpt: Words of {slug}.\ncategory: brewing\ntags: Cold Brew\npublished: {moment}"),
            "# Top\n\nRead [more](/cities) & <b>more</b>.\n",
        )
        .await
    }

    /// An article with these header lines; returns its ID.
    pub async fn article_of(&self, slug: &str, head: &str, text: &str) -> Uuid {
        let mut files = Collection::default();
        let category = "brewing | Brewing | hsl(24, 55%, 38%) | At home.";
        files.add("categories.txt", category).unwrap();
        let file = format!("---\n{head}\n---\n{text}");
        files.add(&format!("{slug}.md"), &file).unwrap();
        self.bring(&files).await;
        let rows = self.article_rows().await;
        rows.iter().find(|row| row.slug == slug).unwrap().id
    }

    /// Imports `files`, as `townperk blog import` does next to a server: added, updated, unchanged.
    pub async fn bring(&self, files: &Collection) -> (usize, usize, usize) {
        let by = (&self.clock, &self.identifiers);
        let done = blog::import(&self.database, files, by, Edited::LeftAlone)
            .await
            .unwrap();
        self.sync().await;
        (done.added, done.updated, done.unchanged)
    }

    async fn article_rows(&self) -> Vec<townperk::catalog::entities::article::Model> {
        use sea_orm::EntityTrait;
        let all = townperk::catalog::entities::article::Entity::find();
        all.all(self.database.reads()).await.unwrap()
    }
}
