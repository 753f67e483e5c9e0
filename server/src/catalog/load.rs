//! Reads rows from the database for the catalog: all of them at startup, single ones when they change.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, ExprTrait, QueryFilter, QueryOrder, QuerySelect,
};
use tokio::sync::mpsc;
use uuid::Uuid;

use super::{
    Change,
    apply::add,
    daily_ranking::{self, day_at},
    directory::Directory,
    entities::{
        article, article_category, boost,
        change::Kind,
        city, former_slug,
        photo::{self, OwnerKind},
        shop, site, site_logo, site_page, story, suggestion,
    },
    loaded::{RowPage, Rows, SiteRow},
    photos::{self, OwnedPhotos},
    records::Extras,
};
use crate::platform::{
    database::Database,
    error::{Error, Result},
};

/// Rows per query: keyset pagination was the fastest way through a large table on SQLite.
const PAGE: u64 = 2000;
/// IDs per `IN (…)`, well within both engines' limits.
const IDS: usize = 500;

/// How many pages reading may be ahead of filling.
const AHEAD: usize = 4;

/// The whole directory at `now`, as a state that starts at `revision`. While the next rows are read, another thread
/// fills the state with the previous ones.
pub(super) async fn directory(
    database: &Database,
    revision: u64,
    now: DateTime<Utc>,
) -> Result<Directory> {
    let day = day_at(now);
    // One snapshot: otherwise a shop could be read whose town was written after the towns were read, and it would never
    // be counted.
    let connection = &database.snapshot().await?;
    let mut extras = extras(connection, None).await?;
    let mut photos = all_photos(connection).await?;
    let (pages, mut filled) = mpsc::channel(AHEAD);
    let filling = tokio::task::spawn_blocking(move || {
        let mut state = Directory::empty(revision, day);
        while let Some(page) = filled.blocking_recv() {
            add(&mut state, page, &mut extras, &mut photos);
        }
        state.removed_photos = photos.removed.into_iter().collect();
        state
    });
    // Votes before today don't change any more, so they needn't be in the same snapshot.
    let tallies = daily_ranking::tallies(database.reads(), day, None);
    let ((), tallies) = tokio::try_join!(read_all(connection, pages), tallies)?;
    let mut state = filling
        .await
        .map_err(|error| Error::Internal(format!("the directory could not be built: {error}")))?;
    state.daily_ranking =
        daily_ranking::daily_ranking(database, day, (state.ratings, tallies), now).await?;
    Ok(state.loaded())
}

/// Reads towns, then shops, then former slugs, then the blog, then the site's words and pages.
async fn read_all(connection: &impl ConnectionTrait, pages: mpsc::Sender<RowPage>) -> Result<()> {
    let gone = |_| Error::Internal("the directory is not being built any more".to_owned());
    let mut after = Uuid::nil();
    loop {
        let page = city::Entity::find()
            .filter(city::Column::Id.gt(after))
            .order_by_asc(city::Column::Id)
            .limit(PAGE)
            .all(connection)
            .await?;
        let Some(last) = page.last() else { break };
        after = last.id;
        pages.send(RowPage::Cities(page)).await.map_err(gone)?;
    }
    after = Uuid::nil();
    loop {
        let page = shop::Entity::find()
            .filter(shop::Column::Id.gt(after))
            .order_by_asc(shop::Column::Id)
            .limit(PAGE)
            .all(connection)
            .await?;
        let Some(last) = page.last() else { break };
        after = last.id;
        pages.send(RowPage::Shops(page)).await.map_err(gone)?;
    }
    let former_slugs = former_slug::Entity::find().all(connection).await?;
    let page = RowPage::FormerSlugs(former_slugs);
    pages.send(page).await.map_err(gone)?;
    let categories = article_category::Entity::find().all(connection).await?;
    let page = RowPage::Categories(categories);
    pages.send(page).await.map_err(gone)?;
    let articles = article::Entity::find().all(connection).await?;
    pages
        .send(RowPage::Articles(articles))
        .await
        .map_err(gone)?;
    let site = site_row(connection).await?;
    pages
        .send(RowPage::Site(Box::new(site)))
        .await
        .map_err(gone)?;
    let own = site_page::Entity::find().all(connection).await?;
    pages.send(RowPage::SitePages(own)).await.map_err(gone)
}

/// The site's row, if anything was ever set, with its logo and icon.
async fn site_row(connection: &impl ConnectionTrait) -> Result<SiteRow> {
    let row = site::Entity::find_by_id(site::ID).one(connection).await?;
    let ids = row.as_ref().map(|row| (row.logo_id, row.icon_id));
    let (logo, icon) = ids.unwrap_or_default();
    Ok(SiteRow {
        logo: site_logo_row(connection, logo).await?,
        icon: site_logo_row(connection, icon).await?,
        row,
    })
}

async fn site_logo_row(
    connection: &impl ConnectionTrait,
    id: Option<Uuid>,
) -> Result<Option<site_logo::Model>> {
    let Some(id) = id else { return Ok(None) };
    let found = site_logo::Entity::find_by_id(id).one(connection).await?;
    Ok(found)
}

/// The rows that `changes` name, their shops' towns, and the votes of shops that aren't in `state`.
pub(super) async fn rows(
    database: &Database,
    changes: &[Change],
    state: &Directory,
) -> Result<Rows> {
    let mut rows = Rows::default();
    for (kind, id) in changes {
        match kind {
            Kind::City => _ = rows.cities.insert(*id, None),
            Kind::Shop => _ = rows.shops.insert(*id, None),
            Kind::Article => _ = rows.articles.insert(*id, None),
            Kind::Category => _ = rows.categories.insert(*id, None),
            Kind::Site => rows.site = Some(SiteRow::default()),
            Kind::Page => _ = rows.site_pages.insert(*id, None),
        }
    }
    let connection = database.reads();
    let shop_ids: Vec<Uuid> = rows.shops.keys().copied().collect();
    for some in shop_ids.chunks(IDS) {
        for row in shop::Entity::find()
            .filter(shop::Column::Id.is_in(some.iter().copied()))
            .all(connection)
            .await?
        {
            // A shop is counted in its town, so the town must be loaded first.
            rows.cities.entry(row.city_id).or_insert(None);
            rows.shops.insert(row.id, Some(row));
        }
    }
    let city_ids: Vec<Uuid> = rows.cities.keys().copied().collect();
    for some in city_ids.chunks(IDS) {
        for row in city::Entity::find()
            .filter(city::Column::Id.is_in(some.iter().copied()))
            .all(connection)
            .await?
        {
            rows.cities.insert(row.id, Some(row));
        }
    }
    for some in shop_ids.chunks(IDS) {
        rows.extras.extend(extras(connection, Some(some)).await?);
    }
    let new_shops: Vec<Uuid> = shop_ids
        .iter()
        .filter(|id| !state.shops.contains_key(*id))
        .copied()
        .collect();
    for some in new_shops.chunks(IDS) {
        let day = state.daily_ranking.day;
        rows.tallies
            .extend(daily_ranking::tallies(connection, day, Some(some)).await?);
    }
    load_blog(connection, &mut rows).await?;
    if rows.site.is_some() {
        rows.site = Some(site_row(connection).await?);
    }
    let pages: Vec<Uuid> = rows.site_pages.keys().copied().collect();
    for some in pages.chunks(IDS) {
        let found =
            site_page::Entity::find().filter(site_page::Column::Id.is_in(some.iter().copied()));
        let found = found.all(connection).await?;
        (rows.site_pages).extend(found.into_iter().map(|row| (row.id, Some(row))));
    }
    load_photos(connection, &mut rows).await?;
    let articles = rows.articles.keys().copied();
    let targets: HashSet<Uuid> = (city_ids.into_iter().chain(shop_ids))
        .chain(articles)
        .collect();
    let targets: Vec<Uuid> = targets.into_iter().collect();
    for some in targets.chunks(IDS) {
        let found = former_slug::Entity::find()
            .filter(former_slug::Column::TargetId.is_in(some.iter().copied()));
        rows.former_slugs.extend(found.all(connection).await?);
    }
    Ok(rows)
}

/// Loads the given articles and categories.
async fn load_blog(connection: &impl ConnectionTrait, rows: &mut Rows) -> Result<()> {
    let ids: Vec<Uuid> = rows.articles.keys().copied().collect();
    for some in ids.chunks(IDS) {
        let found = article::Entity::find().filter(article::Column::Id.is_in(some.iter().copied()));
        let found = found.all(connection).await?;
        (rows.articles).extend(found.into_iter().map(|row| (row.id, Some(row))));
    }
    let ids: Vec<Uuid> = rows.categories.keys().copied().collect();
    for some in ids.chunks(IDS) {
        let found = article_category::Entity::find()
            .filter(article_category::Column::Id.is_in(some.iter().copied()));
        let found = found.all(connection).await?;
        (rows.categories).extend(found.into_iter().map(|row| (row.id, Some(row))));
    }
    Ok(())
}

/// All photos with files.
async fn all_photos(connection: &impl ConnectionTrait) -> Result<OwnedPhotos> {
    let mut photos = OwnedPhotos::default();
    let mut after = Uuid::nil();
    loop {
        let page = photo::Entity::find()
            .filter(photo::Column::Id.gt(after))
            .order_by_asc(photo::Column::Id)
            .limit(PAGE)
            .all(connection)
            .await?;
        let Some(last) = page.last() else {
            return Ok(photos);
        };
        after = last.id;
        photos.extend(page);
    }
}

/// Loads the photos of the given shops, their stories, towns and articles.
async fn load_photos(connection: &impl ConnectionTrait, rows: &mut Rows) -> Result<()> {
    let stories = rows.extras.values().flat_map(|extras| &extras.stories);
    let owners: [(OwnerKind, Vec<Uuid>); 4] = [
        (OwnerKind::Shop, rows.shops.keys().copied().collect()),
        (OwnerKind::Story, stories.map(|story| story.id).collect()),
        (OwnerKind::City, rows.cities.keys().copied().collect()),
        (OwnerKind::Article, rows.articles.keys().copied().collect()),
    ];
    for (kind, ids) in owners {
        for some in ids.chunks(IDS) {
            let found = photos::of_owners(connection, kind, some).await?;
            rows.photos.extend(found);
        }
    }
    Ok(())
}

/// Boosts, approved stories and reports, of all shops or of the given ones.
async fn extras(
    connection: &impl ConnectionTrait,
    of: Option<&[Uuid]>,
) -> Result<HashMap<Uuid, Extras>> {
    let mut boosts = boost::Entity::find().order_by_asc(boost::Column::StartsAt);
    let mut stories = story::Entity::find()
        .filter(story::Column::Status.eq(story::Status::Approved))
        .order_by_desc(story::Column::CreatedAt);
    let mut reported = suggestion::Entity::find()
        .select_only()
        .column(suggestion::Column::ShopId)
        .filter(suggestion::Column::Status.eq(suggestion::Status::Open))
        .filter(suggestion::Column::Kind.eq(suggestion::Kind::Closed))
        .group_by(suggestion::Column::ShopId)
        .having(
            suggestion::Column::Id
                .count()
                .gte(suggestion::CLOSED_REPORTS),
        );
    if let Some(ids) = of {
        boosts = boosts.filter(boost::Column::ShopId.is_in(ids.iter().copied()));
        stories = stories.filter(story::Column::ShopId.is_in(ids.iter().copied()));
        reported = reported.filter(suggestion::Column::ShopId.is_in(ids.iter().copied()));
    }
    let mut extras: HashMap<Uuid, Extras> = HashMap::new();
    for row in boosts.all(connection).await? {
        extras.entry(row.shop_id).or_default().boosts.push(row);
    }
    for row in stories.all(connection).await? {
        extras.entry(row.shop_id).or_default().stories.push(row);
    }
    for shop in reported.into_tuple::<Uuid>().all(connection).await? {
        extras.entry(shop).or_default().is_reported_closed = true;
    }
    Ok(extras)
}
