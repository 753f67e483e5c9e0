//! Writes what was planned for a town, in the act of its run.

use super::{
    super::{
        entity::review_item::{self, Status},
        store::hold,
    },
    store,
    stored::{TownDone, WrittenTown},
    town_plan::TownPlan,
};
use crate::{
    catalog::{
        admission::{new_city, rows},
        entities::city,
        writing::{Act, Subject},
    },
    platform::{database::Database, error::Result, id_generator::IdGenerator},
};

/// Adds the town if it is missing, its shops, and the questions. Questions aren't recorded: they stay if the act is
/// undone. A town that was missing goes, unless something else is in it by then.
pub(super) async fn write(
    act: &Act<'_>,
    identifiers: &IdGenerator,
    plan: &TownPlan,
) -> Result<TownDone> {
    let transaction = act.transaction();
    hold(transaction, &plan.questions).await?;
    if plan.shops.is_empty() {
        let found = rows::find_town(transaction, &plan.town).await?;
        let row = match found {
            Some(id) => store::city(transaction, id).await?,
            None => None,
        };
        return Ok(TownDone::of(plan, written(plan, row), &[]));
    }
    let (row, was_made) = new_city::find_or_make(act, &plan.town, identifiers).await?;
    act.set_subject(Subject::new(
        "city",
        row.id,
        &format!("{}, {}", row.name, row.state),
    ));
    let mut slugs = Vec::new();
    for shop in &plan.shops {
        let mut added = shop.row.clone();
        added.city_id = row.id;
        added.slug = rows::free_slug(transaction, &added.name, &plan.town.slug).await?;
        added.created_at = act.now();
        added.updated_at = act.now();
        act.insert(&added).await?;
        for source in &shop.sources {
            act.insert(source).await?;
        }
        if let Some(question) = shop.question {
            answer(act, question, &added.id).await?;
        }
        slugs.push(added.slug);
    }
    let town = WrittenTown {
        slug: row.slug,
        exists: !was_made,
    };
    Ok(TownDone::of(plan, town, &slugs))
}

/// What would be written.
pub(super) async fn preview(database: &Database, plan: &TownPlan) -> Result<TownDone> {
    let found = rows::find_town(database.reads(), &plan.town).await?;
    let row = match found {
        Some(id) => store::city(database.reads(), id).await?,
        None => None,
    };
    let slugs: Vec<String> = (plan.shops.iter())
        .map(|shop| shop.row.slug.clone())
        .collect();
    Ok(TownDone::of(plan, written(plan, row), &slugs))
}

fn written(plan: &TownPlan, row: Option<city::Model>) -> WrittenTown {
    WrittenTown {
        exists: row.is_some(),
        slug: row.map_or_else(|| plan.town.slug.clone(), |row| row.slug),
    }
}

/// Closes the open question that a shop answers.
async fn answer(act: &Act<'_>, question: uuid::Uuid, shop: &uuid::Uuid) -> Result<()> {
    let item: Option<review_item::Model> = act.find(question).await?;
    if let Some(item) = item.filter(|item| item.status == Status::Open) {
        let mut accepted = item.clone();
        accepted.status = Status::Accepted;
        accepted.shop_id = Some(*shop);
        accepted.decided_at = Some(act.now());
        act.update(&item, accepted).await?;
    }
    Ok(())
}
