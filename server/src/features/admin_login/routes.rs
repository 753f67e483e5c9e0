//! All addresses of this room, and signing out.

use axum::{
    extract::State,
    http::header,
    response::{AppendHeaders, IntoResponse},
};

use super::{account, app, confirm, link, login, people, session::AdminStatus};
use crate::{
    features::Services,
    platform::{
        error::{ErrorBody, Result},
        sessions::{self, Kind, SignedIn},
        web::{Access, Fresh, Route},
    },
};

/// The largest body with a password.
const LARGEST: usize = 4 * 1024;

/// All addresses of this room.
#[must_use]
pub fn routes() -> Vec<Route<Services>> {
    let (only, confirmed) = (Access::Administrator, Access::ConfirmedAdministrator);
    vec![
        Route::at("/api/admin/login")
            .post(Access::Anyone, login::log_in)
            .with_largest_body(LARGEST),
        Route::at("/api/admin/sign-in-link")
            .post(Access::Anyone, link::log_in_by_link)
            .with_largest_body(LARGEST),
        Route::at("/api/admin/status").get(Access::Anyone, show_status),
        Route::at("/api/admin/logout").post(only, log_out),
        Route::at("/api/admin/confirm")
            .post(only, confirm::confirm_administrator)
            .with_largest_body(LARGEST),
        Route::at("/api/admin/account").get(only, account::show_account),
        Route::at("/api/admin/account/password")
            .put(only, account::change_own_password)
            .with_largest_body(LARGEST),
        Route::at("/api/admin/account/email").put(confirmed, account::change_own_email),
        Route::at("/api/admin/account/app")
            .post(confirmed, app::begin_app)
            .put(confirmed, app::finish_app)
            .delete(confirmed, app::remove_own_app),
        Route::at("/api/admin/account/recovery-codes").post(confirmed, app::renew_recovery_codes),
        Route::at("/api/admin/account/sessions").delete(only, account::end_own_other_sessions),
        Route::at("/api/admin/account/sessions/{id}").delete(only, account::end_own_session),
        Route::at("/api/admin/administrators")
            .get(only, people::list_administrators)
            .post(confirmed, people::add_administrator),
        Route::at("/api/admin/administrators/{id}").delete(confirmed, people::remove_administrator),
    ]
}

/// Show whether the browser is signed in as an administrator.
#[utoipa::path(get, path = "/api/admin/status", tag = "administration", responses((status = 200, body = AdminStatus)))]
pub async fn show_status(
    State(services): State<Services>,
    signed_in: SignedIn,
) -> Result<Fresh<AdminStatus>> {
    AdminStatus::of(&services, signed_in.admin.as_ref())
        .await
        .map(Fresh)
}

/// Sign out as an administrator.
#[utoipa::path(post, path = "/api/admin/logout", tag = "administration",
    responses((status = 200, body = AdminStatus), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody)))]
pub async fn log_out(
    State(services): State<Services>,
    signed_in: SignedIn,
) -> Result<impl IntoResponse> {
    if let Some(session) = signed_in.admin {
        services
            .database
            .transaction(move |transaction| {
                Box::pin(async move {
                    let whose = session.administrator;
                    sessions::end_of_administrator(transaction, whose, session.id).await
                })
            })
            .await?;
    }
    let cookie = sessions::clear(Kind::Admin, services.is_secure());
    let status = AdminStatus::of(&services, None).await?;
    Ok((AppendHeaders([(header::SET_COOKIE, cookie)]), Fresh(status)))
}
