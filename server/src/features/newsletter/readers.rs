//! The newsletter's readers in the panel, one by one. Who left isn't among them: of those, only a hash is kept.

use std::collections::BTreeMap;

use axum::extract::{RawQuery, State};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    entity::reader,
    store::{self, Readers},
};
use crate::{
    features::Services,
    platform::{
        arguments::{Arguments, Parameter},
        error::{ErrorBody, Result},
        web::{Access, Fresh, Route},
    },
};

/// Readers per page.
const PAGE_SIZE: usize = 20;

/// Whether a reader gets issues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReaderState {
    Confirmed,
    /// Signed up but not confirmed.
    Pending,
    /// Confirmed, but skipped for a while because their mail server rejected several issues.
    Resting,
}

/// A reader of the newsletter.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewsletterReader {
    pub id: Uuid,
    pub email: String,
    pub state: ReaderState,
    /// The towns chosen, such as `Alexandria, LA`; none for the whole directory.
    pub towns: Vec<String>,
    pub signed_up_at: DateTime<Utc>,
    #[schema(required)]
    pub confirmed_at: Option<DateTime<Utc>>,
}

/// One page of readers.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewsletterReaders {
    pub readers: Vec<NewsletterReader>,
    /// Number of readers that match, on all pages.
    pub total: usize,
}

pub(super) fn routes() -> Vec<Route<Services>> {
    vec![Route::at("/api/admin/newsletter/readers").get(Access::Administrator, list_readers)]
}

/// List readers of the newsletter, latest first unless another order is asked for.
#[utoipa::path(get, operation_id = "list_newsletter_readers", path = "/api/admin/newsletter/readers", tag = "administration",
    params(("search" = Option<String>, Query, description = "Part of an address or of a chosen town", max_length = 100,
            pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("state" = inline(Option<ReaderState>), Query),
        ("sort" = Option<String>, Query, description = "The column: `address` or `joined`", pattern = "^(address|joined)$"),
        ("direction" = Option<String>, Query, description = "`ascending` (the default) or `descending`", pattern = "^(ascending|descending)$"),
        ("page" = Option<u32>, Query, minimum = 1, maximum = 100_000)),
    responses((status = 200, body = NewsletterReaders), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
pub async fn list_readers(
    State(services): State<Services>,
    RawQuery(query): RawQuery,
) -> Result<Fresh<NewsletterReaders>> {
    let known = [
        Parameter::text("search", 100),
        Parameter::choice("state", &["confirmed", "pending", "resting"]),
        Parameter::choice("sort", &["address", "joined"]),
        Parameter::choice("direction", &["ascending", "descending"]),
        Parameter::integer("page", Some(1), 1, 100_000),
    ];
    let arguments = Arguments::parse(
        BTreeMap::new(),
        query.as_deref().unwrap_or_default(),
        &known,
    )?;
    let now = services.clock.now();
    let Readers { rows, towns } = store::readers(&services.database).await?;
    let view = services.catalog.view();
    let find = move || {
        let name_of = |town: &Uuid| {
            let entry = view.city(*town)?;
            Some(format!("{}, {}", entry.city.name, entry.city.state))
        };
        let found = rows.into_iter().map(|row| {
            let chosen = towns.get(&row.id);
            let mut names: Vec<String> = chosen.into_iter().flatten().filter_map(name_of).collect();
            names.sort();
            shown(row, names, now)
        });
        page_of(found.collect(), &arguments)
    };
    Ok(Fresh(services.cpu.run(find).await?))
}

fn shown(row: reader::Model, towns: Vec<String>, now: DateTime<Utc>) -> NewsletterReader {
    let state = match row.state {
        reader::State::Pending => ReaderState::Pending,
        reader::State::Confirmed if row.paused_until.is_some_and(|until| until > now) => {
            ReaderState::Resting
        }
        reader::State::Confirmed => ReaderState::Confirmed,
    };
    NewsletterReader {
        id: row.id,
        email: row.email,
        state,
        towns,
        signed_up_at: row.created_at,
        confirmed_at: row.confirmed_at,
    }
}

/// The readers on the page that is asked for.
fn page_of(mut readers: Vec<NewsletterReader>, arguments: &Arguments) -> NewsletterReaders {
    let search = arguments.query("search").unwrap_or_default().to_lowercase();
    let words: Vec<&str> = search.split_whitespace().collect();
    let state = match arguments.query("state") {
        Some("confirmed") => Some(ReaderState::Confirmed),
        Some("pending") => Some(ReaderState::Pending),
        Some("resting") => Some(ReaderState::Resting),
        _ => None,
    };
    readers.retain(|reader| {
        let text = || format!("{} {}", reader.email, reader.towns.join(" ")).to_lowercase();
        state.is_none_or(|state| reader.state == state)
            && (words.is_empty() || {
                let text = text();
                words.iter().all(|word| text.contains(word))
            })
    });
    let is_descending = arguments.query("direction") == Some("descending");
    match arguments.query("sort") {
        Some("address") => readers.sort_by_cached_key(|reader| reader.email.to_lowercase()),
        Some(_) => readers.sort_by_key(|reader| (reader.signed_up_at, reader.id)),
        None => readers.sort_by_key(|reader| std::cmp::Reverse((reader.signed_up_at, reader.id))),
    }
    if is_descending && arguments.query("sort").is_some() {
        readers.reverse();
    }
    let total = readers.len();
    let skip = (arguments.integer("page").unwrap_or(1) - 1).saturating_mul(PAGE_SIZE);
    let page = readers.into_iter().skip(skip).take(PAGE_SIZE);
    NewsletterReaders {
        readers: page.collect(),
        total,
    }
}
