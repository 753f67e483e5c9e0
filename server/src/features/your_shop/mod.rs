//! A shop's own people maintain its page: facts, hours, special days, description. An owner can edit everything; the
//! confirmed submitter, while there is no owner, everything except the owner's description (D42). Each change is
//! recorded, shown in the history, and can be undone. A form loaded before someone else's change is told what changed.
//! An owner closes or removes the shop, and reopens it within 30 days (D107).
//! The email of `freshness` about old hours is answered without signing in (`hours_answers`).

mod answers;
mod closing;
mod form;
mod history;
mod hours_answers;
mod routes;
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
    history::undo_change,
    closing::show_closing,
    closing::close_shop,
    closing::reopen_shop,
    hours_answers::show_asked_hours,
    hours_answers::confirm_asked_hours,
    hours_answers::open_asked_hours,
    hours_answers::change_asked_hours,
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes,
    ..Room::EMPTY
};

fn routes() -> Vec<Route<Services>> {
    let mut routes = hours_answers::routes();
    routes.extend([
        Route::at("/api/your-shop/{slugOrId}")
            .get(Access::ShopEditor, routes::show_your_shop)
            .patch(Access::ShopEditor, routes::change_your_shop),
        Route::at("/api/your-shop/{slugOrId}/confirm-hours")
            .post(Access::ShopEditor, routes::confirm_hours),
        Route::at("/api/your-shop/{slugOrId}/history")
            .get(Access::ShopEditor, history::list_history),
        Route::at("/api/your-shop/{slugOrId}/history/{entry}/undo")
            .post(Access::ShopEditor, history::undo_change),
        Route::at("/api/your-shop/{slugOrId}/closing")
            .get(Access::ShopEditor, closing::show_closing),
        Route::at("/api/your-shop/{slugOrId}/close")
            .post(Access::ShopOwner, closing::close_shop)
            .with_largest_body(4 * 1024),
        Route::at("/api/your-shop/{slugOrId}/reopen").post(Access::ShopOwner, closing::reopen_shop),
    ]);
    routes
}
