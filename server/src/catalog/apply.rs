//! Turns changed rows into the next state of the directory, and determines which scopes changed.

mod shops;

use std::{collections::HashMap, sync::Arc};

use gazetteer::{State, letters};
use uuid::Uuid;

use super::{
    CountedVotes,
    blog::ArticleRow,
    directory::Directory,
    entities::{article_category, change::Kind, former_slug, photo::OwnerKind, site_page},
    loaded::{RowPage, Rows, SiteRow},
    photos::OwnedPhotos,
    records::{City, CityEntry, Extras, Shop},
    scope::{DegreeSquare, Scope},
};
use shops::{put_shop, remove_shop};

/// The state after `rows`; `None` if they contain nothing new.
pub(super) fn apply(previous: &Directory, rows: Rows) -> Option<Directory> {
    let mut next = previous.clone();
    next.revision += 1;
    fill(&mut next, rows).then_some(next)
}

/// The state after votes on this node; `None` if they are already known. Shops with other changes in the meantime are
/// left to [`apply`] and returned in `unseen`.
pub(super) fn count_votes(
    previous: &Directory,
    counted: &[CountedVotes],
    unseen: &mut Vec<Uuid>,
) -> Option<Directory> {
    let mut next = previous.clone();
    next.revision += 1;
    let mut changed = false;
    for votes in counted {
        match previous.shops.get(&votes.shop) {
            Some(shop) if shop.version + 1 == votes.version => {
                changed |= put_shop(&mut next, shop.with_votes(votes.count, votes.version));
            }
            Some(shop) if shop.version >= votes.version => {}
            _ => unseen.push(votes.shop),
        }
    }
    changed.then_some(next)
}

/// Adds a page of the initial load to `state`.
pub(super) fn add(
    state: &mut Directory,
    page: RowPage,
    extras: &mut HashMap<Uuid, Extras>,
    photos: &mut OwnedPhotos,
) {
    match page {
        RowPage::Cities(rows) => {
            for row in rows {
                put_city(state, City::new(row, photos));
            }
        }
        RowPage::Shops(rows) => {
            for row in rows {
                let extras = extras.remove(&row.id).unwrap_or_default();
                let clocks = state.clocks(&row);
                put_shop(state, Shop::new((row, clocks), extras, photos));
            }
        }
        RowPage::FormerSlugs(rows) => {
            for row in rows {
                put_former_slug(state, row);
            }
        }
        RowPage::Categories(rows) => {
            for row in rows {
                state.blog.put_category(row.id, Some(row));
            }
        }
        RowPage::Articles(rows) => {
            for row in rows {
                let photos = photos.take(OwnerKind::Article, row.id);
                state.blog.put_article(row.id, Some((row, photos)));
            }
        }
        RowPage::Site(row) => _ = put_site(state, *row),
        RowPage::SitePages(rows) => {
            for row in rows {
                put_site_page(state, row.id, Some(row));
            }
        }
    }
}

/// Adds `rows` to `state`; returns whether anything was new.
fn fill(state: &mut Directory, mut rows: Rows) -> bool {
    let mut changed = take_over_removals(state, &rows.photos);
    for (id, row) in rows.cities {
        changed |= match row {
            Some(row) => put_city(state, City::new(row, &mut rows.photos)),
            None => remove_city(state, id),
        };
    }
    for (id, row) in rows.shops {
        changed |= match row {
            Some(row) => {
                let extras = rows.extras.remove(&id).unwrap_or_default();
                let clocks = state.clocks(&row);
                put_shop(state, Shop::new((row, clocks), extras, &mut rows.photos))
            }
            None => remove_shop(state, id),
        };
    }
    let articles = rows.articles.into_iter().map(|(id, row)| {
        let photos = rows.photos.take(OwnerKind::Article, id);
        (id, row.map(|row| (row, photos)))
    });
    changed |= fill_blog(state, articles.collect(), rows.categories);
    if let Some(row) = rows.site {
        changed |= put_site(state, row);
    }
    for (id, row) in rows.site_pages {
        changed |= put_site_page(state, id, row);
    }
    state.daily_ranking.tallies.extend(rows.tallies);
    for row in rows.former_slugs {
        changed |= put_former_slug(state, row);
    }
    changed
}

/// Takes over the site's words; the facts made of them follow in `Directory::settle_site`.
fn put_site(state: &mut Directory, SiteRow { row, logo, icon }: SiteRow) -> bool {
    let known = state.site_row.as_ref().map(|row| row.version);
    let is_old = matches!((known, &row), (Some(known), Some(row)) if row.version <= known);
    if is_old || (known.is_none() && row.is_none()) {
        return false;
    }
    state.site_row = row.map(Arc::new);
    state.site_logo = logo.map(Arc::new);
    state.site_icon = icon.map(Arc::new);
    true
}

fn put_site_page(state: &mut Directory, id: Uuid, row: Option<site_page::Model>) -> bool {
    let known = state.site_pages.get(&id).map(|page| page.version);
    match row {
        Some(row) if known.is_some_and(|known| known >= row.version) => return false,
        Some(row) => _ = state.site_pages.insert(id, Arc::new(row)),
        None if known.is_none() => return false,
        None => _ = state.site_pages.remove(&id),
    }
    state.touch(&Scope::SitePages, false);
    true
}

fn put_former_slug(state: &mut Directory, row: former_slug::Model) -> bool {
    let kind = kind_named(&row.kind);
    let slug: Arc<str> = row.slug.into();
    let scope = match kind {
        Ok(Kind::City) => Scope::CitySlug(slug.clone()),
        Ok(Kind::Shop) => Scope::ShopSlug(slug.clone()),
        Ok(Kind::Article) => Scope::Articles,
        // Categories never change their slugs, the site has none, and pages leave none behind.
        Ok(Kind::Category | Kind::Site | Kind::Page) | Err(_) => return false,
    };
    let Ok(kind) = kind else { return false };
    let is_new = state.former_slugs.insert((kind, slug), row.target_id) != Some(row.target_id);
    if is_new {
        state.touch(&scope, false);
    }
    is_new
}

/// Updates which files may no longer be shown, and which may again; returns whether anything was new.
fn take_over_removals(state: &mut Directory, photos: &OwnedPhotos) -> bool {
    let mut changed = false;
    for key in photos.shown_keys() {
        changed |= state.removed_photos.remove(key).is_some();
    }
    for key in &photos.removed {
        changed |= state.removed_photos.insert(key.clone()).is_none();
    }
    changed
}

fn fill_blog(
    state: &mut Directory,
    articles: HashMap<Uuid, Option<ArticleRow>>,
    categories: HashMap<Uuid, Option<article_category::Model>>,
) -> bool {
    let (mut changed, mut words) = (false, false);
    for (id, row) in categories {
        words |= state.blog.put_category(id, row);
    }
    for (id, row) in articles {
        let Some(moved) = state.blog.put_article(id, row) else {
            continue;
        };
        changed = true;
        words |= moved.words;
        if moved.views {
            state.touch(&Scope::ArticleViews(id), true);
        }
    }
    if words {
        state.touch(&Scope::Articles, false);
    }
    changed || words
}

fn kind_named(name: &str) -> Result<Kind, sea_orm::DbErr> {
    sea_orm::ActiveEnum::try_from_value(&name.to_owned())
}

fn put_city(state: &mut Directory, city: City) -> bool {
    let (id, slug) = (city.id, city.slug.clone());
    let city = Arc::new(city);
    let entry = match state.cities.get(&id) {
        Some(known) if known.city.version >= city.version => return false,
        Some(known) => {
            let known = known.clone();
            forget_city_keys(state, &known.city);
            CityEntry {
                city: city.clone(),
                ..known
            }
        }
        None => CityEntry {
            city: city.clone(),
            shops: imbl::OrdSet::new(),
            shops_with_votes: 0,
            shops_with_fresh_hours: 0,
        },
    };
    state
        .cities_in_order
        .insert(order_key(&city), letters(&city.folded_name));
    state.city_slugs.insert(slug.clone(), id);
    if let Some(point) = city.point {
        state
            .areas
            .entry(DegreeSquare::of(point))
            .or_default()
            .insert(id);
    }
    touch_area(state, &city);
    state.cities.insert(id, entry);
    state.touch(&Scope::CitySlug(slug), false);
    state.touch(&Scope::City(id), false);
    state.touch(&Scope::Cities, false);
    state.touch(&Scope::Everything, false);
    true
}

fn remove_city(state: &mut Directory, id: Uuid) -> bool {
    let Some(entry) = state.cities.remove(&id) else {
        return false;
    };
    forget_city_keys(state, &entry.city);
    state.touch(&Scope::City(id), false);
    state.touch(&Scope::Cities, false);
    state.touch(&Scope::Everything, false);
    true
}

fn touch_area(state: &mut Directory, city: &City) {
    if let Some(point) = city.point {
        state.touch(&Scope::DegreeSquare(DegreeSquare::of(point)), false);
    }
}

fn forget_city_keys(state: &mut Directory, city: &City) {
    if let Some(towns) = city
        .point
        .and_then(|point| state.areas.get_mut(&DegreeSquare::of(point)))
    {
        towns.remove(&city.id);
    }
    touch_area(state, city);
    state.cities_in_order.remove(&order_key(city));
    if state.city_slugs.get(&city.slug) == Some(&city.id) {
        state.city_slugs.remove(&city.slug);
    }
    state.touch(&Scope::CitySlug(city.slug.clone()), false);
}

/// Sorts by the state's name, not its code: readers expect "Alabama" before "Alaska", but "AK" comes before "AL".
fn order_key(city: &City) -> (Box<str>, Box<str>, Uuid) {
    let state = State::parse(&city.state).map_or(&*city.state, |state| state.name());
    (state.into(), city.name.to_lowercase().into(), city.id)
}
