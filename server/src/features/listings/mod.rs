//! Listing a shop for free (D42): it goes live at once, marked as new and unconfirmed until its submitter confirms the
//! address.
//!
//! `form` validates what people enter, `admit` decides whether it may go live (not a certain chain, not an existing
//! shop), and `store` writes. The same form sent twice creates one shop, even simultaneously, because the database has
//! a unique key made of name, building and ZIP code. Confirming makes the person the submitter and opens a claim.
//! Undecided cases, objections and take-down requests wait for the administrator (`requests`).

mod admit;
mod confirm;
mod emails;
mod entity;
mod form;
mod hours;
mod house_point;
mod jobs;
mod mine;
mod personal;
pub mod requests;
pub mod routes;
mod store;
mod waiting;
mod website_photo;
mod zip_codes;

use std::time::Duration;

use utoipa::OpenApi;

use crate::{
    catalog::{
        entities::request,
        writing::{Parent, RecordedTable},
    },
    features::{Room, Services},
    platform::{
        error::Result,
        jobs::Handlers,
        mail::Sample,
        web::{Access, Route},
    },
    recorded,
};

/// The purpose of this room's codes.
const PURPOSE: &str = "listing";

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    routes::list_shop,
    hours::read_hours,
    zip_codes::show_zip_code,
    confirm::confirm_listing,
    confirm::confirm_listing_by_link,
    confirm::send_listing_code,
    mine::list_your_listings,
    mine::disown_listing,
    waiting::send_new_listing_link,
    waiting::show_listing_proof,
    requests::routes::object,
    requests::routes::ask_for_takedown,
    requests::routes::list_requests,
    requests::routes::approve_request,
    requests::routes::reject_request,
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    reads: |_| zip_codes::reads(),
    routes: all_routes,
    jobs: handlers,
    mail_samples,
    recorded: recorded_tables,
    personal_data: personal::all,
    waiting: |services| Box::pin(requests::routes::waiting(services)),
    ..Room::EMPTY
};

fn mail_samples(services: &Services) -> Result<Vec<Sample>> {
    let mut samples = emails::samples(services)?;
    samples.extend(requests::mail_samples(services)?);
    Ok(samples)
}

fn all_routes() -> Vec<Route<Services>> {
    let mut routes = vec![
        Route::at("/api/coffee-shops")
            .post(Access::Anyone, routes::list_shop)
            .with_largest_body(form::LARGEST_FORM),
        Route::at("/api/opening-hours/read")
            .post(Access::Anyone, hours::read_hours)
            .with_largest_body(4 * 1024),
        Route::at("/api/listings/confirm-link")
            .post(Access::Anyone, confirm::confirm_listing_by_link)
            .with_largest_body(4 * 1024),
        Route::at("/api/listings/new-link")
            .post(Access::Anyone, waiting::send_new_listing_link)
            .with_largest_body(4 * 1024),
        Route::at("/api/listings/{id}/proof").get(Access::Anyone, waiting::show_listing_proof),
        Route::at("/api/listings/{id}/confirm")
            .post(Access::Anyone, confirm::confirm_listing)
            .with_largest_body(4 * 1024),
        Route::at("/api/listings/{id}/resend")
            .post(Access::Anyone, confirm::send_listing_code)
            .with_largest_body(4 * 1024),
        Route::at("/api/your-listings").get(Access::SignedIn, mine::list_your_listings),
        Route::at("/api/listings/{id}/not-mine").post(Access::SignedIn, mine::disown_listing),
    ];
    routes.extend(requests::routes::routes());
    routes
}

/// How long looking for one shop's picture or point may take; a website has eight requests of some seconds each.
const ONE_WEBSITE: Duration = Duration::from_secs(10 * 60);

fn handlers(services: &Services) -> Handlers {
    let services = services.clone();
    let held = services.clone();
    let find_photo = move |run| website_photo::run(services.clone(), run);
    let find_point = move |run| house_point::run(held.clone(), run);
    Handlers::default()
        .with_long(jobs::PHOTO, find_photo)
        .within(jobs::PHOTO, ONE_WEBSITE)
        .with_long(jobs::POINT, find_point)
        .within(jobs::POINT, ONE_WEBSITE)
}

fn recorded_tables() -> Vec<RecordedTable> {
    vec![
        RecordedTable::of::<entity::listing::Model>(),
        RecordedTable::of::<request::Model>(),
    ]
}

recorded!(crate::catalog::entities::listing, "listings",
    parent: |row| Some(Parent::Shop(row.shop_id)),
    changes: |_row| Vec::new(),
    stamp: |_row, _before, _now| {},
    kept: [],
    personal: ["person_id"] => ["owner_name"]);

recorded!(crate::catalog::entities::request, "admin_requests",
    parent: |row| row.shop_id.map(Parent::Shop),
    changes: |_row| Vec::new(),
    stamp: |_row, _before, _now| {},
    kept: [],
    personal: ["email"] => ["name", "email", "explanation", "details"]);
