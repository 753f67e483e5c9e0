//! Lists suggestions for owners, the administrator and the command line.

use uuid::Uuid;

use super::{
    answers::{FieldDifference, Suggestion, SuggestionList},
    store,
};
use crate::{
    catalog::{
        entities::suggestion::{Field, Kind, Model},
        not_found::suggestion_not_found,
    },
    features::{Services, Waiting},
    platform::{error::Result, web::Actor},
};

/// Suggestions per page.
pub(super) const PAGE_SIZE: u64 = 20;
/// Number of decided suggestions shown to an owner.
const MAX_DECIDED: u64 = 10;

/// The installation's suggestions.
#[derive(Clone, Debug)]
pub struct SuggestionQueue(pub(super) Services);

impl SuggestionQueue {
    /// The queue of this installation.
    #[must_use]
    pub fn new(services: &Services) -> Self {
        Self(services.clone())
    }

    /// A page of open suggestions of one or all kinds, oldest first, and their total.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn open(
        &self,
        kind: Option<Kind>,
        (skip, most): (u64, u64),
    ) -> Result<SuggestionList> {
        let mut rows = store::open(self.0.database.reads(), None).await?;
        rows.retain(|row| kind.is_none_or(|kind| row.kind == kind));
        let mut all = self.answers(rows).await?;
        let total = u64::try_from(all.len()).unwrap_or(u64::MAX);
        let (skip, most) = (as_size(skip), as_size(most));
        let suggestions = all.drain(..).skip(skip).take(most).collect();
        Ok(SuggestionList { suggestions, total })
    }

    /// Decided suggestions, newest first.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn decided(&self, page: (u64, u64)) -> Result<SuggestionList> {
        let reads = self.0.database.reads();
        let (rows, total) = store::decided(reads, None, page).await?;
        let suggestions = self.answers(rows).await?;
        Ok(SuggestionList { suggestions, total })
    }

    /// The shop's open suggestions, and the latest decided ones, as `actor` may undo them. Owners don't decide on chain reports.
    pub(super) async fn of_shop(&self, shop: Uuid, actor: Actor) -> Result<Vec<Suggestion>> {
        let reads = self.0.database.reads();
        let mut rows = store::open(reads, Some(shop)).await?;
        let (decided, _) = store::decided(reads, Some(shop), (0, MAX_DECIDED)).await?;
        rows.extend(decided);
        rows.retain(|row| row.kind != Kind::Chain);
        let mut suggestions = self.answers(rows).await?;
        let decided = suggestions.iter().filter_map(|one| one.entry);
        let undoable = store::undoable(reads, decided.collect(), actor).await?;
        for one in &mut suggestions {
            one.can_undo = one.entry.is_some_and(|entry| undoable.contains(&entry));
        }
        Ok(suggestions)
    }

    /// The suggestion with this ID.
    pub(super) async fn find(&self, id: Uuid) -> Result<Suggestion> {
        let reads = self.0.database.reads();
        let row = store::find(reads, id)
            .await?
            .ok_or_else(suggestion_not_found)?;
        let mut rows = vec![row.clone()];
        if is_counted(&row) {
            rows = store::open_of_kind(reads, row.shop_id, row.kind).await?;
        }
        let found = self.answers(rows).await?.into_iter().next();
        found.ok_or_else(suggestion_not_found)
    }

    async fn answers(&self, rows: Vec<Model>) -> Result<Vec<Suggestion>> {
        let reads = self.0.database.reads();
        let shops = store::shops(reads, &rows).await?;
        let awaited = store::awaited(reads, &rows).await?;
        let (now, view) = (self.0.clock.now(), self.0.catalog.view());
        let answers = grouped(&rows).into_iter().filter_map(|group| {
            let (shop, city) = shops.get(&group.first()?.shop_id)?;
            let is_awaited = group.iter().any(|row| awaited.contains(&row.id));
            let there = now.with_timezone(&view.clocks(shop));
            Suggestion::of(&group, (shop, city.as_ref()), (is_awaited, there))
        });
        Ok(answers.collect())
    }
}

/// Whether several reports are combined into one suggestion.
pub(super) fn is_counted(row: &Model) -> bool {
    row.entry_id.is_none() && matches!(row.kind, Kind::Closed | Kind::Chain)
}

/// Groups reports of one kind about one shop, at the position of the first. Reports decided together stay together.
fn grouped(rows: &[Model]) -> Vec<Vec<&Model>> {
    type Key = (Uuid, Kind, Option<Uuid>);
    let mut groups: Vec<(Option<Key>, Vec<&Model>)> = Vec::new();
    for row in rows {
        let key = matches!(row.kind, Kind::Closed | Kind::Chain).then_some((
            row.shop_id,
            row.kind,
            row.entry_id,
        ));
        match groups
            .iter_mut()
            .find(|(known, _)| key.is_some() && *known == key)
        {
            Some((_, group)) => group.push(row),
            None => groups.push((key, vec![row])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

fn as_size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The administrator's tasks, for the inbox.
pub(super) async fn waiting(services: Services) -> Result<Vec<Waiting>> {
    let queue = SuggestionQueue::new(&services);
    let all = queue.open(None, (0, u64::MAX)).await?.suggestions;
    let tasks = all.into_iter().filter(Suggestion::is_task);
    Ok(tasks.map(task).collect())
}

fn task(suggestion: Suggestion) -> Waiting {
    let Suggestion { kind, shop, .. } = &suggestion;
    let told = match kind {
        Kind::Edit => "A visitor suggested an edit.".to_owned(),
        Kind::Hours => "A visitor says the hours are wrong.".to_owned(),
        Kind::Closed => format!(
            "{} visitors say it has permanently closed. The page says \"Reported closed, unconfirmed\".",
            suggestion.reports
        ),
        Kind::Chain if suggestion.reports == 1 => "A visitor says it's a chain.".to_owned(),
        Kind::Chain => format!("{} visitors say it's a chain.", suggestion.reports),
    };
    let changes = suggestion.differences.iter().map(in_words);
    let text: Vec<String> = std::iter::once(told)
        .chain(changes)
        .chain(suggestion.notes.clone())
        .collect();
    Waiting {
        kind: match kind {
            Kind::Edit | Kind::Hours => "suggestion",
            Kind::Closed => "closed_reports",
            Kind::Chain => "chain_report",
        },
        id: suggestion.id.to_string(),
        title: format!("{}, {}", shop.name, shop.town),
        text: text.join("\n"),
        since: suggestion.created_at,
        shop_slug: Some(shop.slug.clone()),
        record: None,
        version: Some(shop.version),
        photo_url: None,
        blocked: None,
    }
}

/// `Phone: (318) 555-0142 → (318) 555-0199`.
pub fn in_words(difference: &FieldDifference) -> String {
    let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".to_owned());
    format!(
        "{}: {} → {}",
        label(difference.field),
        text(&difference.now),
        text(&difference.suggested)
    )
}

fn label(field: Field) -> &'static str {
    match field {
        Field::Name => "Name",
        Field::Address => "Address",
        Field::Phone => "Phone",
        Field::Website => "Website",
        Field::Hours => "Hours",
        Field::Description => "Description",
        Field::Categories => "Categories",
        Field::HasWifi => "Wi-Fi",
        Field::HasParking => "Parking",
        Field::PetFriendly => "Pet friendly",
        Field::GoodForWork => "Good for work",
        Field::HasOutdoorSeating => "Outdoor seating",
        Field::ServesBreakfast => "Serves breakfast",
    }
}
