//! Administration: one person keeps the directory correct (D9, D18, D54, D55, D62, D69, D70).
//!
//! Everything here requires the administrator's session. Every change to the directory is an act, so it is in the audit
//! log with the rows before and after, and can be undone from there. Sending back a value as it was read changes
//! nothing.

mod answers;
mod audit;
mod bulk;
mod cities;
mod export;
mod inbox;
mod inbox_mail;
mod shops;
mod stats;
mod store;
pub mod stories;
mod story_emails;
mod story_list;
mod story_photo;

use utoipa::OpenApi;

pub use inbox_mail::hold_inbox_mail;

use self::bulk::run::BulkEdits;
use crate::{
    features::{Room, Services},
    platform::{
        arguments::{Arguments, Parameter},
        error::{Error, Result},
        jobs::Handlers,
        mail::Sample,
        runs::Kind,
        web::{Access, Route},
    },
};

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    stats::show_stats,
    shops::list_shops,
    shops::show_any_shop,
    shops::edit_shop,
    shops::delete_shop,
    shops::merge::merge_shops,
    shops::record::show_shop_record,
    story_list::list_stories,
    stories::approve_story,
    stories::reject_story,
    stories::take_down_story,
    story_photo::request_upload,
    story_photo::change_photo,
    story_photo::remove_photo,
    cities::list_all_towns,
    cities::show_any_town,
    cities::make::make_city,
    cities::edit::edit_city,
    cities::image::set_city_image,
    cities::image::request_city_upload,
    cities::image::remove_city_image,
    cities::candidates::list_merge_candidates,
    cities::merge::merge_cities,
    audit::list_entries,
    audit::show_entry,
    audit::undo_entry,
    bulk::preview_bulk_edit,
    bulk::apply_bulk_edit,
    bulk::list_bulk_edits,
    bulk::show_bulk_edit,
    bulk::undo_bulk_edit,
    inbox::show_inbox,
    inbox::show_counts,
    export::export_csv,
    export::export_geojson
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes,
    jobs,
    run_tables: &[bulk::TABLE],
    mail_samples: samples,
    workers: |services, background| services.shop_texts.clone().start(background),
    waiting: |services| Box::pin(inbox::waiting_here(services)),
    counts: Some(|services| Box::pin(inbox::counts_here(services))),
    clear_samples: |services| Box::pin(inbox_mail::release(services)),
    ..Room::EMPTY
};

fn samples(services: &Services) -> Result<Vec<Sample>> {
    let mut samples = story_emails::samples(services)?;
    samples.push(inbox_mail::sample(services)?);
    Ok(samples)
}

fn routes() -> Vec<Route<Services>> {
    let only = Access::Administrator;
    vec![
        Route::at("/api/admin/stats").get(only, stats::show_stats),
        Route::at("/api/admin/coffee-shops").get(only, shops::list_shops),
        Route::at("/api/admin/coffee-shops/{id}")
            .get(only, shops::show_any_shop)
            .put(only, shops::edit_shop)
            .delete(only, shops::delete_shop),
        Route::at("/api/admin/coffee-shops/{id}/record").get(only, shops::record::show_shop_record),
        Route::at("/api/admin/coffee-shops/{id}/merge").post(only, shops::merge::merge_shops),
        Route::at("/api/admin/local-vibes").get(only, story_list::list_stories),
        Route::at("/api/admin/local-vibes/{id}/approve").post(only, stories::approve_story),
        Route::at("/api/admin/local-vibes/{id}/reject").post(only, stories::reject_story),
        Route::at("/api/admin/local-vibes/{id}/take-down").post(only, stories::take_down_story),
        Route::at("/api/admin/local-vibes/upload").post(only, story_photo::request_upload),
        Route::at("/api/admin/local-vibes/{id}/photo")
            .put(only, story_photo::change_photo)
            .delete(only, story_photo::remove_photo),
        Route::at("/api/admin/cities")
            .get(only, cities::list_all_towns)
            .post(only, cities::make::make_city),
        Route::at("/api/admin/cities/{id}")
            .get(only, cities::show_any_town)
            .put(only, cities::edit::edit_city),
        Route::at("/api/admin/cities/upload").post(only, cities::image::request_city_upload),
        Route::at("/api/admin/cities/{id}/image")
            .put(only, cities::image::set_city_image)
            .delete(only, cities::image::remove_city_image),
        Route::at("/api/admin/cities/{id}/merge-candidates")
            .get(only, cities::candidates::list_merge_candidates),
        Route::at("/api/admin/cities/{id}/merge").post(only, cities::merge::merge_cities),
        Route::at("/api/admin/audit").get(only, audit::list_entries),
        Route::at("/api/admin/audit/{id}").get(only, audit::show_entry),
        Route::at("/api/admin/audit/{id}/undo").post(only, audit::undo_entry),
        Route::at("/api/admin/bulk-edits")
            .get(only, bulk::list_bulk_edits)
            .post(only, bulk::preview_bulk_edit),
        Route::at("/api/admin/bulk-edits/{id}").get(only, bulk::show_bulk_edit),
        Route::at("/api/admin/bulk-edits/{id}/apply").post(only, bulk::apply_bulk_edit),
        Route::at("/api/admin/bulk-edits/{id}/undo").post(only, bulk::undo_bulk_edit),
        Route::at("/api/admin/inbox").get(only, inbox::show_inbox),
        Route::at("/api/admin/counts").get(only, inbox::show_counts),
        Route::at("/api/admin/export/coffee-shops.csv").get(only, export::export_csv),
        Route::at("/api/admin/export/coffee-shops.geojson").get(only, export::export_geojson),
    ]
}

fn jobs(services: &Services) -> Handlers {
    let held = services.clone();
    inbox_mail::handlers(services).with_long(BulkEdits::JOB, move |attempt| {
        bulk::run::run(held.clone(), attempt)
    })
}

/// [`Error::stale`], with the current row also by its own `name`, which older screens read.
fn stale_named(message: &'static str, name: &'static str, row: &serde_json::Value) -> Error {
    let mut error = Error::stale(message, Some(row.clone()));
    if let Error::ConflictWith { details, .. } = &mut error
        && let Some(details) = details.as_object_mut()
    {
        details.insert(name.to_owned(), row.clone());
    }
    error
}

/// A list's query parameters.
fn query_of(query: Option<&str>, known: &[Parameter]) -> Result<Arguments> {
    Arguments::parse(
        std::collections::BTreeMap::new(),
        query.unwrap_or_default(),
        known,
    )
}
