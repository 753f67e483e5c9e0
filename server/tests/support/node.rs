//! One process of an installation: its connections, its catalog, and writes like the product's.

use std::sync::Arc;

use chrono::TimeDelta;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, DatabaseTransaction, EntityTrait, ExprTrait, IntoActiveModel,
    Iterable, QueryFilter, QueryOrder, sea_query::OnConflict,
};
use townperk::{
    catalog::{
        Catalog, Change, Kind,
        entities::{boost, change, city, former_slug, shop, shop_source},
        writing,
    },
    platform::{
        clock::Clock,
        database::{Database, dialect},
        id_generator::IdGenerator,
    },
};
use uuid::Uuid;

use super::{
    TestDatabase,
    rows::{NewCity, NewShop},
};

/// A node without its HTTP side.
#[derive(Clone)]
pub struct Node {
    pub database: Database,
    pub catalog: Catalog,
    pub clock: Clock,
    pub identifiers: IdGenerator,
    /// Last, so that the connections are closed before the database is removed.
    home: Arc<TestDatabase>,
}

/// One row written or removed.
#[derive(Clone, Debug)]
pub enum Write {
    City(Box<city::Model>),
    Shop(Box<shop::Model>),
    FormerSlug {
        kind: Kind,
        slug: String,
        target: Uuid,
    },
    /// Including its sources.
    RemoveShop(Uuid),
}

impl Write {
    fn change(&self) -> Change {
        match self {
            Self::City(row) => (Kind::City, row.id),
            Self::Shop(row) => (Kind::Shop, row.id),
            Self::FormerSlug { kind, target, .. } => (*kind, *target),
            Self::RemoveShop(id) => (Kind::Shop, *id),
        }
    }
}

impl Node {
    pub(super) fn of(
        home: Arc<TestDatabase>,
        database: Database,
        catalog: Catalog,
        clock: Clock,
        seed: u64,
    ) -> Self {
        let identifiers = IdGenerator::seeded(clock.clone(), seed);
        Self {
            database,
            catalog,
            clock,
            identifiers,
            home,
        }
    }

    /// Its database.
    pub fn home(&self) -> &Arc<TestDatabase> {
        &self.home
    }

    /// A new town; awaiting it writes it.
    pub fn city(&self, name: &str, state: &str) -> NewCity<'_> {
        NewCity::new(self, name, state)
    }

    /// A new shop in `city`; awaiting it writes it.
    pub fn shop(&self, city: &city::Model) -> NewShop<'_> {
        NewShop::new(self, city)
    }

    /// A town's current row in the database.
    pub async fn city_row(&self, id: Uuid) -> city::Model {
        city::Entity::find_by_id(id)
            .one(self.database.reads())
            .await
            .unwrap()
            .expect("the town's row")
    }

    /// All shops' rows, oldest first.
    pub async fn shop_rows(&self) -> Vec<shop::Model> {
        shop::Entity::find()
            .order_by_asc(shop::Column::Id)
            .all(self.database.reads())
            .await
            .unwrap()
    }

    /// A shop's current row in the database.
    pub async fn shop_row(&self, id: Uuid) -> shop::Model {
        shop::Entity::find_by_id(id)
            .one(self.database.reads())
            .await
            .unwrap()
            .expect("the shop's row")
    }

    /// Changes a town.
    pub async fn edit_city(&self, id: Uuid, edit: impl FnOnce(&mut city::Model)) -> city::Model {
        let before = self.city_row(id).await;
        let mut row = before.clone();
        edit(&mut row);
        row.updated_at = self.clock.now();
        row.version += 1;
        let mut writes = vec![Write::City(Box::new(row.clone()))];
        if row.slug != before.slug {
            writes.push(Write::FormerSlug {
                kind: Kind::City,
                slug: before.slug,
                target: id,
            });
        }
        self.write(writes).await;
        row
    }

    /// Changes a shop.
    pub async fn edit_shop(&self, id: Uuid, edit: impl FnOnce(&mut shop::Model)) -> shop::Model {
        let before = self.shop_row(id).await;
        let mut row = before.clone();
        edit(&mut row);
        row.updated_at = self.clock.now();
        row.version += 1;
        let mut writes = vec![Write::Shop(Box::new(row.clone()))];
        if row.slug != before.slug {
            writes.push(Write::FormerSlug {
                kind: Kind::Shop,
                slug: before.slug,
                target: id,
            });
        }
        self.write(writes).await;
        row
    }

    /// Adds votes to a shop without changing anything else.
    pub async fn vote(&self, id: Uuid, votes: i64) {
        let mut row = self.shop_row(id).await;
        row.upvote_count += votes;
        row.version += 1;
        self.write(vec![Write::Shop(Box::new(row))]).await;
    }

    /// Boosts a shop from yesterday until a month from now.
    pub async fn boost(&self, id: Uuid) {
        let now = self.clock.now();
        let row = boost::Model {
            id: self.identifiers.next(),
            shop_id: id,
            source: boost::Source::Complimentary,
            starts_at: now - TimeDelta::days(1),
            ends_at: now + TimeDelta::days(30),
            reason: None,
            created_at: now,
        };
        boost::Entity::insert(row.into_active_model())
            .exec_without_returning(self.database.reads())
            .await
            .unwrap();
        // A boost is reported as a change of its shop.
        self.edit_shop(id, |_| {}).await;
        self.catalog.refresh(&[(Kind::Shop, id)]).await.unwrap();
    }

    /// Commits `writes` in one transaction and applies them, as a request does.
    pub async fn write(&self, writes: Vec<Write>) {
        let changes = self.commit(writes).await;
        self.catalog.refresh(&changes).await.unwrap();
    }

    /// Commits `writes` in one transaction; the catalog learns about them through the feed.
    pub async fn commit(&self, writes: Vec<Write>) -> Vec<Change> {
        let changes: Arc<Vec<Change>> = Arc::new(writes.iter().map(Write::change).collect());
        let (writes, now) = (Arc::new(writes), self.clock.now());
        let identifiers = self.identifiers.clone();
        let announced = changes.clone();
        self.database
            .transaction(|transaction| {
                let (writes, changes, identifiers) =
                    (writes.clone(), announced.clone(), identifiers.clone());
                Box::pin(async move {
                    for write in writes.iter() {
                        apply(transaction, write, &identifiers).await?;
                    }
                    writing::record_changes(transaction, &changes, now).await
                })
            })
            .await
            .unwrap();
        changes.to_vec()
    }

    /// Applies what other processes have committed. On PostgreSQL, any other test's transaction holds back the feed, so
    /// this waits until the feed is settled.
    pub async fn sync(&self) -> usize {
        let unsettled =
            change::Entity::find().filter(dialect::is_settled(self.database.engine()).not());
        for _ in 0..1000 {
            if unsettled
                .clone()
                .one(self.database.reads())
                .await
                .unwrap()
                .is_none()
            {
                // Changes held back by another test's transaction that ends during the query are only read by the next
                // one.
                let first = self.catalog.catch_up().await.unwrap();
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
                return first + self.catalog.catch_up().await.unwrap();
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        panic!("the feed did not settle in ten seconds");
    }
}

async fn apply(
    transaction: &DatabaseTransaction,
    write: &Write,
    identifiers: &IdGenerator,
) -> townperk::platform::error::Result<()> {
    match write {
        Write::City(row) => {
            let replace = OnConflict::column(city::Column::Id)
                .update_columns(city::Column::iter())
                .to_owned();
            let row = city::Model::clone(row).into_active_model().reset_all();
            city::Entity::insert(row)
                .on_conflict(replace)
                .exec_without_returning(transaction)
                .await?;
        }
        Write::Shop(row) => {
            let replace = OnConflict::column(shop::Column::Id)
                .update_columns(shop::Column::iter())
                .to_owned();
            let row = shop::Model::clone(row).into_active_model().reset_all();
            shop::Entity::insert(row)
                .on_conflict(replace)
                .exec_without_returning(transaction)
                .await?;
        }
        Write::FormerSlug { kind, slug, target } => {
            let key = [former_slug::Column::Kind, former_slug::Column::Slug];
            let replace = OnConflict::columns(key)
                .update_column(former_slug::Column::TargetId)
                .to_owned();
            let row = former_slug::Model {
                id: identifiers.next(),
                kind: name_of(*kind).to_owned(),
                slug: slug.clone(),
                target_id: *target,
                created_at: chrono::DateTime::UNIX_EPOCH,
            };
            let row = row.into_active_model().reset_all();
            former_slug::Entity::insert(row)
                .on_conflict(replace)
                .exec_without_returning(transaction)
                .await?;
        }
        Write::RemoveShop(id) => {
            forget_slugs(transaction, *id).await?;
            let sources =
                shop_source::Entity::delete_many().filter(shop_source::Column::ShopId.eq(*id));
            sources.exec(transaction).await?;
            shop::Entity::delete_by_id(*id).exec(transaction).await?;
        }
    }
    Ok(())
}

async fn forget_slugs(
    transaction: &DatabaseTransaction,
    target: Uuid,
) -> townperk::platform::error::Result<()> {
    let slugs = former_slug::Entity::delete_many().filter(former_slug::Column::TargetId.eq(target));
    slugs.exec(transaction).await?;
    Ok(())
}

fn name_of(kind: Kind) -> &'static str {
    match kind {
        Kind::City => "city",
        Kind::Shop => "shop",
        Kind::Article => "article",
        Kind::Category => "category",
        Kind::Site => "site",
        Kind::Page => "page",
    }
}
