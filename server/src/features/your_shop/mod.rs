//! A shop's own people maintain its page: facts, hours, special days, description. An owner can edit everything; the
//! confirmed submitter, while there is no owner, everything except the owner's description (D42). Each change is
//! recorded, shown in the history, and can be undone. A form loaded before someone else's change is told what changed.
//! Hours that nobody has confirmed for 180 days are asked about by email.

mod answers;
mod entity;
mod form;
mod history;
mod hours_mail;
mod moving;
mod routes;
mod special_days;
mod store;

use utoipa::OpenApi;

use crate::{
    features::{Room, Services},
    platform::web::{Access, Route},
};

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    routes::show_your_shop,
    routes::change_your_shop,
    routes::confirm_hours,
    history::list_history,
    history::undo_change
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes,
    jobs: hours_mail::handlers,
    mail_samples: hours_mail::samples,
    ..Room::EMPTY
};

fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/your-shop/{slugOrId}")
            .get(Access::ShopEditor, routes::show_your_shop)
            .patch(Access::ShopEditor, routes::change_your_shop),
        Route::at("/api/your-shop/{slugOrId}/confirm-hours")
            .post(Access::ShopEditor, routes::confirm_hours),
        Route::at("/api/your-shop/{slugOrId}/history")
            .get(Access::ShopEditor, history::list_history),
        Route::at("/api/your-shop/{slugOrId}/history/{entry}/undo")
            .post(Access::ShopEditor, history::undo_change),
    ]
}
